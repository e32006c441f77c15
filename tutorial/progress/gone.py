"""The series that a learner has been through."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from lessons.content.reading import course
from lessons.exercises.statements import document_of
from tutorial.house_rules.named import named as rules_named
from tutorial.shared.words import document_name, language, source
from tutorial.sittings.going import QUIZ, STEP, end_url_of, section_named
from tutorial.sittings.models import Sitting, Why

SHOWN = 20
"""So many are on a page, the newest first."""


@dataclass(frozen=True, slots=True)
class Gone:
    name: str
    url: str
    started: datetime
    right: int
    answered: int
    is_open: bool


def gone_through(learner: int | None, page: str) -> Page[Gone]:
    """A page of them, by its number; of a number that no page has, the nearest. Two queries."""
    if learner is None:
        return Paginator(list[Gone](), SHOWN).get_page(1)
    first = ~Q(answers__item__why=Why.AGAIN)
    found = (
        Sitting.objects.filter(learner=learner)
        .select_related("sheet")
        .order_by("-pk")
        .annotate(
            answered=Count("answers", filter=first),
            right=Count("answers", filter=first & Q(answers__right=True)),
        )
    )
    shown: Page[Any] = Paginator(found, SHOWN).get_page(page)
    shown.object_list = [
        Gone(
            named(one.sheet.about, one.sheet.rules),
            end_url_of(one),
            one.started,
            one.right,
            one.answered,
            is_open=one.ended is None,
        )
        for one in shown.object_list
    ]
    return shown


def named(about: str, rules: str) -> str:
    """What a sheet was wished for, in words, with the rules that it is under where they are
    somebody's own."""
    name, house = _named(about), rules_named(rules) if "," in rules else None
    return f"{name} · {house.name}" if house else name


def _named(about: str) -> str:
    wish, _space, what = about.partition(" ")
    step = course().beginners.step(what) if about.startswith(STEP) else None
    if step is not None:
        return step.texts[language()].title
    if about.startswith(QUIZ):
        return _("Quiz {code}").format(code=what)
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
