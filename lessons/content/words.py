"""Cards, seats and reasons in the words of a language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from lessons.exercises.answers import Choice, Field, Numbered, Value
from lessons.exercises.kind import Group
from lessons.exercises.verdict import Outcome, Verdict
from lessons.rules.calls import Call
from lessons.rules.cards import Card, Seat, Suit
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import (
    Deciding,
    Measure,
    Said,
    SpecialPoint,
    option_choices,
    option_kind,
)
from lessons.rules.scoring import ItemName

NAMED: dict[str, type[StrEnum]] = {
    "parties": Party,
    "calls": Call,
    "contracts": Contract,
    "reservations": Said,
    "deciding": Deciding,
    "items": ItemName,
    "choices": Choice,
    "groups": Group,
    "trumps": Contract,
}
"""The tables of ``names.toml``, and what each has a name for."""
_TABLES = {kind: table for table, kind in NAMED.items() if table != "trumps"} | {
    SpecialPoint: "items"
}


def option_values(name: str) -> tuple[str, ...]:
    """The values of an option that ``options.toml`` names: those without a name elsewhere."""
    if option_kind(name) is dict:
        return (*Measure, "as-usual")
    return tuple(
        str(value).lower()
        for value in option_choices(name)
        if isinstance(value, bool) or type(value) not in _TABLES
    )


type Template = str | Sequence[str]
"""One sentence, or one for a single card and one for several."""


@dataclass(frozen=True, slots=True)
class CardWords:
    """The names of cards in one language: the tables of ``cards.toml``."""

    pattern: str
    conjunction: str
    others: str
    """What the rest of many is called: ``4 others``."""
    learner: str
    """What the learner is called in a list of seats: ``you``."""
    suits: Mapping[str, str]
    ranks: Mapping[str, tuple[str, str, str]]
    """Name, gender, and the name in accusative and dative."""
    letters: Mapping[str, str]
    """By rank, what is printed in a corner of the card."""
    articles: Mapping[str, Mapping[str, str]]
    copies: Mapping[str, str]
    seats: Mapping[str, str]
    seats_in: Mapping[str, Mapping[str, str]]
    """By case, the seats that are not called there by their name alone: ``the dealer``."""
    names: Mapping[str, Mapping[str, str]]
    """By table of ``names.toml``."""
    own_seat: Seat | None = None
    """The learner's, who is spoken to."""

    def name(self, named: StrEnum) -> str:
        """The name of a party, a call, a contract …"""
        return self.names[_TABLES[type(named)]][named.value]

    def rules(self, document: str) -> str:
        """The name of a document's rule set."""
        return self.names["rules"][document]

    def card(self, card: Card, case: str = "") -> str:
        """``Herz-Zehn``; with a case (nom, acc, dat) ``die``, (own) ``deine Herz-Zehn``."""
        nominative, gender, declined = self.ranks[card.rank]
        rank = declined if case in {"acc", "dat"} else nominative
        name = self.pattern.format(suit=self.suits[card.suit], rank=rank)
        return f"{self.articles[case][gender]} {name}" if case else name

    def short(self, card: Card) -> str:
        """``♥10``"""
        return _SIGNS[card.suit] + self.letters[card.rank]

    def seat(self, seat: Seat, case: str = "") -> str:
        """``Geber``; with a case (nom, acc, dat, gen) ``dem Geber``, but ``Hinterhand``; with
        ``Nom`` ``Der Geber``."""
        name = self.seats[seat.name]
        if not case:
            return name
        name = self.seats_in[case.lower()].get(seat.name, name)
        return name[:1].upper() + name[1:] if case.istitle() else name

    def told_seat(self, seat: Seat, case: str = "") -> str:
        """The same; ``Hinterhand (du)`` where the learner sits."""
        you = f" ({self.learner})" if seat == self.own_seat else ""
        return f"{self.seat(seat, case)}{you}"

    def suit(self, suit: Suit) -> str:
        return self.suits[suit]

    def listed(self, cards: Sequence[Card], case: str) -> list[str]:
        """The names of cards; of many, only what is printed on each."""
        many = len(cards) > MOST_NAMED
        return [self.short(card) if many else self.card(card, case) for card in cards]

    def all_of(self, parts: Sequence[str]) -> str:
        """``a, b und c``"""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.conjunction} {parts[-1]}"

    def first_of(self, parts: Sequence[str]) -> str:
        """``a und b``; of more, ``a und 3 andere``."""
        if len(parts) <= FEW:
            return self.all_of(parts)
        return self.all_of([parts[0], self.others.format(number=len(parts) - 1)])

    def say(self, template: Template, why: Why) -> str:
        """A sentence about the proof of a reason; raises LookupError or ValueError if it cannot."""
        if not isinstance(template, str):
            template = template[min(len(why.cards), 2) - 1]
        sentence = template.format(
            cards=_Cards(why.cards, self),
            others=_Cards(why.others, self),
            led=_Cards(() if why.led is None else (why.led,), self),
            seats=[_Seat(seat, self) for seat in why.seats],
            suits=[self.suits[suit] for suit in why.suits],
            figures=[Counted(number) for number in why.figures],
            parties=[self.name(party) for party in why.parties],
            calls=[self.name(call) for call in why.calls],
            all_calls=self.all_of([self.name(call) for call in why.calls]),
            all_figures=self.all_of([figure(number) for number in why.figures]),
            all_seats=self.value(why.seats),
            sum=_sum(why.figures),
            trumps=[self.names["trumps"][c.value] for c in why.calls if isinstance(c, Contract)],
            words=[_cut(word) for word in why.words],
            terms=self._terms(why),
            items=self._items(why),
            rules=[self.names["rules"].get(word, word) for word in why.words],
        )
        return _begun(sentence)

    def value(self, value: Value) -> SpokenValue:
        """One value of an answer, or several, to be written into a sentence."""
        return SpokenValue(value, self)

    def of_verdict(
        self, template: Template, verdict: Verdict, label: str = "", **labels: str
    ) -> str:
        """A sentence about an answer: ``given``, ``right``, what is ``missing`` or ``extra``, by
        how much a figure is off; ``count`` of the options are right; the first ``figure`` of what
        leads there; and what is right for each field, by its name."""
        field, given, right = verdict.compared
        difference = verdict.difference
        if not isinstance(template, str):
            counted = {Outcome.TOO_MANY: difference.extra, Outcome.MIXED: difference.extra}.get(
                verdict.outcome, difference.missing
            )
            if verdict.is_right and isinstance(right, frozenset):
                counted = tuple(right)
            template = template[len(counted) != 1]
        by = abs(given - right) if isinstance(given, int) and isinstance(right, int) else 0
        among = right if isinstance(right, frozenset) else {right}
        figures = verdict.because[0].figures if verdict.because else ()
        sentence = template.format(
            given=self._in_sentence(field, given),
            right=self._in_sentence(field, right),
            extra=self.value(difference.extra),
            missing=self.value(difference.missing),
            by=Counted(by),
            count=Counted(sum(option in among for option in field.options)),
            of=Counted(len(field.options)),
            figure=Counted(figures[0] if figures else 0),
            label=label,
            **labels,
            **self.by_field(verdict),
        )
        return _begun(sentence)

    def _in_sentence(self, field: Field, value: Value) -> SpokenValue | str:
        """Of a field, in our words or in those of whoever has written its options."""
        if field.labels:
            return field.labels[field.options.index(value)]
        return self.value(_of_seats(field, value))

    def by_field(self, verdict: Verdict) -> dict[str, SpokenValue | str]:
        """The right value of each field, by its name."""
        return {
            field.name: self._in_sentence(field, right)
            for field, right in zip(verdict.fields, verdict.right, strict=True)
        }

    def _items(self, why: Why) -> str:
        """``Gewonnen 1, Re gesagt 2``, from figures that end with what each item counts."""
        pairs = zip(why.calls, why.figures[-len(why.calls) :], strict=False)
        return ", ".join(f"{self.name(call)} {figure(value)}" for call, value in pairs)

    def _terms(self, why: Why) -> str:
        """``Herz-Ass 11 + Herz-König 4 = 15``, from figures that end with the sum."""
        if len(why.figures) != len(why.cards) + 1:
            return ""
        pairs = zip(why.cards, why.figures, strict=False)
        terms = " + ".join(f"{self.card(card)} {points}" for card, points in pairs)
        return f"{terms} = {why.figures[-1]}"


