"""The series that a learner has been through."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.reading import course
from lessons.exercises.statements import document_of
from tutorial.shared.words import document_name, language, source
from tutorial.sittings.going import STEP, section_named
from tutorial.sittings.models import Sitting, Why

SHOWN = 20
"""So many are listed, the newest first."""


@dataclass(frozen=True, slots=True)
class Gone:
    name: str
    url: str
    started: datetime
    right: int
    answered: int
    is_open: bool


def gone_through(learner: int | None) -> list[Gone]:
    """In one query."""
    if learner is None:
        return []
    first = ~Q(answers__item__why=Why.AGAIN)
    found = (
        Sitting.objects.filter(learner=learner)
        .select_related("sheet")
        .annotate(
            answered=Count("answers", filter=first),
            right=Count("answers", filter=first & Q(answers__right=True)),
        )
    )
    return [
        Gone(
            named(one.sheet.about),
            reverse("sitting-end", args=[one.key]),
            one.started,
            one.right,
            one.answered,
            is_open=one.ended is None,
        )
        for one in found.order_by("-pk")[:SHOWN]
    ]


def named(about: str) -> str:
    """What a sheet was wished for, in words."""
    wish, _space, what = about.partition(" ")
    step = course().beginners.step(what) if about.startswith(STEP) else None
    if step is not None:
        return step.texts[language()].title
    section = section_named(what) if wish == "section" else None
    if section is not None:
        return section.texts[language()].title
    if wish == "rule":
        return source(what, document_of(what)).text
    if wish == "against":
        return _("What differs from {rules}").format(rules=document_name(what))
    return {
        "ten": _("Ten exercises"),
        "due": _("What was due"),
        "worst": _("What goes wrong most"),
    }.get(wish, about)
