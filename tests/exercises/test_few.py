"""What the page says of statements that have only a few questions is so."""

from typing import Any

import pytest

from lessons.exercises.addresses import LEVELS, Address
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.statements import document_of
from tests.exercises.variety import ENOUGH, pool

SEEDS = 200
"""Of each level; four hundred find no more."""
FEW = [
    pytest.param(kind, statement, id=f"{kind.name}-{statement}")
    for kind in KINDS.values()
    for statement, aim in kind.aims.items()
    if aim.few
]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "statement"), FEW)
def test_there_are_as_few_questions_as_is_said(kind: Any, statement: str) -> None:
    document = document_of(statement)
    asked = [
        exercise_at(Address(kind.name, document, level, seed, statement))
        for level in LEVELS
        for seed in range(SEEDS)
    ]
    assert pool(asked) == kind.aims[statement].few < ENOUGH
