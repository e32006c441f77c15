"""A verdict in the page's language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError

from lessons.exercises.answers import Answer
from lessons.exercises.exercise import Exercise, rule_missed, sources_shown
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.verdict import Verdict
from tutorial.learners.models import Attempt
from tutorial.shared.words import Source, first_sources, speech
from tutorial.trouble import why_not

LONGEST_REASON, LONGEST_OF_RIGHT = 165, 85
"""In letters: four lines of a phone, and two."""
LONGEST_JOINED = 125
"""Up to three lines the next line is told with the first."""
_SENTENCE_ENDS = re.compile(r"(?<=[.“’])(?<!\d\.) (?=[A-ZÄÖÜ„‘])")


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A sentence and a reason; who wants to know more asks for the rest, and where it is
    written."""

    is_right: bool
    sentence: str
    about_answer: tuple[str, ...]
    belief: str
    because: tuple[str, ...]
    sources: tuple[Source, ...]
    attempt: Attempt | None = None
    """None: a step of an exercise that is not finished."""
    rule_missed: str | None = None
    misconceptions: tuple[Misconception, ...] = ()
    is_almost: bool = False
    """As that of an exercise, see ``Verdict``: told apart from what is quite wrong."""
    was_answered_before: bool = False
    has_changed: bool = False
    """The exercise at this address is another by now."""
    why_not_kept: str = ""
    """Why the answer could not be kept, if it could not."""

    @property
    def reason(self) -> str:
        """The false belief behind a wrong answer, or what comes next to that, and why a right one
        is right; empty where nothing says so. As much of it as leaves the table in sight on a
        phone."""
        return self._told[0]

    @property
    def details(self) -> tuple[str, ...]:
        """What the sentence and the reason leave unsaid, line by line."""
        return self._told[1]

    @property
    def _told(self) -> tuple[str, tuple[str, ...]]:
        """What is said at once, never less than a sentence, and the lines that are left."""
        lines = [*filter(None, [self.belief]), *self.about_answer, *self.because]
        if not lines:
            return "", ()
        longest = LONGEST_OF_RIGHT if self.is_right else LONGEST_REASON
        said, *others = _SENTENCE_ENDS.split(lines.pop(0))
        while others and len(said) + 1 + len(others[0]) <= longest:
            said += f" {others.pop(0)}"
        while (
            lines and not others and len(said) + 1 + len(lines[0]) <= min(longest, LONGEST_JOINED)
        ):
            said += f" {lines.pop(0)}"
        return said, tuple(filter(None, [" ".join(others), *lines]))

    @property
    def is_disputed(self) -> bool:
        """Whether the learner has marked the exercise as wrong."""
        return self.attempt is not None and self.attempt.disputed is not None


def verdict_said(
    exercise: Exercise[Any],
    verdict: Verdict,
    attempt: Attempt | None = None,
    *,
    again: bool = False,
    is_step: bool = False,
    error: DatabaseError | None = None,
) -> ShownVerdict:
    """``is_step``: on the last step alone; ``error``: for which the answer could not be kept."""
    kind, question = exercise.kind, exercise.question
    rules, said = kind.rules_of(question), speech().verdict(exercise, verdict, is_step=is_step)
    return ShownVerdict(
        verdict.is_right,
        said.sentence,
        said.about_answer,
        said.belief,
        said.because,
        first_sources(sources_shown(exercise, verdict), rules.document),
        attempt,
        rule_missed(exercise, verdict),
        verdict.misconceptions,
        is_almost=verdict.is_almost and not is_step,
        was_answered_before=again,
        has_changed=attempt is not None and kind.version != attempt.version,
        why_not_kept=why_not(error) if error else "",
    )


def step_said(exercise: Exercise[Any], answer: Answer) -> ShownVerdict:
    """The verdict on the last step alone: it goes on from the true values before."""
    kind, question = exercise.kind, exercise.question
    right_so_far = kind.solve(question)[: len(answer) - 1]
    verdict = kind.verdict(question, (*right_so_far, answer[-1]))
    return verdict_said(exercise, verdict, is_step=True)
