"""Every text is there in both languages, every claim in it is asked of the rules."""

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from lessons.content import markup
from lessons.content.claims import ClaimFails, confirm, source_of
from lessons.content.course import Document, SectionText
from lessons.content.languages import COMPLETE
from lessons.content.reading import CONTENT, BadContent, course, read_course
from lessons.content.words import template_fault
from lessons.exercises.offers import offers
from lessons.rules.cards import Card, Seat
from lessons.rules.parties import Party
from lessons.rules.reasons import Reason, Why
from lessons.rules.sources import sources_of


def claims(language: str, document: str, section: str) -> list[str]:
    text = (CONTENT / language / document / f"{section}.md").read_text(encoding="utf-8")
    return [
        child.content
        for token in markup.parse(text)
        for child in token.children or ()
        if child.type == "claim"
    ]


ALL_SECTIONS = [s for document in course().documents.values() for s in document.sections]
SECTIONS = [(language, s.document, s.id) for s in ALL_SECTIONS for language in COMPLETE]


@pytest.mark.parametrize(("language", "document", "section"), SECTIONS)
def test_every_claim_of_a_section_holds(language: str, document: str, section: str) -> None:
    made = claims(language, document, section)
    for claim in made:
        confirm(claim, document)
    found = course().documents[document].section(section)
    assert found
    assert {*found.statements, *found.readings} == set(map(source_of, made))


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("kompakt:blatt pack 52", "48"),
        ("kompakt:blatt copies 3", "2"),
        ("kompakt:blatt hand 12 without nines", "10"),
        ("K15 points A 10", "11"),
        ("K15 points-of A T 160", "168"),
        ("K15 trick-points HA HK 16", "15"),
        ("K15 total 120", "240"),
        ("kompakt:trumpfkarten trumps 24", "26"),
        ("kompakt:fehlkarten plain 24", "22"),
        ("kompakt:trumpfkarten is-trump HA", "nothing, not HA"),
        ("kompakt:damensolo trumps 12 in queens", "8"),
        ("kompakt:ziel won 120 = re", "kontra"),
        ("kompakt:ziel target re re:re re:no90 = 150", "151"),
        ("kompakt:p-gewinn worth 110 = 1", "2"),
        ("kompakt:p-gewinn counts 110 = won", "gegen-die-alten"),
        ("kompakt:punktwertung writes 130 = 1 -1 -1 -1 in queens", "3"),
        ("kompakt:ansagen-a call re cards 10 = yes", "no"),
        ("kompakt:ansagen-d call kontra cards 10 after re:re = no", "yes"),
        ("kompakt:ansagen-a call re by kontra = yes", "no"),
        ("kompakt:spieler party CQ HA = kontra", "re"),
        ("kompakt:stille-hochzeit plays CQ CQ = normal", "silent-solo"),
        ("kompakt:spielfindung says VH marriage, MH solo queens = VH", "MH"),
        ("kompakt:pflichtsolo leads MH compulsory queens = VH", "MH"),
        ("kompakt:hochzeit partner MH first: VH: CA CK C9 CT = HH", "VH"),
        ("kompakt:s-fuchs special VH: DA DJ D9 DK = nothing", "fox:kontra"),
        ("kompakt:geben deals-next 4 from 3 = 3", "0"),
        ("R29 pauses 5 from 2 = 3", "2"),
        ("K15 throw-in HK HK SK SK CK = yes", "no"),
        ("C16 lays DA DJ S9 = DA DJ /", "DJ"),
        ("K15 order HA HT HK H9", "HA HK H9"),
        ("kompakt:trumpfkarten beats DA DJ", "DJ DA"),
        ("kompakt:ablauf-b winner VH: HA HA HK H9 = MH", "VH"),
        ("kompakt:ablauf-a next VH: HA HA HK H9 = MH", "VH"),
        ("kompakt:ablauf-a leader G", "VH"),
        ("kompakt:bedienzwang-a legal HA: HT HK CA = HT HK", "HK"),
        ("K9 draw 121 fox:kontra = no", "yes"),
        ("K9 series 121 fox:kontra; redeal; 121 = 0 - 1 with draw_doubles_next=true", "2"),
        ("K13 shift MH first: VH: CA CK C9 CT = 1", "0"),
        ("K13 late-marriage G first played 3 = yes", "no"),
        ("K13 late-marriage G first played 3 = no with marriage_until=own-first-card", "yes"),
        ("K13 late-marriage G first played 4 = yes with marriage_until=own-first-card", "no"),
        ("K13 late-marriage G first called MH = yes with marriage_until=own-first-card", "no"),
        ("K13 late-marriage G first = yes in queens with marriage_until=own-first-card", "no"),
        ("K15 winner VH: HT DA DK D9 = VH with piglets=first foxes=0", "MH"),
        ("K15 winner VH: HT DA DK D9 = MH with piglets=first foxes=1", "VH"),
        ("K15 special VH: DA DJ SA S9 = fox:kontra in diamonds", "nothing"),
        ("R29 seats 5 from 0 = 0 1 2 3", "1 2 3 4"),
        ("K15 pack 48 with nines=false", "40"),
        ("K15 pack 48 with nines=maybe", "not understood"),
        ("K15 pack 48 with tens=false", "not understood"),
        ("K15 throw-in HK = yes with nines=false throw_in=five-nines", "not understood"),
        ("kompakt:bedienzwang-a sings HA", "cannot ask"),
        ("kompakt:bedienzwang-a legal HA", "not understood"),
        ("K15 trick-points HX 3", "not understood"),
    ],
)
def test_a_claim_that_is_not_so_fails_and_says_what_is(claim: str, said: str) -> None:
    with pytest.raises(ClaimFails, match=said):
        confirm(claim, "kompakt")


