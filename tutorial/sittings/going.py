"""Going through a sheet: starting, the items with their answers, what comes again."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from lessons.content.course import LessonExercise, PathStep, Section
from lessons.content.reading import course
from lessons.exercises.addresses import LEVELS, SEEDS, Address
from lessons.exercises.exercise import Exercise
from lessons.exercises.making import exercise_at, is_there
from lessons.exercises.own import KEPT_KINDS, OWN, OwnQuestion
from lessons.exercises.statements import document_of
from lessons.exercises.written import as_json, from_json
from tutorial.house_rules.named import named
from tutorial.learners.cookie import learner_id
from tutorial.learners.models import Attempt, Learner, Memory
from tutorial.learners.remembering import memory_of, rules_apart
from tutorial.practice.verdict import ShownVerdict
from tutorial.practice.where import Where
from tutorial.practice.worked import worked_exercise
from tutorial.shared.words import language, words
from tutorial.sittings.choosing import (
    Chosen,
    again,
    document_under,
    due,
    each_document,
    of_differences,
    of_rule,
    of_section,
    reviews,
    ten,
    worst,
)
from tutorial.sittings.models import Item, Sheet, Sitting, Why

DOUBLE_PRESS = timedelta(seconds=10)
"""So long the same series, begun again before anything is answered, is taken for the same press."""
STEP = "step "
"""A sheet's ``about`` begins so where it is a round of a step of the path."""
QUIZ = "quiz "
"""A sheet's ``about`` begins so where it is a quiz, which is taken at addresses of its own."""


@dataclass(frozen=True, slots=True)
class Wished:
    """A series that somebody can begin."""

    about: str
    rules: str
    chosen: tuple[Chosen, ...]

    def begin(self, learner: Learner) -> Sitting:
        return _started(learner, self.about, self.rules, self.chosen)


def wished(
    learner: int | None,
    about: str,
    rules: str,
    level: int = LEVELS[0],
    chance: random.Random | None = None,
) -> Wished | None:
    """What was wished for (see ``Sheet.about``), chosen for a learner, what is new at this level;
    None where there is nothing to ask. What is about a section or a rule has the rules of its
    document, or house rules made of them. A step of the path is begun on the path."""
    now, chance = timezone.now(), chance or random.SystemRandom()
    wish, _space, what = about.partition(" ")
    section = section_named(what)
    about_one = section.document if section else document_of(what) if wish == "rule" else ""
    if about_one in course().documents and document_under(rules).id != about_one:
        rules = course().documents[about_one].rules
    memory = memory_of(learner, "" if wish == "due" else rules)
    chosen: tuple[Chosen, ...] = ()
    match wish:
        case "ten" if not what:
            chosen = ten(rules, memory, now, chance)
        case "due" | "worst" if not what:
            every = each_document(rules)
            found = ((name, _OF_ALL[wish](name, memory, now, chance)) for name in every)
            rules, chosen = next((one for one in found if one[1]), (rules, ()))
        case "section" if section is not None:
            chosen = of_section(section, rules, memory, chance)
        case "rule" if document_of(what) in course().documents:
            chosen = of_rule(what, rules, memory, chance)
        case "against" if (mine := named(what)) is not None:
            about = f"{wish} {mine.rules.document}"
            chosen = of_differences(mine.rules, rules, memory, chance)
    chosen = tuple(
        replace(one, address=replace(one.address, level=level)) if one.why is Why.NEW else one
        for one in chosen
    )
    if "," in rules or wish == "against":
        chosen = tuple(one for one in chosen if is_there(one.address))
    return Wished(about, rules, chosen) if chosen else None


def rules_of(learner: int | None) -> str:
    """The document's rules that the learner answered on last; else the beginners'."""
    last = Attempt.objects.filter(learner=learner).order_by("-created", "-pk").first()
    known = {one.rules for one in course().documents.values()}
    name = last.rules.replace("+", ",").partition(",")[0] if last else ""
    return name if name in known else course().beginners.rules


_OF_ALL = {"due": due, "worst": worst}


def section_named(name: str) -> Section | None:
    """By ``kompakt/ablauf``."""
    document, _slash, section = name.partition("/")
    found = course().documents.get(document)
    return found.section(section) if found else None


def start_round(learner: Learner, step: PathStep) -> Sitting:
    """What a step of the path asks, and a few of the steps before; the learner's sitting."""
    chosen = round_asked(learner.pk, step, random.SystemRandom())
    return _started(learner, f"{STEP}{step.id}", course().beginners.rules, chosen)


