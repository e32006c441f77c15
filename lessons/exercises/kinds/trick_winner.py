"""trick-winner: who takes this trick? Answered by seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from random import Random
from typing import Any, ClassVar

from lessons.exercises.deals import Situation, situation
from lessons.exercises.exercise import Kind, UnusableAnswer
from lessons.exercises.misconceptions import Misconception, believed_order
from lessons.exercises.verdict import Hint, Outcome, Verdict, sources_for
from lessons.rules.cards import COPIES, DULLE, PLAYERS, Card, Rank, Seat
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.sources import sources_of
from lessons.rules.tricks import trick_winner, why_lost, why_won

_SAID_BY: dict[StrEnum, Reason] = {
    Reason.TAKEN_BY_TRUMP: Reason.ONLY_TRUMP,
    Reason.LOWER_TRUMP: Reason.HIGHEST_TRUMP,
    Reason.LOWER_OF_SUIT: Reason.HIGHEST_OF_SUIT,
    Reason.SECOND_OF_EQUALS: Reason.FIRST_OF_EQUALS,
}
"""Why a card loses has said already why the winner wins."""


class TrickWinner(Kind[Situation, Seat]):
    name: ClassVar = "trick-winner"
    version: ClassVar = 1
    asks: ClassVar = Situation
    answered_by: ClassVar = "seat"
    beliefs: ClassVar = {
        "kompakt": {
            "kompakt:ablauf-b": (Misconception.LATER_EQUAL_WINS, Misconception.TEN_BELOW_KING),
            "kompakt:trumpfkarten": (
                Misconception.ACE_BEATS_TRUMP,
                Misconception.DULLE_IS_HEART,
                Misconception.COURT_FOLLOWS_SUIT,
                Misconception.DIAMONDS_PLAIN,
            ),
            "kompakt:bedienzwang-c": (
                Misconception.HIGH_CARD_ANY_SUIT,
                Misconception.ACE_BEATS_TRUMP,
            ),
        }
    }

    said: ClassVar = {
        Outcome.RIGHT: Why(Outcome.RIGHT, (Card.HT,), seats=(Seat.VH,)),
        Outcome.WRONG: Why(Outcome.WRONG, (Card.HA,), (Card.HT,), seats=(Seat.VH, Seat.MH)),
        Hint.RULE: Why(Hint.RULE),
        Hint.CARDS: Why(Hint.CARDS, (Card.HT, Card.CQ)),
        Hint.ONE_TRUMP: Why(Hint.ONE_TRUMP),
        Hint.ONE_KIND: Why(Hint.ONE_KIND),
        Hint.ANSWER: Why(Hint.ANSWER, (Card.HT,), seats=(Seat.VH,)),
    }

    def __init__(self) -> None:
        self.mutants = MUTANTS

    def draw(self, chance: Random, rules: RuleSet, level: int) -> Situation:
        # With few cards left more players cannot follow, and that is where it happens.
        left = chance.randrange(2, rules.hand_size + 1)
        return situation(chance, rules, cards_in_hand=left, played=PLAYERS)

    def is_of_level(self, question: Situation, level: int, statement: str) -> bool:
        """By how many beliefs mislead and how many different reasons the losing cards have."""
        trick, order = question.trick, question.order
        losers = (seat for seat in trick.seats if seat != trick_winner(trick, order))
        reasons = {why_lost(trick, seat, order).reason for seat in losers}
        misled = len(self.misleading(question))
        has_trump = any(map(order.is_trump, trick.cards))
        if level == 1:
            # The highest card and equal cards are learnt before the trumps are.
            too_early = has_trump and statement == "kompakt:ablauf-b"
            return misled <= 2 and len(reasons) <= 2 and not too_early
        return len(reasons) >= 2 and (misled >= 2 or not has_trump)

    def solve(self, question: Situation) -> Seat:
        return trick_winner(question.trick, question.order)

    def taught(self, question: Situation) -> tuple[str, ...]:
        return self.verdict(question, self.solve(question)).sources

    def verdict(self, question: Situation, answer: Seat) -> Verdict:
        trick, order = question.trick, question.order
        winner = self.solve(question)
        because = why_won(trick, order)
        discards = [
            why
            for seat in trick.seats
            if seat != winner and (why := why_lost(trick, seat, order)).reason is Reason.NOT_OF_SUIT
        ]
        if answer == winner:
            outcome = Why(Outcome.RIGHT, (trick.card_of(winner),), seats=(winner,))
            about: tuple[Why, ...] = ()
        else:
            chosen, best = trick.card_of(answer), trick.card_of(winner)
            outcome = Why(Outcome.WRONG, (chosen,), (best,), seats=(answer, winner))
            about = (why_lost(trick, answer, order),)
        sources = sources_for((*about, *reversed(because), *discards), question.rules.document)
        said = {_SAID_BY.get(why.reason) for why in about}
        because = tuple(why for why in because if why.reason not in said)
        if not order.is_trump(trick.cards[0]) and order.is_trump(trick.card_of(winner)):
            ruffed = sources_of(Reason.CANNOT_FOLLOW_SUIT, question.rules.document)
            sources = tuple(dict.fromkeys((*sources, *ruffed)))
        return Verdict(outcome, about, because, self.diagnosis(question, answer), sources)

    def diagnosis(self, question: Situation, answer: Seat) -> tuple[Misconception, ...]:
        found = super().diagnosis(question, answer)
        # Of two dulles a house rule tells better what somebody thinks.
        if Misconception.SECOND_DULLE_WINS in found:
            return (Misconception.SECOND_DULLE_WINS,)
        return found

    def hints(self, question: Situation) -> tuple[Why, Why, Why]:
        trick, order = question.trick, question.order
        trumps = tuple(card for card in trick.cards if order.is_trump(card))
        led = order.group[trick.cards[0]]
        of_suit = tuple(card for card in trick.cards if order.group[card] == led)
        winner = self.solve(question)
        compared = tuple(dict.fromkeys(trumps or of_suit))
        if len(trumps) == 1:
            second = Why(Hint.ONE_TRUMP)
        elif len(compared) == 1:
            second = Why(Hint.ONE_KIND)
        else:
            second = Why(Hint.CARDS, compared)
        return (
            Why(Hint.RULE),
            second,
            Why(Hint.ANSWER, (trick.card_of(winner),), seats=(winner,)),
        )

    def answers(self, question: Situation) -> tuple[str, ...]:
        return tuple(seat.name for seat in question.trick.seats)

    def answer_from(self, question: Situation, given: Sequence[str]) -> Seat:
        if len(given) != 1 or given[0] not in self.answers(question):
            raise UnusableAnswer(given)
        return Seat[given[0]]

    def answer_as_json(self, answer: Seat) -> str:
        return answer.name

    def answer_from_json(self, written: Any) -> Seat:
        return Seat[written]


def later_equal_wins(question: Situation) -> Seat:
    trick, order = question.trick, question.order
    best = trick.card_of(trick_winner(trick, order))
    last = len(trick.cards) - 1 - trick.cards[::-1].index(best)
    return trick.leader.after(last)


def second_dulle_wins(question: Situation) -> Seat:
    trick = question.trick
    if trick.cards.count(DULLE) == COPIES:
        return later_equal_wins(question)
    return trick_winner(trick, question.order)


def ace_beats_trump(question: Situation) -> Seat:
    trick, order = question.trick, question.order
    led = trick.cards[0]
    if not order.is_trump(led):
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if card.rank is Rank.ACE and order.group[card] == order.group[led]:
                return seat
    return trick_winner(trick, order)


def high_card_any_suit(question: Situation) -> Seat:
    """Trumps as they are; without one the highest rank of any suit, the first of equal ranks."""
    trick, order = question.trick, question.order
    if any(map(order.is_trump, trick.cards)):
        return trick_winner(trick, order)
    ranks = [list(Rank).index(card.rank) for card in trick.cards]
    return trick.leader.after(ranks.index(min(ranks)))


def _with_order(belief: Misconception) -> Callable[[Situation], Seat]:
    def believed(question: Situation) -> Seat:
        return trick_winner(question.trick, believed_order(belief, nines=question.rules.nines))

    return believed


MUTANTS: dict[Misconception, Callable[[Situation], Seat]] = {
    Misconception.LATER_EQUAL_WINS: later_equal_wins,
    Misconception.SECOND_DULLE_WINS: second_dulle_wins,
    Misconception.TEN_BELOW_KING: _with_order(Misconception.TEN_BELOW_KING),
    Misconception.DULLE_IS_HEART: _with_order(Misconception.DULLE_IS_HEART),
    Misconception.COURT_FOLLOWS_SUIT: _with_order(Misconception.COURT_FOLLOWS_SUIT),
    Misconception.DIAMONDS_PLAIN: _with_order(Misconception.DIAMONDS_PLAIN),
    Misconception.ACE_BEATS_TRUMP: ace_beats_trump,
    Misconception.HIGH_CARD_ANY_SUIT: high_card_any_suit,
}
