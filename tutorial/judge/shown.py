"""A judged record as its page shows it: trick by trick, the result, or the error at its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from lessons.rules.cards import PLAYERS, Card, Seat
from lessons.rules.contracts import Contract
from lessons.rules.game import (
    Action,
    Asking,
    Play,
    Position,
    Redeal,
    Say,
    State,
)
from lessons.rules.reasons import Fault, Why
from lessons.rules.records import UNKNOWN_CARDS, UnreadableRecord, play_through
from lessons.rules.reservations import (
    Reservation,
    settle,
    why_leads,
    why_partner,
    why_played,
)
from lessons.rules.rule_sets import Said
from lessons.rules.scoring import result_of
from lessons.rules.settlement import FORMAT as SETTLEMENT
from lessons.rules.settlement import settlement_from_json
from lessons.rules.tricks import Trick
from tutorial.shared.records import MOST_ERRORS, names_of, place_of, reasoned_error, said_in
from tutorial.shared.settlement import Reasoned, ShownSettlement, reasoned, settled
from tutorial.shared.words import words

type Steps = list[tuple[State, Action]]
"""What was done, each with the state before it."""

_UNREADABLE = {
    None,
    Fault.UNKNOWN_RULES,
    Fault.UNKNOWN_OPTION,
    Fault.UNKNOWN_CARD,
    Fault.UNKNOWN_ACTION,
    Fault.UNKNOWN_SEAT,
    Fault.WRONG_HAND_SIZE,
    Fault.TOO_MANY_COPIES,
    Fault.CARD_NOT_IN_PACK,
}


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A seat's card of a trick; None: not played yet."""

    seat: Seat
    card: Card | None
    is_led: bool
    is_best: bool
    is_refused: bool = False


@dataclass(frozen=True, slots=True)
class JudgedTrick:
    """A trick, and what was said since the one before."""

    said: tuple[str, ...]
    number: int = 0
    """0: no trick, only words."""
    cells: tuple[PlayedCard, ...] = ()
    winner: Seat | None = None
    points: int = 0


@dataclass(slots=True)
class Judged:
    """Everything that the page says of one record."""

    rules: str = ""
    rows: list[JudgedTrick] = field(default_factory=list)
    errors: list[Reasoned] = field(default_factory=list)
    place: str = ""
    """The action that is wrong, as it was written."""
    contract: str = ""
    played: list[Reasoned] = field(default_factory=list)
    """Why this is played, by whom with whom, and who leads."""
    is_complete: bool = False
    is_redeal: bool = False
    is_unreadable: bool = False
    """Words that nobody knows, or hands that cannot be: no player is at fault."""
    is_partly_known: bool = False
    more_errors: int = 0
    """Those beyond the ones shown."""
    title: str = ""
    calls: tuple[str, ...] = ()
    """What was called, in words."""
    asks_for_calls: bool = False
    """It is not settled before somebody says that nothing was called, or what."""
    settled: ShownSettlement | None = None
    scores: tuple[int, ...] = ()
    """What the seats write down, if it is settled."""
    is_compulsory: bool = False
    """A compulsory solo, after which the same dealer deals again."""

    @property
    def outcome(self) -> str:
        """wrong; open: as far as the cards are known, or before it is said what was called;
        right."""
        if self.errors:
            return "wrong"
        return "open" if self.is_partly_known or self.asks_for_calls else "right"

    @property
    def sign(self) -> str:
        return {"wrong": "✗", "open": "?", "right": "✓"}[self.outcome]


def judged(record: Any, *, asks_for_calls: bool = False) -> Judged:
    """Judge a record for the page, by the functions that the command line asks;
    ``asks_for_calls``: it is not settled before it is said whether anything was called."""
    is_settlement = isinstance(record, dict) and record.get("format") == SETTLEMENT
    made = Judged(asks_for_calls=asks_for_calls)
    try:
        if isinstance(record, dict):
            rules, title = record.get("rules"), record.get("title")
            made.rules = rules if isinstance(rules, str) else ""
            made.title = title[:80] if isinstance(title, str) else ""
        if is_settlement:
            _judge_settlement(record, made)
        else:
            _judge_game(record, made)
    except UnreadableRecord as error:
        made.errors = [reasoned_error(found, made.rules) for found in error.errors[:MOST_ERRORS]]
        made.more_errors = max(0, len(error.errors) - MOST_ERRORS)
        made.is_unreadable = error.fault in _UNREADABLE
        made.asks_for_calls = False
        if error.action is not None:
            trick = max((row.number for row in made.rows), default=0)
            made.place = place_of(record["actions"][error.action], trick)
    if made.rules:
        made.rules = words().cards.names["rules"].get(made.rules, "")
    return made


def _judge_settlement(record: Any, made: Judged) -> None:
    settlement = settlement_from_json(record)
    result = result_of(settlement.tally)
    made.contract = _contract(settlement.tally.contract)
    made.is_complete = True
    made.settled = settled(result, settlement.parties)
    made.scores = result.scores(settlement.parties)


