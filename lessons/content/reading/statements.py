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
    ledger = Ledger(
        statements={name: _asked_by(name) for name in table.get("statements", ())},
        readings=files.strings(file, table.get("readings", {})),
        told=tuple(table.get("told", ())),
        examples=tuple(table.get("replays", ())),
    )
    only_told = {*ledger.told, *ledger.examples}
    for name, kinds in ledger.statements.items():
        if bool(kinds) == (name in only_told):
            what = "asked, and told or replayed" if kinds else "neither asked, told nor replayed"
            files.problem(file, f"{name} is {what}", near=f'"{name}"')
    for kind in KINDS.values():
        for name in kind.aims:
            if name not in ledger:
                module = f"{type(kind).__module__.replace('.', '/')}.py"
                files.problem(module, f"no statement or reading {name!r}")
    return ledger


def _asked_by(statement: str) -> tuple[str, ...]:
    """The kinds that can be asked for a statement."""
    return tuple(name for name, kind in KINDS.items() if statement in kind.aims)
