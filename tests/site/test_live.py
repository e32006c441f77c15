"""Questions before a room: what leads where, who may see what, nothing late, nothing twice."""

from __future__ import annotations

import base64
import json
import re
import zlib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from lessons.exercises.addresses import Address
from lessons.exercises.answers import answer_as_json
from lessons.exercises.exercise import Exercise
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.misconceptions import Misconception
from lessons.rules.cards import Card
from lessons.rules.readable import record_from_text
from lessons.rules.rule_sets import PRESETS
from tests.browser.test_kinds import RULES
from tests.exercises.soundness import wrong_answers
from tests.site.test_exercise_pages import text
from tests.site.test_quizzes import OWN_QUESTIONS, begin, changed, made, with_own
from tests.site.test_sittings import posted, token_at, wrong
from tutorial.learners.models import Attempt, Handover, Learner
from tutorial.practice.links import url_of
from tutorial.practice.shown import answer_shown
from tutorial.practice.table import table_of
from tutorial.practice.where import ALONE
from tutorial.practice.worked import worked_through
from tutorial.quizzes.given import Bar, Given, Spread, said_answer, spread
from tutorial.quizzes.live.alike import made_once
from tutorial.quizzes.live.now import proof_of
from tutorial.quizzes.live.phases import ways_of
from tutorial.quizzes.live.pieces import MANY, Piece
from tutorial.quizzes.models import KEPT, Guest, Live, Phase, Quiz, Vote
from tutorial.shared.records import code_of
from tutorial.shared.words import choose_letters, letters
from tutorial.sittings.going import exercise_of
from tutorial.sittings.models import Item, Sheet
from tutorial.tidying import tidied

pytestmark = pytest.mark.django_db
GAMES = Path(__file__).parent.parent / "games"


class Room:
    """A live quiz with its remote."""

    def __init__(self, leader: Client, **wish: Any) -> None:
        self.leader = leader
        self.quiz = made(leader, **{"kinds": ["trick-winner"], "number": 3, **wish})
        response = leader.post(f"/de/quizzes/{self.quiz.secret}/live/")
        assert response.status_code == 303
        self.remote = str(response["Location"])

    @property
    def live(self) -> Live:
        return Live.objects.select_related("item").get(quiz=self.quiz)

    @property
    def phone(self) -> str:
        return f"/de/live/{self.live.code}/"

    @property
    def exercise(self) -> Exercise[Any]:
        item = self.live.item
        assert item is not None
        return exercise_of(item)

    def press(self, *whats: str) -> None:
        for what in whats:
            before = self.live.version
            sent = {"do": what, "version": before}
            assert self.leader.post(self.remote, sent).status_code == 303
            assert self.live.version == before + 1, what

    def join(self, name: str = "") -> Client:
        guest = Client()
        response = guest.post(self.phone, {"join": "1", "name": name})
        assert response.status_code == 303, text(response.content.decode())
        return guest

    def form(self, guest: Client, *, right: bool) -> tuple[str, dict[str, Any]]:
        """Where an answer is posted, and what."""
        exercise = self.exercise
        answer = exercise.kind.solve(exercise.question) if right else next(wrong(exercise))
        token = token_at(guest, self.phone)
        live = self.live
        at = f"{self.phone}?at={live.item_id}.{live.vote}"
        return at, posted(exercise, answer) | {"token": token}

    def answer(self, guest: Client, *, right: bool = True) -> Any:
        return guest.post(*self.form(guest, right=right))


def put(client: Client, remote: str, address: str) -> Any:
    """On the screen."""
    version = Live.objects.get(secret=remote.split("/")[5]).version
    return client.post(remote, {"do": "put", "address": address, "version": version})


def with_one(client: Client, kind: str, seed: int = 5) -> Live:
    """A room with an exercise of a kind on its screen."""
    client.post("/de/live/begin/")
    live = Live.objects.get()
    remote = f"/de/live/{live.code}/lead/{live.secret}/"
    assert put(client, remote, f"/de/practice/{kind}/{RULES[kind]}/2/{seed}/").status_code == 303
    live.refresh_from_db()
    return live


@pytest.fixture
def room(client: Client) -> Room:
    return Room(client)


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return text(response.content.decode())


def test_a_sign_beside_the_last_question_ends_nothing(room: Room) -> None:
    def skips() -> list[str]:
        return re.findall(r'id="do-skip"[^>]*', room.leader.get(room.remote).content.decode())

    room.press("next")
    assert ["disabled" in one for one in skips()] == [False]
    room.press("skip", "skip")
    assert ["disabled" in one for one in skips()] == [True]


def test_from_the_lobby_to_the_end(room: Room) -> None:
    anna, ben = room.join("Anna"), room.join()
    assert "Gleich geht es los" in page(anna, room.phone)
    room.press("next")
    assert room.answer(anna).status_code == 303
    assert room.answer(ben, right=False).status_code == 303
    said = said_answer(room.exercise, room.exercise.kind.solve(room.exercise.question))
    assert f"Angekommen: {said}." in page(anna, room.phone)
    room.press("close")
    assert "Schau nach vorn" in page(anna, room.phone)
    assert f"Deine Antwort: {said}" in page(anna, room.phone)
    assert f"Deine Antwort: {said}" not in page(ben, room.phone)
    assert "Deine Antwort" not in page(room.join(), room.phone)
    room.press("spread", "reveal")
    assert "Richtig" in page(anna, room.phone)
    assert "Nein" in page(ben, room.phone)
    room.press("next", "close", "reveal", "next", "close", "reveal", "end")
    assert room.live.phase == Phase.ENDED
    assert "1 von 1 richtig" in page(anna, room.phone)
    offered = ben.get(room.phone).context["exercises"]
    assert 1 <= len(offered) <= 3
    assert all(ben.get(url).status_code == 200 for _name, url, _rule in offered)
    assert all(rule and rule in page(ben, room.phone) for _name, _url, rule in offered)
    # A quiz may be shown as often as wanted, and taken alone as before.
    assert Item.objects.filter(sheet=room.quiz.sheet_id).count() == 3
    assert not Attempt.objects.exists()


