"""The games that independent engines have played hold card by card, whatever was played."""

import json
from pathlib import Path
from typing import Any

import pytest

from lessons.rules.cards import Deal, Seat
from lessons.rules.contracts import Contract
from lessons.rules.game import Play, start
from lessons.rules.notation import card_from_text, hand_from_text
from lessons.rules.parties import parties
from lessons.rules.rule_sets import RuleSet
from lessons.rules.tricks import trick_winner

GAMES = Path(__file__).parent.parent / "games"
SAID = {"healthy", "reservation", "re", "kontra", "no90", "no60", "no30", "schwarz"}
SAID |= {"marriage", "solo", "compulsory"}


def games(name: str, *, nines: bool) -> list[Any]:
    lines = (GAMES / name).read_text().splitlines()
    return [pytest.param(game, nines, id=game["id"]) for game in map(json.loads, lines)]


SAMPLES = [*games("tsr.jsonl", nines=True), *games("forty.jsonl", nines=False)]


def contract_of(game: dict[str, Any]) -> Contract:
    """The solo is the last word of the settled contract or of the reservation that named it."""
    if game["expect"]["contract"] != "solo":
        return Contract(game["expect"]["contract"])
    named = [game.get("contract", ""), *game["actions"]]
    words = next(text.split() for text in named if {"solo", "compulsory"} & {*text.split()})
    return Contract(words[-1])


def deal_of(game: dict[str, Any]) -> Deal:
    hands = {seat: hand_from_text(game["hands"][seat.name]) for seat in Seat}
    return hands[Seat.VH], hands[Seat.MH], hands[Seat.HH], hands[Seat.G]


def plays_of(game: dict[str, Any]) -> list[Play]:
    words = [action.split() for action in game["actions"]]
    cards = [(who, what) for who, what, *_more in words if what not in SAID]
    return [Play(Seat[who], card_from_text(what)) for who, what in cards]


def test_there_are_samples_of_every_contract() -> None:
    met = {(contract_of(param.values[0]), param.values[1]) for param in SAMPLES}
    by_nines = {
        nines: {c for c, with_nines in met if with_nines == nines} for nines in (True, False)
    }
    assert by_nines[True] >= set(Contract) - {Contract.POVERTY, Contract.QUEENS_JACKS}
    assert {Contract.NORMAL, Contract.POVERTY, Contract.QUEENS} <= by_nines[False]


@pytest.mark.parametrize(("game", "nines"), SAMPLES)
def test_sample_game_holds_card_by_card(game: dict[str, Any], nines: bool) -> None:
    expect, plays = game["expect"], plays_of(game)
    position = start(
        RuleSet("kompakt", nines=nines), contract_of(game), deal_of(game), plays[0].seat
    )
    legal = []
    for play in plays:
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
    taken = {"re": 0, "kontra": 0}
    for seat, points in zip(Seat, position.card_points(), strict=True):
        taken[expect["parties"][seat.name]] += points
    assert taken == expect["card_points"]


@pytest.mark.parametrize(
    "game", [param.values[0] for param in SAMPLES if contract_of(param.values[0]) == "normal"]
)
def test_parties_of_a_normal_game_go_by_the_club_queens(game: dict[str, Any]) -> None:
    """kompakt:normalspiel"""
    found = {s.name: p.value for s, p in zip(Seat, parties(deal_of(game)), strict=True)}
    assert found == game["expect"]["parties"]
