"""Runs of nine words of the three documents, as hashes: the documents are no part of Karlchen.

``python -m tests.content.copied FOLDER > tests/content/copied.txt`` writes them anew from the
documents as text files.
"""

import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path

LENGTH = 9
HASHES = Path(__file__).with_suffix(".txt")


def runs(text: str) -> Iterator[str]:
    """Each run of nine words, without what stands between them."""
    words = re.findall(r"\w+", text.casefold())
    return map(" ".join, zip(*(islice(words, n, None) for n in range(LENGTH)), strict=False))


def hash_of(run: str) -> str:
    return sha256(run.encode()).hexdigest()[:10]


if __name__ == "__main__":
    texts = [path.read_text(encoding="utf-8") for path in Path(sys.argv[1]).glob("*.txt")]
    hashes = sorted({hash_of(run) for text in texts for run in runs(text)})
    sys.stdout.writelines(f"{found}\n" for found in hashes)
