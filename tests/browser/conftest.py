"""A real Chromium; each page must be silent, keep to our host and have no axe finding."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

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
_AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # to list all that is right takes many times as long
}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    as_root = ["--no-sandbox"] if hasattr(os, "getuid") and os.getuid() == 0 else []
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=[*_QUIET, *as_root])
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
            context = browser.new_context(**({"locale": "de-DE"} | options))
            kept[key] = Kept(context.new_page())
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


def axe_findings(page: Page) -> list[str]:
    """What axe has against the page, one line a finding."""
    # A card that is just being laid down is still half transparent.
    page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished))")
    results = Axe().run(page, options=_AXE).response
    return [
        f"{finding['id']}: {node['html']} {node.get('failureSummary', '')}"
        for finding in results["violations"]
        for node in finding["nodes"]
    ]
