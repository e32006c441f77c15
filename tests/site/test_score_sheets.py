"""A table's score sheet: written, settled by the engine, checked, corrected."""

import json
import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from lessons.judge import judge
from lessons.rules.cards import Seat
from lessons.rules.contracts import ALONE, Contract
from lessons.rules.rounds import seating
from lessons.rules.rule_sets import PRESETS, SpecialPoint
from tests.site.test_answers import text
from tests.site.test_mine import MINE, with_answers
from tutorial.judge.by_figures import FiguresForm, figures_of
from tutorial.learners.models import Learner
from tutorial.score_sheets.models import KEPT, Check, Entry, ScoreSheet
from tutorial.score_sheets.reckoning import LINES_ON_PAPER, ranking, reckoned
from tutorial.tidying import tidied

pytestmark = pytest.mark.django_db
SHEETS = "/de/sheets/"
NAMES = ("Anke", "Bernd", "Chris", "Detlef", "Eva")
HOUSE = "royal,draw_doubles_next=true"


def made(
    players: int = 4, rules: str = "kompakt", rounds: int = 0, client: Client | None = None
) -> tuple[Client, ScoreSheet]:
    client = client or Client()
    told = {"title": "Freitag", "rules": rules, "rounds": rounds}
    told |= {f"player{place}": name for place, name in enumerate(NAMES[:players])}
    went = client.post(f"{SHEETS}new/", told)
    assert went.status_code == 303, text(went)
    sheet = ScoreSheet.objects.order_by("-pk")[0]
    assert went["Location"] == at(sheet)
    return client, sheet


def at(sheet: ScoreSheet, rest: str = "") -> str:
    return f"{SHEETS}{sheet.key}/{rest}"


def under(rules: str, players: int = 4, rounds: int = 0) -> tuple[Client, ScoreSheet]:
    client, sheet = made(players, rounds=rounds)
    ScoreSheet.objects.filter(pk=sheet.pk).update(rules=rules)
    sheet.refresh_from_db()
    return client, sheet


def form_of(client: Client, url: str) -> dict[str, str]:
    """Of the first form for a game on a page, its hidden fields."""
    page = client.get(url).content.decode()
    return {
        name: re.search(rf'name="{name}" value="([^"]*)"', page)[1]  # type: ignore[index]
        for name in ("key", "number")
    }


def write(client: Client, sheet: ScoreSheet, re: str, points: Any = 130, /, **other: Any) -> Any:
    """``re``: places of who was Re, ``02``."""
    told = {"who": list(re), "points": points, "called": "nothing", "contract": "normal"}
    return client.post(at(sheet), form_of(client, at(sheet)) | told | other)


def totals(sheet: ScoreSheet) -> tuple[int, ...]:
    return reckoned(ScoreSheet.objects.get(pk=sheet.pk)).totals


def test_a_page_makes_nobody_and_a_sheet_makes_its_owner() -> None:
    client = Client()
    for url in (SHEETS, f"{SHEETS}new/"):
        assert client.get(url).status_code == 200
    assert not Learner.objects.exists()
    client, sheet = made(client=client)
    assert sheet.owner == Learner.objects.get()
    assert "Freitag" in text(client.get(SHEETS))
    assert "Freitag" not in text(Client().get(SHEETS))
    assert "Anke gibt" in text(client.get(at(sheet)))


def test_made_twice_it_is_one() -> None:
    client = Client()
    page = client.get(f"{SHEETS}new/").content.decode()
    key = re.search(r'name="key" value="([\w-]+)"', page)
    assert key
    told = {"title": "Freitag", "rules": "kompakt", "rounds": 2, "key": key[1]}
    told |= {f"player{place}": name for place, name in enumerate(NAMES)}
    first, second = (Client().post(f"{SHEETS}new/", told) for _press in range(2))
    assert first["Location"] == second["Location"]
    assert ScoreSheet.objects.count() == 1


