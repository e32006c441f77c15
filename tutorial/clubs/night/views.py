"""Club nights: founded by a trainer, drawn round by round, read by all members."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from lessons.content.words import figure
from tutorial.clubs.models import (
    LONGEST_CALLED,
    Chair,
    Club,
    ClubNight,
    ClubTable,
    Member,
    NightPlayer,
)
from tutorial.clubs.night.drawing import draw_round
from tutorial.clubs.night.standing import Night, night_of
from tutorial.clubs.roles import member_of, trainer_of
from tutorial.errors import NotHere
from tutorial.house_rules.named import named
from tutorial.methods import READ, WRITE, takes
from tutorial.quizzes.models import LONGEST_NAME
from tutorial.score_sheets.forms import MOST_ROUNDS
from tutorial.score_sheets.models import ScoreSheet
from tutorial.score_sheets.reckoning import ranking
from tutorial.score_sheets.views import Visitor
from tutorial.shared.written import printable, spreadsheet
from tutorial.sittings.going import DOUBLE_PRESS

MOST_NIGHTS = 100
MOST_PLAYERS = 200
USUAL, WITH_SOLOS = 2, 5
"""How often each deals: cvjm:6b; with four compulsory solos five rounds are 24 games
(kompakt:pflichtsolo)."""


class NightForm(forms.Form):
    def __init__(self, club: Club, posted: Mapping[str, Any] | None = None) -> None:
        rules = named(club.rules)
        usual = WITH_SOLOS if rules and rules.rules.compulsory_solo else USUAL
        day = date_format(timezone.localdate(), "SHORT_DATE_FORMAT")
        title = _("Club night of {day}").format(day=day)
        super().__init__(posted, initial={"title": title, "rounds": usual})
        self.fields["title"] = forms.CharField(
            label=_("What is the evening called?"), max_length=LONGEST_CALLED
        )
        self.fields["rounds"] = forms.IntegerField(
            label=_("How often does everybody deal at a table?"),
            min_value=1,
            max_value=MOST_ROUNDS,
        )
        self.fields["members"] = forms.MultipleChoiceField(
            label=_("Who is there?"),
            choices=[(str(one.pk), one.name) for one in _by_name(club)],
            widget=forms.CheckboxSelectMultiple(attrs={"class": "choice__box"}),
            required=False,
        )
        self.fields["guests"] = GuestsField()

    def clean(self) -> dict[str, Any]:
        told: dict[str, Any] = super().clean() or self.cleaned_data
        told["title"] = printable(told.get("title", ""))
        if not told["title"] and "title" not in self.errors:
            self.add_error("title", _("Letters that can be seen, please."))
        return told


class GuestsField(forms.CharField):
    """Names of guests, one a line."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Guests, one a line"),
            required=False,
            max_length=MOST_PLAYERS * LONGEST_NAME,
            widget=forms.Textarea({"rows": 3}),
        )

    def clean(self, value: Any) -> list[str]:
        names = [printable(line) for line in str(super().clean(value)).splitlines()]
        return [name[:LONGEST_NAME] for name in names if name][:MOST_PLAYERS]


def _by_name(club: Club) -> list[Member]:
    return sorted(club.members.all(), key=lambda one: one.name.casefold())[:MOST_PLAYERS]


@takes(*READ)
def nights(request: HttpRequest, key: str) -> HttpResponse:
    """The club's nights, the latest first, and what its members have in all of them."""
    member = member_of(request, key)
    found = list(member.club.nights.order_by("-pk")[:MOST_NIGHTS])
    context = {"club": member.club, "member": member, "nights": found, "lines": _in_all(found)}
    return render(request, "clubs/nights.html", context)


def _in_all(found: Sequence[ClubNight]) -> list[tuple[int, str, str, int]]:
    """Place, name, points, and number of nights, of members."""
    chairs = Chair.objects.filter(who__night__in=found, who__member__isnull=False)
    told = chairs.values_list(
        "who__member", "who__member__name", "who__night", "place", "table__sheet__totals"
    )
    points, names, came = Counter[int](), dict[int, str](), dict[int, set[int]]()
    for member, name, night, place, totals in told:
        points[member] += totals[place] if totals else 0
        names[member] = name
        came.setdefault(member, set()).add(night)
    placed = ranking((str(one), points[one]) for one in names)
    lines = [(place, names[int(key)], figure(n), len(came[int(key)])) for place, key, n in placed]
    return sorted(lines, key=lambda one: (one[0], one[1].casefold()))


@takes(*READ, *WRITE)
def new(request: HttpRequest, key: str) -> HttpResponse:
    """A night: who is there, and how long a table plays."""
    club = trainer_of(request, key).club
    posted = request.POST if request.method == "POST" else None
    form = NightForm(club, posted)
    if posted is None or not form.is_valid():
        context = {"club": club, "form": form}
        status = 200 if posted is None else 422
        return render(request, "clubs/night_new.html", context, status=status)
    told = form.cleaned_data
    lately = timezone.now() - DOUBLE_PRESS
    with club.kept_still():
        night = club.nights.filter(title=told["title"], created__gte=lately).first()
        if night is None:
            night = ClubNight.objects.create(
                club=club, title=told["title"], rules=club.rules, called=club.called,
                rounds=told["rounds"],
            )  # fmt: skip
            _add(night, told["members"], told["guests"])
    return HttpResponseRedirect(_url(night), status=303)


