"""Log lines and mails about errors: they name a request by its number and nothing of who asked."""

from __future__ import annotations

import logging
import re
import traceback
from time import monotonic
from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from django.views.debug import ExceptionReporter

SECONDS_BETWEEN_MAILS = 600.0
_KEYS = re.compile(
    r"(?<=/own-)[^/]+|(?<=/disputed/)[^/]+|(?<=/lead/)[^/]+|(?<=/clubs/join/)[^/]+"
    r"|(?<=/clubs/card/)[^/]+|(?<=/clubs/)(?!new/|join/|card/)[^/]+|(?<=/quizzes/)(?!new/|file/)[^/]+"
    r"|(?<=/forgotten/)(?!sent/|changed/)[^/]+"
)
"""In a path: whoever knows them may see what somebody has brought, lead what is his, come into a
club, or give an account another password."""


def as_logged(path: str) -> str:
    """On one line, whatever it says, and without what only its owner is to know."""
    told = "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in path)
    return _KEYS.sub("…", told)


class RequestNumber(logging.Filter):
    """Gives a record the number of its request."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        record.number = "-"
        if isinstance(request, HttpRequest):
            record.number = request.META.get("REQUEST_ID", "-")
            if isinstance(record.args, tuple):
                record.args = tuple(as_logged(str(one)) for one in record.args)
        return True


class Seldom(logging.Filter):
    """Lets one record pass and then none for a while: a thousand mails tell no more than one."""

    def __init__(self) -> None:
        super().__init__()
        self.last: float | None = None

    def filter(self, record: logging.LogRecord) -> bool:
        now = monotonic()
        if self.last is not None and now - self.last < SECONDS_BETWEEN_MAILS:
            return False
        self.last = now
        return True


class OnlyTraceback(ExceptionReporter):
    """The traceback alone, without the request's cookies, address and fields."""

    def get_traceback_text(self) -> SafeString:
        found: Any = self.exc_value
        told = traceback.format_exception(found) if isinstance(found, BaseException) else ()
        return mark_safe("".join(told))  # noqa: S308  (a mail is plain text)
