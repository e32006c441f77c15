"""Why something is so: the name of a reason, its proof, and the paragraph that it follows from."""

from dataclasses import dataclass
from enum import StrEnum

from lessons.rules.cards import Card, Seat, Suit


class Reason(StrEnum):
    # Why a card takes the trick: cards = (the card,), seats = (its seat,).
    ONLY_TRUMP = "only-trump"
    HIGHEST_TRUMP = "highest-trump"
    HIGHEST_OF_SUIT = "highest-of-suit"  # suits = (suit led,)
    FIRST_OF_EQUALS = "first-of-equals"  # beside these; seats = (first, second)

    # Why a card does not: cards = (the card,), others = (the winner,), seats = (of both).
    SECOND_OF_EQUALS = "second-of-equals"
    LOWER_TRUMP = "lower-trump"
    TAKEN_BY_TRUMP = "taken-by-trump"
    LOWER_OF_SUIT = "lower-of-suit"  # suits = (suit led,)
    NOT_OF_SUIT = "not-of-suit"  # suits = (suit of the card, suit led)

    # Why cards may be played: cards; suits = (suit led,) where a plain suit was.
    LEADS = "leads"
    FOLLOWS_TRUMP = "follows-trump"
    FOLLOWS_SUIT = "follows-suit"
    CANNOT_FOLLOW_TRUMP = "cannot-follow-trump"
    CANNOT_FOLLOW_SUIT = "cannot-follow-suit"

    # Why cards may not: cards, others = the cards to follow with; suits as above.
    MUST_FOLLOW_TRUMP = "must-follow-trump"
    MUST_FOLLOW_SUIT = "must-follow-suit"

    # What lies in a trick: cards; figures = (card points of each …, their sum).
    POINTS_ADD_UP = "points-add-up"


@dataclass(frozen=True, slots=True)
class Why:
    """A reason with its proof: the cards, seats, suits and figures that it is about."""

    reason: StrEnum
    """A :class:`Reason`, or what an exercise has to say beyond the rules."""
    cards: tuple[Card, ...] = ()
    others: tuple[Card, ...] = ()
    led: Card | None = None
    seats: tuple[Seat, ...] = ()
    suits: tuple[Suit, ...] = ()
    figures: tuple[int, ...] = ()


_FOLLOW_SUIT = ("kompakt:bedienzwang-a",)
_FOLLOW_TRUMP = ("kompakt:bedienzwang-b",)
_CANNOT_FOLLOW = ("kompakt:bedienzwang-c",)
_TRUMP_ORDER = ("kompakt:trumpfkarten", "K15")
_PLAIN_ORDER = ("kompakt:ablauf-b", "kompakt:fehlkarten", "K15")
_EQUALS = ("kompakt:ablauf-b",)

_SOURCES: dict[str, dict[StrEnum, tuple[str, ...]]] = {
    "kompakt": {
        Reason.ONLY_TRUMP: ("kompakt:trumpfkarten",),
        Reason.HIGHEST_TRUMP: _TRUMP_ORDER,
        Reason.HIGHEST_OF_SUIT: _PLAIN_ORDER,
        Reason.FIRST_OF_EQUALS: _EQUALS,
        Reason.SECOND_OF_EQUALS: _EQUALS,
        Reason.LOWER_TRUMP: _TRUMP_ORDER,
        Reason.TAKEN_BY_TRUMP: ("kompakt:trumpfkarten",),
        Reason.LOWER_OF_SUIT: _PLAIN_ORDER,
        Reason.NOT_OF_SUIT: _CANNOT_FOLLOW,
        Reason.LEADS: _FOLLOW_SUIT,
        Reason.FOLLOWS_TRUMP: _FOLLOW_TRUMP,
        Reason.FOLLOWS_SUIT: _FOLLOW_SUIT,
        Reason.CANNOT_FOLLOW_TRUMP: _CANNOT_FOLLOW,
        Reason.CANNOT_FOLLOW_SUIT: _CANNOT_FOLLOW,
        Reason.MUST_FOLLOW_TRUMP: _FOLLOW_TRUMP,
        Reason.MUST_FOLLOW_SUIT: _FOLLOW_SUIT,
        Reason.POINTS_ADD_UP: ("K15", "kompakt:blatt"),
    },
}


def sources_of(reason: StrEnum, document: str) -> tuple[str, ...]:
    """The statements and readings of a document that a reason of the rules follows from."""
    return _SOURCES[document][reason]
