"""Reads all texts and lists everything that is wrong with them, with file and line."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from markdown_it.token import Token

from lessons.content import markup
from lessons.content.claims import TOLD, ClaimFails, source_of
from lessons.content.kind_words import KindReader, KindWords
from lessons.content.moments import confirm_at
from lessons.content.words import EXAMPLES, NAMED, CardWords, fault_of, option_values
from lessons.exercises import exhibits
from lessons.exercises.addresses import LEVELS, Address, NoSuchExercise
from lessons.exercises.exercise import exercise_at
from lessons.exercises.exhibits import Fact
from lessons.exercises.kinds import KINDS
from lessons.exercises.misconceptions import Misconception
from lessons.replays import Step as ReplayStep
from lessons.replays import steps
from lessons.rules.cards import Card, Hand, Seat
from lessons.rules.notation import hand_from_text
from lessons.rules.reasons import IllegalAction, Reason, Refusal, Why
from lessons.rules.records import GameRecord, UnreadableRecord, record_from_json
from lessons.rules.rule_sets import OPTIONS, PRESETS, option_kind
from lessons.rules.tricks import Trick

LANGUAGES = ("de", "en")
CONTENT = Path(__file__).parent
ASKED_AT = ("trick-winner", "legal-cards", "may-call")
"""The kinds of exercise that can ask at a step of a game."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a content file."""

    file: str
    line: int | None
    what: str

    def __str__(self) -> str:
        return f"{self.file}{f':{self.line}' if self.line else ''}: {self.what}"


class BadContent(Exception):  # noqa: N818  (the name says what it is)
    """All problems of the content at once."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


@dataclass(frozen=True, slots=True, eq=False)
class SectionText:
    """A lesson in one language."""

    title: str
    lead: str
    """Its first paragraph's first sentence, without markup."""
    tokens: tuple[Token, ...]
    """Its blocks after the title."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What an exercise of a lesson is asked for; chance picks its seed."""

    kind: str
    level: int
    statement: str | None

    def address(self, rules: str, seed: int) -> Address:
        return Address(self.kind, rules, self.level, seed, self.statement)


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
    exercise: Asking
    replays: tuple[str, ...]
    """Games that show what it says."""
    texts: Mapping[str, SectionText]
    """By language."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the beginners' path."""

    id: str
    sections: tuple[Section, ...]
    """Which say more of it."""
    exercises: tuple[Asking, ...]
    texts: Mapping[str, SectionText]
    """By language."""


@dataclass(frozen=True, slots=True)
class Document:
    id: str
    rules: str
    sections: tuple[Section, ...]
    words: Mapping[str, Mapping[str, str]]
    """By language: name, short, about."""
    path: tuple[Step, ...] = ()
    """For beginners, if there is one through this document."""

    def section(self, section: str) -> Section | None:
        return next((found for found in self.sections if found.id == section), None)

    def step(self, step: str) -> Step | None:
        return next((found for found in self.path if found.id == step), None)

    def number_of(self, step: Step) -> int:
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
    """How a game came about."""

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
class Course:
    documents: Mapping[str, Document]
    replays: Mapping[str, Replay]
    statements: Mapping[str, tuple[str, ...]]
    """Every statement taught, with the kinds that can be asked for it."""
    readings: Mapping[str, str]
    """S: the document is silent; D: it is only made precise."""
    examples: tuple[str, ...]
    """The statements that are worked examples: a replay shows them."""
    options: Mapping[str, Mapping[str, str]]
    """By option and document, the statement or reading that says what it is there."""
    glossary: Mapping[str, Term]
    words: Mapping[str, Words]

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


@cache
def course() -> Course:
    """The content as shipped, read once; raises :class:`BadContent`."""
    return read_course(CONTENT)


def read_course(folder: Path) -> Course:
    """The content of a folder; raises :class:`BadContent` with every problem found."""
    reader = _Reader(folder)
    read = None
    with reader.guarded("course.toml"):
        read = reader.course()
    if reader.problems or read is None:
        raise BadContent(reader.problems)
    return read


