"""Keeping answers: once for a form, for who has given it; and exercises as they were answered."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from lessons.exercises.addresses import Address
from lessons.exercises.answers import Answer, answer_as_json, answer_from_json
from lessons.exercises.exercise import Exercise, rule_missed
from lessons.exercises.kind import statements_asked
from lessons.exercises.own import KEPT_KINDS
from lessons.exercises.verdict import Verdict
from lessons.exercises.written import as_json, from_json
from lessons.rules.rule_sets import PRESETS
from tutorial.health import leave_replaced_file
from tutorial.learners.cookie import learner_id
from tutorial.learners.models import Attempt, Learner
from tutorial.learners.remembering import learn
from tutorial.practice.tokens import Token
from tutorial.practice.where import ALONE, Where
from tutorial.trouble import spared

DOUBLE_PRESS = timedelta(minutes=1)
"""So long a form posted again by a browser without a learner is taken for the same press."""


def keep_answer(
    request: HttpRequest, asked: Exercise[Any], token: Token, verdict: Verdict, where: Where = ALONE
) -> tuple[Attempt, bool]:
    """The attempt, and whether it is new: of two posts of one form the first is kept. Raises
    DatabaseError where none can be; the verdict needs none. Of an item of a sitting the
    first answer is kept, too."""
    leave_replaced_file()
    for learner in (learner_id(request), None):
        try:
            return _kept(learner, asked, token, verdict, where), True
        except IntegrityError as refused:
            error = refused
            known = _known(token, where)
        if known is not None:
            return known, False
        # Then it is the learner who is not there.
    raise error


def _kept(
    learner: int | None,
    asked: Exercise[Any],
    token: Token,
    verdict: Verdict,
    where: Where,
) -> Attempt:
    """A new attempt, of a new learner where there is none. Nobody looks whether the learner of a
    cookie is there, who nearly always is: the database refuses one who is not (an IntegrityError,
    as for a token that has been answered)."""
    kind, address = asked.kind, asked.address
    with spared(), transaction.atomic():
        attempt = Attempt.objects.create(
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
            rule=rule_of(asked, verdict),
            counts=learner is None or not _was_asked(learner, asked),
            **where.kept,
        )
        learn(attempt)
        where.after(attempt)
        return attempt


def _known(token: Token, where: Where) -> Attempt | None:
    """The answer that stands in the way of a new one."""
    there = Q(token=token.nonce) | (Q(**where.kept) if where.kept else Q(pk=None))
    return Attempt.objects.filter(there).first()


def rule_of(asked: Exercise[Any], verdict: Verdict) -> str:
    """The statement that an answer says something of; empty where there is none to ask for."""
    if not verdict.is_right:
        return rule_missed(asked, verdict) or ""
    if asked.address.statement:
        return asked.address.statement
    kind = asked.kind
    offered = statements_asked(kind, PRESETS[kind.rules_of(asked.question).document])
    return next((source for source in verdict.sources if source in offered), "")


def _was_asked(learner: int, asked: Exercise[Any]) -> bool:
    """Whether the learner has answered the very question before."""
    address = asked.address
    return Attempt.objects.filter(
        learner=learner,
        seed=address.seed,
        kind=address.kind,
        version=asked.kind.version,
        rules=address.rules,
        level=address.level,
        statement=address.statement or "",
        moment=asked.moment,
    ).exists()


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
    kind = KEPT_KINDS[attempt.kind]
    question: Any = from_json(kind.asks, attempt.question)
    exercise = Exercise(address_of(attempt), kind, question, attempt.moment)
    return exercise, answer_from_json(kind.fields(exercise.question), attempt.answer)
