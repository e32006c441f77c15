"""After a revoke is found or missed: the hand that could have followed, as it was at that trick."""

from collections import Counter

import pytest

from lessons.exercises.addresses import Address
from lessons.exercises.answers import Numbered
from lessons.exercises.making import exercise_at
from lessons.rules.cards import Seat
from tests.exercises.soundness import wrong_answers
from tutorial.practice.answered import answered
from tutorial.practice.table import table_after


@pytest.mark.parametrize("level", [1, 2, 3])
def test_what_could_have_followed_is_marked_in_the_hand(level: int) -> None:
    for seed in range(20):
        exercise = exercise_at(Address("find-the-revoke", "kompakt", level, seed))
        number, culprit = exercise.kind.solve(exercise.question)
        assert isinstance(number, Numbered)
        assert isinstance(culprit, Seat)
        answer = next(iter(wrong_answers(exercise)))
        table = table_after(exercise, answer, answered(exercise, answer))
        exhibit = exercise.kind.exhibit(exercise.question)
        assert (table.culprit, table.proof_number) == (culprit, int(number.value))
        tricks = exhibit.tricks
        left = [place.card for place in table.proof]
        played = [trick.card_of(culprit) for trick in tricks[: table.proof_number - 1]]
        assert Counter([*left, *played]) == Counter(dict(exhibit.hands)[culprit])
        marked = {place.card for place in table.proof if place.mark == "legal"}
        assert marked
        assert tricks[table.proof_number - 1].card_of(culprit) not in marked
