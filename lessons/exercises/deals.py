"""Situations at the table, drawn from a source of chance: a trick, and the hand of who is next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from lessons.exercises.exhibits import Fact
from lessons.rules.cards import CLUB_QUEEN, COPIES, FOX, PLAYERS, Card, Deal, Hand, Seat, as_deal
from lessons.rules.contracts import SOLOS, CardOrder, Contract
from lessons.rules.game import Play, Position, begin
from lessons.rules.parties import parties_with
from lessons.rules.reasons import Why
from lessons.rules.reservations import Settled, all_healthy
from lessons.rules.rule_sets import Piglets, RuleSet, SecondDulle
from lessons.rules.tricks import Trick, legal_cards, trick_winner


@dataclass(frozen=True, slots=True)
class Situation:
    """The table in a question about a trick."""

    rules: RuleSet
    trick: Trick
    hand: Hand = ()
    """Of the seat to play, by printed suit and rank: an order that does not tell what is trump."""
    contract: Contract = Contract.NORMAL
    is_last: bool = False
    piglets_of: Seat | None = None
    """Who held both foxes when play began, where that makes piglets."""
    foxes_played: int = 0
    """In earlier tricks, where that matters."""

    @property
    def order(self) -> CardOrder:
        return self.order_under(self.rules)

    def order_under(self, rules: RuleSet) -> CardOrder:
        """The order of this trick under other rules."""
        return rules.order_of_trick(
            self.contract,
            is_last=self.is_last,
            has_piglets=self.piglets_of is not None,
            foxes_played=self.foxes_played,
        )

    def facts(self) -> tuple[Why, ...]:
        told = []
        if self.piglets_of is not None:
            told.append(Why(Fact.PIGLETS_OF, seats=(self.piglets_of,)))
            if self.rules.piglets in {Piglets.FIRST, Piglets.SECOND} and self.foxes_played:
                told.append(Why(Fact.FIRST_PIGLET_PLAYED))
        elif (
            self.rules.piglets is not Piglets.OFF
            and FOX in self.trick.cards
            and self.order.is_trump(FOX)
        ):
            told.append(Why(Fact.NO_PIGLETS))
        if self.is_last:
            told.append(Why(Fact.LAST_TRICK))
        elif self.rules.second_dulle_wins is SecondDulle.EXCEPT_LAST_TRICK:
            told.append(Why(Fact.NOT_LAST))
        return tuple(told)


def situation(
    chance: Random,
    rules: RuleSet,
    *,
    cards_in_hand: int,
    played: int,
    contract: Contract = Contract.NORMAL,
    wanted: Hand = (),
    led: Card | None = None,
    own: Hand = (),
    piglets: bool = False,
) -> Situation:
    """A trick to which ``played`` legal cards were played, each seat having led with
    ``cards_in_hand`` cards; the first trick is led by VH, any other by anybody. The hand is empty
    when all have played.

    The ``wanted`` cards are in different hands, and played where that is legal; ``led`` is led, and
    ``own`` are in the hand of who is next. ``piglets``: who plays a wanted fox held both.
    """
    seats = min(played + 1, PLAYERS)
    given: list[Hand] = [(card,) for card in wanted] + [()] * (seats - len(wanted))
    chance.shuffle(given)
    if led is not None:
        given[0] = (led,)
    if seats > played:
        given[-1] = own
    pack = list(rules.pack)
    if rules.piglets is not Piglets.OFF or piglets:
        # A fox that nobody is told to hold twice is told of, or there is none: it matters.
        asked_for = [card for held in given for card in held if card == FOX]
        pack = [card for card in pack if card != FOX] + asked_for
    cards_in_hand = min(cards_in_hand, len(pack) // seats)
    for held in given:
        for card in held:
            pack.remove(card)
    pack.sort(key=lambda _: chance.random())  # faster than to shuffle them
    hands = [(*held, *(pack.pop() for _ in range(cards_in_hand - len(held)))) for held in given]
    leader = Seat.VH if cards_in_hand == rules.hand_size else Seat(chance.randrange(PLAYERS))
    made = Situation(rules, Trick(leader), contract=contract, is_last=cards_in_hand == 1)
    holders = [place for place, held in enumerate(given) if FOX in held]
    if (piglets or rules.piglets is not Piglets.OFF) and holders:
        # The other one lies in an earlier trick, or is still in the same hand.
        foxes = int(rules.piglets is Piglets.SECOND)
        made = replace(made, piglets_of=leader.after(holders[0]), foxes_played=foxes)
    order, trick = made.order, made.trick
    for held, hand in zip(given, hands[:played], strict=False):
        legal = legal_cards(hand, trick.cards[0] if trick.cards else None, order)
        trick = trick.with_card(held[0] if held and held[0] in legal else chance.choice(legal))
    return replace(made, trick=trick, hand=tuple(sorted(hands[played])) if seats > played else ())


def trick_of(
    chance: Random, rules: RuleSet, contract: Contract, cards: Hand, *, piglets: bool = False
) -> Situation:
    """A trick of these cards at any time in a game. ``piglets``, or where there are any: a seat
    held both foxes, if one lies mostly that of this one; two in a trick were dealt to two seats."""
    left = chance.randrange(1, rules.hand_size + 1)
    leader = Seat.VH if left == rules.hand_size else Seat(chance.randrange(PLAYERS))
    made = Situation(rules, Trick(leader, cards), contract=contract, is_last=left == 1)
    foxes = cards.count(FOX)
    if not (piglets or rules.piglets is not Piglets.OFF) or foxes == COPIES:
        return made
    if chance.randrange(4) == 0:
        return made
    holder = leader.after(cards.index(FOX)) if foxes else Seat(chance.randrange(PLAYERS))
    return replace(made, piglets_of=holder, foxes_played=int(rules.piglets is Piglets.SECOND))


def deal_with(
    chance: Random, rules: RuleSet, seat: Seat, wanted: Callable[[Card], bool], number: int
) -> Deal:
    """A deal in which a seat holds ``number`` of the wanted cards, as far as there are."""
    cards = list(rules.pack)
    chance.shuffle(cards)
    own = [card for card in cards if wanted(card)][:number]
    for card in own:
        cards.remove(card)
    rest = [card for card in cards if not wanted(card)][: rules.hand_size - len(own)]
    for card in rest:
        cards.remove(card)
    own += rest
    while len(own) < rules.hand_size:
        own.append(cards.pop())
    size = rules.hand_size
    others = iter([tuple(cards[n * size : (n + 1) * size]) for n in range(PLAYERS - 1)])
    return as_deal(tuple(own) if other == seat else next(others) for other in Seat)


def has_piglets(hand: Hand, rules: RuleSet) -> bool:
    """Whether a hand would make its foxes the highest trumps, which most questions do not tell."""
    return rules.piglets is not Piglets.OFF and hand.count(FOX) == COPIES


def game_begun(chance: Random, rules: RuleSet, contract: Contract) -> Position:
    """A game before its first card: a solo is played by anybody."""
    if contract in SOLOS:
        soloist = Seat(chance.randrange(PLAYERS))
        settled = Settled(contract, parties_with(soloist), declarer=soloist)
        deal = rules.deal(chance)
        while any(has_piglets(hand, rules) for hand in deal):
            deal = rules.deal(chance)
        return begin(rules, settled, deal)
    deal = rules.deal(chance)
    while any(hand.count(CLUB_QUEEN) == COPIES or has_piglets(hand, rules) for hand in deal):
        deal = rules.deal(chance)
    return begin(rules, all_healthy(rules, deal), deal)


def played_on(chance: Random, position: Position, cards: int) -> Position:
    """The position after so many more legal cards."""
    for _ in range(cards):
        card = chance.choice(position.legal_cards())
        position = position.after_play(Play(position.to_play, card))
    return position


def tricks_played(
    chance: Random,
    deal: Deal,
    order: CardOrder,
    number: int,
    chosen: Callable[[Seat, Hand, Trick], Card | None] = lambda _seat, _legal, _trick: None,
) -> tuple[Trick, ...]:
    """The first tricks of a deal, of any legal cards but those that are ``chosen``."""
    hands, leader = [[*hand] for hand in deal], Seat.VH
    tricks: list[Trick] = []
    for _ in range(number):
        trick = Trick(leader)
        for _ in range(PLAYERS):
            seat = trick.to_play
            legal = legal_cards((*hands[seat],), trick.cards[0] if trick.cards else None, order)
            card = chosen(seat, legal, trick) or chance.choice(legal)
            hands[seat].remove(card)
            trick = trick.with_card(card)
        leader = trick_winner(trick, order)
        tricks.append(trick)
    return tuple(tricks)