def _add(night: ClubNight, members: Sequence[str], guests: Sequence[str]) -> None:
    """Each once: names at a table are told apart."""
    known = list(night.players.all())
    there, names = {one.member_id for one in known}, {one.name.casefold() for one in known}
    for one in night.club.members.filter(pk__in=members):
        if one.pk not in there:
            NightPlayer.objects.create(night=night, member=one, name=_apart(one.name, names))
    for name in guests:
        if len(names) < MOST_PLAYERS:
            NightPlayer.objects.create(night=night, name=_apart(name, names))


def _apart(name: str, names: set[str]) -> str:
    """Another name where somebody has it already: ``Anke 2``."""
    found, number = name, 1
    while found.casefold() in names:
        number += 1
        found = f"{name[: LONGEST_NAME - 4]} {number}"
    names.add(found.casefold())
    return found


@takes(*READ, *WRITE)
def night(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Ranking, rounds and tables; for trainers the lots."""
    member, found = _night(request, key, number)
    if request.method != "POST":
        return _page(request, member, found)
    trainer_of(request, key)
    with transaction.atomic():
        ClubNight.objects.select_for_update().filter(pk=found.pk).exists()
        return _done(request, member, found)


def _done(request: HttpRequest, member: Member, found: ClubNight) -> HttpResponse:
    here = HttpResponseRedirect(_url(found), status=303)
    what, _space, about = request.POST.get("do", "").partition(" ")
    if what == "draw" and about == str(found.draws.count() + 1):  # else it was pressed twice
        if fault := _drawn(request, found):
            return _page(request, member, found, fault)
    elif what == "undraw":
        last = found.draws.order_by("-number").first()
        is_played = ScoreSheet.objects.filter(club_table__draw=last, entries__isnull=False).exists()
        if last is not None and str(last.number) == about and not is_played:
            last.delete()
    elif what == "add":
        guests = GuestsField().clean(request.POST.get("guests", "")[: MOST_PLAYERS * LONGEST_NAME])
        members = [one for one in request.POST.getlist("members") if one.isdecimal()]
        _add(found, [one for one in members if len(one) < 10], guests)
    return here


def _drawn(request: HttpRequest, found: ClubNight) -> str:
    """Why there can be no draw, else empty."""
    asked = {*request.POST.getlist("who")}
    there = [one for one in found.players.all() if str(one.pk) in asked]
    if draw_round(found, there, random.SystemRandom()) is None:
        return _("Four at least are needed for a table.")
    return ""


def _page(request: HttpRequest, member: Member, found: ClubNight, fault: str = "") -> HttpResponse:
    shown = night_of(found)
    here = {one.member_id for one in shown.players}
    context = {
        "club": member.club,
        "member": member,
        "night": found,
        "shown": shown,
        "own": shown.table_of(member.pk),
        "number": len(shown.rounds) + 1,
        "fault": fault,
        "others": [one for one in _by_name(member.club) if one.pk not in here]
        if member.is_trainer
        else (),
    }
    return render(request, "clubs/night.html", context, status=422 if fault else 200)


@takes(*READ)
def table(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """The ranking for a spreadsheet."""
    _member, found = _night(request, key, number)
    shown: Night = night_of(found)
    rounds = [_("Round {number}").format(number=one.draw.number) for one in shown.rounds]
    rows: list[list[object]] = [[_("Place"), _("Name"), *rounds, _("In all")]]
    rows += [
        [one.place, one.name, *(x.replace("−", "-") for x in one.by_round), one.points]
        for one in shown.lines
    ]
    return spreadsheet("club-night", rows)


@takes(*READ, *WRITE)
def delete(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Asks once more, then deletes the night with its sheets."""
    trainer_of(request, key)
    member, found = _night(request, key, number)
    if request.method != "POST":
        context = {"club": member.club, "night": found}
        return render(request, "clubs/night_delete.html", context)
    found.delete()
    return HttpResponseRedirect(reverse("club-nights", args=[key]), status=303)


def _night(request: HttpRequest, key: str, number: int) -> tuple[Member, ClubNight]:
    member = member_of(request, key)
    found = member.club.nights.filter(pk=number).first() if number < 2**31 else None
    if found is None:
        reason = _("There is no such club night.")
        raise NotHere(reason, ((_("Club nights"), reverse("club-nights", args=[key])),))
    found.club = member.club
    return member, found


def _url(night: ClubNight) -> str:
    return reverse("club-night", args=[night.club.key, night.pk])


def guard(request: HttpRequest, sheet: ScoreSheet) -> Visitor | None:
    """A club's sheets are its members', under their names."""
    tables = ClubTable.objects.filter(sheet=sheet).select_related("draw__night__club")
    found = tables.first()
    if found is None:
        return None
    night = found.draw.night
    member = member_of(request, night.club.key)
    return Visitor(member.name, is_named=True, back=(night.title, _url(night)))
