"""The style sheets: one file for a visitor to ask for, made of one for each component; and what
only few pages need, asked for by these alone."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from threading import get_ident
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

COMPONENTS = Path(settings.BASE_DIR) / "static" / "css"
FIRST = COMPONENTS / "tokens.css"
"""It says in which order the layers count."""
APART = {
    "again": ("again",),
    "game": ("game",),
    "host": (
        "asked",
        "banner",
        "code",
        "field",
        "group",
        "halves",
        "host",
        "house",
        "jumps",
        "level",
        "search",
        "share",
    ),
    "replay": ("held", "print-replay", "replay", "transport"),
    "zones": ("zones",),
    "file": ("file",),
    "pad": ("judge", "pad", "several", "tricks", "wide"),
    "section": (
        "anchor",
        "beside",
        "cards",
        "elsewhere",
        "lesson",
        "opened-term",
        "question",
        "readings",
        "term",
    ),
    "chosen": ("chooser", "offers", "segments"),
    "compare": ("compare", "together"),
    "by-figures": ("by-figures", "figures-form"),
    "covered": ("covered",),
    "crib": ("crib", "print-crib"),
    "looks": ("looks",),
    "kinds": ("laid", "open-hand", "slots", "turns", "whose"),
    "lying": ("lying", "alone", "piles", "proof", "sides"),
    "panel": ("contract", "panel", "upright", "onlooker"),
    "glossary": ("glossary", "letters"),
    "map": ("keepsake", "map", "map-key", "stairs", "standing"),
    "beamer": ("beamer",),
    "club": ("board", "club", "login-card", "login-cards"),
    "naming": ("naming",),
    "tiles": ("front", "rows", "tile", "tiles"),
    "score": ("night", "score", "score-form"),
    "sitting": ("dots", "farewell", "round", "screen", "turned"),
    "quiz": ("live", "quiz", "remote", "spread", "tapped"),
    "paper": ("paper",),
}
"""Sheets of their own and their components, which few pages ask for, after the one for all."""
SHEETS = ("style.css", *(f"{name}.css" for name in APART))

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_MARGIN = re.compile(r"\s*\n\s*")
_SPARE = re.compile(r"""("[^"]*")|\s*([{};,])\s*|(:)\s""")
"""What is written, and spaces around signs; before a colon one says whose descendant is meant."""


class StyleSheetFinder(BaseFinder):
    """Finds the sheets, joined anew wherever a component has changed."""

    def check(self, **_options: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False) -> Any:
        if path not in SHEETS:
            return []
        found = _joined(path).path(path)
        return [found] if find_all else found

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        for name in SHEETS:
            yield name, _joined(name)


def _bare(text: str) -> str:
    """Without comments, margins and spaces around signs, a quarter of what would be sent."""
    lines = _MARGIN.sub("\n", _COMMENT.sub("", text))
    return _SPARE.sub(lambda found: found[1] or found[2] or found[3], lines).strip()


def _joined(name: str) -> FileSystemStorage:
    """Where a sheet lies."""
    folder = Path(settings.BASE_DIR) / "build" / "css"
    path = folder / name
    text = "\n".join(_bare(one.read_text(encoding="utf-8")) for one in parts_of(name))
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        folder.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{name}.{os.getpid()}.{get_ident()}")
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    return FileSystemStorage(folder)


def parts_of(name: str) -> list[Path]:
    """The components that a sheet is joined of, in their order."""
    sheets = {sheet: [COMPONENTS / f"{one}.css" for one in its] for sheet, its in APART.items()}
    if (apart := sheets.get(name.removesuffix(".css"))) is not None:
        return apart
    return [FIRST, *sorted(set(COMPONENTS.glob("*.css")) - {FIRST}.union(*sheets.values()))]
