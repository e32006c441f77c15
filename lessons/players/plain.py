"""A plain player: follows, wins what is worth it as cheaply as may be, helps a partner whom it
knows. It makes no calls and counts no cards."""

from __future__ import annotations

from lessons.players.view import View
from lessons.rules.cards import CARD_POINTS, PLAYERS, Card, Rank
from lessons.rules.tricks import trick_winner

WORTH = 10
"""Card points of a trick for which a trump is spent that is no diamond."""


def plain_card(view: View) -> Card:
    """The card that a plain player plays; one of the legal ones."""
    return _led(view) if not view.trick.cards else _added(view)


def _led(view: View) -> Card:
    """An ace of a plain suit while it is likely to go round, else what costs least."""
    order = view.order
    aces = [card for card in view.legal if card.rank is Rank.ACE and not order.is_trump(card)]
    fresh = [card for card in aces if order.group[card] not in _led_before(view)]
    if fresh:
        return min(fresh, key=lambda card: sum(c.suit is card.suit for c in view.hand))
    return min(view.legal, key=lambda card: _cost(view, card))


def _added(view: View) -> Card:
    trick, order = view.trick, view.order
    holder = trick_winner(trick, order)
    is_last = len(trick.cards) == PLAYERS - 1
    wins = [card for card in view.legal if trick_winner(trick.with_card(card), order) == view.seat]
    if view.is_partner(holder) and (is_last or order.is_trump(trick.card_of(holder))):
        others = [card for card in view.legal if card not in wins] or list(view.legal)
        return max(others, key=lambda card: (CARD_POINTS[card], -order.strength[card]))
    cheap = [card for card in wins if _is_cheap(view, card)]
    if wins and (trick.points >= WORTH or cheap):
        if is_last:
            return max(cheap or wins, key=lambda card: (CARD_POINTS[card], -order.strength[card]))
        return min(cheap or wins, key=lambda card: order.strength[card])
    return min(view.legal, key=lambda card: _cost(view, card))


def _is_cheap(view: View, card: Card) -> bool:
    """A card that is there to win with: of a plain suit, or a low trump."""
    return not view.order.is_trump(card) or card.rank is Rank.JACK


def _cost(view: View, card: Card) -> tuple[int, bool, int]:
    return CARD_POINTS[card], view.order.is_trump(card), view.order.strength[card]


def _led_before(view: View) -> set[int]:
    return {view.order.group[trick.cards[0]] for trick in view.tricks}
