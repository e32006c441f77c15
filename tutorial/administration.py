"""The administration, and the limit on sign-ins."""

from typing import Any
from unicodedata import normalize

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from tutorial.errors import too_often_page
from tutorial.shared.limits import Limit, is_at_limit, too_often


class Site(admin.AdminSite):
    """Django's sign-in; many tries from one place or for one name have to wait."""

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if request.method != "POST":
            return super().login(request, extra_context)
        name = request.POST.get("username", "")
        if limited := sign_in_limited(request, name):
            return limited
        response = super().login(request, extra_context)
        if response.status_code == 200:
            sign_in_failed(request, name)
        return response


def sign_in_limited(request: HttpRequest, written: str) -> HttpResponse | None:
    """What is answered where it has failed too often, from this place or under this name. A room
    that signs in at once behind one address is not held up."""
    limited = is_at_limit(request, Limit.SIGN_INS) or is_at_limit(
        request, Limit.SIGN_INS_OF_NAME, _who(written)
    )
    return limited.tell(too_often_page(request, limited.sentence)) if limited else None


def sign_in_failed(request: HttpRequest, written: str) -> None:
    """Counts it."""
    too_often(request, Limit.SIGN_INS)
    too_often(request, Limit.SIGN_INS_OF_NAME, _who(written))


def _who(written: str) -> str:
    """As Django reads it: spaces and other letters make no other name, nor does case in ours."""
    return f"name {normalize('NFKC', written).strip()[:150].lower()}"
