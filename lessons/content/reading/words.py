"""Everything that one language says beside the lessons: cards, names, reasons, kinds …"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lessons.content.course import Words
from lessons.content.kind_words import KindWords
from lessons.content.reading.files import Files
from lessons.content.reading.kinds import KindReader
from lessons.content.reading.statements import Ledger
from lessons.content.words import EXAMPLES, NAMED, CardWords, option_values, template_fault
from lessons.exercises import exhibits
from lessons.exercises.exhibits import Fact
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.own import KEPT_KINDS
from lessons.rules.cards import Card, Seat
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import HOUSES, OPTIONS, PRESETS, option_kind


def read_words(files: Files, language: str, ledger: Ledger) -> Words:
    cards = _cards(files, language)
    misconceptions, beliefs = _misconceptions(files, language)
    statements, readings, told = _statements(files, language, ledger)
    return Words(
        cards=cards,  # type: ignore[arg-type]  # None is a problem, and with one there is no course
        reasons=_sentences(files, language, "reasons.toml", _EVERY_REASON, cards),
        facts=_sentences(files, language, "facts.toml", _EVERY_FACT, cards),
        options=_options(files, language),
        kinds=_kinds(files, language, cards),
        misconceptions=misconceptions,
        beliefs=beliefs,
        statements=statements,
        readings=readings,
        told=told,
    )


_EVERY_REASON: dict[str, Why] = {reason.value: EXAMPLES[reason] for reason in Reason}
_EVERY_FACT: dict[str, Why] = {fact.value: exhibits.EXAMPLES[fact] for fact in Fact}


def _cards(files: Files, language: str) -> CardWords | None:
    """What cards are called; each is tried in each case."""
    file = f"{language}/cards.toml"
    table = files.toml_in(language, "cards.toml")
    names = _names(files, language)
    try:
        ranks = {
            rank: (name, gender, declined[0] if declined else name)
            for rank, (name, gender, *declined) in table["ranks"].items()
        }
        words = CardWords(
            pattern=table["pattern"],
            conjunction=table["and"],
            others=table["others"],
            learner=table["you"],
            suits=table["suits"],
            ranks=ranks,
            letters=table["letters"],
            articles=table["articles"],
            copies=table["copies"],
            seats=table["seats"],
            seats_in=table["seats_in"],
            names=names,
        )
        for card in Card:
            for case in ("", "nom", "acc", "dat", "own"):
                words.card(card, case)
            words.short(card)
        cases = ("", "nom", "acc", "dat", "gen")
        tried = [words.all_of(["a", "b"]), *(words.seat(s, case) for s in Seat for case in cases)]
        tried += [words.first_of(["a", "b", "c"])]
        tried += [words.copies[copy] for copy in ("1", "2", "both")]
        "".join([words.conjunction, words.learner, *tried])
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        files.problem(file, f"incomplete: {error!r}")
        return None
    return words


def _names(files: Files, language: str) -> dict[str, dict[str, str]]:
    """What parties, calls, contracts … are called, every one of them."""
    file = f"{language}/names.toml"
    read = files.toml_in(language, "names.toml")
    wanted: dict[str, Iterable[str]] = {table: map(str, kind) for table, kind in NAMED.items()}
    tables = {}
    for table, names in (wanted | {"rules": [*PRESETS, *HOUSES]}).items():
        tables[table] = files.strings(file, read.get(table, {}))
        files.same_names(file, tables[table], names)
    return tables


def _sentences(
    files: Files, language: str, name: str, examples: Mapping[str, Why], cards: CardWords | None
) -> dict[str, Any]:
    """A sentence for each of ``examples``, which it must be able to speak of."""
    file = f"{language}/{name}"
    table = files.toml_in(language, name)
    files.same_names(file, table, examples)
    if cards is not None:
        for reason, template in table.items():
            what = template_fault(template, cards, examples[reason]) if reason in examples else None
            if what:
                files.problem(file, f"{reason}: {what}", near=reason)
    return table


def _misconceptions(
    files: Files, language: str
) -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    """What each belief says and what is true; and how they are spoken of."""
    file = f"{language}/misconceptions.toml"
    table = files.toml_in(language, "misconceptions.toml")
    spoken = files.strings(file, table.pop("spoken", {}))
    files.same_names(file, spoken, ("fits", "elsewhere", "house", "step"))
    files.same_names(file, table, map(str, Misconception))
    return _pairs(files, file, table), spoken


def _options(files: Files, language: str) -> dict[str, dict[str, str]]:
    """What every option and each of its values is called."""
    file = f"{language}/options.toml"
    table = files.toml_in(language, "options.toml")
    read = {name: files.strings(file, words) for name, words in table.items()}
    files.same_names(file, read, OPTIONS)
    for name in OPTIONS:
        words = read.get(name, {})
        empty = {"nothing"} & words.keys() if option_kind(name) is list else ()
        if words:
            files.same_names(file, words, ("name", *option_values(name), *empty), of=name)
    return read


def _kinds(files: Files, language: str, cards: CardWords | None) -> dict[str, KindWords]:
    kinds = {}
    for name, kind in KEPT_KINDS.items():
        reader = KindReader(kind, cards)
        kinds[name] = reader.read(files.toml_in(language, f"kinds/{name}.toml"))
        for what, near in reader.found:
            files.problem(f"{language}/kinds/{name}.toml", what, near=near)
    return kinds


def _statements(
    files: Files, language: str, ledger: Ledger
) -> tuple[dict[str, str], dict[str, tuple[str, str]], dict[str, str]]:
    """What the statements say; the readings with their reasons; why some are only told."""
    file = f"{language}/statements.toml"
    table = files.toml_in(language, "statements.toml")
    statements = files.strings(file, table.get("statements", {}))
    files.same_names(file, statements, ledger.statements)
    readings = table.get("readings", {})
    files.same_names(file, readings, ledger.readings)
    told = files.strings(file, table.get("told", {}))
    files.same_names(file, told, ledger.told)
    return statements, _pairs(files, file, readings), told


def _pairs(files: Files, file: str, table: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """A table of names and two sentences each."""
    read = {}
    for name, row in table.items():
        with files.guarded(file, near=name):
            first, second = row
            read[name] = (str(first), str(second))
    return read
