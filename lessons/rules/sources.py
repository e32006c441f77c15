"""Where it says so: the statements and readings of each document that a reason follows from."""

from collections.abc import Mapping
from enum import StrEnum

from lessons.rules.calls import Call
from lessons.rules.contracts import Contract
from lessons.rules.reasons import Reason, Why
from lessons.rules.rule_sets import Said

TSR = "TSR (DDV)"
"""The tournament rules are no document of ours: they are named as a whole."""


def sources_of(reason: StrEnum, document: str) -> tuple[str, ...]:
    """The statements and readings that a reason follows from, the most telling first; where a
    house rule makes a reason possible that its document does not know, those of the others that
    do. Empty only for what is about writing, not about rules."""
    found = _SOURCES.get(reason, {})
    if document == "tsr":
        return (TSR,) if found else ()
    return found.get(document) or next(iter(found.values()), ())


def sources_of_why(
    why: Why, document: str, contract: Contract = Contract.NORMAL
) -> tuple[str, ...]:
    """The same for a reason with its proof, in a contract: the order of a solo's cards has its own
    paragraph, and so has a special point that is only noted down."""
    if why.reason in {Reason.NOTED_DOWN, Reason.TOO_MANY_SPECIALS} and why.calls:
        point = why.calls[0].value
        return sources_of(Reason.FOX_CAUGHT if point == "fox" else Reason(point), document)
    general = sources_of(why.reason, document)
    if why.reason in _ABOUT_TIME and why.calls and document != "tsr":
        is_limit = isinstance(why.calls[0], Call) and why.calls[0].is_limit
        return (_LIMIT_TIME if is_limit else _ANNOUNCEMENT_TIME)[document]
    if why.reason is Reason.NEAREST and why.calls:
        general = _NEAREST.get(why.calls[0], {}).get(document, general)
    if why.reason in _ABOUT_ORDER and document != "tsr":
        own = _ORDER_IN.get(contract, {}).get(document, ())
        is_another_order = contract in _OTHER_TRUMPS
        kept = (found for found in general if not (is_another_order and found in _NORMAL_ORDER))
        return tuple(dict.fromkeys((*own, *kept)))
    return general


def _at(**written: str) -> Mapping[str, tuple[str, ...]]:
    """Ids by document, each a text with spaces between; the first document given speaks for those
    that do not know the rule."""
    return {document: tuple(ids.split()) for document, ids in written.items()}


