"""A table's own options, chosen in a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Fieldset, Layout, Submit
from crispy_forms.utils import TEMPLATE_PACK
from django import forms
from django.template import Context
from django.utils.translation import gettext as _

from lessons.exercises.addresses import LONGEST_RULES, rules_as_text
from lessons.rules.calls import LIMITS
from lessons.rules.rule_sets import (
    NAMED,
    OPTIONS,
    PRESETS,
    CallLimits,
    Measure,
    Poverty,
    RuleSet,
    Said,
    SenselessRules,
    all_options,
    option_choices,
    option_kind,
    options_of,
    with_options,
)
from tutorial.house_rules.models import LONGEST_NAME
from tutorial.house_rules.options import GROUPS
from tutorial.shared.words import document_name, language, say, speech, words
from tutorial.shared.written import printable

SAVE = "save"
"""Name of the button that keeps them; any other only tries them."""
_RANKED = "reservation_order"
_MOMENTS = "call_limits"
LISTS = tuple(name for name in OPTIONS if option_kind(name) is list and name != _RANKED)
FIGURES = tuple(name for name in OPTIONS if option_kind(name) is int)
LARGEST_FIGURE = 12
CHOICES = tuple(name for name in OPTIONS if option_kind(name) in {bool, str})
_USUAL_RANK = (Said.COMPULSORY, Said.SOLO, Said.THROW_IN, Said.POVERTY, Said.MARRIAGE)
RANKS = tuple(f"rank_{number}" for number in range(1, len(NAMED) + 1))
BY, MOMENTS = "calls_by", tuple(f"calls_{number}" for number in range(len(LIMITS) + 1))


class HouseRulesForm(forms.Form):
    """``cleaned_data["made"]`` is the rule set, ``cleaned_data["name"]`` what it is called; what is
    not sent is as it was, but for boxes: of them none is chosen."""

    def __init__(
        self, rules: RuleSet, posted: Mapping[str, Any] | None = None, *, name: str = ""
    ) -> None:
        self.rules = rules
        as_it_is = {**_as_written(rules), "rules": rules_as_text(rules), "name": name}
        super().__init__(posted, initial=as_it_is)
        self.fields["rules"] = forms.CharField(widget=forms.HiddenInput, required=False)
        self.fields["name"] = forms.CharField(
            label=_("What are they called?"),
            max_length=LONGEST_NAME,
            required=False,
            help_text=_("Your club or your table, for example. Whoever has the link reads it."),
        )
        for option in OPTIONS:
            for field, made in self._fields_of(option):
                self.fields[field] = made
        document, usual = document_name(rules.document), all_options(PRESETS[rules.document])
        for option in (*CHOICES, *FIGURES, *LISTS):
            value = speech().option_value(option, usual[option])
            differs = "≠ " if self._is_other(option) else ""
            self.fields[option].help_text = f"{differs}{document}: {value}"

    def _is_other(self, option: str) -> bool:
        """Whether a field has another value than the document."""
        widget, there = (
            self.fields[option].widget,
            _as_written(PRESETS[self.rules.document])[option],
        )
        sent = widget.value_from_datadict(self.data, self.files, option)
        here = sent if self.is_bound else self.initial[option]
        if option in LISTS:
            return {*map(str, here or ())} != {*there}
        return here not in (None, "") and str(here) != str(there)

    def _fields_of(self, option: str) -> Iterable[tuple[str, forms.Field]]:
        label, spoken = words().options[option]["name"], speech()
        if option == _RANKED:
            names = [("", "–"), *((said.value, words().cards.name(said)) for said in NAMED)]
            for number, field in enumerate(RANKS, start=1):
                yield field, forms.ChoiceField(label=f"{number}.", choices=names, required=False)
        elif option == _MOMENTS:
            known = words().options[option]
            yield (
                BY,
                forms.ChoiceField(
                    label=_("Counted by"),
                    choices=[(one.value, known[one.value]) for one in Measure],
                    required=False,
                ),
            )
            calls = (_("Re, Kontra"), *map(words().cards.name, LIMITS))
            for field, call in zip(MOMENTS, calls, strict=True):
                yield field, _figure(call)
        elif option in FIGURES:
            yield option, _figure(label)
        elif option in LISTS:
            yield (
                option,
                forms.MultipleChoiceField(
                    label=label,
                    choices=[
                        (one, spoken.option_value(option, [one])) for one in option_choices(option)
                    ],
                    widget=forms.CheckboxSelectMultiple,
                    required=False,
                ),
            )
        else:
            yield (
                option,
                forms.ChoiceField(
                    label=label,
                    choices=[
                        (_text(one), spoken.option_value(option, one))
                        for one in option_choices(option)
                    ],
                    required=False,
                ),
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        try:
            rules = _with_reservations(self.rules, self._options(cleaned), self._ranked(cleaned))
        except SenselessRules as senseless:
            raise forms.ValidationError(say(senseless.why)) from senseless
        if len(rules_as_text(rules)) > LONGEST_RULES:
            raise forms.ValidationError(
                _("That is too many house rules at once. Leave some as they were.")
            )
        name = printable(cleaned.get("name") or "")
        if SAVE in self.data and not name and "name" not in self.errors:
            self.add_error("name", _("Give them a name to keep them."))
        return {"made": rules, "name": name}

    def _options(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {
            name: _in_order(getattr(self.rules, name), cleaned[name])
            for name in LISTS
            if name in cleaned
        }
        found |= {name: cleaned[name] for name in FIGURES if cleaned.get(name)}
        for name in CHOICES:
            if cleaned.get(name):
                is_bool = option_kind(name) is bool
                found[name] = cleaned[name] == "true" if is_bool else cleaned[name]
        before = self.rules.last_moments
        at = tuple(
            cleaned.get(field) or usual for field, usual in zip(MOMENTS, before.at, strict=True)
        )
        moments = CallLimits(Measure(cleaned.get(BY) or before.by), at)
        # What was left as it was moves with the number of cards.
        if moments != before:
            found[_MOMENTS] = {"by": moments.by.value, "at": list(moments.at)}
        return found

    def _ranked(self, cleaned: Mapping[str, Any]) -> list[Said] | None:
        """None where nothing is said of it."""
        if not any(field in self.data for field in RANKS):
            return None
        return [Said(cleaned[field]) for field in RANKS if cleaned.get(field)]

    @property
    def helper(self) -> FormHelper:
        made = _Helper()
        made.layout = Layout(
            "rules",
            *(
                Fieldset(str(title), *_layout(options), css_id=group)
                for group, (title, options) in GROUPS.items()
            ),
            Fieldset(_("Keep them"), "name", css_id="keep"),
            Submit(SAVE, _("Keep these rules"), css_class="button--main"),
            Submit("try", _("Only practise with them")),
        )
        return made


class _Helper(FormHelper):  # type: ignore[misc]  # crispy is untyped
    """Draws a form that nobody has sent once for all: it takes longer than all else on the page."""

    def render_layout(
        self, form: HouseRulesForm, context: Any, template_pack: Any = TEMPLATE_PACK
    ) -> str:
        if form.is_bound:
            return str(super().render_layout(form, context, template_pack))
        return _fresh(form.rules, str(form.initial["name"]), language())


@lru_cache(maxsize=64)
def _fresh(rules: RuleSet, name: str, _language: str) -> str:
    form = HouseRulesForm(rules, name=name)
    return str(FormHelper.render_layout(form.helper, form, Context()))


def _layout(options: Iterable[str]) -> Iterable[Any]:
    """What is chosen from lists stands after the rest, as it takes the whole width."""
    for option in sorted(options, key=lambda one: option_kind(one) in {list, dict}):
        if option == _RANKED:
            yield Fieldset(words().options[option]["name"], *RANKS)
        elif option == _MOMENTS:
            yield Fieldset(words().options[option]["name"], BY, *MOMENTS)
        else:
            yield option


def _figure(label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=LARGEST_FIGURE, required=False)


def _as_written(rules: RuleSet) -> dict[str, Any]:
    """Each option as the form writes it."""
    found: dict[str, Any] = {name: _text(getattr(rules, name)) for name in CHOICES}
    found |= {name: [one.value for one in getattr(rules, name)] for name in LISTS}
    found |= {name: getattr(rules, name) for name in FIGURES}
    found |= dict(zip(RANKS, (said.value for said in rules.reservation_order), strict=False))
    return {**found, BY: rules.last_moments.by.value,
            **dict(zip(MOMENTS, rules.last_moments.at, strict=True))}  # fmt: skip


def _in_order(before: Iterable[StrEnum], chosen: list[str]) -> list[str]:
    """The chosen values: those that stood there before come first, in their order."""
    kept = [one.value for one in before if one.value in chosen]
    return [*kept, *(one for one in chosen if one not in kept)]


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value.value)


def _switched(rules: RuleSet, options: Mapping[str, Any]) -> dict[Said, bool]:
    """Whether the reservations are asked for that options switch on and off."""
    return {
        Said.COMPULSORY: options.get("compulsory_solo", rules.compulsory_solo),
        Said.THROW_IN: bool(options.get("throw_in", rules.throw_in)),
        Said.POVERTY: options.get("poverty", rules.poverty) == Poverty.EXCHANGE,
    }


def _with_reservations(
    rules: RuleSet, options: Mapping[str, Any], ranked: list[Said] | None
) -> RuleSet:
    """With what can be said under these options in the order of reservations, at its usual rank
    where none was chosen; raises :class:`~lessons.rules.rule_sets.SenselessRules`."""
    preset = PRESETS[rules.document]
    switched = _switched(rules, options)
    # What a document ranks without asking for it keeps its rank.
    idle = {said for said, is_on in _switched(preset, {}).items() if not is_on}
    ranked_idle = idle.intersection(preset.reservation_order)
    before = rules.reservation_order if ranked is None else ranked
    order = [s for s in before if switched.get(s, True) or s in ranked_idle]
    for said in _USUAL_RANK:
        if switched.get(said) and said not in order:
            above = {*_USUAL_RANK[: _USUAL_RANK.index(said)]}
            place = max((order.index(one) + 1 for one in order if one in above), default=0)
            order.insert(place, said)
    kept = options_of(rules) | {**options, _RANKED: [said.value for said in order]}
    return with_options(preset, kept)
