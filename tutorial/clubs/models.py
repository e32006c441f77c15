"""A club and its members; a trainer is a member who sees how those stand who agreed to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models, transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone

from tutorial.learners.joining import together
from tutorial.learners.models import Learner, unguessable
from tutorial.quizzes.models import LENGTH, LONGEST_NAME, drawn_code

if TYPE_CHECKING:
    from django.db.models.manager import Manager

LONGEST_CALLED = 60


class Club(models.Model):
    objects: ClassVar[Manager[Club]]

    key = models.CharField(max_length=32, unique=True, default=unguessable)
    """In its address."""
    code = models.CharField(max_length=LENGTH, unique=True, default=drawn_code)
    """By which one comes in; a trainer draws another when it has gone too far."""
    name = models.CharField(max_length=LONGEST_CALLED)
    rules = models.CharField(max_length=500)
    """What it plays by, as addresses write it."""
    called = models.CharField(max_length=LONGEST_CALLED)
    """What those rules are called."""
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(default=timezone.now)
    """When somebody last looked at it; to a day."""

    def __str__(self) -> str:
        return self.name

    @contextmanager
    def kept_still(self) -> Iterator[None]:
        """In a transaction in which nobody else changes who leads it."""
        with transaction.atomic():
            Club.objects.select_for_update().filter(pk=self.pk).exists()
            yield

    def touch(self) -> None:
        now = timezone.now()
        if now - self.used > timedelta(days=1):
            Club.objects.filter(pk=self.pk).update(used=now)


class Member(models.Model):
    objects: ClassVar[Manager[Member]]

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="memberships")
    name = models.CharField(max_length=LONGEST_NAME)
    """As the club calls him."""
    is_trainer = models.BooleanField(default=False)
    agreed = models.DateTimeField(null=True, blank=True)
    """Since when the trainers may see how he stands; None: they may not."""
    joined = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=32, unique=True, null=True, blank=True)
    """Of the form that he came in with: the same form again is the same member."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["club", "learner"], name="member_of_a_club_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.club}"

    @property
    def is_last_trainer(self) -> bool:
        others = self.club.members.filter(is_trainer=True).exclude(pk=self.pk)
        return self.is_trainer and not others.exists()


class Homework(models.Model):
    """What a club's members do until a day."""

    objects: ClassVar[Manager[Homework]]

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="homework")
    about = models.CharField(max_length=80)
    """As of a sheet: ``section kompakt/ablauf``, ``rule kompakt:ablauf-b``, ``quiz QK7M2R``,
    ``worst``."""
    until = models.DateField()
    created = models.DateTimeField(auto_now_add=True)
    is_for_all = models.BooleanField(default=True)
    members = models.ManyToManyField(Member, related_name="homework", blank=True)
    """Whose it is, if it is not everybody's."""
    read_by = models.ManyToManyField(Member, related_name="read", blank=True)
    """Who has gone from here to what there is to read."""

    class Meta:
        verbose_name_plural = "homework"

    def __str__(self) -> str:
        return f"{self.about} of {self.club}"


@receiver(post_delete, sender=Member)
def _without_its_trainer(instance: Member, **_told: Any) -> None:
    """A club that nobody leads any more is gone, with all that it knows."""
    clubs = Club.objects.filter(pk=instance.club_id)
    if not Member.objects.filter(club=instance.club_id, is_trainer=True).exists():
        clubs.delete()


@receiver(together, sender=Learner)
def _twice_in_a_club(was: int, learner: Learner, **_told: Any) -> None:
    """Somebody who turns out to be one person is one member: with what either may do, and seen only
    if the one who stays agreed."""
    own = {one.club_id: one for one in Member.objects.filter(learner=learner)}
    for other in Member.objects.filter(learner=was, club__in=own):
        here = own[other.club_id]
        if other.is_trainer and not here.is_trainer:
            here.is_trainer = True
            here.save(update_fields=["is_trainer"])
        here.homework.add(*other.homework.all())
        here.read.add(*other.read.all())
        other.delete()
