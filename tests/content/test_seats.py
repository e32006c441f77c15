"""Seats are called by their names, never by the letters of a written game."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lessons.content.languages import COMPLETE, FALLBACK
from lessons.content.reading import CONTENT, course
from lessons.content.words import EXAMPLES, CardWords
from lessons.exercises import exhibits
from lessons.exercises.kinds import KINDS
from lessons.rules.cards import Seat
from lessons.rules.reasons import Why
from tests.content.texts import files_of, texts_of
from tutorial import messages

LETTERS = re.compile(rf"\b(?:{'|'.join(seat.name for seat in Seat)})\b")


def abbreviated(text: str, cards: CardWords) -> list[str]:
    """The letters in a text that do not stand beside their seat: ``VH (Vorhand)``."""
    for seat, name in cards.seats.items():
        text = re.sub(rf"\b{name} \({seat}\)|\b{seat} \({name}\)", name, text)
    return LETTERS.findall(text)


@pytest.mark.parametrize(
    "path",
    [path for language in COMPLETE for path in files_of(language)],
    ids=lambda path: path.relative_to(CONTENT).as_posix(),
)
def test_lessons_and_words_name_the_seats(path: Path) -> None:
    cards = course().words[path.relative_to(CONTENT).parts[0]].cards
    assert [text for text in texts_of(path) if abbreviated(text, cards)] == []


def test_pages_name_the_seats() -> None:
    said = {language: messages.translated(language) for language in messages.TRANSLATED}
    found = [
        text
        for language, catalog in (said | {FALLBACK: messages.extracted()}).items()
        for message in catalog
        for text in _texts(message.id if language == FALLBACK else message.string or "")
        if abbreviated(text, course().words[language].cards)
    ]
    assert found == []


def _texts(message: str | tuple[str, ...] | list[str]) -> Iterator[str]:
    yield from (message,) if isinstance(message, str) else message


@pytest.mark.parametrize("language", COMPLETE)
def test_every_sentence_about_a_seat_names_it(language: str) -> None:
    """With each seat in turn at each of its places, and as the learner's."""
    words, found = course().words[language], []
    templates = [
        *((words.reasons[reason.value], why) for reason, why in EXAMPLES.items()),
        *((words.facts[fact.value], why) for fact, why in exhibits.EXAMPLES.items()),
        *(
            (words.kinds[name].hints[hint.value], why)
            for name, kind in KINDS.items()
            for hint, why in kind.hinted.items()
        ),
    ]
    said = 0
    for template, why in templates:
        for own in (None, *Seat):
            cards = replace(words.cards, own_seat=own)
            for turned in _turned(why):
                sentence = cards.say(template, turned)
                said += 1
                if abbreviated(sentence, cards):
                    found.append(sentence)
    assert said > len(templates)
    assert found == []


def _turned(why: Why) -> Iterator[Why]:
    for by in range(len(Seat) if why.seats else 1):
        yield why._replace(seats=tuple(seat.after(by) for seat in why.seats))


@pytest.mark.parametrize("language", COMPLETE)
def test_answers_name_the_seats(language: str) -> None:
    words = course().words[language].cards
    for cards in (words, replace(words, own_seat=Seat.G)):
        told = [cards.told_seat(seat) for seat in Seat] + [str(cards.value(frozenset(Seat)))]
        assert not [text for text in told if abbreviated(text, cards)]
        assert told[0] == words.seats["VH"]
