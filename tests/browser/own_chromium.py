"""Prints where Playwright's own Chromium is; fails if it has none."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

if __name__ == "__main__":
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    if not Path(path).exists():
        sys.exit(1)
    sys.stdout.write(path)
