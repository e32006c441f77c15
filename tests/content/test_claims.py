"""The claims that authors are told of are so."""

import re
from pathlib import Path

import pytest

from lessons.content import claims

TABLE = Path(__file__).parent.parent.parent / "CONTRIBUTING.md"
"""Where authors look up what can be claimed."""


def examples() -> list[str]:
    """The claims in the first column of the table that is headed ``claim``."""
    _, _, table = TABLE.read_text(encoding="utf-8").partition("\n| claim |")
    rows = table.partition("\n\n")[0].splitlines()[2:]
    return [example for row in rows for example in re.findall("`([^`]+)`", row.split("|")[1])]


@pytest.mark.parametrize("example", examples())
def test_a_claim_that_authors_are_shown_is_so(example: str) -> None:
    claims.confirm(f"K15 {example}", "kompakt")


def test_authors_are_shown_every_claim() -> None:
    known = claims._ANSWERED | claims._COUNTED | claims._NAMED
    assert {example.partition(" ")[0] for example in examples()} == {*known}
