"""The pages of all kinds: asked, answered, step by step, card by card; choosing, reporting."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from html import unescape
from itertools import cycle, islice, product
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils.translation import override

from lessons.content.reading import course
from lessons.exercises.addresses import LEVELS, MOVED, Address, rules_as_text
from lessons.exercises.answers import Answer, Choice, Field, Value, Way, values_of
from lessons.exercises.exercise import Exercise, rule_missed
from lessons.exercises.kind import statements_asked
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.offers import offers
from lessons.rules.cards import Card
from lessons.rules.contracts import Contract
from lessons.rules.rule_sets import Said
from tests.exercises.random_rules import random_rules
from tests.exercises.soundness import wrong_answers
from tests.exercises.test_house_rules import NASTY
from tutorial.learners.models import Attempt, User
from tutorial.practice.following import brought_up
from tutorial.practice.links import url_of
from tutorial.practice.models import Report
from tutorial.practice.shown import answer_shown
from tutorial.practice.verdict import verdict_said
from tutorial.practice.where import ALONE
from tutorial.shared.words import speech
from tutorial.templatetags.doko import by_parts, in_parts, unbroken

OFFERED = [
    pytest.param(
        *(kind, rules, level),
        id=f"{kind}-{rules}-{level}",
        marks=[pytest.mark.long] if level > 1 else [],
    )
    for kind, rules, _ in offers()
    for level in LEVELS
]
OUTCOME = {
    ("de", False): "Falsch", ("de", True): "Noch nicht ganz",
    ("en", False): "Wrong", ("en", True): "Not quite",
}  # fmt: skip
"""The title of a page after what is not right, by its language and whether it is almost right."""


def posted(field: Field, value: Value) -> list[str]:
    """The controls' values that make an answer."""
    if field.way is Way.NUMBER:
        return [str(value)]
    by_value = dict(zip(values_of(field), field.options, strict=True))
    among = value if isinstance(value, frozenset | tuple) else (value,)
    if field.way is Way.ORDER:
        return [next(text for text, one in by_value.items() if one == card) for card in among]
    found = [text for text, one in by_value.items() if one in among]
    if not found:
        return [Choice.NOTHING.value]
    return found[:1] if field.way in {Way.CARD, Way.TRICK, Way.ONE} else found


def token_of(page: str) -> str:
    found = re.search(r'name="token" value="([^"]*)"', page)
    assert found
    return found[1]


def at(exercise: Exercise[Any], language: str = "de") -> str:
    """Its address."""
    with override(language):
        return url_of(exercise.address)


def answered(client: Client, exercise: Exercise[Any], answer: Answer, language: str = "de") -> Any:
    """The page with the verdict, after one post or one for each step."""
    url = at(exercise, language)
    fields = exercise.kind.fields(exercise.question)
    page = client.get(url).content.decode()
    steps = [[pair] for pair in zip(fields, answer, strict=True)]
    for step in steps if exercise.kind.is_stepwise else [[p for s in steps for p in s]]:
        data: dict[str, Any] = {"token": token_of(page)}
        data |= {field.name: posted(field, value) for field, value in step}
        response = client.post(url, data)
        page = response.content.decode()
    assert response.status_code == 303, page
    return client.get(response["Location"])


