"""The site as ./run serves it: its weight, a post to an address of this machine, clients that are
slow on purpose, and a main process that is killed."""

import asyncio
import gzip
import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import brotli
import ifaddr
import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.pages import PAGES
from tests.browser.test_kinds import RULES
from tests.fuzz import slow
from tutorial.styles import SHEETS, parts_of

ROOT = Path(__file__).parent.parent.parent
MOST_SCRIPT_AND_STYLE = 40 * 1024
MOST_IN_ALL = 60 * 1024
MOST_AGAIN = 10 * 1024


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port at which ``./run`` listens on all addresses."""
    with serving(tmp_path_factory.mktemp("data")) as (_server, port):
        yield port


# What is in a variable, or has one, is kept as it is written: of that only spaces at signs differ.
RULES_OF = r"""text => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return [...sheet.cssRules].map(
    rule => rule.cssText.replace(/\s+/g, " ").replace(/ ?, ?/g, ",").replace(/: /g, ":"))
}"""


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_says_what_its_components_say(browser: Browser, name: str) -> None:
    page = browser.new_page()
    written = "\n".join(path.read_text(encoding="utf-8") for path in parts_of(name))
    found = finders.find(name)
    assert found
    joined = Path(found).read_text(encoding="utf-8")
    assert len(joined) < len(written)
    said = page.evaluate(RULES_OF, written)
    assert said
    assert page.evaluate(RULES_OF, joined) == said
    page.close()


@contextmanager
def serving(data: Path, log: int | None = None) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The main process of a ``./run`` and its port."""
    with socket.socket() as free:
        free.bind(("0.0.0.0", 0))  # noqa: S104  (a club's LAN is what is tested)
        port = free.getsockname()[1]
    environment = os.environ | {
        "HOST": "0.0.0.0",  # noqa: S104
        "PORT": str(port),
        "DATA_DIR": str(data),
    }
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    server = subprocess.Popen(
        ["./run"], cwd=ROOT, env=environment, start_new_session=True, stdout=log, stderr=log
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/healthz", server)
        yield server, port
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=20)


def _wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(url, timeout=1):  # noqa: S310  (our own address)
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            assert server.poll() is None, "the server has stopped"
            time.sleep(0.1)
    raise AssertionError(f"nothing answers at {url}")


def own_address() -> str | None:
    """An IPv4 address of this machine that is not loopback."""
    found = (ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4)
    return next((str(ip) for ip in found if not str(ip).startswith("127.")), None)


def test_an_answer_gets_through_at_an_address_of_the_lan(
    served: int, open_page: Callable[..., Page]
) -> None:
    address = own_address()
    if address is None:
        pytest.skip("this machine has no address but loopback")
    page = open_page()
    page.goto(f"http://{address}:{served}/de/")
    page.locator("[data-press]").first.click()
    expect(page.locator("#verdict")).to_be_visible()
    cookies = {cookie["name"]: cookie for cookie in page.context.cookies()}
    assert not cookies["learner"]["secure"]
    assert cookies["learner"]["httpOnly"]


IN_A_BROWSER = ["de/", "en/kompakt/blatt/", "de/practice/legal-cards/kompakt/2/3/", "de/judge/"]


@pytest.mark.parametrize("path", IN_A_BROWSER)
def test_a_first_visit_is_light(served: int, browser: Browser, path: str) -> None:
    """And asks for nothing that is not weighed below."""
    context = browser.new_context()
    page = context.new_page()
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))  # noqa: PLW0108
    page.goto(f"http://127.0.0.1:{served}/{path}", wait_until="networkidle")
    weights = {
        urlsplit(response.url).path: (
            response.request.resource_type,
            response.request.sizes()["responseBodySize"],
        )
        for response in responses
    }
    context.close()
    script_and_style = sum(w for kind, w in weights.values() if kind in {"script", "stylesheet"})
    assert 0 < script_and_style <= MOST_SCRIPT_AND_STYLE
    assert sum(weight for _kind, weight in weights.values()) <= MOST_IN_ALL
    weighed = {f"/{path}", *asked_for(served, path)}
    # A browser that shows no icons asks for that of before the manifest, too.
    assert {one for one in weights if one != "/static/icon.svg"} <= weighed


EVERY_PAGE = PAGES | {
    f"{kind}-{level}": f"practice/{kind}/{rules}/{level}/5/"
    for kind, rules in RULES.items()
    for level in (1, 3)
}


