"""A step of a game as a page shows it: what was done, why, how it is settled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from lessons.replays import Step
from lessons.rules.game import Lay, Play, Redeal, Return
from lessons.rules.reservations import trumps_of
from lessons.rules.rule_sets import PRESETS
from tutorial.replays.games import Game
from tutorial.replays.guessing import Guess
from tutorial.replays.knowledge import Knowledge
from tutorial.replays.look import Look
from tutorial.replays.table import ShownTable
from tutorial.replays.ways import Ways
from tutorial.shared.records import names_of, place_of, reasoned_error, said_in
from tutorial.shared.settlement import Line, Reasoned, ShownSettlement, settled
from tutorial.shared.words import document_name, say, speech, words


@dataclass(frozen=True)
class ShownStep:
    """All that the template of a replay needs; what it does not ask for is not worked out."""

    game: Game
    at: Step
    look: Look
    guess: Guess | None = None
    """The question that the page asks at this step, or has asked."""
    is_back: bool = False
    """Whether somebody came back to it from the step after."""
    is_told: bool = False
    """Whether somebody wanted to be told what the page asks."""

    @cached_property
    def known(self) -> Knowledge:
        return Knowledge(self.game, self.at, self.look, self.guess)

    @cached_property
    def table(self) -> ShownTable:
        return ShownTable(self.known, self.is_back)

    @cached_property
    def ways(self) -> Ways:
        return Ways(self.known)

    # What is played

    @property
    def rules_name(self) -> str:
        return document_name(self.game.rules)

    @cached_property
    def house_rules(self) -> tuple[str, ...]:
        """The options that are not the document's but for the nines, in words."""
        preset = PRESETS[self.game.rules]
        return speech().house_rules(replace(self.game.record.rules, nines=preset.nines))

    # What was done

    @cached_property
    def title(self) -> str:
        at = self.at
        number = _("Step %(n)s of %(last)s") % {"n": at.number, "last": self.game.last}
        return f"{number}: {self.done}" if self.done else number

    @property
    def takes_focus(self) -> bool:
        """Whether to read on at the heading; else at the way that has been pressed, which is there
        again, or at the question."""
        is_new_place = self.is_told or self.at.number in {0, self.game.last}
        return is_new_place and self.guess is None

    @cached_property
    def done(self) -> str:
        """The action of this step in words."""
        action = self.at.action
        if self.at.refused is not None:
            return _("against the rules")
        if self.at.counted is not None:
            return _("the settlement")
        if action is None:
            return ""
        if isinstance(action, Play):
            return f"{words().cards.seat(action.seat)} – {words().cards.card(action.card)}"
        if isinstance(action, Lay | Return) and not self.known.sees(action):
            return self._exchanged(action)
        return said_in(action)

    def _exchanged(self, action: Lay | Return) -> str:
        """With what everybody is told: foxes lie open, and how many trumps come back is said."""
        seat = words().cards.seat(action.seat, "Nom")
        if isinstance(action, Lay):
            laid = {"seat": seat, "n": len(action.trumps), "cards": names_of(action.foxes)}
            return _("%(seat)s lays down cards: %(n)s face down, face up: %(cards)s") % laid
        trumps = len(trumps_of(action.cards, self.game.record.rules))
        back = {"seat": seat, "n": len(action.cards), "trumps": trumps}
        return _("%(seat)s returns cards: %(n)s, trumps among them: %(trumps)s") % back

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Why it is so."""
        if self.settled is not None:
            return self._settled_said(self.settled)
        lines = list(dict.fromkeys(map(say, self.known.because)))
        if isinstance(self.at.state, Redeal):
            lines.append(_("Nothing is played: the cards are dealt again."))
        return tuple(lines)

    def _settled_said(self, settled: ShownSettlement) -> tuple[str, ...]:
        """The line that this step adds to the settlement."""
        counted = self.at.counted or 0
        if not counted:
            return settled.winner.sentence, *(target.sentence for target in settled.targets)
        if not self.is_settled:
            return (settled.lines[counted - 1].because.sentence,)
        names = words().cards
        scores = ", ".join(f"{names.seat(seat)} {score}" for seat, _party, score in settled.scores)
        written = _("The players write down: %(scores)s.") % {"scores": scores}
        return settled.winner.sentence, written

    @cached_property
    def refused(self) -> tuple[str, Reasoned] | None:
        """The refused action as it was written, and why it is refused."""
        fault = self.at.refused
        if fault is None:
            return None
        place = ""
        if fault.action is not None:
            place = place_of(self.game.written_action(fault.action), self._trick_asked)
        return place, reasoned_error(fault, self.game.rules)

    @property
    def _trick_asked(self) -> int:
        """The number of the trick to which a card would be played; 0 before play."""
        return len(self.at.position.tricks) + 1 if self.at.has_begun else 0

    # The settlement

    @cached_property
    def settled(self) -> ShownSettlement | None:
        result = self.at.result
        return None if result is None else settled(result, self.at.position.parties)

    @cached_property
    def settled_lines(self) -> tuple[Line, ...]:
        """The settlement, as far as it is counted by now."""
        assert self.settled is not None
        assert self.at.counted is not None
        return self.settled.lines[: self.at.counted]

    @property
    def is_settled(self) -> bool:
        """Whether all of it is counted."""
        return self.settled is not None and self.at.counted == len(self.settled.lines) + 1
