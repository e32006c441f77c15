"""Judging a record on a page: pasted or uploaded, right, wrong, unreadable or too large."""

import json
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from lessons.content.reading import CONTENT
from lessons.judge import judge
from lessons.rules.readable import UnreadableText, record_from_text, text_from_record

pytestmark = pytest.mark.django_db

GAMES = Path(__file__).parent.parent / "games"
DISPUTES = CONTENT / "disputes"
TSR = [json.loads(line) for line in (GAMES / "tsr.jsonl").read_text().splitlines()[:40]]
RECORD = {name: value for name, value in TSR[0].items() if name not in {"expect", "id"}}


def posted(client: Client, text: str, language: str = "de") -> Any:
    return client.post(f"/{language}/judge/", {"text": text})


def words(response: Any) -> str:
    return " ".join(response.content.decode().split())


def test_the_examples_are_what_they_are_called() -> None:
    game = judge(record_from_text((DISPUTES / "game.txt").read_text(encoding="utf-8")))
    assert (game["ok"], game["complete"]) == (True, True)
    revoke = judge(record_from_text((DISPUTES / "revoke.txt").read_text(encoding="utf-8")))
    assert [error["code"] for error in revoke["errors"]] == ["must-follow"]
    figures = judge(json.loads((DISPUTES / "settlement.txt").read_text(encoding="utf-8")))
    assert figures["value"] == 3


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("record", TSR, ids=[record["id"] for record in TSR])
def test_every_game_can_be_shown(client: Client, record: dict[str, Any], language: str) -> None:
    page = words(posted(client, json.dumps(record), language))
    assert page.count("tricks__card--best") == 12
    value = str(judge(record)["value"]).replace("-", "−")
    assert f'<td class="slip__figure">{value}</td>' in page


@pytest.mark.parametrize("number", range(0, 60, 3))
def test_a_card_against_the_rules_is_shown_at_its_place(client: Client, number: int) -> None:
    actions = list(RECORD["actions"])[: number + 1]
    actions[-1] = "VH XX" if number % 2 else "G HT"
    judged = judge(RECORD | {"actions": actions})
    response = posted(client, json.dumps(RECORD | {"actions": actions}))
    page = words(response)
    if judged["ok"]:
        assert "Bis hierher nach den Regeln" in page
    elif judged["errors"][0]["code"].startswith("unknown"):
        assert response.status_code == 422
        assert "Das lässt sich so noch nicht prüfen" in page
    else:
        assert response.status_code == 200
        assert "Gegen die Regeln" in page
        assert page.count("tricks__card--refused") == 1


def test_a_dispute_is_answered_with_card_seat_and_paragraph(client: Client) -> None:
    page = words(posted(client, (DISPUTES / "revoke.txt").read_text(encoding="utf-8")))
    assert (
        "Die Herz-Zehn bedient nicht: Herz ist ausgespielt, und Vorhand hat noch das Herz-Ass."
        in page
    )
    assert "Stich 3, Vorhand spielt Herz-Zehn" in page
    assert "Ist Fehl ausgespielt, muss diese Farbe bedient werden" in page
    assert page.count("tricks__card--refused") == 1


def test_a_file_goes_before_what_is_pasted(client: Client) -> None:
    file = SimpleUploadedFile("game.json", json.dumps(RECORD).encode("utf-8-sig"))
    response = client.post("/en/judge/", {"text": "nonsense", "file": file})
    page = words(response)
    assert "No rule broken" in page
    assert "rules&quot;: &quot;tsr" in page  # to be changed and judged again


REFUSED = [
    ("", "Noch steht hier kein Spiel"),
    ("   ", "Noch steht hier kein Spiel"),
    ("{", "Das ist kein JSON"),
    ('{"id": NaN}', "Das ist kein JSON"),
    ("[" * 30_000, "Das ist kein JSON"),
    ("nines: true\nnines: false", "Zeile 2: „nines“ kann hier nicht stehen oder steht schon da"),
    ('{"rules": "\\ud800"}', "Das ist kein JSON"),
    ("nines: " + "[" * 3000, "Die erste Zeile sagt, nach welchen Regeln"),
    ("VH: HA HK", "Die erste Zeile sagt, nach welchen Regeln"),
    ("[1]", "Die erste Zeile sagt"),
    ("hello", "Die erste Zeile sagt"),
    ('{"format": "doppelkopf-settlement/1"}', "Die erste Zeile sagt"),
    ('{"rules": "kompakt"}', "Das ist keine Aufzeichnung"),
]


