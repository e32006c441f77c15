"""A first game: a normal one that the learner plays in Vorhand's seat, with three plain players.

Everything follows from the number of the deal and the cards that the learner has played.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from lessons.players.plain import plain_card
from lessons.players.view import View
from lessons.rules.cards import CLUB_QUEEN, COPIES, Card, Seat, shuffled_deal
from lessons.rules.game import Play, Position, begin
from lessons.rules.reservations import all_healthy
from lessons.rules.rule_sets import RuleSet

YOU = Seat.VH
DEALS = 10**6


def first_position(rules: RuleSet, number: int) -> Position:
    """A deal in which nobody holds both queens of clubs, all healthy, before the first card."""
    chance = Random(f"first game {number}")
    deal = shuffled_deal(chance, nines=rules.nines)
    while any(hand.count(CLUB_QUEEN) == COPIES for hand in deal):
        deal = shuffled_deal(chance, nines=rules.nines)
    return begin(rules, all_healthy(rules, deal), deal)


def until_your_turn(position: Position) -> Position:
    """The others play what they play before the learner; nothing at the end."""
    while position.to_play != YOU and not position.is_over:
        position = _with_card(position)
    return position


def played(rules: RuleSet, number: int, cards: Sequence[Card]) -> Position:
    """The position after the learner's cards and the whole tricks to which they were played. Raises
    ``IllegalAction`` for a card that may not be played."""
    position = first_position(rules, number)
    for card in cards:
        position = until_your_turn(position).after_play(Play(YOU, card))
        while position.trick.cards:
            position = _with_card(position)
    return position


def _with_card(position: Position) -> Position:
    return position.after_play(Play(position.to_play, plain_card(View.of(position))))
