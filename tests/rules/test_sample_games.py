"""The games that independent engines have played hold item by item."""

import json
from pathlib import Path
from typing import Any

import pytest

from lessons.judge import judge
from lessons.rules.contracts import Contract

GAMES = Path(__file__).parent.parent / "games"


def games(name: str) -> list[Any]:
    lines = (GAMES / name).read_text().splitlines()
    return [pytest.param(game, id=game["id"]) for game in map(json.loads, lines)]


def played(game: dict[str, Any]) -> str:
    return str(judge(game).get("solo") or judge(game)["contract"])


SAMPLES = [*games("tsr.jsonl"), *games("forty.jsonl")]


def test_there_are_samples_of_every_contract() -> None:
    tsr = {played(param.values[0]) for param in games("tsr.jsonl")}
    forty = {played(param.values[0]) for param in games("forty.jsonl")}
    assert tsr == set(Contract) - {Contract.POVERTY, Contract.QUEENS_JACKS}
    assert {Contract.NORMAL, Contract.POVERTY, Contract.QUEENS} <= forty


@pytest.mark.parametrize("game", SAMPLES)
def test_sample_game_holds_item_by_item(game: dict[str, Any]) -> None:
    """kompakt:normalspiel kompakt:ablauf-a X1 X2 X3 C18"""
    judged = judge(game, legal=True)
    assert judged["ok"], judged
    assert judged["complete"]
    found = judged | {
        "items": sorted(
            [item["item"], item["party"], item["value"]]
            for item in judged["items"]
            if "value" in item
        )
    }
    expect = game["expect"]
    assert {name: found[name] for name in expect} == expect
