"""A database that is locked, full, broken or gone: verdicts are told all the same, and that they
were not kept."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, DataError, IntegrityError, connection
from django.test import Client

from lessons.rules.readable import record_from_text
from tests.site.test_answers import LEGAL, TRICK, post, right, token, wrong
from tests.site.test_replays import OWN
from tutorial import health, trouble
from tutorial.learners.models import Attempt, Learner

pytestmark = pytest.mark.django_db(transaction=True)

only_sqlite = pytest.mark.skipif(
    "connection.vendor != 'sqlite'", reason="the other database is locked and full in its own way"
)


@pytest.fixture
def locked() -> Iterator[None]:
    """Another process is writing and does not come to an end."""
    name = connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 10")
    with closing(sqlite3.connect(name, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    connection.close()


@pytest.fixture
def full() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM learners_attempt")
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA max_page_count = 1")  # as many as there are now
    yield
    connection.close()


def fails(monkeypatch: pytest.MonkeyPatch, message: str) -> None:
    def fail(*_args: object, **_more: object) -> None:
        raise DatabaseError(message)

    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", fail)


def answered(client: Client, url: str, answer: dict[str, Any], **headers: str) -> str:
    response = client.post(url, {"token": token(client, url)} | answer, headers=headers)
    assert response.status_code == 200
    assert "learner" not in response.cookies
    page = str(response.content.decode())
    assert "disputed" not in page
    return page


@only_sqlite
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "piece"])
@pytest.mark.usefixtures("locked")
def test_a_locked_database_keeps_no_verdict_back(client: Client, headers: dict[str, str]) -> None:
    for url, given, said in [(LEGAL, right(LEGAL), "✓"), (TRICK, wrong(TRICK), "✗")]:
        page = answered(client, url, given, **headers)
        assert said in page
        assert "nicht gemerkt: hier ist gerade zu viel auf einmal los" in page
        assert "data-next" in page
    assert not Attempt.objects.exists()


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="its locks are its own")
def test_a_table_that_is_locked_keeps_no_verdict_back_either(client: Client) -> None:
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN; LOCK TABLE learners_attempt IN ACCESS EXCLUSIVE MODE")
            page = answered(client, TRICK, wrong(TRICK))
    finally:
        other.close()
    assert "nicht gemerkt: hier ist gerade zu viel auf einmal los" in page


@only_sqlite
@pytest.mark.usefixtures("full")
def test_a_full_disk_keeps_no_verdict_back(client: Client) -> None:
    for seed in range(40):  # what is left of the last page is filled first
        url = f"/de/practice/trick-winner/kompakt/1/{seed}/"
        response = client.post(url, {"token": token(client, url)} | right(url))
        if response.status_code == 200:
            break
    assert "unsere Datenbank ist voll" in response.content.decode()


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("database disk image is malformed", "ist beschädigt"),
        ("connection refused", "antwortet gerade nicht"),
    ],
)
def test_a_broken_database_keeps_no_verdict_back(
    client: Client, monkeypatch: pytest.MonkeyPatch, message: str, said: str
) -> None:
    form = token(client, TRICK)
    fails(monkeypatch, message)
    response = client.post(TRICK, {"token": form} | right(TRICK))
    assert response.status_code == 200
    assert said in response.content.decode()
    assert client.get("/healthz").content == b"the database does not work\n"


def test_health_does_not_forget_that_the_database_was_damaged(client: Client) -> None:
    form = token(client, TRICK)
    with pytest.MonkeyPatch.context() as once:
        fails(once, "database disk image is malformed")
        client.post(TRICK, {"token": form} | right(TRICK))
    trouble._failed.clear()  # some seconds later
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.content == b"the database is damaged\n"


def test_a_disk_that_is_full_is_told_whatever_the_database_says(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trouble, "FULL", 1 << 60)
    form = token(client, TRICK)
    fails(monkeypatch, "disk I/O error")
    page = client.post(TRICK, {"token": form} | right(TRICK)).content.decode()
    assert "unsere Datenbank ist voll" in page


def test_a_guess_in_a_game_is_told_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    url = "/de/replays/normalspiel/8/?guess=all"
    form = token(client, url)
    fails(monkeypatch, "database is locked")
    response = client.post(url, {"token": form, "seat": "VH"})
    assert response.status_code == 200
    assert "nicht gemerkt: hier ist gerade zu viel" in response.content.decode()


def test_after_two_misses_the_question_comes_without_its_example(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"{TRICK}?statement=kompakt:ablauf-b"
    post(client, url, wrong(url))
    fails(monkeypatch, "database disk image is malformed")
    assert client.get(url).status_code == 200


def test_what_cannot_be_shown_says_why_and_leads_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.raise_request_exception = False
    fails(monkeypatch, "database is locked")
    response = client.get("/de/replays/own-x/0/")
    assert response.status_code == 503
    assert response["Retry-After"]
    page = response.content.decode()
    assert "hier ist gerade zu viel" in page
    assert 'href="/de/replays/own-x/0/"' in page


def test_a_game_that_cannot_be_kept_stands_in_the_form_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    post(client, TRICK, right(TRICK))
    fails(monkeypatch, "database or disk is full")
    notes = {str(n): f"{hash((n, 'note'))}{hash((n, 'x'))}" for n in range(50)}
    game = json.dumps(record_from_text(OWN["text"]) | {"notes": notes})
    response = client.post("/de/replays/own/", {"text": game})
    assert response.status_code == 503
    page = response.content.decode()
    assert "unsere Datenbank ist voll" in page
    assert notes["49"] in page


def test_what_was_asked_wrong_is_no_trouble_of_the_database() -> None:
    for error in (DataError, IntegrityError):
        with pytest.raises(error), trouble.spared():
            raise error
    with trouble.spared():
        pass


def test_a_folder_that_is_gone_keeps_no_verdict_back(
    client: Client, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = token(client, TRICK)
    fails(monkeypatch, "unable to open database file")
    settings.DATA_DIR = tmp_path / "gone"
    page = client.post(TRICK, {"token": form} | right(TRICK)).content.decode()
    assert "unsere Datenbank antwortet gerade nicht" in page
    assert client.get("/healthz").content == b"the folder of the data is gone\n"


def test_what_is_remembered_of_a_failure_holds_no_request() -> None:
    with pytest.raises(DatabaseError), trouble.spared():
        raise DatabaseError("database is locked")
    ((_when, remembered),) = trouble._failed
    with pytest.raises(DatabaseError, match="locked") as again, trouble.spared():
        pass
    assert remembered.__traceback__ is None
    assert again.value is not remembered


def test_nobody_waits_again_soon_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(trouble, "monotonic", lambda: now)
    asked = []

    def ask(*, fail: bool) -> None:
        with trouble.spared():
            asked.append(now)
            if fail:
                raise DatabaseError("database is locked")

    for _ in range(3):
        with pytest.raises(DatabaseError, match="locked"):
            ask(fail=True)
    assert asked == [100.0]
    now += trouble.SECONDS_SPARED
    ask(fail=False)
    assert len(asked) == 2


@only_sqlite
def test_an_answer_goes_into_the_file_that_is_there(client: Client) -> None:
    """Not into one that was replaced, where nobody would find it again."""
    form = token(client, TRICK)
    Learner.objects.exists()
    before = connection.connection
    health._opened[str(connection.settings_dict["NAME"])] += 1
    assert client.post(TRICK, {"token": form} | right(TRICK)).status_code == 303
    assert connection.connection is not before
    assert Attempt.objects.count() == 1


@only_sqlite
def test_health_notices_a_file_that_was_replaced(client: Client) -> None:
    Learner.objects.exists()
    name = connection.settings_dict["NAME"]
    health._opened[str(name)] += 1
    response = client.get("/healthz")
    assert response.status_code == 503
    assert b"replaced" in response.content
    assert client.get("/healthz").status_code == 200


def test_health_looks_at_the_space_that_is_left(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "LEAST_SPACE", 1 << 60)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert b"KB are free" in response.content
