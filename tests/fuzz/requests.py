"""Requests that no browser of a well-meaning visitor sends, and those that one does, mixed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from django.urls import URLPattern, URLResolver, get_resolver

from lessons.content.reading import course
from lessons.exercises.addresses import COMPARED, rules_as_text
from lessons.exercises.kinds import KINDS
from lessons.rules.readable import text_from_record
from lessons.rules.rule_sets import PRESETS
from tests.exercises.random_rules import random_rules
from tests.rules import random_games

GAMES = Path(__file__).parent.parent / "games"
METHODS = ("HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "X", *("GET", "POST") * 5)
ODD = (
    "", "0", "-1", "1", "2", "3", "01", "7", "999999999", "1000000000", "9" * 400, "1e9", "1.5",
    "٣", "null", "true", "%", "%s", "%(x)s", "{x}", "{{ x }}", "<b>", "'\"`", "\\", "..",
    "../../etc", "a" * 300, " ", "\t", "\n", "\r\nX: y", "\x00", "\x7f", "\u202e", "\ufeff", "é",
    "🂡", "ü" * 90, "own", "own-x", "own-" + "x" * 22, "de", "admin", "healthz", "static",
    "kompakt+royal", "+", ",", "kompakt,nines=true,nines=true", "kompakt,nines=perhaps", "tsr",
    "kompakt," + "x=y," * 90,
)  # fmt: skip
HEADERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Host", ("localhost", "localhost:1", "evil.example", "[::1]", "a b", "", "x" * 300)),
    ("Cookie", ("", "=", ";;;", "learner=1:x:y", "csrftoken=" + "a" * 32, "sessionid=" + "0" * 32,
                "deck=%00; theme=é", "a=b; " * 300)),
    ("Accept-Language", ("", "en", "de;q=0.1,en", "*", "x" * 600, ",;q=;")),
    ("Content-Type", ("", "text/plain", "application/json", "multipart/form-data",
                      "multipart/form-data; boundary=", "multipart/form-data; boundary=" + "x" * 80,
                      "application/x-www-form-urlencoded; charset=idna", "a/b; charset=\x80")),
    ("Content-Length", ("-1", "x", "0", "5", "999999999")),
    ("HX-Request", ("true", "false", "")),
    ("HX-History-Restore-Request", ("true",)),
    ("HX-Current-URL", ("http://evil.example/", "%")),
    ("Referer", ("http://localhost/de/", "https://evil.example/", "javascript:x", "//", "\x80")),
    ("Origin", ("null", "http://localhost", "https://evil.example")),
    ("X-Forwarded-For", ("1.2.3.4", "x", "1.2.3.4, 5.6.7.8", "::1", "," * 50)),
    ("X-Forwarded-Proto", ("https", "gopher")),
    ("Range", ("bytes=0-", "bytes=5-1", "lines=1")),
    ("If-None-Match", ("*", '"x"')),
    ("Accept-Encoding", ("gzip", "br;q=0", "identity", "x")),
)  # fmt: skip
FIELDS = (
    "token", "hint", "card", "seat", "points", "answer", "choice", "order", "text", "file", "rules",
    "level", "house", "deck", "theme", "marks", "letters", "keys", "save", "q", "first", "second",
    "only", "statement", "attempt", "again", "view", "path", "mixed", "guess", "hands", "told",
    "game", "from", "example", "username", "password", "next", "nines", "solos", "specials",
    "marriage_tricks",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """One request."""

    group: str
    method: str
    path: str
    query: str = ""
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    fills_in: bool = False
    """The page is asked for first, and its form sent with odd values in it."""

    def __str__(self) -> str:
        query = f"?{self.query[:300]}" if self.query else ""
        body = f" {self.body[:120]!r} ({len(self.body)} B)" if self.body else ""
        filled = " form filled in" if self.fills_in else ""
        told = [f" {name}: {value[:40]!r}" for name, value in self.headers.items()]
        return f"{self.method} {self.path[:600]}{query}{body}{filled}{''.join(told)}"


def every(chance: Random) -> Iterator[Asked]:
    """Without an end."""
    groups: tuple[tuple[int, Callable[[Random], Asked]], ...] = (
        (6, _at_pattern), (4, _exercise), (3, _answer), (3, _record), (2, _query), (1, _house_form),
    )  # fmt: skip
    made = [make for weight, make in groups for _ in range(weight)]
    while True:
        yield chance.choice(made)(chance)


def patterns() -> list[str]:
    """The routes of all addresses, the administration's too."""
    return [*_routes("", get_resolver().url_patterns)]


def _routes(before: str, found: list[URLPattern | URLResolver]) -> Iterator[str]:
    for one in found:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _routes(route, one.url_patterns)
        else:
            yield route


