"""An exercise as a page shows it: the question, the form, the verdict, in the page's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.db import DatabaseError
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.course import Asking, Step
from lessons.content.kind_words import Asked
from lessons.content.reading import course
from lessons.exercises.addresses import Address, compared_with
from lessons.exercises.answers import answer_from_json
from lessons.exercises.exercise import Exercise
from lessons.exercises.making import exercise_at
from lessons.exercises.verdict import Verdict
from lessons.rules.rule_sets import RuleSet
from tutorial.learners.models import Attempt
from tutorial.practice.answered import Answered, answered, trick_among
from tutorial.practice.card_by_card import PlayedOn, trick_of
from tutorial.practice.following import new_seed, next_url
from tutorial.practice.forms import AnswerForm
from tutorial.practice.keeping import answered_exercise
from tutorial.practice.links import choice_url, rules_of_kind, step_in, url_of
from tutorial.practice.table import Table, table_after, table_of
from tutorial.practice.tokens import token_for
from tutorial.practice.verdict import ShownVerdict, step_said, verdict_said
from tutorial.practice.worked import Worked
from tutorial.shared.documents import document_name
from tutorial.shared.table import Place
from tutorial.shared.timeline import ShownTimeline
from tutorial.shared.words import speech, words

HINT_STEPS = 3


@dataclass(frozen=True)
class Shown:
    """All that the template of an exercise needs; what that asks for twice is worked out once."""

    exercise: Exercise[Any]
    name: str
    """Of its kind."""
    asked: Asked
    table: Table
    carried: Mapping[str, str] = field(default_factory=dict)
    form: AnswerForm | None = None
    verdict: ShownVerdict | None = None
    last_step: ShownVerdict | None = None
    """Of the last one, where an exercise of several steps is done and not all were right."""
    first_wrong: str = ""
    """What the first wrong step is called."""
    answered: tuple[Answered, ...] = ()
    """The fields answered so far, marked."""
    hints: tuple[str, ...] = ()
    is_hint_new: bool = False
    worked: Worked | None = None
    played_on: PlayedOn | None = None

    @property
    def address(self) -> Address:
        return self.exercise.address

    @cached_property
    def url(self) -> str:
        return url_of(self.address, **self.carried)

    @cached_property
    def timeline(self) -> ShownTimeline | None:
        """Not before the answer: it tells too much."""
        if self.verdict is None or self.form is not None:
            return None
        found = self.exercise.kind.timeline(self.exercise.question)
        return None if found is None else ShownTimeline.of(found)

    @cached_property
    def play_url(self) -> str:
        """Where the trick is played card by card; empty where there is none to be won."""
        if self.verdict is None or self.verdict.attempt is None or not trick_of(self.exercise):
            return ""
        key = self.verdict.attempt.key
        return url_of(self.address, attempt=key, card="1", **self.carried)

    @property
    def next_card_url(self) -> str:
        """Where the next card of the trick is played; empty after the last."""
        if self.played_on is None or not self.played_on.next_card:
            return ""
        assert self.verdict is not None
        assert self.verdict.attempt is not None
        more = {"attempt": self.verdict.attempt.key, "card": str(self.played_on.next_card)}
        return url_of(self.address, **more, **self.carried)

    @cached_property
    def permalink(self) -> str:
        """Of this exercise, for anybody."""
        return url_of(self.address)

    @property
    def choice_url(self) -> str:
        """Where to choose something else, from the rule set and level as they are."""
        return choice_url(self.address)

    @property
    def next_hint(self) -> int:
        """The next step of the hint, 0 after the last."""
        return (len(self.hints) + 1) % (HINT_STEPS + 1)

    @property
    def dispute_url(self) -> str:
        assert self.verdict is not None
        assert self.verdict.attempt is not None
        path = reverse("dispute", args=[self.verdict.attempt.key])
        return f"{path}?{urlencode(self.carried)}" if self.carried else path

    @cached_property
    def next_url(self) -> str:
        assert self.verdict is not None
        return next_url(self.exercise, self.carried, self.verdict)

    @cached_property
    def step(self) -> Step | None:
        """Of the beginners' path, if the exercise is one of its."""
        return step_in(self.carried)

    @property
    def step_number(self) -> int:
        """Counted from 1."""
        assert self.step is not None
        return course().beginners.number_of(self.step)

    @property
    def following_step(self) -> Step | None:
        path = course().beginners.path
        return path[self.step_number] if self.step_number < len(path) else None

    @cached_property
    def rules(self) -> RuleSet:
        return self.exercise.kind.rules_of(self.exercise.question)

    @cached_property
    def has_felt(self) -> bool:
        """Whether there is something that lies on the table."""
        return not self.table.is_bare or bool(self.trick)

    @cached_property
    def trick(self) -> tuple[Place, ...]:
        """The one that was answered with, marked."""
        return trick_among(self.answered)

    @cached_property
    def rows(self) -> tuple[Answered, ...]:
        """What was answered in words and figures: a table."""
        return tuple(one for one in self.answered if one.given)

    @property
    def has_wrong(self) -> bool:
        return any(not one.is_right for one in self.rows)

    @property
    def nines(self) -> bool:
        return self.rules.nines

    @cached_property
    def contract(self) -> str:
        """What is played; empty where that is not settled, or does not matter."""
        contract = self.table.exhibit.contract
        return words().cards.name(contract) if contract else ""

    @cached_property
    def house_rules(self) -> tuple[str, ...]:
        """The options that are not the document's, in words."""
        return speech().house_rules(self.rules)

    @property
    def document_name(self) -> str:
        return document_name(self.rules.document)

    @property
    def badges(self) -> tuple[str, ...]:
        """The rule set, or both that are compared."""
        other = compared_with(self.address)
        compared = (document_name(other.document),) if other else ()
        return (self.document_name, *compared)

    @cached_property
    def other_rules(self) -> tuple[tuple[str, str], ...]:
        """The kind at this level under the other documents' rule sets: name and address."""
        if self.exercise.kind.compares:
            return ()
        found = replace(self.address, statement=None)
        return tuple(
            (document_name(name), url_of(replace(found, rules=name), **self.carried))
            for name in rules_of_kind(self.exercise.kind)
            if name != self.rules.document
        )

    @cached_property
    def title(self) -> str:
        """Of the page, with the verdict first once there is one."""
        if self.form is not None:
            is_refused = self.form.notice or self.form.errors
            return f"{_('Not checked yet')} – {self.name}" if is_refused else self.name
        if self.verdict is None:
            return self.name
        outcome = _("Right") if self.verdict.is_right else _("Wrong")
        return f"{outcome} – {self.name}"


