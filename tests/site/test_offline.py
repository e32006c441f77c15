"""What the service worker is told, and which pages it may keep."""

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tutorial.offline import FILES, HEADER


def told(client: Client) -> dict[str, object]:
    response = client.get("/worker.js")
    assert response["Content-Type"] == "text/javascript"
    found = re.search(r"const KEPT = (.*);\n", response.content.decode())
    assert found
    return dict(json.loads(found[1]))


TOLD = ["kompakt/", "kompakt/blatt/", "compare/", "path/blatt/2/"]
"""Pages that only tell, besides those that are kept without having been read."""


@pytest.mark.parametrize("path", ["offline/", "glossary/", "crib/kompakt/", *TOLD])
def test_the_worker_keeps_all_that_its_pages_are_drawn_with(client: Client, path: str) -> None:
    page = client.get(f"/de/{path}").content.decode()
    asked = set(re.findall(r'(?:src|href)="/static/([^"#]+\.(?:css|js|svg))', page))
    assert asked
    assert asked <= set(FILES)
    assert all(finders.find(name) for name in FILES)
    assert told(client)["files"] == [f"/static/{name}" for name in FILES]


def test_what_is_looked_up_can_be_kept(client: Client) -> None:
    looked_up = told(client)["looked_up"]
    assert isinstance(looked_up, dict)
    assert {len(paths) for paths in looked_up.values()} == {5}
    for path in (one for paths in looked_up.values() for one in paths):
        assert client.get(path)[HEADER] == "yes", path


@pytest.mark.parametrize("path", TOLD)
def test_a_page_that_tells_can_be_kept(client: Client, path: str) -> None:
    assert client.get(f"/de/{path}")[HEADER] == "yes"


@pytest.mark.parametrize(
    "path", ["", "practice/", "practice/trick-winner/kompakt/1/3/", "judge/", "progress/", "mine/"]
)
def test_a_page_that_asks_or_is_about_somebody_is_not_kept(client: Client, path: str) -> None:
    assert HEADER not in client.get(f"/de/{path}")
