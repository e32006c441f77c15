"""The table stands still: what is pressed is in sight, and an answer moves nothing that is."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from lessons.exercises.addresses import Address
from lessons.exercises.answers import Way
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from tests.browser.test_kinds import RULES, fill, press
from tests.browser.walks import BESIDE_ITS_GROUND, unfold
from tests.exercises.soundness import wrong_answers
from tutorial.practice.forms import lies_in_dock

PHONE = ViewportSize(width=360, height=740)
LAPTOP = ViewportSize(width=1280, height=800)
TABLET = {"width": 768, "height": 1024}
LYING = {"width": 740, "height": 360}
SEED = 5
MOST_CONTROLS = 12
"""Beside the form's own and those that turn over what is asked about."""

_WATCH = """() => {
  window.inSight = () => {
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const covered = (box) =>
    box.left < dock.right && box.right > dock.left && box.bottom > dock.top;
  // Where it is laid out: what rises when it is pressed has not moved.
  const laid = (one) => {
    const animated = one.getAnimations({ subtree: false });
    animated.forEach((move) => move.finish());
    let [x, y] = [-scrollX, -scrollY];
    let at = one instanceof HTMLElement ? one : one.parentElement;
    for (; at; at = at.offsetParent) { x += at.offsetLeft; y += at.offsetTop; }
    return [Math.round(x), Math.round(y)];
  };
  const found = {};
  const counted = {};
  // Of hands that lie one beneath the other the one in question is turned up: they have one place.
  const hand = document.querySelector(".whose")?.checkVisibility() ? ":not(.open-hand *)" : "";
  const things = `:is(.card, .plate, .bubble, .facts, .choice, .whose)${hand}`;
  for (const one of document.querySelectorAll(`#question, .exercise__table ${things}`)) {
    const name = one.querySelector(":scope > use")?.href.baseVal || one.className;
    const kind = one.matches(".choice") ? "choice" : name;
    counted[kind] = (counted[kind] || 0) + 1;
    const box = one.getBoundingClientRect();
    const isIn = box.top >= 0 && box.bottom <= innerHeight && box.height > 1 && !covered(box);
    const size = one.matches("#question") ? parseFloat(getComputedStyle(one).fontSize) : 0;
    found[`${kind} ${counted[kind]}`] = { at: [...laid(one), size], isIn };
  }
  return found;
  };
  // As it was when the answer left: to press what lies further down one scrolls.
  const look = () => { window.before = window.inSight(); };
  document.addEventListener("htmx:beforeRequest", look);
}"""
_COVERED = """() => {
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const marks = ".tag, .choice:is([class*=legal], [class*=missing], [class*=wrong]), "
    + "[class*=hand__card--], [class*=ask__figure--], .slip__entry";
  // What is marked in a hand further down is shown above the verdict as well.
  const proof = document.querySelector(".dock .proof");
  const shown = proof?.checkVisibility() && proof.querySelector("[class*=hand__card--]");
  let marked = [...document.querySelectorAll(`.exercise__table :is(${marks})`)]
    .filter((one) => !(shown && one.closest(".open-hand")));
  // Of a game worked out line by line the first mistake.
  const wrong = marked.filter((one) => one.closest("ol.slip") && one.querySelector("s"));
  if (wrong.length) marked = wrong.slice(0, 1);
  return [marked.length, marked.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top < 0 || box.bottom > dock.top;
  }).map((one) => `${one.className}: ${one.textContent}`.replace(/\\s+/g, " "))];
}"""
_OUT_OF_SIGHT = """() => {
  const dock = document.querySelector(".dock").getBoundingClientRect();
  return [...document.querySelectorAll("#answer :is(.choice, .ask__figure)")].filter((one) => {
    const box = one.getBoundingClientRect();
    const isOver = box.right > dock.left && !one.closest(".dock");
    return box.top < 0 || box.bottom > (isOver ? dock.top : innerHeight);
  }).map((one) => one.textContent.trim() || one.name);
}"""
_CUT = """() => {
  const dock = document.querySelector(".dock").getBoundingClientRect();
  return [...document.querySelectorAll(".exercise__table .choice")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.right > dock.left && box.top < dock.top - 1 && box.bottom > dock.top + 1;
  }).map((one) => one.textContent.trim());
}"""
_HIDDEN_BY_DOCK = """() => {
  const dock = document.querySelector(".dock--parts");
  const drawn = document.querySelectorAll(".exercise__table :is(.card, .bubble, .plate)");
  const hides = (one) => one.getBoundingClientRect().bottom > dock.getBoundingClientRect().top;
  return dock ? [...drawn].filter(hides).map((one) => one.textContent) : [];
}"""
"""Of what several things are asked of in the dock, which is high."""
_CUT_SHORT = """() => [...document.querySelectorAll(".verdict :is(h3, p)")].filter((one) =>
  one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflow !== "visible"
).map((one) => one.textContent)"""
_TOO_LONG_FOR_ITS_SIGN = """() => [...document.querySelectorAll(
  ".told__sign, .choice__sign"
)].filter((one) => {
  const words = [...one.childNodes].filter((at) => !at.classList?.contains("sr"));
  const boxes = words.map((at) => {
    const range = document.createRange();
    range.selectNodeContents(at);
    return range.getBoundingClientRect();
  }).filter((box) => box.width > 1);
  const own = one.getBoundingClientRect();
  return own.left < 0 || own.right > innerWidth
    || boxes.some((box) => box.right > own.right + 1 || box.left < own.left - 1);
}).map((one) => one.textContent.trim())"""
_CARDS_OUT_OF_SIGHT = """() => {
  const { top } = document.querySelector(".dock").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".exercise__table .card")]
    .map((one) => one.getBoundingClientRect());
  return boxes.filter((box) => box.top < 0 || box.bottom > top).length;
}"""
_COVERED_BY_DOCK = """() => {
  const { top } = document.querySelector(".dock").getBoundingClientRect();
  const things = ".card, .choice, .plate, .bubble, .ask__figure";
  return [...document.querySelectorAll(`.exercise__table :is(${things})`)]
    .filter((one) => one.getBoundingClientRect().bottom > top + 1)
    .map((one) => one.textContent.trim());
}"""
_CONTROLS = """() => [...document.querySelectorAll("a, button, summary, input")].filter((one) =>
  one.checkVisibility() && !one.matches(".skip") && one.type !== "hidden" &&
  !one.closest("[id^=answer], .whose, .choice") &&
  !(one.form?.id === "answer" && one.type === "submit" && !one.name)
).length"""


