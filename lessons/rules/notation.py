"""Cards, hands, seats, actions and records as text, both ways: reading is generous, writing is one.

Writing a card is always suit and rank in English letters, ``HT``. Reading also takes ``H10``,
``♥10``, ``♣D``, ``KrD``, ``Herz 10`` (a space only where one card is read): ASCII suit letters
take English ranks; the German ranks D and B stand only after a sign or a German suit name.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from lessons.rules.cards import COPIES, Card, Deal, Hand, Rank, Seat, Suit, card_of
from lessons.rules.contracts import Contract
from lessons.rules.game import Fault, IllegalAction, Play
from lessons.rules.parties import Party, parties
from lessons.rules.rule_sets import PRESETS, RuleSet

GERMAN_SUITS = {
    Suit.CLUBS: ("Kreuz", "Kr", "♣"),
    Suit.SPADES: ("Pik", "Pi", "♠"),
    Suit.HEARTS: ("Herz", "He", "♥"),
    Suit.DIAMONDS: ("Karo", "Ka", "♦"),
}
_RANK_WORDS = {rank.value: rank for rank in Rank} | {"10": Rank.TEN}
_GERMAN_RANKS = {"D": Rank.QUEEN, "B": Rank.JACK, "Z": Rank.TEN}
_GERMAN_RANK_NAMES = {
    "ass": Rank.ACE,
    "as": Rank.ACE,
    "zehn": Rank.TEN,
    "könig": Rank.KING,
    "dame": Rank.QUEEN,
    "bube": Rank.JACK,
    "neun": Rank.NINE,
}
_SUIT_WORDS = {suit.value: suit for suit in Suit} | {
    word.upper(): suit for suit, words in GERMAN_SUITS.items() for word in words
}
_LONGEST_FIRST = sorted(map(re.escape, _SUIT_WORDS), key=len, reverse=True)
_CARD = re.compile(rf"({'|'.join(_LONGEST_FIRST)})(.+)", re.IGNORECASE | re.ASCII)


class UnreadableRecord(Exception):  # noqa: N818  (the name says what it is)
    """A record that is none: what is wrong, and at which action (None: before the first)."""

    def __init__(self, fault: Fault | None, message: str, action: int | None = None) -> None:
        super().__init__(message)
        self.fault = fault
        self.action = action


def card_from_text(text: str) -> Card:
    """A card from any of its spellings; raises :class:`IllegalAction` with ``unknown-card``."""
    plain = text.strip().replace("\ufe0f", "").replace("\ufe0e", "")
    match = _CARD.fullmatch(plain)
    # "Pik" is the suit and no card of it; the king of "Pi" is written PiK.
    if match and (plain == "PiK" or plain.lower() != "pik"):
        suit_word, rank_word = match[1].upper(), match[2].strip(" -")
        ranks = dict(_RANK_WORDS)
        names = {}
        if suit_word not in Suit:  # a sign or a German name
            ranks |= _GERMAN_RANKS
            names = _GERMAN_RANK_NAMES
        rank = ranks.get(rank_word.upper()) or names.get(rank_word.lower())
        if rank is not None:
            return card_of(_SUIT_WORDS[suit_word], rank)
    raise IllegalAction(Fault.UNKNOWN_CARD, f"no card: {text!r}")


def hand_from_text(text: str) -> Hand:
    """Cards separated by white space."""
    return tuple(map(card_from_text, text.split()))


def hand_as_text(hand: Hand) -> str:
    return " ".join(card.name for card in hand)


def seat_from_text(text: str) -> Seat:
    try:
        return Seat[text]
    except KeyError:
        raise IllegalAction(Fault.UNKNOWN_SEAT, f"no seat: {text!r}") from None


@dataclass(frozen=True, slots=True)
class Healthy:
    """No reservation (gesund)."""

    seat: Seat


type Action = Healthy | Play


def action_from_text(text: str) -> Action:
    """``VH healthy`` or ``VH HA``: a seat and one word, no spaces inside a card."""
    words = text.split()
    if not words:
        raise IllegalAction(Fault.UNKNOWN_ACTION, f"no action: {text!r}")
    seat = seat_from_text(words[0])
    if words[1:] == ["healthy"]:
        return Healthy(seat)
    if len(words) == 2:
        match = _CARD.fullmatch(words[1])
        try:
            return Play(seat, card_from_text(words[1]))
        except IllegalAction:
            if match and len(match[2]) <= 2:  # a suit, and a rank that nobody knows
                raise
    raise IllegalAction(Fault.UNKNOWN_ACTION, f"no action: {text!r}")


def action_as_text(action: Action) -> str:
    what = "healthy" if isinstance(action, Healthy) else action.card.name
    return f"{action.seat.name} {what}"


FORMAT = "doppelkopf-game/1"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A normal game as written: the deal is checked, the course of play is not."""

    rules: RuleSet
    deal: Deal
    actions: tuple[Action, ...]
    title: str = ""
    notes: dict[int, str] = field(default_factory=dict)
    """What is to be said before the action of that number."""

    @property
    def plays(self) -> tuple[Play, ...]:
        return tuple(action for action in self.actions if isinstance(action, Play))


