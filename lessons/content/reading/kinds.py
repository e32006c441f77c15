"""The words of a kind of exercise, from its file."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import Any

from lessons.content.kind_words import Asked, KindWords
from lessons.content.words import CardWords, template_fault
from lessons.exercises.answers import Way
from lessons.exercises.kind import Kind
from lessons.exercises.verdict import Outcome

_ASKED = ("name", "question", "task", "rule", "right", "answer")
_OF_FIELD = ("missing", "foreign")
_OUTCOMES = {
    Way.NUMBER: (Outcome.TOO_MANY, Outcome.TOO_FEW),
    Way.CARDS: (Outcome.TOO_MANY, Outcome.TOO_FEW, Outcome.MIXED, Outcome.ONLY_ONE),
    Way.SEVERAL: (Outcome.TOO_MANY, Outcome.TOO_FEW, Outcome.MIXED),
}
_SLOTS = {"given", "right", "missing", "extra", "by", "count", "of", "figure", "label"}
_LABELLED = {"first", "second"}
"""In a label: the two rule sets of a comparison."""


class KindReader:
    """Reads the file of a kind; ``found`` lists what is wrong with it, and the text near it."""

    def __init__(self, kind: Kind[Any], cards: CardWords | None) -> None:
        self.kind = kind
        self.cards = cards
        self.found: list[tuple[str, str | None]] = []

    def read(self, table: dict[str, Any]) -> KindWords:
        variants = table.pop("variants", {})
        hints = table.pop("hints", {})
        common = {name: table.pop(name) for name in _ASKED if name in table}
        fields = table.pop("fields", {})
        for name in table:
            self.found.append((f"{name!r} is never said", name))
        for name in set(variants) - set(self.kind.ways):
            self.found.append((f"nothing asked is called {name!r}", f"[variants.{name}]"))
        asked = {}
        for variant in self.kind.ways:
            own = dict(variants.get(variant, {}))
            more = own.pop("fields", {})
            merged = {
                name: fields.get(name, {}) | more.get(name, {}) for name in {**fields, **more}
            }
            asked[variant] = self.asked(variant, common | own, merged)
        self.check_hints(hints)
        return KindWords(str(common.get("name", "")), hints, asked)

    def asked(self, variant: str, own: dict[str, Any], fields: dict[str, dict[str, Any]]) -> Asked:
        where = f"[variants.{variant}]" if variant else None
        for name in _ASKED:
            if name not in {"right", "answer"} and not isinstance(own.get(name, ""), str):
                self.found.append((f"{name}: expected a sentence, got {own[name]!r}", name))
            elif not own.get(name):
                self.found.append((f"{where or ''} has no {name!r}".strip(), where))
        for name in set(own) - set(_ASKED):
            self.found.append((f"{name!r} is never said", name))
        needed = self.kind.ways.get(variant, {})
        each = fields.pop("each", None)
        if each:  # fields of one sort, which are called by their names
            fields = {name: self.of_seat(each, name) for name in needed} | fields
        for name, way in needed.items():
            # Typed, or one of several: then it is called something.
            is_labelled = way is Way.NUMBER or len(needed) > 1
            self.check_field(name, way, fields.get(name, {}), is_labelled=is_labelled)
        slots = _SLOTS | set(needed)
        if self.kind.compares:
            slots |= {f"{name}_label" for name in needed}
        for name in ("right", "answer"):
            self.check_slots(own.get(name, ""), slots, name)
        return Asked(
            str(own.get("question", "")),
            str(own.get("task", "")),
            str(own.get("rule", "")),
            own.get("right", ""),
            own.get("answer", ""),
            fields,
        )

    def of_seat(self, each: dict[str, Any], name: str) -> dict[str, Any]:
        """The words of a seat's field, with the seat's name where they leave it open."""
        seat = name if self.cards is None else self.cards.seats.get(name, name)
        return {
            key: text.replace("{seat}", seat) if isinstance(text, str) else text
            for key, text in ({"label": "{seat}"} | each).items()
        }

    def check_field(self, name: str, way: Way, words: dict[str, Any], *, is_labelled: bool) -> None:
        near = f"fields.{name}]"
        outcomes = map(str, _OUTCOMES.get(way, (Outcome.WRONG,)))
        names = [*(["label"] if is_labelled else []), *(["line"] if self.kind.is_stepwise else [])]
        for key in (*_OF_FIELD, *outcomes, *names):
            slots = _LABELLED if key == "label" else _SLOTS
            if not words.get(key):
                self.found.append((f"[{near} has no {key!r}", near))
            else:
                self.check_slots(words[key], slots, key)

    def check_slots(self, template: Any, known: set[str], near: str) -> None:
        """Whether a template has only the slots that there is something for."""
        for sentence in template if isinstance(template, list) else [template]:
            try:
                named = set(_slots_of(sentence))
            except (ValueError, TypeError, AttributeError) as error:
                self.found.append((f"{near}: cannot be filled in: {error!r}", near))
                continue
            for slot in named - known:
                self.found.append((f"{near}: nothing is called {slot!r}", near))

    def check_hints(self, hints: dict[str, Any]) -> None:
        wanted = {str(hint): why for hint, why in self.kind.hinted.items()}
        for name in sorted(set(wanted) - set(hints)):
            self.found.append((f"[hints] has no {name!r}", "[hints]"))
        for name, template in hints.items():
            if name not in wanted:
                self.found.append((f"[hints] has {name!r}, which is never said", name))
            elif self.cards is not None:
                what = template_fault(template, self.cards, wanted[name])
                if what:
                    self.found.append((f"{name}: {what}", name))


def _slots_of(sentence: str) -> Iterator[str]:
    for _text, slot, _case, _ in Formatter().parse(sentence):
        if slot is not None:
            yield slot
