"""marriage-partner: who becomes the partner of a marriage, or nobody? Answered by seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Choice, Field, Way
from lessons.exercises.deals import deal_with, has_piglets
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.verdict import Hint
from lessons.rules.cards import CLUB_QUEEN, COPIES, PLAYERS, Seat
from lessons.rules.contracts import CardOrder, Contract
from lessons.rules.game import Play, begin
from lessons.rules.parties import UNDECIDED, only_known
from lessons.rules.reasons import Reason, Why
from lessons.rules.reservations import Settled, why_partner
from lessons.rules.rule_sets import Deciding, RuleSet
from lessons.rules.tricks import Trick, trick_winner, why_won

FIRST = "first"
_M = Misconception
_FOUND = (_M.MARRIAGE_ANY_TRICK, _M.HOLDER_CAN_DECIDE)
_MOST_REASONS = 4
"""Of a verdict."""
_MOST_TRICKS_ALONE = 5
"""So many tricks in a row the holder may take, as far as chance goes."""
_KINDS = (_M.FIRST_TRICK_DECIDES, _M.TRUMP_TRICK_BY_WINNER)


@dataclass(frozen=True, slots=True)
class MarriageQuestion:
    rules: RuleSet
    holder: Seat
    deciding: Deciding | None
    """None: no marriage was announced."""
    tricks: tuple[Trick, ...]

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
    version: ClassVar = 3
    sides: ClassVar = {"the first trick decides": 2, "a later one does": 4, "nobody is found": 1}
    asks: ClassVar = MarriageQuestion
    ways: ClassVar = {asked: {"seat": Way.ONE} for asked in ("", FIRST)}
    beliefs: ClassVar = (*_FOUND, *_KINDS, _M.SILENT_SOLO_HAS_PARTNER)
    aims: ClassVar = {
        "kompakt:hochzeit": Aim(_FOUND),
        "kompakt:stille-hochzeit": Aim((_M.SILENT_SOLO_HAS_PARTNER,),
                                       contrast=("kompakt:hochzeit",)),
        "royal:3.3.1a": Aim((*_KINDS, _M.HOLDER_CAN_DECIDE)),
        "royal:3.3.1b": Aim((_M.MARRIAGE_ANY_TRICK, _M.SILENT_SOLO_HAS_PARTNER),
                            contrast=("royal:3.3.1a",)),
        "cvjm:5.1a": Aim((*_KINDS, _M.HOLDER_CAN_DECIDE)),
        "cvjm:5.1b": Aim((_M.MARRIAGE_ANY_TRICK,), contrast=("cvjm:5.1a",)),
    }  # fmt: skip
    hinted: ClassVar = {
        Hint.OPTION: Why(Hint.OPTION, calls=(Deciding.FIRST,)),
        Hint.SEAT: Why(Hint.SEAT, seats=(Seat.VH,)),
        Hint.NONE: Why(Hint.NONE),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> MarriageQuestion | None:
        if not rules.marriage_deciding or (aim.twin and aim.contrast):
            return None  # the contrast is the other side
        holder = Seat(chance.randrange(PLAYERS))
        kinds = [k for k in rules.marriage_deciding if k is not Deciding.FIRST]
        deciding = chance.choice((belief in _KINDS and kinds) or rules.marriage_deciding)
        # Where the holder wins all of them, nobody is found: then she has the cards to.
        order = rules.card_order(Contract.MARRIAGE)
        is_alone = belief is _M.MARRIAGE_ANY_TRICK and not aim.twin
        is_strong = is_alone or chance.randrange(2)
        best = order.trumps[:4] if is_strong else (CLUB_QUEEN,)
        deal = deal_with(chance, rules, holder, lambda card: card in best, COPIES * len(best))
        if any(has_piglets(hand, rules) for hand in deal):
            return None
        is_silent = belief is _M.SILENT_SOLO_HAS_PARTNER
        contract = Contract.SILENT_SOLO if is_silent else Contract.MARRIAGE
        position = begin(rules, Settled(contract, UNDECIDED, declarer=holder), deal)
        # One more than can decide, so that the number of tricks does not tell.
        shown = rules.marriage_tricks + (2 if level == 3 else 1)
        for _ in range(PLAYERS * min(shown, rules.hand_size)):
            legal = position.legal_cards()
            card = chance.choice(legal)
            is_own = position.to_play == holder and len(position.tricks) < rules.marriage_tricks
            if is_strong and is_own:
                card = max(legal, key=lambda card: order.strength[card])
            position = position.after_play(Play(position.to_play, card))
        return MarriageQuestion(rules, holder, None if is_silent else deciding, position.tricks)

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
        """Of a partner who is found in time: not at once."""
        return belief is not _M.MARRIAGE_ANY_TRICK or question.settled().decided_in > 1

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        if belief is _M.MARRIAGE_ANY_TRICK and rules.marriage_tricks > _MOST_TRICKS_ALONE:
            return False
        if belief in _KINDS and not {*rules.marriage_deciding} - {Deciding.FIRST}:
            return False
        return bool(rules.marriage_deciding)

    def side(self, question: MarriageQuestion) -> str:
        if self.solve(question) == (Choice.NOBODY,):
            return "nobody is found"
        is_first = question.settled().decided_in == 1
        return "the first trick decides" if is_first else "a later one does"

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
            return first if question.deciding is None else None
        if question.deciding is None:
            return None
        match belief:
            case _M.MARRIAGE_ANY_TRICK:
                # The next one of the kind that comes, however late.
                later = replace(question, rules=_any_number(question))
                return self.solve(later)
            case _M.HOLDER_CAN_DECIDE:
                return (Choice.NOBODY,) if winners[0] == holder else None
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
        """Why a trick of the player who was chosen does not decide it."""
        (seat,) = answer
        settled = question.settled() if question.deciding else None
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

    def exhibit(self, question: MarriageQuestion) -> Exhibit:
        holder = (question.holder,)
        if question.deciding is None:
            told = Why(Fact.NO_MARRIAGE, seats=holder)
            return Exhibit(None, (told,), tricks=question.tricks)
        told = Why(Fact.MARRIAGE_OF, seats=holder, calls=(question.deciding,))
        if question.rules.marriage_deciding == (Deciding.FIRST,):
            told = Why(Fact.MARRIAGE_ANNOUNCED, seats=holder)
        return Exhibit(Contract.MARRIAGE, (told,), tricks=question.tricks)

    def hint(self, question: MarriageQuestion) -> Why:
        if question.deciding is None:
            return Why(Hint.NONE)
        if question.deciding is Deciding.FIRST:
            return Why(Hint.SEAT, seats=(question.holder,))
        return Why(Hint.OPTION, calls=(question.deciding,))


_KIND = {True: Deciding.FIRST_TRUMP, False: Deciding.FIRST_PLAIN}


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
