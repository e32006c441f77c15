"""What is wrong with a question of one's own, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from lessons.exercises.own import Fault
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import RuleSet
from tutorial.shared.words import say


def said_of(fault: Fault, why: Why | None, rules: RuleSet) -> tuple[str | None, str]:
    """At which field, and in words."""
    said: dict[Fault, tuple[str | None, str]] = {
        Fault.NO_QUESTION: ("text", _("Write a question.")),
        Fault.TOO_LONG: (None, _(
            "This is too long: 300 letters for a question, 120 for an answer, 1,000 for an"
            " explanation.")),
        Fault.FEW_OPTIONS: ("others", _("There has to be a wrong answer, too.")),
        Fault.MANY_OPTIONS: ("others", _("These are more answers than there is room for.")),
        Fault.TWICE: ("others", _("Two answers are the same.")),
        Fault.NO_FIGURE: ("figure", _("This figure is too large.")),
        Fault.NO_HAND: ("hand", _("To choose from, there have to be two cards.")),
        Fault.LARGE_HAND: ("hand", _("A hand has {n} cards at most under these rules.").format(
            n=rules.hand_size)),
        Fault.NO_SUCH_CARD: ("hand", _("There are no nines under these rules.")),
        Fault.THRICE: ("hand", _("There are only two of each card.")),
        Fault.FULL_TRICK: ("trick", _("The trick is full: at most three cards lie there.")),
        Fault.NOT_IN_HAND: ("card", _("This has to be one of the cards of the hand.")),
        Fault.NO_SUCH_GAME: ("contract", _("These rules do not have this game.")),
        Fault.ILLEGAL: ("card", _("It may not be played: {why}").format(
            why=say(why) if why else "")),
    }  # fmt: skip
    return said[fault]
