"""A kind that does not what it says of itself is found before anybody is asked it."""

from typing import Any, ClassVar

import pytest

from lessons.exercises.answers import Way
from lessons.exercises.kinds import KINDS
from lessons.exercises.kinds.target import TargetKind
from lessons.exercises.making import exercise_at
from lessons.exercises.offers import faults

AIM = next(iter(TargetKind.aims.values()))


class WithoutHints(TargetKind):
    hinted: ClassVar = {}


class AskedOtherwise(TargetKind):
    ways: ClassVar = {variant: {"party": Way.ONE} for variant in TargetKind.ways}


class AskedForWhatNothingCites(TargetKind):
    aims: ClassVar = {"kompakt:blatt": AIM}


class Failing(TargetKind):
    def hint(self, question: Any) -> Any:
        raise LookupError("nothing there")


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "what"),
    [
        (WithoutHints(), "of which hinted has no example"),
        (AskedOtherwise(), "its ways say otherwise"),
        (AskedForWhatNothingCites(), "no question is found"),
        (Failing(), "LookupError('nothing there')"),
    ],
)
def test_what_does_not_fit_is_named(
    kind: TargetKind, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "target", kind)
    exercise_at.cache_clear()
    found = list(faults())
    exercise_at.cache_clear()
    assert found
    assert all(fault.startswith("target under ") and what in fault for fault in found)


def test_a_class_that_leaves_something_out_does_not_load() -> None:
    with pytest.raises(TypeError, match="'cards' is no Group"):
        type("Ungrouped", (TargetKind,), {"group": "cards"})
    with pytest.raises(TypeError, match="is in an aim, but not in beliefs"):
        type("Unbelieved", (TargetKind,), {"beliefs": ()})
