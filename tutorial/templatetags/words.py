"""Words without anything to fill in, looked up once in each language."""

import re
from typing import Any

from django.conf import settings
from django.template import Context, Library, Node
from django.template.base import Parser, Token
from django.templatetags.i18n import TranslateNode, do_translate

from tutorial.shared.words import language

register = Library()

_CONSTANT = re.compile(r'"[^"]*"(?: context "[^"]*")?(?: as \w+)?')


class SaidNode(Node):
    """What Django's tag says, kept: a page has dozens of them, and says the same every time."""

    def __init__(self, said: TranslateNode) -> None:
        self.said, self.name = said, said.asvar
        said.asvar = None
        self.kept: dict[str, Any] = {}

    def render(self, context: Context) -> Any:
        spoken = language()
        if spoken not in self.kept:
            self.kept[spoken] = self.said.render(context)
        if self.name is None:
            return self.kept[spoken]
        context[self.name] = self.kept[spoken]
        return ""


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    """Django's tag; as it is for words that a variable gives or a filter changes, and while pages
    are being written."""
    said, words = do_translate(parser, token), token.contents.partition(" ")[2]
    return SaidNode(said) if _CONSTANT.fullmatch(words) and not settings.DEBUG else said
