"""legal-cards: which of your cards may you play? Answered by cards; either copy counts."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Field, Way, cards_field
from lessons.exercises.deals import Situation, situation
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind, contracts_of
from lessons.exercises.misconceptions import Misconception, believed_order, is_about_order
from lessons.exercises.verdict import Hint
from lessons.rules.cards import DULLE, Card, Hand, Rank, Suit
from lessons.rules.contracts import SOLOS, CardOrder, Contract
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.tricks import legal_cards, why_legal, why_trump_or_plain, winning_place

ALL, PRINTED, OTHER = "all cards", "the cards of the suit on the card led", "others"
_M = Misconception
_PLAIN_LED = (_M.FREE_CHOICE, _M.DULLE_IS_HEART, _M.COURT_FOLLOWS_SUIT, _M.MUST_BEAT)
_TRUMP_LED = (_M.COURT_FOLLOWS_SUIT, _M.DIAMONDS_PLAIN, _M.DULLE_IS_HEART, _M.MUST_BEAT)
_FOLLOWING = Aim(
    (_M.FREE_CHOICE, *_TRUMP_LED[:3]),
    (*(Contract.NORMAL,) * 4, *SOLOS),
    later=(_M.MUST_BEAT, _M.SOLO_KEEPS_TRUMPS),
)
_MAY_TRUMP = Aim((*_FOLLOWING.beliefs, _M.MUST_TRUMP), _FOLLOWING.contracts, later=_FOLLOWING.later)


_SUIT_SOLOS = (Contract.DIAMONDS, Contract.HEARTS, Contract.SPADES, Contract.CLUBS)


class LegalCards(Kind[Situation]):
    name: ClassVar = "legal-cards"
    group: ClassVar = Group.TRICKS
    version: ClassVar = 4
    sides: ClassVar = {ALL: 1, PRINTED: 1, OTHER: 3}
    asks: ClassVar = Situation
    ways: ClassVar = {"": {"card": Way.CARDS}}
    beliefs: ClassVar = (_M.FREE_CHOICE, _M.MUST_TRUMP, _M.MUST_BEAT, _M.DULLE_IS_HEART,
                         _M.COURT_FOLLOWS_SUIT, _M.DIAMONDS_PLAIN, _M.SOLO_KEEPS_TRUMPS,
                         _M.SOLO_DROPS_DULLE)  # fmt: skip
    aims: ClassVar = {
        "kompakt:bedienzwang-a": Aim(_PLAIN_LED[:3], (*(Contract.NORMAL,) * 4, *SOLOS),
                                     later=(_M.MUST_BEAT, _M.SOLO_KEEPS_TRUMPS)),
        "kompakt:bedienzwang-b": Aim(_TRUMP_LED),
        # Who cannot follow may play everything: ticking all cards would always do.
        "kompakt:bedienzwang-c": Aim(
            (_M.MUST_TRUMP,), contrast=("kompakt:bedienzwang-a", "kompakt:bedienzwang-b")
        ),
        "royal:2.2.1": _MAY_TRUMP,
        "royal:S3": _FOLLOWING,
        "C28": _MAY_TRUMP,
    }  # fmt: skip
    hinted: ClassVar = {
        Hint.TRUMP_LED: Why(Hint.TRUMP_LED, (Card.DK,)),
        Hint.PLAIN_LED: Why(Hint.PLAIN_LED, (Card.HA,), suits=(Suit.HEARTS,)),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> Situation | None:
        fewest, most = {1: (4, 7), 2: (7, rules.hand_size), 3: (5, rules.hand_size)}[level]
        played = 1 if level == 1 else chance.randrange(1, 4)
        if level == 1 and belief is _M.MUST_TRUMP:
            played = chance.randrange(2, 4)  # or who may trump could win, too
        contract = chance.choice(contracts_of(aim, rules) if level > 1 else (Contract.NORMAL,))
        if belief in {_M.SOLO_KEEPS_TRUMPS, _M.SOLO_DROPS_DULLE}:
            solos = [c for c in contracts_of(aim, rules) if c in SOLOS]
            if not solos:
                return None
            contract = chance.choice(solos)
        order = rules.card_order(contract)
        led, own = _at_stake(belief, chance, order, aim)
        return situation(
            chance,
            rules,
            cards_in_hand=chance.randrange(fewest, most + 1),
            played=played,
            contract=contract,
            led=led,
            own=own,
        )

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        solos = {c for c in contracts_of(aim, rules) if c in SOLOS}
        match belief:
            case _M.SOLO_KEEPS_TRUMPS:
                return bool(solos - {Contract.DIAMONDS})
            case _M.SOLO_DROPS_DULLE:
                return bool(solos & {*_SUIT_SOLOS})
        return True

    def side(self, question: Situation) -> str:
        hand, legal = frozenset(question.hand), _legal(question, question.order)
        if legal == hand:
            return ALL
        led = question.trick.cards[0]
        return PRINTED if legal == {card for card in hand if card.suit is led.suit} else OTHER

    def fields(self, question: Situation) -> tuple[Field, ...]:
        return (cards_field(question.hand),)

    def solve(self, question: Situation) -> Answer:
        return (_legal(question, question.order),)

    def believed(self, belief: Misconception, question: Situation) -> Answer | None:
        order = question.order
        match belief:
            case _M.FREE_CHOICE:
                return (frozenset(question.hand),)
            case _M.MUST_TRUMP:
                return (_must_trump(question),)
            case _M.MUST_BEAT:
                return (_must_beat(question),)
        assert is_about_order(belief)
        seen = believed_order(belief, question.contract, order)
        return None if seen is None else (_legal(question, seen),)

    def because(self, question: Situation) -> tuple[Why, ...]:
        return (*_trumps_told(question), _why_legal(question))

    def about_answer(self, question: Situation, answer: Answer) -> tuple[Why, ...]:
        (given,) = answer
        assert isinstance(given, frozenset)
        legal = _legal(question, question.order)
        too_many = _of_hand(question, given - legal)
        if not too_many:
            return ()
        because = _why_legal(question)
        reason = Reason.MUST_FOLLOW_SUIT if because.suits else Reason.MUST_FOLLOW_TRUMP
        order, led = question.order, question.trick.cards[0]
        reasons = (Why(reason, too_many, because.cards, because.led, suits=because.suits),)
        # Of the suit on its face, and yet no card of it.
        told = _trumps_told(question, given)
        if told:
            return (*told, *reasons)
        strays = tuple(c for c in too_many if c.suit is led.suit and order.is_trump(c))
        if strays and not order.is_trump(led):
            return (Why(Reason.IS_TRUMP, strays, calls=(question.contract,)), *reasons)
        return reasons

    def still_because(self, question: Situation, answer: Answer) -> tuple[Why, ...]:
        """The chain; empty where the reason against the answer names all legal cards already."""
        (given,) = answer
        assert isinstance(given, frozenset)
        if self.about_answer(question, answer):
            return ()
        return (*_trumps_told(question, given), _why_legal(question))

    def is_of_level(self, question: Situation, level: int, aim: Aim) -> bool:
        # Free choice misleads wherever there is a duty, so it tells nothing of the level.
        misled = len(set(self.misleading(question)) - {_M.FREE_CHOICE})
        if level == 3:
            return misled >= 2 and len(set(question.hand)) >= 5
        return misled <= 2 if level == 1 else misled >= 1

    def diagnosis(self, question: Situation, answer: Answer) -> tuple[Misconception, ...]:
        beliefs = super().diagnosis(question, answer)
        (given,), (legal,) = answer, self.solve(question)
        assert isinstance(given, frozenset)
        assert isinstance(legal, frozenset)
        if len(given) == 1 < len(legal):
            return ()  # more likely the task was misread
        if given ^ legal <= _changed(question):
            # More likely some cards of a solo were taken for what they are in the normal game.
            return tuple(belief for belief in beliefs if is_about_order(belief))
        return beliefs

    def exhibit(self, question: Situation) -> Exhibit:
        trick = question.trick
        told = Why(Fact.YOU_ARE, seats=(trick.leader, trick.to_play))
        return Exhibit(question.contract, (told, *question.facts()), trick)

    def hint(self, question: Situation) -> Why:
        led = question.trick.cards[:1]
        suits = _why_legal(question).suits
        return Why(Hint.PLAIN_LED if suits else Hint.TRUMP_LED, led, suits=suits)


def _changed(question: Situation) -> frozenset[Card]:
    """What is trump only here, or only in the normal game."""
    order, usual = question.order, question.rules.card_order(Contract.NORMAL)
    return frozenset({*order.trumps} ^ {*usual.trumps})


def _why_legal(question: Situation) -> Why:
    legal, trick = _of_hand(question, _legal(question, question.order)), question.trick
    return why_legal(legal, trick.cards[0], question.order, trick.to_play)


def _trumps_told(question: Situation, given: frozenset[Card] | None = None) -> tuple[Why, ...]:
    """What is trump, where that is other than in the normal game and decides: of the card led and
    of those like it that the answer is wrong about, or else of those that follow for it."""
    order, led = question.order, question.trick.cards[0]
    usual = question.rules.card_order(Contract.NORMAL)
    legal = _legal(question, order)
    changed = _changed(question)
    decided = (_legal(question, usual) ^ legal) & changed
    if led in changed:
        wrong = frozenset() if given is None else (given ^ legal) & changed
        alike = {card for card in wrong if order.is_trump(card) == order.is_trump(led)}
        decided = frozenset({led, *alike} if decided or alike else ())
    if not decided:
        return ()
    return (why_trump_or_plain(tuple(sorted(decided)), question.contract, order),)


def _at_stake(
    belief: Misconception | None, chance: Random, order: CardOrder, aim: Aim
) -> tuple[Card | None, Hand]:
    """A card led and cards in hand over which the belief and the truth disagree."""
    plain_led = _M.FREE_CHOICE in aim.beliefs and (
        _M.DIAMONDS_PLAIN not in aim.beliefs or chance.randrange(2)
    )
    hearts = tuple(card for card in order.plain if card.suit is Suit.HEARTS)
    match belief:
        case _M.FREE_CHOICE if plain_led:
            card = chance.choice(order.plain)
            alike = [trump for trump in order.trumps if trump.suit is card.suit]
            return card, (chance.choice(alike),) if alike else ()
        case _M.DULLE_IS_HEART if hearts and DULLE in order.trumps:
            return chance.choice(hearts if plain_led else order.trumps), (DULLE,)
        case _M.COURT_FOLLOWS_SUIT if DULLE in order.trumps:
            suits = {card.suit for card in order.plain}
            own = chance.choice([c for c in order.trumps if c.rank in _COURT and c.suit in suits])
            of_suit = tuple(card for card in order.plain if card.suit is own.suit)
            return chance.choice(of_suit if plain_led else order.trumps), (own,)
        case _M.MUST_BEAT:
            group = order.plain if plain_led or not order.trumps else order.trumps
            card = chance.choice(group)
            same = [other for other in group if order.group[other] == order.group[card]]
            return card, tuple(chance.sample(same, min(2, len(same))))
    return None, ()


_COURT = {Rank.QUEEN, Rank.JACK}


def _legal(question: Situation, order: CardOrder) -> frozenset[Card]:
    return frozenset(legal_cards(question.hand, question.trick.cards[0], order))


def _of_hand(question: Situation, cards: frozenset[Card]) -> Hand:
    """Each kind of card once, in the order of the hand."""
    return tuple(dict.fromkeys(card for card in question.hand if card in cards))


def _must_trump(question: Situation) -> frozenset[Card]:
    order, led = question.order, question.trick.cards[0]
    legal = _legal(question, order)
    trumps = frozenset(card for card in legal if order.is_trump(card))
    follows = any(order.group[card] == order.group[led] for card in legal)
    return legal if follows or not trumps else trumps


def _must_beat(question: Situation) -> frozenset[Card]:
    cards, order = question.trick.cards, question.order
    legal = _legal(question, order)
    beating = frozenset(
        card for card in legal if winning_place((*cards, card), order) == len(cards)
    )
    return beating or legal
