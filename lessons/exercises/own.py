"""own: a question of somebody's own, in his words; among the exercises of a quiz."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Any, ClassVar

from lessons.exercises.answers import Answer, Field, Lettered, Way
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kind import Aim, Group, Kind, OwnWords
from lessons.exercises.kinds import KINDS
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.verdict import Hint
from lessons.exercises.written import as_json, from_json
from lessons.rules.cards import PLAYERS, Hand, Seat
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.reasons import IllegalAction, Why
from lessons.rules.rule_sets import RuleSet
from lessons.rules.tricks import Trick, why_not_legal

LONGEST_QUESTION = 300
LONGEST_OPTION = 120
LONGEST_EXPLANATION = 1000
MOST_OPTIONS = len(Lettered)
LARGEST = 9999
"""Of a figure, and of one below nothing."""


class Asks(StrEnum):
    """What a question of one's own is answered with."""

    CHOICE = "choice"
    NUMBER = "number"
    CARD = "card"


class Fault(StrEnum):
    """What is wrong with a question of one's own."""

    NO_QUESTION = "no-question"
    TOO_LONG = "too-long"
    FEW_OPTIONS = "few-options"
    MANY_OPTIONS = "many-options"
    TWICE = "twice"
    """Two options are the same."""
    NO_FIGURE = "no-figure"
    NO_HAND = "no-hand"
    LARGE_HAND = "large-hand"
    NO_SUCH_CARD = "no-such-card"
    """Of a nine, where the pack has none."""
    THRICE = "thrice"
    FULL_TRICK = "full-trick"
    NOT_IN_HAND = "not-in-hand"
    NO_SUCH_GAME = "no-such-game"
    """A solo that the rules do not have."""
    ILLEGAL = "illegal"
    """The right card may not be played."""


@dataclass(frozen=True, slots=True)
class OwnQuestion:
    rules: RuleSet
    asks: Asks
    text: str
    explanation: str = ""
    options: tuple[str, ...] = ()
    """The right one is called by its place."""
    right: int = 0
    """The place of the right option or card, from 0; or the figure."""
    hand: Hand = ()
    trick: Hand = ()
    """What has been played to it so far."""
    leader: Seat = Seat.VH
    contract: Contract = Contract.NORMAL

    def is_same(self, other: OwnQuestion) -> bool:
        """But for the order in which its options were mixed."""
        bare, others = (
            replace(
                one,
                options=tuple(sorted(one.options)),
                right=sorted(one.options).index(one.options[one.right])
                if one.options
                else one.right,
            )
            for one in (self, other)
        )
        return bare == others

    @property
    def you(self) -> Seat:
        """Who is to play."""
        return Seat((self.leader + len(self.trick)) % PLAYERS)


class OwnKind(Kind[OwnQuestion]):
    """Not among :data:`KINDS`: nothing is drawn, and nothing of it is taught by a document."""

    name: ClassVar = "own"
    group: ClassVar = Group.CARDS
    asks: ClassVar = OwnQuestion
    aims: ClassVar[Mapping[str, Aim]] = {}
    beliefs: ClassVar = ()
    balanced_by: ClassVar = "whoever writes them"
    ways: ClassVar = {
        Asks.CHOICE.value: {"choice": Way.ONE},
        Asks.NUMBER.value: {"number": Way.NUMBER},
        Asks.CARD.value: {"card": Way.CARD},
    }
    has_hints: ClassVar = False

    def draw(
        self, chance: Random, rules: RuleSet, level: int, aim: Aim, belief: Misconception | None
    ) -> None:
        """Nobody but its author makes one."""

    def variant(self, question: OwnQuestion) -> str:
        return question.asks.value

    def fields(self, question: OwnQuestion) -> tuple[Field, ...]:
        match question.asks:
            case Asks.CHOICE:
                letters = tuple(Lettered)[: len(question.options)]
                return (Field("choice", Way.ONE, letters, labels=question.options),)
            case Asks.NUMBER:
                return (Field("number", Way.NUMBER, least=-LARGEST, most=LARGEST),)
        return (Field("card", Way.CARD, question.hand),)

    def solve(self, question: OwnQuestion) -> Answer:
        match question.asks:
            case Asks.CHOICE:
                return (tuple(Lettered)[question.right],)
            case Asks.NUMBER:
                return (question.right,)
        return (question.hand[question.right],)

    def believed(self, belief: Misconception, question: OwnQuestion) -> None:
        """No belief says anything of it."""

    def because(self, question: OwnQuestion) -> tuple[Why, ...]:
        return ()

    def own_words(self, question: OwnQuestion) -> OwnWords:
        return OwnWords(question.text, question.explanation)

    def exhibit(self, question: OwnQuestion) -> Exhibit:
        if not question.trick:
            return Exhibit(None)
        told = Why(Fact.YOU_ARE, seats=(question.leader, question.you))
        return Exhibit(question.contract, (told,), Trick(question.leader, question.trick))

    def hint(self, question: OwnQuestion) -> Why:
        return Why(Hint.NONE)


