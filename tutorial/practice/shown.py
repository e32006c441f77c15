"""An exercise as a page shows it: the question, the form, the verdict, in the page's language."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.reader import Section, course
from lessons.exercises.exercise import OPTIONAL, SEEDS, Address, Exercise, exercise_at
from lessons.exercises.kinds import KINDS
from lessons.rules.cards import Seat
from lessons.rules.reasons import Why
from lessons.rules.tricks import Trick
from tutorial.learners.models import Attempt
from tutorial.page import language, words
from tutorial.practice.forms import FORMS, AnswerForm
from tutorial.practice.tokens import token_for
from tutorial.table import Place, hand_places, open_trick_places, trick_places


def new_seed() -> int:
    """Chance: which exercise comes up where the address does not say."""
    return random.SystemRandom().randrange(SEEDS)


def url_of(address: Address, **query: str) -> str:
    """The address of an exercise on the site."""
    path = reverse("exercise", args=[address.kind, address.rules, address.level, address.seed])
    asked = {"statement": address.statement} if address.statement else {}
    asked |= query
    return f"{path}?{urlencode(asked, safe=':')}" if asked else path


@dataclass(frozen=True, slots=True)
class Source:
    """Where something says so: a statement with its section, or a reading with its reason."""

    id: str
    text: str
    reading_because: str
    section: Section | None
    title: str

    @property
    def is_reading(self) -> bool:
        return bool(self.reading_because)


def source(name: str, document: str, *, near: Section | None = None) -> Source:
    """A statement or reading and where it is taught: ``near``, if it is taught there too."""
    said = words()
    is_near = near is not None and name in (*near.statements, *near.readings)
    section = near if is_near else course().section_of(name, document)
    title = section.texts[language()].title if section else ""
    if name in said.readings:
        text, because = said.readings[name]
        return Source(name, text, because, section, title)
    return Source(name, said.statements[name], "", section, title)


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A verdict in words: at most five short lines."""

    attempt: Attempt
    is_right: bool
    sentence: str
    about_answer: tuple[str, ...]
    beliefs: tuple[str, ...]
    because: tuple[str, ...]
    sources: tuple[Source, ...]
    was_answered_before: bool
    has_changed: bool
    """The exercise at this address is another by now."""


