"""Plain players play by the rules and know only what a seat knows."""

from dataclasses import replace
from random import Random

import pytest

from lessons.exercises.moments import what_is_settled
from lessons.players.first_game import YOU, first_position, played, until_your_turn
from lessons.players.plain import plain_card
from lessons.players.view import View
from lessons.rules.cards import ALL_CARD_POINTS, CLUB_QUEEN, Card, Rank, Seat, as_deal
from lessons.rules.contracts import Contract
from lessons.rules.game import Play, Position
from lessons.rules.notation import hand_from_text
from lessons.rules.parties import Party
from lessons.rules.reasons import IllegalAction
from lessons.rules.rule_sets import PRESETS
from lessons.rules.tricks import Trick, trick_winner

RULES = PRESETS["kompakt"]


def whole(number: int) -> tuple[Position, list[Card]]:
    """A game whose learner plays any legal card."""
    chance, cards, position = Random(number), [], first_position(RULES, number)
    for _trick in range(RULES.hand_size):
        position = until_your_turn(position)
        cards.append(chance.choice(position.legal_cards()))
        position = position.after_play(Play(YOU, cards[-1]))
    return until_your_turn(position), cards


@pytest.mark.parametrize("number", range(60))
def test_a_first_game_is_a_whole_normal_game(number: int) -> None:
    position, cards = whole(number)
    assert position == played(RULES, number, cards)
    assert position.contract is Contract.NORMAL
    assert len(cards) == RULES.hand_size
    assert sum(position.card_points()) == ALL_CARD_POINTS
    for trick, winner in zip(position.tricks, position.winners, strict=True):
        assert winner == trick_winner(trick, position.order)
    asked = what_is_settled(position, YOU, "first-game")
    told = dict(
        zip(
            [f.name for f in asked.kind.fields(asked.question)],
            asked.kind.solve(asked.question),
            strict=True,
        )
    )
    result = position.result()
    assert told["points"] == position.tally().card_points[Party.RE]
    assert told[YOU.name] == result.scores(position.parties)[YOU]


@pytest.mark.parametrize("number", range(20))
def test_a_player_decides_by_nothing_that_its_seat_cannot_see(number: int) -> None:
    """The others' cards change places, and nobody plays anything else."""
    chance, position = Random(number), first_position(RULES, number)
    while not position.is_over:
        seat = position.to_play
        hidden = [card for other in Seat if other != seat for card in position.hands[other]]
        chance.shuffle(hidden)
        hands = [
            position.hands[other]
            if other == seat
            else tuple(hidden.pop() for _card in position.hands[other])
            for other in Seat
        ]
        elsewhere = View.of(position._replace(hands=as_deal(hands)))
        card = plain_card(View.of(position))
        assert plain_card(replace(elsewhere, parties=position.known_parties(seat))) == card
        position = position.after_play(Play(seat, card))


def test_a_view_has_no_hand_but_its_own() -> None:
    view = View.of(first_position(RULES, 3))
    assert {*view.hand} == {*first_position(RULES, 3).deal[YOU]}
    party = Party.RE if CLUB_QUEEN in view.hand else Party.KONTRA
    assert view.parties[YOU] is party
    assert view.parties.count(None) == 3


def view(hand: str, led: str, *, partner: Seat | None = None) -> View:
    """Geber is to play to a trick that Vorhand has led."""
    order = RULES.card_order(Contract.NORMAL)
    cards, trick = hand_from_text(hand), Trick(Seat.VH, hand_from_text(led))
    seat = trick.to_play
    parties = tuple(
        Party.RE if other in {seat, partner} else None if partner is None else Party.KONTRA
        for other in Seat
    )
    return View(seat, cards, cards, order, trick, (), parties)


@pytest.mark.parametrize(
    ("hand", "led", "partner", "plays"),
    [
        ("CA C9", "CT CK C9", None, "CA"),  # takes it with most, as the last
        ("DA D9 CQ", "DT DK HT", None, "D9"),  # cannot win: gives little
        ("DA D9 CQ", "HT DK D9", Seat.VH, "DA"),  # helps a partner whom it knows
        ("DJ CQ", "CT CA CK", None, "DJ"),  # ruffs cheaply
        ("HT SK", "S9 SK S9", None, "SK"),  # not worth a dulle
    ],
)
def test_what_a_plain_player_plays(hand: str, led: str, partner: Seat | None, plays: str) -> None:
    (card,) = hand_from_text(plays)
    assert plain_card(view(hand, led, partner=partner)) == card


def test_an_ace_of_a_plain_suit_is_led() -> None:
    position = first_position(RULES, 1)
    for number in range(40):
        position = first_position(RULES, number)
        seen = View.of(position)
        aces = [c for c in seen.hand if c.rank is Rank.ACE and not seen.order.is_trump(c)]
        if aces:
            assert plain_card(seen) in aces


def test_a_card_that_may_not_be_played_is_refused() -> None:
    for number in range(40):
        position = until_your_turn(
            played(RULES, number, [first_position(RULES, number).deal[YOU][0]])
        )
        wrong = {*position.hands[YOU]} - {*position.legal_cards()}
        if wrong:
            first = first_position(RULES, number).deal[YOU][0]
            with pytest.raises(IllegalAction):
                played(RULES, number, [first, wrong.pop()])
            return
    raise AssertionError("no deal in which a card may not be played")
