"""The page that judges one record."""

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from lessons.content.reader import CONTENT
from tutorial.errors import too_large
from tutorial.judge.shown import judged
from tutorial.records import RecordForm, RecordTooLarge

EXAMPLES = ("game", "revoke", "memory", "settlement")
"""Records to look at, each a file of the content."""


@require_http_methods(["GET", "HEAD", "POST"])
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
    found = judged(form.cleaned_data["record"])
    # What was judged stands in the form, from a file too, to be changed and judged again.
    again = RecordForm(initial={"text": form.cleaned_data["written"]})
    status = 422 if found.is_unreadable else 200
    return render(request, "judge/judge.html", {"form": again, "judged": found}, status=status)


@cache
def _example(name: str) -> str:
    folder: Path = CONTENT / "disputes"
    return (folder / f"{name}.txt").read_text(encoding="utf-8")
