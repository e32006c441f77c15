"""Makes memory anew from the answers."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tutorial.learners.models import Attempt, Learner
from tutorial.learners.remembering import remember_anew
from tutorial.practice.keeping import answered_exercise, rule_of


class Command(BaseCommand):
    help = "Makes what learners remember anew from their answers; changes nothing else."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("learner", nargs="*", type=int, help="numbers of learners; else all")

    def handle(self, *, learner: list[int], **options: Any) -> None:
        """Answers that were kept before there was a memory do not say yet what they are about."""
        learners = Learner.objects.filter(pk__in=learner) if learner else Learner.objects.all()
        for attempt in Attempt.objects.filter(learner__in=learners, rule="").iterator():
            exercise, answer = answered_exercise(attempt)
            attempt.rule = rule_of(exercise, exercise.kind.verdict(exercise.question, answer))
            attempt.save(update_fields=["rule"])
        for one in learners.values_list("pk", flat=True).iterator():
            remember_anew(one)
        self.stdout.write(f"{learners.count()} learners")
