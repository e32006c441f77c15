"""On a beamer all of an exercise is on the screen, asked and answered, and large enough."""

import random
from collections.abc import Callable
from functools import partial
from itertools import islice, pairwise
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, ViewportSize, expect

from lessons.content.reading import course
from lessons.exercises.addresses import Address
from lessons.exercises.answers import Way
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.replays import steps
from tests.browser.test_kinds import RULES, press
from tests.browser.walks import BESIDE_ITS_GROUND
from tests.exercises.soundness import wrong_answers
from tests.site.test_exercise_pages import posted
from tests.site.test_quizzes import begin, items, made
from tests.site.test_sittings import posted as posted_all
from tests.site.test_sittings import token_at
from tutorial.practice.forms import asks_in_turn
from tutorial.practice.seats import is_by_tricks
from tutorial.quizzes.proposing import kinds_under
from tutorial.sittings.going import exercise_of

SMALL = ViewportSize(width=1024, height=768)
WIDE = ViewportSize(width=1280, height=720)
LARGE = ViewportSize(width=1920, height=1080)
TRICKS = ("card-points", "trick-winner", "legal-cards", "next-card", "who-leads", "special-points")
"""Who ask about one trick, with cards of at least a fifth of the screen."""
FIGURES = ("card-points", "trump-or-plain")
"""Who may ask for a single figure, which is all that lies on the felt."""

LONG = 7
"""By this chance, five answers about calls are of two lines each, under a question of four."""

_BEYOND = """() => [...document.querySelectorAll("main *")].filter((one) => {
  const box = one.getBoundingClientRect();
  return one.checkVisibility() && !one.closest(".sr") && box.width > 1 &&
    (box.top < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
}).map((one) => `${one.tagName} ${one.getAttribute("class")}`)"""
_WAYS_MEET = """() => {
  const more = document.querySelector(".dock__more > summary")?.getBoundingClientRect();
  const next = document.querySelector(".dock__next")?.getBoundingClientRect();
  return more && next && more.right > next.left && more.bottom > next.top;
}"""
_ON_FELT = """() => {
  const felt = document.querySelector(".exercise__table").getBoundingClientRect();
  const isSeen = (one) => one.checkVisibility() && !one.closest(".sr, svg:not(.card)") &&
    getComputedStyle(one).clipPath === "none";
  const seen = [...document.querySelectorAll(".exercise__table *")].filter(isSeen);
  const isWritten = (one) =>
    [...one.childNodes].some((at) => at.nodeType === Node.TEXT_NODE && at.data.trim());
  const written = seen.filter(isWritten);
  const drawn = [...written, ...seen.filter((one) => one.matches(".card, .slip, .bar, .plate"))];
  const boxes = drawn.map((one) => one.getBoundingClientRect());
  const width = Math.max(...boxes.map((b) => b.right)) - Math.min(...boxes.map((b) => b.left));
  const height = Math.max(...boxes.map((b) => b.bottom)) - Math.min(...boxes.map((b) => b.top));
  return {
    letter: Math.min(...written.map((one) => parseFloat(getComputedStyle(one).fontSize)), 99),
    share: (width * height) / (felt.width * felt.height),
    isOut: boxes.some((b) => b.top < felt.top - 1 || b.bottom > felt.bottom + 1),
  };
}"""
_SMALLEST_CARD = """() => Math.min(...[...document.querySelectorAll(".trick .card")].map((one) =>
  parseFloat(getComputedStyle(one).height) / innerHeight))"""
