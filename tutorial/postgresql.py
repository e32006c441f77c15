"""The database that DATABASE_URL names, as Django wants to be told."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

EXPECTED = "DATABASE_URL: expected postgresql://user:password@host:port/name"
_PATIENCE: dict[str, Any] = {
    "connect_timeout": 2,
    "tcp_user_timeout": 5000,
    "options": "-c lock_timeout=1s -c statement_timeout=5s",
}
"""While one waits nobody else is answered, and a query takes milliseconds; where the address says
otherwise it is believed. Migrations wait for as long as they take."""
_PLACES = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}


def postgresql_at(url: str) -> dict[str, Any]:
    """An entry of DATABASES. libpq itself reads the address, as it does for psql and pg_dump.

    What it reads beyond the five places (``?sslmode=require``) is passed on. Nothing that is said
    of a wrong address repeats it, since it holds a password.
    """
    scheme = url.partition("://")[0]
    if scheme not in {"postgresql", "postgres"}:
        began = f"one that begins with {scheme!r}" if "://" in url else "no address"
        raise ImproperlyConfigured(f"{EXPECTED}, got {began}")
    try:
        from psycopg import ProgrammingError
        from psycopg.conninfo import conninfo_to_dict
    except ImportError as error:
        raise ImproperlyConfigured("DATABASE_URL: psycopg is missing; ./run installs it") from error
    try:
        said = conninfo_to_dict(url)
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"{EXPECTED}, got one that cannot be read as such") from error
    if not said.get("dbname"):
        raise ImproperlyConfigured(f"{EXPECTED}, got one without a name at its end")
    ports = str(said.get("port") or "5432").split(",")
    if not all(port.isdigit() and 0 < int(port) < 65536 for port in ports):
        raise ImproperlyConfigured(f"{EXPECTED}, got a port that is no number")
    return {
        "ENGINE": "django.db.backends.postgresql",
        **{place: said[name] for name, place in _PLACES.items() if said.get(name)},
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": _PATIENCE | {name: value for name, value in said.items() if name not in _PLACES},
    }
