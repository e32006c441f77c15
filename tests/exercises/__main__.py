"""``./run sweep [--seeds N] [--kind KIND]``: every exercise that is offered, over many seeds; then
how often each option, seat or place was right.

``--cues``: what the best guesser gets right who knows no rule, for each kind, rule set and level,
and for each statement. ``--variety``: how many different questions there are for a statement, the
share that its rule decides, and the share of beliefs that err, level by level. Both print ``!``
where a goal is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

from lessons.exercises.addresses import LEVELS, NoSuchExercise
from lessons.exercises.exercise import Exercise
from tests.exercises import cues, variety
from tests.exercises.soundness import Case, Seen, cases, sweep


def main() -> int:
    asked = _asked()
    if asked.cues or asked.variety:
        _measured(asked)
        return 0
    return _swept(asked)


def _measured(asked: argparse.Namespace) -> None:
    """A line for each case, printed as soon as it is known."""
    wanted = [case for case in cases() if asked.kind in {None, case.kind}]
    if asked.cues:
        say(f"{'kind rules level statement':50} {'field':12} answers  best guesser")
        with ProcessPoolExecutor() as workers:
            for lines in workers.map(partial(_cues, asked.seeds), wanted):
                say(lines)
        return
    say(f"{'kind rules statement':46} different  decided  misled at levels 1, 2, 3")
    told = [case for case in wanted if case.level == 1]
    with ProcessPoolExecutor() as workers:
        for lines in workers.map(partial(_variety, asked.seeds), told):
            say(lines)


def _cues(seeds: int, case: Case) -> str:
    lines = []
    limit = cues.ONE_STATEMENT if case.statement else None
    for found in cues.best(_exercises(case, seeds)):
        mark = "!" if found.is_above(limit) else " "
        lines.append(
            f"{mark} {_named(case):48} {found.field:12} {found.answers:7}  "
            f"{found.right:4.0%} {found.guesser} (chance {found.chance:.0%})"
        )
    return "\n".join(lines)


def _variety(seeds: int, case: Case) -> str:
    at = [_exercises(replace(case, level=level), seeds) for level in LEVELS]
    every = [exercise for found in at for exercise in found]
    misled = [variety.share_misled(found) for found in at]
    pool, statement = variety.pool(every), case.statement
    decided = 1.0
    if statement is not None:
        decided = sum(variety.is_decided(one, statement) for one in every) / len(every)
    marks = "!" if pool < variety.ENOUGH else " "
    marks += "!" if decided < variety.DECIDED else " "
    marks += " " if misled == sorted(misled) and misled[0] < misled[2] else "!"
    figures = ", ".join(f"{share:.0%}" for share in misled)
    return f"{marks} {_named(case):46} {pool:6}  {decided:6.0%}   {figures}"


def _named(case: Case) -> str:
    return f"{case.kind} {case.rules} {case.level} {case.statement or ''}"


def _exercises(case: Case, seeds: int) -> list[Exercise[Any]]:
    found = []
    for seed in range(seeds):
        try:
            found.append(case.exercise(seed))
        except NoSuchExercise:
            continue
    return found


def _swept(asked: argparse.Namespace) -> int:
    by_kind: dict[str, Seen] = {}
    failed: list[str] = []
    wanted = [case for case in cases() if asked.kind in {None, case.kind}]
    with ProcessPoolExecutor() as workers:
        for case, (seen, wrong) in zip(
            wanted, workers.map(partial(sweep, asked.seeds), wanted), strict=True
        ):
            by_kind.setdefault(f"{case.kind} {case.level}", Seen()).add(seen)
            failed += wrong
    for name, seen in by_kind.items():
        say(f"\n{name}: {seen.asked} sound, {seen.telling / max(seen.asked, 1):.0%} tell a belief")
        for key, counted in sorted(seen.right.items()):
            say(f"  {key}: {shares(counted)}")
    say(f"\n{sum(seen.asked for seen in by_kind.values())} sound, {len(failed)} not")
    for one in failed[:20]:
        say(one)
    return 1 if failed else 0


def shares(counted: Counter[str]) -> str:
    """The most frequent ones, in per cent."""
    total = counted.total()
    told = [f"{name} {number / total:.0%}" for name, number in counted.most_common(6)]
    more = len(counted) - len(told)
    return ", ".join(told) + (f", {more} more" if more > 0 else "")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run sweep", description=__doc__)
    parser.add_argument("--seeds", type=int, default=300)
    parser.add_argument("--kind")
    parser.add_argument("--cues", action="store_true")
    parser.add_argument("--variety", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
