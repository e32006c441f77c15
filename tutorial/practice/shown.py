"""An exercise as a page shows it: the question, the form, the verdict, in the page's language."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any
from urllib.parse import urlencode

from django.db import DatabaseError
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from lessons.content.course import Asking, Step
from lessons.content.kind_words import Asked
from lessons.content.reading import course
from lessons.exercises.addresses import COMPARED, SEEDS, Address, NoSuchExercise
from lessons.exercises.answers import Answer, Numbered, Way, answer_from_json
from lessons.exercises.exercise import (
    Exercise,
    Kind,
    compared_with,
    exercise_at,
    rule_missed,
    sources_shown,
)
from lessons.exercises.exhibits import Exhibit, Fact
from lessons.exercises.kinds import KINDS
from lessons.exercises.misconceptions import Misconception
from lessons.exercises.statements import document_of
from lessons.exercises.verdict import Verdict
from lessons.exercises.written import from_json
from lessons.rules.cards import Card, Seat
from lessons.rules.reasons import Why
from lessons.rules.rule_sets import PRESETS, RuleSet
from lessons.rules.tricks import Trick, trick_winner, why_won
from tutorial.learners.models import Attempt
from tutorial.practice.answered import Answered, answered, trick_among
from tutorial.practice.forms import AnswerForm
from tutorial.practice.tokens import token_for
from tutorial.shared.documents import document_name
from tutorial.shared.table import Place, hand_places, open_trick_places, trick_places
from tutorial.shared.timeline import ShownTimeline
from tutorial.shared.words import Source, first_sources, say, speech, words
from tutorial.trouble import why_not

HINT_STEPS = 3
TRIES = 12
"""So many of the next exercises are looked at for one that tells two beliefs apart, or is about
the very statement."""
TRIES_OF_CLUB = 2
"""Under a club's options each may have to be searched for at length."""

CARRIED = ("view", "mixed", "path")
"""What goes on from one exercise's address to the next: shown large and alone (``view=beamer``);
asked for a statement only because of a mistake, so that mixed practice goes on after it
(``mixed=1``); a step of the beginners' path, whose exercises follow one another."""


def carried_by(query: Mapping[str, str]) -> dict[str, str]:
    """What of an address's query goes on, as far as it has a value that means something."""
    steps = {step.id for step in course().beginners.path}
    known = {"view": {"beamer"}, "mixed": {"1"}, "path": steps}
    return {name: query[name] for name in CARRIED if query.get(name) in known[name]}