def text(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def bare(page: str) -> str:
    """Without what is new with every form."""
    main = page[page.index("<main") : page.index("</main>")]
    return re.sub(r'name="(token|csrfmiddlewaretoken)" value="[^"]*"', "", main)


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "rules", "level"), OFFERED)
def test_a_page_asks_without_giving_the_answer_away_and_tells_why(
    client: Client, monkeypatch: Any, kind: str, rules: str, level: int
) -> None:
    """With another right answer the question's page would be the very same."""
    exercise = exercise_at(Address(kind, rules, level, level))
    wrongs = list(wrong_answers(exercise))
    language = ("de", "en")[level % 2]
    url = at(exercise, language)
    page = client.get(url).content.decode()
    with monkeypatch.context() as other:
        other.setattr(exercise.kind, "solve", lambda _question: wrongs[0])
        assert bare(client.get(url).content.decode()) == bare(page)
    wrong = wrongs[(level * 7) % len(wrongs)]
    shown = answered(client, exercise, wrong, language)
    assert shown.status_code == 200
    told = text(shown.content.decode())
    is_almost = exercise.kind.verdict(exercise.question, wrong).is_almost
    assert OUTCOME[language, is_almost] + " –" in told
    assert ("≈" in told) is is_almost
    assert {"de": "Wo das steht", "en": "Where the rules say so"}[language] in told
    attempt = Attempt.objects.latest("pk")
    assert not attempt.right
    assert attempt.misconceptions == list(exercise.kind.diagnosis(exercise.question, wrong))
    right = exercise.kind.solve(exercise.question)
    told = text(answered(client, exercise, right).content.decode())
    assert "Richtig –" in told
    assert "Warum?" in told


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["who-leads", "which-party", "marriage-partner"])
def test_a_seat_is_pressed_where_it_sits(client: Client, kind: str) -> None:
    drawn = [exercise_at(Address(kind, "royal", 2, seed)) for seed in range(5, 9)]
    fields = {exercise: exercise.kind.fields(exercise.question)[0] for exercise in drawn}
    asked = {exercise: field for exercise, field in fields.items() if field.name == "seat"}
    assert asked
    for exercise, field in asked.items():
        page = client.get(at(exercise)).content.decode()
        _, *places = re.split(r'class="(?:scene__(?:seat|others)|trick__place) ?', page)
        held = [re.findall(r'name="seat" value="(\w+)"', place) for place in places]
        assert sorted(filter(None, held)) == sorted([value] for value in values_of(field))


@pytest.mark.django_db
def test_a_settlement_is_checked_step_by_step(client: Client) -> None:
    exercise = exercise_at(Address("score-game", "royal", 2, 3))
    kind, question = exercise.kind, exercise.question
    fields, right = kind.fields(question), kind.solve(question)
    url = at(exercise)
    page = client.get(url).content.decode()
    assert page.count("<input") - page.count('type="hidden"') == 1
    points = right[0]
    assert isinstance(points, int)
    off = str(points - 1 if points else 1)
    first = client.post(url, {"token": token_of(page), "points": off})
    assert first.status_code == 200
    told = text(first.content.decode())
    assert f"Re hat {points} Auge" in told  # and goes on from there
    assert "Wer hat gewonnen?" in told
    assert not Attempt.objects.exists()
    forged = client.post(url, {"token": token_of(page), "value": "1"})
    assert forged.status_code == 422
    page = first.content.decode()
    for field, value in list(zip(fields, right, strict=True))[1:]:
        response = client.post(url, {"token": token_of(page), field.name: posted(field, value)})
        page = response.content.decode()
    page = client.get(response.headers["Location"]).content.decode()
    assert "Richtig: " not in text(page)  # the last step was, but that is not the verdict
    told = f"{len(fields) - 1} von {len(fields)} Schritten stimmen."
    assert text(page).index(told) < text(page).index("Erster Fehler: ")
    attempt = Attempt.objects.get()
    assert not attempt.right
    assert attempt.answer[0] == int(off)
    assert len(attempt.answer) == len(fields)


@pytest.mark.django_db
def test_of_several_things_each_is_marked_by_itself(client: Client) -> None:
    """Something right beside something that is missing is not marked as wrong."""
    for seed in range(200):
        exercise = exercise_at(Address("special-points", "kompakt", 2, seed))
        right = exercise.kind.solve(exercise.question)
        if isinstance(right[0], frozenset) and len(right[0]) > 1:
            break
    assert isinstance(right[0], frozenset)
    one = min(right[0])
    told = answered(client, exercise, (frozenset({one}), *right[1:])).content.decode()
    with override("de"):
        label = speech().option(one)
    assert f'<span class="answers__given answers__given--right">{label}' in told
    assert f'<span class="answers__given answers__given--wrong">{label}' not in told


@pytest.mark.django_db
def test_a_hint_in_the_middle_of_a_settlement_stays_at_its_step(client: Client) -> None:
    exercise = exercise_at(Address("score-game", "cvjm", 1, 2))
    url = at(exercise)
    page = client.get(url).content.decode()
    right = exercise.kind.solve(exercise.question)
    page = client.post(url, {"token": token_of(page), "points": str(right[0])}).content.decode()
    hinted = client.post(url, {"token": token_of(page), "hint": "3"}).content.decode()
    assert "Wer hat gewonnen?: " in text(hinted)
    assert 'name="points"' not in hinted