STEPS = course().beginners.path
LESSONS = [
    *(
        (language, s.document, s.id, s.texts[language])
        for s in ALL_SECTIONS
        for language in COMPLETE
    ),
    *((language, "path", step.id, step.texts[language]) for step in STEPS for language in COMPLETE),
]
PICTURES = {
    "cards", "trick", "trumps", "plain", "seats", "said", "deadlines", "settle", "ask", "tr_open",
}  # fmt: skip
MOST_WORDS, LONGEST_PARAGRAPH = 85, 45


@pytest.mark.parametrize(("language", "document", "lesson", "text"), LESSONS)
def test_no_reader_goes_long_without_a_picture(
    language: str, document: str, lesson: str, text: SectionText
) -> None:
    words = [0]
    for token in text.tokens:
        for part in (token, *(token.children or ())):
            if part.type in PICTURES:
                words.append(0)
            elif part.type == "text":
                words[-1] += len(part.content.split())
    assert max(words) <= MOST_WORDS, (language, document, lesson)


@pytest.mark.parametrize(("language", "document", "section"), SECTIONS)
def test_no_paragraph_is_long(language: str, document: str, section: str) -> None:
    found = course().documents[document].section(section)
    assert found
    blocks = (one.children or () for one in found.texts[language].tokens if one.type == "inline")
    words = [
        sum(len(part.content.split()) for part in block if part.type == "text") for block in blocks
    ]
    assert max(words) <= LONGEST_PARAGRAPH


