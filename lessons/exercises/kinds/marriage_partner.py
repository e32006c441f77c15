"""marriage-partner: who becomes the partner of a marriage, or nobody? Answered by seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way
from lessons.exercises.deals import deal_with, has_piglets
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.verdict import Hint
from lessons.rules.cards import CLUB_QUEEN, COPIES, PLAYERS, Hand, Seat
from lessons.rules.contracts import CardOrder, Contract
from lessons.rules.parties import only_known
from lessons.rules.reasons import Reason, Why
from lessons.rules.reservations import Settled, why_partner
from lessons.rules.rule_sets import Deciding, RuleSet
from lessons.rules.sources import sources_of
from lessons.rules.tricks import Trick, legal_cards, trick_winner, why_won

FIRST = "first"
_M = Misconception
_FOUND = (_M.MARRIAGE_ANY_TRICK, _M.HOLDER_CAN_DECIDE)
_MOST_REASONS = 4
"""Of a verdict."""
_MOST_TRICKS_ALONE = 5
"""So many tricks in a row the holder may take, as far as chance goes."""
_TRIES = 8
"""Of a trick as it is wanted."""
_KINDS = (_M.FIRST_TRICK_DECIDES, _M.TRUMP_TRICK_BY_WINNER)


@dataclass(frozen=True, slots=True)
class MarriageQuestion:
    rules: RuleSet
    holder: Seat
    deciding: Deciding | None
    """None: no marriage was announced."""
    tricks: tuple[Trick, ...]
    tells_queens: bool = False
    """Whether it is told that the holder has both club queens: announced or not, that is asked."""

    @property
    def order(self) -> CardOrder:
        return self.rules.card_order(Contract.MARRIAGE)

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(trick_winner(trick, self.order) for trick in self.tricks)

    def settled(self) -> Settled:
        """The marriage as the tricks have decided it, asked of the rules."""
        settled = Settled(
            Contract.MARRIAGE,
            only_known(self.holder),
            declarer=self.holder,
            deciding=self.deciding,
        )
        for number, (trick, winner) in enumerate(
            zip(self.tricks, self.winners, strict=True), start=1
        ):
            if settled.is_open:
                led_trump = self.order.is_trump(trick.cards[0])
                settled = settled.after_trick(number, winner, led_trump, self.rules.marriage_tricks)
        return settled


class MarriagePartner(Kind[MarriageQuestion]):
    name: ClassVar = "marriage-partner"
    group: ClassVar = Group.PARTIES
    version: ClassVar = 4
    balanced_by: ClassVar = "a partner in trick 1, in a later one just in time, and one too late"
    asks: ClassVar = MarriageQuestion
    ways: ClassVar = {asked: {"seat": Way.ONE} for asked in ("", FIRST)}
    beliefs: ClassVar = (*_FOUND, *_KINDS, _M.SILENT_SOLO_HAS_PARTNER)
    aims: ClassVar = {
        "kompakt:hochzeit": Aim(_FOUND, free=5),
        "kompakt:stille-hochzeit": Aim((_M.SILENT_SOLO_HAS_PARTNER,),
                                       contrast=("kompakt:hochzeit",)),
        "royal:3.3.1a": Aim((*_KINDS, _M.HOLDER_CAN_DECIDE)),
        "royal:3.3.1b": Aim((_M.MARRIAGE_ANY_TRICK, _M.SILENT_SOLO_HAS_PARTNER)),
        "cvjm:5.1a": Aim((*_KINDS, _M.HOLDER_CAN_DECIDE)),
        "cvjm:5.1b": Aim((_M.MARRIAGE_ANY_TRICK,)),
    }  # fmt: skip
    hinted: ClassVar = {
        Hint.OPTION: Why(Hint.OPTION, calls=(Deciding.FIRST,)),
        Hint.SEAT: Why(Hint.SEAT, seats=(Seat.VH,)),
        Hint.NONE: Why(Hint.NONE),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> MarriageQuestion | None:
        if not rules.marriage_deciding:
            return None
        holder = Seat(chance.randrange(PLAYERS))
        kinds = [k for k in rules.marriage_deciding if k is not Deciding.FIRST]
        deciding = chance.choice((belief in _KINDS and kinds) or rules.marriage_deciding)
        is_about_queens = belief is _M.SILENT_SOLO_HAS_PARTNER
        is_silent = is_about_queens and not aim.twin
        if belief is _M.HOLDER_CAN_DECIDE and aim.twin and deciding is Deciding.FIRST and level > 1:
            return None  # it is simply the first trick
        plan = _planned(chance, rules, level, aim, belief, deciding)
        order = rules.card_order(Contract.MARRIAGE)
        # Who is to take tricks has the cards to.
        best = order.trumps[: 4 if deciding is Deciding.FIRST else 2]
        if plan.goal == 1 or not (belief in _FOUND or deciding is Deciding.FIRST):
            best = (CLUB_QUEEN,)
        deal = deal_with(chance, rules, holder, lambda card: card in best, COPIES * len(best))
        hands = [*deal]
        if plan.ruffed:
            _shorten(chance, hands, holder, order)
        if any(has_piglets(hand, rules) for hand in hands):
            return None
        # One more than can decide, so that the number of tricks does not tell.
        shown = min(rules.marriage_tricks + (2 if level == 3 else 1), rules.hand_size)
        asked = MarriageQuestion(rules, holder, Deciding.FIRST if is_silent else deciding, ())
        while len(asked.tricks) < shown:
            trick = _trick(chance, hands, asked, plan)
            if trick is None:
                return None
            asked = replace(asked, tricks=(*asked.tricks, trick))
        return replace(
            asked, deciding=None if is_silent else deciding, tells_queens=is_about_queens
        )

    def is_of_level(self, question: MarriageQuestion, level: int, aim: Aim) -> bool:
        """From level 2 on not simply the first trick decides; at level 3 somebody can go wrong, and
        where a kind of trick is asked for in several ways."""
        if question.deciding is None or level == 1 or question.rules.marriage_tricks == 1:
            return True
        is_first = question.deciding is Deciding.FIRST
        if is_first and question.settled().decided_in == 1:
            return False
        return level == 2 or len(self.misleading(question)) > (not is_first and not aim.twin)

    def is_twin(self, belief: Misconception, question: MarriageQuestion) -> bool:
        """Of a partner who is found in time: just in time."""
        if belief is not _M.MARRIAGE_ANY_TRICK:
            return True
        settled = question.settled()
        last = question.rules.marriage_tricks
        return settled.partner is not None and settled.decided_in == last > 1

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        if belief is _M.MARRIAGE_ANY_TRICK and rules.marriage_tricks > _MOST_TRICKS_ALONE:
            return False
        if belief is _M.HOLDER_CAN_DECIDE and rules.marriage_tricks == 1:
            return False
        if belief in _KINDS and not {*rules.marriage_deciding} - {Deciding.FIRST}:
            return False
        return bool(rules.marriage_deciding)

    def variant(self, question: MarriageQuestion) -> str:
        return FIRST if question.rules.marriage_deciding == (Deciding.FIRST,) else ""

    def fields(self, question: MarriageQuestion) -> tuple[Field, ...]:
        others = tuple(seat for seat in Seat if seat != question.holder)
        return (Field("seat", Way.ONE, (*others, Choice.NOBODY)),)

    def solve(self, question: MarriageQuestion) -> Answer:
        if question.deciding is None:
            return (Choice.NOBODY,)
        partner = question.settled().partner
        return (Choice.NOBODY if partner is None else partner,)

    def believed(self, belief: Misconception, question: MarriageQuestion) -> Answer | None:
        holder, winners = question.holder, question.winners
        within = question.rules.marriage_tricks
        found = [seat for seat in winners[:within] if seat != holder]
        first: Answer = (found[0],) if found else (Choice.NOBODY,)
        if belief is _M.SILENT_SOLO_HAS_PARTNER:
            if question.deciding is None:
                return first
            return self.solve(question) if question.tells_queens else None
        if question.deciding is None:
            return None
        match belief:
            case _M.MARRIAGE_ANY_TRICK:
                # The next one of the kind that comes, however late.
                later = replace(question, rules=_any_number(question))
                return self.solve(later)
            case _M.HOLDER_CAN_DECIDE:
                return (Choice.NOBODY,) if winners[0] == holder else self.solve(question)
            case _M.FIRST_TRICK_DECIDES:
                return None if question.deciding is Deciding.FIRST else first
            case _M.TRUMP_TRICK_BY_WINNER:
                return self._by_winner(question)
        return None

    def _by_winner(self, question: MarriageQuestion) -> Answer | None:
        if question.deciding is Deciding.FIRST:
            return None
        wanted = question.deciding is Deciding.FIRST_TRUMP
        within = question.rules.marriage_tricks
        for trick, winner in list(zip(question.tricks, question.winners, strict=True))[:within]:
            is_trump = question.order.is_trump(trick.card_of(winner))
            if is_trump == wanted and winner != question.holder:
                return (winner,)
        return (Choice.NOBODY,)

    def because(self, question: MarriageQuestion) -> tuple[Why, ...]:
        holder = question.holder
        if question.deciding is None:
            return (Why(Reason.SILENT_QUEENS, seats=(holder,)),)
        settled = question.settled()
        main = why_partner(settled)
        assert main is not None
        won: tuple[Why, ...] = ()
        if settled.partner is not None:
            # The most that is to be said of it: of two equal cards, which of them counts.
            won = why_won(question.tricks[settled.decided_in - 1], question.order)[-1:]
        return main, *won, *_why_skipped(question, settled)

    def about_answer(self, question: MarriageQuestion, answer: Answer) -> tuple[Why, ...]:
        """Why a trick of the player who was chosen does not decide it; how long there was time for
        one that does."""
        (seat,) = answer
        settled = question.settled() if question.deciding else None
        if seat is Choice.NOBODY and settled is not None and settled.decided_in > 1:
            return (Why(Reason.DECIDES_WITHIN, figures=(question.rules.marriage_tricks,)),)
        if settled is None or seat not in question.winners:
            return ()
        assert isinstance(seat, Seat)
        number = question.winners.index(seat) + 1
        if settled.partner is not None and number > settled.decided_in:
            return (Why(Reason.DECIDED_BEFORE, seats=(seat,), figures=(number,)),)
        if number > question.rules.marriage_tricks:
            figures = (number, question.rules.marriage_tricks)
            return (Why(Reason.TOO_LATE_TO_DECIDE, seats=(seat,), figures=figures),)
        return tuple(
            why
            for why in self.because(question)
            if why.reason is Reason.NOT_OF_THE_KIND and number in why.figures
        )

    def still_because(self, question: MarriageQuestion, answer: Answer) -> tuple[Why, ...]:
        said = self.about_answer(question, answer)
        left = [why for why in self.because(question) if why not in said]
        return tuple(left[: _MOST_REASONS - len(said)])

    def seen_in_tricks(
        self, question: MarriageQuestion, answer: Answer
    ) -> Mapping[tuple[int, Seat], str]:
        """The first trick of whom was chosen, and the one that decides."""
        (seat,) = answer
        marks = {}
        if isinstance(seat, Seat) and seat in question.winners and answer != self.solve(question):
            marks[question.winners.index(seat) + 1, seat] = "wrong"
        settled = question.settled() if question.deciding else None
        if settled is not None and settled.partner is not None:
            marks[settled.decided_in, settled.partner] = "wins"
        return marks

    def exhibit(self, question: MarriageQuestion) -> Exhibit:
        holder = (question.holder,)
        if question.deciding is None:
            told = Why(Fact.NO_MARRIAGE, seats=holder)
            return Exhibit(None, (told,), tricks=question.tricks)
        told = Why(Fact.MARRIAGE_OF, seats=holder, calls=(question.deciding,))
        if question.rules.marriage_deciding == (Deciding.FIRST,):
            told = Why(Fact.MARRIAGE_ANNOUNCED, seats=holder)
        queens = (Why(Fact.HOLDS_QUEENS, seats=holder),) if question.tells_queens else ()
        return Exhibit(Contract.MARRIAGE, (*queens, told), tricks=question.tricks)

    def cites(self, question: MarriageQuestion) -> tuple[str, ...]:
        """That it is announced decides, where the queens are told; that it is found just in time,
        in the last trick that may."""
        document, settled = question.rules.document, question.settled()
        cited = sources_of(Reason.SILENT_QUEENS, document) if question.tells_queens else ()
        if settled.partner is not None and settled.decided_in == question.rules.marriage_tricks > 1:
            cited = (*cited, *sources_of(Reason.TOO_LATE_TO_DECIDE, document))
        return cited

    def hint(self, question: MarriageQuestion) -> Why:
        if question.deciding is None:
            return Why(Hint.NONE)
        if question.deciding is Deciding.FIRST:
            return Why(Hint.SEAT, seats=(question.holder,))
        return Why(Hint.OPTION, calls=(question.deciding,))


_KIND = {True: Deciding.FIRST_TRUMP, False: Deciding.FIRST_PLAIN}


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the tricks are to go, so that a belief is misled or not."""

    goal: int
    """The trick that is to decide; 0: none of those that can."""
    own: bool | None = None
    """Whether the holder is to take the first trick."""
    skipped: bool = False
    """Whether another is to take the trick before the goal, which is not of the kind."""
    ruffed: bool = False
    """Whether the goal, or the trick before it, is to be ruffed."""

    def fits(self, asked: MarriageQuestion, trick: Trick) -> bool:
        """Whether this may be the next trick."""
        number = len(asked.tricks) + 1
        winner, led_trump = trick_winner(trick, asked.order), asked.order.is_trump(trick.cards[0])
        is_own, kind = winner == asked.holder, _KIND[led_trump]
        decides = asked.deciding in {Deciding.FIRST, kind} and not is_own
        goal = self.goal or asked.rules.marriage_tricks + 1
        if decides is not (number == goal) and number <= goal:
            return False
        if number == 1 and self.own is not None and is_own is not self.own:
            return False
        if self.skipped and number == goal - 1 and is_own:
            return False
        ruffed = self.goal - (asked.deciding is Deciding.FIRST_TRUMP)
        if not self.ruffed or number != ruffed:
            return True
        return not is_own and not led_trump and asked.order.is_trump(trick.card_of(winner))


