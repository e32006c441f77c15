"""What the kinds about calls, targets, winners and special points ask and say."""

from collections import Counter
from typing import Any

import pytest

from lessons.exercises.addresses import Address
from lessons.exercises.answers import Choice
from lessons.exercises.exercise import Exercise
from lessons.exercises.exhibits import Fact
from lessons.exercises.kinds.may_call import CallQuestion, MayCall
from lessons.exercises.kinds.special_points import SpecialPoints, SpecialQuestion
from lessons.exercises.kinds.target import TargetKind, TargetQuestion
from lessons.exercises.kinds.who_won import WhoWon, WonQuestion
from lessons.exercises.making import exercise_at
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.tallies import Called, Figures
from lessons.rules.calls import ANNOUNCED_BY, LIMITS, Call
from lessons.rules.cards import FOX, Card, Seat
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason
from lessons.rules.rule_sets import CVJM, KOMPAKT, ROYAL, RuleSet, with_options
from lessons.rules.scoring import ItemName
from lessons.rules.tricks import Trick
from tests.exercises.soundness import SPEECHES, wrong_answers
from tests.exercises.variety import signature
from tutorial.shared.timeline import ShownTimeline

LIMITS_OF = {"kompakt": "kompakt:absagen-b", "royal": "royal:5.2.1b", "cvjm": "cvjm:4.1d"}


def exercises(kind: str, rules: str, statement: str | None = None) -> list[Exercise[Any]]:
    return [exercise_at(Address(kind, rules, 1 + seed % 3, seed, statement)) for seed in range(60)]


@pytest.mark.parametrize("rules", ["kompakt", "royal", "cvjm"])
def test_announcements_and_limits_are_allowed_and_not(rules: str) -> None:
    right: Counter[str] = Counter()
    for one in exercises("may-call", rules):
        (calls,) = one.kind.solve(one.question)
        assert isinstance(calls, frozenset)
        announces = not ANNOUNCED_BY.keys().isdisjoint(calls)
        right["an announcement" if announces else "limits alone" if calls else "nothing"] += 1
    assert len(right) == 3
    assert min(right.values()) > 3, right


def test_that_limits_need_the_announcement_is_told_once() -> None:
    told = 0
    for one in exercises("may-call", "kompakt"):
        for answer in (one.kind.solve(one.question), *wrong_answers(one)):
            verdict = one.kind.verdict(one.question, answer)
            reasons = [why.reason for why in (*verdict.about_answer, *verdict.because)]
            told += Reason.CALL_NEEDS_ANNOUNCEMENT in reasons
            assert reasons.count(Reason.CALL_NEEDS_ANNOUNCEMENT) <= 1
    assert told


def test_a_hint_tells_the_last_moments_that_were_agreed() -> None:
    address = Address("may-call", "royal,call_limits=cards.11.9.7.5.3", 2, 26607288)
    exercise = exercise_at(address)
    told = SPEECHES["en"].hints(exercise)[1]
    shift = exercise.question.time.shift
    assert all(f" {needed - shift}" in told for needed in (11, 9, 7, 5, 3)), told


def asked(*calls: Call, cards: int) -> CallQuestion:
    """What VH may say, who is Re with HH and has said all this."""
    said = tuple(Called(Seat.VH, call) for call in calls)
    return CallQuestion(KOMPAKT, Seat.VH, (Seat.VH, Seat.HH), cards, 13 - cards, calls=said)


@pytest.mark.parametrize(
    ("calls", "barred"),
    [
        ((), LIMITS),  # Re must be said first
        ((Call.RE,), (Call.RE,)),
        ((Call.RE, Call.NO_60), (Call.RE, Call.NO_90, Call.NO_60)),
    ],
)
def test_the_time_line_tells_what_is_in_time_and_not_allowed(
    calls: tuple[Call, ...], barred: tuple[Call, ...]
) -> None:
    timeline = MayCall().timeline(asked(*calls, cards=11))
    assert timeline.barred == barred
    told = dict(
        zip((call for call, _ in timeline.rows), ShownTimeline.of(timeline).rows, strict=True)
    )
    for call, (_name, cells) in told.items():
        assert not cells[0].is_barred  # at the start nothing had been said
        assert cells[1].is_barred == (call in barred)


