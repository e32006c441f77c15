"""What the kinds about parties and reservations ask and say."""

from typing import Any

import pytest

from lessons.exercises.addresses import LEVELS, Address
from lessons.exercises.answers import Choice
from lessons.exercises.exercise import Exercise
from lessons.exercises.kinds.which_party import PartyQuestion, WhichParty
from lessons.exercises.making import exercise_at
from lessons.exercises.offers import offers
from lessons.rules.calls import Call
from lessons.rules.cards import CLUB_QUEEN, Card, Seat
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import Said
from tests.exercises.soundness import SPEECHES, wrong_answers

DOCUMENTS = ["kompakt", "royal", "cvjm"]
STATEMENTS = {(kind, rules): statements for kind, rules, statements in offers()}


def asked(kind: str, rules: str, seeds: int) -> list[Exercise[Any]]:
    """On each level and for each statement, and for none."""
    return [
        exercise_at(Address(kind, rules, level, seed, statement))
        for level in LEVELS
        for statement in (None, *STATEMENTS[kind, rules])
        for seed in range(seeds)
    ]


def reasons_of(one: Exercise[Any]) -> list[tuple[Any, tuple[Why, ...]]]:
    """The reasons of each verdict, by the answer."""
    kind, question = one.kind, one.question
    answers = (kind.solve(question), *wrong_answers(one))
    verdicts = [kind.verdict(question, answer) for answer in answers]
    return [(told.answer, (*told.about_answer, *told.because)) for told in verdicts]


@pytest.mark.parametrize("rules", DOCUMENTS)
def test_a_party_announces_once(rules: str) -> None:
    """royal:5.1.4 X2"""
    both = 0
    for one in asked("which-party", rules, 40):
        calls = [said.call for said in one.question.calls]
        assert len({*calls}) == len(calls)
        both += len(calls) == 2
    assert both


def known(question: PartyQuestion, party: Party | None) -> set[Seat]:
    found = question.known()
    return {seat for seat in Seat if found[seat] is party}


@pytest.mark.parametrize("rules", DOCUMENTS)
def test_who_is_re_is_explained(rules: str) -> None:
    """Nobody is said to hold a queen who has played it; whose party is unknown, or both queens
    known, is told of all those and no others; of each wrong choice it is said why."""
    played = own = either = 0
    for one in asked("which-party", rules, 12):
        question = one.question
        if question.asked != "re":
            continue
        for (answer,), reasons in reasons_of(one):
            assert len(reasons) <= 4, reasons
            assert len({*reasons}) == len(reasons)
            spoken = {seat for why in reasons for seat in why.seats}
            is_alone = any("both" in why.reason and why.parties for why in reasons)
            assert is_alone or spoken >= answer - known(question, Party.RE), reasons
            for why in reasons:
                if why.reason in {Reason.HOLDS_CLUB_QUEEN, Reason.SHOWED_CLUB_QUEEN}:
                    is_shown = why.seats[0] in question.shown
                    assert is_shown == (why.reason is Reason.SHOWED_CLUB_QUEEN)
                    played += is_shown and why.seats == (question.seat,)
                if why.reason is Reason.ALL_RE_FOUND:
                    assert {*why.seats} == known(question, Party.KONTRA) - question.told.keys()
                if why.reason in {Reason.STILL_UNKNOWN, Reason.ONE_MAY_HAVE_BOTH}:
                    assert {*why.seats} == known(question, None)
                    either += why.reason is Reason.ONE_MAY_HAVE_BOTH
                own += why.reason is Reason.HOLDS_NO_CLUB_QUEEN
    assert played
    assert own
    assert either


def test_who_said_kontra_is_not_merely_unknown() -> None:
    """The learner, without a club queen, and who said Kontra were chosen."""
    for language, certain in (("de", "nicht sicher"), ("en", "cannot be sure of")):
        one = exercise_at(Address("which-party", "kompakt", 3, 491463, "kompakt:stille-hochzeit"))
        for answer in wrong_answers(one):
            verdict = one.kind.verdict(one.question, answer)
            sentence = SPEECHES[language].verdict(one, verdict).sentence
            assert certain not in sentence.lower()
            assert "None" not in sentence


def test_a_queen_that_was_played_is_named_with_its_trick() -> None:
    kind = WhichParty()
    for seed in range(60):
        question = exercise_at(Address("which-party", "royal", 2, seed, "royal:2.1.1b")).question
        for why in kind.because(question):
            if why.reason is Reason.SHOWED_CLUB_QUEEN:
                trick = question.tricks[why.figures[0] - 1]
                assert (why.seats[0], CLUB_QUEEN) in trick.played


def test_who_overlooks_somebody_reads_first_what_tells_of_them() -> None:
    overlooked = 0
    for seed in range(60):
        one = exercise_at(Address("which-party", "kompakt", 2, seed, "kompakt:normalspiel"))
        (right,) = one.kind.solve(one.question)
        assert isinstance(right, frozenset)
        for missed in right:
            (first, *_rest) = one.kind.verdict(one.question, (right - {missed},)).because
            overlooked += 1
            assert missed in first.seats, seed
    assert overlooked > 30


