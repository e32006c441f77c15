"""Going through a sheet: starting, the items with their answers, what comes again."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from lessons.exercises.addresses import Address
from lessons.exercises.exercise import Exercise
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.written import as_json, from_json
from tutorial.learners.cookie import learner_id
from tutorial.learners.models import Attempt, Learner, Memory
from tutorial.learners.remembering import known_of
from tutorial.practice.verdict import ShownVerdict
from tutorial.practice.where import Where
from tutorial.sittings.choosing import Chosen, again, ten
from tutorial.sittings.models import Item, Sheet, Sitting, Why


def start_ten(learner: Learner, rules: str) -> Sitting:
    """A sheet of ten for today, and the learner's sitting."""
    memory = {one.statement: known_of(one) for one in Memory.objects.filter(learner=learner)}
    chosen = ten(rules, memory, timezone.now(), random.SystemRandom())
    with transaction.atomic():
        sheet = Sheet.objects.create(about="ten", rules=rules)
        Item.objects.bulk_create(
            item_of(one, sheet, number) for number, one in enumerate(chosen, start=1)
        )
        return Sitting.objects.create(sheet=sheet, learner=learner)


def item_of(chosen: Chosen, sheet: Sheet, number: int, sitting: Sitting | None = None) -> Item:
    """A line of a sheet, with its question as it is made today; not saved."""
    address, exercise = chosen.address, exercise_at(chosen.address)
    return Item(
        sheet=sheet,
        sitting=sitting,
        number=number,
        why=chosen.why,
        kind=address.kind,
        version=exercise.kind.version,
        rules=address.rules,
        level=address.level,
        seed=address.seed,
        statement=address.statement or "",
        question=as_json(exercise.question),
    )


@dataclass(frozen=True)
class Going:
    """A sitting as far as it has come."""

    sitting: Sitting
    items: tuple[tuple[Item, Attempt | None], ...]
    """In order, each with its answer."""

    @classmethod
    def of(cls, sitting: Sitting) -> Going:
        answers = {one.item_id: one for one in Attempt.objects.filter(sitting=sitting)}
        theirs = Q(sitting=None) | Q(sitting=sitting)
        items = Item.objects.filter(theirs, sheet=sitting.sheet_id)
        return cls(sitting, tuple((item, answers.get(item.pk)) for item in items))

    @cached_property
    def current(self) -> Item | None:
        """The first without an answer; None at the end."""
        return next((item for item, answer in self.items if answer is None), None)

    @property
    def answered(self) -> tuple[tuple[Item, Attempt], ...]:
        return tuple((item, answer) for item, answer in self.items if answer is not None)

    def at(self, number: int) -> tuple[Item, Attempt | None] | None:
        return next((one for one in self.items if one[0].number == number), None)

    def place_of(self, item: Item) -> int:
        """Counted from 1."""
        return 1 + [one.pk for one, _answer in self.items].index(item.pk)

    @property
    def left(self) -> int:
        """Items without an answer."""
        return len(self.items) - len(self.answered)

    @property
    def url(self) -> str:
        """Where to go on."""
        return self.end_url if self.current is None else self.url_of(self.current)

    def url_of(self, item: Item, **query: str) -> str:
        path = reverse("sitting", args=[self.sitting.key, item.number])
        return f"{path}?{urlencode(query)}" if query else path

    @property
    def end_url(self) -> str:
        return reverse("sitting-end", args=[self.sitting.key])


def sitting_of(request: HttpRequest, key: str) -> Sitting | None:
    """The learner's own."""
    learner = learner_id(request)
    if learner is None:
        return None
    return Sitting.objects.select_related("sheet").filter(key=key, learner=learner).first()


def exercise_of(item: Item) -> Exercise[Any]:
    """As it was made when the sheet was."""
    kind = KINDS[item.kind]
    address = Address(item.kind, item.rules, item.level, item.seed, item.statement or None)
    question: Any = from_json(kind.asks, item.question)
    return Exercise(address, kind, question)


@dataclass(frozen=True, kw_only=True)
class AtItem(Where):
    """As an item of a sitting."""

    going: Going
    item: Item
    head = "sittings/head.html"

    def url(self, address: Address, **query: str) -> str:
        return self.going.url_of(self.item, **query)

    def other_url(self, address: Address) -> str:
        return ""

    def answered_url(self, address: Address, attempt: Attempt, **query: str) -> str:
        return self.going.url_of(self.item, **query)

    def next_url(self, exercise: Exercise[Any], verdict: ShownVerdict) -> str:
        return self.going.url

    @property
    def kept(self) -> dict[str, Any]:
        return {"sitting_id": self.going.sitting.pk, "item_id": self.item.pk}

    def after(self, attempt: Attempt) -> None:
        """What was missed comes again at the end, with other cards; once."""
        item, sitting = self.item, self.going.sitting
        if attempt.right or item.why == Why.AGAIN:
            return
        address = exercise_of(item).address
        if attempt.rule and attempt.rule != address.statement:
            address = replace(address, statement=attempt.rule)
        repeated = Chosen(again(address, random.SystemRandom()), Why.AGAIN)
        number = len([one for one, _answer in self.going.items if one.sitting_id is None])
        item_of(repeated, sitting.sheet, number + item.number, sitting).save()

    def renewed(self) -> AtItem:
        return AtItem(going=Going.of(self.going.sitting), item=self.item)

    @property
    def place(self) -> int:
        return self.going.place_of(self.item)

    @property
    def of(self) -> int:
        return len(self.going.items)

    @property
    def is_again(self) -> bool:
        return self.item.why == Why.AGAIN

    @property
    def is_review(self) -> bool:
        return self.item.why == Why.DUE

    @property
    def turned(self) -> tuple[str, ...]:
        """Each item as a small card: right, wrong, now, or nothing for what is still to come."""
        return tuple(
            ("right" if answer.right else "wrong")
            if answer is not None
            else "now"
            if item == self.item
            else ""
            for item, answer in self.going.items
        )