def test_the_time_line_has_the_moments_at_which_a_reply_is_possible() -> None:
    """As the reason says that names the last of them: to a limit with nine cards, with eight."""
    said = (Called(Seat.G, Call.KONTRA), Called(Seat.G, Call.NO_60))
    question = CallQuestion(KOMPAKT, Seat.HH, (Seat.MH, Seat.HH), 7, 6, calls=said)
    timeline = ShownTimeline.of(MayCall().timeline(question))
    (_name, cells), *limits = timeline.rows
    shown = zip(timeline.columns, cells, strict=True)
    assert {n: (one.is_open, one.is_reply) for n, one in shown} == {
        12: (True, False), 11: (True, False),
        10: (False, True), 9: (False, True), 8: (False, True),
        7: (False, False), 6: (False, False), 5: (False, False),
    }  # fmt: skip
    assert not any(one.is_reply for _call, row in limits for one in row)
    (why,) = [one for one in MayCall().because(question) if Call.RE in one.calls[:1]]
    assert why.figures == (7, 8)


@pytest.mark.parametrize("party", Party)
def test_where_nobody_has_won_the_first_reason_is_of_the_party_that_was_chosen(
    party: Party,
) -> None:
    question = won(116, (Seat.VH, Call.RE), (Seat.VH, Call.NO_90), KONTRA, LIMIT)
    verdict = WhoWon().verdict(question, (party,))
    first, *others = (*verdict.about_answer, *verdict.because)
    assert first.parties == (party,)
    assert {one.parties for one in others} >= {(party.other,)}
    assert len({first, *others}) == 3


def won(points: int, *calls: tuple[Seat, Call], rules: RuleSet = KOMPAKT) -> WonQuestion:
    """Who has won, where VH and HH are Re and have so many card points."""
    said = tuple(Called(seat, call) for seat, call in calls)
    figures = Figures(rules, Contract.NORMAL, (Seat.VH, Seat.HH), points, 6, said)
    return WonQuestion(rules, figures)


KONTRA = (Seat.MH, Call.KONTRA)
LIMIT = (Seat.MH, Call.NO_90)


@pytest.mark.parametrize(
    ("question", "answer", "beliefs"),
    [
        (
            won(120, KONTRA, rules=ROYAL),
            Party.RE,
            {Misconception.RE_WINS_AT_120, Misconception.LONE_KONTRA_121},
        ),
        (
            won(90, KONTRA, LIMIT),
            Party.KONTRA,
            {Misconception.LIMIT_INCLUSIVE, Misconception.MISSED_LIMIT_STILL_WINS},
        ),
        (won(110, KONTRA, LIMIT), Party.KONTRA, {Misconception.MISSED_LIMIT_STILL_WINS}),
        # Who has more points at 120?
        (
            won(120, (Seat.VH, Call.RE), (Seat.VH, Call.NO_90), KONTRA, LIMIT),
            Party.KONTRA,
            {Misconception.MISSED_LIMIT_STILL_WINS},
        ),
    ],
)
def test_all_beliefs_that_fit_an_answer_are_in_its_diagnosis(
    question: WonQuestion, answer: Party, beliefs: set[Misconception]
) -> None:
    assert {*WhoWon().diagnosis(question, (answer,))} == beliefs


@pytest.mark.parametrize("rules", ["kompakt", "royal", "cvjm"])
def test_who_has_said_a_limit_wins_as_often_as_not(rules: str) -> None:
    one_limit: Counter[str] = Counter()
    two_limits: Counter[str] = Counter()
    for one in [*exercises("who-won", rules), *exercises("who-won", rules, LIMITS_OF[rules])]:
        made = one.question.figures
        by = {made.party_of(said.seat) for said in made.calls if said.call.is_limit}
        (winner,) = one.kind.solve(one.question)
        if len(by) == 1:
            one_limit["kept" if winner in by else "missed"] += 1
        elif by:
            two_limits["nobody" if winner is Choice.NOBODY else "somebody"] += 1
    assert min(one_limit["kept"], one_limit["missed"]) > 0.3 * one_limit.total(), one_limit
    assert min(two_limits["nobody"], two_limits["somebody"]) > 2, two_limits


def test_no_limit_is_said_twice_where_it_may_be_said_once() -> None:
    """royal:5.2.3 R4"""
    for one in exercises("who-won", "royal", "royal:5.2.1b"):
        steps = [said.call.step for said in one.question.figures.calls if said.call.is_limit]
        assert steps == sorted({*steps}), one.address


