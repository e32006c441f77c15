"""What two browsers, or two presses on a bad line, do to a club in the same moment."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from tests.site.test_accounts import with_account
from tests.site.test_answers import post, wrong
from tests.site.test_clubs import CLUBS, FOUND, at, founded, joined
from tests.site.test_live import Room
from tests.site.test_mine import URL
from tests.site.test_nights import begun, there
from tests.site.test_score_sheets import at as at_sheet
from tests.site.test_score_sheets import form_of, made
from tutorial.clubs.models import Club, Draw, Homework, Member
from tutorial.quizzes.live import phone
from tutorial.quizzes.models import Guest, Live, Quiz, Vote
from tutorial.score_sheets.models import Entry
from tutorial.score_sheets.reckoning import reckoned

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_guessed_lately() -> None:
    cache.clear()


def at_once(*presses: Callable[[], Any]) -> list[Any]:
    """What each is answered."""
    together = Barrier(len(presses))

    def press(one: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            together.wait()
            return one()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(presses)) as all_of_them:
        return [*all_of_them.map(press, presses)]


def again(client: Client) -> Client:
    """The same browser, for another press."""
    other = Client()
    other.cookies = client.cookies
    return other


def twice(client: Client, path: str, told: dict[str, Any]) -> list[str]:
    """Where two presses at once lead."""
    one, other = client, again(client)
    answers = at_once(lambda: one.post(path, told), lambda: other.post(path, told))
    assert [one.status_code for one in answers] == [303, 303]
    return [one["Location"] for one in answers]


def stuck(club: Club) -> None:
    for name in ("Anke", "Bernd"):
        client = Client()
        post(client, URL.format(1), wrong(URL.format(1)))
        joined(club, name, client)


def test_a_club_is_founded_once() -> None:
    trainer = with_account(name="Tina")
    first, second = twice(trainer, f"{CLUBS}new/", FOUND)
    assert first == second
    assert Club.objects.count() == Member.objects.count() == 1


@pytest.mark.parametrize("where", ["weak", "weak paper", "weak live"])
def test_what_is_weak_becomes_one_quiz(where: str) -> None:
    trainer, club = founded()
    stuck(club)
    ways = dict(
        re.findall(
            r'name="do" value="(weak[^"]*)">([^<]*)<', trainer.get(at(club)).content.decode()
        )
    )
    assert ways == {
        "weak": "Erst durchsehen",
        "weak live": "Live vor der Gruppe",
        "weak paper": "Auf Papier",
    }
    first, second = twice(trainer, at(club), {"do": where})
    assert first == second
    assert Quiz.objects.count() == 1
    assert Live.objects.count() == (where == "weak live")


def test_what_is_weak_becomes_homework_once() -> None:
    trainer, club = founded()
    stuck(club)
    twice(trainer, at(club), {"do": "homework"})
    assert (Quiz.objects.count(), Homework.objects.count()) == (1, 1)


def test_one_comes_in_once() -> None:
    _trainer, club = founded()
    told = {"name": "Anke", "agrees": "on", "join": "k" * 22}
    path = f"{CLUBS}join/{club.code}/"
    answers = at_once(lambda: Client().post(path, told), lambda: Client().post(path, told))
    assert [one.status_code for one in answers] == [303, 303]
    assert club.members.filter(name="Anke").count() == 1


@pytest.mark.parametrize("does", ["leave", "member"])
def test_of_two_trainers_one_stays(does: str) -> None:
    """Both leave, or each makes the other a member."""
    tina, club = founded()
    joined(club, "Uwe", uwe := with_account(name="Uwe"))
    of = {one.name: one.pk for one in club.members.all()}
    tina.post(at(club, "people/"), {"do": f"trainer {of['Uwe']}"})
    if does == "leave":
        at_once(*(lambda one=one: one.post(at(club), {"do": "leave"}) for one in (tina, uwe)))
    else:
        pairs = ((tina, of["Uwe"]), (uwe, of["Tina"]))
        at_once(
            *(
                lambda one=one, whom=whom: one.post(at(club, "people/"), {"do": f"member {whom}"})
                for one, whom in pairs
            )
        )
    assert Club.objects.get().members.filter(is_trainer=True).count() == 1


def test_a_round_is_drawn_once() -> None:
    trainer, _club, night = begun()
    who = [str(one.pk) for one in night.players.all()]
    twice(trainer, there(night), {"do": "draw 1", "who": who})
    assert [one.number for one in Draw.objects.all()] == [1]
    twice(trainer, there(night), {"do": "undraw 1"})
    assert not Draw.objects.exists()


def test_a_game_is_written_once_and_two_are_told_apart() -> None:
    phone, sheet = made()
    told = {"who": ["0", "2"], "points": 130, "called": "nothing", "contract": "normal"}
    form = form_of(phone, at_sheet(sheet))
    twice(phone, at_sheet(sheet), form | told)
    assert [one.number for one in Entry.objects.all()] == [1]
    # Another phone writes the second game while this one does.
    forms = [form_of(phone, at_sheet(sheet)) for _phone in range(2)]
    assert forms[0]["key"] != forms[1]["key"]
    answers = at_once(
        *(lambda one=one: Client().post(at_sheet(sheet), one | told) for one in forms)
    )
    assert sorted(one.status_code for one in answers) == [303, 409]
    assert [one.number for one in Entry.objects.order_by("number")] == [1, 2]
    sheet.refresh_from_db()
    assert sheet.totals == [*reckoned(sheet).totals]


def test_an_answer_of_whoever_is_just_removed_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """He goes after his form has been read and before it is written."""
    room = Room(Client())
    anna = room.join("Anna")
    room.press("next")
    form = room.form(anna, right=True)

    def removed(*_told: Any) -> None:
        Guest.objects.all().delete()

    monkeypatch.setattr(phone, "too_often", removed)
    answer = anna.post(*form)
    assert answer.status_code == 409
    assert not Vote.objects.exists()
