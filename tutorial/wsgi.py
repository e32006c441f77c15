"""The server's way in. Content that is wrong stops the start, with file, line and reason."""

import gc
import os
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from lessons.content.reading import course
from tutorial.machine import hold_the_data

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutorial.settings")

course()
hold_the_data(settings.DATA_DIR)
_django = get_wsgi_application()

# What has been read stays: to look through it for garbage time and again would hold up, for a tenth
# of a second each time, everybody who waits for an answer.
gc.collect()
gc.freeze()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Django, but requests are UTF-8 whatever they claim: it would run any codec that is named."""
    environ["CONTENT_TYPE"] = without_charset(environ.get("CONTENT_TYPE", ""))
    return _django(environ, start_response)


def without_charset(content_type: str) -> str:
    parts = content_type.split(";")
    return ";".join(part for part in parts if not part.strip().lower().startswith("charset"))
