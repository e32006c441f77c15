"""Two learners become one: a code takes one along to another device, an account opens his."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from tutorial.learners.models import Handover, Joined, Learner, Memory, User
from tutorial.learners.remembering import remember_anew

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that look alike."""
LENGTH = 8
LASTS = timedelta(minutes=10)
together = Signal()
"""Sent before all that learner ``was`` has becomes ``learner``'s, in the same transaction: for what
there may be only one of."""


def hand_over(learner: Learner, settings: Mapping[str, str]) -> Handover:
    """A new code; an older one of the learner's is void."""
    code = "".join(secrets.choice(LETTERS) for _place in range(LENGTH))
    told = {"code": code, "ends": timezone.now() + LASTS, "settings": dict(settings)}
    return Handover.objects.update_or_create(learner=learner, defaults=told)[0]


def plain_code(written: str) -> str:
    """As people write it: with a dash, spaces, small letters."""
    return "".join(filter(str.isalnum, written)).upper()[: LENGTH + 1]


def offered(code: str) -> Learner | None:
    """Whom a code would hand over; it stays good."""
    found = Handover.objects.filter(code=code, ends__gt=timezone.now())
    handover = found.select_related("learner").first()
    return handover.learner if handover else None


def join(code: str, mine: int | None) -> Handover | None:
    """What a code hands over: its learner has all that this device's learner had. None where there
    is no such code, or none any more. The code is used up."""
    with transaction.atomic():
        found = Handover.objects.select_for_update().filter(code=code, ends__gt=timezone.now())
        handover = found.select_related("learner").first()
        if handover is None:
            return None
        learner = handover.learner
        handover.delete()
        if mine is not None and mine != learner.pk:
            _put_together(mine, learner)
    return handover


def opened_by(account: User, mine: int | None) -> Learner:
    """Whom an account is a key to, with what this device's learner had. What belongs to another
    account stays with that, whoever sits before its device now."""
    with transaction.atomic():
        locked = User.objects.select_for_update().select_related(None).get(pk=account.pk)
        here = Learner.objects.filter(pk=mine, accounts=None).first() if mine else None
        if locked.learner is None:
            locked.learner = here or Learner.objects.create()
            locked.save(update_fields=["learner"])
        elif here is not None:
            _put_together(here.pk, locked.learner)
    return locked.learner


def renewed(learner: Learner) -> Learner:
    """With all there is, under another number: no cookie that was given out opens it any more."""
    with transaction.atomic():
        _locked(learner.pk)
        fresh = Learner.objects.create()
        Learner.objects.filter(pk=fresh.pk).update(created=learner.created)
        Joined.objects.filter(learner=learner).delete()
        _move_all(learner.pk, fresh)
        Memory.objects.filter(learner=learner.pk).update(learner=fresh)
        Learner.objects.filter(pk=learner.pk).delete()
    return fresh


def _locked(*learners: int) -> int:
    """In a transaction: nobody adds to what they have or takes them away. How many there are."""
    found = Learner.objects.select_for_update().filter(pk__in=learners).order_by("pk")
    return len(found)


def _put_together(mine: int, learner: Learner) -> None:
    """In a transaction; nothing where one of them is there no more."""
    if _locked(mine, learner.pk) < 2:
        return
    together.send(Learner, was=mine, learner=learner)
    _move_all(mine, learner)
    Learner.objects.filter(pk=mine).delete()
    Joined.objects.update_or_create(was=mine, defaults={"learner": learner})
    remember_anew(learner.pk)


def _move_all(mine: int, learner: Learner) -> None:
    """Whatever belongs to a learner; memory is made anew of it."""
    for relation in Learner._meta.related_objects:
        if relation.related_model not in {Memory, Handover}:
            rows = relation.related_model._base_manager.filter(**{relation.field.name: mine})
            rows.update(**{relation.field.name: learner})
