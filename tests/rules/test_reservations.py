"""What is said before the first card, what is played then, by whom, and who leads."""

from itertools import cycle
from typing import Any

import pytest

from lessons.judge import judge
from lessons.rules.rule_sets import with_options
from tests.rules.at_the_table import dealt, hands_as_json, rows, rules_named

QUEENS = {"VH": "CA", "MH": "CQ CQ HT HT CA"}
"""MH could say marriage."""
NINES = {"HH": "C9 C9 S9 S9 H9 CA CT SA ST HA HK DA"}
"""Five nines, one trump, a fox."""
KINGS = {"G": "CK CK SK SK HK CA CT SA ST DQ"}
"""Five kings and no fox, in ten cards."""
POOR = {"HH": "HT DQ DJ DA DA CA CT SA HA HK"}
"""Three trumps and both foxes."""
FOUR = {"HH": "HT DQ DJ HJ DA CA CT SA HA HK"}
COMPULSORY = {"compulsory_solo": True}
ALL_HANDS = {"throw_in": ["five-nines", "five-kings", "under-four-trumps"]}
KINGS_ONLY = {"throw_in": ["five-kings"]}

SAID = rows(
    # what it is about, rules, options, hands, what VH, MH, HH and G say, what is played
    ("kompakt:vorbehalte kompakt:spielfindung none: normal", "kompakt", {}, {},
     "healthy, healthy, healthy, healthy", "normal, VH leads"),
    ("kompakt:spielfindung one names it", "kompakt", {}, {},
     "healthy, healthy, solo jacks, healthy", "jacks by HH, VH leads"),
    ("kompakt:hochzeit kompakt:vorbehalte", "kompakt", {}, QUEENS,
     "healthy, marriage, healthy, healthy", "marriage by MH, VH leads"),
    ("kompakt:spielfindung several: the solo", "kompakt", {}, QUEENS,
     "healthy, marriage, healthy, solo aces", "aces by G, VH leads"),
    ("kompakt:spielfindung the first yes", "kompakt", {}, {},
     "healthy, solo clubs, reservation, solo aces", "clubs by MH, VH leads"),
    ("kompakt:spielfindung the nearest to VH", "kompakt", {}, {},
     "healthy, solo clubs, healthy, solo aces", "clubs by MH, VH leads"),
    ("kompakt:spielfindung the others need not name theirs", "kompakt", {}, {},
     "healthy, solo clubs, healthy, reservation", "clubs by MH, VH leads"),
    ("kompakt:spielfindung who would have gone ahead must", "kompakt", {}, {},
     "reservation, healthy, solo clubs, healthy", "reservation-not-allowed @0"),
    ("kompakt:spielfindung an unnamed marriage stands back", "kompakt", {}, QUEENS,
     "healthy, reservation, solo clubs, healthy", "clubs by HH, VH leads"),
    ("kompakt:spielfindung somebody must name one", "kompakt", {}, QUEENS,
     "healthy, reservation, healthy, healthy", "reservation-not-allowed @1"),
    ("kompakt:spielfindung no marriage beside an unnamed reservation", "kompakt", {}, QUEENS,
     "reservation, marriage, healthy, healthy", "reservation-not-allowed @0"),
    ("kompakt:pflichtsolo goes ahead, leads", "kompakt", COMPULSORY, {},
     "healthy, solo clubs, compulsory queens, healthy", "queens by HH, HH leads"),
    ("kompakt:pflichtsolo only where it is played", "kompakt", {}, {},
     "healthy, healthy, compulsory queens, healthy", "reservation-not-allowed @2"),
    ("kompakt:stille-hochzeit", "kompakt", {}, QUEENS,
     "healthy, healthy, healthy, healthy", "silent-solo by MH, VH leads"),
    ("kompakt: no marriage without both queens", "kompakt", {}, {},
     "healthy, marriage, healthy, healthy", "reservation-not-allowed @1"),
    ("kompakt:hochzeit by the first trick only", "kompakt", {}, QUEENS,
     "healthy, marriage first-trump, healthy, healthy", "deciding-trick-not-in-rules @1"),
    ("kompakt:vorbehalte in turn from VH", "kompakt", {}, {},
     "MH healthy, VH healthy", "reservation-not-allowed @0"),
    ("kompakt: no poverty", "kompakt", {}, NINES,
     "healthy, healthy, poverty, healthy", "poverty-not-allowed @2"),
    ("kompakt: no throwing in", "kompakt", {}, NINES,
     "healthy, healthy, throw-in, healthy", "throw-in-not-allowed @2"),
    ("kompakt:farbsolo-sonst kompakt:farbsolo-karo all solos", "kompakt", {}, {},
     "solo hearts, healthy, healthy, healthy", "hearts by VH, VH leads"),
    ("royal:3.2.3 queens-jacks is optional", "royal", {}, {},
     "solo queens-jacks, healthy, healthy, healthy", "solo-not-in-rules @0"),
    ("royal:3.2.3 and may be played", "royal", {"solos": ["queens-jacks"]}, {},
     "solo queens-jacks, healthy, healthy, healthy", "queens-jacks by VH, VH leads"),
    ("a solo that there is not goes before the wrong turn", "royal", {}, {},
     "VH healthy, HH solo queens-jacks", "solo-not-in-rules @1"),
    ("a solo that there is not, and too late", "kompakt", {}, {},
     "healthy, healthy, healthy, healthy, VH solo queens-jacks", "solo-not-in-rules @4"),
    ("a solo too late", "kompakt", {}, {},
     "healthy, healthy, healthy, healthy, VH solo queens", "reservation-not-allowed @4"),
    ("royal:4.1.1 from the later leader, clockwise", "royal", {}, {},
     "VH healthy, HH healthy", "reservation-not-allowed @1"),
    ("royal:4.1.2a R25 a solo goes before a marriage, VH leads", "royal", {}, QUEENS,
     "healthy, marriage, solo queens, healthy", "queens by HH, VH leads"),
    ("R25 of several the nearest to VH", "royal", {}, {},
     "healthy, solo aces, solo queens, healthy", "aces by MH, VH leads"),
    ("royal:3.3.1a the holder names the trick", "royal", {}, QUEENS,
     "healthy, marriage first-plain, healthy, healthy", "marriage by MH, VH leads"),
    ("royal:4.1.3 is optional", "royal", {}, NINES,
     "healthy, healthy, throw-in, healthy", "throw-in-not-allowed @2"),
    ("royal:4.1.3 five nines", "royal", ALL_HANDS, NINES,
     "healthy, healthy, throw-in, healthy", "redeal"),
    ("royal:4.1.3 R27 not if somebody plays a solo", "royal", ALL_HANDS, NINES,
     "healthy, healthy, throw-in, solo queens", "queens by G, VH leads"),
    ("R27 before a marriage", "royal", ALL_HANDS, {**NINES, "MH": "CQ CQ HT HT"},
     "healthy, marriage, throw-in, healthy", "redeal"),
    ("R27 foxes count as trumps", "royal", {"throw_in": ["under-four-trumps"]},
     {"HH": "DQ DJ DA DA CA CT SA ST HA HK CK SK"},
     "healthy, healthy, throw-in, healthy", "throw-in-not-allowed @2"),
    ("R27 three trumps with a fox", "royal", {"throw_in": ["under-four-trumps"]},
     {"HH": "DQ DJ DA CA CT SA ST HA HK CK SK C9"},
     "healthy, healthy, throw-in, healthy", "redeal"),
    ("royal:4.1.3 five kings with 40 cards", "royal 40", KINGS_ONLY, KINGS,
     "healthy, healthy, healthy, throw-in", "redeal"),
    ("royal:4.1.3 four kings are too few", "royal 40", KINGS_ONLY,
     {"G": "CK CK SK SK CA CT SA ST DQ DA"},
     "healthy, healthy, healthy, throw-in", "throw-in-not-allowed @3"),
    ("cvjm:2b five kings", "cvjm", {}, KINGS, "healthy, healthy, healthy, throw-in", "redeal"),
    ("cvjm:2b not with four", "cvjm", {}, {"G": "CK CK SK SK CA CT SA ST DQ DA"},
     "healthy, healthy, healthy, throw-in", "throw-in-not-allowed @3"),
    ("C3 a solo goes before throwing in", "cvjm", {}, KINGS,
     "healthy, healthy, solo aces, throw-in", "aces by HH, VH leads"),
    ("C3 throwing in goes before Trumpfabgabe", "cvjm", {}, {**KINGS, **POOR},
     "healthy, healthy, poverty, throw-in", "redeal"),
    ("cvjm:2c C19 Trumpfabgabe goes before another's marriage", "cvjm", {}, {**POOR, "MH": "CQ CQ"},
     "healthy, marriage, poverty, healthy", "poverty by HH"),
    ("C19 who could say both chooses", "cvjm", {}, {"HH": "CQ CQ CA CA CT CT SA SA HA HA"},
     "healthy, healthy, marriage, healthy", "marriage by HH, VH leads"),
    ("cvjm:2c before the first card, each in turn", "cvjm", {}, {},
     "healthy, VH CA", "not-your-turn @1"),
    ("cvjm:2d C2 the four solos rank equal", "cvjm", {}, {},
     "healthy, solo aces, solo diamonds, healthy", "aces by MH, VH leads"),
    ("cvjm:2d C20 no other suits", "cvjm", {}, {},
     "solo spades, healthy, healthy, healthy", "solo-not-in-rules @0"),
    ("C20 but as a house rule", "cvjm", {"solos": ["spades"]}, {},
     "solo spades, healthy, healthy, healthy", "spades by VH, VH leads"),
    ("cvjm:2e VH leads in a solo", "cvjm", {}, {},
     "healthy, healthy, healthy, solo jacks", "jacks by G, VH leads"),
    ("cvjm:5.1a the holder names the trick", "cvjm", {}, {"MH": "CQ CQ"},
     "healthy, marriage first-trump, healthy, healthy", "marriage by MH, VH leads"),
    ("C15 a silent solo", "cvjm", {}, {"MH": "CQ CQ"},
     "healthy, healthy, healthy, healthy", "silent-solo by MH, VH leads"),
    ("cvjm:5.2a C16 three trumps, foxes not counted", "cvjm", {}, POOR,
     "healthy, healthy, poverty, healthy", "poverty by HH"),
    ("cvjm:5.2a four trumps are too many", "cvjm", {}, FOUR,
     "healthy, healthy, poverty, healthy", "poverty-not-allowed @2"),
    ("C3 an unnamed Trumpfabgabe stands back behind a solo", "cvjm", {}, POOR,
     "healthy, healthy, reservation, solo aces", "aces by G, VH leads"),
    ("C3 an unnamed solo would not", "cvjm", {}, {},
     "healthy, reservation, poverty, healthy", "poverty-not-allowed @2"),
    ("C26 several: the nearest to VH", "cvjm", {}, {**POOR, "G": "HT CA CT SA SK SK ST ST HK CK"},
     "healthy, healthy, poverty, poverty", "poverty by HH"),
    ("tsr: a marriage is never played beside another reservation", "tsr", COMPULSORY, QUEENS,
     "healthy, marriage, healthy, compulsory jacks", "jacks by G, G leads"),
)  # fmt: skip


