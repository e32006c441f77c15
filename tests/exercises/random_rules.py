"""Rule sets of any options that go together, drawn from a source of chance."""

from contextlib import suppress
from random import Random
from typing import Any

from lessons.exercises.addresses import LONGEST_RULES, rules_as_text
from lessons.rules.rule_sets import (
    NAMED,
    PRESETS,
    Measure,
    Poverty,
    RuleSet,
    Said,
    SenselessRules,
    all_options,
    option_choices,
    option_kind,
    with_options,
)

LARGEST_FIGURE = 12


def random_rules(
    chance: Random, *, documents: tuple[str, ...] = ("kompakt", "royal", "cvjm")
) -> RuleSet:
    """A document's rule set with some of its options changed, or all of them."""
    preset = PRESETS[chance.choice(documents)]
    changed = chance.choice((0.1, 0.3, 1.0))
    while True:
        options: dict[str, Any] = {
            name: _random_value(chance, name)
            for name in all_options(preset)
            if chance.random() < changed
        }
        options["reservation_order"] = _random_order(chance, preset, options)
        with suppress(SenselessRules):
            rules = with_options(preset, options)
            if len(rules_as_text(rules)) < LONGEST_RULES - len("+kompakt"):
                return rules


def _random_value(chance: Random, name: str) -> Any:
    kind, choices = option_kind(name), option_choices(name)
    if kind is int:
        return chance.randint(1, LARGEST_FIGURE)
    if kind is dict:
        by = chance.choice(tuple(Measure))
        figures = [chance.randint(1, 12) for _ in range(5)]
        return {"by": by.value, "at": sorted(figures, reverse=by is Measure.CARDS)}
    if kind is list:
        some = chance.sample(choices, chance.randint(0, len(choices)))
        return [one.value for one in some]  # type: ignore[union-attr]  # no bool stands in a list
    value = chance.choice(choices)
    return value if kind is bool else str(value)


def _random_order(chance: Random, preset: RuleSet, options: dict[str, Any]) -> list[str]:
    """In any order what can be said, and now and then what never will be."""
    needed = {
        Said.COMPULSORY: options.get("compulsory_solo", preset.compulsory_solo),
        Said.SOLO: bool(options.get("solos", preset.solos)),
        Said.THROW_IN: bool(options.get("throw_in", preset.throw_in)),
        Said.POVERTY: options.get("poverty", preset.poverty) == Poverty.EXCHANGE,
        Said.MARRIAGE: bool(options.get("marriage_deciding", preset.marriage_deciding)),
    }
    order = [
        said
        for said in NAMED
        if needed[said] or (said is not Said.POVERTY and chance.random() < 0.1)
    ]
    if chance.randrange(2):
        order.sort(
            key=lambda said: (
                preset.reservation_order.index(said) if said in preset.reservation_order else 0
            )
        )
    else:
        chance.shuffle(order)
    return [said.value for said in order]