@pytest.mark.parametrize(("text", "told"), REFUSED)
def test_what_is_no_record_is_refused_with_the_reason(client: Client, text: str, told: str) -> None:
    response = posted(client, text)
    assert response.status_code == 422
    assert told in words(response)


def test_a_file_that_is_no_text(client: Client) -> None:
    file = SimpleUploadedFile("game.json", b"\xff\xfe\x00")
    response = client.post("/de/judge/", {"file": file})
    assert response.status_code == 422
    assert "kein Text in UTF-8" in words(response)


def test_an_empty_file_is_no_game(client: Client) -> None:
    response = client.post("/de/judge/", {"file": SimpleUploadedFile("game.json", b"")})
    assert response.status_code == 422


@pytest.mark.parametrize(
    "given",
    [
        {"text": " " * 65_537},
        {"text": "ü" * 40_000},
        {"file": SimpleUploadedFile("game.json", b" " * 65_537)},
        {"text": "x" * 400_000},
    ],
    ids=["text", "bytes, not letters", "file", "more than any form takes"],
)
def test_more_than_64_kb_is_too_large(client: Client, given: dict[str, Any]) -> None:
    response = client.post("/de/judge/", given)
    assert response.status_code == 413
    assert "./run judge" in words(response)


@pytest.mark.parametrize("page", ["judge", "replays/own"])
@pytest.mark.parametrize(
    "more", ["VH HT\n" * 500, "VH HT," * 700, "#" + "\n" * 500], ids=["lines", "line", "empty"]
)
def test_no_game_is_so_long(client: Client, page: str, more: str) -> None:
    response = client.post(f"/de/{page}/", {"text": f"rules: kompakt\n{more}"})
    assert response.status_code == 422
    assert "Kein Spiel ist so lang: Es hat höchstens 500 Zeilen" in words(response)


@pytest.mark.parametrize("page", ["judge", "replays/own"])
def test_twenty_errors_are_enough(client: Client, page: str) -> None:
    hands = dict.fromkeys(("VH", "MH", "HH", "G"), "XX " * 12)
    record = {"rules": "kompakt", "hands": hands, "actions": []}
    response = client.post(f"/de/{page}/", {"text": json.dumps(record)})
    told = words(response)
    assert response.status_code == 422
    assert told.count("„XX“ ist keine Karte") == 20
    assert "Und 28 weitere." in told


def test_what_is_posted_is_shown_as_text(client: Client) -> None:
    evil = "<script>alert(1)</script>"
    for text in (f"rules: {evil}", json.dumps(RECORD | {"rules": evil}), evil):
        page = posted(client, text).content.decode()
        assert evil not in page
    page = posted(client, json.dumps(RECORD | {"actions": [f"VH {evil}"]})).content.decode()
    assert evil not in page
    assert "&lt;script&gt;" in page


def test_house_rules_are_written_on_lines_of_their_own(client: Client) -> None:
    text = text_from_record(RECORD) + "solos: queens, jacks\ndraw doubles next: true\n"
    record = record_from_text(text)
    assert record["options"] == {"solos": ["queens", "jacks"], "draw_doubles_next": True}
    assert posted(client, text).status_code == 200


@pytest.mark.parametrize("record", TSR[:10], ids=[record["id"] for record in TSR[:10]])
def test_text_to_record_to_text_is_the_identity(record: dict[str, Any]) -> None:
    record = {name: record[name] for name in ("rules", "hands", "actions")}
    more = {
        "options": {"nines": True, "solos": ["queens"], "throw_in": [],
                    "call_limits": {"by": "cards", "at": [9, 8, 7, 6, 5]}},
        "contract": "normal", "after_draw": True, "title": "A game",
    }  # fmt: skip
    text = text_from_record(record | more)
    assert record_from_text(text) == {"format": "doppelkopf-game/1"} | record | more
    assert text_from_record(record_from_text(text)) == text


def test_hands_and_actions_are_no_fields() -> None:
    with pytest.raises(UnreadableText, match="line 1: actions"):
        record_from_text("actions: VH HA")


