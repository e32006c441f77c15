"""One result settled under every rule set: what counts in each, and what is written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout, Submit
from django import forms
from django.utils.translation import gettext_lazy as _

from lessons.rules.cards import ALL_CARD_POINTS
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.records import UnreadableRecord
from lessons.rules.rule_sets import PRESETS
from lessons.rules.scoring import result_of
from lessons.rules.settlement import record_of, settlement_from_json
from tutorial.shared.settlement import Column, Worth, all_items, call_choices, settled
from tutorial.shared.words import document_name, say, words

FIRST = {"points": 155, "contract": "normal", "re": "re no90", "kontra": "", "fox": "re"}
"""The example that is settled until somebody asks for another."""


class ResultForm(forms.Form):
    """A result in figures; the same for all rule sets."""

    points = forms.IntegerField(
        label=_("Card points of Re"), min_value=0, max_value=ALL_CARD_POINTS
    )
    contract = forms.ChoiceField(label=_("Contract"))
    re = forms.ChoiceField(label=_("Re has said"), required=False)
    kontra = forms.ChoiceField(label=_("Kontra has said"), required=False)
    fox = forms.ChoiceField(label=_("A fox caught by"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, nothing = words().cards.name, [("", _("nothing"))]
        self.choices_of(
            "contract", [(c.value, name(c)) for c in (Contract.NORMAL, Contract.QUEENS)]
        )
        for party in Party:
            self.choices_of(party.value, [*nothing, *call_choices(party)])
        parties = [(party.value, name(party)) for party in Party]
        self.choices_of("fox", [("", _("nobody")), *parties])

    def choices_of(self, field: str, choices: list[tuple[str, Any]]) -> None:
        found = self.fields[field]
        assert isinstance(found, forms.ChoiceField)
        found.choices = choices

    @property
    def helper(self) -> FormHelper:
        made = FormHelper()
        made.form_method, made.form_action = "get", "#result"
        made.disable_csrf = True
        made.layout = Layout(*self.fields, Submit("", _("Settle")))
        return made


@dataclass(frozen=True, slots=True)
class SideBySide:
    form: ResultForm
    columns: tuple[Column, ...]
    is_asked: bool
    """Else it is the first example."""

    @property
    def items(self) -> tuple[tuple[str, tuple[Worth, ...]], ...]:
        return all_items(self.columns)

    @property
    def is_refused(self) -> bool:
        return bool(self.form.errors)


def side_by_side(asked: Mapping[str, str]) -> SideBySide:
    """The figures that the address asks for, or the first example."""
    is_asked = "points" in asked
    form = ResultForm({**asked} if is_asked else {**FIRST})
    if not form.is_valid():
        return SideBySide(form, (), is_asked)
    columns = tuple(_column(rules, form.cleaned_data) for rules in PRESETS)
    return SideBySide(form, columns, is_asked)


def _column(rules: str, result: Mapping[str, Any]) -> Column:
    name = document_name(rules)
    try:
        made = settlement_from_json(
            record_of(
                PRESETS[rules],
                result["points"],
                Contract(result["contract"]),
                calls={party.value: result[party.value].split() for party in Party},
                specials=[{"item": "fox", "party": result["fox"]}] if result["fox"] else [],
            )
        )
    except UnreadableRecord as refused:
        why = refused.errors[0].why
        return Column(name, None, say(why) if why else str(refused))
    return Column(name, settled(result_of(made.tally), made.parties), "")
