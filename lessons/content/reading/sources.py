"""``options.toml`` and ``sources.toml``: which statement or reading says something."""

from __future__ import annotations

from typing import Any

from lessons.content.reading.files import Files
from lessons.content.reading.statements import Ledger
from lessons.rules.contracts import Contract
from lessons.rules.reasons import Reason
from lessons.rules.rule_sets import NAMED, OPTIONS, PRESETS

_DOCUMENTS = tuple(rules for rules in PRESETS if rules != "tsr")
_SOURCES = "sources.toml"


def read_option_sources(files: Files, ledger: Ledger) -> dict[str, dict[str, str]]:
    """``options.toml``: by option and document, the statement or reading that says it."""
    file = "options.toml"
    read = {name: files.strings(file, table) for name, table in files.toml(file).items()}
    for name, sources in read.items():
        if name not in OPTIONS:
            files.problem(file, f"no option: {name!r}", near=name)
        files.same_names(file, sources, _DOCUMENTS)
        for source in sources.values():
            if source not in ledger:
                files.problem(file, f"{name}: no statement or reading {source!r}", near=source)
    return read


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
