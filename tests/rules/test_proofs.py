"""What is said with a reason is right too: cards, seats, parties, calls and figures."""

import pytest

from lessons.rules.calls import Call, Spoken
from lessons.rules.cards import Card, Seat
from lessons.rules.contracts import Contract, card_order
from lessons.rules.notation import action_from_text, hand_from_text
from lessons.rules.parties import Party, only_known
from lessons.rules.reasons import Why
from lessons.rules.reservations import (
    Reservation,
    Settled,
    settle,
    settled_by,
    why_leads,
    why_partner,
    why_played,
)
from lessons.rules.rule_sets import PRESETS, Deciding, with_options
from lessons.rules.scoring import Item, Tally, result_of
from lessons.rules.tricks import (
    Trick,
    why_legal,
    why_lost,
    why_not_legal,
    why_points,
    why_won,
)
from tests.rules.at_the_table import dealt, rows, rules_named


def told(why: Why) -> str:
    """A reason and its proof in one line, in the order of the fields."""
    parts = [
        why.reason.value,
        " ".join(card.name for card in why.cards),
        "/ " + " ".join(card.name for card in why.others) if why.others else "",
        f"led {why.led.name}" if why.led is not None else "",
        " ".join(seat.name for seat in why.seats),
        " ".join(why.suits),
        " ".join(why.parties),
        " ".join(why.calls),
        " ".join(map(str, why.figures)),
    ]
    return " ".join(part for part in parts if part)


SETTLED = rows(
    # what it is about, rules, contract, card points and tricks of Re, calls, all that is told
    ("nothing said", "kompakt", "normal", (130, 6), "", """
     target-met re 130 121
     target-re re 121
     target-kontra kontra 120
     won: won re"""),
    ("Kontra alone", "kompakt", "normal", (29, 2), "kontra kontra", """
     target-met kontra 211 121
     target-re-lone-kontra re 120
     target-kontra-alone kontra 121
     won: won kontra
     gegen-die-alten: alte-beaten kontra re
     no90: played-under kontra re 29 90
     no60: played-under kontra re 29 60
     no30: played-under kontra re 29 30
     kontra 2: call-paid kontra kontra kontra"""),
    ("a limit refuted", "kompakt", "normal", (150, 7), "re re, re no90", """
     target-met kontra 90 90
     target-own-limit re no90 151
     target-refute kontra no90 90
     won: won kontra
     gegen-die-alten: alte-beaten kontra re
     re 2: call-paid kontra re re
     refuted-no90: step-refuted kontra no90 90 90"""),
    ("schwarz refuted", "kompakt", "queens", (240, 11), "re re, re schwarz", """
     one-trick-met kontra
     target-all-tricks re
     target-one-trick kontra
     won: won kontra
     re 2: call-paid kontra re re
     refuted-schwarz: schwarz-refuted kontra schwarz"""),
    ("schwarz made", "tsr", "queens", (240, 12), "re re, re schwarz", """
     all-tricks-met re
     target-all-tricks re
     target-one-trick kontra
     won: won re
     no90: played-under re kontra 0 90
     no60: played-under re kontra 0 60
     no30: played-under re kontra 0 30
     schwarz: played-schwarz re kontra
     re 2: call-paid re re re
     said-no90: step-included re re no90 schwarz
     said-no60: step-included re re no60 schwarz
     said-no30: step-included re re no30 schwarz
     said-schwarz: step-said re re schwarz"""),
    ("schwarz refuted, points reached", "tsr", "queens", (120, 8), "re re, re schwarz", """
     one-trick-met kontra
     target-all-tricks re
     target-one-trick kontra
     won: won kontra
     re 2: call-paid kontra re re
     said-no90: step-included kontra re no90 schwarz
     said-no60: step-included kontra re no60 schwarz
     said-no30: step-included kontra re no30 schwarz
     said-schwarz: step-said kontra re schwarz
     reached-120: reached-against kontra no90 120 120
     reached-90: reached-against kontra no60 120 90
     reached-60: reached-against kontra no30 120 60
     reached-30: reached-against kontra schwarz 120 30"""),
    ("all reached but the last", "tsr", "queens", (211, 8), "re re, re schwarz", """
     one-trick-met kontra
     target-all-tricks re
     target-one-trick kontra
     won: won kontra
     re 2: call-paid kontra re re
     said-no90: step-included kontra re no90 schwarz
     said-no60: step-included kontra re no60 schwarz
     said-no30: step-included kontra re no30 schwarz
     said-schwarz: step-said kontra re schwarz"""),
    ("both missed", "tsr", "normal", (152, 6), "re re, re no60, kontra kontra, kontra no90", """
     both-missed 152 88
     target-own-limit re no60 181
     target-own-limit kontra no90 151
     no90: played-under re kontra 88 90
     reached-120: reached-against re no90 152 120"""),
    ("counts as reached", "cvjm", "normal", (60, 4), "re no60", """
     target-met kontra 180 60
     target-own-limit re no60 181
     target-refute kontra no60 60
     won: won kontra
     gegen-die-alten: alte-beaten kontra re
     no90: counts-as-reached kontra re no90
     no60: counts-as-reached kontra re no60
     said-no90: step-included kontra re no90 no60
     said-no60: step-said kontra re no60"""),
    ("doubled", "cvjm", "normal", (130, 6), "re re, kontra kontra", """
     target-met re 130 121
     target-re re 121
     target-kontra kontra 120
     won: won re
     re x2: call-doubles re re re
     kontra x2: call-doubles re kontra kontra"""),
    ("after a draw", "royal", "normal", (130, 6), "after draw", """
     target-met re 130 121
     target-re re 121
     target-kontra kontra 120
     won: won re
     after-draw x2: after-draw"""),
    ("nobody, after a draw", "royal", "normal", (125, 6), "re no90, kontra no60, after draw", """
     both-missed 125 115
     target-own-limit re no90 151
     target-own-limit kontra no60 181
     after-draw x2: after-draw"""),
)  # fmt: skip


