"""Learners: accounts, the cookie, answers."""
