"""Deleting rows that nobody can reach any more: the browser that knew them has forgotten."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Count as CountOf
from django.db.models import Max, Model, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from tutorial.learners.models import Attempt, Learner
from tutorial.models import Count
from tutorial.quizzes.models import KEPT as QUIZZES_KEPT
from tutorial.replays.models import StoredGame
from tutorial.score_sheets.models import KEPT as SHEETS_KEPT
from tutorial.score_sheets.models import ScoreSheet
from tutorial.shared.page import YEARS_KEPT
from tutorial.sittings.models import Sheet

KEPT = timedelta(days=365 * YEARS_KEPT)
"""After the last answer, game, quiz, sign-in, change of house rules or look at a club of theirs: as
long as the cookie to them lives."""
LONELY = timedelta(days=30)
"""After a single answer by somebody who never gave another."""
MANY = 500
"""Learners looked at, or answers deleted, in one go, so that nobody waits for it."""

_MADE = re.compile(r"\.before-(?:upgrade|restore)-(\d{8})-")
"""In the name of a copy: when it was made; its times may be those of what was copied."""


@dataclass(slots=True)
class Gone:
    """Number of deleted rows."""

    learners: int = 0
    answers: int = 0
    games: int = 0


def tidied(now: datetime | None = None) -> Iterator[Gone]:
    """Deletes a little with each step, and yields how much it was."""
    now = now or timezone.now()
    Count.objects.filter(ends__lt=time.time() - 1).delete()
    Session.objects.filter(expire_date__lt=now).delete()
    Sheet.objects.filter(sittings=None, quiz=None, live=None, created__lt=now - LONELY).delete()
    Sheet.objects.filter(quiz__used__lt=now - QUIZZES_KEPT).delete()
    Sheet.objects.filter(live__used__lt=now - QUIZZES_KEPT).delete()
    ScoreSheet.objects.filter(owner__isnull=False, used__lt=now - SHEETS_KEPT).delete()
    yield Gone()
    for path in settings.DATA_DIR.glob("*.before-*"):
        made = _MADE.search(path.name)
        if made and datetime.strptime(made[1], "%Y%m%d").replace(tzinfo=UTC) < now - LONELY:
            path.unlink()
    last = 0
    while found := _some(last, now):
        last = found[-1]
        gone = _unreachable(found, now)
        answers = Attempt.objects.filter(learner__in=gone)
        while some := list(answers.values_list("pk", flat=True)[:MANY]):
            yield Gone(answers=_deleted(Attempt.objects.filter(pk__in=some), Attempt))
        games = _deleted(StoredGame.objects.filter(owner__in=gone), StoredGame)
        yield Gone(_deleted(Learner.objects.filter(pk__in=gone), Learner), games=games)


def _some(after: int, now: datetime) -> list[int]:
    """The next learners who have been here for long enough."""
    old = Learner.objects.filter(pk__gt=after, created__lt=now - LONELY)
    return list(old.order_by("pk").values_list("pk", flat=True)[:MANY])


def _unreachable(found: list[int], now: datetime) -> list[int]:
    """Those of the learners that nobody can be any more."""
    times = (
        "last_answer", "last_game", "last_rules", "last_quiz", "last_sign_in", "last_club",
        "last_sheet",
    )  # fmt: skip
    forgotten = _before(now - KEPT, "created", *times)
    lonely = _before(now - LONELY, "last_answer") & Q(answers__lte=1, **dict.fromkeys(times[1:]))
    learners = Learner.objects.filter(pk__in=found).annotate(
        answers=CountOf("attempts"),
        last_answer=Max("attempts__created"),
        last_game=_last("games__created"),
        last_rules=_last("house_rules__versions__created"),
        last_quiz=_last("quizzes__used"),
        last_sign_in=_last("accounts__last_login"),
        last_club=_last("memberships__club__used"),
        last_sheet=_last("score_sheets__used"),
    )
    return [one.pk for one in learners.filter(forgotten | lonely)]


def _last(path: str) -> Subquery:
    """Asked apart: joined, each of somebody's rows would meet each of the others."""
    one = Learner.objects.filter(pk=OuterRef("pk")).values("pk")
    return Subquery(one.annotate(last=Max(path)).values("last"))


def _deleted(rows: QuerySet[Any], model: type[Model]) -> int:
    """Deletes them, and says how many there were."""
    return rows.delete()[1].get(model._meta.label, 0)


def _before(moment: datetime, *times: str) -> Q:
    """All of these were earlier, or never."""
    found = Q()
    for time_ in times:
        found &= Q(**{f"{time_}__lt": moment}) | Q(**{time_: None})
    return found
