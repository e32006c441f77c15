"""What was answered to a question, in words and counted, and what stands behind the wrong ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from lessons.content.words import figure
from lessons.exercises.answers import (
    Answer,
    Field,
    Value,
    Way,
    answer_as_json,
    answer_from_json,
)
from lessons.exercises.exercise import Exercise
from lessons.rules.cards import Card
from tutorial.practice.seats import is_by_trick
from tutorial.shared.words import said_of, speech, words

SHORT, FEW = 14, 6
"""Letters of an answer that stands before its bar, and rows of which each does."""
MOST_BARS = 5
MOST_PARTS = 2
"""Of more fields nearly everybody has an answer of his own: it is counted field by field."""
_ALL_SHOWN = {Way.TRICK, Way.ONE}
"""Of one such field every option has its bar, given or not."""


def said_answer(exercise: Exercise[Any], answer: Answer) -> str:
    """In words: ``Hinterhand``, ``Re, keine 90``, ``Herz-Zehn``, several cards ``♥10 ♦D``."""
    fields = exercise.kind.fields(exercise.question)
    said = (_said(field, value) for field, value in zip(fields, answer, strict=True))
    return " · ".join(said)


def _said(field: Field, value: Value) -> str:
    if isinstance(value, frozenset):
        several = [one for one in field.options if one in value]
        said = dict.fromkeys(_said_of_many(field, one) for one in several)
        return ", ".join(said) or _("nothing")
    if isinstance(value, tuple):
        return " ".join(_said_of_many(field, one) for one in value)
    return figure(value) if type(value) is int else _said_option(field, value)


def _said_of_many(field: Field, option: Any) -> str:
    return words().cards.short(option) if isinstance(option, Card) else _said_option(field, option)


def _said_option(field: Field, option: Any) -> str:
    if isinstance(option, Card):
        return words().cards.card(option)
    return speech().option(option, field)


def right_parts(exercise: Exercise[Any], answer: Sequence[Any]) -> tuple[int, int]:
    """How many fields of an answer, as it is kept, are right, and how many there are."""
    right = answer_as_json(exercise.kind.solve(exercise.question))
    return sum(one == true for one, true in zip(answer, right, strict=False)), len(right)


@dataclass(frozen=True, slots=True)
class Given:
    answer: Sequence[Any]
    """As it is kept."""
    vote: int = 1


@dataclass(frozen=True, slots=True)
class Bar:
    """An answer, or a part of it that was right, and how many have given it at each vote."""

    said: str
    counts: tuple[int, ...]
    is_right: bool
    belief: str = ""
    """What whoever gives it believes; empty where it fits none, or several."""
    card: Card | None = None
    """The one that it names: of a hand, or of who has it in the trick on the table."""


@dataclass(frozen=True, slots=True)
class Spread:
    bars: tuple[Bar, ...]
    of: tuple[int, ...]
    """Answers of each vote."""
    is_by_parts: bool = False
    """Whether the bars say of each part how many had it right."""

    @property
    def is_short(self) -> bool:
        """Whether what was answered has room beside its bar."""
        rows = len(self.bars) + bool(self.others)
        return rows <= FEW and all(len(one.said) <= SHORT for one in self.bars)

    @property
    def others(self) -> int:
        """Answers of the last vote that have no bar."""
        if self.is_by_parts:
            return 0
        return self.of[-1] - sum(one.counts[-1] for one in self.bars)

    @property
    def mistake(self) -> Bar | None:
        """What was wrong most often in the last vote; None if no answer stands out."""
        wrong = () if self.is_by_parts else tuple(one for one in self.bars if not one.is_right)
        often = max((one.counts[-1] for one in wrong), default=0)
        found = tuple(one for one in wrong if one.counts[-1] == often)
        return found[0] if len(found) == 1 and often > 1 else None

    @property
    def most(self) -> int:
        """Of answers to a vote: what a bar is full of."""
        return max(self.of) or 1


def spread(
    exercise: Exercise[Any], given: Sequence[Given], votes: int = 1, *, is_told: bool = True
) -> Spread:
    """What was given how often; ``is_told``: whether the right answer may be shown."""
    fields = exercise.kind.fields(exercise.question)
    numbers = range(1, votes + 1)
    of = tuple(sum(one.vote == number for one in given) for number in numbers)
    if len(fields) > MOST_PARTS:
        return Spread(_by_parts(exercise, given, numbers, is_told=is_told), of, is_by_parts=True)
    alike: dict[str, list[Given]] = {}
    for one in given:
        alike.setdefault(json.dumps(one.answer), []).append(one)
    right = exercise.kind.solve(exercise.question)
    every = shown = _always(fields)
    if is_told and (told := json.dumps(answer_as_json(right))) not in every:
        shown = [told]
    shown = [*shown]
    for answer in sorted(alike, key=lambda one: -len(alike[one])):
        if answer not in shown:
            shown.append(answer)
    bars = []
    for answer in shown[: max(MOST_BARS, len(every))]:
        its = alike.get(answer, [])
        value = answer_from_json(fields, json.loads(answer))
        verdict = exercise.kind.verdict(exercise.question, value)
        beliefs = [*verdict.misconceptions]
        bars.append(
            Bar(
                said_answer(exercise, value),
                tuple(sum(one.vote == number for one in its) for number in numbers),
                verdict.is_right,
                said_of(beliefs[0]) if len(beliefs) == 1 else "",
                _card_of(exercise, value),
            )
        )
    return Spread(tuple(bars), of)


def _card_of(exercise: Exercise[Any], answer: Answer) -> Card | None:
    one, *more = answer
    trick = exercise.kind.exhibit(exercise.question).trick
    if trick is not None and is_by_trick(exercise):
        return next(card for seat, card in trick.played if seat == one)
    return one if isinstance(one, Card) and not more else None


def _by_parts(
    exercise: Exercise[Any], given: Sequence[Given], numbers: range, *, is_told: bool
) -> tuple[Bar, ...]:
    """A bar for each field, and one for all of it."""
    said = speech().to_learner(exercise)
    fields = exercise.kind.fields(exercise.question)
    right = exercise.kind.solve(exercise.question)
    kept = answer_as_json(right)
    name = said.line if exercise.kind.is_stepwise else said.label
    labels = [name(exercise, field) for field in fields]
    if is_told:
        values = (_said(field, value) for field, value in zip(fields, right, strict=True))
        labels = [f"{label}: {value}" for label, value in zip(labels, values, strict=True)]

    def counted(is_right: Any) -> tuple[int, ...]:
        return tuple(sum(one.vote == n and is_right(one.answer) for one in given) for n in numbers)

    parts = [
        Bar(label, counted(lambda answer, at=at: answer[at : at + 1] == kept[at : at + 1]), True)
        for at, label in enumerate(labels)
    ]
    return (*parts, Bar(_("All of it"), counted(lambda answer: [*answer] == kept), True))


def _always(fields: Sequence[Field]) -> list[str]:
    """Answers with a bar, given or not."""
    (field, *more) = fields
    if more or field.way not in _ALL_SHOWN:
        return []
    return [json.dumps(answer_as_json((option,))) for option in field.options]
