"""Two settings from one file: plain HTTP on this machine or a LAN, and public behind HTTPS."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import ifaddr
import pytest
from django.core.exceptions import ImproperlyConfigured

from tutorial.machine import own_hosts, secret_key_in
from tutorial.postgresql import EXPECTED, postgresql_at

ROOT = Path(__file__).parent.parent.parent
NOT_PASSED_ON = {"SITE_URL", "TRUST_PROXY", "HOST", "DATABASE_URL"}

ASK = """
import json, django
from django.conf import settings
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
names = "DEBUG ALLOWED_HOSTS CSRF_TRUSTED_ORIGINS SECURE_SSL_REDIRECT SECURE_HSTS_SECONDS".split()
told = {name: getattr(settings, name) for name in names}
host = settings.ALLOWED_HOSTS[0]
page = Client().get("/de/kompakt/", headers={"host": host})
told["plain"] = [page.status_code, page.headers.get("Location", "")]
proxied = Client().get("/de/settings/", headers={"host": host, "x-forwarded-proto": "https"})
told["proxied"] = proxied.status_code
over = Client().get("/de/settings/", headers={"host": host}, secure=True)
told["csrf_secure"] = bool(over.cookies["csrftoken"]["secure"])
told["hsts"] = over.headers.get("Strict-Transport-Security", "")
told["health"] = Client().get("/healthz", headers={"host": "other"}).status_code
print(json.dumps(told))
"""


def told(tmp_path: Path, **environment: str) -> dict[str, Any]:
    env = {k: v for k, v in os.environ.items() if k not in NOT_PASSED_ON}
    env |= {"DJANGO_SETTINGS_MODULE": "tutorial.settings", "DATA_DIR": str(tmp_path)}
    asked = [sys.executable, "-W", "ignore", "-c", ASK]
    answered = subprocess.run(
        asked, env=env | environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(answered.stdout)
    return found


@pytest.mark.long
def test_without_a_site_url_it_is_plain_http_for_this_machine(tmp_path: Path) -> None:
    found = told(tmp_path, HOST="192.168.7.7")
    assert not found["DEBUG"]
    assert "*" not in found["ALLOWED_HOSTS"]
    assert {"localhost", "127.0.0.1", "192.168.7.7"} <= set(found["ALLOWED_HOSTS"])
    assert found["plain"] == [200, ""]
    assert not found["csrf_secure"]
    assert found["hsts"] == ""
    assert found["health"] == 200


@pytest.mark.long
def test_with_a_site_url_it_is_https_alone(tmp_path: Path) -> None:
    found = told(tmp_path, SITE_URL="https://karlchen.example/")
    assert found["ALLOWED_HOSTS"] == ["karlchen.example"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://karlchen.example"]
    assert found["plain"] == [301, "https://karlchen.example/de/kompakt/"]
    assert found["proxied"] == 301
    assert found["csrf_secure"]
    assert "max-age=31536000" in found["hsts"]
    assert found["health"] == 200


@pytest.mark.long
def test_behind_a_proxy_that_is_trusted_its_header_counts(tmp_path: Path) -> None:
    found = told(tmp_path, SITE_URL="https://karlchen.example", TRUST_PROXY="1")
    assert found["proxied"] == 200


@pytest.mark.parametrize(
    "url",
    ["http://k.example", "k.example", "https://", "https://k.example/x", "https://a@k.example"],
)
def test_a_site_url_without_https_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(subprocess.CalledProcessError) as caught:
        told(tmp_path, SITE_URL=url)
    assert "SITE_URL: expected https://name" in caught.value.stderr


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("karlchen", "got no address"),
        ("mysql://karlchen:geheim@host/karlchen", "got one that begins with 'mysql'"),
        ("postgresql://karlchen:geheim@host:5432", "got one without a name at its end"),
        ("postgresql://karlchen:geheim@host:54x2/karlchen", "got a port that is no number"),
        ("postgresql://karlchen:geh/eim@host/karlchen", "got a port that is no number"),
        ("postgresql://karlchen:geh%eim@host/karlchen", "cannot be read as such"),
        ("postgresql://karlchen:geheim@host/karlchen?so=geheim", "cannot be read as such"),
    ],
)
def test_a_database_url_that_is_none_is_refused_without_its_password(url: str, reason: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=EXPECTED) as caught:
        postgresql_at(url)
    assert reason in str(caught.value)
    assert "geh" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_database_url_is_read_as_psql_reads_it() -> None:
    read = postgresql_at("postgresql://karl:g%2Feheim@db.example:5433/karlchen?sslmode=require")
    places = [read[place] for place in ("USER", "PASSWORD", "HOST", "PORT", "NAME")]
    assert places == ["karl", "g/eheim", "db.example", "5433", "karlchen"]
    assert read["OPTIONS"]["sslmode"] == "require"
    socket = postgresql_at("postgresql:///karlchen?host=/run/postgresql")
    assert (socket["HOST"], socket["NAME"]) == ("/run/postgresql", "karlchen")
    assert "USER" not in socket


def test_own_hosts_are_the_machines_addresses_and_never_everything() -> None:
    hosts = own_hosts("*")
    assert "*" not in hosts
    addresses = {ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4}
    assert addresses <= set(hosts)
    assert "[::1]" in hosts
    assert "[fe80::7]" in own_hosts("fe80::7")


def test_the_secret_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    made = secret_key_in(tmp_path)
    assert len(made) >= 50
    assert secret_key_in(tmp_path) == made
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
    assert secret_key_in(tmp_path / "..") != made
    (tmp_path / ".." / "secret-key").unlink()


def test_of_two_starts_at_once_both_take_the_first_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = secret_key_in(tmp_path)
    seen = iter([False, True])
    monkeypatch.setattr(Path, "exists", lambda _path: next(seen))
    assert secret_key_in(tmp_path) == made
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
