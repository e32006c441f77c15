"""An answer: checked, kept once, shown to its learner alone."""

import io
import re
import threading
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from importlib import import_module
from itertools import islice, product
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone, translation

from lessons.exercises.addresses import SEEDS, Address
from lessons.exercises.answers import Choice, Way, answer_from_json, values_of
from lessons.exercises.exercise import rule_missed
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.verdict import Verdict
from lessons.exercises.written import as_json, from_json
from lessons.rules.cards import Seat
from lessons.rules.parties import Party
from tests.browser.test_kinds import RULES
from tests.exercises.soundness import wrong_answers
from tests.site.test_exercise_pages import answered, posted
from tutorial.learners.models import Attempt, Learner
from tutorial.practice.keeping import answered_exercise
from tutorial.practice.links import FOLLOW_UPS
from tutorial.practice.verdict import ShownVerdict, verdict_said
from tutorial.practice.worked import worked_example, worked_exercise
from tutorial.shared.table import trick_places

TRICK = "/de/practice/trick-winner/kompakt/1/7/"
LEGAL = "/de/practice/legal-cards/kompakt/2/3/"
POINTS = "/de/practice/card-points/kompakt/1/3/"


def question(url: str) -> Any:
    parts = urlsplit(url)
    _, _, _, kind, rules, level, seed, _ = parts.path.split("/")
    asked = parse_qs(parts.query).get("statement", [None])[0]
    return exercise_at(Address(kind, rules, int(level), int(seed), asked))


def values(url: str) -> tuple[str, ...]:
    """Of the controls of the first field."""
    exercise = question(url)
    return values_of(exercise.kind.fields(exercise.question)[0])


def right(url: str) -> dict[str, Any]:
    exercise = question(url)
    (field,) = exercise.kind.fields(exercise.question)
    (answer,) = exercise.kind.solve(exercise.question)
    if field.way is Way.CARDS:
        return {"card": [f"{card.name}.1" for card in answer]}
    return {field.name: answer.name if isinstance(answer, Seat) else str(answer)}


def wrong(url: str) -> dict[str, Any]:
    exercise = question(url)
    (field,) = exercise.kind.fields(exercise.question)
    (answer,) = exercise.kind.solve(exercise.question)
    if field.way is Way.CARDS:
        unequal = next(c for c in exercise.question.hand if c not in answer)
        return {"card": [f"{unequal.name}.1"]}
    return {field.name: answer.after().name if isinstance(answer, Seat) else str(answer + 3)}


def verdict_of(attempt: Attempt) -> Verdict:
    kind = KINDS[attempt.kind]
    asked: Any = from_json(kind.asks, attempt.question)
    return kind.verdict(asked, answer_from_json(kind.fields(asked), attempt.answer))


def token(client: Client, url: str) -> str:
    page = client.get(url).content.decode()
    found = re.search(r'name="token" value="([^"]*)"', page)
    assert found
    return found[1]


def post(client: Client, url: str, answer: dict[str, Any], **more: Any) -> Any:
    return client.post(url, {"token": token(client, url)} | answer, **more)


def text(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", response.content.decode())).split())


@pytest.mark.django_db
@pytest.mark.parametrize("url", [TRICK, LEGAL, POINTS])
def test_a_right_answer_is_kept_and_its_verdict_has_an_address(client: Client, url: str) -> None:
    response = post(client, url, right(url))
    assert response.status_code == 303
    attempt = Attempt.objects.get()
    assert response["Location"] == f"{url}?attempt={attempt.key}#verdict"
    assert attempt.right
    assert attempt.misconceptions == []
    assert not attempt.with_help
    exercise = question(url)
    assert attempt.question == as_json(exercise.question)
    page = client.get(response["Location"])
    assert page.status_code == 200
    assert "Richtig" in text(page)
    assert "<title>Richtig –" in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("url", [TRICK, LEGAL, POINTS])
def test_a_wrong_answer_is_told_why(client: Client, url: str) -> None:
    response = post(client, url, wrong(url))
    page = client.get(response["Location"])
    shown = text(page)
    assert "Falsch –" in shown
    assert "Wo das steht" in shown
    assert "Weiter zur selben Regel" in shown
    attempt = Attempt.objects.get()
    assert not attempt.right
    assert attempt.misconceptions == list(verdict_of(attempt).misconceptions)


@pytest.mark.django_db
@pytest.mark.parametrize("is_left_out", [True, False])
def test_what_is_dashed_is_explained_where_something_is(client: Client, is_left_out: bool) -> None:
    """Not where too much was chosen and nothing left out."""
    answer = wrong(LEGAL) if is_left_out else {"card": values(LEGAL)}
    page = client.get(post(client, LEGAL, answer)["Location"])
    assert "Falsch –" in text(page)
    assert ("hand__card--missing" in page.content.decode()) is is_left_out
    assert ("Gestrichelt: richtig, aber nicht gewählt." in text(page)) is is_left_out


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "sign"), [("legal-cards", "+"), ("next-card", "✓")])
def test_a_card_left_out_of_several_is_still_to_be_added(
    client: Client, kind: str, sign: str
) -> None:
    """Where one is asked for, the right one has its tick."""
    exercise = exercise_at(Address(kind, RULES[kind], 2, 3))
    answer = next(iter(wrong_answers(exercise)))
    page = answered(client, exercise, answer).content.decode()
    marks = re.findall(
        r'hand__card--missing">.*?<span class="hand__mark[^>]*>(.*?)</li>', page, re.DOTALL
    )
    assert marks
    assert {re.sub(r"<[^>]*>", " ", one).split()[0] for one in marks} == {sign}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "card-order"])
