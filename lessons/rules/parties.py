"""Who is Re and who is Kontra, and from when each seat knows."""

from collections.abc import Iterable
from enum import StrEnum

from lessons.rules.cards import CLUB_QUEEN, Deal, Hand, Seat
from lessons.rules.tricks import Trick


class Party(StrEnum):
    RE = "re"
    KONTRA = "kontra"


def party_of(hand: Hand) -> Party:
    """The party of who was dealt ``hand`` in the normal game (kompakt:normalspiel)."""
    return Party.RE if CLUB_QUEEN in hand else Party.KONTRA


def parties(deal: Deal) -> tuple[Party, ...]:
    """The party of each seat in the normal game."""
    return tuple(map(party_of, deal))


def known_parties(seat: Seat, dealt: Hand, tricks: Iterable[Trick]) -> tuple[Party | None, ...]:
    """What ``seat``, dealt ``dealt``, knows of each seat's party in the normal game.

    From its own cards and the club queens (Kreuz-Damen) shown in ``tricks`` alone; None: unknown.
    """
    re = {played_by for trick in tricks for played_by in _who_showed_club_queen(trick)}
    own = party_of(dealt)
    if own is Party.RE:
        re.add(seat)
    if len(re) == 2:  # both club queens are accounted for
        return tuple(Party.RE if other in re else Party.KONTRA for other in Seat)
    known: dict[Seat, Party] = dict.fromkeys(re, Party.RE) | {seat: own}
    return tuple(known.get(other) for other in Seat)


def _who_showed_club_queen(trick: Trick) -> tuple[Seat, ...]:
    return tuple(
        seat for seat, card in zip(trick.seats, trick.cards, strict=True) if card == CLUB_QUEEN
    )
