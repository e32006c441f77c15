"""A game: a deal and the cards played to it. Each card gives a new position; nothing changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from lessons.rules.cards import PLAYERS, Card, Deal, Hand, Seat
from lessons.rules.contracts import CardOrder, Contract
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.tricks import Trick, legal_cards, trick_winner, why_not_legal


class Fault(StrEnum):
    """What is wrong with an action or a deal; the codes of the game record."""

    UNKNOWN_CARD = "unknown-card"
    UNKNOWN_SEAT = "unknown-seat"
    UNKNOWN_ACTION = "unknown-action"
    UNKNOWN_RULES = "unknown-rules"
    UNKNOWN_OPTION = "unknown-option"
    WRONG_HAND_SIZE = "wrong-hand-size"
    TOO_MANY_COPIES = "too-many-copies"
    CARD_NOT_IN_PACK = "card-not-in-pack"
    RESERVATION_NOT_ALLOWED = "reservation-not-allowed"
    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"
    CARD_NOT_IN_HAND = "card-not-in-hand"
    MUST_FOLLOW = "must-follow"


class IllegalAction(Exception):  # noqa: N818  (the name says what it is)
    """An action against the rules, with the reason where there is more to say than the code."""

    def __init__(self, fault: Fault, message: str, why: Why | None = None) -> None:
        super().__init__(message)
        self.fault = fault
        self.why = why


@dataclass(frozen=True, slots=True)
class Play:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Position:
    """What has been played so far and what each seat still holds."""

    rules: RuleSet
    order: CardOrder
    hands: Deal
    """The cards left in each hand."""
    tricks: tuple[Trick, ...]
    """The complete tricks."""
    trick: Trick
    """The trick on the table; empty between two tricks."""

    @property
    def is_over(self) -> bool:
        return not any(self.hands)

    @property
    def to_play(self) -> Seat:
        return self.trick.to_play

    @property
    def led(self) -> Card | None:
        return self.trick.cards[0] if self.trick.cards else None

    def legal_cards(self) -> Hand:
        """The cards that the seat to play may play."""
        return legal_cards(self.hands[self.to_play], self.led, self.order)

    def card_points(self) -> tuple[int, ...]:
        """Card points taken in complete tricks, by seat."""
        points = [0] * PLAYERS
        for trick in self.tricks:
            points[trick_winner(trick, self.order)] += trick.points
        return tuple(points)

    def after(self, play: Play) -> Position:
        """The position after one more card; raises :class:`IllegalAction`."""
        self._check(play)
        hand = list(self.hands[play.seat])
        hand.remove(play.card)
        hands = tuple(
            tuple(hand) if seat == play.seat else old
            for seat, old in zip(Seat, self.hands, strict=True)
        )
        trick, tricks = self.trick.with_card(play.card), self.tricks
        if trick.is_complete:
            tricks, trick = (*tricks, trick), Trick(trick_winner(trick, self.order))
        return Position(self.rules, self.order, _as_deal(hands), tricks, trick)

    def _check(self, play: Play) -> None:
        seat, card = play.seat, play.card
        if self.is_over:
            raise IllegalAction(Fault.GAME_OVER, "the game is over")
        if seat != self.to_play:
            message = f"it is {self.to_play.name}'s turn, not {seat.name}'s"
            raise IllegalAction(Fault.NOT_YOUR_TURN, message)
        if card not in self.hands[seat]:
            message = f"{seat.name} does not hold {card.name}"
            raise IllegalAction(Fault.CARD_NOT_IN_HAND, message)
        why = why_not_legal(card, self.hands[seat], self.led, self.order)
        if why is not None:
            suit = why.suits[0].name.lower() if why.suits else "trump"
            with_cards = ", ".join(dict.fromkeys(follow.name for follow in why.others))
            message = f"{seat.name} must follow {suit}: {with_cards}"
            raise IllegalAction(Fault.MUST_FOLLOW, message, why)


def start(rules: RuleSet, contract: Contract, deal: Deal, leader: Seat = Seat.VH) -> Position:
    """The position before the first card."""
    return Position(rules, rules.card_order(contract), deal, (), Trick(leader))


def position_after(first: Position, plays: Iterable[Play]) -> Position:
    """The fold of the plays over a position."""
    return reduce(Position.after, plays, first)


def _as_deal(hands: tuple[Hand, ...]) -> Deal:
    first, second, third, fourth = hands
    return first, second, third, fourth
