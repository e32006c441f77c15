"""House rules: chosen in a form, kept under a name, used everywhere, changed by who made them."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from lessons.exercises.addresses import rules_as_text, rules_from_text
from lessons.rules.contracts import SOLOS
from lessons.rules.rule_sets import (
    OPTIONS,
    PRESETS,
    CallLimits,
    Measure,
    Poverty,
    SpecialPoint,
    all_options,
)
from tests.site.test_answers import post, right
from tests.site.test_exercise_pages import text
from tutorial.house_rules.forms import MOMENTS, RANKS, HouseRulesForm
from tutorial.house_rules.models import HouseRules, Version
from tutorial.learners.cookie import COOKIE
from tutorial.learners.models import Attempt, Learner, Memory
from tutorial.learners.remembering import known_of, memory_of, remembered_anew, rules_apart
from tutorial.tidying import KEPT, tidied

pytestmark = pytest.mark.django_db
NEW = "/de/rules/new/"
TABLE = "kompakt,second_dulle_wins=always,reply=false"


def form_on(client: Client, url: str) -> dict[str, list[str]]:
    """What a browser sends of the form on a page as it is."""
    page = client.get(url).content.decode()
    form = page[page.index('<form class="form"') :]
    form = form[: form.index("</form>")]
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        told = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if told.get("type") != "checkbox" or " checked" in tag:
            sent.setdefault(told["name"], []).append(unescape(told.get("value", "")))
    for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.DOTALL):
        sent[name] = re.findall(r'value="([^"]*)" selected', options)
    return {name: value for name, value in sent.items() if name != "csrfmiddlewaretoken"}


def kept(client: Client, name: str = "Grüner Baum", rules: str = TABLE) -> HouseRules:
    sent = {**form_on(client, f"{NEW}?rules={rules}"), "name": name, "save": "1"}
    response = client.post(NEW, sent)
    assert response.status_code == 303, text(response.content.decode())
    return HouseRules.objects.get(key=response["Location"].split("/")[-2])


@pytest.mark.parametrize("document", PRESETS)
def test_a_form_sent_as_it_is_changes_nothing(client: Client, document: str) -> None:
    """A rank that a document gives to what it does not ask for stays, too."""
    sent = form_on(client, f"{NEW}?rules={document}")
    response = client.post(NEW, {**sent, "try": "1"})
    assert response["Location"] == f"/de/practice/?rules={document}"
    assert not HouseRules.objects.exists()


def test_every_option_can_be_chosen(client: Client) -> None:
    sent = form_on(client, f"{NEW}?rules=cvjm")
    changed = sent | {"nines": ["true"], "piglets": ["both"], "poverty": ["off"], "try": ["1"]}
    assert client.post(NEW, changed)["Location"] == (
        "/de/practice/?rules=cvjm,nines=true,piglets=both,"
        "reservation_order=solo.throw-in.marriage,poverty=off"
    )
    fields = HouseRulesForm(PRESETS["cvjm"]).fields
    spread = {"reservation_order": RANKS, "call_limits": MOMENTS}
    assert all(name in fields for option in OPTIONS for name in spread.get(option, [option]))


def test_deadlines_and_ranks_are_chosen_too(client: Client) -> None:
    sent = form_on(client, f"{NEW}?rules=kompakt")
    sent |= {"calls_by": ["tricks"]}
    sent |= {name: [str(trick)] for name, trick in zip(MOMENTS, (2, 3, 4, 5, 6), strict=True)}
    sent |= dict(zip(RANKS, (["solo"], ["compulsory"], ["marriage"], [""], [""]), strict=True))
    there = client.post(NEW, {**sent, "try": "1"})["Location"]
    found = rules_from_text(there.partition("rules=")[2])
    assert found.call_limits == CallLimits(Measure.TRICKS, (2, 3, 4, 5, 6))
    assert [said.value for said in found.reservation_order] == ["solo", "compulsory", "marriage"]


def test_usual_deadlines_move_with_the_number_of_cards(client: Client) -> None:
    sent = form_on(client, f"{NEW}?rules=kompakt") | {"nines": ["false"], "try": ["1"]}
    assert client.post(NEW, sent)["Location"] == "/de/practice/?rules=kompakt,nines=false"


@pytest.mark.parametrize("document", ["kompakt", "royal"])
def test_what_house_rules_switch_on_can_be_said(client: Client, document: str) -> None:
    sent = form_on(client, f"{NEW}?rules={document}") | {
        "compulsory_solo": ["true"], "poverty": ["exchange"], "throw_in": ["five-kings"],
        "try": ["1"],
    }  # fmt: skip
    found = rules_from_text(client.post(NEW, sent)["Location"].partition("rules=")[2])
    assert {*found.reservation_order} == {"compulsory", "solo", "throw-in", "poverty", "marriage"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"throw_in": ["five-nines"], "nines": ["false"]}, "Neunen"),
        ({"calls_1": ["12"]}, "Absage"),
        ({"solo_factor": ["99"]}, "12"),
        ({"second_dulle_wins": ["sometimes"]}, "sometimes"),
        ({"rank_2": ["compulsory"]}, "zweimal"),
        ({"name": [" "]}, "Namen"),
        ({"name": ["x" * 61]}, "60"),
        ({"marriage_deciding": []}, "Klärungsstich"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_lost(
    client: Client, change: dict[str, list[str]], reason: str
) -> None:
    sent = form_on(client, f"{NEW}?rules=kompakt") | {"name": ["Baum"], "piglets": ["both"]}
    response = client.post(NEW, {**sent, **change, "save": "1"})
    page = response.content.decode()
    assert response.status_code == 422
    assert reason in text(page)
    assert 'value="both" selected' in page
    assert not HouseRules.objects.exists()
    assert not Learner.objects.exists()


def test_too_many_house_rules_at_once_are_told(client: Client) -> None:
    every: dict[str, Any] = {
        "rules": "royal,call_limits=tricks.10.10.10.10.10",
        "second_dulle_wins": "except-last-trick", "piglets": "second", "compulsory_solo": "true",
        "marriage_until": "query", "poverty": "exchange", "limits_need_announcement": "true",
        "skipped_limits": "included", "limit_once": "false", "reply": "true", "nines": "true",
        "announcement": "plus-two", "kontra_alone_needs_121": "true", "reached_points": "true",
        "failed_limit": "refuted-points", "gegen_die_alten": "special", "counting": "plus-minus",
        "specials_in_solo": "true", "draw_doubles_next": "true", "marriage_tricks": "10",
        "solo_factor": "9", "throw_in": ["five-nines", "five-kings"],
        "solos": [s.value for s in SOLOS[:-1]],
        "specials": [s.value for s in SpecialPoint], "marriage_deciding": ["first"],
    }  # fmt: skip
    response = client.post(NEW, every)
    assert response.status_code == 422
    assert "zu viele Hausregeln" in response.content.decode()


def test_they_are_kept_under_a_name_for_whoever_has_the_address(client: Client) -> None:
    house = kept(client)
    assert "Grüner Baum" in client.get("/de/rules/").content.decode()
    stranger = Client()
    page = stranger.get(f"/de/rules/{house.key}/")
    told = text(page.content.decode())
    assert "Grüner Baum" in told
    assert "Kompakt, bis auf 2 Regeln." in told
    assert "Die zweite sticht" in told
    assert f"/de/rules/{house.key}/change/" not in page.content.decode()
    assert "Grüner Baum" not in stranger.get("/de/rules/").content.decode()
    assert stranger.get(f"/de/rules/{house.key}x/").status_code == 404
    assert COOKIE not in stranger.cookies


def test_only_who_made_them_changes_them(client: Client) -> None:
    house = kept(client)
    change = f"/de/rules/{house.key}/change/"
    sent = form_on(client, change)
    stranger = Client()
    for response in (stranger.get(change), stranger.post(change, {**sent, "save": "1"})):
        assert response.status_code == 404
        assert "nur, wer sie angelegt hat" in text(response.content.decode())
    assert client.post(change, {**sent, "nines": "false", "save": "1"}).status_code == 303
    assert house.versions.count() == 2


def test_what_was_made_under_a_version_keeps_it(client: Client) -> None:
    house = kept(client)
    client.post("/de/sittings/", {"rules": f"~{house.key}"})
    change = f"/de/rules/{house.key}/change/"
    sent = {**form_on(client, change), "nines": "false", "name": "Blauer Bock", "save": "1"}
    client.post(change, sent)
    first, second = house.versions.order_by("number")
    assert first.rules == rules_as_text(rules_from_text(TABLE))
    assert "nines=false" in second.rules
    old = text(client.get(f"/de/rules/{house.key}/1/").content.decode())
    assert "So waren die Regeln" in old
    assert "Neunen" not in old
    assert "Neunen" in text(client.get(f"/de/rules/{house.key}/").content.decode())
    item = Learner.objects.get().sittings.get().sheet.items.first()
    assert item is not None
    assert item.rules == first.rules
    assert client.get(f"/de/rules/{house.key}/3/").status_code == 404
    assert text(client.get(f"/de/crib/~{house.key}/").content.decode()).count("Blauer Bock")


def test_the_same_sent_twice_is_there_once(client: Client) -> None:
    first, second = kept(client), kept(client)
    assert first == second
    change = f"/de/rules/{first.key}/change/"
    sent = {**form_on(client, change), "save": "1"}
    assert client.post(change, sent).status_code == 303
    assert Version.objects.count() == 1


def test_all_that_takes_rules_takes_them(client: Client) -> None:
    house = kept(client, rules="kompakt,second_dulle_wins=always,solo_factor=5")
    asked = f"~{house.key}"
    compared = client.get("/de/compare/", {"first": asked, "second": "kompakt"}).content.decode()
    assert "Grüner Baum" in compared
    assert "Die zweite sticht" in text(compared)
    crib = text(client.get(f"/de/crib/{asked}/").content.decode())
    assert "Grüner Baum" in crib
    assert "Zweite Dulle: die zweite sticht" in crib
    figures = client.get(
        "/de/judge/figures/", {"rules": asked, "points": "130", "contract": "queens"}
    ).content.decode()
    assert "Grüner Baum" in figures
    assert f'name="rules" value="{asked}"' in figures
    pad = client.get("/de/judge/", {"rules": asked}).content.decode()
    assert "Grüner Baum" in pad
    practice = client.get("/de/practice/", {"rules": rules_as_text(rules_from_text(TABLE))})
    assert practice.status_code == 200


def test_a_game_is_judged_by_them(client: Client) -> None:
    """The second dulle takes the first: the pad's record says so."""
    house = kept(client)
    tapped = {"rules": f"~{house.key}", "played": "HT.HT.D9.D9"}
    shown = text(client.get("/de/judge/", tapped).content.decode())
    usual = text(client.get("/de/judge/", {**tapped, "rules": "kompakt"}).content.decode())
    assert "Mittelhand" in shown
    assert shown != usual


