"""What the site keeps of whom and for how long, who runs it; and that it does as it says."""

import os
import re
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils import timezone

from tests.site.test_answers import LEGAL, TRICK, post, right
from tutorial import tidying
from tutorial.learners.models import Attempt, Learner
from tutorial.models import Count
from tutorial.practice.models import Report
from tutorial.replays.models import StoredGame
from tutorial.shared.limits import MOST
from tutorial.tidying import KEPT, LONELY, tidied

LONG_AGO = KEPT + timedelta(days=1)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_privacy_page_names_every_cookie_and_time(client: Client, language: str) -> None:
    page = client.get(f"/{language}/privacy/").content.decode()
    named = set(re.findall(r"<code>(\w+)</code>", page))
    cookies = {"learner", "csrftoken", "deck", "theme", "marks", "keys", "step", "sessionid"}
    cookies |= {"letters", "size", "level", "language"}
    assert named == cookies | {"pages", "files"}  # the last two are the worker's
    for figure in (KEPT.days // 365, LONELY.days):
        assert str(figure) in page
    # A count of a day is over at midnight, and deleted within the next.
    assert max(seconds for _number, seconds in MOST.values()) <= 24 * 3600
    assert {"de": "zwei Tagen", "en": "two days"}[language] in page


@pytest.mark.django_db
def test_no_cookie_is_set_that_the_privacy_page_does_not_name(client: Client) -> None:
    post(client, TRICK, right(TRICK))
    client.get("/de/path/blatt/")
    client.post("/de/settings/", {"deck": "four", "theme": "dark", "marks": "off", "keys": "off"})
    page = client.get("/de/privacy/").content.decode()
    assert {"learner", "deck", "step"} <= set(client.cookies)
    for name in client.cookies:
        assert f"<code>{name}</code>" in page


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_imprint_is_as_set(client: Client, language: str) -> None:
    with override_settings(IMPRINT=["Karla <Karlchen>", "Kiel"]):
        page = client.get(f"/{language}/imprint/").content.decode()
        assert "Karla &lt;Karlchen&gt;<br>Kiel" in page
        assert f"/{language}/imprint/" in client.get(f"/{language}/privacy/").content.decode()
    page = client.get(f"/{language}/imprint/").content.decode()
    assert "README" in page


def test_a_public_site_is_not_said_to_be_on_a_machine_of_ones_own(client: Client) -> None:
    own = "auf jemandes eigenem Rechner"
    assert own in client.get("/de/privacy/").content.decode()
    with override_settings(IS_PUBLIC=True):
        page = client.get("/de/privacy/").content.decode()
    assert own not in page
    assert "/de/imprint/" in page


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_leads_to_what_is_kept(client: Client, language: str) -> None:
    for page in ("", "kompakt/", "judge/"):
        assert f'href="/{language}/privacy/"' in client.get(f"/{language}/{page}").content.decode()


def learner(*, created: timedelta, answers: tuple[timedelta, ...], games: int = 0) -> Learner:
    """Somebody who came, answered and brought games (when first coming) so long ago."""
    now = timezone.now()
    made = Learner.objects.create()
    Learner.objects.filter(pk=made.pk).update(created=now - created)
    for number, ago in enumerate(answers):
        attempt = Attempt.objects.create(
            learner=made, token=f"{made.pk}.{number}", kind="card-points", version=1,
            rules="kompakt", level=1, seed=1, question={}, answer=[], right=True,
        )  # fmt: skip
        Attempt.objects.filter(pk=attempt.pk).update(created=now - ago)
    for _ in range(games):
        game = StoredGame.objects.create(owner=made, record={})
        StoredGame.objects.filter(pk=game.pk).update(created=now - created)
    return made


DAY = timedelta(days=1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "is_kept"),
    [
        ({"created": LONG_AGO, "answers": (LONG_AGO, LONG_AGO)}, False),
        ({"created": LONG_AGO, "answers": (LONG_AGO, KEPT - DAY)}, True),
        ({"created": LONG_AGO, "answers": ()}, False),
        ({"created": LONG_AGO, "answers": (DAY,)}, True),
        ({"created": LONG_AGO, "answers": (LONG_AGO, LONG_AGO), "games": 2}, False),
        ({"created": KEPT - DAY, "answers": (), "games": 1}, True),
        ({"created": LONELY + DAY, "answers": (LONELY + DAY,)}, False),
        ({"created": LONELY + DAY, "answers": (LONELY + DAY, LONELY)}, True),
        ({"created": LONELY + DAY, "answers": (LONELY + DAY,), "games": 1}, True),
        ({"created": LONELY - DAY, "answers": (LONELY - DAY,)}, True),
    ],
)
def test_what_nobody_can_reach_any_more_is_deleted(given: dict[str, Any], is_kept: bool) -> None:
    made = learner(**given)
    learner(created=DAY, answers=(DAY,))
    every = list(tidied())
    assert Learner.objects.filter(pk=made.pk).exists() == is_kept
    assert Learner.objects.count() == 1 + is_kept
    assert Attempt.objects.count() == 1 + is_kept * len(given["answers"])
    assert StoredGame.objects.count() == is_kept * given.get("games", 0)
    assert sum(gone.learners for gone in every) == 1 - is_kept
    assert sum(gone.games for gone in every) == (not is_kept) * given.get("games", 0)


