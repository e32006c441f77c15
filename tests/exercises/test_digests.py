"""The same address makes the same question: under every hash seed and every Python at hand.

A change that alters a kind's questions raises the kind's version and writes the digests anew:
``python -m lessons.exercises digests > tests/exercises/digests.txt``.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "digests.txt"
ROOT = Path(__file__).parent.parent.parent


def pythons() -> list[str]:
    """This Python, and any other >= 3.12 by name or among pyenv's versions."""
    named = [found for name in ("python3.12", "python3.13") if (found := shutil.which(name))]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    kept = [str(path) for path in sorted(pyenv.glob("3.1[2-9].*/bin/python"))]
    by_version: dict[str, str] = {}
    for python in [sys.executable, *named, *kept]:
        asked = [python, "-c", "import sys; print(sys.version_info[:2])"]
        answered = subprocess.run(asked, capture_output=True, text=True, check=False)
        if answered.returncode == 0:
            by_version.setdefault(answered.stdout, python)
    return list(by_version.values())


@pytest.mark.sweep
@pytest.mark.long
@pytest.mark.parametrize(("hash_seed", "python"), [*enumerate(pythons())])
def test_questions_are_the_same_everywhere(hash_seed: int, python: str) -> None:
    made = subprocess.run(
        [python, "-m", "lessons.exercises", "digests"],
        env={"PYTHONHASHSEED": str(hash_seed), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert made.stdout == GOLDEN.read_text(), f"{__doc__}"
