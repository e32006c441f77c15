"""The frame of all kinds: an address makes a question, a question and an answer make a verdict."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Any, ClassVar, Literal, Protocol, Self

from lessons.exercises.misconceptions import Misconception
from lessons.exercises.verdict import Verdict
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import PRESETS, RuleSet

LEVELS = (1, 2)
SEEDS = 1_000_000_000
OPTIONAL: dict[str | None, dict[str, Any]] = {"kompakt:ohne-neunen": {"nines": False}}
"""Statements that hold under an option only, and that option."""
_CONTRAST = 4
"""In ten questions asked for a statement that has a contrast, so many are about that."""
_DRAWS = 20_000
"""More draws than any question needs (a test looks at many seeds): a bound, not a limit in use."""


class NoSuchExercise(LookupError):  # noqa: N818  (the name says what it is)
    """An address that no exercise has; ``part`` names the first word of it that nobody knows."""

    def __init__(self, part: str, value: object) -> None:
        super().__init__(f"no such {part}: {value!r}")
        self.part = part


class UnusableAnswer(ValueError):  # noqa: N818  (the name says what it is)
    """An answer that the question did not offer, or none; ``given`` is what came."""

    def __init__(self, given: Sequence[str]) -> None:
        super().__init__(f"not an answer to this question: {given!r}")
        self.given = tuple(given)


@dataclass(frozen=True, slots=True)
class Address:
    """The coordinates of an exercise; the same coordinates make the same question everywhere."""

    kind: str
    rules: str
    level: int
    seed: int
    statement: str | None = None

    def next(self) -> Address:
        """Another exercise of the kind; repeated, it comes by every seed before any again."""
        return replace(self, seed=(self.seed * 314_159_221 + 271_828_183) % SEEDS)


class WrittenQuestion(Protocol):
    """A question that can be written down and read back for ever."""

    def as_json(self) -> dict[str, Any]: ...

    @classmethod
    def from_json(cls, written: dict[str, Any]) -> Self: ...


class Kind[Question: WrittenQuestion, Answer](ABC):
    """One kind of exercise, for all rule sets and levels."""

    name: ClassVar[str]
    version: ClassVar[int]
    """Raised whenever the same address makes another question than before."""
    asks: ClassVar[type[WrittenQuestion]]
    """What its questions are."""
    answered_by: ClassVar[Literal["seat", "cards", "points"]]
    beliefs: ClassVar[Mapping[str, Mapping[str, tuple[Misconception, ...]]]]
    """By document: each statement that the kind can be asked for, and the beliefs against it."""
    said: ClassVar[Mapping[StrEnum, Why]]
    """Every outcome and hint that it gives words to, each with an example of its proof."""
    contrast: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Statements whose right answer would always be of one form: some of the questions asked for
    them are about another statement instead, so that it is not enough to know that."""
    mutants: Mapping[Misconception, Callable[[Question], Answer]]
    """What each false belief answers."""

    @abstractmethod
    def draw(self, chance: Random, rules: RuleSet, level: int) -> Question:
        """A candidate, interesting or not."""

    @abstractmethod
    def solve(self, question: Question) -> Answer:
        """The right answer, asked of the rules engine."""

    @abstractmethod
    def verdict(self, question: Question, answer: Answer) -> Verdict: ...

    @abstractmethod
    def taught(self, question: Question) -> tuple[str, ...]:
        """The sources that the right answer rests on."""

    @abstractmethod
    def hints(self, question: Question) -> tuple[Why, Why, Why]:
        """The rule, the cards that matter, the answer; their reasons are :class:`Hint`."""

    @abstractmethod
    def answers(self, question: Question) -> tuple[str, ...]:
        """The values of the controls, in the order shown; empty where a figure is typed."""

    @abstractmethod
    def answer_from(self, question: Question, given: Sequence[str]) -> Answer:
        """The answer that the controls' values make; raises :class:`UnusableAnswer`."""

    @abstractmethod
    def answer_as_json(self, answer: Answer) -> Any: ...

    @abstractmethod
    def answer_from_json(self, written: Any) -> Answer: ...

    def misleading(self, question: Question) -> tuple[Misconception, ...]:
        """The beliefs that answer this question wrongly."""
        right = self.solve(question)
        return tuple(
            belief for belief, believed in self.mutants.items() if believed(question) != right
        )

    def diagnosis(self, question: Question, answer: Answer) -> tuple[Misconception, ...]:
        """The beliefs under which a wrong answer would be right."""
        if answer == self.solve(question):
            return ()
        return tuple(
            belief for belief, believed in self.mutants.items() if believed(question) == answer
        )

    def rule_missed(self, verdict: Verdict, document: str) -> str | None:
        """Of what a wrong answer went against, the first statement that can be asked for."""
        asked = self.beliefs[document]
        found = (source for source in verdict.sources if source in asked and source not in OPTIONAL)
        return next(found, None)

    @abstractmethod
    def is_of_level(self, question: Question, level: int, statement: str) -> bool:
        """Level 1: one rule at a time, clear; level 2: the rule among others."""


