"""Clubs: founded, joined, left; the trainers' board and what leads on from it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from lessons.content.reading import course
from tutorial.clubs.board import (
    STUCK,
    beliefs_of,
    board_of,
    cells_by_standing,
    example_board,
    own_row,
    rules_of_member,
    showing,
    weeks_of,
)
from tutorial.clubs.doing import tasks_of
from tutorial.clubs.forms import KEPT, FoundForm, JoinForm, SettingsForm
from tutorial.clubs.homework import USUAL, set_homework
from tutorial.clubs.login_cards import login_card_of, with_login_cards
from tutorial.clubs.models import LONGEST_CALLED, Club, Member
from tutorial.clubs.roles import answers_seen, has_account, member_of, trainer_of
from tutorial.errors import NotHere, too_often_page
from tutorial.house_rules.named import named
from tutorial.learners.accounts import must_be_signed_in, opened
from tutorial.learners.cookie import known_learner, learner_id, remember
from tutorial.learners.models import FORM_KEY, Learner, User, unguessable
from tutorial.methods import READ, WRITE, takes
from tutorial.practice.asking import exercise_page
from tutorial.practice.keeping import address_of
from tutorial.practice.shown import attempt_shown
from tutorial.practice.where import OneOfMany
from tutorial.quizzes.leading import bases, make_quiz, on_belief
from tutorial.quizzes.live.leading import begin
from tutorial.quizzes.models import LENGTH, LONGEST_NAME, Quiz, drawn_code, plain_code
from tutorial.quizzes.proposing import proposed
from tutorial.shared.limits import Limit, is_at_limit, too_often
from tutorial.shared.page import HtmxRequest
from tutorial.shared.square import square
from tutorial.shared.written import printable, spreadsheet
from tutorial.sittings.choosing import Chosen, document_under
from tutorial.sittings.going import DOUBLE_PRESS, QUIZ

MOST_SHOWN = 200
"""Answers that showed a belief, one after the other on a beamer."""
QUESTIONS = 10
"""Of a quiz on what an evening repeats."""


@takes(*READ)
def index(request: HttpRequest) -> HttpResponse:
    """One's own clubs, where to found one and where to come in."""
    return _index(request)


def _index(request: HttpRequest, code: str = "", *, status: int = 200) -> HttpResponse:
    own = Member.objects.filter(learner=learner_id(request) or 0).select_related("club")
    own = own.order_by("club__name")
    context = {
        "own": own.filter(club__archived=None)[:100],
        "archived": own.filter(club__archived__isnull=False)[:100],
        "code": code,
        "is_wrong": status != 200,
        "length": LENGTH,
        "board": None if own else example_board(timezone.now()),
    }
    return render(request, "clubs/index.html", context, status=status)


@takes(*READ, *WRITE)
def new(request: HttpRequest) -> HttpResponse:
    """Founding one; whoever does must have an account."""
    if not has_account(request):
        if isinstance(request.user, User):  # signed in elsewhere: in the administration
            there = HttpResponseRedirect(reverse("club-new"))
            return opened(there, request, request.user, is_mine=False)
        return HttpResponseRedirect(f"{reverse('account_signup')}?next={reverse('club-new')}")
    must_be_signed_in(request)
    form = FoundForm(bases(learner_id(request)), request.POST or None)
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "clubs/new.html", {"form": form}, status=status)
    if limited := too_often(request, Limit.CLUBS_FOUNDED):
        return limited.tell(too_often_page(request, limited.sentence))
    learner, wished = known_learner(request), form.cleaned_data
    lately = timezone.now() - DOUBLE_PRESS
    with transaction.atomic():
        Learner.objects.select_for_update().filter(pk=learner.pk).exists()
        own = Club.objects.filter(members__learner=learner, name=wished["name"])
        club = own.filter(created__gte=lately).first()
        if club is None:
            club = Club(name=wished["name"])
            _play_by(club, wished["rules"])
            club.save()
            Member.objects.create(club=club, learner=learner, name=wished["own"], is_trainer=True)
    return HttpResponseRedirect(reverse("club-people", args=[club.key]), status=303)


@takes(*READ)
def enter(request: HttpRequest) -> HttpResponse:
    """Where a code is entered."""
    written = request.GET.get("code", "")
    if code := login_card_of(written):
        return HttpResponseRedirect(reverse("login-card", args=[code]))
    found = _with_code(request, written)
    if isinstance(found, HttpResponse):
        return found
    return HttpResponseRedirect(reverse("club-join", args=[found.code]))


def _with_code(request: HttpRequest, written: str) -> Club | HttpResponse:
    """The club that a code opens, else what is answered; wrong ones are counted."""
    if limited := is_at_limit(request, Limit.WRONG_CODES):
        return limited.tell(too_often_page(request, limited.sentence))
    found = Club.objects.filter(code=plain_code(written), archived=None).first()
    if found is None:
        too_often(request, Limit.WRONG_CODES)
        return _index(request, plain_code(written), status=422)
    return found


