"""Clients that are slow on purpose, beside others who learn: does the site go on answering?

Opens connections of each kind to a server on this machine and holds them, while a few clients ask
for an exercise, answer it, and one asks for its health; prints answers a second and how long health
took, without and with them.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from time import perf_counter
from urllib.parse import urlencode

HOST = "127.0.0.1"
LEARNERS = 8
SECONDS = 10.0
PATIENCE = 15.0
"""Seconds after which an answer has not come."""
COOKIE = "csrftoken=abcdefghijklmnopqrstuvwxyz012345"

_POST = (
    b"POST /de/settings/ HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n"
) % COOKIE.encode()
_PAGE = b"GET /static/cards.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"
KINDS: dict[str, tuple[int, bytes]] = {
    "half a body": (200, _POST + b"deck="),
    "reading nothing": (200, _PAGE * 40),
    "silent": (2000, b""),
}
"""How many connections of a kind there are, and what each sends before it says no more."""


@dataclass(slots=True)
class Seen:
    """What the learners got in ``seconds``."""

    seconds: float = 0.0
    answers: int = 0
    failed: int = 0
    health: list[float] = field(default_factory=list)
    """Seconds of each look at ``/healthz``; one that never came counts as ``PATIENCE``."""

    @property
    def p95(self) -> float:
        return sorted(self.health)[int(len(self.health) * 0.95)] if self.health else PATIENCE

    def __str__(self) -> str:
        rate = self.answers / self.seconds
        return (
            f"{rate:6.1f} answers/s, {self.failed:3} failed, /healthz p95 {self.p95 * 1000:7.1f} ms"
        )


async def table(port: int, *, seconds: float = SECONDS, share: float = 1.0) -> dict[str, Seen]:
    """By kind of slow client ("none" first), what others got meanwhile."""
    found = {"none": await _learning(port, seconds)}
    for name, (number, said) in KINDS.items():
        async with _held(port, max(round(number * share), 1), said):
            found[name] = await _learning(port, seconds)
    return found


@asynccontextmanager
async def _held(port: int, number: int, said: bytes) -> AsyncIterator[None]:
    """Connections that say something and then nothing; one that is closed is opened again."""
    tasks = [asyncio.create_task(_hold(port, said)) for _ in range(number)]
    await asyncio.sleep(1)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _hold(port: int, said: bytes) -> None:
    reads_nothing = said.startswith(b"GET")
    while True:
        try:
            reader, writer = await asyncio.open_connection(HOST, port, limit=1024)
        except OSError:
            await asyncio.sleep(0.5)
            continue
        try:
            writer.write(said)
            if reads_nothing:
                await asyncio.sleep(3600)
            while await reader.read(1024):
                pass
        except OSError:
            pass
        finally:
            writer.close()


async def _learning(port: int, seconds: float) -> Seen:
    seen = Seen()
    start = perf_counter()

    def is_over() -> bool:
        return perf_counter() - start > seconds

    await asyncio.gather(
        _watch(port, seen, is_over), *(_learn(port, n, seen, is_over) for n in range(LEARNERS))
    )
    seen.seconds = perf_counter() - start
    return seen


async def _watch(port: int, seen: Seen, is_over: Callable[[], bool]) -> None:
    while not is_over():
        start = perf_counter()
        status, _page, _cookies = await _asked(port, "GET", "/healthz")
        seen.health.append(perf_counter() - start if status == 200 else PATIENCE)
        await asyncio.sleep(0.1)


async def _learn(port: int, number: int, seen: Seen, is_over: Callable[[], bool]) -> None:
    """Asks for exercises and answers each."""
    cookies, seed = {"csrftoken": COOKIE.partition("=")[2]}, number * 100_000
    while not is_over():
        seed += 1
        path = f"/de/practice/trick-winner/kompakt/1/{seed}/"
        status, page, cookies = await _asked(port, "GET", path, cookies, seat=number)
        token = re.search(r'name="token" value="([^"]*)"', page)
        form = re.search(r'name="csrfmiddlewaretoken" value="([^"]*)"', page)
        if status != 200 or token is None or form is None:
            seen.failed += 1
            continue
        posted = {"token": token[1], "csrfmiddlewaretoken": form[1], "seat": "VH"}
        status, _page, cookies = await _asked(
            port, "POST", path, cookies, urlencode(posted), seat=number
        )
        if status == 303:
            seen.answers += 1
        else:
            seen.failed += 1


async def _asked(
    port: int,
    method: str,
    path: str,
    cookies: dict[str, str] | None = None,
    body: str = "",
    *,
    seat: int = 0,
) -> tuple[int, str, dict[str, str]]:
    """Status (0: no answer came), page, cookies; over a connection of its own, from an address of
    its own, so that many answers are not too many."""
    cookies = dict(cookies or {})
    head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close"]
    if cookies:
        head.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()))
    if body:
        head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    try:
        async with asyncio.timeout(PATIENCE):
            here = (f"127.0.1.{seat + 1}", 0) if sys.platform == "linux" else None
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=here)
            writer.write("\r\n".join([*head, "", body]).encode())
            answer = (await reader.read()).decode("utf-8", "replace")
            writer.close()
    except (OSError, TimeoutError):
        return 0, "", cookies
    top, _, page = answer.partition("\r\n\r\n")
    for line in top.splitlines():
        name, _, value = line.partition(": ")
        if name.lower() == "set-cookie":
            cookies |= {name: one.value for name, one in SimpleCookie(value).items()}
    return int(top[9:12] or 0), page, cookies


def main() -> None:
    for name, seen in asyncio.run(table(int(sys.argv[1]))).items():
        sys.stdout.write(f"{name:16} {seen}\n")


if __name__ == "__main__":
    main()
