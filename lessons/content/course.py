"""What is taught: the documents with their sections, the path, the games, the glossary, and what
each language says.

:func:`lessons.content.reading.course` reads it from the files beside this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from markdown_it.token import Token

from lessons.content.kind_words import KindWords
from lessons.content.words import CardWords
from lessons.exercises.addresses import Address
from lessons.exercises.exercise import Exercise
from lessons.exercises.making import exercise_at
from lessons.rules.cards import Card, Hand, Seat
from lessons.rules.contracts import ALONE, Contract
from lessons.rules.records import GameRecord
from lessons.rules.reservations import Reservation
from lessons.rules.rule_sets import Said
from lessons.rules.tricks import Trick


@dataclass(frozen=True, slots=True, eq=False)
class SectionText:
    """A lesson in one language."""

    language: str
    title: str
    lead: str
    """Its first paragraph's first sentence, without markup."""
    tokens: tuple[Token, ...]
    """Its blocks after the title."""
    parts: tuple[Part, ...]
    """The same, parted by its questions."""


@dataclass(frozen=True, slots=True)
class LessonExercise:
    """An exercise as a lesson asks for it; chance picks its seed."""

    kind: str
    level: int
    statement: str | None
    without_trumps: bool = False
    """Among its cards: nobody has been told yet what trump is."""
    without_solos: bool = False
    """Nor that somebody may play alone."""

    def address(self, rules: str, seed: int) -> Address:
        return Address(self.kind, rules, self.level, seed, self.statement)

    def drawn(self, rules: str, seed: int) -> Exercise[Any]:
        """The first from a seed on that is as it is wished for. Raises NoSuchExercise; ValueError
        where cards are meant and there are none."""
        asked = exercise_at(self.address(rules, seed))
        while (self.without_trumps and _has_trump(asked)) or (
            self.without_solos and _is_alone(asked)
        ):
            asked = exercise_at(asked.address.next())
        return asked


def _is_alone(asked: Exercise[Any]) -> bool:
    contract = asked.kind.exhibit(asked.question).contract
    return contract is not None and contract in ALONE


def _has_trump(asked: Exercise[Any]) -> bool:
    kind, question = asked.kind, asked.question
    shown, rules = kind.exhibit(question), kind.rules_of(question)
    offered = (option for field in kind.fields(question) for option in field.options)
    cards = [*(shown.trick.cards if shown.trick else ()), *shown.hand]
    cards += [option for option in offered if isinstance(option, Card)]
    if not cards or shown.contract is None:
        raise ValueError("a question without cards is not without trumps")
    return any(map(rules.card_order(shown.contract).is_trump, cards))


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What a lesson tells at a stretch, or a question that it asks."""

    tokens: tuple[Token, ...]
    ask: LessonExercise | None


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    document: str
    paragraph: str
    """``3.1`` where the document numbers, else nothing."""
    subjects: tuple[str, ...]
    """What it is about; sections of other documents about the same say how it is there."""
    builds_on: tuple[str, ...]
    statements: tuple[str, ...]
    readings: tuple[str, ...]
    exercise: LessonExercise
    replays: tuple[str, ...]
    """Games that show what it says."""
    texts: Mapping[str, SectionText]
    """By language."""

    @property
    def chapter(self) -> str:
        """``3`` of 3.1, and of 3; else nothing."""
        return self.paragraph.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section by itself, or those that a document has under one number."""

    number: str
    own: Section | None
    """What stands under the number alone."""
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class PathStep:
    """A step of the beginners' path."""

    id: str
    sections: tuple[Section, ...]
    """Which say more of it."""
    texts: Mapping[str, SectionText]
    """By language; the parts are its screens, and the same in each."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """Its screens, in some language."""
        return next(iter(self.texts.values())).parts

    @property
    def exercises(self) -> tuple[LessonExercise, ...]:
        """What it asks, in order."""
        return tuple(part.ask for part in self.parts if part.ask is not None)


@dataclass(frozen=True, slots=True)
class Document:
    id: str
    rules: str
    sections: tuple[Section, ...]
    words: Mapping[str, Mapping[str, str]]
    """By language: name, short, about; ``chapter-3``, where chapters are more than a section."""
    path: tuple[PathStep, ...] = ()
    """For beginners, if there is one through this document."""

    def section(self, section: str) -> Section | None:
        return next((found for found in self.sections if found.id == section), None)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """Its sections in order, by chapters."""
        found = []
        for _name, group in groupby(self.sections, lambda one: one.chapter or one.id):
            first, *others = group
            if first.paragraph == first.chapter:
                found.append(Chapter(first.chapter, first, tuple(others)))
            else:
                found.append(Chapter(first.chapter, None, (first, *others)))
        return tuple(found)

    def chapter_title(self, number: str, language: str) -> str:
        """Nothing where a chapter is a section itself, or a document does not number."""
        return self.words[language].get(f"chapter-{number}", "")

    def step(self, step: str) -> PathStep | None:
        return next((found for found in self.path if found.id == step), None)

    def number_of(self, step: PathStep) -> int:
        """Of a step of the path, counted from 1."""
        return next(n for n, found in enumerate(self.path, start=1) if found.id == step.id)

    def after(self, section: Section) -> Section | None:
        place = self.sections.index(section) + 1
        return self.sections[place] if place < len(self.sections) else None


@dataclass(frozen=True, slots=True)
class ReplayText:
    title: str
    about: str
    notes: Mapping[int, str]
    """By number of actions done."""


class Origin(StrEnum):
    """The origin of a game: how it came about."""

    PICTURES = "pictures"
    """Reconstructed: a document shows it, but in pictures that are lost."""
    EXAMPLE = "example"
    """Composed around an example that a document tells in words."""
    COMPOSED = "composed"


@dataclass(frozen=True, slots=True)
class Replay:
    id: str
    document: str
    statement: str
    """Or reading: what it shows."""
    hand: Seat
    """Whose hand the document shows."""
    origin: Origin
    record: GameRecord
    texts: Mapping[str, ReplayText]
    guesses: Mapping[int, str]
    """At which steps a kind of exercise asks before the page tells."""

    @property
    def is_whole(self) -> bool:
        """A game from the deal to the settlement."""
        return self.record.is_complete

    @property
    def tricks(self) -> int:
        """How many are played or begun."""
        return -(-len(self.record.plays) // 4)

    @property
    def announced(self) -> Contract | Said | None:
        """The first reservation in it; None where all are healthy."""
        found = (one for one in self.record.actions if isinstance(one, Reservation))
        return next((one.solo or one.said for one in found if one.said is not Said.HEALTHY), None)

    @property
    def richest_trick(self) -> Hand:
        """The cards of the trick with the most card points, in the order of play."""
        cards = tuple(play.card for play in self.record.plays)
        tricks = (cards[at : at + 4] for at in range(0, len(cards), 4))
        return max(tricks, key=lambda trick: sum(card.points for card in trick))


@dataclass(frozen=True, slots=True)
class TermText:
    """A term in one language."""

    name: str
    text: str
    forms: tuple[str, ...]
    """As it stands in lessons, where it can be opened; none: it need not be."""


@dataclass(frozen=True, slots=True)
class Term:
    """An entry of the glossary."""

    id: str
    section: Section
    """Where it is explained."""
    cards: Hand
    trick: Trick | None
    texts: Mapping[str, TermText]
    """By language."""


@dataclass(frozen=True, slots=True)
class AskedText:
    """A question in one language."""

    title: str
    phrases: tuple[str, ...]
    """How players put it."""
    answers: Mapping[str, str]
    """By what the rules say; nothing for the values of an option that have their names."""
    note: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What players ask at the table."""

    id: str
    option: str
    """Of which it is asked; empty for a question, and where no document knows it."""
    told: Mapping[str, str]
    """What the rules say, by rule set; nothing where no document knows it."""
    sources: Mapping[str, tuple[str, ...]]
    """Statements and readings, by rule set."""
    texts: Mapping[str, AskedText]
    """By language."""


