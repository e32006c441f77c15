"""Making a quiz and leading it. Who has the secret may do all of it; nobody else anything."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.reading import course
from lessons.exercises.addresses import Address
from lessons.exercises.making import exercise_at
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.own import OwnQuestion
from tutorial.errors import NotHere, too_often_page
from tutorial.house_rules.named import Named, named, own_rules
from tutorial.learners.cookie import known_learner, learner_id, remember
from tutorial.methods import READ, WRITE, takes
from tutorial.quizzes.files import NoQuiz, as_file, from_file
from tutorial.quizzes.forms import SettingsForm, WishForm
from tutorial.quizzes.models import LENGTH, LONGEST_TITLE, Quiz
from tutorial.quizzes.proposing import proposed, rolled
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.words import said_of
from tutorial.sittings.choosing import Chosen
from tutorial.sittings.going import QUIZ, exercise_of, item_of, own_item
from tutorial.sittings.models import Item, Sheet, Why, copied_into, lines_of

MOST_LISTED = 100
SAVED = "saved"
"""In the address of the settings that have just been."""
_ON_BELIEF, _ROLLED = 5, 60
"""Questions on a belief, and how often cards are dealt for them."""


@takes(*READ)
def index(request: HttpRequest) -> HttpResponse:
    """One's own, where to begin a new one, and where to enter a code."""
    return _index(request)


def _index(request: HttpRequest, *, fault: str = "") -> HttpResponse:
    learner = learner_id(request)
    own = Quiz.objects.filter(owner=learner).order_by("-pk") if learner else Quiz.objects.none()
    context = {
        "own": own.annotate(taken=Count("participations"))[:MOST_LISTED],
        "bases": bases(learner),
        "length": LENGTH,
        "fault": fault,
    }
    return render(request, "quizzes/index.html", context, status=422 if fault else 200)


def bases(learner: int | None) -> Iterable[tuple[str, str]]:
    """Rules that a quiz can be about: their name, and as an address says them."""
    for one in course().documents.values():
        found = named(one.rules)
        assert found is not None
        yield found.name, found.asked
    yield from own_rules(learner)


@takes(*READ, *WRITE)
def new(request: HttpRequest) -> HttpResponse:
    """Wishes under some rules; posted, a sheet is proposed."""
    asked = request.POST if request.method == "POST" else request.GET
    rules = named(asked.get("rules", ""))
    if rules is None or rules.rules.document not in course().documents:
        return HttpResponseRedirect(reverse("quizzes"))
    if request.method != "POST":
        return _wishes(request, rules, WishForm(rules))
    form = WishForm(rules, request.POST)
    if not form.is_valid():
        return _wishes(request, rules, form, status=422)
    limited = too_often(request, Limit.QUIZZES_MADE)
    if limited:
        return limited.tell(too_often_page(request, limited.sentence))
    chosen = proposed_for(rules.written, form)
    if not chosen:
        form.add_error(None, _("Nothing asks for that. Choose more sections, or other kinds."))
        return _wishes(request, rules, form, status=422)
    return made(request, form.cleaned_data["title"].strip() or _("Quiz"), rules.written, chosen)


def _wishes(request: HttpRequest, rules: Named, form: WishForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "rules": rules}
    return render(request, "quizzes/new.html", context, status=status)


def proposed_for(rules: str, form: WishForm) -> tuple[Chosen, ...]:
    wish = form.cleaned_data
    return proposed(
        rules, wish["sections"], wish["kinds"], int(wish["level"]), wish["number"],
        random.SystemRandom(), wish["statement"],
    )  # fmt: skip


def five_on(belief: str, asked: Sequence[Address], chance: random.Random) -> tuple[Chosen, ...]:
    """Other cards of the exercises that a belief showed at, which it answers wrongly again; where
    such cards are rare, those exercises."""
    found: dict[Address, Chosen] = {}
    for one in [*asked] * _ROLLED:
        if len(found) == _ON_BELIEF:
            break
        address = rolled(one, chance)
        if address is None:
            continue
        exercise = exercise_at(address)
        believed = exercise.kind.believed(Misconception(belief), exercise.question)
        if believed not in {None, exercise.kind.solve(exercise.question)}:
            found[address] = Chosen(address, Why.FIRMER)
    for one in asked[: _ON_BELIEF - len(found)]:  # those that showed it, where cards are rare
        found.setdefault(one, Chosen(one, Why.FIRMER))
    return tuple(found.values())


def on_belief(request: HttpRequest, belief: str, asked: Sequence[Address]) -> HttpResponse:
    """Five questions on a belief that showed at these: a quiz of its own, with a code to share."""
    if limited := too_often(request, Limit.QUIZZES_MADE):
        return limited.tell(too_often_page(request, limited.sentence))
    chosen = five_on(belief, asked, random.SystemRandom())
    return made(request, said_of(belief)[:LONGEST_TITLE], chosen[0].address.rules, chosen)


def made(request: HttpRequest, title: str, rules: str, chosen: Sequence[Chosen]) -> HttpResponse:
    """A quiz of whoever asks, and the way to it."""
    owner = known_learner(request)
    quiz = make_quiz(owner.pk, title, rules, chosen)
    response = HttpResponseRedirect(reverse("quiz-lead", args=[quiz.secret]), status=303)
    remember(response, owner.pk)
    return response


