"""What players type is read in a time that grows with its length, not faster."""

import json
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from lessons.judge import judge
from lessons.rules.readable import record_from_text, text_from_record
from lessons.rules.records import MOST_ACTIONS, MOST_TOLD

LONG = 64 * 1024
HANDS = "rules: kompakt\nVH: ?\nMH: ?\nHH: ?\nG: ?\n"


def filled(piece: str) -> str:
    return (piece * (LONG // len(piece) + 1))[:LONG]


@pytest.mark.parametrize(
    "text",
    [
        "a" + " " * LONG + "b",
        "a" + "\t" * LONG + "b: 1",
        "a" + "\u00a0" * LONG + "b",
        *map(
            filled, ("a ", "a\n", "\n", ":", ",", "a,", "VH x,", "1.", "[", "9", "VH HA,", "#", "=")
        ),
        f"nines: {filled('9')}",
        f"solos: {filled('[')}",
        f"rules: kompakt\nsolos: {filled('queens,')}",
        f"rules: kompakt\nVH: {filled('X ')}",
        f"{HANDS}VH lays {filled('DJ ')}",
        HANDS + filled("VH HA,"),
        HANDS + filled("VH sings,"),
    ],
    ids=lambda text: f"{text[:12]}…{text[-3:]}",
)
def test_no_text_takes_long(text: str) -> None:
    begun = process_time()
    judge(record_from_text(text))
    assert process_time() - begun < 0.5


def test_more_actions_than_a_game_has_stand_as_they_are_written() -> None:
    actions = record_from_text("VH ♥10," * 9000)["actions"]
    assert actions[:2] == ["VH HT", "VH HT"]
    assert actions[-2:] == ["VH ♥10", "VH ♥10"]
    assert len(actions) > MOST_ACTIONS
    found = judge(record_from_text(HANDS + filled("VH HA,")))
    assert (found["ok"], found["errors"][0]["action"]) == (False, 1)


def test_what_is_no_deal_is_not_told_word_by_word() -> None:
    hands: dict[str, Any] = {f"X{n}": "HA" for n in range(1000)}
    hands["VH"] = " ".join(f"X{n}" for n in range(9000))
    found = judge({"rules": "kompakt", "hands": hands, "actions": []})["errors"]
    codes = [error["code"] for error in found]
    assert codes.count("unknown-card") == codes.count("unknown-seat") == MOST_TOLD
    assert "VH holds 9000 cards, not 12" in [error["message"] for error in found]


@pytest.mark.parametrize(
    "written", ["tsr", "TSR", "DDV", "ddv", "Turnier", "Turnierregeln", "Turnier-Spielregeln"]
)
def test_the_tournament_rules_have_several_names(written: str) -> None:
    assert record_from_text(f"Regeln: {written}")["rules"] == "tsr"


def test_a_record_as_json_has_the_one_name() -> None:
    found = judge({"rules": "DDV", "hands": {}, "actions": []})
    assert found["errors"][0]["code"] == "unknown-rules"


@pytest.mark.parametrize("value", [r'"\ud800"', r'["\udfff"]', "1e999", "NaN", "-Infinity"])
def test_what_cannot_be_written_as_json_stays_a_word(value: str) -> None:
    options = record_from_text(f"piglets: {value}")["options"]
    assert options["piglets"] == value
    json.dumps(options, ensure_ascii=False, allow_nan=False).encode()


SPELLINGS = {
    "HT": "HT H10 ♥10 ♥T Herz10 Herz-10 Herzzehn Herz-Zehn He10 10H 10♥ Dulle dulle Dolle",
    "CQ": "CQ QC ♣D ♣Q ♣-Dame KrD Kreuz-Dame Kreuzdame KreuzD Alte Alter DKr Treff-Dame",
    "HQ": "HQ HD DH ♥D Herz-Dame Herzdame HeD D♥ QH",
    "SJ": "SJ PB BP ♠B PikB Pik-Bube PiB Pikbube JS SB",
    "SK": "SK PK KP PiK ♠K Pikkönig Pik-Koenig KS",
    "HJ": "HJ HB BH Herzbube ♥B",
    "DA": "DA Fuchs fuchs Fox AD ♦A KaA Karo-Ass Karoass Karo-As",
    "DK": "DK ♦K KaK Karo-König",
    "CJ": "CJ Charlie Charly Karlchen KrB Kreuz-Bube JC",
    "S9": "S9 P9 9P Pik-Neun ♠9",
    "SA": "SA PA AP Pik-As",
    "CT": "CT Kr10 10Kr ♣10 Kreuz-Zehn",
    "DT": "DT D10 Ka10 10D ♦10",
}
"""One word each, by the card that is meant."""


def test_the_names_that_players_have_for_cards_are_read() -> None:
    assert sum(map(len, map(str.split, SPELLINGS.values()))) >= 62
    for card, written in SPELLINGS.items():
        for word in written.split():
            record = record_from_text(f"VH: {word} ?\nMH {word}\nHH legt {word} + Fuchs")
            assert record["hands"]["VH"] == f"{card} ?", word
            assert record["actions"] == [f"MH {card}", f"HH lays {card} + DA"], word


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("die Alte", "CQ"), ("Herz 10", "HT"), ("Dame Pik", "SQ"), ("Karlchen Müller", "CJ"),
        ("queen of spades", "SQ"), ("the fox", "DA"), ("Karo – Ass", "DA"), ("♥️ 10", "HT"),
    ],
)  # fmt: skip
def test_names_of_several_words_are_read(written: str, card: str) -> None:
    assert record_from_text(f"VH {written}, MH HA")["actions"] == [f"VH {card}", "MH HA"]


