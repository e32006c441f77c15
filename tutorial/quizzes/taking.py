"""Taking a quiz: by its code, under a name or none, on this device or on from another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from lessons.exercises.addresses import SEEDS
from lessons.exercises.making import is_there
from lessons.exercises.statements import document_of
from tutorial.errors import NotHere, too_often_page
from tutorial.learners.cookie import known_learner, learner_id, remember
from tutorial.learners.models import Attempt, Learner
from tutorial.methods import READ, WRITE, takes
from tutorial.practice.links import url_of
from tutorial.quizzes.forms import StartForm
from tutorial.quizzes.models import LENGTH, RESUMED_BY, Live, Participation, Quiz, plain_code
from tutorial.shared.limits import Limit, is_at_limit, too_often
from tutorial.shared.page import HtmxRequest, wants_piece
from tutorial.shared.words import said_of, source, speech, words
from tutorial.sittings.going import AtItem, Going, exercise_of
from tutorial.sittings.models import Item, Sheet, Sitting, lines_of
from tutorial.sittings.views import at_item

OFFERED = 3
"""Exercises for the beliefs that showed."""


@dataclass(frozen=True, kw_only=True)
class AtQuestion(AtItem):
    """As a question of a quiz."""

    taken: Participation
    leads_elsewhere = False
    # Step by step each would be told before the next is asked, and forgotten when one leaves.
    asks_whole = True
    sheets: ClassVar = (*AtItem.sheets, "quiz.css")

    @property
    def heading(self) -> str:  # type: ignore[override]
        return self.taken.quiz.title

    @property
    def head(self) -> str:  # type: ignore[override]
        return "quizzes/head.html"

    @property
    def ends(self) -> datetime | None:
        """Of whoever has but some time."""
        return self.taken.ends()

    @property
    def turned(self) -> tuple[str, ...]:
        """Without what is not told yet."""
        turned = super().turned
        return (
            turned
            if self.tells
            else tuple("given" if one in {"right", "wrong"} else one for one in turned)
        )

    @property
    def tells(self) -> bool:  # type: ignore[override]
        return self.taken.quiz.tells_at_once or self.taken.is_over(timezone.now())


@takes(*READ)
def enter(request: HttpRequest) -> HttpResponse:
    """Where a code is entered."""
    written = request.GET.get("code", "")
    if not written:
        return _enter(request, "")
    found = _quiz(request, written, status=422)
    if isinstance(found, HttpResponse):
        return found
    return HttpResponseRedirect(reverse("quiz", args=[found.code]))


def _enter(request: HttpRequest, code: str, status: int = 200) -> HttpResponse:
    context = {"code": code, "length": LENGTH, "is_wrong": status != 200}
    return render(request, "quizzes/enter.html", context, status=status)


@takes(*READ, *WRITE)
def start(request: HttpRequest, code: str) -> HttpResponse:
    """What it is, and a name or none; posted, one begins, or goes on from another device."""
    quiz = _quiz(request, code)
    if isinstance(quiz, HttpResponse):
        return quiz
    if request.method == "POST" and "resume" in request.POST:
        return _resumed(request, quiz)
    form = StartForm(request.POST if request.method == "POST" else None)
    tries = _Tries.of(quiz, learner_id(request))
    may_go_on = quiz.is_open(timezone.now()) and (tries.open or tries.may_begin)
    if not form.is_bound or not form.is_valid() or not may_go_on:
        return _start(request, quiz, form, tries)
    if tries.open is not None:
        return HttpResponseRedirect(Going.of(tries.open.sitting).url, status=303)
    limited = too_often(request, Limit.ANSWERS)
    if limited:
        return limited.tell(too_often_page(request, limited.sentence))
    owner = known_learner(request)
    taken = _begun(quiz, owner, form.cleaned_data["name"])
    response = HttpResponseRedirect(Going.of(taken.sitting).url, status=303)
    remember(response, owner.pk)
    return response


def _start(
    request: HttpRequest, quiz: Quiz, form: StartForm, tries: _Tries, fault: str = ""
) -> HttpResponse:
    now = timezone.now()
    status = 200
    if request.method == "POST":
        status = 422 if fault or form.errors else 409
    context = {
        "quiz": quiz,
        "form": form,
        "questions": lines_of(quiz.sheet_id).count(),
        "is_early": quiz.is_early(now),
        "is_over": quiz.is_over(now),
        "mine": tries.last,
        "goes_on": tries.open is not None,
        "may_begin": tries.may_begin,
        "fault": fault,
    }
    return render(request, "quizzes/start.html", context, status=status)


def _begun(quiz: Quiz, learner: Learner, name: str) -> Participation:
    """A new try; of two presses at once the second goes on with that of the first."""
    with transaction.atomic():
        Learner.objects.select_for_update().get(pk=learner.pk)
        # From now on the questions stay as they are.
        Sheet.objects.select_for_update().get(pk=quiz.sheet_id)
        going_on = _Tries.of(quiz, learner.pk).open
        if going_on is not None:
            return going_on
        sitting = Sitting.objects.create(sheet=quiz.sheet, learner=learner)
        quiz.touch()
        return Participation.objects.create(quiz=quiz, sitting=sitting, name=name)


def _resumed(request: HttpRequest, quiz: Quiz) -> HttpResponse:
    """The try with this code is this device's from now on."""
    if limited := is_at_limit(request, Limit.WRONG_CODES):
        return limited.tell(too_often_page(request, limited.sentence))
    code = plain_code(request.POST["resume"], RESUMED_BY)
    taken = quiz.participations.filter(code=code).select_related("sitting__sheet").first()
    if taken is None:
        too_often(request, Limit.WRONG_CODES)
        fault = _("No try of this quiz has that code. It has eight signs, and stands on the page"
                  " of the other device.")  # fmt: skip
        return _start(request, quiz, StartForm(), _Tries.of(quiz, learner_id(request)), fault)
    learner_here = known_learner(request)
    Sitting.objects.filter(pk=taken.sitting_id).update(learner=learner_here)
    response = HttpResponseRedirect(Going.of(taken.sitting).url, status=303)
    remember(response, learner_here.pk)
    return response


