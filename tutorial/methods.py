"""Which methods a page takes; any other is answered with those."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from tutorial.errors import not_allowed

READ = ("GET", "HEAD")
WRITE = ("POST",)


def takes[View: Callable[..., HttpResponseBase]](*methods: str) -> Callable[[View], View]:
    """A view that takes no post needs no proof of where one comes from: it refuses each, with the
    methods that there are instead of a word on forgery."""

    def limited(view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method not in methods:
                return not_allowed(request, methods)
            return view(request, *args, **kwargs)

        return cast("View", answered if "POST" in methods else csrf_exempt(answered))

    return limited
