"""A learner's map of a document: each section with its rules and how they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lessons.content.course import Document, PathStep, Section
from lessons.content.reading import course
from tutorial.learners.memory import SURE_AFTER, Known, Standing
from tutorial.shared.words import language
from tutorial.sittings.choosing import kinds_for


@dataclass(frozen=True, slots=True)
class Mapped:
    """A section, or a step of the path, and its rules that can be asked."""

    url: str
    title: str
    standings: tuple[Standing, ...]
    is_sure: bool
    """Every one of its rules has been right without help on two days, and not wrong since, whether
    it is due or not."""

    @property
    def said(self) -> str:
        """``2 sure, 1 due, 3 new``."""
        return counted(self.standings)


@dataclass(frozen=True, slots=True)
class Map:
    document: Document
    name: str
    sections: tuple[Mapped, ...]

    @property
    def standings(self) -> Counter[Standing]:
        return Counter(one for mapped in self.sections for one in mapped.standings)

    @property
    def said(self) -> str:
        return counted(self.standings.elements())

    @property
    def sure(self) -> int:
        return self.standings[Standing.SURE]

    @property
    def of(self) -> int:
        return self.standings.total()

    @property
    def is_sure(self) -> bool:
        return all(one.is_sure for one in self.sections)

    @property
    def begun(self) -> tuple[Mapped, ...]:
        """The sections that something has been asked of."""
        return tuple(one for one in self.sections if {*one.standings} != {Standing.NEW})

    @property
    def has_begun(self) -> bool:
        return self.standings[Standing.NEW] < self.of


def map_of(document: Document, memory: Mapping[str, Known], now: datetime) -> Map:
    """A rule that several sections tell stands in the first."""
    sections = []
    for section, names in asked_by_section(document):
        url = reverse("section", args=[document.id, section.id])
        title = section.texts[language()].title
        sections.append(_mapped(url, title, [memory.get(name) for name in names], now))
    return Map(document, document.words[language()]["name"], tuple(sections))


def asked_by_section(document: Document) -> Iterable[tuple[Section, tuple[str, ...]]]:
    """Each section with the rules that can be asked and that none before it tells."""
    asked, told = kinds_for(document.rules), set[str]()
    for section in document.sections:
        every = dict.fromkeys((*section.statements, *section.readings))
        names = tuple(name for name in every if name in asked and name not in told)
        told.update(names)
        if names:
            yield section, names


def map_of_path(memory: Mapping[str, Known], now: datetime) -> tuple[Mapped, ...]:
    """Each step of the path, with the rules that it asks for."""
    return tuple(
        _mapped(
            reverse("step", args=[step.id]),
            step.texts[language()].title,
            [memory.get(one) for one in _asked(step)],
            now,
        )
        for step in course().beginners.path
    )


def _asked(step: PathStep) -> Iterable[str]:
    return dict.fromkeys(one.statement for one in step.exercises if one.statement)


def _mapped(url: str, title: str, known: Sequence[Known | None], now: datetime) -> Mapped:
    is_sure = all(one is not None and one.clean_days >= SURE_AFTER for one in known)
    return Mapped(url, title, tuple(_standing(one, now) for one in known), is_sure)


def _standing(known: Known | None, now: datetime) -> Standing:
    return Standing.NEW if known is None else known.standing(now)


def counted(standings: Iterable[Standing]) -> str:
    """In words, without what there is none of."""
    found = Counter(standings)
    said = {
        Standing.SURE: ngettext("%(n)d sure", "%(n)d sure", found[Standing.SURE]),
        Standing.BEGUN: ngettext("%(n)d begun", "%(n)d begun", found[Standing.BEGUN]),
        Standing.DUE: ngettext("%(n)d due", "%(n)d due", found[Standing.DUE]),
        Standing.NEW: ngettext("%(n)d new", "%(n)d new", found[Standing.NEW]),
    }
    parts = [text % {"n": found[one]} for one, text in said.items() if found[one]]
    return ", ".join(parts) or _("nothing to ask")
