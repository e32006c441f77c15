"""Suits, ranks and cards, what they count, and the pack they are dealt from."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from functools import cache
from random import Random

COPIES = 2
PLAYERS = 4
ALL_CARD_POINTS = 240


class Suit(StrEnum):
    CLUBS = "C"
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"


class Rank(StrEnum):
    ACE = "A"
    TEN = "T"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    NINE = "9"


class Card(IntEnum):
    """A kind of card (each is there twice); the value is its place in the tables, not its strength.

    The name is the notation: ``Card.HT`` is the ten of hearts. Which of two cards beats the other
    is asked of a :class:`~lessons.rules.contracts.CardOrder`, never of ``<``.
    """

    CA = 0
    CT = 1
    CK = 2
    CQ = 3
    CJ = 4
    C9 = 5
    SA = 6
    ST = 7
    SK = 8
    SQ = 9
    SJ = 10
    S9 = 11
    HA = 12
    HT = 13
    HK = 14
    HQ = 15
    HJ = 16
    H9 = 17
    DA = 18
    DT = 19
    DK = 20
    DQ = 21
    DJ = 22
    D9 = 23

    @property
    def suit(self) -> Suit:
        """The suit printed on the card, whatever it counts as in a contract."""
        return _SUITS[self]

    @property
    def rank(self) -> Rank:
        return _RANKS[self]

    @property
    def points(self) -> int:
        """Card points (Augen): 0, 2, 3, 4, 10 or 11 (reading K15, royal:1.1.1a)."""
        return CARD_POINTS[self]


class Seat(IntEnum):
    """Clockwise from the left of the dealer: Vorhand, Mittelhand, Hinterhand, Geber."""

    VH = 0
    MH = 1
    HH = 2
    G = 3

    def after(self, steps: int = 1) -> Seat:
        return _SEATS[(self + steps) % PLAYERS]


type Hand = tuple[Card, ...]
type Deal = tuple[Hand, Hand, Hand, Hand]
"""Four hands, by seat."""

DULLE = Card.HT
"""Herz-Zehn, the highest trump of most games."""
CLUB_QUEEN = Card.CQ
"""Kreuz-Dame, die Alte: who holds one is Re (:mod:`lessons.rules.parties`)."""
FOX = Card.DA
"""Karo-Ass, der Fuchs."""
CHARLIE = Card.CJ
"""Kreuz-Bube, Karlchen."""

POINTS_OF_RANK = {
    Rank.ACE: 11,
    Rank.TEN: 10,
    Rank.KING: 4,
    Rank.QUEEN: 3,
    Rank.JACK: 2,
    Rank.NINE: 0,
}

_SEATS = tuple(Seat)
_SUITS = tuple(suit for suit in Suit for _ in Rank)
_RANKS = tuple(rank for _ in Suit for rank in Rank)
CARD_POINTS = tuple(POINTS_OF_RANK[rank] for rank in _RANKS)


def card_of(suit: Suit, rank: Rank) -> Card:
    return Card[suit.value + rank.value]


@cache
def kinds_of_card(*, nines: bool) -> tuple[Card, ...]:
    """The 24 kinds of card, or the 20 without nines."""
    return tuple(card for card in Card if nines or card.rank is not Rank.NINE)


@cache
def pack(*, nines: bool) -> tuple[Card, ...]:
    """48 cards, or 40 without nines; each kind twice (kompakt:blatt, kompakt:ohne-neunen)."""
    return tuple(card for card in kinds_of_card(nines=nines) for _ in range(COPIES))


def hand_size(*, nines: bool) -> int:
    return _HAND_SIZES[nines]


_HAND_SIZES = {nines: len(pack(nines=nines)) // PLAYERS for nines in (False, True)}


def as_deal(hands: Iterable[Hand]) -> Deal:
    """Four hands, by seat; raises ``ValueError`` for more or fewer."""
    first, second, third, fourth = hands
    return first, second, third, fourth


def shuffled_deal(chance: Random, *, nines: bool) -> Deal:
    """Four hands of twelve (ten) cards, the whole pack."""
    cards = list(pack(nines=nines))
    chance.shuffle(cards)
    size = hand_size(nines=nines)
    return as_deal(tuple(cards[n * size : (n + 1) * size]) for n in range(PLAYERS))
