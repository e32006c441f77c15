"""The languages that the texts are in."""

LANGUAGES = ("de", "en")
