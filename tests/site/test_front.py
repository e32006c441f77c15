"""The server's way in: what is slow, heavy or odd before the site is asked at all."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tutorial import asgi

HEADERS = [(b"host", b"localhost")]
SCOPE: dict[str, Any] = {
    "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "path": "/de/",
    "query_string": b"", "headers": HEADERS, "client": ("127.0.0.1", 5), "server": ("x", 80),
}  # fmt: skip


def ask(
    messages: list[dict[str, Any]],
    *,
    method: str = "GET",
    path: str = "/de/",
    query: bytes = b"",
    headers: list[tuple[bytes, bytes]] = HEADERS,
) -> tuple[dict[str, Any], bytes] | None:
    """The start and the body of the answer to ``messages``, after which the client says nothing
    more; None where there was no answer."""
    scope = SCOPE | {"method": method, "path": path, "query_string": query, "headers": headers}
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop(0)
        await asyncio.sleep(3600)
        raise AssertionError

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    with ThreadPoolExecutor(1) as thread:  # a browser's tests leave an event loop in this one
        thread.submit(asyncio.run, asgi.application(scope, receive, send)).result()
    return (sent[0], sent[1]["body"]) if sent else None


def header(start: dict[str, Any], name: bytes) -> bytes:
    return b", ".join(value for found, value in start["headers"] if found == name)


WHOLE = {"type": "http.request", "body": b"", "more_body": False}
HALF = {"type": "http.request", "body": b"deck=", "more_body": True}


def test_a_whole_request_is_answered_and_has_a_number() -> None:
    answer = ask([WHOLE])
    assert answer is not None
    start, body = answer
    assert start["status"] == 200
    assert b"Karlchen" in body
    assert len(header(start, b"x-request-id")) == 12
    other = ask([WHOLE])
    assert other is not None
    assert header(other[0], b"x-request-id") != header(start, b"x-request-id")


def test_a_body_that_never_comes_is_told_so_without_the_site(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asgi, "SECONDS_TO_SEND", 0.01)
    monkeypatch.setattr(asgi, "site", None)
    answer = ask([dict(HALF)], method="POST")
    assert answer is not None
    start, body = answer
    assert start["status"] == 408
    assert "noch einmal senden" in body.decode()
    assert header(start, b"connection") == b"close"
    for name in (b"x-frame-options", b"x-content-type-options", b"content-security-policy"):
        assert header(start, name)


def test_who_hangs_up_is_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "site", None)
    assert ask([dict(HALF), {"type": "http.disconnect"}], method="POST") is None


@pytest.mark.parametrize(
    ("headers", "messages"),
    [
        ([(b"content-length", b"9000000")], []),
        ([(b"transfer-encoding", b"chunked")], [HALF | {"body": b"x" * 100_000}] * 3),
    ],
    ids=["announced", "in pieces"],
)
def test_a_body_heavier_than_any_form_is_refused_before_it_is_read(
    headers: list[tuple[bytes, bytes]], messages: list[dict[str, Any]]
) -> None:
    answer = ask([dict(one) for one in messages], method="POST", headers=[*HEADERS, *headers])
    assert answer is not None
    assert answer[0]["status"] == 413
    assert "./run judge" in answer[1].decode()


def test_who_comes_when_too_many_wait_is_told_when_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asgi, "_places", asyncio.Semaphore(0))
    answer = ask([WHOLE])
    assert answer is not None
    assert answer[0]["status"] == 503
    assert header(answer[0], b"retry-after") == b"5"


def test_a_request_that_the_site_cannot_take_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def site(_environ: dict[str, Any], _start_response: Any) -> list[bytes]:
        raise RuntimeError

    monkeypatch.setattr(asgi, "site", site)
    answer = ask([WHOLE])
    assert answer is not None
    assert answer[0]["status"] == 500
    assert header(answer[0], b"x-frame-options") == b"DENY"
    assert b"schiefgegangen" in answer[1]


def test_who_hangs_up_while_others_are_served_is_not_worked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """His request has arrived whole; when its turn comes he is gone."""
    monkeypatch.setattr(asgi, "_turn", asyncio.Lock())
    monkeypatch.setattr(asgi, "site", None)

    async def waiting() -> object:
        async with asgi._turn:
            asked = asyncio.ensure_future(asgi._answered(SCOPE, receive, "1"))
            await asyncio.sleep(0.01)
        return await asked

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    messages: list[dict[str, Any]] = [dict(WHOLE), {"type": "http.disconnect"}]
    with ThreadPoolExecutor(1) as thread, pytest.raises(asgi._ClientGone):
        thread.submit(asyncio.run, waiting()).result()


def test_who_waits_too_long_for_his_turn_is_told_when_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asgi, "SECONDS_TO_WAIT", 0.01)

    class Taken(asyncio.Lock):
        async def acquire(self) -> Any:
            await asyncio.sleep(3600)

    monkeypatch.setattr(asgi, "_turn", Taken())
    answer = ask([WHOLE])
    assert answer is not None
    assert answer[0]["status"] == 503


def test_a_head_or_a_body_in_crumbs_that_no_browser_sends() -> None:
    heavy = ask([WHOLE], headers=[*HEADERS, (b"cookie", b"a=" + b"x" * 20_000)])
    assert heavy is not None
    assert heavy[0]["status"] == 431
    crumbs = [HALF | {"body": b"a"} for _ in range(asgi.MOST_PIECES + 1)]
    crumbled = ask(crumbs, method="POST")
    assert crumbled is not None
    assert crumbled[0]["status"] == 400


def test_there_is_an_end_to_the_room_for_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "HEAVIEST_BODIES", 5)
    full = ask([HALF | {"body": b"abcdef"}], method="POST")
    assert full is not None
    assert full[0]["status"] == 503
    assert asgi._Body.under_way == 0


@pytest.mark.parametrize("kind", [b"text/plain; a*=zzz''b", b"a/b; x*0*=idna''y"])
def test_a_type_that_cannot_be_read(kind: bytes) -> None:
    answer = ask([WHOLE], headers=[*HEADERS, (b"content-type", kind)])
    assert answer is not None
    assert answer[0]["status"] in {200, 400}
    assert header(answer[0], b"x-frame-options") == b"DENY"


def test_a_cookie_that_takes_long_to_read_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, Any] = {}

    def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        told.update(environ)
        start_response("204 No Content", [])
        return []

    monkeypatch.setattr(asgi, "site", site)
    ask([WHOLE], headers=[*HEADERS, (b"cookie", b'deck=four; a="' + b"\\" * 9000 + b'"; b=1')])
    assert told["HTTP_COOKIE"] == "deck=four; b=1"


def test_what_the_site_is_told_of_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, Any] = {}

    def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        told.update(environ, body=environ["wsgi.input"].read())
        start_response("204 No Content", [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
        return []

    monkeypatch.setattr(asgi, "site", site)
    answer = ask(
        [HALF | {"body": b"ab"}, WHOLE | {"body": b"cd"}],
        method="POST",
        path="/de/ü/",
        query=b"q=\xff%20",
        headers=[
            *HEADERS,
            (b"cookie", b"a=1"),
            (b"cookie", b"b=2"),
            (b"content-type", b"text/plain"),
            (b"x-forwarded-proto", b"http"),
            (b"x_forwarded_proto", b"https"),
        ],
    )
    assert answer is not None
    assert answer[0]["status"] == 204
    assert header(answer[0], b"set-cookie") == b"a=1, b=2"
    assert told["body"] == b"abcd"
    assert told["CONTENT_LENGTH"] == "4"
    assert told["CONTENT_TYPE"] == "text/plain"
    assert told["HTTP_COOKIE"] == "a=1; b=2"
    assert told["HTTP_X_FORWARDED_PROTO"] == "http"
    assert told["PATH_INFO"].encode("latin-1").decode() == "/de/ü/"
    assert told["QUERY_STRING"] == "q=\xff%20"


def test_a_line_of_the_log_tells_nothing_of_who_asked(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def site(_environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [b"ok"]

    monkeypatch.setattr(asgi, "site", site)
    asgi._log.addHandler(caplog.handler)
    try:
        answer = ask([WHOLE], path="/de/replays/own-SeCrEt/0/", query=b"attempt=SeCrEt")
        ask([WHOLE], path="/healthz")
    finally:
        asgi._log.removeHandler(caplog.handler)
    assert answer is not None
    (line,) = caplog.messages
    assert line.startswith(header(answer[0], b"x-request-id").decode())
    assert "GET /de/replays/own-…/0/ 200, 2 B" in line
    assert "SeCrEt" not in line
    assert "127.0.0.1" not in line
