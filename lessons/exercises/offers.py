"""What there is to be asked, and digests of it: who changes one changes questions that people have
answered, and raises the kind's version."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from lessons.exercises.addresses import COMPARED, LEVELS, Address, NoSuchExercise
from lessons.exercises.exercise import Exercise
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.statements import document_of
from lessons.exercises.written import as_json
from lessons.rules.rule_sets import PRESETS

SEEDS_DIGESTED = 4


def offers() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every kind with every rule set that it is offered in, and what it can be asked for there."""
    for kind in KINDS.values():
        for document in PRESETS:
            asked = tuple(s for s in kind.aims if document_of(s) == document)
            if not asked:
                continue
            if not kind.compares:
                yield kind.name, document, asked
                continue
            for other in PRESETS:
                if other != document:
                    yield kind.name, f"{document}{COMPARED}{other}", asked


def faults() -> Iterator[str]:
    """Kinds that do not what they say of themselves: a question is made for every statement, at
    level 1."""
    for name, rules, statements in offers():
        for statement in (None,) if KINDS[name].compares else statements:
            where = f"{name} under {rules}, asked for {statement}"
            try:
                yield from (f"{where}: {what}" for what in _faults(name, rules, statement))
            except Exception as error:  # whatever a kind does wrong, the others are looked at, too
                yield f"{where}: {error!r}"


def _faults(name: str, rules: str, statement: str | None) -> Iterator[str]:
    try:
        exercise: Exercise[Any] = exercise_at(Address(name, rules, 1, 0, statement))
    except NoSuchExercise:
        yield "no question is found that a belief of the aim answers wrongly and that cites it"
        return
    kind, question = exercise.kind, exercise.question
    fields = {field.name: field.way for field in kind.fields(question)}
    if not fields.items() <= kind.ways[kind.variant(question)].items():
        yield f"its fields are {', '.join(fields)}, its ways say otherwise"
    reason = kind.hint(question).reason
    if not kind.is_stepwise and reason not in kind.hinted:
        yield f"its hint is {reason.value!r}, of which hinted has no example"


def digests() -> Iterator[tuple[str, str]]:
    """Per kind, version, rule set and level: a digest of the questions of the first seeds."""
    for name, rules, statements in offers():
        for level in LEVELS:
            digest = sha256()
            for statement in (None, *statements):
                for seed in range(SEEDS_DIGESTED):
                    exercise = exercise_at(Address(name, rules, level, seed, statement))
                    written = json.dumps(as_json(exercise.question), sort_keys=True)
                    digest.update(written.encode())
            yield f"{name} v{KINDS[name].version} {rules} {level}", digest.hexdigest()[:16]
