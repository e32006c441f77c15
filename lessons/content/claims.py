"""``{claim …}``: statements in a lesson that the rules engine must confirm.

A claim is ``SOURCE ASKED [in CONTRACT] [without nines] [with OPTIONS]``; what can be asked stands
in ``_ASKED`` below. Options are written ``piglets=first specials=fox,charlie``; among them
``foxes=1`` is none: one hand held both foxes, and so many of them lie in earlier tricks.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from lessons.exercises.statements import document_of, with_statement
from lessons.rules.calls import Call, Moment, Spoken, why_no_call
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
class Table:
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


def table_of(asked: str, rules: RuleSet) -> tuple[str, Table]:
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
        return rest.strip(), Table(rules, Contract(name), foxes)
    return asked.strip(), Table(rules, Contract.NORMAL, foxes)


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
    word = asked.strip().partition(" ")[0]
    ask = _ASKED.get(word)
    if ask is None:
        raise ClaimFails(f"cannot ask {word!r}; known: {', '.join(_ASKED)}")
    try:
        asked, table = table_of(asked.strip(), rules)
        truth, said = ask(asked.partition(" ")[2].strip(), table)
    except (Refusal, UnreadableRecord, LookupError, ValueError) as error:
        raise ClaimFails(f"not understood: {error}") from error
    if truth != said:
        raise ClaimFails(f"the rules say {truth!r}, not {said!r}")


type Asked = Callable[[str, Table], tuple[object, object]]
"""From the words of a claim and what it is asked under: what is so, and what the claim says."""


def _figure(of: Callable[[Table], int]) -> Asked:
    return lambda words, table: (of(table), int(words))


def _copies(words: str, table: Table) -> tuple[object, object]:
    found = {table.rules.pack.count(card) for card in kinds_of_card(nines=table.rules.nines)}
    return found, {int(words)}


def _points(words: str, table: Table) -> tuple[object, object]:
    rank, points = words.split()
    return {card.points for card in table.rules.pack if card.rank == rank}, {int(points)}


def _points_of(words: str, _table: Table) -> tuple[object, object]:
    *ranks, points = words.split()
    counted = (POINTS_OF_RANK[Rank(rank)] * len(Card) // len(Rank) * COPIES for rank in ranks)
    return sum(counted), int(points)


def _trick_points(words: str, _table: Table) -> tuple[object, object]:
    *cards, points = words.split()
    return Trick(Seat.VH, tuple(map(card_from_text, cards))).points, int(points)


def _are_trump(words: str, table: Table) -> tuple[object, object]:
    return {table.order.is_trump(card) for card in hand_from_text(words)}, {True}


def _order_of(words: str, table: Table) -> tuple[object, object]:
    """All cards of one group, strongest first."""
    cards, order = hand_from_text(words), table.order
    asked = order.group[cards[0]]
    group = [card for card in kinds_of_card(nines=table.rules.nines) if order.group[card] == asked]
    return hand_as_text(order.sorted_hand(group)), hand_as_text(cards)


def _beats(words: str, table: Table) -> tuple[object, object]:
    stronger, weaker = hand_from_text(words)
    return trick_winner(Trick(Seat.VH, (weaker, stronger)), table.order), Seat.MH


def _trick(text: str) -> Trick:
    seat, cards = text.split(":")
    return Trick(seat_from_text(seat.strip()), hand_from_text(cards))


def _winner(words: str, table: Table) -> tuple[object, object]:
    trick, winner = words.split("=")
    return trick_winner(_trick(trick), table.order).name, winner.strip()


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


def _next(words: str, table: Table) -> tuple[object, object]:
    """Who leads the trick after these, whose cards are all that anybody holds."""
    tricks, leader = words.split("=")
    deal, first, plays = _played(tricks)
    position = position_after(start(table.rules, table.contract, deal, first), plays)
    if position.trick.cards:
        raise ValueError("a trick is not complete")
    return position.to_play.name, leader.strip()


def _legal(words: str, table: Table) -> tuple[object, object]:
    asked, said = words.split("=")
    led, hand = asked.split(":")
    legal = legal_cards(hand_from_text(hand), card_from_text(led), table.order)
    return hand_as_text(legal), hand_as_text(hand_from_text(said))


def _leader(words: str, table: Table) -> tuple[object, object]:
    deal = shuffled_deal(Random(0), nines=table.rules.nines)
    return start(table.rules, table.contract, deal).to_play.name, words


def _yes(is_so: bool, said: str) -> tuple[object, object]:
    return "yes" if is_so else "no", said.strip()


def settlement_of(words: str, table: Table) -> Settlement:
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


def _result(words: str, table: Table) -> Result:
    return result_of(settlement_of(words, table).tally)


def _won(words: str, table: Table) -> tuple[object, object]:
    figures, said = words.split("=")
    winner = _result(figures, table).winner
    return winner.value if winner else "nobody", said.strip()


def _worth(words: str, table: Table) -> tuple[object, object]:
    figures, said = words.split("=")
    return _result(figures, table).value, int(said)


def _counts(words: str, table: Table) -> tuple[object, object]:
    """What counts, each item by its name."""
    figures, said = words.split("=")
    found = sorted(item.name.value for item in _result(figures, table).items)
    return found, sorted(said.split())


def _writes(words: str, table: Table) -> tuple[object, object]:
    """What VH, MH, HH and G write down."""
    figures, said = words.split("=")
    alone = table.contract in ALONE
    parties = parties_with(*((Seat.VH,) if alone else (Seat.VH, Seat.HH)))
    return _result(figures, table).scores(parties), tuple(map(int, said.split()))


def _draw(words: str, table: Table) -> tuple[object, object]:
    """Whether a game is one after which the next entry may be doubled."""
    figures, said = words.split("=")
    return _yes(_result(figures, table).is_draw, said)


def _series(words: str, table: Table) -> tuple[object, object]:
    """``120 re:no90 kontra:no60; redeal; 121 = 0 - 2``: what games in a row are worth."""
    games, said = words.split("=")
    tallies = (
        None if game.strip() == "redeal" else settlement_of(game, table).tally
        for game in games.split(";")
    )
    results = settle_series(tallies)
    return [str(result.value) if result else "-" for result in results], said.split()


def _can_be_settled(words: str, table: Table) -> tuple[object, object]:
    """``121 fox:re = no in queens``: whether there can be a game with these figures."""
    figures, said = words.split("=")
    try:
        settlement_of(figures, table)
    except UnreadableRecord:
        return _yes(is_so=False, said=said)
    return _yes(is_so=True, said=said)


def _sheet(words: str, table: Table) -> tuple[object, object]:
    """``4: 121; 130 in queens = -2 0 2 0``: what so many players, counted clockwise from 0, have
    written down after these games; 0 deals first."""
    asked, said = words.split("=")
    number, _, games = asked.partition(":")
    players, dealer = int(number), 0
    sums = [0] * players
    for game in games.split(";"):
        figures, at = table_of(game.strip(), table.rules)
        settled = settlement_of(figures, at)
        scores = result_of(settled.tally).scores(settled.parties)
        entered = entries(players, dealer, scores)
        sums = [before + now for before, now in zip(sums, entered, strict=True)]
        dealer = next_dealer(players, dealer, Settled(at.contract, settled.parties))
    return sums, [int(figure) for figure in said.split()]


def _target(words: str, table: Table) -> tuple[object, object]:
    asked, said = words.split("=")
    party, *calls = asked.split()
    needed = _result(" ".join(["120", *calls]), table).targets[Party(party)].needed
    return str(getattr(needed, "value", needed)), said.strip()


_SPEAKS = {Party.RE: Seat.VH, Party.KONTRA: Seat.MH}


def _call(words: str, table: Table) -> tuple[object, object]:
    """``no90 cards 10 shift 2 after re:re = yes``: whether Re (for ``kontra`` Kontra) may say it
    with so many cards in hand, or after so many ``tricks`` have begun; ``by kontra``: whether the
    other party may."""
    asked, said = words.split("=")
    call, *told = asked.split()
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
    moment = Moment(figures["cards"], figures["tricks"], figures["shift"])
    parties = parties_with(Seat.VH, Seat.HH)
    return _yes(why_no_call(seat, Call(call), table.rules, spoken, parties, moment) is None, said)


def _dealt_to_vh(hand: Hand) -> Deal:
    """A deal of which only this hand and the queens of clubs are known."""
    queens = (CLUB_QUEEN,) * (COPIES - hand.count(CLUB_QUEEN))
    return hand, queens, (), ()


def _party(words: str, table: Table) -> tuple[object, object]:
    hand, said = words.split("=")
    party = all_healthy(table.rules, _dealt_to_vh(hand_from_text(hand))).parties[Seat.VH]
    return party and party.value, said.strip()


def _plays(words: str, table: Table) -> tuple[object, object]:
    """What is played when all are healthy, by what VH holds."""
    hand, said = words.split("=")
    return all_healthy(table.rules, _dealt_to_vh(hand_from_text(hand))).contract, said.strip()


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


def _says(words: str, table: Table) -> tuple[object, object]:
    """``VH healthy, MH solo queens, HH marriage = MH``: whose reservation is played."""
    asked, said = words.split("=")
    played = settle(table.rules, ((), (), (), ()), _reservations(asked))
    return played.seat.name if played else "nobody", said.strip()


def _leads(words: str, table: Table) -> tuple[object, object]:
    """Who leads then."""
    asked, said = words.split("=")
    deal: Deal = ((), (), (), ())
    played = settle(table.rules, deal, _reservations(asked))
    return settled_by(played, table.rules, deal).leader.name, said.strip()


def _re_seats(of_seats: Parties) -> list[str]:
    return [seat.name for seat in Seat if of_seats[seat] is Party.RE]


def _re(words: str, table: Table) -> tuple[object, object]:
    """``VH healthy, MH solo queens, HH healthy, G healthy = MH``: who is Re then."""
    asked, said = words.split("=")
    deal: Deal = ((), (), (), ())
    played = settle(table.rules, deal, _reservations(asked))
    return _re_seats(settled_by(played, table.rules, deal).parties), said.split()


def _marriage(asked: str, table: Table) -> tuple[Seat, Position]:
    """``MH first: VH: CA CK C9 CT; VH: …``: the holder of a marriage, and what these cards have
    brought."""
    holder, _, tricks = asked.partition(":")
    name, kind = holder.split()
    seat = seat_from_text(name)
    deal, leader, plays = _played(tricks)
    settled = Settled(Contract.MARRIAGE, only_known(seat), declarer=seat, deciding=Deciding(kind))
    first = begin(table.rules, settled, deal)._replace(trick=Trick(leader))
    return seat, position_after(first, plays)


def _partner(words: str, table: Table) -> tuple[object, object]:
    """``MH first: VH: CA CK C9 CT; VH: … = VH``: whose partner the holder of a marriage finds."""
    asked, said = words.split("=")
    partner = _decided(asked, table).partner
    return partner.name if partner is not None else "nobody", said.strip()


def _shift(words: str, table: Table) -> tuple[object, object]:
    """The same, and by how many cards or tricks calls may be made later; ``open`` while nothing
    may be called."""
    asked, said = words.split("=")
    settled = _decided(asked, table)
    return "open" if settled.is_open else str(settled.shift), said.strip()


def _decided(asked: str, table: Table) -> Settled:
    """A marriage after some tricks."""
    return _marriage(asked, table)[1].settled


def _late_marriage(words: str, table: Table) -> tuple[object, object]:
    """``G first played 3 called MH = no``: whether G, with both queens of clubs and healthy, may
    still announce a marriage when so many cards lie and somebody has called; VH plays the
    contract, if it is a solo."""
    asked, said = words.split("=")
    seat_named, kind, *told = asked.split()
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
        return _yes(False, said)
    return _yes(True, said)


def _possible(words: str, table: Table) -> tuple[object, object]:
    """``MH first: VH: CA CK CT CK; VH: DQ = no90 no60 no30 schwarz``: what the holder of a marriage
    may say when these cards lie."""
    asked, said = words.split("=")
    seat, position = _marriage(asked, table)
    found = [call.value for call in position.possible_calls(seat)]
    return found or ["nothing"], said.split()


def _special(words: str, table: Table) -> tuple[object, object]:
    """``VH: DA DJ SA S9 last = fox:re``: special points of a trick; Re are VH and HH, or VH
    alone."""
    asked, said = words.split("=")
    is_last = asked.strip().endswith(" last")
    trick = _trick(asked.strip().removesuffix(" last"))
    rules, is_alone = table.rules, table.contract in ALONE
    number = rules.hand_size if is_last else 1
    taken = Taken(trick, trick_winner(trick, table.order), number, is_last)
    parties = parties_with(*((Seat.VH,) if is_alone else (Seat.VH, Seat.HH)))
    counted = () if is_alone and not rules.specials_in_solo else rules.specials
    found = special_points(taken, table.order, parties, counted)
    told = sorted(f"{one.point}:{one.party}" for one in found)
    return told or ["nothing"], sorted(said.split())


def _may_say(said: Said) -> Asked:
    """Whether a hand allows it."""

    def asked(words: str, table: Table) -> tuple[object, object]:
        hand, answer = words.split("=")
        deal: Deal = (hand_from_text(hand), (), (), ())
        why = why_not_said(Reservation(Seat.VH, said), table.rules, deal)
        return _yes(why is None, answer)

    return asked


def _deals_next(words: str, table: Table) -> tuple[object, object]:
    """``5 from 0 = 1``: who of so many players deals next, counted clockwise from 0; ``4 from 0
    compulsory = 0`` after a compulsory solo."""
    asked, said = words.split("=")
    number, _from, dealer, *more = asked.split()
    settled = Settled(table.contract, UNDECIDED, is_compulsory=bool(more))
    return next_dealer(int(number), int(dealer), settled), int(said)


def _pauses(words: str, _table: Table) -> tuple[object, object]:
    """``5 from 2 = 2``: who of so many players has no seat when this one deals."""
    asked, said = words.split("=")
    number, _from, dealer = asked.split()
    seated = seating(int(number), int(dealer))
    return [n for n in range(int(number)) if n not in seated], [int(n) for n in said.split()]


def _seats(words: str, _table: Table) -> tuple[object, object]:
    """``5 from 2 = 3 4 0 1``: who of so many players sits at VH, MH, HH and G."""
    asked, said = words.split("=")
    number, _from, dealer = asked.split()
    return list(seating(int(number), int(dealer))), [int(n) for n in said.split()]


def _lays(words: str, table: Table) -> tuple[object, object]:
    """``DA DJ CQ S9 = DJ CQ / DA``: what a poverty lays face down and face up."""
    hand, said = words.split("=")
    down, up = said.split("/")
    laid = trumps_and_foxes(hand_from_text(hand), table.rules)
    return tuple(map(hand_as_text, laid)), (
        hand_as_text(hand_from_text(down)),
        hand_as_text(hand_from_text(up)),
    )


def _offers(words: str, table: Table) -> tuple[object, object]:
    """``MH: DJ DA SA, no no = VH``: who is asked next whether to take a poverty's cards; after
    ``no yes`` who is Re: ``re MH G``; after three times no ``new-deal``."""
    asked, said = words.split("=")
    offered, _, answers = asked.partition(",")
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
        return state.to_act.name, said.strip()
    if isinstance(state, Position):
        return ["re", *_re_seats(state.parties)], said.split()
    return "new-deal", said.strip()


def _returns(words: str, table: Table) -> tuple[object, object]:
    """``DJ DK / HT SA HK / DK HK = 1``: what a poverty laid, who takes it holds, and gives back:
    how many trumps that are, or ``no``."""
    asked, said = words.split("=")
    laid, held, back = map(hand_from_text, asked.split("/"))
    offered = Exchanging(table.rules, (laid, held, (), ()), Seat.VH, laid, taker=Seat.MH)
    try:
        offered.after(Return(Seat.MH, back))
    except IllegalAction:
        return "no", said.strip()
    return str(len(trumps_of(back, table.rules))), said.strip()


def _is_told(_words: str, _table: Table) -> tuple[object, object]:
    """Nothing can be asked; the reader checks that it may be told."""
    return True, True


_ASKED: dict[str, Asked] = {
    "pack": _figure(lambda table: len(table.rules.pack)),  # pack 48
    "hand": _figure(lambda table: table.rules.hand_size),  # hand 12
    "tricks": _figure(lambda table: table.rules.hand_size),  # tricks 12
    "total": _figure(lambda table: sum(card.points for card in table.rules.pack)),  # total 240
    "trumps": _figure(lambda table: sum(map(table.order.is_trump, table.rules.pack))),  # trumps 26
    "plain": _figure(  # plain 22
        lambda table: sum(not table.order.is_trump(card) for card in table.rules.pack)
    ),
    "copies": _copies,  # copies 2
    "points": _points,  # points A 11
    "points-of": _points_of,  # points-of A T 168
    "trick-points": _trick_points,  # trick-points HA HK H9 HT 25
    "is-trump": _are_trump,  # is-trump HT HQ
    "order": _order_of,  # order HA HK H9
    "beats": _beats,  # beats DJ DA
    "winner": _winner,  # winner VH: HA HA HK H9 = VH
    "next": _next,  # next VH: HA HA HK H9; VH: HT = MH
    "legal": _legal,  # legal HA: HT HK CA = HK
    "leader": _leader,  # leader VH
    "won": _won,  # won 121 re:no90 kontra:kontra = kontra
    "worth": _worth,  # worth 121 fox:kontra = 1
    "counts": _counts,  # counts 130 re:re = won re
    "writes": _writes,  # writes 121 = 1 -1 1 -1
    "draw": _draw,  # draw 121 fox:kontra = yes
    "series": _series,  # series 121 fox:kontra; redeal; 121 = 0 - 2
    "settles": _can_be_settled,  # settles 121 fox:re = no in queens
    "sheet": _sheet,  # sheet 4: 121; 130 in queens = -2 0 2 0
    "target": _target,  # target re re:re re:no90 = 151
    "call": _call,  # call no90 cards 10 after re:re = yes
    "party": _party,  # party CQ HA = re
    "plays": _plays,  # plays CQ CQ = silent-solo
    "says": _says,  # says VH healthy, MH solo queens, HH marriage = MH
    "leads": _leads,  # leads MH solo queens = VH
    "re": _re,  # re MH solo queens = MH
    "possible": _possible,  # possible MH first: VH: CA CK C9 CT = re no90 no60 no30 schwarz
    "partner": _partner,  # partner MH first: VH: CA CK C9 CT = VH
    "shift": _shift,  # shift MH first: VH: CA CK C9 CT = 0
    "late-marriage": _late_marriage,  # late-marriage G first played 3 = yes
    "special": _special,  # special VH: DA DJ S9 SA last = fox:kontra
    "throw-in": _may_say(Said.THROW_IN),  # throw-in HK HK SK SK CK = yes
    "poverty": _may_say(Said.POVERTY),  # poverty DA DA CQ = yes
    "deals-next": _deals_next,  # deals-next 5 from 4 = 0
    "pauses": _pauses,  # pauses 5 from 2 = 2
    "seats": _seats,  # seats 5 from 2 = 3 4 0 1
    "lays": _lays,  # lays DA DJ S9 = DJ / DA
    "offers": _offers,  # offers MH: DJ DA SA, no = G
    "returns": _returns,  # returns DJ DK / HT SA HK / DK HK = 1
    TOLD: _is_told,  # told
}
