"""Reading is generous, writing is one; text → record → text is the identity."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons.rules.cards import Card, Seat
from lessons.rules.game import Fault, IllegalAction, Play
from lessons.rules.notation import (
    GERMAN_SUITS,
    GameRecord,
    Healthy,
    UnreadableRecord,
    action_as_text,
    action_from_text,
    card_from_text,
    record_as_json,
    record_from_json,
)

HANDS = {
    "VH": "HT CQ SQ CJ DA DK CK SA ST HA",
    "MH": "HT SQ HQ SJ DA DT CA CA SK HK",
    "HH": "CQ HQ DQ HJ DT CT CT SA ST HA",
    "G": "DQ CJ SJ HJ DJ DJ DK CK SK HK",
}
BOTH_QUEENS = HANDS | {
    "VH": HANDS["VH"].replace("CK", "CQ"),
    "HH": HANDS["HH"].replace("CQ", "CK"),
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


@pytest.mark.parametrize("card", Card)
def test_every_card_is_read_back_from_its_name(card: Card) -> None:
    assert card_from_text(card.name) is card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("H10", "HT"), ("♥10", "HT"), ("♥️10", "HT"), ("♥T", "HT"), ("Herz10", "HT"), ("he10", "HT"),
        ("♣D", "CQ"), ("KrD", "CQ"), ("KreuzD", "CQ"), ("HerzB", "HJ"), ("♦A", "DA"), ("KaA", "DA"),
        ("PiK", "SK"), ("DK", "DK"), ("ht", "HT"), ("Herz Zehn", "HT"), ("Kreuz Dame", "CQ"),
        ("♠9", "S9"), ("Herz-Zehn", "HT"), ("Kreuz-Dame", "CQ"), ("Karo Bube", "DJ"), ("♥Q", "HQ"),
    ],
)  # fmt: skip
def test_reading_a_card_is_generous(text: str, card: str) -> None:
    assert card_from_text(text).name == card


@pytest.mark.parametrize(
    "text", ["DD", "HB", "KD", "PK", "Pik", "PIK", "ſA", "", "H", "10", "X9", "H1", "♥", "HT HT"]
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        card_from_text(text)
    assert caught.value.fault is Fault.UNKNOWN_CARD


def test_german_words_cover_the_four_suits() -> None:
    assert [words[0] for words in GERMAN_SUITS.values()] == ["Kreuz", "Pik", "Herz", "Karo"]


def test_actions_are_read_and_written() -> None:
    assert action_from_text("VH healthy") == Healthy(Seat.VH)
    assert action_from_text("G ♥10") == Play(Seat.G, Card.HT)
    assert [action_as_text(action_from_text(text)) for text in ("G healthy", "MH H10")] == [
        "G healthy",
        "MH HT",
    ]
    with pytest.raises(IllegalAction) as caught:
        action_from_text("XX HT")
    assert caught.value.fault is Fault.UNKNOWN_SEAT


def test_record_is_read_and_written_back_the_same() -> None:
    record = record_from_json(RECORD)
    assert isinstance(record, GameRecord)
    assert len(record.plays) == 2
    assert record_as_json(record) == RECORD


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"rules": "mau-mau"}, Fault.UNKNOWN_RULES),
        ({"options": {"jokers": 2}}, Fault.UNKNOWN_OPTION),
        ({"options": {}}, Fault.WRONG_HAND_SIZE),
        ({"hands": HANDS | {"VH": HANDS["VH"].replace("HA", "XX")}}, Fault.UNKNOWN_CARD),
        ({"hands": HANDS | {"VH": HANDS["VH"].replace("HA", "H9")}}, Fault.CARD_NOT_IN_PACK),
        ({"hands": HANDS | {"VH": HANDS["VH"].replace("HA", "CK")}}, Fault.TOO_MANY_COPIES),
        ({"hands": {"VH": "HT"}}, Fault.UNKNOWN_SEAT),
        ({"actions": ["VH sings"]}, Fault.UNKNOWN_ACTION),
        ({"actions": ["VH re"]}, Fault.UNKNOWN_ACTION),
        ({"actions": ["VH"]}, Fault.UNKNOWN_ACTION),
        ({"actions": [""]}, Fault.UNKNOWN_ACTION),
        ({"actions": ["VH Herz 10"]}, Fault.UNKNOWN_ACTION),
        ({"actions": ["VH H3"]}, Fault.UNKNOWN_CARD),
        ({"actions": [7]}, None),
        ({"options": [1]}, None),
        ({"options": {"nines": "no"}}, None),
        ({"notes": []}, None),
        ({"notes": {"x": "a"}}, None),
        ({"notes": {"1": 2}}, None),
        ({"hands": HANDS | {"VH": 5}}, None),
        ({"format": "doppelkopf-settlement/1"}, None),
        ({"hands": BOTH_QUEENS, "actions": []}, None),
        (
            {"hands": BOTH_QUEENS, "actions": [], "contract": "normal"},
            Fault.RESERVATION_NOT_ALLOWED,
        ),
        ({"actions": ["VH healthy", "VH HA"]}, Fault.RESERVATION_NOT_ALLOWED),
        ({"actions": "VH HA"}, None),
        ({"contract": "solo VH queens"}, None),
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


@given(st.text(max_size=12))
def test_any_text_is_a_card_or_none(text: str) -> None:
    with suppress(IllegalAction):
        assert card_from_text(card_from_text(text).name) is card_from_text(text)
