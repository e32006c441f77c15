"""Cards, the pack and the order of the normal game."""

from random import Random

import pytest

from lessons.rules.cards import ALL_CARD_POINTS, Card, pack, shuffled_deal
from lessons.rules.contracts import Contract, card_order
from lessons.rules.notation import hand_as_text, hand_from_text


@pytest.mark.parametrize(("nines", "cards", "trumps"), [(True, 48, 26), (False, 40, 24)])
def test_pack_has_each_card_twice_and_240_points(nines: bool, cards: int, trumps: int) -> None:
    """kompakt:blatt, K12"""
    whole = pack(nines=nines)
    order = card_order(Contract.NORMAL, nines=nines)
    assert len(whole) == cards
    assert all(whole.count(card) == 2 for card in whole)
    assert sum(card.points for card in whole) == ALL_CARD_POINTS
    assert sum(map(order.is_trump, whole)) == trumps


def test_each_card_knows_its_printed_suit_and_rank() -> None:
    assert [card.name for card in Card] == [card.suit + card.rank for card in Card]
    assert [card.points for card in hand_from_text("CA CT CK CQ CJ C9")] == [11, 10, 4, 3, 2, 0]


def test_trumps_of_the_normal_game_rank_as_the_table_says() -> None:
    """K15"""
    order = card_order(Contract.NORMAL, nines=True)
    assert hand_as_text(order.trumps) == "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9"
    assert hand_as_text(order.plain) == "CA CT CK C9 SA ST SK S9 HA HK H9"
    without = card_order(Contract.NORMAL, nines=False)
    assert hand_as_text(without.trumps) == "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK"
    assert hand_as_text(without.plain) == "CA CT CK SA ST SK HA HK"


TABLES = [
    # contract, trumps, trump cards with and without nines, a plain suit in its order
    (Contract.DIAMONDS, "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9", 26, 24, "HA HK H9"),
    (Contract.HEARTS, "HT CQ SQ HQ DQ CJ SJ HJ DJ HA HK H9", 24, 22, "DA DT DK D9"),
    (Contract.SPADES, "HT CQ SQ HQ DQ CJ SJ HJ DJ SA ST SK S9", 26, 24, "DA DT DK D9"),
    (Contract.CLUBS, "HT CQ SQ HQ DQ CJ SJ HJ DJ CA CT CK C9", 26, 24, "SA ST SK S9"),
    (Contract.QUEENS, "CQ SQ HQ DQ", 8, 8, "HA HT HK HJ H9"),
    (Contract.JACKS, "CJ SJ HJ DJ", 8, 8, "HA HT HK HQ H9"),
    (Contract.QUEENS_JACKS, "CQ SQ HQ DQ CJ SJ HJ DJ", 16, 16, "HA HT HK H9"),
    (Contract.ACES, "", 0, 0, "HA HT HK HQ HJ H9"),
    *(
        (contract, "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9", 26, 24, "HA HK H9")
        for contract in (
            Contract.MARRIAGE,
            Contract.MARRIAGE_SOLO,
            Contract.SILENT_SOLO,
            Contract.POVERTY,
        )
    ),
]


@pytest.mark.parametrize(("contract", "trumps", "many", "without_nines", "suit"), TABLES)
def test_trumps_and_plain_cards_of_each_contract(
    contract: Contract, trumps: str, many: int, without_nines: int, suit: str
) -> None:
    """royal:3.2.1, royal:3.2.2, royal:3.2.3, royal:3.2.4, royal:3.2.5, R11"""
    order = card_order(contract, nines=True)
    assert hand_as_text(order.trumps) == trumps
    assert sum(map(order.is_trump, pack(nines=True))) == many
    fewer = card_order(contract, nines=False)
    assert sum(map(fewer.is_trump, pack(nines=False))) == without_nines
    plain = hand_from_text(suit)
    group = {order.group[card] for card in plain}
    assert len(group) == 1
    assert [card for card in order.sorted_hand(order.plain) if order.group[card] in group] == [
        *plain
    ]


def test_every_trump_is_stronger_than_every_plain_card() -> None:
    order = card_order(Contract.NORMAL, nines=True)
    weakest = min(order.strength[card] for card in order.trumps)
    assert all(order.strength[card] < weakest for card in order.plain)


def test_a_hand_is_sorted_trumps_first() -> None:
    order = card_order(Contract.NORMAL, nines=True)
    hand = hand_from_text("H9 CA D9 HT SK CJ ST")
    assert hand_as_text(order.sorted_hand(hand)) == "HT CJ D9 CA ST SK H9"


def test_the_same_chance_deals_the_same_cards() -> None:
    first, second = (shuffled_deal(Random(7), nines=True) for _ in range(2))
    assert first == second
    assert sorted(card for hand in first for card in hand) == sorted(pack(nines=True))
    assert shuffled_deal(Random(8), nines=True) != first
