"""Every statement that is not only told, and every reading, is carried by a test of the rules.

A test carries an id in its docstring, or in the first word of a row of its table.
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from lessons.content.words import EXAMPLES
from lessons.rules.reasons import Reason
from lessons.rules.rule_sets import PRESETS
from lessons.rules.sources import FILE, TSR, sources_of

HERE = Path(__file__).parent
LEDGER = tomllib.loads(
    (HERE.parent.parent / "lessons" / "content" / "statements.toml").read_text(encoding="utf-8")
)
ONLY_TOLD = {*LEDGER["told"], *LEDGER["replays"]}
IDS = [*(name for name in LEDGER["statements"] if name not in ONLY_TOLD), *LEDGER["readings"]]

SILENT = set(tomllib.loads(FILE.read_text(encoding="utf-8"))["silent"])


def carried() -> Iterator[str]:
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from (ast.get_docstring(node) or "").split()
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "rows":
                yield from _first_words(node.args)


def _first_words(table: list[ast.expr]) -> Iterator[str]:
    for row in table:
        if isinstance(row, ast.Tuple) and isinstance(row.elts[0], ast.Constant):
            yield from str(row.elts[0].value).split()


CARRIED = set(carried())


@pytest.mark.parametrize("name", IDS)
def test_the_rules_are_tested_for(name: str) -> None:
    assert name in CARRIED


def test_the_ledger_is_whole() -> None:
    assert len(LEDGER["statements"]) == 143
    assert set(LEDGER["statements"]) >= ONLY_TOLD


@pytest.mark.parametrize("document", PRESETS)
def test_every_reason_says_where_it_is_written(document: str) -> None:
    known = {*LEDGER["statements"], *LEDGER["readings"], TSR}
    for reason in Reason:
        sources = sources_of(reason, document)
        assert bool(sources) == (reason.value not in SILENT), reason
        assert set(sources) <= known, reason
        if document == "tsr":
            assert set(sources) <= {TSR}


def test_every_reason_has_an_example_to_speak_of() -> None:
    assert set(EXAMPLES) == set(Reason)
