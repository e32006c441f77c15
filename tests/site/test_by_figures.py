"""A dispute by figures: who has won and what it is worth, under all rule sets beside each other."""

import re
from html import unescape

import pytest
from django.test import Client

from lessons.judge import judge
from lessons.rules.rule_sets import PRESETS
from lessons.rules.settlement import record_of

URL = "/de/judge/figures/"


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def answers(client: Client, query: str) -> list[str]:
    page = client.get(f"{URL}?{query}").content.decode()
    return [text(found) for found in re.findall(r"<article.*?</article>", page, re.DOTALL)]


def value(answer: str) -> str:
    """What stands on the slip below the line, after how it is reckoned."""
    found = re.search(r"Spielwert(?:: [^A-Za-z]*)? (−?\d+) Was jeder aufschreibt", answer)
    assert found
    return found[1]


def score(answer: str) -> str:
    """What the seats write down, without their parties."""
    return re.sub(r"\b(Vorhand|Mittelhand|Hinterhand|Geber) (?:Re|Kontra)\b", r"\1", answer)


def heading(client: Client, query: str) -> str:
    page = client.get(f"{URL}?{query}").content.decode()
    found = re.search(r'<h2 id="answer"[^>]*>(.*?)</h2>', page, re.DOTALL)
    assert found
    return text(found[1])


def test_kontra_said_no_90_and_re_has_exactly_90(client: Client) -> None:
    query = "of=re&points=90&kontra=kontra+no90"
    assert heading(client, query) == "Re hat gewonnen – nach allen vier Regelwerken"
    found = answers(client, query)
    for rules, answer in zip(PRESETS.values(), found, strict=True):
        judged = judge(record_of(rules, 90, calls={"kontra": ["kontra", "no90"]}))
        assert value(answer) == str(judged["value"])
        told = f"Vorhand {judged['score']['VH']} Mittelhand {judged['score']['MH']}"
        assert told.replace("-", "−") in score(answer)
        assert judged["winner"] == "re"


def test_the_form_is_short(client: Client) -> None:
    """Two digits, one choice and the button are enough: what is usual stands there already."""
    page = client.get(URL).content.decode()
    assert re.search(r'name="of" value="re"[^>]* checked', page)
    assert heading(client, "points=90&kontra=kontra+no90") == heading(
        client, "of=re&points=90&kontra=kontra+no90&contract=normal&re=&tricks=&fox="
    )


def test_a_limit_that_needs_an_announcement_is_settled_with_it(client: Client) -> None:
    kompakt, royal, *_others = answers(client, "points=90&kontra=no90")
    assert "muss Kontra erst „Kontra“ gesagt haben" in kompakt
    assert "Spielwert" in kompakt
    assert "muss" not in royal


def test_who_has_won_is_told_where_the_rule_sets_differ(client: Client) -> None:
    # Only Kontra was said: where Kontra then needs 121 (K1), 120 are not enough.
    assert heading(client, "points=120&kontra=kontra") == (
        "Re hat gewonnen nach Kompakt, TSR (DDV); Kontra hat gewonnen nach Royal, CVJM"
    )
    assert heading(client, "of=kontra&points=120&kontra=kontra").startswith("Re hat gewonnen")


def test_points_of_kontra_are_taken_off(client: Client) -> None:
    assert answers(client, "of=kontra&points=150") == answers(client, "of=re&points=90")


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("points=130&contract=queens", "Vorhand 3 Mittelhand −1 Hinterhand −1 Geber −1"),
        ("points=130&contract=marriage-solo", "Vorhand 3 Mittelhand −1 Hinterhand −1 Geber −1"),
        ("points=130&contract=silent-solo", "Vorhand 3 Mittelhand −1 Hinterhand −1 Geber −1"),
        ("points=130&contract=marriage", "Vorhand 1 Mittelhand −1 Hinterhand 1 Geber −1"),
        ("points=130&contract=poverty", "Hier nicht möglich:"),
    ],
)
def test_every_contract_can_be_settled(client: Client, query: str, told: str) -> None:
    assert told in score(answers(client, query)[0])


def test_a_special_point_counts_where_it_is_one(client: Client) -> None:
    kompakt, royal, cvjm, _tsr = answers(client, "points=130&charlie=re")
    assert "Karlchen: zählt hier nicht" not in kompakt
    assert "Karlchen: zählt hier nicht" in royal
    assert value(kompakt) == "2"
    assert value(royal) == "1"
    assert value(cvjm) == "2"
    assert value(answers(client, "points=130&fox=re+re")[0]) == "3"
    assert value(answers(client, "points=130&fox=re+kontra")[0]) == "1"
    assert value(answers(client, "points=130&charlie=re+both")[0]) == "2"


def test_tricks_are_asked_for_only_where_they_matter(client: Client) -> None:
    assert 'name="tricks"' not in client.get(f"{URL}?points=90").content.decode()
    page = client.get(f"{URL}?points=0")
    assert 'name="tricks"' in page.content.decode()
    assert page.content.decode().count("Hier nicht möglich:") == 0
    # CVJM has no hearts solo, and the others have to know first.
    assert client.get(f"{URL}?points=0&contract=hearts").status_code == 200
    assert heading(client, "points=0&contract=hearts") == "Noch eine Frage"
    none, some = (answers(client, f"points=0&tricks={few}") for few in ("none", "some"))
    assert "Schwarz erreicht" in none[0]
    assert "Schwarz erreicht" not in some[0]
    assert "Schwarz erreicht" in answers(client, "points=0")[2]  # with 40 cards it is plain


@pytest.mark.parametrize(
    "query",
    ["points=241", "points=-1", "points=x", "points=", "of=re", "of=me&points=1",
     "points=1&contract=chess", "points=1&re=kontra", "points=1&fox=%3Cb%3E", "points=0&tricks=7",
     "points=130&contract=queens&fox=re", "points=5&doppelkopf=re"],
)  # fmt: skip
def test_nonsense_is_refused_with_the_reason_and_the_choice_kept(
    client: Client, query: str
) -> None:
    response = client.get(f"{URL}?{query}&kontra=kontra")
    page = response.content.decode()
    assert response.status_code == 422
    assert "<b>x" not in page
    assert "form__error" in page or page.count("Hier nicht möglich:") == 4
    assert '<option value="kontra" selected>' in page
    assert "So lässt sich das nicht abrechnen" in page


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_answer_says_why_and_where_it_says_so(client: Client, language: str) -> None:
    page = client.get(f"/{language}/judge/figures/?points=90&kontra=kontra+no90").content.decode()
    assert page.count("Source:" if language == "en" else "Quelle:") > 12
    assert "TSR (DDV)" in page
    assert (
        f'href="/{language}/judge/figures/"' in client.get(f"/{language}/judge/").content.decode()
    )
