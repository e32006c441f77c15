"""The options of a rule set in groups, and what differs from the document they go out from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext_lazy

from lessons.rules.rule_sets import OPTIONS, PRESETS, RuleSet, all_options
from tutorial.shared.words import speech, words

_FIRST = {
    "nines": ("cards", gettext_lazy("Cards")),
    "solos": ("contracts", gettext_lazy("Contracts")),
    "call_limits": ("calls", gettext_lazy("Calls")),
    "announcement": ("scoring", gettext_lazy("Scoring")),
}
"""The option that begins each group, in the order in which rule sets have them."""
_BOUNDS = pairwise([*map(OPTIONS.index, _FIRST), len(OPTIONS)])
GROUPS: Mapping[str, tuple[Any, tuple[str, ...]]] = {
    name: (title, OPTIONS[start:end])
    for (name, title), (start, end) in zip(_FIRST.values(), _BOUNDS, strict=True)
}
"""By id: the title, and the options about the same thing."""


@dataclass(frozen=True, slots=True)
class Difference:
    """An option in which two rule sets differ; values in words."""

    option: str
    name: str
    here: str
    there: str


def differences(rules: RuleSet, other: RuleSet | None = None) -> tuple[Difference, ...]:
    """From another, or else from its document; the deadlines of calls in so many words."""
    here, there = all_options(rules), all_options(other or PRESETS[rules.document])
    value, names = speech().option_value, words().options
    return tuple(
        Difference(option, names[option]["name"], value(option, here[option]),
                   value(option, there[option]))
        for option in differing(here, there)
    )  # fmt: skip


def differing(here: Mapping[str, Any], there: Mapping[str, Any]) -> list[str]:
    """The options, as records write them, that are not the same."""
    return [option for option in OPTIONS if here[option] != there[option]]