def test_who_missed_the_same_is_offered_the_same(room: Room) -> None:
    """They all come for it at once: it is made once."""
    anna, ben = room.join(), room.join()
    room.press("next")
    assert room.answer(anna, right=False).status_code == 303
    assert room.answer(ben, right=False).status_code == 303
    room.press("close", "reveal", "end")
    first, second = (one.get(room.phone).context["exercises"] for one in (anna, ben))
    assert first == second
    assert len(first) == 1
    assert first[0][1] != url_of(room.exercise.address)


def test_the_answer_stands_beside_what_was_asked(client: Client) -> None:
    room = Room(client, kinds=["settle"], level=2)
    room.join()
    room.press("next")
    screen = f"{room.phone}screen/"
    asked = client.get(screen).context["asked"]
    assert asked.table.facts
    room.press("close", "reveal")
    shown = page(client, screen)
    for one in (asked.shown.question, *asked.table.facts):
        assert re.search(re.sub(r"\W+", r"\\W+", one), shown), one  # however it may break
    remote = page(client, room.remote)
    assert "Weiter zu Frage 2 von 3" in remote
    assert "Diese Fernbedienung auf einem anderen Gerät" in remote
    assert "Diese Fernbedienung" not in shown


@pytest.mark.parametrize("phase", ["lobby", "closed", "spread", "reveal", "paused", "ended"])
def test_nothing_is_kept_but_while_the_question_is_open(room: Room, phase: str) -> None:
    anna = room.join()
    room.press("next")
    form = room.form(anna, right=True)
    ways = {
        "closed": ["close"],
        "spread": ["close", "spread"],
        "reveal": ["close", "reveal"],
        "paused": ["pause"],
        "ended": ["end"],
    }
    room.press(*ways.get(phase, []))
    if phase == "lobby":
        Live.objects.update(phase=Phase.LOBBY, item=None)
    late = anna.post(*form)
    assert late.status_code == 409
    assert "zu spät" in text(late.content.decode())
    assert not Vote.objects.exists()


def test_an_answer_to_the_question_before_is_not_one_to_the_next(room: Room) -> None:
    anna = room.join()
    room.press("next")
    form = room.form(anna, right=True)
    room.press("close", "reveal", "next")
    assert anna.post(*form).status_code == 409
    assert not Vote.objects.exists()


def test_an_answer_can_be_changed_and_is_one(room: Room) -> None:
    anna = room.join()
    room.press("next")
    first = room.form(anna, right=False)
    for form in (first, first, room.form(anna, right=True)):
        assert anna.post(*form).status_code == 303
    assert Vote.objects.get().right


def test_of_two_presses_on_the_same_state_one_counts(room: Room) -> None:
    version = room.live.version
    for _press in range(2):
        room.leader.post(room.remote, {"do": "next", "version": version})
    assert room.live.version == version + 1
    assert room.live.item
    assert room.live.item.number == 1
    for nonsense in (
        {"do": "next"},
        {"do": "next", "version": "x"},
        {"do": "x", "version": "2"},
        {},
    ):
        assert room.leader.post(room.remote, nonsense).status_code == 303
        assert room.live.version == version + 1


def test_what_can_be_pressed_leads_on_from_everywhere(room: Room) -> None:
    """Each way of each phase, pressed."""
    seen = set()
    for phase in Phase:
        for paused in (False, True):
            live = room.live
            live.item = Item.objects.filter(sheet=live.sheet_id)[1]
            live.phase, live.is_paused = phase, paused
            for what in ways_of(live, 3):
                live.told = []
                live.save()
                room.press(what)
                assert room.leader.get(room.remote).status_code == 200
                assert room.leader.get(f"{room.phone}screen/").status_code == 200
                seen.add(what)
    assert seen == {"next", "close", "pause", "back", "skip", "end", "spread", "reveal", "reopen",
                    "second-vote", "sibling", "go-on", "resume"}  # fmt: skip


def test_a_second_vote_stands_beside_the_first(room: Room) -> None:
    anna, ben = room.join(), room.join()
    room.press("next")
    room.answer(anna, right=False)
    room.answer(ben)
    room.press("close", "spread", "second-vote")
    assert room.answer(anna).status_code == 303
    room.press("close", "spread")
    spread = room.leader.get(f"{room.phone}screen/").context["spread"]
    assert spread.of == (2, 1)
    right = next(bar for bar in spread.bars if bar.is_right)
    assert right.counts == (1, 1)
    assert Vote.objects.count() == 3


def test_another_of_the_same_rule_comes_next(room: Room) -> None:
    room.press("next", "close", "spread")
    before = room.live.item
    assert before
    room.press("sibling")
    other = room.live.item
    assert other
    assert other.number == before.number + 1
    assert other.statement == before.statement
    assert (other.kind, other.seed != before.seed) == (before.kind, True)
    numbers = Item.objects.filter(sheet=room.live.sheet_id).values_list("number", flat=True)
    assert [*numbers] == [1, 2, 3, 4]


@pytest.mark.parametrize("kind", KINDS)
def test_before_the_answer_is_told_no_page_has_it(client: Client, kind: str) -> None:
    """Every kind, in every phase: neither phone nor screen."""
    client.post("/de/live/begin/")
    live = Live.objects.get()
    remote = f"/de/live/{live.code}/lead/{live.secret}/"
    address = f"/de/practice/{kind}/{RULES[kind]}/2/5/"
    assert put(client, remote, address).status_code == 303
    guest = Client()
    guest.post(f"/de/live/{live.code}/", {"join": "1"})
    live.refresh_from_db()
    exercise = exercise_at(Address(kind, RULES[kind], 2, 5))
    told = _close(worked_through(exercise).lines[0])
    for phase in (Phase.OPEN, Phase.CLOSED, Phase.SPREAD):
        Live.objects.update(phase=phase)
        for path in ("", "screen/"):
            html = guest.get(f"/de/live/{live.code}/{path}").content.decode()
            for mark in ("--legal", "--missing", "--wins", "--right", "verdict__sentence"):
                assert mark not in html, (phase, path, mark)
            assert told not in _close(html), (phase, path)
    Live.objects.update(phase=Phase.REVEAL)
    assert told in _close(guest.get(f"/de/live/{live.code}/screen/").content.decode())
    assert guest.get(f"/de/live/{live.code}/").status_code == 200


