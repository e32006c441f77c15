"""Who has won, what it is worth, and who writes down what: rows of figures and calls."""

from typing import Any

import pytest

from lessons.rules.calls import Call, Spoken
from lessons.rules.cards import Seat
from lessons.rules.parties import Party
from lessons.rules.rule_sets import CVJM, KOMPAKT, ROYAL, TSR, RuleSet
from lessons.rules.scoring import result_of
from tests.rules.at_the_table import rows, settled, tally

TWO, SOLO = "normal", "solo queens"
COLD = {"draw_doubles_next": True}
ALL_ROYAL = [
    "fox", "doppelkopf", "charlie", "charlie-pair", "fox-last", "fox-pair-last", "heart-trick",
    "dulle-caught",
]  # fmt: skip

TARGETS = rows(
    # what it is about, rules, Re's calls, Kontra's calls, targets of Re and Kontra
    ("royal:6.1.1 nothing said", "royal", "", "", 121, 120),
    ("royal:6.1.1 R28 only Kontra", "royal", "", "kontra", 121, 120),
    ("R2 royal:5.2.1b own no90", "royal", "no90", "", 151, 90),
    ("R2 own no60", "royal", "", "no60", 60, 181),
    ("R2 R4 both limits", "royal", "no90", "no60", 151, 181),
    ("R26 schwarz", "royal", "schwarz", "", "all-tricks", "one-trick"),
    ("cvjm:4.1a nothing said", "cvjm", "", "", 121, 120),
    ("cvjm:4.1a C11 only Contra", "cvjm", "", "kontra", 121, 120),
    ("C31 schwarz", "cvjm", "schwarz", "", "all-tricks", "one-trick"),
    ("cvjm:4.1c no90 is 151", "cvjm", "no90", "", 151, 90),
    ("C6 C24 both say no90", "cvjm", "no90", "no90", 151, 151),
    ("kompakt:auszaehlen nothing said", "kompakt", "", "", 121, 120),
    ("kompakt:ansagen-c Re needs 121", "kompakt", "re", "", 121, 120),
    ("kompakt:ansagen-c K1 only Kontra", "kompakt", "", "kontra", 120, 121),
    ("K1 both", "kompakt", "re", "kontra", 121, 120),
    ("kompakt:absagen-a no90", "kompakt", "re no90", "", 151, 90),
    ("kompakt:absagen-a no60", "kompakt", "re no90 no60", "", 181, 60),
    ("kompakt:absagen-a no30", "kompakt", "", "kontra no30", 30, 211),
    ("kompakt:absagen-a K3 schwarz", "kompakt", "", "kontra schwarz", "one-trick", "all-tricks"),
)


@pytest.mark.parametrize(("rules", "re", "kontra", "of_re", "of_kontra"), TARGETS)
def test_each_side_needs_so_many_card_points(
    rules: str, re: str, kontra: str, of_re: Any, of_kontra: Any
) -> None:
    judged = settled(rules, TWO, 120, re=re, kontra=kontra)
    assert judged["targets"] == {"re": of_re, "kontra": of_kontra}


WINNERS = rows(
    # what it is about, rules, Re's card points and tricks, calls of both, winner
    ("kompakt:ziel kompakt:auszaehlen 121", "kompakt", 121, 6, "", "", "re"),
    ("kompakt:auszaehlen 120", "kompakt", 120, 6, "", "", "kontra"),
    ("K1 120 against a lone Kontra", "kompakt", 120, 6, "", "kontra", "re"),
    ("K1 119 against a lone Kontra", "kompakt", 119, 6, "", "kontra", "kontra"),
    ("kompakt:absagen-b kept", "kompakt", 151, 7, "re no90", "", "re"),
    ("kompakt:absagen-b missed", "kompakt", 150, 7, "re no90", "", "kontra"),
    ("K4 both missed", "kompakt", 125, 7, "re no90", "kontra no90", None),
    ("K3 all points but not all tricks", "kompakt", 240, 11, "re schwarz", "", "kontra"),
    ("K3 all tricks", "kompakt", 240, 12, "re schwarz", "", "re"),
    ("K3 all tricks to Kontra", "kompakt", 0, 0, "", "kontra schwarz", "kontra"),
    ("royal:6.1.1 121", "royal", 121, 6, "", "", "re"),
    ("royal:6.1.1 R28 120", "royal", 120, 6, "", "kontra", "kontra"),
    ("R3 missed", "royal", 150, 7, "no90", "", "kontra"),
    ("R2 kept by Kontra", "royal", 59, 5, "", "no60", "kontra"),
    ("R26 a trick of nines refutes schwarz", "royal", 240, 11, "schwarz", "", "kontra"),
    ("cvjm:4.1a 121", "cvjm", 121, 5, "", "", "re"),
    ("cvjm:4.1a C8 120", "cvjm", 120, 5, "", "", "kontra"),
    ("cvjm:4.1c exactly 90 is not no90", "cvjm", 150, 6, "no90", "", "kontra"),
    ("cvjm:4.1c 89 is no90", "cvjm", 151, 6, "no90", "", "re"),
    ("C9 both missed", "cvjm", 125, 6, "no90", "no60", None),
)


