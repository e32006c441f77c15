"""What there is to do today: a series that is open, and how much is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from tutorial.learners.memory import Known
from tutorial.learners.remembering import memory_of
from tutorial.sittings.choosing import number_reviewed
from tutorial.sittings.going import Going, rules_of
from tutorial.sittings.models import Sitting


@dataclass(frozen=True, slots=True)
class Task:
    """What somebody else has set."""

    title: str
    note: str
    url: str


tasks_set: list[Callable[[int], Sequence[Task]]] = []
"""Who is asked what is set for a learner: rooms further up put themselves here."""


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
    tasks: tuple[Task, ...] = ()


def today_of(learner: int | None) -> Today:
    """Five queries at most, however much somebody has answered, and those for what is set."""
    if learner is None:
        return Today({}, due=0, asked=0, open=None)
    memory = memory_of(learner)
    sittings = Sitting.objects.filter(learner=learner).select_related("sheet")
    now, last = timezone.now(), sittings.order_by("-pk").first()
    going = Going.of(last) if last else None
    is_open = going is not None and going.current is not None
    due = sum(one.due <= now for one in memory.values())
    asked = number_reviewed(rules_of(learner), memory, now)
    tasks = tuple(task for asked_of in tasks_set for task in asked_of(learner))
    return Today(memory, due, asked, going if is_open else None, tasks)
