"""An answer beside the right one, as a page marks them: cards, options, figures, orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from lessons.content.speech import Speech
from lessons.exercises.answers import Answer, Choice, Field, Value, Way
from lessons.exercises.exercise import Exercise
from lessons.rules.cards import Card, Seat
from tutorial.practice.forms import is_on_slip, is_said
from tutorial.practice.seats import is_by_trick, plate_field
from tutorial.practice.sides import Side, side_of_field
from tutorial.shared.table import Place, hand_places, side_of, trick_places
from tutorial.shared.words import speech


@dataclass(frozen=True, slots=True)
class Marked:
    """One of several things to choose, with what is to be said of it."""

    label: str
    mark: str
    """legal: chosen and right; missing: right, not chosen; wrong: chosen, not right."""
    is_only: bool
    """One of them is right, and one is chosen."""
    seat: Seat | None
    side: str = ""
    heard: str = ""
    """What is read aloud after it."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A field as it was answered; what it does not have is empty."""

    label: str
    is_right: bool
    name: str = ""
    """Of its field."""
    trick: tuple[Place, ...] = ()
    hand: tuple[Place, ...] = ()
    is_of_several: bool = False
    """Whether more than one of its cards may be chosen."""
    options: tuple[Marked, ...] = ()
    given: str = ""
    right: str = ""
    """In words or figures, where there are no cards."""
    order: tuple[Place, ...] = ()
    """As they lay, each card with its place and marked by whether that is right."""
    placed: tuple[Place, ...] = ()
    """The same, each with its right place."""
    right_order: tuple[Card, ...] = ()
    is_on_slip: bool = False
    is_said: bool = False
    is_by_plates: bool = False
    """Whether the plates on the table are marked with it."""
    side: Side | None = None
    """The rule set that it was asked of, where two are compared."""

    @property
    def slots(self) -> tuple[Place, ...]:
        """The cards of an order where they were put."""
        return tuple(sorted(self.order, key=lambda place: place.number))

    @property
    def beaten(self) -> tuple[Place, ...]:
        """The card that has won the trick, and the one that was taken for it; empty where it is
        the same or no trick was asked."""
        found = {place.mark: place for place in self.trick}
        return (found["wins"], found["wrong"]) if {"wins", "wrong"} <= found.keys() else ()

    @property
    def has_missing(self) -> bool:
        """Whether something is marked as right that was not chosen."""
        marks = (*(card.mark for card in self.hand), *(option.mark for option in self.options))
        return "missing" in marks

    @property
    def is_figure(self) -> bool:
        return bool(self.given) and not self.options

    @property
    def is_of_seats(self) -> bool:
        return any(option.seat is not None for option in self.options)

    @property
    def parts(self) -> tuple[Marked, ...]:
        """Of several things in words, what was chosen, each marked by itself."""
        return tuple(option for option in self.options if option.mark in {"legal", "wrong"})


def answered(
    exercise: Exercise[Any], answer: Answer, you: Seat | None = None
) -> tuple[Answered, ...]:
    """Each field that was answered; ``you``: who sits at the bottom, where the question does not
    say it."""
    kind, question = exercise.kind, exercise.question
    said = speech().to_learner(exercise)
    right = kind.solve(question)
    exhibit = kind.exhibit(question)
    trick = exhibit.trick
    bottom = exhibit.own_seat if you is None else you
    shown = []
    fields = kind.fields(question)
    for field, given, true in zip(fields, answer, right, strict=False):
        label = said.label(exercise, field)
        is_right = given == true
        match field.way:
            case _ if is_by_trick(exercise):
                assert trick is not None
                assert isinstance(given, Seat)
                assert isinstance(true, Seat)
                places = trick_places(trick, you=bottom, winner=true, chosen=given)
                made = Answered(label, is_right, trick=places)
            case Way.CARD | Way.CARDS:
                nothing = _nothing(given, true) if field.may_be_empty else ()
                made = Answered(
                    label,
                    is_right,
                    hand=_hand(field, given, true),
                    is_of_several=field.way is Way.CARDS,
                    options=nothing,
                )
            case Way.ORDER:
                made = _order(label, field, given, true)
            case Way.NUMBER:
                said_of = said.words.cards.value
                made = Answered(
                    label,
                    is_right,
                    given=str(said_of(given)),
                    right=str(said_of(true)),
                    is_on_slip=is_on_slip(exercise),
                )
            case _:
                made = Answered(
                    label,
                    is_right,
                    options=_options(said, field, given, true, bottom),
                    given=_text(said, field, given),
                    right=_text(said, field, true),
                    is_said=is_said(field),
                    is_by_plates=field == plate_field(exercise),
                )
        shown.append(replace(made, name=field.name, side=side_of_field(exercise, field)))
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


def _nothing(given: Value, right: Value) -> tuple[Marked, ...]:
    """Beside cards, that none of them is meant."""
    mark = _mark(not right, not given)
    return (Marked(_("None of these"), mark, is_only=True, seat=None),)


def _options(
    said: Speech, field: Field, given: Value, right: Value, you: Seat | None
) -> tuple[Marked, ...]:
    return tuple(
        Marked(
            said.option(option, field),
            _mark(option in _among(right), option in _among(given)),
            is_only=field.way is Way.ONE,
            seat=option if isinstance(option, Seat) else None,
            side=side_of(option, you) if isinstance(option, Seat) else "",
        )
        for option in field.options
    )


def _order(label: str, field: Field, given: Value, right: Value) -> Answered:
    assert isinstance(given, tuple)
    assert isinstance(right, tuple)
    is_right = given == right
    put = {card: number for number, card in enumerate(given, 1)}
    belongs = dict(zip(given, right, strict=True))
    order = tuple(
        Place(card, number=put[card], mark="legal")
        if belongs[card] == card
        else Place(card, number=put[card], mark="wrong", instead=belongs[card])
        for card in field.options
        if isinstance(card, Card)
    )
    placed = tuple(
        replace(
            one,
            number=right.index(one.card) + 1,
            mark="legal" if one.mark == "legal" else "missing",
        )
        for one in order
    )
    in_order = () if is_right else right
    return Answered(label, is_right, order=order, placed=placed, right_order=in_order)
