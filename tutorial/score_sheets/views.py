"""A score sheet: made, written on by a table, checked by the others, corrected, printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tutorial.errors import NotHere, too_often_page
from tutorial.house_rules.named import named, own_rules, presets
from tutorial.learners.cookie import known_learner, learner_id, remember
from tutorial.learners.models import FORM_KEY, unguessable
from tutorial.methods import READ, WRITE, takes
from tutorial.score_sheets.forms import EntryForm, TableForm, written_before
from tutorial.score_sheets.models import LONGEST_TITLE, Check, Entry, Player, ScoreSheet
from tutorial.score_sheets.reckoning import Game, Reckoned, keep_totals, reckoned
from tutorial.shared.limits import Limit, too_often
from tutorial.shared.square import square
from tutorial.shared.written import spreadsheet

MOST_LISTED = 100
MOST_WRITTEN = 1000
"""Entries of a sheet, corrections too."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody at a sheet."""

    name: str
    """Under which he writes; empty where nobody said."""
    is_named: bool = False
    """Whether the site knows it, so that he is not asked."""
    back: tuple[str, str] | None = None
    """Where the sheet belongs: its name and address."""
    may_delete: bool = False


guards: list[Callable[[HttpRequest, ScoreSheet], Visitor | None]] = []
"""Who says who may write on a sheet: rooms further up put themselves here, and say None of what is
not theirs, or raise :class:`NotHere`."""


@takes(*READ)
def index(request: HttpRequest) -> HttpResponse:
    """One's own sheets, the latest first."""
    own = ScoreSheet.objects.filter(owner=learner_id(request) or 0).order_by("-pk")[:MOST_LISTED]
    return render(request, "score_sheets/index.html", {"own": own})


@takes(*READ, *WRITE)
def new(request: HttpRequest) -> HttpResponse:
    """A table for an ordinary evening."""
    posted = request.POST if request.method == "POST" else None
    form = TableForm(_bases(learner_id(request)), posted)
    key = request.POST.get("key", "")
    key = key if FORM_KEY.fullmatch(key) else unguessable()
    if posted is None or not form.is_valid():
        status = 200 if posted is None else 422
        return render(request, "score_sheets/new.html", {"form": form, "key": key}, status=status)
    if limited := too_often(request, Limit.SHEETS_MADE):
        return limited.tell(too_often_page(request, limited.sentence))
    there = HttpResponseRedirect(reverse("score-sheet", args=[key]), status=303)
    if ScoreSheet.objects.filter(key=key).exists():  # pressed twice
        return there
    told, owner = form.cleaned_data, known_learner(request)
    sheet = made(told["title"], told["rules"], told["names"], told["rounds"], key)
    sheet.owner = owner
    sheet.save(update_fields=["owner"])
    remember(there, owner.pk)
    return there


def made(
    title: str, asked: str, names: Iterable[str], rounds: int, key: str | None = None
) -> ScoreSheet:
    """A sheet under rules as an address says them, which there must be."""
    rules = named(asked)
    if rules is None:
        raise NotHere(_("There is no rule set with this name."))
    with transaction.atomic():
        sheet = ScoreSheet.objects.create(
            key=key or unguessable(),
            title=title,
            rules=rules.written,
            called=rules.name[:LONGEST_TITLE],
            rounds=rounds,
        )
        Player.objects.bulk_create(
            Player(sheet=sheet, place=place, name=name) for place, name in enumerate(names)
        )
    return sheet


def _bases(learner: int | None) -> Iterable[tuple[str, str]]:
    yield from ((one.name, one.asked) for one in presets())
    yield from own_rules(learner)


@takes(*READ, *WRITE)
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """What is written, and the next game to write down."""
    here, visitor = _at(request, key)
    if request.method != "POST":
        return _sheet(request, reckoned(here), visitor)
    with transaction.atomic():
        here = ScoreSheet.objects.select_for_update().get(pk=here.pk)
        return _written(request, reckoned(here), visitor)


def _written(request: HttpRequest, of: Reckoned, visitor: Visitor) -> HttpResponse:
    """A game, once, however often it is sent; two of the same number are told apart."""
    here = HttpResponseRedirect(_url(request, of.sheet), status=303)
    key = request.POST.get("key", "")
    if not FORM_KEY.fullmatch(key) or Entry.objects.filter(key=key).exists():
        return here
    form = EntryForm(of, of.dealer, request.POST)
    if not form.is_valid():
        return _sheet(request, of, visitor, form, status=422)
    if limited := _refused(request, of):
        return limited
    if request.POST.get("number") != str(of.next_number):
        already = of.game(of.next_number - 1)
        fault = _(
            "Game {number} stands there already, written by somebody else. Is this another one?"
            " Then write it down once more."
        ).format(number=already.entry.number if already else 0)
        form.add_error(None, fault)
        return _sheet(request, of, visitor, form, status=409)
    _keep(of.sheet, of.next_number, of.dealer, key, form, visitor)
    return here


def _keep(
    of: ScoreSheet, number: int, dealer: int, key: str, form: EntryForm, visitor: Visitor
) -> None:
    Entry.objects.create(
        sheet=of,
        number=number,
        key=key,
        record=form.settlement,
        dealer=dealer,
        is_compulsory=form.is_compulsory,
        by=visitor.name,
    )
    keep_totals(of)


def _refused(request: HttpRequest, of: Reckoned) -> HttpResponse | None:
    if of.sheet.entries.count() >= MOST_WRITTEN:
        raise NotHere(_("This sheet is full."), ((of.sheet.title, _url(request, of.sheet)),))
    if limited := too_often(request, Limit.ANSWERS):
        return limited.tell(too_often_page(request, limited.sentence))
    return None


