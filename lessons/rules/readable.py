"""A game record as text that a player can read and type, instead of JSON.

One thing a line: ``rules: cvjm``, an option by its name (``nines: true``), the hands by seat, then
what was said and played in its order, several actions on a line with commas between. ``#`` begins a
remark, ``==`` ends it all. German is understood: ``VH gesund``, ``G keine 90``, ``MH Herz 10``, and
so are the names that players have for cards, ``MH Dulle``, ``VH: HD PB …``. A hand that is not told
is unknown; ``calls: none`` says that nobody called anything::

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
from contextlib import suppress
from typing import Any

from lessons.rules.calls import Call
from lessons.rules.cards import PLAYERS, Card, Seat
from lessons.rules.notation import card_from_text, cards_meant
from lessons.rules.reasons import IllegalAction
from lessons.rules.records import FORMAT, MOST_ACTIONS, MOST_TOLD, UNKNOWN_CARDS, json_value
from lessons.rules.rule_sets import OPTIONS, Said, option_kind

_CALLS = frozenset(Call)
_TEXTS = ("rules", "contract", "title")
_LISTS = tuple(name for name in OPTIONS if option_kind(name) is list)
_CLAIMS = ("after_draw", "complete")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_ ]*")
NO_CALLS = "none"
"""``calls`` of a typed record in which somebody says that nothing was called."""
_NO_CALLS = frozenset({NO_CALLS, "nothing", "keine", "nichts", "-"})
PLAIN_SIGNS = str.maketrans(
    dict.fromkeys("„“”‟«»″", '"') | dict.fromkeys("‚‘’‛‹›′", "'") | dict.fromkeys("‐‑‒–—―−", "-")
)
"""Quotes and dashes as word processors and phones set them, and what is meant."""


class UnreadableText(ValueError):  # noqa: N818  (the name says what it is)
    """A text in which a field stands twice."""

    def __init__(self, line: int, name: str) -> None:
        super().__init__(f"line {line}: {name} stands there twice")
        self.line = line
        self.name = name


def record_from_text(text: str) -> dict[str, Any]:
    """The record as JSON would give it, not checked; raises :class:`UnreadableText`."""
    record: dict[str, Any] = {"format": FORMAT, "hands": {}, "actions": []}
    options: dict[str, Any] = {}
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if not line or line.isspace():
            continue
        written = line.partition("#")[0].strip()
        said = written.translate(PLAIN_SIGNS)
        if said.startswith("=="):  # what comes of it, as somebody noted it below
            break
        before, colon, after = said.partition(":")
        if not (colon and _NAME.fullmatch(before.strip())):
            _add_actions(said, record["actions"])
            continue
        name, value = _field_name(before.strip()), after.strip()
        if name in {"hands", "actions", "options"}:
            raise UnreadableText(number, name)
        if (name in record and name != "format") or name in options or name in record["hands"]:
            raise UnreadableText(number, name)
        if name in Seat.__members__:
            record["hands"][name] = cards_as_typed(value)
        elif name == "calls" and value.lower() in _NO_CALLS:
            record[name] = NO_CALLS
        elif name == "title":
            record[name] = written.partition(":")[2].strip()
        elif name in {*_TEXTS, "format", "id"}:
            record[name] = rules_named(value) if name == "rules" else value
        elif name in _CLAIMS:
            record[name] = _value(value)
        else:
            options[name] = _listed(_value(value)) if name in _LISTS else _value(value)
    record["hands"] |= {
        seat.name: UNKNOWN_CARDS for seat in Seat if seat.name not in record["hands"]
    }
    return record | ({"options": options} if options else {})


def text_from_record(record: dict[str, Any]) -> str:
    """The text that :func:`record_from_text` makes the same record from; notes are left out."""
    lines = [f"{name}: {record[name]}" for name in _TEXTS if name in record]
    for name, value in record.get("options", {}).items():
        lines.append(f"{name}: {_written(value)}")
    lines += [f"{name}: true" for name in _CLAIMS if record.get(name)]
    lines += [f"calls: {NO_CALLS}"] if record.get("calls") == NO_CALLS else []
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


def _add_actions(said: str, actions: list[str]) -> None:
    """Those of a line; once there are more than a game has, they stand as they are written."""
    for part in filter(None, map(str.strip, said.replace(";", ",").split(","))):
        if len(actions) > MOST_ACTIONS:
            actions.append(part)
        else:
            actions += _ALL_HEALTHY.get(part.lower()) or [_action(part)]


def _kind(action: str) -> str:
    words = action.split()[1:2]
    if words and words[0] in set(Said):
        return "reservation"
    return "card" if words and words[0] in Card.__members__ else "said"


_FIELDS_IN_GERMAN = {
    "regeln": "rules",
    "spiel": "contract",
    "titel": "title",
    "ansagen": "calls",
}
_IN_GERMAN = {
    "gesund": "healthy",
    "vorbehalt": "reservation",
    "hochzeit": "marriage",
    "armut": "poverty",
    "trumpfabgabe": "poverty",
    "schmeißt": "throw-in",
    "schmeißen": "throw-in",
    "karosolo": "solo diamonds",
    "herzsolo": "solo hearts",
    "piksolo": "solo spades",
    "kreuzsolo": "solo clubs",
    "damensolo": "solo queens",
    "bubensolo": "solo jacks",
    "fleischloser": "solo aces",
    "contra": "kontra",
    "nimmt": "takes",
    "lehnt ab": "declines",
    "legt": "lays",
    "gibt": "returns",
}
"""Words that players use, and what a record writes."""
_HEALTHY = [f"{seat.name} healthy" for seat in Seat]
_ALL_HEALTHY = {"alle gesund": _HEALTHY, "all healthy": _HEALTHY}


_TOURNAMENT = frozenset({"ddv", "turnier", "turnierregeln", "turnier-spielregeln", "tournament"})
"""What players call the tournament rules of the DDV, which records call ``tsr``."""


def rules_named(written: str) -> str:
    """A rule set as records name it, from what somebody calls it: ``tsr`` for ``DDV``."""
    name = written.strip().lower()
    return "tsr" if name in _TOURNAMENT else name


def _listed(value: Any) -> Any:
    """A list, also where it was written as a single word."""
    return [value] if isinstance(value, str) else value


def _field_name(written: str) -> str:
    name = written.replace(" ", "_")
    if name.upper() in Seat.__members__:
        return name.upper()
    return _FIELDS_IN_GERMAN.get(name.lower(), name.lower())


def _action(written: str) -> str:
    """An action as records write it, from the words of players; else as it stands."""
    text = re.sub(r"^\s*\d+[.)]\s*", "", written).strip()
    name, _, said = text.partition(" ")
    seat, said = name.upper(), " ".join(said.split())
    if seat not in Seat.__members__:
        return text
    said = said.strip("\"'!.")
    lower = said.lower()
    limit = _LIMIT.fullmatch(lower)
    if limit:
        return f"{seat} no{limit[1]}"
    for german, word in _IN_GERMAN.items():
        if lower == german or lower.startswith(f"{german} "):
            said = f"{word}{said[len(german) :]}"
    if lower in _CALLS:
        return f"{seat} {lower}"
    verb, _, cards = said.partition(" ")
    if verb in _WITH_CARDS and cards:
        return f"{seat} {verb} {cards_as_typed(cards)}"
    return f"{seat} {_card(said)}"


_LIMIT = re.compile(r"(?:no|keine|k)[ -]?(90|60|30)")
_WITH_CARDS = frozenset({"lays", "returns"})


def _card(written: str) -> str:
    """The name of the one card that is meant; else what was written."""
    with suppress(IllegalAction):
        return card_from_text(written).name
    meant = cards_meant(written)
    return meant[0].name if len(meant) == 1 else written


def cards_as_typed(written: str) -> str:
    """The names of cards, of which some have two words when they are typed: ``Herz 10, HD, die
    Alte``; what is none stays as it is."""
    words = written.replace(",", " ").replace(";", " ").split()
    rest = words[2 * MOST_TOLD :]
    del words[2 * MOST_TOLD :]
    cards = []
    while words:
        both = cards_meant(" ".join(words[:2]))
        if len(words) > 1 and len(both) == 1:
            cards.append(both[0].name)
            del words[:2]
        else:
            cards.append(_card(words.pop(0)))
    return " ".join([*cards, *rest])


def _value(text: str) -> Any:
    """``true``, a number, a list with commas, JSON, or a word."""
    try:
        return json_value(text)
    except (ValueError, RecursionError):
        words = [word.strip() for word in text.split(",")]
        return words if len(words) > 1 else text


def _written(value: Any) -> str:
    if isinstance(value, list) and len(value) > 1:
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value)
