"""Limits on things that store or cost, for each place, so that one visitor cannot keep the
others from learning. Generous: a whole club may sit behind one address.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from tutorial.models import Count
from tutorial.trouble import spared

_COUNTED = f"""
    INSERT INTO {Count._meta.db_table} (key, number, ends) VALUES (%s, 1, %s)
    ON CONFLICT (key) DO UPDATE SET number = {Count._meta.db_table}.number + 1
    RETURNING number
"""  # noqa: S608  (the name of our own table)
"""One query on SQLite and PostgreSQL alike; two at once count as two."""


class Limit(StrEnum):
    ANSWERS = "answers"
    CLUBS_FOUNDED = "clubs-founded"
    CLUBS_JOINED = "clubs-joined"
    CODES = "codes"
    GAMES_KEPT = "games-kept"
    JUDGED = "judged"
    PAPERS = "papers"
    QUIZZES_MADE = "quizzes-made"
    SHEETS_MADE = "sheets-made"
    WRONG_CODES = "wrong-codes"
    SIGN_INS = "sign-ins"
    SIGN_INS_OF_NAME = "sign-ins-of-name"
    SIGN_UPS = "sign-ups"


HOUR = 3600
MOST = {
    Limit.ANSWERS: (6000, HOUR),
    Limit.CLUBS_FOUNDED: (20, 24 * HOUR),
    Limit.CLUBS_JOINED: (300, HOUR),  # a whole room on one evening, behind one address
    Limit.CODES: (20, HOUR // 4),
    Limit.GAMES_KEPT: (200, 24 * HOUR),
    Limit.JUDGED: (1200, HOUR),
    Limit.PAPERS: (300, HOUR),
    Limit.QUIZZES_MADE: (100, 24 * HOUR),
    Limit.SHEETS_MADE: (100, 24 * HOUR),
    Limit.WRONG_CODES: (60, HOUR // 4),
    Limit.SIGN_UPS: (120, HOUR),
    Limit.SIGN_INS: (20, HOUR // 4),
    Limit.SIGN_INS_OF_NAME: (100, HOUR // 4),  # so that it takes many places to keep one out
}
"""Most times, and in how many seconds."""


@dataclass(frozen=True, slots=True)
class TooOften:
    """It was done too often, and may be done again in so many seconds."""

    seconds: int

    @property
    def sentence(self) -> str:
        minutes = -(-self.seconds // 60)
        return ngettext(
            "That was too much in too short a time. You can go on in a minute; nothing is lost.",
            "That was too much in too short a time. You can go on in %(minutes)s minutes; nothing"
            " is lost.",
            minutes,
        ) % {"minutes": minutes}

    def tell(self, response: HttpResponse) -> HttpResponse:
        """The answer with the status and the time to wait for."""
        response.status_code = 429
        response["Retry-After"] = str(self.seconds)
        return response


def too_often(request: HttpRequest, limit: Limit, who: str = "") -> TooOften | None:
    """Counts that it is done once more; what goes over the limit is told. ``who``: by whom instead
    of from where. A database that does not answer keeps nobody from learning."""
    most, key, ends, left = _counted_as(limit, who or place_of(request))
    try:
        with spared(), connection.cursor() as cursor:
            cursor.execute(_COUNTED, [key, ends])
            (number,) = cursor.fetchone()
    except DatabaseError:
        return None
    return TooOften(left) if number > most else None


def is_at_limit(request: HttpRequest, limit: Limit, who: str = "") -> TooOften | None:
    """Whether it has been done as often as it may be; counts nothing. What only wrong guesses count
    for has to keep right ones out as well, or guessing would go on."""
    most, key, _ends, left = _counted_as(limit, who or place_of(request))
    try:
        with spared():
            number = Count.objects.filter(key=key).values_list("number", flat=True).first()
    except DatabaseError:
        return None
    return TooOften(left) if (number or 0) >= most else None


def _counted_as(limit: Limit, place: str) -> tuple[int, str, int, int]:
    """Most times, the key of the count, when that ends, and in how many seconds."""
    now, (most, seconds) = int(time.time()), MOST[limit]
    ends = now - now % seconds + seconds
    key = salted_hmac(f"karlchen.limits.{limit}.{ends}", place, algorithm="sha256")
    return most, key.hexdigest(), ends, ends - now


def place_of(request: HttpRequest) -> str:
    """The address that a request comes from; of IPv6 the network, for a household has billions.
    Behind a trusted proxy it is the last that was forwarded: the others anybody can write."""
    told = request.META.get("REMOTE_ADDR", "")
    if settings.TRUST_PROXY:
        told = (request.headers.get("X-Forwarded-For") or told).rpartition(",")[2].strip()
    try:
        found = ip_address(told)
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return found.exploded[:19]
    return str(found)
