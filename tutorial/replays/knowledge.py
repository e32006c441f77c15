"""Who may know what at a step of a game: all that is kept from whoever looks is kept here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lessons.replays import Step
from lessons.rules.calls import Call
from lessons.rules.cards import FOX, Card, Seat
from lessons.rules.contracts import Contract
from lessons.rules.game import Action, Exchanging, Lay, Return
from lessons.rules.parties import UNDECIDED, Parties, Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.special_points import Earned
from tutorial.replays.games import Game
from tutorial.replays.guessing import Guess
from tutorial.replays.look import Look
from tutorial.shared.settlement import Share
from tutorial.shared.table import Taken, tricks_taken
from tutorial.shared.words import words


@dataclass(frozen=True, slots=True)
class KnownSeat:
    """What a reader knows of a seat."""

    seat: Seat
    party: str
    """Empty while the seat that is looked from cannot know it."""
    cards: int
    tricks: int
    points: int


@dataclass(frozen=True)
class Knowledge:
    """What a seat can know, or everything with all hands open; but never the answer to what the
    page asks."""

    game: Game
    at: Step
    look: Look
    guess: Guess | None = None

    # While the page asks

    @property
    def is_asked_who_wins(self) -> bool:
        guess = self.guess
        return guess is not None and guess.form is not None and guess.is_about_trick

    @cached_property
    def told(self) -> Step:
        """The step whose table is shown: before the last card, while the page asks who wins."""
        return self.game.steps[self.at.number - 1] if self.is_asked_who_wins else self.at

    @property
    def winner(self) -> Seat | None:
        """Winner of a complete trick."""
        return None if self.is_asked_who_wins else self.at.winner

    @property
    def you(self) -> Seat:
        """Who sits at the bottom: the seat that is looked from, or whose hand is asked about."""
        drawn = self.guess.hand_of if self.guess else None
        return self.look.seat if drawn is None else drawn

    @property
    def is_hand_drawn(self) -> bool:
        """Whether the question draws the hand at the bottom itself."""
        return self.guess is not None and self.guess.hand_of is not None

    def sees_hand(self, seat: Seat) -> bool:
        return self.look.is_open or seat is self.look.seat

    @property
    def note(self) -> str:
        """The comment."""
        return "" if self.is_asked_who_wins else self.game.notes.get(self.at.number, "")

    # What a seat can know

    @property
    def _is_all_told(self) -> bool:
        return self.look.is_open or self.at.counted is not None

    @property
    def is_note_of_other(self) -> bool:
        """Comments are written for a seat, and may tell another one too much."""
        return self.look.seat is not self.game.seat and not self._is_all_told

    @cached_property
    def parties(self) -> Parties:
        """Party of each seat, as far as the seat that is looked from knows it."""
        if not self.told.has_begun:
            return UNDECIDED
        if self._is_all_told:
            return self.told.position.parties
        return self.told.position.known_parties(self.look.seat)

    @cached_property
    def contract(self) -> str:
        """The contract, as far as the seat that is looked from knows it."""
        if not self.told.has_begun:
            return ""
        contract = self.told.position.contract
        if contract is Contract.SILENT_SOLO and None in self.parties:
            contract = Contract.NORMAL  # nobody else can tell it from one
        return words().cards.name(contract)

    @cached_property
    def because(self) -> tuple[Why, ...]:
        """Why it is so, as far as it may be said."""
        if self.is_asked_who_wins:
            return self.at.because[:1]
        return (*map(self._as_seen, self.at.because), *(earned.why for earned in self.earned))

    def _as_seen(self, why: Why) -> Why:
        """A silent solo looks like a normal game to all but who plays it."""
        is_secret = why.reason is Reason.SILENT_QUEENS and self.look.seat not in why.seats
        return Why(Reason.ALL_HEALTHY) if is_secret and not self.look.is_open else why

    @cached_property
    def earned(self) -> tuple[Earned, ...]:
        """Special points that whoever looks can know of."""
        return tuple(
            earned
            for earned in self.at.earned
            if all(self.parties[seat] is not None for seat in earned.why.seats)
        )

    def sees(self, action: Action) -> bool:
        """Whether all of an action is open to whoever looks: cards that change hands in a poverty
        are not."""
        match action:
            case Lay():
                return self._sees_laid
            case Return():
                return self._sees_laid or self.look.seat is action.seat
        return True

    @property
    def _sees_laid(self) -> bool:
        """Cards that the giver lays face down, which nobody else can see before they are taken."""
        giver = next((a.seat for a in self.game.record.actions if isinstance(a, Lay)), None)
        return self.look.is_open or self.look.seat is giver

    @cached_property
    def laid(self) -> tuple[Card | None, ...]:
        """The cards of a poverty on the table; None for those that lie face down to whoever
        looks."""
        state = self.at.state
        if not isinstance(state, Exchanging) or not state.laid or state.taker is not None:
            return ()
        return tuple(card if self._sees_laid or card == FOX else None for card in state.laid)

    # How it stands

    @cached_property
    def rows(self) -> tuple[KnownSeat, ...]:
        position = self.told.position
        points = position.card_points()
        return tuple(
            KnownSeat(
                seat,
                words().cards.name(party) if party else "",
                position.cards_in_hand(seat),
                position.winners.count(seat),
                points[seat],
            )
            for seat, party in zip(Seat, self.parties, strict=True)
        )

    @cached_property
    def taken(self) -> tuple[Taken, ...]:
        """The tricks so far, with the one on the table."""
        position = self.told.position
        done = tricks_taken(position)
        lying = self.at.trick if self.is_asked_who_wins else position.trick
        return (*done, Taken(len(done) + 1, lying.cards)) if lying.cards else done

    @cached_property
    def party_points(self) -> tuple[Share, ...]:
        """Card points of each party, once all are known."""
        if None in self.parties:
            return ()
        points = self.told.position.card_points()
        return tuple(
            Share(
                words().cards.name(party),
                sum(of for of, other in zip(points, self.parties, strict=True) if other is party),
            )
            for party in Party
        )

    @property
    def points_taken(self) -> int:
        """Card points in all tricks so far."""
        return sum(self.told.position.card_points())

    @cached_property
    def possible(self) -> tuple[tuple[str, str], ...]:
        """What may still be called, by the seat that is looked at or by all; those who may say the
        same together."""
        position = self.told.position
        if not self.told.has_begun or position.is_over or self.at.refused:
            return ()
        if self.look.guess and not (self.guess and self.guess.verdict):
            return ()  # it may be what is asked next
        names, found = words().cards, dict[tuple[Call, ...], list[str]]()
        for seat in Seat if self.look.is_open else (self.look.seat,):
            if position.parties[seat] is None and not position.settled.is_open:
                continue  # a hand that is not known
            found.setdefault(position.possible_calls(seat), []).append(names.seat(seat, "acc"))
        return tuple(
            (names.all_of(seats), names.all_of([names.name(call) for call in calls]))
            for calls, seats in found.items()
        )

    @property
    def is_open_marriage(self) -> bool:
        return self.told.has_begun and self.told.position.settled.is_open

    @cached_property
    def trumps(self) -> tuple[int, int, int, int] | None:
        """Of how many trumps how many are gone, in this hand, and still with the others."""
        position = self.at.position
        order = position.order
        is_asked = self.is_hand_drawn and self.guess is not None and self.guess.form is not None
        if not self.at.has_begun or not order.trumps or is_asked:
            return None
        of_pack = sum(map(order.is_trump, position.rules.pack))
        if len(position.hands[self.look.seat]) < position.cards_in_hand(self.look.seat):
            return None
        held = sum(map(order.is_trump, position.hands[self.look.seat]))
        gone = self.at.trumps_gone
        return of_pack, gone, held, of_pack - gone - held
