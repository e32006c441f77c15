"""What is asked of whoever founds a club or comes into one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout, Submit
from django import forms
from django.utils.translation import gettext as _

from tutorial.clubs.models import LONGEST_CALLED, Club
from tutorial.quizzes.models import LONGEST_NAME
from tutorial.shared.written import printable

KEPT = "kept"
"""Instead of rules: those that a club has."""


class NameField(forms.CharField):
    """Of a person, without what cannot be seen."""

    def to_python(self, value: Any) -> str:
        return printable(str(value or ""))


class FoundForm(forms.Form):
    def __init__(
        self, bases: Iterable[tuple[str, str]], posted: Mapping[str, Any] | None = None
    ) -> None:
        choices = [(asked, name) for name, asked in bases]
        super().__init__(posted, initial={"rules": choices[0][0]})
        self.fields["name"] = forms.CharField(
            label=_("What is the club called?"), max_length=LONGEST_CALLED
        )
        self.fields["own"] = NameField(
            label=_("What are you called there?"), max_length=LONGEST_NAME
        )
        self.fields["rules"] = forms.ChoiceField(
            label=_("By which rules do you play?"), choices=choices, widget=forms.RadioSelect
        )

    @property
    def helper(self) -> FormHelper:
        made = FormHelper()
        made.layout = Layout(
            "name", "own", "rules", Submit("", _("Found the club"), css_class="button--main")
        )
        return made


class SettingsForm(forms.Form):
    """Of a club that there is."""

    def __init__(
        self, club: Club, bases: Iterable[tuple[str, str]], posted: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(posted, initial={"name": club.name, "rules": KEPT})
        self.fields["name"] = forms.CharField(
            label=_("What is the club called?"), max_length=LONGEST_CALLED
        )
        kept = _("as so far: {rules}").format(rules=club.called)
        self.fields["rules"] = forms.ChoiceField(
            label=_("By which rules do you play?"),
            choices=[(KEPT, kept), *((asked, name) for name, asked in bases)],
            widget=forms.RadioSelect,
        )

    @property
    def helper(self) -> FormHelper:
        made = FormHelper()
        made.layout = Layout("name", "rules", Submit("", _("Save"), css_class="button--main"))
        return made


class JoinForm(forms.Form):
    name = NameField(max_length=LONGEST_NAME)
    agrees = forms.BooleanField(required=False)
