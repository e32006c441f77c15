"""Every kind, rule set, level and statement: right, wrong and why.

What goes wrong with an exercise goes wrong with a kind, a rule set, a level or a statement far more
often than with a seed: so every combination is made here, over few seeds, and ``./run sweep`` makes
it over many. To be run when a kind changes.
"""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from lessons.content.reading import course
from lessons.exercises.addresses import (
    COMPARED,
    LEVELS,
    SEEDS,
    Address,
    NoSuchExercise,
    rules_as_text,
    rules_from_text,
)
from lessons.exercises.answers import Choice, UnusableAnswer, Way, value_from
from lessons.exercises.exercise import rule_missed
from lessons.exercises.exhibits import Fact
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.misconceptions import (
    AS_RULES,
    Misconception,
    believed_order,
    believed_rules,
    true_in,
)
from lessons.exercises.offers import offers
from lessons.exercises.statements import HOLDS_WITH, document_of, holds, with_statement
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.reasons import Reason
from lessons.rules.rule_sets import CVJM, KOMPAKT, PRESETS, ROYAL, RuleSet
from tests.exercises.soundness import Case, Seen, check, wrong_answers
from tests.rules.test_covered import ONLY_TOLD

SOME = 4
OFFERED = [
    pytest.param(
        *(kind, rules, level),
        id=f"{kind}-{rules}-{level}",
        marks=[pytest.mark.long] if level > 1 else [],
    )
    for kind, rules, _ in offers()
    for level in LEVELS
]
ASKED = {(kind, rules): statements for kind, rules, statements in offers()}
FAR = [Random(1).randrange(SEEDS), SEEDS - 1]


@pytest.mark.parametrize(("kind", "rules", "level"), OFFERED)
def test_every_exercise_is_sound(kind: str, rules: str, level: int) -> None:
    """Mixed practice and every paragraph in turn, each at least once."""
    statements = () if KINDS[kind].compares else ASKED[kind, rules]
    asked = [None, *statements]
    seen = Seen()
    for number, seed in enumerate([*range(max(SOME, len(asked))), *FAR]):
        check(Case(kind, rules, level, asked[number % len(asked)]).exercise(seed), seen)
    assert seen.telling


AIMS = [
    pytest.param(kind, statement, belief, id=f"{kind.name}-{statement}-{belief}")
    for kind in KINDS.values()
    for statement, aim in kind.aims.items()
    for belief in (*aim.beliefs, *aim.later)
]


@pytest.mark.parametrize(("kind", "statement", "belief"), AIMS)
def test_every_belief_against_a_statement_answers_something_wrongly(
    kind: Any, statement: str, belief: Misconception
) -> None:
    """It differs from the truth under the rule set that it is used in, and is diagnosed there."""
    rules = with_statement(PRESETS[document_of(statement)], statement)
    met = 0
    aim, chance = kind.aims[statement], Random(1)
    for _ in range(4000):
        if kind.compares:
            others = [other for other in PRESETS.values() if other != rules]
            aim = replace(aim, other=chance.choice(others))
        question = kind.draw(chance, rules, 3, aim, belief)
        if question is None:
            continue
        answer = kind.believed(belief, question)
        if answer is not None and answer != kind.solve(question):
            met += belief in kind.diagnosis(question, answer)
            if met:
                break
    assert met


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "statement"), dict.fromkeys((p.values[0], p.values[1]) for p in AIMS)
)
def test_a_question_is_about_the_statement_that_was_asked_for(kind: Any, statement: str) -> None:
    if kind.compares:
        return
    document = document_of(statement)
    seeds = 30 if kind.aims[statement].contrast else 3
    for level in LEVELS:
        about = 0
        for seed in range(seeds):
            asked = Address(kind.name, document, level, seed, statement)
            about += statement in kind.taught(exercise_at(asked).question)
        assert about == seeds or (kind.aims[statement].contrast and about >= 9)


def test_every_statement_that_is_not_only_told_can_be_asked_for() -> None:
    asked = {statement for kind in KINDS.values() for statement in kind.aims}
    assert set(course().statements) - ONLY_TOLD <= asked
    assert not ONLY_TOLD & asked


