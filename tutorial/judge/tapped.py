"""Cards tapped in the order of play, as an address holds them: what the table plays, the hands as
far as they are told, and what was played and said. Nobody taps seats while cards are played: they
follow from who leads and who wins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lessons.rules.calls import Call
from lessons.rules.cards import COPIES, PLAYERS, Card, Deal, Hand, Seat, as_deal
from lessons.rules.contracts import SOLOS, CardOrder, Contract
from lessons.rules.game import Play, Say, start
from lessons.rules.reasons import IllegalAction
from lessons.rules.records import FORMAT, MOST_ACTIONS, UNKNOWN_CARDS
from lessons.rules.rule_sets import Deciding, RuleSet, Said, rules_as_json
from lessons.rules.tricks import Trick, trick_winner
from tutorial.house_rules.named import Named, named, presets
from tutorial.judge.games import CallForm
from tutorial.judge.shown import Steps
from tutorial.shared.words import words

ADD = "add"
"""Name of the button that adds a call."""
PLAYED = "play"
"""Where cards are tapped that are played, not held."""
_CONTRACTS = (Contract.NORMAL, Contract.MARRIAGE, *SOLOS)
_SAID = re.compile(r"(VH|MH|HH|G)-([a-z0-9]+)")
_LONGEST_SHOWN = 20
"""Letters of what no table can have that are shown again."""


class SettingForm(forms.Form):
    """What the table plays; each field has a value that holds where nothing is said."""

    rules = forms.ChoiceField(label=gettext_lazy("Rules"), required=False)
    contract = forms.ChoiceField(label=gettext_lazy("Contract"), required=False)
    by = forms.ChoiceField(label=gettext_lazy("Whose solo or marriage"), required=False)
    lead = forms.ChoiceField(label=gettext_lazy("Who leads"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, seats = words().cards.name, [(seat.name, capfirst(seat_words(seat))) for seat in Seat]
        known, asked = presets(), named(str(self.data.get("rules", "")))
        known += (asked,) if asked is not None and asked.is_house else ()
        self._offer("rules", [(one.asked, one.name) for one in known])
        self._offer("contract", [(contract.value, name(contract)) for contract in _CONTRACTS])
        self._offer("by", seats)
        self._offer("lead", seats)

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class NotOnTable(ValueError):  # noqa: N818  (the name says what it is)
    """Something that cannot lie on this table, with the reason in words."""


@dataclass(frozen=True)
class Table:
    """A game as far as it was tapped; no card is there more often than in the pack."""

    named: Named
    contract: Contract
    by: Seat
    """Whose solo or marriage it is."""
    lead: Seat
    hands: Deal = ((), (), (), ())
    """As far as they were told."""
    played: tuple[Card | Say, ...] = ()
    at: Seat | None = None

    @property
    def rules(self) -> RuleSet:
        return self.named.rules

    """The hand into which cards are tapped; None: they are played."""

    @cached_property
    def cards(self) -> Hand:
        return tuple(one for one in self.played if isinstance(one, Card))

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """All that have been begun; whether a card was allowed is another question."""
        tricks: list[Trick] = []
        for card in self.cards:
            if not tricks:
                tricks.append(Trick(self.lead))
            elif tricks[-1].is_complete:
                winner = trick_winner(tricks[-1], self.order(len(tricks) - 1))
                tricks.append(Trick(winner))
            tricks[-1] = tricks[-1].with_card(card)
        return tuple(tricks)

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        return tuple(Play(seat, card) for trick in self.tricks for seat, card in trick.played)

    @property
    def trick(self) -> Trick:
        """The one to look at."""
        return self.tricks[-1] if self.tricks else Trick(self.lead)

    @property
    def holder(self) -> Seat | None:
        """Who holds or has won it."""
        return trick_winner(self.trick, self.order(len(self.tricks) - 1)) if self.tricks else None

    @property
    def to_play(self) -> Seat:
        holder = self.holder
        return holder if holder is not None and self.trick.is_complete else self.trick.to_play

    @property
    def is_over(self) -> bool:
        return len(self.cards) == len(self.rules.pack)

    def order(self, number: int) -> CardOrder:
        """Of the trick of that number, from 0; no rule set as it is written has piglets."""
        is_last = number == self.rules.hand_size - 1
        return self.rules.order_of_trick(
            self.contract, is_last=is_last, has_piglets=False, foxes_played=0
        )

    def is_whole(self, seat: Seat) -> bool:
        """Whether all cards of a hand are told."""
        return len(self.hands[seat]) == self.rules.hand_size

    def left(self, seat: Seat) -> Hand:
        """What is left of the cards of a hand that are told."""
        left = Counter(self.hands[seat])
        left.subtract(self._played_by(seat))
        return tuple((+left).elements())

    def used(self) -> Counter[Card]:
        """How often each card has been tapped where cards are tapped now."""
        held = (card for hand in self.hands for card in hand)
        return Counter(self.cards if self.at is None else held)

    def with_card(self, card: Card) -> Table:
        """One card more, played or held; raises :class:`NotOnTable`."""
        name = {"card": words().cards.card(card)}
        if card not in self.rules.pack:
            raise NotOnTable(_("%(card)s: these rules are played without nines.") % name)
        if self.used()[card] >= COPIES:
            raise NotOnTable(_("%(card)s: both of them have been tapped already.") % name)
        if self.at is None:
            return replace(self, played=(*self.played, card))
        if self.is_whole(self.at):
            raise NotOnTable(capfirst(_("%s has all the cards already.") % seat_words(self.at)))
        return self._holding(self.at, (*self.hands[self.at], card))

    def with_call(self, call: Say, trick: int) -> Table:
        """A call before the first card of a trick, counted from 1."""
        before, cards = PLAYERS * (trick - 1), -1
        for place, one in enumerate(self.played):
            cards += isinstance(one, Card)
            if isinstance(one, Card) and cards == before:
                return replace(self, played=(*self.played[:place], call, *self.played[place:]))
        return replace(self, played=(*self.played, call))

    def without_last(self) -> Table:
        if self.at is None:
            return replace(self, played=self.played[:-1])
        return self._holding(self.at, self.hands[self.at][:-1])

    def with_rest_dealt(self) -> Table:
        """Where three hands are told, the last is what is left; and the next hand to tell."""
        short = [seat for seat in Seat if not self.is_whole(seat)]
        if self.at is None or self.at in short:
            return self
        if len(short) > 1:
            after = sorted(short, key=lambda seat: (seat - (self.at or 0)) % PLAYERS)
            return replace(self, at=after[0])
        rest = Counter(self.rules.pack)
        rest.subtract(self.used())
        filled = (
            self._holding(short[0], (*self.hands[short[0]], *rest.elements())) if short else self
        )
        return replace(filled, at=None)

    def _holding(self, seat: Seat, hand: Hand) -> Table:
        hands = [hand if one is seat else self.hands[one] for one in Seat]
        return replace(self, hands=as_deal(hands))

    def _played_by(self, seat: Seat) -> list[Card]:
        return [play.card for play in self.plays if play.seat is seat]

    def steps(self) -> tuple[Steps, IllegalAction | None]:
        """Each card with the position before it, and why the last was not allowed; of hands that
        are not told it is known what was played from them."""
        hands = [
            self.hands[seat]
            if self.is_whole(seat)
            else tuple((Counter(self.hands[seat]) | Counter(self._played_by(seat))).elements())
            for seat in Seat
        ]
        steps: Steps = []
        position = start(self.rules, self.contract, as_deal(hands), self.lead)
        for play in self.plays:
            steps.append((position, play))
            try:
                position = position.after_play(play)
            except IllegalAction as refused:
                return steps, refused
        return steps, None

    @property
    def record(self) -> dict[str, Any] | None:
        """The game as a record; None where its first trick is not the first of a game, which VH
        leads: no rule set as it is written has compulsory solos."""
        if self.lead is not Seat.VH:
            return None
        plays = iter(self.plays)
        actions = [
            f"{one.seat.name} {one.call}"
            if isinstance(one, Say)
            else f"{next(plays).seat.name} {one.name}"
            for one in self.played
        ]
        hands = {
            seat.name: " ".join(card.name for card in self.hands[seat])
            if self.is_whole(seat)
            else " ".join([*(card.name for card in self.hands[seat]), UNKNOWN_CARDS])
            for seat in Seat
        }
        told = {part: value for part, value in rules_as_json(self.rules).items() if value}
        made = {"format": FORMAT, **told, "hands": hands, "actions": actions}
        if self.contract is Contract.MARRIAGE:
            made["contract"] = f"{self.contract} {self.by.name} {Deciding.FIRST}"
        elif self.contract in SOLOS:
            made["contract"] = f"{Said.SOLO} {self.by.name} {self.contract}"
        return made

    @property
    def setting(self) -> dict[str, str]:
        """What is played, as the address has it."""
        return {
            "rules": self.named.asked,
            "contract": self.contract.value,
            "by": self.by.name,
            "lead": self.lead.name,
        }

    @property
    def state(self) -> dict[str, str]:
        """What was tapped, as the address has it."""
        told = {seat.name: ".".join(card.name for card in self.hands[seat]) for seat in Seat}
        told["played"] = ".".join(
            f"{one.seat.name}-{one.call}" if isinstance(one, Say) else one.name
            for one in self.played
        )
        told["at"] = PLAYED if self.at is None else self.at.name
        return {name: value for name, value in told.items() if value}


@dataclass(frozen=True, slots=True)
class Tapped:
    """What an address asks for."""

    table: Table
    setting: SettingForm
    called: CallForm
    faults: tuple[str, ...] = ()
    """What was asked for and cannot be, in words; all else is on the table."""


def seat_words(seat: Seat) -> str:
    """``Vorhand``."""
    return words().cards.seats[seat.name]


def is_table(asked: Mapping[str, str]) -> bool:
    """Whether an address holds one."""
    return not asked.keys().isdisjoint({*SettingForm.base_fields, *Seat.__members__, "played"})


def tapped(asked: Mapping[str, str], at: Seat | None = None) -> Tapped:
    """The table of an address, with what was tapped last; ``at``: where cards go at first."""
    setting = SettingForm(asked)
    faults = [f"{setting[name].label}: {found[0]}" for name, found in setting.errors.items()]
    chosen = setting.cleaned_data
    lead = Seat[chosen.get("lead") or Seat.VH.name]
    table = Table(
        named=named(chosen.get("rules", "")) or presets()[0],
        contract=Contract(chosen.get("contract") or Contract.NORMAL),
        by=Seat[chosen.get("by") or lead.name],
        lead=lead,
    )
    for seat in Seat:
        table = _with_all(replace(table, at=seat), asked.get(seat.name, ""), faults)
    table = _with_all(replace(table, at=None), asked.get("played", ""), faults)
    where = asked.get("to") or asked.get("at") or (at.name if at is not None else PLAYED)
    if where in Seat.__members__:
        table = replace(table, at=Seat[where])
    elif where != PLAYED:
        faults.append(_("‘%s’ is no seat.") % where[:_LONGEST_SHOWN])
    if "undo" in asked:
        table = table.without_last()
    table = _with_all(table, asked.get("tap", ""), faults)
    if "tap" in asked:
        table = table.with_rest_dealt()
    called = CallForm(asked if ADD in asked else None, initial={"trick": _number(table)})
    if called.is_bound and called.is_valid():
        said = Say(Seat[called.cleaned_data["seat"]], Call(called.cleaned_data["call"]))
        table = table.with_call(said, called.cleaned_data["trick"])
        called = CallForm(initial={"trick": _number(table)})
    shown = SettingForm(initial=table.setting)
    return Tapped(table, shown, called, tuple(dict.fromkeys(faults)))


def _number(table: Table) -> int:
    """Of the trick before whose first card something can be said at the earliest now."""
    return max(1, len(table.tricks))


def _with_all(table: Table, written: str, faults: list[str]) -> Table:
    """The table with what the address names, one after the other, as far as it can be."""
    names = written.split(".") if written else []
    if len(names) > MOST_ACTIONS:
        faults.append(_("No game has so many cards and calls."))
    for name in names[:MOST_ACTIONS]:
        said = _SAID.fullmatch(name)
        if name in Card.__members__:
            try:
                table = table.with_card(Card[name])
            except NotOnTable as fault:
                faults.append(str(fault))
        elif said and said[2] in {*Call} and table.at is None:
            table = replace(table, played=(*table.played, Say(Seat[said[1]], Call(said[2]))))
        else:
            faults.append(_("‘%s’ is no card.") % name[:_LONGEST_SHOWN])
    return table
