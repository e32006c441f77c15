"""Who may say what until when: rows of what has been said, by whom, and what is to be said."""

from dataclasses import replace
from typing import Any

import pytest

from lessons.rules.calls import Call, Caller, CallTime, Spoken, check_call, steps_said, why_no_call
from lessons.rules.cards import Seat
from lessons.rules.contracts import Contract
from lessons.rules.game import Asking, Play, Position, Say, begin, state_after
from lessons.rules.notation import card_from_text
from lessons.rules.parties import Party, parties_with
from lessons.rules.reasons import Fault, IllegalAction, Reason, fault_of
from lessons.rules.reservations import Reservation, Settled, all_healthy
from lessons.rules.rule_sets import CVJM, KOMPAKT, ROYAL, Deciding, Measure, Said, with_options
from tests.rules.at_the_table import dealt, rows, rules_named

# VH and HH are Re, MH and G Kontra.
PARTIES = (Party.RE, Party.KONTRA, Party.RE, Party.KONTRA)


def said_before(words: str, rules: str, **options: Any) -> tuple[Spoken, ...]:
    """``VH re 11, MH kontra 10``: calls with the cards in hand (cvjm: tricks begun) when made."""
    calls: tuple[Spoken, ...] = ()
    for call in filter(None, words.split(", ")):
        seat, what, figure = call.split()
        calls = (
            *calls,
            check_call(caller(seat, rules, int(figure), calls, **options), Call(what)),
        )
    return calls


def caller(
    seat: str,
    rules: str,
    figure: int,
    before: tuple[Spoken, ...] = (),
    *,
    shift: int = 0,
    **options: Any,
) -> Caller:
    """A seat with so many cards in hand (cvjm: when so many tricks have begun)."""
    made = rules_named(rules, **options)
    cards, tricks = figure, made.hand_size - figure
    if made.last_moments.by is Measure.TRICKS:
        cards, tricks = tricks, cards
    by = Seat[seat]
    return Caller(by, PARTIES[by], made, before, CallTime(cards, tricks, shift))


def test_in_a_solo_the_party_calls_and_not_the_queen_of_clubs() -> None:
    """K17"""
    deal = dealt(KOMPAKT, VH="CQ DJ", MH="DK DT", HH="CQ D9", G="DA DK")
    settled = Settled(Contract.QUEENS, parties_with(Seat.MH), declarer=Seat.MH)
    state: Any = begin(KOMPAKT, settled, deal)
    assert state_after(state, [Say(Seat.MH, Call.RE)])
    with pytest.raises(IllegalAction) as caught:
        state_after(state, [Say(Seat.VH, Call.RE)])
    assert caught.value.why.reason is Reason.CALL_WRONG_PARTY


