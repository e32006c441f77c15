"""Without a network: what was read is shown and says so, what asks is not."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

_IS_KEPT = """async (path) => {
  for (let tries = 0; tries < 100; tries++) {
    const pages = await caches.open("pages");
    if (await pages.match(path)) return true;
    await new Promise((soon) => { setTimeout(soon, 50); });
  }
  return false;
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Of a browser that was never here and may keep pages."""
    context = browser.new_context(locale="de-DE", viewport={"width": 360, "height": 740})
    opened = context.new_page()
    opened.set_default_timeout(10_000)
    yield opened
    context.close()


def read(page: Page, site: str) -> None:
    """Home, contents, a section: as somebody who begins to read."""
    page.goto(f"{site}/de/")
    page.get_by_role("link", name="Regeln").first.click()
    page.goto(f"{site}/de/kompakt/")
    page.get_by_role("link", name="Das Blatt").first.click()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()


def test_what_was_read_can_be_read_again(live_server: Any, page: Page) -> None:
    read(page, live_server.url)
    heading = page.get_by_role("heading", level=1).inner_text()
    here = page.url
    for path in ("/de/kompakt/blatt/", "/de/glossary/", "/de/crib/kompakt/", "/de/crib/tsr/"):
        assert page.evaluate(_IS_KEPT, path), path
    page.context.set_offline(True)
    page.goto(here)
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.get_by_text("Kein Netz: So hast du es")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).margin") == "0px"
    page.goto(f"{live_server.url}/de/glossary/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.context.set_offline(False)
    page.goto(here)
    expect(page.get_by_text("Kein Netz: So hast du es")).to_be_hidden()


def test_what_asks_is_not_shown_from_what_was_kept(live_server: Any, page: Page) -> None:
    read(page, live_server.url)
    exercise = f"{live_server.url}/de/practice/trick-winner/kompakt/1/3/"
    page.goto(exercise)
    page.locator("[data-press]").first.click()
    expect(page.locator("#verdict")).to_be_visible()
    page.goto(f"{live_server.url}/de/kompakt/blatt/")
    assert page.evaluate(_IS_KEPT, "/de/kompakt/blatt/")
    page.context.set_offline(True)
    # The worker may learn of it a moment later than the page.
    page.wait_for_function("fetch('/de/health?' + Math.random()).then(() => false, () => true)")
    for path in ("/de/practice/trick-winner/kompakt/1/3/", "/de/", "/de/path/blatt/"):
        page.goto(f"{live_server.url}{path}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Kein Netz")
    # What is there is a press away, by its title.
    page.get_by_role("link", name="Das Blatt").click()
    expect(page.get_by_text("Kein Netz: So hast du es")).to_be_visible()
    # And a question in it says that it did not get through.
    page.locator("#exercise [data-press], #exercise button").last.click()
    expect(page.locator("#exercise [data-trouble]")).to_be_visible()


def test_an_english_reader_is_told_in_english(live_server: Any, page: Page) -> None:
    read(page, live_server.url)
    page.context.set_offline(True)
    page.goto(f"{live_server.url}/en/royal/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No network")


def test_who_looks_at_one_page_only_keeps_nothing(live_server: Any, page: Page) -> None:
    page.goto(f"{live_server.url}/de/kompakt/", wait_until="networkidle")
    count = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    assert page.evaluate(count) == 0


def test_who_deletes_everything_has_nothing_kept_either(live_server: Any, page: Page) -> None:
    read(page, live_server.url)
    assert page.evaluate(_IS_KEPT, "/de/kompakt/blatt/")
    page.goto(f"{live_server.url}/de/")
    page.locator("[data-press]").first.click()
    expect(page.locator("#verdict")).to_be_visible()
    page.goto(f"{live_server.url}/de/mine/delete/")
    page.get_by_role("button", name="Alles löschen").click()
    page.wait_for_function("caches.keys().then((names) => names.length === 0)")
