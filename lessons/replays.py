"""A game record step by step, with what is to be said at each step."""

from dataclasses import dataclass

from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.game import Action, Play, Position, State, start
from lessons.rules.parties import Parties
from lessons.rules.reasons import Why
from lessons.rules.records import GameRecord
from lessons.rules.tricks import Trick, trick_winner, why_legal, why_won


@dataclass(frozen=True, slots=True)
class Step:
    """What lies on the table after ``number`` actions."""

    number: int
    action: Action | None
    """The action just done; None at the start."""
    position: Position
    """Before play begins: as if no reservation changed the normal game."""
    trick: Trick
    """The trick to look at: the one on the table, or the one that this action completed."""
    because: tuple[Why, ...]
    """Why the card may be played, and why the trick goes where it goes once it is complete."""
    has_begun: bool
    """Whether it is settled what is played."""

    @property
    def trick_number(self) -> int:
        """From 1."""
        return len(self.position.tricks) + (0 if self.trick.is_complete else 1)

    @property
    def winner(self) -> Seat | None:
        """Who takes the trick, once it is complete."""
        return self.position.winners[-1] if self.trick.is_complete else None

    @property
    def holder(self) -> Seat | None:
        """Who holds the trick so far."""
        if self.trick.is_complete:
            return self.winner
        return trick_winner(self.trick, self.position.order) if self.trick.cards else None


def steps(record: GameRecord) -> tuple[Step, ...]:
    """Step 0 is the deal, step n what n actions have made of it; raises ``IllegalAction``."""
    state = record.first_state()
    position = _shown(state, record)
    made = [Step(0, None, position, position.trick, (), isinstance(state, Position))]
    for number, action in enumerate(record.actions, start=1):
        before, state = position, state.after(action)
        position = _shown(state, record)
        trick = position.trick
        because: tuple[Why, ...] = ()
        if isinstance(action, Play):
            trick = before.trick.with_card(action.card)
            because = (why_legal((action.card,), before.led, before.order),)
            if trick.is_complete:
                because += why_won(trick, before.order)
        has_begun = isinstance(state, Position)
        made.append(Step(number, action, position, trick, because, has_begun))
    return tuple(made)


def parties_known_to(seat: Seat, step: Step) -> Parties:
    """What a seat knows of each seat's party at a step."""
    return step.position.known_parties(seat)


def _shown(state: State, record: GameRecord) -> Position:
    if isinstance(state, Position):
        return state
    return start(record.rules, Contract.NORMAL, record.deal)
