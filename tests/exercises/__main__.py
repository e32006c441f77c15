"""``./run sweep [--seeds N] [--kind KIND]``: every exercise that is offered, over many seeds; then
how often each option, seat or place was right.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.exercises.soundness import Seen, cases, sweep


def main() -> int:
    asked = _asked()
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
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
