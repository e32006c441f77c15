"""The crib of a rule set: what one looks up at the table, on a sheet of A4, asked of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from django.utils.translation import gettext as _

from lessons.rules.calls import ANNOUNCEMENT_OF, LIMITS, Call, Spoken
from lessons.rules.cards import ALL_CARD_POINTS, Hand, Seat, Suit
from lessons.rules.contracts import SOLOS, CardOrder, Contract
from lessons.rules.parties import Party
from lessons.rules.reservations import is_there
from lessons.rules.rule_sets import OPTIONS, RuleSet
from lessons.rules.scoring import Item, ItemName, TrickTarget, result_of, targets
from lessons.rules.settlement import record_of, settlement_from_json
from tutorial.course.comparing import said_of
from tutorial.course.rendering import deadlines
from tutorial.house_rules.named import Named
from tutorial.house_rules.options import Difference, differences
from tutorial.shared.table import Place, hand_places
from tutorial.shared.timeline import ShownTimeline
from tutorial.shared.words import words

_DRAWN = frozenset({
    "nines", "second_dulle_wins", "piglets", "solos", "compulsory_solo", "reservation_order",
    "marriage_until", "call_limits", "limit_once", "announcement", "gegen_die_alten", "specials",
})  # fmt: skip
"""Options that a crib shows in its tables; it says all others in so many words."""

_SUIT_SOLOS = (Contract.DIAMONDS, Contract.HEARTS, Contract.SPADES, Contract.CLUBS)


@dataclass(frozen=True, slots=True)
class Crib:
    name: str
    """Of the rule set."""
    trumps: tuple[Place, ...]
    """Of the normal game, highest first."""
    number: int
    """Number of trumps in the pack."""
    plain: tuple[tuple[Place, ...], ...]
    """The plain suits."""
    solos: tuple[tuple[str, tuple[Place, ...]], ...]
    """Every solo with its trumps, highest first; none where nothing is trump. What all suit solos
    begin with is told once."""
    ranks: tuple[Place, ...]
    """A card of each."""
    reservations: tuple[str, ...]
    """The highest first."""
    calls: ShownTimeline
    needed: tuple[tuple[str, str, str], ...]
    """Calls, and the card points that Re and Kontra need after them."""
    items: tuple[tuple[str, str], ...]
    """Items of a settlement, each with its worth."""
    specials: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    house: tuple[Difference, ...]
    """Of house rules, what is not the document's."""


def crib_of(named: Named) -> Crib:
    """In the page's language."""
    rules, said = named.rules, words().cards
    order = rules.card_order(Contract.NORMAL)
    return Crib(
        named.name,
        hand_places(order.trumps),
        sum(map(order.is_trump, rules.pack)),
        tuple(_plain(order, suit) for suit in Suit if _plain(order, suit)),
        tuple((name, hand_places(trumps)) for name, trumps in _solos(rules)),
        _plain(rules.card_order(Contract.ACES), Suit.CLUBS),
        tuple(said.name(one) for one in rules.reservation_order if is_there(one, rules)),
        ShownTimeline.of(deadlines(rules)),
        _needed(rules),
        _items(rules),
        tuple(said.name(point) for point in rules.specials),
        tuple(_options(named)),
        differences(rules),
    )


def _solos(rules: RuleSet) -> Iterator[tuple[str, Hand]]:
    trumps = {solo: rules.card_order(solo).trumps for solo in SOLOS if solo in rules.solos}
    suits = [solo for solo in _SUIT_SOLOS if solo in trumps]
    shared = 0
    if len(suits) > 1:
        places = zip(*(trumps[solo] for solo in suits), strict=False)
        shared = len(list(takewhile(lambda cards: len(set(cards)) == 1, places)))
        yield _("Highest in every suit solo"), trumps[suits[0]][:shared]
    for solo, cards in trumps.items():
        name = words().cards.name(solo)
        if shared and solo in suits:
            yield _("%s: then") % name, cards[shared:]
        else:
            yield name, cards


def _options(named: Named) -> Iterator[tuple[str, str]]:
    """In so many words; of those that are drawn, only what may be agreed on."""
    for name in OPTIONS:
        said = [one for one in said_of(name, named) if name not in _DRAWN or one.is_agreed]
        if said:
            yield words().options[name]["name"], "; ".join(one.value for one in said)


def _plain(order: CardOrder, suit: Suit) -> tuple[Place, ...]:
    return hand_places(tuple(card for card in order.plain if card.suit is suit))


def _needed(rules: RuleSet) -> tuple[tuple[str, str, str], ...]:
    """After nothing, after Kontra alone, and after each limit of one party."""
    said = words().cards
    rows = [("", targets(rules, ()))]
    kontra = Spoken(Seat.MH, Party.KONTRA, Call.KONTRA)
    rows.append((said.name(Call.KONTRA), targets(rules, (kontra,))))
    for limit in LIMITS:
        announced = Spoken(Seat.VH, Party.RE, ANNOUNCEMENT_OF[Party.RE])
        calls = (announced, Spoken(Seat.VH, Party.RE, limit))
        rows.append((f"{said.name(Party.RE)}: {said.name(limit)}", targets(rules, calls)))
    return tuple(
        (name, _target(found[Party.RE].needed), _target(found[Party.KONTRA].needed))
        for name, found in rows
    )


def _target(needed: int | TrickTarget) -> str:
    if isinstance(needed, int):
        return str(needed)
    return {TrickTarget.ALL: _("every trick"), TrickTarget.ONE: _("one trick")}[needed]


def _items(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """Items of a settlement before special points, taken from games that have all of them."""
    won = _settled(rules, ALL_CARD_POINTS, rules.hand_size)
    missed = _settled(rules, ALL_CARD_POINTS // 3, rules.hand_size // 3)
    found = {item.name: item for item in (*missed, *won)}
    names = [name for name in ItemName if name in found]
    return tuple((words().cards.name(name), _worth(found[name])) for name in names)


def _settled(rules: RuleSet, points: int, tricks: int) -> tuple[Item, ...]:
    """Of a game in which both have announced and Re has said schwarz."""
    calls = {"re": ["re", "schwarz"], "kontra": ["kontra"]}
    in_tricks = {"re": tricks, "kontra": rules.hand_size - tricks}
    made = settlement_from_json(record_of(rules, points, calls=calls, tricks=in_tricks))
    return result_of(made.tally).items


def _worth(item: Item) -> str:
    return f"× {item.factor}" if item.factor else str(item.value)
