"""A question of one's own: written, looked over by the rules engine, and changed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Field, Layout, Submit
from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.exercises.own import (
    LARGEST,
    LONGEST_EXPLANATION,
    LONGEST_QUESTION,
    MOST_OPTIONS,
    OWN,
    Asks,
    OwnQuestion,
    faults_of,
)
from lessons.rules.cards import Hand, Seat
from lessons.rules.contracts import Contract
from lessons.rules.rule_sets import RuleSet
from tutorial.errors import NotHere
from tutorial.methods import READ, WRITE, takes
from tutorial.quizzes.faults import said_of
from tutorial.quizzes.leading import frozen, quiz_led, rules_of_quiz
from tutorial.quizzes.models import Quiz
from tutorial.quizzes.proposing import MOST
from tutorial.quizzes.tapped import CardsField, after_tap, lay_out, read
from tutorial.shared.words import words
from tutorial.sittings.going import exercise_of, own_item
from tutorial.sittings.models import Item, Sheet, lines_of

_LONGEST_CARDS = 400


@takes(*READ, *WRITE)
def own(request: HttpRequest, secret: str, number: int | None = None) -> HttpResponse:
    """A new one, or that with a number to be changed; as long as nobody has begun."""
    quiz = quiz_led(secret)
    rules = rules_of_quiz(quiz).rules
    item = None if number is None else _item(quiz, number)
    known = None if item is None else exercise_of(item).question
    form = own_form(request, rules, known)
    if not form.is_bound or not form.is_valid():
        return _form(request, quiz, form, number, status=422 if form.is_bound else 200)
    with transaction.atomic():
        # Nobody begins while it changes.
        Sheet.objects.select_for_update().get(pk=quiz.sheet_id)
        if quiz.participations.exists():
            return _form(request, quiz, form, number, fault=frozen(), status=409)
        there = f"{reverse('quiz-lead', args=[quiz.secret])}#q"
        lines = list(lines_of(quiz.sheet_id))
        last = len(lines)
        before = lines[-1] if item is None and lines[-1].kind == OWN.name else None
        if before and form.question.is_same(exercise_of(before).question):  # pressed twice
            return HttpResponseRedirect(f"{there}{last}", status=303)
        if item is None and last >= MOST:
            fault = _("A quiz has {most} questions at most.").format(most=MOST)
            return _form(request, quiz, form, number, fault=fault, status=422)
        made = own_item(form.question, quiz.sheet, item.number if item else last + 1)
        made.pk = item.pk if item else None
        made.save()
    return HttpResponseRedirect(f"{there}{made.number}", status=303)


def own_form(request: HttpRequest, rules: RuleSet, known: OwnQuestion | None = None) -> OwnForm:
    """For what the address asks for, or for the question that is to be changed. Where a card was
    only tapped, it is not judged yet."""
    asks = known.asks if known else _asked(request)
    if request.method != "POST":
        return OwnForm(rules, asks, initial=_written(known) if known else {})
    if tap := request.POST.get("tap", ""):
        return OwnForm(rules, asks, initial=after_tap(request.POST.dict(), tap), tap=tap)
    return OwnForm(rules, asks, request.POST)


def _asked(request: HttpRequest) -> Asks:
    wished = request.GET.get("asks", Asks.CHOICE.value)
    return Asks(wished) if wished in set(Asks) else Asks.CHOICE


def _item(quiz: Quiz, number: int) -> Item:
    found = lines_of(quiz.sheet_id).filter(number=number, kind=OWN.name).first()
    if found is None:
        ways = ((quiz.title, reverse("quiz-lead", args=[quiz.secret])),)
        raise NotHere(_("There is no question of one’s own with this number."), ways)
    return found


def _form(
    request: HttpRequest,
    quiz: Quiz,
    form: OwnForm,
    number: int | None,
    *,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    there = reverse("quiz-lead", args=[quiz.secret])
    return form_page(
        request, form, quiz.title, there, fault=fault, status=status, is_new=number is None
    )


def form_page(
    request: HttpRequest,
    form: OwnForm,
    title: str,
    back: str,
    *,
    fault: str = "",
    status: int = 200,
    is_new: bool = True,
) -> HttpResponse:
    """``title`` and address of what the question is for."""
    context = {"title": title, "back": back, "form": form, "fault": fault,
               "sorts": _sorts(form.asks) if is_new else ()}  # fmt: skip
    return render(request, "quizzes/own.html", context, status=status)


def _sorts(chosen: Asks) -> Iterable[tuple[str, str, bool]]:
    """What it may be answered with: in an address, in words, and whether it is chosen."""
    said = {Asks.CHOICE: _("One of several answers"), Asks.NUMBER: _("A figure"),
            Asks.CARD: _("A card of a hand")}  # fmt: skip
    return ((asks.value, said[asks], asks is chosen) for asks in Asks)


class OwnForm(forms.Form):
    """What it needs is what it is answered with; ``question`` is what was written."""

    def __init__(
        self,
        rules: RuleSet,
        asks: Asks,
        posted: Mapping[str, Any] | None = None,
        *,
        initial: dict[str, Any] | None = None,
        tap: str = "",
    ) -> None:
        super().__init__(posted, initial=initial)
        self.rules, self.asks = rules, asks
        self.fields |= {
            "text": _lines(_("The question"), LONGEST_QUESTION, rows=2),
            **self._fields_of(asks),
            "explanation": _lines(
                _("Why that is right"), LONGEST_EXPLANATION, rows=3, required=False,
                help_text=_("Whoever has answered reads it."),
            ),
        }  # fmt: skip
        if asks is Asks.CARD:
            lay_out(self, rules, tap)

    def _fields_of(self, asks: Asks) -> Mapping[str, forms.Field]:
        match asks:
            case Asks.CHOICE:
                return {
                    "right": forms.CharField(label=_("The right answer")),
                    "others": forms.CharField(
                        label=_("Wrong answers"), widget=forms.Textarea({"rows": 4}),
                        help_text=_("One a line, {most} at most. They are mixed once.").format(
                            most=MOST_OPTIONS - 1
                        ),
                    ),
                }  # fmt: skip
            case Asks.NUMBER:
                return {
                    "figure": forms.IntegerField(
                        label=_("The right figure"), min_value=-LARGEST, max_value=LARGEST
                    )
                }
        games = (Contract.NORMAL, *(one for one in Contract if one in self.rules.solos))
        seats = words().cards.seats
        return {
            "hand": _cards(_("The hand"), help_text=_("“♥10 ♣Q ♦J” or “Herz 10, Kreuz-Dame”")),
            "card": _cards(_("The right card")),
            "contract": forms.ChoiceField(
                label=_("What is played"), required=False,
                choices=[(one.value, words().cards.name(one)) for one in games],
            ),
            "trick": _cards(
                _("What has been played to the trick"), required=False,
                help_text=_("Then the right card has to be one that may be played."),
            ),
            "leader": forms.ChoiceField(
                label=_("Who has led"), required=False,
                choices=[(one.name, seats[one.name]) for one in Seat],
            ),
        }  # fmt: skip

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            self.question = self._read(cleaned)
        if not self.errors:
            for fault, why in faults_of(self.question):
                self.add_error(*said_of(fault, why, self.rules))
        return cleaned

    def _read(self, cleaned: Mapping[str, Any]) -> OwnQuestion:
        text, explanation = cleaned["text"], cleaned["explanation"]
        match self.asks:
            case Asks.CHOICE:
                right = " ".join(cleaned["right"].split())
                others = [" ".join(one.split()) for one in cleaned["others"].splitlines()]
                options = [right, *filter(None, others)]
                random.SystemRandom().shuffle(options)
                return OwnQuestion(self.rules, self.asks, text, explanation, tuple(options),
                                   options.index(right))  # fmt: skip
            case Asks.NUMBER:
                return OwnQuestion(self.rules, self.asks, text, explanation,
                                   right=cleaned["figure"])  # fmt: skip
        hand, cards = self._cards(cleaned, "hand"), self._cards(cleaned, "card")
        place = hand.index(cards[0]) if len(cards) == 1 and cards[0] in hand else -1
        return OwnQuestion(
            self.rules, self.asks, text, explanation, right=place, hand=hand,
            trick=self._cards(cleaned, "trick"),
            leader=Seat[cleaned["leader"] or Seat.VH.name],
            contract=Contract(cleaned["contract"] or Contract.NORMAL.value),
        )  # fmt: skip

    def _cards(self, cleaned: Mapping[str, Any], name: str) -> Hand:
        found, wrong = read(cleaned[name])
        if wrong:
            self.add_error(
                name, _("“{word}” is no card, or may be several.").format(word=wrong[:40])
            )
        return tuple(found)

    @property
    def helper(self) -> FormHelper:
        made = FormHelper()
        fields = (
            Field(name, template="quizzes/cards.html") if isinstance(field, CardsField) else name
            for name, field in self.fields.items()
        )
        made.layout = Layout(*fields, Submit("", _("Save"), css_class="button--main"))
        # A tapped card comes back with this form alone.
        made.form_id = "own"
        made.attrs = {
            "hx-target": "#own",
            "hx-select": "#own",
            "hx-swap": "outerHTML",
            # Two at once would each know nothing of the other's card.
            "hx-sync": "this:drop",
        }
        return made


def _written(known: OwnQuestion) -> dict[str, Any]:
    """As it stands in the form again."""
    shown = {"text": known.text, "explanation": known.explanation}
    match known.asks:
        case Asks.CHOICE:
            others = [one for n, one in enumerate(known.options) if n != known.right]
            return shown | {"right": known.options[known.right], "others": "\n".join(others)}
        case Asks.NUMBER:
            return shown | {"figure": known.right}
    short = words().cards.short
    return shown | {
        "hand": " ".join(map(short, known.hand)),
        "card": short(known.hand[known.right]),
        "trick": " ".join(map(short, known.trick)),
        "leader": known.leader.name,
        "contract": known.contract.value,
    }


def _lines(label: str, longest: int, *, rows: int, **told: Any) -> forms.CharField:
    widget = forms.Textarea({"rows": rows})
    return forms.CharField(label=label, max_length=longest, widget=widget, **told)


def _cards(label: str, **told: Any) -> CardsField:
    return CardsField(label=label, max_length=_LONGEST_CARDS, **told)
