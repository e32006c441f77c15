"""Memory in the database: kept with each answer, or made anew from all of them."""

from __future__ import annotations

from dataclasses import asdict, fields
from functools import lru_cache
from itertools import groupby

from django.db import DatabaseError, transaction
from django.utils import timezone

from lessons.content.reading import course
from lessons.exercises.addresses import COMPARED, NoSuchExercise, rules_from_text
from lessons.exercises.statements import document_of, holds
from lessons.rules.rule_sets import PRESETS, all_options
from tutorial.learners.memory import Given, Known, Standing, after
from tutorial.learners.models import Attempt, Memory
from tutorial.trouble import spared

AGAINST = "against "
"""A sheet's ``about`` begins so where it asks for what differs from the rules one knows."""
_FIELDS = tuple(field.name for field in fields(Known))


def learn(attempt: Attempt) -> None:
    """Keeps what an answer says of memory; called in the transaction that keeps the answer."""
    if not (attempt.counts and attempt.rule):
        return
    given = given_by(attempt)
    memory, is_new = Memory.objects.select_for_update().get_or_create(
        learner_id=attempt.learner_id,
        statement=attempt.rule,
        rules=rules_apart(attempt.rules, attempt.rule),
        defaults=asdict(after(None, given)),
    )
    if not is_new:
        for name, value in asdict(after(known_of(memory), given)).items():
            setattr(memory, name, value)
        memory.save()


@lru_cache(maxsize=4096)
def rules_apart(rules: str, statement: str) -> str:
    """Of the rules of an answer, as its address writes them, those that say otherwise about a
    statement than its document; empty where none do, as nearly always."""
    for written in rules.split(COMPARED):
        if "," in written and written.startswith(f"{document_of(statement)},"):
            return written if _says_otherwise(written, statement) else ""
    return ""


def _says_otherwise(written: str, statement: str) -> bool:
    try:
        own = rules_from_text(written)
    except NoSuchExercise:  # since an upgrade
        return True
    document = PRESETS[own.document]
    if holds(statement, own) != holds(statement, document):
        return True
    here, there, options = all_options(own), all_options(document), course().options
    return any(
        here[option] != there[option] and statement in by_document.get(own.document, ())
        for option, by_document in options.items()
    )


def memory_of(learner: int | None, rules: str = "") -> dict[str, Known]:
    """What a learner keeps, by statement, under rules as addresses write them: where house rules
    say otherwise, of those alone. In one query."""
    if learner is None:
        return {}
    kept = Memory.objects.filter(learner=learner, rules__in={"", rules})
    return {
        one.statement: known_of(one)
        for one in kept
        if one.rules == rules_apart(rules, one.statement)
    }


def standings_of(learner: int | None, rules: str = "") -> dict[str, Standing]:
    """The same as it stands now; nothing where the database cannot say."""
    now = timezone.now()
    try:
        with spared():
            memory = memory_of(learner, rules)
    except DatabaseError:
        return {}
    return {statement: known.standing(now) for statement, known in memory.items()}


def known_of(memory: Memory) -> Known:
    return Known(**{name: getattr(memory, name) for name in _FIELDS})


def given_by(attempt: Attempt) -> Given:
    """What differs from the rules one knows is asked again tomorrow: habit is strong."""
    sitting = attempt.sitting
    is_soon = sitting is not None and sitting.sheet.about.startswith(AGAINST)
    return Given(attempt.created, attempt.level, attempt.right, attempt.with_help, is_soon)


def remembered_anew(learner: int) -> tuple[Memory, ...]:
    """What the learner's answers leave in memory, in the order in which they came, whatever a clock
    that was put back says; not saved."""
    answers = Attempt.objects.filter(learner=learner, counts=True).exclude(rule="")
    found = answers.order_by("rule", "pk")
    found = found.select_related("sitting__sheet")
    found = found.only(
        "rule", "rules", "created", "level", "right", "with_help", "sitting__sheet__about"
    )
    made = []
    for statement, of_it in groupby(found.iterator(), key=lambda attempt: attempt.rule):
        apart: dict[str, Known] = {}
        for one in of_it:
            rules = rules_apart(one.rules, statement)
            apart[rules] = after(apart.get(rules), given_by(one))
        made += [
            Memory(learner_id=learner, statement=statement, rules=rules, **asdict(known))
            for rules, known in apart.items()
        ]
    return tuple(made)


def remember_anew(learner: int) -> None:
    """Throws away what is kept and makes it again."""
    with transaction.atomic():
        Memory.objects.filter(learner=learner).delete()
        Memory.objects.bulk_create(remembered_anew(learner))
