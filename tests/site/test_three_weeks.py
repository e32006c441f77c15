"""Three weeks of somebody who learns on two devices, with a clock of our own."""

import re
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.forms.models import model_to_dict
from django.test import Client
from django.utils import timezone

from lessons.exercises.statements import document_of
from tests.site.test_mine import code_of
from tests.site.test_sittings import answer, begun, next_of, wish
from tutorial.learners.memory import Standing
from tutorial.learners.models import Attempt, Learner, Memory
from tutorial.learners.remembering import known_of, remembered_anew
from tutorial.sittings.choosing import MOST_DUE, TEN
from tutorial.sittings.going import Going
from tutorial.sittings.models import Sitting, Why

FIRST_DAY = datetime(2026, 10, 12, 18, tzinfo=UTC)
"""Two weeks before clocks go back."""
DAYS = 21


class Clock:
    def __init__(self) -> None:
        self.now = FIRST_DAY

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=20)
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(timezone, "now", made)
    return made


def sit(client: Client, url: str, chance: Random, *, knows: float) -> Sitting:
    """Goes through a series; what is asked is known so often."""
    key = url.split("/")[3]
    while not url.endswith("/end/"):
        answer(client, url, right=chance.random() < knows)
        url = next_of(client, url)
    return Sitting.objects.get(key=key)


@pytest.mark.sweep
@pytest.mark.django_db
@pytest.mark.long
def test_three_weeks_on_two_devices(clock: Clock) -> None:
    phone, laptop, chance = Client(), Client(), Random(7)
    sitting = sit(phone, begun(phone), chance, knows=0.6)
    laptop.post("/de/mine/joined/", {"code": code_of(phone)})
    (learner,) = Learner.objects.all()
    sure_by_day = []
    for day in range(1, DAYS):
        clock.now = FIRST_DAY + timedelta(days=day, hours=chance.randrange(-9, 5))
        if day in {9, 10, 11}:  # away
            continue
        device = laptop if day % 3 == 0 else phone
        due = Memory.objects.filter(learner=learner, due__lte=clock.now).count()
        sitting = sit(device, begun(device), chance, knows=min(0.6 + day / 40, 0.95))
        sheet = [item for item, _answer in Going.of(sitting).items if item.why != Why.AGAIN]
        assert len(sheet) == TEN
        assert sum(item.why == Why.DUE for item in sheet) >= min(due, MOST_DUE)
        assert len({item.statement for item in sheet}) == TEN
        memory = Memory.objects.filter(learner=learner)
        sure_by_day.append(sum(known_of(m).standing(clock.now) is Standing.SURE for m in memory))
    assert Learner.objects.count() == 1
    assert not Sitting.objects.filter(ended=None).exists()
    assert Attempt.objects.filter(learner=learner).count() == sum(
        len(Going.of(one).items) for one in Sitting.objects.select_related("sheet")
    )
    # More and more is sure, and what was kept is what the answers say.
    assert sure_by_day[-1] > sure_by_day[len(sure_by_day) // 2] > sure_by_day[0] == 0
    kept_is_what_the_answers_say(learner)
    # After a month without, most of it is due; a review asks twenty of them.
    clock.now += timedelta(days=60)
    page = phone.get("/de/progress/").content.decode()
    assert re.search(r"Wiederholen: 20 von \d+ fälligen Regeln", page)
    url = wish(laptop, "due")["Location"]
    items = Going.of(Sitting.objects.select_related("sheet").get(key=url.split("/")[3])).items
    assert len(items) == 2 * TEN
    assert {document_of(item.statement) for item, _answer in items} == {"kompakt"}


def kept_is_what_the_answers_say(learner: Learner) -> None:
    kept = Memory.objects.filter(learner=learner).order_by("statement")
    for one, anew in zip(kept, remembered_anew(learner.pk), strict=True):
        assert model_to_dict(one, exclude=["id"]) == model_to_dict(anew, exclude=["id"])


@pytest.mark.django_db
def test_two_tabs_and_a_clock_set_back_count_once(clock: Clock) -> None:
    phone = Client()
    url = wish(phone, "rule kompakt:bedienzwang-c")["Location"]
    answer(phone, url, right=False)
    before = {one.statement: one.wrong for one in Memory.objects.all()}
    clock.now -= timedelta(hours=1)
    again = phone.post(url, {"token": "of another tab"})  # answered already: the verdict
    assert again.status_code == 200
    assert Attempt.objects.count() == 1
    assert {one.statement: one.wrong for one in Memory.objects.all()} == before
    for number in range(3):
        url = next_of(phone, url)
        answer(phone, url, right=number != 1)
    assert Attempt.objects.count() == 4
    kept_is_what_the_answers_say(Learner.objects.get())
