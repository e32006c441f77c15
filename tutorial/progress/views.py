"""The learner's own page: what is due, and a map of each document."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from lessons.content.reading import course
from tutorial.learners.cookie import learner_id
from tutorial.learners.models import Memory
from tutorial.learners.remembering import known_of
from tutorial.methods import READ, takes
from tutorial.progress.gone import gone_through
from tutorial.progress.map import map_of


@takes(*READ)
def progress(request: HttpRequest) -> HttpResponse:
    """Two queries, however much somebody has answered; first what has been begun."""
    now, learner = timezone.now(), learner_id(request)
    kept = Memory.objects.filter(learner=learner) if learner else ()
    memory = {one.statement: known_of(one) for one in kept}
    maps = [map_of(document, memory, now) for document in course().documents.values()]
    maps.sort(key=lambda one: not one.has_begun)
    due = sum(one.due <= now for one in memory.values())
    context = {
        "maps": maps,
        "due": due,
        "has_begun": bool(memory),
        "has_missed": any(one.wrong and not one.clean_days for one in memory.values()),
        "gone": gone_through(learner),
    }
    return render(request, "progress/progress.html", context)
