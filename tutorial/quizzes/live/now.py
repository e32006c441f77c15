"""The poll: whether anything has changed. Answered before sessions, languages and views, in a query
or two, for it comes every second from every phone."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.crypto import constant_time_compare, salted_hmac

from tutorial.methods import READ
from tutorial.quizzes.live.pieces import told_of
from tutorial.quizzes.models import SIGNS, Guest, Live, Vote
from tutorial.trouble import spared

_NOW = re.compile(rf"/[a-z]{{2}}/live/([{SIGNS}]{{6}})/(screen/)?now")


def now(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """304 while all is as it was; else the version, which a page asks by whether to come anew."""

    def middleware(request: HttpRequest) -> HttpResponse:
        asked = _NOW.fullmatch(request.path_info)
        if asked is None or request.method not in READ:
            return get_response(request)
        if not constant_time_compare(request.GET.get("of", ""), proof_of(asked[1])):
            return HttpResponse(status=404)
        try:
            with spared():
                version = _version(asked[1], counts=bool(asked[2]))
        except DatabaseError:
            response = HttpResponse(status=503)
        else:
            response = _answer(version, request.headers.get("If-None-Match", ""))
        patch_cache_control(response, no_store=True)
        return response

    return middleware


def proof_of(code: str) -> str:
    """That somebody has been at the page with this code, and so does not guess it here."""
    return salted_hmac("karlchen.live", code, algorithm="sha256").hexdigest()[:16]


def _answer(version: str, known: str) -> HttpResponse:
    if not version:
        return HttpResponse(status=404)
    tag = f'"{version}"'
    response = HttpResponse(status=304) if known == tag else JsonResponse({"version": version})
    response["ETag"] = tag
    return response


def _version(code: str, *, counts: bool) -> str:
    """For screen and remote with how many are there, and how many have answered."""
    if not counts:
        return told_of(code)
    found = Live.objects.filter(code=code).values_list("pk", "version", "item", "vote").first()
    return version_of(*found) if found else ""


def version_of(live: int, version: int, item: int | None, vote: int) -> str:
    there = Guest.objects.filter(live=live).count()
    return f"{version}.{there}.{Vote.objects.filter(item=item, vote=vote).count()}"
