"""``{claim …}``: statements in a lesson that the rules engine must confirm.

A claim is ``SOURCE ASKED [in CONTRACT] [without nines] [with OPTIONS]``; what can be asked stands
in the three tables below. Options are written ``piglets=first specials=fox,charlie``; among them
``foxes=1`` is none: one hand held both foxes, and so many of them lie in earlier tricks.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from lessons.exercises.statements import document_of, with_statement
from lessons.rules.calls import Call, Caller, CallTime, Spoken, why_no_call
from lessons.rules.cards import (
    CLUB_QUEEN,
    COPIES,
    POINTS_OF_RANK,
    Card,
    Deal,
    Hand,
    Rank,
    Seat,
    as_deal,
    kinds_of_card,
    shuffled_deal,
)
from lessons.rules.contracts import ALONE, SOLOS, CardOrder, Contract
from lessons.rules.game import (
    Decline,
    Exchanging,
    Lay,
    Play,
    Position,
    Return,
    Say,
    State,
    Take,
    begin,
    position_after,
    start,
)
from lessons.rules.notation import card_from_text, hand_as_text, hand_from_text, seat_from_text
from lessons.rules.parties import UNDECIDED, Parties, Party, only_known, parties_with
from lessons.rules.reasons import IllegalAction, Refusal
from lessons.rules.records import UnreadableRecord
from lessons.rules.reservations import (
    Reservation,
    Settled,
    all_healthy,
    settle,
    settled_by,
    trumps_and_foxes,
    trumps_of,
    why_not_said,
)
from lessons.rules.rounds import entries, next_dealer, seating, settle_series
from lessons.rules.rule_sets import (
    PRESETS,
    Deciding,
    RuleSet,
    Said,
    option_kind,
    with_options,
)
from lessons.rules.scoring import Result, result_of
from lessons.rules.settlement import Settlement, record_of, settlement_from_json
from lessons.rules.special_points import Taken, special_points
from lessons.rules.tricks import Trick, legal_cards, trick_winner

WITHOUT_NINES = " without nines"
TOLD = "told"
"""What is about people at a table, or a mere fact, and cannot be asked."""


class ClaimFails(Exception):  # noqa: N818  (the name says what it is)
    """The rules engine says otherwise, or cannot make sense of the claim; the message says what."""


@dataclass(frozen=True, slots=True)
class AskedUnder:
    """What a claim is asked under."""

    rules: RuleSet
    contract: Contract
    foxes_played: int | None = None
    """Of a hand that held both; None: nobody did."""

    @property
    def order(self) -> CardOrder:
        return self.rules.order_of_trick(
            self.contract,
            is_last=False,
            has_piglets=self.foxes_played is not None,
            foxes_played=self.foxes_played or 0,
        )


def source_of(claim: str) -> str:
    """The statement or reading that a claim is about."""
    return claim.partition(" ")[0]


def table_of(asked: str, rules: RuleSet) -> tuple[str, AskedUnder]:
    """What is asked, without ``in queens``, ``without nines`` and ``with piglets=first`` at its
    end, and under what; raises :class:`~lessons.rules.rule_sets.SenselessRules`, ValueError or
    LookupError for options that are none."""
    asked, _, told = asked.partition(" with ")
    options, foxes = _options(told)
    if asked.endswith(WITHOUT_NINES):
        asked, options["nines"] = asked.removesuffix(WITHOUT_NINES), False
    rules = with_options(rules, options)
    rest, found, name = asked.rpartition(" in ")
    if found and name in set(Contract):
        return rest.strip(), AskedUnder(rules, Contract(name), foxes)
    return asked.strip(), AskedUnder(rules, Contract.NORMAL, foxes)


def _options(told: str) -> tuple[dict[str, Any], int | None]:
    """Options as a record writes them, and how many foxes have been played."""
    options: dict[str, Any] = {}
    foxes = None
    for one in told.split():
        name, _, value = one.partition("=")
        if name == "foxes":
            foxes = int(value)
        else:
            options[name] = _VALUES[option_kind(name)](value)
    return options, foxes


_VALUES: dict[type, Callable[[str], Any]] = {
    bool: lambda value: {"true": True, "false": False}[value],
    int: int,
    str: str,
    list: lambda value: value.split(","),
}


def confirm(claim: str, document: str) -> None:
    """Ask the rules engine, under the document's rule set with the options that the statement
    needs; raises :class:`ClaimFails`."""
    source, _, asked = claim.partition(" ")
    rules = PRESETS[document]
    if document_of(source) == document:
        rules = with_statement(rules, source)
    try:
        asked, table = table_of(asked.strip(), rules)
        word, _, words = asked.partition(" ")
        question, said = _split(word, words)
        truth = (_ANSWERED | _COUNTED | _NAMED)[word](question, table)
    except (Refusal, UnreadableRecord, LookupError, ValueError, AssertionError) as error:
        raise ClaimFails(f"not understood: {error}") from error
    if _compared(word, truth) != _compared(word, said):
        raise ClaimFails(f"the rules say {truth or 'nothing'}, not {said}")


def answer(asked: str, rules: RuleSet) -> str:
    """What the rules say to a question, a claim without its source and its answer: ``winner VH: HT
    HT SK CK``; raises as :func:`table_of` does, or what the rules refuse."""
    question, table = table_of(asked.strip(), rules)
    word, _, words = question.partition(" ")
    return (_ANSWERED | _COUNTED | _NAMED)[word](words.strip(), table)


type Answer = Callable[[str, AskedUnder], str]
"""What the rules say to a question under a table, in the words of a claim."""


def _split(word: str, words: str) -> tuple[str, str]:
    """What a claim asks, and what it says to that."""
    if word in _ANSWERED:
        if words.count("=") != 1:
            raise ValueError(f"expected {word} … = and the answer")
        question, said = words.split("=")
    elif word in _COUNTED:
        question, _, said = words.rpartition(" ")
    elif word in _NAMED:
        question = said = words
    else:
        known = ", ".join([*_ANSWERED, *_COUNTED, *_NAMED])
        raise ClaimFails(f"cannot ask {word!r}; known: {known}")
    if not said.strip() and word != TOLD:
        raise ValueError("it says no answer")
    return question.strip(), said.strip()


def _compared(word: str, text: str) -> list[str]:
    return sorted(text.split()) if word in _IN_ANY_ORDER else text.split()


def _of_table(of: Callable[[AskedUnder], object]) -> Answer:
    """To a question that is no more than its first word."""

    def asked(words: str, table: AskedUnder) -> str:
        if words:
            raise ValueError(f"nothing is asked with {words!r}")
        return str(of(table))

    return asked


def _figures(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _copies(table: AskedUnder) -> str:
    found = {table.rules.pack.count(card) for card in kinds_of_card(nines=table.rules.nines)}
    return _figures(sorted(found))


def _points(rank: str, table: AskedUnder) -> str:
    return _figures(sorted({card.points for card in table.rules.pack if card.rank == Rank(rank)}))


def _points_of(ranks: str, _table: AskedUnder) -> str:
    counted = (POINTS_OF_RANK[Rank(rank)] for rank in ranks.split())
    return str(sum(points * len(Card) // len(Rank) * COPIES for points in counted))


def _trick_points(cards: str, _table: AskedUnder) -> str:
    return str(Trick(Seat.VH, hand_from_text(cards)).points)


def _trumps_among(cards: str, table: AskedUnder) -> str:
    return hand_as_text(tuple(filter(table.order.is_trump, hand_from_text(cards))))


def _order_of(cards: str, table: AskedUnder) -> str:
    """All cards of the group that the first is of, strongest first."""
    order = table.order
    asked = order.group[hand_from_text(cards)[0]]
    group = [card for card in kinds_of_card(nines=table.rules.nines) if order.group[card] == asked]
    return hand_as_text(order.sorted_hand(group))


def _stronger_first(cards: str, table: AskedUnder) -> str:
    """Two cards, of which the second is led."""
    stronger, weaker = hand_from_text(cards)
    winner = trick_winner(Trick(Seat.VH, (weaker, stronger)), table.order)
    if winner is Seat.MH:
        return hand_as_text((stronger, weaker))
    return "the first" if stronger == weaker else hand_as_text((weaker, stronger))


def _trick(text: str) -> Trick:
    seat, cards = text.split(":")
    return Trick(seat_from_text(seat.strip()), hand_from_text(cards))


def _winner(trick: str, table: AskedUnder) -> str:
    return trick_winner(_trick(trick), table.order).name


def _played(tricks: str) -> tuple[Deal, Seat, list[Play]]:
    """Tricks, with ``;`` between them: hands of just these cards, who leads, and what is played."""
    read = [_trick(text) for text in tricks.split(";")]
    plays = [
        Play(seat, card)
        for trick in read
        for seat, card in zip(trick.seats, trick.cards, strict=True)
    ]
    hands = [tuple(play.card for play in plays if play.seat is seat) for seat in Seat]
    return as_deal(hands), read[0].leader, plays


def _next(tricks: str, table: AskedUnder) -> str:
    """Who leads the trick after these, whose cards are all that anybody holds."""
    deal, first, plays = _played(tricks)
    position = position_after(start(table.rules, table.contract, deal, first), plays)
    if position.trick.cards:
        raise ValueError("a trick is not complete")
    return position.to_play.name


def _legal(words: str, table: AskedUnder) -> str:
    led, hand = words.split(":")
    return hand_as_text(legal_cards(hand_from_text(hand), card_from_text(led), table.order))


def _leader(table: AskedUnder) -> str:
    deal = shuffled_deal(Random(0), nines=table.rules.nines)
    return start(table.rules, table.contract, deal).to_play.name


def settlement_of(words: str, table: AskedUnder) -> Settlement:
    """Of ``121 re:no90 fox:kontra after-draw``: card points of Re, calls by party, special points
    to parties. Re are VH and HH, or VH alone."""
    points, *told = words.split()
    calls: dict[str, list[str]] = {party.value: [] for party in Party}
    specials, after_draw = [], False
    for one in told:
        first, _, second = one.partition(":")
        if one == "after-draw":
            after_draw = True
        elif first in calls:
            calls[first].append(second)
        else:
            specials.append({"item": first, "party": second})
    record = record_of(
        table.rules,
        int(points),
        table.contract,
        calls=calls,
        specials=specials,
        after_draw=after_draw,
    )
    return settlement_from_json(record)


def _result(words: str, table: AskedUnder) -> Result:
    return result_of(settlement_of(words, table).tally)


def _won(figures: str, table: AskedUnder) -> str:
    winner = _result(figures, table).winner
    return winner.value if winner else "nobody"


def _worth(figures: str, table: AskedUnder) -> str:
    return str(_result(figures, table).value)


def _counts(figures: str, table: AskedUnder) -> str:
    """What counts, each item by its name."""
    return " ".join(item.name for item in _result(figures, table).items)


def _writes(figures: str, table: AskedUnder) -> str:
    """What VH, MH, HH and G write down."""
    alone = table.contract in ALONE
    parties = parties_with(*((Seat.VH,) if alone else (Seat.VH, Seat.HH)))
    return _figures(_result(figures, table).scores(parties))


def _draw(figures: str, table: AskedUnder) -> str:
    """Whether a game is one after which the next entry may be doubled."""
    return _yes(_result(figures, table).is_draw)


def _series(games: str, table: AskedUnder) -> str:
    """What games in a row are worth: ``120 re:no90 kontra:no60; redeal; 121``."""
    tallies = (
        None if game.strip() == "redeal" else settlement_of(game, table).tally
        for game in games.split(";")
    )
    results = settle_series(tallies)
    return " ".join(str(result.value) if result else "-" for result in results)


def _can_be_settled(figures: str, table: AskedUnder) -> str:
    """Whether there can be a game with these figures."""
    try:
        settlement_of(figures, table)
    except UnreadableRecord:
        return _yes(is_so=False)
    return _yes(is_so=True)


def _sheet(words: str, table: AskedUnder) -> str:
    """``4: 121; 130 in queens``: what so many players, counted clockwise from 0, have written down
    after these games; 0 deals first."""
    number, _, games = words.partition(":")
    players, dealer = int(number), 0
    sums = [0] * players
    for game in games.split(";"):
        figures, at = table_of(game.strip(), table.rules)
        settled = settlement_of(figures, at)
        scores = result_of(settled.tally).scores(settled.parties)
        entered = entries(players, dealer, scores)
        sums = [before + now for before, now in zip(sums, entered, strict=True)]
        dealer = next_dealer(players, dealer, Settled(at.contract, settled.parties))
    return _figures(sums)


def _target(words: str, table: AskedUnder) -> str:
    party, *calls = words.split()
    return str(_result(" ".join(["120", *calls]), table).targets[Party(party)].needed)


_SPEAKS = {Party.RE: Seat.VH, Party.KONTRA: Seat.MH}


def _call(words: str, table: AskedUnder) -> str:
    """``no90 cards 10 shift 2 after re:re``: whether Re (for ``kontra`` Kontra) may say it
    with so many cards in hand, or after so many ``tricks`` have begun; ``by kontra``: whether the
    other party may."""
    call, *told = words.split()
    figures, spoken = {"cards": table.rules.hand_size, "tricks": 0, "shift": 0}, []
    seat = Seat.MH if call == Call.KONTRA else Seat.VH
    while told:
        word = told.pop(0)
        if word in figures:
            figures[word] = int(told.pop(0))
        elif word == "by":
            seat = _SPEAKS[Party(told.pop(0))]
        elif word != "after":
            party, _, name = word.partition(":")
            before = Seat.HH if party == "re" else Seat.MH
            spoken.append(Spoken(before, Party(party), Call(name)))
    time = CallTime(figures["cards"], figures["tricks"], figures["shift"])
    party = Party.RE if seat is Seat.VH else Party.KONTRA
    caller = Caller(seat, party, table.rules, tuple(spoken), time)
    return _yes(why_no_call(caller, Call(call)) is None)


def _dealt_to_vh(hand: Hand) -> Deal:
    """A deal of which only this hand and the queens of clubs are known."""
    queens = (CLUB_QUEEN,) * (COPIES - hand.count(CLUB_QUEEN))
    return hand, queens, (), ()


def _party(hand: str, table: AskedUnder) -> str:
    return str(all_healthy(table.rules, _dealt_to_vh(hand_from_text(hand))).parties[Seat.VH])


def _plays(hand: str, table: AskedUnder) -> str:
    """What is played when all are healthy, by what VH holds."""
    return all_healthy(table.rules, _dealt_to_vh(hand_from_text(hand))).contract.value


def _reservations(text: str) -> tuple[Reservation, ...]:
    said = []
    for one in text.split(","):
        seat, what, *solo = one.split()
        named = Contract(solo[0]) if solo and what != "marriage" else None
        deciding = Deciding(solo[0]) if solo and what == "marriage" else None
        if what == "marriage" and deciding is None:
            deciding = Deciding.FIRST
        said.append(Reservation(seat_from_text(seat), Said(what), named, deciding))
    return tuple(said)


def _says(reservations: str, table: AskedUnder) -> str:
    """Whose reservation is played: ``VH healthy, MH solo queens, HH marriage``."""
    played = settle(table.rules, ((), (), (), ()), _reservations(reservations))
    return played.seat.name if played else "nobody"


def _settled(reservations: str, table: AskedUnder) -> Settled:
    deal: Deal = ((), (), (), ())
    return settled_by(settle(table.rules, deal, _reservations(reservations)), table.rules, deal)


def _leads(reservations: str, table: AskedUnder) -> str:
    """Who leads then."""
    return _settled(reservations, table).leader.name


def _re(reservations: str, table: AskedUnder) -> str:
    """Who is Re then."""
    return _re_seats(_settled(reservations, table).parties)


def _re_seats(of_seats: Parties) -> str:
    return " ".join(seat.name for seat in Seat if of_seats[seat] is Party.RE)


def _marriage(asked: str, table: AskedUnder) -> tuple[Seat, Position]:
    """``MH first: VH: CA CK C9 CT; VH: …``: the holder of a marriage, and what these cards have
    brought."""
    holder, _, tricks = asked.partition(":")
    name, kind = holder.split()
    seat = seat_from_text(name)
    deal, leader, plays = _played(tricks)
    settled = Settled(Contract.MARRIAGE, only_known(seat), declarer=seat, deciding=Deciding(kind))
    first = begin(table.rules, settled, deal)._replace(trick=Trick(leader))
    return seat, position_after(first, plays)


def _partner(tricks: str, table: AskedUnder) -> str:
    """Whose partner the holder of a marriage finds: ``MH first: VH: CA CK C9 CT; VH: …``."""
    partner = _decided(tricks, table).partner
    return partner.name if partner is not None else "nobody"


def _shift(tricks: str, table: AskedUnder) -> str:
    """By how many cards or tricks calls may then be made later; ``open`` while nothing may be
    called."""
    settled = _decided(tricks, table)
    return "open" if settled.is_open else str(settled.shift)


def _decided(tricks: str, table: AskedUnder) -> Settled:
    """A marriage after some tricks."""
    return _marriage(tricks, table)[1].settled


def _late_marriage(words: str, table: AskedUnder) -> str:
    """``G first played 3 called MH``: whether G, with both queens of clubs and healthy, may
    still announce a marriage when so many cards lie and somebody has called; VH plays the
    contract, if it is a solo."""
    seat_named, kind, *told = words.split()
    seat, chance = seat_from_text(seat_named), Random(0)
    deal = table.rules.deal(chance)
    while deal[seat].count(CLUB_QUEEN) < COPIES:
        deal = table.rules.deal(chance)
    settled = all_healthy(table.rules, deal)
    if table.contract in SOLOS:
        settled = replace(settled, contract=table.contract, declarer=Seat.VH)
    state: State = begin(table.rules, settled, deal)
    for word, value in zip(told[::2], told[1::2], strict=True):
        if word == "called":
            state = state.after(Say(seat_from_text(value), Call.KONTRA))
            continue
        for _card in range(int(value)):
            assert isinstance(state, Position)
            state = state.after_play(Play(state.to_play, state.legal_cards()[0]))
    try:
        state.after(Reservation(seat, Said.MARRIAGE, deciding=Deciding(kind)))
    except IllegalAction:
        return _yes(is_so=False)
    return _yes(is_so=True)


def _possible(tricks: str, table: AskedUnder) -> str:
    """What the holder of a marriage may say then: ``MH first: VH: CA CK CT CK; VH: DQ``."""
    seat, position = _marriage(tricks, table)
    return " ".join(position.possible_calls(seat)) or "nothing"


def _special(words: str, table: AskedUnder) -> str:
    """``VH: DA DJ SA S9 last``: special points of a trick; Re are VH and HH, or VH alone."""
    is_last = words.endswith(" last")
    trick = _trick(words.removesuffix(" last"))
    rules, is_alone = table.rules, table.contract in ALONE
    number = rules.hand_size if is_last else 1
    taken = Taken(trick, trick_winner(trick, table.order), number, is_last)
    parties = parties_with(*((Seat.VH,) if is_alone else (Seat.VH, Seat.HH)))
    counted = () if is_alone and not rules.specials_in_solo else rules.specials
    found = special_points(taken, table.order, parties, counted)
    return " ".join(f"{one.point}:{one.party}" for one in found) or "nothing"


def _may_say(said: Said) -> Answer:
    """Whether a hand allows it."""

    def asked(hand: str, table: AskedUnder) -> str:
        deal: Deal = (hand_from_text(hand), (), (), ())
        return _yes(why_not_said(Reservation(Seat.VH, said), table.rules, deal) is None)

    return asked


def _deals_next(words: str, table: AskedUnder) -> str:
    """``5 from 0``: who of so many players deals next, counted clockwise from 0; ``4 from 0
    compulsory`` after a compulsory solo."""
    number, _from, dealer, *more = words.split()
    settled = Settled(table.contract, UNDECIDED, is_compulsory=bool(more))
    return str(next_dealer(int(number), int(dealer), settled))


def _pauses(words: str, _table: AskedUnder) -> str:
    """``5 from 2``: who of so many players has no seat when this one deals."""
    number, _from, dealer = words.split()
    seated = seating(int(number), int(dealer))
    return _figures(n for n in range(int(number)) if n not in seated)


def _seats(words: str, _table: AskedUnder) -> str:
    """``5 from 2``: who of so many players sits at VH, MH, HH and G."""
    number, _from, dealer = words.split()
    return _figures(seating(int(number), int(dealer)))


def _lays(hand: str, table: AskedUnder) -> str:
    """What a poverty lays face down and face up, with ``/`` between."""
    return " / ".join(map(hand_as_text, trumps_and_foxes(hand_from_text(hand), table.rules)))


def _offers(words: str, table: AskedUnder) -> str:
    """``MH: DJ DA SA, no no``: who is asked next whether to take a poverty's cards; after ``no
    yes`` who is Re: ``re MH G``; after three times no ``new-deal``."""
    offered, _, answers = words.partition(",")
    name, _, cards = offered.partition(":")
    giver, hand = seat_from_text(name.strip()), hand_from_text(cards)
    deal = as_deal([hand if seat is giver else () for seat in Seat])
    trumps, foxes = trumps_and_foxes(hand, table.rules)
    state: State = Exchanging(table.rules, deal, giver).after(Lay(giver, trumps, foxes))
    for answer in answers.split():
        assert isinstance(state, Exchanging)
        seat = state.to_act
        state = state.after(Take(seat) if answer == "yes" else Decline(seat))
        if isinstance(state, Exchanging) and state.taker is not None:
            state = state.after(Return(seat, (*trumps, *foxes)))
    if isinstance(state, Exchanging):
        return state.to_act.name
    if isinstance(state, Position):
        return f"re {_re_seats(state.parties)}"
    return "new-deal"


def _returns(words: str, table: AskedUnder) -> str:
    """``DJ DK / HT SA HK / DK HK``: what a poverty laid, who takes it holds, and gives back: how
    many trumps that are, or ``no``."""
    laid, held, back = map(hand_from_text, words.split("/"))
    offered = Exchanging(table.rules, (laid, held, (), ()), Seat.VH, laid, taker=Seat.MH)
    try:
        offered.after(Return(Seat.MH, back))
    except IllegalAction:
        return "no"
    return str(len(trumps_of(back, table.rules)))


def _is_told(_words: str, _table: AskedUnder) -> str:
    """Nothing can be asked; the reader checks that it may be told."""
    return ""


_COUNTED: dict[str, Answer] = {
    "pack": _of_table(lambda table: len(table.rules.pack)),
    "hand": _of_table(lambda table: table.rules.hand_size),
    "tricks": _of_table(lambda table: table.rules.hand_size),
    "total": _of_table(lambda table: sum(card.points for card in table.rules.pack)),
    "trumps": _of_table(lambda table: sum(map(table.order.is_trump, table.rules.pack))),
    "plain": _of_table(
        lambda table: sum(not table.order.is_trump(card) for card in table.rules.pack)
    ),
    "copies": _of_table(_copies),
    "points": _points,
    "points-of": _points_of,
    "trick-points": _trick_points,
    "leader": _of_table(_leader),
}
"""Claims whose last word is the answer: ``points A 11``."""
_NAMED: dict[str, Answer] = {
    "is-trump": _trumps_among,
    "order": _order_of,
    "beats": _stronger_first,
    TOLD: _is_told,
}
"""Claims that name what the answer names: ``order HA HT HK H9``."""
_ANSWERED: dict[str, Answer] = {
    "winner": _winner,
    "next": _next,
    "legal": _legal,
    "won": _won,
    "worth": _worth,
    "counts": _counts,
    "writes": _writes,
    "draw": _draw,
    "series": _series,
    "settles": _can_be_settled,
    "sheet": _sheet,
    "target": _target,
    "call": _call,
    "party": _party,
    "plays": _plays,
    "says": _says,
    "leads": _leads,
    "re": _re,
    "possible": _possible,
    "partner": _partner,
    "shift": _shift,
    "late-marriage": _late_marriage,
    "special": _special,
    "throw-in": _may_say(Said.THROW_IN),
    "poverty": _may_say(Said.POVERTY),
    "deals-next": _deals_next,
    "pauses": _pauses,
    "seats": _seats,
    "lays": _lays,
    "offers": _offers,
    "returns": _returns,
}
"""Claims with ``=`` before the answer: ``winner VH: HA HA HK H9 = VH``."""
_IN_ANY_ORDER = {"counts", "special"}
