"""What learners write is kept as it is, or refused, whatever the database is."""

import json
import random
import string
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tutorial.replays.models import StoredGame
from tutorial.shared.records import json_from

GAMES = Path(__file__).parent.parent / "games"


def long_game(note: str) -> str:
    """A game that no address can carry, with a note."""
    game = json.loads((GAMES / "forty.jsonl").read_text(encoding="utf-8").splitlines()[0])
    chance = random.Random(7)
    filler = "".join(chance.choices(string.ascii_letters, k=3000))
    return json.dumps(game | {"notes": {"1": note, "2": filler}})


@pytest.mark.django_db
@pytest.mark.parametrize("note", ["ä € 🂡", "\\u0000", "it's %s", "a" * 3000])
def test_a_note_is_kept_as_it_is(client: Client, note: str) -> None:
    response = client.post("/de/replays/own/", {"text": long_game(note)})
    assert response.status_code == 303
    assert StoredGame.objects.get().record["notes"]["1"] == note


@pytest.mark.django_db
def test_a_text_with_nul_is_refused(client: Client) -> None:
    text = long_game("a\0b")
    assert client.post("/de/replays/own/", {"text": text}).status_code == 422
    raw = SimpleUploadedFile("game.txt", b"# a\0b\n")
    assert client.post("/de/replays/own/", {"file": raw}).status_code == 422
    assert not StoredGame.objects.exists()


@pytest.mark.parametrize("text", [r'{"id": 1e999}', r'{"id": "\u0000"}', r'{"\u0000": 1}'])
def test_json_holds_only_what_can_be_kept(text: str) -> None:
    with pytest.raises(ValueError, match=r"NUL|no figure"):
        json_from(text)
