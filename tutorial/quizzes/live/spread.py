"""How many have given which answer, and what stands behind the wrong ones."""

from __future__ import annotations

import json
from collections import Counter
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
from tutorial.learners.models import belief_of
from tutorial.quizzes.models import Guest, Live, Phase, Vote
from tutorial.shared.words import said_of, speech, words
from tutorial.sittings.going import called, exercise_of
from tutorial.sittings.models import Item

MOST_BARS = 5
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


@dataclass(frozen=True, slots=True)
class Bar:
    """An answer, and how many have given it at each vote."""

    said: str
    counts: tuple[int, ...]
    is_right: bool
    belief: str
    """What whoever gives it believes; empty where it fits none, or several."""


@dataclass(frozen=True, slots=True)
class Spread:
    bars: tuple[Bar, ...]
    of: tuple[int, ...]
    """Answers of each vote."""
    others: int
    """Answers of the last vote that have no bar."""

    @property
    def most(self) -> int:
        return max((one for bar in self.bars for one in bar.counts), default=0) or 1


def spread_of(live: Live) -> Spread:
    """Of the question that is asked now; in one query."""
    assert live.item is not None
    exercise = exercise_of(live.item)
    fields = exercise.kind.fields(exercise.question)
    votes = [*Vote.objects.filter(item=live.item)]
    given: dict[str, list[Vote]] = {}
    for one in votes:
        given.setdefault(json.dumps(one.answer), []).append(one)
    right = exercise.kind.solve(exercise.question)
    every = shown = _always(fields)
    if live.phase == Phase.REVEAL and (told := json.dumps(answer_as_json(right))) not in every:
        shown = [told]
    shown = [*shown]
    for answer in sorted(given, key=lambda one: -len(given[one])):
        if answer not in shown:
            shown.append(answer)
    numbers = range(1, live.vote + 1)
    bars = []
    for answer in shown[: max(MOST_BARS, len(every))]:
        its = given.get(answer, [])
        value = answer_from_json(fields, json.loads(answer))
        verdict = exercise.kind.verdict(exercise.question, value)
        beliefs = [*verdict.misconceptions]
        bars.append(
            Bar(
                said_answer(exercise, value),
                tuple(sum(one.vote == number for one in its) for number in numbers),
                verdict.is_right,
                said_of(beliefs[0]) if len(beliefs) == 1 else "",
            )
        )
    of = tuple(sum(one.vote == number for one in votes) for number in numbers)
    return Spread(tuple(bars), of, of[-1] - sum(one.counts[-1] for one in bars))


def _always(fields: Sequence[Field]) -> list[str]:
    """Answers with a bar, given or not."""
    (field, *more) = fields
    if more or field.way not in _ALL_SHOWN:
        return []
    return [json.dumps(answer_as_json((option,))) for option in field.options]


@dataclass(frozen=True, slots=True)
class Room:
    """What came of it all, for the leader."""

    people: tuple[tuple[Guest, int, int], ...]
    """Each with how many right, and of how many answered."""
    beliefs: tuple[tuple[str, str, int], ...]
    """As it is called, as it is said, and how many hold it; the most first."""
    hardest: tuple[tuple[Item, str, int, int], ...]
    """Each with what it is called, how many right, and of how many."""


def room_of(live: Live, items: Sequence[Item]) -> Room:
    """Of the last vote of each at each question: in two queries, however many are there."""
    votes = Vote.objects.filter(guest__live=live).order_by("vote")
    last: dict[tuple[int, int], tuple[bool, list[str]]] = {}
    for guest, item, right, beliefs in votes.values_list(
        "guest_id", "item_id", "right", "misconceptions"
    ):
        last[guest, item] = right, beliefs
    of_guest, of_item = Counter[int](), Counter[int]()
    right_of_guest, right_of_item = Counter[int](), Counter[int]()
    held: dict[str, set[int]] = {}
    for (guest, item), (right, beliefs) in last.items():
        of_guest[guest] += 1
        of_item[item] += 1
        right_of_guest[guest] += right
        right_of_item[item] += right
        if belief := belief_of(beliefs):
            held.setdefault(belief, set()).add(guest)
    asked = [one for one in items if of_item[one.pk]]
    asked.sort(key=lambda one: right_of_item[one.pk] / of_item[one.pk])
    return Room(
        tuple((g, right_of_guest[g.pk], of_guest[g.pk]) for g in live.guests.order_by("pk")),
        tuple(
            (one, said_of(one), len(held[one])) for one in sorted(held, key=lambda b: -len(held[b]))
        ),
        tuple((i, called(i), right_of_item[i.pk], of_item[i.pk]) for i in asked),
    )
