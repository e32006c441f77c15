"""What a kind of exercise is called, asks and answers in one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lessons.content.words import Template


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of what a kind asks: one of several things, or the only one."""

    question: str
    task: str
    rule: str
    """The first step of a hint."""
    right: Template
    answer: Template
    """The third."""
    fields: Mapping[str, Mapping[str, Any]]
    """By field: label, the name of its line on a slip, what is said where nothing or nonsense was
    given, and each outcome."""


@dataclass(frozen=True, slots=True)
class KindWords:
    name: str
    hints: Mapping[str, Template]
    asked: Mapping[str, Asked]
    """By what is asked."""
