"""What nobody can reach any more is deleted: the browser that knew it has forgotten by then."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db.models import Count as CountOf
from django.db.models import Max, Q
from django.utils import timezone

from tutorial.learners.models import Learner
from tutorial.models import Count
from tutorial.page import YEARS_KEPT

KEPT = timedelta(days=365 * YEARS_KEPT)
"""After the last answer or game: as long as the cookie lives that leads to them."""
LONELY = timedelta(days=30)
"""After a single answer by somebody who never gave another."""
MANY = 500
"""Learners looked at in one go, so that nobody waits for it."""


@dataclass(slots=True)
class Gone:
    """How much has been deleted."""

    learners: int = 0
    answers: int = 0
    games: int = 0


def tidied(now: datetime | None = None) -> Iterator[Gone]:
    """Deletes a little with each step, and yields how much it was."""
    now = now or timezone.now()
    Count.objects.filter(ends__lt=time.time() - 1).delete()
    Session.objects.filter(expire_date__lt=now).delete()
    yield Gone()
    last = 0
    while found := _some(last, now):
        last = found[-1]
        yield _without_the_unreachable(found, now)


def _some(after: int, now: datetime) -> list[int]:
    """The next learners who have been here for long enough."""
    old = Learner.objects.filter(pk__gt=after, created__lt=now - LONELY)
    return list(old.order_by("pk").values_list("pk", flat=True)[:MANY])


def _without_the_unreachable(found: list[int], now: datetime) -> Gone:
    forgotten = _before(now - KEPT, "created", "last_answer", "last_game")
    lonely = _before(now - LONELY, "last_answer") & Q(answers__lte=1, last_game=None)
    learners = (
        Learner.objects.filter(pk__in=found)
        .annotate(
            answers=CountOf("attempts", distinct=True),
            last_answer=Max("attempts__created"),
            last_game=Max("games__created"),
        )
        .filter(forgotten | lonely)
    )
    _all, deleted = Learner.objects.filter(pk__in=[one.pk for one in learners]).delete()
    return Gone(
        deleted.get("learners.Learner", 0),
        deleted.get("learners.Attempt", 0),
        deleted.get("replays.StoredGame", 0),
    )


def _before(moment: datetime, *times: str) -> Q:
    """All of these were earlier, or never."""
    found = Q()
    for time_ in times:
        found &= Q(**{f"{time_}__lt": moment}) | Q(**{time_: None})
    return found
