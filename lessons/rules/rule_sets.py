"""Rule sets: frozen records of options; a preset is named after the document it comes from.

The options and what each document says to them: `options` in a game record has the same names.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random
from typing import Any, assert_never, get_args, get_origin, get_type_hints

from lessons.rules import cards, contracts
from lessons.rules.contracts import SOLOS, Contract
from lessons.rules.reasons import Reason, Refusal, Why

LARGEST_FIGURE = 1_000_000
"""No option and no figure of a settlement is as large."""
LIMIT_STEPS = 4
"""no90, no60, no30, schwarz."""


class SecondDulle(StrEnum):
    """Whether the second of two dulles in a trick takes it."""

    NEVER = "never"
    ALWAYS = "always"
    EXCEPT_LAST_TRICK = "except-last-trick"


class Piglets(StrEnum):
    """Which of two foxes in one hand become the highest trumps (Schweinchen; reading R15)."""

    OFF = "off"
    BOTH = "both"
    FIRST = "first"
    SECOND = "second"


class Said(StrEnum):
    """The answers of a seat that is asked for a reservation (Vorbehalt)."""

    HEALTHY = "healthy"
    RESERVATION = "reservation"
    """One that was never named, because another went ahead."""
    COMPULSORY = "compulsory"
    SOLO = "solo"
    THROW_IN = "throw-in"
    POVERTY = "poverty"
    MARRIAGE = "marriage"


NAMED = tuple(said for said in Said if said not in {Said.HEALTHY, Said.RESERVATION})


class Deciding(StrEnum):
    """Which trick finds the partner of a marriage (Klärungsstich), by the card led."""

    FIRST = "first"
    FIRST_TRUMP = "first-trump"
    FIRST_PLAIN = "first-plain"


class MarriageUntil(StrEnum):
    QUERY = "query"
    OWN_FIRST_CARD = "own-first-card"


class ThrowIn(StrEnum):
    """The hands that may be thrown in (schmeißen)."""

    FIVE_NINES = "five-nines"
    FIVE_KINGS = "five-kings"
    UNDER_FOUR_TRUMPS = "under-four-trumps"


class Poverty(StrEnum):
    OFF = "off"
    EXCHANGE = "exchange"


class Measure(StrEnum):
    """The unit in which the last moment for a call is told."""

    CARDS = "cards"
    """It takes at least so many cards in hand."""
    TRICKS = "tricks"
    """It must come before the first card of the trick of that number."""


class SkippedLimits(StrEnum):
    IN_TIME = "in-time"
    INCLUDED = "included"


class Announcement(StrEnum):
    PLUS_TWO = "plus-two"
    DOUBLE = "double"


class FailedLimit(StrEnum):
    """The points that a missed limit brings the other side."""

    STEPS = "steps"
    AS_IF_REACHED = "as-if-reached"
    REFUTED_POINTS = "refuted-points"


class GegenDieAlten(StrEnum):
    DOUBLED = "doubled"
    """Before the announcements double."""
    SPECIAL = "special"


class SpecialPoint(StrEnum):
    FOX = "fox"
    DOPPELKOPF = "doppelkopf"
    CHARLIE = "charlie"
    CHARLIE_PAIR = "charlie-pair"
    FOX_LAST = "fox-last"
    FOX_PAIR_LAST = "fox-pair-last"
    HEART_TRICK = "heart-trick"
    DULLE_CAUGHT = "dulle-caught"


class Counting(StrEnum):
    PLUS_MINUS = "plus-minus"
    PLUS = "plus"


@dataclass(frozen=True, slots=True)
class CallLimits:
    """The last moment for Re/Kontra, no90, no60, no30 and schwarz."""

    by: Measure
    at: tuple[int, ...]


_CARDS = CallLimits(Measure.CARDS, (11, 10, 9, 8, 7))
_CARDS_WITHOUT_NINES = CallLimits(Measure.CARDS, (9, 8, 7, 6, 5))


class SenselessRules(Refusal):
    """Options that make no sense, or that nobody knows."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The options of a table. ``document`` names the source that every reason is looked up in.

    Raises :class:`SenselessRules` for options that make no sense together.
    """

    document: str
    nines: bool = True
    second_dulle_wins: SecondDulle = SecondDulle.NEVER
    piglets: Piglets = Piglets.OFF
    solos: tuple[Contract, ...] = tuple(solo for solo in SOLOS if solo != Contract.QUEENS_JACKS)
    compulsory_solo: bool = False
    reservation_order: tuple[Said, ...] = (Said.COMPULSORY, Said.SOLO, Said.MARRIAGE)
    marriage_deciding: tuple[Deciding, ...] = (Deciding.FIRST,)
    marriage_until: MarriageUntil = MarriageUntil.QUERY
    marriage_tricks: int = 3
    throw_in: tuple[ThrowIn, ...] = ()
    poverty: Poverty = Poverty.OFF
    call_limits: CallLimits | None = None
    """None: 11 10 9 8 7 cards in hand, two lower without nines."""
    limits_need_announcement: bool = True
    skipped_limits: SkippedLimits = SkippedLimits.IN_TIME
    limit_once: bool = False
    reply: bool = True
    announcement: Announcement = Announcement.PLUS_TWO
    kontra_alone_needs_121: bool = True
    failed_limit: FailedLimit = FailedLimit.STEPS
    reached_points: bool = False
    gegen_die_alten: GegenDieAlten = GegenDieAlten.SPECIAL
    specials: tuple[SpecialPoint, ...] = field(
        default=(SpecialPoint.FOX, SpecialPoint.DOPPELKOPF, SpecialPoint.CHARLIE)
    )
    specials_in_solo: bool = False
    counting: Counting = Counting.PLUS_MINUS
    solo_factor: int = 3
    draw_doubles_next: bool = False

    def __post_init__(self) -> None:
        _check_sense(self)

    @property
    def called(self) -> str:
        """What its name is kept under: ``kompakt``, or ``kompakt-house`` for house rules."""
        return self.document if self == PRESETS[self.document] else f"{self.document}-house"

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player: 12, or 10 without nines."""
        return cards.hand_size(nines=self.nines)

    @property
    def pack(self) -> tuple[cards.Card, ...]:
        return cards.pack(nines=self.nines)

    @property
    def last_moments(self) -> CallLimits:
        """The last moment for each call, where no marriage moves it."""
        return self.call_limits or (_CARDS if self.nines else _CARDS_WITHOUT_NINES)

    def deal(self, chance: Random) -> cards.Deal:
        return cards.shuffled_deal(chance, nines=self.nines)

    def card_order(self, contract: Contract) -> contracts.CardOrder:
        """The order of every trick but the last, where nobody has piglets."""
        later_dulle = self.second_dulle_wins is not SecondDulle.NEVER
        return contracts.card_order(contract, nines=self.nines, later_dulle=later_dulle)

    def order_of_trick(
        self, contract: Contract, *, is_last: bool, has_piglets: bool, foxes_played: int
    ) -> contracts.CardOrder:
        """The order of one trick: ``has_piglets``: one hand held both foxes when play began;
        ``foxes_played``: how many of them lie in earlier tricks."""
        match self.piglets:
            case Piglets.OFF:
                is_piglet = False
            case Piglets.BOTH:
                is_piglet = has_piglets
            case Piglets.FIRST:
                is_piglet = has_piglets and foxes_played == 0
            case Piglets.SECOND:
                is_piglet = has_piglets and foxes_played > 0
            case _ as never:
                assert_never(never)
        later_dulle = self.second_dulle_wins is SecondDulle.ALWAYS or (
            self.second_dulle_wins is SecondDulle.EXCEPT_LAST_TRICK and not is_last
        )
        return contracts.card_order(
            contract, nines=self.nines, later_dulle=later_dulle, piglets=is_piglet
        )

    @property
    def order_changes(self) -> bool:
        """Whether the order of the cards may differ from trick to trick."""
        return (
            self.piglets is not Piglets.OFF
            or self.second_dulle_wins is SecondDulle.EXCEPT_LAST_TRICK
        )


