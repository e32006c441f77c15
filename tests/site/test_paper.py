"""A series on paper: ten for today, a section, a step of the path."""

import pytest
from django.test import Client

from tests.site.test_exercise_pages import text
from tutorial.learners.models import Learner
from tutorial.sittings.models import Item, Sheet

pytestmark = pytest.mark.django_db
PAPERS = {
    "ten&rules=kompakt": "Zehn Aufgaben",
    "ten&rules=kompakt,nines=false": "Zehn Aufgaben",
    "section royal/sonderpunkte": "Die Sonderpunkte",
    "rule kompakt:ansagen-c": "",
    "step trumpf": "Trumpf",
}


def test_each_begins_with_cards_of_its_own(client: Client) -> None:
    for about in PAPERS:
        there = client.get(f"/de/paper/?about={about}")
        assert there.status_code == 302
        assert "&seed=" in there["Location"]
        assert client.get(there["Location"]).status_code == 200
    assert client.get("/de/paper/?about=ten&seed=x")["Location"] != "/de/paper/?about=ten&seed=x"


@pytest.mark.parametrize("about", PAPERS)
def test_a_series_is_printed_with_its_key(client: Client, about: str) -> None:
    """Its address makes the same page again, another seed another; nothing is kept of it."""
    path = f"/de/paper/?about={about}&seed=7"
    first, again = client.get(path), client.get(path)
    page = text(first.content.decode())
    assert PAPERS[about] in page
    asked = first.context["asked"]
    assert len(asked) >= 1
    items = [one.item for one in asked]
    assert [one.question for one in items] == [a.item.question for a in again.context["asked"]]
    other = client.get(path.replace("seed=7", "seed=8")).context["asked"]
    assert [one.question for one in items] != [one.item.question for one in other]
    questions, _key, told = page.partition("Lösungen: ")
    for one in asked:
        assert one.shown.question in questions
        assert one.solved.lines[0] not in questions or one.solved.lines[0] in one.shown.question
        assert "".join(one.solved.lines[0].split()) in "".join(told.split())
    assert first.context["other"] in first.content.decode().replace("&amp;", "&")
    assert not Sheet.objects.exists()
    assert not Item.objects.exists()
    assert not Learner.objects.exists()


@pytest.mark.parametrize(
    "asked",
    ["about=nothing&seed=1", "about=step+nowhere&seed=1", "about=section+royal/nowhere&seed=1",
     "about=ten&rules=nobody&seed=1", "about=due&seed=1", "about=%00&seed=1"],
)  # fmt: skip
def test_what_there_is_nothing_of_is_404(client: Client, asked: str) -> None:
    assert client.get(f"/de/paper/?{asked}").status_code == 404


def test_every_way_there_leads_there(client: Client) -> None:
    for page in ("/de/practice/?rules=cvjm", "/de/royal/sonderpunkte/"):
        html = client.get(page).content.decode()
        (way,) = {part.partition('"')[0] for part in html.split('href="/de/paper/')[1:]}
        there = client.get(f"/de/paper/{way.replace('&amp;', '&')}", follow=True)
        assert there.status_code == 200
        assert there.context["asked"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_each_answer_has_its_place_on_paper(client: Client, language: str) -> None:
    """A box under each card that is asked of, one for each seat that a trick may go to, and a line
    where something is written; and no label ends in two signs."""
    boxes = lines = 0
    for seed in range(1, 6):
        page = client.get(f"/{language}/paper/?about=ten&rules=kompakt&seed={seed}")
        html = page.content.decode()
        assert "?:" not in html.partition('class="paper"')[2].partition("paper__key")[0]
        for asked in page.context["asked"]:
            for field in asked.fields:
                ticked = len(field.cards) if field.is_ticked else 0
                boxes += ticked + len(field.options)
                lines += not (ticked or field.options)
                if asked.item.kind == "trick-winner":
                    assert len(field.options) == 4
        assert html.count("paper__box") == boxes
        assert html.count("paper__line") == lines
        boxes = lines = 0
