"""A settlement record: figures of a game whose cards nobody wrote down, checked and settled.

Where only the figures are known, what no deal could have brought is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from lessons.rules.calls import Call, Caller, CallTime, Spoken, message_against, why_no_call
from lessons.rules.cards import (
    ALL_CARD_POINTS,
    CHARLIE,
    COPIES,
    DULLE,
    FOX,
    PLAYERS,
    Card,
    Rank,
    Seat,
)
from lessons.rules.contracts import ALONE, SOLOS, Contract
from lessons.rules.parties import Parties, Party
from lessons.rules.reasons import Reason, Why, fault_of
from lessons.rules.records import RecordError, UnreadableRecord, check_fields, rules_of_record
from lessons.rules.rule_sets import LARGEST_FIGURE, Poverty, RuleSet, SpecialPoint, options_of
from lessons.rules.scoring import Tally
from lessons.rules.special_points import DOPPELKOPF_POINTS, Earned

FORMAT = "doppelkopf-settlement/1"

MOST_SPECIALS = {
    SpecialPoint.FOX: 2,
    SpecialPoint.DOPPELKOPF: 4,  # of the sixteen aces and tens
    SpecialPoint.CHARLIE: 1,
    SpecialPoint.CHARLIE_PAIR: 1,
    SpecialPoint.FOX_LAST: 1,
    SpecialPoint.FOX_PAIR_LAST: 1,
    SpecialPoint.HEART_TRICK: 1,
    SpecialPoint.DULLE_CAUGHT: 1,
}
_PAIRS = {
    SpecialPoint.CHARLIE_PAIR: SpecialPoint.CHARLIE,
    SpecialPoint.FOX_PAIR_LAST: SpecialPoint.FOX_LAST,
}
_BY_CHARLIE = {SpecialPoint.CHARLIE, SpecialPoint.CHARLIE_PAIR}
_BY_FOX = {SpecialPoint.FOX_LAST, SpecialPoint.FOX_PAIR_LAST}


@dataclass(frozen=True, slots=True)
class Settlement:
    tally: Tally
    parties: Parties


def settlement_from_json(record: Any) -> Settlement:
    """A settlement that can be; raises :class:`UnreadableRecord`."""
    _check_types(record)
    rules = rules_of_record(record)
    points = {party: record["card_points"][party.value] for party in Party}
    errors: list[RecordError] = []
    contract = parties = tricks = calls = specials = None
    with _noted(errors):
        contract = _contract(record["contract"])
        with _noted(errors):
            _check_contract(contract, rules)
        parties = _parties(record["parties"], contract)
    with _noted(errors):
        tricks = _tricks(record.get("tricks"), points, rules)
    with _noted(errors):
        calls = _calls(record.get("calls", {}), rules)
    with _noted(errors):
        specials = _specials(record.get("specials", []), rules, contract)
        if tricks is not None:
            _check_figures(specials, points, tricks, nines=rules.nines)
    errors += _not_in_rules(record.get("specials", []), rules)
    if errors or None in (contract, parties, tricks, calls, specials):
        raise UnreadableRecord(*errors)
    after_draw = record.get("after_draw", False)
    return Settlement(
        Tally(
            rules=rules,
            contract=contract,
            card_points=points,
            tricks=tricks,
            calls=calls,
            specials=specials,
            after_draw=after_draw,
        ),
        parties,
    )


def record_of(
    rules: RuleSet,
    points: int,
    contract: Contract = Contract.NORMAL,
    *,
    calls: Mapping[str, Sequence[str]] | None = None,
    specials: Sequence[Mapping[str, str]] = (),
    **more: Any,
) -> dict[str, Any]:
    """A settlement record with VH and HH as Re, or VH alone: Re's card points, calls by party."""
    re = (Seat.VH,) if contract in ALONE else (Seat.VH, Seat.HH)
    return {
        "format": FORMAT,
        "rules": rules.document,
        "options": options_of(rules),
        "contract": f"solo {contract}" if contract in SOLOS else contract.value,
        "parties": {seat.name: (Party.RE if seat in re else Party.KONTRA).value for seat in Seat},
        "card_points": {"re": points, "kontra": ALL_CARD_POINTS - points},
        "calls": calls or {},
        "specials": list(specials),
        **more,
    }


