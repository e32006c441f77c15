"""The learner's own page: what is due, and a map of each document."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from lessons.content.reading import course
from tutorial.errors import NotHere
from tutorial.learners.cookie import learner_id
from tutorial.learners.remembering import memory_of
from tutorial.methods import READ, takes
from tutorial.progress.gone import gone_through
from tutorial.progress.map import map_of, map_of_path
from tutorial.sittings.choosing import kinds_for, number_reviewed
from tutorial.sittings.going import rules_of, steps_done


@takes(*READ)
def keepsake(request: HttpRequest, document: str) -> HttpResponse:
    """A page to keep or print, once every rule of a document is sure."""
    found, learner = course().documents.get(document), learner_id(request)
    if found is None:
        raise NotHere(_("There is no document with this name."), _ways())
    memory = memory_of(learner)
    made = map_of(found, memory, timezone.now())
    if not made.is_sure:
        reason = _("Not every rule of this document is sure yet. Then a page to keep is here.")
        raise NotHere(reason, _ways())
    since = max(memory[name].last for name in kinds_for(found.rules) if name in memory)
    return render(request, "progress/keepsake.html", {"map": made, "since": since})


@takes(*READ)
def progress(request: HttpRequest) -> HttpResponse:
    """Five queries, however much somebody has answered; first what has been begun."""
    now, learner = timezone.now(), learner_id(request)
    memory = memory_of(learner)
    maps = [map_of(document, memory, now) for document in course().documents.values()]
    maps.sort(key=lambda one: not one.has_begun)
    due = sum(one.due <= now for one in memory.values())
    asked = number_reviewed(rules_of(learner), memory, now) if due else 0
    done = len(steps_done(learner))
    context = {
        "path": map_of_path(memory, now) if done else (),
        "steps_done": done,
        "maps": maps,
        "due": due,
        "asked": asked,
        "has_begun": bool(memory),
        "has_missed": any(one.wrong and not one.clean_days for one in memory.values()),
        "gone": gone_through(learner, request.GET.get("series", "")),
    }
    return render(request, "progress/progress.html", context)


def _ways() -> tuple[tuple[str, str], ...]:
    return ((_("What you know"), reverse("progress")),)
