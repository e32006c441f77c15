"""A dispute by figures: one result, and what each rule set makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lessons.rules.calls import ANNOUNCEMENT_OF
from lessons.rules.cards import ALL_CARD_POINTS
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.records import UnreadableRecord
from lessons.rules.rule_sets import RuleSet, SpecialPoint
from lessons.rules.scoring import result_of
from lessons.rules.settlement import record_of, settlement_from_json
from tutorial.house_rules.named import Named, named, presets
from tutorial.shared.settlement import ShownSettlement, call_choices, settled
from tutorial.shared.words import say, words

_OFTEN = (SpecialPoint.FOX, SpecialPoint.DOPPELKOPF)
"""Both parties may have them, and more than one."""
_PAIRS = {
    SpecialPoint.CHARLIE: SpecialPoint.CHARLIE_PAIR,
    SpecialPoint.FOX_LAST: SpecialPoint.FOX_PAIR_LAST,
}
_ONCE = (*_PAIRS, SpecialPoint.HEART_TRICK, SpecialPoint.DULLE_CAUGHT)
_BOTH = "both"
_NO_TRICK, _SOME_TRICK = "none", "some"


class FiguresForm(forms.Form):
    """A result in figures, which no rule set is needed for."""

    of = forms.ChoiceField(
        label=gettext_lazy("Whose card points?"),
        widget=forms.RadioSelect(attrs={"class": "choice__box"}),
        initial=Party.RE,
    )
    points = forms.IntegerField(
        label=gettext_lazy("Card points"),
        min_value=0,
        max_value=ALL_CARD_POINTS,
        widget=forms.TextInput(attrs={"class": "ask__figure", "inputmode": "numeric"}),
        help_text=gettext_lazy("The others have the rest of the 240."),
    )
    re = forms.ChoiceField(label=gettext_lazy("Re has said"), required=False)
    kontra = forms.ChoiceField(label=gettext_lazy("Kontra has said"), required=False)
    contract = forms.ChoiceField(label=gettext_lazy("Contract"), required=False)
    tricks = forms.ChoiceField(
        label=gettext_lazy("The party without card points has"),
        required=False,
        choices=[
            ("", "–"),
            (_NO_TRICK, gettext_lazy("no trick at all")),
            (_SOME_TRICK, gettext_lazy("at least one trick")),
        ],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = words().cards.name
        parties = [(party.value, name(party)) for party in Party]
        self._offer("of", parties)
        self._offer("contract", [(contract.value, name(contract)) for contract in Contract])
        for party in Party:
            self._offer(party.value, [("", _("nothing")), *call_choices(party)])
        for point in (*_OFTEN, *_ONCE):
            self.fields[point.value] = forms.ChoiceField(label=name(point), required=False)
            self._offer(point.value, [("", _("nobody")), *parties, *_more(point)])

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def specials(self) -> list[forms.BoundField]:
        return [self[point.value] for point in (*_OFTEN, *_ONCE) if point.value in self.fields]

    @property
    def has_specials(self) -> bool:
        return any(field.value() for field in self.specials)

    @property
    def asks_for_tricks(self) -> bool:
        """They matter only where one side has no card points."""
        return str(self["points"].value()).strip() in {"0", str(ALL_CARD_POINTS)}

    def record(self, rules: RuleSet) -> dict[str, Any]:
        """The settlement record that is asked for; of special points those that are some here."""
        told = self.cleaned_data
        points = told["points"]
        re = points if told["of"] == Party.RE else ALL_CARD_POINTS - points
        return record_of(
            rules,
            re,
            Contract(told["contract"] or Contract.NORMAL),
            calls={party.value: told[party.value].split() for party in Party},
            specials=[
                {"item": point.value, "party": party.value}
                for point, party in self._earned()
                if point in rules.specials
            ],
            **self._tricks(rules, re),
        )

    def left_out(self, rules: RuleSet) -> list[SpecialPoint]:
        """Special points that were earned, but are none under these rules."""
        return list(dict.fromkeys(p for p, _party in self._earned() if p not in rules.specials))

    def _earned(self) -> Iterator[tuple[SpecialPoint, Party]]:
        for point in (*_OFTEN, *_ONCE):
            who = self.cleaned_data.get(point.value, "").split()
            for party in who:
                both = party == _BOTH
                yield (_PAIRS[point] if both else point), Party(who[0] if both else party)

    def _tricks(self, rules: RuleSet, re: int) -> dict[str, Any]:
        told = self.cleaned_data["tricks"]
        if not told or re not in {0, ALL_CARD_POINTS}:
            return {}
        few = int(told == _SOME_TRICK)
        of_re = few if re == 0 else rules.hand_size - few
        return {"tricks": {"re": of_re, "kontra": rules.hand_size - of_re}}


def figures_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in the form that made a settlement record: Re's card points, and the rest."""
    parties: dict[str, list[str]] = {}
    for one in record.get("specials", ()):
        parties.setdefault(one["item"], []).append(one["party"])
    told = {name: " ".join(sorted(of, reverse=True)) for name, of in parties.items()}
    for one, pair in _PAIRS.items():
        if pair in told:
            told[one.value] = f"{told.pop(pair)} {_BOTH}"
    calls, tricks = record.get("calls", {}), record.get("tricks")
    if tricks:
        few = Party.RE if record["card_points"][Party.RE] == 0 else Party.KONTRA
        told["tricks"] = _SOME_TRICK if tricks[few] else _NO_TRICK
    return told | {
        "of": Party.RE.value,
        "points": record["card_points"][Party.RE],
        "contract": record["contract"].removeprefix("solo "),
        **{party.value: " ".join(calls.get(party, ())) for party in Party},
    }


