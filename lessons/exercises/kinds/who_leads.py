"""who-leads: who leads the next trick, the first one of a game, the next game? Answered by seat."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way
from lessons.exercises.deals import situation
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception, believed_order
from lessons.exercises.verdict import Hint
from lessons.rules.cards import PLAYERS, Seat
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.parties import UNDECIDED, parties_with
from lessons.rules.reasons import Reason, Why
from lessons.rules.reservations import Settled, why_leads
from lessons.rules.rounds import next_dealer, seating
from lessons.rules.rule_sets import RuleSet
from lessons.rules.sources import sources_of
from lessons.rules.tricks import Trick, trick_winner, why_won

TRICK, FIRST, DEAL, PAUSE = "next-trick", "first-trick", "next-game", "who-pauses"
COMPULSORY = "compulsory"
"""What is asked after, or in, a compulsory solo: of these."""
LATER = "first-trick-later"
"""The first trick of a solo in a later game: in this one it would always be VH who leads."""
_M = Misconception
_FIVE = PLAYERS + 1


@dataclass(frozen=True, slots=True)
class LeadQuestion:
    rules: RuleSet
    asked: str
    contract: Contract = Contract.NORMAL
    soloist: Seat | None = None
    is_compulsory: bool = False
    players: int = PLAYERS
    trick: Trick | None = None
    games: int = 1
    """So many games later; only this one, or the one that is asked for, may be a solo."""

    @property
    def settled(self) -> Settled:
        if self.soloist is None:
            return Settled(self.contract, UNDECIDED)
        return Settled(
            self.contract,
            parties_with(self.soloist),
            declarer=self.soloist,
            is_compulsory=self.is_compulsory,
        )


_ORDERS = (_M.DULLE_IS_HEART, _M.COURT_FOLLOWS_SUIT, _M.DIAMONDS_PLAIN)
_WITHOUT_SOLO = {_M.LEAD_GOES_ROUND, _M.FOREHAND_STAYS, _M.DEALER_PAUSES_ON}


class WhoLeads(Kind[LeadQuestion]):
    name: ClassVar = "who-leads"
    group: ClassVar = Group.TRICKS
    version: ClassVar = 5
    balanced_by: ClassVar = "every seat; with and without a solo, some games ahead"
    asks: ClassVar = LeadQuestion
    ways: ClassVar = {asked: {"seat": Way.ONE} for asked in (TRICK, FIRST, LATER, DEAL, PAUSE)}
    beliefs: ClassVar = (_M.LEAD_GOES_ROUND, _M.SOLOIST_LEADS, _M.SOLOIST_DOES_NOT_LEAD,
                         _M.FOREHAND_STAYS, _M.SOLO_DEALT_AGAIN, _M.DEAL_ALWAYS_MOVES,
                         _M.DEALER_PAUSES_ON, *_ORDERS)  # fmt: skip
    aims: ClassVar = {
        "kompakt:ablauf-a": Aim((_M.LEAD_GOES_ROUND,), about=TRICK),
        "kompakt:geben": Aim((_M.FOREHAND_STAYS, _M.SOLO_DEALT_AGAIN), about=DEAL),
        "kompakt:pflichtsolo": Aim((_M.SOLOIST_DOES_NOT_LEAD, _M.DEAL_ALWAYS_MOVES,
                                    _M.SOLOIST_LEADS, _M.SOLO_DEALT_AGAIN), about=COMPULSORY),
        "royal:S2": Aim((_M.LEAD_GOES_ROUND,), about=TRICK),
        "R25": Aim((_M.SOLOIST_LEADS,), about=LATER, free=9),
        "royal:2.1.1a": Aim((_M.DEALER_PAUSES_ON, _M.FOREHAND_STAYS), about=PAUSE),
        "cvjm:2e": Aim((_M.SOLOIST_LEADS,), about=LATER, free=9),
        "C29": Aim((_M.LEAD_GOES_ROUND,), about=TRICK),
        "cvjm:5.3": Aim((_M.SOLOIST_LEADS, _M.SOLO_DEALT_AGAIN, _M.FOREHAND_STAYS), free=6),
    }  # fmt: skip
    hinted: ClassVar = {
        Hint.CARDS: Why(Hint.CARDS),
        Hint.SEAT: Why(Hint.SEAT, seats=(Seat.VH,)),
        Hint.NONE: Why(Hint.NONE),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> LeadQuestion | None:
        asked = aim.about or (LATER if belief in {None, _M.SOLOIST_LEADS} else DEAL)
        if asked == TRICK:
            left = chance.randrange(2, rules.hand_size)
            lies = situation(chance, rules, cards_in_hand=left, played=PLAYERS)
            return LeadQuestion(rules, asked, trick=lies.trick)
        players = PLAYERS
        if asked == PAUSE:
            players = _FIVE
            asked = PAUSE if belief is _M.DEALER_PAUSES_ON else DEAL
        games = _games(chance, level, players, asked)
        is_compulsory = False
        if asked == COMPULSORY:
            asked = FIRST if belief in _OF_FIRST_TRICK else DEAL
            # After one game who thinks that forehand stays would answer the same.
            games = games if belief is _M.SOLO_DEALT_AGAIN else 1
            # Of the twin of a compulsory solo only that is missing.
            is_compulsory = belief in _ABOUT_COMPULSORY and not aim.twin
        if asked != LATER and belief in _WITHOUT_SOLO and chance.randrange(2):
            return LeadQuestion(rules, asked, players=players, games=games)
        solos = [contract for contract in SOLOS if contract in rules.solos]
        if not solos:
            return None
        return LeadQuestion(
            rules=rules,
            asked=asked,
            contract=chance.choice(solos),
            # Forehand would lead in any case.
            soloist=chance.choice(tuple(Seat)[asked == FIRST :]),
            is_compulsory=is_compulsory,
            players=players,
            games=games,
        )

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        return bool(rules.solos) or belief in _WITHOUT_SOLO

    def is_of_level(self, question: LeadQuestion, level: int, aim: Aim) -> bool:
        """From level 2 on a trick goes to another seat than the one that led; at level 3 somebody
        who takes trumps for plain cards errs, too, and at level 1 nobody does."""
        if question.trick is None:
            return True
        (winner,) = self.solve(question)
        errs = any(self.believed(belief, question) not in {None, (winner,)} for belief in _ORDERS)
        if level == 1:
            return not errs
        return winner != question.trick.leader and (level < 3 or errs)

    def variant(self, question: LeadQuestion) -> str:
        return question.asked

    def fields(self, question: LeadQuestion) -> tuple[Field, ...]:
        fifth = (Choice.FIFTH,) if question.asked == PAUSE else ()
        return (Field("seat", Way.ONE, (*Seat, *fifth)),)

    def solve(self, question: LeadQuestion) -> Answer:
        if question.trick is not None:
            order = question.rules.card_order(question.contract)
            return (trick_winner(question.trick, order),)
        if question.asked == FIRST:
            return (question.settled.leader,)
        dealer = _dealer(question)
        return (dealer if question.asked == PAUSE else _seat_after(dealer, question),)

    def believed(self, belief: Misconception, question: LeadQuestion) -> Answer | None:
        soloist, asked = question.soloist, question.asked
        if belief in _ORDERS:
            order = question.rules.card_order(question.contract)
            seen = believed_order(belief, question.contract, order)
            if question.trick is None or seen is None:
                return None
            return (trick_winner(question.trick, seen),)
        match belief:
            case _M.LEAD_GOES_ROUND if question.trick is not None:
                return (question.trick.leader.after(),)
            case _M.SOLOIST_LEADS if asked in {FIRST, LATER} and soloist is not None:
                return None if question.is_compulsory else (soloist,)
            case _M.SOLOIST_DOES_NOT_LEAD if asked == FIRST:
                return (Seat.VH,)
            case _M.FOREHAND_STAYS if asked in {DEAL, LATER} and not question.is_compulsory:
                return (Seat.VH,)
            case _M.SOLO_DEALT_AGAIN if asked == DEAL and soloist is not None:
                again = (question.games - 1) % question.players
                return None if question.is_compulsory or again == PLAYERS else (Seat(again),)
            case _M.DEAL_ALWAYS_MOVES if (
                asked == DEAL and soloist is not None and question.games == 1
            ):
                return (Seat.MH,)
            case _M.DEALER_PAUSES_ON if asked == PAUSE:
                return (Choice.FIFTH,)
        return None

    def because(self, question: LeadQuestion) -> tuple[Why, ...]:
        if question.trick is not None:
            order = question.rules.card_order(question.contract)
            winner = trick_winner(question.trick, order)
            leads = Why(Reason.WINNER_LEADS, seats=(winner,))
            return (leads, *why_won(question.trick, order)[:1])
        if question.asked == FIRST:
            return (why_leads(question.settled),)
        dealer = _dealer(question)
        games = (question.games,) if question.games > 1 else ()
        if question.asked == PAUSE:
            reason = Reason.DEALER_PAUSES_LATER if games else Reason.DEALER_PAUSES
            return (Why(reason, seats=(dealer,), figures=games),)
        forehand = _seat_after(dealer, question)
        if question.is_compulsory:
            return (Why(Reason.DEALS_AGAIN, seats=(forehand,)),)
        reason = Reason.DEALS_LATER if games else Reason.DEALS_NEXT
        deals = Why(reason, seats=(dealer, forehand), figures=games)
        if question.asked == LATER and question.soloist is not None:
            if question.soloist == forehand:
                return (deals, Why(Reason.FOREHAND_LEADS, seats=(forehand,)))
            seats = (forehand, question.soloist)
            return (Why(Reason.FOREHAND_LEADS_SOLO, seats=seats), deals)
        return (deals,)

    def cites(self, question: LeadQuestion) -> tuple[str, ...]:
        """A solo that is not compulsory changes nothing, and of five the dealer sits out."""
        document = question.rules.document
        cited: tuple[str, ...] = ()
        if question.players == _FIVE:
            cited = sources_of(Reason.DEALER_PAUSES, document)
        if question.soloist is not None and question.rules.compulsory_solo:
            cited = (*cited, *sources_of(Reason.COMPULSORY_LEADS, document))
        return cited

    def exhibit(self, question: LeadQuestion) -> Exhibit:
        told, is_later = [], question.asked == LATER
        if question.asked in {DEAL, PAUSE, LATER}:
            five = question.players == _FIVE
            told.append(Why(Fact.FIVE_PLAYERS if five else Fact.DEALER_IS))
        soloist: tuple[Why, ...] = ()
        if question.soloist is not None:
            fact = Fact.COMPULSORY if question.is_compulsory else Fact.SOLOIST
            fact = Fact.SOLO_THEN if is_later else fact
            soloist = (Why(fact, seats=(question.soloist,), calls=(question.contract,)),)
        if not is_later:
            told += soloist
        if question.asked in {DEAL, PAUSE, LATER}:
            is_next = question.games == 1
            figures = () if is_next else (question.games,)
            told.append(Why(Fact.NEXT_GAME if is_next else Fact.LATER_GAME, figures=figures))
        if is_later:
            told += soloist
        return Exhibit(question.contract, tuple(told), question.trick)

    def hint(self, question: LeadQuestion) -> Why:
        if question.trick is not None:
            return Why(Hint.CARDS)
        if question.asked == FIRST:
            return Why(Hint.NONE)
        return Why(Hint.SEAT, seats=(_dealer(question),))


_OF_FIRST_TRICK = {_M.SOLOIST_LEADS, _M.SOLOIST_DOES_NOT_LEAD}
_ABOUT_COMPULSORY = {_M.SOLOIST_DOES_NOT_LEAD, _M.DEAL_ALWAYS_MOVES}


def _games(chance: Random, level: int, players: int, asked: str) -> int:
    """How many games later; each seat as often, but the next game, which tells the seat, seldom.
    Never the same dealer again, who would leave nothing to be worked out, but for a solo; and at a
    table of five never one who pauses now, and so has no seat in this game."""
    if asked == LATER:
        never, different = set[int](), PLAYERS
    elif players == PLAYERS:
        never, different = {0}, PLAYERS - 1
    else:
        never = {0} if asked == PAUSE else {0, PLAYERS}
        different = players - len(never)
    later = [games for games in range(2, 10) if games % players not in never]
    return chance.choice((1, *(2 * later[level - 1 : level - 1 + different])))


def _dealer(question: LeadQuestion) -> Seat:
    """The seat of this game at which the dealer asked for sits; with five, who pauses has none: he
    is player 4, and the seats are the players 0 to 3."""
    players, ordinary = question.players, Settled(Contract.NORMAL, UNDECIDED)
    dealer = found = players - 1
    for game in range(question.games):
        is_of_solo = game == 0 and question.asked != LATER
        found = next_dealer(players, found, question.settled if is_of_solo else ordinary)
    return Seat.G if found == dealer else Seat(found)


def _seat_after(dealer: Seat, question: LeadQuestion) -> Seat:
    """The seat of this game that is forehand when ``dealer`` deals."""
    if question.is_compulsory:
        return Seat.VH
    return Seat(seating(question.players, int(dealer))[Seat.VH])
