"""Without an account: taken along to another device, exported, deleted."""

import json
import re
from datetime import timedelta

import pytest
import segno
from django.test import Client
from django.utils import timezone

from tests.site.test_answers import post, right, text, wrong
from tests.site.test_sittings import begun
from tutorial.learners.cookie import COOKIE
from tutorial.learners.joining import LENGTH, LETTERS
from tutorial.learners.models import Attempt, Handover, Learner, Memory
from tutorial.learners.remembering import remembered_anew
from tutorial.replays.models import StoredGame
from tutorial.shared.limits import MOST, Limit
from tutorial.sittings.models import Sitting

pytestmark = pytest.mark.django_db
URL = "/de/practice/trick-winner/kompakt/1/{}/?statement=kompakt:trumpfkarten"
MINE = "/de/mine/"


def with_answers(*seeds: int) -> Client:
    """A device on which so many exercises have been answered."""
    client = Client()
    for seed in seeds:
        post(client, URL.format(seed), right(URL.format(seed)))
    return client


def code_of(client: Client) -> str:
    page = client.post(f"{MINE}code/")
    found = re.search(r"\b[2-9A-Z]{4}-[2-9A-Z]{4}\b", text(page))
    assert found
    return found[0]


def test_a_page_of_nobody_makes_nobody(client: Client) -> None:
    assert "noch nichts aufgehoben" in text(client.get(MINE))
    assert client.post(f"{MINE}code/")["Location"] == MINE
    assert "nichts zu löschen" in text(client.get(f"{MINE}delete/"))
    assert json.loads(client.get(f"{MINE}karlchen.json").content) == {
        "accounts": [],
        "passkeys": [],
        "answers": [],
        "rules": [],
        "house_rules": [],
        "series": [],
        "quizzes": [],
        "rooms": [],
        "seats": [],
        "clubs": [],
        "score_sheets": [],
        "games": [],
    }
    assert not Learner.objects.exists()


def test_a_code_joins_two_devices_and_loses_nothing() -> None:
    phone, laptop = with_answers(1, 2), with_answers(3)
    begun(laptop)
    kept = Sitting.objects.get()
    answered = post(laptop, URL.format(4), wrong(URL.format(4)))
    first = Learner.objects.order_by("pk")[0]
    there = laptop.post(f"{MINE}joined/", {"code": code_of(phone).lower(), "sure": "1"})
    assert there["Location"] == f"{MINE}?joined=1"
    assert [one.pk for one in Learner.objects.all()] == [first.pk]
    assert Attempt.objects.filter(learner=first).count() == 4
    kept.refresh_from_db()
    assert kept.learner_id == first.pk
    assert "4 Antworten von dir" in text(laptop.get(MINE))
    assert "4 Antworten von dir" in text(phone.get(MINE))
    assert laptop.get(answered["Location"]).status_code == 200
    memory = {one.statement: one.right for one in Memory.objects.filter(learner=first)}
    assert memory == {one.statement: one.right for one in remembered_anew(first.pk)}
    assert sum(memory.values()) == 3


def test_two_devices_with_answers_are_asked_first() -> None:
    phone, laptop = with_answers(1, 2), with_answers(3)
    code = code_of(phone)
    asked = laptop.post(f"{MINE}joined/", {"code": code})
    assert asked.status_code == 200
    assert "Dieses Gerät Eine Antwort Das andere Gerät 2 Antworten" in text(asked)
    assert Learner.objects.count() == 2
    assert laptop.post(f"{MINE}joined/", {"code": code, "sure": "1"}).status_code == 303
    assert Learner.objects.count() == 1


def test_a_device_without_answers_takes_all_over(client: Client) -> None:
    phone = with_answers(1)
    client.post(f"{MINE}joined/", {"code": code_of(phone), "sure": "1"})
    assert "eine Antwort von dir" in text(client.get(MINE))
    assert Learner.objects.count() == 1


def test_a_third_device_comes_along() -> None:
    phone, laptop, tablet = with_answers(1), with_answers(2), with_answers(3)
    tablet.post(f"{MINE}joined/", {"code": code_of(laptop), "sure": "1"})
    laptop.post(f"{MINE}joined/", {"code": code_of(phone), "sure": "1"})
    for device in (phone, laptop, tablet):
        assert "3 Antworten von dir" in text(device.get(MINE))
    post(tablet, URL.format(4), right(URL.format(4)))
    assert "4 Antworten von dir" in text(phone.get(MINE))
    # Also where those are joined to a fourth.
    other = with_answers(5)
    phone.post(f"{MINE}joined/", {"code": code_of(other), "sure": "1"})
    begun(tablet)
    assert Learner.objects.count() == 1
    assert Sitting.objects.get().learner == Learner.objects.get()
    for device in (phone, laptop, tablet, other):
        assert "5 Antworten von dir" in text(device.get(MINE))
    other.post(f"{MINE}delete/")
    assert "noch nichts aufgehoben" in text(tablet.get(MINE))


