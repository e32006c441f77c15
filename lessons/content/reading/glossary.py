"""The glossary: the terms, and what each language says of them."""

from __future__ import annotations

from collections.abc import Mapping

from lessons.content.course import Document, Term, TermText
from lessons.content.reading.files import Files
from lessons.rules.cards import Seat
from lessons.rules.notation import hand_from_text
from lessons.rules.tricks import Trick


def read_glossary(files: Files, documents: Mapping[str, Document]) -> dict[str, Term]:
    file, found = "glossary.toml", {}
    rows = files.toml(file)
    words = {language: files.toml_in(language, file) for language in files.languages}
    for language, table in words.items():
        files.same_names(f"{language}/{file}", table, rows)
    for name, row in rows.items():
        with files.guarded(file, near=f"[{name}]"):
            document, _, section = row["section"].partition("/")
            where = documents[document].section(section)
            if where is None:
                files.problem(file, f"{name}: no section {row['section']!r}", near=f"[{name}]")
                continue
            texts = {
                language: TermText(
                    name=table[name]["term"],
                    text=table[name]["text"],
                    forms=tuple(table[name].get("forms", ())),
                )
                for language, table in words.items()
            }
            trick = Trick(Seat.VH, hand_from_text(row["trick"])) if "trick" in row else None
            cards = hand_from_text(row.get("cards", ""))
            found[name] = Term(name, where, cards, trick, texts)
    for language in words:
        forms = [form for term in found.values() for form in term.texts[language].forms]
        for form in {form for form in forms if forms.count(form) > 1}:
            files.problem(f"{language}/{file}", f"two terms stand as {form!r}", near=form)
    return found
