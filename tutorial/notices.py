"""The imprint and the privacy notice."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tutorial.methods import READ, takes
from tutorial.offline import KEPT_DAYS
from tutorial.shared.limits import HOUR
from tutorial.shared.page import YEARS_KEPT
from tutorial.tidying import LONELY


@takes(*READ)
def privacy(request: HttpRequest) -> HttpResponse:
    context = {
        "own_url": reverse("own"),
        "years": YEARS_KEPT,
        "days": LONELY.days,
        "kept_days": KEPT_DAYS,
        "session_days": settings.ACCOUNT_SESSION_COOKIE_AGE // (24 * HOUR),
        "has_imprint": bool(settings.IMPRINT or settings.IS_PUBLIC),
    }
    return render(request, "notices/privacy.html", context)


@takes(*READ)
def imprint(request: HttpRequest) -> HttpResponse:
    """The imprint that the settings give; without one, the page says where it would be set."""
    return render(request, "notices/imprint.html", {"lines": settings.IMPRINT})