@pytest.mark.parametrize(
    "viewport",
    [
        pytest.param(PHONE, id="phone"),
        pytest.param(TABLET, id="tablet", marks=pytest.mark.sweep),
        pytest.param(LAPTOP, id="laptop", marks=pytest.mark.sweep),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_the_table_stands_still(
    live_server: Any, open_page: Callable[..., Page], kind: str, viewport: dict[str, int]
) -> None:
    """What is said of a wrong answer takes more room than of a right one."""
    page = open_page(viewport=viewport)
    found: list[str] = []
    asked = [(1, False), (2, True), (3, False)] if viewport is PHONE else [(2, False)]
    for level, is_right in asked:
        exercise = exercise_at(Address(kind, RULES[kind], level, SEED))
        right = exercise.kind.solve(exercise.question)
        answer = right if is_right else next(iter(wrong_answers(exercise)))
        page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/{level}/{SEED}/")
        button = page.locator(".dock .button--main, #answer button").first
        expect(button).to_be_in_viewport(ratio=0.9)
        found += _too_many(page, f"level {level}, asked")
        hidden = page.evaluate(_OUT_OF_SIGHT)
        found += [f"level {level}, to be pressed, but out of sight: {one}" for one in hidden]
        if viewport is PHONE:
            found += [f"level {level}, hidden: {one}" for one in page.evaluate(_HIDDEN_BY_DOCK)]
        page.evaluate(_WATCH)
        press(page, exercise, answer)
        expect(page.locator("#verdict")).to_be_focused()
        expect(page.locator("#verdict")).to_be_in_viewport()
        expect(page.locator(".dock [data-next]")).to_be_in_viewport(ratio=0.9)
        found += _too_many(page, f"level {level}, answered")
        found += [f"level {level}, cut by the verdict: {one}" for one in page.evaluate(_CUT)]
        found += [f"not in its sign: {one}" for one in page.evaluate(_TOO_LONG_FOR_ITS_SIGN)]
        if level == 2 and viewport is PHONE:
            marked, covered = page.evaluate(_COVERED)
            assert marked or lies_in_dock(exercise)
            found += [f"level 2, covered: {one}" for one in covered]
            found += [f"cut short: {one}" for one in page.evaluate(_CUT_SHORT)]
        before, after = page.evaluate("[window.before, window.inSight()]")
        found += [
            f"level {level}, {'right' if is_right else 'wrong'}: {name} {was['at']} → "
            f"{after[name]['at'] if name in after else 'gone'}"
            for name, was in before.items()
            if was["isIn"] and (name not in after or after[name]["at"] != was["at"])
        ]
        if viewport is PHONE:
            unfold(page)
            expect(page.locator(".dock [data-next]")).to_be_in_viewport(ratio=0.9)
            expect(page.locator(".dock summary")).to_be_in_viewport(ratio=0.9)
            height = page.locator(".dock").evaluate("dock => dock.offsetHeight")
            assert height <= PHONE["height"] / 2
            marked, covered = page.evaluate(_COVERED)
            if marked and marked == len(covered):
                found.append(f"level {level}, unfolded, all is covered: {covered}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("script", [True, False])
def test_a_step_is_written_in_its_line_and_that_is_in_sight(
    live_server: Any, open_page: Callable[..., Page], script: bool
) -> None:
    page = open_page(viewport=PHONE, java_script_enabled=script)
    exercise = exercise_at(Address("score-game", "cvjm", 2, SEED))
    page.goto(f"{live_server.url}/de/practice/score-game/cvjm/2/{SEED}/")
    answer = exercise.kind.solve(exercise.question)
    fields = exercise.kind.fields(exercise.question)
    for number, (field, value) in enumerate(zip(fields, answer, strict=True)):
        expect(page.locator(".slip__entry")).to_have_count(number)
        page.wait_for_load_state()  # without scripts each step is a page: laid out, with its sheets
        controls = page.locator(".slip__line--now #answer :is(.choice, .ask__figure)")
        assert page.locator("#answer :is(.choice, .ask__figure)").count() == controls.count() > 0
        assert page.evaluate(_OUT_OF_SIGHT) == []
        fill(page, field, value, is_pressed=True)
        if field.way is not Way.ONE:
            page.locator(".dock .button--main").click()
    expect(page.locator("#verdict")).to_be_in_viewport()


@pytest.mark.parametrize("kind", ["trick-winner", "legal-cards", "special-points"])
def test_beside_the_table_the_way_on_follows_what_is_read(
    live_server: Any, open_page: Callable[..., Page], kind: str
) -> None:
    """On a laptop, whose dock is as high as the table: Karlchen stands at its foot, and the exact
    reasons are read without a press."""
    page = open_page(viewport=LAPTOP)
    exercise = exercise_at(Address(kind, RULES[kind], 2, SEED))
    page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/2/{SEED}/")
    table, _top = _ends(page, ".exercise__table")
    assert abs(table - _ends(page, "#said")[0]) <= 1
    assert 0 <= table - _ends(page, "#said > .onlooker")[0] <= 4
    read, _top = _ends(page, "#said > :is(.dock__task, .form)")
    assert 0 <= _ends(page, ".dock__ways")[1] - read <= 32
    press(page, exercise, exercise.kind.solve(exercise.question))
    expect(page.locator(".onlooker--said")).to_be_visible()
    # A stop for the keyboard only where there is something to be read.
    why = page.locator(".dock__why")
    expect(why).to_be_visible(visible=bool(why.locator("> p").count()))
    expect(page.locator(".sources")).to_be_hidden()
    expect(page.locator(".verdict__reason")).to_be_visible()
    reasons = ".verdict__reason, .dock__why > :not(.sources, .dock__others)"
    read = max(one[0] for one in _ends_of_all(page, reasons))
    next_foot, next_top = _ends(page, ".dock__next")
    assert 0 <= next_top - read <= 48
    assert next_foot < _ends(page, ".dock__read")[0] <= _ends(page, ".onlooker")[1]
    assert 0 <= table - _ends(page, ".onlooker")[0] <= 4
    assert _ends(page, ".exercise__table")[0] == table


def _ends(page: Page, name: str) -> tuple[float, float]:
    """The last one's foot and top."""
    return _ends_of_all(page, name)[-1]


def _ends_of_all(page: Page, name: str) -> list[tuple[float, float]]:
    """Of all that are drawn."""
    found = page.locator(name).evaluate_all(
        """all => all.filter((one) => one.checkVisibility()).map((one) => {
          const box = one.getBoundingClientRect();
          return [box.bottom, box.top];
        })"""
    )
    return [(foot, top) for foot, top in found]


def test_beside_the_table_what_is_wrong_is_told_whole(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    """On a laptop with the paragraphs, which are links once more is asked for."""
    page = open_page(viewport=LAPTOP)
    exercise = exercise_at(Address("reservations", RULES["reservations"], 2, SEED))
    page.goto(f"{live_server.url}/de/practice/reservations/{RULES['reservations']}/2/{SEED}/")
    press(page, exercise, next(iter(wrong_answers(exercise))))
    expect(page.locator(".sources li").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".sources__where").first).to_be_visible()
    links = page.locator(".sources a, .dock__others :is(a, button)")
    expect(links.filter(visible=True)).to_have_count(0)
    page.locator(".dock__more > summary").press("Enter")
    expect(links.filter(visible=True)).to_have_count(links.count())
    expect(page.locator(".sources__where").first).to_be_hidden()


def _too_many(page: Page, where: str) -> list[str]:
    number = page.evaluate(_CONTROLS)
    return [f"{where}: {number} controls"] if number > MOST_CONTROLS else []


def test_without_scripts_table_and_verdict_are_in_sight_together(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport=PHONE, java_script_enabled=False)
    page.goto(f"{live_server.url}/de/practice/trick-winner/royal/2/{SEED}/")
    page.locator("main button[name=seat]").first.click()
    expect(page.locator("#verdict")).to_be_in_viewport(ratio=1)
    expect(page.locator("#question")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    "kind",
    ["special-points", "reservations", "poverty-exchange", "may-throw-in", "compare-rules"],
)
def test_on_a_small_phone_nothing_of_the_table_is_under_the_dock(
    live_server: Any, open_page: Callable[..., Page], kind: str
) -> None:
    """What is asked in parts takes more room than there is: then it follows the table."""
    page = open_page(viewport={"width": 320, "height": 640})
    for level in (1, 2, 3):
        page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/{level}/{SEED}/")
        assert page.evaluate(_COVERED_BY_DOCK) == []


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("size", [(360, 740), (320, 640)])
def test_what_unfolds_is_read_with_the_keys(
    live_server: Any, open_page: Callable[..., Page], size: tuple[int, int], scripts: bool
) -> None:
    """Beside the way on, which stays where it is."""
    width, height = size
    page = open_page(viewport={"width": width, "height": height}, java_script_enabled=scripts)
    page.goto(f"{live_server.url}/de/practice/trick-winner/royal/2/{SEED}/")
    page.locator("main button[name=seat]").first.click()
    onward = page.locator(".dock [data-next]")
    page.locator(".dock summary").focus()
    page.keyboard.press("Enter")
    expect(onward).to_be_in_viewport(ratio=1)
    page.keyboard.press("Tab")
    for _ in range(4):
        page.keyboard.press("PageDown")
    expect(page.locator(".dock__others")).to_be_in_viewport()
    dock = page.locator(".dock").bounding_box()
    assert dock is not None
    assert dock["height"] <= height / 2
    expect(onward).to_be_in_viewport(ratio=1)


def test_the_home_page_shows_trick_and_verdict_together(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport=PHONE)
    page.goto(f"{live_server.url}/de/")
    page.locator("main button[name=seat]").first.click()
    expect(page.locator("#verdict")).to_be_in_viewport(ratio=1)
    marked, covered = page.evaluate(_COVERED)
    assert marked
    assert not covered
    assert not page.evaluate(_CARDS_OUT_OF_SIGHT)


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1280, 800)])
@pytest.mark.parametrize("language", ["de", "en"])
def test_no_name_is_longer_than_what_it_stands_on(
    live_server: Any, open_page: Callable[..., Page], language: str, size: tuple[int, int]
) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    found = []
    for kind in KINDS:
        for level in (1, 2):
            page.goto(f"{live_server.url}/{language}/practice/{kind}/{RULES[kind]}/{level}/3/")
            found += [f"{kind} {level}: {one}" for one in page.evaluate(BESIDE_ITS_GROUND)]
    assert not found