@dataclass(frozen=True, slots=True)
class SpokenValue:
    """A value in a sentence; cards and seats in the case that is asked for, or cards by
    ``{right:order}`` as an order: ``♥10 > ♣D``; of many, by ``{right:few}`` or ``{right:acc-few}``
    the first, and how many others; of yes or no, ``{right:noch|nicht mehr}``."""

    value: Value
    words: CardWords

    def __format__(self, case: str) -> str:
        if isinstance(self.value, int) and not isinstance(self.value, Seat | Card):
            return format(Counted(self.value), case)
        if "|" in case:
            return case.split("|")[self.value is Choice.NO]
        written = self._written(case.lower())
        return written[:1].upper() + written[1:] if case.istitle() else written

    def __str__(self) -> str:
        return self._written("")

    def _written(self, case: str) -> str:
        words, is_short = self.words, case.endswith("few")
        case = case.removesuffix("few").removesuffix("-")
        joined = words.first_of if is_short else words.all_of
        match self.value:
            case tuple() as order if case == "order":
                return "\N{NO-BREAK SPACE}> ".join(words.short(card) for card in order)
            case frozenset() if not self.value:
                return words.name(Choice.NOTHING)
            case tuple() | frozenset() as several:
                ordered = several if isinstance(several, tuple) else _sorted(several)
                if all(isinstance(one, Card) for one in ordered):
                    return joined(words.listed(ordered, case))
                return joined([words.value(one)._written(case) for one in ordered])
            case Card() as card:
                return words.card(card, case)
            case Seat() as seat:
                return words.told_seat(seat, case)
            case Numbered() as number:
                return number.value
            case StrEnum() as name:
                return words.name(name)
        assert isinstance(self.value, int)
        return figure(self.value)