@dataclass(frozen=True, slots=True)
class Worked:
    """An exercise of the same kind and rule, solved: shown after two misses on one rule."""

    trick: tuple[Place, ...]
    hand: tuple[Place, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the template of an exercise needs."""

    exercise: Exercise[Any, Any]
    form: AnswerForm | None = None
    verdict: ShownVerdict | None = None
    hints: tuple[str, ...] = ()
    trick: tuple[Place, ...] = ()
    hand: tuple[Place, ...] = ()
    kind: dict[str, Any] = field(default_factory=dict)
    view: str = ""
    worked: Worked | None = None

    @property
    def address(self) -> Address:
        return self.exercise.address

    @property
    def url(self) -> str:
        return url_of(self.address, **self._view())

    @property
    def hint_url(self) -> str:
        """Of the next step of the hint, empty after the last."""
        step = len(self.hints) + 1
        return url_of(self.address, hint=str(step), **self._view()) if step <= 3 else ""

    @property
    def next_url(self) -> str:
        """Another of the same kind; after a mistake for the same rule."""
        following = self.address.next()
        if self.verdict and not self.verdict.is_right and not following.statement:
            asked = self.exercise.kind.beliefs[self.address.rules]
            found = (s.id for s in self.verdict.sources if s.id in asked and s.id not in OPTIONAL)
            following = Address(
                following.kind, following.rules, following.level, following.seed, next(found, None)
            )
        return url_of(following, **self._view())

    @property
    def answered_by(self) -> str:
        return str(self.exercise.kind.answered_by)

    @property
    def nines(self) -> bool:
        return bool(self.exercise.question.rules.nines)

    @property
    def document(self) -> str:
        return str(self.exercise.question.rules.document)

    @property
    def document_name(self) -> str:
        return course().documents[self.document].words[language()]["short"]

    @property
    def leader(self) -> Seat:
        leader: Seat = self.exercise.question.trick.leader
        return leader

    @property
    def seat(self) -> Seat | None:
        """Whose hand it is, where there is one."""
        trick = self.exercise.question.trick
        return None if trick.is_complete else trick.to_play

    @property
    def title(self) -> str:
        """Of the page, with the verdict first once there is one."""
        if self.verdict is None:
            return str(self.kind["name"])
        outcome = _("Right") if self.verdict.is_right else _("Wrong")
        return f"{outcome} – {self.kind['name']}"

    def _view(self) -> dict[str, str]:
        return {"view": self.view} if self.view else {}


def sources_shown(names: tuple[str, ...], document: str) -> tuple[Source, ...]:
    """The first two sources; a reading beside a statement where that section has both."""
    first, *more = (source(name, document) for name in names[:2])
    return first, *(source(other.id, document, near=first.section) for other in more)


def say(why: Why) -> str:
    """A reason of the rules in the page's language."""
    said = words()
    return said.cards.say(said.reasons[why.reason.value], why)


def question_shown(
    exercise: Exercise[Any, Any],
    *,
    data: QueryDict | None = None,
    hint: int = 0,
    view: str = "",
    worked: Worked | None = None,
) -> Shown:
    """An exercise to be answered; with ``data`` the form keeps what was posted, and its faults."""
    kind = words().kinds[exercise.kind.name]
    url = url_of(exercise.address, **({"view": view} if view else {}))
    form = FORMS[exercise.kind.answered_by](exercise, token_for(exercise, hint), url, data)
    question = exercise.question
    hints = exercise.kind.hints(question)[:hint]
    return Shown(
        exercise,
        form=form,
        hints=tuple(words().cards.say(kind["hints"][why.reason.value], why) for why in hints),
        trick=() if exercise.kind.answered_by == "seat" else _trick(question.trick),
        kind=kind,
        view=view,
        worked=worked,
    )


def worked_example(address: Address) -> Worked:
    """An exercise of this kind, level and statement with other cards, and its solution."""
    exercise = exercise_at(address.next().next())
    kind, right = exercise.kind, exercise.kind.solve(exercise.question)
    verdict = kind.verdict(exercise.question, right)
    sentence = words().kinds[kind.name]["hints"]["answer"]
    answer = words().cards.say(sentence, kind.hints(exercise.question)[-1])
    trick, hand = _marked(exercise, right)
    return Worked(trick, hand, (answer, *map(say, verdict.because)))


def attempt_shown(attempt: Attempt, *, again: bool = False, view: str = "") -> Shown:
    """An answered exercise, from the question and answer that the attempt keeps."""
    kind = KINDS[attempt.kind]
    address = Address(
        attempt.kind, attempt.rules, attempt.level, attempt.seed, attempt.statement or None
    )
    exercise = Exercise(address, kind, kind.asks.from_json(attempt.question))
    answer = kind.answer_from_json(attempt.answer)
    verdict = kind.verdict(exercise.question, answer)
    kind_words = words().kinds[kind.name]
    told = ShownVerdict(
        attempt,
        verdict.is_right,
        words().cards.say(kind_words["outcomes"][verdict.outcome.reason.value], verdict.outcome),
        tuple(map(say, verdict.about_answer)),
        tuple(words().misconceptions[belief] for belief in verdict.misconceptions[:1]),
        tuple(map(say, verdict.because)),
        sources_shown(verdict.sources, exercise.question.rules.document),
        was_answered_before=again,
        has_changed=kind.version != attempt.version,
    )
    trick, hand = _marked(exercise, answer)
    return Shown(exercise, verdict=told, trick=trick, hand=hand, kind=kind_words, view=view)


def _marked(
    exercise: Exercise[Any, Any], answer: Any
) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """Trick and hand with the learner's answer beside the right one."""
    question, kind = exercise.question, exercise.kind
    if kind.answered_by == "seat":
        return trick_places(question.trick, winner=kind.solve(question), chosen=answer), ()
    if kind.answered_by == "points":
        return trick_places(question.trick, points=True), ()
    legal = kind.solve(question)
    hand = tuple(
        Place(
            place.card,
            copy=place.copy,
            is_chosen=place.card in answer,
            mark=_mark(place.card in legal, place.card in answer),
        )
        for place in hand_places(question.hand)
    )
    return _trick(question.trick), hand


def _trick(trick: Trick) -> tuple[Place, ...]:
    return trick_places(trick) if trick.is_complete else open_trick_places(trick)


def _mark(is_right: bool, is_chosen: bool) -> str:
    if is_right:
        return "legal" if is_chosen else "missing"
    return "wrong" if is_chosen else ""


def any_exercise(kind: str, rules: str, level: int, statement: str | None = None) -> Shown:
    """A question that chance picks, to be answered where it stands."""
    return question_shown(exercise_at(Address(kind, rules, level, new_seed(), statement)))
