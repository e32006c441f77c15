"""House rules under a name: what a table plays by, kept as it was at every time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models, transaction

from tutorial.learners.models import Learner, unguessable

if TYPE_CHECKING:
    from django.db.models.manager import Manager

LONGEST_NAME = 60


class HouseRules(models.Model):
    """Whoever has the address can read and use them; whoever made them can change them."""

    objects: ClassVar[Manager[HouseRules]]

    owner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="house_rules")
    key = models.CharField(max_length=32, unique=True, default=unguessable)
    """In the address."""
    name = models.CharField(max_length=LONGEST_NAME)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "house rules"

    def __str__(self) -> str:
        return self.name

    def may_be_changed_by(self, learner: int | None) -> bool:
        return learner is not None and learner == self.owner_id

    def changed(self, rules: str) -> Version:
        """The newest version, which has these rules: a new one if it had others until now."""
        with transaction.atomic():
            HouseRules.objects.select_for_update().get(pk=self.pk)
            last = self.versions.order_by("-number").first()
            if last is not None and last.rules == rules:
                return last
            number = last.number + 1 if last else 1
            return self.versions.create(number=number, rules=rules)


class Version(models.Model):
    """The rules from one change to the next; never changed itself."""

    objects: ClassVar[Manager[Version]]

    of = models.ForeignKey(HouseRules, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    """From 1."""
    rules = models.CharField(max_length=500)
    """As addresses write them."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["of", "number"], name="one_version_of_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.of} {self.number}"
