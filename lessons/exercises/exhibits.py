"""What lies beside a question: tricks, hands, and what is told of the game in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from lessons.rules.calls import Call
from lessons.rules.cards import Card, Hand, Seat
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import Deciding, Measure, Said
from lessons.rules.scoring import ItemName
from lessons.rules.tricks import Trick


class Fact(StrEnum):
    """Sentences about a game; a comment tells the filled fields of their :class:`Why`."""

    YOU_ARE = "you-are"  # seats = (leader, you)
    YOUR_SEAT = "your-seat"  # seats = (you,)
    YOUR_PARTY = "your-party"  # seats = (you,), parties = (yours,)
    TRICK_OF = "trick-of"  # seats = (who has taken it,), figures = (number,)
    LAST_TRICK = "last-trick"
    NOT_LAST = "not-last"
    ALL_HEALTHY = "all-healthy"
    NOT_LAST_TRICK = "not-last-trick"  # figures = (number,)
    DEALER_IS = "dealer-is"
    FIVE_PLAYERS = "five-players"
    SOLOIST = "soloist"  # seats = (who,), calls = (contract,)
    COMPULSORY = "compulsory"  # the same
    SOLO_THEN = "solo-then"  # the same, in the game that is asked for
    NEXT_GAME = "next-game"
    LATER_GAME = "later-game"  # figures = (games later,)
    MARRIAGE_ANNOUNCED = "marriage-announced"  # seats = (who,)
    MARRIAGE_OF = "marriage-of"  # seats = (who,), calls = (deciding trick,)
    DECIDED_IN = "decided-in"  # seats = (holder, partner), figures = (trick,)
    POVERTY_OF = "poverty-of"  # seats = (giver, taker)
    PIGLETS_OF = "piglets-of"  # seats = (who held both foxes,)
    FIRST_PIGLET_PLAYED = "first-piglet-played"
    NO_PIGLETS = "no-piglets"  # nobody held both foxes
    SAYS = "says"  # seats = (who,), calls = (a call, a reservation, or a solo,)
    NOBODY_SAYS = "nobody-says"  # nothing has been called yet
    NOBODY_SAID = "nobody-said"  # nothing was called
    NO_SOLO = "no-solo"
    TRICK_OVER = "trick-over"  # figures = (its number,)
    RE_IS = "re-is"  # seats = (who, …)
    CARDS_LEFT = "cards-left"  # seats = (who,), figures = (cards in hand,)
    TRICKS_BEGUN = "tricks-begun"  # figures = (of which the first card has fallen,)
    NO_CARD_YET = "no-card-yet"
    HAS_PLAYED = "has-played"  # seats = (who has played to the trick that has begun,)
    HAS_NOT_PLAYED = "has-not-played"
    AGREED = "agreed"  # figures = (cards in hand for Re/Kontra, no90, no60, no30, schwarz)
    AGREED_UNDER = "agreed-under"  # words = (the rule set,), figures = as of AGREED
    PACK_OF = "pack-of"  # words = (the rule set,), figures = (cards,)
    WANTS_TO_SAY = "wants-to-say"  # calls = (what,)
    POINTS_OF = "points-of"  # parties = (whose,), figures = (card points,)
    TRICKS_OF = "tricks-of"  # parties = (whose,), figures = (tricks,)
    SEAT_TOOK = "seat-took"  # seats = (who,), figures = (card points,)
    EARNED = "earned"  # calls = (special point,), seats = (who,)
    WINNER_IS = "winner-is"  # parties = (who,)
    NOBODY_WON = "nobody-won"
    WORTH = "worth"  # figures = (value,)
    ITEMS = "items"  # parties = (whose,), calls = (what counts, …)
    AFTER_DRAW = "after-draw"
    WORTH_BEFORE = "worth-before"  # figures = (value before special points,)
    SPECIALS_OF = "specials-of"  # parties = (whose,), figures = (special points,)
    SPECIALS_IN_IT = "specials-in-it"  # figures = (of the value, so much special points)
    SUM_BEFORE = "sum-before"  # seats = (whose,), figures = (sum,)
    WROTE_DOWN = "wrote-down"  # figures = (of each seat, …)
    TRUMPS_PLAYED = "trumps-played"  # figures = (how many,)
    LAID_DOWN = "laid-down"  # seats = (who,), figures = (how many cards,)
    GAVE_BACK = "gave-back"  # seats = (who,), cards
    HOLDS_QUEENS = "holds-queens"  # seats = (who,)
    CARD_WITHOUT_MARRIAGE = "card-without-marriage"  # seats = (who,)
    MARRIAGE_BEFORE_CARD = "marriage-before-card"  # seats = (who,)
    NO_MARRIAGE = "no-marriage"  # seats = (who holds both queens,)
    PLAYS = "plays"  # seats = (who,), cards = (what,)
    HOLDS_SO_FAR = "holds-so-far"  # seats = (who,), cards = (with what,)


@dataclass(frozen=True, slots=True)
class Exhibit:
    """Everything that a question shows, apart from its fields."""

    contract: Contract | None
    """What is played; None: that is not settled yet, or does not matter."""
    facts: tuple[Why, ...] = ()
    trick: Trick | None = None
    """On the table; open where somebody is still to play."""
    tricks: tuple[Trick, ...] = ()
    """In the order of play."""
    hand: Hand = ()
    """The learner's."""
    hands: tuple[tuple[Seat, Hand], ...] = ()
    """Open on the table."""

    @property
    def own_seat(self) -> Seat | None:
        """The learner's, where that is told."""
        return next((fact.seats[-1] for fact in self.facts if fact.reason in _OWN_SEAT), None)


