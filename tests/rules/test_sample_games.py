"""The normal games that independent engines have played hold card by card."""

import json
from pathlib import Path
from typing import Any

import pytest

from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.game import Play, start
from lessons.rules.notation import card_from_text, hand_from_text
from lessons.rules.parties import parties
from lessons.rules.rule_sets import RuleSet
from lessons.rules.tricks import trick_winner

GAMES = Path(__file__).parent.parent / "games"


def normal_games(name: str, *, nines: bool) -> list[Any]:
    lines = (GAMES / name).read_text().splitlines()
    games = [game for game in map(json.loads, lines) if game["expect"]["contract"] == "normal"]
    return [pytest.param(game, nines, id=game["id"]) for game in games]


SAMPLES = [*normal_games("tsr.jsonl", nines=True), *normal_games("forty.jsonl", nines=False)]


SAID = {"healthy", "re", "kontra", "no90", "no60", "no30", "schwarz"}


def plays_of(actions: list[str]) -> list[Play]:
    words = [action.split() for action in actions]
    return [Play(Seat[who], card_from_text(what)) for who, what in words if what not in SAID]


def test_there_are_samples_with_and_without_nines() -> None:
    assert {param.values[1] for param in SAMPLES} == {True, False}


@pytest.mark.parametrize(("game", "nines"), SAMPLES)
def test_sample_game_holds_card_by_card(game: dict[str, Any], nines: bool) -> None:
    expect = game["expect"]
    hands = {seat: hand_from_text(game["hands"][seat.name]) for seat in Seat}
    deal = (hands[Seat.VH], hands[Seat.MH], hands[Seat.HH], hands[Seat.G])
    position = start(RuleSet("kompakt", nines=nines), Contract.NORMAL, deal)
    legal = []
    for play in plays_of(game["actions"]):
        legal.append(sorted({card.name for card in position.legal_cards()}))
        position = position.after(play)
    assert legal == expect["legal"]
    assert position.is_over
    tricks = [
        {
            "leader": trick.leader.name,
            "cards": [card.name for card in trick.cards],
            "winner": trick_winner(trick, position.order).name,
            "points": trick.points,
        }
        for trick in position.tricks
    ]
    assert tricks == expect["tricks"]
    party_of_seat = dict(zip(Seat, parties(deal), strict=True))
    assert {seat.name: party.value for seat, party in party_of_seat.items()} == expect["parties"]
    taken = {"re": 0, "kontra": 0}
    for seat, points in zip(Seat, position.card_points(), strict=True):
        taken[party_of_seat[seat].value] += points
    assert taken == expect["card_points"]
