"""Passkeys without a device: who may have one, what opens nothing, what takes one away."""

import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client

from tests.site.test_accounts import (
    CHANGE,
    PASSWORD,
    SIGN_IN,
    SIGN_OUT,
    rows,
    sign_in,
    with_account,
)
from tests.site.test_answers import text
from tests.site.test_mine import MINE, with_answers
from tutorial.learners.models import User
from tutorial.shared.limits import MOST, Limit

pytestmark = pytest.mark.django_db
PASSKEYS, BY_KEY = "/de/account/passkeys/", "/de/account/passkeys/sign-in/"
FORGED = (
    "", "x", "[]", "{}", "null", '"x"', '{"id": "x"}', '{"response": {"userHandle": "MQ"}}',
    '{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {"userHandle": "MQ"}}',
)  # fmt: skip


@pytest.fixture(autouse=True)
def nobody_guessed_lately() -> None:
    cache.clear()


def with_passkey(name: str = "Anke") -> tuple[Client, Authenticator]:
    """As a device would have made it; it signs nothing here."""
    client = with_account(name=name)
    account = User.objects.get(username=name)
    data = {"name": f"Handy von {name}", "credential": {}}
    kind = Authenticator.Type.WEBAUTHN
    return client, Authenticator.objects.create(user=account, type=kind, data=data)


def test_they_belong_to_an_account() -> None:
    for client in (Client(), with_answers(1)):
        for method in (client.get, client.post):
            assert method(PASSKEYS)["Location"] == f"{SIGN_IN}?next={PASSKEYS}"
    assert with_account().get(PASSKEYS).status_code == 200


def test_what_a_device_is_to_make_is_told_for_the_password() -> None:
    client = with_account()
    for password in ("", "nicht dieses hier"):
        told = client.post(PASSKEYS, {"do": "ask", "password": password})
        assert told.status_code == 422
        assert told.json() == {"fault": "Das ist nicht das Passwort."}
    made = client.post(PASSKEYS, {"do": "ask", "password": PASSWORD}).json()
    options = made["creation_options"]["publicKey"]
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["user"]["name"] == "Anke"


def test_a_password_is_guessed_in_vain() -> None:
    client = with_account()
    most, _seconds = MOST[Limit.SIGN_INS]
    tried = [client.post(PASSKEYS, {"do": "ask", "password": "x"}) for _ in range(most + 1)]
    assert [one.status_code for one in tried] == [422] * most + [429]
    assert client.post(PASSKEYS, {"do": "ask", "password": PASSWORD}).status_code == 429


@pytest.mark.parametrize("credential", FORGED)
def test_what_no_device_made_is_no_passkey(credential: str) -> None:
    client = with_account()
    client.post(PASSKEYS, {"do": "ask", "password": PASSWORD})
    told = {"name": "Handy", "password": PASSWORD, "credential": credential}
    refused = client.post(PASSKEYS, told)
    assert refused.status_code == 422
    assert "nicht geklappt" in text(refused)
    assert "Handy" in refused.content.decode()
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("credential", FORGED)
def test_what_no_device_signed_opens_nothing(credential: str) -> None:
    with_passkey()
    client = Client()
    asked = client.get(BY_KEY, headers={"accept": "application/json"}).json()
    assert asked["request_options"]["publicKey"]["userVerification"] == "required"
    before = {**rows()}
    response = client.post(BY_KEY, {"credential": credential})
    assert response.status_code == 303
    assert "kein Konto" in text(client.get(response["Location"]))
    assert "angemeldet als" not in text(client.get(MINE))
    assert {**rows()} == before
    # Nor without having been asked.
    assert Client().post(BY_KEY, {"credential": credential}).status_code == 303


def test_whose_it_is_what_a_browser_has_is_asked_first() -> None:
    client = with_answers(1)
    response = client.post(BY_KEY, {"credential": "{}"})
    assert "Sag erst, wem gehört" in text(client.get(response["Location"]))


def test_the_password_stays_good() -> None:
    client, _key = with_passkey()
    client.post(SIGN_OUT)
    assert sign_in(client)["Location"] == MINE
    assert "angemeldet als Anke" in text(client.get(MINE))


def test_one_removes_ones_own_and_nobody_elses() -> None:
    anke, key = with_passkey()
    otto, other = with_passkey("Otto")
    assert "Handy von Anke" in text(anke.get(PASSKEYS))
    assert "Otto" not in text(anke.get(PASSKEYS))
    for odd in (str(other.pk), "x", "9" * 40):
        anke.post(PASSKEYS, {"do": f"remove {odd}"})
    assert Authenticator.objects.count() == 2
    otto.post(PASSKEYS, {"do": f"remove {other.pk}"})
    assert list(Authenticator.objects.all()) == [key]


def test_a_new_password_removes_them() -> None:
    client, _key = with_passkey()
    new = "vier Buben im Regen"
    told = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post(CHANGE, told).status_code == 302
    assert not Authenticator.objects.exists()


def test_they_are_exported_and_go_with_the_account() -> None:
    client, _key = with_passkey()
    told: dict[str, Any] = json.loads(client.get(f"{MINE}karlchen.json").content)
    assert len(told["passkeys"]) == 1
    client.post(f"{MINE}delete/")
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "[::1]:8000"])
def test_an_address_that_is_a_number_has_none(host: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "127.0.0.1", "[::1]"]
    client = with_account()
    assert "bloße Nummer" in text(client.get(PASSKEYS, headers={"host": host}))
    client.post(SIGN_OUT)
    assert "Passkey" not in text(client.get(SIGN_IN, headers={"host": host}))
    assert "Passkey" in text(client.get(SIGN_IN))