def test_nothing_is_explained_that_is_not_dashed(client: Client, kind: str) -> None:
    """In an order what is dashed lies in a wrong place, and its number says where it belongs."""
    for level, seed in product((1, 2, 3), (3, 5)):
        exercise = exercise_at(Address(kind, RULES[kind], level, seed))
        for answer in islice(wrong_answers(exercise), 6):
            page = answered(client, exercise, answer).content.decode()
            is_dashed = re.search("(?:hand__card|choice)--missing", page) is not None
            assert ("Gestrichelt:" in page) is is_dashed, (level, seed, answer)


@pytest.mark.django_db
def test_next_after_a_mistake_is_on_the_same_rule(client: Client) -> None:
    response = post(client, LEGAL, wrong(LEGAL))
    page = client.get(response["Location"])
    assert "/practice/legal-cards/kompakt/2/" in next_of(page)
    assert "statement=kompakt:bedienzwang-" in next_of(page)
    assert client.get(next_of(page)).status_code == 200


def rule_missed_by(attempt: Attempt) -> str | None:
    exercise, _answer = answered_exercise(attempt)
    return rule_missed(exercise, verdict_of(attempt))


def next_of(page: Any) -> str:
    found = re.search(r'href="([^"]*)"[^>]*data-next', page.content.decode())
    assert found
    return unescape(found[1])


@pytest.mark.django_db
@pytest.mark.parametrize("url", [TRICK, LEGAL, POINTS])
def test_after_two_misses_on_one_rule_a_solved_exercise_comes_first(
    client: Client, url: str
) -> None:
    misses = 0
    while misses < 30:
        page = client.get(url)
        asked = parse_qs(urlsplit(url).query).get("statement")
        last = [rule_missed_by(attempt) for attempt in Attempt.objects.order_by("-pk")[:2]]
        is_due = len(last) == 2 and asked is not None and last == [asked[0]] * 2
        assert ("Zuerst eine gelöste Aufgabe" in text(page)) is is_due
        if is_due:
            break
        form = re.search(r'name="token" value="([^"]*)"', page.content.decode())
        assert form
        verdict = client.post(url, {"token": form[1]} | wrong(url))
        url = next_of(client.get(verdict["Location"]))
        misses += 1
    assert 2 <= misses < 30
    assert "Zuerst" not in text(Client().get(url))
    client.post(url, {"token": token(client, url)} | right(url))
    assert "Zuerst" not in text(client.get(url))


@pytest.mark.django_db
@pytest.mark.parametrize("page", [TRICK, "/de/kompakt/ablauf/", "/de/"])
def test_with_htmx_only_the_piece_comes_and_says_its_address(client: Client, page: str) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"}
    response = post(client, TRICK, wrong(TRICK), headers=headers)
    assert response.status_code == 200
    piece = response.content.decode()
    assert "<html" not in piece
    assert piece.count("<title>") == 1
    assert piece.count("data-focus") == 1
    attempt = Attempt.objects.get()
    assert response["HX-Push-Url"] == f"{TRICK}?attempt={attempt.key}"
    assert "HX-Request" in response["Vary"]


