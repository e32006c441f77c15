"""Under which options a statement or reading holds, and of which document it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lessons.rules.contracts import Contract
from lessons.rules.rule_sets import (
    Announcement,
    CallLimits,
    Counting,
    Deciding,
    FailedLimit,
    MarriageUntil,
    Measure,
    Piglets,
    Poverty,
    RuleSet,
    SkippedLimits,
    SpecialPoint,
    ThrowIn,
)

DOCUMENT_OF_READING = {"R": "royal", "C": "cvjm", "K": "kompakt"}

_TRICKS = {"call_limits": CallLimits(Measure.TRICKS, (2, 3, 4, 5, 6))}
_DOUBLED = {"announcement": Announcement.DOUBLE}


def _special(*points: SpecialPoint) -> dict[str, Any]:
    return {"specials": points}


def _solo(*solos: Contract) -> dict[str, Any]:
    return {"solos": solos}


@dataclass(frozen=True, slots=True)
class Unless:
    """Any value but one will do; ``else_`` is what is switched on."""

    not_: Any
    else_: Any


HOLDS_WITH: dict[str, dict[str, Any]] = {
    "kompakt:ohne-neunen": {"nines": False},
    "kompakt:pflichtsolo": {"compulsory_solo": True},
    "kompakt:farbsolo-karo": _solo(Contract.DIAMONDS),
    "kompakt:farbsolo-sonst": _solo(Contract.HEARTS, Contract.SPADES, Contract.CLUBS),
    "kompakt:fleischloser": _solo(Contract.ACES),
    "kompakt:damensolo": _solo(Contract.QUEENS),
    "kompakt:bubensolo": _solo(Contract.JACKS),
    "kompakt:hochzeit": {"marriage_deciding": (Deciding.FIRST,)},
    "kompakt:ansagen-a": {"call_limits": None},
    "kompakt:ansagen-b": {"announcement": Announcement.PLUS_TWO},
    "kompakt:ansagen-c": {"kontra_alone_needs_121": True},
    "kompakt:ansagen-d": {"reply": True},
    "kompakt:absagen-a": {"call_limits": None, "limits_need_announcement": True},
    "kompakt:absagen-b": {"failed_limit": FailedLimit.REFUTED_POINTS},
    "kompakt:absagen-c": {"reply": True},
    "kompakt:hochzeit-ansagen": {"call_limits": None},
    "kompakt:punktwertung": {"counting": Counting.PLUS_MINUS},
    "kompakt:p-ansage": {"announcement": Announcement.PLUS_TWO},
    "kompakt:p-absage": {"failed_limit": FailedLimit.REFUTED_POINTS},
    "kompakt:sonderpunkte": {"specials_in_solo": False},
    "kompakt:s-fuchs": _special(SpecialPoint.FOX),
    "kompakt:s-doppelkopf": _special(SpecialPoint.DOPPELKOPF),
    "kompakt:s-karlchen": _special(SpecialPoint.CHARLIE),
    "royal:1.1.1a": {"nines": True},
    "royal:1.1.2a": {"nines": False},
    "royal:3.1.2": {"piglets": Unless(Piglets.OFF, Piglets.BOTH)},
    "royal:3.2.1": _solo(Contract.QUEENS),
    "royal:3.2.2": _solo(Contract.JACKS),
    "royal:3.2.3": _solo(Contract.QUEENS_JACKS),
    "royal:3.2.4": _solo(Contract.ACES),
    "royal:3.2.5": _solo(Contract.HEARTS, Contract.SPADES, Contract.CLUBS),
    "royal:3.3.1a": {"marriage_deciding": tuple(Deciding)},
    "royal:4.1.2b": {"marriage_until": MarriageUntil.OWN_FIRST_CARD},
    "royal:4.1.3": {"throw_in": tuple(ThrowIn), "nines": True},
    "royal:5.1.2": {"call_limits": None},
    "royal:5.2.1a": {"limits_need_announcement": False},
    "royal:5.2.2": {"call_limits": None},
    "royal:5.2.3": {"limit_once": True},
    "royal:6.2.1a": {"counting": Counting.PLUS},
    "royal:6.2.1-4": {"failed_limit": FailedLimit.STEPS},
    "royal:6.2.1-5": _DOUBLED,
    "royal:6.2.1-6a": _special(SpecialPoint.DOPPELKOPF),
    "royal:6.2.1-6b": _special(SpecialPoint.FOX),
    "royal:6.2.1-7a": _special(SpecialPoint.CHARLIE),
    "royal:6.2.1-7b": _special(SpecialPoint.CHARLIE, SpecialPoint.CHARLIE_PAIR),
    "royal:6.2.1-7c": _special(SpecialPoint.FOX_LAST),
    "royal:6.2.1-7d": _special(SpecialPoint.FOX_LAST, SpecialPoint.FOX_PAIR_LAST),
    "royal:6.2.1-7e": _special(SpecialPoint.HEART_TRICK),
    "royal:6.2.1-7f": _special(SpecialPoint.DULLE_CAUGHT),
    "royal:6.2.2": _DOUBLED | _special(SpecialPoint.FOX, SpecialPoint.CHARLIE)
    | {"counting": Counting.PLUS},
    "royal:6.2.3": {"draw_doubles_next": True, "counting": Counting.PLUS},
    "cvjm:1": {"nines": False},
    "cvjm:2b": {"throw_in": (ThrowIn.FIVE_KINGS,)},
    "cvjm:2d": _solo(Contract.DIAMONDS, Contract.QUEENS, Contract.JACKS, Contract.ACES),
    "cvjm:3c": {"piglets": Piglets.OFF},
    "cvjm:3.1a": _TRICKS,
    "cvjm:3.1b": _TRICKS,
    "cvjm:3.1c": _TRICKS
    | {"skipped_limits": SkippedLimits.INCLUDED, "limits_need_announcement": False},
    "cvjm:3.1d": {"limits_need_announcement": False, "announcement": Announcement.DOUBLE},
    "cvjm:4.1d": {"failed_limit": FailedLimit.AS_IF_REACHED},
    "cvjm:4.1f": _DOUBLED,
    "cvjm:4.1g": {"counting": Counting.PLUS_MINUS},
    "cvjm:4.2a": _special(SpecialPoint.HEART_TRICK),
    "cvjm:4.2b": _special(SpecialPoint.CHARLIE),
    "cvjm:4.2c": _special(SpecialPoint.FOX_LAST),
    "cvjm:4.2d": _special(SpecialPoint.FOX),
    "cvjm:4.2e": _special(SpecialPoint.DOPPELKOPF),
    "cvjm:5.1a": {"marriage_deciding": tuple(Deciding)},
    "cvjm:5.1c": _TRICKS,
    "cvjm:5.2a": {"poverty": Poverty.EXCHANGE},
    "cvjm:5.2b": {"poverty": Poverty.EXCHANGE},
    "cvjm:5.2c": {"poverty": Poverty.EXCHANGE},
}  # fmt: skip
"""What an option must be for a statement to hold; of a list, what must be in it. The statements
that are not here hold whatever the options are."""


def document_of(statement: str) -> str:
    """The document of a statement or a reading: ``royal:3.1.1a``, ``R32``."""
    document, found, _ = statement.partition(":")
    return document if found else DOCUMENT_OF_READING.get(statement[:1], "")


def holds(statement: str, rules: RuleSet) -> bool:
    wanted = HOLDS_WITH.get(statement, {})
    return all(_is_so(getattr(rules, name), value) for name, value in wanted.items())


def with_statement(rules: RuleSet, statement: str) -> RuleSet:
    """The rule set with the options switched on that a statement needs; raises
    :class:`~lessons.rules.rule_sets.SenselessRules` where the others do not go with them."""
    changed = {
        name: _switched_on(getattr(rules, name), value)
        for name, value in HOLDS_WITH.get(statement, {}).items()
        if not _is_so(getattr(rules, name), value)
    }
    return replace(rules, **changed) if changed else rules


def _is_so(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, Unless):
        return bool(value != wanted.not_)
    return set(wanted) <= set(value) if isinstance(wanted, tuple) else bool(value == wanted)


def _switched_on(value: Any, wanted: Any) -> Any:
    if isinstance(wanted, Unless):
        return wanted.else_
    if not isinstance(wanted, tuple):
        return wanted
    return (*value, *(one for one in wanted if one not in value))
