"""The frame of all kinds: what each says of itself, and what follows from that."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from inspect import isabstract
from random import Random
from typing import Any, ClassVar

from lessons.exercises.answers import Answer, Field, Way
from lessons.exercises.exhibits import Exhibit, Timeline
from lessons.exercises.misconceptions import (
    AS_RULES,
    NEED_NINES,
    NEED_NO_NINES,
    Misconception,
    believed_rules,
)
from lessons.exercises.statements import (
    document_of,
    holds,
    with_statement,
)
from lessons.exercises.verdict import Hint, Outcome, Verdict, outcome_of, sources_for
from lessons.rules.cards import Seat
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import PRESETS, RuleSet, SenselessRules


@dataclass(frozen=True, slots=True)
class Aim:
    """The subject of a question that is asked for a statement."""

    beliefs: tuple[Misconception, ...]
    """The false beliefs against the statement; a question is one that one of them answers
    wrongly."""
    contracts: tuple[Contract, ...] = (Contract.NORMAL,)
    """Of which one is played."""
    later: tuple[Misconception, ...] = ()
    """More beliefs, from level 2 on."""
    about: str = ""
    """What of several things the kind asks."""
    other: RuleSet | None = None
    """The rule set to compare with, where that is asked."""
    twin: bool = False
    """Whether the belief is to be right this time, on the other side of the rule: were it always
    wrong, the right answer would always be of one form."""
    few: int = 0
    """How many different questions there are up to suits and seats, where that is too few to go on
    asking: the page says so, and after a right answer asks about something else."""
    free: int = 0
    """In ten questions so many are not chosen for a belief, where beliefs would never leave some
    answers right."""
    contrast: tuple[str, ...] = ()
    """Where the right answer would always be of one form: statements that some of the questions
    are about instead, so that it is not enough to know that form."""


class Group(StrEnum):
    """The subjects of kinds, in the order in which they are learnt."""

    CARDS = "cards"
    TRICKS = "tricks"
    PARTIES = "parties"
    CALLS = "calls"
    RESULT = "result"
    COMPARED = "compared"


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What somebody has written himself."""

    question: str
    explanation: str
    """Why the right answer is right; may be empty."""


