"""What happens to every request before and after its view."""

import os
from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

from tutorial.errors import too_large

HEAVIEST_POST = 256 * 1024
"""Bytes; the largest form takes a record of 64 KB, in whatever way a browser writes it."""

type Handler = Callable[[HttpRequest], HttpResponse]


def health(get_response: Handler) -> Handler:
    """/healthz: whether server and database answer, under any host name and without HTTPS."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info != "/healthz":
            return get_response(request)
        well = _database_answers()
        answer = HttpResponse("ok\n" if well else "no database\n", content_type="text/plain")
        answer.status_code = 200 if well else 503
        patch_cache_control(answer, no_store=True)
        return answer

    return middleware


def private_pages(get_response: Handler) -> Handler:
    """A page is one visitor's (his deck, his forms): nobody between may keep it for another."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            patch_cache_control(response, private=True, no_cache=True)
            patch_vary_headers(response, ["Cookie"])
        return response

    return middleware


def light_posts(get_response: Handler) -> Handler:
    """A body larger than any form of ours is refused before anybody reads it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.headers.get("Content-Length", "")
        if length.isascii() and length.isdigit() and int(length) > HEAVIEST_POST:
            return too_large(request)
        return get_response(request)

    return middleware


def _database_answers() -> bool:
    """Whether the file is still there and has our tables."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
    except DatabaseError:
        return False
    return os.path.exists(connection.settings_dict["NAME"])  # noqa: PTH110  (a name or a path)
