"""Exercises that learners have marked as wrong."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from tutorial.learners.models import Attempt


class Report(models.Model):
    """A verdict that its learner holds for wrong, as it was shown, for those who run the site."""

    attempt = models.OneToOneField(Attempt, on_delete=models.SET_NULL, null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    address = models.CharField(max_length=700)
    """Of the exercise, in the language it was answered in."""
    rules = models.JSONField()
    question = models.JSONField()
    answer = models.JSONField()
    text = models.TextField()
    """The verdict as it was worded."""
    version = models.CharField(max_length=64)
    """Of the site and of the kind of exercise."""
    looked_at = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["-created"]

    def __str__(self) -> str:
        return self.address
