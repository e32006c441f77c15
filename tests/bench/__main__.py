"""``./run bench``: how much the rules engine does in a second on one core, beside a loop that only
shuffles and deals, which tells how fast the machine is; then what exercises cost,
the pages of somebody who has answered very much, and those of a club.
"""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

from lessons.judge import judge
from lessons.rules.game import Play, begin
from lessons.rules.reservations import all_healthy
from lessons.rules.rule_sets import TSR
from tests.bench import club, exercises, learners

GAMES = Path(__file__).parent.parent / "games"
SECONDS = 3.0


def main() -> None:
    chance = Random(1)
    lines = _records_to_judge()
    turn = iter(range(1_000_000_000))

    def judged() -> None:
        json.dumps(judge(json.loads(lines[next(turn) % len(lines)])))

    dealt = _per_second(lambda: _deal_only(chance))
    played = _per_second(lambda: _random_game(chance))
    records = _per_second(judged)
    print(f"deals shuffled and dealt        {dealt:9.0f} a second")  # noqa: T201
    print(f"random legal games, settled     {played:9.0f} a second, 1 : {dealt / played:.0f}")  # noqa: T201
    print(f"records judged from JSON lines  {records:9.0f} a second, 1 : {dealt / records:.0f}")  # noqa: T201


def _per_second(work: Callable[[], object]) -> float:
    """The best of three runs."""
    best = 0.0
    for _ in range(3):
        done, start = 0, perf_counter()
        while perf_counter() - start < SECONDS / 3:
            work()
            done += 1
        best = max(best, done / (perf_counter() - start))
    return best


def _deal_only(chance: Random) -> None:
    TSR.deal(chance)


def _random_game(chance: Random) -> None:
    """From the first card to the items of the result, by legal cards only."""
    deal = TSR.deal(chance)
    position = begin(TSR, all_healthy(TSR, deal), deal)
    while not position.is_over:
        card = chance.choice(position.legal_cards())
        position = position.after_play(Play(position.to_play, card))
    position.result()


def _records_to_judge() -> list[str]:
    lines = []
    for name in ("tsr.jsonl", "forty.jsonl"):
        for line in (GAMES / name).read_text().splitlines():
            record = json.loads(line)
            del record["expect"]
            lines.append(json.dumps(record))
    return lines


if __name__ == "__main__":
    main()
    exercises.main()
    learners.main()
    club.main()
