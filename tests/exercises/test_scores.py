"""Kinds about the result: what is said of a score, of an entry, and of two rule sets."""

from typing import Any

import pytest

from lessons.exercises.addresses import LEVELS, Address, rules_as_text
from lessons.exercises.answers import Choice
from lessons.exercises.exercise import Exercise, sources_first
from lessons.exercises.exhibits import Fact
from lessons.exercises.kinds import KINDS
from lessons.exercises.kinds.compare_rules import VALUE, CompareQuestion
from lessons.exercises.kinds.score_game import ScoreQuestion
from lessons.exercises.making import exercise_at
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.offers import offers
from lessons.exercises.tallies import Called, Figures
from lessons.exercises.verdict import Verdict
from lessons.exercises.written import as_json, from_json
from lessons.rules.calls import Call
from lessons.rules.cards import Seat
from lessons.rules.contracts import ALONE, Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason
from lessons.rules.rule_sets import CVJM, KOMPAKT, ROYAL, RuleSet, with_options
from lessons.rules.scoring import ItemName, result_of
from tests.exercises.soundness import SPEECHES, wrong_answers

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


ABOUT_RESULTS = {"compare-rules", "score-game", "settle"}
OFFERED = [(kind, rules) for kind, rules, _ in offers() if kind in ABOUT_RESULTS]


@pytest.mark.long
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


def _scores(rules: str, level: int, number: int = 80) -> list[Exercise[Any]]:
    return [exercise_at(Address("score-game", rules, level, seed)) for seed in range(number)]


def test_gegen_die_alten_is_asked_with_the_special_points_that_it_is_one_of() -> None:
    """kompakt:s-alte; not where it is doubled: royal:6.2.1-2, cvjm:4.1e."""
    for exercise in _scores("kompakt", 2):
        specials = {one.point.value for one in exercise.question.specials}
        offered = {name.value for name in exercise.kind.fields(exercise.question)[2].options}
        assert specials | {"gegen-die-alten"} <= offered
    doubled = with_options(ROYAL, {"gegen_die_alten": "special"})
    question = exercise_at(Address("score-game", rules_as_text(doubled), 2, 1)).question
    assert ItemName.GEGEN_DIE_ALTEN not in question.possible


def test_a_first_settlement_has_few_boxes_and_one_entry() -> None:
    for exercise in _scores("kompakt", 1):
        *_, items, _value, _entry = fields = exercise.kind.fields(exercise.question)
        assert len(fields) == 5
        assert len(items.options) <= 11


@pytest.mark.parametrize("rules", ["kompakt", "royal", "cvjm"])
def test_what_may_count_grows_from_three(rules: str) -> None:
    """All that counts is there; and the highest step that is offered counts now and then."""
    numbers, highest = [], []
    for exercise in _scores(rules, 1):
        question = exercise.question
        right = exercise.kind.solve(question)[2]
        assert isinstance(right, frozenset)
        assert right <= {*question.possible, Choice.NOTHING}
        numbers.append(len(question.possible))
        steps = [name for name in question.possible if name.value in {"no90", "no60", "no30"}]
        highest.append(bool(steps) and steps[-1] in right)
    fewest = min(numbers)
    assert fewest <= 3
    assert sum(numbers) < sum(len(one.question.possible) for one in _scores(rules, 2)) * 0.75
    assert 0.1 < sum(highest) / len(highest) < 0.9


@pytest.mark.parametrize("rules", ["kompakt", "royal", "cvjm"])
def test_nobody_wins_at_times(rules: str) -> None:
    right = [one.kind.solve(one.question)[1] for one in _scores(rules, 3)]
    assert 0 < right.count(Choice.NOBODY) < 40


def test_what_was_not_asked_before_is_read_as_it_was() -> None:
    """An answer kept before there was a choice of seats and items has all of them."""
    exercise = exercise_at(Address("score-game", "kompakt", 1, 3))
    written = as_json(exercise.question)
    del written["offered"], written["writer"]
    fields = exercise.kind.fields(from_json(exercise.kind.asks, written))
    assert [field.name for field in fields[-4:]] == ["VH", "MH", "HH", "G"]
    assert len(fields[2].options) == 17