PARSED, CONFIRMED = cache(markup.parse), cache(confirm)
"""What is not spoiled is read again for each fault: its texts are parsed and asked once."""


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the content, to be spoiled."""
    monkeypatch.setattr(markup, "parse", PARSED)
    monkeypatch.setattr(markup, "confirm", CONFIRMED)
    folder = tmp_path / "content"
    shutil.copytree(CONTENT, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return folder


def problems(folder: Path) -> str:
    with pytest.raises(BadContent) as caught:
        read_course(folder)
    return "\n".join(map(str, caught.value.problems))


SPOILED = [
    # file, what stands there, what is put there, what is reported
    ("de/kompakt/blatt.md", "pack 48}", "pack 49}", "de/kompakt/blatt.md:4: {claim kompakt:blatt pack 49}: the rules say 48"),  # noqa: E501
    ("de/kompakt/blatt.md", "{cards HA HA", "{cards HX HA", "de/kompakt/blatt.md:9: {cards HX HA HT HT HK HK HQ HQ HJ HJ H9 H9}: no card: 'HX'"),  # noqa: E501
    ("de/kompakt/blatt.md", "{trick VH: SA SK S9 ST}", "{trick VH: SA SK S9 ST ST}", "one to four cards"),  # noqa: E501
    ("de/kompakt/blatt.md", "{trick VH: SA SK S9 ST}", "Hier {trick VH: SA SK S9 ST}", "stands alone"),  # noqa: E501
    ("de/kompakt/geben.md", "{seats}", "{said VH: Gesund; VH: Solo}", "VH says nothing, or twice"),
    ("de/kompakt/geben.md", "{seats}", "{said VH: Gesund; XX: Solo}", "no seat: 'XX'"),
    ("de/kompakt/geben.md", "{seats}", "Hier {said VH: Gesund}", "stands alone"),
    ("de/kompakt/blatt.md", "# Das Blatt", "Das Blatt", "de/kompakt/blatt.md:1: expected a title"),
    ("de/kompakt/blatt.md", "## Ohne", "# Ohne", "a second title"),
    ("de/kompakt/blatt.md", "{cards HA", "{karten HA", "a brace that opens none of"),
    ("en/kompakt/blatt.md", " {claim kompakt:blatt hand 12}", "", "en/kompakt/blatt.md: the claim of the other language is missing"),  # noqa: E501
    ("de/kompakt/ablauf.md", "kompakt:ablauf-a", "kompakt:ablauf-x", "does not list kompakt:ablauf-x here"),  # noqa: E501
    ("de/reasons.toml", "only-trump =", "only-trumps =", "no words for 'only-trump'"),
    ("de/reasons.toml", "@gen|{cards:own}} ist der höchste", "@gen|{seats[7]}} ist der höchste", "cannot be filled in"),  # noqa: E501
    ("de/reasons.toml", 'leads = "', 'leads = 3 # "', "de/reasons.toml:16: leads: expected a sentence"),  # noqa: E501
    ("en/cards.toml", "[articles]", "[things]", "en/cards.toml: incomplete"),
    ("en/kinds/trick-winner.toml", 'task = "Press', 'tusk = "Press', "'tusk' is never said"),
    ("en/kinds/trick-winner.toml", "\nrule", "\nrole", "has no 'rule'"),
    ("en/kinds/who-leads.toml", "[variants.next-game]", "[variants.game]", "nothing asked is called 'game'"),  # noqa: E501
    ("en/facts.toml", "last-trick =", "last-tricks =", "no words for 'last-trick'"),
    ("options.toml", '["queens-jacks"]', '["jacks-queens"]', "solos cannot be 'jacks-queens'"),
    ("options.toml", '["queens-jacks"]', '["queens"]', "'queens' need not be agreed on"),
    ("options.toml", 'agreed.tsr', 'agreed.skat', "no rule set 'skat'"),
    ("options.toml", 'cvjm = "cvjm:1"', 'skat = "cvjm:1"', "no document 'skat'"),
    ("en/options.toml", "[piglets]", "[pigs]", "no words for 'piglets'"),
    ("en/options.toml", "both = ", "bath = ", "words for 'bath'"),
    ("en/kinds/trick-winner.toml", "{right} takes the trick.", "{winner} takes the trick.", "nothing is called 'winner'"),  # noqa: E501
    ("de/misconceptions.toml", "must-beat =", "must-bat =", "no words for 'must-beat'"),
    ("de/statements.toml", '"kompakt:blatt" =', '"kompakt:blat" =', "no words for 'kompakt:blatt'"),
    ("statements.toml", '  "kompakt:fehlkarten",', '', "lessons/exercises/kinds/card_order.py: no statement or reading 'kompakt:fehlkarten'"),  # noqa: E501
    ("statements.toml", '"kompakt:runden",\n]', ']', "kompakt:runden is neither asked, told nor replayed"),  # noqa: E501
    ("sources.toml", 'leads = "follow-suit"', 'leads = "follow"', "leads: no topic 'follow'"),
    ("sources.toml", 'leads = "follow-suit"', '', "leads: expected among the silent or with its"),
    ("sources.toml", 'leads = "follow-suit"', 'lead = "follow-suit"', "nothing is called 'lead'"),
    ("sources.toml", 'royal = "R26"', 'royal = "R260"', "sources.toml:34: schwarz: no statement or reading 'R260'"),  # noqa: E501
    ("sources.toml", 'royal = "R26"', 'loyal = "R26"', "schwarz: no document 'loyal'"),
    ("course.toml", 'builds_on = ["ablauf"]', 'builds_on = ["bedienzwang"]', "which does not come before it"),  # noqa: E501
    ("course.toml", 'kind = "card-points"', 'kind = "card-point"', "no such kind: 'card-point'"),
    ("course.toml", 'id = "blatt"', 'id = "blat"', "de/kompakt/blat.md: the file is missing"),
    ("course.toml", 'replays = ["normalspiel"]', 'replays = ["normal"]', "no replay 'normal'"),
    ("course.toml", 'rules = "kompakt"', 'rules = "kompakt', "course.toml:40:"),
    ("games/normalspiel.json", '"HH H9", "G HK"', '"HH HA", "G HT"', "games/normalspiel.json:12: action 7: card-not-in-hand"),  # noqa: E501
    ("games/normalspiel.json", '"rules"', '"rules" "', "games/normalspiel.json:3: no JSON"),
    ("games/normalspiel.json", "VH healthy", "VH sings", "action 0: no action: 'VH sings'"),
    ("de/games/normalspiel.toml", "16 =", "99 =", "no step 99"),
    ("en/games/normalspiel.toml", "12 =", "13 =", "step 12 has claims, but no comment"),
    ("en/games/normalspiel.toml", "12 =", "13 =", "step 13 has a comment, but no claims"),
    ("games/normalspiel.toml", "has VH trumps = 7", "has VH trumps = 8", "games/normalspiel.toml:3: 'has VH trumps = 8' at step 0: the rules say 7"),  # noqa: E501
    ("games/normalspiel.toml", "has VH trumps = 7", "has VH trump = 7", "cannot be asked at step 0"),  # noqa: E501
    ("games/normalspiel.toml", "has VH trumps = 7", "had VH trumps = 7", "not understood"),
    ("games/normalspiel.toml", 'guess = "legal-cards"', 'guess = "settle"', "15: nothing asks 'settle'"),  # noqa: E501
    ("games/normalspiel.toml", "[16]", "[99]", "no step 99"),
    ("de/games/normalspiel.toml", "title =", "titel =", "no 'title'"),
    ("de/kinds/trick-winner.toml", 'wrong = "Nein', 'wrung = "Nein', "has no 'wrong'"),
    ("de/kinds/card-points.toml", 'label = ', 'lable = ', "has no 'label'"),
    ("de/kinds/trick-winner.toml", 'question = "Wer', 'question = 5 #', "question: expected a sentence"),  # noqa: E501
    ("de/kinds/card-points.toml", "{figures[0]:Auge|Augen}", "{figures[2]}", "figure: cannot be filled in"),  # noqa: E501
    ("de/kinds/trick-winner.toml", "one-kind", "one-kinds", "[hints] has 'one-kinds'"),
    ("de/reasons.toml", "@gen|{cards:own}} ist der einzige", "@gen|{seats[1]}} ist der einzige", "only-trump: cannot be filled in"),  # noqa: E501
    ("de/statements.toml", "K14 = [", 'K14 = ["a", ', "de/statements.toml:231: not of the expected shape"),  # noqa: E501
    ("de/misconceptions.toml", 'must-beat = [', 'must-beat = 3 # [', "not of the expected shape"),
    ("en/cards.toml", 'and = "and"', "and = 5", "en/cards.toml: incomplete"),
    ("en/cards.toml", 'HH = "Rearhand"', 'XX = "Rearhand"', "en/cards.toml: incomplete"),
    ("en/cards.toml", '1 = "first"', '3 = "first"', "en/cards.toml: incomplete"),
    ("course.toml", 'document = "kompakt"', 'document = "skat"', "no document 'skat'"),
    ("course.toml", 'hand = "VH"', 'hand = "XX"', "course.toml:3: not of the expected shape"),
    ("course.toml", 'rules = "kompakt"', 'rules = "skat"', "no rule set: 'skat'"),
    ("course.toml", 'id = "ablauf"', 'name = "ablauf"', "course.toml:42: not of the expected shape"),  # noqa: E501
    ("course.toml", 'exercise = { kind = "legal-cards", level = 1 }', 'exercise = "legal-cards"', "course.toml:118: not of the expected shape"),  # noqa: E501
    ("statements.toml", '  "kompakt:ablauf-a",', '  "kompakt:ablauf-a"', "statements.toml:117: Unclosed array"),  # noqa: E501
    ("games/normalspiel.json", '"actions"', '"notes": [], "actions"', "notes: expected an object"),
    ("games/normalspiel.json", '"HH H9", "G HK"', '"HH DA", "G HK"', "action 6: must-follow: HH must follow hearts: HA, H9"),  # noqa: E501
    ("games/normalspiel.json", '"VH healthy"', '"VX healthy"', "games/normalspiel.json:11: action 0: no seat"),  # noqa: E501
    ("de/games/normalspiel.toml", "16 =", '"²" =', "no step ²"),
    ("de/kompakt/blatt.md", "# Das Blatt", "# Das {cards HA} Blatt", "a title is plain text"),
    ("de/kompakt/blatt.md", "Gezählt", "![x](https://evil.example/x.png) Gezählt", "a picture; only cards"),  # noqa: E501
    ("de/kompakt/blatt.md", "Gezählt", "[x](https://evil.example/) Gezählt", "a link that leaves"),
    ("de/kompakt/blatt.md", "{cards HA HA", "{cards HA HA HA", "more than twice"),
    ("de/kompakt/blatt.md", "pack 48}", "pack}", "not understood"),
    ("de/kompakt/ablauf.md", "next VH: SK SA S9 ST = MH", "next VH: SK SA = MH", "not understood"),
    ("de/kompakt/ablauf.md", "winner VH: SK SA S9 ST = MH", "winner VH: = MH", "not understood"),
    ("de/royal/spieler-parteien.md", "| {cards CQ SA H9} | Re |", "| {cards CX SA H9} | Re |", "de/royal/spieler-parteien.md:8: {cards CX SA H9}: no card: 'CX'"),  # noqa: E501
    ("de/glossary.toml", 'forms = ["Dulle", "Dullen"]', 'forms = ["Dulle", "Fuchs"]', "two terms stand as 'Fuchs'"),  # noqa: E501
    ("asked.toml", 'option = "nines"', 'option = "tens"', "nines: no option: 'tens'"),
    ("asked.toml", 'ask = "winner VH: HA HA HK HK"', 'ask = "winner MH: HA HA HK HK"', "equal-cards: no words for the answer 'MH'"),  # noqa: E501
    ("asked.toml", 'ask = "is-trump HT"', 'ask = "is-trump XX"', "asked.toml:"),
    ("asked.toml", 'royal = "R8"', 'royal = "R99"', "both-announced: no statement or reading 'R99'"),  # noqa: E501
    ("asked.toml", "[bock]\nnobody = true", "[bock]", "bock: expected an option, ask or nobody"),
    ("de/asked.toml", '"Bock",', '"Ramsch",', "two questions are put as 'Ramsch'"),
    ("en/asked.toml", "[ramsch]", "[ramch]", "no words for 'ramsch'"),
    ("glossary.toml", 'trick = "CT CA CA HT"', 'trick = "CT CA CA HX"', "glossary.toml:"),
    ("de/path/blatt.md", "pack 48}", "pack 49}", "de/path/blatt.md:4: {claim kompakt:blatt pack 49}: the rules say 48"),  # noqa: E501
    ("en/path/blatt.md", "kompakt:blatt hand", "kompakt:geben hand", "none of the step's sections has kompakt:geben"),  # noqa: E501
    ("en/path/blatt.md", " {claim K15 total 240}", "", "en/path/blatt.md: the claim of the other language is missing"),  # noqa: E501
    ("course.toml", 'sections = ["blatt", "ziel"]', 'sections = ["blatt", "zeil"]', "no section 'zeil'"),  # noqa: E501
    ("course.toml", '{ kind = "who-won", level = 1,', '{ kind = "who-one", level = 1,', "ziel: no such kind: 'who-one'"),  # noqa: E501
    ("course.toml", '{ kind = "who-won", level = 1,', '{ kind = "who-won", level = 4,', "ziel: no level 4"),  # noqa: E501
    ("de/path/blatt.md", "{ask card-points kompakt:blatt}", "{ask card-pints kompakt:blatt}", "de/path/blatt.md:22: {ask card-pints kompakt:blatt}: no such kind: 'card-pints'"),  # noqa: E501
    ("de/path/blatt.md", "{ask card-points kompakt:blatt}", "{ask card-points kompakt:blatt 4}", "no such level: 4"),  # noqa: E501
    ("de/path/blatt.md", "{ask card-points kompakt:blatt}", "{ask card-points}", "de/path/blatt.md:22: {ask card-points}: expected a kind, a statement"),  # noqa: E501
    ("de/path/blatt.md", "{ask card-points kompakt:blatt}", "- {ask card-points kompakt:blatt}", "stands alone in its paragraph"),  # noqa: E501
    ("de/path/blatt.md", "{ask who-won kompakt:ziel without solos}", "{ask who-won kompakt:ziel without trumps}", "a question without cards is not without trumps"),  # noqa: E501
    ("de/path/blatt.md", "{ask who-won kompakt:ziel without solos}", "", "path/blatt.md: other screens or questions than in other languages"),  # noqa: E501
    ("de/path/blatt.md", "## Wann du gewinnst", "**Wann du gewinnst**", "de/path/blatt.md: screen 7 does not begin with a heading (##)"),  # noqa: E501
    ("de/path/blatt.md", "## Wann du gewinnst\n", "## Wann du gewinnst\n" + 30 * "\nzwei Worte", "de/path/blatt.md: screen 7 has 89 words, not 60"),  # noqa: E501
    ("de/course.toml", "chapter-3 =", "chapter-9 =", "[royal] has no 'chapter-3'"),
    ("de/course.toml", "chapter-3 =", "chapter-9 =", "[royal] needs no 'chapter-9'"),
    ("de/course.toml", "short =", "kurz =", "[kompakt] has no 'short'"),
]  # fmt: skip


ENDS_THE_READING = ("course.toml", "statements.toml")
VAGUE = ("not understood", "asked.toml:", "glossary.toml:")


def at_once() -> Iterator[list[tuple[str, str, str, str]]]:
    """Faults in different files, which are reported together; alone what ends the reading, is in
    the files of one game, or might be taken for another's report."""
    together: dict[int, list[tuple[str, str, str, str]]] = {}
    met: Counter[str] = Counter()
    for row in SPOILED:
        file, _stands, _put, reported = row
        if file in ENDS_THE_READING or "games/" in file or reported in VAGUE:
            yield [row]
        else:
            together.setdefault(met[file], []).append(row)
            met[file] += 1
    yield from together.values()


