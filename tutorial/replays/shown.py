"""A step of a game as a page shows it: seen from a seat, or with all cards open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.reading import course
from lessons.replays import Step
from lessons.rules.calls import Call
from lessons.rules.cards import FOX, Seat
from lessons.rules.contracts import Contract
from lessons.rules.game import Asking, Exchanging, Lay, Play, Redeal, Return, Say
from lessons.rules.notation import action_from_text
from lessons.rules.parties import UNDECIDED, Parties, Party
from lessons.rules.reasons import IllegalAction, Reason, Why
from lessons.rules.reservations import trumps_of
from lessons.rules.rule_sets import PRESETS
from lessons.rules.special_points import Earned
from tutorial.replays.games import Game
from tutorial.shared.documents import document_name
from tutorial.shared.records import names_of, place_of, said_in, told
from tutorial.shared.settlement import Line, Reasoned, Settled, settled
from tutorial.shared.table import Place, hand_places, trick_places
from tutorial.shared.words import language, say, speech, words

GUESSES = ("marked", "all")
"""When the page asks before it tells: where a game is marked for it, or wherever it can."""


@dataclass(frozen=True, slots=True)
class Look:
    """How somebody looks at a game: all of it stands in the address."""

    seat: Seat
    is_open: bool
    guess: str
    """One of ``GUESSES``, or nothing."""
    is_beamer: bool

    @classmethod
    def of(cls, request: HttpRequest, game: Game) -> Look:
        """What the address says; what makes no sense there is as if it were not there."""
        asked = request.GET
        seats = Seat.__members__
        guess = asked.get("guess", "")
        return cls(
            seats.get(asked.get("seat", ""), game.seat),
            {"open": True, "own": False}.get(asked.get("hands", ""), game.is_open),
            guess if guess in GUESSES else "",
            asked.get("view") == "beamer",
        )

    def url(self, game: Game, step: int, **more: str) -> str:
        """The address of a step, looked at like this."""
        query = {"game": game.code} if game.code else {}
        if self.seat is not game.seat:
            query["seat"] = self.seat.name
        if self.is_open != game.is_open:
            query["hands"] = "open" if self.is_open else "own"
        if self.guess:
            query["guess"] = self.guess
        if self.is_beamer:
            query["view"] = "beamer"
        path = reverse("replay", args=[game.id, step])
        query |= more
        return f"{path}?{urlencode(query)}" if query else path


@dataclass(frozen=True, slots=True)
class Way:
    """Somewhere to go, or a way to look."""

    label: str
    url: str
    is_current: bool = False
    keys: str = ""
    """As ``aria-keyshortcuts`` writes them."""
    id: str = ""
    short: str = ""
    """What stands on a small button."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A trick in the strip."""

    number: int
    url: str
    winner: Seat | None
    """Told once it has been seen."""
    is_current: bool


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of a seat."""

    seat: Seat
    party: str
    """As far as whoever looks knows it; else empty."""
    cards: int
    tricks: int
    points: int


@dataclass(frozen=True, slots=True)
class Held:
    """A hand on the table."""

    seat: Seat
    places: tuple[Place, ...]
    unknown: int
    """Cards of it that the record does not know."""


@dataclass(frozen=True)
class ShownStep:
    """All that the template of a replay needs; what it does not ask for is not worked out."""

    game: Game
    at: Step
    look: Look
    is_back: bool = False
    """Whether somebody came back to it from the step after: nothing moves then."""
    is_hidden: bool = False
    """Whether the page asks who wins the trick, and must not tell."""

    @cached_property
    def known(self) -> Step:
        """What is told of the table: before the last card, while the page asks who wins."""
        return self.game.steps[self.at.number - 1] if self.is_hidden else self.at

    @property
    def last(self) -> int:
        return len(self.game.steps) - 1

    @cached_property
    def parties(self) -> Parties:
        """As whoever looks knows them."""
        if not self.known.has_begun:
            return UNDECIDED
        if self.look.is_open or self.at.counted is not None:
            return self.known.position.parties
        return self.known.position.known_parties(self.look.seat)

    # What is played

    @property
    def rules_name(self) -> str:
        return document_name(self.game.rules)

    @cached_property
    def house_rules(self) -> tuple[str, ...]:
        """The options that are not the document's but for the nines, in words."""
        preset = PRESETS[self.game.rules]
        return speech().house_rules(replace(self.game.record.rules, nines=preset.nines))

    @cached_property
    def contract(self) -> str:
        """What is played, as far as whoever looks knows."""
        if not self.known.has_begun:
            return ""
        contract = self.known.position.contract
        if contract is Contract.SILENT_SOLO and None in self.parties:
            contract = Contract.NORMAL  # nobody else can tell it from one
        return words().cards.name(contract)

    # What was done

    @cached_property
    def title(self) -> str:
        at = self.at
        number = _("Step %(n)s of %(last)s") % {"n": at.number, "last": self.last}
        return f"{number}: {self.done}" if self.done else number

    @cached_property
    def done(self) -> str:
        """What has just been done, in words."""
        action = self.at.action
        if self.at.refused is not None:
            return _("against the rules")
        if self.at.counted is not None:
            return _("the settlement")
        if action is None:
            return ""
        if isinstance(action, Play):
            return f"{action.seat.name} – {words().cards.card(action.card)}"
        if isinstance(action, Lay) and not self._sees_laid:
            return self._exchanged(action)
        if isinstance(action, Return) and not (self._sees_laid or self.look.seat is action.seat):
            return self._exchanged(action)
        return said_in(action)

    def _exchanged(self, action: Lay | Return) -> str:
        """With what everybody is told: foxes lie open, and how many trumps come back is said."""
        seat = action.seat.name
        if isinstance(action, Lay):
            laid = {"seat": seat, "n": len(action.trumps), "cards": names_of(action.foxes)}
            return _("%(seat)s lays down cards: %(n)s face down, face up: %(cards)s") % laid
        trumps = len(trumps_of(action.cards, self.game.record.rules))
        back = {"seat": seat, "n": len(action.cards), "trumps": trumps}
        return _("%(seat)s returns cards: %(n)s, of these trumps: %(trumps)s") % back

    @cached_property
    def said(self) -> tuple[str, ...]:
        """What has been said so far, while the seats are asked."""
        if not isinstance(self.at.state, Asking):
            return ()
        return tuple(map(said_in, self.at.state.said))

    @cached_property
    def laid(self) -> tuple[Place, ...]:
        """The cards of a poverty on the table; without their names those that lie face down to
        whoever looks."""
        state = self.at.state
        if not isinstance(state, Exchanging) or not state.laid or state.taker is not None:
            return ()
        return tuple(Place(card if self._sees_laid or card == FOX else None) for card in state.laid)

    @property
    def _sees_laid(self) -> bool:
        """What goes face down, the giver alone can see before it is taken."""
        giver = next((a.seat for a in self.game.record.actions if isinstance(a, Lay)), None)
        return self.look.is_open or self.look.seat is giver

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Why it is so."""
        if self.is_hidden:
            return tuple(map(say, self.at.because[:1]))
        if self.settled is not None:
            return self._settled_said(self.settled)
        whys = [*map(self._as_seen, self.at.because), *(earned.why for earned in self.earned)]
        told = list(dict.fromkeys(map(say, whys)))
        if isinstance(self.at.state, Redeal):
            told.append(_("Nothing is played: the cards are dealt anew."))
        return tuple(told)

    def _as_seen(self, why: Why) -> Why:
        """A silent solo looks like a normal game to all but who plays it."""
        is_secret = why.reason is Reason.SILENT_QUEENS and self.look.seat not in why.seats
        return Why(Reason.ALL_HEALTHY) if is_secret and not self.look.is_open else why

    def _settled_said(self, settled: Settled) -> tuple[str, ...]:
        """What this step adds to the settlement."""
        counted = self.at.counted or 0
        if not counted:
            return settled.winner.sentence, *(target.sentence for target in settled.targets)
        if not self.is_settled:
            return (settled.lines[counted - 1].because.sentence,)
        scores = ", ".join(f"{seat.name} {score}" for seat, _party, score in settled.scores)
        return (_("Written down is: %(scores)s.") % {"scores": scores},)

    @cached_property
    def earned(self) -> tuple[Earned, ...]:
        """Special points that whoever looks can know of."""
        return tuple(
            earned
            for earned in self.at.earned
            if all(self.parties[seat] is not None for seat in earned.why.seats)
        )

    @property
    def note(self) -> str:
        return "" if self.is_hidden else self.game.notes.get(self.at.number, "")

    @property
    def is_note_of_other(self) -> bool:
        """Comments are written for a seat, and may tell another one too much."""
        is_all_told = self.look.is_open or self.at.counted is not None
        return self.look.seat is not self.game.seat and not is_all_told

    @cached_property
    def refused(self) -> tuple[str, Reasoned] | None:
        """What was written and is against the rules, and why."""
        fault = self.at.refused
        if fault is None:
            return None
        place = ""
        if fault.action is not None:
            place = place_of(self._written_action(fault.action), self._trick_asked)
        return place, told(fault, self.game.rules)

    @property
    def _trick_asked(self) -> int:
        """The number of the trick to which a card would be played; 0 before play."""
        return len(self.at.position.tricks) + 1 if self.at.has_begun else 0

    def _written_action(self, number: int) -> str:
        assert self.game.written is not None
        return str(self.game.written["actions"][number])

    # The table

    @cached_property
    def trick(self) -> tuple[Place, ...]:
        at = self.at
        fault = at.refused
        if fault is not None and fault.action is not None and not at.trick.is_complete:
            return self._with_refused(fault.action)
        winner = None if self.is_hidden else at.winner
        places = trick_places(at.trick, winner=winner)
        if isinstance(at.action, Play) and not self.is_back:
            newest = len(places) - 1
            return (*places[:newest], replace(places[newest], is_new=True))
        return places

    def _with_refused(self, number: int) -> tuple[Place, ...]:
        """The trick with the card that may not be played to it."""
        places = trick_places(self.at.trick)
        try:
            action = action_from_text(self._written_action(number))
        except IllegalAction:
            return places
        if not isinstance(action, Play) or action.seat is not self.at.trick.to_play:
            return places
        return (*places, Place(action.card, action.seat, mark="refused"))

    @cached_property
    def gone(self) -> tuple[tuple[Place, ...], Seat] | None:
        """The trick before, on its way to who won it, as the next one begins."""
        position, at = self.at.position, self.at
        if self.is_back or not isinstance(at.action, Play) or len(at.trick.cards) != 1:
            return None
        if not position.tricks:
            return None
        return trick_places(position.tricks[-1]), position.winners[-1]

    @cached_property
    def calls(self) -> tuple[tuple[Seat, str], ...]:
        """What has been called so far."""
        spoken = self.at.position.calls
        return tuple((one.seat, words().cards.name(one.call)) for one in spoken)

    @cached_property
    def hands(self) -> tuple[Held, ...]:
        """The hand that is looked at first, then the others if they lie open."""
        first = self.look.seat
        others = [seat for seat in Seat if seat is not first and self.look.is_open]
        position = self.at.position
        order = position.order
        return tuple(
            Held(
                seat,
                hand_places(order.sorted_hand(self.at.hands[seat]), order=order),
                position.cards_in_hand(seat) - len(position.hands[seat]),
            )
            for seat in (first, *others)
        )

    # What is known

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        position = self.known.position
        points = position.card_points()
        return tuple(
            Row(
                seat,
                words().cards.name(party) if party else "",
                position.cards_in_hand(seat),
                position.winners.count(seat),
                points[seat],
            )
            for seat, party in zip(Seat, self.parties, strict=True)
        )

    @cached_property
    def party_points(self) -> tuple[tuple[str, int], ...]:
        """Card points of each party, once all are known."""
        if None in self.parties:
            return ()
        points = self.known.position.card_points()
        return tuple(
            (
                words().cards.name(party),
                sum(of for of, other in zip(points, self.parties, strict=True) if other is party),
            )
            for party in Party
        )

    @cached_property
    def possible(self) -> tuple[tuple[str, str], ...]:
        """What may still be called, by the seat that is looked at or by all; those who may say the
        same together."""
        position = self.known.position
        if not self.known.has_begun or position.is_over or self.at.refused:
            return ()
        names, found = words().cards, dict[tuple[Call, ...], list[str]]()
        for seat in Seat if self.look.is_open else (self.look.seat,):
            if position.parties[seat] is None and not position.settled.is_open:
                continue  # a hand that is not known
            found.setdefault(position.possible_calls(seat), []).append(seat.name)
        return tuple(
            (names.all_of(seats), names.all_of([names.name(call) for call in calls]))
            for calls, seats in found.items()
        )

    @property
    def is_open_marriage(self) -> bool:
        return self.known.has_begun and self.known.position.settled.is_open

    @cached_property
    def trumps(self) -> tuple[int, int, int, int] | None:
        """Of how many trumps how many are gone, in this hand, and still with the others."""
        position = self.at.position
        order = position.order
        if not self.at.has_begun or not order.trumps:
            return None
        of_pack = sum(map(order.is_trump, position.rules.pack))
        if len(position.hands[self.look.seat]) < position.cards_in_hand(self.look.seat):
            return None
        held = sum(map(order.is_trump, position.hands[self.look.seat]))
        gone = self.at.trumps_gone
        return of_pack, gone, held, of_pack - gone - held

    # The settlement

    @cached_property
    def settled(self) -> Settled | None:
        result = self.at.result
        return None if result is None else settled(result, self.at.position.parties)

    @cached_property
    def settled_lines(self) -> tuple[Line, ...]:
        """As far as they are counted by now."""
        assert self.settled is not None
        assert self.at.counted is not None
        return self.settled.lines[: self.at.counted]

    @property
    def is_settled(self) -> bool:
        """Whether all of it is counted."""
        return self.settled is not None and self.at.counted == len(self.settled.lines) + 1

    # Ways on

    def url(self, step: int) -> str:
        return self.look.url(self.game, step)

    @cached_property
    def onward(self) -> Way | None:
        if self.at.number == self.last:
            return None
        return Way(_("Next step"), self.url(self.at.number + 1), keys="ArrowRight", id="replay-on")

    @cached_property
    def elsewhere(self) -> Way:
        """Where to go on at the end: the next game of the same document, or all of them."""
        replays = [
            replay
            for replay in course().replays.values()
            if self.game.example and replay.document == self.game.example.document
        ]
        at = next((n for n, replay in enumerate(replays, 1) if replay.id == self.game.id), None)
        if at is None or at == len(replays):
            return Way(_("All games"), reverse("replays"))
        following = replays[at]
        label = _("Next: %(title)s") % {"title": following.texts[language()].title}
        query = {"guess": self.look.guess} if self.look.guess else {}
        query |= {"view": "beamer"} if self.look.is_beamer else {}
        path = reverse("replay", args=[following.id, 0])
        return Way(label, f"{path}?{urlencode(query)}" if query else path)

    @cached_property
    def back(self) -> Way | None:
        if not self.at.number:
            return None
        return Way(_("Back"), self.url(self.at.number - 1), keys="ArrowLeft", id="replay-back")

    @cached_property
    def leaps(self) -> tuple[Way, ...]:
        """Further than a step: to the start, a trick back, a trick on, the next call, the end."""
        here, last = self.at.number, self.last
        starts = [number for _trick, number in self._trick_starts]
        before = max((n for n in starts if n < here), default=0)
        after = min((n for n in starts if n > here), default=last)
        calls = (step.number for step in self.game.steps if isinstance(step.action, Say))
        call = next((number for number in calls if number > here), here)
        ways = (
            ("replay-start", 0, _("Start"), _("Start"), "Shift+Home"),
            ("replay-up", before, _("A trick back"), _("‹ Trick"), "Shift+ArrowLeft"),
            ("replay-down", after, _("A trick on"), _("Trick ›"), "Shift+ArrowRight"),
            ("replay-call", call, _("Next call"), _("Call ›"), "S"),
            ("replay-end", last, _("End"), _("End"), "Shift+End"),
        )
        return tuple(
            Way(label, self.url(goal), keys=keys, id=name, short=short)
            for name, goal, label, short, keys in ways
            if goal != here
        )

    @cached_property
    def _trick_starts(self) -> tuple[tuple[int, int], ...]:
        return tuple(
            (step.trick_number, step.number)
            for step in self.game.steps
            if isinstance(step.action, Play) and len(step.trick.cards) == 1
        )

    @cached_property
    def strip(self) -> tuple[Stop, ...]:
        winners = self.known.position.winners
        has_trick = bool(self.at.trick.cards) and self.at.counted is None
        return tuple(
            Stop(
                number,
                self.url(start),
                winners[number - 1] if number <= len(winners) else None,
                has_trick and number == self.at.trick_number,
            )
            for number, start in self._trick_starts
        )

    @cached_property
    def views(self) -> tuple[Way, ...]:
        """From which seat."""
        here, look = self.at.number, self.look
        return tuple(
            Way(seat.name, replace(look, seat=seat).url(self.game, here), seat is look.seat)
            for seat in Seat
        )

    @cached_property
    def hands_ways(self) -> tuple[Way, ...]:
        here, look = self.at.number, self.look
        return tuple(
            Way(label, replace(look, is_open=is_open).url(self.game, here), look.is_open == is_open)
            for label, is_open in ((_("only this hand"), False), (_("all hands"), True))
        )

    @cached_property
    def guess_ways(self) -> tuple[Way, ...]:
        here, look = self.at.number, self.look
        offered = [("", _("no"))]
        if self.game.example is not None and self.game.example.guesses:
            offered.append(("marked", _("at marked places")))
        offered.append(("all", _("everywhere")))
        return tuple(
            Way(label, replace(look, guess=guess).url(self.game, here), look.guess == guess)
            for guess, label in offered
        )

    @property
    def here(self) -> str:
        return self.url(self.at.number)

    @property
    def untold_url(self) -> str:
        """This step without its question."""
        return self.look.url(self.game, self.at.number, told="1")

    @property
    def other_view_url(self) -> str:
        """Large for a group, or from there the usual page."""
        other = replace(self.look, is_beamer=not self.look.is_beamer)
        return other.url(self.game, self.at.number)

    @property
    def mend_url(self) -> str:
        """Where a game of one's own can be changed."""
        query = {"game": self.game.code} if self.game.code else {"from": self.game.id}
        return f"{reverse('own')}?{urlencode(query)}"

    @property
    def is_whole(self) -> bool:
        return self.game.steps[-1].result is not None

    @cached_property
    def files(self) -> tuple[Way, ...]:
        """To take the game along."""
        query = f"?{urlencode({'game': self.game.code})}" if self.game.code else ""
        return tuple(
            Way(label, reverse("replay-file", args=[self.game.id, kind]) + query)
            for kind, label in (("txt", _("As text")), ("json", _("As JSON")))
        )

    @cached_property
    def compared_url(self) -> str:
        query = f"?{urlencode({'game': self.game.code})}" if self.game.code else ""
        return reverse("replay-rules", args=[self.game.id]) + query