@pytest.mark.django_db
def test_an_order_is_pressed_card_by_card_and_taken_back(client: Client) -> None:
    exercise = exercise_at(Address("card-order", "kompakt", 1, 4))
    field = exercise.kind.fields(exercise.question)[0]
    values = values_of(field)
    url = at(exercise)
    page = client.get(url).content.decode()
    data: dict[str, Any] = {"token": token_of(page), "card": [values[1]]}
    page = client.post(url, data).content.decode()
    assert f'type="hidden" name="card" value="{values[1]}"' in page
    assert f'<button class="hand__card hand__press" name="card" value="{values[1]}"' not in page
    data = {"token": token_of(page), "card": [values[1]], "back": "1"}
    page = client.post(url, data).content.decode()
    assert 'type="hidden" name="card"' not in page
    assert not Attempt.objects.exists()
    shown = answered(client, exercise, exercise.kind.solve(exercise.question))
    assert "Richtig –" in text(shown.content.decode())


@pytest.mark.django_db
def test_every_card_of_an_order_lies_in_its_place(client: Client) -> None:
    """The first of all cards, too, which counts as nothing where one asks whether it is there."""
    exercise = exercise_at(Address("card-order", "cvjm", 2, 3))
    kind, question = exercise.kind, exercise.question
    right = kind.solve(question)[0]
    assert isinstance(right, tuple)
    assert Card.CA in right
    page = answered(client, exercise, (right,)).content.decode()
    assert page.count('class="slots__one') == len(right)
    assert "slots__empty" not in page


@pytest.mark.django_db
def test_over_a_card_in_a_wrong_place_lies_the_one_that_belongs_there(client: Client) -> None:
    exercise = exercise_at(Address("card-order", "cvjm", 2, 3))
    right = exercise.kind.solve(exercise.question)[0]
    assert isinstance(right, tuple)
    given = (right[1], right[0], *right[2:])
    page = answered(client, exercise, (given,)).content.decode()
    over = page[page.index('class="slots__over"') :].partition("</div>")[0]
    cards = re.findall(r"#(\w\w)", over)
    assert cards == [one.name for one in right[:2]]
    assert over.count("<span>") == len(right)


def _asked_in_turn() -> Exercise[Any]:
    exercise = exercise_at(Address("reservations", "cvjm", 2, 3))
    assert [one.name for one in exercise.kind.fields(exercise.question)] == [
        "played", "seat", "leader",
    ]  # fmt: skip
    return exercise


def _buttons(page: str) -> set[str]:
    return set(re.findall(r'name="([a-z]+)" value="[^"]*" data-press', page))


@pytest.mark.django_db
def test_several_parts_are_pressed_one_after_the_other_and_taken_back(client: Client) -> None:
    exercise = _asked_in_turn()
    url = at(exercise)
    page = client.get(url).content.decode()
    assert _buttons(page) == {"played"}
    assert 'name="back"' not in page
    data: dict[str, Any] = {"token": token_of(page), "played": "normal"}
    page = client.post(url, data).content.decode()
    assert 'type="hidden" name="played" value="normal"' in page
    assert _buttons(page) == {"seat"}
    assert "Was wird gespielt? Normalspiel" in text(page)
    data |= {"token": token_of(page), "seat": "HH"}
    page = client.post(url, data).content.decode()
    assert _buttons(page) == {"leader"}
    assert "Wer spielt? Hinterhand" in text(page)
    page = client.post(url, data | {"token": token_of(page), "back": "1"}).content.decode()
    assert _buttons(page) == {"seat"}
    assert 'type="hidden" name="played" value="normal"' in page
    data = {"token": token_of(page), "played": "normal", "back": "1"}
    page = client.post(url, data).content.decode()
    assert _buttons(page) == {"played"}
    page = client.post(url, {"token": token_of(page), "back": "1"}).content.decode()
    assert _buttons(page) == {"played"}  # there was nothing left
    assert not Attempt.objects.exists()
    shown = answered(client, exercise, exercise.kind.solve(exercise.question))
    assert "Richtig –" in text(shown.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "left"),
    [
        ({}, "played"),
        ({"played": "fleischlos-mit"}, "played"),
        ({"played": ["normal", "marriage"], "seat": "HH"}, "played"),
        ({"played": "normal", "seat": "XX", "leader": "VH"}, "seat"),
    ],
)
def test_of_several_parts_what_cannot_be_pressed_is_asked_again(
    client: Client, sent: dict[str, Any], left: str
) -> None:
    url = at(_asked_in_turn())
    token = token_of(client.get(url).content.decode())
    response = client.post(url, {"token": token} | sent)
    assert response.status_code == 422
    page = response.content.decode()
    assert 'id="form-error"' in page
    assert _buttons(page) == {left}
    assert not Attempt.objects.exists()


