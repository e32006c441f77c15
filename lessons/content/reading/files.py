"""The files of the content, and everything that has been found wrong with them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lessons.content.course import Draft
from lessons.content.languages import FALLBACK, languages_in
from lessons.rules.reasons import Refusal


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


class Files:
    """A folder of content; files are named from there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems: list[Problem] = []
        self.languages = languages_in(folder)
        self._asked_for: set[str] = set()
        drafts = (code for code, language in self.languages.items() if language.is_draft)
        self._drafts: dict[str, dict[str, bool]] = {code: {} for code in drafts}
        """By draft, each text and sentence of FALLBACK, and whether the draft has it."""

    def problem(self, file: str, what: str, *, near: str | None = None) -> None:
        """Note a problem, at the first line that begins with ``near``, or else holds it."""
        line = None
        path = self.folder / file
        if near is not None and path.exists():
            lines = path.read_text(encoding="utf-8").splitlines()
            holding = [n for n, text in enumerate(lines, 1) if near in text]
            begun = (n for n in holding if lines[n - 1].lstrip('"[ ').startswith(near))
            line = next(begun, next(iter(holding), None))
        self.problem_at(file, line, what)

    def problem_at(self, file: str, line: int | None, what: str) -> None:
        self.problems.append(Problem(file, line, what))

    @contextmanager
    def guarded(self, file: str, *, near: str | None = None) -> Iterator[None]:
        """Whatever a file of the wrong shape breaks is a problem of that file."""
        try:
            yield
        except (LookupError, TypeError, ValueError, AttributeError, Refusal) as error:
            self.problem(file, f"not of the expected shape: {error!r}", near=near)

    def text(self, file: str) -> str | None:
        """None, and a problem, where it cannot be read."""
        self._asked_for.add(file)
        try:
            return (self.folder / file).read_text(encoding="utf-8")
        except FileNotFoundError:
            self.problem(file, "the file is missing")
        except UnicodeDecodeError as error:
            self.problem(file, f"the file is not UTF-8: {error}")
        return None

    def toml(self, file: str) -> dict[str, Any]:
        """Empty, and a problem, where it cannot be read."""
        text = self.text(file)
        if text is None:
            return {}
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"at line (\d+)", str(error))
            self.problem_at(file, int(at[1]) if at else None, str(error))
            return {}

    def text_in(self, language: str, name: str) -> str | None:
        """A text of a language; None, and no problem, where a draft does not have it yet."""
        file = f"{language}/{name}"
        if language not in self._drafts:
            return self.text(file)
        is_there = self._drafts[language][name] = (self.folder / file).exists()
        return self.text(file) if is_there else None

    def toml_in(self, language: str, name: str) -> dict[str, Any]:
        """A table of a language; what a draft's does not have yet is FALLBACK's."""
        file = f"{language}/{name}"
        if language not in self._drafts:
            return self.toml(file)
        own = self.toml(file) if (self.folder / file).exists() else {}
        borrowed = self.toml(f"{FALLBACK}/{name}")
        there = {*_sentences(own)}
        for sentence in _sentences(borrowed):
            self._drafts[language][f"{name}: {'.'.join(sentence)}"] = sentence in there
        return _completed(own, borrowed)

    def drafts(self) -> dict[str, Draft]:
        """How far each draft is."""
        return {
            code: Draft(tuple(name for name, is_there in has.items() if not is_there), len(has))
            for code, has in self._drafts.items()
        }

    def check_all_read(self) -> None:
        """Report files of the languages that nothing has asked for: perhaps they are misnamed."""
        for language in self.languages:
            for path in sorted((self.folder / language).rglob("*.*")):
                file = path.relative_to(self.folder).as_posix()
                if file in self._asked_for:
                    continue
                if path.suffix == ".md":
                    self.problem(file, "course.toml lists no such section")
                elif path.suffix == ".toml":
                    self.problem(file, "nothing reads this file")

    def found(self) -> tuple[Problem, ...]:
        """Every problem once: one of FALLBACK's is none of a draft that borrows it."""
        known = {(one.file, one.what) for one in self.problems}
        return tuple(
            one
            for one in dict.fromkeys(self.problems)
            if one.file.partition("/")[0] not in self._drafts
            or (f"{FALLBACK}/{one.file.partition('/')[2]}", one.what) not in known
        )

    def strings(self, file: str, table: Any) -> dict[str, str]:
        """A table of names and sentences; a problem for each that is none."""
        found = {}
        for name, text in table.items() if isinstance(table, dict) else ():
            if isinstance(text, str) and text.strip():
                found[name] = text
            else:
                self.problem(file, f"{name}: expected a sentence, got {text!r}", near=name)
        return found

    def same_names(
        self, file: str, table: Mapping[str, Any], names: Iterable[str], *, of: str = ""
    ) -> None:
        """A problem for each of ``names`` that a table lacks, and for each that it has beside;
        ``of``: the table of the file, if it is not the whole file."""
        wanted, where = dict.fromkeys(names), f"[{of}]: " if of else ""
        for name in wanted:
            if name not in table:
                near = f"[{of}]" if of else None
                self.problem(file, f"{where}no words for {name!r}", near=near)
        for name in table:
            if name not in wanted:
                self.problem(file, f"words for {name!r}, which nothing has", near=name)


def _sentences(table: Mapping[str, Any], *within: str) -> Iterator[tuple[str, ...]]:
    """The names that lead to each sentence, or list of sentences, of a table of tables."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _sentences(value, *within, name)
        else:
            yield (*within, name)


def _completed(own: Mapping[str, Any], borrowed: Mapping[str, Any]) -> dict[str, Any]:
    """A table of tables with what another has beside."""
    completed = {**borrowed, **own}
    for name in own.keys() & borrowed.keys():
        if isinstance(own[name], dict) and isinstance(borrowed[name], dict):
            completed[name] = _completed(own[name], borrowed[name])
    return completed
