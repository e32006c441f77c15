"""A game is the fold of its cards; what a seat knows comes from what it has seen."""

import pytest

from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.game import Play, position_after, start
from lessons.rules.notation import card_from_text, hand_from_text
from lessons.rules.parties import Party, parties
from lessons.rules.reasons import Fault, IllegalAction
from lessons.rules.rule_sets import RuleSet

DEAL = (
    hand_from_text("HT CQ SQ CJ DA DK CK SA ST HA"),
    hand_from_text("HT SQ HQ SJ DA DT CA CA SK HK"),
    hand_from_text("CQ HQ DQ HJ DT CT CT SA ST HA"),
    hand_from_text("DQ CJ SJ HJ DJ DJ DK CK SK HK"),
)
START = start(RuleSet("kompakt", nines=False), Contract.NORMAL, DEAL)


def plays(text: str) -> list[Play]:
    words = text.split()
    return [
        Play(Seat[seat], card_from_text(card))
        for seat, card in zip(words[::2], words[1::2], strict=True)
    ]


@pytest.mark.parametrize(
    ("played", "fault"),
    [
        ("MH HK", Fault.NOT_YOUR_TURN),
        ("VH HK", Fault.CARD_NOT_IN_HAND),
        ("VH HA MH HT", Fault.MUST_FOLLOW),
        ("VH DK MH HK", Fault.MUST_FOLLOW),
        ("VH HA MH HK HH HA G HK MH CA", Fault.NOT_YOUR_TURN),
    ],
)
def test_illegal_card_is_refused_with_its_code(played: str, fault: Fault) -> None:
    with pytest.raises(IllegalAction) as caught:
        position_after(START, plays(played))
    assert caught.value.fault is fault


def test_refusal_to_follow_names_the_cards_to_follow_with() -> None:
    with pytest.raises(IllegalAction, match="MH must follow hearts: HK") as caught:
        position_after(START, plays("VH HA MH HT"))
    assert caught.value.why
    assert caught.value.why.others == hand_from_text("HK")


def test_the_winner_leads_the_next_trick() -> None:
    """kompakt:ablauf-a"""
    position = position_after(START, plays("VH CK MH CA HH CT G CK"))
    assert position.to_play is Seat.MH
    assert position.card_points() == (0, 29, 0, 0)


def test_holders_of_the_club_queens_are_re() -> None:
    """kompakt:normalspiel"""
    assert parties(DEAL) == (Party.RE, Party.KONTRA, Party.RE, Party.KONTRA)


def test_a_seat_knows_what_the_club_queens_have_shown() -> None:
    """kompakt:normalspiel"""
    re, kontra = Party.RE, Party.KONTRA
    after_one = position_after(START, plays("VH DK MH DA HH CQ G DJ"))
    after_both = position_after(after_one, plays("HH DT G DK VH CQ MH DT"))
    assert START.known_parties(Seat.VH) == (re, None, None, None)
    assert after_one.known_parties(Seat.VH) == (re, kontra, re, kontra)
    # Whoever has shown one queen might hold the other too.
    assert after_one.known_parties(Seat.MH) == (None, kontra, re, None)
    assert after_one.known_parties(Seat.HH) == (None, None, re, None)
    assert after_both.known_parties(Seat.G) == (re, kontra, re, kontra)
