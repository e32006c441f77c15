"""Search over the sections, the glossary, the games and what is done here, of one language: a scan
of all words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.course import SectionText
from lessons.content.reading import course
from tutorial.course.answering import folded, stem
from tutorial.course.looking_up import for_a_table, to_look_up
from tutorial.shared.words import document_name, language

MOST = 30
MOST_WORDS = 8
LONGEST = 80
AROUND = 70
"""So many characters are shown on either side of the first match."""


@dataclass(frozen=True, slots=True)
class Page:
    """Something that can be found."""

    whole: str
    """Of what it is a part."""
    number: str
    """Which part; may be empty."""
    title: str
    url: str
    text: str
    folded: str
    """Title and text, as they are searched."""
    is_german: bool
    """Whether the whole's name is German in either language, as the documents' names are."""

    @classmethod
    def of(
        cls, whole: str, number: str, title: str, url: str, text: str, *, is_german: bool = False
    ) -> Page:
        return cls(whole, number, title, url, text, folded(f"{title} {text}"), is_german)


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of text, and whether it is what was looked for."""

    text: str
    is_match: bool


@dataclass(frozen=True, slots=True)
class Found:
    whole: str
    number: str
    is_german: bool
    url: str
    title: tuple[Part, ...]
    excerpt: tuple[Part, ...]


def search(asked: str) -> tuple[Found, ...]:
    """The pages that hold every word asked for, or at least every word but for its ending; those
    with one in the title first, and parts of the same whole together."""
    wanted = [folded(word) for word in asked[:LONGEST].split()[:MOST_WORDS]]
    return _holding(wanted) or _holding([stem(word) for word in wanted])


def _holding(wanted: list[str]) -> tuple[Found, ...]:
    if not wanted:
        return ()
    found = [page for page in _pages(language()) if all(word in page.folded for word in wanted)]
    found.sort(key=lambda page: wanted[0] not in folded(page.title))
    found = found[:MOST]
    wholes = list(dict.fromkeys(page.whole for page in found))
    found.sort(key=lambda page: wholes.index(page.whole))
    match = re.compile("|".join(map(_as_written, wanted)), re.IGNORECASE)
    return tuple(_found(page, match) for page in found)


def _as_written(word: str) -> str:
    """A pattern for a folded word, with its umlauts too."""
    pattern = re.escape(word)
    for two, letter in (("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("ss", "ß")):
        pattern = pattern.replace(two, f"(?:{two}|{letter})")
    return pattern


def _found(page: Page, match: re.Pattern[str]) -> Found:
    first = match.search(page.text)
    start = max(first.start() - AROUND, 0) if first else 0
    end = start + 2 * AROUND
    start = page.text.rfind(" ", 0, start) + 1 if start else 0
    excerpt = page.text[start:end].rsplit(" ", 1)[0] if end < len(page.text) else page.text[start:]
    shown = f"{'… ' if start else ''}{excerpt}{' …' if end < len(page.text) else ''}"
    return Found(
        page.whole, page.number, page.is_german, page.url, _parts(page.title, match),
        _parts(shown, match),
    )  # fmt: skip


def _parts(text: str, match: re.Pattern[str]) -> tuple[Part, ...]:
    parts, at = [], 0
    for one in match.finditer(text):
        parts += [Part(text[at : one.start()], is_match=False), Part(one[0], is_match=True)]
        at = one.end()
    return tuple(part for part in (*parts, Part(text[at:], is_match=False)) if part.text)


@cache
def _pages(spoken: str) -> tuple[Page, ...]:
    sections = (
        Page.of(
            document_name(section.document),
            section.paragraph,
            section.texts[spoken].title,
            reverse("section", args=[section.document, section.id]),
            _plain(section.texts[spoken]),
            is_german=True,
        )
        for document in course().documents.values()
        for section in document.sections
    )
    terms = (
        Page.of(_("Glossary"), "", said.name, f"{reverse('glossary')}#{term.id}", said.text)
        for term in course().glossary.values()
        for said in [term.texts[spoken]]
    )
    steps = (
        Page.of(
            _("The path"),
            str(number),
            step.texts[spoken].title,
            reverse("step", args=[step.id]),
            _plain(step.texts[spoken]),
        )
        for number, step in enumerate(course().beginners.path, start=1)
    )
    games = (
        Page.of(
            _("Games"),
            "",
            said.title,
            reverse("replay", args=[replay.id, 0]),
            " ".join([said.about, *said.notes.values()]),
        )
        for replay in course().replays.values()
        for said in [replay.texts[spoken]]
    )
    ways = (
        Page.of(_("To look up"), "", title, url, about)
        for url, title, about in (*to_look_up(), *for_a_table())
    )
    return (*terms, *ways, *steps, *sections, *games)


def _plain(text: SectionText) -> str:
    """The words of a section without cards and tables of figures."""
    blocks = (
        "".join(
            " " if child.type == "softbreak" else child.content
            for child in token.children or ()
            if child.type in {"text", "softbreak", "code_inline"}
        )
        for token in text.tokens
        if token.type == "inline"
    )
    return " ".join(" ".join(block.split()) for block in blocks if block.strip())
