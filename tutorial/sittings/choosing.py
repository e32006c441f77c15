"""Which exercises make a sheet: first what is due, then what went wrong lately, then what is new.

Works on what a learner remembers and on chance alone; asks no database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import chain
from random import Random

from lessons.content.course import Document, PathStep, Section
from lessons.content.reading import course
from lessons.exercises.addresses import (
    COMPARED,
    LEVELS,
    LONGEST_RULES,
    SEEDS,
    Address,
    rules_as_text,
    rules_from_text,
)
from lessons.exercises.kind import statements_kept
from lessons.exercises.kinds import KINDS
from lessons.exercises.kinds.compare_rules import ABOUT_OPTIONS, CompareRules
from lessons.exercises.statements import document_of
from lessons.rules.rule_sets import RuleSet, all_options
from tutorial.house_rules.options import differing
from tutorial.learners.memory import Known
from tutorial.sittings.models import Why

TEN = 10
MOST_DUE = 6
MOST_MISSED = 3
REVIEWS = 2


@dataclass(frozen=True, slots=True)
class Wish:
    """A rule to be asked for, and the reason."""

    statement: str
    why: Why
    level: int


@dataclass(frozen=True, slots=True)
class Chosen:
    address: Address
    why: Why


def ten(
    rules: str, memory: Mapping[str, Known], now: datetime, chance: Random, size: int = TEN
) -> tuple[Chosen, ...]:
    """A sheet for today under rules as addresses write them."""
    return tuple(in_order(_wishes(rules, memory, now, size), rules, chance))


def worst(
    rules: str,
    memory: Mapping[str, Known],
    now: datetime,  # noqa: ARG001  (as for what is due)
    chance: Random,
) -> tuple[Chosen, ...]:
    """What goes wrong most, and is not sure."""
    known = [s for s in kinds_for(rules) if s in memory and memory[s].wrong]
    known = [s for s in known if not memory[s].clean_days]
    known.sort(key=lambda s: memory[s].wrong / (memory[s].wrong + memory[s].right), reverse=True)
    wishes = [Wish(s, Why.MISSED, memory[s].level) for s in known[:TEN]]
    return tuple(in_order(wishes, rules, chance))


def due(
    rules: str, memory: Mapping[str, Known], now: datetime, chance: Random
) -> tuple[Chosen, ...]:
    """All that is due under a preset's rules, the longest first; as much as is one sitting."""
    wishes = [Wish(s, Why.DUE, memory[s].level) for s in _reviewed(rules, memory, now)]
    return tuple(in_order(wishes, rules, chance))


def _reviewed(rules: str, memory: Mapping[str, Known], now: datetime) -> list[str]:
    known = [s for s in kinds_for(rules) if s in memory and memory[s].due <= now]
    return sorted(known, key=lambda s: memory[s].due)[: 2 * TEN]


def number_reviewed(rules: str, memory: Mapping[str, Known], now: datetime) -> int:
    """Of what is due, as much as one sitting asks."""
    numbers = (len(_reviewed(one, memory, now)) for one in each_document(rules))
    return next(filter(None, numbers), 0)


def each_document(rules: str) -> Iterable[str]:
    """The rules of each, after those practised last: the first with something is asked."""
    return dict.fromkeys([rules, *(one.rules for one in course().documents.values())])


def of_section(
    section: Section, rules: str, memory: Mapping[str, Known], chance: Random
) -> tuple[Chosen, ...]:
    """The rules of a section in turn, until there are ten."""
    return _about((*section.statements, *section.readings), rules, memory, chance)


