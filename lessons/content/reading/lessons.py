"""The text of a lesson in every language, a Markdown file in each."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it.token import Token

from lessons.content import markup
from lessons.content.claims import TOLD, source_of
from lessons.content.course import SectionText
from lessons.content.languages import FALLBACK
from lessons.content.reading.files import Files
from lessons.content.reading.statements import Ledger


@dataclass(frozen=True, slots=True)
class Lesson:
    texts: dict[str, SectionText]
    """By language; a draft's is FALLBACK's until it has its own."""
    claims: dict[str, list[str]]
    """By file, those that it makes: all of them so, and the same in every language."""


def read_lesson(files: Files, name: str, rules: str, ledger: Ledger) -> Lesson:
    """The lesson of a name like ``kompakt/blatt``, which speaks of a rule set."""
    texts, claims = {}, {}
    for language in files.languages:
        file = f"{language}/{name}.md"
        text = files.text_in(language, f"{name}.md")
        if text is None:
            continue
        tokens = markup.parse(text)
        for fault in markup.faults(tokens, rules):
            files.problem_at(file, fault.line, fault.what)
        claims[file] = _claims(files, file, tokens, ledger)
        read = _section_text(files, file, language, tokens)
        if read:
            texts[language] = read
    if FALLBACK in texts:
        texts = {language: texts.get(language, texts[FALLBACK]) for language in files.languages}
    first = next(iter(claims.values()), [])
    for file, made in claims.items():
        for claim in first:
            if claim not in made:
                files.problem(file, f"the claim of the other language is missing: {claim}")
    return Lesson(texts, claims)


def _claims(files: Files, file: str, tokens: list[Token], ledger: Ledger) -> list[str]:
    claims = sorted(
        child.content for token in tokens for child in token.children or () if child.type == "claim"
    )
    for claim in claims:
        if claim.endswith(f" {TOLD}") and source_of(claim) not in ledger.told:
            what = "this can be asked of the rules, and must be"
            files.problem(file, f"{claim}: {what}", near=claim)
    return claims


def _section_text(
    files: Files, file: str, language: str, tokens: list[Token]
) -> SectionText | None:
    if len(tokens) < 4 or tokens[0].tag != "h1" or tokens[3].type != "paragraph_open":
        files.problem_at(file, 1, "expected a title (#) and a first paragraph")
        return None
    if any(child.type != "text" for child in tokens[1].children or ()):
        files.problem_at(file, 1, "a title is plain text")
    for token in tokens[1:]:
        if token.tag == "h1" and token.type == "heading_open" and token.map:
            files.problem_at(file, token.map[0] + 1, "a second title (#)")
    children = tokens[4].children or ()
    paragraph = "".join(
        " " if child.type == "softbreak" else child.content
        for child in children
        if child.type in {"text", "softbreak"}
    )
    lead = re.split(r"(?<=[.])\s", paragraph, maxsplit=1)[0]
    told = tuple(tokens[3:])
    return SectionText(language, tokens[1].content, lead, told, markup.parts(told))
