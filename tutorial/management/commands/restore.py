"""Back to what a backup has, after saying what that loses."""

import sqlite3
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tutorial import backups
from tutorial.machine import DataInUse, seize_the_data


class Command(BaseCommand):
    help = "Put a backup in the place of the database, which is kept beside it."
    requires_system_checks: list[str] = []  # noqa: RUF012  (as Django declares it)

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("file", type=Path, help="of ./run backup, or a database kept beside")
        parser.add_argument("--yes", action="store_true", help="whatever that loses")

    def handle(self, *_args: Any, file: Path, yes: bool = False, **_options: Any) -> None:
        data: Path = settings.DATA_DIR
        if connection.vendor != "sqlite":
            raise CommandError(
                "The database is PostgreSQL: pg_restore --clean --if-exists --single-transaction"
                ' --dbname="$DATABASE_URL" FILE (deploy/README.md)'
            )
        try:
            with seize_the_data(data), backups.unpacked(file, data) as room:
                _refuse_newer(file, room / backups.DATABASE)
                present = self._say_what_goes(data / backups.DATABASE, room / backups.DATABASE)
                _ask(yes)
                backups.give_no_number_twice(room / backups.DATABASE, present)
                self._replace(data, room)
        except (OSError, DataInUse, sqlite3.DatabaseError, backups.NoBackup) as error:
            raise CommandError(f"Nothing was restored: {error}") from error

    def _say_what_goes(self, present: Path, backup: Path) -> Path | None:
        """Tell it; the present database if it could be read."""
        if not present.exists():
            return None
        try:
            missing = backups.missing(present, backup)
        except sqlite3.DatabaseError as error:
            self.stdout.write(f"The present database cannot be read, what goes is unknown: {error}")
            return None
        for name, count in missing.items():
            when = f", from {count.first} to {count.last} UTC" if count.number else ""
            self.stdout.write(f"{name} that the backup does not have: {count.number}{when}")
        return present

    def _replace(self, data: Path, room: Path) -> None:
        suffix = f".before-restore-{datetime.now():%Y%m%d-%H%M%S}"  # noqa: DTZ005  (for people here)
        had_one = (data / backups.DATABASE).exists()
        backups.replace(data, room, suffix)
        kept = f"; the one before is {data / backups.DATABASE}{suffix}" if had_one else ""
        self.stdout.write(f"Restored{kept}. ./run starts with it.")


def _refuse_newer(file: Path, database: Path) -> None:
    """A database that knows migrations of which this code has never heard."""
    known = MigrationLoader(None).disk_migrations.keys()
    unknown = sorted(f"{app}.{name}" for app, name in backups.migrations_of(database) - known)
    if unknown:
        raise backups.NoBackup(
            f"{file} is of a newer Karlchen (it has {', '.join(unknown)}); bring the code up first"
        )


def _ask(yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise CommandError("Nothing was restored: say --yes to do it.")
    if input("Restore it? [y/N] ").strip().lower() not in {"y", "yes"}:
        raise CommandError("Nothing was restored.")
