"""The crib: a rule set on one sheet of A4."""

import pytest
from django.test import Client
from django.utils import translation

from lessons.content.languages import COMPLETE
from lessons.rules.rule_sets import PRESETS
from tutorial.course.crib import crib_of
from tutorial.house_rules.named import presets


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("rules", PRESETS)
def test_every_rule_set_has_its_crib(client: Client, language: str, rules: str) -> None:
    page = client.get(f"/{language}/crib/{rules}/").content.decode()
    assert page.count("<h1>") == 1
    assert "timeline" in page
    assert "cards.svg#HT" in page


def test_a_crib_says_what_the_rules_say() -> None:
    with translation.override("de"):
        kompakt, royal, cvjm = (crib_of(one) for one in presets()[:3])
    assert (kompakt.number, cvjm.number) == (26, 24)
    assert kompakt.needed[:3] == (
        ("", "121", "120"), ("Kontra", "120", "121"), ("Re: keine 90", "151", "90"),
    )  # fmt: skip
    assert kompakt.needed[-1] == ("Re: schwarz", "alle Stiche", "einen Stich")
    assert royal.needed[1] == ("Kontra", "121", "120")
    assert dict(kompakt.items)["Re gesagt"] == "2"
    assert dict(kompakt.items)["Keine 60 widerlegt"] == "1"
    assert dict(royal.items)["Kontra gesagt"] == "× 2"
    assert not any("widerlegt" in name for name, _worth in royal.items)
    assert kompakt.reservations == ("Solo", "Hochzeit")
    assert cvjm.reservations == ("Solo", "schmeißen", "Trumpfabgabe", "Hochzeit")
    assert [place.card.points for place in cvjm.ranks if place.card is not None] == [
        11,
        10,
        4,
        3,
        2,
    ]
    assert dict(royal.options)["Wertung"] == "nur Plus"


def test_what_all_suit_solos_begin_with_is_told_once() -> None:
    with translation.override("de"):
        royal, cvjm = (crib_of(one) for one in presets()[1:3])
    trumps = {
        name: [place.card.name for place in places if place.card] for name, places in royal.solos
    }
    assert len(trumps["In jedem Farbsolo zuoberst"]) == 9
    assert trumps["Herz-Solo: dann"] == ["HA", "HK", "H9"]
    assert len(dict(cvjm.solos)["Karo-Solo"]) == cvjm.number / 2


def test_an_unknown_rule_set_has_none(client: Client) -> None:
    response = client.get("/de/crib/skat/")
    assert response.status_code == 404
    assert "/de/crib/kompakt/" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["DDV", "ddv", "Turnier", "TSR"])
def test_the_tournament_rules_are_found_by_what_people_call_them(client: Client, name: str) -> None:
    assert client.get(f"/de/crib/{name}/").headers["Location"] == "/de/crib/tsr/"
    compared = client.get(f"/de/compare/?first={name}&second=royal").content.decode()
    assert '<option value="tsr" selected>' in compared
    chosen = client.get(f"/de/practice/?rules={name}")
    assert chosen.status_code == 422
    assert "Zu diesem Regelwerk gibt es keine Aufgaben" in chosen.content.decode()
