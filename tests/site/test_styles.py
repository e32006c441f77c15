"""The style sheet is joined of its components, each in the file of its name."""

import re
from math import cos, radians, sin
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from fontTools.ttLib import TTFont

from lessons.content.reading import CONTENT
from lessons.exercises.kinds import KINDS
from tests.browser.pages import PAGES
from tests.site.sheets import sheets_missed
from tests.site.test_answers import post, right
from tests.site.test_live import Room, with_one
from tests.site.test_quizzes import begin, made
from tests.site.test_sittings import begun
from tutorial.management.commands.draw_suits import PALETTES
from tutorial.styles import COMPONENTS, SHEETS

NO_COMPONENTS = {
    "tokens", "base", "print", "print-crib", "print-replay",
    "lying", "upright", "alone", "panel", "zones", "front",
}  # fmt: skip
FILES = sorted(COMPONENTS.glob("*.css"))


def test_the_style_sheets_are_all_components_in_the_order_of_layers() -> None:
    sheets = []
    for name in SHEETS:
        found = finders.find(name)
        assert found
        sheets.append(Path(found).read_text(encoding="utf-8"))
    text, *apart = sheets
    assert ".beamer" not in text
    assert ".replay__host" not in text
    assert ".pad__" not in text
    assert text.startswith("@layer reset,base,layout,components,utilities;")
    assert "/*" not in text
    joined = "".join("".join(sheet.split()) for sheet in (text, *apart))
    for path in FILES:
        bare = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert "".join(bare.split()) in joined, path.name
    assert finders.find("css/no-component.css") is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_has_one_declaration_a_line_and_one_component(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 100 or "; " in line] == []
    blocks = {
        block[1]
        for line in lines
        if line.endswith(" {") and "@" not in line
        if (block := re.search(r"\.([a-z]+(?:-[a-z]+)*)", line))
    }
    assert path.stem in NO_COMPONENTS or blocks == {path.stem}


@pytest.mark.django_db
@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_for_the_sheets_of_all_that_is_on_it(client: Client, name: str) -> None:
    """As somebody sees it who has answered something."""
    asked = "/de/practice/trick-winner/kompakt/1/1/?statement=kompakt:trumpfkarten"
    post(client, asked, right(asked))
    assert sheets_missed(client.get(f"/de/{PAGES[name]}").content.decode()) == set()


@pytest.mark.django_db
def test_so_does_an_exercise_in_a_series_a_quiz_and_a_room(client: Client) -> None:
    series = client.get(begun(client)).content.decode()
    assert "turned__one" in series
    quiz = made(client)
    asked = client.get(begin(client, quiz)).content.decode()
    assert "turned__one" in asked
    room = Room(client)
    room.press("next")
    phone = room.join().get(room.phone).content.decode()
    assert "live__head" in phone
    assert [sheets_missed(one) for one in (series, asked, phone)] == [set()] * 3


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["card-order", "find-the-revoke", "compare-rules"])
def test_so_does_every_page_that_shows_a_kind_of_exercise(client: Client, kind: str) -> None:
    live = with_one(client, kind)
    room = f"/de/live/{live.code}"
    pages = [f"{room}/lead/{live.secret}/", f"{room}/screen/", f"{room}/"]
    if not KINDS[kind].compares:
        lead = f"/de/quizzes/{made(client, kinds=[kind]).secret}/"
        pages += [lead, f"{lead}print/"]
    assert {path: sheets_missed(client.get(path).content.decode()) for path in pages} == {
        path: set() for path in pages
    }


@pytest.mark.django_db
def test_a_table_asks_for_the_places_of_its_plates_and_a_beamer_has_its_own(client: Client) -> None:
    """No class is of that sheet alone."""
    replay = f"/de/{PAGES['replay-start']}"
    asked = [
        "/static/zones.css" in client.get(path).content.decode()
        for path in (f"/de/{PAGES['game']}", replay, f"{replay}?view=beamer")
    ]
    assert asked == [True, True, False]


def test_the_font_of_headings_is_small_and_has_their_letters() -> None:
    path = COMPONENTS.parent / "fonts" / "fraunces-700.woff2"
    assert path.stat().st_size <= 12 * 1024
    assert "SIL OPEN FONT LICENSE" in path.with_name("OFL.txt").read_text(encoding="utf-8")
    lines = [
        line
        for text in CONTENT.glob("*/*/*.md")
        for line in text.read_text(encoding="utf-8").splitlines()
        if line.startswith("#")
    ]
    lines += [
        line
        for kind in CONTENT.glob("*/kinds/*.toml")
        for line in kind.read_text(encoding="utf-8").splitlines()
        if line.startswith(("name =", "question ="))
    ]
    assert len(lines) > 200
    used = {*"♣♠♥♦"}.union(*lines) - {"\\"}
    assert used - {*map(chr, TTFont(path).getBestCmap())} == set()


def test_suits_in_sentences_are_told_from_every_ground_of_words() -> None:
    tokens = (COMPONENTS / "tokens.css").read_text(encoding="utf-8")
    for ground in ("paper", "paper-raised", "blame", "praise", "lit"):
        said = re.search(rf"--{ground}: light-dark\(oklch\((.+?)\), oklch\((.+?)\)\)", tokens)
        assert said
        day, night = (_luminance(*map(float, one.split())) for one in said.groups())
        for palette, behind in zip(PALETTES, (day, night) * 2, strict=True):
            for color in palette:
                low, high = sorted((behind, _luminance_of_hex(color)))
                assert (high + 0.05) / (low + 0.05) >= 4.5, (ground, color)


def _luminance(light: float, chroma: float, hue: float) -> float:
    """Of an oklch colour, as WCAG defines it."""
    a, b = (chroma * turn(radians(hue)) for turn in (cos, sin))
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _luminance_of_hex(written: str) -> float:
    parts = [int(written[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
