"""What players ask at the table, found however they put it, and answered under each rule set."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from django.utils.translation import gettext as _

from lessons.content.course import Asked
from lessons.content.reading import course
from lessons.rules.rule_sets import PRESETS, all_options
from lessons.rules.sources import TSR
from tutorial.shared.words import Source, document_name, language, source, speech

MOST = 3
MOST_WORDS = 12
_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_ENDINGS = ("en", "er", "es", "em", "ed", "e", "n", "s", "t")
_SMALL_WORDS = """
    der die das den dem des ein eine einen einem einer ist sind war hat haben habe wird werden darf
    bei im in am an auf zu zum zur mit und oder ich du man wir er sie es ihr wenn dann noch denn
    was wie wer wann ob eigentlich bitte the a is are was of has have had if then my we they he she
    it do does did can could may and or to on at for with
"""
_BESIDE = frozenset(_SMALL_WORDS.split())
"""Words that may be left out or added, unless a question consists of them."""


@dataclass(frozen=True, slots=True)
class Said:
    """What some rule sets say alike."""

    names: tuple[str, ...]
    """Of the rule sets; nothing where none knows the rule."""
    sentence: str


@dataclass(frozen=True, slots=True)
class Answer:
    title: str
    said: tuple[Said, ...]
    note: str
    sources: tuple[tuple[str, Source | None], ...]
    """Where to read it, by the name of the rule set; None: the tournament rules as a whole."""


def answers(asked: str) -> tuple[Answer, ...]:
    """The answers to what somebody asks, the most likely first; nothing where nobody knows it."""
    return tuple(_answer(one, language()) for one in _found(asked))


def suggestions(asked: str) -> tuple[str, ...]:
    """What players ask with these words, as long as it is not clear which of them is meant."""
    words = _words(words_in(asked))
    phrases = (phrase for phrase in _phrases(language()) if words)
    names = (p.of for p in phrases if all(_is_among(word, p.words) for word in words))
    return tuple(course().asked[name].texts[language()].title for name in dict.fromkeys(names))


def every_question() -> tuple[str, ...]:
    """What can be asked; each finds its answer."""
    return tuple(one.texts[language()].title for one in course().asked.values())


def _found(asked: str) -> list[str]:
    """The questions that are put with the most of these words."""
    said = words_in(asked)
    known = [*_words(said), *("".join(two) for two in pairwise(said))]
    scores: dict[str, tuple[int, int]] = {}
    for phrase in _phrases(language()):
        if phrase.is_in(known):
            exact = sum(any(stem(word) == stem(one) for one in known) for word in phrase.words)
            score = (sum(map(len, phrase.words)), exact)
            scores[phrase.of] = max(score, scores.get(phrase.of, (0, 0)))
    best = max(scores.values(), default=None)
    return [name for name, score in scores.items() if score == best][:MOST]


def folded(text: str) -> str:
    """A text without case, with umlauts in two letters."""
    return unicodedata.normalize("NFC", text).casefold().translate(_SPELT)


def words_in(text: str) -> list[str]:
    """The words and figures of a text, without accents."""
    plain = unicodedata.normalize("NFKD", folded(text)).encode("ascii", "ignore").decode()
    return re.findall(r"[a-z]+|\d+", plain)[:MOST_WORDS]


def _words(said: Sequence[str]) -> list[str]:
    return [word for word in said if word not in _BESIDE] or [*said]


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A way to put a question."""

    of: str
    words: tuple[str, ...]

    def is_in(self, said: Sequence[str]) -> bool:
        """Whether all of its words are among those said; written as one, too."""
        whole = "".join(self.words)
        return all(_is_among(word, said) for word in self.words) or (
            len(self.words) > 1 and _is_among(whole, said)
        )


@cache
def _phrases(spoken: str) -> tuple[_Phrase, ...]:
    return tuple(
        _Phrase(one.id, tuple(_words(words_in(phrase))))
        for one in course().asked.values()
        for phrase in (one.texts[spoken].title, *one.texts[spoken].phrases)
    )


def _is_among(word: str, said: Iterable[str]) -> bool:
    return any(_is_same(word, other) for other in said)


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """Without its ending, if it has one."""
    ending = next((one for one in _ENDINGS if word.endswith(one) and len(word) - len(one) > 2), "")
    return word.removesuffix(ending)


def _is_same(word: str, other: str) -> bool:
    """But for its ending, and a slip in a longer word."""
    if word.isdigit() or other.isdigit():
        return word == other
    first, second = stem(word), stem(other)
    if first == second:
        return True
    longest = max(len(word), len(other))
    return longest > _LONG_ENOUGH and (_is_slip(word, other) or _is_slip(first, second))


_LONG_ENOUGH = 4
"""Letters in which a slip leaves a word to be known."""


def _is_slip(word: str, other: str) -> bool:
    """Whether one letter is wrong, missing or too many, or two have changed places."""
    if abs(len(word) - len(other)) > 1 or word[0] != other[0]:
        return False
    start = next((n for n, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), -1)
    if start < 0:
        return True  # the longer one has a letter more at its end
    ends = {(1, 1), (0, 1), (1, 0)}
    swapped = word[start : start + 2] == other[start : start + 2][::-1]
    return any(word[start + m :] == other[start + n :] for m, n in ends) or (
        swapped and word[start + 2 :] == other[start + 2 :]
    )


@cache
def _answer(name: str, spoken: str) -> Answer:
    asked = course().asked[name]
    text = asked.texts[spoken]
    if not asked.told:
        said: tuple[Said, ...] = (Said((), _("None of the four rule sets has this rule")),)
    else:
        sentences: dict[str, list[str]] = {}
        for rules in PRESETS:
            sentences.setdefault(_sentence(asked, rules, spoken), []).append(document_name(rules))
        said = tuple(Said(tuple(names), sentence) for sentence, names in sentences.items())
    return Answer(
        text.title,
        said,
        text.note,
        tuple(
            (document_name(rules), None if name == TSR else source(name, rules))
            for rules, names in asked.sources.items()
            for name in names
        ),
    )


def _sentence(asked: Asked, rules: str, spoken: str) -> str:
    told = asked.texts[spoken].answers.get(asked.told[rules])
    if told is not None:
        return told
    return speech().option_value(asked.option, all_options(PRESETS[rules])[asked.option])
