"""Rule sets: frozen records of options; a preset is named after the document it comes from."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from lessons.rules import cards, contracts


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The options of a table. ``document`` names the source that every reason is looked up in."""

    document: str
    nines: bool = True

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player: 12, or 10 without nines."""
        return cards.hand_size(nines=self.nines)

    @property
    def pack(self) -> tuple[cards.Card, ...]:
        return cards.pack(nines=self.nines)

    def deal(self, chance: Random) -> cards.Deal:
        return cards.shuffled_deal(chance, nines=self.nines)

    def card_order(self, contract: contracts.Contract) -> contracts.CardOrder:
        return contracts.card_order(contract, nines=self.nines)


KOMPAKT = RuleSet("kompakt")

PRESETS = {"kompakt": KOMPAKT}


def rules_as_json(rules: RuleSet) -> dict[str, Any]:
    """``{"rules": document, "options": {…}}`` with the options that differ from the preset."""
    preset = PRESETS[rules.document]
    options = {"nines": rules.nines} if rules.nines != preset.nines else {}
    return {"rules": rules.document, "options": options}


def rules_from_json(written: dict[str, Any]) -> RuleSet:
    return replace(PRESETS[written["rules"]], **written["options"])
