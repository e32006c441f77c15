"""Games step by step: what each step tells and must not, guessing first, games of one's own."""

import json
import re
from html import unescape
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from lessons.content.reading import course
from lessons.exercises.answers import Way, values_of
from lessons.judge import judge
from lessons.replays import Step, stepped, steps
from lessons.rules.cards import Card, Seat
from lessons.rules.readable import record_from_text
from tutorial.learners.models import Attempt
from tutorial.practice.models import Report
from tutorial.replays.games import example
from tutorial.replays.guessing import question_at
from tutorial.replays.look import Look
from tutorial.replays.models import StoredGame
from tutorial.shared.records import LONGEST_CODE, code_of, record_in

pytestmark = pytest.mark.django_db

GAMES = Path(__file__).parent.parent / "games"
WRITTEN = sorted(GAMES.glob("*.txt"))
LINES = [
    line
    for path in sorted(GAMES.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
OWN = {"text": (GAMES / "royal-negative.txt").read_text(encoding="utf-8")}
HX = {"HX-Request": "true"}


def words(response: Any) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", " ", response.content.decode())).split())


def made(name: str) -> tuple[Step, ...]:
    return steps(course().replays[name].record)


def test_a_replay_tells_no_party_before_it_is_settled(client: Client) -> None:
    before = words(client.get("/de/replays/hochzeit/3/"))
    open_yet = "noch offen nicht bekannt 0 0 Stiche"
    assert all(f"{seat} {open_yet}" in before for seat in ("Vorhand", "Hinterhand", "Geber"))
    named = words(client.get("/de/replays/hochzeit/4/"))
    assert "Schritt 4 von 16: Der Geber sagt „Hochzeit“" in named
    assert f"Vorhand {open_yet} Mittelhand {open_yet} Hinterhand {open_yet} Geber Re" in named


@pytest.mark.long
@pytest.mark.parametrize("name", course().replays)
def test_the_steps_of_every_game_can_be_shown(client: Client, name: str) -> None:
    """In one of three ways to look at it, in turn; of a whole game every other step."""
    looks = cycle([("de", ""), ("en", "?hands=open&seat=HH"), ("de", "?guess=all")])
    last = len(made(name)) - 1
    shown = [*range(0, last, 2 if last > 30 else 1), last]
    for step, (language, look) in zip(shown, looks, strict=False):
        page = client.get(f"/{language}/replays/{name}/{step}/{look}")
        assert page.status_code == 200
        word = {"de": "Schritt", "en": "Step"}[language]
        assert f'<h2 id="replay-step" tabindex="-1">{word} {step} ' in page.content.decode()
    assert client.get(f"/de/replays/{name}/{last + 1}/").status_code == 404


def test_a_step_tells_what_a_seat_can_know(client: Client) -> None:
    """Forehand holds a queen of clubs, and learns only from the second one who else is Re."""
    row = {"VH": "Vorhand Re", "G": "Geber Re"}
    before = words(client.get("/de/replays/normalspiel/14/"))
    assert row["VH"] in before
    assert row["G"] not in before
    assert "Augen Re" not in before
    after = words(client.get("/de/replays/normalspiel/15/"))
    assert row["G"] in after
    assert "Augen Re" in after
    assert "22 Kontra" in after
    from_mh = words(client.get("/de/replays/normalspiel/15/?seat=MH"))
    assert "Die Hand von Mittelhand" in from_mh
    assert row["VH"] not in from_mh
    assert row["G"] in from_mh
    is_open = words(client.get("/de/replays/normalspiel/14/?hands=open"))
    assert row["G"] in is_open
    assert is_open.count("Die Hand von") == 3
    assert "Die Hand des Gebers" in is_open


def test_a_step_counts_trumps_and_tells_calls(client: Client) -> None:
    page = words(client.get("/en/replays/normalspiel/16/"))
    assert "Trumps: 4 of 26 have been played, Forehand holds 6, the others hold 16." in page
    assert "Still possible for Forehand: Re." in words(client.get("/en/replays/normalspiel/5/"))
    assert "Forehand can make no calls now." in page
    waiting = words(client.get("/en/replays/hochzeit/6/"))
    assert "Nobody may call anything before the marriage has found its partner." in waiting
    assert "Trumps" not in words(client.get("/en/replays/fleischloser/8/"))


def test_a_nonsense_look_is_the_usual_one(client: Client) -> None:
    usual = words(client.get("/de/replays/normalspiel/9/"))
    odd = client.get("/de/replays/normalspiel/9/?seat=XX&hands=no&guess=never&view=huge")
    assert words(odd) == usual
    assert "guess" not in re.findall(r'rel="next" href="([^"]*)"', odd.content.decode())[0]


def test_the_ways_keep_how_one_looks_at_it(client: Client) -> None:
    query = "seat=HH&hands=open&guess=all&view=beamer"
    page = unescape(client.get(f"/de/replays/normalspiel/9/?{query}").content.decode())
    assert f'href="/de/replays/normalspiel/10/?{query}"' in page
    assert f'href="/de/replays/normalspiel/8/?{query}"' in page


# Guessing first

ASKED = [("12", "marked"), ("15", "marked"), ("15", "all"), ("5", "all"), ("8", "all")]


def question(step: str, guess: str) -> Any:
    game = example("normalspiel", "de")
    return question_at(game, game.steps[int(step)], Look(Seat.VH, False, guess, False))


def posted(exercise: Any, *, is_right: bool) -> dict[str, list[str]]:
    kind = exercise.kind
    (field,), (right,) = kind.fields(exercise.question), kind.solve(exercise.question)
    values = dict(zip(values_of(field), field.options, strict=True))
    if field.way is Way.TRICK:
        chosen = [value for value, option in values.items() if (option == right) == is_right]
        return {field.name: chosen[:1]}
    chosen = [value for value, option in values.items() if option in right]
    if field.way is Way.CARDS:
        chosen = list({values[value]: value for value in chosen}.values())
    if not is_right:
        chosen = [next(value for value, option in values.items() if option not in right)]
    return {field.name: chosen or ["nothing"]}


def token(page: Any) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page.content.decode())
    assert found
    return found[1]


@pytest.mark.django_db
@pytest.mark.parametrize("piece", [False, True])
@pytest.mark.parametrize("is_right", [True, False])
@pytest.mark.parametrize(("step", "guess"), ASKED)
def test_a_guess_is_checked_kept_and_told_why(
    client: Client, step: str, guess: str, is_right: bool, piece: bool
) -> None:
    url = f"/de/replays/normalspiel/{step}/?guess={guess}"
    exercise = question(step, guess)
    answer = posted(exercise, is_right=is_right) | {"token": token(client.get(url))}
    response = client.post(url, answer, headers=HX if piece else {})
    if not piece:
        assert response.status_code == 303
        response = client.get(response["Location"])
    else:
        assert "attempt=" in response["HX-Push-Url"]
    attempt = Attempt.objects.get()
    assert (attempt.kind, attempt.right) == (exercise.kind.name, is_right)
    assert attempt.moment == f"normalspiel/{step}"
    assert attempt.rules == "kompakt"
    page = response.content.decode()
    assert f"verdict--{'right' if is_right else 'wrong'}" in page
    assert "Wo das steht" in page
    assert 'name="token"' not in page


@pytest.mark.parametrize("step", ["8", "12", "16"])
def test_a_question_who_wins_does_not_tell(client: Client, step: str) -> None:
    at = made("normalspiel")[int(step)]
    assert at.winner is not None
    asked = client.get(f"/de/replays/normalspiel/{step}/?guess=all")
    page = asked.content.decode()
    assert "gewinnt" not in re.sub(r'<p class="dock__task">.*?</p>', "", page)
    assert "verdict" not in page
    assert "bekommt den Stich" not in words(asked).replace("Wer bekommt", "")
    points = at.position.card_points()[at.winner]
    assert not re.search(rf"<dd>\s*{points}\b", page)
    note = course().replays["normalspiel"].texts["de"].notes[int(step)]
    assert note not in words(asked)
    told = client.get(f"/de/replays/normalspiel/{step}/?guess=all&told=1")
    assert "gewinnt" in words(told)
    assert re.search(rf"<dd>\s*{points}\b", told.content.decode())
    assert note in words(told)


def test_a_question_about_calls_does_not_tell_them(client: Client) -> None:
    page = words(client.get("/de/replays/normalspiel/5/?guess=all"))
    assert "Welche An- und Absagen" in page
    assert "Noch möglich für" not in page
    assert "Noch möglich für" in words(client.get("/de/replays/normalspiel/5/"))


def test_a_question_about_cards_does_not_sort_them_by_trump(client: Client) -> None:
    page = client.get("/de/replays/normalspiel/15/?guess=all").content.decode()
    assert "Die Hand von Vorhand" not in page
    assert "Trümpfe:" not in page
    cards = re.findall(r'name="card" value="([A-Z0-9]+)\.', page)
    assert cards == [card.name for card in sorted(made("normalspiel")[15].position.hands[Seat.VH])]


@pytest.mark.django_db
@pytest.mark.parametrize("seat", Seat)
def test_the_table_of_a_question_is_turned_as_one_looks(client: Client, seat: Seat) -> None:
    """Who looks sits at the bottom, before the trick is pressed and after."""
    url = f"/de/replays/normalspiel/12/?guess=marked&seat={seat.name}"
    plate = course().words["de"].cards.seat(seat)
    south = re.compile(r"trick__place--south.*?</li>", re.DOTALL)
    asked = client.get(url)
    there = client.post(url, {"token": token(asked), "seat": "MH"})["Location"]
    for page in (asked, client.get(there)):
        (place,) = south.findall(page.content.decode())
        assert f"<small>{plate}</small>" in place


@pytest.mark.django_db
def test_forged_repeated_and_foreign_guesses_do_no_harm(client: Client) -> None:
    url = "/de/replays/normalspiel/12/?guess=marked"
    form = {"token": token(client.get(url)), "seat": "MH"}
    forged = client.post(url, form | {"token": "x"})
    assert forged.status_code == 422
    other_step = client.post("/de/replays/normalspiel/8/?guess=marked", form)
    assert other_step.status_code == 422
    assert "veraltet" in words(forged)
    assert client.post(url, form | {"seat": "XX"}).status_code == 422
    assert client.post(url, {"token": form["token"]}).status_code == 422
    assert not Attempt.objects.exists()
    first = client.post(url, form)
    again = client.post(url, form | {"seat": "VH"})
    assert Attempt.objects.count() == 1
    assert first["Location"] == again["Location"]
    stranger = Client()
    stranger.cookies.clear()
    other = Client()
    other.post(url, {"token": token(other.get(url)), "seat": "VH"})
    assert other.post(url, form).status_code == 422
    seen = stranger.get(first["Location"])
    assert "verdict" not in seen.content.decode()
    # Where nothing is asked, nothing is answered.
    plain = client.post("/de/replays/normalspiel/12/", form)
    assert (plain.status_code, plain["Location"]) == (303, "/de/replays/normalspiel/12/")


@pytest.mark.django_db
def test_the_end_tells_how_many_guesses_were_right(client: Client) -> None:
    for step, seat in [("12", "VH"), ("12", "MH"), ("8", "HH")]:
        url = f"/de/replays/normalspiel/{step}/?guess=all"
        client.post(url, {"token": token(client.get(url)), "seat": seat})
    end = "/de/replays/normalspiel/16/?guess=all&told=1"
    assert "Deine Antworten in diesem Spiel: 1 von 2 richtig." in words(client.get(end))
    assert "Deine Antworten" not in words(Client().get(end))
    assert "Deine Antworten" not in words(client.get("/de/replays/normalspiel/16/"))


@pytest.mark.django_db
def test_a_guess_can_be_held_for_wrong(client: Client) -> None:
    url = "/de/replays/normalspiel/12/?guess=marked"
    there = client.post(url, {"token": token(client.get(url)), "seat": "VH"})["Location"]
    attempt = Attempt.objects.get()
    referer = {"Referer": f"http://testserver{there.partition('#')[0]}"}
    response = client.post(f"/de/practice/disputed/{attempt.key}/", headers=referer)
    assert response.status_code == 303
    assert "Danke: Du hältst" in words(client.get(response["Location"]))
    report = Report.objects.get()
    assert report.address == "normalspiel/12"
    assert "Mittelhand" in report.text


# Games of one's own


def brought(client: Client, text: str) -> Any:
    return client.post("/de/replays/own/", {"text": text})


@pytest.mark.django_db
@pytest.mark.parametrize("path", WRITTEN, ids=[path.stem for path in WRITTEN])
def test_every_written_game_can_be_brought_pasted_or_as_a_file(client: Client, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    pasted = brought(client, text)
    file = SimpleUploadedFile(path.name, text.encode())
    assert client.post("/de/replays/own/", {"file": file})["Location"] == pasted["Location"]
    judged = judge(record_from_text(text))
    page = client.get(pasted["Location"])
    assert page.status_code == 200
    step = int(urlsplit(pasted["Location"]).path.split("/")[-2])
    if judged["ok"]:
        assert step == 0
    else:
        assert step == judged["errors"][0]["action"] + 1
        assert "gegen die Regeln" in words(page)


@pytest.mark.long
@pytest.mark.django_db
def test_a_sample_game_can_be_brought(client: Client) -> None:
    for line in LINES[::3]:
        response = brought(client, line)
        assert response.status_code == 303
        query = urlsplit(response["Location"]).query
        (code,) = parse_qs(query)["game"]
        kept = record_in(code)
        assert judge(kept) == {
            name: value for name, value in judge(json.loads(line)).items() if name != "id"
        }
        page = client.get(response["Location"])
        assert page.status_code == 200
    assert not StoredGame.objects.exists()


@pytest.mark.django_db
def test_an_error_in_action_17_is_shown_at_action_17(client: Client) -> None:
    record = json.loads(LINES[0])
    record["actions"][17] = "VH XX"
    unknown = brought(client, json.dumps(record))
    assert "/replays/own/18/" in unknown["Location"]
    assert "„XX“" in words(client.get(unknown["Location"]))
    record, seat, card = revoked_in(17)
    wrong = brought(client, json.dumps(record))
    assert "/replays/own/18/" in wrong["Location"]
    page = client.get(wrong["Location"])
    assert f"{course().words['de'].cards.seat(seat, 'Nom')} spielt {words_of_card(card)}" in words(
        page
    )
    assert "bedient nicht" in words(page)
    assert "trick__place--refused" in page.content.decode()
    earlier = client.get(wrong["Location"].replace("/18/", "/17/"))
    assert "trick__place--refused" not in earlier.content.decode()


def revoked_in(number: int) -> tuple[dict[str, Any], Seat, Card]:
    """A sample game with a card, at this action, that does not follow."""
    for line in LINES:
        record = json.loads(line)
        position = stepped(record).steps[number].position
        seat = position.to_play
        others = sorted({*position.hands[seat]} - {*position.legal_cards()})
        if others and record["actions"][number].split()[0] == seat.name:
            record["actions"][number] = f"{seat.name} {others[0].name}"
            return record, seat, others[0]
    raise LookupError(number)


def words_of_card(card: Card) -> str:
    return course().words["de"].cards.card(card)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Noch steht hier kein Spiel"),
        ("{", "Das ist kein JSON, ab Zeile 1"),
        ("[1]", "Die erste Zeile sagt"),
        ('{"rules": "skat", "hands": {}, "actions": []}', "„skat“"),
        ("rules: kompakt\nVH: HA", "1 statt 12 Karten"),
        ('{"format": "doppelkopf-settlement/1"}', "nur die Zahlen"),
        ("\n".join(LINES[:3]), "Das sind 3 Spiele, eines je Zeile"),
        ('{"title": "\\ud800", "rules": "kompakt"}', "das sich lesen lässt"),
    ],
)
def test_what_is_no_game_is_told_and_kept(client: Client, text: str, reason: str) -> None:
    response = brought(client, text)
    assert response.status_code == 422
    page = response.content.decode()
    assert reason in unescape(page)
    if text:
        assert unescape(page).count(text.splitlines()[0]) >= 1
    assert not StoredGame.objects.exists()


