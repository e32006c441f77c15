"""What many phones get alike, made once: a question comes to all of a room within a second."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token

from tutorial.practice.tokens import renewed
from tutorial.shared.words import language

KEPT = 120
"""Seconds; a question is asked about as long."""
_TOKEN = re.compile(r'(?<=name="token" value=")[^"]+')
_CSRF = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[^"]+')


def made_once(
    request: HttpRequest, what: tuple[object, ...], make: Callable[[], HttpResponse]
) -> HttpResponse:
    """The answer to everybody who asks for this, with tokens of his own in its form; ``what`` is
    all that it depends on, beside language and address."""
    asked = repr((*what, language(), request.method, request.get_full_path()))
    key = f"live-{hashlib.sha256(asked.encode()).hexdigest()}"
    html = cache.get(key)
    if html is None:
        response = make()
        cache.set(key, response.text, KEPT)
        return response
    html = _TOKEN.sub(lambda found: renewed(found[0]), html)
    own = get_token(request) if _CSRF.search(html) else ""
    return HttpResponse(_CSRF.sub(own, html))
