"""Going through the site as somebody at a keyboard does."""

from typing import Any

from playwright.sync_api import Locator, Page

from lessons.exercises.addresses import Address
from lessons.exercises.exercise import Exercise
from lessons.exercises.making import exercise_at
from lessons.rules.cards import Seat
from tutorial.course.views import FIRST, FIRST_RULES

SEED = 7
"""What chance brings up in these tests."""

BESIDE_ITS_GROUND = """() => {
  const found = [];
  const isSeen = (one) => one.checkVisibility() && getComputedStyle(one).clipPath === "none";
  for (const one of document.querySelectorAll(".choice, .plate, .button, .bubble, .scene__note")) {
    const ground = one.getBoundingClientRect();
    if (!isSeen(one)) continue;
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const isSign = text.parentElement.closest(".sr, svg, .choice__sign");
      if (isSign || !text.data.trim() || !isSeen(text.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, bottom } = range.getBoundingClientRect();
      if (left < ground.left - 1 || right > ground.right + 1 || bottom > ground.bottom + 2)
        found.push(text.data.trim());
    }
  }
  return found;
}"""
"""What is longer than the plate, key or bubble it is written on."""


def tab_to(page: Page, goal: Locator) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        if goal.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {goal}")


def unfold(page: Page) -> None:
    """What there is to a verdict beside its sentence and its reason."""
    page.locator(".dock__more > summary").click()


HOME = FIRST.drawn(FIRST_RULES, SEED)
"""What the home page asks."""


def winner_of(seed: int = SEED, statement: str | None = None) -> Seat:
    return seat_that_wins(exercise_at(Address("trick-winner", "kompakt", 1, seed, statement)))


def loser_of(seed: int = SEED, statement: str | None = None) -> Seat:
    return winner_of(seed, statement).after()


def seat_that_wins(exercise: Exercise[Any]) -> Seat:
    (winner,) = exercise.kind.solve(exercise.question)
    assert isinstance(winner, Seat)
    return winner
