"""The form that an exercise is answered with, one class per way of answering."""

from __future__ import annotations

from typing import Any, ClassVar

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Field, Layout, Submit
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from lessons.exercises.exercise import Exercise, UnusableAnswer
from lessons.rules.cards import ALL_CARD_POINTS
from tutorial.page import words
from tutorial.table import Place, hand_places, trick_places


class AnswerForm(forms.Form):
    """Reads the controls of an exercise; ``cleaned_data["answer"]`` is the kind's answer."""

    field: ClassVar[str]
    """The name that the answer is posted under."""

    def __init__(
        self, exercise: Exercise[Any, Any], token: str, url: str, data: QueryDict | None = None
    ) -> None:
        super().__init__(data)
        self.posted = data
        self.exercise = exercise
        self.token = token
        self.url = url
        self.kind_words = words().kinds[exercise.kind.name]

    @property
    def given(self) -> list[str]:
        """What was posted, as it came."""
        values = self.posted.getlist(self.field) if self.posted is not None else []
        return [value.strip() for value in values if value.strip()]

    def clean(self) -> dict[str, Any]:
        given = self.given
        if not given:
            raise forms.ValidationError(self.kind_words["missing"])
        try:
            answer = self.exercise.kind.answer_from(self.exercise.question, given)
        except UnusableAnswer as unusable:
            shown = ", ".join(unusable.given)[:40]
            told = self.kind_words["foreign"].format(given=shown)
            raise forms.ValidationError(told) from unusable
        return {"answer": answer}

    @property
    def helper(self) -> FormHelper:
        made = FormHelper()
        made.form_id = "answer"
        made.form_action = self.url
        made.attrs = {
            "hx-post": self.url,
            "hx-target": "#exercise",
            "hx-swap": "outerHTML",
            "hx-sync": "this:drop",
        }
        made.layout = self.layout()
        return made

    def layout(self) -> Layout:
        raise NotImplementedError


class SeatForm(AnswerForm):
    """A trick whose cards are the buttons."""

    field = "seat"
    seat = forms.CharField(required=False)

    def layout(self) -> Layout:
        return Layout(Field(self.field, template="doko/trick_buttons.html"))

    @property
    def places(self) -> tuple[Place, ...]:
        return trick_places(self.exercise.question.trick)


class CardsForm(AnswerForm):
    """A hand whose cards are check boxes."""

    field = "card"
    card = forms.CharField(required=False)

    def layout(self) -> Layout:
        return Layout(
            Field(self.field, template="doko/hand.html"),
            Submit("", _("Check"), css_class="button--main"),
        )

    @property
    def places(self) -> tuple[Place, ...]:
        question = self.exercise.question
        values = self.exercise.kind.answers(question)
        return hand_places(question.hand, values, chosen=self.given)


class PointsForm(AnswerForm):
    """A figure."""

    field = "points"
    points = forms.CharField(
        required=False,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 9, "size": 5}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["points"].label = self.kind_words["label"]
        self.most = ALL_CARD_POINTS

    def layout(self) -> Layout:
        return Layout(self.field, Submit("", _("Check"), css_class="button--main"))


FORMS: dict[str, type[AnswerForm]] = {"seat": SeatForm, "cards": CardsForm, "points": PointsForm}
