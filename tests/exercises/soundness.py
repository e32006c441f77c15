"""What must hold of every exercise; the suite asks it of some seeds, ``./run sweep`` of many."""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lessons.content.languages import LANGUAGES
from lessons.content.reading import course
from lessons.content.speech import Speech
from lessons.exercises.addresses import LEVELS, Address
from lessons.exercises.answers import (
    Answer,
    Choice,
    Field,
    Value,
    Way,
    answer_as_json,
    answer_from_json,
    token,
    value_from,
    values_of,
)
from lessons.exercises.exercise import Exercise
from lessons.exercises.exhibits import Exhibit
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.offers import offers
from lessons.exercises.verdict import Verdict
from lessons.exercises.written import as_json, from_json
from lessons.rules.cards import COPIES, Card, Seat
from lessons.rules.reasons import Reason
from lessons.rules.sources import TSR
from tests.exercises.counted_by_hand import right_by_hand

SPEECHES = {language: Speech(course().words[language]) for language in LANGUAGES}
SOURCES = {*course().statements, *course().readings, TSR}
CODES = re.compile(
    "|".join(sorted({re.escape(c.value) for c in (*Reason, *Misconception) if "-" in c.value}))
)
NEGATED = re.compile(r"\b(nicht|not|no longer)\b")
ONE_OF_MANY = re.compile(
    r"\b1 (Augen|Karten|Trümpfe|Stiche|Stichen|Punkte|card points|cards|trumps|tricks|points)\b"
)
SEAT_LETTERS = re.compile(rf"\b(?:{'|'.join(seat.name for seat in Seat)})\b")
"""What a seat is called in a written game only."""


@dataclass(frozen=True, slots=True)
class Case:
    """A combination that is offered."""

    kind: str
    rules: str
    level: int
    statement: str | None

    def __str__(self) -> str:
        return f"{self.kind}-{self.rules}-{self.level}-{self.statement}"

    def exercise(self, seed: int) -> Exercise[Any]:
        return exercise_at(Address(self.kind, self.rules, self.level, seed, self.statement))


def cases() -> Iterator[Case]:
    for kind, rules, statements in offers():
        for level in LEVELS:
            for statement in (None, *statements):
                # Compared rule sets share their statements: mixed practice asks for all of them.
                if statement is None or not KINDS[kind].compares:
                    yield Case(kind, rules, level, statement)


@dataclass
class Seen:
    """What many exercises of one case had in common."""

    asked: int = 0
    telling: int = 0
    """Questions in which a false belief answers otherwise."""
    right: dict[str, Counter[str]] = field(default_factory=dict)
    """By field and number of its options: how often each was right, or its place."""
    beliefs: Counter[str] = field(default_factory=Counter)

    def add(self, other: Seen) -> None:
        self.asked += other.asked
        self.telling += other.telling
        self.beliefs += other.beliefs
        for key, counted in other.right.items():
            self.right.setdefault(key, Counter()).update(counted)


def sweep(seeds: int, case: Case) -> tuple[Seen, list[str]]:
    """What a combination's exercises have in common, and what is wrong with any of them."""
    seen, failed = Seen(), []
    for seed in range(seeds):
        try:
            check(case.exercise(seed), seen)
        except Exception:  # whatever is wrong with it, the others are looked at, too
            failed.append(f"{case} seed {seed}\n{traceback.format_exc(limit=-2)}")
    return seen, failed