def said(words: str) -> list[str]:
    seats = ("VH", "MH", "HH", "G")
    parts = words.split(", ")
    return [
        part if part.split()[0] in seats else f"{seat} {part}"
        for seat, part in zip(cycle(seats), parts, strict=False)
    ]


def outcome(judged: dict[str, Any]) -> str:
    if not judged["ok"]:
        [error] = judged["errors"]
        return f"{error['code']} @{error['action']}"
    by = f" by {judged['declarer']}" if judged["declarer"] else ""
    leads = f", {judged['leader']} leads" if judged["leader"] else ""
    return f"{judged.get('solo') or judged['contract']}{by}{leads}"


@pytest.mark.parametrize(("rules", "options", "hands", "words", "played"), SAID)
def test_reservations_settle_what_is_played(
    rules: str, options: dict[str, Any], hands: dict[str, str], words: str, played: str
) -> None:
    made = rules_named(rules, **options)
    record = {
        "rules": made.document,
        "options": {"nines": made.nines, **options},
        "hands": hands_as_json(dealt(made, **hands)),
        "actions": said(words),
    }
    assert outcome(judge(record)) == played


LATE = rows(
    # what it is about, rules, hands, actions, what is played then
    ("royal:4.1.2b R21 before the holder's own first card", "royal", QUEENS,
     "VH healthy, MH healthy, HH healthy, G healthy, VH CA, MH marriage first-trump",
     "marriage by MH, VH leads"),
    ("royal:4.1.2b R21 not after it", "royal", QUEENS,
     "VH healthy, MH healthy, HH healthy, G healthy, VH CA, MH CA, MH marriage",
     "marriage-too-late @6"),
    ("R21 nobody has called yet", "royal", QUEENS,
     "VH healthy, MH healthy, HH healthy, G healthy, VH kontra, MH marriage",
     "marriage-too-late @5"),
    ("R21 royal:4.1.2a nobody plays a solo", "royal", QUEENS,
     "VH healthy, MH healthy, HH solo aces, G healthy, MH marriage", "reservation-not-allowed @4"),
    ("R21 only with both queens", "royal", QUEENS,
     "VH healthy, MH healthy, HH healthy, G healthy, HH marriage", "reservation-not-allowed @4"),
    ("royal:4.1.2b not said at all: healthy", "royal", QUEENS, "VH CA, MH marriage first-plain",
     "marriage by MH, VH leads"),
    ("royal:4.1.2a a marriage is not turned into a solo", "royal", QUEENS,
     "VH healthy, MH marriage, HH healthy, G healthy, MH solo queens",
     "reservation-not-allowed @4"),
    ("R21 nothing is called while it waits for a partner", "royal", QUEENS,
     "VH healthy, MH healthy, HH healthy, G healthy, MH marriage, MH re", "call-too-early @5"),
    ("kompakt:vorbehalte only when asked", "kompakt", QUEENS,
     "VH healthy, MH healthy, HH healthy, G healthy, MH marriage", "marriage-too-late @4"),
    ("cvjm:2c only when asked", "cvjm", {"MH": "CQ CQ"},
     "VH healthy, MH healthy, HH healthy, G healthy, MH marriage", "marriage-too-late @4"),
)  # fmt: skip


