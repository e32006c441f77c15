"""Laws that hold for every game, whatever is played under whatever rules."""

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lessons.judge import judge
from lessons.rules.calls import Call
from lessons.rules.cards import Seat
from lessons.rules.game import Position, Redeal, Say, state_after
from lessons.rules.reasons import IllegalAction
from lessons.rules.records import UnreadableRecord, play_through, record_as_json, record_from_json
from lessons.rules.rule_sets import Counting
from lessons.rules.tricks import why_not_legal
from tests.rules.random_games import random_game, random_rules

SEEDS = st.integers(0, 1_000_000)


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_every_game_obeys_the_laws(seed: int) -> None:
    """royal:1.1.1b kompakt:blatt kompakt:ablauf-a R32 C29"""
    chance = Random(seed)
    rules = random_rules(chance)
    record, states = random_game(chance, rules)
    judged = judge(record, legal=True)
    assert judged["ok"], judged
    assert judged["complete"]
    last = states[-1]
    if isinstance(last, Redeal):
        assert (judged["contract"], judged["tricks"], judged["score"]) == ("redeal", [], None)
        return
    assert isinstance(last, Position)
    assert sum(trick["points"] for trick in judged["tricks"]) == 240
    assert sum(judged["card_points"].values()) == 240
    assert [trick["winner"] for trick in judged["tricks"]][:-1] == [
        trick["leader"] for trick in judged["tricks"]
    ][1:]
    score = list(judged["score"].values())
    if rules.counting is Counting.PLUS_MINUS:
        assert sum(score) == 0
    else:
        lost = [judged["score"][s] for s, p in judged["parties"].items() if p != judged["winner"]]
        assert set(lost) <= {0}
    if rules.document == "tsr" and rules.solo_factor == 3 and not rules.specials_in_solo:
        assert len({points % 2 for points in score}) == 1
    # A game is the fold of its actions, and its text makes it again.
    read = record_from_json(record)
    assert record_as_json(read) == record
    assert state_after(read.first_state(), read.actions) == last
    assert play_through(record) == last


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_exactly_the_cards_without_a_reason_against_them_are_legal(seed: int) -> None:
    """royal:2.2.1 royal:S3 C28"""
    chance = Random(seed)
    _record, states = random_game(chance, random_rules(chance))
    for state in states:
        if not isinstance(state, Position) or state.is_over:
            continue
        hand = state.hands[state.to_play]
        legal = state.legal_cards()
        assert legal
        for card in hand:
            why = why_not_legal(card, hand, state.led, state.order)
            assert (card in legal) == (why is None)
            assert why is None or why.others == legal


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_exactly_the_possible_calls_are_accepted(seed: int) -> None:
    """X2"""
    chance = Random(seed)
    _record, states = random_game(chance, random_rules(chance))
    for state in chance.sample(states, min(6, len(states))):
        if not isinstance(state, Position):
            continue
        for seat in Seat:
            accepted = []
            for call in Call:
                with suppress(IllegalAction):
                    state.after(Say(seat, call))
                    accepted.append(call)
            assert tuple(accepted) == state.possible_calls(seat)


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(SEEDS, st.data())
def test_a_spoiled_record_gets_an_answer(seed: int, data: st.DataObject) -> None:
    chance = Random(seed)
    record, _states = random_game(chance, random_rules(chance))
    record["actions"] = [
        action
        for action in data.draw(st.permutations(record["actions"]))
        if data.draw(st.integers(0, 9)) > 0
    ] + data.draw(st.lists(st.text(max_size=9), max_size=2))
    judged = judge(record, legal=True)
    assert judged["ok"] or judged["errors"][0]["code"] != "unusable"


SOME_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=5), inside),
    max_leaves=8,
)
# Making such data takes as long as the machine has other things to do.
SLOWLY_MADE = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
FIELDS = [
    "format", "rules", "options", "hands", "actions", "contract", "parties", "card_points",
    "tricks", "calls", "specials", "after_draw", "complete", "title", "notes", "id",
]  # fmt: skip


@SLOWLY_MADE
@given(st.dictionaries(st.sampled_from(FIELDS), SOME_JSON), st.booleans())
def test_any_garbage_record_gets_an_answer(garbage: dict[str, Any], is_settlement: bool) -> None:
    if is_settlement:
        garbage["format"] = "doppelkopf-settlement/1"
    judged = judge(garbage)
    assert judged["ok"] or judged["errors"]
    assert json.loads(json.dumps(judged)) == judged


@SLOWLY_MADE
@given(SOME_JSON)
def test_anything_at_all_gets_an_answer(garbage: Any) -> None:
    assert judge(garbage)["ok"] is False


def test_reading_fails_at_the_first_action_that_nobody_can_read() -> None:
    chance = Random(3)
    record, _states = random_game(chance, random_rules(chance))
    record["actions"][2] = "XX sings"
    with pytest.raises(UnreadableRecord) as caught:
        record_from_json(record)
    assert caught.value.action == 2
