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

A game is the fold of its actions; an action against the rules is refused with its reason. After two
tricks who is Re holds ten cards and is too late to say it, which takes eleven:

>>> from random import Random
>>> from lessons.rules.calls import Call
>>> from lessons.rules.reservations import all_healthy
>>> deal = kompakt.deal(Random(3))
>>> position = game.begin(kompakt, all_healthy(kompakt, deal), deal)
>>> while len(position.tricks) < 2:
...     position = position.after_play(game.Play(position.to_play, position.legal_cards()[0]))
>>> re = next(seat for seat in game.Seat if position.parties[seat] == "re")
>>> try:
...     position.after(game.Say(re, Call.RE))
... except game.IllegalAction as refused:
...     print(refused.fault, refused.why.figures)
call-too-late (10, 11)

When it is over it is settled, item by item, under the rules of its document:

>>> while not position.is_over:
...     position = position.after_play(game.Play(position.to_play, position.legal_cards()[0]))
>>> sum(position.result().scores(position.parties))
0
"""