def test_a_remark_is_no_action() -> None:
    record = record_from_text("# who was right?\nVH HA, MH HK # the king\n\n")
    assert record["actions"] == ["VH HA", "MH HK"]
    with pytest.raises(UnreadableText, match="line 2: rules stands there twice"):
        record_from_text("rules: royal\nrules: cvjm")


def test_a_poverty_is_told_in_words(client: Client) -> None:
    text = """rules: cvjm
VH: ?
MH: ?
HH: CA ?
G: ?
VH healthy, MH healthy, HH poverty, G healthy
HH lays HT + DA
G declines, VH takes
VH returns HT CK
VH SA
MH solo queens"""
    page = words(posted(client, text))
    for told in (
        "Hinterhand legt hin: Herz-Zehn, offen dazu: Karo-Ass", "Der Geber nimmt die Karten nicht",
        "Vorhand nimmt die Karten", "Vorhand gibt zurück: Herz-Zehn, Kreuz-König",
        "Mittelhand sagt „Damensolo“",
    ):  # fmt: skip
        assert told in page


def test_a_redeal_and_an_unfinished_game(client: Client) -> None:
    kings = "rules: cvjm\nVH: CK CK SK SK HK ?\nMH: ?\nHH: ?\nG: ?\nVH throw-in, MH healthy, "
    assert "Es wird neu gegeben" in words(posted(client, f"{kings}HH healthy, G healthy"))
    assert "Kein Verstoß zu sehen" in words(posted(client, kings))
    cut_off = RECORD | {"actions": RECORD["actions"][:9]}
    assert "nicht zu Ende" in words(posted(client, json.dumps(cut_off)))


def test_a_trick_from_memory_is_judged(client: Client) -> None:
    text = (DISPUTES / "memory.txt").read_text(encoding="utf-8")
    page = words(posted(client, text))
    assert (
        "Die Herz-Zehn bedient nicht: Herz ist ausgespielt, und Mittelhand hat noch den Herz-König"
        in page
    )
    open_question = words(posted(client, text.replace("HK ?", "?")))
    assert "Kein Verstoß zu sehen" in open_question
    assert "Nicht alle Karten sind bekannt" in open_question


def test_the_value_adds_up_as_it_is_shown(client: Client) -> None:
    page = words(posted(client, (DISPUTES / "settlement.txt").read_text(encoding="utf-8")))
    assert page.count('<td class="slip__figure">1</td><td></td>') == 2  # two foxes of Re
    assert "Spielwert: 5 − 2" in page
    game = (GAMES / "royal-after-draw.txt").read_text(encoding="utf-8")
    page = words(posted(client, game))  # with what comes of it below, which is no game
    assert "Spielwert: (6 × 2 − 2) × 2" in page


GERMAN = """Regeln: kompakt
vh: CQ HA ?
MH: HK HT ?
HH: CQ ?
G: ?
VH gesund; MH Vorbehalt, HH Damensolo, G Pik Zehn"""


def test_players_words_are_understood() -> None:
    record = record_from_text(GERMAN)
    assert record["rules"] == "kompakt"
    assert record["hands"]["VH"] == "CQ HA ?"
    assert record["actions"] == ["VH healthy", "MH reservation", "HH solo queens", "G ST"]
    told = record_from_text("1. vh keine 90, MH Contra, G „schwarz“, HH Herz 10, VH legt CQ + DA")
    assert told["actions"] == ["VH no90", "MH kontra", "G schwarz", "HH HT", "VH lays CQ + DA"]
    assert record_from_text("Alle gesund, VH HA")["actions"] == [
        "VH healthy", "MH healthy", "HH healthy", "G healthy", "VH HA",
    ]  # fmt: skip
    assert record_from_text("VH sings, Anna HA")["actions"] == ["VH sings", "Anna HA"]
    assert record_from_text("solos: queens")["options"] == {"solos": ["queens"]}


