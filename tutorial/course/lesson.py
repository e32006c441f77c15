"""A section of a document, which asks as it tells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from lessons.content.course import Document, Section
from lessons.content.reading import course
from lessons.exercises.addresses import SEEDS, Address
from lessons.exercises.exercise import Exercise
from tutorial.course.coverage import covered_one
from tutorial.course.differing import done_instead
from tutorial.course.rendering import lesson_html
from tutorial.errors import NotHere
from tutorial.learners.cookie import learner_id
from tutorial.learners.models import Attempt
from tutorial.methods import READ, WRITE, takes
from tutorial.offline import keep_offline
from tutorial.practice.asking import (
    check_answer,
    exercise_page,
    give_hint,
    hold_for_wrong,
    step_of,
)
from tutorial.practice.card_by_card import trick_up_to
from tutorial.practice.following import new_seed
from tutorial.practice.keeping import own_attempt
from tutorial.practice.shown import ShownExercise, attempt_shown, question_shown
from tutorial.practice.verdict import ShownVerdict
from tutorial.practice.where import Where
from tutorial.shared.page import HtmxRequest, wants_piece
from tutorial.shared.words import document_name, language, source, words


@dataclass(frozen=True, kw_only=True)
class InLesson(Where):
    """After the paragraph of a section that tells the rule."""

    section: Section
    number: int
    """Of the section's questions, from 1."""
    has_onlooker = False

    def url(self, address: Address, **query: str) -> str:
        return self._url(seed=str(address.seed), **query)

    def other_url(self, address: Address) -> str:
        return ""

    def answered_url(self, address: Address, attempt: Attempt, **query: str) -> str:
        return self.url(address, attempt=attempt.key, **query)

    def next_url(self, exercise: Exercise[Any], verdict: ShownVerdict) -> str:
        """Another on the same rule; the text goes on below."""
        return self._url(seed=str(new_seed()))

    @property
    def closed_url(self) -> str:
        """Where it is opened."""
        return self._url()

    def _url(self, **query: str) -> str:
        path = reverse("section", args=[self.section.document, self.section.id])
        return f"{path}?{urlencode({'ask': str(self.number)} | query)}"


@dataclass(frozen=True, slots=True)
class ShownPart:
    """What a section tells at a stretch, the question that is open, or one that can be opened."""

    html: SafeString | str = ""
    shown: ShownExercise | None = None
    name: str = ""
    number: int = 0
    url: str = ""


@takes(*READ, *WRITE)
def section(request: HtmxRequest, document: str, section: str) -> HttpResponse:
    """A lesson; one of its questions is open."""
    owner = document_or_404(document)
    found = owner.section(section)
    if found is None:
        ways = ((owner.words[language()]["name"], f"/{language()}/{owner.id}/"),)
        raise NotHere(_("This document has no section with this name."), ways)
    asks = [part.ask for part in found.texts[language()].parts if part.ask] or [found.exercise]
    numbers = {str(number): number for number in range(1, len(asks) + 1)}
    where = InLesson(section=found, number=numbers.get(request.GET.get("ask", ""), 1))
    exercise = asks[where.number - 1].drawn(owner.rules, _seed(request))
    if request.method == "POST":
        if "dispute" in request.POST:
            return hold_for_wrong(request, own_attempt(request, moment=""), where)
        return (
            give_hint(request, exercise, where)
            if "hint" in request.POST
            else check_answer(request, exercise, where)
        )
    shown = _shown(request, exercise, where)
    if wants_piece(request):
        return exercise_page(request, shown)
    following = owner.after(found)
    context = {
        "document": owner,
        "name": owner.words[language()],
        "section": found,
        "chapter": owner.chapter_title(found.chapter, language()),
        "text": found.texts[language()],
        "texts": [(one, one.texts[language()].title) for one in owner.sections],
        "parts": _parts(found, owner.rules, shown, where),
        "instead": done_instead(found, learner_id(request)),
        "builds_on": [(other, _title(owner, other)) for other in found.builds_on],
        "elsewhere": [
            (other, document_name(other.document), other.texts[language()].title)
            for other in course().elsewhere(found)
        ],
        "readings": [source(name, owner.rules) for name in found.readings],
        "statements": [one for name in found.statements if (one := covered_one(name)).kinds],
        "following": following,
        "following_title": following.texts[language()].title if following else "",
        "replays": [
            (name, course().replays[name].texts[language()].title) for name in found.replays
        ],
    }
    return keep_offline(render(request, "course/section.html", context))


def _seed(request: HttpRequest) -> int:
    asked = request.GET.get("seed", "")
    is_one = asked.isascii() and asked.isdigit() and len(asked) < len(str(SEEDS))
    return int(asked) if is_one else new_seed()


def _shown(request: HttpRequest, exercise: Exercise[Any], where: InLesson) -> ShownExercise:
    attempt = own_attempt(request, kind=exercise.kind.name, moment="")
    if attempt is None:
        return question_shown(exercise, where, hint=step_of(request.GET.get("hint")))
    shown = attempt_shown(attempt, where, again="again" in request.GET)
    return replace(shown, played_on=trick_up_to(exercise, step_of(request.GET.get("card"), 4)))


def _parts(
    section: Section,
    rules: str,
    shown: ShownExercise,
    where: InLesson,
) -> list[ShownPart]:
    told, number, found = iter(lesson_html(section, rules, language())), 0, []
    for part in section.texts[language()].parts:
        if part.ask is None:
            found.append(ShownPart(html=next(told)))
            continue
        number += 1
        if number == where.number:
            found.append(ShownPart(shown=shown))
        else:
            url = InLesson(section=section, number=number).closed_url
            name = words().kinds[part.ask.kind].name
            found.append(ShownPart(name=name, number=number, url=url))
    return found if number else [*found, ShownPart(shown=shown)]


def _title(document: Document, section: str) -> str:
    found = document.section(section)
    assert found is not None  # the reader has checked it
    return found.texts[language()].title


def document_or_404(document: str) -> Document:
    found = course().documents.get(document)
    if found is None:
        documents = course().documents.values()
        ways = tuple((d.words[language()]["name"], f"/{language()}/{d.id}/") for d in documents)
        raise NotHere(_("There is no document with this name."), ways)
    return found
