"""What is offered besides the rules themselves: named on the home page, and found by searching.

Of each its address, its title and what it is, in the language spoken.
"""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.reading import course
from lessons.exercises.kinds import KINDS

Ways = tuple[tuple[str, str, str], ...]
Tiles = tuple[tuple[tuple[str, str, str], str], ...]
"""Each with its picture."""


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


def tiles_of_home() -> Tiles:
    """What one does here."""
    pictures = ("D9 DJ CQ HT", "SA back HQ", "back back CJ back back", "Re/2/3 Kontra/1/?",
                "CJ SJ HJ DJ")  # fmt: skip
    steps, kinds, games = len(course().beginners.path), len(KINDS), len(course().replays)
    ways = (
        (
            reverse("path"),
            _("The path"),
            _("{steps} short steps to your first settlement").format(steps=steps),
        ),
        (
            reverse("practice"),
            _("Practise"),
            _("{kinds} kinds of exercise, as hard as you like").format(kinds=kinds),
        ),
        (
            reverse("replays"),
            _("Games"),
            _("{games} games and examples, card by card").format(games=games),
        ),
        _judge(),
        (
            reverse("together"),
            _("For your table"),
            _("Clubs, quizzes, score sheets, house rules"),
        ),
    )
    return tuple(zip(ways, pictures, strict=True))


def tiles_for_a_table() -> Tiles:
    """The same of what is for a table."""
    pictures = ("CJ SJ HJ DJ", "? ? ?", "Re/2/3 Kontra/1/?", "HT HT", "? ✓", "CQ ? SQ")
    return tuple(zip(for_a_table(), pictures, strict=True))


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
        _judge(),
    )


def _judge() -> tuple[str, str, str]:
    return reverse("judge"), _("Settle a dispute"), _("Write down the game, the rules decide")
