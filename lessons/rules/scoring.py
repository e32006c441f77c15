"""Targets, the winner, what a game is worth item by item, and what each seat writes down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lessons.rules.calls import ANNOUNCEMENT_OF, LIMITS, Call, Spoken, highest_limit, steps_said
from lessons.rules.cards import ALL_CARD_POINTS
from lessons.rules.contracts import ALONE, Contract
from lessons.rules.parties import Parties, Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import (
    Announcement,
    Counting,
    FailedLimit,
    GegenDieAlten,
    RuleSet,
)
from lessons.rules.special_points import Earned


class TrickTarget(StrEnum):
    """The tricks needed after schwarz, whatever the card points (reading K3)."""

    ALL = "all-tricks"
    ONE = "one-trick"


class ItemName(StrEnum):
    """The items of a game's value, in the order in which they are written."""

    WON = "won"
    GEGEN_DIE_ALTEN = "gegen-die-alten"
    NO_90 = "no90"
    NO_60 = "no60"
    NO_30 = "no30"
    SCHWARZ = "schwarz"
    RE = "re"
    KONTRA = "kontra"
    SAID_NO_90 = "said-no90"
    SAID_NO_60 = "said-no60"
    SAID_NO_30 = "said-no30"
    SAID_SCHWARZ = "said-schwarz"
    REACHED_120 = "reached-120"
    REACHED_90 = "reached-90"
    REACHED_60 = "reached-60"
    REACHED_30 = "reached-30"
    REFUTED_NO_90 = "refuted-no90"
    REFUTED_NO_60 = "refuted-no60"
    REFUTED_NO_30 = "refuted-no30"
    REFUTED_SCHWARZ = "refuted-schwarz"
    FOX = "fox"
    DOPPELKOPF = "doppelkopf"
    CHARLIE = "charlie"
    CHARLIE_PAIR = "charlie-pair"
    FOX_LAST = "fox-last"
    FOX_PAIR_LAST = "fox-pair-last"
    HEART_TRICK = "heart-trick"
    DULLE_CAUGHT = "dulle-caught"
    AFTER_DRAW = "after-draw"


_PLACE = {name: place for place, name in enumerate(ItemName)}

UNDER = (90, 60, 30)
"""The card points that a side must stay under, by step from no90."""
REACHED = (120, 90, 60, 30)
"""The card points that count against no90, no60, no30 and schwarz (TSR)."""
_SCHWARZ = Call.SCHWARZ.step
_OWN_TARGETS = tuple(ALL_CARD_POINTS + 1 - under for under in UNDER)


@dataclass(frozen=True, slots=True)
class Target:
    party: Party
    needed: int | TrickTarget
    """Card points, or tricks."""
    why: Why


@dataclass(frozen=True, slots=True)
class Item:
    name: ItemName
    party: Party | None
    """Who earns it; None: a factor on a game that nobody won."""
    why: Why
    value: int = 1
    factor: int | None = None
    """Multiplies instead of being added."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures from which a finished game is settled."""

    rules: RuleSet
    contract: Contract
    card_points: Mapping[Party, int]
    tricks: Mapping[Party, int]
    calls: Sequence[Spoken] = ()
    specials: Sequence[Earned] = ()
    after_draw: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    tally: Tally
    targets: Mapping[Party, Target]
    winner: Party | None
    """None: nobody has won."""
    why: Why
    """Why this party has won, or nobody."""
    items: tuple[Item, ...]
    value: int
    """What one player of the winners writes down before the solo factor; with no winner, Re's."""

    @property
    def is_draw(self) -> bool:
        """Whether the next entry is doubled where that is played (reading R5)."""
        return self.winner is None or self.value == 0

    def scores(self, parties: Parties) -> tuple[int, ...]:
        """The entry of each seat (readings R6, R7; kompakt:punktwertung, cvjm:4.1g)."""
        rules = self.tally.rules
        is_alone = self.tally.contract in ALONE
        winner = self.winner or Party.RE
        if rules.counting is Counting.PLUS:
            worth = {winner: self.value, winner.other: 0}  # nobody won: the value is 0 (R19)
        else:
            worth = {winner: self.value, winner.other: -self.value}
        return tuple(
            worth[party] * (rules.solo_factor if is_alone and party is Party.RE else 1)
            for party in parties
            if party is not None
        )


def targets(rules: RuleSet, calls: Sequence[Spoken]) -> dict[Party, Target]:
    """The target of each party, by what has been said so far.

    Sources: royal:6.1.1 with R2 and R28, cvjm:4.1a with C11, kompakt:auszaehlen with K1.
    """
    return {party: _target(party, rules, calls) for party in Party}


def winner_of(tally: Tally, needed: Mapping[Party, Target] | None = None) -> Party | None:
    """The winner of a finished game, by the target of each party; None: nobody."""
    found = needed or targets(tally.rules, tally.calls)
    return next((party for party in Party if _meets(found[party], tally)), None)