_HIDDEN_ON_FELT = """() => {
  const felt = document.querySelector(".replay__table");
  const box = felt.getBoundingClientRect();
  const all = (classes) => [...felt.querySelectorAll(classes)]
    .filter((one) => one.checkVisibility())
    .map((one) => ({name: one.getAttribute("class"), at: one.getBoundingClientRect()}));
  const drawn = all(".card, .trick__slot, .plate, .tag, .bubble");
  const out = drawn.filter(({at}) => at.top < box.top + felt.clientTop ||
    at.bottom > box.bottom - felt.clientTop || at.left < box.left || at.right > box.right);
  const hand = all(".held--south .card");
  const isUnder = ({at}) => hand.some((card) => at.bottom > card.at.top &&
    at.top < card.at.bottom && at.right > card.at.left && at.left < card.at.right);
  const under = all(".trick :is(.card, .trick__slot, .plate, .tag), .bubble").filter(isUnder);
  return [...out, ...under].map(({name, at}) => `${name} ${at.top} to ${at.bottom}`);
}"""
_SMALLEST_TEXT = """() => Math.min(...[...document.querySelectorAll(
  "#question, .verdict__sentence, .verdict__reason, .dock__task, .dock .button, .choice, .facts," +
  ".badge"
)].map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


def _look(page: Page, kind: str) -> None:
    for size in (SMALL, LARGE):
        page.set_viewport_size(size)
        _fits(page, kind, size)


def _fits(page: Page, kind: str, size: ViewportSize) -> None:
    page.evaluate("document.getAnimations().forEach((move) => move.finish())")
    assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
    assert page.evaluate(_BEYOND) == []
    assert page.evaluate(BESIDE_ITS_GROUND) == []
    assert page.locator(".dock").evaluate("one => one.scrollHeight - one.clientHeight") <= 1
    assert not page.evaluate(_WAYS_MEET)
    felt = page.evaluate(_ON_FELT)
    assert felt["letter"] >= 20
    assert felt["share"] >= (0.25 if kind in FIGURES else 0.45)
    assert not felt["isOut"]
    if kind in TRICKS and page.locator(".trick .card").count():
        assert page.evaluate(_SMALLEST_CARD) >= 0.2
    if page.locator(".open-hand + .open-hand").count():
        assert page.evaluate(_SMALLEST_CARD) >= 0.16
    if size == LARGE:
        assert page.evaluate(_SMALLEST_TEXT) >= 31.8


@pytest.mark.sweep
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_scrolls_on_a_beamer(
    live_server: Any, open_page: Callable[..., Page], kind: str
) -> None:
    page = open_page(viewport=SMALL)
    for level in (1, 2, 3):
        exercise = exercise_at(Address(kind, RULES[kind], level, 5))
        page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/{level}/5/?view=beamer")
        _look(page, kind)
        if exercise.kind.is_stepwise:
            continue
        answer = next(iter(wrong_answers(exercise)))
        if is_by_tricks(exercise):
            press(page, exercise, answer)
        else:
            for field, value in zip(exercise.kind.fields(exercise.question), answer, strict=True):
                if asks_in_turn(exercise):
                    _look(page, kind)
                for text in posted(field, value):
                    _give(page, field.name, field.way, text)
        check = page.locator(".dock .button--main:not([data-next])")
        if check.count():
            check.click()
        expect(page.locator("#verdict")).to_be_focused()
        _look(page, kind)


@pytest.mark.sweep
@pytest.mark.parametrize("kind", kinds_under("kompakt"))
def test_what_was_answered_in_a_quiz_fits_a_beamer(
    live_server: Any, open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """With the right answer on the felt, and every answer that was given beside it."""
    monkeypatch.setattr(random, "SystemRandom", partial(random.Random, LONG))
    quiz = made(Client(), kinds=[kind], number=1, level=2)
    exercise = exercise_of(items(quiz)[0])
    right = exercise.kind.solve(exercise.question)
    for answer in (right, *islice(wrong_answers(exercise), 5)):
        if not exercise.kind.is_stepwise:
            guest = Client()
            url = begin(guest, quiz)
            guest.post(url, posted_all(exercise, answer) | {"token": token_at(guest, url)})
    page = open_page(viewport=SMALL)
    page.goto(f"{live_server.url}/de/quizzes/{quiz.secret}/1/?view=beamer")
    for size in (SMALL, WIDE, LARGE):
        page.set_viewport_size(size)
        assert page.evaluate(_BEYOND) == []
        assert page.evaluate(BESIDE_ITS_GROUND) == []
        assert page.locator(".dock").evaluate("one => one.scrollHeight - one.clientHeight") <= 1
        assert not page.evaluate(_ON_FELT)["isOut"]


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_cards_in_order_have_their_places_in_one_row(
    live_server: Any, open_page: Callable[..., Page], level: int, size: ViewportSize
) -> None:
    page = open_page(viewport=size)
    page.goto(f"{live_server.url}/de/practice/card-order/kompakt/{level}/5/?view=beamer")
    middles = page.evaluate("""() => [".slots__empty", ".hand .card"].map((ones) =>
      [...document.querySelectorAll(ones)].map((one) => one.getBoundingClientRect())
        .map((box) => [Math.round(box.top), Math.round((box.left + box.right) / 2)]))""")
    slots, cards = middles
    assert len({top for top, _middle in slots}) == len({top for top, _middle in cards}) == 1
    assert [middle for _top, middle in slots] == [middle for _top, middle in cards]


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("kind", ["trick-winner", "legal-cards", "next-card", "who-leads"])
def test_why_exactly_is_read_whole_on_a_beamer(
    live_server: Any, open_page: Callable[..., Page], kind: str, size: ViewportSize
) -> None:
    page = open_page(viewport=size)
    exercise = exercise_at(Address(kind, RULES[kind], 3, 5))
    page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/3/5/?view=beamer")
    press(page, exercise, next(iter(wrong_answers(exercise))))
    expect(page.locator("#verdict")).to_be_focused()
    page.locator("#why").click()
    lines = page.locator(".dock__why > p").filter(visible=True)
    assert lines.count()
    for box in map(Locator.bounding_box, lines.all()):
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]
    assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]


@pytest.mark.parametrize("size", [SMALL, WIDE, LARGE], ids=["small", "wide", "large"])
@pytest.mark.parametrize("game", ["abrechnung", "damensolo", "hochzeit", "normalspiel"])
def test_no_step_of_a_game_scrolls_on_a_beamer(
    live_server: Any, open_page: Callable[..., Page], game: str, size: dict[str, int]
) -> None:
    page = open_page(viewport=size)
    last = len(steps(course().replays[game].record)) - 1
    for step in (0, 1, 4, 9, 12, 16, last - 1, last):
        for asked in ("", "&guess=all"):
            page.goto(f"{live_server.url}/de/replays/{game}/{step}/?view=beamer{asked}")
            height = page.evaluate("document.documentElement.scrollHeight")
            assert height <= size["height"], (step, asked)


@pytest.mark.parametrize("size", [SMALL, WIDE, LARGE], ids=["small", "wide", "large"])
@pytest.mark.parametrize(
    ("game", "steps"), [("normalspiel", (1, 4, 8, 12, 16)), ("hochzeit", (2, 4, 9, 14))]
)
def test_all_that_lies_on_the_felt_of_a_game_is_seen(
    live_server: Any,
    open_page: Callable[..., Page],
    game: str,
    steps: tuple[int, ...],
    size: ViewportSize,
) -> None:
    page = open_page(viewport=size)
    for step in steps:
        for hands in ("", "&hands=open"):
            page.goto(f"{live_server.url}/de/replays/{game}/{step}/?view=beamer{hands}")
            page.evaluate("document.getAnimations().forEach((move) => move.finish())")
            assert page.locator(".held--south .card").count()
            assert page.evaluate(_HIDDEN_ON_FELT) == [], (step, hands)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_each_plate_heads_the_column_of_its_seat(
    live_server: Any, open_page: Callable[..., Page], size: ViewportSize
) -> None:
    """All as wide as each other, with the column's middle for their own, and a gap between them."""
    page = open_page(viewport=size)
    for level, seed in ((1, 5), (2, 7), (3, 2)):
        path = f"/de/practice/which-party/kompakt/{level}/{seed}/?view=beamer"
        page.goto(f"{live_server.url}{path}")
        plates, cards = page.evaluate("""() => [
          ".scene__seat > :is(.plate, .choice--seat)", ".laid__one:first-child .card"
        ].map((ones) => [...document.querySelectorAll(ones)].map((one) => {
          const { left, right } = one.getBoundingClientRect();
          return [left, right];
        }).sort((one, other) => one[0] - other[0]))""")
        assert len(plates) == 4
        for (left, right), (card_left, card_right) in zip(plates, cards, strict=True):
            assert abs(left + right - card_left - card_right) <= 4
        for (_left, right), (left, _right) in pairwise(plates):
            assert right + 4 <= left


def _give(page: Page, name: str, way: Way, text: str) -> None:
    """Cards lie over each other, so that a press in their middle may meet the next one."""
    control = page.locator(f'#exercise [name="{name}"]')
    if way is Way.NUMBER:
        control.fill(text)
        return
    one = page.locator(f'#exercise [name="{name}"][value="{text}"]:not([type=hidden])')
    one.dispatch_event("click")
    if way is Way.ORDER:
        expect(one).to_have_count(0)
