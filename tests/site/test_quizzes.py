"""Quizzes: made, taken alone, read; who may do what."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from lessons.content.reading import course
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.rules.cards import Card
from tests.site.test_exercise_pages import text
from tests.site.test_house_rules import kept
from tests.site.test_sittings import posted, token_at, wrong
from tutorial.learners.models import Attempt, Learner, Memory
from tutorial.quizzes.given import said_answer
from tutorial.quizzes.models import KEPT, SIGNS, Participation, Quiz, Reasons
from tutorial.quizzes.proposing import kinds_under, proposed
from tutorial.sittings.choosing import kinds_for
from tutorial.sittings.going import exercise_of
from tutorial.sittings.models import Item, Sheet, Sitting
from tutorial.tidying import tidied

pytestmark = pytest.mark.django_db
ONE_STEP = [name for name in kinds_under("kompakt") if not KINDS[name].is_stepwise]


def made(client: Client, **wish: Any) -> Quiz:
    """Of five questions, if nothing else is wished for."""
    sent = {"rules": "kompakt", "title": "Freitag", "number": 5, "level": 1, "kinds": ONE_STEP}
    response = client.post("/de/quizzes/new/", {**sent, **wish})
    assert response.status_code == 303, text(response.content.decode())
    quiz = Quiz.objects.latest("pk")
    assert response["Location"] == f"/de/quizzes/{quiz.secret}/"
    return quiz


def items(quiz: Quiz) -> list[Item]:
    return list(Item.objects.filter(sheet=quiz.sheet_id, sitting=None))


def changed(client: Client, quiz: Quiz, does: str, number: int) -> Any:
    """A button under a question is pressed."""
    named = {"do": f"{does} {number}", "of": items(quiz)[number - 1].pk}
    return client.post(f"/de/quizzes/{quiz.secret}/", named)


def begin(client: Client, quiz: Quiz, name: str = "") -> str:
    """The address of the first question."""
    response = client.post(f"/de/quiz/{quiz.code}/", {"name": name})
    assert response.status_code == 303, text(response.content.decode())
    return str(response["Location"])


def answered(client: Client, quiz: Quiz, url: str, *, right: bool = True) -> Any:
    number = int(url.split("/")[4])
    exercise = exercise_of(next(one for one in items(quiz) if one.number == number))
    wanted = exercise.kind.solve(exercise.question) if right else next(wrong(exercise))
    return client.post(url, posted(exercise, wanted) | {"token": token_at(client, url)})


def taken(client: Client, quiz: Quiz, *, name: str = "", misses: tuple[int, ...] = ()) -> str:
    """Goes through it, wrong at these places; the address of the end."""
    url, end = begin(client, quiz, name), f"/de/quiz/{quiz.code}/end/"
    for place in range(1, len(items(quiz)) + 1):
        assert answered(client, quiz, url, right=place not in misses).status_code == 303
        url = str(client.get(end).headers.get("Location", end))
    assert url == end
    return end


def test_a_sheet_is_proposed_for_what_is_wished(client: Client) -> None:
    section = course().documents["kompakt"].section("ablauf")
    assert section
    quiz = made(client, sections=["ablauf"], number=12, level=2)
    told = {*section.statements, *section.readings}
    asked = [one.statement for one in items(quiz)]
    assert len(asked) == 12
    assert {*asked} <= told
    # Each rule once before one comes twice.
    there = [one for one in told if {*kinds_for("kompakt").get(one, ())} & {*ONE_STEP}]
    assert {*asked} == {*there}
    assert {one.level for one in items(quiz)} == {2}
    assert {one.kind for one in items(quiz)} <= {*ONE_STEP}
    assert all(sign in SIGNS for sign in quiz.code)
    assert len(quiz.code) == 6


@pytest.mark.parametrize(("kind", "most"), [("may-call", 4), ("who-won", 6), ("trick-winner", 4)])
def test_no_answer_is_right_nearly_every_time(kind: str, most: int) -> None:
    """Else whoever says the same each time is mostly right."""
    found = []
    for seed in range(6):
        chosen = proposed("kompakt", (), [kind], 2, 12, Random(seed))
        asked = [exercise_at(one.address) for one in chosen]
        answers = Counter(one.kind.solve(one.question) for one in asked)
        found.append(answers.most_common(1)[0][1])
    assert sum(found) / len(found) <= most


def test_a_quiz_can_be_on_one_rule_alone(client: Client) -> None:
    page = client.get("/de/quizzes/new/?rules=kompakt").context["form"]
    groups = dict(page.fields["statement"].choices)
    offered = [one for told in groups.values() for one, _text in told]
    assert {*offered} == {*kinds_for("kompakt")} & {*offered}
    assert len({*offered}) == len(offered) > 30
    assert "kompakt:ansagen-c" in offered
    quiz = made(client, statement="kompakt:ansagen-c", kinds=[], number=4)
    assert [one.statement for one in items(quiz)] == ["kompakt:ansagen-c"] * 4
    two = ["kompakt:ansagen-c", "kompakt:bedienzwang-a"]
    quiz = made(client, statement=two, kinds=[], number=4)
    assert sorted(one.statement for one in items(quiz)) == sorted(two * 2)
    refused = client.post("/de/quizzes/new/", {"rules": "kompakt", "number": 3, "level": 1,
                                               "statement": "royal:2.2.1"})  # fmt: skip
    assert refused.status_code == 422


def test_a_quiz_under_house_rules_asks_by_them(client: Client) -> None:
    house = kept(client)
    quiz = made(client, rules=f"~{house.key}")
    rules = house.versions.get().rules
    assert quiz.sheet.rules == rules
    assert {one.rules for one in items(quiz)} == {rules}


@pytest.mark.parametrize(
    "wish", [{"number": 0}, {"number": 201}, {"number": "x"}, {"level": 9},
             {"sections": ["nowhere"]}, {"kinds": ["nothing"]}, {"title": "x" * 81}],
)  # fmt: skip
def test_a_wish_that_cannot_be_is_refused_with_the_reason(
    client: Client, wish: dict[str, Any]
) -> None:
    sent = {"rules": "kompakt", "title": "Freitag", "number": 5, "level": 1} | wish
    response = client.post("/de/quizzes/new/", sent)
    assert response.status_code == 422
    assert "error" in response.content.decode()
    assert not Quiz.objects.exists()
    assert not Learner.objects.exists()


def test_each_question_is_shown_with_its_answer_rolled_moved_dropped_added(client: Client) -> None:
    quiz = made(client)
    lead = f"/de/quizzes/{quiz.secret}/"
    page = text(client.get(lead).content.decode())
    before = items(quiz)
    for one in before:
        assert f"{one.number}. " in page
    rolled_to = changed(client, quiz, "roll", 2)
    assert rolled_to["Location"] == f"{lead}?shown=2#q2"
    opened = client.get(f"{lead}?shown=2").content.decode()
    assert re.findall(r'id="q([0-9])"|<details class="fold"( open)', opened)[1:3] == [
        ("2", ""), ("", " open"),
    ]  # fmt: skip
    assert changed(client, quiz, "up", 3).status_code == 303
    assert changed(client, quiz, "drop", 1).status_code == 200
    after = items(quiz)
    assert [one.number for one in after] == [1, 2, 3, 4]
    assert [one.pk for one in after] == [before[n].pk for n in (2, 1, 3, 4)]
    rolled = after[1]
    assert (rolled.kind, rolled.statement) == (before[1].kind, before[1].statement)
    assert rolled.seed != before[1].seed
    assert client.post(f"{lead}?after=4", {"number": 2, "level": 3}).status_code == 303
    assert [one.number for one in items(quiz)] == [1, 2, 3, 4, 5, 6]
    assert [one.level for one in items(quiz)][4:] == [3, 3]
    assert client.post(f"{lead}?after=6", {"number": 199, "level": 3}).status_code == 422
    for nonsense in ("roll 99", "drop x", "burn 1", "up 1"):
        assert client.post(lead, {"do": nonsense}).status_code == 303
    assert len(items(quiz)) == 6


def test_pressed_twice_a_sheet_changes_once(client: Client) -> None:
    """On a bad line the second press is sent before the page of the first has come."""
    quiz = made(client)
    lead = f"/de/quizzes/{quiz.secret}/"
    before = [one.pk for one in items(quiz)]
    drop = {"do": "drop 2", "of": before[1]}
    for told in (200, 303):
        assert client.post(lead, drop).status_code == told
    assert [one.pk for one in items(quiz)] == [before[n] for n in (0, 2, 3, 4)]
    up = {"do": "up 3", "of": before[3]}
    for _press in range(2):
        assert client.post(lead, up).status_code == 303
    assert [one.pk for one in items(quiz)] == [before[n] for n in (0, 3, 2, 4)]
    form = re.search(r'action="(\?after=[0-9]+)"', client.get(lead).content.decode())
    assert form
    add = {"number": 2, "level": 3, "kinds": ["card-points"]}
    assert client.post(lead + form[1], add).status_code == 303
    again = client.post(lead + form[1], add)
    assert again.status_code == 409
    page = text(again.content.decode())
    assert "Die Fragen haben sich inzwischen geändert" in page
    assert len(items(quiz)) == 6
    # What was wished for stands there still, to be added if it is missing.
    assert re.search(r'value="card-points"[^>]*checked', again.content.decode())
    assert 'action="?after=6"' in again.content.decode()


@pytest.mark.parametrize("asks", [None, "choice"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_was_dropped_can_be_put_back(client: Client, number: int, asks: str | None) -> None:
    quiz = made(client, number=3)
    lead = f"/de/quizzes/{quiz.secret}/"
    if asks is not None:
        for _time in range(3):
            with_own(client, quiz, asks, text=f"Wer gibt {_time}?")
        for _time in range(3):
            changed(client, quiz, "drop", 1)
    before = list(Item.objects.filter(sheet=quiz.sheet_id).values())
    page = changed(client, quiz, "drop", number).content.decode()
    kept = re.search(r'name="kept" value="([^"]+)"', page)
    assert kept
    assert f"Weggelassen: {number}. " in text(page)
    assert len(items(quiz)) == 2
    other = made(client)
    for path, sent in ((lead, f"{kept[1]}x"), (f"/de/quizzes/{other.secret}/", kept[1])):
        assert client.post(path, {"do": "restore", "kept": sent}).status_code == 303
    assert (len(items(quiz)), len(items(other))) == (2, 5)
    for _press in range(2):
        back = client.post(lead, {"do": "restore", "kept": kept[1]})
        assert back["Location"] == f"{lead}#q{number}"
    assert list(Item.objects.filter(sheet=quiz.sheet_id).values()) == before


def test_a_quiz_is_taken_and_looked_back_on(client: Client) -> None:
    quiz = made(client)
    taker = Client()
    assert "Freitag" in text(taker.get(f"/de/quiz/{quiz.code.lower()}/").content.decode())
    end = taken(taker, quiz, name="Anna", misses=(2,))
    page = taker.get(end).content.decode()
    assert "4 von 5" in text(page)
    for one in items(quiz):
        link = f"/de/quiz/{quiz.code}/{one.number}/"
        assert f'href="{link}"' in page
        assert 'id="verdict"' in taker.get(link).content.decode()
    # What was missed is remembered as ever, and did not come again.
    assert Attempt.objects.count() == 5
    assert Memory.objects.exists()
    assert Item.objects.filter(sitting__isnull=False).count() == 0
    assert "/de/practice/" in page


def test_reasons_at_the_end_tell_nothing_before(client: Client) -> None:
    quiz = made(client)
    Quiz.objects.update(reasons=Reasons.AT_THE_END)
    taker = Client()
    first = begin(taker, quiz)
    page = taker.get(first).content.decode()
    assert 'name="hint"' not in page
    assert not re.search(r"/practice/[a-z-]+/", page)
    assert 'name="hint"' not in taker.get(f"{first}?hint=3").content.decode()
    response = answered(taker, quiz, first, right=False)
    there = response["Location"]
    assert "verdict" not in there
    assert there != first
    assert taker.get(first)["Location"] == there
    page = taker.get(there).content.decode()
    assert "turned__one--wrong" not in page
    assert "turned__one--right" not in page
    piece = taker.post(there, {"token": token_at(taker, there)} | _solution(quiz, there),
                       headers={"HX-Request": "true"})  # fmt: skip
    assert piece["HX-Redirect"] != there
    assert not piece.content


@pytest.mark.parametrize("reasons", Reasons)
def test_a_settlement_is_asked_whole_and_no_step_told_before(
    client: Client, reasons: Reasons
) -> None:
    """Told at once, a wrong step could be wiped out by opening the page again."""
    quiz = made(client, kinds=["score-game"], number=2)
    Quiz.objects.update(reasons=reasons)
    taker = Client()
    first = begin(taker, quiz)
    fields = exercise_of(items(quiz)[0]).kind.fields(exercise_of(items(quiz)[0]).question)
    page = taker.get(first).content.decode()
    assert all(f'name="{one.name}"' in page for one in fields)
    token = token_at(taker, first)
    after = answered(taker, quiz, first, right=False)
    assert after.status_code == 303
    assert after["Location"].startswith(f"/de/quiz/{quiz.code}/2/") == (
        reasons == Reasons.AT_THE_END
    )
    assert Attempt.objects.get().right is False
    taker.post(first, _solution(quiz, first) | {"token": token})
    assert Attempt.objects.get().right is False
    # Who leads it reads every step, on paper, too.
    for path in ("", "print/"):
        told = text(client.get(f"/de/quizzes/{quiz.secret}/{path}").content.decode())
        assert len(re.findall(r"; das sind -?[0-9]+\.|, sonst nichts\.", told)) == 2


def _solution(quiz: Quiz, url: str) -> dict[str, Any]:
    number = int(url.split("/")[4])
    exercise = exercise_of(next(one for one in items(quiz) if one.number == number))
    return posted(exercise, exercise.kind.solve(exercise.question))


def test_what_is_answered_cannot_be_answered_again(client: Client) -> None:
    quiz = made(client)
    taker = Client()
    url = begin(taker, quiz)
    token = token_at(taker, url)
    answered(taker, quiz, url, right=False)
    taker.post(url, _solution(quiz, url) | {"token": token})
    assert [one.right for one in Attempt.objects.all()] == [False]


def test_tries_are_counted_and_a_double_press_is_one(client: Client) -> None:
    quiz = made(client, number=1)
    taker = Client()
    assert begin(taker, quiz) == begin(taker, quiz)
    assert Participation.objects.count() == 1
    taken(taker, quiz)
    assert taker.post(f"/de/quiz/{quiz.code}/", {"name": ""}).status_code == 409
    Quiz.objects.update(tries=2)
    begin(taker, quiz)
    assert Participation.objects.count() == 2


def test_before_it_opens_and_after_it_closes_nothing_is_taken(client: Client) -> None:
    quiz = made(client)
    now = timezone.now()
    Quiz.objects.update(opens=now + timedelta(days=1))
    taker, path = Client(), f"/de/quiz/{quiz.code}/"
    page = text(taker.get(path).content.decode())
    assert "Es öffnet am" in page
    assert taker.post(path, {"name": ""}).status_code == 409
    Quiz.objects.update(opens=now - timedelta(days=1), closes=now + timedelta(hours=1))
    url = begin(taker, quiz)
    token = token_at(taker, url)
    Quiz.objects.update(closes=now)
    late = taker.post(url, _solution(quiz, url) | {"token": token})
    assert late.status_code == 409
    assert not Attempt.objects.exists()
    assert "Es wurde am" in text(Client().get(path).content.decode())
    assert "0 von 5" in text(taker.get(f"{path}end/").content.decode())


def test_a_time_limit_ends_ones_own_try(client: Client) -> None:
    quiz = made(client)
    Quiz.objects.update(minutes=10)
    taker = Client()
    url = begin(taker, quiz)
    token = token_at(taker, url)
    Sitting.objects.update(started=timezone.now() - timedelta(minutes=11))
    assert taker.post(url, _solution(quiz, url) | {"token": token}).status_code == 409
    assert Client().post(f"/de/quiz/{quiz.code}/", {"name": ""}).status_code == 303


def test_it_goes_on_on_another_device_by_its_code(client: Client) -> None:
    quiz = made(client)
    phone, laptop = Client(), Client()
    url = begin(phone, quiz, "Anna")
    answered(phone, quiz, url)
    code = Participation.objects.get().code
    assert code in phone.get(url).content.decode()
    wrong_code = laptop.post(f"/de/quiz/{quiz.code}/", {"resume": "AAAAAAAA"})
    assert wrong_code.status_code == 422
    response = laptop.post(f"/de/quiz/{quiz.code}/", {"resume": f"{code[:4]} {code[4:].lower()}"})
    there = response["Location"]
    assert there not in {url, ""}
    assert laptop.get(there).status_code == 200
    # The other device is out of it.
    assert phone.get(there)["Location"] == f"/de/quiz/{quiz.code}/"


def test_everybody_gets_another_order_if_that_is_wished(client: Client) -> None:
    quiz = made(client, number=20)
    Sheet.objects.update(is_mixed=True)
    firsts = {begin(Client(), quiz) for _number in range(12)}
    assert len(firsts) > 2
    taker = Client()
    url = begin(taker, quiz)
    answered(taker, quiz, url)
    going_on = taker.post(f"/de/quiz/{quiz.code}/", {"name": ""})["Location"]
    assert going_on == taker.post(f"/de/quiz/{quiz.code}/", {"name": ""})["Location"] != url


def test_results_count_people_questions_and_beliefs(client: Client) -> None:
    quiz = made(client, kinds=["trick-winner"])
    for name, misses in [("Anna", (1, 2)), ("=1+1", (1,)), ("", ())]:
        taker = Client()
        url = begin(taker, quiz, name)
        for place in range(1, 6):
            answered(taker, quiz, f"/de/quiz/{quiz.code}/{place}/", right=place not in misses)
        assert url.endswith("/1/")
    page = client.get(f"/de/quizzes/{quiz.secret}/results/").content.decode()
    shown = text(page)
    assert "Anna" in shown
    assert "1 von 3 richtig" in shown
    assert page.count("quiz__cell--wrong") == 3
    assert page.count("quiz__cell--right") == 12
    file = client.get(f"/de/quizzes/{quiz.secret}/results.csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(file), delimiter=";"))
    assert [row[2] for row in rows[1:]] == ["3", "4", "5"]
    assert rows[1][3:8] == ["0", "0", "1", "1", "1"]
    assert rows[2][0] == "'=1+1"
    assert "1 von 3 richtig" in text(client.get(f"/de/quizzes/{quiz.secret}/1/").content.decode())
    anna = Participation.objects.get(name="Anna")
    client.post(f"/de/quizzes/{quiz.secret}/results/", {"do": f"unname {anna.pk}"})
    assert "Anna" not in client.get(f"/de/quizzes/{quiz.secret}/results/").content.decode()
    for nonsense in ("unname ²", f"remove {10**30}", "remove", "burn 1"):
        answer = client.post(f"/de/quizzes/{quiz.secret}/results/", {"do": nonsense})
        assert answer.status_code == 303
    client.post(f"/de/quizzes/{quiz.secret}/results/", {"do": f"remove {anna.pk}"})
    assert Participation.objects.count() == 2


def test_results_say_what_was_answered(client: Client) -> None:
    """Each mark opens its answer, with the way to the next one's; a spreadsheet has the words."""
    quiz = made(client, kinds=["trick-winner"], number=2)
    for name, misses in [("Anna", (1,)), ("Ben", ()), ("", (1,))]:
        taken(Client(), quiz, name=name, misses=misses)
    results, file = f"/de/quizzes/{quiz.secret}/results/", f"/de/quizzes/{quiz.secret}/results.csv"
    people = client.get(results).context["results"].people
    first = people[0].cells[0]
    shown = first.said
    page = client.get(f"/de/quizzes/{quiz.secret}/answer/{first.key}/")
    assert "verdict--wrong" in page.content.decode()
    assert "Anna · Frage 1" in text(page.content.decode())
    assert page.context["shown"].verdict.attempt is None
    after = f"/de/quizzes/{quiz.secret}/answer/{people[1].cells[0].key}/"
    assert after in page.content.decode()
    last = client.get(f"/de/quizzes/{quiz.secret}/answer/{people[2].cells[0].key}/?view=beamer")
    assert f"/answer/{people[0].cells[0].key}/" not in last.content.decode()
    assert "Nr. 3" not in text(last.content.decode())
    rows = list(
        csv.reader(io.StringIO(client.get(file).content.decode("utf-8-sig")), delimiter=";")
    )
    assert rows[0][3:] == ["1", "2", "Antwort auf 1", "Antwort auf 2"]
    assert [row[3] for row in rows[1:]] == ["0", "1", "0"]
    assert [row[5] for row in rows[1:]] == [one.cells[0].said for one in people]
    assert shown
    assert shown != people[1].cells[0].said
    # The wrong answers stand beside the question.
    bars = client.get(f"/de/quizzes/{quiz.secret}/1/").context["question"].spread.bars
    assert {bar.said: bar.counts for bar in bars if not bar.is_right}[shown] == (2,)
    # Nobody else's answer is to be had.
    other = made(client, kinds=["trick-winner"], number=1)
    for key in (first.key, "nothing"):
        assert client.get(f"/de/quizzes/{other.secret}/answer/{key}/").status_code == 404
    assert Client().get(f"/de/quizzes/{quiz.code}/answer/{first.key}/").status_code == 404