def next_of_step(step: Step, last: Address, seed: int) -> Address:
    """An exercise for a step of the beginners' path, of another sort than the last; those of the
    step before are mixed in."""
    beginners = course().beginners
    place = beginners.number_of(step) - 1
    mixed = [
        asked.address(beginners.rules, seed)
        for one in beginners.path[max(place - 1, 0) : place + 1]
        for asked in one.exercises
    ]
    others = [
        address
        for address in mixed
        if (address.kind, address.statement) != (last.kind, last.statement)
    ]
    # The lowest digits of seeds that follow one another repeat too soon.
    return others[seed // 1000 % len(others)]


def new_seed() -> int:
    """Chance: which exercise comes up where the address does not say."""
    return random.SystemRandom().randrange(SEEDS)


def url_of(address: Address, **query: str) -> str:
    """The address of an exercise on the site."""
    path = reverse("exercise", args=[address.kind, address.rules, address.level, address.seed])
    asked = {"statement": address.statement} if address.statement else {}
    asked |= query
    return f"{path}?{urlencode(asked, safe=':')}" if asked else path


def address_of(attempt: Attempt) -> Address:
    return Address(
        attempt.kind, attempt.rules, attempt.level, attempt.seed, attempt.statement or None
    )


def answered_exercise(attempt: Attempt) -> tuple[Exercise[Any], Answer]:
    """The exercise as it was when it was answered, and the answer."""
    kind = KINDS[attempt.kind]
    question: Any = from_json(kind.asks, attempt.question)
    exercise = Exercise(address_of(attempt), kind, question, attempt.moment)
    return exercise, answer_from_json(kind.fields(exercise.question), attempt.answer)


@dataclass(frozen=True, slots=True)
class Table:
    """What lies beside the form, or beside the answer."""

    exhibit: Exhibit
    facts: tuple[str, ...]
    trick: tuple[Place, ...] = ()
    tricks: tuple[tuple[Place, ...], ...] = ()
    hand: tuple[Place, ...] = ()
    hands: tuple[tuple[Seat, tuple[Place, ...]], ...] = ()

    @property
    def is_bare(self) -> bool:
        """Nothing but words."""
        return not (self.trick or self.tricks)


def table_of(exercise: Exercise[Any], *, without_trick: bool = False) -> Table:
    exhibit = exercise.kind.exhibit(exercise.question)
    trick = exhibit.trick
    lying: tuple[Place, ...] = ()
    if trick is not None and not without_trick:
        is_you = any(fact.reason is Fact.YOU_ARE for fact in exhibit.facts)
        lying = (
            trick_places(trick) if trick.is_complete else open_trick_places(trick, is_you=is_you)
        )
    return Table(
        exhibit,
        speech().facts(exercise),
        lying,
        tuple(map(trick_places, exhibit.tricks)),
        hand_places(exhibit.hand),
        tuple((seat, hand_places(hand)) for seat, hand in exhibit.hands),
    )


def _table_after(exercise: Exercise[Any], answer: Answer) -> Table:
    """What lay beside the form; the trick of a field is shown with that field, a card that was
    to be played to the trick lies in it, and one that should not have been played is marked."""
    kind, question = exercise.kind, exercise.question
    table = table_of(exercise)
    trick, way, given = table.exhibit.trick, kind.fields(question)[0].way, answer[0]
    if way is Way.TRICK:
        return replace(table, trick=())
    if way is Way.CARD and trick is not None and isinstance(given, Card):
        played = trick.with_card(given)
        return replace(
            table, trick=trick_places(played, winner=trick_winner(played, question.order))
        )
    match kind.solve(question):
        case Numbered() as number, Seat() as seat:
            place = int(number) - 1
            marked = trick_places(table.exhibit.tricks[place], chosen=seat, chosen_mark="revoked")
            return replace(
                table, tricks=(*table.tricks[:place], marked, *table.tricks[place + 1 :])
            )
    return table


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A verdict in words: at most five short lines."""

    is_right: bool
    sentence: str
    about_answer: tuple[str, ...]
    belief: str
    because: tuple[str, ...]
    sources: tuple[Source, ...]
    attempt: Attempt | None = None
    """None: a step of an exercise that is not finished."""
    rule_missed: str | None = None
    misconceptions: tuple[Misconception, ...] = ()
    was_answered_before: bool = False
    has_changed: bool = False
    """The exercise at this address is another by now."""
    why_not_kept: str = ""
    """Why the answer could not be kept, if it could not."""


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """A trick as it was after so many cards, to be looked at after the answer."""

    number: int
    places: tuple[Place, ...]
    lines: tuple[str, ...]
    next_url: str
    """Empty after the last card."""


@dataclass(frozen=True, slots=True)
class Worked:
    """An exercise of the same kind and rule, solved: shown after two misses on one rule."""

    table: Table
    answered: tuple[Answered, ...]
    lines: tuple[str, ...]

    @property
    def trick(self) -> tuple[Place, ...]:
        return trick_among(self.answered)


@dataclass(frozen=True)
class Shown:
    """All that the template of an exercise needs; what that asks for twice is worked out once."""

    exercise: Exercise[Any]
    name: str
    """Of its kind."""
    asked: Asked
    table: Table
    carried: Mapping[str, str] = field(default_factory=dict)
    form: AnswerForm | None = None
    verdict: ShownVerdict | None = None
    last_step: ShownVerdict | None = None
    """Of the last one, where an exercise of several steps is done and not all were right."""
    first_wrong: str = ""
    """What the first wrong step is called."""
    answered: tuple[Answered, ...] = ()
    """The fields answered so far, marked."""
    hints: tuple[str, ...] = ()
    is_hint_new: bool = False
    worked: Worked | None = None
    played_on: PlayedOn | None = None

    @property
    def address(self) -> Address:
        return self.exercise.address

    @cached_property
    def url(self) -> str:
        return url_of(self.address, **self.carried)

    @cached_property
    def timeline(self) -> ShownTimeline | None:
        """Not before the answer: it tells too much."""
        if self.verdict is None or self.form is not None:
            return None
        found = self.exercise.kind.timeline(self.exercise.question)
        return None if found is None else ShownTimeline.of(found)

    @cached_property
    def play_url(self) -> str:
        """Where the trick is played card by card; empty where there is none to be won."""
        if self.verdict is None or self.verdict.attempt is None or not _trick_of(self.exercise):
            return ""
        key = self.verdict.attempt.key
        return url_of(self.address, attempt=key, card="1", **self.carried)

    @cached_property
    def permalink(self) -> str:
        """Of this exercise, for anybody."""
        return url_of(self.address)

    @property
    def choice_url(self) -> str:
        """Where to choose something else, from the rule set and level as they are."""
        query = {"rules": self.address.rules.partition(COMPARED)[0], "level": self.address.level}
        return f"{reverse('practice')}?{urlencode(query)}"

    @property
    def next_hint(self) -> int:
        """The next step of the hint, 0 after the last."""
        return (len(self.hints) + 1) % (HINT_STEPS + 1)

    @property
    def dispute_url(self) -> str:
        assert self.verdict is not None
        assert self.verdict.attempt is not None
        path = reverse("dispute", args=[self.verdict.attempt.key])
        return f"{path}?{urlencode(self.carried)}" if self.carried else path

    @cached_property
    def next_url(self) -> str:
        """Another of the same kind: after a mistake on the same rule, until that goes right; where
        several false beliefs fit the answer, one that tells them apart."""
        following, carried = self.address.next(), dict(self.carried)
        verdict = self.verdict
        if verdict and verdict.is_right:
            is_mixed = carried.pop("mixed", None)
            if self.step:
                following = next_of_step(self.step, self.address, following.seed)
            elif is_mixed:
                following = replace(following, statement=None)
        elif verdict and verdict.rule_missed not in {None, following.statement}:
            following = replace(following, statement=verdict.rule_missed)
            carried |= {"mixed": "1"}
        if verdict and len(verdict.misconceptions) > 1:
            following = telling_apart(self.exercise.kind, following, verdict.misconceptions)
        ways = (following, replace(following, statement=None))
        there = next(filter(_is_there, ways), None)
        return self.choice_url if there is None else url_of(there, **carried)

    @cached_property
    def step(self) -> Step | None:
        """Of the beginners' path, if the exercise is one of its."""
        return course().beginners.step(self.carried.get("path", ""))

    @property
    def step_number(self) -> int:
        """Counted from 1."""
        assert self.step is not None
        return course().beginners.number_of(self.step)

    @property
    def following_step(self) -> Step | None:
        path = course().beginners.path
        return path[self.step_number] if self.step_number < len(path) else None

    @cached_property
    def rules(self) -> RuleSet:
        return self.exercise.kind.rules_of(self.exercise.question)

    @cached_property
    def has_felt(self) -> bool:
        """Whether there is something that lies on the table."""
        return not self.table.is_bare or bool(self.trick)

    @cached_property
    def trick(self) -> tuple[Place, ...]:
        """The one that was answered with, marked."""
        return trick_among(self.answered)

    @cached_property
    def rows(self) -> tuple[Answered, ...]:
        """What was answered in words and figures: a table."""
        return tuple(one for one in self.answered if one.given)

    @property
    def has_wrong(self) -> bool:
        return any(not one.is_right for one in self.rows)

    @property
    def nines(self) -> bool:
        return self.rules.nines

    @cached_property
    def contract(self) -> str:
        """What is played; empty where that is not settled, or does not matter."""
        contract = self.table.exhibit.contract
        return words().cards.name(contract) if contract else ""

    @cached_property
    def house_rules(self) -> tuple[str, ...]:
        """The options that are not the document's, in words."""
        return speech().house_rules(self.rules)

    @property
    def document_name(self) -> str:
        return document_name(self.rules.document)

    @property
    def badges(self) -> tuple[str, ...]:
        """The rule set, or both that are compared."""
        other = compared_with(self.address)
        compared = (document_name(other.document),) if other else ()
        return (self.document_name, *compared)

    @cached_property
    def other_rules(self) -> tuple[tuple[str, str], ...]:
        """The kind at this level under the other documents' rule sets: name and address."""
        if self.exercise.kind.compares:
            return ()
        found = replace(self.address, statement=None)
        return tuple(
            (document_name(name), url_of(replace(found, rules=name), **self.carried))
            for name in rules_of_kind(self.exercise.kind)
            if name != self.rules.document
        )

    @cached_property
    def title(self) -> str:
        """Of the page, with the verdict first once there is one."""
        if self.form is not None:
            is_refused = self.form.notice or self.form.errors
            return f"{_('Not checked yet')} – {self.name}" if is_refused else self.name
        if self.verdict is None:
            return self.name
        outcome = _("Right") if self.verdict.is_right else _("Wrong")
        return f"{outcome} – {self.name}"


def _is_there(address: Address) -> bool:
    """Whether there is an exercise: a document's own rules leave every question room, a club's may
    not."""
    if not _is_of_club(address):
        return True
    try:
        exercise_at(address)
    except NoSuchExercise:
        return False
    return True


def _is_of_club(address: Address) -> bool:
    return not {*address.rules.split(COMPARED)} <= {*PRESETS}


def _tries(address: Address) -> range:
    return range(TRIES_OF_CLUB if _is_of_club(address) else TRIES)


def telling_apart(kind: Kind[Any], address: Address, beliefs: Sequence[Misconception]) -> Address:
    """The first of the next exercises that answers two of these beliefs differently."""
    tried = address
    for _try in _tries(address):
        if not _is_there(tried):
            break
        question = exercise_at(tried).question
        believed = [kind.believed(belief, question) for belief in beliefs]
        if len({answer for answer in believed if answer is not None}) > 1:
            return tried
        tried = tried.next()
    return address


def question_shown(
    exercise: Exercise[Any],
    *,
    posted: QueryDict | None = None,
    is_answer: bool = True,
    notice: str = "",
    hint: int = 0,
    carried: Mapping[str, str] | None = None,
    worked: Worked | None = None,
    done: Sequence[Any] = (),
    just_now: bool = False,
) -> Shown:
    """An exercise to be answered; what was posted is checked, or kept while a notice is given.
    ``done``: the steps answered before, as JSON; ``just_now``: the last of them has just been."""
    kind, question, carried = exercise.kind, exercise.question, carried or {}
    said = words().kinds[kind.name]
    before = answer_from_json(kind.fields(question), done)
    form = AnswerForm(
        exercise,
        token_for(exercise, hint, done),
        url_of(exercise.address, **carried),
        posted=posted,
        is_answer=is_answer,
        notice=notice,
        done=before,
    )
    shown = Shown(
        exercise,
        said.name,
        said.asked[kind.variant(question)],
        table_of(exercise, without_trick=form.lies_on_felt),
        carried,
        form=form,
        answered=answered(exercise, before),
        hints=speech().hints(exercise, len(before))[:hint] if hint else (),
        worked=worked,
    )
    if not just_now:
        return shown
    return replace(shown, verdict=step_said(exercise, before))


def step_said(exercise: Exercise[Any], answer: Answer) -> ShownVerdict:
    """The verdict on the last step alone: it goes on from the true values before."""
    kind, question = exercise.kind, exercise.question
    right_so_far = kind.solve(question)[: len(answer) - 1]
    verdict = kind.verdict(question, (*right_so_far, answer[-1]))
    return verdict_said(exercise, verdict, is_step=True)


def worked_exercise(address: Address) -> Exercise[Any]:
    """One of this kind, level and statement, far from those that come next; really about the
    statement, which an exercise asked for it need not be (an aim's ``contrast``)."""
    exercise = exercise_at(replace(address, seed=(address.seed + SEEDS // 2) % SEEDS))
    for _try in _tries(address):
        if address.statement in (None, *exercise.kind.taught(exercise.question)):
            break
        exercise = exercise_at(exercise.address.next())
    return exercise


def worked_example(address: Address) -> Worked:
    """The solution of an exercise for the same rule, to be looked at first."""
    exercise = worked_exercise(address)
    kind, right = exercise.kind, exercise.kind.solve(exercise.question)
    verdict = kind.verdict(exercise.question, right)
    said = speech()
    answer = said.words.cards.of_verdict(said.asked(exercise).answer, verdict)
    marked = answered(exercise, right)
    return Worked(_table_after(exercise, right), marked, (answer, *map(say, verdict.because)))


def verdict_said(
    exercise: Exercise[Any],
    verdict: Verdict,
    attempt: Attempt | None = None,
    *,
    again: bool = False,
    is_step: bool = False,
    error: DatabaseError | None = None,
) -> ShownVerdict:
    """A verdict in the page's language; ``is_step``: on the last step alone; ``error``: for which
    the answer could not be kept."""
    kind, question = exercise.kind, exercise.question
    rules, said = kind.rules_of(question), speech().verdict(exercise, verdict, is_step=is_step)
    return ShownVerdict(
        verdict.is_right,
        said.sentence,
        said.about_answer,
        said.belief,
        said.because,
        first_sources(sources_shown(exercise, verdict), rules.document),
        attempt,
        rule_missed(exercise, verdict),
        verdict.misconceptions,
        was_answered_before=again,
        has_changed=attempt is not None and kind.version != attempt.version,
        why_not_kept=why_not(error) if error else "",
    )


def attempt_shown(
    attempt: Attempt, *, again: bool = False, carried: Mapping[str, str] | None = None
) -> Shown:
    """An answered exercise, from the question and answer that the attempt keeps."""
    exercise, answer = answered_exercise(attempt)
    verdict = exercise.kind.verdict(exercise.question, answer)
    return answer_shown(exercise, verdict, attempt, again=again, carried=carried)


def answer_shown(
    exercise: Exercise[Any],
    verdict: Verdict,
    attempt: Attempt | None = None,
    *,
    again: bool = False,
    carried: Mapping[str, str] | None = None,
    error: DatabaseError | None = None,
) -> Shown:
    """An answered exercise whose verdict is known, kept or not."""
    kind = exercise.kind
    said = words().kinds[kind.name]
    marked = answered(exercise, verdict.answer)
    last_step = None
    if kind.is_stepwise and verdict.wrong_field not in {None, verdict.fields[-1]}:
        last_step = step_said(exercise, verdict.answer)
    return Shown(
        exercise,
        said.name,
        said.asked[kind.variant(exercise.question)],
        _table_after(exercise, verdict.answer),
        carried or {},
        verdict=verdict_said(exercise, verdict, attempt, again=again, error=error),
        last_step=last_step,
        first_wrong=next((one.label for one in marked if not one.is_right), ""),
        answered=marked,
    )


def _trick_of(exercise: Exercise[Any]) -> Trick | None:
    """The trick whose winner is asked for."""
    fields = exercise.kind.fields(exercise.question)
    if fields[0].way is not Way.TRICK:
        return None
    return exercise.kind.exhibit(exercise.question).trick


def played_on(attempt: Attempt, shown: Shown, number: int) -> Shown:
    """The verdict with its trick played up to a card; as it is where there is no such card."""
    trick, question = _trick_of(shown.exercise), shown.exercise.question
    if trick is None or not 1 <= number <= len(trick.cards):
        return shown
    so_far, order, said = Trick(trick.leader, trick.cards[:number]), question.order, speech()
    last, holder = so_far.seats[-1], trick_winner(so_far, order)
    lines = [said.fact(Why(Fact.PLAYS, so_far.cards[-1:], seats=(last,)))]
    if so_far.is_complete:
        lines += said.all_said(why_won(so_far, order))
    else:
        held = Why(Fact.HOLDS_SO_FAR, (so_far.card_of(holder),), seats=(holder,))
        lines.append(said.fact(held))
    following = ""
    if number < len(trick.cards):
        more = {"attempt": attempt.key, "card": str(number + 1)}
        following = url_of(shown.address, **more, **shown.carried)
    places = trick_places(so_far, winner=holder)
    return replace(shown, played_on=PlayedOn(number, places, tuple(lines), following))


def any_exercise(asked: Asking, rules: str, **carried: str) -> Shown:
    """A question that chance picks, to be answered where it stands."""
    return question_shown(exercise_at(asked.address(rules, new_seed())), carried=carried)


@cache
def rules_of_kind(kind: Kind[Any]) -> tuple[str, ...]:
    """The documents' rule sets that a kind can be asked for."""
    documents = {document_of(statement) for statement in kind.aims}
    return tuple(name for name in PRESETS if name in documents)