@dataclass(frozen=True, slots=True)
class Exercise[Question: WrittenQuestion, Answer]:
    address: Address
    kind: Kind[Question, Answer]
    question: Question


def rules_for(address: Address) -> RuleSet:
    """The rule set in force: an optional statement that is asked for switches its option on."""
    preset = PRESETS.get(address.rules)
    if preset is None:
        raise NoSuchExercise("rules", address.rules)
    if address.statement in OPTIONAL:
        return replace(preset, **OPTIONAL[address.statement])
    return preset


def optional_statements(rules: RuleSet) -> tuple[str, ...]:
    """The statements of the document that hold because an option is on."""
    return tuple(
        statement
        for statement, options in OPTIONAL.items()
        if statement
        and statement.startswith(f"{rules.document}:")
        and all(getattr(rules, name) == value for name, value in options.items())
    )


def exercise_at(address: Address) -> Exercise[Any, Any]:
    """The exercise at an address; raises :class:`NoSuchExercise`.

    Its question misleads one of the kind's false beliefs, chosen by the seed, so that whoever
    holds it meets it.
    """
    from lessons.exercises.kinds import KINDS

    kind = KINDS.get(address.kind)
    if kind is None:
        raise NoSuchExercise("kind", address.kind)
    rules = rules_for(address)
    if address.level not in LEVELS:
        raise NoSuchExercise("level", address.level)
    if not 0 <= address.seed < SEEDS:
        raise NoSuchExercise("seed", address.seed)
    offered = kind.beliefs.get(rules.document, {})
    if not offered:
        raise NoSuchExercise("rules", address.rules)
    if address.statement is not None and address.statement not in offered:
        raise NoSuchExercise("statement", address.statement)
    return Exercise(address, kind, _question(kind, address, rules))


def _question(kind: Kind[Any, Any], address: Address, rules: RuleSet) -> Any:
    chance = Random(f"{kind.name} {kind.version} {address.rules} {address.level} {address.seed}")
    beliefs = kind.beliefs[rules.document]
    always = tuple(statement for statement in beliefs if statement not in OPTIONAL)
    statement = address.statement or chance.choice(always)
    others = kind.contrast.get(statement, ())
    if address.statement and others and chance.randrange(10) < _CONTRAST:
        statement = chance.choice(others)
    wanted = chance.choice(beliefs[statement])
    for _ in range(_DRAWS):
        question = kind.draw(chance, rules, address.level)
        if _is_asked(kind, question, address.level, statement, wanted):
            return question
    raise AssertionError(f"no question found for {address!r}")


def _is_asked(
    kind: Kind[Any, Any], question: Any, level: int, statement: str, wanted: Misconception
) -> bool:
    """Whether the wanted belief misleads and its answer tells it, at level 1 from all others."""
    diagnosis = kind.diagnosis(question, kind.mutants[wanted](question))
    return (
        wanted in diagnosis
        and (level > 1 or len(diagnosis) == 1)
        and kind.is_of_level(question, level, statement)
        and statement in kind.taught(question)
    )
