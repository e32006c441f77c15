"""``python -m lessons.exercises`` shows a question with its answer."""

import json

import pytest

from lessons.exercises.__main__ import main


def test_an_exercise_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal-cards", "kompakt", "1", "3"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert set(shown["answer"]) <= set(shown["question"]["hand"].split())


@pytest.mark.parametrize("words", ["legal-cards", "bridge kompakt 1 3", "legal-cards kompakt x 3"])
def test_what_is_no_exercise_is_told(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    assert "python -m lessons.exercises" in capsys.readouterr().err
