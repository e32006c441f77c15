"""compare-rules: the same situation under two rule sets: what holds in each?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Value, Way, number_field
from lessons.exercises.exhibits import Exhibit, Fact, said_by
from lessons.exercises.harder import of_level
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.kinds.score_game import why_added
from lessons.exercises.kinds.who_won import cites_of_lone_kontra, why_won
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.tallies import (
    SPLITS,
    Called,
    Figures,
    about,
    figures,
    random_calls,
    tricks_possible,
)
from lessons.exercises.verdict import Hint, Verdict
from lessons.rules.calls import ANNOUNCEMENT_OF, LIMITS, Call, Caller, CallTime, Spoken, why_no_call
from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import Measure, RuleSet
from lessons.rules.scoring import ItemName, Result, add_up, result_of
from lessons.rules.sources import sources_beside, sources_of, sources_of_why

WINNER, CALL, VALUE = "winner", "call", "value"
NEED, ONCE = "need", "once"
"""Of calls: whether a limit needs an announcement, whether both sides may say it."""
_M = Misconception
_WINNER = Aim((_M.NOTHING_CHANGES, _M.RE_WINS_AT_120, _M.MISSED_LIMIT_STILL_WINS), about=WINNER)
_VALUE = Aim((_M.NOTHING_CHANGES, _M.AS_IN_THE_OTHER, _M.REFUSAL_IS_FREE, _M.KONTRA_SAME),
             about=VALUE)  # fmt: skip
_CALL = Aim((_M.NOTHING_CHANGES, _M.AS_IN_THE_OTHER, _M.DEADLINE_OFF_BY_ONE), about=CALL)
ABOUT_OPTIONS = {
    "kontra_alone_needs_121": WINNER,
    "failed_limit": VALUE,
    "reached_points": VALUE,
    "limits_need_announcement": CALL,
    "skipped_limits": CALL,
    "limit_once": CALL,
    "call_limits": CALL,
}
"""By option in which two rule sets differ: what is asked of both to see it."""
_TRIES = 24
"""So many are looked at for some that the belief answers as it should."""
_SIDES = ((True, True), (False, False), (True, False), (False, True))
_LARGEST = 999
_MOST_REASONS = 4
"""In a verdict, besides the sentence that says what is wrong."""


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
    version: ClassVar = 6
    balanced_by: ClassVar = "both rule sets alike, and different"
    asks: ClassVar = CompareQuestion
    compares: ClassVar = True
    ways: ClassVar = {
        WINNER: {"first": Way.ONE, "second": Way.ONE},
        CALL: {"first": Way.ONE, "second": Way.ONE},
        VALUE: {"first": Way.NUMBER, "second": Way.NUMBER},
    }
    beliefs: ClassVar = (_M.NOTHING_CHANGES, _M.AS_IN_THE_OTHER, _M.RE_WINS_AT_120,
                         _M.MISSED_LIMIT_STILL_WINS, _M.REFUSAL_IS_FREE, _M.KONTRA_SAME,
                         _M.DEADLINE_OFF_BY_ONE)  # fmt: skip
    aims: ClassVar = {
        "kompakt:auszaehlen": _WINNER,
        "kompakt:p-gewinn": _VALUE,
        "kompakt:absagen-a": _CALL,
        "K11": replace(_CALL, about=NEED),
        "royal:6.1.1": _WINNER,
        "royal:6.2.1-1": _VALUE,
        "royal:5.2.2": _CALL,
        "royal:5.2.3": replace(_CALL, about=ONCE),
        "cvjm:4.1a": replace(_WINNER, beliefs=_WINNER.beliefs[:2]),
        "cvjm:4.1c": replace(_WINNER, beliefs=_WINNER.beliefs[2:]),
        "cvjm:4.1e": _VALUE,
        "cvjm:3.1b": _CALL,
    }
    hinted: ClassVar = {
        Hint.CALL: Why(Hint.CALL, calls=(Call.NO_90,)),
        Hint.FIGURES: Why(Hint.FIGURES),
        Hint.PARTY: Why(Hint.PARTY),
        Hint.NONE: Why(Hint.NONE),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> CompareQuestion | None:
        """Balanced by the answer as far as the belief leaves it open."""
        wanted = chance.choice(_SIDES)
        if belief is _M.DEADLINE_OFF_BY_ONE and aim.twin:
            wanted = _SIDES[0]  # where it is wrong some call may not be made
        drawn = (self._drawn(chance, rules, level, aim, belief) for _ in range(_TRIES))
        balanced = (made for made in drawn if made and self._side(made) in {wanted, None})
        found = of_level(self, balanced, level, belief, is_twin=aim.twin)
        if found is None:
            drawn = (self._drawn(chance, rules, level, aim, belief) for _ in range(_TRIES))
            found = of_level(self, drawn, level, belief, is_twin=aim.twin)
        return found

    def _drawn(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> CompareQuestion | None:
        assert aim.other is not None
        if aim.about not in {WINNER, VALUE}:
            moment = _moment(chance, level, aim.about)
            return CompareQuestion(rules, aim.other, CALL, moment=moment)
        common = _common(rules, aim.other)
        calls = random_calls(chance, common, max(level, 2), limits=min(level, 2))
        near = chance.choice((*SPLITS, chance.randrange(10, 231)))
        if belief is _M.RE_WINS_AT_120:
            near = 121 if aim.twin else 120
            calls = random_calls(chance, common, 1, limits=0) if level > 1 else ()
        elif belief is _M.NOTHING_CHANGES and aim.about == WINNER:
            lone = (Party.KONTRA,)
            announced = chance.choice((lone, lone, (Party.RE,), (*Party,))) if aim.twin else lone
            calls = tuple((party, ANNOUNCEMENT_OF[party]) for party in announced)
            near = chance.choice((119, 121)) if aim.twin else 120
        points, alone = about(chance, near), chance.randrange(5) == 0
        made = figures(chance, common, calls=calls, points=points, alone=alone)
        # Neither pack may make it impossible, nor may the number of tricks matter.
        if 0 in made.card_points.values() or any(one.call is Call.SCHWARZ for one in made.calls):
            return None
        if not all(tricks_possible(made.points, nines=r.nines) for r in (rules, aim.other)):
            return None
        if aim.about == VALUE and None in {_result(made, r).winner for r in (rules, aim.other)}:
            return None
        return CompareQuestion(rules, aim.other, aim.about, made)

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        if aim.about == NEED and not rules.limits_need_announcement:
            return False
        if aim.about == ONCE and not rules.limit_once:
            return False
        if belief not in {_M.NOTHING_CHANGES, _M.AS_IN_THE_OTHER} or aim.other is None:
            return True
        if aim.about == WINNER:
            return rules.kontra_alone_needs_121 != aim.other.kontra_alone_needs_121
        return aim.about == VALUE or _calls_of(rules) != _calls_of(aim.other)

    def _side(self, question: CompareQuestion) -> tuple[bool, bool] | None:
        """Under which rule sets Re has won, or the call may be made."""
        first, second = self.solve(question)
        if question.asked == VALUE or Choice.NOBODY in {first, second}:
            return None
        yes = {Party.RE, Choice.YES}
        return first in yes, second in yes

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
        moment, made = question.moment, question.figures
        if moment is not None:
            if belief is not _M.DEADLINE_OFF_BY_ONE:
                return None
            later = (_why_not(moment, rules, grace=1) for rules in question.both)
            return tuple(Choice.NO if why else Choice.YES for why in later)
        assert made is not None
        is_about_limits = belief in {_M.MISSED_LIMIT_STILL_WINS, _M.REFUSAL_IS_FREE}
        has_limits = any(one.call.is_limit for one in made.calls)
        if belief not in _CHANGED or (is_about_limits and not has_limits):
            return None
        changed = _CHANGED[belief]
        return tuple(changed(question, made, rules) for rules in question.both)

    def diagnosis(self, question: CompareQuestion, answer: Answer) -> tuple[Misconception, ...]:
        beliefs = super().diagnosis(question, answer)
        # Two names for the same mistake: who wins, or what it costs.
        other = _M.MISSED_LIMIT_STILL_WINS if question.asked == VALUE else _M.REFUSAL_IS_FREE
        return tuple(belief for belief in beliefs if belief is not other)

    def because(self, question: CompareQuestion) -> tuple[Why, ...]:
        names = tuple(rules.called for rules in question.both)
        if question.asked == VALUE:
            assert question.figures is not None
            results = [_result(question.figures, rules) for rules in question.both]
            of_each = [_why_added(result) for result in results]
            if of_each[0] == of_each[1]:
                return (Why(Reason.UNDER_BOTH, words=names), *of_each[0])
            return tuple(why for one in results for why in (_why_worth(one), *_why_missed(one)))
        first, second = (tuple(_reasons(question, rules)) for rules in question.both)
        if first == second:
            if question.figures is not None:
                first = why_won(_result(question.figures, question.rules))
            return (Why(Reason.UNDER_BOTH, words=names), *first)
        right = self.solve(question)
        place = -1 if right[0] == right[1] else 0  # why somebody needs more; else that it is enough
        if first[place] == second[place]:
            return (Why(Reason.UNDER_BOTH, words=names), first[place])
        return (
            Why(Reason.UNDER_RULES, words=names[:1]),
            first[place],
            Why(Reason.UNDER_RULES, words=names[1:]),
            second[place],
        )

    def verdict(self, question: CompareQuestion, answer: Answer) -> Verdict:
        """With the sources of both rule sets, what tells them apart first."""
        found = super().verdict(question, answer)
        cited = dict.fromkeys((*self.cites(question), *found.sources))
        return replace(found, sources=tuple(cited))

    def about_answer(self, question: CompareQuestion, answer: Answer) -> tuple[Why, ...]:
        """That the second half is wrong, too: the first is named anyway."""
        right = self.solve(question)
        both_wrong = answer[0] != right[0] and answer[1] != right[1]
        if not both_wrong or len(self.because(question)) >= _MOST_REASONS:
            return ()
        return (Why(Reason.ALSO_WRONG, words=(question.other.called,)),)

    def cites(self, question: CompareQuestion) -> tuple[str, ...]:
        cited: list[str] = []
        for rules in question.both:
            reasons = _reasons(question, rules)
            cited += [s for why in reasons for s in sources_of_why(why, rules.document)[:1]]
            moment, made = question.moment, question.figures
            if moment is not None:
                cited += _agreed(rules)
            if made is not None and question.asked == WINNER:
                cited += cites_of_lone_kontra(made, rules)
            if moment is not None and _why_not(moment, rules) is None:
                # What might have spoken against it.
                if rules.limits_need_announcement:
                    cited += sources_of(Reason.CALL_NEEDS_ANNOUNCEMENT, rules.document)
                if rules.limit_once and any(one.call.is_limit for one in moment.said):
                    cited += sources_of(Reason.CALL_TAKEN, rules.document)
        if question.asked == WINNER:
            assert question.figures is not None
            is_limited = any(one.call.is_limit for one in question.figures.calls)
            about = "limits-said" if is_limited else "result"
            cited += sources_beside(about, question.rules.document)
        return tuple(dict.fromkeys(cited))

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
            Why(Fact.PACK_OF, words=(rules.called,), figures=(len(rules.pack),))
            for rules in question.both
        ]
        told += [
            Why(Fact.AGREED_UNDER, words=(rules.called,), figures=rules.last_moments.at)
            for rules in question.both
            if _agreed(rules)
        ]
        told.append(Why(Fact.WANTS_TO_SAY, calls=(moment.call,)))
        return Exhibit(None, tuple(told))

    def hint(self, question: CompareQuestion) -> Why:
        if question.moment is not None:
            return Why(Hint.CALL, calls=(question.moment.call,))
        made = question.figures
        if question.asked == VALUE:
            return Why(Hint.NONE)
        assert made is not None
        said = [one.call for one in made.calls if one.call.is_limit]
        return Why(Hint.FIGURES if said else Hint.PARTY)


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


def _calls_of(rules: RuleSet) -> tuple[object, ...]:
    """What decides whether a limit may be said."""
    limits = rules.last_moments
    at = limits.at if limits.by is Measure.TRICKS else tuple(rules.hand_size - n for n in limits.at)
    return (
        (limits.by, at),
        rules.limits_need_announcement,
        rules.skipped_limits,
        rules.limit_once,
    )


def _moment(chance: Random, level: int, about: str) -> CallMoment:
    """Somebody wants to say a limit, about when it is too late for that."""
    re = chance.sample(tuple(Seat), 2)
    seat = chance.choice(tuple(Seat))
    party = Party.RE if seat in re else Party.KONTRA
    own, others = _sides_of(seat, re)
    call = chance.choice(LIMITS[: min(level + 1, 3)])
    begun = chance.choice((1, 2, 2, 3, 3, 3, 4, call.step + 1, call.step + 2))
    said: list[Called] = []
    other = chance.choice(others)
    if about == ONCE or (level > 1 and chance.randrange(4) == 0):
        said += [Called(other, ANNOUNCEMENT_OF[party.other])]
        said += [Called(other, chance.choice(LIMITS[: min(call.step + 1, 3)]))]
    elif chance.randrange(3) == 0:
        said.append(Called(other, ANNOUNCEMENT_OF[party.other]))
    if chance.randrange(3 if about == NEED else 5):
        by = chance.choice(own)
        before = [Called(by, ANNOUNCEMENT_OF[party])]
        if call.step > 1 and about != ONCE and len(said) < 2 and chance.randrange(2):
            before.append(Called(by, LIMITS[call.step - 2]))
        # Said after the others it may have been a late reply, after which there are no limits.
        said = before + said
    leads = seat is Seat.VH and begun == 1
    has_played = leads or bool(chance.randrange(2))
    return CallMoment(
        seat=seat, re=(re[0], re[1]), call=call, begun=begun, has_played=has_played, said=(*said,)
    )


def _sides_of(seat: Seat, re: Sequence[Seat]) -> tuple[list[Seat], list[Seat]]:
    """The party of a seat, and the other."""
    own = [one for one in Seat if (one in re) is (seat in re)]
    return own, [one for one in Seat if one not in own]


def _truth(question: CompareQuestion, rules: RuleSet) -> Value:
    if question.moment is not None:
        return Choice.NO if _why_not(question.moment, rules) else Choice.YES
    assert question.figures is not None
    result = _result(question.figures, rules)
    return result.value if question.asked == VALUE else result.winner or Choice.NOBODY


@lru_cache(maxsize=32)
def _result(made: Figures, rules: RuleSet) -> Result:
    """Kept as well: a verdict asks for it again for each reason and each false belief."""
    return result_of(made.tally(rules))


def _why_not(moment: CallMoment, rules: RuleSet, *, grace: int = 0) -> Why | None:
    """Why the call may not be made, asked of the rules; None: it may. ``grace``: as if it were so
    many cards, or tricks, earlier."""
    cards = _cards(moment, rules) + grace
    spoken = tuple(
        Spoken(one.seat, Party.RE if one.seat in moment.re else Party.KONTRA, one.call)
        for one in moment.said
    )
    at = CallTime(cards, moment.begun - grace)
    return why_no_call(Caller(moment.seat, moment.party, rules, spoken, at), moment.call)


def _cards(moment: CallMoment, rules: RuleSet) -> int:
    """In the caller's hand."""
    return rules.hand_size - moment.begun + (bool(moment.begun) and not moment.has_played)