@pytest.mark.parametrize("kind", ["legal-cards", "next-card"])
def test_on_a_lying_phone_a_hand_beneath_a_trick_is_in_sight(
    live_server: Any, open_page: Callable[..., Page], kind: str
) -> None:
    page = open_page(viewport={"width": 740, "height": 360})
    for level in (1, 2, 3):
        page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/{level}/3/")
        low = page.evaluate("""() => Math.max(...[...document.querySelectorAll(".hand .card")]
          .map((card) => card.getBoundingClientRect().bottom))""")
        assert low <= 360


_BELOW = """() => [...document.querySelectorAll(
  "#answer :is(.choice, .hand__card), .dock .button, button.trick__card, .scene .plate, " +
  ".trick:not(.trick--row) .plate"
)].filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === "none" &&
  one.getBoundingClientRect().bottom > innerHeight).map((one) => one.textContent.trim())"""


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if not KINDS[kind].is_stepwise and kind != "find-the-revoke"]
)
def test_on_a_lying_phone_all_that_is_pressed_is_in_sight(
    live_server: Any, open_page: Callable[..., Page], kind: str
) -> None:
    """Beside the felt, or on it, without scrolling; but for cards of trick after trick."""
    page = open_page(viewport=LYING)
    for level in (1, 2, 3):
        path = f"/de/practice/{kind}/{RULES[kind]}/{level}/{SEED}/"
        page.goto(f"{live_server.url}{path}")
        assert page.evaluate(_BELOW) == [], level


