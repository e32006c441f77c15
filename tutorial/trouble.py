"""A database that is locked, full or broken: what is said of it, and that nobody waits twice."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from django.conf import settings
from django.db import DatabaseError, DataError, IntegrityError
from django.utils.translation import gettext as _

FULL = 256 * 1024
"""Bytes; with less nothing can be written any more."""
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
        raise _anew(_failed[0][1])
    try:
        yield
    except (IntegrityError, DataError):  # what was asked is at fault
        raise
    except DatabaseError as error:
        _failed[:] = [(monotonic(), _anew(error))]
        note(error)
        raise


def _anew(error: DatabaseError) -> DatabaseError:
    """The same without where it was raised, which would hold that request for as long."""
    return type(error)(*error.args)


_damaged: list[str] = []
"""The error of a damaged database, kept for this process: waiting does not mend it."""


def note(error: DatabaseError) -> None:
    if _is_damage(error):
        _damaged[:] = [str(error)]


def is_damaged() -> bool:
    """Whether the database turned out to be damaged since this process began."""
    return bool(_damaged)


def why_not(error: DatabaseError) -> str:
    """Why the database did not do it, for whoever waits for an answer."""
    told = str(error).casefold()
    if "locked" in told or "busy" in told or "timeout" in told:
        return _("too much is going on here right now")
    if "full" in told or "no space" in told or _is_disk_full():
        return _("our database is full; the people who run this site have to make room")
    if _is_damage(error):
        return _("our database is damaged; the people who run this site have to restore a backup")
    return _("our database is not responding right now")


def _is_damage(error: DatabaseError) -> bool:
    told = str(error).casefold()
    return "malformed" in told or "not a database" in told


def _is_disk_full() -> bool:
    """SQLite often says no more than that it could not write."""
    try:
        return shutil.disk_usage(settings.DATA_DIR).free < FULL
    except OSError:  # the folder is gone, and the disk with it perhaps
        return False
