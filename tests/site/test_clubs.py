"""Clubs: who may see what, what a board tells, what is left when somebody goes."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from lessons.content.reading import course
from lessons.rules.rule_sets import PRESETS
from tests.site.test_accounts import PASSWORD, rows, sign_in, with_account
from tests.site.test_answers import post, right, text, wrong
from tests.site.test_mine import MINE, URL, code_of, with_answers
from tutorial.clubs.board import LATELY, Cell, Row, Section, board_of
from tutorial.clubs.models import Club, ClubNight, Member
from tutorial.course.differing import done_instead
from tutorial.house_rules.options import differences
from tutorial.learners.cookie import COOKIE
from tutorial.learners.memory import Standing
from tutorial.learners.models import Attempt, Learner, Memory, User
from tutorial.quizzes.models import Live, Quiz
from tutorial.shared.limits import MOST, Limit

pytestmark = pytest.mark.django_db
CLUBS = "/de/clubs/"
FOUND = {"name": "Club Lemgo", "own": "Tina", "rules": "kompakt"}


@pytest.fixture(autouse=True)
def nobody_guessed_lately() -> None:
    cache.clear()


def founded(account: str = "Tina", **other: str) -> tuple[Client, Club]:
    """A trainer and a club."""
    trainer = with_account(name=account)
    went = trainer.post(f"{CLUBS}new/", FOUND | other)
    assert went.status_code == 303
    return trainer, Club.objects.order_by("-pk")[0]


def joined(club: Club, name: str, client: Client | None = None, *, agrees: bool = True) -> Client:
    client = client or Client()
    told = {"name": name} | ({"agrees": "on"} if agrees else {})
    assert client.post(f"{CLUBS}join/{club.code}/", told).status_code == 303
    return client


def at(club: Club, rest: str = "") -> str:
    return f"{CLUBS}{club.key}/{rest}"


def test_a_club_is_founded_with_an_account_only() -> None:
    assert with_answers(1).get(f"{CLUBS}new/")["Location"].startswith("/de/account/new/?next=")
    assert Client().post(f"{CLUBS}new/", FOUND).status_code == 302
    assert not Club.objects.exists()
    trainer, club = founded()
    assert club.rules == "kompakt"
    assert "Club Lemgo" in text(trainer.get(CLUBS))
    assert club.code in text(trainer.get(at(club, "people/")))
    trainer.post(f"{CLUBS}new/", FOUND)  # pressed twice
    assert Club.objects.count() == 1


@pytest.mark.parametrize("gone", ["name", "own", "rules"])
def test_a_club_without_a_name_or_rules_is_none(gone: str) -> None:
    trainer = with_account()
    assert trainer.post(f"{CLUBS}new/", FOUND | {gone: ""}).status_code == 422
    assert trainer.post(f"{CLUBS}new/", FOUND | {gone: "x" * 90}).status_code == 422
    assert not Club.objects.exists()


def test_who_has_no_club_sees_what_a_trainer_would() -> None:
    page = Client().get("/de/clubs/")
    shown = page.content.decode()
    told = "Die Soli 1 sicher, 1 begonnen, 2 neu sicher: Dilek begonnen: Anke neu: Bernd Jonas"
    assert told in text(page)
    assert {*re.findall(r"standing--(\w+)", shown)} == {*map(str, Standing)}
    trainer, _club = founded()
    assert "standing--" not in trainer.get("/de/clubs/").content.decode()


def test_one_comes_in_with_a_code_and_a_name() -> None:
    trainer, club = founded()
    anke = Client()
    asked = {"code": f" {club.code[:3].lower()}-{club.code[3:].lower()}"}
    assert anke.get(f"{CLUBS}join/", asked)["Location"] == f"{CLUBS}join/{club.code}/"
    assert anke.post(f"{CLUBS}join/{club.code}/", {"name": "\u200b "}).status_code == 422
    joined(club, "Anke", anke)
    joined(club, "Anke noch einmal", anke)
    assert [one.name for one in Member.objects.order_by("pk")] == ["Tina", "Anke"]
    assert "Hier heißt du Anke" in text(anke.get(at(club)))
    assert "Anke" in text(trainer.get(at(club)))


def test_a_whole_room_comes_in_at_once() -> None:
    _trainer, club = founded()
    for number in range(40):
        joined(club, f"Mitglied {number}")
    assert club.members.count() == 41


def test_codes_are_guessed_in_vain() -> None:
    _trainer, club = founded()
    most, _seconds = MOST[Limit.WRONG_CODES]
    guesser = Client()
    tried = [guesser.get(f"{CLUBS}join/AAAA{n:02}/").status_code for n in range(most + 1)]
    assert tried == [422] * most + [429]
    assert guesser.get(f"{CLUBS}join/{club.code}/").status_code == 429


def test_come_in_pressed_twice_is_one_member() -> None:
    _trainer, club = founded()
    there = f"{CLUBS}join/{club.code}/"
    client = Client()
    found = re.search(r'name="join" value="([\w-]+)"', client.get(there).content.decode())
    assert found
    told = {"name": "Anke", "join": found[1]}
    first, second = Client().post(there, told), Client().post(there, told)
    assert first.cookies[COOKIE].value.split(":")[0] == second.cookies[COOKIE].value.split(":")[0]
    assert club.members.filter(name="Anke").count() == 1
    # Later, or from a browser that is somebody, it is another's.
    joined(club, "Bernd", with_answers(1))
    Member.objects.filter(name="Anke").update(joined=timezone.now() - timedelta(minutes=1))
    Client().post(there, told)
    assert club.members.filter(name="Anke").count() == 2


def test_an_archived_club_stays_to_be_read() -> None:
    trainer, club = founded()
    anke = joined(club, "Anke")
    club.homework.create(about="worst", until=timezone.localdate() + timedelta(days=5))
    assert "Club Lemgo" in text(anke.get("/de/"))
    trainer.post(at(club, "people/"), {"do": "archive"})
    assert "Club Lemgo" not in text(anke.get("/de/"))
    assert Client().get(f"{CLUBS}join/{club.code}/").status_code == 422
    for client in (trainer, anke):
        assert "Archiviert" in text(client.get(CLUBS))
        assert client.get(at(club)).status_code == 200
    trainer.post(at(club, "people/"), {"do": "unarchive"})
    assert "Archiviert" not in text(anke.get(CLUBS))
    assert "Club Lemgo" in text(anke.get("/de/"))
    joined(club, "Bernd")


def test_lessons_say_what_the_club_does_instead() -> None:
    _trainer, club = founded()
    anke, stranger = joined(club, "Anke"), with_answers(9)
    deck, serving = "/de/kompakt/blatt/", "/de/kompakt/bedienzwang/"
    assert "spielt es anders" not in text(anke.get(deck))
    Club.objects.update(rules="kompakt,nines=false")
    page = text(anke.get(deck))
    assert "Club Lemgo spielt es anders: Neunen: ohne Neunen (hier: mit Neunen)" in page
    assert "spielt es anders" not in text(anke.get(serving))
    assert "spielt es anders" not in text(stranger.get(deck))
    assert "Club Lemgo" not in text(Client().get(deck))
    # By another document it is what that says.
    Club.objects.update(rules="cvjm")
    assert "Club Lemgo" in text(anke.get(deck))
    Club.objects.update(archived=timezone.now())
    assert "Club Lemgo" not in text(anke.get(deck))


def test_every_difference_of_a_document_stands_at_one_of_its_sections() -> None:
    _trainer, club = founded()
    joined(club, "Anke")
    learner = Member.objects.get(name="Anke").learner_id
    for document in course().documents.values():
        for other in PRESETS:
            Club.objects.update(rules=other)
            told = {
                one.option
                for section in document.sections
                for _table, found in done_instead(section, learner)
                for one in found
            }
            differ = {one.option for one in differences(PRESETS[other], PRESETS[document.rules])}
            spoken = {o for o, by in course().options.items() if by.get(document.rules)}
            assert differ & spoken <= told <= differ, (document.id, other)


def test_another_code_shuts_out_the_one_before() -> None:
    trainer, club = founded()
    old = club.code
    trainer.post(at(club, "people/"), {"do": "code"})
    club.refresh_from_db()
    assert Client().get(f"{CLUBS}join/{old}/").status_code == 422
    assert Client().get(f"{CLUBS}join/{club.code}/").status_code == 200


# Who may do what. ------------------------------------------------------------------------------

CAST = (
    "stranger", "cookie", "member", "silent", "other member", "trainer", "second trainer",
    "other trainer", "staff",
)  # fmt: skip
MEMBERS = {"member", "silent", "trainer", "second trainer"}
TRAINERS = {"trainer", "second trainer"}
PAGES = {"": MEMBERS, "me/": MEMBERS, "people/": TRAINERS, "board.csv": TRAINERS,
         "cards/": TRAINERS,
         "delete/": TRAINERS, "settings/": TRAINERS, "homework/": TRAINERS,
         "member/{anke}/": TRAINERS | {"member"}, "member/{still}/": {"silent"},
         "answer/{answer}/": TRAINERS, "nights/": MEMBERS, "nights/new/": TRAINERS,
         "nights/{night}/": MEMBERS, "nights/{night}/ranking.csv": MEMBERS,
         "nights/{night}/delete/": TRAINERS}  # fmt: skip
DEEDS = {
    ("", "agree"): MEMBERS,
    ("", "weak"): TRAINERS,
    ("", "weak live"): TRAINERS,
    ("", "belief {belief}"): TRAINERS,
    ("", "no-card"): MEMBERS,
    ("cards/", "write"): TRAINERS,
    ("cards/", "renew {pk}"): TRAINERS,
    ("people/", "code"): TRAINERS,
    ("people/", "archive"): TRAINERS,
    ("people/", "same"): TRAINERS,
    ("people/", "rename {pk}"): TRAINERS,
    ("people/", "trainer {pk}"): TRAINERS,
    ("people/", "remove {pk}"): TRAINERS,
    ("delete/", ""): TRAINERS,
    ("settings/", ""): TRAINERS,
    ("homework/", ""): TRAINERS,
    ("", "homework"): TRAINERS,
    ("nights/new/", ""): TRAINERS,
    ("nights/{night}/", "draw 1"): TRAINERS,
    ("nights/{night}/", "undraw 1"): TRAINERS,
    ("nights/{night}/", "add"): TRAINERS,
    ("nights/{night}/delete/", ""): TRAINERS,
}


def cast() -> tuple[dict[str, Client], Club, Attempt]:
    """Everybody, the club, and a wrong answer of its member that shows a belief."""
    trainer, club = founded()
    other_trainer, other = founded("Otto", name="Anderer Club")
    member, answer = with_belief()
    joined(club, "Anke", member)
    second = joined(club, "Zwei")
    Member.objects.filter(name="Zwei").update(is_trainer=True)
    staff = with_account(name="Chef")
    User.objects.filter(username="Chef").update(is_staff=True, is_superuser=True)
    people = {
        "stranger": Client(),
        "cookie": with_answers(9),
        "member": member,
        "silent": joined(club, "Still", agrees=False),
        "other member": joined(other, "Fremd"),
        "trainer": trainer,
        "second trainer": second,
        "other trainer": other_trainer,
        "staff": staff,
    }
    return people, club, answer


def with_belief() -> tuple[Client, Attempt]:
    """Somebody whose wrong answer shows one belief."""
    client = Client()
    for seed in range(60):
        url = f"/de/practice/trick-winner/kompakt/1/{seed}/?statement=kompakt:trumpfkarten"
        post(client, url, wrong(url))
        answer = Attempt.objects.order_by("-pk")[0]
        if answer.belief:
            return client, answer
    raise AssertionError("no answer shows a belief")


def test_who_may_see_and_do_what() -> None:
    people, club, answer = cast()
    assert tuple(people) == CAST
    pk, anke = (Member.objects.get(name=name).pk for name in ("Still", "Anke"))
    night = ClubNight.objects.create(club=club, title="Freitag", rules="kompakt", called="Kompakt")
    for page, allowed in PAGES.items():
        for who, client in people.items():
            url = at(club, page.format(answer=answer.key, still=pk, anke=anke, night=night.pk))
            assert (client.get(url).status_code == 200) == (who in allowed), (who, page)
            assert client.get(url).status_code in {200, 404}, (who, page)
    for (page, deed), allowed in DEEDS.items():
        told = deed.format(belief=answer.belief, pk=pk)
        for who, client in people.items():
            if who in allowed:
                continue  # what they do is in the tests of each deed
            before = {**rows()}
            url = at(club, page.format(night=night.pk))
            response = client.post(url, {"do": told, "name": "Neu"})
            assert response.status_code == 404, (who, page, deed)
            assert {**rows()} == before, (who, page, deed)
    assert Member.objects.get(pk=pk).name == "Still"
    club.refresh_from_db()
    for who, client in people.items():
        seen = text(client.get(CLUBS))
        assert ("Club Lemgo" in seen) == (who in MEMBERS), who


def test_addresses_cannot_be_guessed() -> None:
    _trainer, club = founded()
    assert len(club.key) >= 20
    for odd in ("1", str(club.pk), club.code, club.name, "\x01", "new/../"):
        assert Client().get(f"{CLUBS}{odd}/").status_code in {404, 400}


# What a trainer sees. --------------------------------------------------------------------------


def test_nothing_is_seen_of_who_has_not_agreed() -> None:
    trainer, club = founded()
    member, answer = with_belief()
    joined(club, "Still", member, agrees=False)
    assert "Still" in text(trainer.get(at(club)))
    assert "Still, Tina zeigen ihren Stand nicht." in text(trainer.get(at(club)))
    assert trainer.get(at(club, f"answer/{answer.key}/")).status_code == 404
    assert trainer.post(at(club), {"do": f"belief {answer.belief}"}).status_code == 303
    assert not Quiz.objects.exists()
    member.post(at(club), {"do": "agree"})
    assert trainer.get(at(club, f"answer/{answer.key}/")).status_code == 200
    member.post(at(club), {"do": "withdraw"})
    assert trainer.get(at(club, f"answer/{answer.key}/")).status_code == 404
    (row,) = [one for one in board_of(club, timezone.now()).rows if one.member.name == "Still"]
    assert (row.cells, row.last, row.stuck) == ((), None, ())


def test_nothing_is_seen_of_other_rules() -> None:
    trainer, club = founded()
    url = "/de/practice/trick-winner/royal/1/{}/"
    member = Client()
    for seed in range(40):
        post(member, url.format(seed), wrong(url.format(seed)))
    joined(club, "Anke", member)
    answer = Attempt.objects.order_by("-pk")[0]
    assert trainer.get(at(club, f"answer/{answer.key}/")).status_code == 404
    assert "kein Irrtum" in text(trainer.get(at(club)))
    (anke,) = board_of(club, timezone.now()).seen
    assert {one.standing for one in anke.cells} == {Standing.NEW}


def test_nothing_is_seen_of_other_house_rules() -> None:
    trainer, club = founded()
    member, answer = with_belief()
    joined(club, "Anke", member)
    there = at(club, f"answer/{answer.key}/")
    assert trainer.get(there).status_code == 200
    Attempt.objects.update(rules="kompakt,nines=false")
    assert trainer.get(there).status_code == 404
    assert "kein Irrtum" in text(trainer.get(at(club)))
    Club.objects.filter(pk=club.pk).update(rules="kompakt,nines=false")
    assert trainer.get(there).status_code == 200


def test_the_board_tells_four_states() -> None:
    _trainer, club = founded()
    member = with_answers(1)
    joined(club, "Anke", member)
    now, learner = timezone.now(), Member.objects.get(name="Anke").learner

    def states() -> set[Standing]:
        (anke,) = board_of(club, timezone.now()).seen
        return {one.standing for one in anke.cells}

    assert states() == {Standing.BEGUN, Standing.NEW}
    Memory.objects.filter(learner=learner).update(due=now - timedelta(days=1))
    assert states() == {Standing.DUE, Standing.NEW}
    # Every rule sure: as if all had been right on two days.
    (kept,) = Memory.objects.filter(learner=learner)
    every = {name for one in board_of(club, now).columns for name in one.names}
    Memory.objects.all().delete()
    for name in every:
        kept.pk, kept.statement, kept.clean_days = None, name, 2
        kept.due = now + timedelta(days=9)
        kept.save()
    assert states() == {Standing.SURE}
    assert board_of(club, now).done == ("Anke",)


def test_who_has_begun_and_who_has_been_through_is_named() -> None:
    trainer, club = founded()
    joined(club, "Anke", with_answers(1))
    for name in ("<b>Neu", "Auch neu"):
        joined(club, name)
    joined(club, "Still", agrees=False)
    page = trainer.get(at(club))
    assert "<b>Neu" not in page.content.decode()
    told = text(page)
    assert "Ganz durch: niemand" in told
    assert "Noch nicht angefangen: &lt;b&gt;Neu, Auch neu" in told.replace("<b>", "&lt;b&gt;")
    assert "1 von 3, die es zeigen, haben angefangen" in told
    assert "sind durch" not in told


def test_for_how_many_a_section_is_due_stands_beside_it() -> None:
    trainer, club = founded()
    now = timezone.now()
    for name, code in (("Anke", 1), ("Bernd", 1)):
        joined(club, name, with_answers(code))
    joined(club, "Neu")
    joined(club, "Still", agrees=False)
    assert {one.due for one in board_of(club, now).lines} == {0}
    assert "2 fällig" not in text(trainer.get(at(club)))
    Memory.objects.update(due=now - timedelta(days=1))
    board = board_of(club, now)
    assert [one.column for one in board.lines] == [*board.columns]
    (line,) = [one for one in board.lines if one.due]
    assert line.due == 2
    assert [one.standing for one in line.bar.marks] == [Standing.DUE, Standing.DUE, Standing.NEW]
    marks = [one.standing for one in board.seen[0].bar.marks]
    assert marks == [Standing.DUE, *[Standing.NEW] * (len(board.columns) - 1)]
    told = text(trainer.get(at(club)))
    assert f"{line.column.title} 2 fällig, 1 neu fällig: Anke Bernd neu: Neu" in told
    assert "Still, Tina zeigen ihren Stand nicht." in told


def test_what_is_due_for_the_most_is_named_and_can_come_first() -> None:
    trainer, club = founded()
    for name in ("Anke", "Bernd"):
        joined(club, name, with_answers(1))
    ids = [club.members.get(name=name).learner_id for name in ("Anke", "Bernd")]
    page = text(trainer.get(at(club)))
    assert "Am meisten fällig" not in page
    columns = board_of(club, timezone.now()).columns
    past = timezone.now() - timedelta(days=1)
    for column, learners in ((columns[1], ids[:1]), (columns[4], ids)):
        for learner in learners:
            kept = Memory.objects.filter(learner=learner).first()
            assert kept
            kept.pk, kept.statement, kept.due = None, column.names[0], past
            kept.save()
    page = text(trainer.get(at(club)))
    assert f"Am meisten fällig: {columns[4].title} (2), {columns[1].title} (1)." in page
    assert page.index(f"{columns[1].title} 1 fällig") < page.index(f"{columns[4].title} 2 fällig")
    page = text(trainer.get(at(club) + "?sort=due"))
    assert page.index(f"{columns[1].title} 1 fällig") > page.index(f"{columns[4].title} 2 fällig")
    assert "In der Reihenfolge des Dokuments" in page


def test_a_bar_begins_with_what_is_sure() -> None:
    cells = tuple(Cell(standing, "") for standing in (*Standing, *Standing))
    marks = Row(Member(), cells, None, ()).bar.marks
    bar = (Standing.SURE, Standing.DUE, Standing.BEGUN, Standing.NEW)
    assert [one.standing for one in marks] == [one for one in bar for _twice in range(2)]
    assert Section("", tuple(("", cell) for cell in cells)).bar.marks == marks


def test_a_section_opens_into_its_rules() -> None:
    trainer, club = founded()
    joined(club, "Anke", with_answers(1))
    page = trainer.get(at(club)).content.decode()
    sections = re.findall(r'href="\?section=([\w-]+)#board"', page)
    assert len(sections) > 5
    of_one = {s: board_of(club, timezone.now(), s) for s in sections}
    assert all(len(column.names) == 1 for one in of_one.values() for column in one.columns)
    begun = [s for s, one in of_one.items() if one.seen[0].has_begun]
    assert len(begun) == 1
    assert "Alle Abschnitte" in text(trainer.get(at(club), {"section": begun[0]}))
    assert trainer.get(at(club), {"section": "nichts"}).status_code == 200


def test_who_needs_help_is_named_with_the_reason() -> None:
    _trainer, club = founded()
    stuck, away = with_answers(1), with_answers(2)
    joined(club, "Murat", stuck)
    joined(club, "Rolf", away)
    joined(club, "Neu")
    now = timezone.now()
    assert board_of(club, now).needed == ()
    of = {one.name: one.learner for one in Member.objects.filter(club=club)}
    Memory.objects.filter(learner=of["Murat"]).update(misses=3)
    Memory.objects.filter(learner=of["Rolf"]).update(last=now - timedelta(days=16))
    Member.objects.filter(name="Neu").update(joined=now - timedelta(days=15))
    found = {one.name: one.why for one in board_of(club, now).needed}
    assert list(found) == ["Murat", "Neu", "Rolf"]
    assert found["Rolf"] == "war seit 16 Tagen nicht da"
    assert found["Murat"].startswith("hängt an: ")


def test_a_belief_leads_to_the_answers_and_to_five_questions() -> None:
    trainer, club = founded()
    member, answer = with_belief()
    joined(club, "Anke Geheim", member)
    page = trainer.get(at(club)).content.decode()
    (there,) = set(re.findall(rf'href="({at(club)}answer/[^"]+)"', page))
    shown = trainer.get(there)
    assert shown.status_code == 200
    assert "view=beamer" in there
    assert "Anke" not in text(shown)
    assert "Falsch" in text(shown)
    assert "dispute" not in shown.content.decode()
    went = trainer.post(at(club), {"do": f"belief {answer.belief}"})
    quiz = Quiz.objects.get()
    assert went["Location"] == f"/de/quizzes/{quiz.secret}/"
    assert quiz.sheet.items.count() >= 1
    assert quiz.owner == Member.objects.get(name="Tina").learner
    Attempt.objects.update(created=timezone.now() - LATELY - timedelta(days=1))
    assert "kein Irrtum" in text(trainer.get(at(club)))


def test_what_the_most_should_repeat_becomes_a_quiz() -> None:
    trainer, club = founded()
    for name in ("Anke", "Bernd"):
        client = Client()
        post(client, URL.format(1), wrong(URL.format(1)))
        joined(club, name, client)
    first, *_rest = board_of(club, timezone.now()).weak
    assert first.number == 2
    went = trainer.post(at(club), {"do": "weak"})
    assert went["Location"] == f"/de/quizzes/{Quiz.objects.get().secret}/"
    asked = {one.statement for one in Quiz.objects.get().sheet.items.all()}
    assert first.statement in asked
    assert asked <= {one.statement for one in board_of(club, timezone.now()).weak}
    # In one press on paper, or before the room; of two presses at once the second is the first's.
    paper = trainer.post(at(club), {"do": "weak paper"})["Location"]
    assert paper == f"/de/quizzes/{Quiz.objects.get().secret}/print/"
    assert trainer.get(paper).status_code == 200
    Quiz.objects.update(created=timezone.now() - timedelta(hours=1))
    rooms = [trainer.post(at(club), {"do": "weak live"})["Location"] for _press in range(2)]
    assert rooms[0] == rooms[1]
    assert trainer.get(rooms[0]).status_code == 200
    assert Live.objects.get().quiz == Quiz.objects.order_by("-pk")[0]


def test_the_board_is_a_table_for_a_spreadsheet() -> None:
    trainer, club = founded()
    joined(club, "=1+1", with_answers(1))
    table = trainer.get(at(club, "board.csv")).content.decode("utf-8-sig").splitlines()
    assert table[0].startswith("Name;Zuletzt da;")
    assert any(line.startswith("'=1+1;") and "begonnen" in line for line in table)
    english = trainer.get(at(club, "board.csv").replace("/de/", "/en/")).content
    assert english.decode("utf-8-sig").startswith("Name,Last here,")


def test_a_board_takes_as_many_queries_for_many(django_assert_num_queries: Any) -> None:
    trainer, club = founded()
    joined(club, "Anke", with_answers(1))
    url = at(club)
    trainer.get(url)
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as few:
        trainer.get(url)
    expected = len(few)
    assert expected
    for number in range(12):
        joined(club, f"Mitglied {number}", with_answers(number))
    with django_assert_num_queries(expected):
        trainer.get(url)


# Coming and going. -----------------------------------------------------------------------------


def test_members_are_renamed_made_trainers_and_removed() -> None:
    trainer, club = founded()
    anke = joined(club, "Anke")
    pk = Member.objects.get(name="Anke").pk
    people = at(club, "people/")
    trainer.post(people, {"do": f"rename {pk}", "name": "Anke M."})
    assert Member.objects.get(pk=pk).name == "Anke M."
    for odd in ("", " ", "x" * 31):
        assert trainer.post(people, {"do": f"rename {pk}", "name": odd}).status_code == 422
    trainer.post(people, {"do": f"trainer {pk}"})
    assert anke.get(people).status_code == 200
    anke.post(people, {"do": f"member {pk}"})
    assert anke.get(people).status_code == 404
    trainer.post(people, {"do": f"remove {pk}"})
    assert anke.get(at(club)).status_code == 404
    assert Learner.objects.count() == 2
    own = Member.objects.get(name="Tina").pk
    for deed in ("remove", "member"):
        assert trainer.post(people, {"do": f"{deed} {own}"}).status_code == 422
    assert trainer.post(people, {"do": "remove 999999"}).status_code == 303
    assert Member.objects.count() == 1


def test_a_name_that_cannot_be_is_not_lost() -> None:
    trainer, club = founded()
    joined(club, "Anke")
    pk = Member.objects.get(name="Anke").pk
    page = trainer.post(at(club, "people/"), {"do": f"rename {pk}", "name": "x" * 31})
    assert page.status_code == 422
    assert re.search(rf'id="name{pk}"[^>]*value="x{{31}}"[^>]*aria-describedby="fault"',
                     page.content.decode())  # fmt: skip
    fault = Client().post(f"{CLUBS}join/{club.code}/", {"name": ""}).content.decode()
    assert 'aria-describedby="name-fault"' in fault
    assert 'id="name-fault"' in fault


def test_nothing_weak_is_said() -> None:
    trainer, club = founded()
    for told in ("homework", "weak"):
        went = trainer.post(at(club), {"do": told})
        assert "nichts schwach" in text(trainer.get(went["Location"]))
    assert not Quiz.objects.exists()


def test_the_last_trainer_cannot_leave_a_club_alone() -> None:
    trainer, club = founded()
    anke = joined(club, "Anke")
    assert trainer.post(at(club), {"do": "leave"}).status_code == 409
    assert anke.post(at(club), {"do": "leave"})["Location"] == CLUBS
    assert [one.name for one in club.members.all()] == ["Tina"]


def test_a_club_is_deleted_with_its_names_and_members_keep_what_they_know() -> None:
    trainer, club = founded()
    joined(club, "Anke", with_answers(1))
    assert "löschen?" in text(trainer.get(at(club, "delete/")))
    trainer.post(at(club, "delete/"))
    assert not Club.objects.exists()
    assert not Member.objects.exists()
    assert Attempt.objects.count() == 1


def test_whoever_deletes_everything_is_gone_from_the_club_too() -> None:
    trainer, club = founded()
    anke = joined(club, "Anke")
    exported = json.loads(anke.get(f"{MINE}karlchen.json").content)
    assert exported["clubs"][0]["name"] == "Anke"
    anke.post(f"{MINE}delete/")
    assert [one.name for one in Member.objects.all()] == ["Tina"]
    trainer.post(f"{MINE}delete/")
    assert not Club.objects.exists()


def test_two_devices_of_one_member_are_one_member() -> None:
    _trainer, club = founded()
    phone, laptop = joined(club, "Anke"), joined(club, "Anke Laptop", agrees=False)
    Member.objects.filter(name="Anke Laptop").update(is_trainer=True)
    post(phone, URL.format(1), right(URL.format(1)))
    laptop.post(f"{MINE}joined/", {"code": code_of(phone), "sure": "1"})
    (anke,) = Member.objects.filter(name__startswith="Anke")
    assert (anke.name, anke.is_trainer) == ("Anke", True)
    assert anke.agreed is not None
    assert laptop.get(at(club, "people/")).status_code == 200


def test_a_trainer_signs_in_elsewhere() -> None:
    _trainer, club = founded()
    elsewhere = Client()
    assert sign_in(elsewhere, "Tina", PASSWORD).status_code == 302
    assert elsewhere.get(at(club, "people/")).status_code == 200


def test_a_browser_whose_sign_in_has_run_out_shows_no_members() -> None:
    trainer, club = founded()
    joined(club, "Anke")
    pk = Member.objects.get(name="Anke").pk
    trainer.cookies.pop("sessionid")
    for rest in ("", "people/", "board.csv", "homework/", "settings/", f"member/{pk}/"):
        refused = trainer.get(at(club, rest))
        assert refused.status_code == 403
        assert "Anke" not in text(refused)
    assert trainer.post(at(club, "delete/")).status_code == 403
    assert trainer.get(at(club, "me/")).status_code == 200
    sign_in(trainer, "Tina")
    assert trainer.get(at(club, "people/")).status_code == 200


def test_every_address_of_a_club_stands_in_the_table() -> None:
    from tutorial.urls import urlpatterns

    asked = {
        re.sub(r"<[^>]+>", "{}", str(one.pattern).removeprefix("clubs/<str:key>/"))
        for prefixed in urlpatterns
        for one in getattr(prefixed, "url_patterns", ())
        if str(one.pattern).startswith("clubs/<str:key>/")
    }
    told = {re.sub(r"{[^}]+}", "{}", page) for page in PAGES}
    assert asked - told == {"homework/{}/"}  # whose it is: tests of homework


def test_a_member_is_seen_rule_by_rule_and_week_by_week() -> None:
    trainer, club = founded()
    anke = with_answers(1, 2)
    post(anke, URL.format(3), wrong(URL.format(3)))
    joined(club, "Anke", anke)
    pk = Member.objects.get(name="Anke").pk
    page = trainer.get(at(club, f"member/{pk}/")).content.decode()
    weeks = r'<td class="number">(\d+)</td>\s*<td class="number">(\d+)\s*<progress'
    assert re.findall(weeks, page) == [("3", "2")]
    assert 'max="3" value="2"' in page
    assert f"{at(club)}member/{pk}/" in trainer.get(at(club)).content.decode()
    assert anke.get(at(club, f"member/{pk}/")).content.count(b"standing--") >= 1


def test_a_club_takes_another_name_and_other_rules() -> None:
    trainer, club = founded()
    there = at(club, "settings/")
    assert trainer.post(there, {"name": "", "rules": "kept"}).status_code == 422
    assert trainer.post(there, {"name": "X", "rules": "skat"}).status_code == 422
    assert trainer.post(there, {"name": "Neuer Name", "rules": "kept"}).status_code == 303
    club.refresh_from_db()
    assert (club.name, club.rules, club.called) == ("Neuer Name", "kompakt", club.called)
    anke = joined(club, "Anke")
    trainer.post(there, {"name": "Neuer Name", "rules": "kept"})
    assert Member.objects.get(name="Anke").agreed is not None
    trainer.post(there, {"name": "Neuer Name", "rules": "cvjm"})
    # To be seen under those rules nobody has agreed.
    assert Member.objects.get(name="Anke").agreed is None
    assert "Deinen Namen und nichts" in text(anke.get(at(club)))
    club.refresh_from_db()
    assert club.rules == "cvjm"
    assert trainer.get(at(club)).status_code == 200


def test_who_signed_in_at_the_administration_founds_one_too() -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("chef", password=PASSWORD))
    assert client.get(f"{CLUBS}new/")["Location"] == f"{CLUBS}new/"
    assert client.get(f"{CLUBS}new/").status_code == 200
    assert client.post(f"{CLUBS}new/", FOUND).status_code == 303
