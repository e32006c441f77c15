"""What a score sheet says: each game settled by the rules engine, and what everybody has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from django.utils.translation import gettext as _

from lessons.content.words import figure
from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.parties import UNDECIDED, Party
from lessons.rules.records import UnreadableRecord
from lessons.rules.reservations import Settled
from lessons.rules.rounds import entries, next_dealer, seating, settle_series
from lessons.rules.rule_sets import RuleSet
from lessons.rules.scoring import Result, result_of
from lessons.rules.settlement import Settlement, settlement_from_json
from tutorial.house_rules.named import named
from tutorial.score_sheets.models import Entry, Player, ScoreSheet
from tutorial.shared.settlement import ShownSettlement, settled
from tutorial.shared.words import words

LINES_ON_PAPER = 24
"""Of a sheet on which nobody has said how long is played."""


@dataclass(frozen=True, slots=True)
class Game:
    """One line of the sheet."""

    entry: Entry
    versions: tuple[Entry, ...]
    """What stood there before, the latest first."""
    settlement: Settlement | None
    """None: struck out, or an upgrade has left its figures no sense."""
    result: Result | None
    written: tuple[int | None, ...]
    """By player; None for who paused."""
    totals: tuple[int, ...]
    players: tuple[str, ...]
    is_after_draw: bool
    paused: str
    """The name of who dealt and paused, at a table of five."""

    @property
    def is_doubled(self) -> bool:
        """After a draw (Kalter Schlag)."""
        if self.result is None:
            return False
        return self.is_after_draw and self.result.tally.rules.draw_doubles_next

    @property
    def contract(self) -> str:
        return words().cards.name(self.settlement.tally.contract) if self.settlement else ""

    @property
    def value(self) -> str:
        return figure(self.result.value) if self.result else ""

    @property
    def winner(self) -> str:
        found = self.result.winner if self.result else None
        return words().cards.name(found) if found else ""

    @property
    def re(self) -> tuple[str, ...]:
        """The names of who played Re."""
        return tuple(self.players[place] for place in places_of_re(self.entry, len(self.players)))

    @property
    def lines(self) -> tuple[tuple[str | None, str], ...]:
        """For each player what this game brought (None: he paused), and what he has then."""
        return tuple(
            (None if brought is None else f"{'+' if brought > 0 else ''}{figure(brought)}",
             figure(total))
            for brought, total in zip(self.written, self.totals, strict=True)
        )  # fmt: skip

    @property
    def lines_by_name(self) -> tuple[tuple[str, tuple[str | None, str]], ...]:
        return tuple(zip(self.players, self.lines, strict=True))

    @property
    def before(self) -> tuple[tuple[Entry, str], ...]:
        """What stood there before, and what it was worth."""
        return tuple((one, self._worth(one)) for one in self.versions)

    def _worth(self, entry: Entry) -> str:
        made = None if entry.is_struck else _settlement(entry)
        if made is None:
            return ""
        return figure(result_of(replace(made.tally, after_draw=self.is_after_draw)).value)

    @property
    def shown(self) -> ShownSettlement | None:
        if self.result is None or self.settlement is None:
            return None
        return settled(self.result, self.settlement.parties)

    @property
    def checked(self) -> tuple[str, ...]:
        """Names of who found it right."""
        return tuple(one.by for one in self.entry.checks.all())


@dataclass(frozen=True)
class Reckoned:
    sheet: ScoreSheet
    rules: RuleSet
    players: tuple[Player, ...]
    games: tuple[Game, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(called(one) for one in self.players)

    @property
    def in_all(self) -> tuple[str, ...]:
        return tuple(map(figure, self.totals))

    @property
    def highest(self) -> str:
        """What who leads has, as it is written; empty while all have the same."""
        return figure(max(self.totals)) if len(set(self.totals)) > 1 else ""

    @property
    def totals(self) -> tuple[int, ...]:
        return self.games[-1].totals if self.games else (0,) * len(self.players)

    @property
    def ranked(self) -> tuple[tuple[int, str, str], ...]:
        """Place, name and points as they are written, the best first; who has as many shares a
        place.
        """
        placed = ranking(zip(self.names, self.totals, strict=True))
        return tuple((place, name, figure(total)) for place, name, total in placed)

    @property
    def counted(self) -> tuple[Game, ...]:
        return tuple(one for one in self.games if not one.entry.is_struck)

    @cached_property
    def dealer(self) -> int:
        """The place of who deals next."""
        if not self.counted:
            return 0
        last = self.counted[-1].entry
        seen = Settled(Contract.NORMAL, UNDECIDED, is_compulsory=last.is_compulsory)
        return next_dealer(len(self.players), last.dealer, seen)

    @property
    def paused(self) -> int | None:
        """The place of who deals next and pauses, at a table of five."""
        return paused(len(self.players), self.dealer)

    @property
    def next_number(self) -> int:
        return self.games[-1].entry.number + 1 if self.games else 1

    @property
    def planned(self) -> int:
        """So many games; 0: nobody has said."""
        compulsory = sum(one.entry.is_compulsory for one in self.counted)
        return self.sheet.rounds * len(self.players) + compulsory if self.sheet.rounds else 0

    @property
    def left(self) -> range:
        """The numbers of the games still to come, for whoever writes them on paper."""
        still = (self.planned or LINES_ON_PAPER) - len(self.counted)
        return range(self.next_number, self.next_number + max(still, 0))

    @property
    def is_over(self) -> bool:
        return bool(self.planned) and len(self.counted) >= self.planned

    @property
    def without_solo(self) -> tuple[str, ...]:
        """Who must still play a solo, where that is compulsory."""
        if not self.rules.compulsory_solo:
            return ()
        done = {
            place
            for one in self.counted
            if one.entry.is_compulsory
            for place in places_of_re(one.entry, len(self.players))
        }
        return tuple(called(one) for one in self.players if one.place not in done)

    @property
    def draws_double_now(self) -> bool:
        """Whether the next game is doubled."""
        results = [one.result for one in self.games if one.result]
        return self.rules.draw_doubles_next and bool(results) and results[-1].is_draw

    def game(self, number: int) -> Game | None:
        return next((one for one in self.games if one.entry.number == number), None)


def reckoned(sheet: ScoreSheet) -> Reckoned:
    """In three queries, however many games. ``sheet.rules`` must be some that there are."""
    players, written = tuple(sheet.players.all()), sheet.entries.prefetch_related("checks")
    found = named(sheet.rules)
    assert found is not None  # checked when it was made
    lines = [tuple(of_it) for _number, of_it in groupby(written, key=lambda one: one.number)]
    made = [None if one[-1].is_struck else _settlement(one[-1]) for one in lines]
    results = settle_series(one.tally if one else None for one in made)
    names = tuple(called(one) for one in players)
    totals, games = (0,) * len(players), []
    for line, settlement, result in zip(lines, made, results, strict=True):
        entry, written_down = line[-1], _written(line[-1], settlement, result, len(players))
        totals = tuple(a + (b or 0) for a, b in zip(totals, written_down, strict=True))
        pausing = paused(len(players), entry.dealer)
        games.append(
            Game(
                entry, line[-2::-1], settlement, result, written_down, totals, names,
                result is not None and result.tally.after_draw,
                "" if pausing is None else names[pausing],
            )
        )  # fmt: skip
    return Reckoned(sheet, found.rules, players, tuple(games))


def keep_totals(sheet: ScoreSheet) -> None:
    """After something was written, in its transaction."""
    of = reckoned(sheet)
    played = len(of.counted)
    ScoreSheet.objects.filter(pk=sheet.pk).update(totals=of.totals, played=played)


def _settlement(entry: Entry) -> Settlement | None:
    try:
        return settlement_from_json(entry.record)
    except UnreadableRecord:
        return None


def _written(
    entry: Entry, settlement: Settlement | None, result: Result | None, players: int
) -> tuple[int | None, ...]:
    if settlement is None or result is None:
        return (None,) * players
    scores: list[int | None] = list(
        entries(players, entry.dealer, result.scores(settlement.parties))
    )
    pausing = paused(players, entry.dealer)
    if pausing is not None:
        scores[pausing] = None
    return tuple(scores)


def paused(players: int, dealer: int) -> int | None:
    """The place of who pauses when ``dealer`` deals; None: all play."""
    left = {*range(players)} - {*seating(players, dealer)}
    return next(iter(left), None)


def called(player: Player) -> str:
    """The name, or what stands for it where somebody took it along."""
    return player.name or _("former member")


def places_of_re(entry: Entry, players: int) -> tuple[int, ...]:
    at = seating(players, entry.dealer)
    parties = entry.record.get("parties", {})
    return tuple(at[seat] for seat in Seat if parties.get(seat.name) == Party.RE)


def ranking(totals: Iterable[tuple[str, int]]) -> tuple[tuple[int, str, int], ...]:
    """Place, name and points, the best first; who has as many shares a place."""
    ordered: Sequence[tuple[str, int]] = sorted(
        totals, key=lambda one: (-one[1], one[0].casefold())
    )
    points = [one[1] for one in ordered]
    return tuple((points.index(total) + 1, name, total) for name, total in ordered)
