"""The administration, with a limit on sign-ins."""

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
        if request.method == "POST":
            # As Django reads it: spaces and other letters make no other name.
            name = normalize("NFKC", request.POST.get("username", "")).strip()[:150]
            limited = too_often(request, Limit.SIGN_INS) or too_often(
                request, Limit.SIGN_INS_OF_NAME, who=f"name {name}"
            )
            if limited:
                return limited.tell(too_often_page(request, limited.sentence))
        return super().login(request, extra_context)
