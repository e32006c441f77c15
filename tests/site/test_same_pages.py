"""A page that a browser has already is not sent again, and never one that has changed."""

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

SAME = [
    "path/",
    "kompakt/",
    "royal/",
    "glossary/",
    "compare/",
    "together/",
    "coverage/",
    "crib/cvjm/",
    "search/",
    "search/?q=zweite+Dulle",
    "path/blatt/",
    "replays/",
    "replays/normalspiel/5/",
    "replays/normalspiel/5/?view=beamer",
    "replays/damensolo/rules/",
    "replays/own/",
    "judge/",
    "judge/text/",
    "judge/figures/",
    "settings/",
    "privacy/",
    "imprint/",
]
OF_CHANCE = ["", "kompakt/blatt/", "practice/", "practice/trick-winner/kompakt/1/7/"]
"""Each has a form of its own, or an exercise that chance picks."""


def tag(client: Client, path: str) -> str:
    """What names the page as the visitor has it; the first answer brings the secret of forms."""
    client.get(path)
    return client.get(path)["ETag"]


@pytest.mark.parametrize("path", SAME)
def test_a_page_is_sent_once(client: Client, path: str) -> None:
    first = client.get(f"/de/{path}")
    again = client.get(f"/de/{path}", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again["ETag"] == first["ETag"]
    assert "Cookie" in again["Vary"]
    assert {"private", "no-cache"} <= set(again["Cache-Control"].split(", "))
    english = client.get(f"/en/{path}", headers={"If-None-Match": first["ETag"]})
    assert english.status_code == 200


@pytest.mark.parametrize("path", OF_CHANCE)
def test_what_chance_picks_is_sent_again(client: Client, path: str) -> None:
    kept = {"If-None-Match": tag(client, f"/de/{path}")}
    assert client.get(f"/de/{path}", headers=kept).status_code == 200


@pytest.mark.parametrize(
    ("name", "value"), [("deck", "four"), ("theme", "dark"), ("marks", "off"), ("keys", "off")]
)
@pytest.mark.parametrize("path", ["kompakt/", "judge/", "replays/normalspiel/5/"])
def test_a_page_that_is_to_look_otherwise_is_sent_again(
    client: Client, path: str, name: str, value: str
) -> None:
    kept = {"If-None-Match": tag(client, f"/de/{path}")}
    client.post("/de/settings/", {name: value})
    changed = client.get(f"/de/{path}", headers=kept)
    assert changed.status_code == 200
    assert f'data-{name}="{value}"' in changed.content.decode()


def test_how_far_somebody_has_been_is_told_at_once(client: Client) -> None:
    kept = {"If-None-Match": tag(client, "/de/path/")}
    assert client.get("/de/path/stiche/").status_code == 200
    changed = client.get("/de/path/", headers=kept)
    assert changed.status_code == 200


def test_a_form_of_a_page_that_was_kept_is_taken_and_of_another_secret_sent_again() -> None:
    client = Client(enforce_csrf_checks=True)
    first = client.get("/de/kompakt/")
    proof = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', first.content.decode())
    assert proof
    kept = {"If-None-Match": first["ETag"]}
    again = client.get("/de/kompakt/", headers=kept)
    assert again.status_code == 304
    assert again.cookies["csrftoken"].value == first.cookies["csrftoken"].value
    posted = {"deck": "four", "csrfmiddlewaretoken": proof[1]}
    assert client.post("/de/settings/", posted).status_code == 302
    client.cookies.clear()
    assert client.get("/de/kompakt/", headers=kept).status_code == 200


def test_a_piece_is_no_page(client: Client) -> None:
    url = "/de/replays/normalspiel/5/"
    piece = client.get(url, headers={"HX-Request": "true"})
    page = client.get(url, headers={"If-None-Match": piece["ETag"]})
    assert page.status_code == 200
    assert "<!doctype html>" in page.content.decode()
