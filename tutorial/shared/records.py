"""Records as pages take them, and what was done in them as pages tell it."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout, Submit
from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lessons.rules.cards import Hand
from lessons.rules.game import Action, Decline, Lay, Play, Return, Say
from lessons.rules.notation import action_from_text
from lessons.rules.readable import PLAIN_SIGNS, UnreadableText, record_from_text, rules_named
from lessons.rules.reasons import IllegalAction
from lessons.rules.records import RecordError, json_value
from lessons.rules.reservations import Reservation
from lessons.rules.rule_sets import PRESETS, Deciding
from tutorial.shared.settlement import Reasoned, reasoned
from tutorial.shared.words import words

LARGEST_RECORD = 64 * 1024
"""Bytes of one record."""
MOST_NAMED = 12
OWN = "own"
"""In the place of a game's name: the address carries the record, or ``own-`` and its key."""
LONGEST_CODE = 1500
"""Letters of a record in an address; a longer one is stored."""
_RAW = -zlib.MAX_WBITS
"""Compressed without a head."""
MOST_LINES = 500
LONGEST_LINE = 4000
"""Letters. No game takes as many, even with each action on its line, or all of them on one."""
MOST_ERRORS = 20
"""So many of the errors of a record are shown."""
LONGEST_PLACE = 80
"""Letters of what somebody wrote that are shown again."""


class RecordTooLarge(Exception):  # noqa: N818  (the name says what it is)
    """More than a page takes."""


class RecordForm(forms.Form):
    """``cleaned_data["record"]`` is what was pasted or uploaded, read but not judged."""

    does = gettext_lazy("Check the game")
    """Label of its button."""
    goes_to = "#verdict"
    """Id of the element on the page that holds the answer."""

    text = forms.CharField(
        label=gettext_lazy("The game"),
        strip=False,
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "off", "autocorrect": "off"}
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"), required=False, allow_empty_file=True
    )

    @property
    def helper(self) -> FormHelper:
        made = FormHelper()
        made.form_action = self.goes_to
        made.layout = Layout("text", "file", Submit("", self.does, css_class="button--main"))
        return made

    def clean(self) -> dict[str, Any]:
        """Raises :class:`RecordTooLarge`."""
        cleaned = super().clean() or {}
        text = self._text()
        if not text.strip():
            if self.errors:
                return cleaned
            raise forms.ValidationError(_("There is no game yet: paste one, or choose a file."))
        cleaned["written"] = text
        return cleaned | self.read(text)

    def read(self, text: str) -> dict[str, Any]:
        """What is added to ``cleaned_data``."""
        return {"record": record_in_text(text)}

    def _text(self) -> str:
        """The file where there is one, else what was pasted."""
        file = self.cleaned_data.get("file")
        if not file or not file.size:
            text = str(self.cleaned_data.get("text", "")).lstrip("\ufeff")
            if len(text.encode("utf-8", "replace")) > LARGEST_RECORD:
                raise RecordTooLarge
            return text
        if file.size > LARGEST_RECORD:
            raise RecordTooLarge
        try:
            text = str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            raise forms.ValidationError(_("The file is not UTF-8 text."))
        return text


def is_json(text: str) -> bool:
    """Whether a text is meant as JSON, not as what a player types."""
    return text.lstrip()[:1] in {"{", "["}


def record_in_text(text: str) -> Any:
    """JSON, or the text that a player can read; raises ``ValidationError`` in words."""
    if is_json(text):
        return _json_in(text)
    lines = text.splitlines()
    if len(lines) > MOST_LINES or len(max(lines, key=len)) > LONGEST_LINE:
        most = {"lines": MOST_LINES, "letters": LONGEST_LINE}
        raise forms.ValidationError(
            _(
                "No game is this long: it can have %(lines)s lines at most, and %(letters)s"
                " characters in a line. Leave out whatever is not part of the game."
            )
            % most
        )
    try:
        return record_from_text(text)
    except UnreadableText as error:
        place = {"line": error.line, "name": error.name[:40]}
        raise forms.ValidationError(
            _("Line %(line)s: ‘%(name)s’ does not belong here, or is already there.") % place
        ) from None


