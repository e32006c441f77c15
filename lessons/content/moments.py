"""What a comment claims of a game, asked of the rules engine.

A claim is about the step that its comment stands at. What can be asked stands in ``_ASKED`` below.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lessons.content.claims import ClaimFails
from lessons.replays import Step
from lessons.rules.cards import Card, Hand, Seat, Suit
from lessons.rules.contracts import CardOrder
from lessons.rules.game import Play, Say
from lessons.rules.notation import card_from_text, hand_as_text, hand_from_text, seat_from_text
from lessons.rules.parties import Party
from lessons.rules.reasons import IllegalAction
from lessons.rules.scoring import Result, targets
from lessons.rules.tricks import trick_winner

NOTHING = "nothing"
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a game, with all steps of that game."""

    steps: Sequence[Step]
    step: Step

    @property
    def order(self) -> CardOrder:
        """The card order; before play begins, that of the contract that will be played."""
        return (self.step if self.step.has_begun else self.steps[-1]).position.order

    def hand(self, seat: str) -> Hand:
        return self.step.position.hands[seat_from_text(seat)]

    def held(self, seat: str, what: str) -> int:
        """The number of trumps, or of plain cards of a suit, in a hand."""
        if what == "trumps":
            return sum(map(self.order.is_trump, self.hand(seat)))
        suit = Suit[what.upper()]
        return sum(self.order.plain_suit(card) is suit for card in self.hand(seat))

    def result(self) -> Result:
        last = self.steps[-1]
        assert last.result is not None
        return last.result


type Asked = Callable[[Moment, str, str], object]


def confirm_at(steps: Sequence[Step], number: int, claim: str) -> None:
    """Raises :class:`ClaimFails` where the engine says something else of a step."""
    asked, _, said = (part.strip() for part in claim.partition("="))
    name, _, words = asked.partition(" ")
    if name not in _ASKED or not said:
        raise ClaimFails(f"{claim!r}: not understood")
    try:
        found = _ASKED[name](Moment(steps, steps[number]), words.strip(), said)
    except (LookupError, ValueError, AssertionError, IllegalAction) as error:
        raise ClaimFails(f"{claim!r} cannot be asked at step {number}: {error!r}") from error
    if str(found) != said:
        raise ClaimFails(f"{claim!r} at step {number}: the rules say {found}")


def _of_seat(seat: Seat | None) -> str:
    return UNKNOWN if seat is None else seat.name


def _of_party(party: Party | None) -> str:
    return UNKNOWN if party is None else party.value


def _done(moment: Moment, words: str, _said: str) -> str:
    """The card or call that a seat has just played or said."""
    action, seat = moment.step.action, seat_from_text(words)
    assert action is not None
    assert action.seat is seat
    match action:
        case Play(_, card):
            return card.name
        case Say(_, call):
            return call.value
    raise ValueError(words)


def _in_trick(moment: Moment, words: str, _said: str) -> str:
    number, seat = words.split()
    trick = moment.steps[-1].position.tricks[int(number) - 1]
    return trick.card_of(seat_from_text(seat)).name


def _takes(moment: Moment, words: str, _said: str) -> str:
    return moment.steps[-1].position.winners[int(words) - 1].name


def _holds(moment: Moment, words: str, said: str) -> str:
    """Those of the cards named that are in the hand."""
    named, held = hand_from_text(said), moment.hand(words)
    there = (card for n, card in enumerate(named) if named[:n].count(card) < held.count(card))
    return hand_as_text(tuple(there))


def _has(moment: Moment, words: str, _said: str) -> int:
    seat, what = words.split()
    return moment.held(seat, what)


def _gone(moment: Moment, words: str, _said: str) -> int:
    position = moment.step.position
    card = card_from_text(words)
    return sum(trick.cards.count(card) for trick in (*position.tricks, position.trick))


def _trumps_out(moment: Moment, words: str, _said: str) -> int:
    """Trumps that are neither played nor in this hand."""
    of_pack = sum(map(moment.order.is_trump, moment.step.position.rules.pack))
    return of_pack - moment.step.trumps_gone - moment.held(words, "trumps")


def _highest(moment: Moment, words: str, _said: str) -> str:
    """Whether no other hand holds a card of the same group that is stronger."""
    name, text = words.split()
    seat, card, order = seat_from_text(name), card_from_text(text), moment.order
    assert card in moment.step.position.hands[seat]
    others = (c for other in Seat if other is not seat for c in moment.step.position.hands[other])
    beats = any(
        order.group[c] == order.group[card] and order.strength[c] > order.strength[card]
        for c in others
    )
    return "no" if beats else "yes"


