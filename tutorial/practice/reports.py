"""Keeping what a learner holds for wrong."""

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tomllib import loads

from django.conf import settings

from lessons.rules.rule_sets import rules_as_json
from tutorial.learners.models import Attempt
from tutorial.practice.models import Report
from tutorial.practice.shown import ShownAnswer


def report(attempt: Attempt, shown: ShownAnswer) -> Report:
    """The verdict with its exercise, answer, rule set, words and version; once for an answer."""
    verdict = shown.verdict
    lines = [verdict.sentence, *verdict.about_answer, verdict.belief, *verdict.because]
    made, _is_new = Report.objects.get_or_create(
        attempt=attempt,
        defaults={
            "address": attempt.moment or shown.permalink,
            "rules": rules_as_json(shown.rules),
            "question": attempt.question,
            "answer": attempt.answer,
            "text": "\n".join(filter(None, lines)),
            "version": f"Karlchen {site_version()}, {attempt.kind} {attempt.version}",
        },
    )
    return made


def site_version() -> str:
    """The version in pyproject.toml."""
    try:
        return version("karlchen")
    except PackageNotFoundError:
        written = Path(settings.BASE_DIR, "pyproject.toml").read_text(encoding="utf-8")
        return str(loads(written)["project"]["version"])
