"""What ./run calls: prepare, verify, messages, the drawing of the cards."""

import gzip
import io
import shutil
import socket
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.test import override_settings

from lessons.content import reading
from lessons.exercises import kinds
from tutorial import messages
from tutorial.checks import kinds_are_listed
from tutorial.management.commands.draw_cards import sprite
from tutorial.management.commands.draw_karlchen import DRAWINGS
from tutorial.management.commands.verify import _broken_templates


@pytest.fixture
def spoiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The content with one claim that is not so."""
    folder = tmp_path / "content"
    shutil.copytree(reading.CONTENT, folder)
    lesson = folder / "de" / "kompakt" / "blatt.md"
    lesson.write_text(lesson.read_text(encoding="utf-8").replace("pack 48}", "pack 52}"))
    monkeypatch.setattr(reading, "CONTENT", folder)
    reading.course.cache_clear()
    yield
    monkeypatch.undo()
    reading.course.cache_clear()


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.usefixtures("spoiled")
def test_nothing_is_served_while_the_content_is_wrong() -> None:
    with pytest.raises(CommandError, match=r"de/kompakt/blatt\.md:4: .*the rules say 48, not 52"):
        call_command("prepare", quiet=True)
    with pytest.raises(SystemCheckError, match=r"de/kompakt/blatt\.md:4"):
        call_command("check")


@pytest.mark.django_db
def test_prepare_says_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("PORT", str(port))
    monkeypatch.delenv("HOST", raising=False)
    said = io.StringIO()
    call_command("prepare", stdout=said)
    assert said.getvalue() == f"Karlchen: http://127.0.0.1:{port}/\n"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("host", "port", "reason"),
    [
        ("127.0.0.1", "eighty", "PORT"),
        ("127.0.0.1", "70000", "PORT"),
        ("no such", "8000", "HOST"),
        ("*", "8000", "HOST"),
    ],
)
def test_prepare_refuses_an_address_that_is_none(
    monkeypatch: pytest.MonkeyPatch, host: str, port: str, reason: str
) -> None:
    monkeypatch.setenv("HOST", host)
    monkeypatch.setenv("PORT", port)
    with pytest.raises(CommandError, match=reason):
        call_command("prepare")


@pytest.mark.django_db
def test_prepare_refuses_a_port_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setenv("HOST", "127.0.0.1")
        monkeypatch.setenv("PORT", str(taken.getsockname()[1]))
        with pytest.raises(CommandError, match="Cannot listen"):
            call_command("prepare")


def test_every_message_is_there_in_german() -> None:
    assert messages.wrong() == []
    assert len(messages.extracted()) > 50


def test_a_message_without_german_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        messages, "_sources", lambda: [("new.py", '_("Something new")\npgettext("card", "odd")')]
    )
    found = messages.wrong()
    assert "de: no words for 'Something new'" in found
    assert "de: no words for 'odd'" in found
    assert "de: words for 'Settings', which nothing says" in found


def test_the_drawn_cards_are_those_in_the_repository() -> None:
    drawn = (Path(settings.BASE_DIR) / "static" / "cards.svg").read_text(encoding="utf-8")
    assert drawn == sprite()
    assert len(gzip.compress(drawn.encode())) <= 6 * 1024


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_karlchen_as_drawn_is_in_the_repository_and_light(name: str) -> None:
    drawn = (Path(settings.BASE_DIR) / "static" / name).read_text(encoding="utf-8")
    assert drawn == DRAWINGS[name]()
    assert len(gzip.compress(drawn.encode())) <= 2 * 1024


def test_a_broken_template_is_found(tmp_path: Path) -> None:
    assert _broken_templates() == []
    (tmp_path / "templates").mkdir()
    wrong = {
        "a.html": ("{% nonsense %}", "Invalid block tag on line 1: 'nonsense'"),
        "b.html": ('{% if x %}{% url "nowhere" %}{% endif %}', "no address is called 'nowhere'"),
        "c.html": ('{% include "missing.html" %}', "missing.html"),
        "d.html": ('{% partialdef p %}{% url "gone" %}{% endpartialdef %}', "'gone'"),
        "e.html": ('{% include "d.html#q" %}', "q"),
    }
    for name, (text, _told) in wrong.items():
        (tmp_path / "templates" / name).write_text(text)
    spoiled = settings.TEMPLATES[0] | {"DIRS": [tmp_path / "templates"]}
    with override_settings(BASE_DIR=tmp_path, TEMPLATES=[spoiled]):
        broken = _broken_templates()
    assert len(broken) == len(wrong)
    for line, (name, (_text, told)) in zip(broken, wrong.items(), strict=True):
        assert line.startswith(f"templates/{name}: ")
        assert told in line


def test_a_kind_that_is_not_listed_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tricks_won.py").touch()
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
    (found,) = kinds_are_listed()
    assert found.msg == "lessons/exercises/kinds/tricks_won.py is not in KINDS"