@pytest.mark.parametrize("language", ["de", "en"])
def test_on_a_lying_phone_the_trick_of_the_home_page_is_whole(
    live_server: Any, open_page: Callable[..., Page], language: str
) -> None:
    page = open_page(viewport=LYING)
    for _ in range(5):
        page.goto(f"{live_server.url}/{language}/")
        assert page.locator("main .trick__card").count() == 4
        assert page.evaluate(_BELOW) == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_on_a_phone_the_name_stands_apart_from_the_ways(
    live_server: Any, open_page: Callable[..., Page], language: str
) -> None:
    page = open_page(viewport=PHONE)
    page.goto(f"{live_server.url}/{language}/practice/")
    gap, lines = page.evaluate("""() => {
      const name = document.querySelector(".masthead__name").getBoundingClientRect();
      const ways = [...document.querySelectorAll(".masthead__nav a")]
        .map((one) => one.getBoundingClientRect())
        .filter((one) => one.width);
      return [ways[0].left - name.right, new Set(ways.map((one) => Math.round(one.top))).size];
    }""")
    assert gap >= 8
    assert lines == 1


def test_on_a_phone_a_hand_beneath_tricks_is_above_the_bar(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport=PHONE)
    for seed in (3, 12, 15):
        page.goto(f"{live_server.url}/de/practice/which-party/kompakt/3/{seed}/")
        assert page.evaluate(_CARDS_OUT_OF_SIGHT) == 0, seed