def _close(html: str) -> str:
    """Without spaces: names of cards are held together by elements of their own."""
    return "".join(text(html).split())


def test_a_poll_is_a_query_and_no_page(room: Room) -> None:
    proof = proof_of(room.live.code)
    now = f"{room.phone}now?of={proof}"
    with CaptureQueriesContext(
        connection,
    ) as asked:
        first = Client().get(now)
    assert len(asked) == 1
    version = json.loads(first.content)["version"]
    anna = room.join()
    assert f'data-version="{version}"' in anna.get(room.phone).content.decode()
    tag = first["ETag"]
    with CaptureQueriesContext(connection) as asked:
        again = Client().get(now, headers={"If-None-Match": tag})
    assert len(asked) == 1
    assert (again.status_code, again.content) == (304, b"")
    room.press("next")
    assert Client().get(now, headers={"If-None-Match": tag}).status_code == 200
    # The spread is for the screen: phones stay as they are.
    room.press("close")
    tag = Client().get(now)["ETag"]
    room.press("spread")
    assert Client().get(now, headers={"If-None-Match": tag}).status_code == 304
    room.press("second-vote")
    # The screen hears of people and answers, too.
    screen = f"{room.phone}screen/now?of={proof}"
    tag = Client().get(screen)["ETag"]
    ben = room.join()
    after = Client().get(screen, headers={"If-None-Match": tag})
    assert after.status_code == 200
    room.answer(ben)
    assert Client().get(screen, headers={"If-None-Match": after["ETag"]}).status_code == 200
    # Whoever guesses codes hears nothing here, whether there is one or not.
    for code, of in (("222222", proof), (room.live.code, ""), (room.live.code, "x" * 16)):
        with CaptureQueriesContext(connection) as asked:
            assert Client().get(f"/de/live/{code}/now?of={of}").status_code == 404
        assert len(asked) == 0
    assert Client().get(f"/de/live/222222/now?of={proof_of('222222')}").status_code == 404


def test_a_remote_without_scripts_comes_anew_until_it_is_told_to_stay(room: Room) -> None:
    refresh = '<meta http-equiv="refresh"'
    comes = room.leader.get(room.remote).content.decode()
    assert refresh in comes
    assert 'href="?still">Nicht mehr von selbst erneuern' in comes
    stays = room.leader.get(room.remote + "?still").content.decode()
    assert refresh not in stays
    assert f'href="{room.remote}">Wieder von selbst erneuern' in stays


def test_names_are_for_the_remote_alone_and_can_be_taken_away(room: Room) -> None:
    room.join("<b>Anna</b>")
    assert "&lt;b&gt;Anna" in room.leader.get(room.remote).content.decode()
    ben = room.join("Ben")
    for client, path in ((ben, room.phone), (ben, f"{room.phone}screen/")):
        assert "Anna" not in client.get(path).content.decode()
    anna = Guest.objects.get(name__contains="Anna")
    room.leader.post(room.remote, {"do": f"unname {anna.pk}"})
    assert "Anna" not in room.leader.get(room.remote).content.decode()
    room.leader.post(room.remote, {"do": f"remove {anna.pk}"})
    assert Guest.objects.get().name == "Ben"
    for nonsense in ("remove x", "remove ٣", "unname", "remove 999"):
        assert room.leader.post(room.remote, {"do": nonsense}).status_code == 303
    assert ben.post(room.phone, {"join": "1", "name": "x" * 31}).status_code == 303  # is in
    assert Client().post(room.phone, {"join": "1", "name": "x" * 31}).status_code == 422


def test_who_may_do_what(room: Room) -> None:
    """Strangers, guests and other leaders × every address."""
    other = Room(Client())
    guest = room.join()
    room.press("next")
    form = room.form(guest, right=True)
    stranger = Client()
    # Nobody leads but by the secret of this very room.
    wrong_way = f"/de/live/{room.live.code}/lead/{other.live.secret}/"
    for client in (stranger, guest, other.leader, room.leader):
        assert client.get(wrong_way).status_code == 404
        assert (
            client.post(wrong_way, {"do": "close", "version": room.live.version}).status_code == 404
        )
        assert client.post(f"/de/quizzes/{room.live.secret}/live/").status_code == 404
        assert client.get(f"{wrong_way}own/").status_code == 404
        assert client.post(f"{wrong_way}own/", OWN_QUESTIONS["choice"]).status_code == 404
    assert room.live.phase == Phase.OPEN
    # The secret leads on any device.
    assert stranger.get(room.remote).status_code == 200
    # A stranger's answer is nobody's, and he is shown the door; the screen is for all.
    assert "Mitmachen" in page(stranger, room.phone)
    stranger.post(*form)
    other.leader.post(*form)
    assert not Vote.objects.exists()
    assert stranger.get(f"{room.phone}screen/").status_code == 200
    # A guest of the one room is none of the other.
    assert "Mitmachen" in page(guest, other.phone)
    assert guest.post(f"{other.phone}?at=1.1", form[1]).status_code == 200
    assert guest.post(*form).status_code == 303
    assert Vote.objects.get().guest.live == room.live


def test_a_form_of_another_exercise_is_refused(room: Room) -> None:
    anna = room.join()
    room.press("next")
    at, form = room.form(anna, right=True)
    for token in ("", "nonsense", token_at(anna, "/de/practice/trick-winner/kompakt/1/77/")):
        assert anna.post(at, {**form, "token": token}).status_code == 422
    assert anna.post(at, {"token": form["token"]}).status_code == 422
    assert not Vote.objects.exists()


