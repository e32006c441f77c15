"""What a trainer sees of those who agreed: members × sections, who needs help, what is believed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from lessons.content.course import Document
from tutorial.clubs.models import Club, Member
from tutorial.clubs.roles import answers_seen
from tutorial.learners.memory import Known, Standing
from tutorial.learners.models import Attempt, Memory, belief_of
from tutorial.learners.remembering import known_of, rules_apart
from tutorial.progress.map import are_sure, asked_by_section, standing_of
from tutorial.shared.words import language, said_of, source
from tutorial.sittings.choosing import document_under

STUCK = 3
"""Misses on one rule, one after the other."""
AWAY = timedelta(days=14)
LATELY = timedelta(days=28)
"""So long a belief counts."""
MOST_WRONG = 5000
"""Answers looked through for beliefs, the latest."""
LINES = 5
"""Of who needs help, of beliefs, of rules for the next evening."""


@dataclass(frozen=True, slots=True)
class Column:
    """A section, or a rule of one."""

    title: str
    names: tuple[str, ...]
    """Of its rules."""
    section: str = ""
    """Its id, where the column opens into its rules."""


@dataclass(frozen=True, slots=True)
class Cell:
    standing: Standing
    said: str


@dataclass(frozen=True, slots=True)
class Row:
    member: Member
    cells: tuple[Cell, ...]
    """Empty where the member has not agreed to be seen."""
    last: datetime | None
    stuck: tuple[str, ...]
    """Rules that went wrong three times running, as the document says them."""

    @property
    def has_begun(self) -> bool:
        return any(one.standing is not Standing.NEW for one in self.cells)

    @property
    def is_done(self) -> bool:
        """Nothing new and nothing begun: all was sure once."""
        return self.has_begun and all(
            one.standing in {Standing.SURE, Standing.DUE} for one in self.cells
        )


@dataclass(frozen=True, slots=True)
class Needed:
    """Somebody whom a trainer may want to ask how it goes."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Believed:
    belief: str
    said: str
    number: int
    """Of members whose answers showed it lately."""
    first: str
    """The key of the latest answer that did."""


@dataclass(frozen=True, slots=True)
class Weak:
    statement: str
    said: str
    number: int
    """Of members for whom it went wrong and is not sure since, or is due."""


@dataclass(frozen=True, slots=True)
class Board:
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    weak: tuple[Weak, ...]
    now: datetime

    @property
    def standings(self) -> tuple[Cell, ...]:
        """All there are, to be explained."""
        return tuple(cell_of(one) for one in Standing)

    @property
    def seen(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.cells)

    @property
    def begun(self) -> int:
        return sum(row.has_begun for row in self.seen)

    @property
    def done(self) -> int:
        return sum(row.is_done for row in self.seen)

    @property
    def needed(self) -> tuple[Needed, ...]:
        """Who is stuck first, then who has not been here."""
        stuck = [
            Needed(row.member.name, _("is stuck at: {rule}").format(rule=row.stuck[0]))
            for row in self.seen
            if row.stuck
        ]
        away = [
            Needed(row.member.name, self._away(row))
            for row in self.seen
            if not row.stuck and (row.last or row.member.joined) < self.now - AWAY
        ]
        return tuple([*stuck, *away][:LINES])

    def _away(self, row: Row) -> str:
        if row.last is None:
            return _("has not begun yet")
        days = (self.now - row.last).days
        return _("has not been here for {days} days").format(days=days)


def board_of(club: Club, now: datetime, section: str = "") -> Board:
    """Of all members, by name; in two queries, however many there are. ``section``: its rules as
    columns instead of the sections."""
    document = document_under(club.rules)
    columns = _columns(document, section)
    members = sorted(club.members.all(), key=lambda one: one.name.casefold())
    known = _known(club, [one.learner_id for one in members if one.agreed])
    every = [name for column in _columns(document, "") for name in column.names]
    rows = tuple(_row(one, columns, known.get(one.learner_id, {}), document, now)
                 for one in members)  # fmt: skip
    return Board(columns, rows, _weak(known, every, document, now), now)


