"""Which cards may be played to a trick, who wins it, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lessons.rules.cards import CARD_POINTS, DULLE, FOX, PLAYERS, Card, Hand, Rank, Seat, Suit
from lessons.rules.contracts import TRUMP, CardOrder, Contract
from lessons.rules.reasons import Reason, Why


class Trick(NamedTuple):
    """Up to four cards in the order of play; a named tuple, for many are made."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that have played, in the order of play."""
        return tuple(self.leader.after(n) for n in range(len(self.cards)))

    @property
    def played(self) -> tuple[tuple[Seat, Card], ...]:
        """Who has played what, in the order of play."""
        return tuple(zip(self.seats, self.cards, strict=True))

    @property
    def is_complete(self) -> bool:
        return len(self.cards) == PLAYERS

    @property
    def to_play(self) -> Seat:
        return self.leader.after(len(self.cards))

    @property
    def points(self) -> int:
        """Card points."""
        return sum([CARD_POINTS[card] for card in self.cards])

    def with_card(self, card: Card) -> Trick:
        return Trick(self.leader, (*self.cards, card))

    def place_of(self, seat: Seat) -> int:
        """The place, from 0, at which a seat plays to this trick."""
        return (seat - self.leader) % PLAYERS

    def card_of(self, seat: Seat) -> Card:
        return self.cards[self.place_of(seat)]


def winning_place(cards: Sequence[Card], order: CardOrder) -> int:
    """The place, from 0, of the card that holds the trick so far; of two equal cards the first,
    but of two dulles the second where the order says so.

    Source: kompakt:ablauf-b, kompakt:trumpfkarten, kompakt:bedienzwang-c, reading K14.
    """
    group, strength = order.group, order.strength
    best, best_card = 0, cards[0]
    for place in range(1, len(cards)):
        card = cards[place]
        if group[card] == group[best_card] or group[card] == TRUMP:
            if strength[card] > strength[best_card]:
                best, best_card = place, card
            elif order.later_dulle and card == best_card == DULLE:
                best = place
    return best


def trick_winner(trick: Trick, order: CardOrder) -> Seat:
    """The seat that holds the trick so far; it has at least one card."""
    return trick.leader.after(winning_place(trick.cards, order))


def why_won(trick: Trick, order: CardOrder) -> tuple[Why, ...]:
    """The reasons why the trick goes to its winner, the main one first."""
    place = winning_place(trick.cards, order)
    card, led = trick.cards[place], trick.cards[0]
    seat = trick.leader.after(place)
    if order.is_trump(card):
        trumps = sum(map(order.is_trump, trick.cards))
        reason = Reason.ONLY_TRUMP if trumps == 1 else Reason.HIGHEST_TRUMP
    else:
        reason = Reason.HIGHEST_OF_SUIT
    main = Why(reason, (card,), led=led, seats=(seat,), suits=_suit_led(led, order))
    if card in trick.cards[:place]:
        first = trick.leader.after(trick.cards.index(card))
        return main, Why(Reason.SECOND_DULLE, (card,), led=led, seats=(seat, first))
    if card not in trick.cards[place + 1 :]:
        return (main,)
    second = trick.leader.after(trick.cards.index(card, place + 1))
    return main, Why(Reason.FIRST_OF_EQUALS, (card,), led=led, seats=(seat, second))


def why_lost(trick: Trick, seat: Seat, order: CardOrder) -> Why:
    """Why the card of ``seat`` does not take the trick (it is not the winner)."""
    card, led = trick.card_of(seat), trick.cards[0]
    winner = trick_winner(trick, order)
    best = trick.card_of(winner)
    suits = _suit_led(led, order)
    if card == best:
        is_second = trick.place_of(seat) > trick.place_of(winner)
        reason = Reason.SECOND_OF_EQUALS if is_second else Reason.FIRST_DULLE
    elif order.is_trump(card):
        reason = Reason.LOWER_TRUMP
    elif order.is_trump(best):
        reason = Reason.TAKEN_BY_TRUMP
    elif order.group[card] == order.group[led]:
        reason = Reason.LOWER_OF_SUIT
    else:
        reason, suits = Reason.NOT_OF_SUIT, (card.suit, *suits)
    return Why(reason, (card,), (best,), led, (seat, winner), suits)


