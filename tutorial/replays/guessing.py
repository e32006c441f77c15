"""Asking before telling: a step of a game as an exercise, answered where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError
from django.http import QueryDict

from lessons.content.kind_words import Asked
from lessons.exercises.answers import Answer
from lessons.exercises.exercise import Exercise
from lessons.exercises.moments import what_may_be_called, what_may_be_played, who_wins
from lessons.exercises.verdict import Verdict
from lessons.replays import Step
from lessons.rules.cards import Seat
from lessons.rules.game import Play
from tutorial.learners.models import Attempt
from tutorial.practice.answered import Answered, answered
from tutorial.practice.forms import AnswerForm
from tutorial.practice.keeping import answered_exercise
from tutorial.practice.tokens import token_for
from tutorial.practice.verdict import ShownVerdict, verdict_said
from tutorial.replays.games import Game
from tutorial.replays.look import Look
from tutorial.shared.words import speech


@dataclass(frozen=True, slots=True)
class Guess:
    """A question about a step, to be answered or answered."""

    exercise: Exercise[Any]
    asked: Asked
    facts: tuple[str, ...]
    form: AnswerForm | None = None
    verdict: ShownVerdict | None = None
    answered: tuple[Answered, ...] = ()

    @property
    def is_about_trick(self) -> bool:
        """Whether it asks who takes the trick, which must not be told before."""
        return self.exercise.kind.name == "trick-winner"

    @property
    def takes_focus(self) -> bool:
        """Whether to read on at the question; else at the verdict, or at why it was refused."""
        return self.form is not None and not self.form.is_refused

    @property
    def hand_of(self) -> Seat | None:
        """Whose hand it asks about, and draws."""
        if self.exercise.kind.name != "legal-cards":
            return None
        seat: Seat = self.exercise.question.trick.to_play
        return seat

    @property
    def lies_in_dock(self) -> bool:
        """Whether it is answered neither with the trick nor with the hand on the table."""
        return not self.is_about_trick and self.hand_of is None


def question_at(game: Game, at: Step, look: Look) -> Exercise[Any] | None:
    """The question of a step; None where nothing is to be guessed."""
    if not look.guess or at.counted is not None or at.refused is not None or not at.has_begun:
        return None
    following = _following(game, at)
    if look.guess == "marked":
        kind = game.example.guesses.get(at.number) if game.example else None
        is_seen = look.is_open or (isinstance(following, Play) and following.seat is look.seat)
        if kind is None or (kind == "legal-cards" and not is_seen):
            return None  # the question would show a hand that is not looked at
        return _asked(game, at, kind, look.seat)
    if at.trick.is_complete:
        return _asked(game, at, "trick-winner", look.seat)
    if isinstance(following, Play) and following.seat is look.seat and at.trick.cards:
        return _asked(game, at, "legal-cards", look.seat)
    if len(at.trick.cards) == 1:
        return _asked(game, at, "may-call", look.seat)
    return None


def _following(game: Game, at: Step) -> object:
    steps = game.steps
    return steps[at.number + 1].action if at.number + 1 < len(steps) else None


def _asked(game: Game, at: Step, kind: str, seat: Seat) -> Exercise[Any] | None:
    moment = f"{game.id}/{at.number}"
    match kind:
        case "trick-winner" if at.trick.is_complete:
            return who_wins(game.steps[at.number - 1].position, at.trick, moment)
        case "legal-cards":
            return what_may_be_played(at.position, moment)
        case "may-call":
            return what_may_be_called(at.position, seat, moment)
    return None


def asking(
    exercise: Exercise[Any],
    url: str,
    you: Seat,
    *,
    posted: QueryDict | None = None,
    kept: QueryDict | None = None,
    notice: str = "",
) -> Guess:
    """The question with its form; what was posted is checked, or kept while a notice is given.
    ``you``: who sits at the bottom."""
    token = token_for(exercise, hint=0)
    form = AnswerForm(exercise, token, url, posted=posted, kept=kept, notice=notice, you=you)
    return Guess(exercise, speech().asked(exercise), speech().facts(exercise), form)


def answered_guess(
    exercise: Exercise[Any],
    verdict: Verdict,
    you: Seat,
    attempt: Attempt | None = None,
    error: DatabaseError | None = None,
) -> Guess:
    """The question with its verdict; ``error``: for which the answer could not be kept."""
    said = speech()
    return Guess(
        exercise, said.asked(exercise), said.facts(exercise),
        verdict=verdict_said(exercise, verdict, attempt, error=error),
        answered=answered(exercise, verdict.answer, you),
    )  # fmt: skip


def guess_of_attempt(attempt: Attempt, you: Seat) -> Guess:
    exercise, answer = answered_exercise(attempt)
    return answered_guess(exercise, _verdict(exercise, answer), you, attempt)


def _verdict(exercise: Exercise[Any], answer: Answer) -> Verdict:
    return exercise.kind.verdict(exercise.question, answer)
