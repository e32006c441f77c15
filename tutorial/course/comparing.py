"""The rule sets side by side: every option, what it is in each, and where that is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from lessons.content.course import Agreed
from lessons.content.reading import course
from lessons.rules.rule_sets import OPTIONS, PRESETS, all_options
from tutorial.house_rules.named import Named, named, presets
from tutorial.house_rules.options import GROUPS
from tutorial.shared.words import Source, source, speech, words


@dataclass(frozen=True, slots=True)
class Said:
    """What a rule set has, or what may be agreed on there, and where that is written."""

    value: str
    sources: tuple[Source, ...]
    is_agreed: bool = False
    is_other: bool = False
    """Not among what most of the rule sets shown have; where none has most, not what all have."""


@dataclass(frozen=True, slots=True)
class Setting:
    rules: str
    """What the rule set is called."""
    said: tuple[Said, ...]
    is_silent: bool
    """A document of ours that does not speak of it."""
    is_firm: bool
    """What others have, but it leaves nothing to be agreed on where they do."""

    @property
    def is_other(self) -> bool:
        return self.is_firm or any(said.is_other for said in self.said)


@dataclass(frozen=True, slots=True)
class ComparedOption:
    name: str
    settings: tuple[Setting, ...]
    is_same: bool
    """In the first two rule sets, which are all that a small screen shows unasked."""

    @property
    def differs(self) -> bool:
        return any(setting.is_other for setting in self.settings)


@dataclass(frozen=True, slots=True)
class ComparedGroup:
    """Options about the same thing."""

    id: str
    name: str
    rows: tuple[ComparedOption, ...]

    @property
    def is_same(self) -> bool:
        return all(row.is_same for row in self.rows)


@dataclass(frozen=True, slots=True)
class Comparison:
    columns: tuple[str, ...]
    groups: tuple[ComparedGroup, ...]
    chosen: tuple[str, ...]
    """The rule sets shown, by their ids."""
    only_differences: bool
    choices: tuple[tuple[str, str], ...]
    """All rule sets: id and name."""
    is_plain: bool
    """Nothing is asked for: everything, of which small screens show what differs in two."""

    @property
    def of_two(self) -> bool:
        return len(self.chosen) == 2

    @property
    def is_brief(self) -> bool:
        """Whether a small screen shows only what differs in two."""
        return self.is_plain or (self.of_two and self.only_differences)

    @property
    def first_two(self) -> tuple[str, ...]:
        return self.chosen[:2]


def comparison(asked: Mapping[str, str]) -> Comparison:
    """The comparison that an address asks for: two rule sets, ``first`` and ``second``, else all
    four; and with ``only=differences`` nothing that is the same in all of them."""
    shown = known = presets()
    first, second = (named(asked.get(name, "")) for name in ("first", "second"))
    known += tuple(one for one in (first, second) if one is not None and one.is_house)
    if first is not None and second is not None and first.rules != second.rules:
        shown = first, second
    only = asked.get("only") == "differences"
    rows = {option: _row(option, shown) for option in OPTIONS}
    kept = {option: row for option, row in rows.items() if row.differs or not only}
    return Comparison(
        tuple(one.name for one in shown),
        tuple(_grouped(kept)),
        tuple(one.asked for one in shown),
        only,
        tuple((one.asked, one.name) for one in known),
        is_plain=asked.keys().isdisjoint({"first", "second", "only"}),
    )


def _grouped(rows: Mapping[str, ComparedOption]) -> Iterator[ComparedGroup]:
    """Groups of which something is shown."""
    for name, (title, options) in GROUPS.items():
        found = tuple(rows[option] for option in options if option in rows)
        if found:
            yield ComparedGroup(name, str(title), found)


def said_of(option: str, one: Named) -> tuple[Said, ...]:
    """What a rule set has; then what may be agreed on, alone where it has nothing else. What house
    rules have otherwise than their document is written nowhere."""
    rules = one.rules.document
    value = all_options(one.rules)[option]
    if value != all_options(PRESETS[rules])[option]:
        return (Said(speech().option_value(option, value), ()),)
    own = Said(
        speech().option_value(option, value),
        _sources(course().options.get(option, {}).get(rules, ()), rules),
    )
    agreed = course().agreed.get(option, {}).get(rules)
    if agreed is None:
        return (own,)
    also = Said(_agreed(option, agreed), _sources(agreed.sources, rules), is_agreed=True)
    return (also,) if value in _NOTHING else (own, also)


_NOTHING: tuple[Any, ...] = (False, "off", [])
"""Values of options that are not there."""


def _agreed(option: str, agreed: Agreed) -> str:
    """``if agreed: both foxes, the first fox``."""
    if not agreed.values:
        return _("others if agreed")
    if agreed.values == (True,):
        return _("if agreed")
    value = speech().option_value
    is_list = isinstance(all_options(PRESETS["tsr"])[option], list)
    values = [value(option, [one] if is_list else one) for one in agreed.values]
    return _("if agreed: {values}").format(values=", ".join(values))


def _sources(names: Iterable[str], rules: str) -> tuple[Source, ...]:
    """One for each place; for each section of a document without numbers."""
    every = (source(name, rules) for name in names)
    found = {one.id if one.is_reading else one.place or one.title: one for one in every}
    return tuple(found.values())


def _row(option: str, compared: Sequence[Named]) -> ComparedOption:
    rows = [(one, said_of(option, one)) for one in compared]
    values = [frozenset(said.value for said in row) for _one, row in rows]
    (usual, number), *others = Counter(values).most_common()
    if any(other == number for _value, other in others):
        usual = frozenset.intersection(*values)
    return ComparedOption(
        words().options[option]["name"],
        tuple(_setting(one, row, usual) for one, row in rows),
        is_same=values[0] == values[1],
    )


def _setting(one: Named, row: Iterable[Said], usual: Set[str]) -> Setting:
    said = tuple(replace(value, is_other=value.value not in usual) for value in row)
    has_all = usual == {value.value for value in said}
    return Setting(
        one.name,
        said,
        is_silent=one.asked in course().documents and not any(value.sources for value in said),
        is_firm=not has_all and not any(value.is_other for value in said),
    )
