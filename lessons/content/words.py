"""Cards, seats and reasons in the words of a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lessons.rules.cards import Card, Seat, Suit
from lessons.rules.reasons import Reason, Why

type Template = str | Sequence[str]
"""One sentence, or one for a single card and one for several."""


@dataclass(frozen=True, slots=True)
class CardWords:
    """How one language calls cards; the tables of ``cards.toml``."""

    pattern: str
    conjunction: str
    suits: Mapping[str, str]
    ranks: Mapping[str, tuple[str, str, str]]
    """Name, gender, and the name in accusative and dative."""
    articles: Mapping[str, Mapping[str, str]]
    copies: Mapping[str, str]
    seats: Mapping[str, str]

    def card(self, card: Card, case: str = "") -> str:
        """``Herz-Zehn``; with a case (nom, acc, dat) ``die Herz-Zehn``."""
        nominative, gender, declined = self.ranks[card.rank]
        rank = declined if case in {"acc", "dat"} else nominative
        name = self.pattern.format(suit=self.suits[card.suit], rank=rank)
        return f"{self.articles[case][gender]} {name}" if case else name

    def suit(self, suit: Suit) -> str:
        return self.suits[suit]

    def all_of(self, parts: Sequence[str]) -> str:
        """``a, b und c``"""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.conjunction} {parts[-1]}"

    def say(self, template: Template, why: Why) -> str:
        """A sentence about the proof of a reason; raises LookupError or ValueError if it cannot."""
        if not isinstance(template, str):
            template = template[min(len(why.cards), 2) - 1]
        sentence = template.format(
            cards=_Cards(why.cards, self),
            others=_Cards(why.others, self),
            led=_Cards(() if why.led is None else (why.led,), self),
            seats=[seat.name for seat in why.seats],
            suits=[self.suits[suit] for suit in why.suits],
            figures=why.figures,
            terms=self._terms(why),
        )
        return sentence[:1].upper() + sentence[1:]

    def _terms(self, why: Why) -> str:
        """``Herz-Ass 11 + Herz-König 4 = 15``, from figures that end with the sum."""
        if len(why.figures) != len(why.cards) + 1:
            return ""
        pairs = zip(why.cards, why.figures, strict=False)
        terms = " + ".join(f"{self.card(card)} {points}" for card, points in pairs)
        return f"{terms} = {why.figures[-1]}"


@dataclass(frozen=True, slots=True)
class _Cards:
    """Cards that a template writes, with the article of the case it asks for."""

    cards: tuple[Card, ...]
    words: CardWords

    def __format__(self, case: str) -> str:
        """``nom``, ``acc`` or ``dat``, with a capital first letter where a sentence begins."""
        names = self.words.all_of([self.words.card(card, case.lower()) for card in self.cards])
        return names[:1].upper() + names[1:] if case.istitle() else names


_ONE: dict[str, Any] = {"cards": (Card.HA,)}
_TWO_SEATS: dict[str, Any] = {"seats": (Seat.VH, Seat.MH)}
_LOST: dict[str, Any] = _ONE | _TWO_SEATS | {"others": (Card.HT,)}
_HEARTS: dict[str, Any] = {"suits": (Suit.HEARTS,)}
_REFUSED: dict[str, Any] = _ONE | {"others": (Card.DK, Card.D9)}

EXAMPLES = {
    reason: Why(reason, **proof)
    for reason, proof in {
        Reason.ONLY_TRUMP: _ONE | {"seats": (Seat.VH,)},
        Reason.HIGHEST_TRUMP: _ONE | {"seats": (Seat.VH,)},
        Reason.HIGHEST_OF_SUIT: _ONE | _HEARTS | {"seats": (Seat.VH,)},
        Reason.FIRST_OF_EQUALS: _ONE | _TWO_SEATS,
        Reason.SECOND_OF_EQUALS: _LOST,
        Reason.LOWER_TRUMP: _LOST,
        Reason.TAKEN_BY_TRUMP: _LOST,
        Reason.LOWER_OF_SUIT: _LOST | _HEARTS,
        Reason.NOT_OF_SUIT: _LOST | {"suits": (Suit.CLUBS, Suit.HEARTS)},
        Reason.LEADS: _ONE,
        Reason.FOLLOWS_TRUMP: _ONE,
        Reason.FOLLOWS_SUIT: _ONE | _HEARTS,
        Reason.CANNOT_FOLLOW_TRUMP: _ONE,
        Reason.CANNOT_FOLLOW_SUIT: _ONE | _HEARTS,
        Reason.MUST_FOLLOW_TRUMP: _REFUSED,
        Reason.MUST_FOLLOW_SUIT: _REFUSED | _HEARTS,
        Reason.POINTS_ADD_UP: {"cards": (Card.HA, Card.HK), "figures": (11, 4, 15)},
    }.items()
}
"""An example of each reason's proof, with no more in it than there always is."""


def fault_of(template: Any, words: CardWords, why: Why) -> str | None:
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
            words.say(sentence, why)
    except (LookupError, ValueError, AttributeError, TypeError) as error:
        return f"cannot be filled in: {error!r}"
    return None
