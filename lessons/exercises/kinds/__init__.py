"""The kinds of exercises, one module each."""

from typing import Any

from lessons.exercises.kind import Kind
from lessons.exercises.kinds.card_order import CardOrderKind
from lessons.exercises.kinds.card_points import CardPoints
from lessons.exercises.kinds.compare_rules import CompareRules
from lessons.exercises.kinds.find_the_revoke import FindTheRevoke
from lessons.exercises.kinds.legal_cards import LegalCards
from lessons.exercises.kinds.marriage_partner import MarriagePartner
from lessons.exercises.kinds.may_call import MayCall
from lessons.exercises.kinds.may_throw_in import MayThrowIn
from lessons.exercises.kinds.next_card import NextCard
from lessons.exercises.kinds.poverty_exchange import PovertyExchange
from lessons.exercises.kinds.reservations import Reservations
from lessons.exercises.kinds.score_game import ScoreGame
from lessons.exercises.kinds.settle import Settle
from lessons.exercises.kinds.special_points import SpecialPoints
from lessons.exercises.kinds.target import TargetKind
from lessons.exercises.kinds.trick_winner import TrickWinner
from lessons.exercises.kinds.trump_or_plain import TrumpOrPlain
from lessons.exercises.kinds.which_party import WhichParty
from lessons.exercises.kinds.who_leads import WhoLeads
from lessons.exercises.kinds.who_won import WhoWon

KINDS: dict[str, Kind[Any]] = {
    kind.name: kind
    for kind in (
        CardPoints(),
        TrumpOrPlain(),
        CardOrderKind(),
        TrickWinner(),
        LegalCards(),
        NextCard(),
        FindTheRevoke(),
        WhoLeads(),
        WhichParty(),
        MarriagePartner(),
        Reservations(),
        MayThrowIn(),
        PovertyExchange(),
        MayCall(),
        TargetKind(),
        WhoWon(),
        SpecialPoints(),
        ScoreGame(),
        Settle(),
        CompareRules(),
    )
}
