"""How exercises are answered: one class for each way, its form and what lies on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Field, Layout, Submit
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from lessons.exercises.exercise import Exercise, UnusableAnswer
from lessons.rules.tricks import Trick
from tutorial.table import Place, hand_places, open_trick_places, trick_places
from tutorial.words import words


@dataclass(frozen=True, slots=True)
class Table:
    """What lies beside the form, or with the answer marked instead of it."""

    trick: tuple[Place, ...] = ()
    hand: tuple[Place, ...] = ()


class AnswerForm(forms.Form):
    """Reads the controls of an exercise; ``cleaned_data["answer"]`` is the kind's answer."""

    field: ClassVar[str]
    """The name that the answer is posted under."""
    lies_on_felt: ClassVar[bool] = False
    """Whether the controls are the cards on the table."""

    def __init__(
        self,
        exercise: Exercise[Any, Any],
        token: str,
        url: str,
        *,
        posted: QueryDict | None = None,
        is_answer: bool = True,
        notice: str = "",
    ) -> None:
        """``posted`` is an answer to check, or else a choice to keep while something else, the
        ``notice``, is said."""
        self.posted = posted
        kept = {self.field: " ".join(self.given)}
        super().__init__(kept if posted is not None and is_answer else None, initial=kept)
        self.exercise = exercise
        self.token = token
        self.url = url
        self.notice = notice
        self.kind_words = words().kinds[exercise.kind.name]

    @property
    def given(self) -> list[str]:
        """What was posted, without what cannot be printed."""
        values = self.posted.getlist(self.field) if self.posted is not None else []
        printed = ("".join(filter(str.isprintable, value)).strip() for value in values)
        return [value for value in printed if value]

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

    @staticmethod
    def asked(exercise: Exercise[Any, Any]) -> Table:
        """What lies beside the form."""
        return Table(_trick(exercise.question.trick))

    @staticmethod
    def answered(exercise: Exercise[Any, Any], answer: Any) -> Table:
        """What lies there with the answer beside the right one."""
        raise NotImplementedError


class SeatForm(AnswerForm):
    """A trick whose cards are the buttons."""

    field = "seat"
    lies_on_felt = True
    seat = forms.CharField(required=False)

    def layout(self) -> Layout:
        return Layout(Field(self.field, template="doko/trick_buttons.html"))

    @property
    def places(self) -> tuple[Place, ...]:
        return trick_places(self.exercise.question.trick)

    @staticmethod
    def asked(exercise: Exercise[Any, Any]) -> Table:  # noqa: ARG004  (the form shows it)
        return Table()

    @staticmethod
    def answered(exercise: Exercise[Any, Any], answer: Any) -> Table:
        question = exercise.question
        winner = exercise.kind.solve(question)
        return Table(trick_places(question.trick, winner=winner, chosen=answer))


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

    @staticmethod
    def answered(exercise: Exercise[Any, Any], answer: Any) -> Table:
        question = exercise.question
        legal = exercise.kind.solve(question)
        hand = tuple(
            Place(
                place.card, copy=place.copy, mark=_mark(place.card in legal, place.card in answer)
            )
            for place in hand_places(question.hand)
        )
        return Table(_trick(question.trick), hand)


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

    def layout(self) -> Layout:
        return Layout(self.field, Submit("", _("Check"), css_class="button--main"))

    @staticmethod
    def answered(exercise: Exercise[Any, Any], answer: Any) -> Table:  # noqa: ARG004
        return Table(trick_places(exercise.question.trick, points=True))


FORMS: dict[str, type[AnswerForm]] = {"seat": SeatForm, "cards": CardsForm, "points": PointsForm}


def _trick(trick: Trick) -> tuple[Place, ...]:
    return trick_places(trick) if trick.is_complete else open_trick_places(trick)


def _mark(is_right: bool, is_chosen: bool) -> str:
    if is_right:
        return "legal" if is_chosen else "missing"
    return "wrong" if is_chosen else ""
