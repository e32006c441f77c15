"""A club's own options, chosen in a form; the address of an exercise carries them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout, Submit
from crispy_forms.utils import TEMPLATE_PACK
from django import forms
from django.http import QueryDict
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.exercises.addresses import LONGEST_RULES, rules_as_text
from lessons.rules.rule_sets import (
    OPTIONS,
    PRESETS,
    Poverty,
    RuleSet,
    Said,
    SenselessRules,
    option_choices,
    option_kind,
    options_of,
    with_options,
)
from tutorial.shared.words import language, say, speech, words

ASKED = "house"
"""In the address of a form that was sent."""
_FOLLOWING = "reservation_order"
"""The rank of reservations follows what can be said."""
LISTS = tuple(name for name in OPTIONS if option_kind(name) is list and name != _FOLLOWING)
FIGURES = tuple(name for name in OPTIONS if option_kind(name) is int)
LARGEST_FIGURE = 12
CHOICES = tuple(name for name in OPTIONS if option_kind(name) in {bool, str})
"""Last moments of calls are as usual: they are neither of these."""
_RANK = (Said.COMPULSORY, Said.SOLO, Said.THROW_IN, Said.POVERTY, Said.MARRIAGE)


class HouseRulesForm(forms.Form):
    """``cleaned_data["rules"]`` is the rule set; what is not named is as it was."""

    def __init__(self, rules: RuleSet, level: int, posted: QueryDict | None = None) -> None:
        self.rules, self.level = rules, level
        written = {"rules": rules_as_text(rules), "level": level}
        as_it_is = _as_written(rules) | written
        if posted is not None:
            posted = posted.copy()
            for name in (*CHOICES, *FIGURES):
                posted.setdefault(name, str(as_it_is[name]))
        super().__init__(posted, initial=as_it_is)
        for name in written:
            self.fields[name] = forms.CharField(widget=forms.HiddenInput, required=False)
        names, spoken = words().options, speech()
        for name in CHOICES:
            self.fields[name] = forms.ChoiceField(
                label=names[name]["name"],
                choices=[
                    (_text(value), spoken.option_value(name, value))
                    for value in option_choices(name)
                ],
                required=False,
            )
        for name in FIGURES:
            self.fields[name] = forms.IntegerField(
                label=names[name]["name"], min_value=1, max_value=LARGEST_FIGURE, required=False
            )
        for name in LISTS:
            self.fields[name] = forms.MultipleChoiceField(
                label=names[name]["name"],
                choices=[
                    (value, spoken.option_value(name, [value])) for value in option_choices(name)
                ],
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        options: dict[str, Any] = {
            name: _in_order(getattr(self.rules, name), cleaned[name])
            for name in LISTS
            if name in cleaned
        }
        options |= {name: cleaned[name] for name in FIGURES if cleaned.get(name)}
        for name in CHOICES:
            if cleaned.get(name):
                is_bool = option_kind(name) is bool
                options[name] = cleaned[name] == "true" if is_bool else cleaned[name]
        try:
            rules = _with_reservations(self.rules, options)
        except SenselessRules as senseless:
            raise forms.ValidationError(say(senseless.why)) from senseless
        if len(rules_as_text(rules)) > LONGEST_RULES:
            raise forms.ValidationError(
                _("That is too many house rules at once. Leave some as they were.")
            )
        return {"rules": rules}

    @property
    def helper(self) -> FormHelper:
        made = _Helper()
        made.form_method = "get"
        made.disable_csrf = True
        made.form_action = reverse("practice")
        made.layout = Layout(
            "rules",
            "level",
            *CHOICES,
            *FIGURES,
            *LISTS,
            Submit(ASKED, _("Practise with these rules")),
        )
        return made


class _Helper(FormHelper):  # type: ignore[misc]  # crispy is untyped
    """Draws a form that nobody has sent once for all: it takes longer than all else on the page."""

    def render_layout(
        self, form: HouseRulesForm, context: Any, template_pack: Any = TEMPLATE_PACK
    ) -> str:
        if form.is_bound:
            return str(super().render_layout(form, context, template_pack))
        return _fresh(form.rules, form.level, language())


@lru_cache(maxsize=64)
def _fresh(rules: RuleSet, level: int, _language: str) -> str:
    form = HouseRulesForm(rules, level)
    return str(FormHelper.render_layout(form.helper, form, Context()))


def _as_written(rules: RuleSet) -> dict[str, Any]:
    """Each option as the form writes it."""
    found = {name: _text(getattr(rules, name)) for name in CHOICES}
    lists = {name: [one.value for one in getattr(rules, name)] for name in LISTS}
    return {**found, **lists, **{name: getattr(rules, name) for name in FIGURES}}


def _in_order(before: Iterable[StrEnum], chosen: list[str]) -> list[str]:
    """The chosen values: those that stood there before come first, in their order."""
    kept = [one.value for one in before if one.value in chosen]
    return [*kept, *(one for one in chosen if one not in kept)]


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value.value)


def _switched(rules: RuleSet, options: dict[str, Any]) -> dict[Said, bool]:
    """Whether the reservations are asked for that options switch on and off."""
    return {
        Said.COMPULSORY: options.get("compulsory_solo", rules.compulsory_solo),
        Said.THROW_IN: bool(options.get("throw_in", rules.throw_in)),
        Said.POVERTY: options.get("poverty", rules.poverty) == Poverty.EXCHANGE,
    }


def _with_reservations(rules: RuleSet, options: dict[str, Any]) -> RuleSet:
    """With what can be said under these options in the order of reservations, at its usual rank;
    raises :class:`~lessons.rules.rule_sets.SenselessRules`."""
    preset = PRESETS[rules.document]
    switched = _switched(rules, options)
    # What a document ranks without asking for it keeps its rank.
    idle = {said for said, is_on in _switched(preset, {}).items() if not is_on}
    ranked = idle.intersection(preset.reservation_order)
    order = [s for s in rules.reservation_order if switched.get(s, True) or s in ranked]
    for said in _RANK:
        if switched.get(said) and said not in order:
            above = {*_RANK[: _RANK.index(said)]}
            place = max((order.index(one) + 1 for one in order if one in above), default=0)
            order.insert(place, said)
    kept = options_of(rules) | options
    kept[_FOLLOWING] = [said.value for said in order]
    return with_options(preset, kept)
