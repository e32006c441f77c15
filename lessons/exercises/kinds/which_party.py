"""which-party: which party are you in, or who is Re from what you have seen?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way
from lessons.exercises.deals import deal_with, game_begun, played_on
from lessons.exercises.exhibits import Exhibit, Fact, said_by
from lessons.exercises.kind import Aim, Group, Kind, contracts_of
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.verdict import Hint
from lessons.rules.calls import ANNOUNCED_BY, ANNOUNCEMENT_OF, Call
from lessons.rules.cards import CLUB_QUEEN, COPIES, PLAYERS, Hand, Seat
from lessons.rules.contracts import ALONE, SOLOS, Contract
from lessons.rules.parties import Party, known_parties, parties_with
from lessons.rules.reasons import Reason, Why
from lessons.rules.reservations import MOST_TRUMPS
from lessons.rules.rule_sets import Poverty, RuleSet
from lessons.rules.tricks import Trick

OWN, RE = "own", "re"
_M = Misconception


_SEEN = Aim((_M.QUEENS_DECIDE_LATE, _M.CALLS_TELL_NOTHING, _M.CALLER_IS_RE), about="re")


@dataclass(frozen=True, slots=True)
class PartyQuestion:
    rules: RuleSet
    asked: str
    contract: Contract
    seat: Seat
    """Who is asked."""
    hand: Hand
    """As dealt."""
    declarer: Seat | None = None
    """Who plays alone, or gives in a poverty."""
    partner: Seat | None = None
    """Who takes in a poverty."""
    tricks: tuple[Trick, ...] = ()
    caller: Seat | None = None
    call: Call | None = None

    @property
    def shown(self) -> tuple[Seat, ...]:
        """The seats that have played a club queen, once for each."""
        return tuple(
            seat
            for trick in self.tricks
            for seat, card in zip(trick.seats, trick.cards, strict=True)
            if card == CLUB_QUEEN
        )


class WhichParty(Kind[PartyQuestion]):
    name: ClassVar = "which-party"
    group: ClassVar = Group.PARTIES
    version: ClassVar = 3
    sides: ClassVar = {"you are Re": 1, "you are Kontra": 1}
    asks: ClassVar = PartyQuestion
    ways: ClassVar = {OWN: {"party": Way.ONE}, RE: {"seat": Way.SEVERAL}}
    beliefs: ClassVar = (_M.QUEENS_IN_SOLO, _M.QUEENS_DECIDE_LATE, _M.SILENT_SOLO_HAS_PARTNER,
                         _M.CALLS_TELL_NOTHING, _M.CALLER_IS_RE)  # fmt: skip
    aims: ClassVar = {
        "kompakt:spieler": Aim((_M.QUEENS_IN_SOLO,), SOLOS, about=OWN),
        "kompakt:normalspiel": _SEEN,
        "kompakt:stille-hochzeit": Aim((_M.SILENT_SOLO_HAS_PARTNER,), (Contract.SILENT_SOLO,),
                                       about=RE),
        "royal:2.1.1b": _SEEN,
        "royal:2.1.1c": Aim((_M.QUEENS_IN_SOLO,), SOLOS, about=OWN),
        "cvjm:4.1a": _SEEN,
        "C32": Aim((_M.QUEENS_IN_SOLO,), SOLOS, about=OWN),
        "C18": Aim((_M.QUEENS_IN_SOLO,), (Contract.POVERTY,), about=OWN),
        "C15": Aim((_M.SILENT_SOLO_HAS_PARTNER,), (Contract.SILENT_SOLO,), about=RE),
    }  # fmt: skip
    hinted: ClassVar = {
        Hint.SEAT: Why(Hint.SEAT, seats=(Seat.VH,)),
        Hint.CONTRACT: Why(Hint.CONTRACT, calls=(Contract.QUEENS,)),
        Hint.CARDS: Why(Hint.CARDS),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> PartyQuestion | None:
        contract = chance.choice(contracts_of(aim, rules))
        seat = Seat(chance.randrange(PLAYERS))
        if aim.about == OWN:
            return _own(chance, rules, contract, seat)
        if contract is Contract.SILENT_SOLO:
            deal = deal_with(chance, rules, seat, lambda card: card == CLUB_QUEEN, COPIES)
            return PartyQuestion(
                rules=rules, asked=RE, contract=contract, seat=seat, hand=deal[seat]
            )
        tricks = chance.randrange(1, {1: 3, 2: 5, 3: 7}[level])
        position = played_on(chance, game_begun(chance, rules, contract), PLAYERS * tricks)
        question = PartyQuestion(
            rules=rules,
            asked=RE,
            contract=contract,
            seat=seat,
            hand=position.deal[seat],
            tricks=position.tricks,
        )
        if belief not in {_M.CALLS_TELL_NOTHING, _M.CALLER_IS_RE}:
            return question
        caller = chance.choice([other for other in Seat if other != seat])
        party = position.parties[caller]
        assert party is not None
        if (party is Party.KONTRA) != (belief is _M.CALLER_IS_RE):
            return None
        return replace(question, caller=caller, call=ANNOUNCEMENT_OF[party])

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        return aim.contracts != (Contract.POVERTY,) or rules.poverty is not Poverty.OFF

    def is_of_level(self, question: PartyQuestion, level: int, aim: Aim) -> bool:
        """At level 1 something is known of another seat."""
        if question.asked == OWN or question.contract is not Contract.NORMAL or level > 1:
            return True
        return len(self._re(question)) == 2

    def side(self, question: PartyQuestion) -> str | None:
        if question.asked != OWN:
            return None
        return "you are Re" if self.solve(question) == (Party.RE,) else "you are Kontra"

    def variant(self, question: PartyQuestion) -> str:
        return question.asked

    def fields(self, question: PartyQuestion) -> tuple[Field, ...]:
        if question.asked == OWN:
            return (Field("party", Way.ONE, tuple(Party)),)
        return (Field("seat", Way.SEVERAL, (*Seat, Choice.NOTHING)),)

    def solve(self, question: PartyQuestion) -> Answer:
        if question.asked == OWN:
            return (_declared(question)[question.seat],)
        return (self._re(question),)

    def _re(self, question: PartyQuestion) -> frozenset[Seat]:
        """The seats known to be Re, asked of the rules."""
        if question.contract is Contract.SILENT_SOLO:
            return frozenset({question.seat})
        announced = {}
        if question.caller is not None and question.call is not None:
            announced = {question.caller: ANNOUNCED_BY[question.call]}
        known = known_parties(
            question.seat,
            question.contract,
            (None,) * PLAYERS,
            dealt=question.hand,
            shown=question.shown,
            said=announced,
        )
        return frozenset(seat for seat in Seat if known[seat] is Party.RE)

    def believed(self, belief: Misconception, question: PartyQuestion) -> Answer | None:
        if question.asked == OWN:
            if belief is not _M.QUEENS_IN_SOLO:
                return None
            return (Party.RE if CLUB_QUEEN in question.hand else Party.KONTRA,)
        match belief:
            case _M.SILENT_SOLO_HAS_PARTNER if question.contract is Contract.SILENT_SOLO:
                return (frozenset({question.seat, question.seat.after(2)}),)
            case _M.QUEENS_DECIDE_LATE if question.contract is Contract.NORMAL:
                # Only who has shown a queen is taken for Re.
                return (frozenset(question.shown),)
            case _M.CALLER_IS_RE if question.caller is not None:
                return (self._re(question) | {question.caller},)
            case _M.CALLS_TELL_NOTHING if question.call is not None:
                return (self._re(replace(question, caller=None, call=None)),)
        return None

    def because(self, question: PartyQuestion) -> tuple[Why, ...]:
        seat = question.seat
        if question.asked == OWN:
            return (_why_declared(question),)
        if question.contract is Contract.SILENT_SOLO:
            return (Why(Reason.HOLDS_BOTH_QUEENS, seats=(seat,), parties=(Party.RE,)),)
        found = []
        own = question.hand.count(CLUB_QUEEN)
        for other in Seat:
            if other == seat and own:
                found.append(Why(Reason.HOLDS_CLUB_QUEEN, seats=(seat,), parties=(Party.RE,)))
            elif other in question.shown:
                found.append(Why(Reason.SHOWED_CLUB_QUEEN, seats=(other,), parties=(Party.RE,)))
        if question.caller is not None and question.call is not None:
            found.append(
                Why(
                    Reason.TOLD_BY_CALL,
                    seats=(question.caller,),
                    calls=(question.call,),
                    parties=(ANNOUNCED_BY[question.call],),
                )
            )
        return (*found, *self._why_not_re(question))

    def _why_not_re(self, question: PartyQuestion) -> tuple[Why, ...]:
        """Of all of whom no more is to be seen."""
        known = {question.seat, question.caller, *self._re(question)}
        left = tuple(other for other in Seat if other not in known)
        is_found = len(self._re(question)) == COPIES
        reason = Reason.ALL_RE_FOUND if is_found else Reason.STILL_UNKNOWN
        return (Why(reason, seats=left),) if left else ()

    def about_answer(self, question: PartyQuestion, answer: Answer) -> tuple[Why, ...]:
        if question.asked == OWN:
            return ()
        (given,) = answer
        assert isinstance(given, frozenset)
        if question.contract is Contract.SILENT_SOLO:
            return ()
        extra = given - self._re(question) - {question.caller}
        return self._why_not_re(question) if extra else ()

    def still_because(self, question: PartyQuestion, answer: Answer) -> tuple[Why, ...]:
        said = {why.reason for why in self.about_answer(question, answer)}
        return tuple(why for why in self.because(question) if why.reason not in said)

    def exhibit(self, question: PartyQuestion) -> Exhibit:
        told = [Why(Fact.YOUR_SEAT, seats=(question.seat,))]
        if question.asked == RE:
            told.append(Why(Fact.ALL_HEALTHY))
        if question.contract in SOLOS and question.declarer is not None:
            told.append(Why(Fact.SOLOIST, seats=(question.declarer,), calls=(question.contract,)))
        if question.contract is Contract.POVERTY:
            assert question.declarer is not None
            assert question.partner is not None
            told.append(Why(Fact.POVERTY_OF, seats=(question.declarer, question.partner)))
        if question.caller is not None and question.call is not None:
            told.append(said_by(question.caller, question.call))
        shown = Contract.NORMAL if question.contract in _SECRET else question.contract
        left = list(question.hand)
        for trick in question.tricks:
            left.remove(trick.card_of(question.seat))
        return Exhibit(shown, tuple(told), tricks=question.tricks, hand=tuple(sorted(left)))

    def hint(self, question: PartyQuestion) -> Why:
        if question.asked == OWN:
            return Why(Hint.CONTRACT, calls=(question.contract,))
        return Why(Hint.CARDS)


_SECRET = {Contract.SILENT_SOLO}
"""Looks like the normal game."""


def _own(chance: Random, rules: RuleSet, contract: Contract, seat: Seat) -> PartyQuestion | None:
    """As often the declarer's own party as that of another."""
    deal = rules.deal(chance)
    declarer = seat.after(chance.choice((0, 0, 1, 2, 3)))
    partner = None
    if contract is Contract.POVERTY:
        if rules.poverty is Poverty.OFF:
            return None
        is_trump = rules.card_order(contract).is_trump
        deal = deal_with(chance, rules, declarer, is_trump, chance.randrange(1, MOST_TRUMPS + 1))
        partner = chance.choice([other for other in Seat if other != declarer])
    return PartyQuestion(
        rules=rules,
        asked=OWN,
        contract=contract,
        seat=seat,
        hand=deal[seat],
        declarer=declarer,
        partner=partner,
    )


def _declared(question: PartyQuestion) -> tuple[Party, ...]:
    """The parties of a contract that somebody has declared."""
    assert question.declarer is not None
    both = (question.declarer, *([] if question.partner is None else [question.partner]))
    return tuple(party for party in parties_with(*both) if party is not None)


def _why_declared(question: PartyQuestion) -> Why:
    assert question.declarer is not None
    calls = (question.contract,)
    if question.contract in ALONE:
        return Why(Reason.PLAYS_ALONE, seats=(question.declarer,), calls=calls)
    assert question.partner is not None
    return Why(Reason.PLAY_TOGETHER, seats=(question.declarer, question.partner), calls=calls)
