"""Memory: what one more answer changes, and that it can be made anew from the answers."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tutorial.learners.memory import Given, Known, Standing, after, after_all

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def given(
    at: datetime = NOON, *, level: int = 1, right: bool = True, helped: bool = False
) -> Given:
    return Given(at, level, right, helped)


def known(*answers: Given) -> Known:
    found = after_all(answers)
    assert found is not None
    return found


def test_what_is_right_comes_back_later_each_time() -> None:
    gaps, one = [], known(given())
    for _time in range(4):
        gaps.append(one.due - one.last)
        one = after(one, given(one.due))
    assert gaps == sorted(set(gaps))


def test_what_is_wrong_comes_back_the_next_day() -> None:
    assert known(given(right=False)).due == NOON + DAY
    firm = known(given(), given(NOON + 10 * DAY), given(NOON + 60 * DAY))
    missed = after(firm, given(NOON + 61 * DAY, right=False))
    assert firm.due > NOON + 70 * DAY
    assert missed.due <= NOON + 66 * DAY


def test_help_counts_for_less() -> None:
    assert known(given(helped=True)).due < known(given()).due


def test_right_before_it_is_due_takes_nothing_away() -> None:
    one = known(given())
    again = after(one, given(NOON + timedelta(hours=1)))
    assert (again.due, again.stability) == (one.due, one.stability)
    assert again.right == 2


@pytest.mark.parametrize(
    ("second", "standing"),
    [
        (given(NOON + timedelta(hours=2)), Standing.BEGUN),
        (given(NOON + DAY, helped=True), Standing.BEGUN),
        (given(NOON + DAY), Standing.SURE),
        (given(NOON + DAY, right=False), Standing.BEGUN),
    ],
)
def test_sure_is_right_without_help_on_two_days(second: Given, standing: Standing) -> None:
    assert known(given(), second).standing(second.at) is standing


def test_sure_is_lost_with_a_miss() -> None:
    sure = known(given(), given(NOON + DAY))
    missed = after(sure, given(NOON + 2 * DAY, right=False))
    assert missed.standing(NOON + 2 * DAY) is Standing.BEGUN
    assert missed.standing(missed.due) is Standing.DUE


def test_days_are_those_of_the_learners() -> None:
    """Half past eleven in the evening and half past midnight are two days in Berlin."""
    evening = datetime(2026, 3, 2, 22, 30, tzinfo=UTC)
    assert known(given(evening), given(evening + timedelta(hours=1))).clean_days == 2


def test_two_clean_answers_raise_the_level_and_two_misses_lower_it() -> None:
    one = known(given())
    levels = [one.level]
    for right in (True, True, True, True, False, False, True, False, False, False, False):
        one = after(one, given(one.last + DAY, level=one.level, right=right))
        levels.append(one.level)
    assert levels == [1, 2, 2, 3, 3, 3, 2, 2, 2, 1, 1, 1]


def test_easier_questions_do_not_raise_and_harder_ones_do_not_lower() -> None:
    one = replace(known(given()), level=2, clean_run=0)
    for _time in range(3):
        one = after(one, given(one.last + DAY, level=1))
    assert one.level == 2
    for _time in range(2):
        one = after(one, given(one.last + DAY, level=3, right=False))
    assert one.level == 2


def test_a_clock_that_was_put_back_makes_no_time_pass() -> None:
    one = known(given())
    earlier = after(one, given(NOON - 30 * DAY, right=False))
    assert earlier.last == NOON
    assert earlier.due == NOON + DAY