def item_told(item: Item) -> str:
    worth = f" x{item.factor}" if item.factor else f" {item.value}" if item.value > 1 else ""
    return f"{item.name}{worth}: {told(item.why)}"


@pytest.mark.parametrize(("rules", "contract", "figures", "said", "expected"), SETTLED)
def test_a_settlement_tells_the_right_figures(
    rules: str, contract: str, figures: tuple[int, int], said: str, expected: str
) -> None:
    made = with_options(PRESETS[rules], {"draw_doubles_next": "draw" in said})
    points, tricks = figures
    calls = tuple(
        Spoken(Seat.VH, Party(party), Call(call))
        for party, call in map(str.split, filter(None, said.split(", ")))
        if party != "after"
    )
    tally = Tally(
        rules=made,
        contract=Contract(contract),
        card_points={Party.RE: points, Party.KONTRA: 240 - points},
        tricks={Party.RE: tricks, Party.KONTRA: made.hand_size - tricks},
        calls=calls,
        after_draw="draw" in said,
    )
    result = result_of(tally)
    found = [
        told(result.why),
        *(told(target.why) for target in result.targets.values()),
        *map(item_told, result.items),
    ]
    lines = [line.strip() for line in expected.strip().splitlines()]
    assert found == lines


WHY_PLAYED = rows(
    # what it is about, rules, hands, what is said, all that is told
    ("kompakt:spielfindung all healthy", "kompakt", {}, "healthy, healthy, healthy, healthy",
     "all-healthy; forehand-leads VH"),
    ("kompakt:stille-hochzeit", "kompakt", {"G": "CQ CQ"}, "healthy, healthy, healthy, healthy",
     "silent-queens G; forehand-leads VH"),
    ("kompakt:spielfindung one", "kompakt", {}, "healthy, solo jacks, healthy, healthy",
     "only-reservation MH jacks; forehand-leads-solo VH MH"),
    ("kompakt:spielfindung one that is never named", "kompakt", {},
     "healthy, solo jacks, reservation, healthy",
     "before-unnamed MH HH jacks; forehand-leads-solo VH MH"),
    ("kompakt:hochzeit one", "kompakt", {"G": "CQ CQ"}, "healthy, healthy, healthy, marriage",
     "only-reservation G marriage; forehand-leads VH"),
    ("royal:4.1.2a a solo before a marriage", "royal", {"MH": "CQ CQ"},
     "healthy, marriage, healthy, solo aces",
     "goes-ahead G MH solo marriage; forehand-leads-solo VH G"),
    ("R25 the nearest", "royal", {}, "healthy, solo jacks, healthy, solo aces",
     "nearest MH G solo; forehand-leads-solo VH MH"),
    ("kompakt:pflichtsolo", "pflicht", {}, "solo jacks, healthy, compulsory aces, solo queens",
     "goes-ahead HH VH compulsory solo; compulsory-leads HH"),
)  # fmt: skip


@pytest.mark.parametrize(("rules", "hands", "said", "expected"), WHY_PLAYED)
def test_what_is_played_is_told_with_its_reason(
    rules: str, hands: dict[str, str], said: str, expected: str
) -> None:
    made = rules_named("kompakt", compulsory_solo=True) if rules == "pflicht" else PRESETS[rules]
    deal = dealt(made, **hands)
    actions = [
        action_from_text(f"{seat.name} {words}")
        for seat, words in zip(Seat, said.split(", "), strict=True)
    ]
    spoken = [action for action in actions if isinstance(action, Reservation)]
    played = settle(made, deal, spoken)
    settled = settled_by(played, made, deal)
    found = (why_played(spoken, played, settled, made), why_leads(settled))
    assert "; ".join(map(told, found)) == expected


