"""find-the-revoke: who did not follow although he could? Answered by trick and seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Field, Numbered, Way
from lessons.exercises.deals import has_piglets
from lessons.exercises.exhibits import Exhibit
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception, believed_order
from lessons.exercises.verdict import Hint
from lessons.rules.cards import PLAYERS, Card, Deal, Hand, Seat, as_deal
from lessons.rules.contracts import CardOrder, Contract
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.tricks import (
    Trick,
    legal_cards,
    may_follow,
    trick_winner,
    why_legal,
    why_not_legal,
    why_trump_or_plain,
)

_M = Misconception
_ORDERS = (_M.DULLE_IS_HEART, _M.COURT_FOLLOWS_SUIT, _M.DIAMONDS_PLAIN, _M.SOLO_KEEPS_TRUMPS)
_AIM = Aim((*_ORDERS[:3], _M.MUST_TRUMP), later=(_M.SOLO_KEEPS_TRUMPS,))
_PLAIN = Aim((_M.DULLE_IS_HEART, _M.COURT_FOLLOWS_SUIT, _M.MUST_TRUMP),
             later=(_M.SOLO_KEEPS_TRUMPS,))  # fmt: skip


@dataclass(frozen=True, slots=True)
class RevokeQuestion:
    rules: RuleSet
    contract: Contract
    hands: tuple[Hand, Hand, Hand, Hand]
    """Before the first of the tricks."""
    tricks: tuple[Trick, ...]

    @property
    def order(self) -> CardOrder:
        return self.rules.card_order(self.contract)


_REVOKES_TRIED = 4
"""With the cards of one deal."""


class FindTheRevoke(Kind[RevokeQuestion]):
    name: ClassVar = "find-the-revoke"
    group: ClassVar = Group.TRICKS
    version: ClassVar = 4
    balanced_by: ClassVar = "a revoke before what only looks like one, and after it"
    asks: ClassVar = RevokeQuestion
    ways: ClassVar = {"": {"trick": Way.ONE, "seat": Way.ONE}}
    beliefs: ClassVar = (*_ORDERS, _M.MUST_TRUMP)
    aims: ClassVar = {
        "kompakt:bedienzwang-a": _PLAIN,
        "kompakt:bedienzwang-b": Aim(
            (_M.DIAMONDS_PLAIN, _M.COURT_FOLLOWS_SUIT), later=(_M.MUST_TRUMP,)
        ),
        "royal:S3": _AIM,
        "royal:2.2.1": _AIM,
        "C28": _AIM,
    }
    hinted: ClassVar = {Hint.SEAT: Why(Hint.SEAT, seats=(Seat.VH,))}

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> RevokeQuestion | None:
        contract = Contract.NORMAL
        if belief is _M.SOLO_KEEPS_TRUMPS:
            solos = [c for c in rules.solos if c is not Contract.DIAMONDS]
            if not solos:
                return None
            contract = chance.choice(solos)
        tricks = {1: 2, 2: 3, 3: 4}[level]
        left = tricks + chance.randrange(2, 5)
        cards = chance.sample(rules.pack, PLAYERS * left)
        hands = as_deal(tuple(cards[seat * left : (seat + 1) * left]) for seat in Seat)
        if any(has_piglets(hand, rules) for hand in hands):
            return None
        leader = Seat(chance.randrange(PLAYERS))
        for _ in range(_REVOKES_TRIED):
            # Before a late revoke a belief may see another, and before an early one hardly.
            lateness = 1 if aim.twin else -1
            made = _with_one_revoke(chance, rules, contract, hands, leader, tricks, lateness)
            if made is None:
                continue
            misled = belief and self.believed(belief, made) not in {None, self.solve(made)}
            if belief is None or misled != aim.twin:
                return made
        return None

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        return belief is not _M.SOLO_KEEPS_TRUMPS or bool({*rules.solos} - {Contract.DIAMONDS})

    def fields(self, question: RevokeQuestion) -> tuple[Field, ...]:
        numbers = tuple(Numbered)[: len(question.tricks)]
        return (Field("trick", Way.ONE, numbers), Field("seat", Way.ONE, tuple(Seat)))

    def solve(self, question: RevokeQuestion) -> Answer:
        revoke = _first(_revokes(question, question.order))
        assert revoke is not None
        return revoke

    def believed(self, belief: Misconception, question: RevokeQuestion) -> Answer | None:
        if belief is _M.MUST_TRUMP:
            return _first(_untrumped(question))
        order = believed_order(belief, question.contract, question.order)
        return None if order is None else _first(_revokes(question, order))

    def because(self, question: RevokeQuestion) -> tuple[Why, ...]:
        trick, hand, card, seat = _played(question, self.solve(question))
        against = why_not_legal(card, hand, trick.cards[0], question.order)
        assert against is not None
        suits = bool(against.suits)
        reason = Reason.SEAT_MUST_FOLLOW_SUIT if suits else Reason.SEAT_MUST_FOLLOW_TRUMP
        others = tuple(dict.fromkeys(against.others))
        main = against._replace(reason=reason, seats=(seat,), others=others)
        # What is trump though it does not look so, or only in the normal game.
        order, usual = question.order, question.rules.card_order(Contract.NORMAL)
        decisive = [
            c for c in (trick.cards[0], card, *others) if order.is_trump(c) != usual.is_trump(c)
        ]
        if not decisive and suits and order.is_trump(card) and card.suit in against.suits:
            decisive = [card]
        alike = [c for c in decisive if order.is_trump(c) == order.is_trump(decisive[0])]
        told = tuple(dict.fromkeys(alike))
        return (main, why_trump_or_plain(told, question.contract, order)) if told else (main,)

    def still_because(self, question: RevokeQuestion, answer: Answer) -> tuple[Why, ...]:
        """The revoke that was missed, then why the card that was named was allowed."""
        return *self.because(question), *self._why_allowed(question, answer)

    def _why_allowed(self, question: RevokeQuestion, answer: Answer) -> tuple[Why, ...]:
        trick, hand, card, seat = _played(question, answer)
        led, order = trick.cards[0], question.order
        if trick.cards.index(card) == 0 and trick.leader == seat:
            return (Why(Reason.LEADS, (card,)),)
        if not may_follow(card, hand, led, order):
            return ()
        return (why_legal((card,), led, order, seat),)

    def seen_in_tricks(
        self, question: RevokeQuestion, answer: Answer
    ) -> Mapping[tuple[int, Seat], str]:
        marks = {}
        for mark, (number, seat) in (("wrong", answer), ("found", self.solve(question))):
            assert isinstance(number, Numbered)
            assert isinstance(seat, Seat)
            marks[int(number.value), seat] = mark
        return marks

    def exhibit(self, question: RevokeQuestion) -> Exhibit:
        hands = tuple(
            (seat, tuple(sorted(hand))) for seat, hand in zip(Seat, question.hands, strict=True)
        )
        return Exhibit(question.contract, tricks=question.tricks, hands=hands)

    def hint(self, question: RevokeQuestion) -> Why:
        _trick, seat = self.solve(question)
        assert isinstance(seat, Seat)
        return Why(Hint.SEAT, seats=(seat,))


def _with_one_revoke(
    chance: Random,
    rules: RuleSet,
    contract: Contract,
    hands: Deal,
    leader: Seat,
    number: int,
    lateness: int,
) -> RevokeQuestion | None:
    """Tricks in which one card is illegal, at a place that chance picks: with more ``lateness``
    more often in a late trick."""
    order = rules.card_order(contract)
    left = [list(hand) for hand in hands]
    tricks_before = range(number)
    (late,) = chance.choices(tricks_before, [(before + 1) ** lateness for before in tricks_before])
    wrong = late, chance.randrange(1, PLAYERS)
    tricks = []
    for trick_number in range(number):
        trick = Trick(leader)
        for place in range(PLAYERS):
            hand = tuple(left[trick.to_play])
            legal = legal_cards(hand, trick.cards[0] if trick.cards else None, order)
            if (trick_number, place) == wrong:
                legal = tuple(card for card in hand if card not in legal)
                if not legal:
                    return None
            card = chance.choice(legal)
            left[trick.to_play].remove(card)
            trick = trick.with_card(card)
        tricks.append(trick)
        leader = trick_winner(trick, order)
    return RevokeQuestion(rules, contract, hands, tuple(tricks))


def _steps(question: RevokeQuestion) -> Iterator[tuple[int, Trick, Seat, Hand, Card]]:
    """Each card that follows: trick number (from 0), trick, seat, hand before it, card."""
    left = [list(hand) for hand in question.hands]
    for number, trick in enumerate(question.tricks):
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if seat != trick.leader:
                yield number, trick, seat, tuple(left[seat]), card
            left[seat].remove(card)


def _revokes(question: RevokeQuestion, order: CardOrder) -> Iterator[tuple[Numbered, Seat]]:
    for number, trick, seat, hand, card in _steps(question):
        if not may_follow(card, hand, trick.cards[0], order):
            yield tuple(Numbered)[number], seat


def _untrumped(question: RevokeQuestion) -> Iterator[tuple[Numbered, Seat]]:
    """Trick and seat of each card discarded from a hand with a trump."""
    order = question.order
    for number, trick, seat, hand, card in _steps(question):
        follows = order.group[card] == order.group[trick.cards[0]]
        if not follows and not order.is_trump(card) and any(map(order.is_trump, hand)):
            yield tuple(Numbered)[number], seat


def _first(found: Iterator[tuple[Numbered, Seat]]) -> Answer | None:
    return next(found, None)


def _played(question: RevokeQuestion, answer: Answer) -> tuple[Trick, Hand, Card, Seat]:
    """The trick that an answer names; of its seat the hand before it and the card; the seat."""
    number, seat = answer
    assert isinstance(number, Numbered)
    assert isinstance(seat, Seat)
    place = int(number.value) - 1
    left = list(question.hands[seat])
    for trick in question.tricks[:place]:
        left.remove(trick.card_of(seat))
    trick = question.tricks[place]
    return trick, tuple(left), trick.card_of(seat), seat
