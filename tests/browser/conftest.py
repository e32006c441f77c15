"""A real Chromium; each page must be silent, keep to our host and have no axe finding."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import product
from tempfile import NamedTemporaryFile
from typing import IO, Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, sync_playwright

# Playwright's loop runs in the test's thread, where Django would refuse to ask its database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

_QUIET = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# What moves with the scroll position is never over.
_MOVES_ARE_OVER = """() => Promise.allSettled(
  document.getAnimations()
    .filter((one) => one.timeline === document.timeline)
    .map((one) => one.finished)
)"""
_AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # to list all that is right takes many times as long
}


def launch(playwright: Playwright, *more: str) -> Browser:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    as_root = ["--no-sandbox"] if hasattr(os, "getuid") and os.getuid() == 0 else []
    own: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": _fonts().name}
    return playwright.chromium.launch(
        executable_path=found, args=[*_QUIET, *as_root, *more], env=own
    )


@cache
def _fonts() -> IO[str]:
    """A file for fontconfig, which stands until the tests end: letters of controls as Android has
    them. The widths of what systems call system-ui differ by a sixth."""
    file = NamedTemporaryFile("w", suffix=".conf")  # noqa: SIM115  (kept open)
    file.write(_FONTS.format(folder=files("font_roboto") / "files"))
    file.flush()
    return file


_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>{folder}</dir>
  <match target="pattern">
    <test name="family"><string>sans-serif</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Roboto</string></edit>
  </match>
</fontconfig>
"""


_WORN = """() => [
  matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  document.documentElement.dataset.deck,
]"""
_WEAR = "looks => Object.assign(document.documentElement.dataset, looks)"
LAPTOP = ViewportSize(width=1280, height=720)
READ_AT = [
    (320, 640, 16),
    (320, 256, 16),
    (1280, 800, 32),
    (768, 1024, 32),
    (360, 740, 32),
]
"""Width and height of a screen and its text: a narrow phone, 400 % of a screen of 1280 × 1024,
letters twice as large. All in CSS pixels."""
_NEEDED = """() => {
  scrollTo(0, 0);
  const dock = document.querySelector(".dock, .pad__verdict");
  const { top, bottom } = dock ? dock.getBoundingClientRect() : { top: 0, bottom: 0 };
  const covered = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return [document.documentElement.scrollWidth, Math.max(0, covered) / innerHeight];
}"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = launch(playwright)
        yield launched
        launched.close()


@dataclass(slots=True)
class Kept:
    """A page that is used again and again: a browser needs far longer for a new one."""

    page: Page
    said: list[str] = field(default_factory=list)
    """On the console."""
    asked: set[str] = field(default_factory=set)
    """Hosts."""

    def __post_init__(self) -> None:
        self.page.set_default_timeout(10_000)
        self.page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.add(urlsplit(request.url).netloc))

    def forget(self) -> None:
        """Leave as somebody who was never here, but for what is fetched anyway."""
        self.page.goto("about:blank")
        self.page.emulate_media(media="null")
        self.page.unroute_all()
        self.page.context.clear_cookies()
        self.said.clear()
        self.asked.clear()


@pytest.fixture(scope="session")
def kept() -> dict[str, Kept]:
    """By the options of their contexts."""
    return {}


@pytest.fixture
def open_page(browser: Browser, kept: dict[str, Kept]) -> Iterator[Callable[..., Page]]:
    """Opens pages in contexts with these options; afterwards none may have said a word on the
    console or asked another host."""
    said: list[list[str]] = []
    opened: list[Kept] = []

    def open_one(*, expect_console: bool = False, **options: Any) -> Page:
        key = repr(sorted(options.items()))
        if key not in kept:
            usual = {"locale": "de-DE", "reduced_motion": "reduce"}
            context = browser.new_context(**(usual | options))
            context.add_init_script("delete Navigator.prototype.serviceWorker")
            kept[key] = Kept(context.new_page())
        # Whoever had it before may have made it larger.
        kept[key].page.set_viewport_size(options.get("viewport", LAPTOP))
        opened.append(kept[key])
        if not expect_console:
            said.append(kept[key].said)
        return kept[key].page

    yield open_one
    heard = [line for lines in said for line in lines]
    asked = {host for one in opened for host in one.asked}
    for one in opened:
        one.forget()
    assert heard == []
    assert len(asked) == 1, asked


def axe_findings(page: Page, **options: Any) -> list[str]:
    """What axe has against the page, one line a finding."""
    # What is found by a locator may stand there before its style sheet.
    page.wait_for_load_state()
    # A card that is just being laid down is still half transparent.
    page.evaluate(_MOVES_ARE_OVER)
    # To read it takes longer than to ask it: once for a page, whatever is swapped there.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    results = page.evaluate("options => axe.run(options)", _AXE | options)
    return [
        f"{finding['id']}: {node['html']} {node.get('failureSummary', '')}"
        for finding in results["violations"]
        for node in finding["nodes"]
    ]


def findings_in_every_theme(page: Page) -> list[str]:
    """All that axe has against the page as it stands; in the other themes its contrasts, for
    nothing else differs there."""
    found = axe_findings(page)
    worn = page.evaluate(_WORN)
    for theme, deck in product(("light", "dark"), ("two", "four")):
        if worn == [theme, deck]:
            continue
        page.evaluate(_WEAR, {"theme": theme, "deck": deck})
        found += [
            f"{theme}, {deck}: {one}"
            for one in axe_findings(page, runOnly={"type": "rule", "values": ["color-contrast"]})
        ]
    return found


def findings_under_forced_colours(page: Page) -> list[str]:
    """All but contrasts, of which axe knows nothing there."""
    page.emulate_media(forced_colors="active")
    found = axe_findings(page, rules={"color-contrast": {"enabled": False}})
    page.emulate_media(forced_colors="none")
    return found


def wider_than_the_screen(page: Page) -> list[str]:
    """On which screens, and with which size of text, one has to scroll sideways; and on which low
    ones the bar at the foot leaves too little in sight."""
    before = page.viewport_size
    assert before
    session = page.context.new_cdp_session(page)
    found = []
    for width, height, text in READ_AT:
        page.set_viewport_size({"width": width, "height": height})
        session.send("Page.setFontSizes", {"fontSizes": {"standard": text}})
        needed, covered = page.evaluate(_NEEDED)
        if needed > width:
            found.append(f"{width} × {height}, text of {text}: {needed} wide")
        if covered > 0.5 and height < 480:
            found.append(f"{width} × {height}, text of {text}: {covered:.0%} covered")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    session.detach()
    page.set_viewport_size(before)
    return found
