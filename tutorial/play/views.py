"""A game played by the learner, card by card; its settlement.

Its state is its address: the number of the deal and the cards that the learner has played.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from lessons.content.reading import course
from lessons.exercises.addresses import Address
from lessons.exercises.exercise import Exercise
from lessons.exercises.moments import what_is_settled
from lessons.exercises.written import as_json
from lessons.players.first_game import DEALS, YOU, played, until_your_turn
from lessons.rules.cards import Card
from lessons.rules.game import Position
from lessons.rules.reasons import IllegalAction
from lessons.rules.rule_sets import PRESETS
from tutorial.errors import NotHere
from tutorial.learners.models import Attempt
from tutorial.methods import READ, WRITE, takes
from tutorial.play.table import Table
from tutorial.practice.asking import (
    check_answer,
    exercise_page,
    give_hint,
    hold_for_wrong,
    step_of,
)
from tutorial.practice.keeping import own_attempt
from tutorial.practice.shown import attempt_shown, question_shown
from tutorial.practice.verdict import ShownVerdict
from tutorial.practice.where import Where
from tutorial.shared.page import HtmxRequest, wants_piece

BETWEEN = "-"
"""Stands between the cards of an address."""


@takes(*READ)
def begin(request: HtmxRequest) -> HttpResponse:
    """A deal that chance picks."""
    there = reverse("game", args=[random.SystemRandom().randrange(DEALS)])
    if wants_piece(request):  # the way on from a settlement
        return HttpResponseClientRedirect(there)
    return HttpResponseRedirect(there)


@takes(*READ)
def game(request: HttpRequest, number: int) -> HttpResponse:
    """The table; a card that was pressed is played, or it is said why it may not be."""
    cards, position = _played(request, number)
    is_on, tried = not cards or "on" in request.GET, None
    if is_on and not position.is_over and "card" in request.GET:
        tried, now = _card(request.GET["card"], number), until_your_turn(position)
        if tried in now.legal_cards():
            return HttpResponseRedirect(_url("game", number, (*cards, tried)))
        tried = tried if tried in now.hands[YOU] else None
    table = Table(position, is_on and not position.is_over, tried)
    context = {
        "table": table,
        "here": reverse("game", args=[number]),
        "cards": _written(cards),
        "on_url": _url("game", number, cards, on="1"),
        "settle_url": _url("game-settled", number, cards),
    }
    return render(request, "play/game.html", context)


@takes(*READ, *WRITE)
def settled(request: HtmxRequest, number: int) -> HttpResponse:
    """The settlement of a game that is over, asked step by step."""
    cards, position = _played(request, number)
    if not position.is_over:
        return HttpResponseRedirect(_url("game", number, cards, on="1"))
    moment = f"first-game/{number}"
    asked = what_is_settled(position, YOU, moment)
    where = AfterGame(number=number, cards=cards)
    if "dispute" in request.POST:
        return hold_for_wrong(request, own_attempt(request, moment=moment), where)
    if request.method == "POST":
        is_hint = "hint" in request.POST
        return (give_hint if is_hint else check_answer)(request, asked, where)
    attempt = own_attempt(request, moment=moment)
    if attempt is not None and attempt.question == as_json(asked.question):
        return exercise_page(request, attempt_shown(attempt, where, again="again" in request.GET))
    return exercise_page(
        request, question_shown(asked, where, hint=step_of(request.GET.get("hint")))
    )


@dataclass(frozen=True, kw_only=True)
class AfterGame(Where):
    """At the end of a game that the learner has played."""

    number: int
    cards: tuple[Card, ...]

    def url(self, address: Address, **query: str) -> str:
        return _url("game-settled", self.number, self.cards, **query)

    def other_url(self, address: Address) -> str:
        return ""

    def answered_url(self, address: Address, attempt: Attempt, **query: str) -> str:
        return self.url(address, attempt=attempt.key, **query)

    def next_url(self, exercise: Exercise[Any], verdict: ShownVerdict) -> str:
        """Another game."""
        return reverse("play")


def _played(request: HttpRequest, number: int) -> tuple[tuple[Card, ...], Position]:
    """The learner's cards in the address, and what has come of them."""
    written = request.GET.get("cards", "")
    cards = tuple(_card(one, number) for one in written.split(BETWEEN)) if written else ()
    try:
        if number >= DEALS:
            raise _no_such_game(number)
        return cards, played(PRESETS[course().beginners.rules], number, cards)
    except (IllegalAction, ValueError, IndexError) as error:
        raise _no_such_game(number) from error


def _card(text: str, number: int) -> Card:
    try:
        return Card[text]
    except KeyError as error:
        raise _no_such_game(number) from error


def _no_such_game(number: int) -> NotHere:
    ways = [(_("A new game"), reverse("play"))]
    if number < DEALS:
        ways.insert(0, (_("This deal from its beginning"), reverse("game", args=[number])))
    reason = _("There is no game like this: these cards cannot be played so.")
    return NotHere(reason, tuple(ways))


def _written(cards: tuple[Card, ...]) -> str:
    return BETWEEN.join(card.name for card in cards)


def _url(name: str, number: int, cards: tuple[Card, ...], **query: str) -> str:
    asked = ({"cards": _written(cards)} if cards else {}) | query
    path = reverse(name, args=[number])
    return f"{path}?{urlencode(asked)}" if asked else path
