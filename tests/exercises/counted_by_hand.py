"""The right answers once more, from the names of cards and plain figures, without the rules engine.

Only what can be written down shortly and otherwise than the engine does it.
"""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

from lessons.exercises.answers import Answer, Choice, Numbered
from lessons.rules.cards import Card, Seat
from lessons.rules.parties import Party

QUEENS = ["CQ", "SQ", "HQ", "DQ"]
JACKS = ["CJ", "SJ", "HJ", "DJ"]
KEPT = ((211, "no30"), (181, "no60"), (151, "no90"))
REFUTED = ((30, "no30"), (60, "no60"), (90, "no90"))
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}


def trumps(contract: str) -> list[str]:
    """Strongest first."""
    if contract == "aces":
        return []
    if contract in {"queens", "jacks", "queens-jacks"}:
        return QUEENS * ("queens" in contract) + JACKS * ("jacks" in contract)
    suit = {"hearts": "H", "spades": "S", "clubs": "C"}.get(contract, "D")
    return ["HT", *QUEENS, *JACKS, *(suit + rank for rank in "ATK9" if suit + rank != "HT")]


def strength(name: str, contract: str, *, piglets: bool = False) -> tuple[int, int]:
    """Compares two cards of which one can beat the other: the higher is stronger."""
    order = trumps(contract)
    if piglets and "DA" in order:
        order = ["DA", *(card for card in order if card != "DA")]
    if name in order:
        return (1, -order.index(name))
    return (0, -"ATKQJ9".index(name[1]))


def winner(question: Any) -> Seat:
    """The card that beats all others when they are compared one by one."""
    contract, names = question.contract.value, [card.name for card in question.trick.cards]
    piglets = question.piglets_of is not None and question.rules.piglets.value != "off"
    order = trumps(contract)
    best = 0
    for place, name in enumerate(names):
        follows = name in order or (name[0] == names[0][0] and names[0] not in order)
        if place and follows:
            mine = strength(name, contract, piglets=piglets)
            if mine > strength(names[best], contract, piglets=piglets):
                best = place
    leader: Seat = question.trick.leader
    if question.rules.second_dulle_wins.value == "always" and names[best] == "HT" in order:
        best = 3 - names[::-1].index("HT")
    return leader.after(best)


def legal(hand: list[str], led: str, contract: str) -> set[str]:
    order = trumps(contract)
    if led in order:
        following = {name for name in hand if name in order}
    else:
        following = {name for name in hand if name[0] == led[0] and name not in order}
    return following or set(hand)


def right_by_hand(kind: str, question: Any) -> Answer | None:
    """None where there is no second way."""
    found = _BY_HAND.get(kind)
    return None if found is None else found(question)


def _card_points(question: Any) -> Answer:
    if question.trick is None:
        return (sum(2 * POINTS[rank] for rank in "ATKQJ" for _ in "CSHD") - question.taken,)
    return (sum(POINTS[card.name[1]] for card in question.trick.cards),)


def _trick_winner(question: Any) -> Answer:
    return (winner(question),)


def _legal_cards(question: Any) -> Answer:
    names = legal(
        [card.name for card in question.hand],
        question.trick.cards[0].name,
        question.contract.value,
    )
    return (frozenset(Card[name] for name in names),)


def _trump_or_plain(question: Any) -> Answer:
    order = trumps(question.contract.value)
    if question.hand:
        return (frozenset(card for card in question.hand if card.name in order),)
    in_pack = [name for name in order if question.rules.nines or name[1] != "9"]
    return (2 * len(in_pack) - question.played,)


def _card_order(question: Any) -> Answer:
    """Of all orders the one in which no card is weaker than the next."""
    contract = question.contract.value
    piglets = question.piglets_of is not None and question.rules.piglets.value != "off"
    for order in permutations(question.cards):
        values = [strength(card.name, contract, piglets=piglets) for card in order]
        if all(a > b for a, b in pairwise(values)):
            return (order,)
    return ()


def _next_card(question: Any) -> Answer:
    """Every card is tried: the trick is played to the end and looked at."""
    contract = question.contract.value
    names = [card.name for card in question.hand]
    allowed = legal(names, question.trick.cards[0].name, contract)
    taking = []
    for card in set(question.hand):
        if card.name not in allowed:
            continue
        order = trumps(contract)
        whole = [*(c.name for c in question.trick.cards), card.name]
        beaten = all(
            strength(card.name, contract) > strength(other, contract)
            for other in whole[:3]
            if other in order or (other[0] == whole[0][0] and whole[0] not in order)
        )
        follows = card.name in order or (card.name[0] == whole[0][0] and whole[0] not in order)
        if beaten and follows:
            taking.append(card)
    best = min(taking, key=lambda c: (POINTS[c.name[1]], strength(c.name, contract)))
    return (best,)