def test_settings_go_along(client: Client) -> None:
    phone = with_answers(3)
    phone.post("/de/settings/", {"deck": "four", "size": "large", "level": "2", "language": "en"})
    client.cookies["theme"] = "dark"
    client.post(f"{MINE}joined/", {"code": code_of(phone), "sure": "1"})
    page = client.get("/").headers["Location"]
    assert page == "/en/"
    shown = client.get(page).content.decode()
    assert 'data-deck="four"' in shown
    assert 'data-size="large"' in shown
    assert 'data-theme="auto"' in shown


def test_a_code_works_once_and_for_ten_minutes(client: Client) -> None:
    phone = with_answers(1)
    older = code_of(phone)
    newer = code_of(phone)
    assert client.post(f"{MINE}joined/", {"code": older}).status_code == 422
    assert client.post(f"{MINE}joined/", {"code": newer}).status_code == 303
    refused = Client().post(f"{MINE}joined/", {"code": newer})
    assert refused.status_code == 422
    assert "Diesen Code gibt es nicht" in text(refused)
    late = code_of(phone)
    Handover.objects.update(ends=timezone.now() - timedelta(seconds=1))
    assert Client().post(f"{MINE}joined/", {"code": late}).status_code == 422
    assert COOKIE not in Client().post(f"{MINE}joined/", {"code": late}).cookies


def test_codes_cannot_be_tried_out(client: Client) -> None:
    most, _seconds = MOST[Limit.CODES]
    tried = [client.post(f"{MINE}joined/", {"code": "AAAA"}).status_code for _ in range(most + 1)]
    assert tried == [422] * most + [429]
    assert len(LETTERS) ** LENGTH > 10**12


@pytest.mark.parametrize("code", ["", "\0", "x" * 5000, "' OR 1=1", "ÄÖÜ"])
def test_an_odd_code_is_none(client: Client, code: str) -> None:
    assert client.post(f"{MINE}joined/", {"code": code}).status_code == 422


def test_joining_oneself_changes_nothing() -> None:
    phone = with_answers(1, 2)
    phone.post(f"{MINE}joined/", {"code": code_of(phone), "sure": "1"})
    assert Attempt.objects.count() == 2
    assert Learner.objects.count() == 1


def test_everything_is_exported() -> None:
    phone = with_answers(1, 2)
    response = phone.get(f"{MINE}karlchen.json")
    assert response["Content-Disposition"] == 'attachment; filename="karlchen.json"'
    told = json.loads(response.content)
    assert [one["seed"] for one in told["answers"]] == [1, 2]
    assert all(one["right"] for one in told["answers"])
    assert told["rules"][0]["right"] == 2
    assert (told["series"], told["games"]) == ([], [])


def test_what_was_begun_and_brought_is_exported_too() -> None:
    phone, other = with_answers(1), with_answers(2)
    begun(phone)
    begun(other)
    learner = Attempt.objects.get(seed=1).learner
    StoredGame.objects.create(owner=learner, record={"rules": "kompakt"})
    told = json.loads(phone.get(f"{MINE}karlchen.json").content)
    (series,), (game,) = told["series"], told["games"]
    assert series["key"] == Sitting.objects.get(learner=learner).key
    assert (series["sheet__about"], series["ended"]) == ("ten", None)
    assert game["record"] == {"rules": "kompakt"}


def test_everything_is_deleted_after_a_second_thought() -> None:
    phone, other = with_answers(1), with_answers(2)
    begun(phone)
    assert "Alles löschen?" in text(phone.get(f"{MINE}delete/"))
    assert Learner.objects.count() == 2
    done = phone.post(f"{MINE}delete/")
    assert "Alles ist gelöscht" in text(done)
    assert done.cookies[COOKIE].value == ""
    assert Learner.objects.count() == 1
    assert not Sitting.objects.exists()
    assert Attempt.objects.get().seed == 2
    # A joined device that still has the cookie begins anew without an error.
    assert "noch nichts aufgehoben" in text(Client().get(MINE))
    assert "eine Antwort" in text(other.get(MINE))


@pytest.mark.django_db(transaction=True)
def test_a_cookie_of_somebody_deleted_does_no_harm() -> None:
    phone = with_answers(1)
    Learner.objects.all().delete()
    assert "noch nichts aufgehoben" in text(phone.get(MINE))
    assert phone.post(f"{MINE}delete/").status_code == 200
    post(phone, URL.format(2), right(URL.format(2)))
    assert Learner.objects.count() == 1


def test_a_camera_finds_the_page_with_the_code_filled_in() -> None:
    page = with_answers(5).post(f"{MINE}code/").content.decode()
    (drawn,) = re.findall(r'<path[^>]* stroke="#000"[^>]*d="([^"]*)"', page)
    code = Handover.objects.get().code
    assert drawn in segno.make(f"http://testserver{MINE}?code={code}").svg_inline()
    other = Client()
    there = other.get(MINE, {"code": code})
    assert f'value="{code}"' in there.content.decode()
    assert Handover.objects.exists()  # nothing is joined by looking
    odd = other.get(MINE, {"code": '"><script>' * 9}).content.decode()
    assert "<script>" not in odd[odd.index("<main") :]


def test_an_address_of_this_machine_is_no_square() -> None:
    client = with_answers(5)
    page = client.post(f"{MINE}code/", headers={"host": "localhost:8000"}).content.decode()
    assert "<path" not in page[page.index('id="take"') : page.index('id="enter"')]
