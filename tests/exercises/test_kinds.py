"""Every kind, level and statement, over many seeds: right, wrong and why."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from lessons.content.reader import LANGUAGES, Words, course
from lessons.content.words import CardWords
from lessons.exercises.exercise import (
    LEVELS,
    OPTIONAL,
    SEEDS,
    Address,
    Exercise,
    Kind,
    NoSuchExercise,
    UnusableAnswer,
    exercise_at,
)
from lessons.exercises.kinds import KINDS
from lessons.exercises.kinds.legal_cards import LegalCards
from lessons.exercises.misconceptions import Misconception, believed_order
from lessons.exercises.verdict import Verdict
from lessons.rules.cards import Card, Seat
from lessons.rules.tricks import Trick

TRUMPS = ["HT", "CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ", "DA", "DT", "DK", "D9"]
RANKS = "A T K 9"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}

CASES = [
    pytest.param(kind, rules, level, statement, id=f"{kind.name}-{level}-{statement}")
    for kind in KINDS.values()
    for rules, statements in kind.beliefs.items()
    for level in LEVELS
    for statement in (None, *statements)
]
SOME_SEEDS = [*range(40), *(Random(1).randrange(SEEDS) for _ in range(20)), SEEDS - 1]


def some_exercises(kind: Any, rules: str, level: int, statement: str | None) -> list[Any]:
    return [exercise_at(Address(kind.name, rules, level, seed, statement)) for seed in SOME_SEEDS]


def naive_winner(trick: Trick) -> Seat:
    """Who takes a trick of the normal game, worked out from a list of names alone."""
    names = [card.name for card in trick.cards]
    trumps = [name for name in names if name in TRUMPS]
    if trumps:
        best = min(trumps, key=TRUMPS.index)
    else:
        best = min((n for n in names if n[0] == names[0][0]), key=lambda n: RANKS.index(n[1]))
    return trick.leader.after(names.index(best))


def naive_legal(hand: list[str], led: str) -> set[str]:
    if led in TRUMPS:
        following = {name for name in hand if name in TRUMPS}
    else:
        following = {name for name in hand if name[0] == led[0] and name not in TRUMPS}
    return following or set(hand)


def possible_answers(exercise: Exercise[Any, Any]) -> list[Any]:
    """All seats; the cards of a hand one by one, without one, all; figures around the right one."""
    kind, question = exercise.kind, exercise.question
    if kind.answered_by == "seat":
        return list(question.trick.seats)
    if kind.answered_by == "points":
        right = kind.solve(question)
        believed = [mutant(question) for mutant in kind.mutants.values()]
        return [right, max(right - 3, 0), right + 7, *believed]
    cards = sorted(set(question.hand))
    subsets = [frozenset(some) for size in (1, 2) for some in combinations(cards, size)]
    believed = [mutant(question) for mutant in kind.mutants.values()]
    return [*subsets, frozenset(cards), kind.solve(question), *believed]


@pytest.mark.parametrize(("kind", "rules", "level", "statement"), CASES)
def test_the_right_answer_is_what_a_plain_count_says(
    kind: Kind[Any, Any], rules: str, level: int, statement: str | None
) -> None:
    for exercise in some_exercises(kind, rules, level, statement):
        question = exercise.question
        if kind.name == "trick-winner":
            assert kind.solve(question) is naive_winner(question.trick)
        elif kind.name == "legal-cards":
            names = [card.name for card in question.hand]
            legal = {card.name for card in kind.solve(question)}
            assert legal == naive_legal(names, question.trick.cards[0].name)
        else:
            points = sum(POINTS[card.name[1]] for card in question.trick.cards)
            assert kind.solve(question) == points


@pytest.mark.parametrize(("kind", "rules", "level", "statement"), CASES)
def test_every_question_misleads_somebody_and_can_be_answered_wrongly(
    kind: Kind[Any, Any], rules: str, level: int, statement: str | None
) -> None:
    for exercise in some_exercises(kind, rules, level, statement):
        assert kind.misleading(exercise.question)
        verdicts = [kind.verdict(exercise.question, a) for a in possible_answers(exercise)]
        assert any(verdict.is_right for verdict in verdicts)
        assert any(not verdict.is_right for verdict in verdicts)


@pytest.mark.parametrize(("kind", "rules", "level", "statement"), CASES)
def test_every_wrong_answer_is_told_why_with_the_learners_own_card_or_figure(
    kind: Kind[Any, Any], rules: str, level: int, statement: str | None
) -> None:
    said = course().words
    for exercise in some_exercises(kind, rules, level, statement)[:15]:
        for answer in possible_answers(exercise):
            verdict = kind.verdict(exercise.question, answer)
            assert verdict.is_right == (answer == kind.solve(exercise.question))
            assert verdict.sources
            for language in LANGUAGES:
                words = said[language]
                sentences = spoken(kind, verdict, words)
                assert all(sentences)
                if not verdict.is_right:
                    own = own_words(exercise, answer, words.cards)
                    said_of_it = " ".join(sentences)
                    assert all(any(n in said_of_it for n in names) for names in own), sentences


def spoken(kind: Kind[Any, Any], verdict: Verdict, words: Words) -> list[str]:
    outcome = words.kinds[kind.name]["outcomes"][verdict.outcome.reason.value]
    return [
        words.cards.say(outcome, verdict.outcome),
        *(words.cards.say(words.reasons[why.reason.value], why) for why in verdict.about_answer),
        *(words.cards.say(words.reasons[why.reason.value], why) for why in verdict.because),
    ]


def own_words(exercise: Exercise[Any, Any], answer: Any, words: CardWords) -> list[set[str]]:
    """What of the learner's answer has to be named: the card, the cards too many or missing, the
    figure; each in any of its cases."""

    def called(card: Card) -> set[str]:
        return {words.card(card), words.card(card, "acc").partition(" ")[2]}

    if isinstance(answer, Seat):
        return [{answer.name}, called(exercise.question.trick.card_of(answer))]
    if isinstance(answer, int):
        return [{str(answer)}]
    legal = exercise.kind.solve(exercise.question)
    return [called(card) for card in answer ^ legal if isinstance(card, Card)]


@pytest.mark.parametrize(("kind", "rules", "level", "statement"), CASES)
def test_an_answer_that_a_false_belief_gives_is_diagnosed(
    kind: Kind[Any, Any], rules: str, level: int, statement: str | None
) -> None:
    met: Counter[Misconception] = Counter()
    for exercise in some_exercises(kind, rules, level, statement):
        for belief in kind.misleading(exercise.question):
            answer = kind.mutants[belief](exercise.question)
            found = kind.verdict(exercise.question, answer).misconceptions
            assert answer != kind.solve(exercise.question)
            assert all(kind.mutants[fits](exercise.question) == answer for fits in found)
            met.update(found if level > 1 or len(found) == 1 else ())
    asked = kind.beliefs[rules]
    wanted = asked[statement] if statement else [b for beliefs in asked.values() for b in beliefs]
    assert set(wanted) <= set(met)


@pytest.mark.parametrize(("kind", "rules", "level", "statement"), CASES)
def test_a_question_is_about_the_statement_that_was_asked_for(
    kind: Kind[Any, Any], rules: str, level: int, statement: str | None
) -> None:
    taught = [kind.taught(exercise.question) for exercise in many(kind, rules, level, statement)]
    if statement is None:
        for offered in kind.beliefs[rules]:
            if offered not in OPTIONAL:
                assert any(offered in sources for sources in taught)
    elif statement in kind.contrast:
        share = sum(statement in sources for sources in taught) / len(taught)
        assert 0.5 < share < 0.9
    else:
        assert all(statement in sources for sources in taught)


@pytest.mark.parametrize(("kind", "rules", "level", "statement"), CASES)
def test_no_answer_is_always_right(
    kind: Kind[Any, Any], rules: str, level: int, statement: str | None
) -> None:
    """Neither a seat, nor a place in the trick, nor all cards, nor a figure."""
    guesses: Counter[str] = Counter()
    exercises = many(kind, rules, level, statement)
    for exercise in exercises:
        question, right = exercise.question, exercise.kind.solve(exercise.question)
        if kind.answered_by == "seat":
            guesses.update([right.name, f"place {question.trick.place_of(right)}"])
        elif kind.answered_by == "points":
            guesses.update([str(right)])
        else:
            guesses.update(["all" if right == set(question.hand) else "some"])
            guesses.update([f"{len(right)} cards"])
    del guesses["some"]
    assert max(guesses.values()) < 0.75 * len(exercises), guesses


def many(kind: Any, rules: str, level: int, statement: str | None) -> list[Any]:
    return [exercise_at(Address(kind.name, rules, level, seed, statement)) for seed in range(200)]


@pytest.mark.parametrize(("kind", "rules", "level", "statement"), CASES)
def test_question_and_answer_are_read_back_from_json(
    kind: Kind[Any, Any], rules: str, level: int, statement: str | None
) -> None:
    for exercise in some_exercises(kind, rules, level, statement)[:10]:
        written = exercise.question.as_json()
        assert kind.asks.from_json(written) == exercise.question
        for answer in possible_answers(exercise)[:5]:
            assert kind.answer_from_json(kind.answer_as_json(answer)) == answer


@pytest.mark.parametrize(("kind", "rules", "level", "statement"), CASES)
def test_hints_lead_to_the_answer(
    kind: Kind[Any, Any], rules: str, level: int, statement: str | None
) -> None:
    for exercise in some_exercises(kind, rules, level, statement)[:10]:
        for language in LANGUAGES:
            words = course().words[language]
            hints = [
                words.cards.say(words.kinds[kind.name]["hints"][hint.reason.value], hint)
                for hint in kind.hints(exercise.question)
            ]
            assert len(hints) == 3
            right = kind.solve(exercise.question)
            if isinstance(right, Seat):
                assert right.name in hints[2]
            elif isinstance(right, int):
                assert str(right) in hints[2]
            else:
                assert all(words.cards.card(card) in hints[2] for card in right)
                assert words.cards.card(exercise.question.trick.cards[0]) in hints[1]
            # The second step does not give away what the third is for.
            if isinstance(right, Seat) and right.name in hints[1]:
                raise AssertionError(hints)


def has_a_legal_pair(exercise: Exercise[Any, Any]) -> bool:
    legal = exercise.kind.solve(exercise.question)
    return any(exercise.question.hand.count(card) == 2 for card in legal)


def test_both_copies_of_a_card_are_the_same_answer() -> None:
    kind = KINDS["legal-cards"]
    many = (exercise_at(Address("legal-cards", "kompakt", 2, seed)) for seed in range(200))
    found = next(exercise for exercise in many if has_a_legal_pair(exercise))
    legal = kind.solve(found.question)
    values = [v for v in kind.answers(found.question) if Card[v.partition(".")[0]] in legal]
    firsts = [value for value in values if value.endswith(".1")]
    seconds = [value for value in values if value.endswith(".2")]
    assert seconds
    for given in (values, firsts):
        answer = kind.answer_from(found.question, given)
        assert kind.verdict(found.question, answer).is_right
    both_ways = {kind.answer_from(found.question, [seconds[0]])}
    both_ways.add(kind.answer_from(found.question, [seconds[0].replace(".2", ".1")]))
    assert len(both_ways) == 1


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("trick-winner", []),
        ("trick-winner", ["XX"]),
        ("trick-winner", ["VH", "MH"]),
        ("legal-cards", []),
        ("legal-cards", ["C9.3"]),
        ("legal-cards", ["nonsense"]),
        ("card-points", [""]),
        ("card-points", ["-3"]),
        ("card-points", ["241"]),
        ("card-points", ["٣"]),
        ("card-points", ["12.5"]),
        ("card-points", ["9" * 5000]),
    ],
)
def test_an_answer_that_was_not_offered_is_unusable(kind: str, given: list[str]) -> None:
    exercise = exercise_at(Address(kind, "kompakt", 1, 5))
    with pytest.raises(UnusableAnswer):
        exercise.kind.answer_from(exercise.question, given)


@pytest.mark.parametrize(
    ("address", "part"),
    [
        (Address("bridge", "kompakt", 1, 0), "kind"),
        (Address("trick-winner", "skat", 1, 0), "rules"),
        (Address("trick-winner", "kompakt", 3, 0), "level"),
        (Address("trick-winner", "kompakt", 1, SEEDS), "seed"),
        (Address("trick-winner", "kompakt", 1, -1), "seed"),
        (Address("trick-winner", "kompakt", 1, 0, "kompakt:blatt"), "statement"),
    ],
)
def test_an_address_that_no_exercise_has_says_which_part(address: Address, part: str) -> None:
    with pytest.raises(NoSuchExercise) as caught:
        exercise_at(address)
    assert caught.value.part == part


def test_next_comes_by_every_seed_before_any_again() -> None:
    """The conditions of Hull and Dobell for x -> a x + c modulo 10 ** 9."""
    step = Address("trick-winner", "kompakt", 1, 0).next().seed
    factor = (Address("trick-winner", "kompakt", 1, 1).next().seed - step) % SEEDS
    assert step % 2
    assert step % 5
    assert (factor - 1) % 20 == 0


def test_a_belief_about_order_is_an_order_of_its_own() -> None:
    true = believed_order(Misconception.DULLE_IS_HEART, nines=True)
    assert not true.is_trump(Card.HT)
    assert true.strength[Card.HA] > true.strength[Card.HT] > true.strength[Card.HK]
    with pytest.raises(ValueError, match="about the order"):
        believed_order(Misconception.MUST_TRUMP, nines=True)


def test_the_hand_is_not_shown_in_an_order_that_tells_the_trumps() -> None:
    for seed in SOME_SEEDS:
        question = exercise_at(Address("legal-cards", "kompakt", 2, seed)).question
        assert list(question.hand) == sorted(question.hand)
    assert LegalCards.answered_by == "cards"
