"""A short run of ``./run fuzz``; and that it would find what it looks for."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.fuzz import running
from tests.fuzz.requests import Asked, every, patterns, record
from tests.fuzz.running import judged, sent
from tutorial.course import views

REQUESTS = 400
RECORDS = 400


@pytest.mark.sweep
@pytest.mark.django_db
@pytest.mark.parametrize("seed", [11, 12])
def test_nothing_fails_or_hangs(seed: int) -> None:
    """What is dear is another matter, for a machine that does nothing else."""
    chance = Random(seed)
    found = sent(islice(every(chance), REQUESTS), chance, looked_at_again=0)
    assert found.groups.total() == REQUESTS
    assert found.statuses[200] > REQUESTS // 10
    assert found.is_harmless, (found.failed, found.hung, found.tracebacks)


def test_no_record_upsets_the_judge() -> None:
    chance = Random(13)
    found = judged(record(chance) for _ in range(RECORDS))
    assert found.groups.total() == RECORDS
    assert found.is_harmless, (found.hung, found.tracebacks)


def test_it_knows_every_address() -> None:
    routes = " ".join(patterns())
    for part in ("practice/<str:kind>/", "replays/<str:replay>/", "judge/", "admin/", "privacy/"):
        assert part in routes


@pytest.mark.django_db
def test_it_finds_what_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(views, "covered", fail)
    found = sent([Asked("address", "GET", "/de/coverage/")], Random(1))
    assert found.failed == ["GET /de/coverage/"]
    assert len(found.tracebacks) == 3  # once, and again for what it costs
    assert not found.is_harmless


@pytest.mark.django_db
def test_it_finds_what_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(*_args: Any) -> None:
        while True:
            pass

    monkeypatch.setattr(views, "covered", hang)
    monkeypatch.setattr(running, "SECONDS_TO_HANG", 1)
    found = sent([Asked("address", "GET", "/de/coverage/")], Random(1), looked_at_again=0)
    assert found.hung == ["GET /de/coverage/"]
