"""Questions as JSON and back, by the types of their fields: readable for ever, once answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from lessons.rules.cards import Card, Seat
from lessons.rules.notation import hand_as_text, hand_from_text
from lessons.rules.rule_sets import RuleSet, rules_as_json, rules_from_json
from lessons.rules.tricks import Trick


def as_json(question: Any) -> Any:
    """A question as JSON: cards and hands in notation, seats and names as text."""
    match question:
        case None | bool():
            return question
        case RuleSet():
            return rules_as_json(question)
        case Trick(leader, cards):
            return {"leader": leader.name, "cards": hand_as_text(cards)}
        case Seat() | Card():
            return question.name
        case StrEnum():
            return question.value
        case int() | str():
            return question
        case tuple() if question and all(type(one) is Card for one in question):
            return hand_as_text(question)
        case tuple():
            return [as_json(one) for one in question]
    return {field.name: as_json(getattr(question, field.name)) for field in fields(question)}


def from_json[Question](asked: type[Question], written: Any) -> Question:
    """The question that :func:`as_json` wrote."""
    question: Question = _reader(asked)(written)  # type: ignore[arg-type]  # classes are hashable
    return question


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    kind = getattr(kind, "__value__", kind)
    if kind is RuleSet:
        return rules_from_json
    if kind is Trick:
        return lambda written: Trick(Seat[written["leader"]], hand_from_text(written["cards"]))
    if kind in {Seat, Card}:
        return lambda written: kind[written]
    origin, parts = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        (some,) = [part for part in parts if part is not NoneType]
        return lambda written: None if written is None else _reader(some)(written)
    if origin is tuple:
        return _tuple_reader(parts)
    if is_dataclass(kind):
        types, made = get_type_hints(kind), cast("Callable[..., Any]", kind)
        return lambda written: made(
            **{name: _reader(of)(written[name]) for name, of in types.items() if name in written}
        )
    reader: Callable[[Any], Any] = kind  # of enums, figures, text, truth
    return reader


def _tuple_reader(parts: tuple[Any, ...]) -> Callable[[Any], tuple[Any, ...]]:
    if parts == (Card, ...):
        return lambda written: hand_from_text(written) if written else ()
    if parts[-1] is ...:
        return lambda written: tuple(_reader(parts[0])(one) for one in written)
    return lambda written: tuple(
        _reader(part)(one) for part, one in zip(parts, written, strict=True)
    )