def record_from_json(record: Any) -> GameRecord:
    """A record of a normal game; raises :class:`UnreadableRecord`."""
    _check_types(record)
    rules = _rules(record)
    deal = _deal(record, rules)
    actions = []
    for number, text in enumerate(record["actions"]):
        try:
            actions.append(action_from_text(text))
        except IllegalAction as error:
            raise UnreadableRecord(error.fault, str(error), number) from error
    _check_reservations(record, tuple(actions), deal)
    notes = {int(number): note for number, note in record.get("notes", {}).items()}
    return GameRecord(rules, deal, tuple(actions), record.get("title", ""), notes)


def record_as_json(record: GameRecord) -> dict[str, Any]:
    """The object that :func:`record_from_json` reads back to the same record."""
    preset = PRESETS[record.rules.document]
    written: dict[str, Any] = {"format": FORMAT, "rules": record.rules.document}
    if record.rules.nines != preset.nines:
        written["options"] = {"nines": record.rules.nines}
    hands = zip(Seat, record.deal, strict=True)
    written["hands"] = {seat.name: hand_as_text(hand) for seat, hand in hands}
    written["actions"] = [action_as_text(action) for action in record.actions]
    if record.title:
        written["title"] = record.title
    if record.notes:
        written["notes"] = {str(number): note for number, note in record.notes.items()}
    return written


def _check_types(record: Any) -> None:
    """A record is an object of the fields that the format names; what else it has is ignored."""
    if not isinstance(record, dict):
        raise UnreadableRecord(None, "a record is an object")
    expected: dict[str, tuple[type, object]] = {
        "format": (str, FORMAT),
        "rules": (str, None),
        "options": (dict, {}),
        "hands": (dict, None),
        "actions": (list, None),
        "title": (str, ""),
        "notes": (dict, {}),
    }
    for name, (kind, default) in expected.items():
        if not isinstance(record.get(name, default), kind):
            raise UnreadableRecord(None, f"{name}: expected a {kind.__name__}")
    if record.get("format", FORMAT) != FORMAT:
        raise UnreadableRecord(None, f"format: expected {FORMAT!r}, got {record['format']!r}")
    notes = record.get("notes", {})
    if not all(isinstance(text, str) for text in [*record["actions"], *notes.values()]):
        raise UnreadableRecord(None, "actions and notes are texts")
    if not all(number.isascii() and number.isdigit() for number in notes):
        raise UnreadableRecord(None, "notes go by the number of an action")
    if not isinstance(record.get("options", {}).get("nines", True), bool):
        raise UnreadableRecord(None, "options: nines is true or false")


def _rules(record: dict[str, Any]) -> RuleSet:
    preset = PRESETS.get(record["rules"])
    if preset is None:
        raise UnreadableRecord(Fault.UNKNOWN_RULES, f"no rule set: {record['rules']!r}")
    options = record.get("options", {})
    unknown = sorted(set(options) - {"nines"})
    if unknown:
        raise UnreadableRecord(Fault.UNKNOWN_OPTION, f"no option: {unknown[0]!r}")
    return RuleSet(preset.document, nines=options.get("nines", preset.nines))


def _deal(record: dict[str, Any], rules: RuleSet) -> Deal:
    hands = record["hands"]
    if set(hands) != {seat.name for seat in Seat}:
        raise UnreadableRecord(Fault.UNKNOWN_SEAT, "hands are those of VH, MH, HH and G")
    if not all(isinstance(hand, str) for hand in hands.values()):
        raise UnreadableRecord(None, "a hand is a text")
    try:
        read = {seat: hand_from_text(hands[seat.name]) for seat in Seat}
    except IllegalAction as error:
        raise UnreadableRecord(error.fault, str(error)) from error
    for seat, hand in read.items():
        if len(hand) != rules.hand_size:
            message = f"{seat.name} holds {len(hand)} cards, not {rules.hand_size}"
            raise UnreadableRecord(Fault.WRONG_HAND_SIZE, message)
    cards = [card for hand in read.values() for card in hand]
    for card in cards:
        if card not in rules.pack:
            raise UnreadableRecord(Fault.CARD_NOT_IN_PACK, f"{card.name} is not in the pack")
        if cards.count(card) > COPIES:
            raise UnreadableRecord(Fault.TOO_MANY_COPIES, f"{card.name} is there more than twice")
    return read[Seat.VH], read[Seat.MH], read[Seat.HH], read[Seat.G]


def _check_reservations(record: dict[str, Any], actions: tuple[Action, ...], deal: Deal) -> None:
    """All four healthy in turn, or none said; nobody holds both club queens."""
    said = [action.seat for action in actions if isinstance(action, Healthy)]
    first = [action.seat for action in actions[: len(said)] if isinstance(action, Healthy)]
    if said and (said != list(Seat) or first != said):
        message = "reservations: each seat once from VH, before the first card"
        raise UnreadableRecord(Fault.RESERVATION_NOT_ALLOWED, message)
    if record.get("contract", Contract.NORMAL) != Contract.NORMAL:
        raise UnreadableRecord(None, f"not a normal game: {record['contract']!r}")
    if parties(deal).count(Party.RE) != 2:
        fault = Fault.RESERVATION_NOT_ALLOWED if "contract" in record else None
        raise UnreadableRecord(fault, "both club queens in one hand: not a normal game")