def with_options(rules: RuleSet, options: dict[str, Any]) -> RuleSet:
    """A rule set with options as a record writes them; raises :class:`SenselessRules` for what
    nobody knows or makes no sense, ``TypeError`` for a value of the wrong type."""
    read = {}
    for name, value in options.items():
        if name not in _TYPES:
            why = Why(Reason.UNKNOWN_OPTION, words=(name,))
            raise SenselessRules(why, f"no option: {name!r}")
        read[name] = _value_from(name, _TYPES[name], value)
    return replace(rules, **read) if read else rules


def options_of(rules: RuleSet) -> dict[str, Any]:
    """The options from which :func:`with_options` makes this rule set out of its preset."""
    preset = PRESETS[rules.document]
    return {
        name: _value_as_json(value)
        for name in _TYPES
        if (value := getattr(rules, name)) != getattr(preset, name)
    }


def all_options(rules: RuleSet) -> dict[str, Any]:
    """Every option as a record writes it, the last moments of calls in so many words."""
    values = {name: _value_as_json(getattr(rules, name)) for name in _TYPES}
    return values | {"call_limits": _value_as_json(rules.last_moments)}


def rules_as_json(rules: RuleSet) -> dict[str, Any]:
    """``{"rules": document, "options": {…}}`` with the options that differ from the preset."""
    return {"rules": rules.document, "options": options_of(rules)}


