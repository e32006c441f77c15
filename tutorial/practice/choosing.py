"""Choosing what to practise: a rule set, a level, then a kind or one paragraph."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.exercises.addresses import (
    COMPARED,
    LEVELS,
    LONGEST_RULES,
    Address,
    rules_as_text,
)
from lessons.exercises.kind import Group, statements_kept
from lessons.exercises.kinds import KINDS
from lessons.exercises.statements import document_of
from lessons.rules.rule_sets import PRESETS, RuleSet
from tutorial.house_rules.named import named
from tutorial.learners.memory import Standing
from tutorial.learners.remembering import standings_of
from tutorial.practice.following import new_seed
from tutorial.practice.links import url_of
from tutorial.shared.words import cited, document_name, speech, words


@dataclass(frozen=True, slots=True)
class Link:
    """A link, and whether it is where one is."""

    label: str
    url: str
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of exercise under the rule set chosen."""

    kind: str
    name: str
    question: str
    ways: tuple[Link, ...]
    """One; or one for each rule set to compare with."""
    paragraphs: tuple[Link, ...]
    standings: tuple[Standing, ...]
    """How the learner stands with each rule that it asks for."""

    @property
    def due(self) -> int:
        return self.standings.count(Standing.DUE)

    @property
    def sure(self) -> int:
        return self.standings.count(Standing.SURE)

    @property
    def has_begun(self) -> bool:
        return any(one is not Standing.NEW for one in self.standings)


@dataclass(frozen=True, slots=True)
class Subject:
    """Kinds of exercises of one group."""

    name: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Chooser:
    document: str
    """Whose rules they are, or go out from."""
    rules: tuple[Link, ...]
    levels: tuple[Link, ...]
    house_rules: tuple[str, ...]
    groups: tuple[Subject, ...]
    begin_url: str
    """Where to begin without choosing: an exercise that chance picks."""
    written: str
    """The rule set as addresses write it."""
    plain_url: str
    """Of the same without house rules."""
    notice: str = ""


def chooser(asked: QueryDict, level: int = LEVELS[0], learner: int | None = None) -> Chooser:
    """The page for what the address asks for, at this level if it asks for none; what it does not
    know is said. At most one query."""
    notice, text = "", str(asked.get("rules", ""))
    rules = next(iter(PRESETS.values()))
    if text:
        found = named(text)
        if found is None:
            notice = _("There is no such rule set. Here is another.")
        else:
            rules = found.rules
        if rules.document not in _practised():
            notice = _("There are no exercises for this rule set. Here is another.")
            rules = next(iter(PRESETS.values()))
    if asked.get("level"):
        known = {str(number): number for number in LEVELS}
        level = known.get(str(asked["level"]), 0)
        if not level:
            notice, level = _("There is no such level. Here is the first."), LEVELS[0]
    written = rules_as_text(rules)
    offers = _offers(rules, written, level, standings_of(learner, written))
    return Chooser(
        rules.document,
        tuple(
            Link(document_name(name), _here(name, level), name == rules.document)
            for name in _practised()
        ),
        tuple(Link(str(number), _here(written, number), number == level) for number in LEVELS),
        speech().house_rules(rules),
        _grouped(offers),
        random.SystemRandom().choice(list(offers.values())).ways[0].url,
        written,
        _here(rules.document, level),
        notice,
    )


def _here(rules: str, level: int) -> str:
    return f"{reverse('practice')}?{urlencode({'rules': rules, 'level': level}, safe=',=.')}"


def _practised() -> list[str]:
    """The documents that there are exercises for."""
    asked = {document_of(statement) for kind in KINDS.values() for statement in kind.aims}
    return [name for name in PRESETS if name in asked]


def _grouped(offers: dict[str, Offer]) -> tuple[Subject, ...]:
    found: dict[Group, list[Offer]] = {group: [] for group in Group}
    for name, offer in offers.items():
        found[KINDS[name].group].append(offer)
    said = words().cards
    return tuple(Subject(said.name(group), tuple(made)) for group, made in found.items() if made)


def _offers(
    rules: RuleSet, written: str, level: int, known: Mapping[str, Standing]
) -> dict[str, Offer]:
    made = {}
    for name, kind in KINDS.items():
        statements = statements_kept(kind, rules)
        if not statements:
            continue
        said = words().kinds[name]
        question = next(iter(said.asked.values())).question
        start = Address(name, written, level, new_seed())
        ways: tuple[Link, ...] = (Link(said.name, url_of(start)),)
        paragraphs: tuple[Link, ...] = ()
        standings: tuple[Standing, ...] = ()
        if kind.compares:
            ways = tuple(
                Link(document_name(other), url_of(Address(
                    name, f"{written}{COMPARED}{other}", level, new_seed())))
                for other in PRESETS
                if other != rules.document
                and len(f"{written}{COMPARED}{other}") <= LONGEST_RULES
            )  # fmt: skip
            if not ways:
                continue
        else:
            paragraphs = tuple(
                Link(f"{place.place}: {place.text}", url_of(Address(
                    name, written, level, new_seed(), statement)))
                for statement, place in zip(statements, cited(statements), strict=True)
            )  # fmt: skip
            standings = tuple(known.get(one, Standing.NEW) for one in statements)
        made[name] = Offer(name, said.name, question, ways, paragraphs, standings)
    return made
