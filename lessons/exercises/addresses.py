"""The address of an exercise, and rule sets as a part of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from lessons.rules.rule_sets import (
    PRESETS,
    RuleSet,
    SenselessRules,
    option_kind,
    options_of,
    with_options,
)

LEVELS = (1, 2, 3)
SEEDS = 1_000_000_000

LONGEST_RULES = 500
"""Letters of the rule sets in an address."""
COMPARED = "+"
"""Between the two rule sets of a comparison."""
MOVED = {("which-party", "cvjm:4.1a"): "C33"}
"""By kind and statement: the statement that is asked for at such an address since."""
_OPTION, _IS, _LISTED = ",", "=", "."


class NoSuchExercise(LookupError):  # noqa: N818  (the name says what it is)
    """An address that no exercise has; ``part`` names the first word of it that nobody knows."""

    def __init__(self, part: str, value: object) -> None:
        super().__init__(f"no such {part}: {value!r}")
        self.part = part


@dataclass(frozen=True, slots=True)
class Address:
    """The coordinates of an exercise; the same coordinates make the same question everywhere."""

    kind: str
    rules: str
    """A preset, with a club's own options ``royal,nines=false,specials=fox.charlie``; two of them
    ``kompakt+royal`` where rule sets are compared."""
    level: int
    seed: int
    statement: str | None = None

    def next(self) -> Address:
        """Another exercise of the kind; repeated, it comes by every seed before any again."""
        return replace(self, seed=(self.seed * 314_159_221 + 271_828_183) % SEEDS)


def rules_as_text(rules: RuleSet) -> str:
    """The one way in which an address writes a rule set."""
    options = options_of(rules)
    return _OPTION.join([rules.document, *(f"{n}{_IS}{_text(v)}" for n, v in options.items())])


def _text(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return _LISTED.join([value["by"], *map(str, value["at"])])
        case list():
            return _LISTED.join(value)
    return str(value)


@lru_cache(maxsize=512)
def rules_from_text(text: str) -> RuleSet:
    """A rule set as an address writes it, generously: options in any order, also such as the
    preset has anyway, but each once. Raises :class:`NoSuchExercise`."""
    if len(text) > LONGEST_RULES:
        raise NoSuchExercise("option", text[:LONGEST_RULES])
    name, *options = text.split(_OPTION)
    preset = PRESETS.get(name)
    if preset is None:
        raise NoSuchExercise("rules", name)
    read: dict[str, Any] = {}
    for option in options:
        key, _, value = option.partition(_IS)
        if key in read:
            raise NoSuchExercise("option", option)
        try:
            read[key] = _value(option_kind(key), value)
        except (LookupError, ValueError):
            raise NoSuchExercise("option", option) from None
    try:
        return with_options(preset, read)
    except (SenselessRules, TypeError):
        raise NoSuchExercise("option", text) from None


def _value(kind: type, text: str) -> Any:
    if kind is bool:
        return {"true": True, "false": False}[text]
    if kind is int:
        return int(text[:7])
    if kind is dict:
        by, *at = text.split(_LISTED)
        return {"by": by, "at": [int(figure[:7]) for figure in at]}
    if kind is list:
        return text.split(_LISTED) if text else []
    return text


def compared_with(address: Address) -> RuleSet | None:
    """The second rule set of a comparison; any other address has none."""
    _, plus, name = address.rules.partition(COMPARED)
    return rules_from_text(name) if plus else None
