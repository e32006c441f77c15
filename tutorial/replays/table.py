"""The table at a step of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from lessons.replays import Step
from lessons.rules.cards import PLAYERS, Seat
from lessons.rules.game import Asking, Play, Say
from lessons.rules.notation import action_from_text
from lessons.rules.reasons import IllegalAction
from lessons.rules.reservations import Reservation
from tutorial.replays.knowledge import Knowledge
from tutorial.shared.records import spoken
from tutorial.shared.table import (
    Held,
    Place,
    hand_places,
    place_of_seat,
    round_the_table,
    side_of,
    trick_places,
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a seat has said, in a bubble beside it."""

    seat: Seat
    side: str
    said: tuple[str, ...]


@dataclass(frozen=True)
class ShownTable:
    """The four seats with what lies before each, what was said and called, the hands."""

    known: Knowledge
    is_back: bool
    """Whether somebody came back to it from the step after: nothing moves then."""

    @property
    def at(self) -> Step:
        return self.known.at

    @property
    def title(self) -> str:
        at = self.at
        if at.counted is not None:
            return _("Settlement")
        if at.has_begun and at.number:
            tricks = at.position.rules.hand_size
            return _("Trick %(n)s of %(all)s") % {"n": at.trick_number, "all": tricks}
        if self.laid:
            return _("Laid down")
        return _("Reservations") if self.is_asking and self.said else _("The deal")

    @property
    def is_asking(self) -> bool:
        """Whether the seats are still asked for reservations."""
        return isinstance(self.at.state, Asking)

    @cached_property
    def said(self) -> tuple[Spoken, ...]:
        """Reservations while the seats are asked, calls once cards are played."""
        found = dict[Seat, list[str]]()
        for one in self._spoken:
            found.setdefault(one.seat, []).append(spoken(one))
        return tuple(
            Spoken(seat, side_of(seat, self.known.you), tuple(said)) for seat, said in found.items()
        )

    @property
    def _spoken(self) -> Iterable[Reservation | Say]:
        state, at = self.at.state, self.at
        if isinstance(state, Asking):
            return state.said
        return [Say(one.seat, one.call) for one in at.position.calls]

    @cached_property
    def trick(self) -> tuple[Place, ...]:
        """A place for each seat: in the order of play with the cards, then those still to come."""
        at = self.at
        leader = at.trick.leader
        is_open = at.has_begun and at.refused is None and at.counted is None
        places = round_the_table(
            self._laid_down,
            leader,
            self.known.you,
            to_play="next" if is_open else "coming",
            coming="coming",
        )
        return tuple(
            replace(place, is_led=True) if is_open and place.seat is leader else place
            for place in places
        )

    @property
    def _laid_down(self) -> tuple[Place, ...]:
        at, you = self.at, self.known.you
        fault = at.refused
        if fault is not None and fault.action is not None and not at.trick.is_complete:
            return self._with_refused(fault.action)
        places = trick_places(at.trick, you=you, winner=self.known.winner)
        if isinstance(at.action, Play) and not self.is_back:
            newest = len(places) - 1
            return (*places[:newest], replace(places[newest], is_new=True))
        return places

    def _with_refused(self, number: int) -> tuple[Place, ...]:
        """The trick with the card that may not be played to it."""
        places = trick_places(self.at.trick, you=self.known.you)
        try:
            action = action_from_text(self.known.game.written_action(number))
        except IllegalAction:
            return places
        if not isinstance(action, Play) or action.seat is not self.at.trick.to_play:
            return places
        return (
            *places,
            replace(place_of_seat(action.seat, self.known.you, action.card), mark="refused"),
        )

    @cached_property
    def gone(self) -> tuple[tuple[Place, ...], str] | None:
        """The trick before, on its way to the side of who won it, as the next one begins."""
        position, at, you = self.at.position, self.at, self.known.you
        if self.is_back or self.known.guess is not None or not position.tricks:
            return None
        if not isinstance(at.action, Play) or len(at.trick.cards) != 1:
            return None
        return trick_places(position.tricks[-1], you=you), side_of(position.winners[-1], you)

    @cached_property
    def laid(self) -> tuple[Place, ...]:
        """The cards of a poverty; without their names those that lie face down."""
        return tuple(map(Place, self.known.laid))

    @cached_property
    def hands(self) -> tuple[Held, ...]:
        """Of all four from the bottom on, but for one that the question draws itself."""
        seats = [self.known.you.after(steps) for steps in range(PLAYERS)]
        return tuple(map(self._held, seats[1:] if self.known.is_hand_drawn else seats))

    def _held(self, seat: Seat) -> Held:
        position = self.at.position
        order, hand = position.order, self.at.hands[seat]
        unknown = position.cards_in_hand(seat) - len(position.hands[seat])
        if not self.known.sees_hand(seat):
            hand, unknown = (), unknown + len(hand)
        places = hand_places(order.sorted_hand(hand), order=order)
        return Held(seat, side_of(seat, self.known.you), places, unknown)
