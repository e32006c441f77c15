"""Settings: how the pages look and whether single keys work. Kept in cookies, one for each."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django_htmx.http import trigger_client_event

from lessons.content.languages import COMPLETE
from tutorial.learners.forms import SettingsForm
from tutorial.methods import READ, WRITE, takes
from tutorial.shared.page import PREFERENCES, HtmxRequest, keep, preference, wants_piece, way_back
from tutorial.shared.words import language


@takes(*READ, *WRITE)
def settings(request: HtmxRequest) -> HttpResponse:
    """Shows the settings, or sets those that are posted (one button may post a single one)."""
    current = {name: preference(request, name) for name in PREFERENCES}
    if request.method != "POST":
        context = {"form": SettingsForm(initial=current), "is_saved": "saved" in request.GET}
        return render(request, "learners/settings.html", context)
    form = SettingsForm(current | {n: request.POST[n] for n in PREFERENCES if n in request.POST})
    if not form.is_valid():
        return render(request, "learners/settings.html", {"form": form}, status=422)
    response: HttpResponse
    if wants_piece(request):
        # The page keeps all that is on it and changes its looks in place.
        response = HttpResponse(status=204)
        trigger_client_event(response, "preferences", form.cleaned_data)
    else:
        with translation.override(_spoken(form.cleaned_data["language"])):
            saved = f"{reverse('settings')}?saved=1"
        response = HttpResponseRedirect(way_back(request, saved))
    for name, value in form.cleaned_data.items():
        keep(response, name, value)
    return response


def _spoken(chosen: str) -> str:
    """The language of a page after that one was chosen."""
    return chosen if chosen in COMPLETE else language()
