"""Ten exercises chosen for a learner: begun, gone through item by item, looked back on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from lessons.content.reading import course
from tutorial.errors import NotHere, too_often_page
from tutorial.house_rules.named import named
from tutorial.learners.cookie import known_learner, learner_id, remember
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
from tutorial.practice.shown import attempt_shown, question_shown
from tutorial.practice.worked import worked_through
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.page import HtmxRequest, first_level, wants_piece
from tutorial.shared.words import language
from tutorial.sittings.ending import looked_back
from tutorial.sittings.going import AtItem, Going, exercise_of, rules_of, sitting_of, wished


@takes(*WRITE)
def begin(request: HtmxRequest) -> HttpResponse:
    """A series of what is wished for (ten mixed ones, if nothing is said), on the rules that were
    asked for, or else on those practised last."""
    limited = too_often(request, Limit.ANSWERS)
    if limited:
        return limited.tell(too_often_page(request, limited.sentence))
    rules = request.POST.get("rules") or rules_of(learner_id(request))
    asked = named(rules)
    if asked is None or asked.rules.document not in course().documents:
        raise NotHere(_("There is no rule set with this name."))
    wish = request.POST.get("about") or "ten"
    found = wished(learner_id(request), wish, asked.written, first_level(request))
    if found is None:
        ways = ((_("What you know"), reverse("progress")), (_("Practise"), reverse("practice")))
        raise NotHere(_("There is nothing to ask there today."), ways)
    learner = known_learner(request)
    response = HttpResponseRedirect(Going.of(found.begin(learner)).url, status=303)
    remember(response, learner.pk)
    return response


@takes(*READ, *WRITE)
def item(request: HtmxRequest, key: str, number: int) -> HttpResponse:
    """An item: asked, answered, shown with its verdict."""
    going = _going(request, key)
    found = going.at(number)
    if found is None:
        raise NotHere(_("This series has no exercise with this number."), _ways(going))
    asked, attempt = found
    return at_item(request, AtItem(going=going, item=asked), attempt)


def at_item(request: HtmxRequest, where: AtItem, attempt: Attempt | None) -> HttpResponse:
    """An item, with its answer if it has one."""
    going, asked = where.going, where.item
    if "dispute" in request.POST:
        return hold_for_wrong(request, attempt, where)
    if attempt is not None:
        is_again = "again" in request.GET or request.method == "POST"  # of another tab
        shown = attempt_shown(attempt, where, again=is_again)
        played = trick_up_to(shown.exercise, step_of(request.GET.get("card"), 4))
        return exercise_page(request, replace(shown, played_on=played))
    exercise = exercise_of(asked)
    if request.method == "POST":
        if "hint" in request.POST and where.tells:
            return give_hint(request, exercise, where)
        return check_answer(request, exercise, where)
    if asked != going.current:
        return HttpResponseRedirect(going.url)
    hint = step_of(request.GET.get("hint")) if where.tells else 0
    question = question_shown(exercise, where, hint=hint)
    if not going.quiz and has_missed_twice(request, exercise):
        question = replace(question, worked=worked_through(where.solved()))
    return exercise_page(request, question)


@takes(*READ)
def end(request: HtmxRequest, key: str) -> HttpResponse:
    """What is sure now, what is not, which beliefs showed, what comes next."""
    going = _going(request, key)
    if going.current is not None:
        return HttpResponseRedirect(going.url)
    if wants_piece(request):
        return HttpResponseClientRedirect(going.end_url)
    context = {
        "back": looked_back(going),
        "round": _done(going),
        "rules": going.sitting.sheet.rules,
    }
    return render(request, "sittings/end.html", context)


def _done(going: Going) -> dict[str, Any] | None:
    """Of the path, if the sitting was a round of one of its steps."""
    step, beginners = going.step, course().beginners
    if step is None:
        return None
    number = beginners.number_of(step)
    following = beginners.path[number] if number < len(beginners.path) else None
    return {
        "step": step,
        "number": number,
        "title": step.texts[language()].title,
        "following": following,
        "following_title": following.texts[language()].title if following else "",
        "sections": [(one, one.texts[language()].title) for one in step.sections],
        "first_game": next(
            one.id
            for one in course().replays.values()
            if one.document == beginners.id and one.is_whole
        ),
    }


def _going(request: HtmxRequest, key: str) -> Going:
    sitting = sitting_of(request, key)
    if sitting is None:
        raise NotHere(
            _("That series is somebody else’s, or it does not exist."),
            ((_("Choose what to practise"), reverse("practice")),),
        )
    return Going.of(sitting)


def _ways(going: Going) -> tuple[tuple[str, str], ...]:
    return ((_("Go on with the series"), going.url),)
