"""Every contract's trumps and card order: a table, from which an order is worked out once.

Sources: royal:3.1.1a to royal:3.2.5, readings R11, C1 and K15 (kompakt's pictures are lost).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from lessons.rules.cards import DULLE, FOX, Card, Rank, Suit, card_of, kinds_of_card


class Contract(StrEnum):
    """The way a game is played (Spielart); the last eight are the solos."""

    NORMAL = "normal"
    MARRIAGE = "marriage"
    MARRIAGE_SOLO = "marriage-solo"
    """A marriage that nobody decided."""
    SILENT_SOLO = "silent-solo"
    """Both club queens in a hand that said nothing (stille Hochzeit, stilles Solo)."""
    POVERTY = "poverty"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    CLUBS = "clubs"
    QUEENS = "queens"
    JACKS = "jacks"
    QUEENS_JACKS = "queens-jacks"
    ACES = "aces"
    """No trumps (Fleischloser)."""


SOLOS = tuple(Contract)[-8:]
"""The contracts that a seat can choose to play alone, and names."""

ALONE = frozenset({Contract.MARRIAGE_SOLO, Contract.SILENT_SOLO, *SOLOS})
"""The contracts of one against three; the others are two against two."""

TRUMP = 0
"""The group of the trumps; the plain suits are the groups 1 to 4."""

_GROUP_OF_SUIT = {suit: group for group, suit in enumerate(Suit, start=1)}
_SUIT_OF_GROUP = {group: suit for suit, group in _GROUP_OF_SUIT.items()}

_QUEENS = "CQ SQ HQ DQ"
_JACKS = "CJ SJ HJ DJ"
_ABOVE_SUIT = f"HT {_QUEENS} {_JACKS}"
_WITH_DIAMONDS = f"{_ABOVE_SUIT} DA DT DK D9"

TRUMPS = {
    Contract.NORMAL: _WITH_DIAMONDS,
    Contract.MARRIAGE: _WITH_DIAMONDS,
    Contract.MARRIAGE_SOLO: _WITH_DIAMONDS,
    Contract.SILENT_SOLO: _WITH_DIAMONDS,
    Contract.POVERTY: _WITH_DIAMONDS,
    Contract.DIAMONDS: _WITH_DIAMONDS,
    Contract.HEARTS: f"{_ABOVE_SUIT} HA HK H9",  # the ten is the dulle
    Contract.SPADES: f"{_ABOVE_SUIT} SA ST SK S9",
    Contract.CLUBS: f"{_ABOVE_SUIT} CA CT CK C9",
    Contract.QUEENS: _QUEENS,
    Contract.JACKS: _JACKS,
    Contract.QUEENS_JACKS: f"{_QUEENS} {_JACKS}",
    Contract.ACES: "",
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
    later_dulle: bool = False
    """Of two dulles in a trick the second wins."""
    piglets: bool = False
    """The fox is a piglet: the highest trump."""

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
def card_order(
    contract: Contract, *, nines: bool, later_dulle: bool = False, piglets: bool = False
) -> CardOrder:
    """The order of a contract; piglets only where the fox is trump (reading R15)."""
    trumps = [Card[name] for name in TRUMPS[contract].split()]
    piglets = piglets and FOX in trumps
    if piglets:
        trumps.remove(FOX)
        trumps.insert(0, FOX)
    order = order_from(trumps, nines=nines)
    return replace(order, later_dulle=later_dulle and DULLE in trumps, piglets=piglets)
