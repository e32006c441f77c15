"""Whatever options a club plays by, there is an exercise or a word that there is none, and the
search for it is short."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from random import Random

import pytest

from lessons.exercises import making
from lessons.exercises.addresses import (
    COMPARED,
    LEVELS,
    LONGEST_RULES,
    SEEDS,
    Address,
    NoSuchExercise,
    rules_as_text,
    rules_from_text,
)
from lessons.exercises.kind import statements_asked, statements_kept
from lessons.exercises.kinds import KINDS
from lessons.exercises.making import exercise_at
from lessons.exercises.statements import document_of
from lessons.rules.rule_sets import (
    KOMPAKT,
    OPTIONS,
    PRESETS,
    RuleSet,
    SenselessRules,
    option_choices,
    option_kind,
    with_options,
)
from tests.exercises.random_rules import random_rules
from tests.exercises.soundness import Seen, check

NASTY = [
    "kompakt,solos=",
    "royal,solos=,reservation_order=throw-in.marriage",
    "cvjm,solos=,reservation_order=throw-in.poverty.marriage",
    "kompakt,marriage_tricks=1",
    "royal,marriage_tricks=1",
    "cvjm,marriage_tricks=1,marriage_deciding=first-plain",
    "royal,marriage_tricks=12",
    "kompakt,specials=",
    "royal,specials=",
    "cvjm,specials=,specials_in_solo=true",
    "royal,piglets=second,marriage_deciding=,reservation_order=solo.throw-in",
    "cvjm,poverty=off,reservation_order=solo.throw-in.marriage",
    "kompakt,call_limits=cards.12.12.12.12.12",
    "royal,call_limits=tricks.1.1.1.1.1,limits_need_announcement=true",
    "cvjm,call_limits=cards.1.1.1.1.1,solos=diamonds",
    "kompakt,solos=diamonds,reservation_order=marriage.solo,specials=charlie-pair",
]


@pytest.mark.long
@pytest.mark.parametrize("rules", NASTY)
@pytest.mark.parametrize("kind", list(KINDS))
def test_what_is_offered_under_nasty_house_rules_is_there(kind: str, rules: str) -> None:
    """Each statement at one of the levels."""
    statements = statements_asked(KINDS[kind], rules_from_text(rules))
    if not statements:
        return
    for level in LEVELS:
        if KINDS[kind].compares:
            compared = f"{rules}{COMPARED}tsr"
            check(exercise_at(Address(kind, compared, level, 5)), Seen())
        else:
            assert exercise_at(Address(kind, rules, level, 5))
    if not KINDS[kind].compares:
        for statement, level in zip(statements, cycle(LEVELS), strict=False):
            assert exercise_at(Address(kind, rules, level, 4, statement))


@pytest.mark.long
@pytest.mark.parametrize("number", range(24))
def test_any_options_have_exercises_or_a_word_that_there_are_none(number: int) -> None:
    """What is offered is there; what is not is refused as that, whatever it is asked for."""
    chance = Random(number)
    rules = random_rules(chance)
    text = rules_as_text(rules)
    assert rules_from_text(text) == rules
    for kind in KINDS.values():
        offered = statements_asked(kind, rules)
        of_document = [s for s in kind.aims if document_of(s) == rules.document]
        if not of_document:
            continue
        compared = f"{COMPARED}tsr" if kind.compares else ""
        for statement in (None, chance.choice(of_document)):
            level, seed = chance.choice(LEVELS), chance.randrange(SEEDS)
            address = Address(kind.name, text + compared, level, seed, statement)
            missing = missing_at(address)
            assert missing in {"", "statement", "question"}
            if missing:
                assert not offered if statement is None else statement not in offered


@pytest.mark.long
@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("document", ["kompakt", "royal", "cvjm"])
def test_each_option_by_itself_leaves_every_kind_sound(kind: str, document: str) -> None:
    """What is asked under it can be answered right, and as any false belief has it."""
    compared = f"{COMPARED}tsr" if KINDS[kind].compares else ""
    for rules in changed_by_one(PRESETS[document]):
        address = Address(kind, rules_as_text(rules) + compared, level=1, seed=1)
        if not missing_at(address):
            exercise = exercise_at(address)
            answers = [KINDS[kind].believed(b, exercise.question) for b in KINDS[kind].beliefs]
            for answer in (KINDS[kind].solve(exercise.question), *filter(None, answers)):
                assert KINDS[kind].verdict(exercise.question, answer).sources, address


def changed_by_one(preset: RuleSet) -> Iterator[RuleSet]:
    """With each other value of each option that has no more than a few."""
    for name in OPTIONS:
        for value in option_choices(name) if option_kind(name) is not list else ():
            with suppress(SenselessRules):
                rules = with_options(
                    preset, {name: value if value in (True, False) else str(value)}
                )
                if rules != preset:
                    yield rules


def missing_at(address: Address) -> str:
    """What of an address there is not; nothing where it has an exercise."""
    try:
        exercise_at(address)
    except NoSuchExercise as missing:
        return missing.part
    return ""


def test_presets_offer_all_that_they_did() -> None:
    for kind in KINDS.values():
        for rules in PRESETS.values():
            of_document = [s for s in kind.aims if document_of(s) == rules.document]
            assert statements_asked(kind, rules) == tuple(of_document)


@pytest.mark.parametrize(
    ("rules", "gone"),
    [
        ("kompakt,reply=false", "kompakt:ansagen-d"),
        ("kompakt,specials=fox.doppelkopf", "kompakt:s-karlchen"),
        ("royal,nines=false", "royal:1.1.1a"),
    ],
)
def test_what_house_rules_do_away_with_is_not_offered(rules: str, gone: str) -> None:
    """An address may still ask for it, and switches it on again."""
    own = rules_from_text(rules)
    asking = [kind for kind in KINDS.values() if gone in statements_asked(kind, own)]
    assert asking
    assert not [kind.name for kind in asking if gone in statements_kept(kind, own)]
    assert all(gone in statements_kept(kind, PRESETS[own.document]) for kind in asking)


def test_what_a_document_leaves_open_is_offered_under_house_rules() -> None:
    """Variants that it names and has switched off."""
    own = rules_from_text("royal,nines=false")
    offered = {one for kind in KINDS.values() for one in statements_kept(kind, own)}
    assert {"royal:3.1.2", "royal:1.1.2a"} <= offered


HARDLY_ANY_ROOM = [
    ("marriage-partner", "cvjm,marriage_tricks=10,marriage_deciding=first-plain,"
                         "marriage_until=own-first-card", 3, 690161495, None),
    ("marriage-partner", "kompakt,marriage_tricks=1,marriage_deciding=first,"
                         "call_limits=cards.12.12.12.12.12", 3, 609629482, None),
    ("compare-rules", "kompakt+kompakt,specials_in_solo=true", 3, 773821322,
     "kompakt:auszaehlen"),
    ("special-points", "kompakt,specials=dulle-caught,solos=aces", 3, 1, "kompakt:sonderpunkte"),
    ("which-party", "cvjm,poverty=off,reservation_order=solo.throw-in.marriage", 1, 1, "C18"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "rules", "level", "seed", "statement"), HARDLY_ANY_ROOM)
def test_the_search_has_a_bound_in_draws(
    kind: str,
    rules: str,
    level: int,
    seed: int,
    statement: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And what was looked for in vain is not looked for again."""
    drawn = 0
    draw = type(KINDS[kind]).draw

    def counted(*arguments: object) -> object:
        nonlocal drawn
        drawn += 1
        return draw(*arguments)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(type(KINDS[kind]), "draw", counted)
    making._spare.cache_clear()
    making.exercise_at.cache_clear()
    address = Address(kind, rules, level, seed, statement)
    found = []
    for _again in range(2):
        try:
            found.append(exercise_at(address).question)
        except NoSuchExercise as missing:
            found.append(missing.part)
    assert found[0] == found[1]
    most = making._ALL_DRAWS_FOR_SPARE + making._ALL_DRAWS_OF_CLUB
    assert drawn <= most


