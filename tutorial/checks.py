"""``manage.py check`` reads all content and reports everything that is wrong with it."""

from typing import Any

from django.core.checks import CheckMessage, Error, register

from lessons.content.reading import BadContent, course


@register
def content_is_sound(**_kwargs: Any) -> list[CheckMessage]:
    try:
        course()
    except BadContent as bad:
        return [Error(str(problem), id="lessons.E001") for problem in bad.problems]
    return []
