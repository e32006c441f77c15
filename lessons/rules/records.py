"""A game record: one game as JSON, read with everything that is wrong, and written back.

The format is a public contract; what it means is told in the docstrings here and in
:mod:`lessons.judge`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, takewhile
from math import isfinite
from typing import Any, NoReturn

from lessons.rules.cards import CLUB_QUEEN, COPIES, Card, Deal, Hand, Seat, as_deal, pack
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.game import (
    Action,
    Asking,
    Lay,
    Play,
    Position,
    Redeal,
    Return,
    State,
    Take,
    begin,
)
from lessons.rules.notation import (
    action_as_text,
    action_from_text,
    card_from_text,
    seat_from_text,
    unknown_action,
)
from lessons.rules.parties import only_known, parties, parties_with
from lessons.rules.reasons import Fault, IllegalAction, Reason, Why, fault_of
from lessons.rules.reservations import Reservation, Settled, all_healthy, check_settled
from lessons.rules.rule_sets import (
    PRESETS,
    Deciding,
    MarriageUntil,
    RuleSet,
    Said,
    SenselessRules,
    options_of,
    with_options,
)


@dataclass(frozen=True, slots=True)
class RecordError:
    """Something wrong with a record, and its place."""

    fault: Fault | None
    """None: it is no record at all."""
    message: str
    action: int | None = None
    """The number of the action, from 0; None: the deal, or the record as such."""
    why: Why | None = None


class UnreadableRecord(Exception):  # noqa: N818  (the name says what it is)
    """A record that cannot be read, with everything that is wrong with its deal, or the first
    action that is wrong."""

    def __init__(self, *errors: RecordError) -> None:
        super().__init__("; ".join(error.message for error in errors))
        self.errors = errors

    @property
    def fault(self) -> Fault | None:
        return self.errors[0].fault

    @property
    def action(self) -> int | None:
        return self.errors[0].action


FORMAT = "doppelkopf-game/1"
UNKNOWN_CARDS = "?"
MOST_ACTIONS = 128
"""No game has as many: its cards, four reservations, an exchange and five calls of each party."""
MOST_TOLD = len(pack(nines=True))
"""So many words of a hand, or names of no seat, are looked at one by one: more are no deal."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as written: the deal is checked, the course of play is not."""

    rules: RuleSet
    deal: Deal
    """As written; a hand that is not wholly known is shorter."""
    actions: tuple[Action, ...]
    settled: Settled | None = None
    """What the record starts from instead of reservations."""
    after_draw: bool = False
    is_complete: bool = False
    """The record claims that the game is whole."""
    title: str = ""
    notes: dict[int, str] = field(default_factory=dict)
    """What is to be said before the action of that number."""

    @property
    def plays(self) -> tuple[Play, ...]:
        return tuple(action for action in self.actions if isinstance(action, Play))

    def first_state(self) -> State:
        """The first state; raises :class:`IllegalAction` for a contract that cannot be."""
        return first_state(self.rules, self.deal, self.settled, self.actions)


_HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""An escape of half a sign; both halves together are one."""


def json_value(text: str) -> Any:
    """The value of a JSON text, if it can be written again as JSON in UTF-8; raises ``ValueError``,
    or ``RecursionError`` where it is nested too deeply."""
    value = json.loads(text, parse_constant=_refuse_figure, parse_float=_figure)
    if _HALF.search(text) and not _is_encodable(json.dumps(value, ensure_ascii=False)):
        raise ValueError("no text: an escape is half a sign")
    return value


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _figure(text: str) -> float:
    figure = float(text)
    return figure if isfinite(figure) else _refuse_figure(text)


def _refuse_figure(text: str) -> NoReturn:
    raise ValueError(f"no figure in JSON: {text[:20]}")


def record_from_json(record: Any) -> GameRecord:
    """A record whose actions can all be read; raises :class:`UnreadableRecord`."""
    head = head_from_json(record)
    actions = []
    for number, text in enumerate(record["actions"]):
        try:
            actions.append(action_from_text(text))
        except IllegalAction as error:
            illegal = RecordError(error.fault, str(error), number, error.why)
            raise UnreadableRecord(illegal) from error
    return replace(head, actions=tuple(actions))


def head_from_json(record: Any) -> GameRecord:
    """Everything of a record but its actions; raises :class:`UnreadableRecord`."""
    _check_types(record)
    rules = rules_of_record(record)
    deal = _deal(record["hands"], rules)
    settled = None
    if "contract" in record:
        try:
            settled = settled_from_text(record["contract"], rules, deal)
        except IllegalAction as error:
            illegal = RecordError(error.fault, str(error), None, error.why)
            raise UnreadableRecord(illegal) from error
    notes = {int(number): note for number, note in record.get("notes", {}).items()}
    return GameRecord(
        rules=rules,
        deal=deal,
        actions=(),
        settled=settled,
        after_draw=record.get("after_draw", False),
        is_complete=record.get("complete", False),
        title=record.get("title", ""),
        notes=notes,
    )


def first_state(
    rules: RuleSet, deal: Deal, settled: Settled | None, actions: Sequence[Action]
) -> State:
    """The first state; raises :class:`IllegalAction` for a contract that cannot be.

    Without a contract the seats are asked, if any says something before the first card: none of
    the four reservations means that all are healthy.
    """
    deal = _with_cards_shown(rules, deal, actions, settled)
    if settled is not None:
        check_settled(settled, rules, deal)
        if settled.declarer is None:
            settled = all_healthy(rules, deal)
        return begin(rules, settled, deal)
    if _asks(actions, rules):
        return Asking(rules, deal)
    return begin(rules, all_healthy(rules, deal), deal)


def play_through(record: Any, before: Callable[[State, Action], None] | None = None) -> State:
    """The state after the last action of a record; ``before`` is told each state and the
    action that follows. Raises :class:`UnreadableRecord` with the first action that is illegal."""
    head = head_from_json(record)
    texts = record["actions"]
    number = None
    try:
        read = [_action_or_fault(text) for text in texts[:MOST_ACTIONS]]
        readable = [action for action in read if not isinstance(action, IllegalAction)]
        state = first_state(head.rules, head.deal, head.settled, readable)
        for number, text in enumerate(texts):  # told where an action is illegal
            action = read[number] if number < len(read) else _action_or_fault(text)
            if isinstance(action, IllegalAction):
                raise action
            if before is not None:
                before(state, action)
            state = state.after(action)
        number = None
        if head.is_complete and not _is_whole(state):
            raise IllegalAction(Why(Reason.INCOMPLETE), "the game is not whole")
    except IllegalAction as error:
        place = number if error.place is None else error.place
        raise UnreadableRecord(RecordError(error.fault, str(error), place, error.why)) from error
    return state


def _action_or_fault(text: str) -> Action | IllegalAction:
    try:
        return action_from_text(text)
    except IllegalAction as fault:
        return fault


def _is_whole(state: State) -> bool:
    return isinstance(state, Redeal) or (isinstance(state, Position) and state.is_over)


def record_as_json(record: GameRecord) -> dict[str, Any]:
    """The object that :func:`record_from_json` reads back to the same record."""
    written: dict[str, Any] = {"format": FORMAT, "rules": record.rules.document}
    options = options_of(record.rules)
    if options:
        written["options"] = options
    size = record.rules.hand_size
    written["hands"] = {
        seat.name: " ".join(
            [*(card.name for card in hand), *([UNKNOWN_CARDS] if len(hand) < size else [])]
        )
        for seat, hand in zip(Seat, record.deal, strict=True)
    }
    if record.settled is not None:
        written["contract"] = settled_as_text(record.settled)
    written["actions"] = [action_as_text(action) for action in record.actions]
    more = {
        "after_draw": record.after_draw,
        "complete": record.is_complete,
        "title": record.title,
        "notes": {str(number): note for number, note in record.notes.items()},
    }
    return written | {name: value for name, value in more.items() if value}


def settled_from_text(text: str, rules: RuleSet, deal: Deal) -> Settled:
    """``normal``, ``solo MH queens``, ``compulsory MH queens``, ``marriage G first``, ``poverty HH
    VH``, ``silent-solo G``; raises :class:`IllegalAction` for a word that nobody knows."""
    match text.split():
        case ["normal"]:
            return Settled(Contract.NORMAL, parties(deal, rules.hand_size), is_given=True)
        case ["solo" | "compulsory" as said, name, solo] if solo in SOLOS:
            seat = seat_from_text(name)
            return Settled(
                Contract(solo),
                parties_with(seat),
                declarer=seat,
                is_compulsory=Said(said) is Said.COMPULSORY,
                is_given=True,
            )
        case ["marriage", name, *kinds] if len(kinds) <= 1 and {*kinds} <= set(Deciding):
            seat, deciding = seat_from_text(name), Deciding(*kinds or [Deciding.FIRST])
            known = only_known(seat)
            return Settled(
                Contract.MARRIAGE, known, declarer=seat, deciding=deciding, is_given=True
            )
        case ["poverty", giver_name, taker_name]:
            giver, taker = seat_from_text(giver_name), seat_from_text(taker_name)
            both = parties_with(giver, taker)
            return Settled(Contract.POVERTY, both, declarer=giver, partner=taker, is_given=True)
        case ["silent-solo", name]:
            seat = seat_from_text(name)
            return Settled(Contract.SILENT_SOLO, parties_with(seat), declarer=seat, is_given=True)
    raise unknown_action(text)


def settled_as_text(settled: Settled) -> str:
    if settled.declarer is None:
        return settled.contract.value
    seat = settled.declarer.name
    match settled.contract:
        case Contract.SILENT_SOLO:
            return f"{settled.contract} {seat}"
        case Contract.MARRIAGE:
            return f"{settled.contract} {seat} {settled.deciding}"
        case Contract.POVERTY if settled.partner is not None:
            return f"{settled.contract} {seat} {settled.partner.name}"
    said = Said.COMPULSORY if settled.is_compulsory else Said.SOLO
    return f"{said} {seat} {settled.contract}"


def rules_of_record(record: dict[str, Any]) -> RuleSet:
    """The rule set that a record names, with its options; raises :class:`UnreadableRecord`."""
    return _rules(record["rules"], json.dumps(record.get("options", {})))


@lru_cache(maxsize=64)
def _rules(name: str, options: str) -> RuleSet:
    preset = PRESETS.get(name)
    if preset is None:
        why = Why(Reason.UNKNOWN_RULES, words=(name,))
        raise UnreadableRecord(RecordError(fault_of(why), f"no rule set: {name!r}", None, why))
    try:
        return with_options(preset, json.loads(options))
    except SenselessRules as error:
        illegal = RecordError(error.fault, str(error), None, error.why)
        raise UnreadableRecord(illegal) from error
    except TypeError as error:
        raise UnreadableRecord(RecordError(None, str(error))) from error


def _check_types(record: Any) -> None:
    """A record is an object of the fields that the format names; what else it has is ignored."""
    check_fields(
        record,
        FORMAT,
        {
            "rules": (str, None),
            "options": (dict, {}),
            "hands": (dict, None),
            "actions": (list, None),
            "contract": (str, ""),
            "after_draw": (bool, False),
            "complete": (bool, False),
            "title": (str, ""),
            "notes": (dict, {}),
        },
    )
    notes = record.get("notes", {})
    texts = [*record["actions"], *record["hands"].values(), *notes.values()]
    if not all(isinstance(text, str) for text in texts):
        raise UnreadableRecord(RecordError(None, "hands, actions and notes are texts"))
    if not all(number.isascii() and number.isdigit() and len(number) < 9 for number in notes):
        raise UnreadableRecord(RecordError(None, "notes go by the number of an action"))


def check_fields(record: Any, name: str, expected: dict[str, tuple[type, object]]) -> None:
    """Fields of their types, or their defaults (None: must be there); raises
    :class:`UnreadableRecord`."""
    if not isinstance(record, dict):
        raise UnreadableRecord(RecordError(None, "a record is an object"))
    if record.get("format", name) != name:
        message = f"format: expected {name!r}, got {record['format']!r}"
        raise UnreadableRecord(RecordError(None, message))
    for key, (kind, default) in expected.items():
        if not isinstance(record.get(key, default), kind):
            raise UnreadableRecord(RecordError(None, f"{key}: expected {_KINDS[kind]}"))


_KINDS = {str: "a text", dict: "an object", list: "a list", bool: "true or false"}


def _deal(hands: dict[str, str], rules: RuleSet) -> Deal:
    """The four hands; raises :class:`UnreadableRecord` with everything that is wrong with them."""
    errors = [
        _error(Why(Reason.UNKNOWN_SEAT, words=(name,)), f"no seat: {name!r}")
        for name in islice((name for name in hands if name not in Seat.__members__), MOST_TOLD)
    ]
    read = [_hand(seat, hands.get(seat.name, ""), rules, errors) for seat in Seat]
    dealt = Counter(card for hand in read for card in hand)
    errors += [
        _error(
            Why(Reason.TOO_MANY_COPIES, (card,), figures=(copies,)),
            f"{card.name} is there {copies} times",
        )
        for card, copies in dealt.items()
        if copies > COPIES
    ]
    errors += [
        _error(Why(Reason.CARD_NOT_IN_PACK, (card,)), f"{card.name} is not in the pack")
        for card in dealt
        if card not in rules.pack
    ]
    if errors:
        order = list(Fault)
        raise UnreadableRecord(
            *sorted(errors, key=lambda found: order.index(found.fault or order[0]))
        )
    return as_deal(read)


def _hand(seat: Seat, text: str, rules: RuleSet, errors: list[RecordError]) -> Hand:
    """The cards of a hand that are known; adds what is wrong to ``errors``."""
    words = text.split()
    written = [word for word in words if word != UNKNOWN_CARDS]
    cards = []
    for word in written[:MOST_TOLD]:
        try:
            cards.append(card_from_text(word))
        except IllegalAction as error:
            errors.append(_error(error.why._replace(seats=(seat,)), f"{seat.name}: {error}"))
    held, size = len(written), rules.hand_size
    if held > size or (held < size and held == len(words)):
        why = Why(Reason.WRONG_HAND_SIZE, seats=(seat,), figures=(held, size))
        errors.append(_error(why, f"{seat.name} holds {held} cards, not {size}"))
    return tuple(cards)


def _error(why: Why, message: str, action: int | None = None) -> RecordError:
    return RecordError(fault_of(why), message, action, why)


def _asks(actions: Sequence[Action], rules: RuleSet) -> bool:
    """Whether the seats are asked for reservations, rather than all healthy without a word; a
    marriage alone may be a late one, where there are such."""
    before = takewhile(lambda action: not isinstance(action, Play), actions)
    said = [action.said for action in before if isinstance(action, Reservation)]
    is_forehands_only = len(actions) == 1 and actions[0].seat is Seat.VH
    only_late = rules.marriage_until is MarriageUntil.OWN_FIRST_CARD and not is_forehands_only
    return any(what is not Said.MARRIAGE for what in said) or (bool(said) and not only_late)


def _with_cards_shown(
    rules: RuleSet, deal: Deal, actions: Sequence[Action], settled: Settled | None
) -> Deal:
    """A deal that is not wholly known, with the cards that the game itself shows: those played,
    laid or returned, and the club queens of a marriage."""
    if all(len(hand) == rules.hand_size for hand in deal):
        return deal
    seen = _Seen(rules, deal)
    if settled is not None and settled.contract in {Contract.MARRIAGE, Contract.SILENT_SOLO}:
        assert settled.declarer is not None
        seen.queens(settled.declarer)
    for action in actions:
        seen.action(action)
    return as_deal(map(tuple, seen.known))


class _Seen:
    """The cards that a game shows of hands that are not wholly known, action by action."""

    def __init__(self, rules: RuleSet, deal: Deal) -> None:
        self.size = rules.hand_size
        self.left = Counter(rules.pack) - Counter(card for hand in deal for card in hand)
        self.known = [list(hand) for hand in deal]
        self.held = [Counter(hand) for hand in deal]
        self.giver, self.laid = Seat.VH, tuple[Card, ...]()

    def action(self, action: Action) -> None:
        match action:
            case Play(seat, card):
                self.leave(seat, [card])
            case Lay(seat, trumps, foxes):
                self.giver, self.laid = seat, (*trumps, *foxes)
                self.leave(seat, self.laid)
            case Take(seat):
                self.held[seat].update(self.laid)
            case Return(seat, cards):
                self.leave(seat, cards)
                self.held[self.giver].update(cards)
            case Reservation(seat, Said.MARRIAGE):
                self.queens(seat)

    def leave(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Cards leave a hand; those not known to be in it are now, if they can be."""
        for card in cards:
            if self.held[seat][card] > 0:
                self.held[seat][card] -= 1
            elif len(self.known[seat]) < self.size and self.left[card] > 0:
                self.known[seat].append(card)
                self.left[card] -= 1

    def queens(self, seat: Seat) -> None:
        """A marriage tells of both club queens, which stay in the hand."""
        self.leave(seat, [CLUB_QUEEN] * COPIES)
        self.held[seat][CLUB_QUEEN] = COPIES
