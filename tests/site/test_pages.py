"""Every page, in both languages: there, light on queries, strict, and making nobody up."""

import io
import re
from pathlib import Path
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.conf import settings
from django.db import DatabaseError, connection
from django.test import Client

from lessons.content.course import Section
from lessons.content.reading import course
from lessons.rules.rule_sets import OPTIONS, PRESETS, all_options
from tutorial.learners.models import Attempt, Learner
from tutorial.sittings.models import Item
from tutorial.wsgi import application

PATHS = [
    "",
    "kompakt/",
    *(f"kompakt/{section.id}/" for section in course().documents["kompakt"].sections),
    "practice/trick-winner/kompakt/1/7/",
    "practice/trick-winner/kompakt/2/7/?statement=kompakt:ablauf-b",
    "practice/legal-cards/kompakt/2/999999999/?hint=2",
    "practice/card-points/kompakt/1/0/?statement=kompakt:ohne-neunen",
    "practice/card-points/kompakt/1/0/?view=beamer",
    *(f"replays/normalspiel/{step}/" for step in (0, 1, 5, 12, 16)),
    "replays/normalspiel/3/?view=beamer",
    "settings/",
    "judge/",
    "judge/?played=HA.HK&tap=D9",
    "judge/text/",
    "judge/?example=revoke",
    "judge/figures/",
    "judge/figures/?points=90&kontra=kontra+no90",
    "search/?q=zweite+Dulle",
]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("path", PATHS)
def test_page_is_there_and_asks_the_database_nothing(
    client: Client, language: str, path: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        response = client.get(f"/{language}/{path}")
    assert response.status_code == 200
    page = response.content.decode()
    assert f'<html lang="{language}"' in page
    assert page.count("<h1") == 1
    assert page.count("</title>") == 1
    assert " style=" not in page
    policy = response["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "learner" not in response.cookies
    assert not Learner.objects.exists()
    assert not Attempt.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
def test_page_leads_to_its_other_language(client: Client, path: str) -> None:
    page = client.get(f"/de/{path}").content.decode()
    other = re.search(r' hreflang="en" href="(http://testserver/[^"]*)">', page)
    assert other
    own = path.partition("&")[0]
    assert f'hreflang="de" href="http://testserver/de/{own}' in page
    response = client.get(other[1].replace("&amp;", "&"))
    assert response.status_code == 200
    if "practice/" in path:
        cards = re.findall(r"cards\.svg#([A-Z0-9]{2})", page)
        assert cards == re.findall(r"cards\.svg#([A-Z0-9]{2})", response.content.decode())


@pytest.mark.parametrize(
    ("path", "way"),
    [("kompakt/", "Regeln"), ("glossary/", "Regeln"), ("judge/", "Spiele"), ("play/5/", "Spiele"),
     ("quizzes/", "Zusammen"), ("clubs/", "Zusammen"), ("sheets/", "Zusammen"),
     ("search/", "Suche")],
)  # fmt: skip
@pytest.mark.django_db
def test_the_way_at_the_top_that_leads_there_is_marked(client: Client, path: str, way: str) -> None:
    page = client.get(f"/de/{path}").content.decode()
    ways = page[page.index('class="masthead__nav"') : page.index("</header>")]
    assert re.findall(r'aria-current="true">([^<]*)<', ways) == [way]


@pytest.mark.parametrize(
    ("accepted", "language"), [("en-GB,en;q=0.9", "en"), ("de-AT", "de"), ("fr", "de"), ("", "de")]
)
def test_the_first_language_is_the_browsers(client: Client, accepted: str, language: str) -> None:
    response = client.get("/", headers={"accept-language": accepted})
    assert response.status_code == 302
    assert response["Location"] == f"/{language}/"
    assert "Accept-Language" in response["Vary"]


@pytest.mark.parametrize(
    ("path", "reason", "way"),
    [
        (
            "practice/bridge/kompakt/1/7/",
            "Diese Art von Aufgabe",
            'button--main" href="/de/practice/',
        ),
        ("practice/trick-winner/skat/1/7/", "Ein Regelwerk", "/practice/trick-winner/kompakt/1/"),
        ("practice/legal-cards/kompakt/9/7/", "Stufen 1 bis 3", "/practice/legal-cards/"),
        ("practice/legal-cards/kompakt/01/7/", "Stufen 1 bis 3", "/practice/legal-cards/"),
        ("practice/legal-cards/kompakt/1/1000000000/", "999999999", "/practice/legal-cards/"),
        ("practice/legal-cards/kompakt/1/007/", "führende Nullen", "/practice/legal-cards/"),
        ("practice/legal-cards/kompakt/1/٣/", "999999999", "/practice/legal-cards/"),
        (f"practice/legal-cards/kompakt/1/{'9' * 5000}/", "999999999", "/practice/legal-cards/"),
        ("practice/legal-cards/kompakt/1/7/?statement=x", "Absatz", "/practice/legal-cards/"),
        ("replays/nix/0/", "Ein Beispiel", "/de/replays/"),
        ("replays/normalspiel/17/", "Diesen Schritt", "/replays/normalspiel/0/"),
        ("replays/normalspiel/01/", "Diesen Schritt", "/replays/normalspiel/0/"),
        ("skat/", "Ein Dokument", "/de/kompakt/"),
        ("kompakt/nix/", "Einen Abschnitt", "/de/kompakt/"),
        ("path/nix/", "Diesen Schritt hat der Weg nicht", "/de/path/"),
        ("a/b/c/d/", "keine Seite", "/de/kompakt/"),
    ],
)
def test_an_unknown_address_says_why_and_leads_on(
    client: Client, path: str, reason: str, way: str
) -> None:
    response = client.get(f"/de/{path}")
    assert response.status_code == 404
    page = response.content.decode()
    assert reason in page
    assert way in page
    assert 'href="/de/"' in page


def test_a_page_that_fails_says_so_in_our_look(client: Client, monkeypatch: Any) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("tutorial.course.views.any_exercise", fail)
    client.raise_request_exception = False
    response = client.get("/de/")
    assert response.status_code == 500
    assert "schiefgegangen" in response.content.decode()
    assert "stylesheet" in response.content.decode()
    monkeypatch.setattr("django.templatetags.static.StaticNode.handle_simple", fail)
    bare = client.get("/de/")
    assert bare.status_code == 500
    assert "schiefgegangen" in bare.content.decode()


def test_a_forged_post_is_refused_in_our_look() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/de/practice/trick-winner/kompakt/1/7/", {"seat": "VH"})
    assert response.status_code == 403
    assert "Das kam nicht von hier" in response.content.decode()


@pytest.mark.django_db
def test_health_answers_whatever_the_host(client: Client) -> None:
    response = client.get("/healthz", headers={"host": "10.1.2.3"})
    assert response.status_code == 200
    assert response.content == b"ok\n"


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="it is a server, not a file")
def test_health_tells_a_database_that_is_not_there(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection.settings_dict, "NAME", "/nowhere/karlchen.sqlite3")
    assert client.get("/healthz").status_code == 503


@pytest.mark.django_db
def test_health_tells_a_database_without_our_tables(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise DatabaseError

    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", fail)
    assert client.get("/healthz").status_code == 503


@pytest.mark.django_db
def test_a_host_that_is_not_ours_is_refused_in_our_look(client: Client) -> None:
    response = client.get("/de/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "Das ist nicht zu lesen" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["base64", "rot13", "utf-16", "unicode_escape", "idna", "x"])
@pytest.mark.parametrize(
    ("method", "kind", "body"),
    [
        ("GET", "text/plain", b""),
        ("POST", "application/x-www-form-urlencoded", b"points=12"),
        (
            "POST",
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="points"\r\n\r\n12\r\n--x--\r\n',
        ),
    ],
)
def test_no_codec_that_a_visitor_names_is_run(
    charset: str, method: str, kind: str, body: bytes
) -> None:
    statuses = []
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": "/de/practice/card-points/kompakt/1/3/",
        "QUERY_STRING": "hint=%5Cud800",
        "CONTENT_TYPE": f"{kind}; charset={charset}",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_HOST": "localhost",
        "wsgi.input": io.BytesIO(body),
    }
    setup_testing_defaults(environ)
    answer = application(environ, lambda status, _headers: statuses.append(status[:3]))
    assert b"Karlchen" in b"".join(answer)
    assert statuses == ["200" if method == "GET" else "403"]


@pytest.mark.django_db
def test_a_page_is_for_its_visitor_alone(client: Client) -> None:
    for path in PATHS:
        response = client.get(f"/de/{path}")
        assert "Cookie" in response["Vary"]
        assert {"private", "no-cache"} <= set(response["Cache-Control"].split(", "))


@pytest.mark.parametrize(
    ("posted", "cookie", "shown"),
    [
        ({"deck": "four"}, ("deck", "four"), 'data-deck="four"'),
        ({"theme": "dark"}, ("theme", "dark"), 'data-theme="dark"'),
        ({"keys": "off"}, ("keys", "off"), 'data-keys="off"'),
    ],
)
def test_a_setting_is_kept_and_leads_back(
    client: Client, posted: dict[str, str], cookie: tuple[str, str], shown: str
) -> None:
    came_from = {"Referer": "http://testserver/de/replays/normalspiel/5/"}
    response = client.post("/de/settings/", posted, headers=came_from)
    assert response.status_code == 302
    assert response["Location"] == came_from["Referer"]
    assert response.cookies[cookie[0]].value == cookie[1]
    assert shown in client.get("/de/kompakt/").content.decode()


@pytest.mark.parametrize(
    "referer",
    [
        "https://evil.example/",
        "//evil.example",
        "javascript:x",
        "",
        "http://testserver/de/settings/",
    ],
)
def test_a_setting_leads_nowhere_else(client: Client, referer: str) -> None:
    response = client.post("/de/settings/", {"deck": "four"}, headers={"Referer": referer})
    assert response["Location"] == "/de/settings/?saved=1"
    assert "Gespeichert" in client.get(response["Location"]).content.decode()


def test_a_language_that_is_set_is_spoken_from_then_on(client: Client) -> None:
    """At addresses with a language of their own those are."""
    came_from = {"Referer": "http://testserver/de/settings/"}
    response = client.post("/de/settings/", {"language": "en"}, headers=came_from)
    assert response["Location"] == "/en/settings/?saved=1"
    german = {"Accept-Language": "de"}
    assert client.get("/", headers=german)["Location"] == "/en/"
    assert 'lang="de"' in client.get("/de/", headers=german).content.decode()
    client.post("/en/settings/", {"language": "auto"})
    assert client.get("/", headers=german)["Location"] == "/de/"


@pytest.mark.django_db
def test_what_is_new_is_asked_at_the_level_that_is_set(client: Client) -> None:
    client.post("/de/settings/", {"level": "3"})
    page = client.get("/de/practice/").content.decode()
    assert re.search(r'href="[^"]*level=3"[^>]*aria-current="true"', page)
    client.post("/de/sittings/", {"rules": "kompakt"})
    assert {one.level for one in Item.objects.all()} == {3}
    assert "level=1" in client.get("/de/practice/?level=1").content.decode()


def test_a_setting_that_there_is_not_is_refused(client: Client) -> None:
    response = client.post("/de/settings/", {"deck": "seven"})
    assert response.status_code == 422
    assert "deck" not in response.cookies


def test_a_cookie_that_was_tampered_with_changes_nothing(client: Client) -> None:
    client.cookies["deck"] = '"><script>'
    assert 'data-deck="two"' in client.get("/de/kompakt/").content.decode()


TEMPLATES = sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html"))
LONGEST_LINE = 150
FORBIDDEN = re.compile(
    r"\sstyle\s*=|\son[a-z]+\s*=|hx-on|<style|<script(?![^>]*\ssrc=)|javascript:|\bjs:|hx-vals"
    r"|hx-trigger=\"[^\"]*\[|autofocus|https?://"
)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_has_nothing_inline(path: Path) -> None:
    assert not FORBIDDEN.findall(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_has_no_long_lines(path: Path) -> None:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    assert [f"{path.name}:{number}" for number, line in lines if len(line) > LONGEST_LINE] == []


def test_the_test_for_inline_things_finds_them() -> None:
    for bad in (
        '<p style="color:red">',
        "<button onclick='x()'>",
        "<script>x()</script>",
        "<style>p{}</style>",
        '<a href="javascript:x">',
        '<b hx-on:click="x">',
        '<b hx-trigger="keyup[key]">',
        '<link href="https://cdn.example/x.css">',
    ):
        assert FORBIDDEN.search(bad), bad
    assert not FORBIDDEN.search('<script src="/static/x.js" defer></script>')


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_rule_sets_stand_side_by_side(client: Client, language: str) -> None:
    def compared(query: str) -> str:
        """The table of the options."""
        page = client.get(f"/{language}/compare/?{query}").content.decode()
        return page[: page.index('id="result"')]

    whole = compared("")
    assert whole.count('<th scope="row" role="rowheader">') == len(OPTIONS)
    page = compared("first=royal&second=kompakt&only=differences")
    both, agreed = ("royal", "kompakt"), course().agreed
    differing = [
        name
        for name in OPTIONS
        if len({str(all_options(PRESETS[one])[name]) for one in both}) > 1
        or len({one in agreed.get(name, {}) for one in both}) > 1
    ]
    assert page.count('<th scope="row" role="rowheader">') == len(differing) > 5
    # Where one says more than the other, only that is marked.
    rows = page.split('<th scope="row" role="rowheader">')[1:]
    assert {row.count("compare__other") for row in rows} == {1, 2}
    for odd in ("first=royal&second=royal", "first=skat&second=royal", "only=x"):
        assert compared(odd).count('scope="col"') == 4


CHAPTERS = {
    ("de", "royal"): ["1 Allgemeines", "2 Spielgrundlagen", "3 Spielmöglichkeiten",
                      "4 Spieldurchführung", "5 An- und Absage", "6 Spielende und Abrechnung"],
    ("en", "cvjm"): ["4 After play", "5 Special games"],
    ("de", "kompakt"): [],
}  # fmt: skip


@pytest.mark.parametrize(("language", "document"), CHAPTERS)
def test_sections_stand_in_the_chapters_of_their_document(
    client: Client, language: str, document: str
) -> None:
    page = client.get(f"/{language}/{document}/").content.decode()
    titles = re.findall(r'class="rows__chapter">\s*<h2>([^<]*)</h2>', page)
    assert titles == CHAPTERS[language, document]
    links = re.findall(rf'class="rows__way" href="/{language}/{document}/([\w-]+)/">', page)
    found = course().documents[document]
    assert links == [section.id for section in found.sections]
    assert all(len(chapter.sections) > 0 for chapter in found.chapters if chapter.own is None)


def test_a_section_tells_its_chapter(client: Client) -> None:
    page = client.get("/de/royal/soli/").content.decode()
    assert "· 3 Spielmöglichkeiten" in page
    assert "·" not in client.get("/de/cvjm/vor-dem-spiel/").content.decode().partition("<h1")[0]


def test_the_examples_of_a_document_are_marked(client: Client) -> None:
    page = client.get("/de/kompakt/").content.decode()
    marked = re.findall(r'<span class="badge">([^<]*)</span>', page)
    assert marked[:5] == [f"Beispiel {number} des Dokuments" for number in range(1, 6)]
    assert set(marked[5:]) == {"Nach einem Beispiel des Dokuments"}
    assert len(marked) < page.count('href="/de/replays/')


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_statement_is_listed_with_its_section(client: Client, language: str) -> None:
    page = client.get(f"/{language}/coverage/").content.decode()
    assert page.count('class="covered__one"') == len(course().statements) == 143
    for document in course().documents.values():
        for section in document.sections:
            for statement in section.statements:
                assert f"/{language}/{document.id}/{section.id}/#{statement}" in page


@pytest.mark.parametrize(
    ("language", "asked", "first"),
    [
        ("de", "Klärungsstich", "/de/glossary/#klaerungsstich"),
        ("de", "fuchs", "/de/glossary/#fuchs"),
        ("en", "ruff", "/en/glossary/#stechen"),
        ("en", "announcements re", "/en/kompakt/ansagen/"),
        ("de", "Quiz", "/de/quizzes/"),
        ("en", "club", "/en/clubs/"),
    ],
)
def test_words_are_found_and_marked(client: Client, language: str, asked: str, first: str) -> None:
    page = client.get(f"/{language}/search/", {"q": asked}).content.decode()
    ways = re.findall(r'class="rows__way" href="([^"]*)"', page)
    assert ways[0] == first
    assert f"<mark>{asked.split(maxsplit=1)[0]}</mark>".casefold() in page.casefold()


def test_what_is_found_tells_of_what_it_is_a_part(client: Client) -> None:
    """Documents have German names."""
    for asked, whole in (
        ("quiz", "<h2>To look up"),
        ("ruff", "<h2>Glossary"),
        ("announcements re", '<h2 lang="de">Kompakt'),
    ):
        page = client.get("/en/search/", {"q": asked}).content.decode()
        (first, *_more) = re.findall(r'<section class="search__whole">.*?</ul>', page, re.DOTALL)
        assert whole in first, asked


@pytest.mark.parametrize("page", ["settings", "glossary", "coverage", "search", "search/?q=zzzz"])
def test_no_page_is_the_end_of_the_way(client: Client, page: str) -> None:
    found = client.get(f"/de/{page}" if "?" in page else f"/de/{page}/").content.decode()
    main = found[found.index("<main") : found.index("</main>")]
    ways = re.findall(r'class="button" href="(/de/(?:practice/|path/)?)"', main)
    assert ways == ["/de/", "/de/path/", "/de/practice/"]


def test_a_search_for_nothing_or_nonsense_is_answered(client: Client) -> None:
    for odd in ("", "   ", "xyzzy", "<script>", "a" * 500, "\x00("):
        page = client.get("/de/search/", {"q": odd})
        assert page.status_code == 200
        assert b"<script>" not in page.content
    assert "Nichts enthält" in client.get("/de/search/?q=xyzzy").content.decode()


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_glossary_has_every_term_with_its_section(client: Client, language: str) -> None:
    page = client.get(f"/{language}/glossary/").content.decode()
    names = re.findall(r'<dt><a href="[^"]*#[^"]+">([^<]*)</a></dt>', page)
    assert len(names) == len(course().glossary) >= 45
    assert names == sorted(names, key=str.casefold)


def test_a_term_opens_where_it_is_met_first_and_leads_to_its_entry(client: Client) -> None:
    page = client.get("/de/royal/sonderpunkte/").content.decode()
    opening = re.findall(r'<button type="button" class="term" popovertarget="([^"]*)">', page)
    opened = re.findall(r'<div popover id="([^"]*)"', page)
    assert len(opening) == len(set(opening)) > 5
    assert opening == opened
    assert 'href="/de/glossary/#fuchs"' in page
    heading = re.findall(r"<h2>.*?</h2>", page)
    assert heading
    assert not any("<button" in one for one in heading)
    glossary = client.get("/de/glossary/").content.decode()
    assert all(f'id="{one.removeprefix("term-")}"' in glossary for one in opened)


def test_a_term_is_not_opened_in_the_section_that_explains_it(client: Client) -> None:
    page = client.get("/de/kompakt/fehlkarten-trumpfkarten/").content.decode()
    assert "Dulle" in page
    assert 'popovertarget="term-dulle"' not in page
    assert 'popovertarget="term-dulle"' in client.get("/de/royal/hochzeit/").content.decode() + (
        client.get("/de/royal/sonderpunkte/").content.decode()
    )


def test_a_step_of_the_path_is_found(client: Client) -> None:
    page = client.get("/de/search/?q=Dullen").content.decode()
    assert "/de/path/" in page


def test_what_is_found_stands_with_its_whole(client: Client) -> None:
    page = client.get("/de/search/?q=Fuchs").content.decode()
    wholes = re.findall(r"<h2[^>]*>([^<]+)</h2>", page)
    assert wholes[:2] == ["Glossar", "Spiele"]  # their titles have the word
    assert {"Der Weg", "Kompakt", "Royal", "CVJM"} < {*wholes}
    assert len(wholes) == len({*wholes})
    assert page.index("Fuchs</mark>") < page.index("<h2>Spiele")


LINKED = [
    "",
    "path/",
    *(f"path/{step.id}/" for step in course().beginners.path),
    *(f"{document}/" for document in course().documents),
    *(f"{s.document}/{s.id}/" for d in course().documents.values() for s in d.sections),
    *(f"crib/{rules}/" for rules in PRESETS),
    "glossary/",
    "compare/",
    "together/",
    "coverage/",
    "judge/",
    "judge/figures/",
    "replays/",
    "replays/normalspiel/5/",
]


@pytest.mark.long
@pytest.mark.parametrize("path", LINKED)
def test_both_languages_lead_to_the_same_places(client: Client, path: str) -> None:
    def links(language: str) -> list[str]:
        page = client.get(f"/{language}/{path}").content.decode()
        found = re.findall(r'<a [^>]*href="([^"]*)"(?![^>]*hreflang)', page)
        anywhere = [
            re.sub(r"/\d{2,}/", "/seed/", one)
            for one in found
            if "/glossary/#" not in one  # which words are met first is the language's own
        ]
        return sorted(one.replace(f"/{language}/", "/xx/") for one in anywhere)

    assert links("de") == links("en") != []


@pytest.mark.parametrize(
    "section",
    [section for document in course().documents.values() for section in document.sections],
    ids=lambda section: f"{section.document}-{section.id}",
)
def test_a_section_leads_to_an_exercise_for_each_of_its_statements(
    client: Client, section: Section
) -> None:
    page = client.get(f"/de/{section.document}/{section.id}/").content.decode()
    for statement in section.statements:
        kinds = set(course().statements[statement]) - {"compare-rules"}
        asked = re.findall(rf"/practice/([a-z-]+)/[^\"]*statement={re.escape(statement)}\"", page)
        assert kinds <= set(asked)


def test_cards_have_the_letters_that_somebody_reads(client: Client) -> None:
    for language, chosen, drawn in [
        ("de", "auto", "de"), ("en", "auto", "en"), ("de", "en", "en"), ("en", "de", "de"),
    ]:  # fmt: skip
        client.post("/de/settings/", {"letters": chosen})
        page = client.get(f"/{language}/kompakt/").content.decode()
        assert {*re.findall(r"cards\.svg#[CSHD][QJ]-(\w+)", page)} == {drawn}
