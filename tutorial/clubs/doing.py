"""Homework: what it is called, and who has done it. Done is read *and* practised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

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
from tutorial.sittings.choosing import document_under
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


class _Ended(NamedTuple):
    """A series that is at its end."""

    about: str
    rules: str
    at: datetime


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


def set_for(*members: Member) -> QuerySet[Homework]:
    """What is everybody's, and what is theirs."""
    homework = Homework.objects.filter(club__in=[one.club_id for one in members])
    mine = Q(is_for_all=True) | Q(members__in=members)
    return homework.filter(mine).distinct().order_by("until", "pk")


def done_by(
    homework: Sequence[Homework], members: Sequence[Member]
) -> Mapping[tuple[int, int], Done]:
    """By keys of homework and member; in three queries, however many. Each with its club."""
    learners = {one.learner_id for one in members}
    read = set(
        Homework.read_by.through.objects.filter(
            homework__in=homework, member__in=members
        ).values_list("homework", "member")
    )
    abouts = {about for one in homework for about in _series(one)}
    sittings = Sitting.objects.filter(learner__in=learners, sheet__about__in=abouts)
    ended: dict[int, list[_Ended]] = {}
    told = ("learner", "sheet__about", "sheet__rules", "ended")
    for learner, about, rules, at in sittings.values_list(*told):
        if at is not None:
            ended.setdefault(learner, []).append(_Ended(about, rules, at))
    sure = _sure(homework, learners)
    return {
        (one.pk, member.pk): Done(
            is_read=(one.pk, member.pk) in read or not one.about.startswith(SECTION),
            is_practised=_is_practised(one, member, ended.get(member.learner_id, ()), sure),
        )
        for one in homework
        for member in members
    }


def _series(one: Homework) -> tuple[str, ...]:
    """Which series count as having done it: who is bad at nothing goes through ten others."""
    return (WORST, "ten", "due") if one.about == WORST else (one.about,)


def _is_practised(
    one: Homework, member: Member, ended: Sequence[_Ended], sure: set[tuple[int, str, str]]
) -> bool:
    """A rule is sure under the club's rules; else a series about it is at its end, since it was
    set, and under them or those of their document, unless a quiz brings its own."""
    if one.about.startswith(RULE):
        rule = one.about.removeprefix(RULE)
        return (member.learner_id, rule, rules_apart(one.club.rules, rule)) in sure
    rules = {one.club.rules, document_under(one.club.rules).rules}
    return any(
        last.about in _series(one)
        and last.at >= one.created
        and (last.rules in rules or one.about.startswith(QUIZ))
        for last in ended
    )


def _sure(homework: Sequence[Homework], learners: set[int]) -> set[tuple[int, str, str]]:
    """Learners, rules and house rules (where those say otherwise) that were right without help on
    two days, and not wrong since."""
    rules = {one.about.removeprefix(RULE) for one in homework if one.about.startswith(RULE)}
    if not rules:
        return set()
    kept = Memory.objects.filter(
        learner__in=learners, statement__in=rules, clean_days__gte=SURE_AFTER
    )
    return {*kept.values_list("learner", "statement", "rules")}


def rules_of_clubs(learner: int) -> list[tuple[str, str]]:
    """What a learner's clubs are called, and what they play by."""
    own = Club.objects.filter(members__learner=learner, archived=None)
    return list(own.order_by("name").values_list("name", "rules"))


def tasks_of(learner: int) -> Sequence[Task]:
    """Homework of all clubs that a learner has not done yet, the next first. One query for whoever
    is in no club, and as many for ten clubs as for one."""
    own = Member.objects.filter(learner=learner, club__archived=None).select_related("club")
    members = {one.club_id: one for one in own}
    if not members:
        return ()
    today = timezone.localdate()
    homework = list(set_for(*members.values()).filter(until__gte=today - SHOWN_AFTER))
    for one in homework:
        one.club = members[one.club_id].club
    done, titles = done_by(homework, [*members.values()]), titles_of(homework)
    return [
        Task(
            titles[one.pk],
            _note(one.club, one.until, today),
            reverse("homework", args=[one.club.key, one.pk]),
        )
        for one in homework
        if not done[one.pk, members[one.club_id].pk].is_all
    ]


def _note(club: Club, until: date, today: date) -> str:
    day = date_format(until, "MONTH_DAY_FORMAT")
    said = _("{club}, until {day}") if until >= today else _("{club}, was due on {day}")
    return said.format(club=club.name, day=day)
