"""Who is Re and who Kontra, how a marriage finds a partner, and what each seat knows of it."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons.rules.calls import Call
from lessons.rules.cards import CLUB_QUEEN, Card, Deal, Seat, as_deal
from lessons.rules.contracts import Contract
from lessons.rules.game import Play, Position, Say, begin
from lessons.rules.parties import Party, only_known, parties
from lessons.rules.reservations import Settled, all_healthy, settled_poverty
from lessons.rules.rule_sets import CVJM, KOMPAKT, ROYAL, TSR, Deciding
from tests.rules.at_the_table import dealt, rows

RE, KONTRA = Party.RE, Party.KONTRA

FOUND = rows(
    # what it is about, deciding, who won each trick (T: trump led, P: plain), partner, decided in
    ("kompakt:hochzeit royal:3.3.1a the first trick that she does not win", "first",
     "VH P", "VH", 1),
    ("K13 her own do not count", "first", "G T, G P, MH T", "MH", 3),
    ("kompakt:hochzeit K13 all three her own: alone", "first", "G T, G P, G T", None, 3),
    ("royal:3.3.1b R10 all of the first three", "first", "G P, G P, G P", None, 3),
    ("royal:3.3.1a R20 first trump: by the card led", "first-trump", "VH P, MH T", "MH", 2),
    ("R20 C14 wins she it herself, the next of the kind", "first-trump", "G T, VH P, HH T",
     "HH", 3),
    ("royal:3.3.1b R20 none within three: alone", "first-trump", "VH P, MH P, HH P", None, 3),
    ("royal:3.3.1a first plain", "first-plain", "VH T, VH T, MH P", "MH", 3),
    ("cvjm:5.1a C14 first plain", "first-plain", "MH P", "MH", 1),
    ("cvjm:5.1a C14 her own plain trick, then the next", "first-plain", "G P, HH P", "HH", 2),
    ("cvjm:5.1b all three to the holder: alone", "first", "G T, G T, G T", None, 3),
    ("cvjm:5.1b no plain trick to anybody else", "first-plain", "VH T, G P, MH T", None, 3),
    ("kompakt:stille-hochzeit", "none", "", None, 0),
)  # fmt: skip


@pytest.mark.parametrize(("deciding", "tricks", "partner", "decided_in"), FOUND)
def test_a_marriage_finds_its_partner(
    deciding: str, tricks: str, partner: str | None, decided_in: int
) -> None:
    if deciding == "none":
        settled = all_healthy(KOMPAKT, dealt(KOMPAKT, G="CQ CQ"))
        assert settled.contract is Contract.SILENT_SOLO
    else:
        kind = Deciding(deciding)
        settled = Settled(Contract.MARRIAGE, only_known(Seat.G), Seat.G, deciding=kind)
    for number, trick in enumerate(filter(None, tricks.split(", ")), start=1):
        assert settled.is_open
        winner, led = trick.split()
        settled = settled.after_trick(number, Seat[winner], led == "T", 3)
    assert not settled.is_open
    assert settled.partner == (None if partner is None else Seat[partner])
    assert settled.decided_in == decided_in
    re = {"G", partner} if partner else {"G"}
    assert [seat.name in re for seat in Seat] == [party is RE for party in settled.parties]
    if partner is None and decided_in:
        assert settled.contract is Contract.MARRIAGE_SOLO


def test_an_undecided_marriage_shifts_by_two() -> None:
    """X3"""
    settled = Settled(Contract.MARRIAGE, only_known(Seat.G), Seat.G, deciding=Deciding.FIRST)
    for number in (1, 2, 3):
        settled = settled.after_trick(number, Seat.G, led_trump=True, tricks=3)
    assert (settled.contract, settled.shift) == (Contract.MARRIAGE_SOLO, 2)


def test_the_holders_of_the_club_queens_are_re() -> None:
    """royal:2.1.1b kompakt:spieler C33"""
    deal = dealt(ROYAL, VH="CQ", HH="CQ")
    assert parties(deal) == (RE, KONTRA, RE, KONTRA)
    assert all_healthy(ROYAL, deal).parties == (RE, KONTRA, RE, KONTRA)


PARTLY = rows(
    # what it is about, hands (of twelve cards, ? for those not known), parties
    ("one queen found: a whole hand without is Kontra", "CQ ?, ?, -, ?", "re - kontra -"),
    ("both found: all are known", "CQ ?, CQ ?, ?, -", "re re kontra kontra"),
    ("both in one hand", "CQ CQ ?, ?, ?, ?", "re kontra kontra kontra"),
    ("none found", "?, ?, -, ?", "- - kontra -"),
)


@pytest.mark.parametrize(("hands", "known"), PARTLY)
def test_hands_not_wholly_known_tell_what_they_can(hands: str, known: str) -> None:
    whole = (Card.DK,) * 12
    deal = as_deal(
        whole if hand == "-" else tuple(Card[word] for word in hand.split() if word != "?")
        for hand in hands.split(", ")
    )
    found = parties(deal, 12)
    assert " ".join(party.value if party else "-" for party in found) == known


def test_one_may_play_against_three() -> None:
    """royal:2.1.1c kompakt:spieler C32 R33"""
    deal = dealt(ROYAL, MH="CQ CQ")
    assert all_healthy(ROYAL, deal).parties == (KONTRA, RE, KONTRA, KONTRA)


def position(deal: Deal, *said: Any, rules: Any = KOMPAKT, settled: Any = None) -> Position:
    state: Any = begin(rules, settled or all_healthy(rules, deal), deal)
    for action in said:
        state = state.after(action)
    assert isinstance(state, Position)
    return state


DEAL = dealt(KOMPAKT, VH="CQ DJ", MH="DK DT", HH="CQ D9", G="DA DK")


def cards(*words: str) -> list[Play]:
    return [Play(Seat[word.split()[0]], Card[word.split()[1]]) for word in words]


def test_a_call_tells_a_party() -> None:
    """kompakt:ansagen-a kompakt:normalspiel"""
    told = position(DEAL, Say(Seat.MH, Call.KONTRA))
    assert told.known_parties(Seat.VH) == (RE, KONTRA, None, None)
    both = position(DEAL, Say(Seat.MH, Call.KONTRA), Say(Seat.G, Call.NO_90))
    # After Kontra alone a limit can only be Kontra's; VH, who is Re, now knows all.
    assert both.known_parties(Seat.VH) == (RE, KONTRA, RE, KONTRA)
    assert both.known_parties(Seat.MH) == (None, KONTRA, None, KONTRA)
    unclear = position(
        DEAL, Say(Seat.MH, Call.KONTRA), Say(Seat.VH, Call.RE), Say(Seat.G, Call.NO_90)
    )
    assert unclear.known_parties(Seat.HH) == (RE, KONTRA, RE, KONTRA)
    assert unclear.known_parties(Seat.MH) == (RE, KONTRA, None, None)


def test_three_who_say_kontra_leave_one_alone() -> None:
    """kompakt:stille-hochzeit"""
    alone = dealt(ROYAL, G="CQ CQ")
    told = position(alone, Say(Seat.VH, Call.KONTRA), rules=ROYAL)
    assert told.known_parties(Seat.MH) == (KONTRA, KONTRA, None, None)
    assert told.known_parties(Seat.G) == (KONTRA, KONTRA, KONTRA, RE)


def test_both_queens_from_one_hand_tell_of_a_silent_solo() -> None:
    """kompakt:stille-hochzeit royal:3.3.1b"""
    alone = dealt(KOMPAKT, VH="CQ CQ", MH="DK DT", HH="D9 DJ", G="DA DK")
    shown = position(alone, *cards("VH CQ", "MH DK", "HH D9", "G DK", "VH CQ"))
    assert shown.known_parties(Seat.MH) == (RE, KONTRA, KONTRA, KONTRA)


def test_who_is_out_of_trumps_has_no_club_queen() -> None:
    """kompakt:normalspiel royal:2.1.1b"""
    deal = dealt(ROYAL, VH="CQ DK", MH="DJ", HH="CQ DT", G="HK HK HA HA CA CA CT CT CK SA SA ST")
    told = position(deal, *cards("VH DK", "MH DJ", "HH DT", "G HK"), rules=ROYAL)
    assert told.known_parties(Seat.VH) == (RE, None, None, KONTRA)
    assert told.known_parties(Seat.MH) == (None, KONTRA, None, KONTRA)
    # So the other queen can only be with HH.
    called = told.after(Say(Seat.MH, Call.KONTRA))
    assert isinstance(called, Position)
    assert called.known_parties(Seat.VH) == (RE, KONTRA, RE, KONTRA)
    assert called.known_parties(Seat.G) == (None, KONTRA, None, KONTRA)


@given(st.integers(0, 10_000), st.integers(38, 47), st.sampled_from(Seat))
def test_a_seat_knows_what_holds_however_the_hidden_cards_lie(
    seed: int, played: int, seat: Seat
) -> None:
    """All ways are tried in which they can lie with those who are not out of them."""
    chance = Random(seed)
    deal = TSR.deal(chance)
    now = begin(TSR, all_healthy(TSR, deal), deal)
    for _ in range(played):
        now = now.after_play(Play(now.to_play, chance.choice(now.legal_cards())))
    others = [other for other in Seat if other != seat]
    shown: dict[Seat, set[Card]] = {other: set() for other in Seat}
    out: dict[Seat, set[int]] = {other: set() for other in Seat}
    group = now.order.group
    for trick in (*now.tricks, now.trick):
        for player, card in trick.played:
            shown[player].add(card)
            if group[card] != group[trick.cards[0]]:
                out[player].add(group[trick.cards[0]])
    hidden = sorted(card for other in others for card in now.hands[other])
    sizes = [len(now.hands[other]) for other in others]

    def ways(cards: list[Card], room: list[int]) -> set[frozenset[Seat]]:
        if not cards:
            return {frozenset()}
        found = set()
        for place, other in enumerate(others):
            if room[place] and group[cards[0]] not in out[other]:
                left = [size - (n == place) for n, size in enumerate(room)]
                queen = {other} if cards[0] == CLUB_QUEEN else set()
                found |= {frozenset(re | queen) for re in ways(cards[1:], left)}
        return found

    told = {other for other in Seat if CLUB_QUEEN in shown[other]}
    told |= {seat} if CLUB_QUEEN in deal[seat] else set()
    possible = [re | told for re in ways(hidden, sizes)]
    assert now.known_parties(seat) == tuple(
        RE
        if all(other in re for re in possible)
        else KONTRA
        if all(other not in re for re in possible)
        else None
        for other in Seat
    )


def test_an_announced_marriage_is_known_to_all() -> None:
    """royal:3.3.1a"""
    deal = dealt(KOMPAKT, G="CQ CQ")
    waiting = Settled(Contract.MARRIAGE, only_known(Seat.G), Seat.G, deciding=Deciding.FIRST)
    assert position(deal, settled=waiting).known_parties(Seat.VH) == (None, None, None, RE)


def test_so_is_an_exchange() -> None:
    """C18"""
    deal = dealt(CVJM, VH="CQ", MH="CQ")
    given_away = settled_poverty(Seat.HH, Seat.G)
    known = position(deal, rules=CVJM, settled=given_away).known_parties(Seat.VH)
    assert known == (KONTRA, KONTRA, RE, RE)


@given(st.integers(0, 10_000), st.integers(0, 47), st.sampled_from(Seat))
def test_what_a_seat_knows_does_not_depend_on_hidden_cards(
    seed: int, played: int, seat: Seat
) -> None:
    """Cards that the others have not shown are dealt anew among them: the view stays the same."""
    chance = Random(seed)
    deal = TSR.deal(chance)
    now = begin(TSR, all_healthy(TSR, deal), deal)
    for _ in range(played):
        now = now.after_play(Play(now.to_play, chance.choice(now.legal_cards())))
    others = [other for other in Seat if other != seat]
    hidden = [card for other in others for card in now.hands[other]]
    chance.shuffle(hidden)
    hands = list(now.deal)
    for other in others:
        left = len(now.hands[other])
        shown = list(now.deal[other])
        for card in now.hands[other]:
            shown.remove(card)
        hands[other] = (*shown, *hidden[:left])
        del hidden[:left]
    again = as_deal(hands)
    same = now._replace(settled=all_healthy(TSR, again), deal=again)
    assert same.known_parties(seat) == now.known_parties(seat)
    known = now.known_parties(seat)
    assert known[seat] is (RE if CLUB_QUEEN in deal[seat] else KONTRA)
    assert all(view in {None, truth} for view, truth in zip(known, now.parties, strict=True))
