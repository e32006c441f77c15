"""What lies beside the form of an exercise, or beside its answer: facts, tricks, hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lessons.exercises.answers import Answer, Numbered
from lessons.exercises.exercise import Exercise
from lessons.exercises.exhibits import Exhibit
from lessons.rules.cards import Card, Seat
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.rule_sets import Said
from lessons.rules.tricks import legal_cards
from tutorial.practice.answered import Answered, Marked
from tutorial.practice.forms import Option, asks_in_parts
from tutorial.practice.scene import Scene, scene_of, told
from tutorial.practice.seats import is_by_seats, is_by_trick, is_by_tricks
from tutorial.shared.table import Place, hand_places, open_trick_places, trick_places
from tutorial.shared.words import speech


@dataclass(frozen=True, slots=True)
class Table:
    exhibit: Exhibit
    facts: tuple[str, ...]
    """Told in words alone."""
    drawn_facts: tuple[str, ...]
    """In words for those who do not see the scene."""
    scene: Scene
    trick: tuple[Place, ...] = ()
    tricks: tuple[tuple[Place, ...], ...] = ()
    hand: tuple[Place, ...] = ()
    hands: tuple[tuple[Seat, tuple[Place, ...]], ...] = ()
    culprit: Seat | None = None
    """Whose hand shows that a card was wrong, once that is answered."""
    proof: tuple[Place, ...] = ()
    """That hand as it was then; what could have followed is marked."""
    proof_number: int = 0
    """Of the trick."""
    contract: tuple[Marked, ...] = ()
    """What is played, and what was taken for it, once that is answered."""
    trumps: tuple[Card, ...] | None = None
    """Its trumps, the highest first; None: the cards are dealt anew."""
    chosen: tuple[Marked, ...] = ()
    """What else was chosen of several things in words, and what should have been."""


def table_of(
    exercise: Exercise[Any],
    *,
    without_trick: bool = False,
    seats: Sequence[Option | Marked] = (),
) -> Table:
    """Beside the form, which may show the trick itself; ``seats``: the options that its plates
    are."""
    exhibit = exercise.kind.exhibit(exercise.question)
    trick = exhibit.trick
    lying: tuple[Place, ...] = ()
    if trick is not None and not without_trick:
        you = exhibit.own_seat
        lying = trick_places(trick, you=you) if trick.is_complete else open_trick_places(trick, you)
    scene = scene_of(exhibit, seats, is_written=is_by_seats(exercise))
    facts = tuple(enumerate(speech().facts(exercise)))
    return Table(
        exhibit,
        tuple(fact for number, fact in facts if number not in scene.drawn),
        tuple(fact for number, fact in facts if number in scene.drawn),
        scene,
        lying,
        tuple(map(trick_places, exhibit.tricks)),
        hand_places(exhibit.hand),
        tuple((seat, hand_places(hand)) for seat, hand in exhibit.hands),
    )


def table_after(exercise: Exercise[Any], answer: Answer, marked: Sequence[Answered]) -> Table:
    """What lay beside the form; the trick of a field is shown with that field, and of several
    tricks the card that was meant is marked, and the one that was pressed."""
    kind, question = exercise.kind, exercise.question
    plates = next((one.options for one in marked if one.is_by_plates), ())
    table = table_of(exercise, seats=plates)
    table = replace(
        table,
        scene=told(
            table.scene, _told(exercise, table.exhibit, marked), _parties_told(exercise, marked)
        ),
        trick=_seen(table.trick, kind.seen_after(question)),
    )
    if Contract.NORMAL in kind.fields(question)[0].options:
        table = _with_contract(exercise, table, marked[0])
    elif asks_in_parts(exercise):
        chosen = tuple(option for one in marked for option in one.options if option.mark)
        table = replace(table, chosen=chosen)
    if is_by_trick(exercise):
        return replace(table, trick=())
    marks = kind.seen_in_tricks(question, answer)
    tricks = tuple(
        _seen(places, {seat: mark for (of, seat), mark in marks.items() if of == number})
        for number, places in enumerate(table.tricks, start=1)
    )
    table = replace(table, tricks=tricks)
    return _with_proof(exercise, table) if is_by_tricks(exercise) else table


def _with_contract(exercise: Exercise[Any], table: Table, marked: Answered) -> Table:
    """Where it was asked what is played: with that before what it was taken for, and its trumps."""
    kind, question = exercise.kind, exercise.question
    played = kind.solve(question)[0]
    contract = Contract.POVERTY if played is Said.POVERTY else played
    trumps = None
    if isinstance(contract, Contract):
        trumps = kind.rules_of(question).card_order(contract).trumps
    told = (option for option in marked.options if option.mark)
    options = tuple(sorted(told, key=lambda option: option.mark == "wrong"))
    return replace(table, contract=options, trumps=trumps)


def _with_proof(exercise: Exercise[Any], table: Table) -> Table:
    """Where one did not follow: with the hand that could have."""
    kind, question, exhibit = exercise.kind, exercise.question, table.exhibit
    number, culprit = kind.solve(question)
    assert isinstance(number, Numbered)
    assert isinstance(culprit, Seat)
    assert exhibit.contract is not None
    trick, hands = exhibit.tricks[int(number.value) - 1], dict(exhibit.hands)
    left = [*hands[culprit]]
    for before in exhibit.tricks[: int(number.value) - 1]:
        left.remove(before.card_of(culprit))
    order = kind.rules_of(question).card_order(exhibit.contract)
    legal = legal_cards(tuple(left), trick.cards[0], order)
    return replace(
        table,
        hands=tuple(
            (seat, _meant(places, legal) if seat == culprit else places)
            for seat, places in table.hands
        ),
        culprit=culprit,
        proof=_meant(hand_places(tuple(left)), legal),
        proof_number=int(number.value),
    )


def _meant(places: Sequence[Place], cards: Sequence[Card]) -> tuple[Place, ...]:
    """With as many marked as are among the ``cards``."""
    left = [*cards]
    marked = []
    for place in places:
        is_meant = place.card in left
        if is_meant and place.card is not None:
            left.remove(place.card)
        marked.append(replace(place, mark="legal") if is_meant else place)
    return tuple(marked)


def _told(
    exercise: Exercise[Any], exhibit: Exhibit, marked: Sequence[Answered]
) -> dict[Seat, Marked]:
    """What was chosen elsewhere, and is said of a seat: your party; or at which seats one sees what
    is right."""
    you = exhibit.own_seat
    seen = exercise.kind.seen_after(exercise.question)
    if seen and exhibit.trick is None:
        return {seat: Marked("", mark, is_only=False, seat=seat) for seat, mark in seen.items()}
    (field, *more) = exercise.kind.fields(exercise.question)
    if you is None or more or any(not isinstance(option, Party) for option in field.options):
        return {}
    right = next(one for one in marked[0].options if one.mark in {"legal", "missing"})
    return {you: right}


def _parties_told(exercise: Exercise[Any], marked: Sequence[Answered]) -> dict[Party, str]:
    """How the parties were answered, where one of them is all that is asked for."""
    (field, *more) = exercise.kind.fields(exercise.question)
    if more or not any(isinstance(value, Party) for value in field.options):
        return {}
    pairs = zip(field.options, marked[0].options, strict=True)
    return {value: option.mark for value, option in pairs if isinstance(value, Party)}


def _seen(places: Sequence[Place], marks: Mapping[Seat, str]) -> tuple[Place, ...]:
    return tuple(
        replace(place, mark=marks.get(place.seat, place.mark)) if place.seat is not None else place
        for place in places
    )
