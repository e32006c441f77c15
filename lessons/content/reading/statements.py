"""``statements.toml``, the ledger: every statement that is taught."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lessons.content.reading.files import Files
from lessons.exercises.kinds import KINDS


@dataclass(frozen=True, slots=True)
class Ledger:
    statements: Mapping[str, tuple[str, ...]]
    """With the kinds that can be asked for each."""
    readings: Mapping[str, str]
    """S: the document is silent; D: it is only made precise."""
    told: tuple[str, ...]
    """The statements that are about people at a table, or mere facts."""
    examples: tuple[str, ...]
    """The statements that a replay shows."""

    def __contains__(self, name: str) -> bool:
        """Whether it is a statement or a reading."""
        return name in self.statements or name in self.readings


def read_ledger(files: Files) -> Ledger | None:
    """None where this file, or one read before, cannot be read."""
    file = "statements.toml"
    table = files.toml(file)
    if files.problems:
        return None
    statements: dict[str, tuple[str, ...]] = {}
    for name, kinds in table.get("statements", {}).items():
        with files.guarded(file, near=name):
            statements[name] = tuple(kinds)
    for name, kinds in statements.items():
        for kind in kinds:
            if kind not in KINDS:
                files.problem(file, f"no kind of exercise: {kind!r}", near=name)
    return Ledger(
        statements=statements,
        readings=files.strings(file, table.get("readings", {})),
        told=tuple(table.get("told", ())),
        examples=tuple(table.get("replays", ())),
    )
