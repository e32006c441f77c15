"""A game that the learner plays: every card, what may not be played, the settlement."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from lessons.exercises.moments import what_is_settled
from lessons.players.first_game import DEALS, YOU, first_position, played, until_your_turn
from lessons.rules.cards import Card
from lessons.rules.rule_sets import PRESETS
from tests.site.test_answers import text
from tests.site.test_sittings import posted
from tutorial.learners.models import Attempt
from tutorial.play.views import BETWEEN

RULES = PRESETS["kompakt"]
NUMBER = 5
HERE = f"/de/play/{NUMBER}/"


def whole() -> list[Card]:
    """The learner's cards of a whole game: always the first that may be played."""
    cards: list[Card] = []
    while len(cards) < RULES.hand_size:
        cards.append(until_your_turn(played(RULES, NUMBER, cards)).legal_cards()[0])
    return cards


def of(cards: list[Card]) -> str:
    return BETWEEN.join(card.name for card in cards)


def test_a_deal_is_picked_and_every_card_can_be_played(client: Client) -> None:
    first = client.get("/de/play/")["Location"]
    assert re.fullmatch(r"/de/play/\d+/", first)
    # From the verdict on a settlement a whole page comes, not one within the other.
    swapped = client.get("/de/play/", headers={"HX-Request": "true"})
    assert re.fullmatch(r"/de/play/\d+/", swapped["HX-Redirect"])
    url = HERE
    cards: list[Card] = []
    for card in whole():
        page = client.get(url).content.decode()
        assert f'name="card" value="{card.name}"' in page
        sent = {"cards": of(cards), "on": "1", "card": card.name}
        there = client.get(HERE, sent)
        cards.append(card)
        assert parse_qs(urlsplit(there["Location"]).query)["cards"] == [of(cards)]
        done = client.get(there["Location"])
        position = played(RULES, NUMBER, cards)
        told = "Der Stich gehört dir" if position.winners[-1] == YOU else "bekommt den Stich"
        assert told in text(done)
        assert f"du hast {position.card_points()[YOU]} Augen" in text(done)
        url = f"{HERE}?cards={of(cards)}&on=1"
    assert f'href="/de/play/{NUMBER}/settled/?cards={of(cards)}"' in done.content.decode()


def test_no_card_of_the_others_is_in_the_page(client: Client) -> None:
    position = until_your_turn(first_position(RULES, NUMBER))
    page = client.get(HERE).content.decode()
    drawn = set(re.findall(r"cards\.svg#([CSHD][ATKQJ9])", page))
    assert drawn == {card.name for card in (*position.hands[YOU], *position.trick.cards)}


def test_a_card_that_may_not_be_played_is_refused_with_the_reason(client: Client) -> None:
    for number in range(40):
        start = first_position(RULES, number)
        cards = [start.deal[YOU][0]]
        now = until_your_turn(played(RULES, number, cards))
        wrong = sorted({*now.hands[YOU]} - {*now.legal_cards()})
        if wrong:
            break
    sent = {"cards": of(cards), "on": "1", "card": wrong[0].name}
    page = client.get(f"/de/play/{number}/", sent)
    assert page.status_code == 200
    assert "bedient nicht" in text(page)
    marked = re.findall(r'hand__card--(\w+)" name="card" value="(\w+)"', page.content.decode())
    assert {name for mark, name in marked if mark == "wrong"} == {wrong[0].name}
    assert {name for mark, name in marked if mark == "legal"} == {
        card.name for card in now.legal_cards()
    }


@pytest.mark.parametrize(
    "query", ["?cards=XX", "?cards=HT-HT-HT", "?cards=-", "?card=XX", f"?cards={'H9-' * 400}H9"]
)
def test_a_game_that_cannot_be_leads_to_one_that_can(client: Client, query: str) -> None:
    page = client.get(f"{HERE}{query}")
    assert page.status_code == 404
    assert f'href="{HERE}"' in page.content.decode()
    assert 'href="/de/play/"' in page.content.decode()


def test_there_are_so_many_deals(client: Client) -> None:
    assert client.get(f"/de/play/{DEALS - 1}/").status_code == 200
    page = client.get(f"/de/play/{DEALS}/")
    assert page.status_code == 404
    assert f'href="/de/play/{DEALS}/"' not in page.content.decode()


def test_nothing_is_settled_before_the_end(client: Client) -> None:
    there = client.get(f"{HERE}settled/?cards={of(whole()[:3])}")["Location"]
    assert there.startswith(HERE)
    assert "on=1" in there


@pytest.mark.django_db
def test_the_game_is_settled_step_by_step(client: Client) -> None:
    cards = whole()
    asked = what_is_settled(played(RULES, NUMBER, cards), YOU, f"first-game/{NUMBER}")
    url = f"{HERE}settled/?cards={of(cards)}"
    fields = asked.kind.fields(asked.question)
    sent = posted(asked, asked.kind.solve(asked.question))
    page: Any = client.get(url)
    for field in fields:
        token = re.search(r'name="token" value="([^"]+)"', page.content.decode())
        assert token
        page = client.post(url, {"token": token[1], field.name: sent[field.name]})
    assert page.status_code == 303
    attempt = Attempt.objects.get()
    assert (attempt.right, attempt.moment) == (True, f"first-game/{NUMBER}")
    told = client.get(page["Location"]).content.decode()
    assert 'id="verdict"' in told
    assert 'href="/de/play/#exercise"' in told
