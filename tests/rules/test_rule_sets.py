"""The four rule sets, their options as a record writes them, and what makes no sense together."""

from typing import Any

import pytest

from lessons.rules.reasons import Fault, Reason
from lessons.rules.rule_sets import (
    CVJM,
    KOMPAKT,
    PRESETS,
    ROYAL,
    TSR,
    RuleSet,
    SenselessRules,
    options_of,
    rules_as_json,
    rules_from_json,
    with_options,
)
from tests.rules.at_the_table import rows

ALL_SOLOS = ["diamonds", "hearts", "spades", "clubs", "queens", "jacks", "aces"]

# option: royal, cvjm, kompakt, tsr; as the table of the rule sets has it.
TABLE = rows(
    ("royal:1.1.1a cvjm:1 kompakt:blatt nines", "nines", True, False, True, True),
    ("cvjm:3b second_dulle_wins", "second_dulle_wins", *["never"] * 4),
    ("royal:3.1.2 cvjm:3c piglets", "piglets", *["off"] * 4),
    ("cvjm:2d C20 solos", "solos", ALL_SOLOS, ["diamonds", "queens", "jacks", "aces"], ALL_SOLOS,
     ALL_SOLOS),
    ("kompakt:pflichtsolo compulsory_solo", "compulsory_solo", *[False] * 4),
    ("R27 C3 cvjm:2c reservation_order", "reservation_order", ["solo", "throw-in", "marriage"],
     ["solo", "throw-in", "poverty", "marriage"], *[["compulsory", "solo", "marriage"]] * 2),
    ("royal:3.3.1a cvjm:5.1a kompakt:hochzeit marriage_deciding", "marriage_deciding",
     ["first", "first-trump", "first-plain"], ["first-plain", "first-trump", "first"],
     *[["first"]] * 2),
    ("royal:4.1.2b marriage_until", "marriage_until", "own-first-card", *["query"] * 3),
    ("R10 marriage_tricks", "marriage_tricks", *[3] * 4),
    ("royal:4.1.3 cvjm:2b throw_in", "throw_in", [], ["five-kings"], [], []),
    ("cvjm:5.2b poverty", "poverty", "off", "exchange", "off", "off"),
    ("K11 R23 C6 limits_need_announcement", "limits_need_announcement", False, False, True, True),
    ("C5 skipped_limits", "skipped_limits", "in-time", "included", "in-time", "in-time"),
    ("royal:5.2.3 limit_once", "limit_once", True, False, False, False),
    ("R23 C24 K10 reply", "reply", False, False, True, True),
    ("royal:6.2.1-5 cvjm:4.1f kompakt:p-ansage announcement", "announcement", "double", "double",
     "plus-two", "plus-two"),
    ("R28 C11 K1 kontra_alone_needs_121", "kontra_alone_needs_121", False, False, True, True),
    ("R3 C7 K8 failed_limit", "failed_limit", "steps", "as-if-reached", "refuted-points", "steps"),
    ("K8 reached_points", "reached_points", False, False, False, True),
    ("K6 gegen_die_alten", "gegen_die_alten", "doubled", "doubled", "special", "special"),
    ("royal:6.2.1-7a cvjm:4.2b kompakt:sonderpunkte specials", "specials", ["fox", "doppelkopf"],
     ["heart-trick", "charlie", "fox-last", "fox", "doppelkopf"],
     *[["fox", "doppelkopf", "charlie"]] * 2),
    ("R17 C12 specials_in_solo", "specials_in_solo", *[False] * 4),
    ("R6 royal:6.2.1a counting", "counting", "plus", *["plus-minus"] * 3),
    ("R7 solo_factor", "solo_factor", *[3] * 4),
    ("cvjm:4.1h royal:6.2.3 draw_doubles_next", "draw_doubles_next", *[False] * 4),
)  # fmt: skip


@pytest.mark.parametrize(("option", "royal", "cvjm", "kompakt", "tsr"), TABLE)
def test_a_preset_is_what_its_document_says(
    option: str, royal: Any, cvjm: Any, kompakt: Any, tsr: Any
) -> None:
    for rules, value in ((ROYAL, royal), (CVJM, cvjm), (KOMPAKT, kompakt), (TSR, tsr)):
        held = getattr(rules, option)
        assert (list(held) if isinstance(held, tuple) else held) == value, rules.document


def test_the_last_moments_of_calls() -> None:
    """R1 K12 cvjm:3.1a cvjm:3.1b kompakt:absagen-a"""
    for rules in (ROYAL, KOMPAKT, TSR):
        assert rules.last_moments.at == (11, 10, 9, 8, 7)
        assert with_options(rules, {"nines": False}).last_moments.at == (9, 8, 7, 6, 5)
    assert (CVJM.last_moments.by, CVJM.last_moments.at) == ("tricks", (2, 3, 4, 5, 6))
    own = with_options(KOMPAKT, {"nines": False, "call_limits": {"by": "cards", "at": [10] * 5}})
    assert own.last_moments.at == (10,) * 5


def test_without_nines_ten_cards_each() -> None:
    """royal:1.1.2a cvjm:1 cvjm:2a kompakt:ohne-neunen C23"""
    assert (CVJM.hand_size, KOMPAKT.hand_size) == (10, 12)
    assert (
        sum(card.points for card in CVJM.pack) == sum(card.points for card in KOMPAKT.pack) == 240
    )


CHANGES: list[dict[str, Any]] = [
    {},
    {"nines": False},
    {"piglets": "second", "second_dulle_wins": "except-last-trick"},
    {"call_limits": {"by": "tricks", "at": [2, 2, 3, 3, 12]}},
    {"specials": [], "solos": ["queens-jacks"], "throw_in": ["under-four-trumps"],
     "reservation_order": ["throw-in", "solo", "poverty", "compulsory", "marriage"],
     "poverty": "exchange", "compulsory_solo": True},
    {"marriage_tricks": 1, "solo_factor": 2, "draw_doubles_next": True},
]  # fmt: skip


