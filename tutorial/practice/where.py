"""Where an exercise is asked, and so where its form is posted and what comes after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from lessons.exercises.addresses import Address
from lessons.exercises.exercise import Exercise
from tutorial.learners.models import Attempt
from tutorial.practice.following import next_url
from tutorial.practice.links import url_of
from tutorial.practice.verdict import ShownVerdict


@dataclass(frozen=True)
class Where:
    """At an address of its own. Others say otherwise."""

    carried: Mapping[str, str] = field(default_factory=dict)
    """Of the address, what goes on to the next."""
    tells = True
    """Whether hints are given, and the verdict as soon as it is answered."""
    arrived = ""
    """That an answer is in, where it may still be changed."""
    asks_whole = False
    """Whether an exercise of several steps is asked as one form."""
    leads_elsewhere = True
    """Whether the question is to be had elsewhere, too: by itself, large, under other rules."""
    has_onlooker = True
    """Whether Karlchen sits at the dock, and exact reasons lie open where there is room."""
    heading = ""
    """Of the page, where it stays while one goes on to other kinds; empty for the kind's name."""
    sheets: ClassVar[tuple[str, ...]] = ()
    """Style sheets that its head needs."""
    script = ""
    """A script that its head needs."""
    head = ""
    """A template that says how far one is among several; nothing where it stands alone."""

    def url(self, address: Address, **query: str) -> str:
        """Where it is asked and answered."""
        return url_of(address, **query, **self.carried)

    def other_url(self, address: Address) -> str:
        """Of another exercise that could be asked instead; empty where none can."""
        return url_of(address, **self.carried)

    def answered_url(self, address: Address, attempt: Attempt, **query: str) -> str:
        """Where the verdict is shown."""
        return self.url(address, attempt=attempt.key, **query)

    def next_url(self, exercise: Exercise[Any], verdict: ShownVerdict) -> str:
        return next_url(exercise, self.carried, verdict)

    def on_url(self) -> str:
        """What comes next where nothing is said on the answer."""
        return ""

    @property
    def kept(self) -> Mapping[str, Any]:
        """Fields of the attempt that say where it was made."""
        return {}

    def after(self, attempt: Attempt) -> None:
        """What else a new answer writes down, in the transaction that keeps it."""

    def renewed(self) -> Where:
        """As it is after the answer."""
        return self


@dataclass(frozen=True, kw_only=True)
class OneOfMany(Where):
    """An answer of somebody, shown to whoever looks through them."""

    following: str
    """Where the next one is; empty after the last."""
    leads_elsewhere = False

    def next_url(self, exercise: Exercise[Any], verdict: ShownVerdict) -> str:
        return self.following


ALONE = Where()
