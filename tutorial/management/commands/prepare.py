"""Everything that must be so before the server starts: checks, database, messages, static files."""

import fcntl
import os
import socket
import sqlite3
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import ifaddr
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from lessons.content.reading import BadContent, course
from tutorial import backups
from tutorial.machine import DataInUse, hold_the_data
from tutorial.messages import compile_messages

NOT_SERVED = ["css/*"]
"""Static files that nobody asks for: those that style.css is made of."""
COPIES_KEPT = 2
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  (only compared)


class Command(BaseCommand):
    help = "Check the content, migrate, compile messages, collect static files; say the address."
    requires_system_checks: list[str] = []  # noqa: RUF012  (as Django declares it)

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--quiet", action="store_true", help="say no address")

    def handle(self, *_args: Any, quiet: bool = False, **_options: Any) -> None:
        host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
        if not quiet:
            _refuse_if_taken(host, port)
        try:
            course()
        except BadContent as bad:
            raise CommandError(f"The content is wrong, so nothing is served:\n{bad}") from bad
        try:
            with hold_the_data(settings.DATA_DIR):
                self._prepare()
        except DataInUse as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"Karlchen cannot start: {error}") from error
        if not quiet:
            self._say_address(host, port)

    def _prepare(self) -> None:
        # Of two starts at once the second finds everything done.
        with (settings.DATA_DIR / "prepare.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._migrate()
            compile_messages()
            _collect_static()

    def _migrate(self) -> None:
        """Bring the database to this version, whole or not at all, with a copy of it before."""
        if connection.vendor == "sqlite":
            _keep_to_its_owner(Path(connection.settings_dict["NAME"]))
        try:
            executor = MigrationExecutor(connection)
            if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
                return
            if connection.vendor == "sqlite" and executor.loader.applied_migrations:
                kept = _copy_before_upgrade(Path(connection.settings_dict["NAME"]))
                self.stdout.write(f"New version; the database as it was is kept as {kept}")
            _migrate_at_once()
        except (DatabaseError, sqlite3.DatabaseError, backups.NoBackup) as error:
            raise CommandError(
                f"The database {_name_of_database()} cannot be used: {_in_one_line(error)}"
            ) from error

    def _say_address(self, host: str, port: str) -> None:
        if settings.SITE_URL:
            self.stdout.write(f"Karlchen: {settings.SITE_URL}/ (listening on {host}:{port})")
            if os.environ.get("TRUST_PROXY") != "1":
                self.stdout.write(
                    "Without TRUST_PROXY=1 every request counts as plain HTTP and is redirected."
                )
            if not settings.IMPRINT:
                self.stdout.write(
                    "Without IMPRINT nobody can read who runs this public site:"
                    ' IMPRINT="name | street | town | mail address"'
                )
            return
        for name in _addresses() if host in EVERYWHERE else [host]:
            shown = f"[{name}]" if ":" in name else name
            self.stdout.write(f"Karlchen: http://{shown}:{port}/")


def _name_of_database() -> str:
    return str(connection.settings_dict["NAME"])


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _keep_to_its_owner(database: Path) -> None:
    """The answers are nobody else's; SQLite gives ``-wal`` and ``-shm`` what the database has."""
    for path in (database, Path(f"{database}-wal"), Path(f"{database}-shm")):
        if path.exists() and path.stat().st_uid == os.getuid():
            path.chmod(0o600)
    database.touch(mode=0o600)


def _copy_before_upgrade(database: Path) -> Path:
    """A copy to go back to; of those of earlier upgrades the latest stays too."""
    beginning = f"{database.name}.before-upgrade-"
    kept = database.with_name(f"{beginning}{datetime.now():%Y%m%d-%H%M%S}")  # noqa: DTZ005  (for people here)
    draft = kept.with_name(f"{database.name}.copying")
    draft.unlink(missing_ok=True)
    backups.copy(database, draft)
    draft.replace(kept)
    for path in sorted(database.parent.glob(f"{beginning}*"))[:-COPIES_KEPT]:
        path.unlink()
    return kept


def _migrate_at_once() -> None:
    """All migrations or none, so that the version before still starts if one fails.

    SQLite can alter tables in a transaction only while it checks no foreign keys; that is said
    before, since it does not listen within. The migrations check them at their ends.
    """
    connection.disable_constraint_checking()
    if connection.vendor == "postgresql":  # nobody waits for it, however long it takes
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0; SET statement_timeout = 0")
    try:
        with transaction.atomic():
            call_command("migrate", verbosity=0, interactive=False)
    except Exception as error:
        raise CommandError(
            f"The database {_name_of_database()} could not be brought to this version and is as it"
            f" was: {type(error).__name__}: {_in_one_line(error)}"
        ) from error
    finally:
        connection.enable_constraint_checking()


def _collect_static() -> None:
    """Collect and compress anew if any static file, or the way of storing them, has changed.

    Old files stay: their names hold their content, and another server may still hand them out.
    """
    digest = sha256(f"{settings.STATIC_ROOT} {settings.STORAGES} {NOT_SERVED}".encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda found: found[0]):
            content = Path(storage.path(path)).read_bytes()
            digest.update(f"{path} {len(content)}\n".encode() + content)
    stamp = Path(settings.STATIC_ROOT) / "collected"
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=NOT_SERVED)
    stamp.write_text(digest.hexdigest())


def _addresses() -> list[str]:
    found = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    return [ip for ip in found if isinstance(ip, str)]


def _refuse_if_taken(host: str, port: str) -> None:
    """Say so plainly if the address is none or something listens there already."""
    if not port.isdigit() or not 0 < int(port) < 65536:
        raise CommandError(f"PORT: expected a number from 1 to 65535, got {port!r}")
    if host == "*":
        raise CommandError("HOST: for all addresses of this machine say HOST=0.0.0.0")
    try:
        family, kind, proto, _name, address = socket.getaddrinfo(host, int(port))[0]
    except socket.gaierror as error:
        raise CommandError(f"HOST: {host!r} is no address of this machine: {error}") from error
    with socket.socket(family, kind, proto) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            message = f"Cannot listen on {host}:{port}: {error.strerror}. Another: PORT=8001 ./run"
            raise CommandError(message) from error
