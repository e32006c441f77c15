"""which-party: which party are you in, or who is Re from what you have seen?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way
from lessons.exercises.deals import deal_with, game_begun, has_piglets, tricks_played
from lessons.exercises.exhibits import Exhibit, Fact, said_by
from lessons.exercises.kind import Aim, Group, Kind, contracts_of
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.tallies import Called
from lessons.exercises.verdict import Hint
from lessons.rules.calls import ANNOUNCED_BY, ANNOUNCEMENT_OF
from lessons.rules.cards import CLUB_QUEEN, COPIES, PLAYERS, Card, Deal, Hand, Seat
from lessons.rules.contracts import ALONE, SOLOS, Contract
from lessons.rules.parties import (
    UNDECIDED,
    Parties,
    Party,
    Played,
    known_parties,
    out_of,
    parties_with,
    party_of,
)
from lessons.rules.reasons import Reason, Why
from lessons.rules.reservations import MOST_TRUMPS
from lessons.rules.rule_sets import MarriageUntil, Poverty, RuleSet
from lessons.rules.tricks import Trick, trick_winner

OWN, RE = "own", "re"
_M = Misconception


_SEEN = Aim((_M.QUEENS_DECIDE_LATE, _M.CALLS_TELL_NOTHING, _M.CALLER_IS_RE), about=RE)


def _silent(contrast: str) -> Aim:
    """A silent solo looks like a normal game, which some of the questions are about."""
    beliefs, contracts = (_M.SILENT_SOLO_HAS_PARTNER,), (Contract.SILENT_SOLO,)
    return Aim(beliefs, contracts, about=RE, contrast=(contrast,))


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
    calls: tuple[Called, ...] = ()

    @property
    def played(self) -> tuple[Played, ...]:
        return tuple(trick.played for trick in self.tricks)

    @property
    def shown(self) -> tuple[Seat, ...]:
        """The seats that have played a club queen, once for each."""
        return tuple(seat for trick in self.played for seat, card in trick if card == CLUB_QUEEN)

    @property
    def out_of_trumps(self) -> tuple[Seat, ...]:
        """The others that have shown no club queen, and that they can hold none."""
        order = self.rules.card_order(Contract.NORMAL)
        gone = out_of(self.played, order)
        return tuple(
            other
            for other in Seat
            if order.group[CLUB_QUEEN] in gone[other] and other not in {self.seat, *self.shown}
        )

    @property
    def told(self) -> dict[Seat, Party]:
        """The parties that calls have told."""
        return {one.seat: ANNOUNCED_BY[one.call] for one in self.calls}

    def known(self) -> Parties:
        """Of each seat as far as can be seen, asked of the rules."""
        return _known(self)

    def known_at_once(self) -> Parties:
        """The same without counting the cards that are left."""
        played = [((seat, CLUB_QUEEN),) for seat in self.shown]
        return self.known_from(played, dict.fromkeys(self.out_of_trumps, Party.KONTRA) | self.told)

    def known_from(self, played: Sequence[Played], told: Mapping[Seat, Party]) -> Parties:
        return known_parties(
            self.seat,
            Contract.NORMAL,  # also what a silent solo looks like
            UNDECIDED,
            dealt=self.hand,
            tricks=played,
            said=told,
            pack=self.rules.pack,
            order=self.rules.card_order(Contract.NORMAL),
        )


class WhichParty(Kind[PartyQuestion]):
    name: ClassVar = "which-party"
    group: ClassVar = Group.PARTIES
    version: ClassVar = 4
    sides: ClassVar = {"you are Re": 1, "you are Kontra": 1}
    asks: ClassVar = PartyQuestion
    ways: ClassVar = {OWN: {"party": Way.ONE}, RE: {"seat": Way.SEVERAL}}
    beliefs: ClassVar = (_M.QUEENS_IN_SOLO, _M.QUEENS_DECIDE_LATE, _M.SILENT_SOLO_HAS_PARTNER,
                         _M.CALLS_TELL_NOTHING, _M.CALLER_IS_RE)  # fmt: skip
    aims: ClassVar = {
        "kompakt:spieler": Aim((_M.QUEENS_IN_SOLO,), SOLOS, about=OWN),
        "kompakt:normalspiel": _SEEN,
        "kompakt:stille-hochzeit": _silent("kompakt:normalspiel"),
        "royal:2.1.1b": _SEEN,
        "royal:2.1.1c": Aim((_M.QUEENS_IN_SOLO,), SOLOS, about=OWN),
        "C33": _SEEN,
        "C32": Aim((_M.QUEENS_IN_SOLO,), SOLOS, about=OWN, few=32),
        "C18": Aim((_M.QUEENS_IN_SOLO,), (Contract.POVERTY,), about=OWN, few=20),
        "C15": _silent("C33"),
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
            return _own(chance, rules, level, contract, seat)
        if contract is Contract.SILENT_SOLO:
            if aim.twin:
                return None  # where it is true there is no silent solo
            question = _played_alone(chance, rules, level, seat)
        else:
            question = _played(chance, rules, level, aim, belief)
        # Nobody is asked to count all the cards that are left.
        return question if question.known() == question.known_at_once() else None

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        return aim.contracts != (Contract.POVERTY,) or rules.poverty is not Poverty.OFF

    def is_of_level(self, question: PartyQuestion, level: int, aim: Aim) -> bool:
        """At level 1 both queens are known; later somebody can go wrong on every question, at level
        3 in several ways."""
        if question.asked == OWN:
            return True
        if question.contract is Contract.SILENT_SOLO:
            return _alone(question) is not None
        if level == 1:
            return len(self._re(question)) == COPIES
        return len(self.misleading(question)) >= level - 1 - (level == 3 and aim.twin)

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
        """The seats known to be Re."""
        return _of(question.known(), Party.RE)

    def believed(self, belief: Misconception, question: PartyQuestion) -> Answer | None:
        if question.asked == OWN:
            if belief is not _M.QUEENS_IN_SOLO:
                return None
            return (party_of(question.hand),)
        match belief:
            case _M.SILENT_SOLO_HAS_PARTNER:
                alone = _alone(question)
                return None if alone is None else (frozenset({alone, _found(question, alone)}),)
            case _M.QUEENS_DECIDE_LATE:
                # Only who has shown a queen is taken for Re.
                return (frozenset(question.shown),)
            case _M.CALLER_IS_RE if question.calls:
                return (self._re(question).union(question.told),)
            case _M.CALLS_TELL_NOTHING if question.calls:
                return (self._re(replace(question, calls=())),)
        return None

    def because(self, question: PartyQuestion) -> tuple[Why, ...]:
        if question.asked == OWN:
            return _why_declared(question)
        alone = _alone(question)
        if alone is not None:
            return self._why_alone(question, alone)
        return (
            *_why_shown(question),
            *_why_told(question),
            *(self._why_left(question) or self._why_not_re(question)),
        )

    def _why_alone(self, question: PartyQuestion, alone: Seat) -> tuple[Why, ...]:
        """Why somebody has both queens, which makes all the others Kontra."""
        told: tuple[Why, ...] = ()
        if alone == question.seat:
            reason = Reason.HOLDS_BOTH_QUEENS
        elif question.shown.count(alone) == COPIES:
            reason = Reason.SHOWED_BOTH_QUEENS
        else:
            reason = Reason.BOTH_LEFT_WITH
            told = (*_why_own(question),
                    *(why for why in _why_told(question) if alone not in why.seats),
                    *_why_out(question))  # fmt: skip
        return *told, Why(reason, seats=(alone,), parties=(Party.RE,))

    def _why_left(self, question: PartyQuestion) -> tuple[Why, ...]:
        """Of whom the queen that nobody has shown must be with."""
        seen = {question.seat, *question.shown, *question.told}
        left = tuple(sorted(self._re(question) - seen))
        if not left:
            return ()
        return *_why_out(question), Why(Reason.QUEEN_LEFT_WITH, seats=left, parties=(Party.RE,))

    def _why_not_re(self, question: PartyQuestion) -> tuple[Why, ...]:
        """Of all the others: certainly Kontra, or not known yet."""
        known, re = question.known(), self._re(question)
        if len(re) == COPIES:
            rest = tuple(seat for seat in Seat if seat not in {*question.told, *re})
            return (Why(Reason.ALL_RE_FOUND, seats=rest),)
        left = tuple(seat for seat in Seat if known[seat] is None)
        # As many as there are queens: each has one, somebody might think.
        is_tempting = len(re) + len(left) == COPIES
        reason = Reason.ONE_MAY_HAVE_BOTH if is_tempting else Reason.STILL_UNKNOWN
        return (
            *_why_own(question),
            *_why_out(question),
            *([Why(reason, seats=left)] if left else []),
        )

    def about_answer(self, question: PartyQuestion, answer: Answer) -> tuple[Why, ...]:
        """Why those who were wrongly chosen are not Re, or not for certain."""
        if question.asked == OWN or _alone(question) is not None:
            return ()
        (given,) = answer
        assert isinstance(given, frozenset)
        extra = given - self._re(question)
        own = _why_own(question) if question.seat in extra else ()
        about = [
            why
            for why in self.because(question)
            if not extra.isdisjoint(why.seats) and Party.RE not in why.parties
        ]
        return tuple(about) if any(question.seat in why.seats for why in about) else (*own, *about)

    def still_because(self, question: PartyQuestion, answer: Answer) -> tuple[Why, ...]:
        said = self.about_answer(question, answer)
        left = tuple(why for why in self.because(question) if why not in said)
        if said or question.asked == OWN:
            return left
        # What tells of those who were overlooked comes first.
        (given,) = answer
        assert isinstance(given, frozenset)
        missed = self._re(question) - given
        first = next((why for why in left if not missed.isdisjoint(why.seats)), None)
        return left if first is None else (first, *(why for why in left if why != first))

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
        told += [said_by(one.seat, one.call) for one in question.calls]
        is_secret = question.contract is Contract.SILENT_SOLO
        shown = Contract.NORMAL if is_secret else question.contract
        left = list(question.hand)
        for trick in question.tricks:
            left.remove(trick.card_of(question.seat))
        return Exhibit(shown, tuple(told), tricks=question.tricks, hand=tuple(sorted(left)))

    def hint(self, question: PartyQuestion) -> Why:
        if question.asked == OWN:
            return Why(Hint.CONTRACT, calls=(question.contract,))
        return Why(Hint.CARDS)


@lru_cache(maxsize=64)
def _known(question: PartyQuestion) -> Parties:
    """Kept, for every false belief needs it again."""
    return question.known_from(question.played, question.told)


_ABOUT_CALLS = {_M.CALLS_TELL_NOTHING, _M.CALLER_IS_RE}


def _played(
    chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
) -> PartyQuestion:
    """A normal game so far, in which a queen is shown where that suits the belief."""
    deal = game_begun(chance, rules, Contract.NORMAL).deal
    holders = [seat for seat in Seat if CLUB_QUEEN in deal[seat]]
    seat = chance.choice(list(Seat))
    others = [other for other in Seat if other != seat]
    is_misled = not aim.twin
    callers: list[Seat] = []
    if belief in _ABOUT_CALLS or chance.randrange(4) < level:
        if belief is _M.CALLER_IS_RE:
            of_party = [o for o in others if (o in holders) is not is_misled]
        elif level == 1 and belief is _M.CALLS_TELL_NOTHING and is_misled:
            of_party = [o for o in others if o in holders]
        else:
            of_party = others
        callers = _callers(chance, level, of_party, [o for o in others if o in holders], others)
    shown = {holder for holder in holders if chance.randrange(2)}
    if level == 1:  # all are known
        shown |= {*holders} - {seat, *callers}
    if belief is _M.QUEENS_DECIDE_LATE:
        known = {*holders} & {seat, *callers}
        shown = shown | known if aim.twin else shown - known
    if belief is _M.CALLS_TELL_NOTHING:
        told = {*holders} & {*callers}
        shown = shown - told if is_misled else shown | told
    tricks = chance.randrange(bool(shown), {1: 3, 2: 5, 3: 7}[level])
    return PartyQuestion(
        rules=rules,
        asked=RE,
        contract=Contract.NORMAL,
        seat=seat,
        hand=deal[seat],
        tricks=_shown_by(chance, rules, deal, shown, tricks),
        calls=_called(callers, {seat: party_of(deal[seat]) for seat in callers}),
    )


def _callers(
    chance: Random, level: int, first: Sequence[Seat], re: Sequence[Seat], others: Sequence[Seat]
) -> list[Seat]:
    """One of the first, on higher levels perhaps one of the other party: each announces once."""
    caller = chance.choice(first)
    rivals = [other for other in others if (other in re) is not (caller in re)]
    is_answered = rivals and chance.randrange(4) < level - 1
    return [caller, *([chance.choice(rivals)] if is_answered else [])]


def _called(callers: Sequence[Seat], parties: Mapping[Seat, Party]) -> tuple[Called, ...]:
    return tuple(Called(seat, ANNOUNCEMENT_OF[parties[seat]]) for seat in callers)


def _played_alone(chance: Random, rules: RuleSet, level: int, seat: Seat) -> PartyQuestion:
    """A silent solo of this seat, or of another that shows both queens; on higher levels rather of
    this seat, and others have called."""
    others = [other for other in Seat if other != seat]
    holder = seat if chance.randrange(4) < level else chance.choice(others)
    while True:
        deal = deal_with(chance, rules, holder, lambda card: card == CLUB_QUEEN, COPIES)
        if not any(has_piglets(hand, rules) for hand in deal):
            break
    # A marriage that may still be announced would be none.
    least = int(rules.marriage_until is not MarriageUntil.QUERY)
    tricks = chance.randrange(least, {1: 3, 2: 5, 3: 7}[level])
    shown, is_called = {holder} - {seat}, chance.randrange(4) < level
    callers = _callers(chance, level, others, (holder,), others) if is_called else []
    return PartyQuestion(
        rules=rules,
        asked=RE,
        contract=Contract.SILENT_SOLO,
        seat=seat,
        hand=deal[seat],
        tricks=_shown_by(chance, rules, deal, shown, tricks + COPIES * len(shown)),
        calls=_called(callers, {seat: party_of(deal[seat]) for seat in callers}),
    )


def _shown_by(
    chance: Random, rules: RuleSet, deal: Deal, shown: Set[Seat], number: int
) -> tuple[Trick, ...]:
    """Tricks in which these seats play their club queens as soon as they may, and others do not
    where they need not."""
    order = rules.card_order(Contract.NORMAL)

    def chosen(seat: Seat, legal: Hand, trick: Trick) -> Card | None:
        if CLUB_QUEEN in legal and seat in shown:
            return CLUB_QUEEN
        left = [card for card in legal if card != CLUB_QUEEN]
        if shown and not trick.cards:
            left = [card for card in left if order.is_trump(card)] or left
        return chance.choice(left) if left else None

    return tricks_played(chance, deal, order, number, chosen)


def _of(parties: Parties, party: Party) -> frozenset[Seat]:
    return frozenset(seat for seat in Seat if parties[seat] is party)


def _alone(question: PartyQuestion) -> Seat | None:
    """Who is known to have both queens."""
    known = question.known()
    (*re,) = _of(known, Party.RE)
    return re[0] if len(re) == 1 and None not in known else None


def _found(question: PartyQuestion, holder: Seat) -> Seat:
    """Who takes the first trick that the holder does not take, as in a marriage; opposite while
    there is none."""
    order = question.rules.card_order(Contract.NORMAL)
    winners = (trick_winner(trick, order) for trick in question.tricks)
    return next((winner for winner in winners if winner != holder), holder.after(2))


def _why_shown(question: PartyQuestion) -> tuple[Why, ...]:
    """Of the queens in the tricks and in the own hand."""
    re, shown = (Party.RE,), []
    for number, played in enumerate(question.played, start=1):
        shown += [
            Why(Reason.SHOWED_CLUB_QUEEN, seats=(seat,), figures=(number,), parties=re)
            for seat, card in played
            if card == CLUB_QUEEN
        ]
    if CLUB_QUEEN in question.hand and question.seat not in question.shown:
        shown.append(Why(Reason.HOLDS_CLUB_QUEEN, seats=(question.seat,), parties=re))
    return tuple(sorted(shown, key=lambda why: why.seats))


def _why_own(question: PartyQuestion) -> tuple[Why, ...]:
    """Of who is asked and has no queen."""
    if CLUB_QUEEN in question.hand:
        return ()
    return (Why(Reason.HOLDS_NO_CLUB_QUEEN, seats=(question.seat,), parties=(Party.KONTRA,)),)


def _why_told(question: PartyQuestion) -> tuple[Why, ...]:
    """Of whom a call has told the party, unless the queen has."""
    return tuple(
        Why(Reason.TOLD_BY_CALL, seats=(caller,), calls=(ANNOUNCEMENT_OF[party],), parties=(party,))
        for caller, party in question.told.items()
        if caller not in question.shown
    )


def _why_out(question: PartyQuestion) -> tuple[Why, ...]:
    out = tuple(seat for seat in question.out_of_trumps if seat not in question.told)
    return (Why(Reason.OUT_OF_TRUMPS, seats=out),) if out else ()


def _own(
    chance: Random, rules: RuleSet, level: int, contract: Contract, seat: Seat
) -> PartyQuestion | None:
    """As often the declarer's own party as that of another; on higher levels others have called,
    which does not tell it."""
    is_declarer = chance.randrange(2)
    declarer = seat if is_declarer else chance.choice([other for other in Seat if other != seat])
    deal, partner = rules.deal(chance), None
    if contract is Contract.POVERTY:
        if rules.poverty is Poverty.OFF:
            return None
        partner = chance.choice([other for other in Seat if other != declarer])
        if declarer == seat or (partner != seat and chance.randrange(2)):
            # A poor hand alone does not tell who gives.
            is_trump, most = rules.card_order(contract).is_trump, MOST_TRUMPS
            deal = deal_with(chance, rules, seat, is_trump, chance.randrange(1, most + 1))
    question = PartyQuestion(
        rules=rules,
        asked=OWN,
        contract=contract,
        seat=seat,
        hand=deal[seat],
        declarer=declarer,
        partner=partner,
    )
    if not chance.randrange(level):
        return question
    # As often of each party, or always of that which a soloist can hear: it tells nothing.
    declared = dict(zip(Seat, _declared(question), strict=True))
    party = chance.choice([*Party]) if contract is Contract.POVERTY else Party.KONTRA
    callers = [other for other in Seat if other != seat and declared[other] is party]
    return replace(question, calls=_called([chance.choice(callers)], declared))


def _declared(question: PartyQuestion) -> tuple[Party, ...]:
    """The parties of a contract that somebody has declared."""
    assert question.declarer is not None
    both = (question.declarer, *([] if question.partner is None else [question.partner]))
    return tuple(party for party in parties_with(*both) if party is not None)


def _why_declared(question: PartyQuestion) -> tuple[Why, ...]:
    assert question.declarer is not None
    calls = (question.contract,)
    if question.contract in ALONE:
        main = Why(Reason.PLAYS_ALONE, seats=(question.declarer,), calls=calls)
    else:
        assert question.partner is not None
        both = (question.declarer, question.partner)
        main = Why(Reason.PLAY_TOGETHER, seats=both, calls=calls)
    if party_of(question.hand) is _declared(question)[question.seat]:
        return (main,)
    return main, Why(Reason.QUEENS_DO_NOT_MATTER, calls=calls)
