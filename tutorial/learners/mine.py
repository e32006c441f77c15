"""What a learner has here: taken along to another device, exported, deleted."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tutorial.errors import too_often_page
from tutorial.learners.accounts import forgotten, must_be_signed_in, remembered_account
from tutorial.learners.cookie import before, learner_id, remember
from tutorial.learners.joining import LASTS, LENGTH, hand_over, join, offered, plain_code
from tutorial.learners.models import Attempt, Learner, Memory
from tutorial.methods import READ, WRITE, takes
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.page import PREFERENCES, keep, preference
from tutorial.shared.square import square

_ANSWER = (
    "created", "kind", "version", "rules", "level", "seed", "statement", "moment", "question",
    "answer", "right", "misconceptions", "with_help", "rule", "counts",
    "disputed", "sitting__key",
)  # fmt: skip
_RULE = ("statement", "rules", "due", "last", "right", "helped", "wrong", "clean_days", "level")


@takes(*READ)
def mine(request: HttpRequest) -> HttpResponse:
    """What there is, and what can be done with it."""
    return _page(request)


@takes(*WRITE)
def take_along(request: HttpRequest) -> HttpResponse:
    """A code for another device."""
    learner = _learner(request)
    if learner is None:
        return HttpResponseRedirect(reverse("mine"), status=303)
    must_be_signed_in(request)
    limited = too_often(request, Limit.CODES)
    if limited:
        return limited.tell(too_often_page(request, limited.sentence))
    handover = hand_over(learner, {name: preference(request, name) for name in PREFERENCES})
    drawn = square(request, f"{reverse('mine')}?code={handover.code}")
    return _page(request, handover=handover, square=drawn)


@takes(*WRITE)
def joined(request: HttpRequest) -> HttpResponse:
    """A code from another device: both are one learner from now on."""
    limited = too_often(request, Limit.CODES)
    if limited:
        return limited.tell(too_often_page(request, limited.sentence))
    must_be_signed_in(request)
    code, here = plain_code(request.POST.get("code", "")), _learner(request)
    there = offered(code)
    if there is not None and here not in {None, there} and "sure" not in request.POST:
        both = {"here": _has(here), "there": _has(there), "code": code}
        return render(request, "learners/together.html", both)
    handover = join(code, here.pk if here else None)
    if handover is None:
        fault = _("There is no such code, or its ten minutes are over. Ask the other device anew.")
        return _page(request, fault=fault, status=422)
    response = HttpResponseRedirect(f"{reverse('mine')}?joined=1", status=303)
    remember(response, handover.learner.pk)
    for name, value in handover.settings.items():
        keep(response, name, value)
    return response


@takes(*READ)
def export(request: HttpRequest) -> HttpResponse:
    """Everything that is kept of the learner, as JSON."""
    must_be_signed_in(request)
    learner = learner_id(request)
    answers = Attempt.objects.filter(learner=learner).order_by("created", "pk")
    rules = Memory.objects.filter(learner=learner).order_by("statement")
    told = {
        "accounts": _of_room(learner, "accounts", "username", "email", "date_joined"),
        "passkeys": _of_room(learner, "accounts__authenticator", "created_at", "last_used_at"),
        "answers": list(answers.values(*_ANSWER)),
        "rules": list(rules.values(*_RULE)),
        "house_rules": _house_rules(learner),
        "series": _of_room(learner, "sittings", "key", "sheet__about", "started", "ended"),
        "quizzes": _of_room(learner, "quizzes", "title", "code", "secret", "created"),
        "rooms": _of_room(learner, "lives", "title", "code", "secret", "created"),
        "seats": _of_room(learner, "seats", "live__title", "name"),
        "clubs": _of_room(learner, "memberships", "club__name", "name", "is_trainer", "agreed"),
        "score_sheets": _of_room(learner, "score_sheets", "title", "key", "created"),
        "games": _of_room(learner, "games", "key", "created", "record"),
    }
    response = JsonResponse(told, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = 'attachment; filename="karlchen.json"'
    return response


@takes(*READ, *WRITE)
def delete(request: HttpRequest) -> HttpResponse:
    """Asks once more, then deletes all there is."""
    must_be_signed_in(request)
    learner = _learner(request)
    if request.method != "POST" or learner is None:
        return render(request, "learners/delete.html", {"is_there": learner is not None})
    delete_sessions({str(one) for one in learner.accounts.values_list("pk", flat=True)})
    learner.delete()
    logout(request)
    return forgotten(render(request, "learners/delete.html", {"is_deleted": True}))


def delete_sessions(accounts: set[str]) -> None:
    """On all devices. Only who has signed in has a session, so there are not many."""
    for session in Session.objects.iterator() if accounts else ():
        if session.get_decoded().get(SESSION_KEY) in accounts:
            session.delete()


def _of_room(learner: int | None, relation: str, *names: str) -> list[dict[str, Any]]:
    """What a room further up keeps of a learner, oldest first."""
    there = [f"{relation}__{name}" for name in names]
    rows = Learner.objects.filter(pk=learner or 0, **{f"{relation}__isnull": False})
    rows = rows.order_by(f"{relation}__pk")
    return [dict(zip(names, row, strict=True)) for row in rows.values_list(*there)]


def _house_rules(learner: int | None) -> list[dict[str, Any]]:
    """Each with its versions, oldest first; as the relation is that of a room further up."""
    found: dict[str, dict[str, Any]] = {}
    of, version = "house_rules", "house_rules__versions"
    rows = Learner.objects.filter(pk=learner or 0, house_rules__isnull=False)
    rows = rows.order_by(f"{of}__pk", f"{version}__number")
    for key, name, rules in rows.values_list(f"{of}__key", f"{of}__name", f"{version}__rules"):
        found.setdefault(key, {"name": name, "rules": []})["rules"].append(rules)
    return list(found.values())


def _has(learner: Learner | None) -> tuple[int, str]:
    """Answers, and the name of an account."""
    if learner is None:
        return 0, ""
    name = learner.accounts.order_by("pk").values_list("username", flat=True).first()
    return learner.attempts.count(), name or ""


def _page(request: HttpRequest, *, status: int = 200, **more: Any) -> HttpResponse:
    learner = learner_id(request)
    answers = Attempt.objects.filter(learner=learner).count() if learner else 0
    context = {
        "answers": answers,
        "is_there": _learner(request) is not None,
        "minutes": int(LASTS.total_seconds() // 60),
        "is_joined": "joined" in request.GET,
        "account": request.user.get_username() if request.user.is_authenticated else "",
        "remembered": remembered_account(request),
        "has_mail": settings.HAS_MAIL,
        "was_before": before(request) is not None,
        "code": plain_code(request.GET.get("code", ""))[:LENGTH],
        **more,
    }
    return render(request, "learners/mine.html", context, status=status)


def _learner(request: HttpRequest) -> Learner | None:
    known = learner_id(request)
    return None if known is None else Learner.objects.filter(pk=known).first()
