"""Home → wrong answer → reason → lesson → next → replay, by keyboard alone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    axe_findings,
    findings_in_every_theme,
    findings_under_forced_colours,
    wider_than_the_screen,
)
from tests.browser.pages import PAGES
from tests.browser.walks import HOME, SEED, seat_that_wins, tab_to


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutorial.practice.shown.new_seed", lambda: SEED)


WORDS = {
    "de": {
        "home": "Karlchen – Doppelkopf lernen",
        "wrong": "Nein: Den Stich bekommt",
        "following": "Nächster Abschnitt",
        "example": "Beispiel:",
        "step": "Schritt 1 von 62",
    },
    "en": {
        "home": "Karlchen – learn Doppelkopf",
        "wrong": "No: ",
        "following": "Next section",
        "example": "Example:",
        "step": "Step 1 of 62",
    },
}


@pytest.mark.parametrize("script", [True, False])
def test_house_rules_that_are_chosen_hold(
    live_server: Any, open_page: Callable[..., Page], script: bool
) -> None:
    page = open_page(java_script_enabled=script)
    page.goto(f"{live_server.url}/de/practice/")
    page.get_by_role("link", name="Hausregeln").click()
    page.get_by_role("link", name="Kompakt", exact=True).click()
    page.get_by_label("Neunen", exact=True).select_option("false")
    page.get_by_role("button", name="Nur damit üben").click()
    expect(page.locator(".notice")).to_contain_text("Hausregeln:")
    assert "rules=kompakt,nines=false" in page.url
    page.get_by_role("link", name="Los, quer durch alles").click()
    expect(page.locator(".exercise__rules")).to_contain_text("Neunen: ohne Neunen")
    page.go_back()
    page.get_by_role("link", name="Diese Hausregeln ändern").click()
    page.get_by_label("Wie heißen sie?").fill("Ohne Neunen")
    page.get_by_role("button", name="Aufbewahren").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ohne Neunen")
    if script:
        assert axe_findings(page) == []


@pytest.mark.parametrize(
    ("language", "script"),
    [("de", True), pytest.param("en", True, marks=pytest.mark.sweep), ("de", False)],
)
def test_from_the_first_trick_to_the_replay_by_keyboard(
    live_server: Any, open_page: Callable[..., Page], language: str, script: bool
) -> None:
    words = WORDS[language]
    locale = {"de": "de-DE", "en": "en-GB"}[language]
    page = open_page(locale=locale, java_script_enabled=script)
    seen = []

    def look() -> None:
        if script:
            seen.extend(axe_findings(page))

    page.goto(live_server.url)
    expect(page).to_have_title(words["home"])
    look()

    loser = page.locator(f"button[value={seat_that_wins(HOME).after().name}]")
    tab_to(page, loser)
    page.keyboard.press("Enter")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text(words["wrong"])
    seat = seat_that_wins(HOME).after().name
    expect(page.locator(f".trick__place--wrong.trick__place--{seat}")).to_be_visible()
    if script:
        expect(verdict).to_be_focused()
    else:
        expect(page).to_have_url(lambda_url("#verdict"))
    seat = seat_that_wins(HOME).name
    expect(page.locator(f".trick__place--wins.trick__place--{seat}")).to_be_visible()
    look()

    tab_to(page, page.locator(".dock__more > summary"))
    page.keyboard.press("Enter")
    tab_to(page, page.locator(".sources a").first)
    page.keyboard.press("Enter")
    expect(page.locator("article h1")).to_be_visible()
    anchor = page.url.partition("#")[2]
    assert page.evaluate("id => !!document.getElementById(id)", anchor) if script else anchor
    look()

    tab_to(page, page.get_by_role("link", name=words["following"]))
    page.keyboard.press("Enter")
    expect(page.locator("article h1")).to_be_visible()
    tab_to(page, page.get_by_role("link", name=words["example"]))
    page.keyboard.press("Enter")
    expect(page.locator("#replay h1")).to_be_visible()
    look()
    for number in range(1, 9):
        tab_to(page, page.locator("[data-next]"))
        page.keyboard.press("Enter")
        expect(page).to_have_url(lambda_url(f"/replays/abrechnung/{number}/"))
        if script:
            expect(page.locator("#replay-on")).to_be_focused()
            expect(page.locator("#news")).to_contain_text(f"{number}")
        if number == 1:
            expect(page.locator("#replay-step")).to_contain_text(words["step"])
    look()
    assert seen == []


def lambda_url(part: str) -> Any:
    """A pattern that a page's address has to hold."""
    import re

    return re.compile(re.escape(part))


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_right_on_a_phone(
    live_server: Any, open_page: Callable[..., Page], name: str
) -> None:
    page = open_page(expect_console=name == "404", viewport={"width": 320, "height": 640})
    page.goto(f"{live_server.url}/de/{PAGES[name]}")
    assert axe_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("letters", ["100%", "125%"])
@pytest.mark.parametrize("place", ["settings/", "mine/", "search/", "quizzes/", "clubs/"])
def test_no_word_of_a_heading_on_the_felt_is_broken(
    live_server: Any, open_page: Callable[..., Page], place: str, letters: str
) -> None:
    page = open_page(viewport={"width": 320 if letters == "100%" else 360, "height": 640})
    page.goto(f"{live_server.url}/de/{place}")
    wide, room = page.locator(".banner h1").evaluate(
        """(one, letters) => {
          document.documentElement.style.fontSize = letters;
          one.style.overflowWrap = "normal";
          one.style.hyphens = "none";
          return [one.scrollWidth, one.clientWidth];
        }""",
        letters,
    )
    assert wide <= room


