"""card-points: how many card points lie in this trick? Answered by a figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar

from lessons.exercises.deals import Situation, situation
from lessons.exercises.exercise import Kind, UnusableAnswer, optional_statements
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.verdict import Hint, Outcome, Verdict, sources_for
from lessons.rules.cards import ALL_CARD_POINTS, PLAYERS, POINTS_OF_RANK, Card, Rank
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.tricks import why_points


class CardPoints(Kind[Situation, int]):
    name: ClassVar = "card-points"
    version: ClassVar = 1
    asks: ClassVar = Situation
    answered_by: ClassVar = "points"
    beliefs: ClassVar = {
        "kompakt": {
            "kompakt:blatt": (Misconception.NINES_COUNT, Misconception.COURT_COUNTS_TEN),
            "kompakt:ohne-neunen": (Misconception.COURT_COUNTS_TEN,),
        }
    }

    said: ClassVar = {
        Outcome.RIGHT: Why(Outcome.RIGHT, figures=(25,)),
        Outcome.TOO_MANY: Why(Outcome.TOO_MANY, figures=(28, 25, 3)),
        Outcome.TOO_FEW: Why(Outcome.TOO_FEW, figures=(22, 25, 3)),
        Hint.RULE: Why(Hint.RULE),
        Hint.CARDS: Why(Hint.CARDS, (Card.HA,)),
        Hint.NONE: Why(Hint.NONE),
        Hint.ANSWER: Why(Hint.ANSWER, figures=(25,)),
    }

    def __init__(self) -> None:
        self.mutants = MUTANTS

    def draw(self, chance: Random, rules: RuleSet, level: int) -> Situation:
        left = chance.randrange(2, rules.hand_size + 1)
        return situation(chance, rules, cards_in_hand=left, played=PLAYERS)

    def is_of_level(self, question: Situation, level: int, statement: str) -> bool:
        """Level 1: two different ranks; level 2: three or four, one card at most worthless."""
        ranks = {card.rank for card in question.trick.cards}
        counting = sum(card.points > 0 for card in question.trick.cards)
        return len(ranks) == 2 if level == 1 else len(ranks) >= 3 and counting >= 3

    def solve(self, question: Situation) -> int:
        return question.trick.points

    def taught(self, question: Situation) -> tuple[str, ...]:
        return self.verdict(question, self.solve(question)).sources

    def verdict(self, question: Situation, answer: int) -> Verdict:
        right = self.solve(question)
        because = why_points(question.trick)
        if answer == right:
            outcome = Why(Outcome.RIGHT, figures=(right,))
        else:
            reason = Outcome.TOO_MANY if answer > right else Outcome.TOO_FEW
            outcome = Why(reason, figures=(answer, right, abs(answer - right)))
        sources = sources_for((because,), question.rules.document)
        sources += optional_statements(question.rules)
        return Verdict(outcome, (), (because,), self.diagnosis(question, answer), sources)

    def hints(self, question: Situation) -> tuple[Why, Why, Why]:
        counting = tuple(dict.fromkeys(card for card in question.trick.cards if card.points))
        second = Why(Hint.CARDS, counting) if counting else Why(Hint.NONE)
        return Why(Hint.RULE), second, Why(Hint.ANSWER, figures=(self.solve(question),))

    def answers(self, question: Situation) -> tuple[str, ...]:
        return ()

    def answer_from(self, question: Situation, given: Sequence[str]) -> int:
        if len(given) != 1 or not (given[0].isascii() and given[0].isdigit()):
            raise UnusableAnswer(given)
        figure = int(given[0].lstrip("0")[:9] or "0")
        if figure > ALL_CARD_POINTS:
            raise UnusableAnswer(given)
        return figure

    def answer_as_json(self, answer: int) -> int:
        return answer

    def answer_from_json(self, written: Any) -> int:
        return int(written)


def _counting(changed: dict[Rank, int]) -> Callable[[Situation], int]:
    points = POINTS_OF_RANK | changed

    def believed(question: Situation) -> int:
        return sum(points[card.rank] for card in question.trick.cards)

    return believed


MUTANTS: dict[Misconception, Callable[[Situation], int]] = {
    Misconception.NINES_COUNT: _counting({Rank.NINE: 9}),
    Misconception.COURT_COUNTS_TEN: _counting({Rank.KING: 10, Rank.QUEEN: 10, Rank.JACK: 10}),
}
