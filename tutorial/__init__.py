"""The site: Django, which asks lessons and is never asked."""