@pytest.mark.django_db
def test_on_history_restore_the_whole_page_comes(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in client.get(TRICK, headers=headers).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize(
    ("url", "answer", "reason"),
    [
        (TRICK, {}, "Es fehlt noch deine Wahl"),
        (TRICK, {"seat": "XX"}, "Diese Karte liegt nicht in diesem Stich"),
        (LEGAL, {}, "Noch ist keine Karte gewählt"),
        (LEGAL, {"card": ["D9.7"]}, "nicht auf deiner Hand"),
        (POINTS, {"points": "  "}, "Es fehlt noch deine Zahl"),
        (POINTS, {"points": "viele"}, "„viele“ ist keine Augenzahl"),
        (POINTS, {"points": "{seats[0].__class__}"}, "ist keine Augenzahl"),
        (POINTS, {"points": "<b>"}, "„<b>“ ist keine Augenzahl"),
    ],
)
def test_a_missing_or_foreign_answer_is_refused_with_the_reason(
    client: Client, url: str, answer: dict[str, Any], reason: str, htmx: bool
) -> None:
    headers = {"HX-Request": "true"} if htmx else {}
    response = post(client, url, answer, headers=headers)
    assert response.status_code == 422
    assert reason in text(response)
    assert ("<html" in response.content.decode()) is not htmx
    assert not Attempt.objects.exists()
    assert not Learner.objects.exists()


@pytest.mark.django_db
def test_a_refused_choice_is_kept(client: Client) -> None:
    cards = values(LEGAL)
    response = post(client, LEGAL, {"card": [cards[0], cards[2], "XX.1"]})
    page = response.content.decode()
    checked = re.findall(r'value="([^"]*)" data-press="card"\s+checked', page)
    assert checked == [cards[0], cards[2]]
    response = post(client, POINTS, {"points": "zwölf"})
    assert 'value="zwölf"' in response.content.decode()


@pytest.mark.django_db
def test_the_same_form_again_is_the_same_answer(client: Client) -> None:
    form = token(client, TRICK)
    first = client.post(TRICK, {"token": form} | wrong(TRICK))
    again = client.post(TRICK, {"token": form} | right(TRICK))
    assert first["Location"].replace("#", "&again=1#") == again["Location"]
    assert "es gilt die erste Antwort" in text(client.get(again["Location"]))
    assert "es gilt die erste Antwort" not in text(client.get(first["Location"]))
    assert Attempt.objects.count() == 1
    assert not Attempt.objects.get().right
    shown = client.post(TRICK, {"token": form} | right(TRICK), headers={"HX-Request": "true"})
    assert "es gilt die erste Antwort" in text(shown)


@pytest.mark.django_db
def test_a_second_try_is_a_form_of_its_own(client: Client) -> None:
    post(client, TRICK, wrong(TRICK))
    post(client, TRICK, right(TRICK))
    assert list(Attempt.objects.order_by("pk").values_list("right", flat=True)) == [False, True]
    assert Learner.objects.count() == 1


@pytest.mark.django_db
def test_the_first_form_sent_twice_makes_one_learner(client: Client) -> None:
    """A double press before the first answer has brought the cookie."""
    form = token(client, TRICK)
    first = Client().post(TRICK, {"token": form} | right(TRICK))
    second = Client().post(TRICK, {"token": form} | right(TRICK))
    assert first["Location"].replace("#", "&again=1#") == second["Location"]
    who = [response.cookies["learner"].value.split(":")[0] for response in (first, second)]
    assert who[0] == who[1]
    assert Learner.objects.count() == 1
    assert Attempt.objects.count() == 1


@pytest.mark.django_db
def test_a_form_that_somebody_else_has_answered_is_refused(client: Client) -> None:
    other = Client()
    post(other, LEGAL, right(LEGAL))
    form = token(client, TRICK)
    client.post(TRICK, {"token": form} | right(TRICK))
    response = other.post(TRICK, {"token": form} | right(TRICK))
    assert response.status_code == 422
    assert "jemand anderes" in text(response)
    assert Attempt.objects.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("forged", ["", "x", "WzFd:1:abc", None])
def test_a_forged_form_is_shown_anew_with_the_choice_kept(client: Client, forged: Any) -> None:
    answer: dict[str, Any] = {"card": [values(LEGAL)[1]]}
    response = client.post(LEGAL, answer if forged is None else answer | {"token": forged})
    assert response.status_code == 422
    assert "veraltet" in text(response)
    assert " checked" in response.content.decode()
    assert not Attempt.objects.exists()


@pytest.mark.django_db
def test_a_form_of_another_exercise_is_refused(client: Client) -> None:
    form = token(client, "/de/practice/trick-winner/kompakt/1/8/")
    response = client.post(TRICK, {"token": form} | right(TRICK))
    assert response.status_code == 422


@pytest.mark.django_db
def test_a_form_of_an_exercise_that_has_changed_is_refused(
    client: Client, monkeypatch: Any
) -> None:
    form = token(client, TRICK)
    monkeypatch.setattr(KINDS["trick-winner"], "version", 99, raising=False)
    response = client.post(TRICK, {"token": form} | right(TRICK))
    assert response.status_code == 422
    assert "veraltet" in text(response)


@pytest.mark.django_db
def test_an_old_answer_stays_readable_when_the_exercise_has_changed(
    client: Client, monkeypatch: Any
) -> None:
    response = post(client, TRICK, right(TRICK))
    monkeypatch.setattr(KINDS["trick-winner"], "version", 99, raising=False)
    page = client.get(response["Location"])
    assert "inzwischen eine andere" in text(page)
    assert "Richtig" in text(page)


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "%00", "x%00", "x", "%ff", "a" * 5000])
def test_a_verdict_that_nobody_has_is_the_question(client: Client, key: str) -> None:
    for url in (f"{TRICK}?", "/de/replays/normalspiel/8/?guess=marked&"):
        page = client.get(f"{url}attempt={key}")
        assert page.status_code in {200, 404}
        assert 'name="token"' in page.content.decode()