@contextmanager
def _noted(errors: list[RecordError]) -> Iterator[None]:
    """Collect what is wrong with one part, to be told together with the other parts' errors."""
    try:
        yield
    except UnreadableRecord as error:
        errors.extend(error.errors)


def _refuse(why: Why, message: str) -> NoReturn:
    raise UnreadableRecord(RecordError(fault_of(why), message, None, why))


def _unusable(message: str) -> NoReturn:
    raise UnreadableRecord(RecordError(None, message))


def _check_types(record: Any) -> None:
    fields: dict[str, tuple[type, object]] = {
        "rules": (str, None),
        "options": (dict, {}),
        "contract": (str, None),
        "parties": (dict, None),
        "card_points": (dict, None),
        "tricks": (dict, {}),
        "calls": (dict, {}),
        "specials": (list, []),
        "after_draw": (bool, False),
    }
    check_fields(record, FORMAT, fields)
    of_parties = {party.value for party in Party}
    for name in ("card_points", "tricks"):
        figures = record.get(name, dict.fromkeys(of_parties, 0))
        if set(figures) != of_parties or not all(map(_is_figure, figures.values())):
            _unusable(f"{name}: expected a whole number each for re and kontra")
    if not all(party in tuple(Party) for party in record["parties"].values()):
        _unusable("parties: expected re or kontra for each seat")
    calls = record.get("calls", {})
    if not set(calls) <= of_parties or not all(
        isinstance(said, list) and all(isinstance(call, str) for call in said)
        for said in calls.values()
    ):
        _unusable("calls: expected lists of calls for re and kontra")
    for special in record.get("specials", []):
        if (
            not isinstance(special, dict)
            or not isinstance(special.get("item"), str)
            or special.get("party") not in tuple(Party)
        ):
            _unusable("specials: expected objects with an item and a party")


def _is_figure(value: Any) -> bool:
    """A whole number of a size that may be meant."""
    return type(value) is int and abs(value) < LARGEST_FIGURE


def _contract(text: str) -> Contract:
    match text.split():
        case ["solo", solo] if solo in SOLOS:
            return Contract(solo)
        case [contract] if contract in set(Contract) - set(SOLOS):
            return Contract(contract)
    _refuse(Why(Reason.UNKNOWN_ACTION, words=(text,)), f"no contract: {text!r}")


def _check_contract(contract: Contract, rules: RuleSet) -> None:
    if contract in SOLOS and contract not in rules.solos:
        why = Why(Reason.SOLO_NOT_IN_RULES, calls=(contract,))
        _refuse(why, f"{contract} is no solo in these rules")
    if contract is Contract.POVERTY and rules.poverty is Poverty.OFF:
        _refuse(Why(Reason.POVERTY_NOT_IN_RULES), "there is no poverty in these rules")


def _parties(written: dict[str, str], contract: Contract) -> Parties:
    for name in written:
        if name not in Seat.__members__:
            _refuse(Why(Reason.UNKNOWN_SEAT, words=(name,)), f"no seat: {name!r}")
    parties = tuple(Party(written[name.name]) for name in Seat if name.name in written)
    needed = 1 if contract in ALONE else 2
    of_re = parties.count(Party.RE)
    if len(parties) != PLAYERS:
        _refuse(Why(Reason.SEAT_MISSING), "each seat must be of a party")
    if of_re != needed:
        why = Why(Reason.IMPOSSIBLE_PARTIES, figures=(of_re, needed))
        _refuse(why, f"Re has {of_re} players, where {needed} must be")
    return parties


