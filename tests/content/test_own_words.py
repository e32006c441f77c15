"""The German texts say what the documents say in words of their own."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lessons.content.reading import CONTENT
from tests.content.copied import HASHES, hash_of, runs

COPIED = frozenset(HASHES.read_text(encoding="utf-8").split())
FILES = sorted(path for path in (CONTENT / "de").rglob("*.*") if path.suffix in {".md", ".toml"})


def texts_of(path: Path) -> Iterator[str]:
    """What a file says, without cards and claims."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield re.sub(r"\{[^{}]*\}", "", text)
    else:
        yield from strings(tomllib.loads(text))


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(CONTENT).as_posix())
def test_no_nine_words_in_a_row_are_a_documents(path: Path) -> None:
    found = [run for text in texts_of(path) for run in runs(text) if hash_of(run) in COPIED]
    assert found == []


def test_a_copied_sentence_is_found() -> None:
    copied = "Ein Kalter Schlag am Ende einer Partei wird nicht in die nächste Partie übernommen"
    assert any(hash_of(run) in COPIED for run in runs(copied))
