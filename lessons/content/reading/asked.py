"""What players ask at the table, and what each language says to it."""

from __future__ import annotations

from typing import Any

from lessons.content.claims import answer
from lessons.content.course import Agreed, Asked, AskedText
from lessons.content.reading.files import Files
from lessons.content.reading.statements import Ledger
from lessons.rules.reasons import Reason
from lessons.rules.records import UnreadableRecord
from lessons.rules.rule_sets import OPTIONS, PRESETS, all_options
from lessons.rules.sources import TSR, sources_of

_FILE = "asked.toml"
_ANY = "*"
"""In the place of an answer of the rules: whatever they say, ``{answer}`` in the sentence."""


def read_asked(
    files: Files,
    ledger: Ledger,
    options: dict[str, dict[str, tuple[str, ...]]],
    agreed: dict[str, dict[str, Agreed]],
) -> dict[str, Asked]:
    """``asked.toml``; each question is asked under each rule set."""
    rows = files.toml(_FILE)
    words = {language: files.toml_in(language, _FILE) for language in files.languages}
    for language, table in words.items():
        files.same_names(f"{language}/{_FILE}", table, rows)
        _check_phrases(files, language, table)
    found = {}
    for name, row in rows.items():
        with files.guarded(_FILE, near=f"[{name}]"):
            told = _told(files, name, row)
            texts = {
                language: _text(files, language, name, table[name], told, row)
                for language, table in words.items()
            }
            read = {rules: _sources(row, rules, options, agreed) for rules in PRESETS}
            for source in (one for sources in read.values() for one in sources):
                if source != TSR and source not in ledger:
                    files.problem(_FILE, f"{name}: no statement or reading {source!r}", near=name)
            found[name] = Asked(name, row.get("option", ""), told, read, texts)
    return found


def _told(files: Files, name: str, row: dict[str, Any]) -> dict[str, str]:
    """What the rules say, by rule set; nothing where no document knows it."""
    if sum(key in row for key in ("option", "ask", "nobody")) != 1:
        files.problem(_FILE, f"{name}: expected an option, ask or nobody", near=f"[{name}]")
    if "option" in row:
        if row["option"] not in OPTIONS:
            files.problem(_FILE, f"{name}: no option: {row['option']!r}", near=f"[{name}]")
            return {}
        values = {rules: all_options(preset)[row["option"]] for rules, preset in PRESETS.items()}
        return {rules: str(value).lower() for rules, value in values.items()}
    if "ask" not in row:
        return {}
    try:
        return {rules: answer(row["ask"], preset) for rules, preset in PRESETS.items()}
    except (UnreadableRecord, AssertionError) as error:
        files.problem(_FILE, f"{name}: not understood: {error}", near=f"[{name}]")
        return {}


def _text(
    files: Files, language: str, name: str, row: dict[str, Any], told: dict[str, str], of: Any
) -> AskedText:
    """The words for one question; a problem where something that the rules say has none."""
    file, answers = f"{language}/{_FILE}", row.get("answers", {})
    needed = dict.fromkeys(told.values()) if answers or "ask" in of else {}
    for one in needed:
        if one not in answers and _ANY not in answers:
            files.problem(file, f"{name}: no words for the answer {one!r}", near=f"[{name}]")
    for sentence in answers.values():
        sentence.format(answer="")
    if not row["phrases"]:
        files.problem(file, f"{name}: nobody asks it", near=f"[{name}]")
    return AskedText(
        row["title"],
        tuple(row["phrases"]),
        {one: answers.get(one, answers.get(_ANY, "")).format(answer=one) for one in needed},
        row.get("note", ""),
    )


def _sources(
    row: dict[str, Any],
    rules: str,
    options: dict[str, dict[str, tuple[str, ...]]],
    agreed: dict[str, dict[str, Agreed]],
) -> tuple[str, ...]:
    """Where it says so: the most telling statements or readings of a document."""
    if rules == "tsr" and "nobody" not in row:
        return (TSR,)
    if "read" in row:
        own = row["read"].get(rules)
        return (own,) if own else ()
    if "option" in row:
        option = row["option"]
        found = agreed.get(option, {}).get(rules)
        return options[option].get(rules) or (found.sources if found else ())
    return sources_of(Reason(row["because"]), rules)[:1] if "because" in row else ()


def _check_phrases(files: Files, language: str, table: dict[str, Any]) -> None:
    every = [phrase for row in table.values() for phrase in row.get("phrases", ())]
    for phrase in {phrase for phrase in every if every.count(phrase) > 1}:
        files.problem(f"{language}/{_FILE}", f"two questions are put as {phrase!r}", near=phrase)