@pytest.mark.long
@pytest.mark.parametrize("rows", [*at_once()], ids=lambda rows: f"{rows[0][0]}-{len(rows)}")
def test_a_spoiled_file_is_reported_with_place_and_reason(
    broken: Path, rows: list[tuple[str, str, str, str]]
) -> None:
    for file, stands, put, _reported in rows:
        text = (broken / file).read_text(encoding="utf-8")
        assert stands in text
        (broken / file).write_text(text.replace(stands, put), encoding="utf-8")
    found = problems(broken)
    assert [row for row in rows if row[-1] not in found] == []


def test_a_file_that_no_section_is_listed_for_is_reported(broken: Path) -> None:
    (broken / "de" / "kompakt" / "extra.md").write_text("# Extra\n\nMehr.\n", encoding="utf-8")
    assert "de/kompakt/extra.md: course.toml lists no such section" in problems(broken)


def test_a_file_that_is_no_text_is_reported(broken: Path) -> None:
    (broken / "de" / "reasons.toml").write_bytes(b"\xff\xfe")
    assert "de/reasons.toml: the file is not UTF-8" in problems(broken)


def test_every_source_that_a_reason_can_cite_is_taught_somewhere() -> None:
    read = course()
    for document in read.documents.values():
        told = list(Reason)[: list(Reason).index(Reason.IS_TRUMP)]
        house_rules = {Reason.SECOND_DULLE, Reason.FIRST_DULLE}
        cited = {
            source
            for reason in told
            if reason not in house_rules
            for source in sources_of(reason, document.rules)
        }
        for source in cited:
            assert read.section_of(source, document.id), source