def test_a_late_marriage_is_a_reservation_too() -> None:
    """royal:4.1.2b"""
    late = Settled(Contract.MARRIAGE, only_known(Seat.G), Seat.G, deciding=Deciding.FIRST)
    why = why_played((), None, late, PRESETS["royal"])
    assert told(why) == "late-marriage G"


def test_a_partner_is_told_with_the_trick_that_found_him() -> None:
    """kompakt:hochzeit K13"""
    waiting = Settled(Contract.MARRIAGE, only_known(Seat.G), Seat.G, deciding=Deciding.FIRST_TRUMP)
    assert why_partner(waiting) is None
    assert why_partner(Settled(Contract.QUEENS, only_known(Seat.G), Seat.G)) is None
    found = why_partner(waiting.after_trick(2, Seat.MH, led_trump=True, tricks=3))
    assert found is not None
    assert told(found) == "partner-found G MH first-trump 2"
    alone = why_partner(waiting.after_trick(3, Seat.MH, led_trump=False, tricks=3))
    assert alone is not None
    assert told(alone) == "no-partner G first-trump 3"


ORDER = card_order(Contract.NORMAL, nines=True)
SECOND = card_order(Contract.NORMAL, nines=True, later_dulle=True)

PLAYED = rows(
    # what it is about, cards from MH on, why it is won, why the others lose
    ("only trump", "HA D9 HK H9", "only-trump D9 led HA HH H", """
     taken-by-trump HA / D9 led HA MH HH H
     taken-by-trump HK / D9 led HA G HH H
     taken-by-trump H9 / D9 led HA VH HH H"""),
    ("the first of equals", "CT CA CA SK", "highest-of-suit CA led CT HH C; "
     "first-of-equals CA led CT HH G", """
     lower-of-suit CT / CA led CT MH HH C
     second-of-equals CA / CA led CT G HH C
     not-of-suit SK / CA led CT VH HH S C"""),
    ("trumps", "DK CQ DA SA", "highest-trump CQ led DK HH", """
     lower-trump DK / CQ led DK MH HH
     lower-trump DA / CQ led DK G HH
     taken-by-trump SA / CQ led DK VH HH"""),
    ("the second dulle", "HT DK HT DA", "highest-trump HT led HT G; "
     "second-dulle HT led HT G MH", """
     first-dulle HT / HT led HT MH G
     lower-trump DK / HT led HT HH G
     lower-trump DA / HT led HT VH G"""),
)  # fmt: skip


@pytest.mark.parametrize(("cards", "won", "lost"), PLAYED)
def test_a_trick_tells_the_right_cards(cards: str, won: str, lost: str) -> None:
    order = SECOND if "second-dulle" in won else ORDER
    trick = Trick(Seat.MH).with_card(Card[cards.split(maxsplit=1)[0]])
    for card in hand_from_text(cards)[1:]:
        trick = trick.with_card(card)
    assert trick.leader is Seat.MH
    assert "; ".join(map(told, why_won(trick, order))) == won
    winner = why_won(trick, order)[0].seats[0]
    losers = [seat for seat in trick.seats if seat != winner]
    assert [told(why_lost(trick, seat, order)) for seat in losers] == [
        line.strip() for line in lost.strip().splitlines()
    ]


def test_following_tells_the_right_cards() -> None:
    hand = hand_from_text("HT CA CK")
    assert told(why_legal(hand, None, ORDER, Seat.MH)) == "leads HT CA CK"
    led = Card.C9
    assert told(why_legal(hand[1:], led, ORDER, Seat.MH)) == "follows-suit CA CK led C9 C"
    assert told(why_legal(hand[:1], Card.DK, ORDER, Seat.MH)) == "follows-trump HT led DK"
    told_of = told(why_legal(hand, Card.SA, ORDER, Seat.MH))
    assert told_of == "cannot-follow-suit HT CA CK led SA MH S"
    plain = hand_from_text("CA")
    assert told(why_legal(plain, Card.DK, ORDER, Seat.MH)) == "cannot-follow-trump CA led DK MH"
    refused = why_not_legal(Card.HT, hand, led, ORDER)
    assert refused is not None
    assert told(refused) == "must-follow-suit HT / CA CK led C9 C"
    refused = why_not_legal(Card.CA, hand, Card.DK, ORDER)
    assert refused is not None
    assert told(refused) == "must-follow-trump CA / HT led DK"
    assert why_not_legal(Card.CA, hand, led, ORDER) is None
    assert why_not_legal(Card.CA, hand, None, ORDER) is None


def test_points_tell_their_sum() -> None:
    trick = Trick(Seat.VH, hand_from_text("CT CA"))
    assert told(why_points(trick)) == "points-add-up CT CA 10 11 21"
