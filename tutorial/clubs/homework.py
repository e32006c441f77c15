"""Homework: set by trainers, done by members, looked at by both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout, Submit
from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from lessons.exercises.statements import document_of
from tutorial.clubs.doing import RULE, SECTION, WORST, Done, done_by, set_for, title_of, titles_of
from tutorial.clubs.models import Club, Homework, Member
from tutorial.clubs.roles import member_of, trainer_of
from tutorial.errors import NotHere
from tutorial.methods import READ, WRITE, takes
from tutorial.quizzes.models import Quiz
from tutorial.quizzes.proposing import rules_by_section
from tutorial.shared.words import language, source
from tutorial.sittings.choosing import document_under
from tutorial.sittings.going import DOUBLE_PRESS, QUIZ, section_named, wished

USUAL = timedelta(days=7)
MOST = 200
"""Pieces of homework of a club, and members to choose from."""


@dataclass(frozen=True, slots=True)
class Set:
    """Homework as its trainer sees it."""

    homework: Homework
    title: str
    done: tuple[tuple[Member, Done], ...]
    """Of those who show how they stand, and whose it is."""
    hidden: int
    """So many others."""

    @property
    def is_of_section(self) -> bool:
        return self.homework.about.startswith(SECTION)

    @property
    def number(self) -> int:
        """Of those who have done it."""
        return sum(done.is_all for _member, done in self.done)


class HomeworkForm(forms.Form):
    def __init__(self, trainer: Member, posted: Mapping[str, Any] | None = None) -> None:
        super().__init__(posted, initial={"until": timezone.localdate() + USUAL})
        club = trainer.club
        self.fields["about"] = forms.ChoiceField(
            label=_("What is to be done?"), choices=list(_choices(club, trainer))
        )
        self.fields["until"] = forms.DateField(
            label=_("Until"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
        )
        members = club.members.order_by("name", "pk")[:MOST]
        self.fields["members"] = forms.MultipleChoiceField(
            label=_("For whom? Nobody chosen: for all"),
            choices=[(str(one.pk), one.name) for one in members],
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )

    @property
    def helper(self) -> FormHelper:
        made = FormHelper()
        made.layout = Layout(
            "about", "until", "members", Submit("", _("Set it"), css_class="button--main")
        )
        return made


def _choices(club: Club, trainer: Member) -> Iterable[tuple[str, Any]]:
    document = document_under(club.rules)
    yield WORST, title_of(WORST, {})
    yield (
        _("Read a section and practise it"),
        [
            (f"{SECTION}{document.id}/{one.id}", one.texts[language()].title)
            for one in document.sections
            if one.statements
        ],
    )
    quizzes = Quiz.objects.filter(owner=trainer.learner_id).order_by("-pk")[:MOST]
    if quizzes:
        yield _("Take a quiz of yours"), [(f"{QUIZ}{one.code}", one.title) for one in quizzes]
    yield (
        _("Become sure of a rule"),
        [
            (f"{RULE}{one}", Truncator(source(one, document.id).text).words(12))
            for _section, statements in rules_by_section(club.rules)
            for one in statements
        ],
    )


@takes(*READ, *WRITE)
def all_homework(request: HttpRequest, key: str) -> HttpResponse:
    """For trainers: what is set, who has done it, and setting more."""
    trainer = trainer_of(request, key)
    form = HomeworkForm(trainer)
    if request.method == "POST":
        what, _space, number = request.POST.get("do", "").partition(" ")
        if what == "drop":
            trainer.club.homework.filter(pk=int(number[:9]) if number.isdecimal() else 0).delete()
            return HttpResponseRedirect(reverse("club-homework", args=[key]), status=303)
        form = HomeworkForm(trainer, request.POST)
        if form.is_valid():
            wished = form.cleaned_data
            set_homework(trainer.club, wished["about"], wished["until"], wished["members"])
            return HttpResponseRedirect(reverse("club-homework", args=[key]), status=303)
    context = {"club": trainer.club, "form": form, "set": _all_set(trainer.club)}
    status = 422 if form.is_bound else 200
    return render(request, "clubs/homework.html", context, status=status)


def set_homework(club: Club, about: str, until: Any, members: Iterable[str] = ()) -> Homework:
    """Pressed twice it is one."""
    with club.kept_still():
        lately = timezone.now() - DOUBLE_PRESS
        chosen = [*club.members.filter(pk__in=list(members))]
        for one in club.homework.filter(about=about, until=until, created__gte=lately):
            if {*one.members.all()} == {*chosen}:
                return one
        made = Homework.objects.create(club=club, about=about, until=until, is_for_all=not chosen)
        made.members.set(chosen)
        return made


def _all_set(club: Club) -> list[Set]:
    """The latest first; as many queries however much there is."""
    found = club.homework.order_by("-until", "-pk").prefetch_related("members")[:MOST]
    homework = list(found)
    for one in homework:
        one.club = club
    members = sorted(club.members.all(), key=lambda one: one.name.casefold())
    seen = [one for one in members if one.agreed]
    done, titles = done_by(homework, seen), titles_of(homework)
    made = []
    for one in homework:
        whose = {member.pk for member in (members if one.is_for_all else one.members.all())}
        of_it = tuple((who, done[one.pk, who.pk]) for who in seen if who.pk in whose)
        made.append(Set(one, titles[one.pk], of_it, len(whose) - len(of_it)))
    return made


@takes(*READ, *WRITE)
def homework(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """For members: one piece, step by step. Posted: on to what there is to read."""
    member = member_of(request, key)
    one = set_for(member).filter(pk=number).first()
    if one is None:
        reason = _("This homework is there no more.")
        raise NotHere(reason, ((member.club.name, reverse("club", args=[key])),))
    one.club = member.club
    what = one.about.partition(" ")[2]
    section = section_named(what) if one.about.startswith(SECTION) else None
    if request.method == "POST":
        if section is None:
            return HttpResponseRedirect(reverse("homework", args=[key, number]), status=303)
        one.read_by.add(member)
        there = reverse("section", args=[section.document, section.id])
        return HttpResponseRedirect(there, status=303)
    weak = wished(member.learner_id, WORST, member.club.rules) if one.about == WORST else None
    context = {
        "club": member.club,
        "homework": one,
        "is_weak": weak is not None and weak.rules == member.club.rules,
        "title": titles_of([one])[one.pk],
        "done": done_by([one], [member])[one.pk, member.pk],
        "section": section,
        "quiz": what if one.about.startswith(QUIZ) else "",
        "rule": source(what, document_of(what)) if one.about.startswith(RULE) else None,
        "is_late": one.until < timezone.localdate(),
    }
    return render(request, "clubs/one_homework.html", context)
