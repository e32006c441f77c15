"""Bring new messages of the code into the German file."""

from typing import Any

from django.core.management.base import BaseCommand

from tutorial.messages import compile_messages, missing, po_file, update


class Command(BaseCommand):
    help = "Bring new messages of templates and Python into the German .po file and compile it."

    def handle(self, *_args: Any, **_options: Any) -> None:
        update()
        compile_messages()
        for line in missing():
            self.stdout.write(line)
        self.stdout.write(str(po_file()))