def _at_pattern(chance: Random) -> Asked:
    route = chance.choice(patterns())
    parts = route.replace("^", "").replace("$", "").split("/")
    if parts[0] == "de" and chance.random() < 0.5:
        parts[0] = "en"
    path = "/".join(_filled(chance, part) if "<" in part or "(" in part else part for part in parts)
    method = chance.choice(METHODS)
    body, kind = _body(chance) if method == "POST" else (b"", "")
    headers = _headers(chance) | ({"Content-Type": kind} if kind else {})
    return Asked("address", method, f"/{path}", _odd_query(chance), body, headers)


def _filled(chance: Random, part: str) -> str:
    known: dict[str, list[str]] = {
        "kind": [*KINDS], "rules": [*PRESETS, "kompakt+royal"], "level": ["1", "2", "3"],
        "seed": ["0", "7", "42"], "document": [*course().documents], "replay": [*course().replays],
        "step": ["0", "5", "12", *(one.id for one in course().beginners.path)],
        "section": [s.id for d in course().documents.values() for s in d.sections],
    }  # fmt: skip
    name = part.partition(":")[2].partition(">")[0]
    if name in known and chance.random() < 0.7:
        return part[: part.index("<")] + chance.choice(known[name]) + part.partition(">")[2]
    return quote(chance.choice(ODD), safe="+,=.")


def _odd_query(chance: Random) -> str:
    match chance.randrange(8):
        case 0 | 1 | 2:
            return ""
        case 3:
            return "&".join(["a=1"] * chance.choice((900, 1001, 1500)))
        case 4:
            return chance.choice(
                ("%", "%%%", "&&&", "=", "a=%ff%fe", "%00", "q=%ed%a0%80", "?" * 50)
            )
        case _:
            many = range(chance.randint(1, 6))
            return urlencode([(chance.choice(FIELDS), chance.choice(ODD)) for _ in many])


def _headers(chance: Random) -> dict[str, str]:
    few = chance.sample(HEADERS, chance.choice((0, 0, 1, 2, 3)))
    return {name: chance.choice(values) for name, values in few}


def _body(chance: Random) -> tuple[bytes, str]:
    """And its type, where that is to fit."""
    form = "application/x-www-form-urlencoded"
    match chance.randrange(7):
        case 0:
            return b"", form
        case 1:
            return chance.randbytes(chance.choice((1, 100, 5000))), ""
        case 2:
            return b"&".join([b"a=1"] * 1200), form
        case 3:
            return b"x" * chance.choice((300, 70_000, 270_000)), "text/plain"
        case 4:
            head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
            return head + chance.randbytes(200), "multipart/form-data; boundary=b"
        case _:
            many = range(chance.randint(1, 9))
            odd = [(chance.choice(FIELDS), chance.choice(ODD)) for _ in many]
            return urlencode(odd, errors="replace").encode(), form


def _place(chance: Random) -> str:
    """The address of an exercise, mostly one that there may be, often under made-up rules."""
    kind = chance.choice([*KINDS])
    rules = chance.choice([*PRESETS])
    if chance.random() < 0.7:
        rules = rules_as_text(random_rules(chance))
    if KINDS[kind].compares:
        rules = f"{rules}{COMPARED}{chance.choice([*PRESETS])}"
    language, seed = chance.choice(("de", "en")), chance.randrange(10**9)
    return f"/{language}/practice/{kind}/{rules}/{chance.randint(1, 3)}/{seed}/"


def _statement(chance: Random, path: str) -> str:
    aims = [*KINDS[path.split("/")[3]].aims]
    return urlencode({"statement": chance.choice(aims)}) if chance.randrange(2) else ""


def _exercise(chance: Random) -> Asked:
    path = _place(chance)
    query = _statement(chance, path)
    if chance.random() < 0.2:
        query += f"&hint={chance.choice(ODD[:8])}&view=beamer"
    return Asked("exercise", "GET", path, query, headers=_headers(chance))


def _answer(chance: Random) -> Asked:
    if chance.random() < 0.2:
        replay = chance.choice([*course().replays])
        path, query = f"/de/replays/{replay}/{chance.randrange(60)}/", "guess=all"
    else:
        path = _place(chance)
        query = _statement(chance, path)
    headers = {"HX-Request": "true"} if chance.randrange(2) else {}
    return Asked("answer", "POST", path, query, headers=headers, fills_in=True)


def _record(chance: Random) -> Asked:
    text = chance.choice((_json_text, _readable_text, _hostile_text))(chance)
    path = chance.choice(("/de/judge/", "/en/judge/", "/de/replays/own/", "/en/replays/own/"))
    body = urlencode({"text": text}, errors="replace").encode()
    kind = "application/x-www-form-urlencoded"
    return Asked("record", "POST", path, body=body, headers={"Content-Type": kind})