def test_a_reason_is_spoken_in_both_languages() -> None:
    why = Why(Reason.FOLLOWS_TRUMP, (Card.HT,), led=Card.DK)
    many = Why(Reason.FOLLOWS_TRUMP, (Card.HT, Card.CQ), led=Card.DK)
    taken = Why(Reason.TAKEN_BY_TRUMP, (Card.CK,), (Card.D9,), Card.CA, (Seat.VH, Seat.HH))
    de, en = course().words["de"], course().words["en"]

    def say(words: object, reason: Why) -> str:
        assert words in (de, en)
        said = de if words is de else en
        return said.cards.say(said.reasons[reason.reason.value], reason)

    assert say(de, why) == "Trumpf ist ausgespielt: Die Herz-Zehn ist Trumpf und bedient."
    assert (
        say(de, many)
        == "Trumpf ist ausgespielt: Herz-Zehn und Kreuz-Dame sind Trumpf und bedienen."
    )
    jack = Why(Reason.LOWER_TRUMP, (Card.DA,), (Card.CJ,), Card.DA, (Seat.VH, Seat.HH))
    assert "der Kreuz-Bube von Hinterhand" in say(de, jack)
    assert de.cards.card(Card.CJ, "dat") == "dem Kreuz-Buben"
    assert say(de, taken) == (
        "Der Kreuz-König von Vorhand ist eine Fehlkarte, die Karo-Neun von Hinterhand ein "
        "Trumpf, und Trumpf schlägt Fehl."
    )
    assert say(en, taken) == (
        "Forehand’s king of clubs is plain, Rearhand’s nine of diamonds is a trump, "
        "and trumps beat plain cards."
    )


