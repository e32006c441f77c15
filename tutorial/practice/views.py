"""An exercise: asked on GET, answered on POST, shown with its verdict to its learner alone."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.middleware import HtmxDetails

from lessons.exercises.exercise import Address, Exercise, NoSuchExercise, exercise_at
from lessons.exercises.kinds import KINDS
from lessons.rules.rule_sets import PRESETS
from tutorial.errors import NotHere
from tutorial.learners.cookie import learner_id, remember
from tutorial.learners.models import Attempt, Learner
from tutorial.page import words
from tutorial.practice.shown import (
    Shown,
    attempt_shown,
    new_seed,
    question_shown,
    url_of,
    worked_example,
)
from tutorial.practice.tokens import Token, token_from

HINT_STEPS = 3


class LearnerRequest(HttpRequest):
    htmx: HtmxDetails


@require_http_methods(["GET", "HEAD", "POST"])
def exercise(request: LearnerRequest, kind: str, rules: str, level: str, seed: str) -> HttpResponse:
    asked = _exercise_or_404(kind, rules, level, seed, request.GET.get("statement"))
    if request.method == "POST":
        return _answer(request, asked)
    view = _view(request)
    key = request.GET.get("attempt")
    if key is not None:
        attempt = Attempt.objects.filter(key=key, learner=learner_id(request)).first()
        if attempt is None or url_of(_address(attempt)) != url_of(asked.address):
            return _page(request, question_shown(asked, view=view), status=404, is_foreign=True)
        return _page(request, attempt_shown(attempt, view=view))
    worked = worked_example(asked.address) if _has_missed_twice(request, asked) else None
    return _page(request, question_shown(asked, hint=_hint(request), view=view, worked=worked))


def _has_missed_twice(request: HttpRequest, asked: Exercise[Any, Any]) -> bool:
    """Whether the learner's last two answers were both wrong on the rule that is asked for."""
    kind, learner, statement = asked.kind, learner_id(request), asked.address.statement
    if learner is None or statement is None:
        return False
    last = Attempt.objects.filter(learner=learner).order_by("-created", "-pk")[:2]
    missed = [
        attempt
        for attempt in last
        if attempt.kind == kind.name
        and not attempt.right
        and statement in kind.taught(kind.asks.from_json(attempt.question))
    ]
    return len(missed) == 2


def _answer(request: LearnerRequest, asked: Exercise[Any, Any]) -> HttpResponse:
    """Checks the form, keeps the answer once, shows its verdict."""
    view = _view(request)
    token = token_from(request.POST.get("token", ""), asked)
    if token is None:
        return _refused(request, asked, _("This form is out of date. Here it is anew."))
    known = Attempt.objects.filter(token=token.nonce).first()
    if known is None:
        form = question_shown(asked, data=request.POST, hint=token.hint, view=view)
        assert form.form is not None
        if not form.form.is_valid():
            return _page(request, form, status=422)
        known, is_new = _kept(request, asked, token, form.form.cleaned_data["answer"])
    else:
        is_new = False
    mine = learner_id(request)
    if not is_new and mine not in {None, known.learner_id}:
        return _refused(request, asked, _("Somebody else has answered this form. Here is yours."))
    if request.htmx:
        response = _page(request, attempt_shown(known, again=not is_new, view=view))
        if _is_on_its_own_page(request):
            response["HX-Push-Url"] = url_of(asked.address, attempt=known.key, **_view_query(view))
    else:
        there = url_of(asked.address, attempt=known.key, **_view_query(view))
        response = HttpResponseRedirect(f"{there}#verdict", status=303)
    if mine != known.learner_id:
        remember(response, known.learner_id)
    return response