def check(exercise: Exercise[Any], seen: Seen) -> None:
    """Raises ``AssertionError`` for whatever is wrong with an exercise."""
    kind, question = exercise.kind, exercise.question
    written = as_json(question)
    assert from_json(kind.asks, written) == question, "not read back from JSON"
    assert_of_one_pack(kind.exhibit(question))
    right = kind.solve(question)
    fields = kind.fields(question)
    assert len(right) == len(fields)
    assert answer_from_json(fields, answer_as_json(right)) == right
    by_hand = right_by_hand(kind.name, question)
    assert by_hand is None or by_hand == right, f"counted by hand: {by_hand!r}, not {right!r}"
    verdict = kind.verdict(question, right)
    assert verdict.is_right
    assert not verdict.misconceptions
    misled = kind.misleading(question)
    seen.asked += 1
    seen.telling += bool(misled)
    seen.beliefs.update(misled)
    for number, (one, value) in enumerate(zip(fields, right, strict=True)):
        count_right(seen, one, value, number)
        assert_offered(one, value)
    for speech in SPEECHES.values():
        said = spoken(exercise, verdict, speech)
        readable(said)
        hints = speech.hints(exercise)
        readable(hints)
        if not kind.is_stepwise:
            first = right[0] if isinstance(right[0], frozenset | tuple) else (right[0],)
            cards = speech.words.cards
            for one in first:
                names = {str(cards.value(one)), cards.short(one) if isinstance(one, Card) else ""}
                assert any(n and n.lower() in hints[2].lower() for n in names), hints
    wrongs = list(wrong_answers(exercise))
    assert wrongs, "nobody can go wrong"
    for answer in wrongs:
        check_wrong(exercise, answer)


def assert_of_one_pack(exhibit: Exhibit) -> None:
    """No card is shown more often than it is there; open hands are those before the first trick,
    and the learner's own lies among them."""
    shown = Counter(card for _seat, hand in exhibit.hands for card in hand)
    if not shown:
        tricks = (*exhibit.tricks, *([exhibit.trick] if exhibit.trick else []))
        shown = Counter(card for trick in tricks for card in trick.cards)
        shown += Counter(exhibit.hand)
    assert max(shown.values(), default=0) <= COPIES, shown.most_common(1)


def check_wrong(exercise: Exercise[Any], answer: Answer) -> None:
    kind, question = exercise.kind, exercise.question
    verdict = kind.verdict(question, answer)
    assert not verdict.is_right, answer
    assert verdict.wrong_field is not None
    assert verdict.sources, "no source"
    assert set(verdict.sources) <= SOURCES, set(verdict.sources) - SOURCES
    for belief in verdict.misconceptions:
        believed = kind.believed(belief, question)
        assert believed is not None
        place = verdict.fields.index(verdict.wrong_field)
        assert believed == answer or (kind.is_stepwise and believed[place] == answer[place])
    for speech in SPEECHES.values():
        said = spoken(exercise, verdict, speech)
        readable(said)
        text = " ".join(said)
        own = own_words(verdict, speech)
        if not any(word in text for word in own):
            # Instead of yes and no it may say what is so.
            _field, given, told = verdict.compared
            assert {given, told} == {Choice.YES, Choice.NO}, f"{own} not in {text!r}"
            assert bool(NEGATED.search(said[0])) == (told is Choice.NO), said[0]


def spoken(exercise: Exercise[Any], verdict: Verdict, speech: Speech) -> list[str]:
    """All that is said of a question and a verdict."""
    said = speech.verdict(exercise, verdict)
    belief = [said.belief] if said.belief else []
    facts = speech.facts(exercise)
    return [said.sentence, *said.about_answer, *belief, *said.because, *facts]


def readable(sentences: list[str] | tuple[str, ...]) -> None:
    for sentence in sentences:
        assert sentence.strip(), "an empty sentence"
        assert not re.search(r"[{}]|None\b(?! of)|\(\)|  |„“|‘’|\[|\]", sentence), sentence
        assert not CODES.search(sentence), sentence
        assert not ONE_OF_MANY.search(sentence), sentence
        assert not SEAT_LETTERS.search(sentence), sentence


