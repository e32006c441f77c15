"""A club night: two tables drawn, games written by phones, a connection lost, a ranking."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import findings_in_every_theme
from tests.browser.test_club import _founded, _joins
from tutorial.clubs.models import ClubTable
from tutorial.score_sheets.models import Entry

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Anke", "Bernd", "Dilek")
GUESTS = "Emil\nFrieda\nGustav\nHanna"


def test_two_tables_play_and_one_loses_its_network(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    trainer = open_page()
    club = _founded(trainer, live_server.url, script=True)
    phones = []
    # Each of another size, or else they would be one browser; whoever loses the network says so.
    for place, name in enumerate(NAMES):
        size = {"width": 360 + place, "height": 740}
        phones.append(open_page(viewport=size, expect_console=True))
        _joins(phones[-1], live_server.url, club, name)
    trainer.goto(f"{live_server.url}/de/clubs/{club.key}/nights/new/")
    for name in ("Tina", *NAMES):
        trainer.get_by_label(name).check(force=True)
    trainer.get_by_label("Gäste, je Zeile einer").fill(GUESTS)
    trainer.get_by_role("button", name="Weiter zum Auslosen").click()
    trainer.get_by_role("button", name="Auslosen").click()
    expect(trainer.get_by_role("link", name=re.compile("An deinen Tisch"))).to_be_visible()
    assert not findings_in_every_theme(trainer)
    night = trainer.url
    first, second = ClubTable.objects.order_by("number")
    for phone, table in zip(phones, (first, second), strict=False):
        phone.goto(f"{live_server.url}/de/sheets/{table.sheet.key}/")
        _write(phone, table, 1)
        expect(phone.get_by_role("link", name="Spiel 1, Posten für Posten")).to_be_visible()
        assert not findings_in_every_theme(phone)
    here = phones[0]
    here.context.set_offline(True)
    for number in (2, 3):
        _write(here, first, number)
        expect(here.locator("#waiting")).to_contain_text(f"ein Netz da ist: {number - 1}")
    assert Entry.objects.filter(sheet=first.sheet).count() == 1
    here.context.set_offline(False)
    here.evaluate("window.dispatchEvent(new Event('online'))")
    expect(here.get_by_role("link", name="Spiel 3, Posten für Posten")).to_be_visible()
    assert [one.number for one in Entry.objects.filter(sheet=first.sheet)] == [1, 2, 3]
    trainer.goto(night)
    expect(trainer.get_by_text("3 von 8 Spielen")).to_be_visible()
    expect(trainer.get_by_text("1 von 8 Spielen")).to_be_visible()


def _write(page: Page, table: ClubTable, number: int) -> None:
    names = [chair.who.name for chair in table.chairs.order_by("place")]
    form = page.locator(".score__next form")
    for name in names[:2]:
        form.get_by_label(name, exact=True).check(force=True)
    form.get_by_label("Augen von Re").fill(str(120 + number))
    form.get_by_label("gar nichts").check(force=True)
    form.get_by_role("button", name="Eintragen").click()
