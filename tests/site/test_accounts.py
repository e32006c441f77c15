"""An account is one more key to a learner: made, opened elsewhere, exported, deleted."""

import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.site.test_answers import post, right, text
from tests.site.test_mine import MINE, URL, code_of, with_answers
from tests.site.test_sittings import begun
from tutorial.learners.cookie import COOKIE
from tutorial.learners.models import Attempt, Learner, Memory, User
from tutorial.shared.limits import MOST, Limit
from tutorial.tidying import tidied

pytestmark = pytest.mark.django_db
NEW, SIGN_IN, SIGN_OUT = "/de/account/new/", "/de/account/sign-in/", "/de/account/sign-out/"
ADDRESS = "/de/account/e-mail/"
CHANGE, FORGOTTEN = "/de/account/password/", "/de/account/forgotten/"
PASSWORD = "drei Karten im Schrank"  # noqa: S105


@pytest.fixture(autouse=True)
def nobody_guessed_lately() -> None:
    """Limits of allauth are kept in the process."""
    cache.clear()


def sign_up(client: Client, name: str = "Anke", whose: str = "mine") -> Any:
    return client.post(NEW, {"username": name, "password1": PASSWORD, "whose": whose})


def sign_in(
    client: Client, name: str = "Anke", password: str = PASSWORD, whose: str = "mine"
) -> Any:
    return client.post(SIGN_IN, {"login": name, "password": password, "whose": whose})


def with_account(*seeds: int, name: str = "Anke") -> Client:
    client = with_answers(*seeds)
    assert sign_up(client, name)["Location"] == MINE
    return client


def told(client: Client) -> str:
    return text(client.get(MINE))


def test_an_account_keeps_what_the_browser_has() -> None:
    client = with_account(1, 2)
    assert "angemeldet als Anke" in told(client)
    assert "2 Antworten von dir" in told(client)
    assert User.objects.get().learner == Learner.objects.get()
    assert not User.objects.get().is_staff


def test_it_opens_the_same_on_another_device_with_what_both_have() -> None:
    phone, laptop = with_account(1, 2), with_answers(3)
    assert sign_in(laptop, "anke")["Location"] == MINE
    for device in (phone, laptop):
        assert "3 Antworten von dir" in told(device)
    assert Learner.objects.count() == 1
    fresh = Client()
    sign_in(fresh)
    assert "3 Antworten von dir" in told(fresh)


def test_an_account_made_before_the_first_answer_has_a_learner() -> None:
    assert "angemeldet als" in told(with_account())


def test_what_belongs_to_another_account_stays_with_it() -> None:
    shared = with_account(1, 2)
    shared.cookies.pop("sessionid")  # Anke's session is over; the browser still knows her
    sign_up(Client(), "Bernd")
    assert sign_in(shared, "Bernd").status_code == 302
    assert "noch nichts" not in told(shared)
    assert "0 Antworten" in told(shared)
    other = Client()
    sign_in(other)
    assert "2 Antworten von dir" in told(other)


def test_two_accounts_joined_by_a_code_open_the_same() -> None:
    phone, laptop = with_account(1), with_account(2, name="Anke2")
    laptop.post(f"{MINE}joined/", {"code": code_of(phone), "sure": "1"})
    for name in ("Anke", "Anke2"):
        fresh = Client()
        sign_in(fresh, name)
        assert "2 Antworten von dir" in told(fresh)


def test_signed_out_the_browser_is_nobodys() -> None:
    client = with_account(1)
    out = client.post(SIGN_OUT)
    assert "Du bist abgemeldet" in text(out)
    assert out.cookies[COOKIE].value == ""
    assert "noch nichts aufgehoben" in told(client)
    assert Attempt.objects.count() == 1
    assert client.get(SIGN_OUT).status_code == 405