@pytest.mark.django_db
def test_a_form_out_of_date_keeps_all_parts_and_asks_for_the_last_again(client: Client) -> None:
    url = at(_asked_in_turn())
    data = {"token": "old", "played": "normal", "seat": "HH", "leader": "VH"}
    response = client.post(url, data)
    assert response.status_code == 422
    page = response.content.decode()
    assert _buttons(page) == {"leader"}
    assert re.search(r'value="VH" data-press[^>]*aria-pressed="true"', page)
    assert "Wer spielt? Hinterhand" in text(page)


@pytest.mark.django_db
def test_a_card_that_does_not_follow_is_refused_with_its_reason(client: Client) -> None:
    for seed in range(60):
        exercise = exercise_at(Address("next-card", "royal", 1, seed))
        kind, question = exercise.kind, exercise.question
        refused = [c for c in question.hand if kind.refuses(question, (c,)) is not None]
        if refused:
            break
    url = at(exercise)
    page = client.get(url).content.decode()
    response = client.post(url, {"token": token_of(page), "card": f"{refused[0].name}.1"})
    assert response.status_code == 422
    page = response.content.decode()
    assert "bedient nicht" in text(page)
    marked = re.findall(r'hand__card--wrong" name="card" value="([^"]+)"', page)
    assert marked == [f"{refused[0].name}.1"]
    assert page.count("hier nicht erlaubt") == 1
    assert not Attempt.objects.exists()


@pytest.mark.django_db
def test_after_the_answer_the_trick_is_played_card_by_card(client: Client) -> None:
    exercise = exercise_at(Address("trick-winner", "kompakt", 2, 1))
    first = exercise.question.trick.seats[0]
    (right,) = exercise.kind.solve(exercise.question)
    page = answered(client, exercise, (right,)).content.decode()
    link = re.search(r'href="([^"]*card=1)', page)
    assert link
    url = unescape(link[1])
    for number in range(1, 5):
        shown = client.get(url).content.decode()
        play = shown[shown.index('id="play"') :]
        assert len(re.findall(r"trick__place--[VMHG]", play)) == number
        following = re.search(rf'href="([^"]*card={number + 1})', play)
        assert bool(following) == (number < 4)
        url = unescape(following[1]) if following else ""
    assert f"{course().words['de'].cards.seat(first, 'Nom')} spielt" in text(
        client.get(unescape(link[1])).content.decode()
    )
    plain = at(exercise)
    assert 'id="play"' not in client.get(f"{plain}?card=2").content.decode()


@pytest.mark.django_db
def test_a_time_line_comes_with_the_verdict_not_before(client: Client) -> None:
    exercise = exercise_at(Address("may-call", "cvjm", 2, 4))
    page = client.get(at(exercise)).content.decode()
    assert "timeline" not in page
    wrong = next(iter(wrong_answers(exercise)))
    shown = answered(client, exercise, wrong).content.decode()
    assert "timeline__now" in shown


@pytest.mark.django_db
def test_the_rest_of_the_card_points_is_filled_in_once_it_is_answered(client: Client) -> None:
    exercise = exercise_at(Address("card-points", "royal", 1, 5, "royal:1.1.1b"))
    (right,) = exercise.kind.solve(exercise.question)
    asked = client.get(at(exercise)).content.decode()
    told = answered(client, exercise, next(wrong_answers(exercise))).content.decode()
    bar = r'class="bar".*?<b>(\d+)</b>.*?<b>([^<]+)</b> <i>Kontra'
    assert re.findall(bar, asked, re.DOTALL)[0] == (str(240 - int(str(right))), "?")
    assert re.findall(bar, told, re.DOTALL)[0] == (str(240 - int(str(right))), str(right))


