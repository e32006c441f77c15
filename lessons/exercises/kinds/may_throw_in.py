"""may-throw-in: may this hand ask for a new deal, or say poverty? Yes or no, and by which cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way
from lessons.exercises.deals import deal_with
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception, believed_order
from lessons.exercises.verdict import Hint
from lessons.rules.cards import FOX, PLAYERS, Card, Hand, Rank, Seat, Suit, as_deal
from lessons.rules.contracts import CardOrder, Contract
from lessons.rules.reasons import Reason, Why
from lessons.rules.reservations import FIVE, MOST_TRUMPS, Reservation, why_not_said
from lessons.rules.rule_sets import Poverty, RuleSet, Said, ThrowIn
from lessons.rules.tricks import why_trump_or_plain

_M = Misconception


class Cause(StrEnum):
    """The reason to give up a hand that the question asks about."""

    KINGS = "kings"
    NINES = "nines"
    TRUMPS = "trumps"
    POVERTY = "poverty"


_AS_OPTION = {
    Cause.KINGS: ThrowIn.FIVE_KINGS,
    Cause.NINES: ThrowIn.FIVE_NINES,
    Cause.TRUMPS: ThrowIn.UNDER_FOUR_TRUMPS,
}
_OF_TWIN = (FIVE, FIVE, FIVE, FIVE + 1, FIVE + 1, FIVE + 2)
"""Kings or nines that are enough."""
_RANK = {Cause.KINGS: Rank.KING, Cause.NINES: Rank.NINE}
_ORDERS = (_M.DULLE_IS_HEART, _M.COURT_FOLLOWS_SUIT, _M.DIAMONDS_PLAIN)


@dataclass(frozen=True, slots=True)
class WeakHand:
    rules: RuleSet
    cause: Cause
    hand: Hand


class MayThrowIn(Kind[WeakHand]):
    name: ClassVar = "may-throw-in"
    group: ClassVar = Group.PARTIES
    version: ClassVar = 4
    sides: ClassVar = {"the hand is weak enough": 1, "it is not": 1}
    asks: ClassVar = WeakHand
    ways: ClassVar = {cause.value: {"allowed": Way.ONE, "card": Way.CARDS} for cause in Cause}
    beliefs: ClassVar = (_M.FOUR_ARE_ENOUGH, _M.FOUR_TRUMPS_ARE_FEW, _M.FOXES_DO_NOT_COUNT,
                         _M.FOXES_COUNT_FOR_POVERTY, *_ORDERS)  # fmt: skip
    aims: ClassVar = {
        # About kings and nines as often as about trumps.
        "royal:4.1.3": Aim((*(_M.FOUR_ARE_ENOUGH,) * 5, _M.FOUR_TRUMPS_ARE_FEW,
                            _M.FOXES_DO_NOT_COUNT, *_ORDERS)),
        "cvjm:2b": Aim((_M.FOUR_ARE_ENOUGH,), about="kings", few=12),
        "cvjm:5.2a": Aim((_M.FOXES_COUNT_FOR_POVERTY, _M.FOUR_TRUMPS_ARE_FEW, *_ORDERS),
                         about="poverty"),
    }  # fmt: skip
    hinted: ClassVar = {Hint.FIGURE: Why(Hint.FIGURE, figures=(5,))}

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> WeakHand | None:
        causes = [Cause(aim.about)] if aim.about else [c for c in Cause if _is_in(c, rules)]
        if belief is _M.FOUR_ARE_ENOUGH:
            causes = [cause for cause in causes if cause in _RANK]
        elif belief is not None and not aim.about:
            causes = [cause for cause in causes if cause not in _RANK]
        if not causes:
            return None
        cause = chance.choice(causes)
        order = rules.card_order(Contract.NORMAL)
        if cause in _RANK:
            rank = _RANK[cause]
            number = chance.choice(_OF_TWIN) if aim.twin else FIVE - 1
            deal = deal_with(chance, rules, Seat.VH, lambda card: card.rank is rank, number)
            kinds = {card for card in deal[Seat.VH] if card.rank is rank}
            if len(kinds) == len(Suit) and aim.twin and chance.randrange(2):
                return None  # mostly it would be all four
        else:
            number = chance.choice((2, 3, 3, 4, 4, 5))
            deal = deal_with(chance, rules, Seat.VH, order.is_trump, number)
        made = WeakHand(rules, cause, tuple(sorted(deal[Seat.VH])))
        others = [replace(made, cause=c) for c in Cause if c not in {cause, Cause.POVERTY}]
        # A hand that may be thrown in for something else would make the question a trick one.
        if any(_is_in(other.cause, rules) and _is_allowed(other) for other in others):
            return None
        return made

    def is_of_level(self, question: WeakHand, level: int, aim: Aim) -> bool:
        """Where trumps are counted, more beliefs count otherwise, the higher the level."""
        if question.cause in _RANK:
            return True
        misled = len(self.misleading(question))
        return misled <= 2 if level == 1 else level - aim.twin <= misled <= 1 + 2 * (level - 1)

    def side(self, question: WeakHand) -> str | None:
        """Of kings and nines, where one belief and its twin are balanced already, none."""
        if question.cause in _RANK:
            return None
        return "the hand is weak enough" if _is_allowed(question) else "it is not"

    def variant(self, question: WeakHand) -> str:
        return question.cause.value

    def fields(self, question: WeakHand) -> tuple[Field, ...]:
        return (
            Field("allowed", Way.ONE, (Choice.YES, Choice.NO)),
            Field("card", Way.CARDS, question.hand, may_be_empty=True),
        )

    def solve(self, question: WeakHand) -> Answer:
        return _yes_if(_is_allowed(question), _counted(question, _order(question)))

    def believed(self, belief: Misconception, question: WeakHand) -> Answer | None:
        cause, rank = question.cause, _RANK.get(question.cause)
        counted = _counted(question, _order(question))
        number = sum(card in counted for card in question.hand)
        if belief is _M.FOUR_ARE_ENOUGH:
            return _yes_if(number >= FIVE - 1, counted) if rank else None
        if rank:
            return None
        if belief is _M.FOUR_TRUMPS_ARE_FEW:
            return _yes_if(number <= MOST_TRUMPS + 1, counted)
        if belief in {_M.FOXES_DO_NOT_COUNT, _M.FOXES_COUNT_FOR_POVERTY}:
            if (cause is Cause.POVERTY) != (belief is _M.FOXES_COUNT_FOR_POVERTY):
                return None
            order = _order(question)
            counts = counted - {FOX} if FOX in counted else counted | ({FOX} & {*question.hand})
            assert order.is_trump(FOX)
            return _by_trumps(question, counts)
        seen = believed_order(belief, Contract.NORMAL, _order(question))
        return None if seen is None else _by_trumps(question, _counted(question, seen))

    def because(self, question: WeakHand) -> tuple[Why, ...]:
        counted = _counted(question, _order(question))
        number = sum(card in counted for card in question.hand)
        is_allowed = _is_allowed(question)
        bound = FIVE if question.cause in _RANK else MOST_TRUMPS
        reason = {
            Cause.KINGS: (Reason.TOO_FEW_KINGS, Reason.ENOUGH_KINGS),
            Cause.NINES: (Reason.TOO_FEW_NINES, Reason.ENOUGH_NINES),
            Cause.TRUMPS: (Reason.ENOUGH_TRUMPS, Reason.FEW_TRUMPS),
            Cause.POVERTY: (Reason.POVERTY_NOT_ALLOWED, Reason.POVERTY_ALLOWED),
        }[question.cause][is_allowed]
        return (Why(reason, figures=(number, bound)),)

    def about_answer(self, question: WeakHand, answer: Answer) -> tuple[Why, ...]:
        """Why a card that was wrongly chosen does not count, or one left out does."""
        given = answer[1]
        assert isinstance(given, frozenset)
        if question.cause in _RANK:
            return ()
        order, counted = _order(question), _counted(question, _order(question))
        once = tuple(dict.fromkeys(question.hand))
        extra = tuple(c for c in once if c in given and not order.is_trump(c))
        missing = tuple(c for c in once if c in counted and c not in given)
        foxes = Why(Reason.FOX_IS_NOT_COUNTED, (FOX,))
        return (
            *([foxes] if FOX in given - counted else []),
            *(
                why_trump_or_plain(cards, Contract.NORMAL, order)
                for cards in (extra, missing)
                if cards
            ),
        )

    def still_because(self, question: WeakHand, answer: Answer) -> tuple[Why, ...]:
        return self.because(question)

    def exhibit(self, question: WeakHand) -> Exhibit:
        is_poverty = question.cause is Cause.POVERTY
        return Exhibit(None, () if is_poverty else (Why(Fact.NO_SOLO),))

    def hint(self, question: WeakHand) -> Why:
        bound = FIVE if question.cause in _RANK else MOST_TRUMPS
        return Why(Hint.FIGURE, figures=(bound,))


def _is_in(cause: Cause, rules: RuleSet) -> bool:
    if cause is Cause.POVERTY:
        return rules.poverty is not Poverty.OFF
    return _AS_OPTION[cause] in rules.throw_in


def _order(question: WeakHand) -> CardOrder:
    return question.rules.card_order(Contract.NORMAL)


def _is_allowed(question: WeakHand) -> bool:
    """Whether the rules allow it, with this cause alone."""
    if not _is_in(question.cause, question.rules):
        return False
    is_poverty = question.cause is Cause.POVERTY
    reservation = Reservation(Seat.VH, Said.POVERTY if is_poverty else Said.THROW_IN)
    rules = question.rules
    if not is_poverty:
        rules = _only(question.rules, _AS_OPTION[question.cause])
    others: list[Hand] = [()] * (PLAYERS - 1)
    return why_not_said(reservation, rules, as_deal((question.hand, *others))) is None


@lru_cache(maxsize=64)
def _only(rules: RuleSet, option: ThrowIn) -> RuleSet:
    return replace(rules, throw_in=(option,))


def _counted(question: WeakHand, order: CardOrder) -> frozenset[Card]:
    """The cards that decide it."""
    rank = _RANK.get(question.cause)
    if rank is not None:
        return frozenset(card for card in question.hand if card.rank is rank)
    trumps = frozenset(card for card in question.hand if order.is_trump(card))
    return trumps - {FOX} if question.cause is Cause.POVERTY else trumps


def _by_trumps(question: WeakHand, counted: frozenset[Card]) -> Answer:
    number = sum(card in counted for card in question.hand)
    return _yes_if(number <= MOST_TRUMPS, counted)


def _yes_if(is_so: bool, counted: frozenset[Card]) -> Answer:
    return (Choice.YES if is_so else Choice.NO, counted)
