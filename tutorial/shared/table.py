"""What lies on a table, as templates show it: tricks, hands, marks on cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lessons.rules.cards import PLAYERS, Card, Hand, Seat
from lessons.rules.contracts import CardOrder
from lessons.rules.game import Position
from lessons.rules.tricks import Trick


@dataclass(frozen=True, slots=True)
class Place:
    """A card that lies or can be pressed, with what is to be said of it."""

    card: Card | None
    """None: an empty place."""
    seat: Seat | None = None
    side: str = ""
    """Of the table, where it lies there: south, west, north or east."""
    value: str = ""
    """Of its control, if it is one."""
    copy: int = 0
    """1 or 2 where a hand holds the card twice, else 0."""
    is_led: bool = False
    mark: str = ""
    """wins, holds (so far), counts, wrong, refused, revoked, found, legal or missing: a sign and a
    word beside the card; turn: nothing lies yet."""
    is_chosen: bool = False
    number: int = 0
    """In which place it was put, among cards that are put in order."""
    instead: Card | None = None
    """Which card belongs there, where that one does not."""
    points: int | None = None
    is_you: bool = False
    is_new: bool = False
    """Just laid down."""
    starts_group: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """A hand at its side of the table."""

    seat: Seat
    side: str
    places: tuple[Place, ...]
    """The cards of it that are seen."""
    unknown: int
    """The others: they lie face down, or the record does not know them."""

    @property
    def backs(self) -> range:
        return range(self.unknown)


@dataclass(frozen=True, slots=True)
class Taken:
    """A trick as it is written down."""

    number: int
    cards: tuple[Card, ...]
    """In the order of play."""
    winner: Seat | None = None
    """None while it lies on the table."""
    points: int = 0


_SIDES = ("south", "west", "north", "east")


def side_of(seat: Seat, you: Seat | None = None) -> str:
    """Where a seat is drawn: you sit at the bottom, the dealer where you have no seat."""
    return _SIDES[(seat - (Seat.G if you is None else you)) % PLAYERS]


def place_of_seat(seat: Seat, you: Seat | None = None, card: Card | None = None) -> Place:
    """What a seat has before it: a card, or nothing yet."""
    return Place(card, seat, side_of(seat, you), is_you=seat is you)


def round_the_table(
    lying: Sequence[Place], leader: Seat, you: Seat | None = None, *, to_play: str, coming: str
) -> tuple[Place, ...]:
    """A place for each seat: those where something lies, then the others in the order of play, the
    first of them with the mark ``to_play``, the rest with ``coming``."""
    taken = [place.seat for place in lying]
    free = [
        place_of_seat(seat, you) for seat in map(leader.after, range(PLAYERS)) if seat not in taken
    ]
    marks = (to_play, *[coming] * PLAYERS)
    empty = (replace(place, mark=mark) for place, mark in zip(free, marks, strict=False))
    return (*lying, *empty)


def trick_places(
    trick: Trick,
    *,
    you: Seat | None = None,
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
            side_of(seat, you),
            value=seat.name,
            is_led=seat == trick.leader,
            is_you=seat == you,
            mark=won if seat == winner else chosen_mark if seat == chosen else "",
            is_chosen=seat == chosen,
            points=card.points if points else None,
        )
        for seat, card in zip(trick.seats, trick.cards, strict=True)
    )


def open_trick_places(trick: Trick, you: Seat | None) -> tuple[Place, ...]:
    """A trick that is still open, with an empty place for the seat to play."""
    place = replace(place_of_seat(trick.to_play, you), mark="turn")
    return (*trick_places(trick, you=you), place)


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


def tricks_taken(position: Position) -> tuple[Taken, ...]:
    """Those that are complete, in their order."""
    tricks = zip(position.tricks, position.winners, strict=True)
    return tuple(
        Taken(number, trick.cards, winner, trick.points)
        for number, (trick, winner) in enumerate(tricks, start=1)
    )
