"""Guessers who know no rule of the game: what they get right by the form of a question alone.

Some always say the same, some go by what is printed on the cards, and one learns: a small decision
tree over what is to be seen, grown on half of the exercises and asked about the other half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

from lessons.exercises.answers import Choice, Field, Value, Way, token
from lessons.exercises.exercise import Exercise
from lessons.rules.cards import Card, Rank, Seat, Suit
from lessons.rules.tricks import Trick

FEW, MANY, ONE_STATEMENT = 0.6, 0.35, 0.65
"""What a guesser may get right at most: where two or three answers exist, else, and of one
statement."""
DEPTH, LEAST = 3, 0.02
"""Of the tree: questions asked of an exercise, and the share of them that an end stands for."""

type Features = Mapping[str, Any]
type Case = tuple[Features, str, frozenset[str]]
"""What is to be seen, the right value as a guesser says it, and what other guessers say."""


@dataclass(frozen=True, slots=True)
class Guessed:
    """How well the best guesser did on one field."""

    field: str
    answers: int
    """Different values that were right."""
    chance: float
    """What somebody gets right who says each of them as often."""
    guesser: str
    right: float
    asked: int
    """Exercises."""

    def is_above(self, limit: float | None = None) -> bool:
        return self.right > (limit or (FEW if self.answers <= 3 else MANY))


def best(exercises: Sequence[Exercise[Any]]) -> list[Guessed]:
    """For each thing that is asked in one case, and each step of what is answered in steps."""
    found: dict[str, list[tuple[Exercise[Any], tuple[int, ...]]]] = {}
    for exercise in exercises:
        kind, variant = exercise.kind, exercise.kind.variant(exercise.question)
        fields = kind.fields(exercise.question)
        every = tuple(range(len(fields)))
        for places in [(place,) for place in every] if kind.is_stepwise else [every]:
            names = "+".join(fields[place].name for place in places)
            found.setdefault(f"{variant} {names}".strip(), []).append((exercise, places))
    return [_best_of(name, asked) for name, asked in found.items()]


def _best_of(name: str, asked: Sequence[tuple[Exercise[Any], tuple[int, ...]]]) -> Guessed:
    """Several fields have to be guessed together."""
    rates: Counter[str] = Counter()
    known: Counter[str] = Counter()
    seen = []
    for exercise, places in asked:
        fields, solved = (
            exercise.kind.fields(exercise.question),
            exercise.kind.solve(exercise.question),
        )
        known[" / ".join(_said(solved[place]) for place in places)] += 1
        first, others = places[0], [_said(solved[place]) for place in places[1:]]
        for guesser, value in _guesses(exercise, fields[first]):
            rates[" / ".join([guesser, *others])] += value == solved[first]
        said = [dict(_ways_to_say(exercise, fields[place], solved[place])) for place in places]
        ways = {
            way: " / ".join([text, *(one.get(way, one["the same"]) for one in said[1:])])
            for way, text in said[0].items()
        }
        seen.append((features(exercise), ways))
    for way in seen[0][1]:
        cases = [(look, said[way]) for look, said in seen if way in said]
        constant, number = Counter(said for _, said in cases).most_common(1)[0]
        rates[f"always {way} {constant}"] = number
        rates[f"tree over {way}"] = round(_learned(cases) * len(asked))
    guesser, number = rates.most_common(1)[0]
    return Guessed(name, len(known), 1 / len(known), guesser, number / len(asked), len(asked))


def _said(value: Value) -> str:
    if isinstance(value, frozenset):
        return " ".join(sorted(map(token, value)))
    if isinstance(value, tuple):
        return " ".join(map(token, value))
    return token(value)


def _ways_to_say(exercise: Exercise[Any], field: Field, right: Value) -> Iterator[tuple[str, str]]:
    """The right value as a constant: what it is, where it stands, and, of a seat, from where."""
    yield "the same", _said(right)
    if field.way in {Way.ONE, Way.TRICK, Way.CARD}:
        yield "place", str(field.options.index(right))
    if isinstance(right, Seat) or Seat.VH in field.options:
        for fact in exercise.kind.exhibit(exercise.question).facts:
            if fact.seats and fact.reason.value not in {"says", "earned", "seat-took"}:
                away = f"{right - fact.seats[0] & 3}" if isinstance(right, Seat) else str(right)
                yield f"seats from the first of {fact.reason.value}", away
                break


_POINTS = {Rank.ACE: 6, Rank.TEN: 5, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2, Rank.NINE: 1}
_COURT = {Rank.QUEEN, Rank.JACK}
_BY_RANK: Mapping[str, Callable[[Card], Any]] = {
    "printed rank": lambda card: _POINTS[card.rank],
    "court cards, then rank": lambda card: (card.rank in _COURT, _POINTS[card.rank]),
}


def _guesses(exercise: Exercise[Any], field: Field) -> Iterator[tuple[str, Value]]:
    """What those say who go by the cards as printed."""
    exhibit = exercise.kind.exhibit(exercise.question)
    match field.way:
        case Way.TRICK if exhibit.trick is not None:
            yield from _of_trick(exhibit.trick)
        case Way.CARD:
            cards = [card for card in field.options if isinstance(card, Card)]
            for name, key in _BY_RANK.items():
                yield f"highest by {name}", max(cards, key=key)
                yield f"lowest by {name}", min(cards, key=key)
            for rank in _COURT:
                among = [card for card in cards if card.rank is rank] or cards
                yield f"lowest {rank.name.lower()}", max(among)
        case Way.CARDS:
            yield from _of_hand(frozenset(field.options), exhibit.trick)  # type: ignore[arg-type]
        case Way.SEVERAL:
            options = frozenset(field.options) - {Choice.NOTHING}
            yield "all", options
            yield "nothing", frozenset()
        case Way.ORDER:
            for name, key in _BY_RANK.items():
                cards = [card for card in field.options if isinstance(card, Card)]
                yield f"by {name}", tuple(sorted(sorted(cards), key=key, reverse=True))
                suits = [*Suit]
                by_rank = sorted(cards, key=key, reverse=True)
                by_suit = sorted(by_rank, key=lambda card: suits.index(card.suit))
                yield f"by suit, then {name}", tuple(by_suit)


def _of_trick(trick: Trick) -> Iterator[tuple[str, Value]]:
    pairs = [*zip(trick.seats, trick.cards, strict=False)]
    yield "the first", pairs[0][0]
    yield "the last", pairs[-1][0]
    led = trick.cards[0].suit
    followed = [pair for pair in pairs if pair[1].suit is led]
    for name, key in _BY_RANK.items():
        yield f"highest by {name}", max(pairs, key=lambda pair: key(pair[1]))[0]
        yield (
            f"highest of the suit led by {name}",
            max(followed, key=lambda pair: key(pair[1]))[0],
        )


def _of_hand(cards: frozenset[Card], trick: Trick | None) -> Iterator[tuple[str, Value]]:
    suits = [frozenset(card for card in cards if card.suit is suit) for suit in Suit]
    yield "all", cards
    yield "none", frozenset()
    yield "the longest suit", max(suits, key=len)
    yield "court cards", frozenset(card for card in cards if card.rank in _COURT)
    yield "no court cards", frozenset(card for card in cards if card.rank not in _COURT)
    for suit, found in zip(Suit, suits, strict=True):
        yield f"printed {suit.name.lower()}", found
    if trick is not None and trick.cards:
        led = suits[[*Suit].index(trick.cards[0].suit)]
        yield "the printed suit led, else all", led or cards
        yield "the printed suit led, else none", led


def features(exercise: Exercise[Any]) -> Features:
    """What is to be seen of an exercise without knowing a rule: who is there, what is told and
    shown; without the figures, over which a tree would find the rule itself."""
    exhibit = exercise.kind.exhibit(exercise.question)
    trick, hand = exhibit.trick, exhibit.hand
    seen: dict[str, Any] = {
        "contract": exhibit.contract and exhibit.contract.value,
        "tricks": len(exhibit.tricks),
        "facts": len(exhibit.facts),
        "cards of the trick": len(trick.cards) if trick else 0,
        "cards of the hand": len(hand),
    }
    for number, fact in enumerate(exhibit.facts):
        name = fact.reason.value
        while f"{name} is told" in seen:
            name = f"{name}+"
        seen[f"{name} is told"] = True
        seen |= {f"{name} seat {n}": seat.name for n, seat in enumerate(fact.seats)}
        seen |= {f"{name} call {n}": call and str(call) for n, call in enumerate(fact.calls)}
        seen |= {f"{name} party {n}": party.name for n, party in enumerate(fact.parties)}
        seen |= {f"{name} card {n}": card.name for n, card in enumerate(fact.cards)}
        seen[f"fact {number}"] = name
    for place, card in enumerate(trick.cards if trick else ()):
        seen |= {f"card {place} suit": card.suit.name, f"card {place} rank": card.rank.name}
    for rank in Rank:
        seen[f"{rank.name} in hand"] = sum(card.rank is rank for card in hand)
    for suit in Suit:
        seen[f"{suit.name} in hand"] = sum(card.suit is suit for card in hand)
    return seen


def _learned(cases: Sequence[tuple[Features, str]]) -> float:
    """The share that a tree gets right on the half that it has not seen."""
    known, asked = cases[::2], cases[1::2]
    if len({said for _, said in known}) < 2 or not asked:
        return 0.0
    tests = sorted({(name, value) for look, _ in known for name, value in look.items()}, key=str)
    least = max(round(len(known) * LEAST), 4)
    if len(tests) > 400:  # the most frequent: the others stand for nothing
        often = Counter((name, value) for look, _ in known for name, value in look.items())
        tests = sorted((test for test, _ in often.most_common(400)), key=str)
    tree = _grown(known, tests, DEPTH, least)
    return sum(_asked(tree, look) == said for look, said in asked) / len(asked)


def _grown(
    cases: Sequence[tuple[Features, str]], tests: Sequence[tuple[str, Any]], depth: int, least: int
) -> Any:
    common = Counter(said for _, said in cases).most_common(1)[0][0]
    if not depth:
        return common
    best_gain, best_test = 0.0, None
    for test in tests:
        yes = Counter(said for look, said in cases if _holds(look, test))
        if not least <= yes.total() <= len(cases) - least:
            continue
        no = Counter(said for _, said in cases) - yes
        gain = _bits(Counter(said for _, said in cases)) - _bits(yes) - _bits(no)
        if gain > best_gain + 1e-9:
            best_gain, best_test = gain, test
    if best_test is None:
        return common
    sides = ([c for c in cases if _holds(c[0], best_test) is is_so] for is_so in (True, False))
    return best_test, *(_grown(side, tests, depth - 1, least) for side in sides)


def _holds(look: Features, test: tuple[str, Any]) -> bool:
    """A figure at least as high, or the very thing."""
    name, value = test
    there = look.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return isinstance(there, int) and there >= value
    return bool(there == value)


def _bits(counted: Counter[str]) -> float:
    total = counted.total()
    return -sum(n * log2(n / total) for n in counted.values() if n)


def _asked(tree: Any, look: Features) -> str:
    while isinstance(tree, tuple):
        test, yes, no = tree
        tree = yes if _holds(look, test) else no
    return str(tree)