@pytest.mark.parametrize("name", EVERY_PAGE)
def test_every_page_is_light(served: int, name: str) -> None:
    path = f"de/{EVERY_PAGE[name]}"
    files = asked_for(served, path)
    page = fetched(served, f"/{path}")
    assert all(len(one.rsplit("/", 1)[1].split(".")) >= 3 for one in files)
    assert (
        0
        < sum(files[one] for one in files if one.endswith((".js", ".css")))
        <= (MOST_SCRIPT_AND_STYLE)
    )
    assert len(page.body) + sum(files.values()) <= MOST_IN_ALL
    # All files are kept for ever: the next visit asks for the page alone.
    again = fetched(
        served, f"/{path}", {"If-None-Match": page.headers["ETag"] or "", "Cookie": page.cookie}
    )
    assert len(again.body) <= MOST_AGAIN


@dataclass(frozen=True, slots=True)
class Fetched:
    body: bytes
    """As it is sent."""
    headers: Message

    @property
    def cookie(self) -> str:
        return (self.headers["Set-Cookie"] or "").partition(";")[0]

    @property
    def text(self) -> str:
        unpack = {"br": brotli.decompress, "gzip": gzip.decompress}
        encoding = self.headers["Content-Encoding"]
        return (unpack[encoding](self.body) if encoding else self.body).decode()


def fetched(port: int, path: str, more: dict[str, str] | None = None) -> Fetched:
    """What a browser gets at an address, whatever the status."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip, br", **(more or {})})
    response = connection.getresponse()
    found = Fetched(response.read(), response.headers)
    connection.close()
    return found


def asked_for(port: int, path: str) -> dict[str, int]:
    """The files that a page brings with it, and how heavy they are."""
    page = fetched(port, f"/{path}").text
    found = re.findall(r'<(?:script|use|img)[^>]* (?:src|href)="(/static/[^"#]+)', page)
    found += re.findall(r'<link rel="(?:stylesheet|icon|manifest)" href="([^"]+)"', page)
    for style in [one for one in found if one.endswith(".css")]:
        found += [urljoin(style, one) for one in _in_style(port, style)]
    return {one: _weight(port, one) for one in set(found)}


@cache
def _in_style(port: int, style: str) -> list[str]:
    return re.findall(r'url\("([^"]+)"\)', fetched(port, style).text)


@cache
def _weight(port: int, file: str) -> int:
    return len(fetched(port, file).body)


def test_static_files_may_be_kept_for_ever(served: int, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    headers: list[str] = []
    page.on(
        "response",
        lambda response: (
            headers.append(response.headers.get("cache-control", ""))
            if "/static/" in response.url
            else None
        ),
    )
    page.goto(f"http://127.0.0.1:{served}/de/", wait_until="networkidle")
    context.close()
    assert headers
    assert all("immutable" in header for header in headers)


def test_the_administration_has_its_style(served: int, browser: Browser) -> None:
    """Whose files are not ours, and are named by their content all the same."""
    context = browser.new_context()
    page = context.new_page()
    found: dict[str, int] = {}
    page.on("response", lambda response: found.update({response.url: response.status}))
    page.goto(f"http://127.0.0.1:{served}/admin/login/", wait_until="networkidle")
    context.close()
    assert set(found.values()) == {200}
    assert any("/static/admin/css/base." in url for url in found)


def test_slow_clients_hold_nobody_up(served: int) -> None:
    """A tenth of what ``./run fuzz`` opens, which is still many times the threads there are."""
    with ThreadPoolExecutor(1) as thread:  # the browser has an event loop in this one
        found = thread.submit(
            lambda: asyncio.run(slow.table(served, seconds=2, share=0.1))
        ).result()
    assert set(found) == {"none", *slow.KINDS}
    for name, seen in found.items():
        assert seen.answers, name
        assert not seen.failed, name
        assert max(seen.health) < slow.PATIENCE, name


def test_workers_end_with_their_main_process(tmp_path: Path) -> None:
    """Else the next start would find the port taken."""
    with serving(tmp_path) as (server, port):
        os.kill(server.pid, signal.SIGKILL)
        server.wait(timeout=20)
        for _ in range(200):
            with socket.socket() as again:
                if again.connect_ex(("127.0.0.1", port)):
                    break
            time.sleep(0.1)
        else:
            raise AssertionError(f"somebody still listens on {port}")
