"""Homework: what it is called, and who has done it. Done is read *and* practised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from lessons.exercises.statements import document_of
from tutorial.clubs.models import Club, Homework, Member
from tutorial.learners.memory import SURE_AFTER
from tutorial.learners.models import Memory
from tutorial.learners.remembering import rules_apart
from tutorial.quizzes.models import Quiz
from tutorial.shared.words import language, source
from tutorial.sittings.going import QUIZ, section_named
from tutorial.sittings.models import Sitting
from tutorial.sittings.today import Task

WORST = "worst"
SECTION = "section "
RULE = "rule "
SHOWN_AFTER = timedelta(days=14)
"""So long homework that is over stands on the home page of whoever has not done it."""


@dataclass(frozen=True, slots=True)
class Done:
    """How far somebody is with homework."""

    is_read: bool
    """Or there is nothing to read."""
    is_practised: bool

    @property
    def is_all(self) -> bool:
        return self.is_read and self.is_practised


def title_of(about: str, quizzes: Mapping[str, str]) -> str:
    """``quizzes``: titles by code."""
    what = about.partition(" ")[2]
    if about.startswith(SECTION):
        section = section_named(what)
        return section.texts[language()].title if section else what
    if about.startswith(RULE):
        return Truncator(source(what, document_of(what)).text).words(14)
    if about.startswith(QUIZ):
        return quizzes.get(what) or _("A quiz that is there no more")
    return _("Ten of what you are worst at")


def titles_of(homework: Sequence[Homework]) -> Mapping[int, str]:
    """By key; one query for the quizzes."""
    codes = [one.about.removeprefix(QUIZ) for one in homework if one.about.startswith(QUIZ)]
    quizzes = dict(Quiz.objects.filter(code__in=codes).values_list("code", "title"))
    return {one.pk: title_of(one.about, quizzes) for one in homework}


def set_for(member: Member) -> QuerySet[Homework]:
    """What is everybody's, and what is his."""
    homework = Homework.objects.filter(club=member.club_id)
    mine = Q(is_for_all=True) | Q(members=member)
    return homework.filter(mine).distinct().order_by("until", "pk")


def done_by(
    homework: Sequence[Homework], members: Sequence[Member]
) -> Mapping[tuple[int, int], Done]:
    """By keys of homework and member; in three queries, however many."""
    learners = {one.learner_id: one.pk for one in members}
    read = set(
        Homework.read_by.through.objects.filter(
            homework__in=homework, member__in=members
        ).values_list("homework", "member")
    )
    ended: dict[tuple[int, str], datetime] = {}
    abouts = {about for one in homework for about in _series(one)}
    sittings = Sitting.objects.filter(learner__in=learners, sheet__about__in=abouts)
    for learner, about, at in sittings.filter(ended__isnull=False).values_list(
        "learner", "sheet__about", "ended"
    ):
        before = ended.get((learners[learner], about))
        if at is not None:
            ended[learners[learner], about] = max(at, before) if before else at
    sure = _sure(homework, learners)
    return {
        (one.pk, member.pk): Done(
            is_read=(one.pk, member.pk) in read or not one.about.startswith(SECTION),
            is_practised=_is_practised(one, member.pk, ended, sure),
        )
        for one in homework
        for member in members
    }


def _series(one: Homework) -> tuple[str, ...]:
    """Which series count as having done it: who is bad at nothing goes through ten others."""
    return (WORST, "ten", "due") if one.about == WORST else (one.about,)


def _is_practised(
    one: Homework,
    member: int,
    ended: Mapping[tuple[int, str], datetime],
    sure: set[tuple[int, str]],
) -> bool:
    """A rule is sure; else a series about it is at its end, since it was set."""
    if one.about.startswith(RULE):
        return (member, one.about.removeprefix(RULE)) in sure
    times = (ended.get((member, about)) for about in _series(one))
    return any(at is not None and at >= one.created for at in times)


def _sure(homework: Sequence[Homework], learners: Mapping[int, int]) -> set[tuple[int, str]]:
    """Members and rules that were right without help on two days, and not wrong since."""
    rules = {one.about.removeprefix(RULE): one for one in homework if one.about.startswith(RULE)}
    if not rules:
        return set()
    under = next(iter(rules.values())).club.rules
    kept = Memory.objects.filter(
        learner__in=learners, statement__in=rules, clean_days__gte=SURE_AFTER
    )
    return {
        (learners[learner], statement)
        for learner, statement, own in kept.values_list("learner", "statement", "rules")
        if own == rules_apart(under, statement)
    }


def tasks_of(learner: int) -> Sequence[Task]:
    """Homework of all clubs that a learner has not done yet, the next first. One query for whoever
    is in no club."""
    members = list(Member.objects.filter(learner=learner).select_related("club"))
    if not members:
        return ()
    today, found = timezone.localdate(), []
    for member in members:
        homework = list(set_for(member).filter(until__gte=today - SHOWN_AFTER))
        for one in homework:
            one.club = member.club
        done, titles = done_by(homework, [member]), titles_of(homework)
        found += [
            (one.until, titles[one.pk], one, member.club)
            for one in homework
            if not done[one.pk, member.pk].is_all
        ]
    found.sort(key=lambda one: one[0])
    return [
        Task(title, _note(club, until, today), reverse("homework", args=[club.key, one.pk]))
        for until, title, one, club in found
    ]


def _note(club: Club, until: date, today: date) -> str:
    day = date_format(until, "MONTH_DAY_FORMAT")
    said = _("{club}, until {day}") if until >= today else _("{club}, was due on {day}")
    return said.format(club=club.name, day=day)
