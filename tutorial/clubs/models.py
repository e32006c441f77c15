"""A club and its members; a trainer is a member who sees how those stand who agreed to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models, transaction
from django.db.models.signals import post_delete, pre_delete
from django.dispatch import receiver
from django.utils import timezone

from tutorial.learners.joining import together
from tutorial.learners.models import Learner, unguessable
from tutorial.quizzes.models import LENGTH, LONGEST_NAME, drawn_code
from tutorial.score_sheets.models import Check, Entry, Player, ScoreSheet

if TYPE_CHECKING:
    from django.db.models.manager import Manager

LONGEST_CALLED = 60
LOGIN_CARD_LENGTH = 10
"""Signs of a card's code: fifty bits, for it opens a learner."""


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
    archived = models.DateTimeField(null=True, blank=True)
    """Since when it only stays to be read: nobody comes in, and homework is nobody's; None: it goes
    on."""

    def __str__(self) -> str:
        return self.name

    @contextmanager
    def kept_still(self) -> Iterator[None]:
        """In a transaction in which nobody else changes who leads it, or gives it anything."""
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
    login_card = models.CharField(max_length=LOGIN_CARD_LENGTH, unique=True, null=True, blank=True)
    """Code of a card that is a key to the learner, who was made with it; None: there is none."""

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

    def be_called(self, name: str) -> None:
        """At the club's nights and on their sheets, too; empty: without a name. Where somebody else
        of that name played along, the one so far stays."""
        if name == self.name:
            return
        sheets = ScoreSheet.objects.filter(club_table__draw__night__club=self.club_id)
        Entry.objects.filter(sheet__in=sheets, by=self.name).update(by=name)
        checks = Check.objects.filter(entry__sheet__in=sheets, by=self.name)
        if name:
            twice = Check.objects.filter(entry__sheet__in=sheets, by=name).values("entry")
            checks.exclude(entry__in=twice).update(by=name)
        checks.delete()
        for one in self.nights.all():
            others = NightPlayer.objects.filter(night=one.night_id, name=name).exclude(pk=one.pk)
            if name and others.exists():
                continue
            NightPlayer.objects.filter(pk=one.pk).update(name=name)
            for chair in one.chairs.select_related("table"):
                sheet, place = chair.table.sheet_id, chair.place
                Player.objects.filter(sheet=sheet, place=place).update(name=name)
        Member.objects.filter(pk=self.pk).update(name=name)
        self.name = name

    def take_over(self, other: Member) -> None:
        """In a transaction: two entries of one person become this one, with what either may do, the
        nights and the homework of both; seen only if this one agreed, who keeps his learner."""
        if other.is_trainer and not self.is_trainer:
            self.is_trainer = True
            self.save(update_fields=["is_trainer"])
        self.homework.add(*other.homework.all())
        self.read.add(*other.read.all())
        other.be_called(self.name)
        other.nights.update(member=self)
        other.name = ""  # it is this one's now, and goes with it alone
        other.delete()


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


class ClubNight(models.Model):
    """An evening on which a club plays."""

    objects: ClassVar[Manager[ClubNight]]

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    title = models.CharField(max_length=LONGEST_CALLED)
    rules = models.CharField(max_length=500)
    """Those of the club on that evening, as addresses write them."""
    called = models.CharField(max_length=LONGEST_CALLED)
    rounds = models.PositiveSmallIntegerField(default=2)
    """How often each deals at a table (cvjm:6b)."""
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.title} of {self.club}"


class NightPlayer(models.Model):
    """Who plays along: a member, or a guest of whom there is a name only."""

    objects: ClassVar[Manager[NightPlayer]]

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    """Empty for a member who has left the club."""
    member = models.ForeignKey(
        Member, on_delete=models.SET_NULL, null=True, blank=True, related_name="nights"
    )

    def __str__(self) -> str:
        return self.name


class Draw(models.Model):
    """A round at tables, with seats drawn by lot."""

    objects: ClassVar[Manager[Draw]]

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["night", "number"], name="draw_of_a_night_once"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.night}"


class ClubTable(models.Model):
    objects: ClassVar[Manager[ClubTable]]

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    sheet = models.OneToOneField(ScoreSheet, on_delete=models.CASCADE, related_name="club_table")

    def __str__(self) -> str:
        return f"table {self.number} of {self.draw}"


class Chair(models.Model):
    """Who sits at which place of a table's sheet."""

    objects: ClassVar[Manager[Chair]]

    table = models.ForeignKey(ClubTable, on_delete=models.CASCADE, related_name="chairs")
    who = models.ForeignKey(NightPlayer, on_delete=models.CASCADE, related_name="chairs")
    place = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.who} at {self.table}"


@receiver(pre_delete, sender=Club)
def _without_its_club(instance: Club, **_told: Any) -> None:
    """All in one go, and not table by table."""
    ScoreSheet.objects.filter(club_table__draw__night__club=instance).delete()


@receiver(post_delete, sender=ClubTable)
def _without_its_table(instance: ClubTable, origin: Any, **_told: Any) -> None:
    if _what_goes(origin) is not ScoreSheet:
        ScoreSheet.objects.filter(pk=instance.sheet_id).delete()


def _what_goes(origin: Any) -> type[models.Model]:
    """Of what somebody deleted the rest goes along: a row, or several."""
    found: type[models.Model] = getattr(origin, "model", type(origin))
    return found


@receiver(pre_delete, sender=Member)
def _without_his_name(instance: Member, origin: Any, **_told: Any) -> None:
    """Whoever leaves takes his name along; what was played stays the others', unless all of the
    club goes."""
    if _what_goes(origin) is not Club:
        instance.be_called("")


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
    # A card never opens what somebody did without it.
    Member.objects.filter(learner__in=[was, learner.pk]).update(login_card=None)
    own = {one.club_id: one for one in Member.objects.filter(learner=learner)}
    for other in Member.objects.filter(learner=was, club__in=own):
        own[other.club_id].take_over(other)
