"""Sections ask after the paragraph that tells the rule, and answer in place."""

import re
from html import escape
from typing import Any

import pytest
from django.test import Client

from lessons.content.reading import course
from lessons.exercises.exercise import Exercise
from tests.site.test_answers import text
from tests.site.test_sittings import posted, wrong
from tutorial.learners.models import Attempt

SECTION = next(one for one in course().documents["kompakt"].sections if one.id == "ablauf")
ASKED = [part.ask for part in SECTION.texts["de"].parts if part.ask]
PAGE = "/de/kompakt/ablauf/"


def exercise(number: int, seed: int) -> Exercise[Any]:
    return ASKED[number - 1].drawn("kompakt", seed)


def answered(client: Client, url: str, asked: Exercise[Any], given: Any, **more: Any) -> Any:
    token = re.search(r'name="token" value="([^"]+)"', client.get(url).content.decode())
    assert token
    return client.post(url, {"token": token[1], **posted(asked, given)}, **more)


def test_one_question_is_open_and_the_others_can_be_opened(client: Client) -> None:
    page = client.get(PAGE).content.decode()
    assert page.count('id="exercise"') == 1
    assert 'href="/de/kompakt/ablauf/?ask=2#exercise"' in page
    second = client.get(f"{PAGE}?ask=2").content.decode()
    assert second.count('id="exercise"') == 1
    assert 'href="/de/kompakt/ablauf/?ask=1#exercise"' in second
    assert second.index("ask=1#exercise") < second.index("Zwei gleiche Karten")
    assert second.index("Zwei gleiche Karten") < second.index('id="exercise"')


@pytest.mark.django_db
def test_an_answer_is_told_where_it_was_asked_and_reading_goes_on(client: Client) -> None:
    url, asked = f"{PAGE}?ask=2&seed=7", exercise(2, 7)
    response = answered(client, url, asked, next(wrong(asked)))
    assert response.status_code == 303
    page = client.get(response["Location"])
    assert 'id="verdict"' in page.content.decode()
    assert SECTION.texts["de"].title in text(page)
    following = re.search(r'href="([^"]*)#exercise" data-next', page.content.decode())
    assert following
    assert following[1].startswith("/de/kompakt/ablauf/?ask=2&amp;seed=")
    attempt = Attempt.objects.get()
    assert (attempt.kind, attempt.statement) == (ASKED[1].kind, ASKED[1].statement)


@pytest.mark.django_db
def test_what_is_held_for_wrong_keeps_its_place_in_the_text(client: Client) -> None:
    url, asked = f"{PAGE}?ask=2&seed=7", exercise(2, 7)
    there = answered(client, url, asked, next(wrong(asked)))["Location"].partition("#")[0]
    assert f'action="{escape(there)}"' in client.get(there).content.decode()
    response = client.post(there, {"dispute": "1"})
    assert response["Location"] == f"{there}#verdict"
    page = text(client.get(there))
    assert "Danke: Du hältst" in page
    assert SECTION.texts["de"].title in page
    piece = client.post(there, {"dispute": "1"}, headers={"HX-Request": "true"}).content.decode()
    assert "Danke: Du hältst" in piece
    assert "/de/kompakt/ablauf/?ask=2&amp;seed=" in piece
    assert "<main" not in piece


@pytest.mark.django_db
def test_with_htmx_only_the_question_is_swapped(client: Client) -> None:
    url, asked = f"{PAGE}?ask=1&seed=7", exercise(1, 7)
    htmx = {"HTTP_HX_REQUEST": "true"}
    response = answered(client, url, asked, asked.kind.solve(asked.question), **htmx)
    assert response.status_code == 200
    assert response.content.decode().lstrip().startswith("<title>")
    assert response["HX-Push-Url"].startswith("/de/kompakt/ablauf/?ask=1&seed=7&attempt=")
    again = client.get(f"{PAGE}?ask=1&seed=8", headers={"HX-Request": "true"}).content.decode()
    assert "<h1" not in again
    assert 'id="answer"' in again


@pytest.mark.django_db
def test_a_refused_form_comes_back_with_the_reason(client: Client) -> None:
    response = client.post(f"{PAGE}?ask=1&seed=7", {"seat": "VH", "token": "forged"})
    assert response.status_code == 422
    assert 'action="/de/kompakt/ablauf/?ask=1&amp;seed=7"' in response.content.decode()


@pytest.mark.parametrize("query", ["?ask=99", "?ask=x&seed=-1", "?seed=9999999999", "?attempt=x"])
@pytest.mark.django_db
def test_an_odd_address_is_the_section_with_a_question(client: Client, query: str) -> None:
    page = client.get(f"{PAGE}{query}")
    assert page.status_code == 200
    assert page.content.decode().count('id="exercise"') == 1


def test_a_question_does_not_stand_alone_in_the_address_of_a_form(client: Client) -> None:
    """What is posted is what was asked: the seed goes along."""
    page = client.get(PAGE).content.decode()
    assert re.search(r'action="/de/kompakt/ablauf/\?ask=1&amp;seed=\d+"', page)
