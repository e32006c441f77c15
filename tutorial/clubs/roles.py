"""Who may see and do what in a club. Every view asks here, and nowhere else."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tutorial.clubs.models import Club, Member
from tutorial.errors import NotHere
from tutorial.learners.accounts import must_be_signed_in
from tutorial.learners.cookie import learner_id
from tutorial.learners.models import Attempt, User


def member_of(request: HttpRequest, key: str) -> Member:
    """Whoever asks, as a member of the club with this key. To a stranger there is no such club."""
    members = Member.objects.filter(club__key=key, learner=learner_id(request) or 0)
    found = members.select_related("club").first()
    if found is None:
        reason = _("There is no club of yours at this address.")
        raise NotHere(reason, ((_("Clubs"), reverse("clubs")),))
    found.club.touch()
    return found


def trainer_of(request: HttpRequest, key: str) -> Member:
    """Whoever asks, as a trainer of the club with this key."""
    found = member_of(request, key)
    if not found.is_trainer:
        reason = _("Only trainers of the club see this page.")
        raise NotHere(reason, ((found.club.name, reverse("club", args=[key])),))
    must_be_signed_in(request)
    return found


def seen_by_trainers(club: Club) -> QuerySet[Member]:
    """Those who agreed to it."""
    return club.members.filter(agreed__isnull=False)


def answers_seen(club: Club) -> QuerySet[Attempt]:
    """Of those members, and nothing that is not the club's."""
    return under_its_rules(club).filter(learner__in=seen_by_trainers(club).values("learner"))


def under_its_rules(club: Club) -> QuerySet[Attempt]:
    """Of whomever, under the club's rules or those of their document; no other house rules."""
    return Attempt.objects.filter(rules__in={club.rules, club.rules.partition(",")[0]}, counts=True)


def has_account(request: HttpRequest) -> bool:
    """Whether whoever asks can found a club: it must not be lost with a browser's cookies."""
    return User.objects.filter(learner=learner_id(request) or 0).exists()