def judged(rules: str, hands: dict[str, str], actions: str, **more: Any) -> dict[str, Any]:
    made = rules_named(rules)
    record = {
        "rules": made.document,
        "options": {"nines": made.nines},
        "hands": hands_as_json(dealt(made, **hands)),
        "actions": actions.split(", ") if actions else [],
    }
    return judge(record | more)


@pytest.mark.parametrize(("rules", "hands", "actions", "played"), LATE)
def test_a_late_marriage(rules: str, hands: dict[str, str], actions: str, played: str) -> None:
    assert outcome(judged(rules, hands, actions)) == played


ASKED = "VH healthy, MH healthy, HH poverty, G healthy"
LAID = f"{ASKED}, HH lays HT DQ DJ + DA DA"
NO_TRUMPS = {"VH": "CK", "HH": "CA CA CT CT SA SA ST ST HA HA"}
ONLY_FOXES = {"HH": "DA DA CA CT CT SA SA ST ST HA"}

EXCHANGE = rows(
    # what it is about, hands, actions, what comes of it
    ("cvjm:5.2b every trump, the foxes open", POOR, LAID, "poverty by HH"),
    ("cvjm:5.2b not one trump fewer", POOR, f"{ASKED}, HH lays HT DQ + DA DA",
     "exchange-wrong-cards @4"),
    ("cvjm:5.2b C16 foxes lie apart", POOR, f"{ASKED}, HH lays HT DQ DJ DA + DA",
     "exchange-wrong-cards @4"),
    ("cvjm:5.2b asked in turn from the giver's left", POOR, f"{LAID}, VH takes",
     "poverty-not-allowed @5"),
    ("cvjm:5.2b one after the other", POOR, f"{LAID}, G declines, VH declines, MH takes",
     "poverty by HH"),
    ("cvjm:5.2b C26 nobody takes: redeal", POOR, f"{LAID}, G declines, VH declines, MH declines",
     "redeal"),
    ("C26 a redeal whatever else was said", {**POOR, "MH": "CQ CQ"},
     "VH healthy, MH marriage, HH poverty, G healthy, HH lays HT DQ DJ + DA DA, "
     "G declines, VH declines, MH declines", "redeal"),
    ("C26 a marriage holder may take", {**POOR, "MH": "CQ CQ"},
     "VH healthy, MH marriage, HH poverty, G healthy, HH lays HT DQ DJ + DA DA, "
     "G declines, VH declines, MH takes, MH returns CQ CQ HT DQ DJ", "poverty by HH, VH leads"),
    ("cvjm:5.2c as many come back", POOR, f"{LAID}, G takes, G returns HT DQ DJ DA DA",
     "poverty by HH, VH leads"),
    ("cvjm:5.2c not fewer", POOR, f"{LAID}, G takes, G returns HT DQ DJ DA",
     "exchange-wrong-cards @6"),
    ("cvjm:5.2c only what is held", POOR, f"{LAID}, G takes, G returns HT HT HT HT HT",
     "exchange-wrong-cards @6"),
    ("cvjm:5.2c by the taker", POOR, f"{LAID}, G takes, VH returns HT DQ DJ DA DA",
     "poverty-not-allowed @6"),
    ("C26 calls only after the exchange", POOR, f"{LAID}, G takes, G re", "call-too-early @6"),
    ("C26 cards too", POOR, f"{LAID}, VH CA", "not-your-turn @5"),
    ("C17 foxes only: nothing face down", ONLY_FOXES,
     f"{ASKED}, HH lays + DA DA, G takes, G returns DA DA", "poverty by HH, VH leads"),
    ("C27 no trumps and no foxes: nothing changes hands", NO_TRUMPS,
     f"{ASKED}, HH lays +, G takes", "poverty by HH, VH leads"),
    ("C27 and nothing comes back", NO_TRUMPS, f"{ASKED}, HH lays +, G takes, G returns, VH CK",
     "poverty by HH, VH leads"),
    ("C27 but once", NO_TRUMPS, f"{ASKED}, HH lays +, G takes, G returns, G returns",
     "poverty-not-allowed @7"),
    ("C27 somebody must take all the same", NO_TRUMPS,
     f"{ASKED}, HH lays +, G declines, VH declines, MH declines", "redeal"),
    ("nothing to exchange in a normal game", {}, "VH lays +", "poverty-not-allowed @0"),
    ("nothing after a redeal", KINGS,
     "VH healthy, MH healthy, HH healthy, G throw-in, VH CA", "game-over @4"),
    ("no call after a redeal", KINGS,
     "VH healthy, MH healthy, HH healthy, G throw-in, VH re", "call-too-late @4"),
    ("no second reservation", {}, f"{ASKED.replace('poverty', 'healthy')}, VH healthy",
     "reservation-not-allowed @4"),
    ("no exchange while reservations are asked", POOR, "VH healthy, VH takes",
     "poverty-not-allowed @1"),
    ("no reservation during the exchange", POOR, f"{LAID}, G healthy",
     "reservation-not-allowed @5"),
    ("nothing said after a redeal", KINGS,
     "VH healthy, MH healthy, HH healthy, G throw-in, VH takes", "poverty-not-allowed @4"),
)  # fmt: skip


