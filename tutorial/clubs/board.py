"""What a trainer sees of those who agreed: members × sections, who needs help, what is believed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from django.db.models import Case, Count, IntegerField, Max, Q, QuerySet, When
from django.db.models.functions import TruncWeek
from django.utils.translation import gettext as _

from lessons.content.course import Document
from lessons.content.reading import course
from tutorial.clubs.models import Club, Member
from tutorial.clubs.roles import answers_seen, under_its_rules
from tutorial.learners.memory import SURE_AFTER, Standing
from tutorial.learners.models import Attempt, Memory, belief_of
from tutorial.learners.remembering import rules_apart
from tutorial.progress.map import asked_by_section, counted
from tutorial.shared.words import language, said_of, source
from tutorial.sittings.choosing import document_under

_SENTENCE = re.compile(r"(?<=\w\w)[.;] ")
STUCK = 3
"""Misses on one rule, one after the other."""
AWAY = timedelta(days=14)
LATELY = timedelta(days=28)
"""So long a belief counts."""
MOST_WRONG = 5000
"""Answers looked through for beliefs, the latest."""
MOST_WEEKS = 26
LINES = 5
"""Of who needs help, of beliefs, of rules for the next evening."""
MOST_DUE = 3
"""Sections named above the board."""
EXAMPLE = {"Anke": "ssssdsb", "Bernd": "sdsbbdn", "Dilek": "sssdsss", "Jonas": "sbdbnnn"}
"""Made-up members and how each stands with the first sections, by the first letter of it."""


@dataclass(frozen=True, slots=True)
class Column:
    """A section, or a rule of one."""

    title: str
    names: tuple[str, ...]
    """Of its rules."""
    section: str = ""
    """Its id, where the column opens into its rules."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How a member stands with a rule."""

    is_due: bool
    wrong: int
    clean_days: int
    misses: int

    @property
    def is_sure(self) -> bool:
        return self.clean_days >= SURE_AFTER

    @property
    def is_weak(self) -> bool:
        """Went wrong and is not right since, or is due."""
        return self.is_due or (self.wrong > 0 and not self.clean_days)


@dataclass(frozen=True, slots=True)
class Cell:
    standing: Standing
    said: str


_OF_A_BAR = (Standing.SURE, Standing.DUE, Standing.BEGUN, Standing.NEW)


@dataclass(frozen=True, slots=True)
class Bar:
    marks: tuple[Cell, ...]
    """What is sure first: the further the green reaches, the better."""

    @property
    def said(self) -> str:
        """``2 sure, 1 due``."""
        return counted(one.standing for one in self.marks)


def _as_bar(cells: Sequence[Cell]) -> Bar:
    return Bar(tuple(sorted(cells, key=lambda one: _OF_A_BAR.index(one.standing))))


