"""Clubs: a trainer, a group, and what to repeat on the next evening."""