@takes(*READ, *WRITE)
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Coming in with a name, and saying whether trainers may see how one stands."""
    club = _with_code(request, code)
    if isinstance(club, HttpResponse):
        return club
    inside = HttpResponseRedirect(reverse("club", args=[club.key]), status=303)
    if club.members.filter(learner=learner_id(request) or 0).exists():
        return inside
    form = JoinForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        context = {"club": club, "form": form, "key": request.POST.get("join") or unguessable()}
        status = 422 if request.method == "POST" else 200
        return render(request, "clubs/join.html", context, status=status)
    if limited := too_often(request, Limit.CLUBS_JOINED):
        return limited.tell(too_often_page(request, limited.sentence))
    remember(inside, _come_in(request, club, form.cleaned_data))
    return inside


def _come_in(request: HttpRequest, club: Club, told: Mapping[str, Any]) -> int:
    """Who came in. Of two presses at once, before a browser knows who it is, the second is the
    first's."""
    sent = request.POST.get("join", "")
    key = sent if FORM_KEY.fullmatch(sent) else None
    with transaction.atomic():
        Club.objects.select_for_update().filter(pk=club.pk).exists()
        if key and learner_id(request) is None:
            soon = timezone.now() - DOUBLE_PRESS
            first = club.members.filter(key=key, joined__gt=soon, learner__created__gt=soon)
            if pressed := first.first():
                return pressed.learner_id
        learner = known_learner(request)
        agreed = timezone.now() if told["agrees"] else None
        is_known = key is not None and Member.objects.filter(key=key).exists()
        defaults = {"name": told["name"], "agreed": agreed, "key": None if is_known else key}
        Member.objects.get_or_create(club=club, learner=learner, defaults=defaults)
    return learner.pk


@takes(*READ, *WRITE)
def club(request: HttpRequest, key: str) -> HttpResponse:
    """What a member sees: how he stands, and what trainers see of it; for trainers the board."""
    member = member_of(request, key)
    if request.method == "POST":
        return _done(request, member)
    if member.is_trainer:
        return _board(request, trainer_of(request, key))
    return _own(request, member)


def _done(request: HttpRequest, member: Member) -> HttpResponse:
    there = reverse("club", args=[member.club.key])
    what, _space, about = request.POST.get("do", "").partition(" ")
    if what in {"agree", "withdraw"}:
        agreed = timezone.now() if what == "agree" else None
        Member.objects.filter(pk=member.pk).update(agreed=agreed)
        there = f"{there}#seen"
    elif what == "no-card":
        Member.objects.filter(pk=member.pk).update(login_card=None)
    elif what == "leave":
        with member.club.kept_still():
            if member.is_last_trainer:
                fault = _("You are the only trainer. Make somebody else one, or delete the club.")
                return _own(request, member, fault=fault)
            member.delete()
        there = reverse("clubs")
    elif what == "homework":
        trainer_of(request, member.club.key)
        there = _as_homework(request, member) or f"{there}?nothing=1"
    elif what in {"belief", "weak"}:
        trainer_of(request, member.club.key)
        nothing = HttpResponseRedirect(f"{there}?nothing=1", status=303)
        make = _on_belief if what == "belief" else _on_weak
        made = make(request, member, about)
        return made or nothing
    return HttpResponseRedirect(there, status=303)


def _on_belief(request: HttpRequest, member: Member, belief: str) -> HttpResponse | None:
    """A quiz; None where nobody has shown it."""
    found = showing(member.club, belief, timezone.now())[:MOST_SHOWN]
    addresses = [address_of(one) for one in found]
    return on_belief(request, belief, addresses) if addresses else None


def _on_weak(request: HttpRequest, member: Member, where: str) -> HttpResponse | None:
    """A quiz on what the most should repeat: to look at, at once before the room, or on paper; None
    where nothing is weak. Pressed twice it is one."""
    if limited := too_often(request, Limit.QUIZZES_MADE):
        return limited.tell(too_often_page(request, limited.sentence))
    with member.club.kept_still():
        quiz = _made_just_now(member) or _made_of_weak(member)
    if quiz is None:
        return None
    if where == "live":
        return begin(request, quiz.secret)
    page = "quiz-print" if where == "paper" else "quiz-lead"
    return HttpResponseRedirect(reverse(page, args=[quiz.secret]), status=303)


def _made_just_now(member: Member) -> Quiz | None:
    soon = timezone.now() - DOUBLE_PRESS
    own = Quiz.objects.filter(owner=member.learner_id, title=member.club.name)
    return own.filter(created__gte=soon).first()


