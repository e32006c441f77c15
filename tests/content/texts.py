"""What the files of a language say."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lessons.content.reading import CONTENT


def files_of(language: str) -> list[Path]:
    return [*_all(language, "*.md"), *_all(language, "*.toml")]


def _all(language: str, names: str) -> list[Path]:
    return sorted((CONTENT / language).rglob(names))


def texts_of(path: Path) -> Iterator[str]:
    """Without cards, claims and whatever else stands in braces."""
    written = path.read_text(encoding="utf-8")
    for text in _strings(tomllib.loads(written)) if path.suffix == ".toml" else (written,):
        yield re.sub(r"\{[^{}]*\}", "", text)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
