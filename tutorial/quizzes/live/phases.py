"""What leads a live quiz from one phase to another: the one place that changes it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from lessons.exercises.addresses import Address
from tutorial.quizzes.models import Live, Phase, Vote
from tutorial.quizzes.proposing import MOST, rolled
from tutorial.sittings.choosing import Chosen
from tutorial.sittings.going import exercise_of, item_of
from tutorial.sittings.models import Item, Why

_MOVED = 1000
"""Numbers are moved beyond those that there can be, and back: no two lines may have the same."""


def questions(live: Live) -> list[Item]:
    return list(Item.objects.filter(sheet=live.sheet_id, sitting=None))


def ways_of(live: Live, number: int) -> tuple[str, ...]:
    """What can be pressed now, what nearly always comes next first; ``number``: of questions."""
    if live.is_paused:
        return ("go-on", "end")
    at = live.item.number if live.item else 0
    back = ("back",) if at > 1 else ()
    match live.phase:
        case Phase.LOBBY:
            return ("next", "end") if number else ("end",)
        case Phase.OPEN:
            return ("close", "pause", *back, "skip", "end")
        case Phase.CLOSED:
            return ("spread", "reveal", "reopen", *back, "skip", "end")
        case Phase.SPREAD:
            return ("reveal", "again", "sibling", *back, "skip", "end")
        case Phase.REVEAL:
            return ("next" if at < number else "end", "sibling", *back)
    return ("resume",) if at else ()


def press(live: Live, what: str, version: int) -> bool:
    """Does it, if it can be done and nobody has pressed anything since that version."""
    with transaction.atomic():
        now = Live.objects.select_for_update().get(pk=live.pk)
        if now.version != version or what not in ways_of(now, len(questions(now))):
            return False
        _DONE[what](now)
        _keep(now)
    return True


def put(live: Live, address: Address) -> bool:
    """An exercise is put on the screen, after the question that is asked now."""
    with transaction.atomic():
        now = Live.objects.select_for_update().get(pk=live.pk)
        if len(questions(now)) >= MOST:
            return False
        _ask(now, _after(now, address))
        _keep(now)
    return True


def _keep(live: Live) -> None:
    live.version += 1
    live.used = timezone.now()
    live.save()


def _ask(live: Live, item: Item) -> None:
    last = Vote.objects.filter(item=item).aggregate(last=Max("vote"))["last"] or 0
    live.item, live.vote, live.phase, live.is_paused = item, last + 1, Phase.OPEN, False


def _after(live: Live, address: Address) -> Item:
    """A new question behind the present one."""
    at = live.item.number if live.item else 0
    later = Item.objects.filter(sheet=live.sheet_id, number__gt=at)
    later.update(number=F("number") + _MOVED)
    later.filter(number__gt=_MOVED).update(number=F("number") - _MOVED + 1)
    item = item_of(Chosen(address, Why.FIRMER), live.sheet, at + 1)
    item.save()
    return item


def _next(live: Live) -> None:
    at = live.item.number if live.item else 0
    following = Item.objects.filter(sheet=live.sheet_id, number__gt=at).first()
    if following is None:
        live.phase = Phase.ENDED
    else:
        _ask(live, following)


def _back(live: Live) -> None:
    assert live.item is not None
    before = Item.objects.filter(sheet=live.sheet_id, number__lt=live.item.number).last()
    assert before is not None
    _ask(live, before)
    live.vote = max(1, live.vote - 1)
    live.phase = Phase.CLOSED


def _again(live: Live) -> None:
    live.vote += 1
    live.phase = Phase.OPEN


def _sibling(live: Live) -> None:
    assert live.item is not None
    if (other := rolled(exercise_of(live.item).address, random.SystemRandom())) is not None:
        _ask(live, _after(live, other))


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
    "reveal": _to(Phase.REVEAL),
    "reopen": _to(Phase.OPEN),
    "again": _again,
    "sibling": _sibling,
    "pause": _pause,
    "go-on": _pause,
    "end": _to(Phase.ENDED),
    "resume": _to(Phase.REVEAL),
}
