"""For those who know the game: what other rules do differently, and exercises on just that."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from lessons.content.reading import course
from lessons.exercises.statements import document_of
from lessons.rules.rule_sets import OPTIONS, PRESETS, all_options
from tests.site.test_exercise_pages import text
from tests.site.test_house_rules import kept
from tests.site.test_sittings import answer
from tutorial.course.differing import ASKED, KnowerForm
from tutorial.learners.models import Memory
from tutorial.learners.remembering import known_of, remembered_anew
from tutorial.sittings.models import Item, Sheet

pytestmark = pytest.mark.django_db
DOCUMENTS = ("kompakt", "royal", "cvjm")


def answered_as(document: str) -> dict[str, str]:
    options = all_options(PRESETS[document])
    return {option: str(options[option]).lower() for option in ASKED}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_three_answers_of_a_document_lead_to_it(client: Client, document: str) -> None:
    form = KnowerForm(answered_as(document))
    assert form.is_valid()
    assert form.mine() == PRESETS[document]
    page = client.get("/de/differences/", answered_as(document)).content.decode()
    links = set(re.findall(r'href="/de/differences/(\w+)/\?mine=(\w+)"', page))
    assert links == {(other, document) for other in DOCUMENTS if other != document}


def test_other_answers_are_house_rules_of_what_fits_most(client: Client) -> None:
    """Of Kompakt two, of Royal and CVJM none but plus and minus."""
    sent = {"nines": "false", "announcement": "plus-two", "counting": "plus-minus"}
    page = client.get("/en/differences/", sent).content.decode()
    assert 'href="/en/differences/kompakt/?mine=kompakt,nines=false"' in page
    assert "Your table" in client.get("/en/differences/kompakt/?mine=kompakt,nines=false").text


@pytest.mark.parametrize("sent", [{"nines": "true"}, {"nines": "x", "announcement": "double"}])
def test_missing_and_unknown_answers_are_asked_for(client: Client, sent: dict[str, str]) -> None:
    response = client.get("/de/differences/", sent)
    assert response.status_code == 422
    assert "form__error" in response.text


@pytest.mark.parametrize("mine", PRESETS)
@pytest.mark.parametrize("other", DOCUMENTS)
def test_every_rule_that_differs_stands_there(client: Client, mine: str, other: str) -> None:
    page = client.get(f"/de/differences/{other}/?mine={mine}").content.decode()
    here, there = all_options(PRESETS[other]), all_options(PRESETS[mine])
    assert page.count('scope="row"') == sum(here[one] != there[one] for one in OPTIONS)
    assert (mine == other) == ("Nichts: Es ist wie in" in page)


def test_house_rules_against_their_document(client: Client) -> None:
    """As a table plays that answers late and where the second ten of hearts always wins."""
    house = kept(client)
    page = client.get(f"/de/rules/{house.key}/").content.decode()
    assert f'href="/de/differences/kompakt/?mine=~{house.key}"' in page
    page = client.get(f"/de/differences/kompakt/?mine=~{house.key}").content.decode()
    assert f"<h1>Kompakt gegen {house.name}" in page
    assert page.count('scope="row"') == 2
    assert house.name in text(page)


def test_a_series_asks_for_each_rule_that_differs_once(client: Client) -> None:
    page = client.get("/de/differences/cvjm/?mine=kompakt").content.decode()
    found = re.search(r"Frag mich: (\d+) Aufgaben", page)
    assert found
    response = client.post("/de/sittings/", {"rules": "cvjm", "about": "against kompakt"})
    assert response.status_code == 303
    items = list(Item.objects.all())
    assert len(items) == int(found[1]) == len({one.statement for one in items})
    assert {document_of(one.statement) for one in items} == {"cvjm"}
    told = {one for options in course().options.values() for one in options.get("cvjm", ())}
    alone = {one.statement for one in items if one.kind != "compare-rules"}
    assert alone <= told
    # What no exercise on one rule set asks for is asked of both.
    assert [one.rules for one in items if one.statement not in alone] == ["cvjm+kompakt"]
    assert Sheet.objects.get().about == "against kompakt"
    assert "Was anders ist als in Kompakt" in text(client.get("/de/progress/").content.decode())


def test_long_house_rules_of_an_address_make_no_long_name(client: Client) -> None:
    rules = f"royal,{','.join(f'{one}=false' for one in ('nines', 'reply', 'limit_once'))}"
    rules += ",specials=fox.doppelkopf.charlie,second_dulle_wins=always"
    client.post("/de/sittings/", {"rules": "royal", "about": f"against {rules}"})
    assert Sheet.objects.get().about == "against royal"


def test_what_is_the_same_cannot_be_asked_for(client: Client) -> None:
    response = client.post("/de/sittings/", {"rules": "cvjm", "about": "against cvjm"})
    assert response.status_code == 404
    assert not Sheet.objects.exists()


def test_unknown_rules(client: Client) -> None:
    for other in ("nobody", "tsr", "~nobody"):
        assert client.get(f"/de/differences/{other}/?mine=kompakt").status_code == 404
    for mine in ("", "?mine=nobody", "?mine=kompakt,nines=7"):
        assert client.get(f"/de/differences/royal/{mine}")["Location"] == "/de/differences/"


def test_what_differs_is_due_again_tomorrow(client: Client) -> None:
    """However sure it was; kept and made anew alike."""
    begun = client.post("/de/sittings/", {"rules": "cvjm", "about": "against kompakt"})
    answer(client, begun["Location"])
    (kept,) = Memory.objects.all()
    assert timedelta(hours=23) < kept.due - timezone.now() <= timedelta(days=1)
    (anew,) = remembered_anew(kept.learner_id)
    assert known_of(anew) == known_of(kept)
