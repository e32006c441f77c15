"""What is made once and kept shows what making it anew would."""

import re
from typing import NamedTuple

import pytest
from django.template import Context, RequestContext, Template
from django.test import Client, RequestFactory
from django.urls import reverse, translate_url
from django.utils.translation import gettext, override, pgettext

from lessons.exercises.addresses import Address
from lessons.exercises.making import exercise_at
from tests.fuzz.running import forget
from tests.site.test_exercise_pages import posted, token_of
from tutorial.learners.models import Attempt
from tutorial.practice.links import url_of


class Verdict(NamedTuple):
    """As far as a sentence shows it."""

    is_right: bool
    sentence: str


ADDRESSES = (
    Address("card-points", "kompakt", 1, 7),
    Address("legal-cards", "royal,nines=false,specials=fox.charlie", 3, 999_999_999),
    Address("compare-rules", "kompakt+royal", 2, 0),
)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_an_address_is_the_one_that_is_routed(address: Address, language: str) -> None:
    parts = [address.kind, address.rules, address.level, address.seed]
    with override(language):
        assert url_of(address) == reverse("exercise", args=parts)
        assert url_of(address, view="beamer") == f"{url_of(address)}?view=beamer"


EXERCISES = (
    "card-points/kompakt/2/3/",
    "trick-winner/kompakt/2/3/",
    "legal-cards/royal/2/3/",
    "may-call/kompakt/2/3/",
    "settle/cvjm/2/3/",
    "card-order/kompakt/2/3/",
    "trump-or-plain/royal,nines=false/2/3/",
)


def shown(path: str, language: str, query: str) -> list[str]:
    """The page of an exercise and the verdict on its right answer, for a new learner, without what
    belongs to him alone."""
    client = Client()
    kind, rules, level, seed, _ = path.split("/")
    exercise = exercise_at(Address(kind, rules, int(level), int(seed)))
    url = f"/{language}/practice/{path}{query}"
    pages = [client.get(url)]
    fields = exercise.kind.fields(exercise.question)
    answer = exercise.kind.solve(exercise.question)
    steps = [{f.name: posted(f, v)} for f, v in zip(fields, answer, strict=True)]
    if not exercise.kind.is_stepwise:
        steps = [{name: value for step in steps for name, value in step.items()}]
    for step in steps:
        data = {"token": token_of(pages[-1].content.decode())} | step
        pages.append(client.post(url, data, headers={"HX-Request": "true"}))
    found = [page.content.decode() for page in pages]
    key = Attempt.objects.latest("pk").key
    assert key in found[-1]
    assert not any(key in page for page in found[:-1])
    own = re.compile(r'(name="(?:token|csrfmiddlewaretoken)" value=")[^"]*')
    return [own.sub(r"\1", page.replace(key, "")) for page in found]


@pytest.mark.sweep
@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("path", EXERCISES)
def test_kept_pieces_are_those_that_would_be_drawn_anew(path: str) -> None:
    """For another learner, in another language, large for a group, on the path for beginners."""
    ways = [
        (language, query)
        for language in ("de", "en")
        for query in ("", "?view=beamer", "?path=trick", "?mixed=1&view=beamer")
    ]
    first = [shown(path, *way) for way in ways]
    again = [shown(path, *way) for way in ways]
    anew = []
    for way in ways:
        forget()
        anew.append(shown(path, *way))
    assert first == again == anew
    assert first[0] != first[1] != first[4]


def test_a_kept_piece_sees_nothing_but_what_it_is_given() -> None:
    """So that it can hold nothing of the visitor it was first drawn for."""
    text = '{% load doko %}{% drawn "practice/sentence.html" verdict=verdict %}'
    verdict = Verdict(is_right=True, sentence="So ist es")
    context = {"verdict": verdict, "has_focus": True}
    piece = Template(text).render(RequestContext(RequestFactory().get("/"), context))
    assert "So ist es" in piece
    assert "data-focus" not in piece


def test_words_are_looked_up_in_the_language_of_the_page() -> None:
    page = Template(
        '{% translate "missing" context "card" %}, {% translate "Right" as right %}{{ right }},'
        " {% translate word %}"
    )

    def told(word: str) -> str:
        return page.render(Context({"word": word}))

    for _again in range(2):
        with override("en"):
            assert told("Wrong") == "missing, Right, Wrong"
        with override("de"):
            assert told("Wrong") == f"{pgettext('card', 'missing')}, Richtig, Falsch"
            assert told("Right") == f"{pgettext('card', 'missing')}, Richtig, {gettext('Right')}"


def test_an_address_in_another_language_is_the_one_that_is_routed(client: Client) -> None:
    for path in ("/de/", "/de/path/", "/de/kompakt/blatt/?a=b", "/de/search/?q=%C3%A4", "/de/no/"):
        page = client.get(path).content.decode()
        there = translate_url(path, "en")
        assert there != path or path == "/de/no/"
        assert f'href="{"/en/" if there == path else there}" hreflang="en" lang="en"' in page
