"""Stepping through games: worked examples and games that somebody brought, each step at its own
address."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from lessons.content.reading import course
from lessons.exercises.exercise import Exercise
from lessons.exercises.written import as_json
from lessons.replays import stepped
from lessons.rules.cards import Seat
from lessons.rules.readable import text_from_record
from lessons.rules.records import UnreadableRecord
from lessons.rules.settlement import FORMAT as SETTLEMENT
from tutorial.errors import NotHere, too_large
from tutorial.judge.pad import pad_page
from tutorial.learners.cookie import known_learner, learner_id, remember
from tutorial.learners.models import Attempt
from tutorial.methods import READ, WRITE, takes
from tutorial.practice.keeping import is_theirs, keep_answer, own_attempt
from tutorial.practice.tokens import token_from
from tutorial.replays.compared import compared
from tutorial.replays.forms import BringForm
from tutorial.replays.games import find_game, own_game
from tutorial.replays.guessing import (
    Guess,
    answered_guess,
    asking,
    guess_of_attempt,
    question_at,
)
from tutorial.replays.look import Look
from tutorial.replays.models import StoredGame
from tutorial.replays.shown import ShownStep
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.page import HtmxRequest, wants_piece
from tutorial.shared.records import (
    LONGEST_CODE,
    MOST_ERRORS,
    OWN,
    RecordTooLarge,
    code_of,
    own_url,
    reasoned_error,
)
from tutorial.shared.settlement import Reasoned, all_items
from tutorial.shared.words import language, source
from tutorial.trouble import why_not

MOST_GAMES = 50
"""So many a learner can have stored."""


@takes(*READ)
def index(request: HttpRequest) -> HttpResponse:
    """All games there are, by document."""
    replays = course().replays.values()
    groups = [
        (
            document,
            document.words[language()],
            [(found, found.texts[language()]) for found in replays if found.document == name],
        )
        for name, document in course().documents.items()
    ]
    context = {"groups": groups, "first": next(iter(replays))}
    return render(request, "replays/index.html", context)


@takes(*READ)
def beginning(request: HttpRequest, replay: str) -> HttpResponse:
    """A game without a step: from its start."""
    game = find_game(request, replay)
    return HttpResponseRedirect(Look.of(request, game).url(game, 0))


@takes(*READ, *WRITE)
def step(request: HtmxRequest, replay: str, step: str) -> HttpResponse:
    """A step; asked before it is told, where the address says so."""
    game = find_game(request, replay)
    look = Look.of(request, game)
    if step not in {str(number) for number in range(len(game.steps))}:
        ways = ((game.title, look.url(game, 0)),)
        raise NotHere(_("This game has no such step."), ways)
    at = game.steps[int(step)]
    asked = question_at(game, at, look)
    url = look.url(game, at.number)
    if request.method == "POST":
        if asked is None:
            return HttpResponseRedirect(url, status=303)
        return _answer(request, ShownStep(game, at, look), asked)
    is_back = bool(request.htmx) and request.htmx.trigger == "replay-back"
    is_told = "told" in request.GET
    shown = ShownStep(game, at, look, is_back=is_back, is_told=is_told)
    if asked is None or is_told:
        return _page(request, shown)
    attempt = _own_attempt(request, asked)
    if attempt is not None:
        return _page(request, shown, guess_of_attempt(attempt, look.seat))
    return _page(request, shown, asking(asked, url, look.seat))


def _own_attempt(request: HttpRequest, asked: Exercise[Any]) -> Attempt | None:
    """The learner's answer that the address names, if it answers this."""
    attempt = own_attempt(request, moment=asked.moment)
    return attempt if attempt and attempt.question == as_json(asked.question) else None


