"""The rule set that an address names: a preset, one with options, or house rules by their key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.db import DatabaseError
from django.utils.translation import gettext as _

from lessons.exercises.addresses import NoSuchExercise, rules_as_text, rules_from_text
from lessons.rules.readable import rules_named
from lessons.rules.rule_sets import PRESETS, RuleSet
from tutorial.house_rules.models import HouseRules, Version
from tutorial.shared.words import document_name
from tutorial.trouble import spared

MOST_OFFERED = 100
KEY = "~"
"""Before the key of house rules; nothing needs it escaped."""


@dataclass(frozen=True, slots=True)
class Named:
    rules: RuleSet
    name: str
    """What the page calls it."""
    asked: str
    """As the address names it: house rules by their key are the newest version."""

    @property
    def written(self) -> str:
        """As the address of an exercise writes it."""
        return rules_as_text(self.rules)

    @property
    def is_house(self) -> bool:
        return self.rules != PRESETS[self.rules.document]


def presets() -> tuple[Named, ...]:
    return tuple(Named(rules, document_name(name), name) for name, rules in PRESETS.items())


def named(text: str) -> Named | None:
    """None where there is none; asks the database for house rules by their key alone."""
    name, comma, options = text.partition(",")
    document = rules_named(name)
    try:
        if text.startswith(KEY):
            versions = Version.objects.filter(of__key=text.removeprefix(KEY)).select_related("of")
            newest = versions.order_by("-number").first()
            return None if newest is None else of_version(newest)
        rules = rules_from_text(f"{document}{comma}{options}")
    except NoSuchExercise:
        return None
    if rules == PRESETS[document]:
        return Named(rules, document_name(document), document)
    called = _("%s with house rules") % document_name(document)
    return Named(rules, called, rules_as_text(rules))


def own_rules(learner: int | None) -> Iterator[tuple[str, str]]:
    """A learner's house rules: their names, and as an address says them."""
    if learner is not None:
        for house in HouseRules.objects.filter(owner=learner).order_by("name")[:MOST_OFFERED]:
            yield house.name, f"{KEY}{house.key}"


tables: list[Callable[[int], Iterable[tuple[str, str]]]] = []
"""Who is asked at which tables a learner plays, and by which rules: rooms further up put themselves
here."""


def rules_at_tables(learner: int | None) -> list[tuple[str, RuleSet]]:
    """What each table is called, and its rules; none where the database cannot say."""
    if learner is None:
        return []
    try:
        with spared():
            every = [told for asked in tables for told in asked(learner)]
    except DatabaseError:
        return []
    return [(name, found.rules) for name, rules in every if (found := named(rules))]


def of_version(version: Version) -> Named:
    """Raises :class:`NoSuchExercise` where an upgrade has left its options no sense."""
    return Named(rules_from_text(version.rules), version.of.name, f"{KEY}{version.of.key}")


def own_name(learner: int | None, rules: str) -> str:
    """What a learner calls rules, as addresses write them; empty for what he has not kept, and
    where the database cannot say."""
    if learner is None:
        return ""
    own = HouseRules.objects.filter(owner=learner, versions__rules=rules)
    try:
        with spared():
            return own.order_by("-pk").values_list("name", flat=True).first() or ""
    except DatabaseError:
        return ""
