"""The site's words for people: extracted from templates and Python, compiled, with Babel alone.

English is written in the code; ``locale`` holds the other languages. gettext's tools are not
needed.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import templatize

from lessons.content.languages import COMPLETE, FALLBACK, LANGUAGES

TRANSLATED = tuple(code for code in LANGUAGES if code != FALLBACK)
"""The languages that need a file: all but the one of the code, which drafts fall back to."""
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
_HEADER = "# The site's words. ./run manage messages brings new ones in."


def po_file(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


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


def translated(language: str) -> Catalog:
    """The messages of a language; none of one that has just been begun."""
    if not po_file(language).exists():
        return Catalog(locale=language, charset="utf-8", header_comment=_HEADER)
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language)


def update(language: str) -> None:
    """Bring new messages into the file of a language and drop those that are gone."""
    catalog = translated(language)
    catalog.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    po_file(language).parent.mkdir(parents=True, exist_ok=True)
    with po_file(language).open("wb") as file:
        write_po(file, catalog, width=100, sort_output=True, omit_header=False, no_location=True)


def missing(said: Catalog, language: str) -> list[str]:
    """The messages of the code, ``said``, that a language lacks."""
    known = translated(language)
    return [_single(m.id) for m in said if m.id and not _has(known, m.id, m.context)]


def wrong() -> list[str]:
    """Faults in the files, and messages that complete languages lack."""
    said = extracted()
    found = []
    for language in TRANSLATED:
        known = translated(language)
        if language in COMPLETE:
            found += [f"{language}: no words for {text!r}" for text in missing(said, language)]
        found += [
            f"{language}: words for {m.id!r}, which nothing says"
            for m in known
            if m.id and said.get(_single(m.id), m.context) is None
        ]
    return found


def unusable() -> list[str]:
    """Translations with other placeholders than the message has, with file and line."""
    return [
        f"{po_file(language).relative_to(settings.BASE_DIR)}:{message.lineno}: {error}"
        for language in TRANSLATED
        for catalog in [translated(language)]
        for message in catalog
        for error in message.check(catalog)
    ]


def compile_messages() -> None:
    """Compile the file of each language, unless that is what was compiled before. A draft says
    FALLBACK's words where it has none; else Django would say the first language's."""
    for language in TRANSLATED:
        catalog = translated(language)
        if language not in COMPLETE:
            _borrow(catalog)
        made = io.BytesIO()
        write_mo(made, catalog)
        target = po_file(language).with_suffix(".mo")
        if target.exists() and target.read_bytes() == made.getvalue():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_suffix(".mo.draft")
        draft.write_bytes(made.getvalue())
        draft.replace(target)


def _borrow(catalog: Catalog) -> None:
    """Let what a language lacks be said as it stands in the code."""
    for message in extracted():
        if message.id and not _has(catalog, message.id, message.context):
            known = catalog.get(_single(message.id), message.context)
            entry = known or catalog.add(message.id, context=message.context)
            entry.string = _as_it_is(message, catalog.num_plurals)
            entry.flags.discard("fuzzy")


def _as_it_is(message: Message, plurals: int) -> str | tuple[str, ...]:
    if isinstance(message.id, str):
        return message.id
    one, several = message.id
    return (one, *[several] * (plurals - 1)) if plurals > 1 else (several,)


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
    templates = root / "templates"
    for path in sorted([*templates.rglob("*.html"), *templates.glob("account/**/*.txt")]):
        name = path.relative_to(root).as_posix()
        made = templatize(path.read_text(encoding="utf-8"), origin=name)
        # How a template is indented means nothing, and must not to Python.
        yield name, "\n".join(map(str.lstrip, made.splitlines()))
    for path in sorted((root / "tutorial").rglob("*.py")):
        if "migrations" not in path.parts:
            yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
