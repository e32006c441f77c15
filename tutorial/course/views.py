"""Home, a document's contents, a section."""

from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from lessons.content.course import (
    Chapter,
    Document,
    LessonExercise,
    Replay,
    Section,
    SectionText,
)
from lessons.content.reading import course
from tutorial.course.answering import answers, every_question, suggestions
from tutorial.course.comparing import comparison
from tutorial.course.coverage import covered
from tutorial.course.crib import crib_of
from tutorial.course.lesson import document_or_404
from tutorial.course.looking_up import tiles_for_a_table, tiles_of_home, to_look_up
from tutorial.course.path import left_off, next_step
from tutorial.course.rendering import ShownTerm
from tutorial.course.searching import LONGEST
from tutorial.course.searching import search as find
from tutorial.course.side_by_side import side_by_side
from tutorial.errors import NotHere
from tutorial.house_rules.models import HouseRules
from tutorial.house_rules.named import named, presets
from tutorial.learners.cookie import learner_id
from tutorial.methods import READ, takes
from tutorial.offline import kept_offline
from tutorial.practice.shown import any_exercise
from tutorial.progress.gone import named as name_of_sheet
from tutorial.progress.map import map_of
from tutorial.shared.words import language
from tutorial.sittings.today import Today, today_of
from tutorial.trouble import spared

MOST_OWN = 3
"""House rules of one's own that the home page leads to."""
FIRST_RULES = "kompakt"
FIRST = LessonExercise("trick-winner", 1, "kompakt:bedienzwang-c", without_trumps=True)
"""Rule set and exercise of the home page: somebody new has not been told what trump is."""


@takes(*READ)
def home(request: HttpRequest) -> HttpResponse:
    """A trick to decide at once, or where one is; then the ways into the course."""
    today = _today(request)
    own = _own_rules(request)
    has_begun = bool(today.memory or today.tasks or left_off(request) or own)
    told = _again(request, today) | {"own_rules": own} if has_begun else _first()
    ways = {"looked_up": to_look_up(), "tiles": tiles_of_home()}
    template = "course/again.html" if has_begun else "course/home.html"
    return render(request, template, told | ways)


@takes(*READ)
def together(request: HttpRequest) -> HttpResponse:
    """What several people do with it."""
    return render(request, "course/together.html", {"tiles": tiles_for_a_table()})


def _first() -> dict[str, Any]:
    return {
        "shown": any_exercise(FIRST, FIRST_RULES),
        "first_step": course().beginners.path[0].id,
    }


def _again(request: HttpRequest, today: Today) -> dict[str, Any]:
    """The next step of the path, a series that is open, what is due, and what has been begun."""
    now, documents = timezone.now(), course().documents.values()
    maps = (map_of(document, today.memory, now) for document in documents)
    open_ = today.open.sitting.sheet if today.open else None
    return {
        "step": next_step(request),
        "steps": len(course().beginners.path),
        "today": today,
        "open_name": name_of_sheet(open_.about, open_.rules) if open_ else "",
        "map": next((one for one in maps if one.has_begun), None),
    }


def _own_rules(request: HttpRequest) -> list[HouseRules]:
    """The latest that the learner keeps; none where the database cannot say."""
    learner = learner_id(request)
    try:
        with spared():
            own = HouseRules.objects.filter(owner=learner).order_by("-pk")
            return list(own[:MOST_OWN]) if learner else []
    except DatabaseError:
        return []


def _today(request: HttpRequest) -> Today:
    """Of somebody new, where the database cannot say."""
    try:
        with spared():
            return today_of(learner_id(request))
    except DatabaseError:
        return today_of(None)


@takes(*READ)
@kept_offline
def document(request: HttpRequest, document: str) -> HttpResponse:
    """A document: its sections in order, its worked examples."""
    found = document_or_404(document)
    context = {
        "document": found,
        "name": found.words[language()],
        "chapters": [_shown(found, chapter) for chapter in found.chapters],
        "is_numbered": bool(found.sections[0].paragraph),
        "steps": len(found.path),
        "replays": [
            (replay, replay.texts[language()], _number_of(replay))
            for replay in course().replays.values()
            if replay.document == found.id
        ],
    }
    return render(request, "course/document.html", context)


@takes(*READ)
@kept_offline
def glossary(request: HttpRequest) -> HttpResponse:
    """The terms, by the alphabet of the page's language."""
    spoken = language()
    terms = [ShownTerm.of(term, spoken) for term in course().glossary.values()]
    terms.sort(key=lambda term: term.name.casefold())
    return render(request, "course/glossary.html", {"terms": terms})


@takes(*READ)
def search(request: HttpRequest) -> HttpResponse:
    """Answers to what players ask; sections and terms that hold the words asked for."""
    asked = "".join(filter(str.isprintable, request.GET.get("q", "")))[:LONGEST].strip()
    answered = answers(asked)
    others = suggestions(asked) if asked else every_question()
    context = {
        "asked": asked,
        "answers": answered,
        "suggestions": () if answered else others,
        "found": find(asked),
    }
    return render(request, "course/search.html", context)


@takes(*READ)
@kept_offline
def compare(request: HttpRequest) -> HttpResponse:
    """Every option of the rule sets, side by side; and one result settled under all of them."""
    asked = request.GET.dict()
    together = side_by_side(asked)
    context = {"compared": comparison(asked), "together": together}
    status = 422 if together.is_refused else 200
    return render(request, "course/compare.html", context, status=status)


@takes(*READ)
@kept_offline
def crib(request: HttpRequest, rules: str) -> HttpResponse:
    """The crib of a rule set: one sheet to look things up at the table."""
    found = named(rules)
    if found is None:
        ways = tuple((one.name, reverse("crib", args=[one.asked])) for one in presets())
        raise NotHere(_("There is no rule set with this name."), ways)
    if found.asked != rules:  # DDV, as people say
        return redirect("crib", found.asked)
    context = {"crib": crib_of(found), "rules": rules}
    return render(request, "course/crib.html", context)


@takes(*READ)
def coverage(request: HttpRequest) -> HttpResponse:
    """Every statement of the documents, and where the course has it."""
    documents = covered()
    context = {
        "documents_covered": documents,
        "number": sum(one.number for one in documents),
        "of": sum(len(one.rows) for one in documents),
    }
    return render(request, "course/coverage.html", context)


@dataclass(frozen=True, slots=True)
class _ShownChapter:
    number: str
    title: str
    """Where it is no section itself."""
    own: tuple[Section, SectionText] | None
    sections: tuple[tuple[Section, SectionText], ...]


def _shown(document: Document, chapter: Chapter) -> _ShownChapter:
    own, spoken = chapter.own, language()
    return _ShownChapter(
        chapter.number,
        document.chapter_title(chapter.number, spoken),
        (own, own.texts[spoken]) if own else None,
        tuple((section, section.texts[spoken]) for section in chapter.sections),
    )


def _number_of(replay: Replay) -> int:
    """Among the examples that its document shows card by card, counted from 1; else 0."""
    examples = course().examples
    return examples.index(replay.statement) + 1 if replay.statement in examples else 0