def test_a_game_without_a_step_begins_at_the_start(client: Client) -> None:
    response = client.get("/de/replays/hochzeit/?guess=marked")
    assert (response.status_code, response["Location"]) == (
        302, "/de/replays/hochzeit/0/?guess=marked",
    )  # fmt: skip
    assert client.get("/de/replays/nix/").status_code == 404


def test_a_comment_for_one_seat_is_folded_away_for_another(client: Client) -> None:
    note = course().replays["stilles-solo"].texts["de"].notes[4]
    shown = f'<p class="replay__note">{note}</p>'
    own = unescape(client.get("/de/replays/stilles-solo/4/").content.decode())
    assert shown in own
    assert "beide Kreuz-Damen" in own
    other = client.get("/de/replays/stilles-solo/4/?seat=MH")
    page = unescape(other.content.decode())
    assert re.search(rf"</summary>\s*{re.escape(shown)}\s*</details>", page)
    # A silent solo looks like a normal game to the others.
    assert "beide Kreuz-Damen" not in words(other).replace(note, "")
    assert "Stilles Solo ·" not in page
    is_open = unescape(
        client.get("/de/replays/stilles-solo/4/?seat=MH&hands=open").content.decode()
    )
    assert f"</summary>{shown}" not in is_open


@pytest.mark.sweep
@pytest.mark.long
@pytest.mark.parametrize("name", course().replays)
def test_a_marked_question_shows_no_hand_that_is_not_looked_at(client: Client, name: str) -> None:
    replay = course().replays[name]
    for step in replay.guesses:
        for seat in Seat:
            url = f"/de/replays/{name}/{step}/?guess=marked&seat={seat.name}"
            page = words(client.get(url))
            if "Welche deiner Karten" in page:
                assert f"Du {course().words['de'].cards.seat(seat)}" in page


