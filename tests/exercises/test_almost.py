"""What is told apart from what is quite wrong: all that was given is right, but it is not all."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from lessons.exercises.addresses import LEVELS, Address
from lessons.exercises.answers import Answer
from lessons.exercises.exercise import Exercise
from lessons.exercises.making import exercise_at
from lessons.exercises.offers import offers
from tests.exercises.soundness import SPEECHES, wrong_answers

SEEDS = range(6)


def made(kind: str, seed: int, level: int = 2) -> Exercise[Any]:
    rules = next(rules for name, rules, _statements in offers() if name == kind)
    return exercise_at(Address(kind, rules, level, seed))


def answers(exercise: Exercise[Any]) -> Iterator[Answer]:
    """Wrong ones; and the right one without one of several that belong to it."""
    yield from wrong_answers(exercise)
    right = exercise.kind.solve(exercise.question)
    for at, value in enumerate(right):
        if isinstance(value, frozenset) and len(value) > 1:
            yield from ((*right[:at], value - {one}, *right[at + 1 :]) for one in value)


def test_what_is_almost_right_is_not_denied() -> None:
    """Its sentence says that something is missing; 'No:' stands above what was quite wrong."""
    found = set()
    for (name, rules, _statements), level, seed in product(offers(), LEVELS, SEEDS):
        exercise = exercise_at(Address(name, rules, level, seed))
        kind, question = exercise.kind, exercise.question
        assert not kind.verdict(question, kind.solve(question)).is_almost
        for answer in answers(exercise):
            verdict = kind.verdict(question, answer)
            if verdict.is_almost and not verdict.is_stepwise:
                found.add(name)
                for speech in SPEECHES.values():
                    said = speech.verdict(exercise, verdict).sentence
                    assert not said.startswith(("Nein", "No:")), (exercise.address, answer, said)
    assert found == {
        "legal-cards", "may-call", "may-throw-in", "poverty-exchange", "special-points",
        "trump-or-plain", "which-party",
    }  # fmt: skip


def test_a_part_of_the_cards_is_almost_all_of_them() -> None:
    exercise = made("legal-cards", 3)
    kind, question = exercise.kind, exercise.question
    right: Any = kind.solve(question)[0]
    first = next(iter(right))
    forbidden = next(card for card in question.hand if card not in right)
    assert kind.verdict(question, (right - {first},)).is_almost
    assert not kind.verdict(question, (right | {forbidden},)).is_almost
    assert not kind.verdict(question, (right - {first} | {forbidden},)).is_almost
    assert not kind.verdict(question, (frozenset(),)).is_almost


def test_of_several_steps_more_than_half_are_almost_all() -> None:
    exercise = made("score-game", 3)
    kind, question = exercise.kind, exercise.question
    right: tuple[Any, ...] = kind.solve(question)
    numbers = [place for place, value in enumerate(right) if isinstance(value, int)]
    wrong = {place: right[place] + 1 for place in numbers}

    def with_wrong(*places: int) -> Any:
        return tuple(wrong[at] if at in places else value for at, value in enumerate(right))

    assert kind.verdict(question, with_wrong(numbers[-1])).is_almost
    half = numbers[: (len(right) + 1) // 2]
    assert 2 * len(half) >= len(right)
    assert not kind.verdict(question, with_wrong(*half)).is_almost
    assert not kind.verdict(question, with_wrong(numbers[-1])[:-1]).is_almost
