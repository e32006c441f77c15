"""What every test of the site begins with."""

import time
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from tests.site.sheets import sheets_missed
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


@pytest.fixture(autouse=True)
def pages_ask_for_their_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever page a test comes to: all that is on it has its looks."""
    request = Client.request

    def looked_at(self: Client, **asked: Any) -> Any:
        response = request(self, **asked)
        if not response.streaming and b"/static/style.css" in response.content:
            assert sheets_missed(response.content.decode()) == set(), asked.get("PATH_INFO")
        return response

    monkeypatch.setattr(Client, "request", looked_at)