@pytest.mark.parametrize(("rules", "points", "tricks", "re", "kontra", "winner"), WINNERS)
def test_the_game_goes_to_who_meets_the_target(
    rules: str, points: int, tricks: int, re: str, kontra: str, winner: str | None
) -> None:
    judged = settled(rules, TWO, points, re=re, kontra=kontra, tricks_of_re=tricks)
    assert judged["winner"] == winner


WORTH = rows(
    # what it is about, rules, contract, figures, items (re and kontra), value
    ("kompakt:p-gewinn Re", "kompakt", TWO, {"points_of_re": 121}, "re won", 1),
    ("kompakt:p-gewinn kompakt:s-alte K6 Kontra: one point more, not two", "kompakt", TWO,
     {"points_of_re": 120}, "kontra won gegen-die-alten", 2),
    ("K6 C21 R18 no old ones in a solo", "kompakt", SOLO, {"points_of_re": 120}, "kontra won", 1),
    ("kompakt:p-stufen K9", "kompakt", TWO, {"points_of_re": 211},
     "re won no90 no60 no30", 4),
    ("kompakt:p-stufen schwarz", "kompakt", TWO, {"points_of_re": 240, "tricks_of_re": 12},
     "re won no90 no60 no30 schwarz", 5),
    ("kompakt:p-ansage kompakt:ansagen-b K5 two for each", "kompakt", TWO,
     {"points_of_re": 130, "re": "re", "kontra": "kontra"}, "re won re kontra", 5),
    ("kompakt:ansagen-b K5 to the winner, whoever said it", "kompakt", TWO,
     {"points_of_re": 130, "kontra": "kontra"}, "re won kontra", 3),
    ("kompakt:p-absage kompakt:absagen-b kept", "kompakt", TWO,
     {"points_of_re": 152, "re": "re no90"}, "re won no90 re said-no90", 5),
    ("kompakt:absagen-b K7 K8 missed", "kompakt", TWO, {"points_of_re": 150, "re": "re no90"},
     "kontra won gegen-die-alten re refuted-no90", 5),
    ("K9 a lower step that the loser would have kept counts for nobody", "kompakt", TWO,
     {"points_of_re": 155, "re": "re no60"}, "kontra won gegen-die-alten re refuted-no60", 5),
    ("K9 nothing played for a loser", "kompakt", SOLO,
     {"points_of_re": 170, "re": "re no60"}, "kontra won re refuted-no60", 4),
    ("K4 nobody: only refuted steps and special points", "kompakt", TWO,
     {"points_of_re": 125, "re": "re no90", "kontra": "kontra no60", "noted": "fox kontra"},
     "re refuted-no90 refuted-no60; kontra refuted-no90 fox", 0),
    ("K3 K7 schwarz refuted by a trick", "kompakt", TWO,
     {"points_of_re": 240, "tricks_of_re": 11, "re": "re schwarz"},
     "kontra won gegen-die-alten re refuted-schwarz", 5),
    ("kompakt:abrechnung-beispiel kompakt:punktwertung kompakt:s-fuchs", "kompakt", TWO,
     {"points_of_re": 98, "re": "re no90", "noted": "fox re, fox re"},
     "kontra won gegen-die-alten re refuted-no90; re fox fox", 3),
    ("kompakt:s-doppelkopf kompakt:s-karlchen kompakt:sonderpunkte", "kompakt", TWO,
     {"points_of_re": 130, "noted": "doppelkopf re, charlie kontra"},
     "re won doppelkopf; kontra charlie", 1),
    ("royal:6.2.1-1", "royal", TWO, {"points_of_re": 125}, "re won", 1),
    ("royal:6.2.1-2 R18", "royal", TWO, {"points_of_re": 100}, "kontra won gegen-die-alten", 2),
    ("R18 not against a soloist", "royal", SOLO, {"points_of_re": 100}, "kontra won", 1),
    ("royal:6.2.1-3 R9", "royal", TWO, {"points_of_re": 181}, "re won no90 no60", 3),
    ("royal:6.2.1-4 royal:5.2.1b said and played", "royal", TWO,
     {"points_of_re": 181, "re": "no60"}, "re won no90 no60 said-no90 said-no60", 5),
    ("R3 said and missed: the steps go to the winner", "royal", TWO,
     {"points_of_re": 150, "re": "no90"}, "kontra won gegen-die-alten said-no90", 3),
    ("R4 a step counts only for its first caller", "royal", TWO,
     {"points_of_re": 50, "re": "no90", "kontra": "no60"},
     "kontra won gegen-die-alten no90 no60 said-no90 said-no60", 6),
    ("royal:6.2.1-5 R8 each doubles", "royal", TWO,
     {"points_of_re": 155, "re": "re", "kontra": "kontra"}, "re won no90 *re *kontra", 8),
    ("royal:6.2.1-5 against Re is doubled", "royal", TWO,
     {"points_of_re": 100, "kontra": "kontra"}, "kontra won gegen-die-alten *kontra", 4),
    ("royal:6.2.1-5 but not as a special point", "royal", TWO,
     {"points_of_re": 85, "kontra": "kontra", "gegen_die_alten": "special"},
     "kontra won gegen-die-alten no90 *kontra", 5),
    ("K7 K3 schwarz kept is not refuted", "kompakt", TWO,
     {"points_of_re": 0, "tricks_of_re": 0, "kontra": "kontra schwarz"},
     "kontra won gegen-die-alten no90 no60 no30 schwarz kontra said-no90 said-no60 said-no30 "
     "said-schwarz", 12),
    ("royal:6.2.1-5 special points afterwards", "royal", TWO,
     {"points_of_re": 155, "re": "re", "noted": "fox re, doppelkopf kontra"},
     "re won no90 *re fox; kontra doppelkopf", 4),
    ("royal:6.2.2 won and worth less than nothing", "royal", TWO,
     {"points_of_re": 125, "noted": "fox kontra, charlie kontra", "specials": ["charlie", "fox"]},
     "re won; kontra fox charlie", -1),
    ("R19 nobody: nothing at all", "royal", TWO,
     {"points_of_re": 125, "re": "no90", "kontra": "no60", "noted": "fox kontra"}, "", 0),
    ("royal:6.2.3 R30 the whole entry doubled", "royal", TWO,
     {"points_of_re": 125, "noted": "fox re", "after_draw": True} | COLD,
     "re won fox *after-draw", 4),
    ("royal:6.2.3 optional", "royal", TWO, {"points_of_re": 125, "after_draw": True}, "re won", 1),
    ("cvjm:4.1e C8 C21", "cvjm", TWO, {"points_of_re": 119}, "kontra won gegen-die-alten", 2),
    ("C21 Trumpfabgabe too", "cvjm", "poverty", {"points_of_re": 119},
     "kontra won gegen-die-alten", 2),
    ("C30 reached and not said", "cvjm", TWO, {"points_of_re": 182}, "re won no90 no60", 3),
    ("cvjm:4.1b said and reached", "cvjm", TWO, {"points_of_re": 182, "re": "no60"},
     "re won no90 no60 said-no90 said-no60", 5),
    ("cvjm:3.1c C5 no60 without no90", "cvjm", TWO, {"points_of_re": 182, "kontra": "kontra",
     "re": "no60"}, "re won no90 no60 *kontra said-no90 said-no60", 10),
    ("cvjm:3.1d Re is never implied by a limit", "cvjm", TWO,
     {"points_of_re": 152, "re": "no90"}, "re won no90 said-no90", 3),
    ("cvjm:4.1d C7 90 points against no90", "cvjm", TWO, {"points_of_re": 150, "re": "no90"},
     "kontra won gegen-die-alten no90 said-no90", 4),
    ("C7 no60 missed by far: as if it had been reached", "cvjm", TWO,
     {"points_of_re": 60, "re": "re no60"},
     "kontra won gegen-die-alten no90 no60 *re said-no90 said-no60", 12),
    ("C7 in a solo", "cvjm", SOLO, {"points_of_re": 130, "re": "no90"},
     "kontra won no90 said-no90", 3),
    ("C22 the winner kept a limit of its own", "cvjm", TWO,
     {"points_of_re": 85, "re": "no60", "kontra": "no90"},
     "kontra won gegen-die-alten no90 said-no90 said-no90 said-no60", 6),
    ("C9 nobody: only special points", "cvjm", TWO,
     {"points_of_re": 125, "re": "re no90", "kontra": "no90", "noted": "fox kontra"},
     "kontra fox", -1),
    ("cvjm:4.1f C10 doubled four times, special points not", "cvjm", TWO,
     {"points_of_re": 130, "re": "re", "kontra": "kontra", "noted": "heart-trick re"},
     "re won *re *kontra heart-trick", 5),
    ("tsr: reached and said", "tsr", TWO, {"points_of_re": 125, "re": "re no60"},
     "kontra won gegen-die-alten re said-no90 said-no60 reached-90", 7),
    ("tsr: both say no90, one keeps it", "tsr", TWO,
     {"points_of_re": 152, "re": "re no90", "kontra": "kontra no90"},
     "re won no90 re kontra said-no90 said-no90 reached-120", 9),
    ("tsr: nobody, but somebody stayed under", "tsr", TWO,
     {"points_of_re": 179, "re": "re no60", "kontra": "kontra no90", "noted": "charlie re"},
     "re no90 reached-120 charlie", 3),
)  # fmt: skip


