"""A pad of all cards to tap, the table on which they come to lie, and the judge's ruling on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from lessons.rules.cards import COPIES, Card, Rank, Seat, Suit, card_of
from lessons.rules.contracts import Contract
from lessons.rules.notation import action_as_text
from lessons.rules.readable import text_from_record
from lessons.rules.rule_sets import RuleSet
from lessons.rules.tricks import why_won
from tutorial.judge.shown import Judged, JudgedTrick, judged, rows_of
from tutorial.judge.tapped import PLAYED, Table, Tapped, seat_words, tapped
from tutorial.shared.page import HtmxRequest, wants_piece
from tutorial.shared.records import LONGEST_CODE, code_of, own_url, place_of
from tutorial.shared.settlement import Reasoned, reasoned
from tutorial.shared.table import Place, hand_places, round_the_table, side_of, trick_places
from tutorial.shared.words import words


def rows_of_pack(rules: RuleSet) -> Iterator[tuple[Card, ...]]:
    """The cards there are, a row for each suit."""
    for suit in Suit:
        yield tuple(card for rank in Rank if (card := card_of(suit, rank)) in rules.pack)


@dataclass(frozen=True, slots=True)
class Key:
    """A card on the pad."""

    card: Card
    left: int
    """So many of it can still be tapped."""
    is_elsewhere: bool
    """It is not in the hand of the seat to play, all of which is told."""

    @property
    def can_be_tapped(self) -> bool:
        return self.left > 0 and not self.is_elsewhere


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the judge says of a table."""

    outcome: str
    """wrong, open or right."""
    sentence: str
    place: str = ""
    """The action that is wrong."""
    reasons: tuple[Reasoned, ...] = ()

    @property
    def sign(self) -> str:
        return {"wrong": "✗", "open": "…", "right": "✓"}[self.outcome]


