"""Questions about tricks: what they are mixed of, and what is said to them."""

from lessons.exercises.addresses import Address
from lessons.exercises.exhibits import Fact
from lessons.exercises.making import exercise_at
from lessons.rules.cards import FOX


def test_who_takes_a_trick_with_a_fox_is_not_always_who_held_both() -> None:
    holder_wins = others = 0
    for seed in range(60):
        exercise = exercise_at(Address("trick-winner", "royal", 1, seed, "royal:3.1.2"))
        question = exercise.question
        told = {fact.reason: fact.seats for fact in question.facts()}
        if FOX in question.trick.cards and question.order.is_trump(FOX):
            assert {Fact.PIGLETS_OF, Fact.NO_PIGLETS} & {*told}
        won_by_holder = told.get(Fact.PIGLETS_OF) == exercise.kind.solve(question)
        holder_wins += won_by_holder
        others += not won_by_holder
    assert holder_wins > 15
    assert others > 15


def test_one_trump_in_a_trick_is_nothing_rare() -> None:
    ruffed = 0
    for seed in range(60):
        question = exercise_at(Address("trick-winner", "kompakt", 1 + seed % 3, seed)).question
        ruffed += sum(map(question.order.is_trump, question.trick.cards)) == 1
    assert ruffed > 5