def test_figures_to_be_added_stand_in_one_line(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport=PHONE)
    page.goto(f"{live_server.url}/de/practice/score-game/royal/2/14/")
    assert page.locator(".scene .bubble").count()
    tops = page.evaluate("""() => [...document.querySelectorAll(".scene__figure b")]
      .map((one) => Math.round(one.getBoundingClientRect().top))""")
    assert len(tops) == 4
    assert len({*tops}) == 1


def test_after_a_wrong_order_each_card_says_its_right_place(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport=PHONE)
    exercise = exercise_at(Address("card-order", "kompakt", 3, 9))
    page.goto(f"{live_server.url}/de/practice/card-order/kompakt/3/9/")
    press(page, exercise, next(iter(wrong_answers(exercise))))
    expect(page.locator("#verdict")).to_be_focused()
    (field,) = exercise.kind.fields(exercise.question)
    (right,) = exercise.kind.solve(exercise.question)
    assert isinstance(right, tuple)
    seen = page.evaluate("""() => {
      const over = document.querySelectorAll(".slots__over > span");
      return [...document.querySelectorAll(".slots__one")].map((one, n) =>
        (over[n].querySelector("use") || one.querySelector(":scope > .card > use")).href.baseVal);
    }""")
    assert [one.partition("#")[2][:2] for one in seen] == [card.name for card in right]
    marks = page.locator(".exercise__table .hand > li > .sr").all_inner_texts()
    assert [int("".join(filter(str.isdigit, one))) for one in marks] == [
        right.index(card) + 1 for card in field.options
    ]


_OUT_OF_FELT = """() => {
  const felt = document.querySelector(".exercise__table").getBoundingClientRect();
  return [...document.querySelectorAll(".exercise__table :is(.card, .plate)")].filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return one.checkVisibility() && (left < felt.left - 1 || right > felt.right + 1);
  }).length;
}"""


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not KINDS[kind].compares])
@pytest.mark.parametrize("size", [(740, 360), (844, 390), (932, 430), (960, 700), (1024, 768)])
def test_nothing_leaves_the_felt_beside_a_bar(
    live_server: Any, open_page: Callable[..., Page], kind: str, size: tuple[int, int]
) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    for level, seed in ((1, 5), (2, 3), (2, 5), (3, 3)):
        page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/{level}/{seed}/")
        assert page.evaluate(_OUT_OF_FELT) == 0


