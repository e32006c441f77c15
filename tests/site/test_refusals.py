"""What no page of ours asks for is refused in words, by the right status, with all headers."""

from typing import Any

import pytest
from django.test import Client, override_settings

PAGES = ["de/", "de/glossary/", "de/practice/", "en/judge/", "de/settings/", "de/replays/own/"]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "DANCE"])
def test_a_method_that_no_page_takes(page: str, method: str) -> None:
    response = Client(enforce_csrf_checks=True).generic(method, f"/{page}")
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize(
    "page", ["de/glossary/", "de/practice/", "en/kompakt/", "de/replays/normalspiel/game.json"]
)
def test_a_post_to_a_page_that_is_only_looked_at(page: str) -> None:
    """Without a form's mark, too: what it lacks would not help it."""
    response = Client(enforce_csrf_checks=True).post(f"/{page}", {"x": "y"})
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD"
    assert f'href="/{page}"' in response.content.decode()


def test_an_address_that_only_takes_something(client: Client) -> None:
    response = client.get("/de/practice/disputed/x/")
    assert response.status_code == 405
    assert response["Allow"] == "POST"
    assert "nichts anzusehen" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["de/", "de/practice/trick-winner/kompakt/1/7/", "nowhere/"])
def test_a_query_with_more_parts_than_any_form(client: Client, page: str) -> None:
    response = client.get(f"/{page}?{'&'.join('a=1' for _ in range(1500))}")
    assert response.status_code == 414
    assert "Das ist nicht zu lesen" in response.content.decode()


def test_a_query_with_many_parts_under_a_name_that_is_not_ours(client: Client) -> None:
    many = "&".join("a=1" for _ in range(1500))
    response = client.get(f"/de/?{many}", headers={"host": "evil.example"})
    assert response.status_code == 414


@pytest.mark.django_db
def test_a_post_with_more_parts_than_any_form(client: Client) -> None:
    body = "&".join("a=1" for _ in range(1500))
    response = client.post("/de/judge/", body, content_type="application/x-www-form-urlencoded")
    assert response.status_code == 400
    assert "Das ist nicht zu lesen" in response.content.decode()


def test_an_address_longer_than_any_of_ours(client: Client) -> None:
    for address in ("/de/practice/" + "a" * 9000, "/de/search/?q=" + "a" * 9000):
        response = client.get(address)
        assert response.status_code == 414
        assert b"aaaaaaaaaa" not in response.content


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["practice/disputed/%00/", "replays/own-%00/0/", "%00/", "kompakt/%00a/"],
)
def test_an_address_with_what_no_text_has(client: Client, address: str) -> None:
    response = client.get(f"/de/{address}")
    assert response.status_code == 400
    assert "Das ist nicht zu lesen" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ({"path": "/"}, 302),
        ({"path": "/de"}, 301),
        ({"path": "/healthz"}, 200),
        ({"path": "/de/"}, 200),
        ({"path": "/de/", "headers": {"host": "evil.example"}}, 400),
        ({"path": "/de/nowhere/"}, 404),
        ({"path": "/static/nothing.css"}, 302),
        ({"path": "/de/replays/normalspiel/game.json"}, 200),
        ({"path": "/admin/"}, 302),
    ],
)
def test_every_answer_has_the_headers_that_protect_it(
    client: Client, request_: dict[str, Any], status: int
) -> None:
    response = client.get(**request_)
    assert response.status_code == status
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert "default-src 'self'" in response["Content-Security-Policy"]
    assert {"private", "no-store"} & set(response["Cache-Control"].split(", "))


@pytest.mark.django_db
@pytest.mark.parametrize("head", ["name*=punycode''text", "name=\"text\"; filename*=idna''x"])
def test_a_part_that_names_a_codec_for_its_head(client: Client, head: str) -> None:
    part = f"--b\r\nContent-Disposition: form-data; {head}\r\n\r\nx\r\n--b--\r\n"
    response = client.post("/de/judge/", part, content_type="multipart/form-data; boundary=b")
    assert response.status_code == 400


@pytest.mark.django_db
def test_a_text_may_look_like_one(client: Client) -> None:
    response = client.post("/de/judge/", {"text": "rules: kompakt\nVH: HT # a *= b\n"})
    assert response.status_code == 422
    assert "a *= b" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_health_is_only_looked_at(method: str) -> None:
    response = getattr(Client(enforce_csrf_checks=True), method)("/healthz")
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD"


def test_a_body_that_is_too_heavy_has_them_too(client: Client) -> None:
    response = client.post("/de/judge/", {"text": "x" * 300_000})
    assert response.status_code == 413
    assert response["X-Frame-Options"] == "DENY"


@override_settings(
    SECURE_SSL_REDIRECT=True,
    SECURE_SSL_HOST="karlchen.example",
    SECURE_REDIRECT_EXEMPT=[r"^healthz$"],
    ALLOWED_HOSTS=["karlchen.example"],
)
@pytest.mark.django_db
def test_plain_http_is_led_to_the_site_and_to_no_other_port() -> None:
    client = Client()
    response = client.get("/de/", headers={"host": "karlchen.example:1234"})
    assert response["Location"] == "https://karlchen.example/de/"
    assert response["X-Frame-Options"] == "DENY"
    assert client.get("/healthz", headers={"host": "10.0.0.1"}).status_code == 200