def _of_seats(field: Field, value: Value) -> Value:
    """No seats are nobody, not nothing."""
    is_nobody = value == frozenset() and any(isinstance(one, Seat) for one in field.options)
    return Choice.NOBODY if is_nobody else value


def _sorted(values: frozenset[Any]) -> list[Any]:
    """Cards as in a hand, names in the order in which they are defined."""
    return sorted(
        values,
        key=lambda one: list(type(one)).index(one) if isinstance(one, StrEnum) else int(one),
    )


class Counted(int):
    """A figure in a sentence; ``{…:Auge|Augen}`` adds the word, for one or for several."""

    def __format__(self, nouns: str) -> str:
        one, _, several = nouns.partition("|")
        noun = one if abs(self) == 1 else several
        return f"{figure(self)} {noun}".rstrip()

    def __str__(self) -> str:
        return figure(self)


def figure(number: int) -> str:
    """A figure with a real minus sign."""
    return int.__repr__(number).replace("-", "−")


def _sum(figures: Sequence[int]) -> str:
    """``3 + 2 = 5`` from figures that end with the sum."""
    *terms, total = figures or (0,)
    written = " + ".join(map(figure, terms)).replace("+ −", "− ")
    return f"{written} = {figure(total)}" if len(terms) > 1 else figure(total)


def _cut(word: str) -> str:
    """A text that somebody wrote, cut to what one can read at a glance."""
    return word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…"


LONGEST_WORD = 40
MOST_NAMED = 3
"""So many cards in a row are named in words."""
FEW = 2
"""Of more, a short sentence names the first."""


def _begun(sentence: str) -> str:
    """A sentence with a capital letter first, even within a quotation."""
    first = next((n for n, letter in enumerate(sentence) if letter not in "„‘"), 0)
    return sentence[:first] + sentence[first : first + 1].upper() + sentence[first + 1 :]


