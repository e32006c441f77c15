"""What leads a live quiz from one phase to another: the one place that changes it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from lessons.exercises.exercise import Exercise
from lessons.exercises.making import exercise_at
from lessons.exercises.own import OWN
from tutorial.quizzes.models import Live, Phase, Vote
from tutorial.quizzes.proposing import MOST, rolled
from tutorial.sittings.going import exercise_of, item_asking
from tutorial.sittings.models import Item, Why, lines_of, number_anew


def ways_of(live: Live, number: int) -> tuple[str, ...]:
    """What can be pressed now, what nearly always comes next first; ``number``: of questions."""
    if live.phase == Phase.ENDED:
        return ("resume",)
    if live.is_paused:
        return ("go-on", "end")
    if live.item is None:
        return ("next",) if number else ()
    at = live.item.number
    back = ("back",) if at > 1 else ()
    sibling = () if live.item.kind == OWN.name else ("sibling",)
    match live.phase:
        case Phase.OPEN:
            return ("close", "pause", *back, "skip", "end")
        case Phase.CLOSED:
            return ("spread", "reveal", "reopen", *back, "skip", "end")
        case Phase.SPREAD:
            return ("reveal", "second-vote", *sibling, *back, "skip", "end")
    return (*(("next",) if at < number else ()), "end", *sibling, *back)


def press(live: Live, what: str, version: int) -> bool:
    """Does it, if it can be done and nobody has pressed anything since that version."""
    with transaction.atomic():
        now = _at(live, version)
        if now is None or what not in ways_of(now, lines_of(now.sheet_id).count()):
            return False
        _DONE[what](now)
        _keep(now)
    return True


def put(live: Live, exercise: Exercise[Any], version: int) -> bool:
    """An exercise is put on the screen, after the question that is asked now. False: there are too
    many."""
    with transaction.atomic():
        now = _at(live, version)
        if now is not None:
            if lines_of(now.sheet_id).count() >= MOST:
                return False
            _ask(now, _after(now, exercise))
            _keep(now)
    return True


def changed(live: Live) -> None:
    """Who is there has changed: phones and screen come anew."""
    Live.objects.filter(pk=live.pk).update(version=F("version") + 1)


def _at(live: Live, version: int) -> Live | None:
    """None: it has gone on since, or has been deleted."""
    found = Live.objects.select_for_update().filter(pk=live.pk, version=version)
    return found.first()


def _keep(live: Live) -> None:
    live.version += 1
    live.used = timezone.now()
    live.save()


def _ask(live: Live, item: Item) -> None:
    """Opens it; one that has been voted on stays as it was left."""
    last = Vote.objects.filter(item=item).aggregate(last=Max("vote"))["last"]
    live.item, live.vote, live.is_paused = item, last or 1, False
    if item.pk in live.told:
        live.phase = Phase.REVEAL
    else:
        live.phase = Phase.CLOSED if last else Phase.OPEN


def _after(live: Live, exercise: Exercise[Any]) -> Item:
    """A new question behind the present one."""
    items = list(lines_of(live.sheet_id))
    item = item_asking(exercise, live.sheet, len(items) + 1, Why.FIRMER)
    item.save()
    items.insert(live.item.number if live.item else 0, item)
    number_anew(items)
    return item


def _next(live: Live) -> None:
    at = live.item.number if live.item else 0
    following = lines_of(live.sheet_id).filter(number__gt=at).first()
    if following is None:
        live.phase = Phase.ENDED
    else:
        _ask(live, following)


def _back(live: Live) -> None:
    at = live.item.number if live.item else 0
    before = lines_of(live.sheet_id).filter(number__lt=at).last()
    if before is not None:
        _ask(live, before)


def _reveal(live: Live) -> None:
    live.phase = Phase.REVEAL
    live.told = [*live.told, live.item_id]


def _resume(live: Live) -> None:
    """As it was left; what was open is closed."""
    if live.item is None:
        live.phase = Phase.LOBBY
    else:
        live.phase = Phase.REVEAL if live.item_id in live.told else Phase.CLOSED


def _second_vote(live: Live) -> None:
    live.vote += 1
    live.phase = Phase.OPEN


def _sibling(live: Live) -> None:
    if live.item is None or lines_of(live.sheet_id).count() >= MOST:
        return
    if (other := rolled(exercise_of(live.item).address, random.SystemRandom())) is not None:
        _ask(live, _after(live, exercise_at(other)))


def _to(phase: Phase) -> Callable[[Live], None]:
    def go(live: Live) -> None:
        live.phase, live.is_paused = phase, False

    return go


def _pause(live: Live) -> None:
    live.is_paused = not live.is_paused


_DONE: Mapping[str, Callable[[Live], None]] = {
    "next": _next,
    "skip": _next,
    "back": _back,
    "close": _to(Phase.CLOSED),
    "spread": _to(Phase.SPREAD),
    "reveal": _reveal,
    "reopen": _to(Phase.OPEN),
    "second-vote": _second_vote,
    "sibling": _sibling,
    "pause": _pause,
    "go-on": _pause,
    "end": _to(Phase.ENDED),
    "resume": _resume,
}
