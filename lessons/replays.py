"""A game step by step, with what is to be said at each step: the deal, every action, and at the
end the settlement, item by item."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from lessons.rules.cards import Deal, Seat
from lessons.rules.contracts import CardOrder, Contract
from lessons.rules.game import Action, Asking, Exchanging, Play, Position, Say, State, start
from lessons.rules.parties import Parties
from lessons.rules.reasons import IllegalAction, Why
from lessons.rules.records import (
    GameRecord,
    RecordError,
    UnreadableRecord,
    head_from_json,
    play_through,
)
from lessons.rules.reservations import (
    Reservation,
    settle,
    why_leads,
    why_partner,
    why_played,
)
from lessons.rules.scoring import Result
from lessons.rules.special_points import Earned
from lessons.rules.tricks import Trick, trick_winner, why_legal, why_won


@dataclass(frozen=True, slots=True)
class Step:
    """The table after ``number`` actions."""

    number: int
    action: Action | None
    """The action just done; None at the start, and when all is done."""
    state: State
    position: Position
    """Before play begins: as if no reservation changed the normal game."""
    trick: Trick
    """The trick to look at: the one on the table, or the one that this action completed."""
    because: tuple[Why, ...] = ()
    """Why the card or call is possible, why the trick goes where it goes once it is complete, and
    what that or a reservation settles."""
    earned: tuple[Earned, ...] = ()
    """The special points of the trick that this action completed, if the parties are settled."""
    counted: int | None = None
    """Once the game is over, how many items of its settlement are on the table: 0 tells who has
    won, one more than there are items what each seat writes down; None: it is not settled yet."""
    result: Result | None = None
    """Of a game that is over, once it is settled."""
    refused: RecordError | None = None
    """What is wrong with the action that would be next; it ends the steps."""

    @property
    def has_begun(self) -> bool:
        """Whether it is settled what is played."""
        return isinstance(self.state, Position)

    @property
    def hands(self) -> Deal:
        """The cards that each seat holds."""
        return self.state.hands if isinstance(self.state, Exchanging) else self.position.hands

    @property
    def trick_number(self) -> int:
        """From 1."""
        return len(self.position.tricks) + (0 if self.trick.is_complete else 1)

    @property
    def order(self) -> CardOrder:
        """Of the trick to look at."""
        if self.trick.is_complete:
            return tuple(self.position.orders())[-1]
        return self.position.order

    @property
    def winner(self) -> Seat | None:
        """The seat that takes the trick, once it is complete."""
        return self.position.winners[-1] if self.trick.is_complete else None

    @property
    def holder(self) -> Seat | None:
        """The seat that holds the trick so far."""
        return trick_winner(self.trick, self.order) if self.trick.cards else None

    @property
    def trumps_gone(self) -> int:
        """The number of trumps that have been played."""
        played = (*self.position.tricks, self.position.trick)
        return sum(self.position.order.is_trump(card) for trick in played for card in trick.cards)


@dataclass(frozen=True, slots=True)
class Stepped:
    """A game as somebody wrote it: its steps, up to the first action that is against the rules."""

    record: GameRecord
    """With the actions that the steps show."""
    steps: tuple[Step, ...]


def steps(record: GameRecord) -> tuple[Step, ...]:
    """Step 0 is the deal, step n what n actions have made of it, and after the last card the
    settlement follows; raises ``IllegalAction``."""
    state = record.first_state()
    position = _shown(state, record)
    made = [Step(number=0, action=None, state=state, position=position, trick=position.trick)]
    for action in record.actions:
        made.append(_after(made[-1], action, record))
    return (*made, *_settling(made[-1], record))


def stepped(written: Any) -> Stepped:
    """A record that may be wrong from some action on; raises ``UnreadableRecord`` where there is
    nothing to step through, for its deal or the record as such is wrong."""
    head = head_from_json(written)
    done: list[Action] = []
    fault = None
    try:
        play_through(written, lambda _state, action: done.append(action))
    except UnreadableRecord as error:
        fault = error.errors[0]
        if fault.action is not None:
            del done[fault.action :]
    record = replace(head, actions=tuple(done))
    try:
        made = steps(record)
    except IllegalAction as error:
        illegal = RecordError(error.fault, str(error), error.place, error.why)
        raise UnreadableRecord(illegal) from error
    if fault is not None:
        made = tuple(step for step in made if step.counted is None)
        last = made[-1]
        refused = replace(
            last, number=last.number + 1, action=None, because=(), earned=(), refused=fault
        )
        made = (*made, refused)
    return Stepped(record, made)


def parties_known_to(seat: Seat, step: Step) -> Parties:
    """Each seat's party as far as ``seat`` knows it at a step."""
    return step.position.known_parties(seat)


def _after(step: Step, action: Action, record: GameRecord) -> Step:
    before, state = step.position, step.state.after(action)
    position = _shown(state, record)
    trick = position.trick
    because: tuple[Why, ...] = ()
    earned: tuple[Earned, ...] = ()
    match action:
        case Play():
            trick = before.trick.with_card(action.card)
            because = (why_legal((action.card,), before.led, before.order, action.seat),)
            if trick.is_complete:
                because += why_won(trick, before.order)
                earned = _earned(position)
            if before.settled.is_open and not position.settled.is_open:
                partner = why_partner(position.settled)
                because += () if partner is None else (partner,)
        case Say():
            because = (before.why_may_call(action.seat, action.call),)
        case Reservation() if isinstance(step.state, Asking) and isinstance(state, Position):
            said = (*step.state.said, action)
            played = settle(record.rules, record.deal, said)
            because = (
                why_played(said, played, state.settled, record.rules),
                why_leads(state.settled),
            )
        case Reservation() if isinstance(step.state, Position):  # a late marriage
            because = (why_played((), None, position.settled, record.rules),)
    return Step(
        number=step.number + 1,
        action=action,
        state=state,
        position=position,
        trick=trick,
        because=because,
        earned=earned,
    )


def _earned(position: Position) -> tuple[Earned, ...]:
    """The special points of the trick that has just been completed."""
    if None in position.parties:
        return ()
    before = position._replace(tricks=position.tricks[:-1], winners=position.winners[:-1])
    return position.special_points()[len(before.special_points()) :]


def _settling(last: Step, record: GameRecord) -> Iterator[Step]:
    """After a whole game: who has won, each item, and what each seat writes down."""
    position = last.position
    if not (isinstance(last.state, Position) and position.is_over) or None in position.parties:
        return
    result = position.result(after_draw=record.after_draw)
    for counted in range(len(result.items) + 2):
        yield replace(
            last,
            number=last.number + 1 + counted,
            action=None,
            because=(),
            earned=(),
            counted=counted,
            result=result,
        )


def _shown(state: State, record: GameRecord) -> Position:
    if isinstance(state, Position):
        return state
    return start(record.rules, Contract.NORMAL, record.deal)