def make_quiz(owner: int, title: str, rules: str, chosen: Sequence[Chosen | OwnQuestion]) -> Quiz:
    with transaction.atomic():
        sheet = Sheet.objects.create(about=QUIZ, rules=rules)
        Item.objects.bulk_create(
            own_item(one, sheet, number)
            if isinstance(one, OwnQuestion)
            else item_of(one, sheet, number)
            for number, one in enumerate(chosen, start=1)
        )
        return _with_code(Quiz(owner_id=owner, title=title, sheet=sheet))


def _with_code(quiz: Quiz) -> Quiz:
    quiz.save()
    Sheet.objects.filter(pk=quiz.sheet_id).update(about=f"{QUIZ}{quiz.code}")
    return quiz


def frozen() -> str:
    return _("Somebody has begun: the questions stay as they are. A copy can be changed.")


def back_to(quiz: Quiz, where: str, query: str = "") -> HttpResponse:
    there = reverse("quiz-lead", args=[quiz.secret]) + query
    return HttpResponseRedirect(f"{there}#{where}" if where else there, status=303)


def rules_of_quiz(quiz: Quiz) -> Named:
    """Those that its questions go by."""
    found = named(quiz.sheet.rules)
    if found is None:
        raise NotHere(_("This quiz was made before an upgrade that its rules do not fit any more."))
    return found


@takes(*READ, *WRITE)
def settings(request: HttpRequest, secret: str) -> HttpResponse:
    """Title, words, reasons, order, times, tries."""
    quiz = quiz_led(secret)
    form = SettingsForm(quiz, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        form.save()
        Sheet.objects.filter(pk=quiz.sheet_id).update(
            is_mixed=form.cleaned_data["order"] == "mixed"
        )
        here = reverse("quiz-settings", args=[quiz.secret])
        return HttpResponseRedirect(f"{here}?{SAVED}=1", status=303)
    status = 422 if form.is_bound else 200
    is_saved = SAVED in request.GET and not form.is_bound
    context = {"quiz": quiz_led(secret), "form": form, "is_saved": is_saved}
    return render(request, "quizzes/settings.html", context, status=status)


@takes(*WRITE)
def copy(request: HttpRequest, secret: str) -> HttpResponse:
    """The same questions under another code and secret, for whoever copies it; or the same rules
    with other cards, a variant for those who sit beside each other."""
    quiz = quiz_led(secret)
    limited = too_often(request, Limit.QUIZZES_MADE)
    if limited:
        return limited.tell(too_often_page(request, limited.sentence))
    owner = known_learner(request)
    has_others = request.POST.get("cards") == "other"
    items = list(lines_of(quiz.sheet_id))
    with transaction.atomic():
        sheet = Sheet.objects.create(
            about=QUIZ, rules=quiz.sheet.rules, is_mixed=quiz.sheet.is_mixed
        )
        chance = random.SystemRandom()
        for place, one in enumerate(items):
            address = rolled(exercise_of(one).address, chance) if has_others else None
            if address is not None:
                items[place] = item_of(Chosen(address, Why.FIRMER), sheet, one.number)
        copied_into(sheet, items)
        name = _("{title} (other cards)") if has_others else _("{title} (copy)")
        title = name.format(title=quiz.title)[:LONGEST_TITLE]
        kept = {name: getattr(quiz, name) for name in ("before", "after", "reasons", "tries",
                                                       "minutes")}  # fmt: skip
        other = _with_code(Quiz(owner=owner, title=title, sheet=sheet, **kept))
    response = HttpResponseRedirect(reverse("quiz-lead", args=[other.secret]), status=303)
    remember(response, owner.pk)
    return response


@takes(*READ)
def file(request: HttpRequest, secret: str) -> HttpResponse:  # noqa: ARG001
    """The quiz itself, to be kept or sent."""
    quiz = quiz_led(secret)
    response = JsonResponse(as_file(quiz), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="quiz-{quiz.code}.json"'
    return response


@takes(*WRITE)
def bring(request: HttpRequest) -> HttpResponse:
    """A quiz out of a file."""
    if limited := too_often(request, Limit.QUIZZES_MADE):
        return limited.tell(too_often_page(request, limited.sentence))
    brought = request.FILES.get("file")
    try:
        found = from_file(brought.read() if brought is not None else b"")
    except NoQuiz as refused:
        return _index(request, fault=str(refused))
    owner = known_learner(request)
    quiz = make_quiz(owner.pk, found.kept["title"], found.rules, found.chosen)
    Quiz.objects.filter(pk=quiz.pk).update(**found.kept)
    Sheet.objects.filter(pk=quiz.sheet_id).update(is_mixed=found.is_mixed)
    response = HttpResponseRedirect(reverse("quiz-lead", args=[quiz.secret]), status=303)
    remember(response, owner.pk)
    return response


@takes(*READ, *WRITE)
def delete(request: HttpRequest, secret: str) -> HttpResponse:
    """Asks once more, then deletes it with all results."""
    quiz = quiz_led(secret)
    if request.method != "POST":
        taken = quiz.participations.count()
        return render(request, "quizzes/delete.html", {"quiz": quiz, "taken": taken})
    quiz.sheet.delete()
    return HttpResponseRedirect(reverse("quizzes"), status=303)


def quiz_led(secret: str) -> Quiz:
    """The quiz with this secret; the one place that says who may lead."""
    found = Quiz.objects.filter(secret=secret).select_related("sheet").first()
    if found is None:
        raise NotHere(
            _("There is no quiz to lead at this address, or it has been deleted."),
            ((_("Quizzes"), reverse("quizzes")),),
        )
    return found
