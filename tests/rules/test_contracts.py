"""Every contract's trumps and card order, written out as a player would lay them on the table."""

import pytest

from lessons.judge import judge
from lessons.rules.cards import Card, Rank, Seat
from lessons.rules.contracts import ALONE, SOLOS, Contract, card_order
from lessons.rules.notation import hand_as_text, hand_from_text
from lessons.rules.tricks import Trick, legal_cards, trick_winner
from tests.rules.at_the_table import rows

COURT = "CQ SQ HQ DQ CJ SJ HJ DJ"

ORDERS = rows(
    # what it is about, contract, trumps from the highest, hearts as a plain suit
    ("royal:3.1.1a royal:3.1.1b kompakt:fehlkarten kompakt:trumpfkarten K15 C1 C23 normal",
     "normal", f"HT {COURT} DA DT DK D9", "HA HK H9"),
    ("kompakt:hochzeit-trumpf marriage", "marriage", f"HT {COURT} DA DT DK D9", "HA HK H9"),
    ("kompakt:stille-hochzeit silent solo", "silent-solo", f"HT {COURT} DA DT DK D9", "HA HK H9"),
    ("C1 poverty", "poverty", f"HT {COURT} DA DT DK D9", "HA HK H9"),
    ("royal:3.3.1b cvjm:5.1b marriage-solo", "marriage-solo", f"HT {COURT} DA DT DK D9",
     "HA HK H9"),
    ("royal:3.2.5 kompakt:farbsolo-karo C20 diamonds", "diamonds", f"HT {COURT} DA DT DK D9",
     "HA HK H9"),
    ("royal:3.2.5 kompakt:farbsolo-sonst hearts", "hearts", f"HT {COURT} HA HK H9", ""),
    ("royal:3.2.5 kompakt:farbsolo-sonst spades", "spades", f"HT {COURT} SA ST SK S9", "HA HK H9"),
    ("royal:3.2.5 kompakt:farbsolo-sonst clubs", "clubs", f"HT {COURT} CA CT CK C9", "HA HK H9"),
    ("royal:3.2.1 kompakt:damensolo C34 queens", "queens", "CQ SQ HQ DQ", "HA HT HK HJ H9"),
    ("royal:3.2.2 kompakt:bubensolo C34 jacks", "jacks", "CJ SJ HJ DJ", "HA HT HK HQ H9"),
    ("royal:3.2.3 R11 queens-jacks", "queens-jacks", COURT, "HA HT HK H9"),
    ("royal:3.2.4 kompakt:fleischloser C34 aces", "aces", "", "HA HT HK HQ HJ H9"),
)  # fmt: skip


@pytest.mark.parametrize("nines", [True, False])
@pytest.mark.parametrize(("contract", "trumps", "hearts"), ORDERS)
def test_a_contract_has_its_trumps_and_its_plain_cards(
    contract: str, trumps: str, hearts: str, nines: bool
) -> None:
    order = card_order(Contract(contract), nines=nines)
    played = [card for card in hand_from_text(trumps) if nines or card.rank is not Rank.NINE]
    assert list(order.trumps) == played
    plain = [card for card in hand_from_text(hearts) if nines or card.rank is not Rank.NINE]
    assert [card for card in order.plain if card.suit == "H"] == plain
    assert sorted([*order.trumps, *order.plain]) == [
        card for card in Card if nines or card.rank is not Rank.NINE
    ]


def test_how_many_trumps_there_are() -> None:
    """royal:3.1.1b royal:3.2.1 royal:3.2.2 royal:3.2.3"""
    counts = {
        contract: (2 * len(order.trumps), 2 * len(order.plain))
        for contract in Contract
        for order in [card_order(contract, nines=True)]
    }
    assert counts[Contract.NORMAL] == (26, 22)
    assert counts[Contract.CLUBS] == (26, 22)
    assert counts[Contract.HEARTS] == (24, 24)
    assert counts[Contract.QUEENS] == counts[Contract.JACKS] == (8, 40)
    assert counts[Contract.QUEENS_JACKS] == (16, 32)
    assert counts[Contract.ACES] == (0, 48)
    assert 2 * len(card_order(Contract.NORMAL, nines=False).trumps) == 24


def test_eight_solos_are_chosen_and_ten_games_played_alone() -> None:
    """cvjm:2d"""
    assert len(SOLOS) == 8
    assert len(ALONE) == 10
    assert {Contract.NORMAL, Contract.MARRIAGE, Contract.POVERTY} == set(Contract) - ALONE


TRICKS = rows(
    # what it is about, contract, cards from VH on, winner
    ("kompakt:ablauf-b cvjm:3b R32 the first of two equal cards", "normal", "CT CA CA CK", "MH"),
    ("kompakt:trumpfkarten a trump beats an ace", "normal", "CA D9 CK CT", "MH"),
    ("royal:3.1.1a the dulle is highest", "normal", "CQ HT SQ DA", "MH"),
    ("K14 plain suits rank equal", "normal", "H9 CA SA HK", "G"),
    ("K14 whatever is led", "aces", "D9 CA SA HA", "VH"),
    ("kompakt:fleischloser the queen is a plain card", "aces", "CK CQ CT HT", "HH"),
    ("royal:3.2.5 hearts lead as trump", "hearts", "HK HA DA CA", "MH"),
    ("kompakt:farbsolo-sonst diamonds are plain", "clubs", "DK DA C9 DT", "HH"),
    ("kompakt:damensolo a jack is no trump", "queens", "CJ DQ CA CT", "MH"),
    ("kompakt:bubensolo a queen is no trump", "jacks", "CQ DJ CA CT", "MH"),
)  # fmt: skip


@pytest.mark.parametrize(("contract", "cards", "winner"), TRICKS)
def test_a_trick_goes_by_the_order_of_its_contract(contract: str, cards: str, winner: str) -> None:
    order = card_order(Contract(contract), nines=True)
    assert trick_winner(Trick(Seat.VH, hand_from_text(cards)), order).name == winner


FOLLOWING = rows(
    # what it is about, contract, hand, card led, what may be played
    ("kompakt:bedienzwang-b royal:2.2.1 C28 any trump", "normal", "HT DJ D9 CA", "DK", "HT DJ D9"),
    ("kompakt:bedienzwang-a C28 the suit, even with trumps", "normal", "HT CA CK", "C9", "CA CK"),
    ("royal:3.1.1b C28 the dulle is no heart", "normal", "HT CA SK", "HA", "HT CA SK"),
    ("kompakt:bedienzwang-c royal:2.2.1 C28 anything", "normal", "HT SA DJ", "CA", "HT SA DJ"),
    ("kompakt:damensolo jacks follow their suit", "queens", "CJ DQ SA", "CA", "CJ"),
    ("kompakt:fleischloser all follow their suit", "aces", "CQ HT SA", "CA", "CQ"),
)  # fmt: skip


@pytest.mark.parametrize(("contract", "hand", "led", "legal"), FOLLOWING)
def test_what_is_led_is_followed(contract: str, hand: str, led: str, legal: str) -> None:
    order = card_order(Contract(contract), nines=True)
    found = legal_cards(hand_from_text(hand), Card[led], order)
    assert hand_as_text(found) == legal


def test_leading_out_of_turn_is_refused() -> None:
    """royal:S2 cvjm:2e kompakt:ablauf-a"""
    hands = {"VH": "HA ?", "MH": "HK ?", "HH": "?", "G": "?"}
    judged = judge({"rules": "royal", "hands": hands, "actions": ["MH HK"]})
    assert judged["errors"][0]["code"] == "not-your-turn"