@pytest.mark.parametrize("kind", ["legal-cards", "card-points", "trump-or-plain"])
def test_keys_that_come_to_the_bar_scroll_nothing(
    live_server: Any, open_page: Callable[..., Page], kind: str
) -> None:
    page = open_page(viewport=PHONE)
    page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/2/{SEED}/")
    page.locator(".dock .button--main").focus()
    assert page.evaluate("scrollY") == 0


def test_on_a_phone_the_seats_in_question_are_in_sight_above_the_bar(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    """What each has said decides: it is not to lie under what is pressed."""
    page = open_page(viewport=PHONE)
    found = []
    for seed in range(1, 9):
        for level in (1, 2):
            page.goto(f"{live_server.url}/de/practice/reservations/cvjm/{level}/{seed}/")
            hidden = page.evaluate(_HIDDEN_BY_DOCK)
            found += [f"level {level}, exercise {seed}: {one.split()}" for one in hidden]
    assert not found


def test_on_a_phone_no_plate_of_a_row_lies_over_the_next(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport=PHONE)
    for kind in ("special-points", "marriage-partner", "find-the-revoke"):
        page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/2/6/")
        boxes = page.evaluate("""() => [...document.querySelectorAll(
          ".exercise__table :is(.plate, .choice--seat)"
        )].filter((one) => getComputedStyle(one).clipPath === "none")
          .map((one) => one.getBoundingClientRect().toJSON())""")
        for one in boxes:
            for other in boxes:
                assert (
                    one == other
                    or one["right"] <= other["left"] + 1
                    or other["right"] <= one["left"] + 1
                    or one["bottom"] <= other["top"] + 1
                    or other["bottom"] <= one["top"] + 1
                ), kind


def test_after_an_answer_the_bar_of_card_points_says_who_has_won(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport=PHONE)
    exercise = exercise_at(Address("who-won", "cvjm", 2, SEED))
    page.goto(f"{live_server.url}/de/practice/who-won/cvjm/2/{SEED}/")
    assert page.locator(".bar__mark").count() == 0
    press(page, exercise, next(iter(wrong_answers(exercise))))
    expect(page.locator(".bar__mark")).to_have_text(["✗", "✓"])


@pytest.mark.parametrize("kind", ["find-the-revoke", "marriage-partner"])
def test_a_mark_in_a_row_lies_over_no_more_than_a_corner_of_its_card(
    live_server: Any, open_page: Callable[..., Page], kind: str
) -> None:
    page = open_page(viewport=PHONE)
    exercise = exercise_at(Address(kind, RULES[kind], 2, SEED))
    page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/2/{SEED}/")
    press(page, exercise, next(iter(wrong_answers(exercise))))
    tags = page.locator(".trick--row .tag")
    expect(tags.first).to_be_visible()
    for box in tags.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())"):
        assert box["width"] <= 24
        assert box["height"] <= 24


@pytest.mark.parametrize(
    "path",
    [
        "de/",
        "en/",
        "de/practice/compare-rules/kompakt+royal/2/7/",
        "de/practice/who-leads/cvjm/2/5/",
    ],
)
def test_on_a_phone_what_is_pressed_and_every_plate_is_above_the_bar(
    live_server: Any, open_page: Callable[..., Page], path: str
) -> None:
    page = open_page(viewport=PHONE)
    page.goto(f"{live_server.url}/{path}")
    hidden = page.evaluate("""() => {
      const { top } = document.querySelector(".dock").getBoundingClientRect();
      const things = ".exercise__table :is(.plate, .choice, .trick__card)";
      return [...document.querySelectorAll(things)]
        .filter((one) => one.getBoundingClientRect().bottom > top)
        .map((one) => one.textContent.trim());
    }""")
    assert hidden == []


@pytest.mark.parametrize("level", [1, 2, 3])
def test_on_a_phone_the_verdict_about_a_marriage_covers_none_of_its_tricks(
    live_server: Any, open_page: Callable[..., Page], level: int
) -> None:
    """It argues about one of them, mostly the last."""
    page = open_page(viewport=PHONE)
    exercise = exercise_at(Address("marriage-partner", "cvjm", level, SEED))
    page.goto(f"{live_server.url}/de/practice/marriage-partner/cvjm/{level}/{SEED}/")
    press(page, exercise, next(iter(wrong_answers(exercise))))
    expect(page.locator("#verdict")).to_be_focused()
    top = page.locator(".dock").evaluate("one => one.getBoundingClientRect().top")
    bottoms = page.locator(".laid .card").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().bottom)"
    )
    assert len(bottoms) >= 4
    assert max(bottoms) <= top


