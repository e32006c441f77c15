"""The judge on the command line, and every code of the record format at its place."""

import json
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from lessons import judge as judge_module
from lessons.judge import judge, main
from lessons.rules.reasons import Fault
from lessons.rules.records import json_value
from tests.rules.at_the_table import dealt, hands_as_json, rows, rules_named

ROOT = Path(__file__).parent.parent.parent
KOMPAKT = rules_named("kompakt")
HANDS = hands_as_json(
    dealt(KOMPAKT, VH="HA HK CQ CA", MH="HA HK HT CQ DK", HH="H9 DJ", G="H9 DQ DA")
)
RECORD: dict[str, Any] = {"rules": "kompakt", "hands": HANDS, "actions": ["VH HA", "MH HK"]}

REFUSED = rows(
    # the code, change of the record, action, seat, card, why
    ("unknown-rules", {"rules": "skat"}, None, {}),
    ("unknown-option", {"options": {"jokers": 1}}, None, {}),
    ("unknown-card", {"actions": ["VH H3"]}, 0, {}),
    ("unknown-action", {"actions": ["VH HA", "MH sings"]}, 1, {}),
    ("unknown-seat", {"actions": ["XX HA"]}, 0, {}),
    ("wrong-hand-size", {"hands": HANDS | {"VH": "HA"}}, None, {"seat": "VH"}),
    ("too-many-copies", {"hands": HANDS | {"VH": HANDS["VH"].replace("CA", "H9")}}, None,
     {"card": "H9"}),
    ("card-not-in-pack", {"options": {"nines": False}}, None, {"card": "D9"}),
    ("not-your-turn", {"actions": ["VH HA", "HH H9"]}, 1, {"seat": "HH"}),
    ("card-not-in-hand", {"actions": ["VH HT"]}, 0, {"seat": "VH", "card": "HT"}),
    ("must-follow", {"actions": ["VH HA", "MH HT"]}, 1,
     {"seat": "MH", "card": "HT", "why": ["HA", "HK"]}),
    ("call-wrong-party", {"actions": ["VH kontra"]}, 0, {"seat": "VH"}),
    ("call-too-early", {"actions": ["VH healthy", "VH re"]}, 1, {"seat": "VH"}),
    ("call-repeated", {"actions": ["VH re", "MH re"]}, 1, {"seat": "MH"}),
    ("call-taken", {"rules": "royal", "actions": ["VH no90", "HH no90"]}, 1, {"seat": "HH"}),
    ("call-not-higher", {"actions": ["VH re", "VH no60", "MH no90"]}, 2, {"seat": "MH"}),
    ("call-needs-announcement", {"actions": ["VH no90"]}, 0, {"seat": "VH"}),
    ("solo-not-in-rules", {"actions": ["VH solo queens-jacks"]}, 0, {"seat": "VH"}),
    ("reservation-not-allowed", {"actions": ["VH marriage", "MH healthy"]}, 0, {"seat": "VH"}),
    ("poverty-not-allowed", {"actions": ["VH poverty"]}, 0, {"seat": "VH"}),
    ("throw-in-not-allowed", {"actions": ["VH throw-in"]}, 0, {"seat": "VH"}),
    ("incomplete", {"complete": True}, None, {}),
    ("unusable", {"actions": "VH HA"}, None, {}),
    ("unusable", {"hands": None}, None, {}),
    ("unusable", {"title": 7}, None, {}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("code", "change", "action", "more"),
    [pytest.param(row.id, *row.values, id=row.id) for row in REFUSED],
)
def test_a_record_against_the_rules_is_told_so_at_its_place(
    code: str, change: dict[str, Any], action: int | None, more: dict[str, Any]
) -> None:
    judged = judge(RECORD | change)
    error = next(found for found in judged["errors"] if found["code"] == code)
    assert not judged["ok"]
    assert error["action"] == action
    assert {name: error.get(name) for name in more} == more
    assert error["message"]


def test_the_example_of_the_format() -> None:
    """kompakt:bedienzwang-a"""
    hands = hands_as_json(dealt(KOMPAKT, VH="HA CQ", MH="CQ", HH="SA HK H9", G="HA"))
    said = ["VH healthy", "MH healthy", "HH healthy", "G healthy"]
    rest = hands["MH"].split()
    second = (
        next(card for card in rest if card[0] == "H" and card[1] in "AK9")
        if any(card in rest for card in ("HA", "HK", "H9"))
        else rest[0]
    )
    judged = judge(RECORD | {"hands": hands, "actions": [*said, "VH HA", f"MH {second}", "HH SA"]})
    assert judged["errors"] == [
        {"code": "must-follow", "action": 6, "seat": "HH", "card": "SA", "why": ["HK", "H9"],
         "message": "HH must follow hearts: HK, H9"}
    ]  # fmt: skip


def test_all_errors_of_a_deal_at_once() -> None:
    hands = HANDS | {"VH": "HA H9 XX", "G": HANDS["G"].replace("DA", "♥Z")}
    codes = [error["code"] for error in judge(RECORD | {"hands": hands})["errors"]]
    assert codes == ["unknown-card", "unknown-card", "wrong-hand-size", "too-many-copies"]


def test_the_first_error_of_play_hides_the_rest() -> None:
    judged = judge(RECORD | {"actions": ["VH HA", "MH HT", "XX sings"]})
    assert [error["code"] for error in judged["errors"]] == ["must-follow"]


def test_an_unfinished_game_says_what_can_be_said() -> None:
    judged = judge(RECORD, legal=True)
    assert (judged["ok"], judged["complete"], judged["winner"], judged["value"]) == (
        True, False, None, None,
    )  # fmt: skip
    assert judged["tricks"] == [
        {"leader": "VH", "cards": ["HA", "HK"], "winner": None, "points": 15}
    ]
    assert judged["legal"][1] == ["HA", "HK"]
    assert judged["targets"] == {"re": 121, "kontra": 120}
    assert judged["parties"]["VH"] == "re"


def test_a_partly_known_deal_says_only_what_is_known() -> None:
    """kompakt:beispiel-1"""
    partly = HANDS | {"MH": "HK ?", "HH": "?", "G": "?"}
    judged = judge(RECORD | {"hands": partly, "actions": ["VH HA", "MH HK", "HH H9"]}, legal=True)
    assert judged["ok"]
    assert judged["legal"][0] is not None
    assert judged["legal"][1:] == [None, None]
    assert judged["parties"] == {"VH": "re", "MH": None, "HH": None, "G": None}
    assert judged["card_points"] is None
    revoke = judge(RECORD | {"hands": partly, "actions": ["VH HA", "MH DK"]})
    assert revoke["errors"][0]["code"] == "must-follow"
    third = judge(RECORD | {"hands": partly, "actions": ["VH CA", "MH HT", "HH HT", "G HT"]})
    assert third["errors"][0] == {
        "code": "card-not-in-hand", "action": 3, "seat": "G", "card": "HT",
        "message": "G does not hold HT",
    }  # fmt: skip
    queen = judge(RECORD | {"hands": partly, "actions": ["VH HA", "MH HK", "HH CQ"]})
    assert queen["parties"] == {"VH": "re", "MH": "kontra", "HH": "re", "G": "kontra"}


def test_a_partly_known_marriage_shows_the_queens() -> None:
    hands = {"VH": "?", "MH": "HT ?", "HH": "?", "G": "?"}
    said = ["VH healthy", "MH marriage", "HH healthy", "G healthy"]
    judged = judge(RECORD | {"hands": hands, "actions": said})
    assert (judged["contract"], judged["declarer"]) == ("marriage", "MH")
    twice = judge(RECORD | {"hands": hands, "actions": [*said[:2], "HH marriage"]})
    assert twice["errors"][0]["code"] == "reservation-not-allowed"
    given = judge(RECORD | {"hands": hands, "contract": "marriage MH first", "actions": ["VH CQ"]})
    assert given["errors"][0]["code"] == "card-not-in-hand"


def test_a_partly_known_poverty() -> None:
    hands = {"VH": "?", "MH": "?", "HH": "CA ?", "G": "?"}
    said = ["VH healthy", "MH healthy", "HH poverty", "G healthy", "HH lays HT + DA", "G takes"]
    record = {"rules": "cvjm", "hands": hands, "actions": [*said, "G returns HT CK", "VH SA"]}
    judged = judge(record)
    assert judged["ok"], judged
    assert (judged["declarer"], judged["partner"]) == ("HH", "G")


def test_an_exchange_under_way() -> None:
    hands = {"VH": "?", "MH": "?", "HH": "CA ?", "G": "?"}
    said = ["VH healthy", "MH healthy", "HH poverty", "G healthy", "HH lays HT +"]
    for actions, partner in ((said, None), ([*said, "G declines", "VH takes"], "VH")):
        judged = judge({"rules": "cvjm", "hands": hands, "actions": actions})
        assert (judged["contract"], judged["declarer"]) == ("poverty", "HH")
        assert (judged["partner"], judged["complete"]) == (partner, False)


def test_reservations_under_way() -> None:
    judged = judge(RECORD | {"actions": ["VH healthy", "MH healthy"]})
    assert (judged["ok"], judged["complete"], judged["contract"]) == (True, False, None)
    assert judged["parties"] == dict.fromkeys(HANDS)
    assert judged["targets"] == {"re": 121, "kontra": 120}


def test_calls_of_unknown_parties_leave_the_targets_open() -> None:
    hands = {"VH": "?", "MH": "?", "HH": "?", "G": "?"}
    judged = judge({"rules": "royal", "hands": hands, "actions": ["VH no90"]})
    assert (judged["ok"], judged["targets"]) == (True, None)
    told = judge({"rules": "royal", "hands": hands, "actions": ["VH re"]})
    assert told["targets"] == {"re": 121, "kontra": 120}


def test_an_id_is_echoed() -> None:
    assert judge(RECORD | {"id": 7})["id"] == 7
    assert judge({"id": "x"})["id"] == "x"


def test_every_code_is_told_by_some_test() -> None:
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert [fault.value for fault in Fault if fault.value not in tests] == []


# The command line


type Run = Callable[..., tuple[int, list[dict[str, Any]], str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line with arguments and standard input: status, results, what is told."""

    def called(*arguments: str, given: str = "") -> tuple[int, list[dict[str, Any]], str]:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(given.encode())))
        status = main(list(arguments))
        told = capsys.readouterr()
        return status, [json.loads(line) for line in told.out.splitlines()], told.err

    return called


GOOD = json.dumps(RECORD)
BAD = json.dumps(RECORD | {"actions": ["VH HT"]})


def test_one_result_a_line_in_the_same_order(run: Run) -> None:
    status, judged, told = run(given=f"{GOOD}\n\n{BAD}\n{GOOD}\n")
    assert (status, [one["ok"] for one in judged], told) == (1, [True, False, True], "")


def test_all_according_to_the_rules(run: Run) -> None:
    assert run(given=GOOD)[0] == 0
    assert run("--legal", given=GOOD)[1][0]["legal"]


def test_unusable_input_is_told_with_file_and_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f'{GOOD}\n{{"rules"\n{GOOD}\n[1]\n{{"id": NaN}}\n', encoding="utf-8")
    status, judged, told = run(str(path))
    assert status == 2
    assert [one["ok"] for one in judged] == [True, False, True, False, False]
    assert [one["errors"][0]["code"] for one in judged if not one["ok"]] == ["unusable"] * 3
    assert [line.partition(": ")[0] for line in told.splitlines()] == [
        f"{path}:2", f"{path}:4", f"{path}:5",
    ]  # fmt: skip


def test_the_first_line_may_be_the_bad_one(run: Run) -> None:
    status, judged, told = run(given=f"{{bad\n{GOOD}\n\n{BAD}")
    assert (status, [one["ok"] for one in judged]) == (2, [False, True, False])
    assert told.startswith("standard input:1: ")


def test_one_record_with_a_slip_is_one(run: Run) -> None:
    spoiled = json.dumps(RECORD, indent=1).replace('"rules": ', '"rules" ')
    status, judged, _told = run(given=spoiled)
    assert (status, len(judged)) == (2, 1)
    # A brace alone is a line of its own where records follow.
    status, judged, _told = run(given=f"{{\n{GOOD}\n{BAD}")
    assert (status, [one["ok"] for one in judged]) == (2, [False, True, False])


def test_one_record_over_several_lines(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(RECORD, indent=1), encoding="utf-8-sig")
    status, judged, _ = run(str(path))
    assert (status, len(judged)) == (0, 1)


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"id": ' + b"9" * 5000 + b"}",
        b'{"id": "\\ud800"}',
        GOOD.replace("{", '{"id": 1e999, ', 1).encode(),
        GOOD.replace("{", '{"id": [-1e999], ', 1).encode(),
        GOOD.replace("{", '{"id": NaN, ', 1).encode(),
        GOOD.replace("{", '{"id": "\\udc00", ', 1).encode(),
        b"nul\x00l",
    ],
)
def test_whatever_comes_gets_its_line(line: bytes, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "strange.jsonl"
    path.write_bytes(GOOD.encode() + b"\n" + line + b"\n" + GOOD.encode())
    assert main([str(path)]) == 2
    judged = [json_value(text) for text in capsys.readouterr().out.splitlines()]
    assert [one["ok"] for one in judged] == [True, False, True]
    assert judged[1]["errors"][0]["code"] == "unusable"


def test_a_line_that_is_too_long_is_unusable(
    tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge_module, "LONGEST_RECORD", 5000)
    path = tmp_path / "long.jsonl"
    path.write_text(f"{' ' * 20_000}{GOOD}\n{GOOD}\n", encoding="utf-8")
    assert main([str(path)]) == 2
    assert [json.loads(text)["ok"] for text in capsys.readouterr().out.splitlines()] == [
        False,
        True,
    ]


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    status, judged, told = run(str(tmp_path / "none.jsonl"), str(ROOT / "tests/games/tsr.jsonl"))
    assert status == 2
    assert len(judged) == 200
    assert told == f"{tmp_path / 'none.jsonl'}: No such file or directory\n"


def test_whoever_stops_reading_sees_no_traceback() -> None:
    path = ROOT / "tests/games/tsr.jsonl"
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m lessons.judge {path} | head -1"],
        capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


def test_run_judges_files_named_from_where_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(GOOD, encoding="utf-8")
    done = subprocess.run(
        [str(ROOT / "run"), "judge", "game.json"],
        capture_output=True, text=True, cwd=tmp_path, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["ok"]