@pytest.mark.parametrize(
    ("template", "of_hinterhand", "of_geber"),
    [
        ("{seats[0]}: {figures[0]}", "Hinterhand: 7", "Geber: 7"),
        ("Dran ist {seats[0]:nom}.", "Dran ist Hinterhand.", "Dran ist der Geber."),
        ("Nein: {seats[0]:Nom} gibt.", "Nein: Hinterhand gibt.", "Nein: Der Geber gibt."),
        ("für {all_seats:acc}", "Für Hinterhand", "Für den Geber"),
        ("vor {seats[0]:dat}", "Vor Hinterhand", "Vor dem Geber"),
        ("der Fuchs {seats[0]:gen}", "Der Fuchs von Hinterhand", "Der Fuchs des Gebers"),
        ("{seats[0]:@ hat|du hast} Re.", "Hinterhand hat Re.", "Der Geber hat Re."),
        ("mit {seats[0]:@dat|dir}", "Mit Hinterhand", "Mit dem Geber"),
        ("Nein: {seats[0]:@Nom hat|Du hast}", "Nein: Hinterhand hat", "Nein: Der Geber hat"),
    ],
)  # fmt: skip
def test_a_seat_takes_an_article_where_its_name_needs_one(
    template: str, of_hinterhand: str, of_geber: str
) -> None:
    cards = course().words["de"].cards
    for seat, expected in ((Seat.HH, of_hinterhand), (Seat.G, of_geber)):
        assert (
            cards.say(template, Why(Reason.WINNER_LEADS, seats=(seat,), figures=(7,))) == expected
        )