def test_a_need_is_explained_by_what_the_others_may_have() -> None:
    said = (Called(Seat.VH, Call.RE), Called(Seat.VH, Call.NO_90))
    figures = Figures(KOMPAKT, Contract.NORMAL, (Seat.VH, Seat.HH), 130, 6, said)
    why = TargetKind().because(TargetQuestion(KOMPAKT, figures, Party.RE))
    assert "240 − 89 = 151" in " ".join(SPEECHES["en"].all_said(why))


def test_there_are_many_questions_about_a_lone_kontra() -> None:
    asked = exercises("target", "kompakt", "kompakt:ansagen-c")
    assert len({signature(one) for one in asked}) > 20


def test_somebody_may_hold_both_foxes_unless_it_is_told_that_nobody_did() -> None:
    for seed in range(40):
        exercise = exercise_at(Address("special-points", "royal,piglets=both", 1, seed))
        question = exercise.question
        if question.order.is_trump(FOX):
            facts = exercise.kind.exhibit(question).facts
            assert Fact.NO_PIGLETS in {fact.reason for fact in facts}


@pytest.mark.parametrize("rules", ["kompakt", "royal", "cvjm"])
def test_no_reason_only_says_again_that_something_does_not_count(rules: str) -> None:
    for exercise in exercises("special-points", rules):
        for answer in wrong_answers(exercise):
            about = exercise.kind.about_answer(exercise.question, answer)
            assert Reason.DOES_NOT_COUNT not in {why.reason for why in about}
            assert len(about) == len({*about})


def test_kontra_beats_the_old_ones_or_does_not() -> None:
    asked = exercises("special-points", "kompakt", "kompakt:s-alte")
    right = Counter(one.kind.solve(one.question)[1] for one in asked)
    assert min(right[Party.KONTRA], right[Choice.NOBODY]) > 15


def test_of_two_dullen_in_the_last_trick_the_first_is_not_caught() -> None:
    """Where the second wins in every trick but that; which one is caught follows who wins."""
    rules = with_options(
        ROYAL, {"second_dulle_wins": "except-last-trick", "specials": ["dulle-caught"]}
    )
    trick = Trick(Seat.MH, (Card.ST, Card.HT, Card.HT, Card.HK))
    for is_last, party in ((True, Party.RE), (False, Party.KONTRA)):
        question = SpecialQuestion(
            rules, Contract.NORMAL, (Seat.VH, Seat.HH), trick, 12 if is_last else 5, is_last=is_last
        )
        assert SpecialPoints().solve(question)[1] is party


def test_the_usual_target_is_told_with_its_reason() -> None:
    said = (Called(Seat.VH, Call.RE),)
    figures = Figures(KOMPAKT, Contract.NORMAL, (Seat.VH, Seat.HH), 130, 6, said)
    why = TargetKind().because(TargetQuestion(KOMPAKT, figures, Party.RE))
    assert [one.reason for one in why] == [Reason.USUAL_RE, Reason.NOT_ONLY_KONTRA]


def test_how_far_the_losers_were_from_a_limit_is_told() -> None:
    """cvjm:4.1c: and nothing of a limit that was missed, where none was."""
    kept = won(211, (Seat.VH, Call.NO_30), rules=CVJM)
    (*_, last) = WhoWon().because(kept)
    assert (last.reason, last.figures) == (Reason.LIMIT_STANDS, (29, 30))
    assert not {"cvjm:4.1a", "cvjm:4.1d"} & {*WhoWon().verdict(kept, (Party.RE,)).sources}
    missed = won(210, (Seat.VH, Call.NO_30), rules=CVJM)
    (*_, last) = WhoWon().because(missed)
    assert (last.reason, last.figures) == (Reason.LIMIT_MISSED, (210, 211))
    assert "cvjm:4.1d" in WhoWon().verdict(missed, (Party.KONTRA,)).sources


def test_that_only_kontra_was_said_is_cited_where_it_was_so() -> None:
    """royal:6.1.1 R28"""
    for calls, is_cited in (((KONTRA,), True), ((KONTRA, (Seat.VH, Call.RE)), False)):
        question = won(120, *calls, rules=ROYAL)
        assert ("R28" in WhoWon().taught(question)) is is_cited


def test_without_a_trick_a_caught_fox_is_told_to_be_out_of_the_question() -> None:
    question = SpecialQuestion(KOMPAKT, Contract.NORMAL, (Seat.VH, Seat.HH), points=120)
    answer = (frozenset({ItemName.FOX, ItemName.GEGEN_DIE_ALTEN}), Party.KONTRA)
    (why,) = SpecialPoints().about_answer(question, answer)
    assert why.reason is Reason.NO_TRICK_SHOWN
