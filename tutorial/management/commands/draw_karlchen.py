"""Draw Karlchen, the jack of clubs, into static/karlchen.svg and the site's icon."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tutorial.management.commands.draw_cards import (
    BOB,
    COLLAR,
    INK,
    NECK,
    PAPER,
    SLIM,
    SMILE,
    SUIT,
    area,
    head,
    line,
    shift,
)

FOX = "var(--fox, #f08a24)"
HAIR = "var(--hair, #68432f)"
"""Of one brown by day and by night, and lighter than what it lies on."""
SKIN = "#f3e3cb"
"""Of a hand, which lies on other colours than the paper."""

COAT = area(SUIT, "M-25 66C-25 56-20 53-10 51H10C20 53 25 56 25 66Z")
CAP = (
    area(FOX, "M4 17C7 5 18-1 32 2.5C27 7 25 16 13 19Z")
    + line(SUIT, 1, "M9 16C13 10 18 6.5 25 5")
    + area(SUIT, "M-17 24C-21 12-8 7.5 2 9S20 14 17 24Z")
    + line(FOX, 3.4, "M-16.5 23.5H16.5")
)
TOP_OF_HAIR = area(HAIR, "M-14 26C-14 16-7 13 0 13S14 16 14 26Z")
PUZZLED = line(INK, 1.4, "M-1.8 40.6 2.4 39.6M-6.8 28H-2.8M2.6 26.4Q5 23.8 7.4 25.8")
LAUGH = area(INK, "M-3.4 37.6Q0 38.9 4.2 37.4 3.6 42.4 0.4 42.4-2.8 42.4-3.4 37.6Z")
SLIP = (
    area(PAPER, "M6 44H27V70H6Z")
    + line(INK, 0.5, "M6 70V44H27V70")
    + line(INK, 0.9, "M10 49.5H23M10 53.5H23M10 57.5H18")
)


def arm(path: str, x: float, y: float) -> str:
    """Draw an arm raised beside the head, and its hand."""
    hand = f"M{x - 3.6} {y}A3.6 3.6 0 1 1 {x + 3.6} {y} 3.6 3.6 0 1 1 {x - 3.6} {y}Z"
    return line(SUIT, 7, path) + area(SKIN, hand)


def turned(degrees: float, x: float, y: float, drawing: str) -> str:
    return f'<g transform="rotate({degrees} {x} {y})">{drawing}</g>'


HEAD = BOB.replace(INK, HAIR) + head(SLIM, NECK)
BUST = COAT + HEAD
POSES = {
    "karlchen": BUST + SMILE + COLLAR + CAP,
    "karlchen-puzzled": BUST
    + PUZZLED
    + COLLAR
    + turned(-9, 0, 22, CAP)
    + arm("M20 61 27 50 21 33", 19, 30),
    "karlchen-thinking": BUST + PUZZLED + COLLAR + turned(-9, 0, 22, CAP),
    "karlchen-greeting": BUST
    + TOP_OF_HAIR
    + SMILE
    + COLLAR
    + turned(10, 0, 22, shift(1, -11, CAP))
    + arm("M20 61 29 47 22 24", 20.5, 19),
    "karlchen-cheering": BUST
    + TOP_OF_HAIR
    + LAUGH
    + COLLAR
    + turned(14, 0, 22, shift(-1, -14, CAP))
    + arm("M-20 61-28 48-25 30", -24.5, 25)
    + arm("M20 61 28 48 25 30", 24.5, 25),
    "karlchen-writing": BUST
    + SMILE
    + COLLAR
    + turned(-4, 0, 22, CAP)
    + turned(-7, 17, 54, SLIP)
    + arm("M-20 60-13 62-4 58", 1, 57)
    + line(FOX, 2.2, "M2 57 10 50"),
}
SIGN = "-27 1 60 65"
FIELDS = {
    "karlchen-puzzled": "-27 -3 62 69",
    "karlchen-thinking": "-27 -7 62 73",
    "karlchen-greeting": "-27 -10 66 76",
    "karlchen-cheering": "-34 -13 72 79",
    "karlchen-writing": "-27 -2 62 68",
}
"""Where a pose needs more room than the sign."""


def sprite() -> str:
    symbols = "".join(
        f'<symbol id="{name}" viewBox="{FIELDS.get(name, SIGN)}" stroke-linecap="round"'
        f' stroke-linejoin="round">{pose}</symbol>\n'
        for name, pose in POSES.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}</svg>\n'


def icon() -> str:
    """Draw the head alone, large enough for sixteen pixels."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-27 0 54 54" color="#1d5c43"'
        ' stroke-linecap="round" stroke-linejoin="round">'
        f'<rect x="-27" width="54" height="54" rx="12" fill="#fbf1e3"/>'
        f"{shift(-7.5, 5, HEAD + SMILE + CAP)}</svg>\n"
    )


def large_icon(around: int, corner: int) -> str:
    """Draw him down to his coat, in the middle of a square of so many units."""
    left, top = (7 - around) / 2, 66 - around
    square = f'x="{left}" y="{top}" width="{around}" height="{around}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {around} {around}"'
        ' color="#1d5c43" stroke-linecap="round" stroke-linejoin="round">'
        f'<rect {square} rx="{corner}" fill="#fbf1e3"/>{POSES["karlchen"]}</svg>\n'
    )


DRAWINGS = {"karlchen.svg": sprite, "icon.svg": icon}


class Command(BaseCommand):
    help = "Draw Karlchen into static/karlchen.svg and static/icon.svg."

    def handle(self, *_args: Any, **_options: Any) -> None:
        for name, drawing in DRAWINGS.items():
            path = Path(settings.BASE_DIR) / "static" / name
            path.write_text(drawing(), encoding="utf-8")
            self.stdout.write(f"{path}: {path.stat().st_size} bytes")
