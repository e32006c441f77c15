"""Ways through a game, and ways to look at it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.reading import course
from lessons.replays import Step
from lessons.rules.cards import Seat
from lessons.rules.game import Play, Say
from tutorial.replays.games import Game
from tutorial.replays.knowledge import Knowledge
from tutorial.replays.look import Look
from tutorial.shared.words import language, words


@dataclass(frozen=True, slots=True)
class StepLink:
    """Somewhere to go, or a way to look."""

    label: str
    url: str
    is_current: bool = False
    keys: str = ""
    """Keys as ``aria-keyshortcuts`` writes them."""
    id: str = ""
    about: str = ""
    """What it leads to, where its label does not say it."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A trick in the strip."""

    number: int
    url: str
    winner: Seat | None
    """Told once it has been seen."""
    is_current: bool


@dataclass(frozen=True)
class Ways:
    """Links from a step to others."""

    known: Knowledge

    @property
    def game(self) -> Game:
        return self.known.game

    @property
    def at(self) -> Step:
        return self.known.at

    @property
    def look(self) -> Look:
        return self.known.look

    def url(self, step: int) -> str:
        return self.look.url(self.game, step)

    @cached_property
    def onward(self) -> StepLink | None:
        if self.at.number == self.game.last:
            return None
        return StepLink(
            _("Next step"), self.url(self.at.number + 1), keys="ArrowRight", id="replay-on"
        )

    @cached_property
    def elsewhere(self) -> StepLink:
        """The link onward at the end: the next game of the same document, or all games."""
        replays = [
            replay
            for replay in course().replays.values()
            if self.game.example and replay.document == self.game.example.document
        ]
        at = next((n for n, replay in enumerate(replays, 1) if replay.id == self.game.id), None)
        if at is None or at == len(replays):
            return StepLink(_("All games"), reverse("replays"))
        following = replays[at]
        query = {"guess": self.look.guess} if self.look.guess else {}
        query |= {"view": "beamer"} if self.look.is_beamer else {}
        path = reverse("replay", args=[following.id, 0])
        return StepLink(
            _("Next game"),
            f"{path}?{urlencode(query)}" if query else path,
            about=following.texts[language()].title,
        )

    @cached_property
    def back(self) -> StepLink | None:
        if not self.at.number:
            return None
        return StepLink(_("Back"), self.url(self.at.number - 1), keys="ArrowLeft", id="replay-back")

    @cached_property
    def trick_back(self) -> StepLink | None:
        starts = [number for _trick, number in self._trick_starts]
        before = max((n for n in starts if n < self.at.number), default=0)
        return self._leap("replay-up", before, _("One trick back"), "Shift+ArrowLeft")

    @cached_property
    def trick_on(self) -> StepLink | None:
        starts = [number for _trick, number in self._trick_starts]
        after = min((n for n in starts if n > self.at.number), default=self.game.last)
        return self._leap("replay-down", after, _("One trick on"), "Shift+ArrowRight")

    @cached_property
    def leaps(self) -> tuple[StepLink, ...]:
        """Still further: to the start, the next call, the end."""
        here = self.at.number
        calls = (step.number for step in self.game.steps if isinstance(step.action, Say))
        call = next((number for number in calls if number > here), here)
        leaps = (
            self._leap("replay-start", 0, _("Start"), "Shift+Home"),
            self._leap("replay-call", call, _("Next call"), "S"),
            self._leap("replay-end", self.game.last, _("End"), "Shift+End"),
        )
        return tuple(leap for leap in leaps if leap is not None)

    def _leap(self, name: str, goal: int, label: str, keys: str) -> StepLink | None:
        if goal == self.at.number:
            return None
        return StepLink(label, self.url(goal), keys=keys, id=name)

    @cached_property
    def _trick_starts(self) -> tuple[tuple[int, int], ...]:
        return tuple(
            (step.trick_number, step.number)
            for step in self.game.steps
            if isinstance(step.action, Play) and len(step.trick.cards) == 1
        )

    @cached_property
    def strip(self) -> tuple[Stop, ...]:
        winners = self.known.told.position.winners
        has_trick = bool(self.at.trick.cards) and self.at.counted is None
        return tuple(
            Stop(
                number,
                self.url(start),
                winners[number - 1] if number <= len(winners) else None,
                has_trick and number == self.at.trick_number,
            )
            for number, start in self._trick_starts
        )

    @cached_property
    def views(self) -> tuple[StepLink, ...]:
        """From which seat."""
        here, look, names = self.at.number, self.look, words().cards
        return tuple(
            StepLink(
                names.seat(seat), replace(look, seat=seat).url(self.game, here), seat is look.seat
            )
            for seat in Seat
        )

    @cached_property
    def hands_ways(self) -> tuple[StepLink, ...]:
        here, look = self.at.number, self.look
        return tuple(
            StepLink(
                label, replace(look, is_open=is_open).url(self.game, here), look.is_open == is_open
            )
            for label, is_open in ((_("just this hand"), False), (_("all hands"), True))
        )

    @cached_property
    def guess_ways(self) -> tuple[StepLink, ...]:
        here, look = self.at.number, self.look
        offered = [("", _("no"))]
        if self.game.example is not None and self.game.example.guesses:
            offered.append(("marked", _("at marked places")))
        offered.append(("all", _("everywhere")))
        return tuple(
            StepLink(label, replace(look, guess=guess).url(self.game, here), look.guess == guess)
            for guess, label in offered
        )

    @property
    def here(self) -> str:
        return self.url(self.at.number)

    @property
    def untold_url(self) -> str:
        """This step without its question."""
        return self.look.url(self.game, self.at.number, told="1")

    @property
    def other_view_url(self) -> str:
        """Large for a group, or from there the usual page."""
        other = replace(self.look, is_beamer=not self.look.is_beamer)
        return other.url(self.game, self.at.number)

    @property
    def mend_url(self) -> str:
        """Address at which a game of one's own can be changed."""
        query = {"game": self.game.code} if self.game.code else {"from": self.game.id}
        return f"{reverse('own')}?{urlencode(query)}"

    @cached_property
    def files(self) -> tuple[StepLink, ...]:
        """To take the game along."""
        query = f"?{urlencode({'game': self.game.code})}" if self.game.code else ""
        return tuple(
            StepLink(label, reverse("replay-file", args=[self.game.id, kind]) + query)
            for kind, label in (("txt", _("As text")), ("json", _("As JSON")))
        )

    @cached_property
    def compared_url(self) -> str:
        query = f"?{urlencode({'game': self.game.code})}" if self.game.code else ""
        return reverse("replay-rules", args=[self.game.id]) + query
