"""``./run shots``: contact sheets of every kind of page, by width, theme and language.

A page is opened once, pressed as a visitor would, and shot in every width by day and by night.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from lessons.content.languages import COMPLETE
from lessons.exercises.addresses import Address
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from tests.browser.conftest import launch
from tests.browser.pages import PAGES
from tests.browser.test_kinds import RULES, press
from tests.browser.test_served import ROOT, serving
from tests.exercises.soundness import wrong_answers

FOLDER = ROOT / "shots"
SIZES = {360: 740, 768: 1024, 1280: 800}
TILES = {360: (12, 180), 768: (9, 240), 1280: (6, 360)}
"""Columns of a sheet, three of each kind of exercise, and how wide they are."""
THEMES = ("light", "dark")
SCREENS = 3
"""So much of a long page is shown."""
LEVEL, SEED = 2, 5
_UNROLLED = """() => {
  // Else a bar would lie across the page where the screen ended.
  const bars = document.querySelectorAll(".dock, .pad__verdict");
  bars.forEach((bar) => { bar.style.position = "static"; });
  return document.documentElement.scrollHeight;
}"""
SHEET = """<style>body {{ display: grid; grid-template-columns: repeat({columns}, {width}px);
gap: 8px; margin: 8px; background: #777; font: 12px sans-serif }} figure {{ margin: 0 }}
img {{ width: 100% }}</style>{figures}"""


def main() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), log=subprocess.DEVNULL) as (_server, port),
    ):
        work = [*product([port], COMPLETE, ("pages", "kinds"))]
        with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
            for sheets in pool.map(_shoot, *zip(*work, strict=True)):
                sys.stdout.writelines(f"{sheet}\n" for sheet in sheets)


def _shoot(port: int, language: str, part: str) -> list[Path]:
    """The sheets of a part in a language."""
    found = _pages if part == "pages" else _kinds
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(reduced_motion="reduce")
        names = []
        for name in found(page, f"http://127.0.0.1:{port}/{language}/"):
            names.append(name)
            for width, theme in product(SIZES, THEMES):
                path = FOLDER / f"{width}-{theme}-{language}" / f"{name}.jpg"
                _shot(page, width, theme, path, is_whole=part == "pages")
        looks = product(SIZES, THEMES)
        sheets = [
            _sheet(browser, f"{width}-{theme}-{language}", part, names) for width, theme in looks
        ]
        browser.close()
    return sheets


def _pages(page: Page, site: str) -> Iterator[str]:
    for name, path in PAGES.items():
        page.goto(site + path)
        yield name


def _kinds(page: Page, site: str) -> Iterator[str]:
    """Each asked, answered wrong and answered right."""
    for kind in KINDS:
        exercise = exercise_at(Address(kind, RULES[kind], LEVEL, SEED))
        wrong, right = next(wrong_answers(exercise)), exercise.kind.solve(exercise.question)
        for name, answer in (("asked", None), ("wrong", wrong), ("right", right)):
            page.goto(f"{site}practice/{kind}/{RULES[kind]}/{LEVEL}/{SEED}/")
            if answer is not None:
                press(page, exercise, answer)
                page.locator("#verdict").wait_for()
            yield f"{kind}-{name}"


def _shot(page: Page, width: int, theme: str, path: Path, *, is_whole: bool) -> None:
    """A page from its beginning; an exercise as it stands on the screen. Asked of Chromium itself:
    Playwright's own way takes three times as long."""
    session = page.context.new_cdp_session(page)
    size = {"width": width, "height": SIZES[width], "deviceScaleFactor": 1, "mobile": False}
    session.send("Emulation.setDeviceMetricsOverride", size)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    asked: dict[str, Any] = {"format": "jpeg", "quality": 70}
    if is_whole:
        height = min(page.evaluate(_UNROLLED), SCREENS * SIZES[width])
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        asked |= {"clip": clip, "captureBeyondViewport": True}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b64decode(session.send("Page.captureScreenshot", asked)["data"]))
    session.detach()


def _sheet(browser: Browser, look: str, part: str, names: list[str]) -> Path:
    columns, width = TILES[int(look.partition("-")[0])]
    figures = (f'<figure><img src="{look}/{name}.jpg">{name}</figure>' for name in names)
    source = FOLDER / f"{look}-{part}.html"
    source.write_text(SHEET.format(columns=columns, width=width, figures="".join(figures)))
    page = browser.new_page(viewport={"width": columns * (width + 8) + 8, "height": 800})
    page.goto(source.as_uri())
    path = source.with_suffix(".jpg")
    page.screenshot(path=path, type="jpeg", quality=70, full_page=True)
    page.close()
    source.unlink()
    return path
