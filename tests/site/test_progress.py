"""What a learner knows: each rule once, as it stands, in one query."""

import re
from dataclasses import asdict
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from lessons.content.reading import course
from lessons.exercises.kind import statements_kept
from lessons.exercises.kinds import KINDS
from lessons.rules.rule_sets import PRESETS
from tests.site import test_answers as answers
from tests.site.test_exercise_pages import text
from tests.site.test_sittings import begun, gone_through
from tutorial.learners.memory import Given, Standing, after, after_all
from tutorial.learners.models import Learner, Memory
from tutorial.progress.map import map_of
from tutorial.sittings.choosing import course_of, kinds_for
from tutorial.sittings.models import Item, Sheet, Sitting, Why

NOW = timezone.now()
DAY = timedelta(days=1)


def right(days: int) -> Given:
    return Given(NOW - days * DAY, 1, is_right=True, with_help=False)


@pytest.mark.parametrize("document", ["kompakt", "royal", "cvjm"])
def test_every_rule_that_is_asked_stands_on_the_map_once(document: str) -> None:
    found = map_of(course().documents[document], {}, NOW)
    taught = {
        name
        for section in course().documents[document].sections
        for name in (*section.statements, *section.readings)
    }
    assert found.of == len(taught & {*kinds_for(document)})
    assert found.standings == {Standing.NEW: found.of}
    assert taught & {*kinds_for(document)} == {*kinds_for(document)} & {*course_of(document)}


def test_a_rule_stands_where_its_answers_have_brought_it() -> None:
    sure = after_all([right(3), right(1)])
    due = after(None, right(9))
    begun = after(None, right(0))
    assert sure is not None
    memory = {"kompakt:blatt": sure, "kompakt:ziel": due, "kompakt:ablauf-a": begun}
    found = map_of(course().documents["kompakt"], memory, NOW)
    counted = {one: found.standings[one] for one in (Standing.SURE, Standing.DUE, Standing.BEGUN)}
    assert counted == {Standing.SURE: 1, Standing.DUE: 1, Standing.BEGUN: 1}


@pytest.mark.django_db
def test_the_page_says_what_is_due_in_few_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert "Nach deinen ersten Antworten" in client.get("/de/progress/").content.decode()
    client.post("/de/sittings/")
    learner = Learner.objects.get()
    Memory.objects.bulk_create(
        Memory(learner=learner, statement=statement, **asdict(after(None, right(9))))
        for statement in kinds_for("royal")
    )
    with django_assert_num_queries(6):
        page = client.get("/de/progress/").content.decode()
    assert f"Wiederholen: 20 von {len(kinds_for('royal'))} fälligen Regeln" in page
    assert page.count("standing standing--due") == len(kinds_for("royal")) + 1
    # What was begun stands first.
    assert page.index("Royal Doppelkopf Live") < page.index("Kompakte Doppelkopf-Regeln")


