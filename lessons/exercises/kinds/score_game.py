"""score-game: the whole settlement, step by step, each from the true values before.

Card points of Re, who has won, what counts, the factor where announcements double, the value, and
what each player writes down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way, number_field
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.harder import of_level
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.kinds.settle import SettleQuestion, why_written
from lessons.exercises.kinds.who_won import why_won
from lessons.exercises.misconceptions import Misconception, believed_rules
from lessons.exercises.tallies import Figures, about, figures, random_calls
from lessons.exercises.verdict import Hint, Verdict
from lessons.rules.calls import ANNOUNCEMENT_OF, LIMITS, Call, highest_limit, steps_said
from lessons.rules.cards import ALL_CARD_POINTS, CHARLIE, FOX, Seat
from lessons.rules.contracts import ALONE, Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import (
    Announcement,
    Counting,
    FailedLimit,
    GegenDieAlten,
    RuleSet,
    SpecialPoint,
)
from lessons.rules.scoring import (
    REACHED,
    UNDER,
    Item,
    ItemName,
    Result,
    Sum,
    Tally,
    add_up,
    is_added_after,
    result_of,
)
from lessons.rules.sources import sources_beside, sources_of, sources_of_why
from lessons.rules.special_points import Earned

SUM, DOUBLED = "sum", "doubled"
"""What counts is asked for with the special points, or before something doubles it."""
_M = Misconception
_LARGEST = 999
_LOST_LIMIT = (_M.REFUSAL_IS_FREE,)
_SAID = (_M.STEPS_NOT_KEPT,)
_BOTH = (_M.SOMEONE_ALWAYS_WINS,)
_TOLD = 3
"""Reasons about a wrong choice, at most; a false belief may come beside them."""
_TRIES = 24
"""So many are looked at for some that the belief answers as it should."""


@dataclass(frozen=True, slots=True)
class Special:
    """A special point that somebody has earned."""

    point: SpecialPoint
    seat: Seat


@dataclass(frozen=True, slots=True)
class ScoreQuestion:
    rules: RuleSet
    figures: Figures
    points_of: tuple[int, ...]
    """Card points of each seat."""
    specials: tuple[Special, ...] = ()
    offered: tuple[ItemName, ...] = ()
    """What may be chosen as counting; empty: everything but special points."""
    writer: Seat | None = None
    """Whose entry is asked for; None: everybody's."""

    @property
    def writers(self) -> tuple[Seat, ...]:
        return tuple(Seat) if self.writer is None else (self.writer,)

    @property
    def possible(self) -> tuple[ItemName, ...]:
        return self.offered or _possible(self.rules)

    @property
    def doubles(self) -> bool:
        return self.rules.announcement is Announcement.DOUBLE

    @property
    def is_alone(self) -> bool:
        return self.figures.contract in ALONE

    def tally(self, rules: RuleSet | None = None) -> Tally:
        rules = rules or self.rules
        made = self.figures.tally(rules)
        if self.figures.contract in ALONE and not rules.specials_in_solo:
            return made
        earned = []
        for one in self.specials:
            party = self.figures.party_of(one.seat)
            why = Why(Reason.NOTED_DOWN, parties=(party,), calls=(one.point,))
            earned.append(Earned(one.point, party, why))
        return replace(made, specials=tuple(earned))


def _result(question: ScoreQuestion) -> Result:
    return _settled(question.rules, question.figures, question.specials)


@lru_cache(maxsize=64)
def _settled(rules: RuleSet, made: Figures, specials: tuple[Special, ...]) -> Result:
    """The result, kept, for each step and each false belief needs it again."""
    return result_of(ScoreQuestion(rules, made, (), specials).tally())


_WAYS = {
    "points": Way.NUMBER,
    "party": Way.ONE,
    "items": Way.SEVERAL,
    "value": Way.NUMBER,
    **{seat.name: Way.NUMBER for seat in Seat},
}


