"""Situations at the table, drawn from a source of chance: hands, and a trick played to them."""

from dataclasses import dataclass
from random import Random

from lessons.rules.cards import PLAYERS, Hand, Seat
from lessons.rules.contracts import Contract
from lessons.rules.rule_sets import RuleSet
from lessons.rules.tricks import Trick, legal_cards


@dataclass(frozen=True, slots=True)
class Table:
    """The trick on the table and the cards, unsorted, that the seat to play next holds."""

    trick: Trick
    hand: Hand


def table(chance: Random, rules: RuleSet, *, cards_in_hand: int, played: int) -> Table:
    """A trick to which ``played`` legal cards were played, each seat having led with
    ``cards_in_hand`` cards; the first trick is led by VH, any other by anybody."""
    order = rules.card_order(Contract.NORMAL)
    cards = list(rules.pack)
    chance.shuffle(cards)
    leader = Seat.VH if cards_in_hand == rules.hand_size else Seat(chance.randrange(PLAYERS))
    trick = Trick(leader)
    for number in range(played):
        hand = tuple(cards[number * cards_in_hand : (number + 1) * cards_in_hand])
        led = trick.cards[0] if trick.cards else None
        trick = trick.with_card(chance.choice(legal_cards(hand, led, order)))
    own = cards[played * cards_in_hand : (played + 1) * cards_in_hand]
    return Table(trick, tuple(own))
