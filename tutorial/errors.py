"""Pages for what went wrong: what is so, why, and a way on."""

import sys
from collections.abc import Sequence
from contextlib import suppress

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tutorial.shared.page import other_languages
from tutorial.shared.words import offered
from tutorial.trouble import note, why_not


class NotHere(Http404):
    """A 404 that says what is not there and leads on."""

    status = 404
    title: str | None = None
    """Instead of that nothing is there."""

    def __init__(self, reason: str, ways: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.ways = ways
        """Pairs of what a way is called and its address."""


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    told = exception if isinstance(exception, NotHere) else None
    reason = told.reason if told else _("There is no page at this address.")
    context = {
        "reason": reason,
        "ways": told.ways if told else (),
        "heading": (told and told.title) or _("Nothing here"),
    }
    return render(request, "404.html", context, status=told.status if told else 404)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    return render(request, "400.html", {}, status=400)


def unreadable(request: HttpRequest, *, status: int) -> HttpResponse:
    """No address of ours is like that, so it is not told again either."""
    nowhere = other_languages(dict.fromkeys(offered(), "/"))
    context = {"other_languages": nowhere, "languages_absolute": ()}
    return render(request, "400.html", context, status=status)


def not_allowed(request: HttpRequest, methods: Sequence[str]) -> HttpResponse:
    """405: with the methods that there are."""
    context = {"is_read": "GET" in methods, "here": request.path}
    response = render(request, "405.html", context, status=405)
    response["Allow"] = ", ".join(methods)
    return response


def too_much(request: HttpRequest) -> HttpResponse:
    """429 of a limit that is not ours."""
    return too_often_page(request, _("Wait a minute, then go on; nothing is lost."))


def too_often_page(request: HttpRequest, sentence: str) -> HttpResponse:
    return render(request, "429.html", {"sentence": sentence}, status=429)


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    return render(request, "403.html", {}, status=403)


def too_large(request: HttpRequest) -> HttpResponse:
    """413: with the command line as the way for records of any length and number."""
    return render(request, "413.html", {}, status=413)


def failed(request: HttpRequest) -> HttpResponse:
    """The page for a fault of ours; where even its style sheets fail it goes without them. A
    database that fails is a fault that passes, and most pages need none."""
    error = sys.exception()
    if isinstance(error, DatabaseError):
        with suppress(Exception):
            return _without_memory(request, error)
    number = request.META.get("REQUEST_ID", "")
    try:
        page = render_to_string("500.html", {"has_style": True, "number": number})
    except Exception:  # whatever it is, somebody waits for an answer
        page = render_to_string("500.html", {"has_style": False, "number": number})
    return HttpResponse(page, status=500)


def _without_memory(request: HttpRequest, error: DatabaseError) -> HttpResponse:
    """503: what is so, and where one can go on meanwhile."""
    note(error)
    response = render(
        request, "503.html", {"why": why_not(error), "here": request.path}, status=503
    )
    response["Retry-After"] = "10"
    return response
