"""The four at the table as they are drawn: what each has said, holds, took or belongs to.

Every fact is a sentence, too. Those that the drawing shows are only read aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from django.utils.translation import gettext as _

from lessons.content.words import figure
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.rules.cards import ALL_CARD_POINTS, Card, Seat
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import Said
from tutorial.practice.answered import Marked
from tutorial.practice.forms import Option
from tutorial.shared.settlement import Share
from tutorial.shared.table import side_of
from tutorial.shared.words import words

_CLOCKWISE = ("west", "north", "east", "south")


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
    figures: list[tuple[str, str]] = field(default_factory=list)
    """A figure and what it counts: card points, what stands on the slip."""
    cards: tuple[Card, ...] = ()
    """Open before it."""
    in_hand: int = 0
    """Cards in hand."""
    is_holding: bool = False
    """Its hand is drawn from behind, as a fan of no number that is told."""
    option: Option | Marked | None = None
    """What its plate is pressed for, or was."""
    told: Marked | None = None
    """What was answered elsewhere, and is about it."""


@dataclass(frozen=True, slots=True)
class Scene:
    sittings: tuple[Sitting, ...]
    others: tuple[Option | Marked, ...]
    """What can be chosen instead of a seat."""
    is_chosen_from: bool
    """Whether the plates are pressed, or were."""
    is_written: bool
    """Each seat has its line of a slip instead."""
    bar: tuple[Share, Share] | None
    drawn: frozenset[int]
    """Which of the facts it shows, counted from 0."""

    @property
    def goes_round(self) -> bool:
        """Whether the seats are there to be gone round."""
        return self.is_chosen_from and not self.others and not self.bar

    @property
    def is_read(self) -> bool:
        """Whether there is more to it than the facts say."""
        return self.is_chosen_from or any(one.told for one in self.sittings)


def scene_of(
    exhibit: Exhibit, options: Sequence[Option | Marked] = (), *, is_written: bool = False
) -> Scene:
    """What can be drawn of the facts. Where a trick lies on the table, which has plates of its own,
    there are seats only if those are among the ``options`` that are chosen from. Whose hand lies
    beneath sits at the bottom."""
    you = exhibit.own_seat
    laid = (fact.seats[0] for fact in exhibit.facts if fact.reason is Fact.LAID_DOWN)
    below = next(laid, you)
    sittings = {seat: Sitting(seat, side_of(seat, below), seat == you) for seat in Seat}
    has_trick = exhibit.trick is not None or bool(exhibit.tricks)
    drawn: set[int] = set()
    for number, fact in enumerate(exhibit.facts):
        has_place = not has_trick or (options and fact.reason in _OVER_TRICKS)
        if fact.reason in _PLATES or (has_place and _draw(fact, sittings)):
            drawn.add(number)
    bar, barred = _bar(exhibit.facts)
    others = _seat(options, sittings, exhibit)
    around = list(sittings.values())
    if not exhibit.tricks:
        around.sort(key=lambda one: _CLOCKWISE.index(one.side))
    is_crowded = any(one.figures or len(one.said) > 1 for one in around)
    if not (has_trick or bar or is_crowded) and (others or not options):
        for one in around:
            one.is_holding = not (one.cards or one.in_hand or (one.is_you and exhibit.hand))
    has_seats = bool(options) or (not has_trick and bool(drawn))
    return Scene(
        tuple(around) if has_seats else (),
        others,
        bool(options),
        is_written,
        bar,
        frozenset(drawn | barred),
    )


def told(scene: Scene, marked: Mapping[Seat, Marked], parties: Mapping[Party, str]) -> Scene:
    """With what was answered marked at the seats that it is about, and on the bar at the parties;
    where the rest of all card points was asked for, it is there."""
    sittings = tuple(replace(one, told=marked.get(one.seat)) for one in scene.sittings)
    bar = scene.bar
    if bar:
        re, kontra = bar
        if kontra.points is None and re.points is not None:
            kontra = kontra._replace(points=ALL_CARD_POINTS - re.points)
        bar = (
            re._replace(mark=parties.get(Party.RE, "")),
            kontra._replace(mark=parties.get(Party.KONTRA, "")),
        )
    return replace(scene, sittings=sittings, bar=bar)


def _seat(
    options: Sequence[Option | Marked], sittings: dict[Seat, Sitting], exhibit: Exhibit
) -> tuple[Option | Marked, ...]:
    """Gives each seat its option, which is heard with what the seat has said and played; what is
    left is none of a seat."""
    names = words().cards
    for option in options:
        if option.seat is None:
            continue
        one = sittings[option.seat]
        played = [names.card(trick.card_of(one.seat)) for trick in exhibit.tricks]
        heard = "".join(f", {what}" for what in (*one.said, *one.notes, *played))
        one.option = replace(option, heard=heard)
    return tuple(option for option in options if option.seat is None)


_PLATES = {Fact.YOU_ARE, Fact.YOUR_SEAT, Fact.PACK_OF, Fact.AGREED_UNDER}
"""What the plates say: who has led, where you sit; and the columns of rule sets."""
_OVER_TRICKS = {Fact.SAYS, Fact.RE_IS, Fact.SOLOIST, Fact.YOUR_PARTY}
"""What is drawn before the seats even where tricks lie beneath."""
_FIGURES: dict[StrEnum, str] = {
    Fact.SEAT_TOOK: "points",
    Fact.SUM_BEFORE: "sum",
    Fact.WROTE_DOWN: "noted",
}
"""Of one seat, or of all in their order."""


def _draw(fact: Why, sittings: dict[Seat, Sitting]) -> bool:
    """Draws a fact before its seats; False where it cannot be drawn."""
    you = [one for one in sittings.values() if one.is_you]
    at = [sittings[seat] for seat in fact.seats] or you
    if at and (bubble := _bubble(fact)):
        at[0].said.append(bubble)
        return True
    if unit := _FIGURES.get(fact.reason):
        for seat, number in zip(fact.seats or Seat, fact.figures, strict=True):
            sittings[seat].figures.append((figure(number), unit))
        return True
    if notes := _notes(fact):
        for one, note in zip(at, notes, strict=True):
            one.notes.append(note)
        return True
    match fact.reason:
        case Fact.CARDS_LEFT:
            at[0].in_hand = fact.figures[0]
        case Fact.HOLDS_QUEENS:
            at[0].cards = (Card.CQ, Card.CQ)
        case Fact.GAVE_BACK:
            at[0].cards = fact.cards
        case _:
            return False
    return True


def _notes(fact: Why) -> tuple[str, ...]:
    """What stands beside each of its seats; empty where that is not what is told."""
    names = words().cards
    match fact.reason:
        case Fact.RE_IS:
            return (names.name(Party.RE),) * len(fact.seats)
        case Fact.SOLOIST | Fact.EARNED:
            return (names.name(fact.calls[0]),)
        case Fact.SOLO_THEN:
            return (_("then {solo}").format(solo=names.name(fact.calls[0])),)
        case Fact.DECIDED_IN:
            since = _("Partner since trick {number}").format(number=fact.figures[0])
            return (names.name(Contract.MARRIAGE), since)
        case Fact.YOUR_PARTY:
            return (names.name(fact.parties[0]),)
    return ()


def _bubble(fact: Why) -> str:
    """What somebody says; empty where that is not what is told."""
    names = words().cards
    match fact.reason:
        case Fact.SAYS:
            return names.name(fact.calls[0])
        case Fact.WANTS_TO_SAY:
            return f"{names.name(fact.calls[0])}?"
        case Fact.LAID_DOWN:
            return names.name(Said.POVERTY)
    return ""


def _bar(facts: Sequence[Why]) -> tuple[tuple[Share, Share] | None, set[int]]:
    """The parties' card points, if at least Re's are told; and which facts that are."""
    names = words().cards
    points = {f.parties[0]: f.figures[0] for f in facts if f.reason is Fact.POINTS_OF}
    tricks = {f.parties[0]: f.figures[0] for f in facts if f.reason is Fact.TRICKS_OF}
    if Party.RE not in points:
        return None, set()
    shown = {Fact.POINTS_OF, Fact.TRICKS_OF}
    if len(tricks) < len(Party):
        tricks, shown = {}, {Fact.POINTS_OF}
    re, kontra = (Share(names.name(party), points.get(party), tricks.get(party)) for party in Party)
    return (re, kontra), {number for number, fact in enumerate(facts) if fact.reason in shown}
