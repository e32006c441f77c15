"""Games as they were written, one or several at once, and what was called in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lessons.rules.calls import Call
from lessons.rules.cards import PLAYERS, Rank, Seat
from lessons.rules.game import Play, Say
from lessons.rules.notation import action_from_text
from lessons.rules.readable import NO_CALLS, PLAIN_SIGNS, text_from_record
from lessons.rules.reasons import IllegalAction
from tutorial.shared.records import RecordForm, is_json, json_from, record_in_text
from tutorial.shared.words import words

MOST_GAMES = 50
"""At once."""
_RULES = re.compile(r"\s*(?:rules|regeln)\s*:", re.IGNORECASE)
_TITLE = re.compile(r"\s*tit(?:le|el)\s*:", re.IGNORECASE)
_PLAYED = re.compile(r"\s*(?:\d+[.)]\s*)?(?:VH|MH|HH|G)\b", re.IGNORECASE)
_PARTING = re.compile(r"\s*-{3,}\s*")


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A game as it was written, and what could be read of it."""

    text: str
    record: Any = None
    fault: str = ""
    """In words, why nothing could be read."""

    @property
    def is_typed(self) -> bool:
        return not is_json(self.text)

    @property
    def asks_for_calls(self) -> bool:
        """Whether a forgotten call would go unnoticed: a typed game says of none, and does not say
        either that there were none. A record in JSON has all that was called."""
        if not self.is_typed or not isinstance(self.record, dict):
            return False
        has_calls = any(isinstance(_read(text), Say) for text in self.record["actions"])
        return self.record.get("calls") != NO_CALLS and not has_calls

    def without_calls(self) -> str:
        """The text, in which it is said that nothing was called."""
        if not self.asks_for_calls:
            return self.text
        lines = self.text.splitlines()
        place = next((n for n, line in enumerate(lines, start=1) if _RULES.match(line)), 0)
        return "\n".join([*lines[:place], f"calls: {NO_CALLS}", *lines[place:]]) + "\n"

    def with_call(self, said: str, trick: int) -> str:
        """The text with ``VH re`` before the first card of a trick, counted from 1."""
        actions = list(self.record["actions"])
        plays = [n for n, text in enumerate(actions) if isinstance(_read(text), Play)]
        before = PLAYERS * (trick - 1)
        actions.insert(plays[before] if before < len(plays) else len(actions), said)
        record = self.record | {"actions": actions}
        record.pop("calls", None)
        return text_from_record(record)


def _read(text: str) -> Any:
    try:
        return action_from_text(text)
    except IllegalAction:
        return None


class GamesForm(RecordForm):
    """``cleaned_data["games"]`` are the games that were pasted or uploaded, at least one."""

    def read(self, text: str) -> dict[str, Any]:
        games = tuple(_games(text))
        if len(games) > MOST_GAMES:
            raise forms.ValidationError(
                _("These are %(n)s games. At most %(most)s are checked at once.")
                % {"n": len(games), "most": MOST_GAMES}
            )
        if len(games) == 1 and games[0].fault:
            raise forms.ValidationError(games[0].fault)
        return {"games": games}


def _games(text: str) -> Iterator[WrittenGame]:
    texts = _in_json(text) if is_json(text) else _typed(text)
    too_many = len(texts) > MOST_GAMES
    for one in texts:
        if too_many:
            yield WrittenGame(one)  # nobody will judge them
            continue
        try:
            yield WrittenGame(one, record_in_text(one))
        except forms.ValidationError as fault:
            yield WrittenGame(one, fault=" ".join(fault.messages))


def _in_json(text: str) -> list[str]:
    """Each record of a list, or of objects one after the other, each beginning a line."""
    for tried in (text, text.translate(PLAIN_SIGNS)):
        try:
            read = json_from(tried)
        except (ValueError, RecursionError):
            continue
        if isinstance(read, list) and read and all(isinstance(one, dict) for one in read):
            return [json.dumps(one, ensure_ascii=False) for one in read]
        return [text]
    texts: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("{"):
            texts.append([])
        texts[-1].append(line)
    return _filled(texts) or [text]


def _typed(text: str) -> list[str]:
    """Games with a line of dashes between them, or each beginning with its rules, or its title."""
    texts: list[list[str]] = [[]]
    is_played = False
    for line in text.splitlines():
        is_parting = bool(_PARTING.fullmatch(line.translate(PLAIN_SIGNS)))
        if is_parting or (is_played and _RULES.match(line)):
            above = [texts[-1].pop()] if texts[-1] and _TITLE.match(texts[-1][-1]) else []
            texts.append(above)
            is_played = False
        is_played |= bool(_PLAYED.match(line))
        if not is_parting:
            texts[-1].append(line)
    return _filled(texts) or [text]


def _filled(texts: list[list[str]]) -> list[str]:
    return ["\n".join(lines) + "\n" for lines in texts if any(map(str.strip, lines))]


def joined(games: Sequence[str]) -> str:
    """Games in one text, which is read as these again."""
    return ("" if is_json(games[0]) else "---\n").join(games)


class CallForm(forms.Form):
    """A call that was forgotten: whose, and before which trick."""

    seat = forms.ChoiceField(label=gettext_lazy("Who"))
    call = forms.ChoiceField(label=gettext_lazy("said"))
    trick = forms.TypedChoiceField(
        label=gettext_lazy("before trick"),
        choices=[(n, str(n)) for n in range(1, PLAYERS * len(Rank) // 2 + 1)],
        coerce=int,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats, calls, names = self.fields["seat"], self.fields["call"], words().cards
        assert isinstance(seats, forms.ChoiceField)
        assert isinstance(calls, forms.ChoiceField)
        seats.choices = [(seat.name, names.seat(seat)) for seat in Seat]
        calls.choices = [(call.value, names.name(call)) for call in Call]

    @property
    def said(self) -> str:
        return f"{self.cleaned_data['seat']} {self.cleaned_data['call']}"
