"""Why something is so: the name of a reason, its proof, and the paragraph that it follows from."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from lessons.rules.cards import Card, Seat, Suit
from lessons.rules.parties import Party


class Fault(StrEnum):
    """What is wrong with a record, a deal or an action; the codes of the game record, in the order
    in which they go before each other where several fit."""

    UNKNOWN_RULES = "unknown-rules"
    UNKNOWN_OPTION = "unknown-option"
    UNKNOWN_CARD = "unknown-card"
    UNKNOWN_ACTION = "unknown-action"
    UNKNOWN_SEAT = "unknown-seat"
    WRONG_HAND_SIZE = "wrong-hand-size"
    TOO_MANY_COPIES = "too-many-copies"
    CARD_NOT_IN_PACK = "card-not-in-pack"
    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"
    CARD_NOT_IN_HAND = "card-not-in-hand"
    MUST_FOLLOW = "must-follow"
    CALL_WRONG_PARTY = "call-wrong-party"
    CALL_TOO_EARLY = "call-too-early"
    CALL_REPEATED = "call-repeated"
    CALL_TAKEN = "call-taken"
    CALL_NOT_HIGHER = "call-not-higher"
    CALL_NEEDS_ANNOUNCEMENT = "call-needs-announcement"
    CALL_AFTER_LATE_REPLY = "call-after-late-reply"
    CALL_TOO_LATE = "call-too-late"
    CALL_SKIPS_EXPIRED = "call-skips-expired"
    SOLO_NOT_IN_RULES = "solo-not-in-rules"
    RESERVATION_NOT_ALLOWED = "reservation-not-allowed"
    MARRIAGE_TOO_LATE = "marriage-too-late"
    DECIDING_TRICK_NOT_IN_RULES = "deciding-trick-not-in-rules"
    POVERTY_NOT_ALLOWED = "poverty-not-allowed"
    THROW_IN_NOT_ALLOWED = "throw-in-not-allowed"
    EXCHANGE_WRONG_CARDS = "exchange-wrong-cards"
    INCOMPLETE = "incomplete"
    TRICKS_NEEDED = "tricks-needed"
    IMPOSSIBLE_POINTS = "impossible-points"
    IMPOSSIBLE_PARTIES = "impossible-parties"
    IMPOSSIBLE_SPECIAL = "impossible-special"
    SPECIAL_NOT_IN_RULES = "special-not-in-rules"


class Reason(StrEnum):
    """A comment tells the proof: the fields of :class:`Why` that are filled, beside the reason."""

    # Why a card takes the trick: cards = (the card,), seats = (its seat,).
    ONLY_TRUMP = "only-trump"
    HIGHEST_TRUMP = "highest-trump"
    HIGHEST_OF_SUIT = "highest-of-suit"  # suits = (suit led,)
    FIRST_OF_EQUALS = "first-of-equals"  # beside these; seats = (first, second)
    SECOND_DULLE = "second-dulle"  # beside these; seats = (second, first)

    # Why a card does not: cards = (the card,), others = (the winner,), seats = (of both).
    SECOND_OF_EQUALS = "second-of-equals"
    FIRST_DULLE = "first-dulle"
    LOWER_TRUMP = "lower-trump"
    TAKEN_BY_TRUMP = "taken-by-trump"
    LOWER_OF_SUIT = "lower-of-suit"  # suits = (suit led,)
    NOT_OF_SUIT = "not-of-suit"  # suits = (suit of the card, suit led)

    # Why cards may be played: cards; suits = (suit led,) where a plain suit was.
    LEADS = "leads"
    FOLLOWS_TRUMP = "follows-trump"
    FOLLOWS_SUIT = "follows-suit"
    CANNOT_FOLLOW_TRUMP = "cannot-follow-trump"
    CANNOT_FOLLOW_SUIT = "cannot-follow-suit"

    # Why cards may not: cards, others = the cards to follow with; suits as above.
    MUST_FOLLOW_TRUMP = "must-follow-trump"
    MUST_FOLLOW_SUIT = "must-follow-suit"

    # Why somebody else's cards may not: the same with seats = (whose,).
    SEAT_MUST_FOLLOW_TRUMP = "seat-must-follow-trump"
    SEAT_MUST_FOLLOW_SUIT = "seat-must-follow-suit"

    # What a card counts as, and what stands above what: cards, calls = (contract,).
    IS_TRUMP = "is-trump"
    IS_PLAIN = "is-plain"
    NO_TRUMPS = "no-trumps"
    TRUMP_ABOVE_PLAIN = "trump-above-plain"  # others = (the lower,), in all of these
    PLAIN_BY_RANK = "plain-by-rank"
    PIGLET_ABOVE = "piglet-above"  # with others or without
    DULLE_ABOVE = "dulle-above"
    COURT_BY_SUIT = "court-by-suit"
    QUEENS_ABOVE_JACKS = "queens-above-jacks"
    COURT_ABOVE_SUIT = "court-above-suit"
    TRUMP_BY_RANK = "trump-by-rank"
    TRUMPS_IN_PACK = "trumps-in-pack"  # figures = (trumps, cards), calls = (contract,)
    TRUMPS_LEFT = "trumps-left"  # figures = (trumps, played, left)
    ALL_POINTS = "all-points"  # figures = (of the one side, of the other, of all)

    # What lies in a trick: cards; figures = (card points of each …, their sum).
    POINTS_ADD_UP = "points-add-up"

    # A word nobody knows: words = (the word,).
    UNKNOWN_RULES = "unknown-rules"
    UNKNOWN_OPTION = "unknown-option"
    UNKNOWN_CARD = "unknown-card"
    UNKNOWN_ACTION = "unknown-action"
    UNKNOWN_SEAT = "unknown-seat"

    # Options that make no sense together.
    NINES_TO_THROW_IN = "nines-to-throw-in"
    LISTED_TWICE = "listed-twice"
    NO_SUCH_SOLO = "no-such-solo"
    NO_SUCH_RESERVATION = "no-such-reservation"
    POVERTY_IS_OFF = "poverty-is-off"
    NEVER_ASKED = "never-asked"
    NO_DECIDING_TRICK = "no-deciding-trick"
    MARRIAGE_TRICKS = "marriage-tricks"
    FIVE_LAST_MOMENTS = "five-last-moments"
    MORE_CARDS_THAN_DEALT = "more-cards-than-dealt"
    HIGHER_CALL_LATER = "higher-call-later"
    SOLO_FACTOR = "solo-factor"

    # A deal that is none.
    WRONG_HAND_SIZE = "wrong-hand-size"  # seats = (whose,), figures = (cards held, dealt)
    TOO_MANY_COPIES = "too-many-copies"  # cards = (the card,), figures = (how many,)
    CARD_NOT_IN_PACK = "card-not-in-pack"  # cards = (the card,)

    # Why a card is not played now: seats = (who tried, …).
    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"  # seats = (who tried, whose turn it is)
    PLAY_NOT_BEGUN = "play-not-begun"  # seats = (who tried, who is asked)
    CARD_NOT_IN_HAND = "card-not-in-hand"  # cards = (the card,)

    # Why something is not called: seats = (who,), calls = (what, …), parties = (of which,).
    CALL_WRONG_PARTY = "call-wrong-party"
    CALL_BEFORE_PLAY = "call-before-play"
    CALL_BEFORE_PARTIES = "call-before-parties"
    CALL_REPEATED = "call-repeated"  # seats = (who, who has said it)
    CALL_TAKEN = "call-taken"  # calls = (what, what took it), seats = (who, who took it)
    CALL_NOT_HIGHER = "call-not-higher"  # calls = (what, said before), seats = (who, by whom)
    CALL_NEEDS_ANNOUNCEMENT = "call-needs-announcement"
    CALL_AFTER_LATE_REPLY = "call-after-late-reply"  # seats = (who, who replied late)
    CALL_TOO_LATE_BY_CARDS = "call-too-late-by-cards"  # figures = (cards in hand, needed)
    CALL_TOO_LATE_BY_TRICKS = "call-too-late-by-tricks"  # figures = (trick that closed it,)
    CALL_SKIPS_EXPIRED = "call-skips-expired"  # calls = (what, step that is too late)
    CALL_AFTER_GAME = "call-after-game"

    # Why something is not said before play: seats = (who,).
    SOLO_NOT_IN_RULES = "solo-not-in-rules"  # calls = (the solo,)
    RESERVATION_OUT_OF_TURN = "reservation-out-of-turn"  # seats = (who, who is asked)
    RESERVATIONS_OVER = "reservations-over"
    NOT_ASKED_FOR = "not-asked-for"  # calls = (what was said,)
    NO_COMPULSORY_SOLO = "no-compulsory-solo"
    LACKS_CLUB_QUEENS = "lacks-club-queens"
    ONE_HAS_BOTH_QUEENS = "one-has-both-queens"
    WOULD_GO_AHEAD = "would-go-ahead"  # seats = (who, whose reservation is played)
    NOTHING_NAMED = "nothing-named"  # no seats
    MARRIAGE_TOO_LATE = "marriage-too-late"
    MARRIAGE_AFTER_CALL = "marriage-after-call"
    MARRIAGE_AFTER_SOLO = "marriage-after-solo"
    DECIDING_TRICK_NOT_IN_RULES = "deciding-trick-not-in-rules"  # calls = (the kind,)
    POVERTY_NOT_IN_RULES = "poverty-not-in-rules"
    TOO_MANY_TRUMPS = "too-many-trumps"  # cards = the trumps that are no foxes
    NO_EXCHANGE = "no-exchange"
    THROW_IN_NOT_IN_RULES = "throw-in-not-in-rules"
    HAND_TOO_GOOD = "hand-too-good"  # figures = (nines, kings, trumps)
    LAYS_WRONG_CARDS = "lays-wrong-cards"  # cards = the trumps, others = the foxes to be laid
    RETURNS_WRONG_CARDS = "returns-wrong-cards"  # figures = (returned, to be returned)
    INCOMPLETE = "incomplete"  # no seats

    # Why this is played, and who leads: seats = (whose,).
    ALL_HEALTHY = "all-healthy"  # no seats
    SILENT_QUEENS = "silent-queens"
    ONLY_RESERVATION = "only-reservation"  # calls = (what is played,)
    LATE_MARRIAGE = "late-marriage"
    MAY_STILL_ANNOUNCE = "may-still-announce"
    OWN_CARD_LIES = "own-card-lies"
    DEALT_ANEW = "dealt-anew"
    BEFORE_UNNAMED = "before-unnamed"  # seats = (whose, who never names his), calls = (what,)
    GOES_AHEAD = "goes-ahead"  # seats = (whose, who stands back), calls = (kind, kind behind)
    NEAREST = "nearest"  # seats = (whose, who stands back), calls = (the kind,)
    FOREHAND_LEADS = "forehand-leads"
    FOREHAND_LEADS_SOLO = "forehand-leads-solo"  # seats = (forehand, soloist)
    WINNER_LEADS = "winner-leads"  # seats = (who has taken the trick,), figures = (its number,)
    DEALS_LATER = "deals-later"  # seats = (dealer, forehand), figures = (games later,)
    DEALER_PAUSES_LATER = "dealer-pauses-later"  # seats = (dealer,), figures = (games later,)
    DEALS_NEXT = "deals-next"  # seats = (who deals, who is forehand then)
    DEALS_AGAIN = "deals-again"  # seats = (forehand again,)
    DEALER_PAUSES = "dealer-pauses"  # seats = (who deals next,)
    COMPULSORY_LEADS = "compulsory-leads"

    # Which party somebody is in: seats = (who, …), parties = (which,).
    HOLDS_CLUB_QUEEN = "holds-club-queen"
    HOLDS_NO_CLUB_QUEEN = "holds-no-club-queen"
    HOLDS_BOTH_QUEENS = "holds-both-queens"
    SHOWED_CLUB_QUEEN = "showed-club-queen"
    TOLD_BY_CALL = "told-by-call"  # calls = (the call,)
    ALL_RE_FOUND = "all-re-found"  # no parties: both club queens are known, these are Kontra
    STILL_UNKNOWN = "still-unknown"
    PLAYS_ALONE = "plays-alone"  # seats = (the soloist,), calls = (contract,)
    PLAY_TOGETHER = "play-together"  # seats = (giver and taker, holder and partner), calls

    # Why a trick does not find the partner: seats = (who took it, …), figures = (trick,)
    HOLDER_TOOK_IT = "holder-took-it"
    NOT_OF_THE_KIND = "not-of-the-kind"  # cards = (the card led,), calls = (deciding trick,)

    DECIDED_BEFORE = "decided-before"
    TOO_LATE_TO_DECIDE = "too-late-to-decide"  # figures = (trick, tricks there were)

    # Who plays with the holder of a marriage: seats = (holder, …), calls = (deciding trick,).
    PARTNER_FOUND = "partner-found"  # seats = (holder, partner), figures = (trick,)
    PARTNER_FOUND_FIRST = "partner-found-first"  # the same, where any trick decides
    NO_PARTNER = "no-partner"  # figures = (tricks there were,)

    # Why a party needs so many card points: parties, figures = (the target,).
    TARGET_RE = "target-re"
    TARGET_KONTRA = "target-kontra"
    TARGET_RE_LONE_KONTRA = "target-re-lone-kontra"
    TARGET_KONTRA_ALONE = "target-kontra-alone"
    TARGET_OWN_LIMIT = "target-own-limit"  # calls = (the limit,)
    TARGET_ALL_TRICKS = "target-all-tricks"
    TARGET_REFUTE = "target-refute"  # calls = (the limit,)
    TARGET_ONE_TRICK = "target-one-trick"

    # What can be called, and until when: seats = (who,), calls = (what,).
    CALL_IN_TIME_BY_CARDS = "call-in-time-by-cards"  # figures = (cards in hand, needed)
    CALL_IN_TIME_BY_TRICKS = "call-in-time-by-tricks"  # figures = (trick that closes it,)
    CALL_AS_REPLY = "call-as-reply"  # calls = (what, the call replied to)
    LIMITS_MOVED = "limits-moved"  # figures = (deciding trick, by how much)
    LIMITS_MOVED_BY_TRICKS = "limits-moved-by-tricks"
    LIMITS_STAY = "limits-stay"

    # Who has won: parties = (the winner,), figures = (its card points, target) if any.
    TARGET_MET = "target-met"
    ALL_TRICKS_MET = "all-tricks-met"
    ONE_TRICK_MET = "one-trick-met"
    BOTH_MISSED = "both-missed"  # figures = (Re's card points, Kontra's)

    # What is earned: parties = (who earns, …); figures, calls, cards, seats as said.
    WON = "won"
    ALTE_BEATEN = "alte-beaten"
    PLAYED_UNDER = "played-under"  # parties = (who, the others); figures = (their points, step)
    PLAYED_SCHWARZ = "played-schwarz"
    COUNTS_AS_REACHED = "counts-as-reached"  # parties = (who, who missed it), calls = (the step,)
    CALL_PAID = "call-paid"  # parties = (who, who called), calls = (re or kontra,)
    CALL_DOUBLES = "call-doubles"
    STEP_SAID = "step-said"  # parties = (who, who said it), calls = (the step,)
    STEP_INCLUDED = "step-included"
    REACHED_AGAINST = "reached-against"  # figures = (points, points needed), calls = (the limit,)
    STEP_REFUTED = "step-refuted"  # figures = (points, points needed), calls = (the limit,)
    SCHWARZ_REFUTED = "schwarz-refuted"
    FOX_CAUGHT = "fox-caught"  # seats = (who caught, whose), figures = (trick,)
    DOPPELKOPF = "doppelkopf"  # seats = (who,), figures = (trick, card points)
    CHARLIE = "charlie"  # seats = (who,)
    CHARLIE_PAIR = "charlie-pair"
    FOX_LAST = "fox-last"
    FOX_PAIR_LAST = "fox-pair-last"
    HEART_TRICK = "heart-trick"  # seats = (who,), figures = (trick,)
    DULLE_CAUGHT = "dulle-caught"  # seats = (who caught, whose), figures = (trick,)
    NO_SPECIALS_IN_SOLO = "no-specials-in-solo"  # calls = (contract,)
    FOX_AT_HOME = "fox-at-home"  # seats = (who played it and took the trick,)
    NOT_UNDER = "not-under"  # parties = (who,), figures = (card points, step)
    OWN_FOX = "own-fox"  # seats = (who took it, whose)
    TOO_FEW_FOR_DOPPELKOPF = "too-few-for-doppelkopf"  # figures = (card points, needed)
    CHARLIE_BEATEN = "charlie-beaten"  # seats = (whose, who took the trick)
    CHARLIE_TOO_EARLY = "charlie-too-early"  # seats = (who,)
    FOX_BEATEN = "fox-beaten"  # seats = (whose, who took the last trick)
    FOX_TOO_EARLY = "fox-too-early"
    NO_HEART_TRICK = "no-heart-trick"  # cards = what does not fit in
    NOTHING_SPECIAL = "nothing-special"
    OWN_DULLE = "own-dulle"  # seats = (who took it, whose)
    PAIR_OF_BOTH = "pair-of-both"
    NO_ALTE = "no-alte"
    DOES_NOT_COUNT = "does-not-count"  # calls = (what,)
    SAID_BY_WINNER = "said-by-winner"
    SAID_BUT_MISSED = "said-but-missed"
    NOT_SAID = "not-said"
    WORTH_UNDER = "worth-under"  # words = (rule set,), calls = (what counts, …), figures = (value,)
    WORTH_ADDED = "worth-added"  # the same, with nothing to multiply
    REACHED_UNDER = "reached-under"  # words = (rule set,), parties, calls = (each step …)
    UNDER_RULES = "under-rules"  # words = (the rule set that the next reasons are of,)
    NOTED_DOWN = "noted-down"  # calls = (the special point,)
    AFTER_DRAW = "after-draw"

    # How it adds up, and who writes what: figures as said.
    POINTS_BY_PARTY = "points-by-party"  # parties = (whose,), figures = (of each seat …, sum)
    ADDS_UP = "adds-up"  # calls = (each item …), figures = (sum, each item …)
    FACTOR_IS = "factor-is"  # calls = (what doubles, …), figures = (the factor,)
    NO_FACTOR = "no-factor"
    VALUE_IS = "value-is"  # figures = (doubled part, factor, value)
    # calls = (each special point …), figures = (…, value, each special point …)
    VALUE_WITH_SPECIALS = "value-with-specials"
    VALUE_IS_DOUBLED = "value-is-doubled"  # figures = (before, after)
    WINNERS_WRITE = "winners-write"  # parties = (who,), figures = (value,)
    LOSERS_WRITE_MINUS = "losers-write-minus"  # parties = (who,), figures = (their entry,)
    LOSERS_WRITE_NOTHING = "losers-write-nothing"  # parties = (who,)
    SOLOIST_WRITES = "soloist-writes"  # seats = (who,), figures = (value, factor, entry)
    NOBODY_WRITES = "nobody-writes"
    ADDED_TO_SUM = "added-to-sum"  # seats = (whose,), figures = (before, entry, after)

    # What may be asked for with a hand: figures = (how many there are, needed or allowed).
    ENOUGH_KINGS = "enough-kings"
    TOO_FEW_KINGS = "too-few-kings"
    ENOUGH_NINES = "enough-nines"
    TOO_FEW_NINES = "too-few-nines"
    FEW_TRUMPS = "few-trumps"
    ENOUGH_TRUMPS = "enough-trumps"
    FOX_IS_NOT_COUNTED = "fox-is-not-counted"
    POVERTY_ALLOWED = "poverty-allowed"
    POVERTY_NOT_ALLOWED = "poverty-not-allowed-here"
    FACE_DOWN = "face-down"  # cards = the trumps that go face down
    FACE_UP = "face-up"  # cards = the foxes
    RETURNED_TRUMPS = "returned-trumps"  # cards = the trumps, figures = (how many,)
    NO_RETURNED_TRUMPS = "no-returned-trumps"

    # Which card takes a trick cheaply: cards = (it,).
    CHEAPEST_WINNER = "cheapest-winner"  # figures = (card points,)
    WEAKEST_OF_CHEAPEST = "weakest-of-cheapest"  # others = those that take it for as much
    TAKES_FOR_MORE = "takes-for-more"  # others = (the cheapest,), figures = (points of both)
    STRONGER_THAN_NEEDED = "stronger-than-needed"  # others = (the cheapest,)

    # A settlement that cannot be: figures as said.
    TRICKS_NEEDED = "tricks-needed"
    BELOW_ZERO = "below-zero"  # no figures
    NOT_ALL_POINTS = "not-all-points"  # figures = (sum,)
    NOT_ALL_TRICKS = "not-all-tricks"  # figures = (sum, tricks of a game)
    POINTS_NOT_IN_TRICKS = "points-not-in-tricks"  # figures = points and tricks of both
    POINTS_NOT_MADE = "points-not-made"  # figures = (points of Re, Kontra)
    SEAT_MISSING = "seat-missing"  # no seats
    IMPOSSIBLE_PARTIES = "impossible-parties"  # figures = (Re players, as many as there must be)
    SPECIAL_IN_SOLO = "special-in-solo"
    TOO_MANY_SPECIALS = "too-many-specials"  # calls = (the special point,), figures = (how many,)
    SPECIALS_NEED_POINTS = "specials-need-points"  # parties, figures = (points, needed)
    SPECIALS_NEED_TRICKS = "specials-need-tricks"  # parties, figures = (tricks, needed)
    ONE_LAST_TRICK = "one-last-trick"
    PAIR_WITHOUT_SINGLE = "pair-without-single"  # calls = (the pair, the single)
    SPECIAL_NOT_IN_RULES = "special-not-in-rules"  # calls = (the special point,)
    UNKNOWN_SPECIAL = "unknown-special"  # words = (the word,)


_FAULTS = {
    Reason.MUST_FOLLOW_TRUMP: Fault.MUST_FOLLOW,
    Reason.MUST_FOLLOW_SUIT: Fault.MUST_FOLLOW,
    Reason.SEAT_MUST_FOLLOW_TRUMP: Fault.MUST_FOLLOW,
    Reason.SEAT_MUST_FOLLOW_SUIT: Fault.MUST_FOLLOW,
    Reason.NINES_TO_THROW_IN: Fault.UNKNOWN_OPTION,
    Reason.LISTED_TWICE: Fault.UNKNOWN_OPTION,
    Reason.NO_SUCH_SOLO: Fault.UNKNOWN_OPTION,
    Reason.NO_SUCH_RESERVATION: Fault.UNKNOWN_OPTION,
    Reason.POVERTY_IS_OFF: Fault.UNKNOWN_OPTION,
    Reason.NEVER_ASKED: Fault.UNKNOWN_OPTION,
    Reason.NO_DECIDING_TRICK: Fault.UNKNOWN_OPTION,
    Reason.MARRIAGE_TRICKS: Fault.UNKNOWN_OPTION,
    Reason.FIVE_LAST_MOMENTS: Fault.UNKNOWN_OPTION,
    Reason.MORE_CARDS_THAN_DEALT: Fault.UNKNOWN_OPTION,
    Reason.HIGHER_CALL_LATER: Fault.UNKNOWN_OPTION,
    Reason.SOLO_FACTOR: Fault.UNKNOWN_OPTION,
    Reason.PLAY_NOT_BEGUN: Fault.NOT_YOUR_TURN,
    Reason.CALL_BEFORE_PLAY: Fault.CALL_TOO_EARLY,
    Reason.CALL_BEFORE_PARTIES: Fault.CALL_TOO_EARLY,
    Reason.CALL_TOO_LATE_BY_CARDS: Fault.CALL_TOO_LATE,
    Reason.CALL_TOO_LATE_BY_TRICKS: Fault.CALL_TOO_LATE,
    Reason.CALL_AFTER_GAME: Fault.CALL_TOO_LATE,
    Reason.RESERVATION_OUT_OF_TURN: Fault.RESERVATION_NOT_ALLOWED,
    Reason.RESERVATIONS_OVER: Fault.RESERVATION_NOT_ALLOWED,
    Reason.NOT_ASKED_FOR: Fault.RESERVATION_NOT_ALLOWED,
    Reason.NO_COMPULSORY_SOLO: Fault.RESERVATION_NOT_ALLOWED,
    Reason.LACKS_CLUB_QUEENS: Fault.RESERVATION_NOT_ALLOWED,
    Reason.ONE_HAS_BOTH_QUEENS: Fault.RESERVATION_NOT_ALLOWED,
    Reason.WOULD_GO_AHEAD: Fault.RESERVATION_NOT_ALLOWED,
    Reason.NOTHING_NAMED: Fault.RESERVATION_NOT_ALLOWED,
    Reason.MARRIAGE_AFTER_SOLO: Fault.RESERVATION_NOT_ALLOWED,
    Reason.MARRIAGE_AFTER_CALL: Fault.MARRIAGE_TOO_LATE,
    Reason.POVERTY_NOT_IN_RULES: Fault.POVERTY_NOT_ALLOWED,
    Reason.TOO_MANY_TRUMPS: Fault.POVERTY_NOT_ALLOWED,
    Reason.NO_EXCHANGE: Fault.POVERTY_NOT_ALLOWED,
    Reason.THROW_IN_NOT_IN_RULES: Fault.THROW_IN_NOT_ALLOWED,
    Reason.HAND_TOO_GOOD: Fault.THROW_IN_NOT_ALLOWED,
    Reason.LAYS_WRONG_CARDS: Fault.EXCHANGE_WRONG_CARDS,
    Reason.RETURNS_WRONG_CARDS: Fault.EXCHANGE_WRONG_CARDS,
    Reason.BELOW_ZERO: Fault.IMPOSSIBLE_POINTS,
    Reason.NOT_ALL_POINTS: Fault.IMPOSSIBLE_POINTS,
    Reason.NOT_ALL_TRICKS: Fault.IMPOSSIBLE_POINTS,
    Reason.POINTS_NOT_IN_TRICKS: Fault.IMPOSSIBLE_POINTS,
    Reason.POINTS_NOT_MADE: Fault.IMPOSSIBLE_POINTS,
    Reason.SEAT_MISSING: Fault.IMPOSSIBLE_PARTIES,
    Reason.UNKNOWN_SPECIAL: Fault.SPECIAL_NOT_IN_RULES,
    Reason.SPECIAL_IN_SOLO: Fault.IMPOSSIBLE_SPECIAL,
    Reason.TOO_MANY_SPECIALS: Fault.IMPOSSIBLE_SPECIAL,
    Reason.SPECIALS_NEED_POINTS: Fault.IMPOSSIBLE_SPECIAL,
    Reason.SPECIALS_NEED_TRICKS: Fault.IMPOSSIBLE_SPECIAL,
    Reason.ONE_LAST_TRICK: Fault.IMPOSSIBLE_SPECIAL,
    Reason.PAIR_WITHOUT_SINGLE: Fault.IMPOSSIBLE_SPECIAL,
}
"""The code of each refusal that is not named as its code is."""


class Why(NamedTuple):
    """A reason with its proof: the cards, seats, suits and figures that it is about."""

    reason: StrEnum
    """A :class:`Reason`, or what an exercise has to say beyond the rules."""
    cards: tuple[Card, ...] = ()
    others: tuple[Card, ...] = ()
    led: Card | None = None
    seats: tuple[Seat, ...] = ()
    suits: tuple[Suit, ...] = ()
    figures: tuple[int, ...] = ()
    parties: tuple[Party, ...] = ()
    calls: tuple[StrEnum, ...] = ()
    """Calls, solos, deciding tricks and special points."""
    words: tuple[str, ...] = ()
    """As somebody wrote them."""


class Refusal(Exception):  # noqa: N818  (the name says what it is)
    """Something against the rules: why, and in English what is wrong."""

    def __init__(self, why: Why, message: str, place: int | None = None) -> None:
        super().__init__(message)
        self.why = why
        self.place = place
        """The number of the action that is wrong, if it is an earlier one that shows only now."""

    @property
    def fault(self) -> Fault:
        """The code of the game record."""
        return fault_of(self.why)


class IllegalAction(Refusal):
    """An action against the rules."""


def fault_of(why: Why) -> Fault:
    """The code of a reason against something."""
    reason = Reason(why.reason)
    return _FAULTS.get(reason) or Fault(reason.value)
