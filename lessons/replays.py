"""A game record step by step, with what is to be said at each step."""

from dataclasses import dataclass

from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.game import Position, start
from lessons.rules.notation import Action, GameRecord, Healthy
from lessons.rules.parties import Party, known_parties
from lessons.rules.reasons import Why
from lessons.rules.tricks import Trick, trick_winner, why_legal, why_won


@dataclass(frozen=True, slots=True)
class Step:
    """What lies on the table after ``number`` actions."""

    number: int
    action: Action | None
    """The action just done; None at the start."""
    position: Position
    trick: Trick
    """The trick to look at: the one on the table, or the one that this action completed."""
    because: tuple[Why, ...]
    """Why the card may be played, and why the trick goes where it goes once it is complete."""

    @property
    def trick_number(self) -> int:
        """From 1."""
        return len(self.position.tricks) + (0 if self.trick.is_complete else 1)

    @property
    def winner(self) -> Seat | None:
        """Who takes the trick, once it is complete."""
        return trick_winner(self.trick, self.position.order) if self.trick.is_complete else None

    @property
    def holder(self) -> Seat | None:
        """Who holds the trick so far."""
        return trick_winner(self.trick, self.position.order) if self.trick.cards else None


def steps(record: GameRecord) -> tuple[Step, ...]:
    """Step 0 is the deal, step n what n actions have made of it; raises ``IllegalAction``."""
    position = start(record.rules, Contract.NORMAL, record.deal)
    made = [Step(0, None, position, position.trick, ())]
    for number, action in enumerate(record.actions, start=1):
        if isinstance(action, Healthy):
            made.append(Step(number, action, position, position.trick, ()))
            continue
        because: tuple[Why, ...] = (why_legal((action.card,), position.led, position.order),)
        trick = position.trick.with_card(action.card)
        if trick.is_complete:
            because += why_won(trick, position.order)
        position = position.after(action)
        made.append(Step(number, action, position, trick, because))
    return tuple(made)


def parties_known_to(seat: Seat, record: GameRecord, step: Step) -> tuple[Party | None, ...]:
    """What a seat knows of each seat's party at a step, from its hand and the cards shown."""
    seen = step.position.tricks if step.trick.is_complete else (*step.position.tricks, step.trick)
    return known_parties(seat, record.deal[seat], seen)
