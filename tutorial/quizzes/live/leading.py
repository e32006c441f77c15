"""The remote, in the leader's hand: what comes next, the right answer, names. And the screen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django_htmx.http import HttpResponseClientRedirect

from lessons.content.reading import course
from lessons.exercises.addresses import Address
from lessons.exercises.exercise import Exercise
from lessons.exercises.making import exercise_at, is_there
from lessons.exercises.own import OWN
from lessons.rules.cards import Seat
from tutorial.errors import NotHere, too_often_page
from tutorial.house_rules.named import named
from tutorial.learners.cookie import known_learner, remember
from tutorial.learners.models import Learner
from tutorial.methods import READ, WRITE, takes
from tutorial.quizzes.asked import AskedInQuiz
from tutorial.quizzes.leading import on_belief, quiz_led
from tutorial.quizzes.live.now import proof_of, version_of
from tutorial.quizzes.live.phases import changed, press, put, ways_of
from tutorial.quizzes.live.phone import live_at, piece_or_page
from tutorial.quizzes.live.spread import room_of, spread_of
from tutorial.quizzes.models import Live, Phase, Vote
from tutorial.quizzes.own import form_page, own_form
from tutorial.quizzes.proposing import MOST
from tutorial.replays.games import game_at
from tutorial.replays.guessing import question_at
from tutorial.replays.look import Look
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.page import HtmxRequest, wants_piece
from tutorial.shared.square import square
from tutorial.shared.words import language
from tutorial.sittings.going import DOUBLE_PRESS, exercise_of, own_exercise
from tutorial.sittings.models import Item, Sheet, copied_into, lines_of

ABOUT = "live"
"""Of its sheet."""
MOST_CARDS = 60
"""On the screen: one for each who is there, or has answered."""
_PLACES = (("reveal", "second-vote", "pause"), ("reopen", "sibling"))
"""On the remote, beneath what comes next; of each the last is named while none can be pressed."""
_TURNS = {"back": "‹", "skip": "›"}
"""With their signs: to the questions before and after, beside the number of that which is asked."""
_APART = {"end", *_TURNS}
"""Not among those beneath what comes next."""
_LANGUAGE = re.compile(r"^/[a-z]{2}/")
"""Addresses are told apart in that of the page."""
_DIGITS = re.compile(r"[0-9]+")


@takes(*WRITE)
def begin(request: HttpRequest, secret: str = "") -> HttpResponse:
    """A quiz's questions before a room; or a room without any, for what its leader puts there. Of
    two presses at once the second leads to the room of the first."""
    quiz = quiz_led(secret) if secret else None
    if limited := too_often(request, Limit.QUIZZES_MADE):
        return limited.tell(too_often_page(request, limited.sentence))
    owner = known_learner(request)
    with transaction.atomic():
        Learner.objects.select_for_update().get(pk=owner.pk)
        soon = timezone.now() - DOUBLE_PRESS
        begun = Live.objects.filter(owner=owner, quiz=quiz, version=1, created__gt=soon)
        if (first := begun.filter(guests=None).first()) is not None:
            return HttpResponseRedirect(_remote(first), status=303)
        rules = quiz.sheet.rules if quiz else ""
        sheet = Sheet.objects.create(about=ABOUT, rules=rules)
        if quiz:
            copied_into(sheet, lines_of(quiz.sheet_id))
        title = quiz.title if quiz else _("Before the group")
        live = Live.objects.create(owner=owner, quiz=quiz, sheet=sheet, title=title)
    response = HttpResponseRedirect(_remote(live), status=303)
    remember(response, owner.pk)
    return response


@takes(*READ, *WRITE)
def own(request: HttpRequest, code: str, secret: str) -> HttpResponse:
    """A question of the leader's own, put before the room as soon as it is written: a hand and a
    trick, perhaps, and everybody chooses a card."""
    live = live_led(code, secret)
    rules = named(live.sheet.rules or course().beginners.rules)
    if rules is None:
        raise NotHere(_("This quiz was made before an upgrade that its rules do not fit any more."))
    form, back = own_form(request, rules.rules), _remote(live)
    if not form.is_bound or not form.is_valid():
        status = 422 if form.is_bound else 200
        return form_page(request, form, live.title, back, status=status)
    if not put(live, own_exercise(form.question, rules.written), live.version):
        fault = _("A quiz has {most} questions at most.").format(most=MOST)
        return form_page(request, form, live.title, back, fault=fault, status=422)
    return HttpResponseRedirect(back, status=303)


def _remote(live: Live) -> str:
    return reverse("live-lead", args=[live.code, live.secret])


def live_led(code: str, secret: str) -> Live:
    """The one place that says who may lead."""
    led = Live.objects.filter(code=code, secret=secret)
    found = led.select_related("sheet", "item", "quiz").first()
    if found is None:
        raise NotHere(
            _("There is nothing to lead at this address, or it has been deleted."),
            ((_("Quizzes"), reverse("quizzes")),),
        )
    return found


@takes(*READ, *WRITE)
def lead(request: HtmxRequest, code: str, secret: str) -> HttpResponse:
    """Pressed, the room goes on; of two presses on the same state one counts."""
    live = live_led(code, secret)
    if request.method != "POST":
        return _led(request, live)
    fault = ""
    what, _space, number = request.POST.get("do", "").partition(" ")
    version = request.POST.get("version", "")
    at = int(version[:9]) if version.isascii() and version.isdigit() else 0
    if what in {"unname", "remove"}:
        with transaction.atomic():
            # An answer that is just being kept waits, or this for it: nothing hangs on who is gone.
            there = Live.objects.select_for_update().filter(pk=live.pk).exists()
            guests = [one for one in live.guests.all() if there and str(one.pk) == number]
            for guest in guests:
                if what == "unname":
                    live.guests.filter(pk=guest.pk).update(name="")
                else:
                    guest.delete()
            changed(live)
    elif what == "put":
        fault = _put(live, request.POST.get("address", ""), at)
    elif what == "belief":
        if items := _showing(live, number):
            return on_belief(request, number, [exercise_of(one).address for one in items])
    elif what == "delete":
        live.delete()
        return HttpResponseRedirect(reverse("quizzes"), status=303)
    else:
        press(live, what, at)
    if not fault and not wants_piece(request):
        return HttpResponseRedirect(_remote(live), status=303)
    return _led(request, live_led(code, secret), fault=fault)


def _put(live: Live, written: str, version: int) -> str:
    """Why it cannot be put on the screen; else empty."""
    exercise = _exercise(written)
    if exercise is None:
        return _(
            "Nothing to be asked is at that address. Open an exercise, or a game at a step where a"
            " card is played or a trick is complete, and copy what its page is at."
        )
    return "" if put(live, exercise, version) else _("There are too many questions already.")


def _exercise(written: str) -> Exercise[Any] | None:
    """What is asked at the address of an exercise, or of a step of a game."""
    try:
        found = urlsplit(written.strip())
        match = resolve(_LANGUAGE.sub(f"/{language()}/", found.path))
    except (Resolver404, ValueError):
        return None
    at, query = match.kwargs, parse_qs(found.query)
    if match.url_name == "exercise" and _DIGITS.fullmatch(at["level"] + at["seed"]):
        level, seed = int(at["level"][:3]), int(at["seed"][:12])
        statement = query.get("statement", [""])[0] or None
        address = Address(at["kind"], at["rules"], level, seed, statement)
        return exercise_at(address) if is_there(address) else None
    if match.url_name == "replay" and _DIGITS.fullmatch(at["step"]):
        return _moment(at["replay"], query.get("game", [""])[0], int(at["step"][:4]))
    return None


def _moment(name: str, code: str, number: int) -> Exercise[Any] | None:
    """Who takes the trick that is complete, which card may be played next, what may be said."""
    try:
        game = game_at(name, code)
    except NotHere:
        return None
    if number >= len(game.steps):
        return None
    at = game.steps[number]
    looks = (Look(seat, is_open=True, guess="all", is_beamer=False) for seat in (game.seat, *Seat))
    return next((one for look in looks if (one := question_at(game, at, look))), None)


def _showing(live: Live, belief: str) -> list[Item]:
    """The questions at which somebody in the room showed it."""
    votes = Vote.objects.filter(guest__live=live, right=False).select_related("item")
    return [*{one.item.pk: one.item for one in votes if belief and one.belief == belief}.values()]


def _led(request: HtmxRequest, live: Live, *, fault: str = "") -> HttpResponse:
    items = list(lines_of(live.sheet_id))
    ways = ways_of(live, len(items))
    number = live.item.number if live.item else 0
    labels = _labels(number, len(items))
    # To skip the last would end it, by a press on a sign.
    turning = {*ways} - ({"skip"} if number == len(items) else set())
    template = "live/lead.html" + ("#exercise" if wants_piece(request) else "")
    context = {
        **_common(request, live, items),
        # What ends it lies apart, unless it is what comes next.
        "ways": [(one, labels[one]) for one in ways if one == ways[0] or one not in _APART],
        "turns": [(one, drawn, labels[one], one in turning) for one, drawn in _TURNS.items()],
        "end": labels["end"] if "end" in ways[1:] else "",
        "resting": [(one, labels[one]) for one in _resting(live, ways)],
        "stages": (
            (Phase.OPEN, pgettext("a stage", "Question")),
            (Phase.CLOSED, pgettext("a stage", "Closed")),
            (Phase.SPREAD, pgettext("a stage", "Votes")),
            (Phase.REVEAL, pgettext("a stage", "Answer")),
        ),
        "room": room_of(live, items),
        "fault": fault,
        "address": request.POST.get("address", ""),
        "remote": _remote(live),
        "is_still": "still" in request.GET,
        "remote_square": square(request, _remote(live)),
        # The one that was pressed is mostly gone.
        "takes_focus": request.method == "POST" and not fault,
    }
    return piece_or_page(render(request, template, context, status=422 if fault else 200))


def _resting(live: Live, ways: Sequence[str]) -> list[str]:
    """What is named at its place on the remote, and cannot be pressed now."""
    if live.item is None or live.is_paused or live.phase == Phase.ENDED:
        return []
    return [places[-1] for places in _PLACES if not {*places} & {*ways[1:]}]


def _labels(number: int, of: int) -> dict[str, str]:
    """At the question with this number; 0: before the first."""
    following = _("On to question {number} of {of}").format(number=number + 1, of=of)
    return {
        "next": following if number else pgettext("a live quiz", "Begin"),
        "skip": _("Skip it"),
        "back": _("Back to the question before"),
        "close": _("Close the voting"),
        "spread": _("Show how many chose what"),
        "reveal": _("Tell the answer"),
        "reopen": _("Open it again"),
        "second-vote": _("Vote once more"),
        "sibling": _("Another of the same rule"),
        "pause": _("Pause"),
        "go-on": _("Go on"),
        "end": pgettext("a live quiz", "End it"),
        "resume": _("Open it again"),
    }


def _common(request: HttpRequest, live: Live, items: list[Item]) -> dict[str, Any]:
    """What screen and remote show alike."""
    asked = AskedInQuiz.of(live.item) if live.item else None
    there = live.guests.count()
    answers = Vote.objects.filter(item=live.item_id, vote=live.vote).count() if live.item else 0
    has_spread = live.item is not None and live.phase in {Phase.SPREAD, Phase.REVEAL}
    path = reverse("live", args=[live.code])
    return {
        "live": live,
        "version": version_of(live.pk, live.version, live.item_id, live.vote),
        "asked": asked,
        "of": len(items),
        "there": there,
        "answers": answers,
        "arrived": range(min(there, MOST_CARDS)),
        "open_cards": range(min(max(there - answers, 0), MOST_CARDS)),
        "answered_cards": range(min(answers, MOST_CARDS)),
        "spread": spread_of(live) if has_spread else None,
        "is_told": live.phase == Phase.REVEAL,
        "link": request.build_absolute_uri(path),
        "host": request.get_host(),
        "square": square(request, path),
        "now": f"{path}screen/now?of={proof_of(live.code)}",
    }


@takes(*READ)
def screen(request: HtmxRequest, code: str) -> HttpResponse:
    """Before the room: no more than everybody may know now, and no names."""
    live = live_at(request, code, is_screen=True)
    if isinstance(live, HttpResponse):
        return HttpResponseClientRedirect(reverse("live-enter")) if wants_piece(request) else live
    template = "live/screen.html" + ("#exercise" if wants_piece(request) else "")
    context = {
        **_common(request, live, list(lines_of(live.sheet_id))),
        "is_beamer": True,
        "is_own": live.item is not None and live.item.kind == OWN.name,
    }
    return piece_or_page(render(request, template, context))
