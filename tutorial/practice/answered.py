"""An answer beside the right one, as a page marks them: cards, options, figures, orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lessons.content.speech import Speech
from lessons.exercises.answers import Answer, Choice, Field, Value, Way
from lessons.exercises.exercise import Exercise
from lessons.rules.cards import Card, Seat
from tutorial.shared.table import Place, hand_places, trick_places
from tutorial.shared.words import speech


@dataclass(frozen=True, slots=True)
class Marked:
    """One of several things to choose, with what is to be said of it."""

    label: str
    mark: str
    """legal: chosen and right; missing: right, not chosen; wrong: chosen, not right."""
    is_only: bool
    """One of them is right, and one is chosen."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A field as it was answered; what it does not have is empty."""

    label: str
    is_right: bool
    trick: tuple[Place, ...] = ()
    hand: tuple[Place, ...] = ()
    options: tuple[Marked, ...] = ()
    """Where it is the only field."""
    given: str = ""
    right: str = ""
    """In words or figures, where there are no cards."""
    parts: tuple[Marked, ...] = ()
    """Of several things in words, what was chosen, each marked by itself."""
    order: tuple[Place, ...] = ()
    """As given, each card marked by whether it stands where it should."""
    right_order: tuple[Place, ...] = ()


def answered(exercise: Exercise[Any], answer: Answer) -> tuple[Answered, ...]:
    """Each field that was answered."""
    kind, question = exercise.kind, exercise.question
    said = speech().to_learner(exercise)
    right = kind.solve(question)
    trick = kind.exhibit(question).trick
    shown = []
    fields = kind.fields(question)
    for field, given, true in zip(fields, answer, right, strict=False):
        label = said.label(exercise, field)
        is_right = given == true
        match field.way:
            case Way.TRICK:
                assert trick is not None
                assert isinstance(given, Seat)
                assert isinstance(true, Seat)
                places = trick_places(trick, winner=true, chosen=given)
                made = Answered(label, is_right, trick=places)
            case Way.CARD | Way.CARDS:
                made = Answered(label, is_right, hand=_hand(field, given, true))
            case Way.ORDER:
                made = _order(label, given, true)
            case _ if field.way is not Way.NUMBER and len(fields) == 1:
                made = Answered(label, is_right, options=_options(said, field, given, true))
            case _:
                parts = _options(said, field, given, true) if isinstance(given, frozenset) else ()
                made = Answered(
                    label,
                    is_right,
                    given=_text(said, field, given),
                    right=_text(said, field, true),
                    parts=tuple(part for part in parts if part.mark in {"legal", "wrong"}),
                )
        shown.append(made)
    return tuple(shown)


def trick_among(fields: Sequence[Answered]) -> tuple[Place, ...]:
    """The trick that was answered with, if one was."""
    return next((one.trick for one in fields if one.trick), ())


def _among(value: Value) -> frozenset[object]:
    found = value if isinstance(value, frozenset) else frozenset({value})
    return found or frozenset({Choice.NOTHING})


def _mark(is_right: bool, is_chosen: bool) -> str:
    if is_right:
        return "legal" if is_chosen else "missing"
    return "wrong" if is_chosen else ""


def _text(said: Speech, field: Field, value: Value) -> str:
    if field.way is Way.NUMBER:
        return str(said.words.cards.value(value))
    return ", ".join(
        said.option(option, field) for option in field.options if option in _among(value)
    )


def _hand(field: Field, given: Value, right: Value) -> tuple[Place, ...]:
    cards = tuple(card for card in field.options if isinstance(card, Card))
    return tuple(
        Place(
            place.card,
            copy=place.copy,
            mark=_mark(place.card in _among(right), place.card in _among(given)),
        )
        for place in hand_places(cards)
    )


def _options(said: Speech, field: Field, given: Value, right: Value) -> tuple[Marked, ...]:
    return tuple(
        Marked(
            said.option(option, field),
            _mark(option in _among(right), option in _among(given)),
            is_only=field.way is Way.ONE,
        )
        for option in field.options
    )


def _order(label: str, given: Value, right: Value) -> Answered:
    assert isinstance(given, tuple)
    assert isinstance(right, tuple)
    order = tuple(
        Place(card, mark="legal" if card == true else "wrong")
        for card, true in zip(given, right, strict=True)
    )
    is_right = given == right
    places = () if is_right else tuple(Place(card) for card in right)
    return Answered(label, is_right, order=order, right_order=places)