def test_codes_are_told_as_people_say_them_and_guesses_are_few(room: Room) -> None:
    code = room.live.code
    for written in (code.lower(), f"{code[:3]} {code[3:]}", f"{code[:3]}-{code[3:]}"):
        answer = room.leader.get("/de/live/", {"code": written})
        assert answer["Location"] == room.phone
    # The code of a quiz leads to the quiz, whichever page it is entered on.
    to_quiz = Client().get("/de/live/", {"code": room.quiz.code})
    assert to_quiz["Location"] == f"/de/quiz/{room.quiz.code}/"
    to_room = Client().get("/de/quiz/", {"code": room.live.code})
    assert to_room["Location"] == f"/de/live/{room.live.code}/"
    stranger = Client()
    assert stranger.get("/de/live/", {"code": "222222"}).status_code == 422
    inside = room.join()
    for _guess in range(60):
        stranger.get("/de/live/222222/")
    assert stranger.get(room.phone).status_code == 429
    assert inside.get(room.phone).status_code == 200


def test_any_exercise_is_put_on_the_screen(client: Client) -> None:
    client.post("/de/live/begin/")
    live = Live.objects.get()
    remote = f"/de/live/{live.code}/lead/{live.secret}/"
    exercises = ("trick-winner/kompakt/9/5", "nothing/kompakt/1/5", "trick-winner/nowhere/1/5",
                 "trick-winner/kompakt/1/٣")  # fmt: skip
    refused = [
        "",
        "nonsense",
        "/de/",
        "http://elsewhere/de/judge/",
        "http://[",
        "//[x",
        "http://℀/",
    ]
    refused += [f"/de/practice/{one}/" for one in exercises]
    for address in refused:
        refused = put(client, remote, address)
        assert refused.status_code == 422, address
        assert '<details class="learnt fold" id="put" open>' in refused.content.decode(), address
    asked = "http://192.0.2.1:8000/en/practice/legal-cards/cvjm/2/5/?statement=cvjm:spielen-d"
    for address in (asked.partition("?")[0], "/de/practice/trick-winner/kompakt/1/5/"):
        assert put(client, remote, address).status_code == 303
    live.refresh_from_db()
    assert live.item
    assert (live.item.kind, live.item.number, live.phase) == ("trick-winner", 2, Phase.OPEN)


def test_five_questions_on_what_the_room_believes(client: Client) -> None:
    client.post("/de/live/begin/")
    live = Live.objects.get()
    remote = f"/de/live/{live.code}/lead/{live.secret}/"
    kind = KINDS["trick-winner"]
    seed, belief = next(
        (seed, one)
        for seed in range(200)
        for one in kind.beliefs
        if _shows(exercise_at(Address("trick-winner", "kompakt", 2, seed)), one)
    )
    put(client, remote, f"/de/practice/trick-winner/kompakt/2/{seed}/")
    guest = Client()
    guest.post(f"/de/live/{live.code}/", {"join": "1"})
    exercise = exercise_at(Address("trick-winner", "kompakt", 2, seed))
    answer = kind.believed(belief, exercise.question)
    assert answer is not None
    live.refresh_from_db()
    phone = f"/de/live/{live.code}/"
    sent = posted(exercise, answer) | {"token": token_at(guest, phone)}
    guest.post(f"{phone}?at={live.item_id}.1", sent)
    beliefs = client.get(remote).context["room"].beliefs
    assert [(one, number) for one, _said, number in beliefs] == [(belief, 1)]
    response = client.post(remote, {"do": f"belief {belief}"})
    quiz = Quiz.objects.get()
    assert response["Location"] == f"/de/quizzes/{quiz.secret}/"
    items = [*Item.objects.filter(sheet=quiz.sheet_id)]
    assert 1 <= len(items) <= 5
    for one in map(exercise_of, items):
        assert one.kind.believed(belief, one.question) not in {None, one.kind.solve(one.question)}
    # On a belief that nobody has shown there is nothing to make.
    for nonsense in ("belief nonsense", "belief ", "belief"):
        assert client.post(remote, {"do": nonsense})["Location"] == remote


def _shows(exercise: Exercise[Any], belief: Misconception) -> bool:
    answer = exercise.kind.believed(belief, exercise.question)
    if answer is None:
        return False
    return exercise.kind.verdict(exercise.question, answer).misconceptions == (belief,)


def test_it_is_deleted_with_all_that_is_kept_of_it(room: Room) -> None:
    anna = room.join("Anna")
    room.press("next")
    room.answer(anna)
    sheet = room.live.sheet_id
    [*tidied(timezone.now() + KEPT / 2)]
    assert Live.objects.exists()
    [*tidied(timezone.now() + KEPT + timedelta(days=1))]
    assert not Live.objects.exists()
    assert not Guest.objects.exists()
    assert not Vote.objects.exists()
    assert not Sheet.objects.filter(pk=sheet).exists()


def test_the_leader_deletes_it(room: Room) -> None:
    room.join("Anna")
    sheet = room.live.sheet_id
    assert room.leader.post(room.remote, {"do": "delete"}).status_code == 303
    assert not Guest.objects.exists()
    assert not Sheet.objects.filter(pk=sheet).exists()
    assert room.leader.get(room.remote).status_code == 404


def test_the_commonest_mistake_is_marked_by_more_than_its_colour(room: Room) -> None:
    phones = [room.join(), room.join(), room.join()]
    room.press("next")
    for phone in phones:
        room.answer(phone, right=phone is phones[0])
    room.press("close", "spread")
    assert "✗" not in page(Client(), f"{room.phone}screen/")
    room.press("reveal")
    told = page(Client(), f"{room.phone}screen/")
    mistake = Client().get(f"{room.phone}screen/").context["spread"].mistake
    assert f"✗ {mistake.said} (der häufigste Irrtum) 2" in " ".join(told.split())


def test_queries_do_not_grow_with_the_room(room: Room) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as found:
            room.leader.get(room.remote)
            room.leader.get(f"{room.phone}screen/")
        return len(found)

    room.press("next")
    room.answer(room.join("Anna"))
    room.press("close", "spread")
    few = asked()
    live = room.live
    vote = Vote.objects.get()
    for number in range(30):
        guest = Guest.objects.create(live=live, learner=Learner.objects.create(), name=str(number))
        vote.pk, vote.guest = None, guest
        vote.save()
    assert asked() == few