@pytest.mark.parametrize("kind", ["find-the-revoke", "marriage-partner", "special-points"])
def test_who_leads_is_a_word_in_a_row_too(
    live_server: Any, open_page: Callable[..., Page], kind: str
) -> None:
    page = open_page(viewport=PHONE)
    page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/2/{SEED}/")
    for trick in page.locator(".exercise__table .trick").all():
        seen = trick.get_by_text("spielt aus", exact=True).locator("visible=true")
        expect(seen).to_have_count(1)
        assert seen.evaluate("one => !!one.closest('.trick__place--led')")


_MAT_IS_THERE = """() => {
  const { content, display } = getComputedStyle(
    document.querySelector(".exercise__table"), "::after");
  return content !== "none" && display !== "none";
}"""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_beer_mat_lies_on_free_cloth_and_leaves_it_to_the_verdict_alone(
    live_server: Any, open_page: Callable[..., Page], size: ViewportSize
) -> None:
    page = open_page(viewport=size)
    mat = """() => {
      const felt = document.querySelector(".exercise__table");
      const { left, top } = felt.getBoundingClientRect();
      const style = getComputedStyle(felt, "::after");
      const at = [left + felt.clientLeft + parseFloat(style.left),
        top + felt.clientTop + parseFloat(style.top), parseFloat(style.width)];
      const over = [...felt.querySelectorAll(".card, .plate, .tag")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.right > at[0] && box.left < at[0] + at[2]
          && box.bottom > at[1] && box.top < at[1] + at[2];
      });
      return [at.map(Math.round), over.map((one) => one.textContent.trim())];
    }"""
    for seed in range(1, 7):
        exercise = exercise_at(Address("trick-winner", "cvjm", 2, seed))
        page.goto(f"{live_server.url}/de/practice/trick-winner/cvjm/2/{seed}/")
        before, over = page.evaluate(mat)
        assert before[2] > 80
        assert over == []
        press(page, exercise, next(iter(wrong_answers(exercise))))
        expect(page.locator("#verdict")).to_be_focused()
        if size == PHONE:
            assert page.evaluate(_MAT_IS_THERE) is False
        else:
            assert page.evaluate(mat) == [before, []]


def test_cards_are_held_on_a_screen_with_room_for_them_alone(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport=LAPTOP)
    page.goto(f"{live_server.url}/de/practice/reservations/cvjm/2/5/")
    held = page.locator(".fan:visible")
    expect(held).to_have_count(4)
    page.emulate_media(media="print")
    expect(held).to_have_count(0)
    lying = open_page(viewport={"width": PHONE["height"], "height": PHONE["width"]})
    lying.goto(page.url)
    expect(lying.locator(".scene .plate")).to_have_count(4)
    expect(lying.locator(".fan:visible")).to_have_count(0)
    lying.locator("#answer [name=played]").first.click()
    expect(lying.locator(".choice--seat:not(.dock *)")).to_have_count(4)
    expect(lying.locator(".fan:visible")).to_have_count(0)


def test_a_phone_shows_hands_at_the_edges_of_its_table(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport=PHONE)
    page.goto(f"{live_server.url}/de/practice/target/cvjm/2/5/")
    expect(page.locator(".fan:visible")).to_have_count(4)
    edges = [one.bounding_box() for one in page.locator(".fan:visible").all()]
    assert 0 <= min(edge["x"] for edge in edges if edge) < 8
    right = max(edge["x"] + edge["width"] for edge in edges if edge)
    assert PHONE["width"] - 8 < right <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_card_on_its_way_makes_no_page_wider(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport=PHONE, reduced_motion="no-preference")
    for path in ("kompakt/ablauf/?ask=2&seed=5", "practice/trick-winner/royal/2/3/"):
        page.goto(f"{live_server.url}/de/{path}")
        moves, width = page.evaluate(
            """() => {
              const cards = [...document.querySelectorAll(".trick .card")];
              cards.forEach((card) => { card.style.animation = "none"; });
              getComputedStyle(cards[0]).animationName;
              cards.forEach((card) => { card.style.animation = ""; });
              const moves = document.getAnimations()
                .filter((move) => move.animationName === "lay");
              for (const move of moves) {
                move.pause();
                move.currentTime = move.effect.getComputedTiming().delay;
              }
              return [moves.length, document.documentElement.scrollWidth];
            }"""
        )
        assert (moves, width) == (4, PHONE["width"]), path


