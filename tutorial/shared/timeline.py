"""Until when each call may be made, as a table."""

from __future__ import annotations

from dataclasses import dataclass

from lessons.exercises.exhibits import Timeline
from tutorial.shared.words import words


@dataclass(frozen=True, slots=True)
class Cell:
    is_open: bool
    is_now: bool
    is_reply: bool
    is_barred: bool
    """In time, but not allowed for another reason."""


@dataclass(frozen=True, slots=True)
class ShownTimeline:
    """The calls, each with a cell for every number of cards in hand, or of tricks begun."""

    unit: str
    columns: tuple[int, ...]
    now: int | None
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]

    @property
    def has_replies(self) -> bool:
        return any(cell.is_reply for _call, cells in self.rows for cell in cells)

    @property
    def has_barred(self) -> bool:
        return any(cell.is_barred for _call, cells in self.rows for cell in cells)

    @classmethod
    def of(cls, timeline: Timeline) -> ShownTimeline:
        columns, now = timeline.columns, timeline.now
        since = columns.index(now) if now in columns else len(columns)
        rows = tuple(
            (
                words().cards.name(call),
                tuple(
                    Cell(
                        is_open,
                        column == now,
                        (call, column) in timeline.replies,
                        is_open and place >= since and call in timeline.barred,
                    )
                    for place, (column, is_open) in enumerate(zip(columns, cells, strict=True))
                ),
            )
            for call, cells in timeline.rows
        )
        return cls(timeline.unit.value, columns, now, rows)
