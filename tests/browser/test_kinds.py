"""Every kind of exercise in a browser: asked, answered by its controls, explained."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from lessons.exercises.addresses import Address
from lessons.exercises.answers import Answer, Field, Value, Way
from lessons.exercises.exercise import Exercise
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.offers import offers
from tests.browser.conftest import (
    axe_findings,
    findings_in_every_theme,
    wider_than_the_screen,
)
from tests.browser.walks import unfold
from tests.exercises.soundness import wrong_answers
from tests.site.test_exercise_pages import OUTCOME, posted
from tutorial.practice.forms import asks_in_turn
from tutorial.practice.seats import is_by_tricks

RULES = {kind: rules for kind, rules, _ in offers()}
"""The last rule set that each kind is offered in."""
ANSWERED = ":is(#exercise, #answer)"
"""What is answered by plates lies on the table, outside of its form."""
PRESSED = {Way.TRICK, Way.CARD, Way.ORDER, Way.ONE}
"""A press on one is the whole answer, where nothing else is asked."""


def press(page: Page, exercise: Exercise[Any], answer: Answer) -> None:
    """Answer with the controls, step by step where there are steps."""
    kind = exercise.kind
    fields = kind.fields(exercise.question)
    if is_by_tricks(exercise):
        trick, seat = (text for pair in zip(fields, answer, strict=True) for text in posted(*pair))
        row = page.locator(f'form:has([name=trick][value="{trick}"])')
        row.locator(f"[name=seat][value={seat}]").click()
        return
    for number, (field, value) in enumerate(zip(fields, answer, strict=True)):
        is_last = kind.is_stepwise or number == len(fields) - 1
        is_pressed = kind.is_stepwise or len(fields) == 1 or asks_in_turn(exercise)
        fill(page, field, value, is_pressed=is_pressed)
        if is_last and not (is_pressed and field.way in PRESSED):
            page.locator(".dock .button--main").click()
        if kind.is_stepwise and number < len(fields) - 1:
            expect(page.locator(".slip__entry")).to_have_count(number + 1)
            expect(page.locator("#now")).to_be_focused()


def fill(page: Page, field: Field, value: Value, *, is_pressed: bool) -> None:
    for text in posted(field, value):
        control = page.locator(f'{ANSWERED} [name="{field.name}"]')
        if field.way is Way.NUMBER:
            control.fill(text)
            continue
        one = page.locator(f'{ANSWERED} [name="{field.name}"][value="{text}"]:not([type=hidden])')
        if field.way in PRESSED and (is_pressed or field.way is not Way.ONE):
            one.click()
            if field.way is Way.ORDER:
                expect(one).to_have_count(0)
        else:
            one.check()


IN_ENGLISH = ("trick-winner", "legal-cards", "card-points")
"""A press, a choice and a figure; what is particular to the other kinds is no matter of words."""


@pytest.mark.parametrize(
    ("language", "kind"),
    [
        *(pytest.param("de", kind, marks=pytest.mark.sweep) for kind in KINDS),
        *product(["en"], IN_ENGLISH),
    ],
)
def test_a_kind_is_asked_answered_and_explained(
    live_server: Any, open_page: Callable[..., Page], language: str, kind: str
) -> None:
    def look(findings: Callable[[Page], list[str]]) -> None:
        assert findings(page) == []
        assert wider_than_the_screen(page) == []

    exercise = exercise_at(Address(kind, RULES[kind], 2, 5))
    wrong = next(iter(wrong_answers(exercise)))
    scheme = {"de": "dark", "en": "light"}[language]
    page = open_page(viewport={"width": 320, "height": 640}, color_scheme=scheme)
    page.goto(f"{live_server.url}/{language}/practice/{kind}/{RULES[kind]}/2/5/")
    look(axe_findings)
    press(page, exercise, wrong)
    told = OUTCOME[language, exercise.kind.verdict(exercise.question, wrong).is_almost]
    expect(page).to_have_title(f"{told} – {page.locator('h1').text_content()} – Karlchen")
    expect(page.locator("#verdict")).to_be_focused()
    look(findings_in_every_theme)


def test_a_link_is_copied_where_the_browser_lets_us(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{live_server.url}/de/practice/who-won/royal/1/3/")
    page.locator(".rules-menu > summary").click()
    page.get_by_role("link", name="Link zu dieser Aufgabe").click()
    expect(page.locator("#news")).to_have_text("Der Link ist kopiert.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{live_server.url}/de/practice/who-won/royal/1/3/"


@pytest.mark.sweep
@pytest.mark.parametrize("script", [True, False])
def test_a_trick_is_played_on_and_a_paragraph_chosen(
    live_server: Any, open_page: Callable[..., Page], script: bool
) -> None:
    page = open_page(java_script_enabled=script)
    page.goto(f"{live_server.url}/de/practice/?rules=royal&level=2")
    if script:
        assert axe_findings(page) == []
    page.get_by_role("link", name="Wer bekommt den Stich?").click()
    page.locator("button[name=seat]").first.click()
    expect(page.locator("#verdict")).to_be_visible()
    unfold(page)
    page.get_by_role("link", name="Karte für Karte ansehen").click()
    for number in range(1, 5):
        expect(page.locator("#play .trick__place")).to_have_count(number)
        following = page.get_by_role("link", name="Nächste Karte")
        if number < 4:
            following.click()
    expect(following).to_have_count(0)


def test_the_next_of_several_parts_is_where_the_keyboard_goes_on(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    """On the table or in the dock, forward and read by its name; and the table stands still."""
    page = open_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{live_server.url}/de/practice/reservations/cvjm/2/3/")
    page.locator("#answer [name=played]").first.press("Enter")
    seats = page.get_by_role("group", name="Wer spielt?", exact=True)
    expect(seats).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[name=seat]:not([type=hidden])").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Wer spielt aus?", exact=True)).to_be_focused()
    assert page.evaluate("scrollY") == 0
    page.locator("[name=back]").press("Enter")
    expect(seats).to_be_focused()
    page.locator("[name=back]").press("Enter")
    expect(page.locator(".turns__one--now", has_text="Was wird gespielt?")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#answer [name=played]").first).to_be_focused()


@pytest.mark.parametrize("script", [True, False])
def test_the_last_card_of_an_order_is_taken_back(
    live_server: Any, open_page: Callable[..., Page], *, script: bool
) -> None:
    page = open_page(java_script_enabled=script)
    page.goto(f"{live_server.url}/de/practice/card-order/kompakt/1/5/")
    laid = page.locator("#order [type=hidden]")
    for number in (1, 2):
        page.locator("[data-press=card]").first.click()
        expect(laid).to_have_count(number)
    page.get_by_role("button", name="Die letzte zurücknehmen").click()
    expect(laid).to_have_count(1)