@pytest.mark.parametrize(
    ("odd", "reason"),
    [
        ({"title": ""}, "zwingend erforderlich"),
        ({"title": "\u200b"}, "Buchstaben, die man sieht"),
        ({"player1": ""}, "zwingend erforderlich"),
        ({"player1": "\u200b"}, "vier oder fünf"),
        ({"player1": "anke"}, "heißen gleich"),
        ({"player4": "x" * 31}, "30"),
        ({"rules": "skat"}, "gültige Auswahl"),
        ({"rounds": "-1"}, "größer oder gleich 0"),
        ({"rounds": "99"}, "kleiner oder gleich"),
    ],
)
def test_what_makes_no_table_says_why(odd: dict[str, str], reason: str) -> None:
    told = {"title": "Freitag", "rules": "kompakt", "rounds": "2"}
    told |= {f"player{place}": name for place, name in enumerate(NAMES[:4])}
    refused = Client().post(f"{SHEETS}new/", told | odd)
    assert refused.status_code == 422
    assert reason in text(refused)
    assert not ScoreSheet.objects.exists()


def test_a_game_is_settled_as_the_judge_settles_it() -> None:
    client, sheet = made()
    assert write(client, sheet, "13", 155, called="something", re="re no90").status_code == 303
    entry = Entry.objects.get()
    told = judge(entry.record)
    (game,) = reckoned(sheet).games
    at_seat = seating(4, 0)
    assert [game.written[at_seat[seat]] for seat in Seat] == [
        told["score"][seat.name] for seat in Seat
    ]
    assert game.value == str(told["value"])
    assert entry.record["calls"] == {"re": ["re", "no90"], "kontra": []}
    assert game.re == ("Bernd", "Detlef")
    assert "Bernd gibt" in text(client.get(at(sheet)))
    page = text(client.get(at(sheet, "1/")))
    assert "Re: Bernd, Detlef" in page
    assert "Quelle" in page


@pytest.mark.parametrize(
    ("odd", "reason"),
    [
        ({"called": ""}, "sag es"),
        ({"called": "something"}, "Was wurde angesagt"),
        ({"re": "re"}, "Was stimmt?"),
        ({"who": ["1"]}, "Re spielen zwei"),
        ({"who": ["1", "2", "3"]}, "Re spielen zwei"),
        ({"who": []}, "zwingend erforderlich"),
        ({"who": ["1", "9"]}, "gültige Auswahl"),
        ({"contract": "queens"}, "Einer spielt allein"),
        ({"contract": "poverty"}, "gültige Auswahl"),
        ({"points": "241"}, "240"),
        ({"points": "ä"}, "ganze Zahl"),
        ({"points": "239"}, "Kein Spiel ergibt"),
        ({"points": "2", "fox": "re re"}, "Augen"),
        ({"called": "something", "kontra": "no90"}, "Kontra"),
    ],
)
def test_what_cannot_have_been_is_refused_and_kept(odd: dict[str, Any], reason: str) -> None:
    client, sheet = made()
    refused = write(client, sheet, "02", **odd)
    assert refused.status_code == 422
    assert reason in text(refused)
    assert 'value="0"' in refused.content.decode()
    assert not Entry.objects.exists()


def test_without_card_points_it_is_asked_for_tricks() -> None:
    client, sheet = made()
    asked = write(client, sheet, "02", 240)
    assert asked.status_code == 422
    assert 'name="tricks"' in asked.content.decode()
    assert write(client, sheet, "02", 240, tricks="none").status_code == 303
    black = reckoned(sheet).games[0].value
    assert write(client, sheet, "02", 240, tricks="some").status_code == 303
    assert reckoned(sheet).games[1].value < black


