"""Which trick earns which special point (Sonderpunkt) for whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lessons.rules.cards import CHARLIE, COPIES, DULLE, FOX, Card, Seat, Suit
from lessons.rules.contracts import CardOrder
from lessons.rules.parties import Parties, Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import SpecialPoint
from lessons.rules.tricks import Trick

DOPPELKOPF_POINTS = 40
"""No four cards add up to 38 or 39: "more than 37" and "40 or more" are the same rule."""


@dataclass(frozen=True, slots=True)
class Earned:
    """One special point."""

    point: SpecialPoint
    party: Party
    why: Why


class Taken(NamedTuple):
    """A trick that somebody has taken."""

    trick: Trick
    winner: Seat
    number: int
    """From 1."""
    is_last: bool
    """The last of the game."""

    @property
    def best(self) -> Card:
        """The card that took it."""
        return self.trick.card_of(self.winner)

    def players_of(self, card: Card) -> tuple[Seat, ...]:
        """The seats that played copies of a card, in the order of play."""
        played = zip(self.trick.seats, self.trick.cards, strict=True)
        return tuple(seat for seat, of_seat in played if of_seat == card)


def special_points(
    taken: Taken, order: CardOrder, parties: Parties, counted: Sequence[SpecialPoint]
) -> tuple[Earned, ...]:
    """The special points of a trick, of those that are counted, by the parties at the end: tricks
    before a marriage is decided count too, and a fox belongs to who plays it (reading X1)."""
    if not _may_earn(taken):
        return ()
    party = parties[taken.winner]
    assert party is not None  # the game is over
    return tuple(
        Earned(point, party, why)
        for point, why in _found(taken, order, parties)
        if point in counted
    )


def _may_earn(taken: Taken) -> bool:
    """Most tricks earn nothing, which the cards tell at a glance."""
    cards = taken.trick.cards
    return (
        taken.is_last
        or FOX in cards
        or cards.count(DULLE) == COPIES
        or cards[0].suit is Suit.HEARTS
        or taken.trick.points >= DOPPELKOPF_POINTS
    )


def _found(taken: Taken, order: CardOrder, parties: Parties) -> Iterator[tuple[SpecialPoint, Why]]:
    trick, winner, cards = taken.trick, taken.winner, taken.trick.cards
    figures = (taken.number,)
    # A fox is the ace of diamonds where it is a trump, and no piglet (reading R15).
    if FOX in cards and order.is_trump(FOX) and not order.piglets:
        for seat in _others_with(FOX, taken, parties):
            yield SpecialPoint.FOX, Why(Reason.FOX_CAUGHT, seats=(winner, seat), figures=figures)
        yield from _of_last_trick(
            taken, FOX, parties, (SpecialPoint.FOX_LAST, SpecialPoint.FOX_PAIR_LAST)
        )
    if trick.points >= DOPPELKOPF_POINTS:
        counted = (taken.number, trick.points)
        why = Why(Reason.DOPPELKOPF, cards, seats=(winner,), figures=counted)
        yield SpecialPoint.DOPPELKOPF, why
    if CHARLIE in cards and order.is_trump(CHARLIE):
        yield from _of_last_trick(
            taken, CHARLIE, parties, (SpecialPoint.CHARLIE, SpecialPoint.CHARLIE_PAIR)
        )
    if (
        order.plain_suit(cards[0]) is Suit.HEARTS
        and len({order.group[card] for card in cards}) == 1
    ):
        why = Why(Reason.HEART_TRICK, cards, seats=(winner,), figures=figures)
        yield SpecialPoint.HEART_TRICK, why
    if taken.best == DULLE and order.is_trump(DULLE):  # whichever of the two wins (R13)
        for seat in _others_with(DULLE, taken, parties):
            why = Why(Reason.DULLE_CAUGHT, seats=(winner, seat), figures=figures)
            yield SpecialPoint.DULLE_CAUGHT, why


def _others_with(card: Card, taken: Taken, parties: Parties) -> tuple[Seat, ...]:
    """The seats of the other party that played a card into the trick."""
    party = parties[taken.winner]
    return tuple(seat for seat in taken.players_of(card) if parties[seat] is not party)


def _of_last_trick(
    taken: Taken, card: Card, parties: Parties, points: tuple[SpecialPoint, SpecialPoint]
) -> Iterator[tuple[SpecialPoint, Why]]:
    """The card makes the last trick; both of them, if one party played both (R14, R31)."""
    single, pair = points
    if not taken.is_last or taken.best != card:
        return
    yield single, Why(Reason(single.value), (card,), seats=(taken.winner,))
    of_winners = [s for s in taken.players_of(card) if parties[s] is parties[taken.winner]]
    if len(of_winners) == COPIES:
        yield pair, Why(Reason(pair.value), (card,), seats=tuple(of_winners))
