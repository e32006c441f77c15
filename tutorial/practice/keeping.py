"""Keeping answers: once for a form, for who has given it; and exercises as they were answered."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from lessons.exercises.addresses import Address
from lessons.exercises.answers import Answer, answer_as_json, answer_from_json
from lessons.exercises.exercise import Exercise
from lessons.exercises.kinds import KINDS
from lessons.exercises.verdict import Verdict
from lessons.exercises.written import as_json, from_json
from tutorial.health import leave_replaced_file
from tutorial.learners.cookie import learner_id
from tutorial.learners.models import Attempt, Learner
from tutorial.practice.tokens import Token
from tutorial.trouble import spared

DOUBLE_PRESS = timedelta(minutes=1)
"""So long a form posted again by a browser without a learner is taken for the same press."""


def keep_answer(
    request: HttpRequest, asked: Exercise[Any], token: Token, verdict: Verdict
) -> tuple[Attempt, bool]:
    """The attempt, and whether it is new: of two posts of one form the first is kept. Raises
    DatabaseError where none can be; the verdict needs none."""
    leave_replaced_file()
    for learner in (learner_id(request), None):
        try:
            return _kept(learner, asked, token, verdict), True
        except IntegrityError as refused:
            error = refused
            known = Attempt.objects.filter(token=token.nonce).first()
        if known is not None:
            return known, False
        # Then it is the learner who is not there.
    raise error


def _kept(learner: int | None, asked: Exercise[Any], token: Token, verdict: Verdict) -> Attempt:
    """A new attempt, of a new learner where there is none. Nobody looks whether the learner of a
    cookie is there, who nearly always is: the database refuses one who is not (an IntegrityError,
    as for a token that has been answered)."""
    kind, address = asked.kind, asked.address
    with spared(), transaction.atomic():
        return Attempt.objects.create(
            learner_id=Learner.objects.create().pk if learner is None else learner,
            token=token.nonce,
            kind=kind.name,
            version=kind.version,
            rules=address.rules,
            level=address.level,
            seed=address.seed,
            statement=address.statement or "",
            moment=asked.moment,
            question=as_json(asked.question),
            answer=answer_as_json(verdict.answer),
            right=verdict.is_right,
            misconceptions=list(verdict.misconceptions),
            with_help=token.hint > 0,
        )


def own_attempt(request: HttpRequest, **asked: Any) -> Attempt | None:
    """The learner's answer that the address names, if it is there and was to what is asked."""
    key = request.GET.get("attempt", "")
    if not key or "\0" in key:  # which not every database can look for
        return None
    return Attempt.objects.filter(key=key, learner=learner_id(request), **asked).first()


def is_theirs(request: HttpRequest, attempt: Attempt) -> bool:
    """The learner's own; or a second press of the first form, before the cookie came."""
    mine = learner_id(request)
    if mine is None:
        is_soon = abs(timezone.now() - attempt.created) < DOUBLE_PRESS
        return is_soon and attempt.created - attempt.learner.created < DOUBLE_PRESS
    return mine == attempt.learner_id


def address_of(attempt: Attempt) -> Address:
    return Address(
        attempt.kind, attempt.rules, attempt.level, attempt.seed, attempt.statement or None
    )


def answered_exercise(attempt: Attempt) -> tuple[Exercise[Any], Answer]:
    """The exercise as it was when it was answered, and the answer."""
    kind = KINDS[attempt.kind]
    question: Any = from_json(kind.asks, attempt.question)
    exercise = Exercise(address_of(attempt), kind, question, attempt.moment)
    return exercise, answer_from_json(kind.fields(exercise.question), attempt.answer)
