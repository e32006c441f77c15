"""A quiz is a sheet with a code to take it and a secret to lead it; who takes it has a sitting."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone

from tutorial.learners.joining import together
from tutorial.learners.models import Learner, belief_of, unguessable
from tutorial.sittings.models import Sheet, Sitting

if TYPE_CHECKING:
    from django.db.models.manager import Manager

SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Of codes: without 0 O 1 I L, which look or sound alike."""
LENGTH = 6
RESUMED_BY = 8
"""Signs of the code that goes on with a sitting on another device."""
LONGEST_TITLE = 80
LONGEST_NAME = 30
LONGEST_WORDS = 2000
KEPT = timedelta(days=180)
"""After its last use."""


def drawn_code(length: int = LENGTH) -> str:
    return "".join(secrets.choice(SIGNS) for _place in range(length))


def plain_code(written: str, length: int = LENGTH) -> str:
    """As people write it: with dashes, spaces, small letters."""
    return "".join(filter(str.isalnum, written)).upper()[: length + 1]


def resume_code() -> str:
    return drawn_code(RESUMED_BY)


class Reasons(models.TextChoices):
    """When those who take it are told what was right and why."""

    AT_ONCE = "at-once"
    AT_THE_END = "at-the-end"


class Quiz(models.Model):
    objects: ClassVar[Manager[Quiz]]

    owner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="quizzes")
    secret = models.CharField(max_length=32, unique=True, default=unguessable)
    """In the address of whoever leads it."""
    code = models.CharField(max_length=LENGTH, unique=True, default=drawn_code)
    """For whoever takes it."""
    sheet = models.OneToOneField(Sheet, on_delete=models.CASCADE, related_name="quiz")
    title = models.CharField(max_length=LONGEST_TITLE)
    before = models.TextField(max_length=LONGEST_WORDS, blank=True)
    after = models.TextField(max_length=LONGEST_WORDS, blank=True)
    reasons = models.CharField(max_length=10, choices=Reasons.choices, default=Reasons.AT_ONCE)
    opens = models.DateTimeField(null=True, blank=True)
    closes = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=1)
    """Of one learner; 0: as many as wanted."""
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    """From one's start; none: as long as wanted."""
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(default=timezone.now)
    """When somebody last took, changed or read it; to a day."""

    class Meta:
        verbose_name_plural = "quizzes"

    def __str__(self) -> str:
        return f"{self.title} ({self.code})"

    @property
    def deleted_on(self) -> datetime:
        return self.used + KEPT

    @property
    def tells_at_once(self) -> bool:
        return self.reasons == Reasons.AT_ONCE

    def is_open(self, now: datetime) -> bool:
        return not self.is_early(now) and not self.is_over(now)

    def is_early(self, now: datetime) -> bool:
        return self.opens is not None and now < self.opens

    def is_over(self, now: datetime) -> bool:
        return self.closes is not None and now >= self.closes

    def touch(self) -> None:
        """It has been used; written once a day."""
        now = timezone.now()
        if now - self.used > timedelta(days=1):
            self.used = now
            Quiz.objects.filter(pk=self.pk).update(used=now)


@receiver(post_delete, sender=Quiz)
def _without_its_quiz(instance: Quiz, **_told: Any) -> None:
    """Its sheet is nobody's then, however it was deleted."""
    Sheet.objects.filter(pk=instance.sheet_id).delete()


class Participation(models.Model):
    """One try of somebody."""

    objects: ClassVar[Manager[Participation]]

    quiz = models.ForeignKey(Quiz, on_delete=models.CASCADE, related_name="participations")
    sitting = models.OneToOneField(Sitting, on_delete=models.CASCADE, related_name="participation")
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    """As somebody wants to be called; nothing to be nobody."""
    code = models.CharField(max_length=RESUMED_BY, unique=True, default=resume_code)
    """Goes on with it on another device."""

    def __str__(self) -> str:
        return f"{self.quiz} by {self.name or 'somebody'}"

    def ends(self) -> datetime | None:
        """When its time is over."""
        times = [self.quiz.closes]
        if self.quiz.minutes:
            times.append(self.sitting.started + timedelta(minutes=self.quiz.minutes))
        return min((one for one in times if one), default=None)

    def is_over(self, now: datetime) -> bool:
        """Whether nothing can be answered any more."""
        ends = self.ends()
        return self.sitting.ended is not None or (ends is not None and now >= ends)