@takes(*READ, *WRITE)
def item(request: HtmxRequest, code: str, number: int) -> HttpResponse:
    """A question of it: asked, answered, and told of when that is due."""
    quiz = _quiz(request, code)
    if isinstance(quiz, HttpResponse):
        return quiz
    tries = _Tries.of(quiz, learner_id(request))
    taken = tries.last
    there = reverse("quiz", args=[quiz.code])
    if taken is None:
        return HttpResponseRedirect(there, status=303)
    going = Going.of(taken.sitting)
    found = going.at(number)
    if found is None:
        raise NotHere(_("This quiz has no question with this number."), ((quiz.title, there),))
    asked, attempt = found
    where = AtQuestion(going=going, item=asked, taken=taken)
    if attempt is not None and not where.tells:
        return _on(request, going.url)
    if attempt is None and taken.is_over(timezone.now()):
        if request.method == "POST":
            context = {"quiz": quiz, "end": going.end_url}
            return render(request, "quizzes/too_late.html", context, status=409)
        return HttpResponseRedirect(going.end_url)
    return at_item(request, where, attempt)


def _on(request: HtmxRequest, there: str) -> HttpResponse:
    if wants_piece(request):
        return HttpResponseClientRedirect(there)
    return HttpResponseRedirect(there, status=303)


@dataclass(frozen=True, slots=True)
class Looked:
    """A question looked back on."""

    item: Item
    answer: Attempt | None
    question: str
    belief: str
    url: str


