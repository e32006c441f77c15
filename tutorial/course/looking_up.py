"""What is offered besides the rules themselves: named on the home page, and found by searching.

Of each its address, its title and what it is, in the language spoken.
"""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

Ways = tuple[tuple[str, str, str], ...]
PICTURES = ("CJ SJ HJ DJ", "? ? ?", "Re/2/3 Kontra/1/?", "HT HT", "? ✓", "CQ ? SQ")
"""Of what is for a table, one after the other."""


def to_look_up() -> Ways:
    """For who wants to know one thing."""
    return (
        (reverse("search"), _("Search"), _("Ask a question, or look for a word")),
        (reverse("glossary"), _("Glossary"), _("What the words at the table mean")),
        (
            reverse("compare"),
            _("Rule sets compared"),
            _("Four rule sets side by side, and what differs"),
        ),
        (reverse("crib", args=["kompakt"]), _("Crib"), _("A rule set on one page, to print")),
        (
            reverse("coverage"),
            _("What is covered"),
            _("Every statement of the documents, and where it is practised"),
        ),
    )


def for_a_table() -> Ways:
    """For several people together."""
    return (
        (
            reverse("clubs"),
            _("Clubs"),
            _("Learn as a group, with a trainer who sees what to repeat"),
        ),
        (reverse("quizzes"), _("Quizzes"), _("For a group: make a quiz, or take one")),
        (
            reverse("score-sheets"),
            _("Score sheets"),
            _("An evening at the table, settled line by line"),
        ),
        (
            reverse("house-rules"),
            _("House rules"),
            _("Your table plays a little differently: keep its rules under a name"),
        ),
        (
            reverse("live-enter"),
            _("Join a live quiz"),
            _("With the code that stands on the screen"),
        ),
        (reverse("judge"), _("Settle a dispute"), _("Write down the game, the rules decide")),
    )
