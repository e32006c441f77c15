"""An exercise as a page shows it: the question, the form, the verdict, in the page's language."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.reader import course
from lessons.exercises.exercise import SEEDS, Address, Exercise, exercise_at
from lessons.exercises.kinds import KINDS
from lessons.rules.cards import Seat
from tutorial.learners.models import Attempt
from tutorial.practice.forms import FORMS, AnswerForm, Table
from tutorial.practice.tokens import token_for
from tutorial.words import Source, first_sources, language, say, words

HINT_STEPS = 3
SOURCES_SHOWN = 2

CARRIED = {"view": "beamer", "mixed": "1"}
"""What goes on from one exercise's address to the next: shown large and alone; asked for a
statement only because of a mistake, so that mixed practice goes on after it."""


def new_seed() -> int:
    """Chance: which exercise comes up where the address does not say."""
    return random.SystemRandom().randrange(SEEDS)


def url_of(address: Address, **query: str) -> str:
    """The address of an exercise on the site."""
    path = reverse("exercise", args=[address.kind, address.rules, address.level, address.seed])
    asked = {"statement": address.statement} if address.statement else {}
    asked |= query
    return f"{path}?{urlencode(asked, safe=':')}" if asked else path


def address_of(attempt: Attempt) -> Address:
    return Address(
        attempt.kind, attempt.rules, attempt.level, attempt.seed, attempt.statement or None
    )


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A verdict in words: at most five short lines."""

    attempt: Attempt
    is_right: bool
    sentence: str
    about_answer: tuple[str, ...]
    belief: str
    because: tuple[str, ...]
    sources: tuple[Source, ...]
    rule_missed: str | None
    was_answered_before: bool
    has_changed: bool
    """The exercise at this address is another by now."""


@dataclass(frozen=True, slots=True)
class Worked:
    """An exercise of the same kind and rule, solved: shown after two misses on one rule."""

    table: Table
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the template of an exercise needs."""

    exercise: Exercise[Any, Any]
    kind: Mapping[str, Any]
    """Its words."""
    table: Table
    carried: Mapping[str, str] = field(default_factory=dict)
    form: AnswerForm | None = None
    verdict: ShownVerdict | None = None
    hints: tuple[str, ...] = ()
    worked: Worked | None = None

    @property
    def address(self) -> Address:
        return self.exercise.address

    @property
    def url(self) -> str:
        return url_of(self.address, **self.carried)

    @property
    def next_hint(self) -> int:
        """The next step of the hint, 0 after the last."""
        return (len(self.hints) + 1) % (HINT_STEPS + 1)

    @property
    def dispute_url(self) -> str:
        assert self.verdict is not None
        path = reverse("dispute", args=[self.verdict.attempt.key])
        return f"{path}?{urlencode(self.carried)}" if self.carried else path

    @property
    def next_url(self) -> str:
        """Another of the same kind: after a mistake on the same rule, until that goes right."""
        following, carried = self.address.next(), dict(self.carried)
        if self.verdict and self.verdict.is_right:
            if carried.pop("mixed", None):
                following = replace(following, statement=None)
        elif self.verdict and self.verdict.rule_missed not in {None, following.statement}:
            following = replace(following, statement=self.verdict.rule_missed)
            carried |= {"mixed": "1"}
        return url_of(following, **carried)

    @property
    def nines(self) -> bool:
        return bool(self.exercise.question.rules.nines)

    @property
    def document_name(self) -> str:
        document = course().documents[self.exercise.question.rules.document]
        return document.words[language()]["short"]

    @property
    def leader(self) -> Seat:
        leader: Seat = self.exercise.question.trick.leader
        return leader

    @property
    def seat(self) -> Seat | None:
        """Whose turn it is, where the trick is open."""
        trick = self.exercise.question.trick
        return None if trick.is_complete else trick.to_play

    @property
    def title(self) -> str:
        """Of the page, with the verdict first once there is one."""
        if self.verdict is None:
            return str(self.kind["name"])
        outcome = _("Right") if self.verdict.is_right else _("Wrong")
        return f"{outcome} – {self.kind['name']}"


def question_shown(
    exercise: Exercise[Any, Any],
    *,
    posted: QueryDict | None = None,
    is_answer: bool = True,
    notice: str = "",
    hint: int = 0,
    carried: Mapping[str, str] | None = None,
    worked: Worked | None = None,
) -> Shown:
    """An exercise to be answered; what was posted is checked, or kept while a notice is given."""
    kind, carried = words().kinds[exercise.kind.name], carried or {}
    form_class = FORMS[exercise.kind.answered_by]
    hints = exercise.kind.hints(exercise.question)[:hint]
    return Shown(
        exercise,
        kind,
        form_class.asked(exercise),
        carried,
        form=form_class(
            exercise,
            token_for(exercise, hint),
            url_of(exercise.address, **carried),
            posted=posted,
            is_answer=is_answer,
            notice=notice,
        ),
        hints=tuple(words().cards.say(kind["hints"][why.reason.value], why) for why in hints),
        worked=worked,
    )


def worked_exercise(address: Address) -> Exercise[Any, Any]:
    """One of this kind, level and statement, far from those that come next; really about the
    statement, which an exercise asked for it need not be (a kind's ``contrast``)."""
    exercise = exercise_at(replace(address, seed=(address.seed + SEEDS // 2) % SEEDS))
    while address.statement not in (None, *exercise.kind.taught(exercise.question)):
        exercise = exercise_at(exercise.address.next())
    return exercise


def worked_example(address: Address) -> Worked:
    """The solution of an exercise for the same rule, to be looked at first."""
    exercise = worked_exercise(address)
    kind, right = exercise.kind, exercise.kind.solve(exercise.question)
    verdict = kind.verdict(exercise.question, right)
    sentence = words().kinds[kind.name]["hints"]["answer"]
    answer = words().cards.say(sentence, kind.hints(exercise.question)[-1])
    table = FORMS[kind.answered_by].answered(exercise, right)
    return Worked(table, (answer, *map(say, verdict.because)))


def attempt_shown(
    attempt: Attempt, *, again: bool = False, carried: Mapping[str, str] | None = None
) -> Shown:
    """An answered exercise, from the question and answer that the attempt keeps."""
    kind = KINDS[attempt.kind]
    exercise = Exercise(address_of(attempt), kind, kind.asks.from_json(attempt.question))
    answer = kind.answer_from_json(attempt.answer)
    verdict = kind.verdict(exercise.question, answer)
    kind_words = words().kinds[kind.name]
    told = ShownVerdict(
        attempt,
        verdict.is_right,
        words().cards.say(kind_words["outcomes"][verdict.outcome.reason.value], verdict.outcome),
        tuple(map(say, verdict.about_answer)),
        words().misconceptions[verdict.belief] if verdict.belief else "",
        tuple(map(say, verdict.because)),
        first_sources(verdict.sources, exercise.question.rules.document, SOURCES_SHOWN),
        kind.rule_missed(verdict, exercise.question.rules.document),
        was_answered_before=again,
        has_changed=kind.version != attempt.version,
    )
    table = FORMS[kind.answered_by].answered(exercise, answer)
    return Shown(exercise, kind_words, table, carried or {}, verdict=told)


def any_exercise(kind: str, rules: str, level: int, statement: str | None = None) -> Shown:
    """A question that chance picks, to be answered where it stands."""
    return question_shown(exercise_at(Address(kind, rules, level, new_seed(), statement)))