@dataclass(frozen=True)
class Pad:
    """Everything that the page says of a table."""

    tapped: Tapped
    here: str
    """The address of the page without a table."""

    @property
    def table(self) -> Table:
        return self.tapped.table

    @cached_property
    def keys(self) -> tuple[tuple[Key, ...], ...]:
        """A row for each suit."""
        table, used = self.table, self.table.used()
        told = None
        if table.at is None and table.is_whole(table.to_play):
            told = table.left(table.to_play)
        return tuple(
            tuple(
                Key(
                    card,
                    COPIES - used[card],
                    is_elsewhere=told is not None and used[card] < COPIES and card not in told,
                )
                for card in row
            )
            for row in rows_of_pack(table.rules)
        )

    @property
    def count(self) -> str:
        """How many cards have been tapped, of how many."""
        if self.table.at is None:
            return f"{len(self.table.cards)}/{len(self.table.rules.pack)}"
        return f"{len(self.table.hands[self.table.at])}/{self.table.rules.hand_size}"

    @property
    def targets(self) -> list[tuple[str, str, str, bool]]:
        """Where cards can go: value, name, how many there are, and whether they go there now."""
        table, size = self.table, self.table.rules.hand_size
        hands = [
            (
                seat.name,
                capfirst(seat_words(seat)),
                f"{len(table.hands[seat])}/{size}",
                table.at is seat,
            )
            for seat in Seat
        ]
        played = f"{len(table.cards)}/{len(table.rules.pack)}"
        return [*hands, (PLAYED, _("Play"), played, table.at is None)]

    @property
    def around(self) -> list[tuple[str, str, str]]:
        """The four, whose hand is told at the bottom: side, name, how many cards are there."""
        return [
            (side_of(seat, self.table.at), name, count)
            for seat, (_value, name, count, _is_now) in zip(Seat, self.targets, strict=False)
        ]

    @property
    def has_hands(self) -> bool:
        return any(self.table.hands) or self.table.at is not None

    @property
    def is_begun(self) -> bool:
        return bool(self.table.played) or any(self.table.hands)

    @property
    def setting(self) -> str:
        """What is played, in a line."""
        table = self.table
        contract = words().cards.name(table.contract)
        if table.contract is not Contract.NORMAL:
            contract = f"{contract} ({seat_words(table.by)})"
        leads = capfirst(_("%s leads") % seat_words(table.lead))
        return f"{table.named.name} · {contract} · {leads}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The trick, and the places where no card lies yet; after a card that was not allowed the
        trick that it was played to."""
        table, at_fault = self.table, self._at_fault
        trick = table.trick if at_fault is None else table.tricks[at_fault.number - 1]
        is_open = trick is table.trick
        lie = trick_places(trick, winner=table.holder if is_open else None)
        wrong = [cell.seat for cell in at_fault.cells if cell.is_refused] if at_fault else []
        marks = ("revoked" if place.seat in wrong else place.mark for place in lie)
        lie = tuple(
            replace(place, mark=mark, is_new=is_open and place is lie[-1])
            for place, mark in zip(lie, marks, strict=True)
        )
        return round_the_table(lie, trick.leader, to_play="turn", coming="")

    @property
    def _at_fault(self) -> JudgedTrick | None:
        """The first trick with a card that was not allowed."""
        return next((row for row in self.rows if any(cell.is_refused for cell in row.cells)), None)

    @property
    def hand(self) -> tuple[Place, ...]:
        """The hand that is being told."""
        table = self.table
        if table.at is None:
            return ()
        order = table.order(0)
        return hand_places(order.sorted_hand(table.hands[table.at]), order=order)

    @cached_property
    def judged(self) -> Judged | None:
        """What the judge says of the record, where there is one."""
        record = self.table.record
        return judged(record) if record is not None and self.table.played else None

    @cached_property
    def _looked_at(self) -> tuple[list[JudgedTrick], Reasoned | None, str]:
        """The tricks, and what is wrong where no record tells it."""
        steps, refused = self.table.steps()
        rows = rows_of(steps, is_last_refused=refused is not None)
        if refused is None:
            return rows, None, ""
        place = place_of(action_as_text(steps[-1][1]), rows[-1].number)
        return rows, reasoned(refused.why, self.table.rules.document), place

    @property
    def rows(self) -> list[JudgedTrick]:
        return self.judged.rows if self.judged else self._looked_at[0]

    @property
    def ruling(self) -> Ruling:
        """The first thing that is wrong; else how the game ends, or who has or holds the trick."""
        table = self.table
        if table.at is not None:
            return Ruling("open", _("Tap the cards of this hand: %s.") % seat_words(table.at))
        found = self.judged
        if found is not None and found.errors:
            return Ruling("wrong", _("Against the rules"), found.place, tuple(found.errors))
        _rows, wrong, place = self._looked_at
        if wrong is not None:
            return Ruling("wrong", _("Against the rules"), place, (wrong,))
        if found is not None and found.settled:
            return Ruling("right", found.settled.winner.sentence)
        if table.holder is None:
            return Ruling(
                "open", capfirst(_("%s leads. Tap the card.") % seat_words(table.to_play))
            )
        return self._ruling_on_trick(table.holder)

    def _ruling_on_trick(self, holder: Seat) -> Ruling:
        table, trick = self.table, self.table.trick
        reasons = tuple(
            reasoned(why, table.rules.document)
            for why in why_won(trick, table.order(len(table.tricks) - 1))
            if len(trick.cards) > 1
        )
        told = {"seat": seat_words(holder), "points": trick.points}
        if trick.is_complete:
            sentence = _("Trick for %(seat)s: %(points)s card points.") % told
            return Ruling("right", sentence, reasons=reasons)
        sentence = _("%(seat)s holds the trick so far.") % told
        return Ruling("open", capfirst(sentence), reasons=reasons)

    @property
    def text(self) -> str:
        """The game as a player would write it; empty where its start is not known."""
        record = self.table.record
        return text_from_record(record) if record is not None and self.is_begun else ""

    @cached_property
    def code(self) -> str:
        """The record as addresses carry it; empty where there is none, or it is too long."""
        record = self.table.record
        code = code_of(record) if record is not None and self.is_begun else ""
        return code if len(code) <= LONGEST_CODE else ""

    @property
    def replay_url(self) -> str:
        return own_url(self.code) if self.code and self.table.played else ""

    @property
    def empty_url(self) -> str:
        """The same setting without a card."""
        at = {} if self.table.at is None else {"at": self.table.at.name}
        return f"{self.here}?{urlencode(self.table.setting | at)}"


def pad_page(
    request: HtmxRequest, template: str, here: str, *, at: Seat | None = None, **shown: Any
) -> HttpResponse:
    """The page with the table that the address holds, or the piece of it that htmx swaps."""
    asked = tapped(request.GET, at)
    is_piece = wants_piece(request)
    context = shown | {
        "pad": Pad(asked, here),
        "is_piece": is_piece,
        "was_set": not request.GET.keys() & {"tap", "undo", "to", "add"} and is_piece,
    }
    is_refused = asked.faults or asked.called.errors
    response = render(
        request,
        "judge/pad.html" if is_piece else template,
        context,
        status=422 if is_refused else 200,
    )
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response
