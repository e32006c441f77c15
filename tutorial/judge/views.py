"""The page that judges records: one, or several at once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from lessons.content.reading import CONTENT
from lessons.replays import stepped
from lessons.rules.records import UnreadableRecord
from lessons.rules.settlement import FORMAT as SETTLEMENT
from tutorial.errors import too_large
from tutorial.judge.by_figures import answered
from tutorial.judge.games import CallForm, GamesForm, WrittenGame, joined
from tutorial.judge.several import several
from tutorial.judge.shown import judged
from tutorial.methods import READ, WRITE, takes
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.records import LONGEST_CODE, RecordTooLarge, code_of, own_url

EXAMPLES = ("game", "revoke", "memory", "settlement")
"""Records to look at, each a file of the content."""


NO_CALLS = "nothing"
"""Name of the button that says that nothing was called."""
ADD = "add"
"""Name of the button that adds a call."""


@takes(*READ, *WRITE)
def judge(request: HttpRequest) -> HttpResponse:
    """Takes records, pasted or as a file; says what is wrong at its place, or how they end."""
    if request.method != "POST":
        example = request.GET.get("example", "")
        initial = {"text": _example(example)} if example in EXAMPLES else {}
        return render(request, "judge/judge.html", {"form": GamesForm(initial=initial)})
    form = GamesForm(request.POST, request.FILES)
    try:
        is_readable = form.is_valid()
    except RecordTooLarge:
        return too_large(request)
    if not is_readable:
        return render(request, "judge/judge.html", {"form": form}, status=422)
    limited = too_often(request, Limit.JUDGED)
    if limited:
        form.add_error(None, limited.sentence)
        return limited.tell(render(request, "judge/judge.html", {"form": form}))
    games: tuple[WrittenGame, ...] = form.cleaned_data["games"]
    written = form.cleaned_data["written"]
    if NO_CALLS in request.POST:
        written = joined([game.without_calls() for game in games])
        games = GamesForm().read(written)["games"]
    if len(games) > 1:
        return _several(request, games, written)
    return _one(request, games[0], written)


def _several(request: HttpRequest, games: tuple[WrittenGame, ...], written: str) -> HttpResponse:
    found = several(games)
    context = {"form": GamesForm(initial={"text": written}), "several": found, "written": written}
    return render(request, "judge/judge.html", context, status=200 if found.is_readable else 422)


def _one(request: HttpRequest, game: WrittenGame, written: str) -> HttpResponse:
    called = CallForm(request.POST if ADD in request.POST else None)
    is_refused = called.is_bound and not called.is_valid()
    if called.is_bound and game.is_typed and not is_refused:
        written = game.with_call(called.said, called.cleaned_data["trick"])
        game, called = GamesForm().read(written)["games"][0], CallForm()
    found = judged(game.record, asks_for_calls=game.asks_for_calls)
    context = {
        # What was judged stands in the form, from a file too, to be changed and judged again.
        "form": GamesForm(initial={"text": written}),
        "judged": found,
        "step_url": "" if found.asks_for_calls else _step_url(game.record),
        "called": called if game.is_typed and found.is_complete else None,
        "written": written,
    }
    status = 422 if found.is_unreadable or is_refused else 200
    return render(request, "judge/judge.html", context, status=status)


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


@cache
def _example(name: str) -> str:
    folder: Path = CONTENT / "disputes"
    return (folder / f"{name}.txt").read_text(encoding="utf-8")
