"""An exercise: asked on GET, answered on POST, shown with its verdict to its learner alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from lessons.exercises.addresses import MOVED, Address, NoSuchExercise
from lessons.exercises.answers import Answer
from lessons.exercises.exercise import Exercise, rule_missed
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.misconceptions import Misconception
from tutorial.errors import NotHere
from tutorial.learners.cookie import learner_id, remember
from tutorial.learners.models import Attempt
from tutorial.methods import READ, WRITE, takes
from tutorial.practice.card_by_card import trick_up_to
from tutorial.practice.choosing import chooser
from tutorial.practice.following import brought_up, new_seed
from tutorial.practice.keeping import (
    address_of,
    answered_exercise,
    is_theirs,
    keep_answer,
    own_attempt,
)
from tutorial.practice.links import carried_by, rules_of_kind, url_of
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
from tutorial.practice.worked import worked_example
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.page import HtmxRequest, wants_piece, way_back
from tutorial.shared.words import words
from tutorial.trouble import spared


@takes(*READ)
def choose(request: HttpRequest) -> HttpResponse:
    """What there is to practise, under a rule set and at a level."""
    found = chooser(request.GET)
    if found.found_url:
        return HttpResponseRedirect(found.found_url)
    status = 422 if found.is_refused else 200
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
            shown = attempt_shown(attempt, _carried(request), again="again" in request.GET)
            played = trick_up_to(shown.exercise, _step(request.GET.get("card"), 4))
            return _page(request, replace(shown, played_on=played))
    asked = _exercise_or_404(kind, rules, level, seed, request.GET.get("statement"))
    if request.method == "POST":
        return _hint(request, asked) if "hint" in request.POST else _answer(request, asked)
    if key is not None:
        question = question_shown(asked, _carried(request))
        return _page(request, question, status=404, is_foreign=True)
    there = brought_up(asked, _beliefs_after(request))
    if there != asked.address:
        return HttpResponseRedirect(url_of(there, **_carried(request)))
    question = question_shown(asked, _carried(request), hint=_step(request.GET.get("hint")))
    if _has_missed_twice(request, asked):
        question = replace(question, worked=worked_example(asked.address))
    return _page(request, question)


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


def _has_missed_twice(request: HttpRequest, asked: Exercise[Any]) -> bool:
    """Whether the learner's last two answers were both wrong on the rule that is asked for."""
    kind, learner, statement = asked.kind, learner_id(request), asked.address.statement
    if learner is None or statement is None:
        return False
    try:
        with spared():
            last = list(Attempt.objects.filter(learner=learner).order_by("-created", "-pk")[:2])
    except DatabaseError:
        return False
    missed = [
        _rule_missed(attempt)
        for attempt in last
        if (attempt.kind, attempt.version, attempt.right) == (kind.name, kind.version, False)
    ]
    return missed == [statement, statement]


def _rule_missed(attempt: Attempt) -> str | None:
    exercise, answer = answered_exercise(attempt)
    return rule_missed(exercise, exercise.kind.verdict(exercise.question, answer))


def _hint(request: HtmxRequest, asked: Exercise[Any]) -> HttpResponse:
    """The next step of the hint, with the choice kept that was made so far."""
    token = token_from(request.POST.get("token", ""), asked)
    done, hint = token.done if token else (), _step(request.POST["hint"])
    shown = question_shown(asked, _carried(request), hint=hint, done=done, kept=request.POST)
    return _page(request, replace(shown, is_hint_new=True))


def _answer(request: HtmxRequest, asked: Exercise[Any]) -> HttpResponse:
    """Checks the form, keeps the answer once, shows its verdict."""
    carried = _carried(request)
    token = token_from(request.POST.get("token", ""), asked)
    if token is None:
        reason = _("This form is out of date. Here is a fresh one; your choice is kept.")
        return _refused(request, asked, reason)
    hint, form = token.hint, posted_form(asked, token.done, request.POST)
    if form.is_going_on:
        # The first cards of an order have been pressed: the same form with those that are left.
        return _page(request, question_shown(asked, carried, hint=hint, kept=request.POST))
    if not form.is_valid():
        refused = question_shown(asked, carried, hint=hint, done=token.done, posted=request.POST)
        return _page(request, refused, status=422)
    answer: Answer = form.cleaned_data["answer"]
    if len(answer) < len(asked.kind.fields(asked.question)):
        # Nothing is kept before the last step.
        return _page(request, next_step_shown(asked, carried, hint=hint, done=answer))
    limited = too_often(request, Limit.ANSWERS)
    if limited:
        return limited.tell(_refused(request, asked, limited.sentence))
    verdict = asked.kind.verdict(asked.question, answer)
    try:
        attempt, is_new = keep_answer(request, asked, token, verdict)
    except DatabaseError as error:
        return _page(request, answer_shown(asked, carried, verdict, error=error))
    if not is_new and not is_theirs(request, attempt):
        return _refused(
            request, asked, _("Somebody else has already answered this form. Here is one for you.")
        )
    there = url_of(asked.address, attempt=attempt.key, **carried)
    if wants_piece(request):
        if is_new:
            shown = answer_shown(asked, carried, verdict, attempt)
        else:
            shown = attempt_shown(attempt, carried, again=True)
        response = _page(request, shown, address=there)
    else:
        told = there if is_new else f"{there}&again=1"
        response = HttpResponseRedirect(f"{told}#verdict", status=303)
    remember(response, attempt.learner_id)
    return response


@takes(*WRITE)
def dispute(request: HtmxRequest, key: str) -> HttpResponse:
    """The learner holds the verdict for wrong: kept with all that it takes to look into it."""
    attempt = Attempt.objects.filter(key=key, learner=learner_id(request)).first()
    if attempt is None:
        raise NotHere(_("You have no answer at this address."))
    carried = _carried(request)
    shown = attempt_shown(attempt, carried)
    if attempt.disputed is None:
        attempt.disputed = timezone.now()
        attempt.save(update_fields=["disputed"])
        report(attempt, shown)
    if attempt.moment:
        return HttpResponseRedirect(f"{way_back(request, reverse('replays'))}#verdict", status=303)
    if wants_piece(request):
        return _page(request, shown)
    there = url_of(address_of(attempt), attempt=key, **carried)
    return HttpResponseRedirect(f"{there}#verdict", status=303)


def _page(
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
    }
    response = render(request, template, context, status=status)
    if is_piece and address:
        response["HX-Push-Url"] = address
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response


def _refused(request: HtmxRequest, asked: Exercise[Any], notice: str) -> HttpResponse:
    """A new form with the choice that was made, and why it has to be posted again."""
    shown = question_shown(asked, _carried(request), kept=request.POST, notice=notice)
    return _page(request, shown, status=422)


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


def _step(asked: str | None, most: int = HINT_STEPS) -> int:
    """A step of the hint, or a card of the trick; 0 for nothing of that kind."""
    steps = {str(step): step for step in range(1, most + 1)}
    return steps.get(asked or "", 0)


def _carried(request: HttpRequest) -> dict[str, str]:
    return carried_by(request.GET.dict())
