"""The style sheet: one file for a visitor to ask for, made of one for each component."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from threading import get_ident
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

NAME = "style.css"
COMPONENTS = Path(settings.BASE_DIR) / "static" / "css"
FIRST = COMPONENTS / "tokens.css"
"""It says in which order the layers count."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_MARGIN = re.compile(r"\s*\n\s*")


class StyleSheetFinder(BaseFinder):
    """Finds ``style.css``, joined anew wherever a component has changed."""

    def check(self, **_options: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False) -> Any:
        if path != NAME:
            return []
        found = _joined().path(NAME)
        return [found] if find_all else found

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        yield NAME, _joined()


def _bare(text: str) -> str:
    """Without comments and margins, a fifth of what would be sent."""
    return _MARGIN.sub("\n", _COMMENT.sub("", text)).strip()


def _joined() -> FileSystemStorage:
    """Path of the style sheet."""
    folder = Path(settings.BASE_DIR) / "build" / "css"
    path = folder / NAME
    others = sorted(set(COMPONENTS.glob("*.css")) - {FIRST})
    text = "\n".join(_bare(one.read_text(encoding="utf-8")) for one in (FIRST, *others))
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        folder.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{NAME}.{os.getpid()}.{get_ident()}")
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    return FileSystemStorage(folder)
