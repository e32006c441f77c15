"""card-order: put these cards in order, strongest first. Answered by an order of cards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Field, Way
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind, contracts_of
from lessons.exercises.misconceptions import Misconception, believed_order, can_be_compared
from lessons.exercises.verdict import Hint
from lessons.rules.cards import DULLE, FOX, Card, Hand, Rank, Seat
from lessons.rules.contracts import CardOrder, Contract, card_order
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import Piglets, RuleSet
from lessons.rules.sources import sources_of, sources_of_why
from lessons.rules.tricks import why_above

RANK, COURT = "ace, ten, king, queen, jack, nine is right", "queens and jacks first is right"
BOTH, NEITHER = "either guess is right", "neither guess is right"
_SIDES = {(True, True): BOTH, (True, False): RANK, (False, True): COURT, (False, False): NEITHER}
_M = Misconception
_TRUMPS = (_M.JACKS_ABOVE_QUEENS, _M.SUITS_REVERSED, _M.DULLE_IS_HEART, _M.POINTS_RANK)
_PLAIN = (_M.TEN_BELOW_KING, _M.DULLE_IS_HEART)
_SUITS = (Contract.HEARTS, Contract.SPADES, Contract.CLUBS)
_SUIT = (_M.SOLO_DROPS_DULLE, _M.JACKS_ABOVE_QUEENS, _M.SUITS_REVERSED, _M.POINTS_RANK)
_COURT = (_M.SUITS_REVERSED, _M.TEN_BELOW_KING)
_COURTS = {Rank.QUEEN, Rank.JACK}
_ABOUT_FOXES = {_M.PIGLETS_ALWAYS, _M.NO_PIGLETS}
_ACES = (_M.TEN_BELOW_KING, _M.SOLO_KEEPS_TRUMPS)


@dataclass(frozen=True, slots=True)
class OrderQuestion:
    rules: RuleSet
    contract: Contract
    cards: Hand
    """Each once, by printed suit and rank; all can be compared."""
    piglets_of: Seat | None = None
    """Who held both foxes at the start, where that is told."""

    @property
    def order(self) -> CardOrder:
        is_piglet = self.piglets_of is not None and self.rules.piglets is not Piglets.OFF
        return card_order(self.contract, nines=self.rules.nines, piglets=is_piglet)


class CardOrderKind(Kind[OrderQuestion]):
    name: ClassVar = "card-order"
    group: ClassVar = Group.CARDS
    version: ClassVar = 4
    sides: ClassVar = {BOTH: 1, RANK: 1, COURT: 2, NEITHER: 6}
    asks: ClassVar = OrderQuestion
    ways: ClassVar = {"": {"card": Way.ORDER}}
    beliefs: ClassVar = (*_TRUMPS, _M.TEN_BELOW_KING, _M.SOLO_DROPS_DULLE, _M.SOLO_KEEPS_TRUMPS,
                         _M.COURT_FOLLOWS_SUIT, _M.PIGLETS_ALWAYS, _M.NO_PIGLETS)  # fmt: skip
    aims: ClassVar = {
        "kompakt:farbsolo-karo": Aim(_SUIT, (Contract.DIAMONDS,)),
        "kompakt:farbsolo-sonst": Aim(_SUIT, _SUITS),
        "kompakt:fleischloser": Aim(
            _ACES, (Contract.ACES,), contrast=("kompakt:trumpfkarten", "kompakt:farbsolo-sonst")
        ),
        "kompakt:damensolo": Aim(_COURT, (Contract.QUEENS,), later=(_M.SOLO_KEEPS_TRUMPS,)),
        "kompakt:bubensolo": Aim(_COURT, (Contract.JACKS,), later=(_M.SOLO_KEEPS_TRUMPS,)),
        "kompakt:fehlkarten": Aim(_PLAIN),
        "kompakt:trumpfkarten": Aim((*_TRUMPS, _M.COURT_FOLLOWS_SUIT)),
        "royal:3.1.1a": Aim(_TRUMPS),
        "royal:3.1.1b": Aim(_PLAIN),
        "royal:3.1.2": Aim((_M.NO_PIGLETS,)),
        "royal:3.2.1": Aim(_COURT, (Contract.QUEENS,), later=(_M.SOLO_KEEPS_TRUMPS,)),
        "royal:3.2.2": Aim(_COURT, (Contract.JACKS,), later=(_M.SOLO_KEEPS_TRUMPS,)),
        "royal:3.2.3": Aim((_M.JACKS_ABOVE_QUEENS, *_COURT), (Contract.QUEENS_JACKS,),
                           contrast=("royal:3.2.1", "royal:3.2.5")),
        "royal:3.2.4": Aim(_ACES, (Contract.ACES,), contrast=("royal:3.1.1a", "royal:3.2.5")),
        "royal:3.2.5": Aim(_SUIT, _SUITS),
        "cvjm:3c": Aim((_M.PIGLETS_ALWAYS,)),
        "C1": Aim(_TRUMPS),
        "C23": Aim((_M.TEN_BELOW_KING,), (Contract.NORMAL, Contract.ACES)),
    }  # fmt: skip
    hinted: ClassVar = {Hint.CARDS: Why(Hint.CARDS, (Card.HT,))}

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> OrderQuestion | None:
        contract = chance.choice(contracts_of(aim, rules))
        order = rules.card_order(contract)
        number = chance.choice({1: (3, 4), 2: (4, 5), 3: (6,)}[level])
        suit = chance.choice(order.plain).suit
        of_suit = [card for card in order.plain if card.suit is suit]
        only_trumps = level == 1 and DULLE in order.trumps
        pool = list(order.trumps) if only_trumps else [*order.trumps, *of_suit]
        if aim.beliefs[0] is _M.TEN_BELOW_KING:
            pool = [*of_suit, *chance.sample(order.trumps, min(len(order.trumps), 2))]
        stake = _at_stake(belief, chance, order, of_suit)
        is_apart = aim.twin and belief is _M.NO_PIGLETS
        if aim.twin:
            stake = (FOX,) if is_apart else (chance.choice(stake),)
        if chance.randrange(2):
            traps = _out_of_rank(chance, order, of_suit)
            stake = (*stake, *(card for card in traps if card not in stake))
        rest = [card for card in pool if card not in stake]
        if number - len(stake) > len(rest):
            number = len(stake) + len(rest)
        if belief in _ABOUT_FOXES:
            number = max(number, 4)  # fewer would not tell it from other beliefs
        cards = [*stake, *chance.sample(rest, max(number - len(stake), 0))]
        chance.shuffle(cards)
        of = None
        if belief in _ABOUT_FOXES:
            if rules.piglets in {Piglets.FIRST, Piglets.SECOND}:
                return None  # each of them stands elsewhere
            of = None if is_apart else chance.choice(tuple(Seat))
        question = OrderQuestion(rules, contract, tuple(cards), of)
        is_clear = can_be_compared(question.cards, question.order)
        return question if is_clear and len(cards) > 2 else None

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        is_of_foxes = belief in _ABOUT_FOXES
        return not is_of_foxes or rules.piglets not in {Piglets.FIRST, Piglets.SECOND}

    def side(self, question: OrderQuestion) -> str:
        (right,) = self.solve(question)
        cards = sorted(question.cards)
        by_rank = sorted(cards, key=lambda card: -card.points)
        by_court = sorted(by_rank, key=lambda card: card.rank not in _COURTS)
        return _SIDES[tuple(by_rank) == right, tuple(by_court) == right]

    def fields(self, question: OrderQuestion) -> tuple[Field, ...]:
        return (Field("card", Way.ORDER, question.cards),)

    def solve(self, question: OrderQuestion) -> Answer:
        return (_sorted(question.cards, question.order),)

    def believed(self, belief: Misconception, question: OrderQuestion) -> Answer | None:
        if belief in _ABOUT_FOXES and question.piglets_of is None:
            return self.solve(question) if _tells_of_no_piglets(question) else None
        if belief is _M.POINTS_RANK:
            (right,) = self.solve(question)
            assert isinstance(right, tuple)
            return (tuple(sorted(right, key=lambda card: -card.points)),)
        order = believed_order(belief, question.contract, question.order)
        if order is None or not can_be_compared(question.cards, order):
            return None
        return (_sorted(question.cards, order),)

    def because(self, question: OrderQuestion) -> tuple[Why, ...]:
        """Why each card stands above the next, each reason once."""
        (right,) = self.solve(question)
        assert isinstance(right, tuple)
        found: dict[object, Why] = {}
        for higher, lower in pairwise(right):
            why = why_above(higher, lower, question.contract, question.order)
            found.setdefault(why.reason, why)
        return tuple(found.values())

    def about_answer(self, question: OrderQuestion, answer: Answer) -> tuple[Why, ...]:
        """Why the right card stands above the chosen one, at the first wrong place."""
        (given,) = answer
        assert isinstance(given, tuple)
        order = question.order
        (right,) = self.solve(question)
        assert isinstance(right, tuple)
        for chosen, true in zip(given, right, strict=True):
            if chosen != true:
                return (why_above(true, chosen, question.contract, order),)
        return ()

    def still_because(self, question: OrderQuestion, answer: Answer) -> tuple[Why, ...]:
        return ()

    def cites(self, question: OrderQuestion) -> tuple[str, ...]:
        document = question.rules.document
        cited: tuple[str, ...] = ()
        if self.exhibit(question).facts:
            cited = sources_of(Reason.PIGLET_ABOVE, document)
        if all(not question.order.is_trump(card) for card in question.cards):
            cited = (
                *cited,
                *sources_of_why(Why(Reason.PLAIN_BY_RANK), document, question.contract),
            )
        return cited

    def exhibit(self, question: OrderQuestion) -> Exhibit:
        told: tuple[Why, ...] = ()
        if question.piglets_of is not None:
            told = (Why(Fact.PIGLETS_OF, seats=(question.piglets_of,)),)
        elif _tells_of_no_piglets(question):
            told = (Why(Fact.NO_PIGLETS),)
        return Exhibit(question.contract, told)

    def hint(self, question: OrderQuestion) -> Why:
        (right,) = self.solve(question)
        assert isinstance(right, tuple)
        return Why(Hint.CARDS, right[:1])


def _tells_of_no_piglets(question: OrderQuestion) -> bool:
    """Whether a fox lies there that is no piglet, where there are piglets."""
    is_played = question.rules.piglets is not Piglets.OFF and question.order.is_trump(FOX)
    return is_played and FOX in question.cards and question.piglets_of is None


def _sorted(cards: Hand, order: CardOrder) -> Hand:
    return tuple(sorted(cards, key=lambda card: -order.strength[card]))


def _out_of_rank(chance: Random, order: CardOrder, of_suit: list[Card]) -> tuple[Card, ...]:
    """Cards that do not stand where their rank would have them."""
    if DULLE in order.trumps:
        low = [card for card in order.trumps if card.rank not in _COURTS and card != DULLE]
        return (DULLE, chance.choice(low))
    court = [card for card in of_suit if card.rank in _COURTS]
    return (chance.choice(court or of_suit),)


def _at_stake(
    belief: Misconception | None, chance: Random, order: CardOrder, of_suit: list[Card]
) -> tuple[Card, ...]:
    """Two cards that the belief puts the wrong way round."""
    court = [card for card in order.trumps if card.rank in _COURTS]
    match belief:
        case _M.JACKS_ABOVE_QUEENS:
            queens = [card for card in court if card.rank is Rank.QUEEN]
            jacks = [card for card in court if card.rank is Rank.JACK]
            return (chance.choice(queens), chance.choice(jacks))
        case _M.SUITS_REVERSED:
            rank = chance.choice(court).rank
            return tuple(chance.sample([card for card in court if card.rank is rank], 2))
        case _M.DULLE_IS_HEART | _M.SOLO_DROPS_DULLE:
            return (DULLE, chance.choice([card for card in order.trumps if card != DULLE]))
        case _M.TEN_BELOW_KING:
            return tuple(card for card in of_suit if card.rank in {Rank.TEN, Rank.KING})
        case _M.COURT_FOLLOWS_SUIT | _M.POINTS_RANK:
            low = [c for c in order.trumps if c not in court and c != DULLE]
            return (chance.choice(court), chance.choice(low))
        case _M.PIGLETS_ALWAYS | _M.NO_PIGLETS:
            return (FOX, chance.choice([card for card in order.trumps if card != FOX]))
    of_court = [card for card in of_suit if card.rank in _COURTS]
    return tuple(chance.sample(of_court or of_suit, 1))
