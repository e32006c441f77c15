"""``manage.py check`` reads all content and reports everything that is wrong with it."""

from pkgutil import iter_modules
from typing import Any

from django.core.checks import CheckMessage, Error, Info, register

from lessons.content.reading import BadContent, course
from lessons.exercises import kinds, offers
from tutorial.messages import unusable


@register
def content_is_sound(**_kwargs: Any) -> list[CheckMessage]:
    """And how far languages are that are only begun, which is no error."""
    try:
        drafts = course().drafts
    except BadContent as bad:
        return [Error(str(problem), id="lessons.E001") for problem in bad.problems]
    return [
        Info(
            f"{language}: draft, {draft.there:,} of {draft.of:,} texts and sentences there",
            hint="./run manage messages --missing lists the others.",
            id="lessons.I001",
        )
        for language, draft in drafts.items()
    ]


@register
def messages_can_be_filled_in(**_kwargs: Any) -> list[CheckMessage]:
    return [Error(problem, id="tutorial.E001") for problem in unusable()]


@register
def kinds_are_listed(**_kwargs: Any) -> list[CheckMessage]:
    """Nobody would be asked what is not."""
    listed = {type(kind).__module__ for kind in kinds.KINDS.values()}
    found = (f"{kinds.__name__}.{module.name}" for module in iter_modules(kinds.__path__))
    return [
        Error(f"{name.replace('.', '/')}.py is not in KINDS", id="lessons.E002")
        for name in found
        if name not in listed
    ]


@register
def kinds_do_what_they_say(**_kwargs: Any) -> list[CheckMessage]:
    return [Error(fault, id="lessons.E003") for fault in offers.faults()]
