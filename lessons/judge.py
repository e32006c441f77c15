"""The judge: is a game or a settlement according to the rules, and what is its result?

``python -m lessons.judge [--legal] [FILE ...]`` reads records as JSON lines (a file may also be one
record over several lines) and writes one result line per record, in their order. Exit status 0: all
are according to the rules; 1: at least one is not; 2: unusable input, told with file and line.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from lessons.rules.cards import Card, Seat
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.game import Action, Asking, Exchanging, Play, Position, Redeal, State
from lessons.rules.parties import UNDECIDED, Parties, Party
from lessons.rules.reasons import Fault
from lessons.rules.records import (
    UNKNOWN_CARDS,
    RecordError,
    UnreadableRecord,
    json_value,
    play_through,
)
from lessons.rules.rule_sets import RuleSet
from lessons.rules.scoring import Item, Result, Target, result_of, targets
from lessons.rules.settlement import FORMAT as SETTLEMENT
from lessons.rules.settlement import settlement_from_json

LONGEST_RECORD = 1_048_576
"""Bytes of one record; a longer line is unusable, so that memory stays constant."""
_UNUSABLE = "unusable"

type Judged = dict[str, Any]


def judge(record: Any, *, legal: bool = False) -> Judged:
    """The result of a game record or a settlement record, as the game record's format says."""
    is_settlement = isinstance(record, dict) and record.get("format") == SETTLEMENT
    try:
        judged = _judge_settlement(record) if is_settlement else _judge_game(record, legal=legal)
    except UnreadableRecord as error:
        judged = {"ok": False, "errors": [_error_as_json(found) for found in error.errors]}
    if isinstance(record, dict) and "id" in record:
        judged = {"id": record["id"]} | judged
    return judged


def _judge_game(record: Any, *, legal: bool) -> Judged:
    playable: list[list[str] | None] = []

    def note_legal_cards(state: State, action: Action) -> None:
        if isinstance(state, Position) and isinstance(action, Play):
            is_known = UNKNOWN_CARDS not in record["hands"][action.seat.name]
            playable.append(_legal_as_json(state) if is_known else None)

    state = play_through(record, note_legal_cards if legal else None)
    judged = _state_as_json(state, after_draw=record.get("after_draw", False))
    return judged | ({"legal": playable} if legal else {})


def _legal_as_json(position: Position) -> list[str]:
    return sorted({card.name for card in position.legal_cards()})


def _state_as_json(state: State, *, after_draw: bool) -> Judged:
    match state:
        case Position():
            return _position_as_json(state, after_draw=after_draw)
        case Redeal():
            return _nothing_played(complete=True) | {"contract": "redeal"}
        case Exchanging():
            giver, taker = state.giver.name, None if state.taker is None else state.taker.name
            known = {"contract": "poverty", "declarer": giver, "partner": taker}
            return _nothing_played(complete=False) | known | _usual_targets(state.rules)
        case Asking():
            return _nothing_played(complete=False) | _usual_targets(state.rules)


def _nothing_played(*, complete: bool) -> Judged:
    """Before play begins, or after a redeal, which has no parties at all."""
    return {
        "ok": True,
        "complete": complete,
        "contract": None,
        "declarer": None,
        "partner": None,
        "leader": None,
        "parties": None if complete else _by_seat(UNDECIDED),
        "tricks": [],
        "card_points": None,
        "targets": None,
        "winner": None,
        "items": [],
        "value": None,
        "score": None,
    }


def _usual_targets(rules: RuleSet) -> Judged:
    return {"targets": _targets_as_json(targets(rules, ()).values())}


def _position_as_json(position: Position, *, after_draw: bool) -> Judged:
    settled = position.settled
    judged: Judged = {"ok": True, "complete": position.is_over}
    judged |= _contract_as_json(position.contract)
    judged |= {
        "declarer": None if settled.declarer is None else settled.declarer.name,
        "partner": None if settled.partner is None else settled.partner.name,
        "leader": settled.leader.name,
        "parties": _by_seat(position.parties),
        "tricks": _tricks_as_json(position),
        "card_points": _card_points_as_json(position),
    }
    if position.is_over:
        result = position.result(after_draw=after_draw)
        return judged | _result_as_json(result, position.parties)
    is_told = all(spoken.party is not None for spoken in position.calls)
    needed = targets(position.rules, position.calls) if is_told else None
    return judged | {
        "targets": needed and _targets_as_json(needed.values()),
        "winner": None,
        "items": [],
        "value": None,
        "score": None,
    }


def _contract_as_json(contract: Contract) -> Judged:
    if contract in SOLOS:
        return {"contract": "solo", "solo": contract.value}
    return {"contract": contract.value}


def _by_seat(parties: Parties) -> Judged:
    return {seat.name: party and party.value for seat, party in zip(Seat, parties, strict=True)}


def _tricks_as_json(position: Position) -> list[Judged]:
    done = [
        _trick_as_json(trick.leader, trick.cards, winner, trick.points)
        for trick, winner in zip(position.tricks, position.winners, strict=True)
    ]
    trick = position.trick
    if trick.cards:
        done.append(_trick_as_json(trick.leader, trick.cards, None, trick.points))
    return done


def _trick_as_json(leader: Seat, cards: Iterable[Card], winner: Seat | None, points: int) -> Judged:
    return {
        "leader": leader.name,
        "cards": [card.name for card in cards],
        "winner": None if winner is None else winner.name,
        "points": points,
    }


def _card_points_as_json(position: Position) -> Judged | None:
    points = dict.fromkeys(Party, 0)
    for party, of_seat in zip(position.parties, position.card_points(), strict=True):
        if party is None:
            return None
        points[party] += of_seat
    return {party.value: of_party for party, of_party in points.items()}


