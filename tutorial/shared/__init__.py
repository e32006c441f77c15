"""Pieces that pages of several rooms share."""
