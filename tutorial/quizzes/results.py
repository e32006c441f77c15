"""What came of a quiz, for who leads it: people and questions, rules, beliefs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.exercises.statements import document_of
from tutorial.errors import NotHere
from tutorial.learners.models import Attempt
from tutorial.methods import READ, WRITE, takes
from tutorial.quizzes.asked import AskedInQuiz
from tutorial.quizzes.leading import MOST_LISTED, on_belief, quiz_led
from tutorial.quizzes.models import Participation, Quiz
from tutorial.shared.words import Source, said_of, source
from tutorial.shared.written import spreadsheet
from tutorial.sittings.going import called, exercise_of
from tutorial.sittings.models import Item, lines_of


@dataclass(frozen=True)
class Question:
    item: Item
    answers: tuple[Attempt, ...]

    @property
    def name(self) -> str:
        return called(self.item)

    @property
    def of(self) -> int:
        return len(self.answers)

    @property
    def right(self) -> int:
        return sum(one.right for one in self.answers)

    @property
    def share(self) -> int:
        """Percent; 100 where nobody has answered."""
        return round(100 * self.right / self.of) if self.of else 100

    @cached_property
    def beliefs(self) -> list[tuple[str, int]]:
        """What those who were wrong believe, and how many; the most first."""
        found = Counter(one.belief for one in self.answers if one.belief)
        return [(said_of(belief), number) for belief, number in found.most_common()]


@dataclass(frozen=True, slots=True)
class Person:
    taken: Participation
    cells: tuple[str, ...]
    """By question: right, wrong, nothing."""

    @property
    def right(self) -> int:
        return self.cells.count("right")


@dataclass(frozen=True)
class Results:
    questions: tuple[Question, ...]
    people: tuple[Person, ...]

    @property
    def hardest(self) -> list[Question]:
        answered = [one for one in self.questions if one.of]
        return sorted(answered, key=lambda one: one.share)

    @property
    def beliefs(self) -> list[tuple[str, str, int, list[Question]]]:
        """Each as it is called and as it is said, with how many people hold it, and the questions
        that show it."""
        held: dict[str, set[int]] = {}
        shown: dict[str, list[Question]] = {}
        for question in self.questions:
            for one in question.answers:
                if one.belief:
                    held.setdefault(one.belief, set()).add(one.sitting_id or 0)
                    there = shown.setdefault(one.belief, [])
                    if question not in there:
                        there.append(question)
        most = sorted(held, key=lambda one: -len(held[one]))
        return [(one, said_of(one), len(held[one]), shown[one]) for one in most]

    @property
    def rules(self) -> list[tuple[Source, int, int]]:
        """Each that was asked for, with how many answers were right, and of how many; the hardest
        first."""
        found: dict[str, list[int]] = {}
        for one in self.questions:
            if one.item.statement and one.of:
                counted = found.setdefault(one.item.statement, [0, 0])
                counted[0] += one.right
                counted[1] += one.of
        hardest = sorted(found, key=lambda one: found[one][0] / found[one][1])
        return [(source(one, document_of(one)), found[one][0], found[one][1]) for one in hardest]


def results_of(quiz: Quiz) -> Results:
    """In three queries, however many have taken it."""
    items = list(lines_of(quiz.sheet_id))
    people = list(quiz.participations.select_related("sitting").order_by("pk"))
    answers = list(Attempt.objects.filter(sitting__participation__quiz=quiz).order_by("pk"))
    at = {(one.sitting_id, one.item_id): one for one in answers}
    to_item: dict[int | None, list[Attempt]] = {}
    for answer in answers:
        to_item.setdefault(answer.item_id, []).append(answer)

    def cell(taken: Participation, item: Item) -> str:
        found = at.get((taken.sitting_id, item.pk))
        return "" if found is None else "right" if found.right else "wrong"

    return Results(
        tuple(Question(one, tuple(to_item.get(one.pk, ()))) for one in items),
        tuple(Person(one, tuple(cell(one, item) for item in items)) for one in people),
    )


@takes(*READ, *WRITE)
def results(request: HttpRequest, secret: str) -> HttpResponse:
    """People × questions, the hardest, the beliefs. A name, or a whole try, can be taken away."""
    quiz = quiz_led(secret)
    if request.method == "POST":
        done, _space, number = request.POST.get("do", "").partition(" ")
        people = quiz.participations.select_related("sitting")
        taken = next((one for one in people if str(one.pk) == number), None)
        if taken is not None and done == "unname":
            quiz.participations.filter(pk=taken.pk).update(name="")
        elif taken is not None and done == "remove":
            taken.sitting.delete()
        elif done == "belief":
            showing = next((one[3] for one in results_of(quiz).beliefs if one[0] == number), [])
            if showing:
                asked = [exercise_of(one.item).address for one in showing]
                return on_belief(request, number, asked)
        return HttpResponseRedirect(reverse("quiz-results", args=[secret]), status=303)
    quiz.touch()
    lives = quiz.lives.order_by("-pk")[:MOST_LISTED]
    context = {"quiz": quiz, "results": results_of(quiz), "lives": lives}
    return render(request, "quizzes/results.html", context)


@takes(*READ)
def table(request: HttpRequest, secret: str) -> HttpResponse:  # noqa: ARG001
    """The same for a spreadsheet."""
    quiz = quiz_led(secret)
    found = results_of(quiz)
    numbers = [str(one.item.number) for one in found.questions]
    rows: list[list[object]] = [[_("Name"), _("Begun"), _("Right"), *numbers]]
    values = {"right": "1", "wrong": "0", "": ""}
    for one in found.people:
        begun = one.taken.sitting.started.isoformat(timespec="seconds")
        rows.append([one.taken.name, begun, one.right, *(values[cell] for cell in one.cells)])
    return spreadsheet(f"quiz-{quiz.code}", rows)


@takes(*READ)
def question(request: HttpRequest, secret: str, number: int) -> HttpResponse:
    """One question large, with the right answer and what was believed instead."""
    quiz = quiz_led(secret)
    found = results_of(quiz)
    one = next((q for q in found.questions if q.item.number == number), None)
    if one is None:
        there = reverse("quiz-lead", args=[secret])
        raise NotHere(_("This quiz has no question with this number."), ((quiz.title, there),))
    context = {"quiz": quiz, "asked": AskedInQuiz.of(one.item), "question": one}
    return render(request, "quizzes/question.html", context)
