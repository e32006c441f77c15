"""The page that judges one record."""

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
from tutorial.judge.shown import judged
from tutorial.methods import READ, WRITE, takes
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.records import LONGEST_CODE, RecordForm, RecordTooLarge, code_of, own_url

EXAMPLES = ("game", "revoke", "memory", "settlement")
"""Records to look at, each a file of the content."""


@takes(*READ, *WRITE)
def judge(request: HttpRequest) -> HttpResponse:
    """Takes a record, pasted or as a file; says what is wrong at its place, or how it ends."""
    if request.method != "POST":
        example = request.GET.get("example", "")
        initial = {"text": _example(example)} if example in EXAMPLES else {}
        return render(request, "judge/judge.html", {"form": RecordForm(initial=initial)})
    form = RecordForm(request.POST, request.FILES)
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
    found = judged(form.cleaned_data["record"])
    # What was judged stands in the form, from a file too, to be changed and judged again.
    again = RecordForm(initial={"text": form.cleaned_data["written"]})
    status = 422 if found.is_unreadable else 200
    context = {"form": again, "judged": found, "step_url": _step_url(form.cleaned_data["record"])}
    return render(request, "judge/judge.html", context, status=status)


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
