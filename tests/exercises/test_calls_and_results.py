"""What the kinds about calls, targets, winners and special points ask and say."""

from collections import Counter
from typing import Any

import pytest

from lessons.exercises.addresses import Address
from lessons.exercises.exercise import Exercise
from lessons.exercises.kinds.may_call import CallQuestion, MayCall
from lessons.exercises.making import exercise_at
from lessons.exercises.tallies import Called
from lessons.rules.calls import LIMITS, Call
from lessons.rules.cards import Seat
from lessons.rules.rule_sets import KOMPAKT
from tests.exercises.soundness import SPEECHES
from tutorial.shared.timeline import ShownTimeline


def exercises(kind: str, rules: str, statement: str | None = None) -> list[Exercise[Any]]:
    return [exercise_at(Address(kind, rules, 1 + seed % 3, seed, statement)) for seed in range(60)]


@pytest.mark.parametrize("rules", ["kompakt", "royal", "cvjm"])
def test_announcements_and_limits_are_allowed_and_not(rules: str) -> None:
    sides = Counter(one.kind.side(one.question) for one in exercises("may-call", rules))
    assert min(sides[name] for name in MayCall.sides) > 3, sides


def test_a_hint_tells_the_last_moments_that_were_agreed() -> None:
    address = Address("may-call", "royal,call_limits=cards.11.9.7.5.3", 2, 26607288)
    exercise = exercise_at(address)
    told = SPEECHES["en"].hints(exercise)[1]
    shift = exercise.question.time.shift
    assert all(f" {needed - shift}" in told for needed in (11, 9, 7, 5, 3)), told


def asked(*calls: Call, cards: int) -> CallQuestion:
    """What VH may say, who is Re with HH and has said all this."""
    said = tuple(Called(Seat.VH, call) for call in calls)
    return CallQuestion(KOMPAKT, Seat.VH, (Seat.VH, Seat.HH), cards, 13 - cards, calls=said)


@pytest.mark.parametrize(
    ("calls", "barred"),
    [
        ((), LIMITS),  # Re must be said first
        ((Call.RE,), (Call.RE,)),
        ((Call.RE, Call.NO_60), (Call.RE, Call.NO_90, Call.NO_60)),
    ],
)
def test_the_time_line_tells_what_is_in_time_and_not_allowed(
    calls: tuple[Call, ...], barred: tuple[Call, ...]
) -> None:
    timeline = MayCall().timeline(asked(*calls, cards=11))
    assert timeline.barred == barred
    told = dict(
        zip((call for call, _ in timeline.rows), ShownTimeline.of(timeline).rows, strict=True)
    )
    for call, (_name, cells) in told.items():
        assert not cells[0].is_barred  # at the start nothing had been said
        assert cells[1].is_barred == (call in barred)
