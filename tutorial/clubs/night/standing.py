"""How a club night stands: its rounds and tables, and who has how much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from lessons.content.words import figure
from tutorial.clubs.models import Chair, ClubNight, ClubTable, Draw, NightPlayer
from tutorial.score_sheets.reckoning import ranking


@dataclass(frozen=True, slots=True)
class Table:
    table: ClubTable
    chairs: tuple[Chair, ...]
    """By place."""

    @property
    def planned(self) -> int:
        """Games, compulsory solos apart."""
        return self.table.sheet.rounds * len(self.chairs)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.who.name for one in self.chairs)


@dataclass(frozen=True, slots=True)
class Round:
    draw: Draw
    tables: tuple[Table, ...]

    @property
    def has_begun(self) -> bool:
        return any(one.table.sheet.played for one in self.tables)

    @property
    def is_over(self) -> bool:
        """Whether all that was planned has been played."""
        return all(one.table.sheet.played >= one.planned for one in self.tables)


@dataclass(frozen=True, slots=True)
class Line:
    """Of the ranking."""

    place: int
    name: str
    by_round: tuple[str, ...]
    """Empty where somebody did not play."""
    total: str
    points: int


@dataclass(frozen=True, slots=True)
class Night:
    night: ClubNight
    players: tuple[NightPlayer, ...]
    rounds: tuple[Round, ...]
    lines: tuple[Line, ...]

    @property
    def sat_together(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(chair.who_id for chair in one.chairs)
            for of_it in self.rounds
            for one in of_it.tables
        )

    @property
    def paused(self) -> Counter[int]:
        """How often somebody had no table."""
        sat = Counter(who for table in self.sat_together for who in table)
        return Counter({one.pk: len(self.rounds) - sat[one.pk] for one in self.players})

    def table_of(self, member: int) -> Table | None:
        """Where a member sits in the last round."""
        last = self.rounds[-1].tables if self.rounds else ()
        return next(
            (one for one in last if any(chair.who.member_id == member for chair in one.chairs)),
            None,
        )


def night_of(night: ClubNight) -> Night:
    """In four queries, however many played."""
    players = tuple(sorted(night.players.all(), key=lambda one: one.name.casefold()))
    chairs = Chair.objects.select_related("who").order_by("place")
    tables = ClubTable.objects.select_related("sheet").order_by("number")
    found = night.draws.order_by("number").prefetch_related(
        Prefetch("tables", tables.prefetch_related(Prefetch("chairs", chairs)))
    )
    rounds = tuple(
        Round(one, tuple(Table(table, tuple(table.chairs.all())) for table in one.tables.all()))
        for one in found
    )
    return Night(night, players, rounds, _lines(players, rounds))


def _lines(players: Sequence[NightPlayer], rounds: Sequence[Round]) -> tuple[Line, ...]:
    points: dict[int, list[int | None]] = {one.pk: [None] * len(rounds) for one in players}
    for number, of_it in enumerate(rounds):
        for one in of_it.tables:
            totals = one.table.sheet.totals or [0] * len(one.chairs)
            for chair, total in zip(one.chairs, totals, strict=True):
                points[chair.who_id][number] = total
    by_key = {str(one.pk): one for one in players}
    sums = [(str(one.pk), sum(x or 0 for x in points[one.pk])) for one in players]
    placed = [(place, by_key[key], total) for place, key, total in ranking(sums)]
    placed.sort(key=lambda one: (one[0], one[1].name.casefold()))
    return tuple(
        Line(
            place,
            one.name,
            tuple("" if x is None else figure(x) for x in points[one.pk]),
            figure(total),
            total,
        )
        for place, one, total in placed
    )
