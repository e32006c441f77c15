"""The table at a step of a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from lessons.replays import Step
from lessons.rules.cards import Seat
from lessons.rules.game import Asking, Play
from lessons.rules.notation import action_from_text
from lessons.rules.reasons import IllegalAction
from tutorial.replays.knowledge import Knowledge
from tutorial.shared.records import said_in
from tutorial.shared.table import Place, hand_places, side_of, trick_places
from tutorial.shared.words import words


@dataclass(frozen=True, slots=True)
class Held:
    """A hand on the table."""

    seat: Seat
    places: tuple[Place, ...]
    unknown: int
    """Cards of it that the record does not know."""


@dataclass(frozen=True)
class ShownTable:
    """The trick, what was said and called, the hands."""

    known: Knowledge
    is_back: bool
    """Whether somebody came back to it from the step after: nothing moves then."""

    @property
    def at(self) -> Step:
        return self.known.at

    @property
    def title(self) -> str:
        if self.trick:
            return _("Trick %(n)s") % {"n": self.at.trick_number}
        if self.laid:
            return _("Laid down")
        return _("Reservations") if self.said else _("The cards have been dealt.")

    @cached_property
    def said(self) -> tuple[str, ...]:
        """Reservations so far, while the seats are asked."""
        if not isinstance(self.at.state, Asking):
            return ()
        return tuple(map(said_in, self.at.state.said))

    @cached_property
    def calls(self) -> tuple[tuple[Seat, str], ...]:
        """Calls so far."""
        spoken = self.at.position.calls
        return tuple((one.seat, words().cards.name(one.call)) for one in spoken)

    @cached_property
    def trick(self) -> tuple[Place, ...]:
        at = self.at
        fault = at.refused
        if fault is not None and fault.action is not None and not at.trick.is_complete:
            return self._with_refused(fault.action)
        places = trick_places(at.trick, you=self.known.look.seat, winner=self.known.winner)
        if isinstance(at.action, Play) and not self.is_back:
            newest = len(places) - 1
            return (*places[:newest], replace(places[newest], is_new=True))
        return places

    def _with_refused(self, number: int) -> tuple[Place, ...]:
        """The trick with the card that may not be played to it."""
        places = trick_places(self.at.trick, you=self.known.look.seat)
        try:
            action = action_from_text(self.known.game.written_action(number))
        except IllegalAction:
            return places
        if not isinstance(action, Play) or action.seat is not self.at.trick.to_play:
            return places
        side = side_of(action.seat, self.known.look.seat)
        return (*places, Place(action.card, action.seat, side, mark="refused"))

    @cached_property
    def gone(self) -> tuple[tuple[Place, ...], Seat] | None:
        """The trick before, on its way to who won it, as the next one begins."""
        position, at = self.at.position, self.at
        if self.is_back or self.known.guess is not None or not position.tricks:
            return None
        if not isinstance(at.action, Play) or len(at.trick.cards) != 1:
            return None
        return trick_places(position.tricks[-1], you=self.known.look.seat), position.winners[-1]

    @cached_property
    def laid(self) -> tuple[Place, ...]:
        """The cards of a poverty; without their names those that lie face down."""
        return tuple(map(Place, self.known.laid))

    @cached_property
    def hands(self) -> tuple[Held, ...]:
        position = self.at.position
        order = position.order
        return tuple(
            Held(
                seat,
                hand_places(order.sorted_hand(self.at.hands[seat]), order=order),
                position.cards_in_hand(seat) - len(position.hands[seat]),
            )
            for seat in self.known.hands
        )
