"""Kinds about the result: what is said of a score, of an entry, and of two rule sets."""

from typing import Any

import pytest

from lessons.exercises.addresses import LEVELS, Address
from lessons.exercises.exercise import Exercise
from lessons.exercises.kinds import KINDS
from lessons.exercises.kinds.compare_rules import VALUE, CompareQuestion
from lessons.exercises.making import exercise_at
from lessons.exercises.offers import offers
from lessons.exercises.tallies import Figures
from lessons.exercises.verdict import Verdict
from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.rule_sets import CVJM, KOMPAKT
from tests.exercises.soundness import wrong_answers

FIVE_LINES = 5


def test_ten_tricks_are_not_all_of_a_game_of_twelve() -> None:
    """With 60 card points Kontra has tricks in any pack: nobody is schwarz."""
    made = Figures(KOMPAKT, Contract.NORMAL, (Seat.VH, Seat.G), points=180, tricks=10)
    question = CompareQuestion(KOMPAKT, CVJM, VALUE, made)
    assert KINDS["compare-rules"].solve(question) == (2, 2)


def test_nothing_is_compared_that_one_pack_cannot_have() -> None:
    """Without nines there is no trick of fewer than eight card points."""
    for seed in range(60):
        made = exercise_at(Address("compare-rules", "kompakt+cvjm", 2, seed)).question.figures
        assert made is None or 8 <= made.points <= 232


OFFERED = [(kind, rules) for kind, rules, _ in offers() if kind in {"compare-rules", "settle"}]


@pytest.mark.parametrize(("kind", "rules"), OFFERED)
def test_a_verdict_has_five_lines(kind: str, rules: str) -> None:
    for level in LEVELS:
        for seed in range(6):
            exercise = exercise_at(Address(kind, rules, level, seed))
            for verdict in _verdicts(exercise):
                assert 1 + len(verdict.about_answer) + len(verdict.because) <= FIVE_LINES


def _verdicts(exercise: Exercise[Any]) -> list[Verdict]:
    kind, question = exercise.kind, exercise.question
    answers = (kind.solve(question), *wrong_answers(exercise))
    return [kind.verdict(question, answer) for answer in answers]
