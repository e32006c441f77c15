"""For those who know the game: what other rules do differently from what they play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout, Submit
from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.course import Section
from lessons.content.reading import course
from lessons.exercises.addresses import rules_as_text
from lessons.rules.rule_sets import OPTIONS, PRESETS, RuleSet, all_options, with_options
from tutorial.course.comparing import Said, said_of
from tutorial.errors import NotHere
from tutorial.house_rules.named import Named, named, rules_at_tables
from tutorial.house_rules.options import Difference, differences, differing
from tutorial.learners.cookie import learner_id
from tutorial.learners.memory import Standing
from tutorial.learners.remembering import standings_of
from tutorial.methods import READ, takes
from tutorial.practice.following import new_seed
from tutorial.practice.links import url_of
from tutorial.shared.words import document_name, speech
from tutorial.sittings.choosing import asked_where_different

ASKED = ("nines", "announcement", "counting")
"""The options that tell most about how somebody plays."""


class KnowerForm(forms.Form):
    """How one plays, in three answers."""

    def __init__(self, sent: Any = None) -> None:
        super().__init__(sent)
        labels = (_("Which cards?"), _("Re and Kontra"), _("On the score sheet"))
        for option, label in zip(ASKED, labels, strict=True):
            self.fields[option] = forms.ChoiceField(
                label=label, choices=_choices(option), widget=forms.RadioSelect
            )
        self.helper = FormHelper()
        self.helper.form_method = "get"
        button = Submit("", _("Show what differs"), css_class="button--main")
        self.helper.layout = Layout(*ASKED, button)

    def mine(self) -> RuleSet:
        """The document that fits most of the answers, the first of those as good, with the rest of
        them as house rules."""
        answers = {option: _VALUES[option][self.cleaned_data[option]] for option in ASKED}

        def fitting(rules: RuleSet) -> int:
            options = all_options(rules)
            return sum(options[option] == answer for option, answer in answers.items())

        nearest = max(_documents(), key=fitting)
        return with_options(nearest, answers)


def _documents() -> list[RuleSet]:
    return [PRESETS[one.rules] for one in course().documents.values()]


_VALUES = {
    option: {
        f"{value}".lower(): value
        for rules in PRESETS.values()
        for value in [all_options(rules)[option]]
    }
    for option in ASKED
}
"""By option: its values in some rule set, by how they are written in an address."""


def _choices(option: str) -> list[tuple[str, str]]:
    said = speech().option_value
    return [(name, said(option, value)) for name, value in _VALUES[option].items()]


@takes(*READ)
def knower(request: HttpRequest) -> HttpResponse:
    """Three questions; answered, the documents and house rules of one's own, and in how much each
    differs."""
    form = KnowerForm(request.GET or None)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "course/knower.html", {"form": form}, status=status)
    mine = form.mine()
    written = rules_as_text(mine)
    others = [(one, document_name(one.document)) for one in _documents()]
    context = {
        "mine": [speech().option_value(option, all_options(mine)[option]) for option in ASKED],
        "written": written,
        "others": [
            (name, f"{reverse('differences', args=[one.document])}?mine={written}", len(found))
            for one, name in others
            if (found := differing(all_options(one), all_options(mine)))
        ],
        "same": next((name for one, name in others if one == mine), ""),
    }
    return render(request, "course/knower.html", context)


@dataclass(frozen=True, slots=True)
class Row:
    difference: Difference
    sources: tuple[Said, ...]
    """What the other rules say, and where."""
    url: str
    """Of an exercise; empty where none asks for it."""
    standing: str


@takes(*READ)
def differences_page(request: HttpRequest, rules: str) -> HttpResponse:
    """In what some rules differ from others that somebody plays by, ``mine``; each with an
    exercise."""
    other, mine = named(rules), named(request.GET.get("mine", ""))
    if other is None or other.rules.document not in course().documents:
        ways = ((_("Rule sets compared"), reverse("compare")),)
        raise NotHere(_("There is no rule set with this name."), ways)
    if mine is None:
        return HttpResponseRedirect(reverse("knower"))
    rows = _rows(other, mine, learner_id(request))
    context = {
        "other": other,
        "mine": mine,
        "is_own": mine.is_house,
        "mine_name": _("Your table") if mine.is_house and mine.asked == mine.written else mine.name,
        "rows": rows,
        "exercises": len({row.url.partition("?statement=")[2] for row in rows if row.url}),
    }
    return render(request, "course/differences.html", context)


def _rows(other: Named, mine: Named, learner: int | None) -> list[Row]:
    asked = asked_where_different(mine.rules, other.written)
    standings = standings_of(learner, other.written)
    rows = []
    for one in differences(other.rules, mine.rules):
        found = asked[one.option]
        standing = standings.get(found.statement or "", Standing.NEW) if found else Standing.NEW
        url = url_of(replace(found, seed=new_seed())) if found else ""
        rows.append(Row(one, said_of(one.option, other), url, standing))
    return rows


def done_instead(section: Section, learner: int | None) -> list[tuple[str, list[Difference]]]:
    """What tables at which somebody plays do differently from what a section says: the table's
    name, and the options; ``there`` is the section's."""
    tables = rules_at_tables(learner)
    if not tables:
        return []
    rules = course().documents[section.document].rules
    names = {*section.statements, *section.readings}
    told = {
        option
        for option in OPTIONS
        for agreed in [course().agreed.get(option, {}).get(rules)]
        if names.intersection(course().options.get(option, {}).get(rules, ()))
        or (agreed and names.intersection(agreed.sources))
    }
    every = [
        (name, [one for one in differences(here, PRESETS[rules]) if one.option in told])
        for name, here in tables
    ]
    return [(name, found) for name, found in every if found]