def own_row(member: Member, now: datetime, section: str = "") -> Board:
    """What trainers see of one member, or would."""
    document = document_under(member.club.rules)
    columns = _columns(document, section)
    known = _known(member.club, [member.learner_id]).get(member.learner_id, {})
    row = _row(member, columns, known, document, now, is_seen=True)
    return Board(columns, (row,), (), now)


def _columns(document: Document, section: str) -> tuple[Column, ...]:
    found = tuple(asked_by_section(document))
    opened = next((names for one, names in found if one.id == section), ())
    if opened:
        return tuple(Column(_said(name, document), (name,)) for name in opened)
    return tuple(Column(one.texts[language()].title, names, one.id) for one, names in found)


def _known(club: Club, learners: Sequence[int]) -> Mapping[int, Mapping[str, Known]]:
    """By learner and statement, under the club's rules."""
    found: dict[int, dict[str, Known]] = {one: {} for one in learners}
    kept = Memory.objects.filter(learner__in=learners, rules__in={"", club.rules})
    for one in kept.iterator():
        if one.rules == rules_apart(club.rules, one.statement):
            found[one.learner_id][one.statement] = known_of(one)
    return found


def _row(
    member: Member,
    columns: Sequence[Column],
    known: Mapping[str, Known],
    document: Document,
    now: datetime,
    *,
    is_seen: bool = False,
) -> Row:
    if not (member.agreed or is_seen):
        return Row(member, (), None, ())
    cells = tuple(
        cell_of(_standing([known.get(name) for name in one.names], now)) for one in columns
    )
    own = {name: one for name, one in known.items() if name.startswith(f"{document.id}:")}
    misses = sorted(own, key=lambda name: -own[name].misses)
    stuck = tuple(_said(name, document) for name in misses if own[name].misses >= STUCK)
    return Row(member, cells, max((one.last for one in own.values()), default=None), stuck)


def cell_of(standing: Standing) -> Cell:
    match standing:
        case Standing.NEW:
            said = _("new")
        case Standing.BEGUN:
            said = _("begun")
        case Standing.SURE:
            said = _("sure")
        case Standing.DUE:
            said = _("due")
    return Cell(standing, said)


def _standing(known: Sequence[Known | None], now: datetime) -> Standing:
    """Of several rules together: due if one is, else sure only if all are."""
    found = {standing_of(one, now) for one in known}
    if Standing.DUE in found or found == {Standing.NEW}:
        return Standing.DUE if Standing.DUE in found else Standing.NEW
    return Standing.SURE if are_sure(known) else Standing.BEGUN


def _weak(
    known: Mapping[int, Mapping[str, Known]],
    every: Sequence[str],
    document: Document,
    now: datetime,
) -> tuple[Weak, ...]:
    """The rules that the most members should repeat."""
    asked, found = {*every}, Counter[str]()
    for of_one in known.values():
        for name, one in of_one.items():
            if name in asked and (one.due <= now or (one.wrong and not one.clean_days)):
                found[name] += 1
    most = sorted(found, key=lambda name: (-found[name], every.index(name)))[:LINES]
    return tuple(Weak(name, _said(name, document), found[name]) for name in most)


def beliefs_of(club: Club, now: datetime) -> tuple[Believed, ...]:
    """Those that the most members showed lately. One query."""
    held: dict[str, set[int]] = {}
    first: dict[str, str] = {}
    for learner, misconceptions, key in _wrong(club, now).values_list(
        "learner", "misconceptions", "key"
    )[:MOST_WRONG]:
        if belief := belief_of(misconceptions):
            held.setdefault(belief, set()).add(learner)
            first.setdefault(belief, key)
    most = sorted(held, key=lambda one: -len(held[one]))[:LINES]
    return tuple(Believed(one, said_of(one), len(held[one]), first[one]) for one in most)


def showing(club: Club, belief: str, now: datetime) -> tuple[Attempt, ...]:
    """The answers that showed a belief lately, the latest first."""
    answers = _wrong(club, now)[:MOST_WRONG]
    return tuple(one for one in answers if one.belief == belief)


def _wrong(club: Club, now: datetime) -> QuerySet[Attempt]:
    wrong = answers_seen(club).filter(right=False, created__gte=now - LATELY)
    return wrong.exclude(misconceptions=[]).order_by("-created", "-pk")


def _said(statement: str, document: Document) -> str:
    return Truncator(source(statement, document.id).text).words(14)
