"""A PostgreSQL server for one command, which finds it under DATABASE_URL; nothing of it stays.

``python -m tests.throwaway_postgresql`` alone says where the binaries are, or fails if there are
none. It listens at a socket in its own folder, and is not run by root, which it refuses.
"""

import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OLDEST = 15
"""That this Django works with."""

HASTE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def binaries() -> Path | None:
    """The folder of the newest PostgreSQL that there is."""
    on_path = shutil.which("initdb")
    folders = [*Path("/usr/lib/postgresql").glob("*/bin")]
    folders += [Path(on_path).resolve().parent] if on_path else []
    return max((f for f in folders if _version(f) >= OLDEST), key=_version, default=None)


def _version(folder: Path) -> int:
    if not (folder / "initdb").exists() or not (folder / "pg_ctl").exists():
        return 0
    told = subprocess.run(
        [folder / "initdb", "--version"], capture_output=True, text=True, check=False
    )
    found = re.search(r"(\d+)", told.stdout)
    return int(found[1]) if found else 0


@contextmanager
def postgresql(found: Path) -> Iterator[str]:
    """The address of a new, empty server."""
    # A socket's path may have 107 bytes at most, so it is no folder below TMPDIR.
    folder = Path(tempfile.mkdtemp(prefix="karlchen-", dir="/tmp"))
    user = _unprivileged()
    if user:
        os.chown(folder, user.pw_uid, user.pw_gid)

    def call(*words: str | Path) -> None:
        told = subprocess.run(
            words,
            cwd=folder,
            user=user.pw_uid if user else None,
            group=user.pw_gid if user else None,
            extra_groups=[] if user else None,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if told.returncode:
            sys.exit(f"{words[0]}: {told.stderr}")

    settings = HASTE | {"listen_addresses": "", "unix_socket_directories": str(folder)}
    options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
    cluster = folder / "cluster"
    pg_ctl: list[str | Path] = [found / "pg_ctl", "--pgdata", cluster, "--silent", "--wait"]
    try:
        call(
            *(found / "initdb", "--pgdata", cluster, "--username", "karlchen", "--auth", "trust"),
            *("--encoding", "UTF8", "--locale", "C", "--no-sync"),
        )
        call(*pg_ctl, "--log", folder / "log", "--options", options, "start")
        try:
            yield f"postgresql://karlchen@/postgres?host={folder}"
        finally:
            call(*pg_ctl, "--mode", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


def _unprivileged() -> pwd.struct_passwd | None:
    """Whom to be instead of root."""
    if os.getuid() != 0:
        return None
    names = {user.pw_name: user for user in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def main(command: list[str]) -> int:
    found = binaries()
    if found is None:
        return 1
    if not command:
        sys.stdout.write(f"{found}\n")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with postgresql(found) as url:
        return subprocess.run(
            command, env=os.environ | {"DATABASE_URL": url}, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
