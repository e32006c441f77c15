"""Deals, settlements and rows of tables for the tests of the rules, in short words."""

from collections.abc import Sequence
from typing import Any

import pytest

from lessons.judge import judge
from lessons.rules.calls import Spoken
from lessons.rules.cards import Card, Deal, Seat, as_deal
from lessons.rules.contracts import Contract
from lessons.rules.notation import hand_as_text, hand_from_text
from lessons.rules.parties import Party
from lessons.rules.rule_sets import PRESETS, RuleSet, with_options
from lessons.rules.scoring import Tally


def rules_named(words: str, **options: Any) -> RuleSet:
    """``royal``, or ``royal 40`` without nines."""
    name, *size = words.split()
    nines = {"nines": size[0] == "48"} if size else {}
    return with_options(PRESETS[name], {**nines, **options})


def dealt(rules: RuleSet, **hands: str) -> Deal:
    """Hands of which some cards are told; the others get what is left, one card after the other."""
    left = list(rules.pack)
    told = {seat: list(hand_from_text(hands.get(seat.name, ""))) for seat in Seat}
    for cards in told.values():
        for card in cards:
            left.remove(card)
    for seat in (Seat.G, Seat.HH, Seat.MH, Seat.VH):
        missing = rules.hand_size - len(told[seat])
        # The club queens stay together only where that is told.
        queens = left.count(Card.CQ)
        if queens and Card.CQ not in told[seat] and missing:
            left.remove(Card.CQ)
            told[seat].append(Card.CQ)
            missing -= 1
        plain = [card for card in left if card != Card.CQ][:missing]
        for card in plain:
            left.remove(card)
        told[seat] += plain
    assert not left, left
    return as_deal(tuple(told[seat]) for seat in Seat)


def hands_as_json(deal: Deal) -> dict[str, str]:
    return {seat.name: hand_as_text(hand) for seat, hand in zip(Seat, deal, strict=True)}


def settled(
    rules: str,
    contract: str,
    points_of_re: int,
    *,
    re: str = "",
    kontra: str = "",
    tricks_of_re: int | None = None,
    noted: str = "",
    **more: Any,
) -> dict[str, Any]:
    """The judge's word on figures; noted: special points, ``fox re, charlie kontra``; more:
    options."""
    words = noted.replace(",", "").split()
    after_draw = more.pop("after_draw", False)
    is_alone = contract.startswith("solo") or contract.endswith("-solo")
    parties = ["re", "kontra", "kontra" if is_alone else "re", "kontra"]
    record: dict[str, Any] = {
        "format": "doppelkopf-settlement/1",
        "rules": rules,
        "options": more,
        "contract": contract,
        "parties": dict(zip(Seat.__members__, parties, strict=True)),
        "card_points": {"re": points_of_re, "kontra": 240 - points_of_re},
        "calls": {"re": re.split(), "kontra": kontra.split()},
        "specials": [
            {"item": item, "party": party}
            for item, party in zip(words[::2], words[1::2], strict=True)
        ],
        "after_draw": after_draw,
    }
    if tricks_of_re is not None:
        size = rules_named(rules, **more).hand_size
        record["tricks"] = {"re": tricks_of_re, "kontra": size - tricks_of_re}
    return judge(record)


def rows(*table: Sequence[Any]) -> list[Any]:
    """Rows of a table; the first word of each names what it is about."""
    return [pytest.param(*row[1:], id=row[0]) for row in table]


def tally(rules: RuleSet, points_of_re: int, *calls: Spoken) -> Tally:
    """Figures of a normal game, six tricks each."""
    points = {Party.RE: points_of_re, Party.KONTRA: 240 - points_of_re}
    return Tally(
        rules=rules,
        contract=Contract.NORMAL,
        card_points=points,
        tricks={Party.RE: 6, Party.KONTRA: 6},
        calls=calls,
    )
