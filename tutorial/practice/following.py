"""Which exercise comes next: by chance, on the rule that was missed, or further along the path."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lessons.content.course import PathStep
from lessons.content.reading import course
from lessons.exercises.addresses import COMPARED, SEEDS, Address, NoSuchExercise
from lessons.exercises.exercise import Exercise
from lessons.exercises.kind import Kind
from lessons.exercises.making import exercise_at
from lessons.exercises.misconceptions import Misconception
from lessons.rules.rule_sets import PRESETS
from tutorial.practice.links import choice_url, step_in, url_of
from tutorial.practice.verdict import ShownVerdict

TRIES = 12
"""So many of the next exercises are looked at for one that tells two beliefs apart, or is about
the very statement."""
TRIES_OF_CLUB = 2
"""Under a club's options each may have to be searched for at length."""


def new_seed() -> int:
    """Chance: which exercise comes up where the address does not say."""
    return random.SystemRandom().randrange(SEEDS)


def next_url(exercise: Exercise[Any], carried: Mapping[str, str], verdict: ShownVerdict) -> str:
    """Another of the same kind: after a mistake on the same rule, until that goes right; where
    several false beliefs fit the answer, one that tells them apart."""
    following, carried = exercise.address.next(), dict(carried)
    if verdict.is_right:
        is_mixed, step = carried.pop("mixed", None), step_in(carried)
        if step:
            following = next_of_step(step, exercise.address, following.seed)
        elif is_mixed:
            following = replace(following, statement=None)
    elif verdict.rule_missed not in {None, following.statement}:
        following = replace(following, statement=verdict.rule_missed)
        carried |= {"mixed": "1"}
    if len(verdict.misconceptions) > 1:
        following = telling_apart(exercise.kind, following, verdict.misconceptions)
    ways = (following, replace(following, statement=None))
    there = next(filter(_is_there, ways), None)
    return choice_url(exercise.address) if there is None else url_of(there, **carried)


def next_of_step(step: PathStep, last: Address, seed: int) -> Address:
    """An exercise for a step of the beginners' path, of another sort than the last; those of the
    step before are mixed in."""
    beginners = course().beginners
    place = beginners.number_of(step) - 1
    mixed = [
        asked.address(beginners.rules, seed)
        for one in beginners.path[max(place - 1, 0) : place + 1]
        for asked in one.exercises
    ]
    others = [
        address
        for address in mixed
        if (address.kind, address.statement) != (last.kind, last.statement)
    ]
    # The lowest digits of seeds that follow one another repeat too soon.
    return others[seed // 1000 % len(others)]


def telling_apart(kind: Kind[Any], address: Address, beliefs: Sequence[Misconception]) -> Address:
    """The first of the next exercises that answers two of these beliefs differently."""
    tried = address
    for _try in tries(address):
        if not _is_there(tried):
            break
        question = exercise_at(tried).question
        believed = [kind.believed(belief, question) for belief in beliefs]
        if len({answer for answer in believed if answer is not None}) > 1:
            return tried
        tried = tried.next()
    return address


def tries(address: Address) -> range:
    """How many exercises are looked at for a fitting one."""
    return range(TRIES_OF_CLUB if _is_of_club(address) else TRIES)


def _is_there(address: Address) -> bool:
    """Whether there is an exercise: a document's own rules leave every question room, a club's may
    not."""
    if not _is_of_club(address):
        return True
    try:
        exercise_at(address)
    except NoSuchExercise:
        return False
    return True


def _is_of_club(address: Address) -> bool:
    return not {*address.rules.split(COMPARED)} <= {*PRESETS}