def _why_worth(result: Result) -> Why:
    """The items that count under a rule set, and their sum."""
    winner, rules = result.winner or Party.RE, result.tally.rules
    added = [item for item in result.items if item.factor is None]
    values = [item.value if item.party is winner else -item.value for item in added]
    factor = add_up(result.items, winner, rules).factor
    if len(added) == 1 and factor == 1:
        name = (added[0].name,)
        return Why(Reason.WORTH_ONE, calls=name, figures=(result.value,), words=(rules.called,))
    return Why(
        Reason.WORTH_UNDER if factor > 1 else Reason.WORTH_ADDED,
        calls=tuple(item.name for item in added),
        figures=(result.value, factor, *values),
        words=(rules.called,),
    )


def _why_added(result: Result) -> tuple[Why, ...]:
    """The same without the name of the rule set, for where both have it so."""
    winner = result.winner or Party.RE
    added = [item for item in result.items if item.factor is None]
    names = tuple(item.name for item in added)
    terms = tuple(item.value if item.party is winner else -item.value for item in added)
    total = add_up(result.items, winner, result.tally.rules)
    told = [why_added(names, terms)]
    if total.factor > 1:
        figures_ = (total.doubled, total.factor, result.value)
        told.append(Why(Reason.VALUE_IS, figures=figures_))
    return (*told, *_reached(result))


