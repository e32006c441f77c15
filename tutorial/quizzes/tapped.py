"""Cards that are tapped into a question of one's own instead of typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from lessons.rules.cards import COPIES, Card
from lessons.rules.notation import card_from_text
from lessons.rules.readable import cards_as_typed
from lessons.rules.reasons import IllegalAction
from lessons.rules.rule_sets import RuleSet
from tutorial.judge.pad import rows_of_pack
from tutorial.shared.words import words

HAND, TRICK, CARD = "hand", "trick", "card"
"""The fields that cards are tapped into: out of the pack, and one of the hand."""


@dataclass(frozen=True, slots=True)
class Key:
    """A card that can be tapped, or could."""

    field: str
    card: Card
    left: int
    """So many of it can still be tapped."""
    is_chosen: bool = False


class CardsField(forms.CharField):
    """Typed, or tapped on its keys, which the form lays out for what it says so far."""

    keys: tuple[tuple[Key, ...], ...] = ()
    is_begun = False
    is_tapped = False
    """The last key was one of its own."""


def read(typed: str) -> tuple[list[Card], str]:
    """The cards as far as they can be read, and the first word that is no card; empty: all are."""
    found = []
    for word in cards_as_typed(typed).split():
        try:
            found.append(card_from_text(word))
        except IllegalAction:
            return found, word
    return found, ""


def after_tap(posted: Mapping[str, Any], tap: str) -> dict[str, Any]:
    """What stands in the form after a key was tapped, such as ``hand HT``; ``hand`` alone takes its
    last card back."""
    name, _space, card = tap.partition(" ")
    there = dict(posted)
    typed = str(there.get(name, ""))
    cards, wrong = read(typed)
    if name in {HAND, TRICK, CARD} and not wrong:
        tapped, is_no_card = read(card)
        if not card:
            cards = cards[:-1]
        elif not is_no_card and len(tapped) == 1:
            cards = tapped if name == CARD else [*cards, *tapped]
        there[name] = " ".join(map(words().cards.short, cards))
    return there


def lay_out(form: forms.Form, rules: RuleSet, tap: str) -> None:
    """The keys of the form's fields, for what these say."""
    said = {name: read(str(form[name].value() or ""))[0] for name in (HAND, TRICK, CARD)}
    used = Counter(said[HAND] + said[TRICK])
    for name, cards in said.items():
        field = form.fields[name]
        assert isinstance(field, CardsField)
        if name == CARD:
            order = dict.fromkeys(said[HAND])
            keys = (Key(name, one, COPIES, is_chosen=[one] == cards) for one in order)
            field.keys = (tuple(keys),)
        else:
            field.keys = tuple(
                tuple(Key(name, card, COPIES - used[card]) for card in row)
                for row in rows_of_pack(rules)
            )
        field.is_begun = bool(cards) and name != CARD
        field.is_tapped = tap.partition(" ")[0] == name