@pytest.mark.parametrize(("rules", "contract", "figures", "items", "value"), WORTH)
def test_a_game_is_worth_its_items(
    rules: str, contract: str, figures: dict[str, Any], items: str, value: int
) -> None:
    judged = settled(rules, contract, **figures)
    assert judged["ok"], judged
    expected = [
        f"{name} {word}"
        for name, *words in map(str.split, filter(None, items.split("; ")))
        for word in words
    ]
    found = [
        f"{item['party']} {'*' if 'factor' in item else ''}{item['item']}"
        for item in judged["items"]
    ]
    assert (sorted(found), judged["value"]) == (sorted(expected), value)


SCORES = rows(
    # what it is about, rules, contract, figures, what VH (Re), MH, HH and G write down
    ("royal:6.2.1a R6 the winners plus, the losers nothing", "royal", TWO,
     {"points_of_re": 100}, (0, 2, 0, 2)),
    ("royal:6.2.2 R6 the winners write the minus", "royal", TWO,
     {"points_of_re": 125, "noted": "fox kontra, doppelkopf kontra"}, (-1, 0, -1, 0)),
    ("R7 solo won", "royal", SOLO, {"points_of_re": 125}, (3, 0, 0, 0)),
    ("R7 solo lost", "royal", SOLO, {"points_of_re": 100}, (0, 1, 1, 1)),
    ("R19 nobody writes", "royal", TWO, {"points_of_re": 125, "re": "no90", "kontra": "no60"},
     (0, 0, 0, 0)),
    ("cvjm:4.1g cvjm:6c winners plus, losers minus", "cvjm", TWO, {"points_of_re": 100},
     (-2, 2, -2, 2)),
    ("cvjm:4.1g solo three times", "cvjm", SOLO, {"points_of_re": 125}, (3, -1, -1, -1)),
    ("C25 a silent solo is one", "cvjm", "silent-solo", {"points_of_re": 100}, (-3, 1, 1, 1)),
    ("C25 so is an undecided marriage", "cvjm", "marriage-solo", {"points_of_re": 125},
     (3, -1, -1, -1)),
    ("C18 giver and taker", "cvjm", "poverty", {"points_of_re": 125}, (1, -1, 1, -1)),
    ("kompakt:punktwertung two against two", "kompakt", TWO,
     {"points_of_re": 98, "re": "re no90", "noted": "fox re, fox re"}, (-3, 3, -3, 3)),
    ("kompakt:punktwertung kompakt:stille-hochzeit solo", "kompakt", "silent-solo",
     {"points_of_re": 151}, (6, -2, -2, -2)),
)  # fmt: skip


@pytest.mark.parametrize(("rules", "contract", "figures", "scores"), SCORES)
def test_each_seat_writes_down_its_score(
    rules: str, contract: str, figures: dict[str, Any], scores: tuple[int, ...]
) -> None:
    assert tuple(settled(rules, contract, **figures)["score"].values()) == scores


NOBODY = (
    Spoken(Seat.VH, Party.RE, Call.NO_90),
    Spoken(Seat.MH, Party.KONTRA, Call.NO_60),
)


@pytest.mark.parametrize("rules", [KOMPAKT, CVJM, TSR, ROYAL])
def test_a_reason_is_given_for_everything(rules: RuleSet) -> None:
    result = result_of(tally(rules, 98, *NOBODY))
    assert result.why.figures
    assert all(target.why.parties == (party,) for party, target in result.targets.items())
