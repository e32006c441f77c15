"""Going through the site as somebody at a keyboard does."""

from playwright.sync_api import Locator, Page

from lessons.exercises.addresses import Address
from lessons.exercises.making import exercise_at
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


def unfold(page: Page) -> None:
    """What there is to a verdict beside its sentence and its reason."""
    page.locator(".dock__more > summary").click()


HOME = "kompakt:trumpfkarten"
"""What the home page asks for."""


def winner_of(seed: int = SEED, statement: str | None = None) -> Seat:
    exercise = exercise_at(Address("trick-winner", "kompakt", 1, seed, statement))
    (winner,) = exercise.kind.solve(exercise.question)
    assert isinstance(winner, Seat)
    return winner


def loser_of(seed: int = SEED, statement: str | None = None) -> Seat:
    return winner_of(seed, statement).after()
