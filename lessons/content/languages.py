"""The languages that Karlchen speaks, as ``languages.toml`` lists them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FALLBACK = "en"
"""What a draft does not have yet is said in this language, which the site's own words are written
in: so a page has two languages at most."""


@dataclass(frozen=True, slots=True)
class Language:
    code: str
    name: str
    """As those call it who speak it."""
    is_draft: bool = False
    """Only begun: it may lack anything, and nobody is led to it."""


def languages_in(folder: Path) -> dict[str, Language]:
    """By code; raises ValueError where the list of a folder cannot be read."""
    file = folder / "languages.toml"
    try:
        listed = tomllib.loads(file.read_text(encoding="utf-8"))
        found = {code: _language(code, **row) for code, row in listed.items()}
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"{file}: expected lines like de = {{ name = … }}: {error!r}") from error
    for needed in (FALLBACK, *list(found)[:1]):
        if needed not in found or found[needed].is_draft:
            raise ValueError(f"{file}: {needed} must be there and no draft")
    return found


def _language(code: str, *, name: str, draft: bool = False) -> Language:
    return Language(code, name, is_draft=draft)


LANGUAGES: Mapping[str, Language] = languages_in(Path(__file__).parent)
COMPLETE = tuple(code for code, language in LANGUAGES.items() if not language.is_draft)
"""The codes of those that lack nothing; the first is spoken to who asks for none of them."""
