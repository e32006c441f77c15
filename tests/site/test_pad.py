"""Cards tapped from a pad: seats follow, the judge rules at any time, and nothing is lost."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils.translation import override

from lessons.judge import judge
from lessons.rules.cards import COPIES, Card, Seat
from lessons.rules.records import record_from_json
from lessons.rules.rule_sets import PRESETS
from tutorial.judge.pad import Pad
from tutorial.judge.tapped import tapped

URL = "/de/judge/"
OWN = "/de/replays/own/"
GAMES = Path(__file__).parent.parent / "games"
NORMAL = [
    record
    for record in map(json.loads, (GAMES / "tsr.jsonl").read_text().splitlines())
    if judge(record)["contract"] == "normal" and judge(record)["complete"]
]


def words(response: Any) -> str:
    html = response.content.decode()
    main = html.partition("<main")[2].partition("</main>")[0] or html
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main)).split())


def form_of(response: Any) -> dict[str, str]:
    """What a browser sends with a button of the pad's form."""
    html = response.content.decode()
    form = html.partition('<form class="pad__table"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.DOTALL):
        fields[name] = re.findall(r'value="([^"]*)" selected', options)[0]
    return fields


def tap(client: Client, response: Any, card: str, **more: str) -> Any:
    """Presses a card of a page as a browser without JavaScript does."""
    html = response.content.decode()
    assert f'name="tap" value="{card}"' in " ".join(html.split())
    return client.get(response.request["PATH_INFO"], form_of(response) | {"tap": card} | more)


def test_each_seat_has_its_side_of_the_table() -> None:
    for played in ("", "HA.HK", "HA.HK.D9.H9"):
        pad = Pad(tapped({"played": played}), URL)
        sides = {place.seat: place.side for place in pad.places}
        assert sides == {Seat.VH: "west", Seat.MH: "north", Seat.HH: "east", Seat.G: "south"}


def test_the_hand_that_is_told_lies_before_its_seat() -> None:
    pad = Pad(tapped({"VH": "HT.CQ", "to": "HH"}), OWN)
    with override("de"):
        sides = {name: (side, count) for side, name, count in pad.around}
    assert sides["Hinterhand"] == ("south", "0/12")
    assert sides["Vorhand"] == ("north", "2/12")
    assert {side for side, _count in sides.values()} == {"south", "west", "north", "east"}


def test_four_taps_give_the_verdict_without_javascript(client: Client) -> None:
    page = client.get(URL)
    for card in ("HA", "HK", "D9", "H9"):
        page = tap(client, page, card)
        assert page.status_code == 200
    said = words(page)
    assert "Stich für Hinterhand: 15 Augen." in said
    assert "Die Karo-Neun von Hinterhand ist der einzige Trumpf im Stich" in said
    assert "Quelle: Kompakt" in said
    assert "4/48" in said


@pytest.mark.parametrize("record", NORMAL[:6], ids=lambda record: record["id"])
def test_seats_follow_from_who_wins(record: dict[str, Any]) -> None:
    plays = [
        action.split() for action in record["actions"] if action.split()[1] in Card.__members__
    ]
    asked = {"rules": "tsr", "played": ".".join(card for _seat, card in plays)}
    table = tapped(asked).table
    assert [(play.seat.name, play.card.name) for play in table.plays] == [tuple(p) for p in plays]
    made = table.record
    assert made is not None
    assert record_from_json(made).plays == table.plays
    assert table.is_over


@pytest.mark.parametrize("record", NORMAL[:3], ids=lambda record: record["id"])
def test_a_whole_game_is_settled_and_can_be_played_through(
    client: Client, record: dict[str, Any]
) -> None:
    actions = [action.split() for action in record["actions"]]
    played = [
        said if said in Card.__members__ else f"{seat}-{said}"
        for seat, said in actions
        if said != "healthy"
    ]
    page = client.get(URL, {"rules": "tsr", "played": ".".join(played)})
    value = str(judge(record)["value"]).replace("-", "−")
    assert f'<td class="slip__figure">{value}</td>' in page.content.decode()
    (address,) = re.findall(r'href="(/de/replays/own/0/[^"]*)"', page.content.decode())
    assert client.get(unescape(address)).status_code == 200
    (text,) = re.findall(r'href="(/de/judge/text/\?game=[^"]*)"', page.content.decode())
    assert record["actions"][-1] in unescape(client.get(unescape(text)).content.decode())


def test_used_up_cards_cannot_be_tapped(client: Client) -> None:
    address = {"played": "HT.HT"}
    page = client.get(URL, address)
    key = re.search(r'<button[^>]*id="pad-HT"[^>]*>', page.content.decode())
    assert key
    assert 'aria-disabled="true"' in key[0]
    assert "name=" not in key[0]
    refused = client.get(URL, address | {"tap": "HT"})
    assert refused.status_code == 422
    assert "Herz-Zehn: Beide sind schon angetippt." in words(refused)
    assert form_of(refused)["played"] == "HT.HT"


@pytest.mark.parametrize(
    ("forged", "told"),
    [
        ({"tap": "XX"}, "„XX“ ist keine Karte."),
        ({"tap": "VH-ramsch"}, "„VH-ramsch“ ist keine Karte."),
        ({"tap": "<b>" * 99}, "ist keine Karte."),
        ({"rules": "schafkopf"}, "Regeln:"),
        ({"rules": "cvjm", "tap": "H9"}, "wird ohne Neunen gespielt"),
        ({"lead": "XX"}, "Wer spielt aus?:"),
        ({"at": "XX"}, "„XX“ ist kein Platz."),
        ({"G": "DA.DA.DA"}, "Beide sind schon angetippt."),
        ({"G": ".".join(["CA", "CT", "CK", "CQ", "CJ", "C9"] * 2 + ["SA"])}, "schon alle Karten"),
        ({"add": "1", "seat": "X", "call": "re", "trick": "1"}, "X ist keine gültige Auswahl"),
        ({"tap": ".".join(["CA"] * 999)}, "So viele Karten und Ansagen hat kein Spiel."),
        ({"tap": "\0"}, "ist keine Karte."),
    ],
)
@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true"}], ids=["page", "piece"])
def test_forged_state_is_refused_with_the_reason_and_nothing_is_lost(
    client: Client, forged: dict[str, str], told: str, htmx: dict[str, str]
) -> None:
    page = client.get(URL, {"played": "CA.CK", "rules": "kompakt"} | forged, headers=htmx)
    assert page.status_code == 422
    assert told in words(page)
    assert form_of(page)["played"].startswith("CA.CK")


def test_a_revoke_is_named_once_the_hand_is_known_or_shows_it(client: Client) -> None:
    told = {"MH": "HK.CQ", "played": "HA.HT", "at": "play"}
    assert "Gegen die Regeln" in words(client.get(URL, told))
    assert "Mittelhand hat noch den Herz-König" in words(client.get(URL, told))
    # MH ruffs a heart, takes the trick, and leads a heart.
    shown = client.get(URL, {"played": "HA.HT.H9.H9", "tap": "HK"})
    assert "Stich 1, Mittelhand spielt Herz-Zehn" in words(shown)
    # The same in the middle of a game, of which there is no record.
    middle = client.get(URL, {"lead": "HH", "played": "HA.HT.H9.H9", "tap": "HK"})
    assert "Gegen die Regeln" in words(middle)
    assert "Stich 1, der Geber spielt Herz-Zehn" in words(middle)
    assert "Spiel abspielen" not in words(middle)


def test_the_contract_decides_who_holds_the_trick(client: Client) -> None:
    played = {"played": "HA.HK.D9"}
    assert "Bisher vorn: Hinterhand." in words(client.get(URL, played))
    solo = played | {"contract": "queens", "by": "MH"}
    assert "Bisher vorn: Vorhand." in words(client.get(URL, solo))
    assert "contract: solo MH queens" in words(client.get(URL, solo))
    # A trick of the middle, which the soloist leads.
    assert "Bisher vorn: Mittelhand." in words(client.get(URL, solo | {"lead": "MH"}))
    # Both queens of clubs belong to who plays a marriage.
    assert "contract: marriage G first" in words(
        client.get(URL, {"contract": "marriage", "by": "G", **played})
    )


def test_the_last_card_is_taken_back(client: Client) -> None:
    page = client.get(URL, {"played": "HA.VH-re.HK", "undo": "1"})
    assert form_of(page)["played"] == "HA.VH-re"
    assert client.get(URL, {"undo": "1"}).status_code == 200


def test_a_call_is_added_before_its_trick(client: Client) -> None:
    asked = {"played": "HA.HK.D9.H9.CA", "add": "1", "seat": "VH", "call": "re", "trick": "1"}
    assert form_of(client.get(URL, asked))["played"] == "VH-re.HA.HK.D9.H9.CA"
    assert form_of(client.get(URL, asked | {"trick": "2"}))["played"] == "HA.HK.D9.H9.VH-re.CA"
    assert form_of(client.get(URL, asked | {"trick": "9"}))["played"].endswith("CA.VH-re")


def test_hands_are_tapped_one_after_the_other_and_the_last_is_dealt(client: Client) -> None:
    (record,) = NORMAL[:1]
    page = client.get(OWN, {"rules": "tsr"})
    for seat in ("VH", "MH", "HH"):
        assert form_of(page)["at"] == seat
        for card in record["hands"][seat].split():
            page = tap(client, page, card)
    fields = form_of(page)
    assert fields["at"] == "play"
    assert sorted(fields["G"].split(".")) == sorted(record["hands"]["G"].split())
    # Whose turn it is plays from its hand.
    lacking = next(card for card in Card if card.name not in record["hands"]["VH"].split())
    key = re.search(
        rf'<button[^>]*id="pad-{lacking.name}".*?</button>', page.content.decode(), re.DOTALL
    )
    assert key
    assert "nicht auf dieser Hand" in key[0]


def test_a_piece_is_swapped_and_the_page_is_the_same(client: Client) -> None:
    asked = {"played": "HA.HK"}
    piece = client.get(URL, asked, headers={"HX-Request": "true"})
    assert "<main" not in piece.content.decode()
    assert "HX-Request" in piece["Vary"]
    assert "Bisher vorn: Vorhand." in words(piece)


@pytest.mark.parametrize("path", [URL, "/en/judge/", OWN])
@pytest.mark.django_db
def test_a_tap_takes_no_query(client: Client, path: str, django_assert_num_queries: Any) -> None:
    for cards in ("HA", "HA.HK.D9.H9", ".".join(f"{card.name}.{card.name}" for card in Card)):
        with django_assert_num_queries(0):
            assert client.get(path, {"played": cards, "at": "play"}).status_code == 200


@pytest.mark.parametrize("rules", PRESETS)
def test_the_pad_has_each_card_as_often_as_the_pack(rules: str) -> None:
    pad = Pad(tapped({"rules": rules}), URL)
    counted = [key.card for row in pad.keys for key in row for _copy in range(key.left)]
    assert sorted(counted) == sorted(PRESETS[rules].pack)
    assert {key.left for row in pad.keys for key in row} == {COPIES}


def test_the_address_of_a_table_is_the_table() -> None:
    table = tapped({"VH": "CQ.HT", "played": "CQ.VH-re.HT", "at": "G", "lead": "HH"}).table
    again = tapped({**table.setting, **table.state}).table
    assert again == table
    assert urlencode(table.state) == "VH=CQ.HT&played=CQ.VH-re.HT&at=G"
    assert table.at is Seat.G


def test_the_trick_of_a_revoke_stays_on_the_felt(client: Client) -> None:
    page = client.get("/de/judge/?played=HA.HT.H9.H9.HK&tap=CA").content.decode()
    assert "Stich 1, Mittelhand spielt Herz-Zehn" in page
    felt = page[page.index('class="trick') : page.index("</ol>", page.index('class="trick'))]
    assert felt.count("tag--revoked") == 1
    revoked = felt[: felt.index("tag--revoked")]
    assert revoked.rindex("Herz-Zehn") > revoked.rindex("Herz-Ass")
    assert "?" not in re.sub(r"<[^>]+>", "", felt)
