"""What is asked of a table: who sits there, and each game's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lessons.rules.cards import PLAYERS, Seat
from lessons.rules.contracts import ALONE, SOLOS, Contract
from lessons.rules.parties import Party
from lessons.rules.records import UnreadableRecord
from lessons.rules.rounds import seating
from lessons.rules.rule_sets import Poverty, RuleSet, SpecialPoint
from lessons.rules.settlement import settlement_from_json
from tutorial.judge.by_figures import FiguresForm, figures_of
from tutorial.score_sheets.models import LONGEST_NAME, LONGEST_TITLE, Entry
from tutorial.score_sheets.reckoning import Reckoned, called, paused, places_of_re
from tutorial.shared.words import say, words
from tutorial.shared.written import printable

NOTHING, SOMETHING = "nothing", "something"
MOST_ROUNDS = 12


class EntryForm(FiguresForm):
    """A game of a table; ``dealer``: the place of who dealt."""

    who = forms.MultipleChoiceField(
        label=gettext_lazy("Who was Re?"),
        widget=forms.CheckboxSelectMultiple(attrs={"class": "choice__box"}),
    )
    called = forms.ChoiceField(
        label=gettext_lazy("Was anything called?"),
        choices=[
            (NOTHING, gettext_lazy("nothing at all")),
            (SOMETHING, gettext_lazy("yes, this:")),
        ],
        widget=forms.RadioSelect(attrs={"class": "choice__box"}),
        error_messages={"required": gettext_lazy("“Nothing” is an answer, too, but say it.")},
    )
    compulsory = forms.BooleanField(label=gettext_lazy("It was a compulsory solo."), required=False)

    def __init__(
        self,
        of: Reckoned,
        dealer: int,
        posted: Mapping[str, Any] | None = None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(posted, initial=dict(initial or {}), prefix=None)
        self._of, self._dealer = of, dealer
        pausing = paused(len(of.players), dealer)
        self._offer(
            "who",
            [
                (str(one.place), f"{called(one)} {_('(deals, pauses)')}".strip())
                if one.place == pausing
                else (str(one.place), called(one))
                for one in of.players
            ],
        )
        name = words().cards.name
        self._offer("contract", [(one.value, name(one)) for one in contracts_of(of.rules)])
        for point in SpecialPoint:
            if point not in of.rules.specials:
                self.fields.pop(point.value, None)
        if not of.rules.compulsory_solo:
            del self.fields["compulsory"]
        del self.fields["of"]
        self.fields["points"].label = _("Card points of Re")

    def clean(self) -> dict[str, Any]:
        told: dict[str, Any] = super().clean() or self.cleaned_data
        told["of"] = Party.RE
        if self.errors:
            return told
        has_calls = bool(told["re"] or told["kontra"])
        if has_calls and told["called"] == NOTHING:
            self.add_error("called", _("You chose a call and “nothing” beside it: which is it?"))
        if not has_calls and told["called"] == SOMETHING:
            self.add_error("called", _("What was called, and by whom?"))
        self._check_who(told)
        if not self.errors:
            try:
                settlement_from_json(self.settlement)
            except UnreadableRecord as refused:
                for error in refused.errors:
                    self.add_error(None, say(error.why) if error.why else error.message)
        return told

    def _check_who(self, told: Mapping[str, Any]) -> None:
        who, contract = told["who"], Contract(told["contract"] or Contract.NORMAL)
        needed = 1 if contract in ALONE else 2
        if str(paused(len(self._of.players), self._dealer)) in who:
            self.add_error("who", _("Whoever deals pauses at a table of five."))
        elif len(who) != needed:
            name = words().cards.name(contract)
            told_apart = _("{contract}: one plays alone.") if needed == 1 else _("Two play Re.")
            self.add_error("who", told_apart.format(contract=name))
        if told.get("compulsory") and contract not in SOLOS:
            self.add_error("compulsory", _("A compulsory solo is one of the solos: choose which."))

    @property
    def settlement(self) -> dict[str, Any]:
        """The settlement record, with the seats as the dealer makes them."""
        record = self.record(self._of.rules)
        who = {int(one) for one in self.cleaned_data["who"]}
        at = seating(len(self._of.players), self._dealer)
        parties = {
            seat.name: (Party.RE if at[seat] in who else Party.KONTRA).value for seat in Seat
        }
        return record | {"parties": parties}

    @property
    def is_compulsory(self) -> bool:
        return bool(self.cleaned_data.get("compulsory"))


def contracts_of(rules: RuleSet) -> Iterable[Contract]:
    for one in Contract:
        is_there = one in rules.solos if one in SOLOS else True
        if is_there and (one is not Contract.POVERTY or rules.poverty is not Poverty.OFF):
            yield one


def written_before(entry: Entry, players: int) -> dict[str, Any]:
    """The fields of an entry's form as they were filled in."""
    told = figures_of(entry.record)
    return told | {
        "who": [str(place) for place in places_of_re(entry, players)],
        "called": SOMETHING if told["re"] or told["kontra"] else NOTHING,
        "compulsory": entry.is_compulsory,
    }


class TableForm(forms.Form):
    """Who sits at a table, and by which rules it plays."""

    def __init__(
        self, bases: Iterable[tuple[str, str]], posted: Mapping[str, Any] | None = None
    ) -> None:
        choices = [(asked, name) for name, asked in bases]
        super().__init__(posted, initial={"rules": choices[0][0], "rounds": 0})
        self.fields["title"] = forms.CharField(
            label=_("What is the evening called?"), max_length=LONGEST_TITLE
        )
        for place in range(PLAYERS + 1):
            self.fields[f"player{place}"] = forms.CharField(
                label=_("Seat %d") % (place + 1) if place else _("Who deals first?"),
                help_text=_("Empty: four play.") if place == PLAYERS else "",
                max_length=LONGEST_NAME,
                required=place < PLAYERS,
            )
        self.fields["rules"] = forms.ChoiceField(
            label=_("By which rules do you play?"), choices=choices, widget=forms.RadioSelect
        )
        self.fields["rounds"] = forms.IntegerField(
            label=_("How often does everybody deal?"),
            help_text=_("0: as long as you like."),
            min_value=0,
            max_value=MOST_ROUNDS,
        )

    def clean(self) -> dict[str, Any]:
        told: dict[str, Any] = super().clean() or self.cleaned_data
        told["title"] = printable(told.get("title", ""))
        if not told["title"] and "title" not in self.errors:
            self.add_error("title", _("Letters that can be seen, please."))
        told["names"] = names = [
            name
            for place in range(PLAYERS + 1)
            if (name := printable(told.get(f"player{place}", "")))
        ]
        twice = [name for name, number in Counter(map(str.casefold, names)).items() if number > 1]
        if twice and not self.errors:
            self.add_error(None, _("Two have the same name: tell them apart."))
        if len(names) < PLAYERS and not self.errors:
            self.add_error(None, _("Four or five sit at a table."))
        return told
