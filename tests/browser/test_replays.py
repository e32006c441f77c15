"""Stepping through games in a browser: by keys, by buttons, without a script, on a phone."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from lessons.content.languages import COMPLETE
from lessons.content.reading import course
from lessons.replays import steps
from lessons.rules.cards import Seat
from lessons.rules.readable import record_from_text
from tests.browser.conftest import axe_findings
from tests.browser.walks import tab_to
from tutorial.shared.table import side_of

GAMES = Path(__file__).parent.parent / "games"
EXAMPLES = list(course().replays)
PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
DOCK = "dock replay__dock"
GO_THROUGH = """async (way) => {
  const seen = [];
  while (true) {
    const step = document.getElementById("replay-step").textContent;
    seen.push([step, document.documentElement.scrollWidth]);
    const on = document.getElementById(way);
    if (!on) return seen;
    const settled = new Promise((done) => {
      document.addEventListener("htmx:afterSettle", done, { once: true });
    });
    on.click();
    await settled;
  }
}"""
"""Presses what leads on until it is there no more; what each step is called, and how wide the page
is."""
BY_STEPS = ["trumpfabgabe", *(n for n in EXAMPLES if not course().replays[n].is_whole)]
"""Those with reservations, an exchange, calls, tricks and a settlement, from the deal; the others
by tricks from the middle, where as much as there ever is has been said and earned."""


@pytest.mark.parametrize("language", COMPLETE)
def test_what_is_said_before_a_game_is_in_sight_on_a_phone(
    live_server: Any, open_page: Callable[..., Page], language: str
) -> None:
    page = open_page(viewport=PHONE)
    hidden = {}
    for name in EXAMPLES:
        page.goto(f"{live_server.url}/{language}/replays/{name}/0/")
        words = page.locator(".replay__words p:visible").last.bounding_box()
        bar = page.locator(".dock").bounding_box()
        assert words
        assert bar
        hidden[name] = max(0, words["y"] + words["height"] - bar["y"])
    assert [name for name, height in hidden.items() if height] == []


@pytest.mark.sweep
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_game_is_gone_through_on_a_phone(
    live_server: Any, open_page: Callable[..., Page], name: str
) -> None:
    """To the end it fits, and says which step it is."""
    page = open_page(viewport=PHONE)
    last = len(steps(course().replays[name].record)) - 1
    first = 0 if name in BY_STEPS else last // 2
    page.goto(f"{live_server.url}/de/replays/{name}/{first}/")
    seen = page.evaluate(GO_THROUGH, "replay-on" if name in BY_STEPS else "replay-down")
    shown = [int(title.split()[1]) for title, _width in seen]
    assert shown == (list(range(last + 1)) if name in BY_STEPS else sorted(set(shown)))
    assert (shown[0], shown[-1]) == (first, last)
    assert len(shown) > 5
    assert [width for _title, width in seen if width > PHONE["width"]] == []
    expect(page).to_have_url(f"{live_server.url}/de/replays/{name}/{last}/")
    expect(page.locator("#replay-on")).to_have_count(0)
    page.go_back()
    expect(page.locator("#replay-step")).to_contain_text(f"Schritt {shown[-2]} von {last}")
    expect(page.locator("header.masthead")).to_have_count(1)


def test_keys_lead_through_a_game(live_server: Any, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/de/replays/normalspiel/6/")
    step = page.locator("#replay-step")
    for keys, number in [
        ("ArrowRight", 7), ("ArrowLeft", 6), ("Shift+ArrowRight", 9), ("Shift+ArrowRight", 13),
        ("Shift+ArrowLeft", 9), ("Shift+End", 16), ("ArrowRight", 16), ("Shift+Home", 0),
        ("n", 1),
    ]:  # fmt: skip
        page.keyboard.press(keys)
        expect(step).to_contain_text(f"Schritt {number} von 16")
    # The page scrolls as it does elsewhere, and a switch turns the keys off.
    page.keyboard.press("End")
    expect(step).to_contain_text("Schritt 1 von 16")
    page.context.add_cookies([{"name": "keys", "value": "off", "url": live_server.url}])
    page.reload()
    page.keyboard.press("ArrowRight")
    expect(step).to_contain_text("Schritt 1 von 16")


def test_a_step_is_told_without_moving_the_focus(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/de/replays/normalspiel/7/")
    tab_to(page, page.locator("#replay-on"))
    page.keyboard.press("Enter")
    expect(page.locator("#replay-on")).to_be_focused()
    expect(page.locator("#news")).to_contain_text("Schritt 8 von 16: Geber – Herz-König")
    expect(page.locator("#news")).to_contain_text("Vier der sechs Fehl-Herzen")
    tab_to(page, page.locator("#replay-up"))
    page.keyboard.press("Enter")
    expect(page.locator("#replay-up")).to_be_focused()


def test_a_guess_by_keyboard_and_on_to_the_next(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/de/replays/normalspiel/11/?guess=marked")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#question")).to_be_focused()
    expect(page.locator(".trick__place--wins")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator(".verdict")).to_contain_text("Mittelhand")
    expect(page.locator(".trick__place--wins")).to_have_class(re.compile("trick__place--MH"))
    assert axe_findings(page) == []
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay-step")).to_contain_text("Schritt 13")
    page.go_back()
    expect(page.locator("#verdict")).to_contain_text("Mittelhand")
    page.go_back()
    expect(page.locator("#question")).to_be_visible()
    page.get_by_role("link", name="Zeig es mir").click()
    expect(page.locator(".trick__place--wins")).to_have_class(re.compile("trick__place--MH"))


def test_back_once_more_while_the_page_before_still_loads(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    """Nobody listens yet, and the page is not the one that its address says."""
    page = open_page()
    page.goto(f"{live_server.url}/de/replays/normalspiel/4/")
    for step in (5, 6):
        page.locator("#replay-on").click()
        expect(page.locator("#replay-step")).to_contain_text(f"Schritt {step}")
    page.route("**/*.js", lambda _script: None)
    for step in (5, 4):
        page.evaluate("history.back()")
        expect(page).to_have_url(re.compile(f"/{step}/$"))
        expect(page.locator("#replay-step")).to_contain_text("Schritt 5")
    page.unroute("**/*.js")
    expect(page.locator("#replay-step")).to_contain_text("Schritt 4")


@pytest.mark.parametrize("script", [True, False])
def test_all_of_it_goes_without_a_script(
    live_server: Any, open_page: Callable[..., Page], script: bool
) -> None:
    page = open_page(java_script_enabled=script)
    page.goto(f"{live_server.url}/de/replays/")
    page.get_by_role("link", name="Drei Stiche eines Normalspiels").click()
    page.get_by_role("link", name="Weiter", exact=True).click()
    expect(page.locator("#replay-step")).to_contain_text("Schritt 1 von 16")
    page.get_by_role("link", name="Stich weiter").click()
    expect(page.locator("#replay-step")).to_contain_text("Schritt 5 von 16")
    drawer = page.locator(".replay__drawer > summary")
    drawer.click()
    page.get_by_role("navigation", name="Ansicht wählen").get_by_text("Hinterhand").click()
    expect(page.locator(".held--south")).to_contain_text("Die Hand von Hinterhand")
    expect(page.locator(".held ul")).to_have_count(1)
    drawer.click()
    page.get_by_role("link", name="alle Hände").click()
    expect(page.locator(".held ul")).to_have_count(4)
    drawer.click()
    everywhere = page.get_by_role("link", name="überall", include_hidden=True)
    everywhere.click()
    expect(everywhere).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="Zeig es mir").click()
    page.get_by_role("group", name="Stiche").get_by_role("link").nth(2).click()
    expect(page.locator("#replay-step")).to_contain_text("Schritt 13 von 16")
    page.get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Prüfen").click()
    expect(page.locator("#verdict")).to_be_visible()


def test_of_two_quick_presses_the_second_counts(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(expect_console=True)  # htmx tells what it gives up
    page.goto(f"{live_server.url}/de/replays/normalspiel/0/")
    page.evaluate(
        """() => {
          document.querySelector("#replay [rel=next]").click();
          document.querySelector("#replay-end").click();
        }"""
    )
    expect(page.locator("#replay-step")).to_contain_text("Schritt 16 von 16")


def test_a_game_of_ones_own_from_pasting_to_the_error(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    record = record_from_text((GAMES / "royal-negative.txt").read_text(encoding="utf-8"))
    page = open_page(viewport=PHONE)
    page.goto(f"{live_server.url}/de/replays/own/text/")
    page.get_by_label("Das Spiel").fill(json.dumps(record))
    page.get_by_role("button", name="Durchgehen").click()
    expect(page.locator("#replay-step")).to_contain_text("Schritt 0 von")
    page.locator(".replay__drawer > summary").click()
    page.get_by_role("link", name="Ende").click()
    expect(page.locator("#replay-step")).to_be_focused()
    expect(page.locator(".replay__settlement")).to_contain_text("−1")
    assert axe_findings(page) == []
    page.locator(".replay__drawer > summary").click()
    page.get_by_role("link", name="Nach anderen Regeln abgerechnet").click()
    expect(page.get_by_role("table")).to_contain_text("Spielwert")
    assert axe_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    with page.expect_download() as download:
        page.go_back()
        page.locator(".replay__drawer > summary").click()
        page.get_by_role("link", name="Als Text").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert record_from_text(text)["actions"] == record["actions"]
    page.goto(f"{live_server.url}/de/replays/own/text/")
    page.get_by_label("Das Spiel").fill(text.replace(record["actions"][-1], "VH CQ"))
    page.get_by_role("button", name="Durchgehen").click()
    expect(page.locator(".verdict--wrong")).to_be_visible()
    assert axe_findings(page) == []


_STANDING = """() => {
  const found = {};
  const standing = ".replay__table, .replay__dock, .replay__trick .plate";
  for (const one of document.querySelectorAll(standing)) {
    const box = one.getBoundingClientRect();
    // A plate may have a second line, above the first: its foot stands.
    const start = one.matches(".plate") ? (box.left + box.right) / 2 : box.top;
    found[one.closest(".trick__place")?.className.match(/--(VH|MH|HH|G)/)[1] || one.className] =
      [start, box.bottom].map(Math.round);
  }
  return found;
}"""


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_step_moves_neither_felt_nor_plates_nor_transport(
    live_server: Any, open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    """From the reservations over calls and tricks to the last card; on a phone, where there is
    least room, with hands open, too."""
    page = open_page(viewport=viewport)
    for look in ("", "?hands=open")[: 2 if viewport is PHONE else 1]:
        page.goto(f"{live_server.url}/de/replays/hochzeit-dritter-stich/0/{look}")
        first = page.evaluate(_STANDING)
        assert len(first) == len(Seat) + 2
        expect(page.locator(".transport__on")).to_be_in_viewport(ratio=1)
        expect(page.locator(".held--south .card").first).to_be_in_viewport(ratio=0.6)
        for step in (3, 5, 8, 9, 12, 27, 54):
            page.goto(f"{live_server.url}/de/replays/hochzeit-dritter-stich/{step}/{look}")
            assert page.evaluate(_STANDING) == first, f"step {step}"
    for step in (55, 61):
        page.goto(f"{live_server.url}/de/replays/hochzeit-dritter-stich/{step}/")
        settled = page.evaluate(_STANDING)
        assert settled["replay__table felt"][0] == first["replay__table felt"][0]
        assert settled[DOCK] == first[DOCK]


_FOOT = """() => {
  const felt = document.querySelector(".replay__table").getBoundingClientRect();
  const dock = document.querySelector(".replay__dock").getBoundingClientRect();
  return Math.min(innerHeight, dock.left < felt.right ? dock.top : innerHeight);
}"""
"""How far down the felt is in sight."""


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_what_is_asked_the_trick_and_the_hand_are_in_sight_together(
    live_server: Any, open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = open_page(viewport=viewport)
    for game, step in [("normalspiel", 5), ("normalspiel", 8), ("hochzeit", 9), ("abrechnung", 11)]:
        page.goto(f"{live_server.url}/de/replays/{game}/{step}/?guess=all")
        expect(page.locator("#question")).to_be_in_viewport(ratio=1)
        expect(page.locator(".replay__score")).to_be_hidden()
        expect(page.locator(".transport")).to_be_hidden()
        dock = page.locator(".replay__dock")
        expect(dock).to_be_in_viewport(ratio=1)
        assert dock.evaluate("dock => dock.scrollHeight <= dock.clientHeight"), step
        for one in dock.locator(".button, .choice").filter(visible=True).all():
            expect(one).to_be_in_viewport(ratio=1)
        foot = page.evaluate(_FOOT)
        for card in page.locator(".replay__trick .card").all():
            box = card.bounding_box()
            assert box
            assert box["y"] + box["height"] <= foot + 2, (game, step)
        for card in page.locator(".held--south .card, .replay__own .card").all():
            box = card.bounding_box()
            assert box
            assert box["y"] + box["height"] * 0.75 <= foot, (game, step)


@pytest.mark.parametrize("seat", Seat)
def test_a_trick_goes_to_who_took_it(
    live_server: Any, open_page: Callable[..., Page], seat: Seat
) -> None:
    """Wherever they sit: Forehand takes the first trick."""
    page = open_page(reduced_motion="no-preference")
    page.goto(f"{live_server.url}/de/replays/normalspiel/9/?seat={seat.name}")
    ends = page.locator(".replay__gone > *").evaluate_all(
        """(places) => places.map((place) => {
          const [move] = place.getAnimations();
          move.pause();
          move.currentTime = move.effect.getTiming().duration - 0.01;
          const box = place.getBoundingClientRect();
          const cross = place.parentElement.getBoundingClientRect();
          return [box.x + box.width / 2 - cross.x - cross.width / 2,
                  box.y + box.height / 2 - cross.y - cross.height / 2];
        })"""
    )
    side = side_of(Seat.VH, seat)
    assert len(ends) == 4
    for x, y in ends:
        outward = {"south": y, "north": -y, "west": -x, "east": x}[side]
        assert outward > abs(x if side in {"south", "north"} else y), (side, x, y)


def test_nothing_moves_for_who_wants_no_motion(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    moving = "element => getComputedStyle(element).animationName"
    for wanted, laid, gone in [("no-preference", "lay", "gather"), ("reduce", "none", "none")]:
        page = open_page(reduced_motion=wanted)
        page.goto(f"{live_server.url}/de/replays/normalspiel/9/")
        assert page.locator(".trick__place--new .trick__card").evaluate(moving) == laid
        assert page.locator(".replay__gone > *").first.evaluate(moving) == gone
    # Going back, nothing is laid down.
    page.goto(f"{live_server.url}/de/replays/normalspiel/10/")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#replay-step")).to_contain_text("Schritt 9")
    expect(page.locator(".trick__place--new")).to_have_count(0)


def test_the_felt_stays_as_large_while_a_game_is_settled(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    heights = set()
    for step in (54, 55, 60, 62):
        page.goto(f"{live_server.url}/de/replays/abrechnung/{step}/")
        heights.add(page.locator(".replay__table").evaluate("felt => felt.offsetHeight"))
    expect(page.locator(".slip__scores").first).to_be_visible()
    assert len(heights) == 1


@pytest.mark.parametrize(
    "table", ["", "?VH=HT.HT.CQ.SQ.DJ.DA.DK&at=VH", "?VH=HT.HT.CQ&played=HA.HK.D9&at=play"]
)
def test_what_was_tapped_and_all_keys_are_in_sight_on_a_phone(
    live_server: Any, open_page: Callable[..., Page], table: str
) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto(f"{live_server.url}/de/replays/own/{table}")
    top, bottom, said = page.evaluate("""() => [
      document.querySelector(".pad__felt").getBoundingClientRect().top,
      document.querySelector(".pad__keys").getBoundingClientRect().bottom,
      document.querySelector(".pad__verdict").getBoundingClientRect().top,
    ]""")
    assert 0 <= top < bottom <= said


@pytest.mark.parametrize("size", [(740, 360), (844, 390)])
def test_table_and_buttons_are_in_sight_on_a_lying_phone(
    live_server: Any, open_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    width, height = size
    page = open_page(viewport={"width": width, "height": height})
    page.goto(f"{live_server.url}/de/replays/hochzeit/12/")
    for piece in (".replay__table", "#replay-on"):
        box = page.locator(piece).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth") == width
