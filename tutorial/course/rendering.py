"""A section as HTML: cards and tricks drawn, German terms marked in texts of other languages."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from lessons.content import markup
from lessons.content.course import Part, Section, SectionText, Term
from lessons.content.reading import course
from lessons.exercises.exhibits import Timeline
from lessons.rules.calls import LIMITS, Call, CallTime, is_in_time
from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.rule_sets import PRESETS, Measure, RuleSet
from lessons.rules.scoring import result_of
from lessons.rules.tricks import trick_winner
from tutorial.shared.settlement import settled
from tutorial.shared.table import (
    Place,
    hand_places,
    place_of_seat,
    round_the_table,
    trick_places,
)
from tutorial.shared.timeline import ShownTimeline
from tutorial.shared.words import bound

LARGEST_CARDS_IN_LINE = 5
"""Most cards that stand small within a sentence; more are a row of their own."""


_BEFORE_A_SIGN = re.compile(r"(<(strong|em)><button [^>]*>[^<]*</button></\2>[,.;:?]+)")
"""An emphasised term, which no line parts from what follows it."""


@dataclass(frozen=True, slots=True)
class ShownTerm:
    """An entry of the glossary in the page's language, with its pictures."""

    id: str
    name: str
    text: str
    section: Section
    title: str
    """Of the section."""
    cards: tuple[Place, ...]
    trick: tuple[Place, ...]

    @property
    def letter(self) -> str:
        """Its first, large."""
        return self.name[0].upper()

    @classmethod
    def of(cls, term: Term, spoken: str) -> ShownTerm:
        said = term.texts[spoken]
        order = PRESETS[course().documents[term.section.document].rules].card_order(Contract.NORMAL)
        trick: tuple[Place, ...] = ()
        if term.trick is not None:
            trick = trick_places(term.trick, winner=trick_winner(term.trick, order))
        title = term.section.texts[spoken].title
        cards = hand_places(term.cards)
        return cls(term.id, said.name, said.text, term.section, title, cards, trick)


PICTURES = {"cards", "trumps", "plain", "trick", "seats", "said", "settle"}
"""What of a screen lies on the felt."""


def lesson_html(section: Section, rules: str, language: str) -> tuple[SafeString, ...]:
    """A section's text, what it tells between its questions; made once per language, for it only
    changes with its file."""
    return _told(section.texts[language], rules, language, (section.document, section.id))


@cache
def _told(
    text: SectionText, rules: str, language: str, section: tuple[str, str]
) -> tuple[SafeString, ...]:
    renderer = _renderer(rules, language, section)
    return tuple(
        renderer.whole(part.tokens, text.language) for part in text.parts if part.ask is None
    )


@cache
def screen_html(part: Part, rules: str, language: str, written: str) -> tuple[str, SafeString]:
    """The picture of a screen of the path, and its words; made once per language."""
    picture, words = _apart(part.tokens)
    renderer = _renderer(rules, language)
    shown = renderer.whole(picture, written) if picture else ""
    words = [one.copy(tag="h1") if one.type.startswith("heading") else one for one in words]
    return shown, renderer.whole(words, written)