CALLS = rows(
    # what it is about, rules, said before, the call, what is wrong with it (cards 48 unless said)
    ("kompakt:ansagen-a Re with 11 cards", "kompakt", "", "VH re 11", None),
    ("kompakt:ansagen-a too late with 10", "kompakt", "", "VH re 10", "call-too-late"),
    ("kompakt:ansagen-a Kontra without a club queen", "kompakt", "", "MH kontra 11", None),
    ("kompakt:ansagen-a Re without one", "kompakt", "", "MH re 12", "call-wrong-party"),
    ("kompakt:ansagen-a once for the party", "kompakt", "VH re 11", "HH re 11", "call-repeated"),
    ("kompakt:absagen-a no90 with 10", "kompakt", "VH re 11", "VH no90 10", None),
    ("kompakt:absagen-a no90 with 9", "kompakt", "VH re 11", "VH no90 9", "call-too-late"),
    ("kompakt:absagen-a no60 with 9", "kompakt", "VH re 11, VH no90 10", "HH no60 9", None),
    ("kompakt:absagen-a no30 with 8", "kompakt", "VH re 11, VH no90 10, VH no60 9",
     "VH no30 8", None),
    ("kompakt:absagen-a schwarz with 7", "kompakt",
     "VH re 11, VH no90 10, VH no60 9, VH no30 8", "VH schwarz 7", None),
    ("kompakt:absagen-a schwarz with 6", "kompakt",
     "VH re 11, VH no90 10, VH no60 9, VH no30 8", "VH schwarz 6", "call-too-late"),
    ("K12 with 40 cards two fewer", "kompakt 40", "", "VH re 9", None),
    ("K12 with 40 cards too late", "kompakt 40", "", "VH re 8", "call-too-late"),
    ("K11 no limit without an announcement", "kompakt", "", "VH no90 12",
     "call-needs-announcement"),
    ("K11 nor with the other side's", "kompakt", "MH kontra 11", "VH no90 11",
     "call-needs-announcement"),
    ("K11 a skipped step in time", "kompakt", "VH re 11", "VH no60 10", None),
    ("K11 a skipped step that is too late", "kompakt", "VH re 11", "VH no60 9",
     "call-skips-expired"),
    ("K11 not lower than before", "kompakt", "VH re 11, VH no60 10", "HH no90 10",
     "call-not-higher"),
    ("kompakt:ansagen-d K10 a reply one card later", "kompakt", "MH kontra 11", "VH re 10", None),
    ("K10 no later than that", "kompakt", "MH kontra 11", "VH re 9", "call-too-late"),
    ("K10 no reply to one's own party", "kompakt", "VH re 11", "HH re 10", "call-repeated"),
    ("kompakt:absagen-c a reply to no90", "kompakt", "MH kontra 11, MH no90 10", "VH re 9", None),
    ("kompakt:absagen-c K16 a limit is no reply", "kompakt",
     "VH re 11, MH kontra 11, MH no90 10", "VH no90 9", "call-too-late"),
    ("K16 no limits after a late reply", "kompakt", "MH kontra 11, VH re 10", "HH no90 10",
     "call-after-late-reply"),
    ("K16 limits after a reply in time", "kompakt", "MH kontra 11, VH re 11", "VH no90 10", None),
    ("X2 either partner, out of turn", "kompakt", "VH re 12", "HH no90 12", None),
    ("royal:5.1.1 royal:5.1.2 R1 Re with 11", "royal", "", "VH re 11", None),
    ("royal:5.1.2 R1 Re with 10", "royal", "", "VH re 10", "call-too-late"),
    ("royal:5.1.2 R1 Re with 9 of 10", "royal 40", "", "VH re 9", None),
    ("royal:5.1.3 Re before Kontra", "royal", "VH re 12", "MH kontra 11", None),
    ("royal:5.1.4 once for the party", "royal", "MH kontra 12", "G kontra 12", "call-repeated"),
    ("royal:5.2.1a a limit without Re", "royal", "", "VH no90 10", None),
    ("royal:5.2.1a Re after a limit", "royal", "VH no90 12", "VH re 11", None),
    ("royal:5.2.2 R1 no90 with 9", "royal", "", "VH no90 9", "call-too-late"),
    ("royal:5.2.3 R4 taken by the others", "royal", "VH no90 12", "MH no90 12", "call-taken"),
    ("royal:5.2.3 R4 taken with a higher one", "royal", "VH no60 12", "MH no90 12", "call-taken"),
    ("royal:5.2.3 R4 the others may say a higher one", "royal", "VH no90 12", "MH no60 12", None),
    ("R4 a step taken by the others is passed over", "royal", "VH no90 10", "MH no60 9", None),
    ("R4 once by the same party", "royal", "VH no90 12", "HH no90 12", "call-repeated"),
    ("R4 nor a lower one", "royal", "VH no60 12", "HH no90 12", "call-not-higher"),
    ("R23 no reply", "royal", "VH re 11", "MH kontra 10", "call-too-late"),
    ("R23 a skipped step must be in time", "royal", "", "VH no60 9", "call-skips-expired"),
    ("R23 and may be", "royal", "", "VH no60 10", None),
    ("cvjm:3.1a before trick 2", "cvjm", "", "VH re 1", None),
    ("cvjm:3.1a C4 when its first card has fallen", "cvjm", "", "MH kontra 2", "call-too-late"),
    ("cvjm:3.1b no90 before trick 3", "cvjm", "", "VH no90 2", None),
    ("cvjm:3.1b no90 in trick 3", "cvjm", "", "VH no90 3", "call-too-late"),
    ("cvjm:3.1b no60 before trick 4", "cvjm", "", "VH no60 3", None),
    ("cvjm:3.1b no60 in trick 4", "cvjm", "", "VH no60 4", "call-too-late"),
    ("cvjm:3.1b no30 before trick 5", "cvjm", "", "VH no30 4", None),
    ("cvjm:3.1b schwarz before trick 6", "cvjm", "", "VH schwarz 5", None),
    ("cvjm:3.1b schwarz in trick 6", "cvjm", "", "VH schwarz 6", "call-too-late"),
    ("cvjm:3.1c C5 C6 no60 alone after the third trick", "cvjm", "", "VH no60 3", None),
    ("cvjm:3.1d C5 Re is never included", "cvjm", "VH no90 2", "VH re 2", "call-too-late"),
    ("C24 both sides may say the same", "cvjm", "VH no90 2", "MH no90 2", None),
    ("C24 no reply", "cvjm", "VH re 1", "MH kontra 2", "call-too-late"),
    ("C24 not the same party twice", "cvjm", "VH no90 1", "HH no90 1", "call-repeated"),
    ("C5 not lower than before", "cvjm", "VH no60 1", "HH no90 1", "call-not-higher"),
    ("tsr: both may say the same limit", "tsr", "VH re 11, MH kontra 11, VH no90 11",
     "MH no90 10", None),
)  # fmt: skip


