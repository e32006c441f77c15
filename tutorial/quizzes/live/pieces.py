"""What a room is at and what somebody has said to it, in one query of which the text never changes:
many phones ask it at once, and to put it together anew would cost more than to answer it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db import IntegrityError, connection, transaction

from tutorial.quizzes.models import Guest, Live, Phase, Vote
from tutorial.sittings.models import Item

PACE = {Phase.LOBBY: 3, Phase.ENDED: 10}
"""Seconds between two polls; else one."""
MANY = 250
"""For so many more they come a second later, or a question would reach none of them soon."""

KEPT = 120
"""Seconds that is kept which many get alike; a question is asked about as long."""

_COUNTS = f"""
        (SELECT COUNT(*) FROM {Item._meta.db_table} item
            WHERE item.sheet_id = live.sheet_id AND item.sitting_id IS NULL),
        (SELECT COUNT(*) FROM {Guest._meta.db_table} other WHERE other.live_id = live.id)
"""  # noqa: S608  (the names of our own tables)
_COUNTED = f"SELECT {_COUNTS} FROM {Live._meta.db_table} live WHERE live.id = %s"  # noqa: S608
_PIECE = f"""
    SELECT live.phase, live.item_id, live.vote, live.is_paused, {_COUNTS},
        given.posted, given.answer
    FROM {Live._meta.db_table} live
    JOIN {Guest._meta.db_table} guest ON guest.live_id = live.id AND guest.learner_id = %s
    LEFT JOIN {Vote._meta.db_table} given
        ON given.guest_id = guest.id AND given.item_id = live.item_id AND given.vote = live.vote
    WHERE live.code = %s ORDER BY guest.id LIMIT 1
"""  # noqa: S608
_GUEST = f"""
    SELECT guest.*, live.version AS room_version FROM {Guest._meta.db_table} guest
    JOIN {Live._meta.db_table} live ON live.id = guest.live_id AND live.code = %s
    WHERE guest.learner_id = %s ORDER BY guest.id LIMIT 1
"""  # noqa: S608
_STILL = f"""
    SELECT 1 FROM {Live._meta.db_table} WHERE id = %s AND phase = '{Phase.OPEN.value}'
    AND NOT is_paused AND item_id = %s AND vote = %s
"""  # noqa: S608
_KEEP = f"""
    INSERT INTO {Vote._meta.db_table}
        (guest_id, item_id, vote, posted, answer, "right", misconceptions)
    VALUES (%s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (guest_id, item_id, vote) DO UPDATE SET posted = excluded.posted,
        answer = excluded.answer, "right" = excluded."right",
        misconceptions = excluded.misconceptions
"""  # noqa: S608
_TOLD = f"""
    SELECT phase, item_id, vote, is_paused FROM {Live._meta.db_table} WHERE code = %s
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class Piece:
    """All that a piece on somebody's phone depends on, beside language, letters and address."""

    version: str
    of: int
    """Questions in all."""
    pace: int
    given: tuple[Any, Any] | None
    """As it was posted, and as JSON; where it is not shown, None."""


def piece_of(code: str, learner: int) -> Piece | None:
    """None: the learner is not in the room, or there is none, or it is over."""
    with connection.cursor() as cursor:
        cursor.execute(_PIECE, [learner, code])
        found = cursor.fetchone()
    if found is None or found[0] == Phase.ENDED:
        return None
    phase, item, vote, is_paused, of, there, posted, answer = found
    is_shown = posted is not None and shows_answer(phase, is_paused=bool(is_paused))
    given = (json.loads(posted), json.loads(answer)) if is_shown else None
    return Piece(told_to_phones(phase, item, vote, is_paused), of, pace_of(phase, there), given)


def seat_of(code: str, learner: int) -> tuple[Live, Guest] | None:
    """The room and who somebody in it is. The room is as it was at the version that it still has:
    all phones ask for the same, and every change raises it."""
    guest = next(iter(Guest.objects.raw(_GUEST, [code, learner])), None)
    if guest is None:
        return None
    key = f"room-{code}-{vars(guest)['room_version']}"
    live: Live | None = cache.get(key)
    if live is None:
        live = Live.objects.select_related("item").filter(pk=guest.live_id).first()
        cache.set(key, live, KEPT)
    return None if live is None else (live, guest)


def kept_while_open(live: Live, vote: Vote) -> bool:
    """Never late, never two: whoever closes the question waits for this, or this for him. False: it
    is closed, or the guest has been removed."""
    locked = _STILL + ("FOR SHARE" if connection.features.has_select_for_update else "")
    written = (json.dumps(one) for one in (vote.posted, vote.answer))
    beliefs = json.dumps(vote.misconceptions)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(locked, [live.pk, live.item_id, live.vote])
            if cursor.fetchone() is None:
                return False
            place = [vote.guest_id, vote.item_id, vote.vote]
            cursor.execute(_KEEP, [*place, *written, vote.right, beliefs])
    except IntegrityError:
        return False
    return True


def counted(live: Live) -> tuple[int, int]:
    """Questions in all, and how many are there."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTED, [live.pk])
        of, there = cursor.fetchone() or (0, 0)
    return of, there


def told_of(code: str) -> str:
    """The version that phones ask for; empty: there is no such room."""
    with connection.cursor() as cursor:
        cursor.execute(_TOLD, [code])
        found = cursor.fetchone()
    return told_to_phones(*found) if found else ""


def told_to_phones(phase: str, item: int | None, vote: int, is_paused: bool) -> str:
    """What a phone shows changes with this alone: the spread is for the screen."""
    shown = Phase.CLOSED if phase == Phase.SPREAD else phase
    return f"{shown}.{item or 0}.{vote}.{int(is_paused)}"


def shows_question(phase: str, *, is_paused: bool) -> bool:
    """Whether a phone shows the question."""
    return phase in {Phase.OPEN, Phase.REVEAL} and not is_paused


def shows_answer(phase: str, *, is_paused: bool) -> bool:
    """Whether a phone shows what one has answered: to the question, or while one waits."""
    return phase not in {Phase.LOBBY, Phase.ENDED} and not is_paused


def pace_of(phase: str, there: int) -> int:
    """Seconds between two polls in a room where so many are."""
    return PACE.get(Phase(phase), 1 + there // MANY)
