"""Exercises for sheets and scripts, as JSON.

``make KIND RULES LEVEL SEED [--statement ID] [--language de]``: question, options, right answer,
what each false belief answers and why. ``check KIND RULES LEVEL SEED ANSWER …``: the verdict, in
words; ANSWER is written as ``make`` writes answers, or one word for each field. ``kinds``: what
there is. ``digests``: see ``offers``.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from lessons.content.languages import COMPLETE, LANGUAGES
from lessons.exercises.addresses import LEVELS, Address, NoSuchExercise
from lessons.exercises.answers import (
    Answer,
    UnusableAnswer,
    Way,
    answer_as_json,
    answer_from_json,
    token,
)
from lessons.exercises.exercise import Exercise, sources_first
from lessons.exercises.making import exercise_at
from lessons.exercises.offers import digests, offers
from lessons.exercises.written import as_json
from lessons.rules.reasons import Why

if TYPE_CHECKING:
    from lessons.content.speech import Speech


def made(exercise: Exercise[Any], speech: Speech) -> dict[str, Any]:
    """An exercise as JSON: question, answer and everything that can be said of it."""
    kind, question = exercise.kind, exercise.question
    asked, exhibit = speech.asked(exercise), kind.exhibit(question)
    fields = kind.fields(question)
    beliefs, said = {}, speech.to_learner(exercise)
    for belief in kind.misleading(question):
        answer = kind.believed(belief, question)
        assert answer is not None
        held, _truth = speech.words.misconceptions[belief]
        told = kind.verdict(question, answer)
        beliefs[belief.value] = {
            "belief": held,
            "answer": answer_as_json(answer),
            "reasons": [reason_as_json(why, said) for why in told.about_answer],
        }
    right = kind.verdict(question, kind.solve(question))
    return {
        "kind": kind.name,
        "version": kind.version,
        "asked": asked.question,
        "task": asked.task,
        "contract": exhibit.contract and exhibit.contract.value,
        "house_rules": list(speech.house_rules(kind.rules_of(question))),
        "told": list(speech.facts(exercise)),
        "question": as_json(question),
        "fields": {
            field.name: {
                "way": field.way.value,
                "label": speech.label(exercise, field),
                "options": {token(one): speech.option(one) for one in field.options},
            }
            for field in fields
        },
        "right": answer_as_json(right.right),
        "because": [reason_as_json(why, said) for why in right.because],
        "sources": list(right.sources),
        "hints": list(speech.hints(exercise)),
        "beliefs": beliefs,
    }


def reason_as_json(why: Why, speech: Speech) -> dict[str, str]:
    return {"reason": why.reason.value, "text": speech.say(why)}


def checked(exercise: Exercise[Any], answer: Answer, speech: Speech) -> dict[str, Any]:
    """The verdict on an answer, in words."""
    verdict = exercise.kind.verdict(exercise.question, answer)
    said = speech.verdict(exercise, verdict)
    return {
        "right": verdict.is_right,
        "outcome": verdict.outcome.value,
        "field": verdict.wrong_field.name if verdict.wrong_field else None,
        "sentence": said.sentence,
        "about": list(said.about_answer),
        "belief": said.belief,
        "beliefs": [belief.value for belief in verdict.misconceptions],
        "because": list(said.because),
        "sources": list(sources_first(exercise, verdict)),
    }


def answer_from_words(exercise: Exercise[Any], words: list[str]) -> Answer:
    """One JSON list as ``make`` writes it; or a word for each field, several things with commas.
    Raises ``ValueError`` or ``LookupError``."""
    fields = exercise.kind.fields(exercise.question)
    written: list[Any]
    if len(words) == 1 and words[0].startswith("["):
        written = json.loads(words[0])
    else:
        written = [
            [part for part in word.split(",") if part]
            if field.way.value in {"cards", "order", "several"}
            else word
            for field, word in zip(fields, words, strict=False)
        ]
    if len(written) != len(fields):
        raise ValueError(f"expected {len(fields)} values, got {len(written)}")
    answer = answer_from_json(fields, written)
    for field, value in zip(fields, answer, strict=True):
        if isinstance(value, int) and field.way is Way.NUMBER and not field.admits(value):
            raise UnusableAnswer(field, [str(value)])
    return answer


def main(words: list[str]) -> int:
    parser = _parser()
    asked = parser.parse_args(words)
    try:
        shown = _run(asked)
    except (NoSuchExercise, UnusableAnswer, LookupError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if not isinstance(shown, str):
        shown = json.dumps(shown, indent=1, ensure_ascii=False) + "\n"
    sys.stdout.write(shown)
    return 0


def _run(asked: argparse.Namespace) -> Any:
    if asked.do == "digests":
        return "".join(f"{name}: {digest}\n" for name, digest in digests())
    if asked.do == "kinds":
        return [
            {"kind": name, "rules": rules, "levels": list(LEVELS), "statements": list(statements)}
            for name, rules, statements in offers()
        ]
    from lessons.content.reading import course
    from lessons.content.speech import Speech

    address = Address(asked.kind, asked.rules, asked.level, asked.seed, asked.statement)
    exercise, speech = exercise_at(address), Speech(course().words[asked.language])
    if asked.do == "make":
        return made(exercise, speech)
    return checked(exercise, answer_from_words(exercise, asked.answer), speech)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m lessons.exercises", description=__doc__)
    ways = parser.add_subparsers(dest="do", required=True)
    for name in ("make", "check"):
        way = ways.add_parser(name)
        way.add_argument("kind")
        way.add_argument("rules")
        way.add_argument("level", type=int)
        way.add_argument("seed", type=int)
        if name == "check":
            way.add_argument("answer", nargs="+")
        way.add_argument("--statement")
        way.add_argument("--language", choices=LANGUAGES, default=COMPLETE[0])
    ways.add_parser("kinds")
    ways.add_parser("digests")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
