"""Whether the site can do its work: the database takes something, and there is room for more."""

from __future__ import annotations

import logging
import shutil
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from tutorial.learners.models import Attempt
from tutorial.models import Count
from tutorial.trouble import is_damaged, note, spared

LEAST_SPACE = 32 * 1024 * 1024
"""Bytes that have to be free beside the database."""
_KEY = "health"
_log = logging.getLogger(__name__)
_opened: dict[str, int] = {}
"""The file that the connection has open, by the name of its database."""


def why_unwell() -> str:
    """In one line; empty where all is well."""
    if leave_replaced_file():
        return "the database file was replaced while it was open"
    try:
        free = shutil.disk_usage(settings.DATA_DIR).free
    except OSError:
        return "the folder of the data is gone"
    if free < LEAST_SPACE:
        return f"only {free // 1024} KB are free"
    try:
        with spared():
            _write_and_read()
    except DatabaseError as error:
        note(error)
        _log.warning("The database does not work: %s", error)  # who only looks is not told where
        return "the database does not work"
    return "the database is damaged" if is_damaged() else ""


def leave_replaced_file() -> bool:
    """Whether there was another file than the open one; then that one is used from now on: what is
    kept in a file without a name is lost."""
    is_replaced = _is_replaced()
    if is_replaced:
        connection.close()
    return is_replaced


def _write_and_read() -> None:
    Count.objects.update_or_create(key=_KEY, defaults={"number": 1, "ends": int(time.time())})
    Attempt.objects.order_by("-pk").first()


def note_file(connection: BaseDatabaseWrapper, **_more: Any) -> None:
    """Receives ``connection_created``."""
    if connection.vendor == "sqlite":
        _opened[str(connection.settings_dict["NAME"])] = _inode(connection)


def _is_replaced() -> bool:
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or connection.connection is None:
        return False
    return _opened.get(name) != _inode(connection)


def _inode(connection: BaseDatabaseWrapper) -> int:
    """Of the file; 0 where there is none."""
    try:
        return Path(connection.settings_dict["NAME"]).stat().st_ino
    except OSError:
        return 0
