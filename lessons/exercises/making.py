"""From an address to its exercise: chance proposes questions, until one misleads a false belief, or
is the twin of such a question, on the other side of the rule.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from lessons.exercises.addresses import (
    COMPARED,
    LEVELS,
    LONGEST_RULES,
    SEEDS,
    Address,
    NoSuchExercise,
    compared_with,
    rules_from_text,
)
from lessons.exercises.exercise import Exercise
from lessons.exercises.kind import Aim, Kind, statements_asked
from lessons.exercises.kinds import KINDS
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.statements import document_of, with_statement
from lessons.rules.rule_sets import PRESETS, RuleSet, SenselessRules

_CONTRAST = 4
"""In ten questions asked for a statement that has a contrast, so many are about that."""
_SIDES_TRIED = 12
"""So many more questions for one belief are looked at for one on the side that chance wants."""
_DRAWS_FOR_TWIN = 60
"""Draws for a twin, which not every belief has."""
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


@lru_cache(maxsize=256)
def exercise_at(address: Address) -> Exercise[Any]:
    """The exercise at an address; raises :class:`NoSuchExercise`.

    Its question misleads one of the kind's false beliefs, chosen by the seed, so that whoever
    holds it meets it; or, about as often, it is the twin of such a question, which that belief
    answers rightly. Kept for a moment: an answer comes soon after its question.
    """
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


def is_there(address: Address) -> bool:
    """Whether an address has an exercise: a statement may be none of the kind's, and house rules
    may leave a question no room."""
    try:
        exercise_at(address)
    except NoSuchExercise:
        return False
    return True


def _question(kind: Kind[Any], address: Address, rules: RuleSet, other: RuleSet | None) -> Any:
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
    """The number of questions that chance may still draw, for one belief and for all that are
    tried; counted, not timed, so that an address makes the same question everywhere."""

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
    side = chance.choices([*kind.sides], [*kind.sides.values()])[0] if kind.sides else None
    is_twin = chance.random() < 0.5
    for statement in (asked, *([] if address.statement else statements)):
        aim, found = replace(offered[statement], other=other), None
        wanted = _wanted(kind, aim, rules, level)
        tried: list[Misconception | None] = [*chance.sample(wanted, len(wanted))]
        if aim.free:
            tried.insert(0 if chance.randrange(10) < aim.free else len(tried), None)
        for twin in (True, False) if is_twin else (False,):
            aim = replace(aim, twin=twin)
            few = _Draws(min(_DRAWS_FOR_TWIN, draws.each), draws.left) if twin else draws
            for belief in tried:
                asked_for = _AskedFor(kind, level, statement, aim, belief)
                looked_at = 0
                for question in asked_for.drawn(chance, rules, few):
                    is_wanted = kind.side(question) in {side, None}
                    if (is_wanted or found is None) and asked_for.is_told_by(question):
                        if is_wanted:
                            return question
                        found = question
                    looked_at += found is not None
                    if looked_at == _SIDES_TRIED:
                        break
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
                asked_for = _AskedFor(kind, level, asked, aim, belief)
                for question in asked_for.drawn(chance, rules, draws):
                    if asked_for.is_told_by(question):
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


@dataclass(frozen=True, slots=True)
class _AskedFor:
    """What a question is to be about."""

    kind: Kind[Any]
    level: int
    statement: str
    aim: Aim
    belief: Misconception | None

    def drawn(self, chance: Random, rules: RuleSet, draws: _Draws) -> Iterator[Any]:
        """Questions that the belief answers wrongly or, of a twin, rightly."""
        kind, aim, belief = self.kind, self.aim, self.belief
        for _ in draws:
            question = kind.draw(chance, rules, self.level, aim, belief)
            if question is None:
                continue
            if belief is not None:
                answer = kind.believed(belief, question)
                if answer is None or (answer == kind.solve(question)) != aim.twin:
                    continue
            yield question

    def is_told_by(self, question: Any) -> bool:
        """Whether such a question is of the level and rests on the statement, and its wrong answer
        tells the belief, at level 1 from all others."""
        kind, belief = self.kind, self.belief
        if not kind.is_of_level(question, self.level, self.aim):
            return False
        if belief is not None and self.aim.twin:
            if not kind.is_twin(belief, question):
                return False
        elif belief is not None and (answer := kind.believed(belief, question)) is not None:
            diagnosis = kind.diagnosis(question, answer)
            if belief not in diagnosis or (self.level == 1 and len(diagnosis) > 1):
                return False
        return self.statement in kind.taught(question)
