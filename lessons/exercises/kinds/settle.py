"""settle: value and contract are given: what does each player write down? Four figures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from lessons.exercises.answers import Answer, Field, Way, number_field
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.harder import of_level
from lessons.exercises.kind import Aim, Group, Kind
from lessons.exercises.misconceptions import Misconception, believed_rules
from lessons.exercises.verdict import Hint
from lessons.rules.cards import PLAYERS, Seat
from lessons.rules.contracts import ALONE, SOLOS, Contract
from lessons.rules.parties import Parties, Party, parties_with
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import Announcement, Counting, RuleSet
from lessons.rules.scoring import Result, Tally
from lessons.rules.sources import sources_of

GAME, SHEET, CHECK = "game", "sheet", "check"
_M = Misconception
_COUNTING = (_M.LOSERS_WRITE_MINUS, _M.LOSERS_WRITE_NOTHING)
_LARGEST = 999
_TRIES = 12
"""So many are looked at for some that the belief answers as it should."""


@dataclass(frozen=True, slots=True)
class SettleQuestion:
    rules: RuleSet
    asked: str
    contract: Contract
    re: tuple[Seat, ...]
    winner: Party
    value: int
    """Before a draw doubles it."""
    specials: int = 0
    """So much of the value are special points."""
    lost: int = 0
    """Special points of the losers, that the value is less by; told where value and special points
    are told apart."""
    after_draw: bool = False
    sums: tuple[int, ...] = ()
    """Of each seat before this game."""
    noted: tuple[int, ...] = ()
    """What somebody wrote down, to be checked."""

    @property
    def parties(self) -> Parties:
        return parties_with(*self.re)


class Settle(Kind[SettleQuestion]):
    name: ClassVar = "settle"
    group: ClassVar = Group.RESULT
    version: ClassVar = 3
    balanced_by: ClassVar = "won and lost, by one and by two"
    asks: ClassVar = SettleQuestion
    ways: ClassVar = {
        asked: {seat.name: Way.NUMBER for seat in Seat} for asked in (GAME, SHEET, CHECK)
    }
    beliefs: ClassVar = (_M.SOLO_SINGLE, *_COUNTING, _M.NEGATIVE_IS_NOTHING, _M.DRAW_IS_FORGOTTEN,
                         _M.DOUBLING_SPARES_SPECIALS, _M.ONLY_THIS_GAME)  # fmt: skip
    aims: ClassVar = {
        "kompakt:punktwertung": Aim((_M.SOLO_SINGLE, _M.LOSERS_WRITE_NOTHING), about=GAME),
        "kompakt:rundenende": Aim((_M.ONLY_THIS_GAME,), about=SHEET),
        "royal:6.2.1a": Aim((_M.LOSERS_WRITE_MINUS, _M.SOLO_SINGLE), about=GAME),
        "royal:6.2.2": Aim((_M.NEGATIVE_IS_NOTHING,), about=GAME),
        "royal:6.2.3": Aim((_M.DRAW_IS_FORGOTTEN, _M.DOUBLING_SPARES_SPECIALS), about=GAME),
        "cvjm:4.1g": Aim((_M.SOLO_SINGLE, _M.LOSERS_WRITE_NOTHING), about=GAME),
        "cvjm:6c": Aim((_M.SOLO_SINGLE, _M.LOSERS_WRITE_NOTHING), about=CHECK),
        "cvjm:6d": Aim((_M.ONLY_THIS_GAME,), about=SHEET),
    }
    hinted: ClassVar = {
        Hint.PARTY: Why(Hint.PARTY, parties=(Party.RE,)),
        Hint.CONTRACT: Why(Hint.CONTRACT, calls=(Contract.QUEENS,)),
    }

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> SettleQuestion | None:
        if aim.twin and belief in {*_COUNTING, _M.ONLY_THIS_GAME}:
            return None  # they are never right
        drawn = (self._drawn(chance, rules, level, aim, belief) for _ in range(_TRIES))
        return of_level(self, drawn, level, belief, is_twin=aim.twin)

    def _drawn(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> SettleQuestion | None:
        about_negative = belief is _M.NEGATIVE_IS_NOTHING
        about_draw = belief in {_M.DRAW_IS_FORGOTTEN, _M.DOUBLING_SPARES_SPECIALS}
        is_alone, winner = chance.randrange(6) < {1: 0, 2: 3, 3: 5}[level], chance.choice((*Party,))
        if belief is _M.SOLO_SINGLE:
            # Whose solo is lost writes nothing in plus counting: nothing three times.
            is_lost = aim.twin and rules.counting is Counting.PLUS and chance.randrange(3) > 0
            is_alone, winner = not aim.twin or is_lost, Party.KONTRA if is_lost else winner
        if about_negative or belief is _M.DOUBLING_SPARES_SPECIALS:
            is_alone = False
        solos = [found for found in SOLOS if found in rules.solos]
        if is_alone and not solos:
            return None
        contract = chance.choice(solos) if is_alone else Contract.NORMAL
        re = tuple(sorted(chance.sample(tuple(Seat), 1 if is_alone else 2)))
        specials, lost = (0 if is_alone else chance.choice((0, 0, 1, 2))), 0
        most = {1: 5, 2: 8, 3: 12}[level]
        if about_negative:
            specials, most = chance.choice((0, 0, 1)), {1: 4, 2: 5, 3: 6}[level]
            lost = chance.randrange(1, most)
        if belief is _M.DOUBLING_SPARES_SPECIALS and not aim.twin:
            specials += 1
        against_re = winner is Party.KONTRA and not is_alone
        value = _before_specials(chance, rules, most, against_re=against_re) + specials - lost
        if value == 0:
            return None
        after_draw = rules.draw_doubles_next and (
            not aim.twin if about_draw else chance.randrange(3) == 0
        )
        made = SettleQuestion(
            rules=rules,
            asked=aim.about,
            contract=contract,
            re=re,
            winner=winner,
            value=value,
            specials=specials,
            lost=lost,
            after_draw=after_draw,
            sums=_sums(chance, rules) if aim.about == SHEET else (),
        )
        return replace(made, noted=self._noted(chance, made)) if aim.about == CHECK else made

    def _noted(self, chance: Random, made: SettleQuestion) -> tuple[int, ...]:
        """What somebody wrote down: as often right as what a belief writes."""
        right = self.solve(made)
        believed = [self.believed(belief, made) for belief in self.beliefs]
        wrong = [one for one in believed if one not in {None, right}]
        noted = chance.choice(wrong) if wrong and chance.randrange(2) else right
        return tuple(one for one in noted or () if isinstance(one, int))

    def leaves_room(self, belief: Misconception, rules: RuleSet, aim: Aim) -> bool:
        return belief is not _M.SOLO_SINGLE or bool(rules.solos)

    def variant(self, question: SettleQuestion) -> str:
        return question.asked

    def fields(self, question: SettleQuestion) -> tuple[Field, ...]:
        return tuple(number_field(_LARGEST, seat.name, -_LARGEST) for seat in Seat)

    def solve(self, question: SettleQuestion) -> Answer:
        return _summed(question, _written(question, question.rules, _value(question)))

    def believed(self, belief: Misconception, question: SettleQuestion) -> Answer | None:
        """Right where the belief does no harm; None where it says nothing."""
        rules, value = question.rules, _value(question)
        if belief is _M.SOLO_SINGLE or belief in _COUNTING:
            changed = believed_rules(belief, rules)
            if changed is None:
                return None
            return _summed(question, _written(question, changed, value))
        match belief:
            case _M.NEGATIVE_IS_NOTHING if question.lost:
                return _summed(question, _written(question, rules, max(value, 0)))
            case _M.DRAW_IS_FORGOTTEN if rules.draw_doubles_next:
                return _summed(question, _written(question, rules, question.value))
            case _M.DOUBLING_SPARES_SPECIALS if rules.draw_doubles_next:
                if not question.after_draw:
                    return self.solve(question)
                less = value - question.specials
                return _summed(question, _written(question, rules, less))
            case _M.ONLY_THIS_GAME if question.sums:
                return _written(question, rules, value)
        return None

    def because(self, question: SettleQuestion) -> tuple[Why, ...]:
        written = _written(question, question.rules, _value(question))
        said = []
        if question.lost:
            terms = (question.value - question.specials + question.lost, question.specials)
            figures = (*(one for one in terms if one), -question.lost, question.value)
            said.append(Why(Reason.SPECIALS_NETTED, figures=figures))
        if question.after_draw:
            figures = (question.value, _value(question))
            said.append(Why(Reason.VALUE_IS_DOUBLED, figures=figures))
        said += why_written(question, written)
        if question.sums:
            said.append(self._added(question, Seat.VH))
        return tuple(said)

    def _added(self, question: SettleQuestion, seat: Seat) -> Why:
        total = self.solve(question)[seat]
        assert isinstance(total, int)
        before = question.sums[seat]
        figures = (before, total - before, total)
        return Why(Reason.ADDED_TO_SUM, seats=(seat,), figures=figures)

    def still_because(self, question: SettleQuestion, answer: Answer) -> tuple[Why, ...]:
        """The sum of the first seat that is wrong."""
        because = self.because(question)
        if not question.sums:
            return because
        right = self.solve(question)
        wrong = next(seat for seat in Seat if answer[seat] != right[seat])
        return (*because[:-1], self._added(question, wrong))

    def cites(self, question: SettleQuestion) -> tuple[str, ...]:
        document = question.rules.document
        if question.asked != GAME:
            return sources_of(Reason.ADDED_TO_SUM, document)
        if question.rules.draw_doubles_next:
            return sources_of(Reason.VALUE_IS_DOUBLED, document)
        return ()

    def exhibit(self, question: SettleQuestion) -> Exhibit:
        alone = question.contract in ALONE
        told = [
            Why(Fact.SOLOIST, seats=question.re, calls=(question.contract,))
            if alone
            else Why(Fact.RE_IS, seats=question.re),
            Why(Fact.WINNER_IS, parties=(question.winner,)),
        ]
        if question.lost:
            before = question.value - question.specials + question.lost
            told.append(Why(Fact.WORTH_BEFORE, figures=(before,)))
            told += [
                Why(Fact.SPECIALS_OF, parties=(party,), figures=(number,))
                for party, number in (
                    (question.winner, question.specials),
                    (question.winner.other, question.lost),
                )
                if number
            ]
        else:
            told.append(Why(Fact.WORTH, figures=(question.value,)))
        if question.specials and question.after_draw and not question.lost:
            told.append(Why(Fact.SPECIALS_IN_IT, figures=(question.specials,)))
        if question.after_draw:
            told.append(Why(Fact.AFTER_DRAW))
        told += [
            Why(Fact.SUM_BEFORE, seats=(seat,), figures=(total,))
            for seat, total in zip(Seat, question.sums, strict=False)
        ]
        if question.noted:
            told.append(Why(Fact.WROTE_DOWN, figures=question.noted))
        return Exhibit(question.contract, tuple(told))

    def hint(self, question: SettleQuestion) -> Why:
        if question.contract in ALONE:
            return Why(Hint.CONTRACT, calls=(question.contract,))
        return Why(Hint.PARTY, parties=(question.winner,))


def why_written(question: SettleQuestion, written: Answer) -> list[Why]:
    """Why each side writes what it writes."""
    winner, parties, rules = question.winner, question.parties, question.rules
    reasons: list[Why] = []
    if question.contract in ALONE and any(written[seat] for seat in question.re):
        (soloist,) = question.re
        entry = written[soloist]
        assert isinstance(entry, int)
        figures = (entry // rules.solo_factor, rules.solo_factor, entry)
        reasons.append(Why(Reason.SOLOIST_WRITES, seats=(soloist,), figures=figures))
    for party, reason in ((winner, Reason.WINNERS_WRITE), (winner.other, None)):
        if party is Party.RE and any(why.reason is Reason.SOLOIST_WRITES for why in reasons):
            continue
        entry = next(written[seat] for seat in Seat if parties[seat] is party)
        assert isinstance(entry, int)
        if reason is None and rules.counting is Counting.PLUS:
            reasons.append(Why(Reason.LOSERS_WRITE_NOTHING, parties=(party,)))
        else:
            told = reason or Reason.LOSERS_WRITE_MINUS
            reasons.append(Why(told, parties=(party,), figures=(entry,)))
    return reasons


def _before_specials(chance: Random, rules: RuleSet, most: int, *, against_re: bool) -> int:
    """What a game may be worth: 2 at least where Kontra wins two against two, and where
    announcements double, an odd value only up to all that counts without any."""
    worth = chance.randrange(1 + against_re, most)
    single = (5 if rules.limits_need_announcement else 9) + against_re
    doubles = rules.announcement is Announcement.DOUBLE
    return worth - 1 if doubles and worth % 2 and worth > single else worth


def _value(question: SettleQuestion) -> int:
    return question.value * 2 if question.after_draw else question.value


def _written(question: SettleQuestion, rules: RuleSet, value: int) -> Answer:
    """The entries of this game: asked of the rules."""
    tally = Tally(rules=rules, contract=question.contract, card_points={}, tricks={})
    worth = Result(
        tally=tally, targets={}, winner=question.winner, why=Why(Reason.WON), items=(), value=value
    )
    return tuple(worth.scores(question.parties))


def _summed(question: SettleQuestion, written: Answer) -> Answer:
    if not question.sums:
        return written
    return tuple(
        before + entry
        for before, entry in zip(question.sums, written, strict=True)
        if isinstance(entry, int)
    )


def _sums(chance: Random, rules: RuleSet) -> tuple[int, ...]:
    """After some games: what one side wins the other has lost, but in plus counting."""
    if rules.counting is Counting.PLUS:
        return tuple(chance.randrange(0, 20) for _ in Seat)
    first = [chance.randrange(-12, 13) for _ in range(PLAYERS - 1)]
    return (*first, -sum(first))
