"""Lessons in a browser: terms that open, cribs in print, marks on cards."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from lessons.rules.rule_sets import PRESETS


@pytest.mark.parametrize("script", [True, False])
def test_a_term_opens_and_closes_by_keyboard(
    live_server: Any, open_page: Callable[..., Page], script: bool
) -> None:
    page = open_page(java_script_enabled=script)
    page.goto(f"{live_server.url}/de/royal/sonderpunkte/")
    term = page.locator("[popovertarget=term-fuchs].term")
    term.focus()
    page.keyboard.press("Enter")
    opened = page.locator("#term-fuchs")
    expect(opened).to_be_visible()
    expect(opened).to_contain_text("Das Karo-Ass.")
    page.keyboard.press("Escape")
    expect(opened).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/de/glossary/#fuchs$"))


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("rules", PRESETS)
def test_a_crib_is_one_page_of_paper(
    live_server: Any, open_page: Callable[..., Page], language: str, rules: str
) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/{language}/crib/{rules}/")
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    assert b"/MediaBox [0 0 594.95" in printed or b"/MediaBox [0 0 595" in printed


@pytest.mark.parametrize(
    "path",
    [
        "crib/kompakt/",
        "kompakt/blatt/",
        "practice/legal-cards/royal/2/7/",
        "practice/find-the-revoke/royal/2/7/",
        "replays/normalspiel/16/",
    ],
)
def test_on_paper_cards_are_wide_and_nothing_is_to_be_pressed(
    live_server: Any, open_page: Callable[..., Page], path: str
) -> None:
    page = open_page(viewport={"width": 718, "height": 1047})
    page.goto(f"{live_server.url}/de/{path}")
    page.emulate_media(media="print")
    for one in page.locator(".button, nav, .masthead, .footer").all():
        expect(one).to_be_hidden()
    narrowest = page.evaluate("""() => Math.min(
      ...[...document.querySelectorAll("main .card")].filter((one) => one.checkVisibility()).map(
        (one) => parseFloat(getComputedStyle(one).width)
      )) / 96 * 25.4""")
    page.emulate_media(media="screen")
    assert narrowest >= 12
    assert page.evaluate("document.documentElement.scrollWidth") <= 718


def test_special_cards_carry_a_mark_but_not_while_an_exercise_is_asked(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page()

    def mark(selector: str) -> str:
        asked = "card => getComputedStyle(card).getPropertyValue('--card-mark').trim()"
        found: str = page.locator(selector).first.evaluate(asked)
        return found

    page.goto(f"{live_server.url}/de/kompakt/fehlkarten-trumpfkarten/")
    assert mark(".lesson .card") not in {"", "transparent"}
    assert mark("#exercise .card") == "transparent"
    page.goto(f"{live_server.url}/de/settings/")
    page.get_by_role("group", name="Zeichen auf Karten").get_by_label("Aus").check()
    page.get_by_role("button", name="Speichern").click()
    page.goto(f"{live_server.url}/de/kompakt/fehlkarten-trumpfkarten/")
    assert mark(".lesson .card") == "transparent"
