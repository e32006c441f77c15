"""Looking after the site: signing in, accounts, what learners hold for wrong, errors by mail."""

import logging
import re
from html import unescape
from importlib import reload
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.password_validation import validate_password
from django.core import mail
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.test import Client, RequestFactory, override_settings
from django.urls import clear_url_caches, resolve
from django.urls.exceptions import Resolver404
from django.utils.log import AdminEmailHandler

from tests.site.test_answers import LEGAL, token, wrong
from tutorial import logged, urls
from tutorial.learners.models import User
from tutorial.logged import Seldom
from tutorial.machine import mailers_at
from tutorial.practice.models import Report
from tutorial.shared.limits import MOST, Limit

PASSWORD = "neun Herzen stechen nicht"  # noqa: S105


@pytest.fixture
def keeper(client: Client) -> Client:
    """Signed in as somebody who runs the site."""
    User.objects.create_superuser("karl", password=PASSWORD)
    assert client.login(username="karl", password=PASSWORD)
    return client


@pytest.mark.parametrize("password", ["a", "karl", "12345678901234", "kurz"])
def test_a_password_that_is_easily_guessed_is_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password, User(username="karl"))
    validate_password(PASSWORD, User(username="karl"))


@pytest.mark.django_db
def test_who_tries_many_passwords_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in (Limit.SIGN_INS, Limit.SIGN_INS_OF_NAME):
        monkeypatch.setitem(MOST, limit, (3, 900))
    User.objects.create_superuser("karl", password=PASSWORD)
    client, posted = Client(), {"username": "karl", "password": "falsch"}
    statuses = [client.post("/admin/login/", posted).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    elsewhere = Client(REMOTE_ADDR="10.0.0.2")
    for name in ("karl", "  karl ", "ｋarl"):  # it is this account that is being tried
        right = {"username": name, "password": PASSWORD}
        refused = elsewhere.post("/admin/login/", right)
        assert refused.status_code == 429
    assert int(refused["Retry-After"]) <= 900
    assert "zu oft" in refused.content.decode() or "too often" in refused.content.decode()
    other = Client(REMOTE_ADDR="10.0.0.3").post("/admin/login/", posted | {"username": "otto"})
    assert other.status_code == 200


@pytest.mark.django_db
def test_accounts_are_managed_by_those_who_run_the_site(keeper: Client) -> None:
    page = keeper.get("/admin/learners/user/").content.decode()
    assert "karl" in page
    new = {"username": "otto", "usable_password": "true", "password1": "a", "password2": "a"}
    refused = keeper.post("/admin/learners/user/add/", new)
    assert refused.status_code == 200
    assert not User.objects.filter(username="otto").exists()


@pytest.mark.parametrize("there_is", [True, False])
def test_the_administration_can_be_switched_off(there_is: bool) -> None:
    try:
        with override_settings(ADMIN=there_is):
            reload(urls)
            clear_url_caches()
            if there_is:
                assert resolve("/admin/", "tutorial.urls").app_name == "admin"
            else:
                with pytest.raises(Resolver404):
                    resolve("/admin/", "tutorial.urls")
    finally:
        reload(urls)
        clear_url_caches()


@pytest.mark.django_db
@pytest.mark.parametrize("url", [LEGAL, "/de/replays/normalspiel/8/?guess=all"])
def test_what_is_held_for_wrong_leads_to_where_it_was_asked(keeper: Client, url: str) -> None:
    given = wrong(LEGAL) if url == LEGAL else {"seat": "VH"}
    keeper.post(url, {"token": token(keeper, url)} | given, headers={"HX-Request": "true"})
    page = keeper.get(url).content.decode()
    page = keeper.post(url, {"token": token(keeper, url)} | given, follow=True).content.decode()
    action = re.search(r'action="([^"]*(?:/disputed/|attempt=)[^"]*)"', page)
    assert action
    keeper.post(unescape(action[1]), {"dispute": "1"})
    report = Report.objects.get()
    shown = keeper.get(f"/admin/practice/report/{report.pk}/change/").content.decode()
    link = re.search(r'<a href="(/de/[^"]*)">', shown)
    assert link
    assert keeper.get(link[1]).status_code == 200


@pytest.mark.django_db
def test_a_game_that_only_its_address_carried_has_no_link(keeper: Client) -> None:
    report = Report.objects.create(
        address="own/12", rules={}, question={}, answer=[], text="x", version="1"
    )
    page = keeper.get(f"/admin/practice/report/{report.pk}/change/").content.decode()
    assert "own/12 (a game that only its address carried)" in page


def test_an_error_is_mailed_once_and_tells_nothing_of_who_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handlers = logging.getLogger("django").handlers
    (mails,) = (one for one in handlers if isinstance(one, AdminEmailHandler))
    (seldom,) = (one for one in mails.filters if isinstance(one, Seldom))
    monkeypatch.setattr(seldom, "last", None)
    now = 5000.0
    monkeypatch.setattr(logged, "monotonic", lambda: now)

    def fail(*_args: Any) -> None:
        raise RuntimeError("nothing works")

    monkeypatch.setattr("tutorial.course.views.any_exercise", fail)
    client = Client(raise_request_exception=False, REMOTE_ADDR="192.0.2.77", REQUEST_ID="a1b2c3")
    client.cookies["learner"] = "SeCrEt"
    with override_settings(ADMINS=["kurt@karlchen.example"]):
        for _ in range(3):
            page = client.get("/de/?q=SeCrEt").content.decode()
        now += logged.SECONDS_BETWEEN_MAILS
        client.get("/de/")
    assert "a1b2c3" in page
    first, second = mail.outbox
    assert first.to == ["kurt@karlchen.example"]
    assert "nothing works" in first.body
    assert "a1b2c3" in first.body
    for told in (str(first.body), str(first.subject)):
        assert "SeCrEt" not in told
        assert "192.0.2.77" not in told
    assert "nothing works" in second.body


@pytest.mark.parametrize(
    ("url", "host", "port", "tls", "ssl"),
    [
        ("smtp://mail.example", "mail.example", 25, False, False),
        ("smtp+tls://n%40me:p%3Aw@mail.example", "mail.example", 587, True, False),
        ("smtps://n:p@mail.example:4650", "mail.example", 4650, False, True),
    ],
)
def test_where_mail_goes(url: str, host: str, port: int, tls: bool, ssl: bool) -> None:
    options = mailers_at(url)["default"]["OPTIONS"]
    assert (options["host"], options["port"]) == (host, port)
    assert (options["use_tls"], options["use_ssl"]) == (tls, ssl)
    if "%40" in url:
        assert (options["username"], options["password"]) == ("n@me", "p:w")


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://"])
def test_an_odd_address_for_mail_is_told_so(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL: expected smtp://"):
        mailers_at(url)


def test_a_path_in_the_log_keeps_its_secrets() -> None:
    assert logged.as_logged("/de/replays/own-abc/3/") == "/de/replays/own-…/3/"
    assert logged.as_logged("/de/practice/disputed/abc/") == "/de/practice/disputed/…/"
    assert logged.as_logged("/de/replays/own/3/") == "/de/replays/own/3/"
    for path in ("clubs/abc/", "clubs/join/abc/", "clubs/card/abc/", "quizzes/abc/live/",
                 "live/Q7/lead/abc/own/", "account/forgotten/4-abc/"):  # fmt: skip
        assert "abc" not in logged.as_logged(f"/de/{path}")
    for path in ("clubs/", "clubs/new/", "quizzes/file/", "account/forgotten/sent/"):
        assert logged.as_logged(f"/de/{path}") == f"/de/{path}"
    assert logged.as_logged("/de/ü\n2026 forged/") == "/de/ü\\x0a2026 forged/"
    request = RequestFactory().get("/x", REQUEST_ID="77")
    request.user = AnonymousUser()
    record = logging.LogRecord(
        "x", 40, "x", 1, "%s: %s", ("Failed", "/de/replays/own-abc/3/"), None
    )
    record.request = request
    assert logged.RequestNumber().filter(record)
    assert record.getMessage() == "Failed: /de/replays/own-…/3/"
    assert vars(record)["number"] == "77"