@pytest.mark.parametrize("kind", KINDS)
def test_a_spread_has_no_bar_that_tells_the_answer(client: Client, kind: str) -> None:
    live = with_one(client, kind)
    Live.objects.update(phase=Phase.SPREAD)
    bars = Client().get(f"/de/live/{live.code}/screen/").context["spread"].bars
    assert len(bars) != 1
    Live.objects.update(phase=Phase.REVEAL)
    told = Client().get(f"/de/live/{live.code}/screen/").context["spread"]
    assert told.is_by_parts or sum(bar.is_right for bar in told.bars) == 1
    exercise = exercise_of(Item.objects.get(sheet=live.sheet_id))
    values = said_answer(exercise, exercise.kind.solve(exercise.question)).split(" · ")
    if told.is_by_parts:
        for before, after, value in zip(bars, told.bars, values, strict=False):
            assert after.said == f"{before.said}: {value}"
            assert "?" not in after.said


@pytest.mark.parametrize(
    ("counts", "meant"),
    [
        ([5, 1, 1], 0),
        ([1, 3, 0], 1),
        ([2, 2, 1], None),
        ([1, 0, 0], None),
        ([0, 0, 0], None),
        ([2], 0),
        ([], None),
    ],
)
def test_a_mistake_stands_out_where_more_made_it_than_any_other(
    counts: list[int], meant: int | None
) -> None:
    wrong = [Bar(str(number), (9, count), is_right=False) for number, count in enumerate(counts)]
    bars = (*wrong, Bar("right", (0, 9), is_right=True))
    assert Spread(bars, (9, 9)).mistake == (None if meant is None else wrong[meant])
    assert Spread(bars, (9, 9), is_by_parts=True).mistake is None


@pytest.mark.parametrize("kind", ["trick-winner", "next-card", "who-won", "legal-cards"])
def test_a_bar_shows_the_card_that_its_answer_names(kind: str) -> None:
    """Of who is said to have the trick, and of a hand; not of what is no card, or several."""
    exercise = exercise_at(Address(kind, "kompakt", 2, 5))
    answers = [exercise.kind.solve(exercise.question), next(wrong_answers(exercise))]
    bars = spread(exercise, [Given(answer_as_json(one)) for one in answers]).bars
    (field,) = exercise.kind.fields(exercise.question)
    trick = exercise.kind.exhibit(exercise.question).trick
    shown = [bar.card for bar in bars]
    if kind == "trick-winner":
        assert trick is not None
        of_seat: dict[Any, Card] = dict(trick.played)
        assert shown == [of_seat[seat] for seat in field.options]
    elif kind == "next-card":
        assert {(card,) for card in shown} == {*answers}
    else:
        assert set(shown) == {None}


def test_nobody_is_counted_of_nobody(client: Client) -> None:
    live = with_one(client, "settle")
    Live.objects.update(phase=Phase.REVEAL)
    assert "of 0" not in Client().get(f"/en/live/{live.code}/screen/").content.decode()


def test_two_presses_at_once_are_one_room_and_one_guest(client: Client) -> None:
    room, again = Room(client), client.post
    first = room.live
    assert again(f"/de/quizzes/{room.quiz.secret}/live/")["Location"] == room.remote
    begun = [again("/de/live/begin/")["Location"] for _press in range(2)]
    assert begun[0] == begun[1] != room.remote
    # A phone without a cookie yet sends the same form twice.
    key = Client().get(room.phone).context["key"]
    joined = [Client().post(room.phone, {"join": key, "name": "Anna"}) for _press in range(2)]
    assert [one.status_code for one in joined] == [303, 303]
    assert Guest.objects.filter(live=first).count() == 1
    first_cookie, second_cookie = (one.cookies["learner"].value.split(":")[0] for one in joined)
    assert first_cookie == second_cookie
    # Later, or in another room, the key opens nobody's seat.
    Learner.objects.update(created=timezone.now() - timedelta(hours=1))
    other = Client()
    assert other.post(room.phone, {"join": key}).status_code == 303
    assert Guest.objects.filter(live=first).count() == 2
    assert page(client, f"/de/quizzes/{room.quiz.secret}/results/").count(first.code) == 1
    # Once somebody is there, the next press is another room.
    assert again(f"/de/quizzes/{room.quiz.secret}/live/")["Location"] != room.remote


def test_what_phones_get_alike_has_everybodys_own_form(room: Room) -> None:
    """A piece is made once; its tokens are each guest's, and so is the choice that stands in it."""
    anna, ben = (Client(enforce_csrf_checks=True) for _guest in range(2))
    for guest in (anna, ben):
        key = guest.get(room.phone).context["key"]
        csrf = guest.cookies["csrftoken"].value
        guest.post(room.phone, {"join": key, "csrfmiddlewaretoken": csrf})
    room.press("next")

    def piece(guest: Client) -> str:
        return guest.get(room.phone, headers={"HX-Request": "true"}).content.decode()

    def of(html: str, name: str) -> str:
        return str(re.findall(rf'name="{name}" value="([^"]+)"', html)[0])

    pieces = [piece(guest) for guest in (anna, ben)]
    assert of(pieces[0], "token") != of(pieces[1], "token")
    bare = {re.sub(r'(?<=value=")[\w:.-]{40,}', "", html) for html in pieces}
    assert len(bare) == 1
    live = room.live
    solved = room.exercise.kind.solve(room.exercise.question)
    for guest, html in zip((anna, ben), pieces, strict=True):
        other = next(wrong(room.exercise))
        sent = posted(room.exercise, solved if guest is anna else other)
        sent |= {name: of(html, name) for name in ("token", "csrfmiddlewaretoken")}
        there = f"{room.phone}?at={live.item_id}.{live.vote}"
        assert guest.post(there, sent).status_code == 303
    assert {vote.right for vote in Vote.objects.all()} == {True, False}
    said = [piece(guest) for guest in (anna, ben)]
    assert said[0] != said[1]
    own = f"Angekommen: {said_answer(room.exercise, solved)}"
    assert [own in text(html) for html in said] == [True, False]
    room.press("close")
    assert "verdict" not in piece(anna)
    room.press("reveal")
    assert ["verdict--right" in piece(guest) for guest in (anna, ben)] == [True, False]
    assert "verdict--right" in piece(anna)
    # In another language it is another piece.
    english = anna.get(room.phone.replace("/de/", "/en/"), headers={"HX-Request": "true"})
    assert piece(anna) != english.content.decode()