def test_a_case_that_seats_do_not_have_is_refused() -> None:
    why = Why(Reason.WINNER_LEADS, seats=(Seat.VH,))
    for cards in (course().words[language].cards for language in COMPLETE):
        assert template_fault("{seats[0]:own} spielt aus.", cards, why)
        assert template_fault("{seats[0]:dat} spielt aus.", cards, why) is None


def test_learner_is_spoken_to_in_the_seat_that_is_theirs() -> None:
    why = Why(Reason.HOLDS_CLUB_QUEEN, seats=(Seat.HH,), parties=(Party.RE,))
    said = {}
    for language in COMPLETE:
        words = course().words[language]
        for seat in (Seat.HH, Seat.VH):
            cards = replace(words.cards, own_seat=seat)
            said[language, seat] = cards.say(words.reasons[why.reason.value], why)
    assert said == {
        ("de", Seat.HH): "Du hast eine Kreuz-Dame und gehörst damit zu Re.",
        ("de", Seat.VH): "Hinterhand hat eine Kreuz-Dame und gehört damit zu Re.",
        ("en", Seat.HH): "You hold a queen of clubs and so belong to Re.",
        ("en", Seat.VH): "Rearhand holds a queen of clubs and so belongs to Re.",
    }


def test_seats_of_an_answer_name_the_learner() -> None:
    cards = replace(course().words["en"].cards, own_seat=Seat.HH)
    assert str(cards.value(frozenset({Seat.VH, Seat.HH}))) == "Forehand and Rearhand (you)"
    assert [cards.told_seat(seat) for seat in (Seat.VH, Seat.HH)] == [
        "Forehand",
        "Rearhand (you)",
    ]