@pytest.mark.django_db
def test_what_somebody_holds_for_wrong_is_kept_for_those_who_run_the_site(client: Client) -> None:
    exercise = exercise_at(Address("who-won", "royal,nines=false", 2, 4))
    answered(client, exercise, next(iter(wrong_answers(exercise))))
    attempt = Attempt.objects.get()
    for _ in range(2):
        client.post(f"/de/practice/disputed/{attempt.key}/")
    report = Report.objects.get()
    assert report.address == at(exercise)
    assert report.rules == {"rules": "royal", "options": {"nines": False}}
    assert report.answer == attempt.answer
    assert report.text.startswith("Nein:")
    assert report.version == f"Karlchen 0.1.0, who-won {exercise.kind.version}"
    stranger = Client().get("/admin/practice/report/")
    assert stranger.status_code == 302
    keeper = Client()
    keeper.force_login(User.objects.create_superuser("keeper"))
    listed = keeper.get("/admin/practice/report/")
    assert report.address in unescape(listed.content.decode())
    page = keeper.get(f"/admin/practice/report/{report.pk}/change/").content.decode()
    assert "Nein:" in unescape(page)


@pytest.mark.parametrize("rules", ["kompakt", "royal", "cvjm", "cvjm,nines=true"])
@pytest.mark.parametrize("level", ["1", "3"])
def test_everything_that_can_be_practised_can_be_chosen(
    client: Client, rules: str, level: str
) -> None:
    page = client.get("/de/practice/", {"rules": rules, "level": level})
    assert page.status_code == 200
    found = re.findall(r'href="([^"]*/practice/[^"]+)"', page.content.decode())
    links = [unescape(link) for link in found]
    asked = [link for link in links if re.search(r"/\d+/(\?|$)", link)]
    document = rules.partition(",")[0]
    wanted = {kind for kind, offered, _ in offers() if offered.partition("+")[0] == document}
    assert {link.split("/")[3] for link in asked} == wanted
    assert all(f"/{level}/" in link for link in asked)
    statements = {s for kind in KINDS.values() if not kind.compares
                  for s in kind.aims if s.startswith(document)}  # fmt: skip
    gone = {"cvjm:1"} if rules == "cvjm,nines=true" else set()
    assert {s for s in statements if not any(link.endswith(f"={s}") for link in asked)} == gone


@pytest.mark.parametrize(
    "asked",
    [
        {"rules": "skat"},
        {"rules": "royal,x=1"},
        {"rules": "kompakt" + ",nines=true" * 500},
        {"level": "9"},
    ],
)
def test_a_choice_that_nobody_has_is_told(client: Client, asked: dict[str, str]) -> None:
    page = client.get("/de/practice/", asked)
    assert page.status_code == 422
    assert "gibt es nicht" in page.content.decode()


@pytest.mark.parametrize("rules", ["tsr", "tsr,nines=false"])
def test_there_are_no_exercises_for_the_tournament_rules(client: Client, rules: str) -> None:
    page = client.get("/de/practice/", {"rules": rules})
    assert page.status_code == 422
    assert "Zu diesem Regelwerk gibt es keine Aufgaben" in page.content.decode()


@pytest.mark.django_db
def test_the_page_says_which_house_rules_hold(client: Client) -> None:
    page = client.get("/de/practice/card-order/royal/1/3/?statement=royal:3.1.2")
    assert "Schweinchen: beide Füchse" in text(page.content.decode())
    page = client.get("/de/practice/trick-winner/royal/1/3/")
    assert "Hausregeln" not in text(page.content.decode())


@pytest.mark.django_db
def test_a_solo_stands_in_the_question(client: Client) -> None:
    """Not only in small print above: it decides what is trump."""
    asked = (Address("trick-winner", "kompakt", 1, n, "kompakt:fleischloser") for n in range(20))
    solo = next(one for one in asked if exercise_at(one).question.contract is Contract.ACES)
    page = client.get(url_of(solo).replace("/en/", "/de/"))
    question = re.search(r'<h2 id="question".*?</h2>', page.content.decode(), re.DOTALL)
    assert question is not None
    assert "Fleischloser: " in question[0]
    page = client.get("/de/practice/trick-winner/kompakt/1/3/?statement=kompakt:bedienzwang-c")
    assert "Normalspiel: " not in page.content.decode()


@pytest.mark.parametrize("kind", KINDS)
def test_a_verdict_is_a_sentence_and_a_reason_and_says_nothing_twice(kind: str) -> None:
    rules = next(rules for name, rules, _ in offers() if name == kind)
    for seed in range(5):
        exercise = exercise_at(Address(kind, rules, 3, seed))
        right = exercise.kind.solve(exercise.question)
        for answer in (right, *islice(wrong_answers(exercise), 8)):
            with override("de"):
                said = verdict_said(exercise, exercise.kind.verdict(exercise.question, answer))
            lines = [said.sentence, said.reason, *said.details]
            assert all(lines)
            # What is alike under both rule sets is said of each.
            assert len({*lines}) == len(lines) or exercise.kind.compares, lines


