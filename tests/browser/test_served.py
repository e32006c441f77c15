"""The site as ./run serves it: its weight, a post to an address of this machine, clients that are
slow on purpose, and a main process that is killed."""

import asyncio
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import ifaddr
import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.fuzz import slow

ROOT = Path(__file__).parent.parent.parent
MOST_SCRIPT_AND_STYLE = 40 * 1024
MOST_IN_ALL = 60 * 1024


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port at which ``./run`` listens on all addresses."""
    with serving(tmp_path_factory.mktemp("data")) as (_server, port):
        yield port


@contextmanager
def serving(data: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
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
    server = subprocess.Popen(["./run"], cwd=ROOT, env=environment, start_new_session=True)
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


PATHS = [
    "de/",
    "en/",
    "de/kompakt/",
    "de/kompakt/fehlkarten-trumpfkarten/",
    "en/kompakt/blatt/",
    "de/practice/legal-cards/kompakt/2/3/",
    "de/replays/normalspiel/16/",
    "de/replays/abrechnung/30/?hands=open",
    "de/settings/",
    "de/judge/?example=game",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_first_visit_is_light(
    served: int, browser: Browser, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
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
    in_all = sum(weight for _kind, weight in weights.values())
    with capsys.disabled():
        print(f"\n{path}: JS + CSS {script_and_style} bytes, in all {in_all} bytes", end="")  # noqa: T201
    assert script_and_style
    assert script_and_style <= MOST_SCRIPT_AND_STYLE
    assert in_all <= MOST_IN_ALL
    hashed = [path for path in weights if path.startswith("/static/")]
    assert all(len(path.rsplit("/", 1)[1].split(".")) >= 3 for path in hashed)


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
