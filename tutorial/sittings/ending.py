"""The end of a sitting: what is sure, what comes again, which beliefs showed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random

from django.utils import timezone

from lessons.exercises.statements import document_of
from tutorial.learners.memory import Standing
from tutorial.learners.remembering import memory_of
from tutorial.shared.words import Source, said_of, source
from tutorial.sittings.choosing import ten
from tutorial.sittings.going import Going
from tutorial.sittings.models import Why


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that was asked for, and how it stands now."""

    source: Source
    due: datetime
    belief: str
    """As who holds it would say it; empty where none showed."""


@dataclass(frozen=True, slots=True)
class LookedBack:
    right: int
    of: int
    """The sheet's items, without what came again."""
    turned: tuple[bool, ...]
    sure: tuple[Rule, ...]
    begun: tuple[Rule, ...]
    missed: tuple[Rule, ...]
    due: int
    """Of the next ten."""

    @property
    def is_flawless(self) -> bool:
        return self.right == self.of

    @property
    def is_mostly_right(self) -> bool:
        """Seven of ten, or more."""
        return 10 * self.right >= 7 * self.of


def looked_back(going: Going) -> LookedBack:
    """Three queries however long the learner has been here."""
    answers = [answer for item, answer in going.answered if item.why != Why.AGAIN]
    learner, now = going.sitting.learner_id, timezone.now()
    under = going.sitting.sheet.rules
    memory = memory_of(learner, under)
    rules: dict[Standing | None, list[Rule]] = {}
    beliefs: dict[str, str] = {}
    for _item, answer in going.answered:
        if answer.belief:
            beliefs.setdefault(answer.rule, answer.belief)
    missed = {answer.rule for _item, answer in going.answered if not answer.right}
    for statement in dict.fromkeys(answer.rule for _item, answer in going.answered):
        known = memory.get(statement)
        if known is None:
            continue
        belief = said_of(beliefs.get(statement, ""))
        rule = Rule(source(statement, document_of(statement)), known.due, belief)
        standing = None if statement in missed else known.standing(now)
        rules.setdefault(standing, []).append(rule)
    return LookedBack(
        sum(answer.right for answer in answers),
        len(answers),
        tuple(answer.right for answer in answers),
        tuple(rules.get(Standing.SURE, ())),
        (*rules.get(Standing.BEGUN, ()), *rules.get(Standing.DUE, ())),
        tuple(rules.get(None, ())),
        sum(one.why is Why.DUE for one in ten(under, memory, now, Random(0))),
    )
