"""What tests need that ``./run`` would have made."""

from pathlib import Path

import pytest
from django.utils.translation.reloader import translation_file_changed

from tutorial.messages import compile_messages


def pytest_configure(config: pytest.Config) -> None:
    """The words of all languages, once for all workers; Django has looked for them already."""
    if not hasattr(config, "workerinput"):
        compile_messages()
        translation_file_changed(None, Path("django.mo"))
