"""Who is Re and who is Kontra, and from when each seat knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations_with_replacement

from lessons.rules.cards import CLUB_QUEEN, COPIES, Deal, Hand, Seat
from lessons.rules.contracts import Contract


class Party(StrEnum):
    RE = "re"
    KONTRA = "kontra"

    @property
    def other(self) -> Party:
        return Party.KONTRA if self is Party.RE else Party.RE


type Parties = tuple[Party | None, ...]
"""The party of each seat; None: not known, or not decided yet."""

UNDECIDED: Parties = (None,) * len(Seat)


def party_of(hand: Hand) -> Party:
    """The party of the seat that was dealt ``hand`` in the normal game (kompakt:normalspiel)."""
    return Party.RE if CLUB_QUEEN in hand else Party.KONTRA


def parties_with(*re: Seat) -> Parties:
    """Parties with these seats as Re, all others Kontra."""
    return tuple(Party.RE if seat in re else Party.KONTRA for seat in Seat)


def only_known(re: Seat) -> Parties:
    """Parties with this seat as Re, the others unknown."""
    return tuple(Party.RE if seat == re else None for seat in Seat)


def parties(deal: Deal, hand_size: int | None = None) -> Parties:
    """The party of each seat in the normal game, as far as the deal tells: a hand shorter than
    ``hand_size`` may hold what is not known."""
    queens = sum(hand.count(CLUB_QUEEN) for hand in deal)
    return tuple(
        party
        if (party := party_of(hand)) is Party.RE
        or queens == COPIES
        or hand_size is None
        or len(hand) == hand_size
        else None
        for hand in deal
    )


def known_parties(
    seat: Seat,
    contract: Contract,
    public: Parties,
    *,
    dealt: Hand,
    shown: Sequence[Seat],
    said: Mapping[Seat, Party],
) -> Parties:
    """Each seat's party as far as ``seat``, who was dealt ``dealt``, knows it.

    ``public`` is what the contract tells everybody. In the normal game, which a silent solo looks
    like, a seat knows its own cards, who has shown a club queen (``shown``, once per queen), and
    who has told a party by a call (``said``). What holds wherever the queens may still lie, it
    knows. Sources: kompakt:normalspiel, kompakt:stille-hochzeit, royal:2.1.1b.
    """
    if contract not in {Contract.NORMAL, Contract.SILENT_SOLO}:
        return public
    possible = [
        {*holders}
        for holders in _where_the_queens_may_be()
        if holders.count(seat) == dealt.count(CLUB_QUEEN)
        and all(holders.count(other) >= shown.count(other) for other in Seat)
        and all((other in holders) == (party is Party.RE) for other, party in said.items())
    ]
    return tuple(
        Party.RE
        if all(other in holders for holders in possible)
        else Party.KONTRA
        if all(other not in holders for holders in possible)
        else None
        for other in Seat
    )


def _where_the_queens_may_be() -> Iterator[tuple[Seat, ...]]:
    return combinations_with_replacement(Seat, COPIES)