def result_of(tally: Tally) -> Result:
    """The result of a finished game: winner, value, and why."""
    needed = targets(tally.rules, tally.calls)
    winner = winner_of(tally, needed)
    items = sorted(_items(tally, winner), key=lambda item: _PLACE[item.name])
    if tally.after_draw and tally.rules.draw_doubles_next:
        items.append(Item(ItemName.AFTER_DRAW, winner, Why(Reason.AFTER_DRAW), factor=2))
    value = add_up(items, winner or Party.RE, tally.rules).value
    return Result(
        tally=tally,
        targets=needed,
        winner=winner,
        why=_why_won(needed, tally, winner),
        items=tuple(items),
        value=value,
    )


def _target(party: Party, rules: RuleSet, calls: Sequence[Spoken]) -> Target:
    own, against = highest_limit(calls, party), highest_limit(calls, party.other)
    called = {spoken.call for spoken in calls}
    needed: int | TrickTarget
    limits: tuple[Call, ...] = ()
    if own == _SCHWARZ:
        needed, reason = TrickTarget.ALL, Reason.TARGET_ALL_TRICKS
    elif own:
        needed, reason = _OWN_TARGETS[own - 1], Reason.TARGET_OWN_LIMIT
        limits = (LIMITS[own - 1],)
    elif against == _SCHWARZ:
        needed, reason = TrickTarget.ONE, Reason.TARGET_ONE_TRICK
    elif against:
        needed, reason = UNDER[against - 1], Reason.TARGET_REFUTE
        limits = (LIMITS[against - 1],)
    elif rules.kontra_alone_needs_121 and Call.KONTRA in called and Call.RE not in called:
        is_re = party is Party.RE
        needed = 120 if is_re else 121
        reason = Reason.TARGET_RE_LONE_KONTRA if is_re else Reason.TARGET_KONTRA_ALONE
    elif party is Party.RE:
        needed, reason = 121, Reason.TARGET_RE
    else:
        needed, reason = 120, Reason.TARGET_KONTRA
    figures = (needed,) if isinstance(needed, int) else ()
    return Target(party, needed, Why(reason, parties=(party,), calls=limits, figures=figures))


def _meets(target: Target, tally: Tally) -> bool:
    match target.needed:
        case TrickTarget.ALL:
            return tally.tricks[target.party.other] == 0
        case TrickTarget.ONE:
            return tally.tricks[target.party] > 0
        case points:
            return tally.card_points[target.party] >= points


def _why_won(needed: Mapping[Party, Target], tally: Tally, winner: Party | None) -> Why:
    if winner is None:
        figures = tuple(tally.card_points[party] for party in Party)
        return Why(Reason.BOTH_MISSED, figures=figures)
    match needed[winner].needed:
        case TrickTarget.ALL:
            return Why(Reason.ALL_TRICKS_MET, parties=(winner,))
        case TrickTarget.ONE:
            return Why(Reason.ONE_TRICK_MET, parties=(winner,))
        case points:
            figures = (tally.card_points[winner], points)
            return Why(Reason.TARGET_MET, parties=(winner,), figures=figures)


def _items(tally: Tally, winner: Party | None) -> Iterator[Item]:
    if winner is not None:
        yield from _items_of_winner(tally, winner)
    elif tally.rules.counting is Counting.PLUS:
        return  # reading R19: nobody writes anything, special points lapse
    elif tally.rules.failed_limit is FailedLimit.STEPS:
        for party in Party:
            yield from _steps_played(tally, party)
    for party in Party:
        yield from _reached(tally, party)
        yield from _refuted(tally, party)
    for earned in tally.specials:
        yield Item(ItemName(earned.point.value), earned.party, earned.why)


def _items_of_winner(tally: Tally, winner: Party) -> Iterator[Item]:
    """The items that the winners earn because they have won."""
    rules, loser = tally.rules, winner.other
    yield Item(ItemName.WON, winner, Why(Reason.WON, parties=(winner,)))
    if winner is Party.KONTRA and tally.contract not in ALONE:
        why = Why(Reason.ALTE_BEATEN, parties=(winner, loser))
        yield Item(ItemName.GEGEN_DIE_ALTEN, winner, why)
    own = steps_said(tally.calls, winner, rules)
    missed = steps_said(tally.calls, loser, rules)
    if rules.failed_limit is FailedLimit.AS_IF_REACHED and missed and not own:
        for step in missed:  # reading C7
            why = Why(Reason.COUNTS_AS_REACHED, parties=(winner, loser), calls=(LIMITS[step - 1],))
            yield Item(_step_item("", step), winner, why)
    else:
        yield from _steps_played(tally, winner)
    for party in Party:
        call = ANNOUNCEMENT_OF[party]
        if any(spoken.call is call for spoken in tally.calls):
            yield _announced(call, winner, party, rules)
    for step in own:
        yield _said(step, winner, winner, tally.calls)
    if rules.failed_limit is not FailedLimit.REFUTED_POINTS:
        for step in missed:
            yield _said(step, winner, loser, tally.calls)


