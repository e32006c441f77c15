"""Bring new messages of the code into the file of each language, and say what drafts lack."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from lessons.content.reading import course
from tutorial import messages


class Command(BaseCommand):
    help = "Bring new messages of templates and Python into the .po files and compile them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--missing", action="store_true", help="list the texts that drafts lack"
        )

    def handle(self, *_args: Any, missing: bool = False, **_options: Any) -> None:
        for language in messages.TRANSLATED:
            messages.update(language)
            self.stdout.write(str(messages.po_file(language)))
        messages.compile_messages()
        for line in messages.wrong():
            self.stdout.write(line)
        said = messages.extracted()
        for language, draft in course().drafts.items():
            lacking = messages.missing(said, language)
            there = len(said) - len(lacking)
            self.stdout.write(f"{language}: draft, {there:,} of {len(said):,} messages there")
            for name in (*lacking, *draft.missing) if missing else ():
                self.stdout.write(f"missing: {language}/{name}")
