"""Of several candidates for a question the one that suits the level: on which few or many err."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lessons.exercises.kind import Kind
from lessons.exercises.misconceptions import Misconception

_LOOKED_AT = {1: 2, 2: 1, 3: 3}
"""At level 1 the easier of two, at level 3 the hardest of three."""


def of_level[Question](
    kind: Kind[Any],
    drawn: Iterable[Question | None],
    level: int,
    belief: Misconception | None,
    *,
    is_twin: bool,
) -> Question | None:
    """Of those that the belief answers as it should; None where there is none."""
    found: list[tuple[float, Question]] = []
    for question in drawn:
        if question is not None and _suits(kind, question, belief, is_twin=is_twin):
            found.append((share_misled(kind, question), question))
            if len(found) == _LOOKED_AT[level]:
                break
    if not found:
        return None
    return (min if level == 1 else max)(found, key=lambda one: one[0])[1]


def share_misled(kind: Kind[Any], question: Any) -> float:
    """Of the beliefs that say something about a question, those that are wrong."""
    right = kind.solve(question)
    answers = [kind.believed(belief, question) for belief in kind.beliefs]
    said = [answer for answer in answers if answer is not None]
    return sum(answer != right for answer in said) / max(len(said), 1)


def _suits(kind: Kind[Any], question: Any, belief: Misconception | None, *, is_twin: bool) -> bool:
    if belief is None:
        return True
    answer = kind.believed(belief, question)
    if answer is None or (answer == kind.solve(question)) is not is_twin:
        return False
    return not is_twin or kind.is_twin(belief, question)
