"""Ten exercises: chosen, gone through once, kept in memory, looked back on."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from html import unescape
from io import StringIO
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.forms.models import model_to_dict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from lessons.content.reading import course
from lessons.exercises.exercise import Exercise
from tests.exercises.soundness import wrong_answers
from tests.site.test_exercise_pages import posted as posted_value
from tutorial.learners.memory import Given, after, after_all
from tutorial.learners.models import Attempt, Learner, Memory
from tutorial.learners.remembering import remembered_anew
from tutorial.sittings.choosing import course_of, kinds_for, ten
from tutorial.sittings.going import exercise_of
from tutorial.sittings.models import Item, Sheet, Sitting, Why

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def begun(client: Client, rules: str = "kompakt") -> str:
    """The address of the first item of a new series."""
    response = client.post("/de/sittings/", {"rules": rules})
    assert response.status_code == 303
    return str(response["Location"])


def item_at(url: str) -> Item:
    _empty, _language, _sitting, key, number, _end = url.split("/")
    found = Item.objects.filter(sheet__sittings__key=key, number=number).get()
    assert isinstance(found, Item)
    return found


def posted(exercise: Exercise[Any], answer: Any) -> dict[str, Any]:
    """The form of an exercise that is answered in one go."""
    pairs = zip(exercise.kind.fields(exercise.question), answer, strict=True)
    return {field.name: posted_value(field, value) for field, value in pairs}


def answer(client: Client, url: str, *, right: bool = True) -> Any:
    """Answers an item step by step; the last response."""
    exercise = exercise_of(item_at(url))
    wanted = exercise.kind.solve(exercise.question) if right else next(wrong(exercise))
    page = client.get(url)
    fields = exercise.kind.fields(exercise.question)
    steps = len(fields) if exercise.kind.is_stepwise else 1
    for step in range(steps):
        form = re.search(r'name="token" value="([^"]*)"', page.content.decode())
        assert form
        sent = posted(exercise, wanted)
        if steps > 1:
            sent = {fields[step].name: sent[fields[step].name]}
        page = client.post(url, sent | {"token": form[1]})
    return page


def token_at(client: Client, url: str) -> str:
    found = re.search(r'name="token" value="([^"]*)"', client.get(url).content.decode())
    assert found
    return found[1]


def wrong(exercise: Exercise[Any]) -> Iterator[Any]:
    return iter(wrong_answers(exercise))


def gone_through(client: Client, url: str, *, misses: tuple[int, ...] = ()) -> str:
    """Answers every item, those at ``misses`` wrongly; the address of the end."""
    place = 0
    while not url.endswith("/end/"):
        place += 1
        assert place < 30
        response = answer(client, url, right=place not in misses)
        assert response.status_code == 303, response.content.decode()
        url = next_of(client, url)
    return url


def next_of(client: Client, url: str) -> str:
    """Where an item that has been answered leads on to."""
    found = re.search(r'href="([^"#]*)#exercise" data-next', client.get(url).content.decode())
    assert found
    return found[1]


@pytest.mark.django_db
def test_what_was_missed_twice_comes_again_easier(client: Client) -> None:
    url = str(client.post("/de/sittings/", {"about": "rule kompakt:bedienzwang-b"})["Location"])
    Item.objects.update(level=3)
    for _time in range(2):
        answer(client, url, right=False)
        url = next_of(client, url)
    missed = set(Attempt.objects.values_list("rule", flat=True))
    assert len(missed) == 1
    again = Item.objects.filter(why=Why.AGAIN).order_by("number")
    assert [one.level for one in again] == [3, 2]
    assert {one.statement for one in again} == missed


@pytest.mark.django_db
def test_ten_are_gone_through_and_what_was_missed_comes_again(client: Client) -> None:
    end = gone_through(client, begun(client), misses=(2, 4))
    sitting = Sitting.objects.get()
    assert Attempt.objects.filter(sitting=sitting).count() == 12
    repeats = Item.objects.filter(sitting=sitting)
    missed = Item.objects.filter(sheet=sitting.sheet, sitting=None, number__in=(2, 4))
    for again, item in zip(repeats, missed, strict=True):
        assert again.why == Why.AGAIN
        assert again.statement == Attempt.objects.get(item=item).rule
        assert again.question != item.question
    page = client.get(end).content.decode()
    assert "8 von 10" in page
    assert "Das meiste kannst du." in page
    assert page.count("turned__one--wrong") == 2


@pytest.mark.django_db
def test_what_is_said_at_the_end_is_as_it_went(client: Client) -> None:
    page = client.get(gone_through(client, begun(client))).content.decode()
    assert "Kein einziger Fehler." in page
    assert "kommt wieder" not in page
    end = gone_through(client, begun(client, "royal"), misses=(1, 2, 3, 4))
    page = client.get(end).content.decode()
    assert "6 von 10" in page
    assert "Lieber hier falsch als am Tisch." in page


@pytest.mark.django_db
def test_memory_made_anew_is_memory_kept(client: Client) -> None:
    for rules in ("kompakt", "royal"):
        gone_through(client, begun(client, rules), misses=(1, 3, 11))
    learner = Learner.objects.get()
    kept = list(Memory.objects.order_by("statement"))
    assert len(kept) >= 15
    for one, anew in zip(kept, remembered_anew(learner.pk), strict=True):
        assert model_to_dict(one, exclude=["id"]) == model_to_dict(anew, exclude=["id"])
    Memory.objects.all().delete()
    Attempt.objects.update(rule="")
    call_command("remember")
    for one, anew in zip(kept, Memory.objects.order_by("statement"), strict=True):
        assert model_to_dict(one, exclude=["id"]) == model_to_dict(anew, exclude=["id"])


@pytest.mark.django_db
def test_an_item_counts_once_in_two_tabs(client: Client) -> None:
    url = begun(client)
    one, two = token_at(client, url), token_at(client, url)
    exercise = exercise_of(item_at(url))
    sent = posted(exercise, exercise.kind.solve(exercise.question))
    for form in (one, two, one):
        page = client.post(url, sent | {"token": form})
        assert page.status_code in {200, 303}
        assert ("es gilt die erste Antwort" in page.content.decode()) == (page.status_code == 200)
    assert Attempt.objects.count() == 1
    assert Learner.objects.count() == 1
    assert Memory.objects.get().right == 1


@pytest.mark.django_db
@pytest.mark.parametrize("piece", [False, True])
def test_what_is_held_for_wrong_keeps_its_place(client: Client, piece: bool) -> None:
    answer(client, url := begun(client), right=False)
    page = client.get(url).content.decode()
    action = re.search(r'action="([^"]*)"[^>]*>\s*<input[^>]*>\s*<button[^>]*name="dispute"', page)
    assert action
    headers = {"HX-Request": "true"} if piece else {}
    there = client.post(unescape(action[1]), {"dispute": "1"}, headers=headers, follow=True)
    told = there.content.decode()
    assert "Danke: Du hältst" in told
    assert re.search(r"1 von 10\b", told)
    assert next_of(client, url) in told
    assert Attempt.objects.get().disputed
    assert Client().post(unescape(action[1]), {"dispute": "1"}).status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["sittings/", "path/stiche/"])
def test_two_presses_at_once_begin_one_series(client: Client, path: str) -> None:
    gone_through(client, begun(client))
    before = {*Sitting.objects.all()}

    def press(_number: int) -> str:
        other = Client()
        other.cookies = client.cookies
        response = other.post(f"/de/{path}")
        connection.close()
        return str(response["Location"])

    with ThreadPoolExecutor(2) as both:
        first, second = both.map(press, range(2))
    assert first == second
    (new,) = {*Sitting.objects.all()} - before
    assert Item.objects.filter(sheet=new.sheet).exists()


@pytest.mark.django_db
def test_a_series_begun_later_is_another(client: Client) -> None:
    url = begun(client)
    assert begun(client) == url
    assert begun(client, "royal") != url
    Sitting.objects.update(started=timezone.now() - timedelta(minutes=1))
    later = begun(client)
    assert later != url
    answer(client, later)
    assert begun(client) != later


@pytest.mark.django_db
def test_a_series_is_its_learners_alone(client: Client) -> None:
    url = begun(client)
    key = Sitting.objects.get().key
    for other in (url, f"/de/sitting/{key}/end/", "/de/sitting/nobodys/1/"):
        assert Client().get(other).status_code == 404
    assert client.get(f"/de/sitting/{key}/77/").status_code == 404
    ahead = client.get(f"/de/sitting/{key}/5/")
    assert (ahead.status_code, ahead["Location"]) == (302, url)
    unfinished = client.get(f"/de/sitting/{key}/end/")
    assert (unfinished.status_code, unfinished["Location"]) == (302, url)
    stranger = Client().post("/de/sittings/", {"rules": "nobodys"})
    assert (stranger.status_code, Learner.objects.count()) == (404, 1)


@pytest.mark.sweep
@pytest.mark.long
@pytest.mark.django_db
def test_pages_ask_as_little_after_two_thousand_answers(client: Client) -> None:
    pages = ("/de/path/trumpf/", "/de/", "/de/progress/", "/de/path/", "/de/mine/")

    def queries(answers: int) -> list[int]:
        said = StringIO()
        call_command("seed_learner", answers, stdout=said)
        client.cookies.clear()
        name, _equals, value = said.getvalue().split()[-1].partition("=")
        client.cookies[name] = value
        item = begun(client)
        found = []
        for url in (*pages, item):
            with CaptureQueriesContext(connection) as few:
                assert client.get(url).status_code == 200
            found.append(len(few))
        return found

    few = queries(10)
    assert queries(2_000) == few
    assert max(few) <= 9
    assert Attempt.objects.count() == 2_010
    assert Memory.objects.filter(learner=Learner.objects.latest("pk")).count() > 100


@pytest.mark.django_db
def test_sheets_nobody_goes_through_are_tidied_away(client: Client) -> None:
    begun(client)
    Learner.objects.all().delete()
    Sheet.objects.update(created=NOON - 300 * DAY)
    call_command("tidy")
    assert not Sheet.objects.exists()
    assert not Item.objects.exists()


@pytest.mark.parametrize("rules", ["kompakt", "royal", "cvjm"])
def test_somebody_new_is_asked_in_the_order_of_the_course(rules: str) -> None:
    chosen = ten(rules, {}, NOON, Random(1))
    assert len(chosen) == 10
    assert {one.why for one in chosen} == {Why.NEW}
    asked = [one for one in course_of(rules) if one in kinds_for(rules)]
    assert {one.address.statement for one in chosen} == set(asked[:10])


@pytest.mark.parametrize("seed", range(20))
def test_due_comes_first_then_misses_then_something_new(seed: int) -> None:
    asked = [one for one in course_of("kompakt") if one in kinds_for("kompakt")]
    chance = Random(seed)
    due, missed, firm = asked[:8], asked[8:13], asked[13:16]
    was_right = Given(NOON - 20 * DAY, 1, is_right=True, with_help=False)
    was_wrong = Given(NOON - timedelta(hours=1), 1, is_right=False, with_help=False)
    memory = {one: after(None, was_right) for one in due}
    memory |= {one: after(None, was_wrong) for one in missed}
    memory |= {one: after(after(None, was_right), Given(NOON, 1, True, False)) for one in firm}
    chosen = ten("kompakt", memory, NOON, chance)
    why = [one.why for one in chosen]
    assert (why.count(Why.DUE), why.count(Why.MISSED), why.count(Why.NEW)) == (6, 3, 1)
    statements = [one.address.statement for one in chosen]
    assert len(set(statements)) == 10
    kinds = [one.address.kind for one in chosen]
    assert all(one != two for one, two in pairwise(kinds))


def test_who_knows_all_of_it_gets_what_is_due_next() -> None:
    asked = [one for one in course_of("cvjm") if one in kinds_for("cvjm")]
    memory = {
        one: after_all(
            Given(NOON - days * DAY, 1, is_right=True, with_help=False)
            for days in (90 + number, 60 + number, 1)
        )
        for number, one in enumerate(asked)
    }
    chosen = ten("cvjm", {k: v for k, v in memory.items() if v}, NOON, Random(5))
    assert len(chosen) == 10
    assert Why.NEW not in {one.why for one in chosen}


@pytest.mark.django_db
def test_home_knows_what_is_open_and_what_is_due(client: Client) -> None:
    page = client.get("/de/").content.decode()
    assert "Ganz neu?" in page
    assert "Zehn Aufgaben" in page
    url = begun(client)
    answer(client, url)
    Memory.objects.update(due=NOON)
    page = client.get("/de/").content.decode()
    assert "Ganz neu?" not in page
    assert "Noch 9 Aufgaben" in page
    assert url.replace("/1/", "/2/") in page
    assert "Eine Regel ist fällig" in page
    assert page.count("map__row") == 1
    gone_through(client, url.replace("/1/", "/2/"))
    page = client.get("/de/").content.decode()
    assert '<h1 id="next">Zehn Aufgaben</h1>' in page
    assert ">Los</button>" in page
    assert page.count("Zehn Aufgaben") == 1


@pytest.mark.django_db
def test_practice_asks_ten_under_its_rule_set(client: Client) -> None:
    page = client.get("/de/practice/?rules=cvjm").content.decode()
    assert 'name="rules" value="cvjm"' in page
    begun(client, "cvjm")
    assert {item.rules for item in Item.objects.all()} == {"cvjm"}


def asked_in(url: str) -> list[str]:
    key = url.split("/")[3]
    return [one.statement for one in Item.objects.filter(sheet__sittings__key=key, sitting=None)]


def wish(client: Client, about: str) -> Any:
    return client.post("/de/sittings/", {"about": about})


@pytest.mark.django_db
def test_a_series_on_a_section_asks_all_of_its_rules(client: Client) -> None:
    url = wish(client, "section royal/trumpf-fehl")["Location"]
    section = course().documents["royal"].section("trumpf-fehl")
    assert section
    offered = {*section.statements, *section.readings} & {*kinds_for("royal")}
    assert {*asked_in(url)} == offered
    assert len(asked_in(url)) == 10
    assert item_at(url).rules == "royal"


@pytest.mark.django_db
def test_a_series_on_a_rule_asks_it_five_times(client: Client) -> None:
    url = wish(client, "rule cvjm:5.2b")["Location"]
    assert asked_in(url) == ["cvjm:5.2b"] * 5


@pytest.mark.django_db
def test_what_is_due_and_what_goes_wrong_are_series_of_their_own(client: Client) -> None:
    gone_through(client, begun(client), misses=(1, 11))
    (learner,) = Learner.objects.all()
    missed = {one.rule for one in Attempt.objects.filter(right=False)}
    assert {*asked_in(wish(client, "worst")["Location"])} == missed
    assert wish(client, "due").status_code == 404  # nothing is, today
    Memory.objects.filter(learner=learner).update(due=timezone.now() - timedelta(days=1))
    known = {one.statement for one in Memory.objects.filter(learner=learner)}
    assert {*asked_in(wish(client, "due")["Location"])} == known
    # Also where something else was practised last.
    gone_through(client, begun(client, "royal"))
    Memory.objects.exclude(statement__in=known).update(due=timezone.now() + timedelta(days=9))
    Memory.objects.filter(statement__in=known).update(due=timezone.now() - timedelta(days=1))
    assert {*asked_in(wish(client, "due")["Location"])} == known
    page = client.get("/de/progress/").content.decode()
    assert "Zehn Aufgaben" in page
    assert "Was am häufigsten schiefgeht" in page
    assert page.count("noch nicht zu Ende") == 2


@pytest.mark.parametrize(
    "about", ["due", "worst", "rule nix", "section nix/nix", "ten more", "step trumpf", "x" * 500]
)
@pytest.mark.django_db
def test_a_series_of_nothing_makes_nobody(client: Client, about: str) -> None:
    page = wish(client, about)
    assert page.status_code == 404
    assert 'href="/de/progress/"' in page.content.decode()
    assert not Learner.objects.exists()


@pytest.mark.django_db
def test_an_exercise_on_a_rule_leads_to_a_series_on_it(client: Client) -> None:
    asked = "/de/practice/trick-winner/kompakt/1/1/"
    assert 'value="rule ' not in client.get(asked).content.decode()
    page = client.get(f"{asked}?statement=kompakt:trumpfkarten").content.decode()
    assert 'name="about" value="rule kompakt:trumpfkarten"' in page
