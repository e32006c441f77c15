"""Club nights: lots, tables with their sheets, a ranking, and what is left when somebody goes."""

from collections import Counter
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.site.test_accounts import rows, with_account
from tests.site.test_answers import text
from tests.site.test_clubs import at, founded, joined
from tests.site.test_mine import MINE, code_of
from tests.site.test_score_sheets import at as at_sheet
from tests.site.test_score_sheets import write
from tutorial.clubs.models import Club, ClubNight, ClubTable, Draw, Member, NightPlayer
from tutorial.clubs.night.lots import draw, sizes_for
from tutorial.clubs.night.standing import night_of
from tutorial.score_sheets.models import Check, Entry, ScoreSheet
from tutorial.score_sheets.reckoning import reckoned


@pytest.fixture(autouse=True)
def nobody_guessed_lately() -> None:
    cache.clear()


# Lots. ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(4, 60))
def test_all_sit_at_tables_of_four_and_five(players: int) -> None:
    sizes = sizes_for(players)
    assert {*sizes} <= {4, 5}
    assert sizes.count(5) < 4 or players == 15
    assert players - sum(sizes) == {6: 1, 7: 2, 11: 1}.get(players, 0)
    drawn = draw(range(players), (), {}, Random(players))
    seated = [who for table in drawn.tables for who in table]
    assert sorted([*seated, *drawn.pausing]) == list(range(players))
    assert sorted(map(len, drawn.tables)) == sorted(sizes)


@pytest.mark.parametrize("players", range(4))
def test_too_few_sit_at_none(players: int) -> None:
    assert sizes_for(players) == ()
    assert draw(range(players), (), {}, Random(1)).tables == ()


def _again(tables: Any, before: Any) -> int:
    met = Counter(frozenset(pair) for table in before for pair in combinations(table, 2))
    return sum(met[frozenset(pair)] ** 2 for table in tables for pair in combinations(table, 2))


def test_as_few_meet_again_as_can_be() -> None:
    """Of eight players every way to sit is tried; of sixteen three rounds need no meeting twice."""
    for seed in range(5):
        chance, before = Random(seed), list[tuple[int, ...]]()
        for _round in range(3):
            drawn = draw(range(8), before, {}, chance).tables
            least = min(
                _again(((0, *three), tuple({*range(1, 8)} - {*three})), before)
                for three in combinations(range(1, 8), 3)
            )
            assert _again(drawn, before) == least
            before += drawn
        before = []
        for _round in range(3):
            drawn = draw(range(16), before, {}, chance).tables
            assert _again(drawn, before) == 0
            before += drawn


def test_seats_are_by_lot() -> None:
    first = {draw(range(4), (), {}, Random(seed)).tables[0] for seed in range(400)}
    assert first == {*permutations(range(4))}


def test_whoever_paused_sits_next_time() -> None:
    chance, paused = Random(3), Counter[int]()
    for number in range(1, 7):
        drawn = draw(range(6), (), paused, chance)
        paused.update(drawn.pausing)
        assert len(paused) == number
        assert max(paused.values()) == 1


# Evenings. --------------------------------------------------------------------------------------

pytestmark = pytest.mark.django_db
NAMES = ("Anke", "Bernd", "Cem", "Doris", "Emil", "Frieda", "Gerda")


def begun(guests: str = "Gustav") -> tuple[Client, Club, ClubNight]:
    """Tina and seven members, and a guest: two tables."""
    trainer, club = founded()
    for name in NAMES:
        joined(club, name)
    told = {"title": "Freitag", "rounds": "2", "guests": guests}
    told["members"] = [str(one.pk) for one in club.members.exclude(name="Gerda")]  # type: ignore[assignment]
    for _press in range(2):
        went = trainer.post(at(club, "nights/new/"), told)
    night = ClubNight.objects.get()
    assert went["Location"] == there(night)
    return trainer, club, night


def there(night: ClubNight, rest: str = "") -> str:
    return at(night.club, f"nights/{night.pk}/{rest}")


def drawn(trainer: Client, night: ClubNight, number: int = 1) -> list[ClubTable]:
    who = [str(one.pk) for one in night.players.all()]
    went = trainer.post(there(night), {"do": f"draw {number}", "who": who})
    assert went.status_code == 303
    return list(ClubTable.objects.filter(draw__number=number).order_by("number"))


