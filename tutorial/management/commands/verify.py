"""What no other tool checks: templates, migrations, translations, the content."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.template import TemplateSyntaxError
from django.template.loader import get_template

from tutorial.messages import missing


class Command(BaseCommand):
    help = "Check templates, migrations, translations and content; fails if anything is wrong."

    def handle(self, *_args: Any, **_options: Any) -> None:
        wrong = _broken_templates() + missing()
        if wrong:
            raise CommandError("\n".join(wrong))
        call_command("makemigrations", check=True, dry_run=True, verbosity=0)
        call_command("check", fail_level="WARNING")


def _broken_templates() -> list[str]:
    root = Path(settings.BASE_DIR) / "templates"
    broken = []
    for path in sorted(root.rglob("*.html")):
        try:
            get_template(path.relative_to(root).as_posix())
        except TemplateSyntaxError as error:
            broken.append(f"{path.relative_to(settings.BASE_DIR)}: {error}")
    return broken
