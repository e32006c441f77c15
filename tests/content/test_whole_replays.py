"""The whole games show what they are there for: the documents' further examples, every kind of
solo, calls kept and missed, and what else a learner is to see once."""

from typing import Any

import pytest

from lessons.content.course import Origin
from lessons.content.reading import course
from lessons.judge import judge
from lessons.replays import Step, steps
from lessons.rules.calls import LIMITS, Call, CallTime, is_in_time
from lessons.rules.cards import CLUB_QUEEN, FOX, Seat
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.game import Lay, Position, Return, Say
from lessons.rules.parties import Party
from lessons.rules.records import record_as_json
from lessons.rules.scoring import ItemName
from lessons.rules.special_points import DOPPELKOPF_POINTS

WHOLE = [name for name, replay in course().replays.items() if replay.is_whole]


def made(name: str) -> tuple[Step, ...]:
    return steps(course().replays[name].record)


def judged(name: str) -> dict[str, Any]:
    found = judge(record_as_json(course().replays[name].record))
    assert found["ok"]
    assert found["complete"]
    return found


def items(name: str) -> list[tuple[str, str]]:
    return [(item["item"], item["party"]) for item in judged(name)["items"]]


def calls(name: str) -> list[tuple[Step, Say]]:
    """Each with the step before it."""
    found = made(name)
    return [(found[step.number - 1], step.action) for step in found if isinstance(step.action, Say)]


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_game_goes_from_the_deal_to_the_settlement(name: str) -> None:
    replay, found = course().replays[name], made(name)
    assert judged(name)["score"] is not None
    assert found[-1].result is not None
    assert replay.origin is not Origin.PICTURES
    for text in replay.texts.values():
        assert 0 in text.notes
        assert len(text.notes) >= 6
        assert any(found[number].counted is not None for number in text.notes)
    assert len(replay.guesses) >= 4


def test_there_are_enough_of_every_document_and_of_everything() -> None:
    assert len(WHOLE) >= 12
    for document in course().documents:
        assert sum(course().replays[name].document == document for name in WHOLE) >= 2
    contracts = {made(name)[-1].position.contract for name in WHOLE}
    suits = {Contract.DIAMONDS, Contract.HEARTS, Contract.SPADES, Contract.CLUBS}
    assert {*SOLOS} - suits <= contracts
    assert suits & contracts >= {Contract.DIAMONDS}
    assert (suits - {Contract.DIAMONDS}) & contracts
    assert {Contract.NORMAL, Contract.MARRIAGE, Contract.SILENT_SOLO, Contract.POVERTY} <= contracts
    won = {judged(name)["winner"] for name in WHOLE}
    assert won == {"re", "kontra", None}
    said = {name for name in WHOLE if any(say.call.is_limit for _, say in calls(name))}
    kept = {name for name in said if any(i.startswith("said-") for i, _ in items(name))}
    missed = {"abrechnung", "niemand-gewinnt", "genau-90"}
    assert missed <= said
    assert len(kept - missed) >= 3


def test_a_fox_is_caught_and_there_is_a_doppelkopf() -> None:
    """kompakt:s-fuchs kompakt:s-doppelkopf kompakt:s-karlchen"""
    found = made("fuchs-und-doppelkopf")
    assert found[-1].position.contract is Contract.NORMAL
    assert {("fox", "re"), ("doppelkopf", "re"), ("charlie", "re")} <= {
        *items("fuchs-und-doppelkopf")
    }
    (caught,) = [step for step in found if any(one.point == "fox" for one in step.earned)]
    assert FOX in caught.trick.cards
    (great,) = [step for step in found if any(one.point == "doppelkopf" for one in step.earned)]
    assert great.trick.points >= DOPPELKOPF_POINTS


def test_the_example_of_a_settlement_counts_as_the_document_counts_it() -> None:
    """kompakt:abrechnung-beispiel"""
    assert course().replays["abrechnung"].origin is Origin.EXAMPLE
    found = judged("abrechnung")
    of = {
        party: sum(item["value"] for item in found["items"] if item["party"] == party)
        for party in ("re", "kontra")
    }
    assert of == {"re": 2, "kontra": 5}
    assert sorted(items("abrechnung")) == sorted(
        [("fox", "re"), ("fox", "re"), ("won", "kontra"), ("re", "kontra"),
         ("refuted-no90", "kontra"), ("gegen-die-alten", "kontra")]
    )  # fmt: skip
    assert (found["winner"], found["value"]) == ("kontra", 3)
    assert list(found["score"].values()).count(-3) == 2
    assert [say.call for _, say in calls("abrechnung")] == [Call.RE, Call.NO_90]