def test_of_several_parts_it_is_told_how_many_were_right(client: Client) -> None:
    quiz = made(client, kinds=["settle"], number=1)
    exercise = exercise_of(items(quiz)[0])
    right = exercise.kind.solve(exercise.question)
    half = (*right[:2], *(value + 1 for value in right[2:]))  # type: ignore[operator]
    for answer in (half, right):
        guest = Client()
        url = begin(guest, quiz)
        guest.post(url, posted(exercise, answer) | {"token": token_at(guest, url)})
    page = client.get(f"/de/quizzes/{quiz.secret}/results/")
    half_right, whole = (one.cells[0] for one in page.context["results"].people)
    assert (half_right.parts, whole.parts) == (f"2/{len(right)}", "")
    assert f"<small>2/{len(right)}</small>" in page.content.decode()
    spread = client.get(f"/de/quizzes/{quiz.secret}/1/").context["question"].spread
    assert [bar.counts for bar in spread.bars] == [(2,), (2,), *[(1,)] * (len(right) - 1)]
    assert spread.bars[0].said.endswith(str(said_answer(exercise, right).split(" · ")[0]))
    assert (spread.most, spread.others) == (2, 0)


def test_names_are_escaped_and_short(client: Client) -> None:
    quiz = made(client)
    begin(Client(), quiz, "<b>Anna")
    assert Client().post(f"/de/quiz/{quiz.code}/", {"name": "x" * 31}).status_code == 422
    page = client.get(f"/de/quizzes/{quiz.secret}/results/").content.decode()
    assert "&lt;b&gt;Anna" in page
    assert "<b>Anna" not in page


