"""Homework: set by a trainer, first on a member's home page, done when read and practised."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from lessons.content.reading import course
from tests.site.test_accounts import with_account
from tests.site.test_answers import post, right, text, wrong
from tests.site.test_clubs import at, founded, joined
from tests.site.test_mine import MINE, URL, code_of, with_answers
from tutorial.clubs.doing import done_by
from tutorial.clubs.models import Club, Homework, Member
from tutorial.learners.memory import Given, after
from tutorial.learners.models import Memory
from tutorial.learners.remembering import rules_apart
from tutorial.quizzes.models import Quiz
from tutorial.sittings.choosing import kinds_for
from tutorial.sittings.models import Sitting

pytestmark = pytest.mark.django_db
SECTION = "section kompakt/ablauf"
RULE = "rule kompakt:trumpfkarten"


@pytest.fixture(autouse=True)
def nobody_guessed_lately() -> None:
    cache.clear()


def given(trainer: Client, club: Club, about: str, **other: Any) -> Homework:
    until = timezone.localdate() + timedelta(days=3)
    told = {"about": about, "until": until.isoformat()} | other
    assert trainer.post(at(club, "homework/"), told).status_code == 303
    return Homework.objects.order_by("-pk")[0]


def is_done(homework: Homework, name: str) -> tuple[bool, bool]:
    member = Member.objects.get(name=name)
    done = done_by([homework], [member])[homework.pk, member.pk]
    return done.is_read, done.is_practised


def test_a_section_is_done_when_read_and_practised() -> None:
    trainer, club = founded()
    anke = joined(club, "Anke")
    homework = given(trainer, club, SECTION)
    page = text(anke.get("/de/"))
    assert "Hausaufgaben" in page
    assert "Club Lemgo, bis" in page
    there = at(club, f"homework/{homework.pk}/")
    assert there in anke.get("/de/").content.decode()
    assert is_done(homework, "Anke") == (False, False)
    assert anke.post(there)["Location"] == "/de/kompakt/ablauf/"
    assert is_done(homework, "Anke") == (True, False)
    assert "Club Lemgo, bis" in text(anke.get("/de/"))
    anke.post("/de/sittings/", {"about": SECTION})
    Sitting.objects.update(ended=timezone.now())
    assert is_done(homework, "Anke") == (True, True)
    assert "Hausaufgaben" not in text(anke.get("/de/"))
    assert "1 von 1 fertig" in text(trainer.get(at(club, "homework/")))
    assert "Fertig." in text(anke.get(there))


def test_what_was_practised_before_does_not_count() -> None:
    trainer, club = founded()
    anke = joined(club, "Anke", with_answers(1))
    anke.post("/de/sittings/", {"about": SECTION})
    Sitting.objects.update(ended=timezone.now() - timedelta(hours=1))
    assert is_done(given(trainer, club, SECTION), "Anke") == (False, False)


def test_a_rule_is_done_when_it_is_sure() -> None:
    trainer, club = founded()
    joined(club, "Anke", with_answers(1))
    homework = given(trainer, club, RULE)
    assert is_done(homework, "Anke") == (True, False)
    Memory.objects.update(clean_days=2)
    assert is_done(homework, "Anke") == (True, True)


def test_the_worst_is_done_with_a_series_of_it_or_of_others() -> None:
    trainer, club = founded()
    anke, bernd = Client(), joined(club, "Bernd", with_answers(1))
    post(anke, URL.format(1), wrong(URL.format(1)))
    joined(club, "Anke", anke)
    homework = given(trainer, club, "worst")
    for client, about in ((anke, "worst"), (bernd, "ten")):
        assert client.post("/de/sittings/", {"about": about, "rules": "kompakt"}).status_code == 303
    assert is_done(homework, "Anke") == is_done(homework, "Bernd") == (True, False)
    Sitting.objects.update(ended=timezone.now())
    assert is_done(homework, "Anke") == is_done(homework, "Bernd") == (True, True)


def test_what_is_weak_becomes_homework_with_one_press() -> None:
    trainer, club = founded()
    anke = Client()
    post(anke, URL.format(1), wrong(URL.format(1)))
    joined(club, "Anke", anke)
    for _press in range(2):
        went = trainer.post(at(club), {"do": "homework"})
        assert went["Location"] == at(club, "homework/")
    quiz = Quiz.objects.get()
    homework = Homework.objects.get()
    assert homework.about == f"quiz {quiz.code}"
    assert (
        f"/de/quiz/{quiz.code}/" in anke.get(at(club, f"homework/{homework.pk}/")).content.decode()
    )
    anke.post(f"/de/quiz/{quiz.code}/", {"name": "Anke"})
    assert is_done(homework, "Anke") == (True, False)
    Sitting.objects.update(ended=timezone.now())
    assert is_done(homework, "Anke") == (True, True)
    quiz.delete()
    assert "Ein Quiz, das es nicht mehr gibt" in text(trainer.get(at(club, "homework/")))


def test_it_is_some_members_or_all_of_them() -> None:
    trainer, club = founded()
    anke, bernd = joined(club, "Anke"), joined(club, "Bernd")
    homework = given(trainer, club, RULE, members=[Member.objects.get(name="Anke").pk])
    there = at(club, f"homework/{homework.pk}/")
    assert anke.get(there).status_code == 200
    assert bernd.get(there).status_code == 404
    assert "Hausaufgaben" not in text(bernd.get("/de/"))
    assert "0 von 1 fertig" in text(trainer.get(at(club, "homework/")))


def test_who_may_set_and_see_it() -> None:
    trainer, club = founded()
    other, _other_club = founded("Otto", name="Anderer")
    homework = given(trainer, club, RULE)
    for client in (Client(), joined(club, "Anke"), other, with_account(name="Chef")):
        assert client.get(at(club, "homework/")).status_code == 404
        assert client.post(at(club, "homework/"), {"about": RULE}).status_code == 404
        assert client.post(at(club, "homework/"), {"do": f"drop {homework.pk}"}).status_code == 404
        assert client.post(at(club), {"do": "homework"}).status_code == 404
    for client in (Client(), other):
        assert client.get(at(club, f"homework/{homework.pk}/")).status_code == 404
    assert Homework.objects.count() == 1
    trainer.post(at(club, "homework/"), {"do": f"drop {homework.pk}"})
    assert not Homework.objects.exists()


def test_who_does_not_show_it_is_only_counted() -> None:
    trainer, club = founded()
    joined(club, "Still", agrees=False)
    given(trainer, club, RULE)
    page = text(trainer.get(at(club, "homework/")))
    assert "0 von 0 fertig" in page
    assert "2 weitere zeigen ihren Stand nicht" in page


@pytest.mark.parametrize(
    "odd",
    [{"about": "section royal/ansagen"}, {"about": "quiz AAAAAA"}, {"about": ""}, {"until": ""},
     {"until": "gestern"}, {"members": ["999999"]}],
)  # fmt: skip
def test_what_cannot_be_set_is_refused(odd: dict[str, Any]) -> None:
    trainer, club = founded()
    told = {"about": RULE, "until": "2030-01-01"} | odd
    assert trainer.post(at(club, "homework/"), told).status_code == 422
    assert not Homework.objects.exists()


def test_late_homework_still_counts_and_leaves_the_home_page_after_two_weeks() -> None:
    trainer, club = founded()
    anke = joined(club, "Anke", with_answers(1))
    homework = given(trainer, club, RULE)
    today = timezone.localdate()
    Homework.objects.update(until=today - timedelta(days=2))
    assert "war fällig am" in text(anke.get("/de/"))
    assert "es zählt noch" in text(anke.get(at(club, f"homework/{homework.pk}/")))
    Homework.objects.update(until=today - timedelta(days=15))
    assert "war fällig" not in text(anke.get("/de/"))


def test_much_homework_takes_as_many_queries(django_assert_num_queries: Any) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    trainer, club = founded()
    anke = joined(club, "Anke", with_answers(1))
    given(trainer, club, RULE)
    given(trainer, club, SECTION)
    pages = ((trainer, at(club, "homework/")), (anke, "/de/"))
    numbers = []
    for client, page in pages:
        client.get(page)
        with CaptureQueriesContext(connection) as few:
            client.get(page)
        numbers.append(len(few))
    for number in range(5):
        joined(club, f"Mitglied {number}", with_answers(number))
        given(trainer, club, SECTION, members=[Member.objects.get(name="Anke").pk])
        given(trainer, club, "worst", until=f"2030-01-0{number + 1}")
    for (client, page), expected in zip(pages, numbers, strict=True):
        with django_assert_num_queries(expected):
            client.get(page)


def test_under_house_rules_it_is_done_by_its_own_button() -> None:
    trainer, club = founded()
    house = "kompakt,nines=false"
    Club.objects.update(rules=house)
    apart = next(one for one in kinds_for(house) if rules_apart(house, one))
    section = next(one for one in course().documents["kompakt"].sections if apart in one.statements)
    anke = joined(club, "Anke")
    for about in (f"rule {apart}", f"section kompakt/{section.id}"):
        homework = given(trainer, club, about)
        page = anke.get(at(club, f"homework/{homework.pk}/")).content.decode()
        assert f'name="rules" value="{house}"' in page
        anke.post("/de/sittings/", {"about": about, "rules": house})
        sheet = Sitting.objects.order_by("-pk")[0].sheet
        assert (sheet.about, sheet.rules) == (about, house)
        assert all(one.rules.startswith(house) for one in sheet.items.all())
    Sitting.objects.update(ended=timezone.now())
    assert is_done(homework, "Anke")[1]
    learner = Member.objects.get(name="Anke").learner
    rule = Homework.objects.get(about=f"rule {apart}")
    known = after(None, Given(timezone.now(), 1, is_right=True, with_help=False))
    kept = Memory.objects.create(
        learner=learner, statement=apart, **(asdict(known) | {"clean_days": 2})
    )
    assert not is_done(rule, "Anke")[1]
    kept.rules = house
    kept.save()
    assert is_done(rule, "Anke")[1]


def test_a_series_on_another_document_is_not_the_clubs_homework() -> None:
    trainer, club = founded()
    anke = joined(club, "Anke")
    homework = given(trainer, club, "worst")
    assert "Nichts geht schief" in text(anke.get(at(club, f"homework/{homework.pk}/")))
    anke.post("/de/sittings/", {"about": "ten", "rules": "cvjm"})
    Sitting.objects.update(ended=timezone.now())
    assert not is_done(homework, "Anke")[1]
    anke.post("/de/sittings/", {"about": "ten", "rules": "kompakt"})
    Sitting.objects.update(ended=timezone.now())
    assert is_done(homework, "Anke")[1]


def test_homework_goes_with_the_club() -> None:
    trainer, club = founded()
    anke = joined(club, "Anke", with_answers(1))
    post(anke, URL.format(2), right(URL.format(2)))
    given(trainer, club, RULE)
    trainer.post(at(club, "delete/"))
    assert not Homework.objects.exists()
    assert "Hausaufgaben" not in text(anke.get("/de/"))


def test_homework_of_who_has_gone_is_not_everybodys() -> None:
    trainer, club = founded()
    anke, bernd = joined(club, "Anke"), joined(club, "Bernd")
    given(trainer, club, RULE, members=[Member.objects.get(name="Anke").pk])
    anke.post(at(club), {"do": "leave"})
    assert "Hausaufgaben" not in text(bernd.get("/de/"))
    assert "0 von 0 fertig" in text(trainer.get(at(club, "homework/")))


def test_two_devices_of_one_member_keep_what_is_read() -> None:
    trainer, club = founded()
    phone, laptop = joined(club, "Anke"), joined(club, "Anke Laptop")
    homework = given(trainer, club, SECTION, members=[Member.objects.get(name="Anke Laptop").pk])
    laptop.post(at(club, f"homework/{homework.pk}/"))
    laptop.post(f"{MINE}joined/", {"code": code_of(phone), "sure": "1"})
    assert is_done(homework, "Anke") == (True, False)
    assert phone.get(at(club, f"homework/{homework.pk}/")).status_code == 200


def test_an_odd_number_drops_nothing() -> None:
    trainer, club = founded()
    given(trainer, club, RULE)
    for odd in ("9" * 5000, "x", "-1", ""):
        assert trainer.post(at(club, "homework/"), {"do": f"drop {odd}"}).status_code == 303
    assert Homework.objects.count() == 1


def test_pressed_twice_it_is_one_and_for_others_it_is_another() -> None:
    trainer, club = founded()
    joined(club, "Anke")
    anke = Member.objects.get(name="Anke").pk
    for members in ([], [], [anke], [anke]):
        given(trainer, club, RULE, members=members)
    assert Homework.objects.count() == 2