@pytest.mark.parametrize("preset", [KOMPAKT, TSR, ROYAL])
@pytest.mark.parametrize("change", CHANGES)
def test_options_are_read_back_as_they_are_written(preset: RuleSet, change: dict[str, Any]) -> None:
    if preset is ROYAL and "reservation_order" not in change:
        change = change | {"counting": "plus-minus"}
    rules = with_options(preset, change)
    assert rules_from_json(rules_as_json(rules)) == rules
    assert set(options_of(rules)) <= set(change)


SENSELESS = rows(
    ("unknown option", {"jokers": 2}, Reason.UNKNOWN_OPTION),
    ("unknown value", {"piglets": "third"}, Reason.UNKNOWN_OPTION),
    ("unknown solo", {"solos": ["ladies"]}, Reason.UNKNOWN_OPTION),
    ("unknown deciding trick", {"marriage_deciding": ["last"]}, Reason.UNKNOWN_OPTION),
    ("five nines without nines", {"nines": False, "throw_in": ["five-nines"],
     "reservation_order": ["solo", "throw-in", "marriage"]}, Reason.NINES_TO_THROW_IN),
    ("the same twice", {"solos": ["queens", "queens"]}, Reason.LISTED_TWICE),
    ("the same thousands of times", {"specials": ["fox"] * 9_000}, Reason.LISTED_TWICE),
    ("thousands of last moments", {"call_limits": {"by": "cards", "at": [1] * 9_000}},
     Reason.FIVE_LAST_MOMENTS),
    ("a contract that is no solo", {"solos": ["normal"]}, Reason.NO_SUCH_SOLO),
    ("healthy is no reservation", {"reservation_order": ["solo", "healthy"]},
     Reason.NO_SUCH_RESERVATION),
    ("poverty that is off", {"reservation_order": ["solo", "poverty", "marriage"]},
     Reason.POVERTY_IS_OFF),
    ("poverty that is never asked for", {"poverty": "exchange"}, Reason.NEVER_ASKED),
    ("throwing in that is never asked for", {"throw_in": ["five-kings"]}, Reason.NEVER_ASKED),
    ("a compulsory solo that is never asked for",
     {"compulsory_solo": True, "reservation_order": ["solo", "marriage"]}, Reason.NEVER_ASKED),
    ("solos that are never asked for", {"reservation_order": ["marriage"]}, Reason.NEVER_ASKED),
    ("no trick decides", {"marriage_deciding": []}, Reason.NO_DECIDING_TRICK),
    ("no trick to decide in", {"marriage_tricks": 0}, Reason.MARRIAGE_TRICKS),
    ("more tricks than there are", {"marriage_tricks": 13}, Reason.MARRIAGE_TRICKS),
    ("four last moments", {"call_limits": {"by": "cards", "at": [11, 10, 9, 8]}},
     Reason.FIVE_LAST_MOMENTS),
    ("more cards than there are in hand",
     {"call_limits": {"by": "cards", "at": [13, 10, 9, 8, 7]}}, Reason.MORE_CARDS_THAN_DEALT),
    ("eleven of ten cards", {"nines": False, "call_limits": {"by": "cards", "at": [11] * 5}},
     Reason.MORE_CARDS_THAN_DEALT),
    ("no cards at all", {"call_limits": {"by": "cards", "at": [3, 3, 2, 1, 0]}},
     Reason.MORE_CARDS_THAN_DEALT),
    ("schwarz before no90", {"call_limits": {"by": "cards", "at": [7, 8, 9, 10, 11]}},
     Reason.HIGHER_CALL_LATER),
    ("schwarz before no90, by tricks", {"call_limits": {"by": "tricks", "at": [6, 5, 4, 3, 2]}},
     Reason.HIGHER_CALL_LATER),
    ("a solo for nothing", {"solo_factor": 0}, Reason.SOLO_FACTOR),
)  # fmt: skip


def test_of_a_list_no_more_is_read_than_could_make_sense() -> None:
    """What comes after is not even known."""
    for options in (
        {"specials": [*["fox"] * 9, "nobody"]},
        {"call_limits": {"by": "cards", "at": [*[1] * 6, "one"]}},
    ):
        with pytest.raises(SenselessRules) as caught:
            with_options(KOMPAKT, options)
        assert caught.value.why.reason in {Reason.LISTED_TWICE, Reason.FIVE_LAST_MOMENTS}


@pytest.mark.parametrize(("options", "reason"), SENSELESS)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], reason: Reason) -> None:
    with pytest.raises(SenselessRules) as caught:
        with_options(KOMPAKT, options)
    assert caught.value.why.reason is reason
    assert caught.value.fault is Fault.UNKNOWN_OPTION


@pytest.mark.parametrize(
    "options",
    [
        {"nines": "no"}, {"nines": 1}, {"solo_factor": True}, {"solo_factor": 2.5},
        {"solos": "queens"},
        {"solos": [7]}, {"piglets": None}, {"call_limits": [11, 10, 9, 8, 7]},
        {"call_limits": {"by": "cards"}}, {"call_limits": {"at": [11, 10, 9, 8, 7]}},
        {"call_limits": {"by": "cards", "at": [11, 10, 9, 8, "7"]}},
    ],
)  # fmt: skip
def test_options_of_the_wrong_type_are_no_options(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        with_options(KOMPAKT, options)


def test_every_document_has_its_preset() -> None:
    assert set(PRESETS) == {"kompakt", "royal", "cvjm", "tsr"}
    assert all(rules.document == name for name, rules in PRESETS.items())
