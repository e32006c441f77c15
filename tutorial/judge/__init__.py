"""Judging a record: paste or upload one, see the verdict trick by trick."""