@pytest.mark.django_db
def test_practice_says_of_each_kind_how_one_stands(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def told(rules: str) -> str:
        return text(client.get("/de/practice/", {"rules": rules}).content.decode())

    def kept(days: int, *names: str) -> None:
        Memory.objects.bulk_create(
            Memory(learner=learner, statement=one, **asdict(after(None, right(days))))
            for one in names
        )

    assert not re.search(r"\d fällig|Regeln sicher", told("kompakt"))
    client.post("/de/sittings/")
    learner = Learner.objects.get()
    points = statements_kept(KINDS["card-points"], PRESETS["kompakt"])
    kept(0, *points)
    assert f"Wie viele Augen? 0 von {len(points)} Regeln sicher" in told("kompakt")
    Memory.objects.all().delete()
    kept(9, *points)
    with django_assert_num_queries(2):
        assert f"Wie viele Augen? {len(points)} fällig" in told("kompakt")
    assert not re.search(r"\d fällig", told("royal"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "kompakt", "royal", "button"),
    [
        ("de", 1, 0, "Wiederholen: eine Regel ist fällig"),
        ("en", 0, 7, "Review: 7 are due"),
        ("de", 3, 5, "Wiederholen: 3 von 8 fälligen Regeln"),
        ("en", 25, 5, "Review: 20 of 30 due"),
    ],
)
def test_a_review_asks_as_much_as_its_button_says(
    client: Client, language: str, kompakt: int, royal: int, button: str
) -> None:
    client.post("/de/sittings/")
    (learner,) = Learner.objects.all()
    due = [*list(kinds_for("kompakt"))[:kompakt], *list(kinds_for("royal"))[:royal]]
    Memory.objects.bulk_create(
        Memory(learner=learner, statement=statement, **asdict(after(None, right(9))))
        for statement in due
    )
    page = client.get(f"/{language}/progress/").content.decode()
    found = re.search(r'value="due">(.*?)</button>', page, re.DOTALL)
    assert found
    assert " ".join(found[1].split()) == button
    client.post("/de/sittings/", {"about": "due"})
    said = [int(one) for one in re.findall(r"\d+", button)] or [1]
    assert Item.objects.filter(sheet=Sheet.objects.latest("pk")).count() == said[0]


@pytest.mark.django_db
@pytest.mark.parametrize(("due", "button"), [(1, "eine davon"), (4, "davon 4"), (9, "davon 6")])
def test_ten_more_have_as_many_due_as_their_button_says(
    client: Client, due: int, button: str
) -> None:
    end = gone_through(client, begun(client))
    Memory.objects.all().update(due=timezone.now() + timedelta(days=1))
    some = list(Memory.objects.values_list("pk", flat=True))[:due]
    Memory.objects.filter(pk__in=some).update(due=timezone.now() - timedelta(days=1))
    assert f"Noch zehn, {button} fällig" in client.get(end).content.decode()
    begun(client)
    asked = Item.objects.filter(sheet=Sheet.objects.latest("pk"), why=Why.DUE)
    assert asked.count() == min(due, 6)


@pytest.mark.django_db
def test_a_document_that_is_sure_has_a_page_to_keep(client: Client) -> None:
    client.post("/de/sittings/")
    learner = Learner.objects.get()
    sure = after_all([right(9), right(8)])
    assert sure is not None
    *all_but_one, last = kinds_for("royal")
    Memory.objects.bulk_create(
        Memory(learner=learner, statement=statement, **asdict(sure)) for statement in all_but_one
    )
    assert client.get("/de/progress/royal/").status_code == 404
    assert "/de/progress/royal/" not in client.get("/de/progress/").content.decode()
    Memory.objects.create(learner=learner, statement=last, **asdict(sure))
    assert "/de/progress/royal/" in client.get("/de/progress/").content.decode()
    page = client.get("/de/progress/royal/")
    assert page.status_code == 200
    of = map_of(course().documents["royal"], {}, NOW).of
    assert f"Alle {of} Regeln" in page.content.decode()
    # One that is wrong again takes it back; that it is due does not.
    Memory.objects.filter(statement=last).update(clean_days=0)
    assert client.get("/de/progress/royal/").status_code == 404
    assert Client().get("/de/progress/royal/").status_code == 404
    assert client.get("/de/progress/skat/").status_code == 404


@pytest.mark.django_db
def test_the_path_has_a_map_once_a_step_is_done(client: Client) -> None:
    client.post("/de/sittings/")
    assert "Schritten" not in text(client.get("/de/progress/").content.decode())
    sitting = Sitting.objects.get()
    Sheet.objects.filter(pk=sitting.sheet_id).update(about="step stiche")
    Sitting.objects.filter(pk=sitting.pk).update(ended=timezone.now())
    page = client.get("/de/progress/").content.decode()
    steps = course().beginners.path
    assert f"1 von {len(steps)} Schritten geschafft" in text(page)
    for step in steps:
        assert f'<a href="/de/path/{step.id}/">' in page


@pytest.mark.django_db
def test_every_series_is_found_page_by_page(client: Client) -> None:
    client.post("/de/sittings/")
    first = Sitting.objects.get()
    rules = "kompakt,second_dulle_wins=always"
    house = Sheet.objects.create(about="ten", rules=rules)
    own = Sitting.objects.create(sheet=house, learner=first.learner)
    sheet = first.sheet
    for _number in range(40):
        Sitting.objects.create(sheet=sheet, learner=first.learner)
    seen: list[str] = []
    for number in ("", "2", "3", "skat", "999"):
        page = client.get("/de/progress/", {"series": number}).content.decode()
        seen += re.findall(r"/de/sitting/([\w-]+)/end/", page)
    assert {*Sitting.objects.values_list("key", flat=True)} == {*seen}
    last = text(client.get("/de/progress/?series=3").content.decode())
    assert "Zehn Aufgaben · Kompakt mit Hausregeln" in last
    assert own.key in seen


@pytest.mark.django_db
def test_before_the_first_answer_nothing_is_unfolded_or_explained(client: Client) -> None:
    path = "/de/practice/trick-winner/kompakt/1/1/?statement=kompakt:trumpfkarten"
    empty = client.get("/de/progress/").content.decode()
    assert "map-key" not in empty
    assert '<details class="map">' in empty
    assert '<details class="map" open>' not in empty
    answers.post(client, path, answers.right(path))
    page = client.get("/de/progress/").content.decode()
    assert "map-key" in page
    assert page.count('<details class="map" open>') == 1
