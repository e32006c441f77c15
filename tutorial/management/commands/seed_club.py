"""``./run seed-club``: a club whose members have answered very much, to try the board and measure
it."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone

from lessons.content.reading import course
from lessons.exercises.addresses import SEEDS, Address
from lessons.exercises.answers import answer_as_json
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.written import as_json
from lessons.rules.rule_sets import PRESETS
from lessons.rules.settlement import record_of
from tutorial.clubs.models import Club, ClubNight, Member, NightPlayer
from tutorial.clubs.night.drawing import draw_round
from tutorial.learners.cookie import COOKIE, remember
from tutorial.learners.models import Attempt, Learner, unguessable
from tutorial.learners.remembering import remember_anew
from tutorial.quizzes.models import drawn_code
from tutorial.score_sheets.models import Entry, ScoreSheet
from tutorial.score_sheets.reckoning import keep_totals
from tutorial.sittings.choosing import course_of, kinds_for

NAMES = [
    "Anke",
    "Bernd",
    "Dilek",
    "Frieda",
    "Hartmut",
    "Jonas",
    "Lena",
    "Murat",
    "Petra",
    "Rolf",
    "Anton",
    "Birgit",
    "Cem",
    "Doris",
    "Emil",
    "Gerda",
    "Hannes",
    "Ida",
    "Jutta",
    "Karl",
]
ROUNDS = 3
"""Of a club night."""
LASTED = timedelta(days=90)
BELIEVED = 5
"""Answers of each member that are whole, and show a belief: they can be looked at."""


class Command(BaseCommand):
    help = "Makes a club with so many members and answers, and prints its address and the cookie."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("members", type=int, nargs="?", default=100)
        parser.add_argument("answers", type=int, nargs="?", default=100_000)
        parser.add_argument("nights", type=int, nargs="?", default=10)

    def handle(self, *_args: Any, **options: Any) -> None:
        chance, rules = random.Random(1), course().beginners.rules
        number, each = options["members"], options["answers"] // options["members"]
        with transaction.atomic():
            club = Club.objects.create(
                key=unguessable(), code=drawn_code(), name="Club Lemgo", rules=rules,
                called="Kompakt",
            )  # fmt: skip
            trainer = Learner.objects.create()
            Member.objects.create(club=club, learner=trainer, name="Tina", is_trainer=True)
            for place in range(number):
                learner = Learner.objects.create()
                name = NAMES[place % len(NAMES)] + (f" {place // len(NAMES)}" * (place >= 20))
                agreed = None if place % 10 == 9 else timezone.now() - LASTED
                Member.objects.create(club=club, learner=learner, name=name, agreed=agreed)
                _learn(learner, rules, chance, each)
            for of_it in range(options["nights"]):
                _play(club, of_it + 1, chance)
        response = HttpResponse()
        remember(response, trainer.pk)
        signed = response.cookies[COOKIE].value
        self.stdout.write(f"/de/clubs/{club.key}/ {COOKIE}={signed}")


def _learn(learner: Learner, rules: str, chance: random.Random, number: int) -> None:
    """So many answers, along the course, by somebody who has come so far and knows so much."""
    asked = [one for one in course_of(rules) if one in kinds_for(rules)]
    far = asked[: max(3, round(len(asked) * chance.random() ** 0.5))]
    knows = chance.uniform(0.6, 0.97)
    last = timezone.now() - timedelta(days=chance.choice((0, 0, 1, 1, 2, 3, 5, 8, 13, 20)))
    made = list(_believed(learner, rules, far, chance))
    left = range(number - len(made))
    made += [_answer(learner, rules, chance.choice(far), chance, knows) for _one in left]
    Attempt.objects.bulk_create(made, batch_size=1000)
    chance.shuffle(made)
    for place, one in enumerate(made):
        one.created = _at(place / len(made), last)
    Attempt.objects.bulk_update(made, ["created"], batch_size=500)
    remember_anew(learner.pk)


def _at(share: float, last: datetime) -> datetime:
    return last - LASTED * (1 - share)


def _answer(
    learner: Learner, rules: str, statement: str, chance: random.Random, knows: float
) -> Attempt:
    """Without its question: its verdict cannot be looked at."""
    kind = chance.choice(kinds_for(rules)[statement])
    return Attempt(
        learner=learner, token=unguessable(), kind=kind, version=KINDS[kind].version, rules=rules,
        level=chance.randint(1, 3), seed=chance.randrange(SEEDS), statement=statement,
        question={}, answer=[], right=chance.random() < knows, rule=statement,
    )  # fmt: skip


def _believed(
    learner: Learner, rules: str, asked: list[str], chance: random.Random
) -> Iterable[Attempt]:
    """Whole answers by somebody who holds one of two beliefs of a rule's kind."""
    left = BELIEVED
    for _try in range(BELIEVED * 10):
        statement = chance.choice(asked)
        kind = KINDS[chance.choice(kinds_for(rules)[statement])]
        address = Address(kind.name, rules, 1, chance.randrange(SEEDS), statement)
        exercise = exercise_at(address)
        for belief in kind.beliefs[:2]:
            given = kind.believed(belief, exercise.question)
            if given is None or left == 0:
                continue
            verdict = kind.verdict(exercise.question, given)
            if len(verdict.misconceptions) != 1:
                continue
            left -= 1
            yield Attempt(
                learner=learner, token=unguessable(), kind=kind.name, version=kind.version,
                rules=rules, level=1, seed=address.seed, statement=statement,
                question=as_json(exercise.question), answer=answer_as_json(given), right=False,
                misconceptions=list(verdict.misconceptions), rule=statement,
            )  # fmt: skip
            break


def _play(club: Club, number: int, chance: random.Random) -> None:
    """A club night on which all members play."""
    night = ClubNight.objects.create(
        club=club, title=f"{number}. Spielabend", rules=club.rules, called=club.called
    )
    players = NightPlayer.objects.bulk_create(
        NightPlayer(night=night, member=one, name=one.name) for one in club.members.all()
    )
    for _round in range(ROUNDS):
        drawn = draw_round(night, players, chance)
        for table in drawn.tables.select_related("sheet") if drawn else ():
            _write(table.sheet, chance)


def _write(sheet: ScoreSheet, chance: random.Random) -> None:
    """All games of a sheet: two play Re, one announces now and then."""
    rules = PRESETS[sheet.rules]
    players = sheet.players.count()
    Entry.objects.bulk_create(
        Entry(
            sheet=sheet, number=game + 1, key=unguessable(), dealer=game % players, by="Tina",
            record=record_of(
                rules, chance.randrange(40, 201),
                calls={"re": ["re"] * (not chance.randrange(4)), "kontra": []},
            ),
        )
        for game in range(sheet.rounds * players)
    )  # fmt: skip
    keep_totals(sheet)
