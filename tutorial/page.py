"""What every page needs: its language, its other language, how the reader wants it to look."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import translate_url
from django.utils.translation import get_language

from lessons.content.reader import Words, course
from lessons.rules.cards import Seat

PREFERENCES = {"deck": ("two", "four"), "theme": ("auto", "light", "dark"), "keys": ("on", "off")}
"""What can be set, by cookie of that name; the first is what holds until something is set."""


def language() -> str:
    """The language of the request, one of those that there are texts in."""
    active = (get_language() or settings.LANGUAGE_CODE)[:2]
    return active if active in course().words else settings.LANGUAGE_CODE


def words() -> Words:
    """What the request's language says."""
    return course().words[language()]


def preference(request: HttpRequest, name: str) -> str:
    allowed = PREFERENCES[name]
    chosen = request.COOKIES.get(name)
    return chosen if chosen in allowed else allowed[0]


def page(request: HttpRequest) -> dict[str, Any]:
    other = "en" if language() == "de" else "de"
    here = request.get_full_path()
    there = translate_url(here, other)
    return {
        "language": language(),
        "other_language": other,
        "other_language_url": there if there != here else f"/{other}/",
        "preferences": {name: preference(request, name) for name in PREFERENCES},
        "documents": course().documents.values(),
        "all_seats": tuple(Seat),
        "is_beamer": request.GET.get("view") == "beamer",
    }