@pytest.mark.parametrize(("hands", "actions", "played"), EXCHANGE)
def test_the_cards_of_a_poverty_change_hands(
    hands: dict[str, str], actions: str, played: str
) -> None:
    assert outcome(judged("cvjm", hands, actions)) == played


def test_giver_and_taker_are_re_whoever_holds_the_queens() -> None:
    """C18 C26"""
    found = judged("cvjm", POOR, f"{LAID}, G takes, G returns HT DQ DJ DA DA")
    assert found["parties"] == {"VH": "kontra", "MH": "kontra", "HH": "re", "G": "re"}
    assert (found["declarer"], found["partner"]) == ("HH", "G")


def test_received_cards_may_come_back() -> None:
    """C27"""
    found = judged("cvjm", POOR, f"{LAID}, G takes, G returns DA DA DQ DJ HT, VH re")
    assert found["errors"][0]["code"] == "call-wrong-party"


GIVEN = rows(
    # a settled contract, rules, hands, what is played
    ("kompakt:pflichtsolo compulsory MH queens", "kompakt", {}, "reservation-not-allowed @None"),
    ("solo MH queens", "kompakt", {}, "queens by MH, VH leads"),
    ("solo MH queens-jacks", "kompakt", {}, "solo-not-in-rules @None"),
    ("marriage MH first", "kompakt", QUEENS, "marriage by MH, VH leads"),
    ("marriage MH first-plain", "kompakt", QUEENS, "deciding-trick-not-in-rules @None"),
    ("marriage MH", "kompakt", {}, "reservation-not-allowed @None"),
    ("silent-solo MH", "kompakt", QUEENS, "silent-solo by MH, VH leads"),
    ("silent-solo MH not", "kompakt", {}, "unknown-action @None"),
    ("silent-solo G", "kompakt", QUEENS, "reservation-not-allowed @None"),
    ("normal", "kompakt", {}, "normal, VH leads"),
    ("kompakt:stille-hochzeit normal", "kompakt", QUEENS, "reservation-not-allowed @None"),
    ("poverty HH VH", "cvjm", {}, "poverty by HH, VH leads"),
    ("poverty HH HH", "cvjm", {}, "poverty-not-allowed @None"),
    ("poverty HH VH", "kompakt", {}, "poverty-not-allowed @None"),
)


