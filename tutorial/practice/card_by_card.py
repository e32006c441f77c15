"""A trick as it was after so many cards, to be looked at after the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lessons.exercises.answers import Way
from lessons.exercises.exercise import Exercise
from lessons.exercises.exhibits import Fact
from lessons.rules.reasons import Why
from lessons.rules.tricks import Trick, trick_winner, why_won
from tutorial.shared.table import Place, trick_places
from tutorial.shared.words import speech


@dataclass(frozen=True, slots=True)
class PlayedOn:
    places: tuple[Place, ...]
    lines: tuple[str, ...]
    next_card: int
    """The number of the next one; 0 after the last."""


def trick_of(exercise: Exercise[Any]) -> Trick | None:
    """The trick whose winner is asked for."""
    fields = exercise.kind.fields(exercise.question)
    if fields[0].way is not Way.TRICK:
        return None
    return exercise.kind.exhibit(exercise.question).trick


def trick_up_to(exercise: Exercise[Any], number: int) -> PlayedOn | None:
    """The trick up to a card, with what is to be said of that; None where there is no such card."""
    trick = trick_of(exercise)
    if trick is None or not 1 <= number <= len(trick.cards):
        return None
    so_far, order, said = (
        Trick(trick.leader, trick.cards[:number]),
        exercise.question.order,
        speech(),
    )
    last, holder = so_far.seats[-1], trick_winner(so_far, order)
    lines = [said.fact(Why(Fact.PLAYS, so_far.cards[-1:], seats=(last,)))]
    if so_far.is_complete:
        lines += said.all_said(why_won(so_far, order))
    else:
        held = Why(Fact.HOLDS_SO_FAR, (so_far.card_of(holder),), seats=(holder,))
        lines.append(said.fact(held))
    next_card = number + 1 if number < len(trick.cards) else 0
    return PlayedOn(trick_places(so_far, winner=holder), tuple(lines), next_card)