def _answer(request: HtmxRequest, shown: ShownStep, asked: Exercise[Any]) -> HttpResponse:
    """Checks the form, keeps the answer once, shows the step with its verdict."""
    url, you = shown.ways.here, shown.look.seat
    token = token_from(request.POST.get("token", ""), asked)
    if token is None:
        notice = _("This form is out of date. Here is a fresh one; your choice is kept.")
        again = asking(asked, url, you, kept=request.POST, notice=notice)
        return _page(request, shown, again, status=422)
    guess = asking(asked, url, you, posted=request.POST)
    assert guess.form is not None
    if not guess.form.is_valid():
        return _page(request, shown, guess, status=422)
    limited = too_often(request, Limit.ANSWERS)
    if limited:
        again = asking(asked, url, you, kept=request.POST, notice=limited.sentence)
        return limited.tell(_page(request, shown, again))
    verdict = asked.kind.verdict(asked.question, guess.form.cleaned_data["answer"])
    try:
        attempt, is_new = keep_answer(request, asked, token, verdict)
    except DatabaseError as error:
        return _page(request, shown, answered_guess(asked, verdict, you, error=error))
    if not is_new and not is_theirs(request, attempt):
        notice = _("Somebody else has already answered this form. Here is one for you.")
        again = asking(asked, url, you, kept=request.POST, notice=notice)
        return _page(request, shown, again, status=422)
    there = shown.look.url(shown.game, shown.at.number, attempt=attempt.key)
    response: HttpResponse
    if wants_piece(request):
        response = _page(request, shown, guess_of_attempt(attempt, you))
        response["HX-Push-Url"] = there
    else:
        response = HttpResponseRedirect(f"{there}#verdict", status=303)
    remember(response, attempt.learner_id)
    return response


def _page(
    request: HtmxRequest, shown: ShownStep, guess: Guess | None = None, *, status: int = 200
) -> HttpResponse:
    is_piece = wants_piece(request)
    example = shown.game.example
    shown = replace(shown, guess=guess)
    context: dict[str, Any] = {
        "shown": shown, "game": shown.game, "guess": guess, "is_piece": is_piece,
        "guessed": _guessed(request, shown),
        "is_owner": shown.game.owner is not None and shown.game.owner == learner_id(request),
    }  # fmt: skip
    if example is not None:
        context["source"] = source(example.statement, shown.game.rules)
    template = "replays/step.html#replay" if is_piece else "replays/step.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response


def _guessed(request: HttpRequest, shown: ShownStep) -> tuple[int, int] | None:
    """At the end of a game that was guessed through: how many of the learner's last answers at its
    steps were right, and of how many."""
    learner, game = learner_id(request), shown.game
    is_end = shown.at.number == shown.game.last and bool(shown.look.guess) and not game.code
    if learner is None or not is_end:
        return None
    moments = [f"{game.id}/{step.number}" for step in game.steps]
    answers = Attempt.objects.filter(learner=learner, moment__in=moments)
    last = dict(answers.order_by("pk").values_list("moment", "right"))
    return (sum(last.values()), len(last)) if last else None


@takes(*READ, *WRITE)
def own(request: HtmxRequest) -> HttpResponse:
    """A pad to tap a game, hand by hand and card by card; also takes one as text."""
    if request.method == "POST" or not request.GET.keys().isdisjoint({"from", "game"}):
        return own_text(request)
    games = _games_of(learner_id(request))
    return pad_page(request, "replays/tapped.html", request.path, at=Seat.VH, games=games)


@takes(*READ, *WRITE)
def own_text(request: HttpRequest) -> HttpResponse:
    """Takes a game, pasted or as a file, and leads to it: to its first fault if it has one."""
    if request.method != "POST":
        return _own_page(request, BringForm(initial={"text": _text_to_mend(request)}))
    form = BringForm(request.POST, request.FILES)
    try:
        is_readable = form.is_valid()
    except RecordTooLarge:
        return too_large(request)
    if not is_readable:
        return _own_page(request, form, status=422)
    limited = too_often(request, Limit.JUDGED)
    if limited:
        return limited.tell(_own_page(request, form, errors=[Reasoned(limited.sentence)]))
    record = form.cleaned_data["record"]
    if isinstance(record, dict) and record.get("format") == SETTLEMENT:
        reason = _("These are only the figures of a game: ‘Settle a dispute’ settles them.")
        return _own_page(request, form, status=422, errors=[Reasoned(reason)])
    try:
        found = stepped(record)
    except UnreadableRecord as error:
        rules = record.get("rules") if isinstance(record, dict) else ""
        shown, more = error.errors[:MOST_ERRORS], len(error.errors[MOST_ERRORS:])
        errors = [reasoned_error(one, rules if isinstance(rules, str) else "") for one in shown]
        return _own_page(request, form, status=422, errors=errors, more_errors=more)
    written = own_game(OWN, found, record).export()
    last = found.steps[-1]
    step = last.number if last.refused is not None else 0
    code = code_of(written)
    if len(code) <= LONGEST_CODE:
        return HttpResponseRedirect(own_url(code, step), status=303)
    return _stored(request, form, written, step)


