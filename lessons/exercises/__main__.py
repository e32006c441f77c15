"""``python -m lessons.exercises KIND RULES LEVEL SEED [STATEMENT]``: the question and its answer.

``python -m lessons.exercises digests`` prints a digest of many questions per kind, rule set and
level: whoever changes one changes questions that people have answered, and raises the version.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256

from lessons.exercises.exercise import LEVELS, Address, NoSuchExercise, exercise_at
from lessons.exercises.kinds import KINDS

SEEDS_DIGESTED = 100


def digests() -> Iterator[tuple[str, str]]:
    """Per kind, version, rule set and level: a digest of the questions of the first seeds."""
    for kind in KINDS.values():
        for rules, statements in kind.beliefs.items():
            for level in LEVELS:
                digest = sha256()
                for seed in range(SEEDS_DIGESTED):
                    for statement in (None, *statements):
                        found = exercise_at(Address(kind.name, rules, level, seed, statement))
                        written = found.question.as_json()
                        digest.update(json.dumps(written, sort_keys=True).encode())
                yield f"{kind.name} v{kind.version} {rules} {level}", digest.hexdigest()[:16]


def main(words: list[str]) -> int:
    if words == ["digests"]:
        sys.stdout.writelines(f"{name}: {digest}\n" for name, digest in digests())
        return 0
    try:
        kind, rules, level, seed, *statement = words
        address = Address(kind, rules, int(level), int(seed), *statement)
        found = exercise_at(address)
    except (NoSuchExercise, TypeError, ValueError) as error:
        sys.stderr.write(f"{error}\n{__doc__}")
        return 2
    shown = {
        "question": found.question.as_json(),
        "answer": found.kind.answer_as_json(found.kind.solve(found.question)),
        "misleads": found.kind.misleading(found.question),
    }
    sys.stdout.write(json.dumps(shown, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