def test_a_form_taken_apart_names_no_exercise(room: Room) -> None:
    """By which the answer could be looked up before it is told."""
    anna = room.join()
    room.press("next")
    token = token_at(anna, room.phone)
    packed = token.partition(":")[0]
    raw = base64.urlsafe_b64decode(packed.lstrip(".") + "=" * (-len(packed) % 4))
    read = zlib.decompress(raw) if packed.startswith(".") else raw
    item = room.live.item
    assert item is not None
    assert json.loads(read)[1:3] == [0, []]
    for told in (item.kind, item.rules, str(item.seed)):
        assert told.encode() not in read
        assert f"{told}/" not in anna.get(room.phone).content.decode()


def test_what_somebody_writes_himself_is_text_everywhere(client: Client) -> None:
    quiz, bad = made(client, number=1), '<script>alert("♥10 & Re")</script>'
    told = {"text": bad, "right": bad, "others": "<i>x</i>\n<b>y</b>", "explanation": bad}
    assert with_own(client, quiz, "choice", **told).status_code == 303
    secret = f"/de/quizzes/{quiz.secret}/"
    changed(client, quiz, "drop", 1)
    remote = str(client.post(f"{secret}live/")["Location"])
    there, guest = f"/de/live/{Live.objects.get().code}/", Client()
    guest.post(there, {"join": "1"})
    pages = []
    for do in ("next", "close", "spread", "reveal"):
        client.post(remote, {"do": do, "version": Live.objects.get().version})
        pages += [client.get(remote), guest.get(there), guest.get(f"{there}screen/")]
    taker = Client()
    pages.append(taker.get(begin(taker, quiz)))
    pages += [client.get(f"{secret}{one}") for one in ("", "print/", "results/", "1/", "own/1/")]
    for one in pages:
        html = one.content.decode()
        assert one.status_code == 200
        for tag in ("<script>alert", "<i>x", "<b>y"):
            assert tag not in html


def test_a_leader_puts_a_question_of_his_own_before_the_room(client: Client) -> None:
    remote = str(client.post("/de/live/begin/")["Location"])
    live = Live.objects.get()
    guest = Client()
    guest.post(f"/de/live/{live.code}/", {"join": "1"})
    assert f"{remote}own/" in client.get(remote).content.decode()
    for asks, told in OWN_QUESTIONS.items():
        there = f"{remote}own/?asks={asks}"
        assert told["text"] not in page(client, there)
        refused = client.post(there, told | {"text": " "})
        assert refused.status_code == 422
        assert client.post(there, told)["Location"] == remote
        live.refresh_from_db()
        assert live.phase == Phase.OPEN
        for path in (f"/de/live/{live.code}/", f"/de/live/{live.code}/screen/"):
            assert told["text"] in page(guest, path)
    assert Item.objects.filter(sheet=live.sheet_id).count() == len(OWN_QUESTIONS)


@pytest.mark.parametrize("asks", OWN_QUESTIONS)
def test_a_question_of_ones_own_before_a_room(client: Client, asks: str) -> None:
    quiz = made(client, number=1)
    with_own(client, quiz, asks)
    changed(client, quiz, "drop", 1)
    remote = str(client.post(f"/de/quizzes/{quiz.secret}/live/")["Location"])
    live = Live.objects.get()
    there, guest = f"/de/live/{live.code}/", Client()
    guest.post(there, {"join": "1"})
    client.post(remote, {"do": "next", "version": Live.objects.get().version})
    asked = OWN_QUESTIONS[asks]["text"]
    exercise = exercise_of(Item.objects.get(sheet__live=live))
    answer = exercise.kind.solve(exercise.question)
    sent = posted(exercise, answer) | {"token": token_at(guest, there)}
    item = Live.objects.get().item_id
    assert guest.post(f"{there}?at={item}.1", sent).status_code == 303
    for phase in (Phase.OPEN, Phase.CLOSED, Phase.SPREAD):
        Live.objects.update(phase=phase)
        for path in (there, f"{there}screen/"):
            html = guest.get(path).content.decode()
            assert "alle" not in text(html).replace("für alle", "").split(), (phase, path)
            assert "--legal" not in html
        assert asked in page(guest, f"{there}screen/")
    Live.objects.update(phase=Phase.REVEAL)
    shown = guest.get(f"{there}screen/")
    assert "Weil &lt;b&gt;alle&lt;/b&gt; es so nennen." in shown.content.decode()
    assert [bar.is_right for bar in shown.context["spread"].bars if bar.counts[0]] == [True]
    assert asked in page(client, remote)
    assert 'value="sibling"' not in client.get(remote).content.decode()  # nobody can deal it anew


def test_nobody_votes_on_what_has_been_told(room: Room) -> None:
    anna = room.join()
    room.press("next")
    room.answer(anna, right=False)
    room.press("close", "reveal", "next", "close", "reveal", "back")
    assert room.live.phase == Phase.REVEAL
    ways = ways_of(room.live, 3)
    assert not {*ways} & {"reopen", "second-vote"}
    room.press("next")
    assert room.live.phase == Phase.REVEAL
    room.press("next", "end", "resume")
    # It was open when it ended: nothing has been told of it.
    assert room.live.phase == Phase.CLOSED
    room.press("reopen")
    assert room.answer(anna).status_code == 303


