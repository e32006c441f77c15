"""An exercise: asked on GET, answered on POST, shown with its verdict to its learner alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.exercises.addresses import MOVED, Address, NoSuchExercise
from lessons.exercises.exercise import Exercise
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.misconceptions import Misconception
from tutorial.errors import NotHere
from tutorial.learners.cookie import learner_id
from tutorial.learners.models import Attempt
from tutorial.methods import READ, WRITE, takes
from tutorial.practice.asking import (
    check_answer,
    exercise_page,
    give_hint,
    has_missed_twice,
    hold_for_wrong,
    step_of,
)
from tutorial.practice.card_by_card import trick_up_to
from tutorial.practice.choosing import chooser
from tutorial.practice.following import brought_up, new_seed
from tutorial.practice.keeping import (
    own_attempt,
)
from tutorial.practice.links import carried_by, rules_of_kind, url_of
from tutorial.practice.shown import (
    attempt_shown,
    question_shown,
)
from tutorial.practice.where import Where
from tutorial.practice.worked import worked_example
from tutorial.shared.page import HtmxRequest, first_level, way_back
from tutorial.shared.words import words
from tutorial.trouble import spared


@takes(*READ)
def choose(request: HttpRequest) -> HttpResponse:
    """What there is to practise, under a rule set and at a level."""
    found = chooser(request.GET, first_level(request), learner_id(request))
    status = 422 if found.notice else 200
    return render(request, "practice/choose.html", {"chooser": found}, status=status)


@takes(*READ, *WRITE)
def exercise(request: HtmxRequest, kind: str, rules: str, level: str, seed: str) -> HttpResponse:
    key = None if request.method == "POST" else request.GET.get("attempt")
    if key is not None:
        # Also where there is no such exercise any more.
        attempt = own_attempt(request, moment="")
        statement = request.GET.get("statement") or None
        if attempt is not None and (kind, rules, level, seed, statement) == (
            attempt.kind, attempt.rules, str(attempt.level), str(attempt.seed),
            attempt.statement or None,
        ):  # fmt: skip
            shown = attempt_shown(attempt, _where(request), again="again" in request.GET)
            played = trick_up_to(shown.exercise, step_of(request.GET.get("card"), 4))
            return exercise_page(request, replace(shown, played_on=played))
    if "dispute" in request.POST:
        return hold_for_wrong(request, own_attempt(request, moment=""), _where(request))
    asked = _exercise_or_404(kind, rules, level, seed, request.GET.get("statement"))
    if request.method == "POST":
        where = _where(request)
        if "hint" in request.POST:
            return give_hint(request, asked, where)
        return check_answer(request, asked, where)
    if key is not None:
        question = question_shown(asked, _where(request))
        return exercise_page(request, question, status=404, is_foreign=True)
    there = brought_up(asked, _beliefs_after(request))
    if there != asked.address:
        return HttpResponseRedirect(url_of(there, **_carried(request)))
    question = question_shown(asked, _where(request), hint=step_of(request.GET.get("hint")))
    if has_missed_twice(request, asked):
        question = replace(question, worked=worked_example(asked.address))
    return exercise_page(request, question)


def _beliefs_after(request: HttpRequest) -> list[Misconception]:
    """Those behind the answer of the learner's that the address comes after."""
    key, learner = _carried(request).get("after"), learner_id(request)
    if key is None or learner is None:
        return []
    try:
        with spared():
            attempt = Attempt.objects.filter(key=key, learner=learner).first()
    except DatabaseError:
        return []
    told = () if attempt is None else attempt.misconceptions
    return [Misconception(belief) for belief in told if belief in {*Misconception}]


@takes(*WRITE)
def dispute(request: HtmxRequest, key: str) -> HttpResponse:
    """In a game that is stepped through; elsewhere where it was answered."""
    attempt = Attempt.objects.filter(key=key, learner=learner_id(request)).first()
    response = hold_for_wrong(request, attempt, _where(request))
    if attempt is not None and attempt.moment:
        return HttpResponseRedirect(f"{way_back(request, reverse('replays'))}#verdict", status=303)
    return response


def _exercise_or_404(
    kind: str, rules: str, level: str, seed: str, statement: str | None
) -> Exercise[Any]:
    try:
        numbers = [_whole("level", level), _whole("seed", seed)]
        statement = MOVED.get((kind, statement or ""), statement)
        return exercise_at(Address(kind, rules, numbers[0], numbers[1], statement))
    except NoSuchExercise as missing:
        raise NotHere(_reason(missing.part), _ways_on(kind)) from missing


def _whole(part: str, text: str) -> int:
    """A whole number without leading zeros or signs, as addresses have them."""
    if not (text.isascii() and text.isdigit() and str(int(text[:10])) == text):
        raise NoSuchExercise(part, text)
    return int(text)


def _reason(part: str) -> str:
    return {
        "kind": _("There is no such kind of exercise."),
        "rules": _("There is no rule set with this name."),
        "option": _("These house rules do not exist, or they contradict each other."),
        "level": _("Exercises have levels 1 to 3."),
        "seed": _("Exercises are numbered from 0 to 999999999, without leading zeros."),
        "statement": _("There is no exercise of this kind for that paragraph."),
        "question": _(
            "Under these house rules there is nothing to get wrong here, so there is no exercise."
        ),
    }[part]


def _ways_on(kind: str) -> tuple[tuple[str, str], ...]:
    """An exercise of the kind that was meant, if there is one; and all that there are."""
    meant = [kind] if kind in KINDS else []
    there = tuple(
        (words().kinds[name].name, url_of(Address(name, rules, 1, new_seed())))
        for name in meant
        for rules in rules_of_kind(KINDS[name])[:1]
    )
    return (*there, (_("Choose what to practise"), reverse("practice")))


def _carried(request: HttpRequest) -> dict[str, str]:
    return carried_by(request.GET.dict())


def _where(request: HttpRequest) -> Where:
    return Where(_carried(request))