def test_a_night_is_drawn_played_and_ranked() -> None:
    trainer, club, night = begun()
    assert night.players.count() == 8
    first, second = drawn(trainer, night)
    assert drawn(trainer, night) == [first, second]  # pressed twice
    anke = Client()
    joined(club, "Hans", anke)
    for table, points in ((first, 150), (second, 85)):
        assert write(trainer, table.sheet, "02", points).status_code == 303
    page = text(anke.get(there(night)))
    assert "1 von 8 Spielen" in page
    assert len(Draw.objects.all()) == 1
    drawn(trainer, night, 2)
    shown = night_of(night)
    assert [len(one.tables) for one in shown.rounds] == [2, 2]
    totals = [reckoned(table.sheet).totals for table in (first, second)]
    assert sorted(line.points for line in shown.lines) == sorted(sum(totals, ()))
    places = [line.place for line in shown.lines]
    assert places[0] == 1
    for line, following in zip(shown.lines, shown.lines[1:], strict=False):
        same = line.points == following.points
        assert (line.place == following.place) == same
    csv = anke.get(there(night, "ranking.csv")).content.decode().splitlines()
    assert len(csv) == 9
    assert csv[1].split(";")[0] == "1"
    lines = text(anke.get(at(club, "nights/")))
    assert "Gustav" not in lines  # a guest is of one evening
    assert "Tina" in lines


def test_a_table_leads_its_member_to_his_sheet_and_no_stranger() -> None:
    trainer, club, night = begun()
    tables = drawn(trainer, night)
    own = next(one for one in tables if one.chairs.filter(who__name="Tina").exists())
    assert at_sheet(own.sheet) in trainer.get(there(night)).content.decode()
    other, _club = founded("Otto", name="Anderer")
    for client in (Client(), other, with_account(name="Chef")):
        assert client.get(at_sheet(own.sheet)).status_code == 404
        assert client.post(at_sheet(own.sheet), {}).status_code == 404
        assert client.get(at_sheet(own.sheet, "sheet.csv")).status_code == 404
        assert client.post(at_sheet(own.sheet, "delete/")).status_code == 404
    assert trainer.post(at_sheet(own.sheet, "delete/")).status_code == 404
    hans = joined(club, "Hans")
    write(hans, own.sheet, "02")
    page = text(trainer.get(at_sheet(own.sheet, "1/")))
    assert "Eingetragen von Hans" in page
    assert "Wer bist du?" not in page
    trainer.post(at_sheet(own.sheet, "1/"), {"do": "check"})
    assert "Für richtig befunden von Tina" in text(hans.get(at_sheet(own.sheet, "1/")))


def test_lots_are_taken_back_only_before_the_first_game() -> None:
    trainer, _club, night = begun()
    drawn(trainer, night)
    trainer.post(there(night), {"do": "undraw 1"})
    assert not Draw.objects.exists()
    assert not ScoreSheet.objects.exists()
    table = drawn(trainer, night)[0]
    write(trainer, table.sheet, "02")
    trainer.post(there(night), {"do": "undraw 1"})
    assert Draw.objects.count() == 1


def test_too_few_are_told() -> None:
    trainer, _club, night = begun()
    who = [str(one.pk) for one in night.players.all()[:3]]
    refused = trainer.post(there(night), {"do": "draw 1", "who": who})
    assert refused.status_code == 422
    assert "mindestens vier" in text(refused)
    for odd in (["x"], [], ["9" * 500]):
        assert trainer.post(there(night), {"do": "draw 1", "who": odd}).status_code == 422


def test_who_comes_late_joins_in_and_names_are_told_apart() -> None:
    trainer, club, night = begun("Anke\nGustav\n\n  \n")
    assert night.players.filter(name="Anke 2").exists()
    gerda = Member.objects.get(name="Gerda").pk
    told = {"do": "add", "members": [str(gerda), "x", "9" * 40], "guests": "gustav\n<b>Gast"}
    trainer.post(there(night), told)
    trainer.post(there(night), {"do": "add", "members": [str(gerda)]})
    names = {one.name for one in night.players.all()}
    assert {"Gerda", "gustav 2", "<b>Gast"} <= names
    assert night.players.count() == 12
    assert "<b>Gast" not in trainer.get(there(night)).content.decode()
    _otto, other = founded("Otto", name="Anderer")
    stranger = Member.objects.get(club=other).pk
    trainer.post(there(night), {"do": "add", "members": [str(stranger)]})
    assert night.players.count() == 12
    assert club.nights.count() == 1


