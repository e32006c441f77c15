"""What the pages of a club cost its trainer: queries, and CPU, with few members and with many."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse

from tests.bench.exercises import cpu, say
from tutorial.clubs.models import ClubNight
from tutorial.score_sheets.models import ScoreSheet

NIGHT, SHEET = "a club night", "a table’s sheet"
FEW, MANY = (10, 1000), (100, 100_000)
"""Members, and answers of them all."""
PAGES = ("", "?section=ablauf", "people/", "me/", "board.csv", "nights/", NIGHT, SHEET)


def main() -> None:
    """In the database that :mod:`tests.bench.exercises` has made."""
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        few, many = (_cost(*size) for size in (FEW, MANY))
    say(f"pages of a club              queries with {FEW[0]}, {MANY[0]} members; CPU of the larger")
    for page in few:
        (queries, _small), (later, large) = few[page], many[page]
        say(f"  {page or 'board':25} {queries:7} {later:8} {large * 1000:11.0f} ms")


def _cost(members: int, answers: int) -> dict[str, tuple[int, float]]:
    said, client = StringIO(), Client()
    call_command("seed_club", members, answers, stdout=said)
    club, cookie = said.getvalue().split()
    name, _equals, value = cookie.partition("=")
    client.cookies[name] = value
    last = ClubNight.objects.order_by("-pk")[0]
    sheet = ScoreSheet.objects.order_by("-pk")[0]
    places = {NIGHT: f"{club}nights/{last.pk}/", SHEET: reverse("score-sheet", args=[sheet.key])}
    found = {}
    for page in PAGES:
        there = places.get(page, f"{club}{page}")
        with CaptureQueriesContext(connection) as asked:
            client.get(there)
        found[page] = (len(asked), cpu(lambda url=there: client.get(url), 20))  # type: ignore[misc]
    return found