def rules_from_json(written: dict[str, Any]) -> RuleSet:
    return with_options(PRESETS[written["rules"]], written["options"])


_TYPES: dict[str, Any] = {
    name: kind for name, kind in get_type_hints(RuleSet).items() if name != "document"
}
"""The type of each option, by name."""
OPTIONS = tuple(_TYPES)
"""Every option, in the order in which :class:`RuleSet` has them."""


def option_kind(name: str) -> type:
    """The type in which a record writes an option: ``bool``, ``int``, ``str``, ``list``, or
    ``dict`` for last moments; raises ``KeyError``."""
    kind = _TYPES[name]
    if kind == CallLimits | None:
        return dict
    if get_origin(kind) is tuple:
        return list
    return str if issubclass(kind, StrEnum) else kind


def option_choices(name: str) -> tuple[bool | StrEnum, ...]:
    """The values that an option can have, or a list hold; nothing for figures and last moments."""
    kind = _TYPES[name]
    if kind is bool:
        return (True, False)
    if name == "solos":
        return SOLOS
    if get_origin(kind) is tuple:
        kind = get_args(kind)[0]
    return tuple(kind) if isinstance(kind, type) and issubclass(kind, StrEnum) else ()


def _value_from(name: str, kind: Any, value: Any) -> Any:
    if kind == CallLimits | None:
        return _limits_from(value)
    if get_origin(kind) is tuple:
        _expect(name, value, list)
        # One more than there are choices: nothing after that could make sense of it.
        some = value[: len(option_choices(name)) + 1]
        return tuple(_value_from(name, get_args(kind)[0], one) for one in some)
    if issubclass(kind, StrEnum):
        _expect(name, value, str)
        try:
            return kind(value)
        except ValueError:
            why = Why(Reason.UNKNOWN_OPTION, words=(f"{name} {value}",))
            raise SenselessRules(why, f"{name} cannot be {value!r}") from None
    _expect(name, value, kind)
    return value


def _limits_from(value: Any) -> CallLimits:
    _expect("call_limits", value, dict)
    by = _value_from("call_limits by", Measure, value.get("by"))
    _expect("call_limits at", value.get("at"), list)
    some = value["at"][: LIMIT_STEPS + 2]  # one more than there are
    for figure in some:
        _expect("call_limits at", figure, int)
    return CallLimits(by, tuple(some))


def _expect(name: str, value: Any, kind: type) -> None:
    is_too_large = isinstance(value, int) and abs(value) >= LARGEST_FIGURE
    if type(value) is not kind or is_too_large:
        raise TypeError(f"option {name}: expected {kind.__name__}, got {value!r}")


def _value_as_json(value: Any) -> Any:
    match value:
        case CallLimits(by, at):
            return {"by": by.value, "at": list(at)}
        case StrEnum():
            return value.value
        case tuple():
            return [one.value for one in value]
    return value