def test_ten_under_house_rules(client: Client) -> None:
    house = kept(client)
    response = client.post("/de/sittings/", {"rules": f"~{house.key}"})
    assert response.status_code == 303
    item = Learner.objects.get().sittings.get().sheet.items.first()
    assert item is not None
    assert item.rules == rules_as_text(rules_from_text(TABLE))
    assert client.get(response["Location"]).status_code == 200
    assert client.post("/de/sittings/", {"rules": "~nobody"}).status_code == 404
    assert client.post("/de/sittings/", {"rules": "tsr,nines=false"}).status_code == 404


def test_what_house_rules_say_otherwise_is_remembered_apart(client: Client) -> None:
    """The second Dulle wins there: that says nothing of who knows the document."""
    for rules, seed in ((TABLE, 1), (TABLE, 2), ("kompakt", 3)):
        url = f"/de/practice/trick-winner/{rules}/1/{seed}/?statement=kompakt:ablauf-b"
        post(client, url, right(url))
    kept = {one.rules: one for one in Memory.objects.all()}
    assert {*kept} == {TABLE, ""}
    assert (kept[TABLE].right, kept[""].right) == (2, 1)
    learner = Learner.objects.get().pk
    assert memory_of(learner)["kompakt:ablauf-b"].right == 1
    assert memory_of(learner, TABLE)["kompakt:ablauf-b"].right == 2
    assert memory_of(learner, "kompakt,nines=false")["kompakt:ablauf-b"].right == 1
    anew = {one.rules: known_of(one) for one in remembered_anew(learner)}
    assert anew == {rules: known_of(one) for rules, one in kept.items()}


