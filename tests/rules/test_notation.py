"""Reading is generous, writing is one; text → record → text is the identity."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons.rules.calls import Call
from lessons.rules.cards import Card, Seat
from lessons.rules.contracts import Contract
from lessons.rules.game import Action, Decline, Lay, Play, Return, Say, Take
from lessons.rules.notation import (
    GERMAN_SUITS,
    action_as_text,
    action_from_text,
    card_from_text,
    hand_from_text,
)
from lessons.rules.reasons import Fault, IllegalAction
from lessons.rules.reservations import Reservation
from lessons.rules.rule_sets import Deciding, Said

VH, MH, HH, G = Seat


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


ACTIONS: dict[str, Action] = {
    "VH healthy": Reservation(VH, Said.HEALTHY),
    "MH reservation": Reservation(MH, Said.RESERVATION),
    "MH solo queens-jacks": Reservation(MH, Said.SOLO, Contract.QUEENS_JACKS),
    "MH compulsory aces": Reservation(MH, Said.COMPULSORY, Contract.ACES),
    "G marriage": Reservation(G, Said.MARRIAGE, deciding=Deciding.FIRST),
    "G marriage first-plain": Reservation(G, Said.MARRIAGE, deciding=Deciding.FIRST_PLAIN),
    "HH poverty": Reservation(HH, Said.POVERTY),
    "VH throw-in": Reservation(VH, Said.THROW_IN),
    "HH lays CQ DJ + DA": Lay(HH, hand_from_text("CQ DJ"), hand_from_text("DA")),
    "HH lays + DA": Lay(HH, (), hand_from_text("DA")),
    "HH lays +": Lay(HH, (), ()),
    "G declines": Decline(G),
    "VH takes": Take(VH),
    "VH returns SK CT CK": Return(VH, hand_from_text("SK CT CK")),
    "VH returns": Return(VH, ()),
    "G no90": Say(G, Call.NO_90),
    "MH HT": Play(MH, Card.HT),
}


@pytest.mark.parametrize("text", ACTIONS)
def test_an_action_is_written_as_it_is_read(text: str) -> None:
    assert action_from_text(text) == ACTIONS[text]
    assert action_as_text(ACTIONS[text]) == text


@pytest.mark.parametrize(
    ("text", "writing"),
    [
        ("G ♥10", "G HT"),
        ("MH  KrD ", "MH CQ"),
        ("G marriage first", "G marriage"),
        ("HH lays ♣D + KaA", "HH lays CQ + DA"),
        ("HH lays ♣D", "HH lays CQ +"),
    ],
)
def test_reading_an_action_is_generous(text: str, writing: str) -> None:
    assert action_as_text(action_from_text(text)) == writing


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", Fault.UNKNOWN_ACTION),
        ("VH", Fault.UNKNOWN_ACTION),
        ("VH sings", Fault.UNKNOWN_ACTION),
        ("VH Herz 10", Fault.UNKNOWN_ACTION),
        ("VH solo", Fault.UNKNOWN_ACTION),
        ("VH solo ladies", Fault.UNKNOWN_ACTION),
        ("VH solo normal", Fault.UNKNOWN_ACTION),
        ("VH marriage late", Fault.UNKNOWN_ACTION),
        ("VH KD", Fault.UNKNOWN_CARD),
        ("XX PK", Fault.UNKNOWN_CARD),
        ("XX sings", Fault.UNKNOWN_ACTION),
        ("VH lays CQ + DA + DA", Fault.UNKNOWN_ACTION),
        ("VH lays XX +", Fault.UNKNOWN_CARD),
        ("VH returns DD", Fault.UNKNOWN_CARD),
        ("VH H3", Fault.UNKNOWN_CARD),
        ("XX HT", Fault.UNKNOWN_SEAT),
        ("vh HT", Fault.UNKNOWN_SEAT),
    ],
)
def test_a_word_that_nobody_knows_is_refused(text: str, fault: Fault) -> None:
    with pytest.raises(IllegalAction) as caught:
        action_from_text(text)
    assert caught.value.fault is fault


@given(st.text(max_size=12))
def test_any_text_is_a_card_or_none(text: str) -> None:
    with suppress(IllegalAction):
        assert card_from_text(card_from_text(text).name) is card_from_text(text)


@given(st.text(max_size=20))
def test_any_text_is_an_action_or_none(text: str) -> None:
    with suppress(IllegalAction):
        action: Action = action_from_text(text)
        assert action_from_text(action_as_text(action)) == action