def _tricks(
    written: dict[str, int] | None, points: dict[Party, int], rules: RuleSet
) -> dict[Party, int]:
    """The tricks of each party; without figures as many as matter: none, or at least one."""
    if min((*points.values(), *(written or {}).values())) < 0:
        _refuse(Why(Reason.BELOW_ZERO), "no side has fewer than 0 card points or tricks")
    if sum(points.values()) != ALL_CARD_POINTS:
        why = Why(Reason.NOT_ALL_POINTS, figures=(sum(points.values()),))
        _refuse(why, f"card points must be {ALL_CARD_POINTS} together")
    size = rules.hand_size
    if written is None:
        for party in Party:
            if points[party] == 0 and rules.nines:
                why = Why(Reason.TRICKS_NEEDED, parties=(party,))
                _refuse(why, f"{party} has no card points, but may have tricks: tell how many")
        if not any(_can_hold(points, _shared(n, size), rules) for n in range(size + 1)):
            why = Why(Reason.POINTS_NOT_MADE, figures=tuple(points.values()))
            _refuse(why, f"no tricks hold {points[Party.RE]} and {points[Party.KONTRA]}")
        return _shared({0: 0, ALL_CARD_POINTS: size}.get(points[Party.RE], size // 2), size)
    tricks = {party: written[party.value] for party in Party}
    if sum(tricks.values()) != size:
        why = Why(Reason.NOT_ALL_TRICKS, figures=(sum(tricks.values()), size))
        _refuse(why, f"tricks must be {size} together")
    if not _can_hold(points, tricks, rules):
        figures = (*points.values(), *tricks.values())
        why = Why(Reason.POINTS_NOT_IN_TRICKS, figures=figures)
        _refuse(why, "{2} and {3} tricks cannot hold {0} and {1} card points".format(*figures))
    return tricks


def _shared(of_re: int, size: int) -> dict[Party, int]:
    return {Party.RE: of_re, Party.KONTRA: size - of_re}


def _can_hold(points: dict[Party, int], tricks: dict[Party, int], rules: RuleSet) -> bool:
    """Four cards have at most 44 card points, and without nines at least 8; none has 1."""
    least = 0 if rules.nines else PLAYERS * Card.CJ.points
    most = PLAYERS * Card.CA.points
    return 1 not in points.values() and all(
        least * tricks[party] <= points[party] <= most * tricks[party] for party in Party
    )


def _calls(written: dict[str, list[str]], rules: RuleSet) -> tuple[Spoken, ...]:
    """The calls of both parties. When a call was made is not asked; of the two sides' limits the
    lower one came first, which is the only order possible where a limit is said once."""
    waiting = {party: list(written.get(party.value, [])) for party in Party}
    for text in (*waiting[Party.RE], *waiting[Party.KONTRA]):
        if text not in set(Call):
            _refuse(Why(Reason.UNKNOWN_ACTION, words=(text,)), f"no call: {text!r}")
    made: tuple[Spoken, ...] = ()
    while any(waiting.values()):
        party = min(
            (party for party in Party if waiting[party]), key=lambda p: Call(waiting[p][0]).step
        )
        call = Call(waiting[party].pop(0))
        seat = _SPOKESMEN[party]
        why = why_no_call(Caller(seat, party, rules, made, _ANY_TIME), call)
        if why is not None:
            why = why._replace(seats=())
            _refuse(why, message_against(why, party))
        made = (*made, Spoken(seat, party, call))
    return made


_SPOKESMEN = {Party.RE: Seat.VH, Party.KONTRA: Seat.MH}
"""Who said it is not written: one seat of each party stands for it."""
_ANY_TIME = CallTime(cards=PLAYERS * len(Rank), tricks=0, shift=PLAYERS * len(Rank))


def _specials(
    written: Sequence[dict[str, str]],
    rules: RuleSet,
    contract: Contract | None,
) -> tuple[Earned, ...]:
    earned = []
    for row in written:
        item, party = row["item"], Party(row["party"])
        if item not in set(SpecialPoint):
            continue  # told with those that do not count
        point = SpecialPoint(item)
        earned.append(
            Earned(point, party, Why(Reason.NOTED_DOWN, parties=(party,), calls=(point,)))
        )
    if earned and contract in ALONE and not rules.specials_in_solo:
        _refuse(Why(Reason.SPECIAL_IN_SOLO), "no special points in a solo")
    _check_last_trick(earned, rules)
    for point, most in MOST_SPECIALS.items():
        number = sum(one.point is point for one in earned)
        if number > most:
            why = Why(Reason.TOO_MANY_SPECIALS, calls=(point,), figures=(number,))
            _refuse(why, f"{number} times {point}, where {most} can be")
    foxes = sum(_FOXES_IN.get(one.point, 0) for one in earned)
    if SpecialPoint.FOX_PAIR_LAST in {one.point for one in earned}:
        foxes -= SpecialPoint.FOX_LAST in {one.point for one in earned}
    if foxes > COPIES:
        why = Why(Reason.TOO_MANY_SPECIALS, calls=(SpecialPoint.FOX,), figures=(foxes,))
        _refuse(why, f"{foxes} foxes, where {COPIES} are in the pack")
    return tuple(earned)


_FOXES_IN = {SpecialPoint.FOX: 1, SpecialPoint.FOX_LAST: 1, SpecialPoint.FOX_PAIR_LAST: 2}


def _not_in_rules(written: Sequence[dict[str, str]], rules: RuleSet) -> Iterator[RecordError]:
    for item in dict.fromkeys(row["item"] for row in written):
        if item not in rules.specials:
            why = Why(Reason.UNKNOWN_SPECIAL, words=(item,))
            if item in set(SpecialPoint):
                why = Why(Reason.SPECIAL_NOT_IN_RULES, calls=(SpecialPoint(item),))
            yield RecordError(fault_of(why), f"{item} is no special point here", None, why)


def _check_last_trick(earned: Sequence[Earned], rules: RuleSet) -> None:
    """One card makes the last trick, for one party; both copies of it count on top of the one."""
    in_last = [one for one in earned if one.point in _BY_CHARLIE | _BY_FOX]
    points = {one.point for one in in_last}
    if len({one.party for one in in_last}) > 1 or (points & _BY_CHARLIE and points & _BY_FOX):
        _refuse(Why(Reason.ONE_LAST_TRICK), "there is one last trick, made by one card")
    for pair, single in _PAIRS.items():
        if pair in points and single not in points and single in rules.specials:
            why = Why(Reason.PAIR_WITHOUT_SINGLE, calls=(pair, single))
            _refuse(why, f"{pair} without {single}, which it counts on top of")


def _check_figures(
    earned: Sequence[Earned],
    points: dict[Party, int],
    tricks: dict[Party, int],
    *,
    nines: bool,
) -> None:
    """A party needs the cards that its special points are made of, and tricks to hold them."""
    for party in Party:
        number = Counter(one.point for one in earned if one.party is party)
        needed = _points_needed(number, nines=nines)
        if points[party] < needed:
            figures = (points[party], needed)
            why = Why(Reason.SPECIALS_NEED_POINTS, parties=(party,), figures=figures)
            _refuse(why, f"{party}: these special points need {needed} card points")
        at_least = max(_tricks_needed(number), min(1, number.total()))
        if tricks[party] < at_least:
            figures = (tricks[party], at_least)
            why = Why(Reason.SPECIALS_NEED_TRICKS, parties=(party,), figures=figures)
            _refuse(why, f"{party}: these special points need {at_least} tricks")


def _points_needed(number: Counter[SpecialPoint], *, nines: bool) -> int:
    """The card points of the cheapest cards that make these special points."""
    foxes = number[SpecialPoint.FOX] + max(
        number[SpecialPoint.FOX_LAST], COPIES * number[SpecialPoint.FOX_PAIR_LAST]
    )
    doppelkopfs = number[SpecialPoint.DOPPELKOPF]
    if doppelkopfs:  # foxes and dulles may lie in it: four tens, and one more for each fox
        needed = DOPPELKOPF_POINTS * doppelkopfs + foxes
    else:
        needed = FOX.points * foxes + COPIES * DULLE.points * number[SpecialPoint.DULLE_CAUGHT]
    cheapest_hearts = (Card.HK, Card.HK, Card.H9, Card.H9) if nines else _ALL_HEARTS
    needed += sum(card.points for card in cheapest_hearts) * number[SpecialPoint.HEART_TRICK]
    charlies = max(number[SpecialPoint.CHARLIE], COPIES * number[SpecialPoint.CHARLIE_PAIR])
    return needed + CHARLIE.points * charlies


_ALL_HEARTS = (Card.HA, Card.HA, Card.HK, Card.HK)
"""All plain hearts without nines."""


def _tricks_needed(number: Counter[SpecialPoint]) -> int:
    """No Doppelkopf is a heart trick or has a charlie, and no heart trick has one."""
    charlie = max(number[SpecialPoint.CHARLIE], number[SpecialPoint.CHARLIE_PAIR])
    return number[SpecialPoint.DOPPELKOPF] + number[SpecialPoint.HEART_TRICK] + charlie