def _apart(tokens: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """The paragraphs that are pictures, and the tables with cards; the rest."""
    places: set[int] = set()
    around: set[int] = set()
    table: list[int] = []
    for place, token in enumerate(tokens):
        if token.type == "table_open":
            table = []
        table.append(place)
        if token.type == "table_close" and any(_shows_cards(tokens[one]) for one in table):
            places |= {*table}
        texts = {"claim", "softbreak"}
        shown = [c for c in token.children or () if c.type not in texts and str(c.content) != " "]
        if len(shown) == 1 and shown[0].type in PICTURES and token.level == 1:
            places.add(place)
            around |= {place - 1, place + 1}
    words = tuple(token for place, token in enumerate(tokens) if place not in places | around)
    return tuple(tokens[place] for place in sorted(places)), words


def _shows_cards(token: Token) -> bool:
    return any(one.type == "cards" for one in token.children or ())


def _renderer(rules: str, language: str, section: tuple[str, str] | None = None) -> _Renderer:
    """Of a text that explains itself what the glossary says of its section."""
    found = course().glossary.values()
    terms = [one for one in found if (one.section.document, one.section.id) != section]
    return _Renderer(PRESETS[rules], language, terms, on_felt=section is None)


class _Renderer(RendererHTML):
    def __init__(
        self, rules: RuleSet, language: str, terms: Sequence[Term], *, on_felt: bool
    ) -> None:
        super().__init__()
        self.rule_set = rules
        self.language = language
        self.on_felt = on_felt
        """Whether it is a screen, whose pictures lie there already and whose slips are short."""
        self.terms = {form: term for term in terms for form in term.texts[language].forms}
        """Those that have not been met yet, by every form that they stand in."""
        self.met: list[Term] = []

    def whole(self, tokens: Sequence[Token], written: str) -> SafeString:
        """HTML with the explanations that terms open."""
        html = _BEFORE_A_SIGN.sub(
            r'<span class="whole">\1</span>', self.render(tokens, markup.OPTIONS, {})
        )
        if written != self.language:
            html = f'<div class="reading" lang="{written}">{html}</div>'
        opened, self.met = self.opened_terms(), []
        return mark_safe(bound(html + opened))  # noqa: S308  (of escaped text and templates)

    def text(
        self, tokens: Sequence[Token], idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        """The first time that a term is met, it can be opened."""
        content = tokens[idx].content
        if "is_prose" not in tokens[idx].meta or not self.terms:
            return escape(content)
        forms = "|".join(map(re.escape, sorted(self.terms, key=len, reverse=True)))
        found = re.search(rf"([„“‘(]*)\b({forms})\b((?:-\w+)?[”“’).,;:?]*)", content)
        if found is None:
            return escape(content)
        before, met, after = found.groups()
        term = self.terms[met]
        self.met.append(term)
        self.terms = {form: other for form, other in self.terms.items() if other != term}
        rest = Token("text", "", 0, content=content[found.end() :], meta=tokens[idx].meta)
        shown = format_html(
            '<button type="button" class="term" popovertarget="term-{}">{}</button>', term.id, met
        )
        if before or after:  # a line does not end between them
            shown = format_html('<span class="whole">{}{}{}</span>', before, shown, after)
        return format_html(
            "{}{}{}",
            content[: found.start()],
            shown,
            mark_safe(self.text([rest], 0, _options, _env)),  # noqa: S308  (escaped there)
        )

    def opened_terms(self) -> str:
        """The explanations that terms open, at the end of the lesson."""
        shown = [ShownTerm.of(term, self.language) for term in self.met]
        return render_to_string("course/terms.html", {"terms": shown})

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
            {
                "places": round_the_table(
                    trick_places(trick, winner=winner), trick.leader, to_play="", coming=""
                ),
                "layout": "row",
            },
        )

    trumps = plain = cards

    def seats(
        self, _tokens: Sequence[Token], _idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        return self.table({seat: str(number) for number, seat in enumerate(Seat, start=1)})

    def said(
        self, tokens: Sequence[Token], idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        return self.table(markup.said_from(tokens[idx]), is_said=True)

    def table(self, before: Mapping[Seat, str], *, is_said: bool = False) -> str:
        """The four seats, each with what it says; or numbered, the dealer with the pack."""
        seats = dict.fromkeys((*before, *Seat))
        places = [(place_of_seat(seat), before.get(seat, "")) for seat in seats]
        return render_to_string(
            "components/seats.html",
            {"places": places, "is_said": is_said, "on_felt": self.on_felt},
        )

    def deadlines(
        self, tokens: Sequence[Token], idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        timeline = deadlines(self.rule_set, markup.shift_from(tokens[idx]))
        return render_to_string(
            "components/timeline.html", {"timeline": ShownTimeline.of(timeline)}
        )

    def settle(
        self, tokens: Sequence[Token], idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        found = markup.settlement_from(tokens[idx], self.rule_set)
        shown = settled(result_of(found.tally), found.parties)
        return render_to_string(
            "components/slip.html",
            {
                "settled": shown,
                "lines": shown.lines,
                "is_done": True,
                "has_reasons": not self.on_felt,
                "is_short": self.on_felt,
            },
        )

    def claim(
        self, tokens: Sequence[Token], idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        anchor = tokens[idx].meta["anchor"]
        return f'<span class="anchor" id="{escape(anchor)}"></span>' if anchor else ""

    def em_open(
        self, _tokens: Sequence[Token], _idx: int, _options: Any, _env: MutableMapping[str, Any]
    ) -> str:
        """In texts of other languages emphasis marks a German term."""
        return "<em>" if self.language == "de" else '<em lang="de">'

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


def deadlines(rules: RuleSet, shift: int = 0) -> Timeline:
    """Until when each call may be made, from the first card on; or from the end of the trick that
    has decided a marriage."""
    begun = shift + 1 if shift else 0
    limits = rules.last_moments
    last = limits.at[-1]
    if limits.by is Measure.CARDS:
        columns = tuple(range(rules.hand_size - begun, last - shift - 2, -1))
        at = [CallTime(cards, 0, shift) for cards in columns]
    else:
        columns = tuple(range(begun, last + shift + 1))
        at = [CallTime(0, tricks, shift) for tricks in columns]
    rows = tuple(
        (call, tuple(is_in_time(call, rules, one) for one in at))
        for call in (Call.RE, Call.KONTRA, *LIMITS)
    )
    return Timeline(limits.by, columns, None, rows)


def _alignment(token: Token) -> str:
    """A class where Markdown-it would write a style, which the CSP forbids."""
    return ' class="number"' if "right" in str(token.attrs.get("style", "")) else ""
