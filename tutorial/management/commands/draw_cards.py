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

# The cards with a name of their own carry a mark around the origin: the Dulle a sun with a heart,
# the Alte an old lady, the fox its head, Karlchen his hat. What is left out of them is paper, so
# nothing of them is seen where marks would answer.
MARK = "var(--card-mark, #b4631a)"

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

# Index letters as strokes around x = 0, 24 units high with the width of the stroke. They are
# paths because system fonts differ in width, and "10" must keep clear of the edge and the pips.
LETTERS = {
    "A": "M-6.8 20 0 0 6.8 20M-4.4 13.6H4.4",
    "10": "M-6.6 3.4-4.3 0V20M3.9 0C6 0 6.8 4 6.8 10S6 20 3.9 20 1 16 1 10 1.8 0 3.9 0Z",
    "9": "M6 6.2A6 6.2 0 1 1-6 6.2 6 6.2 0 1 1 6 6.2V9C6 16 2.8 20-4.2 20",
    "K": "M-5.8 0V20M6.2 0-5.6 12M-1.4 8 6.6 20",
    "D": "M-5.8 0H-1.2C4.2 0 6.6 4 6.6 10S4.2 20-1.2 20H-5.8Z",
    "Q": "M0 0C5 0 7 4 7 10S5 20 0 20-7 16-7 10-5 0 0 0ZM2 14 7.2 21",
    "B": "M-5.8 9.4H1A4.7 4.7 0 0 0 1 0H-5.8V20H1.4A5.3 5.3 0 0 0 1.4 9.4",
    "J": "M5 0V13.6A5.6 6.4 0 0 1-6 14.6",
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


def shift(x: float, y: float, drawing: str) -> str:
    return f'<g transform="translate({x} {y})">{drawing}</g>'


def head(chin: str, neck: str = "") -> str:
    """Draw the face; its skin is the paper warmed by the accent, so it follows a dark page."""
    skin = f"M-9.5 22H9.5V33{chin}-9.5 33Z{neck}"
    look = dots(INK, 2.4, "-4.6 31", "4.6 31") + line(INK, 1.4, "M0 31V36.5")
    return area(PAPER, skin) + area(ACCENT, skin, ".22") + look


MOUTH = line(INK, 1.4, "M-2 40.3H2")
SMILE = line(INK, 1.4, "M-2.8 39.4Q0 41.6 3.2 38.8")
ROUND, SLIM = "A9.5 11.5 0 0 1", "C9.5 41 5 44.5 0 44.5S-9.5 41"
BARE_NECK = "M-4.5 42H4.5V50L10 53Q0 66-10 53L-4.5 50Z"
NECK = "M-4.5 42H4.5V54H-4.5Z"

ROBE = area(SUIT, "M-30 72C-30 60-24 54-12 52H12C24 54 30 60 30 72Z")
GOWN = area(SUIT, "M-27 72C-27 60-19 56-9 53H9C19 56 27 60 27 72Z")
JERKIN = area(SUIT, "M-27 72C-27 60-22 54-10 51H10C22 54 27 60 27 72Z")
ERMINE = area(PAPER, "M-19 51C-20 62-10 69 0 69S20 62 19 51Z") + line(
    INK, 1.8, "M-15.5 54.5V57M15.5 54.5V57M11.5 59.5V62M5.5 62.5V65"
)
CURLS = "M-14 22H14V38C14 44 16 47 20 49C16 54 9 54 6 50H-6C-9 54-16 54-20 49C-16 47-14 44-14 38Z"
BOB = area(INK, "M-14 22H14V42C14 46 10 47 6 47H-6C-10 47-14 46-14 42Z")
NECKLACE = dots(ACCENT, 2.6, "-6 52.8", "-3.2 55.2", "0 56", "3.2 55.2", "6 52.8")
COLLAR = area(PAPER, "M-12 50-4.5 48 0 53.5 4.5 48 12 50 8 59 0 53.5-8 59Z")
BUTTONS = dots(ACCENT, 3, "0 60", "0 66")

# Kings: clubs an open crown and a long beard, spades a sword and an arched crown, hearts golden
# hair, diamonds a turban.
CROWN = (
    area(ACCENT, "M-16 24-21 10-10 16.5 0 8 10 16.5 21 10 16 24Z")
    + area(SUIT, "M-16.5 21.5H16.5V26.5H-16.5Z")
    + line(ACCENT, 2.4, "M0 10V3.8M-3 6.3H3")
)
LONG_BEARD = area(
    INK, "M-10 37C-6 39-4 36 0 38.5C4 36 6 39 10 37V44C10 53 5 58 0 62C-5 58-10 53-10 44Z"
)
ARCHED_CROWN = (
    area(SUIT, "M-15 22C-19 8-6 6 0 9C6 6 19 8 15 22Z")
    + line(ACCENT, 3, "M-15 21C-19 8-6 6 0 9C6 6 19 8 15 21M0 9V20")
    + area(ACCENT, "M-16.5 20H16.5V25.5H-16.5Z")
    + dots(ACCENT, 5, "0 6.5")
)
FORKED_BEARD = area(
    INK, "M-10 37C-6 39-4 36.5 0 38.5C4 36.5 6 39 10 37V46L6.5 57 0 49-6.5 57-10 46Z"
)
SWORD = (
    line(INK, 3.6, "M29 9V44") + line(ACCENT, 3.4, "M22 46H36M29 46V55") + dots(ACCENT, 6, "29 57")
)
LILY_CROWN = (
    area(SUIT, "M-16 24-18 13H18L16 24Z")
    + dots(ACCENT, 8.5, "-16.5 12.5", "0 9", "16.5 12.5")
    + dots(ACCENT, 4.5, "-8.5 13.5", "8.5 13.5")
    + area(ACCENT, "M-16.5 20.5H16.5V25.5H-16.5Z")
)
FULL_BEARD = area(
    ACCENT, "M-11 34C-8 38-5 36.5 0 38.5C5 36.5 8 38 11 34C13 46 8 53 0 53S-13 46-11 34Z"
)
SCEPTRE = line(INK, 2.4, "M29 24V66") + area(
    ACCENT,
    "M29 26C27 22 21.5 19.5 21.5 14.5A4 4 0 0 1 29 13A4 4 0 0 1 36.5 14.5C36.5 19.5 31 22 29 26Z",
)
TURBAN = (
    area(SUIT, "M-19 20C-20 9-8 4 3 5S21 13 19 20C16 27-15 28-19 20Z")
    + line(PAPER, 1.6, "M-18 19C-8 21 6 17 10 6M-12 24C0 24 14 19 18 13")
    + area(ACCENT, "M-2 14C-6 8-4 3 1 1C1 6 4 8 2 14Z")
    + dots(ACCENT, 6, "0 16")
)
MOUSTACHE = area(
    INK, "M0 37C4 35.5 7 37 11.5 35C10 40.5 4 41.5 0 39C-4 41.5-10 40.5-11.5 35C-7 37-4 35.5 0 37Z"
) + area(INK, "M-2.5 43.5H2.5L0 50Z")
AXE = line(INK, 2.6, "M26 10V66") + area(
    ACCENT, "M25 14C30 14 33 11 35 9Q38 19 35 30C33 27 30 25 25 25Z"
)

# Queens: clubs pearls and a ruff, spades a hood, hearts golden hair and a rose, diamonds a fan.
TIARA = (
    area(SUIT, "M-14 23A14 14 0 0 1 14 23Q0 17-14 23Z")
    + line(ACCENT, 3.4, "M-14 23Q0 17 14 23")
    + dots(ACCENT, 5, "-14 14.5", "-7.8 8.7", "0 6.5", "7.8 8.7", "14 14.5")
)
PINNED_HAIR = area(INK, "M-14 24A14 14 0 0 1 14 24V33C14 40 11 44 8 46H-8C-11 44-14 40-14 33Z")
RIM = "M-23 51A23 8.5 0 1 1 23 51 23 8.5 0 1 1-23 51Z"
PLEATS = "M-17 51-22 51M-14 54-18 56M-8 55.5-10 58.5M0 55V59M8 55.5 10 58.5M14 54 18 56M17 51 22 51"
RUFF = area(PAPER, RIM) + line(INK, 1.3, RIM + PLEATS)
HOOD = area(
    SUIT, "M0 4C13 5 17 17 17 32C17 44 20 52 25 60H-25C-20 52-17 44-17 32C-17 17-13 5 0 4Z"
) + area(PAPER, "M-9.5 22H9.5V33C9.5 50 5 56 0 60C-5 56-9.5 50-9.5 33Z")
HOOD_EDGE = line(
    ACCENT, 2.6, "M-11 35C-12 24-9 14.5 0 14S12 24 11 35C11 46 6 53 0 57C-6 53-11 46-11 35Z"
)
LOOSE_HAIR = area(
    ACCENT,
    "M-14 24A14 14 0 0 1 14 24C15 34 13 38 18 45S20 58 21 62H-21C-20 58-23 52-18 45S-15 34-14 24Z",
)
WREATH = line(INK, 1.6, "M-14 21Q0 10 14 21") + dots(
    SUIT, 7, "-13 20.5", "-7 15.5", "0 13.5", "7 15.5", "13 20.5"
)
ROSE = (
    line(INK, 1.8, "M29 40V66M29 56Q34 55 35.5 50")
    + dots(SUIT, 13, "29 34")
    + line(PAPER, 1.4, "M29 34Q31.5 32 29 31Q25.5 31.5 26 35Q28.5 38.5 32.5 36")
)
HIGH_HAIR = (
    area(INK, "M-13 25C-17 12-9 12-7 9C-9 1 9 1 7 9C9 12 17 12 13 25V36H-13Z")
    + line(ACCENT, 3, "M-7.5 10.5H7.5")
    + dots(ACCENT, 4.5, "-13 38", "13 38")
)
FAN = (
    area(ACCENT, "M28 62 15 40A24 24 0 0 1 38.5 37.5Z")
    + line(PAPER, 1.3, "M28 62 20.5 37M28 62 26.5 35M28 62 33 35.5")
    + dots(SUIT, 5, "28 62")
)

# Jacks: clubs a feathered cap, spades helmet and halberd, hearts a lute, diamonds bells.
FEATHERED_CAP = (
    area(ACCENT, "M5 16C8 6 18 1 30 5C25 8 24 15 13 18Z")
    + area(SUIT, "M-16 24C-20 13-8 9 2 10S19 15 16 24Z")
    + line(ACCENT, 3.2, "M-15.5 23.5H15.5")
)
HELMET = (
    area(SUIT, "M-13 20C-13 10-6 6.5 0 5C6 6.5 13 10 13 20Z")
    + line(ACCENT, 2, "M0 5V18")
    + area(SUIT, "M-22 25Q0 10 22 25Q0 20-22 25Z")
    + line(ACCENT, 2, "M-22 25Q0 19 22 25")
)
HALBERD = line(INK, 2.4, "M29 10V72") + area(
    ACCENT,
    "M29 3 31.5 11 30 14.5H33L35.5 18 33 21.5H29Q26 22 24 27.5Q21 18 24 8.5"
    "Q26 14.5 28 14.5L26.5 11Z",
)
GOLDEN_CURLS = dots(ACCENT, 11, "-13 27", "-14 34", "-13 41", "13 27", "14 34", "13 41")
BERET = area(SUIT, "M-15 23C-25 21-25 10-13 7S15 5 18 13 17 22 15 23Z") + line(
    ACCENT, 3, "M-14 23H14"
)
LUTE = (
    line(INK, 4, "M17 57 31 36M28 34 34 38")
    + area(ACCENT, "M20 52C27 57 22 71 11 72H-1C-2 62 8 49 20 52Z")
    + dots(INK, 4.5, "11 62")
)
FOOLS_CAP = (
    area(SUIT, "M-14 25C-15 16-19 13-26 17C-24 5-7 3 0 13C7 3 24 5 26 17C19 13 15 16 14 25Z")
    + area(ACCENT, "M0 13C7 3 24 5 26 17C19 13 15 16 14 25H0Z")
    + dots(ACCENT, 6, "-26 19")
    + dots(SUIT, 6, "26 19")
    + line(INK, 2.4, "M-14 25H14")
)
POINTED_COLLAR = area(ACCENT, "M-18 51H18L14 60 7 54.5 0 64-7 54.5-14 60Z")

# The upper half of each court card, the figure's axis at x = 0, its belt at y = 72.
COURTS = {
    "CK": ROBE + ERMINE + area(INK, CURLS) + head("V40H-9.5V") + LONG_BEARD + CROWN,
    "SK": SWORD + ROBE + ERMINE + BOB + head("V40H-9.5V") + FORKED_BEARD + ARCHED_CROWN,
    "HK": SCEPTRE
    + ROBE
    + ERMINE
    + area(ACCENT, CURLS)
    + head("V40H-9.5V")
    + FULL_BEARD
    + LILY_CROWN,
    "DK": AXE + ROBE + ERMINE + head(ROUND, NECK) + MOUSTACHE + TURBAN,
    "CQ": PINNED_HAIR + GOWN + RUFF + head(ROUND) + MOUTH + TIARA,
    "SQ": GOWN + HOOD + head(ROUND) + MOUTH + HOOD_EDGE,
    "HQ": ROSE + LOOSE_HAIR + GOWN + head(ROUND, BARE_NECK) + MOUTH + WREATH,
    "DQ": HIGH_HAIR + GOWN + head(ROUND, BARE_NECK) + MOUTH + NECKLACE + FAN,
    "CJ": BOB + JERKIN + head(SLIM, NECK) + SMILE + COLLAR + BUTTONS + FEATHERED_CAP,
    "SJ": HALBERD + JERKIN + head(SLIM, NECK) + MOUTH + BUTTONS + HELMET,
    "HJ": GOLDEN_CURLS + JERKIN + head(SLIM, NECK) + MOUTH + COLLAR + BERET + LUTE,
    "DJ": JERKIN + head(SLIM, NECK) + SMILE + POINTED_COLLAR + FOOLS_CAP,
}

RAYS = "".join(
    f'<path fill="{MARK}" transform="rotate({turn})" d="M-1.8-8.5 0-13 1.8-8.5Z"/>'
    for turn in range(0, 360, 30)
)
SUN = (
    RAYS
    + dots(MARK, 14, "0 0")
    + area(
        PAPER,
        "M0 4.5C-1.5 2-4.8.5-4.8-2A2.5 2.5 0 0 1 0-2.9A2.5 2.5 0 0 1 4.8-2C4.8.5 1.5 2 0 4.5Z",
    )
)
OLD_LADY = (
    dots(MARK, 7, "0-8.5")
    + area(MARK, "M-9 3A9 9 0 1 1 9 3L7 9H-7Z")
    + area(PAPER, "M-5.8 0Q0-5 5.8 0V3A5.8 6 0 0 1-5.8 3Z")
    + line(
        MARK,
        1.3,
        "M-5.6 2.5A2.4 2.4 0 1 0-.8 2.5 2.4 2.4 0 1 0-5.6 2.5Z"
        "M.8 2.5A2.4 2.4 0 1 0 5.6 2.5 2.4 2.4 0 1 0 .8 2.5Z",
    )
)
FOX = (
    area(
        MARK,
        "M-16-15-6-9Q0-10.5 6-9L16-15Q16.5-5 13-1L16 3 11.5 5Q5 9 0 15Q-5 9-11.5 5L-16 3-13-1"
        "Q-16.5-5-16-15Z",
    )
    + area(
        PAPER,
        "M0 11.5C-3 6-6 2.5-12.5 2.5C-10 5-3.5 8.5 0 13.5C3.5 8.5 10 5 12.5 2.5C6 2.5 3 6 0 11.5Z"
        "M-13.5-11.5-8.5-8-12.5-5.5ZM13.5-11.5 8.5-8 12.5-5.5Z",
    )
    + dots(PAPER, 2.6, "-5.5-1", "5.5-1")
    + dots(MARK, 4, "0 12.5")
)
HAT = area(
    MARK,
    "M0-1.5C1-8 5-12 11.5-11.5C10.5-6 9-1 4.5 1.5ZM-10.5 4.5C-12.5-2-7-5-1-4S9 0 8 4.5Z"
    "M-11 6.5H9V10H-11Z",
)
MARKS = {
    "HT": shift(80.5, 37.3, SUN),
    "CQ": shift(86.5, 22, OLD_LADY),
    "DA": shift(77, 28, FOX),
    "CJ": shift(86, 37.5, HAT),
}


def pip(suit: str, x: float, y: float, height: float, fill: str = SUIT) -> str:
    place = f"translate({x} {y})scale({height / 24:.3g})"
    return f'<path fill="{fill}" transform="{place}" d="{PIPS[suit]}"/>'


def twice(half: str) -> str:
    """Draw a half as it is and once more upside down."""
    return f'{half}<g transform="rotate(180 50 72)">{half}</g>'


def middle(suit: str, rank: str) -> str:
    if rank == "A":
        return pip(suit, 50, 72, 44)
    if suit + rank in COURTS:
        clasp = circle(11.5, PAPER, ACCENT) + pip(suit, 50, 72, 15)
        figure = shift(60, 0, COURTS[suit + rank])
        return twice(figure) + area(ACCENT, "M7 70H93V74H7Z") + clasp
    half = "".join(pip(suit, x, y, 16.2) for y in (20, 54.7) for x in (38.5, 61.5))
    if rank == "T":
        return twice(half + pip(suit, 50, 37.3, 16.2))
    return twice(half) + pip(suit, 50, 72, 16.2)


def symbol(name: str, drawing: str) -> str:
    # The border keeps one pixel at every size.
    return (
        f'<symbol id="{name}" viewBox="0 0 100 144" stroke-linecap="round" stroke-linejoin="round">'
        f'<rect x="1" y="1" width="98" height="142" rx="8" fill="{PAPER}" stroke="{BORDER}"'
        f' vector-effect="non-scaling-stroke"/>{drawing}</symbol>\n'
    )


def face(suit: str, rank: str, letter: str) -> str:
    small = 12.5 if rank in "T9" else 17
    index = shift(15, 10.9, line(SUIT, 4.4, LETTERS[letter])) + pip(suit, 15, 44, small)
    if suit + rank in MARKS:
        index += MARKS[suit + rank]
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
