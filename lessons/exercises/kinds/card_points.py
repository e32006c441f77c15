"""card-points: how many card points lie in this trick, or are left of all? Answered by a figure."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Field, Way, number_field
from lessons.exercises.deals import situation
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.verdict import Hint
from lessons.rules.cards import (
    ALL_CARD_POINTS,
    CARD_POINTS,
    COPIES,
    PLAYERS,
    POINTS_OF_RANK,
    Card,
    Rank,
    Suit,
)
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.sources import sources_beside
from lessons.rules.tricks import Trick, why_points

REST = "rest"
_M = Misconception
_TRICK = Aim((_M.NINES_COUNT, _M.COURT_COUNTS_TEN))
_WITHOUT_NINES = Aim((_M.FEWER_POINTS_WITHOUT_NINES,), about=REST)
_BELIEVED_POINTS = {
    _M.NINES_COUNT: POINTS_OF_RANK | {Rank.NINE: 9},
    _M.COURT_COUNTS_TEN: POINTS_OF_RANK | {Rank.KING: 10, Rank.QUEEN: 10, Rank.JACK: 10},
}
_NINES_WORTH = 9 * COPIES * len(Suit)


@dataclass(frozen=True, slots=True)
class PointsQuestion:
    rules: RuleSet
    trick: Trick | None = None
    taken: int = 0
    """Without a trick: what Re has at the end; asked is what Kontra has."""


class CardPoints(Kind[PointsQuestion]):
    name: ClassVar = "card-points"
    group: ClassVar = Group.CARDS
    version: ClassVar = 4
    balanced_by: ClassVar = "figures of any size; the belief adds up every second one rightly"
    asks: ClassVar = PointsQuestion
    ways: ClassVar = {"": {"points": Way.NUMBER}, REST: {"points": Way.NUMBER}}
    beliefs: ClassVar = (*_BELIEVED_POINTS, _M.FEWER_POINTS_WITHOUT_NINES, _M.POINTS_ADD_TO_241)
    aims: ClassVar = {
        "kompakt:blatt": _TRICK,
        "kompakt:ohne-neunen": _WITHOUT_NINES,
        "royal:1.1.1a": _TRICK,
        "royal:1.1.1b": Aim((_M.POINTS_ADD_TO_241,), about=REST),
        "royal:1.1.2a": _WITHOUT_NINES,
        "cvjm:1": _WITHOUT_NINES,
        "C23": Aim((_M.COURT_COUNTS_TEN,)),
    }
    hinted: ClassVar = {
        Hint.CARDS: Why(Hint.CARDS, (Card.HA,)),
        Hint.NONE: Why(Hint.NONE),
        Hint.FIGURE: Why(Hint.FIGURE, figures=(ALL_CARD_POINTS,)),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> PointsQuestion:
        if aim.about == REST:
            middle = ALL_CARD_POINTS // 2
            width = {1: 10, 2: 60, 3: 110}[level]
            return PointsQuestion(rules, taken=chance.randrange(middle - width, middle + width))
        left = chance.randrange(2, rules.hand_size + 1)
        made = situation(chance, rules, cards_in_hand=left, played=PLAYERS)
        return PointsQuestion(rules, made.trick)

    def is_of_level(self, question: PointsQuestion, level: int, aim: Aim) -> bool:
        """Level 1: two different ranks; 2: three or four, one card at most worthless; 3: a sum that
        is not round, with two cards at least that a belief counts wrongly."""
        if question.trick is None:
            return True
        cards = question.trick.cards
        ranks = {card.rank for card in cards}
        counting = sum(card.points > 0 for card in cards)
        if level == 1:
            return len(ranks) == 2
        if level == 2:
            return len(ranks) >= 3 and counting >= 3
        # Without nines four different ranks would make no more than five sums.
        different = PLAYERS if question.rules.nines else PLAYERS - 1
        return len(ranks) >= different and question.trick.points % 10 > 0

    def variant(self, question: PointsQuestion) -> str:
        return "" if question.trick else REST

    def fields(self, question: PointsQuestion) -> tuple[Field, ...]:
        return (number_field(ALL_CARD_POINTS),)

    def solve(self, question: PointsQuestion) -> Answer:
        if question.trick is None:
            return (ALL_CARD_POINTS - question.taken,)
        return (question.trick.points,)

    def believed(self, belief: Misconception, question: PointsQuestion) -> Answer | None:
        if question.trick is None:
            less = {
                _M.FEWER_POINTS_WITHOUT_NINES: 0 if question.rules.nines else -_NINES_WORTH,
                _M.POINTS_ADD_TO_241: 1,
            }.get(belief)
            left = ALL_CARD_POINTS - question.taken + (less or 0)
            return (left,) if less and left >= 0 else None
        points = _BELIEVED_POINTS.get(belief)
        if points is None:
            return None
        return (sum(points[card.rank] for card in question.trick.cards),)

    def because(self, question: PointsQuestion) -> tuple[Why, ...]:
        if question.trick is None:
            left = ALL_CARD_POINTS - question.taken
            figures = (question.taken, left, ALL_CARD_POINTS)
            return (Why(Reason.ALL_POINTS, figures=figures),)
        return (why_points(question.trick),)

    def cites(self, question: PointsQuestion) -> tuple[str, ...]:
        is_of_pack = question.trick is None and not question.rules.nines
        pack = "pack-without-nines" if is_of_pack else "pack"
        return sources_beside(pack, question.rules.document)

    def exhibit(self, question: PointsQuestion) -> Exhibit:
        if question.trick is None:
            told = Why(Fact.POINTS_OF, parties=(Party.RE,), figures=(question.taken,))
            return Exhibit(Contract.NORMAL, (told,))
        return Exhibit(Contract.NORMAL, (), question.trick)

    def hint(self, question: PointsQuestion) -> Why:
        if question.trick is None:
            return Why(Hint.FIGURE, figures=(sum(CARD_POINTS[card] for card in Card) * COPIES,))
        counting = tuple(dict.fromkeys(card for card in question.trick.cards if card.points))
        return Why(Hint.CARDS, counting) if counting else Why(Hint.NONE)
