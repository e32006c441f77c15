"""False beliefs as changed rules: what somebody who holds one takes for the order of the cards.

A belief that changes more than the order is a function beside the kind that it shows in.
"""

from enum import StrEnum
from functools import cache

from lessons.rules.cards import Card, Rank, Suit, card_of
from lessons.rules.contracts import PLAIN_RANKS, TRUMPS, CardOrder, Contract, order_from

_COURT = (Rank.QUEEN, Rank.JACK)


class Misconception(StrEnum):
    LATER_EQUAL_WINS = "later-equal-wins"
    DULLE_IS_HEART = "dulle-is-heart"
    COURT_FOLLOWS_SUIT = "court-follows-suit"
    DIAMONDS_PLAIN = "diamonds-plain"
    ACE_BEATS_TRUMP = "ace-beats-trump"
    TEN_BELOW_KING = "ten-below-king"
    SECOND_DULLE_WINS = "second-dulle-wins"
    HIGH_CARD_ANY_SUIT = "high-card-any-suit"
    MUST_TRUMP = "must-trump"
    MUST_BEAT = "must-beat"
    FREE_CHOICE = "free-choice"
    NINES_COUNT = "nines-count"
    COURT_COUNTS_TEN = "court-counts-ten"


@cache
def believed_order(belief: Misconception, *, nines: bool) -> CardOrder:
    """The card order of the normal game as somebody with this belief sees it."""
    trumps: list[Card] = [Card[name] for name in TRUMPS[Contract.NORMAL].split()]
    diamonds: list[Card] = [card_of(Suit.DIAMONDS, rank) for rank in Rank]
    kept: list[Card]
    plain_ranks = PLAIN_RANKS
    match belief:
        case Misconception.DULLE_IS_HEART:
            kept = [card for card in trumps if card != Card.HT]
        case Misconception.COURT_FOLLOWS_SUIT:
            kept = [Card.HT, *diamonds]
        case Misconception.DIAMONDS_PLAIN:
            kept = [card for card in trumps if card == Card.HT or card.rank in _COURT]
        case Misconception.TEN_BELOW_KING:
            kept = trumps
            plain_ranks = (Rank.ACE, Rank.KING, Rank.TEN, Rank.QUEEN, Rank.JACK, Rank.NINE)
        case _:
            raise ValueError(f"expected a belief about the order of the cards, got {belief!r}")
    return order_from(kept, nines=nines, plain_ranks=plain_ranks)
