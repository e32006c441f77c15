"""A passkey: made with an account, and enough to sign in, in a browser that has such keys."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from playwright.sync_api import Page, expect

from tests.browser.conftest import findings_in_every_theme
from tests.site.test_accounts import PASSWORD
from tutorial.learners.models import Learner, User

pytestmark = pytest.mark.django_db(transaction=True)
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(autouse=True)
def nobody_guessed_lately() -> None:
    cache.clear()


def test_an_account_opens_with_a_passkey(live_server: Any, open_page: Callable[..., Page]) -> None:
    # A password that is refused is said on the console.
    page = open_page(expect_console=True)
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})["authenticatorId"]
    page.goto(f"{live_server.url}/de/account/new/")
    page.get_by_label("Benutzername").fill("Tina")
    page.get_by_label("Passwort").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Passkeys").click()
    assert findings_in_every_theme(page) == []
    page.get_by_label("Wie heißt dieses Gerät?").fill("Laptop")
    page.get_by_label("Dein Passwort").fill("nicht dieses hier")
    page.get_by_role("button", name="Passkey anlegen").click()
    expect(page.get_by_text("Das ist nicht das Passwort.")).to_be_visible()
    assert not Authenticator.objects.exists()
    assert findings_in_every_theme(page) == []
    told = {"authenticatorId": made}
    assert session.send("WebAuthn.getCredentials", told)["credentials"] == []
    page.get_by_label("Dein Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Passkey anlegen").click()
    expect(page.get_by_role("button", name=re.compile("Laptop"))).to_be_visible()
    assert findings_in_every_theme(page) == []

    _signs_out(page, live_server.url)
    # By a name and a password as before, and by the passkey alone.
    page.goto(f"{live_server.url}/de/account/sign-in/?next=/de/clubs/")
    assert findings_in_every_theme(page) == []
    page.get_by_role("button", name="Mit einem Passkey anmelden").click()
    expect(page).to_have_url(f"{live_server.url}/de/clubs/")
    assert page.request.get(f"{live_server.url}/de/mine/").text().count("Tina") == 1
    _signs_out(page, live_server.url)

    # Somebody else has practised here since: it is asked whose that is.
    question = f"{live_server.url}/de/practice/trick-winner/kompakt/1/1/"
    page.goto(question)
    page.locator("#answer button[name=seat]").first.click()
    expect(page.locator("#verdict")).to_be_visible()
    page.goto(f"{live_server.url}/de/account/sign-in/")
    page.get_by_role("button", name="Mit einem Passkey anmelden").click()
    expect(page).to_have_url(f"{live_server.url}/de/account/sign-in/")
    page.get_by_label("Jemand anders: hier liegen lassen, bis ich mich abmelde").check()
    page.get_by_role("button", name="Mit einem Passkey anmelden").click()
    expect(page.get_by_text("Du bist angemeldet als Tina")).to_be_visible()
    assert Learner.objects.count() == 2
    assert User.objects.get().learner.attempts.count() == 0  # type: ignore[union-attr]

    # A passkey that was removed opens nothing.
    page.get_by_role("link", name="Passkeys").click()
    page.get_by_role("button", name=re.compile("Laptop")).click()
    expect(page.get_by_role("button", name=re.compile("Laptop"))).to_have_count(0)
    _signs_out(page, live_server.url)
    page.goto(f"{live_server.url}/de/account/sign-in/")
    page.get_by_label("Ich: mit meinem Konto zusammenlegen").check()
    page.get_by_role("button", name="Mit einem Passkey anmelden").click()
    expect(page.get_by_text("Zu diesem Passkey gibt es kein Konto")).to_be_visible()
    session.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": made})


def _signs_out(page: Page, base: str) -> None:
    page.goto(f"{base}/de/mine/")
    page.get_by_role("button", name="Abmelden").click()
    expect(page.get_by_role("heading", name="Du bist abgemeldet")).to_be_visible()
