"""Cards and their names in templates."""

from django.template import Library
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from lessons.rules.cards import Card, Rank, Seat
from tutorial.page import language, words

register = Library()

_BY_LANGUAGE = (Rank.QUEEN, Rank.JACK)
"""Their index letter is not the same in German and English."""


@register.simple_tag
def card(card: Card | None, copy: int = 0, *, silent: bool = False) -> SafeString:
    """The picture of a card (None: its back), named for who cannot see it unless ``silent``."""
    if card is None:
        symbol, suit, name = "back", "none", ""
    else:
        symbol = f"{card.name}-{language()}" if card.rank in _BY_LANGUAGE else card.name
        suit, name = card.suit.value, card_name(card, copy)
    sprite = static("cards.svg")
    if silent or not name:
        shown: SafeString = format_html(
            '<svg class="card card--{}" aria-hidden="true"><use href="{}#{}"></use></svg>',
            suit, sprite, symbol,
        )  # fmt: skip
        return shown
    named: SafeString = format_html(
        '<svg class="card card--{}" role="img" aria-label="{}"><use href="{}#{}"></use></svg>',
        suit, name, sprite, symbol,
    )  # fmt: skip
    return named


@register.filter
def card_name(card: Card, copy: int = 0) -> str:
    """``Herz Zehn``; ``Herz Zehn, erste`` for the first of two."""
    speech = words().cards
    name = speech.card(card)
    return f"{name}, {speech.copies[str(copy)]}" if copy else name


@register.filter
def seat_name(seat: Seat) -> str:
    """``Vorhand`` for VH."""
    return words().cards.seats[seat.name]
