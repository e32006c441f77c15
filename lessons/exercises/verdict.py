"""What comes back after an answer: right or wrong, why, which false belief, where it says so."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from lessons.exercises.misconceptions import Misconception
from lessons.rules.reasons import Why
from lessons.rules.sources import sources_of


class Outcome(StrEnum):
    """How an answer stands to the right one; the words for it belong to the kind."""

    RIGHT = "right"
    WRONG = "wrong"  # trick-winner: cards = (card chosen,), others = (winner,), seats = (of both)
    TOO_MANY = "too-many"  # legal-cards: cards too many; card-points: figures = (given, right, by)
    TOO_FEW = "too-few"  # legal-cards: cards missing; card-points: figures as above
    ONLY_ONE = "only-one"  # legal-cards: one legal card chosen of several; cards missing
    WRONG_CARDS = "wrong-cards"  # legal-cards: cards too many, others = cards missing


class Hint(StrEnum):
    """The three steps of a hint."""

    RULE = "rule"
    CARDS = "cards"  # cards = those that matter
    ONE_TRUMP = "one-trump"  # trick-winner: instead of the cards, where they would be the answer
    ONE_KIND = "one-kind"
    TRUMP_LED = "trump-led"  # legal-cards: cards = (the card led,)
    PLAIN_LED = "plain-led"  # suits = (suit led,)
    NONE = "none"  # card-points
    ANSWER = "answer"  # what the right answer is made of


@dataclass(frozen=True, slots=True)
class Verdict:
    outcome: Why
    """The verdict in one sentence; its reason is an :class:`Outcome`."""
    about_answer: tuple[Why, ...]
    """Why the learner's own answer does not hold; empty when it is right."""
    because: tuple[Why, ...]
    """The computed chain that leads to the right answer."""
    misconceptions: tuple[Misconception, ...]
    """The false beliefs under which the answer would be right."""
    sources: tuple[str, ...]
    """The statements and readings it follows from, the most telling first."""

    @property
    def belief(self) -> Misconception | None:
        """The belief to speak to: the one that fits, if no other does."""
        return self.misconceptions[0] if len(self.misconceptions) == 1 else None

    @property
    def is_right(self) -> bool:
        return self.outcome.reason is Outcome.RIGHT


def sources_for(reasons: Iterable[Why], document: str) -> tuple[str, ...]:
    """The sources of several reasons, each once, in order."""
    found = (source for why in reasons for source in sources_of(why.reason, document))
    return tuple(dict.fromkeys(found))