class Kind[Question](ABC):
    """One kind of exercise, for all rule sets and levels."""

    name: ClassVar[str]
    group: ClassVar[Group]
    version: ClassVar[int] = 1
    """Raised whenever the same address makes another question than before."""
    asks: ClassVar[type]
    """What its questions are; each has ``rules`` and can be written as JSON."""
    aims: ClassVar[Mapping[str, Aim]]
    """By statement or reading that the kind can be asked for."""
    beliefs: ClassVar[tuple[Misconception, ...]]
    """All that may show in its answers."""
    hinted: ClassVar[Mapping[Hint, Why]] = {}
    """Every second step of a hint, with an example of its proof."""
    ways: ClassVar[Mapping[str, Mapping[str, Way]]]
    """What it asks ("" where that is always the same), and how each field of it is answered: all
    that there are words for."""
    is_stepwise: ClassVar[bool] = False
    """Whether the fields are answered one after the other, each from the true values before."""
    has_hints: ClassVar[bool] = True
    compares: ClassVar[bool] = False
    """Whether its address carries two rule sets."""
    sides: ClassVar[Mapping[str, int]] = {}
    """What its questions are balanced by, in words, and how often each side is wanted among all:
    what the right answer comes down to, or whether it is what somebody guesses who knows no
    rule. See :meth:`side`."""
    balanced_by: ClassVar[str] = ""
    """The same in one sentence, where a draw sees to it by itself."""

    def __init_subclass__(cls) -> None:
        if isabstract(cls):
            return
        for name in ("name", "group", "asks", "aims", "beliefs", "ways"):
            if not hasattr(cls, name):
                raise TypeError(f"{cls.__name__} does not say its {name!r}")
        if bool(cls.sides) == bool(cls.balanced_by):
            raise TypeError(f"{cls.__name__} does not say once what it is balanced by")
        if not isinstance(cls.group, Group):
            raise TypeError(f"{cls.__name__}: {cls.group!r} is no Group")
        aimed_at = {b for aim in cls.aims.values() for b in (*aim.beliefs, *aim.later)}
        for belief in aimed_at.difference(cls.beliefs):
            raise TypeError(f"{cls.__name__}: {belief.value!r} is in an aim, but not in beliefs")

    @abstractmethod
    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> Question | None:
        """A candidate, interesting or not; None where chance led nowhere. ``belief``: what it is
        to be answered wrongly by; None where that does not matter (an aim's ``free``)."""

    @abstractmethod
    def fields(self, question: Question) -> tuple[Field, ...]: ...

    @abstractmethod
    def solve(self, question: Question) -> Answer:
        """The right answer, asked of the rules engine."""

    @abstractmethod
    def believed(self, belief: Misconception, question: Question) -> Answer | None:
        """The answer of somebody with this belief; None where the belief says nothing."""

    @abstractmethod
    def because(self, question: Question) -> tuple[Why, ...]:
        """The computed chain that leads to the right answer."""

    @abstractmethod
    def exhibit(self, question: Question) -> Exhibit: ...

    @abstractmethod
    def hint(self, question: Question) -> Why:
        """The point that matters; its reason is a :class:`Hint`."""

    def about_answer(self, question: Question, answer: Answer) -> tuple[Why, ...]:
        """Why a wrong answer does not hold, beyond what leads to the right one."""
        return ()

    def because_of(self, question: Question, field: Field) -> tuple[Why, ...]:
        """The chain that leads to the right value of one step."""
        return self.because(question)

    def still_because(self, question: Question, answer: Answer) -> tuple[Why, ...]:
        """The chain after a wrong answer: without what ``about_answer`` has said already."""
        return self.because(question)

    def is_of_level(self, question: Question, level: int, aim: Aim) -> bool:
        """Level 1: one rule at a time, clear; 2: the rule among others; 3: where most err."""
        return True

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        """Whether there can be questions that this belief answers wrongly, under these options."""
        return True

    def side(self, question: Question) -> str | None:
        """Which of its ``sides`` a question is on; None where nothing is to be balanced."""
        return None

    def is_twin(self, belief: Misconception, question: Question) -> bool:
        """Whether a question that this belief answers rightly is on the other side of the very
        rule, and not merely about something else."""
        return True

    def variant(self, question: Question) -> str:
        return ""

    def own_words(self, question: Question) -> OwnWords | None:
        """Of who has written it; None: the words are ours."""
        return None

    def cites(self, question: Question) -> tuple[str, ...]:
        """Sources beyond those of the reasons."""
        return ()

    def timeline(self, question: Question) -> Timeline | None:
        """The last moments of calls, shown beside the verdict; None where calls do not matter."""
        return None

    def seen_after(self, question: Question) -> Mapping[Seat, str]:
        """How the cards of the trick are marked once it is answered, where others than the pressed
        ones tell: ``wins`` or ``counts``, by seat; without a trick, the plates."""
        return {}

    def seen_in_tricks(self, question: Question, answer: Answer) -> Mapping[tuple[int, Seat], str]:
        """How cards of several tricks are marked once it is answered, by the trick's number and the
        seat: what tells, and what misled."""
        return {}

    def refuses(self, question: Question, answer: Answer) -> Why | None:
        """Why an answer is against the rules of play, so that it is taken back; None: it is not."""
        return None

    # What follows from these

    def rules_of(self, question: Question) -> RuleSet:
        found: RuleSet = question.rules  # type: ignore[attr-defined]  # every question has them
        return found

    def verdict(self, question: Question, answer: Answer) -> Verdict:
        right, fields = self.solve(question), self.fields(question)
        outcome, wrong = Outcome.RIGHT, None
        for field, given, true in zip(fields, answer, right, strict=False):
            outcome = outcome_of(field, given, true)
            if outcome is not Outcome.RIGHT:
                wrong = field
                break
        if self.is_stepwise:
            chain = self.because_of(question, wrong or fields[max(len(answer) - 1, 0)])
        else:
            chain = self.because(question)
        about = self.about_answer(question, answer) if wrong else ()
        rules, contract = (
            self.rules_of(question),
            self.exhibit(question).contract or Contract.NORMAL,
        )
        told = tuple(why for why in chain if why not in about)
        if wrong is not None and not self.is_stepwise:
            told = self.still_because(question, answer)
        cited = (
            *sources_for((*about, *told), rules.document, contract),
            *sources_for(chain, rules.document, contract),
            *self.cites(question),
        )
        return Verdict(
            fields=fields,
            answer=answer,
            right=right,
            outcome=outcome,
            wrong_field=wrong,
            about_answer=about,
            because=told,
            misconceptions=self.diagnosis(question, answer),
            sources=tuple(dict.fromkeys(cited)),
            is_stepwise=self.is_stepwise,
        )

    def taught(self, question: Question) -> tuple[str, ...]:
        """The sources that the right answer rests on."""
        return self.verdict(question, self.solve(question)).sources

    def misleading(self, question: Question) -> tuple[Misconception, ...]:
        """The beliefs that answer this question wrongly."""
        right = self.solve(question)
        return tuple(
            belief
            for belief in self.beliefs
            if (answer := self.believed(belief, question)) is not None and answer != right
        )

    def diagnosis(self, question: Question, answer: Answer) -> tuple[Misconception, ...]:
        """The beliefs under which a wrong answer would be right; where there are steps, the first
        wrong step."""
        right, place = self.solve(question), None
        if self.is_stepwise:
            steps = enumerate(zip(answer, right, strict=False))
            place = next((n for n, (given, true) in steps if given != true), None)
        elif answer != right:
            place = -1
        if place is None:
            return ()
        return tuple(
            belief
            for belief in self.beliefs
            if (believed := self.believed(belief, question)) is not None
            and (believed == answer if place < 0 else believed[: place + 1] == answer[: place + 1])
        )

    def offered(self, rules: RuleSet) -> Mapping[str, Aim]:
        """What can be asked for under a rule set as it stands."""
        return _offered(self, rules)

    def is_offered(self, statement: str, rules: RuleSet) -> bool:
        """Whether it holds under a rule set as it stands, and somebody can go wrong on it."""
        aim = self.aims.get(statement)
        return (
            aim is not None
            and document_of(statement) == rules.document
            and holds(statement, rules)
            and bool(contracts_of(aim, rules))
            and any(self.is_met(belief, rules, aim) for belief in (*aim.beliefs, *aim.later))
        )

    def is_met(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        """Whether a belief is false under a rule set, and some question tells."""
        return _is_false_under(belief, rules) and self.leaves_room(belief, rules, aim)


def contracts_of(aim: Aim, rules: RuleSet) -> tuple[Contract, ...]:
    """The contracts of an aim that the rule set has."""
    return tuple(found for found in aim.contracts if found not in SOLOS or found in rules.solos)


def _is_false_under(belief: Misconception, rules: RuleSet) -> bool:
    if belief in (NEED_NO_NINES if rules.nines else NEED_NINES):
        return False
    return belief not in AS_RULES or believed_rules(belief, rules) is not None


@lru_cache(maxsize=512)
def _offered(kind: Kind[Any], rules: RuleSet) -> Mapping[str, Aim]:
    return {
        statement: aim for statement, aim in kind.aims.items() if kind.is_offered(statement, rules)
    }


@lru_cache(maxsize=512)
def statements_asked(kind: Kind[Any], rules: RuleSet) -> tuple[str, ...]:
    """The statements to ask for under a rule set, with the options switched on that each needs."""
    return tuple(
        statement
        for statement in kind.aims
        if document_of(statement) == rules.document and _can_be_asked(kind, statement, rules)
    )


def statements_kept(kind: Kind[Any], rules: RuleSet) -> tuple[str, ...]:
    """Those of them that house rules have not done away with: what holds in their document, but
    not under them, is none of theirs."""
    preset = PRESETS[rules.document]
    return tuple(
        one for one in statements_asked(kind, rules) if holds(one, rules) or not holds(one, preset)
    )


def _can_be_asked(kind: Kind[Any], statement: str, rules: RuleSet) -> bool:
    if kind.compares:
        return kind.is_offered(statement, rules)
    try:
        return kind.is_offered(statement, with_statement(rules, statement))
    except SenselessRules:
        return False
