"""The script that sets up and serves: what it says, and that it mends what was interrupted."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parent.parent.parent
NOT_PASSED_ON = {"DJANGO_SETTINGS_MODULE", "DEBUG", "DATABASE_URL"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The project's files in a folder with a space in its name, without an environment."""
    folder = tmp_path / "a checkout"
    left_out = shutil.ignore_patterns(".venv*", "build", "data", ".git", ".*_cache", "__pycache__")
    shutil.copytree(ROOT, folder, ignore=left_out)
    return folder


def run(checkout: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if k not in NOT_PASSED_ON}
    return subprocess.run(
        ["./run", *words],
        cwd=checkout,
        env=clean | {"DATA_DIR": str(checkout / "data")} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_without_a_fit_python_it_says_so_in_one_line(checkout: Path) -> None:
    told = run(checkout, PYTHON3="/bin/false")
    assert told.returncode == 1
    assert told.stderr.startswith("Karlchen needs Python 3.12 or newer")
    assert told.stderr.count("\n") == 1


def test_an_unknown_word_is_answered_with_those_that_there_are(checkout: Path) -> None:
    told = run(checkout, "dance")
    assert told.returncode == 1
    assert "usage: ./run" in told.stderr


@pytest.mark.sweep
def test_an_interrupted_set_up_is_done_again(checkout: Path) -> None:
    """Half an environment without its stamp, and the lock of a process that is gone."""
    (checkout / ".venv" / "bin").mkdir(parents=True)
    (checkout / ".venv" / "bin" / "python").symlink_to("/nowhere/python")
    (checkout / ".setup.lock").mkdir()
    (checkout / ".setup.lock" / "pid").write_text("999999999")
    told = run(checkout, "manage", "check", PYTHON3=sys.executable)
    assert told.returncode == 0, told.stderr
    assert "Setting up with Python 3" in told.stdout
    assert not (checkout / ".setup.lock").exists()
    again = run(checkout, "manage", "check", PYTHON3="/bin/false")
    assert again.returncode == 0
    assert "Setting up" not in again.stdout
    unfit = run(checkout, "manage", "check", SITE_URL="http://karlchen.example")
    assert unfit.returncode == 1
    assert unfit.stderr.count("\n") == 1
    assert unfit.stderr.startswith("SITE_URL: expected https://name")


FAKE_PYTHON = """#!/bin/sh
# Makes an environment of two files, and installs nothing: {pip}
case "$*" in
  *"-m venv"*)
    mkdir -p "$3/bin"
    cp "$0" "$3/bin/python"
    echo "#!$PWD/$3/bin/python" > "$3/bin/tool" ;;
  *"-m pip"*) {pip} ;;
  *manage.py*) echo "started with $(cat .venv/serve.stamp)" ;;
  "-c "*) exec {python} "$@" ;;
esac
"""


def fake_python(folder: Path, pip: str) -> str:
    """A Python with which a set-up takes no time; ``pip`` is the shell's word for what pip does."""
    python = folder / f"python-{pip}"
    python.write_text(FAKE_PYTHON.format(pip=pip, python=sys.executable))
    python.chmod(0o755)
    return str(python)


def change_requirements(checkout: Path, line: str) -> None:
    with (checkout / "requirements.txt").open("a") as file:
        file.write(f"{line}\n")


@pytest.fixture
def running(checkout: Path, tmp_path: Path) -> Path:
    """A checkout that has been set up."""
    told = run(checkout, "manage", "check", PYTHON3=fake_python(tmp_path, "true"))
    assert told.returncode == 0, told.stderr
    assert not (checkout / ".venv.old").exists()
    return checkout


def test_an_upgrade_that_cannot_be_installed_leaves_the_version_before(
    running: Path, tmp_path: Path
) -> None:
    before = (running / "requirements.txt").read_text()
    stamp = (running / ".venv" / "serve.stamp").read_text()
    change_requirements(running, "new==1")
    told = run(running, "manage", "check", PYTHON3=fake_python(tmp_path, "false"))
    assert told.returncode == 1
    assert told.stderr.startswith("What this version needs could not be installed")
    assert told.stderr.count("\n") == 1
    assert (running / ".venv" / "serve.stamp").read_text() == stamp
    assert not (running / ".venv.new").exists()
    assert not (running / ".setup.lock").exists()
    (running / "requirements.txt").write_text(before)
    again = run(running, "manage", "check", PYTHON3="/bin/false")
    assert (again.returncode, again.stdout) == (0, f"started with {stamp}")


def test_back_to_the_version_before_needs_no_network(running: Path, tmp_path: Path) -> None:
    before = (running / "requirements.txt").read_text()
    stamp = (running / ".venv" / "serve.stamp").read_text()
    change_requirements(running, "new==1")
    upgraded = run(running, "manage", "check", PYTHON3=fake_python(tmp_path, "true"))
    assert "Setting up" in upgraded.stdout
    assert (running / ".venv" / "serve.stamp").read_text() != stamp
    new = (running / "requirements.txt").read_text()
    for requirements in (before, new, before):
        (running / "requirements.txt").write_text(requirements)
        told = run(running, "manage", "check", PYTHON3="/bin/false")
        assert told.returncode == 0, told.stderr
        assert "Setting up" not in told.stdout
    assert (running / ".venv" / "serve.stamp").read_text() == stamp


def test_an_environment_that_was_made_but_not_yet_named_is_taken(running: Path) -> None:
    """Interrupted between the two renames: neither version needs the network."""
    (running / ".venv").rename(running / ".venv.new")
    told = run(running, "manage", "check", PYTHON3="/bin/false")
    assert told.returncode == 0, told.stderr
    (running / ".venv").rename(running / ".venv.old")
    (running / ".venv.new").mkdir()
    told = run(running, "manage", "check", PYTHON3="/bin/false")
    assert told.returncode == 0, told.stderr
    assert not (running / ".venv.new").exists()


def test_scripts_of_an_environment_know_its_name(running: Path) -> None:
    tool = (running / ".venv" / "bin" / "tool").read_text()
    assert tool == f"#!{running}/.venv/bin/python\n"


def test_what_postgresql_needs_is_installed_where_it_is_used(running: Path, tmp_path: Path) -> None:
    url = "postgresql://karlchen@localhost/karlchen"
    assert not (running / ".venv" / "postgresql.stamp").exists()
    with_it = {"PYTHON3": fake_python(tmp_path, "true"), "DATABASE_URL": url}
    assert "Setting up" in run(running, "manage", "check", **with_it).stdout
    with_it["PYTHON3"] = "/bin/false"
    assert run(running, "manage", "check", **with_it).returncode == 0
    assert run(running, "manage", "check", PYTHON3="/bin/false").returncode == 0


def test_a_checkout_that_cannot_be_written_says_so(tmp_path: Path, checkout: Path) -> None:
    (checkout / ".setup.lock").write_text("no folder can be made here")
    told = run(checkout, "manage", "check", PYTHON3=fake_python(tmp_path, "true"))
    assert told.returncode == 1
    assert told.stderr.startswith(f"Karlchen cannot be set up in {checkout}: ")
    assert told.stderr.count("\n") == 1


@pytest.mark.sweep
@pytest.mark.parametrize("module", ["bench", "exercises", "fuzz"])
def test_what_measures_and_sweeps_starts(module: str) -> None:
    outside = {k: v for k, v in os.environ.items() if k not in NOT_PASSED_ON}
    starting = [sys.executable, "-c", f"import tests.{module}.__main__"]
    subprocess.run(starting, cwd=ROOT, env=outside, check=True, timeout=60)
