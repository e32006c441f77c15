"""Where an answer is a seat: its plate is pressed, or its card where full tricks lie."""

from __future__ import annotations

from typing import Any

from lessons.exercises.answers import Field, Numbered, Way
from lessons.exercises.exercise import Exercise
from lessons.rules.cards import Seat


def is_of_seats(field: Field) -> bool:
    """Whether it is answered with seats."""
    return any(isinstance(option, Seat) for option in field.options)


def is_by_trick(exercise: Exercise[Any]) -> bool:
    """Whether the cards of the trick on the table are pressed."""
    (field, *more) = exercise.kind.fields(exercise.question)
    trick = exercise.kind.exhibit(exercise.question).trick
    if field.way is Way.TRICK:
        return True
    is_whole = trick is not None and trick.is_complete
    return field.way is Way.ONE and not more and is_of_seats(field) and is_whole


def is_by_tricks(exercise: Exercise[Any]) -> bool:
    """Whether a card of several tricks is pressed: which trick and which seat is asked."""
    fields = exercise.kind.fields(exercise.question)
    return [type(option) for field in fields for option in field.options[:1]] == [Numbered, Seat]


def plate_field(exercise: Exercise[Any]) -> Field | None:
    """The field that the plates round the table are pressed for: the first that asks for a seat."""
    if is_by_trick(exercise) or is_by_tricks(exercise):
        return None
    return next(filter(is_of_seats, exercise.kind.fields(exercise.question)), None)


def is_by_plates(exercise: Exercise[Any]) -> bool:
    """Whether the plates round the table are all that is pressed."""
    alone = len(exercise.kind.fields(exercise.question)) == 1
    return alone and plate_field(exercise) is not None


def is_by_seats(exercise: Exercise[Any]) -> bool:
    """Whether a figure is asked of each seat."""
    fields = exercise.kind.fields(exercise.question)
    return all(field.name in Seat.__members__ for field in fields)
