"""A solved exercise for the same rule, to be looked at first after two misses on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from lessons.exercises.addresses import SEEDS, Address
from lessons.exercises.exercise import Exercise
from lessons.exercises.making import exercise_at
from tutorial.practice.answered import Answered, answered
from tutorial.practice.following import tries
from tutorial.practice.table import Table, table_after
from tutorial.shared.words import speech


@dataclass(frozen=True, slots=True)
class Worked:
    """An exercise of the same kind and rule, solved."""

    table: Table
    answered: tuple[Answered, ...]
    lines: tuple[str, ...]


def worked_example(address: Address) -> Worked:
    """The solution of an exercise for the same rule."""
    return worked_through(worked_exercise(address))


def worked_through(exercise: Exercise[Any], *, with_steps: bool = False) -> Worked:
    """``with_steps``: with the reasons of every step, where it is worked out in several."""
    kind, right = exercise.kind, exercise.kind.solve(exercise.question)
    verdict = kind.verdict(exercise.question, right)
    said = speech()
    answer = said.words.cards.of_verdict(said.asked(exercise).answer, verdict)
    marked = answered(exercise, right)
    table = table_after(exercise, right, marked)
    ends = range(1, len(right) + 1) if with_steps and kind.is_stepwise else (len(right),)
    steps = (kind.verdict(exercise.question, right[:end]) for end in ends)
    because = dict.fromkeys(one for step in steps for one in said.verdict(exercise, step).because)
    return Worked(table, marked, (answer, *because))


def worked_exercise(
    address: Address, drawn: Callable[[str, int], Exercise[Any]] | None = None
) -> Exercise[Any]:
    """One of this kind, level and statement, far from those that come next; really about the
    statement, which an exercise asked for it need not be (an aim's ``contrast``). ``drawn``: how
    it is made from rules and seed where not every one will do."""

    def made(seed: int) -> Exercise[Any]:
        return drawn(address.rules, seed) if drawn else exercise_at(replace(address, seed=seed))

    exercise = made((address.seed + SEEDS // 2) % SEEDS)
    for _try in tries(address):
        if address.statement in (None, *exercise.kind.taught(exercise.question)):
            break
        exercise = made(exercise.address.next().seed)
    return exercise