def _more(point: SpecialPoint) -> list[tuple[str, str]]:
    """What else there may be of a special point than one for one party."""
    re, kontra = (words().cards.name(party) for party in Party)
    if point in _PAIRS:
        both = words().cards.name(_PAIRS[point])
        return [(f"{p.value} {_BOTH}", f"{words().cards.name(p)}: {both}") for p in Party]
    if point in _OFTEN:
        return [("re re", f"2 × {re}"), ("kontra kontra", f"2 × {kontra}"),
                ("re kontra", f"{re}, {kontra}")]  # fmt: skip
    return []


@dataclass(frozen=True, slots=True)
class Answer:
    """What one rule set says."""

    name: str
    winner: str
    """Empty where nobody has won, or it cannot be settled."""
    settled: ShownSettlement | None
    refusal: str
    """Why there can be no such game here, or, beside a settlement, why only with the
    announcement before."""
    left_out: tuple[str, ...]
    """Special points that do not count here."""
    is_open: bool = False
    """It can be settled as soon as it is told whether there were tricks without card points."""


@dataclass(frozen=True, slots=True)
class Answered:
    form: FiguresForm
    answers: tuple[Answer, ...]
    house: Named | None = None
    """House rules that are asked, too, before all others."""

    @property
    def is_refused(self) -> bool:
        """Whether the figures cannot be read, or fit no rule set."""
        is_wrong = bool(self.form.is_bound and self.form.errors)
        is_possible = any(answer.settled or answer.is_open for answer in self.answers)
        return is_wrong or (bool(self.answers) and not is_possible)

    @property
    def outcome(self) -> str:
        """wrong; open: something else must be told first; right."""
        if self.is_refused:
            return "wrong"
        return "right" if self.by_winner else "open"

    @property
    def sign(self) -> str:
        return {"wrong": "✗", "open": "?", "right": "✓"}[self.outcome]

    @property
    def by_winner(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Who has won (empty: nobody), and under which rule sets."""
        found: dict[str, list[str]] = {}
        for answer in self.answers:
            if answer.settled:
                found.setdefault(answer.winner, []).append(answer.name)
        return tuple((winner, tuple(names)) for winner, names in found.items())

    @property
    def is_same_in_all(self) -> bool:
        return len(self.by_winner) == 1 and len(self.by_winner[0][1]) == len(self.answers)


def answered(asked: Mapping[str, str]) -> Answered:
    """The answers to what the address asks, or an empty form."""
    house = named(asked.get("rules", ""))
    house = house if house is not None and house.is_house else None
    empty = FiguresForm()
    if not asked.keys() & empty.fields.keys():
        return Answered(empty, (), house)
    usual = {"of": Party.RE.value, "contract": Contract.NORMAL.value}
    form = FiguresForm(usual | dict(asked.items()))
    if not form.is_valid():
        return Answered(form, (), house)
    every = (*([house] if house else []), *presets())
    return Answered(form, tuple(_answer(one, form) for one in every), house)


def _answer(named: Named, form: FiguresForm) -> Answer:
    name, rules = named.name, named.rules
    left_out = tuple(map(words().cards.name, form.left_out(rules)))
    record, refusal = form.record(rules), ""
    try:
        made = settlement_from_json(record)
    except UnreadableRecord as refused:
        why = refused.errors[0].why
        refusal = say(why) if why else str(refused)
        try:
            made = settlement_from_json(_announced(record, why))
        except UnreadableRecord:
            is_open = why is not None and why.reason is Reason.TRICKS_NEEDED
            return Answer(name, "", None, refusal, left_out, is_open)
    result = result_of(made.tally)
    winner = words().cards.name(result.winner) if result.winner else ""
    return Answer(name, winner, settled(result, made.parties), refusal, left_out)


def _announced(record: dict[str, Any], why: Why | None) -> dict[str, Any]:
    """The same with the Re or Kontra that a limit needs here; as it is, where that is not it."""
    if why is None or why.reason is not Reason.CALL_NEEDS_ANNOUNCEMENT:
        return record
    calls = {
        party.value: [ANNOUNCEMENT_OF[party].value, *said]
        if (said := record["calls"][party.value]) and said[0] != ANNOUNCEMENT_OF[party]
        else said
        for party in Party
    }
    return record | {"calls": calls}
