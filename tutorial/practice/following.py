"""Which exercise comes next: by chance, on the rule that was missed, or further along the path."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils import timezone

from lessons.exercises.addresses import COMPARED, SEEDS, Address
from lessons.exercises.exercise import Exercise
from lessons.exercises.making import exercise_at, is_there
from lessons.exercises.misconceptions import Misconception
from lessons.rules.rule_sets import PRESETS
from tutorial.practice.links import FOLLOW_UPS, choice_url, url_of
from tutorial.practice.verdict import ShownVerdict

TRIES = 30
"""So many of the next exercises are looked at for one that brings up a belief, or is about the very
statement."""
TRIES_OF_CLUB = 2
"""Under a club's options each may have to be searched for at length."""


def new_seed() -> int:
    """Chance: which exercise comes up where the address does not say."""
    return random.SystemRandom().randrange(SEEDS)


def seed_of_today() -> int:
    """For pages that many read and that lead to very many exercises: the same all day."""
    return timezone.localdate().toordinal()


def next_url(exercise: Exercise[Any], carried: Mapping[str, str], verdict: ShownVerdict) -> str:
    """Another of the same kind; after a mistake a few on the same rule that bring up the false
    belief behind it (see :func:`brought_up`), and on until that goes right."""
    following, carried = exercise.address.next(), dict(carried)
    after, left = carried.pop("after", ""), int(carried.pop("left", 0))
    if verdict.misconceptions and verdict.attempt is not None:
        after, left = verdict.attempt.key, FOLLOW_UPS + 1
    if after and left > 1:
        carried |= {"after": after, "left": str(left - 1)}
    if verdict.is_right:
        if "after" in carried:
            return url_of(following, **carried)
        if carried.pop("mixed", None) or few_to(exercise):
            following = replace(following, statement=None)
    elif verdict.rule_missed not in {None, following.statement}:
        following = replace(following, statement=verdict.rule_missed)
        carried |= {"mixed": "1"}
    ways = (following, replace(following, statement=None))
    there = next(filter(_is_there, ways), None)
    return choice_url(exercise.address) if there is None else url_of(there, **carried)


def brought_up(exercise: Exercise[Any], beliefs: Sequence[Misconception]) -> Address:
    """The first exercise, from this one on, that such a belief answers wrongly; where several
    fitted an answer, that they answer differently. If not for the same statement, then for any."""
    asked = exercise.address
    beliefs = [belief for belief in beliefs if belief in exercise.kind.beliefs]
    for first in dict.fromkeys((asked, replace(asked, statement=None))) if beliefs else ():
        tried = first
        for _try in tries(tried):
            if not _is_there(tried):
                break
            if _brings_up(exercise_at(tried), beliefs):
                return tried
            tried = tried.next()
    return asked


def _brings_up(exercise: Exercise[Any], beliefs: Sequence[Misconception]) -> bool:
    kind, question = exercise.kind, exercise.question
    believed = {kind.believed(belief, question) for belief in beliefs} - {None}
    return len(believed) > 1 or (len({*beliefs}) == 1 and not believed <= {kind.solve(question)})


def few_to(exercise: Exercise[Any]) -> int:
    """How many different questions there are to the statement that was asked for; 0: enough."""
    aim = exercise.kind.aims.get(exercise.address.statement or "")
    return 0 if aim is None else aim.few


def tries(address: Address) -> range:
    """How many exercises are looked at for a fitting one."""
    return range(TRIES_OF_CLUB if _is_of_club(address) else TRIES)


def _is_there(address: Address) -> bool:
    """Whether there is an exercise: a document's own rules leave every question room, a club's may
    not."""
    return not _is_of_club(address) or is_there(address)


def _is_of_club(address: Address) -> bool:
    return not {*address.rules.split(COMPARED)} <= {*PRESETS}