_FOLLOW_SUIT = _at(kompakt="kompakt:bedienzwang-a", royal="royal:2.2.1 royal:S3", cvjm="C28")
_FOLLOW_TRUMP = _at(kompakt="kompakt:bedienzwang-b", royal="royal:2.2.1 royal:S3", cvjm="C28")
_CANNOT_FOLLOW = _at(kompakt="kompakt:bedienzwang-c", royal="royal:2.2.1", cvjm="C28")
_NOT_OF_SUIT = _at(kompakt="K14 kompakt:bedienzwang-c", royal="R32 royal:2.2.1", cvjm="C23 C28")
_TRUMP_BEATS_PLAIN = _at(
    kompakt="kompakt:trumpfkarten", royal="royal:2.2.1 royal:3.1.1a", cvjm="C1 cvjm:3b"
)
_TRUMP_ORDER = _at(kompakt="K15 kompakt:trumpfkarten", royal="royal:3.1.1a", cvjm="C1")
_PLAIN_ORDER = _at(
    kompakt="kompakt:ablauf-b kompakt:fehlkarten K15", royal="royal:3.1.1b", cvjm="cvjm:3b C23"
)
_EQUALS = _at(kompakt="kompakt:ablauf-b", royal="R32", cvjm="cvjm:3b")
_TURN = _at(kompakt="kompakt:ablauf-a", royal="royal:S2 R32", cvjm="cvjm:2e C29")
_DEAL = _at(
    kompakt="kompakt:blatt kompakt:ohne-neunen",
    royal="royal:1.1.1a royal:1.1.2a",
    cvjm="cvjm:1 cvjm:2a",
)
_CALL_PARTY = _at(
    kompakt="kompakt:ansagen-a K17 kompakt:ziel",
    royal="royal:5.1.1 royal:2.1.1b royal:2.1.1c",
    cvjm="C33 cvjm:4.1a C18 C25",
)
_CALL_TIME = _at(
    kompakt="kompakt:ansagen-a kompakt:absagen-a kompakt:hochzeit-ansagen K12",
    royal="royal:5.1.2 royal:5.2.2 R1",
    cvjm="cvjm:3.1a cvjm:3.1b C4",
)
_ANNOUNCEMENT_TIME = _at(
    kompakt="kompakt:ansagen-a K12", royal="royal:5.1.2 R1", cvjm="cvjm:3.1a C4"
)
_LIMIT_TIME = _at(kompakt="kompakt:absagen-a K12", royal="royal:5.2.2 R1", cvjm="cvjm:3.1b C4")
_CALL_ONCE = _at(kompakt="X2", royal="royal:5.1.4 royal:5.2.3", cvjm="X2")
_CALL_AFTER_MARRIAGE = _at(kompakt="kompakt:hochzeit-ansagen", royal="R22", cvjm="cvjm:5.1c C24")
_ASKED = _at(kompakt="kompakt:vorbehalte", royal="royal:4.1.1", cvjm="cvjm:2c")
_WHO_GOES_AHEAD = _at(
    kompakt="kompakt:spielfindung kompakt:pflichtsolo", royal="royal:4.1.2a R25", cvjm="cvjm:2c C2"
)
_SOLOS = _at(
    kompakt="kompakt:farbsolo-sonst kompakt:damensolo kompakt:bubensolo kompakt:fleischloser",
    royal="royal:3.2.1 royal:3.2.2 royal:3.2.3 royal:3.2.4 royal:3.2.5",
    cvjm="cvjm:2d C20",
)
_QUEENS = _at(
    kompakt="kompakt:hochzeit kompakt:stille-hochzeit", royal="royal:3.3.1a", cvjm="cvjm:5.1a"
)
_LATE_MARRIAGE = _at(kompakt="kompakt:vorbehalte", royal="royal:4.1.2b R21", cvjm="cvjm:2c")
_DECIDING = _at(kompakt="kompakt:hochzeit", royal="royal:3.3.1a", cvjm="cvjm:5.1a")
_POVERTY = _at(cvjm="cvjm:5.2a C16")
_EXCHANGE = _at(cvjm="cvjm:5.2b cvjm:5.2c C27")
_THROW_IN = _at(cvjm="cvjm:2b", royal="royal:4.1.3 R27")
_TARGET = _at(kompakt="kompakt:auszaehlen", royal="royal:6.1.1", cvjm="cvjm:4.1a")
_LONE_KONTRA = _at(kompakt="kompakt:ansagen-c K1")
_OWN_LIMIT = _at(
    kompakt="kompakt:absagen-a kompakt:auszaehlen", royal="R2 royal:6.1.1", cvjm="cvjm:4.1c"
)
_SCHWARZ = _at(kompakt="kompakt:absagen-a K3", royal="R26", cvjm="C31")
_REFUTED = _at(
    kompakt="kompakt:absagen-b kompakt:absagen-a",
    royal="royal:5.2.1b R3",
    cvjm="cvjm:4.1c cvjm:4.1d C7",
)
_BOTH_MISSED = _at(kompakt="K4", royal="R19", cvjm="C9")
_WON = _at(kompakt="kompakt:p-gewinn", royal="royal:6.2.1-1", cvjm="cvjm:4.1e C8")
_PLAYED = _at(
    kompakt="kompakt:p-stufen K9", royal="royal:6.2.1-3 R9", cvjm="cvjm:4.1b cvjm:4.1c C30"
)
_FOX = _at(
    kompakt="kompakt:s-fuchs kompakt:sonderpunkte", royal="royal:6.2.1-6b", cvjm="cvjm:4.2d C13"
)
_CHARLIE = _at(kompakt="kompakt:s-karlchen", royal="royal:6.2.1-7a", cvjm="cvjm:4.2b")
_POINTS = _at(kompakt="K15 kompakt:blatt", royal="royal:1.1.1a royal:1.1.1b", cvjm="C23")
_PLAYERS = _at(kompakt="kompakt:spieler", royal="royal:2.1.1b royal:2.1.1c", cvjm="C18 C25")
_NO_SPECIALS = _at(kompakt="kompakt:sonderpunkte", royal="R17", cvjm="C12")
_LISTED = _at(
    kompakt="kompakt:s-fuchs kompakt:s-doppelkopf kompakt:s-karlchen",
    royal="royal:6.2.1-6a royal:6.2.1-6b royal:6.2.1-7a",
    cvjm="cvjm:4.2a cvjm:4.2b cvjm:4.2c cvjm:4.2d cvjm:4.2e",
)

