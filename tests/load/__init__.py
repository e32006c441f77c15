"""A room full of phones before the real server."""
