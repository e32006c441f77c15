"""legal-cards: which of your cards may you play? Answered by cards; either copy counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar

from lessons.exercises.deals import Situation, situation
from lessons.exercises.exercise import Kind, UnusableAnswer
from lessons.exercises.misconceptions import Misconception, believed_order
from lessons.exercises.verdict import Hint, Outcome, Verdict, sources_for
from lessons.rules.cards import Card, Hand, Suit
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.tricks import legal_cards, why_legal, winning_place

type Cards = frozenset[Card]


class LegalCards(Kind[Situation, Cards]):
    name: ClassVar = "legal-cards"
    version: ClassVar = 1
    asks: ClassVar = Situation
    answered_by: ClassVar = "cards"
    beliefs: ClassVar = {
        "kompakt": {
            "kompakt:bedienzwang-a": (
                Misconception.FREE_CHOICE,
                Misconception.DULLE_IS_HEART,
                Misconception.COURT_FOLLOWS_SUIT,
                Misconception.MUST_BEAT,
            ),
            "kompakt:bedienzwang-b": (
                Misconception.COURT_FOLLOWS_SUIT,
                Misconception.DIAMONDS_PLAIN,
                Misconception.DULLE_IS_HEART,
                Misconception.MUST_BEAT,
            ),
            "kompakt:bedienzwang-c": (Misconception.MUST_TRUMP,),
        }
    }
    contrast: ClassVar = {
        # Who cannot follow may play everything: ticking all cards would always do.
        "kompakt:bedienzwang-c": ("kompakt:bedienzwang-a", "kompakt:bedienzwang-b"),
    }

    said: ClassVar = {
        Outcome.RIGHT: Why(Outcome.RIGHT, (Card.HK,), (Card.HK,)),
        Outcome.TOO_MANY: Why(Outcome.TOO_MANY, (Card.CA,)),
        Outcome.TOO_FEW: Why(Outcome.TOO_FEW, (Card.HK,)),
        Outcome.ONLY_ONE: Why(Outcome.ONLY_ONE, (Card.HK,)),
        Outcome.WRONG_CARDS: Why(Outcome.WRONG_CARDS, (Card.CA,), (Card.HK,)),
        Hint.RULE: Why(Hint.RULE),
        Hint.TRUMP_LED: Why(Hint.TRUMP_LED, (Card.DK,)),
        Hint.PLAIN_LED: Why(Hint.PLAIN_LED, (Card.HA,), suits=(Suit.HEARTS,)),
        Hint.ANSWER: Why(Hint.ANSWER, (Card.HK, Card.H9)),
    }

    def __init__(self) -> None:
        self.mutants = MUTANTS

    def draw(self, chance: Random, rules: RuleSet, level: int) -> Situation:
        fewest, most = (4, 7) if level == 1 else (7, rules.hand_size)
        played = 1 if level == 1 else chance.randrange(1, 4)
        left = chance.randrange(fewest, most + 1)
        return situation(chance, rules, cards_in_hand=left, played=played)

    def solve(self, question: Situation) -> Cards:
        return frozenset(legal_cards(question.hand, question.trick.cards[0], question.order))

    def taught(self, question: Situation) -> tuple[str, ...]:
        return self.verdict(question, self.solve(question)).sources

    def is_of_level(self, question: Situation, level: int, statement: str) -> bool:
        # Free choice misleads wherever there is a duty, so it tells nothing of the level.
        misled = set(self.misleading(question)) - {Misconception.FREE_CHOICE}
        return len(misled) <= 2 if level == 1 else len(misled) >= 2

    def verdict(self, question: Situation, answer: Cards) -> Verdict:
        hand, led, order = question.hand, question.trick.cards[0], question.order
        legal = self._of_hand(question, self.solve(question))
        because = why_legal(legal, led, order)
        too_many = self._of_hand(question, answer - set(legal))
        missing = self._of_hand(question, set(legal) - answer)
        about: tuple[Why, ...] = ()
        if too_many:
            reason = Reason.MUST_FOLLOW_SUIT if because.suits else Reason.MUST_FOLLOW_TRUMP
            about = (Why(reason, too_many, legal, led, suits=because.suits),)
        if too_many and missing:
            outcome = Why(Outcome.WRONG_CARDS, too_many, missing)
        elif too_many:
            outcome = Why(Outcome.TOO_MANY, too_many)
        elif missing:
            outcome = Why(Outcome.ONLY_ONE if len(answer) == 1 else Outcome.TOO_FEW, missing)
        else:
            outcome = Why(Outcome.RIGHT, legal, hand)
        sources = sources_for((*about, because), question.rules.document)
        # What is wrong names all that may be played already.
        chain = () if about else (because,)
        return Verdict(outcome, about, chain, self.diagnosis(question, answer), sources)

    def diagnosis(self, question: Situation, answer: Cards) -> tuple[Misconception, ...]:
        found = super().diagnosis(question, answer)
        legal = self.solve(question)
        if len(answer) == 1 < len(legal):
            return ()  # more likely the task was misread
        for plainest in (Misconception.FREE_CHOICE, Misconception.MUST_TRUMP):
            if plainest in found:
                return (plainest,)
        return found

    def hints(self, question: Situation) -> tuple[Why, Why, Why]:
        led = question.trick.cards[:1]
        because = why_legal(led, led[0], question.order)
        return (
            Why(Hint.RULE),
            Why(Hint.PLAIN_LED if because.suits else Hint.TRUMP_LED, led, suits=because.suits),
            Why(Hint.ANSWER, self._of_hand(question, self.solve(question))),
        )

    def answers(self, question: Situation) -> tuple[str, ...]:
        """``HT.1`` and ``HT.2`` for the two copies of a card."""
        hand = question.hand
        return tuple(
            f"{card.name}.{hand[: place + 1].count(card)}" for place, card in enumerate(hand)
        )

    def answer_from(self, question: Situation, given: Sequence[str]) -> Cards:
        if not given or not set(given) <= set(self.answers(question)):
            raise UnusableAnswer(given)
        return frozenset(Card[value.partition(".")[0]] for value in given)

    def answer_as_json(self, answer: Cards) -> list[str]:
        return [card.name for card in sorted(answer)]

    def answer_from_json(self, written: Any) -> Cards:
        return frozenset(Card[name] for name in written)

    @staticmethod
    def _of_hand(question: Situation, cards: Cards | set[Card]) -> Hand:
        """Each kind of card once, in the order of the hand."""
        return tuple(dict.fromkeys(card for card in question.hand if card in cards))


def must_trump(question: Situation) -> Cards:
    legal, order = LegalCards().solve(question), question.order
    led = question.trick.cards[0]
    trumps = frozenset(card for card in legal if order.is_trump(card))
    follows = any(order.group[card] == order.group[led] for card in legal)
    return legal if follows or not trumps else trumps


def must_beat(question: Situation) -> Cards:
    cards, order = question.trick.cards, question.order
    legal = LegalCards().solve(question)
    beating = frozenset(
        card for card in legal if winning_place((*cards, card), order) == len(cards)
    )
    return beating or legal


def free_choice(question: Situation) -> Cards:
    return frozenset(question.hand)


def _with_order(belief: Misconception) -> Callable[[Situation], Cards]:
    def believed(question: Situation) -> Cards:
        order = believed_order(belief, nines=question.rules.nines)
        return frozenset(legal_cards(question.hand, question.trick.cards[0], order))

    return believed


MUTANTS: dict[Misconception, Callable[[Situation], Cards]] = {
    Misconception.DULLE_IS_HEART: _with_order(Misconception.DULLE_IS_HEART),
    Misconception.COURT_FOLLOWS_SUIT: _with_order(Misconception.COURT_FOLLOWS_SUIT),
    Misconception.DIAMONDS_PLAIN: _with_order(Misconception.DIAMONDS_PLAIN),
    Misconception.MUST_TRUMP: must_trump,
    Misconception.MUST_BEAT: must_beat,
    Misconception.FREE_CHOICE: free_choice,
}
