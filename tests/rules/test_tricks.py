"""Who takes a trick, what may be played, and why: each row is a situation at the table."""

from random import Random

import pytest

from lessons.rules.cards import Seat, shuffled_deal
from lessons.rules.contracts import Contract, card_order
from lessons.rules.game import start
from lessons.rules.notation import card_from_text, hand_as_text, hand_from_text
from lessons.rules.reasons import Reason
from lessons.rules.rule_sets import RuleSet
from lessons.rules.tricks import (
    Trick,
    legal_cards,
    trick_winner,
    why_legal,
    why_lost,
    why_not_legal,
    why_points,
    why_won,
)

ORDER = card_order(Contract.NORMAL, nines=True)

TRICKS = [
    # id, cards in order of play from VH, winner, why it wins, why each other card does not
    ("ablauf-b-equal-aces", "HA HA HK H9", "VH", "highest-of-suit first-of-equals",
     "MH second-of-equals, HH lower-of-suit, G lower-of-suit"),
    ("ablauf-b-equal-dulles", "DK HT HT CQ", "MH", "highest-trump first-of-equals",
     "VH lower-trump, HH second-of-equals, G lower-trump"),
    ("trumpfkarten-nine-beats-ace", "CA CT D9 CK", "HH", "only-trump",
     "VH taken-by-trump, MH taken-by-trump, G taken-by-trump"),
    ("trumpfkarten-queen-beats-jack", "SA DA CJ DQ", "G", "highest-trump",
     "VH taken-by-trump, MH lower-trump, HH lower-trump"),
    ("trumpfkarten-fox-is-low", "DA DJ D9 DK", "MH", "highest-trump",
     "VH lower-trump, HH lower-trump, G lower-trump"),
    ("bedienzwang-c-discard-loses", "S9 CA HA CA", "VH", "highest-of-suit",
     "MH not-of-suit, HH not-of-suit, G not-of-suit"),
    ("dulle-is-no-heart", "HK HA H9 HT", "G", "only-trump",
     "VH taken-by-trump, MH taken-by-trump, HH taken-by-trump"),
    ("queen-of-hearts-is-no-heart", "HA HQ HK DQ", "MH", "highest-trump",
     "VH taken-by-trump, HH taken-by-trump, G lower-trump"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "winner", "won", "lost"), [row[1:] for row in TRICKS], ids=[row[0] for row in TRICKS]
)
def test_trick_goes_to_the_right_seat_for_the_right_reasons(
    cards: str, winner: str, won: str, lost: str
) -> None:
    trick = Trick(Seat.VH, hand_from_text(cards))
    assert trick_winner(trick, ORDER).name == winner
    assert [why.reason.value for why in why_won(trick, ORDER)] == won.split()
    reasons = [
        f"{seat.name} {why_lost(trick, seat, ORDER).reason.value}"
        for seat in Seat
        if seat.name != winner
    ]
    assert ", ".join(reasons) == lost


def test_the_proof_of_a_win_names_cards_and_seats() -> None:
    trick = Trick(Seat.HH, hand_from_text("HA DK HA DK"))
    main, equals = why_won(trick, ORDER)
    assert (hand_as_text(main.cards), main.seats) == ("DK", (Seat.G,))
    assert main.led == card_from_text("HA")
    assert (hand_as_text(equals.cards), equals.seats) == ("DK", (Seat.G, Seat.MH))


FOLLOWING = [
    # id, card led, hand, cards that may be played, why the others may not (or why all may)
    ("bedienzwang-a-follow-although-trumps", "SA", "CQ DA SK S9", "SK S9", "must-follow-suit"),
    ("bedienzwang-a-dulle-is-no-heart", "HA", "HT HK CA", "HK", "must-follow-suit"),
    ("bedienzwang-a-queen-is-trump", "SK", "SQ SJ CA", "SQ SJ CA", "cannot-follow-suit"),
    ("bedienzwang-b-any-trump", "DK", "HT CQ SA D9", "HT CQ D9", "must-follow-trump"),
    ("bedienzwang-b-court-follows-diamonds", "DA", "HJ CA SA", "HJ", "must-follow-trump"),
    ("bedienzwang-c-plain-led", "H9", "CQ DA SK", "CQ DA SK", "cannot-follow-suit"),
    ("bedienzwang-c-trump-led", "HT", "CA SK H9", "CA SK H9", "cannot-follow-trump"),
]


@pytest.mark.parametrize(
    ("led", "hand", "legal", "reason"),
    [row[1:] for row in FOLLOWING],
    ids=[row[0] for row in FOLLOWING],
)
def test_hand_may_play_what_the_duty_to_follow_leaves(
    led: str, hand: str, legal: str, reason: str
) -> None:
    """kompakt:bedienzwang-a, kompakt:bedienzwang-b, kompakt:bedienzwang-c"""
    cards, led_card = hand_from_text(hand), card_from_text(led)
    may = legal_cards(cards, led_card, ORDER)
    assert hand_as_text(may) == legal
    refused = [why_not_legal(card, cards, led_card, ORDER) for card in cards if card not in may]
    given = {why.reason.value for why in refused if why}
    if not refused:
        given = {why_legal(cards, led_card, ORDER, Seat.MH).reason.value}
    assert given == {reason}
    assert all(why and why.others == may for why in refused)


def test_the_leader_may_play_everything() -> None:
    hand = hand_from_text("HT CA S9")
    assert legal_cards(hand, None, ORDER) == hand
    assert why_legal(hand, None, ORDER, Seat.MH).reason is Reason.LEADS
    assert why_not_legal(hand[0], hand, None, ORDER) is None


@pytest.mark.parametrize("seed", range(60))
def test_exactly_the_cards_without_a_reason_against_them_are_legal(seed: int) -> None:
    chance = Random(seed)
    rules = RuleSet("kompakt", nines=seed % 2 == 0)
    position = start(rules, Contract.NORMAL, shuffled_deal(chance, nines=rules.nines))
    from lessons.rules.game import Play

    while not position.is_over:
        hand = position.hands[position.to_play]
        legal = position.legal_cards()
        free = [
            card for card in hand if not why_not_legal(card, hand, position.led, position.order)
        ]
        assert list(legal) == free
        assert legal
        position = position.after_play(Play(position.to_play, chance.choice(legal)))
    assert sum(position.card_points()) == 240
    for trick in position.tricks:
        losers = set(Seat) - {trick_winner(trick, position.order)}
        assert all(why_lost(trick, seat, position.order) for seat in losers)


def test_points_of_a_trick_add_up() -> None:
    why = why_points(Trick(Seat.VH, hand_from_text("HA HK H9 DA")))
    assert why.figures == (11, 4, 0, 11, 26)
