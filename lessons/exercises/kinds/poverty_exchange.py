"""poverty-exchange: which cards go face down; how many trumps are among those that come back?"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way, number_field
from lessons.exercises.deals import deal_with
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception, believed_order
from lessons.exercises.verdict import Hint
from lessons.rules.cards import FOX, PLAYERS, Hand, Rank, Seat
from lessons.rules.contracts import CardOrder, Contract
from lessons.rules.reasons import Reason, Why
from lessons.rules.reservations import MOST_TRUMPS, trumps_and_foxes, trumps_of
from lessons.rules.rule_sets import Poverty, RuleSet
from lessons.rules.sources import sources_of
from lessons.rules.tricks import why_trump_or_plain

LAY, RETURN = "lay", "return"
_M = Misconception
_ORDERS = (_M.DULLE_IS_HEART, _M.COURT_FOLLOWS_SUIT, _M.DIAMONDS_PLAIN)


@dataclass(frozen=True, slots=True)
class ExchangeQuestion:
    rules: RuleSet
    asked: str
    seat: Seat
    """Who gives, or who returns."""
    hand: Hand
    """Of who gives; or what is returned."""


class PovertyExchange(Kind[ExchangeQuestion]):
    name: ClassVar = "poverty-exchange"
    group: ClassVar = Group.PARTIES
    version: ClassVar = 4
    sides: ClassVar = {
        "a fox beside court cards alone": 1,
        "a fox beside other trumps": 2,
        "court cards alone": 1,
        "no fox, and not court cards alone": 2,
    }
    asks: ClassVar = ExchangeQuestion
    ways: ClassVar = {
        LAY: {"down": Way.CARDS, "fox": Way.ONE},
        RETURN: {"points": Way.NUMBER},
    }
    beliefs: ClassVar = (_M.FOXES_FACE_DOWN, _M.FOXES_ARE_NO_TRUMPS, *_ORDERS)
    aims: ClassVar = {
        "cvjm:5.2a": Aim((*_ORDERS, _M.FOXES_FACE_DOWN), about=LAY),
        "cvjm:5.2b": Aim((_M.FOXES_FACE_DOWN, *_ORDERS), about=LAY),
        "cvjm:5.2c": Aim((_M.FOXES_ARE_NO_TRUMPS, *_ORDERS), about=RETURN),
    }
    hinted: ClassVar = {
        Hint.CARDS: Why(Hint.CARDS, (FOX,)),
        Hint.NONE: Why(Hint.NONE),
        Hint.ALL: Why(Hint.ALL),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> ExchangeQuestion | None:
        if rules.poverty is Poverty.OFF:
            return None
        order = rules.card_order(Contract.NORMAL)
        seat = Seat(chance.randrange(PLAYERS))
        if aim.about == LAY:
            number = chance.randrange(1, {1: 4, 2: 5, 3: 6}[level])
            deal = deal_with(chance, rules, seat, order.is_trump, number)
            hand = tuple(sorted(deal[seat]))
            trumps, foxes = trumps_and_foxes(hand, rules)
            is_poor = len(trumps) <= MOST_TRUMPS and (trumps or foxes)
            return ExchangeQuestion(rules, LAY, seat, hand) if is_poor else None
        # As often of each number of trumps, but rarely none.
        number = {1: 2, 2: 3, 3: 5}[level]
        wanted = chance.randrange(number + 1) or chance.randrange(number + 1)
        deal = deal_with(chance, rules, seat, order.is_trump, wanted)
        # The trumps come first in such a hand.
        chosen = deal[seat][:number]
        return ExchangeQuestion(rules, RETURN, seat, tuple(sorted(chosen)))

    def side(self, question: ExchangeQuestion) -> str | None:
        if question.asked != LAY:
            return None
        trumps, foxes = trumps_and_foxes(question.hand, question.rules)
        is_court = all(card.rank in {Rank.QUEEN, Rank.JACK} for card in trumps)
        if foxes:
            return f"a fox beside {'court cards alone' if is_court else 'other trumps'}"
        return "court cards alone" if is_court else "no fox, and not court cards alone"

    def is_of_level(self, question: ExchangeQuestion, level: int, aim: Aim) -> bool:
        """The higher the level the more beliefs err; of returned cards not all, for that would
        take many trumps."""
        most = 2 if question.asked == RETURN else 3
        return len(self.misleading(question)) >= min(level, most) - aim.twin

    def variant(self, question: ExchangeQuestion) -> str:
        return question.asked

    def fields(self, question: ExchangeQuestion) -> tuple[Field, ...]:
        if question.asked == RETURN:
            return (number_field(len(question.hand)),)
        return (
            Field("down", Way.CARDS, question.hand, may_be_empty=True),
            Field("fox", Way.ONE, (Choice.YES, Choice.NO)),
        )

    def solve(self, question: ExchangeQuestion) -> Answer:
        if question.asked == RETURN:
            return (len(trumps_of(question.hand, question.rules)),)
        trumps, foxes = trumps_and_foxes(question.hand, question.rules)
        return (frozenset(trumps), Choice.YES if foxes else Choice.NO)

    def believed(self, belief: Misconception, question: ExchangeQuestion) -> Answer | None:
        order = question.rules.card_order(Contract.NORMAL)
        hand = question.hand
        if belief is _M.FOXES_FACE_DOWN:
            if question.asked == RETURN:
                return None
            return (frozenset(trumps_of(hand, question.rules)), Choice.NO)
        if belief is _M.FOXES_ARE_NO_TRUMPS:
            if question.asked == LAY:
                return None
            return (sum(order.is_trump(card) and card != FOX for card in hand),)
        seen = believed_order(belief, Contract.NORMAL, order)
        assert seen is not None
        if question.asked == RETURN:
            return (sum(map(seen.is_trump, hand)),)
        return _laid(hand, seen)

    def because(self, question: ExchangeQuestion) -> tuple[Why, ...]:
        if question.asked == RETURN:
            trumps = trumps_of(question.hand, question.rules)
            calls = (Contract.POVERTY,)
            if not trumps:
                return (Why(Reason.NO_RETURNED_TRUMPS, calls=calls),)
            return (Why(Reason.RETURNED_TRUMPS, trumps, figures=(len(trumps),), calls=calls),)
        trumps, foxes = trumps_and_foxes(question.hand, question.rules)
        return (
            Why(Reason.FACE_DOWN, trumps) if trumps else Why(Reason.NOTHING_FACE_DOWN),
            Why(Reason.FACE_UP, foxes) if foxes else Why(Reason.NO_FOX),
        )

    def about_answer(self, question: ExchangeQuestion, answer: Answer) -> tuple[Why, ...]:
        """Why a card that was wrongly chosen is no trump, or one left out is."""
        if question.asked == RETURN:
            return ()
        order = question.rules.card_order(Contract.NORMAL)
        given = answer[0]
        assert isinstance(given, frozenset)
        once = dict.fromkeys(question.hand)
        extra = tuple(c for c in once if c in given and not order.is_trump(c))
        missing = tuple(c for c in once if c not in given and order.is_trump(c) and c != FOX)
        if not any(map(order.is_trump, given)):
            missing = ()  # all that goes face down is told anyway
        return tuple(
            why_trump_or_plain(cards, Contract.POVERTY, order)
            for cards in (extra, missing)
            if cards
        )

    def still_because(self, question: ExchangeQuestion, answer: Answer) -> tuple[Why, ...]:
        """Nothing of the part that was right."""
        because = self.because(question)
        if question.asked == RETURN:
            return because
        down, up = because
        (given, fox), right = answer, self.solve(question)
        assert isinstance(given, frozenset)
        if given == right[0]:
            return (up,)
        return (down,) if fox == right[1] and FOX not in given else (down, up)

    def cites(self, question: ExchangeQuestion) -> tuple[str, ...]:
        reason = Reason.RETURNED_TRUMPS if question.asked == RETURN else Reason.POVERTY_ALLOWED
        return sources_of(reason, question.rules.document)

    def exhibit(self, question: ExchangeQuestion) -> Exhibit:
        if question.asked == RETURN:
            told = Why(Fact.GAVE_BACK, question.hand, seats=(question.seat,))
            return Exhibit(Contract.POVERTY, (told,))
        told = Why(Fact.LAID_DOWN, seats=(question.seat,))
        return Exhibit(Contract.POVERTY, (told,))

    def hint(self, question: ExchangeQuestion) -> Why:
        if question.asked == RETURN:
            return Why(Hint.ALL)
        foxes = question.hand.count(FOX)
        return Why(Hint.CARDS, (FOX,)) if foxes else Why(Hint.NONE)


def _laid(hand: Hand, order: CardOrder) -> Answer:
    down = frozenset(card for card in hand if order.is_trump(card) and card != FOX)
    is_open = FOX in hand and order.is_trump(FOX)
    return (down, Choice.YES if is_open else Choice.NO)