class Phase(models.TextChoices):
    """Of a live quiz; :mod:`tutorial.quizzes.live.phases` says what leads from one to another."""

    LOBBY = "lobby"
    OPEN = "open"
    """A question is asked, and answered."""
    CLOSED = "closed"
    SPREAD = "spread"
    """How many have given which answer; not yet which is right."""
    REVEAL = "reveal"
    ENDED = "ended"


class Live(models.Model):
    """Questions before a room: on a screen and everybody's phone, led from the remote.

    Phase, question and vote, and the version that every change raises, stand in this row alone."""

    objects: ClassVar[Manager[Live]]

    owner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="lives")
    quiz = models.ForeignKey(
        Quiz, on_delete=models.CASCADE, null=True, blank=True, related_name="lives"
    )
    """Whose questions they are; None: the leader puts them on the screen one by one."""
    secret = models.CharField(max_length=32, unique=True, default=unguessable)
    """In the address of the remote."""
    code = models.CharField(max_length=LENGTH, unique=True, default=drawn_code)
    """For the phones and the screen."""
    sheet = models.OneToOneField(Sheet, on_delete=models.CASCADE, related_name="live")
    """Its own: questions come in between."""
    title = models.CharField(max_length=LONGEST_TITLE)
    phase = models.CharField(max_length=8, choices=Phase.choices, default=Phase.LOBBY)
    item = models.ForeignKey(
        "sittings.Item", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """The question that it is at."""
    vote = models.PositiveSmallIntegerField(default=1)
    """How often that has been asked."""
    is_paused = models.BooleanField(default=False)
    told = models.JSONField(default=list)
    """Keys of the items whose answer has been told: nobody votes on them any more."""
    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(default=timezone.now)
    """When the leader last pressed anything."""

    class Meta:
        verbose_name_plural = "lives"

    def __str__(self) -> str:
        return f"{self.title} ({self.code}), {self.phase}"

    @property
    def is_open(self) -> bool:
        return self.phase == Phase.OPEN and not self.is_paused

    @property
    def deleted_on(self) -> datetime:
        return self.used + KEPT


@receiver(post_delete, sender=Live)
def _without_its_live(instance: Live, **_told: Any) -> None:
    Sheet.objects.filter(pk=instance.sheet_id).delete()


class Guest(models.Model):
    """Somebody in the room."""

    objects: ClassVar[Manager[Guest]]

    live = models.ForeignKey(Live, on_delete=models.CASCADE, related_name="guests")
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="seats")
    key = models.CharField(max_length=32, unique=True, null=True, blank=True)
    """Of the form by which somebody came in: pressed twice before a cookie is there, it is one."""
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    """As somebody wants to be called, for the remote alone; nothing to be nobody."""

    def __str__(self) -> str:
        return f"{self.name or 'somebody'} at {self.live}"


class Vote(models.Model):
    """What somebody answers to a question, the last time that it could be changed."""

    objects: ClassVar[Manager[Vote]]

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="votes")
    item = models.ForeignKey("sittings.Item", on_delete=models.CASCADE, related_name="votes")
    vote = models.PositiveSmallIntegerField()
    posted = models.JSONField()
    """The controls as they were sent, by name: they stand in the form again."""
    answer = models.JSONField()
    right = models.BooleanField()
    misconceptions = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["guest", "item", "vote"], name="one_vote_of_a_guest"),
        ]

    def __str__(self) -> str:
        return f"{self.answer!r} to {self.item}"

    @property
    def belief(self) -> str:
        return belief_of(self.misconceptions)


@receiver(together, sender=Learner)
def _one_in_the_room(was: int, learner: Learner, **_told: Any) -> None:
    """Who came in with two devices is one there; what each of them answered first stays."""
    rooms = Live.objects.filter(guests__learner=was).filter(guests__learner=learner)
    for live in rooms.select_for_update(of=("self",)).order_by("pk"):
        kept, *others = live.guests.filter(learner__in=(was, learner.pk)).order_by("pk")
        for other in others:
            given = set(kept.votes.values_list("item", "vote"))
            new = [one.pk for one in other.votes.all() if (one.item_id, one.vote) not in given]
            Vote.objects.filter(pk__in=new).update(guest=kept)
            kept.name = kept.name or other.name
            other.delete()
        kept.save(update_fields=["name"])