@pytest.mark.django_db
def test_a_faulty_game_can_be_changed(client: Client) -> None:
    record = json.loads(LINES[0])
    record["actions"][17] = "VH XX"
    there = brought(client, json.dumps(record))["Location"]
    page = unescape(client.get(there).content.decode())
    (mend,) = re.findall(r'href="([^"]*)" hx-boost="false" data-next', page)
    form = unescape(client.get(mend).content.decode())
    assert "VH XX" in form
    assert "<textarea" in form


@pytest.mark.django_db
def test_a_redeal_is_told(client: Client) -> None:
    text = (GAMES / "cvjm-trumpfabgabe-nobody.txt").read_text(encoding="utf-8")
    there = brought(client, text)["Location"]
    query = urlsplit(there).query
    actions = record_from_text(text)["actions"]
    page = words(client.get(f"/de/replays/own/{len(actions)}/?{query}"))
    assert "Es wird neu gegeben" in page


def test_a_game_that_is_too_long_is_refused(client: Client) -> None:
    assert brought(client, "x" * 65 * 1024).status_code == 413


@pytest.mark.parametrize("code", ["", "x", "AAAA", "%00", "ü", "eNo", "A" * 5000])
def test_an_address_without_a_game_leads_on(client: Client, code: str) -> None:
    response = client.get(f"/de/replays/own/0/?{urlencode({'game': code})}")
    assert response.status_code == 404
    assert "/de/replays/own/" in response.content.decode()


