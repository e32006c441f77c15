"""What lies beside the form of an exercise, or beside its answer: facts, tricks, hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lessons.exercises.answers import Answer, Numbered, Way
from lessons.exercises.exercise import Exercise
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.rules.cards import Card, Seat
from lessons.rules.tricks import trick_winner
from tutorial.shared.table import Place, hand_places, open_trick_places, trick_places
from tutorial.shared.words import speech


@dataclass(frozen=True, slots=True)
class Table:
    exhibit: Exhibit
    facts: tuple[str, ...]
    trick: tuple[Place, ...] = ()
    tricks: tuple[tuple[Place, ...], ...] = ()
    hand: tuple[Place, ...] = ()
    hands: tuple[tuple[Seat, tuple[Place, ...]], ...] = ()

    @property
    def is_bare(self) -> bool:
        """Nothing but words."""
        return not (self.trick or self.tricks)


def table_of(exercise: Exercise[Any], *, without_trick: bool = False) -> Table:
    """Beside the form, which may show the trick itself."""
    exhibit = exercise.kind.exhibit(exercise.question)
    trick = exhibit.trick
    lying: tuple[Place, ...] = ()
    if trick is not None and not without_trick:
        is_you = any(fact.reason is Fact.YOU_ARE for fact in exhibit.facts)
        lying = (
            trick_places(trick) if trick.is_complete else open_trick_places(trick, is_you=is_you)
        )
    return Table(
        exhibit,
        speech().facts(exercise),
        lying,
        tuple(map(trick_places, exhibit.tricks)),
        hand_places(exhibit.hand),
        tuple((seat, hand_places(hand)) for seat, hand in exhibit.hands),
    )


def table_after(exercise: Exercise[Any], answer: Answer) -> Table:
    """What lay beside the form; the trick of a field is shown with that field, a card that was
    to be played to the trick lies in it, and one that should not have been played is marked."""
    kind, question = exercise.kind, exercise.question
    table = table_of(exercise)
    trick, way, given = table.exhibit.trick, kind.fields(question)[0].way, answer[0]
    if way is Way.TRICK:
        return replace(table, trick=())
    if way is Way.CARD and trick is not None and isinstance(given, Card):
        played = trick.with_card(given)
        return replace(
            table, trick=trick_places(played, winner=trick_winner(played, question.order))
        )
    match kind.solve(question):
        case Numbered() as number, Seat() as seat:
            place = int(number) - 1
            marked = trick_places(table.exhibit.tricks[place], chosen=seat, chosen_mark="revoked")
            return replace(
                table, tricks=(*table.tricks[:place], marked, *table.tricks[place + 1 :])
            )
    return table
