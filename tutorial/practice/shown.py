"""An exercise as a page shows it, asked or answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.db import DatabaseError
from django.http import QueryDict
from django.utils.translation import gettext as _

from lessons.content.course import LessonExercise
from lessons.content.kind_words import Asked, KindWords
from lessons.exercises.addresses import Address, compared_with
from lessons.exercises.answers import Answer, answer_as_json, answer_from_json
from lessons.exercises.exercise import Exercise
from lessons.exercises.verdict import Verdict
from lessons.rules.contracts import Contract
from lessons.rules.rule_sets import RuleSet
from tutorial.learners.models import Attempt
from tutorial.practice.answered import Answered, answered, trick_among
from tutorial.practice.card_by_card import PlayedOn, trick_of
from tutorial.practice.following import few_to, new_seed
from tutorial.practice.forms import AnswerForm, asks_in_parts, lies_in_dock
from tutorial.practice.keeping import answered_exercise
from tutorial.practice.links import choice_url, rules_of_kind, url_of
from tutorial.practice.seats import is_by_plates, is_by_tricks
from tutorial.practice.table import Table, table_after, table_of
from tutorial.practice.tokens import token_for
from tutorial.practice.verdict import ShownVerdict, step_said, verdict_said
from tutorial.practice.where import ALONE, Where
from tutorial.practice.worked import Worked
from tutorial.shared.table import Place
from tutorial.shared.timeline import ShownTimeline
from tutorial.shared.words import document_name, speech, words

HINT_STEPS = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a slip: what it is called, and its figure once it is answered."""

    label: str
    answered: Answered | None
    """None: still to come."""
    is_now: bool


@dataclass(frozen=True)
class ShownExercise:
    """What a page shows of an exercise in every state; what its template asks for twice is worked
    out once."""

    exercise: Exercise[Any]
    where: Where
    table: Table
    answered: tuple[Answered, ...]
    """The fields answered so far, marked."""

    @cached_property
    def _words(self) -> KindWords:
        return words().kinds[self.exercise.kind.name]

    @property
    def name(self) -> str:
        """Of its kind."""
        return self._words.name

    @property
    def asked(self) -> Asked:
        return speech().asked(self.exercise)

    @property
    def address(self) -> Address:
        return self.exercise.address

    @cached_property
    def url(self) -> str:
        return self.where.url(self.address)

    @cached_property
    def permalink(self) -> str:
        """Of this exercise, for anybody."""
        return url_of(self.address)

    @property
    def beamer_url(self) -> str:
        """Large and alone, for a group."""
        return url_of(self.address, view="beamer")

    @property
    def choice_url(self) -> str:
        """Where to choose something else."""
        return choice_url(self.address)

    @cached_property
    def rules(self) -> RuleSet:
        return self.exercise.kind.rules_of(self.exercise.question)

    @cached_property
    def trick(self) -> tuple[Place, ...]:
        """The one that was answered with, marked."""
        return trick_among(self.answered)

    @property
    def lies_in_dock(self) -> bool:
        return lies_in_dock(self.exercise)

    @property
    def asks_in_parts(self) -> bool:
        return asks_in_parts(self.exercise)

    @property
    def is_by_plates(self) -> bool:
        return is_by_plates(self.exercise)

    @property
    def is_by_tricks(self) -> bool:
        return is_by_tricks(self.exercise)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The steps of what is worked out one by one, as far as they are answered."""
        kind, question = self.exercise.kind, self.exercise.question
        if not kind.is_stepwise or (self.where.asks_whole and isinstance(self, ShownQuestion)):
            return ()
        said, done = speech().to_learner(self.exercise), len(self.answered)
        return tuple(
            Entry(
                said.line(self.exercise, field),
                self.answered[number] if number < done else None,
                is_now=number == done,
            )
            for number, field in enumerate(kind.fields(question))
        )

    @cached_property
    def rows(self) -> tuple[Answered, ...]:
        """What was answered in words and is marked nowhere on the table: a list of its own."""
        return tuple(one for one in self.answered if one.given and self.lies_in_dock)

    @property
    def has_wrong(self) -> bool:
        return any(not one.is_right for one in self.rows)

    @property
    def has_missing(self) -> bool:
        """Whether something on the table is right and was not chosen: it is dashed there, but not
        among cards of several tricks, nor on a slip."""
        if self.is_by_tricks or self.exercise.kind.is_stepwise:
            return False
        drawn = (one for one in self.answered if one.is_by_plates or not self.lies_in_dock)
        return any(one.has_missing for one in drawn)

    @property
    def nines(self) -> bool:
        return self.rules.nines

    @property
    def contract(self) -> str:
        """That the normal game is played; empty where the question says what is, or nothing is
        settled."""
        contract = self.table.exhibit.contract
        return words().cards.name(contract) if contract is Contract.NORMAL else ""

    @property
    def question(self) -> str:
        """What is asked, after what decides it: a contract other than the normal game."""
        contract, asked = self.table.exhibit.contract, self.asked.question
        if contract is None or contract is Contract.NORMAL:
            return asked
        return f"{words().cards.name(contract)}: {asked}"

    @property
    def few(self) -> int:
        """How many different questions there are to what was asked for; 0: enough."""
        return few_to(self.exercise)

    @cached_property
    def house_rules(self) -> tuple[tuple[RuleSet, tuple[str, ...]], ...]:
        """Rule sets with the options that are not their documents', in words."""
        asked = (self.rules, compared_with(self.address))
        told = ((rules, speech().house_rules(rules)) for rules in asked if rules)
        return tuple(one for one in told if one[1])

    @property
    def document_name(self) -> str:
        return document_name(self.rules.document)

    @property
    def badges(self) -> tuple[str, ...]:
        """The rule set, or both that are compared."""
        both = (self.rules, compared_with(self.address)) if self.exercise.kind.compares else ()
        return tuple(document_name(one.called) for one in both if one) or (self.document_name,)

    @cached_property
    def other_rules(self) -> tuple[tuple[str, str], ...]:
        """The kind at this level under the other documents' rule sets: name and address."""
        if self.exercise.kind.compares or not self.where.other_url(self.address):
            return ()
        plain = replace(self.address, statement=None)
        return tuple(
            (document_name(name), self.where.other_url(replace(plain, rules=name)))
            for name in rules_of_kind(self.exercise.kind)
            if name != self.rules.document
        )


