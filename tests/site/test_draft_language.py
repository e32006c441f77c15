"""A third language is begun with a line, a folder and a file of messages, and nothing else."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lessons.content.languages import COMPLETE, FALLBACK

pytestmark = pytest.mark.sweep

ROOT = Path(__file__).parent.parent.parent
NOT_PASSED_ON = {"DJANGO_SETTINGS_MODULE", "DATABASE_URL", "DEBUG", "SITE_URL", "HOST"}

LINE = 'la = { name = "Latina", draft = true }\n'
PACK = (ROOT / "lessons" / "content" / FALLBACK / "kompakt" / "blatt.md").read_text("utf-8")
FOLDER = {
    "kompakt/blatt.md": PACK.replace("# The pack", "# De foliis", 1),
    "kinds/trick-winner.toml": 'question = "Quis vincit?"\n\n[fields.seat]\nwrong = "{right}!"\n',
    "names.toml": '[parties]\nre = "Re"\n',
}
MESSAGES = """
msgid "Settings"
msgstr "Optiones"

msgid "Screen %(place)s of %(of)s"
msgstr "Pagina %(place)s ex %(of)s"
"""
WRONG = {
    "lessons/content/la/kompakt/blatt.md": ("pack 48}", "pack 50}"),
    "lessons/content/la/kinds/trick-winner.toml": ("{right}", "{victor}"),
    "tutorial/locale/la/LC_MESSAGES/django.po": ("ex %(of)s", "ex %(numero)s"),
}
ASK = """
import json, sys, django
django.setup()
from django.test import Client
def asked(path):
    answer = Client(HTTP_HOST="localhost", HTTP_ACCEPT_LANGUAGE="la, en;q=0.5").get(path)
    return answer.status_code, answer.headers.get("Location", ""), answer.content.decode()
print(json.dumps({path: asked(path) for path in sys.argv[1:]}))
"""


def run(house: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if k not in NOT_PASSED_ON}
    return subprocess.run(
        [sys.executable, *words],
        cwd=house,
        env=clean | {"DATA_DIR": str(house / "data")} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, with Latin begun."""
    folder = tmp_path_factory.mktemp("latin") / "house"
    left_out = shutil.ignore_patterns(".*", "build", "data", "tests", "__pycache__")
    shutil.copytree(ROOT, folder, ignore=left_out)
    content = folder / "lessons" / "content"
    with (content / "languages.toml").open("a", encoding="utf-8") as languages:
        languages.write(LINE)
    for name, text in FOLDER.items():
        write(content / "la" / name, text)
    write(folder / "tutorial" / "locale" / "la" / "LC_MESSAGES" / "django.po", MESSAGES)
    prepared = run(folder, "manage.py", "prepare", "--quiet")
    assert prepared.returncode == 0, prepared.stderr
    return folder


def pages(house: Path, *paths: str, **environment: str) -> dict[str, list[object]]:
    """Status, goal and text of pages, asked for by somebody who prefers Latin to English."""
    django = {"DJANGO_SETTINGS_MODULE": "tutorial.settings"}
    told = run(house, "-c", ASK, *paths, **django, **environment)
    assert told.returncode == 0, told.stderr
    answers: dict[str, list[object]] = json.loads(told.stdout)
    return answers


@pytest.fixture(scope="module")
def served(house: Path) -> dict[str, str]:
    """The text of a few pages."""
    paths = (
        "/la/kompakt/blatt/",
        "/la/kompakt/ablauf/",
        "/la/path/blatt/",
        "/la/practice/trick-winner/kompakt/1/7/",
        "/la/settings/",
        "/la/glossary/",
        "/de/kompakt/blatt/",
    )
    found = pages(house, *paths)
    assert {status for status, _goal, _text in found.values()} == {200}
    return {path: str(text) for path, (_status, _goal, text) in found.items()}