def question_shown(
    exercise: Exercise[Any],
    *,
    posted: QueryDict | None = None,
    is_answer: bool = True,
    notice: str = "",
    hint: int = 0,
    carried: Mapping[str, str] | None = None,
    worked: Worked | None = None,
    done: Sequence[Any] = (),
    just_now: bool = False,
) -> Shown:
    """An exercise to be answered; what was posted is checked, or kept while a notice is given.
    ``done``: the steps answered before, as JSON; ``just_now``: the last of them has just been."""
    kind, question, carried = exercise.kind, exercise.question, carried or {}
    said = words().kinds[kind.name]
    before = answer_from_json(kind.fields(question), done)
    form = AnswerForm(
        exercise,
        token_for(exercise, hint, done),
        url_of(exercise.address, **carried),
        posted=posted,
        is_answer=is_answer,
        notice=notice,
        done=before,
    )
    shown = Shown(
        exercise,
        said.name,
        said.asked[kind.variant(question)],
        table_of(exercise, without_trick=form.lies_on_felt),
        carried,
        form=form,
        answered=answered(exercise, before),
        hints=speech().hints(exercise, len(before))[:hint] if hint else (),
        worked=worked,
    )
    if not just_now:
        return shown
    return replace(shown, verdict=step_said(exercise, before))


def attempt_shown(
    attempt: Attempt, *, again: bool = False, carried: Mapping[str, str] | None = None
) -> Shown:
    """An answered exercise, from the question and answer that the attempt keeps."""
    exercise, answer = answered_exercise(attempt)
    verdict = exercise.kind.verdict(exercise.question, answer)
    return answer_shown(exercise, verdict, attempt, again=again, carried=carried)


def answer_shown(
    exercise: Exercise[Any],
    verdict: Verdict,
    attempt: Attempt | None = None,
    *,
    again: bool = False,
    carried: Mapping[str, str] | None = None,
    error: DatabaseError | None = None,
) -> Shown:
    """An answered exercise whose verdict is known, kept or not."""
    kind = exercise.kind
    said = words().kinds[kind.name]
    marked = answered(exercise, verdict.answer)
    last_step = None
    if kind.is_stepwise and verdict.wrong_field not in {None, verdict.fields[-1]}:
        last_step = step_said(exercise, verdict.answer)
    return Shown(
        exercise,
        said.name,
        said.asked[kind.variant(exercise.question)],
        table_after(exercise, verdict.answer),
        carried or {},
        verdict=verdict_said(exercise, verdict, attempt, again=again, error=error),
        last_step=last_step,
        first_wrong=next((one.label for one in marked if not one.is_right), ""),
        answered=marked,
    )


def any_exercise(asked: Asking, rules: str, **carried: str) -> Shown:
    """A question that chance picks, to be answered where it stands."""
    return question_shown(exercise_at(asked.address(rules, new_seed())), carried=carried)
