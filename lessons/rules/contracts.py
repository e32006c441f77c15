"""Every contract's trumps and card order: a table, from which an order is worked out once.

Sources: kompakt:normalspiel and reading K15 (the document's pictures of the orders are lost).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from lessons.rules.cards import Card, Rank, Suit, card_of, kinds_of_card


class Contract(StrEnum):
    """What is played (Spielart)."""

    NORMAL = "normal"


TRUMP = 0
"""The group of the trumps; the plain suits are the groups 1 to 4."""

_GROUP_OF_SUIT = {suit: group for group, suit in enumerate(Suit, start=1)}
_SUIT_OF_GROUP = {group: suit for suit, group in _GROUP_OF_SUIT.items()}

TRUMPS = {
    Contract.NORMAL: "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9",
}
"""The trumps of each contract, strongest first, with nines."""

PLAIN_RANKS = tuple(Rank)
"""Plain cards rank ace, ten, king, (queen, jack,) nine wherever they are plain."""


@dataclass(frozen=True, slots=True)
class CardOrder:
    """Which cards are trump, and which card beats which: tables by card, made once per contract.

    ``group[card]`` is ``TRUMP`` or the plain suit's number; ``strength[card]`` compares two cards
    of one group, and any trump's is above every plain card's.
    """

    trumps: tuple[Card, ...]
    plain: tuple[Card, ...]
    group: tuple[int, ...]
    strength: tuple[int, ...]

    def is_trump(self, card: Card) -> bool:
        return self.group[card] == TRUMP

    def plain_suit(self, card: Card) -> Suit | None:
        """The plain suit that a card belongs to, None for a trump."""
        return _SUIT_OF_GROUP.get(self.group[card])

    def sorted_hand(self, hand: Iterable[Card]) -> tuple[Card, ...]:
        """Trumps first, strongest first, then the plain suits one after the other."""
        return tuple(sorted(hand, key=lambda card: (self.group[card], -self.strength[card])))


def order_from(
    trumps: Iterable[Card], *, nines: bool, plain_ranks: tuple[Rank, ...] = PLAIN_RANKS
) -> CardOrder:
    """The order in which ``trumps`` are trump and all else is plain, both strongest first."""
    kinds = kinds_of_card(nines=nines)
    in_pack = tuple(card for card in trumps if card in kinds)
    plain = tuple(
        card
        for suit in Suit
        for rank in plain_ranks
        if (card := card_of(suit, rank)) in kinds and card not in in_pack
    )
    strengths = {card: -place for place, card in enumerate(in_pack)}
    weakest_trump = -len(in_pack)
    strengths |= {card: weakest_trump - plain_ranks.index(card.rank) - 1 for card in plain}
    return CardOrder(
        trumps=in_pack,
        plain=plain,
        group=tuple(TRUMP if card in in_pack else _GROUP_OF_SUIT[card.suit] for card in Card),
        strength=tuple(strengths.get(card, weakest_trump - len(plain_ranks) - 1) for card in Card),
    )


@cache
def card_order(contract: Contract, *, nines: bool) -> CardOrder:
    return order_from((Card[name] for name in TRUMPS[contract].split()), nines=nines)
