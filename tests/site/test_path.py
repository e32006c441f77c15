"""The beginners' path: its pages, where one left off, and that its exercises are mixed."""

import re

import pytest
from django.test import Client

from lessons.content.course import PathStep
from lessons.content.languages import COMPLETE
from lessons.content.reading import course
from lessons.exercises.addresses import Address
from lessons.exercises.making import exercise_at
from tests.site.test_answers import next_of, post, right, wrong
from tutorial.practice.following import next_of_step

PATH = course().beginners.path
TRICK = "/de/practice/trick-winner/kompakt/1/7/?statement=kompakt:trumpfkarten"


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("step", PATH, ids=lambda step: step.id)
def test_every_step_has_its_text_an_exercise_of_its_own_and_the_way_on(
    client: Client, language: str, step: PathStep
) -> None:
    page = client.get(f"/{language}/path/{step.id}/").content.decode()
    assert f"<h1>{step.texts[language].title}</h1>" in page
    place = PATH.index(step) + 1
    on = f"/{language}/path/{PATH[place].id}/" if place < len(PATH) else f"/{language}/practice/"
    assert f'href="{on}"' in page
    asked = re.search(rf'action="/{language}/practice/([a-z-]+)/kompakt/(\d)/[^"]*"', page)
    assert asked
    assert f"path={step.id}" in asked[0]
    assert (asked[1], int(asked[2])) == (step.exercises[0].kind, step.exercises[0].level)


def test_the_path_goes_on_where_one_left_off(client: Client) -> None:
    assert "Mit Schritt 1 anfangen" in client.get("/de/path/").content.decode()
    assert 'href="/de/path/"' in client.get("/de/").content.decode()
    client.get("/de/path/stiche/")
    client.get("/en/")
    client.get("/de/path/blatt/")  # to look something up
    for page in ("/de/", "/de/path/"):
        assert "Weiter mit Schritt 3: Wer den Stich bekommt" in client.get(page).content.decode()


def test_a_cookie_that_names_no_step_is_no_step(client: Client) -> None:
    client.cookies["step"] = "<b>nix"
    page = client.get("/de/path/").content.decode()
    assert "Mit Schritt 1 anfangen" in page
    assert "<b>nix" not in page


@pytest.mark.parametrize("step", PATH, ids=lambda step: step.id)
def test_exercises_of_a_step_are_mixed_with_those_of_the_step_before(step: PathStep) -> None:
    before = PATH[: PATH.index(step)][-1:]
    wanted = {(one.kind, one.statement) for s in (*before, step) for one in s.exercises}
    address, met = step.exercises[0].address("kompakt", 7), set()
    for _turn in range(200):
        last, address = address, next_of_step(step, address, address.next().seed)
        assert (address.kind, address.statement) != (last.kind, last.statement)
        assert exercise_at(address)
        met.add((address.kind, address.statement))
    assert met == wanted


@pytest.mark.django_db
def test_after_a_right_answer_another_of_the_step_comes(client: Client) -> None:
    url = f"{TRICK}&path=stiche"
    page = client.get(post(client, url, right(url))["Location"])
    following = next_of(page)
    assert "path=stiche" in following
    assert ("trick-winner" not in following) or ("ablauf-b" in following)
    assert 'href="/de/path/bedienen/"' in page.content.decode()


@pytest.mark.django_db
def test_a_mistake_is_made_good_before_the_path_goes_on(client: Client) -> None:
    url = f"{TRICK}&path=stiche"
    following = next_of(client.get(post(client, url, wrong(url))["Location"]))
    assert "/trick-winner/" in following
    assert "path=stiche" in following


def test_a_path_that_is_none_does_not_go_on(client: Client) -> None:
    page = client.get(f"{TRICK}&path=nix").content.decode()
    action = re.search(r'action="(/de/practice/[^"]*)"', page)
    assert action
    assert "path" not in action[1]


def test_an_address_is_never_its_own_next() -> None:
    (step, *_) = PATH
    one = Address("card-points", "kompakt", 1, 1, "kompakt:blatt")
    assert next_of_step(step, one, 1).kind == "who-won"
