"""The machine: its names and addresses, the secret key, a hold on the data folder."""

import atexit
import fcntl
import os
import secrets
import socket
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import unquote, urlsplit

import ifaddr
from django.core.exceptions import ImproperlyConfigured


def own_hosts(host: str) -> list[str]:
    """The names under which this machine may be asked for: itself, its addresses, ``host``."""
    names = ["localhost", "127.0.0.1", "[::1]"]
    addresses = [address.ip for adapter in ifaddr.get_adapters() for address in adapter.ips]
    names += [ip if isinstance(ip, str) else f"[{ip[0]}]" for ip in addresses]
    own_name = socket.gethostname().lower()
    names += [own_name, f"{own_name}.local"]
    if host and host != "*":
        names.append(f"[{host}]" if ":" in host else host.lower())
    return list(dict.fromkeys(names))


def is_https_origin(url: str) -> bool:
    """``https://name`` or ``https://name:port``, nothing behind and nobody before it."""
    parts = urlsplit(url)
    return bool(parts.hostname) and url == f"https://{parts.netloc}" and "@" not in parts.netloc


def mailers_at(url: str) -> dict[str, Any]:
    """Django's MAILERS for ``smtp://name:password@host:port``, ``smtp+tls://`` (STARTTLS) or
    ``smtps://``; nothing is sent without one. Raises ImproperlyConfigured."""
    if not url:
        return {"default": {"BACKEND": "django.core.mail.backends.dummy.EmailBackend"}}
    parts = urlsplit(url)
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    if parts.scheme not in ports or not parts.hostname:
        expected = "smtp://, smtp+tls:// or smtps://, then name:password@host:port"
        raise ImproperlyConfigured(f"EMAIL_URL: expected {expected}")
    options = {
        "host": parts.hostname,
        "port": parts.port or ports[parts.scheme],
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_tls": parts.scheme == "smtp+tls",
        "use_ssl": parts.scheme == "smtps",
        "timeout": 5,
    }
    return {"default": {"OPTIONS": options}}


def secret_key_in(folder: Path) -> str:
    """The key kept in ``folder``; made once, readable by its owner alone, safe against two starts.

    It is written whole to a file of its own and then linked into place: whoever comes second takes
    what the first has made.
    """
    path = folder / "secret-key"
    if not path.exists():
        draft = folder / f"secret-key.{os.getpid()}.{secrets.token_hex(4)}"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()


class DataInUse(Exception):  # noqa: N818  (the name says what it is)
    """Somebody else has the data: servers while one wants to replace it, or the other way round."""


def hold_the_data(folder: Path) -> BinaryIO:
    """Say that this process serves what is in ``folder``, until it ends or closes what is returned.

    Any number of processes hold it; none can while the data is being replaced (``DataInUse``).
    """
    reason = "a backup is being restored; start again when it is done"
    file = _locked(folder, fcntl.LOCK_SH, reason)
    atexit.register(file.close)
    return file


def seize_the_data(folder: Path) -> BinaryIO:
    """The same for replacing the data: nobody may serve it before the file returned is closed."""
    return _locked(folder, fcntl.LOCK_EX, "a server runs on it; stop it first")


def _locked(folder: Path, kind: int, otherwise: str) -> BinaryIO:
    descriptor = os.open(folder / "serving.lock", os.O_RDWR | os.O_CREAT, 0o600)
    file = os.fdopen(descriptor, "r+b", buffering=0)
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise DataInUse(f"{folder}: {otherwise}") from error
    return file
