"""The learner of a request: a signed cookie and a row, made at the first answer, never on a GET."""

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from tutorial.learners.models import Joined, Learner, User
from tutorial.shared.page import SECONDS_KEPT
from tutorial.trouble import spared

COOKIE = "learner"
BEFORE = "learner-before"
"""Who was here before somebody else signed in for a while."""
_SALT = "karlchen.learner"


def learner_id(request: HttpRequest) -> int | None:
    """The id in the cookie if it is signed by us, or of whom that learner was joined to; where
    there is none such, that of the account that is signed in; else None. Asks the database once a
    request, unless the cookie is an old one."""
    kept = vars(request)
    if "learner_id" not in kept:
        was = signed_id(request)
        try:
            with spared():
                kept["learner_id"] = (was and _now(was)) or _of_account(request)
        except DatabaseError:
            kept["learner_id"] = was
    found: int | None = kept["learner_id"]
    return found


def signed_id(request: HttpRequest) -> int | None:
    """The id in the cookie, if it is signed by us: whose it is, or was before two were joined."""
    signed = request.get_signed_cookie(COOKIE, default="", salt=_SALT)
    return int(signed) if signed and signed.isdigit() else None


def _now(was: int) -> int | None:
    if Learner.objects.filter(pk=was).exists():
        return was
    return Joined.objects.filter(was=was).values_list("learner", flat=True).first()


def _of_account(request: HttpRequest) -> int | None:
    account = request.user
    return account.learner_id if isinstance(account, User) else None


def known_learner(request: HttpRequest) -> Learner:
    """The learner in the cookie; a new one where there is none, or none any more."""
    known = learner_id(request)
    found = None if known is None else Learner.objects.filter(pk=known).first()
    return found or Learner.objects.create()


def before(request: HttpRequest) -> int | None:
    """The id of who was here before somebody else signed in for a while."""
    signed = request.get_signed_cookie(BEFORE, default="", salt=_SALT)
    return int(signed) if signed and signed.isdigit() else None


def remember(response: HttpResponse, learner_id: int, name: str = COOKIE) -> None:
    """Let the browser keep who it is."""
    response.set_signed_cookie(
        name,
        str(learner_id),
        salt=_SALT,
        max_age=SECONDS_KEPT,
        httponly=True,
        samesite="Lax",
        secure=settings.IS_PUBLIC,
    )
