"""A quiz as a file, to be kept, sent, written by hand: a public format, told in the README."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from lessons.content.reading import course
from lessons.exercises.addresses import SEEDS, Address
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import is_there
from lessons.exercises.own import OWN, NoQuestion, OwnQuestion, own_as_json, own_from_json
from lessons.rules.rule_sets import RuleSet
from tutorial.house_rules.named import named
from tutorial.quizzes.faults import said_of
from tutorial.quizzes.forms import MOST_MINUTES, MOST_TRIES
from tutorial.quizzes.models import LONGEST_TITLE, LONGEST_WORDS, Quiz, Reasons
from tutorial.quizzes.proposing import MOST
from tutorial.sittings.choosing import Chosen
from tutorial.sittings.going import exercise_of
from tutorial.sittings.models import Item, Why, lines_of

FORMAT, VERSION = "karlchen-quiz", 1
HEAVIEST = 64 * 1024
"""Bytes."""


class NoQuiz(ValueError):  # noqa: N818  (the name says what it is)
    """A file that is none; it says why, and where."""


@dataclass(frozen=True, slots=True)
class Brought:
    rules: str
    is_mixed: bool
    chosen: tuple[Chosen | OwnQuestion, ...]
    kept: Mapping[str, Any]
    """Fields of the quiz."""


def as_file(quiz: Quiz) -> dict[str, Any]:
    """Without codes, times, names and results."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": quiz.title,
        "before": quiz.before,
        "after": quiz.after,
        "rules": quiz.sheet.rules,
        "reasons": quiz.reasons,
        "mixed": quiz.sheet.is_mixed,
        "tries": quiz.tries,
        "minutes": quiz.minutes,
        "questions": [*map(_written, lines_of(quiz.sheet_id))],
    }


def _written(item: Item) -> dict[str, Any]:
    if item.kind == OWN.name:
        return {"own": own_as_json(exercise_of(item).question)}
    return {
        "kind": item.kind,
        "rules": item.rules,
        "level": item.level,
        "seed": item.seed,
        "statement": item.statement or None,
    }


def from_file(content: bytes) -> Brought:
    """Raises :class:`NoQuiz`."""
    if len(content) > HEAVIEST:
        raise NoQuiz(_("The file is larger than 64 KB."))
    try:
        written = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise NoQuiz(_("The file is no JSON: {error}").format(error=str(error)[:120])) from error
    if not isinstance(written, dict) or written.get("format") != FORMAT:
        raise NoQuiz(_("This is no file of a quiz: “format” has to be “karlchen-quiz”."))
    if written.get("version") != VERSION:
        raise NoQuiz(_("This is a file of another version than 1."))
    rules = named(_text(written, "rules", 500))
    if rules is None or rules.rules.document not in course().documents:
        raise NoQuiz(_("“rules” names no rule set that we teach."))
    questions = written.get("questions")
    if not isinstance(questions, list) or not 1 <= len(questions) <= MOST:
        raise NoQuiz(_("“questions” has to be a list of 1 to {most}.").format(most=MOST))
    reasons = written.get("reasons", Reasons.AT_ONCE)
    if reasons not in Reasons.values:
        raise NoQuiz(_("“reasons” has to be “at-once” or “at-the-end”."))
    return Brought(
        rules.written,
        written.get("mixed") is True,
        tuple(_question(number, one, rules.rules) for number, one in enumerate(questions, start=1)),
        {
            "title": _text(written, "title", LONGEST_TITLE).strip() or _("Quiz"),
            "before": _text(written, "before", LONGEST_WORDS),
            "after": _text(written, "after", LONGEST_WORDS),
            "reasons": reasons,
            "tries": _number(written, "tries", MOST_TRIES, 1),
            "minutes": _number(written, "minutes", MOST_MINUTES, None),
        },
    )


def _text(written: Mapping[str, Any], name: str, longest: int) -> str:
    found = written.get(name, "")
    if not isinstance(found, str) or len(found) > longest or "\0" in found:
        raise NoQuiz(
            _("“{name}” has to be text of {most} letters at most.").format(name=name, most=longest)
        )
    return found


def _number(written: Mapping[str, Any], name: str, most: int, usual: int | None) -> int | None:
    found = written.get(name, usual)
    if found is None or (type(found) is int and 0 <= found <= most):
        return usual if found is None else found
    raise NoQuiz(_("“{name}” has to be a number up to {most}.").format(name=name, most=most))


def _question(number: int, written: Any, rules: RuleSet) -> Chosen | OwnQuestion:
    refused = NoQuiz(_("There is no exercise like question {n}.").format(n=number))
    if not isinstance(written, dict):
        raise refused
    if "own" in written:
        try:
            return own_from_json(written["own"], rules)
        except NoQuestion as refusal:
            if refusal.fault is None:
                raise NoQuiz(_("Question {n} is none of one’s own.").format(n=number)) from refusal
            _field, fault = said_of(refusal.fault, refusal.why, rules)
            said = _("Question {n} cannot be asked: {fault}").format(n=number, fault=fault)
            raise NoQuiz(said) from refusal
    kind, named_rules, level, seed, statement = (
        written.get(name) for name in ("kind", "rules", "level", "seed", "statement")
    )
    if not (isinstance(kind, str) and kind in KINDS and isinstance(named_rules, str)):
        raise refused
    if type(level) is not int or type(seed) is not int or not 0 <= seed < SEEDS:
        raise refused
    if not (statement is None or isinstance(statement, str)):
        raise refused
    address = Address(kind, named_rules, level, seed, statement or None)
    if not is_there(address):
        raise refused
    return Chosen(address, Why.FIRMER)
