"""The phone of somebody in the room: in by the code, then whatever the room is at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from lessons.exercises.addresses import Address
from lessons.exercises.answers import Answer, answer_as_json, answer_from_json
from lessons.exercises.exercise import Exercise, rule_missed
from tutorial.errors import too_often_page
from tutorial.learners.cookie import known_learner, learner_id, remember, signed_id
from tutorial.learners.models import FORM_KEY, Attempt, unguessable
from tutorial.methods import READ, WRITE, takes
from tutorial.practice.asking import exercise_page
from tutorial.practice.forms import AnswerForm
from tutorial.practice.keeping import DOUBLE_PRESS
from tutorial.practice.shown import answer_shown, question_shown
from tutorial.practice.tokens import token_from
from tutorial.practice.verdict import ShownVerdict
from tutorial.practice.where import Where
from tutorial.practice.worked import worked_through
from tutorial.quizzes.forms import StartForm
from tutorial.quizzes.given import said_answer
from tutorial.quizzes.live.alike import made_before, made_once
from tutorial.quizzes.live.now import proof_of
from tutorial.quizzes.live.pieces import (
    Piece,
    counted,
    kept_while_open,
    pace_of,
    piece_of,
    seat_of,
    shows_answer,
    shows_question,
    told_to_phones,
)
from tutorial.quizzes.models import LENGTH, Guest, Live, Phase, Quiz, Vote, plain_code
from tutorial.quizzes.taking import exercises_for
from tutorial.shared.limits import Limit, is_at_limit, too_often
from tutorial.shared.page import HtmxRequest, wants_piece
from tutorial.sittings.going import exercise_of
from tutorial.sittings.models import Item, lines_of


@dataclass(frozen=True, kw_only=True)
class AtLive(Where):
    """As the question that the room is at."""

    live: Live
    of: int
    """Questions in all."""
    there: int
    """How many are in the room."""
    said: str = ""
    """What one has answered so far."""
    tells = False
    asks_whole = True
    leads_elsewhere = False
    sheets: ClassVar = ("quiz.css",)
    script = "js/live.js"
    head = "live/head.html"

    @property
    def heading(self) -> str:  # type: ignore[override]
        return self.live.title

    @property
    def pace(self) -> int:
        return pace_of(self.live.phase, self.there)

    @property
    def now(self) -> str:
        """Where it asks whether anything has changed."""
        code = self.live.code
        return f"{reverse('live', args=[code])}now?of={proof_of(code)}"

    @property
    def version(self) -> str:
        live = self.live
        return told_to_phones(live.phase, live.item_id, live.vote, live.is_paused)

    @property
    def arrived(self) -> str:  # type: ignore[override]
        """So that the table stands still: it is said where the task was."""
        if not self.said:
            return ""
        said = _("It has arrived: {said}. You can change it until it is closed.")
        return said.format(said=self.said)

    @property
    def place(self) -> str:
        """Of the question and vote: what is posted says what it was given to."""
        return f"{self.live.item_id}.{self.live.vote}"

    def url(self, address: Address, **query: str) -> str:
        return f"{reverse('live', args=[self.live.code])}?at={self.place}"

    def other_url(self, address: Address) -> str:
        return ""

    def answered_url(self, address: Address, attempt: Attempt, **query: str) -> str:
        return self.url(address)

    def next_url(self, exercise: Exercise[Any], verdict: ShownVerdict) -> str:
        return ""


def _at(live: Live) -> AtLive:
    of, there = counted(live)
    return AtLive(live=live, of=of, there=there)


@takes(*READ)
def enter(request: HttpRequest) -> HttpResponse:
    """Where the code is entered that stands on the screen."""
    written = request.GET.get("code", "")
    if not written:
        return _enter(request, "")
    found = live_at(request, written, status=422)
    if isinstance(found, HttpResponse):
        return found
    return HttpResponseRedirect(reverse("live", args=[found.code]))


def _enter(request: HttpRequest, code: str, status: int = 200) -> HttpResponse:
    context = {"code": code, "length": LENGTH, "is_wrong": status != 200, "is_live": True}
    return render(request, "quizzes/enter.html", context, status=status)


def live_at(
    request: HttpRequest, written: str, status: int = 404, *, is_screen: bool = False
) -> Live | HttpResponse:
    """The room with this code, however it is written; else the page that says what codes are. Who
    has guessed too often is let in no more; a screen that is there stays."""
    code = plain_code(written)
    found = Live.objects.filter(code=code).select_related("item").first()
    if found is not None and (is_screen or guest_of(request, found) is not None):
        return found
    if limited := is_at_limit(request, Limit.WRONG_CODES):
        return limited.tell(too_often_page(request, limited.sentence))
    if found is not None:
        return found
    if (quiz := Quiz.objects.filter(code=code).first()) is not None:
        return HttpResponseRedirect(reverse("quiz", args=[quiz.code]))
    too_often(request, Limit.WRONG_CODES)
    return _enter(request, code, status=status)


def _room_of_guest(request: HttpRequest, code: str) -> Live | None:
    """The room with this code of whoever is in it, both asked for at once."""
    learner = signed_id(request)
    found = seat_of(code, learner) if learner is not None else None
    if found is None:
        return None
    live, guest = found
    vars(request).setdefault("guests", {})[live.pk] = guest
    return live


def guest_of(request: HttpRequest, live: Live) -> Guest | None:
    """Who somebody in the room is; asks once a request. What comes every second says it in its one
    query (:func:`~tutorial.quizzes.live.pieces.piece_of`)."""
    kept = vars(request).setdefault("guests", {})
    if live.pk not in kept:
        learner = learner_id(request)
        own = Guest.objects.filter(live=live, learner=learner).order_by("pk")
        kept[live.pk] = own.first() if learner is not None else None
    found: Guest | None = kept[live.pk]
    return found


@takes(*READ, *WRITE)
def phone(request: HtmxRequest, code: str) -> HttpResponse:
    """In by a name or none; then what the room is at."""
    if request.method == "GET" and wants_piece(request):
        made = _made_before(request, code)
        if made is not None:
            return made
    live = _room_of_guest(request, code) or live_at(request, code)
    if isinstance(live, HttpResponse):
        return live
    guest = guest_of(request, live)
    if request.method == "POST" and "join" in request.POST:
        return _joined(request, live, guest)
    if guest is None and wants_piece(request):  # removed meanwhile
        return HttpResponseClientRedirect(reverse("live", args=[live.code]))
    if guest is None:
        return _door(request, live, StartForm())
    if request.method == "POST":
        return _voted(request, live, guest)
    return _shown(request, live, guest)


def _made_before(request: HtmxRequest, code: str) -> HttpResponse | None:
    """What somebody else in the room has been shown already, and is the same for this guest."""
    learner = signed_id(request)
    piece = piece_of(code, learner) if learner is not None else None
    made = made_before(request, piece) if piece else None
    return None if made is None else piece_or_page(made)


def _door(request: HtmxRequest, live: Live, form: StartForm) -> HttpResponse:
    key = request.POST.get("join") or unguessable()
    context = {"live": live, "form": form, "key": key, "is_over": live.phase == Phase.ENDED}
    return render(request, "live/door.html", context, status=422 if form.errors else 200)


def _joined(request: HtmxRequest, live: Live, guest: Guest | None) -> HttpResponse:
    """Of two presses at once the second is the first's."""
    here = HttpResponseRedirect(reverse("live", args=[live.code]), status=303)
    form = StartForm(request.POST)
    if guest is not None:
        return here
    if live.phase == Phase.ENDED or not form.is_valid():
        return _door(request, live, form)
    if limited := too_often(request, Limit.ANSWERS):
        return limited.tell(too_often_page(request, limited.sentence))
    key = request.POST["join"] if FORM_KEY.fullmatch(request.POST["join"]) else None
    with transaction.atomic():
        there = Live.objects.select_for_update().filter(pk=live.pk).exists()
        soon = timezone.now() - DOUBLE_PRESS
        first = live.guests.filter(key=key, learner__created__gt=soon).select_related("learner")
        pressed = first.first() if key else None
        learner = pressed.learner if pressed else known_learner(request)
        if there and not live.guests.filter(learner=learner).exists():
            is_known = key is not None and Guest.objects.filter(key=key).exists()
            live.guests.create(
                learner=learner, key=None if is_known else key, name=form.cleaned_data["name"]
            )
    remember(here, learner.pk)
    return here


