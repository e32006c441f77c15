"""Records are read with everything that is wrong, and written back as they were."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons.rules.reasons import Fault
from lessons.rules.records import GameRecord, UnreadableRecord, record_as_json, record_from_json

HANDS = {
    "VH": "HT CQ SQ CJ DA DK CK SA ST HA",
    "MH": "HT SQ HQ SJ DA DT CA CA SK HK",
    "HH": "CQ HQ DQ HJ DT CT CT SA ST HA",
    "G": "DQ CJ SJ HJ DJ DJ DK CK SK HK",
}
RECORD: dict[str, Any] = {
    "format": "doppelkopf-game/1",
    "rules": "kompakt",
    "options": {"nines": False},
    "hands": HANDS,
    "actions": ["VH healthy", "MH healthy", "HH healthy", "G healthy", "VH HA", "MH HK"],
    "title": "Two cards",
    "notes": {"5": "a note"},
}


def test_record_is_read_and_written_back_the_same() -> None:
    record = record_from_json(RECORD)
    assert isinstance(record, GameRecord)
    assert len(record.plays) == 2
    assert record_as_json(record) == RECORD


@pytest.mark.parametrize(
    ("contract", "rules"),
    [
        ("normal", "kompakt"), ("solo MH queens", "kompakt"), ("compulsory MH aces", "kompakt"),
        ("marriage G first-trump", "royal"), ("poverty HH VH", "cvjm"),
        ("silent-solo G", "kompakt"),
    ],
)  # fmt: skip
def test_a_settled_contract_is_written_as_it_is_read(contract: str, rules: str) -> None:
    record = RECORD | {"contract": contract, "rules": rules, "actions": [], "notes": {"0": "a"}}
    more = {"after_draw": True, "complete": True}
    written = record_as_json(record_from_json(record | more))
    assert written["contract"] == contract
    assert (written["after_draw"], written["complete"]) == (True, True)
    assert record_as_json(record_from_json(written)) == written


def test_hands_not_wholly_known_are_written_with_a_question_mark() -> None:
    record = RECORD | {"hands": HANDS | {"G": "DQ ? ?", "MH": "?"}, "actions": []}
    written = record_as_json(record_from_json(record))
    assert (written["hands"]["G"], written["hands"]["MH"]) == ("DQ ?", "?")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"rules": "mau-mau"}, Fault.UNKNOWN_RULES),
        ({"options": {"jokers": 2}}, Fault.UNKNOWN_OPTION),
        ({"options": {}}, Fault.WRONG_HAND_SIZE),
        ({"hands": HANDS | {"VH": HANDS["VH"].replace("HA", "XX")}}, Fault.UNKNOWN_CARD),
        ({"hands": HANDS | {"VH": HANDS["VH"].replace("HA", "H9")}}, Fault.CARD_NOT_IN_PACK),
        ({"hands": HANDS | {"VH": HANDS["VH"].replace("HA", "CK")}}, Fault.TOO_MANY_COPIES),
        ({"hands": {"VH": "HT"}}, Fault.WRONG_HAND_SIZE),
        ({"hands": HANDS | {"XX": "HT"}}, Fault.UNKNOWN_SEAT),
        ({"actions": ["VH sings"]}, Fault.UNKNOWN_ACTION),
        ({"actions": [7]}, None),
        ({"options": [1]}, None),
        ({"options": {"nines": "no"}}, None),
        ({"notes": []}, None),
        ({"notes": {"x": "a"}}, None),
        ({"notes": {"1": 2}}, None),
        ({"hands": HANDS | {"VH": 5}}, None),
        ({"format": "doppelkopf-settlement/1"}, None),
        ({"actions": "VH HA"}, None),
        ({"contract": "solo VH ladies"}, Fault.UNKNOWN_ACTION),
        ({"contract": "solo XX queens"}, Fault.UNKNOWN_SEAT),
        ({"contract": 7}, None),
        ({"options": {"throw_in": ["five-nines"], "nines": False}}, Fault.UNKNOWN_OPTION),
        ({"options": {"piglets": "third"}}, Fault.UNKNOWN_OPTION),
        ({"options": {"solos": "queens"}}, None),
    ],
)
def test_record_that_is_none_says_what_is_wrong(change: dict[str, Any], fault: Fault) -> None:
    with pytest.raises(UnreadableRecord) as caught:
        record_from_json(RECORD | change)
    assert caught.value.fault is fault


SOME_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=5), inside),
    max_leaves=8,
)


@given(SOME_JSON, st.dictionaries(st.sampled_from(sorted(RECORD)), SOME_JSON))
def test_any_garbage_is_read_or_refused(garbage: Any, spoiled: dict[str, Any]) -> None:
    for record in (garbage, RECORD | spoiled):
        with suppress(UnreadableRecord):
            assert record_as_json(record_from_json(record))
