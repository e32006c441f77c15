"""Draw what is no SVG: the pictures of shared links and the icons of a home screen."""

import base64
import struct
import zlib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template import engines
from django.utils.translation import override

from lessons.content.languages import COMPLETE
from lessons.rules.cards import Seat
from lessons.rules.notation import hand_from_text
from tutorial.management.commands.draw_karlchen import large_icon
from tutorial.shared.pictures import HEIGHT, PICTURES, WIDTH

STATIC = Path(settings.BASE_DIR) / "static"
PARTS = Path(settings.BASE_DIR) / "deploy" / "pictures"
SITE = "http://karlchen.invalid"
ICONS = {
    "icon-180.png": (180, 72, 0),
    "icon-192.png": (192, 72, 16),
    "icon-512.png": (512, 72, 16),
    "icon-maskable-512.png": (512, 84, 0),
}
"""Pixels, and how much there is around him, in units of his drawing, with corners so round."""
HANDS = {
    "home": "H10 CQ SQ DJ DA",
    "exercise": "SA CJ SK",
    "lesson": "H10 CQ SQ HQ DQ CJ SJ",
    "replay": "CK CA C9",
    "judge": "DA H10 CQ",
    "own": "CQ SJ DA HA HK C10",
}


FAR = 24
"""Colours that differ by less, of red, green and blue together, become one."""
PIXELS = """async (png) => {
  const image = await createImageBitmap(await (await fetch(`data:;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  let text = "";
  for (let at = 0; at < data.length; at += 9999)
    text += String.fromCharCode(...data.subarray(at, at + 9999));
  return btoa(text);
}"""


class Command(BaseCommand):
    help = "Draw the pictures of shared links and the large icons (./run pictures)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("chromium", help="path of the browser that draws")

    def handle(self, *_args: Any, chromium: str, **_options: Any) -> None:
        from playwright.sync_api import sync_playwright

        if not settings.DEBUG:
            raise CommandError("Pictures are drawn from the files as written: DEBUG=1.")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.route(f"{SITE}/**", _answer)
            for name in _pages():
                page.goto(f"{SITE}/{name}")
                page.evaluate("document.fonts.ready")
                (STATIC / name).parent.mkdir(exist_ok=True)
                (STATIC / name).write_bytes(_light(page))
            for name, (pixels, around, corner) in ICONS.items():
                page.set_viewport_size({"width": pixels, "height": pixels})
                page.set_content(f"<style>*{{margin:0}}</style>{large_icon(around, corner)}")
                page.screenshot(path=STATIC / name, omit_background=True)
            browser.close()


def _answer(route: Any) -> None:
    """A page of a picture, or what it asks for: a file of this house."""
    path = urlsplit(route.request.url).path.removeprefix("/")
    if html := _pages().get(path):
        route.fulfill(body=html, content_type="text/html")
    else:
        route.fulfill(path=Path(settings.BASE_DIR) / path)


def _light(page: Any) -> bytes:
    """What the page shows as a PNG of 256 colours, a third as heavy as of all."""
    pixels = base64.b64decode(page.evaluate(PIXELS, base64.b64encode(page.screenshot()).decode()))
    colours = [pixels[at : at + 3] for at in range(0, len(pixels), 4)]
    palette: list[bytes] = []
    index_of: dict[bytes, int] = {}
    for colour, _count in Counter(colours).most_common():
        away, nearest = min(
            ((_distance(colour, taken), n) for n, taken in enumerate(palette)), default=(999, 0)
        )
        if away > FAR and len(palette) < 256:
            nearest = len(palette)
            palette.append(colour)
        index_of[colour] = nearest
    indices = bytes(index_of[colour] for colour in colours)
    rows = b"".join(b"\0" + indices[at : at + WIDTH] for at in range(0, len(indices), WIDTH))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in (
            (b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)),
            (b"PLTE", b"".join(palette)),
            (b"IDAT", zlib.compress(rows, 9)),
            (b"IEND", b""),
        )
    )


def _distance(one: bytes, other: bytes) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


@cache
def _pages() -> dict[str, str]:
    """HTML by the path of the picture among the static files."""
    template = engines["django"].from_string((PARTS / "picture.html").read_text(encoding="utf-8"))
    pages = {}
    for language in COMPLETE:
        with override(language):
            for picture in PICTURES:
                pages[picture.file(language)] = template.render(
                    {
                        "language": language,
                        "picture": picture,
                        "cards": hand_from_text(HANDS[picture.name]),
                        "own": hand_from_text(HANDS["own"]),
                        "backs": range(5),
                        "all_seats": tuple(Seat),
                    }
                )
    return pages