def test_a_hand_may_have_commas_and_names_of_two_words() -> None:
    hand = record_from_text("VH: Herz 10, HD; die Alte Karo Ass, HA ?")["hands"]["VH"]
    assert hand == "HT HQ CQ DA HA ?"


@pytest.mark.parametrize(
    ("word", "cards"),
    [("KD", "CQ DK DQ"), ("KB", "CJ DJ"), ("KA", "CA DA"), ("K10", "CT DT"), ("9K", "C9 D9"),
     ("KK", "CK DK"), ("As", "CA SA HA DA"), ("10", "CT ST HT DT")],
)  # fmt: skip
def test_what_may_be_several_cards_is_refused_and_names_them(word: str, cards: str) -> None:
    for text in (f"{HANDS}VH {word}", HANDS.replace("VH: ?", f"VH: {word} ?")):
        error = judge(record_from_text(text))["errors"][0]
        assert error["code"] == "unknown-card"
        assert error["message"].endswith(f"may be any of {cards.replace(' ', ', ')}")


@pytest.mark.parametrize("word", ["DD", "HB", "KD", "PK", "Dulle", "Fuchs", "10H"])
def test_records_in_json_have_one_way_to_write_a_card(word: str) -> None:
    hands = dict.fromkeys(("VH", "MH", "HH", "G"), "?")
    found = judge({"rules": "kompakt", "hands": hands | {"VH": f"{word} ?"}, "actions": []})
    assert found["errors"][0]["code"] == "unknown-card"


def test_quotes_and_dashes_of_word_processors_are_read() -> None:
    text = "title: „Wer – wir“\nrules: Turnier–Spielregeln\nVH „Herz–Zehn“, MH “keine – 90”"
    text = text.replace("keine – 90", "keine 90")
    record = record_from_text(text)
    assert record["title"] == "„Wer – wir“"
    assert record["rules"] == "tsr"
    assert record["actions"] == ["VH HT", "MH no90"]


@pytest.mark.parametrize("said", ["keine 90", "Keine-90", "no 90", "K90", "no90", "keine90!"])
def test_a_limit_is_read_as_players_say_it(said: str) -> None:
    assert record_from_text(f"VH {said}")["actions"] == ["VH no90"]


def test_that_nothing_was_called_can_be_written() -> None:
    for line in ("calls: none", "Ansagen: keine"):
        record = record_from_text(f"rules: kompakt\n{line}\nVH HA")
        assert record["calls"] == "none"
        assert record_from_text(text_from_record(record)) == record
    options = record_from_text("calls: re")["options"]
    assert options == {"calls": "re"}  # which judges nothing: it is no option


def test_a_hand_that_is_not_told_is_unknown() -> None:
    assert record_from_text("MH: HA ?")["hands"] == {"VH": "?", "MH": "HA ?", "HH": "?", "G": "?"}


def test_a_game_is_settled_without_hands_when_all_its_cards_are_known() -> None:
    games = Path(__file__).parent.parent / "games"
    for file in ("tsr.jsonl", "forty.jsonl"):
        for line in (games / file).read_text().splitlines()[:20]:
            record = json.loads(line)
            text = text_from_record(record | {"hands": {}})
            judged, told = judge(record), judge(record_from_text(text))
            assert judged["complete"]
            assert {**judged, "id": None} == {**told, "id": None}