def _json_in(text: str) -> Any:
    """With the quotes and dashes of word processors, and the names that people have for rules."""
    try:
        try:
            return as_meant(json_from(text))
        except json.JSONDecodeError:
            return as_meant(json_from(text.translate(PLAIN_SIGNS)))
    except json.JSONDecodeError as error:
        games = _games_on_lines(text)
        if games:
            raise forms.ValidationError(
                _("These are %(n)s games, one to a line. Add them one at a time.") % {"n": games}
            ) from None
        place = {"line": error.lineno, "what": _SLIPS.get(error.msg, gettext_lazy("a slip"))}
        raise forms.ValidationError(
            _("This is not valid JSON, from line %(line)s on: %(what)s") % place
        ) from None
    except (ValueError, RecursionError):
        raise forms.ValidationError(_("This is not valid JSON.")) from None


_SLIPS = {
    "Expecting value": gettext_lazy("a value is missing"),
    "Expecting property name enclosed in double quotes": gettext_lazy(
        "a name in double quotes is missing"
    ),
    "Expecting ',' delimiter": gettext_lazy("a comma is missing"),
    "Expecting ':' delimiter": gettext_lazy("a colon is missing"),
    "Unterminated string starting at": gettext_lazy("a text has no quote at its end"),
    "Invalid control character at": gettext_lazy("a text goes on in the next line"),
    "Extra data": gettext_lazy("something follows after the end"),
    "Illegal trailing comma before end of object": gettext_lazy("a comma too many"),
    "Illegal trailing comma before end of array": gettext_lazy("a comma too many"),
}
"""What Python says is wrong with JSON."""


def as_meant(record: Any) -> Any:
    """A record from JSON with plain dashes and quotes in what is no free text, and the rule set by
    the name that records have for it."""
    if not isinstance(record, dict):
        return record
    read = {name: value if name in _FREE else _plain(value) for name, value in record.items()}
    rules = read.get("rules")
    if isinstance(rules, str) and rules_named(rules) in PRESETS:
        read["rules"] = rules_named(rules)
    return read


_FREE = frozenset({"title", "notes", "id"})


def _plain(value: Any) -> Any:
    match value:
        case str():
            return value.translate(PLAIN_SIGNS)
        case list():
            return [_plain(one) for one in value]
        case dict():
            return {name: _plain(one) for name, one in value.items()}
    return value


def json_from(text: str) -> Any:
    """What JSON says; raises ValueError, or RecursionError where it is nested too deeply."""
    record = json_value(text)
    # Not every database has a text with NUL in it.
    if "\\u0000" in json.dumps(record).replace("\\\\", ""):
        raise ValueError("NUL")
    return record


def _games_on_lines(text: str) -> int:
    """Number of games, where every line is one of its own; else 0."""
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return len(lines) if all(isinstance(json.loads(line), dict) for line in lines) else 0
    except (ValueError, RecursionError):
        return 0


def said_in(action: Action) -> str:
    """What somebody says or does, in words: all but a card that is played."""
    names = words().cards
    seat = names.seat(action.seat, "Nom")
    match action:
        case Reservation() | Say():
            told = {"seat": seat, "what": spoken(action)}
            return _("%(seat)s says ‘%(what)s’") % told
        case Lay(_, trumps, foxes):
            return _("%(seat)s lays down %(cards)s, face up: %(foxes)s") % {
                "seat": seat, "cards": names_of(trumps), "foxes": names_of(foxes),
            }  # fmt: skip
        case Return(_, cards):
            return _("%(seat)s returns %(cards)s") % {"seat": seat, "cards": names_of(cards)}
        case Decline():
            return _("%(seat)s does not take the cards") % {"seat": seat}
        case _:
            return _("%(seat)s takes the cards") % {"seat": seat}