def _steps_played(tally: Tally, party: Party) -> Iterator[Item]:
    """The other side stayed under 90, 60, 30, or without a trick."""
    points = tally.card_points[party.other]
    for step, under in enumerate(UNDER, start=1):
        if points < under:
            figures = (points, under)
            why = Why(Reason.PLAYED_UNDER, parties=(party, party.other), figures=figures)
            yield Item(_step_item("", step), party, why)
    if tally.tricks[party.other] == 0:
        why = Why(Reason.PLAYED_SCHWARZ, parties=(party, party.other))
        yield Item(_step_item("", _SCHWARZ), party, why)


def _announced(call: Call, winner: Party, by: Party, rules: RuleSet) -> Item:
    if rules.announcement is Announcement.DOUBLE:
        why = Why(Reason.CALL_DOUBLES, parties=(winner, by), calls=(call,))
        return Item(ItemName(call.value), winner, why, factor=2)
    why = Why(Reason.CALL_PAID, parties=(winner, by), calls=(call,))
    return Item(ItemName(call.value), winner, why, value=2)


def _said(step: int, earner: Party, by: Party, calls: Sequence[Spoken]) -> Item:
    limit, said = LIMITS[step - 1], [one.call for one in calls if one.party is by]
    why = Why(Reason.STEP_SAID, parties=(earner, by), calls=(limit,))
    if limit not in said:
        why = Why(Reason.STEP_INCLUDED, parties=(earner, by), calls=(limit, said[-1]))
    return Item(_step_item("said-", step), earner, why)


def _reached(tally: Tally, party: Party) -> Iterator[Item]:
    """120 against no90, 90 against no60 …, where that counts (TSR)."""
    if not tally.rules.reached_points:
        return
    points = tally.card_points[party]
    for step in steps_said(tally.calls, party.other, tally.rules):
        needed = REACHED[step - 1]
        if points >= needed:
            why = Why(
                Reason.REACHED_AGAINST,
                parties=(party,),
                calls=(LIMITS[step - 1],),
                figures=(points, needed),
            )
            yield Item(ItemName(f"reached-{needed}"), party, why)


def _refuted(tally: Tally, party: Party) -> Iterator[Item]:
    """The steps of the other side whose number this side has reached (kompakt:p-absage, K8)."""
    if tally.rules.failed_limit is not FailedLimit.REFUTED_POINTS:
        return
    points = tally.card_points[party]
    for step in steps_said(tally.calls, party.other, tally.rules):
        calls = (LIMITS[step - 1],)
        if step == _SCHWARZ:
            is_refuted = tally.tricks[party] > 0
            why = Why(Reason.SCHWARZ_REFUTED, parties=(party,), calls=calls)
        else:
            needed = UNDER[step - 1]
            is_refuted = points >= needed
            figures = (points, needed)
            why = Why(Reason.STEP_REFUTED, parties=(party,), calls=calls, figures=figures)
        if is_refuted:
            yield Item(_step_item("refuted-", step), party, why)


def _step_item(prefix: str, step: int) -> ItemName:
    return ItemName(f"{prefix}{LIMITS[step - 1].value}")


_SPECIAL = frozenset(list(ItemName)[_PLACE[ItemName.FOX] :])


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of a game's items, from one party's view."""

    doubled: int
    """What the announcements double, before they do."""
    factor: int
    after: int
    """What is added afterwards: the special points."""
    all_of_it: int
    """2 after a draw, else 1."""

    @property
    def value(self) -> int:
        return (self.doubled * self.factor + self.after) * self.all_of_it


def add_up(items: Iterable[Item], viewed_by: Party, rules: RuleSet) -> Sum:
    """The items added up from one party's view: what announcements double first, then the special
    points, then the doubling after a draw."""
    doubled, after, factor, all_of_it = 0, 0, 1, 1
    for item in items:
        value = item.value if item.party is viewed_by else -item.value
        if item.name is ItemName.AFTER_DRAW:
            all_of_it = 2
        elif item.factor is not None:
            factor *= item.factor
        elif is_added_after(item, rules):
            after += value
        else:
            doubled += value
    return Sum(doubled, factor, after, all_of_it)


def is_added_after(item: Item, rules: RuleSet) -> bool:
    """Whether an item is not doubled by announcements."""
    return item.name in _SPECIAL or _is_special_alte(item, rules)


def _is_special_alte(item: Item, rules: RuleSet) -> bool:
    is_special = rules.gegen_die_alten is GegenDieAlten.SPECIAL
    return is_special and item.name is ItemName.GEGEN_DIE_ALTEN
