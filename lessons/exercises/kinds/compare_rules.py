"""compare-rules: the same situation under two rule sets: what holds in each?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Value, Way, number_field
from lessons.exercises.exhibits import Exhibit, Fact, said_by
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.tallies import SPLITS, Called, Figures, figures, random_calls
from lessons.exercises.verdict import Hint
from lessons.rules.calls import ANNOUNCEMENT_OF, LIMITS, Call, Caller, CallTime, Spoken, why_no_call
from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import Measure, RuleSet
from lessons.rules.scoring import Result, add_up, result_of
from lessons.rules.sources import sources_beside, sources_of_why

WINNER, CALL, VALUE = "winner", "call", "value"
_M = Misconception
_AIM = Aim((_M.NOTHING_CHANGES, _M.AS_IN_THE_OTHER, _M.RE_WINS_AT_120,
            _M.MISSED_LIMIT_STILL_WINS, _M.REFUSAL_IS_FREE, _M.KONTRA_SAME))  # fmt: skip
_LARGEST = 999


@dataclass(frozen=True, slots=True)
class CallMoment:
    """The moment of a call, told by tricks, for the rule sets deal different packs."""

    seat: Seat
    re: tuple[Seat, Seat]
    call: Call
    begun: int
    """Tricks."""
    has_played: bool
    """To the trick that has begun last."""
    said: tuple[Called, ...] = ()

    @property
    def party(self) -> Party:
        return Party.RE if self.seat in self.re else Party.KONTRA


@dataclass(frozen=True, slots=True)
class CompareQuestion:
    rules: RuleSet
    other: RuleSet
    asked: str
    figures: Figures | None = None
    moment: CallMoment | None = None

    @property
    def both(self) -> tuple[RuleSet, RuleSet]:
        return self.rules, self.other


class CompareRules(Kind[CompareQuestion]):
    name: ClassVar = "compare-rules"
    group: ClassVar = Group.COMPARED
    version: ClassVar = 5
    asks: ClassVar = CompareQuestion
    compares: ClassVar = True
    ways: ClassVar = {
        WINNER: {"first": Way.ONE, "second": Way.ONE},
        CALL: {"first": Way.ONE, "second": Way.ONE},
        VALUE: {"first": Way.NUMBER, "second": Way.NUMBER},
    }
    beliefs: ClassVar = _AIM.beliefs
    aims: ClassVar = {"kompakt:auszaehlen": _AIM, "royal:6.1.1": _AIM, "cvjm:4.1a": _AIM}
    hinted: ClassVar = {Hint.NONE: Why(Hint.NONE)}

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> CompareQuestion | None:
        assert aim.other is not None
        asked = chance.choice((WINNER, CALL, VALUE))
        if belief is _M.KONTRA_SAME:
            asked = VALUE
        elif belief in {_M.RE_WINS_AT_120, _M.MISSED_LIMIT_STILL_WINS}:
            asked = WINNER
        elif belief is _M.REFUSAL_IS_FREE:
            asked = VALUE
        if asked == CALL:
            return CompareQuestion(rules, aim.other, asked, moment=_moment(chance))
        common = _common(rules, aim.other)
        calls = random_calls(chance, common, max(level, 2))
        near: int | None = chance.choice(SPLITS)
        if belief is _M.RE_WINS_AT_120:
            near = 120
            calls = random_calls(chance, common, 1, limits=0) if level > 1 else ()
        elif belief in {_M.NOTHING_CHANGES, _M.AS_IN_THE_OTHER} and (
            asked == WINNER and chance.randrange(2)
        ):
            calls, near = ((Party.KONTRA, Call.KONTRA),), 120
        made = figures(chance, common, calls=calls, near=near, alone=chance.randrange(5) == 0)
        return CompareQuestion(rules, aim.other, asked, made)

    def is_of_level(self, question: CompareQuestion, level: int, aim: Aim) -> bool:
        """The number of tricks, which is not the same in both packs, must not matter."""
        made = question.figures
        if made is None:
            return True
        is_schwarz = any(one.call is Call.SCHWARZ for one in made.calls)
        return not is_schwarz and 0 not in made.card_points.values()

    def variant(self, question: CompareQuestion) -> str:
        return question.asked

    def fields(self, question: CompareQuestion) -> tuple[Field, ...]:
        if question.asked == VALUE:
            return (
                number_field(_LARGEST, "first", -_LARGEST),
                number_field(_LARGEST, "second", -_LARGEST),
            )
        options: tuple[Party | Choice, ...] = (Choice.YES, Choice.NO)
        if question.asked == WINNER:
            options = (*Party, Choice.NOBODY)
        return (Field("first", Way.ONE, options), Field("second", Way.ONE, options))

    def solve(self, question: CompareQuestion) -> Answer:
        return _solved(question)

    def believed(self, belief: Misconception, question: CompareQuestion) -> Answer | None:
        first, second = self.solve(question)
        match belief:
            case _M.NOTHING_CHANGES:
                return (first, first)
            case _M.AS_IN_THE_OTHER:
                return (second, first)
        if question.figures is None:
            return None
        changed = _CHANGED[belief]
        return tuple(changed(question, question.figures, rules) for rules in question.both)

    def diagnosis(self, question: CompareQuestion, answer: Answer) -> tuple[Misconception, ...]:
        beliefs = super().diagnosis(question, answer)
        # Two names for the same mistake: who wins, or what it costs.
        other = _M.MISSED_LIMIT_STILL_WINS if question.asked == VALUE else _M.REFUSAL_IS_FREE
        return tuple(belief for belief in beliefs if belief is not other)

    def because(self, question: CompareQuestion) -> tuple[Why, ...]:
        told = []
        if question.asked == VALUE:
            assert question.figures is not None
            for rules in question.both:
                result = _result(question.figures, rules)
                told += [_why_worth(result), *_why_missed(result)]
            return tuple(told)
        for rules in question.both:
            told.append(Why(Reason.UNDER_RULES, words=(rules.document,)))
            told += _reasons(question, rules)
        return tuple(told)

    def cites(self, question: CompareQuestion) -> tuple[str, ...]:
        cited = [
            source
            for rules in question.both
            for why in _reasons(question, rules)
            for source in sources_of_why(why, rules.document)[:1]
        ]
        return (*dict.fromkeys(cited), *sources_beside("result", question.rules.document))

    def exhibit(self, question: CompareQuestion) -> Exhibit:
        if question.figures is not None:
            return Exhibit(question.figures.contract, question.figures.facts())
        moment = question.moment
        assert moment is not None
        told = [Why(Fact.YOUR_PARTY, seats=(moment.seat,), parties=(moment.party,))]
        told.append(
            Why(Fact.TRICKS_BEGUN, figures=(moment.begun,))
            if moment.begun
            else Why(Fact.NO_CARD_YET)
        )
        if moment.begun:
            fact = Fact.HAS_PLAYED if moment.has_played else Fact.HAS_NOT_PLAYED
            told.append(Why(fact, seats=(moment.seat,)))
        told += [said_by(one.seat, one.call) for one in moment.said]
        if not moment.said:
            told.append(Why(Fact.NOBODY_SAYS))
        told += [
            Why(Fact.PACK_OF, words=(rules.document,), figures=(len(rules.pack),))
            for rules in question.both
        ]
        told.append(Why(Fact.WANTS_TO_SAY, calls=(moment.call,)))
        return Exhibit(None, tuple(told))

    def hint(self, question: CompareQuestion) -> Why:
        return Why(Hint.NONE)


@lru_cache(maxsize=16)
def _solved(question: CompareQuestion) -> Answer:
    """The right answer, kept, for it is needed again and again while a question is looked for."""
    return tuple(_truth(question, rules) for rules in question.both)


def _common(rules: RuleSet, other: RuleSet) -> RuleSet:
    """The first rule set with the calls and solos that are possible under both."""
    return replace(
        rules,
        solos=tuple(solo for solo in rules.solos if solo in other.solos),
        limits_need_announcement=rules.limits_need_announcement or other.limits_need_announcement,
        limit_once=rules.limit_once or other.limit_once,
    )


def _moment(chance: Random) -> CallMoment:
    re = chance.sample(tuple(Seat), 2)
    seat = chance.choice(tuple(Seat))
    party = Party.RE if seat in re else Party.KONTRA
    call = chance.choice((ANNOUNCEMENT_OF[party], *LIMITS[:3]))
    begun = chance.randrange(0, 4)
    said: tuple[Called, ...] = ()
    if call.is_limit and chance.randrange(2):
        said = (Called(seat, ANNOUNCEMENT_OF[party]),)
    leads = seat is Seat.VH and begun == 1
    has_played = bool(begun) and (leads or bool(chance.randrange(2)))
    return CallMoment(
        seat=seat, re=(re[0], re[1]), call=call, begun=begun, has_played=has_played, said=said
    )


def _truth(question: CompareQuestion, rules: RuleSet) -> Value:
    if question.moment is not None:
        return Choice.NO if _why_not(question.moment, rules) else Choice.YES
    assert question.figures is not None
    result = _result(question.figures, rules)
    return result.value if question.asked == VALUE else result.winner or Choice.NOBODY


@lru_cache(maxsize=32)
def _result(made: Figures, rules: RuleSet) -> Result:
    """Kept as well: a verdict asks for it again for each reason and each false belief."""
    return result_of(replace(made, rules=rules).tally())


def _why_not(moment: CallMoment, rules: RuleSet) -> Why | None:
    """Why the call may not be made, asked of the rules; None: it may."""
    cards = rules.hand_size - moment.begun + (bool(moment.begun) and not moment.has_played)
    spoken = tuple(
        Spoken(one.seat, Party.RE if one.seat in moment.re else Party.KONTRA, one.call)
        for one in moment.said
    )
    at = CallTime(cards, moment.begun)
    return why_no_call(Caller(moment.seat, moment.party, rules, spoken, at), moment.call)


def _why_worth(result: Result) -> Why:
    """The items that count under a rule set, and their sum."""
    winner, rules = result.winner or Party.RE, result.tally.rules
    added = [item for item in result.items if item.factor is None]
    values = [item.value if item.party is winner else -item.value for item in added]
    factor = add_up(result.items, winner, rules).factor
    return Why(
        Reason.WORTH_UNDER if factor > 1 else Reason.WORTH_ADDED,
        calls=tuple(item.name for item in added),
        figures=(result.value, factor, *values),
        words=(rules.document,),
    )


def _why_missed(result: Result) -> tuple[Why, ...]:
    """Why steps count because the other side has missed its limit."""
    reasons = [i.why for i in result.items if i.why.reason is Reason.COUNTS_AS_REACHED]
    if not reasons:
        return ()
    calls = tuple(call for why in reasons for call in why.calls)
    words = (result.tally.rules.document,)
    return (Why(Reason.REACHED_UNDER, parties=reasons[0].parties, calls=calls, words=words),)


def _reasons(question: CompareQuestion, rules: RuleSet) -> list[Why]:
    """The reasons that lead to the answer under one of the rule sets."""
    moment = question.moment
    if moment is None:
        assert question.figures is not None
        result = _result(question.figures, rules)
        if question.asked == VALUE:
            return [item.why for item in result.items]
        if result.winner is None:
            return [result.why]
        return [result.targets[result.winner].why, result.why]
    against = _why_not(moment, rules)
    if against is not None:
        return [against]
    limits = rules.last_moments
    last = limits.at[moment.call.step]
    seats, calls = (moment.seat,), (moment.call,)
    if limits.by is Measure.TRICKS:
        reason = Reason.CALL_IN_TIME_BY_TRICKS
        return [Why(reason, seats=seats, calls=calls, figures=(last,))]
    cards = rules.hand_size - moment.begun + (bool(moment.begun) and not moment.has_played)
    reason = Reason.CALL_IN_TIME_BY_CARDS
    return [Why(reason, seats=seats, calls=calls, figures=(cards, last))]


def _re_at_120(question: CompareQuestion, made: Figures, rules: RuleSet) -> Value:
    called = {one.call for one in made.calls}
    if made.points == 120 and not called & {*LIMITS} and called != {Call.KONTRA}:
        return Party.RE
    return _truth(question, rules)


def _quiet(question: CompareQuestion, made: Figures, rules: RuleSet) -> Value:
    quiet = replace(made, calls=tuple(one for one in made.calls if not one.call.is_limit))
    return _truth(replace(question, figures=quiet), rules)


def _kontra_same(question: CompareQuestion, made: Figures, rules: RuleSet) -> Value:
    """The value without the point for winning against Re."""
    result = _result(made, rules)
    if question.asked != VALUE or result.winner is not Party.KONTRA:
        return _truth(question, rules)
    as_solo = replace(made, contract=Contract.QUEENS)
    return _truth(replace(question, figures=as_solo), rules)


_CHANGED: dict[Misconception, Callable[[CompareQuestion, Figures, RuleSet], Value]] = {
    _M.RE_WINS_AT_120: _re_at_120,
    _M.MISSED_LIMIT_STILL_WINS: _quiet,
    _M.REFUSAL_IS_FREE: _quiet,
    _M.KONTRA_SAME: _kontra_same,
}