@pytest.mark.parametrize(
    ("name", "password"), [("Anke", "falsch falsch"), ("Niemand", PASSWORD), ("", ""), ("\0", "x")]
)
def test_a_wrong_password_opens_nothing_and_tells_no_name(name: str, password: str) -> None:
    with_account(1)
    client = Client()
    refused = sign_in(client, name, password)
    assert refused.status_code == 422
    assert COOKIE not in refused.cookies
    assert "angemeldet" not in told(client)
    if "" not in {name.strip("\0"), password}:
        known = text(sign_in(Client(), "Anke", "ganz falsch"))
        assert re.sub(r"\s", "", text(refused)) == re.sub(r"\s", "", known)


@pytest.mark.parametrize(
    ("posted", "reason"),
    [
        ({"username": "anke", "password1": PASSWORD}, "bereits vergeben"),
        ({"username": "Bernd", "password1": "kurz"}, "zu kurz"),
        ({"username": "Bernd", "password1": "123456789012"}, "numerisch"),
        ({"username": "Bernd Meier <b>", "password1": PASSWORD}, "Buchstaben"),
        ({}, "zwingend erforderlich"),
    ],
)
def test_what_makes_no_account_says_why(posted: dict[str, str], reason: str) -> None:
    with_account(1)
    refused = Client().post(NEW, posted)
    assert refused.status_code == 422
    assert reason in text(refused)
    assert User.objects.count() == 1


def test_guesses_are_limited() -> None:
    most, _seconds = MOST[Limit.SIGN_INS]
    with_account(1)
    tried = [sign_in(Client(), "Anke", f"geraten {n}").status_code for n in range(most + 1)]
    assert set(tried[:-1]) == {422}
    assert tried[-1] == 429
    assert sign_in(Client()).status_code == 429


def test_a_room_signs_in_at_once() -> None:
    with_account(1)
    most, _seconds = MOST[Limit.SIGN_INS]
    assert {sign_in(Client()).status_code for _ in range(2 * most)} == {302}


def test_the_way_on_is_ours_alone() -> None:
    with_account(1)
    went = Client().post(
        f"{SIGN_IN}?next=https://elsewhere.example/", {"login": "Anke", "password": PASSWORD}
    )
    assert went["Location"] == MINE
    here = Client().post(f"{SIGN_IN}?next=/de/path/", {"login": "Anke", "password": PASSWORD})
    assert here["Location"] == "/de/path/"


def test_a_password_is_changed_by_who_knows_it() -> None:
    client, other = with_account(1), Client()
    sign_in(other)
    new = "noch drei Wörter mehr"
    asked = {"oldpassword": "falsch", "password1": new, "password2": new}
    assert client.post(CHANGE, asked).status_code == 422
    assert client.post(CHANGE, asked | {"oldpassword": PASSWORD}).status_code == 302
    assert "angemeldet als" in told(client)
    assert "angemeldet als" not in told(other)  # its session is over
    # And its cookie is worth nothing any more; nothing was lost where the password was changed.
    assert "noch nichts aufgehoben" in told(other)
    assert "eine Antwort von dir" in told(client)
    assert Memory.objects.get().learner == Learner.objects.get()
    assert post(client, URL.format(7), right(URL.format(7))).status_code == 303
    assert sign_in(Client()).status_code == 422
    assert sign_in(Client(), password=new).status_code == 302
    assert Client().get(CHANGE)["Location"].startswith(SIGN_IN)


def test_a_password_given_by_whoever_runs_the_site_locks_out_browsers_too() -> None:
    client, fourth = with_account(1, 2), with_answers(3)
    fourth.post(f"{MINE}joined/", {"code": code_of(client), "sure": "1"})
    assert "3 Antworten von dir" in told(fourth)
    account = User.objects.get()
    account.set_password("drei neue Wörter hier")
    account.save()
    for device in (client, fourth):
        assert "noch nichts aufgehoben" in told(device)
    assert sign_in(client, password="drei neue Wörter hier").status_code == 302  # noqa: S106
    assert "3 Antworten von dir" in told(client)
    assert Learner.objects.count() == 1