def of_rule(
    statement: str, rules: str, memory: Mapping[str, Known], chance: Random
) -> tuple[Chosen, ...]:
    """Some on one rule."""
    return _about((statement,), rules, memory, chance)[: TEN // 2]


def of_differences(
    mine: RuleSet, rules: str, memory: Mapping[str, Known], chance: Random
) -> tuple[Chosen, ...]:
    """One on each rule that differs from those that somebody plays by already."""
    found: dict[str, Address] = {}
    for one in asked_where_different(mine, rules).values():
        if one and one.statement:
            found.setdefault(one.statement, one)
    alone = [statement for statement, one in found.items() if one.rules == rules]
    both = [(one, _firmer(s, memory)) for s, one in found.items() if one.rules != rules]
    return (
        *in_order([_firmer(one, memory) for one in alone], rules, chance),
        *(
            Chosen(replace(one, level=wish.level, seed=chance.randrange(SEEDS)), wish.why)
            for one, wish in both
        ),
    )


def asked_where_different(mine: RuleSet, rules: str) -> dict[str, Address | None]:
    """By option in which rules as addresses write them are not ``mine``: an exercise on the first
    of the statements it is written in that can be asked for; else one on both rule sets, if it
    shows there; None where nothing asks for it."""
    other, asked = rules_from_text(rules), kinds_for(rules)
    found: dict[str, Address | None] = {}
    for option in differing(all_options(other), all_options(mine)):
        written = course().options.get(option, {}).get(other.document, ())
        statement = next((one for one in written if one in asked), "")
        found[option] = (
            Address(asked[statement][0], rules, LEVELS[0], 0, statement)
            if statement
            else _compared(option, other, f"{rules}{COMPARED}{rules_as_text(mine)}")
        )
    return found


def _compared(option: str, rules: RuleSet, both: str) -> Address | None:
    """What is asked of two rule sets that differ in an option."""
    kind, about = KINDS[CompareRules.name], ABOUT_OPTIONS.get(option)
    offered = kind.offered(rules) if len(both) <= LONGEST_RULES else {}
    fitting = (one for one in offered if about and kind.aims[one].about == about)
    statement = next(fitting, None)
    return Address(kind.name, both, LEVELS[0], 0, statement) if statement else None


def _about(
    statements: Iterable[str], rules: str, memory: Mapping[str, Known], chance: Random
) -> tuple[Chosen, ...]:
    asked = [one for one in statements if one in kinds_for(rules)]
    wishes = [_firmer(one, memory) for one in (asked * TEN)[:TEN]]
    return tuple(in_order(wishes, rules, chance))


def _firmer(statement: str, memory: Mapping[str, Known]) -> Wish:
    known = memory.get(statement)
    return Wish(statement, Why.FIRMER, known.level) if known else Wish(statement, Why.NEW, 1)


def reviews(
    before: Iterable[PathStep], rules: str, memory: Mapping[str, Known], chance: Random
) -> tuple[Chosen, ...]:
    """At the end of a round a few questions of the steps before that have been answered there: what
    is due first."""
    asked = {one.statement: one for step in before for one in step.exercises if one.statement}
    known = sorted((s for s in asked if s in memory), key=lambda s: memory[s].due)
    return tuple(
        Chosen(asked[s].drawn(rules, chance.randrange(SEEDS)).address, Why.DUE)
        for s in known[:REVIEWS]
    )


def again(missed: Address, chance: Random) -> Address:
    """The same rule with other cards."""
    return replace(missed, seed=chance.randrange(SEEDS))


def _wishes(rules: str, memory: Mapping[str, Known], now: datetime, size: int) -> list[Wish]:
    asked = [statement for statement in course_of(rules) if statement in kinds_for(rules)]
    known = {statement: memory[statement] for statement in asked if statement in memory}
    due = sorted((s for s in known if known[s].due <= now), key=lambda s: known[s].due)
    missed = [s for s in known if s not in due and known[s].wrong and not known[s].clean_days]
    missed.sort(key=lambda s: known[s].last, reverse=True)
    found = [Wish(s, Why.DUE, known[s].level) for s in due[:MOST_DUE]]
    found += [Wish(s, Why.MISSED, known[s].level) for s in missed[:MOST_MISSED]]
    new = [s for s in asked if s not in known]
    found += [Wish(s, Why.NEW, 1) for s in new[: size - len(found)]]
    wished = {wish.statement for wish in found}
    rest = sorted((s for s in known if s not in wished), key=lambda s: known[s].due)
    found += [
        Wish(s, Why.DUE if s in due else Why.FIRMER, known[s].level)
        for s in rest[: size - len(found)]
    ]
    return found


def in_order(
    wishes: Sequence[Wish],
    rules: str,
    chance: Random,
    offered: Mapping[str, Sequence[str]] | None = None,
) -> Iterable[Chosen]:
    """Never the same kind twice in a row if it can be avoided. What is new comes in its order.
    ``offered``: by statement, the kinds to ask by; else all there are."""
    offered = kinds_for(rules) if offered is None else offered
    left, last = list(wishes), ""
    while left:
        first = next((w for w in left if {*offered[w.statement]} != {last}), left[0])
        left.remove(first)
        kinds = [kind for kind in offered[first.statement] if kind != last]
        last = chance.choice(kinds or list(offered[first.statement]))
        address = Address(last, rules, first.level, chance.randrange(SEEDS), first.statement)
        yield Chosen(address, first.why)


@lru_cache(maxsize=64)
def kinds_for(rules: str) -> Mapping[str, tuple[str, ...]]:
    """The kinds that can ask for a statement under rules as addresses write them; by statement."""
    found: dict[str, list[str]] = {}
    own = rules_from_text(rules)
    for name, kind in KINDS.items():
        for statement in () if kind.compares else statements_kept(kind, own):
            found.setdefault(statement, []).append(name)
    return {statement: tuple(kinds) for statement, kinds in found.items()}


@lru_cache(maxsize=64)
def course_of(rules: str) -> tuple[str, ...]:
    """The statements and readings of a document in the order in which they are learnt: along the
    path, if it has one, then section by section; at last those that no section names."""
    document = document_under(rules)
    told = chain(_on_the_path(document), _in_sections(document), kinds_for(rules))
    return tuple(one for one in dict.fromkeys(told) if document_of(one) == document.id)


def document_under(rules: str) -> Document:
    """The document whose rules these are, as addresses write them, house rules or not."""
    own = rules.partition(",")[0]
    return next(one for one in course().documents.values() if one.rules == own)


def _on_the_path(document: Document) -> Iterable[str]:
    asked = (exercise.statement for step in document.path for exercise in step.exercises)
    return (statement for statement in asked if statement)


def _in_sections(document: Document) -> Iterable[str]:
    return chain.from_iterable((*one.statements, *one.readings) for one in document.sections)
