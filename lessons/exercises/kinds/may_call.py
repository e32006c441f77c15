"""may-call: which calls may this player still make now? Answered by any number of calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
from lessons.rules.rule_sets import Measure, RuleSet, SkippedLimits
from lessons.rules.sources import sources_beside, sources_of

_M = Misconception
_TIME = (_M.DEADLINE_OFF_BY_ONE,)
_SHIFT = (_M.NO_SHIFT, _M.DEADLINE_OFF_BY_ONE)
MARRIAGE = "marriage"
LIMIT = "limit"
"""A reply to a limit, not to an announcement."""
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
    version: ClassVar = 6
    balanced_by: ClassVar = "a call just in time and just too late; the right party and the other"
    asks: ClassVar = CallQuestion
    ways: ClassVar = {"": {"call": Way.SEVERAL}}
    beliefs: ClassVar = (
        _M.DEADLINE_OFF_BY_ONE, _M.NO_SHIFT, _M.EXPIRED_STEP_INCLUDED, _M.SKIPPED_STEP_IN_TIME,
        _M.LIMIT_NEEDS_ANNOUNCEMENT, _M.LIMIT_WITHOUT_ANNOUNCEMENT, _M.LIMIT_BY_BOTH,
        _M.REPLIES_ALLOWED, _M.NO_REPLIES, _M.KONTRA_FIRST, _M.EACH_MAY_ANNOUNCE,
        _M.EITHER_MAY_BE_SAID, _M.LIMIT_ANNOUNCES,
    )  # fmt: skip
    aims: ClassVar = {
        "kompakt:ansagen-a": Aim((*_TIME, _M.EITHER_MAY_BE_SAID)),
        "kompakt:ansagen-d": Aim((_M.NO_REPLIES,)),
        "kompakt:absagen-a": Aim((*_TIME, _M.LIMIT_WITHOUT_ANNOUNCEMENT),
                                 later=(_M.EXPIRED_STEP_INCLUDED,)),
        "kompakt:absagen-c": Aim((_M.NO_REPLIES,), about=LIMIT),
        "kompakt:hochzeit-ansagen": Aim((_M.NO_SHIFT,), about=MARRIAGE),
        "royal:5.1.1": Aim((_M.EITHER_MAY_BE_SAID,)),
        "royal:5.1.2": Aim(_TIME, later=(_M.REPLIES_ALLOWED,)),
        "royal:5.1.3": Aim((_M.KONTRA_FIRST,), contrast=("royal:5.1.2",)),
        "royal:5.1.4": Aim((_M.EACH_MAY_ANNOUNCE,)),
        "royal:5.2.1a": Aim((_M.LIMIT_NEEDS_ANNOUNCEMENT,)),
        "royal:5.2.2": Aim(_TIME, later=(_M.EXPIRED_STEP_INCLUDED,)),
        "royal:5.2.3": Aim((_M.LIMIT_BY_BOTH,)),
        "R22": Aim(_SHIFT[:1], about=MARRIAGE),
        "cvjm:3.1a": Aim(_TIME),
        "cvjm:3.1b": Aim(_TIME),
        "cvjm:3.1c": Aim((_M.SKIPPED_STEP_IN_TIME,)),
        "cvjm:3.1d": Aim((_M.LIMIT_NEEDS_ANNOUNCEMENT, _M.LIMIT_ANNOUNCES)),
        "cvjm:5.1c": Aim(_SHIFT[:1], about=MARRIAGE),
    }  # fmt: skip
    hinted: ClassVar = {
        Hint.FIGURE: Why(Hint.FIGURE, figures=(11, 11, 10, 9, 8, 7)),
        Hint.FIGURES: Why(Hint.FIGURES, figures=(2, 3, 4, 5, 6)),
        Hint.CALL: Why(Hint.CALL, calls=(Call.RE,)),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> CallQuestion | None:
        re = chance.sample(tuple(Seat), 2)
        decided = 0
        if aim.about == MARRIAGE:
            most = min(rules.marriage_tricks, rules.hand_size - 1)
            is_moved = belief is _M.NO_SHIFT and not aim.twin and most > 1
            decided = chance.randrange(2 if is_moved else 1, most + 1)
        elif chance.randrange(4) < level - 1:
            decided = chance.randrange(1, min(rules.marriage_tricks, rules.hand_size - 1) + 1)
        question = CallQuestion(
            rules=rules,
            seat=chance.choice(re if belief is _M.KONTRA_FIRST else tuple(Seat)),
            re=(re[0], re[1]),
            cards=rules.hand_size - decided,
            tricks=decided,
            decided_in=decided,
        )
        called = _calls(chance, question, belief, level, aim)
        if not all(_could_be_said(question, called)):
            return None
        made = _at_a_time(chance, replace(question, calls=called), level, aim, belief)
        if made.seat is Seat.VH and made.tricks == 1 and made.cards == rules.hand_size:
            return None  # who leads has played
        return made

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
        """At level 3 somebody can go wrong in two ways, or at all."""
        if level == 1:
            return len(question.calls) <= 2
        return level == 2 or len(self.misleading(question)) > (not aim.twin)

    def is_twin(self, belief: Misconception, question: CallQuestion) -> bool:
        right, own = _possible(question), ANNOUNCEMENT_OF[question.party]
        said = {one.call for one in question.calls}
        match belief:
            case _M.DEADLINE_OFF_BY_ONE:  # the last moment of something
                return _possible(_later(question, -1)) != right
            case _M.NO_REPLIES | _M.REPLIES_ALLOWED:
                return own not in said and ANNOUNCEMENT_OF[question.party.other] in said
            case _M.KONTRA_FIRST:
                return question.party is Party.RE and Call.RE not in said
            case _M.EACH_MAY_ANNOUNCE:
                return not said.isdisjoint(ANNOUNCED_BY)
            case _M.EITHER_MAY_BE_SAID:
                return own not in said
            case _M.LIMIT_BY_BOTH:
                return not said.isdisjoint(LIMITS)
            case _M.LIMIT_ANNOUNCES:
                return own not in said and not said.isdisjoint(LIMITS)
            case _M.NO_SHIFT:
                return True
        return not (right | _possible(_later(question, 1))).isdisjoint(LIMITS)

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
        """Why the first possible call is possible, and why each of the others is not."""
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
        against = _once(why_no_call(caller, call) for call in own)
        return (*reasons, *against)

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
        return _once(told)[:2]

    def still_because(self, question: CallQuestion, answer: Answer) -> tuple[Why, ...]:
        about = self.about_answer(question, answer)
        moved = (Reason.LIMITS_MOVED, Reason.LIMITS_MOVED_BY_TRICKS, Reason.LIMITS_STAY)
        return tuple(why for why in self.because(question) if not about or why.reason in moved)

    def cites(self, question: CallQuestion) -> tuple[str, ...]:
        """Sources of the situation, beyond why single calls are possible or not."""
        rules, right, document = question.rules, _possible(question), question.rules.document
        own, theirs = ANNOUNCEMENT_OF[question.party], ANNOUNCEMENT_OF[question.party.other]
        said = {one.call for one in question.calls}
        can_limit = not right.isdisjoint(LIMITS)
        in_time = {call for call in Call if is_in_time(call, rules, question.time)}
        is_reply = own not in {*in_time, *said} and question.caller.replied_to(own) is not None
        about = (
            ("skipped-limits", can_limit and not in_time.issuperset(LIMITS)),
            ("limits-alone", can_limit or (own in right and not said.isdisjoint(LIMITS))),
            ("first-call", question.party is Party.RE and Call.RE not in said),
            ("announced", bool(said & {own, theirs})),
            ("calls", not in_time.isdisjoint(LIMITS)),
        )
        cited = [s for name, is_so in about if is_so for s in sources_beside(name, document)]
        if is_reply:
            cited += sources_of(Reason.CALL_AS_REPLY, document)
        if own not in said or theirs in in_time:
            cited += sources_of(Reason.CALL_WRONG_PARTY, document)
        return tuple(cited)

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

        def at(n: int) -> CallTime:
            return CallTime(n, 0, time.shift) if by_cards else CallTime(0, n, time.shift)

        rows = [
            (call, tuple(is_in_time(call, rules, at(n)) for n in columns))
            for call in (ANNOUNCEMENT_OF[question.party], *LIMITS)
        ]
        caller = question.caller
        replies = frozenset(
            (call, n)
            for n in columns
            for then in [replace(caller, time=at(n))]
            for call, _ in rows
            if is_late_reply(then, call) and why_no_call(then, call) is None
        )
        now = question.cards if by_cards else question.tricks
        barred = tuple(
            call
            for call, _ in rows
            if is_in_time(call, rules, time) and why_no_call(caller, call) is not None
        )
        return Timeline(rules.last_moments.by, columns, now, tuple(rows), replies, barred)

    def hint(self, question: CallQuestion) -> Why:
        limits = question.rules.last_moments
        announced = ANNOUNCEMENT_OF[question.party]
        replied_to = question.caller.replied_to(announced)
        if replied_to is not None and is_late_reply(question.caller, announced):
            return Why(Hint.CALL, calls=(replied_to,))
        shift = question.time.shift
        if limits.by is Measure.CARDS:
            needed = (max(at - shift, 0) for at in limits.at)
            return Why(Hint.FIGURE, figures=(question.cards, *needed))
        return Why(Hint.FIGURES, figures=tuple(at + shift for at in limits.at))


_REPLIES = {_M.NO_REPLIES, _M.REPLIES_ALLOWED}
_LATE_WHEN_WRONG = {_M.DEADLINE_OFF_BY_ONE, _M.EXPIRED_STEP_INCLUDED, _M.SKIPPED_STEP_IN_TIME}
"""Beliefs that are wrong just after a last moment, and right at it."""
_EARLY = {_M.KONTRA_FIRST, _M.EITHER_MAY_BE_SAID}
"""Beliefs that are wrong as long as an announcement is in time."""


def _once(told: Iterable[Why | None]) -> tuple[Why, ...]:
    """Without what is said of one limit already: that all of them need the announcement."""
    found: list[Why] = []
    for why in told:
        needs = why is not None and why.reason is Reason.CALL_NEEDS_ANNOUNCEMENT
        if why is not None and not (needs and any(one.reason is why.reason for one in found)):
            found.append(why)
    return tuple(found)


_AS_RULES = {
    _M.EXPIRED_STEP_INCLUDED, _M.SKIPPED_STEP_IN_TIME, _M.LIMIT_NEEDS_ANNOUNCEMENT,
    _M.LIMIT_WITHOUT_ANNOUNCEMENT, _M.LIMIT_BY_BOTH, _M.REPLIES_ALLOWED, _M.NO_REPLIES,
}  # fmt: skip


def _how_far(question: CallQuestion) -> Why:
    if not question.tricks:
        return Why(Fact.NO_CARD_YET)
    is_over = question.tricks == question.decided_in
    return Why(Fact.TRICK_OVER if is_over else Fact.TRICKS_BEGUN, figures=(question.tricks,))


def _at_a_time(
    chance: Random, question: CallQuestion, level: int, aim: Aim, belief: Misconception | None
) -> CallQuestion:
    """The question at a time of the first tricks at which the belief is wrong, or right: the last
    moment of what could be said next, or just after it. Of the trick that has begun last, the own
    card has been played, or not yet."""
    rules, decided = question.rules, question.decided_in
    size, shift = rules.hand_size, question.time.shift
    last, has_played = min(decided + _PLAYED_ON, size - 1), chance.randrange(2)
    step = chance.choice(_next_steps(question))
    is_late, is_near = chance.randrange(3) == 0, chance.randrange(4) < (0, 2, 3)[level - 1]
    if belief in _LATE_WHEN_WRONG:
        is_late, is_near = not aim.twin, True
    elif belief is _M.NO_SHIFT and not aim.twin:
        is_late, is_near = False, True
    elif belief in _REPLIES and not aim.twin:
        replied_to = question.caller.replied_to(ANNOUNCEMENT_OF[question.party])
        step = step if replied_to is None else replied_to.step
        is_late = is_near = replied_to is not None
    elif belief in _EARLY and not aim.twin:
        step, is_late, is_near = 0, False, True
    begun = chance.randrange(decided, last + 1)
    if is_near:
        at = rules.last_moments.at[step]
        if rules.last_moments.by is Measure.CARDS:
            near = size - (at - shift - is_late) + (not has_played)
        else:
            near = at + shift - (not is_late)
        begun = min(max(near, decided), last)
        if belief in _EARLY and not aim.twin:
            begun = chance.randrange(decided, begun + 1)
    has_played = has_played or begun == decided
    return replace(question, cards=size - begun + (not has_played), tricks=begun)


def _next_steps(question: CallQuestion) -> list[int]:
    """The announcement, 0, and the limits that the caller's party might say next."""
    spoken, party = question.spoken(), question.party
    announced = any(one.call is ANNOUNCEMENT_OF[party] for one in spoken)
    step = max((one.call.step for one in spoken if one.party is party), default=0)
    if question.rules.limit_once:
        step = max((one.call.step for one in spoken), default=0)
    replied_to = question.caller.replied_to(ANNOUNCEMENT_OF[party])
    steps = [0, *([replied_to.step + 1] if replied_to and not announced else [])]
    if announced or not question.rules.limits_need_announcement:
        is_skipping = question.rules.skipped_limits is SkippedLimits.INCLUDED
        steps += range(step + 1, len(LIMITS) + 1) if is_skipping else [step + 1]
    return [min(step, len(LIMITS)) for step in steps]