@pytest.mark.parametrize(("rules", "before", "call", "wrong"), CALLS)
def test_a_call_is_allowed_until_its_last_moment(
    rules: str, before: str, call: str, wrong: str | None
) -> None:
    seat, what, figure = call.split()
    why = why_no_call(caller(seat, rules, int(figure), said_before(before, rules)), Call(what))
    assert (why and fault_of(why)) == wrong


SHIFTED = rows(
    # what it is about, rules, call, trick that decided, last figure in time
    ("kompakt:hochzeit-ansagen trick 1: nothing moves", "kompakt", "re", 1, 11),
    ("kompakt:hochzeit-ansagen trick 2", "kompakt", "re", 2, 10),
    ("kompakt:hochzeit-ansagen trick 3: the ninth card", "kompakt", "re", 3, 9),
    ("kompakt:hochzeit-ansagen no90 with 8", "kompakt", "no90", 3, 8),
    ("kompakt:hochzeit-ansagen no60 with 7", "kompakt", "no60", 3, 7),
    ("kompakt:hochzeit-ansagen no30 with 6", "kompakt", "no30", 3, 6),
    ("kompakt:hochzeit-ansagen schwarz with 5", "kompakt", "schwarz", 3, 5),
    ("R22 trick 3", "royal", "re", 3, 9),
    ("cvjm:5.1c trick 1", "cvjm", "re", 1, 1),
    ("cvjm:5.1c Re before the trick after the deciding one", "cvjm", "re", 2, 2),
    ("cvjm:5.1c no90 one trick later", "cvjm", "no90", 2, 3),
    ("cvjm:5.1c schwarz", "cvjm", "schwarz", 3, 7),
)  # fmt: skip


@pytest.mark.parametrize(("rules", "call", "decided", "last"), SHIFTED)
def test_a_marriage_moves_the_last_moments(rules: str, call: str, decided: int, last: int) -> None:
    step = 1 if rules == "cvjm" else -1
    house: dict[str, Any] = {"limits_need_announcement": False, "skipped_limits": "included"}
    allowed = [
        not why_no_call(caller("VH", rules, figure, shift=decided - 1, **house), Call(call))
        for figure in (last, last + step)
    ]
    assert allowed == [True, False]


def test_steps_belong_to_who_took_them_first() -> None:
    """R4 C5"""
    calls = (Spoken(Seat.VH, Party.RE, Call.NO_90), Spoken(Seat.MH, Party.KONTRA, Call.NO_30))
    assert [steps_said(calls, party, ROYAL) for party in Party] == [(1,), (2, 3)]
    assert [steps_said(calls, party, CVJM) for party in Party] == [(1,), (1, 2, 3)]


DEAL = dealt(KOMPAKT, VH="HA CQ", MH="HA HK HT HT", HH="HK H9", G="H9 CQ")


