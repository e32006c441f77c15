"""Who deals, who sits where, and how one entry follows another."""

import pytest

from lessons.rules.calls import Call, Spoken
from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.parties import Party, parties_with
from lessons.rules.reservations import Settled
from lessons.rules.rounds import entries, next_dealer, seating, settle_series
from lessons.rules.rule_sets import CVJM, ROYAL, with_options
from tests.rules.at_the_table import tally

COLD = {"draw_doubles_next": True}
NOBODY = (
    Spoken(Seat.VH, Party.RE, Call.NO_90),
    Spoken(Seat.MH, Party.KONTRA, Call.NO_60),
)


def test_after_a_draw_the_next_entry_is_doubled_once() -> None:
    """royal:6.2.3 R5 R30"""
    cold = with_options(ROYAL, COLD)
    draw, won = tally(cold, 125, *NOBODY), tally(cold, 125)
    values = [result and result.value for result in settle_series([draw, draw, won, won])]
    assert values == [0, 0, 2, 1]
    # A redeal is no entry, and 120 to 120 is a win for Kontra.
    values = [result and result.value for result in settle_series([draw, None, won, None, won])]
    assert values == [0, None, 2, None, 1]
    assert [r and r.value for r in settle_series([tally(cold, 120), won])] == [2, 1]
    assert [r and r.value for r in settle_series([tally(ROYAL, 125, *NOBODY), won])] == [0, 2]


def test_sums_over_a_round_are_the_entries_added_up() -> None:
    """kompakt:rundenende cvjm:6d"""
    parties = (Party.RE, Party.KONTRA, Party.RE, Party.KONTRA)
    games = [tally(CVJM, 130), tally(CVJM, 100), tally(CVJM, 40)]
    results = [result for result in settle_series(games) if result]
    entries = [result.scores(parties) for result in results]
    assert [sum(column) for column in zip(*entries, strict=True)] == [-5, 5, -5, 5]


def test_the_player_at_the_dealers_left_is_forehand() -> None:
    """kompakt:geben"""
    assert seating(4, dealer=0) == (1, 2, 3, 0)
    assert seating(4, dealer=3) == (0, 1, 2, 3)


def test_with_five_the_dealer_pauses_and_writes_nothing() -> None:
    """royal:2.1.1a R29"""
    assert seating(5, dealer=0) == (1, 2, 3, 4)
    assert seating(5, dealer=4) == (0, 1, 2, 3)
    assert seating(5, dealer=2) == (3, 4, 0, 1)
    assert entries(5, 2, (3, -1, -1, -1)) == (-1, -1, 0, 3, -1)
    assert entries(4, 2, (3, -1, -1, -1)) == (-1, -1, -1, 3)


@pytest.mark.parametrize("players", [3, 6])
def test_a_table_is_of_four_or_five(players: int) -> None:
    with pytest.raises(ValueError, match="four or five"):
        seating(players, 0)


def test_dealing_goes_round_but_after_a_compulsory_solo() -> None:
    """kompakt:geben kompakt:pflichtsolo cvjm:5.3"""
    solo = Settled(Contract.QUEENS, parties_with(Seat.MH), declarer=Seat.MH)
    assert next_dealer(4, 3, solo) == 0
    assert next_dealer(5, 3, solo) == 4
    # Who led, at the dealer's left, deals next.
    assert next_dealer(4, 1, solo) == seating(4, 1)[solo.leader]
    compulsory = Settled(
        Contract.QUEENS, parties_with(Seat.MH), declarer=Seat.MH, is_compulsory=True
    )
    assert next_dealer(4, 3, compulsory) == 3
    assert compulsory.leader is Seat.MH
