"""Search answers what players ask at the table, however they put it, under each rule set."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

from lessons.content.languages import COMPLETE
from lessons.content.reading import course
from lessons.rules.rule_sets import PRESETS, SecondDulle, with_options
from tutorial.course import answering
from tutorial.course.answering import answers

NAMES = "Kompakt, Royal, CVJM, TSR (DDV)"


def first_line(client: Client, asked: str, language: str = "de") -> str:
    page = client.get(f"/{language}/search/", {"q": asked}).content.decode()
    found = re.search(r'<p class="asked__first">(.*?)</p>', page, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", found[1])).split()) if found else ""


def title_of(asked: str, language: str = "de") -> str:
    with translation.override(language):
        return next((answer.title for answer in answers(asked)), "")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("zweite Dulle", f"Zweite Dulle: {NAMES} : die erste sticht ."),
        ("falsch bedient", f"Falsch bedient: {NAMES} : wer bedienen kann, muss;"),
        ("Hochzeit geht nicht weg", "gehen die ersten drei Stiche an den Hochzeiter selbst"),
        ("Bockrunde", "Bockrunde: Keines der vier Regelwerke kennt diese Regel ."),
        (
            "Karlchen letzter Stich",
            "Kompakt, CVJM, TSR (DDV) : 1 Sonderpunkt ; Royal : zählt nicht",
        ),
        ("Armut", "Kompakt, Royal, TSR (DDV) : gibt es nicht ; CVJM : mit höchstens drei"),
        ("genau 90", f"{NAMES} : verfehlt: Die anderen gewinnen"),
        ("nur Kontra angesagt", "Kompakt, TSR (DDV) : Kontra braucht dann 121 Augen ; Royal, CVJM"),
        ("Re zu spät", "CVJM : vor dem Stich 2, 3, 4, 5, 6"),
        ("fünf Könige", "Kompakt, Royal, TSR (DDV) : nie ; CVJM : mit fünf Königen"),
    ],
)
def test_the_first_line_answers(client: Client, asked: str, told: str) -> None:
    told = re.sub(r" (?=[:;.])", "", told)
    assert told in re.sub(r" (?=[:;.])", "", first_line(client, asked))


@pytest.mark.sweep
@pytest.mark.long
@pytest.mark.parametrize("language", COMPLETE)
def test_everything_asked_is_found_by_each_of_its_phrases(language: str) -> None:
    every = course().asked.values()
    assert sum(len(one.texts[language].phrases) for one in every) > 150
    for one in every:
        text = one.texts[language]
        for phrase in (*text.phrases, text.title):
            assert title_of(phrase, language) == text.title, phrase


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("Dulle zweite", "Zweite Dulle"), ("der zweiten Dullen", "Zweite Dulle"),
        ("zweite Dule", "Zweite Dulle"), ("2. Dulle", "Zweite Dulle"),
        ("bedient falsch", "Falsch bedient"), ("falch bedient", "Falsch bedient"),
        ("er hat falsch bedient!", "Falsch bedient"), ("falsches Bedienen", "Falsch bedient"),
        ("die Hochzeit geht einfach nicht weg", "Hochzeit ohne Partner"),
        ("Hochzet geht nicht weg", "Hochzeit ohne Partner"),
        ("Bock Runde", "Bockrunde"), ("Bokrunde", "Bockrunde"), ("BOCKRUNDEN", "Bockrunde"),
        ("fuenf Koenige", "Schmeißen"), ("schmeissen", "Schmeißen"),
        ("Koenigssolo", "Königssolo"), ("Klaerungsstich", "Klärungsstich der Hochzeit"),
        ("Königsolo", "Königssolo"), ("120:120", "120 zu 120 Augen"),
        ("Karlchen wurde gefangen", "Karlchen gefangen"),
    ],
)  # fmt: skip
def test_order_endings_umlauts_and_slips_do_not_matter(asked: str, title: str) -> None:
    assert title_of(asked) == title


@pytest.mark.parametrize(
    "asked", ["xyzzy", "", "Dulle", "Hochzeit", "90", "die der das", "?", "\0"]
)
def test_what_is_no_question_is_not_answered(asked: str) -> None:
    assert title_of(asked) == ""


def test_a_single_word_leads_to_what_is_asked_with_it(client: Client) -> None:
    page = client.get("/de/search/?q=Dulle").content.decode()
    assert "Am Tisch gefragt:" in page
    assert 'href="/de/search/?q=Zweite%20Dulle"' in page


@pytest.mark.parametrize("language", COMPLETE)
def test_the_answer_says_where_it_is_written(client: Client, language: str) -> None:
    page = client.get(f"/{language}/search/?q=zweite+Dulle").content.decode()
    for way in (
        "kompakt/ablauf/#kompakt:ablauf-b", "royal/trumpf-fehl/#R32-reading",
        "cvjm/waehrend-des-spiels/#cvjm:3b",
    ):  # fmt: skip
        assert f'href="/{language}/{way}"' in page
    assert page.index("asked__first") < page.index('role="status"')


def test_every_answer_of_an_option_is_that_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a rule set had another option, another answer would stand there."""
    changed = with_options(PRESETS["royal"], {"second_dulle_wins": SecondDulle.ALWAYS.value})
    asked = course().asked["second-dulle"]
    assert asked.told["royal"] == str(PRESETS["royal"].second_dulle_wins)
    monkeypatch.setitem(PRESETS, "royal", changed)
    with translation.override("de"):
        assert answering._sentence(asked, "royal", "de") == "die zweite sticht"


@pytest.mark.parametrize("language", COMPLETE)
def test_where_there_are_no_answers_all_documents_are_named(language: str) -> None:
    """Every question but those that no document knows has a source in one; others may be silent."""
    for one in course().asked.values():
        if one.told:
            assert any(one.sources[rules] for rules in course().documents), one.id
    with translation.override(language):
        assert all(answers(one.texts[language].phrases[0]) for one in course().asked.values())


def test_umlauts_may_be_written_in_two_letters_on_pages_too(client: Client) -> None:
    for asked in ("Klaerungsstich", "Klärungsstich", "klaerungsstiche"):
        page = client.get("/de/search/", {"q": asked}).content.decode()
        assert 'href="/de/glossary/#klaerungsstich"' in page, asked
        assert "<mark>Klärungsstich</mark>" in page


@pytest.mark.parametrize("language", COMPLETE)
def test_who_has_asked_nothing_sees_what_can_be_asked(client: Client, language: str) -> None:
    page = client.get(f"/{language}/search/").content.decode()
    asked = re.findall(r'<a class="jumps__one" href="\S*\?q=\S*">(.*?)</a>', page)
    assert len(asked) == len(course().asked)
    for one in map(unescape, asked):
        assert title_of(one, language) == one
