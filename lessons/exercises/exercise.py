"""An exercise, and what is said of a verdict on it: its sources, the rule that was missed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lessons.exercises.addresses import (
    Address,
)
from lessons.exercises.kind import Kind, statements_asked
from lessons.exercises.statements import (
    document_of,
)
from lessons.exercises.verdict import Verdict, sources_for
from lessons.rules.contracts import Contract
from lessons.rules.rule_sets import PRESETS
from lessons.rules.sources import TSR


@dataclass(frozen=True, slots=True)
class Exercise[Question]:
    address: Address
    kind: Kind[Question]
    question: Question
    moment: str = ""
    """Of a game that it is about, ``hochzeit/12``; empty where the address makes the question."""


def sources_first(exercise: Exercise[Any], verdict: Verdict) -> tuple[str, ...]:
    """The sources of a verdict, the one first that was asked for."""
    kind, found, asked = exercise.kind, verdict.sources, exercise.address.statement
    first = [asked] if asked in found and _is_said(exercise, verdict) else []
    if kind.compares:  # one of each rule set
        compared = {rules.document for rules in exercise.question.both}
        found = tuple(s for s in found if _document_or_tsr(s) in {*compared, ""})
        documents = dict.fromkeys(map(document_of, found))
        first = [next(s for s in found if document_of(s) == name) for name in documents]
    return tuple(dict.fromkeys([*(s for s in first if s is not None), *found]))


def _is_said(exercise: Exercise[Any], verdict: Verdict) -> bool:
    """Whether what was asked for is what is said of the answer, not only of another step."""
    if verdict.is_right or not verdict.is_stepwise:
        return True
    kind, question = exercise.kind, exercise.question
    contract = kind.exhibit(question).contract or Contract.NORMAL
    because = kind.because_of(question, verdict.compared[0])
    said = (*verdict.about_answer, *verdict.because, *because)
    document = kind.rules_of(question).document
    return exercise.address.statement in sources_for(said, document, contract)


def sources_shown(exercise: Exercise[Any], verdict: Verdict) -> tuple[str, ...]:
    """The few that a page has room for: of each sentence, but at least two and at most three; after
    a right answer one, or one of each rule set compared."""
    sentences = len(verdict.about_answer) + len(verdict.because)
    most = 2 if sentences < 3 else 3
    if verdict.is_right:
        most = 2 if exercise.kind.compares else 1
    return sources_first(exercise, verdict)[:most]


def _document_or_tsr(source: str) -> str:
    """The document of a statement or reading; nothing for a reading of all rule sets."""
    return "tsr" if source == TSR else document_of(source)


def rule_missed(exercise: Exercise[Any], verdict: Verdict) -> str | None:
    """The statement that a wrong answer went against: what the false belief is against, or else the
    one that was asked for, or else the first that can be asked for."""
    kind, question = exercise.kind, exercise.question
    offered = statements_asked(kind, PRESETS[kind.rules_of(question).document])
    asked = exercise.address.statement
    found, belief = verdict.sources, verdict.belief
    against = [s for s in offered if belief in (*kind.aims[s].beliefs, *kind.aims[s].later)]
    first = [asked, *found] if belief is None or asked in against else [*against, asked, *found]
    return next((s for s in first if s in found and (s == asked or s in offered)), None)
