"""A score sheet: its table, and what was written down, with every correction."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.utils import timezone

from tutorial.learners.models import Learner, unguessable

if TYPE_CHECKING:
    from django.db.models.manager import Manager

KEPT = timedelta(days=180)
"""After its last use."""
LONGEST_NAME = 30
LONGEST_TITLE = 60


class ScoreSheet(models.Model):
    objects: ClassVar[Manager[ScoreSheet]]

    key = models.CharField(max_length=32, unique=True, default=unguessable)
    """In its address: whoever has it plays along."""
    owner = models.ForeignKey(
        Learner, on_delete=models.CASCADE, null=True, blank=True, related_name="score_sheets"
    )
    """Who made it; None: a club did."""
    title = models.CharField(max_length=LONGEST_TITLE)
    rules = models.CharField(max_length=500)
    """As addresses write them."""
    called = models.CharField(max_length=LONGEST_TITLE)
    """What those rules are called."""
    rounds = models.PositiveSmallIntegerField(default=2)
    """How often each deals (cvjm:6b), compulsory solos apart; 0: as long as they like."""
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(default=timezone.now)
    totals = models.JSONField(default=list)
    """What each has by place, as the engine said when something was last written; for whoever adds
    up many sheets."""
    played = models.PositiveSmallIntegerField(default=0)
    """Games that count."""

    def __str__(self) -> str:
        return self.title

    @property
    def deleted_on(self) -> datetime:
        return self.used + KEPT

    def touch(self) -> None:
        now = timezone.now()
        if now - self.used > timedelta(days=1):
            ScoreSheet.objects.filter(pk=self.pk).update(used=now)


class Player(models.Model):
    """At the table, clockwise; the first deals first."""

    objects: ClassVar[Manager[Player]]

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="players")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_NAME)

    class Meta:
        ordering: ClassVar[list[str]] = ["place"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["sheet", "place"], name="one_player_at_a_place"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A game as somebody wrote it down. Nothing is written over: the last of a number is in force,
    those before stay readable."""

    objects: ClassVar[Manager[Entry]]

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    """Of the game, from 1."""
    key = models.CharField(max_length=32, unique=True)
    """Of the form: sent again it is the same entry."""
    record = models.JSONField()
    """A settlement record, with the seats as this dealer makes them."""
    dealer = models.PositiveSmallIntegerField()
    """His place at the table."""
    is_compulsory = models.BooleanField(default=False)
    is_struck = models.BooleanField(default=False)
    """It counts for nothing."""
    by = models.CharField(max_length=LONGEST_NAME, blank=True)
    """Who wrote it; empty where nobody said."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "entries"
        ordering: ClassVar[list[str]] = ["number", "pk"]

    def __str__(self) -> str:
        return f"game {self.number} of {self.sheet}"


class Check(models.Model):
    """Somebody has looked an entry over and found it right (cvjm:6c)."""

    objects: ClassVar[Manager[Check]]

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="checks")
    by = models.CharField(max_length=LONGEST_NAME)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["entry", "by"], name="checked_once_by_each"),
        ]

    def __str__(self) -> str:
        return f"{self.by}: {self.entry}"
