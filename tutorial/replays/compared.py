"""A whole game settled under every rule set under which it is legal."""

from __future__ import annotations

from django.utils.translation import gettext as _

from lessons.replays import stepped
from lessons.rules.records import UnreadableRecord
from lessons.rules.rule_sets import PRESETS
from tutorial.replays.games import Game
from tutorial.shared.records import place_of, reasoned_error
from tutorial.shared.settlement import Column, settled
from tutorial.shared.words import document_name


def compared(game: Game) -> tuple[Column, ...]:
    """The game's own rule set first, with its house rules; the others with its pack alone."""
    others = [name for name in PRESETS if name != game.rules]
    return tuple(_column(game, rules) for rules in (game.rules, *others))


def _column(game: Game, rules: str) -> Column:
    record = game.export()
    name = document_name(rules)
    if rules != game.rules:
        kept = {key: value for key, value in record.items() if key not in {"options", "after_draw"}}
        record = kept | {"rules": rules, "options": {"nines": game.record.rules.nines}}
    try:
        last = stepped(record).steps[-1]
    except UnreadableRecord as error:
        return Column(name, None, reasoned_error(error.errors[0], rules).sentence)
    fault = last.refused
    if fault is not None:
        sentence = reasoned_error(fault, rules).sentence
        if fault.action is None:
            return Column(name, None, sentence)
        trick = len(last.position.tricks) + 1 if last.has_begun else 0
        place = place_of(record["actions"][fault.action], trick)
        return Column(name, None, _("%(place)s: %(why)s") % {"place": place, "why": sentence})
    assert last.result is not None
    return Column(name, settled(last.result, last.position.parties), "")
