"""Taking a learner along to another device, without an account: a code joins both."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from tutorial.learners.models import Handover, Joined, Learner, Memory
from tutorial.learners.remembering import remember_anew

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that look alike."""
LENGTH = 8
LASTS = timedelta(minutes=10)


def hand_over(learner: Learner, settings: Mapping[str, str]) -> Handover:
    """A new code; an older one of the learner's is void."""
    code = "".join(secrets.choice(LETTERS) for _place in range(LENGTH))
    told = {"code": code, "ends": timezone.now() + LASTS, "settings": dict(settings)}
    return Handover.objects.update_or_create(learner=learner, defaults=told)[0]


def plain_code(written: str) -> str:
    """As people write it: with a dash, spaces, small letters."""
    return "".join(filter(str.isalnum, written)).upper()[: LENGTH + 1]


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
            _move_all(mine, learner)
            Learner.objects.filter(pk=mine).delete()
            Joined.objects.update_or_create(was=mine, defaults={"learner": learner})
            remember_anew(learner.pk)
    return handover


def _move_all(mine: int, learner: Learner) -> None:
    """Whatever belongs to a learner; memory is made anew of it."""
    for relation in Learner._meta.related_objects:
        if relation.related_model not in {Memory, Handover}:
            rows = relation.related_model._base_manager.filter(**{relation.field.name: mine})
            rows.update(**{relation.field.name: learner})
