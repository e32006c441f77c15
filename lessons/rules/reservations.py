"""Before the first card: who may say what, and what is played by whom.

Sources: royal:4.1.1 to 4.1.3, cvjm:2b to 2e and 5, kompakt:vorbehalte, :spielfindung, :pflichtsolo.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from lessons.rules.cards import CLUB_QUEEN, COPIES, FOX, Card, Deal, Hand, Rank, Seat
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.parties import Parties, only_known, parties, parties_with
from lessons.rules.reasons import IllegalAction, Reason, Why
from lessons.rules.rule_sets import Deciding, Poverty, RuleSet, Said, ThrowIn

MOST_TRUMPS = 3
"""Of a poverty, foxes not counted (C16), and of a hand that may be thrown in (R27: counted)."""
FIVE = 5
"""Nines or kings to throw a hand in for."""


@dataclass(frozen=True, slots=True)
class Reservation:
    """An answer of a seat that is asked for its reservation (Vorbehalt), or a late marriage."""

    seat: Seat
    said: Said
    solo: Contract | None = None
    deciding: Deciding | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """The contract that is played, and what everybody at the table knows of the parties by that."""

    contract: Contract
    parties: Parties
    """None: not decided yet, or a hand that is not known."""
    declarer: Seat | None = None
    """The soloist, who holds the marriage, or who gives in a poverty."""
    partner: Seat | None = None
    """Of a marriage, or who takes in a poverty."""
    deciding: Deciding | None = None
    decided_in: int = 0
    """The trick that decided a marriage, also against a partner; 0: none."""
    is_compulsory: bool = False
    """A compulsory solo (Pflichtsolo)."""
    is_given: bool = False
    """A record began with it; nobody was asked."""
    laid_nothing: bool = False
    """A poverty that laid nothing and has not yet got nothing back in so many words (C27)."""

    @property
    def leader(self) -> Seat:
        """The seat that leads the first trick: VH in solos too (R25, cvjm:2e), but the soloist of a
        compulsory one (kompakt:pflichtsolo)."""
        return self.declarer if self.is_compulsory and self.declarer is not None else Seat.VH

    @property
    def is_open(self) -> bool:
        """Whether a marriage still waits for its partner; until then nothing may be called."""
        return self.contract is Contract.MARRIAGE and self.partner is None

    @property
    def shift(self) -> int:
        """The number of cards or tricks by which calls may be made later (R22, X3, cvjm:5.1c)."""
        return max(self.decided_in - 1, 0)

    def after_trick(self, number: int, winner: Seat, led_trump: bool, tricks: int) -> Settled:
        """The settled marriage after complete trick ``number``, of at most ``tricks`` that may find
        a partner: the kind goes by the card led (R20, C14), and the holder may not win it herself
        (K13)."""
        assert self.declarer is not None
        counts = {
            Deciding.FIRST: True,
            Deciding.FIRST_TRUMP: led_trump,
            Deciding.FIRST_PLAIN: not led_trump,
            None: False,
        }[self.deciding]
        if counts and winner != self.declarer:
            parties = parties_with(self.declarer, winner)
            return replace(self, parties=parties, partner=winner, decided_in=number)
        if number == tricks:
            alone = parties_with(self.declarer)
            contract = Contract.MARRIAGE_SOLO
            return replace(self, contract=contract, parties=alone, decided_in=number)
        return self


def trumps_of(hand: Hand, rules: RuleSet) -> Hand:
    """The cards of a hand that are trump in the normal game."""
    order = rules.card_order(Contract.NORMAL)
    return tuple(card for card in hand if order.is_trump(card))


def trumps_and_foxes(hand: Hand, rules: RuleSet) -> tuple[Hand, Hand]:
    """The cards that a poverty lays down: other trumps, and foxes (cvjm:5.2a, C16)."""
    trumps = trumps_of(hand, rules)
    foxes = tuple(card for card in trumps if card == FOX)
    return tuple(card for card in trumps if card != FOX), foxes


def why_not_said(said: Reservation, rules: RuleSet, deal: Deal) -> Why | None:
    """Why a seat may not say this with its hand under these rules; None: it may.

    Of a hand that is not wholly known it may if the cards not known may be the right ones.
    """
    return _CHECKS[said.said](said, rules, deal)


def settle(rules: RuleSet, deal: Deal, said: Sequence[Reservation]) -> Reservation | None:
    """The reservation that goes ahead when all four have spoken; None: all are healthy.

    By the order of the rule set, of equals the nearest to VH (R25, C2, C26). Raises
    :class:`IllegalAction` where one that was never named would have gone ahead.
    """
    order = rules.reservation_order
    named = [found for found in said if found.said in order]
    played = min(named, key=lambda found: _rank(found, order), default=None)
    for unnamed in said:
        if unnamed.said is not Said.RESERVATION:
            continue
        if played is None:
            message = "a reservation was made, but none was named"
            raise IllegalAction(Why(Reason.NOTHING_NAMED), message, int(unnamed.seat))
        if not any(
            _rank(could_be, order) > _rank(played, order)
            for kind in order
            if _may_say(could_be := replace(unnamed, said=kind), rules, deal)
        ):
            why = Why(Reason.WOULD_GO_AHEAD, seats=(unnamed.seat, played.seat))
            message = (
                f"{unnamed.seat.name} has no reservation that {played.seat.name}'s goes before"
            )
            raise IllegalAction(why, message, int(unnamed.seat))
    return played


def settled_by(played: Reservation | None, rules: RuleSet, deal: Deal) -> Settled:
    """The game that a reservation leads to which needs no more than to be named."""
    if played is None:
        return all_healthy(rules, deal)
    seat = played.seat
    if played.said is Said.MARRIAGE:
        deciding = played.deciding or Deciding.FIRST
        return Settled(Contract.MARRIAGE, only_known(seat), declarer=seat, deciding=deciding)
    assert played.solo is not None
    is_compulsory = played.said is Said.COMPULSORY
    return Settled(played.solo, parties_with(seat), declarer=seat, is_compulsory=is_compulsory)


def why_played(
    said: Sequence[Reservation], played: Reservation | None, settled: Settled, rules: RuleSet
) -> Why:
    """Why this is played: against the reservation that comes next, if there is one."""
    if played is None:
        return _why_nothing_named(settled)
    order = rules.reservation_order
    seat, what = played.seat, played.solo or played.said
    behind = [found for found in said if found.said in order and found != played]
    if behind:
        second = min(behind, key=lambda found: _rank(found, order))
        seats = (seat, second.seat)
        if second.said is played.said:
            return Why(Reason.NEAREST, seats=seats, calls=(played.said,))
        return Why(Reason.GOES_AHEAD, seats=seats, calls=(played.said, second.said))
    for found in said:
        if found.said is Said.RESERVATION:
            return Why(Reason.BEFORE_UNNAMED, seats=(seat, found.seat), calls=(what,))
    return Why(Reason.ONLY_RESERVATION, seats=(seat,), calls=(what,))


def _why_nothing_named(settled: Settled) -> Why:
    if settled.declarer is None:
        return Why(Reason.ALL_HEALTHY)
    is_late = settled.deciding is not None
    reason = Reason.LATE_MARRIAGE if is_late else Reason.SILENT_QUEENS
    return Why(reason, seats=(settled.declarer,))


def why_leads(settled: Settled) -> Why:
    """Why this seat leads the first trick."""
    if settled.is_compulsory:
        return Why(Reason.COMPULSORY_LEADS, seats=(settled.leader,))
    if settled.contract in SOLOS and settled.declarer not in {None, settled.leader}:
        seats = (settled.leader, *([] if settled.declarer is None else [settled.declarer]))
        return Why(Reason.FOREHAND_LEADS_SOLO, seats=seats)
    return Why(Reason.FOREHAND_LEADS, seats=(settled.leader,))


def why_partner(settled: Settled) -> Why | None:
    """Why somebody plays with the holder of a marriage, or nobody; None: no marriage, or open."""
    if settled.declarer is None or settled.deciding is None or not settled.decided_in:
        return None
    calls, figures = (settled.deciding,), (settled.decided_in,)
    if settled.partner is None:
        return Why(Reason.NO_PARTNER, seats=(settled.declarer,), calls=calls, figures=figures)
    seats = (settled.declarer, settled.partner)
    is_any = settled.deciding is Deciding.FIRST
    reason = Reason.PARTNER_FOUND_FIRST if is_any else Reason.PARTNER_FOUND
    return Why(reason, seats=seats, calls=calls, figures=figures)


def all_healthy(rules: RuleSet, deal: Deal) -> Settled:
    """The normal game, or the silent solo of who holds both club queens (kompakt:stille-hochzeit,
    royal:3.3.1b, C15)."""
    for seat in Seat:
        if deal[seat].count(CLUB_QUEEN) == COPIES:
            return Settled(Contract.SILENT_SOLO, parties_with(seat), declarer=seat)
    return Settled(Contract.NORMAL, parties(deal, rules.hand_size))


def is_there(said: Said, rules: RuleSet) -> bool:
    """Whether a reservation can be met at a table that plays so."""
    match said:
        case Said.COMPULSORY:
            return rules.compulsory_solo and bool(rules.solos)
        case Said.SOLO:
            return bool(rules.solos)
        case Said.THROW_IN:
            return bool(rules.throw_in)
    return True


def settled_poverty(giver: Seat, taker: Seat, *, laid_nothing: bool = False) -> Settled:
    """Giver and taker are Re (C18), whoever holds the club queens (C26)."""
    both = parties_with(giver, taker)
    return Settled(Contract.POVERTY, both, declarer=giver, partner=taker, laid_nothing=laid_nothing)


def check_settled(settled: Settled, rules: RuleSet, deal: Deal) -> None:
    """Whether a game may begin with a contract settled so; raises :class:`IllegalAction`."""
    seat = settled.declarer
    if seat is None:
        holder = next((s for s in Seat if deal[s].count(CLUB_QUEEN) == COPIES), None)
        if holder is not None:
            why = Why(Reason.ONE_HAS_BOTH_QUEENS, seats=(holder,))
            raise IllegalAction(why, f"{holder.name} holds both club queens: no normal game")
    elif settled.contract is Contract.SILENT_SOLO:
        if not _may_hold_both_queens(seat, rules, deal):
            _refuse(Why(Reason.LACKS_CLUB_QUEENS, seats=(seat,)))
    elif settled.contract is Contract.POVERTY:
        if rules.poverty is Poverty.OFF:
            _refuse(Why(Reason.POVERTY_NOT_IN_RULES, seats=(seat,)))
        if settled.partner == seat:
            _refuse(Why(Reason.NO_EXCHANGE, seats=(seat,)))
    elif settled.contract is Contract.MARRIAGE:
        check_said(Reservation(seat, Said.MARRIAGE, deciding=settled.deciding), rules, deal)
    else:
        said = Said.COMPULSORY if settled.is_compulsory else Said.SOLO
        check_said(Reservation(seat, said, settled.contract), rules, deal)


def check_said(said: Reservation, rules: RuleSet, deal: Deal) -> None:
    """Check a reservation; raises :class:`IllegalAction` for one that the seat may not say."""
    why = why_not_said(said, rules, deal)
    if why is not None:
        _refuse(why)


def _refuse(why: Why) -> NoReturn:
    raise IllegalAction(why, f"{why.seats[0].name} {_MESSAGES[Reason(why.reason)]}")


def _rank(said: Reservation, order: Sequence[Said]) -> tuple[int, Seat]:
    return order.index(said.said), said.seat


def _may_say(said: Reservation, rules: RuleSet, deal: Deal) -> bool:
    """Whether a seat might name a reservation of this kind, whichever solo or deciding trick."""
    if said.said in {Said.SOLO, Said.COMPULSORY}:
        said = replace(said, solo=next(iter(rules.solos), None))
    elif said.said is Said.MARRIAGE:
        said = replace(said, deciding=rules.marriage_deciding[0])
    return why_not_said(said, rules, deal) is None


def _at_least(number: int, hand: Hand, rules: RuleSet, of: Callable[[Card], bool]) -> bool:
    """Whether a hand holds, or may hold among cards not known, so many such cards."""
    unknown = rules.hand_size - len(hand)
    return sum(map(of, hand)) + unknown >= number


def _may_hold_both_queens(seat: Seat, rules: RuleSet, deal: Deal) -> bool:
    others = (card for other in Seat if other != seat for card in deal[other])
    own = deal[seat]
    return CLUB_QUEEN not in others and _at_least(
        COPIES, own, rules, lambda card: card == CLUB_QUEEN
    )


def _nothing_against(_said: Reservation, _rules: RuleSet, _deal: Deal) -> Why | None:
    return None


def _solo(said: Reservation, rules: RuleSet, _deal: Deal) -> Why | None:
    if said.solo not in rules.solos:
        calls = () if said.solo is None else (said.solo,)
        return Why(Reason.SOLO_NOT_IN_RULES, seats=(said.seat,), calls=calls)
    if said.said is Said.COMPULSORY and not rules.compulsory_solo:
        return Why(Reason.NO_COMPULSORY_SOLO, seats=(said.seat,))
    return _asked_for(said, rules)


def _marriage(said: Reservation, rules: RuleSet, deal: Deal) -> Why | None:
    if not _may_hold_both_queens(said.seat, rules, deal):
        return Why(Reason.LACKS_CLUB_QUEENS, seats=(said.seat,))
    not_asked = _asked_for(said, rules)
    if not_asked is not None:
        return not_asked
    deciding = said.deciding or Deciding.FIRST
    if deciding not in rules.marriage_deciding:
        return Why(Reason.DECIDING_TRICK_NOT_IN_RULES, seats=(said.seat,), calls=(deciding,))
    return None


def _asked_for(said: Reservation, rules: RuleSet) -> Why | None:
    if said.said in rules.reservation_order:
        return None
    return Why(Reason.NOT_ASKED_FOR, seats=(said.seat,), calls=(said.said,))


def _poverty(said: Reservation, rules: RuleSet, deal: Deal) -> Why | None:
    if rules.poverty is Poverty.OFF:
        return Why(Reason.POVERTY_NOT_IN_RULES, seats=(said.seat,))
    trumps, _foxes = trumps_and_foxes(deal[said.seat], rules)
    if len(trumps) > MOST_TRUMPS:
        return Why(Reason.TOO_MANY_TRUMPS, trumps, seats=(said.seat,))
    return None


def _throw_in(said: Reservation, rules: RuleSet, deal: Deal) -> Why | None:
    if not rules.throw_in:
        return Why(Reason.THROW_IN_NOT_IN_RULES, seats=(said.seat,))
    hand = deal[said.seat]
    trumps = trumps_of(hand, rules)
    is_so = {
        ThrowIn.FIVE_NINES: _at_least(FIVE, hand, rules, lambda card: card.rank is Rank.NINE),
        ThrowIn.FIVE_KINGS: _at_least(FIVE, hand, rules, lambda card: card.rank is Rank.KING),
        ThrowIn.UNDER_FOUR_TRUMPS: len(trumps) <= MOST_TRUMPS,
    }
    if any(is_so[weak] for weak in rules.throw_in):
        return None
    ranks = [card.rank for card in hand]
    figures = (ranks.count(Rank.NINE), ranks.count(Rank.KING), len(trumps))
    return Why(Reason.HAND_TOO_GOOD, seats=(said.seat,), figures=figures)


_CHECKS: dict[Said, Callable[[Reservation, RuleSet, Deal], Why | None]] = {
    Said.HEALTHY: _nothing_against,
    Said.RESERVATION: _nothing_against,
    Said.COMPULSORY: _solo,
    Said.SOLO: _solo,
    Said.THROW_IN: _throw_in,
    Said.POVERTY: _poverty,
    Said.MARRIAGE: _marriage,
}

_MESSAGES = {
    Reason.SOLO_NOT_IN_RULES: "names a solo that is not in these rules",
    Reason.NO_COMPULSORY_SOLO: "cannot play a compulsory solo: there is none in these rules",
    Reason.NOT_ASKED_FOR: "says what these rules do not ask for",
    Reason.LACKS_CLUB_QUEENS: "does not hold both club queens",
    Reason.DECIDING_TRICK_NOT_IN_RULES: "names a deciding trick that is not in these rules",
    Reason.POVERTY_NOT_IN_RULES: "cannot say poverty: there is none in these rules",
    Reason.NO_EXCHANGE: "cannot take cards from the same seat",
    Reason.TOO_MANY_TRUMPS: "holds more than three trumps that are no foxes",
    Reason.THROW_IN_NOT_IN_RULES: "cannot throw in: these rules know no reason to",
    Reason.HAND_TOO_GOOD: "holds a hand too good to be thrown in",
}
