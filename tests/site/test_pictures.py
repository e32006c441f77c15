"""What a shared link shows: a picture for every kind of page, its title and where it is."""

import json
import re
import struct
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import LocalePrefixPattern

from tests.site.test_pages import PATHS
from tutorial.management.commands.draw_pictures import HANDS, ICONS
from tutorial.shared.pictures import HEIGHT, HOME, PICTURES, WIDTH, Picture, picture_of

STATIC = Path(settings.BASE_DIR) / "static"
SHOWN_WITH = {
    "": "home",
    "settings/": "home",
    "nowhere/at/all/": "home",
    "practice/": "exercise",
    "practice/trick-winner/kompakt/1/7/": "exercise",
    "path/": "lesson",
    "path/abrechnung/": "lesson",
    "kompakt/": "lesson",
    "kompakt/blatt/": "lesson",
    "replays/": "replay",
    "replays/normalspiel/3/": "replay",
    "judge/": "judge",
    "judge/figures/": "judge",
    "judge/text/": "judge",
    "replays/own/text/": "replay",
}
GENERAL = {"home", "settings", "privacy", "imprint", "offline"}
"""Pages that are shown with the picture of the home page."""
NO_PAGES = {
    "export", "replay-file", "replay-start", "quiz-file", "quiz-table", "club-board", "score-table",
    "night-table", "mfa_login_webauthn",
}  # fmt: skip
"""Files, a way on to the first step, and what a device is to sign."""


def test_every_page_has_a_picture_or_is_known_to_have_the_general_one() -> None:
    names = {
        found.name
        for prefixed in get_resolver().url_patterns
        if isinstance(prefixed, URLResolver) and isinstance(prefixed.pattern, LocalePrefixPattern)
        for found in prefixed.url_patterns
        if isinstance(found, URLPattern)
    }
    assert {name for name in names - NO_PAGES if picture_of(name) == HOME} == GENERAL


def size_of(path: Path) -> tuple[int, int]:
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def said(page: str, name: str) -> str:
    (found,) = re.findall(rf'<meta (?:property|name)="{name}" content="([^"]*)">', page)
    return unescape(found)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("path", "picture"), SHOWN_WITH.items())
def test_a_page_names_the_picture_of_its_kind(
    client: Client, language: str, path: str, picture: str
) -> None:
    page = client.get(f"/{language}/{path}").content.decode()
    file = f"pictures/{picture}-{language}.png"
    assert said(page, "og:image") == f"http://testserver{static(file)}"
    assert said(page, "og:image:alt").endswith(".")
    assert said(page, "og:locale").startswith(f"{language}_")
    assert said(page, "twitter:card") == "summary_large_image"


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_each_picture_is_there_and_light(picture: Picture, language: str) -> None:
    found = finders.find(picture.file(language))
    assert found
    assert size_of(Path(found)) == (WIDTH, HEIGHT) == (1200, 630)
    assert Path(found).stat().st_size <= 60 * 1024


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
def test_a_link_is_titled_as_its_page(client: Client, path: str) -> None:
    page = client.get(f"/de/{path}").content.decode()
    title = unescape(page.partition("<title>")[2].partition("</title>")[0])
    assert said(page, "og:title") == title
    assert re.search(r"^Karlchen – \S|\S – Karlchen$", title)
    assert said(page, "og:description") == said(page, "description")


@pytest.mark.django_db
def test_a_public_site_shows_its_own_address(client: Client) -> None:
    with override_settings(SITE_URL="https://karlchen.example"):
        page = client.get("/de/judge/").content.decode()
    assert said(page, "og:image").startswith("https://karlchen.example/static/pictures/judge-de")


def test_the_manifest_names_icons_that_are_there() -> None:
    manifest = json.loads((STATIC / "karlchen.webmanifest").read_text(encoding="utf-8"))
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["sizes"] for icon in pictures} == {"192x192", "512x512"}
    assert [icon["src"] for icon in pictures if icon.get("purpose") == "maskable"]
    for icon in pictures:
        width, height = size_of(STATIC / icon["src"])
        assert icon["sizes"] == f"{width}x{height}"
    assert (STATIC / "icon.svg").exists()


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_has_its_size(name: str) -> None:
    assert size_of(STATIC / name) == (ICONS[name][0], ICONS[name][0])


def test_every_picture_has_cards_to_show() -> None:
    assert {picture.name for picture in PICTURES} <= HANDS.keys()
