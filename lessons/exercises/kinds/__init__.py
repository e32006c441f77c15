"""The kinds of exercises, one module each."""

from typing import Any

from lessons.exercises.exercise import Kind
from lessons.exercises.kinds.card_points import CardPoints
from lessons.exercises.kinds.legal_cards import LegalCards
from lessons.exercises.kinds.trick_winner import TrickWinner

KINDS: dict[str, Kind[Any, Any]] = {
    kind.name: kind for kind in (TrickWinner(), LegalCards(), CardPoints())
}
