"""who-won: card points and calls are given: who has won? Answered by a party, or nobody."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way
from lessons.exercises.exhibits import Exhibit
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception, believed_rules
from lessons.exercises.tallies import SPLITS, Figures, figures, random_calls
from lessons.exercises.verdict import Hint
from lessons.rules.calls import ANNOUNCEMENT_OF, Call, highest_limit
from lessons.rules.cards import ALL_CARD_POINTS
from lessons.rules.parties import Party
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.scoring import Tally, TrickTarget, result_of, targets, winner_of
from lessons.rules.sources import sources_beside, sources_of, sources_of_why

_M = Misconception
_LIMITS = (_M.LIMIT_INCLUSIVE, _M.MISSED_LIMIT_STILL_WINS, _M.REFUSAL_IS_FREE)
_SCHWARZ = (_M.SCHWARZ_IS_ZERO_POINTS,)
_BOTH = (_M.SOMEONE_ALWAYS_WINS,)
_LONE = (_M.LONE_KONTRA_120, _M.LONE_KONTRA_121)


@dataclass(frozen=True, slots=True)
class WonQuestion:
    rules: RuleSet
    figures: Figures


class WhoWon(Kind[WonQuestion]):
    name: ClassVar = "who-won"
    group: ClassVar = Group.RESULT
    version: ClassVar = 6
    sides: ClassVar = {"Re has won": 3, "Kontra has won": 3, "nobody has": 1}
    asks: ClassVar = WonQuestion
    ways: ClassVar = {"": {"party": Way.ONE}}
    beliefs: ClassVar = (_M.RE_WINS_AT_120, *_LIMITS, *_SCHWARZ, *_BOTH, *_LONE)
    aims: ClassVar = {
        "kompakt:ziel": Aim((_M.RE_WINS_AT_120,), later=_LIMITS[1:2], free=6),
        "kompakt:ansagen-c": Aim((_M.LONE_KONTRA_120,), contrast=("kompakt:auszaehlen",)),
        "kompakt:absagen-b": Aim(_LIMITS[:2], later=_BOTH),
        "kompakt:auszaehlen": Aim((_M.RE_WINS_AT_120, *_LIMITS[:2]), later=(*_SCHWARZ, *_BOTH)),
        "royal:5.2.1b": Aim(_LIMITS[:2], later=_SCHWARZ),
        "royal:6.1.1": Aim((_M.RE_WINS_AT_120, *_LIMITS[:2], _M.LONE_KONTRA_121), later=_BOTH),
        "cvjm:4.1a": Aim((_M.RE_WINS_AT_120, _M.LONE_KONTRA_121)),
        "cvjm:4.1c": Aim((_M.LIMIT_INCLUSIVE,)),
        "cvjm:4.1d": Aim(_LIMITS[1:2], later=_BOTH),
    }
    hinted: ClassVar = {
        Hint.FIGURES: Why(Hint.FIGURES, figures=(121, 120)),
        Hint.NONE: Why(Hint.NONE),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> WonQuestion | None:
        party = chance.choice(tuple(Party))
        limit = chance.choice(tuple(Call)[2 : 2 + {1: 2, 2: 3, 3: 3}[level]])
        own = (party, limit)
        first = (party, ANNOUNCEMENT_OF[party])
        needs = rules.limits_need_announcement
        calls: tuple[tuple[Party, Call], ...] = ()
        near: int | None = chance.choice(SPLITS[2:5] if level == 1 else SPLITS)
        if belief is None and level == 3:
            calls = (first,)
        elif belief in _LONE:
            calls, near = ((Party.KONTRA, Call.KONTRA),), 120
        elif belief is _M.RE_WINS_AT_120:
            near = 120
            calls = random_calls(chance, rules, 1, limits=0) if level > 1 else ()
        elif belief in _LIMITS:
            calls = (first, own) if needs or level > 1 else (own,)
            against = 120 - 30 * limit.step
            near = chance.choice((*SPLITS, *(len(SPLITS) * (_points_of_re(party.other, against),))))
        elif belief in _SCHWARZ:
            calls = (first, (party, Call.SCHWARZ)) if needs else ((party, Call.SCHWARZ),)
            near = ALL_CARD_POINTS if party is Party.RE else 0
        elif belief in _BOTH:
            calls = random_calls(chance, rules, 3, limits=2)
            near = None
        alone = level > 1 and chance.randrange(4) == 0
        made = figures(chance, rules, calls=calls, near=near, alone=alone)
        return WonQuestion(rules, made)

    def is_of_level(self, question: WonQuestion, level: int, aim: Aim) -> bool:
        return level < 3 or len(question.figures.calls) >= 1

    def side(self, question: WonQuestion) -> str:
        winner = winner_of(question.figures.tally())
        return "nobody has" if winner is None else f"{winner.name.capitalize()} has won"

    def fields(self, question: WonQuestion) -> tuple[Field, ...]:
        return (Field("party", Way.ONE, (*Party, Choice.NOBODY)),)

    def solve(self, question: WonQuestion) -> Answer:
        return _winner(winner_of(question.figures.tally()))

    def believed(self, belief: Misconception, question: WonQuestion) -> Answer | None:
        made = question.figures
        if belief in _LONE:
            changed = believed_rules(belief, question.rules)
            return None if changed is None else _winner(winner_of(made.tally(changed)))
        tally = made.tally()
        match belief:
            case _M.RE_WINS_AT_120:
                calls = [one.call for one in made.calls]
                if targets(question.rules, made.spoken)[Party.RE].needed != 121 or calls == [
                    Call.KONTRA
                ]:
                    return None
                return _winner(Party.RE if made.points >= 120 else Party.KONTRA)
            case _M.LIMIT_INCLUSIVE:
                return _winner(_inclusive(tally))
            case _M.MISSED_LIMIT_STILL_WINS | _M.REFUSAL_IS_FREE:
                if not any(one.call.is_limit for one in made.calls):
                    return None
                quiet = tuple(one for one in made.spoken if not one.call.is_limit)
                return _winner(winner_of(replace(tally, calls=quiet)))
            case _M.SCHWARZ_IS_ZERO_POINTS:
                return _winner(_by_points(tally))
            case _M.SOMEONE_ALWAYS_WINS:
                winner = winner_of(tally)
                more = Party.RE if made.points > ALL_CARD_POINTS // 2 else Party.KONTRA
                return _winner(winner or more)
        return None

    def diagnosis(self, question: WonQuestion, answer: Answer) -> tuple[Misconception, ...]:
        beliefs = super().diagnosis(question, answer)
        # Two names for the same mistake: here it is about who wins.
        beliefs = tuple(belief for belief in beliefs if belief is not _M.REFUSAL_IS_FREE)
        # The more telling of two that say the same: nobody wins; or just at the limit.
        for likely in (_M.SOMEONE_ALWAYS_WINS, _M.LIMIT_INCLUSIVE):
            if likely in beliefs:
                return (likely,)
        return beliefs

    def because(self, question: WonQuestion) -> tuple[Why, ...]:
        result = result_of(question.figures.tally())
        if result.winner is None:
            return (*(result.targets[party].why for party in Party), result.why)
        loser = result.targets[result.winner.other]
        return (result.targets[result.winner].why, result.why, *_why_missed(loser.why))

    def cites(self, question: WonQuestion) -> tuple[str, ...]:
        document = question.rules.document
        cited = sources_beside("goal", document)
        made = question.figures
        for party in Party:
            if highest_limit(made.spoken, party):
                why = targets(question.rules, made.spoken)[party].why
                said = sources_beside("limits-said", document)
                cited = (*cited, *sources_of_why(why, document), *said)
        return (*cited, *sources_of(_any_target(question).reason, document))

    def exhibit(self, question: WonQuestion) -> Exhibit:
        return Exhibit(question.figures.contract, question.figures.facts())

    def hint(self, question: WonQuestion) -> Why:
        needed = targets(question.rules, question.figures.spoken)
        figures_ = tuple(n for p in Party if isinstance(n := needed[p].needed, int))
        return Why(Hint.FIGURES, figures=figures_) if len(figures_) == 2 else Why(Hint.NONE)


def _any_target(question: WonQuestion) -> Why:
    return targets(question.rules, question.figures.spoken)[Party.KONTRA].why


def _why_missed(why: Why) -> tuple[Why, ...]:
    """The target of the loser, where a call made it more than usual."""
    return (why,) if why.calls or why.reason.value.endswith(("all-tricks", "alone")) else ()


def _points_of_re(party: Party, points: int) -> int:
    """Card points of Re when a party has so many."""
    return points if party is Party.RE else ALL_CARD_POINTS - points


def _winner(party: Party | None) -> Answer:
    return (Choice.NOBODY if party is None else party,)


def _inclusive(tally: Tally) -> Party | None:
    """A limit counts as kept at exactly its number, too."""
    needed = targets(tally.rules, tally.calls)
    for party in Party:
        target = needed[party].needed
        points = tally.card_points[party]
        if isinstance(target, int):
            own = highest_limit(tally.calls, party)
            against = highest_limit(tally.calls, party.other)
            off = -1 if own else 1 if against else 0
            if points >= target + off:
                return party
        elif _meets_tricks(target, tally, party):
            return party
    return None


def _meets_tricks(target: TrickTarget, tally: Tally, party: Party) -> bool:
    if target is TrickTarget.ALL:
        return tally.tricks[party.other] == 0
    return tally.tricks[party] > 0


def _by_points(tally: Tally) -> Party | None:
    """Schwarz is kept by whoever has all the points."""
    needed = targets(tally.rules, tally.calls)
    for party in Party:
        target, points = needed[party].needed, tally.card_points
        if isinstance(target, int):
            if points[party] >= target:
                return party
        elif points[party.other] == 0 if target is TrickTarget.ALL else points[party] > 0:
            return party
    return None
