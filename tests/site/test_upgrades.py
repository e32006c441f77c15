"""A start brings the database to the version of the code, or leaves it as it was."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

from tutorial.machine import seize_the_data

pytestmark = pytest.mark.sweep

ROOT = Path(__file__).parent.parent.parent

SETTINGS = """
from tutorial.settings import *
STATIC_ROOT = {static!r}
STORAGES = {{"staticfiles": {{"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}}}
MIGRATION_MODULES = {modules}
"""
ADDS_A_TABLE = """
from django.db import migrations
class Migration(migrations.Migration):
    dependencies = {dependencies}
    operations = [migrations.RunSQL("CREATE TABLE added_{number} (id integer)")]
"""
FAILS = """
from django.db import migrations
def fail(apps, schema_editor):
    raise ValueError("an answer\\nof which nobody thought")
class Migration(migrations.Migration):
    dependencies = [("judge", "0001")]
    operations = [migrations.RunPython(fail)]
"""


class Site:
    """A data folder and versions of the code that differ in their migrations."""

    def __init__(self, folder: Path, static: Path) -> None:
        self.folder = folder
        self.static = static
        self.data = folder / "data"
        self.database = self.data / "karlchen.sqlite3"

    def prepare(self, version: str = "") -> subprocess.CompletedProcess[str]:
        modules = {"judge": version} if version else {}
        (self.folder / "its_settings.py").write_text(
            SETTINGS.format(modules=modules, static=str(self.static))
        )
        env = {k: v for k, v in os.environ.items() if k not in {"SITE_URL", "DATABASE_URL"}}
        env |= {"DJANGO_SETTINGS_MODULE": "its_settings", "PYTHONPATH": str(self.folder)}
        env |= {"DATA_DIR": str(self.data), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            [sys.executable, "manage.py", "prepare", "--quiet"],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )

    def new_version(self, name: str, *migrations: str) -> None:
        (self.folder / name).mkdir()
        (self.folder / name / "__init__.py").touch()
        for number, text in enumerate(migrations, start=1):
            (self.folder / name / f"{number:04}.py").write_text(text)

    def tables(self) -> set[str]:
        with closing(sqlite3.connect(self.database)) as opened:
            asked = "SELECT name FROM sqlite_master WHERE type = 'table'"
            return {name for (name,) in opened.execute(asked)}

    def copies(self) -> list[Path]:
        return sorted(self.data.glob("karlchen.sqlite3.before-upgrade-*"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("site")
    site = Site(folder, folder / "static")
    first = site.prepare()
    assert first.returncode == 0, first.stderr
    assert stat.S_IMODE(site.data.stat().st_mode) == 0o700
    return site


@pytest.fixture
def site(made: Site, tmp_path: Path) -> Site:
    shutil.copytree(made.data, tmp_path / "data")
    return Site(tmp_path, made.static)


def adds(number: int) -> str:
    dependencies = [("judge", f"{number - 1:04}")] if number > 1 else []
    return ADDS_A_TABLE.format(number=number, dependencies=dependencies)


def test_the_answers_are_for_their_owner_alone(site: Site) -> None:
    assert stat.S_IMODE(site.database.stat().st_mode) == 0o600
    site.database.chmod(0o644)
    assert site.prepare().returncode == 0
    assert stat.S_IMODE(site.database.stat().st_mode) == 0o600
    assert not site.copies()


def test_an_upgrade_that_fails_leaves_what_was(site: Site) -> None:
    """Also what went well before it fails is undone."""
    before = site.tables()
    site.new_version("broken", adds(1), FAILS)
    told = site.prepare("broken")
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert "is as it was: ValueError: an answer of which nobody thought" in told.stderr
    assert site.tables() == before
    (copy,) = site.copies()
    assert str(copy) in told.stdout
    assert site.prepare().returncode == 0
    site.new_version("mended", adds(1))
    assert site.prepare("mended").returncode == 0
    assert site.tables() == before | {"added_1"}


def test_copies_of_the_last_two_upgrades_stay(site: Site) -> None:
    for number in (1, 2, 3):
        site.new_version(f"version_{number}", *[adds(n + 1) for n in range(number)])
        for older, copy in enumerate(site.copies()):
            copy.rename(copy.with_name(f"{copy.name[:-15]}20250101-00000{older}"))
        assert site.prepare(f"version_{number}").returncode == 0
    assert len(site.copies()) == 2
    assert stat.S_IMODE(site.copies()[1].stat().st_mode) == 0o600
    with closing(sqlite3.connect(site.copies()[1])) as opened:
        kept = opened.execute("SELECT name FROM sqlite_master WHERE name LIKE 'added%'").fetchall()
    assert kept == [("added_1",), ("added_2",)]


def test_a_damaged_database_is_not_upgraded(site: Site) -> None:
    content = bytearray(site.database.read_bytes())
    content[-4096 * 8 :] = b"\x55" * (4096 * 8)
    site.database.write_bytes(content)
    site.new_version("next", adds(1))
    told = site.prepare("next")
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert not site.copies()


def test_nothing_starts_while_a_backup_is_restored(site: Site) -> None:
    with seize_the_data(site.data):
        told = site.prepare()
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert "a backup is being restored" in told.stderr


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that root cannot write to")
def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    there = Site(tmp_path, tmp_path / "static")
    there.data = Path("/proc/self")
    told = there.prepare()
    assert told.returncode == 1
    assert told.stderr.startswith("DATA_DIR: /proc/self cannot be used")
    assert told.stderr.count("\n") == 1


LANDED = [
    "clubs.0001_clubs",
    "clubs.0002_homework",
    "clubs.0003_form_key",
    "clubs.0004_club_nights",
    "clubs.0005_cards",
    "clubs.0006_archived",
    "clubs.0007_login_card",
    "house_rules.0001_made",
    "learners.0001_initial",
    "learners.0002_house_rules",
    "learners.0003_moments",
    "learners.0004_moments_found",
    "learners.0005_memory",
    "learners.0006_memory",
    "learners.0007_handover",
    "learners.0008_settings_go_along",
    "learners.0009_joined",
    "learners.0010_memory_under_house_rules",
    "learners.0011_accounts",
    "practice.0001_initial",
    "quizzes.0001_quizzes",
    "quizzes.0002_live",
    "quizzes.0003_guest_key",
    "replays.0001_initial",
    "score_sheets.0001_score_sheets",
    "sittings.0001_memory",
    "sittings.0002_ended",
    "sittings.0003_quizzes",
    "tutorial.0001_counts",
]
"""What a site may have applied already, by this name, as it is: what should be otherwise
is another migration. New ones are added below."""


def test_no_migration_is_renamed_that_a_site_has_applied() -> None:
    there = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    apps = {one.partition(".")[0] for one in LANDED}
    assert {one for one in there if one.partition(".")[0] in apps} == {*LANDED}
