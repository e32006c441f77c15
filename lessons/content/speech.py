"""What is said of an exercise in one language: what it tells and asks, hints, the verdict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from lessons.content.course import Words
from lessons.content.kind_words import Asked
from lessons.exercises.answers import Choice, Field
from lessons.exercises.exercise import Exercise
from lessons.exercises.misconceptions import HOUSE_RULES, Misconception, true_in
from lessons.exercises.verdict import Verdict
from lessons.rules.cards import Card, Seat
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import RuleSet, option_choices, options_of


@dataclass(frozen=True, slots=True)
class SaidVerdict:
    """A verdict in words, at most five short lines."""

    sentence: str
    about_answer: tuple[str, ...]
    belief: str
    """Empty where no single false belief fits."""
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Speech:
    """One language, speaking."""

    words: Words

    def to_learner(self, exercise: Exercise[Any]) -> Speech:
        """The same, saying ``you`` of the seat in which the learner sits, where there is one."""
        return self.to_seat(exercise.kind.exhibit(exercise.question).own_seat)

    def to_seat(self, seat: Seat | None) -> Speech:
        """The same, saying ``you`` of a seat."""
        return Speech(replace(self.words, cards=replace(self.words.cards, own_seat=seat)))

    def say(self, why: Why) -> str:
        """A reason of the rules as a sentence."""
        return self.words.cards.say(self.words.reasons[why.reason.value], why)

    def all_said(self, whys: Iterable[Why]) -> tuple[str, ...]:
        """Each in a line of its own, but for what only leads to the next: "By these rules:"."""
        lines: list[str] = []
        for said in map(self.say, whys):
            if lines and lines[-1].endswith(":"):
                lines[-1] += f" {said}"
            else:
                lines.append(said)
        return tuple(lines)

    def fact(self, why: Why) -> str:
        return self.words.cards.say(self.words.facts[why.reason.value], why)

    def facts(self, exercise: Exercise[Any]) -> tuple[str, ...]:
        """The sentences about the game that stand beside the question."""
        facts = exercise.kind.exhibit(exercise.question).facts
        return tuple(map(self.to_learner(exercise).fact, facts))

    def asked(self, exercise: Exercise[Any]) -> Asked:
        kind, question = exercise.kind, exercise.question
        asked = self.words.kinds[kind.name].asked[kind.variant(question)]
        own = kind.own_words(question)
        return asked if own is None else replace(asked, question=own.question)

    def label(self, exercise: Exercise[Any], field: Field) -> str:
        """The name of a field; in a comparison, after its rule set."""
        written = str(self.asked(exercise).fields[field.name].get("label", ""))
        kind, question = exercise.kind, exercise.question
        if not kind.compares:
            return written
        first, second = (self.words.cards.rules(rules.called) for rules in question.both)
        return written.format(first=first, second=second)

    def line(self, exercise: Exercise[Any], field: Field) -> str:
        """The short name of a field, for its line on a slip."""
        return str(self.asked(exercise).fields[field.name]["line"])

    def option(self, option: Seat | Card | Any, field: Field | None = None) -> str:
        """``Hinterhand (du)``, ``Damensolo``; among seats, nothing reads as nobody."""
        if field is not None and field.labels:
            return field.labels[field.options.index(option)]
        if option is Choice.NOTHING and field and any(isinstance(o, Seat) for o in field.options):
            option = Choice.NOBODY
        if isinstance(option, Seat):
            return self.words.cards.told_seat(option)
        label = str(self.words.cards.value(option))
        return label[:1].upper() + label[1:]

    def house_rules(self, rules: RuleSet) -> tuple[str, ...]:
        """``Schweinchen: beide Füchse``: the options that are not the document's."""
        return tuple(
            f"{self.words.options[name]['name']}: {self.option_value(name, value)}"
            for name, value in options_of(rules).items()
        )

    def option_value(self, name: str, value: Any) -> str:
        """An option's value as :func:`~lessons.rules.rule_sets.options_of` writes it."""
        known, cards = self.words.options[name], self.words.cards
        match value:
            case bool():
                return known[str(value).lower()]
            case dict():
                return f"{known[value['by']]} {', '.join(map(str, value['at']))}"
            case list() if not value:
                return known.get("nothing", cards.name(Choice.NOTHING))
            case list():
                choices = {c.value: c for c in option_choices(name) if isinstance(c, StrEnum)}
                return cards.all_of([known.get(one) or cards.name(choices[one]) for one in value])
            case None:
                return known["as-usual"]
        return known.get(str(value), str(value))

    def hints(self, exercise: Exercise[Any], step: int = 0) -> tuple[str, str, str]:
        """The rule, what matters, the answer; of the step that is asked, where there are steps."""
        kind, question, said = exercise.kind, exercise.question, self.to_learner(exercise)
        asked, right = self.asked(exercise), kind.solve(question)
        if kind.is_stepwise:
            field = kind.fields(question)[step]
            because = " ".join(said.all_said(kind.because_of(question, field)))
            value = self.words.cards.value(right[step])
            return asked.rule, because, f"{self.label(exercise, field)}: {value}"
        hint = kind.hint(question)
        second = self.words.kinds[kind.name].hints[hint.reason.value]
        verdict = kind.verdict(question, right)
        return (
            asked.rule,
            said.words.cards.say(second, hint),
            said.words.cards.of_verdict(asked.answer, verdict),
        )

    def verdict(
        self, exercise: Exercise[Any], verdict: Verdict, *, is_step: bool = False
    ) -> SaidVerdict:
        """``is_step``: on the last step alone, where there are several."""
        asked = self.asked(exercise)
        wrong, fields = verdict.wrong_field, exercise.kind.fields(exercise.question)
        if wrong is not None:
            template = asked.fields[wrong.name][verdict.outcome.value]
        elif is_step or len(verdict.answer) < len(fields):
            template = self.words.beliefs["step"]
        else:
            template = asked.right
        rules = exercise.kind.rules_of(exercise.question)
        label = self.label(exercise, verdict.compared[0])
        labels = {f"{one.name}_label": self.label(exercise, one) for one in fields}
        said = self.to_learner(exercise)
        own = exercise.kind.own_words(exercise.question)
        explained = filter(None, [own.explanation if own else ""])
        return SaidVerdict(
            said.words.cards.of_verdict(template, verdict, label, **labels),
            said.all_said(verdict.about_answer),
            self.belief(verdict.belief, rules) if verdict.belief else "",
            (*said.all_said(verdict.because), *explained),
        )

    def belief(self, belief: Misconception, rules: RuleSet) -> str:
        """The sentence to a false belief, and that it is the rule elsewhere, where it is."""
        held, truth = self.words.misconceptions[belief]
        lines = [self.words.beliefs["fits"].format(belief=held)]
        elsewhere = [name for name in true_in(belief) if name != rules.document]
        if elsewhere:
            names = self.words.cards.all_of([self.words.cards.rules(n) for n in elsewhere])
            lines.append(self.words.beliefs["elsewhere"].format(rules=names))
        elif belief in HOUSE_RULES:
            lines.append(self.words.beliefs["house"])
        return " ".join([*lines, truth])
