"""Without a network: a service worker that keeps what has been read, and the page for the rest."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation

from lessons.content.languages import COMPLETE
from lessons.rules.rule_sets import PRESETS
from tutorial.methods import READ, takes

KEPT_DAYS = 60
HEADER = "Kept-Offline"
"""On pages that only tell: what asks is never shown from what was kept."""
FILES = (
    "style.css", "host.css", "tiles.css", "sitting.css", "kinds.css", "compare.css", "crib.css",
    "lying.css", "glossary.css", "section.css", "covered.css", "fonts/fraunces-700.woff2",
    "cards.svg", "karlchen.svg", "icon.svg", "js/exercise.js", "django_htmx/htmx-2.min.js",
)  # fmt: skip
"""What such pages are drawn with."""


def kept_offline[View: Callable[..., HttpResponse]](view: View) -> View:
    """A view whose pages a browser may show again where there is no network."""

    @wraps(view)
    def answered(*args: Any, **kwargs: Any) -> HttpResponse:
        return keep_offline(view(*args, **kwargs))

    return answered  # type: ignore[return-value]


def keep_offline(response: HttpResponse) -> HttpResponse:
    response[HEADER] = "yes"
    return response


@takes(*READ)
def offline(request: HttpRequest) -> HttpResponse:
    """Shown instead of a page that was not kept; the worker adds what was."""
    return render(request, "offline/offline.html")


@takes(*READ)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: at the root, for its reach is that of its address."""
    told = {
        "files": [static(name) for name in FILES],
        "header": HEADER,
        "days": KEPT_DAYS,
        "languages": COMPLETE,
        "offline": {code: _in(code, "offline") for code in COMPLETE},
        "looked_up": {
            code: [_in(code, "glossary"), *(_in(code, "crib", one) for one in PRESETS)]
            for code in COMPLETE
        },
    }
    context = {"told": json.dumps(told), "static_url": settings.STATIC_URL}
    return render(request, "offline/worker.js", context, content_type="text/javascript")


def _in(code: str, name: str, *parts: str) -> str:
    with translation.override(code):
        return reverse(name, args=parts)