@dataclass(frozen=True, slots=True)
class Words:
    """Everything that one language says beside the lessons."""

    cards: CardWords
    reasons: Mapping[str, Any]
    facts: Mapping[str, Any]
    options: Mapping[str, Mapping[str, str]]
    """By option: its name, and what each value is called that has no name elsewhere."""
    kinds: Mapping[str, KindWords]
    misconceptions: Mapping[str, tuple[str, str]]
    """The false belief as who holds it would say it, and what is true."""
    beliefs: Mapping[str, str]
    """How a belief is spoken of."""
    statements: Mapping[str, str]
    readings: Mapping[str, tuple[str, str]]
    """The reading, and because of what it is read so."""
    told: Mapping[str, str]
    """Why a statement is only told."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A language that is only begun, and how far it is."""

    missing: tuple[str, ...]
    """What it borrows: ``kompakt/blatt.md``, ``reasons.toml: only-trump``."""
    of: int
    """So many texts and sentences there are."""

    @property
    def there(self) -> int:
        return self.of - len(self.missing)


@dataclass(frozen=True, slots=True)
class Agreed:
    """Values of an option that a document leaves to be agreed on, beside its own."""

    values: tuple[Any, ...]
    """As a record writes them; those of a list; none: whatever the table likes."""
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Course:
    documents: Mapping[str, Document]
    replays: Mapping[str, Replay]
    statements: Mapping[str, tuple[str, ...]]
    """Every statement taught, with the kinds that can be asked for it."""
    readings: Mapping[str, str]
    """S: the document is silent; D: it is only made precise."""
    examples: tuple[str, ...]
    """The statements that are worked examples: a replay shows them."""
    options: Mapping[str, Mapping[str, tuple[str, ...]]]
    """By option and document, the statements or readings that say what it is there."""
    agreed: Mapping[str, Mapping[str, Agreed]]
    """By option and rule set, what it may be there if agreed."""
    glossary: Mapping[str, Term]
    asked: Mapping[str, Asked]
    words: Mapping[str, Words]
    """By language."""
    drafts: Mapping[str, Draft]
    """Those languages that are only begun."""

    @property
    def beginners(self) -> Document:
        """The document that the beginners' path goes through."""
        return next(document for document in self.documents.values() if document.path)

    def elsewhere(self, section: Section) -> tuple[Section, ...]:
        """The sections of other documents about the same, one document after the other."""
        return tuple(
            other
            for document in self.documents.values()
            if document.id != section.document
            for other in document.sections
            if set(other.subjects) & set(section.subjects)
        )

    def section_of(self, source: str, document: str) -> Section | None:
        """The section of a document that says a statement or reading."""
        found = self.documents.get(document)
        sections = found.sections if found else ()
        return next((s for s in sections if source in (*s.statements, *s.readings)), None)