@pytest.mark.parametrize(
    "text",
    [
        "rules: kompakt\nVH: " + "X " * 30_000,
        json.dumps(RECORD | {"hands": {f"X{n}": "HA" for n in range(4000)}}),
        "rules: cvjm\nVH: ?\nMH: ?\nHH: ?\nG: ?\nVH lays " + "DJ " * 15_000,
        json.dumps(RECORD | {"title": "x" * 60_000}),
    ],
    ids=["cards", "seats", "laid", "title"],
)
def test_an_answer_does_not_grow_with_nonsense(client: Client, text: str) -> None:
    answer = posted(client, text).content
    shown = answer.decode().split("<textarea")[0]
    assert len(shown) < 25_000


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("path", ["judge/", "replays/own/"])
@pytest.mark.parametrize(
    "text",
    [
        'rules: kompakt\npiglets: "\\ud800"\nVH: ?',
        "rules: kompakt\nsolo_factor: 1e999\nVH: ?",
        'rules: kompakt\nsolos: ["\\udc00"]\nVH: ?',
        json.dumps(RECORD | {"options": {"piglets": "\ud800"}}),
        json.dumps(RECORD | {"options": {"\ud800": True}}),
        json.dumps(RECORD | {"rules": "\ud800"}),
        json.dumps(RECORD | {"id": 1e999}),
    ],
)
def test_half_signs_and_endless_figures_are_refused(
    client: Client, language: str, path: str, text: str
) -> None:
    assert client.post(f"/{language}/{path}", {"text": text}).status_code == 422


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("path", ["judge/", "replays/own/"])
@pytest.mark.parametrize(
    "text",
    [
        "a" + " " * 65_000 + "b",
        "VH x," * 13_000,
        "a\n" * 32_000,
        "rules: cvjm\nVH: ?\nMH: ?\nHH: ?\nG: ?\nVH lays " + "DJ " * 21_000,
        json.dumps(RECORD | {"hands": {"VH": "X " * 30_000}}),
        json.dumps(RECORD | {"options": {"solos": ["queens"] * 5000}}),
        json.dumps(RECORD | {"notes": {str(n): "<b>" for n in range(3500)}}),
    ],
    ids=["spaces", "actions", "lines", "laid", "cards", "solos", "notes"],
)
def test_no_text_costs_much_more_than_a_page(client: Client, path: str, text: str) -> None:
    """Than the home page: ten times as a rule, and never thirty times."""
    assert cost(lambda: client.post(f"/de/{path}", {"text": text})) < 30 * cost(
        lambda: client.get("/de/")
    )


def cost(ask: Callable[[], Any]) -> float:
    """The least processor time of a few tries."""
    spent = []
    for _ in range(4):
        begun = process_time()
        ask()
        spent.append(process_time() - begun)
    return min(spent)


@pytest.mark.parametrize("party", [[], {}, None, 7])
def test_a_special_point_of_no_party_is_unusable(client: Client, party: Any) -> None:
    record = json.loads((DISPUTES / "settlement.txt").read_text(encoding="utf-8"))
    record["specials"] = [{"item": "fox", "party": party}]
    assert judge(record)["errors"][0]["code"] == "unusable"
    assert posted(client, json.dumps(record)).status_code == 422


def test_figures_of_any_size_get_an_answer(client: Client) -> None:
    record = json.loads((DISPUTES / "settlement.txt").read_text(encoding="utf-8"))
    huge = int("9" * 4000)
    for change in (
        {"card_points": {"re": huge, "kontra": huge}},
        {"tricks": {"re": -huge, "kontra": huge}},
        {"options": {"solo_factor": huge}},
    ):
        assert judge(record | change)["errors"][0]["code"] == "unusable"
        assert posted(client, json.dumps(record | change)).status_code == 422


SILENT = next(
    record
    for record in map(json.loads, (GAMES / "tsr.jsonl").read_text().splitlines())
    if len(record["actions"]) == 52 and "normal" in str(judge(record)["contract"])
)
"""A whole game in which nobody called anything."""
SILENT = {name: SILENT[name] for name in ("rules", "hands", "actions")}


def test_a_typed_game_without_a_call_is_settled_only_when_it_is_said(client: Client) -> None:
    text = text_from_record(SILENT)
    asked = words(posted(client, text))
    assert "Wurde etwas angesagt?" in asked
    assert "Spielwert" not in asked
    assert "/replays/own/" not in asked
    said = words(client.post("/de/judge/", {"text": text, "nothing": "1"}))
    assert f'<td class="slip__figure">{judge(SILENT)["value"]}</td>' in said
    assert "calls: none" in said  # kept in the text, so that it is not asked again
    again = words(posted(client, text.replace("\n", "\ncalls: none\n", 1)))
    assert "Spielwert" in again


def test_a_record_in_json_has_all_its_calls(client: Client) -> None:
    assert "Spielwert" in words(posted(client, json.dumps(SILENT)))