def test_somebody_has_begun_then_the_questions_stay(client: Client) -> None:
    quiz = made(client)
    begin(Client(), quiz)
    lead = f"/de/quizzes/{quiz.secret}/"
    before = [one.seed for one in items(quiz)]
    assert changed(client, quiz, "roll", 1).status_code == 409
    assert [one.seed for one in items(quiz)] == before
    copied = client.post(f"{lead}copy/")
    other = Quiz.objects.latest("pk")
    assert copied["Location"] == f"/de/quizzes/{other.secret}/"
    assert [one.seed for one in items(other)] == before
    assert (other.code, other.secret) != (quiz.code, quiz.secret)
    assert changed(client, other, "drop", 1).status_code == 200
    assert (len(items(quiz)), len(items(other))) == (len(before), len(before) - 1)


def test_how_it_is_taken_can_be_set(client: Client) -> None:
    quiz = made(client)
    path = f"/de/quizzes/{quiz.secret}/settings/"
    sent = {"title": "Samstag", "before": "Guten <i>Abend", "after": "", "tries": 3, "minutes": "",
            "reasons": "at-the-end", "order": "mixed", "opens": "2026-12-01T19:00",
            "closes": "2026-12-01T20:00"}  # fmt: skip
    assert "Gespeichert." not in client.get(path).content.decode()
    saved = client.post(path, sent)
    assert saved.status_code == 303
    assert "Gespeichert." in client.get(saved["Location"]).content.decode()
    quiz.refresh_from_db()
    assert (quiz.title, quiz.tries, quiz.minutes, quiz.reasons) == (
        "Samstag",
        3,
        None,
        "at-the-end",
    )
    assert quiz.sheet.is_mixed
    page = Client().get(f"/de/quiz/{quiz.code}/").content.decode()
    assert "Guten &lt;i&gt;Abend" in page
    refused = client.post(path, sent | {"closes": "2026-11-01T20:00"})
    assert refused.status_code == 422
    assert "Samstag" in refused.content.decode()


