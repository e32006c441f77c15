"""What a screen reader meets, in its order: compared line by line with what was read last time.

WRITE_READING=1 writes the files anew; look at the difference before you keep it.
"""

import os
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from lessons.content.reading import CONTENT, course
from lessons.content.reading.files import Files
from lessons.content.reading.lessons import read_lesson
from lessons.content.reading.statements import Ledger
from tests.browser.test_three_weeks import Device
from tests.browser.walks import SEED, loser_of
from tests.fuzz.running import forget
from tutorial.sittings import going

READ = Path(__file__).parent / "reading"

PAGES = {
    "home-de": "/de/",
    "home-en": "/en/",
    "document-de": "/de/kompakt/",
    "section-de": "/de/kompakt/bedienzwang/",
    "section-en": "/en/kompakt/blatt/",
    "hand-de": "/de/practice/legal-cards/kompakt/1/3/",
    "replay-de": "/de/replays/normalspiel/12/",
    "replay-en": "/en/replays/normalspiel/15/",
    "settings-de": "/de/settings/",
    "judge-de": "/de/judge/?played=HA.HK.D9&tap=H9",
    "game-de": "/de/play/5/?cards=HT",
    "house-new-de": "/de/rules/new/?rules=kompakt,second_dulle_wins=always",
    "differences-de": "/de/differences/cvjm/?mine=kompakt",
}


LESSON = Path(__file__).parent / "lesson"


@pytest.fixture(autouse=True)
def lesson(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every section says the same, so that nobody who mends a sentence of one meets a test here."""
    read, files = course(), Files(CONTENT)
    files.folder = LESSON
    ledger = Ledger(read.statements, read.readings, (), read.examples)
    texts = read_lesson(files, "lesson", "kompakt", ledger).texts
    assert files.problems == []
    for section in read.documents["kompakt"].sections:
        for language, text in texts.items():
            monkeypatch.setitem(section.texts, language, text)
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    for user in ("practice.shown", "course.lesson", "course.differing"):
        monkeypatch.setattr(f"tutorial.{user}.new_seed", lambda: SEED)


def same_as_before(page: Page, name: str) -> None:
    read = page.locator("body").aria_snapshot()
    read = re.sub(r"(attempt=|after=|/sitting/)[\w-]+", r"\1…", read) + "\n"
    path = READ / f"{name}.txt"
    if os.environ.get("WRITE_READING"):
        path.write_text(read, encoding="utf-8")
    assert read == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_reads_as_before(
    live_server: Any, open_page: Callable[..., Page], name: str
) -> None:
    page = open_page()
    page.goto(live_server.url + PAGES[name])
    same_as_before(page, name)


def test_a_round_and_what_is_kept_of_it_read_as_before(
    live_server: Any, open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 10, 12, 18, tzinfo=UTC))
    monkeypatch.setattr(going, "random", SimpleNamespace(SystemRandom=lambda: Random(SEED)))
    learner = Device(open_page(), live_server.url)
    learner.open("path/stiche/")
    while "/sitting/" not in learner.path:
        learner.go_on()
    same_as_before(learner.page, "round-de")
    learner.sit(wrong=(2,))
    same_as_before(learner.page, "round-end-de")
    for name in ("progress", "mine"):
        learner.open(f"{name}/")
        same_as_before(learner.page, f"{name}-de")


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_verdict_reads_as_before(
    live_server: Any, open_page: Callable[..., Page], language: str
) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/{language}/practice/trick-winner/kompakt/1/{SEED}/")
    page.locator(f"button[value={loser_of().name}]").click()
    expect(page.locator("#verdict")).to_be_visible()
    same_as_before(page, f"verdict-{language}")


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("example", ["revoke", "settlement"])
def test_a_judged_record_reads_as_before(
    live_server: Any, open_page: Callable[..., Page], language: str, example: str
) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/{language}/judge/?example={example}")
    page.locator(".judge form button").click()
    expect(page.locator("#verdict")).to_be_visible()
    same_as_before(page, f"judged-{example}-{language}")
