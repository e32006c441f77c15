"""What a quiz asks: a sheet is proposed for wishes, and each of its lines can be rolled anew.

Works on wishes and chance alone; asks no database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random

from lessons.exercises.addresses import SEEDS, Address
from lessons.exercises.answers import answer_as_json
from lessons.exercises.making import exercise_at, is_there
from lessons.exercises.statements import document_of
from tutorial.sittings.choosing import (
    Chosen,
    Wish,
    course_of,
    document_under,
    in_order,
    kinds_for,
)
from tutorial.sittings.models import Why

MOST = 200
"""Questions of a quiz."""
_TRIES = 20
_ROLLS = 4


def proposed(
    rules: str,
    sections: Sequence[str],
    kinds: Sequence[str],
    level: int,
    number: int,
    chance: Random,
    statements: Sequence[str] = (),
) -> tuple[Chosen, ...]:
    """As many questions as wished for, each rule once before one comes twice. No sections: all of
    the document; no kinds: any; ``statements``: on those alone. Fewer, down to none, where the
    rules leave no room."""
    offered = _offered(rules, kinds)
    told = statements or _told_in(rules, sections)
    asked = [one for one in told if one in offered]
    if not asked:
        return ()
    chance.shuffle(asked)
    rounds = -(-number // len(asked))
    wishes = [Wish(one, Why.FIRMER, level) for one in (asked * rounds)[:number]]
    found = in_order(wishes, rules, chance, offered)
    made = _varied([one.address for one in found], chance)
    return tuple(Chosen(address, Why.FIRMER) for address in made)


def _varied(addresses: Iterable[Address], chance: Random) -> Iterable[Address]:
    """Each with other cards, and of a kind no answer much more often than others: whoever says
    the same each time is not to be right by that."""
    given: dict[str, Counter[str]] = {}
    for address in addresses:
        seen = given.setdefault(address.kind, Counter())
        best: tuple[int, str, Address] | None = None
        for _roll in range(_ROLLS):
            other = rolled(address, chance)
            if other is None:
                break
            answer = _answer_to(other)
            if best is None or seen[answer] < best[0]:
                best = seen[answer], answer, other
            if not seen[answer]:
                break
        if best is not None:
            seen[best[1]] += 1
            yield best[2]


def _answer_to(address: Address) -> str:
    exercise = exercise_at(address)
    return str(answer_as_json(exercise.kind.solve(exercise.question)))


def rolled(address: Address, chance: Random) -> Address | None:
    """The same with other cards; None where house rules leave no question."""
    for _try in range(_TRIES):
        other = replace(address, seed=chance.randrange(SEEDS))
        if is_there(other):
            return other
    return None


def rules_by_section(rules: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Each section with the statements and readings that can be asked for; each once."""
    offered, seen = kinds_for(rules), set[str]()
    for section in document_under(rules).sections:
        told = dict.fromkeys((*section.statements, *section.readings))
        asked = tuple(one for one in told if one in offered and one not in seen)
        seen.update(asked)
        if asked:
            yield section.id, asked


def kinds_under(rules: str) -> tuple[str, ...]:
    """That can ask for something."""
    return tuple(dict.fromkeys(kind for kinds in kinds_for(rules).values() for kind in kinds))


def _offered(rules: str, kinds: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """By statement the kinds that ask for it, of those wished for."""
    found = {
        statement: tuple(one for one in asked if not kinds or one in kinds)
        for statement, asked in kinds_for(rules).items()
    }
    return {statement: asked for statement, asked in found.items() if asked}


def _told_in(rules: str, sections: Sequence[str]) -> Iterable[str]:
    document = document_under(rules)
    if not sections:
        return [one for one in course_of(rules) if document_of(one) == document.id]
    chosen = [one for one in document.sections if one.id in sections]
    return dict.fromkeys(s for one in chosen for s in (*one.statements, *one.readings))