def test_who_is_removed_finds_the_door(room: Room) -> None:
    anna = room.join("Anna")
    room.press("next")
    form = room.form(anna, right=True)
    version = room.live.version
    room.leader.post(room.remote, {"do": f"remove {Guest.objects.get().pk}"})
    assert room.live.version > version
    piece = {"HX-Request": "true"}
    for answer in (anna.get(room.phone, headers=piece), anna.post(*form, headers=piece)):
        assert answer["HX-Redirect"] == room.phone
    assert "Mitmachen" in page(anna, room.phone)
    assert not Vote.objects.exists()


def test_pieces_are_kept_apart_from_pages(room: Room) -> None:
    anna = room.join()
    there = [(anna, room.phone), (anna, f"{room.phone}screen/"), (room.leader, room.remote)]
    for what in ("next", "close", "end"):
        room.press(what)
        for client, path in there:
            answer = client.get(path, headers={"HX-Request": "true"})
            assert "HX-Request" in answer["Vary"], path
            assert "<html" not in answer.content.decode()
            assert "HX-Push-Url" not in answer


def test_a_room_of_many_guesses_leaves_its_screen_alone(room: Room) -> None:
    for _guess in range(61):
        Client().get("/de/live/222222/")
    assert Client().get(f"{room.phone}screen/").status_code == 200
    assert room.leader.get(room.remote).status_code == 200


def test_an_item_that_is_gone_is_gone_on_from(room: Room) -> None:
    room.press("next")
    item = room.live.item
    assert item
    item.delete()
    anna = room.join()
    for client, path in ((anna, room.phone), (anna, f"{room.phone}screen/"), (anna, room.remote)):
        assert client.get(path).status_code == 200
    room.press("next")
    assert room.live.item


def test_who_is_chosen_sits_on_the_screen(client: Client) -> None:
    live = with_one(client, "who-leads")
    html = client.get(f"/de/live/{live.code}/screen/").content.decode()
    for seat in ("Vorhand", "Mittelhand", "Hinterhand", "Geber"):
        assert re.search(rf"choice--seat[^>]*>\s*{seat}\s*<", html)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_told_of_the_four_is_drawn_on_the_screen(client: Client, kind: str) -> None:
    live = with_one(client, kind)
    with translation.override("de"):
        exercise = exercise_at(Address(kind, RULES[kind], 2, 5))
        assert untold(client.get(f"/de/live/{live.code}/screen/"), exercise) == set()


def test_each_line_of_a_settlement_is_asked_on_the_screen_and_told_in_the_key(
    client: Client,
) -> None:
    room = Room(client, kinds=["score-game"], number=1)
    room.press("next")
    kind, question = room.exercise.kind, room.exercise.question
    with translation.override("de"):
        steps = answer_shown(
            room.exercise, ALONE, kind.verdict(question, kind.solve(question))
        ).entries
    assert len(steps) > 3
    screen, remote = page(Client(), f"{room.phone}screen/"), page(client, room.remote)
    _sheet, key = page(client, f"/de/quizzes/{room.quiz.secret}/print/").split("Lösungen: ")
    for one in steps:
        assert one.answered
        told = f"{one.label}: {one.answered.right}"
        assert one.label in screen
        assert told not in screen
        assert told in key
        assert told in remote


def test_what_is_told_of_the_four_is_drawn_on_paper(client: Client) -> None:
    quiz = made(client, kinds=["settle"], number=1)
    exercise = exercise_of(Item.objects.get(sheet=quiz.sheet_id))
    assert untold(client.get(f"/de/quizzes/{quiz.secret}/print/"), exercise) == set()


def untold(page: Any, exercise: Exercise[Any]) -> set[str]:
    """What is told of the four and not to be seen."""
    html = page.content.decode()
    felt = re.findall(
        r'<div class="felt .*?(?=<div class="dock|<p class="paper|</section>)', html, re.DOTALL
    )
    seen = text(re.sub(r'<ul class="sr">.*?</ul>', "", "".join(felt), flags=re.DOTALL)).split()
    sittings = table_of(exercise).scene.sittings
    said = [one for place in sittings for one in (*place.said, *place.notes)]
    figures = [figure for place in sittings for figure, _unit in place.figures]
    assert said or figures or exercise.kind.name not in ("settle", "score-game", "may-call")
    return {word for one in (*said, *figures) for word in str(one).split() if word not in seen}


@pytest.mark.parametrize(
    ("step", "kind"), [("5", "legal-cards"), ("8", "trick-winner"), ("9", "may-call")]
)
def test_a_step_of_a_game_is_asked_of_the_room(client: Client, step: str, kind: str) -> None:
    client.post("/de/live/begin/")
    live = Live.objects.get()
    remote = f"/de/live/{live.code}/lead/{live.secret}/"
    assert (
        put(client, remote, f"http://192.0.2.1/en/replays/hochzeit/{step}/?guess=all").status_code
        == 303
    )
    live.refresh_from_db()
    assert live.item
    assert live.item.kind == kind
    guest = Client()
    guest.post(f"/de/live/{live.code}/", {"join": "1"})
    exercise = exercise_of(live.item)
    phone = f"/de/live/{live.code}/"
    sent = posted(exercise, exercise.kind.solve(exercise.question)) | {
        "token": token_at(guest, phone)
    }
    assert guest.post(f"{phone}?at={live.item_id}.1", sent).status_code == 303
    assert Vote.objects.get().right
    for phase in Phase:
        Live.objects.update(phase=phase)
        for path in (phone, f"{phone}screen/", remote):
            assert guest.get(path).status_code == 200


def test_a_step_of_a_game_that_the_address_carries_is_asked_of_the_room(client: Client) -> None:
    client.post("/de/live/begin/")
    live = Live.objects.get()
    remote = f"/de/live/{live.code}/lead/{live.secret}/"
    record = record_from_text((GAMES / "kompakt-call-after-late-reply.txt").read_text("utf-8"))
    there = f"http://192.0.2.1/de/replays/own/{{}}/?game={code_of(record)}"
    steps = (put(client, remote, there.format(step)).status_code for step in range(30))
    assert 303 in steps
    live.refresh_from_db()
    assert live.item
    assert exercise_of(live.item).question.rules == PRESETS["kompakt"]
    assert put(client, remote, "/de/replays/own/9/?game=nothing").status_code == 422


