"""Counts of things that are limited."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models

if TYPE_CHECKING:
    from django.db.models.manager import Manager


class Count(models.Model):
    """The number of times that one thing was done from one place in one stretch of time."""

    objects: ClassVar[Manager[Count]]

    key = models.CharField(max_length=64, primary_key=True)
    """A digest of the thing and the place, which tells neither."""
    number = models.PositiveIntegerField()
    ends = models.PositiveBigIntegerField(db_index=True)
    """End of the stretch in seconds since 1970; from then on the count may be deleted."""

    def __str__(self) -> str:
        return f"{self.number} until {self.ends}"
