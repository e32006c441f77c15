"""Going through the site as somebody at a keyboard does."""

from playwright.sync_api import Locator, Page

from lessons.exercises.exercise import Address, exercise_at
from lessons.rules.cards import Seat

SEED = 7
"""What chance brings up in these tests."""


def tab_to(page: Page, goal: Locator) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        if goal.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {goal}")


def winner_of(kind: str = "trick-winner", level: int = 1, seed: int = SEED) -> Seat:
    exercise = exercise_at(Address(kind, "kompakt", level, seed))
    winner: Seat = exercise.kind.solve(exercise.question)
    return winner


def loser_of(seed: int = SEED) -> Seat:
    return winner_of(seed=seed).after()