def test_a_wrong_code_says_what_codes_look_like(client: Client) -> None:
    quiz = made(client)
    assert (
        client.get("/de/quiz/", {"code": f" {quiz.code.lower()} "})["Location"]
        == f"/de/quiz/{quiz.code}/"
    )
    page = client.get("/de/quiz/", {"code": "AAAAAA"})
    assert page.status_code == 422
    assert "6 Zeichen" in text(page.content.decode())
    assert client.get("/de/quiz/AAAAAA/").status_code == 404
    taker = Client()
    url = begin(taker, quiz)
    for _time in range(70):
        response = client.get("/de/quiz/", {"code": "BBBBBB"})
    assert response.status_code == 429
    # Then a right guess tells nothing either; who takes one already goes on.
    assert client.get(f"/de/quiz/{quiz.code}/").status_code == 429
    assert client.get("/de/quiz/", {"code": quiz.code}).status_code == 429
    assert client.post(f"/de/quiz/{quiz.code}/", {"resume": "AAAAAAAA"}).status_code == 429
    assert taker.get(url).status_code == 200


def leading(quiz: Quiz) -> Iterator[tuple[str, str]]:
    for method, path in [
        ("get", ""), ("post", ""), ("get", "settings/"), ("post", "settings/"), ("get", "results/"),
        ("post", "results/"), ("get", "results.csv"), ("get", "print/"), ("post", "copy/"),
        ("get", "delete/"), ("post", "delete/"), ("get", "1/"), ("get", "own/"), ("post", "own/"),
        ("get", "own/1/"), ("post", "own/1/"), ("get", "quiz.json"), ("post", "live/"),
        ("get", "answer/nothing/"),
    ]:  # fmt: skip
        yield method, f"/de/quizzes/{quiz.secret}/{path}"


