"""What many phones get alike, made once: a question comes to all of a room within a second."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token

from tutorial.practice.tokens import renewed
from tutorial.quizzes.live.pieces import KEPT, Piece
from tutorial.shared.words import language, letters

_TOKEN = re.compile(r'(?<=name="token" value=")[^"]+')
_CSRF = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[^"]+')


def made_once(request: HttpRequest, what: Piece, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer to everybody who asks for this, with tokens of his own in its form."""
    found = made_before(request, what)
    if found is None:
        found = make()
        cache.set(_key(request, what), found.text, KEPT)
    return found


def made_before(request: HttpRequest, what: Piece) -> HttpResponse | None:
    """If it has been made for somebody."""
    html = cache.get(_key(request, what))
    if html is None:
        return None
    html = _TOKEN.sub(lambda found: renewed(found[0]), html)
    own = get_token(request) if _CSRF.search(html) else ""
    return HttpResponse(_CSRF.sub(own, html))


def _key(request: HttpRequest, what: Piece) -> str:
    asked = repr((what, language(), letters(), request.method, request.get_full_path()))
    return f"live-{hashlib.sha256(asked.encode()).hexdigest()}"
