"""What every test of the site begins with."""

import pytest

from tutorial import trouble


@pytest.fixture(autouse=True)
def nothing_failed_lately(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process remembers for some seconds that the database failed."""
    monkeypatch.setattr(trouble, "_failed", [])
    monkeypatch.setattr(trouble, "_damaged", [])