@dataclass(frozen=True)
class ShownQuestion(ShownExercise):
    """An exercise with its form, to be answered."""

    form: AnswerForm
    hints: tuple[str, ...]
    is_hint_new: bool = False
    last_step: ShownVerdict | None = None
    """Of the step that has just been answered."""
    worked: Worked | None = None
    verdict_takes_focus = True
    """That on the last step: nothing is newer."""
    played_on = None

    @property
    def title(self) -> str:
        return f"{_('Not checked yet')} – {self.name}" if self.form.is_refused else self.name

    @property
    def task(self) -> str:
        """How it is answered; of steps it says how they follow each other, as here they may not."""
        is_at_once = self.where.asks_whole and self.exercise.kind.is_stepwise
        return "" if is_at_once else self.asked.task

    @property
    def takes_focus(self) -> bool:
        """Whether to read on at the question; else at what is newer: a hint, the solved exercise,
        the verdict on a step, why the form was refused, the cards that are left."""
        is_newer = self.is_hint_new or self.worked or self.last_step
        return not (is_newer or self.form.is_refused or self.form.is_going_on)

    @property
    def reads_on(self) -> bool:
        """Whether of several parts the next one is what is newest."""
        return self.form.is_going_on and not (self.is_hint_new or self.form.is_refused)

    @property
    def next_hint(self) -> int:
        """The next step of the hint; 0 after the last, or where there are none."""
        if not (self.where.tells and self.exercise.kind.has_hints):
            return 0
        return (len(self.hints) + 1) % (HINT_STEPS + 1)


