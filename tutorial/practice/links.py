"""Addresses of exercises on the site, and what goes on from one to the next."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from django.urls import reverse
from django.utils.http import RFC3986_SUBDELIMS

from lessons.exercises.addresses import COMPARED, Address
from lessons.exercises.kind import Kind
from lessons.exercises.statements import document_of
from lessons.rules.rule_sets import PRESETS
from tutorial.shared.words import language

_AS_THEY_ARE = f"{RFC3986_SUBDELIMS}/~:@"
"""The signs in a path that Django does not quote."""
FOLLOW_UPS = 3
"""So many questions after a mistake bring up the belief that is behind it."""
_CARRIED = {
    name: re.compile(values)
    for name, values in {
        "view": "beamer",
        "mixed": "1",
        "after": r"[\w-]{16,32}",
        "left": f"[1-{FOLLOW_UPS}]",
    }.items()
}
"""What goes on from one exercise's address to the next: shown large and alone (``view=beamer``);
asked for a statement only because of a mistake, so that mixed practice goes on after it
(``mixed=1``); the learner's answer whose beliefs are to be brought up, and how often yet
(``after=…&left=3``)."""


def carried_by(query: Mapping[str, str]) -> dict[str, str]:
    """What of an address's query goes on, as far as it has a value that means something."""
    return {name: query[name] for name in _CARRIED if _CARRIED[name].fullmatch(query.get(name, ""))}


def url_of(address: Address, **query: str) -> str:
    """The address of an exercise on the site."""
    rules = quote(address.rules, safe=_AS_THEY_ARE)
    path = f"{_practice(language())}{address.kind}/{rules}/{address.level}/{address.seed}/"
    asked = {"statement": address.statement} if address.statement else {}
    asked |= query
    return f"{path}?{urlencode(asked, safe=':')}" if asked else path


def choice_url(address: Address) -> str:
    """Where to choose something else, from the rule set and level as they are."""
    query = {"rules": address.rules.partition(COMPARED)[0], "level": address.level}
    return f"{_practice(language())}?{urlencode(query)}"


@cache
def _practice(_spoken: str) -> str:
    """Where the addresses of exercises begin: a page has a dozen of them, and to reverse one takes
    ten times as long as to write it."""
    return reverse("practice")


@cache
def rules_of_kind(kind: Kind[Any]) -> tuple[str, ...]:
    """The documents' rule sets that a kind can be asked for."""
    documents = {document_of(statement) for statement in kind.aims}
    return tuple(name for name in PRESETS if name in documents)
