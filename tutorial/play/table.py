"""The table of a game that the learner plays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from lessons.players.first_game import YOU, until_your_turn
from lessons.rules.cards import Card, Seat
from lessons.rules.game import Position
from lessons.rules.tricks import Trick, why_not_legal, why_won
from tutorial.shared.table import (
    Held,
    Place,
    Taken,
    hand_places,
    round_the_table,
    side_of,
    trick_places,
    tricks_taken,
)
from tutorial.shared.words import speech, words


@dataclass(frozen=True)
class Table:
    """After the tricks that have been played; the last of them is looked at, or the next has
    begun."""

    position: Position
    """Between two tricks."""
    is_on: bool
    """Whether the next trick has begun."""
    tried: Card | None = None
    """A card that may not be played."""

    @cached_property
    def now(self) -> Position:
        return until_your_turn(self.position) if self.is_on else self.position

    @property
    def trick(self) -> Trick:
        return self.now.trick if self.is_on else self.position.tricks[-1]

    @property
    def number(self) -> int:
        """Of the trick, counted from 1."""
        return len(self.position.tricks) + self.is_on

    @property
    def of(self) -> int:
        return self.position.rules.hand_size

    @cached_property
    def places(self) -> tuple[Place, ...]:
        if self.is_on:
            laid = trick_places(self.trick, you=YOU)
            return round_the_table(laid, self.trick.leader, YOU, to_play="next", coming="coming")
        return trick_places(self.trick, you=YOU, winner=self.winner)

    @property
    def winner(self) -> Seat:
        return self.position.winners[-1]

    @cached_property
    def hand(self) -> tuple[Place, ...]:
        """Once a card was refused, with what may be played instead."""
        order = self.now.order
        hand = order.sorted_hand(self.now.hands[YOU])
        places = hand_places(hand, [card.name for card in hand], order=order)
        if self.tried is None:
            return places
        marks: dict[Card | None, str] = dict.fromkeys(self.now.legal_cards(), "legal")
        marks[self.tried] = "wrong"
        return tuple(replace(place, mark=marks.get(place.card, "")) for place in places)

    @property
    def question(self) -> str:
        """What is to be done, or what has been done."""
        if not self.is_on:
            if self.winner == YOU:
                return _("The trick is yours.")
            return _("%(seat)s takes the trick.") % {"seat": words().cards.seat(self.winner, "Nom")}
        return _("It is your turn.") if self.trick.cards else _("You lead.")

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Why the trick goes where it goes; why the card may not be played."""
        if not self.is_on:
            said = speech().to_seat(YOU)
            return tuple(said.all_said(why_won(self.trick, self.position.order)))
        if self.tried is None:
            return ()
        led = self.trick.cards[0] if self.trick.cards else None
        why = why_not_legal(self.tried, self.now.hands[YOU], led, self.now.order)
        return () if why is None else (speech().to_seat(YOU).say(why),)

    @property
    def others(self) -> tuple[Held, ...]:
        """Their hands, face down."""
        return tuple(
            Held(seat, side_of(seat, YOU), (), len(self.now.hands[seat]))
            for seat in Seat
            if seat != YOU
        )

    @property
    def taken(self) -> tuple[Taken, ...]:
        return tricks_taken(self.position)

    @property
    def trick_points(self) -> int:
        return self.trick.points

    @property
    def your_points(self) -> int:
        return self.position.card_points()[YOU]

    @cached_property
    def party(self) -> str:
        """The learner's, with the partner once both are known."""
        known = self.now.known_parties(YOU)
        mine = known[YOU]
        assert mine is not None
        name = words().cards.name(mine)
        partner = next((seat for seat in Seat if seat != YOU and known[seat] is mine), None)
        if partner is None:
            return _("You are %(party)s; you do not know yet who plays with you.") % {"party": name}
        seat = words().cards.seat(partner, "Nom")
        return _("You are %(party)s, and %(seat)s plays with you.") % {"party": name, "seat": seat}

    @property
    def is_over(self) -> bool:
        return self.position.is_over
