"""The documents with their sections, and the beginners' path through one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lessons.content.claims import source_of
from lessons.content.course import Document, LessonExercise, PathStep, Section, SectionText
from lessons.content.markup import words_of
from lessons.content.reading.files import Files
from lessons.content.reading.lessons import read_lesson
from lessons.content.reading.statements import Ledger
from lessons.rules.rule_sets import PRESETS


def read_document(files: Files, row: dict[str, Any], ledger: Ledger) -> Document:
    """A document as ``course.toml`` lists it."""
    document = Document(row["id"], row["rules"], (), _names(files, row["id"]))
    if row["rules"] not in PRESETS:
        files.problem("course.toml", f"no rule set: {row['rules']!r}", near=row["rules"])
        return document
    sections = []
    for part in row.get("sections", ()):
        with files.guarded("course.toml", near=str(part.get("id", "[[documents.sections]]"))):
            sections.append(_section(files, document, part, ledger))
    document = replace(document, sections=tuple(sections))
    _check_chapters(files, document)
    return replace(document, path=_path(files, document, row.get("path", []), ledger))


def _names(files: Files, document: str) -> dict[str, dict[str, str]]:
    """What a document is called in each language."""
    names = {}
    for language in files.languages:
        file = f"{language}/course.toml"
        table = files.toml_in(language, "course.toml")
        names[language] = files.strings(file, table.get(document, {}))
        for name in ("name", "short", "about"):
            if name not in names[language]:
                files.problem(file, f"[{document}] has no {name!r}", near=document)
    return names


def _check_chapters(files: Files, document: Document) -> None:
    """Whether each chapter that is no section has a title."""
    wanted = {f"chapter-{one.number}" for one in document.chapters if one.own is None}
    for language, names in document.words.items():
        file, there = f"{language}/course.toml", {name for name in names if "chapter-" in name}
        for name in sorted(wanted - there):
            files.problem(file, f"[{document.id}] has no {name!r}", near=f"[{document.id}]")
        for name in sorted(there - wanted):
            files.problem(file, f"[{document.id}] needs no {name!r}", near=name)


def _section(files: Files, document: Document, row: dict[str, Any], ledger: Ledger) -> Section:
    lesson = read_lesson(files, f"{document.id}/{row['id']}", document.rules, ledger)
    listed = {*row["statements"], *row["readings"]}
    for file, claims in lesson.claims.items():
        said = set(map(source_of, claims))
        for missing in sorted(listed - said):
            files.problem(file, f"no claim is made for {missing}, which course.toml lists")
        for unknown in sorted(said - listed):
            files.problem(file, f"course.toml does not list {unknown} here", near=unknown)
    _check_alike(files, f"{document.id}/{row['id']}.md", lesson.texts)
    return Section(
        id=row["id"],
        document=document.id,
        paragraph=row.get("paragraph", ""),
        subjects=tuple(row.get("subjects", ())),
        builds_on=tuple(row["builds_on"]),
        statements=tuple(row["statements"]),
        readings=tuple(row["readings"]),
        exercise=_exercise(row["exercise"]),
        replays=tuple(row.get("replays", ())),
        texts=lesson.texts,
    )


LONGEST_SCREEN = 60
"""So many words are read at once on the way through the path."""


def _path(
    files: Files, document: Document, rows: list[dict[str, Any]], ledger: Ledger
) -> tuple[PathStep, ...]:
    """The steps of the beginners' path, which cite what the document's sections do."""
    steps = []
    for row in rows:
        lesson = read_lesson(files, f"path/{row['id']}", document.rules, ledger)
        sections = []
        for name in row["sections"]:
            section = document.section(name)
            if section is None:
                files.problem("course.toml", f"no section {name!r}", near=f'"{name}"')
            else:
                sections.append(section)
        listed = {s for one in sections for s in (*one.statements, *one.readings)}
        for file, claims in lesson.claims.items():
            for unknown in sorted(set(map(source_of, claims)) - listed):
                what = f"none of the step's sections has {unknown}"
                files.problem(file, what, near=unknown)
        step = PathStep(row["id"], tuple(sections), lesson.texts)
        _check_screens(files, step)
        steps.append(step)
    return tuple(steps)


def _check_alike(files: Files, file: str, texts: Mapping[str, SectionText]) -> None:
    """The same questions at the same places in each language."""
    if len({tuple(part.ask for part in text.parts) for text in texts.values()}) > 1:
        files.problem(file, "other screens or questions than in other languages")


def _check_screens(files: Files, step: PathStep) -> None:
    """Short ones, each with a heading."""
    if not step.texts:
        return
    _check_alike(files, f"path/{step.id}.md", step.texts)
    if not step.exercises:
        files.problem(f"path/{step.id}.md", "asks nothing")
    for language, text in step.texts.items():
        for number, part in enumerate(text.parts, start=1):
            file = f"{language}/path/{step.id}.md"
            words = words_of(part.tokens)
            if words > LONGEST_SCREEN:
                files.problem(file, f"screen {number} has {words} words, not {LONGEST_SCREEN}")
            if number > 1 and not part.ask and part.tokens[0].type != "heading_open":
                files.problem(file, f"screen {number} does not begin with a heading (##)")


def _exercise(row: Mapping[str, Any]) -> LessonExercise:
    return LessonExercise(row["kind"], row["level"], row.get("statement"))
