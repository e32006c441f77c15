"""The frame of all kinds: an address makes a question, a question and an answer make a verdict."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from inspect import isabstract
from random import Random
from typing import Any, ClassVar

from lessons.exercises.addresses import (
    COMPARED,
    LEVELS,
    LONGEST_RULES,
    SEEDS,
    Address,
    NoSuchExercise,
    rules_from_text,
)
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
    optional_statements,
    with_statement,
)
from lessons.exercises.verdict import Hint, Outcome, Verdict, outcome_of, sources_for
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import PRESETS, RuleSet, SenselessRules
from lessons.rules.sources import TSR

_CONTRAST = 4
"""In ten questions asked for a statement that has a contrast, so many are about that."""
_SIDES_TRIED = 3
"""So many questions for one belief are looked at for one whose right answer is on the side that
chance wants."""
_DRAWS = 4_000
"""Draws for one belief before another is tried: a bound that no question of a document's own rules
comes near (tests look at many seeds)."""
_DRAWS_OF_CLUB = 16
_ALL_DRAWS_OF_CLUB = 32
"""A club's options may leave a belief hardly any room: so many for it, and for all beliefs."""
_PASSES = (8, 32, 64)
"""Draws for one belief, from pass to pass over all of them."""
_ALL_DRAWS_FOR_SPARE = 240
_RARE = 32
"""What takes more draws than this to find is the one question at all its addresses."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a question asked for a statement is about."""

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
    free: int = 0
    """In ten questions so many are not chosen for a belief, where beliefs would never leave some
    answers right."""
    contrast: tuple[str, ...] = ()
    """Where the right answer would always be of one form: statements that some of the questions
    are about instead, so that it is not enough to know that form."""


