"""Three weeks of somebody who learns on a phone and on a laptop, with a clock of our own."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.forms.models import model_to_dict
from django.utils import timezone
from playwright.sync_api import Page, expect

from lessons.content.reading import course
from lessons.exercises.exercise import Exercise
from tests.browser.test_kinds import press
from tests.exercises.soundness import wrong_answers
from tests.site.test_replays import question as question_of_game
from tests.site.test_sittings import item_at
from tests.site.test_three_weeks import FIRST_DAY, Clock
from tutorial.learners.models import Attempt, Learner, Memory
from tutorial.sittings import going
from tutorial.sittings.going import exercise_of

PHONE = {"width": 360, "height": 740}
HOUR = timedelta(hours=1)


@dataclass
class Device:
    page: Page
    site: str
    given: int = 0
    """Answers."""

    def open(self, path: str) -> None:
        self.page.goto(f"{self.site}/de/{path}")

    @property
    def path(self) -> str:
        return self.page.url.removeprefix(self.site).partition("#")[0].partition("?")[0]

    def click(self, role: Any, name: str) -> None:
        self.page.locator("main").get_by_role(role, name=re.compile(name)).click()

    def begin(self, name: str) -> None:
        """A series, by its button."""
        self.click("button", name)
        expect(self.page.locator("#answer")).to_be_visible()

    def answer(self, exercise: Exercise[Any], *, right: bool) -> None:
        kind = exercise.kind
        wanted = kind.solve(exercise.question) if right else next(iter(wrong_answers(exercise)))
        press(self.page, exercise, wanted)
        told = re.compile(r"\bverdict--right" if right else r"\bverdict--wrong")
        expect(self.page.locator("#said .verdict, #replay .verdict").first).to_have_class(told)
        self.given += 1

    def go_on(self) -> None:
        before = self.page.url
        self.page.locator("[data-next]").click()
        expect(self.page).not_to_have_url(before)
        expect(self.page.locator("#verdict")).to_have_count(0)

    def answer_here(self, *, right: bool) -> None:
        self.answer(exercise_of(item_at(self.path)), right=right)

    def sit(self, *, wrong: tuple[int, ...] = (), stop: int = 0) -> None:
        """Goes through the series that is open; what is answered wrongly, by place, and after how
        many answers one leaves."""
        place = 0
        while not self.path.endswith("/end/") and (not stop or place < stop):
            if "/sitting/" in self.path:
                place += 1
                self.answer_here(right=place not in wrong)
            if not stop or place < stop:
                self.go_on()

    def review(self, *, wrong: tuple[int, ...] = (), stop: int = 0) -> None:
        self.open("progress/")
        self.begin("Wiederholen")
        self.sit(wrong=wrong, stop=stop)

    def join(self, other: "Device", *, both: bool = False) -> None:
        """By the page on which the other shows a code; whether both have something."""
        other.open("mine/")
        other.click("button", "Code zeigen")
        code = other.page.locator("p.code").inner_text().split()[-1]
        self.open("mine/")
        self.page.get_by_label("Der Code").fill(code)
        self.click("button", "Verbinden")
        if both:
            self.click("button", "Zusammenlegen")
        expect(self.page.locator(".notice")).to_contain_text("Geschafft")

    def progress(self) -> str:
        self.open("progress/")
        told: str = self.page.locator("main").aria_snapshot()
        return told

    def home(self) -> list[str]:
        """What there is to do today."""
        self.open("")
        shown = self.page.locator(".again, .again__rest").all_inner_texts()
        return [line.strip() for text in shown for line in text.splitlines() if line.strip()]


def asked_first(section: str, seed: int) -> Exercise[Any]:
    """The first question inside a lesson."""
    found = course().documents["kompakt"].section(section)
    assert found
    ask = next(part.ask for part in found.texts["de"].parts if part.ask)
    return ask.drawn("kompakt", seed)


@pytest.mark.sweep
def test_three_weeks_on_a_phone_and_a_laptop(
    live_server: Any, open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, chance = Clock(), Random(7)
    monkeypatch.setattr(timezone, "now", clock)
    monkeypatch.setattr(going, "random", SimpleNamespace(SystemRandom=lambda: chance))
    phone = Device(open_page(viewport=PHONE), live_server.url)
    laptop = Device(open_page(), live_server.url)

    def day(number: int) -> None:
        clock.now = FIRST_DAY + timedelta(days=number, hours=number % 3)

    # Ten on the phone; the laptop comes along.
    phone.open("")
    phone.begin("^Zehn Aufgaben")
    phone.sit(wrong=(2, 5, 6))
    laptop.join(phone)
    assert Learner.objects.count() == 1

    # What went wrong comes back.
    day(1)
    laptop.review()

    # A step of the path, begun on one and finished on the other; there two tabs ask the same, and
    # clocks go back before what was missed comes again.
    day(4)
    laptop.open("path/stiche/")
    laptop.sit(wrong=(1,), stop=1)
    phone.open("path/stiche/")
    answer_in_two_tabs(phone)
    clock.now -= HOUR
    phone.go_on()
    phone.sit()

    # A question inside a lesson, and a game stepped through.
    day(6)
    laptop.open("kompakt/bedienzwang/?ask=1&seed=5")
    laptop.answer(asked_first("bedienzwang", 5), right=True)
    laptop.open("replays/normalspiel/11/?guess=marked")
    laptop.page.locator("#replay-on").click()
    expect(laptop.page.locator("#question")).to_be_visible()
    laptop.answer(question_of_game("12", "marked"), right=False)
    nothing_is_counted_twice()

    # The laptop forgets who it is, answers as somebody new and comes back.
    day(11)
    laptop.page.context.clear_cookies(name="learner")
    laptop.open("kompakt/bedienzwang/?ask=1&seed=9")
    laptop.answer(asked_first("bedienzwang", 9), right=True)
    assert Learner.objects.count() == 2
    laptop.join(phone, both=True)
    assert Learner.objects.count() == 1

    # A review that is left on the laptop waits on the phone.
    day(20)
    laptop.review(wrong=(3,), stop=4)
    assert Attempt.objects.count() == phone.given + laptop.given
    assert phone.home() == laptop.home()
    due = Memory.objects.filter(due__lte=clock.now).count()
    home = laptop.home()
    # Beneath its name a card and what it counts.
    assert home[:4] == ["Dein Weg · Schritt 2 von 8", "Karten und Augen", "11", "Weiter"]
    assert home[4] == f"{due} Regeln sind fällig"
    assert home[6:8] == ["Weiter mit: Was fällig war", f"Noch {due + 1} Aufgaben"]
    assert phone.progress() == laptop.progress()
    nothing_is_counted_twice()


def answer_in_two_tabs(one: Device) -> None:
    """What is open on it: wrongly, and rightly in a tab that was opened before."""
    other = Device(one.page.context.new_page(), one.site)
    other.page.goto(one.page.url)
    exercise = exercise_of(item_at(one.path))
    one.answer(exercise, right=False)
    press(other.page, exercise, exercise.kind.solve(exercise.question))
    expect(other.page.locator(".verdict__note")).to_contain_text("es gilt die erste Antwort")
    expect(other.page.locator("#said .verdict--wrong")).to_be_visible()
    other.page.close()


def nothing_is_counted_twice() -> None:
    attempts = Attempt.objects.filter(learner=Learner.objects.get())
    items = attempts.exclude(item=None).values_list("item", flat=True)
    assert len(items) == len({*items})
    kept = [model_to_dict(one, exclude=["id"]) for one in Memory.objects.order_by("statement")]
    counted = sum(one["right"] + one["helped"] + one["wrong"] for one in kept)
    assert counted == attempts.filter(counts=True).exclude(rule="").count()
    call_command("remember")
    anew = [model_to_dict(one, exclude=["id"]) for one in Memory.objects.order_by("statement")]
    assert anew == kept