@takes(*READ)
def end(request: HtmxRequest, code: str) -> HttpResponse:
    """One's own result, every question with its reasons, and exercises for one's own beliefs."""
    quiz = _quiz(request, code)
    if isinstance(quiz, HttpResponse):
        return quiz
    tries = _Tries.of(quiz, learner_id(request))
    taken = tries.last
    if taken is None:
        return HttpResponseRedirect(reverse("quiz", args=[quiz.code]))
    going = Going.of(taken.sitting)
    if going.current is not None and not taken.is_over(timezone.now()):
        return _on(request, going.url)
    if wants_piece(request):
        return HttpResponseClientRedirect(going.end_url)
    context = {
        "quiz": quiz,
        "taken": taken,
        "right": sum(answer.right for _item, answer in going.answered),
        "of": len(going.items),
        "turned": [
            "" if answer is None else "right" if answer.right else "wrong"
            for _item, answer in going.items
        ],
        "looked": [_looked(going, one, answer) for one, answer in going.items],
        "exercises": _for_beliefs(going),
        "may_again": quiz.is_open(timezone.now()) and tries.may_begin,
    }
    return render(request, "quizzes/end.html", context)


def _looked(going: Going, item: Item, answer: Attempt | None) -> Looked:
    exercise = exercise_of(item)
    asked = speech().asked(exercise)
    belief = said_of(answer.belief) if answer is not None else ""
    url = going.url_of(item) if answer is not None else ""
    return Looked(item, answer, asked.question, belief, url)


def _for_beliefs(going: Going) -> list[tuple[str, str, str]]:
    missed = [(item, one) for item, one in going.answered if not one.right]
    missed.sort(key=lambda one: not one[1].belief)
    return exercises_for((item, one.rule or item.statement) for item, one in missed)


def exercises_for(missed: Iterable[tuple[Item, str]]) -> list[tuple[str, str, str]]:
    """On the rules that were missed (question, statement), those first where a belief showed: what,
    where, and the rule. After one question to everybody the same, for a whole room asks at once."""
    found: dict[tuple[str, str], tuple[str, str, str]] = {}
    for item, statement in missed:
        asked = exercise_of(item).address
        # What a settlement misses its kind need not ask for.
        for rule in dict.fromkeys((statement, item.statement)):
            if (item.kind, rule) in found:
                break
            address = replace(asked, statement=rule or None, seed=(asked.seed + 1) % SEEDS)
            if is_there(address):
                said = source(rule, document_of(rule)).text if rule else ""
                found[item.kind, rule] = (words().kinds[item.kind].name, url_of(address), said)
                break
        if len(found) == OFFERED:
            break
    return list(found.values())


def _quiz(request: HttpRequest, written: str, status: int = 404) -> Quiz | HttpResponse:
    """The quiz with this code, however it is written; else the page that says what codes are. Who
    has guessed too often is told of no quiz but those that he takes already."""
    code = plain_code(written)
    found = Quiz.objects.filter(code=code).select_related("sheet").first()
    if found is not None and _Tries.of(found, learner_id(request)).last is not None:
        return found
    limited = is_at_limit(request, Limit.WRONG_CODES)
    if limited:
        return limited.tell(too_often_page(request, limited.sentence))
    if found is None and (live := Live.objects.filter(code=code).first()) is not None:
        return HttpResponseRedirect(reverse("live", args=[live.code]))
    if found is None:
        too_often(request, Limit.WRONG_CODES)
    return found or _enter(request, code, status=status)


@dataclass(frozen=True, slots=True)
class _Tries:
    """Those of one learner; the one place that says whose a try is."""

    quiz: Quiz
    made: tuple[Participation, ...]

    @classmethod
    def of(cls, quiz: Quiz, learner: int | None) -> _Tries:
        if learner is None:
            return cls(quiz, ())
        own = quiz.participations.filter(sitting__learner=learner)
        found = tuple(own.select_related("sitting__sheet").order_by("pk"))
        for one in found:
            one.quiz = quiz
        return cls(quiz, found)

    @property
    def last(self) -> Participation | None:
        return self.made[-1] if self.made else None

    @property
    def open(self) -> Participation | None:
        """To go on with."""
        last = self.last
        return last if last is not None and not last.is_over(timezone.now()) else None

    @property
    def may_begin(self) -> bool:
        return not self.quiz.tries or len(self.made) < self.quiz.tries
