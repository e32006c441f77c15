"""The form of an exercise: a control for each field of its answer, and what it has read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from django import forms
from django.http import QueryDict

from lessons.content.kind_words import Asked
from lessons.exercises.answers import (
    Answer,
    Choice,
    Field,
    UnusableAnswer,
    Value,
    Way,
    value_from,
    values_of,
)
from lessons.exercises.exercise import Exercise
from lessons.rules.calls import Call
from lessons.rules.cards import Card, Seat
from tutorial.practice.seats import is_by_trick, is_by_tricks, is_of_seats, plate_field
from tutorial.practice.sides import Side, side_of_field
from tutorial.shared.table import Place, hand_places, side_of, trick_places
from tutorial.shared.words import say, speech

_TEMPLATES = {
    Way.TRICK: "doko/trick_buttons.html",
    Way.CARD: "doko/hand_buttons.html",
    Way.CARDS: "doko/hand.html",
    Way.ORDER: "doko/order.html",
    Way.ONE: "doko/radios.html",
    Way.SEVERAL: "doko/boxes.html",
    Way.NUMBER: "doko/figure.html",
}
_PRESSED = {Way.TRICK, Way.CARD, Way.ONE, Way.ORDER}
"""Where it is the only field, a press on an option is the whole answer."""
_IN_WORDS = {Way.ONE, Way.SEVERAL}


def is_on_slip(exercise: Exercise[Any]) -> bool:
    """Whether figures are all that is asked: each is written in its line."""
    fields = exercise.kind.fields(exercise.question)
    return all(field.way is Way.NUMBER for field in fields) and not exercise.kind.compares


def is_said(field: Field) -> bool:
    """Whether it is what somebody may say, and chosen from a bubble."""
    return any(isinstance(option, Call) for option in field.options)


def lies_in_dock(exercise: Exercise[Any]) -> bool:
    """Whether what is chosen has no place on the table (yes, a party, a game), or several things
    are asked of it in words. What somebody has written himself lies there by itself."""
    if asks_in_parts(exercise):
        return True
    (field, *more) = exercise.kind.fields(exercise.question)
    return field.way is Way.ONE and not (more or is_of_seats(field) or field.labels)


def asks_in_turn(exercise: Exercise[Any]) -> bool:
    """Whether of such parts one is pressed after the other, and all are checked at the end."""
    fields = exercise.kind.fields(exercise.question)
    return asks_in_parts(exercise) and all(field.way is Way.ONE for field in fields)


def asks_in_parts(exercise: Exercise[Any]) -> bool:
    """Whether several things are chosen, all of them in words."""
    kind = exercise.kind
    fields = kind.fields(exercise.question)
    are_words = len(fields) > 1 and all(
        field.way in _IN_WORDS and not any(isinstance(option, Card) for option in field.options)
        for field in fields
    )
    return are_words and not (kind.compares or kind.is_stepwise or is_by_tricks(exercise))


@dataclass(frozen=True, slots=True)
class Option:
    """One of several things to choose, in words."""

    value: str
    label: str
    is_chosen: bool = False
    seat: Seat | None = None
    side: str = ""
    """Where a seat is drawn, round the table."""
    heard: str = ""
    """What is read aloud after it: what a seat has said and played."""


@dataclass(frozen=True, slots=True)
class Control:
    """A field as it stands in the form, and the template that draws it."""

    template: str
    name: str
    label: str
    places: tuple[Place, ...]
    options: tuple[Option, ...]
    order: tuple[Place, ...]
    """The cards of an order that have been pressed so far."""
    figure: str
    """What stands in it, of a figure."""
    may_be_negative: bool
    may_be_empty: bool
    is_said: bool
    is_one: bool
    """Whether one thing is chosen of several."""
    is_button: bool
    """Whether a press is the whole answer."""
    is_nothing: bool
    """Whether it was said that none of the cards is meant."""
    side: Side | None
    """The rule set that it is asked of, where two are compared."""

    @property
    def slots(self) -> tuple[Place, ...]:
        """For an order: a place for each card, and the cards that lie there so far."""
        return self.order + (Place(None),) * (len(self.places) - len(self.order))


@dataclass(frozen=True, slots=True)
class Turn:
    """One of several things that are asked one after the other."""

    label: str
    chosen: str
    """What was chosen, in words; empty: nothing yet."""
    is_now: bool


class AnswerForm(forms.Form):
    """Reads the controls of an exercise; ``cleaned_data["answer"]`` is the answer, or the values of
    the fields asked so far."""

    def __init__(
        self,
        exercise: Exercise[Any],
        token: str,
        url: str,
        *,
        posted: QueryDict | None = None,
        kept: QueryDict | None = None,
        notice: str = "",
        done: Answer = (),
        you: Seat | None = None,
        is_whole: bool = False,
    ) -> None:
        """``posted`` is an answer to check, ``kept`` a choice that only stands in the form again,
        while a ``notice`` may be given; ``done``: the steps answered before; ``you``: who sits at
        the bottom, where the question does not say it; ``is_whole``: all steps are asked at once.
        """
        self.exercise, self.token, self.url, self.notice = exercise, token, url, notice
        self.you = you
        kind, question = exercise.kind, exercise.question
        self.speech = speech().to_learner(exercise)
        self.asked: Asked = self.speech.asked(exercise)
        self.done = done
        self.at_fault: str | None = None
        """The field that could not be read."""
        every = kind.fields(question)
        in_steps = kind.is_stepwise and not is_whole
        self.answer_fields = every[len(done) : len(done) + 1] if in_steps else every
        self.sent = kept if posted is None else posted
        self.now = self._asked_now()
        """What is asked now, where one thing is asked after the other: the first that is not
        answered, or else the last."""
        self._plates = plate_field(exercise)
        if self.now is not None:
            self._plates = self.now if is_of_seats(self.now) else None
        read = {field.name: " ".join(self.given(field)) for field in self.answer_fields}
        super().__init__(None if posted is None else read, initial=read)
        for field in self.answer_fields:
            self.fields[field.name] = forms.CharField(required=False)

    def given(self, field: Field) -> list[str]:
        """What was sent for a field, without what cannot be printed."""
        values = self.sent.getlist(field.name) if self.sent is not None else []
        printed = ("".join(filter(str.isprintable, value)).strip() for value in values)
        found = [value for value in printed if value]
        if self.sent is not None and "back" in self.sent:
            if field.way is Way.ORDER:
                return found[:-1]
            sent = [one for one in self.answer_fields if one.name in self.sent]
            if asks_in_turn(self.exercise) and field in sent[-1:]:
                return []
        return found

    def _asked_now(self) -> Field | None:
        if not asks_in_turn(self.exercise):
            return None
        left = (one for one in self.answer_fields if not self._is_given(one))
        return next(left, self.answer_fields[-1])

    def _is_given(self, field: Field) -> bool:
        given = self.given(field)
        return len(given) == 1 and given[0] in values_of(field)

    @property
    def kept(self) -> tuple[tuple[str, str], ...]:
        """What was pressed before, where one thing is asked after the other: name and value."""
        before = takewhile(lambda field: field != self.now, self.answer_fields) if self.now else ()
        return tuple((field.name, self.given(field)[0]) for field in before)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All that is asked one after the other; none where that is not so."""
        kept = dict(self.kept)
        return tuple(
            Turn(
                self.speech.label(self.exercise, field),
                "".join(
                    one.label for one in self.options(field) if one.value == kept.get(field.name)
                ),
                is_now=field == self.now,
            )
            for field in (self.answer_fields if self.now else ())
        )

    @property
    def is_refused(self) -> bool:
        """Whether it says why it could not be checked."""
        return bool(self.notice or self.errors)

    @property
    def is_going_on(self) -> bool:
        """Whether only the first cards of an order have been pressed, or the first of several
        things."""
        if self.now is not None:
            return self._is_in_midst
        (field, *more) = self.answer_fields
        if self.sent is None or more or field.way is not Way.ORDER:
            return False
        given, known = self.given(field), values_of(field)
        return len(given) < len(known) and len({*given}) == len(given) and {*given} <= {*known}

    @property
    def _is_in_midst(self) -> bool:
        """Whether something was pressed or taken back, and all that was pressed can be."""
        if self.sent is None:
            return False
        given = {field: self.given(field) for field in self.answer_fields}
        is_known = all(self._is_given(field) for field, values in given.items() if values)
        is_any = "back" in self.sent or any(given.values())
        return is_known and is_any and not all(given.values())

    def clean(self) -> dict[str, Any]:
        answer: list[Value] = []
        for field in self.answer_fields:
            said, given = self.asked.fields[field.name], self.given(field)
            self.at_fault = field.name
            if not given:
                raise forms.ValidationError(said["missing"])
            try:
                answer.append(value_from(field, given))
            except UnusableAnswer as unusable:
                shown = ", ".join(unusable.given)[:40]
                raise forms.ValidationError(said["foreign"].format(given=shown)) from unusable
        self.at_fault = None
        kind, whole = self.exercise.kind, (*self.done, *answer)
        refused = kind.refuses(self.exercise.question, whole)
        if refused is not None:
            raise forms.ValidationError(say(refused))
        return {"answer": whole}

    @property
    def is_pressed(self) -> bool:
        """Whether a press on one of the options, or of the cards, is the whole answer."""
        is_one = len(self.answer_fields) == 1 and self.answer_fields[0].way in _PRESSED
        return is_one or self.now is not None or is_by_tricks(self.exercise)

    @property
    def lies_in_dock(self) -> bool:
        return lies_in_dock(self.exercise)

    @property
    def is_on_slip(self) -> bool:
        return is_on_slip(self.exercise)

    @property
    def is_worked_out(self) -> bool:
        """Whether all lines of a settlement are asked at once: each is written in its own."""
        return self.exercise.kind.is_stepwise and len(self.answer_fields) > 1

    @property
    def compares(self) -> bool:
        """Whether each rule set has its column."""
        return self.exercise.kind.compares

    @property
    def takes_back(self) -> bool:
        """Whether there is a card of an order to be taken back, or what was pressed before."""
        return bool(self.kept) or any(self.order(field) for field in self.answer_fields)

    @property
    def lies_on_felt(self) -> bool:
        """Whether the controls are the cards on the table."""
        return is_by_trick(self.exercise)

    @property
    def seats(self) -> tuple[Option, ...]:
        """The options that the plates are; none where there are others."""
        return self.options(self._plates) if self._plates in self.answer_fields else ()

    @property
    def apart(self) -> Control | None:
        """The plates, where the rest of the form lies in the dock."""
        return self._control(self._plates) if self._plates and self.lies_in_dock else None

    @property
    def controls(self) -> tuple[Control, ...]:
        """What its template draws."""
        every = self.answer_fields if self.now is None else (self.now,)
        if self.lies_in_dock:
            every = tuple(field for field in every if field != self._plates)
        return tuple(map(self._control, every))

    def _control(self, field: Field) -> Control:
        given = self.given(field)
        return Control(
            self._template(field),
            field.name,
            self.speech.label(self.exercise, field),
            self.places(field),
            self.options(field),
            self.order(field),
            figure=" ".join(given),
            may_be_negative=field.least < 0,
            may_be_empty=field.may_be_empty,
            is_said=is_said(field),
            is_one=field.way is Way.ONE,
            is_button=self.is_pressed,
            is_nothing=Choice.NOTHING.value in given,
            side=side_of_field(self.exercise, field),
        )

    def _template(self, field: Field) -> str:
        if self.lies_on_felt:
            return _TEMPLATES[Way.TRICK]
        if field == self._plates:
            return "doko/seats.html"
        if self.is_on_slip:
            return "doko/figure_line.html"
        is_button = field.way is Way.ONE and self.is_pressed
        return "doko/buttons.html" if is_button else _TEMPLATES[field.way]

    def order(self, field: Field) -> tuple[Place, ...]:
        """The cards of an order that have been pressed so far."""
        if field.way is not Way.ORDER:
            return ()
        by_value = {place.value: place for place in self.places(field)}
        return tuple(by_value[value] for value in self.given(field) if value in by_value)

    def places(self, field: Field) -> tuple[Place, ...]:
        """The cards of a field, each with its control's value."""
        given = self.given(field)
        if self.lies_on_felt:
            exhibit = self.exercise.kind.exhibit(self.exercise.question)
            assert exhibit.trick is not None
            you = exhibit.own_seat if self.you is None else self.you
            places = trick_places(exhibit.trick, you=you)
            return tuple(replace(one, is_chosen=one.value in given) for one in places)
        cards = tuple(card for card in field.options if isinstance(card, Card))
        if not cards:
            return ()
        places = hand_places(cards, values_of(field), chosen=given)
        if field.way is Way.CARD and self.errors and not self.notice:
            return tuple(replace(one, mark="wrong" if one.is_chosen else "") for one in places)
        if field.way is not Way.ORDER:
            return places
        numbers = {value: number for number, value in enumerate(given, 1)}
        return tuple(replace(place, number=numbers.get(place.value, 0)) for place in places)

    def options(self, field: Field) -> tuple[Option, ...]:
        """What can be chosen, in words."""
        own = self.exercise.kind.exhibit(self.exercise.question).own_seat
        you = own if self.you is None else self.you
        return tuple(
            Option(
                value,
                self.speech.option(option, field),
                is_chosen=value in self.given(field),
                seat=option if isinstance(option, Seat) else None,
                side=side_of(option, you) if isinstance(option, Seat) else "",
            )
            for value, option in zip(values_of(field), field.options, strict=True)
        )