def test_cards_are_tapped_into_a_question_for_the_room(client: Client) -> None:
    client.post("/de/live/begin/")
    live = Live.objects.get()
    path = f"/de/live/{live.code}/lead/{live.secret}/own/?asks=card"
    told = {"text": "Womit stichst du?", "hand": "♥10", "tap": "hand CQ"}
    tapped = client.post(path, told)
    assert tapped.status_code == 200
    assert tapped.context["form"]["hand"].value() == "♥10 ♣D"
    assert live.sheet.items.count() == 0
    assert client.post(path, told | {"tap": "", "hand": "♥10 ♣D"}).status_code == 422
    whole = {"hand": "♥10 ♣D", "card": "♥10", "leader": "VH", "contract": "normal"}
    assert client.post(path, {"text": "Womit stichst du?"} | whole).status_code == 303
    assert live.sheet.items.count() == 1


@pytest.mark.parametrize("step", ["0", "999", "99999", "x"])
def test_a_step_where_nothing_is_asked_is_refused(client: Client, step: str) -> None:
    client.post("/de/live/begin/")
    live = Live.objects.get()
    remote = f"/de/live/{live.code}/lead/{live.secret}/"
    for game in ("hochzeit", "nothing", "own"):
        assert put(client, remote, f"/de/replays/{game}/{step}/").status_code == 422


def test_who_came_in_with_two_devices_is_one_in_the_room(room: Room) -> None:
    """A code puts the devices together; what was answered first stays."""
    phone, tablet, other = room.join(), room.join("Anna"), room.join("Ben")
    room.press("next")
    for device, is_right in ((phone, True), (tablet, False), (other, False)):
        assert room.answer(device, right=is_right).status_code == 303
    room.press("close", "reveal", "next")
    assert room.answer(tablet).status_code == 303
    phone.post("/de/mine/code/")
    code = Handover.objects.get().code
    assert tablet.post("/de/mine/joined/", {"code": code, "sure": "1"}).status_code == 303
    assert [one.name for one in room.live.guests.order_by("pk")] == ["Anna", "Ben"]
    anna, ben = (one.votes.order_by("pk") for one in room.live.guests.order_by("pk"))
    assert [one.right for one in anna] == [True, True]
    assert [one.right for one in ben] == [False]
    for device in (phone, tablet):
        assert "Angekommen: " in page(device, room.phone)
    assert room.answer(phone, right=False).status_code == 303
    assert [one.right for one in anna.all()] == [True, False]


@pytest.mark.django_db
def test_of_several_parts_none_is_lost_on_a_phone_and_the_vote_stands_meanwhile(
    client: Client,
) -> None:
    room = Room(client, kinds=["reservations"], number=1)
    room.press("next")
    guest = room.join()
    url, whole = room.form(guest, right=True)
    (first, *_others) = [name for name in whole if name != "token"]
    refresh = '<meta http-equiv="refresh"'
    midst = guest.post(url, {"token": whole["token"], first: whole[first]}).content.decode()
    assert f'type="hidden" name="{first}"' in midst
    assert refresh not in midst  # without scripts it would begin anew
    assert "Angekommen" not in text(midst)
    assert guest.post(url, whole).status_code == 303
    there = guest.get(room.phone).content.decode()
    assert refresh in there
    back = guest.post(url, {"token": whole["token"], first: whole[first]}).content.decode()
    assert "Angekommen" in text(back)
    assert refresh not in back
    assert Vote.objects.count() == 1


def test_what_a_phone_gets_again_is_told_by_one_query(room: Room) -> None:
    """Whoever comes second gets what was made for the first, with tokens of his own."""
    anna, ben = room.join("Anna"), room.join("Ben")
    piece = {"HX-Request": "true"}
    room.press("next")
    first = anna.get(room.phone, headers=piece)
    path = room.phone
    with CaptureQueriesContext(connection) as asked:
        second = ben.get(path, headers=piece)
    assert len(asked) == 1
    own = re.compile(r'(?<=value=")[^"]{30,}(?=")')
    assert own.sub("", first.text) == own.sub("", second.text)
    assert own.findall(first.text) != own.findall(second.text)
    # What somebody has answered is for those alone who have answered the same.
    assert room.answer(anna, right=False).status_code == 303
    assert "Angekommen" in text(anna.get(path, headers=piece).content.decode())
    assert "Angekommen" not in text(ben.get(path, headers=piece).content.decode())
    # Nobody who is not in the room gets it.
    stranger = Client()
    assert "HX-Redirect" in stranger.get(path, headers=piece)
    room.press("close")
    assert "Schau nach vorn" in text(ben.get(path, headers=piece).content.decode())


def test_a_large_room_asks_less_often(room: Room) -> None:
    anna = room.join("Anna")
    room.press("next")
    path, live, piece = room.phone, room.live, {"HX-Request": "true"}
    assert 'data-pace="1"' in anna.get(path, headers=piece).text
    others = Learner.objects.bulk_create(Learner() for _ in range(MANY))
    live.guests.bulk_create(Guest(live=live, learner=one) for one in others)
    assert 'data-pace="2"' in anna.get(path, headers=piece).text
    room.press("pause")
    assert 'data-pace="2"' in anna.get(path, headers=piece).text


def test_whoever_is_removed_while_he_answers_leaves_nothing(room: Room) -> None:
    anna = room.join("Anna")
    room.press("next")
    form = room.form(anna, right=True)
    room.live.guests.all().delete()
    answer = anna.post(*form)
    assert answer.status_code in {200, 303, 409}
    assert not Vote.objects.exists()


def test_everybody_gets_cards_with_his_own_letters() -> None:
    request = RequestFactory().get("/de/live/ABCDEF/")
    piece = Piece("open.1.1.0", 3, 1, None)
    try:
        for lettered in ("de", "en"):
            choose_letters(lettered)
            with translation.override("de"):
                made = made_once(request, piece, lambda: HttpResponse(letters()))
            assert made.text == lettered
    finally:
        choose_letters("")