@pytest.mark.django_db
def test_it_goes_on_until_all_have_been_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "MANY", 2)
    for number in range(7):
        learner(created=LONG_AGO, answers=(LONG_AGO if number % 2 else DAY,))
    said = StringIO()
    call_command("tidy", stdout=said)
    assert said.getvalue() == "Deleted: 3 learners, 3 answers, 0 games.\n"
    assert Learner.objects.count() == 4


@pytest.mark.django_db
def test_many_answers_are_deleted_little_by_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "MANY", 3)
    learner(created=LONG_AGO, answers=(LONG_AGO,) * 8)
    assert [gone.answers for gone in tidied() if gone.answers] == [3, 3, 2]
    assert not Learner.objects.exists()


@pytest.mark.django_db
def test_old_copies_of_the_database_are_deleted_too(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    now = timezone.now()
    old, new = ((now - LONELY - days * DAY).strftime("%Y%m%d") for days in (2, -2))
    made = ["karlchen.sqlite3", "karlchen.sqlite3.before-odd"]
    made += [f"karlchen.sqlite3.before-{why}-{new}-101112" for why in ("upgrade", "restore")]
    gone = [f"karlchen.sqlite3.before-{why}-{old}-101112" for why in ("upgrade", "restore")]
    for name in (*made, *gone, f"secret-key.before-restore-{old}-101112"):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    list(tidied())
    assert {path.name for path in tmp_path.iterdir()} == {*made}


@pytest.mark.django_db
def test_what_was_marked_as_wrong_stays_without_its_learner() -> None:
    made = learner(created=LONG_AGO, answers=(LONG_AGO,))
    Report.objects.create(
        attempt=made.attempts.get(), address="/x", rules={}, question={}, answer=[], text="",
        version="1",
    )  # fmt: skip
    list(tidied())
    assert Report.objects.get().attempt is None


@pytest.mark.django_db
def test_counts_that_are_over_are_deleted(client: Client) -> None:
    post(client, LEGAL, right(LEGAL))
    assert Count.objects.count() == 1
    list(tidied())
    assert Count.objects.count() == 1
    Count.objects.update(ends=1)
    list(tidied())
    assert not Count.objects.exists()


@pytest.mark.django_db
def test_looking_at_many_takes_few_queries(django_assert_max_num_queries: Any) -> None:
    for _ in range(20):
        learner(created=LONG_AGO, answers=(LONG_AGO, LONG_AGO))
    with django_assert_max_num_queries(30):
        list(tidied())
    assert not Learner.objects.exists()
