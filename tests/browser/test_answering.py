"""What only a browser shows: focus, keys, trouble on the way, back and forward."""

import re
from base64 import b64encode
from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, Route, expect

from lessons.exercises.addresses import Address
from lessons.exercises.answers import values_of
from lessons.exercises.making import exercise_at
from tests.browser.conftest import axe_findings
from tests.browser.walks import SEED, loser_of, tab_to, unfold, winner_of

TRICK = f"/de/practice/trick-winner/kompakt/1/{SEED}/"
LEGAL = "/de/practice/legal-cards/kompakt/1/3/"
POINTS = "/de/practice/card-points/kompakt/1/3/"
COLOURS = """async picture => {
  const bytes = Uint8Array.from(atob(picture), one => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const drawn = new OffscreenCanvas(image.width, image.height).getContext("2d");
  drawn.drawImage(image, 0, 0);
  const { data } = drawn.getImageData(0, 0, image.width, image.height);
  const seen = { red: 0, green: 0, blue: 0 };
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = data.slice(at, at + 3);
    seen.red += red - green > 100;
    seen.blue += blue - red > 100;
    seen.green += green - red > 80 && green - blue > 40;
  }
  return seen;
}"""
"""How many pixels of a picture are as red, green and blue as a suit can be."""


def test_cards_are_chosen_with_tab_and_space(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    exercise = exercise_at(Address("legal-cards", "kompakt", 1, 3))
    page = open_page()
    page.goto(live_server.url + LEGAL)
    (right,) = exercise.kind.solve(exercise.question)
    assert isinstance(right, frozenset)
    legal = {card.name for card in right}
    for value in values_of(exercise.kind.fields(exercise.question)[0]):
        if value.partition(".")[0] in legal:
            tab_to(page, page.locator(f'input[value="{value}"]'))
            page.keyboard.press("Space")
    tab_to(page, page.get_by_role("button", name="Prüfen"))
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Richtig")
    expect(page.locator("#verdict")).to_be_focused()
    assert axe_findings(page) == []


def test_a_figure_is_typed_and_a_wrong_one_kept(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(expect_console=True)  # the browser logs the 422
    page.goto(live_server.url + POINTS)
    page.get_by_role("textbox", name="Augen").fill("viele")
    page.keyboard.press("Enter")
    error = page.locator("#form-error")
    expect(error).to_contain_text("„viele“ ist keine Augenzahl")
    expect(error).to_be_focused()
    expect(page.get_by_role("textbox", name="Augen")).to_have_value("viele")
    assert axe_findings(page) == []
    exercise = exercise_at(Address("card-points", "kompakt", 1, 3))
    page.get_by_role("textbox", name="Augen").fill(str(exercise.kind.solve(exercise.question)[0]))
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Richtig")


def test_single_keys_answer_and_go_on(live_server: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(live_server.url + TRICK)
    values = page.locator("[data-press]").evaluate_all("all => all.map(one => one.value)")
    page.keyboard.press(str(values.index(winner_of().name) + 1))
    expect(page.locator("#verdict")).to_contain_text("Richtig")
    expect(page.locator("#verdict")).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.press("b")
    expect(page.locator("#verdict")).to_be_visible()
    page.goto(live_server.url + LEGAL)
    page.keyboard.press("2")
    expect(page.locator("[data-press]").nth(1)).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()


def test_single_keys_can_be_switched_off(live_server: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/de/settings/")
    page.get_by_role("group", name="Einzelne Tasten").get_by_label("Aus").check()
    page.get_by_role("button", name="Speichern").click()
    page.goto(live_server.url + LEGAL)
    page.keyboard.press("2")
    expect(page.locator("[data-press]:checked")).to_have_count(0)


def test_keys_in_a_text_field_are_text(live_server: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(live_server.url + POINTS)
    page.get_by_role("textbox", name="Augen").press_sequentially("1n2")
    expect(page.get_by_role("textbox", name="Augen")).to_have_value("1n2")


@pytest.mark.parametrize("trouble", ["offline", "403", "500"])
def test_an_answer_that_does_not_get_through_says_so_and_keeps_the_choice(
    live_server: Any, open_page: Callable[..., Page], trouble: str
) -> None:
    page = open_page(expect_console=True)  # the browser logs what fails
    page.goto(live_server.url + LEGAL)

    def fail(route: Route) -> None:
        if trouble == "offline":
            route.abort()
        else:
            route.fulfill(status=int(trouble), body="no")

    page.route("**/practice/**", fail)
    page.locator("[data-press]").nth(1).check()
    page.get_by_role("button", name="Prüfen").click()
    expect(page.locator("main [data-trouble]")).to_be_visible()
    expect(page.locator("#news")).to_contain_text("nicht angekommen")
    expect(page.locator("[data-press]").nth(1)).to_be_checked()
    page.unroute("**/practice/**")
    page.get_by_role("button", name="Prüfen").click()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("main [data-trouble]")).to_be_hidden()


def test_back_and_forward_show_whole_pages(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto(live_server.url + TRICK)
    page.locator(f"button[value={loser_of().name}]").click()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?attempt="))
    expect(page).to_have_title(re.compile("^Falsch"))
    page.go_back()
    expect(page.locator("#verdict")).to_have_count(0)
    expect(page.locator("header.masthead")).to_be_visible()
    expect(page.locator("[data-press]")).to_have_count(4)
    page.go_forward()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("header.masthead")).to_be_visible()
    page.reload()
    expect(page.locator("#verdict")).to_be_visible()


def test_hints_come_step_by_step(live_server: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(live_server.url + TRICK)
    for number in (1, 2, 3):
        page.locator("button[name=hint]").click()
        expect(page.locator(".hints li")).to_have_count(number)
        expect(page.locator(".hints li").last).to_be_focused()
    expect(page.locator("button[name=hint]")).to_have_count(0)
    expect(page.locator(".hints li").last).to_contain_text("Hinterhand")


def test_the_four_colour_deck_is_one_press_away_and_stays(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/de/kompakt/fehlkarten-trumpfkarten/")
    clubs = page.locator(".card--C").first
    before = clubs.evaluate("card => getComputedStyle(card).color")
    page.get_by_role("button", name="Vierfarbiges Blatt").click()
    expect(page.locator("html")).to_have_attribute("data-deck", "four")
    assert clubs.evaluate("card => getComputedStyle(card).color") != before
    assert page.url.endswith("/de/kompakt/fehlkarten-trumpfkarten/")
    page.goto(f"{live_server.url}/en/kompakt/fehlkarten-trumpfkarten/")
    expect(page.get_by_role("button", name="Two-colour deck")).to_be_visible()


def test_every_card_of_a_full_hand_can_be_pressed_at_360_px(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    seed = next(
        seed
        for seed in range(200)
        if len(exercise_at(Address("legal-cards", "kompakt", 2, seed)).question.hand) == 12
    )
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto(f"{live_server.url}/de/practice/legal-cards/kompakt/2/{seed}/")
    boxes = [card.bounding_box() for card in page.locator("label.hand__card").all()]
    assert len(boxes) == 12
    for box in boxes:
        assert box
        assert box["width"] >= 44
        assert box["height"] >= 44
        assert box["x"] + box["width"] <= 360


def test_a_hint_keeps_what_is_ticked(live_server: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(live_server.url + LEGAL)
    page.locator("[data-press]").nth(2).check()
    page.locator("button[name=hint]").click()
    expect(page.locator(".hints li")).to_have_count(1)
    expect(page.locator("[data-press]").nth(2)).to_be_checked()
    expect(page.locator("[data-press]:checked")).to_have_count(1)


def test_next_has_an_address_of_its_own(live_server: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(live_server.url + TRICK)
    page.locator(f"button[value={winner_of().name}]").click()
    expect(page.locator("#verdict")).to_be_focused()
    page.locator("[data-next]").click()
    expect(page.locator("[data-press]")).to_have_count(4)
    following = Address("trick-winner", "kompakt", 1, SEED).next()
    expect(page).to_have_url(
        f"{live_server.url}/de/practice/trick-winner/kompakt/1/{following.seed}/"
    )
    page.get_by_role("link", name="English").click()
    expect(page).to_have_url(re.compile(f"/en/practice/trick-winner/kompakt/1/{following.seed}/"))


@pytest.mark.parametrize("start", ["/de/", "/de/kompakt/ablauf/"])
def test_back_from_the_lesson_shows_the_verdict_again(
    live_server: Any, open_page: Callable[..., Page], start: str
) -> None:
    page = open_page()
    page.goto(live_server.url + start)
    page.locator("[data-press]").first.click()
    expect(page.locator("#verdict")).to_be_focused()
    sentence = page.locator("#verdict").inner_text()
    unfold(page)
    page.locator(".sources a").first.click()
    expect(page.locator("article h1")).to_be_visible()
    page.go_back()
    expect(page.locator("#verdict")).to_have_text(sentence)
    page.go_back()
    expect(page).to_have_url(live_server.url + start)
    expect(page.locator("#verdict")).to_have_count(0)


def test_the_deck_changes_in_place(live_server: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(live_server.url + LEGAL)
    page.locator("[data-press]").nth(1).check()
    page.get_by_role("button", name="Vierfarbiges Blatt").click()
    expect(page.locator("html")).to_have_attribute("data-deck", "four")
    expect(page.locator("[data-press]").nth(1)).to_be_checked()
    expect(page.get_by_role("button", name="Zweifarbiges Blatt")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-deck", "four")


def test_without_a_script_the_deck_changes_too(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(f"{live_server.url}/de/replays/normalspiel/5/")
    page.get_by_role("button", name="Vierfarbiges Blatt").click()
    expect(page.locator("html")).to_have_attribute("data-deck", "four")
    expect(page).to_have_url(f"{live_server.url}/de/replays/normalspiel/5/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("deck", ["two", "four"])
def test_signs_in_words_have_the_colours_of_the_deck(
    live_server: Any, open_page: Callable[..., Page], scheme: Literal["light", "dark"], deck: str
) -> None:
    page = open_page(color_scheme=scheme, viewport={"width": 361, "height": 740})
    page.goto(f"{live_server.url}/de/path/blatt/")
    words = page.locator(".screen__words p", has_text="Karo").first
    expect(words).to_contain_text("♦")
    page.evaluate("deck => Object.assign(document.documentElement.dataset, { deck })", deck)
    seen = page.evaluate(COLOURS, b64encode(words.screenshot()).decode())
    assert seen["red"] > 20
    assert (seen["blue"] > 20, seen["green"] > 20) == (deck == "four", deck == "four")


def test_all_four_places_of_an_open_trick_keep_their_place(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    for seed in range(4):
        page.goto(f"{live_server.url}/de/practice/legal-cards/kompakt/2/{seed}/")
        table = page.locator(".trick").bounding_box()
        assert table
        sides = {"south": "bottom", "west": "left", "north": "top", "east": "right"}
        for seat, side in sides.items():
            for place in page.locator(f".trick__place--{seat}").all():
                box = place.bounding_box()
                assert box
                x = (box["x"] + box["width"] / 2 - table["x"]) / table["width"]
                y = (box["y"] + box["height"] / 2 - table["y"]) / table["height"]
                found = {"left": x < 0.34, "right": x > 0.66, "top": y < 0.5, "bottom": y > 0.5}
                assert found[side]


def test_after_steps_the_deck_and_the_language_keep_the_place(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/de/replays/normalspiel/4/")
    page.locator("#replay-on").click()
    expect(page.locator("#replay-step")).to_contain_text("Schritt 5")
    page.get_by_role("button", name="Vierfarbiges Blatt").click()
    expect(page.locator("#replay-step")).to_contain_text("Schritt 5")
    page.locator("#replay-on").click()
    expect(page.locator("#replay-step")).to_contain_text("Schritt 6")
    page.get_by_role("link", name="English").click()
    expect(page.locator("#replay-step")).to_contain_text("Step 6")


@pytest.mark.parametrize("where", ["next", "dispute", "replay"])
def test_trouble_is_told_wherever_something_is_asked(
    live_server: Any, open_page: Callable[..., Page], where: str
) -> None:
    page = open_page(expect_console=True)
    if where == "replay":
        page.goto(f"{live_server.url}/de/replays/normalspiel/4/")
    else:
        page.goto(live_server.url + TRICK)
        page.locator("[data-press]").first.click()
        expect(page.locator("#verdict")).to_be_focused()
    if where == "dispute":
        page.context.clear_cookies(name="learner")
        unfold(page)
        page.get_by_role("button", name="als falsch melden").click()
    else:
        page.route("**/de/**", lambda route: route.abort())
        page.locator("[data-next]").click()
    expect(page.locator("main [data-trouble]")).to_be_visible()
    expect(page.locator("header.masthead")).to_have_count(1)


def test_a_marked_exercise_says_so_at_the_focus(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto(live_server.url + TRICK)
    page.locator("[data-press]").first.click()
    expect(page.locator("#verdict")).to_be_focused()
    unfold(page)
    page.get_by_role("button", name="als falsch melden").click()
    expect(page.locator(".verdict__note")).to_be_focused()
    expect(page.locator(".verdict__note")).to_contain_text("Danke: Du hältst")


def test_a_deck_that_cannot_be_changed_says_so_on_any_page(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(expect_console=True)
    page.goto(f"{live_server.url}/de/kompakt/")
    page.context.clear_cookies(name="csrftoken")
    page.get_by_role("button", name="Vierfarbiges Blatt").click()
    expect(page.locator(".footer [data-trouble]")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-deck", "two")


@pytest.mark.parametrize("script", [True, False])
def test_a_file_is_chosen_with_a_button_in_the_language_of_the_page(
    live_server: Any, open_page: Callable[..., Page], script: bool
) -> None:
    page = open_page(java_script_enabled=script, expect_console=True)  # the browser logs the 422
    page.goto(f"{live_server.url}/de/judge/text/")
    chosen = page.get_by_label("Oder eine Datei wählen")
    chosen.set_input_files({"name": "abend.txt", "mimeType": "text/plain", "buffer": b"nichts"})
    own_words = chosen.evaluate("input => getComputedStyle(input).opacity")
    assert own_words == ("0" if script else "1")
    assert page.locator(".file__name").text_content() == ("abend.txt" if script else "")
    tab_to(page, chosen)
    edge = "document.querySelector('.file .button')" if script else "document.activeElement"
    assert page.evaluate(f"getComputedStyle({edge}).outlineStyle") == "solid"
    page.get_by_role("button", name="Prüfen").click()
    expect(page.get_by_role("textbox", name="Das Spiel")).to_have_value("nichts")


def test_an_answer_by_mouse_draws_no_ring_round_the_verdict(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/de/judge/text/?example=revoke")
    ring = "getComputedStyle(document.activeElement).outlineStyle"
    page.get_by_role("button", name="Prüfen").click()
    expect(page.locator("#verdict")).to_be_focused()
    assert page.evaluate(ring) == "none"
    page.goto(live_server.url + TRICK)
    page.locator(f"[data-press][value={winner_of().name}]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    assert page.evaluate(ring) == "solid"
