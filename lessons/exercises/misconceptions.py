"""False beliefs as changed rules: what somebody who holds one takes for the rules.

A belief is a changed rule set (:func:`believed_rules`), a changed order of the cards
(:func:`believed_order`), or a function beside the kind that it shows in.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from lessons.rules.cards import DULLE, FOX, Card, Rank, Suit, card_of
from lessons.rules.contracts import (
    PLAIN_RANKS,
    SOLOS,
    TRUMPS,
    CardOrder,
    Contract,
    card_order,
    order_from,
)
from lessons.rules.rule_sets import (
    PRESETS,
    Counting,
    Piglets,
    RuleSet,
    Said,
    SecondDulle,
    SenselessRules,
    SkippedLimits,
)


class Misconception(StrEnum):
    # The order of the cards
    DULLE_IS_HEART = "dulle-is-heart"
    COURT_FOLLOWS_SUIT = "court-follows-suit"
    DIAMONDS_PLAIN = "diamonds-plain"
    TEN_BELOW_KING = "ten-below-king"
    JACKS_ABOVE_QUEENS = "jacks-above-queens"
    SUITS_REVERSED = "suits-reversed"
    POINTS_RANK = "points-rank"
    SOLO_KEEPS_TRUMPS = "solo-keeps-trumps"
    SOLO_DROPS_DULLE = "solo-drops-dulle"
    PIGLETS_ALWAYS = "piglets-always"
    NO_PIGLETS = "no-piglets"
    # Tricks
    LATER_EQUAL_WINS = "later-equal-wins"
    SECOND_DULLE_WINS = "second-dulle-wins"
    ACE_BEATS_TRUMP = "ace-beats-trump"
    HIGH_CARD_ANY_SUIT = "high-card-any-suit"
    PLAIN_SUITS_RANKED = "plain-suits-ranked"
    MUST_TRUMP = "must-trump"
    MUST_BEAT = "must-beat"
    FREE_CHOICE = "free-choice"
    NINES_COUNT = "nines-count"
    COURT_COUNTS_TEN = "court-counts-ten"
    FEWER_POINTS_WITHOUT_NINES = "fewer-points-without-nines"
    POINTS_ADD_TO_241 = "points-add-to-241"
    PACK_HAS_NINES = "pack-has-nines"
    STRONGEST_IS_CHEAPEST = "strongest-is-cheapest"
    WEAKEST_IS_CHEAPEST = "weakest-is-cheapest"
    # Who leads, who plays with whom
    SOLOIST_LEADS = "soloist-leads"
    SOLOIST_DOES_NOT_LEAD = "soloist-does-not-lead"
    LEAD_GOES_ROUND = "lead-goes-round"
    FOREHAND_STAYS = "forehand-stays"
    SOLO_DEALT_AGAIN = "solo-dealt-again"
    DEAL_ALWAYS_MOVES = "deal-always-moves"
    DEALER_PAUSES_ON = "dealer-pauses-on"
    QUEENS_DECIDE_LATE = "queens-decide-late"
    SILENT_SOLO_HAS_PARTNER = "silent-solo-has-partner"
    QUEENS_IN_SOLO = "queens-in-solo"
    CALLS_TELL_NOTHING = "calls-tell-nothing"
    CALLER_IS_RE = "caller-is-re"
    MARRIAGE_ANY_TRICK = "marriage-any-trick"
    FIRST_TRICK_DECIDES = "first-trick-decides"
    HOLDER_CAN_DECIDE = "holder-can-decide"
    TRUMP_TRICK_BY_WINNER = "trump-trick-by-winner"
    # Before play
    MARRIAGE_BEFORE_SOLO = "marriage-before-solo"
    FIRST_RESERVATION_PLAYS = "first-reservation-plays"
    LAST_RESERVATION_PLAYS = "last-reservation-plays"
    THROW_IN_FIRST = "throw-in-first"
    MARRIAGE_ONLY_WHEN_ASKED = "marriage-only-when-asked"
    MARRIAGE_AT_ANY_TIME = "marriage-at-any-time"
    FOUR_ARE_ENOUGH = "four-are-enough"
    FOUR_TRUMPS_ARE_FEW = "four-trumps-are-few"
    FOXES_COUNT_FOR_POVERTY = "foxes-count-for-poverty"
    FOXES_DO_NOT_COUNT = "foxes-do-not-count"
    FOXES_FACE_DOWN = "foxes-face-down"
    FOXES_ARE_NO_TRUMPS = "foxes-are-no-trumps"
    # Calls
    DEADLINE_OFF_BY_ONE = "deadline-off-by-one"
    NO_SHIFT = "no-shift"
    EXPIRED_STEP_INCLUDED = "expired-step-included"
    SKIPPED_STEP_IN_TIME = "skipped-step-in-time"
    LIMIT_NEEDS_ANNOUNCEMENT = "limit-needs-announcement"
    LIMIT_WITHOUT_ANNOUNCEMENT = "limit-without-announcement"
    LIMIT_BY_BOTH = "limit-by-both"
    LIMIT_ANNOUNCES = "limit-announces"
    REPLIES_ALLOWED = "replies-allowed"
    NO_REPLIES = "no-replies"
    KONTRA_FIRST = "kontra-first"
    EACH_MAY_ANNOUNCE = "each-may-announce"
    EITHER_MAY_BE_SAID = "either-may-be-said"
    # Who has won, what it is worth
    RE_WINS_AT_120 = "re-wins-at-120"
    LIMIT_INCLUSIVE = "limit-inclusive"
    REFUSAL_IS_FREE = "refusal-is-free"
    MISSED_LIMIT_STILL_WINS = "missed-limit-still-wins"
    USUAL_TARGET_STAYS = "usual-target-stays"
    LONE_KONTRA_120 = "lone-kontra-120"
    LONE_KONTRA_121 = "lone-kontra-121"
    SCHWARZ_IS_ZERO_POINTS = "schwarz-is-zero-points"
    SOMEONE_ALWAYS_WINS = "someone-always-wins"
    OWN_FOX_COUNTS = "own-fox-counts"
    OWN_DULLE_COUNTS = "own-dulle-counts"
    PAIR_OF_BOTH = "pair-of-both"
    DOPPELKOPF_30 = "doppelkopf-30"
    SPECIALS_IN_SOLO = "specials-in-solo"
    CHARLIE_LIES_IN_LAST = "charlie-lies-in-last"
    CHARLIE_IN_ANY_TRICK = "charlie-in-any-trick"
    FOX_LIES_IN_LAST = "fox-lies-in-last"
    HEARTS_WITH_TRUMP = "hearts-with-trump"
    SPECIALS_DOUBLED = "specials-doubled"
    ANNOUNCER_ONLY = "announcer-only"
    KONTRA_SAME = "kontra-same"
    DOUBLE_ONCE = "double-once"
    STEPS_NOT_KEPT = "steps-not-kept"
    SOLO_SINGLE = "solo-single"
    LOSERS_WRITE_MINUS = "losers-write-minus"
    LOSERS_WRITE_NOTHING = "losers-write-nothing"
    NEGATIVE_IS_NOTHING = "negative-is-nothing"
    DRAW_IS_FORGOTTEN = "draw-is-forgotten"
    DOUBLING_SPARES_SPECIALS = "doubling-spares-specials"
    ONLY_THIS_GAME = "only-this-game"
    NOTHING_CHANGES = "nothing-changes"
    AS_IN_THE_OTHER = "as-in-the-other"


AS_RULES: Mapping[Misconception, Mapping[str, Any]] = {
    Misconception.SECOND_DULLE_WINS: {"second_dulle_wins": SecondDulle.ALWAYS},
    Misconception.PIGLETS_ALWAYS: {"piglets": Piglets.BOTH},
    Misconception.NO_PIGLETS: {"piglets": Piglets.OFF},
    Misconception.EXPIRED_STEP_INCLUDED: {"skipped_limits": SkippedLimits.INCLUDED},
    Misconception.SKIPPED_STEP_IN_TIME: {"skipped_limits": SkippedLimits.IN_TIME},
    Misconception.LIMIT_NEEDS_ANNOUNCEMENT: {"limits_need_announcement": True},
    Misconception.LIMIT_WITHOUT_ANNOUNCEMENT: {"limits_need_announcement": False},
    Misconception.LIMIT_BY_BOTH: {"limit_once": False},
    Misconception.REPLIES_ALLOWED: {"reply": True},
    Misconception.NO_REPLIES: {"reply": False},
    Misconception.LONE_KONTRA_120: {"kontra_alone_needs_121": False},
    Misconception.LONE_KONTRA_121: {"kontra_alone_needs_121": True},
    Misconception.SPECIALS_IN_SOLO: {"specials_in_solo": True},
    Misconception.SOLO_SINGLE: {"solo_factor": 1},
    Misconception.LOSERS_WRITE_MINUS: {"counting": Counting.PLUS_MINUS},
    Misconception.LOSERS_WRITE_NOTHING: {"counting": Counting.PLUS},
}
"""The beliefs that are an option: true where a rule set has it so."""

NEED_NINES = frozenset({Misconception.NINES_COUNT, Misconception.SCHWARZ_IS_ZERO_POINTS})
NEED_NO_NINES = frozenset({Misconception.PACK_HAS_NINES, Misconception.FEWER_POINTS_WITHOUT_NINES})
"""Beliefs that answer nothing wrongly with the other pack."""

HOUSE_RULES = frozenset({Misconception.SECOND_DULLE_WINS, Misconception.PIGLETS_ALWAYS})
"""Beliefs that no document has, but that many tables play by."""


@lru_cache(maxsize=1024)
def believed_rules(belief: Misconception, rules: RuleSet) -> RuleSet | None:
    """The rules as somebody with this belief takes them; None where they are the rules in force,
    or make no sense."""
    if belief is Misconception.MARRIAGE_BEFORE_SOLO:
        order = rules.reservation_order
        if Said.MARRIAGE not in order:
            return None
        others = (said for said in order if said is not Said.MARRIAGE)
        changed: Mapping[str, Any] = {"reservation_order": (Said.MARRIAGE, *others)}
    else:
        changed = AS_RULES[belief]
    try:
        believed = replace(rules, **changed)
    except SenselessRules:
        return None
    return None if believed == rules else believed


def true_in(belief: Misconception) -> tuple[str, ...]:
    """The rule sets in which it is no false belief but the rule."""
    if belief not in AS_RULES:
        return ()
    return tuple(name for name, rules in PRESETS.items() if believed_rules(belief, rules) is None)


def is_about_order(belief: Misconception) -> bool:
    return belief in _ORDERS


@cache
def believed_order(belief: Misconception, contract: Contract, order: CardOrder) -> CardOrder | None:
    """The card order of a contract as somebody with this belief sees it; ``order`` is the true
    one. None: no other than that."""
    nines = Card.C9 in order.trumps or Card.C9 in order.plain
    believed = _ORDERS[belief](contract, order, nines)
    if believed is None:
        return None
    believed = replace(believed, later_dulle=order.later_dulle)
    is_same = believed.group == order.group and believed.strength == order.strength
    return None if is_same else believed


_COURT = (Rank.QUEEN, Rank.JACK)


def _without(order: CardOrder, nines: bool, dropped: tuple[Card, ...]) -> CardOrder | None:
    kept = [card for card in order.trumps if card not in dropped]
    return None if len(kept) == len(order.trumps) else order_from(kept, nines=nines)


def _dulle_is_heart(contract: Contract, order: CardOrder, nines: bool) -> CardOrder | None:
    """In a solo it has a name of its own."""
    if contract in SOLOS:
        return None
    return _without(order, nines, (DULLE,))


def _court_follows_suit(_contract: Contract, order: CardOrder, nines: bool) -> CardOrder | None:
    """Those of the trump suit stay trumps, at the place of their rank. Where trumps are no more
    than queens or jacks nobody can believe it."""
    if DULLE not in order.trumps:
        return None
    suit = order.trumps[-1].suit
    of_suit = (card_of(suit, rank) for rank in Rank)
    return order_from((DULLE, *(card for card in of_suit if card != DULLE)), nines=nines)


def _diamonds_plain(contract: Contract, order: CardOrder, nines: bool) -> CardOrder | None:
    if contract is Contract.DIAMONDS:
        return None
    low = tuple(c for c in Card if c.suit is Suit.DIAMONDS and c.rank not in _COURT)
    if order.piglets:  # as is told
        low = tuple(card for card in low if card != FOX)
    return _without(order, nines, low) if FOX in order.trumps else None


def _ten_below_king(_contract: Contract, order: CardOrder, nines: bool) -> CardOrder:
    ranks = (Rank.ACE, Rank.KING, Rank.TEN, Rank.QUEEN, Rank.JACK, Rank.NINE)
    if set(PLAIN_RANKS[3:5]) & {card.rank for card in order.plain}:
        ranks = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE)
    return order_from(order.trumps, nines=nines, plain_ranks=ranks)


def _swapped(order: CardOrder, nines: bool, key: Any) -> CardOrder | None:
    """The trumps that are queens or jacks in another order among themselves."""
    court = sorted((card for card in order.trumps if card.rank in _COURT), key=key)
    left = iter(court)
    trumps = [next(left) if card.rank in _COURT else card for card in order.trumps]
    return order_from(trumps, nines=nines)


def _jacks_above_queens(_contract: Contract, order: CardOrder, nines: bool) -> CardOrder | None:
    suits = list(Suit)
    return _swapped(order, nines, lambda card: (card.rank is not Rank.JACK, suits.index(card.suit)))


def _suits_reversed(_contract: Contract, order: CardOrder, nines: bool) -> CardOrder | None:
    suits = list(Suit)
    return _swapped(order, nines, lambda card: (card.rank is Rank.JACK, -suits.index(card.suit)))


def _solo_keeps_trumps(contract: Contract, _order: CardOrder, nines: bool) -> CardOrder | None:
    normal = card_order(Contract.NORMAL, nines=nines)
    match contract:
        case Contract.QUEENS | Contract.JACKS | Contract.QUEENS_JACKS | Contract.ACES:
            return normal
        case Contract.HEARTS | Contract.SPADES | Contract.CLUBS:
            # The chosen suit comes to the diamonds.
            chosen = [Card[name] for name in TRUMPS[contract].split()[9:]]
            return order_from((*normal.trumps[:9], *chosen, *normal.trumps[9:]), nines=nines)
    return None


def _solo_drops_dulle(contract: Contract, order: CardOrder, nines: bool) -> CardOrder | None:
    """In a hearts solo it goes between the ace and the king, in the others it is a heart."""
    if contract is Contract.HEARTS:
        rest = [card for card in order.trumps if card != DULLE]
        place = rest.index(Card.HA) + 1
        return order_from((*rest[:place], DULLE, *rest[place:]), nines=nines)
    suits = {Contract.DIAMONDS, Contract.SPADES, Contract.CLUBS}
    return _without(order, nines, (DULLE,)) if contract in suits else None


def _piglets_always(contract: Contract, _order: CardOrder, nines: bool) -> CardOrder:
    return card_order(contract, nines=nines, piglets=True)


def _no_piglets(contract: Contract, _order: CardOrder, nines: bool) -> CardOrder:
    return card_order(contract, nines=nines)


_ORDERS = {
    Misconception.DULLE_IS_HEART: _dulle_is_heart,
    Misconception.COURT_FOLLOWS_SUIT: _court_follows_suit,
    Misconception.DIAMONDS_PLAIN: _diamonds_plain,
    Misconception.TEN_BELOW_KING: _ten_below_king,
    Misconception.JACKS_ABOVE_QUEENS: _jacks_above_queens,
    Misconception.SUITS_REVERSED: _suits_reversed,
    Misconception.SOLO_KEEPS_TRUMPS: _solo_keeps_trumps,
    Misconception.SOLO_DROPS_DULLE: _solo_drops_dulle,
    Misconception.PIGLETS_ALWAYS: _piglets_always,
    Misconception.NO_PIGLETS: _no_piglets,
}


def can_be_compared(cards: tuple[Card, ...], order: CardOrder) -> bool:
    """Whether all these cards can be compared: trumps, or trumps and one plain suit."""
    return len({order.group[card] for card in cards if not order.is_trump(card)}) <= 1