def _calls(
    chance: Random, question: CallQuestion, belief: Misconception | None, level: int, aim: Aim
) -> tuple[Called, ...]:
    """Calls made before, first of the own party: who replies late is told nowhere."""
    rules, party = question.rules, question.party
    needs = rules.limits_need_announcement
    own, others = (
        [seat for seat in Seat if question.parties[seat] is of] for of in (party, party.other)
    )
    announces, their_announcement = chance.randrange(3 if needs else 2), chance.randrange(4) < level
    limit = chance.choice(LIMITS[:level]) if chance.randrange(2 if needs else 3) == 0 else None
    their_limit = chance.choice(LIMITS[:level]) if chance.randrange(4) < level - 1 else None
    match belief:
        case _M.NO_REPLIES | _M.REPLIES_ALLOWED:
            announces, their_announcement, limit = 0, True, None
            replies_to_limit = aim.about == LIMIT or (level > 1 and chance.randrange(2))
            their_limit = chance.choice(LIMITS[:level]) if replies_to_limit else None
        case _M.EACH_MAY_ANNOUNCE:
            announces = announces or not aim.twin
            their_announcement = their_announcement or not announces
            own = [seat for seat in own if seat != question.seat]
        case _M.EITHER_MAY_BE_SAID:
            announces = announces and not aim.twin
        case _M.KONTRA_FIRST:
            announces, their_announcement = 0, aim.twin
        case _M.LIMIT_BY_BOTH:
            by_others = not aim.twin or chance.randrange(2)
            their_limit = chance.choice(LIMITS[:2]) if by_others else None
            limit = None if by_others else chance.choice(LIMITS[:2])
        case _M.LIMIT_ANNOUNCES:
            announces, by_others = 0, aim.twin
            their_limit = chance.choice(LIMITS[:2]) if by_others else None
            limit = None if by_others else chance.choice(LIMITS[:2])
        case _M.LIMIT_NEEDS_ANNOUNCEMENT:
            announces = aim.twin
        case _M.LIMIT_WITHOUT_ANNOUNCEMENT:
            announces = aim.twin
        case _M.EXPIRED_STEP_INCLUDED:
            announces = announces or needs
    if needs:
        limit, their_limit = (
            limit if announces else None,
            their_limit if their_announcement else None,
        )
    if rules.limit_once and limit and their_limit and their_limit.step <= limit.step:
        their_limit = None
    said = (
        (own, ANNOUNCEMENT_OF[party] if announces else None),
        (own, limit),
        (others, ANNOUNCEMENT_OF[party.other] if their_announcement else None),
        (others, their_limit),
    )
    made = tuple(Called(chance.choice(seats), call) for seats, call in said if call is not None)
    return made[:2] if level == 1 else made