@pytest.mark.django_db
def test_a_verdict_is_its_learners_alone(client: Client) -> None:
    response = post(client, TRICK, right(TRICK))
    stranger, other = Client(), Client()
    post(other, LEGAL, right(LEGAL))
    for visitor in (stranger, other):
        page = visitor.get(response["Location"])
        assert page.status_code == 404
        assert "gehört jemand anderem" in text(page)
        assert "verdict" not in page.content.decode()
        assert 'name="token"' in page.content.decode()
    unknown = client.get(f"{TRICK}?attempt=unknown")
    assert unknown.status_code == 404
    elsewhere = response["Location"].replace("/1/7/", "/1/8/")
    assert client.get(elsewhere).status_code == 404


@pytest.mark.django_db
def test_a_cookie_that_we_have_not_signed_is_nobodys(client: Client) -> None:
    response = post(client, TRICK, right(TRICK))
    forger = Client()
    forger.cookies["learner"] = str(Learner.objects.get().pk)
    assert forger.get(response["Location"]).status_code == 404


@pytest.mark.django_db(transaction=True)  # which the database looks at when it is over
def test_a_learner_who_is_gone_is_made_anew(client: Client) -> None:
    post(client, TRICK, right(TRICK))
    Learner.objects.all().delete()
    assert post(client, TRICK, right(TRICK)).status_code == 303
    assert Attempt.objects.get().learner == Learner.objects.get()
    form = token(client, TRICK)
    Learner.objects.all().delete()
    for _press in range(2):
        assert client.post(TRICK, {"token": form} | right(TRICK)).status_code == 303
        assert Attempt.objects.get().learner == Learner.objects.get()


@pytest.mark.django_db
def test_help_is_given_in_three_steps_and_noted(client: Client) -> None:
    page = client.get(f"{TRICK}?hint=1").content.decode()
    assert 'name="hint" value="2"' in page
    assert page[page.index("hints__title") :].count("<li>") == 1
    assert 'name="hint"' not in client.get(f"{TRICK}?hint=3").content.decode()
    for odd in ("77", "-1", "x", "", "9" * 5000, "٣"):
        assert "Hinweis</h3>" not in client.get(f"{TRICK}?hint={odd}").content.decode()
    client.post(TRICK, {"token": token(client, f"{TRICK}?hint=1")} | right(TRICK))
    assert Attempt.objects.get().with_help


