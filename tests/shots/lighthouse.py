"""``./run lighthouse``: what Lighthouse says of some pages as ``./run`` serves them to a phone."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.browser.pages import PAGES
from tests.browser.test_served import serving

LIGHTHOUSE = "lighthouse@12.8.2"
LOOKED_AT = (
    "home", "section", "document", "hinted", "replay-hand", "judge", "search-answer", "coverage",
)  # fmt: skip
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")


def main() -> None:
    print(f"{'':16}{''.join(f'{name:>16}' for name in CATEGORIES)}")  # noqa: T201
    quiet = subprocess.DEVNULL
    with tempfile.TemporaryDirectory() as data, serving(Path(data), log=quiet) as (_server, port):
        for name in LOOKED_AT:
            found = _report(f"http://127.0.0.1:{port}/de/{PAGES[name]}")
            scores = [found["categories"][one]["score"] for one in CATEGORIES]
            print(f"{name:16}{''.join(f'{(one or 0) * 100:16.0f}' for one in scores)}")  # noqa: T201
            for line in _complaints(found):
                print(f"  {line}", flush=True)  # noqa: T201


def _report(url: str) -> dict[str, Any]:
    """Lighthouse's own profile is a phone's."""
    flags = "--headless=new --no-sandbox --disable-gpu"
    ran = subprocess.run(
        ["npx", "--yes", LIGHTHOUSE, url, "--quiet", "--output=json", f"--chrome-flags={flags}"],
        env=os.environ | {"CHROME_PATH": os.environ["CHROMIUM"]},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        sys.exit(f"{LIGHTHOUSE} did not run: {ran.stderr.strip()[-800:]}")
    report: dict[str, Any] = json.loads(ran.stdout)
    return report


def _complaints(report: dict[str, Any]) -> list[str]:
    """What counts and is not as it should be."""
    counts = {
        audit["id"]
        for name in CATEGORIES
        for audit in report["categories"][name]["auditRefs"]
        if audit["weight"]
    }
    return [
        f"{audit['title']} {audit.get('displayValue', '')}"
        for name, audit in report["audits"].items()
        if name in counts and audit["score"] is not None and audit["score"] < 0.9
    ]


if __name__ == "__main__":
    main()
