"""The languages of the content: complete ones lack nothing, drafts may lack anything."""

import shutil
from pathlib import Path

import pytest

from lessons.content.languages import FALLBACK, languages_in
from lessons.content.reading import CONTENT, BadContent, read_course

BEGUN = 'la = { name = "Latina", draft = true }\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the content."""
    copied = tmp_path / "content"
    shutil.copytree(CONTENT, copied, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return copied


def add(folder: Path, file: str, text: str) -> None:
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    with (folder / file).open("a", encoding="utf-8") as opened:
        opened.write(text)


def problems(folder: Path) -> list[str]:
    with pytest.raises(BadContent) as caught:
        read_course(folder)
    return list(map(str, caught.value.problems))


def test_a_draft_may_lack_everything(folder: Path) -> None:
    add(folder, "languages.toml", BEGUN)
    read = read_course(folder)
    assert read.drafts["la"].there == 0
    assert read.words["la"].reasons == read.words[FALLBACK].reasons
    for document in read.documents.values():
        for section in document.sections:
            assert section.texts["la"] is section.texts[FALLBACK]


def test_a_draft_has_what_is_there_and_borrows_the_rest(folder: Path) -> None:
    add(folder, "languages.toml", BEGUN)
    add(folder, "la/reasons.toml", 'leads = "Qui incipit, quod vult ponit."\n')
    add(folder, "la/glossary.toml", '[dulle]\nterm = "Dulle (♥10)"\n')
    read = read_course(folder)
    assert read.drafts["la"].there == 2
    assert "reasons.toml: leads" not in read.drafts["la"].missing
    assert "reasons.toml: only-trump" in read.drafts["la"].missing
    latin, english = read.words["la"], read.words[FALLBACK]
    assert latin.reasons["leads"] == "Qui incipit, quod vult ponit."
    assert latin.reasons["only-trump"] == english.reasons["only-trump"]
    dulle = read.glossary["dulle"].texts
    assert dulle["la"].name == "Dulle (♥10)"
    assert dulle["la"].text == dulle[FALLBACK].text


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "text", "reported"),
    [
        ("la/reasons.toml", 'leads = "{seats[7]}"', "la/reasons.toml:1: leads: cannot be filled"),
        ("la/reasons.toml", 'leds = "x"', "la/reasons.toml:1: words for 'leds', which nothing has"),
        ("la/reasons.toml", "leads = x", "la/reasons.toml:1: Invalid value"),
        ("la/names.toml", "[parties]\nre = 3", "la/names.toml:2: re: expected a sentence, got 3"),
        ("la/cards.toml", '[ranks]\nA = ["as", "m"]', "la/cards.toml: incomplete: KeyError('m')"),
        ("la/reason.toml", 'leads = "x"', "la/reason.toml: nothing reads this file"),
        ("la/kompakt/folia.md", "# Folia", "la/kompakt/folia.md: course.toml lists no such"),
        ("la/kompakt/blatt.md", "# Folia\n\nMulta.", "la/kompakt/blatt.md: no claim is made for"),
    ],
)  # fmt: skip
def test_what_a_draft_has_must_be_right(folder: Path, file: str, text: str, reported: str) -> None:
    add(folder, "languages.toml", BEGUN)
    add(folder, file, text)
    assert any(line.startswith(reported) for line in problems(folder))


def test_what_is_wrong_with_borrowed_words_is_said_where_they_stand(folder: Path) -> None:
    add(folder, "languages.toml", BEGUN)
    (folder / FALLBACK / "facts.toml").unlink()
    found = problems(folder)
    assert f"{FALLBACK}/facts.toml: the file is missing" in found
    assert len(found) == len(set(found))
    assert not [line for line in found if line.startswith("la/")]


def test_all_that_a_complete_language_lacks_is_named_at_once(folder: Path) -> None:
    add(folder, "languages.toml", 'la = { name = "Latina" }\n')
    found = problems(folder)
    files = [file for file in (folder / FALLBACK).rglob("*.*") if file.is_file()]
    assert len(files) > 90
    for file in files:
        name = file.relative_to(folder / FALLBACK).as_posix()
        assert f"la/{name}: the file is missing" in found


@pytest.mark.parametrize(
    "listed",
    [
        'de = { name = "Deutsch" }',
        'de = { name = "Deutsch" }\nen = { name = "English", draft = true }',
        'de = { name = "Deutsch", draft = true }\nen = { name = "English" }',
        "de = {}\nen = {}",
        'de = "Deutsch"',
        "de = ",
        "",
    ],
)
def test_a_list_of_languages_that_cannot_be_is_refused(tmp_path: Path, listed: str) -> None:
    (tmp_path / "languages.toml").write_text(listed, encoding="utf-8")
    with pytest.raises(ValueError, match=r"languages\.toml: "):
        languages_in(tmp_path)
