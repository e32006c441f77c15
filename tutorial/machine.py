"""What the settings need to know of the machine: its own names and addresses, its secret key."""

import os
import secrets
import socket
from pathlib import Path
from urllib.parse import urlsplit

import ifaddr


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
