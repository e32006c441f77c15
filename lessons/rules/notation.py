"""Cards, hands, seats and actions as text, both ways: reading is generous, writing is one.

Writing a card is always suit and rank in English letters, ``HT``. Reading also takes ``H10``,
``♥10``, ``♣D``, ``KrD``, ``Herz 10`` (a space only where one card is read): ASCII suit letters
take English ranks; the German ranks D and B stand only after a sign or a German suit name.

What players write by hand is read more generously still, by :func:`cards_meant`: ``Dulle``, ``HD``,
``Dame Pik``, ``queen of spades``. In records such words are no cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from lessons.rules.calls import Call
from lessons.rules.cards import (
    CHARLIE,
    CLUB_QUEEN,
    DULLE,
    FOX,
    Card,
    Hand,
    Rank,
    Seat,
    Suit,
    card_of,
)
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.game import Action, Decline, Lay, Play, Return, Say, Take
from lessons.rules.reasons import IllegalAction, Reason, Why
from lessons.rules.reservations import Reservation
from lessons.rules.rule_sets import Deciding, Said

GERMAN_SUITS = {
    Suit.CLUBS: ("Kreuz", "Kr", "♣"),
    Suit.SPADES: ("Pik", "Pi", "♠"),
    Suit.HEARTS: ("Herz", "He", "♥"),
    Suit.DIAMONDS: ("Karo", "Ka", "♦"),
}
_RANK_WORDS = {rank.value: rank for rank in Rank} | {"10": Rank.TEN}
_GERMAN_RANKS = {"D": Rank.QUEEN, "B": Rank.JACK}
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
_CARDS = dict(Card.__members__)
_LONGEST_FIRST = sorted(map(re.escape, _SUIT_WORDS), key=len, reverse=True)
_CARD = re.compile(rf"({'|'.join(_LONGEST_FIRST)})(.+)", re.IGNORECASE | re.ASCII)


def card_from_text(text: str) -> Card:
    """A card from any of its spellings; raises :class:`IllegalAction` with ``unknown-card``."""
    card = _CARDS.get(text)
    if card is not None:
        return card
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
    meant = cards_meant(plain)
    if len(meant) > 1:
        why = Why(Reason.AMBIGUOUS_CARD, meant, words=(text,))
        told = ", ".join(card.name for card in meant)
        raise IllegalAction(why, f"no card: {text!r} may be any of {told}")
    raise IllegalAction(Why(Reason.UNKNOWN_CARD, words=(text,)), f"no card: {text!r}")


_NICKNAMES = {
    "dulle": DULLE,
    "dullen": DULLE,
    "dolle": DULLE,
    "sonne": DULLE,
    "alte": CLUB_QUEEN,
    "alter": CLUB_QUEEN,
    "alten": CLUB_QUEEN,
    "old": CLUB_QUEEN,
    "oldone": CLUB_QUEEN,
    "fuchs": FOX,
    "fox": FOX,
    "karlchen": CHARLIE,
    "karlchenmueller": CHARLIE,
    "charlie": CHARLIE,
    "charly": CHARLIE,
}
_SPOKEN_SUITS = {
    Suit.CLUBS: "k kr krz kreuz treff c club clubs",
    Suit.SPADES: "p pi pik schippe schippen s spade spades",
    Suit.HEARTS: "h he hz herz heart hearts",
    Suit.DIAMONDS: "k ka kro karo eckstein d diamond diamonds",
}
_SPOKEN_RANKS = {
    Rank.ACE: "a as ass ace",
    Rank.TEN: "10 t zehn zehner ten",
    Rank.KING: "k koenig king",
    Rank.QUEEN: "d q dame queen",
    Rank.JACK: "b j bube bauer jack",
    Rank.NINE: "9 neun neuner nine",
}
_BESIDE_NAMES = frozenset(
    {"der", "die", "das", "den", "dem", "ein", "eine", "einen", "the", "an", "of"}
)
_LONGEST_NAME = 40
_SIGNS = str.maketrans(
    {suit: words[0] for words in GERMAN_SUITS.values() for suit in words[-1]}
    | {"ä": "ae", "ö": "oe", "ü": "ue", "-": " ", ".": " "}
)


def _names_of_cards() -> dict[str, tuple[Card, ...]]:
    """Every name without spaces, suit and rank in either order or a rank alone, and what it may
    mean; ``HK`` and whatever else :func:`card_from_text` takes is not asked here."""
    found: dict[str, dict[Card, None]] = {name: {card: None} for name, card in _NICKNAMES.items()}
    for suit, suit_words in _SPOKEN_SUITS.items():
        for rank, rank_words in _SPOKEN_RANKS.items():
            for one in suit_words.split():
                for other in rank_words.split():
                    for name in (one + other, other + one, other):
                        found.setdefault(name, {})[card_of(suit, rank)] = None
    del found["pik"]  # the suit, not the king of "Pi"
    return {name: tuple(cards) for name, cards in found.items()}


_CARDS_NAMED = _names_of_cards()


def cards_meant(text: str) -> tuple[Card, ...]:
    """The cards that somebody may mean by a word: none, one, or several where only those at the
    table could tell which, as for ``KD``: Kreuz-Dame or Karo-Dame."""
    card = _CARDS.get(text)
    if card is not None:
        return (card,)
    if len(text) > _LONGEST_NAME:
        return ()
    words = text.lower().translate(_SIGNS).lower().split()
    named = "".join(word for word in words if word not in _BESIDE_NAMES)
    return _CARDS_NAMED.get(named, ())


def hand_from_text(text: str) -> Hand:
    """Cards separated by white space."""
    return tuple(map(card_from_text, text.split()))


def hand_as_text(hand: Hand) -> str:
    return " ".join(card.name for card in hand)


def seat_from_text(text: str) -> Seat:
    try:
        return Seat[text]
    except KeyError:
        raise IllegalAction(Why(Reason.UNKNOWN_SEAT, words=(text,)), f"no seat: {text!r}") from None


def action_from_text(text: str) -> Action:
    """``VH healthy``, ``MH solo queens``, ``VH re``, ``VH HA`` …: no spaces inside a card.

    Raises :class:`IllegalAction` for a word that nobody knows.
    """
    action = _ACTIONS.get(text)
    return action if action is not None else _parsed_action(text)


def _parsed_action(text: str) -> Action:
    name, *words = text.split() or [""]
    # An unknown card goes before an unknown action, and that before an unknown seat.
    action = _reservation(words) or _of_exchange(words) or _in_play(words)
    if action is None:
        raise unknown_action(text)
    seat = seat_from_text(name)
    return Play(seat, action.card) if isinstance(action, Play) else replace(action, seat=seat)


_NOBODY = Seat.VH
"""Stands for the seat until that is read."""


def _in_play(words: list[str]) -> Say | Play | None:
    match words:
        case [call] if call in set(Call):
            return Say(_NOBODY, Call(call))
        case [card]:
            try:
                return Play(_NOBODY, card_from_text(card))
            except IllegalAction:
                if _is_meant_as_card(card):
                    raise
    return None


def _is_meant_as_card(word: str) -> bool:
    """``KD``, ``X9``, ``♥Q3``: short as a card is, and no word; or a suit and what is no rank."""
    match = _CARD.fullmatch(word)
    is_word = word.isalpha() and word.islower()
    return (len(word) <= 3 and not is_word) or (match is not None and len(match[2]) <= 2)


def _reservation(words: list[str]) -> Reservation | None:
    match words:
        case ["healthy" | "reservation" | "poverty" | "throw-in" as said]:
            return Reservation(_NOBODY, Said(said))
        case ["solo" | "compulsory" as said, solo] if solo in SOLOS:
            return Reservation(_NOBODY, Said(said), solo=Contract(solo))
        case ["marriage"]:
            return Reservation(_NOBODY, Said.MARRIAGE, deciding=Deciding.FIRST)
        case ["marriage", deciding] if deciding in set(Deciding):
            return Reservation(_NOBODY, Said.MARRIAGE, deciding=Deciding(deciding))
    return None


def _of_exchange(words: list[str]) -> Lay | Decline | Take | Return | None:
    match words:
        case ["lays", *cards] if cards.count("+") <= 1:
            plus = cards.index("+") if "+" in cards else len(cards)
            return Lay(_NOBODY, _cards(cards[:plus]), _cards(cards[plus + 1 :]))
        case ["declines"]:
            return Decline(_NOBODY)
        case ["takes"]:
            return Take(_NOBODY)
        case ["returns", *cards]:
            return Return(_NOBODY, _cards(cards))
    return None


def action_as_text(action: Action) -> str:
    """The one way in which an action is written."""
    return " ".join([action.seat.name, *_words_of(action)])


def _words_of(action: Action) -> list[str]:
    match action:
        case Play(_, card):
            words = [card.name]
        case Say(_, call):
            words = [call.value]
        case Lay(_, trumps, foxes):
            words = ["lays", *_names(trumps), "+", *_names(foxes)]
        case Decline():
            words = ["declines"]
        case Take():
            words = ["takes"]
        case Return(_, cards):
            words = ["returns", *_names(cards)]
        case Reservation(_, said, solo, deciding):
            more = None if deciding is Deciding.FIRST else deciding
            words = [word.value for word in (said, solo, more) if word is not None]
        case _ as never:
            assert_never(never)
    return words


def _names(cards: Hand) -> list[str]:
    return [card.name for card in cards]


def _cards(words: Iterable[str]) -> Hand:
    return tuple(map(card_from_text, words))


def unknown_action(text: str) -> IllegalAction:
    return IllegalAction(Why(Reason.UNKNOWN_ACTION, words=(text,)), f"no action: {text!r}")


_ACTIONS: dict[str, Action] = {
    f"{seat.name} {what}": _parsed_action(f"{seat.name} {what}")
    for seat in Seat
    for what in [*(card.name for card in Card), *Call, "healthy", "declines", "takes"]
}
"""The most frequent actions as written, read once."""
