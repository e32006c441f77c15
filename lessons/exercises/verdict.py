"""What comes back after an answer: right or wrong, why, which false belief, where it says so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from lessons.exercises.answers import Answer, Difference, Field, Value, Way, difference
from lessons.exercises.misconceptions import Misconception
from lessons.rules.contracts import Contract
from lessons.rules.reasons import Why
from lessons.rules.sources import sources_of_why


class Outcome(StrEnum):
    """The relation of a field's value to the right one; each kind has its own words for it."""

    RIGHT = "right"
    WRONG = "wrong"
    TOO_MANY = "too-many"
    """A figure too high; or things chosen that are not right, and none is missing."""
    TOO_FEW = "too-few"
    """A figure too low; or things missing, and none is too much."""
    ONLY_ONE = "only-one"
    """One right card chosen of several: more likely the task was misread."""
    MIXED = "mixed"
    """Some too much and some missing."""


class Hint(StrEnum):
    """The second step of a hint, what matters; the first is the rule, the third the answer."""

    CARDS = "cards"
    ONE_TRUMP = "one-trump"
    ONE_KIND = "one-kind"
    TRUMP_LED = "trump-led"
    PLAIN_LED = "plain-led"
    NONE = "none"
    ALL = "all"
    SEAT = "seat"
    SEATS = "seats"
    CALL = "call"
    FIGURE = "figure"
    FIGURES = "figures"
    PARTY = "party"
    CONTRACT = "contract"
    OPTION = "option"


@dataclass(frozen=True, slots=True)
class Verdict:
    fields: tuple[Field, ...]
    answer: Answer
    right: Answer
    outcome: Outcome
    wrong_field: Field | None
    """The first that is not right."""
    about_answer: tuple[Why, ...]
    """Why the learner's own answer does not hold; empty when it is right."""
    because: tuple[Why, ...]
    """The computed chain that leads to the right answer."""
    misconceptions: tuple[Misconception, ...]
    """The false beliefs under which the answer would be right."""
    sources: tuple[str, ...]
    """The statements and readings it follows from, the most telling first."""
    is_stepwise: bool = False
    """Whether the fields are answered one after the other."""

    @property
    def belief(self) -> Misconception | None:
        """The belief to speak to: the one that fits, if no other does."""
        return self.misconceptions[0] if len(self.misconceptions) == 1 else None

    @property
    def is_right(self) -> bool:
        return self.outcome is Outcome.RIGHT

    @property
    def is_almost(self) -> bool:
        """Whether nothing that was given is wrong, but something is missing; of several steps
        whether more than half are right."""
        if self.is_right or len(self.answer) < len(self.right):
            return False
        pairs = tuple(zip(self.answer, self.right, strict=True))
        if self.is_stepwise:
            return 2 * sum(given == right for given, right in pairs) > len(pairs)
        return all(given == right or _is_part(given, right) for given, right in pairs)

    @property
    def compared(self) -> tuple[Field, Value, Value]:
        """The field to speak of, what was given for it, and what is right."""
        place = max(len(self.answer) - 1, 0) if self.is_stepwise else 0
        if self.wrong_field is not None:
            place = self.fields.index(self.wrong_field)
        field = self.fields[place]
        return field, self.answer[place], self.right[place]

    @property
    def difference(self) -> Difference:
        return difference(*self.compared)


def _is_part(given: Value, right: Value) -> bool:
    """Whether some of what is right was given, and nothing else."""
    if isinstance(given, frozenset) and isinstance(right, frozenset):
        return bool(given) and given < right
    return False


def outcome_of(field: Field, given: Value, right: Value) -> Outcome:
    """The relation of one value to the right one."""
    if given == right:
        return Outcome.RIGHT
    if isinstance(given, frozenset):
        differs = difference(field, given, right)
        if differs.extra:
            return Outcome.MIXED if differs.missing else Outcome.TOO_MANY
        is_one = field.way is Way.CARDS and len(given) == 1
        return Outcome.ONLY_ONE if is_one else Outcome.TOO_FEW
    if field.way is Way.NUMBER and isinstance(given, int) and isinstance(right, int):
        return Outcome.TOO_MANY if given > right else Outcome.TOO_FEW
    return Outcome.WRONG


def sources_for(reasons: Iterable[Why], document: str, contract: Contract) -> tuple[str, ...]:
    """The sources of several reasons: the most telling of each, then the second of each …"""
    of_each = [sources_of_why(why, document, contract) for why in reasons]
    return tuple(dict.fromkeys(s for rank in zip_longest(*of_each) for s in rank if s is not None))
