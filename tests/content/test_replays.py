"""The worked examples meet every condition that the document's words leave for them."""

from lessons.content.reading import course
from lessons.replays import Step, parties_known_to, steps
from lessons.rules.cards import Card, Seat, Suit
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason
from lessons.rules.records import record_as_json, record_from_json

EXAMPLE = course().replays["normalspiel"]
STEPS = steps(EXAMPLE.record)
ORDER = EXAMPLE.record.rules.card_order(Contract.NORMAL)


def trick(number: int, of: tuple[Step, ...] = STEPS) -> Step:
    return next(s for s in of if s.trick_number == number and s.winner is not None)


def example(name: str) -> tuple[Step, ...]:
    return steps(course().replays[name].record)


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


def test_example_2_a_marriage() -> None:
    """kompakt:beispiel-2"""
    made = example("hochzeit")
    record, order = course().replays["hochzeit"].record, trick(1, made).position.order
    hand = record.deal[Seat.G]
    assert not record.rules.nines
    assert len(hand) == 10
    assert hand.count(Card.CQ) == 2
    assert hand.count(Card.HT) == 1
    assert sum(map(order.is_trump, hand)) <= 6
    first, second, third = (trick(number, made) for number in (1, 2, 3))
    assert [step.has_begun for step in made[:6]] == [False] * 4 + [True] * 2
    assert (first.trick.leader, first.winner) == (Seat.VH, Seat.VH)
    assert first.trick.cards[0] is Card.CA
    assert first.trick.cards.count(Card.CA) == 1
    assert parties_known_to(Seat.G, first)[Seat.VH] is Party.RE
    assert first.position.settled.decided_in == 1
    assert first.position.settled.shift == 0
    assert (second.trick.leader, second.winner) == (Seat.VH, Seat.VH)
    assert second.trick.cards[0] is Card.SA
    assert second.trick.cards.count(Card.SA) == 2
    assert (third.trick.leader, third.winner) == (Seat.VH, Seat.G)
    assert third.trick.card_of(Seat.G) is Card.CQ
    assert Card.HT not in third.trick.cards


def test_example_3_a_diamonds_solo() -> None:
    """kompakt:beispiel-3"""
    made = example("farbsolo-karo")
    record, order = course().replays["farbsolo-karo"].record, trick(1, made).position.order
    hand = record.deal[Seat.G]
    assert not record.rules.nines
    trumps = sorted(filter(order.is_trump, hand), key=lambda card: -order.strength[card])
    assert trumps[:5] == [Card.HT, Card.HT, Card.CQ, Card.CQ, Card.SQ]
    assert sum(map(order.is_trump, hand)) == 9
    assert Card.HQ in hand
    assert Card.DT in hand
    assert len(hand) == 10
    first, second, third = (trick(number, made) for number in (1, 2, 3))
    assert first.position.contract is Contract.DIAMONDS
    assert first.trick.seats == (Seat.VH, Seat.MH, Seat.HH, Seat.G)
    assert (first.winner, first.trick.card_of(Seat.G)) == (Seat.G, Card.HQ)
    assert all(map(order.is_trump, first.trick.cards))
    assert second.trick.leader is Seat.G
    assert [card for card in hand if not order.is_trump(card)] == [second.trick.cards[0]]
    assert (second.winner, second.trick.card_of(Seat.HH)) == (Seat.HH, Card.DT)
    assert sum(map(order.is_trump, second.trick.cards)) == 1
    assert third.trick.leader is Seat.HH
    assert not order.is_trump(third.trick.cards[0])
    assert (third.winner, third.trick.card_of(Seat.G)) == (Seat.G, Card.DT)
    assert sum(map(order.is_trump, third.trick.cards)) == 1


def test_example_4_a_jacks_solo() -> None:
    """kompakt:beispiel-4"""
    made = example("bubensolo")
    record, order = course().replays["bubensolo"].record, trick(1, made).position.order
    hand = record.deal[Seat.VH]
    assert len(hand) == 12
    assert sum(map(order.is_trump, hand)) == 4
    assert hand.count(Card.CJ) == 1
    assert [hand.count(card) for card in (Card.HA, Card.HT)] == [2, 2]
    assert any(card.suit is Suit.SPADES and not order.is_trump(card) for card in hand)
    jacks = [sum(map(order.is_trump, other)) for other in record.deal]
    assert sorted(jacks) == [0, 2, 2, 4]
    assert jacks[Seat.MH] == 2
    first, second, third = (trick(number, made) for number in (1, 2, 3))
    assert (first.winner, first.trick.cards[0]) == (Seat.VH, Card.CJ)
    assert sum(map(order.is_trump, first.trick.cards)) == 3
    assert second.trick.leader is Seat.VH
    assert order.is_trump(second.trick.cards[0])
    assert second.trick.cards[0] is not Card.CJ
    assert (second.winner, second.trick.card_of(Seat.MH)) == (Seat.MH, Card.CJ)
    left = [second.position.hands[seat] for seat in (Seat.MH, Seat.HH, Seat.G)]
    assert not any(order.is_trump(card) for other in left for card in other)
    assert third.trick.seats == (Seat.MH, Seat.HH, Seat.G, Seat.VH)
    assert (third.winner, third.trick.cards[0]) == (Seat.MH, Card.SA)
    assert third.trick.cards.count(Card.SA) == 2
    assert third.trick.card_of(Seat.VH).suit is Suit.SPADES


def test_example_5_an_aces_solo() -> None:
    """kompakt:beispiel-5"""
    made = example("fleischloser")
    record = course().replays["fleischloser"].record
    hand = record.deal[Seat.VH]
    assert not record.rules.nines
    assert len(hand) == 10
    assert sum(map(record.rules.card_order(Contract.NORMAL).is_trump, hand)) <= 1
    won = [trick(number, made) for number in (1, 2, 3)]
    assert {step.winner for step in won} == {step.trick.leader for step in won} == {Seat.VH}
    assert [step.trick.cards[0] for step in won] == [Card.DA, Card.CA, Card.CT]
    assert won[2].trick.cards.count(Card.CT) == 2
    assert Card.CA not in won[2].trick.cards
    assert Card.CA in won[2].position.hands[Seat.VH]
    assert won[0].position.contract is Contract.ACES


def test_every_action_is_a_step() -> None:
    assert [step.number for step in STEPS] == list(range(len(EXAMPLE.record.actions) + 1))
    assert STEPS[0].action is None
    assert sum(map(len, STEPS[0].position.hands)) == 48
    assert all(step.because for step in STEPS[5:])


def test_the_record_is_read_back_as_it_was_written() -> None:
    assert record_from_json(record_as_json(EXAMPLE.record)) == EXAMPLE.record
