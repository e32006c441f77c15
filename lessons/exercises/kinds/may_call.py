"""may-call: which calls may this player still make now? Answered by any number of calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way
from lessons.exercises.exhibits import Exhibit, Fact, Timeline, said_by
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception, believed_rules
from lessons.exercises.tallies import Called
from lessons.exercises.verdict import Hint
from lessons.rules.calls import (
    ANNOUNCED_BY,
    ANNOUNCEMENT_OF,
    LIMITS,
    Call,
    Caller,
    CallTime,
    Spoken,
    is_in_time,
    is_late_reply,
    why_may_call,
    why_no_call,
)
from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.parties import Parties, Party, parties_with
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import Measure, RuleSet
from lessons.rules.sources import sources_beside, sources_of

_M = Misconception
_TIME = (_M.DEADLINE_OFF_BY_ONE,)
_SHIFT = (_M.NO_SHIFT, _M.DEADLINE_OFF_BY_ONE)
MARRIAGE = "marriage"
_PLAYED_ON = 6
"""Tricks at most after the marriage is decided."""
_SHOWN = 8
"""Columns of the time line."""


@dataclass(frozen=True, slots=True)
class CallQuestion:
    rules: RuleSet
    seat: Seat
    re: tuple[Seat, ...]
    cards: int
    """In the hand of who wants to call."""
    tricks: int
    """Begun."""
    decided_in: int = 0
    """The trick that decided a marriage of the first of Re; 0: there is none."""
    calls: tuple[Called, ...] = ()

    @property
    def parties(self) -> Parties:
        return parties_with(*self.re)

    @property
    def party(self) -> Party:
        return Party.RE if self.seat in self.re else Party.KONTRA

    @property
    def time(self) -> CallTime:
        return CallTime(self.cards, self.tricks, max(self.decided_in - 1, 0))

    @property
    def caller(self) -> Caller:
        return Caller(self.seat, self.party, self.rules, self.spoken(), self.time)

    def spoken(self) -> tuple[Spoken, ...]:
        return tuple(
            Spoken(one.seat, Party.RE if one.seat in self.re else Party.KONTRA, one.call)
            for one in self.calls
        )


class MayCall(Kind[CallQuestion]):
    name: ClassVar = "may-call"
    group: ClassVar = Group.CALLS
    version: ClassVar = 4
    asks: ClassVar = CallQuestion
    ways: ClassVar = {"": {"call": Way.SEVERAL}}
    beliefs: ClassVar = (
        _M.DEADLINE_OFF_BY_ONE, _M.NO_SHIFT, _M.EXPIRED_STEP_INCLUDED, _M.SKIPPED_STEP_IN_TIME,
        _M.LIMIT_NEEDS_ANNOUNCEMENT, _M.LIMIT_WITHOUT_ANNOUNCEMENT, _M.LIMIT_BY_BOTH,
        _M.REPLIES_ALLOWED, _M.NO_REPLIES, _M.KONTRA_FIRST, _M.EACH_MAY_ANNOUNCE,
        _M.EITHER_MAY_BE_SAID,
    )  # fmt: skip
    aims: ClassVar = {
        "kompakt:ansagen-a": Aim((*_TIME, _M.EITHER_MAY_BE_SAID)),
        "kompakt:ansagen-d": Aim((_M.NO_REPLIES,)),
        "kompakt:absagen-a": Aim((*_TIME, _M.LIMIT_WITHOUT_ANNOUNCEMENT),
                                 later=(_M.EXPIRED_STEP_INCLUDED,)),
        "kompakt:absagen-c": Aim((_M.NO_REPLIES,)),
        "kompakt:hochzeit-ansagen": Aim((_M.NO_SHIFT,), about=MARRIAGE),
        "royal:5.1.1": Aim((_M.EITHER_MAY_BE_SAID,)),
        "royal:5.1.2": Aim(_TIME, later=(_M.REPLIES_ALLOWED,)),
        "royal:5.1.3": Aim((_M.KONTRA_FIRST,)),
        "royal:5.1.4": Aim((_M.EACH_MAY_ANNOUNCE,)),
        "royal:5.2.1a": Aim((_M.LIMIT_NEEDS_ANNOUNCEMENT,)),
        "royal:5.2.2": Aim(_TIME, later=(_M.EXPIRED_STEP_INCLUDED,)),
        "royal:5.2.3": Aim((_M.LIMIT_BY_BOTH,)),
        "R22": Aim(_SHIFT[:1], about=MARRIAGE),
        "cvjm:3.1a": Aim(_TIME),
        "cvjm:3.1b": Aim(_TIME),
        "cvjm:3.1c": Aim((_M.SKIPPED_STEP_IN_TIME,)),
        "cvjm:3.1d": Aim((_M.LIMIT_NEEDS_ANNOUNCEMENT, _M.EITHER_MAY_BE_SAID)),
        "cvjm:5.1c": Aim(_SHIFT[:1], about=MARRIAGE),
    }  # fmt: skip
    hinted: ClassVar = {
        Hint.FIGURE: Why(Hint.FIGURE, figures=(11, 9)),
        Hint.FIGURES: Why(Hint.FIGURES, figures=(2,)),
        Hint.CALL: Why(Hint.CALL, calls=(Call.RE,)),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> CallQuestion | None:
        re = chance.sample(tuple(Seat), 2)
        seat = chance.choice(tuple(Seat))
        decided = 0
        if aim.about == MARRIAGE:
            most = min(rules.marriage_tricks, rules.hand_size - 1)
            decided = chance.randrange(1 if level > 1 else min(2, most), most + 1)
        elif level == 3 and belief in _TIME and chance.randrange(3) == 0:
            decided = chance.randrange(1, min(rules.marriage_tricks, rules.hand_size - 1) + 1)
        cards, tricks = _time(chance, rules, decided)
        if seat is Seat.VH and tricks == 1 and cards == rules.hand_size:
            return None  # who leads has played
        question = CallQuestion(
            rules=rules,
            seat=seat,
            re=(re[0], re[1]),
            cards=cards,
            tricks=tricks,
            decided_in=decided,
        )
        return _with_calls(chance, question, belief, level)

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        limits = rules.last_moments
        first, by_cards = limits.at[0], limits.by is Measure.CARDS
        match belief:
            case _M.NO_SHIFT:  # the first trick moves nothing
                is_over = first == rules.hand_size if by_cards else first == 1
                return rules.marriage_tricks > 1 and not is_over
            case _M.NO_REPLIES:  # only what comes too late otherwise is a reply
                return first > rules.hand_size - _PLAYED_ON if by_cards else first < _PLAYED_ON
            case _M.LIMIT_BY_BOTH:
                return not rules.limits_need_announcement
        return True

    def is_of_level(self, question: CallQuestion, level: int, aim: Aim) -> bool:
        return level > 1 or len(question.calls) <= 2

    def fields(self, question: CallQuestion) -> tuple[Field, ...]:
        return (Field("call", Way.SEVERAL, (*Call, Choice.NOTHING)),)

    def solve(self, question: CallQuestion) -> Answer:
        return (_possible(question),)

    def believed(self, belief: Misconception, question: CallQuestion) -> Answer | None:
        if belief in _AS_RULES:
            rules = believed_rules(belief, question.rules)
            return None if rules is None else (_possible(replace(question, rules=rules)),)
        return (_BELIEVED[belief](question),) if belief in _BELIEVED else None

    def because(self, question: CallQuestion) -> tuple[Why, ...]:
        """Why the first possible call is possible, and why the next are not."""
        reasons: list[Why] = []
        if question.decided_in:
            shift = question.time.shift
            by_cards = question.rules.last_moments.by is Measure.CARDS
            moved = Reason.LIMITS_MOVED if by_cards else Reason.LIMITS_MOVED_BY_TRICKS
            reason = moved if shift else Reason.LIMITS_STAY
            figures = (question.decided_in, shift) if shift else (question.decided_in,)
            reasons.append(Why(reason, figures=figures))
        caller = question.caller
        possible = [call for call in Call if why_no_call(caller, call) is None]
        reasons += [why_may_call(caller, call) for call in possible[:1]]
        own = [ANNOUNCEMENT_OF[question.party], *LIMITS]
        against = [why for call in own if (why := why_no_call(caller, call))]
        return (*reasons, *against[: 3 - len(reasons)])

    def about_answer(self, question: CallQuestion, answer: Answer) -> tuple[Why, ...]:
        """Why a call that was chosen is impossible, or one that was left out is possible."""
        (given,) = answer
        assert isinstance(given, frozenset)
        right = _possible(question)
        told = []
        for call in Call:
            if call in given and call not in right:
                told.append(why_no_call(question.caller, call))
            elif call in right and call not in given:
                told.append(why_may_call(question.caller, call))
        return tuple(why for why in told if why is not None)[:2]

    def still_because(self, question: CallQuestion, answer: Answer) -> tuple[Why, ...]:
        about = self.about_answer(question, answer)
        moved = (Reason.LIMITS_MOVED, Reason.LIMITS_MOVED_BY_TRICKS, Reason.LIMITS_STAY)
        return tuple(why for why in self.because(question) if not about or why.reason in moved)

    def cites(self, question: CallQuestion) -> tuple[str, ...]:
        """Sources of the situation, beyond why single calls are possible or not."""
        document, party = question.rules.document, question.party
        right = _possible(question)
        own = [one for one in question.spoken() if one.party is party]
        can_limit = not right.isdisjoint(LIMITS)
        skips = any(not is_in_time(call, question.rules, question.time) for call in LIMITS)
        about = (
            ("skipped-limits", can_limit and skips),
            ("limits-alone", can_limit and not own),
            ("first-call", Call.RE in right and not question.calls),
        )
        cited = [s for name, is_so in about if is_so for s in sources_beside(name, document)]
        cited += sources_of(Reason.CALL_WRONG_PARTY, document)
        return (*cited, *sources_beside("calls", document))

    def exhibit(self, question: CallQuestion) -> Exhibit:
        told = [Why(Fact.YOUR_PARTY, seats=(question.seat,), parties=(question.party,))]
        if question.decided_in:
            told.append(Why(Fact.DECIDED_IN, seats=question.re, figures=(question.decided_in,)))
        told += [
            Why(Fact.CARDS_LEFT, seats=(question.seat,), figures=(question.cards,)),
            _how_far(question),
        ]
        limits = question.rules.last_moments
        is_agreed = bool(sources_beside("agreed-last-moments", question.rules.document))
        if is_agreed and limits.by is Measure.CARDS:
            told.append(Why(Fact.AGREED, figures=limits.at))
        told += [said_by(one.seat, one.call) for one in question.calls]
        if not question.calls:
            told.append(Why(Fact.NOBODY_SAYS))
        contract = Contract.MARRIAGE if question.decided_in else Contract.NORMAL
        return Exhibit(contract, tuple(told))

    def timeline(self, question: CallQuestion) -> Timeline:
        """From the first card, or the end of the deciding trick, until nothing can be said."""
        rules, time, begun = question.rules, question.time, question.decided_in
        by_cards = rules.last_moments.by is Measure.CARDS
        if by_cards:
            most = rules.hand_size - begun
            columns = tuple(range(most, max(most - _SHOWN, 0), -1))
        else:
            columns = tuple(range(begun, begun + _SHOWN))
        rows = []
        for call in (ANNOUNCEMENT_OF[question.party], *LIMITS):
            at = [
                CallTime(n, 0, time.shift) if by_cards else CallTime(0, n, time.shift)
                for n in columns
            ]
            rows.append((call, tuple(is_in_time(call, rules, one) for one in at)))
        caller = question.caller
        replies = tuple(
            call for call in Call if call in _possible(question) and is_late_reply(caller, call)
        )
        now = question.cards if by_cards else question.tricks
        return Timeline(rules.last_moments.by, columns, now, tuple(rows), replies)

    def hint(self, question: CallQuestion) -> Why:
        limits = question.rules.last_moments
        announced = ANNOUNCEMENT_OF[question.party]
        replied_to = question.caller.replied_to(announced)
        if replied_to is not None and is_late_reply(question.caller, announced):
            return Why(Hint.CALL, calls=(replied_to,))
        if limits.by is Measure.CARDS:
            last = limits.at[0] - question.time.shift
            return Why(Hint.FIGURE, figures=(question.cards, last))
        return Why(Hint.FIGURES, figures=(limits.at[0] + question.time.shift,))


_AS_RULES = {
    _M.EXPIRED_STEP_INCLUDED, _M.SKIPPED_STEP_IN_TIME, _M.LIMIT_NEEDS_ANNOUNCEMENT,
    _M.LIMIT_WITHOUT_ANNOUNCEMENT, _M.LIMIT_BY_BOTH, _M.REPLIES_ALLOWED, _M.NO_REPLIES,
}  # fmt: skip


def _how_far(question: CallQuestion) -> Why:
    if not question.tricks:
        return Why(Fact.NO_CARD_YET)
    is_over = question.tricks == question.decided_in
    return Why(Fact.TRICK_OVER if is_over else Fact.TRICKS_BEGUN, figures=(question.tricks,))


def _time(chance: Random, rules: RuleSet, decided: int) -> tuple[int, int]:
    """Cards in hand and tricks begun, near the last moments: of the trick that has begun last, the
    own card has been played, or not yet."""
    begun = chance.randrange(decided, min(decided + _PLAYED_ON + 1, rules.hand_size))
    has_played = begun == decided or chance.randrange(2)
    return rules.hand_size - begun + (not has_played), begun


def _with_calls(
    chance: Random, question: CallQuestion, belief: Misconception | None, level: int
) -> CallQuestion | None:
    """The question with calls made before, each possible at its time."""
    party, rules = question.party, question.rules
    partner = [s for s in Seat if question.parties[s] is party and s != question.seat]
    others = [s for s in Seat if question.parties[s] is not party]
    own = chance.choice([*partner, question.seat])
    calls: list[tuple[Seat, Call]] = []
    if belief is _M.EACH_MAY_ANNOUNCE:
        calls.append((partner[0], ANNOUNCEMENT_OF[party]))
    elif belief in {_M.NO_REPLIES, _M.REPLIES_ALLOWED}:
        calls.append((chance.choice(others), ANNOUNCEMENT_OF[party.other]))
        if level > 1 and chance.randrange(2):
            calls.append((chance.choice(others), Call.NO_90))
    elif belief is _M.LIMIT_BY_BOTH:
        if rules.limits_need_announcement:
            return None
        calls.append((chance.choice(others), chance.choice(LIMITS[:2])))
    elif belief is _M.SKIPPED_STEP_IN_TIME or (
        belief in {_M.EXPIRED_STEP_INCLUDED, _M.DEADLINE_OFF_BY_ONE} and chance.randrange(2)
    ):
        calls.append((own, ANNOUNCEMENT_OF[party]))
    if level == 3 and not calls and chance.randrange(2):
        calls.append((chance.choice(others), ANNOUNCEMENT_OF[party.other]))
    made = replace(question, calls=tuple(Called(seat, call) for seat, call in calls))
    return made if _could_be_said(made) else None


def _could_be_said(question: CallQuestion) -> bool:
    """Whether what has been said was possible at the start, or right after the marriage."""
    rules, spoken = question.rules, question.spoken()
    begun = question.decided_in
    start = CallTime(rules.hand_size - begun, begun, question.time.shift)
    return all(
        not why_no_call(Caller(one.seat, one.party, rules, spoken[:number], start), one.call)
        for number, one in enumerate(spoken)
    )


@lru_cache(maxsize=64)
def _possible(question: CallQuestion) -> frozenset[Call]:
    """The calls that the rules allow; kept, for every false belief needs them again."""
    caller = question.caller
    return frozenset(call for call in Call if why_no_call(caller, call) is None)


def _off_by_one(question: CallQuestion) -> frozenset[Call]:
    """Every last moment one card, or one trick, later."""
    cards, tricks = question.cards + 1, question.tricks - 1
    return _possible(replace(question, cards=cards, tricks=tricks))


def _no_shift(question: CallQuestion) -> frozenset[Call]:
    return _possible(replace(question, decided_in=0))


def _kontra_first(question: CallQuestion) -> frozenset[Call]:
    right = _possible(question)
    called = {one.call for one in question.calls}
    return right if Call.KONTRA in called else right - {Call.RE}


def _each_announces(question: CallQuestion) -> frozenset[Call]:
    """The calls allowed if a player may repeat what the partner has said."""
    mine = tuple(
        one
        for one in question.calls
        if one.seat == question.seat
        or one.call not in ANNOUNCED_BY
        or question.parties[one.seat] is not question.party
    )
    return _possible(replace(question, calls=mine)) | _possible(question)


def _either(question: CallQuestion) -> frozenset[Call]:
    """Re and Kontra, whichever party one is in, as long as there is time."""
    both = [call for call in ANNOUNCED_BY if is_in_time(call, question.rules, question.time)]
    called = {one.call for one in question.calls}
    return _possible(question) | {call for call in both if call not in called}


_BELIEVED: dict[Misconception, Callable[[CallQuestion], frozenset[Call]]] = {
    _M.DEADLINE_OFF_BY_ONE: _off_by_one,
    _M.NO_SHIFT: _no_shift,
    _M.KONTRA_FIRST: _kontra_first,
    _M.EACH_MAY_ANNOUNCE: _each_announces,
    _M.EITHER_MAY_BE_SAID: _either,
}
