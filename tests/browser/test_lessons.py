"""Lessons in a browser: terms that open, cribs in print, marks on cards."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from lessons.rules.rule_sets import PRESETS
from tests.browser.pages import PAGES


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
    page.emulate_media(media="print")
    smallest = page.evaluate("""() => Math.min(
      ...[...document.querySelectorAll("main :is(p, li, th, td, dt, dd, caption)")].map(
        (one) => parseFloat(getComputedStyle(one).fontSize)
      )) * 72 / 96""")
    assert smallest >= 9
    # What is wider or higher than the paper within its margins would be printed smaller.
    page.set_viewport_size({"width": 718, "height": 1047})
    right, below = page.evaluate("""() => {
      const all = [...document.querySelectorAll("main, main *:not(use)")];
      const rects = all.flatMap((one) => [...one.getClientRects()]);
      return [
        Math.max(...rects.map((one) => one.right)), Math.max(...rects.map((one) => one.bottom))
      ];
    }""")
    assert right <= 718.1
    assert below <= 1047


def test_a_game_that_is_over_is_one_page_of_paper(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/de/replays/abrechnung/62/")
    assert page.locator(".replay__kept tbody tr").count() == 12
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_on_paper_there_is_room_for_an_answer(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/de/practice/trick-winner/kompakt/1/3/")
    line = page.get_by_text("Antwort:")
    expect(line).to_be_hidden()
    page.emulate_media(media="print")
    expect(line).to_be_visible()


@pytest.mark.parametrize(
    "path",
    [
        "crib/kompakt/",
        "kompakt/blatt/",
        "practice/legal-cards/royal/2/7/",
        "practice/find-the-revoke/royal/2/7/",
        "replays/normalspiel/16/",
        "paper/?about=ten&rules=kompakt&seed=12",
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


_SCREENS = {
    "game", "game-trick", "game-refused", "practice", "hinted", "beamer", "replay-beamer", "own",
    "own-hand", "own-text", "judge", "judge-text", "knower", "house-rules", "house-new", "search",
    "search-answer", "search-found", "progress", "mine", "delete", "settings", "offline", "404",
    "home", "path", "step", "step-table", "step-settled", "step-seats", "games", "knower-answered",
}  # fmt: skip
"""Where something is chosen or written, which nobody prints."""
_PRINTED = {name: path for name, path in PAGES.items() if name not in _SCREENS}
_COLOURS = """() => [...document.querySelectorAll("main *:not(.card)")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const style = getComputedStyle(one);
    return /gradient/.test(style.backgroundImage) || style.boxShadow !== "none" ||
      /oklch\\([^ ]+ 0\\.[01]\\d*[1-9]/.test(style.backgroundColor);
  }).map((one) => `${one.tagName} ${one.getAttribute("class")}`)"""
"""What shines, casts a shadow or has a coloured ground."""


def test_nothing_to_be_pressed_and_no_colour_is_printed(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport={"width": 718, "height": 1047})
    for name, path in _PRINTED.items():
        page.goto(f"{live_server.url}/de/{path}")
        page.emulate_media(media="print")
        pressed = page.locator(
            "button:not(.term, [data-press]), .button, .question, .jumps, .tabs, .dock__ways"
        )
        assert [one.inner_text() for one in pressed.filter(visible=True).all()] == [], name
        assert page.locator(".dock:not(.dock--said)").filter(visible=True).count() == 0, name
        assert page.evaluate(_COLOURS) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= 718, name
        page.emulate_media(media="screen")


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
    page.goto(f"{live_server.url}/de/paper/?about=ten&rules=kompakt&seed=12")
    page.emulate_media(media="print")
    assert mark(".paper .card") == "transparent"
    page.emulate_media(media="screen")
    page.goto(f"{live_server.url}/de/settings/")
    page.get_by_role("group", name="Zeichen auf Karten").get_by_label("Aus").check()
    page.get_by_role("button", name="Speichern").click()
    page.goto(f"{live_server.url}/de/kompakt/fehlkarten-trumpfkarten/")
    assert mark(".lesson .card") == "transparent"


def test_a_phone_compares_two_rule_sets_in_what_differs(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page.goto(f"{live_server.url}/de/compare/")
    names = page.locator(".compare--rules th[scope=row]").filter(visible=True)
    same = page.locator(".compare--rules th", has_text="Zweite Dulle")
    expect(same).to_be_hidden()
    shown = names.all_text_contents()
    assert page.evaluate("document.documentElement.scrollHeight") <= 4 * 740
    written = page.locator(".compare__sources a").filter(visible=True)
    expect(written).to_have_count(0)
    page.get_by_label("zeigen, wo es steht").check()
    assert written.count() > len(shown)
    page.get_by_role("link", name="Ansagen", exact=True).click()
    head = page.locator(".compare--rules th[scope=col]").filter(visible=True)
    assert head.all_text_contents() == ["Kompakt", "Royal"]
    expect(head.first).to_be_in_viewport()
    page.get_by_role("button", name="Zeigen").click()
    expect(page).to_have_url(re.compile("first=kompakt&second=royal&only=differences"))
    assert names.all_text_contents() == shown
    page.get_by_role("link", name="Alles zeigen").click()
    expect(same).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("step", ["blatt/2", "parteien", "trumpf/3"])
def test_cards_of_a_step_lie_beside_each_other(
    live_server: Any, open_page: Callable[..., Page], step: str, width: int
) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    page.goto(f"{live_server.url}/de/path/{step}/")
    boxes = [one.bounding_box() for one in page.locator(".screen__picture .card").all()]
    cards = sorted((box["y"], box["x"], box["width"]) for box in boxes if box)
    assert len(cards) >= 2
    for (above, left, across), (below, right, _) in pairwise(cards):
        assert below > above or right >= left + across
