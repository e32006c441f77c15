"""What came of a live quiz: of one question, for the screen, and of them all, for the leader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tutorial.learners.models import belief_of
from tutorial.quizzes.given import Given, Spread, spread
from tutorial.quizzes.models import Guest, Live, Phase, Vote
from tutorial.shared.words import said_of
from tutorial.sittings.going import called, exercise_of
from tutorial.sittings.models import Item


def spread_of(live: Live) -> Spread:
    """Of the question that is asked now; in one query."""
    assert live.item is not None
    votes = [Given(one.answer, one.vote) for one in Vote.objects.filter(item=live.item)]
    is_told = live.phase == Phase.REVEAL
    return spread(exercise_of(live.item), votes, live.vote, is_told=is_told)


@dataclass(frozen=True, slots=True)
class Room:
    """What came of it all, for the leader."""

    people: tuple[tuple[Guest, int, int], ...]
    """Each with how many right, and of how many answered."""
    beliefs: tuple[tuple[str, str, int], ...]
    """As it is called, as it is said, and how many hold it; the most first."""
    hardest: tuple[tuple[Item, str, int, int], ...]
    """Each with what it is called, how many right, and of how many."""


def room_of(live: Live, items: Sequence[Item]) -> Room:
    """Of the last vote of each at each question: in two queries, however many are there."""
    votes = Vote.objects.filter(guest__live=live).order_by("vote")
    last: dict[tuple[int, int], tuple[bool, list[str]]] = {}
    for guest, item, right, beliefs in votes.values_list(
        "guest_id", "item_id", "right", "misconceptions"
    ):
        last[guest, item] = right, beliefs
    of_guest, of_item = Counter[int](), Counter[int]()
    right_of_guest, right_of_item = Counter[int](), Counter[int]()
    held: dict[str, set[int]] = {}
    for (guest, item), (right, beliefs) in last.items():
        of_guest[guest] += 1
        of_item[item] += 1
        right_of_guest[guest] += right
        right_of_item[item] += right
        if belief := belief_of(beliefs):
            held.setdefault(belief, set()).add(guest)
    asked = [one for one in items if of_item[one.pk]]
    asked.sort(key=lambda one: right_of_item[one.pk] / of_item[one.pk])
    return Room(
        tuple((g, right_of_guest[g.pk], of_guest[g.pk]) for g in live.guests.order_by("pk")),
        tuple(
            (one, said_of(one), len(held[one])) for one in sorted(held, key=lambda b: -len(held[b]))
        ),
        tuple((i, called(i), right_of_item[i.pk], of_item[i.pk]) for i in asked),
    )
