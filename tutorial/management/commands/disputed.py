"""List the exercises that learners have marked as wrong, newest first."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from tutorial.learners.models import Attempt


class Command(BaseCommand):
    help = "List the exercises that learners have marked as wrong, with what they answered."

    def handle(self, *_args: Any, **_options: Any) -> None:
        try:
            disputed = list(Attempt.objects.filter(disputed__isnull=False).order_by("-disputed"))
        except OperationalError as error:
            raise CommandError(f"No answers yet ({error}); start ./run once.") from error
        for attempt in disputed:
            asked = f"?statement={attempt.statement}" if attempt.statement else ""
            address = f"{attempt.kind}/{attempt.rules}/{attempt.level}/{attempt.seed}/{asked}"
            verdict = "right" if attempt.right else "wrong"
            self.stdout.write(
                f"{attempt.disputed:%Y-%m-%d} {address} version {attempt.version}: "
                f"answered {attempt.answer}, held for {verdict}; {attempt.question}"
            )
