"""Doppelkopf as functions on values. A tour:

>>> from lessons.rules import contracts, game, notation, rule_sets, tricks
>>> kompakt = rule_sets.KOMPAKT
>>> order = kompakt.card_order(contracts.Contract.NORMAL)
>>> order.is_trump(notation.card_from_text("Herz 10"))
True

MH takes a trick of hearts with the dulle, for a trump beats any plain card, and says why:

>>> trick = tricks.Trick(game.Seat.VH, notation.hand_from_text("HA HT HK H9"))
>>> tricks.trick_winner(trick, order).name
'MH'
>>> [why.reason.value for why in tricks.why_won(trick, order)]
['only-trump']

Hearts must be followed with a heart, and the dulle is none:

>>> hand = notation.hand_from_text("HT HK CA")
>>> [card.name for card in tricks.legal_cards(hand, notation.card_from_text("HA"), order)]
['HK']
"""