def _made_of_weak(member: Member) -> Quiz | None:
    club, chosen = member.club, _weak_of(member.club)
    return make_quiz(member.learner_id, club.name, club.rules, chosen) if chosen else None


def _weak_of(of: Club) -> Sequence[Chosen]:
    """Questions on the rules that the most should repeat; none where nothing is weak."""
    weak = [one.statement for one in board_of(of, timezone.now()).weak]
    return proposed(of.rules, (), (), 1, QUESTIONS, random.SystemRandom(), weak) if weak else ()


def _as_homework(request: HttpRequest, member: Member) -> str:
    """What the most should repeat, as a quiz until the same day of next week; where it stands, or
    nothing where nothing is weak. Pressed twice it is one."""
    lately = timezone.now() - DOUBLE_PRESS
    there = reverse("club-homework", args=[member.club.key])
    with member.club.kept_still():
        if member.club.homework.filter(about__startswith=QUIZ, created__gte=lately).exists():
            return there
        if too_often(request, Limit.QUIZZES_MADE):
            return ""
        quiz = _made_of_weak(member)
        if quiz is None:
            return ""
        until = timezone.localdate() + USUAL
        set_homework(member.club, f"{QUIZ}{quiz.code}", until)
    return there


def _board(request: HttpRequest, member: Member) -> HttpResponse:
    now, section = timezone.now(), request.GET.get("section", "")
    context = {
        "club": member.club,
        "member": member,
        "board": board_of(member.club, now, section),
        "beliefs": beliefs_of(member.club, now),
        "is_opened": bool(section),
        "is_by_due": request.GET.get("sort") == "due",
        "is_nothing": "nothing" in request.GET,
    }
    return render(request, "clubs/board.html", context)


@takes(*READ)
def me(request: HttpRequest, key: str) -> HttpResponse:
    """What trainers see of oneself; where a trainer leaves."""
    return _own(request, member_of(request, key))


def _own(request: HttpRequest, member: Member, *, fault: str = "") -> HttpResponse:
    context = {
        "club": member.club,
        "member": member,
        "board": own_row(member, timezone.now()),
        "trainers": member.club.members.filter(is_trainer=True).order_by("name"),
        "stuck": STUCK,
        "tasks": tasks_of(member.learner_id),
        "has_login_card": with_login_cards().filter(pk=member.pk).exists(),
        "fault": fault,
    }
    return render(request, "clubs/me.html", context, status=409 if fault else 200)


@takes(*READ)
def table(request: HttpRequest, key: str) -> HttpResponse:
    """The board for a spreadsheet."""
    trainer = trainer_of(request, key)
    board = board_of(trainer.club, timezone.now(), request.GET.get("section", ""))
    rows = [[_("Name"), _("Last here"), *(one.title for one in board.columns)]]
    for row in board.rows:
        last = row.last.date().isoformat() if row.last else ""
        rows.append([row.member.name, last, *(one.said for one in row.cells)])
    return spreadsheet("club", rows)


@dataclass(frozen=True, kw_only=True)
class OnBoard(OneOfMany):
    """An answer of a member, shown to the club without a name."""

    club: Club
    head = "clubs/answer_head.html"


@takes(*READ)
def answer(request: HtmxRequest, key: str, answer: str) -> HttpResponse:
    """An answer that showed a belief, for the beamer, and the way to the next that did."""
    trainer = trainer_of(request, key)
    attempt = answers_seen(trainer.club).filter(key=answer).first()
    if attempt is None:
        reason = _("There is no such answer, or its member does not show it any more.")
        raise NotHere(reason, ((trainer.club.name, reverse("club", args=[key])),))
    found = showing(trainer.club, attempt.belief, timezone.now())
    alike = [*found.values_list("key", flat=True)[:MOST_SHOWN]]
    place = alike.index(answer) + 1 if answer in alike else len(alike)
    query = "?view=beamer" if request.GET.get("view") == "beamer" else ""
    after = reverse("club-answer", args=[key, alike[place]]) if place < len(alike) else ""
    where = OnBoard(club=trainer.club, following=f"{after}{query}" if after else "")
    return exercise_page(request, attempt_shown(attempt, where).unmarked)


@takes(*READ, *WRITE)
def people(request: HttpRequest, key: str) -> HttpResponse:
    """How one comes in; members renamed, removed, made trainers."""
    trainer = trainer_of(request, key)
    fault = _changed(request, trainer) if request.method == "POST" else ""
    if request.method == "POST" and not fault:
        return HttpResponseRedirect(reverse("club-people", args=[key]), status=303)
    way_in = reverse("club-join", args=[trainer.club.code])
    wrong = request.POST.get("do", "").partition(" ")[2] if fault else ""
    rows = board_of(trainer.club, timezone.now()).rows
    context = {
        "club": trainer.club,
        "wrong": int(wrong) if wrong.isdecimal() and len(wrong) < 10 else 0,
        "typed": request.POST.get("name", ""),
        "member": trainer,
        "rows": rows,
        "members": [row.member for row in rows],
        "standings": cells_by_standing().values(),
        "way_in": request.build_absolute_uri(way_in),
        "square": square(request, way_in),
        "longest": LONGEST_NAME,
        "fault": fault,
        "joins": request.POST.dict() if fault and "other" in request.POST else None,
    }
    return render(request, "clubs/people.html", context, status=422 if fault else 200)


