"""The page that judges records: one, or several at once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from lessons.content.reading import CONTENT
from lessons.replays import stepped
from lessons.rules.readable import text_from_record
from lessons.rules.records import UnreadableRecord
from lessons.rules.settlement import FORMAT as SETTLEMENT
from tutorial.errors import too_large
from tutorial.judge.by_figures import answered
from tutorial.judge.games import CallForm, GamesForm, WrittenGame, joined
from tutorial.judge.pad import pad_page
from tutorial.judge.several import several
from tutorial.judge.shown import judged
from tutorial.methods import READ, WRITE, takes
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.page import HtmxRequest
from tutorial.shared.records import LONGEST_CODE, RecordTooLarge, code_of, own_url, record_in

EXAMPLES = ("game", "revoke", "memory", "settlement")
"""Records to look at, each a file of the content."""


NO_CALLS = "nothing"
"""Name of the button that says that nothing was called."""
ADD = "add"
"""Name of the button that adds a call."""


@takes(*READ, *WRITE)
def judge(request: HtmxRequest) -> HttpResponse:
    """A pad of cards to tap; also takes records, and shows examples of them, as text."""
    if request.method == "POST" or "example" in request.GET:
        return text(request)
    return pad_page(request, "judge/tapped.html", request.path)


@takes(*READ, *WRITE)
def text(request: HttpRequest) -> HttpResponse:
    """Takes records, pasted or as a file; says what is wrong at its place, or how they end."""
    if request.method != "POST":
        return _page(request, GamesForm(initial={"text": _text_asked_for(request)}))
    called = CallForm(request.POST if ADD in request.POST else None)
    form = GamesForm(request.POST, request.FILES)
    try:
        is_readable = form.is_valid()
        if is_readable:
            form, called = _with_calls_told(request, form, called)
            is_readable = form.is_valid()
    except RecordTooLarge:
        return too_large(request)
    if not is_readable:
        return _page(request, form, status=422)
    limited = too_often(request, Limit.JUDGED)
    if limited:
        form.add_error(None, limited.sentence)
        return limited.tell(_page(request, form))
    # What was judged stands in the form, from a file too, to be changed and judged again.
    again = GamesForm(initial={"text": form.cleaned_data["written"]})
    games: tuple[WrittenGame, ...] = form.cleaned_data["games"]
    shown: dict[str, Any] = {"written": form.cleaned_data["written"]}
    if len(games) > 1:
        shown["several"] = several(games)
        return _page(request, again, status=200 if shown["several"].is_readable else 422, **shown)
    return _one(request, again, games[0], called, shown)


def _page(
    request: HttpRequest, form: GamesForm, *, status: int = 200, **shown: Any
) -> HttpResponse:
    return render(request, "judge/judge.html", {"form": form, **shown}, status=status)


def _with_calls_told(
    request: HttpRequest, form: GamesForm, called: CallForm
) -> tuple[GamesForm, CallForm]:
    """The form with what somebody tells of calls written into the games."""
    games: tuple[WrittenGame, ...] = form.cleaned_data["games"]
    if NO_CALLS in request.POST:
        return GamesForm({"text": joined([game.without_calls() for game in games])}), called
    if called.is_bound and called.is_valid() and len(games) == 1 and games[0].is_typed:
        written = games[0].with_call(called.said, called.cleaned_data["trick"])
        return GamesForm({"text": written}), CallForm()
    return form, called


def _one(
    request: HttpRequest, form: GamesForm, game: WrittenGame, called: CallForm, shown: Any
) -> HttpResponse:
    found = judged(game.record, asks_for_calls=game.asks_for_calls)
    shown |= {
        "judged": found,
        "step_url": "" if found.asks_for_calls else _step_url(game.record),
        "called": called if game.is_typed and found.is_complete else None,
    }
    is_refused = found.is_unreadable or (called.is_bound and not called.is_valid())
    return _page(request, form, status=422 if is_refused else 200, **shown)


@takes(*READ)
def figures(request: HttpRequest) -> HttpResponse:
    """A result in figures, settled under every rule set; the address holds the question."""
    asked = answered(request.GET)
    status = 422 if asked.is_refused else 200
    return render(request, "judge/by_figures.html", {"asked": asked}, status=status)


def _step_url(record: Any) -> str:
    """Address for stepping through the game; empty for figures, and for what is no game."""
    if not isinstance(record, dict) or record.get("format") == SETTLEMENT:
        return ""
    try:
        last = stepped(record).steps[-1]
    except UnreadableRecord:
        return ""
    code = code_of(record)
    return own_url(code, last.number if last.refused else 0) if len(code) <= LONGEST_CODE else ""


def _text_asked_for(request: HttpRequest) -> str:
    """The example that the address names, or the game that it carries."""
    example = request.GET.get("example", "")
    if example in EXAMPLES:
        return _example(example)
    try:
        return text_from_record(record_in(request.GET["game"]))
    except (KeyError, ValueError, TypeError, AttributeError):
        return ""


@cache
def _example(name: str) -> str:
    folder: Path = CONTENT / "disputes"
    return (folder / f"{name}.txt").read_text(encoding="utf-8")