class ScoreGame(Kind[ScoreQuestion]):
    name: ClassVar = "score-game"
    group: ClassVar = Group.RESULT
    version: ClassVar = 8
    balanced_by: ClassVar = "won by Re and by Kontra; limits kept and missed; what counts or not"
    asks: ClassVar = ScoreQuestion
    is_stepwise: ClassVar = True
    ways: ClassVar = {
        SUM: _WAYS,
        DOUBLED: {**_WAYS, "factor": Way.NUMBER},
    }
    beliefs: ClassVar = (
        _M.RE_WINS_AT_120, _M.KONTRA_SAME, _M.ANNOUNCER_ONLY, _M.REFUSAL_IS_FREE,
        _M.LIMIT_INCLUSIVE, _M.STEPS_NOT_KEPT, _M.DOUBLE_ONCE, _M.SPECIALS_DOUBLED,
        _M.SPECIALS_IN_SOLO, _M.SOLO_SINGLE, _M.NEGATIVE_IS_NOTHING, *_BOTH,
    )  # fmt: skip
    aims: ClassVar = {
        "kompakt:ansagen-b": Aim((_M.ANNOUNCER_ONLY,)),
        "kompakt:absagen-b": Aim(_LOST_LIMIT, later=_BOTH),
        "kompakt:punktwertung": Aim((_M.SOLO_SINGLE, _M.KONTRA_SAME)),
        "kompakt:abrechnung-beispiel": Aim((_M.KONTRA_SAME, _M.ANNOUNCER_ONLY)),
        "kompakt:p-gewinn": Aim((_M.KONTRA_SAME,)),
        "kompakt:p-stufen": Aim((_M.LIMIT_INCLUSIVE,)),
        "kompakt:p-ansage": Aim((_M.ANNOUNCER_ONLY,)),
        "kompakt:p-absage": Aim((*_SAID, *_LOST_LIMIT)),
        "kompakt:sonderpunkte": Aim((_M.SPECIALS_IN_SOLO,)),
        "kompakt:s-alte": Aim((_M.KONTRA_SAME,)),
        "royal:6.2.1-1": Aim((_M.RE_WINS_AT_120, _M.KONTRA_SAME)),
        "royal:6.2.1-2": Aim((_M.KONTRA_SAME,)),
        "royal:6.2.1-3": Aim((_M.LIMIT_INCLUSIVE,)),
        "royal:6.2.1-4": Aim((*_SAID, *_LOST_LIMIT), later=_BOTH),
        "royal:6.2.1-5": Aim((_M.DOUBLE_ONCE, _M.SPECIALS_DOUBLED)),
        "royal:6.2.2": Aim((_M.NEGATIVE_IS_NOTHING,)),
        "cvjm:3.1c": Aim(_SAID),
        "cvjm:3.1d": Aim((_M.DOUBLE_ONCE, _M.SPECIALS_DOUBLED)),
        "cvjm:4.1b": Aim((_M.LIMIT_INCLUSIVE, *_SAID)),
        "cvjm:4.1d": Aim(_LOST_LIMIT, later=_BOTH),
        "cvjm:4.1e": Aim((_M.KONTRA_SAME,)),
        "cvjm:4.1f": Aim((_M.DOUBLE_ONCE, _M.SPECIALS_DOUBLED)),
    }
    hinted: ClassVar = {Hint.NONE: Why(Hint.NONE)}

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> ScoreQuestion | None:
        """Re has won as often as Kontra, as far as the belief leaves it open."""
        wanted = {chance.choice(tuple(Party)), None}
        drawn = (self._drawn(chance, rules, level, aim, belief) for _ in range(_TRIES))
        balanced = (made for made in drawn if _result(made).winner in wanted)
        found = of_level(self, balanced, level, belief, is_twin=aim.twin)
        if found is None:
            drawn = (self._drawn(chance, rules, level, aim, belief) for _ in range(_TRIES))
            found = of_level(self, drawn, level, belief, is_twin=aim.twin)
        return found

    def _drawn(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> ScoreQuestion:
        about_solos = belief in _ALONE
        alone = not aim.twin if about_solos else level == 3 and chance.randrange(4) == 0
        calls = _calls(chance, rules, level, belief, is_twin=aim.twin)
        near = _near(chance, belief, calls, is_twin=aim.twin)
        points = None if near is None else about(chance, near)
        made = figures(chance, rules, alone=alone, calls=calls, points=points)
        several = chance.choice({1: (0, 1), 2: (0, 1, 2), 3: (1, 2)}[level])
        if belief in {_M.SPECIALS_DOUBLED, _M.SPECIALS_IN_SOLO}:
            several = max(several, 1)
        if belief is _M.NEGATIVE_IS_NOTHING:
            several = chance.choice((1, 2)) if aim.twin else 2
        points_of = _by_seat(chance, made)
        question = ScoreQuestion(
            rules, made, points_of, _specials(chance, rules, made, points_of, several)
        )
        return replace(
            question,
            offered=items_offered(question, level),
            writer=_writer(chance, question, about_solos=about_solos),
        )

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        match belief:
            case _M.SOLO_SINGLE:
                return bool(rules.solos)
            case _M.SPECIALS_IN_SOLO:
                return any(_of_single_cards(rules, solo) for solo in rules.solos)
            case _M.SPECIALS_DOUBLED:
                return bool(_of_single_cards(rules, Contract.NORMAL))
        return True

    def variant(self, question: ScoreQuestion) -> str:
        return DOUBLED if question.doubles else SUM

    def fields(self, question: ScoreQuestion) -> tuple[Field, ...]:
        """Where nobody has won there is no value for the winners, and nothing is doubled."""
        is_won = _result(question).winner is not None
        return (
            number_field(ALL_CARD_POINTS),
            Field("party", Way.ONE, (*Party, Choice.NOBODY)),
            Field("items", Way.SEVERAL, (*question.possible, Choice.NOTHING)),
            *([number_field(8, "factor", 1)] if is_won and question.doubles else []),
            *([number_field(_LARGEST, "value", -_LARGEST)] if is_won else []),
            *(number_field(_LARGEST, seat.name, -_LARGEST) for seat in question.writers),
        )

    def solve(self, question: ScoreQuestion) -> Answer:
        return self._steps(question, _result(question))

    def _steps(
        self, question: ScoreQuestion, result: Result, winner: Party | None = None, factor: int = 0
    ) -> Answer:
        """The answer that tells this result, or another winner or factor."""
        is_won = _result(question).winner is not None
        scores = result.scores(question.figures.parties)
        return (
            question.figures.points,
            winner or result.winner or Choice.NOBODY,
            frozenset(item.name for item in result.items if item.name in question.possible),
            *([factor or _sum(question, result).factor] if is_won and question.doubles else []),
            *([result.value] if is_won else []),
            *(scores[seat] for seat in question.writers),
        )

    def believed(self, belief: Misconception, question: ScoreQuestion) -> Answer | None:
        """Right where the belief does no harm; None where it says nothing."""
        right = _result(question)
        if belief is _M.SOMEONE_ALWAYS_WINS:
            return self._always_won(question, right)
        if right.winner is None or not self._speaks(belief, question, right):
            return None
        doubled = self._of_value(belief, question, right)
        if doubled is not None:
            return doubled
        match belief:
            case _M.SPECIALS_IN_SOLO | _M.SOLO_SINGLE if question.is_alone:
                rules = believed_rules(belief, question.rules)
                return None if rules is None else self._steps(question, _under(question, rules))
            case _M.RE_WINS_AT_120 if question.figures.points == ALL_CARD_POINTS // 2:
                return self._steps(question, right, winner=Party.RE)
            case _M.KONTRA_SAME:
                return self._without(question, right, {ItemName.GEGEN_DIE_ALTEN})
            case _M.ANNOUNCER_ONLY:
                others = ItemName(ANNOUNCEMENT_OF[right.winner.other].value)
                return self._without(question, right, {others})
            case _M.REFUSAL_IS_FREE:
                return self._quiet(question, right)
            case _M.LIMIT_INCLUSIVE:
                return self._inclusive(question, right)
            case _M.STEPS_NOT_KEPT:
                return self._without(question, right, _lower_said(right))
        return self._steps(question, right)

    def _speaks(self, belief: Misconception, question: ScoreQuestion, right: Result) -> bool:
        """Whether a belief is about a won game like this, be it right there or not."""
        made, total = question.figures, _sum(question, right)
        calls = {one.call for one in made.calls}
        loser = (right.winner or Party.RE).other
        match belief:
            case _M.SPECIALS_IN_SOLO:
                return bool(question.specials)
            case _M.RE_WINS_AT_120:
                is_usual = right.targets[Party.RE].needed == ALL_CARD_POINTS // 2 + 1
                return is_usual and made.points in {119, 120, 121}
            case _M.KONTRA_SAME:
                return not question.is_alone
            case _M.ANNOUNCER_ONLY:
                return not question.doubles and bool(calls & {*ANNOUNCEMENT_OF.values()})
            case _M.REFUSAL_IS_FREE | _M.STEPS_NOT_KEPT:
                return bool(calls & {*LIMITS})
            case _M.LIMIT_INCLUSIVE:
                points = right.tally.card_points[loser]
                is_near = any(abs(points - under) < 2 for under in _EXACT)
                return is_near and not _counts_as_reached(right)
            case _M.DOUBLE_ONCE:
                return question.doubles and total.factor > 1
            case _M.SPECIALS_DOUBLED:
                return question.doubles and total.after != 0
            case _M.NEGATIVE_IS_NOTHING:
                return any(one.party is loser for one in right.tally.specials)
        return True

    def _of_value(
        self, belief: Misconception, question: ScoreQuestion, right: Result
    ) -> Answer | None:
        total = _sum(question, right)
        match belief:
            case _M.DOUBLE_ONCE if total.factor == 4:
                return self._steps(question, right, factor=2)
            case _M.SPECIALS_DOUBLED if total.factor > 1:
                value = (total.doubled + total.after) * total.factor
                return self._steps(question, replace(right, value=value))
            case _M.NEGATIVE_IS_NOTHING if right.value < 0:
                return self._steps(question, replace(right, value=0))
        return None

    def _always_won(self, question: ScoreQuestion, right: Result) -> Answer | None:
        """The answer of somebody for whom more card points win where both have missed."""
        by = {one.party for one in question.figures.spoken if one.call.is_limit}
        if len(by) < 2 or question.figures.points == ALL_CARD_POINTS // 2:
            return None
        if right.winner is not None:
            return self._steps(question, right)
        return self._steps(question, _without_limits(question, *Party))

    def _without(
        self, question: ScoreQuestion, right: Result, names: set[ItemName]
    ) -> Answer | None:
        kept = tuple(item for item in right.items if item.name not in names)
        value = add_up(kept, right.winner or Party.RE, question.rules).value
        return self._steps(question, replace(right, items=kept, value=value))

    def _quiet(self, question: ScoreQuestion, right: Result) -> Answer | None:
        """The answer as if a limit that was missed had not been said."""
        assert right.winner is not None
        return self._steps(question, _without_limits(question, right.winner.other))

    def _inclusive(self, question: ScoreQuestion, right: Result) -> Answer | None:
        """The answer as if under 90 included 90, and under 60 and 30 likewise."""
        assert right.winner is not None
        step = _EXACT.get(right.tally.card_points[right.winner.other])
        if step is None or step in {item.name for item in right.items}:
            return self._steps(question, right)
        items = (*right.items, Item(step, right.winner, Why(Reason.WON)))
        value = add_up(items, right.winner, question.rules).value
        return self._steps(question, replace(right, items=items, value=value))

    def verdict(self, question: ScoreQuestion, answer: Answer) -> Verdict:
        """Of what counts only what was wrong."""
        found = super().verdict(question, answer)
        wrong = found.wrong_field
        return replace(found, because=()) if wrong and wrong.name == "items" else found

    def because(self, question: ScoreQuestion) -> tuple[Why, ...]:
        """The whole settlement."""
        return tuple(
            why for field in self.fields(question) for why in self.because_of(question, field)
        )

    def because_of(self, question: ScoreQuestion, field: Field) -> tuple[Why, ...]:
        result = _result(question)
        total = _sum(question, result)
        match field.name:
            case "points":
                re = question.figures.re
                if question.is_alone:
                    return (Why(Reason.ONLY_SOLOIST, seats=re),)
                own = tuple(question.points_of[seat] for seat in re)
                return (Why(Reason.POINTS_BY_PARTY, parties=(Party.RE,), seats=re, figures=own),)
            case "party":
                return why_won(result)
            case "items":
                return _why_items(question, result)
            case "factor":
                doubling = tuple(item.name for item in result.items if item.factor)
                if not doubling:
                    return (Why(Reason.NO_FACTOR),)
                return (Why(Reason.FACTOR_IS, calls=doubling, figures=(total.factor,)),)
            case "value":
                assert result.winner is not None
                return (*_why_value(result, result.winner, total), *_why_no_specials(question))
        return _why_entry(question, result, Seat[field.name])

    def about_answer(self, question: ScoreQuestion, answer: Answer) -> tuple[Why, ...]:
        """Why items that were chosen do not count, and why others do."""
        if len(answer) < 3 or not isinstance(answer[2], frozenset):
            return ()
        right, result = self.solve(question), _result(question)
        if answer[:2] != right[:2]:
            return ()
        true = right[2]
        assert isinstance(true, frozenset)
        extra = [name for name in question.possible if name in answer[2] - true]
        missing = [item for item in result.items if item.name in true - answer[2]]
        told = (
            *(_why_no_item(question, result, name) for name in extra[:2]),
            *_why_missing(result, missing)[:2],
        )
        return tuple(dict.fromkeys(told))[:_TOLD]

    def cites(self, question: ScoreQuestion) -> tuple[str, ...]:
        """The paragraph of everything that counts, whichever step is asked."""
        document = question.rules.document
        cited = [s for item in _result(question).items for s in sources_of_why(item.why, document)]
        settled = (*self.because(question), *map(Why, _SETTLED))
        cited += [s for why in settled for s in sources_of_why(why, document)]
        return tuple(dict.fromkeys(cited))

    def taught(self, question: ScoreQuestion) -> tuple[str, ...]:
        """What would count, too, were it a little otherwise."""
        document = question.rules.document
        about = (
            ("example-of-a-score", True),
            ("solo-scored", question.is_alone or bool(question.specials)),
            ("limits-scored", any(one.call.is_limit for one in question.figures.calls)),
            ("value-below-zero", bool(question.specials)),
            ("steps-scored", True),
        )
        beside = [s for name, is_so in about if is_so for s in sources_beside(name, document)]
        beside += sources_of(Reason.ALTE_BEATEN, document)
        beside += sources_of(Reason.NO_FACTOR, document) if question.doubles else ()
        return tuple(dict.fromkeys((*super().taught(question), *beside)))

    def exhibit(self, question: ScoreQuestion) -> Exhibit:
        told = list(question.figures.who_and_calls())
        for seat in Seat:
            taken = (question.points_of[seat],)
            told.append(Why(Fact.SEAT_TOOK, seats=(seat,), figures=taken))
        tricks = {Party.RE: question.figures.tricks}
        tricks[Party.KONTRA] = question.rules.hand_size - question.figures.tricks
        for party, number in tricks.items():
            if number == 0:
                told.append(Why(Fact.TRICKS_OF, parties=(party,), figures=(number,)))
        told += [
            Why(Fact.EARNED, seats=(one.seat,), calls=(one.point,)) for one in question.specials
        ]
        return Exhibit(question.figures.contract, tuple(told))

    def hint(self, question: ScoreQuestion) -> Why:
        return Why(Hint.NONE)


_ALONE = {_M.SOLO_SINGLE, _M.SPECIALS_IN_SOLO}
_SETTLED = (Reason.WON, Reason.ADDS_UP, Reason.WINNERS_WRITE)
_EXACT: Mapping[int, ItemName] = {
    90: ItemName.NO_90,
    60: ItemName.NO_60,
    30: ItemName.NO_30,
}
_STEPS = (ItemName.NO_90, ItemName.NO_60, ItemName.NO_30, ItemName.SCHWARZ)
_STEPS_SAID = tuple(ItemName(f"said-{step.value}") for step in _STEPS)
_REACHED = tuple(ItemName(f"reached-{needed}") for needed in REACHED)
_STEPS_REFUTED = tuple(ItemName(f"refuted-{step.value}") for step in _STEPS)


_CALL_OF: Mapping[ItemName, Call] = {
    ItemName.RE: Call.RE,
    ItemName.KONTRA: Call.KONTRA,
    **dict(zip(_STEPS_SAID, LIMITS, strict=True)),
    **dict(zip(_STEPS_REFUTED, LIMITS, strict=True)),
}
"""What must have been said for an item to count."""


def _has_said(question: ScoreQuestion, party: Party, call: Call) -> bool:
    spoken = question.figures.spoken
    if call.is_limit:
        return call.step in steps_said(spoken, party, question.rules)
    return any(one.party is party and one.call is call for one in spoken)


def _possible(rules: RuleSet) -> tuple[ItemName, ...]:
    """Everything that may count but special points; where announcements double, what they do."""
    announced = (ItemName.RE, ItemName.KONTRA)
    refuted = rules.failed_limit is FailedLimit.REFUTED_POINTS
    doubles = rules.announcement is Announcement.DOUBLE
    is_special = doubles and rules.gegen_die_alten is GegenDieAlten.SPECIAL
    return (
        ItemName.WON,
        *(() if is_special else (ItemName.GEGEN_DIE_ALTEN,)),
        *_STEPS,
        *(announced if rules.announcement is Announcement.PLUS_TWO else ()),
        *_STEPS_SAID,
        *(_STEPS_REFUTED if refuted else ()),
        *(_REACHED if rules.reached_points else ()),
    )


def items_offered(question: ScoreQuestion, level: int) -> tuple[ItemName, ...]:
    """What may be chosen: at level 1 what was said, and of the steps some beyond those played; at
    level 2 all steps, and a call more than was said; at level 3 everything."""
    rules, made = question.rules, question.figures
    highest = max((one.call.step for one in made.calls), default=0)
    steps = {1: highest, 2: min(highest + 1, 4), 3: 4}[level]
    without = {*_STEPS_SAID[steps:], *_STEPS_REFUTED[steps:]}
    if level == 1:
        without |= _not_near(question)
    specials = {ItemName(one.point.value) for one in question.specials}
    return (
        *(name for name in _possible(rules) if name not in without),
        *(name for name in ItemName if name in specials and not question.doubles),
    )


def _not_near(question: ScoreQuestion) -> set[ItemName]:
    """Announcements that nobody made, steps that are further off: too many for beginners."""
    counted = {item.name for item in _result(question).items}
    played = max((number for number, step in enumerate(_STEPS, 1) if step in counted), default=0)
    # None, one or two more: else the last that is offered would never count. Of a step that is
    # missed by a point, and so of card points by thirty, one.
    beyond = max((question.figures.points + 1) % 3, played == 0)
    far = set(_STEPS[played + beyond :])
    if played < len(_STEPS) and not any(one.call is Call.SCHWARZ for one in question.figures.calls):
        far.add(ItemName.SCHWARZ)
    said = {ItemName(one.call.value) for one in question.figures.spoken if not one.call.is_limit}
    return far | ({ItemName.RE, ItemName.KONTRA} - said - counted)


def _writer(chance: Random, question: ScoreQuestion, *, about_solos: bool) -> Seat:
    """Whose entry is asked for: of a solo mostly the soloist's, of plus counting the winners'."""
    made, winner = question.figures, _result(question).winner
    if question.is_alone and (about_solos or chance.randrange(2)):
        return made.re[0]
    winners = [seat for seat in Seat if made.party_of(seat) is winner]
    if question.rules.counting is Counting.PLUS and winners and chance.randrange(4):
        return chance.choice(winners)
    return chance.choice(tuple(Seat))


def _without_limits(question: ScoreQuestion, *parties: Party) -> Result:
    """The result as if these parties had said no limits."""
    made = question.figures
    kept = tuple(
        one for one in made.calls if not one.call.is_limit or made.party_of(one.seat) not in parties
    )
    return result_of(replace(question, figures=replace(made, calls=kept)).tally())


def _sum(question: ScoreQuestion, result: Result) -> Sum:
    return add_up(result.items, result.winner or Party.RE, question.rules)


def _under(question: ScoreQuestion, rules: RuleSet) -> Result:
    return result_of(question.tally(rules))


def _lower_said(right: Result) -> set[ItemName]:
    """The items for steps said or refuted, without the highest."""
    said = [item.name for item in right.items if item.name in _STEPS_SAID]
    refuted = [item.name for item in right.items if item.name in _STEPS_REFUTED]
    return {*said[:-1], *refuted[:-1]}


def _why_items(question: ScoreQuestion, result: Result) -> tuple[Why, ...]:
    """What counts, the most telling first; of steps the highest, which brings the others."""
    counted = [item for item in result.items if item.name in question.possible]
    told: list[Why] = []
    for names in (_STEPS_REFUTED, _STEPS_SAID, _STEPS):
        of_steps = [item.why for item in counted if item.name in names]
        told += of_steps[-1:]
        told += [why for why in of_steps[:-1] if why.reason is Reason.STEP_INCLUDED][:1]
    named = {*_STEPS_REFUTED, *_STEPS_SAID, *_STEPS, *([ItemName.WON] if len(counted) > 1 else ())}
    told += [_why_item(item) for item in reversed(counted) if item.name not in named]
    if not told and result.winner is None:
        told.append(result.why)
    return tuple(dict.fromkeys((*told, *_why_included(question, result))))


def _why_missing(result: Result, missing: Sequence[Item]) -> list[Why]:
    """Why these count: several steps that one side has said at once, of those played the highest,
    which brings the others."""
    told: list[Why] = []
    for item in missing:
        if item.name in _STEPS and item.name is not max(
            (one.name for one in missing if one.name in _STEPS), key=_STEPS.index
        ):
            continue
        of_same = [
            one
            for one in missing
            if one.name in _STEPS_SAID and one.why.parties == item.why.parties
        ]
        if item.name not in _STEPS_SAID or len(of_same) < 2:
            told.append(_why_item(item))
        elif item is of_same[0]:
            told.append(_why_steps(result, item.why.parties))
    return told


def _why_steps(result: Result, parties: tuple[Party, ...]) -> Why:
    """How many steps one side has said with its limits."""
    steps = [
        item.why.calls[0]
        for item in result.items
        if item.name in _STEPS_SAID and item.why.parties == parties
    ]
    is_kept = parties[0] is parties[1]
    return Why(
        Reason.STEPS_SAID if is_kept else Reason.STEPS_MISSED,
        parties=parties,
        calls=tuple(steps),
        figures=(len(steps),),
    )


def _why_item(item: Item) -> Why:
    """Of a special point that somebody wins: that it counts whoever wins the game."""
    if item.why.reason is Reason.NOTED_DOWN:
        return item.why._replace(reason=Reason.SPECIAL_COUNTS)
    return item.why


def _why_no_item(question: ScoreQuestion, result: Result, name: ItemName) -> Why:
    """Why it does not count."""
    call = _CALL_OF.get(name)
    if name in {ItemName(point.value) for point in SpecialPoint}:
        if question.is_alone and not question.rules.specials_in_solo:
            return Why(Reason.NO_SPECIALS_IN_SOLO, calls=(question.figures.contract,))
        return result.why
    if call is not None and not any(_has_said(question, party, call) for party in Party):
        return Why(Reason.NOT_SAID, calls=(call,))
    if call is not None and name in _STEPS_REFUTED:
        return _why_not_refuted(question, result, call)
    if result.winner is None:
        return result.why
    loser = result.winner.other
    if name is ItemName.GEGEN_DIE_ALTEN:
        return Why(Reason.NO_ALTE)
    if name in _STEPS_SAID and question.rules.failed_limit is FailedLimit.REFUTED_POINTS:
        missed = LIMITS[highest_limit(question.figures.spoken, loser) - 1]
        return Why(Reason.SAID_BUT_MISSED, parties=(loser,), calls=(missed,))
    if name in _STEPS:
        return _why_no_step(question, result, name)
    return Why(Reason.DOES_NOT_COUNT, calls=(name,))


def _why_not_refuted(question: ScoreQuestion, result: Result, call: Call) -> Why:
    """Whoever said it has won, or the others have not card points enough against it."""
    by = [party for party in Party if _has_said(question, party, call)]
    if result.winner is not None and by == [result.winner]:
        return Why(Reason.SAID_BY_WINNER, parties=(result.winner,), calls=(call,))
    others = next(party for party in by if party is not result.winner).other
    if call is Call.SCHWARZ:
        return result.why
    figures_ = (question.figures.card_points[others], UNDER[call.step - 1])
    return Why(Reason.NOT_REFUTED, parties=(others,), calls=(call,), figures=figures_)


def _why_no_step(question: ScoreQuestion, result: Result, name: ItemName) -> Why:
    assert result.winner is not None
    loser = result.winner.other
    if _counts_as_reached(result):
        missed = LIMITS[highest_limit(question.figures.spoken, loser) - 1]
        return Why(Reason.ONLY_AS_REACHED, parties=(loser,), calls=(missed,))
    points = result.tally.card_points[loser]
    under = {step: limit for limit, step in _EXACT.items()}.get(name)
    if under is not None and points >= under:
        return Why(Reason.NOT_UNDER, parties=(loser,), figures=(points, under))
    return Why(Reason.HAS_TRICKS, parties=(loser,))


def _counts_as_reached(result: Result) -> bool:
    """Whether the steps count that the losers have said, and no others (reading C7)."""
    return any(item.why.reason is Reason.COUNTS_AS_REACHED for item in result.items)


def _why_entry(question: ScoreQuestion, result: Result, seat: Seat) -> tuple[Why, ...]:
    """Why a seat writes what it writes."""
    made = question.figures
    party, written = made.party_of(seat), result.scores(made.parties)
    if result.winner is None:
        items = [item for item in result.items if item.factor is None]
        if not items:
            return (Why(Reason.NOBODY_WRITES),)
        terms = tuple(item.value if item.party is party else -item.value for item in items)
        names = tuple(item.name for item in items)
        told = [why_added(names, terms)]
        if written[seat] and question.is_alone and party is Party.RE:
            figures_ = (sum(terms), question.rules.solo_factor, written[seat])
            told.append(Why(Reason.SOLOIST_WRITES, seats=(seat,), figures=figures_))
        return tuple(told)
    as_settled = SettleQuestion(
        rules=question.rules,
        asked="",
        contract=made.contract,
        re=made.re,
        winner=result.winner,
        value=result.value,
    )
    every = why_written(as_settled, written)
    return tuple(why for why in every if party in why.parties or seat in why.seats)


def _why_included(question: ScoreQuestion, result: Result) -> tuple[Why, ...]:
    """Why steps are refuted though a higher one was said."""
    for loser in Party:
        called = {one.call for one in question.figures.spoken if one.party is loser}
        highest = max((c for c in called if c.is_limit), key=lambda call: call.step, default=None)
        for item in result.items:
            is_theirs = item.name in _STEPS_REFUTED and item.party is loser.other
            if is_theirs and highest is not None and _CALL_OF[item.name] not in called:
                calls = (_CALL_OF[item.name], highest)
                return (Why(Reason.STEP_INCLUDED, parties=(loser.other, loser), calls=calls),)
    return ()


def _why_value(result: Result, winner: Party, found: Sum) -> tuple[Why, ...]:
    """What each item counts for the winner; where announcements double, after the doubling."""
    rules = result.tally.rules
    doubles = rules.announcement is Announcement.DOUBLE
    items = [
        item
        for item in result.items
        if item.factor is None and (not doubles or is_added_after(item, rules))
    ]
    names = tuple(item.name for item in items)
    terms = tuple(item.value if item.party is winner else -item.value for item in items)
    if not doubles:
        return (why_added(names, terms),)
    reason = Reason.VALUE_WITH_SPECIALS if items else Reason.VALUE_IS
    figures_ = (found.doubled, found.factor, found.value, *terms)
    return (Why(reason, calls=names, figures=figures_),)


def why_added(names: tuple[ItemName, ...], terms: tuple[int, ...]) -> Why:
    """What each item counts, and their sum."""
    if len(terms) == 1:
        return Why(Reason.ONE_COUNTS, calls=names, figures=terms)
    return Why(Reason.ADDS_UP, calls=names, figures=(sum(terms), *terms))


def _why_no_specials(question: ScoreQuestion) -> tuple[Why, ...]:
    """Why special points that were earned do not count."""
    contract = question.figures.contract
    if not question.specials or contract not in ALONE or question.rules.specials_in_solo:
        return ()
    return (Why(Reason.NO_SPECIALS_IN_SOLO, calls=(contract,)),)


def _calls(
    chance: Random, rules: RuleSet, level: int, belief: Misconception | None, *, is_twin: bool
) -> tuple[tuple[Party, Call], ...]:
    """Calls about which the belief is wrong, or that it is right about."""
    party = chance.choice(tuple(Party))
    own = (party, ANNOUNCEMENT_OF[party])
    both = tuple((one, ANNOUNCEMENT_OF[one]) for one in Party)
    needs = rules.limits_need_announcement
    match belief:
        case _M.ANNOUNCER_ONLY:
            return both if not is_twin and level > 1 and chance.randrange(3) == 0 else (own,)
        case _M.DOUBLE_ONCE:
            return (own,) if is_twin else both
        case _M.SPECIALS_DOUBLED:
            return () if is_twin else (own,)
        case _M.STEPS_NOT_KEPT | _M.REFUSAL_IS_FREE:
            first, most = (0, 1 if level == 1 else 3)
            if belief is _M.STEPS_NOT_KEPT:
                first, most = (0, 1) if is_twin else (1, 2 if level == 1 else 3)
            announced = needs or chance.randrange(2) == 0
            limit = chance.choice(LIMITS[first:most])
            return (*((own,) if announced else ()), (party, limit))
        case _M.SOMEONE_ALWAYS_WINS:
            lower = (party, Call.NO_90)
            higher = (party.other, chance.choice((Call.NO_60, Call.NO_30)))
            if not needs:
                return (lower, higher)
            return (own, lower, (party.other, ANNOUNCEMENT_OF[party.other]), higher)
        case _M.NEGATIVE_IS_NOTHING | _M.RE_WINS_AT_120 if level == 1:
            return ()
        case _M.NEGATIVE_IS_NOTHING:
            return () if not is_twin or chance.randrange(2) else (own,)
        case _M.RE_WINS_AT_120:
            return random_calls(chance, rules, level, limits=0)
    return random_calls(chance, rules, level)


def _near(
    chance: Random,
    belief: Misconception | None,
    calls: tuple[tuple[Party, Call], ...],
    *,
    is_twin: bool,
) -> int | None:
    match belief:
        case _M.RE_WINS_AT_120:
            return 121 if is_twin else 120
        case _M.LIMIT_INCLUSIVE:
            return chance.choice((30, 60, 90, 150, 180, 210))
        case _M.NEGATIVE_IS_NOTHING:
            return chance.choice((100, 110, 118) if is_twin else (122, 130, 140))
        case _M.KONTRA_SAME:
            return chance.choice((130, 145, 175, 190, 225) if is_twin else (20, 55, 70, 100, 110))
        case _M.REFUSAL_IS_FREE | _M.STEPS_NOT_KEPT if chance.randrange(2):
            party, limit = calls[-1]
            kept = chance.randrange(121 + 30 * limit.step, 236)
            return kept if party is Party.RE else ALL_CARD_POINTS - kept
        case _M.SOMEONE_ALWAYS_WINS:
            return chance.choice((10, 50, 200, 230)) if is_twin else chance.randrange(95, 146)
    return None


def _specials(
    chance: Random, rules: RuleSet, made: Figures, points_of: tuple[int, ...], number: int
) -> tuple[Special, ...]:
    """Different special points of single cards, to players whose tricks may have brought them."""
    single = _of_single_cards(rules, made.contract)
    points = chance.sample(single, min(number, len(single)))
    last = [point for point in points if point in _LAST]
    specials: list[Special] = []
    for point in points:
        if point in last[1:]:
            continue
        taken = {one.seat for one in specials}
        could = [s for s in Seat if s not in taken and points_of[s] >= _LEAST[point]]
        if number == 2 and not made.calls and made.points > ALL_CARD_POINTS // 2:
            could = [seat for seat in could if seat not in made.re] or could
        if could:
            specials.append(Special(point, chance.choice(could)))
    return tuple(specials)


def _of_single_cards(rules: RuleSet, contract: Contract) -> list[SpecialPoint]:
    order = rules.card_order(contract)
    return [
        point
        for point in rules.specials
        if point in _LEAST and (point not in _CARD_OF or order.is_trump(_CARD_OF[point]))
    ]


_CARD_OF = {SpecialPoint.FOX: FOX, SpecialPoint.FOX_LAST: FOX, SpecialPoint.CHARLIE: CHARLIE}
"""Without this card as a trump there is no such point."""
_LEAST = {
    SpecialPoint.FOX: 13,
    SpecialPoint.DOPPELKOPF: 40,
    SpecialPoint.CHARLIE: 8,
    SpecialPoint.FOX_LAST: 17,
    SpecialPoint.HEART_TRICK: 30,
    SpecialPoint.DULLE_CAUGHT: 24,
}
"""Card points that the trick of a special point brings at least; with or without nines."""
_LAST = {SpecialPoint.CHARLIE, SpecialPoint.FOX_LAST}
"""One card makes the last trick."""


def _by_seat(chance: Random, made: Figures) -> tuple[int, ...]:
    """Card points of each seat, so that the parties have theirs: none, or as a trick has them."""
    points = [0] * len(Seat)
    least = 2 if made.rules.nines else 8  # the poorest tricks but for none
    for party, total in made.card_points.items():
        seats = [seat for seat in Seat if made.party_of(seat) is party]
        left = total
        for seat in seats[:-1]:
            share = round(left * chance.uniform(0.15, 0.85))
            if share < least or left - share < least:
                share = chance.choice((0, left))
            points[seat] = share
            left -= share
        points[seats[-1]] = left
    return tuple(points)
