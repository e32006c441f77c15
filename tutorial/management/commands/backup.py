"""Everything that a learner would miss, in one file, while the site is served."""

from pathlib import Path
from sqlite3 import DatabaseError
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.db import connection

from tutorial import backups
from tutorial.machine import DataInUse, hold_the_data


class Command(BaseCommand):
    help = "Write the database (SQLite) and the secret key into a new file, FILE.tar.gz."
    requires_system_checks: list[str] = []  # noqa: RUF012  (as Django declares it)

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        data: Path = settings.DATA_DIR
        if connection.vendor != "sqlite":
            raise CommandError(
                'The database is PostgreSQL: pg_dump --format=custom --file=FILE "$DATABASE_URL",'
                f" and keep {data / backups.KEY} (deploy/README.md)"
            )
        if not (data / backups.DATABASE).exists():
            raise CommandError(f"There is no database in {data} yet: ./run makes one.")
        if file.exists():
            raise CommandError(f"{file} exists already; a backup is a new file.")
        try:
            with hold_the_data(data):
                backups.write(data, file)
        except (OSError, DatabaseError, DataInUse, backups.NoBackup) as error:
            raise CommandError(f"No backup was made: {error}") from error
        self.stdout.write(f"{file}: {file.stat().st_size} bytes, sound.")