_TRUMPS_COUNTED = _at(kompakt="kompakt:trumpfkarten K15", royal="royal:3.1.1b", cvjm="cvjm:1 C1")
_PIGLETS = _at(royal="royal:3.1.2 R15", cvjm="cvjm:3c")
_DEALS = _at(kompakt="kompakt:geben", royal="royal:2.1.1a R29", cvjm="cvjm:5.3 cvjm:6a")
_PARTIES = _at(
    kompakt="kompakt:normalspiel kompakt:spieler", royal="royal:2.1.1b", cvjm="C33 cvjm:4.1a"
)
_ALONE = _at(kompakt="kompakt:spieler", royal="R33 royal:2.1.1c", cvjm="C32")
_WRITES = _at(
    kompakt="kompakt:punktwertung kompakt:rundenende", royal="royal:6.2.1a R6", cvjm="cvjm:4.1g"
)
_DOUBLES = _at(kompakt="kompakt:p-ansage", royal="royal:6.2.1-5 R8", cvjm="cvjm:4.1f C10")
_TAKES = _at(
    kompakt="kompakt:ablauf-b kompakt:trumpfkarten", royal="R32 royal:3.1.1a royal:3.1.1b",
    cvjm="cvjm:3b C1",
)  # fmt: skip
_TRUMPS = _at(kompakt="kompakt:trumpfkarten K15", royal="royal:3.1.1a royal:3.1.1b", cvjm="C1")
_FACE_DOWN = _at(cvjm="cvjm:5.2b C16")

_NEAREST: Mapping[StrEnum, Mapping[str, tuple[str, ...]]] = {
    Said.SOLO: _at(royal="R25", cvjm="C2 cvjm:2c"),
    Said.THROW_IN: _at(royal="R27 R25", cvjm="cvjm:2b C3"),
    Said.POVERTY: _at(cvjm="C26 cvjm:2c"),
}
"""Of several reservations of one kind."""

_ORDER_IN: Mapping[Contract, Mapping[str, tuple[str, ...]]] = {
    Contract.MARRIAGE: _at(kompakt="kompakt:hochzeit-trumpf"),
    Contract.DIAMONDS: _at(
        kompakt="kompakt:farbsolo-karo", royal="royal:3.2.5", cvjm="cvjm:2d C20"
    ),
    **dict.fromkeys(
        (Contract.HEARTS, Contract.SPADES, Contract.CLUBS),
        _at(kompakt="kompakt:farbsolo-sonst", royal="royal:3.2.5", cvjm="C20"),
    ),
    Contract.QUEENS: _at(kompakt="kompakt:damensolo", royal="royal:3.2.1", cvjm="C34 cvjm:2d"),
    Contract.JACKS: _at(kompakt="kompakt:bubensolo", royal="royal:3.2.2", cvjm="C34 cvjm:2d"),
    Contract.QUEENS_JACKS: _at(royal="royal:3.2.3 R11"),
    Contract.ACES: _at(kompakt="kompakt:fleischloser", royal="royal:3.2.4", cvjm="C34 cvjm:2d"),
}
"""Where each contract's own order is written."""

_OTHER_TRUMPS = frozenset(_ORDER_IN) - {Contract.MARRIAGE, Contract.DIAMONDS}
_NORMAL_ORDER = frozenset({"royal:3.1.1a", "royal:3.1.1b", "C1", "royal:3.1.2", "cvjm:3c"})
"""What is written of the normal game's order alone."""

_ABOUT_TIME = frozenset(
    {
        Reason.CALL_TOO_LATE_BY_CARDS, Reason.CALL_TOO_LATE_BY_TRICKS,
        Reason.CALL_IN_TIME_BY_CARDS, Reason.CALL_IN_TIME_BY_TRICKS,
    }
)  # fmt: skip

_ABOUT_ORDER = frozenset(
    {
        Reason.ONLY_TRUMP, Reason.HIGHEST_TRUMP, Reason.HIGHEST_OF_SUIT, Reason.LOWER_TRUMP,
        Reason.TAKEN_BY_TRUMP, Reason.LOWER_OF_SUIT, Reason.IS_TRUMP, Reason.IS_PLAIN,
        Reason.NO_TRUMPS, Reason.TRUMP_ABOVE_PLAIN, Reason.PLAIN_BY_RANK, Reason.DULLE_ABOVE,
        Reason.COURT_BY_SUIT, Reason.QUEENS_ABOVE_JACKS, Reason.COURT_ABOVE_SUIT,
        Reason.TRUMP_BY_RANK, Reason.TRUMPS_IN_PACK, Reason.CHEAPEST_WINNER,
        Reason.WEAKEST_OF_CHEAPEST, Reason.STRONGER_THAN_NEEDED,
    }
)  # fmt: skip