def own_words(verdict: Verdict, speech: Speech) -> set[str]:
    """What of the wrong answer has to be named, one of these: a card chosen or left out, a figure,
    what was chosen; with or without an article, or as printed on the card."""
    _field, given, right = verdict.compared
    cards = speech.words.cards
    values: list[Any] = [given]
    if isinstance(given, frozenset) and isinstance(right, frozenset):
        values = [*(given ^ right)]
    elif isinstance(given, tuple):
        values = [*given]
    names = {str(cards.value(value)) for value in values}
    names |= {cards.short(v) for v in values if isinstance(v, Card)}
    names |= {cards.card(v, "acc").partition(" ")[2] for v in values if isinstance(v, Card)}
    return names | {name[:1].upper() + name[1:] for name in names}


def assert_offered(one: Field, value: Value) -> None:
    """The right value can be given with the controls."""
    if one.way is Way.NUMBER:
        assert isinstance(value, int)
        assert one.least <= value <= one.most
        return
    among = value if isinstance(value, frozenset | tuple) else (value,)
    assert set(among) <= set(one.options)
    values = dict(zip(values_of(one), one.options, strict=True))
    if one.way is Way.ORDER:
        given = [next(v for v, c in values.items() if c == card) for card in among]
    else:
        given = [text for text, option in values.items() if option in among]
        if not given and (one.way is Way.SEVERAL or one.may_be_empty):
            given = [Choice.NOTHING.value]
        if one.way in {Way.CARD, Way.TRICK, Way.ONE}:
            given = given[:1]
    assert value_from(one, given) == value


def count_right(seen: Seen, one: Field, value: Value, number: int) -> None:
    """Which option is right, and at which place."""
    match one.way:
        case Way.ONE | Way.TRICK:
            key, name = f"{number} {one.name} of {len(one.options)}", token(value)  # type: ignore[arg-type]
        case Way.CARD:
            place = one.options.index(value)
            key, name = f"{number} {one.name} place", f"{place * 4 // len(one.options) + 1}/4"
        case Way.CARDS | Way.SEVERAL:
            assert isinstance(value, frozenset)
            options = set(one.options) - {Choice.NOTHING}
            share = "all" if value == options else "none" if not value else "some"
            key, name = f"{number} {one.name} chosen", share
        case Way.ORDER:
            assert isinstance(value, tuple)
            first = one.options.index(value[0])
            key, name = f"{number} {one.name} first of {len(value)}", str(first + 1)
        case _:
            key, name = f"{number} {one.name} figure", str(value)
    seen.right.setdefault(key, Counter())[name] += 1


def wrong_answers(exercise: Exercise[Any]) -> Iterator[Answer]:
    """All options; else each belief's answer, one missing, one too many, off by one."""
    kind, question = exercise.kind, exercise.question
    right = kind.solve(question)
    found: dict[Answer, None] = {}
    for place, one in enumerate(kind.fields(question)):
        for value in wrong_values(one, right[place]):
            answer = (*right[:place], value, *right[place + 1 :])
            if kind.refuses(question, answer) is None:
                found[answer] = None
    for belief in kind.misleading(question):
        believed = kind.believed(belief, question)
        assert believed is not None
        found[believed] = None
    yield from (answer for answer in found if answer != right)


def wrong_values(one: Field, right: Value) -> Iterator[Value]:
    match one.way:
        case Way.NUMBER:
            assert isinstance(right, int)
            yield from (n for n in (right - 1, right + 1) if one.least <= n <= one.most)
        case Way.CARDS | Way.SEVERAL:
            assert isinstance(right, frozenset)
            options = [option for option in one.options if option is not Choice.NOTHING]
            for option in dict.fromkeys(options):
                if right != {option} or one.way is Way.SEVERAL or one.may_be_empty:
                    yield right ^ {option}
            yield frozenset(options)
            yield frozenset(options[:1])
            if one.way is Way.SEVERAL or one.may_be_empty:
                yield frozenset()
        case Way.ORDER:
            assert isinstance(right, tuple)
            for place in range(len(right) - 1):
                pair = (right[place + 1], right[place])
                yield (*right[:place], *pair, *right[place + 2 :])
        case _:
            yield from (option for option in one.options if option != right)


__all__ = ["Case", "Seat", "Seen", "cases", "check"]
