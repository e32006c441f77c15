"""Exercises on pages of A4, with a key: those of a quiz, or a series drawn for it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from lessons.content.reading import course
from lessons.exercises.addresses import SEEDS
from tutorial.errors import NotHere, too_often_page
from tutorial.house_rules.named import named
from tutorial.learners.cookie import learner_id
from tutorial.methods import READ, takes
from tutorial.practice.following import new_seed
from tutorial.progress.gone import named as name_of_sheet
from tutorial.quizzes.asked import AskedInQuiz
from tutorial.quizzes.leading import quiz_led, rules_of_quiz
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.page import first_level
from tutorial.shared.square import square
from tutorial.sittings.going import STEP, Wished, item_of, round_asked, rules_of, wished
from tutorial.sittings.models import Item, Sheet, lines_of


@takes(*READ)
def quiz_paper(request: HttpRequest, secret: str) -> HttpResponse:
    """The questions of a quiz, then on pages of its own the key with reasons."""
    quiz = quiz_led(secret)
    quiz.touch()
    back = reverse("quiz-lead", args=[quiz.secret])
    about = f"{rules_of_quiz(quiz).name} · {quiz.code}"
    code = square(request, reverse("quiz", args=[quiz.code]))
    return _paper(request, quiz.title, about, [*lines_of(quiz.sheet_id)], back=back, square=code)


@takes(*READ)
def series_paper(request: HttpRequest) -> HttpResponse:
    """A series as somebody could begin it (``about`` and ``rules`` as there), drawn by the seed
    that the address has: ten for today, a section, a rule, a step of the path."""
    asked = request.GET
    rules = named(asked.get("rules") or rules_of(learner_id(request)))
    if rules is None or rules.rules.document not in course().documents:
        raise NotHere(_("There is no rule set with this name."))
    about, seed = asked.get("about") or "ten", asked.get("seed", "")
    if not (seed.isascii() and seed.isdigit() and len(seed) < len(str(SEEDS))):
        return HttpResponseRedirect(_other(about, rules.asked))
    if limited := too_often(request, Limit.PAPERS):
        return limited.tell(too_often_page(request, limited.sentence))
    chance = random.Random(int(seed))
    learner, step = learner_id(request), course().beginners.step(about.removeprefix(STEP))
    if about.startswith(STEP) and step is not None:
        found: Wished | None = Wished(
            about, course().beginners.rules, round_asked(learner, step, chance)
        )
    else:
        found = wished(learner, about, rules.written, first_level(request), chance)
    if found is None:
        raise NotHere(
            _("There is nothing to ask there today."), ((_("Practise"), reverse("practice")),)
        )
    sheet = Sheet(about=found.about, rules=found.rules)
    items = [item_of(one, sheet, number) for number, one in enumerate(found.chosen, start=1)]
    title = name_of_sheet(found.about, found.rules)
    said = named(found.rules)
    return _paper(
        request, title, f"{said.name if said else ''} · {seed}", items, back=reverse("practice"),
        other=_other(about, rules.asked),
    )  # fmt: skip


def _other(about: str, rules: str) -> str:
    """With other cards."""
    asked = urlencode({"about": about, "rules": rules, "seed": str(new_seed())})
    return f"{reverse('paper')}?{asked}"


def _paper(
    request: HttpRequest,
    title: str,
    about: str,
    items: Sequence[Item],
    *,
    back: str,
    other: str = "",
    square: str = "",
) -> HttpResponse:
    context = {"title": title, "about": about, "asked": [AskedInQuiz.of(one) for one in items],
               "back": back, "other": other, "square": square}  # fmt: skip
    return render(request, "quizzes/paper.html", context)
