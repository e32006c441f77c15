"""The sheet of a quiz: its questions looked at, rolled anew, moved, dropped, put back, added."""

from __future__ import annotations

import random
from dataclasses import dataclass

from django.core import signing
from django.db import transaction
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tutorial.methods import READ, WRITE, takes
from tutorial.quizzes.asked import AskedInQuiz
from tutorial.quizzes.forms import WishForm
from tutorial.quizzes.leading import (
    MOST_LISTED,
    back_to,
    frozen,
    proposed_for,
    quiz_led,
    rules_of_quiz,
)
from tutorial.quizzes.models import Quiz
from tutorial.quizzes.proposing import MOST, rolled
from tutorial.shared.square import square
from tutorial.sittings.choosing import Chosen
from tutorial.sittings.going import called, exercise_of, item_of
from tutorial.sittings.models import Item, Sheet, Why, lines_of, number_anew

_DROPPED = "dropped from a quiz"
"""What a dropped question is signed for."""


@takes(*READ, *WRITE)
def sheet(request: HttpRequest, secret: str) -> HttpResponse:
    """Every question with its right answer; one is rolled anew, moved, dropped, or some added, as
    long as nobody has begun."""
    quiz = quiz_led(secret)
    if request.method != "POST":
        return _sheet(request, quiz, WishForm(rules_of_quiz(quiz), after=_last(quiz)))
    with transaction.atomic():
        # Nobody begins while they change.
        Sheet.objects.select_for_update().get(pk=quiz.sheet_id)
        return _changed(request, quiz)


def _changed(request: HttpRequest, quiz: Quiz) -> HttpResponse:
    if quiz.participations.exists():
        form = WishForm(rules_of_quiz(quiz), after=_last(quiz))
        return _sheet(request, quiz, form, fault=frozen(), status=409)
    done, _space, number = request.POST.get("do", "").partition(" ")
    if not done:
        last = _last(quiz)
        form = WishForm(rules_of_quiz(quiz), request.POST, after=last)
        if request.GET.get("after") != str(last):
            fault = _("The questions have changed meanwhile. If one is still missing, add it.")
            return _sheet(request, quiz, form, fault=fault, status=409)
        fault = _add(quiz, form, last) if form.is_valid() else ""
        if fault or not form.is_valid():
            return _sheet(request, quiz, form, fault=fault, status=422)
        return back_to(quiz, "add")
    items = list(lines_of(quiz.sheet_id))
    # Pressed twice, it is another question that has this number.
    named = (number, request.POST.get("of"))
    one = next((item for item in items if (str(item.number), str(item.pk)) == named), None)
    if one is not None and done == "drop" and len(items) > 1:
        dropped = _Dropped(one.number, called(one), _kept(one))
        _drop(one, items)
        form = WishForm(rules_of_quiz(quiz), after=_last(quiz))
        return _sheet(request, quiz, form, dropped=dropped)
    if done == "restore":
        number = _restore(quiz, items, request.POST.get("kept", ""))
    elif one is not None and done in _DONE:
        _DONE[done](one, items)
    # Of other cards it is to be seen which they are.
    shown = f"?shown={number}" if one is not None and done == "roll" else ""
    return back_to(quiz, f"q{number}" if number.isdigit() else "", shown)


def _last(quiz: Quiz) -> int:
    """The number of its last line, after which something is added."""
    return lines_of(quiz.sheet_id).aggregate(last=Max("number"))["last"] or 0


def _roll(item: Item, _items: list[Item]) -> None:
    other = rolled(exercise_of(item).address, random.SystemRandom())
    if other is not None:
        made = item_of(Chosen(other, Why.FIRMER), item.sheet, item.number)
        made.pk = item.pk
        made.save(force_update=True)


def _up(item: Item, items: list[Item]) -> None:
    place = items.index(item)
    if place:
        items[place - 1 : place + 1] = [item, items[place - 1]]
        number_anew(items)


_DONE = {"roll": _roll, "up": _up}


@dataclass(frozen=True, slots=True)
class _Dropped:
    """A question that was taken out just now, and can be put back."""

    number: int
    name: str
    kept: str
    """All of it, signed."""


def _drop(item: Item, items: list[Item]) -> None:
    items.remove(item)
    item.delete()
    number_anew(items)


def _kept(item: Item) -> str:
    fields = {one.attname: getattr(item, one.attname) for one in Item._meta.concrete_fields}
    return signing.dumps(fields, salt=_DROPPED, compress=True)


def _restore(quiz: Quiz, items: list[Item], kept: str) -> str:
    """Where it stands again; nothing where it was not of this quiz, was kept before an upgrade,
    or there is no room."""
    try:
        item = Item(**signing.loads(kept, salt=_DROPPED))
    except (signing.BadSignature, TypeError):
        return ""
    if item.sheet_id != quiz.sheet_id or len(items) >= MOST:
        return ""
    number = item.number
    if item.pk not in {one.pk for one in items}:
        item.number = items[-1].number + 1
        item.save(force_insert=True)
        items.insert(number - 1, item)
        number_anew(items)
    return str(number)


def _add(quiz: Quiz, form: WishForm, last: int) -> str:
    """Why nothing could be added; else empty."""
    chosen = proposed_for(quiz.sheet.rules, form)
    if not chosen:
        return _("Nothing asks for that. Choose more sections, or other kinds.")
    if last + len(chosen) > MOST:
        return _("A quiz has {most} questions at most.").format(most=MOST)
    Item.objects.bulk_create(
        item_of(one, quiz.sheet, number) for number, one in enumerate(chosen, start=last + 1)
    )
    return ""


def _sheet(
    request: HttpRequest,
    quiz: Quiz,
    form: WishForm,
    *,
    fault: str = "",
    dropped: _Dropped | None = None,
    status: int = 200,
) -> HttpResponse:
    quiz.touch()
    items = lines_of(quiz.sheet_id)
    taken_at = reverse("quiz", args=[quiz.code])
    context = {
        "quiz": quiz,
        "asked": [AskedInQuiz.of(one) for one in items],
        "form": form,
        "fault": fault,
        "dropped": dropped,
        "shown": request.GET.get("shown", ""),
        "is_frozen": quiz.participations.exists(),
        "lives": quiz.lives.order_by("-pk")[:MOST_LISTED],
        "link": request.build_absolute_uri(taken_at),
        "link_said": f"{request.get_host()}{taken_at}",
        "square": square(request, taken_at),
    }
    return render(request, "quizzes/sheet.html", context, status=status)
