"""Why something is so: the name of a reason, its proof, and the paragraph that it follows from."""

from dataclasses import dataclass
from enum import StrEnum

from lessons.rules.cards import Card, Seat, Suit


class Reason(StrEnum):
    """Each says what ``cards``, ``seats``, ``suits`` and ``figures`` of its proof are."""

    # Why a card takes the trick: cards = (winner, card led), seats = (of the winner, of the lead).
    ONLY_TRUMP = "only-trump"
    HIGHEST_TRUMP = "highest-trump"
    HIGHEST_OF_SUIT = "highest-of-suit"  # suits = (suit led,)
    # Added to one of these: seats = (of the first, of the second).
    FIRST_OF_EQUALS = "first-of-equals"

    # Why a card does not: cards = (the card, winner), seats = (of the card, of the winner).
    SECOND_OF_EQUALS = "second-of-equals"
    LOWER_TRUMP = "lower-trump"
    TAKEN_BY_TRUMP = "taken-by-trump"
    LOWER_OF_SUIT = "lower-of-suit"
    NOT_OF_SUIT = "not-of-suit"  # suits = (suit of the card, suit led)

    # Why a card may be played: cards = (the card, card led).
    LEADS = "leads"  # cards = (the card,)
    FOLLOWS_TRUMP = "follows-trump"
    FOLLOWS_SUIT = "follows-suit"  # suits = (suit led,)
    CANNOT_FOLLOW_TRUMP = "cannot-follow-trump"
    CANNOT_FOLLOW_SUIT = "cannot-follow-suit"  # suits = (suit led,)

    # Why it may not: cards = (the card, card led, cards to follow with …).
    MUST_FOLLOW_TRUMP = "must-follow-trump"
    MUST_FOLLOW_SUIT = "must-follow-suit"  # suits = (suit led,)

    # What lies in a trick: cards, figures = (card points of each …, their sum).
    POINTS_ADD_UP = "points-add-up"
    # figures = (the learner's figure, the right one).
    TOO_MANY_POINTS = "too-many-points"
    TOO_FEW_POINTS = "too-few-points"


@dataclass(frozen=True, slots=True)
class Why:
    """A reason with its proof."""

    reason: Reason
    cards: tuple[Card, ...] = ()
    seats: tuple[Seat, ...] = ()
    suits: tuple[Suit, ...] = ()
    figures: tuple[int, ...] = ()


_FOLLOW_SUIT = ("kompakt:bedienzwang-a",)
_FOLLOW_TRUMP = ("kompakt:bedienzwang-b",)
_CANNOT_FOLLOW = ("kompakt:bedienzwang-c",)
_TRUMPS = ("kompakt:trumpfkarten", "K15")
_PLAIN = ("kompakt:fehlkarten", "K15")
_EQUALS = ("kompakt:ablauf-b",)
_POINTS = ("kompakt:blatt", "K15")

_SOURCES: dict[str, dict[Reason, tuple[str, ...]]] = {
    "kompakt": {
        Reason.ONLY_TRUMP: ("kompakt:trumpfkarten",),
        Reason.HIGHEST_TRUMP: _TRUMPS,
        Reason.HIGHEST_OF_SUIT: _PLAIN,
        Reason.FIRST_OF_EQUALS: _EQUALS,
        Reason.SECOND_OF_EQUALS: _EQUALS,
        Reason.LOWER_TRUMP: _TRUMPS,
        Reason.TAKEN_BY_TRUMP: ("kompakt:trumpfkarten",),
        Reason.LOWER_OF_SUIT: _PLAIN,
        Reason.NOT_OF_SUIT: (*_CANNOT_FOLLOW, "K14"),
        Reason.LEADS: ("kompakt:ablauf-a",),
        Reason.FOLLOWS_TRUMP: _FOLLOW_TRUMP,
        Reason.FOLLOWS_SUIT: _FOLLOW_SUIT,
        Reason.CANNOT_FOLLOW_TRUMP: _CANNOT_FOLLOW,
        Reason.CANNOT_FOLLOW_SUIT: _CANNOT_FOLLOW,
        Reason.MUST_FOLLOW_TRUMP: _FOLLOW_TRUMP,
        Reason.MUST_FOLLOW_SUIT: _FOLLOW_SUIT,
        Reason.POINTS_ADD_UP: _POINTS,
        Reason.TOO_MANY_POINTS: _POINTS,
        Reason.TOO_FEW_POINTS: _POINTS,
    },
}


def sources_of(reason: Reason, document: str) -> tuple[str, ...]:
    """The statements and readings of a document that a reason follows from."""
    return _SOURCES[document][reason]
