"""``./run fuzz [--requests 50000] [--records 50000] [--seed N] [--no-slow]``: requests and records
of whoever means no good, and clients that are slow on purpose; prints what failed, hung or was
dear. Exit status 1 if anything failed or hung, or cost more than ten times the home page.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from urllib.error import URLError
from urllib.request import urlopen

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

MOST_TIMES_HOME = 10.0
ROOT = Path(__file__).parent.parent.parent


def main() -> int:
    asked = _asked()
    django.setup()
    from django.db import connection

    from tests.fuzz.requests import every, record
    from tests.fuzz.running import judged, sent

    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    chance = Random(asked.seed)
    found = sent(islice(every(chance), asked.requests), Random(asked.seed))
    say(f"{found.groups.total()} requests: " + ", ".join(_counted(found.groups)))
    say("answered " + ", ".join(_counted(found.statuses)))
    records = judged(record(chance) for _ in range(asked.records))
    say(f"{records.groups.total()} records judged")
    every_bad = {
        "5xx": found.failed,
        "hangs": [*found.hung, *records.hung],
        "tracebacks": [*found.tracebacks, *records.tracebacks],
    }
    for name, bad in every_bad.items():
        say(f"{len(bad):6} {name}")
        for one in bad[:DETAILS]:
            say(f"       {one}")
    say(f"the dearest, in times of the home page ({found.home * 1000:.1f} ms of CPU):")
    for times, one in found.dearest:
        say(f"{times:6.1f} {one}")
    is_cheap = all(times <= MOST_TIMES_HOME for times, _one in found.dearest)
    if asked.slow:
        _slow()
    return 0 if is_cheap and not any(every_bad.values()) else 1


DETAILS = 20


def _counted(counted: dict[str, int] | dict[int, int]) -> list[str]:
    return [f"{name} {number}" for name, number in sorted(counted.items())]


def _slow() -> None:
    from tests.fuzz import slow

    say("clients that are slow on purpose, while others learn:")
    with _served() as port:
        for name, seen in asyncio.run(slow.table(port)).items():
            number = slow.KINDS.get(name, (0, b""))[0]
            say(f"{number:6} {name:16} {seen}")


@contextmanager
def _served() -> Iterator[int]:
    """The port of a ./run of its own on this machine."""
    with socket.socket() as free:
        free.bind((_LOOPBACK, 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        environment = os.environ | {"HOST": _LOOPBACK, "PORT": str(port), "DATA_DIR": data}
        environment.pop("DJANGO_SETTINGS_MODULE")
        log = subprocess.DEVNULL
        server = subprocess.Popen(["./run"], cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            for _ in range(300):
                try:
                    urlopen(f"http://{_LOOPBACK}:{port}/healthz", timeout=1).close()
                    break
                except (URLError, OSError):
                    time.sleep(0.1)
            yield port
        finally:
            server.terminate()
            server.wait(timeout=30)


_LOOPBACK = "127.0.0.1"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=50_000)
    parser.add_argument("--records", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-slow", dest="slow", action="store_false")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
