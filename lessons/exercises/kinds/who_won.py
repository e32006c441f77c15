"""who-won: card points and calls are given: who has won? Answered by a party, or nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from random import Random
from typing import ClassVar, NamedTuple

from lessons.exercises.answers import Answer, Choice, Field, Way
from lessons.exercises.exhibits import Exhibit
from lessons.exercises.harder import of_level
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception, believed_rules
from lessons.exercises.tallies import Figures, figures
from lessons.exercises.verdict import Hint
from lessons.rules.calls import ANNOUNCEMENT_OF, LIMITS, Call, Spoken, highest_limit
from lessons.rules.cards import ALL_CARD_POINTS, Seat
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.scoring import (
    Result,
    Tally,
    Target,
    TrickTarget,
    result_of,
    targets,
    winner_of,
)
from lessons.rules.sources import sources_beside, sources_of, sources_of_why

_M = Misconception
_INCLUSIVE = (_M.LIMIT_INCLUSIVE,)
_MISSED = (_M.MISSED_LIMIT_STILL_WINS,)
_SCHWARZ = (_M.SCHWARZ_IS_ZERO_POINTS,)
_BOTH = (_M.SOMEONE_ALWAYS_WINS,)
_LONE = (_M.LONE_KONTRA_120, _M.LONE_KONTRA_121)
_TRIES = 24
"""So many are looked at for some that the belief answers as it should."""


@dataclass(frozen=True, slots=True)
class WonQuestion:
    rules: RuleSet
    figures: Figures


class _Settled(NamedTuple):
    """What was needed, and who has won."""

    tally: Tally
    needed: Mapping[Party, Target]
    winner: Party | None


@lru_cache(maxsize=32)
def _settled(made: Figures) -> _Settled:
    """Kept, for it is asked again for each false belief."""
    tally = made.tally()
    needed = targets(tally.rules, tally.calls)
    return _Settled(tally, needed, winner_of(tally, needed))


class WhoWon(Kind[WonQuestion]):
    name: ClassVar = "who-won"
    group: ClassVar = Group.RESULT
    version: ClassVar = 7
    sides: ClassVar = {"Re has won": 1, "Kontra has won": 1}
    asks: ClassVar = WonQuestion
    ways: ClassVar = {"": {"party": Way.ONE}}
    beliefs: ClassVar = (
        _M.RE_WINS_AT_120, *_INCLUSIVE, *_MISSED, *_SCHWARZ, *_BOTH, *_LONE,
    )  # fmt: skip
    aims: ClassVar = {
        "kompakt:ziel": Aim((_M.RE_WINS_AT_120,), later=_MISSED),
        "kompakt:ansagen-c": Aim(_LONE[:1]),
        "kompakt:absagen-b": Aim(_MISSED, later=(*_INCLUSIVE, *_BOTH)),
        "kompakt:auszaehlen": Aim((_M.RE_WINS_AT_120, *_MISSED),
                                  later=(*_INCLUSIVE, *_SCHWARZ, *_BOTH)),
        "royal:5.2.1b": Aim(_MISSED, later=(*_INCLUSIVE, *_SCHWARZ, *_BOTH)),
        "royal:6.1.1": Aim((_M.RE_WINS_AT_120, *_MISSED), later=_LONE[1:]),
        "cvjm:4.1a": Aim((_M.RE_WINS_AT_120,), later=_LONE[1:]),
        "cvjm:4.1c": Aim(_MISSED, later=_INCLUSIVE),
        "cvjm:4.1d": Aim(_MISSED, later=_BOTH),
    }  # fmt: skip
    hinted: ClassVar = {
        Hint.FIGURES: Why(Hint.FIGURES, figures=(121, 120)),
        Hint.NONE: Why(Hint.NONE),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> WonQuestion | None:
        drawn = (self._drawn(chance, rules, level, aim, belief) for _ in range(_TRIES))
        return of_level(self, drawn, level, belief, is_twin=aim.twin)

    def _drawn(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> WonQuestion:
        alone = level > 1 and chance.randrange(4) == 0
        if belief in _LONE or belief is _M.RE_WINS_AT_120:
            alone = chance.randrange(4) < (3 if belief in _LONE else level)
            calls = _announcements(chance, rules, level, belief, is_twin=aim.twin)
            points: int | None = 120
            if aim.twin:
                points = 121
            if aim.twin and belief is _M.LONE_KONTRA_120:
                points = chance.choice((118, 119, 119)) if len(calls) == 1 else 120
        else:
            calls = _with_limits(chance, rules, level, belief)
            points = _near(chance, rules, calls, level, aim, belief)
        return WonQuestion(rules, figures(chance, rules, calls=calls, points=points, alone=alone))

    def is_of_level(self, question: WonQuestion, level: int, aim: Aim) -> bool:
        return level < 3 or len(question.figures.calls) >= 1

    def side(self, question: WonQuestion) -> str | None:
        winner = _settled(question.figures).winner
        return None if winner is None else f"{winner.name.capitalize()} has won"

    def is_twin(self, belief: Misconception, question: WonQuestion) -> bool:
        """At 120 who else does not win; a limit kept, and hardly so; or one of two kept."""
        made = question.figures
        winner, needed = _settled(made).winner, _settled(made).needed
        if belief in {_M.RE_WINS_AT_120, _M.LONE_KONTRA_121}:
            return winner is Party.RE and made.points == 121
        if belief is _M.LONE_KONTRA_120:
            return winner is Party.KONTRA and made.points in {118, 119, 120}
        limits = [bool(highest_limit(made.spoken, party)) for party in (Party.RE, Party.KONTRA)]
        if belief in _BOTH:
            return winner is not None and all(limits)
        if winner is None or not highest_limit(made.spoken, winner):
            return False
        target = needed[winner].needed
        least = ALL_CARD_POINTS if isinstance(target, TrickTarget) else target
        return made.card_points[winner] - least <= 1

    def fields(self, question: WonQuestion) -> tuple[Field, ...]:
        return (Field("party", Way.ONE, (*Party, Choice.NOBODY)),)

    def solve(self, question: WonQuestion) -> Answer:
        return _winner(_settled(question.figures).winner)

    def believed(self, belief: Misconception, question: WonQuestion) -> Answer | None:
        made = question.figures
        limits = [call for one in made.calls if (call := one.call).is_limit]
        if belief in _LONE:
            changed = believed_rules(belief, question.rules)
            if changed is None or limits:
                return None
            return _winner(winner_of(made.tally(changed)))
        settled = _settled(made)
        if belief is not _M.RE_WINS_AT_120 and not limits:
            return None
        match belief:
            case _M.RE_WINS_AT_120:
                if settled.needed[Party.RE].needed != 121:
                    return None
                return _winner(Party.RE if made.points >= 120 else Party.KONTRA)
            case _M.LIMIT_INCLUSIVE:
                return _winner(_inclusive(settled))
            case _M.MISSED_LIMIT_STILL_WINS:
                quiet = tuple(one for one in made.spoken if not one.call.is_limit)
                return _winner(winner_of(replace(settled.tally, calls=quiet)))
            case _M.SCHWARZ_IS_ZERO_POINTS:
                return _winner(_by_points(settled))
            case _M.SOMEONE_ALWAYS_WINS:
                winner = settled.winner
                if made.points == ALL_CARD_POINTS // 2:
                    return None if winner is None else _winner(winner)
                more = Party.RE if made.points > ALL_CARD_POINTS // 2 else Party.KONTRA
                return _winner(winner or more)
        return None

    def because(self, question: WonQuestion) -> tuple[Why, ...]:
        return why_won(result_of(question.figures.tally()))

    def about_answer(self, question: WonQuestion, answer: Answer) -> tuple[Why, ...]:
        """Where nobody has won: what the party that was chosen has needed."""
        (given,) = answer
        settled = _settled(question.figures)
        if settled.winner is None and isinstance(given, Party):
            return (settled.needed[given].why,)
        return ()

    def still_because(self, question: WonQuestion, answer: Answer) -> tuple[Why, ...]:
        about = self.about_answer(question, answer)
        return tuple(why for why in self.because(question) if why not in about)

    def cites(self, question: WonQuestion) -> tuple[str, ...]:
        document = question.rules.document
        cited = sources_beside("goal", document)
        made = question.figures
        settled = _settled(made)
        for party in Party:
            if highest_limit(made.spoken, party):
                why = settled.needed[party].why
                cited = (*cited, *sources_of_why(why, document))
                cited = (*cited, *sources_beside("limits-said", document))
                if settled.winner is not party:
                    cited = (*cited, *sources_beside("limits-missed", document))
        cited = (*cited, *cites_of_lone_kontra(made, question.rules))
        return (*cited, *sources_of(_any_target(question).reason, document))

    def taught(self, question: WonQuestion) -> tuple[str, ...]:
        """What a limit that was missed costs, where one was kept, too."""
        found = super().taught(question)
        if not any(one.call.is_limit for one in question.figures.calls):
            return found
        return (*found, *sources_beside("limits-missed", question.rules.document))

    def exhibit(self, question: WonQuestion) -> Exhibit:
        return Exhibit(question.figures.contract, question.figures.facts())

    def hint(self, question: WonQuestion) -> Why:
        needed = _settled(question.figures).needed
        figures_ = tuple(n for p in Party if isinstance(n := needed[p].needed, int))
        return Why(Hint.FIGURES, figures=figures_) if len(figures_) == 2 else Why(Hint.NONE)


def _any_target(question: WonQuestion) -> Why:
    return _settled(question.figures).needed[Party.KONTRA].why


def cites_of_lone_kontra(made: Figures, rules: RuleSet) -> tuple[str, ...]:
    """Who announced, where that decides; else that it does not, where only Kontra has."""
    calls = {one.call for one in made.calls}
    if not calls or calls & {*LIMITS}:
        return ()
    if rules.kontra_alone_needs_121:
        return sources_of(Reason.TARGET_KONTRA_ALONE, rules.document)
    return sources_beside("lone-kontra-too", rules.document) if calls == {Call.KONTRA} else ()


def why_won(result: Result) -> tuple[Why, ...]:
    """What the winners needed and have, and how far from it the others are who have said a limit,
    or had one to refute."""
    if result.winner is None:
        return (*(result.targets[party].why for party in Party), result.why)
    winner = result.winner
    won: tuple[Why, ...] = (result.why,)
    if result.why.reason is Reason.TARGET_MET:
        wins = Why(Reason.WINS_WITH, parties=(winner,), figures=result.why.figures[:1])
        won = (result.targets[winner].why, wins)
    return (*won, *_why_lost(result, winner.other))


def _why_lost(result: Result, loser: Party) -> tuple[Why, ...]:
    target = result.targets[loser].why
    reason = _SHORT_OF.get(target.reason)
    if reason is None:
        return (target,) if target.reason is Reason.TARGET_ALL_TRICKS else ()
    figures_ = (result.tally.card_points[loser], *target.figures)
    return (Why(reason, parties=(loser,), calls=target.calls, figures=figures_),)


_SHORT_OF: dict[StrEnum, Reason] = {
    Reason.TARGET_OWN_LIMIT: Reason.LIMIT_MISSED,
    Reason.TARGET_REFUTE: Reason.LIMIT_STANDS,
}


def _announcements(
    chance: Random, rules: RuleSet, level: int, belief: Misconception | None, *, is_twin: bool
) -> tuple[tuple[Party, Call], ...]:
    """Kontra's alone, where that matters, and at times, where it does not, others."""
    re, kontra = ((party, ANNOUNCEMENT_OF[party]) for party in Party)
    others = [(re,), (re, kontra), (kontra, re)]
    if belief is _M.RE_WINS_AT_120:
        lone = [] if rules.kontra_alone_needs_121 else [(kontra,)]
        said: dict[int, list[tuple[tuple[Party, Call], ...]]]
        said = {1: [()], 2: [(), *others, *lone], 3: [*others, *lone]}
        return chance.choice(said[level])
    return (kontra,) if not is_twin or chance.randrange(5) else chance.choice(others)


