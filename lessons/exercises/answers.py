"""How a question is answered: its fields, what may be put in them, and answers as text and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from lessons.rules.cards import Card, Hand, Seat

type Value = Seat | Card | StrEnum | int | frozenset[Any] | tuple[Any, ...]
"""One of the options, several of them (a frozenset), an order of them (a tuple), or a figure."""

type Answer = tuple[Value, ...]
"""A value for each field of the question."""


class Choice(StrEnum):
    """Options beside what the rules have names for."""

    YES = "yes"
    NO = "no"
    NOBODY = "nobody"
    NOTHING = "nothing"
    FIFTH = "fifth"
    """The player who pauses at a table of five."""


class Numbered(StrEnum):
    """A trick by its number."""

    FIRST = "1"
    SECOND = "2"
    THIRD = "3"
    FOURTH = "4"


class Lettered(StrEnum):
    """An option in somebody's own words, by its place."""

    A = "a"
    B = "b"
    C = "c"
    D = "d"
    E = "e"
    F = "f"


class Way(StrEnum):
    """The way in which a field is filled in."""

    TRICK = "trick"
    """A card of the trick on the table is pressed; the options are its seats."""
    CARD = "card"
    """A card of the hand is pressed."""
    CARDS = "cards"
    """Any number of cards of the hand; either copy of a card counts."""
    ORDER = "order"
    """All the cards, one after the other."""
    ONE = "one"
    """One of the options."""
    SEVERAL = "several"
    """Any number of the options, or the one that says: nothing."""
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    """What it is posted under; its words are looked up by it."""
    way: Way
    options: tuple[Seat | Card | StrEnum, ...] = ()
    """The copies of a card stand each for itself."""
    least: int = 0
    most: int = 0
    """Of a figure."""
    may_be_empty: bool = False
    """Of cards: whether none of them may be the answer, which is then said in so many words."""
    labels: tuple[str, ...] = ()
    """The options in somebody's own words, where we have none for them."""

    def admits(self, figure: int) -> bool:
        return self.least <= figure <= self.most


class UnusableAnswer(ValueError):  # noqa: N818  (the name says what it is)
    """An answer that is none, or that the question did not offer; ``given`` is what was posted."""

    def __init__(self, field: Field, given: Sequence[str]) -> None:
        super().__init__(f"not an answer to this question: {field.name} {given!r}")
        self.field = field
        self.given = tuple(given)


def values_of(field: Field) -> tuple[str, ...]:
    """The text of each option in the order shown: ``HT.1`` and ``HT.2`` for two copies of a card
    in a hand."""
    if field.way not in {Way.CARD, Way.CARDS, Way.ORDER}:
        return tuple(map(token, field.options))
    cards = field.options
    return tuple(
        f"{token(card)}.{cards[: place + 1].count(card)}" for place, card in enumerate(cards)
    )


def token(value: Seat | Card | StrEnum | int) -> str:
    """One option, or a figure, as text."""
    match value:
        case StrEnum():
            return value.value
        case Seat() | Card():
            return value.name
    return str(value)


def value_from(field: Field, given: Sequence[str]) -> Value:
    """The value of a field as posted; raises :class:`UnusableAnswer`."""
    if field.way is Way.NUMBER:
        return _figure(field, given)
    if field.may_be_empty and [*given] == [Choice.NOTHING.value]:
        return frozenset()
    options = dict(zip(values_of(field), field.options, strict=True))
    if not given or not set(given) <= set(options):
        raise UnusableAnswer(field, given)
    chosen = tuple(options[text] for text in given)
    match field.way:
        case Way.CARDS:
            return frozenset(chosen)
        case Way.SEVERAL:
            if Choice.NOTHING in chosen and len(set(chosen)) > 1:
                raise UnusableAnswer(field, given)
            return frozenset(chosen) - {Choice.NOTHING}
        case Way.ORDER:
            if sorted(given) != sorted(options):
                raise UnusableAnswer(field, given)
            return chosen
    if len(given) != 1:
        raise UnusableAnswer(field, given)
    return chosen[0]


def _figure(field: Field, given: Sequence[str]) -> int:
    text = given[0].replace("−", "-").removeprefix("+") if len(given) == 1 else ""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise UnusableAnswer(field, given)
    figure = int(digits.lstrip("0")[:9] or "0") * (-1 if text.startswith("-") else 1)
    if not field.admits(figure):
        raise UnusableAnswer(field, given)
    return figure


def answer_as_json(answer: Answer) -> list[Any]:
    """A text, a figure or a list for each field, readable for ever."""
    return [_as_json(value) for value in answer]


def _as_json(value: Value) -> Any:
    match value:
        case frozenset():
            return sorted(map(token, value))
        case tuple():
            return [token(one) for one in value]
        case int() if not isinstance(value, Seat | Card):
            return value
    return token(value)


def answer_from_json(fields: Sequence[Field], written: Sequence[Any]) -> Answer:
    """Raises ``LookupError`` or ``ValueError`` for an answer that does not fit the fields."""
    pairs = zip(fields, written, strict=False)  # steps may have been answered in part
    return tuple(_from_json(field, one) for field, one in pairs)


def _from_json(field: Field, written: Any) -> Value:
    if field.way is Way.NUMBER:
        return int(written)
    options: dict[str, Any] = {token(option): option for option in field.options}
    if field.way in {Way.CARDS, Way.SEVERAL}:
        return frozenset(options[text] for text in written) - {Choice.NOTHING}
    if field.way is Way.ORDER:
        return tuple(options[text] for text in written)
    option: Value = options[written]
    return option


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of a wrong value from the right one."""

    extra: tuple[Any, ...] = ()
    """Chosen, but not right."""
    missing: tuple[Any, ...] = ()
    """Right, but not chosen."""


def difference(field: Field, given: Value, right: Value) -> Difference:
    """What is too much and what is missing of several things, in the order of the options."""
    if not (isinstance(given, frozenset) and isinstance(right, frozenset)):
        return Difference()
    once = tuple(dict.fromkeys(field.options))
    return Difference(
        tuple(option for option in once if option in given - right),
        tuple(option for option in once if option in right - given),
    )


def cards_field(hand: Hand, name: str = "card", *, may_be_empty: bool = False) -> Field:
    return Field(name, Way.CARDS, hand, may_be_empty=may_be_empty)


def number_field(most: int, name: str = "points", least: int = 0) -> Field:
    return Field(name, Way.NUMBER, least=least, most=most)