OWN = OwnKind()
KEPT_KINDS: Mapping[str, Kind[Any]] = {**KINDS, OWN.name: OWN}
"""Every kind that a question may be of that somebody has kept."""


def faults_of(question: OwnQuestion) -> Iterator[tuple[Fault, Why | None]]:
    """What is wrong with it, for rules and hand asked of the engine: the reason why a card may not
    be played goes with it."""
    texts = (
        (question.text, LONGEST_QUESTION),
        (question.explanation, LONGEST_EXPLANATION),
        *((one, LONGEST_OPTION) for one in question.options),
    )
    if not question.text.strip():
        yield Fault.NO_QUESTION, None
    if any(len(text) > longest for text, longest in texts):
        yield Fault.TOO_LONG, None
    match question.asks:
        case Asks.CHOICE:
            yield from ((one, None) for one in _of_options(question))
        case Asks.NUMBER:
            if abs(question.right) > LARGEST:
                yield Fault.NO_FIGURE, None
        case Asks.CARD:
            yield from _of_cards(question)


def _of_options(question: OwnQuestion) -> Iterator[Fault]:
    options = [" ".join(one.split()).casefold() for one in question.options]
    if len(options) < 2 or not all(options) or not 0 <= question.right < len(options):
        yield Fault.FEW_OPTIONS
    if len(options) > MOST_OPTIONS:
        yield Fault.MANY_OPTIONS
    if len({*options}) < len(options):
        yield Fault.TWICE


def _of_cards(question: OwnQuestion) -> Iterator[tuple[Fault, Why | None]]:
    rules, hand, trick = question.rules, question.hand, question.trick
    pack = Counter(rules.pack)
    told = Counter((*hand, *trick))
    size = rules.hand_size
    if len(hand) < 2:
        yield Fault.NO_HAND, None
    if len(hand) > size:
        yield Fault.LARGE_HAND, None
    if any(card not in pack for card in told):
        yield Fault.NO_SUCH_CARD, None
    elif any(number > pack[card] for card, number in told.items()):
        yield Fault.THRICE, None
    if len(trick) >= PLAYERS:
        yield Fault.FULL_TRICK, None
    if not 0 <= question.right < len(hand):
        yield Fault.NOT_IN_HAND, None
        return
    if question.contract in SOLOS and question.contract not in rules.solos:
        yield Fault.NO_SUCH_GAME, None
        return
    order = rules.card_order(question.contract)
    if told.keys() <= pack.keys() and trick:
        why = why_not_legal(hand[question.right], hand, trick[0], order)
        if why is not None:
            yield Fault.ILLEGAL, why


def own_as_json(question: OwnQuestion) -> dict[str, Any]:
    """Without its rules, which are those of the quiz."""
    written: dict[str, Any] = as_json(question)
    del written["rules"]
    return written


class NoQuestion(ValueError):  # noqa: N818  (the name says what it is)
    """What is no question of one's own: it has a fault, or, without one, not even its fields."""

    def __init__(self, fault: Fault | None = None, why: Why | None = None) -> None:
        super().__init__(str(fault or "not its fields"))
        self.fault, self.why = fault, why


def own_from_json(written: Any, rules: RuleSet) -> OwnQuestion:
    """Raises :class:`NoQuestion`."""
    if not isinstance(written, dict) or not _is_typed(written):
        raise NoQuestion
    if written["asks"] not in set(Asks):
        raise NoQuestion
    found = OwnQuestion(rules, Asks(written["asks"]), written["text"])
    fields = {name: written[name] for name in _TYPES if name in written}
    try:
        whole = as_json(found) | fields
        question = from_json(OwnQuestion, whole)
    except (LookupError, TypeError, ValueError, IllegalAction) as error:
        raise NoQuestion from error
    for fault, why in faults_of(question):
        raise NoQuestion(fault, why)
    return question


_TYPES: Mapping[str, type] = {
    "asks": str, "text": str, "explanation": str, "options": list, "right": int, "hand": str,
    "trick": str, "leader": str, "contract": str,
}  # fmt: skip


def _is_typed(written: Mapping[str, Any]) -> bool:
    return (
        {"asks", "text"} <= written.keys() <= _TYPES.keys()
        and all(type(value) is _TYPES[name] for name, value in written.items())
        and all(isinstance(one, str) for one in written.get("options", ()))
    )
