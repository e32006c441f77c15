"""Announcements (Re, Kontra) and limits (no90 … schwarz): who may say what until when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from lessons.rules.cards import Seat
from lessons.rules.parties import Party
from lessons.rules.reasons import IllegalAction, Reason, Why
from lessons.rules.rule_sets import Measure, RuleSet, SkippedLimits


class Call(StrEnum):
    """In rising order."""

    RE = "re"
    KONTRA = "kontra"
    NO_90 = "no90"
    NO_60 = "no60"
    NO_30 = "no30"
    SCHWARZ = "schwarz"

    @property
    def is_limit(self) -> bool:
        return self not in ANNOUNCED_BY

    @property
    def step(self) -> int:
        """0 for an announcement, 1 for no90 … 4 for schwarz."""
        return _STEPS[self]


ANNOUNCED_BY = {Call.RE: Party.RE, Call.KONTRA: Party.KONTRA}
ANNOUNCEMENT_OF = {party: call for call, party in ANNOUNCED_BY.items()}
LIMITS = (Call.NO_90, Call.NO_60, Call.NO_30, Call.SCHWARZ)
_STEPS = dict.fromkeys(ANNOUNCED_BY, 0) | {limit: n for n, limit in enumerate(LIMITS, start=1)}


@dataclass(frozen=True, slots=True)
class Spoken:
    """A call as it was made."""

    seat: Seat
    party: Party | None
    """None: the deal does not tell."""
    call: Call
    is_late_reply: bool = False


@dataclass(frozen=True, slots=True)
class CallTime:
    """The time at which somebody wants to call."""

    cards: int
    """In the caller's hand."""
    tricks: int
    """Begun, those whose first card has fallen."""
    shift: int = 0
    """By how many cards (tricks) a marriage has moved the last moments."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A seat that wants to call, and all that decides what it may say."""

    seat: Seat
    party: Party | None
    """None: the deal does not tell; then only the time speaks against a limit."""
    rules: RuleSet
    calls: tuple[Spoken, ...]
    """Made so far, by all four."""
    time: CallTime

    def party_with(self, call: Call) -> Party | None:
        """Its party, which an announcement tells where the deal does not."""
        return self.party or ANNOUNCED_BY.get(call)

    def replied_to(self, call: Call) -> Call | None:
        """The other side's last call, to which this one could be a reply."""
        party = self.party_with(call)
        others = [spoken.call for spoken in self.calls if spoken.party is not party]
        return others[-1] if others and self.rules.reply and not call.is_limit else None


def steps_said(calls: Iterable[Spoken], party: Party, rules: RuleSet) -> tuple[int, ...]:
    """The limit steps that count as said by a party, those below its limit with it.

    Where a limit is said by one party only, a step belongs to who took it first (reading R4).
    """
    taken: dict[tuple[int, Party | None], Party | None] = {}
    for spoken in calls:
        for step in range(1, spoken.call.step + 1):
            taken.setdefault((step, None if rules.limit_once else spoken.party), spoken.party)
    return tuple(sorted(step for (step, _), by in taken.items() if by is party))


def highest_limit(calls: Iterable[Spoken], party: Party) -> int:
    """The step of a party's highest limit, 0 without one."""
    return max((spoken.call.step for spoken in calls if spoken.party is party), default=0)


def is_in_time(call: Call, rules: RuleSet, time: CallTime, *, grace: int = 0) -> bool:
    """Whether a call is not too late; ``grace``: by so many cards (tricks) it may be later."""
    limits = rules.last_moments
    at = limits.at[call.step]
    if limits.by is Measure.CARDS:
        return time.cards >= at - time.shift - grace
    return time.tricks < at + time.shift + grace


def is_late_reply(caller: Caller, call: Call) -> bool:
    """Whether an announcement is possible only because it replies to the other side's last call:
    one card later than that needed (readings K10, K16)."""
    replied_to = caller.replied_to(call)
    return (
        replied_to is not None
        and not is_in_time(call, caller.rules, caller.time)
        and is_in_time(replied_to, caller.rules, caller.time, grace=1)
    )


def why_no_call(caller: Caller, call: Call) -> Why | None:
    """Why a call may not be made at a moment of play at which the parties are decided; None: it
    may."""
    seat, announces = caller.seat, ANNOUNCED_BY.get(call)
    if announces is not None and caller.party is announces.other:
        return Why(Reason.CALL_WRONG_PARTY, seats=(seat,), calls=(call,), parties=(announces,))
    party = caller.party_with(call)
    for spoken in caller.calls:
        if spoken.call is call and spoken.party is party is not None:
            seats = (seat, spoken.seat)
            return Why(Reason.CALL_REPEATED, seats=seats, calls=(call,), parties=(party,))
    if announces is None:
        why = None if party is None else _why_no_limit(caller, call, party)
        if why is not None:
            return why
    if not is_in_time(call, caller.rules, caller.time) and not is_late_reply(caller, call):
        return _why_too_late(caller, call)
    return _why_skips(caller, call)