def _changed(request: HttpRequest, trainer: Member) -> str:
    """Why it could not be done; else empty."""
    what, _space, number = request.POST.get("do", "").partition(" ")
    if what == "code":
        Club.objects.filter(pk=trainer.club_id).update(code=drawn_code())
        return ""
    if what in {"archive", "unarchive"}:
        since = timezone.now() if what == "archive" else None
        Club.objects.filter(pk=trainer.club_id).update(archived=since)
        return ""
    with trainer.club.kept_still():
        if what == "same":
            return _made_one(request, trainer.club)
        return _changed_one(request, trainer.club, what, number)


def _made_one(request: HttpRequest, of: Club) -> str:
    """Of two entries; why it could not be done, else empty."""
    members = {str(one.pk): one for one in of.members.all()}
    goes, stays = (members.get(request.POST.get(name, "")) for name in ("one", "other"))
    if goes is None or stays is None or goes == stays:
        return _("Choose two entries.")
    stays.take_over(goes)
    return ""


def _changed_one(request: HttpRequest, of: Club, what: str, number: str) -> str:
    members = of.members.all()
    one = next((member for member in members if str(member.pk) == number), None)
    if one is None:
        return ""
    if what in {"remove", "member"} and one.is_last_trainer:
        return _("A club needs a trainer: make somebody else one first.")
    if what == "remove":
        one.delete()
    elif what in {"trainer", "member"}:
        members.filter(pk=one.pk).update(is_trainer=what == "trainer")
    elif what == "rename":
        name = printable(request.POST.get("name", ""))
        if not name or len(name) > LONGEST_NAME:
            return _("A name has {most} letters at most, and at least one.").format(
                most=LONGEST_NAME
            )
        one.be_called(name)
    return ""


@takes(*READ, *WRITE)
def settings(request: HttpRequest, key: str) -> HttpResponse:
    """The club's name and rules."""
    club = trainer_of(request, key).club
    posted = request.POST if request.method == "POST" else None
    form = SettingsForm(club, bases(learner_id(request)), posted)
    if posted is None or not form.is_valid():
        context = {"club": club, "form": form}
        return render(
            request, "clubs/settings.html", context, status=200 if posted is None else 422
        )
    before = document_under(club.rules)
    club.name = form.cleaned_data["name"]
    if form.cleaned_data["rules"] != KEPT:
        _play_by(club, form.cleaned_data["rules"])
    with transaction.atomic():
        club.save(update_fields=["name", "rules", "called"])
        if document_under(club.rules) != before:
            # They agreed to be seen under others.
            club.members.update(agreed=None)
    return HttpResponseRedirect(reverse("club-people", args=[key]), status=303)


def _play_by(club: Club, asked: str) -> None:
    """Rules that a form offered; not saved."""
    rules = named(asked)
    if rules is None or rules.rules.document not in course().documents:
        raise NotHere(_("There is no rule set with this name."))
    club.rules, club.called = rules.written, rules.name[:LONGEST_CALLED]


@takes(*READ)
def way(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """A member's way: rule by rule how he stands, and week by week what he answered. For trainers,
    if he agreed, and for himself."""
    asking = member_of(request, key)
    shown = Q(agreed__isnull=False) if asking.is_trainer else Q(pk=asking.pk)
    one = asking.club.members.filter(shown | Q(pk=asking.pk), pk=number).first()
    if one is None:
        reason = _("There is no such member, or he does not show how he stands.")
        raise NotHere(reason, ((asking.club.name, reverse("club", args=[key])),))
    one.club = asking.club
    if one.pk != asking.pk:
        must_be_signed_in(request)
    context = {
        "club": asking.club,
        "member": one,
        "is_own": one.pk == asking.pk,
        "sections": rules_of_member(one, timezone.now()),
        "standings": cells_by_standing().values(),
        "weeks": weeks_of(one),
    }
    return render(request, "clubs/way.html", context)


@takes(*READ, *WRITE)
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Asks once more, then deletes the club; what members know stays theirs."""
    trainer = trainer_of(request, key)
    if request.method != "POST":
        number = trainer.club.members.count()
        return render(request, "clubs/delete.html", {"club": trainer.club, "number": number})
    trainer.club.delete()
    return HttpResponseRedirect(reverse("clubs"), status=303)