class Group(StrEnum):
    """What kinds are about, in the order in which it is learnt."""

    CARDS = "cards"
    TRICKS = "tricks"
    PARTIES = "parties"
    CALLS = "calls"
    RESULT = "result"
    COMPARED = "compared"


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
    compares: ClassVar[bool] = False
    """Whether its address carries two rule sets."""
    sides: ClassVar[tuple[object, ...]] = ()
    """What answers can come down to, as often as it is to be right: see :meth:`side`."""

    def __init_subclass__(cls) -> None:
        if not isabstract(cls):
            for name in ("name", "group", "asks", "aims", "beliefs", "ways"):
                if not hasattr(cls, name):
                    raise TypeError(f"{cls.__name__} does not say its {name!r}")

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
        """What somebody with this belief answers; None where it has nothing to say."""

    @abstractmethod
    def because(self, question: Question) -> tuple[Why, ...]:
        """The computed chain that leads to the right answer."""

    @abstractmethod
    def exhibit(self, question: Question) -> Exhibit: ...

    @abstractmethod
    def hint(self, question: Question) -> Why:
        """What matters; its reason is a :class:`Hint`."""

    def about_answer(self, question: Question, answer: Answer) -> tuple[Why, ...]:
        """Why a wrong answer does not hold, beyond what leads to the right one."""
        return ()

    def because_of(self, question: Question, field: Field) -> tuple[Why, ...]:
        """The chain that leads to the right value of one step."""
        return self.because(question)

    def still_because(self, question: Question, answer: Answer) -> tuple[Why, ...]:
        """The chain as it is told after a wrong answer: without what was said of that already."""
        return self.because(question)

    def is_of_level(self, question: Question, level: int, aim: Aim) -> bool:
        """Level 1: one rule at a time, clear; 2: the rule among others; 3: where most err."""
        return True

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        """Whether there can be questions that this belief answers wrongly, under these options."""
        return True

    def side(self, question: Question) -> object:
        """Which of its ``sides`` the right answer is on; None where nothing is to be balanced."""
        return None

    def variant(self, question: Question) -> str:
        return ""

    def cites(self, question: Question) -> tuple[str, ...]:
        """Sources beyond those of the reasons."""
        return ()

    def timeline(self, question: Question) -> Timeline | None:
        """Until when what may be said: shown beside the verdict."""
        return None

    def refuses(self, question: Question, answer: Answer) -> Why | None:
        """Why an answer is no move at all, to be taken back: against the rules of play."""
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
        chain = self.because(question)
        if self.is_stepwise:
            chain = self.because_of(question, wrong or fields[max(len(answer) - 1, 0)])
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
            *optional_statements(rules, PRESETS[rules.document]),
        )
        return Verdict(
            fields,
            answer,
            right,
            outcome,
            wrong,
            about,
            told,
            self.diagnosis(question, answer),
            tuple(dict.fromkeys(cited)),
            self.is_stepwise,
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

    def offered(self, rules: RuleSet) -> dict[str, Aim]:
        """What can be asked for under a rule set as it stands."""
        return {
            statement: aim for statement, aim in self.aims.items()
            if self.is_offered(statement, rules)
        }  # fmt: skip

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
    first = [asked] if asked in found else []
    if kind.compares:  # one of each rule set
        compared = {rules.document for rules in exercise.question.both}
        found = tuple(s for s in found if _document_or_tsr(s) in {*compared, ""})
        documents = dict.fromkeys(map(document_of, found))
        first = [next(s for s in found if document_of(s) == name) for name in documents]
    return tuple(dict.fromkeys([*(s for s in first if s is not None), *found]))


def sources_shown(exercise: Exercise[Any], verdict: Verdict) -> tuple[str, ...]:
    """The few that a page has room for: of each sentence, but at least two and at most three."""
    sentences = len(verdict.about_answer) + len(verdict.because)
    return sources_first(exercise, verdict)[: 2 if sentences < 3 else 3]


def _document_or_tsr(source: str) -> str:
    """Nothing for a reading of all rule sets."""
    return "tsr" if source == TSR else document_of(source)


def rule_missed(exercise: Exercise[Any], verdict: Verdict) -> str | None:
    """The statement that a wrong answer went against: the one that was asked for, or else what the
    false belief is against, or else the first that can be asked for."""
    kind, question = exercise.kind, exercise.question
    offered = kind.offered(PRESETS[kind.rules_of(question).document])
    asked = exercise.address.statement
    found, belief = verdict.sources, verdict.belief
    against = [s for s, aim in offered.items() if belief in (*aim.beliefs, *aim.later)]
    first = [asked, *(against if belief else ()), *found]
    return next((s for s in first if s in found and (s == asked or s in offered)), None)


def rules_for(address: Address, kind: Kind[Any]) -> RuleSet:
    """The rule set in force: a statement that is asked for switches its options on; where the kind
    has no other, so does one that the seed picks."""
    name, plus, _ = address.rules.partition(COMPARED)
    rules = rules_from_text(name)
    statement = address.statement
    if statement is None and not kind.offered(rules):
        of_document = statements_asked(kind, rules)
        statement = of_document[address.seed % len(of_document)] if of_document else None
    if plus or statement is None or document_of(statement) != rules.document:
        return rules
    try:
        return with_statement(rules, statement)
    except SenselessRules:
        raise NoSuchExercise("statement", statement) from None


@lru_cache(maxsize=512)
def statements_asked(kind: Kind[Any], rules: RuleSet) -> tuple[str, ...]:
    """What a kind can be asked for under a rule set, with the options switched on that it needs."""
    return tuple(
        statement
        for statement in kind.aims
        if document_of(statement) == rules.document and _can_be_asked(kind, statement, rules)
    )


def _can_be_asked(kind: Kind[Any], statement: str, rules: RuleSet) -> bool:
    if kind.compares:
        return kind.is_offered(statement, rules)
    try:
        return kind.is_offered(statement, with_statement(rules, statement))
    except SenselessRules:
        return False


def compared_with(address: Address) -> RuleSet | None:
    """The second rule set of a comparison; any other address has none."""
    _, plus, name = address.rules.partition(COMPARED)
    return rules_from_text(name) if plus else None


def exercise_at(address: Address) -> Exercise[Any]:
    """The exercise at an address; raises :class:`NoSuchExercise`.

    Its question misleads one of the kind's false beliefs, chosen by the seed, so that whoever
    holds it meets it.
    """
    from lessons.exercises.kinds import KINDS

    kind = KINDS.get(address.kind)
    if kind is None:
        raise NoSuchExercise("kind", address.kind)
    if len(address.rules) > LONGEST_RULES:
        raise NoSuchExercise("option", address.rules[:LONGEST_RULES])
    rules = rules_for(address, kind)
    if address.level not in LEVELS:
        raise NoSuchExercise("level", address.level)
    if not 0 <= address.seed < SEEDS:
        raise NoSuchExercise("seed", address.seed)
    offered, other = kind.offered(rules), compared_with(address)
    of_document = [s for s in kind.aims if document_of(s) == rules.document]
    if not of_document or kind.compares != (other is not None) or other == rules:
        raise NoSuchExercise("rules", address.rules)
    if address.statement not in (None, *of_document):
        raise NoSuchExercise("statement", address.statement)
    if not offered or address.statement not in (None, *offered):  # the options leave no room
        raise NoSuchExercise("question", address)
    return Exercise(address, kind, _question(kind, address, rules, other))


@lru_cache(maxsize=256)
def _question(kind: Kind[Any], address: Address, rules: RuleSet, other: RuleSet | None) -> Any:
    """Kept for a moment: an answer comes soon after its question."""
    name = f"{kind.name} {kind.version} {address.rules} {address.level}"
    chance = Random(f"{name} {address.seed}")
    if {*address.rules.split(COMPARED)} <= {*PRESETS}:
        found = _searched(kind, chance, address, rules, other, _Draws(_DRAWS))
    else:
        spare = _spare(kind, name, address.level, address.statement, rules, other)
        draws = _Draws(_DRAWS_OF_CLUB, _ALL_DRAWS_OF_CLUB)
        found = spare and spare.question
        if spare is not None and not spare.is_rare:
            found = _searched(kind, chance, address, rules, other, draws) or found
    if found is None:
        raise NoSuchExercise("question", address)
    return found


@dataclass(slots=True)
class _Draws:
    """How often chance may be asked for a question: for one belief, and for all that are tried.
    Counted, not timed, so that an address makes the same question everywhere."""

    each: int
    left: int = sys.maxsize

    def __iter__(self) -> Iterator[int]:
        """Those for one belief."""
        for number in range(min(self.each, self.left)):
            self.left -= 1
            yield number


def _searched(
    kind: Kind[Any],
    chance: Random,
    address: Address,
    rules: RuleSet,
    other: RuleSet | None,
    draws: _Draws,
) -> Any:
    """The question of a seed; None where there is none within the draws."""
    offered, level = kind.offered(rules), address.level
    statements = list(offered)
    asked = address.statement or chance.choice(statements)
    others = [other for other in offered[asked].contrast if other in offered]
    if others and chance.randrange(10) < _CONTRAST:
        asked = chance.choice(others)
    chance.shuffle(statements)
    side = chance.choice(kind.sides) if kind.sides else None
    for statement in (asked, *([] if address.statement else statements)):
        aim, found = replace(offered[statement], other=other), None
        wanted = _wanted(kind, aim, rules, level)
        tried: list[Misconception | None] = [*chance.sample(wanted, len(wanted))]
        if aim.free:
            tried.insert(0 if chance.randrange(10) < aim.free else len(tried), None)
        for belief in tried:
            for question in _asked(kind, chance, rules, level, statement, aim, belief, draws):
                if kind.side(question) in {side, None}:
                    return question
                found = found or question
        if found is not None:
            return found
    return None


@dataclass(frozen=True, slots=True)
class _Spare:
    """A question for every seed that finds none."""

    question: Any
    is_rare: bool


@lru_cache(maxsize=2048)
def _spare(
    kind: Kind[Any],
    name: str,
    level_asked: int,
    statement: str | None,
    rules: RuleSet,
    other: RuleSet | None,
) -> _Spare | None:
    """Whether there is an exercise at all under a club's options, whatever the seed: a question
    for all of them; None, which is kept too, where nobody can go wrong."""
    chance, offered = Random(f"{name} {statement}"), kind.offered(rules)
    draws = _Draws(0, _ALL_DRAWS_FOR_SPARE)
    # Better one of another level than none.
    levels = (level_asked, *(level for level in LEVELS if level != level_asked))
    passes = [(level, each) for each in _PASSES[1:] for level in levels]
    for level, draws.each in ((level_asked, _PASSES[0]), *passes):
        for asked in (statement,) if statement else offered:
            aim = replace(offered[asked], other=other)
            for belief in _wanted(kind, aim, rules, level):
                for question in _asked(kind, chance, rules, level, asked, aim, belief, draws):
                    return _Spare(question, _ALL_DRAWS_FOR_SPARE - draws.left > _RARE)
    return None


def _wanted(kind: Kind[Any], aim: Aim, rules: RuleSet, level: int) -> list[Misconception]:
    """The beliefs that a question of a level may be about; at level 1 the later ones only where
    nobody can go wrong on the others."""
    first, later = (
        [belief for belief in beliefs if kind.is_met(belief, rules, aim)]
        for beliefs in (aim.beliefs, aim.later)
    )
    return (first or later) if level == 1 else [*first, *later]


def _asked(
    kind: Kind[Any],
    chance: Random,
    rules: RuleSet,
    level: int,
    statement: str,
    aim: Aim,
    belief: Misconception | None,
    draws: _Draws,
) -> Iterator[Any]:
    """A few questions that can be asked for a statement."""
    found = 0
    for _ in draws:
        question = kind.draw(chance, rules, level, aim, belief)
        if question is not None and _is_asked(kind, question, level, statement, aim, belief):
            yield question
            found += 1
            if found == _SIDES_TRIED:
                return


def _is_false_under(belief: Misconception, rules: RuleSet) -> bool:
    if belief in (NEED_NO_NINES if rules.nines else NEED_NINES):
        return False
    return belief not in AS_RULES or believed_rules(belief, rules) is not None


def _is_asked(
    kind: Kind[Any],
    question: Any,
    level: int,
    statement: str,
    aim: Aim,
    wanted: Misconception | None,
) -> bool:
    """Whether the wanted belief misleads and its answer tells it, at level 1 from all others."""
    if wanted is None:
        return kind.is_of_level(question, level, aim) and statement in kind.taught(question)
    answer = kind.believed(wanted, question)
    if answer is None or answer == kind.solve(question):
        return False
    if not kind.is_of_level(question, level, aim):
        return False
    diagnosis = kind.diagnosis(question, answer)
    return (
        wanted in diagnosis
        and (level > 1 or len(diagnosis) == 1)
        and statement in kind.taught(question)
    )
