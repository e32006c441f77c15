"""special-points: which special points does this trick give, and to whom?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way
from lessons.exercises.deals import situation
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.harder import of_level
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.verdict import Hint
from lessons.rules.cards import (
    ALL_CARD_POINTS,
    CHARLIE,
    CLUB_QUEEN,
    COPIES,
    DULLE,
    FOX,
    PLAYERS,
    Card,
    Seat,
    Suit,
)
from lessons.rules.contracts import ALONE, SOLOS, CardOrder, Contract
from lessons.rules.parties import Parties, Party, parties_with
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import Piglets, RuleSet, SpecialPoint
from lessons.rules.scoring import ItemName
from lessons.rules.sources import sources_of
from lessons.rules.special_points import DOPPELKOPF_POINTS, Earned, Taken, special_points
from lessons.rules.tricks import Trick, trick_winner

END = "end"
_M = Misconception
_S = SpecialPoint
_ALTE = ItemName.GEGEN_DIE_ALTEN
_BELIEVED_DOPPELKOPF = 30


@dataclass(frozen=True, slots=True)
class SpecialQuestion:
    rules: RuleSet
    contract: Contract
    re: tuple[Seat, ...]
    trick: Trick | None = None
    number: int = 0
    is_last: bool = False
    points: int | None = None
    """Without a trick: the card points of Re at the end of the game."""
    won: Party | None = None
    """Of what was asked before card points were told: who has won."""

    @property
    def parties(self) -> Parties:
        return parties_with(*self.re)

    @property
    def order(self) -> CardOrder:
        """Nobody has piglets."""
        return self.rules.order_of_trick(
            self.contract, is_last=self.is_last, has_piglets=False, foxes_played=0
        )

    @property
    def taken(self) -> Taken:
        return _taken(self)

    @property
    def winner(self) -> Party:
        """Nobody has called."""
        if self.points is None:
            assert self.won is not None
            return self.won
        return Party.RE if self.points > ALL_CARD_POINTS // 2 else Party.KONTRA

    @property
    def is_alone(self) -> bool:
        return self.contract in ALONE and not self.rules.specials_in_solo


@lru_cache(maxsize=32)
def _taken(question: SpecialQuestion) -> Taken:
    """Kept, as what it earns, for it is asked again for each false belief."""
    assert question.trick is not None
    winner = trick_winner(question.trick, question.order)
    return Taken(question.trick, winner, question.number, question.is_last)


class SpecialPoints(Kind[SpecialQuestion]):
    name: ClassVar = "special-points"
    group: ClassVar = Group.RESULT
    version: ClassVar = 4
    balanced_by: ClassVar = "a special point that counts, and one that does not"
    asks: ClassVar = SpecialQuestion
    ways: ClassVar = {
        "": {"special": Way.SEVERAL, "party": Way.ONE},
        END: {"special": Way.SEVERAL, "party": Way.ONE},
    }
    beliefs: ClassVar = (
        _M.OWN_FOX_COUNTS, _M.DOPPELKOPF_30, _M.CHARLIE_LIES_IN_LAST, _M.CHARLIE_IN_ANY_TRICK,
        _M.FOX_LIES_IN_LAST, _M.HEARTS_WITH_TRUMP, _M.SPECIALS_IN_SOLO, _M.OWN_DULLE_COUNTS,
        _M.PAIR_OF_BOTH, _M.KONTRA_SAME,
    )  # fmt: skip
    aims: ClassVar = {
        "kompakt:sonderpunkte": Aim((_M.SPECIALS_IN_SOLO,), SOLOS),
        "kompakt:s-fuchs": Aim((_M.OWN_FOX_COUNTS,)),
        "kompakt:s-doppelkopf": Aim((_M.DOPPELKOPF_30,)),
        "kompakt:s-karlchen": Aim((_M.CHARLIE_LIES_IN_LAST, _M.CHARLIE_IN_ANY_TRICK)),
        "kompakt:s-alte": Aim((_M.KONTRA_SAME,), about=END),
        "royal:6.2.1-6a": Aim((_M.DOPPELKOPF_30,)),
        "royal:6.2.1-6b": Aim((_M.OWN_FOX_COUNTS,)),
        "royal:6.2.1-7a": Aim((_M.CHARLIE_LIES_IN_LAST, _M.CHARLIE_IN_ANY_TRICK)),
        "royal:6.2.1-7b": Aim((_M.PAIR_OF_BOTH,)),
        "royal:6.2.1-7c": Aim((_M.FOX_LIES_IN_LAST,)),
        "royal:6.2.1-7d": Aim((_M.PAIR_OF_BOTH,)),
        "royal:6.2.1-7e": Aim((_M.HEARTS_WITH_TRUMP,)),
        "royal:6.2.1-7f": Aim((_M.OWN_DULLE_COUNTS,)),
        "R17": Aim((_M.SPECIALS_IN_SOLO,), SOLOS),
        "cvjm:4.2a": Aim((_M.HEARTS_WITH_TRUMP,)),
        "cvjm:4.2b": Aim((_M.CHARLIE_LIES_IN_LAST, _M.CHARLIE_IN_ANY_TRICK)),
        "cvjm:4.2c": Aim((_M.FOX_LIES_IN_LAST,)),
        "cvjm:4.2d": Aim((_M.OWN_FOX_COUNTS,)),
        "cvjm:4.2e": Aim((_M.DOPPELKOPF_30,)),
        "C12": Aim((_M.SPECIALS_IN_SOLO,), SOLOS),
    }  # fmt: skip
    hinted: ClassVar = {
        Hint.CARDS: Why(Hint.CARDS, (FOX,)),
        Hint.FIGURE: Why(Hint.FIGURE, figures=(38,)),
        Hint.CONTRACT: Why(Hint.CONTRACT, calls=(Contract.QUEENS,)),
        Hint.PARTY: Why(Hint.PARTY, parties=(Party.RE,)),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> SpecialQuestion | None:
        contracts = [c for c in aim.contracts if c not in SOLOS or c in rules.solos]
        wanted = belief or aim.beliefs[0]
        if aim.twin and wanted is _M.SPECIALS_IN_SOLO:
            contracts = [Contract.NORMAL]
        elif aim.twin and aim.about == END and rules.solos and chance.randrange(10) == 0:
            contracts = [*rules.solos]
        contract = chance.choice(contracts)
        if aim.about == END:
            re = tuple(sorted(chance.sample(tuple(Seat), 1 if contract in ALONE else 2)))
            points = chance.choice((120, 121, chance.randrange(91, 151)))
            return SpecialQuestion(rules, contract, re, points=points)
        drawn = (self._drawn(chance, rules, level, wanted, contract, aim) for _ in range(_TRIES))
        if chance.randrange(3) and not aim.twin and wanted not in _COUNTS_ALONE:
            drawn = (made for made in drawn if made and self.solve(made) != _NOTHING)
        return of_level(self, drawn, level, belief, is_twin=aim.twin)

    def _drawn(
        self,
        chance: Random,
        rules: RuleSet,
        level: int,
        wanted: Misconception,
        contract: Contract,
        aim: Aim,
    ) -> SpecialQuestion | None:
        """A trick with what the belief is about, and parties with which it is right, or wrong."""
        earned = wanted
        if wanted is _M.SPECIALS_IN_SOLO:
            could = _earned_in(contract, rules)
            if not could:
                return None
            earned = chance.choice(could)
        is_last = earned in _OF_LAST or (level == 3 and chance.randrange(3) == 0)
        if aim.twin and earned is _M.CHARLIE_IN_ANY_TRICK:
            is_last = True
        cards = _earning(earned, chance, rules)
        if not aim.twin and wanted is not _M.SPECIALS_IN_SOLO:
            cards = (*(stake := _at_stake(earned, chance, rules)), *_beside(stake, chance, rules))
        left = 1 if is_last else chance.randrange(2, rules.hand_size)
        made = situation(
            chance,
            replace(rules, piglets=Piglets.OFF),  # nobody held both foxes
            cards_in_hand=left,
            played=PLAYERS,
            contract=contract,
            wanted=cards,
        )
        trick = made.trick
        queens = [s for s, c in zip(trick.seats, trick.cards, strict=True) if c == CLUB_QUEEN]
        if len({*queens}) < len(queens):
            return None
        number = rules.hand_size - left + 1
        found = None
        for re in _parties(chance, contract, queens):
            made_so = SpecialQuestion(
                rules=rules, contract=contract, re=re, trick=trick, number=number, is_last=is_last
            )
            right = self.solve(made_so)
            if (self.believed(wanted, made_so) in {None, right}) is aim.twin:
                found = made_so
                if right != _NOTHING:
                    break
        return found

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        """In a solo a Doppelkopf may lie in any trick, a fox where it is trump."""
        if belief is not _M.SPECIALS_IN_SOLO or _S.DOPPELKOPF in rules.specials:
            return True
        return _S.FOX in rules.specials and Contract.DIAMONDS in rules.solos

    def is_of_level(self, question: SpecialQuestion, level: int, aim: Aim) -> bool:
        """At level 3 something else is there to be seen, too."""
        if question.trick is None or level < 3 or question.contract is not Contract.NORMAL:
            return True
        cards = {*question.trick.cards} & {FOX, CHARLIE, DULLE}
        return bool(cards) or question.trick.points >= _BELIEVED_DOPPELKOPF

    def is_twin(self, belief: Misconception, question: SpecialQuestion) -> bool:
        """What the belief is about counts, or would in a game of two against two."""
        if question.trick is None:
            return True
        counts = {earned.point for earned in _right(question)}
        if belief is _M.SPECIALS_IN_SOLO:
            return bool(counts)
        return not counts.isdisjoint(_more(belief, question))

    def variant(self, question: SpecialQuestion) -> str:
        return "" if question.trick else END

    def fields(self, question: SpecialQuestion) -> tuple[Field, ...]:
        names = [ItemName(point.value) for point in question.rules.specials]
        if question.trick is None:
            names.append(_ALTE)
        special = Field("special", Way.SEVERAL, (*names, Choice.NOTHING))
        return (special, Field("party", Way.ONE, (*Party, Choice.NOBODY)))

    def solve(self, question: SpecialQuestion) -> Answer:
        if question.trick is None:
            is_so = question.winner is Party.KONTRA and question.contract not in ALONE
            return (frozenset({_ALTE}), Party.KONTRA) if is_so else _NOTHING
        return self._earned(question, {earned.point for earned in _right(question)})

    def _earned(self, question: SpecialQuestion, points: set[SpecialPoint]) -> Answer:
        found = frozenset(ItemName(p.value) for p in points if p in question.rules.specials)
        party = question.parties[question.taken.winner]
        assert party is not None
        return (found, party) if found else _NOTHING

    def believed(self, belief: Misconception, question: SpecialQuestion) -> Answer | None:
        if question.trick is None:
            return _NOTHING if belief is _M.KONTRA_SAME else None
        if belief is _M.KONTRA_SAME:
            return None
        right = {earned.point for earned in _right(question)}
        if belief is _M.SPECIALS_IN_SOLO:
            return self._earned(question, {e.point for e in _all_earned(question)})
        if question.is_alone:
            return None
        return self._earned(question, right | set(_more(belief, question)))

    def diagnosis(self, question: SpecialQuestion, answer: Answer) -> tuple[Misconception, ...]:
        beliefs = super().diagnosis(question, answer)
        return tuple(b for b in beliefs if self.believed(b, question) != self.solve(question))

    def because(self, question: SpecialQuestion) -> tuple[Why, ...]:
        if question.trick is None:
            won, points = question.winner, question.points
            why = Why(Reason.NO_ALTE)
            if won is Party.KONTRA and question.contract not in ALONE:
                why = Why(Reason.ALTE_BEATEN, parties=(Party.KONTRA, Party.RE))
            if points is None:
                return (why,)
            needed = (points, 121) if won is Party.RE else (ALL_CARD_POINTS - points, 120)
            return (Why(Reason.TARGET_MET, parties=(won,), figures=needed), why)
        if question.is_alone:
            return (Why(Reason.NO_SPECIALS_IN_SOLO, calls=(question.contract,)),)
        reasons = tuple(earned.why for earned in _right(question))
        return reasons or tuple(_why_not(question)) or (Why(Reason.NOTHING_SPECIAL),)

    def about_answer(self, question: SpecialQuestion, answer: Answer) -> tuple[Why, ...]:
        """Why something that was chosen does not count."""
        given = answer[0]
        assert isinstance(given, frozenset)
        if question.trick is None:
            return (Why(Reason.NO_TRICK_SHOWN),) if given - {_ALTE, Choice.NOTHING} else ()
        if question.is_alone:
            return ()
        (right, *_) = self.solve(question)
        assert isinstance(right, frozenset)
        told: list[Why] = []
        for name in sorted(given - right):
            reasons = (*_why_not(question), *_why_nothing(question))
            why = next((why for why in reasons if name in _SPEAKS_OF[why.reason]), None)
            if why is not None and why not in told:
                told.append(why)
        return tuple(told[:2])

    def still_because(self, question: SpecialQuestion, answer: Answer) -> tuple[Why, ...]:
        said = self.about_answer(question, answer)
        return tuple(why for why in self.because(question) if why not in said)

    def cites(self, question: SpecialQuestion) -> tuple[str, ...]:
        if question.trick is None:
            return sources_of(Reason.ALTE_BEATEN, question.rules.document)
        return ()

    def taught(self, question: SpecialQuestion) -> tuple[str, ...]:
        """What does not count though one might expect it, or would not in a solo, too."""
        document, found = question.rules.document, super().taught(question)
        if question.trick is None:
            return found
        beside = [s for why in _why_not(question) for s in sources_of(why.reason, document)]
        if question.contract not in ALONE and _right(question):
            beside += sources_of(Reason.NO_SPECIALS_IN_SOLO, document)
        return tuple(dict.fromkeys((*found, *beside)))

    def exhibit(self, question: SpecialQuestion) -> Exhibit:
        told = []
        if question.contract in ALONE:
            told.append(Why(Fact.SOLOIST, seats=question.re, calls=(question.contract,)))
        else:
            told.append(Why(Fact.RE_IS, seats=question.re))
        if question.points is not None:
            points = {Party.RE: question.points, Party.KONTRA: ALL_CARD_POINTS - question.points}
            told += [Why(Fact.POINTS_OF, parties=(p,), figures=(n,)) for p, n in points.items()]
            told.append(Why(Fact.NOBODY_SAID))
        elif question.won is not None:
            told.append(Why(Fact.WINNER_IS, parties=(question.won,)))
        elif question.rules.piglets is not Piglets.OFF and question.order.is_trump(FOX):
            told.append(Why(Fact.NO_PIGLETS))
        if question.is_last:
            told.append(Why(Fact.LAST_TRICK))
        elif question.trick is not None:
            told.append(Why(Fact.NOT_LAST_TRICK, figures=(question.number,)))
        return Exhibit(question.contract, tuple(told), question.trick)

    def seen_after(self, question: SpecialQuestion) -> Mapping[Seat, str]:
        """Who takes the trick, and the cards that earn something; or who has won it."""
        if question.trick is None:
            (_, party) = self.solve(question)
            return {seat: "counts" for seat in Seat if question.parties[seat] is party}
        earned = [one.why for one in _right(question)]
        counts = {seat for why in earned for seat in why.seats}
        if any(len(why.cards) == PLAYERS for why in earned):
            counts = {*Seat}
        return dict.fromkeys(counts, "counts") | {question.taken.winner: "wins"}

    def hint(self, question: SpecialQuestion) -> Why:
        if question.trick is None:
            return Why(Hint.PARTY, parties=(question.winner,))
        if question.is_alone:
            return Why(Hint.CONTRACT, calls=(question.contract,))
        counted = {FOX: _S.FOX, CHARLIE: _S.CHARLIE, DULLE: _S.DULLE_CAUGHT}
        cards = tuple(
            card
            for card, point in counted.items()
            if card in question.trick.cards and point in question.rules.specials
        )
        if cards:
            return Why(Hint.CARDS, cards)
        return Why(Hint.FIGURE, figures=(question.trick.points,))


def _parties(
    chance: Random, contract: Contract, queens: Sequence[Seat]
) -> Iterator[tuple[Seat, ...]]:
    """Who may be Re, in any order, with the queens of clubs where those tell."""
    number = 1 if contract in ALONE else 2
    held = set(queens) if contract is Contract.NORMAL else set()
    every = [re for re in combinations(Seat, number) if held <= {*re}]
    yield from chance.sample(every, len(every))


_NOTHING: Answer = (frozenset(), Choice.NOBODY)
_TRIES = 12
"""So many tricks are looked at for some that the belief answers as it should."""
_COUNTS_ALONE = {_M.HEARTS_WITH_TRUMP, _M.SPECIALS_IN_SOLO}
"""Where these are wrong, hardly anything else ever counts."""
_OF_LAST = {_M.CHARLIE_LIES_IN_LAST, _M.FOX_LIES_IN_LAST, _M.PAIR_OF_BOTH}
_SPEAKS_OF: dict[object, set[ItemName]] = {
    Reason.OWN_FOX: {ItemName.FOX},
    Reason.FOX_AT_HOME: {ItemName.FOX},
    Reason.NO_FOX_IN_TRICK: {ItemName.FOX, ItemName.FOX_LAST, ItemName.FOX_PAIR_LAST},
    Reason.NO_CHARLIE_IN_TRICK: {ItemName.CHARLIE, ItemName.CHARLIE_PAIR},
    Reason.TOO_FEW_FOR_DOPPELKOPF: {ItemName.DOPPELKOPF},
    Reason.CHARLIE_BEATEN: {ItemName.CHARLIE, ItemName.CHARLIE_PAIR},
    Reason.CHARLIE_TOO_EARLY: {ItemName.CHARLIE, ItemName.CHARLIE_PAIR},
    Reason.FOX_BEATEN: {ItemName.FOX_LAST, ItemName.FOX_PAIR_LAST},
    Reason.FOX_TOO_EARLY: {ItemName.FOX_LAST, ItemName.FOX_PAIR_LAST},
    Reason.NO_HEART_TRICK: {ItemName.HEART_TRICK},
    Reason.OWN_DULLE: {ItemName.DULLE_CAUGHT},
    Reason.PAIR_OF_BOTH: {ItemName.CHARLIE_PAIR, ItemName.FOX_PAIR_LAST},
}


def _right(question: SpecialQuestion) -> tuple[Earned, ...]:
    return () if question.is_alone else _all_earned(question)


@lru_cache(maxsize=32)
def _all_earned(question: SpecialQuestion) -> tuple[Earned, ...]:
    """Asked of the rules, whoever plays alone."""
    return special_points(question.taken, question.order, question.parties, question.rules.specials)


_EARNED = {
    _S.FOX: _M.OWN_FOX_COUNTS,
    _S.DOPPELKOPF: _M.DOPPELKOPF_30,
    _S.CHARLIE: _M.CHARLIE_LIES_IN_LAST,
    _S.FOX_LAST: _M.FOX_LIES_IN_LAST,
    _S.HEART_TRICK: _M.HEARTS_WITH_TRUMP,
    _S.DULLE_CAUGHT: _M.OWN_DULLE_COUNTS,
}


def _earned_in(contract: Contract, rules: RuleSet) -> list[Misconception]:
    """The beliefs about special points that a trick of the contract may earn."""
    order = rules.card_order(contract)
    cards = {_S.FOX: FOX, _S.FOX_LAST: FOX, _S.CHARLIE: CHARLIE, _S.DULLE_CAUGHT: DULLE}
    return [
        belief
        for point, belief in _EARNED.items()
        if point in rules.specials and (point not in cards or order.is_trump(cards[point]))
    ]


def _beside(stake: tuple[Card, ...], chance: Random, rules: RuleSet) -> tuple[Card, ...]:
    """At times something that counts besides: a fox, or many card points."""
    if _S.FOX in rules.specials and FOX not in stake and len(stake) < PLAYERS:
        return (FOX,) if chance.randrange(2) else ()
    if _S.DOPPELKOPF in rules.specials and len(stake) == 2 and chance.randrange(2):
        return tuple(chance.sample([card for card in _FULL if card not in stake], 2))
    return ()


_FULL = tuple(card for card in Card if card.points >= 10)


def _earning(belief: Misconception, chance: Random, rules: RuleSet) -> tuple[Card, ...]:
    """Cards that earn what a belief is about."""
    trumps = rules.card_order(Contract.NORMAL).trumps
    match belief:
        case _M.DOPPELKOPF_30:
            cards = [card for card in rules.pack if card.points >= 10 and card != FOX]
            return tuple(chance.sample(cards, 4))
        case _M.CHARLIE_LIES_IN_LAST:
            return (CHARLIE, chance.choice(trumps[trumps.index(CHARLIE) + 1 :]))
        case _M.FOX_LIES_IN_LAST:
            return (FOX, *chance.sample([card for card in rules.pack if card not in trumps], 3))
        case _M.HEARTS_WITH_TRUMP:
            return (Card.HA, Card.HA, Card.HK, Card.HK)
    return _at_stake(belief, chance, rules)


def _at_stake(belief: Misconception, chance: Random, rules: RuleSet) -> tuple[Card, ...]:
    """Cards that tell a belief from the truth where they meet in a trick."""
    trumps = rules.card_order(Contract.NORMAL).trumps
    above = [card for card in trumps if card not in {FOX, CHARLIE}]
    match belief:
        case _M.OWN_FOX_COUNTS:
            return (FOX, chance.choice((DULLE, chance.choice(trumps[:9]))))
        case _M.DOPPELKOPF_30:
            cards = [card for card in rules.pack if card.points >= 10]
            return tuple(dict.fromkeys(chance.sample(cards, 3)))
        case _M.CHARLIE_LIES_IN_LAST:
            return (CHARLIE, chance.choice(above[:6]))
        case _M.CHARLIE_IN_ANY_TRICK:
            return (CHARLIE, chance.choice([card for card in trumps[6:] if card != CHARLIE]))
        case _M.FOX_LIES_IN_LAST:
            return (FOX, chance.choice(above))
        case _M.HEARTS_WITH_TRUMP:
            hearts = [card for card in rules.pack if card in {Card.HA, Card.HK, Card.H9}]
            return (*chance.sample(hearts, 3), chance.choice(trumps))
        case _M.OWN_DULLE_COUNTS:
            return (DULLE, DULLE)
        case _M.PAIR_OF_BOTH:
            fox = [p for p in (_S.FOX_PAIR_LAST, _S.CHARLIE_PAIR) if p in rules.specials]
            card = FOX if fox and chance.choice(fox) is _S.FOX_PAIR_LAST else CHARLIE
            weaker = trumps[trumps.index(card) + 1 :]
            return (card, card, chance.choice(weaker))
    return ()


def _more(belief: Misconception, question: SpecialQuestion) -> Iterator[SpecialPoint]:
    """The items that a belief counts beyond the right ones."""
    taken, order = question.taken, question.order
    cards = taken.trick.cards
    hearts = [c for c in cards if c.suit is Suit.HEARTS and not order.is_trump(c)]
    match belief:
        case _M.OWN_FOX_COUNTS if FOX in cards and order.is_trump(FOX):
            yield _S.FOX
        case _M.DOPPELKOPF_30 if taken.trick.points >= _BELIEVED_DOPPELKOPF:
            yield _S.DOPPELKOPF
        case _M.CHARLIE_LIES_IN_LAST if taken.is_last and CHARLIE in cards:
            yield _S.CHARLIE
        case _M.CHARLIE_IN_ANY_TRICK if taken.best == CHARLIE:
            yield _S.CHARLIE
        case _M.FOX_LIES_IN_LAST if taken.is_last and FOX in cards:
            yield _S.FOX_LAST
        case _M.HEARTS_WITH_TRUMP if len(hearts) >= PLAYERS - 1 and hearts[0] == cards[0]:
            yield _S.HEART_TRICK
        case _M.OWN_DULLE_COUNTS if cards.count(DULLE) == COPIES and taken.best == DULLE:
            yield _S.DULLE_CAUGHT
        case _M.PAIR_OF_BOTH if taken.is_last:
            pairs = {CHARLIE: _S.CHARLIE_PAIR, FOX: _S.FOX_PAIR_LAST}
            if taken.best in pairs and cards.count(taken.best) == COPIES:
                yield pairs[taken.best]


def _why_not(question: SpecialQuestion) -> Iterator[Why]:
    """Why items that one might well expect do not count."""
    taken, order, parties = question.taken, question.order, question.parties
    trick, winner, specials = taken.trick, taken.winner, question.rules.specials
    party = parties[winner]
    for card, point, reason in (
        (FOX, _S.FOX, Reason.OWN_FOX),
        (DULLE, _S.DULLE_CAUGHT, Reason.OWN_DULLE),
    ):
        if point in specials and (card is FOX or taken.best == DULLE):
            own = [s for s in taken.players_of(card) if s != winner and parties[s] is party]
            yield from (Why(reason, seats=(winner, seat)) for seat in own)
    if _BELIEVED_DOPPELKOPF <= trick.points < DOPPELKOPF_POINTS:
        yield Why(Reason.TOO_FEW_FOR_DOPPELKOPF, figures=(trick.points, DOPPELKOPF_POINTS))
    for card, point in ((CHARLIE, _S.CHARLIE), (FOX, _S.FOX_LAST)):
        if point in specials and card in trick.cards:
            yield from _why_not_last(card, taken, parties)
    if order.plain_suit(trick.cards[0]) is Suit.HEARTS and _S.HEART_TRICK in specials:
        strays = tuple(c for c in trick.cards if order.group[c] != order.group[trick.cards[0]])
        if strays:
            yield Why(Reason.NO_HEART_TRICK, strays)


def _why_nothing(question: SpecialQuestion) -> Iterator[Why]:
    """Why items that hardly anybody expects do not count."""
    taken = question.taken
    if FOX in taken.trick.cards and taken.winner in taken.players_of(FOX):
        yield Why(Reason.FOX_AT_HOME, seats=(taken.winner,))
    if FOX not in taken.trick.cards:
        yield Why(Reason.NO_FOX_IN_TRICK)
    if CHARLIE not in taken.trick.cards:
        yield Why(Reason.NO_CHARLIE_IN_TRICK)
    hearts = question.order.group[Card.HA]
    strays = tuple(c for c in taken.trick.cards if question.order.group[c] != hearts)
    if strays:
        yield Why(Reason.NO_HEART_TRICK, strays)
    if taken.trick.points < DOPPELKOPF_POINTS:
        yield Why(Reason.TOO_FEW_FOR_DOPPELKOPF, figures=(taken.trick.points, DOPPELKOPF_POINTS))


def _why_not_last(card: Card, taken: Taken, parties: Parties) -> Iterator[Why]:
    """Why a charlie or a fox does not make the last trick."""
    beaten, early = {
        CHARLIE: (Reason.CHARLIE_BEATEN, Reason.CHARLIE_TOO_EARLY),
        FOX: (Reason.FOX_BEATEN, Reason.FOX_TOO_EARLY),
    }[card]
    players = taken.players_of(card)
    if taken.best != card:
        if taken.is_last:
            yield Why(beaten, seats=(players[0], taken.winner))
    elif not taken.is_last:
        yield Why(early, seats=(taken.winner,))
    elif len(players) == COPIES and len({parties[seat] for seat in players}) > 1:
        yield Why(Reason.PAIR_OF_BOTH)
