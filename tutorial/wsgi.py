"""The server's way in. Content that is wrong stops the start, with file, line and reason."""

import os

from django.core.wsgi import get_wsgi_application

from lessons.content.reader import course

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutorial.settings")

course()
application = get_wsgi_application()
