"""What the pages look like, and what Lighthouse says of them; Django is set up before the modules
that need it."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()
