"""The site's words for people: extracted from templates and Python, compiled, with Babel alone.

English is written in the code; ``locale/de`` holds the German. gettext's tools are not needed.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import templatize

LANGUAGE = "de"
_KEYWORDS = {
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "_": None,
}
_HEADER = "# The site's words in German. ./run manage messages brings new ones in."


def po_file() -> Path:
    return Path(settings.LOCALE_PATHS[0]) / LANGUAGE / "LC_MESSAGES" / "django.po"


def extracted() -> Catalog:
    """Every message in the code, with the places where it stands."""
    found: Catalog = Catalog(charset="utf-8", header_comment=_HEADER)
    for name, text in _sources():
        messages = extract(
            "python", io.BytesIO(text.encode()), keywords=_KEYWORDS, comment_tags=("Translators:",)
        )
        for _line, message, comments, context in messages:
            found.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return found


def translated() -> Catalog:
    """What there is in German."""
    if not po_file().exists():
        return Catalog(locale=LANGUAGE, charset="utf-8", header_comment=_HEADER)
    with po_file().open("rb") as file:
        return read_po(file, locale=LANGUAGE)


def update() -> Catalog:
    """Bring new messages into the German file, drop those that are gone, and return it."""
    catalog = translated()
    catalog.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    po_file().parent.mkdir(parents=True, exist_ok=True)
    with po_file().open("wb") as file:
        write_po(file, catalog, width=100, sort_output=True, omit_header=False, no_location=True)
    return catalog


def missing() -> list[str]:
    """Messages of the code that German lacks, and German ones that nothing says any more."""
    said, known = extracted(), translated()
    lacking = [f"no German for {m.id!r}" for m in said if m.id and not _has(known, m.id, m.context)]
    stale = [
        f"German for {m.id!r}, which nothing says"
        for m in known
        if m.id and said.get(_single(m.id), m.context) is None
    ]
    return lacking + stale


def compile_messages() -> bool:
    """Compile the German file if it is not the one that was compiled; whether it was.

    What was compiled bears the time of its source.
    """
    source, target = po_file(), po_file().with_suffix(".mo")
    made_from = source.stat().st_mtime_ns
    if target.exists() and target.stat().st_mtime_ns == made_from:
        return False
    draft = target.with_suffix(".mo.draft")
    with draft.open("wb") as file:
        write_mo(file, translated())
    os.utime(draft, ns=(made_from, made_from))
    draft.replace(target)
    return True


def _single(message: str | Iterable[str]) -> str:
    return message if isinstance(message, str) else next(iter(message))


def _has(known: Catalog, message: str | Iterable[str], context: str | None) -> bool:
    found = known.get(_single(message), context)
    if found is None or found.fuzzy:
        return False
    strings = [found.string] if isinstance(found.string, str) else list(found.string or ())
    return bool(strings) and all(strings)


def _sources() -> Iterator[tuple[str, str]]:
    """Templates, turned into Python by Django, and the site's Python."""
    root = Path(settings.BASE_DIR)
    for path in sorted((root / "templates").rglob("*.html")):
        name = path.relative_to(root).as_posix()
        made = templatize(path.read_text(encoding="utf-8"), origin=name)
        # How a template is indented means nothing, and must not to Python.
        yield name, "\n".join(map(str.lstrip, made.splitlines()))
    for path in sorted((root / "tutorial").rglob("*.py")):
        if "migrations" not in path.parts:
            yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
