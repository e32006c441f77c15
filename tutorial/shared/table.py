"""What lies on a table, as templates show it: tricks, hands, marks on cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lessons.rules.cards import Card, Hand, Seat
from lessons.rules.contracts import CardOrder
from lessons.rules.tricks import Trick


@dataclass(frozen=True, slots=True)
class Place:
    """A card that lies or can be pressed, with what is to be said of it."""

    card: Card | None
    """None: an empty place."""
    seat: Seat | None = None
    value: str = ""
    """Of its control, if it is one."""
    copy: int = 0
    """1 or 2 where a hand holds the card twice, else 0."""
    is_led: bool = False
    mark: str = ""
    """wins, holds (so far), wrong, refused, revoked, legal or missing: a sign and a word beside
    the card; turn: nothing lies yet."""
    is_chosen: bool = False
    points: int | None = None
    is_you: bool = False
    is_new: bool = False
    """Just laid down."""
    starts_group: bool = False


def trick_places(
    trick: Trick,
    *,
    winner: Seat | None = None,
    chosen: Seat | None = None,
    chosen_mark: str = "wrong",
    points: bool = False,
) -> tuple[Place, ...]:
    """The cards of a trick in the order of play; marks only for what has been answered."""
    won = "wins" if trick.is_complete else "holds"
    return tuple(
        Place(
            card,
            seat,
            value=seat.name,
            is_led=seat == trick.leader,
            mark=won if seat == winner else chosen_mark if seat == chosen else "",
            is_chosen=seat == chosen,
            points=card.points if points else None,
        )
        for seat, card in zip(trick.seats, trick.cards, strict=True)
    )


def open_trick_places(trick: Trick, *, is_you: bool) -> tuple[Place, ...]:
    """A trick that is still open, with an empty place for the seat to play."""
    return (*trick_places(trick), Place(None, trick.to_play, mark="turn", is_you=is_you))


def hand_places(
    hand: Hand,
    values: Sequence[str] = (),
    *,
    chosen: Sequence[str] = (),
    order: CardOrder | None = None,
) -> tuple[Place, ...]:
    """The cards of a hand as they stand; with ``order`` a gap opens between its groups."""
    return tuple(
        Place(
            card,
            value=values[place] if values else "",
            copy=hand[: place + 1].count(card) if hand.count(card) > 1 else 0,
            is_chosen=bool(values) and values[place] in chosen,
            starts_group=order is not None
            and place > 0
            and order.group[card] != order.group[hand[place - 1]],
        )
        for place, card in enumerate(hand)
    )
