"""reservations: several reservations: what is played, by whom, and who leads?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way
from lessons.exercises.deals import deal_with
from lessons.exercises.exhibits import Exhibit, Fact, said_by
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception, believed_rules
from lessons.exercises.verdict import Hint
from lessons.rules.cards import CLUB_QUEEN, COPIES, PLAYERS, Deal, Seat
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.game import Play, Position, begin
from lessons.rules.reasons import IllegalAction, Reason, Why
from lessons.rules.reservations import (
    Reservation,
    Settled,
    all_healthy,
    is_there,
    settle,
    settled_by,
    why_leads,
    why_played,
)
from lessons.rules.rule_sets import Deciding, MarriageUntil, RuleSet, Said
from lessons.rules.sources import sources_beside, sources_of, sources_of_why
from lessons.rules.tricks import Trick

LATE, ORDER = "late-marriage", "order"
THROW_IN = "throw-in"
_M = Misconception
_ORDER = (_M.MARRIAGE_BEFORE_SOLO, _M.LAST_RESERVATION_PLAYS)
_FIRST = (_M.FIRST_RESERVATION_PLAYS,)


@dataclass(frozen=True, slots=True)
class Bid:
    """The reservation that a seat has when it is asked."""

    seat: Seat
    said: Said
    solo: Contract | None = None


@dataclass(frozen=True, slots=True)
class ReservationQuestion:
    rules: RuleSet
    bids: tuple[Bid, ...] = ()
    """Of all four, from VH."""
    holder: Seat | None = None
    """Of both club queens; without bids, asked whether she may announce her marriage now."""
    is_late: bool = False
    """Whether she announces it before her first card, where that may be."""
    asks_leader: bool = True
    trick: Trick | None = None
    """The first one, as far as it has come."""

    @property
    def said(self) -> tuple[Reservation, ...]:
        return tuple(
            Reservation(bid.seat, bid.said, bid.solo, _first_kind(bid, self.rules))
            for bid in self.bids
        )


class Reservations(Kind[ReservationQuestion]):
    name: ClassVar = "reservations"
    group: ClassVar = Group.PARTIES
    version: ClassVar = 5
    balanced_by: ClassVar = "the first reservation and a later one; forehand and another"
    asks: ClassVar = ReservationQuestion
    ways: ClassVar = {
        "": {"played": Way.ONE, "seat": Way.ONE, "leader": Way.ONE},
        ORDER: {"played": Way.ONE, "seat": Way.ONE},
        LATE: {"allowed": Way.ONE},
    }
    beliefs: ClassVar = (
        *_ORDER, *_FIRST, _M.THROW_IN_FIRST, _M.SOLOIST_LEADS, _M.SOLOIST_DOES_NOT_LEAD,
        _M.SILENT_SOLO_HAS_PARTNER, _M.MARRIAGE_ONLY_WHEN_ASKED, _M.MARRIAGE_AT_ANY_TIME,
    )  # fmt: skip
    aims: ClassVar = {
        "kompakt:spielen": Aim((_M.SOLOIST_LEADS,), free=1),
        "kompakt:vorbehalte": Aim(_ORDER, later=_FIRST, free=1),
        "kompakt:spielfindung": Aim((*_ORDER, _M.SOLOIST_LEADS), later=_FIRST, free=1),
        "kompakt:pflichtsolo": Aim((_M.SOLOIST_DOES_NOT_LEAD,), later=_FIRST),
        "royal:3.3.1b": Aim((_M.SILENT_SOLO_HAS_PARTNER,), few=8),
        "royal:4.1.1": Aim((_M.SOLOIST_LEADS, _M.LAST_RESERVATION_PLAYS), free=1),
        "royal:4.1.2a": Aim((_M.MARRIAGE_BEFORE_SOLO,), later=_FIRST),
        "royal:4.1.2b": Aim((_M.MARRIAGE_ONLY_WHEN_ASKED, _M.MARRIAGE_AT_ANY_TIME), about=LATE),
        "royal:4.1.3": Aim((_M.THROW_IN_FIRST,), later=_FIRST, about=THROW_IN, free=2),
        "cvjm:2c": Aim((*_ORDER, _M.THROW_IN_FIRST), later=_FIRST, free=1),
        "cvjm:2d": Aim((_M.SOLOIST_LEADS, _M.MARRIAGE_BEFORE_SOLO)),
        "cvjm:2e": Aim((_M.SOLOIST_LEADS,)),
    }
    hinted: ClassVar = {
        Hint.OPTION: Why(Hint.OPTION, calls=(Said.SOLO,)),
        Hint.SEAT: Why(Hint.SEAT, seats=(Seat.VH,)),
        Hint.NONE: Why(Hint.NONE),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> ReservationQuestion | None:
        if aim.about == LATE:
            return _late(chance, rules)
        if belief is _M.SILENT_SOLO_HAS_PARTNER:
            return _silent(chance, rules, is_late=aim.twin)
        asks_leader, is_vh = belief in _ABOUT_LEADING, False
        number = chance.choice({1: (2, 2, 3), 2: (2, 3), 3: (2, 3, 4)}[level])
        could = rest = [said for said in rules.reservation_order if is_there(said, rules)]
        kinds = [said for said in _wanted(belief, chance, could, aim.twin) if said in could]
        if asks_leader and aim.twin:  # nobody plays alone, or forehand does
            is_vh = level == 3 or chance.randrange(2) > 0
            if belief is _M.SOLOIST_DOES_NOT_LEAD and not is_vh:
                could = rest = [said for said in could if said is not Said.COMPULSORY]
                kinds = [said for said in could[:1] if said is Said.SOLO]
        if belief is None or (belief is _M.SOLOIST_LEADS and aim.twin and not is_vh):
            rest, kinds = [said for said in could if said not in _NAMES_SOLO], []
            number = chance.choice((0, 1, 1, min(number, len(rest))))
        if belief is None and aim.about == THROW_IN:
            kinds, number = [Said.THROW_IN], max(number, 1)
        if aim.twin and belief in _STANDS_BACK and kinds:
            rest = could[could.index(kinds[0]) + 1 :]
        while len(kinds) < number and (left := [s for s in rest if s not in {*kinds} & _ONCE]):
            kinds.append(chance.choice(left))
        number = len(kinds)
        _order(chance, kinds, could, is_first=_is_first(chance, belief, aim, is_vh=is_vh))
        seats = _seats(chance, kinds, could)
        if is_vh:
            seats[0] = Seat.VH
        bids = [Bid(seat, Said.HEALTHY) for seat in Seat]
        for seat, said in zip(seats, kinds, strict=False):
            solo = chance.choice(rules.solos) if said in _NAMES_SOLO else None
            bids[seat] = Bid(seat, said, solo)
        return ReservationQuestion(rules, tuple(bids), asks_leader=asks_leader)

    def is_of_level(self, question: ReservationQuestion, level: int, aim: Aim) -> bool:
        """Where several have a reservation somebody can go wrong from level 2 on, and at level 3 in
        two ways."""
        named = sum(bid.said is not Said.HEALTHY for bid in question.bids)
        if named < 2:
            return True
        return len(self.misleading(question)) >= level - 1 - (level == 3 and aim.twin)

    def is_twin(self, belief: Misconception, question: ReservationQuestion) -> bool:
        """Of one that goes ahead: of another."""
        named = sum(bid.said is not Said.HEALTHY for bid in question.bids)
        return belief in _ABOUT_LEADING or not question.bids or named != 1

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        order = [said for said in rules.reservation_order if is_there(said, rules)]
        match belief:
            case _M.MARRIAGE_BEFORE_SOLO:
                return Said.MARRIAGE in order[1:]
            case _M.THROW_IN_FIRST:
                return Said.SOLO in order and Said.THROW_IN in order[order.index(Said.SOLO) :]
            case _M.FIRST_RESERVATION_PLAYS:
                return Said.SOLO in order and len(order) > 1
            case _M.LAST_RESERVATION_PLAYS | _M.SOLOIST_LEADS:
                return Said.SOLO in order
            case _M.SOLOIST_DOES_NOT_LEAD:
                return Said.COMPULSORY in order
            case _M.MARRIAGE_ONLY_WHEN_ASKED | _M.MARRIAGE_AT_ANY_TIME:
                return bool(rules.marriage_deciding)
        return True

    def variant(self, question: ReservationQuestion) -> str:
        if not question.bids:
            return LATE
        return "" if question.asks_leader else ORDER

    def fields(self, question: ReservationQuestion) -> tuple[Field, ...]:
        if not question.bids:
            return (Field("allowed", Way.ONE, (Choice.YES, Choice.NO)),)
        solos = {bid.solo for bid in question.bids if bid.solo is not None}
        played: list[Contract | Said] = [
            Contract.NORMAL,
            *(c for c in SOLOS if c in solos),
            Contract.MARRIAGE,
            Contract.SILENT_SOLO,
        ]
        rules = question.rules
        played += [
            s
            for s in (Said.POVERTY, Said.THROW_IN)
            if s in rules.reservation_order and is_there(s, rules)
        ]
        nobody = (*Seat, Choice.NOBODY)
        found = (Field("played", Way.ONE, tuple(played)), Field("seat", Way.ONE, nobody))
        return (*found, Field("leader", Way.ONE, nobody)) if question.asks_leader else found

    def solve(self, question: ReservationQuestion) -> Answer:
        if not question.bids:
            return (Choice.YES if _may_be_late(question) else Choice.NO,)
        return _answer(question, _settle(question))

    def believed(self, belief: Misconception, question: ReservationQuestion) -> Answer | None:
        if not question.bids:
            assert question.trick is not None
            has_begun = bool(question.trick.cards)
            return {
                _M.MARRIAGE_ONLY_WHEN_ASKED: (Choice.NO,),
                _M.MARRIAGE_AT_ANY_TIME: (Choice.YES,) if has_begun else None,
            }.get(belief)
        named = [said for said in question.said if said.said is not Said.HEALTHY]
        reservation = _settle(question)
        if belief in _REORDERS:
            return _reordered(belief, question)
        if belief in _ABOUT_LEADING and not question.asks_leader:
            return None
        match belief:
            case _M.FIRST_RESERVATION_PLAYS if named:
                return _answer(question, named[0])
            case _M.LAST_RESERVATION_PLAYS if reservation is not None:
                same = [said for said in named if said.said is reservation.said]
                return _answer(question, same[-1])
            case _M.SOLOIST_LEADS | _M.SOLOIST_DOES_NOT_LEAD:
                return _led(belief, question, reservation)
            case _M.SILENT_SOLO_HAS_PARTNER if question.holder is not None:
                return (Contract.MARRIAGE, question.holder)
            case _M.MARRIAGE_ONLY_WHEN_ASKED if question.holder is not None:
                return (Contract.SILENT_SOLO, question.holder)
        return None

    def because(self, question: ReservationQuestion) -> tuple[Why, ...]:
        if not question.bids:
            assert question.holder is not None
            seats = (question.holder,)
            if _may_be_late(question):
                return (Why(Reason.MAY_STILL_ANNOUNCE, seats=seats),)
            return (Why(Reason.OWN_CARD_LIES, seats=seats),)
        reservation = _settle(question)
        settled = _settled(question, reservation)
        why = why_played(
            question.said, reservation, settled or Settled(Contract.NORMAL, ()), question.rules
        )
        if not question.asks_leader:
            return (why,)
        then = Why(Reason.DEALT_ANEW) if settled is None else why_leads(settled)
        return why, then

    def about_answer(self, question: ReservationQuestion, answer: Answer) -> tuple[Why, ...]:
        """Why the reservation that was chosen stands back."""
        reservation = _settle(question)
        if not question.bids or reservation is None:
            return ()
        others = [
            one for one in question.said if one.said is not Said.HEALTHY and one != reservation
        ]
        chosen = next(
            (one for one in others if one.seat == answer[1]),
            next((one for one in others if (one.solo or one.said) == answer[0]), None),
        )
        if chosen is None:
            return ()
        settled = _settled(question, reservation) or Settled(Contract.NORMAL, ())
        return (why_played((reservation, chosen), reservation, settled, question.rules),)

    def still_because(self, question: ReservationQuestion, answer: Answer) -> tuple[Why, ...]:
        said = {why.reason for why in self.about_answer(question, answer)}
        return tuple(why for why in self.because(question) if why.reason not in said)

    def cites(self, question: ReservationQuestion) -> tuple[str, ...]:
        document = question.rules.document
        if not question.bids:
            return sources_of(Reason.LATE_MARRIAGE, document)
        reservation = _settle(question)
        if question.holder is not None:
            # Whether it is announced decides between a marriage and a silent solo.
            return sources_of(Reason.SILENT_QUEENS, document)
        asked = sources_of(Reason.RESERVATION_OUT_OF_TURN, document)
        said = tuple(bid.said for bid in question.bids if bid.said is not Said.HEALTHY)
        if len(said) > 1:
            asked = (*asked, *sources_of_why(Why(Reason.GOES_AHEAD, calls=said), document))
        asked = (*asked, *sources_beside("after-reservations", document))
        if reservation is not None and reservation.solo is not None:
            asked = (*asked, *sources_beside("solo-named", document))
            if question.asks_leader and is_there(Said.COMPULSORY, question.rules):
                asked = (*asked, *sources_of(Reason.COMPULSORY_LEADS, document))
        if Said.THROW_IN in said:
            asked = (*asked, *sources_of(Reason.HAND_TOO_GOOD, document))
        return asked

    def exhibit(self, question: ReservationQuestion) -> Exhibit:
        if not question.bids:
            assert question.holder is not None
            told: list[Why] = [Why(Fact.HOLDS_QUEENS, seats=(question.holder,))]
            told += [said_by(question.holder, Said.HEALTHY)]
            if question.trick is not None and not question.trick.cards:
                return Exhibit(None, (*told, Why(Fact.NO_CARD_YET)))
            return Exhibit(None, tuple(told), question.trick)
        told = [said_by(bid.seat, bid.solo or bid.said) for bid in question.bids]
        if any(bid.said is Said.COMPULSORY for bid in question.bids):
            told = [
                Why(Fact.COMPULSORY, seats=(bid.seat,), calls=(bid.solo,))
                if bid.said is Said.COMPULSORY and bid.solo is not None
                else fact
                for bid, fact in zip(question.bids, told, strict=True)
            ]
        if question.holder is not None:
            holder = (question.holder,)
            told.append(Why(Fact.HOLDS_QUEENS, seats=holder))
            if question.is_late:
                told.append(Why(Fact.MARRIAGE_BEFORE_CARD, seats=holder))
            elif question.rules.marriage_until is not MarriageUntil.QUERY:
                told.append(Why(Fact.CARD_WITHOUT_MARRIAGE, seats=holder))
        return Exhibit(None, tuple(told))

    def seen_after(self, question: ReservationQuestion) -> Mapping[Seat, str]:
        """Whose own card decides how long a marriage may be announced."""
        if question.bids or question.holder is None:
            return {}
        return {question.holder: "counts"}

    def hint(self, question: ReservationQuestion) -> Why:
        if not question.bids:
            assert question.holder is not None
            return Why(Hint.SEAT, seats=(question.holder,))
        reservation = _settle(question)
        if question.holder is not None:
            return Why(Hint.SEAT, seats=(question.holder,))
        return (
            Why(Hint.NONE) if reservation is None else Why(Hint.OPTION, calls=(reservation.said,))
        )


_ABOUT_LEADING = {_M.SOLOIST_LEADS, _M.SOLOIST_DOES_NOT_LEAD}
_MIXED = 3
"""Of so many questions one is won by the first who has a reservation."""
_ONCE = {Said.MARRIAGE, Said.THROW_IN}
"""Both club queens are in one hand; of two who throw in, neither is the one who does."""
_STANDS_BACK = {_M.LAST_RESERVATION_PLAYS, _M.THROW_IN_FIRST}
"""Beliefs that are right where all others stand back."""
_NAMES_SOLO = {Said.SOLO, Said.COMPULSORY}
_REORDERS = {_M.MARRIAGE_BEFORE_SOLO, _M.THROW_IN_FIRST}


def _first_kind(bid: Bid, rules: RuleSet) -> Deciding | None:
    return rules.marriage_deciding[0] if bid.said is Said.MARRIAGE else None


def _wanted(
    belief: Misconception | None, chance: Random, could: list[Said], is_twin: bool
) -> tuple[Said, ...]:
    """Reservations over which the belief and the truth disagree; of a twin, over which others
    do."""
    if belief is None:
        return ()
    rival = chance.choice([said for said in could if said is not Said.MARRIAGE] or [Said.SOLO])
    behind = chance.choice([Said.MARRIAGE, could[-1]])
    return {
        _M.MARRIAGE_BEFORE_SOLO: (Said.SOLO, Said.SOLO) if is_twin else (Said.MARRIAGE, rival),
        _M.LAST_RESERVATION_PLAYS: (Said.SOLO, behind if is_twin else Said.SOLO),
        _M.THROW_IN_FIRST: (Said.THROW_IN, behind if is_twin else Said.SOLO),
        _M.SOLOIST_LEADS: (Said.SOLO,),
        _M.SOLOIST_DOES_NOT_LEAD: (Said.COMPULSORY,),
        _M.FIRST_RESERVATION_PLAYS: (Said.SOLO,),
    }.get(belief, ())


def _is_first(chance: Random, belief: Misconception | None, aim: Aim, *, is_vh: bool) -> bool:
    """Whether the first who has a reservation is to be the one that goes ahead."""
    if belief is _M.FIRST_RESERVATION_PLAYS:
        return aim.twin
    return is_vh or not chance.randrange(_MIXED)


def _order(chance: Random, kinds: list[Said], could: list[Said], *, is_first: bool) -> None:
    """Brings what was said into an order: first what goes ahead, or what stands back."""
    chance.shuffle(kinds)
    if kinds:
        best = (min if is_first else max)(kinds, key=could.index)
        kinds.remove(best)
        kinds.insert(0, best)


def _seats(chance: Random, kinds: list[Said], could: list[Said]) -> list[Seat]:
    """Seats of those who have a reservation, from VH; what goes ahead comes from any as often."""
    if not kinds:
        return []
    place, after = kinds.index(min(kinds, key=could.index)), len(kinds) - 1
    wins = chance.randrange(place, PLAYERS - after + place)
    before = sorted(chance.sample(range(wins), place))
    behind = sorted(chance.sample(range(wins + 1, PLAYERS), after - place))
    return [Seat(seat) for seat in (*before, wins, *behind)]


def _settle(question: ReservationQuestion) -> Reservation | None:
    """The reservation that goes ahead; unknown hands allow everything that was said."""
    return settle(question.rules, ((), (), (), ()), question.said)


def _settled(question: ReservationQuestion, found: Reservation | None) -> Settled | None:
    """The contract and leader that follow; None: the cards are dealt anew."""
    if found is None:
        if question.is_late:
            begun = _position(question).after(_marriage(question))
            assert isinstance(begun, Position)
            return begun.settled
        return all_healthy(question.rules, _deal_of(question))
    if found.said is Said.THROW_IN:
        return None
    if found.said is Said.POVERTY:
        return Settled(Contract.POVERTY, (), declarer=found.seat)
    return settled_by(found, question.rules, ((), (), (), ()))


def _deal_of(question: ReservationQuestion) -> Deal:
    """A deal of which only the holder of both club queens is known."""
    queens = (CLUB_QUEEN,) * COPIES
    first, second, third, fourth = (queens if s == question.holder else () for s in Seat)
    return first, second, third, fourth


def _position(question: ReservationQuestion) -> Position:
    """Before the first card, or with as much of the first trick as lies."""
    deal = _deal_of(question)
    position = begin(question.rules, all_healthy(question.rules, deal), deal)
    return position if question.trick is None else position._replace(trick=question.trick)


def _marriage(question: ReservationQuestion) -> Reservation:
    assert question.holder is not None
    return Reservation(question.holder, Said.MARRIAGE, deciding=question.rules.marriage_deciding[0])


def _answer(question: ReservationQuestion, found: Reservation | None) -> Answer:
    settled = _settled(question, found)
    if settled is None:
        assert found is not None
        answer: Answer = (Said.THROW_IN, found.seat, Choice.NOBODY)
    else:
        played = Said.POVERTY if settled.contract is Contract.POVERTY else settled.contract
        declarer = settled.declarer
        answer = (played, Choice.NOBODY if declarer is None else declarer, settled.leader)
    return answer if question.asks_leader else answer[:2]


def _led(
    belief: Misconception, question: ReservationQuestion, found: Reservation | None
) -> Answer | None:
    """The answer of somebody who is wrong about who leads a solo."""
    answer = _answer(question, found)
    if found is None or found.solo is None:
        return answer
    if belief is _M.SOLOIST_DOES_NOT_LEAD:
        return (*answer[:2], Seat.VH)
    return None if found.said is Said.COMPULSORY else (*answer[:2], found.seat)


def _reordered(belief: Misconception, question: ReservationQuestion) -> Answer | None:
    if belief is _M.MARRIAGE_BEFORE_SOLO:
        rules = believed_rules(belief, question.rules)
    else:
        order = question.rules.reservation_order
        if Said.THROW_IN not in order or order[0] is Said.THROW_IN:
            return None
        others = (said for said in order if said is not Said.THROW_IN)
        rules = replace(question.rules, reservation_order=(Said.THROW_IN, *others))
    if rules is None:
        return None
    changed = replace(question, rules=rules)
    return _answer(changed, _settle(changed))


def _silent(chance: Random, rules: RuleSet, *, is_late: bool) -> ReservationQuestion | None:
    if is_late and (rules.marriage_until is MarriageUntil.QUERY or not rules.marriage_deciding):
        return None
    bids = tuple(Bid(seat, Said.HEALTHY) for seat in Seat)
    holder = chance.choice(tuple(Seat))
    return ReservationQuestion(rules, bids, holder=holder, is_late=is_late, asks_leader=False)


def _late(chance: Random, rules: RuleSet) -> ReservationQuestion | None:
    """A question about a marriage that the holder announces in the first trick, or before it."""
    if rules.marriage_until is MarriageUntil.QUERY or not rules.marriage_deciding:
        return None
    holder = Seat(chance.randrange(PLAYERS))
    deal = deal_with(chance, rules, holder, lambda card: card == CLUB_QUEEN, COPIES)
    position = begin(rules, all_healthy(rules, deal), deal)
    trick = position.trick
    for _ in range(chance.randrange(PLAYERS)):
        card = chance.choice(position.legal_cards())
        trick = trick.with_card(card)
        position = position.after_play(Play(position.to_play, card))
    return ReservationQuestion(rules, holder=holder, trick=trick)


def _may_be_late(question: ReservationQuestion) -> bool:
    """Whether the rules allow the marriage at this moment."""
    try:
        _position(question).after(_marriage(question))
    except IllegalAction:
        return False
    return True
