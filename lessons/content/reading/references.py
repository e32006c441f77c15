"""Whether what the course names is there: statements, games, sections, exercises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lessons.content.course import Course, Document, LessonExercise
from lessons.content.reading.files import Files
from lessons.exercises.addresses import LEVELS, NoSuchExercise
from lessons.exercises.making import exercise_at


def check_references(files: Files, read: Course) -> None:
    for document in read.documents.values():
        _check_document(files, document, read)
    for replay in read.replays.values():
        _known(files, "statement", [replay.statement], {**read.statements, **read.readings})
        _known(files, "document", [replay.document], read.documents)


def _check_document(files: Files, document: Document, read: Course) -> None:
    earlier: set[str] = set()
    for section in document.sections:
        _known(files, "statement", section.statements, read.statements)
        _known(files, "reading", section.readings, read.readings)
        _known(files, "replay", section.replays, read.replays)
        for other in section.builds_on:
            if other not in earlier:
                what = f"{section.id} builds on {other!r}, which does not come before it"
                files.problem("course.toml", what, near=f'"{section.id}"')
        _check_exercise(files, section.id, section.exercise, document)
        earlier.add(section.id)


def _known(files: Files, what: str, names: Iterable[str], table: Mapping[str, Any]) -> None:
    for name in names:
        if name not in table:
            files.problem("course.toml", f"no {what} {name!r}", near=f'"{name}"')


def _check_exercise(files: Files, where: str, asked: LessonExercise, document: Document) -> None:
    if asked.level not in LEVELS:
        files.problem("course.toml", f"{where}: no level {asked.level}")
        return
    try:
        exercise_at(asked.address(document.rules, 0))
    except NoSuchExercise as error:
        files.problem("course.toml", f"{where}: {error}", near=f'"{where}"')