def test_what_they_leave_as_it_is_is_remembered_with_the_document(client: Client) -> None:
    url = f"/de/practice/trick-winner/{TABLE}/1/1/?statement=kompakt:trumpfkarten"
    post(client, url, right(url))
    (one,) = Memory.objects.all()
    assert (one.rules, one.statement) == ("", "kompakt:trumpfkarten")


@pytest.mark.parametrize(
    ("rules", "statement", "apart"),
    [
        ("kompakt", "kompakt:ablauf-b", ""),
        ("royal+kompakt,reply=false", "kompakt:ansagen-d", "kompakt,reply=false"),
        ("royal+kompakt,reply=false", "royal:3.1.2", ""),
        ("kompakt,gone=true", "kompakt:ablauf-b", "kompakt,gone=true"),
    ],
)
def test_rules_are_apart_where_they_say_otherwise(rules: str, statement: str, apart: str) -> None:
    assert rules_apart(rules, statement) == apart


def test_the_home_page_leads_to_ones_own(client: Client) -> None:
    house = kept(client)
    page = client.get("/de/").content.decode()
    assert f'href="/de/rules/{house.key}/">Grüner Baum</a>' in page
    assert "Grüner Baum" not in Client().get("/de/").content.decode()


def test_they_go_along_and_go_with_their_owner(client: Client) -> None:
    house = kept(client)
    told = client.get("/de/mine/karlchen.json").json()
    assert told["house_rules"] == [{"name": "Grüner Baum", "rules": [house.versions.get().rules]}]
    client.post("/de/mine/delete/", {"sure": "1"})
    assert not HouseRules.objects.exists()
    assert not Attempt.objects.exists()