def test_at_a_table_of_five_the_dealer_pauses() -> None:
    client, sheet = made(5)
    refused = write(client, sheet, "01")
    assert refused.status_code == 422
    assert "setzt aus, wer gibt" in text(refused)
    write(client, sheet, "13")
    assert reckoned(sheet).games[0].written[0] is None
    assert sum(totals(sheet)) == 0
    for dealer in range(1, 5):
        assert f"{NAMES[dealer]} gibt" in text(client.get(at(sheet)))
        others = [str(place) for place in range(5) if place != dealer]
        write(client, sheet, "".join(others[:2]))
    assert "Anke gibt" in text(client.get(at(sheet)))


def test_after_a_draw_the_next_game_counts_double_and_no_other() -> None:
    client, sheet = under(HOUSE)
    draw = {"called": "something", "re": "re no90", "kontra": "kontra no60"}
    write(client, sheet, "02", 130, **draw)
    assert reckoned(sheet).games[0].result.is_draw  # type: ignore[union-attr]
    assert "Zählt doppelt" in text(client.get(at(sheet)))
    for _game in range(2):
        write(client, sheet, "02", 130)
    first, second, third = reckoned(sheet).games
    assert (first.value, second.value, third.value) == ("0", "2", "1")
    assert second.is_doubled
    assert not third.is_doubled
    assert "weil das Spiel davor" in text(client.get(at(sheet, "2/")))
    # Corrected, the one before is no draw any more, and the next not doubled.
    told = {"who": ["0", "2"], "points": 130, "called": "nothing", "contract": "normal"}
    client.post(at(sheet, "1/"), form_of(client, at(sheet, "1/")) | told)
    assert [one.value for one in reckoned(sheet).games] == ["1", "1", "1"]


def test_after_a_compulsory_solo_the_same_deals_again_and_each_owes_one() -> None:
    client, sheet = under("kompakt,compulsory_solo=true", rounds=1)
    assert "steht noch aus von: Anke, Bernd, Chris, Detlef" in text(client.get(at(sheet)))
    refused = write(client, sheet, "0", compulsory="on", contract="silent-solo")
    assert "Wähle, welches" in text(refused)
    write(client, sheet, "1", compulsory="on", contract="queens")
    page = text(client.get(at(sheet)))
    assert "Anke gibt" in page
    assert "steht noch aus von: Anke, Chris, Detlef" in page
    assert reckoned(sheet).planned == 5
    write(client, sheet, "1", contract="queens")  # for pleasure
    assert "Bernd gibt" in text(client.get(at(sheet)))


def test_a_table_knows_when_all_is_played() -> None:
    client, sheet = made(rounds=1)
    for _game in range(4):
        assert "Alle Spiele sind gespielt" not in text(client.get(at(sheet)))
        write(client, sheet, "02")
    page = text(client.get(at(sheet)))
    assert "Alle Spiele sind gespielt" in page
    assert "4 von 4 Spielen" in page
    placed = [(place, name) for place, name, _points in reckoned(sheet).ranked]
    assert placed == [(1, "Anke"), (1, "Chris"), (3, "Bernd"), (3, "Detlef")]
    assert re.findall(r"([13])\. (\w+) (\S+)", page) == [
        (str(place), name, points) for place, name, points in reckoned(sheet).ranked
    ]
    assert write(client, sheet, "02").status_code == 303


def test_what_is_sent_again_counts_once() -> None:
    client, sheet = made()
    told = form_of(client, at(sheet)) | {
        "who": ["0", "2"], "points": 130, "called": "nothing", "contract": "normal",
    }  # fmt: skip
    for _time in range(3):
        assert client.post(at(sheet), told).status_code == 303
    assert Entry.objects.count() == 1
    assert client.post(at(sheet), told | {"key": "x"}).status_code == 303
    assert Entry.objects.count() == 1


def test_two_phones_write_the_same_game_only_if_they_say_so() -> None:
    phone, sheet = made()
    other = Client()
    late = form_of(other, at(sheet))
    told = {"who": ["0", "2"], "points": 130, "called": "nothing", "contract": "normal"}
    write(phone, sheet, "02", 130)
    refused = other.post(at(sheet), late | told)
    assert refused.status_code == 409
    assert "Spiel 1 steht schon da" in text(refused)
    assert Entry.objects.count() == 1
    page = refused.content.decode()
    assert f'value="{late["key"]}"' in page
    assert other.post(at(sheet), late | told | {"number": "2"}).status_code == 303
    assert Entry.objects.count() == 2


