"""Quizzes as who leads them sees them."""

from collections.abc import Callable
from itertools import islice
from typing import Any

from django.test import Client
from playwright.sync_api import Page, expect

from tests.browser.conftest import wider_than_the_screen
from tests.exercises.soundness import wrong_answers
from tests.site.test_quizzes import begin, items, made
from tests.site.test_sittings import posted, token_at
from tutorial.sittings.going import exercise_of


def test_results_are_no_wider_than_a_phone(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    """However many questions there are: the table goes on sideways within its card."""
    quiz = made(Client(), kinds=["which-party"], number=12)
    exercise = exercise_of(items(quiz)[0])
    for number, answer in enumerate(islice(wrong_answers(exercise), 3)):
        guest = Client()
        url = begin(guest, quiz, f"Bernd aus Lemgo {number}")
        guest.post(url, posted(exercise, answer) | {"token": token_at(guest, url)})
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto(f"{live_server.url}/de/quizzes/{quiz.secret}/results/")
    expect(page.locator(".quiz__cell a").first).to_be_attached()
    assert wider_than_the_screen(page) == []
