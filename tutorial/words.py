"""What a page says in its language: reasons, and where it is written that something is so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import get_language

from lessons.content.reader import Section, Words, course
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import PRESETS


def language() -> str:
    """The language of the request, one of those that there are texts in."""
    active = (get_language() or settings.LANGUAGE_CODE)[:2]
    return active if active in course().words else settings.LANGUAGE_CODE


def words() -> Words:
    """What the request's language says."""
    return course().words[language()]


def say(why: Why) -> str:
    """A reason of the rules as a sentence."""
    said = words()
    return said.cards.say(said.reasons[why.reason.value], why)


@dataclass(frozen=True, slots=True)
class Source:
    """Where something says so: a statement with its section, or a reading with its reason."""

    id: str
    text: str
    reading_because: str
    section: Section | None
    title: str

    @property
    def is_reading(self) -> bool:
        return bool(self.reading_because)


def source(name: str, document: str, *, near: Section | None = None) -> Source:
    """A statement or reading and where it is taught: ``near``, if it is taught there too."""
    said = words()
    is_near = near is not None and name in (*near.statements, *near.readings)
    section = near if is_near else course().section_of(name, document)
    title = section.texts[language()].title if section else ""
    if name in said.readings:
        text, because = said.readings[name]
        return Source(name, text, because, section, title)
    return Source(name, said.statements[name], "", section, title)


def first_sources(names: tuple[str, ...], document: str, number: int) -> tuple[Source, ...]:
    """The first of several sources; a reading beside a statement where that section has both."""
    first, *more = (source(name, document) for name in names[:number])
    return first, *(source(other.id, document, near=first.section) for other in more)


@dataclass(frozen=True, slots=True)
class Citation:
    """A paragraph, or a reading of ours where a document is silent, with what it says."""

    place: str
    """``Royal 5.2.3``, ``R4``."""
    text: str
    because: str
    """Why it is read so; empty for what a document says."""


def cited(names: Iterable[str]) -> tuple[Citation, ...]:
    """Statements and readings by their ids, whether there is a lesson on them or not."""
    return tuple(map(_citation, names))


def _citation(name: str) -> Citation:
    said = words()
    if name in said.readings:
        text, because = said.readings[name]
        return Citation(name, text, because)
    document, _, paragraph = name.partition(":")
    if document not in PRESETS:
        return Citation(name, "", "")
    numbered = re.fullmatch(r"([\d.]+)[a-z]?(?:-(\d+)[a-z]?)?", paragraph)
    if not numbered:
        return Citation(said.cards.rules(document), said.statements[name], "")
    place = f"{said.cards.rules(document)} {numbered[1]}"
    return Citation(f"{place} ({numbered[2]})" if numbered[2] else place, said.statements[name], "")