def play(*actions: Any) -> Any:
    return state_after(begin(KOMPAKT, all_healthy(KOMPAKT, DEAL), DEAL), actions)


def test_a_card_on_the_table_is_not_in_the_hand_any_more() -> None:
    """X2 kompakt:ansagen-a"""
    after_one = play(Play(Seat.VH, card_from_text("HA")))
    assert isinstance(after_one, Position)
    assert after_one.cards_in_hand(Seat.VH) == 11
    assert after_one.cards_in_hand(Seat.MH) == 12
    assert Call.RE in after_one.possible_calls(Seat.VH)
    assert Call.KONTRA not in after_one.possible_calls(Seat.VH)


def test_nothing_is_called_before_play_begins() -> None:
    """royal:5.1.2 royal:5.2.2 kompakt:spielen"""
    with pytest.raises(IllegalAction) as caught:
        state_after(
            Asking(KOMPAKT, DEAL), [Reservation(Seat.VH, Said.HEALTHY), Say(Seat.VH, Call.RE)]
        )
    assert caught.value.fault is Fault.CALL_TOO_EARLY


def test_nothing_is_called_when_the_game_is_over() -> None:
    over = play()
    while not over.is_over:
        over = over.after_play(Play(over.to_play, over.legal_cards()[0]))
    assert over.possible_calls(Seat.VH) == ()
    with pytest.raises(IllegalAction) as caught:
        over.after(Say(Seat.VH, Call.RE))
    assert caught.value.fault is Fault.CALL_TOO_LATE


def test_a_call_after_the_last_card_is_too_late_whatever_the_figures_say() -> None:
    late = with_options(KOMPAKT, {"call_limits": {"by": "tricks", "at": [12, 12, 12, 12, 12]}})
    over = begin(late, all_healthy(late, DEAL), DEAL)
    while not over.is_over:
        over = over.after_play(Play(over.to_play, over.legal_cards()[0]))
    with pytest.raises(IllegalAction) as caught:
        over.after(Say(Seat.VH, Call.RE))
    assert caught.value.why.reason is Reason.CALL_TOO_LATE_BY_TRICKS


def test_a_reply_by_tricks_is_possible_one_trick_later() -> None:
    """K10"""
    house = {"reply": True}
    before = said_before("VH re 1", "cvjm", **house)
    allowed = [
        not why_no_call(caller("MH", "cvjm", begun, before, **house), Call.KONTRA)
        for begun in (1, 2, 3)
    ]
    assert allowed == [True, True, False]


def test_a_reply_that_is_too_late_tells_when_it_would_not_have_been() -> None:
    """K10"""
    before = said_before("MH kontra 11, MH no90 10", "kompakt")
    late = why_no_call(caller("VH", "kompakt", 8, before), Call.RE)
    assert late is not None
    assert late.figures == (8, 9)
    own = said_before("VH re 11", "kompakt")
    late = why_no_call(caller("MH", "kompakt", 9, own), Call.KONTRA)
    assert late is not None
    assert late.figures == (9, 10)
    # A limit is no reply, and nobody replies to the own party.
    limit = why_no_call(caller("VH", "kompakt", 9, own), Call.NO_90)
    assert limit is not None
    assert limit.figures == (9, 10)
    house = {"limits_need_announcement": False}
    mixed = said_before("MH no90 10, VH no90 10, VH no60 9", "kompakt", **house)
    late = why_no_call(caller("HH", "kompakt", 8, mixed, **house), Call.RE)
    assert late is not None
    assert late.figures == (8, 9)
    house = {"reply": True}
    before = said_before("VH no60 1", "cvjm", **house)
    late = why_no_call(caller("MH", "cvjm", 6, before, **house), Call.KONTRA)
    assert late is not None
    assert late.figures == (5,)
    silent = why_no_call(caller("MH", "cvjm", 6, before), Call.KONTRA)
    assert silent is not None
    assert silent.figures == (2,)


def test_nobody_replies_to_the_own_party() -> None:
    """K10 K16"""
    house = {"limits_need_announcement": False}
    before = said_before("VH no90 10", "kompakt", **house)
    why = why_no_call(caller("HH", "kompakt", 10, before, **house), Call.RE)
    assert why is not None
    assert why.reason is Reason.CALL_TOO_LATE_BY_CARDS