@dataclass(frozen=True, slots=True)
class Group:
    """Those who stand alike with a section or a rule."""

    cell: Cell
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A section or a rule, and how all stand with it: those for whom it is due first."""

    column: Column
    groups: tuple[Group, ...]

    @property
    def bar(self) -> Bar:
        """One for each member."""
        return _as_bar([one.cell for one in self.groups for _member in one.members])

    @property
    def due(self) -> int:
        """For so many."""
        return sum(one.standing is Standing.DUE for one in self.bar.marks)


@dataclass(frozen=True, slots=True)
class Row:
    member: Member
    cells: tuple[Cell, ...]
    """Empty where the member has not agreed to be seen."""
    last: datetime | None
    stuck: tuple[str, ...]
    """Rules that went wrong three times running, as the document says them."""

    @property
    def due(self) -> int:
        """In so many sections."""
        return sum(one.standing is Standing.DUE for one in self.cells)

    @property
    def bar(self) -> Bar:
        """One for each section, as those of a line."""
        return _as_bar(self.cells)

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
        """All there are, to be explained in the order of a bar."""
        return tuple(cells_by_standing().values())

    @property
    def seen(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.cells)

    @property
    def unseen(self) -> tuple[str, ...]:
        """Names of those who do not show how they stand."""
        return tuple(row.member.name for row in self.rows if not row.cells)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The same by column."""
        by_name = [self._grouped(number) for number, _column in enumerate(self.columns)]
        return tuple(map(Line, self.columns, by_name))

    @property
    def lines_by_due(self) -> tuple[Line, ...]:
        """Those first that are due for the most."""
        return tuple(sorted(self.lines, key=lambda one: -one.due))

    @property
    def most_due(self) -> tuple[Line, ...]:
        """What an evening may begin with."""
        return tuple(one for one in self.lines_by_due if one.due)[:MOST_DUE]

    def _grouped(self, number: int) -> tuple[Group, ...]:
        due_first = sorted(self.standings, key=lambda one: one.standing is not Standing.DUE)
        found: dict[Cell, list[Member]] = {one: [] for one in due_first}
        for row in self.seen:
            found[row.cells[number]].append(row.member)
        return tuple(Group(cell, tuple(members)) for cell, members in found.items() if members)

    @property
    def idle(self) -> tuple[str, ...]:
        """Names of those who have not begun."""
        return tuple(row.member.name for row in self.seen if not row.has_begun)

    @property
    def done(self) -> tuple[str, ...]:
        """Names of those who have been through."""
        return tuple(row.member.name for row in self.seen if row.is_done)

    @property
    def is_apart(self) -> bool:
        """Whether some have not begun, or have been through: they are named."""
        return bool(self.idle or self.done)

    @property
    def begun(self) -> int:
        """So many have."""
        return len(self.seen) - len(self.idle)

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
    """Of all members, by name; in three queries, however many there are. ``section``: its rules as
    columns instead of the sections."""
    document = document_under(club.rules)
    columns = _columns(document, section)
    members = sorted(club.members.all(), key=lambda one: one.name.casefold())
    learners = [one.learner_id for one in members if one.agreed]
    known, last = _known(club, learners, document, now), _last(club, learners, document)
    cells = cells_by_standing()
    rows = tuple(
        _row(one, columns, known[one.learner_id], last.get(one.learner_id), document, cells)
        if one.agreed
        else Row(one, (), None, ())
        for one in members
    )
    every = [name for column in _columns(document, "") for name in column.names]
    return Board(columns, rows, _weak(known, every, document), now)


def own_row(member: Member, now: datetime) -> Board:
    """What trainers see of one member, or would."""
    document, own = document_under(member.club.rules), [member.learner_id]
    columns = _columns(document, "")
    known, last = (
        _known(member.club, own, document, now),
        _last(member.club, own, document),
    )
    cells = cells_by_standing()
    row = _row(member, columns, known[own[0]], last.get(own[0]), document, cells)
    return Board(columns, (row,), (), now)


def example_board(now: datetime) -> Board:
    """What a trainer sees, for those who have no club yet."""
    columns = _columns(next(iter(course().documents.values())), "")[: len(EXAMPLE["Anke"])]
    cells = {standing.value[0]: cell for standing, cell in cells_by_standing().items()}
    rows = (
        Row(Member(name=name), tuple(cells[one] for one in stands), now, ())
        for name, stands in EXAMPLE.items()
    )
    return Board(columns, tuple(rows), (), now)


def _columns(document: Document, section: str) -> tuple[Column, ...]:
    found = tuple(asked_by_section(document))
    opened = next((names for one, names in found if one.id == section), ())
    if opened:
        return tuple(Column(_said(name, document), (name,)) for name in opened)
    return tuple(Column(one.texts[language()].title, names, one.id) for one, names in found)


def _known(
    club: Club, learners: Sequence[int], document: Document, now: datetime
) -> Mapping[int, Mapping[str, Stand]]:
    """By learner and statement, under the club's rules. As plain rows: there are very many."""
    found: dict[int, dict[str, Stand]] = {one: {} for one in learners}
    kept = _kept(club, learners, document).annotate(
        # As a figure: a truth would be converted anew for each of very many rows.
        is_due=Case(When(due__lte=now, then=1), default=0, output_field=IntegerField())
    )
    apart = cache(lambda statement: rules_apart(club.rules, statement))
    names = ("learner", "statement", "rules", "is_due", "wrong", "clean_days", "misses")
    for learner, statement, rules, *stand in kept.values_list(*names):
        if rules == apart(statement):
            found[learner][statement] = Stand(*stand)
    return found


def _last(club: Club, learners: Sequence[int], document: Document) -> Mapping[int, datetime]:
    """When each was last asked something of the club's document."""
    kept = _kept(club, learners, document).values_list("learner")
    return dict(kept.annotate(Max("last")))