def _could_be_said(question: CallQuestion, calls: tuple[Called, ...]) -> Iterator[bool]:
    """Whether each could be said at the start, or right after the marriage."""
    made = replace(question, calls=calls)
    for number, one in enumerate(made.spoken()):
        caller = Caller(one.seat, one.party, made.rules, made.spoken()[:number], made.time)
        yield why_no_call(caller, one.call) is None


@lru_cache(maxsize=64)
def _possible(question: CallQuestion) -> frozenset[Call]:
    """The calls that the rules allow; kept, for every false belief needs them again."""
    caller = question.caller
    return frozenset(call for call in Call if why_no_call(caller, call) is None)


def _off_by_one(question: CallQuestion) -> frozenset[Call]:
    """Every last moment one card, or one trick, later."""
    return _possible(_later(question, 1))


def _later(question: CallQuestion, by: int) -> CallQuestion:
    """The question if every last moment were so much later."""
    return replace(question, cards=question.cards + by, tricks=question.tricks - by)


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


def _limit_announces(question: CallQuestion) -> frozenset[Call]:
    """Who has said a limit has announced with it."""
    limits = [one for one in question.spoken() if one.call.is_limit]
    is_said = any(one.party is question.party for one in limits)
    return _possible(question) - ({ANNOUNCEMENT_OF[question.party]} if is_said else set())


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
    _M.LIMIT_ANNOUNCES: _limit_announces,
}
