"""The form of the settings."""

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Field, Layout, Submit
from django import forms
from django.utils.translation import gettext_lazy as _

from lessons.content.languages import COMPLETE, LANGUAGES
from lessons.exercises.addresses import LEVELS


class SettingsForm(forms.Form):
    deck = forms.ChoiceField(
        label=_("Colours of the suits"),
        choices=[("two", _("Two: dark and red")), ("four", _("Four: a colour for each suit"))],
        widget=forms.RadioSelect,
    )
    theme = forms.ChoiceField(
        label=_("Light and dark"),
        choices=[("auto", _("Follow my device")), ("light", _("Light")), ("dark", _("Dark"))],
        widget=forms.RadioSelect,
    )
    marks = forms.ChoiceField(
        label=_("Marks on cards"),
        help_text=_(
            "A sun on the ten of hearts, an old lady on the queen of clubs, a fox on the ace of"
            " diamonds, a hat on the jack of clubs; never during an exercise."
        ),
        choices=[("on", _("On")), ("off", _("Off"))],
        widget=forms.RadioSelect,
    )
    letters = forms.ChoiceField(
        label=_("Letters on cards"),
        choices=[
            ("auto", _("Of the page’s language")),
            ("de", _("German: D and B")),
            ("en", _("English: Q and J")),
        ],
        widget=forms.RadioSelect,
    )
    keys = forms.ChoiceField(
        label=_("Single keys"),
        help_text=_(
            "1–9, 0, Q, W press a card, A–D an answer, N goes on to the next exercise; arrows step"
            " through a game."
        ),
        choices=[("on", _("On")), ("off", _("Off"))],
        widget=forms.RadioSelect,
    )

    size = forms.ChoiceField(
        label=_("Size of text"),
        choices=[("usual", _("Usual")), ("large", _("Larger"))],
        widget=forms.RadioSelect,
    )
    level = forms.ChoiceField(
        label=_("Level of what is new"),
        help_text=_("What you have answered already is asked at the level you have got to."),
        choices=[("auto", _("From the beginning")), *((str(one), one) for one in LEVELS[1:])],
        widget=forms.RadioSelect,
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=[
            ("auto", _("Follow my device")),
            *((code, LANGUAGES[code].name) for code in COMPLETE),
        ],
        widget=forms.RadioSelect,
    )

    @property
    def helper(self) -> FormHelper:
        made = FormHelper()
        made.layout = Layout(
            Field("deck", template="learners/looks.html"),
            Field("theme", template="learners/looks.html"),
            Field("marks", template="learners/looks.html"),
            "letters",
            "size",
            "level",
            "language",
            "keys",
            Submit("save", _("Save"), css_class="button--main"),
        )
        return made
