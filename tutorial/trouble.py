"""A database that is locked, full or broken: what is said of it, and that nobody waits twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from django.db import DatabaseError, IntegrityError
from django.utils.translation import gettext as _

SECONDS_SPARED = 3.0
"""After a failure nobody asks the database for so long: each would wait for its lock, and whoever
only wants to read a page with him."""

_failed: list[tuple[float, DatabaseError]] = []
"""The last failure of this process and when it was, if it was lately."""


@contextmanager
def spared() -> Iterator[None]:
    """What is asked of the database here can be done without: soon after a failure it is not asked
    again, the same error is raised at once."""
    if _failed and monotonic() - _failed[0][0] < SECONDS_SPARED:
        raise _failed[0][1]
    try:
        yield
    except IntegrityError:
        raise
    except DatabaseError as error:
        _failed[:] = [(monotonic(), error)]
        raise


def why_not(error: DatabaseError) -> str:
    """Why the database did not do it, for whoever waits for an answer."""
    told = str(error).casefold()
    if "locked" in told or "busy" in told or "timeout" in told:
        return _("our memory is busy with something else just now")
    if "full" in told or "no space" in told:
        return _("our memory is full; whoever runs this site has to make room")
    if "malformed" in told or "not a database" in told:
        return _("our memory is damaged; whoever runs this site has to restore a backup")
    return _("our memory does not answer just now")
