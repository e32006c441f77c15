"""An evening in a club: a trainer, three members, what they believe, a quiz before the room."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, findings_in_every_theme
from tests.site.test_accounts import PASSWORD
from tests.site.test_answers import wrong
from tutorial.clubs.models import Club, Member
from tutorial.quizzes.models import Live

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Anke", "Bernd", "Dilek")
MISSED = "/de/practice/trick-winner/kompakt/1/{}/?statement=kompakt:trumpfkarten"


@pytest.mark.parametrize("script", [True, False])
def test_an_evening(live_server: Any, open_page: Callable[..., Page], script: bool) -> None:
    trainer = open_page(java_script_enabled=script)
    club = _founded(trainer, live_server.url, script)
    _of_nobody(trainer, live_server.url, club, script)
    for place, name in enumerate(NAMES):
        size = {"width": 360 + place, "height": 740}
        _joins(open_page(viewport=size, java_script_enabled=script), live_server.url, club, name)
    assert Member.objects.count() == 1 + len(NAMES)
    trainer.goto(f"{live_server.url}/de/clubs/{club.key}/")
    _looked_at(trainer, script)
    trainer.locator("#board ~ * summary").first.press("Enter")
    for name in NAMES:
        expect(trainer.get_by_role("link", name=name, exact=True).first).to_be_visible()
    believed = trainer.get_by_role("region", name="Was hier oft geglaubt wird")
    expect(believed.get_by_text("3 von 3 in vier Wochen").first).to_be_visible()
    believed.get_by_role("link", name=re.compile("Auf den Beamer")).first.click()
    expect(trainer.locator(".verdict--wrong")).to_be_visible()
    _looked_at(trainer, script)
    trainer.goto(f"{live_server.url}/de/clubs/{club.key}/")
    believed.get_by_role("button", name=re.compile("Fünf Fragen dazu")).first.click()
    trainer.locator('form[action$="/live/"] button').click()
    assert Live.objects.get().sheet.items.count() >= 1
    member = Member.objects.get(name="Anke").pk
    pages = ("people/", "cards/", "homework/", "settings/", "me/", "nights/", "nights/new/")
    for page in (*pages, f"member/{member}/"):
        trainer.goto(f"{live_server.url}/de/clubs/{club.key}/{page}")
        _looked_at(trainer, script)
        trainer.set_viewport_size({"width": 360, "height": 740})
        width = trainer.locator("body").evaluate("() => document.documentElement.scrollWidth")
        assert width == 360
        trainer.set_viewport_size(LAPTOP)


def _founded(page: Page, base: str, script: bool) -> Club:
    """By somebody new, with the keyboard alone."""
    page.goto(f"{base}/de/clubs/")
    page.get_by_role("link", name="Club gründen").press("Enter")
    _looked_at(page, script)
    page.get_by_label("Benutzername").fill("Tina")
    page.get_by_label("Passwort").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_label("Wie heißt der Club?").fill("Club Lemgo")
    _looked_at(page, script)
    page.get_by_label("Wie heißt du dort?").fill("Tina")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="So kommt man dazu")).to_be_visible()
    return Club.objects.get()


def _of_nobody(page: Page, base: str, club: Club, script: bool) -> None:
    """A board on which nobody is yet."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{base}/de/clubs/{club.key}/")
    _looked_at(page, script)
    page.set_viewport_size(LAPTOP)


def _joins(phone: Page, base: str, club: Club, name: str) -> None:
    """After some answers as those give them who hold a belief."""
    for seed in range(3):
        ((field, value),) = wrong(MISSED.format(seed)).items()
        phone.goto(f"{base}{MISSED.format(seed)}")
        phone.locator(f'#answer [name="{field}"][value="{value}"]').click()
        expect(phone.locator(".verdict--wrong")).to_be_visible()
    phone.goto(f"{base}/de/clubs/")
    phone.get_by_label("Code des Clubs oder deiner Karte").fill(club.code.lower())
    phone.keyboard.press("Enter")
    phone.get_by_label("Dein Name, wie der Club dich kennt").fill(name)
    phone.get_by_label("Wer den Club leitet, darf meinen Stand sehen").check()
    phone.get_by_role("button", name="Dazukommen").click()
    expect(phone.get_by_text(f"Hier heißt du {name}")).to_be_visible()
    phone.wait_for_load_state()
    width = phone.locator("body").evaluate("() => document.documentElement.scrollWidth")
    assert width <= 360 + len(NAMES)


def _looked_at(page: Page, script: bool) -> None:
    if script:
        assert findings_in_every_theme(page) == []
