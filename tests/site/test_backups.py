"""Backup and restore: nothing acknowledged is lost, nothing goes without being told."""

import io
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.test import override_settings

from tutorial import backups
from tutorial.machine import DataInUse, hold_the_data, seize_the_data

ROOT = Path(__file__).parent.parent.parent
if connection.vendor != "sqlite":
    pytest.skip("PostgreSQL has backups of its own", allow_module_level=True)
pytestmark = pytest.mark.long

ANSWER = """
import django
django.setup()
from tutorial.learners.models import Attempt, Learner
learner = Learner.objects.create()
def answer():
    return Attempt.objects.create(
        learner=learner, token=str(Attempt.objects.count()), kind="who-won", version=1,
        rules="kompakt", level=1, seed=1, question={"asked": "x" * 300}, answer="re", right=True,
    ).key
"""


def environment(data: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in {"SITE_URL", "DATABASE_URL"}}
    return kept | {"DJANGO_SETTINGS_MODULE": "tutorial.settings", "DATA_DIR": str(data)}


def in_the_site(data: Path, code: str) -> subprocess.CompletedProcess[str]:
    return _python(data, "-c", code)


def manage(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return _python(data, "manage.py", *words)


def _python(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment(data),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder as the site makes it, with one answer."""
    data = tmp_path_factory.mktemp("site") / "data"
    assert manage(data, "migrate", "--verbosity", "0").returncode == 0
    assert in_the_site(data, ANSWER + "answer()").returncode == 0
    return data


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Iterator[Path]:
    shutil.copytree(made, tmp_path / "data")
    with override_settings(DATA_DIR=tmp_path / "data"):
        yield tmp_path / "data"


def keys(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as opened:
        return {key for (key,) in opened.execute("SELECT key FROM learners_attempt")}


def add_answer(data: Path, key: str, created: str = "2026-05-01 20:15:00") -> None:
    with closing(sqlite3.connect(data / backups.DATABASE)) as opened, opened:
        columns = [row[1] for row in opened.execute("PRAGMA table_info(learners_attempt)")][1:]
        new = {"key": key, "token": key, "created": created}
        chosen = ", ".join(f":{name}" if name in new else name for name in columns)
        opened.execute(
            f"INSERT INTO learners_attempt ({', '.join(columns)})"  # noqa: S608
            f" SELECT {chosen} FROM learners_attempt LIMIT 1",
            new,
        )


def restore(file: Path, yes: bool = True) -> str:
    said = io.StringIO()
    call_command("restore", file, yes=yes, stdout=said)
    return said.getvalue()


def test_a_backup_is_database_and_key_for_its_owner_alone(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "karlchen.tar.gz"
    call_command("backup", file, stdout=io.StringIO())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with tarfile.open(file) as tar:
        assert tar.getnames() == ["karlchen.sqlite3", "secret-key"]
        key = tar.extractfile("secret-key")
        assert key is not None
        assert key.read() == (data / "secret-key").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"data", "karlchen.tar.gz"}


@pytest.mark.usefixtures("data")
def test_a_backup_never_takes_the_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "mine"


def test_a_damaged_database_makes_no_backup(data: Path, tmp_path: Path) -> None:
    database = data / backups.DATABASE
    content = bytearray(database.read_bytes())
    content[4096 * 3 : 4096 * 5] = b"\x55" * (4096 * 2)
    database.write_bytes(content)
    with pytest.raises(CommandError, match="No backup was made"):
        call_command("backup", tmp_path / "karlchen.tar.gz")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.usefixtures("data")
def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^No backup was made: .*No such file[^\n]*$"):
        call_command("backup", tmp_path / "nowhere" / "karlchen.tar.gz")


def test_what_goes_is_told_and_kept(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "karlchen.tar.gz"
    call_command("backup", file, stdout=io.StringIO())
    before = keys(data / backups.DATABASE)
    add_answer(data, "after-1")
    add_answer(data, "after-2", "2026-05-02 21:30:00")
    (data / "secret-key").write_text("another")
    said = restore(file)
    assert "answers that the backup does not have: 2, from 2026-05-01 20:15 to 2026-05-02" in said
    assert "games that the backup does not have: 0\n" in said
    assert keys(data / backups.DATABASE) == before
    assert (data / "secret-key").read_text() != "another"
    (kept,) = data.glob("karlchen.sqlite3.before-restore-*")
    assert keys(kept) == before | {"after-1", "after-2"}
    (kept_key,) = data.glob("secret-key.before-restore-*")
    assert kept_key.read_text() == "another"
    for path in (data / backups.DATABASE, data / "secret-key", kept, kept_key):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_a_restore_has_kept_can_be_restored(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "karlchen.tar.gz"
    call_command("backup", file, stdout=io.StringIO())
    add_answer(data, "after")
    (data / "secret-key").write_text("another")
    with_it = keys(data / backups.DATABASE)
    restore(file)
    (kept,) = data.glob("karlchen.sqlite3.before-restore-*")
    kept = kept.rename(data / "karlchen.sqlite3.before-restore-1")
    (kept_key,) = data.glob("secret-key.before-restore-*")
    kept_key.rename(data / "secret-key.before-restore-1")
    restore(kept)
    assert keys(data / backups.DATABASE) == with_it
    assert (data / "secret-key").read_text() == "another"


def test_a_log_of_the_database_before_does_not_destroy_the_restored_one(
    data: Path, tmp_path: Path
) -> None:
    """``-wal`` and ``-shm`` are left by a server that was killed."""
    file = tmp_path / "karlchen.tar.gz"
    call_command("backup", file, stdout=io.StringIO())
    before = keys(data / backups.DATABASE)
    killed = in_the_site(data, ANSWER + "answer()\nimport os; os.kill(os.getpid(), 9)")
    assert killed.returncode == -9
    assert (data / "karlchen.sqlite3-wal").stat().st_size
    said = restore(file)
    assert "answers that the backup does not have: 1, from" in said
    assert not (data / "karlchen.sqlite3-wal").exists()
    assert keys(data / backups.DATABASE) == before
    (kept,) = data.glob("karlchen.sqlite3.before-restore-*[0-9]")
    assert len(keys(kept)) == len(before) + 1


def test_a_database_that_cannot_be_read_is_replaced_and_kept(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "karlchen.tar.gz"
    call_command("backup", file, stdout=io.StringIO())
    before = keys(data / backups.DATABASE)
    (data / backups.DATABASE).write_bytes(b"no database at all" * 1000)
    assert "cannot be read" in restore(file)
    assert keys(data / backups.DATABASE) == before
    (kept,) = data.glob("karlchen.sqlite3.before-restore-*")
    assert kept.read_bytes().startswith(b"no database at all")


@pytest.mark.parametrize("is_empty", [True, False])
def test_a_database_that_cannot_say_its_numbers_is_replaced(
    data: Path, tmp_path: Path, is_empty: bool
) -> None:
    """A disk that was full leaves an empty file; a damaged one may lack just this page."""
    file = tmp_path / "karlchen.tar.gz"
    call_command("backup", file, stdout=io.StringIO())
    database = data / backups.DATABASE
    before = keys(database)
    if is_empty:
        database.write_bytes(b"")
    else:
        with closing(sqlite3.connect(database)) as opened:
            where = "SELECT rootpage - 1 FROM sqlite_master WHERE name = 'sqlite_sequence'"
            (page,) = opened.execute(where).fetchone()
            (size,) = opened.execute("PRAGMA page_size").fetchone()
        with database.open("r+b") as written:
            written.seek(page * size)
            written.write(b"\xff" * size)
    restore(file)
    assert keys(database) == before


def test_a_log_in_use_goes_with_its_database(data: Path, tmp_path: Path) -> None:
    """Of somebody who is no server, a shell for instance, and keeps the database open."""
    file = tmp_path / "karlchen.tar.gz"
    call_command("backup", file, stdout=io.StringIO())
    before = keys(data / backups.DATABASE)
    add_answer(data, "after")
    with closing(sqlite3.connect(data / backups.DATABASE)) as shell:
        shell.execute("PRAGMA wal_autocheckpoint=0")
        with shell:
            shell.execute("UPDATE learners_attempt SET key = 'changed' WHERE key = 'after'")
        restore(file)
        assert not (data / "karlchen.sqlite3-wal").exists()
        assert keys(data / backups.DATABASE) == before
    (kept,) = data.glob("karlchen.sqlite3.before-restore-*[0-9]")
    assert keys(kept) == before | {"changed"}


@pytest.mark.parametrize("readable", [True, False])
def test_a_learner_of_after_the_backup_is_taken_for_nobody_else(
    data: Path, tmp_path: Path, readable: bool
) -> None:
    """His cookie holds a number that must not be given to the next who comes."""
    file = tmp_path / "karlchen.tar.gz"
    call_command("backup", file, stdout=io.StringIO())
    database = data / backups.DATABASE
    insert = "INSERT INTO learners_learner (created) VALUES ('2026-05-01') RETURNING id"
    with closing(sqlite3.connect(database)) as opened, opened:
        (his,) = opened.execute(insert).fetchone()
    if not readable:
        database.write_bytes(b"no database at all" * 1000)
    restore(file)
    with closing(sqlite3.connect(database)) as opened, opened:
        (next_one,) = opened.execute(insert).fetchone()
    assert next_one > his


def test_without_a_terminal_it_wants_to_be_told(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "karlchen.tar.gz"
    call_command("backup", file, stdout=io.StringIO())
    add_answer(data, "after")
    told = manage(data, "restore", str(file))
    assert told.returncode == 1
    assert "answers that the backup does not have: 1" in told.stdout
    assert told.stderr.strip().endswith("Nothing was restored: say --yes to do it.")
    assert "after" in keys(data / backups.DATABASE)


@pytest.mark.parametrize("spoil", ["text", "half", "other", "foreign", "newer", "damaged"])
def test_what_is_no_sound_backup_of_ours_is_refused(data: Path, tmp_path: Path, spoil: str) -> None:
    file = tmp_path / "karlchen.tar.gz"
    made = tmp_path / "made"
    made.mkdir()
    shutil.copy(data / backups.DATABASE, made / backups.DATABASE)
    (made / "secret-key").write_text("key")
    if spoil == "newer":
        with closing(sqlite3.connect(made / backups.DATABASE)) as opened, opened:
            opened.execute(
                "INSERT INTO django_migrations (app, name, applied) VALUES ('learners', '0999', 0)"
            )
    if spoil == "foreign":
        (made / backups.DATABASE).unlink()
        with closing(sqlite3.connect(made / backups.DATABASE)) as opened, opened:
            opened.execute("CREATE TABLE mine (id int)")
    if spoil == "damaged":
        (made / backups.DATABASE).write_bytes(b"SQLite format 3\0" + b"x" * 9000)
    with tarfile.open(file, "w:gz") as tar:
        tar.add(made / backups.DATABASE, backups.DATABASE)
        tar.add(made / "secret-key", "../secret-key" if spoil == "other" else "secret-key")
    if spoil == "half":
        file.write_bytes(file.read_bytes()[:-2000])
    if spoil == "text":
        file.write_text("a backup")
    present = (data / backups.DATABASE).read_bytes()
    with pytest.raises(CommandError, match=r"^Nothing was restored: [^\n]+$"):
        restore(file)
    assert (data / backups.DATABASE).read_bytes() == present
    assert not list(data.glob("*before*"))
    assert not (tmp_path / "secret-key").exists()


def test_any_number_may_hold_the_data_while_nobody_replaces_it(tmp_path: Path) -> None:
    with hold_the_data(tmp_path), hold_the_data(tmp_path), pytest.raises(DataInUse):
        seize_the_data(tmp_path)
    with seize_the_data(tmp_path), pytest.raises(DataInUse, match="being restored"):
        hold_the_data(tmp_path)
    hold_the_data(tmp_path).close()


def test_under_load_every_acknowledged_answer_is_in_the_backup(data: Path, tmp_path: Path) -> None:
    """Somebody answers all the time, in a process that serves: it is told no restore meanwhile."""
    code = ANSWER + "import tutorial.wsgi\nwhile True:\n    print(answer(), flush=True)"
    file = tmp_path / "karlchen.tar.gz"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(data),
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        try:
            before = {writer.stdout.readline().strip() for _ in range(50)}
            call_command("backup", file, stdout=io.StringIO())
            after = {writer.stdout.readline().strip() for _ in range(50)}
            with pytest.raises(CommandError, match="a server runs on it; stop it first"):
                restore(file)
        finally:
            writer.kill()
    restore(file)
    restored = keys(data / backups.DATABASE)
    assert len(before) == 50
    assert before <= restored
    (kept,) = data.glob("karlchen.sqlite3.before-restore-*[0-9]")
    assert before | after <= keys(kept)
    with closing(sqlite3.connect(data / backups.DATABASE)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.usefixtures("data")
def test_with_postgresql_its_own_tools_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections["default"], "vendor", "postgresql")
    with pytest.raises(CommandError, match="pg_dump"):
        call_command("backup", tmp_path / "x")
    with pytest.raises(CommandError, match="pg_restore"):
        call_command("restore", tmp_path / "x")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
