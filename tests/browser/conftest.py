"""A real Chromium; each page must be silent, keep to our host and have no axe finding."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

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


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages in contexts of their own; afterwards none may have said a word on the console
    or asked another host."""
    contexts: list[BrowserContext] = []
    said: list[str] = []
    asked: set[str] = set()

    def heard(message: ConsoleMessage) -> None:
        said.append(f"{message.type}: {message.text}")

    def opened(*, expect_console: bool = False, **options: Any) -> Page:
        context = browser.new_context(**({"locale": "de-DE"} | options))
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        if not expect_console:
            page.on("console", heard)
            page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []
    assert len(asked) == 1, asked


def axe_findings(page: Page) -> list[str]:
    """What axe has against the page, one line a finding."""
    results = Axe().run(page, options=_AXE).response
    return [
        f"{finding['id']}: {node['html']} {node.get('failureSummary', '')}"
        for finding in results["violations"]
        for node in finding["nodes"]
    ]
