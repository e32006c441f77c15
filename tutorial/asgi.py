"""The server's way in: a request is whole before it takes the one thread, its answer is sent after.

A client that is slow to send or to read costs a connection and some memory, never the thread that
answers all others. The event loop only waits; pages are made by Django as before.
"""

from __future__ import annotations

import asyncio
import io
import logging
import multiprocessing
import os
import secrets
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import SystemRandom
from time import perf_counter
from typing import Any, ClassVar

from django.core.exceptions import BadRequest

from tutorial.wsgi import application as site  # it sets Django up, which the others need

# isort: split
from tutorial.logged import as_logged
from tutorial.middleware import HEAVIEST_POST
from tutorial.tidying import tidied

SECONDS_TO_SEND = 20
"""So long a request may take to arrive, from its head to the end of its body."""
SECONDS_TO_WAIT = 15
"""So long a request waits for its turn at most."""
MOST_WAITING = 1000
"""Requests that wait for their turn; more are told to come again."""
HEAVIEST_HEAD = 16 * 1024
"""Bytes of all header fields."""
MOST_PIECES = 400
"""In which a body arrives; a browser sends 256 KB in a tenth of that."""
HEAVIEST_BODIES = 64 * 1024 * 1024
"""Bytes of all bodies that are arriving."""
SECONDS_BETWEEN_LOOKS = 1.0
REQUEST_ID = "REQUEST_ID"
"""In what the site is told of a request: what its line in the log begins with."""

type Scope = dict[str, Any]
type Message = dict[str, Any]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]
type Answer = tuple[int, list[tuple[bytes, bytes]], bytes]
"""Status, headers, body."""

_thread = ThreadPoolExecutor(1, thread_name_prefix="site")
"""The site's only thread in this process: SQLite has one writer, Python one running thread."""
_places = asyncio.Semaphore(MOST_WAITING)
_turn = asyncio.Lock()
_log = logging.getLogger(__name__)


class _ClientGone(Exception):  # noqa: N818  (the name says what it is)
    """The client has hung up."""


class _Unreadable(Exception):  # noqa: N818
    """No browser sends a request like that."""


class _Full(Exception):  # noqa: N818
    """There is no room for more bodies."""


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application; knows HTTP and its own start and end."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        await _http(scope, receive, send)


async def _http(scope: Scope, receive: Receive, send: Send) -> None:
    start, request_id = perf_counter(), secrets.token_hex(6)
    status, size = 0, 0
    try:
        status, headers, content = await _answered(scope, receive, request_id)
        headers = [*headers, (b"x-request-id", request_id.encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})
        size = len(content)
    except _ClientGone:
        pass  # 0 in the log
    if scope["path"] != "/healthz" or status != 200:
        path, took = as_logged(scope["path"]), (perf_counter() - start) * 1000
        _log.info(
            "%s %s %s %d, %d B, %.0f ms", request_id, scope["method"], path, status, size, took
        )


async def _answered(scope: Scope, receive: Receive, request_id: str) -> Answer:
    """Raises :class:`_ClientGone` where there is nobody left to be answered."""
    if sum(len(name) + len(value) for name, value in scope["headers"]) > HEAVIEST_HEAD:
        return _HEAVY_HEAD
    body = _Body()
    try:
        async with asyncio.timeout(SECONDS_TO_SEND):
            await body.read(scope, receive)
    except TimeoutError:
        return _TOO_SLOW
    except _Unreadable:
        return _UNREADABLE
    except _Full:
        return _TOO_MANY
    finally:
        body.is_over()
    environ = _environ(scope, body) | {REQUEST_ID: request_id}
    gone = asyncio.ensure_future(receive())  # it says nothing more until the client hangs up
    try:
        return await _in_turn(environ, gone)
    except TimeoutError:
        return _TOO_MANY
    except BadRequest:
        return _UNREADABLE
    except _ClientGone:
        raise
    except Exception:  # what Django could not even make a request of
        _log.exception("%s failed", request_id)
        return _FAILED
    finally:
        gone.cancel()


async def _in_turn(environ: dict[str, Any], gone: asyncio.Future[Message]) -> Answer:
    """Waits for the thread; who has hung up by then is not worked for."""
    if _places.locked():
        return _TOO_MANY
    async with _places, asyncio.timeout(SECONDS_TO_WAIT) as patience, _turn:
        patience.reschedule(None)
        if gone.done():
            raise _ClientGone
        return await asyncio.get_running_loop().run_in_executor(_thread, _answer, environ)


