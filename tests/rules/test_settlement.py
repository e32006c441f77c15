"""Figures of games whose cards nobody wrote down: what cannot be is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons.judge import judge
from lessons.rules.rule_sets import PRESETS
from tests.rules.at_the_table import rows, settled

RECORD: dict[str, Any] = {
    "format": "doppelkopf-settlement/1",
    "rules": "kompakt",
    "contract": "normal",
    "parties": {"VH": "re", "MH": "kontra", "HH": "re", "G": "kontra"},
    "card_points": {"re": 98, "kontra": 142},
    "tricks": {"re": 5, "kontra": 7},
    "calls": {"re": ["re", "no90"], "kontra": []},
    "specials": [{"item": "fox", "party": "re"}, {"item": "fox", "party": "re"}],
}
FOX = {"item": "fox", "party": "re"}
ALL = [
    "fox", "doppelkopf", "charlie", "charlie-pair", "fox-last", "fox-pair-last", "heart-trick",
    "dulle-caught",
]  # fmt: skip


def test_the_example_of_the_document() -> None:
    """kompakt:abrechnung-beispiel kompakt:punktwertung"""
    judged = judge(RECORD)
    assert judged["ok"]
    assert (judged["winner"], judged["value"]) == ("kontra", 3)
    assert judged["score"] == {"VH": -3, "MH": 3, "HH": -3, "G": 3}
    assert judged["items"] == [
        {"item": "won", "party": "kontra", "value": 1},
        {"item": "gegen-die-alten", "party": "kontra", "value": 1},
        {"item": "re", "party": "kontra", "value": 2},
        {"item": "refuted-no90", "party": "kontra", "value": 1},
        {"item": "fox", "party": "re", "value": 1},
        {"item": "fox", "party": "re", "value": 1},
    ]


def special(*words: str) -> dict[str, Any]:
    rows = [word.split() for word in words]
    return {
        "options": {"specials": ALL},
        "specials": [{"item": item, "party": party} for item, party in rows],
    }


REFUSED = rows(
    # what it is about, change, codes
    ("kompakt:blatt K15 240 together", {"card_points": {"re": 98, "kontra": 141}},
     "impossible-points"),
    ("not below 0", {"card_points": {"re": -2, "kontra": 242}}, "impossible-points"),
    ("twelve tricks", {"tricks": {"re": 5, "kontra": 6}}, "impossible-points"),
    ("no tricks below 0", {"tricks": {"re": -1, "kontra": 13}}, "impossible-points"),
    ("no cards have 1", {"card_points": {"re": 239, "kontra": 1}}, "impossible-points"),
    ("four cards have at most 44", {"tricks": {"re": 2, "kontra": 10}}, "impossible-points"),
    ("without nines at least 8", {"options": {"nines": False}, "specials": [],
     "card_points": {"re": 31, "kontra": 209}, "tricks": {"re": 4, "kontra": 6}},
     "impossible-points"),
    ("without nines no 7 points", {"options": {"nines": False}, "specials": [], "tricks": None,
     "card_points": {"re": 7, "kontra": 233}}, "impossible-points"),
    ("K3 0 points may be tricks of nines", {"card_points": {"re": 0, "kontra": 240},
     "tricks": None, "specials": []}, "tricks-needed"),
    ("kompakt:spieler three Re players",
     {"parties": {"VH": "re", "MH": "re", "HH": "re", "G": "kontra"}}, "impossible-parties"),
    ("a seat is missing", {"parties": {"VH": "re", "MH": "re", "HH": "kontra"}},
     "impossible-parties"),
    ("two soloists", {"contract": "solo queens", "specials": []}, "impossible-parties"),
    ("three foxes", {"specials": [FOX, FOX, FOX]}, "impossible-special"),
    ("foxes without their points", {"card_points": {"re": 21, "kontra": 219}, "calls": {},
     "tricks": {"re": 2, "kontra": 10}}, "impossible-special"),
    ("two that both need the last trick", special("charlie re", "fox-last re"),
     "impossible-special"),
    ("the last trick goes to one side", special("charlie re", "charlie-pair kontra"),
     "impossible-special"),
    ("two charlies", special("charlie re", "charlie re"), "impossible-special"),
    ("R14 a pair without the single", special("charlie-pair re"), "impossible-special"),
    ("five Doppelkopfs", special(*["doppelkopf re"] * 5), "impossible-special"),
    ("three Doppelkopfs in 98 points", special(*["doppelkopf re"] * 3), "impossible-special"),
    ("foxes caught and making the last trick", special("fox re", "fox re", "fox-last re"),
     "impossible-special"),
    ("both foxes and one more", special("fox kontra", "fox-last re", "fox-pair-last re"),
     "impossible-special"),
    ("two heart tricks", special("heart-trick re", "heart-trick re"), "impossible-special"),
    ("a special point without a trick",
     special("charlie re") | {"card_points": {"re": 0, "kontra": 240},
     "tricks": {"re": 0, "kontra": 12}, "calls": {}}, "impossible-special"),
    ("a Doppelkopf and a charlie in one trick", special("doppelkopf re", "charlie re") | {
     "card_points": {"re": 44, "kontra": 196}, "tricks": {"re": 1, "kontra": 11}, "calls": {}},
     "impossible-special"),
    ("R17 C12 kompakt:sonderpunkte none in a solo", {"contract": "silent-solo", "specials": [FOX],
     "parties": {"VH": "re", "MH": "kontra", "HH": "kontra", "G": "kontra"}},
     "impossible-special"),
    ("kompakt:sonderpunkte not counted", {"specials": [{"item": "heart-trick", "party": "re"}]},
     "special-not-in-rules"),
    ("nobody knows it", {"specials": [{"item": "joker", "party": "re"}]}, "special-not-in-rules"),
    ("said twice", {"calls": {"re": ["re", "re"]}}, "call-repeated"),
    ("K11 no limit without Re", {"calls": {"re": ["no90"]}}, "call-needs-announcement"),
    ("Kontra is not Re's to say", {"calls": {"re": ["kontra"]}}, "call-wrong-party"),
    ("not higher", {"calls": {"re": ["re", "no60", "no90"]}}, "call-not-higher"),
    ("royal:5.2.3 taken", {"rules": "royal", "calls": {"re": ["no90"], "kontra": ["no90"]}},
     "call-taken"),
    ("R4 taken with a higher one first",
     {"rules": "royal", "calls": {"re": ["no60"], "kontra": ["no30", "no60"]}}, "call-taken"),
    ("unknown call", {"calls": {"re": ["sieg"]}}, "unknown-action"),
    ("unknown contract", {"contract": "bock"}, "unknown-action"),
    ("unknown solo", {"contract": "solo ladies"}, "unknown-action"),
    ("cvjm:2d not in the rules", {"rules": "cvjm", "contract": "solo spades", "specials": [],
     "tricks": {"re": 4, "kontra": 6}, "calls": {},
     "parties": {"VH": "re", "MH": "kontra", "HH": "kontra", "G": "kontra"}}, "solo-not-in-rules"),
    ("no poverty", {"contract": "poverty"}, "poverty-not-allowed"),
    ("unknown rules", {"rules": "skat"}, "unknown-rules"),
    ("unknown option", {"options": {"jokers": 1}}, "unknown-option"),
    ("unknown seat", {"parties": {"XX": "re"}}, "unknown-seat"),
    ("several at once", {"card_points": {"re": 98, "kontra": 141}, "calls": {"re": ["no90"]},
     "contract": "poverty"}, "poverty-not-allowed impossible-points call-needs-announcement"),
    ("no words for parties", {"parties": {"VH": 1}}, "unusable"),
    ("no such party", {"parties": {"VH": "us", "MH": "re", "HH": "re", "G": "re"}}, "unusable"),
    ("no numbers", {"card_points": {"re": "98", "kontra": 142}}, "unusable"),
    ("yes is no number", {"tricks": {"re": True, "kontra": 11}}, "unusable"),
    ("one number", {"card_points": {"re": 98}}, "unusable"),
    ("calls are lists", {"calls": {"re": "re"}}, "unusable"),
    ("calls of the parties", {"calls": {"VH": []}}, "unusable"),
    ("specials are objects", {"specials": ["fox"]}, "unusable"),
    ("specials have a party", {"specials": [{"item": "fox"}]}, "unusable"),
    ("a contract is a text", {"contract": None}, "unusable"),
)  # fmt: skip


@pytest.mark.parametrize(("change", "codes"), REFUSED)
def test_figures_that_cannot_be_are_refused(change: dict[str, Any], codes: str) -> None:
    record = {name: value for name, value in (RECORD | change).items() if value is not None}
    judged = judge(record)
    assert not judged["ok"]
    assert [error["code"] for error in judged["errors"]] == codes.split()
    assert all(error["message"] and error["action"] is None for error in judged["errors"])


@pytest.mark.parametrize(
    "change",
    [
        special("fox re", "fox-last re"),
        special("doppelkopf re", "fox re", "fox re", "charlie re"),
        special("fox-last re", "fox-pair-last re"),
        special("dulle-caught re", "heart-trick kontra"),
        {"tricks": None},
        {"card_points": {"re": 0, "kontra": 240}, "tricks": {"re": 3, "kontra": 9}, "specials": []},
        {"options": {"nines": False}, "card_points": {"re": 0, "kontra": 240}, "tricks": None,
         "specials": []},
        {"options": {"nines": False}, "card_points": {"re": 240, "kontra": 0}, "tricks": None,
         "specials": []},
    ],
)  # fmt: skip
def test_figures_that_can_be_are_settled(change: dict[str, Any]) -> None:
    record = {name: value for name, value in (RECORD | change).items() if value is not None}
    assert judge(record)["ok"], judge(record)


def test_without_nines_no_points_are_no_tricks() -> None:
    """K3"""
    judged = settled("cvjm", "normal", 240, re="schwarz")
    assert (judged["winner"], judged["targets"]["re"]) == ("re", "all-tricks")


CALLS = st.lists(st.sampled_from(["re", "no90", "no60", "no30", "schwarz"]), max_size=3)


@given(
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from(["normal", "marriage", "silent-solo", "marriage-solo"]),
    st.integers(0, 240),
    CALLS,
    CALLS,
    st.booleans(),
)
def test_laws_of_every_settlement(
    rules: str, contract: str, points: int, re: list[str], kontra: list[str], after_draw: bool
) -> None:
    """At most one winner; zero sum, or the plus law: losers write nothing and winners the same."""
    against = ["kontra" if call == "re" else call for call in kontra]
    judged = settled(
        rules, contract, points, re=" ".join(re), kontra=" ".join(against), after_draw=after_draw,
        nines=False,
    )  # fmt: skip
    if not judged["ok"]:
        return
    # At most one side meets its target, and that one wins.
    tricks = {"re": 0 if points == 0 else 10 if points == 240 else 5}
    tricks["kontra"] = 10 - tricks["re"]
    met = [
        party
        for party, target in judged["targets"].items()
        if (target == "all-tricks" and tricks[party] == 10)
        or (target == "one-trick" and tricks[party] > 0)
        or (isinstance(target, int) and judged["card_points"][party] >= target)
    ]
    assert met == ([judged["winner"]] if judged["winner"] else [])
    score = judged["score"]
    if rules == "royal":
        winners = {score[s] for s, p in judged["parties"].items() if p == judged["winner"]}
        losers = {score[s] for s, p in judged["parties"].items() if p != judged["winner"]}
        assert losers <= {0}
        assert len(winners) <= 1
    else:
        assert sum(score.values()) == 0
    if rules == "tsr":
        assert len({points % 2 for points in score.values()}) == 1
    if judged["winner"] is None:
        assert re
        assert kontra