def mistakes(kind: str, seeds: int) -> Iterator[tuple[Exercise[Any], Answer]]:
    """What false beliefs answer, each to the first question that it answers wrongly."""
    met = set()
    rules = next(rules for name, rules, _ in offers() if name == kind)
    for seed in range(seeds):
        exercise = exercise_at(Address(kind, rules, 2, seed))
        for belief in exercise.kind.misleading(exercise.question):
            answer = exercise.kind.believed(belief, exercise.question)
            if belief not in met and answer is not None:
                met.add(belief)
                yield exercise, answer


def is_brought_up(fits: Collection[Misconception], exercise: Exercise[Any]) -> bool:
    """Whether the belief is wrong there; of several, whether they answer it differently."""
    kind, question = exercise.kind, exercise.question
    believed = {kind.believed(belief, question) for belief in fits} - {None}
    return len(believed) > 1 or (len(fits) == 1 and not believed <= {kind.solve(question)})


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_the_next_questions_bring_up_the_belief_behind_a_mistake(kind: str) -> None:
    brought = asked = 0
    for exercise, answer in mistakes(kind, 30):
        verdict = exercise.kind.verdict(exercise.question, answer)
        if not verdict.misconceptions:
            continue
        missed = rule_missed(exercise, verdict)
        following = replace(exercise.address.next(), statement=missed)
        for _follow_up in range(3):
            found = exercise_at(brought_up(exercise_at(following), verdict.misconceptions))
            brought += is_brought_up(verdict.misconceptions, found)
            asked += 1
            following = found.address.next()
    assert brought >= 0.9 * asked, (brought, asked)