@pytest.mark.parametrize("width", [320, 360, 390, 412])
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_head_of_a_page_is_one_line(
    live_server: Any, open_page: Callable[..., Page], language: str, width: int
) -> None:
    page = open_page(viewport={"width": width, "height": 640})
    page.goto(f"{live_server.url}/{language}/settings/")
    assert page.locator(".masthead").evaluate("one => one.offsetHeight") < 60


FORCED = ("practice", "hinted", "replay-guess", "replay-open", "judge-trick", "judge-figures")
"""Choices, plates, bubbles and tags: what has rules of its own under forced colours."""


@pytest.mark.parametrize(
    ("language", "width", "scheme"), [("de", 320, "light"), ("en", 1280, "dark")]
)
@pytest.mark.sweep
@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_right_in_every_theme_and_size(
    live_server: Any,
    open_page: Callable[..., Page],
    language: str,
    width: int,
    scheme: str,
    name: str,
) -> None:
    page = open_page(
        # A page that is not there is itself a message on the console.
        expect_console=name == "404",
        viewport={"width": width, "height": 640},
        color_scheme=scheme,
    )
    page.goto(f"{live_server.url}/{language}/{PAGES[name]}")
    findings = findings_in_every_theme if language == "de" else axe_findings
    assert findings(page) == []
    if name in FORCED and language == "de":
        assert findings_under_forced_colours(page) == []
    assert wider_than_the_screen(page) == []


def test_axe_finds_what_is_wrong(live_server: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/de/kompakt/")
    page.evaluate(
        """() => {
          document.querySelector("main").append(document.createElement("button"));
          document.querySelector("h2").style.color = "light-dark(black, #222)";
          document.querySelector("h2").style.inlineSize = "400px";
        }"""
    )
    found = findings_in_every_theme(page)
    assert any(finding.startswith("button-name") for finding in found)
    assert any(one.startswith("button-name") for one in findings_under_forced_colours(page))
    themes = [one.partition(": color-contrast")[0] for one in found if "color-contrast" in one]
    assert themes == ["dark, two", "dark, four"]
    assert [one.partition(",")[0] for one in wider_than_the_screen(page)] == [
        "320 × 640",
        "320 × 256",
        "360 × 740",
    ]


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("example", ["game", "revoke", "memory", "settlement"])
def test_a_dispute_is_settled_by_keyboard(
    live_server: Any, open_page: Callable[..., Page], example: str, script: bool
) -> None:
    page = open_page(viewport={"width": 320, "height": 640}, java_script_enabled=script)
    page.goto(f"{live_server.url}/de/judge/text/")
    page.get_by_role("link", name=NAMES[example]).press("Enter")
    page.get_by_role("button", name="Prüfen").press("Enter")
    expect(page.locator("#verdict")).to_contain_text(
        "Gegen die Regeln" if example in {"revoke", "memory"} else "Nach den Regeln"
    )
    if script:
        assert axe_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


NAMES = {
    "game": "ein ganzes Spiel",
    "revoke": "eine umstrittene Karte",
    "memory": "ein Stich aus dem Gedächtnis",
    "settlement": "nur die Zahlen, als Aufzeichnung",
}


_BROKEN = """() => [...document.querySelectorAll(".tag")].flatMap((tag) =>
  [...tag.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE).flatMap((one) =>
    [...one.data.matchAll(/\\S+/g)].filter((word) => {
      const range = document.createRange();
      range.setStart(one, word.index);
      range.setEnd(one, word.index + word[0].length);
      return range.getClientRects().length > 1;
    }).map((word) => word[0])))"""


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    "tapped", ["played=HA.HT.H9.H9", "played=HA.HT.H9.H9&tap=HK", "VH=HA.HT&played=HA.HT.H9.CQ"]
)
def test_no_word_at_a_card_is_broken(
    live_server: Any, open_page: Callable[..., Page], tapped: str, language: str, width: int
) -> None:
    page = open_page(viewport={"width": width, "height": 740})
    page.goto(f"{live_server.url}/{language}/judge/?{tapped}")
    assert page.locator(".tag").count()
    assert page.evaluate(_BROKEN) == []


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("width", [320, 1280])
def test_home_leads_on_from_where_one_was(
    live_server: Any, open_page: Callable[..., Page], width: int, script: bool
) -> None:
    page = open_page(viewport={"width": width, "height": 800}, java_script_enabled=script)
    page.goto(f"{live_server.url}/de/path/blatt/")
    page.goto(f"{live_server.url}/de/")
    if script:
        assert axe_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Zehn Aufgaben").press("Enter")
    expect(page.locator(".turned")).to_contain_text("1 von 10")
    page.goto(f"{live_server.url}/de/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Karten und Augen")
    page.get_by_role("link", name="Weiter mit: Zehn Aufgaben").press("Enter")
    expect(page.locator(".turned")).to_contain_text("1 von 10")
    page.goto(f"{live_server.url}/de/")
    page.get_by_role("link", name="Weiter", exact=True).press("Enter")
    expect(page).to_have_url(re.compile("/de/path/blatt/"))