def _kept(club: Club, learners: Sequence[int], document: Document) -> QuerySet[Memory]:
    of_it = Memory.objects.filter(statement__startswith=f"{document.id}:")
    return of_it.filter(learner__in=learners, rules__in={"", club.rules})


def _row(
    member: Member,
    columns: Sequence[Column],
    known: Mapping[str, Stand],
    last: datetime | None,
    document: Document,
    cells: Mapping[Standing, Cell],
) -> Row:
    stands = (_standing([known.get(name) for name in one.names]) for one in columns)
    misses = [name for name, one in known.items() if one.misses >= STUCK]
    misses.sort(key=lambda name: -known[name].misses)
    return Row(
        member,
        tuple(cells[one] for one in stands),
        last,
        tuple(_briefly(name, document) for name in misses[:LINES]),
    )


def cells_by_standing() -> Mapping[Standing, Cell]:
    """With its words in the page's language, in the order of a bar: looked up once, for a board
    has very many cells."""
    said = {
        Standing.NEW: _("new"),
        Standing.BEGUN: _("begun"),
        Standing.SURE: _("sure"),
        Standing.DUE: _("due"),
    }
    return {standing: Cell(standing, said[standing]) for standing in _OF_A_BAR}


def _standing(known: Sequence[Stand | None]) -> Standing:
    """Of several rules together: due where at least half of those begun are, else sure only if all
    are."""
    begun = [one for one in known if one is not None]
    if not begun:
        return Standing.NEW
    if 2 * sum(one.is_due for one in begun) >= len(begun):
        return Standing.DUE
    is_sure = len(begun) == len(known) and all(one.is_sure for one in begun)
    return Standing.SURE if is_sure else Standing.BEGUN


def _weak(
    known: Mapping[int, Mapping[str, Stand]], every: Sequence[str], document: Document
) -> tuple[Weak, ...]:
    """The rules that the most members should repeat."""
    asked, found = {*every}, Counter[str]()
    for of_one in known.values():
        found.update(name for name, one in of_one.items() if name in asked and one.is_weak)
    most = sorted(found, key=lambda name: (-found[name], every.index(name)))[:LINES]
    return tuple(Weak(name, _said(name, document), found[name]) for name in most)


@dataclass(frozen=True, slots=True)
class Section:
    """Its rules, each as the document says it, and how a member stands with them."""

    title: str
    rules: tuple[tuple[str, Cell], ...]

    @property
    def bar(self) -> Bar:
        """One for each rule, as those of a line."""
        return _as_bar([cell for _said, cell in self.rules])


def rules_of_member(member: Member, now: datetime) -> tuple[Section, ...]:
    """The sections that have been begun."""
    document = document_under(member.club.rules)
    known = _known(member.club, [member.learner_id], document, now)[member.learner_id]
    cells = cells_by_standing()
    return tuple(
        Section(column.title, tuple((source(name, document.id).text,
                                     cells[_standing([known.get(name)])])
                                    for name in column.names))
        for column in _columns(document, "")
        if any(name in known for name in column.names)
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Week:
    begins: datetime
    answered: int
    right: int


def weeks_of(member: Member) -> tuple[Week, ...]:
    """The latest first; under the rules of the club's document."""
    found = under_its_rules(member.club).filter(learner=member.learner_id)
    by_week = found.annotate(week=TruncWeek("created")).values("week").order_by("-week")
    counted = by_week.annotate(answered=Count("pk"), well=Count("pk", filter=Q(right=True)))
    return tuple(Week(one["week"], one["answered"], one["well"]) for one in counted[:MOST_WEEKS])


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


def showing(club: Club, belief: str, now: datetime) -> QuerySet[Attempt]:
    """The answers that showed a belief lately, the latest first."""
    return _wrong(club, now).filter(misconceptions=[belief])


def _wrong(club: Club, now: datetime) -> QuerySet[Attempt]:
    wrong = answers_seen(club).filter(right=False, created__gte=now - LATELY)
    return wrong.exclude(misconceptions=[]).order_by("-created", "-pk")


def _briefly(statement: str, document: Document) -> str:
    """Its first sentence."""
    return _SENTENCE.split(_said(statement, document), maxsplit=1)[0].rstrip(".") + "."


def _said(statement: str, document: Document) -> str:
    return source(statement, document.id).text