def test_after_a_marriage_decided_in_trick_3_calls_move_by_two_cards() -> None:
    """kompakt:hochzeit-ansagen"""
    found = made("hochzeit-dritter-stich")
    settled = found[-1].position.settled
    assert (settled.contract, settled.decided_in, settled.shift) == (Contract.MARRIAGE, 3, 2)
    holder = settled.declarer
    assert found[-1].position.winners[:2] == (holder, holder)
    said = calls("hochzeit-dritter-stich")
    assert [say.call for _, say in said] == [Call.RE, Call.NO_90]
    for before, say in said:
        rules, time = before.position.rules, before.position.call_time(say.seat)
        assert is_in_time(say.call, rules, time)
        unmoved = CallTime(time.cards, time.tricks)
        assert not is_in_time(say.call, rules, unmoved)
    assert said[0][0].position.cards_in_hand(said[0][1].seat) == 9
    assert ("said-no90", "re") in items("hochzeit-dritter-stich")


def test_both_miss_their_limit_and_nobody_wins() -> None:
    """K4 K7"""
    found = judged("niemand-gewinnt")
    assert found["winner"] is None
    assert {item for item, _ in items("niemand-gewinnt")} <= {"refuted-no90", "fox", "doppelkopf",
                                                            "charlie"}  # fmt: skip
    assert {("refuted-no90", "re"), ("refuted-no90", "kontra")} <= {*items("niemand-gewinnt")}


def test_a_silent_solo_is_found_out_by_its_second_queen() -> None:
    """kompakt:stille-hochzeit"""
    found = made("stilles-solo")
    soloist = found[-1].position.settled.declarer
    assert soloist is not None
    assert found[-1].position.contract is Contract.SILENT_SOLO
    queens = [
        step.number
        for step in found
        if getattr(step.action, "card", None) == CLUB_QUEEN and step.counted is None
    ]
    first, second = queens
    others = [seat for seat in Seat if seat is not soloist]
    before, after = found[second - 1].position, found[second].position
    for seat in others:
        others_known = [
            party for other, party in zip(Seat, before.known_parties(seat), strict=True)
            if other not in {soloist, seat}
        ]  # fmt: skip
        assert others_known == [None, None]
        assert None not in after.known_parties(seat)
    assert first < second


def test_a_game_can_be_won_and_count_less_than_nothing() -> None:
    """royal:6.2.2"""
    found = judged("negatives-spiel")
    assert sorted(items("negatives-spiel")) == [
        ("charlie", "kontra"), ("fox", "kontra"), ("won", "re")
    ]  # fmt: skip
    assert (found["winner"], found["value"]) == ("re", -1)
    assert sorted(found["score"].values()) == [-1, -1, 0, 0]


def test_kalter_schlag_goes_over_two_games() -> None:
    """royal:6.2.3 R5 R30"""
    first, second = made("kalter-schlag-1")[-1], made("kalter-schlag-2")[-1]
    assert first.result is not None
    assert first.result.is_draw
    assert first.result.value == 0
    record = course().replays["kalter-schlag-2"].record
    assert record.after_draw
    assert second.result is not None
    assert [item.name for item in second.result.items][-1] is ItemName.AFTER_DRAW
    plain = second.position.result(after_draw=False)
    assert second.result.value == 2 * plain.value != 0
    names = list(course().replays)
    assert names.index("kalter-schlag-2") == names.index("kalter-schlag-1") + 1


def test_no_60_contains_no_90_whose_time_is_over() -> None:
    """cvjm:3.1c"""
    ((before, say),) = calls("keine-60")
    assert say.call is Call.NO_60
    time = before.position.call_time(say.seat)
    assert not is_in_time(Call.NO_90, before.position.rules, time)
    assert time.tricks == 3
    party = before.position.parties[say.seat]
    assert party is not None
    said = [item for item in items("keine-60") if item[0].startswith("said-")]
    assert said == [("said-no90", party.value), ("said-no60", party.value)]


def test_at_exactly_90_no_90_is_missed() -> None:
    """cvjm:4.1c cvjm:4.1d C7"""
    ((before, say),) = calls("genau-90")
    assert say.call is Call.NO_90
    party = before.position.parties[say.seat]
    assert party is not None
    found = judged("genau-90")
    assert found["card_points"][party.other.value] == 90
    assert found["winner"] == party.other.value


def test_a_poverty_lays_down_and_gets_back() -> None:
    """cvjm:5.2a cvjm:5.2b cvjm:5.2c"""
    found = made("trumpfabgabe")
    assert found[-1].position.contract is Contract.POVERTY
    (laid,) = [step.action for step in found if isinstance(step.action, Lay)]
    (back,) = [step.action for step in found if isinstance(step.action, Return)]
    assert len(laid.trumps) <= 3
    assert len(laid.trumps) + len(laid.foxes) == len(back.cards)


@pytest.mark.parametrize("name", WHOLE)
def test_who_calls_a_limit_knows_at_least_the_own_party(name: str) -> None:
    for before, say in calls(name):
        assert isinstance(before.state, Position)
        known = before.position.known_parties(say.seat)
        assert known[say.seat] in set(Party)
        assert say.call in before.position.possible_calls(say.seat)


def test_one_solo_is_lost() -> None:
    """A lost solo shows what is written down then."""
    solos = [name for name in WHOLE if made(name)[-1].position.contract in SOLOS]
    assert {judged(name)["winner"] for name in solos} == {"re", "kontra"}
    assert any(say.call in LIMITS for name in solos for _, say in calls(name))
