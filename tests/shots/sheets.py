"""``./run shots [NAME …]``: contact sheets of every kind of page, by width, theme and language.

A page is opened once, pressed as a visitor would, and shot in every width by day and by night: as
small as on its sheet, or whole where names are asked for (each the beginning of a picture's name).
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import CDPSession, Error, Page, sync_playwright

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
PHONE = 360
SIZES = {PHONE: 740, 768: 1024, 1280: 800}
TILES = {360: (12, 180), 768: (9, 240), 1280: (6, 360)}
"""Columns of a sheet, three of each kind of exercise, and how wide they are."""
THEMES = ("light", "dark")
JPEG = {"format": "jpeg", "quality": 70, "optimizeForSpeed": True}
type Club = tuple[str, str, str]
"""Its path without the language, and the name and value of its trainer's cookie."""
NO_CLUB: Club = ("", "", "")
SCREENS = 2
"""So much of a long page is shown."""
LEVEL, SEED = 2, 5
MISSED = 3
TEN = {MISSED: "ten-missed", 10: "ten-last"}
"""Which of ten are shown."""
STANDING = (*TEN.values(), "game-", "hinted", "replay-guess", "replay-hand", "step")
"""The beginnings of the names of what is seen as it stands on the screen, with its bar in place."""
_ADDRESS = re.compile(r"/practice/([\w-]+)/([\w+,-]+)/(\d)/(\d+)/\?statement=([\w:.-]+)")
# A page is shown from its beginning, not only what of it stands on the screen, as an exercise does.
_UNROLLED = """() => {
  // Else a bar would lie across the page where the screen ended.
  const bars = document.querySelectorAll(".dock, .pad__verdict");
  bars.forEach((bar) => { bar.style.position = "static"; });
  return document.documentElement.scrollHeight;
}"""
SHEET = """<style>body {{ display: grid; grid-template-columns: repeat({columns}, {width}px);
gap: 8px; margin: 8px; background: #777; font: 12px sans-serif }} figure {{ margin: 0 }}
img {{ width: 100% }}</style>{figures}"""


def main(*wanted: str) -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), log=subprocess.DEVNULL) as (_server, port),
        ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool,
    ):
        site = f"http://127.0.0.1:{port}"

        def shoot(parts: Iterable[str], club: Club) -> list[Future[list[Path]]]:
            every = product(parts, COMPLETE)
            return [pool.submit(_shoot, wanted, site, *each, club) for each in every]

        # Pages are only read: what is answered before the club is made would not be kept.
        shooting = shoot(["pages"], NO_CLUB)
        shooting += shoot([part for part in PARTS if part != "pages"], _club_of(data))
        for sheets in shooting:
            sys.stdout.writelines(f"{path}\n" for path in sheets.result())