def test_corrections_are_kept_with_who_and_when() -> None:
    client, sheet = made()
    write(client, sheet, "02")
    write(client, sheet, "02")
    before = totals(sheet)
    there = f"{at(sheet, '1/')}?me=1"
    told = {"who": ["1", "2"], "points": 55, "called": "nothing", "contract": "normal"}
    page = client.get(there).content.decode()
    assert re.search(r'name="points" value="130"', page)
    assert client.post(there, form_of(client, there) | told)["Location"] == there
    assert totals(sheet) != before
    page = text(client.get(there))
    assert "Eingetragen von Bernd" in page
    assert "Was vorher dort stand Wert 1" in page
    assert [one.number for one in Entry.objects.all()] == [1, 1, 2]
    assert {one.dealer for one in Entry.objects.filter(number=1)} == {0}
    refused = client.post(there, form_of(client, there) | told | {"called": ""})
    assert refused.status_code == 422
    assert "berichtigt" in text(client.get(at(sheet)))


def test_struck_out_it_counts_for_nothing_and_can_be_read() -> None:
    client, sheet = made()
    write(client, sheet, "02")
    write(client, sheet, "13")
    page = client.get(at(sheet, "2/")).content.decode()
    key = re.findall(r'name="key" value="([^"]+)"', page)[-1]
    for _press in range(2):
        client.post(f"{at(sheet, '2/')}?me=0", {"do": "strike", "key": key})
    assert Entry.objects.count() == 3
    assert "Gestrichen von Anke" in text(client.get(at(sheet, "2/")))
    assert "Bernd gibt" in text(client.get(at(sheet)))
    write(client, sheet, "02")
    assert [one.entry.number for one in reckoned(sheet).games] == [1, 2, 3]
    assert [one.entry.dealer for one in reckoned(sheet).counted] == [0, 1]


def test_the_others_find_it_right_once_each() -> None:
    client, sheet = made()
    write(client, sheet, "02")
    there = at(sheet, "1/")
    client.post(there, {"do": "check"})  # nobody said who
    for me in (1, 1, 3):
        assert client.post(f"{there}?me={me}", {"do": "check"}).status_code == 303
    assert Check.objects.count() == 2
    assert "Für richtig befunden von Bernd, Detlef" in text(client.get(there))
    assert "geprüft" in text(client.get(at(sheet)))
    for odd in ("9", "x", "%00", "1" * 5000):
        assert client.get(f"{at(sheet)}?me={odd}").status_code == 200


def test_who_has_the_address_writes_and_only_the_owner_deletes() -> None:
    client, sheet = made()
    stranger = with_answers(1)
    assert write(stranger, sheet, "02").status_code == 303
    assert stranger.post(at(sheet, "delete/")).status_code == 404
    assert "Zettel löschen" not in text(stranger.get(at(sheet)))
    for rest in ("", "1/", "sheet.csv", "delete/"):
        assert Client().get(f"{SHEETS}nothing/{rest}").status_code == 404
    assert client.get(at(sheet, "99999999999999999999/")).status_code == 404
    assert client.get(at(sheet, "delete/")).status_code == 200
    assert client.post(at(sheet, "delete/"))["Location"] == SHEETS
    assert not Entry.objects.exists()


def test_it_goes_into_a_spreadsheet() -> None:
    client, sheet = made(5)
    write(client, sheet, "13")
    write(client, sheet, "04", contract="normal")
    rows = client.get(at(sheet, "sheet.csv")).content.decode().splitlines()
    assert rows[0].endswith("Anke;Bernd;Chris;Detlef;Eva")
    assert rows[1].split(";")[-5:] == ["0", "1", "-1", "1", "-1"]
    assert len(rows) == 3