@pytest.mark.parametrize("odd", [{"title": ""}, {"rounds": "0"}, {"rounds": "x"}, {"members": "9"}])
def test_what_makes_no_night_says_why(odd: dict[str, str]) -> None:
    trainer, club = founded()
    refused = trainer.post(at(club, "nights/new/"), {"title": "Freitag", "rounds": "2"} | odd)
    assert refused.status_code == 422
    assert not ClubNight.objects.exists()


def test_whoever_leaves_takes_his_name_along() -> None:
    trainer, club, night = begun()
    tables = drawn(trainer, night)
    anke = Member.objects.get(name="Anke")
    table = next(one for one in tables if one.chairs.filter(who__member=anke).exists())
    write(trainer, table.sheet, "02")
    Entry.objects.update(by="Anke")
    trainer.post(at(club, "people/"), {"do": f"remove {anke.pk}"})
    for url in (there(night), there(night, "ranking.csv"), at_sheet(table.sheet),
                at_sheet(table.sheet, "1/"), at(club, "nights/")):  # fmt: skip
        assert "Anke" not in text(trainer.get(url)), url
    assert "ehemaliges Mitglied" in text(trainer.get(there(night)))
    assert Entry.objects.get().by == ""
    assert NightPlayer.objects.count() == 8


def test_whoever_is_renamed_has_that_name_on_every_sheet() -> None:
    trainer, club, night = begun()
    first, second = drawn(trainer, night)[:2]
    anke = Member.objects.get(name="Anke")
    for table in (first, second):  # one writes on other tables, too
        write(trainer, table.sheet, "02")
    Entry.objects.update(by="Anke")
    for entry in Entry.objects.all():
        Check.objects.create(entry=entry, by="Anke")
    Check.objects.create(entry=Entry.objects.all()[0], by="Antje")
    trainer.post(at(club, "people/"), {"do": f"rename {anke.pk}", "name": "Antje"})
    pages = [there(night), there(night, "ranking.csv"), at(club, "nights/")]
    pages += [at_sheet(one.sheet, rest) for one in (first, second) for rest in ("", "1/")]
    for url in pages:
        assert "Anke" not in text(trainer.get(url)), url
    assert "Antje" in text(trainer.get(there(night)))
    trainer.post(at(club, "people/"), {"do": f"remove {anke.pk}"})
    for url in pages:
        assert "Antje" not in text(trainer.get(url)), url


def test_a_name_that_another_has_at_a_night_stays_apart() -> None:
    trainer, club, night = begun()
    tables = drawn(trainer, night)
    anke = Member.objects.get(name="Anke")
    other = night.players.exclude(member=anke).exclude(name="")[0]
    trainer.post(at(club, "people/"), {"do": f"rename {anke.pk}", "name": other.name})
    names = [one.name for table in tables for one in table.sheet.players.all()]
    assert sorted(names) == sorted(set(names))
    assert night.players.get(member=anke).name == "Anke"


def test_two_entries_of_one_person_become_one() -> None:
    trainer, club, night = begun()
    drawn(trainer, night)
    old = Member.objects.get(name="Anke")
    new = joined(club, "Anke neu")
    kept = Member.objects.get(name="Anke neu")
    own = trainer.get(at(club)).context["member"].pk
    club.homework.create(about="worst", until="2030-01-01", is_for_all=False).members.add(old)
    people = at(club, "people/")
    for odd in ("", str(old.pk), "x", "9" * 40):
        for one, other in ((str(old.pk), odd), (odd, str(old.pk))):
            refused = trainer.post(people, {"do": "same", "one": one, "other": other})
            assert refused.status_code == 422
            assert "Wähle zwei Einträge" in text(refused)
            assert refused.content.decode().count(" selected") == [one, other].count(str(old.pk))
            assert Member.objects.filter(pk=old.pk).exists()
    trainer.post(people, {"do": "same", "one": str(old.pk), "other": str(kept.pk)})
    assert not Member.objects.filter(pk=old.pk).exists()
    assert night.players.get(name="Anke neu").member == kept
    assert kept.homework.count() == 1
    assert "An deinen Tisch" in text(new.get(there(night)))
    # The last trainer's entry: who stays leads.
    trainer.post(people, {"do": "same", "one": str(own), "other": str(kept.pk)})
    assert new.get(people).status_code == 200
    assert trainer.get(at(club)).status_code == 404