def _club_of(data: str) -> Club:
    told = subprocess.run(
        ["./run", "seed-club", "12", "1800", "1"],
        cwd=ROOT, env=os.environ | {"DATA_DIR": data}, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    path, cookie = told[-2:]
    name, _, value = cookie.partition("=")
    return path.removeprefix("/de/"), name, value


def _shoot(wanted: tuple[str, ...], site: str, part: str, language: str, club: Club) -> list[Path]:
    """The sheets of a part in a language."""
    with sync_playwright() as playwright:
        # Else a graphics card is imitated, which takes a third longer.
        browser = launch(playwright, "--disable-software-rasterizer")
        page = browser.new_page(reduced_motion="reduce")
        eye = page.context.new_cdp_session(page)
        # What is told scrolls a phone to what it is about: there it is answered.
        _resize(eye, PHONE, SIZES[PHONE])
        names = []
        for name in PARTS[part](page, f"{site}/{language}/", club):
            if not name.startswith(wanted or ""):
                continue
            names.append(name)
            for width, height in SIZES.items():
                if width != PHONE:
                    _resize(eye, width, height)
                    page.evaluate("window.scrollTo(0, 0)")
                scale = 1 if wanted else TILES[width][1] / width
                at = page.evaluate("window.scrollY")
                clip = {"x": 0, "y": at, "width": width, "height": height, "scale": scale}
                asked: dict[str, Any] = JPEG | {"clip": clip}
                if part != "kinds" and not name.startswith(STANDING):
                    clip["height"] = min(page.evaluate(_UNROLLED), SCREENS * height)
                    asked["captureBeyondViewport"] = True
                for theme in THEMES:
                    path = FOLDER / f"{width}-{theme}-{language}" / f"{name}.jpg"
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(_seen(eye, theme, asked))
            _resize(eye, PHONE, SIZES[PHONE])
        sheets = list(_sheets(page, eye, part, language, names)) if names else []
        browser.close()
    return sheets


def _resize(eye: CDPSession, width: int, height: int) -> None:
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    eye.send("Emulation.setDeviceMetricsOverride", size)


def _pages(page: Page, site: str, _club: Club) -> Iterator[str]:
    for name, path in PAGES.items():
        page.goto(site + path)
        yield name


def _kinds(page: Page, site: str, _club: Club) -> Iterator[str]:
    """Each asked, answered wrong and answered right."""
    for kind in KINDS:
        exercise = exercise_at(Address(kind, RULES[kind], LEVEL, SEED))
        wrong, right = next(wrong_answers(exercise)), exercise.kind.solve(exercise.question)
        for name, answer in (("wrong", wrong), ("right", right)):
            page.goto(f"{site}practice/{kind}/{RULES[kind]}/{LEVEL}/{SEED}/")
            if answer is wrong:
                yield f"{kind}-asked"
            press(page, exercise, answer)
            page.locator(".dock__next").wait_for()
            yield f"{kind}-{name}"


def _ten(page: Page, site: str, _club: Club) -> Iterator[str]:
    """Ten exercises one after the other, the third wrong, and what comes after them."""
    page.goto(f"{site}practice/?rules=kompakt")
    page.locator('form[action$="/sittings/"] .button--main').click()
    asked = 0
    while "/end/" not in page.url:
        asked += 1
        kind, rules, level, seed, statement = _ADDRESS.findall(page.content())[0]
        exercise = exercise_at(Address(kind, rules, int(level), int(seed), statement))
        name = TEN.get(asked, "")
        if name:
            yield f"{name}-asked"
        answers = (
            wrong_answers(exercise) if asked == MISSED else [exercise.kind.solve(exercise.question)]
        )
        press(page, exercise, next(iter(answers)))
        page.locator("#verdict").wait_for()
        if name:
            yield f"{name}-told"
        on = page.locator("[data-next]").get_attribute("href") or ""
        page.goto(urljoin(page.url, on.partition("#")[0]))
    yield "ten-end"
    page.goto(site)
    yield "again"


def _rooms(page: Page, site: str, club: Club) -> Iterator[str]:
    """A club as its trainer sees it, and a quiz from its making to its end before a room."""
    path, name, value = club
    page.context.add_cookies([{"name": name, "value": value, "url": site}])
    for name, under in CLUB.items():
        page.goto(f"{site}{path}{under}")
        yield name
    page.goto(f"{site}{path}nights/1/")
    page.locator('main a[href*="/sheets/"]').first.click()
    yield "score-sheet"
    page.locator('main a[href*="/sheets/"][href$="/1/"]').first.click()
    yield "score-game"
    page.goto(f"{site}quizzes/new/?rules=kompakt")
    page.locator("main .button--main").click()
    lead = page.url.partition("#")[0]
    for name, under in QUIZ.items():
        page.goto(lead + under)
        yield name
    page.goto(f"{site}quizzes/new/?rules=kompakt")
    page.locator("[name=kinds][value=trick-winner]").evaluate("box => box.checked = true")
    page.locator("main .button--main").click()
    page.locator('form[action$="/live/"] button').click()
    yield "live-remote-lobby"
    remote = page.url
    phone = remote.partition("lead/")[0]
    page.goto(phone)
    yield "live-door"
    assert page.context.browser
    room = [page, *(page.context.browser.new_context().new_page() for _name in ROOM[1:])]
    for one, name in zip(room, ROOM, strict=True):
        one.goto(phone)
        one.locator("#name").fill(name)
        one.locator("main form button").first.click()
    for do in ("", "next", "close", "spread", "reveal"):
        if do:
            page.goto(remote)
            page.locator(f"#do-{do}").click()
            page.locator(f"#do-{do}").wait_for(state="detached")
            yield f"live-remote-{do}"
        if do == "next":
            _vote(room[1:], VOTES[1:], phone)
        for where, under in (("screen", "screen/"), ("phone", "")):
            page.goto(phone + under)
            yield f"live-{where}-{do or 'lobby'}"
        if do == "next":
            _vote(room[:1], VOTES[:1], phone)
    for one in room[1:]:
        one.context.close()


def _vote(room: list[Page], seats: tuple[int, ...], phone: str) -> None:
    for one, seat in zip(room, seats, strict=True):
        one.goto(phone)
        one.locator("#answer button[name=seat]").nth(seat).click()
        one.locator(".dock__task").filter(has_text=":").wait_for()


PARTS: dict[str, Callable[[Page, str, Club], Iterator[str]]] = {
    "kinds": _kinds,
    "pages": _pages,
    "rooms": _rooms,
    "ten": _ten,
}
"""What takes longest comes first, or others would wait for it in the end."""
CLUB = {
    "club": "",
    "club-member": "member/2/",
    "club-people": "people/",
    "club-homework": "homework/",
    "club-nights": "nights/",
    "club-night-new": "nights/new/",
    "club-night": "nights/1/",
    "club-settings": "settings/",
}
QUIZ = {
    "quiz-lead": "",
    "quiz-settings": "settings/",
    "quiz-own": "own/?asks=choice",
    "quiz-results": "results/",
}


ROOM = ("", "Anna", "Ben", "Carla", "Deniz", "Eva", "Fritz", "Gül")
VOTES = (0, 2, 2, 1, 2, 2, 3, 2)
"""The seats by number that those of the room press; the first is who leads it."""


def _seen(eye: CDPSession, theme: str, asked: dict[str, Any]) -> bytes:
    """A picture; asked of Chromium itself: Playwright's own way takes three times as long."""
    wanted = {"prefers-color-scheme": theme, "prefers-reduced-motion": "reduce"}
    features = [{"name": name, "value": value} for name, value in wanted.items()]
    eye.send("Emulation.setEmulatedMedia", {"features": features})
    try:
        told = eye.send("Page.captureScreenshot", asked)
    except Error:  # "Unable to capture screenshot", once in some thousand
        told = eye.send("Page.captureScreenshot", asked)
    return b64decode(told["data"])


def _sheets(
    page: Page, eye: CDPSession, part: str, language: str, names: list[str]
) -> Iterator[Path]:
    for width, theme in product(SIZES, THEMES):
        look = f"{width}-{theme}-{language}"
        columns, tile = TILES[width]
        figures = (f'<figure><img src="{look}/{name}.jpg">{name}</figure>' for name in names)
        source = FOLDER / f"{look}-{part}.html"
        source.write_text(SHEET.format(columns=columns, width=tile, figures="".join(figures)))
        size = columns * (tile + 8) + 8
        _resize(eye, size, 800)
        page.goto(source.as_uri())
        sheet = source.with_suffix(".jpg")
        height = page.evaluate("document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": size, "height": height, "scale": 1}
        sheet.write_bytes(_seen(eye, theme, JPEG | {"clip": clip, "captureBeyondViewport": True}))
        source.unlink()
        yield sheet
