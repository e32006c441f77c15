"""Questions about tricks: what they are mixed of, and what is said to them."""

from collections import Counter
from dataclasses import replace

from lessons.exercises.addresses import Address
from lessons.exercises.deals import Situation
from lessons.exercises.exhibits import Fact
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.misconceptions import Misconception
from lessons.rules.cards import FOX, PLAYERS, Card, Seat
from lessons.rules.contracts import Contract
from lessons.rules.reasons import Reason
from lessons.rules.rule_sets import KOMPAKT
from lessons.rules.tricks import Trick


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


def test_of_two_beliefs_that_both_take_the_second_dulle_neither_is_named() -> None:
    kind = KINDS["trick-winner"]
    trick = Trick(Seat.VH, (Card.HT, Card.DK, Card.HT, Card.DJ))
    verdict = kind.verdict(Situation(KOMPAKT, trick), (Seat.HH,))
    both = (Misconception.LATER_EQUAL_WINS, Misconception.SECOND_DULLE_WINS)
    assert verdict.misconceptions == both
    assert verdict.belief is None


def test_one_trump_in_a_trick_is_nothing_rare() -> None:
    ruffed = 0
    for seed in range(60):
        question = exercise_at(Address("trick-winner", "kompakt", 1 + seed % 3, seed)).question
        ruffed += sum(map(question.order.is_trump, question.trick.cards)) == 1
    assert ruffed > 5


def test_legal_cards_of_a_solo_say_what_is_trump_where_that_decides() -> None:
    decided = 0
    for seed in range(60):
        exercise = exercise_at(Address("legal-cards", "kompakt", 3, seed))
        question, kind = exercise.question, exercise.kind
        usual = kind.solve(replace(question, contract=Contract.NORMAL))
        if usual != kind.solve(question):
            decided += 1
            verdict = kind.verdict(question, usual)
            said = {why.reason for why in (*verdict.about_answer, *verdict.because)}
            assert said & {Reason.IS_TRUMP, Reason.IS_PLAIN, Reason.NO_TRUMPS}, seed
            assert len(verdict.about_answer) + len(verdict.because) <= 4
    assert decided > 10


def test_who_leads_a_solo_is_not_always_forehand_of_this_game() -> None:
    right = Counter(
        exercise.kind.solve(exercise.question)
        for seed in range(80)
        if (exercise := exercise_at(Address("who-leads", "royal", 1, seed, "R25")))
    )
    assert len(right) == PLAYERS
    assert max(right.values()) < 40


def test_a_revoke_is_asked_for_where_a_belief_errs_and_where_it_does_not() -> None:
    misled = 0
    for seed in range(30):
        exercise = exercise_at(Address("find-the-revoke", "kompakt", 1, seed))
        misled += bool(exercise.kind.misleading(exercise.question))
    assert 10 < misled < 30