HOUSES = [
    "kompakt,nines=false",
    "kompakt,second_dulle_wins=always,piglets=both",
    "kompakt,reply=false,limits_need_announcement=false,announcement=double",
    "royal,nines=false,specials=fox.doppelkopf.charlie.fox-last,draw_doubles_next=true",
    "royal,limit_once=false,counting=plus-minus,kontra_alone_needs_121=true",
    "cvjm,nines=true,throw_in=five-nines.under-four-trumps",
    "cvjm,poverty=off,reservation_order=solo.throw-in.marriage,solos=aces",
    "cvjm,call_limits=cards.9.8.7.6.5,skipped_limits=in-time",
]


@pytest.mark.sweep
@pytest.mark.long
@pytest.mark.parametrize("rules", HOUSES)
@pytest.mark.parametrize("kind", list(KINDS))
def test_a_club_can_practise_by_its_own_rules(kind: str, rules: str) -> None:
    """Where its options leave something to be asked."""
    compared = f"{COMPARED}tsr" if KINDS[kind].compares else ""
    if KINDS[kind].offered(rules_from_text(rules)):
        for level in LEVELS:
            for seed in range(2):
                check(Case(kind, rules + compared, level, None).exercise(seed), Seen())


def test_a_rule_set_has_one_address() -> None:
    for text in [*PRESETS, *HOUSES]:
        written = rules_as_text(rules_from_text(text))
        assert rules_from_text(written) == rules_from_text(text)
        assert rules_as_text(rules_from_text(written)) == written
    assert rules_as_text(rules_from_text("royal,counting=plus,nines=false")) == "royal,nines=false"


@pytest.mark.parametrize(
    "text", ["skat", "royal,", "royal,nines", "royal,nines=no", "royal,x=1", "royal,solo_factor=x",
             "cvjm,throw_in=five-nines", "royal,solos=bridge", "royal,call_limits=cards.1",
             "royal,marriage_tricks=99999999999"],
)  # fmt: skip
def test_a_rule_set_that_nobody_has_is_none(text: str) -> None:
    with pytest.raises(NoSuchExercise):
        rules_from_text(text)


@pytest.mark.parametrize("statement", HOLDS_WITH)
def test_asking_for_a_statement_switches_its_options_on(statement: str) -> None:
    rules = with_statement(PRESETS[document_of(statement)], statement)
    assert holds(statement, rules)


@pytest.mark.parametrize(
    ("address", "part"),
    [
        (Address("bridge", "kompakt", 1, 0), "kind"),
        (Address("trick-winner", "skat", 1, 0), "rules"),
        (Address("trick-winner", "tsr", 1, 0), "rules"),
        (Address("trick-winner", "kompakt+royal", 1, 0), "rules"),
        (Address("compare-rules", "kompakt", 1, 0), "rules"),
        (Address("compare-rules", "kompakt+kompakt", 1, 0), "rules"),
        (Address("poverty-exchange", "royal", 1, 0), "rules"),
        (Address("trick-winner", "royal,x=1", 1, 0), "option"),
        (Address("trick-winner", "kompakt", 4, 0), "level"),
        (Address("trick-winner", "kompakt", 1, SEEDS), "seed"),
        (Address("trick-winner", "kompakt", 1, -1), "seed"),
        (Address("trick-winner", "kompakt", 1, 0, "kompakt:blatt"), "statement"),
        (Address("trick-winner", "kompakt", 1, 0, "cvjm:3b"), "statement"),
    ],
)
def test_an_address_that_no_exercise_has_says_which_part(address: Address, part: str) -> None:
    with pytest.raises(NoSuchExercise) as caught:
        exercise_at(address)
    assert caught.value.part == part


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("trick-winner", []),
        ("trick-winner", ["XX"]),
        ("trick-winner", ["VH", "MH"]),
        ("legal-cards", []),
        ("legal-cards", ["C9.3"]),
        ("card-points", [""]),
        ("card-points", ["-3"]),
        ("card-points", ["241"]),
        ("card-points", ["٣"]),
        ("card-points", ["12.5"]),
        ("card-points", ["9" * 5000]),
        ("may-call", ["nothing", "re"]),
        ("card-order", ["HT.1"]),
    ],
)
def test_an_answer_that_was_not_offered_is_unusable(kind: str, given: list[str]) -> None:
    exercise = exercise_at(Address(kind, "kompakt", 1, 5))
    field = exercise.kind.fields(exercise.question)[0]
    with pytest.raises(UnusableAnswer):
        value_from(field, given)


