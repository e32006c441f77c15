"""Tables of four and five drawn by lot, so that as few as can be meet once more (cvjm:6a)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from lessons.rules.cards import PLAYERS

MOST_TRIED = 6000
"""Swaps looked at in one draw: about a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Drawn:
    tables: tuple[tuple[int, ...], ...]
    """Who sits at each, clockwise; the first deals first."""
    pausing: tuple[int, ...]
    """For whom there is no table this time."""


def sizes_for(players: int) -> tuple[int, ...]:
    """The tables for so many players: of four as far as can be, else of five. With six, seven and
    eleven some pause; with fewer than four there is none."""
    seated = players
    while seated >= PLAYERS and seated % PLAYERS * (PLAYERS + 1) > seated:
        seated -= 1
    of_five = seated % PLAYERS if seated >= PLAYERS else 0
    of_four = (seated - of_five * (PLAYERS + 1)) // PLAYERS
    return (PLAYERS,) * of_four + (PLAYERS + 1,) * of_five


def draw(
    players: Sequence[int],
    before: Iterable[Sequence[int]],
    paused: Mapping[int, int],
    chance: Random,
) -> Drawn:
    """Tables for a round. ``before``: who sat together in each table so far; ``paused``: how often
    somebody had no table. Whoever paused least pauses first."""
    sizes = sizes_for(len(players))
    waiting = list(players)
    chance.shuffle(waiting)
    waiting.sort(key=lambda one: -paused.get(one, 0))
    seated, pausing = waiting[: sum(sizes)], waiting[sum(sizes) :]
    met = Counter(frozenset(pair) for table in before for pair in combinations(table, 2))
    best, least, left = _cut(seated, sizes), len(met) * 1_000_000 + 1, MOST_TRIED
    while left > 0 and least:
        chance.shuffle(seated)
        tables, left = _improved(_cut(seated, sizes), met, left)
        left -= 1  # where there is one table there is nothing to swap
        worth = sum(_again(table, met) for table in tables)
        if worth < least:
            best, least = tables, worth
    for table in best:
        chance.shuffle(table)
    chance.shuffle(best)
    return Drawn(tuple(map(tuple, best)), tuple(pausing))


def _cut(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    left = list(players)
    return [[left.pop() for _place in range(size)] for size in sizes]


def _improved(
    tables: list[list[int]], met: Counter[frozenset[int]], left: int
) -> tuple[list[list[int]], int]:
    """After every swap that makes fewer meet again, as long as there is one; and how many more
    may be looked at."""
    places = [(table, place) for table in tables for place in range(len(table))]
    is_better = True
    while is_better and left > 0:
        is_better = False
        for (here, i), (there, j) in combinations(places, 2):
            if here is there:
                continue
            left -= 1
            now = _meets(here, i, here[i], met) + _meets(there, j, there[j], met)
            then = _meets(here, i, there[j], met) + _meets(there, j, here[i], met)
            if then < now:
                here[i], there[j] = there[j], here[i]
                is_better = True
            if left <= 0:
                break
    return tables, left


def _meets(table: Sequence[int], place: int, who: int, met: Counter[frozenset[int]]) -> int:
    """How much it is worth avoiding that somebody sits at a place: often met counts more."""
    return sum(met[frozenset((who, other))] ** 2 for at, other in enumerate(table) if at != place)


def _again(table: Sequence[int], met: Counter[frozenset[int]]) -> int:
    return sum(met[frozenset(pair)] ** 2 for pair in combinations(table, 2))