def _with_limits(
    chance: Random, rules: RuleSet, level: int, belief: Misconception | None
) -> tuple[tuple[Party, Call], ...]:
    """A limit said by one party, or by both."""
    party = chance.choice(tuple(Party))
    both = belief in _BOTH or (level > 1 and chance.randrange(5) == 0)
    limits = LIMITS[:2] if both else LIMITS[: min(level + 1, 3)]
    calls: list[tuple[Party, Call]] = []
    least = 0
    for by in (party, party.other):
        may_announce = rules.limits_need_announcement or chance.randrange(4) < level - 1
        if may_announce and (by is party or both or chance.randrange(2)):
            calls.append((by, ANNOUNCEMENT_OF[by]))
        if by is party or both:
            is_last = by is not party or not both
            is_schwarz = belief in _SCHWARZ and (is_last or not rules.limit_once)
            limit = Call.SCHWARZ if is_schwarz else chance.choice(limits[least:])
            calls.append((by, limit))
            least = limit.step if rules.limit_once else 0
            limits = LIMITS[:3]
    return tuple(calls)


def _near(
    chance: Random,
    rules: RuleSet,
    calls: Sequence[tuple[Party, Call]],
    level: int,
    aim: Aim,
    belief: Misconception | None,
) -> int | None:
    """Card points of Re about where the winner changes: a party that has said a limit just has
    what it needs, or one less; or what would have been enough without. None: any."""
    if belief in _BOTH and chance.randrange(3):
        return None
    party = chance.choice([party for party, call in calls if call.is_limit])
    spoken = [Spoken(Seat.VH, by, call) for by, call in calls]
    needed = targets(rules, spoken)[party].needed
    points = needed if isinstance(needed, int) else ALL_CARD_POINTS
    if aim.twin:
        points += chance.randrange(5) == 0
    elif belief in _INCLUSIVE or (belief not in _SCHWARZ and chance.randrange(2)):
        points -= 1
    if not aim.twin and belief in {*_MISSED, *_BOTH} and chance.randrange(level) == 0:
        points = chance.randrange(121, points)
    points = min(points, ALL_CARD_POINTS)
    return points if party is Party.RE else ALL_CARD_POINTS - points


def _winner(party: Party | None) -> Answer:
    return (Choice.NOBODY if party is None else party,)


def _inclusive(settled: _Settled) -> Party | None:
    """A limit counts as kept at exactly its number, too."""
    tally = settled.tally
    for party in Party:
        target = settled.needed[party].needed
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


def _by_points(settled: _Settled) -> Party | None:
    """Schwarz is kept by whoever has all the points."""
    for party in Party:
        target, points = settled.needed[party].needed, settled.tally.card_points
        if isinstance(target, int):
            if points[party] >= target:
                return party
        elif points[party.other] == 0 if target is TrickTarget.ALL else points[party] > 0:
            return party
    return None