class _Body:
    """The body of a request, as it arrives."""

    under_way: ClassVar[int] = 0
    """Bytes of all that are arriving."""

    def __init__(self) -> None:
        self.content, self.length = b"", 0
        """Of a body heavier than any form there is no content; the site says so by its length."""
        self._held = 0

    async def read(self, scope: Scope, receive: Receive) -> None:
        announced = dict(scope["headers"]).get(b"content-length", b"")
        if announced.isdigit() and int(announced[:20]) > HEAVIEST_POST:
            self.length = int(announced[:20])
            return
        parts: list[bytes] = []
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise _ClientGone
            part = message.get("body", b"")
            self.length += len(part)
            if self.length > HEAVIEST_POST:
                return
            self._hold(len(part))
            parts.append(part)
            if len(parts) > MOST_PIECES:
                raise _Unreadable
            if not message.get("more_body"):
                self.content = b"".join(parts)
                return

    def _hold(self, size: int) -> None:
        self._held += size
        _Body.under_way += size
        if _Body.under_way > HEAVIEST_BODIES:
            raise _Full

    def is_over(self) -> None:
        _Body.under_way -= self._held


def _answer(environ: dict[str, Any]) -> Answer:
    """The whole answer of the site."""
    started: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], _exc: Any = None) -> None:
        started[:] = status, headers

    answer = site(environ, start_response)
    try:
        content = b"".join(answer)
    finally:
        if hasattr(answer, "close"):
            answer.close()
    status, headers = started
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return int(status[:3]), encoded, content


def _environ(scope: Scope, body: _Body) -> dict[str, Any]:
    """The request as WSGI tells it (PEP 3333)."""
    host, port = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    return {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body.content),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **dict(_header_fields(scope["headers"])),
        "CONTENT_LENGTH": str(body.length),
    }


def _header_fields(headers: list[tuple[bytes, bytes]]) -> Iterator[tuple[str, str]]:
    """Names with an underscore are left out: as ``X_Forwarded_Proto`` anybody could forge what only
    the proxy in front may say."""
    found: dict[str, list[str]] = {}
    for name, value in headers:
        if b"_" not in name:
            key = name.decode("latin-1").upper().replace("-", "_")
            found.setdefault(key, []).append(value.decode("latin-1"))
    for key, values in found.items():
        if key == "COOKIE":
            yield "HTTP_COOKIE", _cookies(values)
        else:
            yield key if key == "CONTENT_TYPE" else f"HTTP_{key}", ",".join(values)


def _cookies(values: list[str]) -> str:
    """Without those that hold a backslash: none of ours does, and Pythons before 3.12.6 take
    seconds to read many of them (CVE-2024-7592)."""
    every = (cookie.strip() for value in values for cookie in value.split(";"))
    return "; ".join(cookie for cookie in every if "\\" not in cookie)


async def _lifespan(receive: Receive, send: Send) -> None:
    """From the start of a worker process to its end."""
    await receive()
    tasks = [
        asyncio.create_task(_end_with_master(_master())),
        asyncio.create_task(_tidy_daily()),
    ]
    await send({"type": "lifespan.startup.complete"})
    await receive()
    for task in tasks:
        task.cancel()
    await send({"type": "lifespan.shutdown.complete"})


async def _tidy_daily() -> None:
    """Every process does it, at a time of its own; what one has deleted the others do not find."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(SystemRandom().uniform(600, 3600))
    while True:
        steps = tidied()
        try:
            while await loop.run_in_executor(_thread, next, steps, None):
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        except Exception:  # it must not end the next days' tidying
            _log.exception("What nobody can reach any more could not be deleted.")
        await asyncio.sleep(24 * 3600)


def _master() -> int:
    """The process that started this one, even if it is gone by now."""
    parent = multiprocessing.parent_process()
    return parent.pid or 0 if parent else os.getppid()


async def _end_with_master(master: int) -> None:
    """A worker whose master was killed would keep the port from the next start."""
    while os.getppid() == master:
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
    _log.warning("The server's main process is gone; its worker ends, too.")
    os.kill(os.getpid(), signal.SIGKILL)


def _plain(status: int, german: str, english: str, *more: tuple[bytes, bytes]) -> Answer:
    """An answer of our own, for which nobody waits for the thread."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", b"default-src 'none'"),
        (b"referrer-policy", b"same-origin"),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        *more,
    ]
    return status, headers, f"{german}\n{english}\n".encode()


_TOO_SLOW = _plain(
    408,
    "Die Anfrage kam nicht vollständig an. Bitte noch einmal senden.",
    "The request did not arrive whole. Please send it again.",
    (b"connection", b"close"),
)
_TOO_MANY = _plain(
    503,
    "Gerade wollen zu viele auf einmal etwas. Bitte in ein paar Sekunden noch einmal.",
    "Too many ask at once. Please try again in a few seconds.",
    (b"retry-after", b"5"),
)
_HEAVY_HEAD = _plain(
    431,
    "Die Anfrage trägt mehr mit sich als jede von hier. Vielleicht hilft es, Cookies zu löschen.",
    "The request carries more than any from here. Deleting cookies may help.",
)
_UNREADABLE = _plain(400, "Diese Anfrage ist nicht zu lesen.", "This request cannot be read.")
_FAILED = _plain(500, "Da ist bei uns etwas schiefgegangen.", "Something went wrong on our side.")
