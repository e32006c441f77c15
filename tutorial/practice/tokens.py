"""The token of a form: which exercise it asks, with how much help; signed, stored nowhere. Whoever
takes it apart reads no address in it by which the answer could be looked up."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.core import signing
from django.utils.crypto import salted_hmac

from lessons.exercises.addresses import Address
from lessons.exercises.exercise import Exercise
from lessons.exercises.written import as_json

_SALT = "karlchen.form"


@dataclass(frozen=True, slots=True)
class Token:
    nonce: str
    """Unguessable, once per form."""
    hint: int
    """How many steps of the hint stood beside the form."""
    done: tuple[Any, ...] = ()
    """As JSON: what has been answered before, where an exercise goes step by step."""


def token_for(exercise: Exercise[Any], hint: int, done: Sequence[Any] = ()) -> str:
    nonce = secrets.token_urlsafe(16)
    return signing.dumps([nonce, hint, list(done), _asked(exercise)], salt=_SALT)


def renewed(token: str) -> str:
    """Of the same question for another form; ours."""
    _nonce, *asked = signing.loads(token, salt=_SALT)
    return signing.dumps([secrets.token_urlsafe(16), *asked], salt=_SALT)


def token_from(text: str, exercise: Exercise[Any]) -> Token | None:
    """The token if we signed it for this exercise in its present version, else None."""
    try:
        nonce, hint, done, asked = signing.loads(text, salt=_SALT)
    except (signing.BadSignature, ValueError):
        return None
    return Token(nonce, hint, tuple(done)) if asked == _asked(exercise) else None


def _asked(exercise: Exercise[Any]) -> str:
    address: Address = exercise.address
    asked = [exercise.kind.version, *asdict(address).values()]
    if exercise.moment:
        asked += [exercise.moment, as_json(exercise.question)]
    return salted_hmac(_SALT, json.dumps(asked), algorithm="sha256").hexdigest()[:32]
