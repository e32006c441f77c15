"""What players type is read in a time that grows with its length, not faster."""

import json
from time import process_time
from typing import Any

import pytest

from lessons.judge import judge
from lessons.rules.readable import record_from_text
from lessons.rules.records import MOST_ACTIONS, MOST_TOLD

LONG = 64 * 1024
HANDS = "rules: kompakt\nVH: ?\nMH: ?\nHH: ?\nG: ?\n"


def filled(piece: str) -> str:
    return (piece * (LONG // len(piece) + 1))[:LONG]


@pytest.mark.parametrize(
    "text",
    [
        "a" + " " * LONG + "b",
        "a" + "\t" * LONG + "b: 1",
        "a" + "\u00a0" * LONG + "b",
        *map(
            filled, ("a ", "a\n", "\n", ":", ",", "a,", "VH x,", "1.", "[", "9", "VH HA,", "#", "=")
        ),
        f"nines: {filled('9')}",
        f"solos: {filled('[')}",
        f"rules: kompakt\nsolos: {filled('queens,')}",
        f"rules: kompakt\nVH: {filled('X ')}",
        f"{HANDS}VH lays {filled('DJ ')}",
        HANDS + filled("VH HA,"),
        HANDS + filled("VH sings,"),
    ],
    ids=lambda text: f"{text[:12]}…{text[-3:]}",
)
def test_no_text_takes_long(text: str) -> None:
    begun = process_time()
    judge(record_from_text(text))
    assert process_time() - begun < 0.5


def test_more_actions_than_a_game_has_stand_as_they_are_written() -> None:
    actions = record_from_text("VH ♥10," * 9000)["actions"]
    assert actions[:2] == ["VH HT", "VH HT"]
    assert actions[-2:] == ["VH ♥10", "VH ♥10"]
    assert len(actions) > MOST_ACTIONS
    found = judge(record_from_text(HANDS + filled("VH HA,")))
    assert (found["ok"], found["errors"][0]["action"]) == (False, 1)


def test_what_is_no_deal_is_not_told_word_by_word() -> None:
    hands: dict[str, Any] = {f"X{n}": "HA" for n in range(1000)}
    hands["VH"] = " ".join(f"X{n}" for n in range(9000))
    found = judge({"rules": "kompakt", "hands": hands, "actions": []})["errors"]
    codes = [error["code"] for error in found]
    assert codes.count("unknown-card") == codes.count("unknown-seat") == MOST_TOLD
    assert "VH holds 9000 cards, not 12" in [error["message"] for error in found]


@pytest.mark.parametrize(
    "written", ["tsr", "TSR", "DDV", "ddv", "Turnier", "Turnierregeln", "Turnier-Spielregeln"]
)
def test_the_tournament_rules_have_several_names(written: str) -> None:
    assert record_from_text(f"Regeln: {written}")["rules"] == "tsr"


def test_a_record_as_json_has_the_one_name() -> None:
    found = judge({"rules": "DDV", "hands": {}, "actions": []})
    assert found["errors"][0]["code"] == "unknown-rules"


@pytest.mark.parametrize("value", [r'"\ud800"', r'["\udfff"]', "1e999", "NaN", "-Infinity"])
def test_what_cannot_be_written_as_json_stays_a_word(value: str) -> None:
    options = record_from_text(f"piglets: {value}")["options"]
    assert options["piglets"] == value
    json.dumps(options, ensure_ascii=False, allow_nan=False).encode()
