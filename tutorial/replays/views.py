"""Stepping through a worked example, each step at its own address."""

from functools import cache

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from lessons.content.reader import course
from lessons.replays import Step, parties_known_to, steps
from lessons.rules.cards import Seat
from lessons.rules.parties import UNDECIDED
from lessons.rules.reservations import Reservation
from lessons.rules.rule_sets import Said
from tutorial.errors import NotHere
from tutorial.page import HtmxRequest, wants_piece
from tutorial.table import hand_places, trick_places
from tutorial.words import language, say, source, words


@cache
def _steps(replay: str) -> tuple[Step, ...]:
    return steps(course().replays[replay].record)


@require_safe
def step(request: HtmxRequest, replay: str, step: str) -> HttpResponse:
    found = course().replays.get(replay)
    if found is None:
        ways = tuple(
            (other.texts[language()].title, reverse("replay", args=[other.id, 0]))
            for other in course().replays.values()
        )
        raise NotHere(_("There is no worked example of this name."), ways)
    text = found.texts[language()]
    all_steps = _steps(found.id)
    numbers = [str(number) for number in range(len(all_steps))]
    if step not in numbers:
        ways = ((text.title, reverse("replay", args=[found.id, 0])),)
        raise NotHere(_("This worked example has no such step."), ways)
    at = all_steps[int(step)]
    order = at.position.order
    hand = order.sorted_hand(at.position.hands[found.hand])
    document = course().documents[found.document]
    known = parties_known_to(found.hand, at) if at.has_begun else UNDECIDED
    context = {
        "replay": found,
        "text": text,
        "step": at,
        "last": len(all_steps) - 1,
        "note": text.notes.get(at.number, ""),
        "said": [say(why) for why in at.because],
        "reservation": _reservation(at),
        "trick": trick_places(at.trick, winner=at.winner),
        "hand": hand_places(hand, order=order),
        "taken": [
            (number, winner, trick.points)
            for number, (trick, winner) in enumerate(
                zip(at.position.tricks, at.position.winners, strict=True), start=1
            )
        ],
        "parties": [(seat, party) for seat, party in zip(Seat, known, strict=True) if party],
        "trick_starts": _trick_starts(all_steps),
        "source": source(found.statement, found.record.rules.document),
        "document": document,
        "name": document.words[language()],
    }
    is_piece = wants_piece(request)
    template = "replays/step.html#replay" if is_piece else "replays/step.html"
    response = render(request, template, context | {"is_piece": is_piece})
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response


def _reservation(step: Step) -> str:
    """What is named instead of a normal game; empty where a card is played, or nothing named."""
    said = step.action
    if not isinstance(said, Reservation) or said.said is Said.HEALTHY:
        return ""
    return words().cards.name(said.solo or said.said)


def _trick_starts(all_steps: tuple[Step, ...]) -> list[tuple[int, int]]:
    """Pairs of a trick's number and the step at which its first card lies."""
    return [
        (step.trick_number, step.number)
        for step in all_steps
        if len(step.trick.cards) == 1 and step.action is not None
    ]