def test_only_who_has_the_secret_leads(client: Client) -> None:
    """Stranger, participant, other leader: the code, another secret, a guess open nothing."""
    quiz, other_leader, participant = made(client), Client(), Client()
    foreign = made(other_leader)
    begin(participant, quiz)
    for who in (Client(), participant, other_leader):
        for secret in (quiz.code, "guess", f"{quiz.secret}x"):
            for method, path in leading(quiz):
                there = path.replace(quiz.secret, secret)
                assert getattr(who, method)(there).status_code == 404, there
    assert Quiz.objects.filter(pk=quiz.pk).exists()
    assert items(foreign)
    # The link alone leads, on any device.
    assert Client().get(f"/de/quizzes/{quiz.secret}/").status_code == 200


def test_nobody_answers_for_another_or_sees_anothers_answers(client: Client) -> None:
    quiz = made(client)
    anna, ben = Client(), Client()
    url = begin(anna, quiz, "Anna")
    token = token_at(anna, url)
    stranger = Client().post(url, _solution(quiz, url) | {"token": token})
    assert stranger.status_code == 303
    assert not Attempt.objects.exists()
    begin(ben, quiz)
    answered(ben, quiz, url, right=False)
    assert Attempt.objects.get().sitting.participation.name == ""  # type: ignore[union-attr]
    answered(anna, quiz, url)
    assert "verdict--right" in anna.get(url).content.decode()
    assert "verdict--wrong" in ben.get(url).content.decode()
    # Nor by the addresses of other series.
    for one in Sitting.objects.all():
        for who in (anna, ben, client):
            assert who.get(f"/de/sitting/{one.key}/2/").status_code == 404
            assert who.get(f"/de/sitting/{one.key}/end/").status_code == 404


def test_it_is_deleted_on_wish_and_half_a_year_after_its_last_use(client: Client) -> None:
    quiz, other = made(client), made(client)
    taken(Client(), quiz)
    assert client.post(f"/de/quizzes/{quiz.secret}/delete/").status_code == 303
    assert client.get(f"/de/quizzes/{quiz.secret}/").status_code == 404
    assert Quiz.objects.count() == Sheet.objects.count() == 1
    assert not Participation.objects.exists()
    # What its takers have learnt stays theirs.
    assert Attempt.objects.count() == 5
    for _step in tidied(timezone.now() + KEPT - timedelta(days=1)):
        pass
    assert Quiz.objects.filter(pk=other.pk).exists()
    for _step in tidied(timezone.now() + KEPT + timedelta(days=1)):
        pass
    assert not Quiz.objects.exists()


def test_it_stays_on_paper_as_it_is(client: Client) -> None:
    quiz = made(client, number=8)
    page = client.get(f"/de/quizzes/{quiz.secret}/print/").content.decode()
    assert page.count('class="paper__item"') == 8
    questions, key = page.split('class="paper__key"')
    assert key.count("<li>") == 8
    for mark in ("hand__card--legal", "hand__card--missing", "trick__place--wins", "choice--legal"):
        assert mark not in questions


def test_pages_of_a_quiz_ask_as_little_for_many_as_for_few(client: Client) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    quiz = made(client)
    paths = [f"/de/quizzes/{quiz.secret}/", f"/de/quizzes/{quiz.secret}/results/", "/de/quizzes/"]

    def queries() -> list[int]:
        found = []
        for path in paths:
            with CaptureQueriesContext(
                connection,
            ) as asked:
                assert client.get(path).status_code == 200
            found.append(len(asked))
        return found

    taken(Client(), quiz)
    few = queries()
    for number in range(10):
        taker = Client()
        begin(taker, quiz, f"N{number}")
        for place in range(1, 6):
            answered(taker, quiz, f"/de/quiz/{quiz.code}/{place}/")
    assert queries() == few
    assert max(few) < 15


def test_a_quiz_is_open_on_the_home_page_by_its_own_address(client: Client) -> None:
    quiz = made(client)
    taker = Client()
    url = begin(taker, quiz)
    answered(taker, quiz, url)
    assert re.search(rf'href="/de/quiz/{quiz.code}/\d+/', taker.get("/de/").content.decode())
    assert f'href="/de/quiz/{quiz.code}/end/"' in taker.get("/de/progress/").content.decode()


