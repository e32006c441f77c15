"""Steps that every request takes before and after its view."""

import re
from collections.abc import Callable
from hashlib import blake2b

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from tutorial.errors import not_allowed, too_large, unreadable
from tutorial.health import why_unwell
from tutorial.methods import READ, WRITE
from tutorial.shared.page import preference
from tutorial.shared.words import choose_letters, language, offered

HEAVIEST_POST = 256 * 1024
"""Bytes; the largest form takes a record of 64 KB, in whatever way a browser writes it."""
_ENCODED = re.compile(rb"^content-[^\r\n]*\*=", re.IGNORECASE | re.MULTILINE)
"""A part's head may name any codec to be run over it; no browser's does."""
LONGEST_ADDRESS = 8192
"""Letters; the longest carries a game of 1,500."""
SECRET = re.compile(r"/\w+/(account|clubs|mine)/")
"""What "back" must not bring up again once one has signed out."""
_MASKED = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')
"""The proof of a form: masked anew in every answer, good as long as the secret in the cookie is."""

type Handler = Callable[[HttpRequest], HttpResponse]


def health(get_response: Handler) -> Handler:
    """/healthz: whether server and database do their work, under any host name and without
    HTTPS."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info != "/healthz":
            return get_response(request)
        answer = HttpResponse(content_type="text/plain")
        if request.method not in READ:
            answer.status_code, answer["Allow"] = 405, ", ".join(READ)
        elif reason := why_unwell():
            answer.status_code, answer.content = 503, f"{reason}\n".encode()
        else:
            answer.content = b"ok\n"
        patch_cache_control(answer, no_store=True)
        return answer

    return middleware


def private_pages(get_response: Handler) -> Handler:
    """An answer is one visitor's (his deck, his forms, his games): nobody between may keep it for
    another. Static files say themselves how long they last."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Cache-Control" not in response:
            secret = {"no_store": True} if SECRET.match(request.path) else {}
            patch_cache_control(response, private=True, no_cache=True, **secret)
            patch_vary_headers(response, ["Cookie"])
        return response

    return middleware


def same_pages(get_response: Handler) -> Handler:
    """A page that a browser has already, with all that makes it the visitor's own, is not sent
    again: it goes by what stands on it, so that nothing has to be remembered that it depends on."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method != "GET" or response.status_code != 200 or response.streaming:
            return response
        if "Cache-Control" in response:  # it says itself how long it lasts
            return response
        secret = request.META.get("CSRF_COOKIE", "").encode()
        shown = blake2b(_MASKED.sub(secret, response.content), digest_size=16).hexdigest()
        response["ETag"] = f'W/"{shown}"'
        found = get_conditional_response(request, etag=response["ETag"], response=response)
        assert found is not None  # a response was given
        return found

    return middleware


class SpokenLanguage(LocaleMiddleware):
    """The language of the address; without one there, the first that the browser asks for, and
    that is no draft."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        choose_letters(preference(request, "letters"))
        if language() in offered() or translation.get_language_from_path(request.path_info):
            return
        asked = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
        found = (code[:2] for code, _quality in asked if code[:2] in offered())
        translation.activate(next(found, settings.LANGUAGE_CODE))
        request.LANGUAGE_CODE = language()


def plain_requests(get_response: Handler) -> Handler:
    """What no page of ours asks for is refused before anybody looks at it: other methods, an
    address longer than any of ours or with more parts, a body larger than any form of ours."""

    def middleware(request: HttpRequest) -> HttpResponse:
        refused = _refused(request)
        return get_response(request) if refused is None else refused

    return middleware


def _refused(request: HttpRequest) -> HttpResponse | None:
    try:
        is_short = len(request.get_full_path()) <= LONGEST_ADDRESS and request.GET is not None
    except SuspiciousOperation:
        is_short = False
    if not is_short or "\0" in request.path:
        vars(request)["GET"] = QueryDict()  # the page that says so asks for it again
        return unreadable(request, status=400 if is_short else 414)
    if request.method not in {*READ, *WRITE}:
        return not_allowed(request, (*READ, *WRITE))
    length = request.headers.get("Content-Length", "")
    if length.isascii() and length.isdigit() and int(length) > HEAVIEST_POST:
        return too_large(request)
    if request.content_type == "multipart/form-data" and _ENCODED.search(request.body):
        return unreadable(request, status=400)
    return None
