"""The beginners' path: its steps, and the screens of a round of one."""

from __future__ import annotations

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from lessons.content.course import PathStep
from lessons.content.reading import course
from tutorial.course.rendering import screen_html
from tutorial.errors import NotHere, too_often_page
from tutorial.learners.cookie import known_learner, learner_id, remember
from tutorial.methods import READ, WRITE, takes
from tutorial.offline import keep_offline
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.page import LEFT_OFF, HtmxRequest, keep, wants_piece
from tutorial.shared.words import language
from tutorial.sittings.going import (
    Going,
    HowFar,
    furthest_step,
    round_of,
    screens_of,
    start_round,
    steps_done,
)
from tutorial.trouble import spared


@takes(*READ)
def path(request: HttpRequest) -> HttpResponse:
    """The beginners' path: its steps, which of them are done, and how far one has been."""
    done = _done(request)
    steps = [(one, one.texts[language()], one.id in done) for one in course().beginners.path]
    context = {"steps": steps, "left_off": next_step(request), "is_done": len(done) == len(steps)}
    return render(request, "course/path.html", context)


@takes(*READ, *WRITE)
def step(request: HttpRequest, step: str) -> HttpResponse:
    """Where one is in a round of a step; posted, it begins, from the screen that was read last."""
    found = _step_or_404(step)
    if request.method != "POST":
        going = _going(request, found)
        return (
            _kept(HttpResponseRedirect(going.url), request, found)
            if going
            else _screen(request, found, 1, None)
        )
    limited = too_often(request, Limit.ANSWERS)
    if limited:
        return limited.tell(too_often_page(request, limited.sentence))
    learner = known_learner(request)
    going = round_of(learner.pk, found) or Going.of(start_round(learner, found))
    read = request.POST.get("read", "")
    number = int(read) if read in {str(n) for n in range(1, len(found.parts) + 1)} else 0
    item = going.asked_at(number + 1) if number else None
    there = going.url_of(item) if item is not None and item == going.current else going.url
    response = HttpResponseRedirect(there, status=303)
    remember(response, learner.pk)
    return response


@takes(*READ)
def screen(request: HtmxRequest, step: str, number: int) -> HttpResponse:
    """What a step tells at once; or where its question is asked."""
    if wants_piece(request):  # the way on from a verdict
        return HttpResponseClientRedirect(request.path)
    found = _step_or_404(step)
    if not 1 <= number <= len(found.parts):
        ways = ((found.texts[language()].title, reverse("step", args=[found.id])),)
        raise NotHere(_("This step has no screen with this number."), ways)
    going = _going(request, found)
    if found.parts[number - 1].ask is None:
        return _screen(request, found, number, going)
    if going is None:
        told = max(n for n, part in enumerate(found.parts[:number], 1) if part.ask is None)
        return HttpResponseRedirect(reverse("screen", args=[found.id, told]))
    item = going.asked_at(number)
    return HttpResponseRedirect(going.url if item is None else going.url_of(item))


def _screen(request: HttpRequest, step: PathStep, number: int, going: Going | None) -> HttpResponse:
    beginners, said = course().beginners, step.texts[language()]
    part, parts = said.parts[number - 1], said.parts
    picture, words = screen_html(part, beginners.rules, language(), said.language)
    following = parts[number] if number < len(parts) else None
    on_url = ""  # where a round has to be begun
    if following is not None and following.ask is None:
        on_url = reverse("screen", args=[step.id, number + 1])
    elif going is not None:
        item = going.asked_at(number + 1) if following is not None else None
        on_url = going.url if item is None else going.url_of(item)
    if going is not None:
        far = going.far(number)
    else:
        far = HowFar.at(step, screens_of(step, ()), number - 1)
    context = {
        "here": {"far": far},
        "is_foreign": said.language != language(),
        "text": said,
        "number": number,
        "on_felt": picture,
        "words": words,
        "back_url": _back(step, number, going),
        "on_url": on_url,
    }
    response = keep_offline(render(request, "course/screen.html", context))
    return _kept(response, request, step)


def _back(step: PathStep, number: int, going: Going | None) -> str:
    """Of the screen before; empty at the first. What nobody has been asked yet is passed over."""
    before = range(number - 1, 0, -1)
    told = (n for n in before if step.parts[n - 1].ask is None or going is not None)
    there = next(told, None)
    return "" if there is None else reverse("screen", args=[step.id, there])


def _kept(response: HttpResponse, request: HttpRequest, step: PathStep) -> HttpResponse:
    """Has the browser keep the furthest step that was open."""
    before = left_off(request)
    number = course().beginners.number_of(step)
    if before is None or before[1] < number:
        keep(response, LEFT_OFF, step.id)
    return response


def _going(request: HttpRequest, step: PathStep) -> Going | None:
    """The round that is under way; none where the database cannot say."""
    try:
        with spared():
            return round_of(learner_id(request), step)
    except DatabaseError:
        return None


def _step_or_404(step: str) -> PathStep:
    found = course().beginners.step(step)
    if found is None:
        raise NotHere(_("The path does not have this step."), ((_("The path"), reverse("path")),))
    return found


def left_off(request: HttpRequest) -> tuple[PathStep, int, str] | None:
    """The furthest step that was open here, or begun on another device; its number and title."""
    found = course().beginners.step(request.COOKIES.get(LEFT_OFF, ""))
    if found is None:
        try:
            with spared():
                found = furthest_step(learner_id(request))
        except DatabaseError:
            return None
    return None if found is None else _titled(found)


def _titled(step: PathStep) -> tuple[PathStep, int, str]:
    return step, course().beginners.number_of(step), step.texts[language()].title


def next_step(request: HttpRequest) -> tuple[PathStep, int, str] | None:
    """The step to go on with, its number and title; None before the first and after the last."""
    furthest = left_off(request)
    if furthest is None:
        return None
    done, path = _done(request), course().beginners.path
    ahead = (one for one in path[furthest[1] - 1 :] if one.id not in done)
    return next(map(_titled, ahead), None)


def _done(request: HttpRequest) -> frozenset[str]:
    """The steps that have been gone through; none where the database cannot say."""
    try:
        with spared():
            return steps_done(learner_id(request))
    except DatabaseError:
        return frozenset()
