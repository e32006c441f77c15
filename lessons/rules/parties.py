"""Who is Re and who is Kontra, and from when each seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import chain, combinations, combinations_with_replacement

from lessons.rules.cards import CLUB_QUEEN, COPIES, Card, Deal, Hand, Seat
from lessons.rules.contracts import CardOrder, Contract


class Party(StrEnum):
    RE = "re"
    KONTRA = "kontra"

    @property
    def other(self) -> Party:
        return Party.KONTRA if self is Party.RE else Party.RE


type Played = Sequence[tuple[Seat, Card]]
"""A trick, or as much of it as lies: who has played what."""

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
    tricks: Sequence[Played],
    said: Mapping[Seat, Party],
    pack: Hand,
    order: CardOrder,
) -> Parties:
    """Each seat's party as far as ``seat``, who was dealt ``dealt`` of the ``pack``, knows it.

    ``public`` is what the contract tells everybody. In the normal game, which a silent solo looks
    like, a seat knows its own cards, all that has been played, who did not follow, and who has
    told a party by a call (``said``). What holds wherever the cards not seen may still lie, it
    knows. Sources: kompakt:normalspiel, kompakt:stille-hochzeit, royal:2.1.1b.
    """
    if contract not in {Contract.NORMAL, Contract.SILENT_SOLO}:
        return public
    shown = [player for trick in tricks for player, card in trick if card == CLUB_QUEEN]
    possible = [
        holders
        for holders in combinations_with_replacement(Seat, COPIES)
        if holders.count(seat) == dealt.count(CLUB_QUEEN)
        and all(holders.count(other) >= shown.count(other) for other in Seat)
        and all((other in holders) == (party is Party.RE) for other, party in said.items())
    ]
    if len(dealt) == len(pack) // len(Seat):  # else the hand is not wholly known
        seen = [h for h in possible if _may_hold(h, seat, dealt, tricks, pack, order)]
        possible = seen or possible  # none is left only after a revoke that nobody could see
    return tuple(
        Party.RE
        if all(other in holders for holders in possible)
        else Party.KONTRA
        if all(other not in holders for holders in possible)
        else None
        for other in Seat
    )


def out_of(tricks: Sequence[Played], order: CardOrder) -> Mapping[Seat, frozenset[int]]:
    """By seat the groups of cards, trumps and plain suits, that it did not follow: it has none of
    them left."""
    found: dict[Seat, frozenset[int]] = dict.fromkeys(Seat, frozenset())
    for trick in tricks:
        for player, card in trick:
            led = order.group[trick[0][1]]
            if order.group[card] != led:
                found[player] |= {led}
    return found


def _may_hold(
    holders: tuple[Seat, ...],
    seat: Seat,
    dealt: Hand,
    tricks: Sequence[Played],
    pack: Hand,
    order: CardOrder,
) -> bool:
    """Whether the cards that ``seat`` has not seen can lie so that these are the holders of the
    club queens: none with somebody who is out of it, and as many with each as are left there."""
    hidden, room = Counter(pack) - Counter(dealt), dict.fromkeys(Seat, len(dealt))
    queens = Counter(holders)
    for player, card in chain.from_iterable(tricks):
        room[player] -= 1
        if player != seat:
            hidden[card] -= 1
            queens[player] -= card == CLUB_QUEEN
    gone = out_of(tricks, order)
    others = [other for other in Seat if other != seat]
    for other in others:
        if queens[other] and order.group[CLUB_QUEEN] in gone[other]:
            return False
        room[other] -= queens[other]
        hidden[CLUB_QUEEN] -= queens[other]
    number: Counter[int] = Counter()
    for card, left in hidden.items():
        number[order.group[card]] += left
    # The rest has room if, of any groups together, no more is left than those can hold who have
    # followed one of them (Hall's theorem).
    return all(
        sum(number[group] for group in some)
        <= sum(room[other] for other in others if not gone[other].issuperset(some))
        for size in range(1, len(number) + 1)
        for some in combinations(number, size)
    ) and all(room[other] >= 0 for other in others)
