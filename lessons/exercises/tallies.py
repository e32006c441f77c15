"""Finished games as figures, drawn from a source of chance: parties, points, tricks and calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from lessons.exercises.exhibits import Fact, said_by
from lessons.rules.calls import ANNOUNCEMENT_OF, LIMITS, Call, Spoken
from lessons.rules.cards import ALL_CARD_POINTS, CARD_POINTS, PLAYERS, Seat, pack
from lessons.rules.contracts import ALONE, SOLOS, Contract
from lessons.rules.parties import Parties, Party, parties_with
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.scoring import Tally

SPLITS = (30, 60, 90, 120, 150, 180, 210)
"""Card points of one party where something changes."""


@dataclass(frozen=True, slots=True)
class Called:
    """A call, by whom."""

    seat: Seat
    call: Call


@dataclass(frozen=True, slots=True)
class Figures:
    """A finished game in figures."""

    rules: RuleSet
    contract: Contract
    re: tuple[Seat, ...]
    points: int
    """Card points of Re; Kontra has the others."""
    tricks: int
    """Of Re."""
    calls: tuple[Called, ...] = ()

    @property
    def parties(self) -> Parties:
        return parties_with(*self.re)

    def party_of(self, seat: Seat) -> Party:
        return Party.RE if seat in self.re else Party.KONTRA

    @property
    def spoken(self) -> tuple[Spoken, ...]:
        return tuple(Spoken(one.seat, self.party_of(one.seat), one.call) for one in self.calls)

    @property
    def card_points(self) -> dict[Party, int]:
        return {Party.RE: self.points, Party.KONTRA: ALL_CARD_POINTS - self.points}

    def tally(self, rules: RuleSet | None = None) -> Tally:
        """The figures to be settled, under other rules too."""
        rules = rules or self.rules
        tricks = {Party.RE: self.tricks, Party.KONTRA: self.rules.hand_size - self.tricks}
        return Tally(
            rules=rules,
            contract=self.contract,
            card_points=self.card_points,
            tricks=tricks,
            calls=self.spoken,
        )

    def facts(self) -> tuple[Why, ...]:
        return (*self.who_and_calls(), *self.points_told())

    def who_and_calls(self) -> tuple[Why, ...]:
        first: tuple[Why, ...]
        if self.contract in ALONE:
            first = (Why(Fact.SOLOIST, seats=self.re, calls=(self.contract,)),)
        else:
            first = (Why(Fact.RE_IS, seats=self.re),)
        calls = tuple(said_by(one.seat, one.call) for one in self.calls)
        return (*first, *(calls or (Why(Fact.NOBODY_SAID),)))

    def points_told(self) -> tuple[Why, ...]:
        told = [
            Why(Fact.POINTS_OF, parties=(party,), figures=(points,))
            for party, points in self.card_points.items()
        ]
        tricks = {Party.RE: self.tricks, Party.KONTRA: self.rules.hand_size - self.tricks}
        # Tricks are told where they decide: a side without points may have some.
        if any(one.call is Call.SCHWARZ for one in self.calls) or 0 in self.card_points.values():
            told += [
                Why(Fact.TRICKS_OF, parties=(party,), figures=(number,))
                for party, number in tricks.items()
            ]
        return tuple(told)


def figures(
    chance: Random,
    rules: RuleSet,
    *,
    alone: bool = False,
    calls: Sequence[tuple[Party, Call]] = (),
    points: int | None = None,
) -> Figures:
    """A finished game; ``points`` are the card points of Re, where a game may end so."""
    contract = Contract.NORMAL
    if alone and rules.solos:
        contract = chance.choice([c for c in SOLOS if c in rules.solos])
    re = tuple(sorted(chance.sample(tuple(Seat), 1 if contract in ALONE else 2)))
    if points is None:
        points = round(chance.triangular(0, ALL_CARD_POINTS))
    while not tricks_possible(points, nines=rules.nines):
        points = chance.randrange(30, 211)
    tricks = _tricks(chance, points, rules)
    others = tuple(seat for seat in Seat if seat not in re)
    called = tuple(
        Called(chance.choice(re if party is Party.RE else others), call) for party, call in calls
    )
    return Figures(
        rules=rules, contract=contract, re=re, points=points, tricks=tricks, calls=called
    )


def about(chance: Random, points: int) -> int:
    """So many card points, or one more or less."""
    return max(0, min(ALL_CARD_POINTS, points + chance.choice((-1, 0, 0, 0, 1))))


@cache
def tricks_possible(points: int, *, nines: bool) -> tuple[int, ...]:
    """With how many tricks a side may have so many card points: it holds at least the lowest cards
    of that many tricks, and so does the other side."""
    cards = sorted(CARD_POINTS[card] for card in pack(nines=nines))
    size = len(cards) // PLAYERS
    least = [sum(cards[: PLAYERS * number]) for number in range(size + 1)]
    if points in {1, ALL_CARD_POINTS - 1}:  # no cards add up to 1
        return ()
    return tuple(
        number
        for number in range(size + 1)
        if least[number] <= points <= ALL_CARD_POINTS - least[size - number]
        and (points == 0 or number > 0)
        and (points < ALL_CARD_POINTS or number >= size - _EMPTY_TRICKS)
    )


_EMPTY_TRICKS = 2
"""Four nines each; more of them would be a strange game."""


def _tricks(chance: Random, points: int, rules: RuleSet) -> int:
    """As many tricks as may well have brought so many card points."""
    could = tricks_possible(points, nines=rules.nines)
    about = points / ALL_CARD_POINTS * rules.hand_size
    near = sorted(could, key=lambda number: abs(number - about))[:3]
    return chance.choice(near)


def random_calls(
    chance: Random, rules: RuleSet, level: int, *, limits: int = 1
) -> tuple[tuple[Party, Call], ...]:
    """Calls that may have been made under the rules, one after the other, by whom."""
    calls: list[tuple[Party, Call]] = []
    order = chance.sample(tuple(Party), len(Party))
    for party in order:
        announces = chance.randrange(2) == 0
        limit = chance.randrange(0, 1 + {1: 0, 2: 2, 3: 4}[level]) if limits else 0
        if calls and limits < 2 and any(call.is_limit for _, call in calls):
            limit = 0
        taken = [call.step for other, call in calls if call.is_limit and other is not party]
        if rules.limit_once and taken and limit <= max(taken):
            limit = 0
        if announces or (limit and rules.limits_need_announcement):
            calls.append((party, ANNOUNCEMENT_OF[party]))
        if limit:
            calls.append((party, LIMITS[limit - 1]))
    return tuple(calls)