def _judge_game(record: Any, made: Judged) -> None:
    steps: Steps = []
    try:
        state = play_through(record, lambda state, action: steps.append((state, action)))
    except UnreadableRecord as error:
        is_at_card = error.action is not None and len(steps) == error.action + 1
        made.rows = rows_of(steps, is_last_refused=is_at_card)
        raise
    made.rows = rows_of(steps, is_last_refused=False)
    is_over = isinstance(state, Position) and state.is_over
    is_partly_told = any(UNKNOWN_CARDS in hand.split() for hand in record["hands"].values())
    made.is_partly_known = is_partly_told and not is_over  # in the end all have been played
    made.played = _played(steps, state)
    made.is_redeal = isinstance(state, Redeal)
    made.asks_for_calls &= is_over
    made.calls = tuple(said_in(action) for _state, action in steps if isinstance(action, Say))
    if isinstance(state, Position):
        made.contract = _contract(state.contract, state)
        made.is_complete = is_over
        made.is_compulsory = state.settled.is_compulsory
        if is_over and not made.asks_for_calls:
            result = state.result(after_draw=record.get("after_draw", False))
            made.settled = settled(result, state.parties)
            made.scores = result.scores(state.parties)


def _played(steps: Steps, state: State) -> list[Reasoned]:
    """Only where the seats were asked: a record may also begin with what is played."""
    if not isinstance(state, Position) or state.settled.is_given:
        return []
    rules = state.rules
    said = [action for _state, action in steps[:PLAYERS] if isinstance(action, Reservation)]
    reasons: list[Why | None] = []
    if len(said) == PLAYERS:
        first = steps[0][0]
        assert isinstance(first, Asking)
        played = settle(rules, first.deal, said)
        reasons.append(why_played(said, played, state.settled, rules))
    reasons += [why_partner(state.settled), why_leads(state.settled)]
    return [reasoned(why, rules.document) for why in reasons if why is not None]


def rows_of(steps: Steps, *, is_last_refused: bool) -> list[JudgedTrick]:
    """The tricks, each with what was said before it was complete."""
    rows: list[JudgedTrick] = []
    said: list[str] = []
    if _all_healthy(steps):
        steps = steps[PLAYERS:]
        said = [_("All say ‘%s’") % words().cards.name(Said.HEALTHY)]
    for place, (state, action) in enumerate(steps):
        is_refused = is_last_refused and place == len(steps) - 1
        if not isinstance(action, Play):
            said.append(said_in(action) + _moment(state))
            continue
        if not isinstance(state, Position):
            continue
        trick = state.trick.with_card(action.card)
        is_last = place == len(steps) - 1
        if len(trick.cards) == PLAYERS or is_last or _ends_in_words(steps[place + 1 :]):
            after = None if is_refused else state.after_play(action)
            rows.append(_row(state, trick, after, tuple(said), action if is_refused else None))
            said = []
    if said:
        rows.append(JudgedTrick(tuple(said)))
    return rows


def _all_healthy(steps: Steps) -> bool:
    said = [action for _state, action in steps[:PLAYERS] if isinstance(action, Reservation)]
    return len(said) == PLAYERS and all(action.said is Said.HEALTHY for action in said)


def _ends_in_words(rest: list[tuple[State, Action]]) -> bool:
    """Whether no card follows any more."""
    return not any(isinstance(action, Play) for _state, action in rest)


def _row(
    state: Position,
    trick: Trick,
    after: Position | None,
    said: tuple[str, ...],
    refused: Play | None,
) -> JudgedTrick:
    number = len(state.tricks) + 1
    is_done = after is not None and len(trick.cards) == PLAYERS
    winner = after.winners[-1] if after is not None and is_done else None
    played = dict(zip(trick.seats, trick.cards, strict=True))
    if refused is not None:
        played = dict(zip(state.trick.seats, state.trick.cards, strict=True))
        played[refused.seat] = refused.card
    cells = tuple(
        PlayedCard(
            seat,
            played.get(seat),
            is_led=seat == trick.leader and seat in played,
            is_best=seat == winner,
            is_refused=refused is not None and seat == refused.seat,
        )
        for seat in Seat
    )
    return JudgedTrick(said, number, cells, winner, trick.points if is_done else 0)


def _moment(state: State) -> str:
    """When something was said in the middle of a trick."""
    if isinstance(state, Position) and state.trick.cards:
        return _(" (after %s in this trick)") % names_of(state.trick.cards[-1:])
    return ""


def _contract(contract: Contract, position: Position | None = None) -> str:
    name = words().cards.name(contract)
    settled = position.settled if position else None
    if settled is None or settled.declarer is None:
        return name
    played_by = (settled.declarer, settled.partner)
    seats = [words().cards.seat(seat) for seat in played_by if seat is not None]
    return f"{name} ({', '.join(seats)})"