def test_an_address_cannot_swell(client: Client) -> None:
    """Some hundred bytes that would unpack to megabytes."""
    code = code_of({"title": "x" * 5_000_000})
    assert client.get(f"/de/replays/own/0/?game={code}").status_code == 404


def test_who_has_guessed_much_does_not_wait_for_the_end() -> None:
    """The answers at a game's steps are found by an index, not by going through all."""
    moments = [f"hochzeit/{step}" for step in range(40)]
    asked = Attempt.objects.filter(learner=1, moment__in=moments)
    plan = asked.order_by("pk").values_list("moment", "right").explain()
    if connection.vendor == "sqlite":
        assert "USING INDEX attempt_at_moment (learner_id=? AND moment=?)" in plan


@pytest.mark.django_db
def test_a_long_game_is_stored_and_its_owner_can_delete_it(client: Client) -> None:
    record = record_from_text(OWN["text"])
    record["title"] = "Ein langer Abend"
    # Notes that cannot be squeezed.
    record["notes"] = {str(n): f"{hash((n, 'note'))}{hash((n, 'x'))}" for n in range(50)}
    response = brought(client, json.dumps(record))
    address = response["Location"]
    assert re.fullmatch(r"/de/replays/own-[\w-]{22}/0/", address)
    assert "Ein langer Abend" in words(client.get(address))
    assert record["notes"]["7"] in words(client.get(address.replace("/0/", "/7/")))
    assert "Ein langer Abend" in words(client.get("/de/replays/own/"))
    goodbye = address.replace("/0/", "/delete/")
    assert goodbye in client.get(address).content.decode()
    stranger = Client()
    assert "Ein langer Abend" in words(stranger.get(address))
    assert goodbye not in stranger.get(address).content.decode()
    assert stranger.get(goodbye).status_code == 404
    assert stranger.post(goodbye).status_code == 404
    assert client.get(goodbye).status_code == 200
    assert StoredGame.objects.count() == 1
    assert client.post(goodbye).status_code == 303
    assert client.get(address).status_code == 404
    assert client.post(goodbye).status_code == 404
    assert client.post("/de/replays/normalspiel/delete/").status_code == 404


