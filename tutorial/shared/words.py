"""What a page says in its language: reasons, and where it is written that something is so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache

from django.conf import settings
from django.utils.translation import get_language

from lessons.content.course import Section, Words
from lessons.content.languages import COMPLETE, FALLBACK, LANGUAGES
from lessons.content.reading import course
from lessons.content.speech import Speech
from lessons.exercises.statements import document_of
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import PRESETS
from lessons.rules.sources import TSR

LETTERED = ("de", "en")
"""The languages whose letters ``draw_cards`` draws on queens and jacks; others have those of the
fallback."""
_chosen: ContextVar[str] = ContextVar("letters", default="")


def language() -> str:
    """The language of the request."""
    return get_language() or settings.LANGUAGE_CODE


def choose_letters(chosen: str) -> None:
    """For this request: a language, or anything else for that of the page."""
    _chosen.set(chosen)


def letters() -> str:
    """The language of the letters on cards."""
    wished = (_chosen.get(), language())
    return next((one for one in wished if one in LETTERED), FALLBACK)


def offered() -> tuple[str, ...]:
    """The languages that visitors are led to; to drafts only who works on them."""
    return (*LANGUAGES,) if settings.DEBUG else COMPLETE


def words() -> Words:
    """What the request's language says."""
    return course().words[language()]


def speech() -> Speech:
    """The request's language, to speak of exercises."""
    return Speech(words())


def said_of(belief: str) -> str:
    """A false belief as who holds it would say it; nothing for none."""
    return words().misconceptions[belief][0] if belief else ""


def say(why: Why) -> str:
    """A reason of the rules as a sentence."""
    return speech().say(why)


@dataclass(frozen=True, slots=True)
class Source:
    """Where something says so: a statement with its section, or a reading with its reason."""

    id: str
    text: str
    reading_because: str
    section: Section | None = field(hash=False)
    """Where it is taught, if it is yet; nothing that a hash could be made of."""
    title: str
    place: str
    """``5.2.3``, or nothing where a document does not number."""
    document: str
    """What the document is called that says so, or that the reading is of."""

    @property
    def is_reading(self) -> bool:
        return bool(self.reading_because)

    @property
    def is_made_precise(self) -> bool:
        """A reading of what the document does say."""
        return course().readings.get(self.id) == "D"


def source(name: str, document: str, *, near: Section | None = None) -> Source:
    """A statement or reading and where it is taught: ``near``, if it is taught there too."""
    said = words()
    is_near = near is not None and name in (*near.statements, *near.readings)
    section = near if is_near else course().section_of(name, document_of(name) or document)
    title = section.texts[language()].title if section else ""
    if name in said.readings:
        text, because = said.readings[name]
        return Source(name, text, because, section, title, "", _badge(name, document))
    text = said.statements.get(name, "")
    return Source(name, text, "", section, title, paragraph_of(name), _badge(name, document))


def _badge(name: str, document: str) -> str:
    """The short name of the document of a statement or reading; ``document`` where it is of all."""
    of = document_of(name)
    if name.startswith(TSR[:3]):
        of = "tsr"
    return document_name(of or document)


def document_name(document: str) -> str:
    """The short name of a document, or of a rule set without lessons."""
    documents = course().documents
    if document in documents:
        return documents[document].words[language()]["short"]
    return words().cards.rules(document)


def first_sources(names: tuple[str, ...], document: str) -> tuple[Source, ...]:
    """Several sources; a reading beside a statement where the section of the first has both."""
    return _first_sources(names, document, language())


@lru_cache(maxsize=512)
def _first_sources(names: tuple[str, ...], document: str, _spoken: str) -> tuple[Source, ...]:
    """Of the few that verdicts have again and again."""
    if not names:
        return ()
    first, *more = (source(name, document) for name in names)
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
    document = name.partition(":")[0]
    if document not in PRESETS:
        return Citation(name, "", "")
    paragraph, text = paragraph_of(name), said.statements[name]
    return Citation(f"{said.cards.rules(document)} {paragraph}".strip(), text, "")


def paragraph_of(name: str) -> str:
    """``6.2.1 (7)`` of ``royal:6.2.1-7a``; nothing where paragraphs have no numbers."""
    numbered = re.fullmatch(r"([\d.]+)[a-z]?(?:-(\d+)[a-z]?)?", name.partition(":")[2])
    if not numbered:
        return ""
    return f"{numbered[1]} ({numbered[2]})" if numbered[2] else numbered[1]


def bound(text: str) -> str:
    """With spaces that do not break within a limit, ``keine 90``, before a dash, and before a
    figure that ends the text or a part of it."""
    return _BOUND.sub("\N{NO-BREAK SPACE}", text)


_BOUND = re.compile(r"(?<=\b[Kk]eine) (?=\d)|(?<=\b[Nn]o) (?=\d)| (?=[–/] )| (?=−?\d+(?:,|\.$))")
