"""A settlement as tables show it: what it is worth, item by item, and what each writes down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lessons.content.words import figure
from lessons.rules.calls import ANNOUNCEMENT_OF, LIMITS
from lessons.rules.cards import Seat
from lessons.rules.parties import Parties, Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.scoring import Item, ItemName, Result, add_up, is_added_after
from lessons.rules.sources import sources_of_why
from tutorial.shared.words import Citation, cited, say, words


@dataclass(frozen=True, slots=True)
class Reasoned:
    """A sentence, and where it says so."""

    sentence: str
    sources: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """An item of the settlement."""

    name: str
    side: str
    """re or kontra, who earns it; empty where it is for both."""
    worth: str
    """With a sign: what it does to the sum."""
    figure: str
    """Without one."""
    because: Reasoned
    adds_why: bool
    """Whether the reason says more than the name."""


class Share(NamedTuple):
    """What a party has, on a bar: its name, its card points, how many tricks, where told."""

    name: str
    points: int | None
    tricks: int | None = None
    mark: str = ""
    """Of an answer that named the party: legal, missing or wrong."""


@dataclass(frozen=True, slots=True)
class ShownSettlement:
    winner: Reasoned
    targets: tuple[Reasoned, ...]
    points: tuple[Share, ...]
    lines: tuple[Line, ...]
    """With what the losers earn taken off."""
    sum: str
    """The sum of the lines; empty where it is plain to see."""
    value: str
    side: str
    """Whose value it is: re or kontra."""
    scores: tuple[tuple[Seat, str, str], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A rule set's settlement beside those of others, or why there is none."""

    name: str
    settled: ShownSettlement | None
    refusal: str


type Worth = tuple[str, str | None]
"""The name of a column, and what something is worth in it; None: nothing can be settled there."""


def all_items(columns: Sequence[Column]) -> tuple[tuple[str, tuple[Worth, ...]], ...]:
    """Everything that counts anywhere, with what it is worth in each column."""
    worths: list[dict[str, str] | None] = []
    for column in columns:
        found: dict[str, str] = {}
        for line in column.settled.lines if column.settled else ():
            found[line.name] = f"{found.get(line.name, '')} {line.worth}".strip()
        worths.append(found if column.settled else None)
    counted = {name for found in worths if found for name in found}
    names = [name for name in words().cards.names["items"].values() if name in counted]
    return tuple(
        (
            name,
            tuple(
                (column.name, None if found is None else found.get(name, ""))
                for column, found in zip(columns, worths, strict=True)
            ),
        )
        for name in names
    )


def call_choices(party: Party) -> list[tuple[str, str]]:
    """What a party may have said, to choose from: its calls, and their names."""
    announced = ANNOUNCEMENT_OF[party]
    said = [(announced,), *((announced, limit) for limit in LIMITS), *((x,) for x in LIMITS)]
    return [(" ".join(calls), ", ".join(map(words().cards.name, calls))) for calls in said]


def reasoned(why: Why, rules: str) -> Reasoned:
    """A reason in the page's language, with its sources."""
    return Reasoned(say(why), cited(sources_of_why(why, rules)))


def settled(result: Result, parties: Parties) -> ShownSettlement:
    """A settlement as tables show it, in the page's language."""
    rules = result.tally.rules
    winner = result.winner or Party.RE
    basis = result.why if result.winner is None else result.targets[winner].why
    items = sorted(result.items, key=lambda item: _place_in_sum(item, rules))
    return ShownSettlement(
        winner=Reasoned(say(result.why), cited(sources_of_why(basis, rules.document))),
        targets=tuple(reasoned(target.why, rules.document) for target in result.targets.values()),
        points=tuple(
            Share(words().cards.name(party), points)
            for party, points in result.tally.card_points.items()
        ),
        lines=tuple(_line(item, winner, rules) for item in items),
        sum=_sum(result.items, winner, rules),
        value=figure(result.value),
        side=winner.value,
        scores=tuple(
            (seat, words().cards.name(party or Party.RE), figure(score))
            for seat, party, score in zip(Seat, parties, result.scores(parties), strict=True)
        ),
    )


def _place_in_sum(item: Item, rules: RuleSet) -> int:
    """The doubled part, the factor, the points added after it, and the factor of all."""
    if item.name is ItemName.AFTER_DRAW:
        return 3
    if item.factor is not None:
        return 1
    return 2 if is_added_after(item, rules) else 0


def _sum(items: Iterable[Item], winner: Party, rules: RuleSet) -> str:
    """``5 − 2`` or ``(6 × 2 − 1) × 2``, as far as there is something to reckon."""
    added = add_up(items, winner, rules)
    if added.factor > 1:
        first, second = f"{added.doubled} × {added.factor}", added.after
    else:
        second = -sum(item.value for item in items if item.party is winner.other)
        first = str(added.doubled + added.after - second)
    told = f"{first} {'+' if second > 0 else '−'} {abs(second)}" if second else first
    if added.all_of_it > 1:
        told = f"({told}) × {added.all_of_it}"
    return "" if told == str(added.doubled) else told


def _line(item: Item, winner: Party, rules: RuleSet) -> Line:
    figure = f"× {item.factor}" if item.factor else str(item.value)
    sign = "+" if item.party is winner else "−"
    name = words().cards.name(item.name)
    because = reasoned(item.why, rules.document)
    return Line(
        name=name,
        side=item.party.value if item.party else "",
        worth=figure if item.factor else f"{sign} {figure}",
        figure=figure,
        because=because,
        adds_why=because.sentence.rstrip(".") != name and item.why.reason is not Reason.NOTED_DOWN,
    )