def _planned(
    chance: Random,
    rules: RuleSet,
    level: int,
    aim: Aim,
    belief: Misconception | None,
    deciding: Deciding,
) -> _Plan:
    last = rules.marriage_tricks
    is_hard = level == 3 and deciding is not Deciding.FIRST
    if belief is _M.MARRIAGE_ANY_TRICK:
        return _Plan(last) if aim.twin else _Plan(0, skipped=is_hard)
    last = min(last, _MOST_TRICKS_ALONE)
    is_own = belief is _M.HOLDER_CAN_DECIDE
    if is_own and is_hard and aim.twin:
        return _Plan(min(2, last), own=False, skipped=True)
    if aim.twin or belief not in {*_KINDS, _M.HOLDER_CAN_DECIDE}:
        return _Plan(chance.randrange(1, min(last, level + 1) + 1))
    goals = [*range(min(3 if is_hard and is_own else 2, last), last + 1)]
    if belief is _M.FIRST_TRICK_DECIDES:
        goals.append(0)
    return _Plan(
        chance.choice(goals),
        own=True if is_own else None,
        skipped=is_hard or belief is _M.FIRST_TRICK_DECIDES,
        ruffed=belief is _M.TRUMP_TRICK_BY_WINNER,
    )


def _shorten(chance: Random, hands: list[Hand], holder: Seat, order: CardOrder) -> None:
    """Takes a plain suit out of a hand that is not the holder's, so that it can ruff."""
    short, other = chance.sample([seat for seat in Seat if seat != holder], 2)
    plain = [card for card in hands[short] if not order.is_trump(card)]
    if not plain:
        return
    suit = order.group[chance.choice(plain)]
    given = [card for card in plain if order.group[card] == suit]
    taken = [card for card in hands[other] if order.group[card] != suit][: len(given)]
    if len(taken) == len(given):
        for seat, away, new in ((short, given, taken), (other, taken, given)):
            kept = [*hands[seat]]
            for card in away:
                kept.remove(card)
            hands[seat] = (*kept, *new)