def test_a_forgotten_call_can_be_added(client: Client) -> None:
    text = text_from_record(SILENT)
    for seat, name, trick in (("VH", "Vorhand", 1), ("MH", "Mittelhand", 2)):
        party = judge(SILENT)["parties"][seat]
        call = {"text": text, "seat": seat, "call": party, "trick": trick, "add": "1"}
        page = words(client.post("/de/judge/", call))
        place = 4 + 4 * (trick - 1)
        actions = [*SILENT["actions"][:place], f"{seat} {party}", *SILENT["actions"][place:]]
        value = judge(SILENT | {"actions": actions})["value"]
        assert f'<td class="slip__figure">{value}</td>' in page.replace("−", "-")
        assert f"Gesagt wurde: {name} sagt „{party.title()}“" in page


@pytest.mark.parametrize("wrong", [{"seat": "X"}, {"call": "ramsch"}, {"trick": "13"}])
def test_a_call_that_is_none_is_refused(client: Client, wrong: dict[str, str]) -> None:
    call = {"text": text_from_record(SILENT), "seat": "VH", "call": "re", "trick": "1", "add": "1"}
    response = client.post("/de/judge/", call | wrong)
    assert response.status_code == 422
    assert "form__error" in response.content.decode()


def test_a_call_that_is_against_the_rules_is_told(client: Client) -> None:
    call = {"text": text_from_record(SILENT), "seat": "VH", "call": "re", "trick": "9", "add": "1"}
    assert "Gegen die Regeln" in words(client.post("/de/judge/", call))


def test_a_game_is_settled_without_hands(client: Client) -> None:
    text = text_from_record(SILENT | {"hands": {}})
    page = words(client.post("/de/judge/", {"text": text, "nothing": "1"}))
    assert "Nicht alle Karten sind bekannt" not in page
    assert f'<td class="slip__figure">{judge(SILENT)["value"]}</td>' in page


CALLED = [record for record in TSR if any(" re" in action for action in record["actions"])]
SEVERAL = [{name: r[name] for name in ("rules", "hands", "actions")} for r in CALLED[:3]]

type Way = Callable[[list[dict[str, Any]]], str]


def as_typed(records: list[dict[str, Any]]) -> str:
    return "".join(map(text_from_record, records))


def as_typed_with_dashes(records: list[dict[str, Any]]) -> str:
    return "———\n".join(map(text_from_record, records))


def as_lines(records: list[dict[str, Any]]) -> str:
    return "\n".join(map(json.dumps, records))


def as_list(records: list[dict[str, Any]]) -> str:
    return json.dumps(records, indent=1)


def one_below_the_other(records: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(record, indent=1) for record in records)


WAYS = [as_typed, as_typed_with_dashes, as_lines, as_list, one_below_the_other]


@pytest.mark.parametrize("way", WAYS)
def test_several_games_are_judged_each(client: Client, way: Way) -> None:
    scores = [judge(record)["score"] for record in SEVERAL]
    page = words(posted(client, way(SEVERAL))).replace("−", "-").replace("> <", "><")
    assert "3 Spiele, davon abgerechnet: 3" in page
    for score in scores:
        assert row(score[seat] for seat in ("VH", "MH", "HH", "G")) in page
    assert row(sum(score[seat] for score in scores) for seat in ("VH", "MH", "HH", "G")) in page
    # Who sat at VH first sits at G next, as the deal goes round, then at HH.
    seats = [("VH", "G", "HH"), ("MH", "VH", "G"), ("HH", "MH", "VH"), ("G", "HH", "MH")]
    assert row(sum(score[at] for score, at in zip(scores, sat, strict=True)) for sat in seats) in (
        page
    )


def row(figures: Any) -> str:
    return "".join(f'<td class="number">{figure}</td>' for figure in figures)


@pytest.mark.parametrize("way", WAYS)
def test_a_bad_game_is_named_and_spoils_no_other(client: Client, way: Way) -> None:
    first, second, third = SEVERAL
    bad = second | {"actions": ["VH Xylophon", *second["actions"]]}
    page = words(posted(client, way([first, bad, third])))
    assert "3 Spiele, davon abgerechnet: 2" in page
    assert page.index("<h3> Spiel 2") < page.index("Xylophon") < page.index("<h3> Spiel 3")
    assert "Zusammen, nach Plätzen" in page
    assert "Zusammen, nach Spielern" not in page