def test_a_reply_is_explained_by_the_cards_it_takes() -> None:
    """kompakt:absagen-c K10: one card fewer than the call that it answers, after a shift, too."""
    shifted = 0
    for seed in range(40):
        one = exercise_at(Address("may-call", "kompakt", 3, seed, "kompakt:absagen-c"))
        question = one.question
        for why in one.kind.because(question):
            if why.reason is Reason.CALL_AS_REPLY:
                held, needed, needed_by_call = why.figures
                at = question.rules.last_moments.at[Call(why.calls[1]).step]
                assert held == question.cards == needed == needed_by_call - 1
                assert needed_by_call == at - question.time.shift
                if question.time.shift:
                    shifted += 1
                    assert "kompakt:hochzeit-ansagen" in one.kind.taught(question)
    assert shifted


@pytest.mark.parametrize("rules", ["kompakt", "kompakt,call_limits=tricks.2.3.4.5.6"])
def test_whoever_forgets_a_reply_reads_until_when_it_was_possible(rules: str) -> None:
    told = 0
    for seed in range(30):
        one = exercise_at(Address("may-call", rules, 2, seed, "kompakt:ansagen-d"))
        for answer in wrong_answers(one):
            for why in one.kind.about_answer(one.question, answer):
                is_reply = "reply" in why.reason and why.figures
                told += bool(is_reply)
                if is_reply:
                    assert "still possible" not in SPEECHES["en"].say(why)
    assert told


def test_returned_trumps_are_counted_by_a_rule() -> None:
    for seed in range(30):
        one = exercise_at(Address("poverty-exchange", "cvjm", 1 + seed % 3, seed, "cvjm:5.2c"))
        (why,) = one.kind.because(one.question)
        for language, rule in (("de", "alle Karo-Karten"), ("en", "all diamonds")):
            assert rule in SPEECHES[language].say(why)


def test_only_the_wrong_part_of_an_exchange_is_explained() -> None:
    """Nor are the same cards told three times."""
    for seed in range(30):
        one = exercise_at(Address("poverty-exchange", "cvjm", 1 + seed % 3, seed, "cvjm:5.2b"))
        down, fox = one.kind.solve(one.question)
        for answer in wrong_answers(one):
            verdict, given = one.kind.verdict(one.question, answer), answer[0]
            assert isinstance(given, frozenset)
            whys = (*verdict.about_answer, *verdict.because)
            reasons = {why.reason for why in whys}
            if given == down:
                assert reasons <= {Reason.FACE_UP, Reason.NO_FOX}
            elif answer[1] == fox and Card.DA not in given:
                assert reasons.isdisjoint({Reason.FACE_UP, Reason.NO_FOX})
            if not given:
                assert len([why for why in whys if frozenset(why.cards) == down]) <= 1


@pytest.mark.parametrize("rules", [*DOCUMENTS, "kompakt,compulsory_solo=true"])
def test_reservations_cite_what_was_said(rules: str) -> None:
    """cvjm C3 where somebody throws in; compulsory solos only where there are any."""
    for seed in range(60):
        one = exercise_at(Address("reservations", rules, 1 + seed % 3, seed))
        question, document = one.question, one.question.rules.document
        taught, said = one.kind.taught(question), {bid.said for bid in question.bids}
        if document == "cvjm":
            assert ("C3" in taught) == (Said.THROW_IN in said)
        if not question.rules.compulsory_solo:
            assert "kompakt:pflichtsolo" not in taught


@pytest.mark.parametrize(
    ("kind", "never"),
    [("which-party", "cvjm:4.1a"), ("which-party", "C25"), ("marriage-partner", "C25")],
)
def test_parties_are_not_explained_by_what_is_about_scoring(kind: str, never: str) -> None:
    for seed in range(60):
        one = exercise_at(Address(kind, "cvjm", 1 + seed % 3, seed))
        assert never not in one.kind.taught(one.question)


def test_a_solo_is_not_explained_by_the_rule_of_the_exchange() -> None:
    for statement, is_exchange in (("C32", False), ("C18", True)):
        cited: set[str] = set()
        for seed in range(40):
            one = exercise_at(Address("which-party", "cvjm", 2, seed, statement))
            cited.update(one.kind.taught(one.question))
        assert ("C26" in cited) == is_exchange
        assert ("C32" in cited) != is_exchange


@pytest.mark.parametrize("rules", DOCUMENTS)
def test_whoever_gives_up_a_marriage_too_soon_reads_how_long_there_is_time(rules: str) -> None:
    told = 0
    for seed in range(60):
        one = exercise_at(Address("marriage-partner", rules, 2, seed))
        if one.kind.solve(one.question) == (Choice.NOBODY,):
            continue
        about = one.kind.about_answer(one.question, (Choice.NOBODY,))
        is_later = one.question.settled().decided_in > 1
        assert [why.figures for why in about] == ([(3,)] if is_later else [])
        told += is_later
    assert told