def _result_as_json(result: Result, parties: Parties) -> Judged:
    return {
        "targets": _targets_as_json(result.targets.values()),
        "winner": result.winner and result.winner.value,
        "items": [_item_as_json(item) for item in result.items],
        "value": result.value,
        "score": {
            seat.name: score for seat, score in zip(Seat, result.scores(parties), strict=True)
        },
    }


def _targets_as_json(needed: Iterable[Target]) -> Judged:
    return {target.party.value: target.needed for target in needed}


def _item_as_json(item: Item) -> Judged:
    worth = {"value": item.value} if item.factor is None else {"factor": item.factor}
    return {"item": item.name.value, "party": item.party and item.party.value} | worth


def _error_as_json(error: RecordError) -> Judged:
    found: Judged = {
        "code": _UNUSABLE if error.fault is None else error.fault.value,
        "action": error.action,
    }
    why = error.why
    if why is not None and error.fault is not None:
        if why.seats:
            found["seat"] = why.seats[0].name
        if error.fault in _ABOUT_CARD and why.cards:
            found["card"] = why.cards[0].name
        if why.others and error.fault is Fault.MUST_FOLLOW:
            found["why"] = list(dict.fromkeys(card.name for card in why.others))
    return found | {"message": error.message}


def _judge_settlement(record: Any) -> Judged:
    settlement = settlement_from_json(record)
    result = result_of(settlement.tally)
    judged: Judged = {"ok": True, "complete": True}
    judged |= _contract_as_json(settlement.tally.contract)
    judged |= {
        "parties": _by_seat(settlement.parties),
        "card_points": {p.value: n for p, n in settlement.tally.card_points.items()},
    }
    return judged | _result_as_json(result, settlement.parties)


_ABOUT_CARD = frozenset(
    {Fault.CARD_NOT_IN_HAND, Fault.MUST_FOLLOW, Fault.TOO_MANY_COPIES, Fault.CARD_NOT_IN_PACK}
)


# The command line


def main(arguments: list[str]) -> int:
    """Judge files or standard input; the exit status."""
    parser = argparse.ArgumentParser(
        prog="lessons.judge", description="Is a game of Doppelkopf according to the rules?"
    )
    parser.add_argument("--legal", action="store_true", help="tell the playable cards before each")
    parser.add_argument("files", nargs="*", metavar="FILE", help="standard input without one")
    given = parser.parse_args(arguments)
    status = 0
    if not given.files:
        status = _judge_stream(sys.stdin.buffer, "standard input", legal=given.legal)
    for name in given.files:
        try:
            stream = Path(name).open("rb")  # noqa: SIM115  (closed below; its errors are told here)
            with stream:
                status = max(status, _judge_stream(stream, name, legal=given.legal))
        except BrokenPipeError:
            raise
        except OSError as error:
            print(f"{name}: {error.strerror or error}", file=sys.stderr)  # noqa: T201
            status = 2
    return status


def _judge_stream(stream: BinaryIO, name: str, *, legal: bool) -> int:
    status = 0
    for number, line in _records(stream):
        judged, written = _judged_line(line, legal=legal)
        print(written)  # noqa: T201
        if not judged["ok"]:
            error = judged["errors"][0]
            is_unusable = error["code"] == _UNUSABLE
            status = max(status, 2 if is_unusable else 1)
            if is_unusable:
                print(f"{name}:{number}: {error['message']}", file=sys.stderr)  # noqa: T201
    return status


def _judged_line(line: bytes, *, legal: bool) -> tuple[Judged, str]:
    """The result of a line, and how it is written."""
    try:
        judged = judge(_parsed(line), legal=legal)
        return judged, json.dumps(judged)
    except (ValueError, RecursionError) as error:  # no JSON, or nested too deeply
        judged = {"ok": False, "errors": [_error_as_json(RecordError(None, str(error)))]}
        return judged, json.dumps(judged)


def _parsed(line: bytes) -> Any:
    if len(line) > LONGEST_RECORD:
        raise ValueError(f"longer than {LONGEST_RECORD} bytes")
    return json_value(line.decode("utf-8-sig"))


def _records(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The number and bytes of each line that is not empty; one record over several lines is one.

    A line that is too long is cut off, but longer than :data:`LONGEST_RECORD`.
    """
    first = True
    lines = enumerate(_lines(stream), start=1)
    for number, line in lines:
        is_too_long = len(line) > LONGEST_RECORD
        if not line.strip() and not is_too_long:
            continue
        if first and not is_too_long and not _is_json(line):
            # Read no further than a record may be long: it is one object, or lines after all.
            block = line + stream.read(LONGEST_RECORD)
            if not block.endswith(b"\n"):
                block += stream.readline(LONGEST_RECORD)
            if _is_json(block) or _is_one_record_with_a_slip(block):
                yield number, block
                return
            rest = chain(_lines(BytesIO(block)), _lines(stream))
            lines_left = enumerate(rest, start=number)
            yield from ((n, text) for n, text in lines_left if text.strip())
            return
        first = False
        yield number, line


def _is_one_record_with_a_slip(block: bytes) -> bool:
    """A brace alone on its line, and no record in the next: it was meant as one object."""
    first, *others = [line for line in block.splitlines() if line.strip()]
    return first.strip() == b"{" and bool(others) and not _is_json(others[0])


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    while line := stream.readline(LONGEST_RECORD + 1):
        yield line
        while len(line) > LONGEST_RECORD and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_RECORD + 1)


def _is_json(text: bytes) -> bool:
    try:
        _parsed(text)
    except (ValueError, RecursionError):
        return False
    return True


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:  # whoever read the results has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
