"""One view for all kinds of exercises."""
