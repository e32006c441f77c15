"""Cards, seats and reasons in the words of a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from lessons.exercises.answers import Choice, Numbered, Value
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
    "trumps": Contract,
}
"""The tables of ``names.toml``, and what each has a name for."""
_TABLES = {kind: table for table, kind in NAMED.items() if table != "trumps"} | {
    SpecialPoint: "items"
}


def option_values(name: str) -> tuple[str, ...]:
    """What ``options.toml`` has words for: the values of an option that have no name elsewhere."""
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
    """How one language calls cards; the tables of ``cards.toml``."""

    pattern: str
    conjunction: str
    suits: Mapping[str, str]
    ranks: Mapping[str, tuple[str, str, str]]
    """Name, gender, and the name in accusative and dative."""
    articles: Mapping[str, Mapping[str, str]]
    copies: Mapping[str, str]
    seats: Mapping[str, str]
    names: Mapping[str, Mapping[str, str]]
    """By table of ``names.toml``."""

    def name(self, named: StrEnum) -> str:
        """What a party, a call, a contract … is called."""
        return self.names[_TABLES[type(named)]][named.value]

    def rules(self, document: str) -> str:
        """What the rule set of a document is called."""
        return self.names["rules"][document]

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
            figures=[Counted(number) for number in why.figures],
            parties=[self.name(party) for party in why.parties],
            calls=[self.name(call) for call in why.calls],
            all_calls=self.all_of([self.name(call) for call in why.calls]),
            all_seats=self.all_of([seat.name for seat in why.seats]),
            sum=_sum(why.figures),
            trumps=[self.names["trumps"][c.value] for c in why.calls if isinstance(c, Contract)],
            words=[_cut(word) for word in why.words],
            terms=self._terms(why),
            items=self._items(why),
            rules=[self.names["rules"].get(word, word) for word in why.words],
        )
        return sentence[:1].upper() + sentence[1:]

    def value(self, value: Value) -> Spoken:
        """One value of an answer, or several, to be written into a sentence."""
        return Spoken(value, self)

    def of_verdict(self, template: Template, verdict: Verdict, label: str = "") -> str:
        """A sentence about an answer: ``given``, ``right``, what is ``missing`` or ``extra``, by
        how much a figure is off; and what is right for each field, by its name."""
        _field, given, right = verdict.compared
        found = verdict.difference
        if not isinstance(template, str):
            counted = {Outcome.TOO_MANY: found.extra, Outcome.MIXED: found.extra}.get(
                verdict.outcome, found.missing
            )
            if verdict.is_right and isinstance(right, frozenset):
                counted = tuple(right)
            template = template[len(counted) != 1]
        by = abs(given - right) if isinstance(given, int) and isinstance(right, int) else 0
        sentence = template.format(
            given=self.value(given),
            right=self.value(right),
            extra=self.value(found.extra),
            missing=self.value(found.missing),
            by=Counted(by),
            label=label,
            **self.by_field(verdict),
        )
        return sentence[:1].upper() + sentence[1:]

    def by_field(self, verdict: Verdict) -> dict[str, Spoken]:
        """What is right for each field."""
        return {
            field.name: self.value(right)
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
class Spoken:
    """A value in a sentence; cards with the article of the case that is asked for."""

    value: Value
    words: CardWords

    def __format__(self, case: str) -> str:
        if isinstance(self.value, int) and not isinstance(self.value, Seat | Card):
            return format(Counted(self.value), case)
        written = self._written(case.lower())
        return written[:1].upper() + written[1:] if case.istitle() else written

    def __str__(self) -> str:
        return self._written("")

    def _written(self, case: str) -> str:
        words = self.words
        match self.value:
            case tuple() as order:
                return words.all_of([words.value(one)._written(case) for one in order])
            case frozenset() if not self.value:
                return words.name(Choice.NOTHING)
            case frozenset() as several:
                return words.all_of([words.value(one)._written(case) for one in _sorted(several)])
            case Card() as card:
                return words.card(card, case)
            case Seat() as seat:
                return seat.name
            case Numbered() as number:
                return number.value
            case StrEnum() as name:
                return words.name(name)
        assert isinstance(self.value, int)
        return figure(self.value)


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
    """With a real minus sign."""
    return int.__repr__(number).replace("-", "−")


def _sum(figures: Sequence[int]) -> str:
    """``3 + 2 = 5`` from figures that end with the sum."""
    *terms, total = figures or (0,)
    written = " + ".join(map(figure, terms)).replace("+ −", "− ")
    return f"{written} = {figure(total)}" if len(terms) > 1 else figure(total)


def _cut(word: str) -> str:
    """What somebody wrote, no longer than one can read at a glance."""
    return word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…"


LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class _Cards:
    """Cards that a template writes, with the article of the case it asks for."""

    cards: tuple[Card, ...]
    words: CardWords

    def __format__(self, case: str) -> str:
        """``nom``, ``acc`` or ``dat``, with a capital first letter where a sentence begins."""
        twice = f" ({self.words.copies['both']})"
        named = [
            self.words.card(card, case.lower()) + twice * (self.cards.count(card) > 1)
            for card in dict.fromkeys(self.cards)
        ]
        names = self.words.all_of(named)
        return names[:1].upper() + names[1:] if case.istitle() else names


_ONE: dict[str, Any] = {"cards": (Card.HA,)}
_SEAT: dict[str, Any] = {"seats": (Seat.VH,)}
_TWO_SEATS: dict[str, Any] = {"seats": (Seat.VH, Seat.MH)}
_LOST: dict[str, Any] = _ONE | _TWO_SEATS | {"others": (Card.HT,)}
_HEARTS: dict[str, Any] = {"suits": (Suit.HEARTS,)}
_REFUSED: dict[str, Any] = _ONE | {"others": (Card.DK, Card.D9)}
_WORD: dict[str, Any] = {"words": ("xyz",)}
_RE: dict[str, Any] = {"parties": (Party.RE,)}
_BOTH: dict[str, Any] = {"parties": (Party.RE, Party.KONTRA)}
_CALL: dict[str, Any] = {"calls": (Call.NO_60,)}
_TWO_CALLS: dict[str, Any] = {"calls": (Call.NO_60, Call.NO_90)}
_FIGURE: dict[str, Any] = {"figures": (5,)}
_TWO_FIGURES: dict[str, Any] = {"figures": (5, 7)}
_CONTRACT: dict[str, Any] = {"calls": (Contract.QUEENS,)}
_ABOVE: dict[str, Any] = _ONE | {"others": (Card.HK,)} | _CONTRACT

_PROOFS: dict[Reason, dict[str, Any]] = {
    Reason.ONLY_TRUMP: _ONE | _SEAT,
    Reason.HIGHEST_TRUMP: _ONE | _SEAT,
    Reason.HIGHEST_OF_SUIT: _ONE | _HEARTS | _SEAT,
    Reason.FIRST_OF_EQUALS: _ONE | _TWO_SEATS,
    Reason.SECOND_DULLE: _ONE | _TWO_SEATS,
    Reason.SECOND_OF_EQUALS: _LOST,
    Reason.FIRST_DULLE: _LOST,
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
    Reason.SEAT_MUST_FOLLOW_TRUMP: _REFUSED | _SEAT,
    Reason.SEAT_MUST_FOLLOW_SUIT: _REFUSED | _HEARTS | _SEAT,
    Reason.POINTS_ADD_UP: {"cards": (Card.HA, Card.HK), "figures": (11, 4, 15)},
    Reason.IS_TRUMP: _ONE | _CONTRACT,
    Reason.IS_PLAIN: _ONE | _CONTRACT,
    Reason.NO_TRUMPS: _ONE | _CONTRACT,
    Reason.TRUMP_ABOVE_PLAIN: _ABOVE,
    Reason.PLAIN_BY_RANK: _ABOVE,
    Reason.PIGLET_ABOVE: _ONE | _CONTRACT,
    Reason.DULLE_ABOVE: _ABOVE,
    Reason.COURT_BY_SUIT: _ABOVE,
    Reason.QUEENS_ABOVE_JACKS: _ABOVE,
    Reason.COURT_ABOVE_SUIT: _ABOVE,
    Reason.TRUMP_BY_RANK: _ABOVE,
    Reason.TRUMPS_IN_PACK: _TWO_FIGURES | _CONTRACT,
    Reason.TRUMPS_LEFT: {"figures": (26, 7, 19)},
    Reason.ALL_POINTS: {"figures": (100, 140, 240)},
    Reason.UNKNOWN_RULES: _WORD,
    Reason.UNKNOWN_OPTION: _WORD,
    Reason.UNKNOWN_CARD: _WORD,
    Reason.UNKNOWN_ACTION: _WORD,
    Reason.UNKNOWN_SEAT: _WORD,
    Reason.WRONG_HAND_SIZE: _SEAT | _TWO_FIGURES,
    Reason.TOO_MANY_COPIES: _ONE | _FIGURE,
    Reason.CARD_NOT_IN_PACK: _ONE,
    Reason.GAME_OVER: _SEAT,
    Reason.NOT_YOUR_TURN: _TWO_SEATS,
    Reason.PLAY_NOT_BEGUN: _TWO_SEATS,
    Reason.CARD_NOT_IN_HAND: _ONE | _SEAT,
    Reason.CALL_WRONG_PARTY: _CALL | _RE,
    Reason.CALL_BEFORE_PLAY: _CALL,
    Reason.CALL_BEFORE_PARTIES: _CALL,
    Reason.CALL_REPEATED: _CALL | _RE,
    Reason.CALL_TAKEN: _TWO_CALLS | _RE,
    Reason.CALL_NOT_HIGHER: _TWO_CALLS | _RE,
    Reason.CALL_NEEDS_ANNOUNCEMENT: _TWO_CALLS | _RE,
    Reason.CALL_AFTER_LATE_REPLY: _CALL,
    Reason.CALL_TOO_LATE_BY_CARDS: _SEAT | _CALL | _TWO_FIGURES,
    Reason.CALL_TOO_LATE_BY_TRICKS: _SEAT | _CALL | _FIGURE,
    Reason.CALL_SKIPS_EXPIRED: _TWO_CALLS,
    Reason.CALL_AFTER_GAME: _CALL,
    Reason.SOLO_NOT_IN_RULES: {"calls": (Contract.QUEENS,)},
    Reason.RESERVATION_OUT_OF_TURN: _TWO_SEATS,
    Reason.RESERVATIONS_OVER: _SEAT,
    Reason.NOT_ASKED_FOR: _SEAT | {"calls": (Said.SOLO,)},
    Reason.NO_COMPULSORY_SOLO: _SEAT,
    Reason.LACKS_CLUB_QUEENS: _SEAT,
    Reason.ONE_HAS_BOTH_QUEENS: _SEAT,
    Reason.WOULD_GO_AHEAD: _TWO_SEATS,
    Reason.MARRIAGE_TOO_LATE: _SEAT,
    Reason.MARRIAGE_AFTER_CALL: _SEAT,
    Reason.MARRIAGE_AFTER_SOLO: _SEAT,
    Reason.DECIDING_TRICK_NOT_IN_RULES: {"calls": (Deciding.FIRST_TRUMP,)},
    Reason.TOO_MANY_TRUMPS: _SEAT | {"cards": (Card.HT, Card.CQ, Card.SQ, Card.DJ)},
    Reason.NO_EXCHANGE: _SEAT,
    Reason.HAND_TOO_GOOD: _SEAT | {"figures": (1, 2, 6)},
    Reason.LAYS_WRONG_CARDS: _SEAT,
    Reason.RETURNS_WRONG_CARDS: _SEAT | _TWO_FIGURES,
    Reason.SILENT_QUEENS: _SEAT,
    Reason.ONLY_RESERVATION: _SEAT | {"calls": (Contract.QUEENS,)},
    Reason.LATE_MARRIAGE: _SEAT,
    Reason.MAY_STILL_ANNOUNCE: _SEAT,
    Reason.OWN_CARD_LIES: _SEAT,
    Reason.DEALT_ANEW: {},
    Reason.BEFORE_UNNAMED: _TWO_SEATS | {"calls": (Contract.QUEENS,)},
    Reason.GOES_AHEAD: _TWO_SEATS | {"calls": (Said.SOLO, Said.MARRIAGE)},
    Reason.NEAREST: _TWO_SEATS | {"calls": (Said.SOLO,)},
    Reason.FOREHAND_LEADS: _SEAT,
    Reason.COMPULSORY_LEADS: _SEAT,
    Reason.WINNER_LEADS: _SEAT | _FIGURE,
    Reason.DEALS_NEXT: _TWO_SEATS,
    Reason.DEALS_LATER: _TWO_SEATS | _FIGURE,
    Reason.DEALER_PAUSES_LATER: _SEAT | _FIGURE,
    Reason.DEALS_AGAIN: _SEAT,
    Reason.DEALER_PAUSES: _SEAT,
    Reason.HOLDS_CLUB_QUEEN: _SEAT | _RE,
    Reason.HOLDS_NO_CLUB_QUEEN: _SEAT | _RE,
    Reason.HOLDS_BOTH_QUEENS: _SEAT | _RE,
    Reason.SHOWED_CLUB_QUEEN: _SEAT | _RE,
    Reason.TOLD_BY_CALL: _SEAT | _RE | _CALL,
    Reason.ALL_RE_FOUND: _SEAT,
    Reason.STILL_UNKNOWN: _SEAT,
    Reason.PLAYS_ALONE: _SEAT | _CONTRACT,
    Reason.PLAY_TOGETHER: _TWO_SEATS | _CONTRACT,
    Reason.HOLDER_TOOK_IT: _SEAT | _FIGURE,
    Reason.NOT_OF_THE_KIND: _SEAT | _FIGURE | _ONE | {"calls": (Deciding.FIRST_TRUMP,)},
    Reason.CALL_IN_TIME_BY_CARDS: _SEAT | _CALL | _TWO_FIGURES,
    Reason.CALL_IN_TIME_BY_TRICKS: _SEAT | _CALL | _FIGURE,
    Reason.CALL_AS_REPLY: _SEAT | _TWO_CALLS,
    Reason.LIMITS_MOVED: _TWO_FIGURES,
    Reason.LIMITS_MOVED_BY_TRICKS: _TWO_FIGURES,
    Reason.LIMITS_STAY: _FIGURE,
    Reason.PARTNER_FOUND: _TWO_SEATS | {"calls": (Deciding.FIRST_TRUMP,), "figures": (2,)},
    Reason.PARTNER_FOUND_FIRST: _TWO_SEATS | {"calls": (Deciding.FIRST,), "figures": (2,)},
    Reason.NO_PARTNER: _SEAT | {"calls": (Deciding.FIRST,), "figures": (3,)},
    Reason.TARGET_RE: _RE | _FIGURE,
    Reason.TARGET_KONTRA: _RE | _FIGURE,
    Reason.TARGET_RE_LONE_KONTRA: _RE | _FIGURE,
    Reason.TARGET_KONTRA_ALONE: _RE | _FIGURE,
    Reason.TARGET_OWN_LIMIT: _RE | _CALL | _FIGURE,
    Reason.TARGET_ALL_TRICKS: _RE,
    Reason.TARGET_REFUTE: _RE | _CALL | _FIGURE,
    Reason.TARGET_ONE_TRICK: _RE,
    Reason.TARGET_MET: _RE | _TWO_FIGURES,
    Reason.ALL_TRICKS_MET: _RE,
    Reason.ONE_TRICK_MET: _RE,
    Reason.BOTH_MISSED: _TWO_FIGURES,
    Reason.WON: _RE,
    Reason.ALTE_BEATEN: _BOTH,
    Reason.PLAYED_UNDER: _BOTH | _TWO_FIGURES,
    Reason.PLAYED_SCHWARZ: _BOTH,
    Reason.COUNTS_AS_REACHED: _BOTH | _CALL,
    Reason.CALL_PAID: _BOTH | _CALL,
    Reason.CALL_DOUBLES: _BOTH | _CALL,
    Reason.STEP_SAID: _BOTH | _CALL,
    Reason.STEP_INCLUDED: {"parties": (Party.RE, Party.KONTRA), "calls": (Call.NO_90, Call.NO_60)},
    Reason.REACHED_AGAINST: _RE | _CALL | _TWO_FIGURES,
    Reason.STEP_REFUTED: _RE | _CALL | _TWO_FIGURES,
    Reason.SCHWARZ_REFUTED: _RE,
    Reason.FOX_CAUGHT: _TWO_SEATS | _FIGURE,
    Reason.DOPPELKOPF: _SEAT | _TWO_FIGURES,
    Reason.CHARLIE: _SEAT,
    Reason.CHARLIE_PAIR: _TWO_SEATS,
    Reason.FOX_LAST: _SEAT,
    Reason.FOX_PAIR_LAST: _TWO_SEATS,
    Reason.HEART_TRICK: _SEAT | _FIGURE,
    Reason.DULLE_CAUGHT: _TWO_SEATS | _FIGURE,
    Reason.NO_SPECIALS_IN_SOLO: _CONTRACT,
    Reason.OWN_FOX: _TWO_SEATS,
    Reason.FOX_AT_HOME: _SEAT,
    Reason.NOT_UNDER: _RE | _TWO_FIGURES,
    Reason.TOO_FEW_FOR_DOPPELKOPF: _TWO_FIGURES,
    Reason.CHARLIE_BEATEN: _TWO_SEATS,
    Reason.CHARLIE_TOO_EARLY: _SEAT,
    Reason.FOX_BEATEN: _TWO_SEATS,
    Reason.FOX_TOO_EARLY: _SEAT,
    Reason.NO_HEART_TRICK: _ONE,
    Reason.OWN_DULLE: _TWO_SEATS,
    Reason.WORTH_UNDER: {
        "words": ("kompakt",),
        "calls": (ItemName.WON, ItemName.RE),
        "figures": (3, 1, 1, 2),
    },
    Reason.WORTH_ADDED: {
        "words": ("kompakt",),
        "calls": (ItemName.WON, ItemName.RE),
        "figures": (3, 1, 1, 2),
    },
    Reason.REACHED_UNDER: _BOTH | _TWO_CALLS | {"words": ("cvjm",)},
    Reason.UNDER_RULES: {"words": ("kompakt",)},
    Reason.DOES_NOT_COUNT: {"calls": (ItemName.NO_60,)},
    Reason.SAID_BY_WINNER: _RE | {"calls": (Call.NO_60,)},
    Reason.SAID_BUT_MISSED: _RE | {"calls": (Call.NO_60,)},
    Reason.NOT_SAID: {"calls": (Call.NO_60,)},
    Reason.POINTS_BY_PARTY: _RE | {"figures": (60, 50, 110)},
    Reason.ADDS_UP: {"calls": (ItemName.WON, ItemName.RE), "figures": (3, 1, 2)},
    Reason.FACTOR_IS: _CALL | _FIGURE,
    Reason.VALUE_IS: {"figures": (2, 2, 4)},
    Reason.VALUE_WITH_SPECIALS: {"calls": (ItemName.FOX,), "figures": (2, 2, 5, 1)},
    Reason.VALUE_IS_DOUBLED: _TWO_FIGURES,
    Reason.WINNERS_WRITE: _RE | _FIGURE,
    Reason.LOSERS_WRITE_MINUS: _RE | _FIGURE,
    Reason.LOSERS_WRITE_NOTHING: _RE,
    Reason.SOLOIST_WRITES: _SEAT | {"figures": (3, 3, 9)},
    Reason.ADDED_TO_SUM: _SEAT | {"figures": (5, 2, 7)},
    Reason.ENOUGH_KINGS: _TWO_FIGURES,
    Reason.TOO_FEW_KINGS: _TWO_FIGURES,
    Reason.ENOUGH_NINES: _TWO_FIGURES,
    Reason.TOO_FEW_NINES: _TWO_FIGURES,
    Reason.FEW_TRUMPS: _TWO_FIGURES,
    Reason.ENOUGH_TRUMPS: _TWO_FIGURES,
    Reason.POVERTY_ALLOWED: _TWO_FIGURES,
    Reason.POVERTY_NOT_ALLOWED: _TWO_FIGURES,
    Reason.FACE_DOWN: _ONE,
    Reason.FACE_UP: _ONE,
    Reason.RETURNED_TRUMPS: _ONE | _FIGURE,
    Reason.CHEAPEST_WINNER: _ONE | _FIGURE,
    Reason.WEAKEST_OF_CHEAPEST: _ONE | {"others": (Card.HK,)},
    Reason.TAKES_FOR_MORE: _ONE | {"others": (Card.HK,)} | _TWO_FIGURES,
    Reason.STRONGER_THAN_NEEDED: _ONE | {"others": (Card.HK,)},
    Reason.DECIDED_BEFORE: _SEAT | _FIGURE,
    Reason.TOO_LATE_TO_DECIDE: _SEAT | _TWO_FIGURES,
    Reason.FOREHAND_LEADS_SOLO: _TWO_SEATS,
    Reason.NOTED_DOWN: _RE | {"calls": (SpecialPoint.FOX,)},
    Reason.TRICKS_NEEDED: _RE,
    Reason.NOT_ALL_POINTS: _FIGURE,
    Reason.NOT_ALL_TRICKS: _TWO_FIGURES,
    Reason.POINTS_NOT_IN_TRICKS: {"figures": (200, 40, 3, 9)},
    Reason.POINTS_NOT_MADE: _TWO_FIGURES,
    Reason.IMPOSSIBLE_PARTIES: _TWO_FIGURES,
    Reason.TOO_MANY_SPECIALS: _FIGURE | {"calls": (SpecialPoint.FOX,)},
    Reason.SPECIALS_NEED_POINTS: _RE | _TWO_FIGURES,
    Reason.SPECIALS_NEED_TRICKS: _RE | _TWO_FIGURES,
    Reason.PAIR_WITHOUT_SINGLE: {"calls": (SpecialPoint.CHARLIE_PAIR, SpecialPoint.CHARLIE)},
    Reason.SPECIAL_NOT_IN_RULES: {"calls": (SpecialPoint.HEART_TRICK,)},
    Reason.UNKNOWN_SPECIAL: _WORD,
}

EXAMPLES = {reason: Why(reason, **_PROOFS.get(reason, {})) for reason in Reason}
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