def test_next_comes_by_every_seed_before_any_again() -> None:
    """The conditions of Hull and Dobell for x -> a x + c modulo 10 ** 9."""
    step = Address("trick-winner", "kompakt", 1, 0).next().seed
    factor = (Address("trick-winner", "kompakt", 1, 1).next().seed - step) % SEEDS
    assert step % 2
    assert step % 5
    assert (factor - 1) % 20 == 0


@pytest.mark.parametrize("rules", [KOMPAKT, ROYAL, CVJM])
def test_no_belief_is_the_rule_set_in_force(rules: RuleSet) -> None:
    for belief in AS_RULES:
        believed = believed_rules(belief, rules)
        assert believed != rules
        assert (believed is None) == (rules.document in true_in(belief))
    for contract in (Contract.NORMAL, *SOLOS):
        order = rules.card_order(contract)
        for belief in Misconception:
            try:
                seen = believed_order(belief, contract, order)
            except KeyError:
                continue  # not about the order
            if seen is not None:
                assert (seen.group, seen.strength) != (order.group, order.strength)


def test_a_belief_that_is_the_rule_elsewhere_says_where() -> None:
    assert true_in(Misconception.LONE_KONTRA_120) == ("royal", "cvjm")
    assert true_in(Misconception.EXPIRED_STEP_INCLUDED) == ("cvjm",)
    assert true_in(Misconception.LIMIT_NEEDS_ANNOUNCEMENT) == ("kompakt", "tsr")
    assert true_in(Misconception.LATER_EQUAL_WINS) == ()


def test_every_belief_is_met_by_some_kind() -> None:
    aims = [aim for kind in KINDS.values() for aim in kind.aims.values()]
    asked = {belief for aim in aims for belief in (*aim.beliefs, *aim.later)}
    assert asked == set(Misconception)


def test_the_hand_is_not_shown_in_an_order_that_tells_the_trumps() -> None:
    for kind in ("legal-cards", "trump-or-plain", "next-card"):
        for seed in range(20):
            found = exercise_at(Address(kind, "royal", 2, seed))
            field = found.kind.fields(found.question)[0]
            assert field.way in {Way.CARD, Way.CARDS, Way.NUMBER}
            assert list(field.options) == sorted(field.options)


def test_cards_to_be_put_in_order_lie_in_any() -> None:
    places: Counter[int] = Counter()
    for seed in range(400):
        found = exercise_at(Address("card-order", "kompakt", 1, seed))
        (right,) = found.kind.solve(found.question)
        assert isinstance(right, tuple)
        places[found.question.cards.index(right[0])] += 1
    assert max(places.values()) < 0.42 * 400


SHOWN_OR_SAID = {Reason.SHOWED_CLUB_QUEEN, Reason.TOLD_BY_CALL}


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "most"),
    [("who-won", 0.7), ("which-party", 0.65)],
)
def test_no_side_is_right_much_more_often_than_the_other(kind: str, most: float) -> None:
    for rules in (KOMPAKT, ROYAL, CVJM):
        sides: Counter[object] = Counter()
        for seed in range(300):
            found = exercise_at(Address(kind, rules.document, 1 + seed % 3, seed))
            sides[found.kind.side(found.question)] += 1
        del sides[None]
        assert max(sides.values()) < most * sides.total(), sides


@pytest.mark.long
def test_something_counts_about_as_often_as_nothing() -> None:
    for rules in (KOMPAKT, ROYAL, CVJM):
        counts: Counter[bool] = Counter()
        for seed in range(300):
            found = exercise_at(Address("special-points", rules.document, 1 + seed % 3, seed))
            counts[bool(found.kind.solve(found.question)[0])] += 1
        assert max(counts.values()) < 0.8 * counts.total(), counts


