"""Which trick earns which special point for whom."""

from dataclasses import replace
from typing import Any

import pytest

from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.game import Play, begin
from lessons.rules.notation import card_from_text, hand_from_text
from lessons.rules.parties import Party
from lessons.rules.reservations import all_healthy
from lessons.rules.rule_sets import ROYAL, RuleSet, SpecialPoint, with_options
from lessons.rules.special_points import Taken, special_points
from lessons.rules.tricks import Trick, trick_winner
from tests.rules.at_the_table import dealt, rows, rules_named

RE, KONTRA = Party.RE, Party.KONTRA
PARTIES = (RE, KONTRA, RE, KONTRA)
"""VH and HH against MH and G."""

TRICKS = rows(
    # what it is about, contract, cards from VH on, is it the last, what it earns (* others counted)
    ("kompakt:s-fuchs royal:6.2.1-6b cvjm:4.2d caught by MH", "normal", "DA HT DK DJ", False,
     "fox kontra"),
    ("cvjm:4.2d C13 not one's own party's", "normal", "DA DK HT DJ", False, ""),
    ("kompakt:s-fuchs two at once", "normal", "DA DK DA HT", False, "fox kontra, fox kontra"),
    ("kompakt:s-doppelkopf royal:6.2.1-6a cvjm:4.2e 40", "normal", "CT CT CA CA", False,
     "doppelkopf re"),
    ("royal:6.2.1-6a 42", "normal", "CT CA CA CT", False, "doppelkopf kontra"),
    ("cvjm:4.2e 36 is none", "normal", "CT CT CA CK", False, ""),
    ("kompakt:s-karlchen royal:6.2.1-7a cvjm:4.2b", "normal", "CJ DK D9 S9", True, "charlie re"),
    ("kompakt:s-karlchen not before the last", "normal", "CJ DK D9 S9", False, ""),
    ("kompakt:s-karlchen lying in it is not enough", "normal", "CJ CQ D9 S9", True, ""),
    ("royal:6.2.1-7b R14 R31 both charlies on top", "normal", "CJ DK CJ S9", True,
     "charlie re, charlie-pair re"),
    ("R31 not if the others played one", "normal", "CJ CJ D9 S9", True, "charlie re"),
    ("royal:6.2.1-7c cvjm:4.2c C13 fox makes the last", "normal", "DA DK D9 S9", True,
     "fox-last re"),
    ("royal:6.2.1-7d R14 both foxes", "normal", "DA DK DA S9", True,
     "fox-last re, fox-pair-last re"),
    ("C13 a fox that does not win it", "normal", "DA CQ D9 S9", True, "fox kontra"),
    ("royal:6.2.1-7c the second fox is caught", "normal", "DA DA D9 S9", True,
     "fox re, fox-last re"),
    ("royal:6.2.1-7e R12 cvjm:4.2a four plain hearts", "normal", "HK HA HK HA", False,
     "heart-trick kontra"),
    ("cvjm:4.2a the dulle is no plain heart", "normal", "HK HA HT HA", False, ""),
    ("cvjm:4.2a the queen neither", "normal", "HK HA HQ HA", False, ""),
    ("royal:6.2.1-7f R13 dulle over dulle", "normal", "HT HT DK DJ", False, "dulle-caught re"),
    ("royal:6.2.1-7f not one's own party's", "normal", "HT DK HT DJ", False, ""),
    ("R13 the second where it wins", "second dulle", "HT HT DK DJ", False, "dulle-caught kontra"),
    ("R15 a piglet is no fox", "piglets", "HT DA DK DJ", False, ""),
    ("no fox where the ace of diamonds is plain", "queens", "CQ DA CK CK", False, ""),
    ("no charlie where the jack of clubs is plain", "queens", "CJ DJ SJ HJ", True, ""),
)  # fmt: skip


@pytest.mark.parametrize(("contract", "cards", "is_last", "earned"), TRICKS)
def test_a_trick_earns_its_special_points(
    contract: str, cards: str, is_last: bool, earned: str
) -> None:
    order = ROYAL.card_order(Contract.QUEENS if contract == "queens" else Contract.NORMAL)
    order = replace(order, later_dulle=contract == "second dulle")
    if contract == "piglets":
        order = with_options(ROYAL, {"piglets": "both"}).order_of_trick(
            Contract.NORMAL, is_last=False, has_piglets=True, foxes_played=0
        )
    trick = Trick(Seat.VH, hand_from_text(cards))
    taken = Taken(trick, trick_winner(trick, order), 3, is_last)
    found = special_points(taken, order, PARTIES, tuple(SpecialPoint))
    assert ", ".join(f"{one.point} {one.party}" for one in found) == earned