def test_who_deletes_everything_deletes_the_quizzes_too(client: Client) -> None:
    quiz = made(client)
    taker = Client()
    taken(taker, quiz)
    assert client.post("/de/mine/delete/").status_code == 200
    assert not Quiz.objects.exists()
    assert not Sheet.objects.exists()
    assert taker.get(f"/de/quiz/{quiz.code}/end/").status_code == 404
    assert taker.get("/de/").status_code == taker.get("/de/progress/").status_code == 200


def test_a_quiz_goes_into_a_file_and_out_of_it(client: Client) -> None:
    quiz = made(client, rules=f"~{kept(client).key}", level=2, title="Für „Freitag“")
    Quiz.objects.filter(pk=quiz.pk).update(reasons=Reasons.AT_THE_END, minutes=5, before="Hallo")
    Sheet.objects.filter(pk=quiz.sheet_id).update(is_mixed=True)
    file = client.get(f"/de/quizzes/{quiz.secret}/quiz.json")
    assert "attachment" in file["Content-Disposition"]
    for told in (quiz.secret, quiz.code):
        assert told not in file.content.decode()
    other = Client()
    response = other.post("/de/quizzes/file/", {"file": io.BytesIO(file.content)})
    assert response.status_code == 303
    brought = Quiz.objects.latest("pk")
    assert brought.pk != quiz.pk
    assert response["Location"] == f"/de/quizzes/{brought.secret}/"
    again = other.get(f"/de/quizzes/{brought.secret}/quiz.json")
    assert again.json() == file.json()
    assert [one.question for one in items(brought)] == [one.question for one in items(quiz)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("nonsense", "JSON"),
        ("[" * 50000, "JSON"),
        ({"format": "else"}, "karlchen-quiz"),
        ({"version": 2}, "Version"),
        ({"rules": "tsr"}, "rules"),
        ({"rules": 5}, "rules"),
        ({"title": "x" * 81}, "title"),
        ({"before": "\0"}, "before"),
        ({"reasons": "never"}, "reasons"),
        ({"tries": 21}, "tries"),
        ({"minutes": True}, "minutes"),
        ({"questions": []}, "questions"),
        ({"questions": 5}, "questions"),
        ({"questions": ["x"]}, "1"),
        ({"questions": [{}]}, "1"),
        ({"kind": "nothing"}, "2"),
        ({"rules_of": "nowhere"}, "2"),
        ({"level": 9}, "2"),
        ({"level": True}, "2"),
        ({"seed": -1}, "2"),
        ({"seed": 1e3}, "2"),
        ({"statement": "nowhere:1"}, "2"),
        ({"statement": 7}, "2"),
        ("x" * 70000, "64"),
    ],
)
def test_a_file_that_is_no_quiz_is_refused_with_the_reason(
    client: Client, change: str | dict[str, Any], said: str
) -> None:
    question = {"kind": "trick-winner", "rules": "kompakt", "level": 1, "seed": 5}
    file: dict[str, Any] = {"format": "karlchen-quiz", "version": 1, "rules": "kompakt"}
    file["questions"] = [question, dict(question)]
    if isinstance(change, dict):
        ((name, value),) = change.items()
        if name in {"kind", "level", "seed", "statement", "rules_of"}:
            file["questions"][1]["rules" if name == "rules_of" else name] = value
        else:
            file[name] = value
    content = change if isinstance(change, str) else json.dumps(file)
    response = client.post("/de/quizzes/file/", {"file": io.BytesIO(content.encode())})
    assert response.status_code == 422
    (fault,) = re.findall(r'id="file-fault"[^>]*>([^<]*)<', response.content.decode())
    assert said in fault
    assert not Quiz.objects.exists()
    assert client.post("/de/quizzes/file/", {}).status_code == 422


def test_a_variant_has_the_same_rules_and_other_cards(client: Client) -> None:
    quiz = made(client)
    client.post(f"/de/quizzes/{quiz.secret}/copy/", {"cards": "other"})
    other = Quiz.objects.latest("pk")
    pairs = list(zip(items(quiz), items(other), strict=True))
    assert all(
        (one.kind, one.rules, one.level, one.statement, one.number)
        == (two.kind, two.rules, two.level, two.statement, two.number)
        for one, two in pairs
    )
    assert all(one.seed != two.seed for one, two in pairs)
    assert other.code != quiz.code
    assert "andere Karten" in other.title


def test_results_are_read_by_rule_and_lead_to_five_on_a_belief(client: Client) -> None:
    quiz = made(client, kinds=["trick-winner"], number=8, level=2)
    guest = Client()
    url, end = begin(guest, quiz), f"/de/quiz/{quiz.code}/end/"
    shown = None
    for one in items(quiz):
        exercise = exercise_of(one)
        kind, question = exercise.kind, exercise.question
        answers = [(belief, kind.believed(belief, question)) for belief in kind.beliefs]
        said = [
            (belief, answer)
            for belief, answer in answers
            if answer is not None and kind.verdict(question, answer).misconceptions == (belief,)
        ]
        answer = said[0][1] if said else kind.solve(question)
        shown = shown or (said[0][0] if said else None)
        guest.post(url, posted(exercise, answer) | {"token": token_at(guest, url)})
        url = str(guest.get(end).headers.get("Location", end))
    assert shown is not None
    path = f"/de/quizzes/{quiz.secret}/results/"
    response = client.get(path)
    results, page = response.context["results"], response.content.decode()
    assert sum(of for _source, _right, of in results.rules) == 8
    assert sum(right for _source, right, _of in results.rules) == results.people[0].right
    assert shown in {one[0] for one in results.beliefs}
    assert all(one.asks_for and one.asks_for in text(page) for one in results.hardest)
    made_on = client.post(path, {"do": f"belief {shown}"})
    other = Quiz.objects.latest("pk")
    assert made_on["Location"] == f"/de/quizzes/{other.secret}/"
    assert 1 <= len(items(other)) <= 5
    # Whoever has not led it, and what nobody has shown, makes nothing.
    for nonsense in ("belief nonsense", "belief", "belief "):
        assert client.post(path, {"do": nonsense})["Location"] == path


