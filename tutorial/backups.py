"""Copies of the database (SQLite) with the key that reads the learners' cookies, and back again.

A backup is a ``.tar.gz`` of two files under their own names: it opens without Karlchen, and a key
does not hide in a table that somebody passes on. A copy is taken by SQLite's own backup, which sees
one moment while servers go on writing.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

DATABASE = "karlchen.sqlite3"
KEY = "secret-key"
MEMBERS = (DATABASE, KEY)

BEYOND = 1_000_000
"""Added to the highest numbers given out, where nobody can tell which came later."""


class NoBackup(Exception):  # noqa: N818  (the name says what it is)
    """A file that is no backup of ours, or not a sound one."""


@dataclass(frozen=True, slots=True)
class Amount:
    """Number of rows of one kind, and the times of the first and last (UTC, as SQLite has them)."""

    number: int
    first: str
    last: str


def copy(source: Path, target: Path) -> None:
    """Copy the database into one file, readable for its owner alone, and found sound."""
    target.touch(mode=0o600, exist_ok=False)
    with closing(_opened(source)) as present, closing(sqlite3.connect(target)) as copied:
        present.backup(copied)
        copied.execute("PRAGMA journal_mode=DELETE")
        _check(copied, source)
    _settle(target)


def write(data: Path, target: Path) -> None:
    """Put database and key of the folder ``data`` into ``target``, which is named when whole."""
    with _room_beside(target) as room:
        copy(data / DATABASE, room / DATABASE)
        draft = room / "backup"
        with tarfile.open(draft, "w:gz", compresslevel=6) as tar:
            tar.add(room / DATABASE, DATABASE)
            tar.add(data / KEY, KEY)
        draft.chmod(0o600)
        _settle(draft)
        draft.replace(target)
    _settle(target.parent)


@contextmanager
def unpacked(source: Path, data: Path) -> Iterator[Path]:
    """A folder inside ``data`` with the database and, if there is one, the key of ``source``.

    It may be a backup, or a database that an upgrade or a restore has left beside the present one.
    """
    with _room_beside(data / DATABASE) as room:
        try:
            with source.open("rb") as file:
                is_database = file.read(16) == b"SQLite format 3\0"
            if is_database:
                _take_kept(source, room)
            else:
                _take_packed(source, room)
        except (tarfile.TarError, EOFError, sqlite3.DatabaseError) as error:
            raise NoBackup(f"{source} is no sound backup of Karlchen: {error}") from error
        yield room


def _take_kept(source: Path, room: Path) -> None:
    copy(source, room / DATABASE)
    key = source.with_name(source.name.replace(DATABASE, KEY))
    if key != source and key.exists():
        shutil.copyfile(key, room / KEY)


def _take_packed(source: Path, room: Path) -> None:
    with tarfile.open(source, "r:gz") as tar:
        if sorted(tar.getnames()) != sorted(MEMBERS) or not all(m.isfile() for m in tar):
            raise tarfile.TarError(f"expected {' and '.join(MEMBERS)} in it")
        tar.extractall(room, filter="data")
    with closing(sqlite3.connect(room / DATABASE)) as database:
        _check(database, source)


def migrations_of(database: Path) -> set[tuple[str, str]]:
    """Applied migrations as (application, name)."""
    with closing(_opened(database)) as opened:
        if not _has(opened, "main", "django_migrations"):
            raise NoBackup(f"{database.name} is a database, but none of Karlchen's")
        return set(opened.execute("SELECT app, name FROM django_migrations"))


def missing(present: Path, backup: Path) -> dict[str, Amount]:
    """Answers and games in the present database that the backup does not have."""
    with closing(_opened(present)) as opened:
        opened.execute("ATTACH ? AS backup", [str(backup)])
        return {
            "answers": _missing(opened, "learners_attempt"),
            "games": _missing(opened, "replays_storedgame"),
        }


def _missing(opened: sqlite3.Connection, table: str) -> Amount:
    if not _has(opened, "main", table):
        return Amount(0, "", "")
    known = f"SELECT key FROM backup.{table}" if _has(opened, "backup", table) else "SELECT ''"  # noqa: S608  (our own names)
    number, first, last = opened.execute(
        f"SELECT count(*), min(created), max(created) FROM main.{table} WHERE key NOT IN ({known})"  # noqa: S608
    ).fetchone()
    return Amount(number, (first or "")[:16], (last or "")[:16])


def give_no_number_twice(database: Path, present: Path | None) -> None:
    """Let new rows be numbered after all that there have ever been.

    A learner's signed cookie holds the number of his row. One who came after the backup would
    otherwise be taken for the next who comes, and see what that one answers. Where the present
    database cannot be asked (None), the numbers go on far behind.
    """
    with closing(sqlite3.connect(database)) as opened, opened:
        here = _given(opened)
        there = {name: given + BEYOND for name, given in here.items()}
        if present is not None:
            with suppress(sqlite3.DatabaseError), closing(_opened(present)) as other:
                there = _given(other)  # where it cannot say, it is as if there were none
        for name, given in here.items():
            last = max(given, there.get(name, 0))
            opened.execute("DELETE FROM sqlite_sequence WHERE name = ?", [name])
            opened.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [name, last])


def _given(opened: sqlite3.Connection) -> dict[str, int]:
    """The highest number that each table has given to a row."""
    tables = "SELECT name, 0 FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"
    return dict(opened.execute(tables)) | dict(
        opened.execute("SELECT name, seq FROM sqlite_sequence")
    )


def replace(data: Path, room: Path, suffix: str) -> None:
    """Put what is in ``room`` into ``data``; what was there stays beside it under ``suffix``.

    The new database takes the name in one step, so there is one at every moment. A ``-wal`` of the
    one before goes with it: beside another database it would destroy that.
    """
    database, key = data / DATABASE, data / KEY
    if (room / KEY).exists():
        if key.exists() and key.read_bytes() != (room / KEY).read_bytes():
            _keep(key, suffix)
        (room / KEY).chmod(0o600)
        _settle(room / KEY)
        (room / KEY).replace(key)
    if database.exists():
        _keep(database, suffix)
    wal = data / f"{DATABASE}-wal"
    if wal.exists():
        wal.replace(data / f"{DATABASE}{suffix}-wal")
    (data / f"{DATABASE}-shm").unlink(missing_ok=True)
    (room / DATABASE).chmod(0o600)
    _settle(room / DATABASE)
    (room / DATABASE).replace(database)
    _settle(data)


def _keep(path: Path, suffix: str) -> None:
    kept = path.with_name(path.name + suffix)
    try:
        kept.hardlink_to(path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        shutil.copy2(path, kept)
    kept.chmod(0o600)


def _opened(path: Path) -> sqlite3.Connection:
    """The database, which must be there: SQLite would make an empty one."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=20)


def _check(database: sqlite3.Connection, source: Path) -> None:
    found = [row[0] for row in database.execute("PRAGMA integrity_check(1)")]
    if found != ["ok"]:
        raise NoBackup(f"{source} is damaged: {found[0]}")


def _has(opened: sqlite3.Connection, schema: str, table: str) -> bool:
    asked = f"SELECT 1 FROM {schema}.sqlite_master WHERE type = 'table' AND name = ?"  # noqa: S608
    return opened.execute(asked, [table]).fetchone() is not None


@contextmanager
def _room_beside(path: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as room:
        yield Path(room)


def _settle(path: Path) -> None:
    """Have a file, or the names in a folder, written to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
