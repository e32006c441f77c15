"""The four at the table as they are drawn: what each has said, holds, took or belongs to.

Every fact is a sentence, too. Those that the drawing shows are only read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lessons.exercises.exhibits import Exhibit, Fact
from lessons.rules.cards import Card, Seat
from lessons.rules.parties import Party
from lessons.rules.reasons import Why
from tutorial.shared.settlement import Share
from tutorial.shared.table import side_of
from tutorial.shared.words import words

_ORDER = ("north", "west", "east", "south")


@dataclass(slots=True)
class Sitting:
    """A seat with what is drawn before it."""

    seat: Seat
    side: str
    is_you: bool
    said: list[str] = field(default_factory=list)
    """In bubbles."""
    notes: list[str] = field(default_factory=list)
    """A party, a solo, a special point."""
    figures: list[tuple[int, str]] = field(default_factory=list)
    """A figure and what it counts: card points, what stands on the slip."""
    cards: tuple[Card, ...] = ()
    """Open before it."""
    backs: int = 0
    """Cards in hand."""


@dataclass(frozen=True, slots=True)
class Scene:
    sittings: tuple[Sitting, ...]
    bar: tuple[Share, Share] | None
    drawn: frozenset[int]
    """Which of the facts it shows, counted from 0."""


def scene_of(exhibit: Exhibit) -> Scene:
    """What can be drawn of the facts; seats only where no trick lies on the table, which has
    plates of its own."""
    you = exhibit.own_seat
    sittings = {seat: Sitting(seat, side_of(seat, you), seat == you) for seat in Seat}
    has_trick = exhibit.trick is not None or bool(exhibit.tricks)
    drawn: set[int] = set()
    for number, fact in enumerate(exhibit.facts):
        if fact.reason in _PLATES or (not has_trick and _draw(fact, sittings)):
            drawn.add(number)
    bar, barred = _bar(exhibit.facts)
    has_seats = not has_trick and bool(drawn)
    around = sorted(sittings.values(), key=lambda one: _ORDER.index(one.side))
    return Scene(tuple(around) if has_seats else (), bar, frozenset(drawn | barred))


_PLATES = {Fact.YOU_ARE, Fact.YOUR_SEAT}
"""What the plates say: who has led, where you sit."""


def _draw(fact: Why, sittings: dict[Seat, Sitting]) -> bool:
    """Draws a fact before its seats; False where it cannot be drawn."""
    names, at = words().cards, [sittings[seat] for seat in fact.seats]
    match fact.reason:
        case Fact.SAYS:
            at[0].said.append(names.name(fact.calls[0]))
        case Fact.RE_IS:
            for one in at:
                one.notes.append(names.name(Party.RE))
        case Fact.SOLOIST:
            at[0].notes.append(names.name(fact.calls[0]))
        case Fact.YOUR_PARTY:
            at[0].notes.append(names.name(fact.parties[0]))
        case Fact.EARNED:
            at[0].notes.append(names.name(fact.calls[0]))
        case Fact.SEAT_TOOK:
            at[0].figures.append((fact.figures[0], "points"))
        case Fact.SUM_BEFORE:
            at[0].figures.append((fact.figures[0], "sum"))
        case Fact.CARDS_LEFT:
            at[0].backs = fact.figures[0]
            return False
        case Fact.HOLDS_QUEENS:
            at[0].cards = (Card.CQ, Card.CQ)
        case _:
            return False
    return True


def _bar(facts: Sequence[Why]) -> tuple[tuple[Share, Share] | None, set[int]]:
    """Both parties' card points, if they are told; and which facts that are."""
    names = words().cards
    points = {f.parties[0]: f.figures[0] for f in facts if f.reason is Fact.POINTS_OF}
    tricks = {f.parties[0]: f.figures[0] for f in facts if f.reason is Fact.TRICKS_OF}
    if len(points) < len(Party):
        return None, set()
    shown = {Fact.POINTS_OF, Fact.TRICKS_OF}
    if len(tricks) < len(Party):
        tricks, shown = {}, {Fact.POINTS_OF}
    re, kontra = (Share(names.name(party), points[party], tricks.get(party)) for party in Party)
    return (re, kontra), {number for number, fact in enumerate(facts) if fact.reason in shown}
