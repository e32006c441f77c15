"""``options.toml`` and ``sources.toml``: which statement or reading says something."""

from __future__ import annotations

from typing import Any

from lessons.content.course import Agreed
from lessons.content.reading.files import Files
from lessons.content.reading.statements import Ledger
from lessons.rules.contracts import Contract
from lessons.rules.reasons import Reason
from lessons.rules.rule_sets import (
    NAMED,
    OPTIONS,
    PRESETS,
    SenselessRules,
    all_options,
    with_options,
)

_DOCUMENTS = tuple(rules for rules in PRESETS if rules != "tsr")
_OPTIONS = "options.toml"
_SOURCES = "sources.toml"


def read_option_sources(
    files: Files, ledger: Ledger
) -> tuple[dict[str, dict[str, tuple[str, ...]]], dict[str, dict[str, Agreed]]]:
    """``options.toml``: by option and document, what says it; and what may be agreed on."""
    said: dict[str, dict[str, tuple[str, ...]]] = {}
    agreed: dict[str, dict[str, Agreed]] = {}
    for name, table in files.toml(_OPTIONS).items():
        if name not in OPTIONS:
            files.problem(_OPTIONS, f"no option: {name!r}", near=name)
            continue
        with files.guarded(_OPTIONS, near=f"[{name}]"):
            agreed[name] = {
                rules: Agreed(
                    tuple(row["values"]), _sources(files, name, row.get("source", ""), ledger)
                )
                for rules, row in table.pop("agreed", {}).items()
            }
            said[name] = {
                document: _sources(files, name, text, ledger) for document, text in table.items()
            }
        for document in said.get(name, ()):
            if document not in _DOCUMENTS:
                files.problem(_OPTIONS, f"{name}: no document {document!r}", near=document)
        for rules, found in agreed.get(name, {}).items():
            _check_agreed(files, name, rules, found)
    return said, agreed


def _sources(files: Files, name: str, text: str, ledger: Ledger) -> tuple[str, ...]:
    for source in text.split():
        if source not in ledger:
            files.problem(_OPTIONS, f"{name}: no statement or reading {source!r}", near=source)
    return tuple(text.split())


def _check_agreed(files: Files, name: str, rules: str, agreed: Agreed) -> None:
    """Whether the rule set can have these values, and does not have them anyway."""
    near = f"agreed.{rules}"
    if rules not in PRESETS:
        files.problem(_OPTIONS, f"{name}: no rule set {rules!r}", near=near)
        return
    own = all_options(PRESETS[rules])[name]
    for value in agreed.values:
        is_own = value in own if isinstance(own, list) else value == own
        try:
            with_options(PRESETS[rules], {name: [value] if isinstance(own, list) else value})
        except (SenselessRules, TypeError) as error:
            files.problem(_OPTIONS, f"{name}: {error}", near=near)
        if is_own:
            files.problem(_OPTIONS, f"{name}: {value!r} need not be agreed on", near=near)


def check_sources(files: Files, ledger: Ledger) -> None:
    """Whether ``sources.toml`` has a row for every reason, and all that it names is there."""
    tables = files.toml(_SOURCES)
    if not tables:
        return
    silent, topics, reasons = tables.pop("silent"), tables["topics"], tables["reasons"]
    for name in Reason:
        if (name in silent) == (name in reasons):
            what = f"{name.value}: expected among the silent or with its sources"
            files.problem(_SOURCES, what, near=name)
    known: dict[str, set[str]] = {
        "reasons": set(Reason),
        "nearest": set(NAMED),
        "goes-ahead": set(NAMED),
        "queens-do-not-matter": set(Contract),
        "orders": set(Contract),
    }
    for table, rows in tables.items():
        for name, row in rows.items():
            if name not in known.get(table, rows):
                files.problem(_SOURCES, f"[{table}]: nothing is called {name!r}", near=name)
            if isinstance(row, str) and row not in topics:
                files.problem(_SOURCES, f"{name}: no topic {row!r}", near=name)
            if not isinstance(row, str):
                _check_row(files, name, row, ledger)


def _check_row(files: Files, name: str, row: dict[str, Any], ledger: Ledger) -> None:
    for document, ids in row.items():
        if document not in _DOCUMENTS:
            files.problem(_SOURCES, f"{name}: no document {document!r}", near=name)
        for source in ids.split():
            if source != "TSR" and source not in ledger:
                files.problem(_SOURCES, f"{name}: no statement or reading {source!r}", near=source)
