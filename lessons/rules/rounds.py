"""A round of games: who deals, who sits where, and how one entry follows another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from lessons.rules.cards import PLAYERS, Seat
from lessons.rules.reservations import Settled
from lessons.rules.scoring import Result, Tally, result_of


def seating(players: int, dealer: int) -> tuple[int, ...]:
    """For each seat the player who sits there, of four or five numbered clockwise from 0, when
    ``dealer`` deals: VH at the dealer's left (kompakt:geben). With five the dealer pauses, and the
    player at the dealer's right is G (royal:2.1.1a, reading R29)."""
    if players not in {PLAYERS, PLAYERS + 1}:
        raise ValueError(f"expected four or five players, got {players!r}")
    return tuple((dealer + 1 + seat) % players for seat in Seat)


def next_dealer(players: int, dealer: int, settled: Settled) -> int:
    """Dealing goes clockwise (kompakt:geben), after a solo too (cvjm:5.3); after a compulsory solo
    the same dealer deals again (kompakt:pflichtsolo)."""
    return dealer if settled.is_compulsory else (dealer + 1) % players


def entries(players: int, dealer: int, scores: Sequence[int]) -> tuple[int, ...]:
    """The entry of each player when the seats write ``scores``; who pauses writes 0 (R29)."""
    by_player = dict(zip(seating(players, dealer), scores, strict=True))
    return tuple(by_player.get(player, 0) for player in range(players))


def settle_series(tallies: Iterable[Tally | None]) -> Iterator[Result | None]:
    """The results of a round's games in order, each doubled where the entry before it was a draw
    (Kalter Schlag; royal:6.2.3, R5, R30). None: a redeal, which is no entry and passes it on."""
    after_draw = False
    for tally in tallies:
        if tally is None:
            yield None
            continue
        result = result_of(replace(tally, after_draw=after_draw))
        yield result
        after_draw = result.is_draw
