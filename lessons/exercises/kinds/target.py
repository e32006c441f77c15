"""target: how many card points does this party need now? Answered by a figure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Field, Way, number_field
from lessons.exercises.exhibits import Exhibit
from lessons.exercises.harder import of_level
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.kinds.who_won import cites_of_lone_kontra
from lessons.exercises.misconceptions import Misconception, believed_rules
from lessons.exercises.tallies import Figures, figures, random_calls
from lessons.exercises.verdict import Hint
from lessons.rules.calls import ANNOUNCEMENT_OF, LIMITS, Call, highest_limit
from lessons.rules.cards import ALL_CARD_POINTS
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.scoring import targets
from lessons.rules.sources import sources_beside, sources_of

_M = Misconception
_LIMITS = (_M.LIMIT_INCLUSIVE, _M.MISSED_LIMIT_STILL_WINS, _M.USUAL_TARGET_STAYS)
_LONE = (_M.LONE_KONTRA_120, _M.LONE_KONTRA_121)
_TRIES = 24
"""So many are looked at for some that the belief answers as it should."""


@dataclass(frozen=True, slots=True)
class TargetQuestion:
    rules: RuleSet
    figures: Figures
    party: Party


class TargetKind(Kind[TargetQuestion]):
    name: ClassVar = "target"
    group: ClassVar = Group.CALLS
    version: ClassVar = 3
    balanced_by: ClassVar = "with a call that changes what is needed, and without"
    asks: ClassVar = TargetQuestion
    ways: ClassVar = {party.value: {"points": Way.NUMBER} for party in Party}
    beliefs: ClassVar = (_M.RE_WINS_AT_120, *_LIMITS, *_LONE)
    aims: ClassVar = {
        "kompakt:ansagen-c": Aim((_M.LONE_KONTRA_120,), contrast=("kompakt:absagen-a",)),
        "kompakt:absagen-a": Aim(_LIMITS),
        "kompakt:auszaehlen": Aim((_M.RE_WINS_AT_120,), later=_LIMITS[:2],
                                  contrast=("kompakt:absagen-a",)),
        "royal:1.1.1b": Aim((_M.LIMIT_INCLUSIVE,), contrast=("royal:6.1.1", "royal:5.2.1b")),
        "royal:5.2.1b": Aim(_LIMITS),
        "royal:6.1.1": Aim((_M.RE_WINS_AT_120,), later=(_M.LONE_KONTRA_121, *_LIMITS[:2]),
                           contrast=("royal:5.2.1b",)),
        "cvjm:4.1a": Aim((_M.RE_WINS_AT_120,), later=(_M.LONE_KONTRA_121,),
                         contrast=("cvjm:4.1c",)),
        "cvjm:4.1c": Aim(_LIMITS),
    }  # fmt: skip
    hinted: ClassVar = {
        Hint.CALL: Why(Hint.CALL, calls=(Call.NO_90,)),
        Hint.NONE: Why(Hint.NONE),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> TargetQuestion | None:
        if aim.twin and belief not in _LONE:
            return None  # the others are never right
        drawn = (self._drawn(chance, rules, level, aim, belief) for _ in range(_TRIES))
        return of_level(self, drawn, level, belief, is_twin=aim.twin)

    def _drawn(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> TargetQuestion | None:
        party = chance.choice(tuple(Party))
        if belief in _LIMITS:
            calls = _with_limits(chance, rules, level)
        elif belief in _LONE:
            calls = _announced(chance, is_twin=aim.twin)
        else:
            calls = random_calls(chance, rules, 1, limits=0)
        made = figures(chance, rules, calls=calls, alone=chance.randrange(4) < level - 1)
        is_told = isinstance(targets(rules, made.spoken)[party].needed, int)
        return TargetQuestion(rules, made, party) if is_told else None

    def is_twin(self, belief: Misconception, question: TargetQuestion) -> bool:
        """Somebody has announced."""
        return belief not in _LONE or bool(question.figures.calls)

    def variant(self, question: TargetQuestion) -> str:
        return question.party.value

    def fields(self, question: TargetQuestion) -> tuple[Field, ...]:
        return (number_field(ALL_CARD_POINTS),)

    def solve(self, question: TargetQuestion) -> Answer:
        return (_needed(question, question.rules),)

    def believed(self, belief: Misconception, question: TargetQuestion) -> Answer | None:
        needed = _needed(question, question.rules)
        spoken, party = question.figures.spoken, question.party
        own = highest_limit(spoken, party)
        against = highest_limit(spoken, party.other)
        if belief in _LONE:
            changed = believed_rules(belief, question.rules)
            return None if changed is None else (_needed(question, changed),)
        if belief is _M.RE_WINS_AT_120:
            if own or against:
                return None
            return (120,) if party is Party.RE else (121,)
        if belief is _M.LIMIT_INCLUSIVE:
            # "No 90" with the others at 90: 150 are enough, or 91 to refute it.
            return (needed - 1,) if own else (needed + 1,) if against else None
        if not (own if belief is _M.MISSED_LIMIT_STILL_WINS else against and not own):
            return None
        return (121 if party is Party.RE else 120,)

    def because(self, question: TargetQuestion) -> tuple[Why, ...]:
        why = targets(question.rules, question.figures.spoken)[question.party].why
        if why.reason in _USUAL:
            told = [why._replace(reason=_USUAL[why.reason])]
            if question.figures.calls and question.rules.kontra_alone_needs_121:
                told.append(Why(Reason.NOT_ONLY_KONTRA))
            return tuple(told)
        if why.reason is not Reason.TARGET_OWN_LIMIT:
            return (why,)
        (needed,) = why.figures
        others = ALL_CARD_POINTS - needed
        return (why, Why(Reason.ALL_POINTS, figures=(others, needed, ALL_CARD_POINTS)))

    def cites(self, question: TargetQuestion) -> tuple[str, ...]:
        document, calls = question.rules.document, question.figures.calls
        cited = cites_of_lone_kontra(question.figures, question.rules)
        if any(one.call.is_limit for one in calls):
            reason = self.because(question)[0].reason
            return (*sources_beside("own-limit", document), *sources_of(reason, document), *cited)
        return cited

    def taught(self, question: TargetQuestion) -> tuple[str, ...]:
        """Who has announced, though a limit alone decides, too."""
        found = super().taught(question)
        if not question.figures.calls or not question.rules.kontra_alone_needs_121:
            return found
        return (*found, *sources_of(Reason.TARGET_KONTRA_ALONE, question.rules.document))

    def exhibit(self, question: TargetQuestion) -> Exhibit:
        return Exhibit(question.figures.contract, question.figures.who_and_calls())

    def hint(self, question: TargetQuestion) -> Why:
        spoken = question.figures.spoken
        for party in (question.party, question.party.other):
            step = highest_limit(spoken, party)
            if step:
                return Why(Hint.CALL, calls=(LIMITS[step - 1],))
        is_lone = {one.call for one in spoken} == {Call.KONTRA}
        if is_lone and question.rules.kontra_alone_needs_121:
            return Why(Hint.CALL, calls=(Call.KONTRA,))
        return Why(Hint.NONE)


_USUAL: dict[StrEnum, Reason] = {
    Reason.TARGET_RE: Reason.USUAL_RE,
    Reason.TARGET_KONTRA: Reason.USUAL_KONTRA,
}


def _announced(chance: Random, *, is_twin: bool) -> tuple[tuple[Party, Call], ...]:
    """By Kontra alone; or by others, or with a limit, which alone counts then."""
    kontra = (Party.KONTRA, Call.KONTRA)
    if not is_twin:
        return (kontra,)
    if chance.randrange(2):
        re = (Party.RE, Call.RE)
        return chance.choice(((re,), (re, kontra), (kontra, re)))
    return (kontra, (Party.KONTRA, chance.choice(LIMITS[:3])))


def _with_limits(chance: Random, rules: RuleSet, level: int) -> tuple[tuple[Party, Call], ...]:
    """A limit said by one party, from level 2 on at times by both; whoever has announced."""
    first, second = chance.sample(tuple(Party), 2)
    by_both = level > 1 and chance.randrange(3) == 0
    limit = chance.choice(LIMITS[: 2 if by_both else 3])
    least = limit.step if rules.limit_once else 0
    calls = [(first, limit), *([(second, chance.choice(LIMITS[least:3]))] if by_both else [])]
    says = {party for party, _ in calls} if rules.limits_need_announcement else set()
    announced = [party for party in Party if party in says or chance.randrange(2)]
    chance.shuffle(announced)
    return (*((party, ANNOUNCEMENT_OF[party]) for party in announced), *calls)


def _needed(question: TargetQuestion, rules: RuleSet) -> int:
    needed = targets(rules, question.figures.spoken)[question.party].needed
    assert isinstance(needed, int)
    return needed