def _find_the_revoke(question: Any) -> Answer:
    left = {seat: [card.name for card in question.hands[seat]] for seat in Seat}
    for number, trick in enumerate(question.tricks):
        led = trick.cards[0].name
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            allowed = legal(left[seat], led, question.contract.value)
            if seat != trick.leader and card.name not in allowed:
                return (tuple(Numbered)[number], seat)
            left[seat].remove(card.name)
    return ()


def _target(question: Any) -> Answer:
    """From the table of targets, written out."""
    said = {(one.party.value, one.call.value) for one in question.figures.spoken}
    own, others = question.party.value, question.party.other.value
    for needed, limit in KEPT:
        if (own, limit) in said:
            return (needed,)
    for needed, limit in REFUTED:
        if (others, limit) in said:
            return (needed,)
    calls = {call for _, call in said}
    is_lone = question.rules.kontra_alone_needs_121 and calls == {"kontra"}
    return ((121 if is_lone else 120) if own == "kontra" else (120 if is_lone else 121),)


def _who_won(question: Any) -> Answer:
    """By asking each party in turn whether its points, or tricks, are enough."""
    made = question.figures
    size = 12 if question.rules.nines else 10
    points = {"re": made.points, "kontra": 240 - made.points}
    tricks = {"re": made.tricks, "kontra": size - made.tricks}
    said = {(one.party.value, one.call.value) for one in made.spoken}
    calls = {call for _, call in said}
    is_lone = question.rules.kontra_alone_needs_121 and "kontra" in calls and "re" not in calls
    met = []
    for own, others in (("re", "kontra"), ("kontra", "re")):
        usual = (121 if is_lone else 120) if own == "kontra" else (120 if is_lone else 121)
        if (own, "schwarz") in said:
            is_met = tricks[others] == 0
        elif steps := [
            n for n, c in ((211, "no30"), (181, "no60"), (151, "no90")) if (own, c) in said
        ]:
            is_met = points[own] >= steps[0]
        elif (others, "schwarz") in said:
            is_met = tricks[own] > 0
        elif steps := [
            n for n, c in ((30, "no30"), (60, "no60"), (90, "no90")) if (others, c) in said
        ]:
            is_met = points[own] >= steps[0]
        else:
            is_met = points[own] >= usual
        if is_met:
            met.append(own)
    return (Party(met[0]) if met else Choice.NOBODY,)


def _settle(question: Any) -> Answer:
    value = question.value * (2 if question.after_draw else 1)
    is_alone = len(question.re) == 1
    entries = []
    for seat in Seat:
        is_re = seat in question.re
        won = is_re == (question.winner is Party.RE)
        entry = value if won else -value
        if question.rules.counting.value == "plus" and not won:
            entry = 0
        entries.append(entry * (3 if is_alone and is_re else 1))
    if question.sums:
        entries = [a + b for a, b in zip(entries, question.sums, strict=True)]
    return tuple(entries)


def _poverty_exchange(question: Any) -> Answer:
    names = [card.name for card in question.hand if card.name in trumps("normal")]
    if question.asked == "return":
        return (len(names),)
    down = frozenset(Card[name] for name in names if name != "DA")
    return (down, Choice.YES if "DA" in names else Choice.NO)


def _may_throw_in(question: Any) -> Answer:
    names = [card.name for card in question.hand]
    cause = question.cause.value
    if cause in {"kings", "nines"}:
        counted = [name for name in names if name[1] == {"kings": "K", "nines": "9"}[cause]]
        is_so = len(counted) >= 5
    else:
        fox = {"DA"} if cause == "poverty" else set()
        counted = [name for name in names if name in trumps("normal") and name not in fox]
        is_so = len(counted) <= 3
    return (Choice.YES if is_so else Choice.NO, frozenset(Card[name] for name in counted))


_BY_HAND = {
    "card-points": _card_points,
    "trick-winner": _trick_winner,
    "legal-cards": _legal_cards,
    "trump-or-plain": _trump_or_plain,
    "card-order": _card_order,
    "next-card": _next_card,
    "find-the-revoke": _find_the_revoke,
    "target": _target,
    "who-won": _who_won,
    "settle": _settle,
    "poverty-exchange": _poverty_exchange,
    "may-throw-in": _may_throw_in,
}
