"""A sheet (Bogen) of items, and a sitting (Durchgang): one learner going through it.

The rows are the state: a learner is at the first item without an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.db.models.signals import post_delete
from django.dispatch import receiver

from tutorial.learners.models import Learner, unguessable

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.db.models.manager import Manager


SHARED = "quiz"
"""A sheet's ``about`` begins so where it is there before anybody goes through it."""


class Sheet(models.Model):
    objects: ClassVar[Manager[Sheet]]

    created = models.DateTimeField(auto_now_add=True)
    about = models.CharField(max_length=80)
    """What was wished for: ``ten``, ``due``, ``worst``, ``section kompakt/ablauf``, ``rule
    kompakt:ablauf-b``, ``against cvjm`` for what differs there; ``step trumpf``, a round of the
    path; ``quiz QK7M2R``, by its code."""
    rules = models.CharField(max_length=500)
    """As addresses write them."""
    is_mixed = models.BooleanField(default=False)
    """Whether each sitting has the items in an order of its own."""

    def __str__(self) -> str:
        return f"{self.about} ({self.rules})"


class Sitting(models.Model):
    objects: ClassVar[Manager[Sitting]]

    key = models.CharField(max_length=32, unique=True, default=unguessable)
    """In its address."""
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="sittings")
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="sittings")
    started = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, blank=True)
    """Time of the last answer, when nothing was left."""

    def __str__(self) -> str:
        return f"{self.sheet} of {self.learner}"


@receiver(post_delete, sender=Sitting)
def _without_its_sitting(instance: Sitting, **_told: Any) -> None:
    """A sheet that was drawn for one learner is nobody's without him."""
    sheets = Sheet.objects.filter(pk=instance.sheet_id, sittings=None)
    sheets.exclude(about__startswith=SHARED).delete()


class Why(models.TextChoices):
    """The reason for which an item was chosen."""

    DUE = "due"
    MISSED = "missed"
    NEW = "new"
    FIRMER = "firmer"
    """Neither due nor missed: to have ten."""
    AGAIN = "again"
    """Missed in this very sitting."""


class Item(models.Model):
    """An exercise of a sheet, with its question as it was made: what a kind asks by and by changes
    nothing that is under way."""

    objects: ClassVar[Manager[Item]]

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="items")
    sitting = models.ForeignKey(
        Sitting, on_delete=models.CASCADE, null=True, blank=True, related_name="repeats"
    )
    """Whose own it is: what was missed there comes again. None: the sheet's."""
    number = models.PositiveSmallIntegerField()
    """From 1; the repeats of a sitting go on from the sheet's last."""
    why = models.CharField(max_length=8, choices=Why.choices)
    kind = models.CharField(max_length=32)
    version = models.PositiveSmallIntegerField()
    rules = models.CharField(max_length=500)
    level = models.PositiveSmallIntegerField()
    seed = models.PositiveIntegerField()
    statement = models.CharField(max_length=64, blank=True)
    question = models.JSONField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["sheet", "number"],
                condition=models.Q(sitting=None),
                name="one_item_at_a_number",
            ),
            models.UniqueConstraint(fields=["sitting", "number"], name="one_repeat_at_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.rules} {self.level} {self.seed}"


_MOVED = 1000
"""Numbers are moved beyond those that there can be, and back: no two lines may have the same."""


def lines_of(sheet: int) -> QuerySet[Item]:
    """Of the sheet itself, in order: without what comes again in a sitting."""
    return Item.objects.filter(sheet=sheet, sitting=None)


def copied_into(sheet: Sheet, items: Iterable[Item]) -> None:
    """The lines of another sheet, with the questions as they were made."""
    copies = list(items)
    for one in copies:
        one.pk, one.sheet = None, sheet
    Item.objects.bulk_create(copies)


def number_anew(items: Sequence[Item]) -> None:
    """From 1, in this order."""
    lines = Item.objects.filter(pk__in=[one.pk for one in items])
    lines.update(number=models.F("number") + _MOVED)
    for number, one in enumerate(items, start=1):
        one.number = number
    Item.objects.bulk_update(items, ["number"])