def round_asked(learner: int | None, step: PathStep, chance: random.Random) -> tuple[Chosen, ...]:
    """What a round of a step asks."""
    beginners = course().beginners
    asked = (one.drawn(beginners.rules, chance.randrange(SEEDS)) for one in step.exercises)
    before = beginners.path[: beginners.number_of(step) - 1]
    again = reviews(before, beginners.rules, memory_of(learner), chance)
    return (*(Chosen(one.address, Why.NEW) for one in asked), *again)


def round_of(learner: int | None, step: PathStep) -> Going | None:
    """The learner's last round of a step, if it is not at its end."""
    about = f"{STEP}{step.id}"
    rounds = Sitting.objects.filter(learner=learner, sheet__about=about, ended=None)
    last = rounds.select_related("sheet").order_by("-pk").first() if learner else None
    return Going.of(last) if last else None


def steps_done(learner: int | None) -> frozenset[str]:
    """The steps of the path that the learner has been through."""
    if learner is None:
        return frozenset()
    rounds = Sitting.objects.filter(learner=learner, ended__isnull=False)
    abouts = rounds.filter(sheet__about__startswith=STEP).values_list("sheet__about", flat=True)
    return frozenset(about.removeprefix(STEP) for about in abouts)


def furthest_step(learner: int | None) -> PathStep | None:
    """Of the path, of which the learner has begun a round."""
    if learner is None:
        return None
    rounds = Sitting.objects.filter(learner=learner, sheet__about__startswith=STEP)
    begun = {*rounds.values_list("sheet__about", flat=True)}
    path = reversed(course().beginners.path)
    return next((one for one in path if f"{STEP}{one.id}" in begun), None)


def _started(learner: Learner, about: str, rules: str, chosen: Iterable[Chosen]) -> Sitting:
    """A new sitting; of two presses at once the second goes on with that of the first."""
    with transaction.atomic():
        Learner.objects.select_for_update().get(pk=learner.pk)
        now = timezone.now()
        begun = Sitting.objects.filter(
            learner=learner,
            sheet__about=about,
            sheet__rules=rules,
            started__range=(now - DOUBLE_PRESS, now),
            answers=None,
        )
        if (first := begun.select_related("sheet").first()) is not None:
            return first
        sheet = Sheet.objects.create(about=about, rules=rules)
        Item.objects.bulk_create(
            item_of(one, sheet, number) for number, one in enumerate(chosen, start=1)
        )
        return Sitting.objects.create(sheet=sheet, learner=learner)


def item_of(chosen: Chosen, sheet: Sheet, number: int, sitting: Sitting | None = None) -> Item:
    """A line of a sheet, with its question as it is made today; not saved."""
    item = item_asking(exercise_at(chosen.address), sheet, number, chosen.why)
    item.sitting = sitting
    return item


def item_asking(exercise: Exercise[Any], sheet: Sheet, number: int, why: Why) -> Item:
    """A line that asks this very question; not saved."""
    address = exercise.address
    return Item(
        sheet=sheet,
        number=number,
        why=why,
        kind=address.kind,
        version=exercise.kind.version,
        rules=address.rules,
        level=address.level,
        seed=address.seed,
        statement=address.statement or "",
        question=as_json(exercise.question),
    )


def own_item(question: OwnQuestion, sheet: Sheet, number: int) -> Item:
    """A line of a sheet that asks it; not saved. Its seed is its own, so that a form posted for it
    answers nothing else."""
    return item_asking(own_exercise(question, sheet.rules), sheet, number, Why.FIRMER)


def own_exercise(question: OwnQuestion, rules: str) -> Exercise[Any]:
    """``rules`` as addresses write them; of a seed that no other has."""
    seed = random.SystemRandom().randrange(SEEDS)
    return Exercise(Address(OWN.name, rules, LEVELS[0], seed), OWN, question)


@dataclass(frozen=True, slots=True)
class Screen:
    """A stop on the way through a sitting: an item, or what a step tells."""

    item: Item | None = None
    answer: Attempt | None = None
    number: int = 0
    """Of what is told, among the parts of its step; from 1."""

    def turned(self, *, is_before: bool) -> str:
        if self.answer is not None:
            return "before" if self.answer.right else "missed"
        return "before" if is_before else ""


def screens_of(step: PathStep | None, items: Iterable[tuple[Item, Attempt | None]]) -> list[Screen]:
    """In order: what a step tells, among the items that it asks; after it what comes again."""
    left = [Screen(item, answer) for item, answer in items]
    found = []
    for number, part in enumerate(step.parts if step else (), start=1):
        if part.ask is None:
            found.append(Screen(number=number))
        else:
            found.append(left.pop(0) if left else Screen())
    return [*found, *left]


