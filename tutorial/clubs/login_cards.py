"""Cards to come in with, which trainers print for members who have no phone of their own.

A card is a key to a learner that was made with it, never to one who was there before it: what
somebody does without the card no trainer can open. What else becomes a key to that learner, an
account or another learner put together with him, makes the card void.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tutorial.clubs.models import LOGIN_CARD_LENGTH, Club, Member
from tutorial.clubs.roles import trainer_of
from tutorial.errors import NotHere, too_often_page
from tutorial.learners.accounts import is_account_here, is_somebody_here
from tutorial.learners.cookie import BEFORE, learner_id, remember
from tutorial.learners.joining import renewed
from tutorial.learners.models import Learner
from tutorial.methods import READ, WRITE, takes
from tutorial.quizzes.models import LONGEST_NAME, drawn_code, plain_code
from tutorial.shared.limits import Limit, is_at_limit, too_often
from tutorial.shared.square import square
from tutorial.shared.written import printable
from tutorial.sittings.going import DOUBLE_PRESS

MOST = 100
"""Names written in one go."""


def with_login_cards() -> QuerySet[Member]:
    """Members whose card is good."""
    return Member.objects.filter(login_card__isnull=False, learner__accounts=None)


def login_card_of(written: str) -> str:
    """A card's code, as people write it; empty where it is too short or too long for one."""
    code = plain_code(written, LOGIN_CARD_LENGTH)
    return code if len(code) == LOGIN_CARD_LENGTH else ""


@takes(*READ, *WRITE)
def login_cards(request: HttpRequest, key: str) -> HttpResponse:
    """For names that a trainer writes; to print, and to renew where one is lost."""
    trainer = trainer_of(request, key)
    there = reverse("login-cards", args=[key])
    fault = ""
    if request.method == "POST":
        what, _space, number = request.POST.get("do", "").partition(" ")
        fault = _renew(trainer.club, number) if what == "renew" else _write(request, trainer.club)
        if not fault:
            return HttpResponseRedirect(there, status=303)
    found = with_login_cards().filter(club=trainer.club).order_by("name", "pk")
    ways = [(one, reverse("login-card", args=[one.login_card])) for one in found]
    context = {
        "club": trainer.club,
        "cards": [(one, _apart(one.login_card), square(request, way)) for one, way in ways],
        "address": request.build_absolute_uri(reverse("clubs")),
        "typed": request.POST.get("names", ""),
        "fault": fault,
    }
    return render(request, "clubs/login_cards.html", context, status=422 if fault else 200)


def _apart(code: str | None) -> str:
    """In two halves, which are typed more easily."""
    half = LOGIN_CARD_LENGTH // 2
    return f"{(code or '')[:half]}-{(code or '')[half:]}"


def _renew(club: Club, number: str) -> str:
    """With another card; the browsers that the one before has opened know nothing more. Why it
    cannot be done, or nothing."""
    with club.kept_still():
        one = next(
            (one for one in with_login_cards().filter(club=club) if str(one.pk) == number), None
        )
        if one is None:
            return _("This member has no card, or an account by now.")
        renewed(one.learner)
        Member.objects.filter(pk=one.pk).update(login_card=drawn_code(LOGIN_CARD_LENGTH))
    return ""


def _write(request: HttpRequest, club: Club) -> str:
    """Members with cards, for names one a line. Pressed twice it is once."""
    if club.archived:
        return _("The club is archived: nobody comes in.")
    lines = map(printable, request.POST.get("names", "").splitlines())
    names = [*dict.fromkeys(filter(None, lines))]
    if not names:
        return _("Write at least one name.")
    if len(names) > MOST:
        return _("At most {most} names at once.").format(most=MOST)
    if longer := [name for name in names if len(name) > LONGEST_NAME]:
        told = _("A name has {most} letters at most: {name}")
        return told.format(most=LONGEST_NAME, name=longer[0])
    if limited := too_often(request, Limit.CLUBS_JOINED):
        return limited.sentence
    with club.kept_still():
        soon = timezone.now() - DOUBLE_PRESS
        lately = with_login_cards().filter(club=club, joined__gte=soon)
        just = set(lately.values_list("name", flat=True))
        for name in names:
            if name not in just:
                learner = Learner.objects.create()
                code = drawn_code(LOGIN_CARD_LENGTH)
                Member.objects.create(club=club, learner=learner, name=name, login_card=code)
    return ""


@takes(*READ, *WRITE)
def login_card(request: HttpRequest, code: str) -> HttpResponse:
    """Coming in with one. What this browser has kept so far waits until the card is put away."""
    if limited := is_at_limit(request, Limit.WRONG_CODES):
        return limited.tell(too_often_page(request, limited.sentence))
    found = (
        with_login_cards()
        .filter(login_card=login_card_of(code) or None)
        .select_related("club")
        .first()
    )
    if found is None:
        too_often(request, Limit.WRONG_CODES)
        reason = _("This card is not good any more. Your trainer can print another.")
        raise NotHere(reason, ((_("Clubs"), reverse("clubs")),))
    inside = HttpResponseRedirect(reverse("club", args=[found.club.key]), status=303)
    here = learner_id(request)
    if here == found.learner_id:
        return inside
    is_taken = is_account_here(request)
    if request.method != "POST" or is_taken:
        context = {"club": found.club, "member": found, "is_taken": is_taken}
        context["is_somebody"] = is_somebody_here(request) and not _is_by_login_card(here)
        status = 409 if request.method == "POST" else 200
        return render(request, "clubs/login_card.html", context, status=status)
    if found.agreed is None and "agrees" in request.POST:
        with transaction.atomic():
            Member.objects.filter(pk=found.pk, agreed=None).update(agreed=timezone.now())
    if here is not None and is_somebody_here(request) and not _is_by_login_card(here):
        remember(inside, here, BEFORE)
    remember(inside, found.learner_id)
    return inside


def _is_by_login_card(learner: int | None) -> bool:
    """Whether somebody else's card is in this browser already; it is not kept for later."""
    return with_login_cards().filter(learner=learner or 0).exists()
