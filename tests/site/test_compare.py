"""One result settled under every rule set, on the comparison page."""

import re
from html import unescape

import pytest
from django.test import Client

from lessons.content.reading import course
from lessons.exercises.statements import HOLDS_WITH, document_of, holds
from lessons.rules.rule_sets import PRESETS

URL = "/de/compare/"


def rows(client: Client, query: str = "") -> dict[str, list[str]]:
    """The cells of the settlements, by what stands before them."""
    page = client.get(f"{URL}?{query}").content.decode()
    table = page[page.index('id="result"') :]
    flags = re.DOTALL
    return {
        text(head): [text(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", cells, flags)]
        for head, cells in re.findall(
            r'<tr[^>]*><th scope="row"[^>]*>(.*?)</th>(.*?)</tr>', table, flags
        )
    }


def cells(client: Client, language: str, option: str) -> dict[str, str]:
    """What stands under each rule set beside an option."""
    page = client.get(f"/{language}/compare/").content.decode()
    row = re.search(rf'<th scope="row" role="rowheader">{option}</th>(.*?)</tr>', page, re.DOTALL)
    assert row
    found = re.findall(r"<td[^>]*>(.*?)</td>", row[1], re.DOTALL)
    return dict(zip(PRESETS, map(text, found), strict=True))


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


AGREED = {
    "Neunen": ("royal", "Mit Neunen Ziffer 1.1.1 Nach Vereinbarung: ohne Neunen Ziffer 1.1.2"),
    "Schweinchen": (
        "royal",
        "≠ anders: Nach Vereinbarung: beide Füchse, der erste Fuchs, der zweite Fuchs "
        "Ziffer 3.1.2 Lesart R15",
    ),
    "Soli": ("royal", "Nach Vereinbarung: Damen-Buben-Solo Ziffer 3.2.3"),
    "Schmeißen": (
        "royal",
        "Nach Vereinbarung: mit weniger als vier Trümpfen, mit fünf Neunen, mit fünf Königen "
        "Ziffer 4.1.3",
    ),
    "Sonderpunkte": (
        "royal",
        "Nach Vereinbarung: Karlchen, Doppelkarlchen, Fuchs im letzten Stich, "
        "Doppelfuchs im letzten Stich, Herzstich, Dullenschlag Ziffer 6.2.1 (7)",
    ),
    "Kalter Schlag": ("royal", "≠ anders: Nach Vereinbarung Ziffer 6.2.3"),
    "Fristen für An- und Absagen": (
        "royal",
        "Karten auf der Hand 11, 10, 9, 8, 7 Lesart R1 ≠ anders: Nach Vereinbarung andere "
        "Ziffer 5.1.2 Ziffer 5.2.2",
    ),
    "Pflichtsolo": ("kompakt", "Nach Vereinbarung Vorbehalte und Spielfindung"),
}


@pytest.mark.parametrize("option", AGREED)
def test_what_a_document_leaves_to_agreement_is_no_refusal(client: Client, option: str) -> None:
    rules, said = AGREED[option]
    cell = cells(client, "de", option)[rules]
    assert cell.endswith(said)
    english = course().words["en"].options
    name = next(n for n, words in course().words["de"].options.items() if words["name"] == option)
    assert "if agreed" in cells(client, "en", english[name]["name"])[rules].casefold()


@pytest.mark.parametrize(
    "statement", [s for s in HOLDS_WITH if not holds(s, PRESETS[document_of(s)])]
)
def test_what_holds_only_where_it_is_agreed_is_compared_so(statement: str) -> None:
    agreed = [course().agreed[name].get(document_of(statement)) for name in HOLDS_WITH[statement]]
    assert any(found and found.sources for found in agreed)


def test_a_document_that_does_not_speak_of_an_option_is_not_cited(client: Client) -> None:
    assert cells(client, "de", "Trumpfabgabe")["royal"] == "Nein nicht erwähnt"
    assert cells(client, "de", "Pflichtsolo")["cvjm"].endswith("Keines nicht erwähnt")
    assert cells(client, "de", "Pflichtsolo")["tsr"].endswith("Nach Vereinbarung")


def test_only_the_part_that_differs_is_marked(client: Client) -> None:
    nines = cells(client, "de", "Neunen")
    assert nines["kompakt"].startswith("Mit Neunen")
    assert nines["cvjm"].startswith("≠ anders: Ohne Neunen")
    assert nines["tsr"] == "Mit Neunen ≠ anders: Nichts zu vereinbaren"


def test_where_no_value_has_most_every_cell_is_marked(client: Client) -> None:
    row = cells(client, "de", "Pflichtsolo")
    assert [row[name].startswith("≠") for name in ("kompakt", "tsr", "royal", "cvjm")] == [True] * 4


def test_the_first_example_is_settled_four_times(client: Client) -> None:
    found = rows(client)
    assert found["Spielwert"] == ["6", "7", "7", "6"]
    assert found["Re gesagt"] == ["+ 2", "× 2", "× 2", "+ 2"]
    assert found["Aufgeschrieben"][:2] == [
        "Vorhand 6 Mittelhand −6 Hinterhand 6 Geber −6",
        "Vorhand 7 Mittelhand 0 Hinterhand 7 Geber 0",
    ]


def test_what_a_rule_set_does_not_know_is_told_and_not_settled(client: Client) -> None:
    found = rows(client, "points=145&contract=normal&re=no90&kontra=&fox=re")
    assert "Hier nicht möglich: Vor „keine 90“ muss Re erst „Re“ gesagt haben." in found["Ergebnis"]
    assert found["Spielwert"] == ["", "2", "3", ""]
    assert found["Keine 90 erreicht"] == ["", "· zählt nicht", "+ 1", ""]


def test_a_solo_is_one_against_three_without_special_points(client: Client) -> None:
    found = rows(client, "points=130&contract=queens&re=&kontra=&fox=")
    all_pay = "Vorhand 3 Mittelhand −1 Hinterhand −1 Geber −1"
    nobody_pays = "Vorhand 3 Mittelhand 0 Hinterhand 0 Geber 0"
    assert found["Aufgeschrieben"] == [all_pay, nobody_pays, all_pay, all_pay]
    refused = rows(client, "points=130&contract=queens&re=&kontra=&fox=re")
    assert all("keine Sonderpunkte" in cell for cell in refused["Ergebnis"])


@pytest.mark.parametrize(
    "query",
    ["points=241&contract=normal", "points=x&contract=normal", "points=1&contract=chess",
     "points=1&contract=normal&re=kontra", "points=1&contract=normal&fox=%3Cb%3E", "points="],
)  # fmt: skip
def test_a_result_that_cannot_be_read_is_refused_with_the_reason(
    client: Client, query: str
) -> None:
    response = client.get(f"{URL}?{query}")
    assert response.status_code == 422
    page = response.content.decode()
    assert "<b>" not in page
    assert 'aria-invalid="true"' in page
    assert '<table class="figures compare compare--rules' in page
