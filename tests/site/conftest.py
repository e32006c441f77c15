"""What every test of the site begins with."""

import time
from types import SimpleNamespace

import pytest

from tutorial import trouble
from tutorial.shared import limits


@pytest.fixture(autouse=True)
def limits_do_not_end_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """They begin anew with each quarter of an hour by the clock."""
    now = time.time()
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: now))


@pytest.fixture(autouse=True)
def nothing_failed_lately(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process remembers for some seconds that the database failed."""
    monkeypatch.setattr(trouble, "_failed", [])
    monkeypatch.setattr(trouble, "_damaged", [])