def _reached(result: Result) -> tuple[Why, ...]:
    """Steps that count because the other side has missed its limit."""
    return tuple(i.why for i in result.items if i.why.reason is Reason.COUNTS_AS_REACHED)


def _why_missed(result: Result) -> tuple[Why, ...]:
    """Why steps count because the other side has missed its limit."""
    reasons = _reached(result)
    if not reasons:
        return ()
    calls = tuple(call for why in reasons for call in why.calls)
    words = (result.tally.rules.called,)
    return (Why(Reason.REACHED_UNDER, parties=reasons[0].parties, calls=calls, words=words),)


def _reasons(question: CompareQuestion, rules: RuleSet) -> list[Why]:
    """The reasons that lead to the answer under one of the rule sets."""
    moment = question.moment
    if moment is None:
        assert question.figures is not None
        result = _result(question.figures, rules)
        if question.asked == VALUE:
            # The announcements tell the rule sets apart best, that a game counts 1 least.
            last_first = result.items[::-1]
            items = sorted(last_first, key=lambda item: item.name not in _ANNOUNCED)
            return [item.why for item in items]
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
    reason = Reason.CALL_IN_TIME_BY_CARDS
    return [Why(reason, seats=seats, calls=calls, figures=(_cards(moment, rules), last))]


_ANNOUNCED = {ItemName.RE, ItemName.KONTRA}


def _agreed(rules: RuleSet) -> tuple[str, ...]:
    """Where the last moments are a matter of agreement, what we take to be agreed."""
    by_cards = rules.last_moments.by is Measure.CARDS
    return sources_beside("agreed-last-moments", rules.document) if by_cards else ()


def _re_at_120(question: CompareQuestion, made: Figures, rules: RuleSet) -> Value:
    """The answer as if 120 card points were the 121 that Re needs."""
    called = {one.call for one in made.calls}
    if made.points == 120 and not called & {*LIMITS} and called != {Call.KONTRA}:
        made = replace(made, points=121)
    return _truth(replace(question, figures=made), rules)


def _quiet(question: CompareQuestion, made: Figures, rules: RuleSet) -> Value:
    """The answer as if a limit that was missed had not been said."""
    winner = _result(made, rules).winner
    kept = tuple(
        one for one in made.calls if not one.call.is_limit or made.party_of(one.seat) is winner
    )
    quiet = replace(made, calls=kept)
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
