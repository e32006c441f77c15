"""What a learner keeps of each statement: how firm it is, when it is due, at which level to ask.

Spacing is the free scheduler's of fsrs: right is Good, right with help is Hard, wrong is Again, in
whole days. What is right before it is due takes nothing away and adds little; what is wrong comes
back tomorrow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

from django.utils import timezone
from fsrs import Card, Rating, Scheduler, State

from lessons.exercises.addresses import LEVELS

_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
SURE_AFTER = 2
"""Days on which it was right without help."""
_DAY = timedelta(days=1)
_TO_CHANGE = 2
"""So many clean answers in a row raise the level, so many misses lower it."""


class Standing(StrEnum):
    """In words a person understands; a statement that was never asked is NEW."""

    NEW = "new"
    BEGUN = "begun"
    SURE = "sure"
    DUE = "due"


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that counts, as far as memory asks."""

    at: datetime
    level: int
    is_right: bool
    with_help: bool
    is_due_tomorrow: bool = False
    """Whether it is to be asked the day after at the latest."""

    @property
    def is_clean(self) -> bool:
        return self.is_right and not self.with_help


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a learner and a statement after some answers."""

    due: datetime
    last: datetime
    """The latest answer."""
    stability: float
    """Days after which nine of ten would still be right."""
    difficulty: float
    """1 to 10."""
    right: int = 0
    """Without help."""
    helped: int = 0
    wrong: int = 0
    clean_days: int = 0
    """Since it last went wrong, days on which it was right without help."""
    last_clean: date | None = None
    level: int = 1
    """To ask at."""
    clean_run: int = 0
    """Clean answers in a row since the level was raised."""
    misses: int = 0
    """In a row."""

    def standing(self, now: datetime) -> Standing:
        if self.due <= now:
            return Standing.DUE
        return Standing.SURE if self.clean_days >= SURE_AFTER else Standing.BEGUN


def after(known: Known | None, given: Given) -> Known:
    """What is known after one more answer. A clock that was put back makes no time pass."""
    at = given.at if known is None else max(given.at, known.last)
    spaced = _spaced(known, given, at)
    day = timezone.localdate(at)
    clean_days, last_clean = spaced.clean_days, spaced.last_clean
    if not given.is_right:
        clean_days, last_clean = 0, None
    elif given.is_clean and last_clean != day:
        clean_days, last_clean = clean_days + 1, day
    level, clean_run, misses = _level(spaced, given)
    return replace(
        spaced,
        last=at,
        right=spaced.right + given.is_clean,
        helped=spaced.helped + (given.is_right and given.with_help),
        wrong=spaced.wrong + (not given.is_right),
        clean_days=clean_days,
        last_clean=last_clean,
        level=level,
        clean_run=clean_run,
        misses=misses,
    )


def after_all(answers: Iterable[Given]) -> Known | None:
    known = None
    for given in answers:
        known = after(known, given)
    return known


def _spaced(known: Known | None, given: Given, at: datetime) -> Known:
    """When it is due next."""
    if known is not None and given.is_right and at < known.due:
        return known
    card = Card(state=State.Learning, step=0, due=at)
    if known is not None:
        card = Card(
            state=State.Review,
            stability=known.stability,
            difficulty=known.difficulty,
            due=known.due,
            last_review=known.last.astimezone(UTC),
        )
    card, _log = _SCHEDULER.review_card(card, _rating(given), at.astimezone(UTC))
    stability, difficulty = card.stability or 0.0, card.difficulty or 0.0
    due = min(card.due, at + _DAY) if given.is_due_tomorrow else card.due
    if known is None:
        return Known(due, at, stability, difficulty, level=given.level)
    return replace(known, due=due, stability=stability, difficulty=difficulty)


def _rating(given: Given) -> Rating:
    if not given.is_right:
        return Rating.Again
    return Rating.Hard if given.with_help else Rating.Good


def _level(known: Known, given: Given) -> tuple[int, int, int]:
    """The level to ask at, and the clean answers and the misses in a row."""
    level = known.level
    if not given.is_right:
        misses = known.misses + 1
        is_too_hard = misses % _TO_CHANGE == 0 and given.level <= level
        return max(level - is_too_hard, LEVELS[0]), 0, misses
    clean_run = known.clean_run + (given.level >= level) if given.is_clean else 0
    if clean_run < _TO_CHANGE:
        return level, clean_run, 0
    return min(level + 1, LEVELS[-1]), 0, 0