def test_a_name_that_is_as_before_changes_nothing() -> None:
    trainer, club, night = begun()
    table, _other = drawn(trainer, night)
    write(trainer, table.sheet, "02")
    Check.objects.create(entry=Entry.objects.get(), by="Anke")
    anke = Member.objects.get(name="Anke")
    trainer.post(at(club, "people/"), {"do": f"rename {anke.pk}", "name": "Anke"})
    assert Check.objects.get().by == "Anke"


def test_what_both_entries_have_written_stays_written_by_whoever_stays() -> None:
    trainer, club, night = begun()
    table, _other = drawn(trainer, night)
    old, kept = (Member.objects.get(name=name) for name in ("Anke", "Bernd"))
    for number, one in enumerate((old, kept), start=1):
        Entry.objects.create(
            sheet=table.sheet, number=number, key=f"{number}" * 20, record={}, dealer=0, by=one.name
        )
        Check.objects.create(entry=Entry.objects.get(number=number), by=one.name)
    trainer.post(at(club, "people/"), {"do": "same", "one": str(old.pk), "other": str(kept.pk)})
    assert not Member.objects.filter(pk=old.pk).exists()
    assert [one.by for one in Entry.objects.order_by("number")] == ["Bernd", "Bernd"]
    assert [one.by for one in Check.objects.order_by("entry__number")] == ["Bernd", "Bernd"]


def test_two_devices_of_one_member_keep_their_place() -> None:
    trainer, club = founded()
    phone, laptop = joined(club, "Anke"), joined(club, "Anke Laptop")
    told = {"title": "Freitag", "rounds": "2", "guests": "A\nB\nC"}
    told["members"] = [str(Member.objects.get(name="Anke Laptop").pk)]  # type: ignore[assignment]
    trainer.post(at(club, "nights/new/"), told)
    night = ClubNight.objects.get()
    drawn(trainer, night)
    laptop.post(f"{MINE}joined/", {"code": code_of(phone), "sure": "1"})
    assert NightPlayer.objects.get(name="Anke").member == Member.objects.get(name="Anke")
    assert "An deinen Tisch" in text(phone.get(there(night)))


def test_a_club_goes_at_once_however_many_play(
    django_assert_max_num_queries: Any,
) -> None:
    trainer, club, night = begun()
    drawn(trainer, night)
    with django_assert_max_num_queries(60):
        club.delete()
    assert not ScoreSheet.objects.exists()


def test_a_club_goes_with_its_nights_and_sheets() -> None:
    trainer, club = founded()
    before = rows()
    for name in NAMES:
        joined(club, name)
    club.members.exclude(name="Tina").delete()
    told = {"title": "Freitag", "rounds": "2", "guests": "A\nB\nC\nD"}
    trainer.post(at(club, "nights/new/"), told)
    table = drawn(trainer, ClubNight.objects.get())[0]
    write(trainer, table.sheet, "02")
    trainer.post(there(ClubNight.objects.get(), "delete/"))
    kept = {"tutorial_count", "learners_learner"}
    assert {k: v for k, v in rows().items() if k not in kept} == {
        k: v for k, v in before.items() if k not in kept
    }


def test_a_large_night_takes_as_many_queries(django_assert_num_queries: Any) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    trainer, club, night = begun()
    drawn(trainer, night)
    pages = (there(night), at(club, "nights/"))
    numbers = []
    for page in pages:
        trainer.get(page)
        with CaptureQueriesContext(connection) as few:
            trainer.get(page)
        numbers.append(len(few))
    trainer.post(there(night), {"do": "add", "guests": "\n".join(f"Gast {n}" for n in range(30))})
    for number in (2, 3):
        for table in drawn(trainer, night, number):
            write(trainer, table.sheet, "12")
    for page, number in zip(pages, numbers, strict=True):
        with django_assert_num_queries(number):
            trainer.get(page)
