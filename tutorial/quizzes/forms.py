"""What a quiz-master wishes for, and how a quiz is taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Field, Fieldset, Layout, Submit
from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from lessons.exercises.addresses import LEVELS
from tutorial.house_rules.named import Named
from tutorial.quizzes.models import LONGEST_NAME, LONGEST_TITLE, LONGEST_WORDS, Quiz, Reasons
from tutorial.quizzes.proposing import MOST, kinds_under, rules_by_section
from tutorial.shared.words import language, source, words
from tutorial.shared.written import printable
from tutorial.sittings.choosing import document_under

USUAL = 10
MOST_TRIES = 20
MOST_MINUTES = 240


class WishForm(forms.Form):
    """What is to be asked under some rules; ``after``: the number of the last question of a quiz
    that it is added to."""

    def __init__(
        self, rules: Named, posted: Mapping[str, Any] | None = None, *, after: int | None = None
    ) -> None:
        self._after = after
        self._adds = after is not None
        number = 1 if self._adds else USUAL
        super().__init__(posted, initial={"rules": rules.asked, "number": number, "level": "1"})
        if not self._adds:
            self.fields["rules"] = forms.CharField(widget=forms.HiddenInput)
            self.fields["title"] = forms.CharField(
                label=_("Title"), max_length=LONGEST_TITLE, required=False,
                help_text=_("“Friday: calls”, for example. Whoever takes it reads it."),
            )  # fmt: skip
        self.fields["number"] = forms.IntegerField(
            label=_("How many questions?"), min_value=1, max_value=MOST
        )
        self.fields["level"] = forms.ChoiceField(
            label=_("Level"),
            choices=[(str(one), _("Level {level}").format(level=one)) for one in LEVELS],
            widget=forms.RadioSelect,
            help_text=_("1: one rule at a time. 2: the rule among others. 3: where most err."),
        )
        self.fields["sections"] = forms.MultipleChoiceField(
            label=_("About what? Nothing chosen: all of it"),
            choices=[
                (one.id, one.texts[language()].title)
                for one in document_under(rules.written).sections
            ],
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )
        self.fields["statement"] = forms.MultipleChoiceField(
            label=_("Or only some rules"),
            choices=list(_of_sections(rules.written)),
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )
        self.fields["kinds"] = forms.MultipleChoiceField(
            label=_("Which kinds of question? Nothing chosen: any"),
            choices=[(one, words().kinds[one].name) for one in kinds_under(rules.written)],
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )

    @property
    def helper(self) -> FormHelper:
        made = FormHelper()
        button = _("Add") if self._adds else _("Propose the questions")
        first = ["number", "level"] if self._adds else ["rules", "title", "number", "level"]
        folded = "quizzes/fold.html"
        sections = Field("sections", template=folded)
        kinds = Field("kinds", template=folded)
        rules = Field("statement", template="quizzes/rules.html")
        send = Submit("", button, css_class="button--main")
        made.layout = Layout(*first, sections, rules, kinds, send)
        if self._adds:
            made.form_action = f"?after={self._after}"
        return made


def _of_sections(rules: str) -> Iterable[tuple[str, list[tuple[str, str]]]]:
    """Rules under the titles of their sections."""
    document = document_under(rules)
    titles = {one.id: one.texts[language()].title for one in document.sections}
    for section, statements in rules_by_section(rules):
        named = [(one, Truncator(source(one, document.id).text).words(14)) for one in statements]
        yield titles[section], named


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """How it is taken; what has nothing to do with the questions can be changed at any time."""

    class Meta:
        model = Quiz
        fields = ("title", "before", "after", "reasons", "opens", "closes", "tries", "minutes")

    def __init__(self, quiz: Quiz, posted: Mapping[str, Any] | None = None) -> None:
        super().__init__(
            posted, instance=quiz, initial={"order": "mixed" if quiz.sheet.is_mixed else "same"}
        )
        when = {"type": "datetime-local"}
        self.fields = {
            "title": forms.CharField(label=_("Title"), max_length=LONGEST_TITLE),
            "before": _text(_("Words before it begins")),
            "after": _text(_("Words at the end")),
            "reasons": forms.ChoiceField(
                label=_("Whether it was right, and why, is told"),
                choices=[
                    (Reasons.AT_ONCE.value, _("after each answer")),
                    (Reasons.AT_THE_END.value, _("at the end, and there are no hints")),
                ],
                widget=forms.RadioSelect,
            ),
            "order": forms.ChoiceField(
                label=_("The order of the questions"),
                choices=[("same", _("the same for all")), ("mixed", _("another for everybody"))],
                widget=forms.RadioSelect,
            ),
            "opens": forms.DateTimeField(
                label=_("Open from"), required=False,
                widget=forms.DateTimeInput(when, format="%Y-%m-%dT%H:%M"),
            ),
            "closes": forms.DateTimeField(
                label=_("Until"), required=False,
                widget=forms.DateTimeInput(when, format="%Y-%m-%dT%H:%M"),
            ),
            "tries": forms.IntegerField(
                label=_("Tries"), min_value=0, max_value=MOST_TRIES,
                help_text=_("0: as many as wanted"),
            ),
            "minutes": forms.IntegerField(
                label=_("Minutes"), min_value=1, max_value=MOST_MINUTES, required=False,
                help_text=_("Nothing: without a clock"),
            ),
        }  # fmt: skip

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        opens, closes = cleaned.get("opens"), cleaned.get("closes")
        if opens and closes and closes <= opens:
            self.add_error("closes", _("It would be closed before it opens."))
        return cleaned

    @property
    def helper(self) -> FormHelper:
        made = FormHelper()
        made.layout = Layout(
            "title", "before", "after", "reasons", "order",
            Fieldset(_("When, and how often"), "opens", "closes", "tries", "minutes"),
            Submit("", _("Save"), css_class="button--main"),
        )  # fmt: skip
        return made


class StartForm(forms.Form):
    name = forms.CharField(max_length=LONGEST_NAME, required=False)

    def clean_name(self) -> str:
        return printable(self.cleaned_data["name"])


def _text(label: str) -> forms.CharField:
    return forms.CharField(
        label=label, max_length=LONGEST_WORDS, required=False,
        widget=forms.Textarea({"rows": 3}),
    )  # fmt: skip
