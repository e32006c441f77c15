"""next-card: which card takes this trick most cheaply? Answered by one card of the hand.

Asked is the legal card that takes the trick with the fewest card points, of those the weakest; who
plays is the last of the four.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Field, Way
from lessons.exercises.deals import Situation, situation
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception, believed_order
from lessons.exercises.verdict import Hint
from lessons.rules.cards import FOX, PLAYERS, Card, Rank
from lessons.rules.contracts import SOLOS, CardOrder, Contract
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.tricks import legal_cards, why_lost, why_not_legal, winning_place

COURT, LOWEST = "the highest or lowest queen or jack is right", "the lowest rank of the hand is"
OTHER = "another card is"
_M = Misconception
_AIM = Aim(
    (_M.STRONGEST_IS_CHEAPEST, _M.WEAKEST_IS_CHEAPEST, _M.LATER_EQUAL_WINS),
    later=(_M.JACKS_ABOVE_QUEENS,),
)


class NextCard(Kind[Situation]):
    name: ClassVar = "next-card"
    group: ClassVar = Group.TRICKS
    version: ClassVar = 4
    sides: ClassVar = {COURT: 2, LOWEST: 1, OTHER: 4}
    asks: ClassVar = Situation
    ways: ClassVar = {"": {"card": Way.CARD}}
    beliefs: ClassVar = (*_AIM.beliefs, *_AIM.later)
    aims: ClassVar = {"kompakt:ablauf-b": _AIM, "royal:3.1.1a": _AIM, "cvjm:3b": _AIM}
    hinted: ClassVar = {Hint.CARDS: Why(Hint.CARDS, (Card.HT,))}

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> Situation | None:
        contract = Contract.NORMAL
        solos = [found for found in SOLOS if found in rules.solos]
        if level > 1 and belief in _AIM.beliefs[:2] and chance.randrange(3) == 0 and solos:
            contract = chance.choice(solos)
        order = rules.card_order(contract)
        if belief is _M.WEAKEST_IS_CHEAPEST and not _weaker_but_dearer(order):
            return None
        fewest, most = {1: (4, 6), 2: (6, 9), 3: (6, rules.hand_size)}[level]
        lies, own = _at_stake(belief, chance, order)
        made = situation(
            chance,
            rules,
            cards_in_hand=chance.randrange(fewest, most + 1),
            played=PLAYERS - 1,
            contract=contract,
            wanted=_lower(belief, chance, order, own),
            led=lies,
            own=own,
        )
        return made if len(_taking(made, made.order)) > 1 else None

    def is_of_level(self, question: Situation, level: int, aim: Aim) -> bool:
        """At level 3 at least three cards take the trick, or some that are not allowed would, and
        who errs may hold any of several beliefs."""
        takes, misled = _taking(question, question.order), len(self.misleading(question))
        if level < 3:
            return misled <= 2 or level == 2
        return misled >= 2 and (len(takes) >= 3 or len(takes) < len(_would_take(question)))

    def side(self, question: Situation) -> str:
        (best,) = self.solve(question)
        queens, jacks = (
            [card for card in question.hand if card.rank is rank]
            for rank in (Rank.QUEEN, Rank.JACK)
        )
        guessed = {*queens[:1], *queens[-1:], *jacks[-1:], *(() if queens else jacks[:1])}
        if best in guessed:
            return COURT
        return LOWEST if best == min(question.hand, key=lambda card: card.points) else OTHER

    def fields(self, question: Situation) -> tuple[Field, ...]:
        return (Field("card", Way.CARD, question.hand),)

    def solve(self, question: Situation) -> Answer:
        return (_cheapest(question, question.order),)

    def believed(self, belief: Misconception, question: Situation) -> Answer | None:
        order = question.order
        takes = _taking(question, order)
        match belief:
            case _M.STRONGEST_IS_CHEAPEST:
                return (max(takes, key=lambda card: order.strength[card]),)
            case _M.WEAKEST_IS_CHEAPEST:
                return (min(takes, key=lambda card: order.strength[card]),)
            case _M.LATER_EQUAL_WINS:
                return (_cheapest(question, order, equal_takes=True),)
        assert belief is _M.JACKS_ABOVE_QUEENS
        seen = believed_order(belief, question.contract, order)
        if seen is None or not _taking(question, seen):
            return None
        return (_cheapest(question, seen),)

    def refuses(self, question: Situation, answer: Answer) -> Why | None:
        """A card that does not follow cannot be played at all (royal:S3)."""
        (card,) = answer
        assert isinstance(card, Card)
        return why_not_legal(card, question.hand, question.trick.cards[0], question.order)

    def because(self, question: Situation) -> tuple[Why, ...]:
        (best,) = self.solve(question)
        assert isinstance(best, Card)
        takes = _taking(question, question.order)
        others = tuple(c for c in takes if c != best and c.points == best.points)
        main = Why(Reason.CHEAPEST_WINNER, (best,), figures=(best.points,))
        if not others:
            return (main,)
        return main, Why(Reason.WEAKEST_OF_CHEAPEST, (best,), others[:1])

    def about_answer(self, question: Situation, answer: Answer) -> tuple[Why, ...]:
        (card,), (best,) = answer, self.solve(question)
        assert isinstance(card, Card)
        assert isinstance(best, Card)
        trick, order = question.trick, question.order
        if card not in _taking(question, order):
            return (why_lost(trick.with_card(card), trick.to_play, order),)
        if card.points > best.points:
            figures = (card.points, best.points)
            return (Why(Reason.TAKES_FOR_MORE, (card,), (best,), figures=figures),)
        return (Why(Reason.STRONGER_THAN_NEEDED, (card,), (best,)),)

    def still_because(self, question: Situation, answer: Answer) -> tuple[Why, ...]:
        (card,) = answer
        return () if card in _taking(question, question.order) else self.because(question)[:1]

    def exhibit(self, question: Situation) -> Exhibit:
        trick = question.trick
        told = Why(Fact.YOU_ARE, seats=(trick.leader, trick.to_play))
        return Exhibit(question.contract, (told, *question.facts()), trick)

    def hint(self, question: Situation) -> Why:
        trick, order = question.trick, question.order
        return Why(Hint.CARDS, (trick.cards[winning_place(trick.cards, order)],))


def _at_stake(
    belief: Misconception | None, chance: Random, order: CardOrder
) -> tuple[Card | None, tuple[Card, ...]]:
    """A card led and cards in hand over which the belief and the truth disagree."""
    trumps = order.trumps
    if belief is _M.LATER_EQUAL_WINS:
        place = chance.randrange(2, len(trumps))
        return trumps[place], (trumps[place], *chance.sample(trumps[:place], 2))
    if belief is _M.JACKS_ABOVE_QUEENS:
        jacks = [card for card in trumps if card.rank is Rank.JACK]
        low = [card for card in trumps if card.rank not in {Rank.QUEEN, Rank.JACK}]
        queens = [card for card in trumps if card.rank is Rank.QUEEN]
        return chance.choice(queens[1:]), (chance.choice(jacks), queens[0], *low[:1])
    if belief is _M.WEAKEST_IS_CHEAPEST:
        pair = chance.choice(_weaker_but_dearer(order))
        below = [card for card in trumps if order.strength[card] < order.strength[pair[0]]]
        return chance.choice(below or order.plain), pair
    led = chance.choice(order.plain + trumps)
    above = [
        c
        for c in order.plain + trumps
        if order.group[c] == order.group[led] and order.strength[c] > order.strength[led]
    ]
    return led, tuple(chance.sample(above, min(2, len(above))))


def _lower(
    belief: Misconception | None, chance: Random, order: CardOrder, own: tuple[Card, ...]
) -> tuple[Card, ...]:
    """Cards for the others that leave the trick to the weaker of two own trumps; no fox, which may
    not lie in two hands."""
    if belief is not _M.WEAKEST_IS_CHEAPEST:
        return ()
    strength = order.strength
    below = [c for c in order.trumps if strength[c] < strength[own[0]] and c != FOX]
    return tuple(chance.sample(below, min(len(below), PLAYERS - 1)))


@cache
def _weaker_but_dearer(order: CardOrder) -> list[tuple[Card, Card]]:
    """Two trumps of which the weaker counts more."""
    return [
        (weak, strong)
        for weak in order.trumps
        for strong in order.trumps
        if order.strength[weak] < order.strength[strong] and weak.points > strong.points
    ]


def _taking(
    question: Situation, order: CardOrder, *, equal_takes: bool = False
) -> tuple[Card, ...]:
    """The legal cards that take the trick, as this order has it; each kind once."""
    legal = legal_cards(question.hand, question.trick.cards[0], order)
    return tuple(c for c in dict.fromkeys(legal) if _takes(c, question, order, equal_takes))


def _would_take(question: Situation) -> tuple[Card, ...]:
    once = dict.fromkeys(question.hand)
    return tuple(card for card in once if _takes(card, question, question.order, False))


def _takes(card: Card, question: Situation, order: CardOrder, equal_takes: bool) -> bool:
    cards = question.trick.cards
    best = winning_place((*cards, card), order)
    return best == len(cards) or (equal_takes and card == cards[best])


def _cheapest(question: Situation, order: CardOrder, *, equal_takes: bool = False) -> Card:
    takes = _taking(question, order, equal_takes=equal_takes)
    return min(takes, key=lambda card: (card.points, order.strength[card]))