def why_trump_or_plain(cards: Hand, contract: Contract, order: CardOrder) -> Why:
    """Why cards that belong together are trump, or plain."""
    if not order.is_trump(cards[0]):
        reason = Reason.IS_PLAIN if order.trumps else Reason.NO_TRUMPS
    elif cards[0] == FOX and order.piglets:
        reason = Reason.PIGLET_ABOVE
    else:
        reason = Reason.IS_TRUMP
    return Why(reason, cards, calls=(contract,))


def why_above(higher: Card, lower: Card, contract: Contract, order: CardOrder) -> Why:
    """Why one of two cards that can be compared stands above the other."""
    ranks = {higher.rank, lower.rank}
    if not order.is_trump(lower):
        by_rank = Reason.PLAIN_BY_RANK
        reason = Reason.TRUMP_ABOVE_PLAIN if order.is_trump(higher) else by_rank
    elif higher == FOX and order.piglets:
        reason = Reason.PIGLET_ABOVE
    elif higher == DULLE:
        reason = Reason.DULLE_ABOVE
    elif ranks <= _COURT:
        reason = Reason.COURT_BY_SUIT if len(ranks) == 1 else Reason.QUEENS_ABOVE_JACKS
    else:
        reason = Reason.COURT_ABOVE_SUIT if higher.rank in _COURT else Reason.TRUMP_BY_RANK
    return Why(reason, (higher,), (lower,), calls=(contract,))


_COURT = {Rank.QUEEN, Rank.JACK}


def legal_cards(hand: Hand, led: Card | None, order: CardOrder) -> Hand:
    """The cards of ``hand`` that may be played when ``led`` was led (None: nothing yet).

    Source: kompakt:bedienzwang-a, -b, -c.
    """
    if led is None:
        return hand
    group = order.group
    asked = group[led]
    following = [card for card in hand if group[card] == asked]
    return tuple(following) or hand


def may_follow(card: Card, hand: Hand, led: Card, order: CardOrder) -> bool:
    """Whether ``card`` of ``hand`` may be played when ``led`` was led."""
    group = order.group
    asked = group[led]
    return group[card] == asked or asked not in [group[held] for held in hand]


def why_legal(cards: Hand, led: Card | None, order: CardOrder, seat: Seat) -> Why:
    """Why cards of the hand of ``seat``, all of which may be played now, may be played."""
    if led is None:
        return Why(Reason.LEADS, cards)
    follows = order.group[cards[0]] == order.group[led]
    if order.is_trump(led):
        reason = Reason.FOLLOWS_TRUMP if follows else Reason.CANNOT_FOLLOW_TRUMP
    else:
        reason = Reason.FOLLOWS_SUIT if follows else Reason.CANNOT_FOLLOW_SUIT
    seats = () if follows else (seat,)
    return Why(reason, cards, led=led, seats=seats, suits=_suit_led(led, order))


def why_not_legal(card: Card, hand: Hand, led: Card | None, order: CardOrder) -> Why | None:
    """Why ``card`` of ``hand`` may not be played now, and what may; None: it may."""
    legal = legal_cards(hand, led, order)
    if led is None or card in legal:
        return None
    reason = Reason.MUST_FOLLOW_TRUMP if order.is_trump(led) else Reason.MUST_FOLLOW_SUIT
    return Why(reason, (card,), legal, led, suits=_suit_led(led, order))


def why_points(trick: Trick) -> Why:
    """The sum of the card points of a trick, as a reason."""
    figures = tuple(CARD_POINTS[card] for card in trick.cards)
    return Why(Reason.POINTS_ADD_UP, trick.cards, figures=(*figures, sum(figures)))


def _suit_led(led: Card, order: CardOrder) -> tuple[Suit, ...]:
    suit = order.plain_suit(led)
    return () if suit is None else (suit,)
