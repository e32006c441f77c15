"""What pages cost somebody who has answered very much: queries, and CPU beside somebody new's."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from tests.bench.exercises import cpu, say

FEW, MANY = 10, 50_000
PAGES = ("/de/", "/de/progress/", "/de/path/", "/de/path/trumpf/", "/de/mine/", "/de/rules/")


def main() -> None:
    """In the database that :mod:`tests.bench.exercises` has made."""
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        few, many = (_cost(answers) for answers in (FEW, MANY))
    say(f"pages of a learner             queries after {FEW}, {MANY} answers; CPU, {FEW} = 1")
    for page in few:
        (queries, new), (later, old) = few[page], many[page]
        say(f"  {page:25} {queries:7} {later:8} {old / new:14.1f}")


def _cost(answers: int) -> dict[str, tuple[int, float]]:
    """Of each page and of a series' first item: queries, and seconds of CPU."""
    said, client = StringIO(), Client()
    call_command("seed_learner", answers, stdout=said)
    name, _equals, value = said.getvalue().split()[-1].partition("=")
    client.cookies[name] = value
    item = client.post("/de/sittings/", {"rules": "kompakt"})["Location"]
    found = {}
    for page, url in (*zip(PAGES, PAGES, strict=True), ("item of a series", item)):
        with CaptureQueriesContext(connection) as asked:
            client.get(url)
        found[page] = (len(asked), cpu(lambda url=url: client.get(url), 20))  # type: ignore[misc]
    return found