@pytest.mark.django_db
def test_nobody_stores_without_end(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutorial.replays.views.MOST_GAMES", 1)
    monkeypatch.setattr("tutorial.replays.views.LONGEST_CODE", 10)
    assert brought(client, OWN["text"]).status_code == 303
    refused = brought(client, OWN["text"])
    assert refused.status_code == 422
    assert "lösche zuerst eine" in words(refused)
    assert StoredGame.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("path", WRITTEN, ids=[path.stem for path in WRITTEN])
def test_a_game_can_be_taken_along(client: Client, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    query = urlsplit(brought(client, text)["Location"]).query
    as_json = client.get(f"/de/replays/own/game.json?{query}")
    as_text = client.get(f"/de/replays/own/game.txt?{query}")
    assert "attachment" in as_json["Content-Disposition"]
    expected = judge(record_from_text(text))
    assert judge(json.loads(as_json.content)) == expected
    assert judge(record_from_text(as_text.content.decode())) == expected


@pytest.mark.django_db
def test_what_lies_face_down_is_seen_by_giver_and_taker_alone(client: Client) -> None:
    """cvjm:5.2b cvjm:5.2c C16"""
    poverty = (GAMES / "cvjm-trumpfabgabe.txt").read_text(encoding="utf-8")
    found = brought(client, poverty)["Location"]
    record = record_from_text(poverty)
    giver = next(action for action in record["actions"] if " lays " in action).split()[0]
    taker = next(action for action in record["actions"] if action.endswith("takes")).split()[0]
    laid = next(n for n, action in enumerate(record["actions"], 1) if " lays " in action)
    back = next(n for n, action in enumerate(record["actions"], 1) if " returns " in action)
    other = next(seat.name for seat in Seat if seat.name not in {giver, taker})

    def seen(step: int, seat: str) -> str:
        query = f"&hands=own&seat={seat}"
        return client.get(found.replace("/0/", f"/{step}/") + query).content.decode()

    face_down = 'aria-label="eine verdeckte Karte"'
    assert face_down in seen(laid, other)
    assert face_down in seen(laid, taker)
    assert face_down not in seen(laid, giver)
    assert "verdeckt, offen:" in unescape(seen(laid, other))
    assert "davon Trümpfe:" in unescape(seen(back, other))
    for knows in (giver, taker):
        assert "davon Trümpfe:" not in unescape(seen(back, knows))


def test_an_example_can_be_taken_along_with_its_comments(client: Client) -> None:
    record = json.loads(client.get("/en/replays/hochzeit/game.json").content)
    assert record["title"] == "A marriage finds its partner"
    assert record["notes"]["8"] == course().replays["hochzeit"].texts["en"].notes[8]
    assert judge(record)["ok"]
    assert client.get("/en/replays/hochzeit/game.pdf").status_code == 404


@pytest.mark.django_db
def test_a_game_is_settled_under_the_other_rules(client: Client) -> None:
    query = urlsplit(brought(client, OWN["text"])["Location"]).query
    page = words(client.get(f"/de/replays/own/rules/?{query}"))
    own = judge(record_from_text(OWN["text"]))
    value = str(own["value"]).replace("-", "−")
    assert f"Spielwert {value} " in page
    assert "Royal Kompakt" in page
    # A poverty is nothing that the others know.
    poverty = (GAMES / "cvjm-trumpfabgabe.txt").read_text(encoding="utf-8")
    query = urlsplit(brought(client, poverty)["Location"]).query
    page = words(client.get(f"/de/replays/own/rules/?{query}"))
    assert page.count("Hier nicht möglich:") == 3
    assert client.get("/de/replays/normalspiel/rules/").status_code == 404


def test_an_address_holds_a_game_for_ever() -> None:
    """What addresses mean never changes: this one was made when there were none yet."""
    code = "q1ZKyy_KTSxRslJKyS8oSM3Jzi9I001PzE3VN1TSUSoqzUktBspl5-cWJGaXKNUCAA"
    assert record_in(code) == {"format": "doppelkopf-game/1", "rules": "kompakt"}
    assert len(code_of(json.loads(LINES[0]))) < LONGEST_CODE


def test_all_games_are_listed(client: Client) -> None:
    page = client.get("/en/replays/").content.decode()
    for name, replay in course().replays.items():
        assert f'href="/en/replays/{name}/0/"' in page
        assert replay.texts["en"].title in unescape(page)
