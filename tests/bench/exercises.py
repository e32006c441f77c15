"""What exercises cost: making a question; a page and an answer beside a view that does nothing."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

import django
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from lessons.exercises.addresses import LEVELS, SEEDS, Address
from lessons.exercises.making import exercise_at
from lessons.exercises.offers import offers

QUESTIONS = 60
"""For each kind, rule set and level."""
ROUNDS = 40


def main() -> None:
    django.setup()
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
    """CPU of a page and of an answer as multiples of a bare view (goals: 12, 10); queries."""
    client = Client()
    client.get("/de/")
    bare = _cpu(lambda: client.get("/bare/"))
    say("pages                          page   answer  queries (goals 12, 10; constant, at most 8)")
    worst = {"page": 0.0, "answer": 0.0}
    first = {kind: rules for kind, rules, _ in reversed([*offers()])}
    for kind, rules in first.items():
        page, answer, queries = _of(client, kind, rules)
        worst = {"page": max(worst["page"], page / bare),
                 "answer": max(worst["answer"], answer / bare)}  # fmt: skip
        say(f"  {kind:25} {page / bare:7.1f} {answer / bare:8.1f}  {queries}")
    say(f"bare view {bare * 1000:.2f} ms; at most {worst['page']:.1f} and {worst['answer']:.1f}")


def _of(client: Client, kind: str, rules: str) -> tuple[float, float, str]:
    """Seconds of CPU for a page, for an answer, and the queries of both."""
    shown, answered, queries = [], [], set()
    for seed in range(ROUNDS):
        url = f"/de/practice/{kind}/{rules}/2/{seed}/"
        exercise_at(Address(kind, rules, 2, seed))  # what a page costs beyond its question
        start = process_time()
        page = client.get(url).content.decode()
        shown.append(process_time() - start)
        data = _filled_in(page)
        start = process_time()
        response = client.post(url, data, headers={"HX-Request": "true"})
        answered.append(process_time() - start)
        assert response.status_code in {200, 422}, response.content  # 422: a card not allowed
    for seed in range(ROUNDS, ROUNDS + 5):
        url = f"/de/practice/{kind}/{rules}/2/{seed}/"
        with CaptureQueriesContext(connection) as asked:
            page = client.get(url).content.decode()
        data = _filled_in(page)
        with CaptureQueriesContext(connection) as posted:
            client.post(url, data, headers={"HX-Request": "true"})
        queries.add((len(asked), len(posted)))
    return median(shown), median(answered), ", ".join(f"{a}+{b}" for a, b in sorted(queries))


def _filled_in(page: str) -> dict[str, Any]:
    """The form with the first option of every control chosen."""
    form = page[page.index('<form class="form"') :]
    form = form[: form.index("</form>")]
    data: dict[str, Any] = dict(re.findall(r'name="(token)" value="([^"]*)"', form))
    for tag in re.findall(r"<(?:input|button)[^>]*>", form):
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name is None or name[1] in {"token", "csrfmiddlewaretoken", "hint"}:
            continue
        data.setdefault(name[1], value[1] if value else "1")
    return data


def _cpu(work: Callable[[], object]) -> float:
    """The median of many."""
    taken = []
    for _ in range(200):
        start = process_time()
        work()
        taken.append(process_time() - start)
    return median(taken)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
