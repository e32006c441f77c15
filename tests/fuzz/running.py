"""Sending requests to the site in this process: what fails, what hangs, what is dear."""

from __future__ import annotations

import gc
import logging
import re
import signal
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from random import Random
from statistics import median
from time import process_time
from types import FrameType
from typing import Any

from django.test import Client

from lessons.judge import judge
from tests.fuzz.requests import ODD, Asked
from tutorial.wsgi import without_charset

SECONDS_TO_HANG = 10
DEAREST = 10
LOOKED_AT_AGAIN = 60
"""So many of the dearest are sent again: once, a thing may be dear by chance."""


class Hang(BaseException):
    """Not to be caught by who hangs."""


@dataclass(slots=True)
class Found:
    """What came of many requests."""

    statuses: Counter[int] = field(default_factory=Counter)
    groups: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    """Requests that were answered 5xx."""
    hung: list[str] = field(default_factory=list)
    tracebacks: list[str] = field(default_factory=list)
    home: float = 0.0
    """Seconds of CPU for the home page."""
    dearest: list[tuple[float, str]] = field(default_factory=list)
    """How many times the home page, and which request."""

    @property
    def is_harmless(self) -> bool:
        return not (self.failed or self.hung or self.tracebacks)


class _Tracebacks(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info is None:
            self.seen.append(record.getMessage())
            return
        lines = traceback.format_exception(*record.exc_info)
        self.seen.append(f"{record.getMessage()[:200]}: {''.join(lines[-3:])}")


def sent(
    requests: Iterable[Asked], chance: Random, looked_at_again: int = LOOKED_AT_AGAIN
) -> Found:
    """Sends them one after the other, each from another place, so that no limit is met."""
    found, costs = Found(), list[tuple[float, Asked]]()
    found.home = home()
    with _watched() as tracebacks:
        for number, asked in enumerate(requests):
            client = _client(number)
            status, cost = _once(client, asked, chance)
            found.groups[asked.group] += 1
            found.statuses[status] += 1
            if status >= 500:
                found.failed.append(str(asked))
            elif status == 0:
                found.hung.append(str(asked))
            costs.append((cost, asked))
        costs.sort(key=lambda pair: pair[0], reverse=True)
        again = [
            (min(cost, *_again(asked, chance)), asked) for cost, asked in costs[:looked_at_again]
        ]
        found.tracebacks += tracebacks.seen
    again.sort(key=lambda pair: pair[0], reverse=True)
    found.dearest = [(cost / found.home, str(asked)) for cost, asked in again[:DEAREST]]
    return found


def judged(records: Iterable[Any]) -> Found:
    """Has the judge of the command line judge them."""
    found = Found()
    for record in records:
        try:
            with _bounded():
                judge(record, legal=True)
        except Hang:
            found.hung.append(repr(record)[:300])
        except Exception as error:  # whatever it is
            found.tracebacks.append(f"{error!r}: {record!r}"[:400])
        found.groups["record"] += 1
    return found


def home() -> float:
    """Seconds of CPU for the home page: the median of many."""
    client = _client(0)
    client.get("/de/")
    return median(_cost(client, Asked("home", "GET", "/de/"), {}) for _ in range(50))


def _client(number: int) -> Client:
    place = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    return Client(raise_request_exception=False, REMOTE_ADDR=place)


def _once(client: Client, asked: Asked, chance: Random) -> tuple[int, float]:
    """Its status, 0 for a hang, and seconds of CPU."""
    fields = _filled_in(client, asked, chance) if asked.fills_in else {}
    start = process_time()
    try:
        with _bounded():
            return _status(client, asked, fields), process_time() - start
    except Hang:
        return 0, float(SECONDS_TO_HANG)


def _again(asked: Asked, chance: Random) -> list[float]:
    """What it costs twice more, with everything forgotten that is remembered of requests."""
    costs = []
    for _ in range(2):
        forget()
        costs.append(_once(_client(1), asked, chance)[1])
    return costs


def forget() -> None:
    for one in _remembered():
        one.cache_clear()


def _remembered() -> tuple[_lru_cache_wrapper[Any], ...]:
    """Our functions that remember some of their answers; those that remember all know no visitor's
    words."""
    every = [one for one in gc.get_objects() if type(one) is _lru_cache_wrapper]
    return tuple(
        one
        for one in every
        if one.__module__.startswith(("lessons.", "tutorial."))
        and one.cache_parameters()["maxsize"]
    )


def _cost(client: Client, asked: Asked, fields: dict[str, Any]) -> float:
    start = process_time()
    _status(client, asked, fields)
    return process_time() - start


def _status(client: Client, asked: Asked, fields: dict[str, Any]) -> int:
    url = f"{asked.path}?{asked.query}" if asked.query else asked.path
    if fields:
        return client.post(url, fields, headers=asked.headers).status_code
    headers = dict(asked.headers)
    kind = without_charset(headers.pop("Content-Type", "text/html"))  # as the server's way in
    response = client.generic(asked.method, url, asked.body, kind, headers=headers)
    return response.status_code


def _filled_in(client: Client, asked: Asked, chance: Random) -> dict[str, Any]:
    """The form of the page with something chosen in every control, at times something odd."""
    page = client.get(f"{asked.path}?{asked.query}").content.decode()
    start = page.find('<form class="form"')
    if start < 0:
        return {"x": "y"}
    form = page[start : page.index("</form>", start)]
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<(?:input|button)[^>]*>", form):
        name, value = (re.search(rf' {part}="([^"]*)"', tag) for part in ("name", "value"))
        if name:
            fields.setdefault(name[1], []).append(value[1] if value else "1")
    some = {
        name: values if name == "token" else chance.sample(values, chance.randint(1, len(values)))
        for name, values in fields.items()
        if name != "hint"
    }
    if some and chance.random() < 0.2:
        some[chance.choice([*some])] = [chance.choice(ODD)]
    return dict(some) or {"x": "y"}


@contextmanager
def _watched() -> Iterator[_Tracebacks]:
    handler, logger = _Tracebacks(), logging.getLogger("django.request")
    before = logger.propagate
    logger.addHandler(handler)
    logger.propagate = False
    try:
        yield handler
    finally:
        logger.removeHandler(handler)
        logger.propagate = before


@contextmanager
def _bounded() -> Iterator[None]:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS_TO_HANG)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