def _why_no_limit(caller: Caller, limit: Call, party: Party) -> Why | None:
    """Why a limit is none for this party any more, whatever the time."""
    seat, rules, calls = caller.seat, caller.rules, caller.calls
    own = [spoken for spoken in calls if spoken.party is party]
    if rules.limit_once and limit.step in steps_said(calls, party.other, rules):
        taker = next(c for c in calls if c.party is party.other and c.call.step >= limit.step)
        return Why(
            Reason.CALL_TAKEN,
            seats=(seat, taker.seat),
            calls=(limit, taker.call),
            parties=(party.other,),
        )
    higher = next((spoken for spoken in own if spoken.call.step > limit.step), None)
    if higher is not None:
        return Why(
            Reason.CALL_NOT_HIGHER,
            seats=(seat, higher.seat),
            calls=(limit, higher.call),
            parties=(party,),
        )
    announced = next((spoken for spoken in own if not spoken.call.is_limit), None)
    if rules.limits_need_announcement and announced is None:
        return Why(
            Reason.CALL_NEEDS_ANNOUNCEMENT,
            seats=(seat,),
            calls=(limit, ANNOUNCEMENT_OF[party]),
            parties=(party,),
        )
    if announced is not None and announced.is_late_reply:
        return Why(Reason.CALL_AFTER_LATE_REPLY, seats=(seat, announced.seat), calls=(limit,))
    return None


def _why_too_late(caller: Caller, call: Call) -> Why:
    """With the last moment at which it would have been in time, as a reply if that is later."""
    limits, time, seats = caller.rules.last_moments, caller.time, (caller.seat,)
    at, replied_to = limits.at[call.step], caller.replied_to(call)
    if limits.by is Measure.CARDS:
        if replied_to is not None:
            at = min(at, limits.at[replied_to.step] - 1)
        cards = (time.cards, at - time.shift)
        return Why(Reason.CALL_TOO_LATE_BY_CARDS, seats=seats, calls=(call,), figures=cards)
    if replied_to is not None:
        at = max(at, limits.at[replied_to.step] + 1)
    trick = (at + time.shift,)
    return Why(Reason.CALL_TOO_LATE_BY_TRICKS, seats=seats, calls=(call,), figures=trick)


def _why_skips(caller: Caller, call: Call) -> Why | None:
    """Why a skipped step is too late itself; one that the others took is passed over (readings R4,
    R23, K11)."""
    party, rules = caller.party_with(call), caller.rules
    if rules.skipped_limits is SkippedLimits.INCLUDED or party is None:
        return None
    highest = highest_limit(caller.calls, party)
    if rules.limit_once:
        highest = max(highest, highest_limit(caller.calls, party.other))
    for step in range(highest + 1, call.step):
        skipped = LIMITS[step - 1]
        if not is_in_time(skipped, rules, caller.time):
            return Why(Reason.CALL_SKIPS_EXPIRED, seats=(caller.seat,), calls=(call, skipped))
    return None


def why_may_call(caller: Caller, call: Call) -> Why:
    """Why a call that nothing speaks against may be made: in time, or as a reply."""
    seats, time = (caller.seat,), caller.time
    replied_to = caller.replied_to(call)
    if replied_to is not None and is_late_reply(caller, call):
        return _why_reply(caller, call, replied_to)
    limits = caller.rules.last_moments
    at = limits.at[call.step]
    if limits.by is Measure.CARDS:
        cards = (time.cards, at - time.shift)
        return Why(Reason.CALL_IN_TIME_BY_CARDS, seats=seats, calls=(call,), figures=cards)
    tricks = (at + time.shift,)
    return Why(Reason.CALL_IN_TIME_BY_TRICKS, seats=seats, calls=(call,), figures=tricks)


def _why_reply(caller: Caller, call: Call, replied_to: Call) -> Why:
    limits, time = caller.rules.last_moments, caller.time
    seats, calls, at = (caller.seat,), (call, replied_to), limits.at[replied_to.step]
    if limits.by is Measure.CARDS:
        needed = at - time.shift
        figures = (time.cards, needed - 1, needed)
        return Why(Reason.CALL_AS_REPLY, seats=seats, calls=calls, figures=figures)
    trick = (at + time.shift + 1,)
    return Why(Reason.CALL_AS_REPLY_BY_TRICKS, seats=seats, calls=calls, figures=trick)


def check_call(caller: Caller, call: Call) -> Spoken:
    """The call as made; raises :class:`IllegalAction`."""
    why = why_no_call(caller, call)
    if why is not None:
        raise IllegalAction(why, message_against(why))
    is_late = not call.is_limit and not is_in_time(call, caller.rules, caller.time)
    return Spoken(caller.seat, caller.party_with(call), call, is_late)


def message_against(why: Why, by: Party | None = None) -> str:
    """In English why a call is none; ``why`` is of :func:`why_no_call`; ``by``: whose call it is,
    where the seat is not known."""
    party = " ".join(why.parties)
    who = why.seats[0].name if by is None else by.value
    call, last = why.calls[0], why.calls[-1]
    match why.reason:
        case Reason.CALL_WRONG_PARTY:
            because = f"only {party} can"
        case Reason.CALL_REPEATED:
            because = f"{party} has said it"
        case Reason.CALL_TAKEN:
            because = f"{party} has taken it with {last}"
        case Reason.CALL_NOT_HIGHER:
            because = f"{party} has said {last}"
        case Reason.CALL_NEEDS_ANNOUNCEMENT:
            because = f"{party} has not said {last}"
        case Reason.CALL_AFTER_LATE_REPLY:
            because = "its party replied when it was too late for an announcement"
        case Reason.CALL_TOO_LATE_BY_CARDS:
            because = "{} cards in hand, {} needed".format(*why.figures)
        case Reason.CALL_TOO_LATE_BY_TRICKS:
            because = f"trick {why.figures[0]} has begun"
        case _:
            because = f"it is too late for {last}, which it skips"
    return f"{who} cannot say {call}: {because}"
