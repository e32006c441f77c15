"""What exercises cost: making a question; a page and an answer beside a view that does nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import nullcontext
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any
from urllib.parse import urlencode

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext as Queries
from django.test.utils import override_settings

from lessons.exercises.addresses import LEVELS, SEEDS, Address
from lessons.exercises.exercise import Exercise
from lessons.exercises.making import exercise_at
from lessons.exercises.offers import offers
from tests.site.test_exercise_pages import posted, token_of

QUESTIONS = 60
"""For each kind, rule set and level."""
ROUNDS = 45
COUNTED = 5
"""In so many of the rounds it is the queries that are counted, not the time."""
PAGE, ANSWER = 6, 8
"""What a page and an answer may cost, in bare views, for nine tenths of the kinds."""


def main() -> None:
    questions()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    with override_settings(ROOT_URLCONF="tests.bench.urls", ALLOWED_HOSTS=["testserver"]):
        pages()


def questions() -> None:
    """Milliseconds to make a question that was not asked before (goals: p50 2, p99 20)."""
    chance, taken = Random(1), dict[str, list[float]]()
    for kind, rules, statements in offers():
        for level in LEVELS:
            for number in range(QUESTIONS):
                statement = (None, *statements)[number % (len(statements) + 1)]
                address = Address(kind, rules, level, chance.randrange(SEEDS), statement)
                start = perf_counter()
                exercise_at(address)
                taken.setdefault(kind, []).append((perf_counter() - start) * 1000)
    say("questions                       p50      p99 ms (goals 2, 20)")
    for kind, found in taken.items():
        say(f"  {kind:25} {median(found):8.2f} {quantiles(found, n=100)[98]:8.2f}")


def pages() -> None:
    """CPU of a page and of an answer as multiples of a bare view (goals: 6, 8); queries."""
    client = Client()
    client.get("/de/")
    bare = cpu(lambda: client.get("/bare/"))
    say(
        f"pages                          page   answer  queries (goals {PAGE}, {ANSWER}; at most 8)"
    )
    found = []
    first = {kind: rules for kind, rules, _ in reversed([*offers()])}
    for kind, rules in first.items():
        page, answer, queries = _of(client, kind, rules)
        found.append((page / bare, answer / bare))
        say(f"  {kind:25} {page / bare:7.1f} {answer / bare:8.1f}  {queries}")
    pages, answers = zip(*found, strict=True)
    say(f"bare view {bare * 1000:.2f} ms; at most {max(pages):.1f} and {max(answers):.1f}")
    met = sum(page <= PAGE for page in pages), sum(answer <= ANSWER for answer in answers)
    say(f"goals met by {met[0]} and {met[1]} of {len(found)} kinds")


def _of(client: Client, kind: str, rules: str) -> tuple[float, float, str]:
    """Seconds of CPU for a page, for an answer (of several steps: the last, with the verdict), and
    the queries of both."""
    shown, answered, queries = [], [], set()
    # What a page costs beyond its question, which is made before.
    exercises = [exercise_at(Address(kind, rules, 2, seed)) for seed in range(ROUNDS)]
    posts = [_posts(exercise, is_right=n % 2 == 0) for n, exercise in enumerate(exercises)]
    for seed, (url, (*before, last)) in enumerate(posts):
        is_counted = seed >= ROUNDS - COUNTED  # which takes time
        asking, answering = ((Queries(connection) if is_counted else nullcontext()) for _ in "qa")
        with asking:
            start = process_time()
            page = client.get(url)
            taken = process_time() - start
        for post in before:
            page = _posted(client, url, page, post)
        with answering:
            start = process_time()
            response = _posted(client, url, page, last)
            taken_to_answer = process_time() - start
        # 422: a card that may not be played
        assert response.status_code == 200 or kind == "next-card", response.content
        if isinstance(asking, Queries) and isinstance(answering, Queries):
            queries.add((len(asking), len(answering)))
        else:
            shown.append(taken)
            answered.append(taken_to_answer)
    return median(shown), median(answered), ", ".join(f"{a}+{b}" for a, b in sorted(queries))


def _posts(exercise: Exercise[Any], *, is_right: bool) -> tuple[str, list[dict[str, list[str]]]]:
    """An exercise's address, and what is posted there step by step for the right answer or for one
    that a false belief leads to."""
    kind, question, address = exercise.kind, exercise.question, exercise.address
    believed = (kind.believed(belief, question) for belief in kind.misleading(question))
    right = kind.solve(question)
    answer = right if is_right else next((a for a in believed if a is not None), right)
    pairs = zip(kind.fields(question), answer, strict=True)
    fields = [{field.name: posted(field, value)} for field, value in pairs]
    url = f"/de/practice/{kind.name}/{address.rules}/{address.level}/{address.seed}/"
    return url, fields if kind.is_stepwise else [{k: v for one in fields for k, v in one.items()}]


def _posted(client: Client, url: str, page: Any, fields: dict[str, list[str]]) -> Any:
    """The response to a form, posted as htmx does."""
    data = urlencode({"token": token_of(page.content.decode())} | fields, doseq=True)
    form = "application/x-www-form-urlencoded"
    return client.post(url, data, content_type=form, headers={"HX-Request": "true"})


def cpu(work: Callable[[], object], times: int = 200) -> float:
    """The median of many."""
    taken = []
    for _ in range(times):
        start = process_time()
        work()
        taken.append(process_time() - start)
    return median(taken)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