@pytest.mark.django_db
def test_an_exercise_can_be_marked_as_wrong_by_its_learner(client: Client) -> None:
    post(client, TRICK, wrong(TRICK))
    attempt = Attempt.objects.get()
    url = f"/de/practice/disputed/{attempt.key}/"
    assert Client().post(url).status_code == 404
    response = client.post(url)
    assert response.status_code == 303
    attempt.refresh_from_db()
    noted = attempt.disputed
    assert noted
    assert "Danke: Du hältst" in text(client.get(response["Location"]))
    assert "Danke: Du hältst" in text(client.post(url, headers={"HX-Request": "true"}))
    attempt.refresh_from_db()
    assert attempt.disputed == noted
    told = io.StringIO()
    call_command("disputed", stdout=told)
    version = KINDS["trick-winner"].version
    assert f"trick-winner/kompakt/1/7/ version {version}: answered" in told.getvalue()
    assert "held for wrong" in told.getvalue()
    assert client.get(url).status_code == 405


@pytest.mark.django_db
def test_an_answer_takes_a_constant_number_of_queries(
    client: Client, django_assert_num_queries: Any
) -> None:
    for seed in range(3):
        url = f"/de/practice/trick-winner/kompakt/1/{seed}/"
        post(client, url, right(url))
    form = token(client, TRICK)
    headers = {"HX-Request": "true"}
    # how often, who it is, begin, whether it was asked, insert, what is remembered, update, commit
    with django_assert_num_queries(8):
        client.post(TRICK, {"token": form} | right(TRICK), headers=headers)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["trick-winner/kompakt/1", "legal-cards/kompakt/1", "card-points/kompakt/1"]
)
def test_a_question_does_not_give_its_answer_away(client: Client, path: str) -> None:
    """Apart from the cards' names and the seats, pages of different answers are the same."""
    pages: dict[str, list[str]] = {}
    answers: dict[str, set[str]] = {}
    for seed in range(250):
        url = f"/de/practice/{path}/{seed}/"
        exercise = question(url)
        page = client.get(url).content.decode()
        main = page[page.index('<section id="exercise"') : page.index("</main>")]
        for differs in (r'value="[^"]*"', r"/\d+(?=/)", r"#[A-Z0-9]{2}(-de)?", "card--[CSHD]"):
            main = re.sub(differs, "", main)
        main = re.sub(r'aria-label="[^"]*"', "", main)
        trick = exercise.question.trick
        shown = exercise.kind.exhibit(exercise.question)
        hand = len(getattr(exercise.question, "hand", ()))
        alike = f"{trick.leader} {len(trick.cards)} {hand} {shown.contract} {shown.facts}"
        pages.setdefault(alike, []).append(main)
        answers.setdefault(alike, set()).add(str(exercise.kind.solve(exercise.question)))
    compared = [alike for alike in pages if len(pages[alike]) > 2 and len(answers[alike]) > 2]
    assert len(compared) >= 4
    for alike in compared:
        assert len(set(pages[alike])) == 1


@pytest.mark.django_db(transaction=True)
def test_parallel_posts_of_one_form_are_one_answer() -> None:
    form = token(Client(), TRICK)
    statuses = []

    def answer() -> None:
        try:
            response = Client().post(TRICK, {"token": form} | right(TRICK))
            there = response["Location"].replace("&again=1", "")
            statuses.append((response.status_code, there))
        finally:
            connection.close()

    threads = [threading.Thread(target=answer) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(statuses) == 8
    assert len(set(statuses)) == 1
    assert statuses[0][0] == 303
    assert Attempt.objects.count() == 1
    assert Learner.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [True, False])
def test_a_hint_keeps_the_choice_that_was_made(client: Client, htmx: bool) -> None:
    headers = {"HX-Request": "true"} if htmx else {}
    cards = values(LEGAL)
    posted = {"card": [cards[0], cards[3]], "hint": "1"}
    response = post(client, LEGAL, posted, headers=headers)
    assert response.status_code == 200
    page = response.content.decode()
    assert re.findall(r'value="([^"]*)" data-press="card"\s+checked', page) == [cards[0], cards[3]]
    assert "Hinweis" in page
    assert "form__error" not in page
    assert not Attempt.objects.exists()
    figure = post(client, POINTS, {"points": "12", "hint": "2"}, headers=headers)
    assert 'value="12"' in figure.content.decode()
    form = re.search(r'name="token" value="([^"]*)"', page)
    assert form
    client.post(LEGAL, {"token": form[1]} | right(LEGAL))
    assert Attempt.objects.get().with_help


@pytest.mark.django_db
def test_a_used_form_without_a_cookie_is_nobodys_after_a_minute(client: Client) -> None:
    form = token(client, TRICK)
    client.post(TRICK, {"token": form} | right(TRICK))
    Attempt.objects.update(created=timezone.now() - timedelta(minutes=2))
    stranger = Client().post(TRICK, {"token": form} | right(TRICK))
    assert stranger.status_code == 422
    assert "learner" not in stranger.cookies


