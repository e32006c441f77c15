"""How many different questions there are, whether the rule that is asked for decides them, and how
many go wrong on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

from lessons.exercises.exercise import Exercise
from lessons.exercises.kinds import KINDS
from lessons.exercises.kinds.who_won import WhoWon
from lessons.exercises.statements import HOLDS_WITH, Unless, document_of
from lessons.rules.cards import PLAYERS, Card, Seat, Suit
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import RuleSet, SenselessRules
from lessons.rules.scoring import result_of
from lessons.rules.sources import sources_of_why

ENOUGH = 40
"""Different questions for each kind and statement, or it says how many there are."""
DECIDED = 0.8
"""The share of questions whose answer is to change without the rule that is asked for."""


def _without_trumps(question: Any) -> Any:
    return replace(question, contract=Contract.ACES)


def _led_card_wins(question: Any) -> Any:
    trick = question.trick
    return replace(question, trick=trick._replace(cards=trick.cards[:1]))


def _deal_stays(question: Any) -> Any:
    return replace(question, games=PLAYERS)


def _fox_of_whoever_played_it(question: Any) -> Any:
    trick = question.trick
    return replace(question, piglets_of=trick.leader.after(trick.cards.index(Card.DA)))


def _one_later(question: Any) -> Any:
    return replace(question, cards=question.cards - 1, tricks=question.tricks + 1)


def _one_earlier(question: Any) -> Any:
    return replace(question, cards=question.cards + 1, tricks=question.tricks - 1)


def _decided_later(question: Any) -> Any:
    return replace(question, decided_in=question.decided_in + 1)


def _one_point_to_the_loser(question: Any) -> Any:
    """As if the winner needed one card point more."""
    (winner,) = WhoWon().solve(question)
    made = question.figures
    return replace(
        question, figures=replace(made, points=made.points - (1 if winner is Party.RE else -1))
    )


def _as_re(question: Any) -> Any:
    return replace(question, party=Party.RE)


def _in_one_trick_fewer(question: Any) -> Any:
    rules = question.rules
    return replace(question, rules=replace(rules, marriage_tricks=rules.marriage_tricks - 1))


def _not_announced_or_in_one_trick_fewer(question: Any) -> Any:
    if question.tells_queens:
        return replace(question, deciding=None)
    return _in_one_trick_fewer(question)


WITHOUT: Mapping[tuple[str, str], Callable[[Any], Any]] = {
    ("trick-winner", "kompakt:ablauf-b"): _led_card_wins,
    ("who-leads", "kompakt:ablauf-a"): _led_card_wins,
    ("who-leads", "royal:S2"): _led_card_wins,
    ("who-leads", "C29"): _led_card_wins,
    ("who-leads", "R25"): _deal_stays,
    ("who-leads", "cvjm:2e"): _deal_stays,
    ("who-leads", "cvjm:5.3"): _deal_stays,
    ("who-leads", "kompakt:geben"): _deal_stays,
    ("trick-winner", "cvjm:3b"): _led_card_wins,
    ("trick-winner", "R32"): _led_card_wins,
    ("trick-winner", "kompakt:bedienzwang-c"): _without_trumps,
    ("trick-winner", "royal:2.2.1"): _without_trumps,
    **{
        ("find-the-revoke", statement): _without_trumps
        for statement in KINDS["find-the-revoke"].aims
    },
    ("trick-winner", "royal:3.1.2"): _fox_of_whoever_played_it,
    ("marriage-partner", "kompakt:stille-hochzeit"): _not_announced_or_in_one_trick_fewer,
    ("marriage-partner", "royal:3.3.1b"): _not_announced_or_in_one_trick_fewer,
    ("marriage-partner", "cvjm:5.1b"): _in_one_trick_fewer,
    ("may-call", "kompakt:ansagen-a"): _one_later,
    ("may-call", "kompakt:ansagen-d"): _one_earlier,
    ("may-call", "kompakt:absagen-a"): _one_later,
    ("may-call", "kompakt:absagen-c"): _one_earlier,
    ("may-call", "kompakt:hochzeit-ansagen"): _decided_later,
    ("may-call", "royal:5.1.2"): _one_later,
    ("may-call", "royal:5.2.2"): _one_later,
    ("may-call", "R22"): _decided_later,
    ("may-call", "cvjm:3.1a"): _one_later,
    ("may-call", "cvjm:3.1b"): _one_later,
    ("may-call", "cvjm:5.1c"): _decided_later,
    ("target", "kompakt:auszaehlen"): _as_re,
    ("target", "royal:6.1.1"): _as_re,
    ("target", "cvjm:4.1a"): _as_re,
    **{("who-won", statement): _one_point_to_the_loser for statement in WhoWon.aims},
}
"""By kind and statement: the question as it would be without the rule, where neither a belief
against it nor another option nor another contract is just that; None: there is none."""


def signature(exercise: Exercise[Any]) -> Any:
    """What makes a question another than others: what is told of it, the trick on the table, its
    right answer and why, and what those say who err, whoever sits where and whatever the plain
    suits are called."""
    kind, question = exercise.kind, exercise.question
    exhibit = kind.exhibit(question)
    order = kind.rules_of(question).card_order(exhibit.contract or Contract.NORMAL)
    named: dict[Any, str] = {}

    def plain(value: Any) -> Any:
        match value:
            case Card() if not order.is_trump(value):
                return plain(value.suit) + value.rank.value
            case Card():
                return value.name
            case Suit() | Seat():
                return named.setdefault(value, f"{type(value).__name__}{len(named)}")
            case Why():
                return tuple(map(plain, value))
            case frozenset():
                return tuple(sorted((plain(one) for one in sorted(value, key=str)), key=str))
            case tuple():
                return tuple(map(plain, value))
        return str(value)

    trick = exhibit.trick
    told = tuple(plain(fact) for fact in exhibit.facts)
    lies = () if trick is None else (plain(trick.leader), plain(tuple(trick.cards)))
    answer = tuple(plain(value) for value in kind.solve(question))
    contract = exhibit.contract and exhibit.contract.value
    believed = tuple(plain(kind.believed(belief, question)) for belief in kind.beliefs)
    return contract, told, lies, answer, plain(kind.because(question)), believed


def pool(exercises: Sequence[Exercise[Any]]) -> int:
    """How many of them are different."""
    return len({signature(exercise) for exercise in exercises})


def is_decided(exercise: Exercise[Any], statement: str) -> bool:
    """Whether the answer would be another without the rule: for somebody who believes otherwise,
    under another value of the option that it is, in the normal game, or as ``WITHOUT`` says. What
    is asked for contrast is about another rule."""
    kind, question = exercise.kind, exercise.question
    right = kind.solve(question)
    aim = kind.aims[statement]
    if aim.contrast and statement not in kind.taught(question):
        return any(is_decided(exercise, other) for other in aim.contrast)
    believed = (kind.believed(belief, question) for belief in (*aim.beliefs, *aim.later))
    if any(answer is not None and answer != right for answer in believed):
        return True
    if _counts(exercise, statement):
        return True
    return any(answer != right for answer in _answers_without(exercise, statement))


def _counts(exercise: Exercise[Any], statement: str) -> bool:
    """Whether an item of a settlement rests on the rule, and would not be there without."""
    if exercise.kind.name != "score-game":
        return False
    items, document = result_of(exercise.question.tally()).items, document_of(statement)
    return any(statement in sources_of_why(item.why, document) for item in items)


def _answers_without(exercise: Exercise[Any], statement: str) -> Iterator[Any]:
    kind, question = exercise.kind, exercise.question
    changed = [
        replace(question, rules=rules) for rules in _others(kind.rules_of(question), statement)
    ]
    names = {field.name for field in fields(question)}
    if "contract" in names and question.contract is not Contract.NORMAL:
        changed.append(replace(question, contract=Contract.NORMAL))
    without = WITHOUT.get((kind.name, statement))
    if without is not None:
        with suppress(ValueError):  # there is nothing of the kind in this question
            changed.append(without(question))
    for other in changed:
        try:
            yield kind.solve(other)
        except (ValueError, LookupError, AssertionError, TypeError):
            continue  # there is no such question


def _others(rules: RuleSet, statement: str) -> Iterator[RuleSet]:
    """The rule set without an option that the statement needs."""
    for name, wanted in HOLDS_WITH.get(statement, {}).items():
        value = getattr(rules, name)
        if isinstance(wanted, Unless):
            others: list[Any] = [wanted.not_]
        elif isinstance(wanted, tuple):
            others = [tuple(one for one in value if one not in wanted)]
        elif isinstance(value, bool):
            others = [not value]
        elif isinstance(value, int) or value is None or not hasattr(type(value), "__members__"):
            others = []
        else:
            others = [one for one in type(value) if one != value]
        for other in others:
            try:
                yield replace(rules, **{name: other})
            except SenselessRules:
                continue


def share_misled(exercises: Sequence[Exercise[Any]]) -> float:
    """Of the beliefs that say something about them, those that are wrong."""
    said = wrong = 0
    for exercise in exercises:
        kind, question = exercise.kind, exercise.question
        right = kind.solve(question)
        answers = [kind.believed(belief, question) for belief in kind.beliefs]
        said += sum(answer is not None for answer in answers)
        wrong += sum(answer not in {None, right} for answer in answers)
    return wrong / said if said else 0.0
