"""How somebody looks at a game: from which seat, what lies open, whether the page asks first."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from lessons.rules.cards import Seat
from tutorial.replays.games import Game

GUESSES = ("marked", "all")
"""Steps at which the page asks before it tells: those marked for it, or all that can be asked."""


@dataclass(frozen=True, slots=True)
class Look:
    """All of it stands in the address."""

    seat: Seat
    is_open: bool
    guess: str
    """One of ``GUESSES``, or nothing."""
    is_beamer: bool

    @classmethod
    def of(cls, request: HttpRequest, game: Game) -> Look:
        """The look that an address asks for; values that make no sense count as absent."""
        asked = request.GET
        seats = Seat.__members__
        guess = asked.get("guess", "")
        return cls(
            seats.get(asked.get("seat", ""), game.seat),
            {"open": True, "own": False}.get(asked.get("hands", ""), game.is_open),
            guess if guess in GUESSES else "",
            asked.get("view") == "beamer",
        )

    def url(self, game: Game, step: int, **more: str) -> str:
        """The address of a step, looked at like this."""
        query = {"game": game.code} if game.code else {}
        if self.seat is not game.seat:
            query["seat"] = self.seat.name
        if self.is_open != game.is_open:
            query["hands"] = "open" if self.is_open else "own"
        if self.guess:
            query["guess"] = self.guess
        if self.is_beamer:
            query["view"] = "beamer"
        path = reverse("replay", args=[game.id, step])
        query |= more
        return f"{path}?{urlencode(query)}" if query else path
