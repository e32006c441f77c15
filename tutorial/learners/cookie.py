"""The learner of a request: a signed cookie and a row, made at the first answer, never on a GET."""

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from tutorial.learners.models import Joined, Learner
from tutorial.shared.page import SECONDS_KEPT
from tutorial.trouble import spared

COOKIE = "learner"
_SALT = "karlchen.learner"


def learner_id(request: HttpRequest) -> int | None:
    """The id in the cookie if it is signed by us, or of whom that learner was joined to; else None.
    Asks the database once a request."""
    kept = vars(request)
    if "learner_id" not in kept:
        signed = request.get_signed_cookie(COOKIE, default="", salt=_SALT)
        kept["learner_id"] = _now(int(signed)) if signed and signed.isdigit() else None
    found: int | None = kept["learner_id"]
    return found


def _now(was: int) -> int:
    try:
        with spared():
            joined = Joined.objects.filter(was=was).values_list("learner", flat=True).first()
    except DatabaseError:
        return was
    return joined or was


def known_learner(request: HttpRequest) -> Learner:
    """The learner in the cookie; a new one where there is none, or none any more."""
    known = learner_id(request)
    found = None if known is None else Learner.objects.filter(pk=known).first()
    return found or Learner.objects.create()


def remember(response: HttpResponse, learner_id: int) -> None:
    """Let the browser keep who it is."""
    response.set_signed_cookie(
        COOKIE,
        str(learner_id),
        salt=_SALT,
        max_age=SECONDS_KEPT,
        httponly=True,
        samesite="Lax",
        secure=settings.IS_PUBLIC,
    )