@dataclass(frozen=True, slots=True)
class HowFar:
    """How far one is in a round of a step."""

    step: PathStep
    place: int
    """Of the screen, counted from 1."""
    cards: tuple[str, ...]
    """A small one for each screen: here, before or missed; nothing for what is still to come."""

    @classmethod
    def at(cls, step: PathStep, screens: Sequence[Screen], index: int) -> HowFar:
        cards = (one.turned(is_before=n < index) for n, one in enumerate(screens))
        shown = ("here" if n == index else card for n, card in enumerate(cards))
        return cls(step, index + 1, tuple(shown))

    @property
    def number(self) -> int:
        """Of the step."""
        return course().beginners.number_of(self.step)

    @property
    def title(self) -> str:
        return self.step.texts[language()].title


@dataclass(frozen=True)
class Going:
    """A sitting as far as it has come."""

    sitting: Sitting
    items: tuple[tuple[Item, Attempt | None], ...]
    """In order, each with its answer."""

    @property
    def step(self) -> PathStep | None:
        """Of the path, if this is a round of one."""
        about = self.sitting.sheet.about
        is_round = about.startswith(STEP)
        return course().beginners.step(about.removeprefix(STEP)) if is_round else None

    @property
    def quiz(self) -> str:
        """The code of the quiz that is taken; empty where it is none."""
        about = self.sitting.sheet.about
        return about.removeprefix(QUIZ) if about.startswith(QUIZ) else ""

    @cached_property
    def screens(self) -> list[Screen]:
        return screens_of(self.step, self.items)

    @classmethod
    def of(cls, sitting: Sitting) -> Going:
        answers = {one.item_id: one for one in Attempt.objects.filter(sitting=sitting)}
        theirs = Q(sitting=None) | Q(sitting=sitting)
        items = list(Item.objects.filter(theirs, sheet=sitting.sheet_id))
        if sitting.sheet.is_mixed:
            random.Random(sitting.key).shuffle(items)
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

    @property
    def left(self) -> int:
        """Items without an answer."""
        return len(self.items) - len(self.answered)

    @property
    def url(self) -> str:
        """Where to go on: at the first item without an answer, or at what is told before it."""
        if self.current is None:
            return self.end_url
        there = self._index_of(self.current)
        while there and self.screens[there - 1].number:
            there -= 1
        return self._url_at(there)

    def url_after(self, item: Item) -> str:
        """Where to go on after an item that has been answered."""
        following = self._index_of(item) + 1
        told = following < len(self.screens) and self.screens[following].number
        return self._url_at(following) if told else self.url

    def _index_of(self, item: Item) -> int:
        return next(n for n, one in enumerate(self.screens) if one.item == item)

    def _url_at(self, index: int) -> str:
        screen = self.screens[index]
        if screen.item is not None:
            return self.url_of(screen.item)
        assert self.step is not None
        return reverse("screen", args=[self.step.id, screen.number])

    def far(self, screen: Item | int) -> HowFar | None:
        """How far one is at an item or at what is told, if this is a round of a step."""
        if self.step is None:
            return None
        index = screen - 1 if isinstance(screen, int) else self._index_of(screen)
        return HowFar.at(self.step, self.screens, index)

    def asked_at(self, number: int) -> Item | None:
        """The item of the question that is so far down in the step; from 1."""
        parts = self.step.parts if self.step else ()
        place = sum(part.ask is not None for part in parts[:number])
        return next((item for item, _answer in self.items if item.number == place), None)

    def url_of(self, item: Item, **query: str) -> str:
        if self.quiz:
            path = reverse("quiz-item", args=[self.quiz, item.number])
        else:
            path = reverse("sitting", args=[self.sitting.key, item.number])
        return f"{path}?{urlencode(query)}" if query else path

    @property
    def end_url(self) -> str:
        return end_url_of(self.sitting)


def end_url_of(sitting: Sitting) -> str:
    """Where it is looked back on."""
    about = sitting.sheet.about
    if about.startswith(QUIZ):
        return reverse("quiz-end", args=[about.removeprefix(QUIZ)])
    return reverse("sitting-end", args=[sitting.key])


def sitting_of(request: HttpRequest, key: str) -> Sitting | None:
    """The learner's own; but for quizzes."""
    learner = learner_id(request)
    if learner is None:
        return None
    own = Sitting.objects.exclude(sheet__about__startswith=QUIZ)
    return own.select_related("sheet").filter(key=key, learner=learner).first()


def called(item: Item) -> str:
    """By its kind; what somebody has written himself by its words."""
    if item.kind == OWN.name:
        return str(item.question["text"])
    return words().kinds[item.kind].name


def exercise_of(item: Item) -> Exercise[Any]:
    """As it was made when the sheet was."""
    kind = KEPT_KINDS[item.kind]
    address = Address(item.kind, item.rules, item.level, item.seed, item.statement or None)
    question: Any = from_json(kind.asks, item.question)
    return Exercise(address, kind, question)