def test_a_game_that_is_no_json_is_named(client: Client) -> None:
    lines = as_lines(SEVERAL).splitlines()
    page = words(posted(client, "\n".join([lines[0], lines[1][:-1], lines[2]])))
    assert "3 Spiele, davon abgerechnet: 2" in page
    assert "ein Komma fehlt" in page


def test_of_several_games_those_without_calls_are_asked_for(client: Client) -> None:
    text = text_from_record(SILENT) + as_typed(SEVERAL)
    page = words(posted(client, text))
    assert "Keine An- oder Absage steht bei: 1." in page
    assert "4 Spiele, davon abgerechnet: 3" in page
    said = words(client.post("/de/judge/", {"text": text, "nothing": "1"}))
    assert "4 Spiele, davon abgerechnet: 4" in said


def test_too_many_games_are_refused(client: Client) -> None:
    response = posted(client, "{}\n" * 51)
    assert response.status_code == 422
    assert "Das sind 51 Spiele" in words(response)


@pytest.mark.long
def test_no_number_of_games_costs_much_more_than_a_page(client: Client) -> None:
    for text in ("{}\n" * 20_000, "rules: a\nVH HA\n" * 4_000, "---\n" * 16_000):
        ask = {"text": text}
        spent = cost(lambda ask=ask: client.post("/de/judge/", ask))  # type: ignore[misc]
        assert spent < 30 * cost(lambda: client.get("/de/"))


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('{"rules": "kompakt", "hands": {},}', "ist kein JSON"),
        ('{"rules": kompakt}', "ein Wert fehlt"),
        ('{"rules": "kompakt" "hands": {}}', "ein Komma fehlt"),
        ('{"rules" "kompakt"}', "ein Doppelpunkt fehlt"),
        ('{rules: "kompakt"}', "ein Name in Anführungszeichen fehlt"),
        ('{"rules": "kompakt", "hands": [], "actions": []}',
         "bei „hands“ gehört hin: ein Objekt in geschweiften Klammern"),
        ('{"rules": "kompakt", "hands": {"VH": 7}, "actions": []}', "Blätter, Aktionen und"),
        ('{"format": "x", "rules": "kompakt"}', "bei „format“ gehört hin: etwas anderes"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_json_is_told_in_the_language(
    client: Client, written: str, told: str
) -> None:
    response = posted(client, written)
    assert response.status_code == 422
    assert told in words(response)
    assert "xpect" not in words(response)


@pytest.mark.parametrize("quotes", ["„“", "“”", "»«"])
def test_curly_quotes_and_long_dashes_are_read_in_json(client: Client, quotes: str) -> None:
    text = json.dumps(SILENT | {"actions": ["MH marriage first–trump"], "rules": "ddv"})
    for number, quote in enumerate(text):
        if quote == '"':
            text = f"{text[:number]}{quotes[number % 2]}{text[number + 1 :]}"
    page = words(posted(client, text))
    assert "ist kein JSON" not in page
    assert "TSR (DDV)" in page
    assert "Mittelhand sagt „Hochzeit, erster Trumpfstich“" in page


def test_the_judge_page_says_which_cards_may_be_meant(client: Client) -> None:
    page = words(posted(client, "rules: kompakt\nVH KD"))
    assert "Kreuz-Dame, Karo-König und Karo-Dame" in page
    page = words(posted(client, "rules: kompakt\nVH KD", "en"))
    assert "queen of clubs, king of diamonds and queen of diamonds" in page


@pytest.mark.parametrize("told", [{"nothing": "1"}, {"add": "1", "seat": "VH", "call": "re"}])
@pytest.mark.parametrize(
    "text",
    [
        text_from_record(SILENT) + "# x\n" * 482,
        "rules: kompakt\n" + f"VH {'x' * 300}\n" * 150,
        "rules: kompakt\ncalls: re\nVH HA",
        text_from_record(SILENT) + "#" * 64_750,
        json.dumps(SILENT),
    ],
    ids=["many lines", "one long line", "calls", "large", "json"],
)
def test_what_is_told_of_calls_never_fails(client: Client, text: str, told: dict[str, str]) -> None:
    response = client.post("/de/judge/", {"text": text, "trick": "1"} | told)
    assert response.status_code in {200, 413, 422}