def _text_to_mend(request: HttpRequest) -> str:
    """The game that the address names, as it can be changed; empty without one."""
    name = request.GET.get("from", OWN if "game" in request.GET else "")
    if not name.startswith(OWN):
        return ""
    record = find_game(request, name).export()
    return json.dumps(record, ensure_ascii=False) if "notes" in record else text_from_record(record)


def _stored(
    request: HttpRequest, form: BringForm, written: dict[str, Any], step: int
) -> HttpResponse:
    """Keeps a game that is too long for an address, and leads to it; what cannot be kept stands in
    the form again."""
    try:
        return _kept(request, form, written, step)
    except DatabaseError as error:
        reason = _("The game could not be saved: %(why)s.") % {"why": why_not(error)}
        return _own_page(request, form, status=503, errors=[Reasoned(reason)])


def _kept(
    request: HttpRequest, form: BringForm, written: dict[str, Any], step: int
) -> HttpResponse:
    if len(_games_of(learner_id(request))) >= MOST_GAMES:
        reason = _("You have already saved %(n)s games; delete one first.") % {"n": MOST_GAMES}
        return _own_page(request, form, status=422, errors=[Reasoned(reason)])
    limited = too_often(request, Limit.GAMES_KEPT)
    if limited:
        return limited.tell(_own_page(request, form, errors=[Reasoned(limited.sentence)]))
    learner = known_learner(request)
    stored = StoredGame.objects.create(owner=learner, record=written)
    there = reverse("replay", args=[f"{OWN}-{stored.key}", step])
    response = HttpResponseRedirect(there, status=303)
    remember(response, learner.pk)
    return response


def _own_page(
    request: HttpRequest,
    form: BringForm,
    *,
    status: int = 200,
    errors: Sequence[Reasoned] = (),
    more_errors: int = 0,
) -> HttpResponse:
    """The form with the game that was brought, from a file too, so that it can be mended.
    ``more_errors``: so many are not shown."""
    if errors:
        form = BringForm(initial={"text": form.cleaned_data["written"]})
    games = _games_of(learner_id(request))
    context = {"form": form, "errors": errors, "more_errors": more_errors, "games": games}
    return render(request, "replays/own.html", context, status=status)


def _games_of(learner: int | None) -> list[tuple[str, str, datetime]]:
    """Names, titles and times of the games that somebody has stored; none while nobody can say."""
    if learner is None:
        return []
    stored = StoredGame.objects.filter(owner=learner).order_by("-created")
    try:  # without the records, of which each may have 64 KB
        found = list(stored.values_list("key", "record__title", "created"))
    except DatabaseError:
        return []
    return [(f"{OWN}-{key}", title or "", created) for key, title, created in found]


@takes(*READ, *WRITE)
def delete(request: HttpRequest, replay: str) -> HttpResponse:
    """Deletes a stored game, by who stored it; asks before."""
    game = find_game(request, replay)
    if game.owner is None or game.owner != learner_id(request):
        ways = ((_("All games"), reverse("replays")),)
        raise NotHere(_("This game is not yours, so you cannot delete it."), ways)
    if request.method != "POST":
        return render(request, "replays/delete.html", {"game": game})
    StoredGame.objects.filter(key=game.id.removeprefix(f"{OWN}-"), owner=game.owner).delete()
    return HttpResponseRedirect(reverse("own"), status=303)


@takes(*READ)
def file(request: HttpRequest, replay: str, kind: str) -> HttpResponse:
    """The game to take along: a record as JSON, or as text that a player can read."""
    record = find_game(request, replay).export()
    if kind == "json":
        text = json.dumps(record, ensure_ascii=False, indent=2) + "\n"
        content_type = "application/json"
    elif kind == "txt":
        text, content_type = text_from_record(record), "text/plain; charset=utf-8"
    else:
        raise NotHere(_("A game can be downloaded as game.json or as game.txt."))
    response = HttpResponse(text, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="doppelkopf.{kind}"'
    return response


@takes(*READ)
def rules(request: HttpRequest, replay: str) -> HttpResponse:
    """A whole game settled under every rule set under which it is legal."""
    game = find_game(request, replay)
    look = Look.of(request, game)
    ways = ((game.title, look.url(game, 0)),)
    if not game.is_whole:
        raise NotHere(_("This game is not over, so there is nothing to settle."), ways)
    columns = compared(game)
    context = {"game": game, "columns": columns, "items": all_items(columns), "back": ways[0][1]}
    return render(request, "replays/rules.html", context)
