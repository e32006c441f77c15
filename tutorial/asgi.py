"""The server's way in: a request is whole before it takes the one thread, its answer is sent after.

A client that is slow to send or to read costs a connection and some memory, never the thread that
answers all others. The event loop only waits; pages are made by Django as before.
"""

from __future__ import annotations

import asyncio
import io
import logging
import os
import secrets
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import SystemRandom
from time import perf_counter
from typing import Any

from django.db import DatabaseError

from tutorial.wsgi import application as site  # it sets Django up, which the others need

# isort: split
from tutorial.logged import as_logged
from tutorial.middleware import HEAVIEST_POST
from tutorial.tidying import tidied

SECONDS_TO_SEND = 20
"""So long a request may take to arrive, from its head to the end of its body."""
MOST_WAITING = 1000
"""Requests that wait for the thread; more are told to come again."""
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
_log = logging.getLogger(__name__)
_PLAIN = [
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
]
_TOO_SLOW = (
    408,
    [*_PLAIN, (b"connection", b"close")],
    "Die Anfrage kam nicht vollständig an. Bitte noch einmal senden.\n"
    "The request did not arrive whole. Please send it again.\n".encode(),
)
_FAILED = (
    500,
    _PLAIN,
    b"Da ist bei uns etwas schiefgegangen.\nSomething went wrong on our side.\n",
)
_TOO_MANY = (
    503,
    [*_PLAIN, (b"retry-after", b"5")],
    b"Gerade wollen zu viele auf einmal etwas. Bitte in ein paar Sekunden noch einmal.\n"
    b"Too many ask at once. Please try again in a few seconds.\n",
)


class _Gone(Exception):  # noqa: N818  (the name says what it is)
    """The client has hung up."""


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application; knows HTTP and its own start and end."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        await _http(scope, receive, send)


async def _http(scope: Scope, receive: Receive, send: Send) -> None:
    start, request_id = perf_counter(), secrets.token_hex(6)
    try:
        status, headers, content = await _answered(scope, receive, request_id)
    except _Gone:
        return
    headers = [*headers, (b"x-request-id", request_id.encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
    if scope["path"] != "/healthz" or status != 200:
        path, size = as_logged(scope["path"]), len(content)
        took = (perf_counter() - start) * 1000
        _log.info(
            "%s %s %s %d, %d B, %.0f ms", request_id, scope["method"], path, status, size, took
        )


async def _answered(scope: Scope, receive: Receive, request_id: str) -> Answer:
    """Raises :class:`_Gone` where there is nobody left to be answered."""
    try:
        async with asyncio.timeout(SECONDS_TO_SEND):
            body, length = await _body(scope, receive)
    except TimeoutError:
        return _TOO_SLOW
    if _places.locked():
        return _TOO_MANY
    async with _places:
        environ = _environ(scope, body, length) | {REQUEST_ID: request_id}
        try:
            return await asyncio.get_running_loop().run_in_executor(_thread, _answer, environ)
        except Exception:  # what Django could not even make a request of
            _log.exception("%s failed", request_id)
            return _FAILED


async def _body(scope: Scope, receive: Receive) -> tuple[bytes, int]:
    """The body and its length in bytes. Of one that is heavier than any form nothing is kept, and
    nothing more is read; the site says so by its length."""
    announced = dict(scope["headers"]).get(b"content-length", b"")
    if announced.isdigit() and int(announced[:20]) > HEAVIEST_POST:
        return b"", int(announced[:20])
    parts: list[bytes] = []
    length = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Gone
        part = message.get("body", b"")
        length += len(part)
        if length > HEAVIEST_POST:
            return b"", length
        parts.append(part)
        if not message.get("more_body"):
            return b"".join(parts), length


def _answer(environ: dict[str, Any]) -> Answer:
    """What the site answers, whole."""
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


def _environ(scope: Scope, body: bytes, length: int) -> dict[str, Any]:
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
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **dict(_header_fields(scope["headers"])),
        "CONTENT_LENGTH": str(length),
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
        between = "; " if key == "COOKIE" else ","
        yield key if key == "CONTENT_TYPE" else f"HTTP_{key}", between.join(values)


async def _lifespan(receive: Receive, send: Send) -> None:
    """From the start of a worker process to its end."""
    await receive()
    tasks = [
        asyncio.create_task(_end_with_master(os.getppid())),
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
        except DatabaseError:
            _log.warning("What nobody can reach any more could not be deleted.", exc_info=True)
        await asyncio.sleep(24 * 3600)


async def _end_with_master(master: int) -> None:
    """A worker whose master was killed would keep the port from the next start."""
    while os.getppid() == master:
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
    _log.warning("The server's main process is gone; its worker ends, too.")
    os.kill(os.getpid(), signal.SIGKILL)