def _shown(
    request: HtmxRequest, live: Live, guest: Guest, vote: Vote | None = None, *, status: int = 200
) -> HttpResponse:
    """Question, waiting, verdict or end, as the room is; never more than the room has been told."""
    if live.phase == Phase.ENDED:
        return _ended(request, live, guest)
    where = _at(live)
    item = live.item if shows_answer(live.phase, is_paused=live.is_paused) else None
    vote = (vote or _vote_of(guest, live)) if item else None
    if item and shows_question(live.phase, is_paused=live.is_paused):
        make = partial(_question, request, where, item, vote, status=status)
        if "," in item.rules:  # whose names are each guest's own
            return make()
    else:
        where = replace(where, said=_said(exercise_of(item), vote) if item and vote else "")
        make = partial(_waiting, request, where, status=status)
    if status != 200 or not wants_piece(request):
        return make()
    given = (vote.posted, vote.answer) if vote else None
    piece = Piece(where.version, where.of, where.pace, given)
    return piece_or_page(made_once(request, piece, make))


def _question(
    request: HtmxRequest, where: AtLive, item: Item, vote: Vote | None, *, status: int
) -> HttpResponse:
    live, exercise = where.live, exercise_of(item)
    fields = exercise.kind.fields(exercise.question)
    answer = answer_from_json(fields, vote.answer) if vote else None
    where = replace(where, said=_said(exercise, vote) if vote else "")
    if live.phase == Phase.OPEN:
        kept = _as_posted(vote.posted) if vote else None
        shown: Any = question_shown(exercise, where, kept=kept)
    else:
        given = exercise.kind.solve(exercise.question) if answer is None else answer
        shown = answer_shown(exercise, where, exercise.kind.verdict(exercise.question, given))
        if answer is None:  # nobody is praised for nothing
            told = worked_through(exercise).lines[0]
            shown = replace(shown, verdict=replace(shown.verdict, sentence=told))
    return _page(request, shown, status=status)


