"""trump-or-plain: which cards of this hand are trump, or how many are there in the pack?"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Field, Way, cards_field, number_field
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind, contracts_of
from lessons.exercises.misconceptions import Misconception, believed_order
from lessons.exercises.verdict import Hint
from lessons.rules.cards import COPIES, Card, Hand, Rank
from lessons.rules.contracts import CardOrder, Contract, card_order
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.sources import sources_of
from lessons.rules.tricks import why_trump_or_plain

COUNT, LEFT = "count", "left"
_ONE_RANK = {Contract.QUEENS, Contract.JACKS}
_M = Misconception
_NORMAL = (_M.DULLE_IS_HEART, _M.COURT_FOLLOWS_SUIT, _M.DIAMONDS_PLAIN)
_SOLO = (_M.SOLO_KEEPS_TRUMPS,)
_SUIT = (_M.SOLO_KEEPS_TRUMPS, _M.SOLO_DROPS_DULLE, _M.COURT_FOLLOWS_SUIT)
_SUITS = (Contract.HEARTS, Contract.SPADES, Contract.CLUBS)


@dataclass(frozen=True, slots=True)
class TrumpQuestion:
    rules: RuleSet
    contract: Contract
    hand: Hand = ()
    """Without one the trumps of the whole pack are asked for."""
    played: int = 0
    """So many of them have been played already: none only in what was asked before, when the
    contract alone told the answer."""

    @property
    def order(self) -> CardOrder:
        return self.rules.card_order(self.contract)


class TrumpOrPlain(Kind[TrumpQuestion]):
    name: ClassVar = "trump-or-plain"
    group: ClassVar = Group.CARDS
    version: ClassVar = 5
    balanced_by: ClassVar = "hands and packs of which the belief counts every second one rightly"
    asks: ClassVar = TrumpQuestion
    ways: ClassVar = {
        "": {"card": Way.CARDS},
        COUNT: {"points": Way.NUMBER},
        LEFT: {"points": Way.NUMBER},
    }
    beliefs: ClassVar = (*_NORMAL, _M.SOLO_KEEPS_TRUMPS, _M.SOLO_DROPS_DULLE, _M.PACK_HAS_NINES)
    aims: ClassVar = {
        "kompakt:trumpfkarten": Aim(_NORMAL),
        "kompakt:hochzeit-trumpf": Aim(_NORMAL, (Contract.MARRIAGE,)),
        "kompakt:farbsolo-karo": Aim(
            (_M.SOLO_DROPS_DULLE, _M.COURT_FOLLOWS_SUIT), (Contract.DIAMONDS,)
        ),
        "kompakt:farbsolo-sonst": Aim(_SUIT, _SUITS),
        "kompakt:damensolo": Aim(_SOLO, (Contract.QUEENS,)),
        "kompakt:bubensolo": Aim(_SOLO, (Contract.JACKS,)),
        "royal:3.1.1a": Aim(_NORMAL),
        # Without the dulles there are as many trumps as without nines.
        "royal:3.1.1b": Aim((*_NORMAL[1:], _M.SOLO_KEEPS_TRUMPS), about=COUNT),
        "royal:3.2.1": Aim(_SOLO, (Contract.QUEENS,)),
        "royal:3.2.2": Aim(_SOLO, (Contract.JACKS,)),
        "royal:3.2.3": Aim(
            _SOLO, (Contract.QUEENS_JACKS,), contrast=("royal:3.2.1", "royal:3.2.2")
        ),
        "royal:3.2.4": Aim(_SOLO, (Contract.ACES,), contrast=("royal:3.2.3", "royal:3.2.5")),
        "royal:3.2.5": Aim(_SUIT, _SUITS),
        "cvjm:1": Aim((_M.PACK_HAS_NINES, *_NORMAL, _M.SOLO_KEEPS_TRUMPS), about=COUNT),
        "cvjm:2d": Aim(_SOLO, (Contract.QUEENS, Contract.JACKS, Contract.ACES)),
        "C1": Aim(_NORMAL),
    }
    hinted: ClassVar = {
        Hint.CONTRACT: Why(Hint.CONTRACT, calls=(Contract.QUEENS,)),
        Hint.NONE: Why(Hint.NONE, calls=(Contract.ACES,)),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> TrumpQuestion:
        contract = chance.choice(contracts_of(aim, rules))
        if aim.about == COUNT:
            solos = [found for found in rules.solos if found is not Contract.ACES]
            if belief is _M.SOLO_KEEPS_TRUMPS or (level > 1 and chance.randrange(2)):
                contract = chance.choice([*solos, Contract.NORMAL])
            most = len(rules.card_order(contract).trumps) * COPIES - 1
            return TrumpQuestion(rules, contract, played=chance.randrange(1, most + 1))
        size = {1: 6, 2: 8, 3: rules.hand_size}[level]
        return TrumpQuestion(rules, contract, tuple(sorted(chance.sample(rules.pack, size))))

    def is_of_level(self, question: TrumpQuestion, level: int, aim: Aim) -> bool:
        """Some trumps and some plain cards, and in a solo of one rank a queen or jack that is no
        trump; at level 3 the dulle or court cards tempt, and several beliefs mislead. At level 1
        no more than one does."""
        if not question.hand:
            return True
        order, hand = question.order, question.hand
        trumps = sum(map(order.is_trump, hand))
        court = {card for card in hand if card.rank in {Rank.QUEEN, Rank.JACK}}
        if not order.trumps:
            return len(court) >= level
        if not 1 <= trumps < len(hand):
            return False
        if question.contract in _ONE_RANK and all(map(order.is_trump, court)):
            return False
        if level == 3 and len(court | ({Card.HT} & {*hand})) < 3:
            return False
        misled = len(self.misleading(question))
        return misled <= 1 if level == 1 else Card.HT not in order.trumps or misled >= level - 1

    def is_twin(self, belief: Misconception, question: TrumpQuestion) -> bool:
        """Not a hand without a card that only the normal game has for a trump: it asks nothing."""
        return belief is not _M.SOLO_KEEPS_TRUMPS

    def variant(self, question: TrumpQuestion) -> str:
        if question.hand:
            return ""
        return LEFT if question.played else COUNT

    def fields(self, question: TrumpQuestion) -> tuple[Field, ...]:
        if not question.hand:
            return (number_field(len(question.rules.pack)),)
        return (cards_field(question.hand, may_be_empty=True),)

    def solve(self, question: TrumpQuestion) -> Answer:
        return _trumps(question, question.order)

    def believed(self, belief: Misconception, question: TrumpQuestion) -> Answer | None:
        if belief is _M.PACK_HAS_NINES:
            if question.hand or question.rules.nines:
                return None
            return _trumps(question, card_order(question.contract, nines=True))
        order = believed_order(belief, question.contract, question.order)
        if order is None or len(order.trumps) * COPIES < question.played:
            return None  # more have been played than there can be
        return _trumps(question, order)

    def diagnosis(self, question: TrumpQuestion, answer: Answer) -> tuple[Misconception, ...]:
        beliefs = super().diagnosis(question, answer)
        if question.hand or _M.PACK_HAS_NINES in beliefs:
            return beliefs
        # More likely the trumps of the other pack were counted.
        other = card_order(question.contract, nines=not question.rules.nines)
        return () if answer == _trumps(question, other) else beliefs

    def because(self, question: TrumpQuestion) -> tuple[Why, ...]:
        order, contract = question.order, question.contract
        if not question.hand:
            figures = (len(order.trumps) * COPIES, len(question.rules.pack))
            counted = Why(Reason.TRUMPS_IN_PACK, calls=(contract,), figures=figures)
            if not question.played:
                return (counted,)
            left = (figures[0], question.played, figures[0] - question.played)
            return (counted, Why(Reason.TRUMPS_LEFT, figures=left))
        once = tuple(dict.fromkeys(question.hand))
        trumps = tuple(card for card in once if order.is_trump(card))
        return (why_trump_or_plain(trumps or once, contract, order),)

    def about_answer(self, question: TrumpQuestion, answer: Answer) -> tuple[Why, ...]:
        """Why cards were wrongly chosen or left out, each kind of mistake once."""
        (given,) = answer
        if not isinstance(given, frozenset):
            return ()
        order = question.order
        once = dict.fromkeys(question.hand)
        extra = tuple(c for c in once if c in given and not order.is_trump(c))
        missing = tuple(c for c in once if c not in given and order.is_trump(c))
        return tuple(
            why_trump_or_plain(cards, question.contract, order)
            for cards in (extra, missing)
            if cards
        )

    def still_because(self, question: TrumpQuestion, answer: Answer) -> tuple[Why, ...]:
        return () if self.about_answer(question, answer) else self.because(question)

    def cites(self, question: TrumpQuestion) -> tuple[str, ...]:
        """Of all trumps, how many there are; of some, in the normal game, what comes before their
        order."""
        document = question.rules.document
        if not question.hand:
            return sources_of(Reason.TRUMPS_IN_PACK, document)
        is_normal = question.contract is Contract.NORMAL
        return sources_of(Reason.TRUMP_ABOVE_PLAIN, document) if is_normal else ()

    def exhibit(self, question: TrumpQuestion) -> Exhibit:
        told = (Why(Fact.TRUMPS_PLAYED, figures=(question.played,)),) if question.played else ()
        return Exhibit(question.contract, told)

    def hint(self, question: TrumpQuestion) -> Why:
        reason = Hint.CONTRACT if question.order.trumps else Hint.NONE
        return Why(reason, calls=(question.contract,))


def _trumps(question: TrumpQuestion, order: CardOrder) -> Answer:
    if not question.hand:
        return (len(order.trumps) * COPIES - question.played,)
    return (frozenset(card for card in question.hand if order.is_trump(card)),)