def record(chance: Random) -> dict[str, Any]:
    """A game, or the figures of one, as somebody may have written it down wrong."""
    made, _states = random_games.random_game(chance, random_games.random_rules(chance))
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        made = _wrong(chance, made)
    return made


def _wrong(chance: Random, made: dict[str, Any]) -> dict[str, Any]:
    made = json.loads(json.dumps(made))
    actions = made["actions"] if isinstance(made.get("actions"), list) else []
    odd: tuple[Any, ...] = (*ODD, None, 0, -1, 10**30, 1e300, [], {}, [[]], True, "\ud800")
    match chance.randrange(9):
        case 0 if actions:
            actions.pop(chance.randrange(len(actions)))
        case 1 if actions:
            actions.insert(chance.randrange(len(actions)), chance.choice(actions))
        case 2 if actions:
            actions[chance.randrange(len(actions))] = chance.choice(odd)
        case 3:
            made[chance.choice([*made, "format", "complete", "contract", "id"])] = chance.choice(
                odd
            )
        case 4 if isinstance(made.get("hands"), dict):
            made["hands"][chance.choice(("VH", "MH", "HH", "G", "X"))] = chance.choice(odd)
        case 5:
            made["options"] = {chance.choice(FIELDS): chance.choice(odd)}
        case 6:
            made["contract"] = chance.choice(
                ("normal", "solo MH queens", "poverty VH G", "marriage")
            )
        case 7:
            made["rules"] = chance.choice((*PRESETS, *odd))
        case _:
            made.pop(chance.choice([*made]), None)
    return made


def _json_text(chance: Random) -> str:
    return json.dumps(record(chance), ensure_ascii=chance.randrange(2) == 0)


def _readable_text(chance: Random) -> str:
    made, _states = random_games.random_game(chance, random_games.random_rules(chance))
    letters = [*text_from_record(made)]
    for _ in range(chance.choice((0, 1, 3, 30))):
        letters[chance.randrange(len(letters))] = chance.choice("aHT10♥:,?\n \t+✓\u00a0")
    return "".join(letters)


def _hostile_text(chance: Random) -> str:
    """As much as fits, of what is dear to read."""
    room = 60 * 1024
    piece = chance.choice(
        ("a ", " ", "\n", ":", "a:", "VH: ", "HT ", "HT,", "VH HT\n", "[", "{", '{"a":', "9",
         "♥10 ", "VH laysHT+", "re\n", "# x\n", "rules: kompakt\n", "a" + " " * 500 + "b",
         "\u2003", "ß")
    )  # fmt: skip
    text = (piece * (room // len(piece.encode())))[:room]
    if chance.randrange(2):
        head = chance.choice(
            ("rules: kompakt\n", "rules: royal\nVH: ", '{"rules": "kompakt", "hands": ')
        )
        text = head + text[: room - len(head)]
    if chance.randrange(4) == 0:
        cards = json.dumps(
            {"rules": "kompakt", "hands": {"VH": piece * 4000}, "actions": [piece] * 900}
        )
        text = cards[:room]
    return text


def _query(chance: Random) -> Asked:
    """Pages that work on what is asked for."""
    letters = "abcdefghijklmnopqrstuvwxyzäöüß"
    page = chance.choice(("search", "compare", "practice", "crib/kompakt", "replays/own", "judge",
                          "judge/figures"))  # fmt: skip
    words = " ".join(chance.choices(letters, k=chance.choice((1, 5, 28, 40))))
    asked = {"q": chance.choice((words, *ODD)), "first": chance.choice([*PRESETS, *ODD]),
             "second": chance.choice([*PRESETS, *ODD]), "only": "differences",
             "rules": rules_as_text(random_rules(chance)), "level": chance.choice(ODD),
             "points": chance.choice(("0", "90", "240", *ODD)), "kontra": chance.choice(ODD),
             chance.choice(FIELDS): chance.choice(ODD)}  # fmt: skip
    few = chance.sample([*asked.items()], chance.randint(1, len(asked)))
    return Asked("query", "GET", f"/{chance.choice(('de', 'en'))}/{page}/", urlencode(few))


def _house_form(chance: Random) -> Asked:
    """The form of house rules, sent as it may be and as it may not."""
    rules = random_rules(chance)
    asked = [("save", "1"), ("name", "Tisch"), ("rules", rules_as_text(rules))]
    names = ("nines", "piglets", "poverty", "solos", "throw_in", "specials", "marriage_tricks")
    values = (
        "true",
        "false",
        "both",
        "exchange",
        "fox",
        "queens",
        "five-nines",
        "1",
        "12",
        "99",
        "",
    )
    asked += [(chance.choice(names), chance.choice(values)) for _ in range(chance.randrange(6))]
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    body = urlencode(asked).encode()
    return Asked("house rules", "POST", "/de/rules/new/", body=body, headers=kind)