@pytest.mark.parametrize(
    ("contract", "rules", "hands", "played"),
    [
        pytest.param(row.id.split(" ", 1)[1] if ":" in row.id else row.id, *row.values, id=row.id)
        for row in GIVEN
    ],
)
def test_a_record_may_start_from_a_settled_contract(
    contract: str, rules: str, hands: dict[str, str], played: str
) -> None:
    found = judged(rules, hands, "", contract=contract)
    assert outcome(found) == played


def test_a_compulsory_soloist_leads() -> None:
    """kompakt:pflichtsolo"""
    options = {"compulsory_solo": True}
    found = judged("kompakt", {}, "", contract="compulsory MH queens", options=options)
    assert outcome(found) == "queens by MH, MH leads"


def test_a_settled_silent_solo_is_no_marriage_any_more() -> None:
    """R21"""
    found = judged("royal", QUEENS, "VH CA, MH marriage", contract="silent-solo MH")
    assert outcome(found) == "reservation-not-allowed @1"


def test_what_cannot_be_asked_for_is_not_said() -> None:
    rules = with_options(rules_named("royal"), {"reservation_order": ["solo"]})
    options = {"reservation_order": ["solo"]}
    found = judged("royal", QUEENS, "VH healthy, MH marriage", options=options)
    assert rules.solos
    assert outcome(found) == "reservation-not-allowed @1"
