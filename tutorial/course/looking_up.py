"""What is offered besides the rules themselves: named on the home page, and found by searching."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _


def to_look_up() -> tuple[tuple[str, str, str], ...]:
    """The address of each, its title and what it is, in the language spoken."""
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
            reverse("clubs"),
            _("Clubs"),
            _("Learn as a group, with a trainer who sees what to repeat"),
        ),
        (
            reverse("house-rules"),
            _("House rules"),
            _("Your table plays a little differently: keep its rules under a name"),
        ),
        (
            reverse("score-sheets"),
            _("Score sheets"),
            _("An evening at the table, settled line by line"),
        ),
        (reverse("quizzes"), _("Quizzes"), _("For a group: make a quiz, or take one")),
        (
            reverse("coverage"),
            _("What is covered"),
            _("Every statement of the documents, and where it is practised"),
        ),
    )
