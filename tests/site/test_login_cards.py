"""Cards that a trainer prints: what they open, and what they never open."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.site.test_accounts import SIGN_OUT, rows, sign_up, with_account
from tests.site.test_answers import post, right, text
from tests.site.test_clubs import CLUBS, at, founded
from tests.site.test_mine import MINE, code_of, with_answers
from tutorial.clubs.models import LOGIN_CARD_LENGTH, Club, Member
from tutorial.learners.models import Attempt, Learner
from tutorial.shared.limits import MOST, Limit

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_guessed_lately() -> None:
    cache.clear()


def printed(*names: str) -> tuple[Client, Club, list[Member]]:
    """A trainer, the club, and its members with cards."""
    trainer, club = founded()
    told = {"do": "write", "names": "\n".join(names or ("Anke", "Bernd"))}
    assert trainer.post(at(club, "cards/"), told).status_code == 303
    return trainer, club, [*club.members.filter(login_card__isnull=False).order_by("name")]


def there(member: Member) -> str:
    return f"{CLUBS}card/{member.login_card}/"


def came_in(member: Member, client: Client | None = None, **told: str) -> Client:
    client = client or Client()
    assert client.post(there(member), told).status_code == 303
    return client


def answered(client: Client, seed: int = 1) -> None:
    url = f"/de/practice/trick-winner/kompakt/1/{seed}/?statement=kompakt:trumpfkarten"
    post(client, url, right(url))


def test_cards_are_printed_for_names() -> None:
    trainer, club, (anke, bernd) = printed(" Anke ", "", "Bernd", "Anke")
    page = text(trainer.get(at(club, "cards/")))
    for one in (anke, bernd):
        assert one.login_card is not None
        assert len(one.login_card) == LOGIN_CARD_LENGTH
        assert f"{one.login_card[:5]}-{one.login_card[5:]}" in page
        assert one.agreed is None
    told = {"do": "write", "names": "Anke\nBernd"}
    trainer.post(at(club, "cards/"), told)  # pressed twice
    assert club.members.count() == 3
    club.members.update(joined=timezone.now() - timedelta(hours=1))
    trainer.post(at(club, "cards/"), told)  # others of the same names
    assert club.members.count() == 5


@pytest.mark.parametrize("names", ["", " \n\u200b", "x" * 31, "\n".join(map(str, range(101)))])
def test_names_that_are_none_make_no_cards(names: str) -> None:
    trainer, club = founded()
    before = {**rows()}
    response = trainer.post(at(club, "cards/"), {"do": "write", "names": names})
    assert response.status_code == 422
    assert names.strip() in response.content.decode()
    assert {**rows()} == before


def test_one_goes_on_with_a_card_on_another_device() -> None:
    trainer, _club, (anke, _bernd) = printed()
    assert "Bist du Anke?" in text(Client().get(there(anke)))
    first = came_in(anke, agrees="on")
    answered(first)
    anke.refresh_from_db()
    assert anke.agreed is not None
    second = came_in(anke)
    assert "Karlchen hat eine Antwort von dir" in text(second.get(MINE))
    assert "Anke" in text(trainer.get(at(_club)))
    # By hand, where the club's code is entered, as people write it.
    assert anke.login_card is not None
    written = {"code": f"{anke.login_card[:5].lower()} - {anke.login_card[5:].lower()}"}
    assert Client().get(f"{CLUBS}join/", written)["Location"] == there(anke)
    assert second.get(there(anke))["Location"] == at(_club)


def test_what_was_here_waits_until_the_card_is_put_away() -> None:
    _trainer, club, (anke, bernd) = printed()
    phone = with_answers(1, 2)
    assert "wartet" in text(phone.get(there(anke)))
    came_in(anke, phone)
    answered(phone, 3)
    assert Attempt.objects.filter(learner=anke.learner_id).count() == 1
    # The next child at the same device; what was here first is what waits.
    assert "wartet" not in text(phone.get(there(bernd)))
    came_in(bernd, phone)
    assert "Karte weglegen" in text(phone.get(at(club, "me/")))
    gone = text(phone.post(SIGN_OUT))
    assert "Mit deiner Karte geht es weiter" in gone
    assert "Wer vorher hier war, ist wieder da" in gone
    assert "Konto" not in gone.partition("Mit deiner Karte")[0]
    assert "Karlchen hat 2 Antworten von dir" in text(phone.get(MINE))


def test_a_renewed_card_opens_and_the_lost_one_does_not() -> None:
    trainer, club, (anke, _bernd) = printed()
    lost = came_in(anke, agrees="on")
    answered(lost)
    old = there(anke)
    trainer.post(at(club, "cards/"), {"do": f"renew {anke.pk}"})
    anke.refresh_from_db()
    assert there(anke) != old
    assert Client().get(old).status_code == 404
    assert lost.get(at(club)).status_code == 404  # nor the browser that it opened
    again = came_in(anke)
    assert "Karlchen hat eine Antwort von dir" in text(again.get(MINE))
    assert anke.agreed is not None


def test_a_card_never_opens_what_was_done_without_it() -> None:
    trainer, club, (anke, _bernd) = printed()
    # Put together with another device's learner.
    client, other = came_in(anke), with_answers(1, 2)
    answered(client, 3)
    code = code_of(client)
    other.post("/de/mine/joined/", {"code": code, "sure": "1"})
    assert Attempt.objects.filter(learner__memberships=anke).count() == 3
    assert Client().get(there(anke)).status_code == 404
    assert other.get(at(club)).status_code == 200
    trainer.post(at(club, "cards/"), {"do": f"renew {anke.pk}"})
    anke.refresh_from_db()
    assert anke.login_card is None


def test_an_account_makes_a_card_void() -> None:
    trainer, club, (_anke, bernd) = printed()
    client = came_in(bernd)
    assert sign_up(client, "Bernd")["Location"] == MINE
    assert Client().get(there(bernd)).status_code == 404
    assert bernd.name not in text(trainer.get(at(club, "cards/")))
    response = trainer.post(at(club, "cards/"), {"do": f"renew {bernd.pk}"})
    assert response.status_code == 422
    assert client.get(at(club)).status_code == 200


def test_a_member_makes_his_card_void() -> None:
    _trainer, club, (anke, _bernd) = printed()
    client = came_in(anke)
    client.post(at(club), {"do": "no-card"})
    assert Client().get(there(anke)).status_code == 404
    assert client.get(at(club)).status_code == 200


def test_what_waits_can_be_come_back_to_without_a_card() -> None:
    _trainer, club, (anke, _bernd) = printed()
    phone = with_answers(1, 2)
    assert "Zurück zu dem" not in text(phone.get(MINE))
    came_in(anke, phone)
    phone.post(at(club), {"do": "no-card"})
    assert "Zurück zu dem" in text(phone.get(MINE))
    phone.post(SIGN_OUT)
    assert "Karlchen hat 2 Antworten von dir" in text(phone.get(MINE))


def test_nobody_new_comes_into_an_archived_club() -> None:
    trainer, club, (anke, _bernd) = printed()
    trainer.post(at(club, "people/"), {"do": "archive"})
    told = {"do": "write", "names": "Carla"}
    assert trainer.post(at(club, "cards/"), told).status_code == 422
    assert club.members.count() == 3
    came_in(anke)  # who is a member reads on


def test_a_card_does_not_take_an_account_away() -> None:
    _trainer, club, (anke, _bernd) = printed()
    client = with_account(1, name="Carla")
    assert "Melde dich" in text(client.get(there(anke)))
    assert client.post(there(anke)).status_code == 409
    assert client.get(at(club)).status_code == 404


def test_cards_are_guessed_in_vain() -> None:
    _trainer, _club, (anke, _bernd) = printed()
    most, _seconds = MOST[Limit.WRONG_CODES]
    guesser = Client()
    tried = [guesser.get(f"{CLUBS}card/{n:010}/").status_code for n in range(most + 1)]
    assert tried == [404] * most + [429]
    assert guesser.get(there(anke)).status_code == 429
    assert guesser.post(there(anke)).status_code == 429


def test_a_card_of_no_club_is_none() -> None:
    _trainer, club, (anke, _bernd) = printed()
    old, made = there(anke), Learner.objects.count()
    club.members.filter(pk=anke.pk).delete()
    assert Client().get(old).status_code == 404
    assert Learner.objects.count() == made


def test_cards_that_lead_nowhere_say_so() -> None:
    trainer, club, _members = printed()
    told = "Diese Adresse hat nur dieser Rechner"
    assert told not in text(trainer.get(at(club, "cards/")))
    assert told in text(trainer.get(at(club, "cards/"), headers={"host": "localhost:8000"}))


def test_the_page_has_nothing_else_on_paper() -> None:
    trainer, club, _members = printed()
    page = trainer.get(at(club, "cards/")).content.decode()
    assert len(re.findall(r'class="login-card"', page)) == 2
