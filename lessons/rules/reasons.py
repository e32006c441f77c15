"""Why something is so: the name of a reason, its proof, and the paragraph that it follows from."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from lessons.rules.cards import Card, Seat, Suit
from lessons.rules.parties import Party


class Fault(StrEnum):
    """The codes of the game record for what is wrong with a record, a deal or an action; where
    several fit, the first counts."""

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
    """What is always in its proof, beside its name: the fields of :class:`Why` that are filled, and
    with what; and its code in a game record, where that has another name."""

    proof: str
    fault: Fault | None

    def __new__(cls, name: str, proof: str = "", fault: Fault | None = None) -> Reason:
        made = str.__new__(cls, name)
        made._value_, made.proof, made.fault = name, proof, fault
        return made

    # Why a card takes the trick.
    ONLY_TRUMP = "only-trump", "cards: card; seats: seat"
    HIGHEST_TRUMP = "highest-trump", "cards: card; seats: seat"
    HIGHEST_OF_SUIT = "highest-of-suit", "cards: card; suits: suit led; seats: seat"
    FIRST_OF_EQUALS = "first-of-equals", "cards: card; seats: first, second"
    SECOND_DULLE = "second-dulle", "cards: card; seats: second, first"

    # Why a card does not.
    SECOND_OF_EQUALS = "second-of-equals", "cards: card; seats: loser, winner; others: winner"
    FIRST_DULLE = "first-dulle", "cards: card; seats: loser, winner; others: winner"
    LOWER_TRUMP = "lower-trump", "cards: card; seats: loser, winner; others: winner"
    TAKEN_BY_TRUMP = "taken-by-trump", "cards: card; seats: loser, winner; others: winner"
    LOWER_OF_SUIT = (
        "lower-of-suit",
        "cards: card; seats: loser, winner; others: winner; suits: suit led",
    )
    NOT_OF_SUIT = (
        "not-of-suit",
        "cards: card; seats: loser, winner; others: winner; suits: suit of the card, suit led",
    )

    # Why cards may be played.
    LEADS = "leads", "cards: card"
    FOLLOWS_TRUMP = "follows-trump", "cards: card"
    FOLLOWS_SUIT = "follows-suit", "cards: card; suits: suit led"
    CANNOT_FOLLOW_TRUMP = "cannot-follow-trump", "cards: card; seats: who"
    CANNOT_FOLLOW_SUIT = "cannot-follow-suit", "cards: card; suits: suit led; seats: who"

    # Why cards may not.
    MUST_FOLLOW_TRUMP = (
        "must-follow-trump",
        "cards: card; others: to follow with, another",
        Fault.MUST_FOLLOW,
    )
    MUST_FOLLOW_SUIT = (
        "must-follow-suit",
        "cards: card; others: to follow with, another; suits: suit led",
        Fault.MUST_FOLLOW,
    )

    # Why somebody else's cards may not.
    SEAT_MUST_FOLLOW_TRUMP = (
        "seat-must-follow-trump",
        "cards: card; others: to follow with, another; seats: whose",
        Fault.MUST_FOLLOW,
    )
    SEAT_MUST_FOLLOW_SUIT = (
        "seat-must-follow-suit",
        "cards: card; others: to follow with, another; suits: suit led; seats: whose",
        Fault.MUST_FOLLOW,
    )

    # What a card counts as, and what stands above what.
    IS_TRUMP = "is-trump", "cards: card; calls: contract"
    IS_PLAIN = "is-plain", "cards: card; calls: contract"
    NO_TRUMPS = "no-trumps", "cards: card; calls: contract"
    TRUMP_ABOVE_PLAIN = "trump-above-plain", "cards: card; others: lower; calls: contract"
    PLAIN_BY_RANK = "plain-by-rank", "cards: card; others: lower; calls: contract"
    PIGLET_ABOVE = "piglet-above", "cards: card; calls: contract; at times others: lower"
    DULLE_ABOVE = "dulle-above", "cards: card; others: lower; calls: contract"
    COURT_BY_SUIT = "court-by-suit", "cards: card; others: lower; calls: contract"
    QUEENS_ABOVE_JACKS = "queens-above-jacks", "cards: card; others: lower; calls: contract"
    COURT_ABOVE_SUIT = "court-above-suit", "cards: card; others: lower; calls: contract"
    TRUMP_BY_RANK = "trump-by-rank", "cards: card; others: lower; calls: contract"
    TRUMPS_IN_PACK = "trumps-in-pack", "figures: trumps, cards; calls: contract"
    TRUMPS_LEFT = "trumps-left", "figures: trumps, played, left"
    ALL_POINTS = "all-points", "figures: of the one side, of the other, of all"

    # What lies in a trick.
    POINTS_ADD_UP = "points-add-up", "cards: each, each; figures: card points, card points, sum"

    # A word nobody knows.
    UNKNOWN_RULES = "unknown-rules", "words: word"
    UNKNOWN_OPTION = "unknown-option", "words: word"
    UNKNOWN_CARD = "unknown-card", "words: word"
    AMBIGUOUS_CARD = "ambiguous-card", "cards: may be meant, too; words: word", Fault.UNKNOWN_CARD
    UNKNOWN_ACTION = "unknown-action", "words: word"
    UNKNOWN_SEAT = "unknown-seat", "words: word"

    # Options that make no sense together.
    NINES_TO_THROW_IN = "nines-to-throw-in", "", Fault.UNKNOWN_OPTION
    LISTED_TWICE = "listed-twice", "", Fault.UNKNOWN_OPTION
    NO_SUCH_SOLO = "no-such-solo", "", Fault.UNKNOWN_OPTION
    NO_SUCH_RESERVATION = "no-such-reservation", "", Fault.UNKNOWN_OPTION
    POVERTY_IS_OFF = "poverty-is-off", "", Fault.UNKNOWN_OPTION
    NEVER_ASKED = "never-asked", "", Fault.UNKNOWN_OPTION
    NO_DECIDING_TRICK = "no-deciding-trick", "", Fault.UNKNOWN_OPTION
    MARRIAGE_TRICKS = "marriage-tricks", "", Fault.UNKNOWN_OPTION
    FIVE_LAST_MOMENTS = "five-last-moments", "", Fault.UNKNOWN_OPTION
    MORE_CARDS_THAN_DEALT = "more-cards-than-dealt", "", Fault.UNKNOWN_OPTION
    HIGHER_CALL_LATER = "higher-call-later", "", Fault.UNKNOWN_OPTION
    SOLO_FACTOR = "solo-factor", "", Fault.UNKNOWN_OPTION

    # A deal that is none.
    WRONG_HAND_SIZE = "wrong-hand-size", "seats: whose; figures: cards held, dealt"
    TOO_MANY_COPIES = "too-many-copies", "cards: card; figures: how many"
    CARD_NOT_IN_PACK = "card-not-in-pack", "cards: card"

    # Why a card is not played now.
    GAME_OVER = "game-over", "seats: who tried"
    NOT_YOUR_TURN = "not-your-turn", "seats: who tried, whose turn it is"
    PLAY_NOT_BEGUN = "play-not-begun", "seats: who tried, who is asked", Fault.NOT_YOUR_TURN
    CARD_NOT_IN_HAND = "card-not-in-hand", "cards: card; seats: who tried"

    # Why something is not called.
    CALL_WRONG_PARTY = "call-wrong-party", "calls: call; parties: of which"
    CALL_BEFORE_PLAY = "call-before-play", "calls: call", Fault.CALL_TOO_EARLY
    CALL_BEFORE_PARTIES = "call-before-parties", "calls: call", Fault.CALL_TOO_EARLY
    CALL_REPEATED = (
        "call-repeated",
        "calls: call; parties: of which; at times seats: who, who has said it",
    )
    CALL_TAKEN = (
        "call-taken",
        "calls: call, call that took it; parties: of which; at times seats: who, who took it",
    )
    CALL_NOT_HIGHER = (
        "call-not-higher",
        "calls: call, call said before; parties: of which; at times seats: who, by whom",
    )
    CALL_NEEDS_ANNOUNCEMENT = "call-needs-announcement", "calls: call, call; parties: of which"
    CALL_AFTER_LATE_REPLY = (
        "call-after-late-reply",
        "calls: call; at times seats: who, who replied late",
    )
    CALL_TOO_LATE_BY_CARDS = (
        "call-too-late-by-cards",
        "seats: who; calls: call; figures: cards in hand, needed",
        Fault.CALL_TOO_LATE,
    )
    CALL_TOO_LATE_BY_TRICKS = (
        "call-too-late-by-tricks",
        "seats: who; calls: call; figures: trick that closed it",
        Fault.CALL_TOO_LATE,
    )
    CALL_SKIPS_EXPIRED = "call-skips-expired", "calls: call, step that is too late"
    CALL_AFTER_GAME = "call-after-game", "calls: call", Fault.CALL_TOO_LATE

    # Why something is not said before play.
    SOLO_NOT_IN_RULES = "solo-not-in-rules", "calls: solo"
    RESERVATION_OUT_OF_TURN = (
        "reservation-out-of-turn",
        "seats: who, who is asked",
        Fault.RESERVATION_NOT_ALLOWED,
    )
    RESERVATIONS_OVER = "reservations-over", "seats: who", Fault.RESERVATION_NOT_ALLOWED
    NOT_ASKED_FOR = "not-asked-for", "seats: who; calls: reservation", Fault.RESERVATION_NOT_ALLOWED
    NO_COMPULSORY_SOLO = "no-compulsory-solo", "seats: who", Fault.RESERVATION_NOT_ALLOWED
    LACKS_CLUB_QUEENS = "lacks-club-queens", "seats: who", Fault.RESERVATION_NOT_ALLOWED
    ONE_HAS_BOTH_QUEENS = "one-has-both-queens", "seats: who", Fault.RESERVATION_NOT_ALLOWED
    WOULD_GO_AHEAD = (
        "would-go-ahead",
        "seats: who, whose reservation is played",
        Fault.RESERVATION_NOT_ALLOWED,
    )
    NOTHING_NAMED = "nothing-named", "", Fault.RESERVATION_NOT_ALLOWED
    MARRIAGE_TOO_LATE = "marriage-too-late", "seats: who"
    MARRIAGE_AFTER_CALL = "marriage-after-call", "seats: who", Fault.MARRIAGE_TOO_LATE
    MARRIAGE_AFTER_SOLO = "marriage-after-solo", "seats: who", Fault.RESERVATION_NOT_ALLOWED
    DECIDING_TRICK_NOT_IN_RULES = "deciding-trick-not-in-rules", "calls: deciding trick"
    POVERTY_NOT_IN_RULES = "poverty-not-in-rules", "", Fault.POVERTY_NOT_ALLOWED
    TOO_MANY_TRUMPS = (
        "too-many-trumps",
        "seats: who; cards: trump, trump, trump, trump",
        Fault.POVERTY_NOT_ALLOWED,
    )
    NO_EXCHANGE = "no-exchange", "seats: who", Fault.POVERTY_NOT_ALLOWED
    THROW_IN_NOT_IN_RULES = "throw-in-not-in-rules", "", Fault.THROW_IN_NOT_ALLOWED
    HAND_TOO_GOOD = (
        "hand-too-good",
        "seats: who; figures: nines, kings, trumps",
        Fault.THROW_IN_NOT_ALLOWED,
    )
    LAYS_WRONG_CARDS = (
        "lays-wrong-cards",
        "seats: who; at times cards: trumps; at times others: foxes to be laid",
        Fault.EXCHANGE_WRONG_CARDS,
    )
    RETURNS_WRONG_CARDS = (
        "returns-wrong-cards",
        "seats: who; figures: returned, to be returned",
        Fault.EXCHANGE_WRONG_CARDS,
    )
    INCOMPLETE = "incomplete"

    # Why this is played, and who leads.
    ALL_HEALTHY = "all-healthy"
    SILENT_QUEENS = "silent-queens", "seats: whose"
    ONLY_RESERVATION = "only-reservation", "seats: whose; calls: contract"
    LATE_MARRIAGE = "late-marriage", "seats: whose"
    MAY_STILL_ANNOUNCE = "may-still-announce", "seats: whose"
    OWN_CARD_LIES = "own-card-lies", "seats: whose"
    DEALT_ANEW = "dealt-anew"
    BEFORE_UNNAMED = "before-unnamed", "seats: whose, who never names his; calls: contract"
    GOES_AHEAD = (
        "goes-ahead",
        "seats: whose, who stands back; calls: reservation, reservation behind",
    )
    NEAREST = "nearest", "seats: whose, who stands back; calls: reservation"
    FOREHAND_LEADS = "forehand-leads", "seats: whose"
    FOREHAND_LEADS_SOLO = "forehand-leads-solo", "seats: forehand, soloist"
    WINNER_LEADS = "winner-leads", "seats: who has taken the trick"
    DEALS_LATER = "deals-later", "seats: dealer, forehand; figures: games later"
    DEALER_PAUSES_LATER = "dealer-pauses-later", "seats: dealer; figures: games later"
    DEALS_NEXT = "deals-next", "seats: who deals, who is forehand then"
    DEALS_AGAIN = "deals-again", "seats: forehand again"
    DEALER_PAUSES = "dealer-pauses", "seats: who deals next"
    COMPULSORY_LEADS = "compulsory-leads", "seats: whose"

    # Which party somebody is in.
    HOLDS_CLUB_QUEEN = "holds-club-queen", "seats: who; parties: which"
    HOLDS_NO_CLUB_QUEEN = "holds-no-club-queen", "seats: who; parties: which"
    HOLDS_BOTH_QUEENS = "holds-both-queens", "seats: who; parties: which"
    SHOWED_CLUB_QUEEN = (
        "showed-club-queen",
        "seats: who; parties: which; figures: trick",
    )
    SHOWED_BOTH_QUEENS = "showed-both-queens", "seats: who; parties: which"
    OUT_OF_TRUMPS = "out-of-trumps", "seats: who did not follow"
    QUEEN_LEFT_WITH = "queen-left-with", "seats: who; parties: which"
    BOTH_LEFT_WITH = "both-left-with", "seats: who; parties: which"
    QUEENS_DO_NOT_MATTER = "queens-do-not-matter", "calls: contract"
    TOLD_BY_CALL = "told-by-call", "seats: who; parties: which; calls: call"
    ALL_RE_FOUND = "all-re-found", "seats: Kontra players"
    STILL_UNKNOWN = "still-unknown", "seats: who"
    ONE_MAY_HAVE_BOTH = "one-may-have-both", "seats: who is not known"
    PLAYS_ALONE = "plays-alone", "seats: soloist; calls: contract"
    PLAY_TOGETHER = "play-together", "seats: giver or holder, taker or partner; calls: contract"

    # Why a trick does not find the partner.
    HOLDER_TOOK_IT = "holder-took-it", "seats: who took them; figures: each trick"
    NOT_OF_THE_KIND = (
        "not-of-the-kind",
        "figures: each trick; cards: each card led; calls: deciding trick",
    )
    DECIDED_BEFORE = "decided-before", "seats: who took it; figures: trick"
    TOO_LATE_TO_DECIDE = (
        "too-late-to-decide",
        "seats: who took it; figures: trick, tricks there were",
    )

    # Who plays with the holder of a marriage.
    PARTNER_FOUND = "partner-found", "seats: holder, partner; calls: deciding trick; figures: trick"
    PARTNER_FOUND_FIRST = (
        "partner-found-first",
        "seats: holder, partner; calls: deciding trick; figures: trick",
    )
    DECIDES_WITHIN = "decides-within", "figures: tricks"
    NO_PARTNER = "no-partner", "seats: holder; calls: deciding trick; figures: tricks there were"

    # Why a party needs so many card points.
    TARGET_RE = "target-re", "parties: which; figures: target"
    TARGET_KONTRA = "target-kontra", "parties: which; figures: target"
    TARGET_RE_LONE_KONTRA = "target-re-lone-kontra", "parties: which; figures: target"
    TARGET_KONTRA_ALONE = "target-kontra-alone", "parties: which; figures: target"
    TARGET_OWN_LIMIT = "target-own-limit", "parties: which; calls: limit; figures: target"
    TARGET_ALL_TRICKS = "target-all-tricks", "parties: which"
    TARGET_REFUTE = "target-refute", "parties: which; calls: limit; figures: target"
    TARGET_ONE_TRICK = "target-one-trick", "parties: which"

    # What can be called, and until when.
    CALL_IN_TIME_BY_CARDS = (
        "call-in-time-by-cards",
        "seats: who; calls: call; figures: cards in hand, needed",
    )
    CALL_IN_TIME_BY_TRICKS = (
        "call-in-time-by-tricks",
        "seats: who; calls: call; figures: trick that closes it",
    )
    CALL_AS_REPLY = (
        "call-as-reply",
        "seats: who; calls: call, call replied to; figures: cards in hand, needed, without reply",
    )
    CALL_AS_REPLY_BY_TRICKS = (
        "call-as-reply-by-tricks",
        "seats: who; calls: call, call replied to; figures: trick",
    )
    LIMITS_MOVED = "limits-moved", "figures: deciding trick, by how much"
    LIMITS_MOVED_BY_TRICKS = "limits-moved-by-tricks", "figures: deciding trick, by how much"
    LIMITS_STAY = "limits-stay", "figures: deciding trick"

    # Who has won.
    TARGET_MET = "target-met", "parties: winner; figures: card points, target"
    ALL_TRICKS_MET = "all-tricks-met", "parties: winner"
    ONE_TRICK_MET = "one-trick-met", "parties: winner"
    BOTH_MISSED = "both-missed", "figures: Re's card points, Kontra's"

    # What is earned.
    WON = "won", "parties: who earns"
    ALTE_BEATEN = "alte-beaten", "parties: who, others"
    PLAYED_UNDER = "played-under", "parties: who, others; figures: points, step"
    PLAYED_SCHWARZ = "played-schwarz", "parties: who, others"
    COUNTS_AS_REACHED = "counts-as-reached", "parties: who, who missed it; calls: step"
    CALL_PAID = "call-paid", "parties: who, who called; calls: call"
    CALL_DOUBLES = "call-doubles", "parties: who, others; calls: call"
    STEP_SAID = "step-said", "parties: who, who said it; calls: step"
    STEP_INCLUDED = "step-included", "parties: who, others; calls: call, call"
    REACHED_AGAINST = (
        "reached-against",
        "parties: who earns; calls: limit; figures: points, points needed",
    )
    STEP_REFUTED = (
        "step-refuted",
        "parties: who earns; calls: limit; figures: points, points needed",
    )
    SCHWARZ_REFUTED = "schwarz-refuted", "parties: who earns"
    FOX_CAUGHT = "fox-caught", "seats: who caught, whose; figures: trick"
    DOPPELKOPF = "doppelkopf", "seats: who; figures: trick, card points"
    CHARLIE = "charlie", "seats: who"
    CHARLIE_PAIR = "charlie-pair", "seats: whose, partner"
    FOX_LAST = "fox-last", "seats: whose"
    FOX_PAIR_LAST = "fox-pair-last", "seats: whose, partner"
    HEART_TRICK = "heart-trick", "seats: who; figures: trick"
    DULLE_CAUGHT = "dulle-caught", "seats: who caught, whose; figures: trick"
    NO_SPECIALS_IN_SOLO = "no-specials-in-solo", "calls: contract"
    FOX_AT_HOME = "fox-at-home", "seats: who played it and took the trick"
    NO_FOX_IN_TRICK = "no-fox-in-trick"
    NO_CHARLIE_IN_TRICK = "no-charlie-in-trick"
    NOT_UNDER = "not-under", "parties: who; figures: card points, step"
    OWN_FOX = "own-fox", "seats: who took it, whose"
    TOO_FEW_FOR_DOPPELKOPF = "too-few-for-doppelkopf", "figures: card points, needed"
    CHARLIE_BEATEN = "charlie-beaten", "seats: whose, who took the trick"
    CHARLIE_TOO_EARLY = "charlie-too-early", "seats: who"
    FOX_BEATEN = "fox-beaten", "seats: whose, who took the last trick"
    FOX_TOO_EARLY = "fox-too-early", "seats: whose"
    NO_HEART_TRICK = "no-heart-trick", "cards: what does not fit in"
    NOTHING_SPECIAL = "nothing-special"
    OWN_DULLE = "own-dulle", "seats: who took it, whose"
    PAIR_OF_BOTH = "pair-of-both"
    NO_ALTE = "no-alte"
    DOES_NOT_COUNT = "does-not-count", "calls: item"
    SAID_BY_WINNER = "said-by-winner", "parties: who earns; calls: call"
    SAID_BUT_MISSED = "said-but-missed", "parties: who earns; calls: call"
    NOT_SAID = "not-said", "calls: call"
    NOT_REFUTED = "not-refuted", "parties: who; calls: call; figures: card points, needed"
    HAS_TRICKS = "has-tricks", "parties: who"
    ONLY_AS_REACHED = "only-as-reached", "parties: who missed; calls: limit"
    STEPS_SAID = "steps-said", "parties: who earns, who said it; calls: call, call; figures: steps"
    STEPS_MISSED = (
        "steps-missed",
        "parties: who earns, who said it; calls: call, call; figures: steps",
    )
    WINS_WITH = "wins-with", "parties: winner; figures: card points"
    LIMIT_MISSED = "limit-missed", "parties: who; calls: limit; figures: card points, needed"
    LIMIT_STANDS = "limit-stands", "parties: who; calls: limit; figures: card points, needed"
    USUAL_RE = "usual-re", "parties: which; figures: target"
    USUAL_KONTRA = "usual-kontra", "parties: which; figures: target"
    NOT_ONLY_KONTRA = "not-only-kontra"
    ONLY_SOLOIST = "only-soloist", "seats: who"
    NO_TRICK_SHOWN = "no-trick-shown"
    ALSO_WRONG = "also-wrong", "words: rule set"
    SPECIAL_COUNTS = "special-counts", "parties: who earns; calls: special point"
    WORTH_UNDER = (
        "worth-under",
        "words: rule set; calls: item, item; figures: value, factor, each item, each item",
    )
    WORTH_ADDED = (
        "worth-added",
        "words: rule set; calls: item, item; figures: value, factor, each item, each item",
    )
    WORTH_ONE = "worth-one", "words: rule set; calls: item; figures: value"
    REACHED_UNDER = "reached-under", "parties: who, others; calls: call, call; words: rule set"
    UNDER_RULES = "under-rules", "words: rule set that the next reasons are of"
    UNDER_BOTH = "under-both", "words: rule set, another that the next reasons are of, too"
    NOTED_DOWN = "noted-down", "parties: who earns; calls: special point"
    AFTER_DRAW = "after-draw"

    # How it adds up, and who writes what.
    POINTS_BY_PARTY = (
        "points-by-party",
        "parties: which; seats: who, who; figures: of each seat, of each seat",
    )
    ADDS_UP = "adds-up", "calls: item, item; figures: sum, each item, each item"
    ONE_COUNTS = "one-counts", "calls: item; figures: value"
    FACTOR_IS = "factor-is", "calls: call that doubles; figures: factor"
    NO_FACTOR = "no-factor"
    VALUE_IS = "value-is", "figures: doubled part, factor, value"
    VALUE_WITH_SPECIALS = (
        "value-with-specials",
        "calls: item; figures: doubled part, factor, value, each item",
    )
    SPECIALS_NETTED = "specials-netted", "figures: value before, those of the losers, value"
    VALUE_IS_DOUBLED = "value-is-doubled", "figures: before, after"
    WINNERS_WRITE = "winners-write", "parties: who; figures: value"
    LOSERS_WRITE_MINUS = "losers-write-minus", "parties: who; figures: entry"
    LOSERS_WRITE_NOTHING = "losers-write-nothing", "parties: who"
    SOLOIST_WRITES = "soloist-writes", "seats: who; figures: value, factor, entry"
    NOBODY_WRITES = "nobody-writes"
    ADDED_TO_SUM = "added-to-sum", "seats: whose; figures: before, entry, after"

    # What may be asked for with a hand.
    ENOUGH_KINGS = "enough-kings", "figures: how many there are, needed or allowed"
    TOO_FEW_KINGS = "too-few-kings", "figures: how many there are, needed or allowed"
    ENOUGH_NINES = "enough-nines", "figures: how many there are, needed or allowed"
    TOO_FEW_NINES = "too-few-nines", "figures: how many there are, needed or allowed"
    FEW_TRUMPS = "few-trumps", "figures: how many there are, needed or allowed"
    ENOUGH_TRUMPS = "enough-trumps", "figures: how many there are, needed or allowed"
    FOX_IS_NOT_COUNTED = "fox-is-not-counted"
    POVERTY_ALLOWED = "poverty-allowed", "figures: how many there are, needed or allowed"
    POVERTY_NOT_ALLOWED = (
        "poverty-not-allowed-here",
        "figures: how many there are, needed or allowed",
    )
    FACE_DOWN = "face-down", "cards: the trumps that go face down"
    NOTHING_FACE_DOWN = "nothing-face-down"
    FACE_UP = "face-up", "cards: the foxes"
    NO_FOX = "no-fox"
    RETURNED_TRUMPS = "returned-trumps", "cards: the trumps; figures: how many; calls: contract"
    NO_RETURNED_TRUMPS = "no-returned-trumps", "calls: contract"

    # Which card takes a trick cheaply.
    CHEAPEST_WINNER = "cheapest-winner", "cards: it; figures: card points"
    WEAKEST_OF_CHEAPEST = "weakest-of-cheapest", "cards: it; others: those that take it for as much"
    TAKES_FOR_MORE = (
        "takes-for-more",
        "cards: it; others: cheapest; figures: points, points of cheapest",
    )
    STRONGER_THAN_NEEDED = "stronger-than-needed", "cards: it; others: cheapest"

    # A settlement that cannot be.
    TRICKS_NEEDED = "tricks-needed", "parties: which"
    BELOW_ZERO = "below-zero", "", Fault.IMPOSSIBLE_POINTS
    NOT_ALL_POINTS = "not-all-points", "figures: sum", Fault.IMPOSSIBLE_POINTS
    NOT_ALL_TRICKS = "not-all-tricks", "figures: sum, tricks of a game", Fault.IMPOSSIBLE_POINTS
    POINTS_NOT_IN_TRICKS = (
        "points-not-in-tricks",
        "figures: Re's points, Kontra's, Re's tricks, Kontra's",
        Fault.IMPOSSIBLE_POINTS,
    )
    POINTS_NOT_MADE = "points-not-made", "figures: points of Re, Kontra", Fault.IMPOSSIBLE_POINTS
    SEAT_MISSING = "seat-missing", "", Fault.IMPOSSIBLE_PARTIES
    IMPOSSIBLE_PARTIES = "impossible-parties", "figures: Re players, as many as there must be"
    SPECIAL_IN_SOLO = "special-in-solo", "", Fault.IMPOSSIBLE_SPECIAL
    TOO_MANY_SPECIALS = (
        "too-many-specials",
        "figures: how many; calls: special point",
        Fault.IMPOSSIBLE_SPECIAL,
    )
    SPECIALS_NEED_POINTS = (
        "specials-need-points",
        "parties: which; figures: points, needed",
        Fault.IMPOSSIBLE_SPECIAL,
    )
    SPECIALS_NEED_TRICKS = (
        "specials-need-tricks",
        "parties: which; figures: tricks, needed",
        Fault.IMPOSSIBLE_SPECIAL,
    )
    ONE_LAST_TRICK = "one-last-trick", "", Fault.IMPOSSIBLE_SPECIAL
    PAIR_WITHOUT_SINGLE = (
        "pair-without-single",
        "calls: special point of two, special point of one",
        Fault.IMPOSSIBLE_SPECIAL,
    )
    SPECIAL_NOT_IN_RULES = "special-not-in-rules", "calls: special point"
    UNKNOWN_SPECIAL = "unknown-special", "words: word", Fault.SPECIAL_NOT_IN_RULES


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
    return reason.fault or Fault(reason.value)
