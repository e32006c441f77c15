"""A section's blocks as HTML: cards and tricks drawn, German terms marked in English texts."""

from collections.abc import MutableMapping, Sequence
from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from lessons.content import markup
from lessons.content.reader import Section, SectionText, Step
from lessons.exercises.exhibits import Timeline
from lessons.rules.calls import LIMITS, Call, Moment, is_in_time
from lessons.rules.rule_sets import PRESETS, Measure, RuleSet
from lessons.rules.scoring import result_of
from lessons.rules.tricks import trick_winner
from tutorial.practice.shown import ShownTimeline
from tutorial.settlement import settled
from tutorial.table import hand_places, trick_places

LARGEST_CARDS_IN_LINE = 5
"""As many cards stand small within a sentence; more are a row of their own."""


def lesson_html(lesson: Section | Step, rules: str, language: str) -> SafeString:
    """A lesson's text, made once per language: it only changes with its file."""
    return _html(lesson.texts[language], rules, language)


@cache
def _html(text: SectionText, rules: str, language: str) -> SafeString:
    renderer = _Renderer(PRESETS[rules], language)
    html = renderer.render(text.tokens, markup.OPTIONS, {})
    return mark_safe(html)  # noqa: S308  (made from escaped text and templates of ours)


class _Renderer(RendererHTML):
    def __init__(self, rules: RuleSet, language: str) -> None:
        super().__init__()
        self.rule_set = rules
        self.language = language

    def cards(
        self, tokens: Sequence[Token], idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        hand = markup.cards_from(tokens[idx], self.rule_set)
        context = {"places": hand_places(hand), "is_row": len(hand) > LARGEST_CARDS_IN_LINE}
        return render_to_string("components/cards.html", context).strip()

    def trick(
        self, tokens: Sequence[Token], idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        trick, order = markup.trick_from(tokens[idx], self.rule_set)
        winner = trick_winner(trick, order)
        return render_to_string(
            "components/trick.html",
            {"places": trick_places(trick, winner=winner), "layout": "row"},
        )

    trumps = plain = cards

    def deadlines(
        self, tokens: Sequence[Token], idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        timeline = _timeline(self.rule_set, markup.shift_from(tokens[idx]))
        return render_to_string("practice/timeline.html", {"timeline": ShownTimeline.of(timeline)})

    def settle(
        self, tokens: Sequence[Token], idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        found = markup.settlement_from(tokens[idx], self.rule_set)
        shown = settled(result_of(found.tally), found.parties)
        return render_to_string("judge/figures.html", {"settled": shown})

    def claim(
        self, tokens: Sequence[Token], idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        anchor = tokens[idx].meta["anchor"]
        return f'<span class="anchor" id="{escape(anchor)}"></span>' if anchor else ""

    def em_open(
        self, _tokens: Sequence[Token], _idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        """In English texts emphasis marks a German term."""
        return '<em lang="de">' if self.language == "en" else "<em>"

    def table_open(
        self, _tokens: Sequence[Token], _idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        return '<table class="figures">'

    def th_open(
        self, tokens: Sequence[Token], idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        return f'<th scope="col"{_alignment(tokens[idx])}>'

    def td_open(
        self, tokens: Sequence[Token], idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        return f"<td{_alignment(tokens[idx])}>"


def _timeline(rules: RuleSet, shift: int) -> Timeline:
    """Until when each call may be made, from the first card on; or from the end of the trick that
    has decided a marriage."""
    begun = shift + 1 if shift else 0
    limits = rules.last_moments
    last = limits.at[-1]
    if limits.by is Measure.CARDS:
        columns = tuple(range(rules.hand_size - begun, last - shift - 2, -1))
        at = [Moment(cards, 0, shift) for cards in columns]
    else:
        columns = tuple(range(begun, last + shift + 1))
        at = [Moment(0, tricks, shift) for tricks in columns]
    rows = tuple(
        (call, tuple(is_in_time(call, rules, one) for one in at))
        for call in (Call.RE, Call.KONTRA, *LIMITS)
    )
    return Timeline(limits.by, columns, None, rows)


def _alignment(token: Token) -> str:
    """A class where Markdown-it would write a style, which the CSP forbids."""
    return ' class="number"' if "right" in str(token.attrs.get("style", "")) else ""