@dataclass(frozen=True)
class ShownAnswer(ShownExercise):
    """An answered exercise with its verdict."""

    verdict: ShownVerdict
    last_step: ShownVerdict | None = None
    """Of the last one, where an exercise of several steps is done and not all were right."""
    played_on: PlayedOn | None = None
    # What an answer has not is said here: a template looks long for what is nowhere.
    form = worked = next_hint = None
    hints = ()
    takes_focus = False

    @property
    def title(self) -> str:
        """With the verdict first."""
        outcome = _("Right") if self.verdict.is_right else _("Wrong")
        if self.verdict.is_almost:
            outcome = _("Not quite")
        return f"{outcome} – {self.name}"

    @property
    def unmarked(self) -> ShownAnswer:
        """Of somebody else: nothing of it can be marked."""
        return replace(self, verdict=replace(self.verdict, attempt=None))

    @property
    def verdict_takes_focus(self) -> bool:
        """Whether to read on at the verdict; else at what was asked for after it: that it is noted
        as wrong, or a card of the trick."""
        return not (self.verdict.is_disputed or self.played_on)

    @property
    def steps_right(self) -> int:
        """So many of the fields that were answered."""
        return sum(one.is_right for one in self.answered)

    @property
    def first_wrong(self) -> str:
        """What the first wrong step is called."""
        return next((one.label for one in self.answered if not one.is_right), "")

    @cached_property
    def timeline(self) -> ShownTimeline | None:
        """Not before the answer: it tells too much."""
        timeline = self.exercise.kind.timeline(self.exercise.question)
        return None if timeline is None else ShownTimeline.of(timeline)

    @cached_property
    def next_url(self) -> str:
        """Another exercise."""
        return self.where.next_url(self.exercise, self.verdict)

    @cached_property
    def play_url(self) -> str:
        """Where the trick is played card by card; empty where there is none to be won, or it is
        being played."""
        if self.played_on or self.verdict.attempt is None or not trick_of(self.exercise):
            return ""
        return self._card_url(1)

    @property
    def next_card_url(self) -> str:
        """Where the next card of the trick is played; empty after the last."""
        played = self.played_on
        return self._card_url(played.next_card) if played and played.next_card else ""

    def _card_url(self, number: int) -> str:
        assert self.verdict.attempt is not None
        attempt = self.verdict.attempt
        return self.where.answered_url(self.address, attempt, card=str(number))

    @cached_property
    def dispute_url(self) -> str:
        assert self.verdict.attempt is not None
        return self.where.answered_url(self.address, self.verdict.attempt)


def question_shown(
    exercise: Exercise[Any],
    where: Where,
    *,
    hint: int = 0,
    done: Sequence[Any] = (),
    posted: QueryDict | None = None,
    kept: QueryDict | None = None,
    notice: str = "",
) -> ShownQuestion:
    """An exercise to be answered, after ``hint`` steps of its hint and the steps ``done`` before
    (as JSON). What was ``posted`` is checked; a choice that is only ``kept`` stands in the form
    again, with a ``notice`` if there is something to be said."""
    before = answer_from_json(exercise.kind.fields(exercise.question), done)
    form = AnswerForm(
        exercise,
        token_for(exercise, hint, done),
        where.url(exercise.address),
        posted=posted,
        kept=kept,
        notice=notice,
        done=before,
        is_whole=where.asks_whole,
    )
    return ShownQuestion(
        exercise,
        where,
        table_of(exercise, without_trick=form.lies_on_felt, seats=form.seats),
        answered(exercise, before),
        form,
        speech().hints(exercise, len(before))[:hint] if hint else (),
    )


def posted_form(
    exercise: Exercise[Any], done: Sequence[Any], posted: QueryDict, *, is_whole: bool
) -> AnswerForm:
    """What was posted, to be checked; not to be shown. ``done``: the steps before, as JSON."""
    steps = () if is_whole else done
    before = answer_from_json(exercise.kind.fields(exercise.question), steps)
    return AnswerForm(exercise, "", "", posted=posted, done=before, is_whole=is_whole)


def next_step_shown(
    exercise: Exercise[Any], where: Where, *, hint: int, done: Answer
) -> ShownQuestion:
    """The verdict on the last step that was ``done``, and the form of the next."""
    shown = question_shown(exercise, where, hint=hint, done=answer_as_json(done))
    return replace(shown, last_step=step_said(exercise, done))


def attempt_shown(attempt: Attempt, where: Where, *, again: bool = False) -> ShownAnswer:
    """An answered exercise, from the question and answer that the attempt keeps."""
    exercise, answer = answered_exercise(attempt)
    verdict = exercise.kind.verdict(exercise.question, answer)
    return answer_shown(exercise, where, verdict, attempt, again=again)


def answer_shown(
    exercise: Exercise[Any],
    where: Where,
    verdict: Verdict,
    attempt: Attempt | None = None,
    *,
    again: bool = False,
    error: DatabaseError | None = None,
) -> ShownAnswer:
    """An answered exercise whose verdict is known, kept or not."""
    marked, last_step = answered(exercise, verdict.answer), None
    if exercise.kind.is_stepwise and verdict.wrong_field not in {None, verdict.fields[-1]}:
        last_step = step_said(exercise, verdict.answer)
    return ShownAnswer(
        exercise,
        where,
        table_after(exercise, verdict.answer, marked),
        marked,
        verdict_said(exercise, verdict, attempt, again=again, error=error),
        last_step,
    )


def any_exercise(asked: LessonExercise, rules: str) -> ShownQuestion:
    """A question that chance picks, to be answered where it stands."""
    return question_shown(asked.drawn(rules, new_seed()), ALONE)