def test_an_entry_to_be_checked_is_right_as_often_as_wrong() -> None:
    right = 0
    for seed in range(200):
        exercise = exercise_at(Address("settle", "cvjm", 1 + seed % 3, seed, "cvjm:6c"))
        right += exercise.question.noted == exercise.kind.solve(exercise.question)
    assert 70 < right < 130


def test_a_value_below_zero_is_worked_out_from_special_points() -> None:
    """royal:6.2.2; as often it stays above."""
    signs = set()
    for seed in range(20):
        question = exercise_at(Address("settle", "royal", 1, seed, "royal:6.2.2")).question
        assert question.lost
        signs.add(question.value > 0)
    assert signs == {True, False}


@pytest.mark.parametrize(
    ("rules", "statement", "steps"),
    [
        ("royal", "royal:6.2.2", 8),
        ("royal", "royal:6.2.1a", 8),
        ("cvjm,limits_need_announcement=true", "cvjm:6d", 4),
    ],
)
def test_an_entry_is_of_a_game_that_there_can_be(rules: str, statement: str, steps: int) -> None:
    """Against Re 2 at least; an odd value where announcements double was not doubled."""
    for seed in range(60):
        question = exercise_at(Address("settle", rules, 1 + seed % 3, seed, statement)).question
        against_re = question.winner is Party.KONTRA and question.contract not in ALONE
        before = question.value - question.specials + question.lost
        assert before > against_re
        assert before % 2 == 0 or before <= 1 + steps + against_re


def test_points_reached_against_a_limit_are_among_what_counts() -> None:
    """As the tournament rules have them; a club may, too: what counts adds up to the value."""
    met = 0
    for seed in range(40):
        rules = "kompakt,reached_points=true,failed_limit=steps"
        exercise = exercise_at(Address("score-game", rules, 3, seed))
        reached = {
            item.name
            for item in result_of(exercise.question.tally()).items
            if item.name.startswith("reached-")
        }
        chosen = [v for v in exercise.kind.solve(exercise.question) if isinstance(v, frozenset)]
        assert reached <= frozenset().union(*chosen)
        met += bool(reached)
    assert met


def test_an_announcement_that_a_limit_rests_on_is_no_late_reply() -> None:
    """Nothing would tell whether it was one: it comes before what the others say."""
    for pair in ("kompakt+cvjm", "kompakt+royal"):
        for seed in range(60):
            moment = exercise_at(Address("compare-rules", pair, 2, seed)).question.moment
            if moment is not None:
                own = [(one.seat in moment.re) is (moment.seat in moment.re) for one in moment.said]
                assert own == sorted(own, reverse=True)


def test_120_card_points_make_a_value_of_it_and_no_party() -> None:
    """Who believes that they are enough for Re says a figure where the value is asked."""
    made = Figures(KOMPAKT, Contract.NORMAL, (Seat.VH, Seat.G), points=120, tricks=6)
    question = CompareQuestion(KOMPAKT, CVJM, VALUE, made)
    kind = KINDS["compare-rules"]
    assert kind.solve(question) == (2, 2)
    assert kind.believed(Misconception.RE_WINS_AT_120, question) == (1, 1)


def test_what_both_rule_sets_count_alike_is_said_once() -> None:
    made = Figures(KOMPAKT, Contract.NORMAL, (Seat.VH, Seat.G), points=130, tricks=6)
    question = CompareQuestion(KOMPAKT, CVJM, VALUE, made)
    why = KINDS["compare-rules"].because(question)
    assert [one.reason for one in why] == [Reason.UNDER_BOTH, Reason.ONE_COUNTS]
    assert "Won 1, nothing else." in " ".join(SPEECHES["en"].all_said(why))