_SOURCES: dict[StrEnum, Mapping[str, tuple[str, ...]]] = {
    Reason.ONLY_TRUMP: _TRUMP_BEATS_PLAIN,
    Reason.HIGHEST_TRUMP: _TRUMP_ORDER,
    Reason.HIGHEST_OF_SUIT: _PLAIN_ORDER,
    Reason.FIRST_OF_EQUALS: _EQUALS,
    Reason.SECOND_OF_EQUALS: _EQUALS,
    Reason.LOWER_TRUMP: _TRUMP_ORDER,
    Reason.TAKEN_BY_TRUMP: _TRUMP_BEATS_PLAIN,
    Reason.LOWER_OF_SUIT: _PLAIN_ORDER,
    Reason.NOT_OF_SUIT: _NOT_OF_SUIT,
    Reason.LEADS: _FOLLOW_SUIT,
    Reason.FOLLOWS_TRUMP: _at(
        kompakt="kompakt:bedienzwang-b kompakt:trumpfkarten",
        royal="royal:2.2.1 royal:3.1.1a royal:S3",
        cvjm="C28 C1",
    ),
    Reason.FOLLOWS_SUIT: _FOLLOW_SUIT,
    Reason.CANNOT_FOLLOW_TRUMP: _CANNOT_FOLLOW,
    Reason.CANNOT_FOLLOW_SUIT: _CANNOT_FOLLOW,
    Reason.MUST_FOLLOW_TRUMP: _FOLLOW_TRUMP,
    Reason.MUST_FOLLOW_SUIT: _FOLLOW_SUIT,
    Reason.SEAT_MUST_FOLLOW_TRUMP: _FOLLOW_TRUMP,
    Reason.SEAT_MUST_FOLLOW_SUIT: _FOLLOW_SUIT,
    Reason.IS_TRUMP: _TRUMPS,
    Reason.IS_PLAIN: _TRUMPS,
    Reason.NO_TRUMPS: _at(kompakt="kompakt:fleischloser", royal="royal:3.2.4", cvjm="C34 cvjm:2d"),
    Reason.TRUMP_ABOVE_PLAIN: _at(
        kompakt="kompakt:trumpfkarten", royal="royal:3.1.1a royal:3.1.1b", cvjm="C1"
    ),
    Reason.PLAIN_BY_RANK: _at(
        kompakt="kompakt:fehlkarten K15", royal="royal:3.1.1b", cvjm="C23 cvjm:3b"
    ),
    Reason.PIGLET_ABOVE: _PIGLETS,
    Reason.DULLE_ABOVE: _TRUMP_ORDER,
    Reason.COURT_BY_SUIT: _TRUMP_ORDER,
    Reason.QUEENS_ABOVE_JACKS: _TRUMP_ORDER,
    Reason.COURT_ABOVE_SUIT: _TRUMP_ORDER,
    Reason.TRUMP_BY_RANK: _TRUMP_ORDER,
    Reason.TRUMPS_IN_PACK: _TRUMPS_COUNTED,
    Reason.TRUMPS_LEFT: _TRUMPS_COUNTED,
    Reason.ALL_POINTS: _at(kompakt="K15", royal="royal:1.1.1b", cvjm="C23"),
    Reason.POINTS_ADD_UP: _POINTS,
    Reason.NINES_TO_THROW_IN: _THROW_IN,
    Reason.NO_SUCH_SOLO: _SOLOS,
    Reason.NO_SUCH_RESERVATION: _ASKED,
    Reason.POVERTY_IS_OFF: _POVERTY,
    Reason.NEVER_ASKED: _ASKED,
    Reason.NO_DECIDING_TRICK: _DECIDING,
    Reason.MARRIAGE_TRICKS: _DECIDING,
    Reason.FIVE_LAST_MOMENTS: _CALL_TIME,
    Reason.MORE_CARDS_THAN_DEALT: _CALL_TIME,
    Reason.HIGHER_CALL_LATER: _CALL_TIME,
    Reason.WRONG_HAND_SIZE: _DEAL,
    Reason.TOO_MANY_COPIES: _DEAL,
    Reason.CARD_NOT_IN_PACK: _DEAL,
    Reason.GAME_OVER: _TURN,
    Reason.NOT_YOUR_TURN: _TURN,
    Reason.PLAY_NOT_BEGUN: _ASKED,
    Reason.CALL_WRONG_PARTY: _CALL_PARTY,
    Reason.CALL_BEFORE_PLAY: _at(
        kompakt="kompakt:spielen", royal="royal:5.1.2 royal:5.2.2", cvjm="cvjm:2c C26"
    ),
    Reason.CALL_BEFORE_PARTIES: _CALL_AFTER_MARRIAGE,
    Reason.CALL_REPEATED: _CALL_ONCE,
    Reason.CALL_TAKEN: _at(royal="royal:5.2.3 R4"),
    Reason.CALL_NOT_HIGHER: _at(kompakt="kompakt:absagen-a", royal="royal:5.2.3 R4", cvjm="C5"),
    Reason.CALL_NEEDS_ANNOUNCEMENT: _at(kompakt="K11"),
    Reason.CALL_AFTER_LATE_REPLY: _at(kompakt="K16 kompakt:ansagen-d kompakt:absagen-c"),
    Reason.CALL_TOO_LATE_BY_CARDS: _CALL_TIME,
    Reason.CALL_TOO_LATE_BY_TRICKS: _CALL_TIME,
    Reason.CALL_SKIPS_EXPIRED: _at(kompakt="K11 kompakt:absagen-a", royal="R23 royal:5.2.2"),
    Reason.CALL_AFTER_GAME: _CALL_TIME,
    Reason.SOLO_NOT_IN_RULES: _SOLOS,
    Reason.RESERVATION_OUT_OF_TURN: _ASKED,
    Reason.RESERVATIONS_OVER: _ASKED,
    Reason.NOT_ASKED_FOR: _ASKED,
    Reason.NO_COMPULSORY_SOLO: _at(
        kompakt="kompakt:pflichtsolo", royal="royal:4.1.2a", cvjm="cvjm:2d"
    ),
    Reason.LACKS_CLUB_QUEENS: _QUEENS,
    Reason.ONE_HAS_BOTH_QUEENS: _at(
        kompakt="kompakt:stille-hochzeit", royal="royal:3.3.1b", cvjm="C15"
    ),
    Reason.WOULD_GO_AHEAD: _WHO_GOES_AHEAD,
    Reason.NOTHING_NAMED: _WHO_GOES_AHEAD,
    Reason.MARRIAGE_TOO_LATE: _LATE_MARRIAGE,
    Reason.MARRIAGE_AFTER_CALL: _LATE_MARRIAGE,
    Reason.MARRIAGE_AFTER_SOLO: _LATE_MARRIAGE,
    Reason.DECIDING_TRICK_NOT_IN_RULES: _DECIDING,
    Reason.POVERTY_NOT_IN_RULES: _at(
        kompakt="kompakt:vorbehalte", royal="royal:4.1.3", cvjm="cvjm:5.2a"
    ),
    Reason.TOO_MANY_TRUMPS: _POVERTY,
    Reason.NO_EXCHANGE: _EXCHANGE,
    Reason.THROW_IN_NOT_IN_RULES: _at(
        kompakt="kompakt:vorbehalte", royal="royal:4.1.3", cvjm="cvjm:2b"
    ),
    Reason.HAND_TOO_GOOD: _THROW_IN,
    Reason.LAYS_WRONG_CARDS: _EXCHANGE,
    Reason.RETURNS_WRONG_CARDS: _EXCHANGE,
    Reason.INCOMPLETE: _at(kompakt="kompakt:rundenende", royal="royal:6.1.1", cvjm="cvjm:4.1a"),
    Reason.ALL_HEALTHY: _at(
        kompakt="kompakt:spielfindung kompakt:normalspiel", royal="royal:2.1.1b", cvjm="cvjm:2c"
    ),
    Reason.SILENT_QUEENS: _at(
        kompakt="kompakt:stille-hochzeit", royal="royal:3.3.1b", cvjm="C15 C25"
    ),
    Reason.ONLY_RESERVATION: _at(
        kompakt="kompakt:spielfindung", royal="royal:4.1.1", cvjm="cvjm:2c"
    ),
    Reason.LATE_MARRIAGE: _at(royal="royal:4.1.2b R21"),
    Reason.MAY_STILL_ANNOUNCE: _at(royal="royal:4.1.2b R21"),
    Reason.OWN_CARD_LIES: _at(royal="royal:4.1.2b R21"),
    Reason.DEALT_ANEW: _THROW_IN,
    Reason.BEFORE_UNNAMED: _WHO_GOES_AHEAD,
    Reason.GOES_AHEAD: _at(
        kompakt="kompakt:spielfindung kompakt:pflichtsolo",
        royal="royal:4.1.2a R27",
        cvjm="cvjm:2c C3 C19",
    ),
    Reason.NEAREST: _at(kompakt="kompakt:spielfindung", royal="R25", cvjm="C2 C26"),
    Reason.FOREHAND_LEADS: _at(
        kompakt="kompakt:geben kompakt:ablauf-a", royal="R25", cvjm="cvjm:2e cvjm:5.3"
    ),
    Reason.COMPULSORY_LEADS: _at(kompakt="kompakt:pflichtsolo"),
    Reason.FOREHAND_LEADS_SOLO: _at(
        kompakt="kompakt:geben kompakt:pflichtsolo", royal="R25", cvjm="cvjm:2e cvjm:5.3"
    ),
    Reason.WINNER_LEADS: _at(kompakt="kompakt:ablauf-a", royal="R32 royal:S2", cvjm="C29"),
    Reason.DEALS_NEXT: _DEALS,
    Reason.DEALS_LATER: _DEALS,
    Reason.DEALS_AGAIN: _at(kompakt="kompakt:pflichtsolo"),
    Reason.DEALER_PAUSES: _at(royal="royal:2.1.1a R29", cvjm="cvjm:6a R29"),
    Reason.DEALER_PAUSES_LATER: _at(royal="royal:2.1.1a R29", cvjm="cvjm:6a R29"),
    Reason.HOLDS_CLUB_QUEEN: _PARTIES,
    Reason.HOLDS_NO_CLUB_QUEEN: _PARTIES,
    Reason.HOLDS_BOTH_QUEENS: _at(
        kompakt="kompakt:stille-hochzeit kompakt:spieler", royal="royal:3.3.1b", cvjm="C15 C25"
    ),
    Reason.SHOWED_CLUB_QUEEN: _PARTIES,
    Reason.TOLD_BY_CALL: _at(
        kompakt="kompakt:ansagen-a kompakt:normalspiel",
        royal="royal:5.1.1 royal:2.1.1b",
        cvjm="C33 cvjm:4.1a",
    ),
    Reason.ALL_RE_FOUND: _PARTIES,
    Reason.STILL_UNKNOWN: _PARTIES,
    Reason.PLAYS_ALONE: _ALONE,
    Reason.PLAY_TOGETHER: _at(kompakt="kompakt:hochzeit", royal="royal:3.3.1a", cvjm="C18"),
    Reason.DECIDED_BEFORE: _at(
        kompakt="kompakt:hochzeit", royal="royal:3.3.1a", cvjm="cvjm:5.1a C14"
    ),
    Reason.TOO_LATE_TO_DECIDE: _at(
        kompakt="kompakt:hochzeit K13", royal="royal:3.3.1b R10", cvjm="cvjm:5.1b"
    ),
    Reason.HOLDER_TOOK_IT: _at(
        kompakt="kompakt:hochzeit K13", royal="R20 royal:3.3.1a", cvjm="cvjm:5.1a C14"
    ),
    Reason.NOT_OF_THE_KIND: _at(
        kompakt="kompakt:hochzeit", royal="R20 royal:3.3.1a", cvjm="C14 cvjm:5.1a"
    ),
    Reason.PARTNER_FOUND: _at(
        kompakt="kompakt:hochzeit K13", royal="royal:3.3.1a R20", cvjm="cvjm:5.1a C14"
    ),
    Reason.PARTNER_FOUND_FIRST: _at(
        kompakt="kompakt:hochzeit K13", royal="royal:3.3.1a R20", cvjm="cvjm:5.1a C14"
    ),
    Reason.NO_PARTNER: _at(
        kompakt="kompakt:hochzeit", royal="royal:3.3.1b R10", cvjm="cvjm:5.1b C25"
    ),
    Reason.TARGET_RE: _TARGET,
    Reason.TARGET_KONTRA: _at(
        kompakt="kompakt:auszaehlen K1", royal="royal:6.1.1 R28", cvjm="cvjm:4.1a C11"
    ),
    Reason.TARGET_RE_LONE_KONTRA: _LONE_KONTRA,
    Reason.TARGET_KONTRA_ALONE: _LONE_KONTRA,
    Reason.TARGET_OWN_LIMIT: _OWN_LIMIT,
    Reason.TARGET_ALL_TRICKS: _SCHWARZ,
    Reason.TARGET_REFUTE: _REFUTED,
    Reason.TARGET_ONE_TRICK: _SCHWARZ,
    Reason.CALL_IN_TIME_BY_CARDS: _CALL_TIME,
    Reason.CALL_IN_TIME_BY_TRICKS: _CALL_TIME,
    Reason.CALL_AS_REPLY: _at(kompakt="K10 kompakt:ansagen-d kompakt:absagen-c K16"),
    Reason.LIMITS_MOVED: _at(kompakt="kompakt:hochzeit-ansagen", royal="R22", cvjm="cvjm:5.1c"),
    Reason.LIMITS_MOVED_BY_TRICKS: _at(cvjm="cvjm:5.1c", royal="R22"),
    Reason.LIMITS_STAY: _at(kompakt="kompakt:hochzeit-ansagen", royal="R22", cvjm="cvjm:5.1c"),
    Reason.TARGET_MET: _TARGET,
    Reason.ALL_TRICKS_MET: _SCHWARZ,
    Reason.ONE_TRICK_MET: _SCHWARZ,
    Reason.BOTH_MISSED: _BOTH_MISSED,
    Reason.WON: _WON,
    Reason.ALTE_BEATEN: _at(
        kompakt="kompakt:s-alte kompakt:p-gewinn K6",
        royal="royal:6.2.1-2 R18",
        cvjm="cvjm:4.1e C21",
    ),
    Reason.PLAYED_UNDER: _PLAYED,
    Reason.PLAYED_SCHWARZ: _PLAYED,
    Reason.REACHED_UNDER: _at(cvjm="cvjm:4.1d C7"),
    Reason.COUNTS_AS_REACHED: _at(cvjm="cvjm:4.1d C7"),
    Reason.CALL_PAID: _at(kompakt="kompakt:ansagen-b kompakt:p-ansage K5"),
    Reason.CALL_DOUBLES: _at(royal="royal:6.2.1-5 R8", cvjm="cvjm:4.1f C10"),
    Reason.STEP_SAID: _at(
        kompakt="kompakt:p-absage K9", royal="royal:6.2.1-4 R3", cvjm="cvjm:4.1b C22"
    ),
    Reason.REACHED_AGAINST: {"kompakt": (TSR,)},
    Reason.STEP_REFUTED: _at(kompakt="kompakt:p-absage K8"),
    Reason.SCHWARZ_REFUTED: _at(kompakt="K7 kompakt:p-absage K3"),
    Reason.FOX_CAUGHT: _FOX,
    Reason.DOPPELKOPF: _at(
        kompakt="kompakt:s-doppelkopf", royal="royal:6.2.1-6a", cvjm="cvjm:4.2e"
    ),
    Reason.CHARLIE: _CHARLIE,
    Reason.CHARLIE_PAIR: _at(royal="royal:6.2.1-7b R14 R31"),
    Reason.FOX_LAST: _at(cvjm="cvjm:4.2c C13", royal="royal:6.2.1-7c"),
    Reason.FOX_PAIR_LAST: _at(royal="royal:6.2.1-7d R14 R31"),
    Reason.HEART_TRICK: _at(cvjm="cvjm:4.2a", royal="royal:6.2.1-7e R12"),
    Reason.DULLE_CAUGHT: _at(royal="royal:6.2.1-7f R13"),
    Reason.NO_SPECIALS_IN_SOLO: _NO_SPECIALS,
    Reason.OWN_FOX: _FOX,
    Reason.FOX_AT_HOME: _FOX,
    Reason.NOT_UNDER: _PLAYED,
    Reason.TOO_FEW_FOR_DOPPELKOPF: _at(
        kompakt="kompakt:s-doppelkopf", royal="royal:6.2.1-6a", cvjm="cvjm:4.2e"
    ),
    Reason.CHARLIE_BEATEN: _CHARLIE,
    Reason.CHARLIE_TOO_EARLY: _CHARLIE,
    Reason.FOX_BEATEN: _at(cvjm="cvjm:4.2c C13", royal="royal:6.2.1-7c"),
    Reason.FOX_TOO_EARLY: _at(cvjm="cvjm:4.2c C13", royal="royal:6.2.1-7c"),
    Reason.NO_HEART_TRICK: _at(cvjm="cvjm:4.2a", royal="royal:6.2.1-7e R12"),
    Reason.NOTHING_SPECIAL: _LISTED,
    Reason.OWN_DULLE: _at(royal="royal:6.2.1-7f R13"),
    Reason.PAIR_OF_BOTH: _at(royal="royal:6.2.1-7b royal:6.2.1-7d R31"),
    Reason.NO_ALTE: _at(
        kompakt="kompakt:s-alte K6", royal="royal:6.2.1-2 R18", cvjm="cvjm:4.1e C21"
    ),
    Reason.DOES_NOT_COUNT: _at(
        kompakt="kompakt:punktwertung", royal="royal:6.2.1-1", cvjm="cvjm:4.1e"
    ),
    Reason.NOTED_DOWN: _LISTED,
    Reason.AFTER_DRAW: _at(royal="royal:6.2.3 R5 R30"),
    Reason.POINTS_BY_PARTY: _at(
        kompakt="kompakt:auszaehlen K15", royal="royal:1.1.1b royal:6.1.1", cvjm="C23 cvjm:4.1a"
    ),
    Reason.ADDS_UP: _at(kompakt="kompakt:punktwertung", royal="royal:6.2.1-1", cvjm="cvjm:4.1e"),
    Reason.FACTOR_IS: _DOUBLES,
    Reason.NO_FACTOR: _at(
        kompakt="kompakt:p-ansage", royal="royal:6.2.1-5", cvjm="cvjm:4.1f cvjm:3.1d"
    ),
    Reason.VALUE_IS: _at(
        kompakt="kompakt:punktwertung", royal="royal:6.2.1-5 royal:6.2.2", cvjm="cvjm:4.1f"
    ),
    Reason.VALUE_WITH_SPECIALS: _at(
        kompakt="kompakt:punktwertung", royal="royal:6.2.1-5 royal:6.2.2", cvjm="cvjm:4.1f"
    ),
    Reason.VALUE_IS_DOUBLED: _at(royal="royal:6.2.3 R5 R30"),
    Reason.WINNERS_WRITE: _WRITES,
    Reason.LOSERS_WRITE_MINUS: _at(
        kompakt="kompakt:punktwertung", royal="royal:6.2.1a", cvjm="cvjm:4.1g"
    ),
    Reason.LOSERS_WRITE_NOTHING: _at(royal="R6 royal:6.2.1a"),
    Reason.SOLOIST_WRITES: _at(
        kompakt="kompakt:punktwertung", royal="R7 royal:6.2.1a", cvjm="cvjm:4.1g"
    ),
    Reason.NOBODY_WRITES: _BOTH_MISSED,
    Reason.ADDED_TO_SUM: _at(
        kompakt="kompakt:rundenende", royal="royal:6.2.1a", cvjm="cvjm:6c cvjm:6d"
    ),
    Reason.ENOUGH_KINGS: _THROW_IN,
    Reason.TOO_FEW_KINGS: _THROW_IN,
    Reason.ENOUGH_NINES: _at(royal="royal:4.1.3"),
    Reason.TOO_FEW_NINES: _at(royal="royal:4.1.3"),
    Reason.FEW_TRUMPS: _at(royal="royal:4.1.3 R27"),
    Reason.ENOUGH_TRUMPS: _at(royal="royal:4.1.3 R27"),
    Reason.FOX_IS_NOT_COUNTED: _POVERTY,
    Reason.POVERTY_ALLOWED: _POVERTY,
    Reason.POVERTY_NOT_ALLOWED: _POVERTY,
    Reason.FACE_DOWN: _FACE_DOWN,
    Reason.FACE_UP: _FACE_DOWN,
    Reason.RETURNED_TRUMPS: _at(cvjm="cvjm:5.2c C1"),
    Reason.NO_RETURNED_TRUMPS: _at(cvjm="cvjm:5.2c C27"),
    Reason.CHEAPEST_WINNER: _TAKES,
    Reason.WEAKEST_OF_CHEAPEST: _TAKES,
    Reason.TAKES_FOR_MORE: _POINTS,
    Reason.STRONGER_THAN_NEEDED: _TAKES,
    Reason.TRICKS_NEEDED: _SCHWARZ,
    Reason.NOT_ALL_POINTS: _POINTS,
    Reason.NOT_ALL_TRICKS: _at(
        kompakt="kompakt:ablauf-a kompakt:rundenende", royal="royal:1.1.1a", cvjm="cvjm:2a"
    ),
    Reason.POINTS_NOT_IN_TRICKS: _POINTS,
    Reason.POINTS_NOT_MADE: _POINTS,
    Reason.SEAT_MISSING: _PLAYERS,
    Reason.IMPOSSIBLE_PARTIES: _PLAYERS,
    Reason.SPECIAL_IN_SOLO: _NO_SPECIALS,
    Reason.TOO_MANY_SPECIALS: _LISTED,
    Reason.SPECIALS_NEED_POINTS: _LISTED,
    Reason.SPECIALS_NEED_TRICKS: _LISTED,
    Reason.ONE_LAST_TRICK: _CHARLIE,
    Reason.PAIR_WITHOUT_SINGLE: _at(royal="R14"),
    Reason.SPECIAL_NOT_IN_RULES: _LISTED,
    Reason.UNKNOWN_SPECIAL: _LISTED,
    Reason.NOT_SAID: _at(
        kompakt="kompakt:p-absage kompakt:p-ansage",
        royal="royal:6.2.1-4 royal:6.2.1-5",
        cvjm="cvjm:4.1b cvjm:3.1d",
    ),
    Reason.SAID_BUT_MISSED: _at(
        kompakt="kompakt:p-absage K9", royal="royal:6.2.1-4 R3", cvjm="cvjm:4.1d C7"
    ),
    Reason.SAID_BY_WINNER: _at(kompakt="kompakt:p-absage K8"),
    Reason.STEP_INCLUDED: _at(
        kompakt="kompakt:p-absage K9", royal="R4 royal:6.2.1-4", cvjm="cvjm:3.1c C5"
    ),
}
