"""The worked examples meet every condition that the document's words leave for them."""

from lessons.content.reader import course
from lessons.replays import Step, parties_known_to, steps
from lessons.rules.cards import Card, Seat
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason
from lessons.rules.records import record_as_json, record_from_json

EXAMPLE = course().replays["normalspiel"]
STEPS = steps(EXAMPLE.record)
ORDER = EXAMPLE.record.rules.card_order(Contract.NORMAL)


def trick(number: int) -> Step:
    return next(s for s in STEPS if s.trick_number == number and s.winner is not None)


def test_example_1_hand_of_forehand() -> None:
    """kompakt:beispiel-1"""
    hand = EXAMPLE.record.deal[Seat.VH]
    assert EXAMPLE.hand is Seat.VH
    assert len(hand) == 12
    assert hand.count(Card.HT) == 1
    assert hand.count(Card.CQ) == 1
    assert sum(map(ORDER.is_trump, hand)) == 7
    assert Card.CA not in hand
    assert Card.HA in hand
    assert any(ORDER.group[card] == ORDER.group[Card.CA] for card in hand)


def test_example_1_trick_1_is_won_by_the_ace_of_hearts() -> None:
    """kompakt:beispiel-1"""
    first = trick(1)
    assert first.trick.leader is Seat.VH
    assert first.trick.cards[0] is Card.HA
    assert first.trick.cards.count(Card.HA) == 1
    assert not any(map(ORDER.is_trump, first.trick.cards))
    assert first.winner is Seat.VH


def test_example_1_trick_2_is_won_by_the_first_of_two_aces() -> None:
    """kompakt:beispiel-1"""
    second = trick(2)
    assert second.trick.leader is Seat.VH
    led = second.trick.cards[0]
    assert led in {Card.CT, Card.CK, Card.C9}
    assert second.trick.cards.count(Card.CA) == 2
    assert second.trick.card_of(Seat.MH) is Card.CA
    assert second.winner is Seat.MH
    assert Reason.FIRST_OF_EQUALS in [why.reason for why in second.because]


def test_example_1_trick_3_shows_forehand_his_partner() -> None:
    """kompakt:beispiel-1"""
    third = trick(3)
    assert third.trick.leader is Seat.MH
    assert third.trick.card_of(Seat.G) is Card.CQ
    assert third.winner is Seat.G
    assert Card.HT not in third.trick.cards
    left = third.position.hands[Seat.VH]
    assert Card.HT in left
    assert Card.CQ in left
    before = STEPS[third.number - 2]
    assert parties_known_to(Seat.VH, before) == (Party.RE, None, None, None)
    assert parties_known_to(Seat.VH, third)[Seat.G] is Party.RE


def test_every_action_is_a_step() -> None:
    assert [step.number for step in STEPS] == list(range(len(EXAMPLE.record.actions) + 1))
    assert STEPS[0].action is None
    assert sum(map(len, STEPS[0].position.hands)) == 48
    assert all(step.because for step in STEPS[5:])


def test_the_record_is_read_back_as_it_was_written() -> None:
    assert record_from_json(record_as_json(EXAMPLE.record)) == EXAMPLE.record
