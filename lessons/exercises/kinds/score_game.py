"""score-game: the whole settlement, step by step, each from the true values before.

Card points of Re, who has won, what counts, the factor where announcements double, the value, and
what each player writes down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way, number_field
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.kinds.settle import SettleQuestion, why_written
from lessons.exercises.misconceptions import Misconception, believed_rules
from lessons.exercises.tallies import Figures, figures, random_calls
from lessons.exercises.verdict import Hint
from lessons.rules.calls import ANNOUNCEMENT_OF, LIMITS, Call, steps_said
from lessons.rules.cards import ALL_CARD_POINTS, CHARLIE, FOX, Seat
from lessons.rules.contracts import ALONE, Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import Announcement, FailedLimit, RuleSet, SpecialPoint
from lessons.rules.scoring import (
    Item,
    ItemName,
    Result,
    Sum,
    Tally,
    add_up,
    result_of,
    winner_of,
)
from lessons.rules.sources import sources_beside, sources_of, sources_of_why
from lessons.rules.special_points import Earned

_M = Misconception
_LARGEST = 999
_LOST_LIMIT = (_M.REFUSAL_IS_FREE,)
_SAID = (_M.STEPS_NOT_KEPT,)


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


@lru_cache(maxsize=64)
def _result(question: ScoreQuestion) -> Result:
    """The result, kept, for each step and each false belief needs it again."""
    return result_of(question.tally())


class ScoreGame(Kind[ScoreQuestion]):
    name: ClassVar = "score-game"
    group: ClassVar = Group.RESULT
    version: ClassVar = 6
    sides: ClassVar = {"Re has won": 1, "Kontra has won": 1}
    asks: ClassVar = ScoreQuestion
    is_stepwise: ClassVar = True
    ways: ClassVar = {
        "": {
            "points": Way.NUMBER,
            "party": Way.ONE,
            "items": Way.SEVERAL,
            "factor": Way.NUMBER,
            "value": Way.NUMBER,
            **{seat.name: Way.NUMBER for seat in Seat},
        }
    }
    beliefs: ClassVar = (
        _M.RE_WINS_AT_120, _M.KONTRA_SAME, _M.ANNOUNCER_ONLY, _M.REFUSAL_IS_FREE,
        _M.LIMIT_INCLUSIVE, _M.STEPS_NOT_KEPT, _M.DOUBLE_ONCE, _M.SPECIALS_DOUBLED,
        _M.SPECIALS_IN_SOLO, _M.SOLO_SINGLE, _M.NEGATIVE_IS_NOTHING,
    )  # fmt: skip
    aims: ClassVar = {
        "kompakt:ansagen-b": Aim((_M.ANNOUNCER_ONLY,)),
        "kompakt:absagen-b": Aim(_LOST_LIMIT),
        "kompakt:punktwertung": Aim((_M.SOLO_SINGLE, _M.KONTRA_SAME)),
        "kompakt:abrechnung-beispiel": Aim((_M.KONTRA_SAME, _M.ANNOUNCER_ONLY)),
        "kompakt:p-gewinn": Aim((_M.KONTRA_SAME,), free=6),
        "kompakt:p-stufen": Aim((_M.LIMIT_INCLUSIVE,)),
        "kompakt:p-ansage": Aim((_M.ANNOUNCER_ONLY,)),
        "kompakt:p-absage": Aim((*_SAID, *_LOST_LIMIT)),
        "kompakt:sonderpunkte": Aim((_M.SPECIALS_IN_SOLO,)),
        "kompakt:s-alte": Aim((_M.KONTRA_SAME,), free=6),
        "royal:6.2.1-1": Aim((_M.RE_WINS_AT_120, _M.KONTRA_SAME), free=6),
        "royal:6.2.1-2": Aim((_M.KONTRA_SAME,), free=6),
        "royal:6.2.1-3": Aim((_M.LIMIT_INCLUSIVE,)),
        "royal:6.2.1-4": Aim((*_SAID, *_LOST_LIMIT)),
        "royal:6.2.1-5": Aim((_M.DOUBLE_ONCE, _M.SPECIALS_DOUBLED)),
        "royal:6.2.2": Aim((_M.NEGATIVE_IS_NOTHING,)),
        "cvjm:3.1c": Aim(_SAID),
        "cvjm:3.1d": Aim((_M.DOUBLE_ONCE, _M.SPECIALS_DOUBLED)),
        "cvjm:4.1b": Aim((_M.LIMIT_INCLUSIVE, *_SAID)),
        "cvjm:4.1d": Aim(_LOST_LIMIT),
        "cvjm:4.1e": Aim((_M.KONTRA_SAME,), free=6),
        "cvjm:4.1f": Aim((_M.DOUBLE_ONCE, _M.SPECIALS_DOUBLED)),
    }
    hinted: ClassVar = {Hint.NONE: Why(Hint.NONE)}

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> ScoreQuestion | None:
        alone = belief in _ALONE or (level == 3 and chance.randrange(4) == 0)
        made = figures(
            chance,
            rules,
            alone=alone,
            calls=_calls(chance, rules, level, belief),
            near=_near(chance, belief),
        )
        number = {1: (0, 1), 2: (0, 1, 2), 3: (1, 2)}[level]
        several = chance.choice(number)
        if belief in {_M.SPECIALS_DOUBLED, _M.SPECIALS_IN_SOLO}:
            several = max(several, 1)
        if belief is _M.NEGATIVE_IS_NOTHING:
            several = 2
        points_of = _by_seat(chance, made)
        specials = _specials(chance, rules, made, points_of, several)
        question = ScoreQuestion(rules, made, points_of, specials)
        return question if winner_of(question.tally()) is not None else None

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        match belief:
            case _M.SOLO_SINGLE:
                return bool(rules.solos)
            case _M.SPECIALS_IN_SOLO:
                return any(_of_single_cards(rules, solo) for solo in rules.solos)
            case _M.SPECIALS_DOUBLED:
                return bool(_of_single_cards(rules, Contract.NORMAL))
        return True

    def side(self, question: ScoreQuestion) -> str | None:
        winner = winner_of(question.tally())
        return None if winner is None else f"{winner.name.capitalize()} has won"

    def fields(self, question: ScoreQuestion) -> tuple[Field, ...]:
        items = (*_possible(question.rules), Choice.NOTHING)
        doubles = question.rules.announcement is Announcement.DOUBLE
        return (
            number_field(ALL_CARD_POINTS),
            Field("party", Way.ONE, (*Party, Choice.NOBODY)),
            Field("items", Way.SEVERAL, items),
            *([number_field(8, "factor", 1)] if doubles else []),
            number_field(_LARGEST, "value", -_LARGEST),
            *(number_field(_LARGEST, seat.name, -_LARGEST) for seat in Seat),
        )

    def solve(self, question: ScoreQuestion) -> Answer:
        return self._steps(question, _result(question))

    def _steps(
        self, question: ScoreQuestion, result: Result, winner: Party | None = None, factor: int = 0
    ) -> Answer:
        """The answer that tells this result, or another winner or factor."""
        doubles = question.rules.announcement is Announcement.DOUBLE
        return (
            question.figures.points,
            winner or result.winner or Choice.NOBODY,
            frozenset(_counted(result)),
            *([factor or _sum(question, result).factor] if doubles else []),
            result.value,
            *result.scores(question.figures.parties),
        )

    def believed(self, belief: Misconception, question: ScoreQuestion) -> Answer | None:
        right = _result(question)
        assert right.winner is not None
        if belief in {_M.SPECIALS_IN_SOLO, _M.SOLO_SINGLE}:
            if question.figures.contract not in ALONE:
                return None
            rules = believed_rules(belief, question.rules)
            return None if rules is None else self._steps(question, _under(question, rules))
        match belief:
            case _M.RE_WINS_AT_120:
                return self._re_at_120(question, right)
            case _M.KONTRA_SAME:
                return self._without(question, right, {ItemName.GEGEN_DIE_ALTEN})
            case _M.ANNOUNCER_ONLY:
                announced = {ANNOUNCEMENT_OF[right.winner.other].value}
                if question.rules.announcement is Announcement.DOUBLE:
                    return None
                return self._without(question, right, {ItemName(name) for name in announced})
            case _M.REFUSAL_IS_FREE:
                return self._quiet(question, right)
            case _M.LIMIT_INCLUSIVE:
                return self._inclusive(question, right)
            case _M.STEPS_NOT_KEPT:
                return self._without(question, right, _lower_said(right))
        return self._of_value(belief, question, right)

    def _of_value(
        self, belief: Misconception, question: ScoreQuestion, right: Result
    ) -> Answer | None:
        total = _sum(question, right)
        doubles = question.rules.announcement is Announcement.DOUBLE
        match belief:
            case _M.DOUBLE_ONCE if doubles and total.factor == 4:
                return self._steps(question, right, factor=2)
            case _M.SPECIALS_DOUBLED if doubles and total.factor > 1 and total.after:
                value = (total.doubled + total.after) * total.factor
                return self._steps(question, replace(right, value=value))
            case _M.NEGATIVE_IS_NOTHING if right.value < 0:
                return self._steps(question, replace(right, value=0))
        return None

    def _re_at_120(self, question: ScoreQuestion, right: Result) -> Answer | None:
        if question.figures.points != 120 or right.winner is not Party.KONTRA:
            return None
        return self._steps(question, right, winner=Party.RE)

    def _without(
        self, question: ScoreQuestion, right: Result, names: set[ItemName]
    ) -> Answer | None:
        kept = tuple(item for item in right.items if item.name not in names)
        if len(kept) == len(right.items) or right.winner is None:
            return None
        value = add_up(kept, right.winner, question.rules).value
        return self._steps(question, replace(right, items=kept, value=value))

    def _quiet(self, question: ScoreQuestion, right: Result) -> Answer | None:
        """The answer as if a limit that was missed had not been said."""
        made = question.figures
        quiet = tuple(one for one in made.calls if not one.call.is_limit)
        missed = [one for one in made.spoken if one.call.is_limit and one.party is not right.winner]
        if not missed:
            return None
        changed = replace(question, figures=replace(question.figures, calls=quiet))
        return self._steps(question, result_of(changed.tally()))

    def _inclusive(self, question: ScoreQuestion, right: Result) -> Answer | None:
        """The answer as if under 90 included 90, and under 60 and 30 likewise."""
        if right.winner is None:
            return None
        others = right.tally.card_points[right.winner.other]
        step = _EXACT.get(others)
        if step is None or step in _counted(right):
            return None
        more = Item(step, right.winner, Why(Reason.WON))
        items = (*right.items, more)
        value = add_up(items, right.winner, question.rules).value
        return self._steps(question, replace(right, items=items, value=value))

    def because(self, question: ScoreQuestion) -> tuple[Why, ...]:
        """The whole settlement."""
        return tuple(
            why for field in self.fields(question) for why in self.because_of(question, field)
        )

    def because_of(self, question: ScoreQuestion, field: Field) -> tuple[Why, ...]:
        result = _result(question)
        winner = result.winner
        assert winner is not None
        total = _sum(question, result)
        match field.name:
            case "points":
                own = tuple(question.points_of[seat] for seat in question.figures.re)
                figures_ = (*own, question.figures.points)
                return (Why(Reason.POINTS_BY_PARTY, parties=(Party.RE,), figures=figures_),)
            case "party":
                return (result.targets[winner].why, result.why)
            case "items":
                return (*_why_items(result), *_why_included(question, result))
            case "factor":
                doubling = tuple(item.name for item in result.items if item.factor)
                if not doubling:
                    return (Why(Reason.NO_FACTOR),)
                return (Why(Reason.FACTOR_IS, calls=doubling, figures=(total.factor,)),)
            case "value":
                return (*_why_value(result, winner, total), *_why_no_specials(question))
        written = self._steps(question, result)[-len(Seat) :]
        as_settled = SettleQuestion(
            rules=question.rules,
            asked="",
            contract=question.figures.contract,
            re=question.figures.re,
            winner=winner,
            value=result.value,
        )
        return tuple(why_written(as_settled, written))

    def about_answer(self, question: ScoreQuestion, answer: Answer) -> tuple[Why, ...]:
        """Why items that were chosen do not count."""
        if len(answer) < 3 or not isinstance(answer[2], frozenset):
            return ()
        right = self.solve(question)
        if answer[:2] != right[:2]:
            return ()
        true = right[2]
        assert isinstance(true, frozenset)
        extra = [name for name in _possible(question.rules) if name in answer[2] - true]
        missing = [item for item in _result(question).items if item.name in true - answer[2]]
        told = [self._why_no_item(question, name) for name in extra[:2]]
        return (*told, *(item.why for item in missing[:2]))

    def _why_no_item(self, question: ScoreQuestion, name: ItemName) -> Why:
        result = _result(question)
        assert result.winner is not None
        loser = result.winner.other
        points = result.tally.card_points[loser]
        under = {step: limit for limit, step in _EXACT.items()}.get(name)
        if under is not None and points >= under:
            return Why(Reason.NOT_UNDER, parties=(loser,), figures=(points, under))
        if name is ItemName.GEGEN_DIE_ALTEN:
            return Why(Reason.NO_ALTE)
        call = _CALL_OF.get(name)
        if call is None:
            return Why(Reason.DOES_NOT_COUNT, calls=(name,))
        by = {party for party in Party if _has_said(question, party, call)}
        if not by:
            return Why(Reason.NOT_SAID, calls=(call,))
        if name in _STEPS_REFUTED and result.winner in by:
            return Why(Reason.SAID_BY_WINNER, parties=(result.winner,), calls=(call,))
        if name in _STEPS_SAID and question.rules.failed_limit is FailedLimit.REFUTED_POINTS:
            return Why(Reason.SAID_BUT_MISSED, parties=(loser,), calls=(call,))
        return Why(Reason.DOES_NOT_COUNT, calls=(name,))

    def cites(self, question: ScoreQuestion) -> tuple[str, ...]:
        """The paragraph of everything that counts, whichever step is asked."""
        document = question.rules.document
        result = _result(question)
        cited = [s for item in result.items for s in sources_of_why(item.why, document)]
        cited += [s for step in _SETTLED for s in sources_of(step, document)]
        about = (
            ("example-of-a-score", True),
            ("solo-scored", question.figures.contract in ALONE),
            ("limits-scored", any(one.call.is_limit for one in question.figures.calls)),
            ("value-below-zero", result.value < 0),
            ("steps-scored", True),
        )
        cited += [s for name, is_so in about if is_so for s in sources_beside(name, document)]
        return tuple(dict.fromkeys(cited))

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
_SETTLED = (Reason.WON, Reason.ALTE_BEATEN, Reason.ADDS_UP, Reason.WINNERS_WRITE)
_EXACT: Mapping[int, ItemName] = {
    90: ItemName.NO_90,
    60: ItemName.NO_60,
    30: ItemName.NO_30,
}
_STEPS = (ItemName.NO_90, ItemName.NO_60, ItemName.NO_30, ItemName.SCHWARZ)
_STEPS_SAID = tuple(ItemName(f"said-{step.value}") for step in _STEPS)
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
    """Every item that may count before special points, where announcements do not double."""
    announced = (ItemName.RE, ItemName.KONTRA)
    refuted = rules.failed_limit is FailedLimit.REFUTED_POINTS
    return (
        ItemName.WON,
        ItemName.GEGEN_DIE_ALTEN,
        *_STEPS,
        *(announced if rules.announcement is Announcement.PLUS_TWO else ()),
        *_STEPS_SAID,
        *(_STEPS_REFUTED if refuted else ()),
    )


def _counted(result: Result) -> tuple[ItemName, ...]:
    """The items of a result, but for factors and special points."""
    possible = _possible(result.tally.rules)
    return tuple(item.name for item in result.items if item.name in possible)


def _sum(question: ScoreQuestion, result: Result) -> Sum:
    return add_up(result.items, result.winner or Party.RE, question.rules)


def _under(question: ScoreQuestion, rules: RuleSet) -> Result:
    return result_of(question.tally(rules))


def _lower_said(right: Result) -> set[ItemName]:
    """The items for steps said, without the highest."""
    said = [item.name for item in right.items if item.name in _STEPS_SAID]
    return set(said[:-1])


def _why_items(result: Result) -> tuple[Why, ...]:
    names = _counted(result)
    return tuple(item.why for item in result.items if item.name in names)


def _why_included(question: ScoreQuestion, result: Result) -> tuple[Why, ...]:
    """Why steps are refuted though a higher one was said."""
    assert result.winner is not None
    loser = result.winner.other
    called = {one.call for one in question.figures.spoken if one.party is loser}
    highest = max((c for c in called if c.is_limit), key=lambda call: call.step, default=None)
    return tuple(
        Why(Reason.STEP_INCLUDED, parties=(result.winner, loser), calls=(_CALL_OF[name], highest))
        for name in _counted(result)
        if name in _STEPS_REFUTED and highest is not None and _CALL_OF[name] not in called
    )[:1]


def _why_value(result: Result, winner: Party, found: Sum) -> tuple[Why, ...]:
    """What each item counts for the winner; where announcements double, after the doubling."""
    doubles = result.tally.rules.announcement is Announcement.DOUBLE
    counted = _possible(result.tally.rules) if doubles else ()
    items = [item for item in result.items if item.factor is None and item.name not in counted]
    names = tuple(item.name for item in items)
    terms = tuple(item.value if item.party is winner else -item.value for item in items)
    if not doubles:
        return (Why(Reason.ADDS_UP, calls=names, figures=(result.value, *terms)),)
    reason = Reason.VALUE_WITH_SPECIALS if items else Reason.VALUE_IS
    figures_ = (found.doubled, found.factor, found.value, *terms)
    return (Why(reason, calls=names, figures=figures_),)


def _why_no_specials(question: ScoreQuestion) -> tuple[Why, ...]:
    """Why special points that were earned do not count."""
    contract = question.figures.contract
    if not question.specials or contract not in ALONE or question.rules.specials_in_solo:
        return ()
    return (Why(Reason.NO_SPECIALS_IN_SOLO, calls=(contract,)),)


def _calls(
    chance: Random, rules: RuleSet, level: int, belief: Misconception | None
) -> tuple[tuple[Party, Call], ...]:
    """Calls about which the belief is wrong."""
    party = chance.choice(tuple(Party))
    own = ANNOUNCEMENT_OF[party]
    match belief:
        case _M.ANNOUNCER_ONLY:
            return ((party, own),)
        case _M.DOUBLE_ONCE:
            return ((Party.RE, Call.RE), (Party.KONTRA, Call.KONTRA))
        case _M.SPECIALS_DOUBLED:
            return ((party, own),)
        case _M.STEPS_NOT_KEPT | _M.REFUSAL_IS_FREE:
            limit = (party, chance.choice((Call.NO_60, Call.NO_30)))
            if belief is _M.REFUSAL_IS_FREE and level == 1:
                limit = (party, Call.NO_90)
            return ((party, own), limit) if rules.limits_need_announcement else (limit,)
        case _M.NEGATIVE_IS_NOTHING:
            return ()
    return random_calls(chance, rules, level)


def _near(chance: Random, belief: Misconception | None) -> int | None:
    match belief:
        case _M.RE_WINS_AT_120:
            return 120
        case _M.LIMIT_INCLUSIVE:
            return chance.choice((30, 60, 90, 150, 180, 210))
        case _M.NEGATIVE_IS_NOTHING:
            return chance.choice((122, 130, 140))
        case _M.KONTRA_SAME:
            return chance.choice((70, 95, 100, 110))
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
