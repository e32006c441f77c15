"""Each term is spelt in one way, that of the glossary."""

import re
from pathlib import Path

import pytest

from lessons.content.reading import CONTENT, course
from tests.content.texts import files_of, texts_of

WRONG = {
    "de": {
        r"\bdullen?\b|\bDoll?en\b|\bTollen?\b": "Dulle",
        r"\b(?:Kerlchen|Charlies?|Charlie)\b(?!“)": "Karlchen",
        r"\bdoppelkopf\b|\bDoppel-Kopf\b": "Doppelkopf",
        r"\bAs\b|\bAsses\b": "Ass",
        r"\b(?:Kreuz|Pik|Herz|Karo) (?:Ass|Zehn|König|Dame|Bube|Neun)(?:en?)?\b": "Kreuz-Dame",
        r"\bKreuzdamen?\b|\bKaroass\b|\bHerzzehn\b": "Kreuz-Dame",
        r"\bfleischlos(?:er|en)?\b": "Fleischloser",
        r"\bAugenpunkte?\b": "Augen",
        r"\bSchmeissen\b|\bschmeissen\b": "schmeißen",
        r"\w['’]\w": "kein Apostroph",
    },
    "en": {
        r"\bdulle[ns]?\b|\bDulles\b": "Dulle, Dullen",
        r"\bcharl(?:ie|ies)\b": "Charlie",
        r"\bdoppelkopf\b": "Doppelkopf",
        r"\bkontra\b|\bcontra\b": "Kontra",
        r"\btrumped\b": "ruffed",
        r"\b[Ll]ast moments\b": "deadline",
        r"\w'": "’",
    },
}
"""What a term is not called; beside it what it is."""
AS_PLAYERS_WRITE = "asked.toml"
"""What they type into the search, in any spelling."""


def test_the_glossary_spells_so() -> None:
    for language, wrong in WRONG.items():
        names = " ".join(
            " ".join((term.texts[language].name, *term.texts[language].forms))
            for term in course().glossary.values()
        )
        assert not [pattern for pattern in wrong if re.search(pattern, names)]


@pytest.mark.parametrize(
    "path",
    [path for language in WRONG for path in files_of(language) if path.name != AS_PLAYERS_WRITE],
    ids=lambda path: path.relative_to(CONTENT).as_posix(),
)
def test_each_term_is_spelt_in_one_way(path: Path) -> None:
    wrong = WRONG[path.relative_to(CONTENT).parts[0]]
    found = [
        f"{text[max(0, one.start() - 20) : one.end() + 20]!r}: {right}"
        for text in texts_of(path)
        for pattern, right in wrong.items()
        for one in re.finditer(pattern, text)
    ]
    assert found == []
