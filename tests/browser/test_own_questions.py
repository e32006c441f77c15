"""A quiz with questions of one's own: made, taken on a phone, looked at on paper."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_findings
from tests.browser.walks import BESIDE_ITS_GROUND
from tests.site.test_quizzes import OWN_QUESTIONS, items
from tutorial.quizzes.models import Quiz

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
            assert axe_findings(page) == []
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
            assert axe_findings(page) == []
        expect(page.get_by_role("button", name="Ein Hinweis")).to_have_count(0)
        _answer(page, asks)
        if script:
            assert axe_findings(page) == []
        page.locator("[data-next], .dock__next").first.click()
    expect(page.get_by_text("2 von 3")).to_be_visible()
    page.goto(f"{lead}print/")
    for told in OWN_QUESTIONS.values():
        expect(page.get_by_role("heading", name=told["text"])).to_be_visible()
    _fits(page)


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