def test_an_option_is_named_once() -> None:
    with pytest.raises(NoSuchExercise) as caught:
        rules_from_text("kompakt,nines=true,nines=true")
    assert caught.value.part == "option"


@pytest.mark.parametrize(
    "rules",
    [f"kompakt{',nines=true' * 5000}", f"kompakt,solo_factor={'1' * 600}", f"tsr+{'x' * 600}"],
)
def test_an_address_holds_so_many_letters_of_rules(rules: str) -> None:
    assert len(rules) > LONGEST_RULES
    with pytest.raises(NoSuchExercise) as caught:
        exercise_at(Address("compare-rules" if "+" in rules else "settle", rules, 1, 1))
    assert caught.value.part in {"option", "rules"}


def test_usual_house_rules_fit_into_an_address() -> None:
    many: RuleSet = rules_from_text(
        "kompakt,nines=false,second_dulle_wins=except-last-trick,piglets=both,compulsory_solo=true,"
        "poverty=exchange,reservation_order=compulsory.solo.poverty.marriage,reply=false,"
        "limits_need_announcement=false,announcement=double,counting=plus,solo_factor=2"
    )
    assert many != KOMPAKT
    assert len(rules_as_text(many)) < LONGEST_RULES - len("+kompakt")


@pytest.mark.parametrize("rules", ["royal,draw_doubles_next=true", "cvjm,nines=true"])
def test_no_paragraph_is_cited_only_because_a_club_plays_by_it(rules: str) -> None:
    """Which of two cards is higher has nothing to do with what a drawn game does to the next."""
    for seed in range(20):
        exercise = exercise_at(Address("card-order", rules, 1, seed))
        assert not {"royal:6.2.3", "royal:1.1.1a"} & {*exercise.kind.taught(exercise.question)}
