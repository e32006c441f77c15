"""What every page needs: its other languages, how the reader wants it to look."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse, translate_url
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

from lessons.content.languages import COMPLETE, LANGUAGES
from lessons.content.reading import course
from lessons.exercises.addresses import LEVELS
from lessons.rules.cards import Seat
from tutorial.shared.pictures import HEIGHT, WIDTH, picture_of
from tutorial.shared.words import LETTERED, language, offered

PREFERENCES = {
    "deck": ("two", "four"),
    "theme": ("auto", "light", "dark"),
    "marks": ("on", "off"),
    "letters": ("auto", *LETTERED),
    "keys": ("on", "off"),
    "size": ("usual", "large"),
    "level": ("auto", *map(str, LEVELS)),
    "language": ("auto", *COMPLETE),
}
"""What can be set, by cookie of that name; the first is what holds until something is set."""
LEFT_OFF = "step"
"""The cookie that says how far along the path somebody has been."""
LOCALES = {"de": "de_DE", "en": "en_GB"}
"""Languages as those name them who show shared links."""
YEARS_KEPT = 2
SECONDS_KEPT = YEARS_KEPT * 365 * 24 * 60 * 60
"""How long cookies live that a browser is to keep (it may keep them for less)."""


class HtmxRequest(HttpRequest):
    """A request as django-htmx's middleware hands it on."""

    htmx: HtmxDetails


def wants_piece(request: HtmxRequest) -> bool:
    """Whether htmx will swap the answer into the page, which it does not on history restore."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def preference(request: HttpRequest, name: str) -> str:
    allowed = PREFERENCES[name]
    chosen = request.COOKIES.get(name)
    return chosen if chosen in allowed else allowed[0]


def first_level(request: HttpRequest) -> int:
    """At which somebody wants to be asked what he was never asked before."""
    chosen = preference(request, "level")
    return LEVELS[0] if chosen == "auto" else int(chosen)


def keep(response: HttpResponse, name: str, value: str) -> None:
    """Have the browser keep something of the visitor's, harmless to whoever reads or changes it."""
    response.set_cookie(
        name,
        value,
        max_age=SECONDS_KEPT,
        samesite="Lax",
        secure=settings.IS_PUBLIC,
        httponly=True,
    )


def way_back(request: HttpRequest, otherwise: str) -> str:
    """The page that a button stood on, if it is one of ours and another than this."""
    came_from = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, request.is_secure())
    return came_from if is_ours and urlsplit(came_from).path != request.path else otherwise


@cache
def _shell(spoken: str, room: str) -> dict[str, str]:
    """What every page of a room has and none of them changes, made once per language."""
    context = {
        "language": spoken,
        "room": room,
        "has_imprint": bool(settings.IMPRINT or settings.IS_PUBLIC),
        "locale": LOCALES.get(spoken, spoken),
        "picture_width": WIDTH,
        "picture_height": HEIGHT,
    }
    addresses = {f"{name}_url": reverse(name) for name in ("home", "settings")}
    return addresses | {
        part: render_to_string(f"components/{part}.html", context)
        for part in ("head", "ways", "more_ways")
    }


def _room(request: HttpRequest) -> str:
    """The way of the masthead that stands for where one is; none of them: nothing."""
    _nothing, _language, first, *_rest = [*request.path.split("/"), "", ""]
    if first in course().documents:
        return "rules"
    return next((room for room, begins in _ROOMS.items() if first in begins), "")


_ROOMS = {
    "rules": {"path", "glossary", "compare", "differences"},
    "practice": {"practice", "sittings", "sitting", "paper", "progress"},
    "replays": {"replays", "play", "judge"},
    "together": {"together", "clubs", "quizzes", "quiz", "live", "sheets", "rules"},
    "search": {"search"},
}
"""By what their addresses begin with after the language."""


def other_languages(addresses: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Code, name and a page's address of each language but the one that is spoken."""
    return [
        (code, LANGUAGES[code].name, address)
        for code, address in addresses.items()
        if code != language()
    ]


def _site(request: HttpRequest) -> str:
    """How addresses begin elsewhere; empty if we were asked under a name that is not ours."""
    try:
        return settings.SITE_URL or f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return ""


def _absolute(site: str, paths: Mapping[str, str]) -> list[tuple[str, str]]:
    """A page's addresses in each language, as those want them who index it; none of a draft, or
    where it has but one."""
    if not site or language() not in COMPLETE or len(set(paths.values())) < len(paths):
        return []
    return [(code, f"{site}{path}") for code, path in sorted(paths.items()) if code in COMPLETE]


def _translated(request: HttpRequest, code: str) -> str:
    """The page in another language: the same path after another beginning, which is a tenth of
    what Django's way costs; that knows what is no page, outside the languages, or quoted."""
    here, beginning = request.get_full_path(), f"/{language()}/"
    if request.resolver_match is None or not here.startswith(beginning) or "%" in here:
        return translate_url(here, code)
    return f"/{code}/{here.removeprefix(beginning)}"


def page(request: HttpRequest) -> dict[str, Any]:
    """The context of every template."""
    spoken, here = language(), request.get_full_path()
    others = (code for code in offered() if code != spoken)
    paths = {spoken: here} | {code: _translated(request, code) for code in others}
    there = {code: path if path != here else f"/{code}/" for code, path in paths.items()}
    site = _site(request)
    match = request.resolver_match
    picture = picture_of(match.url_name if match else None)
    return {
        "language": spoken,
        "is_draft": LANGUAGES[spoken].is_draft,
        "other_languages": other_languages(there),
        "languages_absolute": _absolute(site, paths),
        "site": site,
        "picture": picture.file(spoken),
        "picture_shows": picture.shown,
        "preferences": {name: preference(request, name) for name in PREFERENCES},
        "shell": (_shell.__wrapped__ if settings.DEBUG else _shell)(spoken, _room(request)),
        "documents": [(found, found.words[spoken]) for found in course().documents.values()],
        "all_seats": tuple(Seat),
        "is_beamer": request.GET.get("view") == "beamer",
    }