@dataclass(frozen=True, kw_only=True)
class AtItem(Where):
    """As an item of a sitting."""

    going: Going
    item: Item
    sheets: ClassVar[tuple[str, ...]] = ("sitting.css",)

    @property
    def heading(self) -> str:  # type: ignore[override]
        step = self.going.step
        return step.texts[language()].title if step else _("A series of exercises")

    @property
    def head(self) -> str:  # type: ignore[override]
        return "sittings/round.html" if self.going.step else "sittings/head.html"

    def url(self, address: Address, **query: str) -> str:
        return self.going.url_of(self.item, **query)

    def other_url(self, address: Address) -> str:
        return ""

    def answered_url(self, address: Address, attempt: Attempt, **query: str) -> str:
        return self.going.url_of(self.item, **query)

    def next_url(self, exercise: Exercise[Any], verdict: ShownVerdict) -> str:
        return self.going.url_after(self.item)

    def on_url(self) -> str:
        return self.going.url_after(self.item)

    @property
    def kept(self) -> dict[str, Any]:
        return {"sitting": self.going.sitting, "item": self.item}

    def after(self, attempt: Attempt) -> None:
        """What was missed comes again at the end, with other cards; once, and in no quiz."""
        item, sitting = self.item, self.going.sitting
        if attempt.right or item.why == Why.AGAIN or self.going.quiz:
            if self.going.left == 1:
                Sitting.objects.filter(pk=sitting.pk).update(ended=attempt.created)
            return
        repeated = Chosen(self._again(attempt.rule), Why.AGAIN)
        number = len([one for one, _answer in self.going.items if one.sitting_id is None])
        item_of(repeated, sitting.sheet, number + item.number, sitting).save()

    def _again(self, missed: str) -> Address:
        """The rule that was missed, with other cards; in a round of the path only if it has been
        told there, and as the round asks for it, or the step before that a review comes from."""
        address, chance = exercise_of(self.item).address, random.SystemRandom()
        if self.going.step:
            wished = self._told(missed) or self._told(address.statement)
            if wished is not None:
                return wished.drawn(address.rules, chance.randrange(SEEDS)).address
        elif missed:
            level = address.level - self._is_hard(missed, address.level)
            address = replace(address, statement=missed, level=level)
        other = again(address, chance)
        return other if is_there(other) else exercise_of(self.item).address

    def _told(self, statement: str | None) -> LessonExercise | None:
        """As a round of the path asks for a rule by this kind, or the last step before it does."""
        path = course().beginners.path
        steps = path[: course().beginners.number_of(self.going.step)] if self.going.step else ()
        asked = (one for step in reversed(steps) for one in step.exercises)
        fitting = (one for one in asked if one.kind == self.item.kind)
        return next((one for one in fitting if one.statement == statement), None)

    def solved(self) -> Exercise[Any]:
        """Another for the same rule, to be looked at first; on the path of what has been told."""
        address = exercise_of(self.item).address
        told = self._told(address.statement)
        return worked_exercise(address, told.drawn if told else None)

    def _is_hard(self, missed: str, level: int) -> bool:
        """Whether a rule went wrong twice running, above the first level: it comes again easier,
        after its worked example."""
        learner = self.going.sitting.learner_id
        known = Memory.objects.filter(
            learner=learner,
            statement=missed,
            rules=rules_apart(self.item.rules, missed),
            misses__gt=1,
        )
        return level > 1 and known.exists()

    def renewed(self) -> AtItem:
        return replace(self, going=Going.of(self.going.sitting))

    @cached_property
    def far(self) -> HowFar | None:
        return self.going.far(self.item)

    @property
    def place(self) -> int:
        """Of the sheet, or of what comes again; from 1."""
        return 1 + self._alike.index(self.item)

    @property
    def of(self) -> int:
        return len(self._alike)

    @cached_property
    def _alike(self) -> list[Item]:
        items = (item for item, _answer in self.going.items)
        return [item for item in items if (item.why == Why.AGAIN) == self.is_again]

    @property
    def is_again(self) -> bool:
        return self.item.why == Why.AGAIN

    @property
    def is_review(self) -> bool:
        return self.item.why == Why.DUE

    @property
    def turned(self) -> tuple[str, ...]:
        """Each item of the sheet as a small card: right, wrong, now, or nothing for what is still
        to come. What comes again has none: the series does not grow with what is missed."""
        return tuple(
            ("right" if answer.right else "wrong")
            if answer is not None
            else "now"
            if item == self.item
            else ""
            for item, answer in self.going.items
            if item.why != Why.AGAIN
        )
