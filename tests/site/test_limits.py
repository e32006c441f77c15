"""What may be done only so often from one place: told in words, nothing lost, others untouched."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client, RequestFactory, override_settings

from tests.site.test_answers import LEGAL, TRICK, post, right, token
from tutorial.learners.models import Attempt, Learner
from tutorial.models import Count
from tutorial.shared.limits import MOST, Limit, place_of, too_often

GAME_OF_FOUR = (Path(__file__).parent.parent / "games" / "kompakt-must-follow.txt").read_text(
    encoding="utf-8"
)
GAME = "rules: kompakt\nVH: HT CQ CQ SQ HQ DQ CJ SJ HJ DJ DA DT\n"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of everything."""
    for limit, (_number, seconds) in MOST.items():
        monkeypatch.setitem(MOST, limit, (2, seconds))


def waits(response: Any, limit: Limit) -> bool:
    """Whether it says when to come again, in its head and in words."""
    seconds = int(response["Retry-After"])
    page = response.content.decode()
    minutes = -(-seconds // 60)
    said = "In einer Minute" if minutes == 1 else f"In {minutes} Minuten"
    return response.status_code == 429 and 0 < seconds <= MOST[limit][1] and said in page


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "piece"])
def test_too_many_answers_from_one_place(client: Client, headers: dict[str, str]) -> None:
    for _ in range(2):
        assert post(client, TRICK, right(TRICK)).status_code == 303
    refused = post(client, TRICK, right(TRICK), headers=headers)
    assert waits(refused, Limit.ANSWERS)
    assert Attempt.objects.count() == 2
    elsewhere = Client(REMOTE_ADDR="10.0.0.2")
    assert post(elsewhere, TRICK, right(TRICK)).status_code == 303


@pytest.mark.django_db
def test_the_choice_is_kept(client: Client) -> None:
    for _ in range(2):
        post(client, LEGAL, right(LEGAL))
    page = post(client, LEGAL, right(LEGAL)).content.decode()
    assert re.findall(r'value="([^"]*)" data-press="card"\s+checked', page) == right(LEGAL)["card"]
    assert re.search(r'name="token" value="[^"]+"', page)


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["judge", "replays/own"])
def test_too_many_games_keep_what_was_written(client: Client, page: str) -> None:
    for _ in range(2):
        assert client.post(f"/de/{page}/", {"text": GAME}).status_code != 429
    refused = client.post(f"/de/{page}/", {"text": GAME})
    assert waits(refused, Limit.JUDGED)
    assert "HT CQ CQ SQ HQ" in refused.content.decode()


@pytest.mark.django_db
def test_who_may_keep_no_game_is_not_remembered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutorial.replays.views.LONGEST_CODE", 10)
    monkeypatch.setitem(MOST, Limit.GAMES_KEPT, (0, 3600))
    assert waits(client.post("/de/replays/own/", {"text": GAME_OF_FOUR}), Limit.GAMES_KEPT)
    assert Learner.objects.count() == 0


@pytest.mark.django_db
def test_too_many_guesses_in_a_game(client: Client) -> None:
    url = "/de/replays/normalspiel/8/?guess=all"
    for _ in range(2):
        posted = {"token": token(client, url), "seat": "VH"}
        assert client.post(url, posted).status_code == 303
    assert waits(client.post(url, {"token": token(client, url), "seat": "VH"}), Limit.ANSWERS)


@pytest.mark.django_db
def test_a_count_begins_anew_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    request = RequestFactory().get("/")
    now = 1_800_000_000.0
    monkeypatch.setattr("tutorial.shared.limits.time.time", lambda: now)
    said = [too_often(request, Limit.JUDGED) for _ in range(3)]
    assert said[:2] == [None, None]
    assert said[2] is not None
    assert said[2].seconds == 3600 - now % 3600
    now += said[2].seconds
    assert too_often(request, Limit.JUDGED) is None


@pytest.mark.django_db
def test_what_is_counted_tells_neither_where_nor_what() -> None:
    too_often(RequestFactory().get("/", REMOTE_ADDR="192.0.2.7"), Limit.JUDGED)
    (count,) = Count.objects.all()
    assert re.fullmatch("[0-9a-f]{64}", count.key)


@pytest.mark.django_db
def test_a_database_that_does_not_answer_limits_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise DatabaseError

    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", fail)
    for _ in range(5):
        assert too_often(RequestFactory().get("/"), Limit.ANSWERS) is None


@pytest.mark.parametrize(
    ("address", "forwarded", "trusted", "place"),
    [
        ("192.0.2.7", "", False, "192.0.2.7"),
        ("192.0.2.7", "198.51.100.1", False, "192.0.2.7"),
        ("127.0.0.1", "203.0.113.9, 198.51.100.1", True, "198.51.100.1"),
        ("127.0.0.1", "", True, "127.0.0.1"),
        ("127.0.0.1", "unknown", True, ""),
        ("::ffff:192.0.2.7", "", False, "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "", False, "2001:0db8:0001:0002"),
        ("", "", False, ""),
    ],
)
def test_where_a_request_comes_from(
    address: str, forwarded: str, trusted: bool, place: str
) -> None:
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR=address, headers=headers)
    with override_settings(TRUST_PROXY=trusted):
        assert place_of(request) == place
