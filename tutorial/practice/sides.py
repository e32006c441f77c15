"""Where two rule sets are compared: what is told of each stands in its column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lessons.exercises.answers import Field
from lessons.exercises.exercise import Exercise
from lessons.exercises.exhibits import Fact
from lessons.rules.calls import LIMITS
from tutorial.shared.words import words


@dataclass(frozen=True, slots=True)
class Side:
    """What is told of one of the rule sets."""

    cards: int
    """In its pack; 0: the question does not say."""
    agreed: tuple[tuple[str, int], ...]
    """Limits, and how many cards one has to hold for each at least."""


def side_of_field(exercise: Exercise[Any], field: Field) -> Side | None:
    """What is told of the rule set that a field asks about; None where none are compared."""
    kind, question = exercise.kind, exercise.question
    if not kind.compares:
        return None
    number = [one.name for one in kind.fields(question)].index(field.name)
    called = question.both[number].called
    told = [fact for fact in kind.exhibit(question).facts if fact.words == (called,)]
    cards = [fact.figures[0] for fact in told if fact.reason is Fact.PACK_OF]
    agreed = [fact.figures[1:] for fact in told if fact.reason is Fact.AGREED_UNDER]
    names = map(words().cards.name, LIMITS)
    return Side(sum(cards), tuple(zip(names, *agreed, strict=True)) if agreed else ())
