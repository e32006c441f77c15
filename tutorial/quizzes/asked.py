"""A question of a quiz as its leader sees it: with its right answer, and what beliefs it tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from lessons.exercises.statements import document_of
from tutorial.practice.answered import Answered, Marked
from tutorial.practice.shown import ShownAnswer, ShownQuestion, answer_shown, question_shown
from tutorial.practice.table import Table, table_of
from tutorial.practice.where import ALONE, Where
from tutorial.practice.worked import Worked, worked_through
from tutorial.shared.table import Place
from tutorial.shared.words import Source, said_of, source, words
from tutorial.sittings.going import exercise_of
from tutorial.sittings.models import Item


@dataclass(frozen=True, slots=True)
class OnPaper:
    """A field as it is answered with a pen."""

    name: str
    label: str
    cards: tuple[Place, ...]
    """Some are ticked, or are put in order."""
    is_ticked: bool
    options: tuple[str, ...]
    """One or some are ticked."""
    is_of_seats: bool
    """Whether the options sit at the table anyway."""

    @classmethod
    def of(cls, answered: Answered) -> OnPaper:
        cards = (*answered.hand, *answered.order)
        by_seat = sorted(one.seat for one in answered.trick if one.seat is not None)
        seats = tuple(words().cards.seat(one) for one in by_seat)
        return cls(
            answered.name,
            answered.label,
            tuple(replace(one, mark="", number=0) for one in cards),
            bool(answered.hand),
            seats or tuple(one.label for one in answered.options),
            answered.is_of_seats or bool(seats),
        )

    @property
    def asks(self) -> str:
        label = self.label or _("Answer")
        return label if label.endswith(("?", ".", ":")) else f"{label}:"


class BeforeLeader(Where):
    """Solved, for who leads the quiz."""

    has_onlooker = False


@dataclass(frozen=True, slots=True)
class AskedInQuiz:
    item: Item
    shown: ShownQuestion
    solved: Worked
    source: Source | None
    beliefs: tuple[str, ...]
    """As who holds one would say it: those that answer it wrongly."""
    table: Table
    """As it lies before anything is answered, to be printed."""
    fields: tuple[OnPaper, ...]
    told: ShownAnswer
    """As it lies once it is answered rightly."""

    @classmethod
    def of(cls, item: Item) -> AskedInQuiz:
        exercise = exercise_of(item)
        kind, question = exercise.kind, exercise.question
        right = kind.solve(question)
        solved = worked_through(exercise, with_steps=True)
        told = [
            one
            for one in kind.beliefs
            if (answer := kind.believed(one, question)) is not None and answer != right
        ]
        return cls(
            item,
            question_shown(exercise, ALONE),
            solved,
            source(item.statement, document_of(item.statement)) if item.statement else None,
            tuple(map(said_of, told)),
            table_of(exercise, seats=_seats(solved.answered)),
            tuple(map(OnPaper.of, solved.answered)),
            answer_shown(exercise, BeforeLeader(), kind.verdict(question, right)),
        )

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """Each line of what is worked out line by line, and what belongs there."""
        told = self.told.entries
        return tuple((one.label, one.answered.right) for one in told if one.answered)

    @property
    def on_paper(self) -> tuple[tuple[tuple[Place, ...], bool], ...]:
        """The cards that lie open beside the table, and whether they are ticked."""
        asked = tuple((one.cards, one.is_ticked) for one in self.fields if one.cards)
        return asked or (((self.table.hand, False),) if self.table.hand else ())


def _seats(answered: Sequence[Answered]) -> tuple[Marked, ...]:
    """The plates that are chosen from, unmarked: else nothing would lie on the table."""
    plates = answered[0].options if answered[0].is_by_plates else ()
    return tuple(replace(one, mark="", is_only=False) for one in plates)
