"""Everything that must be so before the server starts: checks, database, messages, static files."""

import fcntl
import os
import socket
from hashlib import sha256
from pathlib import Path
from typing import Any

import ifaddr
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from lessons.content.reader import BadContent, course
from tutorial.messages import compile_messages

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
        # Of two starts at once the second finds everything done.
        with (settings.DATA_DIR / "prepare.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _migrate()
            compile_messages()
            _collect_static()
        if not quiet:
            self._say_address(host, port)

    def _say_address(self, host: str, port: str) -> None:
        if settings.SITE_URL:
            self.stdout.write(f"Karlchen: {settings.SITE_URL}/ (listening on {host}:{port})")
            if os.environ.get("TRUST_PROXY") != "1":
                self.stdout.write(
                    "Without TRUST_PROXY=1 every request counts as plain HTTP and is redirected."
                )
            return
        for name in _addresses() if host in EVERYWHERE else [host]:
            shown = f"[{name}]" if ":" in name else name
            self.stdout.write(f"Karlchen: http://{shown}:{port}/")


def _migrate() -> None:
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        name = connection.settings_dict["NAME"]
        raise CommandError(f"The database {name} cannot be used: {error}") from error


def _collect_static() -> None:
    """Collect and compress anew if any static file, or the way of storing them, has changed.

    Old files stay: their names hold their content, and another server may still hand them out.
    """
    digest = sha256(f"{settings.STATIC_ROOT} {settings.STORAGES}".encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda found: found[0]):
            stat = Path(storage.path(path)).stat()
            digest.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    stamp = Path(settings.STATIC_ROOT) / "collected"
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    call_command("collectstatic", verbosity=0, interactive=False)
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
