"""The account, the learner, what a learner has answered and what a learner keeps of it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models

from lessons.exercises.misconceptions import Misconception

if TYPE_CHECKING:
    from django.db.models.manager import Manager


class User(AbstractUser):
    """An account: a user name and a password, one more key to a learner."""

    learner = models.ForeignKey(
        "Learner", on_delete=models.CASCADE, null=True, blank=True, related_name="accounts"
    )
    """None until somebody signs in on the site itself."""


class Learner(models.Model):
    """A learner, known by a signed cookie or an account and made at the first answer."""

    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"learner {self.pk}"


FORM_KEY = re.compile(r"[\w-]{16,32}", re.ASCII)
"""Of a form that is one press, however often it is sent."""


def unguessable() -> str:
    return secrets.token_urlsafe(16)


class Attempt(models.Model):
    """One answer to one exercise. Question and answer are kept as they were, readable for ever."""

    objects: ClassVar[Manager[Attempt]]

    # Both indexes below begin with the learner; a third one would be taken instead of them.
    learner = models.ForeignKey(
        Learner, on_delete=models.CASCADE, related_name="attempts", db_index=False
    )
    created = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=32, unique=True, default=unguessable)
    """In the address of its verdict."""
    token = models.CharField(max_length=32, unique=True)
    """Of the form that it was answered with: the same form again is the same attempt."""

    kind = models.CharField(max_length=32)
    version = models.PositiveSmallIntegerField()
    rules = models.CharField(max_length=500)
    """The rule set as the address writes it, with a club's own options."""
    level = models.PositiveSmallIntegerField()
    seed = models.PositiveIntegerField()
    statement = models.CharField(max_length=64, blank=True)
    """The statement that was asked for; empty for any."""

    moment = models.CharField(max_length=64, blank=True)
    """Of a game that was stepped through, ``hochzeit/12``; empty for an exercise by itself."""

    question = models.JSONField()
    answer = models.JSONField()
    right = models.BooleanField()
    misconceptions = models.JSONField(default=list)
    with_help = models.BooleanField(default=False)
    rule = models.CharField(max_length=64, blank=True)
    """The statement that it says something of: the one asked for, or the one that was missed."""
    counts = models.BooleanField(default=True)
    """Whether it is the first answer to its question; the others say nothing of memory."""
    sitting = models.ForeignKey(
        "sittings.Sitting", on_delete=models.SET_NULL, null=True, blank=True, related_name="answers"
    )
    item = models.ForeignKey(
        "sittings.Item", on_delete=models.SET_NULL, null=True, blank=True, related_name="answers"
    )
    disputed = models.DateTimeField(null=True, blank=True)
    """Time at which the learner marked the exercise as wrong."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["learner", "-created"], name="attempt_of_learner"),
            models.Index(fields=["learner", "moment"], name="attempt_at_moment"),
            models.Index(fields=["learner", "seed"], name="attempt_at_seed"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["sitting", "item"], name="one_answer_to_an_item"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.rules} {self.level} {self.seed}: {self.answer!r}"

    @property
    def belief(self) -> str:
        """The false belief that it shows; empty where it fits none, several, or one that an
        upgrade has done away with."""
        return belief_of(self.misconceptions)


def belief_of(misconceptions: Sequence[str]) -> str:
    """The one that they are, if they are one that there is."""
    if len(misconceptions) != 1 or misconceptions[0] not in {*Misconception}:
        return ""
    return str(misconceptions[0])


class Memory(models.Model):
    """What a learner keeps of a statement, made of the attempts that count and of nothing else:
    see :mod:`tutorial.learners.memory`, whose fields these are but for ``rules``."""

    objects: ClassVar[Manager[Memory]]

    learner = models.ForeignKey(
        Learner, on_delete=models.CASCADE, related_name="memories", db_index=False
    )
    statement = models.CharField(max_length=64)
    rules = models.CharField(max_length=500, blank=True, default="")
    """House rules, as addresses write them, that say otherwise about it; empty: as its document
    has it."""
    due = models.DateTimeField()
    last = models.DateTimeField()
    stability = models.FloatField()
    difficulty = models.FloatField()
    right = models.PositiveIntegerField()
    helped = models.PositiveIntegerField()
    wrong = models.PositiveIntegerField()
    clean_days = models.PositiveIntegerField()
    last_clean = models.DateField(null=True)
    level = models.PositiveSmallIntegerField()
    clean_run = models.PositiveIntegerField()
    misses = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "memories"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["learner", "statement", "rules"], name="memory_of_statement"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.statement} of learner {self.learner_id}"


class Handover(models.Model):
    """A code that joins another device to a learner: once, and for a few minutes."""

    objects: ClassVar[Manager[Handover]]

    learner = models.OneToOneField(Learner, on_delete=models.CASCADE, related_name="handover")
    code = models.CharField(max_length=16, unique=True)
    ends = models.DateTimeField()
    settings = models.JSONField(default=dict)
    """Of the device that hands over, by name; the other takes them on."""

    def __str__(self) -> str:
        return f"handover of learner {self.learner_id}"


class Joined(models.Model):
    """A learner who was joined to another: whoever still has that cookie is the other."""

    objects: ClassVar[Manager[Joined]]

    was = models.PositiveBigIntegerField(primary_key=True)
    """The learner in the cookie, who is there no more."""
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="joined")

    class Meta:
        verbose_name_plural = "joined"

    def __str__(self) -> str:
        return f"learner {self.was}, now {self.learner_id}"
