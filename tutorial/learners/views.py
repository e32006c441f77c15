"""Settings: how the pages look and whether single keys work. Kept in cookies, one for each."""

from django.conf import settings as site
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from tutorial.learners.forms import SettingsForm
from tutorial.page import PREFERENCES, preference

_KEPT = 2 * 365 * 24 * 60 * 60


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Shows the settings, or sets those that are posted (one button may post a single one)."""
    current = {name: preference(request, name) for name in PREFERENCES}
    if request.method != "POST":
        return render(request, "learners/settings.html", {"form": SettingsForm(initial=current)})
    form = SettingsForm(current | {n: request.POST[n] for n in PREFERENCES if n in request.POST})
    if not form.is_valid():
        return render(request, "learners/settings.html", {"form": form}, status=422)
    response = HttpResponseRedirect(_way_back(request))
    for name, value in form.cleaned_data.items():
        response.set_cookie(
            name, value, max_age=_KEPT, samesite="Lax", secure=site.IS_PUBLIC, httponly=True
        )
    return response


def _way_back(request: HttpRequest) -> str:
    """The page that the button stood on, if it is one of ours; else the settings."""
    back = request.POST.get("back", "")
    if back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        return back
    return reverse("settings")
