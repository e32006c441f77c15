"""Which cards may be played to a trick, who wins it, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lessons.rules.cards import CARD_POINTS, PLAYERS, Card, Hand, Seat
from lessons.rules.contracts import TRUMP, CardOrder
from lessons.rules.reasons import Reason, Why


@dataclass(frozen=True, slots=True)
class Trick:
    """Up to four cards in the order of play."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that have played, in the order of play."""
        return tuple(self.leader.after(n) for n in range(len(self.cards)))

    @property
    def is_complete(self) -> bool:
        return len(self.cards) == PLAYERS

    @property
    def to_play(self) -> Seat:
        return self.leader.after(len(self.cards))

    @property
    def points(self) -> int:
        """Card points."""
        return sum(CARD_POINTS[card] for card in self.cards)

    def with_card(self, card: Card) -> Trick:
        return Trick(self.leader, (*self.cards, card))

    def place_of(self, seat: Seat) -> int:
        """The place, from 0, at which a seat plays to this trick."""
        return (seat - self.leader) % PLAYERS

    def card_of(self, seat: Seat) -> Card:
        return self.cards[self.place_of(seat)]


def winning_place(cards: Sequence[Card], order: CardOrder) -> int:
    """The place, from 0, of the card that holds the trick so far; of two equal cards the first.

    Source: kompakt:ablauf-b, kompakt:trumpfkarten, kompakt:bedienzwang-c, reading K14.
    """
    group, strength = order.group, order.strength
    best, best_card = 0, cards[0]
    for place in range(1, len(cards)):
        card = cards[place]
        can_win = group[card] == group[best_card] or group[card] == TRUMP
        if can_win and strength[card] > strength[best_card]:
            best, best_card = place, card
    return best


def trick_winner(trick: Trick, order: CardOrder) -> Seat:
    """Who holds the trick so far; it has at least one card."""
    return trick.leader.after(winning_place(trick.cards, order))


def why_won(trick: Trick, order: CardOrder) -> tuple[Why, ...]:
    """The reasons for which the trick goes where it goes, the main one first."""
    place = winning_place(trick.cards, order)
    card, led = trick.cards[place], trick.cards[0]
    seat = trick.leader.after(place)
    suit = order.plain_suit(led)
    if not order.is_trump(card):
        assert suit is not None  # a plain card wins only in the suit led
        main = Why(Reason.HIGHEST_OF_SUIT, (card, led), (seat, trick.leader), (suit,))
    else:
        trumps = sum(map(order.is_trump, trick.cards))
        reason = Reason.ONLY_TRUMP if trumps == 1 else Reason.HIGHEST_TRUMP
        main = Why(reason, (card, led), (seat, trick.leader))
    if card not in trick.cards[place + 1 :]:
        return (main,)
    second = trick.leader.after(trick.cards.index(card, place + 1))
    return main, Why(Reason.FIRST_OF_EQUALS, (card,), (seat, second))


def why_lost(trick: Trick, seat: Seat, order: CardOrder) -> Why:
    """Why the card of ``seat`` does not take the trick (it is not the winner)."""
    card, winner = trick.card_of(seat), trick_winner(trick, order)
    best, led = trick.card_of(winner), trick.cards[0]
    seats = (seat, winner)
    if card == best:
        return Why(Reason.SECOND_OF_EQUALS, (card, best), seats)
    if order.is_trump(card):
        return Why(Reason.LOWER_TRUMP, (card, best), seats)
    if order.is_trump(best):
        return Why(Reason.TAKEN_BY_TRUMP, (card, best), seats)
    suit, suit_led = order.plain_suit(card), order.plain_suit(led)
    assert suit is not None
    assert suit_led is not None  # a plain card wins only in the suit led
    if suit is suit_led:
        return Why(Reason.LOWER_OF_SUIT, (card, best), seats, (suit,))
    return Why(Reason.NOT_OF_SUIT, (card, best), seats, (suit, suit_led))


def legal_cards(hand: Hand, led: Card | None, order: CardOrder) -> Hand:
    """The cards of ``hand`` that may be played when ``led`` was led (None: nothing yet).

    Source: kompakt:bedienzwang-a, -b, -c.
    """
    if led is None:
        return hand
    group = order.group
    asked = group[led]
    following = tuple(card for card in hand if group[card] == asked)
    return following or hand


def why_legal(card: Card, led: Card | None, order: CardOrder) -> Why:
    """Why a card that may be played may be played."""
    if led is None:
        return Why(Reason.LEADS, (card,))
    suit = order.plain_suit(led)
    follows = order.group[card] == order.group[led]
    if suit is None:
        reason = Reason.FOLLOWS_TRUMP if follows else Reason.CANNOT_FOLLOW_TRUMP
        return Why(reason, (card, led))
    reason = Reason.FOLLOWS_SUIT if follows else Reason.CANNOT_FOLLOW_SUIT
    return Why(reason, (card, led), suits=(suit,))


def why_not_legal(card: Card, hand: Hand, led: Card | None, order: CardOrder) -> Why | None:
    """Why ``card`` of ``hand`` may not be played now and with what to follow; None: it may."""
    legal = legal_cards(hand, led, order)
    if led is None or card in legal:
        return None
    suit = order.plain_suit(led)
    if suit is None:
        return Why(Reason.MUST_FOLLOW_TRUMP, (card, led, *legal))
    return Why(Reason.MUST_FOLLOW_SUIT, (card, led, *legal), suits=(suit,))


def why_points(trick: Trick) -> Why:
    """How the card points of a trick add up."""
    figures = tuple(CARD_POINTS[card] for card in trick.cards)
    return Why(Reason.POINTS_ADD_UP, trick.cards, figures=(*figures, sum(figures)))
