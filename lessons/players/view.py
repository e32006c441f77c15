"""What a seat knows when it is its turn. Players get this and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from lessons.rules.cards import Hand, Seat
from lessons.rules.contracts import CardOrder
from lessons.rules.game import Position
from lessons.rules.parties import Parties
from lessons.rules.tricks import Trick


@dataclass(frozen=True, slots=True)
class View:
    """The table as a seat sees it."""

    seat: Seat
    hand: Hand
    """The cards that are left in its own hand."""
    legal: Hand
    """Those of them that may be played."""
    order: CardOrder
    trick: Trick
    """On the table; empty where the seat leads."""
    tricks: tuple[Trick, ...]
    """The complete ones."""
    parties: Parties
    """Each seat's party as far as this one knows it; None: it does not."""

    @classmethod
    def of(cls, position: Position) -> View:
        """Of the seat to play."""
        seat = position.to_play
        return cls(
            seat,
            position.hands[seat],
            position.legal_cards(),
            position.order,
            position.trick,
            position.tricks,
            position.known_parties(seat),
        )

    def is_partner(self, seat: Seat) -> bool:
        """Whether it is known that a seat plays with this one."""
        return seat != self.seat and self.parties[seat] is self.parties[self.seat]
