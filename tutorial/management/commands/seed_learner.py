"""``./run seed-learner``: somebody who has answered very much, to try the site and measure it."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone

from lessons.content.reading import course
from lessons.exercises.addresses import SEEDS
from lessons.exercises.kinds import KINDS
from tutorial.learners.cookie import COOKIE, remember
from tutorial.learners.models import Attempt, Learner, unguessable
from tutorial.learners.remembering import remember_anew
from tutorial.sittings.choosing import kinds_for

AT_ONCE = 2000
YEAR = timedelta(days=365)


class Command(BaseCommand):
    help = "Makes a learner with so many answers, spread over a year, and prints the cookie."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("answers", type=int, nargs="?", default=50_000)

    def handle(self, *_args: Any, **options: Any) -> None:
        chance, now, wanted = random.Random(1), timezone.now(), options["answers"]
        offered = [
            (document.rules, statement, kinds)
            for document in course().documents.values()
            for statement, kinds in kinds_for(document.rules).items()
        ]
        with transaction.atomic():
            learner = Learner.objects.create()
            for begun in range(0, wanted, AT_ONCE):
                numbers = range(begun, min(begun + AT_ONCE, wanted))
                made = [_attempt(learner, chance, offered) for _number in numbers]
                Attempt.objects.bulk_create(made)
                for place, one in enumerate(made, start=begun):
                    one.created = now - YEAR + YEAR * place / wanted
                Attempt.objects.bulk_update(made, ["created"], batch_size=500)
            remember_anew(learner.pk)
        response = HttpResponse()
        remember(response, learner.pk)
        signed = response.cookies[COOKIE].value
        self.stdout.write(f"learner {learner.pk}, {wanted} answers; cookie {COOKIE}={signed}")


def _attempt(
    learner: Learner, chance: random.Random, offered: list[tuple[str, str, tuple[str, ...]]]
) -> Attempt:
    """An answer without its question: its verdict cannot be looked at."""
    rules, statement, kinds = chance.choice(offered)
    kind = chance.choice(kinds)
    return Attempt(
        learner=learner,
        token=unguessable(),
        kind=kind,
        version=KINDS[kind].version,
        rules=rules,
        level=chance.randint(1, 3),
        seed=chance.randrange(SEEDS),
        statement=statement,
        question={},
        answer=[],
        right=chance.random() < 0.8,
        rule=statement,
    )
