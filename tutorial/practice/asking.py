"""Asking and checking, wherever an exercise stands: alone, in a lesson, as an item of a sitting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from lessons.exercises.addresses import rules_as_text
from lessons.exercises.answers import Answer
from lessons.exercises.exercise import Exercise
from tutorial.errors import NotHere
from tutorial.house_rules.named import own_name
from tutorial.learners.cookie import learner_id, remember
from tutorial.learners.models import Attempt, Memory
from tutorial.learners.remembering import rules_apart
from tutorial.practice.keeping import address_of, is_theirs, keep_answer
from tutorial.practice.reports import report
from tutorial.practice.shown import (
    HINT_STEPS,
    ShownExercise,
    answer_shown,
    attempt_shown,
    next_step_shown,
    posted_form,
    question_shown,
)
from tutorial.practice.tokens import token_from
from tutorial.practice.where import Where
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.page import HtmxRequest, wants_piece
from tutorial.trouble import spared


def check_answer(request: HtmxRequest, asked: Exercise[Any], where: Where) -> HttpResponse:
    """Checks the form, keeps the answer once, shows its verdict."""
    token = token_from(request.POST.get("token", ""), asked)
    if token is None:
        reason = _("This form is out of date. Here is a fresh one; your choice is kept.")
        return _refused(request, asked, where, reason)
    hint = token.hint
    form = posted_form(asked, token.done, request.POST, is_whole=where.asks_whole)
    if form.is_going_on:
        # The first cards of an order have been pressed: the same form with those that are left.
        return exercise_page(request, question_shown(asked, where, hint=hint, kept=request.POST))
    if not form.is_valid():
        refused = question_shown(asked, where, hint=hint, done=token.done, posted=request.POST)
        return exercise_page(request, refused, status=422)
    answer: Answer = form.cleaned_data["answer"]
    if len(answer) < len(asked.kind.fields(asked.question)):
        # Nothing is kept before the last step.
        return exercise_page(request, next_step_shown(asked, where, hint=hint, done=answer))
    limited = too_often(request, Limit.ANSWERS)
    if limited:
        return limited.tell(_refused(request, asked, where, limited.sentence))
    verdict = asked.kind.verdict(asked.question, answer)
    try:
        attempt, is_new = keep_answer(request, asked, token, verdict, where)
    except DatabaseError as error:
        return exercise_page(request, answer_shown(asked, where, verdict, error=error))
    if not is_new and not is_theirs(request, attempt):
        return _refused(
            request,
            asked,
            where,
            _("Somebody else has already answered this form. Here is one for you."),
        )
    where = where.renewed()
    if not where.tells:
        return _on_without_a_word(request, where, attempt)
    there = where.answered_url(asked.address, attempt)
    if wants_piece(request):
        if is_new:
            shown = answer_shown(asked, where, verdict, attempt)
        else:
            shown = attempt_shown(attempt, where, again=True)
        response = exercise_page(request, shown, address=there)
    else:
        told = there if is_new else where.answered_url(asked.address, attempt, again="1")
        response = HttpResponseRedirect(f"{told}#verdict", status=303)
    remember(response, attempt.learner_id)
    return response


def _on_without_a_word(request: HtmxRequest, where: Where, attempt: Attempt) -> HttpResponse:
    """To what comes next: whether it was right is told later."""
    response: HttpResponse
    if wants_piece(request):
        response = HttpResponseClientRedirect(where.on_url())
    else:
        response = HttpResponseRedirect(where.on_url(), status=303)
    remember(response, attempt.learner_id)
    return response


def give_hint(request: HtmxRequest, asked: Exercise[Any], where: Where) -> HttpResponse:
    """The next step of the hint, with the choice kept that was made so far."""
    token = token_from(request.POST.get("token", ""), asked)
    done, hint = token.done if token else (), step_of(request.POST["hint"])
    shown = question_shown(asked, where, hint=hint, done=done, kept=request.POST)
    return exercise_page(request, replace(shown, is_hint_new=True))


def hold_for_wrong(request: HtmxRequest, attempt: Attempt | None, where: Where) -> HttpResponse:
    """The learner holds the verdict for wrong: kept with all that it takes to look into it. One
    stays where one is."""
    if attempt is None:
        raise NotHere(_("You have no answer at this address."))
    shown = attempt_shown(attempt, where)
    if attempt.disputed is None:
        attempt.disputed = timezone.now()
        attempt.save(update_fields=["disputed"])
        report(attempt, shown)
    if wants_piece(request):
        return exercise_page(request, shown)
    there = where.answered_url(address_of(attempt), attempt)
    return HttpResponseRedirect(f"{there}#verdict", status=303)


def has_missed_twice(request: HttpRequest, asked: Exercise[Any]) -> bool:
    """Whether the learner's last two answers on the rule that is asked for were wrong."""
    learner, statement = learner_id(request), asked.address.statement
    if learner is None or statement is None:
        return False
    try:
        with spared():
            found = Memory.objects.filter(
                learner=learner,
                statement=statement,
                rules=rules_apart(asked.address.rules, statement),
                misses__gt=1,
            )
            return found.exists()
    except DatabaseError:
        return False


def exercise_page(
    request: HtmxRequest,
    shown: ShownExercise,
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
        "house_rules": _house_rules(request, shown),
    }
    response = render(request, template, context, status=status)
    if is_piece and address:
        response["HX-Push-Url"] = address
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response


def _house_rules(
    request: HtmxRequest, shown: ShownExercise
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What they differ in, after what the learner calls them."""
    own = ((own_name(learner_id(request), rules_as_text(r)), told) for r, told in shown.house_rules)
    return tuple((name or _("House rules"), told) for name, told in own)


def _refused(request: HtmxRequest, asked: Exercise[Any], where: Where, notice: str) -> HttpResponse:
    """A new form with the choice that was made, and why it has to be posted again."""
    shown = question_shown(asked, where, kept=request.POST, notice=notice)
    return exercise_page(request, shown, status=422)


def step_of(asked: str | None, most: int = HINT_STEPS) -> int:
    """A step of the hint, or a card of the trick; 0 for nothing of that kind."""
    steps = {str(step): step for step in range(1, most + 1)}
    return steps.get(asked or "", 0)
