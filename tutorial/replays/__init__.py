"""Stepping through games."""
