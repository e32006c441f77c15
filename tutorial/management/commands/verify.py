"""Checks that no other tool makes: templates, migrations, translations, the content."""

import re
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.template import Node, TemplateDoesNotExist, TemplateSyntaxError
from django.template.defaulttags import URLNode
from django.template.loader import get_template
from django.template.loader_tags import IncludeNode
from django.urls import get_resolver

from tutorial.messages import wrong as wrong_messages

_DRAWN = re.compile(r'(?:each_)?drawn "([^"]+)"')
"""The piece that is drawn once for what it shows."""


class Command(BaseCommand):
    help = "Check templates, migrations, translations and content; fails if anything is wrong."

    def handle(self, *_args: Any, **_options: Any) -> None:
        wrong = _broken_templates() + wrong_messages()
        if wrong:
            raise CommandError("\n".join(wrong))
        call_command("makemigrations", check=True, dry_run=True, verbosity=0)
        call_command("check", fail_level="WARNING")


def _broken_templates() -> list[str]:
    """Templates that do not parse, include what is not there, or lead to no address."""
    root = Path(settings.BASE_DIR) / "templates"
    addresses = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    broken = []
    for path in sorted(root.rglob("*.html")):
        name = path.relative_to(settings.BASE_DIR)
        try:
            template = cast("Any", get_template(path.relative_to(root).as_posix())).template
            for node in template.nodelist.get_nodes_by_type(Node):
                if isinstance(node, URLNode) and node.view_name.var not in addresses:
                    broken.append(f"{name}: no address is called {node.view_name.var!r}")
                if isinstance(node, IncludeNode) and isinstance(node.template.var, str):
                    get_template(node.template.var)
            for piece in _DRAWN.findall(path.read_text(encoding="utf-8")):
                get_template(piece)
        except (TemplateSyntaxError, TemplateDoesNotExist) as error:
            broken.append(f"{name}: {error}")
    return broken
