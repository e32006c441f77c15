"""What there is to do today: a series that is open, and how much is due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils import timezone

from tutorial.learners.memory import Known
from tutorial.learners.remembering import memory_of
from tutorial.sittings.choosing import number_reviewed
from tutorial.sittings.going import Going, rules_of
from tutorial.sittings.models import Sitting


@dataclass(frozen=True, slots=True)
class Today:
    memory: Mapping[str, Known]
    """By statement."""
    due: int
    """Rules."""
    asked: int
    """So many of them in one review."""
    open: Going | None
    """The learner's last series, if it is not at its end."""


def today_of(learner: int | None) -> Today:
    """Five queries at most, however much somebody has answered."""
    if learner is None:
        return Today({}, due=0, asked=0, open=None)
    memory = memory_of(learner)
    sittings = Sitting.objects.filter(learner=learner).select_related("sheet")
    now, last = timezone.now(), sittings.order_by("-pk").first()
    going = Going.of(last) if last else None
    is_open = going is not None and going.current is not None
    due = sum(one.due <= now for one in memory.values())
    asked = number_reviewed(rules_of(learner), memory, now)
    return Today(memory, due, asked, going if is_open else None)