def test_no_beer_mat_lies_on_paper_or_where_letters_are_large(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    """There it would lie over the cards."""
    page = open_page(viewport=PHONE)
    page.goto(f"{live_server.url}/de/practice/trick-winner/cvjm/2/{SEED}/")
    assert page.evaluate(_MAT_IS_THERE)
    page.emulate_media(media="print")
    assert not page.evaluate(_MAT_IS_THERE)
    page.emulate_media(media="screen")
    page.evaluate("document.documentElement.dataset.size = 'large'")
    assert not page.evaluate(_MAT_IS_THERE)
    page.evaluate("delete document.documentElement.dataset.size")
    page.set_viewport_size({"width": 360, "height": 640})
    assert not page.evaluate(_MAT_IS_THERE)


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_refused_card_is_told_of_beneath_a_red_line(
    live_server: Any, open_page: Callable[..., Page], size: ViewportSize
) -> None:
    page = open_page(viewport=size)
    page.goto(f"{live_server.url}/de/play/5/?cards=HT-HT-CQ-SQ-HQ&on=1&card=HQ")
    red, drawn = page.locator(".game__dock").evaluate("""(dock) => {
      const like = dock.appendChild(document.createElement("i"));
      like.style.boxShadow = "0 -4px var(--wrong)";
      return [like, dock].map((one) => getComputedStyle(one).boxShadow);
    }""")
    assert drawn == red


def test_what_a_game_begins_with_is_read_without_scrolling(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    page = open_page(viewport=LAPTOP)
    page.goto(f"{live_server.url}/en/replays/hochzeit/0/")
    expect(page.locator(".replay__words")).to_be_in_viewport(ratio=1)
    expect(page.locator(".replay__dock")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_phone_shows_the_hand_whose_seat_is_pressed_and_a_laptop_all(
    live_server: Any, open_page: Callable[..., Page], scripts: bool
) -> None:
    kind, level = "find-the-revoke", 2
    exercise = exercise_at(Address(kind, RULES[kind], level, SEED))
    page = open_page(viewport=PHONE, java_script_enabled=scripts)
    page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/{level}/{SEED}/")
    hands, seats = page.locator(".open-hand"), page.locator(".whose").get_by_role("radio")
    for number in range(4):
        seats.nth(number).check()
        expect(hands.filter(visible=True)).to_have_count(1)
        expect(hands.nth(number)).to_be_visible()
    seats.nth(3).press("ArrowLeft")
    expect(hands.nth(2)).to_be_visible()
    expect(hands.nth(2).locator(".card").last).to_be_in_viewport(ratio=1)
    page.set_viewport_size(LAPTOP)
    expect(hands.filter(visible=True)).to_have_count(4)
    expect(seats.filter(visible=True)).to_have_count(0)
    page.set_viewport_size(PHONE)
    press(page, exercise, exercise.kind.solve(exercise.question))
    expect(page.locator("#verdict")).to_be_visible()
    expect(hands.filter(visible=True)).to_have_count(1)
    expect(page.locator(".open-hand--culprit")).to_be_visible()


@pytest.mark.parametrize(
    "kind",
    ["trick-winner", "trump-or-plain", "card-order", "who-leads", "special-points", "may-throw-in"],
)
@pytest.mark.parametrize("is_right", [True, False], ids=["right", "wrong"])
def test_on_a_phone_karlchen_stands_on_free_cloth_until_more_is_told(
    live_server: Any, open_page: Callable[..., Page], kind: str, is_right: bool
) -> None:
    page = open_page(viewport=PHONE)
    stood = 0
    for level, seed in product((1, 2, 3), (1, SEED)):
        exercise = exercise_at(Address(kind, RULES[kind], level, seed))
        page.goto(f"{live_server.url}/de/practice/{kind}/{RULES[kind]}/{level}/{seed}/")
        given = exercise.kind.solve(exercise.question)
        press(page, exercise, given if is_right else next(iter(wrong_answers(exercise))))
        expect(page.locator("#verdict")).to_be_focused()
        above, over = page.evaluate("""() => {
          const glad = document.querySelector(".onlooker--said").getBoundingClientRect();
          if (!glad.height) return [0, []];
          const things = document.querySelectorAll(
            ".exercise__table :is(.card, .plate, .tag, .choice, .facts)");
          return [
            document.querySelector(".dock").getBoundingClientRect().top - glad.top,
            [...things].map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
              .filter(([, box]) => box.right > glad.left && box.left < glad.right
                && box.bottom > glad.top && box.top < glad.bottom)
              .map(([name]) => name),
          ];
        }""")
        if above > 0:
            stood += 1
            assert over == []
            page.locator(".dock summary").click()
            expect(page.locator(".onlooker--said")).to_be_hidden()
    assert bool(stood) == (is_right or kind != "card-order")