@dataclass(frozen=True, slots=True)
class _Cards:
    """Cards that a template writes, with the article of the case it asks for."""

    cards: tuple[Card, ...]
    words: CardWords

    def __format__(self, case: str) -> str:
        """The cards in a case: ``nom``, ``acc``, ``dat``, or ``own`` as the learner's; ``Nom`` with
        a capital first letter."""
        twice = f" ({self.words.copies['both']})"
        kinds = tuple(dict.fromkeys(self.cards))
        named = [
            name + twice * (self.cards.count(card) > 1)
            for card, name in zip(kinds, self.words.listed(kinds, case.lower()), strict=True)
        ]
        names = self.words.all_of(named)
        return names[:1].upper() + names[1:] if case.istitle() else names


@dataclass(frozen=True, slots=True)
class _Seat:
    """A seat in a sentence that may be about the learner: ``{seats[0]:@ holds|you hold}``,
    ``{seats[0]:@’s {cards}|{cards:own}}``."""

    seat: Seat
    words: CardWords

    def __format__(self, forms: str) -> str:
        """By name or in a case as cards are; or in two forms: of somebody else, ``@`` being the
        seat (``@dat`` in another case than ``nom``), and of the learner."""
        if "|" not in forms:
            return self.words.seat(self.seat, forms)
        of_another, of_learner = forms.split("|")
        if self.seat == self.words.own_seat:
            return of_learner
        return _NAMED_SEAT.sub(
            lambda found: self.words.seat(self.seat, found[1] or "nom"), of_another
        )


_NAMED_SEAT = re.compile("@([Nn]om|acc|dat|gen)?")


_SIGNS = {Suit.CLUBS: "♣", Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦"}

_SAMPLES: dict[str, tuple[Any, ...]] = {
    "cards": (Card.HA, Card.HK, Card.CQ, Card.DJ),
    "others": (Card.HT, Card.D9),
    "seats": (Seat.VH, Seat.MH),
    "suits": (Suit.HEARTS, Suit.CLUBS),
    "figures": (5, 7, 12, 2),
    "parties": (Party.RE, Party.KONTRA),
    "words": ("kompakt", "royal"),
}
_SAMPLE_CALLS: dict[str, StrEnum] = {
    "call": Call.NO_60,
    "limit": Call.NO_60,
    "step": Call.NO_60,
    "contract": Contract.QUEENS,
    "solo": Contract.QUEENS,
    "reservation": Said.SOLO,
    "deciding": Deciding.FIRST_TRUMP,
    "item": ItemName.WON,
    "special": SpecialPoint.FOX,
}
"""By the first word of what is called."""


def _example(reason: Reason) -> Why:
    """A proof with what its reason always has, and no more."""
    found: dict[str, Any] = {}
    for part in filter(None, reason.proof.split("; ")):
        field, _, named = part.partition(": ")
        names = named.split(", ")
        if field == "calls":
            found[field] = tuple(_SAMPLE_CALLS[name.split()[0]] for name in names)
        elif not field.startswith("at times "):
            found[field] = _SAMPLES[field][: len(names)]
    return Why(reason, **found)


EXAMPLES = {reason: _example(reason) for reason in Reason}


def template_fault(template: Any, words: CardWords, why: Why) -> str | None:
    """Why a template cannot be spoken of such a proof, None if it can."""
    sentences = template if isinstance(template, list) else [template]
    if not all(isinstance(sentence, str) and sentence for sentence in sentences):
        return "expected a sentence"
    if len(sentences) not in {1, 2}:
        return "expected one sentence, or one for a card and one for several"
    if len(sentences) == 2 and not why.cards:
        return "expected one sentence: there are no cards to count"
    try:
        for sentence in sentences:
            for seat in (None, *why.seats):
                replace(words, own_seat=seat).say(sentence, why)
    except (LookupError, ValueError, AttributeError, TypeError) as error:
        return f"cannot be filled in: {error!r}"
    return None