def test_what_it_has_is_said_in_it(served: dict[str, str]) -> None:
    lesson = served["/la/kompakt/blatt/"]
    assert '<html lang="la"' in lesson
    assert "<h1>De foliis</h1>" in lesson
    assert 'class="reading" lang=' not in lesson
    assert ">Optiones</a>" in lesson
    assert "Quis vincit?" in served["/la/practice/trick-winner/kompakt/1/7/"]
    assert "Pagina 1 ex 8" in served["/la/path/blatt/"]


def test_what_it_lacks_is_english_and_whole_lessons_are_marked_so(served: dict[str, str]) -> None:
    lesson = served["/la/kompakt/ablauf/"]
    assert '<h1 lang="en">' in lesson
    assert '<div class="reading" lang="en">' in lesson
    assert "Next section:" in lesson
    assert "Press the card that wins the trick." in served["/la/practice/trick-winner/kompakt/1/7/"]
    assert "#CQ-en" in served["/la/glossary/"]


def test_german_terms_are_marked_in_it(served: dict[str, str]) -> None:
    for lesson in ("/la/kompakt/blatt/", "/la/kompakt/ablauf/"):
        assert '<em lang="de">' in served[lesson]
    assert "<em lang" not in served["/de/kompakt/blatt/"]


def test_nobody_is_led_to_a_draft(house: Path, served: dict[str, str]) -> None:
    draft, complete = served["/la/kompakt/blatt/"], served["/de/kompakt/blatt/"]
    assert '<meta name="robots" content="noindex">' in draft
    assert 'rel="alternate"' not in draft
    assert 'href="/de/kompakt/blatt/" hreflang="de" lang="de" aria-label="Deutsch" ' in draft
    assert 'href="/en/kompakt/blatt/" hreflang="en" lang="en" aria-label="English" ' in draft
    assert "noindex" not in complete
    assert complete.count('rel="alternate"') == len(COMPLETE)
    assert "Latina" not in complete
    assert pages(house, "/")["/"][:2] == [302, "/en/"]


def test_who_works_on_it_is_led_to_it(house: Path) -> None:
    found = pages(house, "/", "/de/kompakt/blatt/", DEBUG="1")
    assert found["/"][:2] == [302, "/la/"]
    page = str(found["/de/kompakt/blatt/"][2])
    assert 'hreflang="en" lang="en" aria-label="English" data-other-language>' in page
    assert 'href="/la/kompakt/blatt/" hreflang="la" lang="la" aria-label="Latina" ' in page


def test_the_check_says_how_far_it_is(house: Path) -> None:
    told = run(house, "manage.py", "verify")
    assert told.returncode == 0, told.stderr
    assert "la: draft, 4 of 1," in told.stdout + told.stderr
    listed = run(house, "manage.py", "messages", "--missing").stdout
    assert "la: draft, 2 of " in listed
    assert "missing: la/kompakt/ablauf.md" in listed
    assert "missing: la/kinds/trick-winner.toml: task" in listed
    assert "la/kompakt/blatt.md" not in listed


def test_what_is_there_must_be_right(house: Path, tmp_path: Path) -> None:
    spoiled = tmp_path / "house"
    shutil.copytree(house, spoiled)
    for name, (stands, put) in WRONG.items():
        file = spoiled / name
        file.write_text(file.read_text("utf-8").replace(stands, put), encoding="utf-8")
    told = run(spoiled, "manage.py", "check")
    assert told.returncode == 1
    assert "la/kompakt/blatt.md:4: {claim kompakt:blatt pack 50}: the rules say 48" in told.stderr
    assert "claim of the other language is missing: kompakt:blatt pack 48" in told.stderr
    assert "la/kinds/trick-winner.toml:4: wrong: nothing is called 'victor'" in told.stderr
    assert re.search(r"locale/la/LC_MESSAGES/django\.po:\d+: .*'numero'", told.stderr)
    assert "identified 4 issues" in told.stderr