def score(rules: RuleSet, points: int, *calls: Called, contract: Contract) -> ScoreQuestion:
    """Of a game in which VH is Re, alone or with HH."""
    re = (Seat.VH,) if contract in ALONE else (Seat.VH, Seat.HH)
    made = Figures(rules, contract, re, points, 3, calls)
    rest = (240 - points, 0) if contract in ALONE else (0, 240 - points)
    return ScoreQuestion(rules, made, (points, rest[0], 0, rest[1]), writer=Seat.VH)


def about_items(question: ScoreQuestion, *, without: set[ItemName], and_: set[ItemName]) -> Any:
    """What is said of a choice of what counts."""
    kind = KINDS["score-game"]
    points, winner, items, *_ = kind.solve(question)
    assert isinstance(items, frozenset)
    return kind.about_answer(question, (points, winner, (items - without) | and_))


def test_a_missed_limit_counts_as_reached_and_no_more() -> None:
    """cvjm:4.1d C7: with 29 card points it would be the same."""
    said = Called(Seat.VH, Call.NO_90)
    question = score(CVJM, 30, said, contract=Contract.QUEENS)
    (why,) = about_items(question, without=set(), and_={ItemName.NO_30})
    assert (why.reason, why.calls) == (Reason.ONLY_AS_REACHED, (Call.NO_90,))
    assert KINDS["score-game"].believed(Misconception.LIMIT_INCLUSIVE, question) is None


def test_steps_that_a_limit_includes_are_told_at_once() -> None:
    """royal:6.2.1-4 R4"""
    question = score(ROYAL, 31, Called(Seat.VH, Call.SCHWARZ), contract=Contract.NORMAL)
    said = {name for name in ItemName if name.startswith("said-")}
    played = {ItemName.NO_90, ItemName.NO_60}
    under, steps = about_items(question, without=said | played, and_=set())
    assert (under.reason, under.figures) == (Reason.PLAYED_UNDER, (31, 60))
    assert (steps.reason, steps.figures) == (Reason.STEPS_MISSED, (4,))


def test_the_step_of_card_points_does_not_tell_their_sum() -> None:
    kind = KINDS["score-game"]
    for contract in (Contract.NORMAL, Contract.QUEENS):
        question = score(KOMPAKT, 92, contract=contract)
        (why,) = kind.because_of(question, kind.fields(question)[0])
        told = " ".join(SPEECHES["en"].all_said((why,)))
        assert ("92 and 0" in told) is (contract is Contract.NORMAL)


def test_the_deadlines_that_royal_leaves_to_the_players_are_told() -> None:
    """royal:5.2.2 R1"""
    told = 0
    for seed in range(20):
        exercise = exercise_at(Address("compare-rules", "kompakt+royal", 2, seed))
        if exercise.question.moment is not None:
            facts = exercise.kind.exhibit(exercise.question).facts
            assert [f.words for f in facts if f.reason is Fact.AGREED_UNDER] == [("royal",)]
            assert "R1" in exercise.kind.taught(exercise.question)
            told += 1
    assert told


def test_what_announcements_bring_is_cited_first_where_they_differ() -> None:
    said = (Called(Seat.VH, Call.RE),)
    made = Figures(KOMPAKT, Contract.NORMAL, (Seat.VH, Seat.G), 130, 6, said)
    question = CompareQuestion(KOMPAKT, CVJM, VALUE, made)
    exercise = Exercise(
        Address("compare-rules", "kompakt+cvjm", 1, 0), KINDS["compare-rules"], question
    )
    verdict = exercise.kind.verdict(question, exercise.kind.solve(question))
    assert sources_first(exercise, verdict)[:2] == ("kompakt:ansagen-b", "cvjm:4.1f")


def test_both_halves_of_a_comparison_may_be_wrong() -> None:
    made = Figures(KOMPAKT, Contract.NORMAL, (Seat.VH, Seat.G), points=130, tricks=6)
    question = CompareQuestion(KOMPAKT, CVJM, VALUE, made)
    kind = KINDS["compare-rules"]
    assert kind.about_answer(question, (1, 2)) == ()
    (why,) = kind.about_answer(question, (3, 2))
    assert (why.reason, why.words) == (Reason.ALSO_WRONG, ("cvjm",))
