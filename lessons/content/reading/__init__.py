"""Reads all texts and lists everything that is wrong with them, with file and line.

There is a module for each thing that is read; what they read is in
:mod:`lessons.content.course`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lessons.content.course import Course, Document, Replay
from lessons.content.reading.asked import read_asked
from lessons.content.reading.documents import read_document
from lessons.content.reading.files import BadContent, Files, Problem
from lessons.content.reading.games import read_replay
from lessons.content.reading.glossary import read_glossary
from lessons.content.reading.references import check_references
from lessons.content.reading.sources import check_sources, read_option_sources
from lessons.content.reading.statements import read_ledger
from lessons.content.reading.words import read_words

__all__ = ["CONTENT", "BadContent", "Problem", "course", "read_course"]

CONTENT = Path(__file__).parent.parent


@cache
def course() -> Course:
    """The content as shipped, read once; raises :class:`BadContent`."""
    return read_course(CONTENT)


def read_course(folder: Path) -> Course:
    """The content of a folder; raises :class:`BadContent` with every problem found."""
    files = Files(folder)
    read = None
    with files.guarded("course.toml"):
        read = _read(files)
    if not files.problems:
        files.check_all_read()
    if files.problems or read is None:
        raise BadContent(files.found())
    return read


def _read(files: Files) -> Course | None:
    """None where what lists all else cannot be read."""
    plan = files.toml("course.toml")
    ledger = read_ledger(files)
    if ledger is None:
        return None
    words = {language: read_words(files, language, ledger) for language in files.languages}
    options, agreed = read_option_sources(files, ledger)
    with files.guarded("sources.toml"):
        check_sources(files, ledger)
    replays: dict[str, Replay] = {}
    for row in plan.get("replays", ()):
        with files.guarded("course.toml", near="[[replays]]"):
            replay = read_replay(files, row)
            if replay is not None:
                replays[replay.id] = replay
    documents: dict[str, Document] = {}
    for row in plan.get("documents", ()):
        with files.guarded("course.toml", near="[[documents]]"):
            documents[row["id"]] = read_document(files, row, ledger)
    glossary = read_glossary(files, documents)
    asked = read_asked(files, ledger, options, agreed)
    read = Course(
        documents=documents,
        replays=replays,
        statements=ledger.statements,
        readings=ledger.readings,
        examples=ledger.examples,
        options=options,
        agreed=agreed,
        glossary=glossary,
        asked=asked,
        words=words,
        drafts=files.drafts(),
    )
    check_references(files, read)
    return read
