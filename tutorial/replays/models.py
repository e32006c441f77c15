"""Games that learners brought and that are too long for an address."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models

from tutorial.learners.models import Learner, unguessable

if TYPE_CHECKING:
    from django.db.models.manager import Manager


class StoredGame(models.Model):
    """A game record under an unguessable address; who brought it can delete it."""

    objects: ClassVar[Manager[StoredGame]]

    owner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="games")
    key = models.CharField(max_length=32, unique=True, default=unguessable)
    record = models.JSONField()
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key
