"""The administration, and the limit on sign-ins."""

from typing import Any
from unicodedata import normalize

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from tutorial.errors import too_often_page
from tutorial.shared.limits import Limit, too_often


class Site(admin.AdminSite):
    """Django's sign-in; many tries from one place or for one name have to wait."""

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        name = request.POST.get("username", "")
        if request.method == "POST" and (limited := sign_in_limited(request, name)):
            return limited
        return super().login(request, extra_context)


def sign_in_limited(request: HttpRequest, written: str) -> HttpResponse | None:
    """Counts a try to sign in under a name as it was written; what goes over the limit is told."""
    # As Django reads it: spaces and other letters make no other name, nor does case in ours.
    name = normalize("NFKC", written).strip()[:150].lower()
    limited = too_often(request, Limit.SIGN_INS) or too_often(
        request, Limit.SIGN_INS_OF_NAME, who=f"name {name}"
    )
    return limited.tell(too_often_page(request, limited.sentence)) if limited else None