def _knows(moment: Moment, words: str, _said: str) -> str:
    who, whom = words.split()
    known = moment.step.position.known_parties(seat_from_text(who))
    return _of_party(known[seat_from_text(whom)])


def _side(moment: Moment, words: str, _said: str) -> int:
    """The card points of a party in the tricks so far."""
    position = moment.step.position
    of_seats = zip(position.card_points(), position.parties, strict=True)
    return sum(points for points, party in of_seats if party is Party(words))


def _legal(moment: Moment, words: str, said: str) -> str:
    position = moment.step.position
    assert position.to_play is seat_from_text(words)
    return _as_named({*position.legal_cards()}, said)


def _as_named(cards: set[Card], said: str) -> str:
    """The cards in the order in which they were named, the others after them."""
    named = [card for card in hand_from_text(said) if card in cards]
    return hand_as_text((*named, *sorted(cards - {*named})))


def _may(moment: Moment, words: str, _said: str) -> str:
    calls = moment.step.position.possible_calls(seat_from_text(words))
    return " ".join(calls) or NOTHING


def _called(moment: Moment, words: str, _said: str) -> str:
    spoken = moment.step.position.calls
    return " ".join(one.call for one in spoken if one.party is Party(words)) or NOTHING


def _earned(moment: Moment, words: str, _said: str) -> str:
    """The parties that have earned a special point by the trick just taken."""
    parties = [one.party.value for one in moment.step.earned if one.point == words]
    return " ".join(parties) or NOTHING


def _if_played(moment: Moment, words: str, _said: str) -> str:
    """The seat that would hold the trick if the seat to play played this card, which is legal."""
    position, card = moment.step.position, card_from_text(words)
    assert card in position.legal_cards()
    return trick_winner(position.trick.with_card(card), position.order).name


def _target(moment: Moment, words: str, _said: str) -> object:
    position = moment.step.position
    return targets(position.rules, position.calls)[Party(words)].needed


def _items(moment: Moment, words: str, _said: str) -> str:
    """The items that a party earns at the end."""
    items = moment.result().items
    return " ".join(item.name for item in items if item.party is Party(words)) or NOTHING


def _score(moment: Moment, words: str, _said: str) -> int:
    parties = moment.steps[-1].position.parties
    return moment.result().scores(parties)[seat_from_text(words)]


_ASKED: dict[str, Asked] = {
    # The action just done, and the trick to look at
    "done": _done,  # done MH = DA; done VH = re
    "winner": lambda at, _words, _said: _of_seat(at.step.winner),  # winner = MH
    "holder": lambda at, _words, _said: _of_seat(at.step.holder),  # holder = MH
    "points": lambda at, _words, _said: at.step.trick.points,  # points = 29
    "turn": lambda at, _words, _said: at.step.position.to_play.name,  # turn = VH
    "earned": _earned,  # earned fox = kontra; earned charlie = nothing
    # Hands and what may be done with them
    "holds": _holds,  # holds VH = HT CQ
    "has": _has,  # has VH trumps = 7; has VH hearts = 0
    "cards": lambda at, words, _said: len(at.hand(words)),  # cards VH = 9
    "highest": _highest,  # highest VH CQ = yes
    "legal": _legal,  # legal G = DK DA
    "if-played": _if_played,  # if-played HT = VH
    "may": _may,  # may VH = re no90; may VH = nothing
    # What is gone
    "gone": _gone,  # gone CA = 2
    "trumps-gone": lambda at, _words, _said: at.step.trumps_gone,  # trumps-gone = 9
    "trumps-out": _trumps_out,  # trumps-out VH = 5
    # The parties
    "contract": lambda at, _words, _said: at.step.position.contract.value,  # contract = marriage
    "party": lambda at, words, _said: _of_party(
        at.step.position.parties[seat_from_text(words)]
    ),  # party VH = re
    "knows": _knows,  # knows MH VH = re; knows MH G = ?
    "shift": lambda at, _words, _said: at.step.position.settled.shift,  # shift = 2
    "called": _called,  # called re = re no90
    "target": _target,  # target re = 151
    "taken": lambda at, words, _said: at.step.position.card_points()[
        seat_from_text(words)
    ],  # taken VH = 45
    "side": _side,  # side re = 60
    # What is still to come
    "in-trick": _in_trick,  # in-trick 5 MH = DA
    "takes": _takes,  # takes 12 = G
    # The settlement
    "won": lambda at, _words, _said: at.result().winner or NOTHING,  # won = re; won = nothing
    "value": lambda at, _words, _said: at.result().value,  # value = -1
    "items": _items,  # items kontra = won gegen-die-alten fox
    "score": _score,  # score VH = -3
    "final": lambda at, words, _said: at.result().tally.card_points[Party(words)],  # final re = 98
}