@pytest.mark.parametrize(("rules", "most"), [("kompakt", 30), ("kompakt,nines=false", 2)])
def test_few_questions_are_looked_at_for_one_that_brings_up_a_belief(
    rules: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under a club's options the search for each may be long."""
    looked_at = set()

    def noted(address: Address) -> Exercise[Any]:
        looked_at.add(address)
        return exercise_at(address)

    monkeypatch.setattr("tutorial.practice.following.exercise_at", noted)
    monkeypatch.setattr("tutorial.practice.following._brings_up", lambda *_: False)
    asked = exercise_at(Address("trick-winner", rules, 2, 1))
    assert brought_up(asked, asked.kind.beliefs[:1]) == asked.address
    assert len(looked_at) == most
    assert brought_up(asked, ()) == asked.address


@pytest.mark.django_db
def test_three_questions_follow_on_the_belief_behind_a_mistake(client: Client) -> None:
    """However they are answered; then practice goes on as before. The belief is not in the address,
    and for whom the answer is not, it is an exercise like others."""
    exercise, answer = next(mistakes("trick-winner", 30))
    fits = exercise.kind.diagnosis(exercise.question, answer)
    address, (field,) = exercise.address, exercise.kind.fields(exercise.question)
    url = f"/de/practice/trick-winner/{address.rules}/2/{address.seed}/"
    brought = 0
    for left in ("3", "2", "1", ""):
        page = client.get(url).content.decode()
        data = {"token": token_of(page), field.name: posted(field, answer[0])}
        answered = client.post(url, data, follow=True).content.decode()
        found = re.search(r'href="([^"]+)#exercise" data-next', answered)
        assert found is not None
        url = unescape(found[1])
        query = parse_qs(urlsplit(url).query)
        assert query.get("left", [""]) == [left]
        assert not any(belief in url for belief in fits)
        response = client.get(url)
        if response.status_code == 302:
            url = response.headers["Location"]
        assert Client().get(url).status_code == 200
        seed = int(urlsplit(url).path.split("/")[-2])
        asked = replace(address, seed=seed, statement=query.get("statement", [None])[0])
        exercise = exercise_at(asked)
        (field,), answer = (
            exercise.kind.fields(exercise.question),
            exercise.kind.solve(exercise.question),
        )
        brought += bool(left) and is_brought_up(fits, exercise)
    assert brought >= 2


@pytest.mark.django_db
def test_the_large_view_has_nothing_but_the_exercise(client: Client) -> None:
    page = client.get("/de/practice/who-won/kompakt/1/3/?view=beamer").content.decode()
    assert "masthead" not in page
    assert "Etwas anderes üben" not in page
    assert "data-copy" in page


def test_the_badge_leads_to_the_same_kind_and_level_of_the_other_documents(client: Client) -> None:
    page = client.get("/de/practice/legal-cards/royal/2/5/?statement=royal:2.2.1").content.decode()
    menu = page[page.index("rules-menu") : page.index("</details>")]
    ways = re.findall(r'href="([^"]*)"', menu)
    others = ["/de/practice/legal-cards/kompakt/2/5/", "/de/practice/legal-cards/cvjm/2/5/"]
    assert ways[:2] == others
    assert ways[2] == "/de/practice/?rules=royal&amp;level=2"
    assert all(client.get(way).status_code == 200 for way in ways)
    only = client.get("/de/practice/poverty-exchange/cvjm/2/5/").content.decode()
    menu = only[only.index("rules-menu") : only.index("</details>")]
    assert "/practice/poverty-exchange/kompakt/" not in menu


def links(page: str) -> list[str]:
    """To exercises."""
    return [unescape(url) for url in re.findall(r'href="(/de/practice/[^"?]+/\d[^"]*)"', page)]


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(("rules", "level"), [*zip(NASTY, cycle(LEVELS), strict=False)])
def test_every_link_to_an_exercise_under_nasty_house_rules_leads_to_one(
    client: Client, rules: str, level: int
) -> None:
    page = client.get("/de/practice/", {"rules": rules, "level": str(level)})
    assert page.status_code == 200
    there = links(page.content.decode())
    assert len(there) > 20
    # Under other rules others of them: what is linked is the same nearly everywhere.
    some = there[NASTY.index(rules) % 3 :: 3]
    assert {client.get(url).status_code for url in some} == {200}


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("number", range(4))
def test_after_an_answer_under_any_house_rules_there_is_a_way_on(
    client: Client, number: int
) -> None:
    """Right or wrong; the links of the page are there."""
    chance = Random(number)
    rules = random_rules(chance)
    for kind in KINDS.values():
        asked = statements_asked(kind, rules)
        if kind.compares or not asked:
            continue
        address = Address(kind.name, rules_as_text(rules), chance.choice(LEVELS), number,
                          chance.choice(asked))  # fmt: skip
        exercise = exercise_at(address)
        right = exercise.kind.solve(exercise.question)
        wrong = next(iter(wrong_answers(exercise)), right)
        response = answered(client, exercise, chance.choice((right, wrong)))
        page = response.content.decode()
        assert response.status_code == 200
        # The next question is looked for where its link leads.
        assert {client.get(url, follow=True).status_code for url in links(page)} == {200}


@pytest.mark.django_db
def test_an_answer_stays_where_its_exercise_is_no_more(client: Client) -> None:
    """As after an upgrade that leaves its house rules no room."""
    address = Address("settle", "kompakt", 1, 7)
    exercise = exercise_at(address)
    answered(client, exercise, exercise.kind.solve(exercise.question))
    attempt = Attempt.objects.get()
    Attempt.objects.update(rules="kompakt,nines=true,nines=true")
    url = at(exercise).replace("/kompakt/", "/kompakt,nines=true,nines=true/")
    assert client.get(url).status_code == 404
    response = client.get(url, {"attempt": attempt.key})
    assert response.status_code == 200
    page = response.content.decode()
    assert "Richtig" in page
    assert client.get(f"{url}?attempt=x").status_code == 404


def test_what_cannot_be_asked_under_house_rules_says_so(client: Client) -> None:
    rules = "cvjm,poverty=off,reservation_order=solo.throw-in.marriage"
    response = client.get(f"/de/practice/poverty-exchange/{rules}/1/1/", {"statement": "cvjm:5.2a"})
    assert response.status_code == 404
    response = client.get("/de/practice/who-leads/royal,solos=/1/1/", {"statement": "R25"})
    assert response.status_code == 404
    page = response.content.decode()
    assert "Mit diesen Hausregeln kann hier niemand etwas falsch machen" in page
    assert 'href="/de/practice/"' in page


@pytest.mark.parametrize(("kind", "statement"), MOVED)
def test_an_address_of_a_statement_that_has_moved_is_still_there(
    client: Client, kind: str, statement: str
) -> None:
    page = client.get(f"/de/practice/{kind}/cvjm/1/5/?statement={statement}")
    assert page.status_code == 200
    assert MOVED[kind, statement] in KINDS[kind].aims
    assert statement not in KINDS[kind].aims


@pytest.mark.django_db
def test_who_has_answered_one_of_few_questions_is_asked_something_else(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And is told that there are few."""
    kind, statement = KINDS["trick-winner"], "kompakt:ablauf-b"
    few = {**kind.aims, statement: replace(kind.aims[statement], few=7)}
    monkeypatch.setattr(type(kind), "aims", few)
    url = f"/de/practice/trick-winner/kompakt/1/3/?statement={statement}"
    page = client.get(url).content.decode()
    assert "nur 7 verschiedene Fragen" in text(page)
    exercise = exercise_at(Address("trick-winner", "kompakt", 1, 3, statement))
    (field,), (right,) = kind.fields(exercise.question), kind.solve(exercise.question)
    data = {"token": token_of(page), field.name: posted(field, right)}
    answered = client.post(url, data, follow=True).content.decode()
    found = re.search(r'href="([^"]+)#exercise" data-next', answered)
    assert found is not None
    assert "statement" not in found[1]


@pytest.mark.django_db
def test_house_rules_are_told_from_their_document_where_both_are_compared(client: Client) -> None:
    rules = "kompakt+kompakt,announcement=double"
    exercise = exercise_at(Address("compare-rules", rules, 2, 5))
    page = text(client.get(f"/de/practice/compare-rules/{rules}/2/5/").content.decode())
    assert "Kompakt / Kompakt mit Hausregeln" in page
    assert "Hausregeln: Re und Kontra" in page
    wrong = next(iter(wrong_answers(exercise)))
    said = speech().verdict(exercise, exercise.kind.verdict(exercise.question, wrong))
    assert "Kompakt mit Hausregeln" in " ".join((said.sentence, *said.because))


def test_names_of_cards_are_not_broken_and_nothing_of_them_is_markup() -> None:
    assert unbroken("Das Kreuz-Ass <b>") == 'Das <span class="whole">Kreuz-Ass</span> &lt;b&gt;'
    said = unbroken("Ist „keine 90“ – CVJM / TSR – erlaubt, no 30?")
    assert said == "Ist „keine\u00a090“\u00a0– CVJM\u00a0/ TSR\u00a0– erlaubt, no\u00a030?"
    others = "An- und Absagen, Hochzeitsspieler-Partei"
    assert unbroken(others) == others


def test_a_question_of_two_parts_breaks_between_them() -> None:
    part = '<span class="exercise__part">'
    assert in_parts(unbroken("Solo: Wer hat? Und wer?")) == f"Solo: {part}Wer hat? Und wer?</span>"
    assert in_parts(unbroken("Stimmt <es>? Was dann?")) == (
        f"Stimmt &lt;es&gt;? {part}Was dann?</span>"
    )
    assert in_parts(unbroken("Wer hat gewonnen?")) == "Wer hat gewonnen?"


def test_what_is_played_lies_on_the_table_with_its_trumps() -> None:
    """Before what it was taken for; nothing lies there where that is not asked."""
    seen = set()
    for rules, seed in product(("kompakt", "royal", "cvjm"), range(60)):
        one = exercise_at(Address("reservations", rules, 1 + seed % 3, seed))
        right, wrong = one.kind.solve(one.question), next(iter(wrong_answers(one)))
        table = answer_shown(one, ALONE, one.kind.verdict(one.question, wrong)).table
        played = right[0]
        if played in {Choice.YES, Choice.NO}:
            assert not table.contract
            continue
        assert isinstance(played, Contract | Said)
        seen.add(played)
        marks = [option.mark for option in table.contract]
        assert marks == (["legal"] if wrong[0] == played else ["missing", "wrong"])
        if played is Said.THROW_IN:
            assert table.trumps is None
            continue
        contract = Contract.POVERTY if played is Said.POVERTY else Contract(str(played))
        assert table.trumps == one.question.rules.card_order(contract).trumps
    assert {Said.THROW_IN, Contract.ACES, Contract.QUEENS, Contract.NORMAL} <= seen


def test_an_address_breaks_after_its_slashes() -> None:
    assert by_parts("http://a.example/de/quiz/AB&C/") == (
        "http://a.example/<wbr>de/<wbr>quiz/<wbr>AB&amp;C/"
    )
