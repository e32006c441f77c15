"""Draw the 24 card faces and the back into one SVG sprite, static/cards.svg."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

# Shapes are written out in every symbol instead of shared by a nested <use>: gzip shares them
# anyway, and no browser has to follow references inside an external file.
SUIT = "currentColor"
PAPER = "var(--card-paper, #fffdf6)"
BORDER = "var(--card-line, #b9b09a)"
INK = "var(--card-ink, #26302b)"
ACCENT = "var(--card-accent, #d9822b)"
BACK = "var(--card-back, #1f4d3a)"
BACK_LINE = "var(--card-back-line, #6f9a83)"

# The cards with a name of their own carry a small mark, 16 units high around the origin: the Dulle
# a sun, the Alte a star, the fox its head, Karlchen a bow tie.
MARK = "var(--card-mark, #b4631a)"
MARKS = {
    "HT": "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1-4 0ZM-1-5.4 0-8 1-5.4ZM-1 5.4 0 8 1 5.4ZM-5.4-1-8 0-5.4 1Z"
    "M5.4-1 8 0 5.4 1ZM-4.6-3.2-5.7-5.7-3.2-4.6ZM4.6-3.2 5.7-5.7 3.2-4.6ZM-4.6 3.2-5.7 5.7-3.2 4.6Z"
    "M4.6 3.2 5.7 5.7 3.2 4.6Z",
    "CQ": "M0-8 2-2.6 7.6-2.5 3.2 1 4.7 6.5 0 3.4-4.7 6.5-3.2 1-7.6-2.5-2-2.6Z",
    "DA": "M-8-8-2.6-3.4H2.6L8-8 7.4 1 0 8-7.4 1Z",
    "CJ": "M-8-5.5 0-.8 8-5.5V5.5L0 .8-8 5.5Z",
}

# Suit pips, 24 units high around the origin.
PIPS = {
    "C": "M-1.3 4.2A5.4 5.4 0 1 1-3.6-2.4A5.4 5.4 0 1 1 3.6-2.4A5.4 5.4 0 1 1 1.3 4.2"
    "Q1.6 9.6 4.8 12H-4.8Q-1.6 9.6-1.3 4.2Z",
    "S": "M0-12C3.2-6.6 10.6-2.6 10.6 3.2A5.3 5.3 0 0 1 1.7 7.1Q2.2 10.6 5 12H-5"
    "Q-2.2 10.6-1.7 7.1A5.3 5.3 0 0 1-10.6 3.2C-10.6-2.6-3.2-6.6 0-12Z",
    "H": "M0 11.5C-3.4 6-11.2 2-11.2-4.9A5.8 5.8 0 0 1 0-7A5.8 5.8 0 0 1 11.2-4.9"
    "C11.2 2 3.4 6 0 11.5Z",
    "D": "M0-12Q3.8-5.2 9.2 0Q3.8 5.2 0 12Q-3.8 5.2-9.2 0Q-3.8-5.2 0-12Z",
}

# Index letters as strokes around x = 0, 28 units high with the width of the stroke. They are
# paths because system fonts differ in width, and "10" must fit the strip seen in a hand.
LETTERS = {
    "A": "M-8 22.5 0 0 8 22.5M-5 15.5H5",
    "10": "M-10.4 4-6.9 0V22.5M5.2 0C8.7 0 10 4.6 10 11.2S8.7 22.5 5.2 22.5.4 17.8.4 11.2 1.7 0"
    " 5.2 0Z",
    "9": "M7.2 7.2A7.2 7.2 0 1 1-7.2 7.2 7.2 7.2 0 1 1 7.2 7.2V10C7.2 18 3.4 22.5-5 22.5",
    "K": "M-7 0V22.5M7.4 0-6.6 13.6M-1.6 9 8 22.5",
    "D": "M-7 0H-1.4C5 0 7.8 4.6 7.8 11.2S5 22.5-1.4 22.5H-7Z",
    "Q": "M0 0C6 0 8.4 4.6 8.4 11.2S6 22.5 0 22.5-8.4 17.8-8.4 11.2-6 0 0 0ZM2.4 15.8 8.6 23.6",
    "B": "M-6.8 10.6H1.2A5.3 5.3 0 0 0 1.2 0H-6.8V22.5H1.6A5.9 5.9 0 0 0 1.6 10.6",
    "J": "M6 0V15.2A6.6 7.3 0 0 1-7 16.4",
}

# The index letters of each rank by suffix of the symbol's name: a language, or none.
RANKS = {
    "A": {"": "A"},
    "T": {"": "10"},
    "K": {"": "K"},
    "Q": {"-de": "D", "-en": "Q"},
    "J": {"-de": "B", "-en": "J"},
    "9": {"": "9"},
}


def area(fill: str, path: str, opacity: str = "1") -> str:
    clear = "" if opacity == "1" else f' fill-opacity="{opacity}"'
    return f'<path fill="{fill}"{clear} d="{path}"/>'


def line(stroke: str, width: float, path: str) -> str:
    return f'<path fill="none" stroke="{stroke}" stroke-width="{width}" d="{path}"/>'


def dots(color: str, size: float, *spots: str) -> str:
    return line(color, size, "".join(f"M{spot}h.01" for spot in spots))


def circle(radius: float, fill: str, stroke: str) -> str:
    paint = f'fill="{fill}" stroke="{stroke}" stroke-width="2"'
    return f'<circle cx="50" cy="72" r="{radius}" {paint}/>'


def head(chin: str, neck: str = "") -> str:
    """Draw the face; its skin is the paper warmed by the accent, so it follows a dark page."""
    skin = f"M-9.5 22H9.5V33{chin}-9.5 33Z{neck}"
    look = dots(INK, 2.4, "-4.6 31", "4.6 31") + line(INK, 1.4, "M0 31V36.5")
    return area(PAPER, skin) + area(ACCENT, skin, ".22") + look


MOUTH = line(INK, 1.4, "M-2 40.3H2")
CROWN = (
    area(ACCENT, "M-16 24-21 10-10 16.5 0 8 10 16.5 21 10 16 24Z")
    + area(SUIT, "M-16.5 21.5H16.5V26.5H-16.5Z")
    + line(ACCENT, 2.4, "M0 10V3.8M-3 6.3H3")
)
CURLS = area(
    INK,
    "M-14 22H14V38C14 44 16 47 20 49C16 54 9 54 6 50H-6C-9 54-16 54-20 49C-16 47-14 44-14 38Z",
)
BEARD = area(INK, "M-10 37C-6 39-4 36 0 38.5C4 36 6 39 10 37V44C10 53 5 58 0 62C-5 58-10 53-10 44Z")
ERMINE = area(PAPER, "M-19 51C-20 62-10 69 0 69S20 62 19 51Z") + line(
    INK, 1.8, "M-15.5 54.5V57M15.5 54.5V57M11.5 59.5V62M5.5 62.5V65"
)
TIARA = (
    area(SUIT, "M-14 23A14 14 0 0 1 14 23Q0 17-14 23Z")
    + line(ACCENT, 3.4, "M-14 23Q0 17 14 23")
    + dots(ACCENT, 5, "-14 14.5", "-7.8 8.7", "0 6.5", "7.8 8.7", "14 14.5")
)
NECKLACE = dots(ACCENT, 2.6, "-6 52.8", "-3.2 55.2", "0 56", "3.2 55.2", "6 52.8")
FEATHERED_CAP = (
    area(ACCENT, "M5 16C8 6 18 1 30 5C25 8 24 15 13 18Z")
    + area(SUIT, "M-16 24C-20 13-8 9 2 10S19 15 16 24Z")
    + line(ACCENT, 3.2, "M-15.5 23.5H15.5")
)
HALBERD = line(INK, 2.4, "M-25 10V72") + area(
    ACCENT,
    "M-25 3-22.5 11-24 14.5H-21L-18.5 18-21 21.5H-25Q-28 22-30 27.5Q-33 18-30 8.5"
    "Q-28 14.5-26 14.5L-27.5 11Z",
)
COLLAR = area(PAPER, "M-12 50-4.5 48 0 53.5 4.5 48 12 50 8 59 0 53.5-8 59Z")
BUTTONS = dots(ACCENT, 3, "0 60", "0 66")

# The upper half of each court card, the figure's axis at x = 0, its belt at y = 72.
COURTS = {
    "K": area(SUIT, "M-30 72C-30 60-24 54-12 52H12C24 54 30 60 30 72Z")
    + ERMINE
    + CURLS
    + head("V40H-9.5V")
    + BEARD
    + CROWN,
    "Q": area(INK, "M-14 24A14 14 0 0 1 14 24C14 38 15 47 21 56H-21C-15 47-14 38-14 24Z")
    + area(SUIT, "M-27 72C-27 60-19 56-9 53H9C19 56 27 60 27 72Z")
    + head("A9.5 11.5 0 0 1", "M-4.5 42H4.5V50L10 53Q0 66-10 53L-4.5 50Z")
    + MOUTH
    + NECKLACE
    + TIARA,
    "J": HALBERD
    + area(INK, "M-14 22H14V42C14 46 10 47 6 47H-6C-10 47-14 46-14 42Z")
    + area(SUIT, "M-27 72C-27 60-22 54-10 51H10C22 54 27 60 27 72Z")
    + head("C9.5 41 5 44.5 0 44.5S-9.5 41", "M-4.5 42H4.5V54H-4.5Z")
    + MOUTH
    + COLLAR
    + BUTTONS
    + FEATHERED_CAP,
}


def pip(suit: str, x: float, y: float, height: float, fill: str = SUIT) -> str:
    place = f"translate({x} {y})scale({height / 24:.3g})"
    return f'<path fill="{fill}" transform="{place}" d="{PIPS[suit]}"/>'


def shift(x: float, y: float, drawing: str) -> str:
    return f'<g transform="translate({x} {y})">{drawing}</g>'


def twice(half: str) -> str:
    """Draw a half as it is and once more upside down."""
    return f'{half}<g transform="rotate(180 50 72)">{half}</g>'


def middle(suit: str, rank: str) -> str:
    if rank == "A":
        return pip(suit, 50, 72, 42)
    if rank in COURTS:
        clasp = circle(11.5, PAPER, ACCENT) + pip(suit, 50, 72, 15)
        return twice(shift(63, 0, COURTS[rank])) + area(ACCENT, "M7 70H93V74H7Z") + clasp
    half = "".join(pip(suit, x, y, 14) for y in (20, 54.5) for x in (41, 59))
    if rank == "T":
        return twice(half + pip(suit, 50, 37.2, 14))
    return twice(half) + pip(suit, 50, 72, 14)


def symbol(name: str, drawing: str) -> str:
    # The border keeps one pixel at every size.
    return (
        f'<symbol id="{name}" viewBox="0 0 100 144" stroke-linecap="round" stroke-linejoin="round">'
        f'<rect x="1" y="1" width="98" height="142" rx="8" fill="{PAPER}" stroke="{BORDER}"'
        f' vector-effect="non-scaling-stroke"/>{drawing}</symbol>\n'
    )


def face(suit: str, rank: str, letter: str) -> str:
    index = shift(18, 10.5, line(SUIT, 5.5, LETTERS[letter])) + pip(suit, 18, 53, 23)
    if suit + rank in MARKS:
        index += shift(88, 33, area(MARK, MARKS[suit + rank]))
    return middle(suit, rank) + twice(index)


def back() -> str:
    """Draw a lattice whose lines end on the rim of a field of 80 by 120 units."""
    lattice = "".join(
        f"M{10 + step} 12 90 {132 - step * 1.5}M{10 + step} 132 90 {12 + step * 1.5}"
        f"M{90 - step} 12 10 {132 - step * 1.5}M{90 - step} 132 10 {12 + step * 1.5}"
        for step in range(0, 80, 16)
    )
    field = f'<rect x="6" y="6" width="88" height="132" rx="4" fill="{BACK}"/>'
    lines = line(BACK_LINE, 1, f"M10 12H90V132H10Z{lattice}")
    return field + lines + circle(19, BACK, BACK_LINE) + pip("C", 50, 72, 22, BACK_LINE)


def sprite() -> str:
    faces = [
        symbol(f"{suit}{rank}{suffix}", face(suit, rank, letter))
        for rank, letters in RANKS.items()
        for suit in PIPS
        for suffix, letter in letters.items()
    ]
    body = "".join([*faces, symbol("back", back())])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}</svg>\n'


class Command(BaseCommand):
    help = "Draw the playing cards into static/cards.svg."

    def handle(self, *_args: Any, **_options: Any) -> None:
        path = Path(settings.BASE_DIR) / "static" / "cards.svg"
        path.write_text(sprite(), encoding="utf-8")
        self.stdout.write(f"{path}: {path.stat().st_size} bytes")
