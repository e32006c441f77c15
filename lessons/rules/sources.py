"""Where it says so: the statements and readings of each document that a reason follows from.

They are content, ``lessons/content/sources.toml``; the content check looks at every line of it.
"""

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from lessons.rules.calls import Call
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.reasons import Reason, Why

FILE = Path(__file__).parents[1] / "content" / "sources.toml"
TSR = "TSR (DDV)"
"""The tournament rules are no document of ours: they are named as a whole."""

type _Sources = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Ids by what they are about and by document."""


def sources_of(reason: StrEnum, document: str) -> tuple[str, ...]:
    """The statements and readings that a reason follows from, the most telling first; where a
    house rule makes a reason possible that its document does not know, those of the others that
    do. Empty only for what is about writing, not about rules."""
    row = _read()["reasons"].get(reason.value, {})
    if document == "tsr":
        return (TSR,) if row else ()
    return row.get(document) or next(iter(row.values()), ())


def sources_of_why(
    why: Why, document: str, contract: Contract = Contract.NORMAL
) -> tuple[str, ...]:
    """The same for a reason with its proof, in a contract: the order of a solo's cards has its own
    paragraph, and so have a target that a limit has set and a special point only noted down."""
    if why.reason in _ABOUT_SPECIALS and why.calls:
        point = why.calls[0].value
        return sources_of(Reason.FOX_CAUGHT if point == "fox" else Reason(point), document)
    general = sources_of(why.reason, document)
    if why.reason is Reason.TARGET_MET and why.figures[1] not in _USUAL_TARGETS:
        is_refuted = why.figures[1] < min(_USUAL_TARGETS)
        return sources_of(Reason.TARGET_REFUTE if is_refuted else Reason.TARGET_OWN_LIMIT, document)
    if why.reason in _ABOUT_TIME and why.calls and document != "tsr":
        is_limit = isinstance(why.calls[0], Call) and why.calls[0].is_limit
        return _read()["topics"]["limit-time" if is_limit else "announcement-time"][document]
    if why.reason in _BY_CALLS:
        rows = _read()[why.reason.value]
        by_calls = [s for call in why.calls for s in rows.get(call.value, {}).get(document, ())]
        general = tuple(dict.fromkeys(by_calls)) or general
    if why.reason in _ABOUT_ORDER and document != "tsr":
        own = _read()["orders"].get(contract.value, {}).get(document, ())
        if contract in _OTHER_TRUMPS:
            normal = _read()["topics"]["normal-order"]
            general = tuple(s for s in general if not any(s in ids for ids in normal.values()))
        return tuple(dict.fromkeys((*own, *general)))
    return general


def sources_beside(about: str, document: str) -> tuple[str, ...]:
    """Sources of an exercise beside its reasons' own; nothing where the document is silent."""
    return _read()["beside"][about].get(document, ())


@lru_cache(maxsize=1)
def _read() -> Mapping[str, _Sources]:
    """By table of the file; a reason's sources may be those of a topic, by its name."""
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))
    topics = tables["topics"]
    return {
        table: {
            name: {
                document: tuple(TSR if one == "TSR" else one for one in ids.split())
                for document, ids in (topics[row] if isinstance(row, str) else row).items()
            }
            for name, row in rows.items()
        }
        for table, rows in tables.items()
        if table != "silent"
    }


_USUAL_TARGETS = (120, 121)

_ABOUT_TIME = frozenset(
    {
        Reason.CALL_TOO_LATE_BY_CARDS, Reason.CALL_TOO_LATE_BY_TRICKS,
        Reason.CALL_IN_TIME_BY_CARDS, Reason.CALL_IN_TIME_BY_TRICKS,
    }
)  # fmt: skip

_BY_CALLS = frozenset({Reason.NEAREST, Reason.GOES_AHEAD, Reason.QUEENS_DO_NOT_MATTER})

_ABOUT_SPECIALS = frozenset({Reason.NOTED_DOWN, Reason.SPECIAL_COUNTS, Reason.TOO_MANY_SPECIALS})

_ABOUT_ORDER = frozenset(
    {
        Reason.ONLY_TRUMP, Reason.HIGHEST_TRUMP, Reason.HIGHEST_OF_SUIT, Reason.LOWER_TRUMP,
        Reason.TAKEN_BY_TRUMP, Reason.LOWER_OF_SUIT, Reason.IS_TRUMP, Reason.IS_PLAIN,
        Reason.NO_TRUMPS, Reason.TRUMP_ABOVE_PLAIN, Reason.PLAIN_BY_RANK, Reason.DULLE_ABOVE,
        Reason.COURT_BY_SUIT, Reason.QUEENS_ABOVE_JACKS, Reason.COURT_ABOVE_SUIT,
        Reason.TRUMP_BY_RANK, Reason.TRUMPS_IN_PACK, Reason.CHEAPEST_WINNER,
        Reason.WEAKEST_OF_CHEAPEST, Reason.STRONGER_THAN_NEEDED,
    }
)  # fmt: skip

_OTHER_TRUMPS = frozenset(SOLOS) - {Contract.DIAMONDS}