def test_a_wrong_settlement_counts_for_the_rule_that_it_misses(client: Client) -> None:
    quiz = made(client, kinds=["score-game"], number=3, level=2)
    guest = Client()
    taken(guest, quiz, misses=(1, 2, 3))
    end = guest.get(f"/de/quiz/{quiz.code}/end/").context["exercises"]
    assert any("/score-game/" in url for _name, url, _rule in end)
    results = client.get(f"/de/quizzes/{quiz.secret}/results/").context["results"]
    missed = Counter(one.rule for one in Attempt.objects.all())
    assert {one.id: of for one, _right, of in results.rules} == dict(missed)
    assert sum(missed.values()) == 3


OWN_QUESTIONS: dict[str, dict[str, Any]] = {
    "choice": {"text": "Wie heißt ♥10?", "right": "Dulle", "others": "Fuchs\nKarlchen"},
    "number": {"text": "Wie viele Augen hat ein Fuchs?", "figure": 11},
    "card": {"text": "Womit stichst du?", "hand": "Herz 10, ♣D Pik-Ass", "card": "♥10",
             "trick": "♦A", "leader": "VH", "contract": "normal"},
}  # fmt: skip


def with_own(client: Client, quiz: Quiz, asks: str, **told: Any) -> Any:
    sent = OWN_QUESTIONS[asks] | {"explanation": "Weil <b>alle</b> es so nennen."} | told
    return client.post(f"/de/quizzes/{quiz.secret}/own/?asks={asks}", sent)


@pytest.mark.parametrize("asks", OWN_QUESTIONS)
def test_a_question_of_ones_own_is_asked_taken_told_and_printed(client: Client, asks: str) -> None:
    quiz = made(client, number=1)
    secret = f"/de/quizzes/{quiz.secret}/"
    assert with_own(client, quiz, asks)["Location"] == f"{secret}#q2"
    assert changed(client, quiz, "drop", 1).status_code == 200
    (item,) = items(quiz)
    for page in ("", "print/"):
        read = client.get(f"{secret}{page}").content.decode()
        assert OWN_QUESTIONS[asks]["text"] in text(read)
        assert "Weil &lt;b&gt;alle&lt;/b&gt; es so nennen." in read
    for right in (True, False):
        taker = Client()
        url = begin(taker, quiz)
        asked = taker.get(url).content.decode()
        assert OWN_QUESTIONS[asks]["text"] in text(asked)
        assert "es so nennen" not in asked
        assert 'name="hint"' not in asked
        exercise = exercise_of(item)
        solved = exercise.kind.solve(exercise.question)
        other: Any = {
            "choice": next(o for o in exercise.kind.fields(exercise.question)[0].options
                           if o != solved[0]) if asks == "choice" else None,
            "number": 10,
            "card": Card.CQ,
        }[asks]  # fmt: skip
        given = solved if right else (other,)
        sent = posted(exercise, given) | {"token": token_at(taker, url)}
        page = taker.post(url, sent, follow=True).content.decode()
        assert ("Richtig" if right else "Nein: ") in text(page)
        assert "Weil &lt;b&gt;alle&lt;/b&gt; es so nennen." in page
        assert f'"/de/practice/{item.kind}' not in page
        end = text(taker.get(f"/de/quiz/{quiz.code}/end/").content.decode())
        assert OWN_QUESTIONS[asks]["text"] in end
    for page in ("results/", "1/"):
        told = client.get(f"{secret}{page}")
        assert told.status_code == 200
        assert OWN_QUESTIONS[asks]["text"] in text(told.content.decode())
    assert [one.right for one in Attempt.objects.order_by("pk")] == [True, False]
    assert not Memory.objects.exclude(statement="").exists()


@pytest.mark.parametrize("asks", OWN_QUESTIONS)
def test_of_two_presses_one_question_of_ones_own_is_kept(client: Client, asks: str) -> None:
    quiz = made(client, number=1)
    first, second = (with_own(client, quiz, asks)["Location"] for _press in range(2))
    assert first == second
    assert len(items(quiz)) == 2
    with_own(client, quiz, asks, text="Und sonst?")
    assert len(items(quiz)) == 3


def test_a_file_says_in_words_why_a_question_cannot_be(client: Client) -> None:
    own = {"asks": "card", "text": "?", "hand": "HT SA", "trick": "DA", "right": 1}
    written = {"format": "karlchen-quiz", "version": 1, "rules": "kompakt",
               "questions": [{"own": own}]}  # fmt: skip
    response = client.post("/de/quizzes/file/", {"file": io.StringIO(json.dumps(written))})
    assert "Sie darf nicht gespielt werden" in text(response.content.decode())


def test_a_question_of_ones_own_is_changed_until_somebody_has_begun(client: Client) -> None:
    quiz = made(client, number=1)
    with_own(client, quiz, "card")
    url = f"/de/quizzes/{quiz.secret}/own/2/"
    written = client.get(url).context["form"].initial
    assert (written["hand"], written["card"], written["trick"]) == ("♥10 ♣D ♠A", "♥10", "♦A")
    before = items(quiz)[1]
    assert client.post(url, written | {"card": "♣D"}).status_code == 303
    after = items(quiz)[1]
    assert exercise_of(after).question.right == 1
    assert (after.pk, after.number) == (before.pk, 2)
    assert after.seed != before.seed  # a form posted for it as it was answers nothing
    tapped = client.post(url, written | {"tap": "card SA"})
    assert tapped.status_code == 200
    assert tapped.context["form"]["card"].value() == "♠A"
    assert exercise_of(items(quiz)[1]).question.right == 1
    for nowhere in ("own/1/", "own/3/"):
        assert client.get(f"/de/quizzes/{quiz.secret}/{nowhere}").status_code == 404
    begin(Client(), quiz)
    assert client.post(url, written).status_code == 409
    assert with_own(client, quiz, "number").status_code == 409
    assert exercise_of(items(quiz)[1]).question.right == 1


