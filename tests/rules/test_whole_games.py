"""Whole games that a player can read: each is what it is said to be, item by item."""

from pathlib import Path
from typing import Any

import pytest

from lessons.judge import judge
from lessons.rules.readable import record_from_text, text_from_record

GAMES = sorted((Path(__file__).parent.parent / "games").glob("*.txt"))
WHAT_COMES = "\n== what comes of it\n"


def told(judged: dict[str, Any]) -> dict[str, str]:
    """The result in the words in which the files tell it."""
    if not judged["ok"]:
        error = judged["errors"][0]
        return {"error": f"{error['code']} at {error['action']}"}
    found = {
        "contract": judged.get("solo") or judged["contract"],
        "declarer": judged["declarer"] or "-",
        "partner": judged["partner"] or "-",
        "leader": judged["leader"] or "-",
    }
    if judged["contract"] == "redeal":
        return found
    items = [
        f"{item['item']} {item['party']} "
        + (f"x{item['factor']}" if "factor" in item else str(item["value"]))
        for item in judged["items"]
    ]
    return found | {
        "parties": " ".join(judged["parties"].values()),
        "card points": "{re} {kontra}".format(**judged["card_points"]),
        "targets": "{re} {kontra}".format(**judged["targets"]),
        "winner": judged["winner"] or "-",
        "items": ", ".join(items),
        "value": str(judged["value"]),
        "score": " ".join(map(str, judged["score"].values())),
    }


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_a_game_comes_out_as_it_is_told(path: Path) -> None:
    """cvjm:3.1c C5 C6 C7 cvjm:4.1d C10 C26 C14 R20 R15 R13 R31 R4 R5 R30 K16 K11"""
    game, result = path.read_text(encoding="utf-8").split(WHAT_COMES)
    record = record_from_text(game)
    assert told(judge(record)) == dict(
        line.split(": ", 1) for line in result.splitlines() if line.strip()
    )
    assert record["title"]
    assert record_from_text(text_from_record(record)) == record


def test_there_is_a_game_of_what_the_samples_lack() -> None:
    names = {path.stem for path in GAMES}
    assert len(names) >= 25
    for what in (
        "cvjm-no60-without-no90", "cvjm-limit-missed", "cvjm-trumpfabgabe", "royal-negative",
        "cvjm-marriage-first-plain", "royal-marriage-first-trump", "royal-piglets-first",
        "kompakt-compulsory-solo", "kompakt-call-after-late-reply", "royal-after-draw",
    ):  # fmt: skip
        assert what in names
