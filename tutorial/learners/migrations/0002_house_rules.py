"""Rule sets with a club's own options are longer; answers to what was asked before stay readable."""

from typing import Any

from django.db import migrations, models


def as_now(question: dict[str, Any], answer: Any) -> tuple[dict[str, Any], Any]:
    """A question about a trick, and its answer, as they are written now."""
    if "trick" in question or "leader" not in question:
        return question, answer
    kept = {name: value for name, value in question.items() if name not in {"leader", "cards"}}
    trick = {"leader": question["leader"], "cards": question["cards"]}
    return kept | {"trick": trick}, [answer]


def rewrite(apps: Any, _schema: Any) -> None:
    for attempt in apps.get_model("learners", "Attempt").objects.iterator():
        attempt.question, attempt.answer = as_now(attempt.question, attempt.answer)
        attempt.save(update_fields=["question", "answer"])


class Migration(migrations.Migration):
    dependencies = [
        ("learners", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="attempt",
            name="rules",
            field=models.CharField(max_length=500),
        ),
        migrations.RunPython(rewrite, migrations.RunPython.noop),
    ]
