"""``python -m lessons.exercises``: questions with their answers, verdicts, what there is."""

import json
from typing import Any

import pytest

from lessons.exercises.__main__ import main
from lessons.exercises.kinds import KINDS


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words]) == 0
    return json.loads(capsys.readouterr().out)


def test_an_exercise_is_made_with_what_false_beliefs_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["make", "legal-cards", "kompakt", "1", "3", "--statement", "kompakt:bedienzwang-a"]
    made = ran(capsys, *words)
    (right,) = made["right"]
    assert set(right) <= set(made["question"]["hand"].split())
    assert made["asked"] == "Welche deiner Karten darfst du spielen?"
    assert made["beliefs"]
    for told in made["beliefs"].values():
        assert told["answer"] != made["right"]
    assert len(made["hints"]) == 3
    assert "kompakt:bedienzwang-a" in made["sources"]


def test_an_answer_is_checked_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["who-won", "royal", "2", "5"]
    made = ran(capsys, "make", *asked, "--language", "en")
    for party in ("re", "kontra", "nobody"):
        told = ran(capsys, "check", *asked, party, "--language", "en")
        assert told["right"] == ([party] == made["right"])
        assert told["sentence"].startswith("Right:" if told["right"] else "No:")


def test_an_answer_of_several_fields_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["settle", "royal", "1", "4"]
    made = ran(capsys, "make", *asked)
    assert ran(capsys, "check", *asked, json.dumps(made["right"]))["right"]
    assert ran(capsys, "check", *asked, *map(str, made["right"]))["right"]
    assert not ran(capsys, "check", *asked, "7", "7", "7", "7")["right"]


def test_all_kinds_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = ran(capsys, "kinds")
    assert {row["kind"] for row in listed} == set(KINDS)
    assert {"kompakt", "royal", "cvjm"} <= {row["rules"] for row in listed}
    assert all(row["statements"] and row["levels"] == [1, 2, 3] for row in listed)


@pytest.mark.parametrize(
    "words",
    [
        "make bridge kompakt 1 3",
        "make who-won skat 1 3",
        "check who-won royal 2 5 everybody",
        "check settle royal 1 4 1 2",
        "check card-points kompakt 1 7 9999",
    ],
)
def test_what_is_no_exercise_is_told(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    assert capsys.readouterr().err.strip()
