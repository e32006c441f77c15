"""Sheets and sittings: a list of exercises, and one learner who goes through it."""
