"""Delete what nobody can reach any more, as the server does every day."""

from typing import Any

from django.core.management.base import BaseCommand

from tutorial.tidying import tidied


class Command(BaseCommand):
    help = "Delete answers and games that nobody can reach any more (the privacy page tells when)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        every = list(tidied())
        learners, answers, games = (
            sum(getattr(gone, name) for gone in every) for name in ("learners", "answers", "games")
        )
        self.stdout.write(f"Deleted: {learners} learners, {answers} answers, {games} games.")
