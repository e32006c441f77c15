"""One result settled under every rule set, on the comparison page."""

import re
from html import unescape

import pytest
from django.test import Client

URL = "/de/compare/"


def rows(client: Client, query: str = "") -> dict[str, list[str]]:
    """The cells of the settlements, by what stands before them."""
    page = client.get(f"{URL}?{query}").content.decode()
    table = page[page.index('id="result"') :]
    flags = re.DOTALL
    return {
        text(head): [text(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", cells, flags)]
        for head, cells in re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table, flags)
    }


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def test_the_first_example_is_settled_four_times(client: Client) -> None:
    found = rows(client)
    assert found["Spielwert"] == ["6", "7", "7", "6"]
    assert found["Re gesagt"] == ["+ 2", "× 2", "× 2", "+ 2"]
    assert found["Aufgeschrieben"][:2] == ["VH 6 MH −6 HH 6 G −6", "VH 7 MH 0 HH 7 G 0"]


def test_what_a_rule_set_does_not_know_is_told_and_not_settled(client: Client) -> None:
    found = rows(client, "points=145&contract=normal&re=no90&kontra=&fox=re")
    assert "Hier nicht möglich: Vor „keine 90“ muss Re erst „Re“ gesagt haben." in found["Ergebnis"]
    assert found["Spielwert"] == ["", "2", "3", ""]
    assert found["Keine 90 erreicht"] == ["", "· zählt nicht", "+ 1", ""]


def test_a_solo_is_one_against_three_without_special_points(client: Client) -> None:
    found = rows(client, "points=130&contract=queens&re=&kontra=&fox=")
    assert found["Aufgeschrieben"] == [
        "VH 3 MH −1 HH −1 G −1", "VH 3 MH 0 HH 0 G 0", *["VH 3 MH −1 HH −1 G −1"] * 2,
    ]  # fmt: skip
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
    assert '<table class="figures compare">' in page