def test_order_of_cards_is_written_as_on_the_cards() -> None:
    order = (Card.HT, Card.CQ, Card.SJ)
    said = {name: f"{course().words[name].cards.value(order):order}" for name in ("de", "en")}
    assert said == {"de": "♥10\u00a0> ♣D\u00a0> ♠B", "en": "♥10\u00a0> ♣Q\u00a0> ♠J"}


def test_of_many_cards_a_short_sentence_names_the_first() -> None:
    cards = course().words["en"].cards
    many = (Card.SQ, Card.SJ, Card.HQ, Card.DJ)
    assert f"{cards.value(many[:2]):acc-few}" == "the queen of spades and the jack of spades"
    assert f"{cards.value(many):acc-few}" == "♠Q and 3 others"
    assert f"{course().words['de'].cards.value(many[:3]):few}" == "Pik-Dame und 2 andere"


@pytest.mark.parametrize("statement", course().statements)
def test_every_statement_is_taught_in_both_languages(statement: str) -> None:
    """In a section of its document, and practised, or told for a reason; or replayed."""
    read = course()
    if statement in read.examples:
        assert any(replay.statement == statement for replay in read.replays.values())
        return
    section = read.section_of(statement, statement.partition(":")[0])
    assert section is not None
    for language in COMPLETE:
        assert section.texts[language].title
        told = statement in read.words[language].told
        assert told != bool(read.statements[statement])


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", course().glossary)
def test_the_section_of_a_term_has_its_word(name: str, language: str) -> None:
    """``marriage (Hochzeit)``, ``stechen, trumpfen``: one of its words, or a form of it."""
    term = course().glossary[name]
    said, section = term.texts[language], term.section.texts[language]
    names = re.sub(r" \(.*\)|^the ", "", said.name).split(", ")
    words = "|".join(map(re.escape, (*names, *said.forms)))
    text = " ".join(
        child.content
        for token in section.tokens
        for child in token.children or ()
        if child.type != "claim"
    )
    assert re.search(rf"\b(?:{words})(?:e?[ns])?\b", f"{section.title} {text}", re.IGNORECASE)


def test_the_same_is_found_in_other_documents() -> None:
    read = course()
    for document in read.documents.values():
        for section in document.sections:
            for other in read.elsewhere(section):
                assert other.document != section.document
                assert section in read.elsewhere(other)
    marriage = read.documents["kompakt"].section("hochzeit")
    assert marriage
    others = [(other.document, other.id) for other in read.elsewhere(marriage)]
    assert ("royal", "hochzeit") in others
    assert ("cvjm", "hochzeit") in others


@pytest.mark.parametrize("document", course().documents.values(), ids=lambda one: one.id)
def test_what_can_be_asked_is_asked_where_it_is_told(document: Document) -> None:
    offered = [
        statements
        for kind, rules, statements in offers()
        if rules == document.rules and kind != "compare-rules"
    ]
    for section in document.sections:
        told = {*section.statements, *section.readings}
        asked = {part.ask.statement for part in section.texts["de"].parts if part.ask}
        assert asked == told.intersection(chain.from_iterable(offered)), section.id