def _page(request: HtmxRequest, shown: Any, *, status: int = 200) -> HttpResponse:
    response = exercise_page(request, shown, status=status)
    # One stays at the room's address.
    del response["HX-Push-Url"]
    return response


def _waiting(
    request: HtmxRequest, where: AtLive, *, status: int = 200, fault: str = ""
) -> HttpResponse:
    template = "live/waiting.html" + ("#exercise" if wants_piece(request) else "")
    context = {"at": where, "live": where.live, "fault": fault}
    return piece_or_page(render(request, template, context, status=status))


def piece_or_page(response: HttpResponse) -> HttpResponse:
    """A browser keeps the one apart from the other."""
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response


def _vote_of(guest: Guest, live: Live) -> Vote | None:
    return guest.votes.filter(item=live.item_id, vote=live.vote).first()


def _said(exercise: Exercise[Any], vote: Vote) -> str:
    fields = exercise.kind.fields(exercise.question)
    return said_answer(exercise, answer_from_json(fields, vote.answer))


def _as_posted(posted: dict[str, list[str]]) -> QueryDict:
    found = QueryDict(mutable=True)
    for name, values in posted.items():
        found.setlist(name, values)
    return found


def _voted(request: HtmxRequest, live: Live, guest: Guest) -> HttpResponse:
    """Keeps the answer while the question is open; the phase is compared where it is written."""
    where = _at(live)
    too_late = _("That came too late: the question had been closed.")
    if not live.is_open or live.item is None or request.GET.get("at") != where.place:
        return _waiting(request, where, status=409, fault=too_late)
    exercise = exercise_of(live.item)
    if token_from(request.POST.get("token", ""), exercise) is None:
        again = question_shown(
            exercise,
            where,
            kept=request.POST,
            notice=_("This form is out of date. Here is a fresh one; your choice is kept."),
        )
        return _page(request, again, status=422)
    form = AnswerForm(exercise, "", "", posted=request.POST, is_whole=True)
    if form.is_going_on:
        # What has arrived before still counts, until the last part is pressed again.
        vote = _vote_of(guest, live)
        where = replace(where, said=_said(exercise, vote) if vote else "")
        return _page(request, question_shown(exercise, where, kept=request.POST))
    if not form.is_valid():
        return _page(request, question_shown(exercise, where, posted=request.POST), status=422)
    # For each guest: a whole club answers from one address.
    if limited := too_often(request, Limit.ANSWERS, f"guest {guest.pk}"):
        return limited.tell(too_often_page(request, limited.sentence))
    vote = _keep(live, guest, exercise, form)
    if vote is None:
        left = Live.objects.filter(pk=live.pk).first()
        if left is None:
            return HttpResponseRedirect(reverse("live-enter"), status=303)
        return _waiting(request, _at(left), status=409, fault=too_late)
    if wants_piece(request):
        return _shown(request, live, guest, vote)
    return HttpResponseRedirect(reverse("live", args=[live.code]), status=303)


def _keep(live: Live, guest: Guest, exercise: Exercise[Any], form: AnswerForm) -> Vote | None:
    """None: it is closed, or the guest has been removed."""
    answer: Answer = form.cleaned_data["answer"]
    verdict = exercise.kind.verdict(exercise.question, answer)
    vote = Vote(
        guest=guest,
        item=live.item,
        vote=live.vote,
        posted={field.name: form.given(field) for field in form.answer_fields},
        answer=answer_as_json(answer),
        right=verdict.is_right,
        misconceptions=[*verdict.misconceptions],
    )
    return vote if kept_while_open(live, vote) else None


def _ended(request: HtmxRequest, live: Live, guest: Guest) -> HttpResponse:
    """One's own result, and exercises on what one missed."""
    asked = {one.pk: one for one in lines_of(live.sheet_id)}
    last: dict[int, Vote] = {}
    for vote in guest.votes.order_by("vote"):
        last[vote.item_id] = vote
    wrong = [one for one in last.values() if not one.right and one.item_id in asked]
    wrong.sort(key=lambda one: not one.belief)
    missed = ((asked[one.item_id], _missed(asked[one.item_id], one)) for one in wrong)
    template = "live/ended.html" + ("#exercise" if wants_piece(request) else "")
    context = {
        "live": live,
        "at": _at(live),
        "right": sum(one.right for one in last.values()),
        "of": len(last),
        "exercises": exercises_for(missed),
    }
    return piece_or_page(render(request, template, context))


def _missed(item: Item, vote: Vote) -> str:
    """The statement that an answer has missed; else the one that was asked for."""
    exercise = exercise_of(item)
    answer = answer_from_json(exercise.kind.fields(exercise.question), vote.answer)
    verdict = exercise.kind.verdict(exercise.question, answer)
    return rule_missed(exercise, verdict) or item.statement
