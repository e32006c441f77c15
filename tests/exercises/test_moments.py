"""Questions asked of a moment of a game are answered by the game itself; and the steps of whole
games, of any rule set, are those that the judge goes through."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lessons.exercises.answers import Answer
from lessons.exercises.exercise import Exercise
from lessons.exercises.moments import what_may_be_called, what_may_be_played, who_wins
from lessons.exercises.written import as_json, from_json
from lessons.judge import judge
from lessons.replays import Step, stepped
from lessons.rules.calls import Call
from lessons.rules.cards import Seat
from lessons.rules.game import Play, Position, Say
from lessons.rules.readable import record_from_text, text_from_record
from lessons.rules.records import record_as_json
from tests.rules.random_games import random_game, random_rules

GAMES = Path(__file__).parent.parent / "games"
WRITTEN = {
    path.stem: record_from_text(path.read_text(encoding="utf-8"))
    for path in sorted(GAMES.glob("*.txt"))
}
SAMPLES = [
    json.loads(line)
    for path in sorted(GAMES.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()[::5]
]


def some_games() -> list[Any]:
    chance = Random("games to step through")
    drawn = [random_game(chance, random_rules(chance))[0] for _ in range(40)]
    return [*WRITTEN.values(), *SAMPLES, *drawn]


ALL = some_games()


@pytest.mark.parametrize("number", range(len(ALL)))
def test_the_steps_of_a_game_are_what_the_judge_says_of_it(number: int) -> None:
    record = ALL[number]
    judged, made = judge(record), stepped(record).steps
    acted = [step for step in made if step.counted is None and step.refused is None]
    assert [step.number for step in made] == list(range(len(made)))
    last = made[-1]
    if not judged["ok"]:
        (error,) = judged["errors"]
        assert last.refused is not None
        assert (last.refused.fault, last.refused.action) == (error["code"], error["action"])
        assert len(acted) - 1 == error["action"]
        return
    assert last.refused is None
    assert len(acted) - 1 == len(record["actions"])
    takers = [step.winner.name for step in acted if step.winner is not None and _is_card(step)]
    assert takers == [trick["winner"] for trick in judged["tricks"] if trick["winner"]]
    settling = [step for step in made if step.counted is not None]
    if judged["value"] is None:
        assert not settling
        return
    assert last.result is not None
    assert last.result.value == judged["value"]
    assert [step.counted for step in settling] == list(range(len(judged["items"]) + 2))
    # What is told of a trick counts in the end, once the parties were settled when it was taken.
    told = [(one.point.value, one.party.value) for step in acted for one in step.earned]
    counted = [(item["item"], item["party"]) for item in judged["items"]]
    if not judged["contract"].startswith("marriage"):
        assert sorted(told) == sorted(x for x in counted if x[0] in {point for point, _ in told})


def _is_card(step: Step) -> bool:
    return isinstance(step.action, Play)


SOME = [*range(len(WRITTEN)), *range(len(WRITTEN), len(ALL), 3)]
"""All that are written for what they show, and some of those that chance has drawn."""


@pytest.mark.long
@pytest.mark.parametrize("number", SOME)
def test_a_moment_asks_what_the_game_answers(number: int) -> None:
    made = stepped(ALL[number]).steps
    for step, after in pairwise(made):
        position = step.position
        if not step.has_begun or after.counted is not None:
            continue
        if _is_card(after) and after.trick.is_complete:
            asked = who_wins(position, after.trick, "x/1")
            assert asked is not None
            assert _solved(asked) == (after.winner,)
        if position.trick.cards:
            legal = what_may_be_played(position, "x/1")
            if legal is not None:
                assert _solved(legal) == (frozenset(position.legal_cards()),)
        for seat in Seat:
            calls = what_may_be_called(position, seat, "x/1")
            if calls is not None:
                assert _solved(calls) == (frozenset(position.possible_calls(seat)),)


def _solved(exercise: Exercise[Any]) -> Answer:
    """The right answer; its verdict and its words can be had, and it can be kept."""
    kind, question = exercise.kind, exercise.question
    right = kind.solve(question)
    verdict = kind.verdict(question, right)
    assert verdict.is_right
    assert verdict.sources
    assert from_json(kind.asks, as_json(question)) == question
    return right


def test_no_question_is_asked_where_there_is_none() -> None:
    made = stepped(WRITTEN["cvjm-marriage-first-plain"]).steps
    assert any(
        step.has_begun and what_may_be_called(step.position, Seat.VH, "x/1") is None
        for step in made
    )
    last = [step for step in made if step.counted is None][-1]
    assert what_may_be_called(last.position, Seat.VH, "x/1") is None
    assert what_may_be_played(made[4].position, "x/1") is None


def test_why_a_call_was_possible_is_told_at_its_step() -> None:
    for record in ALL:
        for step in stepped(record).steps:
            if isinstance(step.action, Say):
                (why,) = step.because
                assert why.calls[0] is Call(step.action.call)
                assert why.seats == (step.action.seat,)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_game_is_written_back_as_it_was(name: str) -> None:
    found = stepped(WRITTEN[name])
    if found.steps[-1].refused is None:
        again = stepped(record_from_text(text_from_record(record_as_json(found.record))))
        assert [step.action for step in again.steps] == [step.action for step in found.steps]


def test_a_step_knows_the_order_of_its_trick() -> None:
    """Where a fox becomes a piglet in mid-game, or the last trick has rules of its own."""
    for name in ("royal-piglets-second", "royal-second-dulle"):
        for step in stepped(WRITTEN[name]).steps:
            if isinstance(step.state, Position) and step.trick.is_complete:
                assert step.holder is step.winner
