"""The games that can be stepped through: worked examples, and those that somebody brought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.course import Replay
from lessons.content.reading import course
from lessons.replays import Step, Stepped, stepped, steps
from lessons.rules.cards import Seat
from lessons.rules.records import GameRecord, UnreadableRecord, record_as_json
from tutorial.errors import NotHere
from tutorial.replays.models import StoredGame
from tutorial.shared.records import OWN, record_in
from tutorial.shared.words import language

LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class Game:
    """A game with what there is to say of it, in the page's language."""

    id: str
    """In its address."""
    title: str
    about: str
    notes: Mapping[int, str]
    """By number of actions done."""
    record: GameRecord
    steps: tuple[Step, ...]
    seat: Seat
    """Whose hand is shown unless somebody asks for another."""
    is_open: bool
    """Whether all hands are shown unless somebody asks otherwise."""
    example: Replay | None = None
    code: str = ""
    """The record, where the address carries it."""
    written: Mapping[str, Any] | None = None
    """The record of a game that somebody brought, what is wrong in it too."""
    owner: int | None = None
    """The learner who stored it."""

    @property
    def rules(self) -> str:
        return self.record.rules.document

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.steps) - 1

    @property
    def is_whole(self) -> bool:
        return self.steps[-1].result is not None

    def written_action(self, number: int) -> str:
        """An action as it stands in the record that somebody brought."""
        assert self.written is not None
        return str(self.written["actions"][number])

    def export(self) -> dict[str, Any]:
        """The record, canonical as far as it is according to the rules."""
        made = record_as_json(self.record)
        if self.written is None:
            notes = {str(n): note for n, note in self.notes.items() if n < len(self.record.actions)}
            return made | {"title": self.title} | ({"notes": notes} if notes else {})
        return made | {
            "actions": [*made["actions"], *self.written["actions"][len(made["actions"]) :]]
        }


def find_game(request: HttpRequest, name: str) -> Game:
    """The game at a page's address; raises :class:`~tutorial.errors.NotHere`."""
    return game_at(name, request.GET.get("game", ""))


def game_at(name: str, code: str) -> Game:
    """The game at an address, ``code`` what that says with ``?game=``; raises
    :class:`~tutorial.errors.NotHere`."""
    if name in course().replays:
        return example(name, language())
    if name == OWN:
        return _from_code(code)
    if name.startswith(f"{OWN}-") and "\0" not in name:  # which not every database can look for
        stored = StoredGame.objects.filter(key=name.removeprefix(f"{OWN}-")).first()
        if stored is None:
            raise NotHere(_("There is no such game, or it is no longer there."), (_way_to_own(),))
        found = stepped(stored.record)
        return own_game(name, found, stored.record, owner=stored.owner_id)
    ways = ((_("All games"), reverse("replays")),)
    raise NotHere(_("There is no worked example with this name."), ways)


@cache
def example(name: str, spoken: str) -> Game:
    replay = course().replays[name]
    text = replay.texts[spoken]
    made = steps(replay.record)
    return Game(
        name, text.title, text.about, text.notes, replay.record, made, replay.hand, False, replay
    )  # fmt: skip


def own_game(
    name: str,
    found: Stepped,
    written: Mapping[str, Any],
    *,
    code: str = "",
    owner: int | None = None,
) -> Game:
    record = found.record
    title = "".join(filter(str.isprintable, record.title))[:LONGEST_TITLE]
    return Game(
        name, title or _("A game of your own"), "", record.notes, record,
        found.steps, Seat.VH, True, code=code, written=written, owner=owner,
    )  # fmt: skip


@lru_cache(maxsize=64)
def _stepped(code: str) -> tuple[Any, Stepped]:
    """Kept for a while: who steps through a game comes back to it."""
    record = record_in(code)
    return record, stepped(record)


def _from_code(code: str) -> Game:
    try:
        written, found = _stepped(code)
    except (ValueError, UnreadableRecord):
        raise NotHere(_("This address does not contain a game."), (_way_to_own(),)) from None
    return own_game(OWN, found, written, code=code)


def _way_to_own() -> tuple[str, str]:
    return _("Add a game of your own"), reverse("own")