def _kept(
    request: HttpRequest, asked: Exercise[Any, Any], token: Token, answer: Any
) -> tuple[Attempt, bool]:
    """The attempt, and whether it is new: of two posts of one form the first is kept."""
    kind, address = asked.kind, asked.address
    verdict = kind.verdict(asked.question, answer)
    try:
        with transaction.atomic():
            made = Attempt.objects.create(
                learner=_learner(request),
                token=token.nonce,
                kind=kind.name,
                version=kind.version,
                rules=address.rules,
                level=address.level,
                seed=address.seed,
                statement=address.statement or "",
                question=asked.question.as_json(),
                answer=kind.answer_as_json(answer),
                right=verdict.is_right,
                misconceptions=list(verdict.misconceptions),
                with_help=token.hint > 0,
            )
    except IntegrityError:
        return Attempt.objects.get(token=token.nonce), False
    return made, True


def _learner(request: HttpRequest) -> Learner:
    """Who the cookie says; anew where it says nobody, or somebody who is gone."""
    known = learner_id(request)
    found = None if known is None else Learner.objects.filter(pk=known).first()
    return found or Learner.objects.create()


@require_POST
def dispute(request: LearnerRequest, key: str) -> HttpResponse:
    """The learner holds the exercise for wrong: noted with the answer, for us to look at."""
    attempt = Attempt.objects.filter(key=key, learner=learner_id(request)).first()
    if attempt is None:
        raise NotHere(_("There is no answer of yours at this address."))
    if attempt.disputed is None:
        attempt.disputed = timezone.now()
        attempt.save(update_fields=["disputed"])
    if request.htmx:
        return _page(request, attempt_shown(attempt, view=_view(request)))
    return HttpResponseRedirect(f"{url_of(_address(attempt), attempt=key)}#verdict", status=303)


def _page(
    request: LearnerRequest, shown: Shown, *, status: int = 200, is_foreign: bool = False
) -> HttpResponse:
    """The whole page, or the piece of it that htmx swaps."""
    is_piece = bool(request.htmx) and not request.htmx.history_restore_request
    template = "practice/exercise.html#exercise" if is_piece else "practice/exercise.html"
    context = {"shown": shown, "is_piece": is_piece, "is_foreign": is_foreign}
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response


def _refused(request: LearnerRequest, asked: Exercise[Any, Any], reason: str) -> HttpResponse:
    """A new form with the choice that was made, and why it has to be posted again."""
    shown = question_shown(asked, data=request.POST, view=_view(request))
    assert shown.form is not None
    shown.form.add_error(None, reason)
    return _page(request, shown, status=422)


def _exercise_or_404(
    kind: str, rules: str, level: str, seed: str, statement: str | None
) -> Exercise[Any, Any]:
    try:
        numbers = [_whole("level", level), _whole("seed", seed)]
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
        "rules": _("There is no rule set of this name."),
        "level": _("Exercises have the levels 1 and 2."),
        "seed": _("Exercises are numbered from 0 to 999999999, without leading zeros."),
        "statement": _("This exercise cannot be asked for that paragraph."),
    }[part]


def _ways_on(kind: str) -> tuple[tuple[str, str], ...]:
    """An exercise of the kind that was meant, if there is one; else one of each."""
    names = words().kinds
    meant = [kind] if kind in KINDS else list(KINDS)
    rules = next(iter(PRESETS))
    return tuple(
        (names[name]["name"], url_of(Address(name, rules, 1, new_seed()))) for name in meant
    )


def _address(attempt: Attempt) -> Address:
    return Address(
        attempt.kind, attempt.rules, attempt.level, attempt.seed, attempt.statement or None
    )


def _hint(request: HttpRequest) -> int:
    asked = request.GET.get("hint", "")
    return min(int(asked), HINT_STEPS) if asked.isascii() and asked.isdigit() and asked else 0


def _view(request: HttpRequest) -> str:
    return "beamer" if request.GET.get("view") == "beamer" else ""


def _view_query(view: str) -> dict[str, str]:
    return {"view": view} if view else {}


def _is_on_its_own_page(request: LearnerRequest) -> bool:
    """Whether the exercise was answered on a page of its own, not inside a lesson."""
    path = request.htmx.current_url_abs_path or ""
    return path.startswith(reverse("home") + "practice/")