_OWN_SEAT = {Fact.YOU_ARE, Fact.YOUR_SEAT, Fact.YOUR_PARTY}


@dataclass(frozen=True, slots=True)
class Timeline:
    """The last moment of each call, and the moment of the question among them."""

    unit: Measure
    """Cards in hand, falling; or tricks begun, rising."""
    columns: tuple[int, ...]
    now: int | None
    rows: tuple[tuple[Call, tuple[bool, ...]], ...]
    """For each call, whether it is in time at each column."""
    replies: frozenset[tuple[Call, int]] = frozenset()
    """Calls and the columns at which they are possible as a reply alone."""
    barred: tuple[Call, ...] = ()
    """Now in time, but not allowed for another reason."""


_SEAT = {"seats": (Seat.VH,)}
_TWO_SEATS = {"seats": (Seat.VH, Seat.MH)}

EXAMPLES = {
    fact: Why(fact, **proof)  # type: ignore[arg-type]  # the fields of a proof, by name
    for fact, proof in {
        Fact.YOU_ARE: _TWO_SEATS,
        Fact.YOUR_SEAT: _SEAT,
        Fact.YOUR_PARTY: _SEAT | {"parties": (Party.RE,)},
        Fact.TRICK_OF: _SEAT | {"figures": (3,)},
        Fact.LAST_TRICK: {},
        Fact.NOT_LAST: {},
        Fact.ALL_HEALTHY: {},
        Fact.NOT_LAST_TRICK: {"figures": (3,)},
        Fact.DEALER_IS: {},
        Fact.FIVE_PLAYERS: {},
        Fact.SOLOIST: _SEAT | {"calls": (Contract.QUEENS,)},
        Fact.COMPULSORY: _SEAT | {"calls": (Contract.QUEENS,)},
        Fact.SOLO_THEN: _SEAT | {"calls": (Contract.QUEENS,)},
        Fact.NEXT_GAME: {},
        Fact.LATER_GAME: {"figures": (3,)},
        Fact.MARRIAGE_ANNOUNCED: _SEAT,
        Fact.MARRIAGE_OF: _SEAT | {"calls": (Deciding.FIRST,)},
        Fact.DECIDED_IN: _TWO_SEATS | {"figures": (2,)},
        Fact.POVERTY_OF: _TWO_SEATS,
        Fact.PIGLETS_OF: _SEAT,
        Fact.FIRST_PIGLET_PLAYED: {},
        Fact.NO_PIGLETS: {},
        Fact.SAYS: _SEAT | {"calls": (Said.HEALTHY,)},
        Fact.NOBODY_SAYS: {},
        Fact.NOBODY_SAID: {},
        Fact.NO_SOLO: {},
        Fact.TRICK_OVER: {"figures": (2,)},
        Fact.RE_IS: {"seats": (Seat.VH, Seat.MH)},
        Fact.TRUMPS_PLAYED: {"figures": (7,)},
        Fact.CARDS_LEFT: _SEAT | {"figures": (5,)},
        Fact.TRICKS_BEGUN: {"figures": (3,)},
        Fact.NO_CARD_YET: {},
        Fact.HAS_PLAYED: _SEAT,
        Fact.HAS_NOT_PLAYED: _SEAT,
        Fact.AGREED: {"figures": (11, 10, 9, 8, 7)},
        Fact.AGREED_UNDER: {"words": ("royal",), "figures": (11, 10, 9, 8, 7)},
        Fact.PACK_OF: {"words": ("kompakt",), "figures": (48,)},
        Fact.WANTS_TO_SAY: {"calls": (Call.NO_90,)},
        Fact.POINTS_OF: {"parties": (Party.RE,), "figures": (120,)},
        Fact.TRICKS_OF: {"parties": (Party.RE,), "figures": (6,)},
        Fact.SEAT_TOOK: _SEAT | {"figures": (55,)},
        Fact.EARNED: _SEAT | {"calls": (ItemName.FOX,)},
        Fact.WINNER_IS: {"parties": (Party.RE,)},
        Fact.NOBODY_WON: {},
        Fact.WORTH: {"figures": (3,)},
        Fact.ITEMS: {"parties": (Party.RE,), "calls": (ItemName.WON, ItemName.FOX)},
        Fact.AFTER_DRAW: {},
        Fact.WORTH_BEFORE: {"figures": (1,)},
        Fact.SPECIALS_OF: {"parties": (Party.RE,), "figures": (2,)},
        Fact.SPECIALS_IN_IT: {"figures": (1,)},
        Fact.SUM_BEFORE: _SEAT | {"figures": (7,)},
        Fact.WROTE_DOWN: {"figures": (1, 1, -1, -1)},
        Fact.LAID_DOWN: _SEAT | {"figures": (3,)},
        Fact.GAVE_BACK: _SEAT | {"cards": (Card.C9, Card.D9)},
        Fact.HOLDS_QUEENS: _SEAT,
        Fact.CARD_WITHOUT_MARRIAGE: _SEAT,
        Fact.MARRIAGE_BEFORE_CARD: _SEAT,
        Fact.NO_MARRIAGE: _SEAT,
        Fact.PLAYS: _SEAT | {"cards": (Card.HA,)},
        Fact.HOLDS_SO_FAR: _SEAT | {"cards": (Card.HA,)},
    }.items()
}
"""An example of each fact, with no more in it than there always is."""


def said_by(seat: Seat, said: Call | Said | Contract | Deciding) -> Why:
    return Why(Fact.SAYS, seats=(seat,), calls=(said,))