@pytest.mark.long
@pytest.mark.parametrize(
    "kind", [k for k in KINDS if next(iter(KINDS[k].ways.values())).get("seat") is Way.TRICK]
)
def test_no_seat_is_right_much_more_often_than_others(kind: str) -> None:
    right: Counter[str] = Counter()
    for seed in range(400):
        found = exercise_at(Address(kind, "kompakt", 1 + seed % 3, seed))
        right[str(found.kind.solve(found.question)[0])] += 1
    assert max(right.values()) < 0.4 * 400


@pytest.mark.long
def test_who_is_re_is_worked_out_from_who_is_out_of_trumps() -> None:
    """Whoever discards on a trump lead has no club queen, and one must have it."""
    deduced = 0
    for seed in range(400):
        found = exercise_at(Address("which-party", "kompakt", 3, seed, "kompakt:normalspiel"))
        reasons = {why.reason for why in found.kind.because(found.question)}
        deduced += Reason.QUEEN_LEFT_WITH in reasons
        assert len(reasons) <= 4
    assert deduced


def test_who_has_shown_a_queen_is_not_told_of_again_for_saying_re() -> None:
    both = 0
    for seed in range(200):
        found = exercise_at(Address("which-party", "kompakt", 1 + seed % 3, seed))
        told = [why for why in found.kind.because(found.question) if why.reason in SHOWN_OR_SAID]
        seats = [seat for why in told for seat in why.seats]
        assert len({*seats}) == len(seats)
        both += any(seat in found.question.told for seat in found.question.shown)
    assert both


def test_a_missed_rule_that_needs_an_option_can_be_asked_for_next() -> None:
    """royal:4.1.3"""
    found = exercise_at(Address("may-throw-in", "royal", 1, 1))
    for answer in wrong_answers(found):
        verdict = found.kind.verdict(found.question, answer)
        assert rule_missed(found, verdict) == "royal:4.1.3"


def test_a_hand_may_be_thrown_in_for_its_kings_where_that_is_agreed() -> None:
    """royal:4.1.3"""
    asked = {
        found.kind.variant(found.question)
        for seed in range(40)
        for found in [exercise_at(Address("may-throw-in", "royal", 1, seed))]
    }
    assert asked == {"kings", "nines", "trumps"}


def test_a_silent_solo_is_certain_only_with_the_first_card_of_its_holder() -> None:
    """royal:3.3.1b royal:4.1.2b"""
    played = Counter[object]()
    for seed in range(40):
        found = exercise_at(Address("reservations", "royal", 1, seed, "royal:3.3.1b"))
        told = {fact.reason for fact in found.kind.exhibit(found.question).facts}
        (right, *_) = found.kind.solve(found.question)
        assert (Fact.CARD_WITHOUT_MARRIAGE in told) == (right is Contract.SILENT_SOLO)
        assert (Fact.MARRIAGE_BEFORE_CARD in told) == (right is Contract.MARRIAGE)
        played[right] += 1
    assert min(played.values()) > 10


def test_the_belief_in_the_first_trick_is_named_for_who_took_it() -> None:
    """royal:3.3.1a"""
    named = 0
    for seed in range(60):
        found = exercise_at(Address("marriage-partner", "royal", 3, seed, "royal:3.3.1a"))
        kind, question = found.kind, found.question
        believed = kind.believed(Misconception.FIRST_TRICK_DECIDES, question)
        if believed is not None:
            others = [seat for seat in question.winners[:3] if seat != question.holder]
            assert believed == (others[0] if others else Choice.NOBODY,)
            named += 1
        for answer in wrong_answers(found):
            verdict = kind.verdict(question, answer)
            assert len(verdict.about_answer) + len(verdict.because) <= 4
    assert named


def test_a_poverty_says_whether_there_is_a_fox() -> None:
    """cvjm:5.2b"""
    for seed in range(30):
        found = exercise_at(Address("poverty-exchange", "cvjm", 1, seed, "cvjm:5.2b"))
        reasons = {why.reason for why in found.kind.because(found.question)}
        assert len(reasons & {Reason.FACE_UP, Reason.NO_FOX}) == 1
