"""What there is to be asked, and digests of it: who changes one changes questions that people have
answered, and raises the kind's version."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256

from lessons.exercises.addresses import COMPARED, LEVELS, Address
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
