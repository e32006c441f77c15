"""The beginners' path: rounds of short screens and questions, which a learner goes on with."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from lessons.content.course import LessonExercise, PathStep
from lessons.content.languages import COMPLETE
from lessons.content.reading import course
from lessons.exercises.addresses import Address
from lessons.exercises.making import exercise_at
from lessons.rules.cards import Card
from lessons.rules.contracts import ALONE, Contract
from tests.site.test_sittings import answer
from tutorial.learners.cookie import COOKIE, remember
from tutorial.learners.models import Learner
from tutorial.sittings.going import AtItem, Going, exercise_of
from tutorial.sittings.models import Item, Sheet, Sitting, Why

PATH = course().beginners.path


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("step", PATH, ids=lambda step: step.id)
def test_every_screen_says_what_it_tells_and_leads_on(
    client: Client, language: str, step: PathStep
) -> None:
    for number, part in enumerate(step.texts[language].parts, start=1):
        if part.ask:
            continue
        page = client.get(f"/{language}/path/{step.id}/{number}/").content.decode()
        heading = step.texts[language].title if number == 1 else part.tokens[1].content
        assert f"<h1>{heading}</h1>" in page
        asks = number < len(step.parts) and step.parts[number].ask
        begins = asks or number == len(step.parts)
        on = f'href="/{language}/path/{step.id}/{number + 1}/"'
        assert (f'name="read" value="{number}"' if begins else on) in page


def test_trump_is_told_before_it_is_asked() -> None:
    told = next(place for place, step in enumerate(PATH) if step.id == "trumpf")
    asked = [one for step in PATH[:told] for one in step.exercises]
    assert {one.kind for one in asked if not one.without_trumps} == {"card-points", "who-won"}
    for one in asked:
        for seed in range(0, 2000, 130) if one.without_trumps else ():
            assert not _trumps(one, seed)


def test_solos_are_told_before_they_are_asked() -> None:
    told = next(place for place, step in enumerate(PATH) if step.id == "hochzeit-und-solo")
    for one in (one for step in PATH[:told] for one in step.exercises):
        for seed in range(0, 40_000, 1000):
            exercise = one.drawn("kompakt", seed)
            contract = exercise.kind.exhibit(exercise.question).contract
            assert contract not in ALONE, (one, seed)


def _trumps(asked: LessonExercise, seed: int) -> list[Any]:
    exercise = asked.drawn("kompakt", seed)
    kind, question = exercise.kind, exercise.question
    order = kind.rules_of(question).card_order(Contract.NORMAL)
    trick = kind.exhibit(question).trick
    shown = [option for field in kind.fields(question) for option in field.options]
    cards = (*(trick.cards if trick else ()), *(one for one in shown if isinstance(one, Card)))
    assert cards
    return [card for card in cards if order.is_trump(card)]


def test_the_first_trick_on_the_home_page_needs_no_trump(client: Client) -> None:
    trumps = course().beginners
    for _time in range(8):
        page = client.get("/de/").content.decode()
        asked = r'action="/de/practice/([a-z-]+)/kompakt/1/(\d+)/\?statement=([^"]*)"'
        found = re.search(asked, page)
        assert found
        exercise = exercise_at(Address(found[1], trumps.rules, 1, int(found[2]), found[3]))
        order = exercise.question.order
        assert not any(map(order.is_trump, exercise.question.trick.cards))


def begin(client: Client, step: str, read: int) -> Any:
    return client.post(f"/de/path/{step}/", {"read": str(read)})


@pytest.mark.django_db
def test_a_question_before_the_round_has_begun_leads_to_what_is_told_before_it(
    client: Client,
) -> None:
    assert client.get("/de/path/stiche/5/")["Location"] == "/de/path/stiche/4/"
    assert not Learner.objects.exists()


@pytest.mark.django_db
def test_a_round_asks_where_the_text_asks_and_comes_back_to_where_one_was(client: Client) -> None:
    first = begin(client, "trumpf", 2)["Location"]
    sitting = Sitting.objects.get()
    assert first == f"/de/sitting/{sitting.key}/1/"
    assert begin(client, "trumpf", 2)["Location"] == first  # pressed twice
    assert Sitting.objects.count() == 1
    answer(client, first, right=True)
    page = client.get(first).content.decode()
    assert 'href="/de/path/trumpf/4/#exercise"' in page
    assert client.get("/de/path/trumpf/")["Location"] == "/de/path/trumpf/4/"
    assert (
        f'href="/de/sitting/{sitting.key}/2/"' in client.get("/de/path/trumpf/4/").content.decode()
    )
    # One may look back, too.
    assert client.get("/de/path/trumpf/3/")["Location"] == first


@pytest.mark.django_db
def test_what_was_missed_comes_again_and_then_the_step_is_done(client: Client) -> None:
    begin(client, "stiche", 4)
    sitting = Sitting.objects.get()
    assert "geschafft" not in client.get("/de/path/").content.decode()
    for number in (1, 2, 3, 4):
        answer(client, f"/de/sitting/{sitting.key}/{number}/", right=number != 2)
    going = Going.of(Sitting.objects.get())
    assert going.current is not None
    assert (going.current.why, going.current.kind) == (Why.AGAIN, "trick-winner")
    again = exercise_of(going.current)
    assert not any(map(again.question.order.is_trump, again.question.trick.cards))
    page = client.get(going.url).content.decode()
    assert "noch einmal, mit anderen Karten" in page
    answer(client, going.url, right=True)
    sitting.refresh_from_db()
    assert sitting.ended is not None
    end = client.get(f"/de/sitting/{sitting.key}/end/").content.decode()
    assert "Schritt 1 geschafft" in " ".join(end.split())
    assert 'href="/de/path/blatt/"' in end
    assert "geschafft" in client.get("/de/path/").content.decode()
    # Again from its beginning.
    assert "Was ein Stich ist" in client.get("/de/path/stiche/").content.decode()


@pytest.mark.django_db
def test_a_solved_exercise_of_the_first_step_needs_no_trump(client: Client) -> None:
    """Which is told in the third."""
    begin(client, "stiche", 4)
    going = Going.of(Sitting.objects.get())
    for item, _answer in going.items:
        solved = AtItem(going=going, item=item).solved()
        assert solved.address != exercise_of(item).address
        wished = next(one for one in PATH[0].exercises if one.statement == item.statement)
        assert wished.kind == item.kind
        if wished.without_trumps:
            assert wished.drawn("kompakt", solved.address.seed).address == solved.address


@pytest.mark.django_db
def test_the_path_goes_along_to_another_device_and_is_deleted_with_all_else(
    client: Client,
) -> None:
    begin(client, "trumpf", 2)
    other = Client()
    other.cookies[COOKIE] = client.cookies[COOKIE].value
    assert "Weiter mit Schritt 3" in other.get("/de/path/").content.decode()
    assert "Dein Weg · Schritt 3 von 8" in other.get("/de/").content.decode()
    client.post("/de/mine/delete/")
    assert "Mit Schritt 1 anfangen" in client.get("/de/path/").content.decode()


@pytest.mark.django_db
def test_after_the_last_step_comes_the_first_game(client: Client) -> None:
    client.get("/de/path/stiche/")
    learner = Learner.objects.create()
    for step in PATH:
        sheet = Sheet.objects.create(about=f"step {step.id}", rules="kompakt")
        Sitting.objects.create(sheet=sheet, learner=learner, ended=timezone.now())
    response = HttpResponse()
    remember(response, learner.pk)
    client.cookies[COOKIE] = response.cookies[COOKIE].value
    page = client.get("/de/path/").content.decode()
    assert 'class="button button--main" href="/de/play/"' in page
    assert "Weiter mit Schritt" not in page


@pytest.mark.django_db
def test_a_later_round_ends_with_reviews_that_say_so(client: Client) -> None:
    begin(client, "stiche", 4)
    key = Sitting.objects.get().key
    for number in (1, 2, 3, 4):
        answer(client, f"/de/sitting/{key}/{number}/", right=True)
    begin(client, "trumpf", 2)
    sitting = Sitting.objects.latest("pk")
    reviews = Item.objects.filter(sheet=sitting.sheet, why=Why.DUE)
    asked = {one.statement for one in PATH[0].exercises}
    assert len(reviews) == 2
    assert {one.statement for one in reviews} <= asked
    for number in range(1, 6):
        answer(client, f"/de/sitting/{sitting.key}/{number}/", right=True)
    assert "Wiederholung" in client.get(Going.of(sitting).url).content.decode()


@pytest.mark.django_db
def test_a_review_that_was_missed_comes_again_as_its_own_step_asks_for_it(client: Client) -> None:
    """Of the first step, and trump is told in the third."""
    begin(client, "stiche", 4)
    key = Sitting.objects.get().key
    for number in (1, 2, 3, 4):
        answer(client, f"/de/sitting/{key}/{number}/", right=True)
    for _round in range(6):
        begin(client, "blatt", 3)
        sitting = Sitting.objects.latest("pk")
        while (going := Going.of(sitting)).current is not None:
            item = going.current
            there = f"/de/sitting/{sitting.key}/{item.number}/"
            answer(client, there, right=item.why != Why.DUE)
        again = Item.objects.filter(sitting=sitting, why=Why.AGAIN)
        assert again
        for item in again:
            exercise = exercise_of(item)
            wished = next(
                one
                for step in PATH[:2]
                for one in step.exercises
                if (one.kind, one.statement) == (item.kind, item.statement)
            )
            assert wished.without_trumps
            assert exercise.address == wished.drawn("kompakt", item.seed).address


@pytest.mark.parametrize("read", ["", "0", "99", "x", "2"])
@pytest.mark.django_db
def test_a_round_begins_whatever_was_sent(client: Client, read: str) -> None:
    there = client.post("/de/path/trumpf/", {"read": read})
    assert there.status_code == 303
    assert client.get(there["Location"]).status_code == 200


def test_there_is_no_screen_after_the_last(client: Client) -> None:
    for number in (0, 99):
        page = client.get(f"/de/path/stiche/{number}/")
        assert page.status_code == 404
        assert 'href="/de/path/stiche/"' in page.content.decode()


def test_the_path_goes_on_where_one_left_off(client: Client) -> None:
    assert "Mit Schritt 1 anfangen" in client.get("/de/path/").content.decode()
    assert 'href="/de/path/"' in client.get("/de/").content.decode()
    client.get("/de/path/trumpf/")
    client.get("/en/")
    client.get("/de/path/blatt/")  # to look something up
    assert "Weiter mit Schritt 3: Was Trumpf ist" in client.get("/de/path/").content.decode()
    home = client.get("/de/").content.decode()
    assert "Dein Weg · Schritt 3 von 8" in home
    assert '<h1 id="next">Was Trumpf ist</h1>' in home
    assert "Ganz neu?" not in home


def test_a_cookie_that_names_no_step_is_no_step(client: Client) -> None:
    client.cookies["step"] = "<b>nix"
    page = client.get("/de/path/").content.decode()
    assert "Mit Schritt 1 anfangen" in page
    assert "<b>nix" not in page
