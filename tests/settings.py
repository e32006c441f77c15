"""The site's settings with plain static files: a live server knows no hashed ones."""

import os

from tutorial.settings import *  # noqa: F403

STORAGES = {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT = DATA_DIR / "static"  # noqa: F405
WHITENOISE_AUTOREFRESH = True
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
if not os.environ.get("DATABASE_URL"):
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}  # noqa: F405
