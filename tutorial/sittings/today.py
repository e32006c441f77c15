"""What there is to do today: a series that is open, and how much is due."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from tutorial.learners.models import Memory
from tutorial.sittings.going import Going
from tutorial.sittings.models import Sitting


@dataclass(frozen=True, slots=True)
class Today:
    has_begun: bool
    """Whether there is something to remember."""
    due: int
    """Rules."""
    open: Going | None
    """The learner's last series, if it is not at its end."""


def today_of(learner: int | None) -> Today:
    """Four queries at most, however much somebody has answered."""
    if learner is None:
        return Today(has_begun=False, due=0, open=None)
    dues = Memory.objects.filter(learner=learner).values_list("due", flat=True)
    sittings = Sitting.objects.filter(learner=learner).select_related("sheet")
    now, last = timezone.now(), sittings.order_by("-pk").first()
    going = Going.of(last) if last else None
    is_open = going is not None and going.current is not None
    return Today(bool(dues), sum(due <= now for due in dues), going if is_open else None)
