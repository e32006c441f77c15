"""``./run seed-club``: a club whose members have answered very much, to try the board and measure
it."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Iterable
from datetime import timedelta
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
from tutorial.learners.memory import Given, Known, after
from tutorial.learners.models import Attempt, Learner, unguessable
from tutorial.learners.remembering import remember_anew
from tutorial.quizzes.models import drawn_code
from tutorial.score_sheets.models import Entry, ScoreSheet
from tutorial.score_sheets.reckoning import keep_totals
from tutorial.sittings.choosing import TEN, course_of, kinds_for

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
    """So many answers, ten an evening: what is due, what came last, what is new, along the course.
    Those that are whole are of the last evenings."""
    asked = [one for one in course_of(rules) if one in kinds_for(rules)]
    knows, most_new = chance.uniform(0.5, 0.95), chance.randint(1, 4)
    last = timezone.now() - timedelta(days=chance.choice((0, 0, 1, 1, 2, 2, 3, 4, 5, 20)))
    known: dict[str, Known] = {}
    made: list[Attempt] = []
    for begun in range(0, number, TEN):
        at = last - LASTED * (1 - min(begun + TEN, number) / number)
        due = [one for one in known if known[one].due <= at]
        new = [one for one in asked if one not in known][:most_new]
        of_it = [*new, *chance.sample(due, min(len(due), TEN - len(new)))]
        of_it += chance.choices([*known, *new], k=TEN - len(of_it))
        for statement in of_it[: number - begun]:
            before = known.get(statement)
            is_right = chance.random() < 1 - (1 - knows) / (1 + (before.right if before else 0))
            made.append(_answer(learner, rules, statement, chance, before, is_right=is_right))
            made[-1].created = at
            known[statement] = after(before, Given(at, made[-1].level, is_right, with_help=False))
    for one in _believed(learner, rules, [*known], chance):
        place = chance.randrange(len(made) * 3 // 4, len(made))
        one.created, made[place] = made[place].created, one
    times = [one.created for one in made]
    Attempt.objects.bulk_create(made, batch_size=1000)
    for one, at in zip(made, times, strict=True):
        one.created = at
    Attempt.objects.bulk_update(made, ["created"], batch_size=500)
    remember_anew(learner.pk)


def _answer(
    learner: Learner,
    rules: str,
    statement: str,
    chance: random.Random,
    known: Known | None,
    *,
    is_right: bool,
) -> Attempt:
    """Without its question: its verdict cannot be looked at."""
    kind = chance.choice(kinds_for(rules)[statement])
    return Attempt(
        learner=learner, token=unguessable(), kind=kind, version=KINDS[kind].version, rules=rules,
        level=known.level if known else 1, seed=chance.randrange(SEEDS), statement=statement,
        question={}, answer=[], right=is_right, rule=statement,
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
