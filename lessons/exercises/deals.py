"""Situations at the table, drawn from a source of chance: a trick, and the hand of who is next."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from lessons.rules.cards import PLAYERS, Hand, Seat
from lessons.rules.contracts import CardOrder, Contract
from lessons.rules.notation import hand_as_text, hand_from_text
from lessons.rules.rule_sets import RuleSet, rules_as_json, rules_from_json
from lessons.rules.tricks import Trick, legal_cards


@dataclass(frozen=True, slots=True)
class Situation:
    """What a question about a trick of the normal game shows."""

    rules: RuleSet
    trick: Trick
    hand: Hand = ()
    """Of the seat to play, by printed suit and rank: an order that does not tell what is trump."""

    @property
    def order(self) -> CardOrder:
        return self.rules.card_order(Contract.NORMAL)

    def as_json(self) -> dict[str, Any]:
        written = {
            "rules": rules_as_json(self.rules),
            "leader": self.trick.leader.name,
            "cards": hand_as_text(self.trick.cards),
        }
        return written | {"hand": hand_as_text(self.hand)} if self.hand else written

    @classmethod
    def from_json(cls, written: dict[str, Any]) -> Situation:
        trick = Trick(Seat[written["leader"]], hand_from_text(written["cards"]))
        hand = hand_from_text(written.get("hand", ""))
        return cls(rules_from_json(written["rules"]), trick, hand)


def situation(chance: Random, rules: RuleSet, *, cards_in_hand: int, played: int) -> Situation:
    """A trick to which ``played`` legal cards were played, each seat having led with
    ``cards_in_hand`` cards; the first trick is led by VH, any other by anybody. The hand is empty
    when all have played."""
    order = rules.card_order(Contract.NORMAL)
    hands = min(played + 1, PLAYERS)
    cards = chance.sample(rules.pack, hands * cards_in_hand)
    leader = Seat.VH if cards_in_hand == rules.hand_size else Seat(chance.randrange(PLAYERS))
    trick = Trick(leader)
    for number in range(played):
        hand = tuple(cards[number * cards_in_hand : (number + 1) * cards_in_hand])
        led = trick.cards[0] if trick.cards else None
        trick = trick.with_card(chance.choice(legal_cards(hand, led, order)))
    own = cards[played * cards_in_hand :]
    return Situation(rules, trick, tuple(sorted(own)))
