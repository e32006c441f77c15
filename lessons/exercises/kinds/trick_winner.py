"""trick-winner: who takes this trick? Answered by seat."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Field, Way
from lessons.exercises.deals import Situation, trick_of
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind, contracts_of
from lessons.exercises.misconceptions import (
    Misconception,
    believed_order,
    believed_rules,
    is_about_order,
)
from lessons.exercises.verdict import Hint
from lessons.rules.cards import COPIES, DULLE, FOX, PLAYERS, Card, Hand, Rank, Seat, Suit
from lessons.rules.contracts import SOLOS, TRUMP, CardOrder, Contract, card_order
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.sources import sources_of
from lessons.rules.tricks import Trick, trick_winner, why_lost, why_won

_SAID_BY = {
    Reason.TAKEN_BY_TRUMP: Reason.ONLY_TRUMP,
    Reason.LOWER_TRUMP: Reason.HIGHEST_TRUMP,
    Reason.LOWER_OF_SUIT: Reason.HIGHEST_OF_SUIT,
    Reason.SECOND_OF_EQUALS: Reason.FIRST_OF_EQUALS,
    Reason.FIRST_DULLE: Reason.SECOND_DULLE,
}
"""Why a card loses has said already why the winner wins."""

RANK, COURT = "the highest rank of the suit led wins", "the highest queen or jack wins"
BOTH, NEITHER = "either guess is right", "neither guess is right"
HIGHEST = "neither is right, but the ten of hearts wins"
_SIDES = {(True, True): BOTH, (True, False): RANK, (False, True): COURT, (False, False): NEITHER}
_FOXES_TOLD = {Fact.PIGLETS_OF, Fact.NO_PIGLETS}
_M = Misconception
_TRUMPS = (
    _M.ACE_BEATS_TRUMP,
    _M.DULLE_IS_HEART,
    _M.COURT_FOLLOWS_SUIT,
    _M.DIAMONDS_PLAIN,
    _M.JACKS_ABOVE_QUEENS,
    _M.SUITS_REVERSED,
)
_PLAIN = (_M.TEN_BELOW_KING, _M.HIGH_CARD_ANY_SUIT, _M.PLAIN_SUITS_RANKED)
_EQUALS = (_M.LATER_EQUAL_WINS, _M.SECOND_DULLE_WINS)
_WITH_TRUMPS = {*SOLOS} - {Contract.ACES}
_OF_SOLOS = {_M.SOLO_KEEPS_TRUMPS, _M.SOLO_DROPS_DULLE, _M.JACKS_ABOVE_QUEENS, _M.SUITS_REVERSED,
             _M.COURT_FOLLOWS_SUIT}  # fmt: skip
_QUEENS = Aim((_M.SOLO_KEEPS_TRUMPS, _M.SUITS_REVERSED), (Contract.QUEENS,))
_JACKS = Aim((_M.SOLO_KEEPS_TRUMPS, _M.SUITS_REVERSED), (Contract.JACKS,))
_ACES = Aim((_M.SOLO_KEEPS_TRUMPS, _M.TEN_BELOW_KING, _M.HIGH_CARD_ANY_SUIT), (Contract.ACES,))


class TrickWinner(Kind[Situation]):
    name: ClassVar = "trick-winner"
    group: ClassVar = Group.TRICKS
    version: ClassVar = 4
    # Where both guesses fit nothing else can be asked, often enough without being wanted.
    sides: ClassVar = {BOTH: 0, RANK: 1, COURT: 2, HIGHEST: 2, NEITHER: 5}
    asks: ClassVar = Situation
    ways: ClassVar = {"": {"seat": Way.TRICK}}
    beliefs: ClassVar = (*_TRUMPS, *_PLAIN, *_EQUALS, _M.SOLO_KEEPS_TRUMPS, _M.SOLO_DROPS_DULLE,
                         _M.PIGLETS_ALWAYS, _M.NO_PIGLETS)  # fmt: skip
    aims: ClassVar = {
        "kompakt:ablauf-b": Aim((_M.LATER_EQUAL_WINS, _M.TEN_BELOW_KING),
                                later=(_M.SECOND_DULLE_WINS,)),
        "kompakt:trumpfkarten": Aim(_TRUMPS),
        "kompakt:bedienzwang-c": Aim((*_PLAIN[1:], _M.ACE_BEATS_TRUMP)),
        "kompakt:fleischloser": replace(_ACES, contrast=("kompakt:trumpfkarten",)),
        "royal:2.2.1": Aim((*_PLAIN[1:], _M.ACE_BEATS_TRUMP)),
        "royal:3.1.1a": Aim(_TRUMPS[1:]),
        "royal:3.1.1b": Aim((*_PLAIN, _M.DULLE_IS_HEART), contrast=("royal:3.1.1a",)),
        "royal:3.1.2": Aim((_M.NO_PIGLETS,), (*(Contract.NORMAL,) * 6, Contract.HEARTS)),
        "royal:3.2.1": _QUEENS,
        "royal:3.2.2": _JACKS,
        "royal:3.2.3": Aim((_M.SOLO_KEEPS_TRUMPS, _M.JACKS_ABOVE_QUEENS, _M.SUITS_REVERSED),
                           (Contract.QUEENS_JACKS,)),
        "royal:3.2.4": replace(_ACES, contrast=("royal:3.1.1a", "royal:3.2.5")),
        "royal:3.2.5": Aim(
            (_M.SOLO_KEEPS_TRUMPS, _M.SOLO_DROPS_DULLE, _M.COURT_FOLLOWS_SUIT),
            (Contract.HEARTS, Contract.SPADES, Contract.CLUBS),
        ),
        "R32": Aim((_M.LATER_EQUAL_WINS, _M.HIGH_CARD_ANY_SUIT), later=(_M.SECOND_DULLE_WINS,)),
        "cvjm:3b": Aim((_M.LATER_EQUAL_WINS, _M.TEN_BELOW_KING, _M.HIGH_CARD_ANY_SUIT),
                       later=(_M.SECOND_DULLE_WINS,)),
        "C1": Aim((*_TRUMPS, _M.PIGLETS_ALWAYS)),
    }  # fmt: skip
    hinted: ClassVar = {
        Hint.CARDS: Why(Hint.CARDS, (Card.HT, Card.CQ)),
        Hint.ONE_TRUMP: Why(Hint.ONE_TRUMP),
        Hint.ONE_KIND: Why(Hint.ONE_KIND),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> Situation:
        contract = chance.choice(contracts_of(aim, rules))
        order = rules.card_order(contract)
        stake = _at_stake(belief, chance, rules, contract, level)
        if aim.twin:  # what the belief is about lies there, and may not decide
            few = 1 if belief in _ABOUT_FOXES else 2
            stake = tuple(chance.sample(stake, min(len(stake), few)))
        cards = _cards(chance, order, stake)
        return trick_of(chance, rules, contract, cards, piglets=belief in _ABOUT_FOXES)

    def is_of_level(self, question: Situation, level: int, aim: Aim) -> bool:
        """By how many beliefs mislead and how many different reasons the losing cards have; at
        level 3 who errs may hold any of several beliefs, or the first of two cards is at stake."""
        trick, order = question.trick, question.order
        losers = (seat for seat in trick.seats if seat != trick_winner(trick, order))
        reasons = {why_lost(trick, seat, order).reason for seat in losers}
        misled = len(self.misleading(question))
        is_ruffed = Reason.TAKEN_BY_TRUMP in reasons and misled > 0
        if level == 1:
            return misled <= 2 and len(reasons) <= 2
        if level == 2:
            return len(reasons) >= 2 or is_ruffed
        return misled >= 2 and (len(reasons) >= 2 or is_ruffed)

    def side(self, question: Situation) -> str:
        trick = question.trick
        winner = trick_winner(trick, question.order)
        of_suit = [card for card in trick.cards if card.suit is trick.cards[0].suit]
        by_rank = min(of_suit, key=_by_rank)
        by_court = (min(trick.cards, key=_by_court), min(of_suit, key=_by_court))
        best = trick.card_of(winner)
        side = _SIDES[best == by_rank, best in by_court]
        return HIGHEST if side == NEITHER and best == DULLE else side

    def is_twin(self, belief: Misconception, question: Situation) -> bool:
        """Of foxes: another seat takes the trick than the one that held both. Of others: somebody
        else errs, or nothing would depend on a rule: in a solo, on its own."""
        if belief in _ABOUT_FOXES:
            return trick_winner(question.trick, question.order) != question.piglets_of
        misled = {*self.misleading(question)}
        return bool(misled & _OF_SOLOS if question.contract in _WITH_TRUMPS else misled)

    def fields(self, question: Situation) -> tuple[Field, ...]:
        return (Field("seat", Way.TRICK, question.trick.seats),)

    def solve(self, question: Situation) -> Answer:
        return (trick_winner(question.trick, question.order),)

    def believed(self, belief: Misconception, question: Situation) -> Answer | None:
        seat = believed_winner(belief, question)
        return None if seat is None else (seat,)

    def because(self, question: Situation) -> tuple[Why, ...]:
        trick, order = question.trick, question.order
        reasons = why_won(trick, order)
        best = trick.card_of(trick_winner(trick, order))
        if best == FOX and question.piglets_of is not None:
            return (Why(Reason.PIGLET_ABOVE, (best,)), *reasons)
        return reasons

    def about_answer(self, question: Situation, answer: Answer) -> tuple[Why, ...]:
        (seat,) = answer
        assert isinstance(seat, Seat)
        return (why_lost(question.trick, seat, question.order),)

    def still_because(self, question: Situation, answer: Answer) -> tuple[Why, ...]:
        said = {_SAID_BY.get(Reason(why.reason)) for why in self.about_answer(question, answer)}
        return tuple(why for why in self.because(question) if why.reason not in said)

    def cites(self, question: Situation) -> tuple[str, ...]:
        """Sources about trumping or discarding, piglets, and a dulle in a heart trick."""
        trick, order, document = question.trick, question.order, question.rules.document
        best = trick.card_of(trick_winner(trick, order))
        cited: tuple[str, ...] = ()
        if order.group[best] == order.group[trick.cards[0]]:
            strays = (order.group[card] != order.group[best] for card in trick.cards)
            cited = sources_of(Reason.NOT_OF_SUIT, document) if any(strays) else ()
        else:
            cited = sources_of(Reason.CANNOT_FOLLOW_SUIT, document)
        if any(fact.reason in _FOXES_TOLD for fact in question.facts()):
            cited = (*cited, *sources_of(Reason.PIGLET_ABOVE, document))
        if DULLE in trick.cards and trick.cards[0].suit is Suit.HEARTS:
            cited = (*cited, *sources_of(Reason.TRUMPS_IN_PACK, document))
        return cited

    def exhibit(self, question: Situation) -> Exhibit:
        return Exhibit(question.contract, question.facts(), question.trick)

    def hint(self, question: Situation) -> Why:
        trick, order = question.trick, question.order
        trumps = tuple(card for card in trick.cards if order.is_trump(card))
        led = order.group[trick.cards[0]]
        of_suit = tuple(card for card in trick.cards if order.group[card] == led)
        compared = tuple(dict.fromkeys(trumps or of_suit))
        if len(trumps) == 1:
            return Why(Hint.ONE_TRUMP)
        return Why(Hint.ONE_KIND) if len(compared) == 1 else Why(Hint.CARDS, compared)


def believed_winner(belief: Misconception, question: Situation) -> Seat | None:
    """The winner of the trick for somebody with this belief; None where it says nothing."""
    trick, order = question.trick, question.order
    if belief in _AS_RULES:
        changed = believed_rules(belief, question.rules)
        return None if changed is None else trick_winner(trick, question.order_under(changed))
    if is_about_order(belief):
        seen = believed_order(belief, question.contract, order)
        return None if seen is None else trick_winner(trick, seen)
    return _WINNERS[belief](trick, order)


def _at_stake(
    belief: Misconception | None, chance: Random, rules: RuleSet, contract: Contract, level: int
) -> tuple[Card, ...]:
    """Cards that tell a belief from the truth where they meet in a trick."""
    order = rules.card_order(contract)
    trumps, plain = order.trumps, order.plain
    court = [card for card in trumps if card.rank in {Rank.QUEEN, Rank.JACK}]
    low = [card for card in trumps if card not in court and card != DULLE]
    match belief:
        case _M.LATER_EQUAL_WINS:
            return (chance.choice(trumps + plain),) * COPIES
        case _M.SECOND_DULLE_WINS:
            return (DULLE, DULLE)
        case _M.TEN_BELOW_KING:
            ten = chance.choice([card for card in plain if card.rank is Rank.TEN])
            return (ten, *(c for c in plain if c.suit is ten.suit and c.rank is Rank.KING))
        case _M.DULLE_IS_HEART | _M.SOLO_DROPS_DULLE:
            hearts = [card for card in (*plain, *trumps) if card.suit is Suit.HEARTS]
            return (DULLE, chance.choice([card for card in hearts if card != DULLE]))
        case _M.COURT_FOLLOWS_SUIT:
            high = chance.choice([card for card in court if card.suit is not Suit.DIAMONDS])
            others = [card for card in plain if card.suit is high.suit]
            return (high, chance.choice([*low, *others]))
        case _M.DIAMONDS_PLAIN:
            if level == 1:  # without its ace: that would beat the trump, as some believe
                return (chance.choice(low), *_of_one_suit(chance, _without_aces(plain), 3))
            return (*chance.sample(low, 2), *_of_one_suit(chance, plain, 2))
        case _M.ACE_BEATS_TRUMP:
            ace, *others = _of_one_suit(chance, plain, 2)
            return (ace, *others, chance.choice(trumps))
        case _M.JACKS_ABOVE_QUEENS | _M.SUITS_REVERSED:
            return tuple(chance.sample(court, 2))
        case _M.SOLO_KEEPS_TRUMPS:
            normal = card_order(Contract.NORMAL, nines=rules.nines).trumps
            return (chance.choice([c for c in normal if c in plain]), chance.choice(plain))
        case _M.PIGLETS_ALWAYS | _M.NO_PIGLETS:
            # Under a dulle and above a court card the fox wins for nobody else.
            is_clear = belief is _M.PIGLETS_ALWAYS and level == 1
            other = chance.choice(court if is_clear else [c for c in trumps if c != FOX])
            return (FOX, other, *((DULLE,) if is_clear else ()))
    first, *others = _of_one_suit(chance, plain, 2)
    return (first, *others, *chance.sample([c for c in plain if c.suit is not first.suit], 2))


def _cards(chance: Random, order: CardOrder, stake: Hand) -> Hand:
    """Four cards with those at stake, one of which is led or another that lets them take the
    trick; the rest follow, trump or are thrown off."""
    kinds = order.trumps + order.plain
    cards = chance.sample(stake, len(stake))
    if len(cards) < PLAYERS - 1 and chance.randrange(2):
        asked = order.group[cards[0]] if cards else TRUMP
        led = [card for card in kinds if asked in {TRUMP, order.group[card]}]
        cards.insert(0, chance.choice([card for card in led if cards.count(card) < COPIES]))
    of_suit = tuple(card for card in kinds if order.group[card] == order.group[cards[0]])
    pools = chance.choice(((of_suit,), (of_suit, order.trumps), (of_suit, kinds)))
    while len(cards) < PLAYERS:
        card = chance.choice(chance.choice(pools) or of_suit)
        if cards.count(card) < COPIES:
            cards.append(card)
    return (cards[0], *chance.sample(cards[1:], PLAYERS - 1))


def _by_rank(card: Card) -> int:
    return _RANKS.index(card.rank)


def _by_court(card: Card) -> tuple[bool, int]:
    return card.rank not in {Rank.QUEEN, Rank.JACK}, _by_rank(card)


_RANKS = tuple(Rank)


def _without_aces(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card.rank is not Rank.ACE)


def _of_one_suit(chance: Random, plain: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    """The highest plain cards of one suit."""
    suit = chance.choice(plain).suit
    return tuple(card for card in plain if card.suit is suit)[:number]


_ABOUT_FOXES = {_M.PIGLETS_ALWAYS, _M.NO_PIGLETS}
_AS_RULES = {_M.SECOND_DULLE_WINS, *_ABOUT_FOXES}


def _later_equal_wins(trick: Trick, order: CardOrder) -> Seat | None:
    best = trick.card_of(trick_winner(trick, order))
    if order.later_dulle and best == DULLE and trick.cards.count(DULLE) == COPIES:
        return None
    last = len(trick.cards) - 1 - trick.cards[::-1].index(best)
    return trick.leader.after(last)


def _ace_beats_trump(trick: Trick, order: CardOrder) -> Seat | None:
    led = trick.cards[0]
    if not order.trumps:
        return None
    if not order.is_trump(led):
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if card.rank is Rank.ACE and order.group[card] == order.group[led]:
                return seat
    return trick_winner(trick, order)


def _high_card_any_suit(trick: Trick, order: CardOrder) -> Seat:
    """Trumps as they are; without one the highest rank of any suit, the first of equal ranks."""
    if any(map(order.is_trump, trick.cards)):
        return trick_winner(trick, order)
    ranks = [_by_rank(card) for card in trick.cards]
    return trick.leader.after(ranks.index(min(ranks)))


def _plain_suits_ranked(trick: Trick, order: CardOrder) -> Seat:
    """Without a trump the highest suit of clubs, spades, hearts, diamonds wins."""
    if any(map(order.is_trump, trick.cards)):
        return trick_winner(trick, order)
    places = [(order.group[card], _by_rank(card)) for card in trick.cards]
    return trick.leader.after(places.index(min(places)))


_WINNERS = {
    _M.LATER_EQUAL_WINS: _later_equal_wins,
    _M.ACE_BEATS_TRUMP: _ace_beats_trump,
    _M.HIGH_CARD_ANY_SUIT: _high_card_any_suit,
    _M.PLAIN_SUITS_RANKED: _plain_suits_ranked,
}