def _trick(chance: Random, hands: list[Hand], asked: MarriageQuestion, plan: _Plan) -> Trick | None:
    """The next trick, taken out of the hands; None where chance did not find one that fits."""
    order = asked.order
    leader = trick_winner(asked.tricks[-1], order) if asked.tricks else Seat.VH
    for _ in range(_TRIES):
        cards: Hand = ()
        for number in range(PLAYERS):
            led = cards[0] if cards else None
            cards = (*cards, chance.choice(legal_cards(hands[leader.after(number)], led, order)))
        trick = Trick(leader, cards)
        if plan.fits(asked, trick):
            for seat, card in trick.played:
                left = [*hands[seat]]
                left.remove(card)
                hands[seat] = tuple(left)
            return trick
    return None


def _why_skipped(question: MarriageQuestion, settled: Settled) -> tuple[Why, ...]:
    """Why the tricks before, or all of them, decide nothing: the card led, then who took them."""
    before = settled.decided_in - (settled.partner is not None)
    own: list[int] = []
    others: list[int] = []
    for number, trick in enumerate(question.tricks[:before], start=1):
        kind = _KIND[question.order.is_trump(trick.cards[0])]
        is_wanted = question.deciding in {Deciding.FIRST, kind}
        (own if is_wanted else others).append(number)
    skipped = []
    if others:
        led = tuple(question.tricks[number - 1].cards[0] for number in others)
        calls = () if question.deciding is None else (question.deciding,)
        skipped.append(Why(Reason.NOT_OF_THE_KIND, led, figures=tuple(others), calls=calls))
    if own:
        holder = (question.holder,)
        skipped.append(Why(Reason.HOLDER_TOOK_IT, seats=holder, figures=tuple(own)))
    return tuple(skipped)


def _any_number(question: MarriageQuestion) -> RuleSet:
    return replace(question.rules, marriage_tricks=len(question.tricks))