def test_names_are_only_text() -> None:
    client = Client()
    told = {"title": "<b>x", "rules": "kompakt", "rounds": 0, "player0": "<script>alert(1)"}
    told |= {f"player{place}": name for place, name in enumerate(NAMES[:4]) if place}
    sheet = at(ScoreSheet(key=client.post(f"{SHEETS}new/", told)["Location"].split("/")[-2]))
    assert "<script>alert" not in client.get(sheet).content.decode()
    assert "<b>x" not in client.get(sheet).content.decode()


def test_a_long_evening_takes_as_many_queries(django_assert_num_queries: Any) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client, sheet = made(5)
    write(client, sheet, "13")
    client.get(at(sheet))
    with CaptureQueriesContext(connection) as few:
        client.get(at(sheet))
    expected = len(few)
    for number in range(12):
        others = [str(place) for place in range(5) if place != (number + 1) % 5]
        write(client, sheet, "".join(others[:2]))
        client.post(f"{at(sheet, f'{number + 1}/')}?me=1", {"do": "check"})
    with django_assert_num_queries(expected):
        client.get(at(sheet))


def test_it_is_exported_deleted_with_its_owner_and_half_a_year_later() -> None:
    client, sheet = made()
    told = json.loads(client.get(f"{MINE}karlchen.json").content)
    assert [one["title"] for one in told["score_sheets"]] == ["Freitag"]
    _other, old = made()
    ScoreSheet.objects.filter(pk=old.pk).update(used=timezone.now() - KEPT - timedelta(days=1))
    list(tidied())
    assert [one.pk for one in ScoreSheet.objects.all()] == [sheet.pk]
    client.post(f"{MINE}delete/")
    assert not ScoreSheet.objects.exists()


def test_who_has_as_many_shares_a_place() -> None:
    told = ranking([("Bernd", 3), ("Anke", 3), ("Chris", -1), ("Detlef", 7)])
    assert told == ((1, "Detlef", 7), (2, "Anke", 3), (2, "Bernd", 3), (4, "Chris", -1))
    assert ranking([]) == ()


def test_figures_come_back_as_they_were_told() -> None:
    """What a settlement record says stands in the form that made it."""
    chance, rules = Random(1), PRESETS["royal"]
    for _time in range(200):
        empty = FiguresForm()
        told = {
            name: chance.choice([value for value, _said in field.choices])  # type: ignore[attr-defined]
            for name, field in empty.fields.items()
            if name not in {"points", "tricks", "of"}
        }
        told |= {"of": "re", "points": str(chance.randrange(1, 240)), "tricks": ""}
        form = FiguresForm(told)
        assert form.is_valid(), form.errors
        record = form.record(rules)
        again = FiguresForm({"tricks": "", **figures_of(record)})
        assert again.is_valid(), again.errors
        assert again.record(rules) == record
    assert {one.value for one in SpecialPoint} >= {*figures_of(record)} - {
        "of", "points", "re", "kontra", "contract",
    }  # fmt: skip
    assert Contract(record["contract"].removeprefix("solo ")) in {*Contract}
    assert len(ALONE) > 2


def test_on_paper_it_has_a_line_for_every_game_still_to_come() -> None:
    def lines(sheet: ScoreSheet) -> int:
        return Client().get(at(sheet)).content.decode().count('class="score__blank"')

    client, sheet = made()
    assert lines(sheet) == LINES_ON_PAPER
    write(client, sheet, "02")
    assert lines(sheet) == LINES_ON_PAPER - 1
    client.post(at(sheet, "1/"), {"do": "strike", "key": "s" * 22})
    assert lines(sheet) == LINES_ON_PAPER
    client, planned = made(rounds=2)
    assert lines(planned) == 8
    for _game in range(8):
        write(client, planned, "02")
    assert lines(planned) == 0