def test_only_those_that_a_rule_set_counts() -> None:
    """kompakt:sonderpunkte royal:6.2.1-7a"""
    trick = Trick(Seat.VH, hand_from_text("HK HA HK HA"))
    order = ROYAL.card_order(Contract.NORMAL)
    assert special_points(Taken(trick, Seat.MH, 1, False), order, PARTIES, ROYAL.specials) == ()


PIGS = {"VH": "DA DA CQ", "MH": "HT HT", "HH": "DK DT CQ", "G": "DK DT"}

PIGLETS = rows(
    # what it is about, option, cards in order of play, winners of the tricks
    ("royal:3.1.2 R15 off", "off", "VH DA, MH HT, HH DK, G DK", "MH"),
    ("royal:3.1.2 R15 both", "both",
     "VH DA, MH HT, HH DK, G DK, VH DA, MH HT, HH DT, G DT", "VH VH"),
    ("R15 the first", "first", "VH DA, MH HT, HH DK, G DK, VH DA, MH HT, HH DT, G DT", "VH MH"),
    ("R15 the second", "second",
     "VH DA, MH DQ, HH DK, G DK, MH HT, HH DT, G DT, VH DA", "MH VH"),
    ("cvjm:3c never", "cvjm", "VH DA, MH HT, HH DK, G DK", "MH"),
)  # fmt: skip


@pytest.mark.parametrize(("option", "played", "winners"), PIGLETS)
def test_both_foxes_in_one_hand_are_piglets_where_the_table_says_so(
    option: str, played: str, winners: str
) -> None:
    rules: RuleSet = rules_named("cvjm")
    if option != "cvjm":
        rules = rules_named("royal 40", piglets=option)
    hands = PIGS | {"MH": "HT HT DQ"}
    deal = dealt(rules, **hands)
    state: Any = begin(rules, all_healthy(rules, deal), deal)
    for words in played.split(", "):
        seat, card = words.split()
        state = state.after_play(Play(Seat[seat], card_from_text(card)))
    assert " ".join(winner.name for winner in state.winners) == winners


def test_foxes_in_two_hands_are_none() -> None:
    """R15"""
    rules = rules_named("royal 40", piglets="both")
    deal = dealt(rules, VH="DA CQ", MH="HT", HH="DA CQ DK", G="DK")
    state = begin(rules, all_healthy(rules, deal), deal)
    for seat, card in (("VH", "DA"), ("MH", "HT"), ("HH", "DK"), ("G", "DK")):
        state = state.after_play(Play(Seat[seat], card_from_text(card)))
    assert state.winners == (Seat.MH,)


def test_the_second_dulle_takes_the_first_but_in_the_last_trick() -> None:
    """R13"""
    rules = rules_named("royal 40", second_dulle_wins="except-last-trick")
    orders = [
        rules.order_of_trick(
            Contract.NORMAL, is_last=is_last, has_piglets=False, foxes_played=0
        ).later_dulle
        for is_last in (False, True)
    ]
    assert orders == [True, False]
    always = rules_named("royal", second_dulle_wins="always")
    assert always.card_order(Contract.NORMAL).later_dulle
    # In a queens solo the ten of hearts is a plain card like any other.
    assert not always.card_order(Contract.QUEENS).later_dulle


def test_special_points_count_in_a_solo_only_where_the_table_says_so() -> None:
    """kompakt:sonderpunkte R17 C12"""
    for option, expected in ((False, ()), (True, ("charlie",))):
        rules = rules_named("kompakt 40", specials_in_solo=option)
        deal = dealt(rules, VH="CQ CQ HT HT SQ SQ HQ HQ CJ CJ")
        position = begin(rules, all_healthy(rules, deal), deal)
        while not position.is_over:
            cards = sorted(position.legal_cards(), key=lambda card: -position.order.strength[card])
            position = position.after_play(Play(position.to_play, cards[0]))
        points = [one.point for one in position.special_points() if one.point == "charlie"]
        assert tuple(points) == expected


def test_a_special_point_says_in_the_settlement_where_it_was_earned() -> None:
    rules = rules_named("kompakt 40")
    deal = dealt(rules, VH="DA CQ", MH="HT", HH="DK CQ", G="DK DJ")
    position = begin(rules, all_healthy(rules, deal), deal)
    for seat, card in (("VH", "DA"), ("MH", "HT"), ("HH", "DK"), ("G", "DJ")):
        position = position.after_play(Play(Seat[seat], card_from_text(card)))
    while not position.is_over:
        position = position.after_play(Play(position.to_play, position.legal_cards()[0]))
    [fox] = [item for item in position.result().items if item.why.figures == (1,)]
    assert (fox.name, fox.party, fox.why.seats) == ("fox", "kontra", (Seat.MH, Seat.VH))
