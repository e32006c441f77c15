"""Exercises about a moment of a game: the questions of kinds, asked of a position."""

from __future__ import annotations

from dataclasses import replace

from lessons.exercises.addresses import Address, rules_as_text
from lessons.exercises.deals import Situation
from lessons.exercises.exercise import Exercise
from lessons.exercises.kinds import KINDS
from lessons.exercises.kinds.may_call import CallQuestion
from lessons.exercises.kinds.score_game import ScoreQuestion, Special, items_offered
from lessons.exercises.tallies import Called, Figures
from lessons.rules.cards import COPIES, FOX, Seat
from lessons.rules.game import Position
from lessons.rules.parties import Party
from lessons.rules.rule_sets import Piglets
from lessons.rules.special_points import special_points
from lessons.rules.tricks import Trick

LEVEL = 2
"""A rule among others, as a game brings it up."""


def who_wins(position: Position, trick: Trick, moment: str) -> Exercise[Situation] | None:
    """Exercise: who takes a complete trick; ``position``: before its last card."""
    return _exercise("trick-winner", _situation(position, trick), moment)


def what_may_be_played(position: Position, moment: str) -> Exercise[Situation] | None:
    """Exercise: which cards the seat to play may play to the trick on the table; None where that is
    no question."""
    hand = position.hands[position.to_play]
    is_known = len(hand) == position.cards_in_hand(position.to_play)
    if not position.trick.cards or not is_known or len({*hand}) < 2:
        return None
    return _exercise("legal-cards", _situation(position, position.trick, position.to_play), moment)


def what_may_be_called(
    position: Position, seat: Seat, moment: str
) -> Exercise[CallQuestion] | None:
    """Exercise: what a seat may still call; None before a marriage is decided, where a party is not
    known, and after a late reply, which the question cannot show."""
    settled = position.settled
    if settled.is_open or None in position.parties or position.is_over:
        return None
    if any(one.is_late_reply for one in position.calls):
        return None
    re = [other for other in Seat if position.parties[other] is Party.RE]
    if settled.decided_in and settled.declarer is not None:
        re.sort(key=lambda other: other is not settled.declarer)
    at = position.call_time(seat)
    question = CallQuestion(
        rules=position.rules,
        seat=seat,
        re=tuple(re),
        cards=at.cards,
        tricks=at.tricks,
        decided_in=settled.decided_in,
        calls=tuple(Called(one.seat, one.call) for one in position.calls),
    )
    return _exercise("may-call", question, moment)


def what_is_settled(position: Position, writer: Seat, moment: str) -> Exercise[ScoreQuestion]:
    """Exercise: the whole settlement of a game that is over, and what one seat writes down."""
    rules, parties = position.rules, position.parties
    re = tuple(seat for seat in Seat if parties[seat] is Party.RE)
    points = position.card_points()
    specials = []
    for taken, order in position.taken():
        for one in special_points(taken, order, parties, rules.specials):
            seats = (taken.winner, *Seat)
            seat = next(other for other in seats if parties[other] is one.party)
            specials.append(Special(one.point, seat))
    question = ScoreQuestion(
        rules,
        Figures(
            rules,
            position.contract,
            re,
            points=sum(points[seat] for seat in re),
            tricks=sum(winner in re for winner in position.winners),
            calls=tuple(Called(one.seat, one.call) for one in position.calls),
        ),
        points,
        tuple(specials),
        writer=writer,
    )
    question = replace(question, offered=items_offered(question, 1))
    return _exercise("score-game", question, moment)


def _situation(position: Position, trick: Trick, hand_of: Seat | None = None) -> Situation:
    rules, holder = position.rules, None
    if rules.piglets is not Piglets.OFF and position.order.is_trump(FOX):
        holder = next((s for s in Seat if position.deal[s].count(FOX) == COPIES), None)
    hand = () if hand_of is None else tuple(sorted(position.hands[hand_of]))
    return Situation(
        rules=rules,
        trick=trick,
        hand=hand,
        contract=position.contract,
        is_last=len(position.tricks) == rules.hand_size - 1,
        piglets_of=holder,
        foxes_played=sum(before.cards.count(FOX) for before in position.tricks),
    )


def _exercise[Question](kind: str, question: Question, moment: str) -> Exercise[Question]:
    rules = KINDS[kind].rules_of(question)
    return Exercise(Address(kind, rules_as_text(rules), LEVEL, 0), KINDS[kind], question, moment)