@pytest.mark.parametrize(
    ("asks", "told", "reason"),
    [
        ("choice", {"text": "  "}, "zwingend"),
        ("choice", {"text": "a" * 301}, "300"),
        ("choice", {"others": "dulle"}, "Zwei Antworten sind gleich."),
        ("choice", {"others": "\n \n"}, "zwingend"),
        ("choice", {"others": "\n".join("abcdef")}, "mehr Antworten"),
        ("choice", {"others": "a" * 121}, "120"),
        ("number", {"figure": "elf"}, "Zahl"),
        ("number", {"figure": 10_000}, "9999"),
        ("card", {"hand": "♥10"}, "zwei Karten"),
        ("card", {"hand": "♥10 ♥10 ♥10"}, "nur zweimal"),
        ("card", {"hand": "♥10 KD ♣A"}, "„KD“ ist keine Karte"),
        ("card", {"hand": " ".join(["♥10", "♣A ♣K ♣D ♣B"] * 3)}, "höchstens 12"),
        ("card", {"trick": "♦A ♦A ♦K ♦K"}, "Der Stich ist voll"),
        ("card", {"card": "♠K"}, "eine Karte des Blatts"),
        ("card", {"card": "♠A"}, "Sie darf nicht gespielt werden"),
        ("card", {"contract": "nonsense"}, "nonsense"),
    ],
)
def test_a_question_of_ones_own_that_cannot_be_is_refused_with_the_reason(
    client: Client, asks: str, told: dict[str, Any], reason: str
) -> None:
    quiz = made(client, number=1)
    response = with_own(client, quiz, asks, **told)
    assert response.status_code == 422
    assert reason in text(response.content.decode())
    assert len(items(quiz)) == 1


def test_the_engine_says_which_card_of_ones_own_question_may_be_played(client: Client) -> None:
    quiz = made(client, number=1)
    trick = {"trick": "♠K", "hand": "♥10 ♣D ♠A", "card": "♥10"}
    refused = text(with_own(client, quiz, "card", **trick).content.decode())
    assert "Sie darf nicht gespielt werden" in refused
    assert "Pik" in refused
    solo = {"trick": "♥K", "hand": "♥10 ♣D ♠A", "card": "♠A", "contract": "queens"}
    assert with_own(client, quiz, "card", **solo).status_code == 422  # the ten is a heart there
    assert with_own(client, quiz, "card", **solo | {"contract": "normal"}).status_code == 303


@pytest.mark.parametrize(
    ("there", "tap", "says"),
    [
        ({"hand": "Herz 10, ♣D"}, "hand DA", {"hand": "♥10 ♣D ♦A"}),
        ({"hand": "♥10 ♣D", "card": "♥10"}, "card CQ", {"hand": "♥10 ♣D", "card": "♣D"}),
        ({"hand": "♥10 ♣D"}, "hand", {"hand": "♥10"}),
        ({"trick": "♦A"}, "trick", {"trick": ""}),
        ({"hand": "♥10 Quatsch"}, "hand DA", {"hand": "♥10 Quatsch"}),
        ({"hand": "♥10"}, "hand XX", {"hand": "♥10"}),
        ({"hand": "♥10"}, "hand DA HA", {"hand": "♥10"}),
        ({"hand": "♥10"}, "text DA", {"hand": "♥10", "text": "Wie?"}),
        ({"hand": "♥10"}, "burn \0", {"hand": "♥10"}),
    ],
)
def test_a_card_is_tapped_into_a_question_and_nothing_is_judged_yet(
    client: Client, there: dict[str, str], tap: str, says: dict[str, str]
) -> None:
    quiz = made(client, number=1)
    path = f"/de/quizzes/{quiz.secret}/own/?asks=card"
    response = client.post(path, {"text": "Wie?", **there, "tap": tap})
    assert response.status_code == 200
    form = response.context["form"]
    assert {name: form[name].value() for name in says} == says
    assert form["text"].value() == "Wie?"
    assert "form__error" not in response.content.decode()
    assert len(items(quiz)) == 1


def test_the_keys_of_a_question_know_how_many_are_left(client: Client) -> None:
    quiz = made(client, number=1)
    sent = {"hand": "♥10 ♣D", "trick": "♥10", "card": "♣D", "tap": "hand SA"}
    path = f"/de/quizzes/{quiz.secret}/own/?asks=card"
    fields = client.post(path, sent).context["form"].fields
    left = {key.card.name: key.left for row in fields["hand"].keys for key in row}
    assert (left["HT"], left["CQ"], left["SA"], left["DA"], len(left)) == (0, 1, 1, 2, 24)
    (row,) = fields["card"].keys
    assert [(key.card.name, key.is_chosen) for key in row] == [
        ("HT", False),
        ("CQ", True),
        ("SA", False),
    ]


def test_a_question_of_ones_own_goes_into_a_file_and_into_a_copy(client: Client) -> None:
    quiz = made(client, number=1)
    for asks in OWN_QUESTIONS:
        with_own(client, quiz, asks)
    own = [exercise_of(one).question for one in items(quiz)[1:]]
    content = client.get(f"/de/quizzes/{quiz.secret}/quiz.json").content
    client.post("/de/quizzes/file/", {"file": io.BytesIO(content)})
    brought = Quiz.objects.latest("pk")
    assert [exercise_of(one).question for one in items(brought)[1:]] == own
    client.post(f"/de/quizzes/{quiz.secret}/copy/", {"cards": "other"})
    assert [exercise_of(one).question for one in items(Quiz.objects.latest("pk"))[1:]] == own


@pytest.mark.parametrize(
    "own",
    [
        None, [], {}, {"asks": "choice"}, {"asks": "poem", "text": "?"},
        {"asks": "number", "text": "?", "right": "1"},
        {"asks": "number", "text": "?", "right": True},
        {"asks": "number", "text": "?", "right": 10**9}, {"asks": "number", "text": ""},
        {"asks": "choice", "text": "?", "options": ["a", 2], "right": 0},
        {"asks": "choice", "text": "?", "options": ["a", "b"], "right": 2},
        {"asks": "card", "text": "?", "hand": "HT XX", "right": 0},
        {"asks": "card", "text": "?", "hand": "HT SA", "trick": "DA", "right": 1},
        {"asks": "card", "text": "?", "hand": "HT SA", "leader": "Nord"},
        {"asks": "number", "text": "?", "right": 1, "rules": {}},
    ],
)  # fmt: skip
def test_a_file_with_a_bad_question_of_ones_own_is_refused(client: Client, own: Any) -> None:
    written = {"format": "karlchen-quiz", "version": 1, "rules": "kompakt",
               "questions": [{"own": own}]}  # fmt: skip
    response = client.post("/de/quizzes/file/", {"file": io.StringIO(json.dumps(written))})
    assert response.status_code == 422
    said = text(response.content.decode())
    assert ("Frage 1 lässt sich nicht stellen: " in said) != ("Frage 1 ist keine eigene" in said)
    assert not Quiz.objects.exists()