class _Reader:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems: list[Problem] = []
        self.only_told: tuple[str, ...] = ()
        """The statements that are about people at a table, or mere facts."""

    def problem(self, file: str, what: str, *, near: str | None = None) -> None:
        """Note a problem, at the first line that holds ``near``."""
        line = None
        path = self.folder / file
        if near is not None and path.exists():
            lines = path.read_text(encoding="utf-8").splitlines()
            line = next((n for n, text in enumerate(lines, 1) if near in text), None)
        self.problems.append(Problem(file, line, what))

    @contextmanager
    def guarded(self, file: str, *, near: str | None = None) -> Iterator[None]:
        """Whatever a file of the wrong shape breaks is a problem of that file."""
        try:
            yield
        except (LookupError, TypeError, ValueError, AttributeError, Refusal) as error:
            self.problem(file, f"not of the expected shape: {error!r}", near=near)

    def strings(self, file: str, table: Any) -> dict[str, str]:
        """A table of names and sentences."""
        found = {}
        for name, text in table.items() if isinstance(table, dict) else ():
            if isinstance(text, str) and text.strip():
                found[name] = text
            else:
                self.problem(file, f"{name}: expected a sentence, got {text!r}", near=name)
        return found

    def text(self, file: str) -> str | None:
        try:
            return (self.folder / file).read_text(encoding="utf-8")
        except FileNotFoundError:
            self.problem(file, "the file is missing")
        except UnicodeDecodeError as error:
            self.problem(file, f"the file is not UTF-8: {error}")
        return None

    def toml(self, file: str) -> dict[str, Any]:
        text = self.text(file)
        if text is None:
            return {}
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"at line (\d+)", str(error))
            self.problems.append(Problem(file, int(at[1]) if at else None, str(error)))
            return {}

    def course(self) -> Course | None:
        ledger = self.toml("statements.toml")
        self.only_told, examples = tuple(ledger.get("told", ())), tuple(ledger.get("replays", ()))
        plan = self.toml("course.toml")
        if self.problems:
            return None
        statements: dict[str, tuple[str, ...]] = {}
        readings = self.strings("statements.toml", ledger.get("readings", {}))
        for name, kinds in ledger.get("statements", {}).items():
            with self.guarded("statements.toml", near=name):
                statements[name] = tuple(kinds)
        for name, kinds in statements.items():
            for kind in kinds:
                if kind not in KINDS:
                    self.problem("statements.toml", f"no kind of exercise: {kind!r}", near=name)
        words = {
            language: self.words(language, (*statements,), (*readings,)) for language in LANGUAGES
        }
        if self.problems:
            return None
        options = self.option_sources({*statements, *readings})
        replays: dict[str, Replay] = {}
        for row in plan.get("replays", ()):
            with self.guarded("course.toml", near="[[replays]]"):
                replay = self.replay(row)
                if replay is not None:
                    replays[replay.id] = replay
        documents: dict[str, Document] = {}
        for row in plan.get("documents", ()):
            with self.guarded("course.toml", near="[[documents]]"):
                documents[row["id"]] = self.document(row)
        glossary = self.glossary(documents)
        read = Course(
            documents, replays, statements, readings, examples, options, glossary, words
        )  # fmt: skip
        self.check_references(read)
        return read

    def option_sources(self, known: set[str]) -> dict[str, dict[str, str]]:
        file = "options.toml"
        read = {name: self.strings(file, table) for name, table in self.toml(file).items()}
        for name, sources in read.items():
            if name not in OPTIONS:
                self.problem(file, f"no option: {name!r}", near=name)
            self.same_names(file, sources, (rules for rules in PRESETS if rules != "tsr"))
            for source in sources.values():
                if source not in known:
                    self.problem(file, f"{name}: no statement or reading {source!r}", near=source)
        return read

    # Words

    def words(self, language: str, statements: tuple[str, ...], readings: tuple[str, ...]) -> Words:
        cards = self.card_words(language)
        reasons = self.toml(f"{language}/reasons.toml")
        facts = self.toml(f"{language}/facts.toml")
        self.same_names(f"{language}/reasons.toml", reasons, map(str, Reason))
        self.same_names(f"{language}/facts.toml", facts, map(str, Fact))
        beliefs, spoken = self.misconceptions(language)
        options = self.options(language)
        kinds = {}
        for name, kind in KINDS.items():
            reader = KindReader(f"{language}/kinds/{name}.toml", kind, cards)
            kinds[name] = reader.read(self.toml(reader.file))
            for what, near in reader.found:
                self.problem(reader.file, what, near=near)
        file = f"{language}/statements.toml"
        ledger = self.toml(file)
        said = self.strings(file, ledger.get("statements", {}))
        self.same_names(file, said, statements)
        read = {}
        for name, row in ledger.get("readings", {}).items():
            with self.guarded(file, near=name):
                reading, because = row
                read[name] = (str(reading), str(because))
        self.same_names(file, ledger.get("readings", {}), readings)
        if cards is not None:
            for name, template in reasons.items():
                if name in set(Reason):
                    example = EXAMPLES[Reason(name)]
                    self.check(f"{language}/reasons.toml", name, template, cards, example)
            for name, template in facts.items():
                if name in set(Fact):
                    example = exhibits.EXAMPLES[Fact(name)]
                    self.check(f"{language}/facts.toml", name, template, cards, example)
        told = self.strings(file, ledger.get("told", {}))
        self.same_names(file, told, self.only_told)
        return Words(cards, reasons, facts, options, kinds, beliefs, spoken, said, read, told)  # type: ignore[arg-type]  # checked

    def options(self, language: str) -> dict[str, dict[str, str]]:
        """What every option and each of its values is called."""
        file = f"{language}/options.toml"
        read = {name: self.strings(file, table) for name, table in self.toml(file).items()}
        self.same_names(file, read, OPTIONS)
        for name in OPTIONS:
            words = read.get(name, {})
            empty = {"nothing"} & words.keys() if option_kind(name) is list else ()
            if words:
                self.same_names(file, words, ("name", *option_values(name), *empty))
        return read

    def misconceptions(self, language: str) -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
        """What each belief says and what is true; and how they are spoken of."""
        file = f"{language}/misconceptions.toml"
        table = self.toml(file)
        spoken = self.strings(file, table.pop("spoken", {}))
        self.same_names(file, spoken, ("fits", "elsewhere", "house", "step"))
        self.same_names(file, table, map(str, Misconception))
        read = {}
        for name, row in table.items():
            with self.guarded(file, near=name):
                belief, truth = row
                read[name] = (str(belief), str(truth))
        return read, spoken

    def card_words(self, language: str) -> CardWords | None:
        file = f"{language}/cards.toml"
        table = self.toml(file)
        try:
            ranks = {
                rank: (name, gender, declined[0] if declined else name)
                for rank, (name, gender, *declined) in table["ranks"].items()
            }
            words = CardWords(
                table["pattern"], table["and"], table["suits"], ranks, table["articles"],
                table["copies"], table["seats"], self.names(language),
            )  # fmt: skip
            for card in Card:
                for case in ("", "nom", "acc", "dat"):
                    words.card(card, case)
            tried = [words.all_of(["a", "b"]), *(words.seats[seat.name] for seat in Seat)]
            "".join(
                [words.conjunction, *tried, *(words.copies[copy] for copy in ("1", "2", "both"))]
            )
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            self.problem(file, f"incomplete: {error!r}")
            return None
        return words

    def names(self, language: str) -> dict[str, dict[str, str]]:
        """What parties, calls, contracts … are called, every one of them."""
        file = f"{language}/names.toml"
        read = self.toml(file)
        tables = {table: self.strings(file, read.get(table, {})) for table in NAMED}
        for table, kind in NAMED.items():
            self.same_names(file, tables[table], map(str, kind))
        tables["rules"] = self.strings(file, read.get("rules", {}))
        self.same_names(file, tables["rules"], PRESETS)
        return tables

    def same_names(self, file: str, table: Mapping[str, Any], names: Iterable[str]) -> None:
        wanted = dict.fromkeys(names)
        for name in wanted:
            if name not in table:
                self.problem(file, f"no words for {name!r}")
        for name in table:
            if name not in wanted:
                self.problem(file, f"words for {name!r}, which nothing has", near=name)

    def check(self, file: str, name: str, template: Any, cards: CardWords, example: Why) -> None:
        what = fault_of(template, cards, example)
        if what:
            self.problem(file, f"{name}: {what}", near=name)

    # Sections

    def document(self, row: dict[str, Any]) -> Document:
        words = {}
        for language in LANGUAGES:
            file = f"{language}/course.toml"
            words[language] = self.strings(file, self.toml(file).get(row["id"], {}))
            for name in ("name", "short", "about"):
                if name not in words[language]:
                    self.problem(file, f"[{row['id']}] has no {name!r}", near=row["id"])
        if row["rules"] not in PRESETS:
            self.problem("course.toml", f"no rule set: {row['rules']!r}", near=row["rules"])
            return Document(row["id"], row["rules"], (), words)
        sections = []
        for part in row.get("sections", ()):
            with self.guarded("course.toml", near=str(part.get("id", "[[documents.sections]]"))):
                section = self.section(row, part)
                if section is not None:
                    sections.append(section)
        self.only_listed(row["id"], [section["id"] for section in row.get("sections", ())])
        made = Document(row["id"], row["rules"], tuple(sections), words)
        return replace(made, path=self.path(made, row.get("path", [])))

    def section(self, document: dict[str, Any], row: dict[str, Any]) -> Section | None:
        texts, claims = self.lesson(f"{document['id']}/{row['id']}", document["rules"])
        listed = {*row["statements"], *row["readings"]}
        for file, made in claims.items():
            said = set(map(source_of, made))
            for missing in sorted(listed - said):
                self.problem(file, f"no claim is made for {missing}, which course.toml lists")
            for unknown in sorted(said - listed):
                self.problem(file, f"course.toml does not list {unknown} here", near=unknown)
        return Section(
            row["id"], document["id"], row.get("paragraph", ""),
            tuple(row.get("subjects", ())), tuple(row["builds_on"]),
            tuple(row["statements"]), tuple(row["readings"]), _asking(row["exercise"]),
            tuple(row.get("replays", ())), texts,
        )  # fmt: skip

    def path(self, document: Document, rows: list[dict[str, Any]]) -> tuple[Step, ...]:
        """The steps of the beginners' path, which cite what the document's sections do."""
        steps = []
        for row in rows:
            texts, claims = self.lesson(f"path/{row['id']}", document.rules)
            sections = []
            for name in row["sections"]:
                section = document.section(name)
                if section is None:
                    self.problem("course.toml", f"no section {name!r}", near=f'"{name}"')
                else:
                    sections.append(section)
            listed = {s for one in sections for s in (*one.statements, *one.readings)}
            for file, made in claims.items():
                for unknown in sorted(set(map(source_of, made)) - listed):
                    what = f"none of the step's sections has {unknown}"
                    self.problem(file, what, near=unknown)
            exercises = tuple(map(_asking, row["exercises"]))
            steps.append(Step(row["id"], tuple(sections), exercises, texts))
        if rows:
            self.only_listed("path", [step.id for step in steps])
        return tuple(steps)

    def lesson(self, name: str, rules: str) -> tuple[dict[str, SectionText], dict[str, list[str]]]:
        """A lesson's text by language, and the claims that each file makes: all of them so, and
        the same in every language."""
        texts, claims = {}, {}
        for language in LANGUAGES:
            file = f"{language}/{name}.md"
            text = self.text(file)
            if text is None:
                continue
            tokens = markup.parse(text)
            for fault in markup.faults(tokens, rules):
                self.problems.append(Problem(file, fault.line, fault.what))
            claims[file] = sorted(
                child.content
                for token in tokens
                for child in token.children or ()
                if child.type == "claim"
            )
            read = self.section_text(file, tokens)
            if read:
                texts[language] = read
            for claim in claims[file]:
                if claim.endswith(f" {TOLD}") and source_of(claim) not in self.only_told:
                    what = "this can be asked of the rules, and must be"
                    self.problem(file, f"{claim}: {what}", near=claim)
        first = f"{LANGUAGES[0]}/{name}.md"
        for file, made in claims.items():
            for claim in claims.get(first, ()):
                if claim not in made:
                    self.problem(file, f"the claim of the other language is missing: {claim}")
        return texts, claims

    def only_listed(self, folder: str, listed: Iterable[str]) -> None:
        """Report texts that the course has no place for."""
        for language in LANGUAGES:
            for path in sorted((self.folder / language / folder).glob("*.md")):
                if path.stem not in set(listed):
                    file = f"{language}/{folder}/{path.name}"
                    self.problem(file, "course.toml lists no such section")

    def section_text(self, file: str, tokens: list[Token]) -> SectionText | None:
        if len(tokens) < 4 or tokens[0].tag != "h1" or tokens[3].type != "paragraph_open":
            self.problems.append(Problem(file, 1, "expected a title (#) and a first paragraph"))
            return None
        if any(child.type != "text" for child in tokens[1].children or ()):
            self.problems.append(Problem(file, 1, "a title is plain text"))
        for token in tokens[1:]:
            if token.tag == "h1" and token.type == "heading_open" and token.map:
                self.problems.append(Problem(file, token.map[0] + 1, "a second title (#)"))
        children = tokens[4].children or ()
        paragraph = "".join(
            " " if child.type == "softbreak" else child.content
            for child in children
            if child.type in {"text", "softbreak"}
        )
        lead = re.split(r"(?<=[.])\s", paragraph, maxsplit=1)[0]
        return SectionText(tokens[1].content, lead, tuple(tokens[3:]))

    # Glossary

    def glossary(self, documents: Mapping[str, Document]) -> dict[str, Term]:
        file, found = "glossary.toml", {}
        rows = self.toml(file)
        words = {language: self.toml(f"{language}/{file}") for language in LANGUAGES}
        for language, table in words.items():
            self.same_names(f"{language}/{file}", table, rows)
        for name, row in rows.items():
            with self.guarded(file, near=f"[{name}]"):
                document, _, section = row["section"].partition("/")
                where = documents[document].section(section)
                if where is None:
                    self.problem(file, f"{name}: no section {row['section']!r}", near=f"[{name}]")
                    continue
                texts = {
                    lang: TermText(
                        t[name]["term"], t[name]["text"], tuple(t[name].get("forms", ()))
                    )
                    for lang, t in words.items()
                }
                trick = Trick(Seat.VH, hand_from_text(row["trick"])) if "trick" in row else None
                cards = hand_from_text(row.get("cards", ""))
                found[name] = Term(name, where, cards, trick, texts)
        for language in words:
            forms = [form for term in found.values() for form in term.texts[language].forms]
            for form in {form for form in forms if forms.count(form) > 1}:
                self.problem(f"{language}/{file}", f"two terms stand as {form!r}", near=form)
        return found

    # Replays

    def replay(self, row: dict[str, Any]) -> Replay | None:
        record = self.record(f"games/{row['id']}.json")
        if record is None:
            return None
        made, texts = steps(record), {}
        guesses, commented = self.moments(f"games/{row['id']}.toml", made)
        for language in LANGUAGES:
            file = f"{language}/games/{row['id']}.toml"
            table = self.toml(file)
            notes = self.by_step(file, table.get("notes", {}), made)
            for name in ("title", "about"):
                if name not in table:
                    self.problem(file, f"no {name!r}")
            for number in sorted(commented ^ {*notes}):
                there = "claims" if number in commented else "a comment"
                what = "comment" if number in commented else "claims"
                self.problem(file, f"step {number} has {there}, but no {what}", near=f"{number} =")
            texts[language] = ReplayText(table.get("title", ""), table.get("about", ""), notes)
        return Replay(
            row["id"], row["document"], row["statement"], Seat[row["hand"]],
            Origin(row["origin"]), record, texts, guesses,
        )  # fmt: skip

    def moments(self, file: str, made: Sequence[ReplayStep]) -> tuple[dict[int, str], set[int]]:
        """The kinds of exercise that ask at a step, and the steps that comments make claims of,
        each confirmed."""
        guesses, commented = {}, set()
        for number, moment in self.by_step(file, self.toml(file), made).items():
            if "guess" in moment:
                guesses[number] = moment["guess"]
                if moment["guess"] not in ASKED_AT:
                    self.problem(
                        file, f"{number}: nothing asks {moment['guess']!r}", near=f"[{number}]"
                    )
            for claim in moment.get("claims", ()):
                commented.add(number)
                try:
                    confirm_at(made, number, claim)
                except ClaimFails as error:
                    self.problem(file, str(error), near=claim)
        return guesses, commented

    def by_step(
        self, file: str, table: Mapping[str, Any], made: Sequence[ReplayStep]
    ) -> dict[int, Any]:
        """A table that goes by the number of a step."""
        found = {}
        for number, value in table.items():
            if number in {str(step.number) for step in made}:
                found[int(number)] = value
            else:
                self.problem(file, f"no step {number}", near=number)
        return found

    def record(self, file: str) -> GameRecord | None:
        """A game that is according to the rules as far as it goes."""
        text = self.text(file)
        if text is None:
            return None
        try:
            written = json.loads(text)
            record = record_from_json(written)
        except json.JSONDecodeError as error:
            self.problems.append(Problem(file, error.lineno, f"no JSON: {error.msg}"))
            return None
        except UnreadableRecord as error:
            near = None if error.action is None else str(written["actions"][error.action])
            told = str(error) if error.action is None else f"action {error.action}: {error}"
            self.problem(file, told, near=near)
            return None
        number = None
        try:
            state = record.first_state()
            for number, action in enumerate(record.actions):  # noqa: B007  (told below)
                state = state.after(action)
        except IllegalAction as error:
            near = None if number is None else str(written["actions"][number])
            self.problem(file, f"action {number}: {error.fault}: {error}", near=near)
            return None
        return record

    # What refers to what

    def check_references(self, read: Course) -> None:
        for document in read.documents.values():
            earlier: set[str] = set()
            for section in document.sections:
                self.known("statement", section.statements, read.statements)
                self.known("reading", section.readings, read.readings)
                self.known("replay", section.replays, read.replays)
                for other in section.builds_on:
                    if other not in earlier:
                        what = f"{section.id} builds on {other!r}, which does not come before it"
                        self.problem("course.toml", what, near=f'"{section.id}"')
                self.check_exercise(section.id, section.exercise, document)
                earlier.add(section.id)
            for step in document.path:
                for exercise in step.exercises:
                    self.check_exercise(step.id, exercise, document)
        for replay in read.replays.values():
            self.known("statement", [replay.statement], {**read.statements, **read.readings})
            self.known("document", [replay.document], read.documents)
        for name, kinds in read.statements.items():
            for kind in kinds:
                if name not in KINDS[kind].aims:
                    self.problem("statements.toml", f"{kind} does not ask for {name}", near=name)

    def known(self, what: str, names: Iterable[str], table: Mapping[str, Any]) -> None:
        for name in names:
            if name not in table:
                self.problem("course.toml", f"no {what} {name!r}", near=f'"{name}"')

    def check_exercise(self, where: str, asked: Asking, document: Document) -> None:
        if asked.level not in LEVELS:
            self.problem("course.toml", f"{where}: no level {asked.level}")
            return
        try:
            exercise_at(asked.address(document.rules, 0))
        except NoSuchExercise as error:
            self.problem("course.toml", f"{where}: {error}", near=f'"{where}"')


def _asking(row: Mapping[str, Any]) -> Asking:
    return Asking(row["kind"], row["level"], row.get("statement"))
