"""Reprinting: sheets of the cards alone that come out otherwise than in an earlier state.

``earlier_state`` is what to compare with, ``changed_cards`` decides which cards are reprinted,
``change_bars`` where on them something changed, ``sheets`` imposes them, ``report`` says what changed and
why, and ``build`` runs these.
"""
