"""A game record as text that a player can read and type, instead of JSON.

One thing a line: ``rules: cvjm``, an option by its name (``nines: true``), the hands by seat, then
what was said and played in its order, several actions on a line with commas between. ``#`` begins a
remark. What a line cannot be is told with its number::

    rules: kompakt
    VH: HA HK CQ …
    MH: …
    HH: …
    G: …

    VH healthy, MH healthy, HH healthy, G healthy
    VH HA, MH HK, HH H9, G H9
    VH re
"""

from __future__ import annotations

import json
import re
from typing import Any

from lessons.rules.cards import PLAYERS, Card, Seat
from lessons.rules.records import FORMAT
from lessons.rules.rule_sets import Said

_TEXTS = ("rules", "contract", "title")
_CLAIMS = ("after_draw", "complete")
_FIELD = re.compile(r"\s*([A-Za-z][A-Za-z0-9_ ]*?)\s*:(.*)", re.DOTALL)


class UnreadableText(ValueError):  # noqa: N818  (the name says what it is)
    """A line that is neither a field nor actions."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


def record_from_text(text: str) -> dict[str, Any]:
    """The record as JSON would give it, not checked; raises :class:`UnreadableText`."""
    record: dict[str, Any] = {"format": FORMAT, "hands": {}, "actions": []}
    options: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        said = line.partition("#")[0].strip()
        field = _FIELD.fullmatch(said)
        if not field:
            record["actions"] += [action.strip() for action in said.split(",") if action.strip()]
            continue
        name, value = field[1].replace(" ", "_"), field[2].strip()
        if name in record or name in options or name in record["hands"]:
            raise UnreadableText(number, f"{name} stands there twice")
        if name in Seat.__members__:
            record["hands"][name] = value
        elif name in _TEXTS:
            record[name] = value
        elif name in _CLAIMS:
            record[name] = _value(value)
        else:
            options[name] = _value(value)
    return record | ({"options": options} if options else {})


def text_from_record(record: dict[str, Any]) -> str:
    """The text that :func:`record_from_text` makes the same record from; notes are left out."""
    lines = [f"{name}: {record[name]}" for name in _TEXTS if name in record]
    for name, value in record.get("options", {}).items():
        lines.append(f"{name}: {_written(value)}")
    lines += [f"{name}: true" for name in _CLAIMS if record.get(name)]
    lines += [f"{name}: {hand}" for name, hand in record["hands"].items()]
    return "\n".join([*lines, "", *_action_lines(record["actions"])]) + "\n"


def _action_lines(actions: list[str]) -> list[str]:
    """The reservations on a line, the cards of each trick, and what is said between them."""
    lines: list[tuple[str, list[str]]] = []
    cards = 0
    for action in actions:
        kind = _kind(action)
        starts_trick = kind == "card" and cards % PLAYERS == 0
        if not lines or lines[-1][0] != kind or starts_trick:
            lines.append((kind, []))
        lines[-1][1].append(action)
        cards += kind == "card"
    return [", ".join(line) for _kind_of_line, line in lines]


def _kind(action: str) -> str:
    words = action.split()[1:2]
    if words and words[0] in set(Said):
        return "reservation"
    return "card" if words and words[0] in Card.__members__ else "said"


def _value(text: str) -> Any:
    """``true``, a number, a list with commas, JSON, or a word."""
    try:
        return json.loads(text)
    except ValueError:
        words = [word.strip() for word in text.split(",")]
        return words if len(words) > 1 else text


def _written(value: Any) -> str:
    if isinstance(value, list) and len(value) > 1:
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value)
