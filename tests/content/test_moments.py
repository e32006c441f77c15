"""What comments on a game claim is asked of the rules engine, and what is not so is found."""

import re
import tomllib

import pytest

from lessons.content.claims import ClaimFails
from lessons.content.moments import _ASKED, confirm_at
from lessons.content.reading import CONTENT, course
from lessons.exercises.moments import what_may_be_called, what_may_be_played
from lessons.replays import steps
from lessons.rules.readable import record_from_text
from lessons.rules.records import record_from_json

GAME = steps(
    record_from_json(
        record_from_text("""
            rules: kompakt
            VH: HT DQ HJ DA DA CA SA ST ST S9 HA HA
            MH: HT CQ SQ SQ HQ DQ SJ D9 CA CK SK HK
            HH: DJ DJ DT DK D9 CT CK C9 C9 SK H9 H9
            G: CQ HQ CJ CJ SJ HJ DT DK CT SA S9 HK
            complete: true
            alle gesund
            VH CA, MH re, MH CK, HH C9, G CT, VH SA, MH no90, MH SK, HH SK, G S9
            VH HA, MH HK, HH H9, G HK, VH S9, MH SJ, HH H9, G SA
            MH CA, HH C9, G SJ, VH DQ, VH HT, MH D9, HH DT, G HJ
            VH ST, MH CQ, HH D9, G DT, MH SQ, HH DJ, G DK, VH HJ
            MH HQ, HH DJ, G HQ, VH DA, MH HT, HH DK, G CQ, VH DA
            MH DQ, HH CK, G CJ, VH ST, MH SQ, HH CT, G CJ, VH HA
            """)
    )
)

# step, claim that holds, what else may be said and does not
CLAIMS = [
    (5, "done VH = CA", "CK"),
    (6, "done MH = re", "kontra"),
    (9, "winner = VH", "G"),
    (8, "winner = ?", "VH"),
    (8, "holder = VH", "HH"),
    (9, "points = 25", "24"),
    (9, "turn = VH", "MH"),
    (42, "earned fox = re", "kontra"),
    (42, "earned charlie = nothing", "re"),
    (0, "holds VH = HT DA DA", "HT DA DA CQ"),
    (0, "holds MH = SQ SQ", "SQ SQ SQ"),
    (0, "has VH trumps = 5", "6"),
    (0, "has VH hearts = 2", "3"),
    (9, "cards HH = 11", "12"),
    (4, "highest VH HT = yes", "no"),
    (4, "highest MH CQ = no", "yes"),
    (10, "legal MH = SK", "SK CQ"),
    (5, "if-played CK = VH", "MH"),
    (6, "may MH = no90 no60 no30 schwarz", "no90"),
    (9, "may HH = kontra", "nothing"),
    (19, "may VH = nothing", "kontra"),
    (9, "gone CA = 1", "2"),
    (21, "trumps-gone = 1", "0"),
    (21, "trumps-out VH = 20", "21"),
    (4, "contract = normal", "marriage"),
    (4, "party MH = re", "?"),
    (4, "knows MH G = ?", "re"),
    (6, "knows VH MH = re", "?"),
    (6, "knows VH G = ?", "re"),
    (34, "knows G MH = re", "?"),
    (9, "shift = 0", "1"),
    (12, "called re = re no90", "re"),
    (12, "called kontra = nothing", "kontra"),
    (12, "target re = 151", "121"),
    (9, "taken VH = 25", "0"),
    (9, "side kontra = 25", "0"),
    (0, "in-trick 5 MH = CA", "CK"),
    (0, "takes 12 = MH", "G"),
    (0, "won = kontra", "re"),
    (0, "value = 3", "2"),
    (0, "items re = fox fox", "fox"),
    (0, "score VH = 3", "-3"),
    (0, "final re = 139", "140"),
]


@pytest.mark.parametrize(("step", "claim", "other"), CLAIMS, ids=[c for _, c, _ in CLAIMS])
def test_a_claim_is_asked_of_the_rules(step: int, claim: str, other: str) -> None:
    confirm_at(GAME, step, claim)
    asked = claim.partition(" = ")[0]
    with pytest.raises(ClaimFails, match="the rules say"):
        confirm_at(GAME, step, f"{asked} = {other}")


def test_all_that_can_be_claimed_is_tried_here() -> None:
    assert {re.split("[ =]", claim)[0] for _, claim, _ in CLAIMS} == {*_ASKED}


@pytest.mark.parametrize(
    "claim",
    ["sings VH = HA", "winner", "done HH = CA", "done VH = ", "has VH swords = 1", "taken XX = 1",
     "highest VH CQ = yes", "if-played HA = VH", "in-trick 13 VH = HA", "value =", "legal VH = HA"],
)  # fmt: skip
def test_a_claim_that_makes_no_sense_is_refused(claim: str) -> None:
    with pytest.raises(ClaimFails):
        confirm_at(GAME, 5, claim)


@pytest.mark.parametrize("name", course().replays)
def test_every_comment_makes_claims(name: str) -> None:
    """All hold, of this game and not of any: in its other half they do not all hold."""
    replay = course().replays[name]
    made = steps(replay.record)
    written = tomllib.loads((CONTENT / "games" / f"{name}.toml").read_text(encoding="utf-8"))
    claims = [(int(n), claim) for n, row in written.items() for claim in row.get("claims", ())]
    for number, claim in claims:
        confirm_at(made, number, claim)
    for text in replay.texts.values():
        assert {*text.notes} == {number for number, _ in claims}
        assert all(text.notes.values())
    astray = 0
    for number, claim in claims:
        try:
            confirm_at(made, (number + len(made) // 2) % len(made), claim)
        except ClaimFails:
            astray += 1
    assert astray > len(claims) // 4


@pytest.mark.parametrize("name", course().replays)
def test_every_mark_asks_something(name: str) -> None:
    """Where a game is marked for a guess there is a question, and the comment that stands beside
    the cards before the answer does not stand in the way of it."""
    replay = course().replays[name]
    made = steps(replay.record)
    assert replay.guesses
    for number, kind in replay.guesses.items():
        position = made[number].position
        if kind == "trick-winner":
            assert made[number].trick.is_complete
        elif kind == "legal-cards":
            assert what_may_be_played(position, "x/1") is not None
            assert position.to_play is replay.hand
        else:
            assert what_may_be_called(position, replay.hand, "x/1") is not None
