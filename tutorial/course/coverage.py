"""Each statement of the documents with its section and its exercises."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from lessons.content.course import Section
from lessons.content.reading import course
from lessons.exercises.addresses import Address
from lessons.exercises.statements import document_of
from lessons.rules.rule_sets import PRESETS
from tutorial.practice.following import seed_of_today
from tutorial.practice.links import url_of
from tutorial.shared.words import document_name, language, paragraph_of, words


@dataclass(frozen=True, slots=True)
class Covered:
    """A statement with all that there is for it."""

    id: str
    paragraph: str
    text: str
    section: Section | None
    title: str
    """Of the section."""
    kinds: tuple[tuple[str, str], ...]
    """Names of the kinds that can be asked for it, each with an exercise."""
    replay: str
    told: str
    """Why it is only told."""
    is_example: bool

    @property
    def is_covered(self) -> bool:
        """Said in a section; and practised, replayed, or for a reason only told."""
        if self.is_example:
            return bool(self.replay)
        return self.section is not None and bool(self.kinds or self.told)


@dataclass(frozen=True, slots=True)
class CoveredPart:
    """The statements of a document, or those that one of its sections has."""

    name: str
    rows: tuple[Covered, ...]
    parts: tuple[CoveredPart, ...] = ()

    @property
    def number(self) -> int:
        return sum(row.is_covered for row in self.rows)


def covered() -> tuple[CoveredPart, ...]:
    """By document, in its own order, and there by section; examples have none."""
    found: dict[str, list[Covered]] = {name: [] for name in PRESETS}
    for statement in course().statements:
        found[document_of(statement)].append(covered_one(statement))
    return tuple(
        CoveredPart(document_name(name), tuple(rows), _by_section(rows))
        for name, rows in found.items()
        if rows
    )


def _by_section(rows: Iterable[Covered]) -> tuple[CoveredPart, ...]:
    found: dict[str, list[Covered]] = {}
    for row in rows:
        found.setdefault(row.title or _("Examples and the rest"), []).append(row)
    return tuple(CoveredPart(name, tuple(those)) for name, those in found.items())


def covered_one(statement: str) -> Covered:
    """The section and exercises of a statement."""
    said, document = words(), document_of(statement)
    section = course().section_of(statement, document)
    replays = (r.id for r in course().replays.values() if r.statement == statement)
    kinds = tuple(
        (said.kinds[kind].name, url_of(Address(kind, document, 1, seed_of_today(), statement)))
        for kind in course().statements[statement]
        if kind != "compare-rules"
    )
    return Covered(
        statement,
        paragraph_of(statement),
        said.statements[statement],
        section,
        section.texts[language()].title if section else "",
        kinds,
        next(replays, ""),
        said.told.get(statement, ""),
        statement in course().examples,
    )