def test_a_table_is_offered_from_any_rules_but_unknown_ones(client: Client) -> None:
    assert client.get(NEW).status_code == 302
    assert client.get(NEW, {"rules": "skat"})["Location"] == "/de/rules/"
    assert client.post(NEW, {"rules": "skat"}).status_code == 404
    page = client.get(NEW, {"rules": "DDV,second_dulle_wins=always"}).content.decode()
    assert 'value="always" selected' in page
    page = client.get(NEW, {"rules": TABLE}).content.decode()
    assert "≠ Kompakt: die erste sticht" in page
    assert "≠ Kompakt: mit Neunen" not in page
    assert all_options(PRESETS["kompakt"])["poverty"] == Poverty.OFF


def test_they_keep_their_owner_for_two_years(client: Client) -> None:
    """Also one who has never answered anything."""
    house = kept(client)
    now = timezone.now()
    list(tidied(now + KEPT - timedelta(days=1)))
    assert HouseRules.objects.filter(pk=house.pk).exists()
    list(tidied(now + KEPT + timedelta(days=1)))
    assert not Learner.objects.exists()


def test_the_practice_page_knows_them_by_their_key(client: Client) -> None:
    house = kept(client)
    page = client.get("/de/practice/", {"rules": f"~{house.key}"})
    assert page.status_code == 200
    assert "Zweite Dulle: die zweite sticht" in text(page.content.decode())
    assert client.get("/de/practice/", {"rules": "~nobody"}).status_code == 422


def test_an_exercise_calls_them_by_the_name_that_one_gave(client: Client) -> None:
    """Whoever else comes to the address is not told what somebody calls his table."""
    house = kept(client)
    url = f"/de/practice/trick-winner/{house.versions.get().rules}/1/5/"
    assert "Grüner Baum: " in text(client.get(url).content.decode())
    began = client.post("/de/sittings/", {"rules": f"~{house.key}"})
    assert "Grüner Baum: " in text(client.get(began["Location"]).content.decode())
    other = text(Client().get(url).content.decode())
    assert "Grüner Baum" not in other
    assert "Hausregeln: " in other
