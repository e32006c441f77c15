"""``{claim …}``: statements in a lesson that the rules engine must confirm.

A claim is ``SOURCE ASKED [without nines]``; what can be asked stands in ``_ASKED`` below.
"""

from collections.abc import Callable
from random import Random

from lessons.rules.cards import (
    COPIES,
    POINTS_OF_RANK,
    Card,
    Rank,
    Seat,
    kinds_of_card,
    shuffled_deal,
)
from lessons.rules.contracts import CardOrder, Contract
from lessons.rules.game import Play, position_after, start
from lessons.rules.notation import card_from_text, hand_as_text, hand_from_text, seat_from_text
from lessons.rules.reasons import IllegalAction
from lessons.rules.rule_sets import PRESETS, RuleSet
from lessons.rules.tricks import Trick, legal_cards, trick_winner

WITHOUT_NINES = " without nines"


class ClaimFails(Exception):  # noqa: N818  (the name says what it is)
    """The rules engine says otherwise, or cannot make sense of the claim; the message says what."""


def source_of(claim: str) -> str:
    """The statement or reading that a claim is about."""
    return claim.partition(" ")[0]


def confirm(claim: str, document: str) -> None:
    """Ask the rules engine, under the document's rule set; raises :class:`ClaimFails`."""
    asked = claim.partition(" ")[2].strip()
    rules = PRESETS[document]
    if asked.endswith(WITHOUT_NINES):
        asked, rules = asked.removesuffix(WITHOUT_NINES), RuleSet(document, nines=False)
    word, _, words = asked.partition(" ")
    ask = _ASKED.get(word)
    if ask is None:
        raise ClaimFails(f"cannot ask {word!r}; known: {', '.join(_ASKED)}")
    try:
        truth, said = ask(words, rules)
    except (IllegalAction, LookupError, ValueError) as error:
        raise ClaimFails(f"not understood: {error}") from error
    if truth != said:
        raise ClaimFails(f"the rules say {truth!r}, not {said!r}")


type Asked = Callable[[str, RuleSet], tuple[object, object]]
"""From the words of a claim and the rules: what is so, and what the claim says."""


def _order(rules: RuleSet) -> CardOrder:
    return rules.card_order(Contract.NORMAL)


def _figure(of: Callable[[RuleSet], int]) -> Asked:
    return lambda words, rules: (of(rules), int(words))


def _copies(words: str, rules: RuleSet) -> tuple[object, object]:
    found = {rules.pack.count(card) for card in kinds_of_card(nines=rules.nines)}
    return found, {int(words)}


def _points(words: str, rules: RuleSet) -> tuple[object, object]:
    rank, points = words.split()
    return {card.points for card in rules.pack if card.rank == rank}, {int(points)}


def _points_of(words: str, _rules: RuleSet) -> tuple[object, object]:
    *ranks, points = words.split()
    counted = (POINTS_OF_RANK[Rank(rank)] * len(Card) // len(Rank) * COPIES for rank in ranks)
    return sum(counted), int(points)


def _trick_points(words: str, _rules: RuleSet) -> tuple[object, object]:
    *cards, points = words.split()
    return Trick(Seat.VH, tuple(map(card_from_text, cards))).points, int(points)


def _are_trump(words: str, rules: RuleSet) -> tuple[object, object]:
    return {_order(rules).is_trump(card) for card in hand_from_text(words)}, {True}


def _order_of(words: str, rules: RuleSet) -> tuple[object, object]:
    """All cards of one group, strongest first."""
    cards, order = hand_from_text(words), _order(rules)
    asked = order.group[cards[0]]
    group = [card for card in kinds_of_card(nines=rules.nines) if order.group[card] == asked]
    return hand_as_text(order.sorted_hand(group)), hand_as_text(cards)


def _beats(words: str, rules: RuleSet) -> tuple[object, object]:
    stronger, weaker = hand_from_text(words)
    return trick_winner(Trick(Seat.VH, (weaker, stronger)), _order(rules)), Seat.MH


def _trick(text: str) -> Trick:
    seat, cards = text.split(":")
    return Trick(seat_from_text(seat.strip()), hand_from_text(cards))


def _winner(words: str, rules: RuleSet) -> tuple[object, object]:
    trick, winner = words.split("=")
    return trick_winner(_trick(trick), _order(rules)).name, winner.strip()


def _next(words: str, rules: RuleSet) -> tuple[object, object]:
    """Who leads the trick after this one, played as the only cards of a hand each."""
    trick, leader = words.split("=")
    played = _trick(trick)
    hands = {seat: (played.card_of(seat),) for seat in Seat}
    deal = (hands[Seat.VH], hands[Seat.MH], hands[Seat.HH], hands[Seat.G])
    first = start(rules, Contract.NORMAL, deal, played.leader)
    plays = [Play(seat, played.card_of(seat)) for seat in played.seats]
    return position_after(first, plays).to_play.name, leader.strip()


def _legal(words: str, rules: RuleSet) -> tuple[object, object]:
    asked, said = words.split("=")
    led, hand = asked.split(":")
    legal = legal_cards(hand_from_text(hand), card_from_text(led), _order(rules))
    return hand_as_text(legal), hand_as_text(hand_from_text(said))


def _leader(words: str, rules: RuleSet) -> tuple[object, object]:
    deal = shuffled_deal(Random(0), nines=rules.nines)
    return start(rules, Contract.NORMAL, deal).to_play.name, words


_ASKED: dict[str, Asked] = {
    "pack": _figure(lambda rules: len(rules.pack)),  # pack 48
    "hand": _figure(lambda rules: rules.hand_size),  # hand 12
    "tricks": _figure(lambda rules: rules.hand_size),  # tricks 12
    "total": _figure(lambda rules: sum(card.points for card in rules.pack)),  # total 240
    "trumps": _figure(lambda rules: sum(map(_order(rules).is_trump, rules.pack))),  # trumps 26
    "plain": _figure(  # plain 22
        lambda rules: sum(not _order(rules).is_trump(card) for card in rules.pack)
    ),
    "copies": _copies,  # copies 2
    "points": _points,  # points A 11
    "points-of": _points_of,  # points-of A T 168
    "trick-points": _trick_points,  # trick-points HA HK H9 HT 25
    "is-trump": _are_trump,  # is-trump HT HQ
    "order": _order_of,  # order HA HK H9
    "beats": _beats,  # beats DJ DA
    "winner": _winner,  # winner VH: HA HA HK H9 = VH
    "next": _next,  # next VH: HA HA HK H9 = VH
    "legal": _legal,  # legal HA: HT HK CA = HK
    "leader": _leader,  # leader VH
}
