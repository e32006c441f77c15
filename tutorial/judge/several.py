"""Several games at once: what each is worth, and what the seats and the players have in all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lessons.content.words import figure
from lessons.rules.cards import PLAYERS, Seat
from lessons.rules.contracts import Contract
from lessons.rules.parties import UNDECIDED
from lessons.rules.reservations import Settled
from lessons.rules.rounds import next_dealer, seating
from tutorial.judge.games import WrittenGame
from tutorial.judge.shown import Judged, judged


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several games."""

    number: int
    text: str
    judged: Judged | None
    """None: nothing could be read; ``fault`` says why."""
    fault: str

    @property
    def scores(self) -> tuple[str, ...]:
        return tuple(map(figure, self.judged.scores)) if self.judged else ()


@dataclass(frozen=True, slots=True)
class Several:
    games: tuple[OneOf, ...]

    @property
    def settled(self) -> int:
        """So many are settled."""
        return sum(bool(game.scores) for game in self.games)

    @property
    def is_readable(self) -> bool:
        """Whether any is."""
        return any(game.judged and not game.judged.is_unreadable for game in self.games)

    @property
    def asking(self) -> tuple[int, ...]:
        """The numbers of those of which nobody has said yet whether anything was called."""
        return tuple(g.number for g in self.games if g.judged and g.judged.asks_for_calls)

    @property
    def totals(self) -> tuple[str, ...]:
        """What each seat has written down in the games that are settled."""
        return _added(game.judged.scores for game in self.games if game.judged)

    @property
    def totals_of_players(self) -> tuple[str, ...]:
        """What those have who sat at VH, MH, HH and G in the first game, if the deal went round
        from game to game; nothing where one of the games is not settled."""
        if self.settled < len(self.games):
            return ()
        dealer, rows = PLAYERS - 1, []
        for game in self.games:
            assert game.judged is not None  # it is settled
            at = seating(PLAYERS, dealer)
            rows.append([game.judged.scores[at.index(player)] for player in range(PLAYERS)])
            settled = Settled(Contract.NORMAL, UNDECIDED, is_compulsory=game.judged.is_compulsory)
            dealer = next_dealer(PLAYERS, dealer, settled)
        return _added(rows)


def several(games: Iterable[WrittenGame]) -> Several:
    """Each judged for itself: one that cannot be read spoils no other."""
    return Several(tuple(_one(number, game) for number, game in enumerate(games, start=1)))


def _one(number: int, game: WrittenGame) -> OneOf:
    if game.fault:
        return OneOf(number, game.text, None, game.fault)
    return OneOf(number, game.text, judged(game.record, asks_for_calls=game.asks_for_calls), "")


def _added(rows: Iterable[Sequence[int]]) -> tuple[str, ...]:
    sums = [0] * len(Seat)
    for row in rows:
        sums = [before + now for before, now in zip(sums, row or [0] * len(Seat), strict=True)]
    return tuple(map(figure, sums))
