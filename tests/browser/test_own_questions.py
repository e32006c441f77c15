"""A quiz with questions of one's own: made, taken on a phone, looked at on paper."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import findings_in_every_theme
from tests.browser.walks import BESIDE_ITS_GROUND
from tests.site.test_quizzes import OWN_QUESTIONS, items
from tutorial.quizzes.models import Quiz
from tutorial.sittings.going import exercise_of

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 740}
LONG = "Eine recht lange Antwort, die auf einem Handy sicher über zwei Zeilen geht"


@pytest.mark.parametrize("script", [True, False])
def test_it_is_made_and_taken(
    live_server: Any, open_page: Callable[..., Page], script: bool
) -> None:
    page = open_page(viewport=PHONE, java_script_enabled=script)
    page.goto(f"{live_server.url}/de/quizzes/new/?rules=kompakt")
    _fits(page)
    page.get_by_label("Titel").fill("Freitag")
    page.locator("[name=number]").fill("1")
    page.locator("main .button--main").click()
    lead = page.url.partition("#")[0]
    for asks, told in OWN_QUESTIONS.items():
        page.get_by_role("link", name="Eine eigene Frage").click()
        if asks != "choice":
            page.goto(f"{page.url}?asks={asks}")
        for name, value in told.items():
            control = page.locator(f"[name={name}]")
            if name in {"leader", "contract"}:
                control.select_option(value)
            else:
                control.fill(str(value) if name != "others" else f"{value}\n{LONG}")
        page.get_by_label("Warum das richtig ist").fill("So nennen es alle.")
        _fits(page)
        if script:
            assert findings_in_every_theme(page) == []
        page.get_by_role("button", name="Speichern").click()
        expect(page).to_have_url(f"{lead}#q{1 + len(items(Quiz.objects.get())[1:])}")
    page.locator('[value="drop 1"]').click()
    code = Quiz.objects.get().code

    page.goto(f"{live_server.url}/de/quiz/{code}/")
    page.locator("main .button--main").click()
    for asks, told in OWN_QUESTIONS.items():
        expect(page.locator("#question")).to_have_text(told["text"])
        if script:
            assert page.evaluate(BESIDE_ITS_GROUND) == []
            assert findings_in_every_theme(page) == []
        expect(page.get_by_role("button", name="Ein Hinweis")).to_have_count(0)
        _answer(page, asks)
        if script:
            assert findings_in_every_theme(page) == []
        page.locator("[data-next], .dock__next").first.click()
    expect(page.get_by_text("2 von 3")).to_be_visible()
    page.goto(f"{lead}print/")
    for told in OWN_QUESTIONS.values():
        expect(page.get_by_role("heading", name=told["text"])).to_be_visible()
    _fits(page)


def test_its_cards_are_tapped(live_server: Any, open_page: Callable[..., Page]) -> None:
    page = open_page(viewport=PHONE)
    page.goto(f"{live_server.url}/de/quizzes/new/?rules=kompakt")
    page.locator("main .button--main").click()
    lead = page.url.partition("#")[0]
    page.goto(f"{lead}own/?asks=card")
    page.get_by_label("Die Frage").fill("Womit stichst du?")
    # By keys, too: what was pressed keeps the focus.
    page.locator("#hand-HT").focus()
    for said in ("♥10", "♥10 ♥10"):
        page.keyboard.press("Enter")
        expect(page.get_by_role("textbox", name="Das Blatt")).to_have_value(said)
        expect(page.locator("#hand-HT")).to_be_focused()
    page.locator("#hand-SQ").click()
    expect(page.get_by_role("textbox", name="Das Blatt")).to_have_value("♥10 ♥10 ♠D")
    page.locator("#card-SQ").click()
    expect(page.get_by_role("textbox", name="Die richtige Karte")).to_have_value("♠D")
    expect(page.locator("#card-SQ")).to_have_attribute("aria-pressed", "true")
    page.locator("#cards-trick summary").click()
    trick = page.get_by_role("textbox", name="Was im Stich schon liegt")
    for name, said in (("trick-DA", "♦A"), ("trick-DA", "♦A ♦A"), ("back-trick", "♦A")):
        page.locator(f"#{name}").click()
        expect(trick).to_have_value(said)
    expect(page.get_by_label("Die Frage")).to_have_value("Womit stichst du?")
    assert findings_in_every_theme(page) == []
    _fits(page)
    page.get_by_role("button", name="Speichern").click()
    expect(page).to_have_url(re.compile(f"{lead}#q"))
    (item,) = (one for one in items(Quiz.objects.get()) if one.kind == "own")
    question = exercise_of(item).question
    assert [one.name for one in question.hand] == ["HT", "HT", "SQ"]
    assert ([one.name for one in question.trick], question.right) == (["DA"], 2)


def _fits(page: Page) -> None:
    width = page.locator("body").evaluate("() => document.documentElement.scrollWidth")
    assert width <= PHONE["width"]


def _answer(page: Page, asks: str) -> None:
    sentence = page.locator(".verdict__sentence")
    if asks == "number":
        page.locator("input.ask__figure").fill("10")
        page.get_by_role("button", name="Prüfen").click()
        expect(sentence).to_contain_text("zu wenig")
    elif asks == "choice":
        page.get_by_role("button", name="Dulle").click()
        expect(sentence).to_have_text("Richtig: Dulle.")
    else:
        page.locator("button.hand__card").first.press("Enter")
        expect(sentence).to_contain_text("Richtig: die Herz-Zehn")
