"""Draw the suits, coloured as on the cards, and a plain figure 4 into the headings' font.

Sentences name cards all the time, and the system's own signs differ: black, thin, or an emoji.
What a palette holds stands in the order of SUITS; tokens.css chooses one by deck and theme."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

from tutorial.management.commands.draw_cards import PIPS

SUITS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
PALETTES = (
    ("#151d18", "#384863", "#c51d24", "#c51d24"),
    ("#f2eadd", "#b8ccec", "#fd736f", "#fd736f"),
    ("#09672e", "#384863", "#c51d24", "#0961bb"),
    ("#67d283", "#b8ccec", "#fd736f", "#67b0f9"),
)
"""Two colours by day and by night, four by day and by night: the tokens of the cards, and what is
as light as the words of the night. Each is at least 4.5 : 1 on every ground that words stand on."""
FIGURE_4 = (
    "M965 1433Q1025 1433 1025 1373L1025 485L1170 485Q1239 485 1239 410Q1239 320 1168 320"
    "L1025 320L1025 205Q1025 155 1078 137L1152 116Q1209 97 1209 57Q1209 0 1137 0L528 0"
    "Q456 0 456 56Q456 101 512 116L602 137Q654 151 654 203L654 320L108 320Q32 320 32 400"
    "Q32 452 60 490L735 1398Q761 1433 805 1433ZM654 485L654 960L300 485Z"
)
"""In the font's units, upwards. Its own has a loop and a bar that strikes through it when small,
beside figures that are struck through."""
HIGH = 24
"""Of a pip, around its origin."""
BESIDE = 1.4
"""What is left free at its sides, of the same unit."""


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("font", type=Path)

    def handle(self, *, font: Path, **_options: Any) -> None:
        drawn = TTFont(font)
        for suit, sign in SUITS.items():
            _draw(drawn, f"suit{suit}", PIPS[suit], ord(sign))
        outline = TTGlyphPen(None)
        parse_path(FIGURE_4, outline)
        drawn["glyf"]["four"] = outline.glyph()
        names = [f"suit{suit}" for suit in SUITS]
        drawn["COLR"] = buildCOLR({name: [(name, at)] for at, name in enumerate(names)}, version=0)
        drawn["CPAL"] = buildCPAL(
            [[(*_color(one), 1.0) for one in palette] for palette in PALETTES]
        )
        drawn.flavor = "woff2"
        drawn.save(font)
        self.stdout.write(f"{font}: {font.stat().st_size} bytes")


def _draw(font: TTFont, name: str, path: str, code: int) -> None:
    """As high as a capital letter."""
    scale = font["OS/2"].sCapHeight / HIGH
    outline = TTGlyphPen(None)
    curves = Cu2QuPen(outline, max_err=2, reverse_direction=True)
    pen = TransformPen(curves, (scale, 0, 0, -scale, 0, font["OS/2"].sCapHeight / 2))
    parse_path(path, pen)
    glyph = outline.glyph()
    glyph.recalcBounds(font["glyf"])
    left = round(BESIDE * scale)
    glyph.coordinates.translate((left - glyph.xMin, 0))
    width = glyph.xMax - glyph.xMin + 2 * left
    glyph.recalcBounds(font["glyf"])
    if name not in font.getGlyphOrder():
        font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"][name] = glyph
    font["hmtx"][name] = (width, left)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[code] = name


def _color(written: str) -> tuple[float, float, float]:
    red, green, blue = (int(written[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue
