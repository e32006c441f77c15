"""The rule sets side by side: every option, what it is in each, and where that is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lessons.content.reading import course
from lessons.rules.rule_sets import OPTIONS, PRESETS, all_options
from tutorial.shared.words import Source, document_name, source, speech, words


@dataclass(frozen=True, slots=True)
class Setting:
    value: str
    source: Source | None
    """None: no document of ours says anything to it."""
    is_other: bool
    """Not what most of the rule sets shown have; all, where each has its own."""


@dataclass(frozen=True, slots=True)
class ComparedOption:
    name: str
    settings: tuple[Setting, ...]

    @property
    def differs(self) -> bool:
        return any(setting.is_other for setting in self.settings)


@dataclass(frozen=True, slots=True)
class Comparison:
    columns: tuple[str, ...]
    rows: tuple[ComparedOption, ...]
    chosen: tuple[str, ...]
    """The rule sets shown, by their ids."""
    only_differences: bool
    choices: tuple[tuple[str, str], ...]
    """All rule sets: id and name."""


def comparison(asked: Mapping[str, str]) -> Comparison:
    """The comparison that an address asks for: two rule sets, ``first`` and ``second``, else all
    four; and with ``only=differences`` nothing that is the same in all of them."""
    names = tuple(PRESETS)
    two = tuple(asked.get(name, "") for name in ("first", "second"))
    if set(two) <= set(names) and two[0] != two[1]:
        names = two
    only = asked.get("only") == "differences"
    every = {name: all_options(PRESETS[name]) for name in names}
    rows = tuple(_row(option, every) for option in OPTIONS)
    return Comparison(
        tuple(map(document_name, names)),
        tuple(row for row in rows if row.differs or not only),
        names,
        only,
        tuple((name, document_name(name)) for name in PRESETS),
    )


def _row(option: str, every: Mapping[str, Mapping[str, Any]]) -> ComparedOption:
    values = [_value(option, options[option]) for options in every.values()]
    (usual, number), *_rest = Counter(values).most_common()
    if number == 1:
        usual = ""  # each has its own
    return ComparedOption(
        words().options[option]["name"],
        tuple(
            Setting(value, _source(option, name), value != usual)
            for name, value in zip(every, values, strict=True)
        ),
    )


def _value(option: str, value: Any) -> str:
    text = speech().option_value(option, value)
    return text[:1].upper() + text[1:]


def _source(option: str, name: str) -> Source | None:
    found = course().options.get(option, {}).get(name)
    return source(found, name) if found else None