@pytest.mark.django_db
def test_nor_is_it_anybodys_when_the_clock_was_set_back(client: Client) -> None:
    form = token(client, TRICK)
    client.post(TRICK, {"token": form} | right(TRICK))
    Attempt.objects.update(created=timezone.now() + timedelta(days=1))
    Learner.objects.update(created=timezone.now() + timedelta(days=1))
    assert Client().post(TRICK, {"token": form} | right(TRICK)).status_code == 422


@pytest.mark.django_db
def test_who_has_been_here_for_long_is_nobody_else_within_the_minute_either(
    client: Client,
) -> None:
    """A press without the cookie is the same learner's only before there could be a cookie."""
    client.post(TRICK, {"token": token(client, TRICK)} | right(TRICK))
    Learner.objects.update(created=timezone.now() - timedelta(minutes=5))
    form = token(client, LEGAL)
    client.post(LEGAL, {"token": form} | right(LEGAL))
    stranger = Client().post(LEGAL, {"token": form} | right(LEGAL))
    assert stranger.status_code == 422
    assert "learner" not in stranger.cookies


def test_the_worked_example_is_none_of_the_questions_to_come() -> None:
    url = f"{TRICK}?statement=kompakt:ablauf-b"
    address = question(url).address
    coming = set()
    for _ in range(50):
        address = address.next()
        coming.add(address.seed)
    assert (question(url).address.seed + SEEDS // 2) % SEEDS not in coming
    shown = worked_example(question(url).address)
    assert shown.answered[0].trick != trick_places(question(url).question.trick)


@pytest.mark.django_db
def test_the_worked_example_shows_the_hand_that_its_reasons_speak_of(client: Client) -> None:
    url = "/de/practice/which-party/kompakt/1/7/?statement=kompakt:spieler"
    for seed in (3, 4):
        there = url.replace("/7/", f"/{seed}/")
        kind, asked = KINDS["which-party"], question(there)
        answer = next(party for party in Party if (party,) != kind.solve(asked.question))
        form = {"token": token(client, there), "party": answer.value}
        assert client.post(there, form).status_code == 303
    page = client.get(url).content.decode()
    worked = page[page.index('class="worked"') : page.index('class="exercise__head"')]
    assert "Deine Hand" in worked
    assert worked.count('class="card') >= 10


@pytest.mark.parametrize("statement", ["bedienzwang-a", "bedienzwang-b", "bedienzwang-c"])
def test_the_worked_example_is_about_the_rule_that_was_missed(statement: str) -> None:
    kind = KINDS["legal-cards"]
    for seed in range(30):
        address = Address("legal-cards", "kompakt", 1, seed, f"kompakt:{statement}")
        solved = worked_exercise(address)
        assert address.statement in kind.taught(solved.question)
        assert solved.address.seed != seed


def test_a_settlement_that_nobody_won_is_worked_through_too() -> None:
    """It has no value for the winners to speak of."""
    address = Address("score-game", "kompakt", 3, 1, "kompakt:absagen-b")
    exercise = worked_exercise(address)
    assert "value" not in {field.name for field in exercise.kind.fields(exercise.question)}
    with translation.override("de"):
        assert "Gewonnen hat niemand." in worked_example(address).lines


@pytest.mark.django_db
def test_after_a_mistake_goes_right_practice_is_mixed_again(client: Client) -> None:
    first = post(client, TRICK, wrong(TRICK))
    url = next_of(client.get(first["Location"]))
    assert "statement=" in url
    assert "mixed=1" in url
    for _right in range(FOLLOW_UPS):  # the belief behind it is brought up so often
        leads_on = client.get(url).get("Location", url)
        again = post(client, leads_on, right(leads_on))
        url = next_of(client.get(again["Location"]))
    assert "statement=" not in url
    asked_for = "/de/practice/trick-winner/kompakt/1/9/?statement=kompakt:ablauf-b"
    stays = post(client, asked_for, right(asked_for))
    assert "statement=kompakt:ablauf-b" in next_of(client.get(stays["Location"]))


@pytest.mark.django_db
def test_the_large_view_goes_on(client: Client) -> None:
    url = f"{TRICK}?view=beamer"
    response = post(client, url, wrong(TRICK))
    assert "view=beamer" in response["Location"]
    page = client.get(response["Location"])
    assert "view=beamer" in next_of(page)
    disputed = client.post(response["Location"].partition("#")[0], {"dispute": "1"})
    assert "view=beamer" in disputed["Location"]


@pytest.mark.django_db
def test_a_swapped_question_says_its_address(client: Client) -> None:
    for current in ("http://testserver/de/", "http://[", "//[x"):
        headers = {"HX-Request": "true", "HX-Current-URL": current}
        response = client.get(TRICK, headers=headers)
        assert response["HX-Push-Url"] == TRICK
        assert "<title>" in response.content.decode()
        hint = post(client, TRICK, {"hint": "1"}, headers=headers)
        assert "HX-Push-Url" not in hint
        assert "<title>" not in hint.content.decode()


@pytest.mark.django_db
def test_leading_zeros_of_a_figure_are_none_of_it(client: Client) -> None:
    (points,) = question(POINTS).kind.solve(question(POINTS).question)
    post(client, POINTS, {"points": f"{points:012d}"})
    assert Attempt.objects.get().right


@pytest.mark.django_db
def test_what_cannot_be_printed_is_not_shown(client: Client) -> None:
    page = post(client, POINTS, {"points": "1\x00\u202e2x"}).content.decode()
    assert "„12x“" in page
    assert "\x00" not in page


@pytest.mark.parametrize(
    ("kind", "question", "answer", "right"),
    [
        ("trick-winner", {"cards": "HA HK H9 HA"}, "VH", True),
        ("legal-cards", {"cards": "HA", "hand": "HK H9 CQ"}, ["HK", "H9"], True),
        ("card-points", {"cards": "HA HK H9 HA"}, 26, True),
        ("card-points", {"cards": "HA HK H9 HA"}, 35, False),
    ],
)
def test_answers_of_the_first_version_are_still_read(
    kind: str, question: dict[str, Any], answer: Any, right: bool
) -> None:
    migration = import_module("tutorial.learners.migrations.0002_house_rules")
    old = {"rules": {"rules": "kompakt", "options": {}}, "leader": "VH"} | question
    asked, given = migration.as_now(old, answer)
    attempt = Attempt(kind=kind, version=1, rules="kompakt", level=1, seed=1,
                      question=asked, answer=given)  # fmt: skip
    assert verdict_of(attempt).is_right is right
    assert migration.as_now(asked, given) == (asked, given)


def sent(exercise: Any, answer: Any) -> dict[str, Any]:
    """An answer as a form sends it."""
    found = {}
    for field, value in zip(exercise.kind.fields(exercise.question), answer, strict=True):
        meant = (value if isinstance(value, frozenset) else {value}) or {Choice.NOTHING}
        options = zip(values_of(field), field.options, strict=True)
        found[field.name] = [name for name, option in options if option in meant]
    return found


def pages_of(client: Client, url: str, *, right: bool) -> tuple[Any, str, str]:
    """An exercise, its page, and that of its answer."""
    exercise = question(url)
    kind, asked = exercise.kind, exercise.question
    answer = kind.solve(asked)
    if not right:
        answer = kind.believed(kind.misleading(asked)[0], asked)
    response = post(client, url, sent(exercise, answer))
    asking, said = client.get(url), client.get(response["Location"])
    return exercise, asking.content.decode(), said.content.decode()


def seeds_where(path: str, is_meant: Callable[[Any], bool], query: str = "") -> str:
    urls = (f"/en/practice/{path}/{seed}/{query}" for seed in range(7, 200))
    return next(url for url in urls if is_meant(question(url)))


def is_misleading(exercise: Any) -> bool:
    return bool(exercise.kind.misleading(exercise.question))


@pytest.mark.django_db
@pytest.mark.parametrize("right", [True, False])
def test_the_plate_of_who_plays_is_marked_on_the_table(client: Client, right: bool) -> None:
    def is_meant(exercise: Any) -> bool:
        solved = exercise.kind.solve(exercise.question)
        return isinstance(solved[-1], Seat) and len(solved) == 2 and is_misleading(exercise)

    url = seeds_where("reservations/kompakt/2", is_meant)
    exercise, asking, said = pages_of(client, url, right=right)
    played, declarer = exercise.kind.solve(exercise.question)
    assert 'name="seat"' not in asking
    first = {"played": posted(exercise.kind.fields(exercise.question)[0], played)}
    asking = post(client, url, first).content.decode()
    for seat in Seat:
        assert re.search(rf'name="seat" value="{seat.name}"[^>]*form="answer"', asking)
    assert "choice__sign" not in asking
    assert said.count("choice__sign") == 1 + (not right)
    mark = "legal" if right else "missing"
    heard = "chosen, right:" if right else "right, not chosen:"
    (plate,) = re.findall(rf'<span[^>]*choice--{mark}">(.*?)<div', said, re.DOTALL)
    assert heard in plate
    name = ("Forehand", "Middlehand", "Rearhand", "Dealer")[declarer]
    assert name in plate


@pytest.mark.django_db
@pytest.mark.parametrize("right", [True, False])
def test_your_party_is_told_at_your_plate(client: Client, right: bool) -> None:
    query = "?statement=kompakt:spieler"
    url = seeds_where("which-party/kompakt/2", is_misleading, query)
    exercise, asking, said = pages_of(client, url, right=right)
    (party,) = exercise.kind.solve(exercise.question)
    assert "told__sign" not in asking
    (plate,) = re.findall(r'<span class="told told--(.*?)</div>', said, re.DOTALL)
    assert ("chosen, right:" if right else "right, not chosen:") in plate
    assert ("Re" if party is Party.RE else "Kontra") in plate
    assert "You" in plate


@pytest.mark.django_db
@pytest.mark.parametrize("right", [True, False])
def test_the_card_that_earns_a_special_point_is_marked(client: Client, right: bool) -> None:
    def is_meant(exercise: Any) -> bool:
        asked = exercise.question
        counts = asked.trick is not None and "counts" in seen(exercise).values()
        return counts and is_misleading(exercise)

    url = seeds_where("special-points/kompakt/2", is_meant)
    exercise, asking, said = pages_of(client, url, right=right)
    assert not re.search("trick__place--(wins|counts)", asking)
    marked = {
        Seat[name]: mark
        for name, mark in re.findall(r"trick__place--([A-Z]+)\s+[^>]*?--(wins|counts)\b", said)
    }
    assert marked == exercise.kind.seen_after(exercise.question)
    assert marked[exercise.question.taken.winner] == "wins"
    assert re.search(r"tag--counts.*?counts\s", said, re.DOTALL)


def test_a_long_reason_ends_with_a_sentence_and_the_rest_unfolds() -> None:
    held, longer = "Das passt zu: „Es gilt immer.“", f"Das gilt {'nur ' * 24}im 2. Spiel."
    verdict = ShownVerdict(False, "Nein.", (), f"{held} {longer} {longer}", ("Darum.",), ())
    assert verdict.reason == f"{held} {longer}"
    assert verdict.details == (longer, "Darum.")


@pytest.mark.django_db
@pytest.mark.parametrize("right", [True, False])
def test_what_tells_is_marked_without_a_trick_too(client: Client, right: bool) -> None:
    """Whose card decides, and who has won."""

    def is_meant(exercise: Any) -> bool:
        asked = exercise.question
        has_card = asked.trick is not None and asked.trick.cards
        return not has_card and bool(seen(exercise)) and is_misleading(exercise)

    for path, query, seats in (
        ("reservations/royal/2", "?statement=royal:4.1.2b", 1),
        ("special-points/kompakt/2", "?statement=kompakt:s-alte", 2),
    ):
        url = seeds_where(path, is_meant, query)
        _, asking, said = pages_of(client, url, right=right)
        assert "what tells:" not in asking
        assert said.count("what tells:") == seats


def seen(exercise: Any) -> Any:
    return exercise.kind.seen_after(exercise.question)


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("may-throw-in/cvjm/2", "?statement=cvjm:2b"),
        ("may-throw-in/royal/2", ""),
        ("reservations/royal/2", "?statement=royal:4.1.2b"),
        ("trump-or-plain/kompakt/1", ""),
        ("compare-rules/kompakt+royal/2", ""),
    ],
)
def test_what_is_right_is_said_and_not_only_that_it_is(path: str, query: str) -> None:
    for language in ("de", "en"):
        with translation.override(language):
            exercise = question(f"/{language}/practice/{path}/7/{query}")
            right = exercise.kind.solve(exercise.question)
            verdict = exercise.kind.verdict(exercise.question, right)
            sentence = verdict_said(exercise, verdict).sentence
            assert re.fullmatch(r"(Richtig|Right): .{15,}\.", sentence)
            assert not re.search("answer|Antwort", sentence)
