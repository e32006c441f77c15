"""/healthz: whether the server and its database answer, under any host name and without HTTPS."""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

type Handler = Callable[[HttpRequest], HttpResponse]


def health(get_response: Handler) -> Handler:
    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info != "/healthz":
            return get_response(request)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except DatabaseError:
            return HttpResponse("no database\n", status=503, content_type="text/plain")
        return HttpResponse("ok\n", content_type="text/plain")

    return middleware