def _check_sense(rules: RuleSet) -> None:
    """Refuse options that make no sense together, the first that is found."""
    order, limits = rules.reservation_order, rules.last_moments
    falls = limits.by is Measure.CARDS
    lists = [getattr(rules, name) for name in OPTIONS if option_kind(name) is list]
    senseless = (
        (
            Reason.NINES_TO_THROW_IN,
            ThrowIn.FIVE_NINES in rules.throw_in and not rules.nines,
            "throw_in: five-nines in a pack without nines",
        ),
        (
            Reason.LISTED_TWICE,
            any(len(set(found)) < len(found) for found in lists),
            "a list names the same twice",
        ),
        (
            Reason.NO_SUCH_SOLO,
            not set(rules.solos) <= set(SOLOS),
            "solos: a contract that is no solo",
        ),
        (
            Reason.NO_SUCH_RESERVATION,
            not set(order) <= set(NAMED),
            "reservation_order: a word that is no reservation to be named",
        ),
        (
            Reason.POVERTY_IS_OFF,
            Said.POVERTY in order and rules.poverty is Poverty.OFF,
            "reservation_order: poverty, which is off",
        ),
        (
            Reason.NEVER_ASKED,
            any(said not in order for said in _said_under(rules)),
            "reservation_order leaves out a reservation that is switched on",
        ),
        (
            Reason.NO_DECIDING_TRICK,
            Said.MARRIAGE in order and not rules.marriage_deciding,
            "marriage_deciding: no trick can decide a marriage",
        ),
        (
            Reason.MARRIAGE_TRICKS,
            not 1 <= rules.marriage_tricks <= rules.hand_size,
            "marriage_tricks: at least one, and no more than there are",
        ),
        (
            Reason.FIVE_LAST_MOMENTS,
            len(limits.at) != LIMIT_STEPS + 1,
            "call_limits: five figures, from Re/Kontra to schwarz",
        ),
        (
            Reason.MORE_CARDS_THAN_DEALT,
            not all(1 <= n <= rules.hand_size for n in limits.at),
            "call_limits: more than there are cards in hand, or less than 1",
        ),
        (
            Reason.HIGHER_CALL_LATER,
            list(limits.at) != sorted(limits.at, reverse=falls),
            "call_limits: a higher call cannot end before a lower one",
        ),
        (Reason.SOLO_FACTOR, rules.solo_factor < 1, "solo_factor: at least 1"),
    )
    for reason, is_so, message in senseless:
        if is_so:
            raise SenselessRules(Why(reason), message)


def _said_under(rules: RuleSet) -> tuple[Said, ...]:
    """The reservations that options have switched on."""
    can_be_said = {
        Said.COMPULSORY: rules.compulsory_solo,
        Said.SOLO: bool(rules.solos) and Said.COMPULSORY not in rules.reservation_order,
        Said.THROW_IN: bool(rules.throw_in),
        Said.POVERTY: rules.poverty is not Poverty.OFF,
    }
    return tuple(said for said, can_be in can_be_said.items() if can_be)


# The presets stand last: a rule set is checked when it is made.

TSR = RuleSet("tsr", reached_points=True)
"""The tournament rules (Turnier-Spielregeln) of the Deutscher Doppelkopf-Verband."""

KOMPAKT = RuleSet("kompakt", failed_limit=FailedLimit.REFUTED_POINTS)

ROYAL = RuleSet(
    "royal",
    reservation_order=(Said.SOLO, Said.THROW_IN, Said.MARRIAGE),  # R27
    marriage_deciding=(Deciding.FIRST, Deciding.FIRST_TRUMP, Deciding.FIRST_PLAIN),
    marriage_until=MarriageUntil.OWN_FIRST_CARD,
    limits_need_announcement=False,
    limit_once=True,
    reply=False,  # R23
    announcement=Announcement.DOUBLE,
    kontra_alone_needs_121=False,
    gegen_die_alten=GegenDieAlten.DOUBLED,
    specials=(SpecialPoint.FOX, SpecialPoint.DOPPELKOPF),
    counting=Counting.PLUS,
)

CVJM = RuleSet(
    "cvjm",
    nines=False,
    solos=(Contract.DIAMONDS, Contract.QUEENS, Contract.JACKS, Contract.ACES),  # C20
    reservation_order=(Said.SOLO, Said.THROW_IN, Said.POVERTY, Said.MARRIAGE),  # C3
    marriage_deciding=(Deciding.FIRST_PLAIN, Deciding.FIRST_TRUMP, Deciding.FIRST),
    throw_in=(ThrowIn.FIVE_KINGS,),
    poverty=Poverty.EXCHANGE,
    call_limits=CallLimits(Measure.TRICKS, (2, 3, 4, 5, 6)),
    limits_need_announcement=False,
    skipped_limits=SkippedLimits.INCLUDED,
    reply=False,  # C24
    announcement=Announcement.DOUBLE,
    kontra_alone_needs_121=False,  # C11
    failed_limit=FailedLimit.AS_IF_REACHED,
    gegen_die_alten=GegenDieAlten.DOUBLED,
    specials=(
        SpecialPoint.HEART_TRICK,
        SpecialPoint.CHARLIE,
        SpecialPoint.FOX_LAST,
        SpecialPoint.FOX,
        SpecialPoint.DOPPELKOPF,
    ),
)

PRESETS = {rules.document: rules for rules in (KOMPAKT, ROYAL, CVJM, TSR)}
HOUSES = tuple(f"{document}-house" for document in PRESETS)
