"""Cards, signs and their names in templates."""

import re
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache

from django.conf import settings
from django.template import Library
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from lessons.content.course import Replay
from lessons.rules.cards import Card, Rank, Seat
from tutorial.practice.pictures import GAMES, PICTURES
from tutorial.shared.words import Citation, bound, language, letters, words

register = Library()

_BY_LANGUAGE = (Rank.QUEEN, Rank.JACK)
"""Their index letter is not the same in German and English."""


@register.simple_tag
def card(card: Card, copy: int = 0, *, silent: bool = False) -> SafeString:
    """The picture of a card, named for who cannot see it unless ``silent``."""
    return _drawn(card, copy, silent, language(), letters())


@register.simple_tag
def card_back(*, silent: bool = False) -> SafeString:
    """A card that lies face down; named unless ``silent``."""
    name = format_html('role="img" aria-label="{}"', _("a card face down"))
    return format_html(
        '<svg class="card" {}><use href="{}#back"></use></svg>',
        mark_safe('aria-hidden="true"') if silent else name,
        static("cards.svg"),
    )


@register.simple_tag
def picture(shown: str) -> SafeString:
    """Cards to look at only, ``{% picture "CQ back" %}``; what is no card is written on a slip,
    ``Re/2`` in two lines."""
    return _picture(shown, letters())


@register.simple_tag
def picture_of(kind: str) -> SafeString:
    """What is shown beside a kind of exercise."""
    return picture(PICTURES.get(kind, "back back"))


@register.simple_tag
def picture_of_game(replay: Replay) -> SafeString:
    """What it is about, or of what there is most to win in it."""
    trick = " ".join(card.name for card in replay.richest_trick[1:])
    return picture(GAMES.get(replay.announced or "", trick))


@lru_cache(maxsize=512)
def _picture(shown: str, lettered: str) -> SafeString:
    parts = [_part(part, lettered) for part in shown.split()]
    return mark_safe(f'<span class="picture" aria-hidden="true">{"".join(parts)}</span>')  # noqa: S308


def _part(part: str, lettered: str) -> SafeString:
    if part in Card.__members__:
        return _drawn(Card[part], 0, True, language(), lettered)
    if part == "back":
        return format_html(
            '<svg class="card"><use href="{}#back"></use></svg>', static("cards.svg")
        )
    lines = format_html_join(mark_safe("<br>"), "{}", ((line,) for line in part.split("/")))
    return format_html('<span class="picture__slip">{}</span>', lines)


@lru_cache(maxsize=512)
def _drawn(card: Card, copy: int, silent: bool, _spoken: str, lettered: str) -> SafeString:
    """Every page draws many of them, always the same few."""
    symbol = f"{card.name}-{lettered}" if card.rank in _BY_LANGUAGE else card.name
    name = format_html('role="img" aria-label="{}"', card_name(card, copy))
    drawn: SafeString = format_html(
        '<svg class="card card--{}" {}><use href="{}#{}"></use></svg>',
        card.suit.value,
        mark_safe('aria-hidden="true"') if silent else name,
        static("cards.svg"),
        symbol,
    )
    return drawn


@register.simple_tag
def drawn(template: str, **shown: Hashable) -> SafeString:
    """A piece of a page: ``{% drawn "components/hand_card.html" place=place %}``. It is drawn as
    by an include, but sees nothing except what it is given here; so it is drawn once for that in
    each language, and kept for whoever is shown the same."""
    return _drawer()(template, language(), letters(), **shown)


@register.simple_tag
def each_drawn(
    template: str, seen_as: str, things: Iterable[Hashable], **shown: Hashable
) -> SafeString:
    """The same piece for each of several things, which it sees by this name:
    ``{% each_drawn "components/hand_card.html" "place" places %}``."""
    draw, spoken, lettered = _drawer(), language(), letters()
    pieces = [draw(template, spoken, lettered, **{seen_as: thing}, **shown) for thing in things]
    return mark_safe("\n".join(pieces))  # noqa: S308  (each is safe)


def _drawer() -> Callable[..., SafeString]:
    """While templates are being written nothing is kept."""
    return _piece.__wrapped__ if settings.DEBUG else _piece


@lru_cache(maxsize=4096)
def _piece(template: str, _spoken: str, _lettered: str, **shown: Hashable) -> SafeString:
    return render_to_string(template, shown)


@register.simple_tag
def sign(drawn: str, said: str) -> SafeString:
    """A sign to see, and the word for who hears the page: ``{% sign "✓" _("right") %}``."""
    return format_html('<span aria-hidden="true">{}</span><span class="sr">{}</span>', drawn, said)


@register.simple_block_tag
def titled(content: str) -> SafeString:
    """The title of a page, for its window and for who shares a link to it."""
    title = mark_safe(" ".join(content.split()))  # noqa: S308  (a piece of the page)
    return format_html(
        '<title>{}</title>\n  <meta property="og:title" content="{}">',
        title,
        mark_safe(title.replace('"', "&quot;")),  # noqa: S308
    )


@register.simple_block_tag
def banner(content: str, cards: str, pose: str = "") -> SafeString:
    """What a page is about, on the felt, beside cards and Karlchen: ``{% banner "CQ back"
    "-thinking" %}``.
    """
    shown = {"content": content, "cards": cards, "pose": pose}
    return render_to_string("components/banner.html", shown)


@register.filter
def unbroken(text: str) -> SafeString:
    """What is one term stays in one line, ``Kreuz-Ass``, ``keine 90``, and so do sums; no line
    begins with a dash.
    """
    summed = _SUMMED.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", bound(conditional_escape(text)))
    return mark_safe(_NAMED.sub(r'<span class="whole">\g<0></span>', summed))  # noqa: S308


@register.filter
def in_parts(question: str) -> SafeString:
    """A question in two parts, ``Damensolo: Wer spielt aus?``, breaks between them where it is
    broken.
    """
    return mark_safe(  # noqa: S308
        _SECOND_PART.sub(r' <span class="exercise__part">\1</span>', conditional_escape(question))
    )


@register.filter
def by_parts(address: str) -> SafeString:
    """An address that breaks after its slashes, so that a code in it stays whole."""
    return mark_safe(_SLASH.sub(r"\g<0><wbr>", conditional_escape(address)))  # noqa: S308


@register.filter
def whole_terms(listed: str) -> str:
    """Of terms with commas between them each stays in one line."""
    return listed.replace(" ", "\N{NO-BREAK SPACE}").replace(",\N{NO-BREAK SPACE}", ", ")


_SLASH = re.compile(r"(?<=[^/])/(?=[^/])")
_SECOND_PART = re.compile(r"(?<=[:?]) (.+)$")
_NAMED = re.compile(r"\b\w{3,5}-\w{3,5}\b")
_SUMMED = re.compile(r"(?<=\d) ([−+=×]) (?=\d)")


@register.filter
def card_name(card: Card, copy: int = 0) -> str:
    """``Herz Zehn``; ``Herz Zehn, erste`` for the first of two."""
    speech = words().cards
    name = speech.card(card)
    return f"{name}, {speech.copies[str(copy)]}" if copy else name


@register.filter
def seat_name(seat: Seat, case: str = "") -> str:
    """``Vorhand`` for VH; with a case ``der Geber`` for G."""
    return words().cards.seat(seat, case)


@register.filter
def places(sources: Iterable[Citation]) -> str:
    """``Royal 5.2.3, R4``: where it says so, each place once."""
    return ", ".join(dict.fromkeys(source.place for source in sources))
