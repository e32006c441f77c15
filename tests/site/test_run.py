"""The script that sets up and serves: what it says, and that it mends what was interrupted."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The project's files in a folder with a space in its name, without an environment."""
    folder = tmp_path / "a checkout"
    left_out = shutil.ignore_patterns(".venv", "build", "data", ".git", ".*_cache", "__pycache__")
    shutil.copytree(ROOT, folder, ignore=left_out)
    return folder


def run(checkout: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if k not in {"DJANGO_SETTINGS_MODULE", "DEBUG"}}
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
