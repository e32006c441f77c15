"""An exercise: asked on GET, answered on POST, shown with its verdict to its learner alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from lessons.exercises.exercise import Address, Exercise, Kind, NoSuchExercise, exercise_at
from lessons.exercises.kinds import KINDS
from lessons.rules.rule_sets import PRESETS
from tutorial.errors import NotHere
from tutorial.learners.cookie import learner_id, remember
from tutorial.learners.models import Attempt, Learner
from tutorial.page import HtmxRequest, wants_piece
from tutorial.practice.shown import (
    CARRIED,
    HINT_STEPS,
    Shown,
    address_of,
    attempt_shown,
    new_seed,
    question_shown,
    url_of,
    worked_example,
)
from tutorial.practice.tokens import Token, token_from
from tutorial.words import words

DOUBLE_PRESS = timedelta(minutes=1)
"""So long a form posted again by a browser without a learner is taken for the same press."""


@require_http_methods(["GET", "HEAD", "POST"])
def exercise(request: HtmxRequest, kind: str, rules: str, level: str, seed: str) -> HttpResponse:
    asked = _exercise_or_404(kind, rules, level, seed, request.GET.get("statement"))
    if request.method == "POST":
        return _hint(request, asked) if "hint" in request.POST else _answer(request, asked)
    key = request.GET.get("attempt")
    if key is not None:
        attempt = Attempt.objects.filter(key=key, learner=learner_id(request)).first()
        if attempt is None or address_of(attempt) != asked.address:
            shown = question_shown(asked, carried=_carried(request))
            return _page(request, shown, status=404, is_foreign=True)
        again = "again" in request.GET
        return _page(request, attempt_shown(attempt, again=again, carried=_carried(request)))
    worked = worked_example(asked.address) if _has_missed_twice(request, asked) else None
    hint = _step(request.GET.get("hint"))
    return _page(
        request, question_shown(asked, hint=hint, carried=_carried(request), worked=worked)
    )


def _has_missed_twice(request: HttpRequest, asked: Exercise[Any, Any]) -> bool:
    """Whether the learner's last two answers were both wrong on the rule that is asked for."""
    kind, learner, statement = asked.kind, learner_id(request), asked.address.statement
    if learner is None or statement is None:
        return False
    last = Attempt.objects.filter(learner=learner).order_by("-created", "-pk")[:2]
    missed = [
        _rule_missed(kind, attempt)
        for attempt in last
        if (attempt.kind, attempt.version, attempt.right) == (kind.name, kind.version, False)
    ]
    return missed == [statement, statement]


def _rule_missed(kind: Kind[Any, Any], attempt: Attempt) -> str | None:
    question = kind.asks.from_json(attempt.question)
    verdict = kind.verdict(question, kind.answer_from_json(attempt.answer))
    return kind.rule_missed(verdict, attempt.rules)


def _hint(request: HtmxRequest, asked: Exercise[Any, Any]) -> HttpResponse:
    """The next step of the hint, with the choice kept that was made so far."""
    shown = question_shown(
        asked,
        posted=request.POST,
        is_answer=False,
        hint=_step(request.POST["hint"]),
        carried=_carried(request),
    )
    return _page(request, shown)


def _answer(request: HtmxRequest, asked: Exercise[Any, Any]) -> HttpResponse:
    """Checks the form, keeps the answer once, shows its verdict."""
    carried = _carried(request)
    token = token_from(request.POST.get("token", ""), asked)
    if token is None:
        reason = _("This form is out of date. Here is a fresh one; your choice is kept.")
        return _refused(request, asked, reason)
    known = Attempt.objects.filter(token=token.nonce).first()
    is_new = False
    if known is None:
        shown = question_shown(asked, posted=request.POST, hint=token.hint, carried=carried)
        assert shown.form is not None
        if not shown.form.is_valid():
            return _page(request, shown, status=422)
        known, is_new = _kept(request, asked, token, shown.form.cleaned_data["answer"])
    if not is_new and not _is_theirs(request, known):
        return _refused(request, asked, _("Somebody else has answered this form. Here is yours."))
    there = url_of(asked.address, attempt=known.key, **carried)
    if wants_piece(request):
        verdict = attempt_shown(known, again=not is_new, carried=carried)
        response = _page(request, verdict, address=there)
    else:
        told = there if is_new else f"{there}&again=1"
        response = HttpResponseRedirect(f"{told}#verdict", status=303)
    remember(response, known.learner_id)
    return response


def _is_theirs(request: HttpRequest, attempt: Attempt) -> bool:
    """The learner's own; or a second press of the first form, before the cookie came."""
    mine = learner_id(request)
    if mine is None:
        return timezone.now() - attempt.created < DOUBLE_PRESS
    return mine == attempt.learner_id


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
def dispute(request: HtmxRequest, key: str) -> HttpResponse:
    """The learner holds the exercise for wrong: noted with the answer, for us to look at."""
    attempt = Attempt.objects.filter(key=key, learner=learner_id(request)).first()
    if attempt is None:
        raise NotHere(_("There is no answer of yours at this address."))
    if attempt.disputed is None:
        attempt.disputed = timezone.now()
        attempt.save(update_fields=["disputed"])
    carried = _carried(request)
    if wants_piece(request):
        return _page(request, attempt_shown(attempt, carried=carried))
    there = url_of(address_of(attempt), attempt=key, **carried)
    return HttpResponseRedirect(f"{there}#verdict", status=303)


def _page(
    request: HtmxRequest,
    shown: Shown,
    *,
    status: int = 200,
    is_foreign: bool = False,
    address: str = "",
) -> HttpResponse:
    """The whole page, or the piece of it that htmx swaps and the address that goes with that."""
    is_piece = wants_piece(request)
    if is_piece and request.method == "GET":
        address = request.get_full_path()
    template = "practice/exercise.html#exercise" if is_piece else "practice/exercise.html"
    context = {
        "shown": shown,
        "is_piece": is_piece,
        "has_title": is_piece and address,
        "is_foreign": is_foreign,
    }
    response = render(request, template, context, status=status)
    if is_piece and address:
        response["HX-Push-Url"] = address
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response


def _refused(request: HtmxRequest, asked: Exercise[Any, Any], notice: str) -> HttpResponse:
    """A new form with the choice that was made, and why it has to be posted again."""
    shown = question_shown(
        asked, posted=request.POST, is_answer=False, notice=notice, carried=_carried(request)
    )
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


def _step(asked: str | None) -> int:
    """A step of the hint; nothing else is one."""
    steps = {str(step): step for step in range(1, HINT_STEPS + 1)}
    return steps.get(asked or "", 0)


def _carried(request: HttpRequest) -> dict[str, str]:
    return {name: value for name, value in CARRIED.items() if request.GET.get(name) == value}
