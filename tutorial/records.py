"""Records as pages take them, and what was done in them as pages tell it."""

from __future__ import annotations

import json
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout, Submit
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lessons.rules.cards import Hand
from lessons.rules.game import Action, Decline, Lay, Return, Say
from lessons.rules.readable import UnreadableText, record_from_text
from lessons.rules.reservations import Reservation
from lessons.rules.rule_sets import Deciding
from tutorial.words import words

LARGEST_RECORD = 64 * 1024
"""Bytes of one record."""
MOST_NAMED = 12


class RecordTooLarge(Exception):  # noqa: N818  (the name says what it is)
    """More than a page takes."""


class RecordForm(forms.Form):
    """``cleaned_data["record"]`` is what was pasted or uploaded, read but not judged."""

    does = gettext_lazy("Judge it")
    """What its button says."""

    text = forms.CharField(
        label=gettext_lazy("The game"),
        strip=False,
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "off", "autocorrect": "off"}
        ),
    )
    file = forms.FileField(label=gettext_lazy("Or a file"), required=False, allow_empty_file=True)

    @property
    def helper(self) -> FormHelper:
        made = FormHelper()
        made.form_action = "#verdict"
        made.layout = Layout("text", "file", Submit("judge", self.does))
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
        cleaned["record"] = _read(text)
        return cleaned

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
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise forms.ValidationError(_("The file is no text in UTF-8.")) from None


def _read(text: str) -> Any:
    """JSON, or the text that a player can read."""
    if text.lstrip()[:1] in {"{", "["}:
        try:
            record = json.loads(text, parse_constant=_no_constant)
            json.dumps(record, ensure_ascii=False).encode()  # half a sign is none
        except json.JSONDecodeError as error:
            place = {"line": error.lineno, "what": error.msg}
            raise forms.ValidationError(
                _("This is not JSON, from line %(line)s on: %(what)s") % place
            ) from None
        except (ValueError, RecursionError):
            raise forms.ValidationError(_("This is not JSON that can be read.")) from None
        return record
    try:
        return record_from_text(text)
    except UnreadableText as error:
        place = {"line": error.line, "name": error.name[:40]}
        raise forms.ValidationError(
            _("Line %(line)s: ‘%(name)s’ cannot stand here, or stands there already.") % place
        ) from None


def _no_constant(name: str) -> None:
    raise ValueError(name)


def said_in(action: Action) -> str:
    """What somebody says or does, in words: all but a card that is played."""
    names = words().cards
    seat = action.seat.name
    match action:
        case Reservation(_, said, solo, deciding):
            what = names.name(solo or said)
            more = "" if deciding in {None, Deciding.FIRST} else f", {names.name(deciding)}"
            spoken = f"{what}{more}"
        case Say(_, call):
            spoken = names.name(call)
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
    return _("%(seat)s says ‘%(what)s’") % {"seat": seat, "what": spoken}


def names_of(cards: Hand) -> str:
    """Cards by name, with an end where there are too many."""
    names = words().cards
    told = ", ".join(names.card(card) for card in cards[:MOST_NAMED]) or "–"
    return f"{told} …" if len(cards) > MOST_NAMED else told
