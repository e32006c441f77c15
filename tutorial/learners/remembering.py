"""Memory in the database: kept with each answer, or made anew from all of them."""

from __future__ import annotations

from dataclasses import asdict, fields
from itertools import groupby

from django.db import transaction

from tutorial.learners.memory import Given, Known, after, after_all
from tutorial.learners.models import Attempt, Memory

_FIELDS = tuple(field.name for field in fields(Known))


def learn(attempt: Attempt) -> None:
    """Keeps what an answer says of memory; called in the transaction that keeps the answer."""
    if not (attempt.counts and attempt.rule):
        return
    given = given_by(attempt)
    memory, is_new = Memory.objects.select_for_update().get_or_create(
        learner_id=attempt.learner_id,
        statement=attempt.rule,
        defaults=asdict(after(None, given)),
    )
    if not is_new:
        for name, value in asdict(after(known_of(memory), given)).items():
            setattr(memory, name, value)
        memory.save()


def known_of(memory: Memory) -> Known:
    return Known(**{name: getattr(memory, name) for name in _FIELDS})


def given_by(attempt: Attempt) -> Given:
    return Given(attempt.created, attempt.level, attempt.right, attempt.with_help)


def remembered_anew(learner: int) -> tuple[Memory, ...]:
    """What the learner's answers leave in memory, in the order in which they came, whatever a clock
    that was put back says; not saved."""
    answers = Attempt.objects.filter(learner=learner, counts=True).exclude(rule="")
    found = answers.order_by("rule", "pk").only("rule", "created", "level", "right", "with_help")
    made = []
    for statement, of_it in groupby(found.iterator(), key=lambda attempt: attempt.rule):
        known = after_all(map(given_by, of_it))
        assert known is not None
        made.append(Memory(learner_id=learner, statement=statement, **asdict(known)))
    return tuple(made)


def remember_anew(learner: int) -> None:
    """Throws away what is kept and makes it again."""
    with transaction.atomic():
        Memory.objects.filter(learner=learner).delete()
        Memory.objects.bulk_create(remembered_anew(learner))
