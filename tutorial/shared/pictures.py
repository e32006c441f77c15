"""The pictures of shared links: what is written on them, and which page is shown with which."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lessons.content.languages import COMPLETE, FALLBACK

WIDTH, HEIGHT = 1200, 630


@dataclass(frozen=True, slots=True)
class Picture:
    name: str
    headline: str | Promise
    shown: str | Promise
    """What is seen on it, for who does not see it."""

    def file(self, language: str) -> str:
        """Its path among the static files."""
        return f"pictures/{self.name}-{language if language in COMPLETE else FALLBACK}.png"


HOME = Picture(
    "home",
    _("Learn Doppelkopf, trick by trick."),
    _("Five cards on green cloth beside Karlchen, the jack of clubs with his feathered cap."),
)
EXERCISE = Picture(
    "exercise",
    _("Your turn."),
    _("A trick on green cloth: three cards lie, the fourth place is empty."),
)
LESSON = Picture(
    "lesson",
    _("The rules, card by card."),
    _("The highest trumps in a row, the ten of hearts first."),
)
REPLAY = Picture(
    "replay",
    _("A game, move by move."),
    _("Three hands face down around a trick, and one hand open."),
)
JUDGE = Picture(
    "judge",
    _("Who is right?"),
    _("A score slip for Re and Kontra with a question mark in it."),
)
PICTURES = (HOME, EXERCISE, LESSON, REPLAY, JUDGE)

_OF_PAGES = {
    EXERCISE: (
        "practice", "exercise", "dispute", "ten", "sitting", "sitting-end", "progress", "keepsake",
        "mine", "take-along", "joined", "delete",
        "account_login", "account_signup", "account_logout", "account_change_password",
        "passkeys", "account-address",
        "account_reset_password", "account_reset_password_done",
        "account_reset_password_from_key", "account_reset_password_from_key_done",
        "quizzes", "quiz-new", "quiz-lead", "quiz-settings", "quiz-results", "quiz-print",
        "quiz-copy", "quiz-delete", "quiz-question", "quiz-answer", "quiz-enter", "quiz",
        "quiz-end", "quiz-item", "quiz-bring", "quiz-own", "quiz-own-change", "paper", "quiz-live",
        "live-enter", "live-begin", "live", "live-screen", "live-lead", "live-own",
        "clubs", "club-new", "club-enter", "club-join", "club", "club-me", "club-people",
        "club-delete", "club-answer", "club-homework", "homework",
        "club-settings", "club-way", "login-cards", "login-card",
    ),
    LESSON: (
        "path", "step", "screen", "document", "section", "glossary", "search", "compare", "crib",
        "coverage", "knower", "differences", "together",
        "house-rules", "house-new", "house", "house-change", "house-version",
    ),
    REPLAY: (
        "play", "game", "game-settled",
        "replays", "own", "own-text", "replay", "replay-rules", "replay-delete",
    ),
    JUDGE: (
        "judge", "judge-text", "figures",
        "club-nights", "night-new", "club-night", "night-delete",
        "score-sheets", "score-new", "score-sheet", "score-delete", "score-game",
    ),
}  # fmt: skip
_OF_PAGE = {page: picture for picture, pages in _OF_PAGES.items() for page in pages}


def picture_of(page: str | None) -> Picture:
    """By the name of its address; what has none of its own is shown with that of the home page."""
    return _OF_PAGE.get(page or "", HOME)
