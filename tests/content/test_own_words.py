"""The German texts say what the documents say in words of their own."""

from pathlib import Path

import pytest

from lessons.content.reading import CONTENT
from tests.content.copied import HASHES, hash_of, runs
from tests.content.texts import files_of, texts_of

COPIED = frozenset(HASHES.read_text(encoding="utf-8").split())


@pytest.mark.parametrize(
    "path", files_of("de"), ids=lambda path: path.relative_to(CONTENT).as_posix()
)
def test_no_nine_words_in_a_row_are_a_documents(path: Path) -> None:
    assert [run for text in texts_of(path) for run in runs(text) if hash_of(run) in COPIED] == []


def test_a_copied_run_is_found() -> None:
    copied = "Oder: „Keine 90“ kann angesagt werden, bevor die erste Karte liegt."
    found = [run for run in runs(copied) if hash_of(run) in COPIED]
    assert found == ["keine 90 kann angesagt werden bevor die erste karte"]