def spoken(action: Reservation | Say) -> str:
    """A reservation or a call in the words in which it is said."""
    names = words().cards
    if isinstance(action, Say):
        return names.name(action.call)
    what = names.name(action.solo or action.said)
    if action.deciding is None or action.deciding is Deciding.FIRST:
        return what
    return f"{what}, {names.name(action.deciding)}"


def names_of(cards: Hand) -> str:
    """Cards by name, with an end where there are too many."""
    names = words().cards
    told = ", ".join(names.card(card) for card in cards[:MOST_NAMED]) or "–"
    return f"{told} …" if len(cards) > MOST_NAMED else told


def reasoned_error(error: RecordError, rules: str) -> Reasoned:
    """An error of a record in words, with its sources."""
    if error.why is None and not rules:
        return Reasoned(_("The first line says which rules were played: ‘rules: kompakt’."))
    if error.why is None:
        return Reasoned(_("This is not a record of a game: %s.") % _in_words(error.message))
    return reasoned(error.why, rules)


def _in_words(message: str) -> str:
    """What is wrong with the fields of a record, of which the rules speak in English."""
    name, expected, what = message.partition(": expected ")
    if not expected:
        return str(_UNUSABLE.get(message, gettext_lazy("something in it has the wrong form")))
    told = _EXPECTED.get(what, gettext_lazy("something else"))
    field = name.removeprefix("option ")[:LONGEST_PLACE]
    return _("at ‘%(field)s’ it needs %(what)s") % {"field": field, "what": told}


_UNUSABLE = {
    "a record is an object": gettext_lazy("it must be an object, in braces"),
    "hands, actions and notes are texts": gettext_lazy("hands, actions and notes are texts"),
    "notes go by the number of an action": gettext_lazy("notes go by the number of an action"),
}
_EXPECTED = {
    "a text": gettext_lazy("a text"),
    "an object": gettext_lazy("an object, in braces"),
    "a list": gettext_lazy("a list, in square brackets"),
    "true or false": gettext_lazy("true or false"),
    "a whole number each for re and kontra": gettext_lazy("a whole number each for re and kontra"),
    "re or kontra for each seat": gettext_lazy("re or kontra for each seat"),
    "lists of calls for re and kontra": gettext_lazy("lists of calls for re and kontra"),
    "objects with an item and a party": gettext_lazy("objects with an item and a party"),
}
"""What the rules expect of a field."""


def place_of(written: str, trick: int) -> str:
    """An action in words, with the number of its trick (0: none yet), or as it was written if
    nobody can read it."""
    try:
        action = action_from_text(written)
    except IllegalAction:
        return written[:LONGEST_PLACE]
    if not isinstance(action, Play):
        return said_in(action)
    names, case = words().cards, "nom" if trick else "Nom"
    told = {"seat": names.seat(action.seat, case), "card": names.card(action.card), "trick": trick}
    if trick:
        return _("trick %(trick)s, %(seat)s plays %(card)s") % told
    return _("%(seat)s plays %(card)s") % told


def code_of(record: Mapping[str, Any]) -> str:
    """A record as an address carries it; what it means must never change."""
    written = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
    packer = zlib.compressobj(9, wbits=_RAW)
    packed = packer.compress(written) + packer.flush()
    return urlsafe_b64encode(packed).decode().rstrip("=")


def record_in(code: str) -> Any:
    """The record that an address carries; raises ValueError for anything else."""
    try:
        packed = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        unpacker = zlib.decompressobj(wbits=_RAW)
        written = unpacker.decompress(packed, LARGEST_RECORD)
        return json_from(written.decode())
    except (zlib.error, RecursionError) as error:
        raise ValueError(str(error)) from error


def own_url(code: str, step: int = 0) -> str:
    """Address for stepping through a game that the address itself carries."""
    return f"{reverse('replay', args=[OWN, step])}?{urlencode({'game': code})}"
