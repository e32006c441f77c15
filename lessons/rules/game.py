"""A game: a deal and the actions done to it. Each action gives a new state; nothing changes.

A game is asked for reservations (:class:`Asking`), may exchange the cards of a poverty
(:class:`Exchanging`), and is played (:class:`Position`) or thrown in (:class:`Redeal`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple, NoReturn

from lessons.rules.calls import (
    ANNOUNCED_BY,
    Call,
    Caller,
    CallTime,
    Spoken,
    check_call,
    why_may_call,
    why_no_call,
)
from lessons.rules.cards import COPIES, FOX, PLAYERS, Card, Deal, Hand, Seat, as_deal
from lessons.rules.contracts import ALONE, CardOrder, Contract
from lessons.rules.parties import UNDECIDED, Parties, Party, known_parties, only_known
from lessons.rules.reasons import IllegalAction, Reason, Why
from lessons.rules.reservations import (
    Reservation,
    Settled,
    check_said,
    settle,
    settled_by,
    settled_poverty,
    trumps_and_foxes,
    why_not_said,
)
from lessons.rules.rule_sets import Deciding, MarriageUntil, RuleSet, Said
from lessons.rules.scoring import Result, Tally, result_of
from lessons.rules.special_points import Earned, Taken, special_points
from lessons.rules.tricks import Trick, legal_cards, may_follow, why_not_legal, winning_place


class Play(NamedTuple):
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Say:
    """A call, at any moment of play and out of turn too (reading X2)."""

    seat: Seat
    call: Call


@dataclass(frozen=True, slots=True)
class Lay:
    """A poverty lays down its trumps, the foxes face up (cvjm:5.2b)."""

    seat: Seat
    trumps: Hand
    foxes: Hand


@dataclass(frozen=True, slots=True)
class Decline:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Take:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Return:
    """The taker returns as many cards as were laid, any of them (cvjm:5.2c, C27)."""

    seat: Seat
    cards: Hand


type Action = Reservation | Lay | Decline | Take | Return | Say | Play
type State = Asking | Exchanging | Position | Redeal


@dataclass(frozen=True, slots=True)
class Asking:
    """The seats are asked for reservations, in turn from VH."""

    rules: RuleSet
    deal: Deal
    said: tuple[Reservation, ...] = ()

    @property
    def to_speak(self) -> Seat:
        return Seat(len(self.said))

    def after(self, action: Action) -> State:
        if not isinstance(action, Reservation):
            _refuse_before_play(action, self.to_speak)
        if action.seat != self.to_speak:
            _check_solo(action, self.rules, self.deal)
            why = Why(Reason.RESERVATION_OUT_OF_TURN, seats=(action.seat, self.to_speak))
            raise IllegalAction(why, f"{self.to_speak.name} is asked, not {action.seat.name}")
        check_said(action, self.rules, self.deal)
        said = (*self.said, action)
        if len(said) < PLAYERS:
            return Asking(self.rules, self.deal, said)
        played = settle(self.rules, self.deal, said)
        if played is not None and played.said is Said.THROW_IN:
            return Redeal(self.rules)
        if played is not None and played.said is Said.POVERTY:
            return Exchanging(self.rules, self.deal, played.seat)
        return begin(self.rules, settled_by(played, self.rules, self.deal), self.deal)


@dataclass(frozen=True, slots=True)
class Exchanging:
    """A poverty (Trumpfabgabe) offers its trumps to one seat after the other."""

    rules: RuleSet
    deal: Deal
    giver: Seat
    laid: Hand | None = None
    """What lies on the table; None: nothing yet."""
    declined: int = 0
    taker: Seat | None = None

    @property
    def hands(self) -> Deal:
        """The cards in each hand; those laid down are in none until they are taken."""
        hands = list(self.deal)
        if self.laid is not None:
            hands[self.giver] = _without(self.deal[self.giver], self.laid)
            if self.taker is not None:
                hands[self.taker] = (*self.deal[self.taker], *self.laid)
        return as_deal(hands)

    @property
    def to_act(self) -> Seat:
        if self.laid is None:
            return self.giver
        return self.giver.after(self.declined + 1) if self.taker is None else self.taker

    def after(self, action: Action) -> State:
        if isinstance(action, Reservation | Say | Play):
            _refuse_before_play(action, self.to_act)
        is_asked = self.laid is not None and self.taker is None
        match action:
            case Lay(seat) if seat == self.to_act and self.laid is None:
                return self._after_lay(action)
            case Decline(seat) | Take(seat) if seat == self.to_act and is_asked:
                return self._after_answer(action)
            case Return(seat) if seat == self.taker:
                return self._after_return(action)
        return _refuse_reservation(action)

    def _after_answer(self, answer: Decline | Take) -> State:
        if isinstance(answer, Take):
            taken = replace(self, taker=answer.seat)
            return taken if self.laid else taken._begin(())  # nothing comes back (C27)
        if self.declined == PLAYERS - 2:  # reading C26: nobody takes
            return Redeal(self.rules)
        return replace(self, declined=self.declined + 1)

    def _after_lay(self, lay: Lay) -> State:
        trumps, foxes = trumps_and_foxes(self.deal[lay.seat], self.rules)
        if Counter(lay.trumps) != Counter(trumps) or Counter(lay.foxes) != Counter(foxes):
            why = Why(Reason.LAYS_WRONG_CARDS, trumps, foxes, seats=(lay.seat,))
            raise IllegalAction(why, f"{lay.seat.name} must lay every trump, foxes after the +")
        return replace(self, laid=(*lay.trumps, *lay.foxes))

    def _after_return(self, back: Return) -> State:
        assert self.laid is not None
        held = Counter(self.deal[back.seat]) + Counter(self.laid)
        if len(back.cards) != len(self.laid) or Counter(back.cards) - held:
            figures = (len(back.cards), len(self.laid))
            why = Why(Reason.RETURNS_WRONG_CARDS, seats=(back.seat,), figures=figures)
            message = f"{back.seat.name} must return {len(self.laid)} cards that are held"
            raise IllegalAction(why, message)
        return self._begin(back.cards)

    def _begin(self, returned: Hand) -> Position:
        assert self.taker is not None
        assert self.laid is not None
        hands = list(self.deal)
        hands[self.giver] = (*_without(self.deal[self.giver], self.laid), *returned)
        hands[self.taker] = _without((*self.deal[self.taker], *self.laid), returned)
        settled = settled_poverty(self.giver, self.taker, laid_nothing=not self.laid)
        return begin(self.rules, settled, as_deal(hands))


@dataclass(frozen=True, slots=True)
class Redeal:
    """Thrown in, or a poverty that nobody took: nothing is played."""

    rules: RuleSet

    def after(self, action: Action) -> State:
        if isinstance(action, Play):
            _refuse_game_over(action)
        if isinstance(action, Say):
            why = Why(Reason.CALL_AFTER_GAME, seats=(action.seat,), calls=(action.call,))
            raise IllegalAction(why, "there is a new deal")
        _refuse_reservation(action)


class Position(NamedTuple):
    """The tricks played so far, and the cards that each seat still holds."""

    rules: RuleSet
    settled: Settled
    deal: Deal
    """The hands as play began, after an exchange. A hand that is not wholly known is shorter."""
    hands: Deal
    """The cards left in each hand."""
    order: CardOrder
    """Of the trick on the table."""
    trick: Trick
    """The trick on the table; empty between two tricks."""
    tricks: tuple[Trick, ...] = ()
    """The complete tricks."""
    winners: tuple[Seat, ...] = ()
    """Who has taken each of them."""
    calls: tuple[Spoken, ...] = ()

    @property
    def is_over(self) -> bool:
        return len(self.tricks) == self.rules.hand_size

    @property
    def to_play(self) -> Seat:
        return self.trick.to_play

    @property
    def led(self) -> Card | None:
        return self.trick.cards[0] if self.trick.cards else None

    @property
    def contract(self) -> Contract:
        return self.settled.contract

    @property
    def parties(self) -> Parties:
        """The party of each seat; None: not decided yet, or a hand that is not known."""
        return self.settled.parties

    def cards_in_hand(self, seat: Seat) -> int:
        has_played = self.trick.place_of(seat) < len(self.trick.cards)
        return self.rules.hand_size - len(self.tricks) - has_played

    def call_time(self, seat: Seat) -> CallTime:
        """The time for a call of this seat."""
        begun = len(self.tricks) + bool(self.trick.cards)
        return CallTime(self.cards_in_hand(seat), begun, self.settled.shift)

    def caller(self, seat: Seat) -> Caller:
        """A seat that wants to call now."""
        return Caller(seat, self.parties[seat], self.rules, self.calls, self.call_time(seat))

    def legal_cards(self) -> Hand:
        """The cards that the seat to play may play; its hand is known."""
        cards = self.trick.cards
        return legal_cards(self.hands[self.trick.to_play], cards[0] if cards else None, self.order)

    def card_points(self) -> tuple[int, ...]:
        """Card points taken in complete tricks, by seat."""
        points = [0] * PLAYERS
        for trick, winner in zip(self.tricks, self.winners, strict=True):
            points[winner] += trick.points
        return tuple(points)

    def after(self, action: Action) -> State:
        """The state after one more action; raises :class:`IllegalAction`."""
        match action:
            case Play():
                return self.after_play(action)
            case Say():
                return self._replace(calls=(*self.calls, self._check_call(action)))
            case Reservation(said=Said.MARRIAGE):
                return self._after_late_marriage(action)
            case Return(seat, ()) if self._may_return_nothing(seat):
                return self._replace(settled=replace(self.settled, laid_nothing=False))
            case Reservation():
                _check_solo(action, self.rules, self.deal)
        return _refuse_reservation(action)

    def after_play(self, play: Play) -> Position:
        """The position after one more card; raises :class:`IllegalAction`."""
        seat, card = play.seat, play.card
        leader, lie = self.trick.leader, self.trick.cards
        hand, order = self.hands[seat], self.order
        if (
            seat != (leader + len(lie)) % PLAYERS
            or card not in hand
            or (lie and not may_follow(card, hand, lie[0], order))
        ):
            self._refuse(play)
        place = hand.index(card)
        left = list(self.hands)
        left[seat] = hand[:place] + hand[place + 1 :]
        hands = as_deal(left)
        trick = Trick(leader, (*lie, card))
        settled, tricks, winners = self.settled, self.tricks, self.winners
        if len(lie) == PLAYERS - 1:
            cards = trick.cards
            winner = leader.after(winning_place(cards, order))
            tricks, winners = (*tricks, trick), (*winners, winner)
            if settled.is_open:
                led_trump, most = order.is_trump(cards[0]), self.rules.marriage_tricks
                settled = settled.after_trick(len(tricks), winner, led_trump, most)
            trick = Trick(winner)
            if self.rules.order_changes:
                order = _order_after(tricks, self.rules, settled.contract, self.deal)
        return Position(
            self.rules, settled, self.deal, hands, order, trick, tricks, winners, self.calls
        )

    def possible_calls(self, seat: Seat) -> tuple[Call, ...]:
        """The calls that a seat may make now."""
        if self.is_over or self.settled.is_open:
            return ()
        caller = self.caller(seat)
        return tuple(call for call in Call if not why_no_call(caller, call))

    def why_may_call(self, seat: Seat, call: Call) -> Why:
        """Why a seat may make a call that is possible now."""
        return why_may_call(self.caller(seat), call)

    def known_parties(self, seat: Seat) -> Parties:
        """Each seat's party as far as ``seat`` knows it: from its own cards, those played, the
        calls and an announced marriage alone."""
        return known_parties(
            seat,
            self.contract,
            self.parties,
            dealt=self.deal[seat],
            tricks=[trick.played for trick in (*self.tricks, self.trick)],
            said=self._parties_told(),
            pack=self.rules.pack,
            order=self.order,
        )

    def tally(self, *, after_draw: bool = False) -> Tally:
        """The figures from which a game that is over is settled; every party is known."""
        party_of = [party for party in self.parties if party is not None]
        points, tricks = dict.fromkeys(Party, 0), dict.fromkeys(Party, 0)
        for trick, winner in zip(self.tricks, self.winners, strict=True):
            points[party_of[winner]] += trick.points
            tricks[party_of[winner]] += 1
        return Tally(
            rules=self.rules,
            contract=self.contract,
            card_points=points,
            tricks=tricks,
            calls=self.calls,
            specials=self.special_points(),
            after_draw=after_draw,
        )

    def result(self, *, after_draw: bool = False) -> Result:
        """The settlement of a game that is over; ``after_draw``: the game before was a draw."""
        return result_of(self.tally(after_draw=after_draw))

    def special_points(self) -> tuple[Earned, ...]:
        """The special points of the complete tricks of a game whose parties are known."""
        if self.contract in ALONE and not self.rules.specials_in_solo:
            return ()
        return tuple(
            earned
            for taken, order in self.taken()
            for earned in special_points(taken, order, self.parties, self.rules.specials)
        )

    def orders(self) -> Iterator[CardOrder]:
        """The order of each complete trick."""
        for number in range(len(self.tricks)):
            if self.rules.order_changes:
                yield _order_after(self.tricks[:number], self.rules, self.contract, self.deal)
            else:
                yield self.order

    def _may_return_nothing(self, seat: Seat) -> bool:
        is_begun = self.tricks or self.trick.cards or self.calls
        return self.settled.laid_nothing and seat == self.settled.partner and not is_begun

    def taken(self) -> Iterator[tuple[Taken, CardOrder]]:
        """The complete tricks with who has taken them, each with the order of its cards."""
        played = zip(self.tricks, self.winners, self.orders(), strict=True)
        for number, (trick, winner, order) in enumerate(played, start=1):
            yield Taken(trick, winner, number, is_last=number == self.rules.hand_size), order

    def _check_call(self, say: Say) -> Spoken:
        announces = ANNOUNCED_BY.get(say.call)
        party = self.parties[say.seat]
        is_wrong = announces is not None and party is announces.other
        if self.settled.is_open and not is_wrong:
            why = Why(Reason.CALL_BEFORE_PARTIES, seats=(say.seat,), calls=(say.call,))
            raise IllegalAction(why, "nothing may be said before the deciding trick is over")
        spoken = check_call(self.caller(say.seat), say.call)
        if self.is_over:
            why = Why(Reason.CALL_AFTER_GAME, seats=(say.seat,), calls=(say.call,))
            raise IllegalAction(why, "the game is over")
        return spoken

    def _parties_told(self) -> dict[Seat, Party]:
        """The parties that calls have told everybody. A limit tells one where it needs Re or
        Kontra first, and only one of them has been said."""
        told: dict[Seat, Party] = {}
        announced: list[Party] = []
        for spoken in self.calls:
            party = ANNOUNCED_BY.get(spoken.call)
            if party is not None:
                announced.append(party)
            elif self.rules.limits_need_announcement and len(announced) == 1:
                party = announced[0]
            if party is not None:
                told[spoken.seat] = party
        return told

    def _after_late_marriage(self, said: Reservation) -> Position:
        """The position after a marriage that is announced late: until the holder's own first card,
        if nobody plays a solo and nobody has called; trick 1 counts (royal:4.1.2b, R21)."""
        seat = said.seat
        if self.contract not in {Contract.NORMAL, Contract.SILENT_SOLO}:
            why = Why(Reason.MARRIAGE_AFTER_SOLO, seats=(seat,))
            raise IllegalAction(why, f"it is settled what is played: {self.contract}")
        if self.settled.is_given:
            _refuse_reservation(said)
        check_said(replace(said, deciding=None), self._any_deciding_trick(), self.deal)
        has_played = self.cards_in_hand(seat) < self.rules.hand_size
        if self.rules.marriage_until is MarriageUntil.QUERY or has_played:
            why = Why(Reason.MARRIAGE_TOO_LATE, seats=(seat,))
            raise IllegalAction(why, f"{seat.name} cannot announce a marriage any more")
        if self.calls:
            why = Why(Reason.MARRIAGE_AFTER_CALL, seats=(seat,))
            raise IllegalAction(why, "no marriage after a call")
        check_said(said, self.rules, self.deal)
        deciding = said.deciding or Deciding.FIRST
        settled = Settled(Contract.MARRIAGE, only_known(seat), declarer=seat, deciding=deciding)
        return self._replace(settled=settled)

    def _any_deciding_trick(self) -> RuleSet:
        return replace(self.rules, marriage_deciding=tuple(Deciding))

    def _refuse(self, play: Play) -> NoReturn:
        seat, card = play.seat, play.card
        if self.is_over:
            _refuse_game_over(play)
        if seat != self.to_play:
            _refuse_turn(seat, self.to_play)
        if card not in self.hands[seat]:
            why = Why(Reason.CARD_NOT_IN_HAND, (card,), seats=(seat,))
            raise IllegalAction(why, f"{seat.name} does not hold {card.name}")
        against = why_not_legal(card, self.hands[seat], self.led, self.order)
        assert against is not None
        suit, reason = "trump", Reason.SEAT_MUST_FOLLOW_TRUMP
        if against.suits:
            suit, reason = against.suits[0].name.lower(), Reason.SEAT_MUST_FOLLOW_SUIT
        with_cards = ", ".join(dict.fromkeys(follow.name for follow in against.others))
        message = f"{seat.name} must follow {suit}: {with_cards}"
        others = tuple(dict.fromkeys(against.others))
        raise IllegalAction(against._replace(reason=reason, seats=(seat,), others=others), message)


def begin(rules: RuleSet, settled: Settled, deal: Deal) -> Position:
    """The position before the first card."""
    order = _order_after((), rules, settled.contract, deal)
    return Position(
        rules=rules,
        settled=settled,
        deal=deal,
        hands=deal,
        order=order,
        trick=Trick(settled.leader),
    )


def start(rules: RuleSet, contract: Contract, deal: Deal, leader: Seat = Seat.VH) -> Position:
    """The position before a card of a contract without a declarer, to look at cards only."""
    return begin(rules, Settled(contract, UNDECIDED), deal)._replace(trick=Trick(leader))


def state_after(first: State, actions: Iterable[Action]) -> State:
    """The fold of actions over a state; raises :class:`IllegalAction`."""
    return reduce(lambda state, action: state.after(action), actions, first)


def position_after(first: Position, plays: Iterable[Play]) -> Position:
    """The fold of cards over a position; raises :class:`IllegalAction`."""
    return reduce(Position.after_play, plays, first)


def _order_after(
    tricks: tuple[Trick, ...], rules: RuleSet, contract: Contract, deal: Deal
) -> CardOrder:
    """The order of the trick after ``tricks``."""
    return rules.order_of_trick(
        contract,
        is_last=len(tricks) == rules.hand_size - 1,
        has_piglets=any(hand.count(FOX) == COPIES for hand in deal),
        foxes_played=sum(trick.cards.count(FOX) for trick in tricks),
    )


def _check_solo(action: Reservation, rules: RuleSet, deal: Deal) -> None:
    """Refuse a solo that the rules do not have, before anything else wrong with saying it."""
    why = why_not_said(action, rules, deal)
    if why is not None and why.reason is Reason.SOLO_NOT_IN_RULES:
        check_said(action, rules, deal)


def _refuse_before_play(action: Action, asked: Seat) -> NoReturn:
    seat = action.seat
    match action:
        case Say():
            why = Why(Reason.CALL_BEFORE_PLAY, seats=(seat,), calls=(action.call,))
            raise IllegalAction(why, "no call before play begins")
        case Play():
            why = Why(Reason.PLAY_NOT_BEGUN, seats=(seat, asked))
            raise IllegalAction(why, f"play has not begun: {asked.name} is asked")
    _refuse_reservation(action)


def _refuse_reservation(action: Action) -> NoReturn:
    """Refuse an action of the time before play, which comes too late or has no object."""
    seat = action.seat
    if isinstance(action, Reservation):
        why = Why(Reason.RESERVATIONS_OVER, seats=(seat,))
        raise IllegalAction(why, "nobody is asked for reservations now")
    why = Why(Reason.NO_EXCHANGE, seats=(seat,))
    raise IllegalAction(why, "there are no cards to exchange")


def _refuse_turn(seat: Seat, asked: Seat) -> NoReturn:
    why = Why(Reason.NOT_YOUR_TURN, seats=(seat, asked))
    raise IllegalAction(why, f"it is {asked.name}'s turn, not {seat.name}'s")


def _refuse_game_over(play: Play) -> NoReturn:
    raise IllegalAction(Why(Reason.GAME_OVER, seats=(play.seat,)), "the game is over")


def _without(hand: Hand, cards: Hand) -> Hand:
    """A hand without some of its cards, each taken once."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
