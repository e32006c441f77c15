"""Random games of every rule set, as records: reservations, exchanges, calls and legal cards."""

from random import Random
from typing import Any

from lessons.rules.cards import CLUB_QUEEN, Card, Deal, Seat, as_deal
from lessons.rules.game import (
    Action,
    Asking,
    Decline,
    Exchanging,
    Lay,
    Play,
    Position,
    Say,
    State,
    Take,
)
from lessons.rules.game import Return as GiveBack
from lessons.rules.records import GameRecord, record_as_json
from lessons.rules.reservations import Reservation, trumps_and_foxes, why_not_said
from lessons.rules.rule_sets import PRESETS, RuleSet, Said, with_options

HOUSES: list[dict[str, Any]] = [
    {},
    {"nines": False, "throw_in": []},
    {"piglets": "first", "second_dulle_wins": "always"},
    {"piglets": "both", "second_dulle_wins": "except-last-trick", "specials_in_solo": True},
    {"specials": ["fox", "doppelkopf", "charlie", "charlie-pair", "fox-last", "fox-pair-last",
     "heart-trick", "dulle-caught"], "draw_doubles_next": True},
    {"call_limits": {"by": "tricks", "at": [3, 4, 5, 6, 7]}, "reply": True, "limit_once": True},
]  # fmt: skip


def random_rules(chance: Random) -> RuleSet:
    preset = chance.choice(list(PRESETS.values()))
    return with_options(preset, chance.choice(HOUSES))


def random_game(chance: Random, rules: RuleSet) -> tuple[dict[str, Any], list[State]]:
    """A whole game as a record, and the states before each action and after the last."""
    deal = _deal(chance, rules)
    state: State = Asking(rules, deal)
    states, actions = [state], []
    while action := _next(chance, state):
        state = state.after(action)
        actions.append(action)
        states.append(state)
    record = GameRecord(rules, deal, tuple(actions), is_complete=True)
    return record_as_json(record), states


def _deal(chance: Random, rules: RuleSet) -> Deal:
    """Random, but often with both club queens in one hand, or a hand with hardly any trumps."""
    hands = [list(hand) for hand in rules.deal(chance)]
    if chance.random() < 0.3:
        _swap(hands, chance.choice(tuple(Seat)), lambda card: card == CLUB_QUEEN, 2)
    if chance.random() < 0.2:
        order = rules.card_order(next(iter(rules.solos)))
        _swap(hands, chance.choice(tuple(Seat)), lambda card: not order.is_trump(card), 9)
    return as_deal(tuple(hand) for hand in hands)


def _swap(hands: list[list[Card]], to: Seat, wanted: Any, most: int) -> None:
    own = hands[to]
    for other in Seat:
        for card in [card for card in hands[other] if other != to and wanted(card)]:
            away = [held for held in own if not wanted(held)]
            if sum(map(wanted, own)) >= most or not away:
                return
            hands[other].remove(card)
            own.append(card)
            own.remove(away[0])
            hands[other].append(away[0])


def _next(chance: Random, state: State) -> Action | None:
    match state:
        case Asking():
            return _reservation(chance, state)
        case Exchanging():
            return _exchange(chance, state)
        case Position() if not state.is_over:
            return _call(chance, state) or Play(state.to_play, chance.choice(state.legal_cards()))
    return None


def _reservation(chance: Random, state: Asking) -> Reservation:
    rules, seat = state.rules, state.to_speak
    could = [
        Reservation(seat, Said.MARRIAGE, deciding=kind) for kind in rules.marriage_deciding
    ] + [Reservation(seat, said) for said in (Said.POVERTY, Said.THROW_IN)]
    if chance.random() < 0.1:
        could += [Reservation(seat, Said.SOLO, solo) for solo in rules.solos]
    allowed = [said for said in could if why_not_said(said, rules, state.deal) is None]
    if allowed and chance.random() < 0.7:
        return chance.choice(allowed)
    return Reservation(seat, Said.HEALTHY)


def _exchange(chance: Random, state: Exchanging) -> Action:
    seat = state.to_act
    if state.laid is None:
        return Lay(seat, *trumps_and_foxes(state.deal[seat], state.rules))
    if state.taker is None:
        return Take(seat) if chance.random() < 0.5 else Decline(seat)
    held = [*state.deal[seat], *state.laid]
    return GiveBack(seat, tuple(chance.sample(held, len(state.laid))))


def _call(chance: Random, state: Position) -> Say | None:
    if chance.random() > 0.06:
        return None
    seat = chance.choice(tuple(Seat))
    calls = state.possible_calls(seat)
    return Say(seat, chance.choice(calls)) if calls else None
