"""The games to step through: a record, what is claimed of its steps, and comments."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from lessons.content.claims import ClaimFails
from lessons.content.course import Origin, Replay, ReplayText
from lessons.content.moments import confirm_at
from lessons.content.reading.files import Files
from lessons.replays import Step, steps
from lessons.rules.cards import Seat
from lessons.rules.reasons import IllegalAction
from lessons.rules.records import GameRecord, UnreadableRecord, record_from_json

ASKED_AT = ("trick-winner", "legal-cards", "may-call")
"""The kinds of exercise that can ask at a step of a game."""


def read_replay(files: Files, row: dict[str, Any]) -> Replay | None:
    """A game as ``course.toml`` lists it; None where its record cannot be read."""
    record = _record(files, f"games/{row['id']}.json")
    if record is None:
        return None
    made, texts = steps(record), {}
    guesses, commented = _moments(files, f"games/{row['id']}.toml", made)
    for language in files.languages:
        file = f"{language}/games/{row['id']}.toml"
        table = files.toml_in(language, f"games/{row['id']}.toml")
        notes = _by_step(files, file, table.get("notes", {}), made)
        for name in ("title", "about"):
            if name not in table:
                files.problem(file, f"no {name!r}")
        for number in sorted(commented ^ {*notes}):
            there = "claims" if number in commented else "a comment"
            what = "comment" if number in commented else "claims"
            files.problem(file, f"step {number} has {there}, but no {what}", near=f"{number} =")
        texts[language] = ReplayText(table.get("title", ""), table.get("about", ""), notes)
    return Replay(
        id=row["id"],
        document=row["document"],
        statement=row["statement"],
        hand=Seat[row["hand"]],
        origin=Origin(row["origin"]),
        record=record,
        texts=texts,
        guesses=guesses,
    )


def _record(files: Files, file: str) -> GameRecord | None:
    """A game that is according to the rules as far as it goes."""
    text = files.text(file)
    if text is None:
        return None
    try:
        written = json.loads(text)
        record = record_from_json(written)
    except json.JSONDecodeError as error:
        files.problem_at(file, error.lineno, f"no JSON: {error.msg}")
        return None
    except UnreadableRecord as error:
        near = None if error.action is None else str(written["actions"][error.action])
        told = str(error) if error.action is None else f"action {error.action}: {error}"
        files.problem(file, told, near=near)
        return None
    number = None
    try:
        state = record.first_state()
        for number, action in enumerate(record.actions):  # noqa: B007  (told below)
            state = state.after(action)
    except IllegalAction as error:
        near = None if number is None else str(written["actions"][number])
        files.problem(file, f"action {number}: {error.fault}: {error}", near=near)
        return None
    return record


def _moments(files: Files, file: str, made: Sequence[Step]) -> tuple[dict[int, str], set[int]]:
    """The kinds of exercise that ask at a step, and the steps that comments make claims of, each
    confirmed."""
    guesses, commented = {}, set()
    for number, moment in _by_step(files, file, files.toml(file), made).items():
        if "guess" in moment:
            guesses[number] = moment["guess"]
            if moment["guess"] not in ASKED_AT:
                what = f"{number}: nothing asks {moment['guess']!r}"
                files.problem(file, what, near=f"[{number}]")
        for claim in moment.get("claims", ()):
            commented.add(number)
            try:
                confirm_at(made, number, claim)
            except ClaimFails as error:
                files.problem(file, str(error), near=claim)
    return guesses, commented


def _by_step(
    files: Files, file: str, table: Mapping[str, Any], made: Sequence[Step]
) -> dict[int, Any]:
    """A table that goes by the number of a step."""
    found = {}
    for number, value in table.items():
        if number in {str(step.number) for step in made}:
            found[int(number)] = value
        else:
            files.problem(file, f"no step {number}", near=number)
    return found