def test_a_refusal_tells_the_figures_of_the_moment() -> None:
    """kompakt:hochzeit-ansagen cvjm:5.1c R4"""
    by_cards = why_no_call(caller("VH", "kompakt", 7, shift=2), Call.RE)
    assert by_cards is not None
    assert by_cards.figures == (7, 9)
    by_tricks = why_no_call(caller("VH", "cvjm", 5, shift=2), Call.RE)
    assert by_tricks is not None
    assert by_tricks.figures == (4,)
    before = said_before("MH no90 12, MH no60 12", "royal")
    taken = why_no_call(caller("VH", "royal", 12, before), Call.NO_60)
    assert taken is not None
    assert (taken.calls, taken.seats) == ((Call.NO_60, Call.NO_60), (Seat.VH, Seat.MH))


def test_who_is_not_known_is_asked_only_for_the_time() -> None:
    unknown = replace(caller("VH", "kompakt", 9), party=None)
    assert why_no_call(unknown, Call.NO_60) is None
    late = why_no_call(replace(unknown, time=CallTime(8, 4)), Call.NO_60)
    assert late is not None
    assert late.reason is Reason.CALL_TOO_LATE_BY_CARDS
    # Re tells a party, a limit none.
    said = check_call(replace(unknown, time=CallTime(11, 1)), Call.RE)
    assert said.party is Party.RE
    limit = check_call(replace(unknown, calls=(said,), time=CallTime(10, 2)), Call.NO_90)
    assert limit.party is None


def test_a_moved_last_moment_does_not_outlast_the_game() -> None:
    """kompakt:hochzeit-ansagen"""
    late = with_options(KOMPAKT, {"call_limits": {"by": "cards", "at": [2, 1, 1, 1, 1]}})
    deal = dealt(late, VH="CQ CQ")
    decided = Settled(
        Contract.MARRIAGE, PARTIES, Seat.VH, partner=Seat.HH, deciding=Deciding.FIRST, decided_in=3
    )
    over = begin(late, decided, deal)
    while not over.is_over:
        over = over.after_play(Play(over.to_play, over.legal_cards()[0]))
    with pytest.raises(IllegalAction) as caught:
        over.after(Say(Seat.VH, Call.RE))
    assert caught.value.why.reason is Reason.CALL_AFTER_GAME
    with pytest.raises(IllegalAction) as caught:
        over.after(Play(Seat.VH, card_from_text("HA")))
    assert caught.value.fault is Fault.GAME_OVER


MESSAGES = rows(
    ("call-wrong-party", "kompakt", "", "MH re 12", "MH cannot say re: only re can"),
    ("call-repeated", "kompakt", "VH re 12", "HH re 12", "HH cannot say re: re has said it"),
    ("call-taken", "royal", "VH no60 12", "MH no90 12",
     "MH cannot say no90: re has taken it with no60"),
    ("call-not-higher", "royal", "VH no60 12", "HH no90 12",
     "HH cannot say no90: re has said no60"),
    ("call-needs-announcement", "kompakt", "", "VH no90 12",
     "VH cannot say no90: re has not said re"),
    ("call-after-late-reply", "kompakt", "MH kontra 11, VH re 10", "HH no90 10",
     "HH cannot say no90: its party replied when it was too late for an announcement"),
    ("call-too-late by cards", "kompakt", "", "VH re 10",
     "VH cannot say re: 10 cards in hand, 11 needed"),
    ("call-too-late by tricks", "cvjm", "", "VH re 2", "VH cannot say re: trick 2 has begun"),
    ("call-skips-expired", "royal", "", "VH no60 9",
     "VH cannot say no60: it is too late for no90, which it skips"),
)  # fmt: skip


@pytest.mark.parametrize(("rules", "before", "call", "message"), MESSAGES)
def test_a_refused_call_says_why(rules: str, before: str, call: str, message: str) -> None:
    seat, what, figure = call.split()
    with pytest.raises(IllegalAction, match=message):
        check_call(caller(seat, rules, int(figure), said_before(before, rules)), Call(what))