def _sheet(
    request: HttpRequest,
    of: Reckoned,
    visitor: Visitor,
    form: EntryForm | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    here = reverse("score-sheet", args=[of.sheet.key])
    key = request.POST.get("key", "") if status != 200 else ""
    context = {
        "of": of,
        "visitor": visitor,
        "form": form or EntryForm(of, of.dealer),
        "key": key or unguessable(),
        "is_refused": form is not None,
        "query": _query(request),
        "way_in": request.build_absolute_uri(here),
        "square": square(request, here),
        "dealing": of.names[of.dealer],
    }
    return render(request, "score_sheets/sheet.html", context, status=status)


@takes(*READ, *WRITE)
def game(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """A game item by item, who wrote and who changed it; found right, corrected or struck out."""
    here, visitor = _at(request, key)
    if request.method != "POST":
        of = reckoned(here)
        return _game(request, of, _found(request, of, number), visitor)
    with transaction.atomic():
        here = ScoreSheet.objects.select_for_update().get(pk=here.pk)
        of = reckoned(here)
        return _changed(request, of, _found(request, of, number), visitor)


def _changed(request: HttpRequest, of: Reckoned, one: Game, visitor: Visitor) -> HttpResponse:
    there = reverse("score-game", args=[of.sheet.key, one.entry.number])
    back = HttpResponseRedirect(f"{there}{_query(request)}", status=303)
    what, key = request.POST.get("do", ""), request.POST.get("key", "")
    if what == "check" and visitor.name:
        Check.objects.get_or_create(entry=one.entry, by=visitor.name)
        return back
    if not FORM_KEY.fullmatch(key) or Entry.objects.filter(key=key).exists():
        return back
    if what == "strike":
        if limited := _refused(request, of):
            return limited
        last = one.entry
        Entry.objects.create(
            sheet=of.sheet, number=last.number, key=key, record=last.record, dealer=last.dealer,
            is_compulsory=last.is_compulsory, is_struck=True, by=visitor.name,
        )  # fmt: skip
        keep_totals(of.sheet)
        return back
    form = EntryForm(of, one.entry.dealer, request.POST)
    if not form.is_valid():
        return _game(request, of, one, visitor, form)
    if limited := _refused(request, of):
        return limited
    _keep(of.sheet, one.entry.number, one.entry.dealer, key, form, visitor)
    return back


def _game(
    request: HttpRequest, of: Reckoned, one: Game, visitor: Visitor, form: EntryForm | None = None
) -> HttpResponse:
    before = written_before(one.entry, len(of.players))
    context = {
        "of": of,
        "game": one,
        "shown": one.shown,
        "visitor": visitor,
        "form": form or EntryForm(of, one.entry.dealer, initial=before),
        "key": unguessable(),
        "strike_key": unguessable(),
        "query": _query(request),
        "is_refused": form is not None,
    }
    return render(request, "score_sheets/game.html", context, status=422 if form else 200)


@takes(*READ)
def table(request: HttpRequest, key: str) -> HttpResponse:
    """For a spreadsheet: each game, and what everybody has then."""
    of = reckoned(_at(request, key)[0])
    head = [_("Game"), _("Contract"), _("Value"), *of.names]
    rows = [
        [one.entry.number, one.contract, one.result.value if one.result else "", *one.totals]
        for one in of.games
    ]
    return spreadsheet("karlchen", [head, *rows])


@takes(*READ, *WRITE)
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Asks once more, then deletes the sheet with its names."""
    here, visitor = _at(request, key)
    if not visitor.may_delete:
        raise NotHere(_("Only whoever made this sheet deletes it."), ((here.title, _to(here)),))
    if request.method != "POST":
        return render(request, "score_sheets/delete.html", {"sheet": here})
    here.delete()
    return HttpResponseRedirect(reverse("score-sheets"), status=303)


def _at(request: HttpRequest, key: str) -> tuple[ScoreSheet, Visitor]:
    """The sheet at an address, and who looks at it. Whoever has the address of a plain one writes
    on it; a club's are its members'."""
    here = ScoreSheet.objects.filter(key=key).first()
    if here is None:
        reason = _("There is no score sheet at this address, or it has been deleted.")
        raise NotHere(reason, ((_("Score sheets"), reverse("score-sheets")),))
    here.touch()
    for guard in guards:
        if visitor := guard(request, here):
            return here, visitor
    names = {str(one.place): one.name for one in here.players.all()}
    is_own = here.owner_id is not None and here.owner_id == learner_id(request)
    return here, Visitor(names.get(request.GET.get("me", ""), ""), may_delete=is_own)


def _found(request: HttpRequest, of: Reckoned, number: int) -> Game:
    if (one := of.game(number)) is None:
        reason = _("There is no game with this number on the sheet.")
        raise NotHere(reason, ((of.sheet.title, _url(request, of.sheet)),))
    return one


def _to(sheet: ScoreSheet) -> str:
    return reverse("score-sheet", args=[sheet.key])


def _url(request: HttpRequest, of: ScoreSheet) -> str:
    return f"{_to(of)}{_query(request)}"


def _query(request: HttpRequest) -> str:
    """Who one is, as the address says it."""
    me: Any = QueryDict(request.META.get("QUERY_STRING", "")).get("me", "")
    return f"?{urlencode({'me': me})}" if me.isdecimal() and len(me) == 1 else ""