def test_another_account_of_the_same_learner_stays_signed_in() -> None:
    phone, laptop = with_account(1), with_account(2, name="Anke2")
    laptop.post(f"{MINE}joined/", {"code": code_of(phone), "sure": "1"})
    new = "noch drei Wörter mehr"
    phone.post(CHANGE, {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert "angemeldet als Anke2" in told(laptop)
    assert "2 Antworten von dir" in told(laptop)


def without_session(client: Client) -> Client:
    client.cookies.pop("sessionid")
    return client


def test_a_browser_whose_sign_in_has_run_out_practises_and_no_more() -> None:
    client = without_session(with_account(1))
    assert "kennt das Konto Anke" in told(client)
    for url in (f"{MINE}karlchen.json", f"{MINE}delete/"):
        refused = client.get(url)
        assert refused.status_code == 403
        assert f"?next={quote(url, safe='')}" in refused.content.decode()
    assert client.post(f"{MINE}code/").status_code == 403
    assert client.post(f"{MINE}joined/", {"code": "AAAA"}).status_code == 403
    assert client.post(f"{MINE}delete/").status_code == 403
    assert Attempt.objects.count() == 1
    assert post(client, URL.format(2), right(URL.format(2))).status_code == 303
    sign_in(client)
    assert client.get(f"{MINE}karlchen.json").status_code == 200
    assert "2 Antworten von dir" in told(client)
    client.post(SIGN_OUT)
    assert "noch nichts aufgehoben" in told(client)


def test_a_browser_forgets_an_account_that_has_run_out() -> None:
    client = without_session(with_account(1))
    client.post(SIGN_OUT)
    assert "noch nichts aufgehoben" in told(client)
    assert Attempt.objects.count() == 1


def test_who_signs_in_on_a_friends_phone_leaves_him_what_is_his() -> None:
    with_account(1)
    phone = with_answers(2, 3)
    assert 'name="whose"' in phone.get(SIGN_IN).content.decode()
    assert 'name="whose"' not in Client().get(SIGN_IN).content.decode()
    assert sign_in(phone, whose="").status_code == 422  # nobody is asked in vain
    assert sign_in(phone, whose="others").status_code == 302
    assert "eine Antwort von dir" in told(phone)
    phone.post(SIGN_OUT)
    assert "2 Antworten von dir" in told(phone)
    other = Client()
    sign_in(other)
    assert "eine Antwort von dir" in told(other)


def test_an_account_made_on_a_friends_phone_begins_with_nothing() -> None:
    phone = with_answers(2, 3)
    sign_up(phone, whose="others")
    assert "0 Antworten" in told(phone)
    phone.post(SIGN_OUT)
    assert "2 Antworten von dir" in told(phone)


def test_without_mail_there_is_no_reset(client: Client) -> None:
    assert client.get(FORGOTTEN).status_code == 404
    assert "verschickt keine E-Mails" in text(client.get(FORGOTTEN))
    assert "Passwort vergessen" not in text(client.get(SIGN_IN))
    assert 'name="email"' not in client.get(NEW).content.decode()


def test_too_much_at_once_is_said_in_our_words() -> None:
    pressed = [Client().post(NEW, {}) for _time in range(61)]
    assert {one.status_code for one in pressed} == {422, 429}
    assert "Warte eine Minute" in text(pressed[-1])


def test_a_link_by_mail_changes_the_password_once(settings: Any) -> None:
    settings.HAS_MAIL = True
    lost = with_account(1)
    User.objects.update(email="anke@example.org")
    for address in ("ANKE@example.org", "niemand@example.org"):
        sent = Client().post(FORGOTTEN, {"email": address})
        assert sent["Location"] == f"{FORGOTTEN}sent/"
    (letter,) = mail.outbox
    assert letter.subject == "[Karlchen] Ein neues Passwort"
    found = re.search(r"http://testserver(/de/account/forgotten/\S+)", str(letter.body))
    assert found
    there = Client()
    url = there.get(found[1])["Location"]
    assert "Neues Passwort" in text(there.get(url))
    new = "wieder drei neue Wörter"
    assert there.post(url, {"password1": new, "password2": "anders"}).status_code == 422
    assert there.post(url, {"password1": new, "password2": new}).status_code == 302
    assert "noch nichts aufgehoben" in told(lost)
    assert sign_in(Client(), password=new).status_code == 302
    assert "schon benutzt" in text(Client().get(found[1], follow=True))


def test_a_mistyped_address_is_corrected_for_the_password(settings: Any) -> None:
    settings.HAS_MAIL = True
    assert Client().get(ADDRESS)["Location"] == f"{SIGN_IN}?next={ADDRESS}"
    client = with_account(1)
    assert "E-Mail" in told(client)
    User.objects.update(email="akne@example.org")
    assert "akne@example.org" in client.get(ADDRESS).content.decode()
    right = {"email": "Anke@Example.org", "oldpassword": PASSWORD}
    for odd in ({"oldpassword": "nicht dieses"}, {"oldpassword": ""}, {"email": "anke@"}):
        refused = client.post(ADDRESS, right | odd)
        assert refused.status_code == 422
        assert User.objects.get().email == "akne@example.org"
    assert "anke@" in refused.content.decode()
    assert client.post(ADDRESS, right)["Location"] == MINE
    for address in ("akne@example.org", "anke@example.org"):
        Client().post(FORGOTTEN, {"email": address})
    (letter,) = mail.outbox
    assert letter.to == ["anke@example.org"]
    client.post(ADDRESS, right | {"email": ""})
    Client().post(FORGOTTEN, {"email": "anke@example.org"})
    assert len(mail.outbox) == 1


def test_an_address_is_no_way_to_guess_a_password() -> None:
    client = with_account()
    most, _seconds = MOST[Limit.SIGN_INS]
    wrong = {"email": "", "oldpassword": "x"}
    tried = [client.post(ADDRESS, wrong).status_code for _ in range(most + 1)]
    assert tried == [422] * most + [429]


def test_an_account_is_exported() -> None:
    exported = json.loads(with_account(1).get(f"{MINE}karlchen.json").content)
    assert [one["username"] for one in exported["accounts"]] == ["Anke"]
    assert "password" not in str(exported)


def rows() -> dict[str, int]:
    """By table, of whatever is kept of people."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(f"SELECT COUNT(*) FROM {model._meta.db_table}")  # noqa: S608  (ours)
            found[model._meta.db_table] = cursor.fetchone()[0]
    return {name: number for name, number in found.items() if number}


def test_deleted_nothing_is_left_in_any_table() -> None:
    before = rows()
    client, other = with_account(1, 2), Client()
    begun(client)
    sign_in(other)
    done = client.post(f"{MINE}delete/")
    assert "Alles ist gelöscht" in text(done)
    counts = "tutorial_count"  # under a code made from the address; forgotten within two days
    assert {k: v for k, v in rows().items() if k != counts} == before
    assert "angemeldet" not in told(other)
    assert sign_in(Client()).status_code == 422


def test_who_signs_in_is_kept_without_an_answer() -> None:
    with_account()
    with_account(name="Bernd")
    long_ago = timezone.now() - timedelta(days=800)
    Learner.objects.update(created=long_ago)
    User.objects.filter(username="Bernd").update(last_login=long_ago)
    list(tidied())
    assert [one.username for one in User.objects.all()] == ["Anke"]


def test_an_account_that_was_shut_opens_nothing() -> None:
    with_account(1)
    User.objects.update(is_active=False)
    client = Client()
    assert sign_in(client).status_code in {404, 422}
    assert "angemeldet als" not in told(client)
