"""Questions about tricks: what they are mixed of, and what is said to them."""

from collections import Counter
from dataclasses import replace

from lessons.exercises.addresses import Address
from lessons.exercises.deals import Situation
from lessons.exercises.exercise import Exercise
from lessons.exercises.exhibits import Fact
from lessons.exercises.kinds import KINDS
from lessons.exercises.kinds.card_points import PointsQuestion
from lessons.exercises.kinds.trump_or_plain import TrumpQuestion
from lessons.exercises.kinds.who_leads import DEAL, LeadQuestion
from lessons.exercises.making import exercise_at
from lessons.exercises.misconceptions import Misconception
from lessons.rules.calls import Call
from lessons.rules.cards import FOX, PLAYERS, Card, Seat
from lessons.rules.contracts import Contract
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import CVJM, KOMPAKT, ROYAL
from lessons.rules.tricks import Trick
from tests.exercises.soundness import SPEECHES, wrong_answers


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


def test_the_revoke_is_told_before_the_card_that_was_pressed() -> None:
    for seed in range(20):
        one = exercise_at(Address("find-the-revoke", "royal", 2, seed))
        for wrong in wrong_answers(one):
            told = one.kind.verdict(one.question, wrong)
            assert not told.about_answer
            assert told.because[0].reason in {
                Reason.SEAT_MUST_FOLLOW_SUIT,
                Reason.SEAT_MUST_FOLLOW_TRUMP,
            }


def test_the_card_of_the_learner_is_called_yours() -> None:
    kind = KINDS["next-card"]
    trick = Trick(Seat.HH, (Card.DT, Card.DQ, Card.CJ))
    question = Situation(KOMPAKT, trick, (Card.SQ, Card.HJ, Card.D9))
    exercise = Exercise(Address("next-card", "kompakt", 1, 0), kind, question)
    verdict = kind.verdict(question, (Card.HJ,))
    for language, said in {
        "de": "Dein Herz-Bube ist zwar Trumpf, aber die Karo-Dame des Gebers ist höher.",
        "en": "Your jack of hearts is a trump, but Dealer’s queen of diamonds ranks higher.",
    }.items():
        assert SPEECHES[language].verdict(exercise, verdict).about_answer == (said,)


def test_who_cannot_follow_is_told_so_by_seat_or_as_the_learner() -> None:
    kind = KINDS["legal-cards"]
    question = Situation(CVJM, Trick(Seat.MH, (Card.CK,)), (Card.CQ, Card.SQ))
    exercise = Exercise(Address("legal-cards", "cvjm", 1, 0), kind, question)
    verdict = kind.verdict(question, kind.solve(question))
    (said,) = SPEECHES["en"].verdict(exercise, verdict).because
    assert said.startswith("Clubs were led, but you hold no plain clubs")
    (told,) = verdict.because
    assert SPEECHES["en"].say(told).startswith("Clubs were led, but Rearhand holds no plain clubs")


def test_a_card_that_is_plain_in_a_solo_is_explained_to_who_left_it_out() -> None:
    kind = KINDS["legal-cards"]
    hand = (Card.CT, Card.SA, Card.DA, Card.DT, Card.DQ)
    question = Situation(CVJM, Trick(Seat.VH, (Card.DK,)), hand, Contract.JACKS)
    verdict = kind.verdict(question, (frozenset({Card.DA, Card.DT}),))
    plain = [why.cards for why in verdict.because if why.reason is Reason.IS_PLAIN]
    assert plain == [(Card.DK, Card.DQ)]
    assert not verdict.misconceptions  # not that whoever can win must: the queen may be trump


def test_of_beliefs_that_fit_a_choice_of_cards_none_is_preferred() -> None:
    kind = KINDS["legal-cards"]
    question = Situation(KOMPAKT, Trick(Seat.VH, (Card.CK,)), (Card.SA, Card.DK, Card.DA))
    verdict = kind.verdict(question, (frozenset({Card.DK, Card.DA}),))
    assert {Misconception.MUST_TRUMP, Misconception.MUST_BEAT} <= {*verdict.misconceptions}


def test_after_a_solo_forehand_may_be_thought_to_stay_for_two_reasons() -> None:
    kind = KINDS["who-leads"]
    question = LeadQuestion(KOMPAKT, DEAL, Contract.QUEENS, Seat.MH)
    verdict = kind.verdict(question, (Seat.VH,))
    assert len(verdict.misconceptions) == 2
    for seed in range(40):
        address = Address("who-leads", "kompakt", 1, seed, "kompakt:pflichtsolo")
        asked = exercise_at(address).question
        assert kind.misleading(asked)


def test_a_trump_count_of_the_other_pack_names_no_belief() -> None:
    kind = KINDS["trump-or-plain"]
    question = TrumpQuestion(ROYAL, Contract.NORMAL, played=10)
    believed = kind.believed(Misconception.DULLE_IS_HEART, question)
    assert believed == (14,)
    assert not kind.verdict(question, believed).misconceptions


def test_what_is_cited_is_about_the_case() -> None:
    four, five = (LeadQuestion(ROYAL, DEAL, players=players) for players in (4, 5))
    assert "R29" not in KINDS["who-leads"].taught(four)
    assert "R29" in KINDS["who-leads"].taught(five)
    trick = Trick(Seat.VH, (Card.HK, Card.HK, Card.HT, Card.HA))
    assert KINDS["card-points"].taught(PointsQuestion(CVJM, trick)) == ("C23",)
    solo = TrumpQuestion(KOMPAKT, Contract.QUEENS, (Card.CQ, Card.DK))
    assert KINDS["trump-or-plain"].taught(solo) == ("kompakt:damensolo", "K15")


def test_many_cards_are_named_as_they_are_printed() -> None:
    words = SPEECHES["en"].words.cards
    assert f"{words.value((Card.CQ, Card.SQ, Card.HT)):nom}".startswith("the queen of clubs, ")
    assert f"{words.value((Card.CQ, Card.SQ, Card.HT, Card.DK)):nom}" == "♣Q, ♠Q, ♥10 and ♦K"


def test_a_line_that_begins_with_a_quotation_begins_with_a_capital() -> None:
    why = Why(Reason.NOT_SAID, calls=(Call.NO_60,))
    assert SPEECHES["de"].say(why).startswith("„Keine 60“")
