"""What came of a quiz, for who leads it: people and questions, rules, beliefs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from lessons.exercises.exercise import Exercise
from lessons.exercises.statements import document_of
from tutorial.errors import NotHere
from tutorial.learners.models import Attempt
from tutorial.methods import READ, WRITE, takes
from tutorial.practice.asking import exercise_page
from tutorial.practice.keeping import answered_exercise
from tutorial.practice.shown import attempt_shown
from tutorial.practice.where import OneOfMany
from tutorial.quizzes.asked import AskedInQuiz
from tutorial.quizzes.given import Given, Spread, right_parts, said_answer, spread
from tutorial.quizzes.leading import MOST_LISTED, on_belief, quiz_led
from tutorial.quizzes.models import Participation, Quiz
from tutorial.shared.page import HtmxRequest
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
    def asks_for(self) -> str:
        """The rule, in words: of one kind there may be several."""
        asked = self.item.statement
        return source(asked, document_of(asked)).text if asked else ""

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
    def exercise(self) -> Exercise[Any]:
        return exercise_of(self.item)

    @cached_property
    def spread(self) -> Spread:
        return spread(self.exercise, [Given(one.answer) for one in self.answers])


@dataclass(frozen=True)
class Cell:
    """What somebody has answered to a question, if he has."""

    question: Question
    attempt: Attempt | None

    @property
    def key(self) -> str:
        """In the address of the answer."""
        return self.attempt.key if self.attempt else ""

    @property
    def mark(self) -> str:
        if self.attempt is None:
            return ""
        return "right" if self.attempt.right else "wrong"

    @cached_property
    def parts(self) -> str:
        """``2/5``: how much of a wrong answer is right, where several things are asked."""
        if self.attempt is None or self.attempt.right or len(self.attempt.answer) == 1:
            return ""
        right, of = right_parts(self.question.exercise, self.attempt.answer)
        return f"{right}/{of}"

    @property
    def said(self) -> str:
        """In words."""
        return said_answer(*answered_exercise(self.attempt)) if self.attempt else ""


@dataclass(frozen=True, slots=True)
class Person:
    taken: Participation
    number: int
    cells: tuple[Cell, ...]
    """By question."""

    @property
    def name(self) -> str:
        """As he called himself, else by his number."""
        return self.taken.name or _("No. %(number)s") % {"number": self.number}

    @property
    def right(self) -> int:
        return sum(one.mark == "right" for one in self.cells)


@dataclass(frozen=True)
class Results:
    questions: tuple[Question, ...]
    people: tuple[Person, ...]

    @property
    def hardest(self) -> list[Question]:
        answered = [one for one in self.questions if one.of]
        return sorted(answered, key=lambda one: one.share)

    @property
    def beliefs(self) -> list[tuple[str, str, int, int, list[Question]]]:
        """Each as it is called and as it is said, with how many people hold it, of how many who
        have answered what shows it, and the questions that do."""
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
        asked = {
            one: len({answer.sitting_id for question in shown[one] for answer in question.answers})
            for one in most
        }
        return [(one, said_of(one), len(held[one]), asked[one], shown[one]) for one in most]

    @property
    def rules(self) -> list[tuple[Source, int, int]]:
        """Each that was asked for or missed, with how many answers were right, and of how many; the
        hardest first. A wrong settlement counts for the rule that it misses, not for all of it."""
        found: dict[str, list[int]] = {}
        for question in self.questions:
            for one in question.answers:
                if rule := one.rule or question.item.statement:
                    counted = found.setdefault(rule, [0, 0])
                    counted[0] += one.right
                    counted[1] += 1
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

    questions = tuple(Question(one, tuple(to_item.get(one.pk, ()))) for one in items)

    def cells(of: int) -> tuple[Cell, ...]:
        return tuple(Cell(one, at.get((of, one.item.pk))) for one in questions)

    numbered = enumerate(people, start=1)
    return Results(questions, tuple(Person(one, n, cells(one.sitting_id)) for n, one in numbered))


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
            showing = next((one[-1] for one in results_of(quiz).beliefs if one[0] == number), [])
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
    """The same for a spreadsheet, and after it what was answered in words."""
    quiz = quiz_led(secret)
    found = results_of(quiz)
    numbers = [str(one.item.number) for one in found.questions]
    answers = [_("Answer to %(number)s") % {"number": one} for one in numbers]
    rows: list[list[object]] = [[_("Name"), _("Begun"), _("Right"), *numbers, *answers]]
    values = {"right": "1", "wrong": "0", "": ""}
    for one in found.people:
        begun = f"{timezone.localtime(one.taken.sitting.started):%Y-%m-%d %H:%M}"
        told = (*(values[cell.mark] for cell in one.cells), *(cell.said for cell in one.cells))
        rows.append([one.name, begun, one.right, *told])
    return spreadsheet(f"quiz-{quiz.code}", rows)


@takes(*READ)
def question(request: HttpRequest, secret: str, number: int) -> HttpResponse:
    """One question large, with the right answer and what was given instead."""
    quiz = quiz_led(secret)
    found = results_of(quiz)
    one = next((q for q in found.questions if q.item.number == number), None)
    if one is None:
        there = reverse("quiz-lead", args=[secret])
        raise NotHere(_("This quiz has no question with this number."), ((quiz.title, there),))
    context = {"quiz": quiz, "asked": AskedInQuiz.of(one.item), "question": one}
    return render(request, "quizzes/question.html", context)


@dataclass(frozen=True, kw_only=True)
class InResults(OneOfMany):
    """An answer of somebody who took it, shown to who leads it."""

    quiz: Quiz
    number: int
    """Of the question."""
    name: str
    """Of who answered; empty before a room."""
    head = "quizzes/answer_head.html"


@takes(*READ)
def answer(request: HtmxRequest, secret: str, answer: str) -> HttpResponse:
    """What somebody has answered to a question, and the way to what the next one has to it."""
    quiz = quiz_led(secret)
    people = results_of(quiz).people
    given = [(one, cell) for one in people for cell in one.cells if cell.attempt]
    found = next((one for one in given if one[1].key == answer), None)
    if found is None:
        there = reverse("quiz-results", args=[secret])
        raise NotHere(_("There is no such answer in this quiz."), ((_("Results"), there),))
    person, cell = found
    assert cell.attempt is not None
    alike = [other.key for _one, other in given if other.question is cell.question]
    after = alike[alike.index(answer) + 1 :]
    is_beamer = request.GET.get("view") == "beamer"
    query = "?view=beamer" if is_beamer else ""
    where = InResults(
        quiz=quiz,
        number=cell.question.item.number,
        name="" if is_beamer else person.name,
        following=reverse("quiz-answer", args=[secret, after[0]]) + query if after else "",
    )
    return exercise_page(request, attempt_shown(cell.attempt, where).unmarked)
