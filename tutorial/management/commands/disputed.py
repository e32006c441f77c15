"""List the exercises that learners have marked as wrong, newest first."""

from typing import Any

from django.core.management.base import BaseCommand

from tutorial.learners.models import Attempt


class Command(BaseCommand):
    help = "List the exercises that learners have marked as wrong, with what they answered."

    def handle(self, *_args: Any, **_options: Any) -> None:
        for attempt in Attempt.objects.filter(disputed__isnull=False).order_by("-disputed"):
            asked = f"?statement={attempt.statement}" if attempt.statement else ""
            address = f"{attempt.kind}/{attempt.rules}/{attempt.level}/{attempt.seed}/{asked}"
            verdict = "right" if attempt.right else "wrong"
            self.stdout.write(
                f"{attempt.disputed:%Y-%m-%d} {address} version {attempt.version}: "
                f"answered {attempt.answer}, held for {verdict}; {attempt.question}"
            )
